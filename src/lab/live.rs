//! An experiment that runs in the background and reports from time to time.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::parameter::in_words;
use super::{Experiment, Findings, Running, Trial};
use crate::engine::{Control, Stopwatch, background};
use crate::solver::Options;

/// Reports are at least this many seconds apart, and at least this many times the time one takes.
const BETWEEN_REPORTS: f64 = 0.2;
const COST: f64 = 20.0;
const CRASHED: &str = "internal error: the experiment crashed; please report its settings";
const NO_THREAD: &str =
    "the system has no thread to spare; close other programs, then run the experiment again";

/// An experiment in the background. Dropping it stops its runs.
pub struct Live {
    experiment: &'static Experiment,
    words: String,
    settings: Options,
    control: Arc<Control>,
    desk: Arc<Mutex<Desk>>,
}

/// What is ready to be looked at.
#[derive(Default)]
struct Desk {
    trials: Arc<Vec<Trial>>,
    done: usize,
    /// The numbers of the runs that hit their limit, in rising order.
    limited: Vec<usize>,
    report: Option<Findings>,
    trouble: Option<String>,
    has_begun: bool,
    is_over: bool,
}

impl Live {
    /// Starts planning it, then runs it on this number of threads.
    pub fn start(experiment: &'static Experiment, settings: Options, threads: usize) -> Live {
        let (control, desk) = (Arc::<Control>::default(), Arc::<Mutex<Desk>>::default());
        let end = End(Arc::clone(&desk));
        let words = in_words(&settings);
        let kept = settings.clone();
        let live = Live { experiment, words, settings: kept, control: Arc::clone(&control), desk };
        background(move || {
            let desk = &end.0;
            lock(desk).has_begun = true;
            let work = || match Running::start(experiment, &settings, threads, control) {
                Ok(running) => watch(running, desk),
                Err(error) => lock(desk).trouble = Some(error.to_string()),
            };
            // Nothing else looks at what a crash leaves behind.
            if catch_unwind(AssertUnwindSafe(work)).is_err() {
                lock(desk).trouble = Some(CRASHED.to_owned());
            }
        });
        live
    }

    /// The experiment.
    pub fn experiment(&self) -> &'static Experiment {
        self.experiment
    }

    /// Its parameters in words.
    pub fn words(&self) -> &str {
        &self.words
    }

    /// The values of its parameters.
    pub fn settings(&self) -> &Options {
        &self.settings
    }

    /// Whether planning is over, with or without success.
    pub fn is_planned(&self) -> bool {
        let desk = lock(&self.desk);
        desk.report.is_some() || desk.is_over
    }

    /// What is run; empty until it is planned.
    pub fn trials(&self) -> Arc<Vec<Trial>> {
        Arc::clone(&lock(&self.desk).trials)
    }

    /// How many runs are finished, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let desk = lock(&self.desk);
        (desk.done, desk.trials.len())
    }

    /// Whether the run of this number hit its limit.
    pub fn hit_limit(&self, number: usize) -> bool {
        lock(&self.desk).limited.binary_search(&number).is_ok()
    }

    /// The newest report, if nobody has taken it yet.
    pub fn take_report(&self) -> Option<Findings> {
        lock(&self.desk).report.take()
    }

    /// Why it cannot run, or what is wrong with one of its runs.
    pub fn trouble(&self) -> Option<String> {
        lock(&self.desk).trouble.clone()
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        lock(&self.desk).is_over
    }

    /// Pauses all runs, or resumes them.
    pub fn halt(&self, halted: bool) {
        self.control.halt(halted);
    }

    /// Whether the runs are paused.
    pub fn is_halted(&self) -> bool {
        self.control.is_halted()
    }

    /// Ends all runs as soon as they can.
    pub fn stop(&self) {
        self.control.stop();
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Marks the experiment as ended when dropped, even where no thread could be started.
struct End(Arc<Mutex<Desk>>);

impl Drop for End {
    fn drop(&mut self) {
        let mut desk = lock(&self.0);
        desk.is_over = true;
        if !desk.has_begun {
            desk.trouble = Some(NO_THREAD.to_owned());
        }
    }
}

fn lock(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Collects results and makes reports until all runs are over.
fn watch(mut running: Running, desk: &Mutex<Desk>) {
    let report = Some(running.report());
    *lock(desk) = Desk { trials: running.trials(), report, has_begun: true, ..Desk::default() };
    let (mut reported, mut cost) = (Stopwatch::start(), 0.0);
    let mut of = 0;
    loop {
        let more = running.wait();
        let done = running.progress().0;
        let is_due = !more || reported.seconds() >= f64::max(BETWEEN_REPORTS, cost * COST);
        let report = (is_due && done != of).then(|| {
            let watch = Stopwatch::start();
            let report = running.report();
            (reported, cost, of) = (Stopwatch::start(), watch.seconds(), done);
            report
        });
        let mut desk = lock(desk);
        desk.done = done;
        desk.trouble = running.fault().map(ToString::to_string);
        if report.is_some() {
            desk.report = report;
            desk.limited = running.limited();
        }
        if !more {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Trials;
    use super::*;

    #[test]
    fn a_crash_and_a_missing_thread_are_told() {
        static CRASHES: Experiment = Experiment {
            name: "crash",
            title: "",
            summary: "",
            invitation: "",
            repeats: "",
            parameters: &[],
            plan: |_| Ok(Trials::default()),
            report: |_, _| panic!("this report panics on purpose"),
            example: || None,
        };
        let live = Live::start(&CRASHES, CRASHES.defaults(), 1);
        while !live.is_over() {
            std::hint::spin_loop();
        }
        assert_eq!(live.trouble().as_deref(), Some(CRASHED));
        let desk = Arc::<Mutex<Desk>>::default();
        drop(End(Arc::clone(&desk)));
        assert_eq!(lock(&desk).trouble.as_deref(), Some(NO_THREAD));
    }
}
