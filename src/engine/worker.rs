//! The worker of a search. It owns the timeline and knows no threads: each call lets the search run
//! ahead for a while, and moves the playhead when that is due.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::chunk::{CHUNK_SECONDS, Chunk};
use super::{
    Clock, Counts, Frame, PathIndex, PlaybackCommand, PlaybackSettings, Progress, Recording,
    Replay, Shown, Speed, Stopwatch, View, checked,
};
use crate::board::Square;
use crate::puzzle::Puzzle;
use crate::solver::{
    AutoChoice, Candidates, Event, Metric, Overlay, Picker, SearchState, Solver, Status, Trial,
};
use crate::timeline::{MetricHistory, Timeline};
use crate::tour::check_path;

/// The minimum time between frames in seconds, except that commands are answered at once.
const FRAME_SECONDS: f64 = 1.0 / 70.0;
/// Frames of paths longer than this take a while to make. While the search runs, they are this many
/// times that long apart.
const LONG_PATH: usize = 100_000;
const REPORT_COST: f64 = 10.0;
/// A checkpoint is made each time the search has run this many times as long as a copy takes,
/// within these bounds in seconds. A step back may repeat all steps since the checkpoint before it.
const CHECKPOINT_COST: f64 = 100.0;
const CHECKPOINT_SECONDS: [f64; 2] = [0.002, 0.035];
/// Later, checkpoints are thinned out until they are this many times the copying time apart, but at
/// most this many seconds.
const FAR_CHECKPOINT_SECONDS: f64 = 0.1;
/// A frame lists every event since the last one, if there are fewer than this.
const MAX_EVENTS: usize = 4_096;
/// The search itself may run longer between checkpoints: this many times as long as a copy takes.
const LARGE_CHECKPOINT_COST: f64 = 10.0;
/// If a seek takes longer than this, in seconds, its progress is shown.
const LONG_SEEK_SECONDS: f64 = 0.3;

/// Decides when to make checkpoints, rarely enough that they cost next to nothing.
#[derive(Default)]
struct CheckpointTimer {
    spent: f64,
    cost: f64,
}

impl CheckpointTimer {
    /// Adds the time that some work took, and returns whether a checkpoint is due. They are at most
    /// this many seconds apart.
    fn is_due(&mut self, seconds: f64, most: f64) -> bool {
        self.spent += seconds;
        self.spent >= (self.cost * CHECKPOINT_COST).clamp(CHECKPOINT_SECONDS[0], most)
    }

    fn kept(&mut self, cost: f64) {
        *self = CheckpointTimer { spent: 0.0, cost };
    }
}

/// Buffers recycled from a discarded frame.
#[derive(Default)]
struct Memory {
    path: Vec<Square>,
    path_index: PathIndex,
    visits: Vec<u64>,
    overlay: Overlay,
    metrics: Vec<Metric>,
    history: MetricHistory,
}

impl Memory {
    fn of(frame: Frame) -> Memory {
        let Frame { path, path_index, counts, overlay, metrics, history, .. } = frame;
        Memory { path, path_index, visits: counts.visits, overlay, metrics, history }
    }
}

/// The choice of a method: one trial after the other, each with its own timeline.
struct Choosing {
    picker: Picker,
    /// The trial that is being made.
    trial: Trial,
    /// What to do with the search once there is one.
    commands: Vec<PlaybackCommand>,
}

/// Runs a search and moves its playhead, a chunk at a time.
pub struct Worker {
    /// While a method is being chosen, this is the timeline of a trial. That of the trial that
    /// succeeds stays: it is the search.
    timeline: Timeline,
    choosing: Option<Choosing>,
    /// The recording in a file, while its checkpoints are trusted or while it is replayed without
    /// them.
    saved: Option<Box<Recording>>,
    /// While it is replayed, the commands to carry out afterwards.
    replay: Option<Vec<PlaybackCommand>>,
    /// Whether the replay has reached another path than the saved one.
    differs: bool,
    /// What the automatic method has picked.
    pick: Option<Arc<AutoChoice>>,
    /// How many squares of the tour are shown, if the search itself is not.
    tour_shown: usize,
    playing: bool,
    speed: Speed,
    show_backtracking: bool,
    /// Whether the steps of the search are on the board. While it is paused, this does not follow
    /// `show_backtracking`.
    shows_search: bool,
    /// Sets the pace of playback. The cost of work is measured by the machine's own clock.
    clock: Clock,
    watch: Stopwatch,
    seek_began: f64,
    /// When the next step is due.
    due: f64,
    seconds: f64,
    tours: u64,
    knows_no_other: bool,
    /// The tour that the search has reached, shared with frames.
    found: Option<Arc<[Square]>>,
    chunk: Chunk,
    searching: CheckpointTimer,
    moving: CheckpointTimer,
    /// Whether something has changed since the last frame.
    changed: bool,
    /// When the last frame was made.
    reported: f64,
    /// How many seconds it took to make, if it was a large one.
    report_cost: f64,
    events: Vec<Event>,
    spare: Option<Box<Frame>>,
}

impl Worker {
    pub fn new(solver: Box<dyn Solver>, settings: &PlaybackSettings) -> Worker {
        let mut worker = Worker::with(Timeline::new(solver), settings);
        worker.ride_if_unlimited();
        worker
    }

    /// A worker that first chooses the method for the puzzle.
    pub fn choose(puzzle: Puzzle, settings: &PlaybackSettings) -> Worker {
        let picker = Picker::new(puzzle);
        match picker.pick() {
            Ok(pick) => {
                let solver = pick.build(picker.puzzle());
                Worker { pick: Some(Arc::new(pick)), ..Worker::new(solver, settings) }
            }
            Err(trial) => {
                let solver = trial.config.build(picker.puzzle());
                let choosing = Some(Choosing { picker, trial, commands: Vec::new() });
                Worker { choosing, ..Worker::new(solver, settings) }
            }
        }
    }

    /// A worker that continues where a recording ends, paused, with the same path on the board.
    /// Without checkpoints the search is replayed first. `solver` must be the same search before
    /// its first step.
    pub fn resume(
        solver: Box<dyn Solver>,
        recording: Recording,
        settings: &PlaybackSettings,
    ) -> Worker {
        let Recording { checkpoints, playhead, history, .. } = recording.clone();
        let is_replayed = checkpoints.is_empty() && recording.stated.is_some();
        let timeline = Timeline::load(solver, checkpoints, playhead, history);
        let (tours, pick) = (recording.tours, recording.pick.clone());
        let mut worker = Worker { playing: false, tours, pick, ..Worker::with(timeline, settings) };
        worker.show_as_saved(&recording);
        worker.saved = recording
            .stated
            .is_some()
            .then(|| Box::new(Recording { checkpoints: Vec::new(), history: None, ..recording }));
        if is_replayed {
            worker.begin_replay();
        }
        worker
    }

    /// Shows what was on the board when the search was saved.
    fn show_as_saved(&mut self, saved: &Recording) {
        self.shows_search = saved.shown == Shown::Step;
        self.tour_shown = match saved.shown {
            Shown::Squares(squares) => squares,
            Shown::Step | Shown::Longest => 0,
        };
        (self.seconds, self.knows_no_other) = (saved.seconds, saved.knows_no_other);
        if self.is_whole_tour_shown() {
            self.follow_choice();
        }
    }

    /// Searches again from the start, up to the newest step that was saved.
    fn begin_replay(&mut self) {
        self.begin(self.timeline.first());
        (self.replay, self.playing, self.tours) = (Some(Vec::new()), false, 0);
        (self.found, self.changed, self.reported) = (None, true, f64::NEG_INFINITY);
    }

    /// Takes some steps of the replay, or ends it.
    fn continue_replay(&mut self) {
        let Some(saved) = &self.saved else { return };
        let (steps, playhead) = (saved.steps(), saved.playhead.min(self.timeline.length()));
        let has_found = saved.stated.as_ref().is_some_and(|file| file.status == Status::Found);
        let (is_there, status) =
            (self.timeline.length() >= steps, self.timeline.search().state().status);
        let passes_tour = status == Status::Found && !(is_there && has_found);
        if passes_tour && self.timeline.find_next() {
            return;
        }
        if !is_there && status == Status::Searching {
            return self.run_search();
        }
        if self.timeline.position() != playhead {
            return self.timeline.seek(playhead);
        }
        let Some(saved) = self.saved.take() else { return };
        let commands = self.replay.take().unwrap_or_default();
        self.show_as_saved(&saved);
        self.knows_no_other &= self.timeline.search().state().status == Status::Found;
        let now = self.whole_recording();
        self.differs = (now.steps(), now.path()) != (saved.steps(), saved.path());
        (self.changed, self.reported) = (true, f64::NEG_INFINITY);
        commands.into_iter().for_each(|command| self.playback(command));
    }

    /// Whether what is shown rests on the checkpoints of a file.
    fn is_from_checkpoints(&self) -> bool {
        self.saved.is_some() && self.replay.is_none()
    }

    /// Does something that may panic if the checkpoints of a file are wrong. Then the search is
    /// replayed.
    fn guarded<T>(&mut self, act: impl FnOnce(&mut Worker) -> T) -> Option<T> {
        if !self.is_from_checkpoints() {
            return Some(act(self));
        }
        let done = catch_unwind(AssertUnwindSafe(|| act(&mut *self))).ok();
        if done.is_none() {
            self.begin_replay();
        }
        done
    }

    /// Starts a replay if the checkpoints of a file have led to an impossible path or a false tour,
    /// before anything is shown or saved.
    fn check_what_is_shown(&mut self) {
        let is_sound = |state: &SearchState| match state.status {
            Status::Found => checked(&state.puzzle, state.path.clone()).is_ok(),
            _ => check_path(state.puzzle.board(), &state.path).is_ok(),
        };
        let states = [self.timeline.shown(), self.timeline.search()].map(Solver::state);
        if self.is_from_checkpoints() && !states.into_iter().all(is_sound) {
            self.begin_replay();
        }
    }

    /// The commands that wait until there is a search to play.
    fn waiting(&self) -> Option<&[PlaybackCommand]> {
        let choosing = self.choosing.as_ref().map(|choosing| &choosing.commands[..]);
        choosing.or(self.replay.as_deref())
    }

    /// Whether the search is being prepared and the last command was a pause, as when it is
    /// detached for undo.
    fn is_halted(&self) -> bool {
        self.waiting().is_some_and(|commands| commands.last() == Some(&PlaybackCommand::Pause))
    }

    fn with(timeline: Timeline, settings: &PlaybackSettings) -> Worker {
        let clock = settings.clock.clone();
        Worker {
            chunk: Chunk::of(timeline.search()),
            timeline,
            choosing: None,
            saved: None,
            replay: None,
            differs: false,
            pick: None,
            tour_shown: 0,
            playing: true,
            speed: settings.speed,
            show_backtracking: settings.backtracking,
            shows_search: settings.backtracking,
            due: clock.seconds(),
            clock,
            watch: Stopwatch::start(),
            seek_began: 0.0,
            seconds: 0.0,
            tours: 0,
            knows_no_other: false,
            found: None,
            searching: CheckpointTimer::default(),
            moving: CheckpointTimer::default(),
            changed: true,
            reported: f64::NEG_INFINITY,
            report_cost: 0.0,
            events: Vec::new(),
            spare: None,
        }
    }

    /// Works for about this many seconds, or until there is nothing to do; at least one chunk.
    pub fn advance(&mut self, budget: f64) {
        let began = self.watch.seconds();
        loop {
            self.guarded(Worker::work);
            if self.watch.seconds() - began >= budget || self.idle_for(false) > 0.0 {
                return;
            }
        }
    }

    fn work(&mut self) {
        if self.timeline.is_seeking() {
            return self.advance_seek();
        }
        if self.replay.is_some() {
            return self.continue_replay();
        }
        if self.is_searching() {
            self.run_search();
        }
        if self.choosing.is_some() {
            self.continue_choosing();
        } else if self.playing {
            self.play();
        }
    }

    /// Once a trial is over, begins the next one, or the search.
    fn continue_choosing(&mut self) {
        let (status, steps) = (self.timeline.search().state().status, self.timeline.length());
        let is_over =
            |choosing: &mut Choosing| status != Status::Searching || steps >= choosing.trial.steps;
        let Some(Choosing { mut picker, trial, commands }) = self.choosing.take_if(is_over) else {
            return;
        };
        picker.tried(trial.clone(), status);
        match picker.pick() {
            Err(trial) => {
                self.begin(trial.config.build(picker.puzzle()));
                self.choosing = Some(Choosing { picker, trial, commands });
            }
            Ok(pick) => {
                if !pick.is_trial(&trial) {
                    self.begin(pick.build(picker.puzzle()));
                }
                self.pick = Some(Arc::new(pick));
                commands.into_iter().for_each(|command| self.playback(command));
            }
        }
    }

    /// Begins another search in place of a trial that has failed.
    fn begin(&mut self, solver: Box<dyn Solver>) {
        (self.chunk, self.searching) = (Chunk::of(&*solver), CheckpointTimer::default());
        (self.timeline, self.seconds) = (Timeline::new(solver), 0.0);
        self.due = self.clock.seconds();
        self.ride_if_unlimited();
    }

    /// For how many seconds there is nothing to do; 0 or less if there is something now. With
    /// `wants_frame`, the next frame counts too.
    pub fn idle_for(&self, wants_moment: bool) -> f64 {
        if self.waiting().is_some() {
            return if self.is_halted() { f64::INFINITY } else { 0.0 };
        }
        if self.timeline.is_seeking() || self.is_searching() {
            return 0.0;
        }
        let step = if self.playing { self.due } else { f64::INFINITY };
        let report = if wants_moment && self.changed { self.report_due() } else { f64::INFINITY };
        step.min(report) - self.clock.seconds()
    }

    /// Carries out a playback command. While a method is being chosen or a saved search is
    /// replayed, the command waits.
    pub fn playback(&mut self, command: PlaybackCommand) {
        let choosing = self.choosing.as_mut().map(|choosing| &mut choosing.commands);
        match choosing.or(self.replay.as_mut()) {
            Some(waiting) => waiting.push(command),
            None => drop(self.guarded(|worker| worker.carry_out(command))),
        }
    }

    fn carry_out(&mut self, command: PlaybackCommand) {
        self.differs &= command.keeps_step();
        match command {
            PlaybackCommand::PlayPause if self.playing => self.playing = false,
            PlaybackCommand::Play | PlaybackCommand::PlayPause => self.start_playing(),
            PlaybackCommand::Pause => self.playing = false,
            PlaybackCommand::Step => self.step_once(),
            PlaybackCommand::StepBack => self.step_back(),
            PlaybackCommand::Seek(step) => self.seek(step),
            PlaybackCommand::PauseAt(step) => {
                self.playing = false;
                self.seek(step);
            }
            PlaybackCommand::SeekPath(length) => self.seek_path(length),
            PlaybackCommand::FindNext => self.find_next(),
            PlaybackCommand::Speed(speed) => self.set_speed(speed),
            PlaybackCommand::ShowBacktracking(show) => self.set_show_backtracking(show),
        }
        self.changed = true;
        self.reported = f64::NEG_INFINITY;
        self.seek_began = self.clock.seconds();
    }

    fn set_speed(&mut self, speed: Speed) {
        self.speed = speed;
        self.set_due();
        if self.playing {
            self.ride_if_unlimited();
        }
    }

    fn set_show_backtracking(&mut self, show: bool) {
        let is_new = show != self.show_backtracking;
        self.show_backtracking = show;
        if is_new && (self.playing || self.is_whole_tour_shown()) {
            self.follow_choice();
        }
    }

    fn start_playing(&mut self) {
        self.playing = true;
        self.set_due();
        self.follow_choice();
        if self.should_ride() {
            self.timeline.follow();
        } else if self.ended() {
            self.replay_from_end();
        }
    }

    /// If the end is on the board, starts again from the beginning.
    fn replay_from_end(&mut self) {
        match self.view() {
            View::Search if self.is_at_newest() => self.timeline.seek(0),
            View::Tour if self.is_whole_tour_shown() => self.tour_shown = 0,
            _ => {}
        }
    }

    /// Applies `show_backtracking`: shows the tour from its first square, or the search from where
    /// it had the path on the board. A whole tour stays where it is.
    fn follow_choice(&mut self) {
        if self.shows_search == self.show_backtracking {
            return;
        }
        let (view, is_whole) = (self.view(), self.is_whole_tour_shown());
        self.shows_search = self.show_backtracking;
        self.events.clear();
        match view {
            View::Search => self.tour_shown = if is_whole { usize::MAX } else { 0 },
            View::Tour if self.tour_shown == 0 => self.timeline.seek(0),
            View::Tour | View::Hidden => {
                self.timeline.follow();
                if view == View::Tour && !is_whole {
                    self.timeline.seek_path(self.tour_shown);
                }
            }
        }
    }

    fn is_at_newest(&self) -> bool {
        !self.timeline.is_seeking() && self.timeline.position() >= self.timeline.length()
    }

    /// Whether all squares of the tour that was found are on the board.
    fn is_whole_tour_shown(&self) -> bool {
        let search = self.timeline.search();
        search.state().status == Status::Found
            && match self.shows_search {
                true => self.is_at_newest(),
                false => self.tour_shown >= search.state().path.len(),
            }
    }

    /// Shows a hidden search that is to be seen again, at its newest step.
    fn show_if_hidden(&mut self) {
        if self.view() == View::Hidden {
            self.follow_choice();
        }
    }

    /// Whether the settings make the playhead follow the newest step.
    fn should_ride(&self) -> bool {
        self.show_backtracking && self.speed == Speed::UNLIMITED
    }

    fn ride_if_unlimited(&mut self) {
        if self.should_ride() {
            self.timeline.follow();
        }
    }

    fn ended(&self) -> bool {
        self.timeline.search().state().status != Status::Searching
    }

    fn is_searching(&self) -> bool {
        self.playing && !self.ended() && !self.is_halted()
    }

    fn view(&self) -> View {
        match self.timeline.search().state().status {
            _ if self.shows_search => View::Search,
            Status::Found => View::Tour,
            _ => View::Hidden,
        }
    }

    fn seek(&mut self, step: u64) {
        self.show_if_hidden();
        match self.view() {
            View::Search => {
                // A playhead that follows the newest step would leave an earlier step at once.
                if self.speed == Speed::UNLIMITED && step < self.timeline.length() {
                    self.playing = false;
                }
                self.events.clear();
                self.timeline.seek(step);
                self.set_due();
            }
            // A hidden search has no steps to go to.
            View::Hidden => {}
            View::Tour => self.tour_shown = usize::try_from(step).unwrap_or(usize::MAX),
        }
    }

    fn seek_path(&mut self, length: usize) {
        self.show_if_hidden();
        match self.view() {
            View::Search => {
                self.playing = false;
                self.events.clear();
                self.timeline.seek_path(length);
            }
            View::Hidden => {}
            View::Tour => {
                self.playing = false;
                self.tour_shown = length;
            }
        }
    }

    fn step_back(&mut self) {
        self.show_if_hidden();
        match self.view() {
            View::Search => {
                self.playing = false;
                self.events.clear();
                self.timeline.seek(self.timeline.position().saturating_sub(1));
            }
            View::Hidden => {}
            View::Tour => {
                self.playing = false;
                let shown = self.tour_shown.min(self.timeline.search().state().path.len());
                self.tour_shown = shown.saturating_sub(1);
            }
        }
    }

    fn find_next(&mut self) {
        if self.timeline.search().state().status != Status::Found {
            return;
        }
        self.knows_no_other = !self.timeline.find_next();
        if !self.knows_no_other {
            self.found = None;
            self.timeline.follow();
            self.tour_shown = 0;
            self.shows_search = self.show_backtracking;
            self.playing = true;
            self.set_due();
        }
    }

    fn interval(&self) -> f64 {
        self.speed.steps_per_second().map_or(0.0, |steps| 1.0 / f64::from(steps))
    }

    fn set_due(&mut self) {
        self.due = self.clock.seconds() + self.interval();
    }

    fn step_once(&mut self) {
        self.show_if_hidden();
        match self.view() {
            View::Search => {
                self.playing = false;
                if self.timeline.is_seeking() {
                    return self.timeline.seek(self.timeline.position() + 1);
                }
                let before = self.timeline.length();
                if let Some(event) = self.timeline.step() {
                    self.show(event);
                }
                if self.timeline.length() > before {
                    self.note_tour();
                }
            }
            View::Hidden => {}
            View::Tour => {
                self.playing = false;
                self.tour_shown = self.tour_shown.saturating_add(1);
            }
        }
    }

    /// Adds a step to the next frame, unless there are too many to list.
    fn show(&mut self, event: Event) {
        self.changed = true;
        if self.events.len() < MAX_EVENTS {
            self.events.push(event);
        }
    }

    fn note_tour(&mut self) {
        self.tours += u64::from(self.timeline.search().state().status == Status::Found);
    }

    /// Runs the search for a chunk.
    fn run_search(&mut self) {
        if self.show_backtracking && self.speed != Speed::UNLIMITED {
            self.timeline.detach();
        } else if self.timeline.follows() || !self.show_backtracking {
            self.events.clear();
        }
        let trial = self.choosing.as_ref().map(|choosing| choosing.trial.steps);
        let replay = self.saved.as_ref().filter(|_| self.replay.is_some());
        let last = trial.or(replay.map(|saved| saved.steps()));
        let most = last.map_or(u64::MAX, |steps| steps - self.timeline.length());
        let before = self.watch.seconds();
        let status = self.timeline.run_ahead(self.chunk.steps().min(most));
        let took = self.watch.seconds() - before;
        self.seconds += took;
        self.chunk.took(took);
        self.changed = true;
        // A copy of a large search must not take as long as the search itself.
        let most = CHECKPOINT_SECONDS[1].max(self.searching.cost * LARGE_CHECKPOINT_COST);
        if self.searching.is_due(took, most) {
            let before = self.watch.seconds();
            self.timeline.keep_checkpoint();
            self.searching.kept(self.watch.seconds() - before);
            let rate = self.timeline.length() as f64 / self.seconds;
            let apart =
                (self.searching.cost * CHECKPOINT_COST).min(FAR_CHECKPOINT_SECONDS.max(most));
            self.timeline.space_checkpoints((rate * apart) as u64);
        }
        if status != Status::Searching {
            self.note_tour();
            self.set_due();
            self.reported = f64::NEG_INFINITY;
        }
    }

    /// Moves the playhead towards the step that it is seeking.
    fn advance_seek(&mut self) {
        let before = self.watch.seconds();
        self.timeline.advance_seek(self.chunk.steps());
        self.changed = true;
        let took = self.watch.seconds() - before;
        self.chunk.took(took);
        self.keep_checkpoint_near(took);
        if !self.timeline.is_seeking() {
            self.events.clear();
            self.set_due();
            self.reported = f64::NEG_INFINITY;
            // A method that rearranges its path may never have had the path that was looked for.
            if self.playing && self.ended() && self.is_at_newest() {
                self.timeline.seek(0);
            }
        }
    }

    fn keep_checkpoint_near(&mut self, took: f64) {
        if self.moving.is_due(took, CHECKPOINT_SECONDS[1]) {
            let before = self.watch.seconds();
            self.timeline.keep_checkpoint_near();
            self.moving.kept(self.watch.seconds() - before);
        }
    }

    fn play(&mut self) {
        match self.view() {
            View::Search => self.play_search(),
            View::Hidden => self.playing = !self.ended(),
            View::Tour => self.play_tour(),
        }
    }

    fn play_search(&mut self) {
        let at_end = |timeline: &Timeline| timeline.position() >= timeline.length();
        if self.speed != Speed::UNLIMITED {
            let (began, watched) = (self.clock.seconds(), self.watch.seconds());
            let (mut steps, quick) = (0, self.timeline.search().quick_steps());
            while self.due <= began && !at_end(&self.timeline) {
                if let Some(event) = self.timeline.step() {
                    self.show(event);
                }
                self.due += self.interval();
                steps += 1;
                // Commands should not wait for long.
                let is_slow = steps % quick == 0;
                if is_slow && self.watch.seconds() - watched > CHUNK_SECONDS {
                    break;
                }
            }
            let now = self.clock.seconds();
            if steps > 0 {
                self.keep_checkpoint_near(self.watch.seconds() - watched);
            }
            // If the playhead cannot keep up, it does not try to catch up later.
            self.due = self.due.max(now - 2.0 * self.interval().max(0.01));
        }
        if self.ended() && at_end(&self.timeline) {
            self.playing = false;
            self.changed = true;
        }
    }

    fn play_tour(&mut self) {
        let length = self.timeline.search().state().path.len();
        let now = self.clock.seconds();
        while self.due <= now && self.tour_shown < length {
            self.tour_shown =
                if self.speed == Speed::UNLIMITED { length } else { self.tour_shown + 1 };
            self.due += self.interval();
            self.changed = true;
        }
        if self.tour_shown >= length {
            self.playing = false;
            self.changed = true;
        }
    }

    /// Everything that a file stores. While its method is being chosen, a search has not begun.
    pub fn recording(&mut self) -> Recording {
        if self.choosing.is_some() {
            return Recording::default();
        }
        self.check_what_is_shown();
        if self.replay.is_none()
            && let Some(whole) = self.guarded(|worker| worker.whole_recording())
        {
            return whole;
        }
        // The recording from the file, until it is replayed.
        self.saved.as_deref().cloned().unwrap_or_default()
    }

    fn whole_recording(&self) -> Recording {
        Recording {
            checkpoints: self.timeline.checkpoints(),
            // A hidden search counts as being at its newest step.
            playhead: match self.shows_search {
                true => self.timeline.shown().state().steps(),
                false => self.timeline.length(),
            },
            shown: match self.view() {
                View::Search => Shown::Step,
                View::Hidden => Shown::Longest,
                View::Tour => Shown::Squares(self.tour_shown),
            },
            seconds: self.seconds,
            tours: self.tours,
            knows_no_other: self.knows_no_other,
            history: Some(self.timeline.history().clone()),
            pick: self.pick.clone(),
            stated: None,
        }
    }

    /// When the next frame may be made.
    fn report_due(&self) -> f64 {
        let runs = self.playing || self.timeline.is_seeking() || self.replay.is_some();
        let apart = if self.is_searching() { self.report_cost * REPORT_COST } else { 0.0 };
        if runs { self.reported + FRAME_SECONDS.max(apart) } else { f64::NEG_INFINITY }
    }

    /// What to show now, if that has changed and is due; `None` while a method is being chosen.
    pub fn frame(&mut self) -> Option<Frame> {
        let now = self.clock.seconds();
        let on_its_way = self.timeline.is_seeking() && now < self.seek_began + LONG_SEEK_SECONDS;
        if self.choosing.is_some() || !self.changed || on_its_way || now < self.report_due() {
            return None;
        }
        let before = self.watch.seconds();
        self.check_what_is_shown();
        let frame = match self.guarded(Worker::current_moment) {
            Some(frame) => frame,
            None => self.current_moment(),
        };
        let is_large = frame.path.len().max(frame.overlay.links.len()) > LONG_PATH;
        self.report_cost = if is_large { self.watch.seconds() - before } else { 0.0 };
        (self.changed, self.reported) = (false, now);
        Some(frame)
    }

    /// Takes back a frame so that its memory can be reused.
    pub fn recycle(&mut self, frame: Box<Frame>) {
        self.spare = Some(frame);
    }

    fn current_moment(&mut self) -> Frame {
        let spare = self.spare.take().map(|spare| Memory::of(*spare)).unwrap_or_default();
        let Memory { path: mut memory, mut path_index, mut visits, .. } = spare;
        let Memory { mut overlay, mut metrics, mut history, .. } = spare;
        let replayed = self.saved.as_deref().filter(|_| self.replay.is_some());
        let view = if replayed.is_some() { View::Search } else { self.view() };
        let search = self.timeline.search();
        let solver = if view == View::Search { self.timeline.shown() } else { search };
        let path = match view {
            View::Search | View::Tour => replayed.map_or(&solver.state().path[..], Recording::path),
            View::Hidden => solver.state().deepest(),
        };
        let tally = &solver.state().tally;
        visits.clone_from(&tally.visits);
        let counts = Counts { work: tally.work.clone(), depth: tally.depth(), visits };
        let (step, length, last) = match view {
            View::Search if replayed.is_some() => {
                let steps = |saved: &Recording| (saved.playhead, saved.steps(), None);
                replayed.map_or((0, 0, None), steps)
            }
            View::Tour => {
                let shown = self.tour_shown.min(path.len());
                let last = path[..shown].last().copied().map(Event::Advance);
                (shown as u64, path.len() as u64, last)
            }
            View::Search => (counts.work.steps(), self.timeline.length(), solver.state().last),
            View::Hidden => (counts.work.steps(), self.timeline.length(), None),
        };
        let is_search = view == View::Search && replayed.is_none();
        let insight = is_search.then(|| solver.insight());
        let is_looked_at = is_search && (!self.playing || self.speed.is_slow());
        let choices = if is_looked_at { solver.choices() } else { Vec::new() };
        overlay.clear();
        metrics.clear();
        solver.metrics(&mut metrics);
        let candidates = if is_search { solver.candidates() } else { Candidates::default() };
        if is_search {
            solver.overlay(&mut overlay);
        }
        history.clone_from(self.timeline.history());
        let newest = if replayed.is_some() { Status::Searching } else { search.state().status };
        let progress = Progress {
            steps: if replayed.is_some() { length } else { self.timeline.length() },
            status: newest,
            seconds: replayed.map_or(self.seconds, |saved| saved.seconds),
            tours: replayed.map_or(self.tours, |saved| saved.tours),
            knows_no_other: self.knows_no_other,
        };
        let status = match view {
            _ if replayed.is_some() => newest,
            View::Tour if step < length => Status::Searching,
            _ => solver.state().status,
        };
        let replay = match replayed {
            Some(_) => Some(Replay::Running(self.timeline.length())),
            None => self.differs.then_some(Replay::Differs),
        };
        let is_found = newest == Status::Found;
        let found = is_found.then(|| {
            let found = self.found.get_or_insert_with(|| search.state().path.as_slice().into());
            Arc::clone(found)
        });
        let mut events = std::mem::take(&mut self.events);
        if events.len() == MAX_EVENTS {
            events.clear();
        }
        path_index.follow(&mut memory, path);
        Frame {
            view,
            step,
            length,
            status,
            path: memory,
            path_index,
            last,
            insight,
            choices,
            overlay,
            metrics,
            candidates,
            history,
            counts,
            progress,
            playing: self.playing,
            timeline_bytes: self.timeline.bytes(),
            events,
            found,
            pick: self.pick.clone(),
            replay,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Manual;
    use crate::solver::MethodConfig;

    /// A test drives the worker with a manual clock, without a thread.
    #[test]
    fn a_worker_needs_no_thread() {
        let hands = Arc::new(Manual::default());
        let clock = Clock::manual(&hands);
        let settings = PlaybackSettings { clock, ..PlaybackSettings::at(Speed::of(Some(10))) };
        let config: MethodConfig = "backtracking".parse().unwrap();
        let mut worker = Worker::new(config.build(&"5x5 given=0,0".parse().unwrap()), &settings);
        assert_eq!(worker.frame().unwrap().step, 0);
        let mut after = |seconds: f64, command: PlaybackCommand| {
            worker.playback(command);
            hands.turn(seconds);
            while worker.idle_for(true) <= 0.0 {
                worker.advance(0.01);
                if let Some(frame) = worker.frame() {
                    return frame;
                }
            }
            panic!("nothing has changed");
        };
        assert_eq!(after(1.0, PlaybackCommand::Pause).step, 0, "a pause comes before the time");
        assert_eq!(after(0.0, PlaybackCommand::Step).step, 1);
        let all = after(0.0, PlaybackCommand::Play).length;
        assert!(all > 1, "the search runs ahead");
        let earlier = after(0.0, PlaybackCommand::Seek(all / 2));
        assert_eq!(earlier.step, all / 2);
        let end = after(0.0, PlaybackCommand::Seek(u64::MAX));
        assert_eq!((end.status, end.path.len()), (Status::Found, 25));
        let recording = worker.recording();
        let mut again =
            Worker::resume(config.build(&"5x5 given=0,0".parse().unwrap()), recording, &settings);
        assert_eq!(again.frame().unwrap().path, end.path);
    }

    /// The trial that succeeds is the search: nothing is searched twice, and the first frame says
    /// what was picked.
    #[test]
    fn a_method_is_chosen_a_chunk_at_a_time() {
        let puzzle: Puzzle = "7x7 holes=0,1;3,3 wrap given=0,0".parse().unwrap();
        let auto = MethodConfig::default();
        let pick = auto.pick(&puzzle);
        let settings = PlaybackSettings::at(Speed::UNLIMITED);
        let mut worker = Worker::choose(puzzle.clone(), &settings);
        assert!(worker.frame().is_none() && worker.recording().checkpoints.is_empty());
        worker.playback(PlaybackCommand::Pause);
        assert_eq!(worker.idle_for(true), f64::INFINITY, "it was set aside");
        worker.playback(PlaybackCommand::Seek(3));
        while worker.choosing.is_some() {
            assert!(worker.frame().is_none() && worker.idle_for(true) <= 0.0);
            worker.advance(0.0);
        }
        worker.advance(0.1);
        let frame = worker.frame().unwrap();
        assert_eq!(frame.pick.as_deref(), Some(&pick));
        assert_eq!((frame.step, frame.playing), (3, false), "commands have waited for the search");
        let mut alone = pick.build(&puzzle);
        let status = alone.run(u64::MAX);
        assert_eq!((frame.progress.status, frame.length), (status, alone.state().steps()));
        assert_eq!(worker.timeline.search().save(), alone.save());
        assert!(worker.timeline.history().samples(0).count() > 1, "its path_index were recorded");
        assert_eq!(worker.recording().pick.as_deref(), Some(&pick));
    }
}
