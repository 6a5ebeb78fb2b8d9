//! Five small lessons, learned by doing.

use super::{Game, GameStatus};
use crate::board::{Board, Square};
use crate::puzzle::Goal;

/// Moves needed for the first lesson.
const MIN_MOVES: usize = 5;
/// Squares to take back in the third lesson.
const MIN_SQUARES_BACK: usize = 3;
/// The method that the fourth lesson shows.
pub const WATCHED_METHOD: &str = "warnsdorff";

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

    /// The game that a lesson begins with, unless it goes on with the one before.
    pub fn game(self) -> Game {
        let side = if self == Lesson::Impossible { 4 } else { 5 };
        let board = Board::new(side, side).unwrap_or_else(|error| unreachable!("{error}"));
        let path = match self {
            Lesson::Move | Lesson::Stuck | Lesson::Impossible => "",
            Lesson::Back => "a1 c2 e1 d3 e5 c4 d2 b3 a5",
            Lesson::Watch => "a1",
        };
        let mut game = Game::empty(board, Goal::Any);
        for name in path.split_whitespace() {
            if let Ok(square) = game.board().parse_square(name) {
                let _ = game.place(square);
            }
        }
        game
    }
}

/// What the user has achieved in the lessons.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonProgress {
    done: [bool; Lesson::ALL.len()],
    /// The lessons that were done before they were repeated.
    before: [bool; Lesson::ALL.len()],
    path: Vec<Square>,
    /// The path when it was last stuck.
    stuck: Vec<Square>,
    /// Squares taken back in a row.
    back: usize,
}

impl LessonProgress {
    pub fn is_done(&self, lesson: Lesson) -> bool {
        self.done[lesson as usize]
    }

    pub fn was_done(&self, lesson: Lesson) -> bool {
        self.before[lesson as usize] || self.is_done(lesson)
    }

    pub fn finish(&mut self, lesson: Lesson) {
        self.done[lesson as usize] = true;
    }

    /// Begins a lesson again, remembering that it was done.
    pub fn repeat(&mut self, lesson: Lesson) {
        self.before[lesson as usize] |= self.is_done(lesson);
        self.done[lesson as usize] = false;
    }

    /// Begins with a game that is stuck already.
    pub fn begin_stuck(&mut self, game: &Game) {
        self.begin(game);
        self.finish(Lesson::Stuck);
        self.stuck.clone_from(&self.path);
    }

    /// Updates after a change in the game.
    pub fn see(&mut self, game: &Game) {
        let path = game.path();
        let same = path.iter().zip(&self.path).take_while(|(new, old)| new == old).count();
        self.back += self.path.len() - same;
        if path.len() > same {
            // Redoing what was undone is not another way.
            let is_other = !self.stuck.starts_with(path);
            if self.is_done(Lesson::Stuck) && self.back >= MIN_SQUARES_BACK && is_other {
                self.finish(Lesson::Back);
            }
            self.back = 0;
        }
        if path.len() > MIN_MOVES {
            self.finish(Lesson::Move);
        }
        if !matches!(game.status(), GameStatus::Empty | GameStatus::Going) {
            self.finish(Lesson::Stuck);
            self.stuck = path.to_vec();
        }
        self.path = path.to_vec();
    }

    /// Begins with another game, whose missing squares were not taken back.
    pub fn begin(&mut self, game: &Game) {
        self.path = game.path().to_vec();
        self.back = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feasibility::{Verdict, verdict};
    use crate::puzzle::Puzzle;
    use crate::solver::{MethodConfig, Status};

    const STUCK: &str = "a1 c2 e1 d3 e5 c4 d2 b3 a5";

    fn current(progress: &LessonProgress) -> Option<Lesson> {
        Lesson::ALL.into_iter().find(|lesson| !progress.was_done(*lesson))
    }

    /// Visits squares by their names, and takes as many back as a number says.
    fn play(game: &mut Game, progress: &mut LessonProgress, actions: &str) {
        for action in actions.split(' ') {
            match action.parse::<usize>() {
                Ok(back) => game.back_to(game.path().len() - back, false),
                Err(_) => game.place(game.board().parse_square(action).unwrap()).unwrap(),
            }
            progress.see(game);
        }
    }

    #[test]
    fn all_five_are_done_one_after_the_other() {
        let (mut progress, mut game) = (LessonProgress::default(), Lesson::Move.game());
        for (actions, next) in [
            ("a1 c2 e1 d3 e5", Lesson::Move),
            ("c4", Lesson::Stuck),
            ("d2 b3", Lesson::Stuck),
            ("a5", Lesson::Back),
            ("1 1 1 d2", Lesson::Back),
            ("3 b4", Lesson::Watch),
        ] {
            play(&mut game, &mut progress, actions);
            assert_eq!(current(&progress), Some(next), "{actions}");
        }
        progress.finish(Lesson::Watch);
        assert_eq!(current(&progress), Some(Lesson::Impossible));
        progress.finish(Lesson::Impossible);
        play(&mut game, &mut progress, "5");
        assert_eq!(current(&progress), None, "what is done stays done");
    }

    #[test]
    fn every_lesson_can_be_repeated() {
        let mut progress = LessonProgress::default();
        for lesson in Lesson::ALL {
            progress.finish(lesson);
            progress.repeat(lesson);
            assert!(!progress.is_done(lesson) && progress.was_done(lesson), "{lesson:?}");
        }
        play(&mut Lesson::Move.game(), &mut progress, "a1 b3 a5 c4 e5 d3");
        assert!(progress.is_done(Lesson::Move));
    }

    #[test]
    fn going_back_counts_squares_in_a_row() {
        for (actions, is_done, why) in [
            ("a1 b3 a5 c4 3 c2", false, "it was not stuck"),
            (&format!("{STUCK} 2 b1"), false, "two are not three"),
            (&format!("{STUCK} 2 b1 2 a3"), false, "two and two are not three in a row"),
            (&format!("{STUCK} 3 d2"), false, "that is the way it went before"),
            (&format!("{STUCK} 1 1 1 a3"), true, "three, one by one"),
            (&format!("{STUCK} 5 b4"), true, "more than three"),
        ] {
            let mut progress = LessonProgress::default();
            play(&mut Lesson::Move.game(), &mut progress, actions);
            assert_eq!(progress.is_done(Lesson::Back), is_done, "{why}");
        }
        let mut progress = LessonProgress::default();
        progress.begin_stuck(&Lesson::Back.game());
        progress.begin(&Lesson::Move.game());
        play(&mut Lesson::Move.game(), &mut progress, "b1");
        assert!(!progress.is_done(Lesson::Back), "a new game takes nothing back");
    }

    #[test]
    fn what_is_watched_is_a_tour_and_what_is_proved_is_true() {
        let config: MethodConfig = WATCHED_METHOD.parse().unwrap();
        let mut solver = config.build(&Lesson::Watch.game().puzzle().unwrap());
        assert_eq!(solver.run(u64::MAX), Status::Found);
        assert_eq!(solver.state().steps(), 25, "it never had to go back");
        let board = Lesson::Impossible.game().board().clone();
        let corner = vec![board.parse_square("a1").unwrap()];
        let puzzle = Puzzle::new(board, corner, Goal::Any, 0).unwrap();
        assert!(matches!(verdict(&puzzle), Verdict::No(_)), "4x4 has no tour");
    }
}
