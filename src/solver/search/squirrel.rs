//! Squirrel and Cull's way to break ties: on square boards from a corner, by changing move orders.

use std::sync::Arc;

use crate::board::{Board, MoveOrder, Square};
use crate::puzzle::Puzzle;

/// The moves that the digits of [`ORDERS`] stand for, as rows and columns: a numbering of its own.
const MOVES: [(i64, i64); 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1)];

/// The smallest board with a tour.
const MIN_SIDE: u32 = 5;

/// For each remainder of the side `m` by 8, the orders from the top left corner, each with the row and
/// column, counted from 1, of the square that ends it. An order whose square is not on the board holds to the
/// end, as the last one always does (as given by S. Ganzfried, 2004).
const ORDERS: [&[Until]; 8] = [
    &[
        ("34261578", |m| (m - 1, m - 2)),
        ("87642135", |_| (2, 2)),
        ("51867342", |m| (m - 8, 1)),
        ("51342678", |m| (7, m - 3)),
        ("21435678", |_| (0, 0)),
    ],
    &[
        ("34261578", |m| (m - 1, m - 2)),
        ("87642135", |_| (2, 2)),
        ("51324678", |m| (m - 6, m / 2 + 5)),
        ("32481765", |_| (0, 0)),
    ],
    &[
        ("34261578", |_| (6, 1)),
        ("87642135", |_| (3, 1)),
        ("54132678", |m| (m - 15, 4)),
        ("52431678", |m| (10, m - 2)),
        ("85647123", |m| (5, m / 2 - 3)),
        ("15746823", |_| (0, 0)),
    ],
    &[
        ("34625718", |m| (m - 1, m - 2)),
        ("42681357", |m| (m - 6, m)),
        ("86512347", |_| (2, 5)),
        ("51867342", |m| (m - 10, 3)),
        ("61825437", |m| (m / 2 + 1, m - 2)),
        ("71642538", |_| (0, 0)),
    ],
    &[
        ("34261578", |m| (m - 1, m - 2)),
        ("87642135", |_| (2, 2)),
        ("51867342", |m| (m - 8, 1)),
        ("51342678", |m| (10, m - 5)),
        ("86753421", |m| (13, m / 2 + 1)),
        ("78563421", |_| (0, 0)),
    ],
    &[
        ("34261578", |m| (m - 1, m - 2)),
        ("87642135", |_| (2, 2)),
        ("51324678", |m| (m - 2, m / 2 - if m % 16 == 5 { 2 } else { 6 })),
        ("15234678", |_| (0, 0)),
    ],
    &[
        ("34261578", |_| (6, 1)),
        ("87642135", |_| (3, 1)),
        ("54132678", |m| (m - 10, 1)),
        ("52431678", |m| (10, m - 2)),
        ("85647123", |m| (3, m / 2 + 4)),
        ("12453678", |_| (0, 0)),
    ],
    &[
        ("34625718", |m| (m - 1, m - 2)),
        ("42681357", |m| (m - 6, m)),
        ("86512347", |_| (2, 5)),
        ("51867342", |m| (m - 6, 3)),
        ("61825437", |m| (m / 2 + 1, m - 2)),
        ("61357284", |_| (0, 0)),
    ],
];

/// An order, as digits that stand for [`MOVES`], and the square that ends it.
type Until = (&'static str, fn(i64) -> (i64, i64));

/// Why there are no such orders for a puzzle, in words that follow the name of a method.
pub(crate) fn refuses(puzzle: &Puzzle) -> Option<String> {
    let board = puzzle.board();
    let is_plain = !board.is_wrapped() && board.holes().is_empty();
    let is_square = board.rows() == board.cols() && board.rows() >= MIN_SIDE;
    let at_end = |place: u32| place == 0 || place + 1 == board.rows();
    let is_corner = at_end(board.row(puzzle.start())) && at_end(board.col(puzzle.start()));
    let needs = if !is_plain || !is_square {
        "a square board of at least 5x5 without holes or wrapping"
    } else if !puzzle.goal().is_any() {
        "a tour that may end anywhere"
    } else if puzzle.given().len() > 1 {
        "nothing to be given but the start"
    } else if !is_corner {
        "to start in a corner"
    } else {
        return None;
    };
    Some(format!(
        "needs {needs} for ties=squirrel-cull; change that, or use other ties, such as roth"
    ))
}

/// The orders of a board, of which one holds at a time.
#[derive(Clone, Debug)]
pub(crate) struct Stages {
    /// For each order, the place of each move, by its number in the method's move order, and the square that
    /// ends it.
    all: Arc<[([u8; 8], Option<Square>)]>,
    now: usize,
}

impl Stages {
    /// For a walk on a square board from one of its corners: the orders are turned towards it.
    pub(crate) fn new(board: &Board, start: Square, order: &MoveOrder) -> Stages {
        let side = i64::from(board.rows());
        let is_low = board.row(start) > 0;
        let is_right = board.col(start) > 0;
        let turned = |place: i64, is_far: bool| if is_far { side - place } else { place - 1 };
        let square = |(row, col): (i64, i64)| {
            let (row, col) = (turned(row, is_low), turned(col, is_right));
            board.square(u32::try_from(row).ok()?, u32::try_from(col).ok()?)
        };
        let places = |digits: &str| {
            order.moves().map(|(down, right)| {
                let down = if is_low { -down } else { down };
                let right = if is_right { -right } else { right };
                let is_move = |digit: u8| MOVES[usize::from(digit - b'1')] == (down, right);
                digits.bytes().position(is_move).unwrap_or(0) as u8
            })
        };
        let stage = |(digits, until): &Until| (places(digits), square(until(side)));
        Stages { all: ORDERS[(side % 8) as usize].iter().map(stage).collect(), now: 0 }
    }

    /// Switches to the next move order if the current one ends at this square.
    pub(crate) fn reach(&mut self, square: Square) {
        self.now += usize::from(self.all[self.now].1 == Some(square));
    }

    /// The place of a move in the order that holds now, by its number in the method's move order.
    pub(crate) fn place(&self, slot: usize) -> u8 {
        self.all[self.now].0[slot]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{MethodConfig, Status};
    use crate::tour::Tour;

    /// It is proved from 112 on. Below that, only one board gets none.
    #[test]
    fn square_boards_get_a_tour_from_every_corner() {
        let config: MethodConfig = "warnsdorff:ties=squirrel-cull".parse().unwrap();
        for side in 5..=129 {
            let last = side - 1;
            for (row, col) in [(0, 0), (0, last), (last, 0), (last, last)] {
                let puzzle: Puzzle = format!("{side}x{side} given={row},{col}").parse().unwrap();
                assert_eq!(config.refusal(&puzzle), None);
                let mut solver = config.build(&puzzle);
                let status = if side == 74 { Status::GaveUp } else { Status::Found };
                assert_eq!(solver.run(u64::MAX), status, "{puzzle}");
                if status == Status::GaveUp {
                    continue;
                }
                assert_eq!(solver.state().steps(), puzzle.board().size() as u64, "{puzzle}");
                let path = solver.state().path.clone();
                assert_eq!(path[0], puzzle.start());
                Tour::new(puzzle.board().clone(), path).unwrap();
            }
        }
    }

    #[test]
    fn every_order_has_every_move_once() {
        for (digits, _) in ORDERS.into_iter().flatten() {
            assert!(digits.parse::<MoveOrder>().is_ok(), "{digits}");
        }
    }

    #[test]
    fn other_puzzles_are_refused() {
        for (puzzle, said) in [
            ("8x9 given=0,0", "a square board"),
            ("4x4 given=0,0", "a square board"),
            ("8x8 wrap given=0,0", "without holes or wrapping"),
            ("8x8 holes=3,3 given=0,0", "without holes or wrapping"),
            ("8x8 given=0,1", "to start in a corner"),
            ("8x8 given=0,0;1,2", "nothing to be given but the start"),
            ("8x8 given=0,0 goal=closed", "may end anywhere"),
            ("8x8 given=0,0 goal=end:0,1", "may end anywhere"),
            ("8x8 repair=0,0;1,2", "cannot rearrange a path"),
        ] {
            let config: MethodConfig = "warnsdorff:ties=squirrel-cull".parse().unwrap();
            let refusal = config.refusal(&puzzle.parse().unwrap()).unwrap();
            assert!(refusal.contains(said), "{puzzle}: {refusal}");
        }
    }
}
