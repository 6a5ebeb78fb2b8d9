//! Opens the window, with or without a file, or runs a command.
#![warn(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use knights_tour::cli::{self, Invocation};

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Invocation::Ended(code) => ExitCode::from(code),
        #[cfg(feature = "gui")]
        Invocation::Window(asked) => {
            std::panic::catch_unwind(|| window(&asked)).unwrap_or_else(|_| {
                tell("internal error; please report what it says above");
                ExitCode::from(4)
            })
        }
    }
}

/// Says something in bounded words.
#[cfg(feature = "gui")]
fn tell(what: &str) {
    cli::tell(&knights_tour::text::message(&format!("knights-tour: {what}")));
}

/// Opens the window, or says in one sentence that there is no display or why the file cannot be
/// opened.
#[cfg(feature = "gui")]
fn window(asked: &cli::Window) -> ExitCode {
    let opened = match asked.file.as_deref().map(knights_tour::app::read_file).transpose() {
        Ok(opened) => opened,
        Err(why) => {
            tell(&why);
            return ExitCode::from(2);
        }
    };
    let board = match asked.board.as_deref().map(knights_tour::app::board_for_window).transpose() {
        Ok(board) => board,
        Err(why) => {
            tell(&why);
            return ExitCode::from(2);
        }
    };
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let elsewhere = !cfg!(target_os = "linux");
    let start = knights_tour::app::Start {
        folder: knights_tour::storage::data_folder(),
        opened,
        board,
        native: true,
        reset: asked.reset_settings,
        clock: None,
    };
    let has_display = elsewhere || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    match knights_tour::app::open(has_display, start) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            tell(&message);
            ExitCode::from(3)
        }
    }
}
