//! The clock that sets the pace of a search on the board: the machine's own, or one set by a test.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, TryRecvError};

use super::{Stopwatch, lock, threads};

/// How long a thread waits before it checks a manual clock again, in real time.
const CHECK_INTERVAL: Duration = Duration::from_micros(100);
/// Checks before giving up, after a few seconds.
const MAX_CHECKS: u32 = 30_000;

#[derive(Clone, Debug)]
pub struct Clock(ClockKind);

#[derive(Clone, Debug)]
enum ClockKind {
    Machine(Stopwatch),
    Manual(Arc<Manual>, Arc<AtomicBool>),
}

/// A clock that stands still until a test moves it.
#[derive(Debug, Default)]
pub struct Manual {
    microseconds: AtomicU64,
    /// For each thread that uses this clock, whether it has nothing to do at this time.
    idle: Mutex<Vec<Weak<AtomicBool>>>,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock(ClockKind::Machine(Stopwatch::start()))
    }
}

impl Clock {
    /// A clock that shows the time set by a test.
    pub fn manual(manual: &Arc<Manual>) -> Clock {
        Clock(ClockKind::Manual(Arc::clone(manual), Arc::default()))
    }

    /// The same clock for use in a new thread.
    pub(super) fn for_thread(&self) -> Clock {
        match &self.0 {
            ClockKind::Machine(_) => Clock::default(),
            ClockKind::Manual(manual, _) => {
                let idle = Arc::new(AtomicBool::new(false));
                lock(&manual.idle).push(Arc::downgrade(&idle));
                Clock(ClockKind::Manual(Arc::clone(manual), idle))
            }
        }
    }

    pub fn seconds(&self) -> f64 {
        match &self.0 {
            ClockKind::Machine(watch) => watch.seconds(),
            ClockKind::Manual(manual, _) => manual.seconds(),
        }
    }

    /// Waits for a message, at most this many seconds.
    pub(super) fn wait<T>(&self, inbox: &Receiver<T>, seconds: f64) -> Result<T, RecvTimeoutError> {
        match &self.0 {
            ClockKind::Machine(_) => {
                inbox.recv_timeout(Duration::from_secs_f64(seconds.min(3600.0)))
            }
            ClockKind::Manual(_, idle) => {
                let until = self.seconds() + seconds;
                let answer = loop {
                    // Messages first: they were sent before the clock was moved.
                    match inbox.try_recv() {
                        Ok(message) => break Ok(message),
                        Err(TryRecvError::Disconnected) => {
                            break Err(RecvTimeoutError::Disconnected);
                        }
                        Err(TryRecvError::Empty) if self.seconds() >= until => {
                            break Err(RecvTimeoutError::Timeout);
                        }
                        Err(TryRecvError::Empty) => idle.store(true, Ordering::Release),
                    }
                    threads::rest(CHECK_INTERVAL);
                };
                idle.store(false, Ordering::Release);
                answer
            }
        }
    }
}

impl Manual {
    pub fn seconds(&self) -> f64 {
        self.microseconds.load(Ordering::Acquire) as f64 / 1e6
    }

    /// Moves the clock forward. Before and after, waits until no thread has anything left to do.
    pub fn advance(&self, seconds: f64) {
        self.wait_until_idle();
        self.turn(seconds);
        self.wait_until_idle();
    }

    /// Moves the clock forward without waiting, for searches that never end.
    pub fn turn(&self, seconds: f64) {
        self.microseconds.fetch_add((seconds * 1e6) as u64, Ordering::AcqRel);
        for idle in lock(&self.idle).iter().filter_map(Weak::upgrade) {
            idle.store(false, Ordering::Release);
        }
    }

    /// Waits until no thread has anything to do at this time. Gives up after a few seconds, because
    /// an endless search always has something to do.
    fn wait_until_idle(&self) {
        let is_busy = |idle: &Weak<AtomicBool>| {
            idle.upgrade().is_some_and(|idle| !idle.load(Ordering::Acquire))
        };
        for _ in 0..MAX_CHECKS {
            let mut threads = lock(&self.idle);
            threads.retain(|idle| idle.strong_count() > 0);
            if !threads.iter().any(is_busy) {
                return;
            }
            drop(threads);
            threads::rest(CHECK_INTERVAL);
        }
    }
}
