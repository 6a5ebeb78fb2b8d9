//! The room where tours are made by hand: the game on its table, hints, and what is asked of them.

mod kept;
mod learn;
mod orders;
mod pages;
mod panel;
mod race;
mod why;
mod words;

use std::sync::{Arc, OnceLock};

use egui::{Rect, Ui, WidgetInfo, pos2, vec2};

use crate::app::board;
use crate::app::board::BoardView;
use crate::app::shell::menu::capitalised;
use crate::app::shell::stage::{GameSeen, Seen, Stage};
use crate::app::widgets::{player, theme};
use crate::app::{App, Room, in_panel, inside};
use crate::board::{Board, Square};
use crate::engine::{Clock, Speed};
use crate::format::svg::Crop;
use crate::play::{Challenge, Game, Lesson, Progress, Rating, Results, Stand};
use crate::puzzle::Goal;
use crate::session::{Advice, CanStart, Session, Setup, Table};
use crate::solver::{Hint, Loss, Outlook, Recipe};
use crate::tour::Tour;

pub use orders::PlayOrder;

use kept::Stamp;
use race::Race;
use why::Why;

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
pub(crate) struct Shown {
    /// The squares that can be next, each with what is said about it.
    pub(crate) open: Vec<OpenSquare>,
    /// The tour, once the game is won.
    pub(crate) tour: Option<Arc<Tour>>,
    /// What is said above the board.
    pub(crate) sentence: String,
    /// Whether that is something to look at.
    pub(crate) is_urgent: bool,
    /// Whether a search is shown in place of the game.
    pub(crate) is_aside: bool,
    /// Whether squares are marked where no tour can start.
    pub(crate) marks_starts: bool,
    /// Squares that something is wrong with.
    pub(crate) pointed: Vec<Square>,
    /// The last square from which a tour was possible, and the one that lost it.
    pub(crate) turning_point: Option<[Square; 2]>,
    /// Squares in classes, which show a theorem.
    pub(crate) classes: Vec<Vec<Square>>,
}

/// A square that can be next.
pub(crate) struct OpenSquare {
    pub(crate) square: Square,
    pub(crate) onward: Option<u8>,
    pub(crate) is_best: bool,
    /// Whether a tour can follow, where that is shown and decided.
    pub(crate) finish: Option<CanStart>,
    /// Why none can.
    pub(crate) why: Option<String>,
}

/// A challenge, and how hard it is, once that is measured.
pub(crate) struct Known {
    challenge: Challenge,
    rating: OnceLock<Rating>,
}

/// The room and all it knows.
pub(crate) struct Play {
    pub(crate) table: Table,
    pub(crate) board: BoardView,
    pub(crate) shown: Shown,
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
    pub(crate) advice: Advice,
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
    /// What the game was like when it was kept last.
    kept: Stamp,
}

/// A frame, in seconds.
const A_FRAME: f32 = 0.02;
/// The clock is never behind by more than this, in seconds: beyond it, nobody was there.
const MOST_GAP: f64 = 5.0;

impl Play {
    /// An empty board of the usual size.
    pub(crate) fn new(setup: &Setup, wake: Arc<dyn Fn() + Send + Sync>) -> Play {
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
            loss: None,
            results: Results::default(),
            daily: None,
            lesson: None,
            progress: Progress::default(),
            helped_at: None,
            kept: Stamp::default(),
        }
    }

    /// Uses another clock from now on.
    pub(crate) fn go_by(&mut self, clock: Clock) {
        self.table.go_by(clock.clone());
        self.clock = clock;
    }

    /// What the board's view reads.
    pub(crate) fn seen<'a>(&'a self, stage: &'a Stage) -> Seen<'a> {
        let game = GameSeen { game: self.table.game(), shown: &self.shown };
        Seen { session: self.table.session(), stage, rival: None, game: Some(game) }
    }

    fn shows(&self, degree: Degree) -> bool {
        self.degrees[degree as usize]
    }

    /// Takes what threads have sent, counts the time, and works out what is shown. Returns when it should
    /// be done again, in seconds.
    pub(crate) fn update(&mut self, is_watched: bool) -> Option<f32> {
        self.table.update();
        self.watch();
        self.look_for_loss();
        self.count_help();
        if let Some(race) = &mut self.race {
            race.update(&self.table, self.is_paused || self.table.aside().is_some());
        }
        let runs = self.count_time(is_watched);
        self.refresh();
        // When the clock shows another second; egui wakes up a frame too early.
        let left = 1_000 - self.table.game().record().milliseconds % 1_000;
        runs.then_some(left as f32 / 1_000.0 + A_FRAME)
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

    /// Counts a position at which there is help of any kind, once.
    fn count_help(&mut self) {
        let has_help =
            self.degrees.contains(&true) || self.why.is_some() || self.table.aside().is_some();
        let path = self.table.game().path();
        if has_help && self.is_on() && self.helped_at.as_deref() != Some(path) {
            self.helped_at = Some(path.to_vec());
            self.table.game_mut().hinted();
        }
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
        self.shown = Shown {
            open,
            tour: self.table.tour().cloned(),
            sentence: self.sentence(),
            is_urgent: !is_aside
                && (matches!(game.stand(), Stand::Stuck | Stand::Missed | Stand::Won)
                    || self.why.as_ref().is_some_and(|why| why.is_answer)),
            is_aside,
            marks_starts: self.shows(Degree::Finish) && game.path().is_empty(),
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

    /// Calls a function with what a picture of the board with nothing but the squares given shows.
    pub(crate) fn blank<T>(&self, stage: &Stage, draw: impl FnOnce(Seen<'_>, Crop) -> T) -> T {
        let (game, setup) = (self.table.game(), self.table.session().setup());
        let setup = Setup { given: game.given().into(), ..setup.clone() };
        let session = Session::new(setup, Arc::new(|| {}));
        let seen = Seen { session: &session, stage, rival: None, game: None };
        draw(seen, Crop::whole(game.board()))
    }

    /// Begins another game.
    pub(crate) fn begin(&mut self, game: Game) {
        self.table.begin(game);
        self.helped_at = None;
        self.why = None;
        self.progress.begin(self.table.game());
        self.is_paused = false;
        self.was_told = false;
        self.page = PlayPage::Game;
        self.board.fit_if_other(self.table.game().board());
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
}

impl App {
    /// The session whose board is in the window.
    pub(crate) fn shown_session(&self) -> &Session {
        if self.stage.room == Room::Play { self.play.table.session() } else { &self.session }
    }

    /// The room, with its panel and its board, or two of them in a race.
    pub(crate) fn play_room(&mut self, ui: &mut Ui, middle: &mut Rect) {
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
        if let Some(notice) = &self.notice {
            self.play.shown.sentence.clone_from(&notice.text);
            self.play.shown.is_urgent = true;
        }
        let mut place = *middle;
        if let Some(race) = &mut self.play.race {
            let half = place.width() / 2.0 - theme::GAP;
            let right = Rect::from_min_max(pos2(place.right() - half, place.top()), place.max);
            place.set_right(place.left() + half);
            // Both boards have as much above them.
            place.set_top(place.top() + race::HEADING - board::STRIP);
            inside(ui, right, |ui| race.show(ui, &self.stage, &mut self.commands));
        }
        let mut view = std::mem::take(&mut self.play.board);
        let seen = self.play.seen(&self.stage);
        inside(ui, place, |ui| board::show(ui, seen, &mut view, &mut self.commands));
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
}
