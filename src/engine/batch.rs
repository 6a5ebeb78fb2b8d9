//! Many jobs on several threads. Their results can be taken in order or as they arrive.

use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::{Control, Stopwatch, lock, threads};

/// Seconds between two notifications; one after every short job would cost too much.
const NOTIFICATION_SECONDS: f64 = 0.004;
/// A thread claims about as many jobs at a time as take this long, in seconds.
const CLAIM_SECONDS: f64 = 0.000_4;
const MAX_CLAIM: u64 = 128;
/// Jobs count as short if threads claim at least this many at a time.
const MIN_SHORT_JOBS: u64 = 8;
/// How long to wait for a notification before checking anyway.
const READY_TIMEOUT: Duration = Duration::from_millis(5);

/// Jobs numbered from 0, shared among several threads. A thread claims consecutive jobs and puts
/// their results into one chunk, because synchronising after every short job would slow all threads
/// down. Dropping the batch stops the jobs.
pub struct Batch<T> {
    shared: Arc<Shared<T>>,
    /// Notified when there are results; disconnected when all threads have ended.
    ready: Receiver<()>,
    /// Chunks that wait for earlier ones, by the number of their first job.
    ordered: BTreeMap<u64, JobResults<T>>,
    next: u64,
    job: BatchJob<T>,
    /// Whether the thread that takes the results also does jobs while they are short.
    helps: bool,
    /// Whether no thread could be started, so that the one that takes the results does all jobs.
    is_alone: bool,
    /// How many jobs it claims at a time.
    pace: u64,
}

/// The results of some consecutive jobs.
pub struct JobResults<T> {
    pub numbers: Range<u64>,
    pub made: T,
}

type BatchJob<T> = Arc<dyn Fn(u64, &Control, &mut T) + Send + Sync>;

struct Shared<T> {
    control: Arc<Control>,
    /// Results that are not collected yet.
    fresh: Mutex<Vec<JobResults<T>>>,
    unclaimed: AtomicU64,
    /// Jobs given back by a thread, by the number of the first.
    returned: Mutex<BTreeMap<u64, Range<u64>>>,
    /// How many jobs a thread claimed last time.
    pace: AtomicU64,
    /// How many results have been taken.
    taken: AtomicU64,
    /// Only jobs with a number below this may begin.
    wanted: AtomicU64,
    count: u64,
    /// A job may begin only if its number is less than this far ahead of the results taken, which
    /// bounds the memory for waiting results.
    ahead: u64,
    threads: u64,
    /// The first job that panicked, and its message.
    crash: Mutex<Option<(u64, String)>>,
}

/// How many jobs a batch has, and how many of them may begin.
#[derive(Clone, Copy, Debug)]
pub struct BatchOptions {
    /// The number of jobs.
    pub count: u64,
    /// How many are wanted at first: see [`Batch::want`].
    pub wanted: u64,
    /// How many results may wait to be taken.
    pub ahead: u64,
    /// Whether the thread that takes the results does short jobs in place of one of the others.
    pub helped: bool,
}

impl BatchOptions {
    /// This many jobs, all of which may begin at once.
    pub fn all(count: u64) -> BatchOptions {
        BatchOptions { count, wanted: u64::MAX, ahead: u64::MAX, helped: false }
    }
}

impl<T: Default + Send + 'static> Batch<T> {
    /// Starts the jobs on these threads; without any, the thread that takes results does them.
    pub fn start(
        workers: usize,
        extent: BatchOptions,
        control: Arc<Control>,
        job: impl Fn(u64, &Control, &mut T) + Send + Sync + 'static,
    ) -> Batch<T> {
        let shared = Arc::new(Shared {
            control,
            fresh: Mutex::new(Vec::new()),
            unclaimed: AtomicU64::new(0),
            returned: Mutex::default(),
            pace: AtomicU64::new(1),
            taken: AtomicU64::new(0),
            wanted: AtomicU64::new(extent.wanted),
            count: extent.count,
            ahead: extent.ahead.max(1),
            threads: workers.max(1) as u64,
            crash: Mutex::default(),
        });
        let (notify, ready) = bounded(1);
        let job: BatchJob<T> = Arc::new(job);
        let mut spawned = 0;
        for place in 0..workers {
            let rests_while_short = extent.helped && place == 0;
            let (shared, notify, job) = (Arc::clone(&shared), notify.clone(), Arc::clone(&job));
            let work = move || shared.work(&notify, &*job, rests_while_short);
            // If a thread cannot be started, the others do its work.
            spawned += usize::from(threads::start("batch", work));
        }
        Batch {
            shared,
            ready,
            ordered: BTreeMap::new(),
            next: 0,
            job,
            helps: extent.helped,
            is_alone: spawned == 0,
            pace: 1,
        }
    }

    /// Waits for the next results in order; `None` after the last. After a stop, jobs that had not
    /// begun have no results. A job that panics stops the others: see [`Batch::crash`].
    pub fn take(&mut self) -> Option<JobResults<T>> {
        loop {
            if let Some(chunk) = self.poll() {
                return Some(chunk);
            }
            if self.next >= self.shared.last() {
                return None;
            }
            if self.helps && self.shared.is_short() && self.help() {
                continue;
            }
            if !self.wait() {
                self.collect();
                // All threads have ended: what remains comes in order, even with gaps.
                let (_, chunk) = self.ordered.pop_first()?;
                self.next = chunk.numbers.end;
                return Some(chunk);
            }
        }
    }

    /// Does some jobs; returns false if there were none.
    fn help(&mut self) -> bool {
        let shared = &self.shared;
        shared.control.wait();
        let numbers = shared.claim(self.pace);
        shared.fill(numbers, &*self.job, &mut self.pace)
    }

    fn poll(&mut self) -> Option<JobResults<T>> {
        if !self.ordered.contains_key(&self.next) {
            self.collect();
        }
        let chunk = self.ordered.remove(&self.next)?;
        self.next = chunk.numbers.end;
        Some(chunk)
    }

    pub fn poll_any(&mut self) -> Option<JobResults<T>> {
        lock(&self.shared.fresh).pop()
    }

    /// Waits a moment for new results, or does some jobs if there is no other thread. Returns
    /// whether more can come.
    pub fn wait(&mut self) -> bool {
        if self.is_alone {
            return self.help();
        }
        self.ready.recv_timeout(READY_TIMEOUT) != Err(RecvTimeoutError::Disconnected)
    }

    fn collect(&mut self) {
        let fresh = std::mem::take(&mut *lock(&self.shared.fresh));
        self.ordered.extend(fresh.into_iter().map(|chunk| (chunk.numbers.start, chunk)));
        let taken = self.next;
        self.shared.control.change(|| self.shared.taken.store(taken, Ordering::Relaxed));
    }
}

impl<T> Batch<T> {
    /// Sets how many jobs may begin.
    pub fn want(&self, jobs: u64) {
        self.shared.control.change(|| self.shared.wanted.store(jobs, Ordering::Relaxed));
    }

    pub fn crash(&self) -> Option<(u64, String)> {
        lock(&self.shared.crash).clone()
    }
}

impl<T> Drop for Batch<T> {
    fn drop(&mut self) {
        self.shared.control.stop();
    }
}

impl<T: Default> Shared<T> {
    /// Does jobs until there are no more. If `rests_while_short`, it leaves short jobs to the
    /// thread that takes the results.
    fn work(
        &self,
        notify: &Sender<()>,
        job: &(dyn Fn(u64, &Control, &mut T) + Send + Sync),
        rests_while_short: bool,
    ) {
        let mut notified: Option<Stopwatch> = None;
        let mut pace = 1;
        while !self.control.is_stopped() {
            if rests_while_short {
                self.control.wait_while(|| self.is_short());
            }
            let numbers = self.claim(pace);
            if numbers.is_empty() {
                break;
            }
            // Jobs that were given back may be needed first.
            let waits = || {
                self.control.is_halted()
                    || self.is_early(numbers.start) && !self.has_before(numbers.start)
            };
            // The other thread may be waiting for results that have already arrived.
            if waits() || notified.is_none_or(|notified| notified.seconds() >= NOTIFICATION_SECONDS)
            {
                // A pending notification is enough.
                let _ = notify.try_send(());
                notified = Some(Stopwatch::start());
            }
            self.control.wait_while(waits);
            self.fill(numbers, job, &mut pace);
        }
    }

    /// Claims the next jobs for one thread: fewer at a time when few remain.
    fn claim(&self, pace: u64) -> Range<u64> {
        if let Some((_, numbers)) = lock(&self.returned).pop_first() {
            return numbers;
        }
        let left = self.last().saturating_sub(self.unclaimed.load(Ordering::Relaxed));
        let jobs = pace.min(left / (4 * self.threads)).max(1);
        let first = self.unclaimed.fetch_add(jobs, Ordering::Relaxed);
        first..first.saturating_add(jobs).min(self.count)
    }

    /// Does jobs for a short time, as long as they may begin, and gives the rest back. Adapts the pace
    /// to the time they take. Returns whether it has done any.
    fn fill(
        &self,
        numbers: Range<u64>,
        job: &(dyn Fn(u64, &Control, &mut T) + Send + Sync),
        pace: &mut u64,
    ) -> bool {
        let watch = Stopwatch::start();
        let (first, last) = (numbers.start, numbers.end);
        let mut chunk = JobResults { numbers: first..first, made: T::default() };
        let mut seconds = 0.0;
        for number in numbers {
            let waits = self.is_early(number) || self.control.is_halted();
            if waits || self.control.is_stopped() || seconds > 2.0 * CLAIM_SECONDS {
                lock(&self.returned).insert(number, number..last);
                self.control.change(|| ());
                break;
            }
            let made = &mut chunk.made;
            // Only the results of finished jobs are read.
            let work = AssertUnwindSafe(|| job(number, &self.control, made));
            if let Err(panic) = catch_unwind(work) {
                let words = panic.downcast_ref::<&str>().map(|words| (*words).to_owned());
                let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
                let what = words.unwrap_or_else(|| "unknown trouble".to_owned());
                lock(&self.crash).get_or_insert((number, what));
                // No thread must wait for its result.
                self.control.stop();
                break;
            }
            chunk.numbers.end = number + 1;
            seconds = watch.seconds();
        }
        let done = chunk.numbers.end - first;
        if done == 0 {
            return false;
        }
        let fitting = done as f64 * CLAIM_SECONDS / seconds.max(1e-9);
        *pace = (fitting as u64).clamp(1, (*pace * 2).min(MAX_CLAIM));
        let was_short = self.is_short();
        self.pace.store(*pace, Ordering::Relaxed);
        if was_short && !self.is_short() {
            // Wakes the resting thread.
            self.control.change(|| ());
        }
        lock(&self.fresh).push(chunk);
        true
    }

    fn has_before(&self, number: u64) -> bool {
        lock(&self.returned).first_key_value().is_some_and(|(first, _)| *first < number)
    }

    fn last(&self) -> u64 {
        self.count.min(self.wanted.load(Ordering::Relaxed))
    }

    fn is_short(&self) -> bool {
        self.pace.load(Ordering::Relaxed) >= MIN_SHORT_JOBS
    }

    fn is_early(&self, number: u64) -> bool {
        number >= self.taken.load(Ordering::Relaxed).saturating_add(self.ahead)
            || number >= self.wanted.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A job that takes about this long, and whose result is its number.
    fn work(number: u64, mut rounds: u64, results: &mut Vec<u64>) {
        while rounds > 0 {
            rounds = std::hint::black_box(rounds - 1);
        }
        results.push(number);
    }

    #[test]
    fn results_come_in_order_whichever_thread_is_faster() {
        for (threads, ahead) in [(0, 1), (1, 1), (2, 1), (3, 7), (4, 1_000)] {
            let job = |number: u64, _: &Control, results: &mut Vec<u64>| {
                work(number, number % 7 * 1_000, results);
            };
            let extent = BatchOptions { ahead, helped: ahead > 1, ..BatchOptions::all(500) };
            let mut batch = Batch::start(threads, extent, Arc::default(), job);
            let chunks = std::iter::from_fn(|| batch.take());
            assert!(
                chunks
                    .flat_map(|chunk| chunk.numbers.zip(chunk.made))
                    .eq((0..500).map(|number| (number, number)))
            );
        }
    }

    #[test]
    fn jobs_that_turn_long_are_shared_again() {
        // Short jobs, then long ones, then short ones again, with few of them wanted.
        for helped in [false, true] {
            let job = |number: u64, _: &Control, results: &mut Vec<u64>| {
                let is_long = (300..340).contains(&number);
                work(number, if is_long { 1_000_000 } else { 100 }, results);
            };
            let extent = BatchOptions { wanted: 40, ahead: 50, helped, ..BatchOptions::all(1_000) };
            let mut batch = Batch::start(3, extent, Arc::default(), job);
            let mut results = Vec::new();
            while let Some(chunk) = batch.take() {
                results.extend(chunk.made);
                batch.want(results.len() as u64 + 40);
            }
            assert!(results.into_iter().eq(0..1_000));
        }
    }

    /// Takes results while more and more jobs are wanted, and checks how many have begun.
    fn check_begun(threads: usize, options: BatchOptions, most: impl Fn(u64, u64) -> u64) {
        let begun = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&begun);
        let job = move |_: u64, _: &Control, (): &mut ()| {
            count.fetch_add(1, Ordering::SeqCst);
        };
        let mut batch = Batch::start(threads, options, Arc::default(), job);
        let mut taken = 0;
        for wanted in [10, 11, 500] {
            batch.want(wanted);
            while taken < wanted {
                taken = batch.take().unwrap().numbers.end;
                assert!(begun.load(Ordering::SeqCst) <= most(wanted, taken));
            }
        }
    }

    #[test]
    fn jobs_do_not_run_far_ahead() {
        check_begun(2, BatchOptions { ahead: 10, ..BatchOptions::all(u64::MAX) }, |_, taken| {
            taken + 10
        });
    }

    #[test]
    fn unwanted_jobs_do_not_begin() {
        for threads in [0, 1, 3] {
            let options = BatchOptions { wanted: 10, ..BatchOptions::all(1_000) };
            check_begun(threads, options, |wanted, _| wanted);
        }
    }

    #[test]
    fn a_job_that_panics_is_told_and_nobody_waits_for_it() {
        for threads in [0, 1, 2] {
            let job = |number: u64, _: &Control, results: &mut Vec<u64>| {
                assert!(number < 20, "job {number} panics on purpose");
                results.push(number);
            };
            let extent = BatchOptions { wanted: 30, ..BatchOptions::all(1_000) };
            let mut batch = Batch::start(threads, extent, Arc::default(), job);
            let chunks = std::iter::from_fn(|| batch.take()).map(|chunk| {
                assert_eq!(chunk.numbers.end - chunk.numbers.start, chunk.made.len() as u64);
                chunk.made
            });
            let done: Vec<u64> = chunks.flatten().collect();
            assert!(done.iter().all(|number| *number < 20), "{done:?}");
            let (number, what) = batch.crash().unwrap();
            assert_eq!(what, format!("job {number} panics on purpose"));
            // Jobs finished before it are not lost, even those of its own thread.
            assert!(threads > 1 || done.into_iter().eq(0..20));
        }
    }

    #[test]
    fn without_threads_whoever_waits_does_the_jobs() {
        let job = |number: u64, _: &Control, results: &mut Vec<u64>| results.push(number);
        let mut batch = Batch::start(0, BatchOptions::all(500), Arc::default(), job);
        let mut done = Vec::new();
        loop {
            let more = batch.wait();
            while let Some(chunk) = batch.poll_any() {
                done.extend(chunk.made);
            }
            if !more {
                break;
            }
        }
        assert!(done.into_iter().eq(0..500));
    }

    #[test]
    fn a_halted_batch_waits_and_a_stopped_one_ends() {
        let job = |_: u64, control: &Control, (): &mut ()| {
            control.wait();
        };
        let extent = BatchOptions { ahead: 4, ..BatchOptions::all(1_000_000) };
        let control = Arc::<Control>::default();
        let mut batch = Batch::start(2, extent, Arc::clone(&control), job);
        assert_eq!(batch.take().unwrap().numbers.start, 0);
        control.halt(true);
        while batch.poll().is_some() {}
        control.halt(false);
        assert!(batch.take().is_some());
        control.stop();
        let rest = std::iter::from_fn(|| batch.take()).count();
        assert!(rest < 20, "{rest} results after the stop");
    }
}
