//! Animations: the knight between two squares, and a light along a tour that was just finished.

use crate::app::board::BoardView;
use crate::app::board::transform::Transform;
use crate::board::Square;
use crate::engine::{Frame, Speed};

/// How long a light runs along a tour that was just finished.
const LIGHT_SECONDS: f64 = 1.2;
/// The knight glides up to this speed, in steps a second.
const MAX_GLIDE_SPEED: u32 = 20;

#[derive(Clone, Copy)]
pub(super) struct Glide {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) began: f64,
    pub(super) seconds: f64,
}

impl BoardView {
    /// The first step of another search does not follow the last step of this one.
    pub(super) fn notice_search(&mut self, search: Option<u64>) {
        if search != self.search {
            self.search = search;
            (self.shown, self.glide, self.was_done, self.finished) = (None, None, None, None);
        }
    }

    /// Starts the finish animation when the tour completes while visible.
    pub(super) fn notice_end(&mut self, is_done: bool, now: f64) {
        if is_done && self.was_done == Some(false) {
            self.finished = Some(now);
        } else if !is_done {
            self.finished = None;
        }
        self.was_done = Some(is_done);
    }

    /// The progress of the finish animation, from 0 to 1.
    pub(super) fn finish_progress(&mut self, now: f64) -> Option<f32> {
        let share = (now - self.finished?) / LIGHT_SECONDS;
        if share >= 1.0 {
            self.finished = None;
        }
        (share < 1.0).then_some(share as f32)
    }

    /// Lets the knight glide after a single step, where the speed is slow enough.
    pub(super) fn notice(
        &mut self,
        frame: Option<&Frame>,
        transform: &Transform,
        speed: Speed,
        now: f64,
    ) {
        let Some(frame) = frame else {
            self.shown = None;
            self.glide = None;
            return;
        };
        let head = frame.visible().last().copied();
        let shown = (frame.step, head);
        if self.shown == Some(shown) {
            return;
        }
        let before = self.shown.replace(shown);
        self.glide = None;
        let rate =
            speed.steps_per_second().filter(|rate| *rate <= MAX_GLIDE_SPEED || !frame.playing);
        if let (Some((step, Some(from))), Some(to), Some(rate)) = (before, head, rate)
            && step.abs_diff(frame.step) == 1
            && from != to
        {
            let plain = transform.ends(from, to).count() == 1;
            let seconds = (0.8 / f64::from(rate.max(3))).min(0.28);
            self.glide = plain.then_some(Glide { from, to, began: now, seconds });
        }
    }
}
