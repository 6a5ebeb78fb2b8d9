//! Undo and redo: boards that were replaced, with their searches.

use super::active::ActiveSearch;
use super::setup::Setup;

/// How many changes can be undone, and how many of them keep their search.
const MAX_CHANGES: usize = 50;
const MAX_SEARCHES: usize = 3;
/// How much memory the searches may take, except the most recent one, in bytes.
const MAX_SEARCH_BYTES: usize = 256 << 20;

/// A set-up and its search, stored for undo or redo.
pub(super) struct Parked {
    pub(super) setup: Setup,
    pub(super) active: Option<ActiveSearch>,
}

#[derive(Default)]
pub(super) struct History {
    past: Vec<Parked>,
    future: Vec<Parked>,
}

impl History {
    /// Stores what was on the board, and clears redo.
    pub(super) fn park(&mut self, parked: Parked) {
        self.past.push(parked);
        self.forget_future();
        if self.past.len() > MAX_CHANGES {
            self.past.remove(0);
        }
        // Older searches are dropped to save memory.
        let searches = self.past.iter_mut().rev().filter(|parked| parked.active.is_some());
        let mut bytes = 0;
        for (place, parked) in searches.enumerate() {
            let frame = parked.active.as_ref().and_then(|active| active.frame.as_ref());
            bytes += frame.map_or(0, |frame| frame.timeline_bytes);
            if place >= MAX_SEARCHES || place > 0 && bytes > MAX_SEARCH_BYTES {
                parked.active = None;
            }
        }
    }

    /// Clears redo, because something new has begun.
    pub(super) fn forget_future(&mut self) {
        self.future.clear();
    }

    pub(super) fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub(super) fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Exchanges what is on the board for what was there before. Without anything before, returns
    /// `now`.
    pub(super) fn undo(&mut self, now: Parked) -> Parked {
        exchange(&mut self.past, &mut self.future, now)
    }

    /// Exchanges what is on the board for what the last undo has replaced.
    pub(super) fn redo(&mut self, now: Parked) -> Parked {
        exchange(&mut self.future, &mut self.past, now)
    }

    /// The searches that undo can restore, the most recent first.
    pub(super) fn past_searches(&self) -> impl Iterator<Item = &ActiveSearch> {
        self.past.iter().rev().filter_map(|parked| parked.active.as_ref())
    }

    /// The searches that undo and redo can restore.
    pub(super) fn searches_mut(&mut self) -> impl Iterator<Item = &mut ActiveSearch> {
        let parked = self.past.iter_mut().chain(&mut self.future);
        parked.filter_map(|parked| parked.active.as_mut())
    }

    pub(super) fn has_search(&self) -> bool {
        self.past.last().is_some_and(|parked| parked.active.is_some())
    }
}

fn exchange(from: &mut Vec<Parked>, to: &mut Vec<Parked>, now: Parked) -> Parked {
    match from.pop() {
        Some(other) => {
            to.push(now);
            other
        }
        None => now,
    }
}
