//! Runs searches against the clock. Only this module reads clocks; only `threads` starts threads.

mod batch;
mod chunk;
mod clock;
mod control;
mod frame;
mod handle;
mod harvest;
mod path_index;
mod periodic;
mod recording;
mod run;
mod speed;
mod threads;
mod worker;

use std::time::{Duration, Instant};

use crossbeam_channel::Receiver;

use crate::solver::{Solver, Status};

pub use batch::{Batch, BatchOptions, JobResults};
pub use clock::{Clock, Manual};
pub use control::{Control, on_end_request, until_interrupted, wait_for_input};
pub use frame::{Counts, Frame, Replay, SearchProgress, View};
pub use handle::{
    PendingRecording, PlaybackCommand, PlaybackSettings, Recorder, SearchEnded, SearchHandle,
};
pub use harvest::{Harvest, PARTS, harvest};
pub use path_index::PathIndex;
pub use periodic::PeriodicWorker;
pub use recording::{Recording, Shown, Summary};
pub use run::{Answer, Outcome, Run, WrongTour, checked, count_tours, refusal, run};
pub use speed::Speed;
pub use threads::{Wake, background, compute, cores, lock};
pub use worker::Worker;

/// When a search stops; `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// The maximum number of steps, counted from the very first.
    pub steps: Option<u64>,
    /// The maximum number of seconds on the stopwatch.
    pub seconds: Option<f64>,
}

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// By itself: found, exhausted or given up.
    Ended(Status),
    Limit,
    Interrupted,
}

#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Instant);

impl Stopwatch {
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the clock")]
    pub fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// Seconds since the start, except those subtracted.
    pub fn seconds(&self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }

    /// Subtracts paused time.
    fn leave_out(&mut self, seconds: f64) {
        self.0 += Duration::from_secs_f64(seconds);
    }
}

/// Whole days since the beginning of 1970, UTC.
#[expect(clippy::disallowed_methods, reason = "the one place that reads the calendar")]
pub fn today() -> u32 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| u32::try_from(since.as_secs() / 86_400).unwrap_or(u32::MAX))
}

/// Waits at most this many seconds for a message.
pub fn wait_for<T>(receiver: &Receiver<T>, seconds: f64) -> Option<T> {
    receiver.recv_timeout(Duration::from_secs_f64(seconds)).ok()
}

/// Runs a search until it ends, reaches a limit or is stopped. Paused time does not count.
pub fn drive(
    solver: &mut dyn Solver,
    limits: Limits,
    watch: &mut Stopwatch,
    control: &Control,
) -> Stop {
    let mut chunk = chunk::ChunkSize::of(solver);
    loop {
        if solver.state().status != Status::Searching {
            return Stop::Ended(solver.state().status);
        }
        watch.leave_out(control.wait());
        if control.is_stopped() {
            return Stop::Interrupted;
        }
        let left =
            limits.steps.map_or(u64::MAX, |most| most.saturating_sub(solver.state().steps()));
        let began = watch.seconds();
        let out_of_time = limits.seconds.is_some_and(|most| began >= most);
        if left == 0 || out_of_time {
            return Stop::Limit;
        }
        solver.run(left.min(chunk.steps()));
        chunk.took(watch.seconds() - began);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::MethodConfig;

    fn search() -> Box<dyn Solver> {
        let config: MethodConfig = "backtracking".parse().unwrap();
        config.build(&"8x8 given=0,0".parse().unwrap())
    }

    #[test]
    fn limits_and_interruptions_are_different() {
        let (mut watch, quiet) = (Stopwatch::start(), Control::default());
        let mut solver = search();
        let limits = Limits { steps: Some(100_001), seconds: None };
        assert_eq!(drive(&mut *solver, limits, &mut watch, &quiet), Stop::Limit);
        assert_eq!(solver.state().steps(), 100_001, "the step limit is exact");
        let limits = Limits { steps: None, seconds: Some(0.0) };
        assert_eq!(drive(&mut *solver, limits, &mut watch, &quiet), Stop::Limit);
        let raised = Control::default();
        raised.stop();
        assert_eq!(drive(&mut *solver, Limits::default(), &mut watch, &raised), Stop::Interrupted);
        let found = Stop::Ended(Status::Found);
        assert_eq!(drive(&mut *solver, Limits::default(), &mut watch, &quiet), found);
        assert_eq!(solver.state().steps(), 16_501_402, "stopping and continuing changes nothing");
    }
}
