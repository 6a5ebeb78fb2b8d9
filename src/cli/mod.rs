//! The command line: arguments in, answers to standard output, everything else to standard error.

mod args;
mod check;
mod enumerate;
mod lab;
mod methods;
mod output;
mod progress;
mod questions;
mod simulate;
mod solve;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, Parser};

use args::{Arguments, Command};
use output::Failure;

/// The exit codes. Only a second Ctrl+C ends the program by another way.
mod exit {
    pub(super) const DONE: u8 = 0;
    pub(super) const NO: u8 = 1;
    pub(super) const BAD_INPUT: u8 = 2;
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
    let is_bare = words.len() <= 2;
    let arguments = match Arguments::try_parse_from(&words) {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error, &words),
    };
    let ending = match &arguments.command {
        None => output::answer(&Arguments::command().render_long_help().to_string())
            .map(|()| Ending::Done),
        Some(Command::Solve(command)) => solve::run(command),
        Some(Command::Check(command)) => check::run(command),
        Some(Command::Enumerate(command)) => enumerate::run(command),
        Some(Command::Simulate(command)) => simulate::run(command, is_bare),
        Some(Command::Lab(command)) => lab::run(command),
        Some(Command::Methods(command)) => methods::run(command),
    };
    match ending {
        Ok(Ending::Done) | Err(Failure::ClosedPipe) => exit::DONE,
        Ok(Ending::No) => exit::NO,
        Err(Failure::Bad(message)) => complain(&message),
    }
}

/// Says in one sentence what is wrong with the command line, or prints the requested help.
fn refuse(error: &clap::Error, words: &[OsString]) -> u8 {
    if !error.use_stderr() {
        return match output::answer(&error.render().to_string()) {
            Ok(()) | Err(Failure::ClosedPipe) => exit::DONE,
            Err(Failure::Bad(message)) => complain(&message),
        };
    }
    let text = error.render().to_string();
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
    complain(&format!("{message}; see '{} --help'", command_of(words)))
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

fn complain(message: &str) -> u8 {
    output::tell(&format!("knights-tour: {message}"));
    exit::BAD_INPUT
}
