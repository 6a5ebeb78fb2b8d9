//! Where answers are written, and what can go wrong.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use super::Ending;
use crate::board::{BoardError, SquareError};
use crate::engine::{self, WrongTour, until_interrupted};
use crate::lab::{LabError, PlanError};
use crate::puzzle::PuzzleError;
use crate::storage::{self, OutputFile, WriteError};

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

bad_input!(&str, BoardError, SquareError, PuzzleError, PlanError, LabError);

impl From<WrongTour> for Failure {
    fn from(wrong: WrongTour) -> Failure {
        Failure::Internal(wrong.to_string())
    }
}

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

/// Writes to standard output, which ends most commands.
pub(super) fn answer(text: &str) -> Result<Ending, Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(Ending::Done)
}

/// Writes the answer to the file, if there is one, else to standard output. If the file cannot be written,
/// the answer is printed, so that it is not lost.
pub(super) fn deliver(target: Option<OutputFile>, text: &str) -> Result<Ending, Failure> {
    let Some(target) = target else { return answer(text) };
    let write = |target: OutputFile| target.write(text.as_bytes());
    let written = if !target.is_pipe() {
        write(target)
    } else if until_interrupted().is_stopped() {
        // The signal that interrupted the work may be the only one, and nothing else would end the wait.
        print_error(&format!("the answer is printed: {} may have no reader", target.shown()));
        return answer(text);
    } else {
        wait_for_input(|| write(target))
    };
    written.map(|()| Ending::Done).or_else(|failure| answer(text).and(Err(failure.into())))
}

/// Waits for another program or for the user. Ctrl+C ends the wait with the word that every interrupted
/// command uses.
pub(super) fn wait_for_input<T>(wait: impl FnOnce() -> T) -> T {
    engine::wait_for_input(|| print_error("interrupted"), wait)
}

/// Whether notes and progress are left out.
static QUIET: AtomicBool = AtomicBool::new(false);

pub(super) fn set_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

pub(super) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes to standard error what is useful besides the answer, unless --quiet is given.
pub(super) fn note(line: &str) {
    if !is_quiet() {
        print_error(line);
    }
}

/// Writes a message to standard error. Unlike `eprintln!`, it never panics.
pub fn print_error(line: &str) {
    // If standard error is closed, there is nowhere left to complain.
    let _ = writeln!(io::stderr(), "{line}");
}
