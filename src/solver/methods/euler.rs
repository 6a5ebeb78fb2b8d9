//! Euler's repair: a path that is stuck is turned round from one of its squares on, until it can go on.

use std::collections::VecDeque;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::{MoveOrder, Square};
use crate::solver::method::{Method, StepKind};
use crate::solver::option::{Kind, OneOf, OptionSpec, OptionValue, Options, Whole};
use crate::solver::overlay::{Link, Overlay};
use crate::solver::search::choice::{self, Choice};
use crate::solver::search::field::{Field, Near, move_to};
use crate::solver::search::ranking::{Generator, Ranking, SortKey, Ties};
use crate::solver::work::Counter;
use crate::solver::{
    Arrival, ChoiceState, DeadEnd, Event, Insight, LoadError, NextStep, Saved, SearchState, Solver,
    Status,
};

pub(crate) const METHOD: Method = Method {
    name: "euler",
    title: "Euler's repair",
    summary: "Walks by Warnsdorff's rule until it is stuck, or takes over an unfinished path, and \
              rearranges the path until it can go on.",
    about: "A path that is stuck is not thrown away. If its last square is one move from another \
            square of the path, it is joined to that one, and everything after that square is \
            walked the other way round. Such a rotation gives the path a new end, and sooner or \
            later one from which it can go on. So almost every dead end becomes a tour, and almost every tour a \
            closed one, while the start stays where it is. It also finishes a path that you have \
            begun yourself. It stops after the number of rotations that you set, and giving up proves nothing.",
    credit: "L. Euler, Solution d'une question curieuse que ne paroit soumise à aucune analyse, 1759 \
             (published 1766)",
    options: &[&ROTATIONS_LIMIT.0, &CHOOSE.spec],
    counters: &[ROTATIONS],
    steps: &[StepKind::Placement, StepKind::Retreat, StepKind::Rewire],
    enumerates: false,
    looks_ahead: |_| false,
    is_random: |_| true,
    refuses: |_, _| None,
    build,
};

const ROTATIONS: Counter = Counter {
    key: "rotations",
    title: "Rotations",
    help: "How often the end of the path was turned round.",
};

const ROTATIONS_LIMIT: Whole = Whole(OptionSpec {
    key: "rotations",
    title: "Rotations",
    help: "How many times it turns the end of the path round before it gives up.",
    kind: Kind::Whole(0, 1_000_000_000),
    default: "1000000",
    ..OptionSpec::ACTIVE
});

/// Whether rotations are planned ahead.
const CHOOSE: OneOf<bool> = OneOf::new(
    OptionSpec {
        key: "choose",
        title: "Choose rotations",
        help: "Which of the possible rotations comes next.",
        kind: Kind::Choice(&[
            OptionValue::new("random", "At random", "Any of them, all equally likely."),
            OptionValue::new(
                "fewest",
                "The shortest way on",
                "Those of the shortest sequence that lets the path go on; any of them where none \
                 is found within a millisecond or so, and after a tour.",
            ),
        ]),
        default: "random",
        inactive_reason: |options| {
            let none = "It makes no rotations.";
            (options.get(&ROTATIONS_LIMIT) == 0).then_some(none)
        },
        ..OptionSpec::ACTIVE
    },
    &[false, true],
);

const MAX_PLANNED_ROTATIONS: usize = 64;

/// Looking for a sequence of rotations then takes a millisecond or so.
const MAX_PLANNING_WORK: usize = 150_000;

/// The place of a square that is not on the path.
const NO_PLACE: u32 = u32::MAX;

fn build(state: SearchState, options: &Options) -> Box<dyn Solver> {
    let puzzle = Arc::clone(&state.puzzle);
    let board = puzzle.board();
    let field = Field::new(board, &MoveOrder::ANTICLOCKWISE);
    let max_rotations = options.get(&ROTATIONS_LIMIT);
    Box::new(Euler {
        ranking: Ranking::new(SortKey::Warnsdorff, Ties::Order, puzzle.seed(), board, &field),
        field,
        chance: Generator::new(puzzle.seed()),
        plans: options.get(&CHOOSE),
        squares: board.squares_to_visit(),
        places: vec![NO_PLACE; board.size()],
        next: RepairStep::Place(puzzle.start()),
        pivot: None,
        plan: Vec::new(),
        earlier_tour: None,
        rotations_left: max_rotations,
        max_rotations,
        state,
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum RepairStep {
    /// Places a square that is given or part of the path to rearrange.
    Place(Square),
    Move(Square),
    /// Takes the end back, so that the rest can be turned into another tour.
    TakeBack,
    Rotate,
}

#[derive(Clone)]
struct Euler {
    state: SearchState,
    field: Field,
    ranking: Ranking,
    chance: Generator,
    plans: bool,
    squares: usize,
    /// The place of each square in the path, or [`NO_PLACE`].
    places: Vec<u32>,
    next: RepairStep,
    /// The place behind which the last step reversed the path, if it did.
    pivot: Option<usize>,
    /// The pivots of the rotations that come next.
    plan: Vec<usize>,
    /// The fingerprint of the tour that it found last, if it looks for another.
    earlier_tour: Option<u64>,
    rotations_left: u64,
    max_rotations: u64,
}

impl Euler {
    /// The cells around a square at the end of the path, and a bit for each that may follow: the free ones,
    /// without the end of the tour while it would come too early.
    fn allowed(&self, from: Square) -> (Near, u8) {
        let near = self.field.near(self.field.cell(from));
        let allowed = self.field.free_moves(&near);
        match self.field.end(self.state.puzzle.goal()) {
            Some(end) if self.state.path.len() + 1 < self.squares => {
                (near, allowed & !move_to(&near, end))
            }
            _ => (near, allowed),
        }
    }

    /// Where Warnsdorff's rule leads from the end of the path.
    fn onward(&mut self) -> Option<Square> {
        let head = *self.state.path.last()?;
        let (near, allowed) = self.allowed(head);
        let slot = self.ranking.best(&self.field, &near, allowed)?;
        Some(self.field.beside(self.field.cell(head), head, slot).1)
    }

    /// A hash of the links of the path, the same in both directions if it is closed. If two tours have
    /// the same, one of them is passed over.
    fn fingerprint(&self) -> u64 {
        let board = self.state.puzzle.board();
        let ends = self.state.path.last().map(|last| [*last, self.state.path[0]]);
        let ends = ends.filter(|[last, first]| board.joined(*last, *first));
        let links = self.state.path.windows(2).map(|pair| [pair[0], pair[1]]).chain(ends);
        let sum = links.fold(0, |sum: u64, [a, b]| {
            let link = (a.min(b).index() as u64) << 32 | a.max(b).index() as u64;
            let mixed = (link ^ link >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            sum.wrapping_add((mixed ^ mixed >> 32).wrapping_mul(0x94D0_49BB_1331_11EB))
        });
        sum.max(1)
    }

    /// What follows from the path as it is.
    fn follow(&mut self) -> (Status, RepairStep) {
        let placed = usize::try_from(self.state.tally.work.placements).unwrap_or(usize::MAX);
        if let Some(square) = self.state.puzzle.laid_out().get(placed) {
            return (Status::Searching, RepairStep::Place(*square));
        }
        let path = &self.state.path;
        if path.len() == self.squares && self.state.puzzle.is_reached_by(path) {
            let is_earlier = self.earlier_tour == Some(self.fingerprint());
            return if is_earlier {
                self.leave_tour()
            } else {
                (Status::Found, RepairStep::Rotate)
            };
        }
        match self.onward() {
            Some(square) => (Status::Searching, RepairStep::Move(square)),
            None => self.if_rotatable(RepairStep::Rotate, self.state.path.len()),
        }
    }

    /// The status and next step after a tour, when another one is wanted. A required end square is taken
    /// back first, so that the next tour can end there too.
    fn leave_tour(&self) -> (Status, RepairStep) {
        match self.state.puzzle.goal().end() {
            Some(_) => self.if_rotatable(RepairStep::TakeBack, self.state.path.len() - 1),
            None => self.if_rotatable(RepairStep::Rotate, self.state.path.len()),
        }
    }

    /// This step, if the first `len` squares of the path can be rotated; else it gives up.
    fn if_rotatable(&self, next: RepairStep, len: usize) -> (Status, RepairStep) {
        let turns = self.rotations_left > 0 && len > 2 && self.pivots(len).next().is_some();
        (if turns { Status::Searching } else { Status::GaveUp }, next)
    }

    /// The places behind which the first `len` squares of the path can be reversed.
    fn pivots(&self, len: usize) -> impl Iterator<Item = usize> + '_ {
        let near = self.near(self.state.path[len - 1]);
        let places = near.map(|square| self.places[square.index()] as usize);
        places.filter(move |place| self.may_pivot(*place, len))
    }

    fn near(&self, square: Square) -> impl Iterator<Item = Square> + use<> {
        self.state.puzzle.board().neighbours(square, &MoveOrder::ANTICLOCKWISE)
    }

    /// Whether a place has squares behind it to reverse. The given squares stay.
    fn may_pivot(&self, place: usize, len: usize) -> bool {
        place + 1 >= self.state.puzzle.given().len() && place.saturating_add(2) < len
    }

    /// Whether the path can go on, or is a tour, if a rotation makes this square its end.
    fn leads_on(&self, head: Square) -> bool {
        if self.state.path.len() == self.squares {
            self.state.puzzle.board().joined(head, self.state.puzzle.start())
        } else {
            self.allowed(head).1 != 0
        }
    }

    /// Where a place of the path is after a rotation, and the other way round.
    fn rotated(&self, place: usize, pivot: usize) -> usize {
        if place > pivot { self.state.path.len() + pivot - place } else { place }
    }

    /// The place of a square after these rotations, and the new end if the path is reversed behind it,
    /// where that is possible.
    fn pivot_after(&self, pivots: &[usize], square: Square) -> Option<(usize, Square)> {
        let place = self.places[square.index()];
        if place == NO_PLACE {
            return None;
        }
        let place = pivots.iter().fold(place as usize, |place, pivot| self.rotated(place, *pivot));
        let before =
            pivots.iter().rev().fold(place + 1, |place, pivot| self.rotated(place, *pivot));
        self.may_pivot(place, self.state.path.len()).then(|| (place, self.state.path[before]))
    }

    /// The pivots of the shortest sequence of rotations that lets the path go on; empty if none is found
    /// in time. The search is breadth-first, and each square is the end of a path only once.
    fn shortest(&self) -> Vec<usize> {
        let mut seen = vec![false; self.places.len()];
        let root = self.state.path[self.state.path.len() - 1];
        seen[root.index()] = true;
        // The end of each path, and the rotations that lead to it.
        let mut queue = VecDeque::from([(root, Vec::new())]);
        let mut work = 0;
        while work < MAX_PLANNING_WORK
            && let Some((end, pivots)) = queue.pop_front()
            && pivots.len() < MAX_PLANNED_ROTATIONS
        {
            for near in self.near(end) {
                work += 8 + 2 * pivots.len();
                let Some((pivot, head)) = self.pivot_after(&pivots, near) else { continue };
                if std::mem::replace(&mut seen[head.index()], true) {
                    continue;
                }
                let pivots = [&pivots[..], &[pivot]].concat();
                if self.leads_on(head) {
                    return pivots;
                }
                queue.push_back((head, pivots));
            }
        }
        Vec::new()
    }

    /// The pivot of the next rotation: the planned one, or a random one, but not the one that undoes the
    /// last if there is another.
    fn choose_pivot(&mut self) -> usize {
        if self.plans && self.earlier_tour.is_none() && self.plan.is_empty() {
            self.plan = self.shortest();
        }
        if !self.plan.is_empty() {
            return self.plan.remove(0);
        }
        let mut pivots: Vec<usize> = self.pivots(self.state.path.len()).collect();
        if pivots.len() > 1 {
            pivots.retain(|pivot| Some(*pivot) != self.pivot);
        }
        pivots[self.chance.below(pivots.len() as u64) as usize]
    }

    fn advance(&mut self, square: Square) -> Event {
        self.field.place(self.field.cell(square));
        self.places[square.index()] = self.state.path.len() as u32;
        self.state.path.push(square);
        self.state.tally.placed(&self.state.path);
        self.pivot = None;
        self.plan.clear();
        (self.state.status, self.next) = self.follow();
        Event::Advance(square)
    }

    fn rotate(&mut self) -> Event {
        let pivot = self.choose_pivot();
        let tail = &mut self.state.path[pivot + 1..];
        tail.reverse();
        for (square, place) in tail.iter().zip(pivot as u32 + 1..) {
            self.places[square.index()] = place;
        }
        self.state.tally.shorten(pivot + 1);
        self.state.tally.work.rewires += 1;
        self.state.tally.work.count(&ROTATIONS, 1);
        self.rotations_left -= 1;
        self.pivot = Some(pivot);
        (self.state.status, self.next) = self.follow();
        Event::Rewire
    }

    fn take_back(&mut self) -> Event {
        let end = self.state.path[self.state.path.len() - 1];
        self.state.tally.retreated(&self.state.path);
        self.state.path.pop();
        self.field.lift(self.field.cell(end));
        self.places[end.index()] = NO_PLACE;
        self.pivot = None;
        self.next = RepairStep::Rotate;
        Event::Retreat(end)
    }

    /// The links that a rotation behind this place has cut and made.
    fn exchanged(&self, pivot: usize) -> (Link, Link) {
        let path = &self.state.path;
        (Link(path[pivot], path[path.len() - 1]), Link(path[pivot + 1], path[pivot]))
    }
}

impl Solver for Euler {
    fn step(&mut self) -> Option<Event> {
        if self.state.status != Status::Searching {
            return None;
        }
        let event = match self.next {
            RepairStep::Place(square) | RepairStep::Move(square) => self.advance(square),
            RepairStep::TakeBack => self.take_back(),
            RepairStep::Rotate => self.rotate(),
        };
        self.state.took(event)
    }

    fn quick_steps(&self) -> u64 {
        // A rotation takes a few nanoseconds a square, and a plan some hundred.
        let squares = if self.plans { 5_000 } else { 250_000 };
        (squares / (self.squares as u64 + 60)).max(1)
    }

    fn find_next(&mut self) {
        if self.state.status == Status::Found {
            self.earlier_tour = Some(self.fingerprint());
            self.rotations_left = self.max_rotations;
            (self.state.status, self.next) = self.leave_tour();
        }
    }

    fn state(&self) -> &SearchState {
        &self.state
    }

    fn overlay(&self, onto: &mut Overlay) {
        if let Some(pivot) = self.pivot {
            let (cut, made) = self.exchanged(pivot);
            onto.cut.push(cut);
            onto.made.push(made);
            onto.turned = pivot + 1..self.state.path.len();
        }
    }

    fn choices(&self) -> Vec<Choice> {
        let (Some(head), Status::Searching) = (self.state.path.last(), self.state.status) else {
            return Vec::new();
        };
        let square = match self.next {
            RepairStep::Place(square) => {
                return vec![Choice { square, onward: None, state: ChoiceState::Chosen }];
            }
            RepairStep::Move(square) => square,
            RepairStep::TakeBack | RepairStep::Rotate => return Vec::new(),
        };
        let (near, allowed) = self.allowed(*head);
        let chosen = near.iter().position(|cell| *cell == self.field.cell(square));
        let moves = (0..8).filter(|slot| allowed >> slot & 1 == 1).map(|slot| {
            let (cell, other) = self.field.beside(self.field.cell(*head), *head, slot);
            (slot, other, self.ranking.compared(&self.field, cell))
        });
        choice::choices(moves, allowed, allowed, chosen)
    }

    fn insight(&self) -> Insight {
        let tie_break = |chosen, tied: &[Square]| self.ranking.tie_break(&self.field, chosen, tied);
        let planned = self.plan.len() as u64;
        let planned = if planned <= self.rotations_left { planned } else { 0 };
        let otherwise = |from, why| match (self.next, self.state.last) {
            (RepairStep::TakeBack, _) => self.state.step_back(from, why),
            (_, Some(Event::Retreat(_))) => {
                NextStep::Rotate { from, why: DeadEnd::TourFound, planned }
            }
            _ => NextStep::Rotate { from, why, planned },
        };
        let mut insight =
            self.state.path_insight(&self.choices(), SortKey::Warnsdorff, tie_break, otherwise);
        if let (Insight::Path { arrival, .. }, Some(pivot)) = (&mut insight, self.pivot) {
            let (cut, made) = self.exchanged(pivot);
            let turned = (self.state.path.len() - 1 - pivot) as u64;
            *arrival = Arrival::Rotated { end: cut.1, cut, made, turned };
        }
        insight
    }

    fn save(&self) -> Option<Saved> {
        // Once the search has ended, the plan is no longer of use.
        let plan = Some(&self.plan).filter(|_| self.state.status == Status::Searching);
        let own =
            (&self.chance, self.next, self.pivot, plan, self.earlier_tour, self.rotations_left);
        Saved::new(&self.state, &own)
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let plan: Option<Vec<usize>>;
        (self.chance, self.next, self.pivot, plan, self.earlier_tour, self.rotations_left) =
            saved.open(&mut self.state)?;
        self.plan = plan.unwrap_or_default();
        for (square, place) in self.state.path.iter().zip(0..) {
            self.field.place(self.field.cell(*square));
            self.places[square.index()] = place;
        }
        let mut turns = self.plan.iter().chain(&self.pivot);
        let is_on_board = match self.next {
            RepairStep::Place(next) | RepairStep::Move(next) => {
                next.index() < self.state.puzzle.board().size()
            }
            RepairStep::TakeBack | RepairStep::Rotate => true,
        };
        let fits = turns.all(|pivot| pivot.saturating_add(1) < self.state.path.len());
        LoadError::unless(fits && is_on_board)
    }

    fn bytes(&self) -> usize {
        let path = size_of_val(&self.state.path[..]) + size_of_val(&self.places[..]);
        let plan = size_of_val(&self.plan[..]);
        size_of_val(self) + path + plan + self.field.bytes() + self.state.tally.bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::board::Board;
    use crate::feasibility::{Verdict, verdict};
    use crate::puzzle::{Goal, Puzzle};
    use crate::solver::methods::tests::{checked_tour, solved};

    const WARNSDORFF: &str = "warnsdorff:ties=order,restarts=0";

    #[test]
    fn it_walks_like_warnsdorff_until_it_is_stuck() {
        for text in ["7x7", "8x8 goal=closed", "8x8 goal=end:3,4", "6x7 wrap", "8x9 holes=2,2;5,5"]
        {
            let all: Puzzle = text.parse().unwrap();
            for start in crate::puzzle::starts(all.board(), all.goal()) {
                let board = all.board().clone();
                let puzzle = Puzzle::new(board, vec![start], all.goal(), 0).unwrap();
                let (walk, repair) =
                    (solved(WARNSDORFF, &puzzle).1, solved("euler:rotations=0", &puzzle).1);
                assert_eq!(repair.state().path, walk.state().path, "{puzzle}");
                assert_eq!(repair.state().status, walk.state().status, "{puzzle}");
            }
        }
    }

    #[test]
    fn dead_ends_of_warnsdorffs_rule_become_tours() {
        let mut repaired = 0;
        for board in [6, 7, 8, 10].map(|side| Board::new(side, side).unwrap()) {
            for start in board.squares() {
                for goal in [Goal::Any, Goal::Closed] {
                    let puzzle = Puzzle::new(board.clone(), vec![start], goal, 0).unwrap();
                    let (status, walk) = solved(WARNSDORFF, &puzzle);
                    if verdict(&puzzle) != Verdict::Yes(()) || status == Status::Found {
                        continue;
                    }
                    let path = walk.state().path.clone();
                    let puzzle = Puzzle::repairing(board.clone(), path, goal, 7).unwrap();
                    for name in ["euler", "euler:choose=fewest"] {
                        assert_eq!(solved(name, &puzzle).0, Status::Found, "{name} on {puzzle}");
                        repaired += 1;
                    }
                }
            }
        }
        assert!(repaired > 300, "{repaired}");
    }

    /// The next tour differs from the last one, also from the last one reversed.
    #[test]
    fn what_it_finds_is_another_tour() {
        let links = |puzzle: &Puzzle, solver: &dyn Solver| -> BTreeSet<(Square, Square)> {
            let tour = checked_tour(puzzle, &solver.state().path);
            tour.links().map(|(a, b)| (a.min(b), a.max(b))).collect()
        };
        for (text, seed) in [
            "6x6 goal=closed",
            "6x6 given=2,3 goal=end:0,0",
            "5x5 wrap given=1,1;3,2",
            "4x7 wrap goal=closed",
            "8x8 holes=3,3;4,3 given=1,1",
            "6x6 repair=0,0;1,2;0,4;2,5;4,4 goal=closed",
            "5x8 repair=0,0;1,2;3,1 goal=end:4,7",
        ]
        .into_iter()
        .flat_map(|text| (0..8).map(move |seed| (text, seed)))
        {
            let puzzle: Puzzle = format!("{text} seed={seed}").parse().unwrap();
            let choose = ["random", "fewest"][seed % 2];
            let (status, mut solver) = solved(&format!("euler:choose={choose}"), &puzzle);
            assert_eq!(status, Status::Found, "{puzzle}");
            for _ in 0..3 {
                let before = links(&puzzle, &*solver);
                solver.find_next();
                assert_eq!(solver.run(u64::MAX), Status::Found, "{puzzle}");
                assert_ne!(links(&puzzle, &*solver), before, "{puzzle}");
            }
        }
    }
}
