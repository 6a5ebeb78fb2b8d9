//! Checks the tours that a search reports: large ones in the background.

use std::sync::Arc;

use crossbeam_channel::Receiver;

use crate::board::Square;
use crate::engine::{Wake, checked, compute};
use crate::puzzle::Puzzle;
use crate::tour::{Tour, Traits};

/// Larger tours are checked in the background.
const MAX_IMMEDIATE_SQUARES: usize = 100_000;

/// A tour and its kind, or what is wrong with it.
pub(super) type Checked = Result<(Arc<Tour>, Traits), String>;

/// Checks tours, and remembers the last one.
pub(super) struct Checker {
    wake: Wake,
    last: Option<(Arc<[Square]>, Checked)>,
    waiting: Option<(Arc<[Square]>, Receiver<Checked>)>,
}

impl Checker {
    /// `wake` is called when a large tour was checked.
    pub(super) fn new(wake: Wake) -> Checker {
        Checker { wake, last: None, waiting: None }
    }

    /// Checks a path as the answer to a puzzle; `None` while that takes place in the background.
    pub(super) fn check(&mut self, puzzle: &Puzzle, path: &Arc<[Square]>) -> Option<Checked> {
        if let Some((_, known)) = self.last.as_ref().filter(|(other, _)| Arc::ptr_eq(other, path)) {
            return Some(known.clone());
        }
        if path.len() <= MAX_IMMEDIATE_SQUARES {
            let known = check(puzzle, path.to_vec());
            self.last = Some((Arc::clone(path), known.clone()));
            return Some(known);
        }
        if self.waiting.as_ref().is_none_or(|(other, _)| !Arc::ptr_eq(other, path)) {
            let (puzzle, wanted, wake) = (puzzle.clone(), Arc::clone(path), Arc::clone(&self.wake));
            let receiver = compute(move || check(&puzzle, wanted.to_vec()), move || wake());
            self.waiting = Some((Arc::clone(path), receiver));
        }
        None
    }

    /// Takes a result from the background. Returns whether there was one.
    pub(super) fn poll(&mut self) -> bool {
        let Some((path, answer)) = &self.waiting else { return false };
        let Ok(known) = answer.try_recv() else { return false };
        self.last = Some((Arc::clone(path), known));
        self.waiting = None;
        true
    }
}

/// Checks a path as the answer to a puzzle.
pub(super) fn check(puzzle: &Puzzle, path: Vec<Square>) -> Checked {
    let tour = checked(puzzle, path).map_err(|wrong| wrong.to_string())?;
    let traits = Traits::of(&tour);
    Ok((Arc::new(tour), traits))
}
