//! An ant colony: one ant on every square walks where many good walks have gone before.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::{Board, Square};
use crate::puzzle::Puzzle;
use crate::solver::method::{Method, StepKind};
use crate::solver::option::{Decimal, Kind, Millionths, OptionSpec, Options, Whole};
use crate::solver::overlay::{Candidate, Candidates, Metric, Overlay};
use crate::solver::search::ranking::Generator;
use crate::solver::work::Counter;
use crate::solver::{Cycle, Event, Insight, LoadError, Saved, SearchState, Solver, Status};
use crate::text::grouped;

pub(crate) const METHOD: Method = Method {
    name: "ants",
    title: "Ant colony",
    summary: "Lets an ant walk from every square at once, again and again. Each prefers moves that good \
              walks have left a scent on.",
    about: "In each cycle one ant starts from every square and walks until it is stuck. It chooses among \
            the free squares by chance, in proportion to the pheromone on each move. Then every ant \
            adds pheromone to its moves: the longer its walk was, and the earlier the move, the more. \
            Some of it evaporates in every cycle, so what does not help is forgotten. After some dozens \
            of cycles a few walks in a hundred visit the whole board. Such a walk is a tour from the \
            start if it begins there, if it ends there and is walked backwards, or if it is closed and \
            begun there. On small boards the ants soon follow a few tours only, so it starts again \
            with fresh pheromone. Giving up proves nothing.",
    credit: "P. Hingston and G. Kendall, Ant colonies discover knight's tours, 2004",
    options: &[&CYCLES_LIMIT.0, &EVAPORATION.0, &RESTARTS.0],
    counters: &[CYCLES, WALKS, COMPLETE, TOURS],
    steps: &[StepKind::Restart, StepKind::Rewire],
    enumerates: false,
    sure_side: 8,
    looks_ahead: |_| false,
    is_random: |_| true,
    refuses,
    build,
};

const CYCLES: Counter = Counter {
    key: "cycles",
    title: "Cycles",
    help: "How often an ant has walked from every square.",
};

const WALKS: Counter =
    Counter { key: "walks", title: "Walks", help: "How many walks the ants have made." };

const COMPLETE: Counter = Counter {
    key: "complete",
    title: "Complete walks",
    help: "How many walks have visited the whole board, wherever they began.",
};

const TOURS: Counter = Counter {
    key: "tours",
    title: "Different tours",
    help: "How many different tours from the start came up; one cycle can bring several.",
};

const CYCLES_LIMIT: Whole = Whole(OptionSpec {
    key: "cycles",
    title: "Cycles",
    help: "How many cycles it takes before it starts again with fresh pheromone.",
    kind: Kind::Whole(1, 1_000_000),
    default: "1000",
    ..OptionSpec::ACTIVE
});

const EVAPORATION: Decimal = Decimal(OptionSpec {
    key: "evaporation",
    title: "Evaporation",
    help: "The share of all pheromone that is lost in each cycle.",
    kind: Kind::Decimal(Millionths(0), Millionths(1_000_000)),
    default: "0.25",
    ..OptionSpec::ACTIVE
});

const RESTARTS: Whole = Whole(OptionSpec {
    key: "restarts",
    title: "Restarts",
    help: "How often it starts again with fresh pheromone before it gives up.",
    kind: Kind::Whole(0, 1_000_000),
    default: "10",
    ..OptionSpec::ACTIVE
});

/// A cycle on more squares than this takes longer than a frame.
const MAX_SQUARES: usize = 784;

/// Pheromone is counted in parts this small, so that it is the same on every machine.
const ONE: u64 = 1 << 40;

/// What is on every move at first: a millionth.
const FRESH: u64 = ONE / 1_000_000;

/// There is never less on a move, so that every one stays possible, and never more, so that sums fit.
const LEAST: u64 = 1;
const MOST: u64 = 1 << 58;

/// All of it, in millionths.
const ALL: u64 = 1_000_000;

/// The best walks of a cycle are kept: all of them on boards of up to a hundred squares.
const MAX_KEPT: usize = 100;

/// Where a move leads that leaves the board, reaches a hole, or reaches the same square as another one.
const NOWHERE: u32 = u32::MAX;

fn refuses(puzzle: &Puzzle, _: &Options) -> Option<String> {
    if puzzle.repair().is_some() {
        return Some("cannot rearrange a path; its ants walk paths of their own".to_owned());
    }
    if puzzle.given().len() > 1 {
        let words = "lets an ant walk from every square, so it cannot continue a path; give only the \
                     start";
        return Some(words.to_owned());
    }
    (puzzle.board().squares_to_visit() > MAX_SQUARES).then(|| {
        format!(
            "sends an ant from every square; use at most {} squares",
            grouped(MAX_SQUARES as u64)
        )
    })
}

fn build(state: SearchState, options: &Options) -> Box<dyn Solver> {
    let puzzle = Arc::clone(&state.puzzle);
    let board = puzzle.board();
    let board = AntBoard::new(board);
    let kept = match board.squares.len() {
        few @ ..=MAX_KEPT => few,
        many => (MAX_KEPT * MAX_KEPT / many).max(10),
    };
    Box::new(Ants {
        pheromone: vec![[FRESH; 8]; board.near.len()],
        walks: Walks::new(kept, board.squares.len()),
        board: Arc::new(board),
        left_to_lose: ALL - options.get(&EVAPORATION).0,
        cycle: 0,
        cycles: options.get(&CYCLES_LIMIT),
        restarts_left: options.get(&RESTARTS),
        restarts: options.get(&RESTARTS),
        complete: 0,
        moves: 0,
        known: BTreeSet::new(),
        found: Vec::new(),
        chance: Generator::new(puzzle.seed()),
        state,
    })
}

/// Where the moves of each square lead.
struct AntBoard {
    near: Vec<[u32; 8]>,
    /// The squares to visit, in reading order.
    squares: Vec<Square>,
}

impl AntBoard {
    fn new(board: &Board) -> AntBoard {
        let near = (0..board.size()).map(|index| {
            let from = Square::at(index as u32);
            std::array::from_fn(|slot| {
                let to = board
                    .moved(from, slot)
                    .filter(|to| !board.is_hole(*to) && !board.is_hole(from));
                let to = to.filter(|to| board.move_between(from, *to) == Some(slot));
                to.map_or(NOWHERE, |to| to.index() as u32)
            })
        });
        AntBoard { near: near.collect(), squares: board.squares().collect() }
    }
}

/// The best walks of a cycle.
#[derive(Clone, Serialize, Deserialize)]
struct Walks {
    most: usize,
    /// The length of each, and which ant has made it.
    lens: Vec<(u32, u32)>,
    /// The longest first; of those that are equally long, the one of the first ant.
    order: Vec<u32>,
    /// Their squares, each in a part of the same length.
    squares: Vec<Square>,
    /// The length of a part.
    stride: usize,
}

impl Walks {
    fn new(most: usize, stride: usize) -> Walks {
        Walks { most, lens: Vec::new(), order: Vec::new(), squares: Vec::new(), stride }
    }

    fn clear(&mut self) {
        self.lens.clear();
        self.order.clear();
        self.squares.clear();
    }

    /// A walk by its rank, from 0.
    fn get(&self, rank: usize) -> &[Square] {
        let place = self.order[rank] as usize;
        &self.squares[place * self.stride..][..self.lens[place].0 as usize]
    }

    fn iter(&self) -> impl Iterator<Item = &[Square]> {
        (0..self.order.len()).map(|rank| self.get(rank))
    }

    /// Takes a walk in, in place of the worst if there is no room and it is better. Ants come in the
    /// order of their numbers.
    fn add(&mut self, ant: u32, walk: &[Square]) {
        let place = if self.lens.len() < self.most {
            self.lens.push((0, 0));
            self.squares.resize(self.lens.len() * self.stride, walk[0]);
            self.lens.len() - 1
        } else {
            let worst = self.lens.iter().enumerate();
            let worst = worst.min_by_key(|(_, (len, ant))| (*len, u32::MAX - ant));
            match worst {
                Some((place, (len, _))) if (*len as usize) < walk.len() => place,
                _ => return,
            }
        };
        self.lens[place] = (walk.len() as u32, ant);
        self.squares[place * self.stride..][..walk.len()].copy_from_slice(walk);
    }

    /// Whether they can be walks on this board, of which `most` are kept.
    fn fit(&self, most: usize, board: &Board) -> bool {
        let many = self.lens.len();
        (self.most, self.stride) == (most, board.squares_to_visit())
            && many <= most
            && self.order.len() == many
            && self.order.iter().all(|place| (*place as usize) < many)
            && self.lens.iter().all(|(len, _)| (1..=self.stride).contains(&(*len as usize)))
            && self.squares.len() == many * self.stride
            && self.squares.iter().all(|square| square.index() < board.size())
    }

    /// Puts them in order.
    fn rank(&mut self) {
        self.order.clear();
        self.order.extend(0..self.lens.len() as u32);
        let lens = &self.lens;
        self.order.sort_unstable_by_key(|place| {
            let (len, ant) = lens[*place as usize];
            (u32::MAX - len, ant)
        });
    }
}

/// How much an ant that made `len` moves, of at most `most`, lays on one of them, by its number from 1: all
/// of them the same where the walk is complete, else the less the nearer they are to its end.
fn laid_by(number: u64, len: u64, most: u64) -> u64 {
    if len == most { ONE } else { (len - number) * ONE / (most - number) }
}

#[derive(Clone)]
struct Ants {
    state: SearchState,
    board: Arc<AntBoard>,
    /// How much is on each move.
    pheromone: Vec<[u64; 8]>,
    /// The share that does not evaporate, in millionths.
    left_to_lose: u64,
    /// The best walks of the last cycle.
    walks: Walks,
    /// How many walks of the last cycle were complete, and how many squares all its walks visited.
    complete: u64,
    moves: u64,
    /// How many cycles were taken since the last restart.
    cycle: u64,
    cycles: u64,
    restarts_left: u64,
    restarts: u64,
    /// The tours that were found before another one was asked for.
    known: BTreeSet<Vec<Square>>,
    /// The new tours of the last cycle.
    found: Vec<Vec<Square>>,
    chance: Generator,
}

impl Ants {
    /// Lets every ant walk once, and lays the pheromone of all of them.
    fn walk_all(&mut self) {
        let board = Arc::clone(&self.board);
        let mut laid = vec![[0_u64; 8]; board.near.len()];
        let mut visited = vec![0_u32; board.near.len()];
        visited.push(u32::MAX);
        let (mut walk, mut slots) = (Vec::new(), Vec::new());
        self.walks.clear();
        (self.complete, self.moves) = (0, 0);
        self.found.clear();
        for level in self.pheromone.iter_mut().flatten() {
            let left = u128::from(*level) * u128::from(self.left_to_lose) / u128::from(ALL);
            *level = (left as u64).max(LEAST);
        }
        for (ant, start) in (1..).zip(&board.squares) {
            walk.clear();
            slots.clear();
            walk.push(*start);
            let mut at = start.index();
            visited[at] = ant;
            while let Some(slot) = self.choose(at, &visited, ant) {
                at = board.near[at][slot] as usize;
                visited[at] = ant;
                slots.push(slot);
                walk.push(Square::at(at as u32));
            }
            self.arrive(ant, &walk, &slots, &mut laid);
        }
        self.walks.rank();
        for (level, more) in self.pheromone.iter_mut().flatten().zip(laid.iter().flatten()) {
            *level = level.saturating_add(*more).min(MOST);
        }
    }

    /// The move that an ant chooses from a square, by chance, in proportion to the pheromone; nothing if
    /// it is stuck.
    #[inline]
    fn choose(&mut self, at: usize, visited: &[u32], ant: u32) -> Option<usize> {
        let (near, levels) = (&self.board.near[at], &self.pheromone[at]);
        // Sums of the moves up to each.
        let (mut sums, mut total) = ([0_u64; 8], 0);
        for slot in 0..8 {
            // There is one more entry, for moves that lead nowhere: it is always visited.
            let to = (near[slot] as usize).min(visited.len() - 1);
            total += if visited[to] < ant { levels[slot] } else { 0 };
            sums[slot] = total;
        }
        if total == 0 {
            return None;
        }
        let drawn = self.chance.below(total);
        sums.iter().position(|sum| drawn < *sum)
    }

    /// Takes note of a walk: what it adds to the pheromone, and whether it is a tour.
    fn arrive(&mut self, ant: u32, walk: &[Square], slots: &[usize], laid: &mut [[u64; 8]]) {
        let (most, len) = (self.board.squares.len() as u64 - 1, slots.len() as u64);
        for ((from, slot), number) in walk.iter().zip(slots).zip(1..) {
            laid[from.index()][*slot] += laid_by(number, len, most);
        }
        self.moves += len;
        self.walks.add(ant, walk);
        self.keep(walk);
        if walk.len() == self.board.squares.len() {
            self.complete += 1;
            if let Some(tour) = self.as_asked(walk)
                && !self.known.contains(&tour)
                && !self.found.contains(&tour)
            {
                self.found.push(tour);
            }
        }
    }

    /// The tour that a complete walk is, if it is one that is asked for.
    fn as_asked(&self, walk: &[Square]) -> Option<Vec<Square>> {
        let start = self.state.puzzle.start();
        let is_closed =
            walk.len() > 2 && self.state.puzzle.board().joined(walk[walk.len() - 1], walk[0]);
        let ways = [false, true].into_iter().filter(|turns| is_closed || !turns);
        // A closed walk can begin anywhere, and any walk at either end.
        let tours = ways.flat_map(|turns| [false, true].map(|is_back| (turns, is_back)));
        let mut tours = tours.map(|(turns, is_back)| {
            let mut tour = walk.to_vec();
            if is_back {
                tour.reverse();
            }
            if turns {
                let place = tour.iter().position(|square| *square == start).unwrap_or(0);
                tour.rotate_left(place);
            }
            tour
        });
        tours.find(|tour| tour[0] == start && self.state.puzzle.is_reached_by(tour))
    }

    fn cycle(&mut self) -> Event {
        self.walk_all();
        self.cycle += 1;
        let work = &mut self.state.tally.work;
        work.rewires += 1;
        work.count(&CYCLES, 1);
        work.count(&WALKS, self.board.squares.len() as u64);
        work.count(&COMPLETE, self.complete);
        work.count(&TOURS, self.found.len() as u64);
        if let Some(tour) = self.found.first() {
            self.state.path.clone_from(tour);
        }
        self.state.status = self.standing();
        Event::Rewire
    }

    fn restart(&mut self) -> Event {
        self.pheromone.fill([FRESH; 8]);
        self.walks.clear();
        (self.cycle, self.complete, self.moves) = (0, 0, 0);
        self.restarts_left -= 1;
        self.state.tally.work.restarts += 1;
        Event::Restart
    }

    /// Shows a walk that begins or ends at the start, if it is the longest so far and no known tour.
    fn keep(&mut self, walk: &[Square]) {
        let start = self.state.puzzle.start();
        let is_from_start = walk[0] == start;
        if !is_from_start && walk[walk.len() - 1] != start {
            return;
        }
        // A file may hold a path from another square.
        let is_longest = walk.len() > self.state.path.len() || self.state.path[0] != start;
        if is_longest && !self.is_known(walk) {
            self.state.path = walk.to_vec();
            if !is_from_start {
                self.state.path.reverse();
            }
        }
    }

    /// Whether a walk is a tour that was found before.
    fn is_known(&self, walk: &[Square]) -> bool {
        let is_whole = walk.len() == self.board.squares.len();
        is_whole && self.as_asked(walk).is_some_and(|tour| self.known.contains(&tour))
    }

    fn standing(&self) -> Status {
        match self.restarts_left {
            _ if !self.found.is_empty() => Status::Found,
            0 if self.cycle == self.cycles => Status::GaveUp,
            _ => Status::Searching,
        }
    }
}

impl Solver for Ants {
    fn step(&mut self) -> Option<Event> {
        if self.state.status != Status::Searching {
            return None;
        }
        let event = if self.cycle == self.cycles { self.restart() } else { self.cycle() };
        self.state.took(event)
    }

    fn quick_steps(&self) -> u64 {
        // A move takes some twenty nanoseconds.
        let squares = self.board.squares.len() as u64;
        (40_000 / (squares * squares + 100)).max(1)
    }

    fn find_next(&mut self) {
        if self.state.status != Status::Found {
            return;
        }
        self.known.extend(self.found.drain(..));
        self.state.path.clear();
        // There may be no cycle left in this attempt.
        self.restarts_left = self.restarts.max(1);
        for rank in 0..self.walks.order.len() {
            let walk = self.walks.get(rank).to_vec();
            self.keep(&walk);
        }
        self.state.status = self.standing();
    }

    fn state(&self) -> &SearchState {
        &self.state
    }

    fn tours(&self, each: &mut dyn FnMut(&[Square])) {
        self.found.iter().for_each(|tour| each(tour));
    }

    fn overlay(&self, onto: &mut Overlay) {
        let most = self.pheromone.iter().flatten().max().map_or(1, |most| *most).max(FRESH);
        // The square root shows weak moves too.
        let strength =
            |level: u64| (u128::from(level) * 255 * 255 / u128::from(most)).isqrt() as u8;
        let moves = self.pheromone.iter().zip(&self.board.near);
        onto.move_weights.extend(moves.map(|(levels, near)| {
            let on = |slot: usize| if near[slot] == NOWHERE { 0 } else { strength(levels[slot]) };
            std::array::from_fn(on)
        }));
    }

    fn metrics(&self, onto: &mut Vec<Metric>) {
        let squares = self.board.squares.len() as f64;
        let walked = f64::from(u8::from(self.cycle > 0));
        let longest = self.walks.iter().next().map_or(0, <[Square]>::len);
        let values = [
            ("Longest walk", longest as f64),
            ("Mean walk", walked * (1.0 + self.moves as f64 / squares)),
            ("Complete in this cycle", self.complete as f64),
        ];
        onto.extend(values.map(|(title, value)| Metric { title, value }));
    }

    fn candidates(&self) -> Candidates {
        let board = self.state.puzzle.board();
        let candidate = |path: &[Square]| Candidate {
            name: format!("From {}", board.name(path[0])),
            score: path.len() as f64,
            unit: "squares",
            path: path.to_vec(),
            closed: path.len() == self.board.squares.len()
                && path.len() > 2
                && board.joined(path[path.len() - 1], path[0]),
            piece: 0,
            strip: Vec::new(),
        };
        let list: Vec<Candidate> = self.walks.iter().map(candidate).collect();
        let all = if list.is_empty() { 0 } else { self.board.squares.len() };
        Candidates { title: "Walks of this cycle", all, list }
    }

    fn insight(&self) -> Insight {
        let attempt = self.state.tally.work.restarts + 1;
        self.state.insight(|last| match last {
            Event::Restart => Insight::FreshPheromone { attempt },
            Event::Rewire | Event::Advance(_) | Event::Retreat(_) => Insight::Cycle(Cycle {
                number: self.cycle,
                attempt,
                ants: self.board.squares.len() as u64,
                longest: self.walks.get(0).len() as u64,
                from: self.walks.get(0)[0],
                complete: self.complete,
                ends_attempt: self.cycle == self.cycles,
            }),
        })
    }

    fn save(&self) -> Option<Saved> {
        let numbers = (self.complete, self.moves, self.cycle, self.restarts_left);
        let tours = (&self.known, &self.found);
        Saved::new(&self.state, &(&self.chance, numbers, tours, &self.pheromone, &self.walks))
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let (numbers, tours);
        let (squares, most) = (self.pheromone.len(), self.walks.most);
        (self.chance, numbers, tours, self.pheromone, self.walks) = saved.open(&mut self.state)?;
        (self.complete, self.moves, self.cycle, self.restarts_left) = numbers;
        (self.known, self.found) = tours;
        LoadError::unless(
            self.pheromone.len() == squares
                && self.pheromone.iter().flatten().all(|level| *level <= MOST)
                && self.walks.fit(most, self.state.puzzle.board()),
        )
    }

    fn bytes(&self) -> usize {
        let tours: usize =
            self.known.iter().chain(&self.found).map(|tour| 4 * tour.len() + 24).sum();
        size_of_val(self)
            + size_of_val(&self.pheromone[..])
            + size_of_val(&self.walks.squares[..])
            + size_of_val(&self.walks.lens[..])
            + size_of_val(&self.walks.order[..])
            + size_of_val(&self.state.path[..])
            + tours
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::MethodConfig;
    use crate::tour::Tour;

    fn search(puzzle: &str, options: &str) -> Box<dyn Solver> {
        let config: MethodConfig = format!("ants:{options}").parse().unwrap();
        config.build(&puzzle.parse().unwrap())
    }

    /// The shares of walks that are complete in some runs of some cycles each, the smallest first.
    fn complete(board: &str, runs: u64, cycles: u64) -> Vec<f64> {
        let share = |seed: u64| {
            let mut solver = search(&format!("{board} seed={seed}"), "cycles=1000000");
            while solver.state().tally.work.counters.get(&CYCLES) < cycles {
                solver.step();
                solver.find_next();
            }
            let counters = &solver.state().tally.work.counters;
            counters.get(&COMPLETE) as f64 / counters.get(&WALKS) as f64
        };
        let mut shares: Vec<f64> = (0..runs).map(share).collect();
        shares.sort_by(f64::total_cmp);
        let mean = shares.iter().sum::<f64>() / runs as f64;
        let middle = shares[shares.len() / 2];
        println!("{board}: {runs} runs of {cycles} cycles: median {middle:.4}, mean {mean:.4}");
        shares
    }

    /// The share that was measured before this was written, in the median run of some thousand cycles.
    /// It is smaller in shorter runs and larger in longer ones, and differs much from run to run.
    #[test]
    fn as_many_walks_are_complete_as_should_be() {
        let middle = complete("8x8", 15, 4_000)[7];
        assert!((0.02..=0.045).contains(&middle), "{middle}");
        assert!(complete("8x8", 15, 100)[7] < 0.002);
        // Here the ants soon follow a few tours only.
        assert!(complete("6x6", 5, 1_000)[2] > 0.2);
        if std::env::var_os("KNIGHTS_TOUR_LONG").is_some() {
            for cycles in [500, 1_000, 2_000, 3_000, 4_000, 5_000] {
                complete("8x8", 48, cycles);
            }
        }
    }

    /// Worked out by hand, for a board of nine squares.
    #[test]
    fn good_walks_and_early_moves_lay_more() {
        let laid = |len: u64| (1..=len).map(|number| laid_by(number, len, 8)).collect::<Vec<u64>>();
        assert_eq!(laid(8), [ONE; 8]);
        assert_eq!(laid(3), [ONE * 2 / 7, ONE / 6, 0]);
        assert_eq!(laid(1), [0]);
    }

    /// Whatever way it became one, a tour begins at the start and reaches the goal.
    #[test]
    fn complete_walks_become_tours() {
        for puzzle in [
            "5x5 given=0,0",
            "6x6 given=2,3 seed=1",
            "6x6 given=0,0 goal=closed seed=2",
            "5x5 given=0,0 goal=end:4,4",
            "5x5 wrap given=1,2 seed=3",
            "6x6 holes=0,0;1,0 given=3,3",
            "3x4 given=0,0",
        ] {
            let asked: Puzzle = puzzle.parse().unwrap();
            let mut solver = search(puzzle, "");
            let mut tours = BTreeSet::new();
            for _ in 0..6_000 {
                if solver.step().is_none() {
                    solver.tours(&mut |tour| {
                        let tour = Tour::new(asked.board().clone(), tour.to_vec()).unwrap();
                        assert_eq!(tour.path()[0], asked.start());
                        assert!(asked.is_reached_by(tour.path()), "{puzzle}");
                        assert!(tours.insert(tour.path().to_vec()), "a tour came up twice");
                    });
                    solver.find_next();
                }
                if tours.len() >= 20 {
                    break;
                }
            }
            assert!(!tours.is_empty(), "{puzzle}");
        }
    }

    #[test]
    fn the_best_walks_are_kept_in_order() {
        let mut walks = Walks::new(3, 4);
        let walk =
            |from: u32, len: u32| (from..from + len).map(Square::at).collect::<Vec<Square>>();
        for (from, len) in [(10, 2), (20, 4), (30, 1), (40, 2), (50, 3), (60, 1)] {
            walks.add(from, &walk(from, len));
        }
        walks.rank();
        let kept: Vec<Vec<Square>> = walks.iter().map(<[Square]>::to_vec).collect();
        assert_eq!(kept, [walk(20, 4), walk(50, 3), walk(10, 2)]);
    }

    #[test]
    fn it_refuses_what_it_cannot_make() {
        let refusal = |puzzle: &str| {
            let config: MethodConfig = "ants".parse().unwrap();
            config.refusal(&puzzle.parse().unwrap())
        };
        assert_eq!(refusal("28x28"), None);
        assert!(refusal("28x29").unwrap().contains("use at most 784 squares"));
        assert!(refusal("8x8 given=0,0;1,2").unwrap().contains("give only the start"));
        assert!(refusal("8x8 repair=0,0;1,2").unwrap().contains("cannot rearrange a path"));
    }
}
