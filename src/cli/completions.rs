//! `completions`: prints a script that completes command lines in a shell.

use clap::builder::PossibleValuesParser;
use clap::{Arg, ValueHint};

use super::Ending;
use super::args::{self, Completions};
use super::output::{Failure, answer};
use crate::solver::METHODS;

pub(super) fn run(command: &Completions) -> Result<Ending, Failure> {
    let mut script = Vec::new();
    let mut all = with_values(args::command());
    clap_complete::generate(command.shell, &mut all, "knights-tour", &mut script);
    // clap_complete spells the hyphen of the program's name in two ways, so that bash would complete
    // nothing after a command.
    let script = String::from_utf8_lossy(&script).replace("knights__subcmd__tour", "knights__tour");
    answer(&script)
}

/// Offers the methods where a method is expected, and files only where a file is.
fn with_values(command: clap::Command) -> clap::Command {
    let names = || PossibleValuesParser::new(METHODS.iter().map(|method| method.name));
    let with_values = |arg: Arg| match arg.get_value_hint() {
        _ if arg.get_long() == Some("method") => arg.value_parser(names()),
        ValueHint::Unknown if arg.get_action().takes_values() => arg.value_hint(ValueHint::Other),
        _ => arg,
    };
    command.mut_args(with_values).mut_subcommands(self::with_values)
}
