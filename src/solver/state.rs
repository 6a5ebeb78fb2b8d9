//! The state that every search has, whatever its method.

use std::sync::Arc;

use super::{Event, Method, Status, StepKind, Tally};
use crate::board::Square;
use crate::puzzle::Puzzle;

#[derive(Clone, Debug, PartialEq)]
pub struct SearchState {
    pub puzzle: Arc<Puzzle>,
    /// The squares visited, in order: at [`Status::Found`] a tour; empty if the method walks no path.
    pub path: Vec<Square>,
    pub status: Status,
    pub tally: Tally,
    /// The last step; `None` before the first.
    pub last: Option<Event>,
    /// The search gives up after this many steps.
    pub step_limit: Option<u64>,
}

impl SearchState {
    /// A search by this method that has not begun.
    pub fn new(method: &Method, puzzle: &Puzzle) -> SearchState {
        let visits = if method.takes(StepKind::Placement) { puzzle.board().size() } else { 0 };
        let tally = Tally::new(visits, method.counters);
        SearchState { tally, ..SearchState::walking(puzzle) }
    }

    /// A search that walks a path and has not begun.
    pub(crate) fn walking(puzzle: &Puzzle) -> SearchState {
        SearchState {
            puzzle: Arc::new(puzzle.clone()),
            path: Vec::new(),
            status: Status::Searching,
            tally: Tally::new(puzzle.board().size(), &[]),
            last: None,
            step_limit: None,
        }
    }

    pub fn steps(&self) -> u64 {
        self.tally.steps()
    }

    pub fn steps_left(&self) -> u64 {
        self.step_limit.map_or(u64::MAX, |limit| limit.saturating_sub(self.steps()))
    }

    /// The first of the longest paths so far; the path itself if the method places no squares.
    pub fn deepest(&self) -> &[Square] {
        if self.tally.visits.is_empty() { &self.path } else { self.tally.deepest(&self.path) }
    }

    /// The path's last square; the start before the first step.
    #[inline]
    pub(crate) fn head(&self) -> Square {
        self.path.last().copied().unwrap_or(self.puzzle.start())
    }

    #[inline]
    pub(crate) fn took(&mut self, event: Event) -> Option<Event> {
        self.last = Some(event);
        self.give_up_at_limit();
        self.last
    }

    pub(crate) fn search_on(&mut self) {
        self.status = Status::Searching;
        self.give_up_at_limit();
    }

    #[inline]
    fn give_up_at_limit(&mut self) {
        if self.step_limit.is_some() && self.status == Status::Searching && self.steps_left() == 0 {
            self.status = Status::GaveUp;
        }
    }
}
