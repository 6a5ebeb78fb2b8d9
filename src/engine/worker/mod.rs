//! The worker of a search. It owns the timeline and knows no threads: each call lets the search run ahead
//! for a while, and moves the playhead when that is due.

mod commands;
mod current_frame;
mod replay;

use std::sync::Arc;

use super::chunk::{CHUNK_SECONDS, ChunkSize};
use super::{Clock, Frame, PlaybackCommand, PlaybackSettings, Recording, Speed, Stopwatch, View};
use crate::board::Square;
use crate::puzzle::Puzzle;
use crate::solver::{AutoChoice, Event, MethodTrial, Picker, Solver, Status};
use crate::timeline::Timeline;

/// A checkpoint is made each time the search has run this many times as long as a copy takes, within these
/// bounds in seconds. A step back may repeat all steps since the checkpoint before it.
const CHECKPOINT_COST: f64 = 100.0;
const CHECKPOINT_SECONDS: [f64; 2] = [0.002, 0.035];
/// Later, checkpoints are thinned out until they are this many times the copying time apart, but at most
/// this many seconds.
const FAR_CHECKPOINT_SECONDS: f64 = 0.1;
/// The search itself may run longer between checkpoints: this many times as long as a copy takes.
const LARGE_CHECKPOINT_COST: f64 = 10.0;

/// Decides when to make checkpoints, rarely enough that they cost next to nothing.
#[derive(Default)]
struct CheckpointTimer {
    spent: f64,
    cost: f64,
}

impl CheckpointTimer {
    /// Adds the time that some work took, and returns whether a checkpoint is due: after `most` seconds at
    /// the latest.
    fn is_due(&mut self, seconds: f64, most: f64) -> bool {
        self.spent += seconds;
        self.spent >= (self.cost * CHECKPOINT_COST).clamp(CHECKPOINT_SECONDS[0], most)
    }

    fn restart(&mut self, cost: f64) {
        *self = CheckpointTimer { spent: 0.0, cost };
    }
}

/// The choice of a method: one trial after the other, each with its own timeline.
struct Choosing {
    picker: Picker,
    /// The trial that is being made.
    trial: MethodTrial,
}

/// Runs a search and moves its playhead, a chunk at a time.
pub struct Worker {
    /// While a method is being chosen, this is the timeline of a trial. That of the trial that
    /// succeeds stays: it is the search.
    timeline: Timeline,
    choosing: Option<Choosing>,
    /// The recording in a file, while its checkpoints are trusted or while it is replayed.
    saved: Option<Box<Recording>>,
    replays: bool,
    /// Commands to carry out once the method is chosen or the search is replayed.
    waiting: Vec<PlaybackCommand>,
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
    chunk: ChunkSize,
    search_timer: CheckpointTimer,
    playhead_timer: CheckpointTimer,
    /// Whether something has changed since the last frame.
    changed: bool,
    /// When the last frame was made.
    last_frame: f64,
    /// How many seconds it took to make, if it was a large one.
    frame_cost: f64,
    events: Vec<Event>,
    /// A frame that is not needed any more, whose memory is used for the next one.
    discarded: Box<Frame>,
}

impl Worker {
    pub fn new(solver: Box<dyn Solver>, settings: &PlaybackSettings) -> Worker {
        let mut worker = Worker::with(Timeline::new(solver), settings);
        worker.follow_if_unlimited();
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
                let choosing = Some(Choosing { picker, trial });
                Worker { choosing, ..Worker::new(solver, settings) }
            }
        }
    }

    /// Whether there is no search to play yet.
    fn is_preparing(&self) -> bool {
        self.choosing.is_some() || self.replays
    }

    /// Whether the search is being prepared and the last command was a pause, as for undo.
    fn is_halted(&self) -> bool {
        self.is_preparing() && self.waiting.last() == Some(&PlaybackCommand::Pause)
    }

    fn carry_out_waiting(&mut self) {
        let commands = std::mem::take(&mut self.waiting);
        commands.into_iter().for_each(|command| self.playback(command));
    }

    fn with(timeline: Timeline, settings: &PlaybackSettings) -> Worker {
        let clock = settings.clock.clone();
        Worker {
            chunk: ChunkSize::of(timeline.search()),
            timeline,
            choosing: None,
            saved: None,
            replays: false,
            waiting: Vec::new(),
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
            search_timer: CheckpointTimer::default(),
            playhead_timer: CheckpointTimer::default(),
            changed: true,
            last_frame: f64::NEG_INFINITY,
            frame_cost: 0.0,
            events: Vec::new(),
            discarded: Box::default(),
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
        if self.replays {
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
        let Some(Choosing { mut picker, trial }) = self.choosing.take_if(is_over) else {
            return;
        };
        picker.tried(trial.clone(), status);
        match picker.pick() {
            Err(trial) => {
                self.begin(trial.config.build(picker.puzzle()));
                self.choosing = Some(Choosing { picker, trial });
            }
            Ok(pick) => {
                if !pick.is_trial(&trial) {
                    self.begin(pick.build(picker.puzzle()));
                }
                self.pick = Some(Arc::new(pick));
                self.carry_out_waiting();
            }
        }
    }

    /// Begins another search in place of a trial that has failed.
    fn begin(&mut self, solver: Box<dyn Solver>) {
        (self.chunk, self.search_timer) = (ChunkSize::of(&*solver), CheckpointTimer::default());
        (self.timeline, self.seconds) = (Timeline::new(solver), 0.0);
        self.due = self.clock.seconds();
        self.follow_if_unlimited();
    }

    /// For how many seconds there is nothing to do; 0 or less if there is something now. With
    /// `wants_frame`, the next frame counts too.
    pub fn idle_for(&self, wants_frame: bool) -> f64 {
        if self.is_preparing() {
            return if self.is_halted() { f64::INFINITY } else { 0.0 };
        }
        if self.timeline.is_seeking() || self.is_searching() {
            return 0.0;
        }
        let step = if self.playing { self.due } else { f64::INFINITY };
        let frame = if wants_frame && self.changed { self.frame_due() } else { f64::INFINITY };
        step.min(frame) - self.clock.seconds()
    }

    fn is_at_newest(&self) -> bool {
        !self.timeline.is_seeking() && self.timeline.position() >= self.timeline.length()
    }

    /// Whether all squares of the tour that was found are on the board.
    fn is_whole_tour_shown(&self) -> bool {
        let state = self.timeline.search().state();
        let is_whole = if self.shows_search {
            self.is_at_newest()
        } else {
            self.tour_shown >= state.path.len()
        };
        state.status == Status::Found && is_whole
    }

    /// Whether the settings make the playhead follow the newest step.
    fn follows_when_playing(&self) -> bool {
        self.show_backtracking && self.speed == Speed::UNLIMITED
    }

    fn follow_if_unlimited(&mut self) {
        if self.follows_when_playing() {
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

    fn interval(&self) -> f64 {
        self.speed.steps_per_second().map_or(0.0, |steps| 1.0 / f64::from(steps))
    }

    fn set_due(&mut self) {
        self.due = self.clock.seconds() + self.interval();
    }

    fn count_tour(&mut self) {
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
        let last = trial.or(self.replayed().map(Recording::steps));
        let most = last.map_or(u64::MAX, |steps| steps - self.timeline.length());
        let before = self.watch.seconds();
        let status = self.timeline.run_ahead(self.chunk.steps().min(most));
        let took = self.watch.seconds() - before;
        self.seconds += took;
        self.chunk.took(took);
        self.changed = true;
        // A copy of a large search must not take as long as the search itself.
        let most = CHECKPOINT_SECONDS[1].max(self.search_timer.cost * LARGE_CHECKPOINT_COST);
        if self.search_timer.is_due(took, most) {
            let before = self.watch.seconds();
            self.timeline.keep_checkpoint();
            self.search_timer.restart(self.watch.seconds() - before);
            let rate = self.timeline.length() as f64 / self.seconds;
            let apart =
                (self.search_timer.cost * CHECKPOINT_COST).min(FAR_CHECKPOINT_SECONDS.max(most));
            self.timeline.space_checkpoints((rate * apart) as u64);
        }
        if status != Status::Searching {
            self.count_tour();
            self.set_due();
            self.last_frame = f64::NEG_INFINITY;
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
            self.last_frame = f64::NEG_INFINITY;
            // A method that rearranges its path may never have had the path that was looked for.
            if self.playing && self.ended() && self.is_at_newest() {
                self.timeline.seek(0);
            }
        }
    }

    fn keep_checkpoint_near(&mut self, took: f64) {
        if self.playhead_timer.is_due(took, CHECKPOINT_SECONDS[1]) {
            let before = self.watch.seconds();
            self.timeline.keep_checkpoint_near();
            self.playhead_timer.restart(self.watch.seconds() - before);
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
                    self.add_event(event);
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

    /// The trial that succeeds is the search, and the first frame says what was picked.
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
        assert!(worker.timeline.history().samples(0).count() > 1, "its metrics were recorded");
        assert_eq!(worker.recording().pick.as_deref(), Some(&pick));
    }
}
