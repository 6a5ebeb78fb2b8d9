//! Runs searches against the clock. This is the only room that reads a clock or starts threads.

mod speed;
mod worker;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use crate::solver::{Solver, Status};

pub use speed::Speed;
pub use worker::{Counts, Moment, Progress, Recording, Search, View};

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

    /// The seconds since the start.
    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
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

/// Runs a search until it ends, reaches a limit or is interrupted.
pub fn drive(
    solver: &mut dyn Solver,
    limits: Limits,
    watch: &Stopwatch,
    interrupted: &AtomicBool,
) -> Stop {
    loop {
        if solver.status() != Status::Searching {
            return Stop::Ended(solver.status());
        }
        if interrupted.load(Ordering::Relaxed) {
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

/// A flag that Ctrl+C raises. The first press asks politely, the second ends the program.
pub fn interrupt_flag() -> &'static AtomicBool {
    static RAISED: AtomicBool = AtomicBool::new(false);
    static WATCHED: OnceLock<()> = OnceLock::new();
    WATCHED.get_or_init(|| {
        let handler = || {
            if RAISED.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
        };
        // Without a handler Ctrl+C still ends the program, only less gracefully.
        drop(ctrlc::set_handler(handler));
    });
    &RAISED
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
        let (watch, quiet) = (Stopwatch::start(), AtomicBool::new(false));
        let mut solver = search();
        let limits = Limits { steps: Some(100_001), seconds: None };
        assert_eq!(drive(&mut *solver, limits, &watch, &quiet), Stop::Limit);
        assert_eq!(solver.tally().steps(), 100_001, "a limit of steps is exact");
        let limits = Limits { steps: None, seconds: Some(0.0) };
        assert_eq!(drive(&mut *solver, limits, &watch, &quiet), Stop::Limit);
        let raised = AtomicBool::new(true);
        assert_eq!(drive(&mut *solver, Limits::default(), &watch, &raised), Stop::Interrupted);
        let found = Stop::Ended(Status::Found);
        assert_eq!(drive(&mut *solver, Limits::default(), &watch, &quiet), found);
        assert_eq!(solver.tally().steps(), 16_501_402, "stopping and going on changes nothing");
    }
}
