//! Why no search starts at a square.

use crate::board::{Board, Naming, Square};
use crate::feasibility::Obstruction;
use crate::puzzle::PuzzleError;
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
