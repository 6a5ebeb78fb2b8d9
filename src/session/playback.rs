//! What the player shows: the position on the timeline of one search, or of two together.

use super::{Comparison, Session};
use crate::engine::{Frame, View};
use crate::solver::Status;

/// The position on the timelines of the searches on the board. Of two timelines the longer one
/// counts; the other stays at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playback {
    /// The step that is shown, or the square of a tour.
    pub step: u64,
    /// The last step that can be shown now.
    pub length: u64,
    /// Whether steps are squares of a tour.
    pub is_tour: bool,
    /// Whether the searches are hidden, so that there are no steps to go to.
    pub is_hidden: bool,
    /// Whether any of them is playing.
    pub playing: bool,
    /// Whether any of the searches has not ended.
    pub is_searching: bool,
    /// Whether nothing comes after what is shown.
    pub is_at_end: bool,
}

impl Playback {
    /// `None` if nothing is shown yet.
    pub fn of(session: &Session, comparison: Option<&Comparison>) -> Option<Playback> {
        let beside = comparison.and_then(|comparison| comparison.second.session.frame());
        let frames: Vec<&Frame> = session.frame().into_iter().chain(beside).collect();
        let all_hidden = frames.iter().all(|frame| frame.view == View::Hidden);
        let shown = || frames.iter().filter(|frame| all_hidden || frame.view != View::Hidden);
        Some(Playback {
            step: shown().map(|frame| frame.step).max()?,
            length: shown().map(|frame| frame.length).max()?,
            is_tour: shown().any(|frame| frame.view == View::Tour),
            // A hidden search that is to be seen again appears with the next step.
            is_hidden: all_hidden && !session.shows_backtracking(),
            playing: frames.iter().any(|frame| frame.playing),
            is_searching: frames.iter().any(|m| m.progress.status == Status::Searching),
            is_at_end: frames.iter().all(|frame| is_at_end(frame)),
        })
    }
}

/// Whether nothing comes after what a frame shows.
pub(super) fn is_at_end(frame: &Frame) -> bool {
    let ended = frame.progress.status != Status::Searching;
    frame.step >= frame.length && ended
}
