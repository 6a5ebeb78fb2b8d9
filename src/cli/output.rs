//! Where answers are written, and what can go wrong.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::{BoardError, SquareError};
use crate::engine::{self, WrongTour, until_interrupted};
use crate::puzzle::PuzzleError;
use crate::solver::MethodError;
use crate::storage::{self, Target, WriteError};

/// Why a command failed.
#[derive(Debug)]
pub(super) enum Failure {
    /// Bad input, or a file that cannot be read or written: a sentence that says what to do.
    Bad(String),
    /// A bug in this program: what went wrong.
    Internal(String),
    /// The reader of the answer has gone, which is not an error.
    ClosedPipe,
}

macro_rules! bad_input {
    ($($error:ty),*) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Failure {
                Failure::Bad(error.to_string())
            }
        }
    )*};
}

bad_input!(BoardError, SquareError, PuzzleError, MethodError);

impl From<WrongTour> for Failure {
    fn from(wrong: WrongTour) -> Failure {
        Failure::Internal(wrong.to_string())
    }
}

/// A failure to write to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Bad(format!("the answer cannot be written: {}", storage::reason(&error))),
        }
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Failure {
        match error {
            WriteError::ClosedPipe => Failure::ClosedPipe,
            WriteError::Failed(message) => Failure::Bad(message),
        }
    }
}

/// Writes to standard output.
pub(super) fn answer(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes the answer to a file. If that cannot be done, the answer is printed, so that it is not lost.
pub(super) fn deliver(target: Target, text: &str) -> Result<(), Failure> {
    let write = |target: Target| target.write(text.as_bytes());
    let written = match target.is_pipe() {
        false => write(target),
        // The signal that interrupted the work may be the only one, and nothing else would end the wait.
        true if until_interrupted().is_stopped() => {
            tell(&format!("the answer is printed: {} may have no reader", target.shown()));
            return answer(text);
        }
        true => wait_for_input(|| write(target)),
    };
    written.or_else(|failure| answer(text).and(Err(failure.into())))
}

/// Waits for another program or for the user, which Ctrl+C ends with the word that every interrupted
/// command uses.
pub(super) fn wait_for_input<T>(wait: impl FnOnce() -> T) -> T {
    engine::wait_for_input(|| tell("interrupted"), wait)
}

/// Whether notes are left out.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Leaves out notes and progress from now on, or not.
pub(super) fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes to standard error what is good to know beside the answer, unless --quiet is given.
pub(super) fn note(line: &str) {
    if !is_quiet() {
        tell(line);
    }
}

/// Writes a message to standard error. Unlike `eprintln!`, it never panics.
pub fn tell(line: &str) {
    // If standard error is closed, there is nowhere left to complain.
    let _ = writeln!(io::stderr(), "{line}");
}
