//! Closing the window: everything is stored for the next start first, or the user is asked.

use std::sync::atomic::Ordering;

use crossbeam_channel::{Receiver, TryRecvError};
use egui::ViewportCommand;

use crate::app::shell::Shell;
use crate::app::shell::dialog::Dialog;
use crate::cli;
use crate::engine::{wait_for, when_told_to_end};
use crate::text::message;

/// How long to wait for the last save, and after a signal for the window to close, in seconds.
const PATIENCE_SECONDS: f64 = 5.0;
/// While the window waits for the last save, it looks for its end this often, in seconds.
const POLL_SECONDS: f32 = 0.1;

/// Shutdown state.
#[derive(Debug, Default)]
pub(super) enum Closing {
    /// It stays open.
    #[default]
    No,
    /// Storing takes longer than the window waits for it.
    Late(Receiver<Result<(), String>>),
    /// Everything is stored for the next start.
    Stored,
    /// The same, after the window has waited for it: nothing is left to be asked.
    StoredLate,
    /// The user has chosen to lose what is not saved.
    Anyway,
}

impl Closing {
    pub(super) fn is_stored(&self) -> bool {
        matches!(self, Closing::Stored | Closing::StoredLate)
    }
}

impl Shell {
    /// Lets the window close once everything is stored for the next start. If that is not possible,
    /// it asks first. What is not saved is in autosave's hands already.
    pub(super) fn close_window(&mut self, is_unsaved: bool) {
        let is_decided = matches!(self.closing, Closing::Anyway | Closing::StoredLate);
        if is_decided || self.recovery.autosave.is_told_to_end() {
            return;
        }
        let answer = self.recovery.autosave.store_now();
        match wait_for(&answer, PATIENCE_SECONDS) {
            Some(Ok(())) => self.closing = Closing::Stored,
            Some(Err(why)) => self.stay(Dialog::Unkept { why, is_unsaved }),
            None => {
                self.stay(Dialog::Storing { is_unsaved });
                self.closing = Closing::Late(answer);
            }
        }
    }

    fn stay(&mut self, dialog: Dialog) {
        self.ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        self.ask(dialog);
    }

    /// Closes the window once everything is stored after all, if the user still waits for that.
    pub(super) fn poll_late_save(&mut self) {
        let Closing::Late(late) = &self.closing else { return };
        let answer = late.try_recv();
        if answer == Err(TryRecvError::Empty) {
            self.ctx.request_repaint_after_secs(POLL_SECONDS);
            return;
        }
        self.closing = Closing::No;
        let Some(&Dialog::Storing { is_unsaved }) = self.dialog.as_ref() else { return };
        self.dialog = None;
        match answer {
            Ok(Ok(())) => {
                self.closing = Closing::StoredLate;
                self.ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Ok(Err(why)) => self.ask(Dialog::Unkept { why, is_unsaved }),
            Err(_) => {}
        }
    }

    /// Stores everything while the window closes. An error cannot be shown any more; it was shown before.
    pub(super) fn store_before_end(&self) {
        let _ = wait_for(&self.recovery.autosave.store_now(), PATIENCE_SECONDS);
    }

    /// What stores everything when the system asks the program to end, from any thread.
    pub(super) fn last_save(&self) -> impl Fn() -> Result<(), String> + Send + 'static {
        self.recovery.autosave.last_save(PATIENCE_SECONDS)
    }

    /// When the system asks the program to end, stores everything and closes the window without a
    /// question, because there may be nobody to answer.
    pub(super) fn end_at_signals(&self) {
        let (save, ctx) = (self.last_save(), self.ctx.clone());
        let is_told = self.recovery.autosave.end_flag();
        when_told_to_end(PATIENCE_SECONDS, move || {
            let saved = save();
            if let Err(why) = &saved {
                let lost = format!("knights-tour: the unsaved search is lost: {why}");
                cli::tell(&message(&lost));
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

    /// Storing may take longer than the window waits for it. It says so, and closes when it is done.
    #[test]
    fn a_window_whose_search_is_stored_late_closes_then() {
        let ctx = egui::Context::default();
        let mut app = App::new(&ctx, Setup::usual().unwrap());
        let shell = &mut app.shell;
        let (reply, answer) = bounded(1);
        shell.closing = Closing::Late(answer);
        shell.ask(Dialog::Storing { is_unsaved: true });
        shell.poll_late_save();
        assert!(matches!(shell.dialog, Some(Dialog::Storing { .. })));
        assert!(matches!(shell.closing, Closing::Late(_)));
        reply.send(Ok(())).unwrap();
        shell.poll_late_save();
        assert!(shell.dialog.is_none() && matches!(shell.closing, Closing::StoredLate));
        shell.close_window(true);
        assert!(shell.dialog.is_none(), "nothing is asked again");

        for (stays, answered) in [(true, Ok(())), (false, Err("the disk is full".to_owned()))] {
            let (reply, answer) = bounded(1);
            shell.closing = Closing::Late(answer);
            shell.dialog = (!stays).then_some(Dialog::Storing { is_unsaved: true });
            reply.send(answered).unwrap();
            shell.poll_late_save();
            let is_open = matches!(shell.closing, Closing::No);
            assert!(is_open, "the user stays, or it was not stored");
            assert_eq!(matches!(shell.dialog, Some(Dialog::Unkept { .. })), !stays);
        }
    }
}
