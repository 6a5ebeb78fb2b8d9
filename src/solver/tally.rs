//! The counters of a search.

use super::work::{Counter, Work};
use crate::board::Square;

/// The exact counters of a search, and what [`super::SearchState::deepest`] needs.
#[derive(Clone, Debug)]
pub struct Tally {
    pub work: Work,
    /// How often each square was placed, in reading order; empty if the method places none.
    pub visits: Vec<u64>,
    depth: usize,
    /// The most recently stored copy of the deepest path, out of date unless `is_stored`.
    stored: Vec<Square>,
    /// Whether that is the deepest path; if not, the search's current path is.
    is_stored: bool,
    /// How many squares the current path still has in common with the stored one.
    shared: usize,
}

impl Tally {
    /// Nothing counted yet, on a board of this size, holes included.
    pub fn new(board_size: usize, counters: &'static [Counter]) -> Tally {
        Tally {
            work: Work::with(counters),
            visits: vec![0; board_size],
            depth: 0,
            stored: Vec::new(),
            is_stored: false,
            shared: 0,
        }
    }

    #[inline]
    pub fn steps(&self) -> u64 {
        self.work.steps()
    }

    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The first of the longest paths so far, which may be the search's current path.
    pub(super) fn deepest<'a>(&'a self, path: &'a [Square]) -> &'a [Square] {
        self.stored_deepest().unwrap_or_else(|| &path[..self.depth])
    }

    /// The deepest path so far, unless that is the search's current path.
    pub(super) fn stored_deepest(&self) -> Option<&[Square]> {
        self.is_stored.then_some(&self.stored)
    }

    /// Loads what was saved of a search with this path.
    pub(super) fn load(&mut self, path: &[Square], visits: Vec<u64>, deepest: Option<Vec<Square>>) {
        let depth = deepest.as_ref().map_or(path.len(), Vec::len);
        self.depth = if visits.is_empty() { 0 } else { depth };
        self.visits = visits;
        (self.is_stored, self.shared) = (deepest.is_some(), 0);
        self.stored = deepest.unwrap_or_default();
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(&self.visits[..]) + size_of_val(&self.stored[..])
    }

    /// Counts the placement of this path's last square.
    #[inline]
    pub fn placed(&mut self, path: &[Square]) {
        self.work.placements += 1;
        if let Some(last) = path.last() {
            self.visits[last.index()] += 1;
        }
        if path.len() > self.depth {
            self.depth = path.len();
            self.is_stored = false;
        }
    }

    /// Counts a retreat from the last square of this path.
    #[inline]
    pub(super) fn retreated(&mut self, path: &[Square]) {
        self.store_deepest(path);
        self.work.retreats += 1;
        self.shorten(path.len() - 1);
    }

    /// Counts a restart from this path to its first `length` squares.
    pub(super) fn restarted(&mut self, path: &[Square], length: usize) {
        self.store_deepest(path);
        self.work.restarts += 1;
        self.shorten(length);
    }

    /// Keeps the deepest path before the search leaves it. It copies only what has changed since the last time,
    /// so that all copies together are never longer than the search.
    #[inline]
    pub(super) fn store_deepest(&mut self, path: &[Square]) {
        if !self.is_stored {
            self.copy(path);
        }
    }

    #[cold]
    fn copy(&mut self, path: &[Square]) {
        self.stored.truncate(self.shared);
        self.stored.extend_from_slice(&path[self.shared..self.depth]);
        self.is_stored = true;
        self.shared = self.depth;
    }

    /// Records that the path is now only this long, even if it grows again.
    #[inline]
    pub(super) fn shorten(&mut self, length: usize) {
        self.shared = self.shared.min(length);
    }
}

/// Equal if all counters, visits and depths are.
impl PartialEq for Tally {
    fn eq(&self, other: &Tally) -> bool {
        (&self.work, self.depth, &self.visits) == (&other.work, other.depth, &other.visits)
    }
}
