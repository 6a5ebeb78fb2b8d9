//! Opens the window, with or without a file, or runs a command.
#![warn(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;

use knights_tour::cli::{self, Invocation};

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Invocation::Ended(code) => ExitCode::from(code),
        #[cfg(feature = "gui")]
        Invocation::Window(asked) => {
            let shown = std::panic::catch_unwind(|| window(&asked));
            let broken = "internal error; please report what it says above".to_owned();
            let Err((code, why)) = shown.unwrap_or(Err((4, broken))) else {
                return ExitCode::SUCCESS;
            };
            cli::print_error(&knights_tour::text::message(&format!("knights-tour: {why}")));
            ExitCode::from(code)
        }
    }
}

/// Opens the window, or returns an exit code and why not.
#[cfg(feature = "gui")]
fn window(asked: &cli::Window) -> Result<(), (u8, String)> {
    use knights_tour::app;

    let opened = asked.file.as_deref().map(app::read_file).transpose().map_err(|why| (2, why))?;
    let board = asked.board.as_deref().map(app::board_for_window).transpose();
    let start = app::Start {
        folder: knights_tour::storage::data_folder(),
        opened,
        board: board.map_err(|why| (2, why))?,
        native: true,
        reset: asked.reset_settings,
        clock: None,
    };
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let has_display = !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
    app::open(has_display, start).map_err(|why| (3, why))
}
