//! A list of moves, walked from the given squares until one of them cannot be made.

use crate::board::MoveOrder;
use crate::puzzle::Puzzle;
use crate::solver::search::board_repr::{BoardRepr, Fastest, fastest};

/// What replaces a move that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repair {
    /// The walk ends there.
    None,
    /// The first move that can be made.
    First,
    /// The first move to a square with the fewest onward moves.
    Warnsdorff,
}

/// A board on which lists of moves are walked, one after the other, each from the given squares.
pub(crate) trait GenePath: Send + Sync {
    /// Makes these moves, by their places in [`MOVES`](crate::board::MOVES), until one cannot be made
    /// or repaired, and returns how many were made. Moves that were repaired are changed in the list.
    /// A square where the tour must end is entered only as the last one.
    fn walk(&mut self, moves: &mut [u8], repair: Repair) -> usize;

    /// The memory of a copy.
    fn bytes(&self) -> usize;

    fn boxed_clone(&self) -> Box<dyn GenePath>;
}

impl Clone for Box<dyn GenePath> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

pub(crate) fn gene_path(puzzle: &Puzzle) -> Box<dyn GenePath> {
    fastest(puzzle.board(), &MoveOrder::ANTICLOCKWISE, MakeGenePath(puzzle))
}

struct MakeGenePath<'a>(&'a Puzzle);

impl Fastest for MakeGenePath<'_> {
    type Made = Box<dyn GenePath>;

    fn make<G: BoardRepr>(self, repr: G, mut full: G::Free) -> Box<dyn GenePath> {
        let MakeGenePath(puzzle) = self;
        let given = puzzle.given().iter().map(|square| repr.place(&full, *square));
        let given: Vec<G::Place> = given.collect();
        for place in &given {
            G::take(&mut full, *place);
        }
        // If the end is among the given squares, there is nothing left to walk.
        let end = puzzle.goal().end().filter(|end| !puzzle.given().contains(end));
        let end = end.map(|end| repr.place(&full, end));
        end.into_iter().for_each(|end| G::take(&mut full, end));
        let from = given.last().copied().unwrap_or_default();
        Box::new(BoardPath { free: full.clone(), repr, full, from, end })
    }
}

#[derive(Clone)]
struct BoardPath<G: BoardRepr> {
    repr: G,
    /// The squares that are free when a walk begins. The end is not.
    full: G::Free,
    free: G::Free,
    /// The last given square.
    from: G::Place,
    end: Option<G::Place>,
}

const NO_MOVE: u8 = 8;

impl<G: BoardRepr> BoardPath<G> {
    /// Walks these moves. `repair` chooses a replacement among the free moves, a bit each.
    #[inline]
    fn walk_with(
        &mut self,
        moves: &mut [u8],
        repair: impl Fn(&G, &G::Free, G::Place, u8) -> u8,
    ) -> usize {
        G::refill(&mut self.free, &self.full);
        // A word of free squares then stays in a register.
        let mut free = std::mem::take(&mut self.free);
        let (mut place, last) = (self.from, moves.len().wrapping_sub(1));
        let mut made = moves.len();
        for (at, slot) in moves.iter_mut().enumerate() {
            if at == last
                && let Some(end) = self.end
            {
                G::give(&mut free, end);
            }
            let open = self.repr.free_moves(&free, place);
            if open >> (*slot & 7) & 1 == 0 {
                let other = repair(&self.repr, &free, place, open);
                if other == NO_MOVE {
                    made = at;
                    break;
                }
                *slot = other;
            }
            place = self.repr.beside(&free, place, usize::from(*slot));
            G::take(&mut free, place);
        }
        self.free = free;
        made
    }
}

/// The move to the square with the fewest free moves, the first of several.
#[inline]
fn fewest<G: BoardRepr>(repr: &G, free: &G::Free, from: G::Place, mut open: u8) -> u8 {
    // The number of moves and the move in one number, above all others at first.
    let mut best = 0xff0 | u32::from(NO_MOVE);
    while open != 0 {
        let slot = open.trailing_zeros();
        open &= open - 1;
        let place = repr.beside(free, from, slot as usize);
        let onward = repr.free_moves(free, place).count_ones();
        best = best.min(onward << 4 | slot);
    }
    (best & 15) as u8
}

impl<G: BoardRepr> GenePath for BoardPath<G> {
    fn walk(&mut self, moves: &mut [u8], repair: Repair) -> usize {
        match repair {
            Repair::None => self.walk_with(moves, |_, _, _, _| NO_MOVE),
            Repair::First => self.walk_with(moves, |_, _, _, open| open.trailing_zeros() as u8),
            Repair::Warnsdorff => self.walk_with(moves, fewest),
        }
    }

    fn bytes(&self) -> usize {
        size_of_val(self) + 2 * G::bytes(&self.full)
    }

    fn boxed_clone(&self) -> Box<dyn GenePath> {
        Box::new(self.clone())
    }
}
