//! Keeps what is not saved, so that it survives a crash: an unsaved search and changed settings. A
//! thread does this by a clock of its own, because a window that is minimised or covered is not
//! painted while its search continues.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};
use egui::ViewportCommand;

use crate::app::shell::dialog::Dialog;
use crate::app::shell::settings;
use crate::app::shell::settings::Settings;
use crate::app::{App, Closing};
use crate::cli;
use crate::disk::{self, Slot};
use crate::engine::{Beat, Clock, Recording, wait_for, when_told_to_end};
use crate::format::{results, tour};
use crate::play::{Results, Win};
use crate::session::{Kept, Watched};
use crate::solver::Status;
use crate::text::message;

/// How often an unsaved search and changed settings are stored, in seconds.
const SECONDS: f64 = 3.0;
/// The largest board whose search is stored that often, in squares. Others are stored at the end.
const MOST_SQUARES: usize = 40_000;
/// How long to wait for the last save, and after a signal for the window to close, in seconds.
const PATIENCE: f64 = 5.0;
/// While the window waits for the last save, it looks for its end this often, in seconds.
const LOOK: f32 = 0.1;
/// A tour that was found within this many steps is found again at once.
const QUICK_STEPS: u64 = 10_000;

/// A message to the keeper.
enum Word {
    /// The searches worth keeping. The first one that has unsaved steps is stored.
    Searches(Vec<Kept>),
    /// Settings that have changed, and their file.
    Settings(PathBuf, Box<Change>),
    /// A challenge was won: the file of the results, its name, and all that this window knows was won.
    Win(PathBuf, String, Win, Results),
    /// Store this text in a file at once, or remove the file.
    File(PathBuf, Option<String>),
    /// From now on the search is stored in this file. The old place is no longer needed.
    Move(PathBuf, Option<Slot>),
    /// Store everything now, and say whether that worked.
    Now(Sender<Result<(), String>>),
}

/// Settings as they were, and as they are now.
#[derive(Clone)]
pub(crate) struct Change {
    pub(crate) before: Settings,
    pub(crate) now: Settings,
}

/// The window's side of it.
pub(crate) struct Keeper {
    beat: Arc<Beat<Word>>,
    /// The searches in the last message: which ones, and how far each is saved.
    searches: Vec<(u64, Option<u64>)>,
    /// Answers whether everything is stored, if that was late when the window was to close.
    late: Option<Receiver<Result<(), String>>>,
    /// Set once the system has asked the program to end, and everything is stored.
    told_to_end: Arc<AtomicBool>,
}

impl Keeper {
    /// Starts it with the place for the unsaved search, or why there is none. `report` is called
    /// when storing begins to fail, and when it works again.
    pub(crate) fn start(
        clock: &Clock,
        place: Result<&Slot, String>,
        report: impl Fn(Option<String>) + Send + 'static,
    ) -> Keeper {
        let file = place.map(|slot| slot.file().to_owned());
        let mut shelf =
            Shelf { file, searches: Vec::new(), stored: None, is_used: false, settings: None };
        let mut trouble = None;
        let beat = Beat::start(clock, SECONDS, move |word| {
            let Some(stored) = shelf.hear(word) else { return };
            let now = stored.err();
            if now != trouble {
                report(now.clone());
                trouble = now;
            }
        });
        Keeper {
            beat: Arc::new(beat),
            searches: Vec::new(),
            late: None,
            told_to_end: Arc::default(),
        }
    }

    /// Tells it of settings that have changed.
    pub(crate) fn settings(&self, file: PathBuf, change: Change) {
        self.beat.tell(Word::Settings(file, Box::new(change)));
    }

    /// Lets it add a win to what other windows have stored meanwhile. `results` has it already.
    pub(crate) fn win(&self, file: PathBuf, name: &str, win: Win, results: &Results) {
        self.beat.tell(Word::Win(file, name.to_owned(), win, results.clone()));
    }

    /// Lets it store a text at once, or remove its file.
    pub(crate) fn file(&self, file: PathBuf, text: Option<String>) {
        self.beat.tell(Word::File(file, text));
    }

    /// Lets it store the search in another place.
    pub(crate) fn move_to(&self, slot: &Slot, old: Option<Slot>) {
        self.beat.tell(Word::Move(slot.file().to_owned(), old));
    }

    /// Whether the system has asked the program to end, and everything is stored.
    pub(crate) fn was_told_to_end(&self) -> bool {
        self.told_to_end.load(Ordering::Relaxed)
    }
}

/// Lets everything be stored now. What comes back is that it is, or why that is not possible.
fn store_now(beat: &Beat<Word>) -> Receiver<Result<(), String>> {
    let (reply, answer) = bounded(1);
    beat.tell(Word::Now(reply));
    answer
}

/// The text of the results in a file with one more win. Another window may have added to them since they
/// were read; if they cannot be read, what this window knows is all there is.
fn with_win(file: &Path, name: &str, win: Win, known: Results) -> String {
    let text = disk::read_own(file, results::MOST_TEXT as u64).ok().flatten();
    let stored = text.and_then(|text| results::read(&text).ok());
    let all = stored.map_or(known, |mut stored| {
        stored.add(name, win);
        stored
    });
    results::write(&all)
}

/// Whether a click makes the same again at once: the tour that the automatic method found within a few
/// steps from a square.
fn is_quickly_found(kept: &Kept, recording: &Recording) -> bool {
    let puzzle = &kept.puzzle;
    let is_found = recording.marks.last().is_some_and(|newest| newest.status() == Status::Found);
    let is_one_square = puzzle.given().len() == 1 && puzzle.repair().is_none();
    kept.recipe.picks()
        && is_one_square
        && puzzle.base().is_empty()
        && is_found
        && recording.tours == 1
        && recording.steps() <= QUICK_STEPS
}

impl App {
    /// Sends the keeper what has changed since the last message.
    pub(crate) fn brief_keeper(&mut self, ctx: &egui::Context) {
        self.tell_settings(ctx);
        self.tell_game();
        let keeper = &mut self.recovery.keeper;
        let searches: Vec<_> = self.session.worth_keeping().map(Watched::saved).collect();
        if searches != keeper.searches {
            let kept = self.session.worth_keeping().map(Watched::kept).collect();
            keeper.beat.tell(Word::Searches(kept));
            keeper.searches = searches;
        }
    }

    /// Lets the window close once everything is stored for the next start. If that is not possible,
    /// it asks first.
    pub(crate) fn close_window(&mut self, ctx: &egui::Context) {
        let is_decided = matches!(self.closing, Closing::Anyway | Closing::StoredLate);
        if is_decided || self.recovery.keeper.was_told_to_end() {
            return;
        }
        self.close_within(PATIENCE, ctx);
    }

    /// The same, waiting for at most this many seconds. What takes longer is waited for with a question
    /// in the window.
    fn close_within(&mut self, seconds: f64, ctx: &egui::Context) {
        let answer = self.store(ctx);
        let stored = wait_for(&answer, seconds);
        if stored == Some(Ok(())) {
            self.closing = Closing::Stored;
            return;
        }
        ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        self.dialog = Some(match stored {
            Some(Err(why)) => Dialog::Unkept(why),
            _ => {
                self.recovery.keeper.late = Some(answer);
                Dialog::Storing
            }
        });
    }

    /// Closes the window once everything is stored after all, if the user still waits for that.
    pub(crate) fn hear_of_storing(&mut self, ctx: &egui::Context) {
        let Some(late) = &self.recovery.keeper.late else { return };
        let answer = late.try_recv();
        if answer == Err(TryRecvError::Empty) {
            ctx.request_repaint_after_secs(LOOK);
            return;
        }
        self.recovery.keeper.late = None;
        if !matches!(self.dialog, Some(Dialog::Storing)) {
            return;
        }
        self.dialog = None;
        match answer {
            Ok(Ok(())) => {
                self.closing = Closing::StoredLate;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
            Ok(Err(why)) => self.dialog = Some(Dialog::Unkept(why)),
            Err(_) => {}
        }
    }

    /// Keeps what there is to keep; the window is about to close.
    pub fn end(&mut self, ctx: &egui::Context) {
        if self.recovery.keeper.was_told_to_end() {
            // The rest is stored. Only the window knows how long the game has lasted.
            self.keep_time();
        } else if !matches!(self.closing, Closing::Stored | Closing::StoredLate) {
            // The window is closing, so an error cannot be shown. It was shown before.
            let _ = wait_for(&self.store(ctx), PATIENCE);
        }
    }

    fn store(&mut self, ctx: &egui::Context) -> Receiver<Result<(), String>> {
        self.keep_time();
        self.brief_keeper(ctx);
        store_now(&self.recovery.keeper.beat)
    }

    /// What stores everything when the system asks the program to end, from any thread, whether or
    /// not the window is painted.
    pub fn last_save(&self) -> impl Fn() -> Result<(), String> + Send + 'static {
        let beat: Weak<Beat<Word>> = Arc::downgrade(&self.recovery.keeper.beat);
        // Without a keeper the window has closed already, and everything is stored.
        let late = || Err(format!("it could not be stored within {PATIENCE} seconds"));
        move || {
            beat.upgrade()
                .map_or(Ok(()), |beat| wait_for(&store_now(&beat), PATIENCE).unwrap_or_else(late))
        }
    }

    /// When the system asks the program to end, stores everything and closes the window without a
    /// question, because there may be nobody to answer.
    pub(crate) fn end_when_told(&self) {
        let (save, ctx) = (self.last_save(), self.ctx.clone());
        let told = Arc::clone(&self.recovery.keeper.told_to_end);
        when_told_to_end(PATIENCE, move || {
            let saved = save();
            if let Err(why) = &saved {
                let lost = format!("knights-tour: the unsaved search is lost: {why}");
                cli::tell(&message(&lost));
            }
            told.store(true, Ordering::Relaxed);
            ctx.send_viewport_cmd(ViewportCommand::Close);
            ctx.request_repaint();
            saved.is_ok()
        });
    }
}

/// The keeper's own side: what there is to store, and what is stored.
struct Shelf {
    /// The file for the unsaved search, or why there is none.
    file: Result<PathBuf, String>,
    searches: Vec<Kept>,
    /// Which search is in the file, at which step, and which step was shown.
    stored: Option<(u64, u64, u64)>,
    /// Whether there is something in the file.
    is_used: bool,
    /// Settings to be stored, and their file.
    settings: Option<(PathBuf, Box<Change>)>,
}

impl Shelf {
    /// Handles a message, or stores what is due at a beat. Returns whether storing worked, if it tried.
    fn hear(&mut self, word: Option<Word>) -> Option<Result<(), String>> {
        match word {
            None => {
                self.store_settings();
                Some(self.store(false))
            }
            Some(Word::Searches(searches)) => {
                self.searches = searches;
                // What is in the file may have been saved or discarded.
                self.is_used.then(|| self.store(false))
            }
            Some(Word::Settings(file, mut change)) => {
                if let Some((_, earlier)) = self.settings.take() {
                    change.before = earlier.before;
                }
                self.settings = Some((file, change));
                None
            }
            Some(Word::Win(file, name, win, known)) => {
                let text = with_win(&file, &name, win, known);
                Some(disk::write_own(&file, &text).map_err(|error| error.to_string()))
            }
            Some(Word::File(file, None)) => {
                disk::remove(&file);
                None
            }
            Some(Word::File(file, Some(text))) => {
                Some(disk::write_own(&file, &text).map_err(|error| error.to_string()))
            }
            Some(Word::Move(file, old)) => {
                if let Some(old) = old {
                    disk::remove(old.file());
                }
                (self.file, self.stored, self.is_used) = (Ok(file), None, true);
                None
            }
            Some(Word::Now(reply)) => {
                self.store_settings();
                let stored = self.store(true);
                // The window may have waited too long already.
                let _ = reply.send(stored.clone());
                Some(stored)
            }
        }
    }

    fn store_settings(&mut self) {
        // If this fails, it is tried again. It is not worth interrupting the user.
        let stored = |(file, change): &mut (PathBuf, Box<Change>)| {
            let text = settings::text_with(file, change);
            text.is_some_and(|text| disk::write_own(file, &text).is_ok())
        };
        self.settings.take_if(stored);
    }

    /// Stores the first search that has unsaved steps, and removes what is no longer unsaved.
    fn store(&mut self, is_last: bool) -> Result<(), String> {
        let mut is_waiting = false;
        for kept in &self.searches {
            if !is_last && kept.puzzle.board().size() > MOST_SQUARES {
                is_waiting = true;
                continue;
            }
            // The thread of the search has ended: the window is closing, or there was an internal error.
            // What was stored of it before stays.
            let Some(recording) = kept.recorder.record() else {
                is_waiting = true;
                continue;
            };
            let steps = recording.steps();
            let is_saved = kept.saved_steps == Some(steps);
            if steps == 0 || is_saved || is_quickly_found(kept, &recording) {
                continue;
            }
            let file = self.file.as_ref().map_err(String::clone)?;
            let place = Some((kept.id, steps, recording.playhead));
            if place != self.stored || !disk::exists(file) {
                let text = tour::write_search(&kept.puzzle, &kept.recipe, &recording);
                disk::write_own(file, &text).map_err(|error| error.to_string())?;
                (self.stored, self.is_used) = (place, true);
            }
            return Ok(());
        }
        if let Ok(file) = &self.file
            && self.is_used
            && !is_waiting
        {
            disk::remove(file);
            (self.stored, self.is_used) = (None, false);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;
    use crate::session::Setup;

    /// A window that remembers everything in a folder, with a search in it.
    fn searching(folder: &Path, ctx: &egui::Context) -> App {
        let start = crate::app::Start { folder: Some(folder.to_owned()), ..Default::default() };
        let mut app = App::at_home(ctx, &Setup::usual().unwrap(), start);
        let recipe = "warnsdorff".parse().unwrap();
        app.session.change(Setup { recipe, ..app.session.setup().clone() });
        app.session.start(Square::at(0)).unwrap();
        app
    }

    /// Storing may take longer than the window waits for it. It says so, and closes when it is done.
    #[test]
    fn a_window_whose_search_is_stored_late_closes_then() {
        let folder = tempfile::tempdir().unwrap();
        let ctx = egui::Context::default();
        let mut app = searching(folder.path(), &ctx);
        let (reply, answer) = bounded(1);
        app.recovery.keeper.late = Some(answer);
        (app.dialog, app.closing) = (Some(Dialog::Storing), Closing::No);
        app.hear_of_storing(&ctx);
        assert!(matches!(app.dialog, Some(Dialog::Storing)) && app.closing == Closing::No);
        reply.send(Ok(())).unwrap();
        app.hear_of_storing(&ctx);
        assert!(app.dialog.is_none() && app.closing == Closing::StoredLate);
        app.close_window(&ctx);
        assert!(app.dialog.is_none(), "nothing is asked again");

        for (stays, answered) in [(true, Ok(())), (false, Err("the disk is full".to_owned()))] {
            let (reply, answer) = bounded(1);
            app.recovery.keeper.late = Some(answer);
            app.closing = Closing::No;
            app.dialog = if stays { None } else { Some(Dialog::Storing) };
            reply.send(answered).unwrap();
            app.hear_of_storing(&ctx);
            assert_eq!(app.closing, Closing::No, "the user stays, or it was not stored");
            assert_eq!(matches!(app.dialog, Some(Dialog::Unkept(_))), !stays);
        }
    }

    /// A win is added to what is in the file by then.
    #[test]
    fn wins_of_two_windows_are_counted_together() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("results.json");
        let ctx = egui::Context::default();
        let windows = [0, 1].map(|_| searching(folder.path(), &ctx));
        let win = Win { milliseconds: 9_000, moves: 11, undos: 0, hints: 0 };
        for (app, name) in windows.iter().zip(["level-01", "level-02"]) {
            let mut known = Results::default();
            known.add(name, win);
            app.recovery.keeper.win(file.clone(), name, win, &known);
            assert_eq!(app.last_save()(), Ok(()));
        }
        let stored = results::read(&disk::read_file(&file, 1 << 20).unwrap()).unwrap();
        let names: Vec<&str> = stored.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["level-01", "level-02"]);
    }
}
