//! Animations: the knight between two squares, and a light along a tour that was just finished.

use crate::app::board::transform::Transform;
use crate::board::Square;
use crate::session::{ActiveSearch, Session};

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

#[derive(Default)]
pub(super) struct Motion {
    /// The search, the step and the head that were shown last.
    search: Option<u64>,
    shown: Option<(u64, Option<Square>)>,
    pub(super) glide: Option<Glide>,
    /// Whether that was a finished tour, and when it was finished.
    was_done: Option<bool>,
    finished: Option<f64>,
}

impl Motion {
    /// Lets the knight glide after a single step, where the speed is slow enough.
    pub(super) fn follow(
        &mut self,
        session: &Session,
        transform: &Transform,
        is_reduced: bool,
        now: f64,
    ) {
        let search = session.active().map(ActiveSearch::id);
        if search != self.search {
            // The first step of another search does not follow the last step of this one.
            *self = Motion { search, ..Motion::default() };
        }
        let Some(frame) = session.frame() else { return };
        let head = frame.visible().last().copied();
        let before = self.shown.replace((frame.step, head));
        if before == self.shown {
            return;
        }
        self.glide = None;
        let rate = session.speed().steps_per_second().filter(|_| !is_reduced);
        let rate = rate.filter(|rate| *rate <= MAX_GLIDE_SPEED || !frame.playing);
        if let (Some((step, Some(from))), Some(to), Some(rate)) = (before, head, rate)
            && step.abs_diff(frame.step) == 1
            && from != to
        {
            let plain = transform.ends(from, to).count() == 1;
            let seconds = (0.8 / f64::from(rate.max(3))).min(0.28);
            self.glide = plain.then_some(Glide { from, to, began: now, seconds });
        }
    }

    /// The progress, from 0 to 1, of the light along a tour that was finished while it was visible.
    pub(super) fn light(&mut self, is_done: bool, now: f64) -> Option<f32> {
        match self.was_done.replace(is_done) {
            _ if !is_done => self.finished = None,
            Some(false) => self.finished = Some(now),
            _ => {}
        }
        let share = (now - self.finished?) / LIGHT_SECONDS;
        (share < 1.0).then_some(share as f32)
    }
}
