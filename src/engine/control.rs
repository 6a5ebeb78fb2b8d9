//! Pausing and stopping runs from another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};

use super::{Stopwatch, lock, threads, wait_for};

/// Set by Ctrl+C, and when the system asks the program to end.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Pauses or stops one or more runs.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    halted: AtomicBool,
    /// Held during a change, so that no waiting thread misses it.
    lock: Mutex<()>,
    changed: Condvar,
}

impl Control {
    pub fn stop(&self) {
        self.change(|| self.stopped.store(true, Ordering::Relaxed));
    }

    pub fn halt(&self, halted: bool) {
        self.change(|| self.halted.store(halted, Ordering::Relaxed));
    }

    /// Whether it was stopped, by [`Control::stop`] or by Ctrl+C.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || INTERRUPTED.load(Ordering::Relaxed)
    }

    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    /// Changes a condition that others wait for with [`Control::wait_while`].
    pub(super) fn change(&self, change: impl FnOnce()) {
        let held = lock(&self.lock);
        change();
        drop(held);
        self.changed.notify_all();
    }

    /// Waits while it is paused, and returns for how many seconds.
    pub(super) fn wait(&self) -> f64 {
        if !self.is_halted() {
            return 0.0;
        }
        let watch = Stopwatch::start();
        self.wait_while(|| self.is_halted());
        watch.seconds()
    }

    /// Waits while a condition holds, unless it is stopped.
    pub(super) fn wait_while(&self, holds: impl Fn() -> bool) {
        if !holds() {
            return;
        }
        let mut held = lock(&self.lock);
        while holds() && !self.is_stopped() {
            held = self.changed.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Called at Ctrl+C while the program waits for input.
static ON_INTERRUPT: Mutex<Option<fn()>> = Mutex::new(None);

/// Waits for input, or for the reader of a pipe. Ctrl+C meanwhile or before calls `on_interrupt`
/// and ends the program with exit code 1, because no second signal may come.
pub fn wait_for_input<T>(on_interrupt: fn(), wait: impl FnOnce() -> T) -> T {
    let set = |act| *lock(&ON_INTERRUPT) = act;
    set(Some(on_interrupt));
    if until_interrupted().is_stopped() {
        on_interrupt();
        std::process::exit(1);
    }
    let waited = wait();
    set(None);
    waited
}

/// A control for the command line: the first Ctrl+C stops the run, the second ends the program.
pub fn until_interrupted() -> Control {
    static WATCHED: OnceLock<()> = OnceLock::new();
    WATCHED.get_or_init(|| {
        let handler = || {
            if let Some(on_interrupt) = *lock(&ON_INTERRUPT) {
                on_interrupt();
                std::process::exit(1);
            }
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
        };
        threads::on_end_signal(handler);
    });
    Control::default()
}

/// For the window: calls `act` once, on its own thread, when the system asks the program to end: on
/// Ctrl+C in its terminal, when the terminal closes, at logout. If it succeeds, the program has
/// this many seconds to end by itself. Otherwise it ends at once with exit code 1.
pub fn on_end_request(seconds: f64, act: impl Fn() -> bool + Send + 'static) {
    let handler = move || {
        INTERRUPTED.store(true, Ordering::Relaxed);
        if !act() {
            std::process::exit(1);
        }
        wait_for(&crossbeam_channel::never::<()>(), seconds);
        std::process::exit(0);
    };
    threads::on_end_signal(handler);
}
