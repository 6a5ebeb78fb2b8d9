//! What a file stores of a search.

use std::sync::Arc;

use crate::board::Square;
use crate::solver::{Pick, Solver};
use crate::tape::Track;

/// Which path of a search is on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// The path at the step of the playhead.
    #[default]
    Step,
    /// The longest path so far, while the search itself is hidden.
    Longest,
    /// This many squares of the tour that was found, or all if it has fewer.
    Squares(usize),
}

/// Everything needed to save a search and resume it.
#[derive(Default)]
pub struct Recording {
    /// Copies along the way, in the order of their steps. The last one is at the newest step, and
    /// one is at the step that is shown, unless that is the beginning.
    pub marks: Vec<Arc<dyn Solver>>,
    /// The step of the search that is shown; the newest one if another path is on the board.
    pub playhead: u64,
    /// Which path is on the board.
    pub shown: Shown,
    /// How many seconds it has run, without pauses.
    pub seconds: f64,
    /// Tours found so far.
    pub tours: u64,
    /// Whether the method cannot look for another tour after this one.
    pub knows_no_other: bool,
    /// The gauges along the way, if they are known.
    pub track: Option<Track>,
    /// What the automatic method has picked.
    pub pick: Option<Arc<Pick>>,
}

impl Recording {
    /// How many steps the search has taken.
    pub fn steps(&self) -> u64 {
        self.marks.last().map_or(0, |mark| mark.state().steps())
    }

    /// The path on the board.
    pub fn path(&self) -> &[Square] {
        self.path_of(self.shown)
    }

    /// The path that would be on the board if this was shown.
    pub fn path_of(&self, shown: Shown) -> &[Square] {
        let is_shown = |mark: &&Arc<dyn Solver>| mark.state().steps() == self.playhead;
        let newest = self.marks.last();
        match shown {
            Shown::Step => self.marks.iter().find(is_shown).map_or(&[], |mark| &mark.state().path),
            Shown::Longest => newest.map_or(&[], |newest| newest.state().deepest()),
            Shown::Squares(squares) => {
                let tour = newest.map_or(&[][..], |newest| &newest.state().path);
                &tour[..squares.min(tour.len())]
            }
        }
    }
}
