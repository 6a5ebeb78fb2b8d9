//! An experiment that runs in the background and reports from time to time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::parameter::in_words;
use super::{Experiment, ExperimentRun, Findings, Trial};
use crate::engine::{Control, Stopwatch, background};
use crate::solver::Options;

/// Reports are at least this many seconds apart, and at least this many times the time one takes.
const SECONDS_BETWEEN_REPORTS: f64 = 0.2;
const REPORT_COST_FACTOR: f64 = 20.0;
const CRASHED: &str = "internal error: the experiment crashed; please report its settings";
const NO_THREAD: &str =
    "the system has no thread to spare; close other programs, then run the experiment again";

/// An experiment in the background. Dropping it stops its runs.
pub struct BackgroundRun {
    pub words: String,
    pub(super) settings: Options,
    /// Pauses and stops all its runs.
    pub control: Arc<Control>,
    state: Arc<Mutex<RunState>>,
}

#[derive(Default)]
struct RunState {
    trials: Arc<Vec<Trial>>,
    done: usize,
    /// The numbers of the runs that hit their limit, in rising order.
    limited: Vec<usize>,
    report: Option<Findings>,
    trouble: Option<String>,
    has_begun: bool,
    is_over: bool,
}

impl BackgroundRun {
    /// Starts planning it, then runs it on this number of threads.
    pub fn start(
        experiment: &'static Experiment,
        settings: Options,
        threads: usize,
    ) -> BackgroundRun {
        let (control, state) = (Arc::<Control>::default(), Arc::<Mutex<RunState>>::default());
        let run = BackgroundRun {
            words: in_words(&settings),
            settings: settings.clone(),
            control: Arc::clone(&control),
            state: Arc::clone(&state),
        };
        let end = EndGuard(state);
        background(move || {
            let state = &end.0;
            lock(state).has_begun = true;
            let work = || match ExperimentRun::start(experiment, &settings, threads, control) {
                Ok(running) => watch(running, state),
                Err(error) => lock(state).trouble = Some(error.to_string()),
            };
            // Nothing else looks at what a crash leaves behind.
            if catch_unwind(AssertUnwindSafe(work)).is_err() {
                lock(state).trouble = Some(CRASHED.to_owned());
            }
        });
        run
    }

    /// Whether planning is over, with or without success.
    pub fn is_planned(&self) -> bool {
        let state = lock(&self.state);
        state.report.is_some() || state.is_over
    }

    /// The run of a number, and whether it has hit its limit.
    pub(super) fn trial(&self, number: usize) -> Option<(Trial, bool)> {
        let state = lock(&self.state);
        let hit_limit = state.limited.binary_search(&number).is_ok();
        Some((state.trials.get(number)?.clone(), hit_limit))
    }

    /// How many runs are finished, and how many there are; none until it is planned.
    pub fn progress(&self) -> (usize, usize) {
        let state = lock(&self.state);
        (state.done, state.trials.len())
    }

    /// The newest report, unless it was taken before.
    pub fn take_report(&self) -> Option<Findings> {
        lock(&self.state).report.take()
    }

    /// Why it cannot run, or what is wrong with one of its runs.
    pub fn trouble(&self) -> Option<String> {
        lock(&self.state).trouble.clone()
    }

    pub fn is_over(&self) -> bool {
        lock(&self.state).is_over
    }
}

impl Drop for BackgroundRun {
    fn drop(&mut self) {
        self.control.stop();
    }
}

/// Marks the experiment as ended when dropped, even where no thread could be started.
struct EndGuard(Arc<Mutex<RunState>>);

impl Drop for EndGuard {
    fn drop(&mut self) {
        let mut state = lock(&self.0);
        state.is_over = true;
        if !state.has_begun {
            state.trouble = Some(NO_THREAD.to_owned());
        }
    }
}

fn lock(state: &Mutex<RunState>) -> MutexGuard<'_, RunState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Collects results and makes reports until all runs are over.
fn watch(mut running: ExperimentRun, state: &Mutex<RunState>) {
    let report = Some(running.report());
    *lock(state) =
        RunState { trials: running.trials(), report, has_begun: true, ..RunState::default() };
    let (mut reported, mut cost) = (Stopwatch::start(), 0.0);
    let mut done_at_report = 0;
    loop {
        let more = running.wait();
        let done = running.progress().0;
        let is_due = !more
            || reported.seconds() >= f64::max(SECONDS_BETWEEN_REPORTS, cost * REPORT_COST_FACTOR);
        let report = (is_due && done != done_at_report).then(|| {
            let watch = Stopwatch::start();
            let report = running.report();
            (reported, cost) = (Stopwatch::start(), watch.seconds());
            done_at_report = done;
            report
        });
        let mut state = lock(state);
        state.done = done;
        state.trouble = running.fault.clone();
        if report.is_some() {
            state.report = report;
            state.limited = running.limited();
        }
        if !more {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::{Axis, Chart};

    #[test]
    fn a_crash_and_a_missing_thread_are_reported() {
        static CRASHES: Experiment = Experiment {
            name: "crash",
            title: "",
            summary: "",
            invitation: "",
            repeats: "",
            parameters: &[],
            plan: |_, _| Ok(()),
            report: |_, _| panic!("this report panics on purpose"),
            example: || Chart::bars("", Axis::linear(""), Vec::new()),
        };
        let run = BackgroundRun::start(&CRASHES, CRASHES.defaults(), 1);
        while !run.is_over() {
            std::hint::spin_loop();
        }
        assert_eq!(run.trouble().as_deref(), Some(CRASHED));
        let state = Arc::<Mutex<RunState>>::default();
        drop(EndGuard(Arc::clone(&state)));
        assert_eq!(lock(&state).trouble.as_deref(), Some(NO_THREAD));
    }
}
