//! What the window shows of a search at one step.

use std::sync::Arc;

use super::PathIndex;
use crate::board::Square;
use crate::solver::{
    AutoChoice, Candidates, Choice, Event, Insight, Metric, Overlay, Status, Work,
};
use crate::timeline::MetricHistory;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// The search, every step and retreat.
    #[default]
    Search,
    /// The deepest path so far, while the search itself is hidden.
    Hidden,
    /// The tour that was found, move by move.
    Tour,
}

/// The counters at the step that is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub work: Work,
    /// The length of the deepest path.
    pub depth: usize,
    /// How often each square was placed, in reading order; empty if the method places none.
    pub visits: Vec<u64>,
}

/// How far the search itself has come, whatever is shown of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SearchProgress {
    pub steps: u64,
    pub status: Status,
    /// Running time without pauses.
    pub seconds: f64,
    pub tours: u64,
    /// Whether the method cannot look for another tour after this one.
    pub knows_no_other: bool,
}

/// The state of a saved search whose checkpoints cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replay {
    /// It is searched again and has taken this many steps; the path on the board is the saved one.
    Running(u64),
    /// It was searched again, and has another path at the step that is shown.
    Differs,
}

/// Everything the window shows at one step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    pub view: View,
    /// The step that is shown; for a tour, how many of its squares are shown.
    pub step: u64,
    /// The last step that can be shown now.
    pub length: u64,
    /// The status at this step.
    pub status: Status,
    /// The squares visited, in order; for a tour all its squares, even if fewer are shown.
    pub path: Vec<Square>,
    /// The index of `path`.
    pub path_index: PathIndex,
    pub last: Option<Event>,
    /// `None` unless the search is shown.
    pub insight: Option<Insight>,
    /// The squares that could come next; empty while the search plays fast.
    pub choices: Vec<Choice>,
    pub overlay: Overlay,
    /// The metrics at this step.
    pub metrics: Vec<Metric>,
    pub candidates: Candidates,
    /// The metrics along the whole search so far.
    pub history: MetricHistory,
    /// The counters at this step.
    pub counts: Counts,
    pub progress: SearchProgress,
    pub playing: bool,
    /// How much memory the timeline takes, in bytes.
    pub timeline_bytes: usize,
    /// The steps since the last frame, in order; empty if there were too many to list.
    pub events: Vec<Event>,
    /// The tour that the search has reached, whatever is shown.
    pub found: Option<Arc<[Square]>>,
    /// What the automatic method has picked, and why.
    pub pick: Option<Arc<AutoChoice>>,
    /// Set if this is a saved search that had to be replayed.
    pub replay: Option<Replay>,
}

impl Frame {
    pub fn visible(&self) -> &[Square] {
        match self.view {
            View::Tour => &self.path[..self.path.len().min(self.step as usize)],
            View::Search | View::Hidden => &self.path,
        }
    }
}
