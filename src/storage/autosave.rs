//! Autosave: stores an unsaved search and changed settings, so that they survive a crash. A thread does
//! this by a clock of its own, because a window that is minimised or covered is not painted while its
//! search continues.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::engine::{
    Clock, PendingRecording, PeriodicWorker, Recording, SearchEnded, Stopwatch, wait_for,
};
use crate::format::{results, tour};
use crate::play::{Results, Win};
use crate::session::SearchToSave;
use crate::solver::Status;
use crate::storage::{self, Slot};

/// How often an unsaved search and changed settings are stored.
const PERIOD_SECONDS: f64 = 3.0;
/// The largest board whose search is stored that often, in squares. Others are stored at the end.
const MAX_SQUARES: usize = 40_000;
/// A search that was asked for a recording usually answers within this many seconds.
const USUAL_ANSWER_SECONDS: f64 = 1.0;
/// When the window closes, a search has this many seconds to answer.
const MAX_ANSWER_SECONDS: f64 = 2.0;
const NO_ANSWER: &str = "it does not answer";
/// A tour that was found within this many steps is found again at once.
const QUICK_STEPS: u64 = 10_000;

/// What the thread does for a message. It returns whether storing worked, if that is known now.
type Task = Box<dyn FnOnce(&mut Unsaved) -> Option<Result<(), String>> + Send>;

/// Makes the text of the settings in a file with what this window has changed. What another window has
/// changed meanwhile stays.
type Merge = Box<dyn Fn(&Path) -> Option<String> + Send>;

/// The window's end of the thread.
pub(crate) struct Autosave {
    periodic: Arc<PeriodicWorker<Task>>,
    /// Set once the system has asked the program to end and everything is stored.
    end_flag: Arc<AtomicBool>,
}

impl Autosave {
    /// Starts the thread with the slot for the unsaved search, or with why there is none. `report` is
    /// called when storing begins to fail, and when it works again.
    pub(crate) fn start(
        clock: &Clock,
        slot: Result<&Slot, String>,
        report: impl Fn(Option<String>) + Send + 'static,
    ) -> Autosave {
        let mut unsaved = Unsaved {
            file: slot.map(|slot| slot.file().to_owned()),
            searches: Vec::new(),
            round: None,
            stored: None,
            is_used: false,
            settings: Vec::new(),
        };
        let mut failure = None;
        let periodic = PeriodicWorker::start(clock, PERIOD_SECONDS, move |task: Option<Task>| {
            let stored = match task {
                Some(task) => task(&mut unsaved),
                None => unsaved.store_what_is_due(),
            };
            if let Some(stored) = stored {
                let now = stored.err();
                if now != failure {
                    report(now.clone());
                    failure = now;
                }
            }
            unsaved.is_waiting()
        });
        Autosave { periodic: Arc::new(periodic), end_flag: Arc::default() }
    }

    fn send(&self, task: impl FnOnce(&mut Unsaved) -> Option<Result<(), String>> + Send + 'static) {
        self.periodic.send(Box::new(task));
    }

    /// Stores the first of these searches that has unsaved steps, from now on.
    pub(crate) fn searches(&self, searches: Vec<SearchToSave>) {
        self.send(|unsaved| {
            unsaved.searches = searches;
            let closing = unsaved.round.take().map_or(Vec::new(), |round| round.closing);
            // What is in the file may have been saved or discarded.
            if unsaved.is_used || !closing.is_empty() {
                unsaved.round = Some(StoreRound::new(closing));
            }
            unsaved.store()
        });
    }

    /// Stores settings that have changed. `merge` makes the text from what is in the file by then.
    pub(crate) fn settings(
        &self,
        file: PathBuf,
        merge: impl Fn(&Path) -> Option<String> + Send + 'static,
    ) {
        self.send(|unsaved| {
            unsaved.settings.push((file, Box::new(merge)));
            None
        });
    }

    /// Adds a win to what other windows have stored meanwhile. `results` has it already.
    pub(crate) fn win(&self, file: PathBuf, name: &str, win: Win, results: &Results) {
        let (name, own_results) = (name.to_owned(), results.clone());
        self.send(move |_| Some(write(&file, &with_win(&file, &name, win, own_results))));
    }

    /// Stores a text at once, or removes its file.
    pub(crate) fn file(&self, file: PathBuf, text: Option<String>) {
        self.send(move |_| {
            if text.is_none() {
                storage::remove(&file);
            }
            text.map(|text| write(&file, &text))
        });
    }

    /// Stores the search in another slot from now on. The old one is no longer needed.
    pub(crate) fn move_to(&self, slot: &Slot, old: Option<Slot>) {
        let file = slot.file().to_owned();
        self.send(move |unsaved| {
            if let Some(old) = old {
                storage::remove(old.file());
            }
            (unsaved.file, unsaved.stored, unsaved.is_used) = (Ok(file), None, true);
            None
        });
    }

    /// Whether the system has asked the program to end, and everything is stored.
    pub(crate) fn may_end(&self) -> bool {
        self.end_flag.load(Ordering::Relaxed)
    }

    /// Stores everything now. The channel receives whether that worked.
    pub(crate) fn store_now(&self) -> Receiver<Result<(), String>> {
        store_now(&self.periodic)
    }

    /// A function that stores everything, from any thread, and waits this long for it.
    pub(crate) fn last_save(
        &self,
        seconds: f64,
    ) -> impl Fn() -> Result<(), String> + Send + 'static {
        let periodic: Weak<PeriodicWorker<Task>> = Arc::downgrade(&self.periodic);
        // Without the thread the window has closed already, and everything is stored.
        let late = move || Err(format!("it could not be stored within {seconds} seconds"));
        move || {
            periodic.upgrade().map_or(Ok(()), |periodic| {
                wait_for(&store_now(&periodic), seconds).unwrap_or_else(late)
            })
        }
    }

    /// The flag to set once the system has asked the program to end and everything is stored.
    pub(crate) fn end_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.end_flag)
    }
}

fn store_now(periodic: &PeriodicWorker<Task>) -> Receiver<Result<(), String>> {
    let (reply, answer) = bounded(1);
    periodic.send(Box::new(|unsaved| {
        unsaved.store_settings();
        let mut closing = unsaved.round.take().map_or(Vec::new(), |round| round.closing);
        closing.push(reply);
        unsaved.round = Some(StoreRound::new(closing));
        unsaved.store()
    }));
    answer
}

/// The text of the results in a file with one more win. Another window may have added to them since they
/// were read; if they cannot be read, those of this window replace them.
fn with_win(file: &Path, name: &str, win: Win, own_results: Results) -> String {
    let text = storage::read_own(file, results::MAX_TEXT_BYTES as u64).ok().flatten();
    let stored = text.and_then(|text| results::read(&text).ok());
    let all = stored.map_or(own_results, |mut stored| {
        stored.add(name, win);
        stored
    });
    results::write(&all)
}

/// Whether a click makes the same tour again at once: the automatic method found it within a few steps
/// from a square.
fn is_quickly_found(kept: &SearchToSave, recording: &Recording) -> bool {
    let puzzle = &kept.puzzle;
    let is_found =
        recording.checkpoints.last().is_some_and(|newest| newest.state().status == Status::Found);
    let is_one_square = puzzle.given().len() == 1 && puzzle.repair().is_none();
    kept.config.picks()
        && is_one_square
        && puzzle.base().is_empty()
        && is_found
        && recording.tours == 1
        && recording.steps() <= QUICK_STEPS
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    storage::write_own(file, text).map_err(|error| error.to_string())
}

/// The state of the thread: what is to be stored, and what is stored.
struct Unsaved {
    /// The file for the unsaved search, or why there is none.
    file: Result<PathBuf, String>,
    searches: Vec<SearchToSave>,
    /// The storing that is under way.
    round: Option<StoreRound>,
    /// Which search is in the file, at which step, and which step was shown.
    stored: Option<(u64, u64, u64)>,
    /// Whether there is something in the file.
    is_used: bool,
    /// Changes of settings that are not stored yet, in their order, and their file.
    settings: Vec<(PathBuf, Merge)>,
}

/// Asks one search after the other how far it has come, until one has unsaved steps.
struct StoreRound {
    /// Where to report whether everything is stored, because the window is closing.
    closing: Vec<Sender<Result<(), String>>>,
    /// The place of the next search to ask.
    next: usize,
    /// What the search before it was asked, and since when.
    asked: Option<(PendingRecording, Stopwatch)>,
    /// Whether a search could not be asked. What was stored of it before stays.
    has_skipped: bool,
}

impl StoreRound {
    fn new(closing: Vec<Sender<Result<(), String>>>) -> StoreRound {
        StoreRound { closing, next: 0, asked: None, has_skipped: false }
    }

    /// Whether the window is closing and a search has not answered in time.
    fn is_late(&self) -> bool {
        let is_late = |(_, since): &(_, Stopwatch)| since.seconds() > MAX_ANSWER_SECONDS;
        !self.closing.is_empty() && self.asked.as_ref().is_some_and(is_late)
    }

    /// Whether an answer is expected soon. A search whose steps are slow is looked at now and then.
    fn is_urgent(&self) -> bool {
        let is_slow = |(_, since): &(_, Stopwatch)| since.seconds() > USUAL_ANSWER_SECONDS;
        !self.closing.is_empty() || !self.asked.as_ref().is_some_and(is_slow)
    }
}

impl Unsaved {
    /// Stores changed settings and goes on with storing the search. Returns whether that worked, once
    /// it is over.
    fn store_what_is_due(&mut self) -> Option<Result<(), String>> {
        self.store_settings();
        self.round.get_or_insert_with(|| StoreRound::new(Vec::new()));
        self.store()
    }

    /// Whether it waits for a search to answer.
    fn is_waiting(&self) -> bool {
        self.round.as_ref().is_some_and(StoreRound::is_urgent)
    }

    fn store_settings(&mut self) {
        // If this fails, it is tried again. It is not worth interrupting the user.
        self.settings.retain(|(file, merge)| {
            let text = merge(file);
            text.is_none_or(|text| storage::write_own(file, &text).is_err())
        });
    }

    /// Continues the storing that is under way. Returns whether it worked, once it is over.
    fn store(&mut self) -> Option<Result<(), String>> {
        let mut round = self.round.take()?;
        let Some(stored) = self.store_next(&mut round) else {
            self.round = Some(round);
            return None;
        };
        for reply in round.closing {
            // The window may have waited too long already.
            let _ = reply.send(stored.clone());
        }
        Some(stored)
    }

    /// Stores the first search that has unsaved steps, and removes what is no longer unsaved. Returns
    /// nothing while a search has yet to answer.
    fn store_next(&mut self, round: &mut StoreRound) -> Option<Result<(), String>> {
        while let Some(kept) = self.searches.get(round.next) {
            let is_large = kept.puzzle.board().size() > MAX_SQUARES;
            let answer = match &round.asked {
                _ if is_large && round.closing.is_empty() => Err(SearchEnded),
                None => {
                    round.asked = Some((kept.recorder.record(), Stopwatch::start()));
                    return None;
                }
                Some((asked, _)) => asked.poll(),
            };
            match answer {
                Ok(None) if round.is_late() => {
                    // What was stored of it before stays.
                    let is_stored = self.stored.is_some_and(|(id, ..)| id == kept.id);
                    return Some(if is_stored { Ok(()) } else { Err(NO_ANSWER.to_owned()) });
                }
                Ok(None) => return None,
                Ok(Some(recording)) => {
                    if let Some(stored) = self.store_search(round.next, &recording) {
                        return Some(stored);
                    }
                }
                // It is stored later, or its thread has ended: the window is closing, or there was an
                // internal error.
                Err(SearchEnded) => round.has_skipped = true,
            }
            (round.next, round.asked) = (round.next + 1, None);
        }
        if let Ok(file) = &self.file
            && self.is_used
            && !round.has_skipped
        {
            storage::remove(file);
            (self.stored, self.is_used) = (None, false);
        }
        Some(Ok(()))
    }

    /// Stores a search that has unsaved steps and is not repeated by one click. Returns `None` if there was
    /// nothing to store.
    fn store_search(&mut self, number: usize, recording: &Recording) -> Option<Result<(), String>> {
        let kept = &self.searches[number];
        let steps = recording.steps();
        let is_saved = kept.saved_steps == Some(steps);
        if steps == 0 || is_saved || is_quickly_found(kept, recording) {
            return None;
        }
        let place = Some((kept.id, steps, recording.playhead));
        let stored = self.file.clone().and_then(|file| {
            if place == self.stored && storage::exists(&file) {
                return Ok(());
            }
            write(&file, &tour::write_search(&kept.puzzle, &kept.config, recording))
        });
        if stored.is_ok() {
            (self.stored, self.is_used) = (place, true);
        }
        Some(stored)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Recorder;
    use crate::solver::MethodConfig;

    /// The end of the program waits for no search that does not answer. It says so.
    #[test]
    fn a_search_that_does_not_answer_is_not_waited_for() {
        let (recorder, _search) = Recorder::silent();
        let (puzzle, config) = ("8x8 given=0,0".parse().unwrap(), MethodConfig::default());
        let autosave = Autosave::start(&Clock::default(), Err(String::new()), |_| {});
        autosave.searches(vec![SearchToSave {
            id: 1,
            puzzle,
            config,
            saved_steps: None,
            recorder,
        }]);
        let answer = wait_for(&autosave.store_now(), 60.0);
        assert_eq!(answer, Some(Err(NO_ANSWER.to_owned())));
    }

    /// A win is added to what is in the file by then.
    #[test]
    fn wins_of_two_windows_are_counted_together() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("results.json");
        let win = Win { milliseconds: 9_000, moves: 11, undos: 0, hints: 0 };
        for name in ["level-01", "level-02"] {
            let autosave = Autosave::start(&Clock::default(), Err(String::new()), |_| {});
            let mut known = Results::default();
            known.add(name, win);
            autosave.win(file.clone(), name, win, &known);
            let _ = wait_for(&autosave.store_now(), 60.0);
        }
        let stored = results::read(&storage::read_file(&file, 1 << 20).unwrap()).unwrap();
        let names: Vec<&str> = stored.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["level-01", "level-02"]);
    }
}
