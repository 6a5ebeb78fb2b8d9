//! The timeline of a search: a search that runs ahead, exact copies along the way, and a playhead.
//!
//! A search makes the same steps every time, so any step of it can be shown again: copy the nearest
//! checkpoint before it and run from there. Checkpoints are dense near the newest step and evenly spaced before
//! that, in bounded memory.

mod metrics;

use std::sync::Arc;

use crate::board::Square;
use crate::solver::{CloneSolver, Event, Metric, Solver, Status};

pub use metrics::{MAX_SAMPLES, MetricHistory};

/// Memory for checkpoints along the whole timeline, in bytes.
const COARSE_BYTES: usize = 48 << 20;
/// Memory for checkpoints near the playhead, in bytes.
const FINE_BYTES: usize = 10 << 20;
/// If copies are large, there is memory for at least this many of them along the timeline and near
/// the playhead, up to a limit in bytes.
const MIN_COARSE_COPIES: usize = 10;
const MIN_FINE_COPIES: usize = 3;
const MAX_BYTES: usize = 256 << 20;
/// The playhead starts at least this many steps before its target, so that it leaves checkpoints on
/// the way and stepping back is quick.
const RUN_UP: u64 = 1_024;

/// Exact copies of a search along its way. The first one is never dropped.
struct Checkpoints {
    copies: Vec<Checkpoint>,
    /// How many steps apart checkpoints far from the newest may be.
    spacing: u64,
    bytes: usize,
    budget: usize,
}

struct Checkpoint {
    step: u64,
    bytes: usize,
    solver: Arc<dyn Solver>,
}

fn copied(solver: &dyn Solver) -> Arc<dyn Solver> {
    Arc::from(solver.boxed_clone())
}

impl Checkpoint {
    fn of(solver: Arc<dyn Solver>) -> Checkpoint {
        let bytes = solver.bytes() + size_of::<Checkpoint>();
        Checkpoint { step: solver.state().steps(), bytes, solver }
    }
}

impl Checkpoints {
    /// Checkpoints that begin with this copy and stay within `budget` bytes, or hold two copies if
    /// those are larger than that.
    fn new(first: &dyn Solver, budget: usize) -> Checkpoints {
        let first = Checkpoint::of(copied(first));
        Checkpoints { spacing: 0, bytes: first.bytes, budget, copies: vec![first] }
    }

    /// Keeps a copy of the search, unless there is one of this step or a later one.
    fn record(&mut self, solver: &dyn Solver) {
        if self.newest() < solver.state().steps() {
            self.push(Checkpoint::of(copied(solver)));
        }
    }

    fn push(&mut self, checkpoint: Checkpoint) {
        self.bytes += checkpoint.bytes;
        self.copies.push(checkpoint);
        // Checkpoints further back have been thinned already.
        let settled = self.newest().saturating_sub(self.spacing.saturating_mul(4));
        let tail = self.copies.partition_point(|checkpoint| checkpoint.step < settled);
        self.thin(tail.max(1));
        while self.bytes > self.budget && self.copies.len() > 2 {
            let even = self.newest() / self.copies.len() as u64;
            self.spacing = (self.spacing + self.spacing / 4).max(even);
            let checkpoints = self.copies.len();
            self.thin(1);
            if self.copies.len() == checkpoints {
                self.drop_one();
            }
        }
    }

    /// Drops one checkpoint when thinning was not enough: the one that leaves the smallest gap
    /// relative to its distance from the newest. Those nearer than two even gaps count as that far
    /// away.
    fn drop_one(&mut self) {
        let newest = self.newest();
        let even = 2 * newest / self.copies.len() as u64;
        let missed = |place: &usize| {
            let (before, next) = (self.copies[place - 1].step, self.copies[place + 1].step);
            (next - before) as f64 / (newest - next + 1).max(even) as f64
        };
        let least = (1..self.copies.len() - 1).min_by(|a, b| missed(a).total_cmp(&missed(b)));
        if let Some(place) = least {
            self.bytes -= self.copies.remove(place).bytes;
        }
    }

    /// Drops every checkpoint from this place on that can be spared: without it, the gap between
    /// its neighbours is at most half the later one's distance from the newest, and at most the
    /// spacing.
    fn thin(&mut self, from: usize) {
        let newest = self.newest();
        let mut later = self.copies.split_off(from).into_iter().peekable();
        while let Some(checkpoint) = later.next() {
            let before = self.copies.last().map_or(0, |checkpoint| checkpoint.step);
            let spare = later.peek().is_some_and(|next| {
                next.step - before <= self.spacing.min((newest - next.step) / 2)
            });
            if spare {
                self.bytes -= checkpoint.bytes;
            } else {
                self.copies.push(checkpoint);
            }
        }
    }

    fn newest(&self) -> u64 {
        self.copies.last().map_or(0, |checkpoint| checkpoint.step)
    }

    /// The newest checkpoint at or before a step.
    fn before(&self, step: u64) -> Option<&dyn Solver> {
        let place = self.copies.partition_point(|checkpoint| checkpoint.step <= step);
        Some(&*self.copies[place.checked_sub(1)?].solver)
    }

    /// Drops the checkpoints after a step, except the first.
    fn forget_after(&mut self, step: u64) {
        while self.copies.len() > 1 && self.newest() > step {
            self.bytes -= self.copies.pop().map_or(0, |checkpoint| checkpoint.bytes);
        }
    }
}

/// A recorded search: it grows at one end and can be shown anywhere.
pub struct Timeline {
    search: Box<dyn Solver>,
    coarse: Checkpoints,
    /// The search at the step that is shown; `None` if that is the newest step.
    playhead: Option<Box<dyn Solver>>,
    fine: Checkpoints,
    /// The step that the playhead is moving to; it may stop earlier at the wanted path.
    target: Option<u64>,
    /// The path that the playhead is looking for on the way.
    wanted: Option<Wanted>,
    history: MetricHistory,
    metrics: Vec<Metric>,
}

/// The memory for checkpoints: the usual amount, or enough for a few large ones. A search grows
/// with its path, to about twice its size.
fn budget(usual: usize, least: usize, solver: &dyn Solver) -> usize {
    usual.max(solver.bytes().saturating_mul(2 * least).min(MAX_BYTES))
}

fn fine_checkpoints(first: &dyn Solver) -> Checkpoints {
    Checkpoints::new(first, budget(FINE_BYTES, MIN_FINE_COPIES, first))
}

struct Wanted {
    path: Vec<Square>,
    /// The number of restarts at the step that was shown.
    restarts: u64,
    /// The last step, in an earlier attempt, at which the path appeared.
    seen: Option<u64>,
}

impl Timeline {
    /// The timeline of a search that has not begun, shown before its first step.
    pub fn new(solver: Box<dyn Solver>) -> Timeline {
        let coarse = Checkpoints::new(&*solver, budget(COARSE_BYTES, MIN_COARSE_COPIES, &*solver));
        let fine = fine_checkpoints(&*solver);
        Timeline {
            history: MetricHistory::of(&*solver),
            metrics: Vec::new(),
            playhead: Some(solver.clone()),
            search: solver,
            coarse,
            fine,
            target: None,
            wanted: None,
        }
    }

    /// A saved timeline, shown at one of its checkpoints or at its beginning. The checkpoints come
    /// in the order of their steps; the last one is the newest step.
    pub fn load(
        first: Box<dyn Solver>,
        checkpoints: Vec<Arc<dyn Solver>>,
        position: u64,
        history: Option<MetricHistory>,
    ) -> Timeline {
        let mut timeline = Timeline::new(first);
        for solver in checkpoints {
            let step = solver.state().steps();
            timeline.search = solver.boxed_clone();
            if step == position {
                timeline.fine = fine_checkpoints(&*solver);
                timeline.playhead = Some(solver.boxed_clone());
            }
            timeline.coarse.push(Checkpoint::of(solver));
        }
        if position >= timeline.length() {
            timeline.follow();
        }
        timeline.history = history.unwrap_or_else(|| MetricHistory::unknown(&*timeline.search));
        timeline
    }

    /// The checkpoints to save, in order: after the beginning, at the step shown, at the newest.
    pub fn checkpoints(&self) -> Vec<Arc<dyn Solver>> {
        let mut checkpoints: Vec<Arc<dyn Solver>> =
            self.coarse.copies.iter().map(|checkpoint| Arc::clone(&checkpoint.solver)).collect();
        checkpoints.extend(self.playhead.as_ref().map(|head| copied(&**head)));
        checkpoints.push(copied(&*self.search));
        // Of two at the same step, the later one counts: it may have moved on from a tour.
        checkpoints.sort_by_key(|solver| solver.state().steps());
        checkpoints.reverse();
        checkpoints.dedup_by_key(|solver| solver.state().steps());
        checkpoints.reverse();
        checkpoints.retain(|solver| solver.state().steps() > 0);
        checkpoints
    }

    /// A copy of the search before its first step.
    pub fn first(&self) -> Box<dyn Solver> {
        self.coarse.copies[0].solver.boxed_clone()
    }

    pub fn search(&self) -> &dyn Solver {
        &*self.search
    }

    /// The search at the step that is shown.
    pub fn shown(&self) -> &dyn Solver {
        self.playhead.as_deref().unwrap_or(&*self.search)
    }

    pub fn length(&self) -> u64 {
        self.search.state().steps()
    }

    /// The step that is shown, or is about to be.
    pub fn position(&self) -> u64 {
        self.target.unwrap_or_else(|| self.shown().state().steps())
    }

    /// Whether the playhead is still moving to its target.
    pub fn is_seeking(&self) -> bool {
        self.target.is_some()
    }

    /// Whether the playhead follows the newest step.
    pub fn follows(&self) -> bool {
        self.playhead.is_none()
    }

    /// Runs the search. A playhead that follows the newest step moves with it.
    pub fn run_ahead(&mut self, steps: u64) -> Status {
        let (mut here, mut left) = (self.length(), steps);
        while left > 0 {
            let steps = left.min(self.history.next() - here);
            let status = self.search.run(steps);
            let made = self.length() - here;
            (here, left) = (here + made, left - made);
            self.sample();
            if status != Status::Searching || made == 0 {
                break;
            }
        }
        self.search.state().status
    }

    fn sample(&mut self) {
        if self.length() == self.history.next() {
            self.history.take(&*self.search, &mut self.metrics);
        }
    }

    pub fn history(&self) -> &MetricHistory {
        &self.history
    }

    pub fn keep_checkpoint(&mut self) {
        self.coarse.record(&*self.search);
    }

    /// Lets checkpoints far behind the search be this many steps apart, whatever the memory.
    pub fn space_checkpoints(&mut self, steps: u64) {
        self.coarse.spacing = self.coarse.spacing.max(steps);
    }

    /// Keeps a checkpoint at the step that is shown, unless that is the newest.
    pub fn keep_checkpoint_near(&mut self) {
        if let Some(head) = &self.playhead {
            self.fine.record(&**head);
        }
    }

    /// Moves on from a tour to look for the next one; returns whether the method can.
    pub fn find_next(&mut self) -> bool {
        let mut next = self.search.clone();
        next.find_next();
        if next.state().status != Status::Searching {
            return false;
        }
        // The checkpoint is made first, so that it shows the tour.
        self.coarse.record(&*self.search);
        self.search = next;
        true
    }

    pub fn follow(&mut self) {
        self.playhead = None;
        self.target = None;
        self.wanted = None;
    }

    /// Leaves the playhead where it is while the search continues.
    pub fn detach(&mut self) {
        if self.playhead.is_none() {
            self.fine = fine_checkpoints(&*self.search);
            self.playhead = Some(self.search.clone());
        }
    }

    /// Sends the playhead to a step; [`Timeline::advance_seek`] takes it there.
    pub fn seek(&mut self, step: u64) {
        if step >= self.length() {
            return self.follow();
        }
        let here = self.playhead.as_ref().map(|head| head.state().steps());
        let first = self.fine.copies.first().map_or(0, |checkpoint| checkpoint.step);
        let has_run_up = first == 0 || first + RUN_UP <= step;
        let fine = self.fine.before(step).filter(|_| has_run_up);
        let coarse = self.coarse.before(step.saturating_sub(RUN_UP));
        let steps = |solver: Option<&dyn Solver>| solver.map(|solver| solver.state().steps());
        let nearest = steps(fine).max(steps(coarse));
        if here.is_some_and(|here| here <= step) && here >= nearest {
            // The playhead itself is nearest.
        } else if fine.is_some() && steps(fine) == nearest {
            self.playhead = fine.map(CloneSolver::boxed_clone);
            self.fine.forget_after(step);
        } else if let Some(coarse) = coarse {
            self.playhead = Some(coarse.boxed_clone());
            self.fine = fine_checkpoints(coarse);
        }
        self.target = Some(step);
        self.wanted = None;
        self.arrive();
    }

    /// Sends the playhead back to the step that placed the last of the first `length` squares of
    /// the path that is shown.
    pub fn seek_path(&mut self, length: usize) {
        let shown = self.shown();
        let path = &shown.state().path;
        let just_placed = matches!(shown.state().last, Some(Event::Advance(_)));
        let is_here = length == path.len() && just_placed;
        if self.is_seeking() || length == 0 || length > path.len() || is_here {
            return;
        }
        let (path, restarts) = (path[..length].to_vec(), shown.state().tally.work.restarts);
        let now = self.position();
        // At the last checkpoint whose path lacks these squares, the search has yet to place them.
        let without = |checkpoint: &&Checkpoint| {
            checkpoint.step <= now && !checkpoint.solver.state().path.starts_with(&path)
        };
        if let Some(checkpoint) = self.coarse.copies.iter().rev().find(without) {
            self.playhead = Some(checkpoint.solver.boxed_clone());
            self.fine = fine_checkpoints(&*checkpoint.solver);
            self.target = Some(now);
            self.wanted = Some(Wanted { path, restarts, seen: None });
        }
    }

    /// Moves the playhead up to this many steps closer to its target.
    pub fn advance_seek(&mut self, steps: u64) {
        if let (Some(target), Some(head)) = (self.target, &mut self.playhead) {
            let here = head.state().steps();
            let steps = steps.min(target - here);
            pass_tour(&mut **head);
            // Only if the checkpoints do not belong together, as in a forged file.
            if head.state().status != Status::Searching {
                self.target = Some(here);
            }
            match &mut self.wanted {
                None => drop(head.run(steps)),
                Some(wanted) => {
                    if run_to_path(&mut **head, steps, wanted) {
                        self.target = None;
                    }
                }
            }
        }
        self.arrive();
    }

    fn arrive(&mut self) {
        let here = self.shown().state().steps();
        self.target = self.target.filter(|target| here < *target);
        if self.target.is_none() {
            let wanted = self.wanted.take();
            let seen = wanted.and_then(|wanted| wanted.seen);
            // The path was given, or appeared in an earlier attempt.
            if let Some(step) = seen.filter(|step| *step < here) {
                self.seek(step);
            }
        }
    }

    /// Shows the next step and returns what it was. At the newest step the search makes one more.
    pub fn step(&mut self) -> Option<Event> {
        let length = self.length();
        let Some(head) = self.playhead.as_mut().filter(|head| head.state().steps() < length) else {
            self.follow();
            let event = self.search.step();
            self.sample();
            return event;
        };
        pass_tour(&mut **head);
        let event = head.step();
        if head.state().steps() == length {
            self.follow();
        }
        event
    }

    pub fn bytes(&self) -> usize {
        let head = self.playhead.as_ref().map_or(0, |head| head.bytes());
        self.coarse.bytes + self.fine.bytes + self.search.bytes() + head
    }
}

/// Moves on from a tour, since the timeline continues after this step.
fn pass_tour(solver: &mut dyn Solver) {
    if solver.state().status == Status::Found {
        solver.find_next();
    }
}

/// Runs up to this many steps; returns whether the wanted path was reached in its attempt.
fn run_to_path(solver: &mut dyn Solver, steps: u64, wanted: &mut Wanted) -> bool {
    let last = wanted.path.last().copied().map(Event::Advance);
    for _ in 0..steps {
        let event = solver.step();
        if event == last && event.is_some() && solver.state().path == wanted.path {
            wanted.seen = Some(solver.state().steps());
            if solver.state().tally.work.restarts == wanted.restarts {
                wanted.seen = None;
                return true;
            }
        }
        if event.is_none() {
            return false;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::MethodConfig;

    fn timeline(puzzle: &str, config: &str) -> Timeline {
        let config: MethodConfig = config.parse().unwrap();
        Timeline::new(config.build(&puzzle.parse().unwrap()))
    }

    fn gaps(checkpoints: &Checkpoints) -> Vec<u64> {
        checkpoints.copies.windows(2).map(|pair| pair[1].step - pair[0].step).collect()
    }

    #[test]
    fn checkpoints_are_dense_at_the_end_and_even_before_it() {
        let mut solver = timeline("8x8 given=0,0", "backtracking").search.clone();
        let mut checkpoints = Checkpoints::new(&*solver, 500_000);
        for _ in 0..10_000 {
            solver.run(1_000);
            checkpoints.record(&*solver);
            assert!(checkpoints.bytes <= 500_000);
        }
        let gaps = gaps(&checkpoints);
        assert_eq!(*gaps.last().unwrap(), 1_000);
        let even = 10_000_000 / gaps.len() as u64;
        let most = *gaps.iter().max().unwrap();
        assert!(most <= 3 * even, "{most} is much more than {even}");
        assert!(gaps.len() > 100, "it uses the memory it has: {}", gaps.len());
        assert_eq!(
            checkpoints.bytes,
            checkpoints.copies.iter().map(|checkpoint| checkpoint.bytes).sum::<usize>()
        );
    }

    #[test]
    fn the_playhead_continues_past_tours() {
        let mut timeline = timeline("5x5 given=0,0", "backtracking");
        let mut tours = Vec::new();
        while timeline.run_ahead(1_000) != Status::Exhausted {
            timeline.keep_checkpoint();
            if timeline.search().state().status == Status::Found {
                tours.push(timeline.length());
                timeline.find_next();
            }
        }
        assert_eq!(tours.len(), 304);
        for tour in [tours[0], tours[100], tours[303]] {
            timeline.seek(tour);
            while timeline.is_seeking() {
                timeline.advance_seek(777);
            }
            assert_eq!(timeline.shown().state().status, Status::Found);
            assert!(timeline.step().is_some());
            assert_eq!(timeline.position(), tour + 1);
        }
    }

    /// Goes to the step that placed the last of the first `length` squares.
    fn go_to_length(timeline: &mut Timeline, length: usize) {
        let path = timeline.shown().state().path[..length].to_vec();
        timeline.seek_path(length);
        while timeline.is_seeking() {
            timeline.advance_seek(333);
        }
        let state = timeline.shown().state();
        assert_eq!((&state.path, state.last), (&path, path.last().copied().map(Event::Advance)));
    }

    #[test]
    fn the_playhead_finds_the_placement_of_each_square() {
        for (puzzle, config) in [("6x6 given=0,0", "backtracking"), ("3x7 given=0,0", "restarting")]
        {
            let mut timeline = timeline(puzzle, config);
            timeline.follow();
            while timeline.length() < 100_000 && timeline.run_ahead(500) == Status::Searching {
                timeline.keep_checkpoint();
            }
            let restarts = timeline.search().state().tally.work.restarts;
            for length in (2..timeline.search().state().path.len()).rev() {
                timeline.follow();
                go_to_length(&mut timeline, length);
                // The last attempt of many.
                assert_eq!(timeline.shown().state().tally.work.restarts, restarts, "{length}");
            }
            go_to_length(&mut timeline, 1);
            assert_eq!(timeline.position(), 1, "the start was placed once");
        }
    }

    #[test]
    fn the_playhead_finds_the_placement_before_a_retreat() {
        let mut timeline = timeline("6x6 given=0,0", "backtracking");
        timeline.follow();
        while !matches!(timeline.shown().state().last, Some(Event::Retreat(_))) {
            timeline.run_ahead(1);
        }
        let length = timeline.shown().state().path.len();
        go_to_length(&mut timeline, length);
    }

    #[test]
    fn a_few_checkpoints_are_spread_out_too() {
        let mut solver = timeline("8x8 given=0,0", "backtracking").search.clone();
        solver.run(1_000);
        let copies = 44 * (solver.bytes() + size_of::<Checkpoint>());
        let mut checkpoints = Checkpoints::new(&*solver, copies);
        for _ in 0..3_000 {
            solver.run(1_000);
            checkpoints.record(&*solver);
        }
        let most = gaps(&checkpoints).into_iter().max().unwrap();
        assert!(most < 400_000, "a gap of {most} in 3,000,000 steps");
    }

    /// Stepping back from a checkpoint never replays a whole gap, however the playhead got there.
    #[test]
    fn stepping_back_from_a_checkpoint_is_quick() {
        let mut timeline = timeline("8x8 given=0,0", "backtracking");
        timeline.follow();
        for _ in 0..20 {
            timeline.run_ahead(100_000);
            timeline.keep_checkpoint();
        }
        for step in [1_000_000, 1_000_001, 1_500_010] {
            timeline.seek(step);
            while timeline.is_seeking() {
                timeline.advance_seek(1_000);
                timeline.keep_checkpoint_near();
            }
            for back in 1..=50 {
                timeline.seek(step - back);
                let mut again = 0;
                while timeline.is_seeking() {
                    timeline.advance_seek(1_000);
                    again += 1_000;
                    timeline.keep_checkpoint_near();
                }
                assert!(again <= 3_000, "one step back replayed {again} steps");
            }
        }
    }

    #[test]
    fn stepping_at_the_newest_step_makes_one_more() {
        let mut timeline = timeline("5x5 given=0,0", "backtracking");
        timeline.seek(0);
        for step in 1..=100 {
            timeline.step();
            assert_eq!((timeline.position(), timeline.length()), (step, step));
        }
        timeline.detach();
        timeline.run_ahead(50);
        assert_eq!((timeline.position(), timeline.length()), (100, 150));
        timeline.follow();
        timeline.run_ahead(50);
        assert_eq!(timeline.position(), 200);
    }
}
