//! The progress bar of a long command, on a terminal.

use std::io::{self, IsTerminal, Write};

use super::output::is_quiet;
use crate::engine::Stopwatch;
use crate::text::grouped;

/// A line on standard error that keeps being overwritten; nothing if that is not a terminal, or with
/// --quiet.
pub(super) struct ProgressBar {
    what: &'static str,
    most: u64,
    watch: Stopwatch,
    /// When the line was last written; `None` if it never is.
    shown: Option<f64>,
}

impl ProgressBar {
    /// Seconds between two updates.
    const SECONDS_BETWEEN_UPDATES: f64 = 0.1;
    const WIDTH: u64 = 30;

    pub(super) fn new(what: &'static str, most: u64) -> ProgressBar {
        let shown = (io::stderr().is_terminal() && !is_quiet())
            .then_some(-ProgressBar::SECONDS_BETWEEN_UPDATES);
        let mut progress = ProgressBar { what, most, watch: Stopwatch::start(), shown };
        progress.set(0);
        progress
    }

    pub(super) fn set(&mut self, done: u64) {
        let Some(shown) = self.shown else { return };
        let seconds = self.watch.seconds();
        if seconds < shown + ProgressBar::SECONDS_BETWEEN_UPDATES {
            return;
        }
        self.shown = Some(seconds);
        let share = done as f64 / self.most.max(1) as f64;
        let full = ((share * ProgressBar::WIDTH as f64) as u64).min(ProgressBar::WIDTH);
        let bar: String =
            (0..ProgressBar::WIDTH).map(|i| if i < full { '#' } else { '-' }).collect();
        let left = match done {
            0 => String::new(),
            _ => format!(", {:.0} s left", seconds / share - seconds),
        };
        let (done, most) = (grouped(done), grouped(self.most));
        self.write(&format!("[{bar}] {done} of {most} {}{left}", self.what));
    }

    pub(super) fn clear(&mut self) {
        if self.shown.take().is_some() {
            self.write("");
        }
    }

    fn write(&self, line: &str) {
        // The work continues even if the line cannot be shown.
        let _ = write!(io::stderr(), "\r\x1b[K{line}");
        let _ = io::stderr().flush();
    }
}
