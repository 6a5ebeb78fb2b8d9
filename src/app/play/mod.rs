//! The room where tours are made by hand: the game on its table, hints, and what is asked of them.

mod pages;
mod panel;
mod race;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use egui::{Rect, Ui, WidgetInfo, pos2, vec2};

use super::board_view::{self, BoardView};
use super::command::Command;
use super::dialog::Dialog;
use super::menu::capitalised;
use super::stage::{GameSeen, Seen, Stage, Tool};
use super::{App, Part, Purpose, Room, in_panel, inside, player, theme};
use crate::board::{Board, Square};
use crate::disk;
use crate::engine::{Clock, Speed, background, today};
use crate::feasibility::{Exhibit, Verdict, verdict};
use crate::format::svg::Crop;
use crate::format::{game, results, tour};
use crate::play::{
    self, Challenge, Date, Game, Lesson, PIECES, PUBLISHED, Progress, Rating, Results, Scene,
    Stand, Win, levels,
};
use crate::puzzle::{Goal, Puzzle, starts};
use crate::session::{
    Advice, Aside, CanStart, Move, Refusal, Session, Setup, State, Table, Watched,
};
use crate::solver::{Outlook, Recipe, Status, why_not};
use crate::text::{counted, grouped};
use crate::tour::{Tour, Traits};

use race::Race;

/// What is asked of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayOrder {
    /// Show a page of the panel.
    Show(PlayPage),
    /// Go back until the path has this many squares; `true` adds that to the last step back, so that both
    /// are undone together.
    BackTo(usize, bool),
    /// Halt the clock, or let it run.
    Pause,
    /// Show a kind of hint, or no longer.
    Hint(Degree),
    /// Choose the method that finishes a game or races.
    Choose(Recipe),
    /// Let the method finish the path.
    Finish,
    /// Show why the path cannot be finished.
    WhyNot,
    /// Show on the board of the Board room why no tour starts at a square.
    WhyNotFrom(Square),
    /// Show the game again, in place of a search.
    Back,
    /// Race against the method, or no longer.
    Race,
    /// How fast the method races.
    RaceSpeed(Speed),
    /// Play the board of the Board room.
    FromBoard,
    /// Begin the next board.
    Next,
    /// Show the lessons.
    Learn,
    /// Begin the challenge of this name.
    Challenge(String),
    /// Begin a lesson, by its place in the list.
    Lesson(usize),
    /// Leave the lesson.
    LeaveLesson,
    /// Show a tour of the gallery on the board, by its name.
    Exhibit(&'static str),
    /// Run a search of the gallery on the board, by its name.
    Run(&'static str),
    /// Show the search which proves that no tour follows after a square.
    Prove(Square),
    /// Mark the squares because of which no tour follows after a square.
    Point(Square),
}

/// A page of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PlayPage {
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
pub enum Degree {
    /// How many moves each square leaves.
    Onward,
    /// The square to go to.
    Best,
    /// Whether the tour can still be finished.
    Finish,
}

/// What the board shows of a game besides its path.
#[derive(Default)]
pub(super) struct Shown {
    /// The squares that can be next, each with what is said about it.
    pub(super) open: Vec<OpenSquare>,
    /// The tour, once the game is won.
    pub(super) tour: Option<Arc<Tour>>,
    /// What is said above the board.
    pub(super) sentence: String,
    /// Whether that is something to look at.
    pub(super) is_urgent: bool,
    /// Whether a search is shown in place of the game.
    pub(super) is_aside: bool,
    /// Whether squares are marked where no tour can start.
    pub(super) marks_starts: bool,
    /// Squares that something is wrong with.
    pub(super) pointed: Vec<Square>,
    /// Squares in classes, which show a theorem.
    pub(super) classes: Vec<Vec<Square>>,
}

/// A square that can be next.
pub(super) struct OpenSquare {
    pub(super) square: Square,
    pub(super) onward: Option<u8>,
    pub(super) is_best: bool,
    /// Whether a tour can follow, where that is shown and decided.
    pub(super) finish: Option<CanStart>,
}

/// A challenge, and how hard it is, once that is measured.
pub(super) struct Known {
    challenge: Challenge,
    rating: OnceLock<Rating>,
}

/// Why a path cannot be finished.
#[derive(Default)]
struct Why {
    /// What is wrong with the position itself, in words.
    words: Option<String>,
    /// A theorem, shown on the board.
    exhibit: Option<Exhibit>,
    /// The squares that are marked, and the square that they are said about.
    pointed: (Option<Square>, Vec<Square>),
}

/// The room and all it knows.
pub(super) struct Play {
    pub(super) table: Table,
    pub(super) board: BoardView,
    pub(super) shown: Shown,
    page: PlayPage,
    /// The kinds of hints that are shown.
    degrees: [bool; 3],
    /// Who finishes a game, or races.
    recipe: Recipe,
    race: Option<Race>,
    race_speed: Speed,
    clock: Clock,
    /// When time was counted last, if it runs.
    counted: Option<f64>,
    is_paused: bool,
    /// Whether it was said that the game is won.
    was_told: bool,
    /// What is known of the squares that can be next, while that is asked for.
    advice: Advice,
    /// Why the path cannot be finished, while that is asked for.
    why: Option<Why>,
    results: Results,
    /// The challenge of today, once it is drawn, and its rating, once it is measured.
    daily: Option<Arc<OnceLock<Known>>>,
    lesson: Option<Lesson>,
    progress: Progress,
    /// What the game was like when it was kept last.
    kept: Stamp,
}

/// What changes when a game does: its file is written then. Time alone is not worth that.
type Stamp = (usize, usize, u64, u64);

/// The clock is never behind by more than this, in seconds: beyond it, nobody was there.
const MOST_GAP: f64 = 5.0;

/// The search that proves that no tour follows.
const PROOF: &str = "backtracking:by=warnsdorff,prune=strong";

/// Boards that follow each other where no challenge is played.
const NEXT: [(u32, u32); 6] = [(3, 4), (5, 5), (5, 6), (6, 6), (7, 7), (8, 8)];

impl Play {
    /// An empty board of the usual size.
    pub(super) fn new(setup: &Setup, wake: Arc<dyn Fn() + Send + Sync>) -> Play {
        Play {
            table: Table::new(setup.clone(), wake),
            board: BoardView::default(),
            shown: Shown::default(),
            page: PlayPage::default(),
            degrees: [false; 3],
            recipe: Recipe::default(),
            race: None,
            race_speed: Speed::of(Some(2)),
            clock: Clock::default(),
            counted: None,
            is_paused: false,
            was_told: false,
            advice: Advice::default(),
            why: None,
            results: Results::default(),
            daily: None,
            lesson: None,
            progress: Progress::default(),
            kept: Stamp::default(),
        }
    }

    /// Uses another clock from now on.
    pub(super) fn go_by(&mut self, clock: Clock) {
        self.table.go_by(clock.clone());
        self.clock = clock;
    }

    /// What the board's view reads.
    pub(super) fn seen<'a>(&'a self, stage: &'a Stage) -> Seen<'a> {
        let game = GameSeen { game: self.table.game(), shown: &self.shown };
        Seen { session: self.table.session(), stage, rival: None, game: Some(game) }
    }

    /// The game and how it stands, for the title of the window.
    pub(super) fn title(&self) -> String {
        let game = self.table.game();
        let board = game.board();
        let stand = match game.stand() {
            Stand::Won => "won".to_owned(),
            Stand::Stuck => "stuck".to_owned(),
            _ => {
                let visited = grouped(game.path().len() as u64);
                format!("{visited} of {}", grouped(board.squares_to_visit() as u64))
            }
        };
        format!("Play · {}×{} · {stand}", board.rows(), board.cols())
    }

    fn shows(&self, degree: Degree) -> bool {
        self.degrees[degree as usize]
    }

    /// Takes what threads have sent, counts the time, and works out what is shown. Returns when it should
    /// be done again, in seconds.
    pub(super) fn update(&mut self, is_watched: bool) -> Option<f32> {
        self.table.update();
        self.watch();
        if let Some(race) = &mut self.race {
            race.update(&self.table);
        }
        let runs = self.count_time(is_watched);
        self.refresh();
        runs.then_some(0.25)
    }

    /// Whether the game has begun and is not won.
    fn is_on(&self) -> bool {
        matches!(self.table.game().stand(), Stand::Going | Stand::Stuck | Stand::Missed)
    }

    /// Counts the time since the last look, if the clock runs.
    fn count_time(&mut self, is_watched: bool) -> bool {
        let now = self.clock.seconds();
        let runs = is_watched && self.is_on() && !self.is_paused && self.table.aside().is_none();
        let spent = self.counted.map_or(0.0, |before| (now - before).clamp(0.0, MOST_GAP));
        let milliseconds = (spent * 1_000.0) as u64;
        if self.counted.is_some() && milliseconds > 0 {
            self.table.game_mut().spend(milliseconds);
        }
        // What is less than a millisecond is counted next time.
        let kept = self.counted.filter(|_| milliseconds == 0 && spent < MOST_GAP);
        self.counted = runs.then_some(kept.unwrap_or(now));
        runs
    }

    fn refresh(&mut self) {
        let is_aside = self.table.aside().is_some();
        // A theorem needs the squares for its own colours.
        let has_exhibit = self.why.as_ref().is_some_and(|why| why.exhibit.is_some());
        let asks_finish = (self.shows(Degree::Finish) || self.why.is_some()) && !has_exhibit;
        let asks_best = self.shows(Degree::Best) && !has_exhibit;
        let is_asked = (asks_best || asks_finish) && !is_aside;
        let advice = if is_asked { self.table.advice() } else { Advice::default() };
        if !is_asked {
            self.table.stop_thinking();
        }
        self.advice = advice;
        let (game, advice) = (self.table.game(), &self.advice);
        let open = if is_aside { Vec::new() } else { game.open() };
        let onward = |square: Square| self.shows(Degree::Onward).then(|| game.onward(square) as u8);
        let mark = |outlook: &Outlook| match outlook {
            Outlook::Yes(_) => CanStart::Yes,
            Outlook::No(_) => CanStart::No,
            Outlook::Unknown => CanStart::Unknown,
        };
        let known = |square: Square| {
            let hint = advice.list.iter().find(|hint| hint.square == square)?;
            hint.outlook.as_ref().map(mark)
        };
        // What is best is known once everything is.
        let best = advice.best.filter(|_| asks_best && advice.is_done);
        let open = open.into_iter().map(|square| OpenSquare {
            square,
            onward: onward(square),
            is_best: best == Some(square),
            finish: known(square).filter(|_| asks_finish),
        });
        let open = open.collect();
        self.shown = Shown {
            open,
            tour: self.table.tour().cloned(),
            sentence: self.sentence(),
            is_urgent: matches!(game.stand(), Stand::Stuck | Stand::Missed | Stand::Won)
                && !is_aside,
            is_aside,
            marks_starts: self.shows(Degree::Finish) && game.path().is_empty(),
            pointed: self.why.as_ref().map_or(Vec::new(), |why| why.pointed.1.clone()),
            classes: self.classes(),
        };
    }

    /// The classes of squares that show a theorem.
    fn classes(&self) -> Vec<Vec<Square>> {
        let exhibit = self.why.as_ref().and_then(|why| why.exhibit.as_ref());
        let squares =
            |exhibit: &Exhibit| exhibit.classes.iter().map(|class| class.squares.clone()).collect();
        exhibit.map_or(Vec::new(), squares)
    }

    /// Something was done in the game: what was said about it before is over.
    fn moved(&mut self) {
        self.why = None;
        self.progress.see(self.table.game());
    }

    /// Finds out why the path cannot be finished, as far as that needs no long search: the squares that can
    /// be next are decided in the background.
    fn ask_why(&mut self) {
        let (game, session) = (self.table.game(), self.table.session());
        let (naming, stand) = (session.naming(), game.stand());
        let from = |start| Puzzle::new(game.board().clone(), vec![start], game.goal(), 0).ok();
        let first = || starts(game.board(), game.goal()).next().and_then(from);
        let Some(puzzle) = game.puzzle().or_else(first) else { return };
        // Before the first square, only what holds from every square counts.
        let is_final = stand != Stand::Empty || session.is_hopeless();
        let reason = match verdict(&puzzle) {
            Verdict::Impossible(reason) if is_final => Some(reason),
            _ => None,
        };
        let exhibit = reason.as_ref().and_then(|reason| reason.exhibit(&puzzle, naming));
        let is_over = matches!(stand, Stand::Stuck | Stand::Missed);
        let stuck = if is_over { why_not(&puzzle) } else { None };
        let words = match (&reason, stand) {
            (Some(_), _) if exhibit.is_some() => None,
            (Some(reason), _) => Some(reason.words(naming)),
            (None, Stand::Empty) if is_final => {
                Some("every square was tried as a start, and no tour exists".to_owned())
            }
            (None, Stand::Empty) => {
                Some("a tour can exist here; click a square to begin".to_owned())
            }
            (None, _) => stuck.as_ref().map(|why| why.words(naming)),
        };
        let squares = stuck.map_or(Vec::new(), |why| why.squares().to_vec());
        if exhibit.is_some() {
            self.progress.saw_proof();
        }
        let words = words.map(|words| capitalised(&words) + ".");
        self.why = Some(Why { words, exhibit, pointed: (None, squares) });
        if stand != Stand::Empty {
            self.table.game_mut().hinted();
        }
    }

    /// Marks the squares because of which no tour follows after a square.
    fn point(&mut self, square: Square) {
        let hint = self.advice.list.iter().find(|hint| hint.square == square);
        let Some(Outlook::No(reason)) = hint.and_then(|hint| hint.outlook.as_ref()) else { return };
        let why = self.why.get_or_insert_with(Why::default);
        why.pointed = (Some(square), reason.squares().to_vec());
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

    /// Begins a lesson.
    fn teach(&mut self, lesson: Lesson) -> Result<(), Refusal> {
        self.lesson = Some(lesson);
        match lesson.scene() {
            Scene::Game(game) => self.begin(*game),
            Scene::SameGame => {
                let game = self.table.game();
                let is_small = (game.board().rows(), game.board().cols()) == (5, 5);
                if lesson == Lesson::Back && game.stand() != Stand::Stuck {
                    self.begin(play::stuck_game());
                    self.progress.begin_stuck(self.table.game());
                    return Ok(());
                }
                if !is_small {
                    self.begin(play::new_game());
                }
                self.page = PlayPage::Game;
                self.table.back_to_game();
            }
            Scene::Search(puzzle, recipe) => {
                let mut game = Game::empty(puzzle.board().clone(), puzzle.goal());
                game.continue_with(puzzle.given());
                self.begin(game);
                self.table.finish(recipe)?;
            }
            Scene::Proof(puzzle) => {
                self.begin(Game::empty(puzzle.board().clone(), puzzle.goal()));
            }
        }
        self.progress.begin(self.table.game());
        Ok(())
    }

    /// Sees whether a search was watched to its end.
    fn watch(&mut self) {
        let session = self.table.session();
        let is_rule = |watched: &Watched| watched.recipe.method.name == "warnsdorff";
        let is_over = session
            .moment()
            .is_some_and(|moment| moment.status == Status::Found && moment.step == moment.length);
        if is_over && session.watched().is_some_and(is_rule) {
            self.progress.watched();
        }
    }

    /// How the game stands, in a sentence.
    fn sentence(&self) -> String {
        let (game, session) = (self.table.game(), self.table.session());
        let method =
            session.watched().map_or("The method", |watched| watched.pick.recipe.method.title);
        match self.table.aside() {
            Some(Aside::Finish) => {
                let is_done = matches!(session.state(), State::Found { .. });
                let verb = if is_done { "has finished" } else { "finishes" };
                return format!("{method} {verb} your path. Esc: back to your game");
            }
            Some(Aside::Proof(square)) => {
                let name = session.name(square);
                return format!("Everything after {name} is tried. Esc: back to your game");
            }
            None => {}
        }
        if self.is_paused {
            return "Paused. A click on a square goes on".to_owned();
        }
        let all = counted(game.board().squares_to_visit() as u64, "square");
        let visited = grouped(game.path().len() as u64);
        match (game.stand(), game.goal()) {
            (Stand::Empty, _) if session.is_hopeless() => {
                "No such tour exists on this board; W shows why".to_owned()
            }
            (Stand::Empty, Goal::Any) => "Click any square to begin".to_owned(),
            (Stand::Empty, Goal::Closed) => {
                "Click any square to begin; the tour must come back to it".to_owned()
            }
            (Stand::Empty, Goal::End(end)) => {
                format!("Click any square to begin; the tour must end at {}", session.name(end))
            }
            (Stand::Going, _) => {
                let next = match game.open().len() {
                    1 => "one square can be next".to_owned(),
                    many => format!("{many} squares can be next"),
                };
                format!("{visited} of {all}; {next}")
            }
            (Stand::Stuck, _) => {
                format!("Stuck after {visited} of {all}: no free square is a knight's move away")
            }
            (Stand::Missed, Goal::End(end)) => {
                format!(
                    "Every square is visited, but the path does not end at {}",
                    session.name(end)
                )
            }
            (Stand::Missed, _) => {
                "Every square is visited, but no move leads back to the first".to_owned()
            }
            (Stand::Won, _) => {
                let kind = self.table.tour().map_or("", |tour| tour.kind());
                let article = if kind == "open" { "An" } else { "A" };
                format!("{article} {kind} tour of {all}. Well done!")
            }
        }
    }

    /// Calls a function with what a picture of the board with nothing but the squares given shows.
    pub(super) fn blank<T>(&self, stage: &Stage, draw: impl FnOnce(Seen<'_>, Crop) -> T) -> T {
        let (game, setup) = (self.table.game(), self.table.session().setup());
        let setup = Setup { given: game.given().into(), ..setup.clone() };
        let session = Session::new(setup, Arc::new(|| {}));
        let seen = Seen { session: &session, stage, rival: None, game: None };
        draw(seen, Crop::whole(game.board()))
    }

    /// Begins another game.
    pub(super) fn begin(&mut self, game: Game) {
        self.table.begin(game);
        self.why = None;
        self.progress.begin(self.table.game());
        self.is_paused = false;
        self.was_told = false;
        self.page = PlayPage::Game;
        self.board.fit_if_other(self.table.game().board());
        self.start_race();
    }

    /// Begins a game with another board or goal. If only the goal is another one, the path stays.
    fn change(&mut self, setup: &Setup) {
        let now = self.table.game();
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

    /// The board after this one.
    fn next_board(&self) -> Option<Board> {
        let board = self.table.game().board();
        let now = NEXT.iter().position(|sides| *sides == (board.rows(), board.cols()));
        let (rows, cols) = NEXT[now.map_or(1, |now| (now + 1) % NEXT.len())];
        Board::new(rows, cols).ok()
    }
}

impl App {
    /// The session whose board is in the window.
    pub(super) fn shown_session(&self) -> &Session {
        if self.stage.room == Room::Play { self.play.table.session() } else { &self.session }
    }

    /// The room, with its panel and its board, or two of them in a race.
    pub(super) fn play_room(&mut self, ui: &mut Ui, middle: &mut Rect) {
        let place = Rect::from_min_size(middle.min, vec2(theme::LEFT, middle.height()));
        middle.set_left(place.right() + theme::GAP);
        in_panel(ui, place, |ui| {
            panel::show(ui, &self.play, &self.stage, &mut self.typed, &mut self.commands);
        });
        if self.play.table.aside().is_some() {
            let top = middle.bottom() - player::HEIGHT;
            let place = Rect::from_min_max(pos2(middle.left(), top), middle.max);
            middle.set_bottom(top - theme::GAP);
            let seen = self.play.seen(&self.stage);
            let (state, commands) = (&mut self.player, &mut self.commands);
            in_panel(ui, place, |ui| player::show(ui, seen, state, commands, 1.0));
        }
        let mut place = *middle;
        if let Some(race) = &mut self.play.race {
            let half = (place.width() - theme::GAP) / 2.0;
            let right = Rect::from_min_max(pos2(place.right() - half, place.top()), place.max);
            place.set_right(place.left() + half);
            inside(ui, right, |ui| race.show(ui, &self.stage, &mut self.commands));
        }
        let mut view = std::mem::take(&mut self.play.board);
        let seen = self.play.seen(&self.stage);
        inside(ui, place, |ui| board_view::show(ui, seen, &mut view, &mut self.commands));
        self.play.board = view;
        // What is painted above the board is read out as well.
        let line = Rect::from_min_size(place.min, vec2(place.width(), 1.0));
        let label = ui.allocate_rect(line, egui::Sense::hover());
        let sentence = &self.play.shown.sentence;
        label.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, sentence));
        ui.ctx().accesskit_node_builder(label.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
        });
    }

    /// Does what is asked for in this room; returns what it leaves to the others.
    pub(super) fn play_by_hand(&mut self, command: Command) -> Option<Command> {
        let play = &mut self.play;
        let is_aside = play.table.aside().is_some();
        let order = |play: &Play, order: Move| order.of(play.table.session());
        match command {
            Command::Click(square) => self.play_click(square),
            Command::Change(setup) => {
                play.change(&setup);
                self.typed.settle(setup.seed);
            }
            Command::PaintHole { square, is_hole, .. } => {
                let setup = play.table.session().setup();
                if setup.board.is_hole(square) != is_hole
                    && let Ok(setup) = setup.with_hole_toggled(square)
                {
                    play.change(&setup);
                }
            }
            Command::PlayPause if is_aside => order(play, Move::PlayPause),
            Command::PlayPause => return Some(Command::Play(PlayOrder::Pause)),
            Command::Step if is_aside => order(play, Move::Step),
            Command::StepBack if is_aside => order(play, Move::StepBack),
            Command::Undo | Command::StepBack => {
                play.table.undo();
                play.moved();
            }
            Command::Redo | Command::Step => {
                play.table.redo();
                play.moved();
            }
            Command::ToStart if is_aside => order(play, Move::Seek(0)),
            Command::ToEnd if is_aside => order(play, Move::Seek(u64::MAX)),
            Command::Seek(step) => order(play, Move::Seek(step)),
            Command::SeekPath(length) => order(play, Move::SeekPath(length)),
            Command::SetSpeed(speed) => play.table.session_mut().set_speed(speed),
            Command::Faster => {
                let session = play.table.session_mut();
                session.set_speed(session.speed().faster());
            }
            Command::Slower => {
                let session = play.table.session_mut();
                session.set_speed(session.speed().slower());
            }
            Command::ToggleBacktracking => {
                let session = play.table.session_mut();
                session.show_backtracking(!session.shows_backtracking());
            }
            Command::ShowBacktracking(show) => play.table.session_mut().show_backtracking(show),
            Command::NameSquares(naming) => {
                play.table.session_mut().name_squares(naming);
                return Some(Command::NameSquares(naming));
            }
            Command::Clear if is_aside => play.table.back_to_game(),
            Command::Clear => {
                let game = play.table.game();
                if game.path().len() > game.given().len() {
                    let game = game.anew();
                    play.begin(game);
                }
            }
            Command::Save | Command::ChooseFile(Purpose::Save) => {
                return Some(Command::ChooseFile(Purpose::Game));
            }
            Command::Toggle(Part::HeatMap) => {}
            Command::ToggleCompare => return Some(Command::Play(PlayOrder::Race)),
            Command::Fit => play.board.fit(),
            Command::CloseDialog
                if is_aside
                    && self.dialog.is_none()
                    && self.help.is_none()
                    && self.welcome.is_none() =>
            {
                play.table.back_to_game();
            }
            other => return Some(other),
        }
        None
    }

    fn play_click(&mut self, square: Square) {
        let play = &mut self.play;
        let setup = play.table.session().setup();
        match self.stage.tool {
            Tool::Holes => {
                match setup.with_hole_toggled(square) {
                    Ok(setup) => play.change(&setup),
                    Err(error) => self.say(&format!("{}.", capitalised(&error.to_string()))),
                }
                return;
            }
            Tool::End if setup.board.is_hole(square) => return,
            Tool::End => {
                self.stage.tool = Tool::Start;
                let setup = Setup { goal: Goal::End(square), ..setup.clone() };
                return play.change(&setup);
            }
            Tool::Start => {}
        }
        if play.table.aside().is_some() {
            return play.table.back_to_game();
        }
        let was_empty = play.table.game().path().is_empty();
        if let Err(wrong) = play.table.place(square) {
            let session = play.table.session();
            let words = wrong.words(&session.setup().board, session.naming());
            return self.say(&words);
        }
        self.notice = None;
        play.moved();
        play.is_paused = false;
        if play.degrees.contains(&true) {
            play.table.game_mut().hinted();
        }
        if was_empty && play.race.is_some() {
            play.start_race();
        }
        if play.table.game().stand() == Stand::Won && !play.was_told {
            play.was_told = true;
            let praise = play.praise();
            self.keep_result();
            self.dialog = Some(Dialog::Won(praise));
        }
    }

    /// Does what is asked of the game.
    pub(super) fn obey_player(&mut self, order: PlayOrder) {
        let waker = self.waker();
        let play = &mut self.play;
        match order {
            PlayOrder::Show(page) => {
                play.page = page;
                if page == PlayPage::Challenges {
                    play.draw_daily(waker);
                }
            }
            PlayOrder::BackTo(length, again) => {
                play.table.back_to(length, again);
                play.moved();
            }
            // Before the first square and after the last, no clock runs.
            PlayOrder::Pause => play.is_paused = play.is_on() && !play.is_paused,
            PlayOrder::Hint(degree) => {
                let shown = &mut play.degrees[degree as usize];
                *shown = !*shown;
                if *shown {
                    play.table.game_mut().hinted();
                }
            }
            PlayOrder::Choose(recipe) => {
                play.recipe = recipe;
                play.start_race();
            }
            PlayOrder::Finish if play.table.game().path().is_empty() => {
                self.say("Click a square first, for the path to begin at.");
            }
            PlayOrder::Finish => {
                let finished = play.table.finish(play.recipe.clone());
                self.show_refusal(finished);
            }
            PlayOrder::WhyNot if play.why.is_some() => play.why = None,
            PlayOrder::WhyNot => play.ask_why(),
            PlayOrder::WhyNotFrom(square) => {
                let setup = self.session.setup();
                let mut game = Game::empty(setup.board.clone(), setup.goal);
                game.continue_with(&[square]);
                play.begin(game);
                play.ask_why();
                self.stage.room = Room::Play;
            }
            PlayOrder::Point(square) => play.point(square),
            PlayOrder::Prove(square) => {
                let recipe = PROOF.parse().unwrap_or_default();
                let started = play.table.prove(square, recipe);
                self.show_refusal(started);
            }
            PlayOrder::Back => play.table.back_to_game(),
            PlayOrder::Race if play.race.is_some() => play.race = None,
            PlayOrder::Race => {
                play.race = Some(Race::new(&play.table, play.recipe.clone(), play.race_speed));
            }
            PlayOrder::RaceSpeed(speed) => {
                play.race_speed = speed;
                if let Some(race) = &mut play.race {
                    race.set_speed(speed);
                }
            }
            PlayOrder::FromBoard => {
                let setup = self.session.setup();
                play.begin(Game::empty(setup.board.clone(), setup.goal));
                self.stage.room = Room::Play;
                self.stage.tool = Tool::Start;
            }
            PlayOrder::Learn => {
                self.stage.room = Room::Play;
                self.welcome = None;
                play.page = PlayPage::Lessons;
            }
            PlayOrder::Lesson(place) => {
                self.stage.room = Room::Play;
                self.welcome = None;
                if let Some(lesson) = Lesson::ALL.get(place) {
                    let started = play.teach(*lesson);
                    self.show_refusal(started);
                }
            }
            PlayOrder::LeaveLesson => {
                let last = play.lesson.filter(|lesson| lesson.next().is_none());
                if last.is_some_and(|lesson| lesson.is_done(&play.progress)) {
                    play.begin(play::new_game());
                    play.page = PlayPage::Challenges;
                    play.draw_daily(waker);
                }
                play.lesson = None;
            }
            PlayOrder::Challenge(name) => {
                let known = play.daily.as_ref().and_then(|daily| daily.get());
                let known = known.filter(|known| known.challenge.name() == name);
                let challenge = known.map(|known| known.challenge.clone());
                if let Some(challenge) = challenge.or_else(|| Challenge::named(&name)) {
                    play.lesson = None;
                    play.begin(challenge.game());
                }
            }
            PlayOrder::Exhibit(name) => self.show_piece(name),
            PlayOrder::Run(name) => self.run_published(name),
            PlayOrder::Next => {
                let level = play
                    .table
                    .game()
                    .challenge()
                    .and_then(|name| levels().skip_while(|level| level.name() != name).nth(1));
                if let Some(level) = level {
                    play.begin(level.game());
                } else if let Some(board) = play.next_board() {
                    play.begin(Game::empty(board, Goal::Any));
                }
            }
        }
    }

    fn waker(&self) -> Arc<dyn Fn() + Send + Sync> {
        let ctx = self.ctx.clone();
        Arc::new(move || ctx.request_repaint())
    }

    /// Counts a challenge that was won.
    fn keep_result(&mut self) {
        let game = self.play.table.game();
        let (Some(name), Some(win)) = (game.challenge(), Win::of(game)) else { return };
        self.play.results.add(name, win);
        if let Some(file) = self.results_file() {
            let text = results::write(&self.play.results);
            self.recovery.keeper.file(file, Some(text));
        }
    }

    fn results_file(&self) -> Option<PathBuf> {
        self.memory.folder().map(|folder| folder.join("results.json"))
    }

    /// Reads what was won before.
    pub(super) fn look_for_results(&mut self) {
        let Some(file) = self.results_file() else { return };
        let Ok(Some(text)) = disk::read_own(&file, results::MOST_TEXT as u64) else { return };
        match results::read(&text) {
            Ok(results) => self.play.results = results,
            // It is out of the way, and not lost.
            Err(_) => drop(disk::set_aside(&file)),
        }
    }

    /// Puts a tour of the gallery on the board, where it can be played.
    fn show_piece(&mut self, name: &str) {
        let Some(piece) = PIECES.iter().find(|piece| piece.name == name) else { return };
        self.show_tour(&piece.tour(), &format!("{}. {}.", piece.title, piece.origin()));
    }

    /// Runs a search of the gallery on the board.
    fn run_published(&mut self, name: &str) {
        let Some(run) = PUBLISHED.iter().find(|run| run.name == name) else { return };
        self.stage.room = Room::Board;
        let puzzle = run.puzzle();
        let setup = self.session.setup().with_puzzle(&puzzle, run.recipe());
        self.run_search(Setup { given: Arc::default(), ..setup }, puzzle.start());
        self.say(&format!("{}. Undo brings back your board.", run.title));
    }

    /// Says why a method did not start.
    fn show_refusal(&mut self, started: Result<(), Refusal>) {
        if let Err(refusal) = started {
            let session = self.play.table.session();
            let words = refusal.words(&session.setup().board, session.naming());
            self.say(&format!("{}.", capitalised(&words)));
        }
    }
}

impl Play {
    /// What is said of a game that is won.
    fn praise(&self) -> String {
        let game = self.table.game();
        let record = game.record();
        let traits = self.table.tour().map(|tour| Traits::of(tour));
        let kind = traits.as_ref().map_or(String::new(), Traits::words);
        let time = super::status::duration(record.milliseconds as f64 / 1_000.0);
        let mut text = format!(
            "You visited all {} in {time}, with {}",
            counted(game.board().squares_to_visit() as u64, "square"),
            counted(record.moves, "move")
        );
        match (record.undos, record.hints) {
            (0, 0) => text += ", no undo and no hint",
            (undos, 0) => text += &format!(" and {}", counted(undos, "undo")),
            (undos, hints) => {
                text += &format!(", {} and {}", counted(undos, "undo"), counted(hints, "hint"));
            }
        }
        text += &format!(".\n\nThe tour is {kind}");
        if let Some(traits) = traits {
            text += &format!(" ({})", traits.figures());
        }
        text + "."
    }
}

/// A file of the program's own that is longer than this is not a game of ours, in bytes.
const LONGEST: u64 = 64 << 20;

impl App {
    /// Brings back the game of last time.
    pub(super) fn look_for_game(&mut self) {
        let Some(file) = self.recovery.game_left() else { return };
        let Ok(Some(text)) = disk::read_own(&file, LONGEST) else { return };
        match tour::read(&text) {
            Ok(tour::Contents::Game(game)) => {
                self.play.begin(*game);
                self.play.was_told = self.play.table.game().stand() == Stand::Won;
                if self.play.table.game().can_undo() && !self.play.was_told {
                    self.say("Your game from last time is in Play (Ctrl+L).");
                }
                self.play.kept = self.play.stamp();
                if self.recovery.game_file().is_some_and(|own| own != file) {
                    // From now on it is kept here.
                    self.keep_game();
                    self.recovery.keeper.file(file, None);
                }
            }
            // It is out of the way, and not lost.
            _ => drop(disk::set_aside(&file)),
        }
    }

    /// Tells the keeper of a game that has changed.
    pub(super) fn tell_game(&mut self) {
        if self.play.stamp() != self.play.kept {
            self.play.kept = self.play.stamp();
            self.keep_game();
        }
    }

    pub(super) fn keep_game(&self) {
        if let Some(file) = self.recovery.game_file() {
            let text = game::write(self.play.table.game());
            self.recovery.keeper.file(file, Some(text));
        }
    }
}

impl Play {
    fn stamp(&self) -> Stamp {
        let record = self.table.game().record();
        (record.changes.len(), record.done, record.moves, record.undos)
    }
}
