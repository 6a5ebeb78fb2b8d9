//! Arguments go to the command line; without any, the window opens.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(feature = "gui")]
    if std::env::args_os().len() == 1 {
        return window();
    }
    ExitCode::from(knights_tour::cli::run(std::env::args_os()))
}

/// Opens the window. Where there is no display for it, a sentence says so.
#[cfg(feature = "gui")]
fn window() -> ExitCode {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let elsewhere = !cfg!(target_os = "linux");
    match knights_tour::app::open(elsewhere || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("knights-tour: {message}");
            ExitCode::from(3)
        }
    }
}
