//! Checks the tours that a search reports: large ones in the background.

use std::sync::{Arc, OnceLock};

use crate::board::Square;
use crate::engine::{Wake, checked, compute};
use crate::puzzle::Puzzle;
use crate::tour::{Tour, Traits};

/// Larger tours are checked in the background.
const MAX_IMMEDIATE_SQUARES: usize = 100_000;

/// A tour and its kind, or what is wrong with it.
pub(super) type Checked = Result<(Arc<Tour>, Traits), String>;

/// A path, and the answer once there is one.
type CheckedPath = (Arc<[Square]>, Arc<OnceLock<Checked>>);

/// Checks tours, and remembers the last one.
pub(super) struct Checker {
    wake: Wake,
    last: Option<CheckedPath>,
    /// Whether the last one is being checked in the background.
    is_waiting: bool,
}

impl Checker {
    /// `wake` is called when a large tour was checked.
    pub(super) fn new(wake: Wake) -> Checker {
        Checker { wake, last: None, is_waiting: false }
    }

    /// Checks a path as the answer to a puzzle; `None` while that takes place in the background.
    pub(super) fn check(&mut self, puzzle: &Puzzle, path: &Arc<[Square]>) -> Option<Checked> {
        if !self.last.as_ref().is_some_and(|(last, _)| Arc::ptr_eq(last, path)) {
            let (puzzle, wanted, wake) = (puzzle.clone(), Arc::clone(path), Arc::clone(&self.wake));
            let job = move || check(&puzzle, wanted.to_vec());
            self.is_waiting = path.len() > MAX_IMMEDIATE_SQUARES;
            let checked =
                if self.is_waiting { compute(job, move || wake()) } else { Arc::new(job().into()) };
            self.last = Some((Arc::clone(path), checked));
        }
        self.last.as_ref()?.1.get().cloned()
    }

    /// Whether a result has arrived from the background since the last call.
    pub(super) fn poll(&mut self) -> bool {
        let is_checked = self.last.as_ref().is_some_and(|(_, checked)| checked.get().is_some());
        is_checked && std::mem::take(&mut self.is_waiting)
    }
}

/// Checks a path as the answer to a puzzle.
pub(super) fn check(puzzle: &Puzzle, path: Vec<Square>) -> Checked {
    let tour = checked(puzzle, path).map_err(|wrong| wrong.to_string())?;
    let traits = Traits::of(&tour);
    Ok((Arc::new(tour), traits))
}
