//! Tours of any plain board at once: from small tours that are joined, or column by column.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::{Board, Square};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::build::chain::Chain;
use crate::solver::build::frontier::{self, Pair, Want};
use crate::solver::build::link_grid::{LinkGrid, Pattern, Swap};
use crate::solver::build::plan::{BoardBlock, BuildKind, BuildPlan};
use crate::solver::overlay::{Link, Metric, Overlay};
use crate::solver::search::ranking::Generator;
use crate::solver::work::Counter;
use crate::solver::{
    BlockTour, Event, Insight, LinkOutcome, LinkStep, LoadError, MethodConfig, Saved, SearchState,
    Solver, Status,
};
use crate::tour::Tour;

pub(crate) const COUNTERS: &[Counter] = &[BLOCKS, JOINS];

const BLOCKS: Counter =
    Counter { key: "blocks", title: "Blocks", help: "How many small tours were placed." };

const JOINS: Counter =
    Counter { key: "joins", title: "Joins", help: "How often a block was joined to the others." };

/// How many small tours there are of each shape.
const VARIANTS: usize = 4;

/// How many seeds are tried to find the small tours of a shape.
const MAX_SEEDS: u64 = 5_000;

/// On boards of at most this many squares, no tour is found twice.
const MAX_SQUARES_COMPARED: usize = 144;

/// How many tours in a row may be earlier ones before it gives up.
const MAX_REPEATS: u64 = 50;

/// Why nothing can be built for a puzzle; this may be what is wrong with its holes.
pub(crate) fn why_not(puzzle: &Puzzle, holes: Option<&'static str>) -> Option<&'static str> {
    if puzzle.board().is_wrapped() {
        Some("builds tours of boards with plain edges; turn wrapping off")
    } else if holes.is_some() {
        holes
    } else if puzzle.repair().is_some() {
        Some("cannot rearrange a path; it builds one of its own")
    } else if puzzle.given().len() > 1 {
        Some("cannot continue a path; it builds one of its own, so give only the start")
    } else {
        None
    }
}

pub(crate) fn follow(state: SearchState, plan: BuildPlan) -> Box<dyn Solver> {
    Box::new(Builder {
        link_grid: LinkGrid::new(state.puzzle.board()),
        plan: Arc::new(plan),
        small_tours: Arc::default(),
        columns: Arc::default(),
        chain: Arc::default(),
        round: 0,
        repeats: 0,
        at: 0,
        cut: Vec::new(),
        made: Vec::new(),
        earlier_tours: Vec::new(),
        chance: Generator::new(state.puzzle.seed()),
        state,
    })
}

#[derive(Clone)]
struct Builder {
    state: SearchState,
    plan: Arc<BuildPlan>,
    link_grid: LinkGrid,
    /// By their rows and columns.
    small_tours: Arc<BTreeMap<(u32, u32), Vec<Pattern>>>,
    /// The links of each column, where the board is built column by column.
    columns: Arc<Vec<Vec<Pair>>>,
    /// The chain of blocks from the start to the end, where an end is given.
    chain: Arc<Chain>,
    /// How many tours it began before this one.
    round: u64,
    /// How many of the last tours were earlier ones.
    repeats: u64,
    /// How many steps of this round were taken.
    at: usize,
    /// What the last step took away, and what it put in its place.
    cut: Vec<Link>,
    made: Vec<Link>,
    /// The tours that were found, on a small board.
    earlier_tours: Vec<Vec<Square>>,
    chance: Generator,
}

impl Builder {
    fn board(&self) -> &Board {
        self.state.puzzle.board()
    }

    fn steps(&self) -> usize {
        match self.plan.kind {
            BuildKind::Sweep => self.board().rows().max(self.board().cols()) as usize,
            _ => (self.plan.blocks.len() + self.plan.joins()).max(1),
        }
    }

    fn seed(&self) -> u64 {
        self.state.puzzle.seed().wrapping_add(self.round.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Begins a round.
    fn prepare(&mut self) {
        self.chance = Generator::new(self.seed());
        self.link_grid.clear();
        if self.plan.kind == BuildKind::Sweep {
            self.columns = Arc::new(self.swept().unwrap_or_default());
        }
        let puzzle = &self.state.puzzle;
        if let (BuildKind::Chain, Some(end)) = (self.plan.kind, puzzle.goal().end()) {
            let ends = [puzzle.start(), end];
            let chain = Chain::new(puzzle.board(), &self.plan, ends, &mut self.chance);
            self.chain = Arc::new(chain.unwrap_or_default());
        }
        if self.small_tours.is_empty() || self.plan.blocks.len() == 1 {
            let mut all = BTreeMap::new();
            for block in &self.plan.blocks {
                // A chain begins with the only odd block.
                if self.plan.kind != BuildKind::Chain || !block.is_odd() {
                    all.entry(block.shape()).or_insert_with(|| self.patterns(block));
                }
            }
            self.small_tours = Arc::new(all);
        }
    }

    /// A block as a board of its own, with the holes that it has.
    fn block_board(&self, block: &BoardBlock) -> Option<Board> {
        let (rows, cols) = block.shape();
        let holes = self.board().holes().iter();
        let holes = holes.filter_map(|hole| block.local(self.board(), *hole));
        Board::new(rows, cols).ok()?.with_holes(holes).ok()
    }

    /// Whether a block has an open tour, from the start. An odd block that is joined in fours lacks a
    /// corner, and has a closed one.
    fn is_open(&self, block: &BoardBlock) -> bool {
        block.is_odd() && self.plan.kind != BuildKind::Quarters
    }

    /// Different small tours of a block: closed, or from the start if it is odd. Base tours that fit come
    /// in place of others.
    fn patterns(&self, block: &BoardBlock) -> Vec<Pattern> {
        let (rows, cols) = block.shape();
        if self.has_base_tours(block) {
            let pattern = |tour: Tour| Pattern::new(tour.board(), tour.path(), true);
            return self.state.puzzle.base().fitting(rows, cols).map(pattern).collect();
        }
        let Some(board) = self.block_board(block) else { return Vec::new() };
        let is_open = self.is_open(block);
        let (goal, methods): (Goal, &[&str]) = if is_open {
            (Goal::Any, &["warnsdorff:ties=uniform,restarts=50", "restarting"])
        } else {
            (Goal::Closed, &["restarting"])
        };
        let pattern = |seed: u64| {
            let start = if is_open {
                block.local(self.board(), self.state.puzzle.start())
            } else {
                // A closed tour may begin anywhere, and is another one then.
                let place = Generator::new(seed).below(board.squares_to_visit() as u64);
                board.squares().nth(place as usize)
            };
            let puzzle = Puzzle::new(board.clone(), vec![start?], goal, seed).ok()?;
            let path = methods.iter().find_map(|method| {
                let mut solver = method.parse::<MethodConfig>().ok()?.build(&puzzle);
                let is_found = solver.run(100_000) == Status::Found;
                is_found.then(|| solver.state().path.clone())
            })?;
            let fits = self.plan.kind != BuildKind::Quarters
                || Tour::new(board.clone(), path.clone()).ok()?.is_structured();
            fits.then(|| Pattern::new(&board, &path, !is_open))
        };
        // All rounds share their small tours, unless there is one block: a file stores only the round.
        let is_single = self.plan.blocks.len() == 1;
        let first = if is_single { self.seed() } else { self.state.puzzle.seed() };
        let seeds = (0..MAX_SEEDS).map(|seed| first.wrapping_add(seed));
        seeds.filter_map(pattern).take(if is_single { 1 } else { VARIANTS }).collect()
    }

    fn has_base_tours(&self, block: &BoardBlock) -> bool {
        let (rows, cols) = block.shape();
        let mut fitting = self.state.puzzle.base().fitting(rows, cols);
        self.plan.kind == BuildKind::Quarters && fitting.next().is_some()
    }

    fn swept(&self) -> Option<Vec<Vec<Pair>>> {
        let (puzzle, board) = (&self.state.puzzle, self.board());
        let (rows, cols) = (board.rows() as usize, board.cols() as usize);
        let at = |square: Square| {
            let (row, col) = (board.row(square) as usize, board.col(square) as usize);
            if rows <= cols { (row, col) } else { (col, row) }
        };
        let start = at(puzzle.start());
        let want = match puzzle.goal().end() {
            Some(end) => Want::Between(start, at(end)),
            None if puzzle.goal().needs_closing_move() => Want::Closed,
            None => Want::From(start),
        };
        frontier::sweep(rows.min(cols), rows.max(cols), want, self.seed())
    }

    /// The link that a pair of places stands for.
    fn link(&self, pair: Pair) -> Link {
        let board = self.board();
        let is_upright = board.rows() > board.cols();
        let [a, b] = pair.map(|(row, col)| {
            let (row, col) = if is_upright { (col, row) } else { (row, col) };
            Square::at((row * board.cols() as usize + col) as u32)
        });
        Link(a, b)
    }

    /// Lays a small tour onto a block; returns whether there is one.
    fn lay(&mut self, number: usize) -> bool {
        let block = &self.plan.blocks[number];
        let pattern = if let Some(leg) = self.chain.leg(number) {
            Some(&leg.pattern)
        } else if self.plan.kind == BuildKind::Chain && self.chain.legs.is_empty() {
            None
        } else {
            let all = self.small_tours.get(&block.shape()).map_or(&[][..], Vec::as_slice);
            all.get(self.chance.below(all.len() as u64) as usize)
        };
        let Some(pattern) = pattern else { return false };
        let first = block.rows.start * self.state.puzzle.board().cols() + block.cols.start;
        self.link_grid.lay(pattern, Square::at(first));
        self.state.tally.work.count(&BLOCKS, 1);
        true
    }

    /// Joins blocks that are laid, if that is possible.
    fn join(&mut self, number: usize) -> Option<()> {
        if self.plan.kind == BuildKind::Quarters {
            let (cut, made) = self.junction_exchange(number)?;
            self.exchange(&cut, &made);
        } else if let Some(link) = self.chain.step(number) {
            self.exchange(&[], &[link]);
        } else {
            let swap = if self.plan.kind == BuildKind::Chain {
                let (block, other) = *self.chain.joins.get(number)?;
                self.swap_with(block, other)?
            } else {
                self.swap_in_rows(number + 1)?
            };
            self.exchange(&swap.cut(), &swap.made());
        }
        Some(())
    }

    fn exchange(&mut self, cut: &[Link], made: &[Link]) {
        cut.iter().for_each(|link| self.link_grid.cut(*link));
        made.iter().for_each(|link| self.link_grid.link(*link));
        self.cut.extend(cut);
        self.made.extend(made);
        self.state.tally.work.count(&JOINS, 1);
    }

    /// Joins a block to the one on its left, or now and then to the one above it: tours that mostly go
    /// along rows are walked faster, because their squares are near in memory.
    fn swap_in_rows(&mut self, number: usize) -> Option<Swap> {
        let width = self.plan.width;
        let left = (!number.is_multiple_of(width)).then(|| number - 1);
        let mut others = [left, number.checked_sub(width)];
        if self.chance.below(8) == 0 {
            others.swap(0, 1);
        }
        others.into_iter().flatten().find_map(|other| self.swap_with(number, other))
    }

    /// Joins four parts where they meet: a move of each is cut, and four moves lead round the junction.
    fn junction_exchange(&self, number: usize) -> Option<(Vec<Link>, Vec<Link>)> {
        // Clockwise from the upper left.
        let corners = [(false, false), (false, true), (true, true), (true, false)];
        let near = corners.map(|(is_below, is_right)| self.links_near(number, is_below, is_right));
        let board = self.board();
        let follows = |one: &Link, next: &Link| board.joined(one.1, next.0);
        let cut = near[0].iter().find_map(|a| {
            near[1].iter().filter(|b| follows(a, b)).find_map(|b| {
                near[2].iter().filter(|c| follows(b, c)).find_map(|c| {
                    let closes = |d: &&Link| follows(c, d) && follows(d, a);
                    near[3].iter().find(closes).map(|d| vec![*a, *b, *c, *d])
                })
            })
        })?;
        let made = (0..4).map(|place| Link(cut[place].1, cut[(place + 1) % 4].0)).collect();
        Some((cut, made))
    }

    /// The links of one of the four parts that meet at a junction, in both directions, as far as their
    /// squares are near it.
    fn links_near(&self, junction: usize, is_below: bool, is_right: bool) -> Vec<Link> {
        const REACH: u32 = 4;
        let (board, junction) = (self.board(), &self.plan.junctions[junction]);
        let (row, col) = (junction.row, junction.col);
        let rows = if is_below { row..row + REACH } else { row - REACH..row };
        let cols = if is_right { col..col + REACH } else { col - REACH..col };
        let is_near =
            |at: Square| (board.row(at) >= row, board.col(at) >= col) == (is_below, is_right);
        let squares = rows.flat_map(|row| cols.clone().map(move |col| row * board.cols() + col));
        let links = squares.map(Square::at).flat_map(|from| {
            let to = self.link_grid.linked(from).filter(|to| is_near(*to));
            to.map(move |to| Link(from, to))
        });
        links.collect()
    }

    /// An exchange of links between a block and one beside it, looked for from a random place on.
    fn swap_with(&mut self, number: usize, other: usize) -> Option<Swap> {
        let (block, other) = (&self.plan.blocks[number], &self.plan.blocks[other]);
        let is_beside = block.rows == other.rows;
        let (along, across, beyond) = if is_beside {
            (&block.rows, &block.cols, &other.cols)
        } else {
            (&block.cols, &block.rows, &other.rows)
        };
        let many = along.end - along.start;
        let from = self.chance.below(u64::from(many)) as u32;
        let mut border = (0..2 * many).map(|place| {
            let (depth, place) = (place / many, along.start + (from + place) % many);
            let is_before = beyond.start < across.start;
            let depth = if is_before { across.start + depth } else { across.end - 1 - depth };
            if is_beside { (place, depth) } else { (depth, place) }
        });
        border.find_map(|at| self.link_grid.swap(at, other))
    }

    /// Takes the next step of a round; returns whether that is possible.
    fn advance(&mut self) -> bool {
        if let Some(number) = self.at.checked_sub(self.plan.blocks.len()) {
            match self.plan.kind {
                BuildKind::Rows | BuildKind::Chain | BuildKind::Quarters => {
                    self.join(number).is_some()
                }
                BuildKind::Sweep => {
                    let links = self.columns.get(number).map(|links| {
                        links.iter().map(|pair| self.link(*pair)).collect::<Vec<Link>>()
                    });
                    links.iter().flatten().for_each(|link| self.link_grid.link(*link));
                    links.is_some()
                }
                BuildKind::Single => true,
                BuildKind::Impossible => false,
            }
        } else {
            self.lay(self.at)
        }
    }

    /// What follows when all steps of a round are taken.
    fn finish(&mut self) -> Status {
        let (squares, start) = (self.board().squares_to_visit(), self.state.puzzle.start());
        let way = self.chance.below(2) as usize;
        let path = &mut self.state.path;
        self.link_grid.walk(start, way, squares, path);
        let is_tour = path.len() == squares && self.state.puzzle.is_reached_by(path);
        if is_tour && !self.earlier_tours.contains(path) {
            return Status::Found;
        }
        path.clear();
        self.repeats += 1;
        let goes_on = is_tour && self.repeats < MAX_REPEATS;
        if goes_on { Status::Searching } else { Status::GaveUp }
    }

    fn pieces(&self) -> usize {
        let blocks = self.plan.blocks.len();
        match self.plan.kind {
            _ if self.at == 0 => 0,
            _ if self.at <= blocks => self.at,
            BuildKind::Rows | BuildKind::Chain => 2 * blocks - self.at,
            BuildKind::Quarters => blocks - 3 * (self.at - blocks),
            _ => 1,
        }
    }

    fn is_over(&self) -> bool {
        self.at == self.steps()
    }

    fn last_step(&self) -> LinkStep {
        let Some(number) = self.at.checked_sub(self.plan.blocks.len() + 1) else {
            return self.laid(self.at - 1);
        };
        let block = match self.plan.kind {
            BuildKind::Sweep => {
                return LinkStep::Swept {
                    is_row: self.board().rows() > self.board().cols(),
                    number: self.at as u64,
                    all: self.steps() as u64,
                    links: self.columns.get(number).map_or(0, Vec::len) as u64,
                };
            }
            BuildKind::Rows if !self.cut.is_empty() => Some(number as u64 + 2),
            BuildKind::Chain if !self.cut.is_empty() => {
                self.chain.joins.get(number).map(|join| join.0 as u64 + 1)
            }
            _ => None,
        };
        LinkStep::Joined { block, cut: self.cut.clone(), made: self.made.clone() }
    }

    fn laid(&self, number: usize) -> LinkStep {
        let block = &self.plan.blocks[number];
        let tour = match self.chain.leg(number) {
            Some(leg) => BlockTour::Between(leg.from, leg.to),
            None if self.has_base_tours(block) => BlockTour::Base,
            None if self.is_open(block) => BlockTour::FromStart,
            None => BlockTour::Closed,
        };
        let (number, blocks) = (number as u64 + 1, self.plan.blocks.len() as u64);
        LinkStep::Laid { number, blocks, size: block.shape(), tour }
    }
}

impl Solver for Builder {
    fn step(&mut self) -> Option<Event> {
        if self.state.status != Status::Searching {
            return None;
        }
        self.cut.clear();
        self.made.clear();
        let event = if self.is_over() {
            self.round += 1;
            self.at = 0;
            self.link_grid.clear();
            self.state.tally.work.restarts += 1;
            Event::Restart
        } else {
            if self.at == 0 {
                self.prepare();
            }
            let is_done = self.advance();
            self.at += 1;
            self.state.tally.work.rewires += 1;
            self.state.status = if is_done {
                if self.is_over() { self.finish() } else { Status::Searching }
            } else if self.plan.kind == BuildKind::Sweep {
                // All ways were followed.
                Status::Exhausted
            } else {
                Status::GaveUp
            };
            Event::Rewire
        };
        self.state.took(event)
    }

    fn quick_steps(&self) -> u64 {
        match self.plan.kind {
            BuildKind::Rows | BuildKind::Quarters => 1_000,
            BuildKind::Chain | BuildKind::Sweep | BuildKind::Single | BuildKind::Impossible => 1,
        }
    }

    fn find_next(&mut self) {
        if self.state.status == Status::Found {
            let path = std::mem::take(&mut self.state.path);
            if path.len() <= MAX_SQUARES_COMPARED {
                self.earlier_tours.push(path);
            }
            self.repeats = 0;
            self.state.status = Status::Searching;
        }
    }

    fn state(&self) -> &SearchState {
        &self.state
    }

    fn overlay(&self, onto: &mut Overlay) {
        self.link_grid.overlay(onto);
        onto.cut.extend(&self.cut);
        onto.made.extend(&self.made);
        let (board, blocks) = (self.board(), &self.plan.blocks);
        if blocks.is_empty() {
            return;
        }
        onto.pieces.resize(board.size(), 0);
        let mut paint = |block: &BoardBlock, piece: usize| {
            for row in block.rows.clone() {
                let first = (row * board.cols()) as usize;
                let cols = first + block.cols.start as usize..first + block.cols.end as usize;
                onto.pieces[cols].fill(piece as u32);
            }
        };
        // What is joined has number 1, and the others have the next ones, in turn.
        let other = |number: usize| 2 + number % 7;
        let joins = self.at.saturating_sub(blocks.len());
        for (number, block) in blocks.iter().enumerate().take(self.at) {
            let is_joined = self.plan.kind == BuildKind::Rows && number <= joins;
            paint(block, if is_joined && self.at >= blocks.len() { 1 } else { other(number) });
        }
        if self.at >= blocks.len() {
            let first = self.chain.legs.first().map(|leg| leg.block);
            let joined = self.chain.joins.iter().take(joins).map(|(number, _)| *number);
            first.into_iter().chain(joined).for_each(|number| paint(&blocks[number], 1));
        }
        for (number, junction) in self.plan.junctions.iter().enumerate().take(joins) {
            paint(&junction.whole, if number + 1 == joins { 1 } else { other(number) });
        }
        board.holes().iter().for_each(|hole| onto.pieces[hole.index()] = 0);
    }

    fn metrics(&self, onto: &mut Vec<Metric>) {
        onto.push(Metric { title: "Pieces", value: self.pieces() as f64 });
    }

    fn insight(&self) -> Insight {
        self.state.insight(|last| {
            let is_cleared = last == Event::Restart;
            let step = if is_cleared { LinkStep::Cleared } else { self.last_step() };
            let outcome = if self.is_over() { LinkOutcome::KnownTour } else { LinkOutcome::Open };
            Insight::Links { step, outcome }
        })
    }

    fn save(&self) -> Option<Saved> {
        Saved::new(&self.state, &(self.round, self.at, self.repeats, &self.earlier_tours))
    }

    /// A round is built again as far as it was.
    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let mut state = self.state.clone();
        let (at, repeats, earlier_tours): (usize, _, _);
        (self.round, at, repeats, earlier_tours) = saved.open(&mut state)?;
        LoadError::unless(at <= self.steps())?;
        for _ in 0..at {
            self.step();
        }
        (self.state, self.repeats, self.earlier_tours) = (state, repeats, earlier_tours);
        LoadError::unless(self.at == at)
    }

    fn bytes(&self) -> usize {
        let tours = self.earlier_tours.iter();
        let tours: usize = tours.map(|tour| size_of_val(tour) + size_of_val(&tour[..])).sum();
        size_of_val(self) + self.link_grid.bytes() + size_of_val(&self.state.path[..]) + tours
    }
}
