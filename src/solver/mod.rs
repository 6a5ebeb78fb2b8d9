//! Methods: searches that can be stopped, copied and resumed at any step.
//!
//! A new method is one file here and one line in [`METHODS`]. Menu, command line, help and the
//! laws in `tests/laws.rs` read the list. There are no threads, no clock and no files in this room,
//! and no randomness that does not come from the puzzle's seed.

mod backtracking;
mod choice;
mod dfs;
mod estimate;
mod field;
mod fixed;
mod ground;
mod method;
mod position;
mod ranking;
mod restarting;
mod table;
mod tally;
mod warnsdorff;
mod words;

use crate::board::{Naming, Square};

pub use choice::{Choice, ChoiceState};
pub use estimate::paths_to_try;
pub use method::{Kind, Method, MethodError, OptionSpec, OptionValue, Options, Recipe};
pub use position::{Moves, Position, PositionError};
pub use ranking::Generator;
pub use tally::{Tally, Work};

/// Every method, in the order in which they are offered.
pub const METHODS: &[&Method] = &[&backtracking::METHOD, &warnsdorff::METHOD, &restarting::METHOD];

/// How a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// There is more to try.
    Searching,
    /// The path is a tour that the goal asks for.
    Found,
    /// Everything was tried and there is no (other) tour: a proof.
    Exhausted,
    /// The method stops without an answer: not a proof.
    GaveUp,
}

/// What one step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// The knight moved on to this square, or a given square was placed.
    Advance(Square),
    /// The knight went back from this square.
    Retreat(Square),
    /// Everything but the given squares was taken back at once.
    Restart,
}

/// What the board looks like at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sketch<'a> {
    /// The squares visited, in order.
    pub path: &'a [Square],
}

impl Sketch<'_> {
    /// Where the knight stands.
    pub fn head(&self) -> Option<Square> {
        self.path.last().copied()
    }
}

/// A search that can be stopped, copied and resumed at any step.
///
/// The same puzzle, method, options and seed always make the same steps, on every machine.
/// A step is one placement, one retreat or one restart, and each given square is one placement, so
/// that the start is step 1.
pub trait Solver: Send + Sync {
    /// Does one step and says what it was; after the end it does and counts nothing.
    fn step(&mut self) -> Option<Event>;

    /// Does up to `steps` steps at full speed: the same as [`Solver::step`] so many times.
    fn run(&mut self, steps: u64) -> Status {
        for _ in 0..steps {
            if self.step().is_none() {
                break;
            }
        }
        self.status()
    }

    /// How the search stands.
    fn status(&self) -> Status;

    /// Leaves [`Status::Found`] and looks for the next tour; without effect in any other state.
    fn go_on(&mut self);

    /// What the board looks like now.
    fn sketch(&self) -> Sketch<'_>;

    /// Exact counters and the visits to each square.
    fn tally(&self) -> &Tally;

    /// The longest path so far, the first of those that are equally long.
    fn deepest(&self) -> &[Square] {
        self.tally().deepest(self.sketch().path)
    }

    /// What the last step was; nothing before the first.
    fn last(&self) -> Option<Event>;

    /// The squares that could come next, and what the method makes of each; worked out only when
    /// asked. Empty before the start is placed and after the end.
    fn choices(&self) -> Vec<Choice>;

    /// Why the last step was taken, in words; worked out only when asked.
    fn explain(&self, naming: Naming) -> String;

    /// Where it stands: what a file keeps of it.
    fn position(&self) -> Position;

    /// Takes a search that has not begun to a position of the same search, which was checked as far
    /// as it is the same for every method. See [`Recipe::load`].
    fn restore(&mut self, position: &Position) -> Result<(), PositionError>;

    /// How much memory a copy takes, in bytes.
    fn bytes(&self) -> usize;

    /// An exact copy that goes on independently.
    fn boxed_clone(&self) -> Box<dyn Solver>;
}

impl Clone for Box<dyn Solver> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}
