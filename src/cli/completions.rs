//! `completions`: prints a script that completes command lines in a shell.

use clap::CommandFactory;

use super::Ending;
use super::args::{Arguments, Completions};
use super::output::{Failure, answer};

pub(super) fn run(command: &Completions) -> Result<Ending, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(command.shell, &mut Arguments::command(), "knights-tour", &mut script);
    // clap_complete spells the hyphen of the program's name in two ways, so that bash would complete
    // nothing after a command.
    let script = String::from_utf8_lossy(&script).replace("knights__subcmd__tour", "knights__tour");
    answer(&script)?;
    Ok(Ending::Done)
}
