//! A game with its clock, hints, reasons, race and lesson.

use super::reasons::Why;
use super::{
    ActiveSearch, Advice, GameBoard, GameOverlay, OpenSquare, Race, Refusal, Session, Setup,
};
use crate::board::{Board, Naming, Square};
use crate::engine::{Clock, Speed, Wake};
use crate::feasibility::Decided;
use crate::play::{Game, GameStatus, IllegalMove, Lesson, LessonProgress, WATCHED_METHOD, levels};
use crate::puzzle::Goal;
use crate::solver::{Hint, Loss, MethodConfig, Status};
use crate::text::capitalised;
use crate::words::{self, Names};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintLevel {
    /// How many moves each square leaves.
    Onward,
    /// The best square.
    Best,
    /// Whether a tour can still follow.
    Finish,
}

/// The search that proves that no tour follows.
const PROOF_CONFIG: &str = "backtracking:by=warnsdorff,prune=strong";

/// The sizes that follow each other outside challenges.
const NEXT_SIZES: [(u32, u32); 6] = [(3, 4), (5, 5), (5, 6), (6, 6), (7, 7), (8, 8)];

/// Longer gaps are not counted as playing time, in seconds.
const MAX_GAP_SECONDS: f64 = 5.0;

pub struct GameSession {
    pub(super) game_board: GameBoard,
    /// What the board shows besides the path.
    pub overlay: GameOverlay,
    hints: [bool; 3],
    /// The method that finishes a game, or races.
    pub config: MethodConfig,
    pub race: Option<Race>,
    pub race_speed: Speed,
    clock: Clock,
    /// When time was counted last, if it runs.
    counted: Option<f64>,
    pub is_paused: bool,
    /// What is known of the squares that can be next, while that is shown.
    pub advice: Advice,
    /// Why the path cannot be finished, while that is shown.
    pub why: Option<Why>,
    /// Where the game was lost, while that is shown and once it is found.
    pub(super) loss: Option<Loss>,
    pub lesson: Option<Lesson>,
    pub progress: LessonProgress,
    /// The path at which help was counted last.
    helped_at: Option<Vec<Square>>,
}

impl GameSession {
    /// An empty board. `wake` is called when there is something new to show.
    pub fn new(setup: &Setup, wake: Wake) -> GameSession {
        GameSession {
            game_board: GameBoard::new(setup.clone(), wake),
            overlay: GameOverlay::default(),
            hints: [false; 3],
            config: MethodConfig::default(),
            race: None,
            race_speed: Speed::of(Some(2)),
            clock: Clock::default(),
            counted: None,
            is_paused: false,
            advice: Advice::default(),
            why: None,
            loss: None,
            lesson: None,
            progress: LessonProgress::default(),
            helped_at: None,
        }
    }

    pub fn set_clock(&mut self, clock: Clock) {
        self.game_board.session_mut().set_clock(clock.clone());
        self.clock = clock;
    }

    /// Applies the preferences.
    pub fn show_as(&mut self, speed: Option<Speed>, show_backtracking: bool, naming: Naming) {
        self.game_board.session_mut().show_as(speed, show_backtracking, naming);
        if let Some(race) = &mut self.race {
            race.show_as(show_backtracking, naming);
        }
    }

    pub fn game_board(&self) -> &GameBoard {
        &self.game_board
    }

    pub(super) fn game(&self) -> &Game {
        self.game_board.game()
    }

    fn is_demonstrating(&self) -> bool {
        self.game_board.demonstration().is_some()
    }

    /// Changes of the game itself go through [`GameSession::change`].
    pub fn game_board_mut(&mut self) -> &mut GameBoard {
        &mut self.game_board
    }

    pub fn shows(&self, level: HintLevel) -> bool {
        self.hints[level as usize]
    }

    /// Whether the game has begun and is not won.
    pub fn in_progress(&self) -> bool {
        matches!(self.game().status(), GameStatus::Going | GameStatus::Stuck | GameStatus::Missed)
    }

    /// Takes results from threads and counts the time, which runs only while the game is visible.
    /// Returns whether it runs.
    pub fn update(&mut self, is_watched: bool) -> bool {
        self.game_board.session_mut().update();
        self.note_watched_rule();
        self.look_for_loss();
        self.count_help();
        let is_paused = self.is_paused || self.is_demonstrating();
        if let Some(race) = &mut self.race {
            race.update(&self.game_board, is_paused);
        }
        let runs = self.count_time(is_watched);
        self.refresh();
        runs
    }

    /// Counts the time since the last call. Returns whether the clock runs on.
    pub fn count_time(&mut self, is_watched: bool) -> bool {
        let now = self.clock.seconds();
        let runs = is_watched
            && self.in_progress()
            && !self.is_paused
            && self.game_board.demonstration().is_none();
        let spent = self.counted.map_or(0.0, |before| (now - before).clamp(0.0, MAX_GAP_SECONDS));
        let milliseconds = (spent * 1_000.0) as u64;
        if self.counted.is_some() && milliseconds > 0 {
            self.game_board.game_mut().spend(milliseconds);
        }
        // Less than a millisecond is counted next time.
        let continues = milliseconds == 0 && spent < MAX_GAP_SECONDS;
        let since = if continues { self.counted.unwrap_or(now) } else { now };
        self.counted = runs.then_some(since);
        runs
    }

    /// Counts a position at which any help is shown, once.
    fn count_help(&mut self) {
        let has_help = self.hints.contains(&true) || self.why.is_some() || self.is_demonstrating();
        let path = self.game().path();
        if has_help && self.in_progress() && self.helped_at.as_deref() != Some(path) {
            self.helped_at = Some(path.to_vec());
            self.game_board.game_mut().count_hint();
        }
    }

    /// Updates what the board shows besides the path.
    fn refresh(&mut self) {
        let is_demonstrating = self.is_demonstrating();
        // A theorem uses the colours of squares for itself.
        let has_exhibit = self.why.as_ref().is_some_and(|why| why.exhibit.is_some());
        let asks_finish = (self.shows(HintLevel::Finish) || self.why.is_some()) && !has_exhibit;
        let asks_best = self.shows(HintLevel::Best) && !has_exhibit;
        if (asks_best || asks_finish) && !is_demonstrating {
            self.advice = self.game_board.advice();
        } else {
            self.advice = Advice::default();
            self.game_board.hinter.forget();
        }
        let game = self.game();
        let is_answer = self.why.as_ref().is_some_and(|why| why.is_answer);
        let is_over =
            matches!(game.status(), GameStatus::Stuck | GameStatus::Missed | GameStatus::Won);
        self.overlay = GameOverlay {
            open: if is_demonstrating {
                Vec::new()
            } else {
                self.open_squares(asks_best, asks_finish)
            },
            tour: self.game_board.tour().cloned(),
            sentence: self.sentence(),
            is_urgent: !is_demonstrating && (is_over || is_answer),
            is_demonstrating,
            marks_starts: self.shows(HintLevel::Finish) && game.path().is_empty(),
            pointed: self.pointed(),
            turning_point: self.turning_point(),
            classes: self.classes(),
        };
    }

    fn open_squares(&self, asks_best: bool, asks_finish: bool) -> Vec<OpenSquare> {
        let (game, advice, naming) =
            (self.game(), &self.advice, self.game_board.session().naming());
        // Which move is best is known once all are decided.
        let best = advice.best.filter(|_| asks_best && advice.is_done);
        let is_first = game.path().is_empty();
        let squares = game.open().into_iter().chain(self.asked_first());
        squares
            .map(|square| {
                let hint = advice.list.iter().find(|hint| hint.square == square && asks_finish);
                let outlook = hint.and_then(|hint| hint.outlook.as_ref());
                let shows_onward = self.shows(HintLevel::Onward) && !is_first;
                OpenSquare {
                    square,
                    onward: shows_onward.then(|| game.onward(square) as u8),
                    is_best: best == Some(square),
                    finish: outlook.map(Decided::bare),
                    why: match outlook {
                        Some(Decided::No(reason)) => {
                            let names = Names { board: game.board(), naming };
                            Some(capitalised(&words::obstruction(reason, names)) + ".")
                        }
                        _ => None,
                    },
                }
            })
            .collect()
    }

    /// The square at which a lesson asks to begin, before the first square.
    pub(super) fn asked_first(&self) -> Option<Square> {
        let game = self.game();
        let is_asked = self.lesson == Some(Lesson::Move) && game.path().is_empty();
        game.board().parse_square("a1").ok().filter(|_| is_asked)
    }

    /// Whether hints have shown that no tour can follow.
    pub(super) fn is_lost(&self) -> bool {
        let is_no = |hint: &Hint| matches!(hint.outlook, Some(Decided::No(_)));
        self.advice.is_done && !self.advice.list.is_empty() && self.advice.list.iter().all(is_no)
    }

    pub fn place(&mut self, square: Square) -> Result<(), IllegalMove> {
        let was_empty = self.game().path().is_empty();
        self.game_board.place(square)?;
        self.update_after_change();
        self.is_paused = false;
        if was_empty {
            self.start_race();
        }
        Ok(())
    }

    /// Changes the game; if a demonstration is shown, only ends that.
    pub fn change(&mut self, change: impl FnOnce(&mut GameBoard)) {
        if self.is_demonstrating() {
            return self.game_board.back_to_game();
        }
        change(&mut self.game_board);
        self.update_after_change();
    }

    /// After a change in the game, earlier reasons no longer apply.
    fn update_after_change(&mut self) {
        self.why = None;
        self.progress.see(self.game_board.game());
    }

    pub fn begin(&mut self, game: Game) {
        self.game_board.begin(game);
        self.update_for_new_game();
    }

    /// Restores the previous game.
    pub fn restore_earlier(&mut self) {
        self.game_board.restore_earlier();
        self.update_for_new_game();
    }

    /// Clears the help that was given and begins the race anew, after a game was begun or restored.
    fn update_for_new_game(&mut self) {
        self.helped_at = None;
        self.why = None;
        self.progress.begin(self.game_board.game());
        self.is_paused = false;
        self.start_race();
    }

    /// A game with the board and goal of `setup`, unless they are those of this game. The path
    /// stays if only the goal changes. A board of another size has no holes; after a challenge, it
    /// has plain edges and any goal.
    pub fn game_on(&self, setup: &Setup) -> Option<Game> {
        let now = self.game();
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
            return None;
        }
        let mut game = Game::empty(setup.board.clone(), setup.goal);
        if setup.board == *now.board() {
            game.continue_with(now.path());
        }
        Some(game)
    }

    /// The next level, or a larger board.
    pub fn next_game(&self) -> Option<Game> {
        let game = self.game();
        let after = |name| levels().skip_while(move |level| level.name() != name).nth(1);
        if let Some(level) = game.challenge().and_then(after) {
            return Some(level.game());
        }
        let sides = (game.board().rows(), game.board().cols());
        let now = NEXT_SIZES.iter().position(|next| *next == sides);
        let (rows, cols) = NEXT_SIZES[now.map_or(1, |now| (now + 1) % NEXT_SIZES.len())];
        Board::new(rows, cols).ok().map(|board| Game::empty(board, Goal::Any))
    }

    /// Pauses the clock, or lets it run.
    pub fn pause(&mut self) {
        self.is_paused = self.in_progress() && !self.is_paused;
    }

    pub fn toggle_hint(&mut self, level: HintLevel) {
        self.hints[level as usize] ^= true;
    }

    /// Chooses the method that finishes a game, or races.
    pub fn choose(&mut self, config: MethodConfig) {
        self.config = config;
        self.start_race();
    }

    /// Restarts the race, if there is one.
    fn start_race(&mut self) {
        if self.race.is_some() {
            self.race = Some(Race::new(&self.game_board, self.config.clone(), self.race_speed));
        }
    }

    pub fn toggle_race(&mut self) {
        self.race = match self.race {
            Some(_) => None,
            None => Some(Race::new(&self.game_board, self.config.clone(), self.race_speed)),
        };
    }

    pub fn race_at(&mut self, speed: Speed) {
        self.race_speed = speed;
        if let Some(race) = &mut self.race {
            race.set_speed(speed);
        }
    }

    /// Lets the method finish the path, or shows where the game was lost.
    pub fn finish(&mut self) -> Result<(), Refusal> {
        if self.is_demonstrating() {
            return Ok(());
        }
        if !matches!(self.game().status(), GameStatus::Stuck | GameStatus::Missed) {
            match self.game_board.finish(self.config.clone()) {
                Err(Refusal::NoTour(_)) => {}
                finished => return finished,
            }
        }
        self.answer_finish();
        Ok(())
    }

    /// Tries everything that could follow after a square, to show that no tour does.
    pub fn prove(&mut self, square: Square) -> Result<(), Refusal> {
        self.game_board.prove(square, PROOF_CONFIG.parse().unwrap_or_default())
    }

    pub fn teach(&mut self, lesson: Lesson) -> Result<(), Refusal> {
        self.lesson = Some(lesson);
        let is_again = self.progress.is_done(lesson);
        self.progress.repeat(lesson);
        match lesson {
            Lesson::Back if self.game().status() != GameStatus::Stuck => {
                self.begin(lesson.game());
                self.progress.begin_stuck(self.game_board.game());
            }
            Lesson::Stuck | Lesson::Back => {
                let board = self.game().board();
                let is_over = lesson == Lesson::Stuck && is_again;
                if (board.rows(), board.cols()) != (5, 5) || is_over {
                    self.begin(Lesson::Move.game());
                }
                self.game_board.back_to_game();
            }
            Lesson::Move | Lesson::Impossible => self.begin(lesson.game()),
            Lesson::Watch => {
                self.begin(lesson.game());
                self.game_board.finish(WATCHED_METHOD.parse().unwrap_or_default())?;
            }
        }
        self.progress.begin(self.game_board.game());
        Ok(())
    }

    /// Returns whether it was the last lesson and is done.
    pub fn leave_lesson(&mut self) -> bool {
        let left = self.lesson.take();
        left.is_some_and(|lesson| lesson.next().is_none() && self.progress.is_done(lesson))
    }

    /// Notes whether a search with Warnsdorff's rule was shown up to its tour.
    fn note_watched_rule(&mut self) {
        let session: &Session = self.game_board.session();
        let is_rule = |active: &ActiveSearch| active.config.method.name == WATCHED_METHOD;
        let is_over = session
            .frame()
            .is_some_and(|frame| frame.status == Status::Found && frame.step == frame.length);
        if is_over && session.active().is_some_and(is_rule) {
            self.progress.finish(Lesson::Watch);
        }
    }
}
