//! The Play page: tours made by hand, with hints, races, levels, a gallery and lessons.

mod pages;
mod panel;
mod persistence;

use std::sync::{Arc, OnceLock};

use egui::{Label, Rect, RichText, Ui, WidgetInfo, vec2};

use crate::app::board::context::{BoardEvent, Display, GameContext, Role, Tool, ViewContext};
use crate::app::board::{self, BoardView};
use crate::app::shell::dialog::Dialog;
use crate::app::shell::page::{Content, Document, Page, PageId};
use crate::app::shell::preferences::{Part, Preference, Preferences};
use crate::app::shell::shortcuts::Shortcut;
use crate::app::shell::{Shell, ShellMessage};
use crate::app::widgets::badge::{method_line, name_of};
use crate::app::widgets::board_form::SetupEvent;
use crate::app::widgets::player::{self, Player, PlayerEvent};
use crate::app::widgets::{in_panel, inside, take_bottom, theme};
use crate::board::{Naming, Square};
use crate::engine::{Clock, PlaybackCommand, Speed, background, today};
use crate::play::{self, Challenge, Date, Game, GameStatus, Lesson, Rating, Results};
use crate::session::{
    GameBoard, GameSession, HintLevel, Origin, Race, Refusal, Session, Setup, State,
};
use crate::solver::MethodConfig;
use crate::text::capitalised;

use persistence::Stamp;

pub enum PlayMessage {
    Board(BoardEvent),
    Setup(SetupEvent),
    Player(PlayerEvent),
    Show(PlayTab),
    Undo,
    Redo,
    Restart,
    EarlierGame,
    Pause,
    Hint(HintLevel),
    /// The method that finishes a game or races.
    Choose(MethodConfig),
    Finish,
    WhyNot,
    /// Mark the squares because of which no tour follows after a square.
    Point(Square),
    /// Show the search which proves that no tour follows after a square.
    Prove(Square),
    Race,
    RaceSpeed(Speed),
    Next,
    /// By its name.
    Challenge(String),
    /// By its place in the list.
    Lesson(usize),
    LeaveLesson,
    Fit,
    /// Close what is in front on this page.
    Escape,
    /// Play a game that was opened from this file, or that another page asks for.
    Open(Box<Game>, Option<Origin>),
    ShowWhy(Box<Game>),
    /// The number of the game.
    SavedPart(u64, Origin),
    /// This window has taken over another autosave slot: store the game there.
    Keep,
    Shell(ShellMessage),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayTab {
    #[default]
    Game,
    Challenges,
    Gallery,
    Lessons,
}

/// The challenge of a day, once it is drawn, and its rating, once it is measured.
struct DailyChallenge {
    date: Date,
    challenge: OnceLock<Challenge>,
    rating: OnceLock<Rating>,
}

pub(crate) struct Play {
    pub(crate) game: GameSession,
    tool: Tool,
    tab: PlayTab,
    /// Whether it was announced that the game is won.
    announced: bool,
    results: Results,
    daily: Option<Arc<DailyChallenge>>,
    /// What the game was like when it was autosaved last.
    autosaved: Stamp,
}

#[derive(Default)]
pub(crate) struct PlayMemory {
    pub(crate) board: BoardView,
    race: BoardView,
    player: Player,
}

const FRAME_SECONDS: f32 = 0.02;
/// The heights of the heading of a race, and of each of its two lines.
const RACE_HEADING: f32 = 52.0;
const RACE_LINE: f32 = 24.0;

impl Play {
    /// The game of last time, or an empty board.
    pub(crate) fn new(setup: &Setup, clock: Clock, shell: &mut Shell) -> Play {
        let mut play = Play {
            game: GameSession::new(setup, shell.waker()),
            tool: Tool::default(),
            tab: PlayTab::default(),
            announced: false,
            results: Results::default(),
            daily: None,
            autosaved: Stamp::default(),
        };
        play.game.set_clock(clock);
        play.restore(shell);
        play
    }

    /// The board with the path of the game, or with what is shown in its place.
    pub(crate) fn session(&self) -> &Session {
        self.game.game_board().session()
    }

    pub(crate) fn game(&self) -> &Game {
        self.game.game_board().game()
    }

    /// Whether a search is shown in place of the game.
    fn is_demonstrating(&self) -> bool {
        self.game.game_board().demonstration().is_some()
    }

    fn seen<'a>(&'a self, preferences: &'a Preferences) -> ViewContext<'a> {
        let (session, game, overlay) = (self.session(), self.game(), &self.game.overlay);
        let (sentence, is_urgent) = (&*overlay.sentence, overlay.is_urgent);
        let game = Some(GameContext { game, overlay, sentence, is_urgent });
        let display = Display { tool: self.tool, ..Display::default() };
        ViewContext { session, preferences, display, comparison: None, game }
    }

    fn begin(&mut self, game: impl Into<Option<Game>>) {
        if let Some(game) = game.into() {
            self.game.begin(game);
            self.begun();
        }
    }

    /// A game that is won already is not announced again.
    fn begun(&mut self) {
        self.announced = self.game().status() == GameStatus::Won;
        self.tab = PlayTab::Game;
    }

    fn change(&mut self, setup: &Setup) {
        self.begin(self.game.game_on(setup));
    }

    /// Draws the challenge of today and rates it, in the background.
    fn draw_daily(&mut self, wake: Arc<dyn Fn() + Send + Sync>) {
        let date = Date::from_days(today());
        if self.daily.as_ref().is_some_and(|daily| daily.date == date) {
            return;
        }
        let (challenge, rating) = (OnceLock::new(), OnceLock::new());
        let daily = Arc::new(DailyChallenge { date, challenge, rating });
        self.daily = Some(Arc::clone(&daily));
        background(move || {
            let challenge = daily.challenge.get_or_init(|| play::daily(date));
            wake();
            daily.rating.get_or_init(|| challenge.measure());
            wake();
        });
    }

    fn challenge(&self, name: &str) -> Option<Challenge> {
        let daily = self.daily.as_ref().and_then(|daily| daily.challenge.get());
        let daily = daily.filter(|daily| daily.name() == name);
        daily.cloned().or_else(|| Challenge::named(name))
    }

    fn setup_event(&mut self, event: SetupEvent, shell: &mut Shell) {
        match event {
            SetupEvent::Change(setup) => self.change(&setup),
            SetupEvent::Use(tool) => self.tool = tool,
            SetupEvent::Refused(why) => shell.say(&why),
        }
    }

    fn click(&mut self, square: Square, shell: &mut Shell) {
        match SetupEvent::of_click(self.tool, self.session().setup(), square) {
            Some(events) => events.into_iter().for_each(|event| self.setup_event(event, shell)),
            None if self.is_demonstrating() => self.back_to_game(),
            None => self.place(square, shell),
        }
    }

    fn place(&mut self, square: Square, shell: &mut Shell) {
        if let Err(wrong) = self.game.place(square) {
            return shell.say(&wrong.words(self.game().board(), shell.preferences.naming));
        }
        shell.clear_notice();
        if self.game().status() == GameStatus::Won && !self.announced {
            self.announced = true;
            self.save_result(shell);
            shell.ask(Dialog::won(&self.game.praise()));
        }
    }

    fn back_to_game(&mut self) {
        self.game.game_board_mut().back_to_game();
    }

    fn restart(&mut self) {
        let game = self.game();
        if self.is_demonstrating() {
            self.back_to_game();
        } else if game.path().len() > game.given().len() {
            self.begin(game.anew());
        }
    }

    fn show_tab(&mut self, tab: PlayTab, shell: &Shell) {
        self.tab = tab;
        if tab == PlayTab::Challenges {
            self.draw_daily(shell.waker());
        }
    }

    fn finish(&mut self, shell: &mut Shell) {
        if self.game().status() == GameStatus::Empty && !self.is_demonstrating() {
            return shell.say("Click a square first, for the path to begin at.");
        }
        let finished = self.game.finish();
        self.show_refusal(finished, shell);
    }

    fn show_refusal(&self, started: Result<(), Refusal>, shell: &mut Shell) {
        if let Err(refusal) = started {
            let words = refusal.words(self.game().board(), shell.preferences.naming);
            shell.say(&format!("{}.", capitalised(&words)));
        }
    }

    fn begin_challenge(&mut self, name: &str) {
        if let Some(challenge) = self.challenge(name) {
            self.game.leave_lesson();
            self.begin(challenge.game());
        }
    }

    fn begin_lesson(&mut self, place: usize, shell: &mut Shell) {
        // What was said about the game before does not belong to the lesson.
        shell.clear_notice();
        self.tool = Tool::Start;
        let Some(lesson) = Lesson::ALL.get(place) else { return };
        let started = self.game.teach(*lesson);
        self.begun();
        self.show_refusal(started, shell);
    }

    /// After the last lesson, there are levels to play.
    fn leave_lesson(&mut self, shell: &Shell) {
        if self.game.leave_lesson() {
            self.begin(Lesson::Move.game());
            self.show_tab(PlayTab::Challenges, shell);
        }
    }

    fn open(&mut self, game: Game, file: Option<Origin>) {
        self.tool = Tool::Start;
        self.begin(game);
        if let Some(file) = file {
            let board = self.game.game_board_mut();
            board.was_saved(board.id(), file);
        }
    }
}

impl Page for Play {
    type Message = PlayMessage;
    type Memory = PlayMemory;

    fn poll(&mut self, shell: &mut Shell) -> Option<f32> {
        let runs = self.game.update(shell.is_watched(PageId::Play));
        self.autosave_changes(shell);
        // When the clock shows another second; egui wakes up a frame too early.
        let left = 1_000 - self.game().record().milliseconds % 1_000;
        runs.then_some(left as f32 / 1_000.0 + FRAME_SECONDS)
    }

    fn update(&mut self, message: PlayMessage, memory: &mut PlayMemory, shell: &mut Shell) {
        match message {
            PlayMessage::Board(BoardEvent::Click(square)) => self.click(square, shell),
            PlayMessage::Board(BoardEvent::PaintHole { square, .. }) => {
                if let Ok(setup) = self.session().setup().with_hole_toggled(square) {
                    self.change(&setup);
                }
            }
            PlayMessage::Board(BoardEvent::BackTo(length, again)) => {
                self.game.change(|board| board.back_to(length, again));
            }
            PlayMessage::Setup(event) => self.setup_event(event, shell),
            PlayMessage::Player(event) => match event {
                // There is nothing to play yet.
                PlayerEvent::Playback(_) if self.session().is_choosing() => self.back_to_game(),
                PlayerEvent::Playback(PlaybackCommand::FindNext) => {
                    self.game.game_board_mut().session_mut().find_next();
                }
                PlayerEvent::Playback(command) => self.session().playback(command),
                PlayerEvent::Prefer(preference) => shell.send(preference.into()),
                // A demonstration ends, and the game stays as it is.
                PlayerEvent::Clear => self.back_to_game(),
            },
            PlayMessage::Show(tab) => self.show_tab(tab, shell),
            PlayMessage::Undo => self.game.change(GameBoard::undo),
            PlayMessage::Redo => self.game.change(GameBoard::redo),
            PlayMessage::Restart => self.restart(),
            PlayMessage::EarlierGame => {
                self.game.restore_earlier();
                self.begun();
            }
            PlayMessage::Pause => self.game.pause(),
            PlayMessage::Hint(level) => self.game.toggle_hint(level),
            PlayMessage::Choose(config) => self.game.choose(config),
            PlayMessage::Finish => self.finish(shell),
            PlayMessage::WhyNot => self.game.toggle_why(),
            PlayMessage::Point(square) => self.game.point(square),
            PlayMessage::Prove(square) => {
                let started = self.game.prove(square);
                self.show_refusal(started, shell);
            }
            PlayMessage::Race => self.game.toggle_race(),
            PlayMessage::RaceSpeed(speed) => self.game.race_at(speed),
            PlayMessage::Next => self.begin(self.game.next_game()),
            PlayMessage::Challenge(name) => self.begin_challenge(&name),
            PlayMessage::Lesson(place) => self.begin_lesson(place, shell),
            PlayMessage::LeaveLesson => self.leave_lesson(shell),
            PlayMessage::Fit => memory.board.fit(),
            PlayMessage::Escape if self.is_demonstrating() => self.back_to_game(),
            PlayMessage::Escape => self.tool = Tool::Start,
            PlayMessage::Open(game, file) => self.open(*game, file),
            PlayMessage::ShowWhy(game) => {
                self.open(*game, None);
                self.game.ask_why();
            }
            PlayMessage::SavedPart(id, file) => self.game.game_board_mut().was_saved(id, file),
            PlayMessage::Keep => self.autosave_game(shell),
            PlayMessage::Shell(message) => shell.send(message),
        }
    }

    fn ui(
        &self,
        ui: &mut Ui,
        memory: &mut PlayMemory,
        shell: &Shell,
        out: &mut Vec<PlayMessage>,
    ) -> Rect {
        let mut seen = self.seen(&shell.preferences);
        seen.display.escaped = shell.is_escaped();
        if let (Some(notice), Some(game)) = (shell.notice_text(), &mut seen.game) {
            (game.sentence, game.is_urgent) = (notice, true);
        }
        let mut middle = ui.max_rect();
        let left = middle.with_max_x(middle.left() + theme::LEFT_WIDTH);
        middle.set_left(left.right() + theme::GAP);
        in_panel(ui, left, |ui| panel::show(ui, self, seen, out));
        if self.is_demonstrating() {
            let below = take_bottom(&mut middle, player::HEIGHT);
            let show = |ui: &mut Ui| player::show(ui, seen, &mut memory.player);
            out.extend(in_panel(ui, below, show).into_iter().map(PlayMessage::Player));
        }
        let mut place = middle;
        if let Some(race) = &self.game.race {
            let half = place.width() / 2.0 - theme::GAP;
            let right = place.with_min_x(place.right() - half);
            place.set_right(place.left() + half);
            // Both boards have as much above them.
            place.set_top(place.top() + RACE_HEADING - board::STRIP_HEIGHT);
            show_race(ui, right, race, &shell.preferences, &mut memory.race);
        }
        let events = inside(ui, place, |ui| board::show(ui, seen, &mut memory.board));
        out.extend(events.into_iter().map(PlayMessage::Board));
        if let Some(game) = seen.game {
            speak_sentence(ui, place, game.sentence);
        }
        middle
    }

    fn shortcut(&self, shortcut: Shortcut) -> Option<PlayMessage> {
        let is_demonstrating = self.is_demonstrating();
        if is_demonstrating && let Some(event) = PlayerEvent::of_key(shortcut, self.session()) {
            return Some(PlayMessage::Player(event));
        }
        let toggle = |part| Some(PlayMessage::Shell(Preference::Toggle(part).into()));
        match shortcut {
            Shortcut::PlayPause => Some(PlayMessage::Pause),
            Shortcut::Compare => Some(PlayMessage::Race),
            Shortcut::Starts => toggle(Part::Starts),
            Shortcut::Numbers => toggle(Part::Numbers),
            Shortcut::Clear => Some(PlayMessage::Restart),
            Shortcut::Undo => Some(PlayMessage::Undo),
            Shortcut::Redo => Some(PlayMessage::Redo),
            Shortcut::Onward => Some(PlayMessage::Hint(HintLevel::Onward)),
            Shortcut::BestMove => Some(PlayMessage::Hint(HintLevel::Best)),
            Shortcut::CanFinish => Some(PlayMessage::Hint(HintLevel::Finish)),
            Shortcut::Finish => Some(PlayMessage::Finish),
            Shortcut::WhyNot => Some(PlayMessage::WhyNot),
            Shortcut::Escape => {
                (is_demonstrating || self.tool != Tool::Start).then_some(PlayMessage::Escape)
            }
            _ => None,
        }
    }

    fn apply(&mut self, preferences: &Preferences) {
        let Preferences { speed, show_backtracking, naming, .. } = *preferences;
        self.game.show_as(speed, show_backtracking, naming);
    }

    fn autosave(&mut self, shell: &mut Shell) {
        // The time since the last change is not kept yet.
        self.game.count_time(false);
        if self.game.in_progress() {
            self.autosave_game(shell);
        }
    }

    fn title(&self, _: Naming) -> String {
        self.game.title()
    }

    fn document<'a>(
        &'a self,
        memory: &'a PlayMemory,
        preferences: &'a Preferences,
    ) -> Document<'a> {
        let board = self.game.game_board();
        let game = board.game();
        Document {
            content: if game.can_undo() { Content::Game(board) } else { Content::Nothing },
            file: board.file(),
            noun: "game",
            can_clear: game.can_undo(),
            can_undo: game.can_undo(),
            can_redo: game.can_redo(),
            view: Some(self.seen(preferences)),
            boards: [Some(&memory.board), None],
            ..Document::default()
        }
    }
}

/// Lets screen readers speak what is painted above the board.
fn speak_sentence(ui: &mut Ui, place: Rect, sentence: &str) {
    let line = Rect::from_min_size(place.min, vec2(place.width(), 1.0));
    let label = ui.allocate_rect(line, egui::Sense::hover());
    label.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, sentence));
    ui.ctx().accesskit_node_builder(label.id, |node| {
        node.set_live(egui::accesskit::Live::Polite);
    });
}

fn show_race(
    ui: &mut Ui,
    place: Rect,
    race: &Race,
    preferences: &Preferences,
    view: &mut BoardView,
) {
    let session = &race.second.session;
    let display = Display { role: Role::Opponent, ..Display::default() };
    let seen = ViewContext { session, preferences, display, comparison: None, game: None };
    board::show_headed(ui, place, seen, view, RACE_HEADING, |ui| race_heading(ui, race));
}

fn race_heading(ui: &mut Ui, race: &Race) {
    let session = &race.second.session;
    let (title, below) = ui.max_rect().split_top_bottom_at_y(ui.max_rect().top() + RACE_LINE);
    inside(ui, title, |ui| {
        let state = match (&race.second.refusal, session.state()) {
            (Some(_), _) => "Not racing",
            (None, State::Ready) => "Waiting",
            (None, State::Found { .. } | State::Replaying) if !race.is_done() => "Racing",
            (None, _) => name_of(session),
        };
        let method = session.config_shown().method;
        method_line(ui, session, state, None, RichText::new(method.title).strong());
    });
    inside(ui, below.with_max_y(below.top() + RACE_LINE), |ui| {
        let (text, why) = race.standing();
        let label = ui.add(Label::new(RichText::new(text).small().weak()).truncate());
        if let Some(why) = why {
            label.on_hover_text(why);
        }
    });
}
