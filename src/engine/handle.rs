//! A search as the window sees it: playback commands go in, frames come out.

use std::sync::{Arc, Weak};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded, unbounded};

use super::worker::Worker;
use super::{Clock, Frame, Recording, Speed, Wake, threads};

/// What the user can do with a search, from the button to the worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaybackCommand {
    Play,
    Pause,
    /// Pauses if it is playing, and plays otherwise.
    PlayPause,
    /// Pauses and shows the next step.
    Step,
    /// Pauses and shows the previous step.
    StepBack,
    /// Shows this step, or the last one if there are fewer.
    Seek(u64),
    /// Pauses and shows this step, or the last one if there are fewer.
    PauseAt(u64),
    /// Pauses and shows the step at which the path on the board reached this length.
    SeekPath(usize),
    FindNext,
    Speed(Speed),
    ShowBacktracking(bool),
}

impl PlaybackCommand {
    /// Whether the same step stays on the board.
    pub(super) fn keeps_step(self) -> bool {
        use PlaybackCommand::{Pause, ShowBacktracking, Speed};
        matches!(self, Speed(_) | ShowBacktracking(_) | Pause)
    }
}

/// What a handle sends to its worker.
enum WorkerMessage {
    Playback(PlaybackCommand),
    /// The window has taken the last frame and wants another.
    NextFrame,
    /// Asks for a recording.
    Record(Sender<Recording>),
    /// Returns a frame so that its buffers can be reused.
    Recycle(Box<Frame>),
}

#[derive(Clone)]
pub struct PlaybackSettings {
    pub speed: Speed,
    /// Whether every step and retreat is shown, or only the tour.
    pub backtracking: bool,
    pub clock: Clock,
}

impl PlaybackSettings {
    /// Shows every step and retreat at this speed, by the machine's own clock.
    pub fn at(speed: Speed) -> PlaybackSettings {
        PlaybackSettings { speed, backtracking: true, clock: Clock::default() }
    }
}

/// What the window holds of a search that runs on its own thread. Dropping it ends the thread.
pub struct SearchHandle {
    messages: Arc<Sender<WorkerMessage>>,
    frames: Receiver<Frame>,
}

/// Asks a search for recordings from any thread. It does not keep the search alive.
#[derive(Clone)]
pub struct Recorder(Weak<Sender<WorkerMessage>>);

impl Recorder {
    /// Asks for a recording.
    pub fn record(&self) -> PendingRecording {
        let (reply, answer) = bounded(1);
        if let Some(messages) = self.0.upgrade() {
            // If the worker has ended, the reply is dropped, and polling says so.
            let _ = messages.send(WorkerMessage::Record(reply));
        }
        PendingRecording(answer)
    }
}

#[cfg(all(test, feature = "gui"))]
impl Recorder {
    /// A recorder of a search that never answers, as long as the second value exists.
    pub(crate) fn silent() -> (Recorder, impl Sized) {
        let (messages, inbox) = unbounded();
        let messages = Arc::new(messages);
        (Recorder(Arc::downgrade(&messages)), (messages, inbox))
    }
}

/// A recording that was asked for.
pub struct PendingRecording(Receiver<Recording>);

impl PendingRecording {
    /// Waits for the recording. An error means that the search has ended.
    pub fn wait(self) -> Result<Recording, SearchEnded> {
        self.0.recv().map_err(|_| SearchEnded)
    }

    /// The recording, if it has arrived. An error means that the search has ended.
    pub fn poll(&self) -> Result<Option<Recording>, SearchEnded> {
        poll(&self.0)
    }
}

fn poll<T>(receiver: &Receiver<T>) -> Result<Option<T>, SearchEnded> {
    match receiver.try_recv() {
        Ok(value) => Ok(Some(value)),
        Err(TryRecvError::Empty) => Ok(None),
        Err(TryRecvError::Disconnected) => Err(SearchEnded),
    }
}

impl SearchHandle {
    /// Starts a thread for the worker. `make` makes it there, because copies of a search take a while
    /// on a large board. `wake` is called at each new frame.
    pub fn start(
        settings: &PlaybackSettings,
        wake: Wake,
        make: impl FnOnce(&PlaybackSettings) -> Worker + Send + 'static,
    ) -> SearchHandle {
        let settings = PlaybackSettings { clock: settings.clock.for_thread(), ..settings.clone() };
        let clock = settings.clock.clone();
        let (messages, inbox) = unbounded();
        let (outbox, frames) = bounded(1);
        // If the thread cannot be started, the channel closes, and `frame` returns an error.
        threads::start("search", move || {
            Driver { worker: make(&settings), clock, inbox, outbox, wake, wants_frame: true }.run();
        });
        SearchHandle { messages: Arc::new(messages), frames }
    }

    /// The newest frame, if there is a new one. Never waits. An error means that the thread has
    /// ended, which is a bug: it never ends by itself.
    pub fn frame(&self) -> Result<Option<Frame>, SearchEnded> {
        let frame = poll(&self.frames)?;
        if frame.is_some() {
            self.post(WorkerMessage::NextFrame);
        }
        Ok(frame)
    }

    /// Returns a frame so that its memory can be reused.
    pub fn reuse(&self, frame: Frame) {
        self.post(WorkerMessage::Recycle(Box::new(frame)));
    }

    /// A recorder for use from other threads.
    pub fn recorder(&self) -> Recorder {
        Recorder(Arc::downgrade(&self.messages))
    }

    pub fn send(&self, command: PlaybackCommand) {
        self.post(WorkerMessage::Playback(command));
    }

    fn post(&self, message: WorkerMessage) {
        // If the worker has ended, `frame` reports it.
        let _ = self.messages.send(message);
    }
}

/// The thread of a search has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search stopped unexpectedly; this is a bug in the program")]
pub struct SearchEnded;

struct Driver {
    worker: Worker,
    clock: Clock,
    inbox: Receiver<WorkerMessage>,
    outbox: Sender<Frame>,
    wake: Wake,
    wants_frame: bool,
}

impl Driver {
    fn run(mut self) {
        while self.receive_all() {
            // One chunk at a time, so that messages do not wait for long.
            self.worker.advance(0.0);
            if self.wants_frame
                && let Some(frame) = self.worker.frame()
            {
                self.wants_frame = self.outbox.try_send(frame).is_err();
                (self.wake)();
            }
        }
    }

    /// Handles all messages that have arrived, and waits for one if there is nothing else to do.
    /// Returns false once the window has dropped the handle.
    fn receive_all(&mut self) -> bool {
        let mut wait = self.worker.idle_for(self.wants_frame);
        loop {
            match self.clock.wait(&self.inbox, wait.max(0.0)) {
                Ok(message) => self.receive(message),
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
            wait = 0.0;
        }
    }

    fn receive(&mut self, message: WorkerMessage) {
        match message {
            WorkerMessage::Playback(command) => self.worker.playback(command),
            WorkerMessage::NextFrame => self.wants_frame = true,
            // The receiver may be gone.
            WorkerMessage::Record(reply) => drop(reply.send(self.worker.recording())),
            WorkerMessage::Recycle(frame) => self.worker.recycle(frame),
        }
    }
}
