//! A path between two squares that leads through a chain of blocks, for tours with a given end.

use std::collections::BTreeMap;

use crate::board::{Board, Square};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::build::link_grid::Pattern;
use crate::solver::build::plan::{BoardBlock, BuildPlan};
use crate::solver::overlay::Link;
use crate::solver::questions::finish::finish;
use crate::solver::search::ranking::Generator;

#[derive(Clone)]
pub(crate) struct Leg {
    pub(crate) block: usize,
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) pattern: Pattern,
}

/// A path through a chain of blocks, and the order in which all blocks are joined to it.
#[derive(Clone, Default)]
pub(crate) struct Chain {
    pub(crate) legs: Vec<Leg>,
    /// The place of each block of the chain in it.
    places: BTreeMap<usize, usize>,
    /// Which block is joined to which one, after the first: those of the chain first.
    pub(crate) joins: Vec<(usize, usize)>,
}

/// How many steps the search for the path through a block may take, before other squares are tried.
const MAX_STEPS: u64 = 20_000;

impl Chain {
    /// A chain of blocks with a path from the start to the end. All other blocks are joined to it or to
    /// one that is joined already.
    pub(crate) fn new(
        board: &Board,
        plan: &BuildPlan,
        [start, end]: [Square; 2],
        chance: &mut Generator,
    ) -> Option<Chain> {
        let grid = Grid { board, plan };
        let route = grid.route(start, end, chance.below(2) == 0);
        let (mut legs, mut from): (Vec<Leg>, Square) = (Vec::new(), start);
        for (place, number) in route.iter().enumerate() {
            let (block, seed) = (&plan.blocks[*number], chance.below(1 << 32));
            let leg = |to: Square| {
                let pattern = grid.path(block, [from, to], seed)?;
                Some(Leg { block: *number, from, to, pattern })
            };
            let Some(next) = route.get(place + 1) else {
                legs.push(leg(end)?);
                break;
            };
            let mut ways = grid.ways(block, from, &plan.blocks[*next]);
            ways.retain(|way| way[1] != end);
            let first = chance.below(ways.len().max(1) as u64) as usize;
            ways.rotate_left(first);
            let (leg, entered) = ways.iter().find_map(|way| Some((leg(way[0])?, way[1])))?;
            legs.push(leg);
            from = entered;
        }
        let places = legs.iter().enumerate().map(|(place, leg)| (leg.block, place)).collect();
        Some(Chain { legs, places, joins: grid.joins(&route) })
    }

    /// The path through a block, if it belongs to the chain.
    pub(crate) fn leg(&self, block: usize) -> Option<&Leg> {
        self.places.get(&block).map(|place| &self.legs[*place])
    }

    /// The link between the block at this place of the chain and the next one.
    pub(crate) fn step(&self, place: usize) -> Option<Link> {
        let legs = self.legs.get(place..place + 2)?;
        Some(Link(legs[0].to, legs[1].from))
    }
}

/// A board with its blocks, which lie in rows.
struct Grid<'a> {
    board: &'a Board,
    plan: &'a BuildPlan,
}

impl Grid<'_> {
    fn place(&self, square: Square) -> [usize; 2] {
        let contains = |block: &BoardBlock| block.contains(self.board, square);
        let number = self.plan.blocks.iter().position(contains).unwrap_or(0);
        [number / self.plan.width, number % self.plan.width]
    }

    /// The blocks from one square to another: along a row and a column, in either order.
    fn route(&self, from: Square, to: Square, rows_first: bool) -> Vec<usize> {
        let (mut at, to) = (self.place(from), self.place(to));
        let mut route = vec![at[0] * self.plan.width + at[1]];
        for side in if rows_first { [0, 1] } else { [1, 0] } {
            while at[side] != to[side] {
                at[side] = if at[side] < to[side] { at[side] + 1 } else { at[side] - 1 };
                route.push(at[0] * self.plan.width + at[1]);
            }
        }
        route
    }

    /// The moves from one block into the next one that a path through it from this square can end with.
    fn ways(&self, block: &BoardBlock, from: Square, next: &BoardBlock) -> Vec<[Square; 2]> {
        let board = self.board;
        let colour = |square: Square| (board.row(square) + board.col(square)) % 2;
        let ends_alike = block.is_odd();
        let squares = block
            .rows
            .clone()
            .flat_map(|row| block.cols.clone().filter_map(move |col| board.square(row, col)));
        let fits = |to: &Square| *to != from && (colour(*to) == colour(from)) == ends_alike;
        let onward = |to: Square| {
            let moves = (0..8).filter_map(move |slot| board.moved(to, slot));
            moves.filter(|entered| next.contains(board, *entered)).map(move |entered| [to, entered])
        };
        squares.filter(fits).flat_map(onward).collect()
    }

    /// The links of a path between two squares over all squares of a block.
    fn path(&self, block: &BoardBlock, ends: [Square; 2], seed: u64) -> Option<Pattern> {
        let (rows, cols) = block.shape();
        let small = Board::new(rows, cols).ok()?;
        let [from, to] = ends.map(|end| block.local(self.board, end));
        let (from, to) = (from?, to?);
        let puzzle = Puzzle::new(small.clone(), vec![from], Goal::End(to), seed).ok()?;
        let path = finish(&puzzle, MAX_STEPS).yes()?;
        Some(Pattern::new(&small, &path, false))
    }

    /// The order in which blocks are joined: along the route, then those beside them, and so on.
    fn joins(&self, route: &[usize]) -> Vec<(usize, usize)> {
        let (width, blocks) = (self.plan.width, self.plan.blocks.len());
        let mut joined = vec![false; blocks];
        route.iter().for_each(|block| joined[*block] = true);
        let mut joins: Vec<(usize, usize)> = route.windows(2).map(|two| (two[1], two[0])).collect();
        let mut queue = route.to_vec();
        let mut next = 0;
        while let Some(block) = queue.get(next).copied() {
            next += 1;
            let col = block % width;
            let beside = [
                (col > 0).then(|| block - 1),
                (col + 1 < width).then(|| block + 1),
                block.checked_sub(width),
                Some(block + width).filter(|below| *below < blocks),
            ];
            for other in beside.into_iter().flatten() {
                if !std::mem::replace(&mut joined[other], true) {
                    joins.push((other, block));
                    queue.push(other);
                }
            }
        }
        joins
    }
}
