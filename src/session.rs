//! The state behind the window: the set-up, the search on the board, and the history for undo.
//! Nothing is drawn here.

use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, bounded};

use crate::board::{Board, BoardError, Naming, Square};
use crate::engine::{
    Clock, Moment, Recorder, Recording, Search, Showing, Speed, View, background, checked,
};
use crate::feasibility::{Reason, Verdict, refused_starts, verdict};
use crate::puzzle::{Goal, Puzzle, starts};
use crate::solver::{Recipe, Status, paths_to_try};
use crate::tour::Tour;

/// How many changes can be undone, and how many of them keep their search.
const UNDO: usize = 50;
const PARKED: usize = 3;
/// A search that has run longer than this without a tour is a long one, in seconds.
const LONG: f64 = 5.0;
/// A search with at most this many steps per square is played at a speed that fits all its steps.
const STEPS_A_SQUARE: u64 = 30;

/// Everything about the next search except its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// Which tours count.
    pub goal: Goal,
    /// The seed of all random numbers.
    pub seed: u64,
    /// The method with its options.
    pub recipe: Recipe,
    /// A path on the board that is to be finished; usually empty.
    pub given: Vec<Square>,
}

impl Setup {
    /// The default board, 8×8, with the default method.
    pub fn usual() -> Result<Setup, BoardError> {
        let board = Board::new(8, 8)?;
        let recipe = Recipe::default();
        Ok(Setup { board, goal: Goal::Any, seed: 0, recipe, given: Vec::new() })
    }

    /// The same set-up with another board. If the tour must end at a square, that square keeps its
    /// name; if the board no longer has it, the tour can end anywhere.
    #[must_use]
    pub fn with_board(&self, board: Board) -> Setup {
        let goal = match self.goal {
            Goal::End(end) => {
                let end = self.place_on(&board, end).filter(|end| !board.is_hole(*end));
                end.map_or(Goal::Any, Goal::End)
            }
            other => other,
        };
        let given = if board == self.board { self.given.clone() } else { Vec::new() };
        Setup { board, goal, given, ..self.clone() }
    }

    /// The set-up that a puzzle comes from.
    pub fn of(puzzle: &Puzzle, recipe: Recipe) -> Setup {
        let given = if puzzle.given().len() > 1 { puzzle.given().to_vec() } else { Vec::new() };
        let (board, goal, seed) = (puzzle.board().clone(), puzzle.goal(), puzzle.seed());
        Setup { board, goal, seed, recipe, given }
    }

    /// The square of another board in the same column and row as a square of this one. Rows count
    /// from the bottom if squares have chess names, so that f1 stays f1.
    fn place_on(&self, board: &Board, square: Square) -> Option<Square> {
        let (row, col) = (self.board.row(square), self.board.col(square));
        let row = match self.board.has_names() {
            true => (row + board.rows()).checked_sub(self.board.rows())?,
            false => row,
        };
        board.square(row, col)
    }

    /// The same set-up with another number of rows and columns. Holes keep their names as long as
    /// they are on the board.
    pub fn resized(&self, rows: u32, cols: u32) -> Result<Setup, BoardError> {
        let board = Board::new(rows, cols)?.wrapped(self.board.is_wrapped());
        let holes = self.board.holes().iter();
        let holes = holes.filter_map(|hole| self.place_on(&board, *hole)).collect::<Vec<_>>();
        // If the holes would cover all of a smaller board, they are removed.
        let board = board.clone().with_holes(holes).unwrap_or(board);
        Ok(self.with_board(board))
    }

    /// The same set-up with one hole added or removed. The last square left cannot become a hole.
    pub fn with_hole_toggled(&self, square: Square) -> Result<Setup, BoardError> {
        let holes = self.board.holes();
        let holes: Vec<Square> = match holes.contains(&square) {
            true => holes.iter().copied().filter(|hole| *hole != square).collect(),
            false => holes.iter().copied().chain([square]).collect(),
        };
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let board = Board::new(rows, cols)?.wrapped(self.board.is_wrapped()).with_holes(holes)?;
        Ok(self.with_board(board))
    }

    /// The puzzle from this start, if that is allowed. If a path on the board starts there, the
    /// whole path is given.
    pub fn puzzle(&self, start: Square) -> Option<Puzzle> {
        let is_given = self.given.first() == Some(&start);
        let given = if is_given { self.given.clone() } else { vec![start] };
        Puzzle::new(self.board.clone(), given, self.goal, self.seed).ok()
    }
}

/// The state of the session, for the window to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// No search has been started.
    Ready,
    /// The search or its film is running.
    Searching,
    /// It is paused.
    Paused,
    /// A tour is on the board.
    Found {
        /// Whether one more move leads from its end back to its start.
        closed: bool,
    },
    /// Every path was tried: no tour exists.
    NoTour,
    /// Every path was tried: no other tour exists.
    NoOther,
    /// The method stopped without an answer.
    GaveUp,
    /// An internal error: a bug in the program.
    Broken,
}

/// A search on the board.
pub struct Watched {
    /// The puzzle to solve.
    pub puzzle: Puzzle,
    /// The method and its options.
    pub recipe: Recipe,
    /// What the window shows of it.
    pub moment: Option<Moment>,
    /// The tour on the board, checked.
    pub tour: Option<Tour>,
    /// Whether the tour is structured; stored because it takes a while to find out.
    pub structured: bool,
    search: Search,
    /// The internal error, if there was one.
    broken: Option<String>,
    /// The step of the last answer that was announced.
    announced: Option<u64>,
    /// Whether the announcement is still to be shown.
    notice: bool,
    /// What is known about how long it may take.
    long: Long,
    /// A number that is unique in this session.
    id: u64,
    /// How many steps it had taken when it was last saved to a file.
    saved_steps: Option<u64>,
    /// Whether the user has cleared it from the board, so that it is not kept for the next start.
    discarded: bool,
    file: Option<Origin>,
    /// Whether it was resumed from a file, so that what it proves rests on what the file says.
    resumed: bool,
}

/// What is known about how long a search may take.
enum Long {
    /// It is not a long search yet.
    NotYet,
    /// The paths are being estimated.
    Asked(Receiver<f64>),
    /// About this many paths, as a power of ten.
    Known(f64),
    /// The user has dismissed the notice about it.
    Dismissed,
}

/// A search that has run for a long time without finding a tour.
#[derive(Clone, Debug, PartialEq)]
pub struct LongSearch {
    /// About how many paths plain backtracking has to try, as a power of ten.
    pub paths: f64,
    /// A method that is more likely to find a tour soon, if there is one.
    pub instead: Option<Recipe>,
}

/// The file that a search was opened from or saved to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Where it is.
    pub path: PathBuf,
    /// What the file was like then, to tell whether another program has changed it since.
    pub stamp: Option<u64>,
    /// Whether it is a tour file. Others are only read: saving asks for another name.
    pub is_tour: bool,
}

/// A search that is to be kept, now or from time to time.
pub struct Kept {
    /// Which search it is.
    pub id: u64,
    /// The puzzle to solve.
    pub puzzle: Puzzle,
    /// The method and its options.
    pub recipe: Recipe,
    /// How many steps it had taken when it was last saved to a file.
    pub saved_steps: Option<u64>,
    /// Tells how far it has come.
    pub recorder: Recorder,
}

impl Watched {
    fn new(id: u64, puzzle: Puzzle, recipe: Recipe, search: Search) -> Watched {
        Watched {
            id,
            puzzle,
            recipe,
            moment: None,
            tour: None,
            structured: false,
            search,
            broken: None,
            announced: None,
            notice: false,
            long: Long::NotYet,
            saved_steps: None,
            discarded: false,
            file: None,
            resumed: false,
        }
    }

    /// What it takes to keep it.
    pub fn kept(&self) -> Kept {
        Kept {
            id: self.id,
            puzzle: self.puzzle.clone(),
            recipe: self.recipe.clone(),
            saved_steps: self.saved_steps,
            recorder: self.search.recorder(),
        }
    }

    /// Its number in this session, and how many steps it had taken when it was last saved to a file.
    pub fn saved(&self) -> (u64, Option<u64>) {
        (self.id, self.saved_steps)
    }

    /// Whether it was resumed from a file.
    pub fn is_resumed(&self) -> bool {
        self.resumed
    }

    /// Whether it has steps that are not saved and not discarded.
    fn is_unsaved(&self) -> bool {
        let steps = self.moment.as_ref().map_or(0, |moment| moment.progress.steps);
        steps > 0 && self.saved_steps != Some(steps) && !self.discarded
    }

    /// Takes the newest moment from the thread. Returns whether there was one.
    fn update(&mut self) -> bool {
        let moment = match self.search.moment() {
            Ok(Some(moment)) => moment,
            Ok(None) => return false,
            Err(gone) => {
                self.broken.get_or_insert(gone.to_string());
                return false;
            }
        };
        self.check(&moment);
        self.announce_answer(&moment);
        self.estimate_if_long(&moment);
        if let Some(last) = self.moment.replace(moment) {
            self.search.reuse(last);
        }
        true
    }

    /// Checks that what the method reports as a tour is one.
    fn check(&mut self, moment: &Moment) {
        if moment.view != View::Tour && moment.status != Status::Found {
            self.tour = None;
        } else if self.tour.as_ref().is_none_or(|tour| tour.path() != moment.path) {
            self.tour = self.checked(&moment.path);
            self.structured = self.tour.as_ref().is_some_and(Tour::is_structured);
        }
    }

    /// A path that the method reports as a tour, if it is one. Otherwise the search is broken.
    fn checked(&mut self, path: &[Square]) -> Option<Tour> {
        let tour = checked(&self.puzzle, path.to_vec());
        tour.map_err(|wrong| self.broken = Some(wrong.to_string())).ok()
    }

    /// Announces an answer that the search has reached, if the board does not show it yet. A tour is
    /// checked before.
    fn announce_answer(&mut self, moment: &Moment) {
        let behind = moment.view == View::Search && moment.step < moment.length;
        let progress = &moment.progress;
        if progress.status != Status::Searching && self.announced != Some(progress.steps) {
            self.announced = Some(progress.steps);
            self.notice = behind;
            if let Some(path) = moment.found.as_ref().filter(|_| behind) {
                self.notice = self.checked(path).is_some();
            }
        }
        self.notice &= behind && progress.status != Status::Searching;
    }

    /// Asks for an estimate of the number of paths once the search has run for a long time.
    fn estimate_if_long(&mut self, moment: &Moment) {
        let progress = &moment.progress;
        let is_long = progress.seconds >= LONG && progress.tours == 0;
        if matches!(self.long, Long::NotYet) && is_long && progress.status == Status::Searching {
            let (sender, receiver) = bounded(1);
            let puzzle = self.puzzle.clone();
            background(move || {
                // The window may be closed by then.
                let _ = sender.send(paths_to_try(&puzzle));
            });
            self.long = Long::Asked(receiver);
        }
        if let Long::Asked(answer) = &self.long
            && let Ok(paths) = answer.try_recv()
        {
            self.long = Long::Known(paths);
        }
    }

    /// A method that is more likely to find a tour soon, if one may exist.
    fn instead(&self) -> Option<Recipe> {
        if !self.recipe.method.enumerates || matches!(verdict(&self.puzzle), Verdict::Impossible(_))
        {
            return None;
        }
        let name = if self.puzzle.goal() == Goal::Any { "warnsdorff" } else { "restarting" };
        name.parse().ok()
    }
}

/// A set-up and its search, stored for undo or redo.
struct Parked {
    setup: Setup,
    watched: Option<Watched>,
}

/// The set-up, the search on the board, and the history for undo.
pub struct Session {
    setup: Setup,
    /// For each square, whether no tour can start there.
    refused: Vec<bool>,
    watched: Option<Watched>,
    past: Vec<Parked>,
    future: Vec<Parked>,
    /// Whether the last change was a change of size.
    resizing: bool,
    /// How many searches were started.
    searches: u64,
    showing: Showing,
    /// Whether the speed is automatic, because the user has not chosen one yet.
    speed_fits: bool,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Session {
    /// A session without a search. `wake` is called when there is something new to show.
    pub fn new(setup: Setup, wake: Arc<dyn Fn() + Send + Sync>) -> Session {
        let refused = refused_starts(&setup.board, setup.goal);
        let speed = Speed::fitting(setup.board.squares_to_visit() as u64);
        Session {
            refused,
            setup,
            watched: None,
            past: Vec::new(),
            future: Vec::new(),
            resizing: false,
            searches: 0,
            showing: Showing::at(speed),
            speed_fits: true,
            wake,
        }
    }

    /// Uses another clock for all searches from now on.
    pub fn go_by(&mut self, clock: Clock) {
        self.showing.clock = clock;
    }

    /// The set-up of the next search.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The search on the board.
    pub fn watched(&self) -> Option<&Watched> {
        self.watched.as_ref()
    }

    /// What the window shows of the search on the board.
    pub fn moment(&self) -> Option<&Moment> {
        self.watched.as_ref().and_then(|watched| watched.moment.as_ref())
    }

    /// Whether a theorem says that no tour can start at a square.
    pub fn is_refused(&self, square: Square) -> bool {
        self.refused.get(square.index()).copied().unwrap_or(false)
    }

    /// Whether theorems say that no tour can start anywhere on the board.
    pub fn is_hopeless(&self) -> bool {
        starts(&self.setup.board, self.setup.goal).all(|square| self.is_refused(square))
    }

    /// Why no tour can start at a square.
    pub fn refusal(&self, square: Square) -> Option<Reason> {
        match verdict(&self.setup.puzzle(square)?) {
            Verdict::Impossible(reason) => Some(reason),
            Verdict::Possible | Verdict::Unknown => None,
        }
    }

    /// The state of the session.
    pub fn state(&self) -> State {
        let Some(watched) = &self.watched else { return State::Ready };
        if watched.broken.is_some() {
            return State::Broken;
        }
        let Some(moment) = &watched.moment else { return State::Searching };
        if let Some(tour) = &watched.tour {
            return State::Found { closed: tour.is_closed() };
        }
        match moment.status {
            Status::Exhausted if moment.progress.tours > 0 => State::NoOther,
            Status::Exhausted => State::NoTour,
            Status::GaveUp => State::GaveUp,
            _ if moment.playing => State::Searching,
            _ => State::Paused,
        }
    }

    /// The internal error, if there was one.
    pub fn broken(&self) -> Option<&str> {
        self.watched.as_ref().and_then(|watched| watched.broken.as_deref())
    }

    /// Whether the search has reached an answer that the board does not show yet and the user has
    /// not dismissed.
    pub fn has_news(&self) -> bool {
        self.watched.as_ref().is_some_and(|watched| watched.notice)
    }

    /// Dismisses the notice about the answer.
    pub fn dismiss_news(&mut self) {
        if let Some(watched) = &mut self.watched {
            watched.notice = false;
        }
    }

    /// What to tell the user about a search that has run for a long time without finding a tour.
    pub fn long_search(&self) -> Option<LongSearch> {
        let watched = self.watched.as_ref()?;
        let is_over = |moment: &Moment| moment.progress.status != Status::Searching;
        match watched.long {
            Long::Known(_) if watched.moment.as_ref().is_some_and(is_over) => None,
            Long::Known(paths) => Some(LongSearch { paths, instead: watched.instead() }),
            _ => None,
        }
    }

    /// Dismisses the notice about a long search for good.
    pub fn dismiss_long_search(&mut self) {
        if let Some(watched) = &mut self.watched {
            watched.long = Long::Dismissed;
        }
    }

    /// Takes what the thread has sent. Returns whether there was something new. Never waits.
    pub fn update(&mut self) -> bool {
        let is_new = self.watched.as_mut().is_some_and(Watched::update);
        if is_new {
            self.fit_speed();
        }
        is_new
    }

    /// Until the user chooses a speed, sets one at which all steps of the search play in a few
    /// seconds, or as many steps as the board has squares if that would be too fast to follow.
    fn fit_speed(&mut self) {
        if !self.speed_fits {
            return;
        }
        let answer = self.moment().map(|moment| moment.progress);
        let board =
            self.watched.as_ref().map_or(&self.setup.board, |watched| watched.puzzle.board());
        let squares = board.squares_to_visit() as u64;
        let steps = answer.filter(|answer| answer.status != Status::Searching);
        let steps = steps.map_or(squares, |answer| answer.steps);
        let steps = if steps <= squares * STEPS_A_SQUARE { steps } else { squares };
        let speed = Speed::fitting(steps);
        if speed != self.showing.speed {
            self.showing.speed = speed;
            self.with_search(|search| search.set_speed(speed));
        }
    }

    /// Whether the set-up has changed since the search on the board was started.
    pub fn differs_from_search(&self) -> bool {
        self.watched.as_ref().is_some_and(|watched| {
            let puzzle = &watched.puzzle;
            let asked = (puzzle.goal(), puzzle.seed(), &watched.recipe);
            asked != (self.setup.goal, self.setup.seed, &self.setup.recipe)
        })
    }

    /// Starts a search from a square, in place of the one on the board.
    pub fn start(&mut self, square: Square) {
        let Some(puzzle) = self.setup.puzzle(square) else { return };
        if self.watched.is_some() {
            self.park();
        }
        self.future.clear();
        self.resizing = false;
        let recipe = self.setup.recipe.clone();
        let solver = recipe.build(&puzzle);
        self.fit_speed();
        let search = Search::start(solver, &self.showing, Arc::clone(&self.wake));
        let id = self.new_id();
        self.watched = Some(Watched::new(id, puzzle, recipe, search));
    }

    fn new_id(&mut self) -> u64 {
        self.searches += 1;
        self.searches
    }

    /// Resumes a stored search, in place of what is on the board. Without a file, it counts as
    /// unsaved.
    pub fn resume(
        &mut self,
        puzzle: Puzzle,
        recipe: Recipe,
        recording: Recording,
        file: Option<Origin>,
    ) {
        let steps = recording.steps();
        self.lay_out(Setup::of(&puzzle, recipe.clone()));
        let solver = recipe.build(&puzzle);
        let search = Search::resume(solver, recording, &self.showing, Arc::clone(&self.wake));
        let watched = Watched::new(self.new_id(), puzzle, recipe, search);
        let saved_steps = file.is_some().then_some(steps);
        self.watched = Some(Watched { saved_steps, file, resumed: true, ..watched });
    }

    /// Replaces the set-up, and takes the search off the board.
    pub fn lay_out(&mut self, setup: Setup) {
        self.park();
        self.resizing = false;
        self.settle(setup);
    }

    /// The searches of which the first that has unsaved steps would be lost if the program ended now:
    /// the one on the board, unless it is discarded, and the unsaved ones that undo can bring back,
    /// the most recent first.
    pub fn worth_keeping(&self) -> impl Iterator<Item = &Watched> {
        let aside = self.past.iter().rev().filter_map(|parked| parked.watched.as_ref());
        let aside = aside.filter(|watched| watched.is_unsaved());
        self.watched.iter().filter(|watched| !watched.discarded).chain(aside)
    }

    /// Marks the search on the board as not worth keeping, unless undo brings it back.
    pub fn discard(&mut self) {
        if let Some(watched) = &mut self.watched {
            watched.discarded = true;
        }
    }

    /// Records that a search was saved to a file when it had taken `steps` steps.
    pub fn was_saved(&mut self, id: u64, steps: u64, file: Origin) {
        let parked = self.past.iter_mut().chain(&mut self.future);
        let parked = parked.filter_map(|parked| parked.watched.as_mut());
        if let Some(watched) =
            self.watched.iter_mut().chain(parked).find(|watched| watched.id == id)
        {
            watched.saved_steps = Some(steps);
            watched.file = Some(file);
        }
    }

    /// The file that the search on the board was saved to or opened from.
    pub fn file(&self) -> Option<&Origin> {
        self.watched.as_ref().and_then(|watched| watched.file.as_ref())
    }

    /// Whether the search on the board has steps that are not saved and not discarded.
    pub fn is_unsaved(&self) -> bool {
        self.watched.as_ref().is_some_and(Watched::is_unsaved)
    }

    /// The path on the board.
    pub fn path(&self) -> &[Square] {
        match self.moment() {
            Some(moment) => moment.visible(),
            None if self.watched.is_none() => &self.setup.given,
            None => &[],
        }
    }

    /// Changes the set-up. The search stays on the board unless the board itself changes.
    pub fn change(&mut self, setup: Setup) {
        if setup == self.setup {
            return;
        }
        let sides = |setup: &Setup| (setup.board.rows(), setup.board.cols());
        let resizes = sides(&setup) != sides(&self.setup);
        // Several changes of size in a row, without a search in between, are undone together.
        let continues = resizes && self.resizing && self.watched.is_none();
        if setup.board != self.setup.board && !continues {
            self.park();
        }
        self.future.clear();
        self.resizing = resizes;
        self.settle(setup);
    }

    /// Changes the set-up as part of the last change, so that both are undone together.
    pub fn amend(&mut self, setup: Setup) {
        self.settle(setup);
    }

    fn settle(&mut self, setup: Setup) {
        let changed = (&setup.board, setup.goal) != (&self.setup.board, self.setup.goal);
        self.setup = setup;
        if changed {
            self.refused = refused_starts(&self.setup.board, self.setup.goal);
        }
        self.fit_speed();
    }

    /// Stores the set-up and the search for undo.
    fn park(&mut self) {
        let parked = self.take();
        self.past.push(parked);
        self.future.clear();
        if self.past.len() > UNDO {
            self.past.remove(0);
        }
        // Older searches are dropped to save memory.
        let searches = self.past.iter_mut().rev().filter(|parked| parked.watched.is_some());
        searches.skip(PARKED).for_each(|parked| parked.watched = None);
    }

    fn take(&mut self) -> Parked {
        if let Some(watched) = &self.watched {
            watched.search.pause();
        }
        Parked { setup: self.setup.clone(), watched: self.watched.take() }
    }

    /// Whether undo would bring back a search.
    pub fn has_set_aside(&self) -> bool {
        self.past.last().is_some_and(|parked| parked.watched.is_some())
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Brings back the previous set-up and its search.
    pub fn undo(&mut self) {
        if let Some(earlier) = self.past.pop() {
            let now = self.take();
            self.future.push(now);
            self.bring_back(earlier);
        }
    }

    /// Takes back an undo.
    pub fn redo(&mut self) {
        if let Some(later) = self.future.pop() {
            let now = self.take();
            self.past.push(now);
            self.bring_back(later);
        }
    }

    fn bring_back(&mut self, parked: Parked) {
        self.resizing = false;
        self.settle(parked.setup);
        self.watched = parked.watched;
        if let Some(watched) = &mut self.watched {
            watched.discarded = false;
            watched.search.set_speed(self.showing.speed);
            watched.search.show_backtracking(self.showing.backtracking);
            watched.search.name_squares(self.showing.naming);
        }
    }

    /// How fast searches are shown.
    pub fn speed(&self) -> Speed {
        self.showing.speed
    }

    /// The speed that the user has chosen; `None` if it is automatic.
    pub fn chosen_speed(&self) -> Option<Speed> {
        (!self.speed_fits).then_some(self.showing.speed)
    }

    /// Sets how fast searches are shown.
    pub fn set_speed(&mut self, speed: Speed) {
        self.speed_fits = false;
        self.showing.speed = speed;
        self.with_search(|search| search.set_speed(speed));
    }

    /// How squares are named.
    pub fn naming(&self) -> Naming {
        self.showing.naming
    }

    /// The name of a square on the board.
    pub fn name(&self, square: Square) -> String {
        self.showing.naming.square(&self.setup.board, square)
    }

    /// Sets how squares are named.
    pub fn name_squares(&mut self, naming: Naming) {
        self.showing.naming = naming;
        self.with_search(|search| search.name_squares(naming));
    }

    /// Whether every step and retreat is shown, not only the tour.
    pub fn shows_backtracking(&self) -> bool {
        self.showing.backtracking
    }

    /// Shows every step and retreat, or only the tour.
    pub fn show_backtracking(&mut self, show: bool) {
        self.showing.backtracking = show;
        self.with_search(|search| search.show_backtracking(show));
    }

    /// Calls a function with the search on the board, if there is one.
    pub fn with_search(&self, call: impl FnOnce(&Search)) {
        if let Some(watched) = &self.watched {
            call(&watched.search);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search of 5×5 that has found its tour, and a moment of it that shows an earlier step.
    fn ahead() -> (Watched, Moment) {
        let puzzle: Puzzle = "5x5 given=0,0".parse().unwrap();
        let recipe: Recipe = "backtracking".parse().unwrap();
        let (sender, woken) = bounded(1);
        let wake = move || {
            // One signal is enough.
            let _ = sender.try_send(());
        };
        let search =
            Search::start(recipe.build(&puzzle), &Showing::at(Speed::at(0)), Arc::new(wake));
        let watched = Watched::new(1, puzzle, recipe, search);
        loop {
            woken.recv().unwrap();
            if let Some(moment) = watched.search.moment().unwrap()
                && moment.progress.status == Status::Found
            {
                return (watched, moment);
            }
        }
    }

    #[test]
    fn a_tour_is_checked_before_it_is_announced() {
        let (mut watched, moment) = ahead();
        assert!(moment.step < moment.length, "the board does not show it yet");
        watched.announce_answer(&moment);
        assert!(watched.notice && watched.broken.is_none());

        let (mut watched, mut moment) = ahead();
        let mut wrong = moment.found.as_ref().unwrap().to_vec();
        wrong.swap(3, 4);
        moment.found = Some(wrong.into());
        watched.announce_answer(&moment);
        assert!(!watched.notice);
        assert!(watched.broken.unwrap().starts_with("internal error"));
    }

    #[test]
    fn a_tour_that_does_not_reach_the_goal_is_no_tour() {
        let (mut watched, moment) = ahead();
        let board = watched.puzzle.board().clone();
        let given = watched.puzzle.given().to_vec();
        watched.puzzle = Puzzle::new(board, given, Goal::Closed, 0).unwrap();
        watched.announce_answer(&moment);
        assert!(!watched.notice && watched.broken.is_some(), "5×5 has no closed tour");
    }
}
