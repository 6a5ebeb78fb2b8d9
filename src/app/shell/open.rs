//! Opens the window, or says why it cannot be opened.

use std::panic;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use eframe::NativeOptions;
use egui::{IconData, ViewportBuilder};

use crate::app::shell::settings;
use crate::app::{App, MAX_SIDE, Opened};
use crate::board::{Board, BoardError};
use crate::engine::Clock;
use crate::format::knight;
use crate::format::palette::palette;
use crate::session::Setup;
use crate::text::{cut, grouped};

#[derive(Default)]
pub struct Start {
    /// For settings and unsaved searches; without it nothing is remembered.
    pub folder: Option<PathBuf>,
    pub opened: Option<Opened>,
    /// The board to show instead of the last one.
    pub board: Option<Board>,
    /// Whether the desktop's own dialogs may be used.
    pub native: bool,
    pub reset: bool,
    /// Sets the pace of searches; the machine's own by default.
    pub clock: Option<Clock>,
}

/// Reads the size of a board, or says why the window cannot show it.
pub fn board_for_window(text: &str) -> Result<Board, String> {
    let board: Board = text.parse().map_err(|error: BoardError| error.to_string())?;
    if board.rows().max(board.cols()) <= MAX_SIDE {
        return Ok(board);
    }
    Err(format!(
        "board {board} is too large for the window, which shows at most {} rows and columns; \
         'knights-tour solve' accepts larger boards",
        grouped(MAX_SIDE.into())
    ))
}

/// Opens the window and returns when it is closed. An error says what is missing, how to get it,
/// and what works without it.
pub fn open(has_display: bool, start: Start) -> Result<(), String> {
    if !has_display {
        return Err(format!(
            "there is no display to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). {WITHOUT_WINDOW}"
        ));
    }
    let setup = Setup::usual().map_err(|error| error.to_string())?;
    let (size, maximized) = settings::window(&start);
    let options = NativeOptions {
        viewport: ViewportBuilder::default()
            .with_title("Knight's Tour")
            .with_app_id("knights-tour")
            .with_inner_size(size)
            .with_maximized(maximized)
            .with_min_inner_size([900.0, 600.0])
            .with_icon(Arc::new(icon())),
        ..NativeOptions::default()
    };
    // Some libraries panic where others return an error; both give the same message. A panic after
    // the window has opened is a bug in this program, and is not hidden.
    let opened = Arc::new(AtomicBool::new(false));
    let (quiet, seen) = (Arc::clone(&opened), Arc::clone(&opened));
    let loud = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if quiet.load(Ordering::Relaxed) {
            loud(info);
        }
    }));
    let run = move || {
        let create = move |context: &eframe::CreationContext<'_>| {
            seen.store(true, Ordering::Relaxed);
            let app = App::restored(&context.egui_ctx, &setup, start);
            app.shell.end_at_signals();
            Ok(Box::new(app) as Box<dyn eframe::App>)
        };
        eframe::run_native("knights-tour", options, Box::new(create))
    };
    match panic::catch_unwind(panic::AssertUnwindSafe(run)) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(explain(&error.to_string())),
        Err(payload) if opened.load(Ordering::Relaxed) => panic::resume_unwind(payload),
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
            Err(explain(text.unwrap_or_default()))
        }
    }
}

const WITHOUT_WINDOW: &str = "The command line needs no window: see 'knights-tour --help'.";

/// What an error from a library means, and what to do about it.
fn explain(complaint: &str) -> String {
    let has = |word: &str| complaint.to_lowercase().contains(word);
    // One of the variables is set, but the library ignores a name that is not valid text.
    if has("display is set") {
        return format!(
            "the window could not be opened: the display does not answer (its name in DISPLAY or \
             WAYLAND_DISPLAY is not valid text). {WITHOUT_WINDOW}"
        );
    }
    let meaning = if has("glutin") || has("opengl") || has("egl") || has("glx") {
        "the window could not be opened: OpenGL is missing (on Debian: libegl1, libgl1-mesa-dri)"
    } else if has("xkb") || has("libx") || has("librar") || has("libwayland") || has("dlopen") {
        "the window could not be opened: a library is missing (on Debian: libx11-6, libx11-xcb1, \
         libxcursor1, libxi6, libxkbcommon-x11-0)"
    } else if has("wayland") {
        "the window could not be opened: the display that WAYLAND_DISPLAY names does not answer (if \
         DISPLAY names one that works, 'WAYLAND_DISPLAY= knights-tour' uses that)"
    } else {
        "the window could not be opened: the display does not answer"
    };
    // The last part says what is wrong; the parts before it are places in library code.
    let line = complaint.lines().next().unwrap_or_default();
    let detail = line.rsplit(": ").next().unwrap_or_default();
    let detail = if detail.is_empty() { String::new() } else { format!(" ({})", cut(detail)) };
    format!("{meaning}{detail}. {WITHOUT_WINDOW}")
}

fn icon() -> IconData {
    const SIDE: usize = 64;
    let colours = palette(false);
    let knight = knight::picture(SIDE, [colours.knight, colours.knight_edge]);
    let background = colours.dark_square;
    let over = |top: u8, below: u8, alpha: u8| {
        top.saturating_add((u16::from(below) * u16::from(255 - alpha) / 255) as u8)
    };
    let rgba = knight.iter().flat_map(|pixel| {
        let part = |i: usize| over(pixel[i], background[i], pixel[3]);
        [part(0), part(1), part(2), 255]
    });
    IconData { rgba: rgba.collect(), width: SIDE as u32, height: SIDE as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Messages that libraries really give when something is missing.
    #[test]
    fn complaints_are_understood() {
        let cases = [
            ("Failed to load one of xlib's shared libraries", "libx11-6"),
            ("Library libxkbcommon-x11.so could not be loaded.", "libxkbcommon-x11-0"),
            ("XKBNotFound", "libxkbcommon-x11-0"),
            ("NoGlutinConfigs", "libegl1"),
            ("os error: Could not find wayland compositor", "WAYLAND_DISPLAY="),
            ("failed to open connection to X server", "does not answer"),
            (
                "os error at mod.rs:1: neither WAYLAND_DISPLAY nor WAYLAND_SOCKET nor DISPLAY is set.",
                "does not answer (its name in DISPLAY or WAYLAND_DISPLAY is not valid text)",
            ),
        ];
        for (complaint, part) in cases {
            let words = explain(complaint);
            assert!(words.contains(part) && words.contains(WITHOUT_WINDOW), "{complaint}: {words}");
        }
    }
}
