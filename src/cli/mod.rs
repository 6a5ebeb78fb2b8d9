//! The command line: arguments in, answers to standard output, everything else to standard error.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod base;
mod check;
mod enumerate;
mod hint;
mod lab;
mod methods;
mod output;
mod progress;
mod questions;
mod simulate;
mod solve;
mod starts;

use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, OnceLock};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use args::{Arguments, Command};
use output::Failure;
pub use output::tell;

use crate::text::{cut, message};

/// The exit codes; 3 is for a window without a display. Only a second Ctrl+C ends the program by another way.
mod exit {
    pub(super) const DONE: u8 = 0;
    pub(super) const NO: u8 = 1;
    pub(super) const BAD_INPUT: u8 = 2;
    pub(super) const INTERNAL: u8 = 4;
}

/// How a command ended that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Found, valid, or done.
    Done,
    /// No tour, not valid, or interrupted.
    No,
}

/// Whether a word is one of the commands.
pub fn is_command(word: &str) -> bool {
    word == "help" || Arguments::command().find_subcommand(word).is_some()
}

/// Runs one command line, the program's name first, and returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let words: Vec<OsString> = arguments.into_iter().collect();
    end(guarded(|| obey(&words)))
}

/// The exit code of a command that has ended, after saying what went wrong.
fn end(ending: Result<Ending, Failure>) -> u8 {
    match ending {
        Ok(Ending::Done) | Err(Failure::ClosedPipe) => exit::DONE,
        Ok(Ending::No) => exit::NO,
        Err(Failure::Bad(message)) => {
            complain(&message);
            exit::BAD_INPUT
        }
        Err(Failure::Internal(what)) => {
            complain(&internal_error(&what));
            exit::INTERNAL
        }
    }
}

/// What happened inside the program, as a sentence that asks for a report.
fn internal_error(what: &str) -> String {
    let what = what.strip_prefix("internal error: ").unwrap_or(what);
    let request = if what.contains("please report") { "" } else { "; please report it" };
    format!("internal error: {what}{request}")
}

/// Does the work. A panic on any thread is an internal error, reported in one sentence. Only the
/// first one counts, because others may follow from it.
fn guarded(work: impl FnOnce() -> Result<Ending, Failure>) -> Result<Ending, Failure> {
    let first = Arc::new(OnceLock::new());
    let seen = Arc::clone(&first);
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let words = panic.payload_as_str().unwrap_or("unknown trouble");
        let place = panic.location().map(|place| format!(" ({place})")).unwrap_or_default();
        // Only the first is kept.
        let _ = seen.set(format!("{words}{place}"));
    }));
    let ending = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(usual);
    ending.unwrap_or_else(|_| {
        Err(Failure::Internal(first.get().cloned().unwrap_or_else(|| "unknown trouble".to_owned())))
    })
}

/// Does what the command line says.
fn obey(words: &[OsString]) -> Result<Ending, Failure> {
    let is_bare = words.len() <= 2;
    let arguments = match Arguments::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error, words),
    };
    match &arguments.command {
        None => output::answer(&Arguments::command().render_long_help().to_string())
            .map(|()| Ending::Done),
        Some(Command::Solve(command)) => solve::run(command),
        Some(Command::Starts(command)) => starts::run(command),
        Some(Command::Hint(command)) => hint::run(command),
        Some(Command::Check(command)) => output::wait_for_input(|| check::run(command)),
        Some(Command::Enumerate(command)) => enumerate::run(command),
        Some(Command::Simulate(command)) => simulate::run(command, is_bare),
        Some(Command::Lab(command)) => lab::run(command),
        Some(Command::Methods(command)) => methods::run(command),
    }
}

/// Says in one sentence what is wrong with the command line, or prints the requested help.
fn refuse(error: &clap::Error, words: &[OsString]) -> Result<Ending, Failure> {
    if !error.use_stderr() {
        return output::answer(&error.render().to_string()).map(|()| Ending::Done);
    }
    let mut text = error.render().to_string();
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidValue, ContextKind::InvalidSubcommand]
    {
        if let Some(ContextValue::String(given)) = error.get(kind) {
            text = text.replace(given, &cut(given));
        }
    }
    let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let list = |kind| match error.get(kind) {
        Some(ContextValue::Strings(words)) => Some(words.join(", ")),
        _ => None,
    };
    let missing = list(ContextKind::InvalidArg);
    let mut message = match (error.kind(), missing) {
        (ErrorKind::MissingRequiredArgument, Some(words)) => format!("{words} is missing"),
        _ => first.to_owned(),
    };
    if let Some(words) = list(ContextKind::ValidValue).filter(|words| !words.is_empty()) {
        message += &format!("; use {words}");
    }
    for kind in [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand] {
        if let Some(near) = error.get(kind) {
            message += &format!(" (did you mean '{near}'?)");
        }
    }
    Err(Failure::Bad(format!("{message}; see '{} --help'", command_of(words))))
}

/// The command that these words begin with, without what is not a command.
fn command_of(words: &[OsString]) -> String {
    let mut command = Arguments::command();
    let mut name = command.get_name().to_owned();
    for word in words.iter().skip(1) {
        let Some(inner) = command.find_subcommand(word).cloned() else { continue };
        name = format!("{name} {}", inner.get_name());
        command = inner;
    }
    name
}

/// Says what is wrong, in one line of bounded length whatever was given.
fn complain(what: &str) {
    tell(&message(&format!("knights-tour: {what}")).replace('\n', " "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error_with_its_place() {
        let ending = guarded(|| panic!("this command panics on purpose"));
        let Err(Failure::Internal(what)) = &ending else { panic!("{ending:?}") };
        assert!(what.starts_with("this command panics on purpose (src"), "{what}");
        assert!(what.contains("mod.rs:"), "{what}");
        assert_eq!(end(ending), exit::INTERNAL);
        assert_eq!(end(guarded(|| Ok(Ending::No))), exit::NO);
    }

    #[test]
    fn an_internal_error_asks_once_for_a_report() {
        let said = internal_error("no room at the inn");
        assert_eq!(said, "internal error: no room at the inn; please report it");
        assert_eq!(internal_error(&said), said);
    }
}
