//! Many jobs on several threads, whose results come in the order of their numbers.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::{Control, Stopwatch};

/// The bell is rung at most so often, in seconds: short jobs would do little else.
const BETWEEN_RINGS: f64 = 0.004;
/// Results are handed over at most so often, in seconds.
const SHORT: f64 = 0.000_2;
/// Somebody who waits looks that often even if the bell is not rung.
const PATIENCE: Duration = Duration::from_millis(5);

/// Jobs numbered from 0 that several threads work through. Dropping it stops them.
pub struct Batch<T> {
    shared: Arc<Shared<T>>,
    /// Rung when there are results; gone when all threads have ended.
    bell: Receiver<()>,
    /// Results that nobody asked for yet.
    loose: Vec<(u64, T)>,
    /// The next results in order, as far as they are there.
    ordered: VecDeque<Option<T>>,
    /// The number of the next result.
    next: u64,
    /// The job itself, where nobody else works on it.
    own: Option<Job<T>>,
}

type Job<T> = Arc<dyn Fn(u64, &Control) -> T + Send + Sync>;

struct Shared<T> {
    control: Control,
    /// Results that nobody has looked at.
    fresh: Mutex<Vec<(u64, T)>>,
    /// The number of the next job that nobody works on yet.
    unclaimed: AtomicU64,
    /// How many results were taken.
    taken: AtomicU64,
    /// There are no jobs from this number on.
    count: u64,
    /// A job is begun only if its number is less than so far ahead of the results that were taken:
    /// so the results that wait take a bounded room.
    ahead: u64,
}

impl<T: Send + 'static> Batch<T> {
    /// Begins to work on so many jobs, with so many threads. The results of at most `ahead` jobs
    /// wait to be taken. Without any thread, whoever takes a result does the job first.
    pub fn start(
        threads: usize,
        count: u64,
        ahead: u64,
        job: impl Fn(u64, &Control) -> T + Send + Sync + 'static,
    ) -> Batch<T> {
        let shared = Arc::new(Shared {
            control: Control::default(),
            fresh: Mutex::new(Vec::new()),
            unclaimed: AtomicU64::new(0),
            taken: AtomicU64::new(0),
            count,
            ahead: ahead.max(1),
        });
        let (ring, bell) = bounded(1);
        let job: Job<T> = Arc::new(job);
        for _ in 0..threads {
            let (shared, ring, job) = (Arc::clone(&shared), ring.clone(), Arc::clone(&job));
            let work = move || shared.work(&ring, &*job);
            let thread = std::thread::Builder::new().name("batch".to_owned()).spawn(work);
            // Where no thread can be had the others do its work; without any, there are no results.
            drop(thread);
        }
        let own = Some(job).filter(|_| threads == 0);
        Batch { shared, bell, loose: Vec::new(), ordered: VecDeque::new(), next: 0, own }
    }

    /// The next result in order; nothing after the last one. It waits for it. After a stop, jobs that
    /// nobody had begun have no result.
    pub fn take(&mut self) -> Option<T> {
        if let Some(job) = &self.own {
            let number = self.next;
            self.next += 1;
            let is_due = number < self.shared.count && !self.shared.control.is_stopped();
            return is_due.then(|| job(number, &self.shared.control));
        }
        loop {
            if let Some(result) = self.poll() {
                return Some(result);
            }
            if self.bell.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Disconnected) {
                self.collect();
                self.put_in_order();
                // All have ended: what is left comes in order, even if something between is missing.
                while !self.ordered.is_empty() {
                    self.next += 1;
                    if let Some(Some(result)) = self.ordered.pop_front() {
                        return Some(result);
                    }
                }
                return None;
            }
        }
    }

    /// The next result in order, if it is there already.
    pub fn poll(&mut self) -> Option<T> {
        if !matches!(self.ordered.front(), Some(Some(_))) {
            self.collect();
            self.put_in_order();
        }
        let result = self.ordered.front_mut()?.take()?;
        self.ordered.pop_front();
        self.next += 1;
        Some(result)
    }

    fn put_in_order(&mut self) {
        for (number, result) in self.loose.drain(..) {
            let place = (number - self.next) as usize;
            if place >= self.ordered.len() {
                self.ordered.resize_with(place + 1, || None);
            }
            self.ordered[place] = Some(result);
        }
    }

    /// The number and the result of any job that is done, if there is one already.
    pub fn poll_any(&mut self) -> Option<(u64, T)> {
        if self.loose.is_empty() {
            self.collect();
        }
        self.loose.pop()
    }

    /// The number and the result of any job that is done; nothing after the last one. It waits for
    /// one.
    pub fn take_any(&mut self) -> Option<(u64, T)> {
        loop {
            if let Some(result) = self.poll_any() {
                return Some(result);
            }
            if self.bell.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Disconnected) {
                return self.poll_any();
            }
        }
    }

    /// Takes over what has come.
    fn collect(&mut self) {
        let mut held = self.shared.fresh.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh = std::mem::take(&mut *held);
        // Nobody is held up while they are looked through.
        drop(held);
        self.loose.extend(fresh);
        let taken = self.next;
        self.shared.control.tell(|| self.shared.taken.store(taken, Ordering::Relaxed));
    }
}

impl<T> Batch<T> {
    /// Halts all jobs, or lets them go on.
    pub fn halt(&self, halted: bool) {
        self.shared.control.halt(halted);
    }

    /// Whether the jobs are halted.
    pub fn is_halted(&self) -> bool {
        self.shared.control.is_halted()
    }

    /// Lets all jobs end as soon as they can.
    pub fn stop(&self) {
        self.shared.control.stop();
    }

    /// Whether every result was taken.
    pub fn is_done(&self) -> bool {
        self.next >= self.shared.count
    }
}

impl<T> Drop for Batch<T> {
    fn drop(&mut self) {
        self.stop();
    }
}

impl<T> Shared<T> {
    /// Takes jobs until there are no more. The results of short ones are handed over together, since
    /// threads that meet at every job hold each other up.
    fn work(&self, ring: &Sender<()>, job: &(dyn Fn(u64, &Control) -> T + Send + Sync)) {
        let mut rung: Option<Stopwatch> = None;
        let mut results = Vec::new();
        let mut handed = Stopwatch::start();
        while !self.control.is_stopped() {
            let number = self.unclaimed.fetch_add(1, Ordering::Relaxed);
            if number >= self.count {
                break;
            }
            if self.is_far_ahead(number) || self.control.is_halted() {
                // Somebody may wait for just these.
                self.hand_over(&mut results);
                self.control.wait_while(|| self.is_far_ahead(number) || self.control.is_halted());
            }
            if self.control.is_stopped() {
                break;
            }
            results.push((number, job(number, &self.control)));
            if handed.seconds() < SHORT {
                continue;
            }
            self.hand_over(&mut results);
            handed = Stopwatch::start();
            if rung.is_none_or(|rung| rung.seconds() >= BETWEEN_RINGS) {
                // A bell that rings already is enough.
                let _ = ring.try_send(());
                rung = Some(Stopwatch::start());
            }
        }
        self.hand_over(&mut results);
    }

    fn hand_over(&self, results: &mut Vec<(u64, T)>) {
        self.fresh.lock().unwrap_or_else(PoisonError::into_inner).append(results);
    }

    fn is_far_ahead(&self, number: u64) -> bool {
        number >= self.taken.load(Ordering::Relaxed).saturating_add(self.ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whoever_is_faster() {
        for (threads, ahead) in [(0, 1), (1, 1), (2, 1), (3, 7), (4, 1_000)] {
            let job = |number: u64, _: &Control| {
                let mut busy = number % 7 * 1_000;
                while busy > 0 {
                    busy = std::hint::black_box(busy - 1);
                }
                number * number
            };
            let mut batch = Batch::start(threads, 500, ahead, job);
            let mut results = Vec::new();
            while let Some(result) = batch.take() {
                results.push(result);
            }
            assert!(batch.is_done());
            assert!(results.iter().copied().eq((0..500).map(|number| number * number)));
        }
    }

    #[test]
    fn nobody_runs_far_ahead() {
        let begun = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&begun);
        let job = move |_: u64, _: &Control| count.fetch_add(1, Ordering::SeqCst);
        let mut batch = Batch::start(2, u64::MAX, 10, job);
        for taken in 0..100 {
            batch.take();
            assert!(begun.load(Ordering::SeqCst) <= taken + 1 + 10);
        }
    }

    #[test]
    fn a_halted_batch_waits_and_a_stopped_one_ends() {
        let job = |number: u64, control: &Control| {
            control.wait();
            number
        };
        let mut batch = Batch::start(2, 1_000_000, 4, job);
        assert_eq!(batch.take(), Some(0));
        batch.halt(true);
        assert!(batch.is_halted());
        while batch.poll().is_some() {}
        batch.halt(false);
        assert!(batch.take().is_some());
        batch.stop();
        let rest = std::iter::from_fn(|| batch.take()).count();
        assert!(rest < 20, "{rest} results after the stop");
    }
}
