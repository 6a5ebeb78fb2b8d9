//! A search on a thread of its own, as the window knows it: orders go in, moments come out.

use std::sync::{Arc, Weak};
use std::thread;

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, unbounded};

use super::worker::Worker;
use super::{Clock, Numbers, Speed};
use crate::board::{Naming, Square};
use crate::solver::{Candidates, Choice, Event, Gauge, Picture, Solver, Status, Work};
use crate::tape::{Film, Track};

/// What is being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// The search, every step and retreat.
    Search,
    /// The deepest path so far, while the search itself is hidden.
    Hidden,
    /// The tour that was found, move by move.
    Tour,
}

/// The counters of a search at the step that is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The steps.
    pub work: Work,
    /// The length of the deepest path.
    pub depth: usize,
    /// How often each square was placed, in reading order; empty if the method places none.
    pub visits: Vec<u64>,
}

/// How far the search itself has come, whatever is shown of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// How many steps it has taken.
    pub steps: u64,
    /// How the search stands.
    pub status: Status,
    /// How many seconds it has run, without pauses.
    pub seconds: f64,
    /// Tours found so far.
    pub tours: u64,
    /// Whether the method cannot look for another tour after this one.
    pub knows_no_other: bool,
}

/// What the window shows at one moment. All of it belongs to the same step.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// What is being shown.
    pub view: View,
    /// The step that is shown; for a tour, how many of its squares are shown.
    pub step: u64,
    /// The last step that can be shown now.
    pub length: u64,
    /// How the search stood at this step.
    pub status: Status,
    /// The squares visited, in order; for a tour, all its squares, even if fewer are shown.
    pub path: Vec<Square>,
    /// The number of each square on that path.
    pub numbers: Numbers,
    /// What this step was.
    pub last: Option<Event>,
    /// Why it was taken, in words.
    pub why: String,
    /// The squares that could come next; empty if the search plays too fast to look at them.
    pub choices: Vec<Choice>,
    /// What the board shows beside the path.
    pub picture: Picture,
    /// A few named numbers of this step.
    pub gauges: Vec<Gauge>,
    /// Other answers that the method holds at this step.
    pub candidates: Candidates,
    /// The gauges along the whole search so far.
    pub track: Track,
    /// The counters at this step.
    pub counts: Counts,
    /// How far the search itself has come.
    pub progress: Progress,
    /// Whether it is playing.
    pub playing: bool,
    /// How much memory the film takes, in bytes.
    pub film_bytes: usize,
    /// The steps since the last moment, in order; empty if there were too many to list.
    pub events: Vec<Event>,
    /// The squares of the tour that the search itself stands at, if it does, whatever is shown.
    pub found: Option<Arc<[Square]>>,
}

impl Moment {
    /// The squares that are shown, in order.
    pub fn visible(&self) -> &[Square] {
        match self.view {
            View::Tour => &self.path[..self.path.len().min(self.step as usize)],
            View::Search | View::Hidden => &self.path,
        }
    }
}

/// Which path of a search is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The path at the step of the playhead.
    Step,
    /// The longest path so far, while the search itself is hidden.
    Longest,
    /// This many squares of the tour that was found, or all if it has fewer.
    Squares(usize),
}

/// Everything needed to save a search and resume it.
pub struct Recording {
    /// Copies along the way, in the order of their steps. The last one is at the newest step, and
    /// one is at the step that is shown, unless that is the beginning.
    pub marks: Vec<Arc<dyn Solver>>,
    /// The step of the search that is shown; the newest one if another path is on the board.
    pub playhead: u64,
    /// Which path is on the board.
    pub shown: Shown,
    /// How many seconds it has run, without pauses.
    pub seconds: f64,
    /// Tours found so far.
    pub tours: u64,
    /// Whether the method cannot look for another tour after this one.
    pub knows_no_other: bool,
    /// The gauges along the way, if they are known.
    pub track: Option<Track>,
}

impl Recording {
    /// How many steps the search has taken.
    pub fn steps(&self) -> u64 {
        self.marks.last().map_or(0, |mark| mark.tally().steps())
    }

    /// The path on the board.
    pub fn path(&self) -> &[Square] {
        self.path_of(self.shown)
    }

    /// The path that would be on the board if this was shown.
    pub fn path_of(&self, shown: Shown) -> &[Square] {
        let is_shown = |mark: &&Arc<dyn Solver>| mark.tally().steps() == self.playhead;
        let newest = self.marks.last();
        match shown {
            Shown::Step => self.marks.iter().find(is_shown).map_or(&[], |mark| mark.sketch().path),
            Shown::Longest => newest.map_or(&[], |newest| newest.deepest()),
            Shown::Squares(squares) => {
                let tour = newest.map_or(&[][..], |newest| newest.sketch().path);
                &tour[..squares.min(tour.len())]
            }
        }
    }
}

pub(super) enum Order {
    Play,
    Pause,
    PlayPause,
    Step,
    StepBack,
    Seek(u64),
    SeekPath(usize),
    GoOn,
    Speed(Speed),
    ShowBacktracking(bool),
    Naming(Naming),
    /// The window has taken the last moment and wants another.
    Ask,
    /// Asks for everything that a file must store.
    Record(Sender<Recording>),
    /// The window no longer needs this moment; its memory is reused for the next one.
    Reuse(Box<Moment>),
}

/// How a search is shown.
#[derive(Clone)]
pub struct Showing {
    /// The speed.
    pub speed: Speed,
    /// Whether every step and retreat is shown, or only the tour.
    pub backtracking: bool,
    /// How squares are named.
    pub naming: Naming,
    /// The clock that sets the pace.
    pub clock: Clock,
}

impl Showing {
    /// Every step and retreat at this speed, by the machine's own clock.
    pub fn at(speed: Speed) -> Showing {
        Showing { speed, backtracking: true, naming: Naming::Chess, clock: Clock::default() }
    }

    /// The same, for use in a new thread.
    fn for_thread(&self) -> Showing {
        Showing { clock: self.clock.for_thread(), ..self.clone() }
    }
}

/// A search on its own thread. Dropping it ends the thread.
pub struct Search {
    orders: Arc<Sender<Order>>,
    moments: Receiver<Moment>,
}

/// Asks a search for recordings, from any thread. It does not keep the search alive.
#[derive(Clone)]
pub struct Recorder(Weak<Sender<Order>>);

impl Recorder {
    /// Everything that a file must store, once the search has answered; `None` if it has ended.
    pub fn record(&self) -> Option<Recording> {
        let (reply, answer) = bounded(1);
        self.0.upgrade()?.send(Order::Record(reply)).ok()?;
        answer.recv().ok()
    }
}

impl Search {
    /// Starts a search and plays it. `wake` is called when there is something new to show.
    pub fn start(
        solver: Box<dyn Solver>,
        showing: &Showing,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> Search {
        let showing = showing.for_thread();
        Search::begin(wake, move |inbox, outbox, wake| {
            Worker::new(Film::new(solver), &showing, inbox, outbox, wake)
        })
    }

    /// Resumes a stored search, paused. `solver` must be the same search before its first step.
    pub fn resume(
        solver: Box<dyn Solver>,
        recording: Recording,
        showing: &Showing,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> Search {
        let showing = showing.for_thread();
        Search::begin(wake, move |inbox, outbox, wake| {
            let Recording { marks, playhead, shown, seconds, tours, knows_no_other, track } =
                recording;
            let film = Film::load(solver, marks, playhead, track);
            let mut worker = Worker::new(film, &showing, inbox, outbox, wake);
            worker.resume(shown, (seconds, tours, knows_no_other));
            worker
        })
    }

    fn begin(
        wake: Arc<dyn Fn() + Send + Sync>,
        make: impl FnOnce(Receiver<Order>, Sender<Moment>, Arc<dyn Fn() + Send + Sync>) -> Worker
        + Send
        + 'static,
    ) -> Search {
        let (orders, inbox) = unbounded();
        let (outbox, moments) = bounded(1);
        // The film begins with copies of the search, which take a while if the board is large. If the
        // thread cannot be started, the channel closes, and `moment` returns an error.
        let work = move || make(inbox, outbox, wake).work();
        drop(thread::Builder::new().name("search".to_owned()).spawn(work));
        Search { orders: Arc::new(orders), moments }
    }

    /// The newest moment, if there is a new one. Never waits. An error means that the thread has
    /// ended, which is a bug: it never ends by itself.
    pub fn moment(&self) -> Result<Option<Moment>, Gone> {
        match self.moments.try_recv() {
            Ok(moment) => {
                self.order(Order::Ask);
                Ok(Some(moment))
            }
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Gone),
        }
    }

    /// Gives back a moment of this search that is no longer needed, so that its memory can be
    /// reused.
    pub fn reuse(&self, moment: Moment) {
        self.order(Order::Reuse(Box::new(moment)));
    }

    /// What asks it for everything that a file must store.
    pub fn recorder(&self) -> Recorder {
        Recorder(Arc::downgrade(&self.orders))
    }

    /// Plays: search and playhead continue.
    pub fn play(&self) {
        self.order(Order::Play);
    }

    /// Pauses both.
    pub fn pause(&self) {
        self.order(Order::Pause);
    }

    /// Pauses if it is playing, and plays otherwise.
    pub fn play_pause(&self) {
        self.order(Order::PlayPause);
    }

    /// Pauses and shows the next step.
    pub fn step(&self) {
        self.order(Order::Step);
    }

    /// Pauses and shows the previous step.
    pub fn step_back(&self) {
        self.order(Order::StepBack);
    }

    /// Shows this step, or the last one if there are fewer.
    pub fn seek(&self, step: u64) {
        self.order(Order::Seek(step));
    }

    /// Pauses and shows the step at which the path on the board reached this length.
    pub fn seek_path(&self, length: usize) {
        self.order(Order::SeekPath(length));
    }

    /// Looks for the next tour.
    pub fn go_on(&self) {
        self.order(Order::GoOn);
    }

    /// Sets the speed.
    pub fn set_speed(&self, speed: Speed) {
        self.order(Order::Speed(speed));
    }

    /// Shows every step and retreat, or only the tour.
    pub fn show_backtracking(&self, show: bool) {
        self.order(Order::ShowBacktracking(show));
    }

    /// Sets how squares are named.
    pub fn name_squares(&self, naming: Naming) {
        self.order(Order::Naming(naming));
    }

    fn order(&self, order: Order) {
        // If the thread has ended, `moment` reports it.
        let _ = self.orders.send(order);
    }
}

/// The thread of a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search stopped unexpectedly; this is a bug in the program")]
pub struct Gone;
