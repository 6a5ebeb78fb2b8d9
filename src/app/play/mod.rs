//! The Play page: tours made by hand, with hints, races, levels, a gallery and lessons.

mod kept;
mod learn;
mod pages;
mod panel;
mod race;
mod why;
mod words;

use std::sync::{Arc, OnceLock};

use egui::{Rect, Ui, WidgetInfo, pos2, vec2};

use crate::app::board;
use crate::app::board::BoardView;
use crate::app::board::context::{BoardEvent, Display, GameContext, Tool, ViewContext};
use crate::app::shell::dialog::Dialog;
use crate::app::shell::page::{Content, Document, Page, PageId, Request, Run};
use crate::app::shell::preferences::{Part, Preference, Preferences};
use crate::app::shell::shortcuts::Shortcut;
use crate::app::shell::{Shell, ShellMessage};
use crate::app::widgets::board_form::SetupEvent;
use crate::app::widgets::player::{self, Player, PlayerEvent};
use crate::app::widgets::{in_panel, inside, take_bottom, theme};
use crate::board::{Board, Square};
use crate::engine::{Clock, PlaybackCommand, Speed, background, today};
use crate::play::{
    self, Challenge, Date, Game, Lesson, PIECES, PUBLISHED, Progress, Rating, Results, Stand,
    levels,
};
use crate::puzzle::Goal;
use crate::session::{
    Advice, CanStart, GameOverlay, OpenSquare, Origin, Race, Refusal, Session, Setup, Table,
};
use crate::solver::{Hint, Loss, Outlook, Recipe};
use crate::text::capitalised;

use kept::Stamp;
use why::Why;

/// Everything that can change the Play page.
pub enum PlayMessage {
    /// Something was done to the board.
    Board(BoardEvent),
    /// Something was chosen in the form for the board and the goal.
    Setup(SetupEvent),
    /// Something was done to the player of a demonstration.
    Player(PlayerEvent),
    /// Show a part of the panel.
    Show(PlayTab),
    /// Take back the last change of the game.
    Undo,
    /// Make it again.
    Redo,
    /// Begin the same board anew.
    Restart,
    /// Go back to the game before this one.
    EarlierGame,
    /// Pause the clock, or let it run.
    Pause,
    /// Show a kind of hint, or no longer.
    Hint(HintLevel),
    /// Choose the method that finishes a game or races.
    Choose(Recipe),
    /// Let the method finish the path.
    Finish,
    /// Show why the path cannot be finished, or no longer.
    WhyNot,
    /// Mark the squares because of which no tour follows after a square.
    Point(Square),
    /// Show the search which proves that no tour follows after a square.
    Prove(Square),
    /// Show the game again, in place of a search.
    Back,
    /// Race against the method, or no longer.
    Race,
    /// How fast the method races.
    RaceSpeed(Speed),
    /// Begin the next board.
    Next,
    /// Begin the challenge of this name.
    Challenge(String),
    /// Begin a lesson, by its place in the list.
    Lesson(usize),
    /// Leave the lesson.
    LeaveLesson,
    /// Show a tour of the gallery on the Board page, by its name.
    ShowTour(&'static str),
    /// Run a search of the gallery on the Board page, by its name.
    RunSearch(&'static str),
    /// The whole board again.
    Fit,
    /// Close what is in front on this page.
    Escape,
    /// The game was saved to this file.
    Saved(Origin),
    /// Something for the shell.
    Shell(ShellMessage),
}

/// A part of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayTab {
    /// The game itself.
    #[default]
    Game,
    /// Boards to try, one harder than the other.
    Challenges,
    /// Tours of the past.
    Gallery,
    /// Five small tasks.
    Lessons,
}

/// A kind of hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintLevel {
    /// How many moves each square leaves.
    Onward,
    /// The square to go to.
    Best,
    /// Whether the tour can still be finished.
    Finish,
}

/// The search that proves that no tour follows.
const PROOF: &str = "backtracking:by=warnsdorff,prune=strong";

/// Boards that follow each other where no challenge is played.
const NEXT: [(u32, u32); 6] = [(3, 4), (5, 5), (5, 6), (6, 6), (7, 7), (8, 8)];

/// A challenge, and how hard it is, once that is measured.
pub(crate) struct Known {
    challenge: Challenge,
    rating: OnceLock<Rating>,
}

/// The Play page.
pub(crate) struct Play {
    table: Table,
    overlay: GameOverlay,
    tool: Tool,
    tab: PlayTab,
    /// The kinds of hints that are shown.
    hints: [bool; 3],
    /// The method that finishes a game, or races.
    recipe: Recipe,
    race: Option<Race>,
    race_speed: Speed,
    clock: Clock,
    /// When time was counted last, if it runs.
    counted: Option<f64>,
    is_paused: bool,
    /// Whether it was announced that the game is won.
    announced: bool,
    /// What is known of the squares that can be next, while that is asked for.
    advice: Advice,
    /// Why the path cannot be finished, while that is asked for.
    why: Option<Why>,
    /// Where the game was lost, while that is asked for and once it is found.
    loss: Option<Loss>,
    results: Results,
    /// The challenge of today, once it is drawn, and its rating, once it is measured.
    daily: Option<Arc<OnceLock<Known>>>,
    lesson: Option<Lesson>,
    progress: Progress,
    /// The path at which help was counted last.
    helped_at: Option<Vec<Square>>,
    /// What the game was like when it was autosaved last.
    autosaved: Stamp,
}

/// What the widgets of the Play page keep from frame to frame.
pub(crate) struct PlayMemory {
    pub(crate) board: BoardView,
    race: BoardView,
    player: Player,
}

impl Default for PlayMemory {
    fn default() -> PlayMemory {
        let (board, race) = (BoardView::default(), BoardView::display());
        PlayMemory { board, race, player: Player::default() }
    }
}

/// A frame, in seconds.
const FRAME_SECONDS: f32 = 0.02;
/// Longer gaps are not counted as playing time, in seconds.
const MAX_GAP_SECONDS: f64 = 5.0;

impl Play {
    /// An empty board. `wake` is called when there is something new to show.
    pub(crate) fn new(setup: &Setup, wake: Arc<dyn Fn() + Send + Sync>) -> Play {
        Play {
            table: Table::new(setup.clone(), wake),
            overlay: GameOverlay::default(),
            tool: Tool::default(),
            tab: PlayTab::default(),
            hints: [false; 3],
            recipe: Recipe::default(),
            race: None,
            race_speed: Speed::of(Some(2)),
            clock: Clock::default(),
            counted: None,
            is_paused: false,
            announced: false,
            advice: Advice::default(),
            why: None,
            loss: None,
            results: Results::default(),
            daily: None,
            lesson: None,
            progress: Progress::default(),
            helped_at: None,
            autosaved: Stamp::default(),
        }
    }

    /// Uses another clock from now on.
    pub(crate) fn set_clock(&mut self, clock: Clock) {
        self.table.go_by(clock.clone());
        self.clock = clock;
    }

    /// The board with the path of the game, or with what is shown in its place.
    pub(crate) fn session(&self) -> &Session {
        self.table.session()
    }

    pub(crate) fn game(&self) -> &Game {
        self.table.game()
    }

    /// What is known of the squares that can be next.
    pub(crate) fn advice(&self) -> &Advice {
        &self.advice
    }

    fn seen<'a>(&'a self, preferences: &'a Preferences) -> ViewContext<'a> {
        let game = GameContext {
            game: self.table.game(),
            overlay: &self.overlay,
            sentence: &self.overlay.sentence,
            is_urgent: self.overlay.is_urgent,
        };
        let display = Display { tool: self.tool, ..Display::default() };
        let session = self.table.session();
        ViewContext { session, preferences, display, rival: None, game: Some(game) }
    }

    fn shows(&self, level: HintLevel) -> bool {
        self.hints[level as usize]
    }

    /// Whether the game has begun and is not won.
    fn in_progress(&self) -> bool {
        matches!(self.table.game().stand(), Stand::Going | Stand::Stuck | Stand::Missed)
    }

    /// Counts the time since the last look, if the clock runs.
    fn count_time(&mut self, is_watched: bool) -> bool {
        let now = self.clock.seconds();
        let runs =
            is_watched && self.in_progress() && !self.is_paused && self.table.aside().is_none();
        let spent = self.counted.map_or(0.0, |before| (now - before).clamp(0.0, MAX_GAP_SECONDS));
        let milliseconds = (spent * 1_000.0) as u64;
        if self.counted.is_some() && milliseconds > 0 {
            self.table.game_mut().spend(milliseconds);
        }
        // What is less than a millisecond is counted next time.
        let kept = self.counted.filter(|_| milliseconds == 0 && spent < MAX_GAP_SECONDS);
        self.counted = runs.then_some(kept.unwrap_or(now));
        runs
    }

    /// Counts a position at which there is help of any kind, once.
    fn count_help(&mut self) {
        let has_help =
            self.hints.contains(&true) || self.why.is_some() || self.table.aside().is_some();
        let path = self.table.game().path();
        if has_help && self.in_progress() && self.helped_at.as_deref() != Some(path) {
            self.helped_at = Some(path.to_vec());
            self.table.game_mut().hinted();
        }
    }

    fn refresh(&mut self) {
        let is_aside = self.table.aside().is_some();
        // A theorem needs the squares for its own colours.
        let has_exhibit = self.why.as_ref().is_some_and(|why| why.exhibit.is_some());
        let asks_finish = (self.shows(HintLevel::Finish) || self.why.is_some()) && !has_exhibit;
        let asks_best = self.shows(HintLevel::Best) && !has_exhibit;
        let is_asked = (asks_best || asks_finish) && !is_aside;
        let advice = if is_asked { self.table.advice() } else { Advice::default() };
        if !is_asked {
            self.table.stop_thinking();
        }
        self.advice = advice;
        let (game, advice) = (self.table.game(), &self.advice);
        let open = if is_aside { Vec::new() } else { game.open() };
        let onward =
            |square: Square| self.shows(HintLevel::Onward).then(|| game.onward(square) as u8);
        let mark = |outlook: &Outlook| match outlook {
            Outlook::Yes(_) => CanStart::Yes,
            Outlook::No(_) => CanStart::No,
            Outlook::Unknown => CanStart::Unknown,
        };
        let known = |square: Square| {
            let hint = advice.list.iter().find(|hint| hint.square == square)?;
            hint.outlook.as_ref().map(mark)
        };
        let naming = self.table.session().naming();
        let why = |square: Square| {
            let hint = advice.list.iter().find(|hint| hint.square == square)?;
            match &hint.outlook {
                Some(Outlook::No(reason)) => Some(capitalised(&reason.words(naming)) + "."),
                _ => None,
            }
        };
        // What is best is known once everything is.
        let best = advice.best.filter(|_| asks_best && advice.is_done);
        let open = open.into_iter().map(|square| OpenSquare {
            square,
            onward: onward(square),
            is_best: best == Some(square),
            finish: known(square).filter(|_| asks_finish),
            why: why(square).filter(|_| asks_finish),
        });
        let mut open: Vec<OpenSquare> = open.collect();
        // The first lesson asks for this one.
        open.extend(self.asked_first().map(|square| OpenSquare {
            square,
            onward: None,
            is_best: false,
            finish: None,
            why: None,
        }));
        self.overlay = GameOverlay {
            open,
            tour: self.table.tour().cloned(),
            sentence: self.sentence(),
            is_urgent: !is_aside
                && (matches!(game.stand(), Stand::Stuck | Stand::Missed | Stand::Won)
                    || self.why.as_ref().is_some_and(|why| why.is_answer)),
            is_aside,
            marks_starts: self.shows(HintLevel::Finish) && game.path().is_empty(),
            pointed: self.pointed(),
            turning_point: self.turning_point(),
            classes: self.classes(),
        };
    }

    /// The square that a lesson asks to begin at, as long as nothing is placed.
    fn asked_first(&self) -> Option<Square> {
        let game = self.table.game();
        let is_asked = self.lesson == Some(Lesson::Move) && game.path().is_empty();
        game.board().parse_square("a1").ok().filter(|_| is_asked)
    }

    /// Whether it is shown that no tour can follow any more.
    fn is_lost(&self) -> bool {
        let is_no = |hint: &Hint| matches!(hint.outlook, Some(Outlook::No(_)));
        self.advice.is_done && !self.advice.list.is_empty() && self.advice.list.iter().all(is_no)
    }

    /// Something was done in the game: what was said about it before is over.
    fn moved(&mut self) {
        self.why = None;
        self.progress.see(self.table.game());
    }

    /// Begins another game.
    pub(super) fn begin(&mut self, game: Game) {
        self.table.begin(game);
        self.helped_at = None;
        self.why = None;
        self.progress.begin(self.table.game());
        self.is_paused = false;
        self.announced = false;
        self.tab = PlayTab::Game;
        self.start_race();
    }

    /// Begins a game with another board or goal. If only the goal is another one, the path stays. A board
    /// of another size has no holes; after a challenge, its edges and its goal are plain too.
    fn change(&mut self, setup: &Setup) {
        let now = self.table.game();
        let sides = |board: &Board| (board.rows(), board.cols());
        let mut setup = setup.clone();
        if sides(&setup.board) != sides(now.board())
            && let Ok(board) = Board::new(setup.board.rows(), setup.board.cols())
        {
            let is_challenge = now.challenge().is_some();
            setup = setup.with_board(board.wrapped(setup.board.is_wrapped() && !is_challenge));
            setup.goal = if is_challenge { Goal::Any } else { setup.goal };
        }
        if (&setup.board, setup.goal) == (now.board(), now.goal()) {
            return;
        }
        let path = now.path().to_vec();
        let mut game = Game::empty(setup.board.clone(), setup.goal);
        if setup.board == *now.board() {
            game.continue_with(&path);
        }
        self.begin(game);
    }

    /// The race begins with the game: from its first square on.
    fn start_race(&mut self) {
        if self.race.is_some() {
            self.race = Some(Race::new(&self.table, self.recipe.clone(), self.race_speed));
        }
    }

    /// Begins to draw the challenge of today in the background, and to measure how hard it is.
    fn draw_daily(&mut self, wake: Arc<dyn Fn() + Send + Sync>) {
        let date = Date::from_days(today());
        let name = format!("daily-{date}");
        let is_old = |daily: &Arc<OnceLock<Known>>| {
            daily.get().is_some_and(|known| known.challenge.name() != name)
        };
        if self.daily.as_ref().is_some_and(|daily| !is_old(daily)) {
            return;
        }
        let daily: Arc<OnceLock<Known>> = Arc::default();
        self.daily = Some(Arc::clone(&daily));
        background(move || {
            let challenge = play::daily(date);
            let known = daily.get_or_init(|| Known { challenge, rating: OnceLock::new() });
            wake();
            known.rating.get_or_init(|| known.challenge.measure());
            wake();
        });
    }

    /// The board after this one.
    fn next_board(&self) -> Option<Board> {
        let board = self.table.game().board();
        let now = NEXT.iter().position(|sides| *sides == (board.rows(), board.cols()));
        let (rows, cols) = NEXT[now.map_or(1, |now| (now + 1) % NEXT.len())];
        Board::new(rows, cols).ok()
    }

    /// The challenge of this name.
    pub(super) fn challenge(&self, name: &str) -> Option<Challenge> {
        let known = self.daily.as_ref().and_then(|daily| daily.get());
        let known = known.filter(|known| known.challenge.name() == name);
        known.map(|known| known.challenge.clone()).or_else(|| Challenge::named(name))
    }

    /// Begins the level after this one, or a larger board.
    fn begin_next(&mut self) {
        let level = self
            .table
            .game()
            .challenge()
            .and_then(|name| levels().skip_while(|level| level.name() != name).nth(1));
        if let Some(level) = level {
            self.begin(level.game());
        } else if let Some(board) = self.next_board() {
            self.begin(Game::empty(board, Goal::Any));
        }
    }

    fn toggle_why(&mut self) {
        match self.why {
            Some(_) => self.why = None,
            None => self.ask_why(),
        }
    }

    fn toggle_race(&mut self) {
        self.race = match self.race {
            Some(_) => None,
            None => Some(Race::new(&self.table, self.recipe.clone(), self.race_speed)),
        };
    }

    fn race_at(&mut self, speed: Speed) {
        self.race_speed = speed;
        if let Some(race) = &mut self.race {
            race.set_speed(speed);
        }
    }

    fn board_event(&mut self, event: BoardEvent, shell: &mut Shell) {
        match event {
            BoardEvent::Click(square) => self.click(square, shell),
            BoardEvent::PaintHole { square, is_hole, .. } => {
                let setup = self.table.session().setup();
                if setup.board.is_hole(square) != is_hole
                    && let Ok(setup) = setup.with_hole_toggled(square)
                {
                    self.change(&setup);
                }
            }
            BoardEvent::BackTo(length, again) => {
                self.table.back_to(length, again);
                self.moved();
            }
        }
    }

    fn setup_event(&mut self, event: SetupEvent, shell: &mut Shell) {
        match event {
            SetupEvent::Change(setup) => self.change(&setup),
            SetupEvent::Use(tool) => self.tool = tool,
            SetupEvent::Refused(why) => shell.say(&why),
        }
    }

    fn player_event(&mut self, event: PlayerEvent, shell: &mut Shell) {
        match event {
            PlayerEvent::Playback(command) => self.table.session().playback(command),
            PlayerEvent::Speed(speed) => shell.prefer(Preference::Speed(speed)),
            PlayerEvent::Backtracking(show) => shell.prefer(Preference::Backtracking(show)),
            // A demonstration ends, and the game stays as it is.
            PlayerEvent::Clear => self.table.back_to_game(),
            PlayerEvent::FindNext => self.table.find_next(),
        }
    }

    fn click(&mut self, square: Square, shell: &mut Shell) {
        let setup = self.table.session().setup();
        match self.tool {
            Tool::Holes => match setup.with_hole_toggled(square) {
                Ok(setup) => self.change(&setup),
                Err(error) => shell.say(&format!("{}.", capitalised(&error.to_string()))),
            },
            Tool::End if setup.board.is_hole(square) => {}
            Tool::End => {
                self.tool = Tool::Start;
                self.change(&Setup { goal: Goal::End(square), ..setup.clone() });
            }
            Tool::Start if self.table.aside().is_some() => self.table.back_to_game(),
            Tool::Start => self.place(square, shell),
        }
    }

    /// Goes to a square, or says why not.
    fn place(&mut self, square: Square, shell: &mut Shell) {
        let was_empty = self.table.game().path().is_empty();
        if let Err(wrong) = self.table.place(square) {
            let board = &self.table.session().setup().board;
            return shell.say(&wrong.words(board, shell.preferences.naming));
        }
        shell.clear_notice();
        self.moved();
        self.is_paused = false;
        if was_empty {
            self.start_race();
        }
        if self.table.game().stand() == Stand::Won && !self.announced {
            self.announced = true;
            let praise = self.praise();
            self.keep_result(shell);
            shell.ask(Dialog::Won(praise));
        }
    }

    /// Takes a change back or makes it again; a demonstration ends, and the game stays as it is.
    fn step_through(&mut self, change: fn(&mut Table)) {
        if self.table.aside().is_some() {
            return self.table.back_to_game();
        }
        change(&mut self.table);
        self.moved();
    }

    fn restart(&mut self) {
        let game = self.table.game();
        if self.table.aside().is_some() {
            self.table.back_to_game();
        } else if game.path().len() > game.given().len() {
            let game = game.anew();
            self.begin(game);
        }
    }

    fn show_tab(&mut self, tab: PlayTab, shell: &Shell) {
        self.tab = tab;
        if tab == PlayTab::Challenges {
            self.draw_daily(shell.waker());
        }
    }

    /// Lets the method finish the path.
    fn finish(&mut self, shell: &mut Shell) {
        if self.table.aside().is_some() {
            return;
        }
        match self.table.game().stand() {
            Stand::Empty => return shell.say("Click a square first, for the path to begin at."),
            Stand::Stuck | Stand::Missed => return self.answer_finish(),
            Stand::Won | Stand::Going => {}
        }
        match self.table.finish(self.recipe.clone()) {
            Err(Refusal::NoTour(_)) => self.answer_finish(),
            finished => self.show_refusal(finished, shell),
        }
    }

    fn prove(&mut self, square: Square, shell: &mut Shell) {
        let recipe = PROOF.parse().unwrap_or_default();
        let started = self.table.prove(square, recipe);
        self.show_refusal(started, shell);
    }

    /// Says why a method did not start.
    fn show_refusal(&self, started: Result<(), Refusal>, shell: &mut Shell) {
        if let Err(refusal) = started {
            let board = &self.table.session().setup().board;
            let words = refusal.words(board, shell.preferences.naming);
            shell.say(&format!("{}.", capitalised(&words)));
        }
    }

    fn begin_challenge(&mut self, name: &str) {
        if let Some(challenge) = self.challenge(name) {
            self.lesson = None;
            self.begin(challenge.game());
        }
    }

    fn begin_lesson(&mut self, place: usize, shell: &mut Shell) {
        self.tool = Tool::Start;
        if let Some(lesson) = Lesson::ALL.get(place) {
            let started = self.teach(*lesson);
            self.show_refusal(started, shell);
        }
    }

    /// Leaves the lesson; after the last one, there are levels to play.
    fn leave_lesson(&mut self, shell: &Shell) {
        let Some(lesson) = self.lesson.take() else { return };
        if lesson.next().is_none() && lesson.is_done(&self.progress) {
            self.begin(play::new_game());
            self.show_tab(PlayTab::Challenges, shell);
        }
    }

    /// Plays a game that was opened, or that another page asks for.
    pub(crate) fn open(&mut self, game: Game, file: Option<Origin>) {
        self.tool = Tool::Start;
        self.begin(game);
        self.table.set_file(file);
    }

    /// Plays a game and shows why it cannot be finished.
    pub(crate) fn show_why(&mut self, game: Game) {
        self.open(game, None);
        self.ask_why();
    }
}

/// Puts a tour of the gallery on the Board page, where it can be played.
fn show_tour(name: &str, shell: &mut Shell) {
    let Some(piece) = PIECES.iter().find(|piece| piece.name == name) else { return };
    let back = "Undo brings back your board, and Ctrl+L leads back to the gallery.";
    shell.send(Request::ShowTour(Box::new(piece.tour()), back.to_owned()).into());
}

/// Runs a search of the gallery on the Board page.
fn run_search(name: &str, shell: &mut Shell) {
    let Some(run) = PUBLISHED.iter().find(|run| run.name == name) else { return };
    let notice = format!("{}. Undo brings back your board.", run.title);
    let (puzzle, recipe) = (run.puzzle(), run.recipe());
    let run = Run { puzzle, recipe, notice, starts: true, repeats: false };
    shell.send(Request::Run(Box::new(run)).into());
}

impl Page for Play {
    type Message = PlayMessage;
    type Memory = PlayMemory;

    fn poll(&mut self, shell: &mut Shell) -> Option<f32> {
        self.table.update();
        self.watch();
        self.look_for_loss();
        self.count_help();
        if let Some(race) = &mut self.race {
            race.update(&self.table, self.is_paused || self.table.aside().is_some());
        }
        let runs = self.count_time(shell.is_watched(PageId::Play));
        self.refresh();
        self.autosave(shell);
        // When the clock shows another second; egui wakes up a frame too early.
        let left = 1_000 - self.table.game().record().milliseconds % 1_000;
        runs.then_some(left as f32 / 1_000.0 + FRAME_SECONDS)
    }

    fn update(&mut self, message: PlayMessage, memory: &mut PlayMemory, shell: &mut Shell) {
        match message {
            PlayMessage::Board(event) => self.board_event(event, shell),
            PlayMessage::Setup(event) => self.setup_event(event, shell),
            PlayMessage::Player(event) => self.player_event(event, shell),
            PlayMessage::Show(tab) => self.show_tab(tab, shell),
            PlayMessage::Undo => self.step_through(Table::undo),
            PlayMessage::Redo => self.step_through(Table::redo),
            PlayMessage::Restart => self.restart(),
            PlayMessage::EarlierGame => self.step_through(Table::bring_back_earlier),
            // Before the first square and after the last, no clock runs.
            PlayMessage::Pause => self.is_paused = self.in_progress() && !self.is_paused,
            PlayMessage::Hint(level) => self.hints[level as usize] ^= true,
            PlayMessage::Choose(recipe) => {
                self.recipe = recipe;
                self.start_race();
            }
            PlayMessage::Finish => self.finish(shell),
            PlayMessage::WhyNot => self.toggle_why(),
            PlayMessage::Point(square) => self.point(square),
            PlayMessage::Prove(square) => self.prove(square, shell),
            PlayMessage::Back => self.table.back_to_game(),
            PlayMessage::Race => self.toggle_race(),
            PlayMessage::RaceSpeed(speed) => self.race_at(speed),
            PlayMessage::Next => self.begin_next(),
            PlayMessage::Challenge(name) => self.begin_challenge(&name),
            PlayMessage::Lesson(place) => self.begin_lesson(place, shell),
            PlayMessage::LeaveLesson => self.leave_lesson(shell),
            PlayMessage::ShowTour(name) => show_tour(name, shell),
            PlayMessage::RunSearch(name) => run_search(name, shell),
            PlayMessage::Fit => memory.board.fit(),
            PlayMessage::Escape if self.table.aside().is_some() => self.table.back_to_game(),
            PlayMessage::Escape => self.tool = Tool::Start,
            PlayMessage::Saved(file) => self.table.set_file(Some(file)),
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
        if let (Some(notice), Some(game)) = (shell.notice(), &mut seen.game) {
            (game.sentence, game.is_urgent) = (notice, true);
        }
        let mut middle = ui.max_rect();
        let left = Rect::from_min_size(middle.min, vec2(theme::LEFT, middle.height()));
        middle.set_left(left.right() + theme::GAP);
        in_panel(ui, left, |ui| panel::show(ui, self, seen, out));
        if self.table.aside().is_some() {
            let below = take_bottom(&mut middle, player::HEIGHT);
            let mut events = Vec::new();
            in_panel(ui, below, |ui| {
                player::show(ui, seen, &mut memory.player, &mut events, 1.0);
            });
            out.extend(events.into_iter().map(PlayMessage::Player));
        }
        let mut place = middle;
        if let Some(race) = &self.race {
            let half = place.width() / 2.0 - theme::GAP;
            let right = Rect::from_min_max(pos2(place.right() - half, place.top()), place.max);
            place.set_right(place.left() + half);
            // Both boards have as much above them.
            place.set_top(place.top() + race::HEADING - board::STRIP);
            inside(ui, right, |ui| race::show(ui, race, &shell.preferences, &mut memory.race));
        }
        let mut events = Vec::new();
        inside(ui, place, |ui| board::show(ui, seen, &mut memory.board, &mut events));
        out.extend(events.into_iter().map(PlayMessage::Board));
        if let Some(game) = seen.game {
            speak_sentence(ui, place, game.sentence);
        }
        middle
    }

    fn shortcut(&self, shortcut: Shortcut) -> Option<PlayMessage> {
        let is_aside = self.table.aside().is_some();
        let player = |event| is_aside.then_some(PlayMessage::Player(event));
        let playback = |command| player(PlayerEvent::Playback(command));
        let toggle = |part| Some(PlayMessage::Shell(Preference::Toggle(part).into()));
        let speed = self.table.session().speed();
        match shortcut {
            Shortcut::PlayPause if !is_aside => Some(PlayMessage::Pause),
            Shortcut::PlayPause => playback(PlaybackCommand::PlayPause),
            Shortcut::Step => playback(PlaybackCommand::Step),
            Shortcut::StepBack => playback(PlaybackCommand::StepBack),
            Shortcut::ToStart => player(PlayerEvent::TO_START),
            Shortcut::ToEnd => player(PlayerEvent::TO_END),
            Shortcut::Faster => player(PlayerEvent::Speed(speed.faster())),
            Shortcut::Slower => player(PlayerEvent::Speed(speed.slower())),
            Shortcut::Backtracking => {
                is_aside.then_some(PlayMessage::Shell(Preference::ToggleBacktracking.into()))
            }
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
                (is_aside || self.tool != Tool::Start).then_some(PlayMessage::Escape)
            }
            _ => None,
        }
    }

    fn apply(&mut self, preferences: &Preferences) {
        let Preferences { speed, show_backtracking, naming, .. } = *preferences;
        self.table.session_mut().show_as(speed, show_backtracking, naming);
        if let Some(race) = &mut self.race {
            race.show_as(show_backtracking, naming);
        }
    }

    fn document<'a>(
        &'a self,
        memory: &'a PlayMemory,
        preferences: &'a Preferences,
    ) -> Document<'a> {
        let game = self.table.game();
        Document {
            title: self.title(),
            window_title: self.title(),
            content: if game.can_undo() { Content::Game(game) } else { Content::Nothing },
            file: self.table.file(),
            noun: "game",
            is_unsaved: false,
            can_clear: game.can_undo(),
            can_undo: game.can_undo(),
            can_redo: game.can_redo(),
            view: Some(self.seen(preferences)),
            part_seen: memory.board.part_seen(),
            is_zoomed: memory.board.is_zoomed(),
            tour: None,
            findings: None,
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
