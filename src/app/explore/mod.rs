//! The Board page: a board, a method, and the search that is watched.

mod candidate;
mod layout;
mod setup_panel;
mod status;
mod two_boards;

use std::sync::Arc;

use egui::{Rect, Ui};
use rand::TryRng;
use rand::rngs::SysRng;

use crate::app::board::BoardView;
use crate::app::board::context::{BoardEvent, Display, Tool, ViewContext};
use crate::app::shell::dialog::Dialog;
use crate::app::shell::page::{Content, Document, Page, SearchRequest};
use crate::app::shell::preferences::{Part, Preference, Preferences};
use crate::app::shell::shortcuts::Shortcut;
use crate::app::shell::{Shell, ShellMessage};
use crate::app::widgets::badge::name_of;
use crate::app::widgets::board_form::SetupEvent;
use crate::app::widgets::player::{Player, PlayerEvent};
use crate::board::{Naming, Square};
use crate::engine::{Clock, PlaybackCommand};
use crate::session::{ActiveSearch, Comparison, Origin, Refusal, Session, Setup, title_of_search};
use crate::solver::MethodConfig;
use crate::storage::loaded::OnBoard;
use crate::text::{capitalised, counted, file_name, grouped};

use layout::ExploreView;
pub(crate) use setup_panel::Typed;

pub enum ExploreMessage {
    Board(BoardEvent),
    Setup(SetupEvent),
    Type(Typed),
    Player(PlayerEvent),
    /// Start a search even if a theorem says that there is no tour.
    Start(Square),
    /// Search from the same square with another set-up.
    SearchAgain(Setup),
    /// Rearrange the unfinished path on the board until it can be finished.
    Repair,
    CloseTour,
    /// Compare with this method, or stop comparing.
    Compare(Option<MethodConfig>),
    UseAsBase,
    NewSeed,
    /// By its place in the list; `None` hides it.
    ShowCandidate(Option<usize>),
    ToggleChart,
    DismissAnswer,
    DismissLong,
    ShowTab(Tab),
    Present,
    Fit,
    /// Close what is in front on this page.
    Escape,
    Undo,
    Redo,
    Run(Box<SearchRequest>),
    /// Without a file, it is the unsaved search from last time.
    Open(Box<OnBoard>, Option<Origin>),
    /// The search is not worth keeping any more.
    Discard,
    /// The number of the search, and its steps when it was saved.
    SavedPart(u64, u64, Origin),
    Shell(ShellMessage),
}

/// The panel that a narrow window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Setup,
    Status,
}

pub(crate) struct Explore {
    pub(crate) session: Session,
    pub(crate) comparison: Option<Comparison>,
    /// The method that was compared with last.
    compared: Option<MethodConfig>,
    display: Display,
    tab: Tab,
    shows_chart: bool,
    typed: Typed,
    /// The file of the path on the board, until a search starts from it.
    path_file: Option<Origin>,
    /// The searches that autosave knows: which ones, and how far each is saved.
    autosaved: Vec<(u64, Option<u64>)>,
}

#[derive(Default)]
pub(crate) struct ExploreMemory {
    pub(crate) board: BoardView,
    pub(crate) second: BoardView,
    player: Player,
}

impl Explore {
    pub(crate) fn new(setup: Setup, clock: Clock, shell: &Shell) -> Explore {
        let mut typed = Typed::default();
        typed.follow_seed(setup.seed);
        let mut session = Session::new(setup, shell.waker());
        session.set_clock(clock);
        Explore {
            session,
            comparison: None,
            compared: None,
            display: Display::default(),
            tab: Tab::default(),
            shows_chart: false,
            typed,
            path_file: None,
            autosaved: Vec::new(),
        }
    }

    fn seen<'a>(&'a self, preferences: &'a Preferences) -> ViewContext<'a> {
        let (session, comparison) = (&self.session, self.comparison.as_ref());
        ViewContext { session, preferences, display: self.display, comparison, game: None }
    }

    fn setup_event(&mut self, event: SetupEvent, shell: &mut Shell) {
        match event {
            SetupEvent::Change(setup) => self.change(setup, shell),
            SetupEvent::Use(tool) => self.display.tool = tool,
            SetupEvent::Refused(why) => shell.say(&why),
        }
    }

    fn click(&mut self, square: Square, shell: &mut Shell) {
        let (tool, setup) = (self.display.tool, self.session.setup());
        if tool == Tool::End && setup.board.is_hole(square) {
            return self.refuse(square, &Refusal::Hole(square), shell);
        }
        match SetupEvent::of_click(tool, setup, square) {
            Some(events) => events.into_iter().for_each(|event| self.setup_event(event, shell)),
            None => self.start_unless_mistyped(square, shell),
        }
    }

    /// All squares of a stroke are undone together. The last square left cannot become a hole.
    fn paint_hole(&mut self, square: Square, first: bool, shell: &mut Shell) {
        if let Ok(painted) = self.session.setup().with_hole_toggled(square) {
            let change = if first { Session::change } else { Session::extend_last_change };
            change(&mut self.session, painted);
            self.setup_changed(shell);
        }
    }

    fn start_unless_mistyped(&mut self, square: Square, shell: &mut Shell) {
        match self.typed.error(&self.session, self.comparison.as_ref()) {
            Some(dialog) => shell.ask(dialog),
            None => self.start(square, Session::start, shell),
        }
    }

    /// Starts a search, or two where methods are compared. A method that refuses says so on its board, and the
    /// other one runs.
    fn start(
        &mut self,
        square: Square,
        start: fn(&mut Session, Square) -> Result<(), Refusal>,
        shell: &mut Shell,
    ) {
        let started = start(&mut self.session, square);
        let is_final = started.as_ref().err().is_some_and(|refusal| !refusal.is_of_method());
        let Some(comparison) = self.comparison.as_mut().filter(|_| !is_final) else {
            return self.show_start(square, started, shell);
        };
        if started.is_err() && self.session.active().is_some() {
            // The old search does not belong beside the second one.
            self.session.replace_setup(self.session.setup().clone());
        }
        comparison.start(&self.session, square, started.err(), start);
        self.show_start(square, Ok(()), shell);
    }

    fn show_start(&mut self, square: Square, started: Result<(), Refusal>, shell: &mut Shell) {
        if let Err(refusal) = started {
            return self.refuse(square, &refusal, shell);
        }
        // The unsaved search from last time is offered again at the next start.
        shell.recovery.offer = None;
        self.tab = Tab::Status;
    }

    /// A click on a hole is only a slip: a notice is enough.
    fn refuse(&self, square: Square, refusal: &Refusal, shell: &mut Shell) {
        let (setup, naming) = (self.session.setup(), shell.preferences.naming);
        if let Refusal::Hole(_) = refusal {
            let words = capitalised(&refusal.words(&setup.board, naming));
            return shell.say(&format!("{words}."));
        }
        let is_hopeless = self.session.starts().is_hopeless();
        shell.ask(Dialog::refused(setup, square, refusal, is_hopeless, naming));
    }

    fn search_again(&mut self, setup: Setup, shell: &mut Shell) {
        if let Some(start) = self.session.active().map(|active| active.puzzle.start()) {
            if self.typed.error(&self.session, self.comparison.as_ref()).is_none() {
                // Undo brings back the search together with its set-up.
                self.session.replace_setup(setup);
                self.setup_changed(shell);
            }
            self.start_unless_mistyped(start, shell);
        }
    }

    /// Plays both searches where two are compared. A path without a search is finished by the method.
    fn play(&mut self, command: PlaybackCommand, shell: &mut Shell) {
        let has_begun = !self.session.is_choosing();
        if self.stop_choosing(shell) && !has_begun {
            // There was nothing to play yet.
            return;
        }
        let has_path = self.session.has_path_to_finish();
        let path_start = self.session.setup().given.first().copied().filter(|_| has_path);
        match (command, path_start) {
            (PlaybackCommand::PlayPause, Some(start)) => {
                return self.start_unless_mistyped(start, shell);
            }
            (PlaybackCommand::Step, Some(start)) => {
                self.start_unless_mistyped(start, shell);
                self.playback(PlaybackCommand::Seek(0));
            }
            (PlaybackCommand::Seek(u64::MAX), _) => self.session.dismiss_answer(),
            _ => {}
        }
        self.playback(command);
    }

    fn playback(&mut self, command: PlaybackCommand) {
        match (&mut self.comparison, command) {
            (_, PlaybackCommand::FindNext) => self.session.find_next(),
            (Some(comparison), command) => comparison.playback(&self.session, command),
            (None, command) => self.session.playback(command),
        }
    }

    /// The first search stays as it is.
    fn compare_with(&mut self, config: Option<MethodConfig>) {
        match (&mut self.comparison, config) {
            (Some(comparison), Some(config)) => comparison.choose(config),
            (None, Some(config)) => self.comparison = Some(Comparison::new(&self.session, config)),
            (Some(comparison), None) => {
                self.compared = Some(comparison.second.config().clone());
                (self.comparison, self.typed.second_order) = (None, None);
            }
            (None, None) => {}
        }
    }

    /// The method of last time to compare with, or none where two are compared already.
    fn other_config(&self) -> Option<MethodConfig> {
        let usual = || two_boards::other_than(&self.session.setup().config);
        let other = || self.compared.clone().unwrap_or_else(usual);
        self.comparison.is_none().then(other)
    }

    /// Lets later searches lay the tour onto parts of larger boards.
    fn use_as_base(&mut self, shell: &mut Shell) {
        match self.session.with_base_tour() {
            Err(why) => shell.say(&why),
            Ok(setup) => {
                let (rows, cols) = (setup.board.rows(), setup.board.cols());
                let (high, wide) = (2 * rows.min(cols + 1), 2 * cols.min(rows + 1));
                self.typed.order = None;
                self.change(setup, shell);
                shell.say(&format!(
                    "This is a base tour for divide and conquer now. Choose a larger board, such as {high}×{wide}, and search."
                ));
            }
        }
    }

    fn clear(&mut self, shell: &mut Shell) {
        if let Some(comparison) = &mut self.comparison {
            comparison.clear(&self.session);
        }
        if self.session.can_save() {
            self.session.discard();
            let setup = self.session.setup().clone();
            self.session.replace_setup(Setup { given: Arc::default(), ..setup });
            self.show_restored(shell);
        }
    }

    /// Returns whether a method was being chosen, on either board.
    fn stop_choosing(&mut self, shell: &mut Shell) -> bool {
        let is_choosing = self.session.is_choosing();
        match &mut self.comparison {
            _ if is_choosing => self.clear(shell),
            Some(comparison) if comparison.is_choosing() => comparison.clear(&self.session),
            _ => return false,
        }
        true
    }

    fn change(&mut self, setup: Setup, shell: &mut Shell) {
        if setup.board != self.session.setup().board {
            // The notice is about another board.
            shell.clear_notice();
        }
        if let Some(words) = setup_panel::lost_end(self.session.setup(), &setup) {
            shell.say(&words);
        }
        self.session.change(setup);
        self.setup_changed(shell);
    }

    fn restore(&mut self, restore: fn(&mut Session), shell: &mut Shell) {
        restore(&mut self.session);
        self.show_restored(shell);
    }

    fn show_restored(&mut self, shell: &mut Shell) {
        // The notice is about another board.
        shell.clear_notice();
        (self.typed.order, self.typed.second_order) = (None, None);
        self.setup_changed(shell);
    }

    /// What is being typed stays as it is.
    fn setup_changed(&mut self, shell: &mut Shell) {
        shell.close_dialog();
        let setup = self.session.setup();
        self.typed.follow_seed(setup.seed);
        if let Some(comparison) = &mut self.comparison {
            comparison.forget_refusals();
        }
        shell.settings.remember_setup(setup);
    }

    fn escape(&mut self, shell: &mut Shell) {
        if self.display.tool != Tool::Start {
            self.display.tool = Tool::Start;
        } else if self.display.presenting {
            self.display.presenting = false;
        } else if !self.stop_choosing(shell) {
            self.session.dismiss_answer();
        }
    }

    fn run(&mut self, run: SearchRequest, shell: &mut Shell) {
        self.compare_with(None);
        // A move order typed for another method is forgotten.
        self.typed.order = None;
        let start = run.puzzle.start();
        let setup = self.session.setup().with_puzzle(&run.puzzle, run.config);
        self.change(Setup { given: Arc::default(), ..setup }, shell);
        if run.starts {
            let started = self.session.start_anyway(start);
            self.show_start(start, started, shell);
            if run.repeats {
                self.session.repeats_run();
            }
        }
        shell.say(&run.notice);
    }

    /// Puts the contents of a file on the board, or without a file the unsaved search from last time.
    fn open(&mut self, loaded: OnBoard, file: Option<Origin>, shell: &mut Shell) {
        let name = file.as_ref().map(|file| file_name(&file.path));
        let mut words =
            name.map_or("Resumed your last search".to_owned(), |name| format!("Opened {name}"));
        let OnBoard { puzzle, config, recording, .. } = loaded;
        let config = config.unwrap_or_else(|| self.session.setup().config.clone());
        if let Some(recording) = recording {
            self.session.resume(puzzle, config, recording, file);
        } else {
            let setup = self.session.setup().with_puzzle(&puzzle, config);
            self.session.replace_setup(Setup { given: puzzle.given().into(), ..setup });
            if file.is_some() {
                let squares = counted(puzzle.board().squares_to_visit() as u64, "square");
                words += &format!(": {} of {squares}", grouped(puzzle.given().len() as u64));
            }
            // It is only read: saving asks for a name.
            self.path_file = file.map(|file| Origin { is_tour: false, ..file });
        }
        self.compare_with(None);
        self.tab = Tab::Status;
        self.show_restored(shell);
        shell.say(&format!("{words}."));
    }
}

impl Page for Explore {
    type Message = ExploreMessage;
    type Memory = ExploreMemory;

    fn poll(&mut self, shell: &mut Shell) -> Option<f32> {
        let is_new = self.session.update();
        if let Some(comparison) = &mut self.comparison {
            comparison.update(&self.session, is_new);
        }
        self.autosave(shell);
        None
    }

    fn update(&mut self, message: ExploreMessage, memory: &mut ExploreMemory, shell: &mut Shell) {
        match message {
            ExploreMessage::Board(BoardEvent::Click(square)) => self.click(square, shell),
            ExploreMessage::Board(BoardEvent::PaintHole { square, first }) => {
                self.paint_hole(square, first, shell);
            }
            // Only a game is taken back along its path.
            ExploreMessage::Board(BoardEvent::BackTo(..)) => {}
            ExploreMessage::Setup(event) => self.setup_event(event, shell),
            ExploreMessage::Type(typed) => self.typed = typed,
            ExploreMessage::Player(PlayerEvent::Playback(command)) => self.play(command, shell),
            ExploreMessage::Player(PlayerEvent::Prefer(preference)) => {
                shell.send(preference.into());
            }
            ExploreMessage::Player(PlayerEvent::Clear) => self.clear(shell),
            ExploreMessage::Start(square) => {
                shell.close_dialog();
                self.start(square, Session::start_anyway, shell);
            }
            ExploreMessage::SearchAgain(setup) => self.search_again(setup, shell),
            ExploreMessage::Repair => {
                self.session.start_repair();
                shell.settings.remember_setup(self.session.setup());
            }
            ExploreMessage::CloseTour => {
                self.compare_with(None);
                self.restore(Session::close_tour, shell);
            }
            ExploreMessage::Compare(config) => self.compare_with(config),
            ExploreMessage::UseAsBase => self.use_as_base(shell),
            ExploreMessage::NewSeed => {
                // Small enough to be read out and typed in.
                let seed = SysRng.try_next_u32().map_or(1, |number| u64::from(number % 1_000_000));
                self.change(Setup { seed, ..self.session.setup().clone() }, shell);
            }
            ExploreMessage::ShowCandidate(place) => self.display.candidate = place,
            ExploreMessage::ToggleChart => self.shows_chart = !self.shows_chart,
            ExploreMessage::DismissAnswer => self.session.dismiss_answer(),
            ExploreMessage::DismissLong => self.session.dismiss_long_search(),
            ExploreMessage::ShowTab(tab) => self.tab = tab,
            ExploreMessage::Present => self.display.presenting = !self.display.presenting,
            ExploreMessage::Fit => {
                memory.board.fit();
                memory.second.fit();
            }
            ExploreMessage::Escape => self.escape(shell),
            ExploreMessage::Undo => self.restore(Session::undo, shell),
            ExploreMessage::Redo => self.restore(Session::redo, shell),
            ExploreMessage::Run(run) => self.run(*run, shell),
            ExploreMessage::Open(loaded, file) => self.open(*loaded, file, shell),
            ExploreMessage::Discard => self.session.discard(),
            ExploreMessage::SavedPart(id, steps, file) => self.session.was_saved(id, steps, file),
            ExploreMessage::Shell(message) => shell.send(message),
        }
        if let Some(comparison) = &mut self.comparison {
            comparison.follow(&self.session);
        }
    }

    fn ui(
        &self,
        ui: &mut Ui,
        memory: &mut ExploreMemory,
        shell: &Shell,
        out: &mut Vec<ExploreMessage>,
    ) -> Rect {
        let mut seen = self.seen(&shell.preferences);
        seen.display.escaped = shell.is_escaped();
        let (session, typed) = (&self.session, self.typed.clone());
        let unkept = shell.recovery.unkept.as_deref();
        ExploreView { explore: self, session, seen, unkept, typed, memory, out }.show(ui)
    }

    fn shortcut(&self, shortcut: Shortcut) -> Option<ExploreMessage> {
        if let Some(event) = PlayerEvent::of_key(shortcut, &self.session) {
            return Some(ExploreMessage::Player(event));
        }
        let toggle = |part| Some(ExploreMessage::Shell(Preference::Toggle(part).into()));
        match shortcut {
            Shortcut::Compare => Some(ExploreMessage::Compare(self.other_config())),
            Shortcut::HeatMap => toggle(Part::HeatMap),
            Shortcut::Starts => toggle(Part::Starts),
            Shortcut::Numbers => toggle(Part::Numbers),
            Shortcut::Present => Some(ExploreMessage::Present),
            Shortcut::UseAsBase => Some(ExploreMessage::UseAsBase),
            Shortcut::Undo => Some(ExploreMessage::Undo),
            Shortcut::Redo => Some(ExploreMessage::Redo),
            Shortcut::Escape => {
                let is_second = self.comparison.as_ref().is_some_and(Comparison::is_choosing);
                let ends = self.display.tool != Tool::Start
                    || self.display.presenting
                    || self.session.has_unshown_answer()
                    || self.session.is_choosing()
                    || is_second;
                ends.then_some(ExploreMessage::Escape)
            }
            _ => None,
        }
    }

    fn apply(&mut self, preferences: &Preferences) {
        self.session.show_as(preferences.speed, preferences.show_backtracking, preferences.naming);
        if let Some(comparison) = &mut self.comparison {
            comparison.follow(&self.session);
        }
    }

    fn autosave(&mut self, shell: &mut Shell) {
        let searches = || self.session.worth_keeping();
        if !searches().map(ActiveSearch::saved).eq(self.autosaved.iter().copied()) {
            shell.recovery.autosave.searches(searches().map(ActiveSearch::to_save).collect());
            self.autosaved = searches().map(ActiveSearch::saved).collect();
        }
    }

    fn title(&self, naming: Naming) -> String {
        let usual = || "Knight's Tour".to_owned();
        self.session.active().map_or_else(usual, |active| title_of_search(active, naming))
    }

    fn window_title(&self, naming: Naming) -> String {
        let Some(active) = self.session.active() else { return String::new() };
        let title = format!("{} · {}", title_of_search(active, naming), name_of(&self.session));
        match active.file().filter(|_| !active.is_from_file()) {
            Some(file) => format!("{} · {title}", file_name(&file.path)),
            None => title,
        }
    }

    fn document<'a>(
        &'a self,
        memory: &'a ExploreMemory,
        preferences: &'a Preferences,
    ) -> Document<'a> {
        let (session, active) = (&self.session, self.session.active());
        let path_file = self.path_file.as_ref().filter(|_| session.has_path_to_finish());
        Document {
            content: match active {
                Some(active) => Content::Search(active),
                None if session.can_save() => Content::Path(session.setup()),
                None => Content::Nothing,
            },
            file: session.file().or(path_file),
            noun: "tour",
            is_unsaved: session.is_unsaved(),
            can_clear: session.can_save(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            view: Some(self.seen(preferences)),
            boards: [Some(&memory.board), self.comparison.as_ref().map(|_| &memory.second)],
            tour: active.and_then(|active| active.tour.as_ref()),
            findings: None,
        }
    }
}
