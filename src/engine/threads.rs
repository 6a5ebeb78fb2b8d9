//! The only place that starts threads. Everything else that runs a search is a value that somebody
//! calls: a thread from here, a test, or a frame loop.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

/// Starts a thread. Returns whether that was possible; if not, what the work owns is dropped, so that
/// whoever waits for it sees its channel disconnect.
pub(super) fn start(name: &str, work: impl FnOnce() + Send + 'static) -> bool {
    thread::Builder::new().name(name.to_owned()).spawn(work).is_ok()
}

/// Does something in the background that the window must not wait for, such as writing a file.
pub fn background(job: impl FnOnce() + Send + 'static) {
    start("background", job);
}

/// Calls this on a thread of its own whenever the system asks the program to end: on Ctrl+C, when the
/// terminal closes, at the end of the session.
pub(super) fn on_end_signal(act: impl FnMut() + Send + 'static) {
    // Without a handler the program still ends, only less gracefully.
    drop(ctrlc::set_handler(act));
}

/// How many processor cores this machine has for us.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Lets others run for about this long.
pub(super) fn rest(time: Duration) {
    thread::park_timeout(time);
}
