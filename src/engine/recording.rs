//! What a file stores of a search.

use std::sync::Arc;

use crate::board::Square;
use crate::solver::{AutoChoice, Counter, Solver, Status, Work};
use crate::timeline::MetricHistory;

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
#[derive(Clone, Default)]
pub struct Recording {
    /// Copies in the order of their steps. The last one is at the newest step, and one is at the
    /// step that is shown, unless that is the beginning.
    pub checkpoints: Vec<Arc<dyn Solver>>,
    /// The step of the search that is shown; the newest one if another path is on the board.
    pub playhead: u64,
    pub shown: Shown,
    /// Running time without pauses.
    pub seconds: f64,
    pub tours: u64,
    /// Whether the method cannot look for another tour after this one.
    pub knows_no_other: bool,
    pub history: Option<MetricHistory>,
    /// What the automatic method has picked.
    pub pick: Option<Arc<AutoChoice>>,
    /// What the file states. If there are no checkpoints, the search is replayed up to there.
    pub stated: Option<Box<Summary>>,
}

/// A search at its newest step, and the path on the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    pub work: Work,
    pub status: Status,
    pub path: Vec<Square>,
    /// Empty unless the search stands at a tour.
    pub tour: Vec<Square>,
    pub deepest: Vec<Square>,
}

impl Summary {
    /// The summary of a search that has not begun.
    pub fn nothing(counters: &'static [Counter]) -> Summary {
        let [path, tour, deepest] = [const { Vec::new() }; 3];
        Summary { work: Work::with(counters), status: Status::Searching, path, tour, deepest }
    }
}

impl Recording {
    pub fn steps(&self) -> u64 {
        match (self.checkpoints.last(), &self.stated) {
            (Some(newest), _) => newest.state().steps(),
            (None, Some(stated)) => stated.work.steps(),
            (None, None) => 0,
        }
    }

    /// `None` before the first step.
    pub fn summary(&self) -> Option<Summary> {
        let Some(newest) = self.checkpoints.last() else { return self.stated.as_deref().cloned() };
        let state = newest.state();
        let is_found = state.status == Status::Found;
        Some(Summary {
            work: state.tally.work.clone(),
            status: state.status,
            path: self.path().to_vec(),
            tour: if is_found { state.path.clone() } else { Vec::new() },
            deepest: state.deepest().to_vec(),
        })
    }

    pub fn path(&self) -> &[Square] {
        let is_shown = |checkpoint: &&Arc<dyn Solver>| checkpoint.state().steps() == self.playhead;
        let newest = self.checkpoints.last();
        match self.shown {
            _ if newest.is_none() => self.stated.as_ref().map_or(&[], |stated| &stated.path),
            Shown::Step => self
                .checkpoints
                .iter()
                .find(is_shown)
                .map_or(&[], |checkpoint| &checkpoint.state().path),
            Shown::Longest => newest.map_or(&[], |newest| newest.state().deepest()),
            Shown::Squares(squares) => {
                let tour = newest.map_or(&[][..], |newest| &newest.state().path);
                &tour[..squares.min(tour.len())]
            }
        }
    }
}
