//! The search on the board: its newest frame, its checked tour, and how long it may take.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::State;
use super::checker::{self, Checked, Checker};
use crate::engine::{Frame, Recorder, Replay, SearchHandle, View, Wake, compute};
use crate::feasibility::verdict;
use crate::puzzle::Puzzle;
use crate::solver::{AutoChoice, MethodConfig, Status, paths_to_try};
use crate::tour::{Tour, Traits};

/// A search without a tour counts as long after this many seconds.
const LONG_SEARCH_SECONDS: f64 = 5.0;

pub struct ActiveSearch {
    pub puzzle: Puzzle,
    pub config: MethodConfig,
    /// The method that searches: the same one, or the one that it has picked.
    pub pick: Arc<AutoChoice>,
    pub frame: Option<Frame>,
    /// The tour on the board, checked.
    pub tour: Option<Arc<Tour>>,
    /// Stored because it takes a while to compute.
    pub traits: Option<Traits>,
    /// How many frames were received.
    frames: u64,
    checker: Checker,
    pub(super) search: SearchHandle,
    /// The internal error, if there was one.
    pub(super) broken: Option<String>,
    /// The step of the last answer that was announced.
    announced: Option<u64>,
    /// Whether the announcement is still to be shown.
    pub(super) has_unshown_answer: bool,
    long: LongSearchNotice,
    /// Unique in this session.
    pub(super) id: u64,
    /// The number of steps when it was last saved to a file.
    pub(super) saved_steps: Option<u64>,
    pub(super) discarded: bool,
    /// Whether it repeats a run of the lab, which can be repeated again.
    pub(super) repeats_run: bool,
    pub(super) file: Option<Origin>,
    /// Whether it was resumed from a file, so that its proofs rest on what the file says.
    pub(super) is_resumed: bool,
}

/// The notice that a search takes long.
enum LongSearchNotice {
    NotYet,
    /// It is shown once the paths are estimated.
    Due(Arc<OnceLock<LongSearch>>),
    Dismissed,
}

/// A search that has run for a long time without finding a tour.
#[derive(Clone, Debug, PartialEq)]
pub struct LongSearch {
    /// About how many paths plain backtracking has to try, as a power of ten.
    pub paths: f64,
    /// A method that is more likely to find a tour soon.
    pub instead: Option<MethodConfig>,
}

/// The file that a search was opened from or saved to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    pub path: PathBuf,
    /// A stamp of the contents, to notice that another program has changed the file since.
    pub stamp: Option<u64>,
    /// Whether it is a tour file. Others are only read: saving asks for another name.
    pub is_tour: bool,
}

/// A search to be saved by the autosave.
pub struct SearchToSave {
    /// Unique in the session.
    pub id: u64,
    pub puzzle: Puzzle,
    pub config: MethodConfig,
    /// The number of steps when it was last saved to a file.
    pub saved_steps: Option<u64>,
    /// Asks the search for its recording.
    pub recorder: Recorder,
}

impl ActiveSearch {
    /// A search that was just started. `wake` is called when something new is known about it.
    pub(super) fn new(
        id: u64,
        puzzle: Puzzle,
        config: MethodConfig,
        pick: Option<Arc<AutoChoice>>,
        search: SearchHandle,
        wake: Wake,
    ) -> ActiveSearch {
        let asked = || Arc::new(AutoChoice { config: config.clone(), most: None, why: None });
        ActiveSearch {
            id,
            puzzle,
            pick: pick.unwrap_or_else(asked),
            config,
            frame: None,
            tour: None,
            traits: None,
            frames: 0,
            checker: Checker::new(wake),
            search,
            broken: None,
            announced: None,
            has_unshown_answer: false,
            long: LongSearchNotice::NotYet,
            saved_steps: None,
            discarded: false,
            repeats_run: false,
            file: None,
            is_resumed: false,
        }
    }

    /// Marks it as resumed from a file after this many steps; without a file it is unsaved.
    pub(super) fn resumed(self, steps: u64, file: Option<Origin>) -> ActiveSearch {
        let saved_steps = file.is_some().then_some(steps);
        ActiveSearch { saved_steps, file, is_resumed: true, ..self }
    }

    pub(super) fn state(&self) -> State {
        if self.broken.is_some() {
            return State::Broken;
        }
        let Some(frame) = &self.frame else { return State::Searching };
        if let Some(tour) = &self.tour {
            return State::Found { closed: tour.is_closed() };
        }
        match frame.status {
            Status::Exhausted if frame.progress.tours > 0 => State::NoOther,
            Status::Exhausted => State::NoTour,
            Status::GaveUp => State::GaveUp,
            _ if !frame.playing => State::Paused,
            _ if frame.progress.status == Status::Searching => State::Searching,
            _ => State::Replaying,
        }
    }

    /// Whether the method is still being chosen. The first frame says which it is.
    pub fn is_choosing(&self) -> bool {
        self.pick.config.picks()
    }

    /// Set if its file had no usable checkpoints.
    pub fn replay(&self) -> Option<Replay> {
        self.frame.as_ref().and_then(|frame| frame.replay)
    }

    /// Set if it has run for a long time without finding a tour.
    pub(super) fn long_search(&self) -> Option<LongSearch> {
        let LongSearchNotice::Due(long) = &self.long else { return None };
        let is_over = |frame: &Frame| frame.progress.status != Status::Searching;
        long.get().filter(|_| !self.frame.as_ref().is_some_and(is_over)).cloned()
    }

    pub(super) fn dismiss_long_search(&mut self) {
        self.long = LongSearchNotice::Dismissed;
    }

    /// False if the user has cleared it from the board, or has only looked at it.
    pub(super) fn is_worth_keeping(&self) -> bool {
        !self.discarded && !self.repeats_run
    }

    pub fn file(&self) -> Option<&Origin> {
        self.file.as_ref()
    }

    /// Whether the whole tour came from a file, so that there was nothing to search.
    pub fn is_from_file(&self) -> bool {
        let puzzle = &self.puzzle;
        self.is_resumed && puzzle.given().len() == puzzle.board().squares_to_visit()
    }

    /// What the autosave needs.
    pub fn to_save(&self) -> SearchToSave {
        SearchToSave {
            id: self.id,
            puzzle: self.puzzle.clone(),
            config: self.config.clone(),
            saved_steps: self.saved_steps,
            recorder: self.search.recorder(),
        }
    }

    pub fn id(&self) -> u64 {
        self.id
    }

    /// Its number in this session, and the number of steps when it was last saved to a file.
    pub fn saved(&self) -> (u64, Option<u64>) {
        (self.id, self.saved_steps)
    }

    /// Two numbers that identify the search and its frame in this session.
    pub fn edition(&self) -> (u64, u64) {
        (self.id, self.frames)
    }

    /// Whether it has steps that are worth keeping and not saved.
    pub(super) fn is_unsaved(&self) -> bool {
        let steps = self.frame.as_ref().map_or(0, |frame| frame.progress.steps);
        steps > 0 && self.saved_steps != Some(steps) && self.is_worth_keeping()
    }

    /// Takes the newest frame from the thread. Returns whether there was one.
    pub(super) fn update(&mut self) -> bool {
        let is_checked = self.checker.poll();
        let frame = match self.search.frame() {
            Ok(Some(frame)) => frame,
            Ok(None) => return is_checked && self.evaluate_again(),
            Err(gone) => {
                self.broken.get_or_insert(gone.to_string());
                return false;
            }
        };
        if let Some(pick) = &frame.pick {
            self.pick = Arc::clone(pick);
        }
        self.evaluate(&frame);
        self.estimate_if_long(&frame);
        if let Some(last) = self.frame.replace(frame) {
            self.search.reuse(last);
        }
        true
    }

    /// After a tour was checked in the background, evaluates the same frame again.
    fn evaluate_again(&mut self) -> bool {
        let Some(frame) = self.frame.take() else { return false };
        self.evaluate(&frame);
        self.frame = Some(frame);
        true
    }

    fn evaluate(&mut self, frame: &Frame) {
        self.frames += 1;
        self.check(frame);
        self.announce_answer(frame);
    }

    /// Checks that what the method reports as a tour is one.
    fn check(&mut self, frame: &Frame) {
        let is_newest = frame.view == View::Tour || frame.step == frame.length;
        let found = frame.found.as_ref().filter(|_| is_newest);
        let is_same = |tour: &Arc<Tour>| tour.path() == frame.path;
        let checked = match found {
            _ if frame.view != View::Tour && frame.status != Status::Found => None,
            Some(found) => self.checker.check(&self.puzzle, found),
            None if self.tour.as_ref().is_some_and(is_same) => return,
            None => Some(checker::check(&self.puzzle, frame.path.clone())),
        };
        self.tour = checked.and_then(|checked| self.accept(checked)).map(|(tour, traits)| {
            self.traits = Some(traits);
            tour
        });
    }

    /// A tour that was checked. If it is invalid, the search is broken.
    fn accept(&mut self, checked: Checked) -> Option<(Arc<Tour>, Traits)> {
        checked.map_err(|wrong| self.broken = Some(wrong)).ok()
    }

    /// Announces an answer that the board does not show yet. A tour is checked before.
    fn announce_answer(&mut self, frame: &Frame) {
        let behind = frame.view == View::Search && frame.step < frame.length;
        let progress = &frame.progress;
        if progress.status != Status::Searching && self.announced != Some(progress.steps) {
            self.announced = Some(progress.steps);
            self.has_unshown_answer = behind;
            if let Some(path) = frame.found.as_ref().filter(|_| behind) {
                let checked = self.checker.check(&self.puzzle, path);
                // It is announced as soon as it is checked.
                self.announced = self.announced.filter(|_| checked.is_some());
                self.has_unshown_answer =
                    checked.and_then(|checked| self.accept(checked)).is_some();
            }
        }
        self.has_unshown_answer &= behind && progress.status != Status::Searching;
    }

    /// Estimates the number of paths once the search has run for a long time.
    fn estimate_if_long(&mut self, frame: &Frame) {
        let progress = &frame.progress;
        let is_long = progress.seconds >= LONG_SEARCH_SECONDS && progress.tours == 0;
        if matches!(self.long, LongSearchNotice::NotYet)
            && is_long
            && progress.status == Status::Searching
        {
            let (puzzle, config) = (self.puzzle.clone(), self.config.clone());
            let long = move || {
                let instead = likelier_method(&puzzle, &config);
                LongSearch { paths: paths_to_try(&puzzle), instead }
            };
            self.long = LongSearchNotice::Due(compute(long, || ()));
        }
    }
}

/// A method that is more likely to find a tour soon, if one may exist.
fn likelier_method(puzzle: &Puzzle, config: &MethodConfig) -> Option<MethodConfig> {
    let instead = MethodConfig::default();
    let is_same = instead.method.name == config.method.name;
    let is_impossible = verdict(puzzle).no().is_some();
    let takes_it = instead.refusal(puzzle).is_none();
    (!is_same && !is_impossible && takes_it).then_some(instead)
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::bounded;

    use super::*;
    use crate::engine::{PlaybackSettings, Speed, Worker};
    use crate::puzzle::Goal;

    /// A search of 5×5 that has found its tour, and a frame of it that shows an earlier step.
    fn ahead() -> (ActiveSearch, Frame) {
        let puzzle: Puzzle = "5x5 given=0,0".parse().unwrap();
        let config: MethodConfig = "backtracking".parse().unwrap();
        let (sender, woken) = bounded(1);
        let wake = move || {
            // One signal is enough.
            let _ = sender.try_send(());
        };
        let solver = config.build(&puzzle);
        let settings = PlaybackSettings::at(Speed::at(0));
        let make = |settings: &PlaybackSettings| Worker::new(solver, settings);
        let search = SearchHandle::start(&settings, Arc::new(wake), make);
        let active = ActiveSearch::new(1, puzzle, config, None, search, Arc::new(|| {}));
        loop {
            woken.recv().unwrap();
            if let Some(frame) = active.search.frame().unwrap()
                && frame.progress.status == Status::Found
            {
                return (active, frame);
            }
        }
    }

    #[test]
    fn a_tour_is_checked_before_it_is_announced() {
        let (mut active, frame) = ahead();
        assert!(frame.step < frame.length, "the board does not show it yet");
        active.announce_answer(&frame);
        assert!(active.has_unshown_answer && active.broken.is_none());

        let (mut active, mut frame) = ahead();
        let mut wrong = frame.found.as_ref().unwrap().to_vec();
        wrong.swap(3, 4);
        frame.found = Some(wrong.into());
        active.announce_answer(&frame);
        assert!(!active.has_unshown_answer);
        assert!(active.broken.unwrap().starts_with("internal error"));

        let (mut active, frame) = ahead();
        let (board, given) = (active.puzzle.board().clone(), active.puzzle.given().to_vec());
        active.puzzle = Puzzle::new(board, given, Goal::Closed, 0).unwrap();
        active.announce_answer(&frame);
        assert!(!active.has_unshown_answer && active.broken.is_some(), "5×5 has no closed tour");
    }
}
