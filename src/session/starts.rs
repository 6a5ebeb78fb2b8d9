//! Where no tour can start, for all squares at once. On a large board that takes a while, so it is
//! worked out in the background; until then no square is marked.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::board::{Board, Square};
use crate::engine::background;
use crate::feasibility::refused_starts;
use crate::puzzle::{Goal, starts};

/// Boards of at most this many squares are done at once.
const AT_ONCE: usize = 40_000;

/// The squares where no tour can start, once they are known.
#[derive(Clone, Default)]
pub(super) struct Starts(Arc<OnceLock<Known>>);

struct Known {
    /// For each square, whether no tour can start there.
    refused: Vec<bool>,
    /// Whether there is such a square.
    some: bool,
    /// The first square where a tour may start.
    first: Option<Square>,
}

impl Known {
    fn of(board: &Board, goal: Goal) -> Known {
        let refused = refused_starts(board, goal);
        let some = refused.contains(&true);
        let first = starts(board, goal).find(|start| !refused[start.index()]);
        Known { refused, some, first }
    }
}

impl Starts {
    /// Finds out; `wake` is called if that is done later.
    pub(super) fn of(board: &Board, goal: Goal, wake: &Arc<dyn Fn() + Send + Sync>) -> Starts {
        let known = OnceLock::new();
        if board.size() <= AT_ONCE {
            let _ = known.set(Known::of(board, goal));
            return Starts(Arc::new(known));
        }
        let starts = Starts(Arc::new(known));
        let (wanted, board, wake) = (Arc::downgrade(&starts.0), board.clone(), Arc::clone(wake));
        background(move || {
            // One at a time: while holes are painted, all but the last are not wanted any more.
            static TURN: Mutex<()> = Mutex::new(());
            let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
            if wanted.strong_count() > 0 {
                let known = Known::of(&board, goal);
                if let Some(wanted) = wanted.upgrade() {
                    let _ = wanted.set(known);
                    wake();
                }
            }
            drop(turn);
        });
        starts
    }

    /// Whether everything is known.
    pub(super) fn are_known(&self) -> bool {
        self.0.get().is_some()
    }

    /// Whether no tour can start at a square, as far as it is known.
    pub(super) fn is_refused(&self, square: Square) -> bool {
        self.0.get().is_some_and(|known| known.refused.get(square.index()) == Some(&true))
    }

    /// Whether there is a square where no tour can start, as far as it is known.
    pub(super) fn is_any_refused(&self) -> bool {
        self.0.get().is_some_and(|known| known.some)
    }

    /// Whether no tour can start anywhere.
    pub(super) fn is_hopeless(&self) -> bool {
        self.0.get().is_some_and(|known| known.first.is_none())
    }

    /// Whether a large board is known to have a tour from a square, as far as theorems say: looking at
    /// all its squares once more would take too long.
    pub(super) fn clears(&self, square: Square) -> bool {
        let is_clear = |known: &Known| {
            known.refused.len() > AT_ONCE && known.refused.get(square.index()) == Some(&false)
        };
        self.0.get().is_some_and(is_clear)
    }

    /// A square where a tour may start. Where nothing is known yet, any will do.
    pub(super) fn first(&self, board: &Board, goal: Goal) -> Option<Square> {
        match self.0.get() {
            Some(known) => known.first,
            None => starts(board, goal).next(),
        }
    }
}
