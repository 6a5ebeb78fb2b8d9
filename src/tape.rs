//! The film of a search: a maker that runs ahead, exact copies along the way, and a playhead.
//!
//! A search makes the same steps every time, so any step of it can be shown again: copy the nearest
//! mark before it and run from there. Marks lie dense near the newest step and evenly spread before
//! it, in bounded memory.

use std::sync::Arc;

use crate::board::Square;
use crate::solver::{Event, Solver, Status};

/// The memory that the marks of a film may take, in bytes: along all of it, and near the playhead.
const ALONG: usize = 48 << 20;
const NEAR: usize = 10 << 20;
/// The playhead starts out at least so many steps before the step it looks for, so that it can step
/// back for a while over marks of its own.
const RUN_UP: u64 = 1_024;

/// Exact copies of a search along its way, the first of them for good.
pub struct Tape {
    marks: Vec<Mark>,
    /// Marks far from the newest may be this many steps apart.
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
        Mark { step: solver.tally().steps(), bytes, solver }
    }
}

impl Tape {
    /// A tape that begins with this copy and keeps within so many bytes, or two copies where they
    /// are larger than that.
    pub fn new(first: &dyn Solver, budget: usize) -> Tape {
        let first = Mark::of(first);
        Tape { spacing: 0, bytes: first.bytes, budget, marks: vec![first] }
    }

    /// Keeps a copy of the search, which must have gone on since the last one.
    pub fn record(&mut self, solver: &dyn Solver) {
        if self.newest() < solver.tally().steps() {
            self.push(Mark::of(solver));
        }
    }

    fn push(&mut self, mark: Mark) {
        self.bytes += mark.bytes;
        self.marks.push(mark);
        // Marks further back than this were thinned before.
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

    /// Lets marks far from the newest be at least this many steps apart.
    fn space(&mut self, steps: u64) {
        self.spacing = self.spacing.max(steps);
    }

    /// Drops the mark that is missed least where the copies are too large for the rule above: the
    /// one with the least gap without it, seen from the newest, or from half a gap of even marks
    /// where it is nearer than that.
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

    /// Drops every mark from the one at this place on without which the marks beside it are no
    /// further apart than they may be: half as far as the later one is from the newest, and never
    /// further than the spacing.
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

    /// Forgets the marks after a step, but never the first mark.
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

/// A search as a film: made at one end, shown anywhere.
pub struct Film {
    maker: Box<dyn Solver>,
    along: Tape,
    /// The search at the step that is shown; nothing where that is the newest one.
    head: Option<Box<dyn Solver>>,
    near: Tape,
    /// The step that the playhead is on its way to, at the latest.
    target: Option<u64>,
    /// The path that it looks for on this way.
    wanted: Option<Wanted>,
}

/// A path to be found again.
struct Wanted {
    path: Vec<Square>,
    /// The restarts before the step it is looked for from.
    restarts: u64,
    /// The last step at which it came to be, in an attempt before that.
    seen: Option<u64>,
}

impl Film {
    /// The film of a search that has not begun, shown before its first step.
    pub fn new(solver: Box<dyn Solver>) -> Film {
        let along = Tape::new(&*solver, ALONG);
        let near = Tape::new(&*solver, NEAR);
        Film { head: Some(solver.clone()), maker: solver, along, near, target: None, wanted: None }
    }

    /// A film that was kept, shown at one of its marks or at its beginning. The marks lie in the
    /// order of their steps behind the beginning; the last of them is the newest step.
    pub fn load(first: Box<dyn Solver>, marks: Vec<Arc<dyn Solver>>, playhead: u64) -> Film {
        let mut film = Film::new(first);
        for solver in marks {
            let step = solver.tally().steps();
            film.maker = solver.boxed_clone();
            if step == playhead {
                film.near = Tape::new(&*solver, NEAR);
                film.head = Some(solver.boxed_clone());
            }
            film.along.push(Mark::at(solver));
        }
        if playhead >= film.length() {
            film.ride();
        }
        film
    }

    /// What has to be kept of the film: its marks behind the beginning with the step that is shown
    /// and the newest step among them, in their order.
    pub fn marks(&self) -> Vec<Arc<dyn Solver>> {
        let copy = |solver: &dyn Solver| Arc::from(solver.boxed_clone());
        let mut marks: Vec<Arc<dyn Solver>> =
            self.along.marks.iter().map(|mark| Arc::clone(&mark.solver)).collect();
        marks.extend(self.head.as_ref().map(|head| copy(&**head)));
        marks.push(copy(&*self.maker));
        // Of two at one step the later one counts: it may have left a tour that was found there.
        marks.sort_by_key(|solver| solver.tally().steps());
        marks.reverse();
        marks.dedup_by_key(|solver| solver.tally().steps());
        marks.reverse();
        marks.retain(|solver| solver.tally().steps() > 0);
        marks
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
        self.maker.tally().steps()
    }

    /// The step that is shown, or is about to be.
    pub fn position(&self) -> u64 {
        self.target.unwrap_or_else(|| self.shown().tally().steps())
    }

    /// Whether the playhead still is on its way to the step that was asked for.
    pub fn is_winding(&self) -> bool {
        self.target.is_some()
    }

    /// Whether the newest step is the one that is shown.
    pub fn rides(&self) -> bool {
        self.head.is_none()
    }

    /// Lets the maker run ahead. A playhead that rides on the newest step goes with it.
    pub fn make(&mut self, steps: u64) -> Status {
        self.maker.run(steps)
    }

    /// Keeps a mark at the newest step.
    pub fn mark(&mut self) {
        self.along.record(&*self.maker);
    }

    /// Lets marks be this many steps apart once the search has gone on behind them, even where there
    /// is memory for more.
    pub fn space_marks(&mut self, steps: u64) {
        self.along.space(steps);
    }

    /// Keeps a mark at the step that is shown, unless that is the newest.
    pub fn mark_near(&mut self) {
        if let Some(head) = &self.head {
            self.near.record(&**head);
        }
    }

    /// Leaves a tour that was found and looks for the next one; says whether the method knows how.
    pub fn go_on(&mut self) -> bool {
        let mut next = self.maker.clone();
        next.go_on();
        if next.status() != Status::Searching {
            return false;
        }
        // The mark shows the tour: the search is copied before it leaves it.
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

    /// Lets the playhead stay where it is when the maker goes on.
    pub fn stay(&mut self) {
        if self.head.is_none() {
            self.near = Tape::new(&*self.maker, NEAR);
            self.head = Some(self.maker.clone());
        }
    }

    /// Sends the playhead to a step; [`Film::wind`] takes it there.
    pub fn seek(&mut self, step: u64) {
        if step >= self.length() {
            return self.ride();
        }
        let here = self.head.as_ref().map(|head| head.tally().steps());
        let first = self.near.marks.first().map_or(0, |mark| mark.step);
        let has_run_up = first == 0 || first + RUN_UP <= step;
        let near = self.near.before(step).filter(|_| has_run_up);
        let along = self.along.before(step.saturating_sub(RUN_UP));
        let steps = |solver: Option<&dyn Solver>| solver.map(|solver| solver.tally().steps());
        let nearest = steps(near).max(steps(along));
        if here.is_some_and(|here| here <= step) && here >= nearest {
            // Nothing is nearer than the playhead itself.
        } else if near.is_some() && steps(near) == nearest {
            self.head = near.map(Solver::boxed_clone);
            self.near.forget_after(step);
        } else if let Some(along) = along {
            self.head = Some(along.boxed_clone());
            self.near = Tape::new(along, NEAR);
        }
        self.target = Some(step);
        self.wanted = None;
        self.arrive();
    }

    /// Sends the playhead back to the step at which the path that is shown came to have so many
    /// squares and, but for those after them, stayed as it is.
    pub fn seek_path(&mut self, length: usize) {
        let shown = self.shown();
        let path = shown.sketch().path;
        let just_placed = matches!(shown.last(), Some(Event::Advance(_)));
        let is_here = length == path.len() && just_placed;
        if self.is_winding() || length == 0 || length > path.len() || is_here {
            return;
        }
        let (path, restarts) = (path[..length].to_vec(), shown.tally().restarts);
        let now = self.position();
        // The search was elsewhere at the last mark without these squares, and comes to them after.
        let without =
            |mark: &&Mark| mark.step <= now && !mark.solver.sketch().path.starts_with(&path);
        if let Some(mark) = self.along.marks.iter().rev().find(without) {
            self.head = Some(mark.solver.boxed_clone());
            self.near = Tape::new(&*mark.solver, NEAR);
            self.target = Some(now);
            self.wanted = Some(Wanted { path, restarts, seen: None });
        }
    }

    /// Takes the playhead up to so many steps further on its way.
    pub fn wind(&mut self, steps: u64) {
        if let (Some(target), Some(head)) = (self.target, &mut self.head) {
            let steps = steps.min(target - head.tally().steps());
            pass_tour(&mut **head);
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
        let here = self.shown().tally().steps();
        self.target = self.target.filter(|target| here < *target);
        if self.target.is_none() {
            let wanted = self.wanted.take();
            let seen = wanted.and_then(|wanted| wanted.seen);
            // It was given, or came to be in an attempt before the last.
            if let Some(step) = seen.filter(|step| *step < here) {
                self.seek(step);
            }
        }
    }

    /// Shows the next step and says what it was. At the newest step the maker makes one more.
    pub fn step(&mut self) -> Option<Event> {
        let length = self.length();
        let Some(head) = &mut self.head else { return self.maker.step() };
        if head.tally().steps() == length {
            self.ride();
            return self.maker.step();
        }
        pass_tour(&mut **head);
        let event = head.step();
        if head.tally().steps() == length {
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

/// The film goes on behind this step, so if a tour was found here, it was left again.
fn pass_tour(solver: &mut dyn Solver) {
    if solver.status() == Status::Found {
        solver.go_on();
    }
}

/// Runs up to so many steps, until the last square of a path is placed in the attempt that is looked
/// for; says whether it was.
fn run_to_path(solver: &mut dyn Solver, steps: u64, wanted: &mut Wanted) -> bool {
    let last = wanted.path.last().copied().map(Event::Advance);
    for _ in 0..steps {
        let event = solver.step();
        if event == last && event.is_some() && solver.sketch().path == wanted.path {
            wanted.seen = Some(solver.tally().steps());
            if solver.tally().restarts == wanted.restarts {
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
        assert!(gaps.len() > 100, "the memory is used: {}", gaps.len());
        assert_eq!(tape.bytes, tape.marks.iter().map(|mark| mark.bytes).sum::<usize>());
    }

    #[test]
    fn the_playhead_goes_on_over_tours() {
        let mut film = film("5x5 given=0,0", "backtracking");
        let mut tours = Vec::new();
        while film.make(1_000) != Status::Exhausted {
            film.mark();
            if film.maker().status() == Status::Found {
                tours.push(film.length());
                film.go_on();
            }
        }
        assert_eq!(tours.len(), 304);
        for tour in [tours[0], tours[100], tours[303]] {
            film.seek(tour);
            while film.is_winding() {
                film.wind(777);
            }
            assert_eq!(film.shown().status(), Status::Found);
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
        let restarts = film.maker().tally().restarts;
        assert!(restarts > 3);
        let path = film.shown().sketch().path.to_vec();
        for length in [2, 3, 10, 20] {
            film.ride();
            go_to_length(&mut film, length);
            assert_eq!(film.shown().sketch().path, &path[..length]);
            assert_eq!(film.shown().tally().restarts, restarts, "{length}");
            assert_eq!(film.shown().last(), Some(Event::Advance(path[length - 1])));
        }
        go_to_length(&mut film, 1);
        assert_eq!(film.position(), 1, "the start was placed once");
    }

    #[test]
    fn the_playhead_finds_the_placement_before_a_retreat() {
        let mut film = film("6x6 given=0,0", "backtracking");
        film.ride();
        while !matches!(film.shown().last(), Some(Event::Retreat(_))) {
            film.make(1);
        }
        let path = film.shown().sketch().path.to_vec();
        go_to_length(&mut film, path.len());
        assert_eq!(film.shown().sketch().path, path);
        assert_eq!(film.shown().last(), path.last().copied().map(Event::Advance));
    }

    #[test]
    fn few_marks_are_spread_too() {
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
    fn a_tour_is_kept_where_no_other_is_known() {
        let mut film = film("5x5 given=0,0", "warnsdorff:ties=order");
        film.ride();
        assert_eq!(film.make(1_000), Status::Found);
        assert!(!film.go_on());
        assert_eq!(film.maker().status(), Status::Found);
    }

    #[test]
    fn the_playhead_finds_where_the_path_was_shorter() {
        let mut film = film("6x6 given=0,0", "backtracking");
        film.ride();
        while film.length() < 100_000 {
            film.make(500);
            film.mark();
        }
        let path = film.shown().sketch().path.to_vec();
        for length in [1, 2, path.len() / 2, path.len() - 1] {
            film.ride();
            go_to_length(&mut film, length);
            assert_eq!(film.shown().sketch().path, &path[..length]);
            assert_eq!(film.shown().last(), Some(Event::Advance(path[length - 1])));
        }
    }

    /// However the playhead came to a mark, the step before it is not a whole gap away.
    #[test]
    fn steps_before_a_mark_are_near() {
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
                assert!(again <= 3_000, "{again} steps were made again for one step back");
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
