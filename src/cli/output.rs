//! Where answers go, and what can go wrong on the way.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::board::{BoardError, SquareError};
use crate::puzzle::PuzzleError;
use crate::solver::MethodError;

/// Why a command could not be carried out.
#[derive(Debug)]
pub(super) enum Failure {
    /// Bad input, or a file that cannot be read or written: a sentence with the way out.
    Bad(String),
    /// Nobody reads the answer any more, which is no fault.
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

/// A failure to write to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Bad(format!("the answer cannot be written: {error}")),
        }
    }
}

/// Writes to standard output.
pub(super) fn answer(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a line for people to standard error.
pub(super) fn tell(line: &str) {
    // There is nowhere left to tell if standard error is closed.
    let _ = writeln!(io::stderr(), "{line}");
}

/// A file that an answer will be written to, opened before the work is done.
pub(super) struct Target {
    /// Where the answer shall be, with links followed.
    file: PathBuf,
    /// The file beside it that is written first and then renamed, so that an old one stays whole if
    /// anything goes wrong. Pipes and devices are written to directly.
    part: Option<PathBuf>,
    existed: bool,
}

impl Target {
    /// Makes sure that the file can be written later, and changes nothing yet.
    pub(super) fn new(file: &Path) -> Result<Target, Failure> {
        let bad =
            |what: &str| Failure::Bad(format!("'{}' {what}; choose another file", file.display()));
        if file.as_os_str().is_empty() || file.is_dir() || file.file_name().is_none() {
            return Err(bad("is not the name of a file"));
        }
        let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let old = fs::metadata(&file).ok();
        if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
            return Err(bad("may not be written"));
        }
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            return Ok(Target { file, part: None, existed: false });
        }
        if file.parent().is_some_and(|folder| folder != Path::new("") && !folder.is_dir()) {
            return Err(bad("is in a folder that does not exist"));
        }
        let mut name = file.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let part = file.with_file_name(name);
        let made = fs::File::create(&part);
        made.map_err(|error| bad(&format!("cannot be written ({error})")))?;
        if let Some(old) = &old {
            // A file that cannot keep its permissions is still better than none.
            let _ = fs::set_permissions(&part, old.permissions());
        }
        Ok(Target { file, part: Some(part), existed: old.is_some() })
    }

    /// Whether there was such a file before.
    pub(super) fn existed(&self) -> bool {
        self.existed
    }

    /// The file as people read it.
    pub(super) fn shown(&self) -> String {
        format!("'{}'", self.file.display())
    }

    /// Writes the answer.
    pub(super) fn write(mut self, text: &str) -> Result<(), Failure> {
        let written = match &self.part {
            Some(part) => fs::write(part, text).and_then(|()| fs::rename(part, &self.file)),
            None => fs::write(&self.file, text),
        };
        match written {
            Ok(()) => self.part = None,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Err(Failure::ClosedPipe);
            }
            Err(error) => {
                let file = self.shown();
                return Err(Failure::Bad(format!("{file} cannot be written: {error}")));
            }
        }
        Ok(())
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // The part file is worthless, and may not even exist.
            let _ = fs::remove_file(part);
        }
    }
}
