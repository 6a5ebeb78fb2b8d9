//! Five small lessons, learned by doing.

use super::{Game, GameStatus};
use crate::board::{Board, Square};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::MethodConfig;

/// Moves needed for the first lesson.
const MIN_MOVES: usize = 5;
/// Squares to take back in the third lesson.
const MIN_SQUARES_BACK: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lesson {
    /// Begin, and make some moves.
    Move,
    /// Continue until no move is left.
    Stuck,
    /// Take squares back and try another way.
    Back,
    /// Watch Warnsdorff's rule.
    Watch,
    /// See why a board has no tour.
    Impossible,
}

/// What a lesson begins with.
#[derive(Clone, Debug, PartialEq)]
pub enum LessonScene {
    Game(Box<Game>),
    /// The game of the previous lesson.
    SameGame,
    /// A search to watch.
    Search(Puzzle, MethodConfig),
    /// A board without a tour, and the proof.
    Proof(Puzzle),
}

impl Lesson {
    pub const ALL: [Lesson; 5] =
        [Lesson::Move, Lesson::Stuck, Lesson::Back, Lesson::Watch, Lesson::Impossible];

    pub fn number(self) -> usize {
        self as usize + 1
    }

    pub fn next(self) -> Option<Lesson> {
        Lesson::ALL.get(self.number()).copied()
    }

    pub fn title(self) -> &'static str {
        match self {
            Lesson::Move => "Move the knight",
            Lesson::Stuck => "Get stuck",
            Lesson::Back => "Go back",
            Lesson::Watch => "Watch a rule",
            Lesson::Impossible => "See why not",
        }
    }

    pub fn instruction(self) -> &'static str {
        match self {
            Lesson::Move => {
                "Click the corner a1 to place the knight. Then make five moves, each to a marked square."
            }
            Lesson::Stuck => {
                "The knight must visit every square once. Go on until it has no move left."
            }
            Lesson::Back => {
                "Stuck is not the end. Undo at least three squares, then go another way."
            }
            Lesson::Watch => {
                "Warnsdorff's rule takes the square with the fewest onward moves. Watch it from a1 to the end."
            }
            Lesson::Impossible => {
                "On some boards nobody can succeed. Press W, and read why 4×4 has no tour."
            }
        }
    }

    /// Shown once the lesson is done.
    pub fn praise(self) -> &'static str {
        match self {
            Lesson::Move => "That is all there is to a knight's move.",
            Lesson::Stuck => "It happens to everybody, and to programs too.",
            Lesson::Back => "Going back and trying another way is called backtracking.",
            Lesson::Watch => "It never had to go back. You can use the rule yourself.",
            Lesson::Impossible => "A proof saves you a search that cannot succeed.",
        }
    }

    pub fn scene(self) -> LessonScene {
        let puzzle = |text: &str| -> Puzzle {
            text.parse().unwrap_or_else(|error| unreachable!("{text}: {error}"))
        };
        match self {
            Lesson::Move => LessonScene::Game(Box::new(new_game())),
            Lesson::Stuck | Lesson::Back => LessonScene::SameGame,
            Lesson::Watch => {
                let config = "warnsdorff".parse();
                let config = config.unwrap_or_else(|error| unreachable!("{error}"));
                LessonScene::Search(puzzle("5x5 given=4,0"), config)
            }
            Lesson::Impossible => LessonScene::Proof(puzzle("4x4 given=3,0")),
        }
    }

    pub fn is_done(self, progress: &LessonProgress) -> bool {
        match self {
            Lesson::Move => progress.moves >= MIN_MOVES,
            Lesson::Stuck => progress.was_stuck,
            Lesson::Back => progress.went_on,
            Lesson::Watch => progress.watched,
            Lesson::Impossible => progress.saw_proof,
        }
    }
}

/// The game for starting at the second or third lesson.
pub fn new_game() -> Game {
    let game = Board::new(5, 5).map_err(Into::into);
    game.and_then(|board| Game::new(board, Goal::Any, &[]))
        .unwrap_or_else(|error| unreachable!("{error}"))
}

/// A game of the lessons that is stuck.
pub fn stuck_game() -> Game {
    let mut game = new_game();
    for name in ["a1", "c2", "e1", "d3", "e5", "c4", "d2", "b3", "a5"] {
        if let Ok(square) = game.board().parse_square(name) {
            let _ = game.place(square);
        }
    }
    game
}

/// What the user has achieved in the lessons. An achievement is never lost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonProgress {
    path: Vec<Square>,
    /// The most moves on any path so far.
    moves: usize,
    was_stuck: bool,
    /// The path when it was last stuck.
    stuck: Vec<Square>,
    /// Squares taken back in a row.
    back: usize,
    /// Whether it continued another way after enough squares were taken back.
    went_on: bool,
    watched: bool,
    saw_proof: bool,
    /// The lessons that were done before they were repeated.
    before: [bool; Lesson::ALL.len()],
}

impl LessonProgress {
    pub fn was_done(&self, lesson: Lesson) -> bool {
        self.before[lesson as usize] || lesson.is_done(self)
    }

    /// Begins a lesson again, remembering that it was done.
    pub fn repeat(&mut self, lesson: Lesson) {
        self.before[lesson as usize] |= lesson.is_done(self);
        match lesson {
            Lesson::Move => self.moves = 0,
            Lesson::Stuck => self.was_stuck = false,
            Lesson::Back => self.went_on = false,
            Lesson::Watch => self.watched = false,
            Lesson::Impossible => self.saw_proof = false,
        }
    }

    /// Begins with a game that is stuck already.
    pub fn begin_stuck(&mut self, game: &Game) {
        self.begin(game);
        self.was_stuck = true;
        self.stuck = game.path().to_vec();
    }

    /// Updates after a change in the game.
    pub fn see(&mut self, game: &Game) {
        let path = game.path();
        let same = path.iter().zip(&self.path).take_while(|(new, old)| new == old).count();
        self.back += self.path.len() - same;
        let has_moved = path.len() > same;
        if has_moved {
            // Redoing what was undone is not another way.
            let is_other = !self.stuck.starts_with(path);
            self.went_on |= self.was_stuck && self.back >= MIN_SQUARES_BACK && is_other;
            self.back = 0;
        }
        self.moves = self.moves.max(path.len().saturating_sub(1));
        if !matches!(game.status(), GameStatus::Empty | GameStatus::Going) {
            self.was_stuck = true;
            self.stuck = path.to_vec();
        }
        self.path = path.to_vec();
    }

    /// Begins with another game, whose missing squares were not taken back.
    pub fn begin(&mut self, game: &Game) {
        self.path = game.path().to_vec();
        self.back = 0;
    }

    /// A search with Warnsdorff's rule was shown up to its tour.
    pub fn watched(&mut self) {
        self.watched = true;
    }

    pub fn saw_proof(&mut self) {
        self.saw_proof = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feasibility::{Verdict, verdict};
    use crate::solver::Status;

    fn current(progress: &LessonProgress) -> Option<Lesson> {
        Lesson::ALL.into_iter().find(|lesson| !progress.was_done(*lesson))
    }

    fn place(game: &mut Game, progress: &mut LessonProgress, names: &str) {
        for name in names.split(' ') {
            game.place(game.board().parse_square(name).unwrap()).unwrap();
            progress.see(game);
        }
    }

    #[test]
    fn all_five_are_done_one_after_the_other() {
        let mut progress = LessonProgress::default();
        let LessonScene::Game(mut game) = Lesson::Move.scene() else {
            panic!("a game comes first")
        };
        progress.begin(&game);
        assert_eq!(current(&progress), Some(Lesson::Move));
        place(&mut game, &mut progress, "a1 b3 a5 c4 e5");
        assert_eq!(current(&progress), Some(Lesson::Move));
        place(&mut game, &mut progress, "d3");
        assert_eq!(current(&progress), Some(Lesson::Stuck));
        assert_eq!(Lesson::Stuck.scene(), LessonScene::SameGame);
        while game.status() == GameStatus::Going {
            assert_eq!(current(&progress), Some(Lesson::Stuck));
            let next = game.open()[0];
            game.place(next).unwrap();
            progress.see(&game);
        }
        assert_eq!(current(&progress), Some(Lesson::Back));
        let before = game.path().to_vec();
        for _ in 0..3 {
            game.undo();
            progress.see(&game);
            assert_eq!(current(&progress), Some(Lesson::Back));
        }
        game.redo();
        progress.see(&game);
        assert_eq!(current(&progress), Some(Lesson::Back), "the same way is not another one");
        let other = loop {
            game.back_to(game.path().len() - 3, false);
            progress.see(&game);
            let next = before[game.path().len()];
            if let Some(other) = game.open().into_iter().find(|square| *square != next) {
                break other;
            }
        };
        game.place(other).unwrap();
        progress.see(&game);
        assert_eq!(current(&progress), Some(Lesson::Watch));
        progress.watched();
        assert_eq!(current(&progress), Some(Lesson::Impossible));
        progress.saw_proof();
        assert_eq!(current(&progress), None);
        game.back_to(game.given().len(), false);
        progress.see(&game);
        assert_eq!(current(&progress), None, "what is done stays done");
    }

    #[test]
    fn every_lesson_can_be_repeated() {
        let mut progress = LessonProgress::default();
        let mut game = new_game();
        progress.begin(&game);
        place(&mut game, &mut progress, "a1 b3 a5 c4 e5 d3");
        progress.begin_stuck(&stuck_game());
        let mut game = stuck_game();
        game.back_to(4, false);
        progress.see(&game);
        place(&mut game, &mut progress, "b4");
        progress.watched();
        progress.saw_proof();
        for lesson in Lesson::ALL {
            assert!(lesson.is_done(&progress), "{lesson:?}");
            progress.repeat(lesson);
            assert!(!lesson.is_done(&progress) && progress.was_done(lesson), "{lesson:?}");
        }
        assert_eq!(current(&progress), None);
        let mut game = new_game();
        progress.begin(&game);
        place(&mut game, &mut progress, "a1 b3 a5 c4 e5 d3");
        assert!(Lesson::Move.is_done(&progress));
    }

    #[test]
    fn going_back_counts_squares_in_a_row() {
        let mut progress = LessonProgress::default();
        let mut game = new_game();
        progress.begin(&game);
        place(&mut game, &mut progress, "a1 b3 a5 c4");
        game.back_to(1, false);
        progress.see(&game);
        place(&mut game, &mut progress, "b3");
        assert!(!Lesson::Back.is_done(&progress), "it was not stuck");
        let small: Board = "3x3".parse().unwrap();
        let mut game = Game::new(small, Goal::Any, &[]).unwrap();
        progress.begin(&game);
        place(&mut game, &mut progress, "a1 b3 c1 a2 c3 b1 a3 c2");
        assert_eq!(game.status(), GameStatus::Stuck);
        assert!(Lesson::Stuck.is_done(&progress));
        game.undo();
        progress.see(&game);
        game.undo();
        progress.see(&game);
        place(&mut game, &mut progress, "a3");
        assert!(!Lesson::Back.is_done(&progress), "two are not three");
        progress.begin(&new_game());
        place(&mut new_game(), &mut progress, "a1");
        assert!(!Lesson::Back.is_done(&progress), "a new game takes nothing back");
        progress.begin(&game);
        game.back_to(4, false);
        progress.see(&game);
        place(&mut game, &mut progress, "c3");
        assert!(!Lesson::Back.is_done(&progress), "that is the way it went before");
        game.back_to(1, false);
        progress.see(&game);
        place(&mut game, &mut progress, "c2");
        assert!(Lesson::Back.is_done(&progress));
    }

    #[test]
    fn what_is_watched_is_a_tour_and_what_is_proved_is_true() {
        let LessonScene::Search(puzzle, config) = Lesson::Watch.scene() else { panic!("a search") };
        let mut solver = config.build(&puzzle);
        assert_eq!(solver.run(u64::MAX), Status::Found);
        assert_eq!(solver.state().steps(), 25, "it never had to go back");
        assert_eq!(puzzle.board().name(puzzle.start()), "a1");
        let LessonScene::Proof(puzzle) = Lesson::Impossible.scene() else { panic!("a proof") };
        assert!(matches!(verdict(&puzzle), Verdict::No(_)), "4x4 has no tour");
        let LessonScene::Game(game) = Lesson::Move.scene() else { panic!("a game") };
        assert_eq!(*game, new_game());
    }
}
