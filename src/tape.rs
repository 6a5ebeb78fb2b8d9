//! The film of a search: a maker that runs ahead, exact copies along the way, and a playhead.
//!
//! A search makes the same steps every time, so any step of it can be shown again: copy the nearest
//! mark before it and run from there. Marks are dense near the newest step and evenly spaced before
//! that, in bounded memory.

mod track;

use std::sync::Arc;

use crate::board::Square;
use crate::solver::{CloneSolver, Event, Gauge, Solver, Status};

pub use track::{MOST_SAMPLES, Track};

/// The memory for marks along the whole film, in bytes.
const ALONG: usize = 48 << 20;
/// The memory for marks near the playhead, in bytes.
const NEAR: usize = 10 << 20;
/// If copies are large, there is memory for this many of them along the film and near the playhead,
/// but never more than this, in bytes.
const LEAST_ALONG: usize = 10;
const LEAST_NEAR: usize = 3;
const MOST: usize = 256 << 20;
/// How many steps before its target the playhead starts at least, so that it leaves marks of its own
/// on the way and stepping back is quick.
const RUN_UP: u64 = 1_024;

/// Exact copies of a search along its way. The first one is never dropped.
pub struct Tape {
    marks: Vec<Mark>,
    /// How many steps apart marks far from the newest may be.
    spacing: u64,
    bytes: usize,
    budget: usize,
}

struct Mark {
    step: u64,
    bytes: usize,
    solver: Arc<dyn Solver>,
}

impl Mark {
    fn of(solver: &dyn Solver) -> Mark {
        Mark::at(Arc::from(solver.boxed_clone()))
    }

    fn at(solver: Arc<dyn Solver>) -> Mark {
        let bytes = solver.bytes() + size_of::<Mark>();
        Mark { step: solver.state().steps(), bytes, solver }
    }
}

impl Tape {
    /// A tape that begins with this copy and stays within `budget` bytes, or holds two copies if
    /// those are larger than that.
    pub fn new(first: &dyn Solver, budget: usize) -> Tape {
        let first = Mark::of(first);
        Tape { spacing: 0, bytes: first.bytes, budget, marks: vec![first] }
    }

    /// Keeps a copy of the search, unless there is one of this step or a later one.
    pub fn record(&mut self, solver: &dyn Solver) {
        if self.newest() < solver.state().steps() {
            self.push(Mark::of(solver));
        }
    }

    fn push(&mut self, mark: Mark) {
        self.bytes += mark.bytes;
        self.marks.push(mark);
        // Marks further back than this have been thinned already.
        let settled = self.newest().saturating_sub(self.spacing.saturating_mul(4));
        let tail = self.marks.partition_point(|mark| mark.step < settled);
        self.thin(tail.max(1));
        while self.bytes > self.budget && self.marks.len() > 2 {
            let even = self.newest() / self.marks.len() as u64;
            self.spacing = (self.spacing + self.spacing / 4).max(even);
            let marks = self.marks.len();
            self.thin(1);
            if self.marks.len() == marks {
                self.drop_one();
            }
        }
    }

    /// Allows marks far from the newest to be at least this many steps apart.
    fn space(&mut self, steps: u64) {
        self.spacing = self.spacing.max(steps);
    }

    /// Drops the least useful mark when thinning was not enough: the one that leaves the smallest gap
    /// relative to its distance from the newest. Marks nearer than two even gaps count as that far
    /// away.
    fn drop_one(&mut self) {
        let newest = self.newest();
        let even = 2 * newest / self.marks.len() as u64;
        let missed = |place: &usize| {
            let (before, next) = (self.marks[place - 1].step, self.marks[place + 1].step);
            (next - before) as f64 / (newest - next + 1).max(even) as f64
        };
        let least = (1..self.marks.len() - 1).min_by(|a, b| missed(a).total_cmp(&missed(b)));
        if let Some(place) = least {
            self.bytes -= self.marks.remove(place).bytes;
        }
    }

    /// Drops every mark at this place or later that can be spared: without it, the gap between its
    /// neighbours is at most half the later one's distance from the newest, and at most the spacing.
    fn thin(&mut self, from: usize) {
        let newest = self.newest();
        let mut later = self.marks.split_off(from).into_iter().peekable();
        while let Some(mark) = later.next() {
            let before = self.marks.last().map_or(0, |mark| mark.step);
            let spare = later.peek().is_some_and(|next| {
                next.step - before <= self.spacing.min((newest - next.step) / 2)
            });
            if spare {
                self.bytes -= mark.bytes;
            } else {
                self.marks.push(mark);
            }
        }
    }

    /// The step of the newest mark.
    pub fn newest(&self) -> u64 {
        self.marks.last().map_or(0, |mark| mark.step)
    }

    /// The newest mark at or before a step, if there is one.
    pub fn before(&self, step: u64) -> Option<&dyn Solver> {
        let place = self.marks.partition_point(|mark| mark.step <= step);
        Some(&*self.marks[place.checked_sub(1)?].solver)
    }

    /// Drops the marks after a step, but never the first mark.
    fn forget_after(&mut self, step: u64) {
        while self.marks.len() > 1 && self.newest() > step {
            self.bytes -= self.marks.pop().map_or(0, |mark| mark.bytes);
        }
    }

    /// The memory it takes, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

/// A search as a film: it grows at one end and can be shown anywhere.
pub struct Film {
    maker: Box<dyn Solver>,
    along: Tape,
    /// The search at the step that is shown; `None` if that is the newest step.
    head: Option<Box<dyn Solver>>,
    near: Tape,
    /// The step that the playhead is moving to; it may stop earlier if it finds the wanted path.
    target: Option<u64>,
    /// The path that the playhead is looking for on the way.
    wanted: Option<Wanted>,
    /// The gauges along the whole film.
    track: Track,
    /// Memory for the next sample of the track.
    gauges: Vec<Gauge>,
}

/// The memory for marks: the usual, or enough for a few large ones. A search grows with its path, to
/// about twice its size.
fn budget(usual: usize, least: usize, solver: &dyn Solver) -> usize {
    usual.max(solver.bytes().saturating_mul(2 * least).min(MOST))
}

/// A tape near the playhead that begins with this copy.
fn near_tape(first: &dyn Solver) -> Tape {
    Tape::new(first, budget(NEAR, LEAST_NEAR, first))
}

/// A path to find again.
struct Wanted {
    path: Vec<Square>,
    /// The number of restarts at the step that was shown.
    restarts: u64,
    /// The last step, in an attempt before that, at which the path appeared.
    seen: Option<u64>,
}

impl Film {
    /// The film of a search that has not begun; it shows the state before the first step.
    pub fn new(solver: Box<dyn Solver>) -> Film {
        let along = Tape::new(&*solver, budget(ALONG, LEAST_ALONG, &*solver));
        let near = near_tape(&*solver);
        Film {
            track: Track::of(&*solver),
            gauges: Vec::new(),
            head: Some(solver.clone()),
            maker: solver,
            along,
            near,
            target: None,
            wanted: None,
        }
    }

    /// A film that was saved, shown at one of its marks or at its beginning. The marks come in the
    /// order of their steps; the last one is the newest step.
    pub fn load(
        first: Box<dyn Solver>,
        marks: Vec<Arc<dyn Solver>>,
        playhead: u64,
        track: Option<Track>,
    ) -> Film {
        let mut film = Film::new(first);
        for solver in marks {
            let step = solver.state().steps();
            film.maker = solver.boxed_clone();
            if step == playhead {
                film.near = near_tape(&*solver);
                film.head = Some(solver.boxed_clone());
            }
            film.along.push(Mark::at(solver));
        }
        if playhead >= film.length() {
            film.ride();
        }
        film.track = track.unwrap_or_else(|| Track::unknown(&*film.maker));
        film
    }

    /// What to save of the film: its marks after the beginning, the step that is shown and the newest
    /// step, in order.
    pub fn marks(&self) -> Vec<Arc<dyn Solver>> {
        let copy = |solver: &dyn Solver| Arc::from(solver.boxed_clone());
        let mut marks: Vec<Arc<dyn Solver>> =
            self.along.marks.iter().map(|mark| Arc::clone(&mark.solver)).collect();
        marks.extend(self.head.as_ref().map(|head| copy(&**head)));
        marks.push(copy(&*self.maker));
        // Of two at the same step, the later one counts: it may have moved on from a tour.
        marks.sort_by_key(|solver| solver.state().steps());
        marks.reverse();
        marks.dedup_by_key(|solver| solver.state().steps());
        marks.reverse();
        marks.retain(|solver| solver.state().steps() > 0);
        marks
    }

    /// The search before its first step.
    pub fn first(&self) -> Box<dyn Solver> {
        self.along.marks[0].solver.boxed_clone()
    }

    /// The search at its newest step.
    pub fn maker(&self) -> &dyn Solver {
        &*self.maker
    }

    /// The search at the step that is shown.
    pub fn shown(&self) -> &dyn Solver {
        self.head.as_deref().unwrap_or(&*self.maker)
    }

    /// The number of steps made so far.
    pub fn length(&self) -> u64 {
        self.maker.state().steps()
    }

    /// The step that is shown, or is about to be.
    pub fn position(&self) -> u64 {
        self.target.unwrap_or_else(|| self.shown().state().steps())
    }

    /// Whether the playhead is still moving to its target.
    pub fn is_winding(&self) -> bool {
        self.target.is_some()
    }

    /// Whether the playhead follows the newest step.
    pub fn rides(&self) -> bool {
        self.head.is_none()
    }

    /// Lets the maker run ahead. A playhead that follows the newest step moves with it.
    pub fn make(&mut self, steps: u64) -> Status {
        let (mut here, mut left) = (self.length(), steps);
        while left > 0 {
            let steps = left.min(self.track.next() - here);
            let status = self.maker.run(steps);
            let made = self.length() - here;
            (here, left) = (here + made, left - made);
            self.sample();
            if status != Status::Searching || made == 0 {
                break;
            }
        }
        self.maker.state().status
    }

    /// Takes a sample of the gauges, if the newest step is one where that is due.
    fn sample(&mut self) {
        if self.length() == self.track.next() {
            self.track.take(&*self.maker, &mut self.gauges);
        }
    }

    /// The gauges along the whole film.
    pub fn track(&self) -> &Track {
        &self.track
    }

    /// Keeps a mark at the newest step.
    pub fn mark(&mut self) {
        self.along.record(&*self.maker);
    }

    /// Allows marks to be this many steps apart once the search is far past them, even if there is
    /// memory for more.
    pub fn space_marks(&mut self, steps: u64) {
        self.along.space(steps);
    }

    /// Keeps a mark at the step that is shown, unless that is the newest.
    pub fn mark_near(&mut self) {
        if let Some(head) = &self.head {
            self.near.record(&**head);
        }
    }

    /// Moves on from a tour to look for the next one; returns whether the method can.
    pub fn find_next(&mut self) -> bool {
        let mut next = self.maker.clone();
        next.find_next();
        if next.state().status != Status::Searching {
            return false;
        }
        // The mark is made before the search moves on, so that it shows the tour.
        self.along.record(&*self.maker);
        self.maker = next;
        true
    }

    /// Shows the newest step from now on.
    pub fn ride(&mut self) {
        self.head = None;
        self.target = None;
        self.wanted = None;
    }

    /// Lets the playhead stay where it is while the maker continues.
    pub fn stay(&mut self) {
        if self.head.is_none() {
            self.near = near_tape(&*self.maker);
            self.head = Some(self.maker.clone());
        }
    }

    /// Sends the playhead to a step; [`Film::wind`] takes it there.
    pub fn seek(&mut self, step: u64) {
        if step >= self.length() {
            return self.ride();
        }
        let here = self.head.as_ref().map(|head| head.state().steps());
        let first = self.near.marks.first().map_or(0, |mark| mark.step);
        let has_run_up = first == 0 || first + RUN_UP <= step;
        let near = self.near.before(step).filter(|_| has_run_up);
        let along = self.along.before(step.saturating_sub(RUN_UP));
        let steps = |solver: Option<&dyn Solver>| solver.map(|solver| solver.state().steps());
        let nearest = steps(near).max(steps(along));
        if here.is_some_and(|here| here <= step) && here >= nearest {
            // Nothing is nearer than the playhead itself.
        } else if near.is_some() && steps(near) == nearest {
            self.head = near.map(CloneSolver::boxed_clone);
            self.near.forget_after(step);
        } else if let Some(along) = along {
            self.head = Some(along.boxed_clone());
            self.near = near_tape(along);
        }
        self.target = Some(step);
        self.wanted = None;
        self.arrive();
    }

    /// Sends the playhead back to the step that placed the last of the first `length` squares of the
    /// path that is shown.
    pub fn seek_path(&mut self, length: usize) {
        let shown = self.shown();
        let path = &shown.state().path;
        let just_placed = matches!(shown.state().last, Some(Event::Advance(_)));
        let is_here = length == path.len() && just_placed;
        if self.is_winding() || length == 0 || length > path.len() || is_here {
            return;
        }
        let (path, restarts) = (path[..length].to_vec(), shown.state().tally.work.restarts);
        let now = self.position();
        // At the last mark whose path lacks these squares, the search has yet to place them.
        let without =
            |mark: &&Mark| mark.step <= now && !mark.solver.state().path.starts_with(&path);
        if let Some(mark) = self.along.marks.iter().rev().find(without) {
            self.head = Some(mark.solver.boxed_clone());
            self.near = near_tape(&*mark.solver);
            self.target = Some(now);
            self.wanted = Some(Wanted { path, restarts, seen: None });
        }
    }

    /// Moves the playhead up to this many steps closer to its target.
    pub fn wind(&mut self, steps: u64) {
        if let (Some(target), Some(head)) = (self.target, &mut self.head) {
            let here = head.state().steps();
            let steps = steps.min(target - here);
            pass_tour(&mut **head);
            // Only if the marks do not belong together, as in a file that somebody made up.
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

    /// Shows the next step and returns what it was. At the newest step the maker makes one more.
    pub fn step(&mut self) -> Option<Event> {
        let length = self.length();
        let Some(head) = self.head.as_mut().filter(|head| head.state().steps() < length) else {
            self.ride();
            let event = self.maker.step();
            self.sample();
            return event;
        };
        pass_tour(&mut **head);
        let event = head.step();
        if head.state().steps() == length {
            self.ride();
        }
        event
    }

    /// The memory that copies of the search take, in bytes.
    pub fn bytes(&self) -> usize {
        let head = self.head.as_ref().map_or(0, |head| head.bytes());
        self.along.bytes() + self.near.bytes() + self.maker.bytes() + head
    }
}

/// Moves on from a tour, since the film continues after this step.
fn pass_tour(solver: &mut dyn Solver) {
    if solver.state().status == Status::Found {
        solver.find_next();
    }
}

/// Runs up to this many steps, until the wanted path is complete in the wanted attempt; returns
/// whether it is.
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
    use crate::solver::Recipe;

    fn film(puzzle: &str, recipe: &str) -> Film {
        let recipe: Recipe = recipe.parse().unwrap();
        Film::new(recipe.build(&puzzle.parse().unwrap()))
    }

    fn gaps(tape: &Tape) -> Vec<u64> {
        tape.marks.windows(2).map(|pair| pair[1].step - pair[0].step).collect()
    }

    #[test]
    fn marks_are_dense_at_the_end_and_even_before_it() {
        let mut solver = film("8x8 given=0,0", "backtracking").maker.clone();
        let mut tape = Tape::new(&*solver, 500_000);
        for _ in 0..10_000 {
            solver.run(1_000);
            tape.record(&*solver);
            assert!(tape.bytes() <= 500_000);
        }
        let gaps = gaps(&tape);
        assert_eq!(*gaps.last().unwrap(), 1_000);
        let even = 10_000_000 / gaps.len() as u64;
        let most = *gaps.iter().max().unwrap();
        assert!(most <= 3 * even, "{most} is much more than {even}");
        assert!(gaps.len() > 100, "it uses the memory it has: {}", gaps.len());
        assert_eq!(tape.bytes, tape.marks.iter().map(|mark| mark.bytes).sum::<usize>());
    }

    #[test]
    fn the_playhead_continues_past_tours() {
        let mut film = film("5x5 given=0,0", "backtracking");
        let mut tours = Vec::new();
        while film.make(1_000) != Status::Exhausted {
            film.mark();
            if film.maker().state().status == Status::Found {
                tours.push(film.length());
                film.find_next();
            }
        }
        assert_eq!(tours.len(), 304);
        for tour in [tours[0], tours[100], tours[303]] {
            film.seek(tour);
            while film.is_winding() {
                film.wind(777);
            }
            assert_eq!(film.shown().state().status, Status::Found);
            assert!(film.step().is_some());
            assert_eq!(film.position(), tour + 1);
        }
    }

    fn go_to_length(film: &mut Film, length: usize) {
        film.seek_path(length);
        while film.is_winding() {
            film.wind(333);
        }
    }

    #[test]
    fn the_playhead_finds_the_last_attempt_of_many() {
        let mut film = film("3x7 given=0,0", "restarting");
        film.ride();
        assert_eq!(film.make(u64::MAX), Status::Found);
        let restarts = film.maker().state().tally.work.restarts;
        assert!(restarts > 3);
        let path = film.shown().state().path.clone();
        for length in [2, 3, 10, 20] {
            film.ride();
            go_to_length(&mut film, length);
            assert_eq!(film.shown().state().path, &path[..length]);
            assert_eq!(film.shown().state().tally.work.restarts, restarts, "{length}");
            assert_eq!(film.shown().state().last, Some(Event::Advance(path[length - 1])));
        }
        go_to_length(&mut film, 1);
        assert_eq!(film.position(), 1, "the start was placed once");
    }

    #[test]
    fn the_playhead_finds_the_placement_before_a_retreat() {
        let mut film = film("6x6 given=0,0", "backtracking");
        film.ride();
        while !matches!(film.shown().state().last, Some(Event::Retreat(_))) {
            film.make(1);
        }
        let path = film.shown().state().path.clone();
        go_to_length(&mut film, path.len());
        assert_eq!(film.shown().state().path, path);
        assert_eq!(film.shown().state().last, path.last().copied().map(Event::Advance));
    }

    #[test]
    fn a_few_marks_are_spread_out_too() {
        let mut solver = film("8x8 given=0,0", "backtracking").maker.clone();
        solver.run(1_000);
        let copies = 44 * (solver.bytes() + size_of::<Mark>());
        let mut tape = Tape::new(&*solver, copies);
        for _ in 0..3_000 {
            solver.run(1_000);
            tape.record(&*solver);
        }
        let most = gaps(&tape).into_iter().max().unwrap();
        assert!(most < 400_000, "a gap of {most} in 3,000,000 steps");
    }

    #[test]
    fn a_tour_stays_when_the_method_cannot_find_another() {
        let mut film = film("5x5 given=0,0", "warnsdorff:ties=order");
        film.ride();
        assert_eq!(film.make(1_000), Status::Found);
        assert!(!film.find_next());
        assert_eq!(film.maker().state().status, Status::Found);
    }

    #[test]
    fn the_playhead_finds_where_the_path_was_shorter() {
        let mut film = film("6x6 given=0,0", "backtracking");
        film.ride();
        while film.length() < 100_000 {
            film.make(500);
            film.mark();
        }
        let path = film.shown().state().path.clone();
        for length in [1, 2, path.len() / 2, path.len() - 1] {
            film.ride();
            go_to_length(&mut film, length);
            assert_eq!(film.shown().state().path, &path[..length]);
            assert_eq!(film.shown().state().last, Some(Event::Advance(path[length - 1])));
        }
    }

    /// Stepping back from a mark never replays a whole gap, however the playhead got there.
    #[test]
    fn stepping_back_from_a_mark_is_quick() {
        let mut film = film("8x8 given=0,0", "backtracking");
        film.ride();
        for _ in 0..20 {
            film.make(100_000);
            film.mark();
        }
        for step in [1_000_000, 1_000_001, 1_500_010] {
            film.seek(step);
            while film.is_winding() {
                film.wind(1_000);
                film.mark_near();
            }
            for back in 1..=50 {
                film.seek(step - back);
                let mut again = 0;
                while film.is_winding() {
                    film.wind(1_000);
                    again += 1_000;
                    film.mark_near();
                }
                assert!(again <= 3_000, "one step back replayed {again} steps");
            }
        }
    }

    #[test]
    fn stepping_at_the_newest_step_makes_one_more() {
        let mut film = film("5x5 given=0,0", "backtracking");
        film.seek(0);
        for step in 1..=100 {
            film.step();
            assert_eq!((film.position(), film.length()), (step, step));
        }
        film.stay();
        film.make(50);
        assert_eq!((film.position(), film.length()), (100, 150));
        film.ride();
        film.make(50);
        assert_eq!(film.position(), 200);
    }
}
