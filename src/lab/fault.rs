//! A bug in this program that a run brought to light.

use crate::engine::WrongTour;
use crate::puzzle::Puzzle;
use crate::solver::MethodConfig;
use crate::text::cut;

/// What is wrong with a run: a bug in this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It took something for a tour that is none.
    #[error(transparent)]
    WrongTour(#[from] WrongTour),
    /// It panicked.
    #[error(
        "internal error: a run crashed; please report this puzzle: {puzzle}, by {method} ({what})"
    )]
    Crash {
        /// The puzzle.
        puzzle: String,
        /// The method.
        method: String,
        /// What the panic said.
        what: String,
    },
}

impl Fault {
    /// A run that panicked.
    pub(super) fn crash(puzzle: &Puzzle, config: &MethodConfig, what: &str) -> Fault {
        let (puzzle, method) = (puzzle.to_string(), config.to_string());
        Fault::Crash { puzzle, method, what: cut(what) }
    }
}
