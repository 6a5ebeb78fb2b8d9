//! The command line: arguments in, answers to standard output, everything else to standard error.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod args;
mod base;
mod check;
mod completions;
mod enumerate;
mod hint;
mod lab;
mod man;
mod methods;
mod output;
mod progress;
mod questions;
mod simulate;
mod solve;
mod starts;

use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, FromArgMatches};

#[cfg(feature = "gui")]
pub use args::Window;
use args::{Arguments, Command};
use output::Failure;
pub use output::print_error;

use crate::lab::named;
use crate::storage;
use crate::text::{cut, did_you_mean, message, quoted_path};

/// The exit codes; 3 is for a window without a display. Only a second Ctrl+C ends the program by another way.
mod exit {
    pub(super) const DONE: u8 = 0;
    pub(super) const NO: u8 = 1;
    pub(super) const BAD_INPUT: u8 = 2;
    pub(super) const INTERNAL: u8 = 4;
}

/// The ending of a command that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// Found, valid, or done.
    Done,
    /// No tour, not valid, or interrupted.
    No,
}

impl Ending {
    fn done_if(is_done: bool) -> Ending {
        if is_done { Ending::Done } else { Ending::No }
    }
}

/// What a command line asked for.
pub enum Invocation {
    /// A command, which has ended with this exit code.
    Ended(u8),
    /// The window, which is still to be opened.
    #[cfg(feature = "gui")]
    Window(Window),
}

/// Runs one command line, the program's name first, unless it asks for the window.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Invocation {
    let words: Vec<OsString> = arguments.into_iter().collect();
    let (arguments, matches) = match parse(&words) {
        Ok(parsed) => parsed,
        Err(ending) => return Invocation::Ended(end(ending)),
    };
    let Some(command) = arguments.command else {
        #[cfg(feature = "gui")]
        return Invocation::Window(arguments.window);
        #[cfg(not(feature = "gui"))]
        return Invocation::Ended(end(output::answer(
            &args::command().render_long_help().to_string(),
        )));
    };
    let is_bare = words.len() <= 2;
    Invocation::Ended(end(guarded(|| dispatch(&command, &matches, is_bare))))
}

/// The arguments, or how the program ends without them: after an answer, such as the requested help, or
/// with what is wrong.
fn parse(words: &[OsString]) -> Result<(Arguments, ArgMatches), Result<Ending, Failure>> {
    // First, because clap would complain about an argument of a misspelt command.
    if let Some(wrong) = words.get(1).and_then(|word| why_neither(word)) {
        return Err(Err(wrong));
    }
    let matches = args::command().try_get_matches_from(words);
    let matches = matches.map_err(|error| refuse(&error, words))?;
    output::set_quiet(args::is_quiet(&matches));
    let arguments = Arguments::from_arg_matches(&matches).map_err(|error| refuse(&error, words))?;
    #[cfg(feature = "gui")]
    if let Some(file) = &arguments.window.file
        && let Some(wrong) = why_neither(file.as_os_str())
    {
        return Err(Err(wrong));
    }
    Ok((arguments, matches))
}

/// Why a word is neither an option, nor a command, nor a file for the window.
fn why_neither(word: &OsStr) -> Option<Failure> {
    let (file, commands) = (Path::new(word), args::command());
    let is_option = word.as_encoded_bytes().starts_with(b"-");
    if is_option || word == "help" || commands.find_subcommand(word).is_some() {
        return None;
    }
    let name = quoted_path(file);
    Some(Failure::Bad(if storage::is_folder(file) {
        format!("{name} is a folder; choose a file in it, or see 'knights-tour --help'")
    } else if file.extension().is_some_and(|ending| ending == "tour") || storage::is_file(file) {
        if cfg!(feature = "gui") {
            return None;
        }
        format!("{name} cannot be opened: this program has no window; try 'knights-tour check'")
    } else {
        return Some(unknown_command(&word.to_string_lossy()));
    }))
}

fn unknown_command(word: &str) -> Failure {
    let commands = args::command();
    let known = commands.get_subcommands().map(clap::Command::get_name);
    let near = did_you_mean(word, known);
    let name = quoted_path(Path::new(word));
    Failure::Bad(format!("unknown command {name}{near}; see 'knights-tour --help'"))
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

/// The message about a bug in this program, which asks for a report.
fn internal_error(what: &str) -> String {
    let what = what.strip_prefix("internal error: ").unwrap_or(what);
    let request = if what.contains("please report") { "" } else { "; please report it" };
    format!("internal error: {what}{request}")
}

/// Does the work. A panic on any thread is an internal error, reported in one sentence. Only the
/// first one counts, because others may follow from it.
fn guarded(work: impl FnOnce() -> Result<Ending, Failure>) -> Result<Ending, Failure> {
    let first = Arc::new(OnceLock::new());
    let slot = Arc::clone(&first);
    let usual_hook = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        let words = panic.payload_as_str().unwrap_or("unknown trouble");
        let place = panic.location().map(|place| format!(" ({place})")).unwrap_or_default();
        // An error means that there was a panic before.
        let _ = slot.set(format!("{words}{place}"));
    }));
    let ending = panic::catch_unwind(AssertUnwindSafe(work));
    panic::set_hook(usual_hook);
    let unknown = || "unknown trouble".to_owned();
    ending.unwrap_or_else(|_| Err(Failure::Internal(first.get().cloned().unwrap_or_else(unknown))))
}

/// Runs a command; `is_bare` if it has no arguments.
fn dispatch(command: &Command, matches: &ArgMatches, is_bare: bool) -> Result<Ending, Failure> {
    match command {
        Command::Solve(command) => solve::run(command),
        Command::Starts(command) => starts::run(command),
        Command::Hint(command) => hint::run(command),
        Command::Check(command) => output::wait_for_input(|| check::run(command)),
        Command::Enumerate(command) => enumerate::run(command),
        Command::Simulate(command) => simulate::run(command, is_bare),
        Command::Lab(command) => {
            let matches = matches.subcommand_matches("lab");
            lab::run(command, matches.and_then(ArgMatches::subcommand))
        }
        Command::Methods(command) => methods::run(command),
        Command::Completions(command) => completions::run(command),
        Command::Man(command) => man::run(command),
    }
}

/// Says in one sentence what is wrong with the command line, or prints the requested help.
fn refuse(error: &clap::Error, words: &[OsString]) -> Result<Ending, Failure> {
    if !error.use_stderr() {
        return output::answer(&error.render().to_string());
    }
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(given)) => Some(given.as_str()),
        _ => None,
    };
    if let Some(why) = error.source() {
        let why = why.to_string();
        let option = given(ContextKind::InvalidArg).and_then(|arg| arg.split(' ').next());
        // What begins with the value does not say which option it is for.
        let is_value = why.starts_with('\'');
        let named = format!("{} {why}", option.unwrap_or_default());
        return Err(Failure::Bad(if is_value { named } else { why }));
    }
    if let Some(given) = given(ContextKind::InvalidSubcommand) {
        if !words.iter().any(|word| word == "lab") {
            return Err(unknown_command(given));
        }
        named(given).map_err(|error| Failure::Bad(error.to_string()))?;
    }
    let mut text = error.render().to_string();
    let kinds =
        [ContextKind::InvalidArg, ContextKind::InvalidValue, ContextKind::InvalidSubcommand];
    for given in kinds.into_iter().filter_map(given) {
        text = text.replace(given, &cut(given));
    }
    let first = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    let list = |kind| match error.get(kind) {
        Some(ContextValue::Strings(words)) => Some(words.join(", ")),
        _ => None,
    };
    let mut message = match (error.kind(), list(ContextKind::InvalidArg)) {
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

/// The commands among these words, such as `knights-tour lab ties`.
fn command_of(words: &[OsString]) -> String {
    let mut command = args::command();
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
    print_error(&message(&format!("knights-tour: {what}")).replace('\n', " "));
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
        let message = internal_error("a worker is missing");
        assert_eq!(message, "internal error: a worker is missing; please report it");
        assert_eq!(internal_error(&message), message);
    }
}
