//! What a worker shows, and when.

use std::sync::Arc;

use super::Worker;
use crate::board::Square;
use crate::engine::{Counts, Frame, Replay, SearchProgress, View};
use crate::solver::{Candidates, Event, Solver, Status};

/// The minimum time between frames in seconds, except that commands are answered at once.
const FRAME_SECONDS: f64 = 1.0 / 70.0;
/// Frames of paths longer than this take a while to make. While the search runs, they are this many times
/// that long apart.
const LONG_PATH: usize = 100_000;
const LONG_PATH_INTERVAL: f64 = 10.0;
/// A frame lists every event since the last one, if there are fewer than this.
const MAX_EVENTS: usize = 4_096;
/// If a seek takes longer than this, in seconds, its progress is shown.
const LONG_SEEK_SECONDS: f64 = 0.3;

/// What is on the board.
struct ShownPosition<'a> {
    view: View,
    solver: &'a dyn Solver,
    path: &'a [Square],
    step: u64,
    length: u64,
    status: Status,
    last: Option<Event>,
}

impl Worker {
    /// When the next frame may be made.
    pub(super) fn frame_due(&self) -> f64 {
        let runs = self.playing || self.timeline.is_seeking() || self.replays;
        let apart = if self.is_searching() { self.frame_cost * LONG_PATH_INTERVAL } else { 0.0 };
        if runs { self.last_frame + FRAME_SECONDS.max(apart) } else { f64::NEG_INFINITY }
    }

    /// What to show now, if that has changed and is due; `None` while a method is being chosen.
    pub fn frame(&mut self) -> Option<Frame> {
        let now = self.clock.seconds();
        let is_on_its_way = self.timeline.is_seeking() && now < self.seek_began + LONG_SEEK_SECONDS;
        if self.choosing.is_some() || !self.changed || is_on_its_way || now < self.frame_due() {
            return None;
        }
        let before = self.watch.seconds();
        self.check_what_is_shown();
        let frame = self.guarded(Worker::current_frame);
        let frame = frame.unwrap_or_else(|| self.current_frame());
        let is_large = frame.path.len().max(frame.overlay.links.len()) > LONG_PATH;
        self.frame_cost = if is_large { self.watch.seconds() - before } else { 0.0 };
        (self.changed, self.last_frame) = (false, now);
        Some(frame)
    }

    /// Takes back a frame so that its memory can be reused.
    pub fn recycle(&mut self, frame: Box<Frame>) {
        self.discarded = frame;
    }

    /// Adds a step to the next frame, unless there are too many to list.
    pub(super) fn add_event(&mut self, event: Event) {
        self.changed = true;
        if self.events.len() < MAX_EVENTS {
            self.events.push(event);
        }
    }

    fn current_frame(&mut self) -> Frame {
        let Frame {
            mut path,
            mut path_index,
            mut counts,
            mut overlay,
            mut metrics,
            mut history,
            ..
        } = std::mem::take(&mut *self.discarded);
        let mut events = std::mem::take(&mut self.events);
        if events.len() == MAX_EVENTS {
            events.clear();
        }
        let found = self.found();
        let now = self.position();
        path_index.follow(&mut path, now.path);
        let tally = &now.solver.state().tally;
        counts.visits.clone_from(&tally.visits);
        let is_search = now.view == View::Search && !self.replays;
        let is_slow = !self.playing || self.speed.is_slow();
        metrics.clear();
        now.solver.metrics(&mut metrics);
        overlay.clear();
        if is_search {
            now.solver.overlay(&mut overlay);
        }
        history.clone_from(self.timeline.history());
        Frame {
            view: now.view,
            step: now.step,
            length: now.length,
            status: now.status,
            path,
            path_index,
            last: now.last,
            insight: is_search.then(|| now.solver.insight()),
            choices: if is_search && is_slow { now.solver.choices() } else { Vec::new() },
            overlay,
            metrics,
            candidates: if is_search { now.solver.candidates() } else { Candidates::default() },
            history,
            counts: Counts { work: tally.work.clone(), depth: tally.depth(), ..counts },
            progress: self.progress(),
            playing: self.playing,
            timeline_bytes: self.timeline.bytes(),
            events,
            found,
            pick: self.pick.clone(),
            replay: if self.replays {
                Some(Replay::Running(self.timeline.length()))
            } else {
                self.differs.then_some(Replay::Differs)
            },
        }
    }

    fn position(&self) -> ShownPosition<'_> {
        let (shown, solver) = (self.timeline.shown(), self.timeline.search());
        let (state, newest, length) = (shown.state(), solver.state(), self.timeline.length());
        let position = ShownPosition {
            view: View::Search,
            solver: shown,
            path: &state.path,
            step: state.steps(),
            length,
            status: state.status,
            last: state.last,
        };
        if let Some(saved) = self.replayed() {
            let (path, step, length) = (saved.path(), saved.playhead, saved.steps());
            let status = Status::Searching;
            return ShownPosition { path, step, length, status, last: None, ..position };
        }
        match self.view() {
            View::Search => position,
            view @ View::Hidden => {
                let (path, step, status) = (newest.deepest(), newest.steps(), newest.status);
                ShownPosition { view, solver, path, step, length, status, last: None }
            }
            view @ View::Tour => {
                let (path, length) = (&newest.path, newest.path.len() as u64);
                let step = length.min(self.tour_shown as u64);
                let status = if step < length { Status::Searching } else { newest.status };
                let last = path[..step as usize].last().copied().map(Event::Advance);
                ShownPosition { view, solver, path, step, length, status, last }
            }
        }
    }

    fn progress(&self) -> SearchProgress {
        let newest = SearchProgress {
            steps: self.timeline.length(),
            status: self.timeline.search().state().status,
            seconds: self.seconds,
            tours: self.tours,
            knows_no_other: self.knows_no_other,
        };
        let Some(saved) = self.replayed() else { return newest };
        let (steps, seconds, tours) = (saved.steps(), saved.seconds, saved.tours);
        SearchProgress { steps, seconds, tours, status: Status::Searching, ..newest }
    }

    /// The tour that the search has reached.
    fn found(&mut self) -> Option<Arc<[Square]>> {
        let state = self.timeline.search().state();
        if state.status != Status::Found || self.replays {
            return None;
        }
        Some(Arc::clone(self.found.get_or_insert_with(|| state.path.as_slice().into())))
    }
}
