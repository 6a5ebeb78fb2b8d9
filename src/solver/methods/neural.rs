//! A neural network: every move is a neuron, and every square wants two active ones.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::{Board, MoveOrder, Square};
use crate::feasibility::{Verdict, verdict};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::build::link_grid::Swap;
use crate::solver::method::{Method, StepKind};
use crate::solver::option::{Kind, OneOf, OptionSpec, OptionValue, Options, Whole};
use crate::solver::overlay::{Candidate, Candidates, Link, Metric, Overlay};
use crate::solver::search::ranking::Generator;
use crate::solver::work::Counter;
use crate::solver::{
    Event, Insight, LinkOutcome, LinkStep, LoadError, Saved, SearchState, Solver, Status,
};
use crate::text::grouped;

pub(crate) const METHOD: Method = Method {
    name: "neural",
    title: "Neural network",
    summary: "Switches moves on and off until every square has two, and hopes that they form one \
              closed tour. It often gets several loose cycles instead, and then tries again.",
    about: "Every pair of squares one move apart is a neuron, on or off. Sweep by sweep, each \
            neuron is pushed towards on where its two squares have too few links, and towards off \
            where they have too many; a link is a move whose neuron is on. When every square has exactly \
            two, the links form closed cycles. A single cycle is a closed tour; several are the famous \
            failure of this method, and the larger the board, the more there are. Joining cycles is not \
            the network's own work: switch it on, and it is network and joining together. Giving up \
            proves nothing.",
    credit: "Y. Takefuji and K. C. Lee, Neural network computing for knight's tour problems, 1992",
    options: &[&SWEEPS_LIMIT.0, &TRIES.0, &JOIN.spec],
    counters: &[SWEEPS, JOINS],
    steps: &[StepKind::Restart, StepKind::Rewire],
    enumerates: false,
    sure_side: 8,
    looks_ahead: |_| false,
    is_random: |_| true,
    refuses,
    build,
};

const SWEEPS: Counter =
    Counter { key: "sweeps", title: "Sweeps", help: "How often every neuron was updated once." };

const JOINS: Counter =
    Counter { key: "joins", title: "Joins", help: "How often two cycles were joined." };

const SWEEPS_LIMIT: Whole = Whole(OptionSpec {
    key: "sweeps",
    title: "Sweeps",
    help: "How many sweeps a try may take until every square has two active moves.",
    kind: Kind::Whole(1, 1_000_000),
    default: "400",
    ..OptionSpec::ACTIVE
});

const TRIES: Whole = Whole(OptionSpec {
    key: "tries",
    title: "Tries",
    help: "How many times it starts with random neurons before it gives up.",
    kind: Kind::Whole(1, 1_000_000),
    default: "100",
    ..OptionSpec::ACTIVE
});

const JOIN: OneOf<bool> = OneOf::new(
    OptionSpec {
        key: "join",
        title: "Join cycles",
        help: "Whether loose cycles are joined to one tour.",
        kind: Kind::Choice(&[
            OptionValue::new("off", "Off", "The network alone: loose cycles end the try."),
            OptionValue::new(
                "on",
                "On",
                "Two cycles are joined by exchanging a move of each for two moves between them, \
                 until one is left: network and joining together.",
            ),
        ]),
        default: "off",
        ..OptionSpec::ACTIVE
    },
    &[false, true],
);

/// A sweep over more squares than this takes too long for a step.
const MAX_SQUARES: usize = 100_000;

fn refuses(puzzle: &Puzzle, _: &Options) -> Option<String> {
    let board = puzzle.board();
    if puzzle.repair().is_some() {
        return Some("cannot rearrange a path; it begins with random moves".to_owned());
    }
    if puzzle.given().len() > 1 {
        return Some("walks no path, so it cannot continue one; give only the start".to_owned());
    }
    if !puzzle.goal().is_reached_by_every_closed_tour() {
        return Some("makes only closed tours, so it cannot end at a given square".to_owned());
    }
    if board.squares_to_visit() > MAX_SQUARES {
        let most = grouped(MAX_SQUARES as u64);
        return Some(format!("updates every move at each step; use at most {most} squares"));
    }
    let closed = Puzzle::new(board.clone(), puzzle.given().to_vec(), Goal::Closed, 0).ok()?;
    match verdict(&closed) {
        Verdict::Impossible(_) => Some("makes only closed tours, and there is none".to_owned()),
        Verdict::Possible | Verdict::Unknown => None,
    }
}

fn build(state: SearchState, options: &Options) -> Box<dyn Solver> {
    let puzzle = Arc::clone(&state.puzzle);
    let neurons = neurons(puzzle.board());
    let tries = options.get(&TRIES);
    let mut network = Neural {
        inputs: vec![0; neurons.len()],
        active: vec![false; neurons.len()],
        neurons: neurons.into(),
        degrees: vec![0; puzzle.board().size()],
        chance: Generator::new(puzzle.seed()),
        sweep: 0,
        sweeps: options.get(&SWEEPS_LIMIT),
        tries_left: tries - 1,
        tries,
        joins: options.get(&JOIN),
        changed: 0,
        swap: None,
        cycles: 0,
        next: Next::Sweep,
        state,
    };
    network.shuffle();
    Box::new(network)
}

/// Every pair of squares one move apart, once, in ascending order.
fn neurons(board: &Board) -> Vec<Link> {
    let mut neurons = Vec::new();
    for square in board.squares() {
        let near = board.neighbours(square, &MoveOrder::ANTICLOCKWISE);
        let first = neurons.len();
        neurons.extend(near.iter().filter(|near| square < **near).map(|near| Link(square, *near)));
        neurons[first..].sort_unstable_by_key(|link| link.1);
    }
    neurons
}

/// What the next step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Next {
    /// A sweep over all neurons.
    Sweep,
    /// Two cycles are joined.
    Join(Swap),
    /// A new try.
    Restart,
}

#[derive(Clone)]
struct Neural {
    state: SearchState,
    /// The two squares of each neuron, in ascending order.
    neurons: Arc<[Link]>,
    /// The input of each neuron, which decides whether it is active.
    inputs: Vec<i32>,
    active: Vec<bool>,
    /// How many active neurons each square has.
    degrees: Vec<u8>,
    chance: Generator,
    /// How many sweeps this try has taken.
    sweep: u64,
    sweeps: u64,
    /// How many tries may still begin.
    tries_left: u64,
    tries: u64,
    joins: bool,
    /// How many neurons the last sweep switched on or off.
    changed: u64,
    /// What the last step joined, if it did.
    swap: Option<Swap>,
    /// How many cycles there are, if every square has two active neurons; else 0.
    cycles: usize,
    next: Next,
}

impl Neural {
    /// Begins a try: every neuron is active or not, at random.
    fn shuffle(&mut self) {
        self.inputs.fill(0);
        for active in &mut self.active {
            *active = self.chance.below(2) == 1;
        }
        self.count_degrees();
        (self.sweep, self.changed, self.cycles) = (0, 0, 0);
    }

    fn count_degrees(&mut self) {
        self.degrees.fill(0);
        for (Link(a, b), _) in self.neurons.iter().zip(&self.active).filter(|(_, active)| **active)
        {
            self.degrees[a.index()] += 1;
            self.degrees[b.index()] += 1;
        }
    }

    /// Updates every neuron once, each with what those before it have become.
    fn sweep(&mut self) -> Event {
        self.changed = 0;
        let outputs = self.inputs.iter_mut().zip(&mut self.active);
        for (Link(a, b), (input, active)) in self.neurons.iter().zip(outputs) {
            let (a, b) = (a.index(), b.index());
            *input += 4 - i32::from(self.degrees[a]) - i32::from(self.degrees[b]);
            let now = *input > 3 || *active && *input >= 0;
            if now != *active {
                *active = now;
                self.changed += 1;
                for square in [a, b] {
                    let degree = &mut self.degrees[square];
                    *degree = if now { *degree + 1 } else { *degree - 1 };
                }
            }
        }
        self.sweep += 1;
        self.state.tally.work.count(&SWEEPS, 1);
        self.rewired()
    }

    fn join(&mut self, swap: Swap) -> Event {
        for (links, active) in [(swap.cut(), false), (swap.made(), true)] {
            for link in links {
                if let Some(neuron) = self.neuron(link) {
                    self.active[neuron] = active;
                }
            }
        }
        self.swap = Some(swap);
        self.state.tally.work.count(&JOINS, 1);
        self.rewired()
    }

    fn rewired(&mut self) -> Event {
        self.state.tally.work.rewires += 1;
        (self.state.status, self.next) = self.follow();
        Event::Rewire
    }

    fn restart(&mut self) -> Event {
        self.state.tally.work.restarts += 1;
        self.tries_left -= 1;
        self.shuffle();
        self.next = Next::Sweep;
        Event::Restart
    }

    /// What follows from the neurons as they are. Counts the cycles, and lays out the path if they are
    /// a tour.
    fn follow(&mut self) -> (Status, Next) {
        let cycles = self.loose_cycles();
        self.cycles = cycles.len();
        if let [tour] = &cycles[..]
            && self.is_asked_for(tour)
        {
            self.state.path.clone_from(tour);
            return (Status::Found, Next::Restart);
        }
        match self.swap_between(&cycles) {
            Some(swap) if self.joins => (Status::Searching, Next::Join(swap)),
            _ if cycles.is_empty() && self.sweep < self.sweeps => (Status::Searching, Next::Sweep),
            _ if self.tries_left > 0 => (Status::Searching, Next::Restart),
            _ => (Status::GaveUp, Next::Restart),
        }
    }

    fn is_asked_for(&self, tour: &[Square]) -> bool {
        tour.starts_with(self.state.puzzle.given()) && self.state.puzzle.is_reached_by(tour)
    }

    /// Where a neuron is in the list.
    fn neuron(&self, Link(a, b): Link) -> Option<usize> {
        let pair = (a.min(b), a.max(b));
        self.neurons.binary_search_by_key(&pair, |link| (link.0, link.1)).ok()
    }

    fn active_links(&self) -> impl Iterator<Item = Link> + '_ {
        let neurons = self.neurons.iter().zip(&self.active);
        neurons.filter(|(_, active)| **active).map(|(link, _)| *link)
    }

    fn with_two_links(&self) -> usize {
        self.state
            .puzzle
            .board()
            .squares()
            .filter(|square| self.degrees[square.index()] == 2)
            .count()
    }

    /// The two squares that each square is linked to, if that is so of all; else nothing.
    fn partners(&self) -> Option<Vec<[Square; 2]>> {
        if self.with_two_links() < self.state.puzzle.board().squares_to_visit() {
            return None;
        }
        let mut partners: Vec<[Square; 2]> =
            vec![[self.state.puzzle.start(); 2]; self.degrees.len()];
        let mut known = vec![0; self.degrees.len()];
        for Link(a, b) in self.active_links() {
            for (from, to) in [(a, b), (b, a)] {
                partners[from.index()][known[from.index()]] = to;
                known[from.index()] += 1;
            }
        }
        Some(partners)
    }

    /// The cycles that the active neurons form if every square has two, the one with the start first;
    /// else nothing. Before the first sweep there are none, whatever chance has made.
    fn loose_cycles(&self) -> Vec<Vec<Square>> {
        let mut cycles = Vec::new();
        let Some(partners) = self.partners().filter(|_| self.sweep > 0) else { return cycles };
        let mut seen = vec![false; self.degrees.len()];
        let start = self.state.puzzle.start();
        for first in std::iter::once(start).chain(self.state.puzzle.board().squares()) {
            let (mut cycle, mut square) = (Vec::new(), first);
            while !std::mem::replace(&mut seen[square.index()], true) {
                cycle.push(square);
                let [one, other] = partners[square.index()];
                square = if seen[one.index()] { other } else { one };
            }
            if !cycle.is_empty() {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// The first links, in the order of the neurons, that can be exchanged to join two of these cycles.
    fn swap_between(&self, cycles: &[Vec<Square>]) -> Option<Swap> {
        let partners = self.partners().filter(|_| self.joins && cycles.len() > 1)?;
        let board = self.state.puzzle.board();
        let mut piece = vec![0; self.degrees.len()];
        for (number, cycle) in cycles.iter().enumerate() {
            cycle.iter().for_each(|square| piece[square.index()] = number);
        }
        let ways = self.active_links().flat_map(|Link(a, b)| [Link(a, b), Link(b, a)]);
        ways.flat_map(|a| {
            let near = board.neighbours(a.0, &MoveOrder::ANTICLOCKWISE).into_iter();
            near.flat_map(move |b| [(a, b, 0), (a, b, 1)])
        })
        .filter(|(a, b, _)| piece[a.0.index()] != piece[b.index()])
        .map(|(a, b, partner)| Swap { a, b: Link(b, partners[b.index()][partner]) })
        .find(|swap| board.joined(swap.a.1, swap.b.1))
    }

    /// How this try stands after a step, and what follows.
    fn outcome(&self) -> LinkOutcome {
        match (self.cycles, self.next) {
            (0, Next::Restart) => LinkOutcome::Unsettled,
            (1, Next::Restart) => LinkOutcome::KnownTour,
            (_, Next::Sweep) => LinkOutcome::Open,
            (number, next) => LinkOutcome::Cycles {
                number: number as u64,
                can_join: matches!(next, Next::Join(_)),
            },
        }
    }
}

impl Solver for Neural {
    fn step(&mut self) -> Option<Event> {
        if self.state.status != Status::Searching {
            return None;
        }
        self.swap = None;
        let event = match self.next {
            Next::Sweep => self.sweep(),
            Next::Join(swap) => self.join(swap),
            Next::Restart => self.restart(),
        };
        self.state.took(event)
    }

    fn quick_steps(&self) -> u64 {
        // A neuron takes up to twenty nanoseconds.
        (40_000 / (self.neurons.len() as u64 + 100)).max(1)
    }

    fn find_next(&mut self) {
        if self.state.status == Status::Found {
            self.state.path.clear();
            self.tries_left = self.tries;
            (self.state.status, self.next) = (Status::Searching, Next::Restart);
        }
    }

    fn state(&self) -> &SearchState {
        &self.state
    }

    fn overlay(&self, onto: &mut Overlay) {
        let board = self.state.puzzle.board();
        self.active_links().for_each(|link| onto.link(board, link));
        onto.flagged.extend(board.squares().filter(|square| self.degrees[square.index()] != 2));
        if self.cycles > 0 {
            onto.number_pieces(board);
        }
        if let Some(swap) = self.swap {
            onto.cut.extend(swap.cut());
            onto.made.extend(swap.made());
        }
    }

    fn metrics(&self, onto: &mut Vec<Metric>) {
        let active = self.active.iter().filter(|active| **active).count();
        let values = [
            ("Squares with two links", self.with_two_links()),
            ("Links", active),
            ("Cycles, when stable", self.cycles),
        ];
        onto.extend(values.map(|(title, value)| Metric { title, value: value as f64 }));
    }

    fn candidates(&self) -> Candidates {
        if self.cycles < 2 {
            return Candidates::default();
        }
        let mut cycles = self.loose_cycles();
        // As in the overlay, they are numbered by their first squares.
        cycles.sort_by_key(|cycle| cycle.iter().min().copied());
        let candidate = |(number, path): (u32, Vec<Square>)| Candidate {
            name: format!("Cycle {number}"),
            piece: number,
            score: path.len() as f64,
            unit: "squares",
            path,
            closed: true,
            strip: Vec::new(),
        };
        let list: Vec<Candidate> = (1..).zip(cycles).map(candidate).collect();
        Candidates { title: "Loose cycles", all: list.len(), list }
    }

    fn insight(&self) -> Insight {
        let number = self.state.tally.work.restarts + 1;
        self.state.insight(|last| {
            let (step, outcome) = match (last, self.swap) {
                (Event::Restart, _) => {
                    let active = self.active_links().count() as u64;
                    let neurons = self.neurons.len() as u64;
                    (LinkStep::Began { number, active, neurons }, LinkOutcome::Open)
                }
                (_, Some(swap)) => {
                    let (cut, made) = (swap.cut().into(), swap.made().into());
                    (LinkStep::Joined { block: None, cut, made }, self.outcome())
                }
                (_, None) => {
                    let step = LinkStep::Updated {
                        sweep: self.sweep,
                        number,
                        changed: self.changed,
                        linked: self.with_two_links() as u64,
                        squares: self.state.puzzle.board().squares_to_visit() as u64,
                    };
                    (step, self.outcome())
                }
            };
            Insight::Links { step, outcome }
        })
    }

    fn save(&self) -> Option<Saved> {
        let active: Vec<u8> = self.active.iter().map(|active| u8::from(*active)).collect();
        let numbers = (self.sweep, self.tries_left, self.changed, self.cycles);
        let own = (&self.chance, numbers, self.swap, self.next, &self.inputs, active);
        Saved::new(&self.state, &own)
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let active: Vec<u8>;
        let numbers;
        (self.chance, numbers, self.swap, self.next, self.inputs, active) =
            saved.open(&mut self.state)?;
        (self.sweep, self.tries_left, self.changed, self.cycles) = numbers;
        self.active = active.iter().map(|active| *active > 0).collect();
        let all = self.neurons.len();
        LoadError::unless(self.inputs.len() == all && self.active.len() == all)?;
        self.count_degrees();
        Ok(())
    }

    fn bytes(&self) -> usize {
        let neurons = size_of_val(&self.inputs[..]) + size_of_val(&self.active[..]);
        size_of_val(self) + neurons + self.degrees.len() + size_of_val(&self.state.path[..])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::solver::MethodConfig;
    use crate::tour::Tour;

    fn config(text: &str) -> MethodConfig {
        text.parse().unwrap()
    }

    fn check(puzzle: &Puzzle, path: &[Square]) {
        let tour = Tour::new(puzzle.board().clone(), path.to_vec());
        let tour = tour.unwrap_or_else(|error| panic!("{puzzle}: {error}"));
        assert!(tour.is_closed() && tour.path().starts_with(puzzle.given()), "{puzzle}");
    }

    fn metrics(solver: &dyn Solver) -> Vec<f64> {
        let mut metrics = Vec::new();
        solver.metrics(&mut metrics);
        metrics.iter().map(|metric| metric.value).collect()
    }

    /// How many of this many tries end with two links everywhere, and how many with a tour.
    fn shares(board: &str, options: &str, tries: u64) -> (f64, f64) {
        let config = config(&format!("neural:tries=1{options}"));
        let (mut stable, mut tours) = (0_u32, 0_u32);
        for seed in 0..tries {
            let puzzle: Puzzle = format!("{board} seed={seed}").parse().unwrap();
            let mut solver = config.build(&puzzle);
            let status = solver.run(u64::MAX);
            if status == Status::Found {
                check(&puzzle, &solver.state().path);
            }
            let squares = puzzle.board().squares_to_visit() as f64;
            stable += u32::from(metrics(&*solver)[0] == squares);
            tours += u32::from(status == Status::Found);
        }
        let share = |number| f64::from(number) / tries as f64;
        println!(
            "{board}{options}: {tries} tries, {:.3} stable, {:.3} tours",
            share(stable),
            share(tours)
        );
        (share(stable), share(tours))
    }

    /// The shares that were measured before this was written, over two thousand tries each.
    #[test]
    fn it_settles_and_finds_tours_as_often_as_it_should() {
        let (stable, tours) = shares("8x8", "", 2_000);
        assert!((0.94..=0.98).contains(&stable) && (0.20..=0.26).contains(&tours));
        let (stable, tours) = shares("6x6", "", 2_000);
        assert!((0.95..=0.99).contains(&stable) && (0.25..=0.31).contains(&tours));
        let (_, tours) = shares("8x8", ",join=on", 2_000);
        assert!(tours >= 0.9);
        if std::env::var_os("KNIGHTS_TOUR_LONG").is_some() {
            shares("6x6", ",join=on", 2_000);
            for board in ["16x16", "20x20", "24x24"] {
                shares(board, "", 300);
                shares(board, ",join=on", 300);
            }
        }
    }

    #[test]
    fn it_has_a_neuron_for_every_move_once() {
        for (text, number) in [("8x8", 168), ("3x3", 8), ("5x5 wrap", 100), ("1x1", 0)] {
            let puzzle: Puzzle = text.parse().unwrap();
            assert_eq!(neurons(puzzle.board()).len(), number, "{text}");
        }
        for text in
            ["3x3 wrap", "4x4 wrap", "2x5 wrap", "1x6 wrap", "6x6 holes=0,0;2,3", "4x3 wrap"]
        {
            let puzzle: Puzzle = text.parse().unwrap();
            let board = puzzle.board();
            let pairs = board.squares().flat_map(|a| board.squares().map(move |b| (a, b)));
            let pairs: Vec<_> = pairs.filter(|(a, b)| a < b && board.joined(*a, *b)).collect();
            let found: Vec<_> = neurons(board).iter().map(|link| (link.0, link.1)).collect();
            assert_eq!(found, pairs, "{text}");
        }
    }

    #[test]
    fn it_refuses_what_it_cannot_make() {
        let config = config("neural");
        for (puzzle, said) in [
            ("8x8 goal=end:0,1", "neural makes only closed tours, so it cannot end"),
            ("8x8 given=0,0;1,2", "neural walks no path"),
            ("8x8 repair=0,0;1,2", "neural cannot rearrange a path"),
            ("5x5", "neural makes only closed tours, and there is none"),
            ("1x1", "neural makes only closed tours, and there is none"),
            ("8x8 holes=0,0", "neural makes only closed tours, and there is none"),
            ("1000x1000", "neural updates every move at each step; use at most 100,000 squares"),
        ] {
            let refusal = config.refusal(&puzzle.parse().unwrap());
            assert!(refusal.as_ref().is_some_and(|why| why.starts_with(said)), "{refusal:?}");
        }
        for puzzle in ["6x6", "8x8 goal=closed", "5x5 wrap", "8x8 holes=3,3;4,3"] {
            assert_eq!(config.refusal(&puzzle.parse().unwrap()), None, "{puzzle}");
        }
    }

    const PUZZLES: [&str; 8] = [
        "6x6 seed=1",
        "6x6 given=3,2 goal=closed seed=2",
        "8x8 given=7,0 seed=3",
        "3x3 holes=1,1",
        "5x5 wrap seed=4",
        "3x4 wrap seed=5",
        "8x8 holes=3,3;4,3 seed=6",
        "10x10 given=4,4 seed=7",
    ];

    fn cases() -> impl Iterator<Item = (Puzzle, MethodConfig)> {
        let configs =
            ["tries=30", "tries=30,join=on", "sweeps=12,tries=6,join=on", "sweeps=1,tries=9"];
        let configs = configs.map(|options| config(&format!("neural:{options}")));
        PUZZLES.into_iter().flat_map(move |puzzle| {
            let puzzle: Puzzle = puzzle.parse().unwrap();
            configs.clone().into_iter().map(move |config| (puzzle.clone(), config))
        })
    }

    /// Stops and loads at many steps, takes the same steps as a search that was not stopped, and
    /// checks what is shown and said at each.
    #[test]
    fn a_stored_search_continues_and_what_it_shows_is_true() {
        let (mut tours, mut kinds) = (0, BTreeSet::new());
        for (puzzle, config) in cases() {
            let (mut original, mut runner) = (config.build(&puzzle), config.build(&puzzle));
            let mut loaded = config.build(&puzzle);
            let saved = original.save().unwrap();
            assert_eq!(config.load(&puzzle, saved).unwrap().save(), loaded.save());
            for step in 0..900 {
                let before = overlay(&*original);
                let event = original.step();
                assert_eq!(loaded.step(), event, "{config} on {puzzle}");
                if event.is_none() {
                    if original.state().status == Status::GaveUp {
                        break;
                    }
                    check(&puzzle, &original.state().path);
                    tours += 1;
                    original.find_next();
                    loaded.find_next();
                    runner.find_next();
                } else {
                    runner.run(1);
                    kinds.extend(see(&*original, &before, &puzzle));
                }
                let saved = original.save();
                assert_eq!(loaded.save(), saved, "{config} on {puzzle}");
                assert_eq!(runner.save(), saved, "{config} on {puzzle}");
                if step % 5 == 0 || event.is_none() {
                    loaded = config.load(&puzzle, saved.clone().unwrap()).unwrap_or_else(|error| {
                        panic!("{config} on {puzzle} after {step}: {error}")
                    });
                    assert_eq!(loaded.save(), saved);
                    assert_eq!(loaded.insight(), original.insight(), "{config} on {puzzle}");
                    assert_eq!(overlay(&*loaded), overlay(&*original));
                }
            }
        }
        assert!(tours > 30, "{tours}");
        assert_eq!(kinds.len(), 6, "{kinds:?}");
    }

    fn overlay(solver: &dyn Solver) -> Overlay {
        let mut overlay = Overlay::default();
        solver.overlay(&mut overlay);
        overlay
    }

    /// Checks the overlay and the candidates after a step, and returns the kinds of what was seen.
    fn see(solver: &dyn Solver, before: &Overlay, puzzle: &Puzzle) -> Vec<&'static str> {
        let (board, now, mut kinds) = (puzzle.board(), overlay(solver), Vec::new());
        let degree = |square: &Square| now.linked(board, *square).count();
        let wrong: Vec<Square> = board.squares().filter(|square| degree(square) != 2).collect();
        assert_eq!(now.flagged, wrong, "{puzzle}");
        let squares = board.squares_to_visit();
        let two = squares - wrong.len();
        let links: BTreeSet<_> = now.all_links(board).map(|link| (link.0, link.1)).collect();
        let old: BTreeSet<_> = before.all_links(board).map(|link| (link.0, link.1)).collect();
        assert_eq!(metrics(solver)[..2], [two as f64, links.len() as f64], "{puzzle}");
        let pieces = now.pieces.iter().max().map_or(0, |most| *most as usize);
        let candidates = solver.candidates().list;
        assert_eq!(candidates.len(), if pieces > 1 { pieces } else { 0 }, "{puzzle}");
        let mut covered = BTreeSet::new();
        for Candidate { score, path, closed, .. } in candidates {
            assert_eq!(score, path.len() as f64);
            let next = path.iter().cycle().skip(1);
            assert!(
                closed
                    && path.iter().zip(next).all(|(a, b)| links.contains(&(*a.min(b), *a.max(b))))
            );
            covered.extend(path);
        }
        assert_eq!(covered.len(), if pieces > 1 { squares } else { 0 });
        assert_eq!(solver.state().path.is_empty(), solver.state().status != Status::Found);
        let pairs = |links: &[Link]| -> BTreeSet<_> {
            links.iter().map(|Link(a, b)| (*a.min(b), *a.max(b))).collect()
        };
        let Insight::Links { step, outcome } = solver.insight() else { return vec!["ended"] };
        if let LinkStep::Joined { .. } = step {
            assert_eq!((now.cut.len(), now.made.len()), (2, 2));
            assert_eq!(pairs(&now.cut), old.difference(&links).copied().collect(), "{puzzle}");
            assert_eq!(pairs(&now.made), links.difference(&old).copied().collect(), "{puzzle}");
            assert_eq!(before.pieces.iter().max(), Some(&(pieces as u32 + 1)), "{puzzle}");
            kinds.push("join");
        }
        assert!(outcome != LinkOutcome::Unsettled || two < squares);
        kinds.push(match outcome {
            LinkOutcome::Open => "sweep",
            LinkOutcome::Cycles { can_join: true, .. } => "cycles to join",
            LinkOutcome::Unsettled => "last sweep",
            LinkOutcome::KnownTour | LinkOutcome::Cycles { .. } => "new try",
        });
        kinds
    }

    #[test]
    fn other_tours_follow() {
        let mut solver = config("neural").build(&"6x6 given=0,0 seed=5".parse().unwrap());
        let mut tours = BTreeSet::new();
        for _ in 0..5 {
            assert_eq!(solver.run(u64::MAX), Status::Found);
            tours.insert(solver.state().path.clone());
            solver.find_next();
        }
        assert_eq!(tours.len(), 5);
        assert_eq!(
            (solver.state().tally.work.placements, solver.state().tally.visits.len()),
            (0, 0)
        );
    }
}
