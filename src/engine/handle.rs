//! A search as the window knows it: playback commands go in, moments come out.

use std::sync::{Arc, Weak};
use std::thread;

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded, unbounded};

use super::worker::Worker;
use super::{Clock, Moment, Recording, Speed};
use crate::board::Naming;
use crate::solver::Solver;
use crate::tape::Film;

/// What the user can do with a search that is shown, from the button to the worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaybackCommand {
    /// Search and playhead continue.
    Play,
    /// Both pause.
    Pause,
    /// Pauses if it is playing, and plays otherwise.
    PlayPause,
    /// Pauses and shows the next step.
    Step,
    /// Pauses and shows the previous step.
    StepBack,
    /// Shows this step, or the last one if there are fewer.
    Seek(u64),
    /// Pauses and shows the step at which the path on the board reached this length.
    SeekPath(usize),
    /// Looks for the next tour.
    FindNext,
    /// Sets the speed.
    Speed(Speed),
    /// Shows every step and retreat, or only the tour.
    ShowBacktracking(bool),
    /// Sets how squares are named.
    NameSquares(Naming),
}

/// What a handle sends to its worker.
pub(super) enum Message {
    Playback(PlaybackCommand),
    /// The window has taken the last moment and wants another.
    NextMoment,
    /// Asks for everything that a file must store.
    Record(Sender<Recording>),
    /// A moment that is no longer needed, whose buffers can be used for the next one.
    Recycle(Box<Moment>),
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
pub struct SearchHandle {
    messages: Arc<Sender<Message>>,
    moments: Receiver<Moment>,
}

/// Asks a search for recordings, from any thread. It does not keep the search alive.
#[derive(Clone)]
pub struct Recorder(Weak<Sender<Message>>);

impl Recorder {
    /// Everything that a file must store, once the search has answered; `None` if it has ended.
    pub fn record(&self) -> Option<Recording> {
        let (reply, answer) = bounded(1);
        self.0.upgrade()?.send(Message::Record(reply)).ok()?;
        answer.recv().ok()
    }
}

impl SearchHandle {
    /// Starts a search and plays it. `wake` is called when there is something new to show.
    pub fn start(
        solver: Box<dyn Solver>,
        showing: &Showing,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> SearchHandle {
        let showing = showing.for_thread();
        SearchHandle::begin(wake, move |inbox, outbox, wake| {
            Worker::new(Film::new(solver), &showing, inbox, outbox, wake)
        })
    }

    /// Resumes a stored search, paused. `solver` must be the same search before its first step.
    pub fn resume(
        solver: Box<dyn Solver>,
        recording: Recording,
        showing: &Showing,
        wake: Arc<dyn Fn() + Send + Sync>,
    ) -> SearchHandle {
        let showing = showing.for_thread();
        SearchHandle::begin(wake, move |inbox, outbox, wake| {
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
        make: impl FnOnce(Receiver<Message>, Sender<Moment>, Arc<dyn Fn() + Send + Sync>) -> Worker
        + Send
        + 'static,
    ) -> SearchHandle {
        let (messages, inbox) = unbounded();
        let (outbox, moments) = bounded(1);
        // The film begins with copies of the search, which take a while if the board is large. If the
        // thread cannot be started, the channel closes, and `moment` returns an error.
        let work = move || make(inbox, outbox, wake).work();
        drop(thread::Builder::new().name("search".to_owned()).spawn(work));
        SearchHandle { messages: Arc::new(messages), moments }
    }

    /// The newest moment, if there is a new one. Never waits. An error means that the thread has
    /// ended, which is a bug: it never ends by itself.
    pub fn moment(&self) -> Result<Option<Moment>, Gone> {
        match self.moments.try_recv() {
            Ok(moment) => {
                self.tell(Message::NextMoment);
                Ok(Some(moment))
            }
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(Gone),
        }
    }

    /// Gives back a moment of this search that is no longer needed, so that its memory can be
    /// reused.
    pub fn reuse(&self, moment: Moment) {
        self.tell(Message::Recycle(Box::new(moment)));
    }

    /// What asks it for everything that a file must store.
    pub fn recorder(&self) -> Recorder {
        Recorder(Arc::downgrade(&self.messages))
    }

    /// Carries out a playback command.
    pub fn send(&self, command: PlaybackCommand) {
        self.tell(Message::Playback(command));
    }

    fn tell(&self, message: Message) {
        // If the worker has ended, `moment` reports it.
        let _ = self.messages.send(message);
    }
}

/// The thread of a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search stopped unexpectedly; this is a bug in the program")]
pub struct Gone;
