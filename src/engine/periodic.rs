//! A thread that acts every few seconds, whether or not anything is painted.

use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use super::{Clock, Stopwatch, threads, wait_for};

/// How long dropping it waits for its thread to end, in seconds.
const MAX_DROP_SECONDS: f64 = 3.0;
/// The interval, in seconds, while it waits for an answer.
const POLL_SECONDS: f64 = 0.005;

/// A thread that handles messages and also acts every few seconds. Dropping it lets the thread
/// finish what it was sent, and waits a short while for that.
pub struct PeriodicWorker<T> {
    inbox: Option<Sender<T>>,
    ended: Receiver<()>,
}

impl<T: Send + 'static> PeriodicWorker<T> {
    /// Starts it. `act` is called with each message, and with `None` every few seconds. While it
    /// returns true, it waits for an answer and is called much more often.
    pub fn start(
        clock: &Clock,
        seconds: f64,
        mut act: impl FnMut(Option<T>) -> bool + Send + 'static,
    ) -> PeriodicWorker<T> {
        let (inbox, messages) = unbounded();
        let (end, ended) = bounded(1);
        let clock = clock.for_thread();
        // If the thread cannot be started, messages are lost.
        threads::start("periodic worker", move || {
            let mut due = clock.seconds() + seconds;
            let mut is_waiting = false;
            loop {
                let left = due - clock.seconds();
                let next = if is_waiting {
                    messages.recv_timeout(Duration::from_secs_f64(POLL_SECONDS))
                } else if left > 0.0 {
                    clock.wait(&messages, left)
                } else {
                    Err(RecvTimeoutError::Timeout)
                };
                match next {
                    Ok(message) => is_waiting = act(Some(message)),
                    Err(RecvTimeoutError::Timeout) => {
                        if clock.seconds() >= due {
                            due = clock.seconds() + seconds;
                        }
                        is_waiting = act(None);
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            let watch = Stopwatch::start();
            while is_waiting && watch.seconds() < MAX_DROP_SECONDS {
                threads::rest(Duration::from_secs_f64(POLL_SECONDS));
                is_waiting = act(None);
            }
            drop((act, end));
        });
        PeriodicWorker { inbox: Some(inbox), ended }
    }
}

impl<T> PeriodicWorker<T> {
    pub fn send(&self, message: T) {
        if let Some(inbox) = &self.inbox {
            // The thread may not have started.
            let _ = inbox.send(message);
        }
    }
}

impl<T> Drop for PeriodicWorker<T> {
    fn drop(&mut self) {
        self.inbox = None;
        wait_for(&self.ended, MAX_DROP_SECONDS);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::Manual;

    #[test]
    fn it_acts_by_the_clock_and_hears_everything_before_it_ends() {
        let hands = Arc::new(Manual::default());
        let (sender, seen) = unbounded();
        let act = move |message: Option<u32>| {
            sender.send(message).unwrap();
            false
        };
        let periodic = PeriodicWorker::start(&Clock::manual(&hands), 3.0, act);
        hands.advance(2.9);
        periodic.send(1);
        hands.advance(0.2);
        hands.advance(2.0);
        hands.advance(1.5);
        periodic.send(2);
        drop(periodic);
        assert_eq!(seen.iter().collect::<Vec<_>>(), [Some(1), None, None, Some(2)]);
    }

    #[test]
    fn it_looks_often_for_what_it_waits_for_and_takes_messages_meanwhile() {
        let hands = Arc::new(Manual::default());
        let (sender, seen) = unbounded();
        let mut polls = 0;
        let act = move |message: Option<u32>| {
            polls += u32::from(message.is_none());
            sender.send(message).unwrap();
            polls < 3
        };
        let periodic = PeriodicWorker::start(&Clock::manual(&hands), 3.0, act);
        periodic.send(1);
        drop(periodic);
        assert_eq!(seen.iter().collect::<Vec<_>>(), [Some(1), None, None, None]);
    }
}
