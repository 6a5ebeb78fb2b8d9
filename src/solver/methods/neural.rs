//! A neural network: every move is a neuron, and every square wants two active ones.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::{Board, MoveOrder, Square};
use crate::feasibility::verdict;
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
    let why = if puzzle.repair().is_some() {
        "cannot rearrange a path; it begins with random moves"
    } else if puzzle.given().len() > 1 {
        "walks no path, so it cannot continue one; give only the start"
    } else if !puzzle.goal().is_reached_by_every_closed_tour() {
        "makes only closed tours, so it cannot end at a given square"
    } else if board.squares_to_visit() > MAX_SQUARES {
        let most = grouped(MAX_SQUARES as u64);
        return Some(format!("updates every move at each step; use at most {most} squares"));
    } else {
        let closed = Puzzle::new(board.clone(), puzzle.given().to_vec(), Goal::Closed, 0).ok()?;
        let is_impossible = verdict(&closed).no().is_some();
        return is_impossible.then(|| "makes only closed tours, and there is none".to_owned());
    };
    Some(why.to_owned())
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
        next: NetworkStep::Sweep,
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
        neurons.extend(near.filter(|near| square < *near).map(|near| Link(square, near)));
    }
    neurons.sort_unstable_by_key(|Link(a, b)| (*a, *b));
    neurons
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum NetworkStep {
    Sweep,
    Join(Swap),
    Restart,
}

#[derive(Clone)]
struct Neural {
    state: SearchState,
    neurons: Arc<[Link]>,
    inputs: Vec<i32>,
    active: Vec<bool>,
    /// How many active neurons each square has.
    degrees: Vec<u8>,
    chance: Generator,
    /// How many sweeps this try has taken.
    sweep: u64,
    sweeps: u64,
    tries_left: u64,
    tries: u64,
    joins: bool,
    /// How many neurons the last sweep switched on or off.
    changed: u64,
    /// How the last step joined two cycles, if it did.
    swap: Option<Swap>,
    /// How many cycles there are, if every square has two active neurons; else 0.
    cycles: usize,
    next: NetworkStep,
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
        for (Link(a, b), active) in self.neurons.iter().zip(&self.active) {
            self.degrees[a.index()] += u8::from(*active);
            self.degrees[b.index()] += u8::from(*active);
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
        self.rewired(&SWEEPS)
    }

    fn join(&mut self, swap: Swap) -> Event {
        for Link(a, b) in swap.cut().into_iter().chain(swap.made()) {
            let pair = (a.min(b), a.max(b));
            if let Ok(neuron) = self.neurons.binary_search_by_key(&pair, |link| (link.0, link.1)) {
                self.active[neuron] = !self.active[neuron];
            }
        }
        self.swap = Some(swap);
        self.rewired(&JOINS)
    }

    fn rewired(&mut self, counter: &Counter) -> Event {
        self.state.tally.work.rewires += 1;
        self.state.tally.work.count(counter, 1);
        (self.state.status, self.next) = self.follow();
        Event::Rewire
    }

    fn restart(&mut self) -> Event {
        self.state.tally.work.restarts += 1;
        self.tries_left -= 1;
        self.shuffle();
        self.next = NetworkStep::Sweep;
        Event::Restart
    }

    /// Counts the cycles, lays out the path if they are a tour, and decides what follows.
    fn follow(&mut self) -> (Status, NetworkStep) {
        let cycles = self.cycles();
        self.cycles = cycles.len();
        if let [tour] = &cycles[..]
            && self.state.puzzle.is_reached_by(tour)
        {
            self.state.path.clone_from(tour);
            return (Status::Found, NetworkStep::Restart);
        }
        if let Some(swap) = self.swap_between(&cycles) {
            (Status::Searching, NetworkStep::Join(swap))
        } else if cycles.is_empty() && self.sweep < self.sweeps {
            (Status::Searching, NetworkStep::Sweep)
        } else if self.tries_left > 0 {
            (Status::Searching, NetworkStep::Restart)
        } else {
            (Status::GaveUp, NetworkStep::Restart)
        }
    }

    fn active_links(&self) -> impl Iterator<Item = Link> + '_ {
        let active = self.neurons.iter().zip(&self.active).filter(|(_, active)| **active);
        active.map(|(link, _)| *link)
    }

    /// How many squares have two links.
    fn linked_squares(&self) -> usize {
        self.degrees.iter().filter(|degree| **degree == 2).count()
    }

    /// The two squares that each square is linked to, if every square has two.
    fn partners(&self) -> Option<Vec<[Square; 2]>> {
        let board = self.state.puzzle.board();
        if self.linked_squares() < board.squares_to_visit() {
            return None;
        }
        let mut partners = vec![[self.state.puzzle.start(); 2]; board.size()];
        let mut filled = vec![0; board.size()];
        for Link(a, b) in self.active_links() {
            for (from, to) in [(a, b), (b, a)] {
                partners[from.index()][filled[from.index()]] = to;
                filled[from.index()] += 1;
            }
        }
        Some(partners)
    }

    /// The cycles that the active neurons form if every square has two, the one with the start first.
    /// Before the first sweep the random neurons do not count as cycles.
    fn cycles(&self) -> Vec<Vec<Square>> {
        let mut cycles = Vec::new();
        let partners = if self.sweep > 0 { self.partners() } else { None };
        let Some(partners) = partners else { return cycles };
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
        if !self.joins || cycles.len() < 2 {
            return None;
        }
        let partners = self.partners()?;
        let board = self.state.puzzle.board();
        let mut piece = vec![0; self.degrees.len()];
        for (number, cycle) in cycles.iter().enumerate() {
            cycle.iter().for_each(|square| piece[square.index()] = number);
        }
        let ways = self.active_links().flat_map(|Link(a, b)| [Link(a, b), Link(b, a)]);
        ways.flat_map(|a| {
            let near = board.neighbours(a.0, &MoveOrder::ANTICLOCKWISE);
            near.flat_map(move |b| [(a, b, 0), (a, b, 1)])
        })
        .filter(|(a, b, _)| piece[a.0.index()] != piece[b.index()])
        .map(|(a, b, partner)| Swap { a, b: Link(b, partners[b.index()][partner]) })
        .find(|swap| board.joined(swap.a.1, swap.b.1))
    }

    fn outcome(&self) -> LinkOutcome {
        match (self.cycles, self.next) {
            (0, NetworkStep::Restart) => LinkOutcome::Unsettled,
            (1, NetworkStep::Restart) => LinkOutcome::KnownTour,
            (_, NetworkStep::Sweep) => LinkOutcome::Open,
            (number, next) => LinkOutcome::Cycles {
                number: number as u64,
                can_join: matches!(next, NetworkStep::Join(_)),
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
            NetworkStep::Sweep => self.sweep(),
            NetworkStep::Join(swap) => self.join(swap),
            NetworkStep::Restart => self.restart(),
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
            (self.state.status, self.next) = (Status::Searching, NetworkStep::Restart);
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
        let values = [
            ("Squares with two links", self.linked_squares()),
            ("Links", self.active_links().count()),
            ("Cycles, when stable", self.cycles),
        ];
        onto.extend(values.map(|(title, value)| Metric { title, value: value as f64 }));
    }

    fn candidates(&self) -> Candidates {
        if self.cycles < 2 {
            return Candidates::default();
        }
        let mut cycles = self.cycles();
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
                        linked: self.linked_squares() as u64,
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
        let (active, numbers): (Vec<u8>, _);
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
    use super::*;

    #[test]
    fn it_has_a_neuron_for_every_move_once() {
        let texts =
            "8x8|3x3|5x5 wrap|1x1|3x3 wrap|4x4 wrap|2x5 wrap|1x6 wrap|6x6 holes=0,0;2,3|4x3 wrap";
        for text in texts.split('|') {
            let puzzle: Puzzle = text.parse().unwrap();
            let board = puzzle.board();
            let pairs = board.squares().flat_map(|a| board.squares().map(move |b| (a, b)));
            let pairs: Vec<_> = pairs.filter(|(a, b)| a < b && board.joined(*a, *b)).collect();
            let found: Vec<_> = neurons(board).iter().map(|link| (link.0, link.1)).collect();
            assert_eq!(found, pairs, "{text}");
        }
    }
}
