//! Puzzles: a board, the given squares, the goal, the seed and base tours.

mod base_tours;
mod goal;

use std::fmt;
use std::str::FromStr;

use crate::board::{Board, BoardError, Naming, Square, SquareError, parse_squares};
use crate::text::{did_you_mean, grouped, quoted, whole_number};

pub use base_tours::{BaseError, BaseTours, MAX_BASE_TOURS, base_board, base_tour};
pub use goal::{Goal, NamedGoal, starts};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Square(#[from] SquareError),
    #[error("no square is given; name at least the start, such as 7,0 or a1")]
    NoStart,
    #[error("square number {0} is not on the {1} board; choose a square of the board")]
    OffBoard(usize, String),
    #[error("square {0} is a hole; choose a square of the board")]
    Hole(String),
    #[error("square {0} is given twice, but a tour visits every square once")]
    Twice(String),
    #[error("{0} and {1} are not a knight's move apart; give the squares in path order")]
    NoMove(String, String),
    #[error("the tour must end at {0}, but the path so far already visits it")]
    EndVisited(String),
    #[error(
        "it has both given= and repair=; a path to repair begins with the start, so leave given= out"
    )]
    GivenAndRepair,
    #[error("unknown goal {0}; use {names} or end:SQUARE", names = Goal::names(", "))]
    Goal(String),
    #[error("seed {0} is not a whole number from 0 to 18446744073709551615")]
    Seed(String),
    #[error(transparent)]
    Base(#[from] BaseError),
    #[error(
        "unknown word {0} in the puzzle{1}; use wrap, holes=, given=, repair=, goal=, seed= or base="
    )]
    Word(String, String),
}

/// The question that a solver answers.
///
/// Its text form is one line, which leaves out the defaults:
///
/// ```
/// use knights_tour::puzzle::Puzzle;
/// let puzzle: Puzzle = "8x8 wrap holes=0,0;0,7 given=7,0;5,1 goal=end:1,2 seed=5".parse()?;
/// assert_eq!(puzzle.given().len(), 2);
/// assert_eq!("8x8 given=a1".parse::<Puzzle>()?.to_string(), "8x8 given=7,0");
/// # Ok::<(), knights_tour::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    board: Board,
    given: Vec<Square>,
    /// An unfinished path to rearrange, if it has more than the start; else empty.
    repair: Vec<Square>,
    goal: Goal,
    seed: u64,
    /// Small tours for methods that put a tour together from parts; usually none.
    base: BaseTours,
}

impl Puzzle {
    /// A puzzle whose given squares are a path on the board and whose goal can still be reached.
    pub fn new(
        board: Board,
        given: Vec<Square>,
        goal: Goal,
        seed: u64,
    ) -> Result<Puzzle, PuzzleError> {
        check_given(&board, &given)?;
        if let Some(end) = goal.end() {
            let visited = given.iter().position(|square| *square == end);
            check_square(&board, end)?;
            if visited.is_some_and(|place| place + 1 != board.squares_to_visit()) {
                return Err(PuzzleError::EndVisited(board.name(end)));
            }
        }
        Ok(Puzzle { board, given, repair: Vec::new(), goal, seed, base: BaseTours::default() })
    }

    /// A puzzle that hands over an unfinished path. Only its first square must stay where it is.
    pub fn repairing(
        board: Board,
        path: Vec<Square>,
        goal: Goal,
        seed: u64,
    ) -> Result<Puzzle, PuzzleError> {
        let mut puzzle = Puzzle::new(board, path, goal, seed)?;
        if puzzle.given.len() > 1 {
            puzzle.repair = puzzle.given.clone();
            puzzle.given.truncate(1);
        }
        Ok(puzzle)
    }

    #[must_use]
    pub fn with_base(self, base: BaseTours) -> Puzzle {
        Puzzle { base, ..self }
    }

    pub fn with_seed(self, seed: u64) -> Puzzle {
        Puzzle { seed, ..self }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The given squares in order; the first is the start.
    pub fn given(&self) -> &[Square] {
        &self.given
    }

    /// The unfinished path to rearrange, if any. It begins with the start, the only given square.
    pub fn repair(&self) -> Option<&[Square]> {
        (!self.repair.is_empty()).then_some(&self.repair)
    }

    /// The squares on the board before the search begins: the given ones, or the path to rearrange.
    pub fn laid_out(&self) -> &[Square] {
        self.repair().unwrap_or(&self.given)
    }

    pub fn start(&self) -> Square {
        self.given[0]
    }

    pub fn goal(&self) -> Goal {
        self.goal
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Small tours that are to be laid onto parts of the board.
    pub fn base(&self) -> &BaseTours {
        &self.base
    }

    /// `no closed tour exists from a1`, or `no tour begins with the 6 given squares`.
    pub fn none_exists(&self, naming: Naming) -> String {
        let name = |square| naming.square(&self.board, square);
        let given = match self.given.len() {
            1 => None,
            given => Some(format!("with the {} given squares", grouped(given as u64))),
        };
        let start = name(self.start());
        let noun = self.goal.noun();
        match (self.goal.end().map(name), given) {
            (None, None) => format!("no {noun} exists from {start}"),
            (None, Some(given)) => format!("no {noun} begins {given}"),
            (Some(end), None) => format!("no {noun} from {start} ends at {end}"),
            (Some(end), Some(given)) => format!("no {noun} that begins {given} ends at {end}"),
        }
    }

    /// Whether the goal lets a tour of this puzzle end at a square.
    pub fn may_end_at(&self, square: Square) -> bool {
        self.goal.may_end_at(&self.board, self.start(), square)
    }

    /// Whether a path over every square, from the start, is what the goal asks for.
    pub fn is_reached_by(&self, path: &[Square]) -> bool {
        self.goal.is_reached_by(&self.board, path)
    }
}

fn check_square(board: &Board, square: Square) -> Result<(), PuzzleError> {
    if square.index() >= board.size() {
        return Err(PuzzleError::OffBoard(square.index() + 1, board.to_string()));
    }
    if board.is_hole(square) {
        return Err(PuzzleError::Hole(board.name(square)));
    }
    Ok(())
}

fn check_given(board: &Board, given: &[Square]) -> Result<(), PuzzleError> {
    let name = |square: &Square| board.name(*square);
    if given.is_empty() {
        return Err(PuzzleError::NoStart);
    }
    given.iter().try_for_each(|square| check_square(board, *square))?;
    if let Some(pair) = given.windows(2).find(|pair| !board.joined(pair[0], pair[1])) {
        return Err(PuzzleError::NoMove(name(&pair[0]), name(&pair[1])));
    }
    let mut seen = given.to_vec();
    seen.sort_unstable();
    let twice = seen.windows(2).find(|pair| pair[0] == pair[1]);
    twice.map_or(Ok(()), |pair| Err(PuzzleError::Twice(name(&pair[0]))))
}

pub fn parse_seed(text: &str) -> Result<u64, PuzzleError> {
    whole_number(text).ok_or_else(|| PuzzleError::Seed(quoted(text)))
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Base tours are on boards of other sizes.
        let list_on = |board: &Board, squares: &[Square]| {
            squares.iter().map(|square| board.coordinates(*square)).collect::<Vec<_>>().join(";")
        };
        let list = |squares: &[Square]| list_on(&self.board, squares);
        write!(f, "{}", self.board)?;
        if self.board.is_wrapped() {
            write!(f, " wrap")?;
        }
        if !self.board.holes().is_empty() {
            write!(f, " holes={}", list(self.board.holes()))?;
        }
        match self.repair() {
            Some(path) => write!(f, " repair={}", list(path))?,
            None => write!(f, " given={}", list(&self.given))?,
        }
        if !self.goal.is_any() {
            write!(f, " goal={}", self.goal.text(&self.board))?;
        }
        if self.seed != 0 {
            write!(f, " seed={}", self.seed)?;
        }
        for tour in self.base.iter() {
            let board = tour.board();
            write!(f, " base={board}:{}", list_on(board, tour.path()))?;
        }
        Ok(())
    }
}

/// The board first, then the other words in any order. Without given squares, the tour starts at the
/// first square where the goal lets it.
impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Puzzle, PuzzleError> {
        let mut words = text.split_whitespace();
        let mut board: Board = words.next().unwrap_or_default().parse()?;
        let (mut given, mut repair, mut goal, mut seed) = (None, None, "any", "0");
        let mut base = Vec::new();
        for word in words {
            match word.split_once('=') {
                None if word == "wrap" => board = board.wrapped(true),
                Some(("holes", list)) => {
                    let holes = parse_squares(&board, list)?;
                    board = board.with_holes(holes)?;
                }
                Some(("given", value)) => given = Some(value),
                Some(("repair", value)) => repair = Some(value),
                Some(("goal", value)) => goal = value,
                Some(("seed", value)) => seed = value,
                Some(("base", value)) => base.push(value),
                _ => {
                    let key = word.split('=').next().unwrap_or_default();
                    let keys = ["wrap", "holes", "given", "repair", "goal", "seed", "base"];
                    let hint = did_you_mean(key, keys);
                    return Err(PuzzleError::Word(quoted(word), hint));
                }
            }
        }
        let goal = Goal::parse(goal, &board)?;
        let seed = parse_seed(seed)?;
        let base = BaseTours::parse(&base)?;
        let given = match (given, repair) {
            (Some(_), Some(_)) => return Err(PuzzleError::GivenAndRepair),
            (None, Some(repair)) => {
                let path = parse_squares(&board, repair)?;
                return Ok(Puzzle::repairing(board, path, goal, seed)?.with_base(base));
            }
            (Some(given), None) => parse_squares(&board, given)?,
            (None, None) => starts(&board, goal).take(1).collect(),
        };
        Ok(Puzzle::new(board, given, goal, seed)?.with_base(base))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_speaks_of_what_was_asked() {
        let said = |text: &str, naming| text.parse::<Puzzle>().unwrap().none_exists(naming);
        for (puzzle, sentence) in [
            ("5x5 given=0,1", "no tour exists from b5"),
            ("5x5 given=0,1 goal=closed", "no closed tour exists from b5"),
            ("5x5 given=0,1 goal=end:4,4", "no tour from b5 ends at e1"),
            ("5x5 given=0,1;1,3", "no tour begins with the 2 given squares"),
            ("5x5 given=0,1;1,3 goal=closed", "no closed tour begins with the 2 given squares"),
            (
                "5x5 given=0,1;1,3;2,1 goal=end:4,4",
                "no tour that begins with the 3 given squares ends at e1",
            ),
            ("1x1 given=0,0 goal=closed", "no closed tour exists from a1"),
        ] {
            assert_eq!(said(puzzle, Naming::Chess), sentence, "{puzzle}");
        }
        let sentence = said("5x5 given=0,1 goal=end:4,4", Naming::RowColumn);
        assert_eq!(sentence, "no tour from (0,1) ends at (4,4)");
    }

    /// The board of one square: its only square is a tour, which ends where it starts.
    #[test]
    fn one_square_is_a_tour_but_not_a_closed_one() {
        for (goal, reached) in [("any", true), ("end:0,0", true), ("closed", false)] {
            let puzzle: Puzzle = format!("1x1 goal={goal}").parse().unwrap();
            assert_eq!(puzzle.is_reached_by(puzzle.given()), reached, "{goal}");
        }
    }

    #[test]
    fn a_seed_has_no_sign() {
        for text in ["+5", "-5", "", "5 ", "18446744073709551616"] {
            assert!(matches!(parse_seed(text), Err(PuzzleError::Seed(_))), "{text}");
        }
        assert_eq!(parse_seed("18446744073709551615"), Ok(u64::MAX));
        for text in ["8x8 seed=+5", "8x8 given=+7,0", "8x8 goal=end:+1,1", "8x8 holes=a+1"] {
            assert!(text.parse::<Puzzle>().is_err(), "{text}");
        }
    }
}
