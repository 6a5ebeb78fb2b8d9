//! Methods: searches that can be stopped, copied and resumed at any step.
//!
//! A new method is one file in `methods` and one line in [`METHODS`]. The menu, the command line, the help
//! and `tests/library/laws.rs` read that list. This module uses no threads, no clock and no files, and all
//! its randomness comes from the puzzle's seed.

mod build;
mod insight;
mod method;
mod methods;
mod option;
mod overlay;
mod questions;
mod saved;
mod search;
mod state;
mod tally;
mod value;
mod work;

use serde::{Deserialize, Serialize};

use crate::board::Square;

pub use insight::{
    Arrival, BlockTour, Cycle, DeadEnd, Descent, Insight, LinkOutcome, LinkStep, NewGeneration,
    NextStep, Reach, TieBreak,
};
pub use method::{Method, MethodConfig, MethodError, StepKind};
pub use methods::auto::{AutoChoice, MethodTrial, Picker};
pub use methods::genetic::REPAIRS;
pub use option::{
    BoardOption, ChoicesOption, Decimal, Handle, MethodOption, MethodsOption, OneOf, OptionSpec,
    Options, Order, SecondsOption, Setting, SidesOption, SquareOption, Whole,
};
pub use overlay::{Candidate, Candidates, Link, Metric, Overlay};
pub use questions::estimate::paths_to_try;
pub use questions::finish::finish;
pub use questions::hint::{Hint, Hints, KnownTours, Loss, loss};
pub use questions::start_map::StartMap;
pub use questions::why::why_not;
pub use saved::{LoadError, MAX_STEPS, Saved};
pub use search::choice::{Choice, ChoiceState};
pub use search::ranking::{Generator, TIE_BREAKS};
pub use state::SearchState;
pub use tally::Tally;
pub use value::{Kind, Millionths, OptionValue, Value, parse_methods};
pub use work::{Counter, Counters, ReportedWork, Work};

/// Every method, in the order in which they are offered.
pub const METHODS: &[&Method] = &[
    &methods::auto::METHOD,
    &methods::backtracking::METHOD,
    &methods::warnsdorff::METHOD,
    &methods::restarting::METHOD,
    &methods::euler::METHOD,
    &methods::neural::METHOD,
    &methods::genetic::METHOD,
    &methods::ants::METHOD,
    &methods::divide::METHOD,
    &methods::construct::METHOD,
];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Status {
    #[default]
    Searching,
    /// The path is a tour that the goal asks for.
    Found,
    /// Every path was tried, which proves that there is no tour, or no other one.
    Exhausted,
    /// The method stopped without an answer, which proves nothing.
    GaveUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// The knight moved on to this square, or a given square was placed.
    Advance(Square),
    /// The knight stepped back from this square.
    Retreat(Square),
    /// Everything but the given squares was taken back at once.
    Restart,
    /// Anything else, such as a rotation of the path or a sweep over a network.
    Rewire,
}

/// A search that can be stopped, copied and resumed at any step.
///
/// The same puzzle, method, options and seed always make the same steps, on every machine.
/// A step is one placement, one retreat, one restart or one rewiring. In a search that places squares,
/// each given square is one placement, so that the start is step 1.
pub trait Solver: CloneSolver + Send + Sync {
    /// Takes one step and says what it was. After the end it does nothing and counts nothing.
    fn step(&mut self) -> Option<Event>;

    /// Leaves [`Status::Found`] and looks for the next tour. Does nothing in any other state.
    fn find_next(&mut self);

    fn state(&self) -> &SearchState;

    /// The position shown and the step that comes next, with the reason. Computed only on request.
    fn insight(&self) -> Insight;

    /// The part that changes, for a checkpoint in a file; `None` if replaying is faster.
    fn save(&self) -> Option<Saved> {
        None
    }

    /// Takes over what was saved of the same search. Called on a new search, which is thrown away on an
    /// error. It checks sizes and indices, so that no later step loops for ever or takes memory without
    /// bound; everything else is left to the checksum of the file and to a replay.
    fn load(&mut self, _: Saved) -> Result<(), LoadError> {
        Err(LoadError)
    }

    /// How much memory a copy takes, in bytes.
    fn bytes(&self) -> usize;

    /// Takes up to `steps` steps at full speed, the same ones that [`Solver::step`] would take.
    fn run(&mut self, steps: u64) -> Status {
        for _ in 0..steps {
            if self.step().is_none() {
                break;
            }
        }
        self.state().status
    }

    /// How many steps surely take less than a millisecond together.
    fn quick_steps(&self) -> u64 {
        1
    }

    /// Draws everything but the path onto an empty overlay. Computed only on request.
    fn overlay(&self, _: &mut Overlay) {}

    /// A few named numbers of this step; the first is drawn along the timeline. Which there are
    /// never changes during a search. Asked for often, so it must be quick.
    fn metrics(&self, onto: &mut Vec<Metric>) {
        onto.push(Metric { title: "Squares on the path", value: self.state().path.len() as f64 });
    }

    /// Other answers that the method holds at this step. Computed only on request.
    fn candidates(&self) -> Candidates {
        Candidates::default()
    }

    /// The squares that could come next, and how the method treats each. Computed only on request.
    /// Empty before the start is placed and after the end, and where no squares are placed.
    fn choices(&self) -> Vec<Choice> {
        Vec::new()
    }

    /// Hands over every tour that the last step has found: usually one, more where a step is large.
    fn tours(&self, each: &mut dyn FnMut(&[Square])) {
        if self.state().status == Status::Found {
            each(&self.state().path);
        }
    }
}

pub trait CloneSolver {
    fn boxed_clone(&self) -> Box<dyn Solver>;
}

impl<S: Solver + Clone + 'static> CloneSolver for S {
    fn boxed_clone(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Solver> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}
