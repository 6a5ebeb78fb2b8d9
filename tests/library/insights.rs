//! What a search says of its steps is true: the fields of every [`Insight`] are compared with the path,
//! the counters, the candidates and the overlay, by rules written down here once more.

use std::collections::BTreeSet;

use knights_tour::board::{Board, MoveOrder, Square};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{
    Arrival, Candidate, ChoiceState, Cycle, DeadEnd, Event, Insight, Link, LinkOutcome, LinkStep,
    MethodConfig, NewGeneration, NextStep, Overlay, Reach, Solver, Status, TieBreak,
};
use knights_tour::words::{self, Names};

use crate::brute_force;
use crate::configs::configs;
use crate::laws::puzzles;
use crate::random::stored;

type Links = BTreeSet<[Square; 2]>;

/// What was seen of a search so far.
#[derive(Default)]
struct Seen {
    /// The path before the last step.
    before: Vec<Square>,
    path: Vec<Square>,
    /// For each square of the path, the squares that were tried from it since it was placed.
    tried: Vec<Vec<Square>>,
    /// The answers and the links before the last step.
    list: Vec<Candidate>,
    links: Links,
    /// The tours that were found before another one was asked for.
    tours: Vec<Vec<Square>>,
}

impl Seen {
    /// Takes note of a step, after which this is the path.
    fn add(&mut self, event: Event, path: &[Square]) {
        self.before = std::mem::replace(&mut self.path, path.to_vec());
        match event {
            Event::Advance(square) => {
                self.tried.last_mut().into_iter().for_each(|tried| tried.push(square));
                self.tried.push(Vec::new());
            }
            Event::Retreat(_) => drop(self.tried.pop()),
            Event::Restart | Event::Rewire => self.tried = vec![Vec::new(); path.len()],
        }
    }
}

struct Witness<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
    squares: usize,
    config: &'a MethodConfig,
    solver: &'a dyn Solver,
    seen: &'a Seen,
}

impl Witness<'_> {
    fn attempt(&self) -> u64 {
        self.solver.state().tally.work.restarts + 1
    }

    fn option(&self, key: &str) -> Option<String> {
        let mut options = self.config.options.iter();
        options.find(|setting| setting.spec.key == key).map(|setting| setting.value.to_string())
    }

    fn is_tour(&self, path: &[Square]) -> bool {
        path.len() == self.squares && self.puzzle.is_reached_by(path)
    }

    /// The free squares one move from a square.
    fn free(&self, path: &[Square], square: Square) -> Vec<Square> {
        let near = self.board.neighbours(square, &MoveOrder::CLOCKWISE);
        near.filter(|near| !path.contains(near)).collect()
    }

    /// The free squares that may come after a path, and whether the end is near but too early.
    fn open(&self, path: &[Square]) -> (Vec<Square>, bool) {
        let free = self.free(path, path[path.len() - 1]);
        let may_be = |square: &Square| self.puzzle.goal() != Goal::End(*square);
        let is_last = path.len() + 1 == self.squares;
        let open: Vec<Square> = free.iter().copied().filter(|at| is_last || may_be(at)).collect();
        let has_early_end = open.len() < free.len();
        (open, has_early_end)
    }

    /// No tour begins with a path to which this square is added.
    fn check_cut_off(&self, path: &[Square], square: Option<Square>) {
        assert!(self.config.looks_ahead());
        let path: Vec<Square> = path.iter().copied().chain(square).collect();
        if self.squares - path.len() <= 12 {
            // A path that visits the end too early is no puzzle, and begins no tour.
            let puzzle = Puzzle::new(self.board.clone(), path, self.puzzle.goal(), 0);
            assert!(!puzzle.is_ok_and(|puzzle| brute_force::tour_exists(&puzzle)));
        }
    }

    fn check_dead_end(&self, why: DeadEnd, path: &[Square]) {
        let (open, has_early_end) = self.open(path);
        let tried = &self.seen.tried[path.len() - 1];
        let left = || open.iter().copied().filter(|square| !tried.contains(square));
        let is_whole = path.len() == self.squares;
        match why {
            DeadEnd::TourFound => {
                // The end may have been taken back.
                let whole = [path, self.puzzle.goal().end().as_slice()].concat();
                let mut back = whole.clone();
                back[1..].reverse();
                let tours = &self.seen.tours;
                assert!(self.is_tour(path) || tours.contains(&whole) || tours.contains(&back));
            }
            DeadEnd::Misses(goal) => {
                assert!(is_whole && !self.is_tour(path) && goal == self.puzzle.goal());
            }
            DeadEnd::Stuck => assert!(!is_whole && open.is_empty() && !has_early_end),
            DeadEnd::OnlyTheEnd => assert!(open.is_empty() && has_early_end),
            DeadEnd::AllTried if path.len() < self.puzzle.given().len() => {}
            DeadEnd::AllTried => {
                assert!(!tried.is_empty());
                left().for_each(|square| self.check_cut_off(path, Some(square)));
            }
            DeadEnd::AllCutOff => {
                assert!(tried.is_empty() && !open.is_empty());
                self.check_cut_off(path, None);
            }
            DeadEnd::TookTooLong => {}
        }
    }

    fn check_arrival(&self, arrival: &Arrival) {
        let (path, before) = (&self.seen.path, &self.seen.before);
        let head = path[path.len() - 1];
        match *arrival {
            Arrival::Placed(square) => assert_eq!(square, head),
            Arrival::SteppedBack { from, to, was_tried } => {
                assert_eq!((before.last(), head), (Some(&from), to));
                let is_whole = before.len() == self.squares;
                assert_eq!(was_tried, is_whole || !self.free(before, from).is_empty());
            }
            Arrival::Restarted(square) => {
                assert!(square == head && path.len() == self.puzzle.given().len());
            }
            Arrival::Rotated { end, cut, made, turned } => {
                let (kept, mut rotated) = (path.len() - turned as usize, before.clone());
                rotated[kept..].reverse();
                assert!(rotated == *path && kept >= self.puzzle.given().len());
                let (link, old) = (path[kept - 1], before[before.len() - 1]);
                assert_eq!((head, cut, made), (end, Link(link, end), Link(old, link)));
            }
        }
    }

    fn check_next(&self, next: &NextStep) {
        let path = &self.seen.path[..];
        let event = match *next {
            NextStep::Given(square)
            | NextStep::OnlyMove { square, .. }
            | NextStep::Picked { square, .. }
            | NextStep::FewestOnward { square, .. } => Event::Advance(square),
            NextStep::StepBack { from, .. } => Event::Retreat(from),
            NextStep::Restart { .. } => Event::Restart,
            NextStep::Rotate { .. } => Event::Rewire,
        };
        assert_eq!(self.solver.boxed_clone().step(), Some(event));
        let chosen = self.choices(ChoiceState::Chosen);
        match event {
            Event::Advance(square) if !path.is_empty() => assert_eq!(chosen, [square]),
            _ => assert!(chosen.is_empty()),
        }
        match *next {
            NextStep::Given(square) => assert_eq!(self.puzzle.laid_out()[path.len()], square),
            NextStep::OnlyMove { square, reach } => assert_eq!(self.check_reach(reach), [square]),
            NextStep::Picked { square, reach, by } => {
                let left = self.check_reach(reach);
                assert!(by != TieBreak::Order || self.is_first(square, &left));
            }
            NextStep::FewestOnward {
                square,
                reach,
                on_empty_board,
                count,
                ref tied,
                tie_break,
            } => {
                let left = self.check_reach(reach);
                let visited: &[Square] = if on_empty_board { &[] } else { path };
                let moves = |square: &Square| self.free(visited, *square).len() as u8;
                assert_eq!(left.iter().map(moves).min(), Some(count));
                let alike = left.iter().filter(|other| moves(other) == count && **other != square);
                assert_eq!(alike.collect::<BTreeSet<_>>(), tied.iter().collect());
                assert_eq!(tie_break.is_none(), tied.is_empty());
                tie_break.into_iter().for_each(|by| self.check_tie_break(by, square, tied));
            }
            NextStep::StepBack { to, why, .. } => {
                assert_eq!(to.as_ref(), path.iter().rev().nth(1));
                self.check_dead_end(why, path);
            }
            NextStep::Restart { why, .. } => self.check_dead_end(why, path),
            NextStep::Rotate { why, planned, .. } => {
                self.check_dead_end(why, path);
                let mut copy = self.solver.boxed_clone();
                for left in (0..planned).rev() {
                    copy.step();
                    let path = &copy.state().path;
                    assert_eq!(self.is_tour(path) || !self.open(path).0.is_empty(), left == 0);
                }
            }
        }
    }

    fn choices(&self, state: ChoiceState) -> Vec<Square> {
        let choices = self.solver.choices().into_iter().filter(|choice| choice.state == state);
        choices.map(|choice| choice.square).collect()
    }

    /// Checks that the choices are free squares, and that those marked as tried were tried from here.
    fn check_choices(&self) {
        let path = &self.seen.path[..];
        for choice in self.solver.choices() {
            let free = self.free(path, path[path.len() - 1]);
            assert!(free.contains(&choice.square));
            let was_tried = self.seen.tried[path.len() - 1].contains(&choice.square);
            assert!(was_tried || choice.state != ChoiceState::Tried);
            assert!(!was_tried || choice.state != ChoiceState::CutOff);
        }
    }

    /// Checks what is said of the squares within reach, and returns those that may be tried.
    fn check_reach(&self, reach: Reach) -> Vec<Square> {
        let (open, has_early_end) = self.open(&self.seen.path);
        let left = [self.choices(ChoiceState::Chosen), self.choices(ChoiceState::Open)].concat();
        let (tried, cut_off) =
            (self.choices(ChoiceState::Tried), self.choices(ChoiceState::CutOff));
        let said = [reach.left, reach.tried, reach.cut_off].map(usize::from);
        assert_eq!(said, [left.len(), tried.len(), cut_off.len()]);
        let squares: BTreeSet<Square> =
            [&left[..], &tried, &cut_off].concat().into_iter().collect();
        assert_eq!(squares, open.into_iter().collect());
        assert_eq!(reach.has_early_end, has_early_end);
        assert!(self.seen.tried.last().unwrap().iter().all(|square| tried.contains(square)));
        cut_off.iter().for_each(|square| self.check_cut_off(&self.seen.path, Some(*square)));
        left
    }

    /// Whether a square comes before others in move order, if that is an option.
    fn is_first(&self, square: Square, others: &[Square]) -> bool {
        let Some(order) = self.option("order") else { return true };
        let head = self.seen.path[self.seen.path.len() - 1];
        let order = order.parse().unwrap();
        let place =
            |square: Square| self.board.neighbours(head, &order).position(|near| near == square);
        others.iter().all(|other| place(*other) >= place(square))
    }

    /// Checks what decides between a square and those tied with it.
    fn check_tie_break(&self, tie_break: TieBreak, square: Square, tied: &[Square]) {
        let path = &self.seen.path;
        let moves_behind = |square: &Square| -> usize {
            let near = self.free(path, *square);
            near.iter().map(|near| self.free(path, *near).len()).sum()
        };
        let nearness = |square: &Square| {
            let twice = |at: u32, all: u32| 2 * i64::from(at) - i64::from(all) + 1;
            let (down, right) = (self.board.row(*square), self.board.col(*square));
            -(twice(down, self.board.rows()).pow(2) + twice(right, self.board.cols()).pow(2))
        };
        // What is compared; the smallest wins.
        let value = |square: &Square| match tie_break {
            TieBreak::FewestBehind | TieBreak::NoneFewerBehind => moves_behind(square) as i64,
            TieBreak::Farthest | TieBreak::NoneFarther | TieBreak::NoneFartherRandom => {
                nearness(square)
            }
            _ => 0,
        };
        let decides = matches!(tie_break, TieBreak::FewestBehind | TieBreak::Farthest);
        assert!(tied.iter().all(|other| value(other) >= value(&square)));
        assert_eq!(decides, tied.iter().all(|other| value(other) > value(&square)));
        assert!(tie_break != TieBreak::Order || self.is_first(square, tied));
    }

    fn check_generation(&self, bred: &NewGeneration) {
        let (now, state, tours) =
            (self.solver.candidates().list, self.solver.state(), &self.seen.tours);
        assert_eq!((bred.number, bred.size), (state.steps() - 1, now.len() as u64));
        let closing = u64::from(self.puzzle.goal() == Goal::Closed);
        let fitness =
            |path: &[Square]| path.len() as u64 - 1 + closing * u64::from(self.is_tour(path));
        assert_eq!(Some(bred.best), now.iter().map(|one| fitness(&one.path)).max());
        assert_eq!(bred.most, self.squares as u64 - 1 + closing);
        assert_eq!(bred.is_known, tours.contains(&now[0].path));
        let is_here = now.iter().any(|one| one.path == state.path) || state.path.len() == 1;
        assert!(bred.is_path_older || is_here);
        let Some(origin) = bred.origin else { return assert_eq!(bred.number, 0) };
        let old: BTreeSet<_> = self.seen.list.iter().map(|old| &old.path).collect();
        assert_eq!(bred.new, now.iter().filter(|now| !old.contains(&now.path)).count() as u64);
        let genes = |rank: u64| &self.seen.list[rank as usize - 1].strip;
        let (other, cut) = origin.crossed.unwrap_or((origin.parent, 0));
        let cut = cut as usize;
        let bred_from = [&genes(origin.parent)[..cut], &genes(other)[cut..]].concat();
        let changed = now[0].strip.iter().zip(&bred_from).filter(|(now, then)| now != then).count();
        let is_repaired = self.option("repair").is_some_and(|repair| repair != "none");
        assert!(is_repaired || changed as u64 <= origin.mutated, "{changed} genes changed");
    }

    fn check_cycle(&self, cycle: &Cycle) {
        let now = self.solver.candidates().list;
        assert_eq!((cycle.from, cycle.longest), (now[0].path[0], now[0].path.len() as u64));
        assert!(now.iter().all(|walk| walk.path.len() <= now[0].path.len()));
        assert_eq!((cycle.attempt, cycle.ants), (self.attempt(), self.squares as u64));
        let whole = now.iter().filter(|walk| walk.path.len() == self.squares).count() as u64;
        assert_eq!(cycle.complete, whole);
        assert_eq!(cycle.ends_attempt, self.solver.boxed_clone().step() == Some(Event::Restart));
    }

    fn check_links(&self, step: &LinkStep, outcome: LinkOutcome) {
        let now = links(self.solver, self.board);
        let linked = |square: &Square| now.iter().filter(|link| link.contains(square)).count();
        let two = self.board.squares().filter(|square| linked(square) == 2).count() as u64;
        let new: Vec<_> = now.difference(&self.seen.links).collect();
        match step {
            LinkStep::Began { number, active, .. } => {
                assert_eq!([*number, *active], [self.attempt(), now.len() as u64]);
            }
            LinkStep::Updated { number, changed, linked, .. } => {
                let differ = now.symmetric_difference(&self.seen.links).count() as u64;
                assert_eq!([*number, *changed, *linked], [self.attempt(), differ, two]);
            }
            LinkStep::Cleared => assert!(now.is_empty()),
            LinkStep::Laid { size: (rows, cols), .. } => {
                let laid: BTreeSet<Square> = new.iter().copied().flatten().copied().collect();
                let lacks = rows * cols - laid.len() as u32;
                assert!(lacks <= rows * cols % 2 && self.seen.links.is_subset(&now));
            }
            LinkStep::Joined { cut, made, .. } => {
                assert_eq!(pairs(cut), self.seen.links.difference(&now).copied().collect());
                assert_eq!(pairs(made), new.iter().copied().copied().collect());
            }
            LinkStep::Swept { links, .. } => assert_eq!(*links, new.len() as u64),
        }
        let is_whole = two == self.squares as u64;
        let pieces = self.solver.candidates().list.len() as u64;
        let (holds, follows) = match outcome {
            LinkOutcome::Open => (pieces == 0, Event::Rewire),
            LinkOutcome::Unsettled => (!is_whole, Event::Restart),
            LinkOutcome::KnownTour => (!self.seen.tours.is_empty(), Event::Restart),
            LinkOutcome::Cycles { number, can_join } => {
                let follows = if can_join { Event::Rewire } else { Event::Restart };
                (is_whole && number == pieces, follows)
            }
        };
        assert!(holds);
        assert_eq!(self.solver.boxed_clone().step(), Some(follows));
    }

    fn check(&self, insight: &Insight) {
        let state = self.solver.state();
        self.check_choices();
        match insight {
            Insight::NotBegun => assert_eq!(state.last, None),
            Insight::Path { arrival, next } => {
                self.check_arrival(arrival);
                self.check_next(next);
            }
            Insight::Generation(generation) => self.check_generation(generation),
            Insight::Cycle(cycle) => self.check_cycle(cycle),
            Insight::FreshPheromone { attempt } => assert_eq!(*attempt, self.attempt()),
            Insight::Links { step, outcome } => self.check_links(step, *outcome),
            Insight::Ended(status) => assert_eq!(state.status, *status),
        }
        assert_eq!(matches!(insight, Insight::Ended(_)), state.status != Status::Searching);
    }
}

fn pairs<'a>(links: impl IntoIterator<Item = &'a Link>) -> Links {
    links.into_iter().map(|Link(a, b)| [*a.min(b), *a.max(b)]).collect()
}

/// The links that a search shows.
fn links(solver: &dyn Solver, board: &Board) -> Links {
    let mut overlay = Overlay::default();
    solver.overlay(&mut overlay);
    pairs(&overlay.all_links(board).collect::<Vec<_>>())
}

/// Steps through a search and checks what it says of many of its steps.
fn listen(puzzle: &Puzzle, config: &MethodConfig) {
    let (mut seen, mut solver) = (Seen::default(), config.build(puzzle));
    let squares = puzzle.board().squares_to_visit();
    let walks = !solver.state().tally.visits.is_empty();
    let most = if walks { 4_000 } else { 40_000 / (squares + 100) };
    for step in 0..most {
        let is_rare = seen.path.len() + 2 >= squares || solver.state().last == Some(Event::Restart);
        if step < 100 || step % 7 == 0 || is_rare {
            let insight = solver.insight();
            println!("{config} on {puzzle}, step {}: {insight:?}", solver.state().steps());
            let (board, solver, seen) = (puzzle.board(), &*solver, &seen);
            Witness { puzzle, board, squares, config, solver, seen }.check(&insight);
        }
        if solver.state().status == Status::Found && seen.tours.len() < 5 {
            solver.tours(&mut |tour| seen.tours.push(tour.to_vec()));
            solver.find_next();
            seen.path.clone_from(&solver.state().path);
            continue;
        }
        (seen.list, seen.links) = (solver.candidates().list, links(&*solver, puzzle.board()));
        let Some(event) = solver.step() else { break };
        seen.add(event, &solver.state().path);
    }
}

#[test]
fn every_insight_is_true() {
    let configs = configs();
    for puzzle in puzzles() {
        for config in configs.iter().filter(|config| config.refusal(&puzzle).is_none()) {
            listen(&puzzle, config);
        }
    }
}

/// Each kind of step has its sentence in `insights.txt`, after a puzzle, a method and a number of steps;
/// after a plus, another tour is asked for. `UPDATE_SNAPSHOTS=1` writes it anew.
#[test]
fn steps_are_described_in_sentences() {
    let expected = include_str!("insights.txt");
    let describe = |line: &str| {
        let mut parts = line.split(" | ");
        let [puzzle, config, steps] = [(); 3].map(|()| parts.next().unwrap());
        let asked: Puzzle = puzzle.parse().unwrap();
        let mut solver = config.parse::<MethodConfig>().unwrap().build(&asked);
        while solver.state().steps() < steps.trim_end_matches('+').parse().unwrap() {
            solver.find_next();
            assert!(solver.step().is_some(), "{line}");
        }
        if steps.ends_with('+') {
            solver.find_next();
        }
        let said = words::insight(&solver.insight(), Names::usual(asked.board()));
        format!("{puzzle} | {config} | {steps} | {said}\n")
    };
    let actual: String = expected.lines().map(describe).collect();
    assert_eq!(actual, stored("tests/library/insights.txt", &actual));
}
