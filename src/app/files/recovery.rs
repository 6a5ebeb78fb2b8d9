//! Unsaved searches: where this window keeps its own, and the offer to resume one from last time.

use std::path::{Path, PathBuf};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::app::App;
use crate::app::files::autosave::Keeper;
use crate::app::files::loaded::{Loaded, OnBoard, load};
use crate::app::files::shown;
use crate::app::shell::dialog::Dialog;
use crate::app::shell::menu;
use crate::disk::{self, Slot};
use crate::engine::{Clock, background};
use crate::text::{ago, grouped};

/// What threads report.
enum News {
    /// An unsaved search from an earlier run of the program, or why it cannot be read.
    Found(Result<Box<OnBoard>, String>),
    /// Why the unsaved search cannot be kept, or that it can again.
    Unkept(Option<String>),
}

/// What the window knows about unsaved searches.
pub(crate) struct Recovery {
    /// Where an unsaved search is stored while the program runs.
    slot: Option<Slot>,
    /// Unsaved searches from earlier runs of the program.
    left_behind: Vec<Slot>,
    pub(crate) keeper: Keeper,
    /// Why the unsaved search cannot be kept for the next start.
    unkept: Option<String>,
    /// The unsaved search from last time, and what to say about it.
    offer: Option<(String, OnBoard)>,
    news: (Sender<News>, Receiver<News>),
}

impl Recovery {
    pub(crate) fn new(ctx: &egui::Context, folder: Option<&Path>, clock: &Clock) -> Recovery {
        let no_folder = || (Err("the system has no folder for it".to_owned()), Vec::new());
        let (slot, left_behind) = folder.map_or_else(no_folder, Slot::find);
        let news = unbounded();
        let (sender, waker): (Sender<News>, _) = (news.0.clone(), ctx.clone());
        let has_folder = folder.is_some();
        let report = move |trouble: Option<String>| {
            // Where nothing is ever remembered, that is no news. The window may be closed.
            let _ = sender.send(News::Unkept(trouble.filter(|_| has_folder)));
            waker.request_repaint();
        };
        let keeper = Keeper::start(clock, slot.as_ref().map_err(String::clone), report);
        Recovery { slot: slot.ok(), left_behind, keeper, unkept: None, offer: None, news }
    }

    /// Why the unsaved search cannot be kept for the next start.
    pub(crate) fn unkept(&self) -> Option<&str> {
        self.unkept.as_deref()
    }

    /// Where the game is kept.
    pub(crate) fn game_file(&self) -> Option<PathBuf> {
        self.slot.as_ref().map(Slot::game)
    }

    /// The game from last time, if there is one: at this place, or at one that was left behind.
    pub(crate) fn game_left(&self) -> Option<PathBuf> {
        let places = self.slot.iter().chain(&self.left_behind);
        places.map(Slot::game).find(|file| disk::exists(file))
    }

    /// What to say about the unsaved search from last time.
    pub(crate) fn offer(&self) -> Option<&str> {
        self.offer.as_ref().map(|(text, _)| &**text)
    }

    /// It is offered again at the next start.
    pub(crate) fn offer_later(&mut self) {
        self.offer = None;
    }
}

impl App {
    /// Looks for an unsaved search from an earlier run of the program.
    pub(crate) fn look_for_sessions(&self, ctx: &egui::Context) {
        if let Some(file) = self.recovery.left_behind.first().map(|slot| slot.file().to_owned()) {
            let (sender, ctx) = (self.recovery.news.0.clone(), ctx.clone());
            background(move || {
                // The window may be closed.
                let found = load(&file).and_then(|loaded| match loaded {
                    Loaded::Board(loaded) => Ok(loaded),
                    Loaded::Game(_) => Err("it is a game".to_owned()),
                });
                let _ = sender.send(News::Found(found));
                ctx.request_repaint();
            });
        }
    }

    /// Handles what threads report.
    pub(crate) fn hear_of_unsaved(&mut self) {
        while let Ok(news) = self.recovery.news.1.try_recv() {
            match news {
                News::Found(loaded) => self.offer_session(loaded),
                News::Unkept(trouble) => self.recovery.unkept = trouble,
            }
        }
    }

    /// Offers to resume an unsaved search, or says why that is not possible.
    fn offer_session(&mut self, loaded: Result<Box<OnBoard>, String>) {
        match loaded {
            Ok(loaded) => {
                let method = loaded.recipe.as_ref().map(|recipe| recipe.method);
                let title = method.map_or(String::new(), |method| {
                    menu::title(&loaded.puzzle, method, self.session.naming())
                });
                let steps = loaded.recording.as_ref().map_or(0, |recording| recording.playhead);
                let mut behind = self.recovery.left_behind.iter();
                let kept = behind.next().and_then(|slot| disk::age(slot.file()));
                let kept = kept.map_or(String::new(), |age| format!(", kept {}", ago(age)));
                let more = match behind.len() {
                    0 => String::new(),
                    more => format!(" ({} more after this one.)", grouped(more as u64)),
                };
                let text = format!(
                    "You have an unsaved search from last time: {title}, at step {}{kept}.{more}",
                    grouped(steps)
                );
                self.recovery.offer = Some((text, *loaded));
            }
            Err(why) => {
                // Damaged, or from another version: it is renamed, and not offered again.
                let slot = self.recovery.left_behind.remove(0);
                let aside = disk::set_aside(slot.file());
                let moved = aside.map_or(String::new(), |aside| {
                    format!(" The unsaved search was moved to '{}'.", shown(&aside))
                });
                let text =
                    format!("The unsaved search from last time cannot be read: {why}.{moved}");
                self.dialog = Some(Dialog::Trouble("The last search cannot be resumed", text));
                let ctx = self.ctx.clone();
                self.look_for_sessions(&ctx);
            }
        }
    }

    /// Resumes the unsaved search, then offers an earlier one if there is one.
    pub(crate) fn restore_session(&mut self, ctx: &egui::Context) {
        let Some((_, loaded)) = self.recovery.offer.take() else { return };
        let slot = self.recovery.left_behind.remove(0);
        self.show(loaded, None, "");
        // From now on it is stored in its old place. The search that was on the board is saved or
        // discarded already.
        let own = self.recovery.slot.take();
        let game = own.as_ref().map(Slot::game);
        self.recovery.keeper.move_to(&slot, own);
        self.recovery.slot = Some(slot);
        if let Some(game) = game.filter(|game| disk::exists(game)) {
            self.keep_game();
            self.recovery.keeper.file(game, None);
        }
        self.look_for_sessions(ctx);
    }

    /// Deletes the unsaved search, then offers an earlier one if there is one.
    pub(crate) fn forget_session(&mut self, ctx: &egui::Context) {
        if self.recovery.offer.take().is_some() {
            disk::remove(self.recovery.left_behind.remove(0).file());
            self.look_for_sessions(ctx);
        }
    }
}
