//! A thread that acts by the clock, whether or not anything is painted.

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use super::{Clock, wait_for};

/// How long dropping it waits for its thread to end, in seconds.
const PATIENCE: f64 = 3.0;

/// A thread that takes messages, and also acts every few seconds. Dropping it lets the thread finish
/// what it was sent, and waits for that for a short while.
pub struct Beat<T> {
    inbox: Option<Sender<T>>,
    ended: Receiver<()>,
}

impl<T: Send + 'static> Beat<T> {
    /// Starts it. `act` is called with each message, and with nothing at every beat.
    pub fn start(
        clock: &Clock,
        seconds: f64,
        mut act: impl FnMut(Option<T>) + Send + 'static,
    ) -> Beat<T> {
        let (inbox, told) = unbounded();
        let (end, ended) = bounded(1);
        let clock = clock.for_thread();
        let work = move || {
            let mut due = clock.seconds() + seconds;
            loop {
                let left = due - clock.seconds();
                let next = match left > 0.0 {
                    true => clock.wait(&told, left),
                    false => Err(RecvTimeoutError::Timeout),
                };
                match next {
                    Ok(message) => act(Some(message)),
                    Err(RecvTimeoutError::Timeout) => {
                        due = clock.seconds() + seconds;
                        act(None);
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            drop((act, end));
        };
        // If the thread cannot be started, nobody answers what it is told.
        drop(std::thread::Builder::new().name("beat".to_owned()).spawn(work));
        Beat { inbox: Some(inbox), ended }
    }
}

impl<T> Beat<T> {
    /// Tells it something.
    pub fn tell(&self, message: T) {
        if let Some(inbox) = &self.inbox {
            // If the thread could not be started, there is nobody to hear it.
            let _ = inbox.send(message);
        }
    }
}

impl<T> Drop for Beat<T> {
    fn drop(&mut self) {
        self.inbox = None;
        wait_for(&self.ended, PATIENCE);
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
        let act = move |told: Option<u32>| sender.send(told).unwrap();
        let beat = Beat::start(&Clock::manual(&hands), 3.0, act);
        hands.advance(2.9);
        beat.tell(1);
        hands.advance(0.2);
        hands.advance(2.0);
        hands.advance(1.5);
        beat.tell(2);
        drop(beat);
        assert_eq!(seen.iter().collect::<Vec<_>>(), [Some(1), None, None, Some(2)]);
    }
}
