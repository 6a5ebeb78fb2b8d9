//! Many jobs on several threads, whose results come in the order of their numbers, or as they come.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use super::{Control, Stopwatch};

/// The bell is rung at most so often, in seconds: short jobs would do little else.
const BETWEEN_RINGS: f64 = 0.004;
/// A thread takes as many jobs at a time as take about so many seconds, and no more than so many.
const SHORT: f64 = 0.000_4;
const MOST_AT_A_TIME: u64 = 128;
/// Jobs are short if so many are taken at a time.
const MANY: u64 = 8;
/// Somebody who waits looks that often even if the bell is not rung.
const PATIENCE: Duration = Duration::from_millis(5);

/// Jobs numbered from 0 that several threads work through. Jobs that follow each other on one thread
/// put their results together into one heap, since threads that meet at every short job hold each
/// other up. Dropping the batch stops the jobs.
pub struct Batch<T> {
    shared: Arc<Shared<T>>,
    /// Rung when there are results; gone when all threads have ended.
    bell: Receiver<()>,
    /// Heaps that nobody asked for yet.
    loose: Vec<Heap<T>>,
    /// Heaps that wait for those before them, by the number they begin with.
    ordered: BTreeMap<u64, Heap<T>>,
    /// The number of the next job whose result is due.
    next: u64,
    job: Job<T>,
    /// Whether whoever takes results does jobs, too: always, where there is no thread, or while they
    /// are short.
    helps: bool,
    is_alone: bool,
    pace: Pace,
}

/// The results of some jobs.
pub struct Heap<T> {
    /// The jobs.
    pub numbers: Range<u64>,
    /// What they have made, one after the other.
    pub made: T,
}

type Job<T> = Arc<dyn Fn(u64, &Control, &mut T) + Send + Sync>;

struct Shared<T> {
    control: Arc<Control>,
    /// Results that nobody has looked at.
    fresh: Mutex<Vec<Heap<T>>>,
    /// The number of the next job that nobody works on yet.
    unclaimed: AtomicU64,
    /// Jobs that somebody has given back, by the first of them.
    returned: Mutex<BTreeMap<u64, Range<u64>>>,
    /// As many jobs as somebody took at a time lately.
    pace: AtomicU64,
    /// How many results were taken.
    taken: AtomicU64,
    /// A job is begun only if its number is less than this.
    wanted: AtomicU64,
    /// There are no jobs from this number on.
    count: u64,
    /// A job is begun only if its number is less than so far ahead of the results that were taken:
    /// so the results that wait take a bounded room.
    ahead: u64,
    /// How many threads share the jobs.
    threads: u64,
}

/// How many jobs of a batch there are, and how many of them may be begun when.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// There are no jobs from this number on.
    pub count: u64,
    /// So many are wanted at first: see [`Batch::want`].
    pub wanted: u64,
    /// The results of at most so many wait to be taken.
    pub ahead: u64,
    /// Whether whoever takes the results does short jobs instead of one of the threads.
    pub helped: bool,
}

impl Extent {
    /// So many jobs, all of them at any time.
    pub fn all(count: u64) -> Extent {
        Extent { count, wanted: u64::MAX, ahead: u64::MAX, helped: false }
    }
}

impl<T: Default + Send + 'static> Batch<T> {
    /// Begins to work on jobs, with so many threads, as these orders say. Without any thread, whoever
    /// takes results does the jobs first.
    pub fn start(
        threads: usize,
        extent: Extent,
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
            threads: threads.max(1) as u64,
        });
        let (ring, bell) = bounded(1);
        let job: Job<T> = Arc::new(job);
        let mut spawned = 0;
        for place in 0..threads {
            let is_relieved = extent.helped && place == 0;
            let (shared, ring, job) = (Arc::clone(&shared), ring.clone(), Arc::clone(&job));
            let work = move || shared.work(&ring, &*job, is_relieved);
            let thread = std::thread::Builder::new().name("batch".to_owned()).spawn(work);
            // Where no thread can be had the others do its work.
            spawned += usize::from(thread.is_ok());
        }
        Batch {
            shared,
            bell,
            loose: Vec::new(),
            ordered: BTreeMap::new(),
            next: 0,
            job,
            helps: extent.helped,
            is_alone: spawned == 0,
            pace: Pace::default(),
        }
    }

    /// The next results in order; nothing after the last ones. It waits for them. After a stop, jobs
    /// that nobody had begun have no result.
    pub fn take(&mut self) -> Option<Heap<T>> {
        loop {
            if let Some(heap) = self.poll() {
                return Some(heap);
            }
            if self.next >= self.shared.last() {
                return None;
            }
            if (self.is_alone || self.helps && self.shared.is_short()) && self.help() {
                continue;
            }
            if !self.wait() {
                self.collect();
                self.put_in_order();
                // All have ended: what is left comes in order, even if something between is missing.
                let (_, heap) = self.ordered.pop_first()?;
                self.next = heap.numbers.end;
                return Some(heap);
            }
        }
    }

    /// Does some jobs, and says whether there were any to do.
    fn help(&mut self) -> bool {
        let shared = &self.shared;
        shared.control.wait();
        let numbers = shared.claim(&self.pace);
        let heap = shared.fill(numbers, &*self.job, &mut self.pace);
        let has_worked = !heap.numbers.is_empty();
        self.loose.extend(Some(heap).filter(|_| has_worked));
        has_worked
    }

    /// The next results in order, if they are there already.
    fn poll(&mut self) -> Option<Heap<T>> {
        if !self.ordered.contains_key(&self.next) {
            self.collect();
            self.put_in_order();
        }
        let heap = self.ordered.remove(&self.next)?;
        self.next = heap.numbers.end;
        Some(heap)
    }

    fn put_in_order(&mut self) {
        self.ordered.extend(self.loose.drain(..).map(|heap| (heap.numbers.start, heap)));
    }

    /// Any results, if there are some already.
    pub fn poll_any(&mut self) -> Option<Heap<T>> {
        if self.loose.is_empty() {
            self.collect();
        }
        self.loose.pop()
    }

    /// Waits a moment for new results, and says whether more can come.
    pub fn wait(&self) -> bool {
        self.bell.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Disconnected)
    }

    /// Takes over what has come.
    fn collect(&mut self) {
        let fresh = std::mem::take(&mut *lock(&self.shared.fresh));
        self.loose.extend(fresh);
        let taken = self.next;
        self.shared.control.tell(|| self.shared.taken.store(taken, Ordering::Relaxed));
    }
}

impl<T> Batch<T> {
    /// Lets only jobs before this number begin, until more of them are wanted.
    pub fn want(&self, jobs: u64) {
        self.shared.control.tell(|| self.shared.wanted.store(jobs, Ordering::Relaxed));
    }
}

impl<T> Drop for Batch<T> {
    fn drop(&mut self) {
        self.shared.control.stop();
    }
}

/// How many jobs a thread takes at a time.
struct Pace {
    jobs: u64,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { jobs: 1 }
    }
}

impl Pace {
    /// So many jobs took so many seconds: the next time it may be more of them, or fewer.
    fn learn(&mut self, jobs: u64, seconds: f64) {
        let fitting = jobs as f64 * SHORT / seconds.max(1e-9);
        self.jobs = (fitting as u64).clamp(1, (self.jobs * 2).min(MOST_AT_A_TIME));
    }
}

/// Ends all jobs where one of them panics, so that nobody waits for its result.
struct Fuse<'a>(&'a Control);

impl Drop for Fuse<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.stop();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<T: Default> Shared<T> {
    /// Takes jobs until there are no more. Somebody who is relieved takes none while they are short.
    fn work(
        &self,
        ring: &Sender<()>,
        job: &(dyn Fn(u64, &Control, &mut T) + Send + Sync),
        is_relieved: bool,
    ) {
        let _fuse = Fuse(&self.control);
        let mut rung: Option<Stopwatch> = None;
        let mut pace = Pace::default();
        while !self.control.is_stopped() {
            if is_relieved {
                self.control.wait_while(|| self.is_short());
            }
            let numbers = self.claim(&pace);
            if numbers.is_empty() {
                break;
            }
            // What was given back may be needed first.
            let waits = || {
                self.control.is_halted()
                    || self.is_early(numbers.start) && !self.has_before(numbers.start)
            };
            // What is there already may be all that somebody waits for.
            if waits() || rung.is_none_or(|rung| rung.seconds() >= BETWEEN_RINGS) {
                // A bell that rings already is enough.
                let _ = ring.try_send(());
                rung = Some(Stopwatch::start());
            }
            self.control.wait_while(waits);
            let heap = self.fill(numbers, job, &mut pace);
            if !heap.numbers.is_empty() {
                lock(&self.fresh).push(heap);
            }
        }
    }

    /// Takes the next jobs for one thread: the fewer, the fewer there are left for all of them.
    fn claim(&self, pace: &Pace) -> Range<u64> {
        if let Some((_, numbers)) = lock(&self.returned).pop_first() {
            return numbers;
        }
        let left = self.last().saturating_sub(self.unclaimed.load(Ordering::Relaxed));
        let jobs = pace.jobs.min(left / (4 * self.threads)).max(1);
        let first = self.unclaimed.fetch_add(jobs, Ordering::Relaxed);
        first..first.saturating_add(jobs).min(self.count)
    }

    /// Does jobs one after the other, for a short time and as far as they may be begun, and gives the
    /// rest of them back.
    fn fill(
        &self,
        numbers: Range<u64>,
        job: &(dyn Fn(u64, &Control, &mut T) + Send + Sync),
        pace: &mut Pace,
    ) -> Heap<T> {
        let watch = Stopwatch::start();
        let (first, last) = (numbers.start, numbers.end);
        let mut heap = Heap { numbers: first..first, made: T::default() };
        let mut seconds = 0.0;
        for number in numbers {
            let waits = self.is_early(number) || self.control.is_halted();
            if waits || self.control.is_stopped() || seconds > 2.0 * SHORT {
                lock(&self.returned).insert(number, number..last);
                self.control.tell(|| ());
                break;
            }
            job(number, &self.control, &mut heap.made);
            heap.numbers.end = number + 1;
            seconds = watch.seconds();
        }
        if !heap.numbers.is_empty() {
            pace.learn(heap.numbers.end - first, seconds);
            let was_short = self.is_short();
            self.pace.store(pace.jobs, Ordering::Relaxed);
            if was_short && !self.is_short() {
                // Whoever was relieved is needed.
                self.control.tell(|| ());
            }
        }
        heap
    }

    /// Whether jobs before this one were given back.
    fn has_before(&self, number: u64) -> bool {
        lock(&self.returned).first_key_value().is_some_and(|(first, _)| *first < number)
    }

    /// There is nothing to begin from this number on.
    fn last(&self) -> u64 {
        self.count.min(self.wanted.load(Ordering::Relaxed))
    }

    /// Whether jobs are so short that it is best not to wait for others.
    fn is_short(&self) -> bool {
        self.pace.load(Ordering::Relaxed) >= MANY
    }

    /// Whether it is too early to begin a job.
    fn is_early(&self, number: u64) -> bool {
        number >= self.taken.load(Ordering::Relaxed).saturating_add(self.ahead)
            || number >= self.wanted.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_whoever_is_faster() {
        for (threads, ahead) in [(0, 1), (1, 1), (2, 1), (3, 7), (4, 1_000)] {
            let job = |number: u64, _: &Control, results: &mut Vec<u64>| {
                let mut busy = number % 7 * 1_000;
                while busy > 0 {
                    busy = std::hint::black_box(busy - 1);
                }
                results.push(number * number);
            };
            let extent = Extent { ahead, helped: ahead > 1, ..Extent::all(500) };
            let mut batch = Batch::start(threads, extent, Arc::default(), job);
            let heaps = std::iter::from_fn(|| batch.take());
            let results = heaps.flat_map(|heap| {
                assert_eq!(heap.numbers.end - heap.numbers.start, heap.made.len() as u64);
                heap.made
            });
            assert!(results.eq((0..500).map(|number| number * number)));
        }
    }

    #[test]
    fn nobody_runs_far_ahead() {
        let begun = Arc::new(AtomicU64::new(0));
        let count = Arc::clone(&begun);
        let job = move |_: u64, _: &Control, (): &mut ()| {
            count.fetch_add(1, Ordering::SeqCst);
        };
        let extent = Extent { ahead: 10, ..Extent::all(u64::MAX) };
        let mut batch = Batch::start(2, extent, Arc::default(), job);
        let mut taken = 0;
        while taken < 100 {
            taken = batch.take().unwrap().numbers.end;
            assert!(begun.load(Ordering::SeqCst) <= taken + 10);
        }
    }

    #[test]
    fn jobs_that_turn_long_are_shared_again() {
        // The results of short jobs, of long ones, and of short ones again, with few of them wanted.
        for helped in [false, true] {
            let job = |number: u64, _: &Control, results: &mut Vec<u64>| {
                let mut busy = if (300..340).contains(&number) { 1_000_000 } else { 100 };
                while busy > 0 {
                    busy = std::hint::black_box(busy - 1);
                }
                results.push(number);
            };
            let extent = Extent { wanted: 40, ahead: 50, helped, ..Extent::all(1_000) };
            let mut batch = Batch::start(3, extent, Arc::default(), job);
            let mut results = Vec::new();
            while let Some(heap) = batch.take() {
                results.extend(heap.made);
                batch.want(results.len() as u64 + 40);
            }
            assert!(results.into_iter().eq(0..1_000));
        }
    }

    #[test]
    fn what_is_not_wanted_is_not_begun() {
        for threads in [0, 1, 3] {
            let begun = Arc::new(AtomicU64::new(0));
            let count = Arc::clone(&begun);
            let job = move |_: u64, _: &Control, (): &mut ()| {
                count.fetch_add(1, Ordering::SeqCst);
            };
            let extent = Extent { wanted: 10, ..Extent::all(1_000) };
            let mut batch = Batch::start(threads, extent, Arc::default(), job);
            let mut taken = 0;
            for wanted in [10, 11, 500] {
                batch.want(wanted);
                while taken < wanted {
                    taken = batch.take().unwrap().numbers.end;
                    assert!(begun.load(Ordering::SeqCst) <= wanted);
                }
            }
        }
    }

    #[test]
    fn nobody_waits_for_a_job_that_panics() {
        let job = |number: u64, _: &Control, results: &mut Vec<u64>| {
            assert!(number < 20, "this job panics on purpose");
            results.push(number);
        };
        let extent = Extent { wanted: 30, ..Extent::all(1_000) };
        let mut batch = Batch::start(2, extent, Arc::default(), job);
        let done: Vec<u64> =
            std::iter::from_fn(|| batch.take()).flat_map(|heap| heap.made).collect();
        assert!(done.iter().all(|number| *number < 20), "{done:?}");
    }

    #[test]
    fn a_halted_batch_waits_and_a_stopped_one_ends() {
        let job = |_: u64, control: &Control, (): &mut ()| {
            control.wait();
        };
        let extent = Extent { ahead: 4, ..Extent::all(1_000_000) };
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
