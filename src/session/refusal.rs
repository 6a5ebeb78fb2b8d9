//! Why no search starts at a square.

use super::{Session, Setup};
use crate::board::{Board, Naming, Square};
use crate::feasibility::{Obstruction, Verdict, verdict};
use crate::puzzle::{Puzzle, PuzzleError};
use crate::text::or_another_method;
use crate::words::{self, Names};

#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    Hole(Square),
    End(Square),
    /// The puzzle from there is invalid.
    Puzzle(PuzzleError),
    /// A theorem says that no such tour exists.
    NoTour(Obstruction),
    /// The method does not take such a puzzle, for this reason.
    Method(String),
    /// The method has no use for the base tours, for this reason.
    Base(String),
}

impl Refusal {
    /// Whether another method may take the same puzzle.
    pub fn is_of_method(&self) -> bool {
        matches!(self, Refusal::Method(_) | Refusal::Base(_))
    }

    /// The reason as a clause.
    pub fn words(&self, board: &Board, naming: Naming) -> String {
        match self {
            Refusal::Base(why) => why.clone(),
            Refusal::Method(why) => or_another_method(why),
            Refusal::Hole(square) => {
                let name = naming.square(board, *square);
                format!("there is a hole at {name}; choose another square")
            }
            Refusal::End(square) => {
                let name = naming.square(board, *square);
                format!("the tour must end at {name}, so it cannot start there")
            }
            Refusal::Puzzle(error) => error.to_string(),
            Refusal::NoTour(why) => words::obstruction(why, Names { board, naming }),
        }
    }
}

/// How many squares are remembered.
const MAX_REFUSALS: usize = 8;

/// The answers of [`Session::refusal`] for the last few squares.
#[derive(Default)]
pub(super) struct KnownRefusals {
    /// How much was known of starts at that time.
    starts: u64,
    squares: Vec<(Square, Option<Refusal>)>,
}

impl Session {
    /// Why no search would start at a square: what [`Session::start`] would say.
    pub fn refusal(&self, square: Square) -> Option<Refusal> {
        let mut known = self.refusals.borrow_mut();
        let starts = self.starts.version();
        if known.starts != starts {
            *known = KnownRefusals { starts, squares: Vec::new() };
        }
        if let Some((_, refusal)) = known.squares.iter().find(|(other, _)| *other == square) {
            return refusal.clone();
        }
        let is_clear = self.setup.given.is_empty() && self.starts.clears(square);
        let check = |puzzle| if is_clear { Ok(puzzle) } else { self.check_tours(puzzle) };
        let puzzle = self.puzzle_at(square).and_then(check);
        let refusal = puzzle.and_then(|puzzle| self.check_method(puzzle)).err();
        known.squares.truncate(MAX_REFUSALS - 1);
        known.squares.insert(0, (square, refusal.clone()));
        refusal
    }

    /// Why the method refuses the set-up, wherever a tour starts.
    pub fn method_refusal(&self) -> Option<Refusal> {
        let start = self.starts.first(&self.setup.board, self.setup.goal);
        let refusal = self.refusal(self.setup.given.first().copied().or(start)?);
        refusal.filter(Refusal::is_of_method)
    }

    /// The puzzle from a square, or why there is none.
    pub(super) fn puzzle_at(&self, square: Square) -> Result<Puzzle, Refusal> {
        let Setup { board, goal, .. } = &self.setup;
        if board.is_hole(square) {
            return Err(Refusal::Hole(square));
        }
        self.setup.puzzle(square).map_err(|error| match goal.end() {
            Some(end) if end == square => Refusal::End(square),
            _ => Refusal::Puzzle(error),
        })
    }

    /// Refuses a puzzle without a tour, according to theorems and the map of starts.
    pub(super) fn check_tours(&self, puzzle: Puzzle) -> Result<Puzzle, Refusal> {
        let puzzle = check_theorems(puzzle)?;
        let has_start_only = puzzle.given().len() == 1;
        match self.starts.shown(puzzle.start()) {
            Some(reason) if has_start_only => Err(Refusal::NoTour(reason)),
            _ => Ok(puzzle),
        }
    }

    /// Refuses a puzzle that the method does not take.
    pub(super) fn check_method(&self, puzzle: Puzzle) -> Result<Puzzle, Refusal> {
        let config = &self.setup.config;
        let Some(why) = config.why_not(&puzzle) else { return Ok(puzzle) };
        let is_base = config.why_not_base(&puzzle).is_some();
        let refusal = if is_base { Refusal::Base } else { Refusal::Method };
        Err(refusal(format!("this method {why}")))
    }
}

/// Refuses a puzzle that has no tour by a theorem.
pub(super) fn check_theorems(puzzle: Puzzle) -> Result<Puzzle, Refusal> {
    match verdict(&puzzle) {
        Verdict::No(reason) => Err(Refusal::NoTour(reason)),
        Verdict::Yes(()) | Verdict::Unknown => Ok(puzzle),
    }
}
