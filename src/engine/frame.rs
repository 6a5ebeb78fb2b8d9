//! What the window shows of a search at one step.

use std::sync::Arc;

use super::PathIndex;
use crate::board::Square;
use crate::solver::{
    AutoChoice, Candidates, Choice, Event, Insight, Metric, Overlay, Status, Work,
};
use crate::timeline::MetricHistory;

/// What is being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The search, every step and retreat.
    Search,
    /// The deepest path so far, while the search itself is hidden.
    Hidden,
    /// The tour that was found, move by move.
    Tour,
}

/// The counters of a search at the step that is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The steps.
    pub work: Work,
    /// The length of the deepest path.
    pub depth: usize,
    /// How often each square was placed, in reading order; empty if the method places none.
    pub visits: Vec<u64>,
}

/// How far the search itself has come, whatever is shown of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// How many steps it has taken.
    pub steps: u64,
    /// How the search stands.
    pub status: Status,
    /// How many seconds it has run, without pauses.
    pub seconds: f64,
    /// Tours found so far.
    pub tours: u64,
    /// Whether the method cannot look for another tour after this one.
    pub knows_no_other: bool,
}

/// What becomes of a saved search whose checkpoints cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// It is searched again. This many steps were taken; the path on the board is the one that was saved.
    Running(u64),
    /// It was searched again, and has another path at the step that is shown.
    Differs,
}

/// What the window shows at one frame. All of it belongs to the same step.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// What is being shown.
    pub view: View,
    /// The step that is shown; for a tour, how many of its squares are shown.
    pub step: u64,
    /// The last step that can be shown now.
    pub length: u64,
    /// How the search stood at this step.
    pub status: Status,
    /// The squares visited, in order; for a tour, all its squares, even if fewer are shown.
    pub path: Vec<Square>,
    /// The number of each square on that path.
    pub path_index: PathIndex,
    /// What this step was.
    pub last: Option<Event>,
    /// The position at this step and what comes next, with the reason; `None` unless the search is
    /// shown.
    pub insight: Option<Insight>,
    /// The squares that could come next; empty if the search plays too fast to look at them.
    pub choices: Vec<Choice>,
    /// What the board shows beside the path.
    pub overlay: Overlay,
    /// A few named path_index of this step.
    pub metrics: Vec<Metric>,
    /// Other answers that the method holds at this step.
    pub candidates: Candidates,
    /// The metrics along the whole search so far.
    pub history: MetricHistory,
    /// The counters at this step.
    pub counts: Counts,
    /// How far the search itself has come.
    pub progress: Progress,
    /// Whether it is playing.
    pub playing: bool,
    /// How much memory the timeline takes, in bytes.
    pub timeline_bytes: usize,
    /// The steps since the last frame, in order; empty if there were too many to list.
    pub events: Vec<Event>,
    /// The squares of the tour that the search itself stands at, if it does, whatever is shown.
    pub found: Option<Arc<[Square]>>,
    /// What the automatic method has picked, and why.
    pub pick: Option<Arc<AutoChoice>>,
    /// Whether it is a saved search that has to be replayed.
    pub replay: Option<Replay>,
}

impl Frame {
    /// The squares that are shown, in order.
    pub fn visible(&self) -> &[Square] {
        match self.view {
            View::Tour => &self.path[..self.path.len().min(self.step as usize)],
            View::Search | View::Hidden => &self.path,
        }
    }
}
