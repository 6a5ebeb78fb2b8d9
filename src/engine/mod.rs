//! Runs searches against the clock. This is the only room that reads a clock or starts threads.

mod batch;
mod clock;
mod control;
mod run;
mod speed;
mod worker;

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use crate::solver::{Solver, Status};

pub use batch::{Batch, Extent, Heap};
pub use clock::{Clock, Manual};
pub use control::{Control, until_interrupted};
pub use run::{Answer, Outcome, Run, WrongTour, checked, count_tours, run};
pub use speed::Speed;
pub use worker::{Counts, Moment, Progress, Recording, Search, Showing, View};

/// Steps between two looks at the clock: well under a frame, even for the slowest steps.
const CHUNK: u64 = 1 << 17;

/// How far a search may go; nothing means as far as it takes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// At most so many steps, counted from the very first.
    pub steps: Option<u64>,
    /// At most so many seconds on the stopwatch.
    pub seconds: Option<f64>,
}

/// Why a search was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It came to an end of its own: found, exhausted or given up.
    Ended(Status),
    /// It reached a limit.
    Limit,
    /// Somebody interrupted it.
    Interrupted,
}

/// Measures how long something takes.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    /// Starts at zero.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the clock")]
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// The seconds since the start, without those left out.
    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    /// Leaves out some of the time that has passed.
    fn leave_out(&mut self, seconds: f64) {
        self.0 += Duration::from_secs_f64(seconds);
    }
}

/// How many things this machine can do at a time.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Does something that nobody shall wait for, such as writing a file or asking for one.
pub fn background(job: impl FnOnce() + Send + 'static) {
    // Where no thread can be had the job is dropped, and whoever waits for its answer is told so by
    // the channel.
    drop(std::thread::Builder::new().name("background".to_owned()).spawn(job));
}

/// Waits for something from another thread, but not for longer than so many seconds.
pub fn wait_for<T>(receiver: &Receiver<T>, seconds: f64) -> Option<T> {
    receiver.recv_timeout(Duration::from_secs_f64(seconds)).ok()
}

/// Runs a search until it ends, reaches a limit or is stopped. While it is halted its time stands
/// still.
pub fn drive(
    solver: &mut dyn Solver,
    limits: Limits,
    watch: &mut Stopwatch,
    control: &Control,
) -> Stop {
    loop {
        if solver.status() != Status::Searching {
            return Stop::Ended(solver.status());
        }
        watch.leave_out(control.wait());
        if control.is_stopped() {
            return Stop::Interrupted;
        }
        let left =
            limits.steps.map_or(u64::MAX, |most| most.saturating_sub(solver.tally().steps()));
        let out_of_time = limits.seconds.is_some_and(|most| watch.seconds() >= most);
        if left == 0 || out_of_time {
            return Stop::Limit;
        }
        solver.run(left.min(CHUNK));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Recipe;

    fn search() -> Box<dyn Solver> {
        let recipe: Recipe = "backtracking".parse().unwrap();
        recipe.build(&"8x8 given=0,0".parse().unwrap())
    }

    #[test]
    fn limits_and_interruptions_are_told_apart() {
        let (mut watch, quiet) = (Stopwatch::start(), Control::default());
        let mut solver = search();
        let limits = Limits { steps: Some(100_001), seconds: None };
        assert_eq!(drive(&mut *solver, limits, &mut watch, &quiet), Stop::Limit);
        assert_eq!(solver.tally().steps(), 100_001, "a limit of steps is exact");
        let limits = Limits { steps: None, seconds: Some(0.0) };
        assert_eq!(drive(&mut *solver, limits, &mut watch, &quiet), Stop::Limit);
        let raised = Control::default();
        raised.stop();
        assert_eq!(drive(&mut *solver, Limits::default(), &mut watch, &raised), Stop::Interrupted);
        let found = Stop::Ended(Status::Found);
        assert_eq!(drive(&mut *solver, Limits::default(), &mut watch, &quiet), found);
        assert_eq!(solver.tally().steps(), 16_501_402, "stopping and going on changes nothing");
    }
}
