//! Tours of any plain board at once: from small tours that are joined, or column by column.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use crate::board::{Board, Square};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::build::chain::{Chain, Grid};
use crate::solver::build::frontier::{self, Pair, Want};
use crate::solver::build::link_grid::{LinkGrid, Pattern, Swap};
use crate::solver::overlay::{Link, Metric, Overlay};
use crate::solver::search::ranking::Generator;
use crate::solver::work::Counter;
use crate::solver::{
    BlockTour, Event, Insight, LinkOutcome, LinkStep, LoadError, MethodConfig, Saved, SearchState,
    Solver, Status,
};
use crate::tour::Tour;

/// What it counts.
pub(crate) const COUNTERS: &[Counter] = &[BLOCKS, JOINS];

const BLOCKS: Counter =
    Counter { key: "blocks", title: "Blocks", help: "How many small tours were laid." };

const JOINS: Counter =
    Counter { key: "joins", title: "Joins", help: "How often a block was joined to the others." };

/// Narrower boards cannot be joined from blocks.
const MIN_SIDE: u32 = 5;

/// In smaller blocks there are squares of the right colours without a path between them.
const MIN_CHAINED: u32 = 6;

/// How many small tours there are of each shape.
const VARIANTS: usize = 4;

/// How many small tours are looked at.
const MAX_TRIES: u64 = 5_000;

/// On boards of at most this many squares, no tour is found twice.
const FEW_SQUARES: usize = 144;

/// How many tours of such a board it makes in a row that were found already, before it gives up.
const MAX_ROUNDS: u64 = 50;

/// Why nothing can be built for a puzzle; this may be what is wrong with its holes.
pub(crate) fn why_not(puzzle: &Puzzle, holes: Option<&'static str>) -> Option<&'static str> {
    let why = match () {
        () if puzzle.board().is_wrapped() => {
            "builds tours of boards with plain edges; turn wrapping off"
        }
        () if holes.is_some() => return holes,
        () if puzzle.repair().is_some() => "cannot rearrange a path; it builds one of its own",
        () if puzzle.given().len() > 1 => {
            "cannot continue a path; it builds one of its own, so give only the start"
        }
        () => return None,
    };
    Some(why)
}

/// The search that follows a plan.
pub(crate) fn follow(state: SearchState, plan: Plan) -> Box<dyn Solver> {
    let puzzle = &state.puzzle;
    Box::new(Construct {
        link_grid: LinkGrid::new(puzzle.board()),
        plan,
        bases: Arc::new(BTreeMap::new()),
        columns: Arc::new(Vec::new()),
        chain: Arc::new(Chain::default()),
        round: 0,
        repeats: 0,
        at: 0,
        cut: Vec::new(),
        made: Vec::new(),
        known: Vec::new(),
        chance: Generator::new(puzzle.seed()),
        state,
    })
}

/// How a board is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Plan {
    /// From blocks, between these rows and columns.
    Blocks { rows: Vec<u32>, cols: Vec<u32> },
    /// From such blocks, some of which form a chain from the start to the end.
    Chain { rows: Vec<u32>, cols: Vec<u32> },
    /// From blocks that are joined in fours.
    Quarters(Arc<Quarters>),
    /// Column by column; on a board that is higher than wide, row by row.
    Sweep,
    /// It has one square.
    Single,
    /// Not at all.
    Nothing,
}

impl Plan {
    pub(crate) fn new(puzzle: &Puzzle) -> Plan {
        let board = puzzle.board();
        let (rows, cols) = (board.rows(), board.cols());
        let (start_row, start_col) = (board.row(puzzle.start()), board.col(puzzle.start()));
        let is_odd = rows % 2 == 1 && cols % 2 == 1;
        // Tours of an odd board are open and begin on the colour of its corners.
        let (is_minor, is_closed) =
            ((start_row + start_col) % 2 == 1, puzzle.goal().needs_closing_move());
        let (row, col) = if is_odd { (start_row, start_col) } else { (0, 0) };
        let parts = |least| [(rows, row), (cols, col)].map(|(side, at)| parts(side, at, least));
        match (rows.min(cols), puzzle.goal().end()) {
            (1, _) if rows == cols && !is_closed => Plan::Single,
            (3 | 4, _) | (MIN_SIDE, Some(_)) => Plan::Sweep,
            (MIN_SIDE.., _) if is_odd && (is_closed || is_minor) => Plan::Nothing,
            (MIN_SIDE.., Some(end)) => {
                let is_like_start = (board.row(end) + board.col(end)) % 2 == u32::from(is_minor);
                let [rows, cols] = parts(MIN_CHAINED);
                if is_like_start == is_odd { Plan::Chain { rows, cols } } else { Plan::Nothing }
            }
            (MIN_SIDE.., None) => {
                let [rows, cols] = parts(MIN_SIDE);
                Plan::Blocks { rows, cols }
            }
            _ => Plan::Nothing,
        }
    }
}

/// Blocks that are joined in fours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Quarters {
    pub(crate) blocks: Vec<Block>,
    pub(crate) joins: Vec<Crossing>,
}

/// Where four blocks meet that are joined, and the part of the board that they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Crossing {
    /// The square right and below of the crossing.
    pub(crate) row: u32,
    pub(crate) col: u32,
    pub(crate) whole: Block,
}

/// Where the parts of a side begin, and its end: all of length 6 but one, which is odd if the side is, and
/// then contains this place. All others begin at even places, and none is shorter than the least.
fn parts(side: u32, place: u32, least: u32) -> Vec<u32> {
    let special = match side % 6 {
        0 => 6,
        5 if place % 6 == 5 || least > 5 => 11,
        5 => 5,
        more => 6 + more,
    };
    let many = (side - special) / 6;
    let before = if side % 2 == 1 { (place / 6).min(many) } else { many };
    let mut parts: Vec<u32> = (0..=before).map(|part| 6 * part).collect();
    parts.extend((0..=many - before).map(|part| 6 * before + special + 6 * part));
    parts
}

/// One part of each length that a side has.
fn lengths(parts: &[u32]) -> impl Iterator<Item = Range<u32>> {
    let all: BTreeMap<u32, Range<u32>> =
        parts.windows(2).map(|part| (part[1] - part[0], part[0]..part[1])).collect();
    all.into_values()
}

#[derive(Clone)]
struct Construct {
    state: SearchState,
    plan: Plan,
    link_grid: LinkGrid,
    /// Small tours by their rows and columns.
    bases: Arc<BTreeMap<(u32, u32), Vec<Pattern>>>,
    /// The links of each column, where the board is built column by column.
    columns: Arc<Vec<Vec<Pair>>>,
    /// The chain of blocks from the start to the end, where an end is given.
    chain: Arc<Chain>,
    /// How many tours it has begun before this one, and how many of the last were known.
    round: u64,
    repeats: u64,
    /// How many steps of this round were taken.
    at: usize,
    /// What the last step took away, and what it put in its place.
    cut: Vec<Link>,
    made: Vec<Link>,
    /// The tours that were found, on a small board.
    known: Vec<Vec<Square>>,
    chance: Generator,
}

/// A block of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    pub(crate) rows: Range<u32>,
    pub(crate) cols: Range<u32>,
}

impl Block {
    pub(crate) fn contains(&self, board: &Board, square: Square) -> bool {
        self.rows.contains(&board.row(square)) && self.cols.contains(&board.col(square))
    }

    /// Rows and columns.
    pub(crate) fn shape(&self) -> (u32, u32) {
        (self.rows.end - self.rows.start, self.cols.end - self.cols.start)
    }

    pub(crate) fn is_odd(&self) -> bool {
        let (rows, cols) = self.shape();
        rows % 2 == 1 && cols % 2 == 1
    }
}

impl Construct {
    /// How many blocks there are in a row of them, and how many rows.
    fn grid(&self) -> (usize, usize) {
        match &self.plan {
            Plan::Blocks { rows, cols } | Plan::Chain { rows, cols } => {
                (cols.len() - 1, rows.len() - 1)
            }
            Plan::Quarters(_) | Plan::Sweep | Plan::Single | Plan::Nothing => (0, 0),
        }
    }

    fn blocks(&self) -> usize {
        let (wide, high) = self.grid();
        if let Plan::Quarters(quarters) = &self.plan { quarters.blocks.len() } else { wide * high }
    }

    /// How often blocks are joined.
    fn joins(&self) -> usize {
        match &self.plan {
            Plan::Quarters(quarters) => quarters.joins.len(),
            _ => self.blocks().saturating_sub(1),
        }
    }

    fn block(&self, number: usize) -> Block {
        let (rows, cols) = match &self.plan {
            Plan::Blocks { rows, cols } | Plan::Chain { rows, cols } => (rows, cols),
            Plan::Quarters(quarters) => return quarters.blocks[number].clone(),
            Plan::Sweep | Plan::Single | Plan::Nothing => return Block { rows: 0..0, cols: 0..0 },
        };
        let (row, col) = (number / (cols.len() - 1), number % (cols.len() - 1));
        Block { rows: rows[row]..rows[row + 1], cols: cols[col]..cols[col + 1] }
    }

    /// How many steps a tour takes.
    fn steps(&self) -> usize {
        match self.plan {
            Plan::Blocks { .. } | Plan::Chain { .. } | Plan::Quarters(_) => {
                self.blocks() + self.joins()
            }
            Plan::Sweep => {
                self.state.puzzle.board().rows().max(self.state.puzzle.board().cols()) as usize
            }
            Plan::Single | Plan::Nothing => 1,
        }
    }

    /// The seed of this round.
    fn seed(&self) -> u64 {
        self.state.puzzle.seed().wrapping_add(self.round.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    /// Begins a round.
    fn prepare(&mut self) {
        self.chance = Generator::new(self.seed());
        self.link_grid.clear();
        if self.plan == Plan::Sweep {
            self.columns = Arc::new(self.swept().unwrap_or_default());
        }
        if let (Plan::Chain { rows, cols }, Some(end)) =
            (&self.plan, self.state.puzzle.goal().end())
        {
            let grid = Grid { board: self.state.puzzle.board(), rows, cols };
            let chain = grid.chain((self.state.puzzle.start(), end), &mut self.chance);
            self.chain = Arc::new(chain.unwrap_or_default());
        }
        if self.bases.is_empty() || self.blocks() == 1 {
            self.bases = Arc::new(self.small_tours());
        }
    }

    /// Small tours of every shape that is needed.
    fn small_tours(&self) -> BTreeMap<(u32, u32), Vec<Pattern>> {
        let mut bases = BTreeMap::new();
        let variants = if self.blocks() == 1 { 1 } else { VARIANTS };
        if let Plan::Quarters(quarters) = &self.plan {
            for block in &quarters.blocks {
                let tours = || self.variants(block, variants);
                bases.entry(block.shape()).or_insert_with(tours);
            }
        }
        let (Plan::Blocks { rows, cols } | Plan::Chain { rows, cols }) = &self.plan else {
            return bases;
        };
        let is_chain = matches!(self.plan, Plan::Chain { .. });
        for rows in lengths(rows) {
            for cols in lengths(cols) {
                let block = Block { rows: rows.clone(), cols };
                if is_chain && block.is_odd() {
                    // The chain begins with the only one.
                    continue;
                }
                bases.insert(block.shape(), self.variants(&block, variants));
            }
        }
        bases
    }

    /// A block as a board of its own, with the holes that it has.
    fn block_board(&self, block: &Block) -> Option<Board> {
        let (rows, cols) = block.shape();
        let (whole, board) = (self.state.puzzle.board(), Board::new(rows, cols).ok()?);
        let holes = whole.holes().iter().filter(|hole| block.contains(whole, **hole));
        let holes = holes.filter_map(|hole| {
            let (row, col) = (whole.row(*hole), whole.col(*hole));
            board.square(row - block.rows.start, col - block.cols.start)
        });
        let holes: Vec<Square> = holes.collect();
        board.with_holes(holes).ok()
    }

    /// Whether a block has an open tour, from the start. An odd block that is joined in fours lacks a
    /// corner, and has a closed one.
    fn is_open(&self, block: &Block) -> bool {
        block.is_odd() && !matches!(self.plan, Plan::Quarters(_))
    }

    /// Different small tours of a block: closed, or from the start if it is odd. Base tours that fit come
    /// in place of others.
    fn variants(&self, block: &Block, many: usize) -> Vec<Pattern> {
        let (rows, cols) = block.shape();
        if self.base_tours(block) > 0 {
            let pattern = |tour: Tour| Pattern::new(tour.board(), tour.path(), true);
            return self.state.puzzle.base().fitting(rows, cols).map(pattern).collect();
        }
        let Some(board) = self.block_board(block) else { return Vec::new() };
        let (whole, start) = (self.state.puzzle.board(), self.state.puzzle.start());
        let is_open = self.is_open(block);
        let (goal, methods): (Goal, &[&str]) = match is_open {
            true => (Goal::Any, &["warnsdorff:ties=uniform,restarts=50", "restarting"]),
            false => (Goal::Closed, &["restarting"]),
        };
        let tour = |seed: u64| {
            // A closed tour may begin anywhere, and is another one then.
            let place = Generator::new(seed).below(board.squares_to_visit() as u64) as usize;
            let start = match is_open {
                true => {
                    let (row, col) = (whole.row(start), whole.col(start));
                    board.square(row - block.rows.start, col - block.cols.start)?
                }
                false => board.squares().nth(place)?,
            };
            let puzzle = Puzzle::new(board.clone(), vec![start], goal, seed).ok()?;
            let found = methods.iter().find_map(|method| {
                let mut solver = method.parse::<MethodConfig>().ok()?.build(&puzzle);
                let is_found = solver.run(100_000) == Status::Found;
                is_found.then(|| solver.state().path.clone())
            })?;
            let fits = match self.plan {
                Plan::Quarters(_) => Tour::new(board.clone(), found.clone()).ok()?.is_structured(),
                _ => true,
            };
            fits.then(|| Pattern::new(&board, &found, !is_open))
        };
        // All rounds share their small tours, unless there is one block: a file stores only the round.
        let first = if self.blocks() == 1 { self.seed() } else { self.state.puzzle.seed() };
        let seeds = (0..MAX_TRIES).map(|seed| first.wrapping_add(seed));
        seeds.filter_map(tour).take(many).collect()
    }

    /// How many base tours were handed over for a block.
    fn base_tours(&self, block: &Block) -> usize {
        let (rows, cols) = block.shape();
        let is_divided = matches!(self.plan, Plan::Quarters(_));
        if is_divided { self.state.puzzle.base().fitting(rows, cols).count() } else { 0 }
    }

    /// The links of every column.
    fn swept(&self) -> Option<Vec<Vec<Pair>>> {
        let board = self.state.puzzle.board();
        let (rows, cols) = (board.rows() as usize, board.cols() as usize);
        let at = |square: Square| {
            let (row, col) = (board.row(square) as usize, board.col(square) as usize);
            if rows <= cols { (row, col) } else { (col, row) }
        };
        let (short, long) = (rows.min(cols), rows.max(cols));
        let (start, goal) = (at(self.state.puzzle.start()), self.state.puzzle.goal());
        let want = match goal.end() {
            Some(end) => Want::Between(start, at(end)),
            None if goal.needs_closing_move() => Want::Closed,
            None => Want::From(start),
        };
        // An even board has closed tours, or open ones from every feasible square.
        frontier::sweep(short, long, want, self.seed())
    }

    /// The link that a pair of places stands for.
    fn link(&self, pair: Pair) -> Link {
        let board = self.state.puzzle.board();
        let upright = board.rows() > board.cols();
        let square = |(row, col): (usize, usize)| {
            let (row, col) = if upright { (col, row) } else { (row, col) };
            Square::at((row * board.cols() as usize + col) as u32)
        };
        Link(square(pair[0]), square(pair[1]))
    }

    /// Lays a small tour onto a block.
    fn lay(&mut self, number: usize) -> bool {
        let block = self.block(number);
        let first =
            Square::at(block.rows.start * self.state.puzzle.board().cols() + block.cols.start);
        let chain = Arc::clone(&self.chain);
        if let Some(place) = chain.places.get(&number) {
            self.link_grid.lay(&chain.legs[*place].pattern, first);
            self.state.tally.work.count(&BLOCKS, 1);
            return true;
        }
        if matches!(self.plan, Plan::Chain { .. }) && chain.legs.is_empty() {
            return false;
        }
        let bases = Arc::clone(&self.bases);
        let Some(variants) = bases.get(&block.shape()).filter(|all| !all.is_empty()) else {
            return false;
        };
        let variant = self.chance.below(variants.len() as u64) as usize;
        self.link_grid.lay(&variants[variant], first);
        self.state.tally.work.count(&BLOCKS, 1);
        true
    }

    /// Joins a block to those before it: to the one on its left, or now and then to the one above it.
    fn join(&mut self, number: usize) -> bool {
        let (wide, _) = self.grid();
        let left = (!number.is_multiple_of(wide)).then(|| number - 1);
        let above = number.checked_sub(wide);
        let mut others = [left, above];
        // Tours that mostly go along rows are walked faster, because their squares are near in memory.
        others.rotate_left(usize::from(self.chance.below(8) == 0));
        let swap = others.into_iter().flatten().find_map(|other| self.swap_with(number, other));
        let Some(swap) = swap else { return false };
        self.exchange(&swap.cut(), &swap.made());
        true
    }

    /// Joins the next block to the chain, or to one that is joined already. Blocks of the chain are linked
    /// one after the other, from the end of one path to the beginning of the next.
    fn join_to_chain(&mut self, number: usize) -> bool {
        let chain = Arc::clone(&self.chain);
        if let Some([before, leg]) = chain.legs.get(number..number + 2) {
            self.exchange(&[], &[Link(before.to, leg.from)]);
            return true;
        }
        let Some((block, other)) = chain.joins.get(number) else { return false };
        let Some(swap) = self.swap_with(*block, *other) else { return false };
        self.exchange(&swap.cut(), &swap.made());
        true
    }

    /// Takes these links away and puts others in their place.
    fn exchange(&mut self, cut: &[Link], made: &[Link]) {
        cut.iter().for_each(|link| self.link_grid.cut(*link));
        made.iter().for_each(|link| self.link_grid.link(*link));
        self.cut.extend_from_slice(cut);
        self.made.extend_from_slice(made);
        self.state.tally.work.count(&JOINS, 1);
    }

    /// Joins four parts where they meet: a move of each is cut, and four moves lead round the crossing.
    fn join_four(&mut self, number: usize) -> bool {
        let Plan::Quarters(quarters) = &self.plan else { return false };
        let Crossing { row, col, .. } = quarters.joins[number];
        // Clockwise from the upper left.
        let corners = [(false, false), (false, true), (true, true), (true, false)];
        let near = corners.map(|(down, right)| self.links_near((row, col), down, right));
        let board = self.state.puzzle.board();
        let follows = |one: &Link, next: &Link| board.joined(one.1, next.0);
        let ring = near[0].iter().find_map(|a| {
            near[1].iter().filter(|b| follows(a, b)).find_map(|b| {
                near[2].iter().filter(|c| follows(b, c)).find_map(|c| {
                    let closes = |d: &&Link| follows(c, d) && follows(d, a);
                    near[3].iter().find(closes).map(|d| [*a, *b, *c, *d])
                })
            })
        });
        let Some(cut) = ring else { return false };
        let made = [0, 1, 2, 3].map(|place| Link(cut[place].1, cut[(place + 1) % 4].0));
        self.exchange(&cut, &made);
        true
    }

    /// The links of one of the four parts that meet at a crossing, in both directions, as far as their
    /// squares are near it.
    fn links_near(&self, (row, col): (u32, u32), down: bool, right: bool) -> Vec<Link> {
        const REACH: u32 = 4;
        let cols = self.state.puzzle.board().cols();
        let rows = if down { row..row + REACH } else { row - REACH..row };
        let side = if right { col..col + REACH } else { col - REACH..col };
        let squares =
            rows.flat_map(|row| side.clone().map(move |col| Square::at(row * cols + col)));
        let is_near = |square: Square| {
            let (at, beside) = (square.index() as u32 / cols, square.index() as u32 % cols);
            (at >= row) == down && (beside >= col) == right
        };
        let links = |from: Square| {
            let to = self.link_grid.linked(from).filter(|to| is_near(*to));
            to.map(|to| Link(from, to)).collect::<Vec<Link>>()
        };
        squares.flat_map(links).collect()
    }

    /// An exchange of links between a block and one beside it, looked for from a random place on.
    fn swap_with(&mut self, number: usize, other: usize) -> Option<Swap> {
        let (block, other) = (self.block(number), self.block(other));
        let board = self.state.puzzle.board();
        let cols = board.cols();
        let is_beside = block.rows == other.rows;
        let (along, across, beyond) = match is_beside {
            true => (block.rows.clone(), block.cols.clone(), other.cols.start),
            false => (block.cols.clone(), block.rows.clone(), other.rows.start),
        };
        let many = along.end - along.start;
        let from = self.chance.below(u64::from(many)) as u32;
        let border = (0..2 * many).map(|place| {
            let (depth, place) = (place / many, along.start + (from + place) % many);
            let depth = match beyond < across.start {
                true => across.start + depth,
                false => across.end - 1 - depth,
            };
            let (row, col) = if is_beside { (place, depth) } else { (depth, place) };
            Square::at(row * cols + col)
        });
        self.link_grid.swap(board, border, |square| other.contains(board, square))
    }

    /// Takes the next step of a round.
    fn advance(&mut self) -> bool {
        let blocks = self.blocks();
        match self.plan {
            _ if self.at < blocks => self.lay(self.at),
            Plan::Chain { .. } => self.join_to_chain(self.at - blocks),
            Plan::Quarters(_) => self.join_four(self.at - blocks),
            Plan::Blocks { .. } => self.join(self.at - blocks + 1),
            Plan::Sweep => {
                let columns = Arc::clone(&self.columns);
                let Some(links) = columns.get(self.at) else { return false };
                links.iter().for_each(|pair| self.link_grid.link(self.link(*pair)));
                true
            }
            Plan::Single => true,
            Plan::Nothing => false,
        }
    }

    /// What follows when all steps of a round are taken.
    fn finish(&mut self) -> Status {
        let board = self.state.puzzle.board();
        let squares = board.squares_to_visit();
        let way = self.chance.below(2) as usize;
        self.link_grid.walk(self.state.puzzle.start(), way, squares, &mut self.state.path);
        let is_tour =
            self.state.path.len() == squares && self.state.puzzle.is_reached_by(&self.state.path);
        if is_tour && !self.known.contains(&self.state.path) {
            return Status::Found;
        }
        self.state.path.clear();
        self.repeats += 1;
        let goes_on = is_tour && self.repeats < MAX_ROUNDS;
        if goes_on { Status::Searching } else { Status::GaveUp }
    }

    /// How many pieces the links form.
    fn pieces(&self) -> usize {
        let blocks = self.blocks();
        match self.plan {
            _ if self.at == 0 => 0,
            _ if self.at <= blocks => self.at,
            Plan::Blocks { .. } | Plan::Chain { .. } => 2 * blocks - self.at,
            Plan::Quarters(_) => blocks - 3 * (self.at - blocks),
            _ => 1,
        }
    }

    fn is_over(&self) -> bool {
        self.at == self.steps()
    }

    /// What the last step did.
    fn done(&self) -> LinkStep {
        let blocks = self.blocks();
        if self.plan == Plan::Sweep {
            let board = self.state.puzzle.board();
            return LinkStep::Swept {
                is_row: board.rows() > board.cols(),
                number: self.at as u64,
                all: self.steps() as u64,
                links: self.columns.get(self.at - 1).map_or(0, Vec::len) as u64,
            };
        }
        if self.at <= blocks {
            return self.laid(self.at - 1);
        }
        let number = self.at - blocks - 1;
        let block = match &self.plan {
            _ if self.cut.is_empty() => None,
            Plan::Quarters(_) => None,
            Plan::Chain { .. } => self.chain.joins.get(number).map(|join| join.0 as u64 + 1),
            _ => Some(number as u64 + 2),
        };
        LinkStep::Joined { block, cut: self.cut.clone(), made: self.made.clone() }
    }

    /// What kind of tour a block got.
    fn laid(&self, number: usize) -> LinkStep {
        let block = self.block(number);
        let leg = self.chain.places.get(&number).map(|place| &self.chain.legs[*place]);
        let tour = match leg {
            Some(leg) => BlockTour::Between(leg.from, leg.to),
            None if self.base_tours(&block) > 0 => BlockTour::Base,
            None if self.is_open(&block) => BlockTour::FromStart,
            None => BlockTour::Closed,
        };
        let (number, blocks) = (number as u64 + 1, self.blocks() as u64);
        LinkStep::Laid { number, blocks, size: block.shape(), tour }
    }
}

impl Solver for Construct {
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
            self.state.status = match () {
                // All ways were followed.
                () if !is_done && self.plan == Plan::Sweep => Status::Exhausted,
                () if !is_done => Status::GaveUp,
                () if self.is_over() => self.finish(),
                () => Status::Searching,
            };
            Event::Rewire
        };
        self.state.took(event)
    }

    fn quick_steps(&self) -> u64 {
        match self.plan {
            // The last step walks along all squares.
            Plan::Blocks { .. } | Plan::Quarters(_) => 1_000,
            Plan::Chain { .. } | Plan::Sweep | Plan::Single | Plan::Nothing => 1,
        }
    }

    fn find_next(&mut self) {
        if self.state.status == Status::Found {
            let path = std::mem::take(&mut self.state.path);
            if path.len() <= FEW_SQUARES {
                self.known.push(path);
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
        let board = self.state.puzzle.board();
        onto.cut.extend(&self.cut);
        onto.made.extend(&self.made);
        if self.blocks() == 0 {
            return;
        }
        onto.pieces.resize(board.size(), 0);
        let mut paint = |block: &Block, piece: usize| {
            for row in block.rows.clone() {
                let first = (row * board.cols() + block.cols.start) as usize;
                let width = (block.cols.end - block.cols.start) as usize;
                onto.pieces[first..first + width].fill(piece as u32);
            }
        };
        let joined = (self.at + 1).saturating_sub(self.blocks());
        let is_row = matches!(self.plan, Plan::Blocks { .. });
        // What is joined has a number of its own, and others have one of those behind it, in turn.
        const OTHERS: usize = 7;
        for number in 0..self.blocks().min(self.at) {
            let is_joined = joined > 0 && is_row && number < joined;
            paint(&self.block(number), if is_joined { 1 } else { 2 + number % OTHERS });
        }
        let first = self.chain.legs.first().filter(|_| joined > 0).map(|leg| leg.block);
        let others = self.chain.joins.iter().take(joined.saturating_sub(1));
        for number in first.into_iter().chain(others.map(|(number, _)| *number)) {
            paint(&self.block(number), 1);
        }
        if let Plan::Quarters(quarters) = &self.plan {
            let done = joined.saturating_sub(1);
            for (number, join) in quarters.joins.iter().enumerate().take(done) {
                paint(&join.whole, if number + 1 == done { 1 } else { 2 + number % OTHERS });
            }
        }
        board.holes().iter().for_each(|hole| onto.pieces[hole.index()] = 0);
    }

    fn metrics(&self, onto: &mut Vec<Metric>) {
        onto.push(Metric { title: "Pieces", value: self.pieces() as f64 });
    }

    fn insight(&self) -> Insight {
        self.state.insight(|last| match last {
            Event::Restart => {
                Insight::Links { step: LinkStep::Cleared, outcome: LinkOutcome::Open }
            }
            Event::Rewire | Event::Advance(_) | Event::Retreat(_) => {
                let outcome =
                    if self.is_over() { LinkOutcome::KnownTour } else { LinkOutcome::Open };
                Insight::Links { step: self.done(), outcome }
            }
        })
    }

    fn save(&self) -> Option<Saved> {
        Saved::new(&self.state, &(self.round, self.at, self.repeats, &self.known))
    }

    /// A round is built again as far as it was.
    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let mut state = self.state.clone();
        let (at, repeats, known): (usize, _, _);
        (self.round, at, repeats, known) = saved.open(&mut state)?;
        LoadError::unless(at <= self.steps())?;
        for _ in 0..at {
            self.step();
        }
        (self.state, self.repeats, self.known) = (state, repeats, known);
        LoadError::unless(self.at == at)
    }

    fn bytes(&self) -> usize {
        let known: usize = self.known.iter().map(|tour| 4 * tour.len() + 24).sum();
        size_of_val(self) + self.link_grid.bytes() + size_of_val(&self.state.path[..]) + known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_cut_into_parts() {
        for side in 5..80 {
            for place in 0..side {
                let parts = parts(side, place, 5);
                let pairs: Vec<(u32, u32)> = parts.windows(2).map(|two| (two[0], two[1])).collect();
                assert_eq!((parts[0], parts[parts.len() - 1]), (0, side));
                let odd: Vec<_> = pairs.iter().filter(|(from, to)| (to - from) % 2 == 1).collect();
                assert_eq!(odd.len() as u32, side % 2, "{side} {place}: {parts:?}");
                for (from, to) in &odd {
                    assert!((*from..*to).contains(&place) && from % 2 == 0, "{side} {place}");
                }
                assert!(pairs.iter().all(|(from, to)| (5..=11).contains(&(to - from))));
            }
        }
    }
}
