//! The set-up: everything about the next search except its start.

use std::sync::Arc;

use crate::board::{Board, BoardError, Square};
use crate::puzzle::{BaseTours, Goal, Puzzle, PuzzleError};
use crate::solver::MethodConfig;

/// Everything about the next search except its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    pub board: Board,
    pub goal: Goal,
    /// The seed of all random numbers.
    pub seed: u64,
    pub config: MethodConfig,
    /// A path to be finished; usually empty. Shared because set-ups are copied often.
    pub given: Arc<[Square]>,
    /// Base tours, for methods that use them; usually none.
    pub base: BaseTours,
}

impl Setup {
    /// The default board, 8×8, with the default method.
    pub fn usual() -> Result<Setup, BoardError> {
        let board = Board::new(8, 8)?;
        let config = MethodConfig::default();
        let (given, base) = (Arc::default(), BaseTours::default());
        Ok(Setup { board, goal: Goal::Any, seed: 0, config, given, base })
    }

    /// The same set-up with another board. A square where the tour must end keeps its name; if the
    /// board no longer has it, the tour can end anywhere.
    #[must_use]
    pub fn with_board(&self, board: Board) -> Setup {
        let goal = match self.goal.end() {
            Some(end) => {
                let end = self.place_on(&board, end).filter(|end| !board.is_hole(*end));
                end.map_or(Goal::Any, Goal::End)
            }
            None => self.goal,
        };
        let given = if board == self.board { Arc::clone(&self.given) } else { Arc::default() };
        Setup { board, goal, given, ..self.clone() }
    }

    /// The set-up that a puzzle comes from. If its method does not use base tours, those of this
    /// set-up stay for another one.
    #[must_use]
    pub fn with_puzzle(&self, puzzle: &Puzzle, config: MethodConfig) -> Setup {
        let given: &[Square] = if puzzle.given().len() > 1 { puzzle.given() } else { &[] };
        let (board, goal, seed) = (puzzle.board().clone(), puzzle.goal(), puzzle.seed());
        let base = if config.takes_base() { puzzle.base() } else { &self.base }.clone();
        Setup { board, goal, seed, config, given: given.into(), base }
    }

    /// The square of another board with the same name as a square of this one. Chess names count
    /// rows from the bottom, so that f1 stays f1.
    fn place_on(&self, board: &Board, square: Square) -> Option<Square> {
        let (row, col) = (self.board.row(square), self.board.col(square));
        let row = if self.board.has_names() {
            (row + board.rows()).checked_sub(self.board.rows())?
        } else {
            row
        };
        board.square(row, col)
    }

    /// The same set-up with another size. Holes keep their names as long as they are on the board.
    pub fn resized(&self, rows: u32, cols: u32) -> Result<Setup, BoardError> {
        let board = Board::new(rows, cols)?.wrapped(self.board.is_wrapped());
        let holes = self.board.holes().iter();
        let holes = holes.filter_map(|hole| self.place_on(&board, *hole)).collect::<Vec<_>>();
        // If the holes would cover all of a smaller board, they are removed.
        let board = board.clone().with_holes(holes).unwrap_or(board);
        Ok(self.with_board(board))
    }

    /// The same set-up with a hole added or removed. The last square cannot become a hole.
    pub fn with_hole_toggled(&self, square: Square) -> Result<Setup, BoardError> {
        let mut holes = self.board.holes().to_vec();
        match holes.iter().position(|hole| *hole == square) {
            Some(place) => drop(holes.remove(place)),
            None => holes.push(square),
        }
        let (rows, cols) = (self.board.rows(), self.board.cols());
        let board = Board::new(rows, cols)?.wrapped(self.board.is_wrapped()).with_holes(holes)?;
        Ok(self.with_board(board))
    }

    /// The base tours that the next search uses: none if the method does not use any.
    pub fn asked_base(&self) -> BaseTours {
        if self.config.takes_base() { self.base.clone() } else { BaseTours::default() }
    }

    /// The puzzle from this start, or why there is none. If a path on the board starts there, the
    /// whole path is given.
    pub fn puzzle(&self, start: Square) -> Result<Puzzle, PuzzleError> {
        let is_given = self.given.first() == Some(&start);
        let given = if is_given { self.given.to_vec() } else { vec![start] };
        let puzzle = Puzzle::new(self.board.clone(), given, self.goal, self.seed)?;
        Ok(puzzle.with_base(self.asked_base()))
    }
}
