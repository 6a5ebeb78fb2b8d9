//! Tours: paths that were checked. There is no other way to make one.

mod traits;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::board::{Board, Square, Symmetry};
use crate::text::{counted, grouped};

pub use traits::{Likeness, LineSymmetry, Traits};

/// The first thing wrong with a path that should be a tour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TourError {
    #[error("number {step} is not on the board")]
    OffBoard {
        /// All steps are places in the path, from 1.
        step: usize,
    },
    #[error("number {step} is on {square}, which is a hole")]
    Hole { step: usize, square: String },
    #[error("number {step} is on {square}, which was already visited")]
    Twice { step: usize, square: String },
    #[error("from number {step} on {from} to number {next} on {to} is not a knight's move",
        next = step + 1)]
    NoMove { step: usize, from: String, to: String },
    #[error("the path is correct but unfinished: {visited} of {squares} visited",
        visited = grouped(*visited as u64), squares = counted(*squares as u64, "square"))]
    Unfinished { visited: usize, squares: usize },
}

impl TourError {
    /// The same error, with the numbers of a grid that counts from `from`.
    #[must_use]
    pub fn counted_from(mut self, from: usize) -> TourError {
        match &mut self {
            TourError::OffBoard { step }
            | TourError::Hole { step, .. }
            | TourError::Twice { step, .. }
            | TourError::NoMove { step, .. } => *step = *step + from - 1,
            TourError::Unfinished { .. } => {}
        }
        self
    }
}

/// A path of knight's moves that visits every square of its board once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tour {
    /// Many tours may share it.
    board: Arc<Board>,
    path: Vec<Square>,
}

impl Tour {
    /// Checks a path; this and [`Tour::or_path`] are the only ways to make a tour.
    pub fn new(board: impl Into<Arc<Board>>, path: Vec<Square>) -> Result<Tour, TourError> {
        Tour::or_path(board, path).map_err(|(error, _)| error)
    }

    /// Checks a path, and gives it back if it is not a tour.
    pub fn or_path(
        board: impl Into<Arc<Board>>,
        path: Vec<Square>,
    ) -> Result<Tour, (TourError, Vec<Square>)> {
        let board = board.into();
        let (visited, squares) = (path.len(), board.squares_to_visit());
        match check_path(&board, &path) {
            Err(error) => Err((error, path)),
            Ok(()) if visited < squares => Err((TourError::Unfinished { visited, squares }, path)),
            Ok(()) => Ok(Tour { board, path }),
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn path(&self) -> &[Square] {
        &self.path
    }

    /// The number of moves: one fewer than squares, or as many if the tour is closed.
    pub fn length(&self) -> usize {
        self.path.len() - usize::from(!self.is_closed())
    }

    /// Whether one more move leads from its last square back to its first.
    pub fn is_closed(&self) -> bool {
        self.path.len() >= 3 && self.board.joined(self.path[0], self.path[self.path.len() - 1])
    }

    pub fn kind(&self) -> &'static str {
        if self.is_closed() { "closed" } else { "open" }
    }

    /// Whether it contains, near each corner, the two moves that Parberry's method needs to join
    /// tours: (1,0) to (0,2) and (2,0) to (0,1), and their mirror images, in either direction.
    pub fn is_structured(&self) -> bool {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        if rows < 3 || cols < 3 {
            return false;
        }
        let has_move = |a: Square, b: Square| self.links().any(|ab| ab == (a, b) || ab == (b, a));
        let corners = [(false, false), (false, true), (true, false), (true, true)];
        corners.into_iter().all(|(down, right)| {
            let place = |row: u32, col: u32| {
                let row = if down { rows - 1 - row } else { row };
                let col = if right { cols - 1 - col } else { col };
                Square::at(row * cols + col)
            };
            has_move(place(1, 0), place(0, 2)) && has_move(place(2, 0), place(0, 1))
        })
    }

    /// Its moves as pairs of squares; the closing move, if there is one, comes last.
    pub fn links(&self) -> impl Iterator<Item = (Square, Square)> + '_ {
        let closing = self.is_closed().then(|| (self.path[self.path.len() - 1], self.path[0]));
        self.path.windows(2).map(|pair| (pair[0], pair[1])).chain(closing)
    }

    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Tour {
        let path = self.path.iter().map(|square| self.board.image(*square, symmetry)).collect();
        Tour { board: Arc::new(self.board.transformed(symmetry)), path }
    }
}

/// Checks that a path stays on the board, moves like a knight and visits no square twice.
pub fn check_path(board: &Board, path: &[Square]) -> Result<(), TourError> {
    let mut visited = Visited::for_path(board, path.len());
    let mut before: Option<Square> = None;
    for (step, &square) in (1..).zip(path) {
        let name = || board.name(square);
        if square.index() >= board.size() {
            return Err(TourError::OffBoard { step });
        }
        if board.is_hole(square) {
            return Err(TourError::Hole { step, square: name() });
        }
        if !visited.insert(square) {
            return Err(TourError::Twice { step, square: name() });
        }
        if let Some(before) = before.filter(|before| !board.joined(*before, square)) {
            return Err(TourError::NoMove { step: step - 1, from: board.name(before), to: name() });
        }
        before = Some(square);
    }
    Ok(())
}

/// Squares visited, in memory in proportion to the path: a short one may be on a large board.
enum Visited {
    Bits(Vec<u64>),
    Few(BTreeSet<Square>),
}

impl Visited {
    fn for_path(board: &Board, length: usize) -> Visited {
        let words = board.size().div_ceil(64);
        if length < words { Visited::Few(BTreeSet::new()) } else { Visited::Bits(vec![0; words]) }
    }

    fn insert(&mut self, square: Square) -> bool {
        match self {
            Visited::Bits(words) => {
                let (word, bit) = (&mut words[square.index() / 64], 1 << (square.index() % 64));
                let is_new = *word & bit == 0;
                *word |= bit;
                is_new
            }
            Visited::Few(squares) => squares.insert(square),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_paths_on_large_boards_are_checked_alike() {
        for side in [5, 5_000] {
            let board = Board::new(side, side).unwrap();
            let path = |places: &[(u32, u32)]| {
                let square = |place: &(u32, u32)| board.square(place.0, place.1).unwrap();
                places.iter().map(square).collect::<Vec<Square>>()
            };
            assert_eq!(check_path(&board, &path(&[(0, 0), (1, 2), (3, 3)])), Ok(()));
            let twice = check_path(&board, &path(&[(0, 0), (1, 2), (0, 0)]));
            assert!(matches!(twice, Err(TourError::Twice { step: 3, .. })), "{twice:?}");
            let off = check_path(&board, &[Square::at(side * side)]);
            assert_eq!(off, Err(TourError::OffBoard { step: 1 }));
        }
    }
}
