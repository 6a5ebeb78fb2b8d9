//! Where tours can start, for all squares at once: by theorems, and on small boards without a
//! theorem by searches from one square after the other, in the background. Until that is done, no
//! square is marked.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use crate::board::{Board, Square};
use crate::engine::{Wake, background, lock};
use crate::feasibility::{Decided, Obstruction, covers, refused_starts};
use crate::puzzle::{Goal, starts};
use crate::solver::StartMap;

/// Larger boards are evaluated in the background.
const MAX_IMMEDIATE_SQUARES: usize = 40_000;

/// Where tours can start, once it is known.
#[derive(Clone, Default)]
pub struct KnownStarts {
    known: Arc<OnceLock<Known>>,
    /// Square by square, on a small board that theorems do not cover.
    map: Option<Arc<Mutex<Map>>>,
    /// Theorems cover the board: where no square is refused, a tour exists.
    is_covered: bool,
}

struct Known {
    /// For each square, whether no tour can start there.
    refused: Vec<bool>,
    /// The number of such squares, and the number of squares where the goal lets a tour start.
    many: u64,
    all: u64,
    /// The first square where a tour may start.
    first: Option<Square>,
}

/// What searches have decided so far.
struct Map {
    starts: StartMap,
    /// How many squares were decided.
    version: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartCounts {
    pub yes: u64,
    pub no: u64,
    /// Not decided within the limit.
    pub unknown: u64,
    /// Being decided.
    pub open: u64,
}

impl Known {
    fn of(board: &Board, goal: Goal) -> Known {
        let refused = refused_starts(board, goal);
        let many = refused.iter().filter(|refused| **refused).count() as u64;
        let first = starts(board, goal).find(|start| !refused[start.index()]);
        let all = starts(board, goal).count() as u64;
        Known { refused, many, all, first }
    }
}

impl KnownStarts {
    /// `wake` is called whenever more is known.
    pub(super) fn of(board: &Board, goal: Goal, wake: &Wake) -> KnownStarts {
        let is_covered = covers(board, goal);
        let starts = KnownStarts { map: None, known: Arc::default(), is_covered };
        if board.size() <= MAX_IMMEDIATE_SQUARES {
            let _ = starts.known.set(Known::of(board, goal));
            let map = (!is_covered).then(|| StartMap::new(board, goal));
            return KnownStarts { map: map.map(|map| decide(map, wake)), ..starts };
        }
        let (wanted, board, wake) =
            (Arc::downgrade(&starts.known), board.clone(), Arc::clone(wake));
        background(move || {
            let _turn = turn();
            if wanted.strong_count() > 0 {
                let known = Known::of(&board, goal);
                if let Some(wanted) = wanted.upgrade() {
                    let _ = wanted.set(known);
                    wake();
                }
            }
        });
        starts
    }

    fn map(&self) -> Option<MutexGuard<'_, Map>> {
        self.map.as_ref().map(|map| lock(map))
    }

    /// Changes whenever more is known.
    pub(super) fn version(&self) -> u64 {
        let known = u64::from(self.known.get().is_some());
        known + self.map().map_or(0, |map| map.version)
    }

    /// Whether a tour can start at a square; `None` while that is being decided.
    /// [`Session::refusal`](super::Session::refusal) gives the reason.
    pub fn at(&self, square: Square) -> Option<Decided> {
        if let Some(map) = self.map() {
            return map.starts.at(square).map(Decided::bare);
        }
        let known = self.known.get()?;
        Some(if known.refused.get(square.index()) == Some(&true) {
            Decided::No(())
        } else if self.is_covered {
            Decided::Yes(())
        } else {
            Decided::Unknown
        })
    }

    /// The number of squares by whether a tour can start there.
    pub fn counts(&self) -> StartCounts {
        let mut counts = StartCounts::default();
        if let Some(map) = self.map() {
            for (_, start) in map.starts.squares() {
                *match start.map(Decided::bare) {
                    Some(Decided::Yes(())) => &mut counts.yes,
                    Some(Decided::No(())) => &mut counts.no,
                    Some(Decided::Unknown) => &mut counts.unknown,
                    None => &mut counts.open,
                } += 1;
            }
        } else if let Some(Known { many, all, .. }) = self.known.get() {
            counts.no = *many;
            *if self.is_covered { &mut counts.yes } else { &mut counts.unknown } = all - many;
        }
        counts
    }

    /// Why no tour starts at a square, if a search has proved it.
    pub(super) fn shown(&self, square: Square) -> Option<Obstruction> {
        match self.map()?.starts.at(square) {
            Some(Decided::No(reason)) => Some(reason.clone()),
            _ => None,
        }
    }

    /// Whether it is known that no tour can start at a square; for marking many squares at once.
    pub fn is_refused(&self, square: Square) -> bool {
        self.at(square) == Some(Decided::No(()))
    }

    /// Whether there is a known square where no tour can start.
    pub fn is_any_refused(&self) -> bool {
        self.counts().no > 0
    }

    /// Whether it is known that no tour can start anywhere on the board.
    pub fn is_hopeless(&self) -> bool {
        let StartCounts { yes, unknown, open, .. } = self.counts();
        self.known.get().is_some() && yes + unknown + open == 0
    }

    /// Whether theorems say that a large board has a tour from a square. Checking all its squares
    /// again would take too long.
    pub(super) fn clears(&self, square: Square) -> bool {
        let is_clear = |known: &Known| {
            known.refused.len() > MAX_IMMEDIATE_SQUARES
                && known.refused.get(square.index()) == Some(&false)
        };
        self.known.get().is_some_and(is_clear)
    }

    /// A square where a tour may start. As long as nothing is known, any start.
    pub(super) fn first(&self, board: &Board, goal: Goal) -> Option<Square> {
        match self.known.get() {
            Some(known) => known.first,
            None => starts(board, goal).next(),
        }
    }
}

/// One evaluation at a time: while holes are painted, all boards but the last are obsolete.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    lock(&TURN)
}

/// Decides the undecided squares in the background, as long as the map exists.
fn decide(starts: StartMap, wake: &Wake) -> Arc<Mutex<Map>> {
    let mut undecided = starts.clone();
    let shared = Arc::new(Mutex::new(Map { starts, version: 0 }));
    if undecided.is_done() {
        return shared;
    }
    let (wanted, wake) = (Arc::downgrade(&shared), Arc::clone(wake));
    background(move || {
        let _turn = turn();
        while !undecided.is_done() && wanted.strong_count() > 0 {
            undecided.decide();
            let Some(shared) = wanted.upgrade() else { return };
            let mut map = lock(&shared);
            map.starts = undecided.clone();
            map.version += 1;
            drop(map);
            wake();
        }
    });
    shared
}
