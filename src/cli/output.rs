//! Where answers are written, and what can go wrong.

use std::io::{self, Write};

use crate::board::{BoardError, SquareError};
use crate::disk::{self, WriteError};
use crate::engine::{self, WrongTour};
use crate::puzzle::PuzzleError;
use crate::solver::MethodError;

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
            _ => Failure::Bad(format!("the answer cannot be written: {}", disk::reason(&error))),
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

/// Waits for input, which Ctrl+C ends with the word that every interrupted command uses.
pub(super) fn wait_for_input<T>(wait: impl FnOnce() -> T) -> T {
    engine::wait_for_input(|| tell("interrupted"), wait)
}

/// Writes a message to standard error. Unlike `eprintln!`, it never panics.
pub fn tell(line: &str) {
    // If standard error is closed, there is nowhere left to complain.
    let _ = writeln!(io::stderr(), "{line}");
}
