//! A bug in this program that a run brought to light.

use crate::engine::WrongTour;
use crate::puzzle::Puzzle;
use crate::solver::MethodConfig;
use crate::text::cut;

/// A run that found an invalid tour or panicked, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Fault(String);

impl Fault {
    /// A run that panicked with these words.
    pub(super) fn crash(puzzle: &Puzzle, config: &MethodConfig, words: &str) -> Fault {
        Fault(format!(
            "internal error: a run crashed; please report this puzzle: {puzzle}, by {config} ({})",
            cut(words)
        ))
    }
}

impl From<WrongTour> for Fault {
    fn from(wrong: WrongTour) -> Fault {
        Fault(wrong.to_string())
    }
}
