//! What is on the table: the set-up, the search that is being watched, and what came before.
//! There is no drawing here; the window shows what this room knows.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::{Receiver, bounded};

use crate::board::{Board, BoardError, Naming, Square};
use crate::engine::{Clock, Moment, Recording, Search, Showing, Speed, View, background};
use crate::feasibility::{Reason, Verdict, refused_starts, verdict};
use crate::puzzle::{Goal, Puzzle, starts};
use crate::solver::{Recipe, Status, paths_to_try};
use crate::tour::Tour;

/// How many set-ups can be undone, and how many of them keep their search.
const UNDO: usize = 50;
const PARKED: usize = 3;
/// A search that takes longer than this without a tour is a long one, in seconds.
const LONG: f64 = 5.0;
/// A film of at most this many steps for each square is played whole at a speed that fits it.
const STEPS_A_SQUARE: u64 = 4;

/// What the next search will be, but for its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The board.
    pub board: Board,
    /// Which tours count.
    pub goal: Goal,
    /// Where all randomness comes from.
    pub seed: u64,
    /// The method with its options.
    pub recipe: Recipe,
    /// A path on the board that is to be finished; mostly there is none.
    pub given: Vec<Square>,
}

impl Setup {
    /// The usual board of 8×8 squares, and the usual method.
    pub fn usual() -> Result<Setup, BoardError> {
        let board = Board::new(8, 8)?;
        let recipe = Recipe::default();
        Ok(Setup { board, goal: Goal::Any, seed: 0, recipe, given: Vec::new() })
    }

    /// The same with another board. Where the tour must end at a square, that square keeps its name;
    /// if the board no longer has it, the tour can end anywhere.
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

    /// Where a square of this board is on another one: in the same column and row, where rows count
    /// from the bottom if squares have chess names, so that f1 stays f1.
    fn place_on(&self, board: &Board, square: Square) -> Option<Square> {
        let (row, col) = (self.board.row(square), self.board.col(square));
        let row = match self.board.has_names() {
            true => (row + board.rows()).checked_sub(self.board.rows())?,
            false => row,
        };
        board.square(row, col)
    }

    /// The same with another number of rows and columns. Holes keep their names as long as they are
    /// on the board.
    pub fn resized(&self, rows: u32, cols: u32) -> Result<Setup, BoardError> {
        let board = Board::new(rows, cols)?.wrapped(self.board.is_wrapped());
        let holes = self.board.holes().iter();
        let holes = holes.filter_map(|hole| self.place_on(&board, *hole)).collect::<Vec<_>>();
        // Where the holes would cover all of a smaller board, they go.
        let board = board.clone().with_holes(holes).unwrap_or(board);
        Ok(self.with_board(board))
    }

    /// The same with a hole more or less. The last square cannot be a hole.
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

    /// The puzzle from this start, where it can be one. From the start of a path that is there
    /// already the whole path is given.
    pub fn puzzle(&self, start: Square) -> Option<Puzzle> {
        let is_given = self.given.first() == Some(&start);
        let given = if is_given { self.given.clone() } else { vec![start] };
        Puzzle::new(self.board.clone(), given, self.goal, self.seed).ok()
    }
}

/// How things stand, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing has begun.
    Ready,
    /// The search or its film is running.
    Searching,
    /// It is halted.
    Paused,
    /// There is a tour, and whether it is closed.
    Found {
        /// Its ends are a move apart.
        closed: bool,
    },
    /// There is none: everything was tried.
    NoTour,
    /// There is no other: everything was tried, and tours were found before.
    NoOther,
    /// The method stopped without an answer.
    GaveUp,
    /// The program made a mistake.
    Broken,
}

/// A search that is being watched.
pub struct Watched {
    /// What is asked.
    pub puzzle: Puzzle,
    /// How it is looked for.
    pub recipe: Recipe,
    /// What there is to see.
    pub moment: Option<Moment>,
    /// The tour of this moment, checked.
    pub tour: Option<Tour>,
    /// Whether it is structured, which takes a while to find out.
    pub structured: bool,
    search: Search,
    /// What went wrong in the program itself.
    broken: Option<String>,
    /// The step of the answer that was announced.
    announced: Option<u64>,
    /// Whether the notice of it is still there.
    notice: bool,
    /// What is known of how long it may take.
    long: Long,
    /// A number of its own among the searches of this session.
    id: u64,
    /// The steps it had made when it was kept last, and the file, if it has one.
    kept: Option<u64>,
    /// Somebody has cleared the board of it: it is not kept for the next start.
    discarded: bool,
    file: Option<PathBuf>,
}

/// What is known of how long a search may take.
enum Long {
    /// It has not run for long.
    NotYet,
    /// The paths are being estimated.
    Asked(Receiver<f64>),
    /// About this many paths, as a power of ten.
    Known(f64),
    /// That was read.
    Dismissed,
}

/// A search that has run for long without a tour.
#[derive(Clone, Debug, PartialEq)]
pub struct LongSearch {
    /// About how many paths plain backtracking has to try, as a power of ten.
    pub paths: f64,
    /// A method that is more likely to find a tour soon, where there is one.
    pub instead: Option<Recipe>,
}

/// A search that is about to be kept.
pub struct Kept {
    /// Which search it is.
    pub id: u64,
    /// What is asked.
    pub puzzle: Puzzle,
    /// How it is looked for.
    pub recipe: Recipe,
    /// How far it has come, as soon as its thread has said so.
    pub recording: Receiver<Recording>,
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
            kept: None,
            discarded: false,
            file: None,
        }
    }

    /// Asks for what has to be kept of it.
    pub fn record(&self) -> Kept {
        let (puzzle, recipe) = (self.puzzle.clone(), self.recipe.clone());
        Kept { id: self.id, puzzle, recipe, recording: self.search.record() }
    }

    /// A number of its own among the searches of the session, the steps it has made and the one that
    /// is shown.
    pub fn place(&self) -> (u64, u64, u64) {
        let steps = self.moment.as_ref().map(|moment| (moment.progress.steps, moment.step));
        let (steps, step) = steps.unwrap_or_default();
        (self.id, steps, step)
    }

    /// Whether it has gone on since it was kept, if it ever was.
    fn is_unsaved(&self) -> bool {
        let (_, steps, _) = self.place();
        steps > 0 && self.kept != Some(steps) && !self.discarded
    }

    /// Takes the newest moment from the thread; says whether there was one.
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
        self.look_for_news(&moment);
        self.look_at_time(&moment);
        if let Some(last) = self.moment.replace(moment) {
            self.search.reuse(last);
        }
        true
    }

    /// Checks what is claimed to be a tour.
    fn check(&mut self, moment: &Moment) {
        if moment.view != View::Tour && moment.status != Status::Found {
            self.tour = None;
        } else if self.tour.as_ref().is_none_or(|tour| tour.path() != moment.path) {
            match Tour::new(self.puzzle.board().clone(), moment.path.clone()) {
                Ok(tour) => {
                    self.structured = tour.is_structured();
                    self.tour = Some(tour);
                }
                Err(error) => {
                    let name = self.recipe.method.name;
                    self.broken = Some(format!("{name} claimed a tour that is none: {error}"));
                }
            }
        }
    }

    /// Whether the maker has come to an answer that is not shown yet.
    fn look_for_news(&mut self, moment: &Moment) {
        let behind = moment.view == View::Search && moment.step < moment.length;
        let progress = &moment.progress;
        if progress.status != Status::Searching && self.announced != Some(progress.steps) {
            self.announced = Some(progress.steps);
            self.notice = behind;
        }
        self.notice &= behind && progress.status != Status::Searching;
    }

    /// Asks how much there is to try once the search has run for long.
    fn look_at_time(&mut self, moment: &Moment) {
        let progress = &moment.progress;
        let is_long = progress.seconds >= LONG && progress.tours == 0;
        if matches!(self.long, Long::NotYet) && is_long && progress.status == Status::Searching {
            let (sender, receiver) = bounded(1);
            let puzzle = self.puzzle.clone();
            background(move || {
                // The window may be gone by then.
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

    /// A method that is more likely to find a tour of this kind soon.
    fn instead(&self) -> Option<Recipe> {
        if !self.recipe.method.enumerates || matches!(verdict(&self.puzzle), Verdict::Impossible(_))
        {
            return None;
        }
        let name = if self.puzzle.goal() == Goal::Any { "warnsdorff" } else { "restarting" };
        name.parse().ok()
    }
}

/// The set-up and search of an earlier or later time.
struct Parked {
    setup: Setup,
    watched: Option<Watched>,
}

/// What is on the table.
pub struct Session {
    setup: Setup,
    /// For each square, whether no tour can start there.
    refused: Vec<bool>,
    watched: Option<Watched>,
    past: Vec<Parked>,
    future: Vec<Parked>,
    /// The last change was one of size.
    resizing: bool,
    /// The searches that were begun.
    searches: u64,
    showing: Showing,
    /// Nobody has chosen a speed yet: it fits what is shown.
    speed_fits: bool,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Session {
    /// A session with nothing begun. `wake` is called when there is something new to see.
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

    /// Shows searches by another clock from now on.
    pub fn go_by(&mut self, clock: Clock) {
        self.showing.clock = clock;
    }

    /// What the next search will be.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The search on the board.
    pub fn watched(&self) -> Option<&Watched> {
        self.watched.as_ref()
    }

    /// What there is to see of it.
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

    /// How things stand.
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

    /// What went wrong in the program itself.
    pub fn broken(&self) -> Option<&str> {
        self.watched.as_ref().and_then(|watched| watched.broken.as_deref())
    }

    /// Whether the search has an answer that is not on the board yet, and nobody has seen it.
    pub fn has_news(&self) -> bool {
        self.watched.as_ref().is_some_and(|watched| watched.notice)
    }

    /// The news was read.
    pub fn dismiss_news(&mut self) {
        if let Some(watched) = &mut self.watched {
            watched.notice = false;
        }
    }

    /// The search on the board, if it has run for long without a tour and nobody has seen that yet.
    pub fn long_search(&self) -> Option<LongSearch> {
        let watched = self.watched.as_ref()?;
        let is_over = |moment: &Moment| moment.progress.status != Status::Searching;
        match watched.long {
            Long::Known(_) if watched.moment.as_ref().is_some_and(is_over) => None,
            Long::Known(paths) => Some(LongSearch { paths, instead: watched.instead() }),
            _ => None,
        }
    }

    /// That was read, and is not shown again for this search.
    pub fn dismiss_long_search(&mut self) {
        if let Some(watched) = &mut self.watched {
            watched.long = Long::Dismissed;
        }
    }

    /// Takes what the thread has sent; says whether there was something new. Never waits.
    pub fn update(&mut self) -> bool {
        let is_new = self.watched.as_mut().is_some_and(Watched::update);
        if is_new {
            self.fit_speed();
        }
        is_new
    }

    /// While nobody has chosen a speed, a tour plays in a few seconds: all steps of its search, or
    /// where they are too many for that, as many as the board has squares.
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

    /// Takes up a search that was kept, in place of what is on the board. Without a file it is one
    /// that still has to be saved.
    pub fn take_up(
        &mut self,
        puzzle: Puzzle,
        recipe: Recipe,
        recording: Recording,
        file: Option<PathBuf>,
    ) {
        let steps = recording.marks.last().map_or(0, |mark| mark.tally().steps());
        self.lay_out(Setup::of(&puzzle, recipe.clone()));
        let solver = recipe.build(&puzzle);
        let search = Search::resume(solver, recording, &self.showing, Arc::clone(&self.wake));
        let watched = Watched::new(self.new_id(), puzzle, recipe, search);
        let kept = file.is_some().then_some(steps);
        self.watched = Some(Watched { kept, file, ..watched });
    }

    /// Puts another set-up on the table, with nothing begun.
    pub fn lay_out(&mut self, setup: Setup) {
        self.park();
        self.resizing = false;
        self.settle(setup);
    }

    /// Asks for what has to be kept of the search on the board.
    pub fn record(&self) -> Option<Kept> {
        self.watched.as_ref().map(Watched::record)
    }

    /// The search that would be lost with the session: the one on the board, or where that is saved,
    /// the last one that was set aside without being saved.
    pub fn unsaved(&self) -> Option<&Watched> {
        let aside = self.past.iter().rev().filter_map(|parked| parked.watched.as_ref());
        self.watched.iter().chain(aside).find(|watched| watched.is_unsaved())
    }

    /// What is on the board need not be kept, unless undo brings it back.
    pub fn discard(&mut self) {
        if let Some(watched) = &mut self.watched {
            watched.discarded = true;
        }
    }

    /// A search was kept in a file when it had made so many steps.
    pub fn was_kept(&mut self, id: u64, steps: u64, file: PathBuf) {
        let parked = self.past.iter_mut().chain(&mut self.future);
        let parked = parked.filter_map(|parked| parked.watched.as_mut());
        if let Some(watched) =
            self.watched.iter_mut().chain(parked).find(|watched| watched.id == id)
        {
            watched.kept = Some(steps);
            watched.file = Some(file);
        }
    }

    /// The file that the search on the board is kept in.
    pub fn file(&self) -> Option<&Path> {
        self.watched.as_ref().and_then(|watched| watched.file.as_deref())
    }

    /// Whether the search on the board has gone on since it was kept, if it ever was.
    pub fn is_unsaved(&self) -> bool {
        self.watched.as_ref().is_some_and(Watched::is_unsaved)
    }

    /// The squares that are on the board, in order.
    pub fn path(&self) -> &[Square] {
        match self.moment() {
            Some(moment) => moment.visible(),
            None if self.watched.is_none() => &self.setup.given,
            None => &[],
        }
    }

    /// Changes the set-up. A search stays on the board as long as its board does.
    pub fn change(&mut self, setup: Setup) {
        if setup == self.setup {
            return;
        }
        let sides = |setup: &Setup| (setup.board.rows(), setup.board.cols());
        let resizes = sides(&setup) != sides(&self.setup);
        // One size after the other, with nothing begun between them, is one change to undo.
        let goes_on = resizes && self.resizing && self.watched.is_none();
        if setup.board != self.setup.board && !goes_on {
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

    /// Puts set-up and search where undo finds them.
    fn park(&mut self) {
        let parked = self.take();
        self.past.push(parked);
        self.future.clear();
        if self.past.len() > UNDO {
            self.past.remove(0);
        }
        // The oldest searches give back their memory.
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

    /// Whether there is something to do again.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Goes back to the last set-up with its search.
    pub fn undo(&mut self) {
        if let Some(earlier) = self.past.pop() {
            let now = self.take();
            self.future.push(now);
            self.bring_back(earlier);
        }
    }

    /// Takes an undo back.
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

    /// The speed that somebody has chosen; without one it fits what is shown.
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

    /// Names squares in this way.
    pub fn name_squares(&mut self, naming: Naming) {
        self.showing.naming = naming;
        self.with_search(|search| search.name_squares(naming));
    }

    /// Whether every step and retreat is shown, or only the tour.
    pub fn shows_backtracking(&self) -> bool {
        self.showing.backtracking
    }

    /// Shows every step and retreat, or only the tour.
    pub fn show_backtracking(&mut self, show: bool) {
        self.showing.backtracking = show;
        self.with_search(|search| search.show_backtracking(show));
    }

    /// Tells the thread of the search on the board something, if there is one.
    pub fn with_search(&self, tell: impl FnOnce(&Search)) {
        if let Some(watched) = &self.watched {
            tell(&watched.search);
        }
    }
}
