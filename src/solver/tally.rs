//! What a search counts.

use super::Position;
use crate::board::Square;

/// The exact counters of a search, the visits to each square, and what is needed to find its deepest
/// path: see [`super::Solver::deepest`].
#[derive(Clone, Debug)]
pub struct Tally {
    /// Squares placed, including the given ones.
    pub placements: u64,
    /// Squares taken back one at a time.
    pub retreats: u64,
    /// Times the search restarted from the given squares.
    pub restarts: u64,
    /// How often each square was placed, in reading order.
    pub visits: Vec<u64>,
    /// The length of the deepest path.
    depth: usize,
    /// The deepest path, unless that is the search's current path.
    kept: Option<Vec<Square>>,
    /// An earlier deepest path, of which only the end must be overwritten.
    stale: Vec<Square>,
    /// How many squares the current path still has in common with the last deepest path.
    shared: usize,
}

impl Tally {
    /// Nothing counted yet, on a board of this size, holes included.
    pub(super) fn new(board_size: usize) -> Tally {
        Tally {
            placements: 0,
            retreats: 0,
            restarts: 0,
            visits: vec![0; board_size],
            depth: 0,
            kept: None,
            stale: Vec::new(),
            shared: 0,
        }
    }

    /// Placements, retreats and restarts together.
    pub fn steps(&self) -> u64 {
        self.placements + self.retreats + self.restarts
    }

    /// The length of the deepest path so far.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The deepest path so far, the first of several equally long ones. It may be the search's
    /// current path, so that must be given.
    pub(super) fn deepest<'a>(&'a self, path: &'a [Square]) -> &'a [Square] {
        self.kept.as_deref().unwrap_or_else(|| &path[..self.depth])
    }

    /// Writes the counters into a position.
    pub(super) fn save(&self, position: &mut Position) {
        (position.placements, position.retreats) = (self.placements, self.retreats);
        position.restarts = self.restarts;
        position.visits.clone_from(&self.visits);
        position.deepest.clone_from(&self.kept);
    }

    /// Takes over the counters of a position.
    pub(super) fn restore(&mut self, position: &Position) {
        (self.placements, self.retreats) = (position.placements, position.retreats);
        self.restarts = position.restarts;
        self.visits.clone_from(&position.visits);
        self.kept.clone_from(&position.deepest);
        self.depth = position.deepest.as_ref().map_or(position.path.len(), Vec::len);
        (self.stale, self.shared) = (Vec::new(), 0);
    }

    /// The memory it takes besides itself, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let paths = self.kept.as_ref().map_or(0, Vec::len) + self.stale.len();
        size_of_val(&self.visits[..]) + paths * size_of::<Square>()
    }

    /// Counts the placement of this path's last square.
    #[inline]
    pub(super) fn placed(&mut self, path: &[Square]) {
        self.placements += 1;
        if let Some(last) = path.last() {
            self.visits[last.index()] += 1;
        }
        if path.len() > self.depth {
            self.depth = path.len();
            if let Some(old) = self.kept.take() {
                self.stale = old;
            }
        }
    }

    /// Counts a retreat from the last square of this path.
    #[inline]
    pub(super) fn retreated(&mut self, path: &[Square]) {
        self.keep(path);
        self.retreats += 1;
        self.shorten(path.len() - 1);
    }

    /// Counts a restart from this path to its first `length` squares.
    pub(super) fn restarted(&mut self, path: &[Square], length: usize) {
        self.keep(path);
        self.restarts += 1;
        self.shorten(length);
    }

    /// Keeps the deepest path before the search leaves it. It copies only what has changed since the
    /// last time, so that all copies together are never longer than the search.
    #[inline]
    pub(super) fn keep(&mut self, path: &[Square]) {
        if self.kept.is_none() {
            self.copy(path);
        }
    }

    #[cold]
    fn copy(&mut self, path: &[Square]) {
        let mut squares = std::mem::take(&mut self.stale);
        squares.truncate(self.shared);
        squares.extend_from_slice(&path[self.shared..self.depth]);
        self.kept = Some(squares);
        self.shared = self.depth;
    }

    /// Records that the path is now only this long, even if it grows again.
    #[inline]
    pub(super) fn shorten(&mut self, length: usize) {
        self.shared = self.shared.min(length);
    }
}

/// Equal in everything that can be seen from outside: counters, visits and depth.
impl PartialEq for Tally {
    fn eq(&self, other: &Tally) -> bool {
        let counters = |t: &Tally| (t.placements, t.retreats, t.restarts, t.depth);
        counters(self) == counters(other) && self.visits == other.visits
    }
}

/// The counters of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Work {
    /// All steps.
    pub steps: u64,
    /// Squares placed.
    pub placements: u64,
    /// Squares taken back.
    pub retreats: u64,
    /// Restarts.
    pub restarts: u64,
}

impl From<&Tally> for Work {
    fn from(tally: &Tally) -> Work {
        let Tally { placements, retreats, restarts, .. } = *tally;
        Work { steps: tally.steps(), placements, retreats, restarts }
    }
}
