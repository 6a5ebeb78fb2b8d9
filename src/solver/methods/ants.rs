//! An ant colony: one ant on every square walks where many good walks have gone before.

use std::collections::BTreeSet;
use std::sync::Arc;

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
    kind: Kind::Decimal(Millionths(0), Millionths::ONE),
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

/// A cycle on more squares than this takes too long.
const MAX_SQUARES: usize = 784;

/// Pheromone is counted in parts this small, so that it is the same on every machine.
const ONE: u64 = 1 << 40;

/// The pheromone on every move at first.
const FRESH_LEVEL: u64 = ONE / 1_000_000;

/// The least pheromone on a move, so that every move stays possible.
const MIN_LEVEL: u64 = 1;

/// The most pheromone on a move, so that the sum of eight fits into 64 bits.
const MAX_LEVEL: u64 = 1 << 58;

/// How many of a cycle's best walks are stored. Boards of up to a hundred squares have no more walks
/// than that.
const MAX_WALKS: usize = 100;

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
        let most = grouped(MAX_SQUARES as u64);
        format!("sends an ant from every square; use at most {most} squares")
    })
}

fn build(state: SearchState, options: &Options) -> Box<dyn Solver> {
    let board = state.puzzle.board();
    let squares: Vec<Square> = board.squares().collect();
    Box::new(Ants {
        pheromone: vec![[FRESH_LEVEL; 8]; board.size()],
        max_walks: match squares.len() {
            few @ ..=MAX_WALKS => few,
            many => (MAX_WALKS * MAX_WALKS / many).max(10),
        },
        walks: Vec::new(),
        targets: targets(board).into(),
        squares: squares.into(),
        remaining: Millionths::ONE.0 - options.get(&EVAPORATION).0,
        cycle: 0,
        cycles: options.get(&CYCLES_LIMIT),
        restarts_left: options.get(&RESTARTS),
        restarts: options.get(&RESTARTS),
        complete: 0,
        moves: 0,
        earlier_tours: BTreeSet::new(),
        new_tours: Vec::new(),
        chance: Generator::new(state.puzzle.seed()),
        state,
    })
}

/// Where the moves of each square lead; the size of the board for those that leave it, reach a hole, or
/// reach the same square as another one.
fn targets(board: &Board) -> Vec<[u32; 8]> {
    let target = |from: Square, slot: usize| {
        let to = board.moved(from, slot).filter(|to| !board.is_hole(*to) && !board.is_hole(from));
        let to = to.filter(|to| board.move_between(from, *to) == Some(slot));
        to.map_or(board.size(), Square::index) as u32
    };
    let squares = (0..board.size() as u32).map(Square::at);
    squares.map(|from| std::array::from_fn(|slot| target(from, slot))).collect()
}

/// Adds a walk to those of a cycle: the longest first, and of the equally long the one that was added first. If
/// there are as many as are stored, the last one gives way.
fn add_walk(walks: &mut Vec<Vec<Square>>, most: usize, walk: &[Square]) {
    let place = walks.partition_point(|better| better.len() >= walk.len());
    if place < most {
        walks.truncate(most - 1);
        walks.insert(place, walk.to_vec());
    }
}

/// The pheromone that an ant which made `len` of at most `most` moves lays on move `number`, from 1: the
/// same on every move if the walk is complete, otherwise less the closer the move is to its end.
fn laid_by(number: u64, len: u64, most: u64) -> u64 {
    if len == most { ONE } else { (len - number) * ONE / (most - number) }
}

#[derive(Clone)]
struct Ants {
    state: SearchState,
    /// See [`targets`].
    targets: Arc<[[u32; 8]]>,
    /// The squares to visit, in reading order.
    squares: Arc<[Square]>,
    pheromone: Vec<[u64; 8]>,
    /// The share that does not evaporate, in millionths.
    remaining: u64,
    /// How many walks of a cycle are stored.
    max_walks: usize,
    /// The best walks of the last cycle; see [`add_walk`].
    walks: Vec<Vec<Square>>,
    /// How many walks of the last cycle were complete.
    complete: u64,
    /// The moves of all walks of the last cycle.
    moves: u64,
    /// How many cycles were taken since the last restart.
    cycle: u64,
    cycles: u64,
    restarts_left: u64,
    restarts: u64,
    /// The tours that were found before another one was asked for.
    earlier_tours: BTreeSet<Vec<Square>>,
    /// Those of the last cycle.
    new_tours: Vec<Vec<Square>>,
    chance: Generator,
}

impl Ants {
    /// Lets every ant walk once, and lays the pheromone of all of them.
    fn walk_all(&mut self) {
        let squares = Arc::clone(&self.squares);
        let mut laid = vec![[0_u64; 8]; self.targets.len()];
        // The last ant that visited each square. One more entry, for moves that lead nowhere, is always
        // visited.
        let mut visited = vec![0_u32; self.targets.len()];
        visited.push(u32::MAX);
        let (mut walk, mut slots) = (Vec::new(), Vec::new());
        self.walks.clear();
        (self.complete, self.moves) = (0, 0);
        self.new_tours.clear();
        for level in self.pheromone.iter_mut().flatten() {
            let left = u128::from(*level) * u128::from(self.remaining);
            *level = ((left / u128::from(Millionths::ONE.0)) as u64).max(MIN_LEVEL);
        }
        for (ant, start) in (1..).zip(&*squares) {
            walk.clear();
            slots.clear();
            walk.push(*start);
            let mut at = start.index();
            visited[at] = ant;
            while let Some(slot) = self.choose(at, &visited, ant) {
                at = self.targets[at][slot] as usize;
                visited[at] = ant;
                slots.push(slot);
                walk.push(Square::at(at as u32));
            }
            self.finish_walk(&walk, &slots, &mut laid);
        }
        for (level, more) in self.pheromone.iter_mut().flatten().zip(laid.iter().flatten()) {
            *level = level.saturating_add(*more).min(MAX_LEVEL);
        }
    }

    /// The move that an ant chooses from a square, by chance, in proportion to the pheromone; `None` if
    /// it is stuck.
    #[inline]
    fn choose(&mut self, at: usize, visited: &[u32], ant: u32) -> Option<usize> {
        let (targets, levels) = (&self.targets[at], &self.pheromone[at]);
        // The pheromone on all free moves up to each.
        let (mut sums, mut total) = ([0_u64; 8], 0);
        for slot in 0..8 {
            total += if visited[targets[slot] as usize] < ant { levels[slot] } else { 0 };
            sums[slot] = total;
        }
        if total == 0 {
            return None;
        }
        let drawn = self.chance.below(total);
        sums.iter().position(|sum| drawn < *sum)
    }

    /// Adds what a walk lays to the pheromone, and records it if it is a tour.
    fn finish_walk(&mut self, walk: &[Square], slots: &[usize], laid: &mut [[u64; 8]]) {
        let (most, len) = (self.squares.len() as u64 - 1, slots.len() as u64);
        for ((from, slot), number) in walk.iter().zip(slots).zip(1..) {
            laid[from.index()][*slot] += laid_by(number, len, most);
        }
        self.moves += len;
        add_walk(&mut self.walks, self.max_walks, walk);
        self.show_if_longest(walk);
        self.complete += u64::from(walk.len() == self.squares.len());
        if let Some(tour) = self.as_tour(walk)
            && !self.earlier_tours.contains(&tour)
            && !self.new_tours.contains(&tour)
        {
            self.new_tours.push(tour);
        }
    }

    /// The tour that a walk makes, if it is complete and reaches the goal. A closed walk can begin anywhere,
    /// and any walk at either end.
    fn as_tour(&self, walk: &[Square]) -> Option<Vec<Square>> {
        if walk.len() < self.squares.len() {
            return None;
        }
        let start = self.state.puzzle.start();
        let mut ways = vec![walk.to_vec(), walk.iter().rev().copied().collect()];
        if self.is_closed(walk) {
            for mut way in ways.clone() {
                let place = way.iter().position(|square| *square == start).unwrap_or(0);
                way.rotate_left(place);
                ways.push(way);
            }
        }
        ways.into_iter().find(|tour| tour[0] == start && self.state.puzzle.is_reached_by(tour))
    }

    fn is_closed(&self, walk: &[Square]) -> bool {
        let is_whole = walk.len() == self.squares.len() && walk.len() > 2;
        is_whole && self.state.puzzle.board().joined(walk[walk.len() - 1], walk[0])
    }

    fn cycle(&mut self) -> Event {
        self.walk_all();
        self.cycle += 1;
        let work = &mut self.state.tally.work;
        work.rewires += 1;
        work.count(&CYCLES, 1);
        work.count(&WALKS, self.squares.len() as u64);
        work.count(&COMPLETE, self.complete);
        work.count(&TOURS, self.new_tours.len() as u64);
        if let Some(tour) = self.new_tours.first() {
            self.state.path.clone_from(tour);
        }
        self.state.status = self.status();
        Event::Rewire
    }

    fn restart(&mut self) -> Event {
        self.pheromone.fill([FRESH_LEVEL; 8]);
        self.walks.clear();
        (self.cycle, self.complete, self.moves) = (0, 0, 0);
        self.restarts_left -= 1;
        self.state.tally.work.restarts += 1;
        Event::Restart
    }

    /// Shows a walk that begins or ends at the start, if it is the longest so far and was not found before.
    fn show_if_longest(&mut self, walk: &[Square]) {
        let start = self.state.puzzle.start();
        let is_from_start = walk[0] == start;
        if !is_from_start && walk[walk.len() - 1] != start {
            return;
        }
        // A file may hold a path from another square.
        let is_longest = walk.len() > self.state.path.len() || self.state.path[0] != start;
        let is_earlier = |tour: Vec<Square>| self.earlier_tours.contains(&tour);
        if is_longest && !self.as_tour(walk).is_some_and(is_earlier) {
            self.state.path = walk.to_vec();
            if !is_from_start {
                self.state.path.reverse();
            }
        }
    }

    fn status(&self) -> Status {
        if !self.new_tours.is_empty() {
            Status::Found
        } else if self.restarts_left == 0 && self.cycle == self.cycles {
            Status::GaveUp
        } else {
            Status::Searching
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
        let squares = self.squares.len() as u64;
        (40_000 / (squares * squares + 100)).max(1)
    }

    fn find_next(&mut self) {
        if self.state.status != Status::Found {
            return;
        }
        self.earlier_tours.extend(self.new_tours.drain(..));
        self.state.path.clear();
        // There may be no cycle left in this attempt.
        self.restarts_left = self.restarts.max(1);
        for walk in &self.walks.clone() {
            self.show_if_longest(walk);
        }
        self.state.status = self.status();
    }

    fn state(&self) -> &SearchState {
        &self.state
    }

    fn tours(&self, each: &mut dyn FnMut(&[Square])) {
        self.new_tours.iter().for_each(|tour| each(tour));
    }

    fn overlay(&self, onto: &mut Overlay) {
        let most = self.pheromone.iter().flatten().max().map_or(1, |most| *most).max(FRESH_LEVEL);
        // The square root shows weak moves too.
        let strength =
            |level: u64| (u128::from(level) * 255 * 255 / u128::from(most)).isqrt() as u8;
        let size = self.targets.len();
        let moves = self.pheromone.iter().zip(&*self.targets);
        onto.move_weights.extend(moves.map(|(levels, targets)| {
            let is_move = |slot: usize| (targets[slot] as usize) < size;
            std::array::from_fn(|slot| if is_move(slot) { strength(levels[slot]) } else { 0 })
        }));
    }

    fn metrics(&self, onto: &mut Vec<Metric>) {
        let longest = self.walks.first().map_or(0, Vec::len);
        let mean = 1.0 + self.moves as f64 / self.squares.len() as f64;
        let values = [
            ("Longest walk", longest as f64),
            ("Mean walk", if self.cycle > 0 { mean } else { 0.0 }),
            ("Complete in this cycle", self.complete as f64),
        ];
        onto.extend(values.map(|(title, value)| Metric { title, value }));
    }

    fn candidates(&self) -> Candidates {
        let board = self.state.puzzle.board();
        let candidate = |path: &Vec<Square>| Candidate {
            name: format!("From {}", board.name(path[0])),
            score: path.len() as f64,
            unit: "squares",
            path: path.clone(),
            closed: self.is_closed(path),
            piece: 0,
            strip: Vec::new(),
        };
        let list: Vec<Candidate> = self.walks.iter().map(candidate).collect();
        let all = if list.is_empty() { 0 } else { self.squares.len() };
        Candidates { title: "Walks of this cycle", all, list }
    }

    fn insight(&self) -> Insight {
        let attempt = self.state.tally.work.restarts + 1;
        self.state.insight(|last| match last {
            Event::Restart => Insight::FreshPheromone { attempt },
            Event::Rewire | Event::Advance(_) | Event::Retreat(_) => {
                let longest = &self.walks[0];
                Insight::Cycle(Cycle {
                    number: self.cycle,
                    attempt,
                    ants: self.squares.len() as u64,
                    longest: longest.len() as u64,
                    from: longest[0],
                    complete: self.complete,
                    ends_attempt: self.cycle == self.cycles,
                })
            }
        })
    }

    fn save(&self) -> Option<Saved> {
        let numbers = (self.complete, self.moves, self.cycle, self.restarts_left);
        let tours = (&self.earlier_tours, &self.new_tours);
        Saved::new(&self.state, &(&self.chance, numbers, tours, &self.pheromone, &self.walks))
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let (numbers, tours);
        (self.chance, numbers, tours, self.pheromone, self.walks) = saved.open(&mut self.state)?;
        (self.complete, self.moves, self.cycle, self.restarts_left) = numbers;
        (self.earlier_tours, self.new_tours) = tours;
        let is_walk = |walk: &Vec<Square>| {
            (1..=self.squares.len()).contains(&walk.len())
                && walk.iter().all(|square| square.index() < self.targets.len())
        };
        LoadError::unless(
            self.pheromone.len() == self.targets.len()
                && self.pheromone.iter().flatten().all(|level| *level <= MAX_LEVEL)
                && self.walks.len() <= self.max_walks
                && self.walks.iter().all(is_walk),
        )
    }

    fn bytes(&self) -> usize {
        let paths = self.earlier_tours.iter().chain(&self.new_tours).chain(&self.walks);
        let paths: usize = paths.map(|path| size_of_val(path) + size_of_val(&path[..])).sum();
        let path = size_of_val(&self.state.path[..]);
        size_of_val(self) + size_of_val(&self.pheromone[..]) + path + paths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked out by hand, for a board of nine squares.
    #[test]
    fn good_walks_and_early_moves_lay_more() {
        let laid = |len: u64| (1..=len).map(|number| laid_by(number, len, 8)).collect::<Vec<u64>>();
        assert_eq!(laid(8), [ONE; 8]);
        assert_eq!(laid(3), [ONE * 2 / 7, ONE / 6, 0]);
        assert_eq!(laid(1), [0]);
    }

    #[test]
    fn the_best_walks_are_stored_in_order() {
        let mut walks = Vec::new();
        let walk =
            |from: u32, len: u32| (from..from + len).map(Square::at).collect::<Vec<Square>>();
        for (from, len) in [(10, 2), (20, 4), (30, 1), (40, 2), (50, 3), (60, 1)] {
            add_walk(&mut walks, 3, &walk(from, len));
        }
        assert_eq!(walks, [walk(20, 4), walk(50, 3), walk(10, 2)]);
    }
}
