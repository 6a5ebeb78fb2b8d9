//! What the player shows: where one search is on its timeline, or two that are shown together.

use super::{Rival, Session};
use crate::engine::{Moment, View};
use crate::solver::Status;

/// Where the searches on the board are on their timelines. Of two timelines the longer one counts; the other
/// stays at its end.
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
    /// Whether anything is playing.
    pub playing: bool,
    /// Whether any search is not over.
    pub is_searching: bool,
    /// Whether there is nothing after what is shown.
    pub is_at_end: bool,
}

impl Playback {
    /// Where a search is, and the one beside it; `None` if nothing is shown yet.
    pub fn of(session: &Session, rival: Option<&Rival>) -> Option<Playback> {
        let beside = rival.and_then(|rival| rival.second().session().moment());
        let moments: Vec<&Moment> = session.moment().into_iter().chain(beside).collect();
        let all_hidden = moments.iter().all(|moment| moment.view == View::Hidden);
        let shown = || moments.iter().filter(|moment| all_hidden || moment.view != View::Hidden);
        Some(Playback {
            step: shown().map(|moment| moment.step).max()?,
            length: shown().map(|moment| moment.length).max()?,
            is_tour: shown().any(|moment| moment.view == View::Tour),
            // One that is to be seen again appears with the next step.
            is_hidden: all_hidden && !session.shows_backtracking(),
            playing: moments.iter().any(|moment| moment.playing),
            is_searching: moments.iter().any(|m| m.progress.status == Status::Searching),
            is_at_end: moments.iter().all(|moment| is_at_end(moment)),
        })
    }
}

/// Whether there is nothing after what a moment shows.
pub(super) fn is_at_end(moment: &Moment) -> bool {
    let ended = moment.progress.status != Status::Searching;
    moment.step >= moment.length && ended
}
