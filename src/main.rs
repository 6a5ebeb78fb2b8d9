//! Opens the window, with or without a file, or runs a command.
#![warn(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "gui")]
    if let Some(words) = window_words() {
        return std::panic::catch_unwind(|| window(&words)).unwrap_or_else(|_| {
            tell("internal error; please report what it says above");
            ExitCode::from(4)
        });
    }
    ExitCode::from(knights_tour::cli::run(std::env::args_os()))
}

/// Says something in bounded words.
#[cfg(feature = "gui")]
fn tell(what: &str) {
    knights_tour::cli::tell(&knights_tour::text::message(&format!("knights-tour: {what}")));
}

/// How to open the window.
#[cfg(feature = "gui")]
struct Words {
    file: Option<std::path::PathBuf>,
    /// The size of the board, as it was typed.
    board: Option<String>,
    reset: bool,
}

/// The arguments, if they are for the window: a file or `--board` with a size, `--reset-settings`, both
/// or neither.
#[cfg(feature = "gui")]
fn window_words() -> Option<Words> {
    let mut words = Words { file: None, board: None, reset: false };
    let mut given = std::env::args_os().skip(1);
    while let Some(word) = given.next() {
        let file = std::path::PathBuf::from(&word);
        let is_file = file.extension().is_some_and(|ending| ending == "tour") || file.is_file();
        match word.to_str() {
            Some("--reset-settings") => words.reset = true,
            Some("--board") if words.board.is_none() && words.file.is_none() => {
                words.board = Some(given.next()?.to_str()?.to_owned());
            }
            Some(text) if text.starts_with('-') || knights_tour::cli::is_command(text) => {
                return None;
            }
            _ if is_file && words.file.is_none() && words.board.is_none() => {
                words.file = Some(file);
            }
            _ => return None,
        }
    }
    Some(words)
}

/// Opens the window, or says in one sentence that there is no display or why the file cannot be
/// opened.
#[cfg(feature = "gui")]
fn window(words: &Words) -> ExitCode {
    let opened = match words.file.as_deref().map(knights_tour::app::read_file).transpose() {
        Ok(opened) => opened,
        Err(why) => {
            tell(&why);
            return ExitCode::from(2);
        }
    };
    let board = match words.board.as_deref().map(knights_tour::app::board_for_window).transpose() {
        Ok(board) => board,
        Err(why) => {
            tell(&why);
            return ExitCode::from(2);
        }
    };
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let elsewhere = !cfg!(target_os = "linux");
    let start = knights_tour::app::Start {
        folder: knights_tour::disk::data_folder(),
        opened,
        board,
        native: true,
        reset: words.reset,
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
