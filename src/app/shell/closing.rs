//! Closing the window: everything is stored for the next start first, or the user is asked.

use std::sync::atomic::Ordering;

use crossbeam_channel::{Receiver, TryRecvError};
use egui::ViewportCommand;

use crate::app::shell::Shell;
use crate::app::shell::dialog::{Dialog, DialogKind};
use crate::cli;
use crate::engine::{Stopwatch, on_end_request, wait_for};
use crate::text::message;

/// How long the program waits at its end for the last save, and after a signal for the window to close, in
/// seconds.
pub(super) const MAX_SAVE_SECONDS: f64 = 5.0;
/// Storing that takes longer than this many seconds is announced.
const MAX_SILENT_SECONDS: f64 = 1.0;
/// How often the window checks whether the last save is done, in seconds.
const POLL_SECONDS: f32 = 0.05;

#[derive(Debug, Default)]
pub(super) enum Closing {
    #[default]
    No,
    Storing {
        answer: Receiver<Result<(), String>>,
        since: Stopwatch,
        /// Whether the window has said that this takes long.
        is_announced: bool,
        is_unsaved: bool,
    },
    Stored,
    /// The user has chosen to lose what is not saved.
    Anyway,
}

impl Shell {
    /// Closes the window once everything is stored for the next start, and asks first if that is not possible.
    /// Everything unsaved must have been sent to autosave.
    pub(super) fn close_window(&mut self, is_unsaved: bool) {
        let is_decided = matches!(self.closing, Closing::Anyway | Closing::Stored);
        if is_decided || self.recovery.autosave.may_end() {
            return;
        }
        self.ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        self.ctx.request_repaint();
        if !matches!(self.closing, Closing::Storing { .. }) {
            let (answer, since) = (self.recovery.autosave.store_now(), Stopwatch::start());
            self.closing = Closing::Storing { answer, since, is_announced: false, is_unsaved };
        }
    }

    /// Closes the window once everything is stored, unless the user has chosen to stay.
    pub(super) fn poll_closing(&mut self) {
        let Closing::Storing { answer, since, is_announced, is_unsaved } = &mut self.closing else {
            return;
        };
        let (stored, is_unsaved) = (answer.try_recv(), *is_unsaved);
        let is_waiting = |dialog: &Dialog| dialog.kind == DialogKind::Storing;
        if *is_announced && !self.dialog.as_ref().is_some_and(is_waiting) {
            self.closing = Closing::No;
        } else if stored == Err(TryRecvError::Empty) {
            self.ctx.request_repaint_after_secs(POLL_SECONDS);
            if !*is_announced && since.seconds() > MAX_SILENT_SECONDS {
                *is_announced = true;
                self.ask(Dialog::storing());
            }
        } else if stored == Ok(Ok(())) {
            (self.closing, self.dialog) = (Closing::Stored, None);
            self.ctx.send_viewport_cmd(ViewportCommand::Close);
        } else {
            let why = stored.map_or_else(|gone| Some(gone.to_string()), Result::err);
            self.closing = Closing::No;
            self.ask(Dialog::unkept(&why.unwrap_or_default(), is_unsaved));
        }
    }

    /// Stores everything while the window closes, and waits for that unless the user chose to close anyway. An
    /// error was shown before the window began to close.
    pub(super) fn store_before_end(&self) {
        let stored = self.recovery.autosave.store_now();
        if !matches!(self.closing, Closing::Anyway) {
            let _ = wait_for(&stored, MAX_SAVE_SECONDS);
        }
    }

    /// When the system ends the program, stores everything and closes the window without a question: there may
    /// be no user to answer.
    pub(super) fn end_at_signals(&self) {
        let save = self.recovery.autosave.last_save(MAX_SAVE_SECONDS);
        let ctx = self.ctx.clone();
        let is_told = self.recovery.autosave.end_flag();
        on_end_request(MAX_SAVE_SECONDS, move || {
            let saved = save();
            if let Err(why) = &saved {
                let lost = format!("knights-tour: the unsaved search is lost: {why}");
                cli::print_error(&message(&lost));
            }
            is_told.store(true, Ordering::Relaxed);
            ctx.send_viewport_cmd(ViewportCommand::Close);
            ctx.request_repaint();
            saved.is_ok()
        });
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::bounded;

    use super::*;
    use crate::app::shell::App;
    use crate::session::Setup;

    /// The window says if storing takes long, and closes when it is done, unless the user stays.
    #[test]
    fn a_window_whose_search_is_stored_late_closes_then() {
        for (stays, answer) in [(false, Ok(())), (true, Ok(())), (false, Err("full".to_owned()))] {
            let mut app = App::new(&egui::Context::default(), Setup::usual().unwrap());
            let shell = &mut app.shell;
            let (reply, receiver) = bounded(1);
            let (since, is_announced, is_unsaved) = (Stopwatch::start(), false, true);
            shell.closing = Closing::Storing { answer: receiver, since, is_announced, is_unsaved };
            shell.poll_closing();
            assert!(shell.dialog.is_none(), "there is no question at once");
            while shell.dialog.is_none() {
                shell.poll_closing();
            }
            let kind = |shell: &Shell| shell.dialog.as_ref().map(|dialog| dialog.kind);
            assert!(kind(shell) == Some(DialogKind::Storing));
            shell.dialog = shell.dialog.take().filter(|_| !stays);
            reply.send(answer.clone()).unwrap();
            shell.poll_closing();
            let is_stored = matches!(shell.closing, Closing::Stored);
            assert_eq!(is_stored, !stays && answer.is_ok());
            assert_eq!(kind(shell) == Some(DialogKind::Plain), answer.is_err());
        }
    }
}
