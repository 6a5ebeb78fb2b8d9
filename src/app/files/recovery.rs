//! Unsaved searches: where this window keeps its own, and the offer to resume one from last time.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::files::{FileMessage, Mailbox};
use crate::board::Naming;
use crate::engine::{Clock, background};
use crate::session::title;
use crate::storage::autosave::Autosave;
use crate::storage::loaded::{Loaded, OnBoard, load};
use crate::storage::{self, Slot};
use crate::text::{ago, grouped, shown_path};

pub(crate) struct Recovery {
    /// Where an unsaved search is stored while the program runs.
    slot: Option<Slot>,
    /// Unsaved searches from earlier runs of the program.
    left_behind: Vec<Slot>,
    pub(crate) autosave: Autosave,
    /// Why the unsaved search cannot be kept for the next start.
    pub(crate) unkept: Option<String>,
    /// The unsaved search from last time, and what to say about it.
    pub(crate) offer: Option<(String, Box<OnBoard>)>,
    mailbox: Mailbox,
}

impl Recovery {
    pub(crate) fn new(mailbox: Mailbox, folder: Option<&Path>, clock: &Clock) -> Recovery {
        let no_folder = || (Err("the system has no folder for it".to_owned()), Vec::new());
        let (slot, left_behind) = folder.map_or_else(no_folder, Slot::find);
        let (send, has_folder) = (Arc::clone(&mailbox), folder.is_some());
        let report = move |trouble: Option<String>| {
            // Without a folder nothing is expected to be kept.
            send(FileMessage::Unkept(trouble.filter(|_| has_folder)));
        };
        let autosave = Autosave::start(clock, slot.as_ref().map_err(String::clone), report);
        Recovery { slot: slot.ok(), left_behind, autosave, unkept: None, offer: None, mailbox }
    }

    pub(crate) fn game_file(&self) -> Option<PathBuf> {
        self.slot.as_ref().map(Slot::game)
    }

    /// In this slot, or in one that was left behind.
    pub(crate) fn game_left(&self) -> Option<PathBuf> {
        let places = self.slot.iter().chain(&self.left_behind);
        places.map(Slot::game).find(|file| storage::exists(file))
    }

    pub(crate) fn offer_to_resume(&mut self, loaded: Box<OnBoard>, naming: Naming) {
        let method = loaded.config.as_ref().map(|config| config.method);
        let title = method.map_or(String::new(), |method| title(&loaded.puzzle, method, naming));
        let steps = loaded.recording.as_ref().map_or(0, |recording| recording.playhead);
        let mut behind = self.left_behind.iter();
        let age = behind.next().and_then(|slot| storage::age(slot.file()));
        let age = age.map_or(String::new(), |age| format!(", kept {}", ago(age)));
        let more = match behind.len() {
            0 => String::new(),
            more => format!(" ({} more after this one.)", grouped(more as u64)),
        };
        let text = format!(
            "You have an unsaved search from last time: {title}, at step {}{age}.{more}",
            grouped(steps)
        );
        self.offer = Some((text, loaded));
    }

    /// Renames a file that is damaged, or from another version, so that it is not offered again. Returns what
    /// to say about it.
    pub(crate) fn set_aside(&mut self, why: &str) -> String {
        let slot = self.left_behind.remove(0);
        let moved = storage::set_aside(slot.file()).map_or(String::new(), |aside| {
            format!(" The unsaved search was moved to '{}'.", shown_path(&aside))
        });
        format!("The unsaved search from last time cannot be read: {why}.{moved}")
    }

    /// In the background.
    pub(crate) fn look_for_search(&self) {
        if let Some(file) = self.left_behind.first().map(|slot| slot.file().to_owned()) {
            let mailbox = Arc::clone(&self.mailbox);
            background(move || {
                let found = load(&file).and_then(|loaded| match loaded {
                    Loaded::Board(loaded) => Ok(loaded),
                    Loaded::Game { .. } => Err("it is a game".to_owned()),
                });
                mailbox(FileMessage::Found(found));
            });
        }
    }

    /// From now on the resumed search is stored where it was; the one on the board before is saved or
    /// discarded. Returns the file of a game that has to move, too.
    pub(crate) fn move_to_offered_slot(&mut self) -> Option<PathBuf> {
        let slot = self.left_behind.remove(0);
        let own = self.slot.take();
        let game = own.as_ref().map(Slot::game);
        self.autosave.move_to(&slot, own);
        self.slot = Some(slot);
        game.filter(|game| storage::exists(game))
    }

    /// Deletes the unsaved search, then offers an earlier one if there is one.
    pub(crate) fn forget(&mut self) {
        if self.offer.take().is_some() {
            storage::remove(self.left_behind.remove(0).file());
            self.look_for_search();
        }
    }
}
