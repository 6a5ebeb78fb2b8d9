//! Where tours can start, for all squares at once. What theorems say of a small board is known at once, of a
//! large one in a frame; where they say nothing, the squares are decided one after the other. All that
//! takes time is done in the background; until then no square is marked.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::board::{Board, Square};
use crate::engine::background;
use crate::feasibility::{Decided, Obstruction, covers, refused_starts};
use crate::puzzle::{Goal, starts};
use crate::solver;

/// Boards of at most this many squares are done at once.
const AT_ONCE: usize = 40_000;

/// Where tours can start, once it is known.
#[derive(Clone, Default)]
pub(super) struct Starts {
    known: Arc<OnceLock<Known>>,
    /// Square by square, on a board that theorems do not cover and that is small enough.
    map: Option<Arc<Mutex<Map>>>,
    /// Theorems cover the board: where no square is refused, a tour exists.
    is_covered: bool,
}

struct Known {
    /// For each square, whether no tour can start there.
    refused: Vec<bool>,
    /// How many such squares there are, and how many squares where the goal lets a tour start.
    many: u64,
    all: u64,
    /// The first square where a tour may start.
    first: Option<Square>,
}

/// What searches have decided so far.
struct Map {
    starts: solver::Starts,
    /// How often something was decided.
    news: u64,
}

/// How many squares there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartCounts {
    /// Where tours start.
    pub yes: u64,
    /// Where none can.
    pub no: u64,
    /// Where it is not known within the limit.
    pub unknown: u64,
    /// Where it is being decided.
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

impl Starts {
    /// Finds out; `wake` is called whenever more is known.
    pub(super) fn of(board: &Board, goal: Goal, wake: &Arc<dyn Fn() + Send + Sync>) -> Starts {
        let is_covered = covers(board, goal);
        let starts = Starts { map: None, known: Arc::default(), is_covered };
        if board.size() <= AT_ONCE {
            let _ = starts.known.set(Known::of(board, goal));
            let map = (!is_covered).then(|| solver::Starts::new(board, goal));
            return Starts { map: map.map(|map| decide(map, wake)), ..starts };
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
        self.map.as_ref().map(|map| map.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Something that changes whenever more is known.
    pub(super) fn news(&self) -> u64 {
        let known = u64::from(self.known.get().is_some());
        known + self.map().map_or(0, |map| map.news)
    }

    /// What is known of a square. Nothing, while it is being decided.
    pub(super) fn at(&self, square: Square) -> Option<Decided> {
        if let Some(map) = self.map() {
            return map.starts.at(square).map(Decided::bare);
        }
        let known = self.known.get()?;
        let is_refused = known.refused.get(square.index()) == Some(&true);
        Some(match is_refused {
            false if self.is_covered => Decided::Yes(()),
            false => Decided::Unknown,
            true => Decided::No(()),
        })
    }

    /// How many squares there are of each kind.
    pub(super) fn counts(&self) -> StartCounts {
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

    /// Why no tour starts at a square, if a search has shown it.
    pub(super) fn shown(&self, square: Square) -> Option<Obstruction> {
        match self.map()?.starts.at(square) {
            Some(Decided::No(reason)) => Some(reason.clone()),
            _ => None,
        }
    }

    /// Whether no tour can start at a square, as far as it is known.
    pub(super) fn is_refused(&self, square: Square) -> bool {
        match self.map() {
            Some(map) => matches!(map.starts.at(square), Some(Decided::No(_))),
            None => self
                .known
                .get()
                .is_some_and(|known| known.refused.get(square.index()) == Some(&true)),
        }
    }

    /// Whether there is a square where no tour can start, as far as it is known.
    pub(super) fn is_any_refused(&self) -> bool {
        match self.map() {
            Some(map) => {
                map.starts.squares().any(|(_, start)| matches!(start, Some(Decided::No(_))))
            }
            None => self.known.get().is_some_and(|known| known.many > 0),
        }
    }

    /// Whether no tour can start anywhere.
    pub(super) fn is_hopeless(&self) -> bool {
        match self.map() {
            Some(map) => {
                map.starts.squares().all(|(_, start)| matches!(start, Some(Decided::No(_))))
            }
            None => self.known.get().is_some_and(|known| known.first.is_none()),
        }
    }

    /// Whether a large board is known to have a tour from a square, as far as theorems say: looking at
    /// all its squares once more would take too long.
    pub(super) fn clears(&self, square: Square) -> bool {
        let is_clear = |known: &Known| {
            known.refused.len() > AT_ONCE && known.refused.get(square.index()) == Some(&false)
        };
        self.known.get().is_some_and(is_clear)
    }

    /// A square where a tour may start. Where nothing is known yet, any will do.
    pub(super) fn first(&self, board: &Board, goal: Goal) -> Option<Square> {
        match self.known.get() {
            Some(known) => known.first,
            None => starts(board, goal).next(),
        }
    }
}

/// One at a time: while holes are painted, all boards but the last are not wanted any more.
fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Decides what is left to decide, in the background, as long as somebody wants to know.
fn decide(starts: solver::Starts, wake: &Arc<dyn Fn() + Send + Sync>) -> Arc<Mutex<Map>> {
    let mut own = starts.clone();
    let shared = Arc::new(Mutex::new(Map { starts, news: 0 }));
    if own.is_done() {
        return shared;
    }
    let (wanted, wake) = (Arc::downgrade(&shared), Arc::clone(wake));
    background(move || {
        let _turn = turn();
        while !own.is_done() && wanted.strong_count() > 0 {
            own.decide();
            let Some(shared) = wanted.upgrade() else { return };
            let mut map = shared.lock().unwrap_or_else(PoisonError::into_inner);
            map.starts = own.clone();
            map.news += 1;
            drop(map);
            wake();
        }
    });
    shared
}
