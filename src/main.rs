//! Knight's tours on the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(knights_tour::cli::run(std::env::args_os()))
}
