//! The state behind the window: the set-up, the search on the board, and the history for undo.
//! Nothing is drawn here.

mod about;
mod active;
mod checker;
mod comparison;
mod game_board;
mod game_session;
mod game_words;
mod hinter;
mod history;
mod known_starts;
mod number_lines;
mod playback;
mod race;
mod rearranging;
mod reasons;
mod refusal;
mod search_words;
mod second;
mod setup;
mod titles;

use std::cell::RefCell;
use std::sync::Arc;

use crate::board::{Board, Naming, Square};
use crate::engine::{
    Clock, Frame, PathIndex, PlaybackCommand, PlaybackSettings, Recording, Replay, SearchHandle,
    Speed, Wake, Worker,
};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{AutoChoice, MethodConfig, Status};

pub use about::{About, GameOverlay, OpenSquare, Tone};
pub use active::{ActiveSearch, LongSearch, Origin, SearchToSave};
pub use comparison::Comparison;
pub use game_board::{Demonstration, GameBoard};
pub use game_session::{GameSession, HintLevel};
pub use hinter::Advice;
use history::History;
pub use known_starts::{KnownStarts, StartCounts};
pub use number_lines::{NumberLine, kind_lines, reached, work_lines};
pub use playback::Playback;
pub use race::Race;
use rearranging::KnownAnswers;
pub use reasons::Why;
use refusal::KnownRefusals;
pub use refusal::Refusal;
pub use search_words::{CHOOSING, all_tried, in_numbers};
pub use second::SecondBoard;
pub use setup::Setup;
pub use titles::{file_stem, title, title_of_search};

/// A search with at most this many steps per square is played at a speed that fits all its steps.
const MAX_STEPS_PER_SQUARE: u64 = 30;

/// The state of a session, for the window to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// No search has been started.
    Ready,
    Searching,
    /// The search has ended, and its steps are being watched.
    Replaying,
    Paused,
    Found {
        closed: bool,
    },
    /// Every path was tried: no tour exists.
    NoTour,
    /// Every path was tried: no other tour exists.
    NoOther,
    GaveUp,
    /// An internal error: a bug in the program.
    Broken,
}

/// Identifies what the board shows: as long as it is equal, the board looks the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardVersion {
    changes: u64,
    starts: u64,
    frame: Option<(u64, u64)>,
}

impl BoardVersion {
    /// Whether both show the same search on the same board, perhaps at different steps.
    pub fn shows_same_search(&self, other: &BoardVersion) -> bool {
        let search = |edition: &BoardVersion| edition.frame.map(|frame| frame.0);
        let board = |edition: &BoardVersion| (edition.changes, edition.starts);
        search(self) == search(other) && board(self) == board(other)
    }
}

/// The set-up, the search on the board, and the history for undo.
pub struct Session {
    setup: Setup,
    /// The index of the path that is to be finished.
    given: PathIndex,
    /// The squares where no tour can start.
    starts: KnownStarts,
    /// Refusals since the last change of the set-up, which take a while on a large board.
    refusals: RefCell<KnownRefusals>,
    /// Answers about rearranging the path on the board since then.
    rearranging: KnownAnswers,
    changes: u64,
    active: Option<ActiveSearch>,
    history: History,
    resizing: bool,
    searches: u64,
    settings: PlaybackSettings,
    naming: Naming,
    /// Whether the speed is automatic, because the user has not chosen one yet.
    speed_fits: bool,
    wake: Wake,
}

impl Session {
    /// A session without a search. `wake` is called when there is something new to show.
    pub fn new(setup: Setup, wake: Wake) -> Session {
        let starts = KnownStarts::of(&setup.board, setup.goal, &wake);
        Session::with_starts(setup, starts, wake)
    }

    fn with_starts(setup: Setup, starts: KnownStarts, wake: Wake) -> Session {
        let speed = Speed::fitting(setup.board.squares_to_visit() as u64);
        Session {
            given: PathIndex::of(&setup.given),
            starts,
            refusals: RefCell::default(),
            rearranging: KnownAnswers::default(),
            changes: 0,
            setup,
            active: None,
            history: History::default(),
            resizing: false,
            searches: 0,
            settings: PlaybackSettings::at(speed),
            naming: Naming::default(),
            speed_fits: true,
            wake,
        }
    }

    pub fn config_shown(&self) -> &MethodConfig {
        self.active().map_or(&self.setup.config, |active| &active.config)
    }

    /// Another session with the same set-up and settings, except method and speed.
    fn beside(&self, config: MethodConfig) -> Session {
        let setup = Setup { config, ..self.setup.clone() };
        let session = Session::with_starts(setup, self.starts.clone(), Arc::clone(&self.wake));
        Session {
            changes: self.changes,
            settings: self.settings.clone(),
            naming: self.naming,
            speed_fits: false,
            ..session
        }
    }

    /// Uses another clock for all searches from now on.
    pub fn set_clock(&mut self, clock: Clock) {
        self.settings.clock = clock;
    }

    /// The set-up of the next search.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    pub fn active(&self) -> Option<&ActiveSearch> {
        self.active.as_ref()
    }

    /// The newest frame of the search on the board.
    pub fn frame(&self) -> Option<&Frame> {
        self.active.as_ref()?.frame.as_ref()
    }

    /// Where tours can start.
    pub fn starts(&self) -> &KnownStarts {
        &self.starts
    }

    /// What is true of a hopeless board: that no tour of the kind that is wanted exists there.
    pub fn none_exists(&self) -> String {
        let Setup { board, goal, .. } = &self.setup;
        let end =
            goal.end().map_or(String::new(), |end| format!(" that ends at {}", self.name(end)));
        let is_plain = board.holes().is_empty() && !board.is_wrapped();
        let sides = format!("{}×{}", board.rows(), board.cols());
        let place = if is_plain { &sides } else { "this board" };
        format!("No {}{end} exists on {place}", goal.noun())
    }

    pub fn state(&self) -> State {
        self.active.as_ref().map_or(State::Ready, ActiveSearch::state)
    }

    /// Whether the method is still being chosen.
    pub fn is_choosing(&self) -> bool {
        self.active.as_ref().is_some_and(ActiveSearch::is_choosing)
    }

    /// Whether the search on the board was saved and is being replayed.
    pub fn is_replaying(&self) -> bool {
        let replay = self.active.as_ref().and_then(ActiveSearch::replay);
        matches!(replay, Some(Replay::Running(_)))
    }

    /// The internal error, if there was one.
    pub fn broken(&self) -> Option<&str> {
        self.active.as_ref()?.broken.as_deref()
    }

    /// Whether there is an answer that the board does not show and the user has not dismissed.
    pub fn has_unshown_answer(&self) -> bool {
        self.active.as_ref().is_some_and(|active| active.has_unshown_answer)
    }

    pub fn dismiss_answer(&mut self) {
        if let Some(active) = &mut self.active {
            active.has_unshown_answer = false;
        }
    }

    /// Set if the search has run for a long time without finding a tour.
    pub fn long_search(&self) -> Option<LongSearch> {
        self.active.as_ref()?.long_search()
    }

    pub fn dismiss_long_search(&mut self) {
        if let Some(active) = &mut self.active {
            active.dismiss_long_search();
        }
    }

    /// Takes new frames without waiting. Returns whether there were any.
    pub fn update(&mut self) -> bool {
        let is_new = self.active.as_mut().is_some_and(ActiveSearch::update);
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
        let answer = self.frame().map(|frame| frame.progress);
        let board = self.active.as_ref().map_or(&self.setup.board, |active| active.puzzle.board());
        let squares = board.squares_to_visit() as u64;
        let steps = answer.filter(|answer| answer.status != Status::Searching);
        let steps = steps.map_or(squares, |answer| answer.steps);
        let steps = if steps <= squares * MAX_STEPS_PER_SQUARE { steps } else { squares };
        let speed = Speed::fitting(steps);
        if speed != self.settings.speed {
            self.settings.speed = speed;
            self.playback(PlaybackCommand::Speed(speed));
        }
    }

    /// Whether the set-up has changed since the search on the board was started.
    pub fn differs_from_search(&self) -> bool {
        self.active.as_ref().is_some_and(|active| {
            let puzzle = &active.puzzle;
            let asked = (puzzle.goal(), puzzle.seed(), &active.config, puzzle.base());
            let Setup { goal, seed, config, .. } = &self.setup;
            asked != (*goal, *seed, config, &self.setup.asked_base())
        })
    }

    /// Starts a search from a square, in place of the one on the board, or says why not.
    pub fn start(&mut self, square: Square) -> Result<(), Refusal> {
        let puzzle = self.check_method(self.check_tours(self.puzzle_at(square)?)?)?;
        self.search(puzzle);
        Ok(())
    }

    pub fn start_anyway(&mut self, square: Square) -> Result<(), Refusal> {
        let puzzle = self.check_method(self.puzzle_at(square)?)?;
        self.search(puzzle);
        Ok(())
    }

    fn search(&mut self, puzzle: Puzzle) {
        if self.active.is_some() {
            self.push_undo();
        }
        self.history.future.clear();
        self.resizing = false;
        let config = self.setup.config.clone();
        self.fit_speed();
        let search = if config.picks() {
            self.choose_method(&puzzle)
        } else {
            let solver = config.build(&puzzle);
            self.start_worker(move |settings| Worker::new(solver, settings))
        };
        self.active = Some(self.new_search(puzzle, config, None, search));
    }

    fn choose_method(&self, puzzle: &Puzzle) -> SearchHandle {
        let puzzle = puzzle.clone();
        self.start_worker(move |settings| Worker::choose(puzzle, settings))
    }

    fn start_worker(
        &self,
        make: impl FnOnce(&PlaybackSettings) -> Worker + Send + 'static,
    ) -> SearchHandle {
        SearchHandle::start(&self.settings, Arc::clone(&self.wake), make)
    }

    fn new_search(
        &mut self,
        puzzle: Puzzle,
        config: MethodConfig,
        pick: Option<Arc<AutoChoice>>,
        search: SearchHandle,
    ) -> ActiveSearch {
        self.searches += 1;
        let wake = Arc::clone(&self.wake);
        ActiveSearch::new(self.searches, puzzle, config, pick, search, wake)
    }

    /// Resumes a stored search, in place of what is on the board. If it was stored before its
    /// method was chosen, the choice begins again. Without a file, it counts as unsaved.
    pub fn resume(
        &mut self,
        puzzle: Puzzle,
        config: MethodConfig,
        recording: Recording,
        file: Option<Origin>,
    ) {
        let (steps, pick) = (recording.steps(), recording.pick.clone());
        self.replace_setup(self.setup.with_puzzle(&puzzle, config.clone()));
        let search = if config.picks() && pick.is_none() {
            let search = self.choose_method(&puzzle);
            search.send(PlaybackCommand::PauseAt(0));
            search
        } else {
            let solver =
                pick.as_ref().map_or_else(|| config.build(&puzzle), |pick| pick.build(&puzzle));
            self.start_worker(move |settings| Worker::resume(solver, recording, settings))
        };
        let active = self.new_search(puzzle, config, pick, search);
        self.active = Some(active.resumed(steps, file));
    }

    /// Replaces the set-up, and takes the search off the board.
    pub fn replace_setup(&mut self, setup: Setup) {
        self.push_undo();
        self.resizing = false;
        self.apply_setup(setup);
    }

    /// Shows a path that is made by hand, without a search. It cannot be undone here.
    fn show_path(&mut self, board: &Board, goal: Goal, path: &[Square]) {
        self.active = None;
        let setup = Setup { goal, given: path.into(), ..self.setup.with_board(board.clone()) };
        self.apply_setup(setup);
    }

    /// Marks the search on the board as one that repeats a run of the lab, and is only looked at
    /// until it continues from there.
    pub fn repeats_run(&mut self) {
        if let Some(active) = &mut self.active {
            active.repeats_run = true;
        }
    }

    pub fn find_next(&mut self) {
        if let Some(active) = &mut self.active {
            active.repeats_run = false;
            active.search.send(PlaybackCommand::FindNext);
        }
    }

    /// Marks the search on the board as not worth keeping, unless undo restores it.
    pub fn discard(&mut self) {
        if let Some(active) = &mut self.active {
            active.discarded = true;
        }
    }

    pub fn was_saved(&mut self, id: u64, steps: u64, file: Origin) {
        let mut all = self.active.iter_mut().chain(self.history.searches_mut());
        if let Some(active) = all.find(|active| active.id == id) {
            (active.saved_steps, active.file) = (Some(steps), Some(file));
        }
    }

    /// The file that the search on the board was saved to or opened from.
    pub fn file(&self) -> Option<&Origin> {
        self.active.as_ref()?.file()
    }

    /// Whether the search on the board has steps that are not saved and not discarded.
    pub fn is_unsaved(&self) -> bool {
        self.active.as_ref().is_some_and(ActiveSearch::is_unsaved)
    }

    pub fn can_save(&self) -> bool {
        self.active.is_some() || !self.setup.given.is_empty()
    }

    /// Whether a path is on the board that no search has started from.
    pub fn has_path_to_finish(&self) -> bool {
        self.active.is_none() && !self.setup.given.is_empty()
    }

    /// Whether the method may find another tour after the one on the board.
    pub fn can_find_next(&self) -> bool {
        self.frame().is_some_and(|frame| {
            let answer = &frame.progress;
            answer.status == Status::Found && !answer.knows_no_other && frame.step == frame.length
        })
    }

    pub fn path(&self) -> &[Square] {
        match self.frame() {
            Some(frame) => frame.visible(),
            None if self.active.is_none() => &self.setup.given,
            None => &[],
        }
    }

    /// The index of [`Session::path`]. It also covers the squares of a tour that are not shown yet.
    pub fn path_index(&self) -> &PathIndex {
        match self.frame() {
            Some(frame) => &frame.path_index,
            None if self.active.is_none() => &self.given,
            None => PathIndex::NONE,
        }
    }

    /// Changes whenever the board may look different.
    pub fn edition(&self) -> BoardVersion {
        let frame = self.active.as_ref().map(ActiveSearch::edition);
        BoardVersion { changes: self.changes, starts: self.starts.version(), frame }
    }

    /// Changes the set-up. The search stays on the board unless the board itself changes.
    pub fn change(&mut self, setup: Setup) {
        if setup == self.setup {
            return;
        }
        let sides = |setup: &Setup| (setup.board.rows(), setup.board.cols());
        let resizes = sides(&setup) != sides(&self.setup);
        // Several changes of size in a row, without a search in between, are undone together.
        let continues = resizes && self.resizing && self.active.is_none();
        if setup.board != self.setup.board && !continues {
            self.push_undo();
        }
        self.history.future.clear();
        self.resizing = resizes;
        self.apply_setup(setup);
    }

    /// Changes the set-up as part of the last change, so that both are undone together.
    pub fn extend_last_change(&mut self, setup: Setup) {
        self.apply_setup(setup);
    }

    fn forget_answers(&mut self) {
        self.refusals = RefCell::default();
        self.rearranging = KnownAnswers::default();
    }

    fn apply_setup(&mut self, setup: Setup) {
        let changed = (&setup.board, setup.goal) != (&self.setup.board, self.setup.goal);
        if setup.given != self.setup.given {
            self.given = PathIndex::of(&setup.given);
        }
        self.setup = setup;
        self.forget_answers();
        self.changes += 1;
        if changed {
            self.starts = KnownStarts::of(&self.setup.board, self.setup.goal, &self.wake);
        }
        self.fit_speed();
    }

    pub fn speed(&self) -> Speed {
        self.settings.speed
    }

    /// `None` if it is automatic.
    pub fn chosen_speed(&self) -> Option<Speed> {
        (!self.speed_fits).then_some(self.settings.speed)
    }

    pub fn set_speed(&mut self, speed: Speed) {
        self.speed_fits = false;
        self.settings.speed = speed;
        self.playback(PlaybackCommand::Speed(speed));
    }

    /// Applies the preferences. Without a speed, each search gets one that fits.
    pub fn show_as(&mut self, speed: Option<Speed>, backtracking: bool, naming: Naming) {
        if speed != self.chosen_speed() {
            self.speed_fits = speed.is_none();
            match speed {
                Some(speed) => self.set_speed(speed),
                None => self.fit_speed(),
            }
        }
        if backtracking != self.settings.backtracking {
            self.settings.backtracking = backtracking;
            self.playback(PlaybackCommand::ShowBacktracking(backtracking));
        }
        self.naming = naming;
    }

    pub fn naming(&self) -> Naming {
        self.naming
    }

    pub fn name(&self, square: Square) -> String {
        self.naming.square(&self.setup.board, square)
    }

    /// Whether every step and retreat is shown, not only the tour.
    pub fn shows_backtracking(&self) -> bool {
        self.settings.backtracking
    }

    /// Sends a playback command to the search on the board, if there is one. To change a setting
    /// for later searches too, use [`Session::set_speed`] and the like.
    pub fn playback(&self, command: PlaybackCommand) {
        if let Some(active) = &self.active {
            active.search.send(command);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feasibility::Obstruction;

    fn session(board: &str) -> Session {
        let setup = Setup::usual().unwrap().with_board(board.parse().unwrap());
        Session::new(setup, Arc::new(|| {}))
    }

    fn at(session: &Session, name: &str) -> Square {
        session.setup().board.parse_square(name).unwrap()
    }

    /// A click gets the same answer before it starts something and when it does.
    #[test]
    fn a_start_says_why_it_is_refused_and_never_does_nothing() {
        let mut session = session("5x5");
        let (dark, hole, end) = (at(&session, "b1"), at(&session, "c3"), at(&session, "e5"));
        let setup = session.setup().with_hole_toggled(hole).unwrap();
        session.change(Setup { goal: Goal::End(end), ..setup });
        let says = |session: &mut Session, square| {
            let before = session.refusal(square);
            let said = session.start(square).err();
            assert_eq!(before, said);
            assert_eq!(session.active().is_none(), said.is_some());
            let setup = session.setup();
            said.map(|refusal| refusal.words(&setup.board, session.naming()))
        };
        let said = says(&mut session, hole).unwrap();
        assert_eq!(said, "there is a hole at c3; choose another square");
        let said = says(&mut session, end).unwrap();
        assert_eq!(said, "the tour must end at e5, so it cannot start there");
        assert!(session.start_anyway(hole).is_err() && session.start_anyway(end).is_err());

        session.change(session.setup().with_hole_toggled(hole).unwrap());
        session.change(Setup { goal: Goal::Any, ..session.setup().clone() });
        assert!(says(&mut session, dark).unwrap().contains("odd number of squares"));
        let refused = session.start(dark);
        assert!(matches!(refused, Err(Refusal::NoTour(Obstruction::MinorityStart(..)))));
        assert_eq!(session.start_anyway(dark), Ok(()), "a theorem can be overruled");
        session.replace_setup(session.setup().clone());
        let corner = at(&session, "a1");
        assert_eq!(says(&mut session, corner), None);
    }

    /// A path that visits the end too early is refused for that, not for its start.
    #[test]
    fn a_path_through_the_end_is_refused_for_that() {
        let mut session = session("5x5");
        let given = ["a1", "b3", "c5"].map(|name| at(&session, name)).to_vec();
        let (start, goal) = (given[0], Goal::End(given[1]));
        let given = given.into();
        session.replace_setup(Setup { given, goal, ..session.setup().clone() });
        let said = session.start(start).unwrap_err();
        let said = said.words(&session.setup().board, session.naming());
        assert_eq!(said, "the tour must end at b3, but the path so far already visits it");
        assert!(session.active().is_none());
    }

    /// The window does not wait for the choice of a method, and the choice ends with its search.
    #[test]
    fn a_method_is_chosen_off_the_board() {
        let mut session = session("1000x1000");
        let (hole, start) = (at(&session, "0,0"), at(&session, "5,5"));
        session.change(session.setup().with_hole_toggled(hole).unwrap());
        let watch = crate::engine::Stopwatch::start();
        session.start_anyway(start).unwrap();
        assert!(session.active().unwrap().is_choosing() && session.frame().is_none());
        assert!(!session.is_unsaved());
        session.replace_setup(session.setup().with_board("8x8".parse().unwrap()));
        session.start(at(&session, "a1")).unwrap();
        while !session.update() {
            std::thread::yield_now();
        }
        let active = session.active().unwrap();
        assert!(!active.is_choosing());
        assert_eq!(active.pick.config.to_string(), "restarting");
        assert!(active.pick.why.is_some());
        assert!(watch.seconds() < 20.0, "{}", watch.seconds());
        session.undo();
        assert!(session.active().unwrap().is_choosing(), "it goes on where it was");
    }
}
