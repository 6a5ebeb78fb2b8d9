//! Saving a search and resuming it. If the checkpoints of a file turn out to be wrong, the search is
//! replayed without them.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Worker;
use crate::engine::{PlaybackSettings, Recording, Shown, View, checked};
use crate::solver::{SearchState, Solver, Status};
use crate::timeline::Timeline;
use crate::tour::check_path;

impl Worker {
    /// A worker that continues where a recording ends, paused, with the same path on the board. Without
    /// checkpoints the search is replayed first. `solver` must be the same search before its first step.
    pub fn resume(
        solver: Box<dyn Solver>,
        recording: Recording,
        settings: &PlaybackSettings,
    ) -> Worker {
        let Recording { checkpoints, playhead, history, .. } = recording.clone();
        let is_replayed = checkpoints.is_empty() && recording.stated.is_some();
        let timeline = Timeline::load(solver, checkpoints, playhead, history);
        let (tours, pick) = (recording.tours, recording.pick.clone());
        let mut worker = Worker { playing: false, tours, pick, ..Worker::with(timeline, settings) };
        worker.show_as_saved(&recording);
        if recording.stated.is_some() {
            let saved = Recording { checkpoints: Vec::new(), history: None, ..recording };
            worker.saved = Some(Box::new(saved));
        }
        if is_replayed {
            worker.begin_replay();
        }
        worker
    }

    /// Shows what was on the board when the search was saved.
    fn show_as_saved(&mut self, saved: &Recording) {
        self.shows_search = saved.shown == Shown::Step;
        self.tour_shown = match saved.shown {
            Shown::Squares(squares) => squares,
            Shown::Step | Shown::Longest => 0,
        };
        (self.seconds, self.knows_no_other) = (saved.seconds, saved.knows_no_other);
        if self.is_whole_tour_shown() {
            self.apply_show_backtracking();
        }
    }

    /// Searches again from the start, up to the newest step that was saved.
    fn begin_replay(&mut self) {
        self.begin(self.timeline.first());
        (self.replays, self.playing, self.tours) = (true, false, 0);
        (self.found, self.changed, self.last_frame) = (None, true, f64::NEG_INFINITY);
    }

    /// Takes some steps of the replay, or ends it.
    pub(super) fn continue_replay(&mut self) {
        let Some(saved) = &self.saved else { return };
        let (steps, playhead) = (saved.steps(), saved.playhead.min(self.timeline.length()));
        let has_found = saved.stated.as_ref().is_some_and(|file| file.status == Status::Found);
        let (is_there, status) =
            (self.timeline.length() >= steps, self.timeline.search().state().status);
        let passes_tour = status == Status::Found && !(is_there && has_found);
        if passes_tour && self.timeline.find_next() {
            return;
        }
        if !is_there && status == Status::Searching {
            return self.run_search();
        }
        if self.timeline.position() != playhead {
            return self.timeline.seek(playhead);
        }
        let Some(saved) = self.saved.take() else { return };
        self.replays = false;
        self.show_as_saved(&saved);
        self.knows_no_other &= self.timeline.search().state().status == Status::Found;
        let now = self.whole_recording();
        self.differs = (now.steps(), now.path()) != (saved.steps(), saved.path());
        (self.changed, self.last_frame) = (true, f64::NEG_INFINITY);
        self.carry_out_waiting();
    }

    /// The recording that is replayed.
    pub(super) fn replayed(&self) -> Option<&Recording> {
        if self.replays { self.saved.as_deref() } else { None }
    }

    /// Whether what is shown rests on the checkpoints of a file.
    fn is_from_checkpoints(&self) -> bool {
        self.saved.is_some() && !self.replays
    }

    /// Does something that may panic if the checkpoints of a file are wrong. Then the search is replayed.
    pub(super) fn guarded<T>(&mut self, act: impl FnOnce(&mut Worker) -> T) -> Option<T> {
        if !self.is_from_checkpoints() {
            return Some(act(self));
        }
        let done = catch_unwind(AssertUnwindSafe(|| act(&mut *self))).ok();
        if done.is_none() {
            self.begin_replay();
        }
        done
    }

    /// Starts a replay if the checkpoints of a file have led to an impossible path or a false tour,
    /// before anything is shown or saved.
    pub(super) fn check_what_is_shown(&mut self) {
        let is_sound = |state: &SearchState| match state.status {
            Status::Found => checked(&state.puzzle, state.path.clone()).is_ok(),
            _ => check_path(state.puzzle.board(), &state.path).is_ok(),
        };
        let states = [self.timeline.shown(), self.timeline.search()].map(Solver::state);
        if self.is_from_checkpoints() && !states.into_iter().all(is_sound) {
            self.begin_replay();
        }
    }

    /// Everything that a file stores. While its method is being chosen, a search has not begun.
    pub fn recording(&mut self) -> Recording {
        if self.choosing.is_some() {
            return Recording::default();
        }
        self.check_what_is_shown();
        if !self.replays
            && let Some(whole) = self.guarded(|worker| worker.whole_recording())
        {
            return whole;
        }
        // The recording from the file, until it is replayed.
        self.saved.as_deref().cloned().unwrap_or_default()
    }

    fn whole_recording(&self) -> Recording {
        let shown = self.timeline.shown().state().steps();
        Recording {
            checkpoints: self.timeline.checkpoints(),
            // A hidden search counts as being at its newest step.
            playhead: if self.shows_search { shown } else { self.timeline.length() },
            shown: match self.view() {
                View::Search => Shown::Step,
                View::Hidden => Shown::Longest,
                View::Tour => Shown::Squares(self.tour_shown),
            },
            seconds: self.seconds,
            tours: self.tours,
            knows_no_other: self.knows_no_other,
            history: Some(self.timeline.history().clone()),
            pick: self.pick.clone(),
            stated: None,
        }
    }
}
