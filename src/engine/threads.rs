//! The only place that starts threads. Everything else that runs a search is a value driven by a
//! thread from here, by a test, or by a frame loop.

use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// Starts a thread. Returns whether that was possible; if not, everything that the work owns is
/// dropped, which disconnects its channels.
pub(super) fn start(name: &str, work: impl FnOnce() + Send + 'static) -> bool {
    thread::Builder::new().name(name.to_owned()).spawn(work).is_ok()
}

/// Runs a job that the window must not wait for, such as writing a file.
pub fn background(job: impl FnOnce() + Send + 'static) {
    start("background", job);
}

/// Locks a mutex, also after a thread has panicked while holding it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Called when there is something new to show.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Computes a value in the background, and then calls `wake`.
pub fn compute<T: Send + Sync + 'static>(
    job: impl FnOnce() -> T + Send + 'static,
    wake: impl FnOnce() + Send + 'static,
) -> Arc<OnceLock<T>> {
    let value: Arc<OnceLock<T>> = Arc::default();
    let computed = Arc::clone(&value);
    background(move || {
        computed.get_or_init(job);
        wake();
    });
    value
}

/// Calls `act` on its own thread whenever the system asks the program to end: on Ctrl+C, when the
/// terminal closes, at logout.
pub(super) fn on_end_signal(act: impl FnMut() + Send + 'static) {
    // Without a handler the program still ends, only less gracefully.
    drop(ctrlc::set_handler(act));
}

/// How many processor cores are available.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

pub(super) fn rest(time: Duration) {
    thread::park_timeout(time);
}
