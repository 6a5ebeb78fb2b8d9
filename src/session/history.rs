//! Undo and redo: boards that were replaced, with their searches.

use super::{ActiveSearch, PlaybackCommand, Session, Setup};

/// How many changes can be undone, and how many of them keep their search.
const MAX_CHANGES: usize = 50;
const MAX_SEARCHES: usize = 3;
/// How much memory the searches may take, except the most recent one, in bytes.
const MAX_SEARCH_BYTES: usize = 256 << 20;

pub(super) struct UndoEntry {
    setup: Setup,
    active: Option<ActiveSearch>,
}

#[derive(Default)]
pub(super) struct History {
    past: Vec<UndoEntry>,
    pub(super) future: Vec<UndoEntry>,
}

impl History {
    /// Drops older changes, and older searches to save memory.
    fn trim(&mut self) {
        self.past.drain(..self.past.len().saturating_sub(MAX_CHANGES));
        let searches = self.past.iter_mut().rev().filter(|entry| entry.active.is_some());
        let mut bytes = 0;
        for (place, entry) in searches.enumerate() {
            let frame = entry.active.as_ref().and_then(|active| active.frame.as_ref());
            bytes += frame.map_or(0, |frame| frame.timeline_bytes);
            if place >= MAX_SEARCHES || place > 0 && bytes > MAX_SEARCH_BYTES {
                entry.active = None;
            }
        }
    }

    /// The searches that undo and redo can restore.
    pub(super) fn searches_mut(&mut self) -> impl Iterator<Item = &mut ActiveSearch> {
        let entries = self.past.iter_mut().chain(&mut self.future);
        entries.filter_map(|entry| entry.active.as_mut())
    }
}

impl Session {
    /// Stores the set-up and the search for undo, and clears redo.
    pub(super) fn push_undo(&mut self) {
        let now = self.detach_search();
        self.history.past.push(now);
        self.history.future.clear();
        self.history.trim();
    }

    fn detach_search(&mut self) -> UndoEntry {
        self.playback(PlaybackCommand::Pause);
        UndoEntry { setup: self.setup.clone(), active: self.active.take() }
    }

    /// Whether undo would restore a search.
    pub fn has_set_aside(&self) -> bool {
        self.history.past.last().is_some_and(|entry| entry.active.is_some())
    }

    pub fn can_undo(&self) -> bool {
        !self.history.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.history.future.is_empty()
    }

    pub fn undo(&mut self) {
        if let Some(earlier) = self.history.past.pop() {
            let now = self.detach_search();
            self.history.future.push(now);
            self.restore(earlier);
        }
    }

    pub fn redo(&mut self) {
        if let Some(later) = self.history.future.pop() {
            let now = self.detach_search();
            self.history.past.push(now);
            self.restore(later);
        }
    }

    fn restore(&mut self, entry: UndoEntry) {
        self.resizing = false;
        self.apply_setup(entry.setup);
        self.active = entry.active;
        if let Some(active) = &mut self.active {
            active.discarded = false;
        }
        self.playback(PlaybackCommand::Speed(self.settings.speed));
        self.playback(PlaybackCommand::ShowBacktracking(self.settings.backtracking));
    }

    /// The searches to keep for the next start, the first of them that has unsaved steps: the one on the
    /// board, unless it is discarded or only looked at, and the unsaved ones that undo can restore, the
    /// most recent first.
    pub fn worth_keeping(&self) -> impl Iterator<Item = &ActiveSearch> {
        let past = self.history.past.iter().rev().filter_map(|entry| entry.active.as_ref());
        let active = self.active.iter().filter(|active| active.is_worth_keeping());
        active.chain(past.filter(|active| active.is_unsaved()))
    }
}
