//! What somebody else may ask of a run: to halt for a while, or to end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, OnceLock, PoisonError};

use super::Stopwatch;

/// Raised by Ctrl+C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The orders to a run, or to many of them.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    halted: AtomicBool,
    /// Held while the orders change, so that nobody who waits misses it.
    lock: Mutex<()>,
    changed: Condvar,
}

impl Control {
    /// Ends it for good.
    pub fn stop(&self) {
        self.set(&self.stopped, true);
    }

    /// Lets it halt, or go on.
    pub fn halt(&self, halted: bool) {
        self.set(&self.halted, halted);
    }

    /// Whether it shall end, by order or by Ctrl+C.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed) || INTERRUPTED.load(Ordering::Relaxed)
    }

    /// Whether it shall halt.
    pub fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    fn set(&self, flag: &AtomicBool, value: bool) {
        self.tell(|| flag.store(value, Ordering::Relaxed));
    }

    /// Changes something that others wait for with [`Control::wait_while`].
    pub(super) fn tell(&self, change: impl FnOnce()) {
        let held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        drop(held);
        self.changed.notify_all();
    }

    /// Waits as long as it is halted, and says for how many seconds that was.
    pub(super) fn wait(&self) -> f64 {
        if !self.is_halted() {
            return 0.0;
        }
        let watch = Stopwatch::start();
        self.wait_while(|| self.is_halted());
        watch.seconds()
    }

    /// Waits as long as something holds, but not if it shall end.
    pub(super) fn wait_while(&self, holds: impl Fn() -> bool) {
        if !holds() {
            return;
        }
        let mut held = self.lock.lock().unwrap_or_else(PoisonError::into_inner);
        while holds() && !self.is_stopped() {
            held = self.changed.wait(held).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Orders that only Ctrl+C gives: the first press asks politely, the second ends the program.
pub fn until_interrupted() -> Control {
    static WATCHED: OnceLock<()> = OnceLock::new();
    WATCHED.get_or_init(|| {
        let handler = || {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(1);
            }
        };
        // Without a handler Ctrl+C still ends the program, only less gracefully.
        drop(ctrlc::set_handler(handler));
    });
    Control::default()
}
