//! The Board page: a board, a method, and the search that is watched.

mod candidate;
mod compare;
mod present;
mod setup;
mod status;

use std::sync::Arc;

use egui::{Rect, Ui, pos2, vec2};
use rand::TryRng;
use rand::rngs::SysRng;

use crate::app::board::BoardView;
use crate::app::board::context::{BoardEvent, Display, Tool, ViewContext};
use crate::app::shell::Shell;
use crate::app::shell::ShellMessage;
use crate::app::shell::dialog::Dialog;
use crate::app::shell::page::{Content, Document, Page, Request, Run};
use crate::app::shell::preferences::{Part, Preference, Preferences};
use crate::app::shell::shortcuts::Shortcut;
use crate::app::widgets::board_form::SetupEvent;
use crate::app::widgets::player::{self, Player, PlayerEvent};
use crate::app::widgets::{badge, in_panel, take_bottom, theme, track};
use crate::board::Square;
use crate::disk::loaded::OnBoard;
use crate::engine::{Clock, PlaybackCommand};
use crate::play::Game;
use crate::puzzle::{Goal, Puzzle};
use crate::session::title_of_search;
use crate::session::{Origin, Refusal, Rival, Session, Setup, State, Watched};
use crate::solver::Recipe;
use crate::text::{capitalised, counted, file_name, grouped};
use crate::tour::Tour;

pub(crate) use setup::Typed;

/// Everything that can change the Board page.
pub enum ExploreMessage {
    /// Something was done to the board.
    Board(BoardEvent),
    /// Something was chosen in the form for the board and the goal, or in the set-up panel.
    Setup(SetupEvent),
    /// Something was typed for the first method or the second.
    Type(Typed, Typed),
    /// Something was done to the player.
    Player(PlayerEvent),
    /// Start a search, whatever theorems say.
    Start(Square),
    /// Search from the same square with another method.
    TryInstead(Recipe),
    /// Rearrange the unfinished path on the board until it can be finished.
    Repair,
    /// Look for a closed tour from the same square.
    ClosedInstead,
    /// Rearrange the open tour on the board until it is closed.
    CloseTour,
    /// Compare with this method, beside the one of the set-up; or compare no longer.
    Compare(Option<Recipe>),
    /// Compare with the method of last time, or no longer.
    ToggleCompare,
    /// Let the tour on the board be a base tour of searches to come.
    UseAsBase,
    /// Choose a new seed.
    NewSeed,
    /// Show one of the candidates on the board, by its place in the list; or none.
    ShowCandidate(Option<usize>),
    /// Open or close the chart of all metrics.
    ToggleChart,
    /// The notice of an answer was read.
    DismissNews,
    /// The notice of a search that takes long was read.
    DismissLong,
    /// Show this of two panels, where there is room for one.
    ShowTab(Tab),
    /// Show the board alone, large enough to project, or no longer.
    Present,
    /// The whole board again.
    Fit,
    /// Close what is in front on this page.
    Escape,
    /// Go back to the board before.
    Undo,
    /// Take that back.
    Redo,
    /// Show on the Play page why no tour starts at a square.
    WhyNotFrom(Square),
    /// The search of this number was saved when it had taken this many steps.
    Saved(u64, u64, Origin),
    /// Something for the shell.
    Shell(ShellMessage),
}

/// Which of two panels is shown where there is room for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The set-up.
    #[default]
    Setup,
    /// What the search is doing.
    Status,
}

/// The Board page.
pub(crate) struct Explore {
    session: Session,
    /// The second search, where two methods are compared.
    rival: Option<Rival>,
    /// The method that was compared with last.
    compared: Option<Recipe>,
    display: Display,
    tab: Tab,
    /// Whether the chart of all metrics is open.
    shows_chart: bool,
    /// What is typed into the set-up panel, for the first method and for the second.
    typed: Typed,
    second_typed: Typed,
    /// The file that the path on the board comes from, if no search has started from it.
    path_file: Option<Origin>,
    /// The searches that autosave knows: which ones, and how far each is saved.
    autosaved: Vec<(u64, Option<u64>)>,
}

/// What the widgets of the Board page keep from frame to frame.
pub(crate) struct ExploreMemory {
    pub(crate) board: BoardView,
    pub(crate) second: BoardView,
    player: Player,
}

impl Default for ExploreMemory {
    fn default() -> ExploreMemory {
        let (board, second) = (BoardView::default(), BoardView::second());
        ExploreMemory { board, second, player: Player::default() }
    }
}

impl Explore {
    /// A board with nothing begun. `wake` is called when there is something new to show.
    pub(crate) fn new(setup: Setup, wake: Arc<dyn Fn() + Send + Sync>) -> Explore {
        let session = Session::new(setup, wake);
        let mut typed = Typed::default();
        typed.follow_seed(session.setup().seed);
        Explore {
            session,
            rival: None,
            compared: None,
            display: Display::default(),
            tab: Tab::default(),
            shows_chart: false,
            typed,
            second_typed: Typed::default(),
            path_file: None,
            autosaved: Vec::new(),
        }
    }

    /// Uses another clock from now on.
    pub(crate) fn set_clock(&mut self, clock: Clock) {
        self.session.go_by(clock);
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    pub(crate) fn rival(&self) -> Option<&Rival> {
        self.rival.as_ref()
    }

    fn seen<'a>(&'a self, preferences: &'a Preferences) -> ViewContext<'a> {
        let (session, rival) = (&self.session, self.rival.as_ref());
        ViewContext { session, preferences, display: self.display, rival, game: None }
    }

    fn board_event(&mut self, event: BoardEvent, shell: &mut Shell) {
        match event {
            BoardEvent::Click(square) => self.click(square, shell),
            BoardEvent::PaintHole { square, is_hole, first } => {
                self.paint_hole(square, is_hole, first, shell);
            }
            // Only a game is taken back along its path.
            BoardEvent::BackTo(..) => {}
        }
    }

    fn setup_event(&mut self, event: SetupEvent, shell: &mut Shell) {
        match event {
            SetupEvent::Change(setup) => self.change(setup, shell),
            SetupEvent::Use(tool) => self.display.tool = tool,
            SetupEvent::Refused(why) => shell.say(&why),
        }
    }

    fn player_event(&mut self, event: PlayerEvent, shell: &mut Shell) {
        match event {
            PlayerEvent::Playback(command) => self.play(command, shell),
            PlayerEvent::Speed(speed) => shell.prefer(Preference::Speed(speed)),
            PlayerEvent::Backtracking(show) => shell.prefer(Preference::Backtracking(show)),
            PlayerEvent::Clear => self.clear(shell),
            PlayerEvent::FindNext => self.session.find_next(),
        }
    }

    fn click(&mut self, square: Square, shell: &mut Shell) {
        let setup = self.session.setup();
        match self.display.tool {
            Tool::Holes => match setup.with_hole_toggled(square) {
                Ok(setup) => self.change(setup, shell),
                Err(error) => shell.say(&format!("{}.", capitalised(&error.to_string()))),
            },
            Tool::End if setup.board.is_hole(square) => {
                self.refuse(square, &Refusal::Hole(square), shell);
            }
            Tool::End => {
                self.display.tool = Tool::Start;
                let setup = Setup { goal: Goal::End(square), ..setup.clone() };
                self.change(setup, shell);
            }
            Tool::Start => self.start_if_sensible(square, shell),
        }
    }

    /// Makes a hole of a square, or fills it. All squares of a stroke are undone together.
    fn paint_hole(&mut self, square: Square, is_hole: bool, first: bool, shell: &mut Shell) {
        let setup = self.session.setup();
        // The last square left cannot become a hole.
        let Ok(painted) = setup.with_hole_toggled(square) else { return };
        if setup.board.is_hole(square) == is_hole {
            return;
        }
        if first {
            self.session.change(painted);
        } else {
            self.session.amend(painted);
        }
        self.setup_changed(shell);
    }

    /// Starts a search, unless something that is typed makes no sense.
    fn start_if_sensible(&mut self, square: Square, shell: &mut Shell) {
        match self.typing_error() {
            Some((title, why)) => shell.ask(Dialog::Trouble(title, why)),
            None => self.start(square, Session::start, shell),
        }
    }

    /// What is wrong with what is typed into the panel.
    fn typing_error(&self) -> Option<(&'static str, String)> {
        let first = self.typed.error(&self.session.setup().recipe);
        first.or_else(|| {
            let rival = self.rival.as_ref()?;
            self.second_typed.order_error().or_else(|| self.typed.error(rival.second().recipe()))
        })
    }

    /// Starts a search, or two from the same square where methods are compared. A method that refuses
    /// says so on its board, and the other one runs.
    fn start(
        &mut self,
        square: Square,
        start: fn(&mut Session, Square) -> Result<(), Refusal>,
        shell: &mut Shell,
    ) {
        let started = start(&mut self.session, square);
        let is_final = started.as_ref().err().is_some_and(|refusal| !refusal.is_of_method());
        let Some(rival) = self.rival.as_mut().filter(|_| !is_final) else {
            return self.show_start(square, started, shell);
        };
        if started.is_err() && self.session.watched().is_some() {
            // What is on the board does not belong beside the second search.
            self.session.lay_out(self.session.setup().clone());
        }
        rival.start(&self.session, square, started.err(), start);
        self.show_start(square, Ok(()), shell);
    }

    /// Shows the search that was started at a square, or says why there is none.
    fn show_start(&mut self, square: Square, started: Result<(), Refusal>, shell: &mut Shell) {
        if let Err(refusal) = started {
            return self.refuse(square, &refusal, shell);
        }
        // The unsaved search from last time is offered again at the next start.
        shell.recovery.offer_later();
        self.tab = Tab::Status;
    }

    /// Says why no search was started at a square. A hole is no more than a slip.
    fn refuse(&self, square: Square, refusal: &Refusal, shell: &mut Shell) {
        let setup = self.session.setup();
        if let Refusal::Hole(_) = refusal {
            let words = refusal.words(&setup.board, shell.preferences.naming);
            shell.say(&format!("{}.", capitalised(&words)));
            return;
        }
        let is_hopeless = self.session.is_hopeless();
        shell.ask(Dialog::refused(setup, square, refusal, is_hopeless, shell.preferences.naming));
    }

    /// Searches from the same square with another set-up.
    fn search_again(&mut self, shell: &mut Shell, change: impl FnOnce(Setup) -> Setup) {
        let Some(start) = self.session.watched().map(|watched| watched.puzzle.start()) else {
            return;
        };
        let setup = self.session.setup().clone();
        self.change(change(setup), shell);
        self.start_if_sensible(start, shell);
    }

    /// Does what the player asks for, with both searches where two are compared. A path without a search
    /// is finished by the method.
    fn play(&mut self, command: PlaybackCommand, shell: &mut Shell) {
        let path_start = self.session.setup().given.first().copied();
        let path_start = path_start.filter(|_| self.session.has_path_to_finish());
        match (command, path_start) {
            (PlaybackCommand::PlayPause, Some(start)) => {
                return self.start_if_sensible(start, shell);
            }
            (PlaybackCommand::Step, Some(start)) => {
                self.start_if_sensible(start, shell);
                self.send(PlaybackCommand::Seek(0));
            }
            (PlaybackCommand::Seek(u64::MAX), _) => self.session.dismiss_news(),
            _ => {}
        }
        self.send(command);
    }

    fn send(&mut self, command: PlaybackCommand) {
        match &mut self.rival {
            Some(rival) => rival.playback(&self.session, command),
            None => self.session.playback(command),
        }
    }

    /// Pauses, so that what is saved is all there is.
    pub(crate) fn pause(&mut self) {
        self.send(PlaybackCommand::Pause);
    }

    /// Compares with a method, or no longer. The first search stays as it is.
    fn compare_with(&mut self, recipe: Option<Recipe>) {
        match (&mut self.rival, recipe) {
            (Some(rival), Some(recipe)) => rival.choose(recipe),
            (None, Some(recipe)) => self.rival = Some(Rival::new(&self.session, recipe)),
            (Some(rival), None) => {
                self.compared = Some(rival.second().recipe().clone());
                (self.rival, self.second_typed) = (None, Typed::default());
            }
            (None, None) => {}
        }
    }

    /// Compares with the method of last time, or no longer.
    fn toggle_compare(&mut self) {
        let other = || {
            let recipe = self.compared.clone();
            recipe.unwrap_or_else(|| compare::other_than(&self.session.setup().recipe))
        };
        let recipe = self.rival.is_none().then(other);
        self.compare_with(recipe);
    }

    fn close_tour(&mut self, shell: &mut Shell) {
        self.compare_with(None);
        self.typed.forget_order();
        self.session.close_tour();
        self.bring_back(shell);
    }

    /// Lets searches to come lay the tour on the board onto parts of larger boards.
    fn use_as_base(&mut self, shell: &mut Shell) {
        match self.session.with_base_tour() {
            Err(why) => shell.say(&why),
            Ok(setup) => {
                let (rows, cols) = (setup.board.rows(), setup.board.cols());
                let (high, wide) = (2 * rows.min(cols + 1), 2 * cols.min(rows + 1));
                let words = format!(
                    "This is a base tour for divide and conquer now. Choose a larger board, such as {high}×{wide}, and search."
                );
                self.typed.forget_order();
                self.change(setup, shell);
                shell.say(&words);
            }
        }
    }

    /// Leaves nothing on the board but its squares.
    fn clear(&mut self, shell: &mut Shell) {
        if let Some(rival) = &mut self.rival {
            rival.clear(&self.session);
        }
        if !self.session.can_save() {
            return;
        }
        self.session.discard();
        let setup = self.session.setup().clone();
        self.session.lay_out(Setup { given: Arc::default(), ..setup });
        self.bring_back(shell);
    }

    fn change(&mut self, setup: Setup, shell: &mut Shell) {
        if setup.board != self.session.setup().board {
            // What was said about another board is over.
            shell.clear_notice();
        }
        if let Some(words) = lost_end(self.session.setup(), &setup) {
            shell.say(&words);
        }
        self.session.change(setup);
        self.setup_changed(shell);
    }

    /// Shows what undo and redo have brought back.
    fn bring_back(&mut self, shell: &mut Shell) {
        // What was said about another board is over.
        shell.clear_notice();
        self.typed.forget_order();
        self.second_typed.forget_order();
        self.setup_changed(shell);
    }

    /// Brings what depends on the set-up up to date. What is being typed stays as it is.
    fn setup_changed(&mut self, shell: &mut Shell) {
        shell.close_dialog();
        let setup = self.session.setup();
        self.typed.follow_seed(setup.seed);
        if let Some(rival) = &mut self.rival {
            rival.forget_refusals();
        }
        shell.settings.remember_setup(setup);
    }

    fn new_seed(&mut self, shell: &mut Shell) {
        // Small enough to be read out and typed in.
        let seed = SysRng.try_next_u32().map_or(1, |number| u64::from(number % 1_000_000));
        self.change(Setup { seed, ..self.session.setup().clone() }, shell);
    }

    fn escape(&mut self) {
        if self.display.tool != Tool::Start {
            self.display.tool = Tool::Start;
        } else if self.display.presenting {
            self.display.presenting = false;
        } else {
            self.session.dismiss_news();
        }
    }

    /// Puts a search on the board and starts it there, whatever theorems say.
    pub(crate) fn run(&mut self, run: Run, shell: &mut Shell) {
        self.compare_with(None);
        // A move order typed for another method is forgotten.
        self.typed.forget_order();
        let start = run.puzzle.start();
        let setup = self.session.setup().with_puzzle(&run.puzzle, run.recipe);
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

    /// Puts a tour on the board as if it had been read from a file, and says something about it.
    pub(crate) fn show_tour(&mut self, tour: &Tour, words: &str, shell: &mut Shell) {
        let (board, path) = (tour.board().clone(), tour.path().to_vec());
        let Ok(puzzle) = Puzzle::new(board, path, Goal::Any, 0) else { return };
        self.open(OnBoard::tour(puzzle), None, words, shell);
        shell.say(words);
    }

    /// Puts the contents of a file on the board. Without a file, it is what was not saved last time.
    pub(crate) fn open(
        &mut self,
        loaded: OnBoard,
        file: Option<Origin>,
        name: &str,
        shell: &mut Shell,
    ) {
        let now = self.session.setup().recipe.clone();
        let squares = loaded.puzzle.board().squares_to_visit() as u64;
        let recipe = loaded.recipe.unwrap_or(now);
        match loaded.recording {
            Some(recording) => {
                self.session.resume(loaded.puzzle, recipe, recording, file);
                shell.say(&match name {
                    "" => "Resumed your last search.".to_owned(),
                    name => format!("Opened {name}."),
                });
            }
            None => {
                let length = loaded.puzzle.given().len() as u64;
                let setup = self.session.setup().with_puzzle(&loaded.puzzle, recipe);
                let given = loaded.puzzle.given().into();
                self.session.lay_out(Setup { given, ..setup });
                // It is only read: saving asks for a name.
                self.path_file = file.map(|file| Origin { is_tour: false, ..file });
                let (length, squares) = (grouped(length), counted(squares, "square"));
                shell.say(&format!("Opened {name}: {length} of {squares}."));
            }
        }
        self.compare_with(None);
        self.tab = Tab::Status;
        self.bring_back(shell);
    }

    /// A game on the board of this page.
    pub(crate) fn game(&self) -> Game {
        let setup = self.session.setup();
        Game::empty(setup.board.clone(), setup.goal)
    }

    pub(crate) fn is_presenting(&self) -> bool {
        self.display.presenting
    }

    /// The search on the board is not worth keeping any more.
    pub(crate) fn discard(&mut self) {
        self.session.discard();
    }

    /// Sends autosave the searches that would be lost, when there are others than before.
    pub(crate) fn autosave(&mut self, shell: &mut Shell) {
        let searches: Vec<_> = self.session.worth_keeping().map(Watched::saved).collect();
        if searches != self.autosaved {
            shell
                .recovery
                .autosave
                .searches(self.session.worth_keeping().map(Watched::kept).collect());
            self.autosaved = searches;
        }
    }

    /// The board with its panels.
    fn panels(
        &self,
        ui: &mut Ui,
        place: &mut Rect,
        seen: ViewContext<'_>,
        (memory, shell): (&mut ExploreMemory, &Shell),
        out: &mut Vec<ExploreMessage>,
    ) {
        let is_narrow = ui.max_rect().width() < theme::NARROW;
        let parts = &shell.preferences.parts;
        if parts.player {
            let below = take_bottom(place, player::HEIGHT);
            in_panel(ui, below, |ui| self.player(ui, seen, memory, 1.0, out));
        }
        let moment = self.session.moment();
        if let Some(moment) = moment.filter(|_| self.shows_chart && parts.player) {
            let below = take_bottom(place, track::HEIGHT);
            let step = in_panel(ui, below, |ui| track::chart(ui, moment));
            let seek = step.map(|step| PlayerEvent::Playback(PlaybackCommand::Seek(step)));
            out.extend(seek.map(ExploreMessage::Player));
        }
        if parts.setup || is_narrow && parts.status {
            let left = Rect::from_min_size(place.min, vec2(theme::LEFT, place.height()));
            place.set_left(left.right() + theme::GAP);
            in_panel(ui, left, |ui| self.left(ui, seen, shell, is_narrow, out));
        }
        if parts.status && !is_narrow {
            let left = place.right() - theme::RIGHT;
            let right = Rect::from_min_max(pos2(left, place.top()), place.max);
            place.set_right(left - theme::GAP);
            let unkept = shell.recovery.unkept();
            in_panel(ui, right, |ui| status::show(ui, self, seen, unkept, out));
        }
    }

    fn player(
        &self,
        ui: &mut Ui,
        seen: ViewContext<'_>,
        memory: &mut ExploreMemory,
        scale: f32,
        out: &mut Vec<ExploreMessage>,
    ) {
        let mut events = Vec::new();
        player::show(ui, seen, &mut memory.player, &mut events, scale);
        out.extend(events.into_iter().map(ExploreMessage::Player));
    }

    /// The panel on the left, which in a narrow window holds the right one too.
    fn left(
        &self,
        ui: &mut Ui,
        seen: ViewContext<'_>,
        shell: &Shell,
        is_narrow: bool,
        out: &mut Vec<ExploreMessage>,
    ) {
        let parts = &shell.preferences.parts;
        if is_narrow && parts.setup && parts.status {
            self.tabs(ui, out);
        }
        let is_status = is_narrow && parts.status && (self.tab == Tab::Status || !parts.setup);
        if is_status {
            status::show(ui, self, seen, shell.recovery.unkept(), out);
        } else {
            setup::show(ui, self, seen, out);
        }
    }

    /// Leads to one of two panels, where there is room for one.
    fn tabs(&self, ui: &mut Ui, out: &mut Vec<ExploreMessage>) {
        let tabs = [
            (Tab::Setup, "Set-up", "The board, the method and the goal of the next search."),
            (Tab::Status, "Search", "What the search is doing, and why."),
        ];
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let half = vec2((ui.available_width() - 4.0) / 2.0, 28.0);
            for (tab, name, tip) in tabs {
                let button = egui::Button::selectable(self.tab == tab, name).min_size(half);
                if ui.add(button).on_hover_text(tip).clicked() {
                    out.push(ExploreMessage::ShowTab(tab));
                }
            }
        });
        ui.add_space(6.0);
    }
}

impl Page for Explore {
    type Message = ExploreMessage;
    type Memory = ExploreMemory;

    fn poll(&mut self, shell: &mut Shell) -> Option<f32> {
        let is_new = self.session.update();
        if let Some(rival) = &mut self.rival {
            rival.update(&self.session, is_new);
        }
        self.autosave(shell);
        None
    }

    fn update(&mut self, message: ExploreMessage, memory: &mut ExploreMemory, shell: &mut Shell) {
        match message {
            ExploreMessage::Board(event) => self.board_event(event, shell),
            ExploreMessage::Setup(event) => self.setup_event(event, shell),
            ExploreMessage::Type(typed, second) => {
                (self.typed, self.second_typed) = (typed, second);
            }
            ExploreMessage::Player(event) => self.player_event(event, shell),
            ExploreMessage::Start(square) => {
                shell.close_dialog();
                self.start(square, Session::start_anyway, shell);
            }
            ExploreMessage::TryInstead(recipe) => {
                self.search_again(shell, |setup| Setup { recipe, ..setup });
            }
            ExploreMessage::Repair => {
                self.session.start_repair();
                shell.settings.remember_setup(self.session.setup());
            }
            ExploreMessage::ClosedInstead => {
                let (goal, recipe) = (Goal::Closed, Recipe::default());
                self.search_again(shell, |setup| Setup { goal, recipe, ..setup });
            }
            ExploreMessage::CloseTour => self.close_tour(shell),
            ExploreMessage::Compare(recipe) => self.compare_with(recipe),
            ExploreMessage::ToggleCompare => self.toggle_compare(),
            ExploreMessage::UseAsBase => self.use_as_base(shell),
            ExploreMessage::NewSeed => self.new_seed(shell),
            ExploreMessage::ShowCandidate(place) => self.display.candidate = place,
            ExploreMessage::ToggleChart => self.shows_chart = !self.shows_chart,
            ExploreMessage::DismissNews => self.session.dismiss_news(),
            ExploreMessage::DismissLong => self.session.dismiss_long_search(),
            ExploreMessage::ShowTab(tab) => self.tab = tab,
            ExploreMessage::Present => self.display.presenting = !self.display.presenting,
            ExploreMessage::Fit => {
                memory.board.fit();
                memory.second.fit();
            }
            ExploreMessage::Escape => self.escape(),
            ExploreMessage::Undo => {
                self.session.undo();
                self.bring_back(shell);
            }
            ExploreMessage::Redo => {
                self.session.redo();
                self.bring_back(shell);
            }
            ExploreMessage::WhyNotFrom(square) => {
                let mut game = self.game();
                game.continue_with(&[square]);
                shell.send(Request::ShowWhy(Box::new(game)).into());
            }
            ExploreMessage::Saved(id, steps, file) => self.session.was_saved(id, steps, file),
            ExploreMessage::Shell(message) => shell.send(message),
        }
        if let Some(rival) = &mut self.rival {
            rival.follow(&self.session);
        }
    }

    fn ui(
        &self,
        ui: &mut Ui,
        memory: &mut ExploreMemory,
        shell: &Shell,
        out: &mut Vec<ExploreMessage>,
    ) -> Rect {
        let display = Display { escaped: shell.is_escaped(), ..self.display };
        let seen = ViewContext { display, ..self.seen(&shell.preferences) };
        let mut place = ui.max_rect();
        if self.display.presenting {
            self.presentation(ui, &mut place, seen, memory, out);
        } else {
            self.panels(ui, &mut place, seen, (memory, shell), out);
        }
        self.boards(ui, place, seen, memory, out);
        place
    }

    fn shortcut(&self, shortcut: Shortcut) -> Option<ExploreMessage> {
        let playback = |command| Some(ExploreMessage::Player(PlayerEvent::Playback(command)));
        let toggle = |part| Some(ExploreMessage::Shell(Preference::Toggle(part).into()));
        match shortcut {
            Shortcut::PlayPause => playback(PlaybackCommand::PlayPause),
            Shortcut::Step => playback(PlaybackCommand::Step),
            Shortcut::StepBack => playback(PlaybackCommand::StepBack),
            Shortcut::ToStart => Some(ExploreMessage::Player(PlayerEvent::TO_START)),
            Shortcut::ToEnd => Some(ExploreMessage::Player(PlayerEvent::TO_END)),
            Shortcut::Faster => {
                Some(ExploreMessage::Player(PlayerEvent::Speed(self.session.speed().faster())))
            }
            Shortcut::Slower => {
                Some(ExploreMessage::Player(PlayerEvent::Speed(self.session.speed().slower())))
            }
            Shortcut::Backtracking => {
                Some(ExploreMessage::Shell(Preference::ToggleBacktracking.into()))
            }
            Shortcut::Compare => Some(ExploreMessage::ToggleCompare),
            Shortcut::HeatMap => toggle(Part::HeatMap),
            Shortcut::Starts => toggle(Part::Starts),
            Shortcut::Numbers => toggle(Part::Numbers),
            Shortcut::Present => Some(ExploreMessage::Present),
            Shortcut::UseAsBase => Some(ExploreMessage::UseAsBase),
            Shortcut::Clear => Some(ExploreMessage::Player(PlayerEvent::Clear)),
            Shortcut::Undo => Some(ExploreMessage::Undo),
            Shortcut::Redo => Some(ExploreMessage::Redo),
            Shortcut::Escape => {
                let has_news = self.session.state() != State::Ready && self.session.has_news();
                let is_idle = self.display.tool == Tool::Start && !self.display.presenting;
                if is_idle && self.session.watched().is_some_and(Watched::is_choosing) {
                    return Some(ExploreMessage::Player(PlayerEvent::Clear));
                }
                (has_news || !is_idle).then_some(ExploreMessage::Escape)
            }
            _ => None,
        }
    }

    fn apply(&mut self, preferences: &Preferences) {
        self.session.show_as(preferences.speed, preferences.show_backtracking, preferences.naming);
        if let Some(rival) = &mut self.rival {
            rival.follow(&self.session);
        }
    }

    fn document<'a>(
        &'a self,
        memory: &'a ExploreMemory,
        preferences: &'a Preferences,
    ) -> Document<'a> {
        let (session, setup) = (&self.session, self.session.setup());
        let watched = session.watched();
        let title = watched.map(|watched| title_of_search(watched, preferences.naming));
        let window_title = watched.zip(title.as_ref()).map(|(watched, title)| {
            let state = badge::name_of(session.state());
            let file = watched.file().filter(|_| !watched.is_from_file());
            let file = file.map(|file| format!("{} · ", file_name(&file.path))).unwrap_or_default();
            format!("{file}{title} · {state}")
        });
        let content = match watched {
            Some(watched) => Content::Search(watched),
            None if setup.given.is_empty() => Content::Nothing,
            None => Content::Path(setup),
        };
        let path_file = self.path_file.as_ref().filter(|_| session.has_path_to_finish());
        Document {
            title: title.unwrap_or_else(|| "Knight's Tour".to_owned()),
            window_title: window_title.unwrap_or_default(),
            content,
            file: session.file().or(path_file),
            noun: "tour",
            is_unsaved: session.is_unsaved(),
            can_clear: session.can_save(),
            can_undo: session.can_undo(),
            can_redo: session.can_redo(),
            view: Some(self.seen(preferences)),
            part_seen: memory.board.part_seen(),
            is_zoomed: memory.board.is_zoomed()
                || self.rival.is_some() && memory.second.is_zoomed(),
            tour: watched.and_then(|watched| watched.tour.as_ref()),
            findings: None,
        }
    }
}

/// What to say where another board no longer has the square at which the tour had to end.
fn lost_end(before: &Setup, after: &Setup) -> Option<String> {
    let end = before.goal.end()?;
    if !after.goal.is_any() || after.board == before.board {
        return None;
    }
    let name = before.board.name(end);
    let why = match after.board.parse_square(&name) {
        Ok(_) => "is a hole now",
        Err(_) => "is not on this board",
    };
    Some(format!("The tour can end anywhere again: {name} {why}."))
}
