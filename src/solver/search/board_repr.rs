//! The board as plain backtracking sees it: the free squares and moves in the form fastest for the board,
//! with the innermost loop of the search.

use std::hint::select_unpredictable;

use crate::board::{Board, MoveOrder, Square};
use crate::solver::search::field::{Cell, Field};

/// How squares and moves are found. The free squares, which change during a search, are separate, so
/// that an innermost loop can hold them in a register.
pub(crate) trait BoardRepr: Clone + Send + Sync + 'static {
    /// A square, and whatever is needed to find its moves.
    type Place: Copy + Default + PartialEq + Send + Sync;
    /// Which squares are free.
    type Free: Clone + Default + Send + Sync;

    fn place(&self, free: &Self::Free, square: Square) -> Self::Place;
    fn square(&self, place: Self::Place) -> Square;
    /// The free moves from a place, one bit for each move in order.
    fn free_moves(&self, free: &Self::Free, place: Self::Place) -> u8;
    /// Where a move leads; it must not leave the board.
    fn beside(&self, free: &Self::Free, place: Self::Place, slot: usize) -> Self::Place;
    fn take(free: &mut Self::Free, place: Self::Place);
    fn give(free: &mut Self::Free, place: Self::Place);
    /// Makes the same squares free as in another board of the same size, without new memory.
    fn refill(free: &mut Self::Free, full: &Self::Free);
    /// The heap memory of the free squares, in bytes.
    fn bytes(free: &Self::Free) -> usize;

    /// Backtracks from the end of a path, and counts the visits of each square in reading order. The
    /// first levels of the stack are the path.
    #[inline(never)]
    fn backtrack(
        &self,
        free: &mut Self::Free,
        stack: &mut [Level<Self::Place>],
        visits: &mut [u64],
        limits: &StepLimits,
    ) -> Stretch {
        let (mut top, mut lowest, mut placements) = (limits.len - 1, limits.len - 1, 0);
        let mut here = stack[top];
        'search: while placements < limits.placements {
            while here.untried == 0 {
                if top == limits.floor {
                    break 'search;
                }
                Self::give(free, here.place);
                top -= 1;
                lowest = lowest.min(top);
                here = stack[top];
            }
            if top + 1 >= limits.roof {
                break;
            }
            let slot = here.untried.trailing_zeros() as usize;
            here.untried &= here.untried - 1;
            let place = self.beside(free, here.place, slot);
            let onward = self.free_moves(free, place);
            visits[self.square(place).index()] += 1;
            placements += 1;
            if onward != 0 {
                stack[top] = here;
                Self::take(free, place);
                here = Level { place, untried: onward };
                top += 1;
            }
        }
        stack[top] = here;
        Stretch { len: top + 1, kept: lowest + 1, placements }
    }
}

/// A square of the path, and the moves still to be tried from it, one bit for each move in order.
#[derive(Clone, Copy, Default)]
pub(crate) struct Level<P> {
    pub(crate) place: P,
    pub(crate) untried: u8,
}

/// How far [`BoardRepr::backtrack`] goes, from a path of `len` squares: it always has more than `floor`
/// squares and at most `roof`.
pub(crate) struct StepLimits {
    pub(crate) len: usize,
    pub(crate) floor: usize,
    pub(crate) roof: usize,
    pub(crate) placements: u64,
}

/// What [`BoardRepr::backtrack`] did: the new length of the path, how many of its squares were always
/// part of it, and the placements it took.
pub(crate) struct Stretch {
    pub(crate) len: usize,
    pub(crate) kept: usize,
    pub(crate) placements: u64,
}

/// What is made with the fastest repr of a board.
pub(crate) trait Fastest {
    type Made;

    fn make<G: BoardRepr>(self, repr: G, free: G::Free) -> Self::Made;
}

/// Makes something with the fastest representation of a board, all squares of which are free.
pub(crate) fn fastest<F: Fastest>(board: &Board, order: &MoveOrder, make: F) -> F::Made {
    fn in_word<const COLS: u32, F: Fastest>(board: &Board, order: &MoveOrder, make: F) -> F::Made {
        let (repr, free) = Word::<COLS>::new(board, order);
        make.make(repr, free)
    }
    if board.is_wrapped() {
        make.make(Wrapped, Field::new(board, order))
    } else if board.size() <= 64 {
        match board.cols() {
            5 => in_word::<5, F>(board, order, make),
            6 => in_word::<6, F>(board, order, make),
            7 => in_word::<7, F>(board, order, make),
            8 => in_word::<8, F>(board, order, make),
            _ => in_word::<0, F>(board, order, make),
        }
    } else {
        let (repr, free) = Bytes::new(board, order);
        make.make(repr, free)
    }
}

/// Which bit stands for each square around a square, in the number that [`Word::free_around`] returns: rows
/// down, columns right, and the bit.
const NEIGHBOUR_BITS: [(i64, i64, u32); 8] = [
    (-2, -1, 1),
    (-2, 1, 3),
    (-1, -2, 0),
    (-1, 2, 4),
    (1, -2, 2),
    (1, 2, 6),
    (2, -1, 5),
    (2, 1, 7),
];

/// For plain edges and at most 64 squares: one word, with a bit per square. Rotations bring the rows
/// around a square into place. They are faster if the compiler knows that there are `COLS` columns;
/// 0 means any number of columns.
#[derive(Clone)]
pub(crate) struct Word<const COLS: u32> {
    cols: u32,
    /// For each square, the squares around it that are on the board.
    inside: [u8; 64],
    /// For each set of squares around a square, the moves that lead to them.
    moves: [u8; 256],
    /// For each set of moves, the squares they lead to.
    targets: [u8; 256],
    /// For each set of squares around a square, the one to try first.
    first: [FirstMove; 256],
    /// By how much each move changes a square's index.
    strides: [u32; 8],
}

/// The first of some moves: by how much it changes a square's index, and the squares the others lead to.
#[derive(Clone, Copy, Default)]
struct FirstMove {
    stride: u8,
    rest: u8,
}

impl<const COLS: u32> Word<COLS> {
    pub(crate) fn new(board: &Board, order: &MoveOrder) -> (Word<COLS>, u64) {
        let cols = i64::from(board.cols());
        let mut word = Word {
            cols: board.cols(),
            inside: [0; 64],
            moves: [0; 256],
            targets: [0; 256],
            first: [FirstMove::default(); 256],
            strides: order.moves().map(|(down, right)| (down * cols + right) as u32),
        };
        let bits = order.moves().map(|step| {
            let bit = NEIGHBOUR_BITS.iter().find(|at| (at.0, at.1) == step);
            bit.map_or(0, |at| 1 << at.2)
        });
        for around in 1..=u8::MAX {
            let slots = (0..8).filter(|slot| around & bits[*slot] != 0);
            let moves = slots.fold(0, |moves, slot| moves | 1 << slot);
            let first = u8::trailing_zeros(moves) as usize;
            word.moves[usize::from(around)] = moves;
            word.targets[usize::from(moves)] = around;
            word.first[usize::from(around)] =
                FirstMove { stride: word.strides[first] as u8, rest: around & !bits[first] };
        }
        let mut free = 0;
        for square in board.squares() {
            for (bit, (down, right)) in bits.into_iter().zip(order.moves()) {
                let row = i64::from(board.row(square)) + down;
                let col = i64::from(board.col(square)) + right;
                if (0..i64::from(board.rows())).contains(&row) && (0..cols).contains(&col) {
                    word.inside[square.index()] |= bit;
                }
            }
            free |= 1 << square.index();
        }
        (word, free)
    }

    /// The free squares around a square, as bits.
    #[inline]
    fn free_around(&self, free: u64, place: u32) -> u32 {
        // The number of columns, which the compiler knows if it is [`COLS`](Word).
        let cols = if COLS > 0 { COLS } else { self.cols };
        let row = free.rotate_right(place);
        // With the column two to the left as bit 0, each row has its bits in place or needs one shift.
        let two_above = row.rotate_left(2 * cols + 2) & 0b01010;
        let above = row.rotate_left(cols + 2) & 0b10001;
        let below = (row.rotate_left(2).rotate_right(cols) & 0b10001) << 2;
        let two_below = (row.rotate_left(2).rotate_right(2 * cols) & 0b01010) << 4;
        (two_above | above | below | two_below) as u32 & u32::from(self.inside[place as usize & 63])
    }
}

/// A square of the path with moves left to try, and the free squares when it was reached.
#[derive(Clone, Copy, Default)]
struct Fork {
    free: u64,
    top: u32,
    place: u32,
    untried: u32,
}

impl<const COLS: u32> BoardRepr for Word<COLS> {
    type Place = u32;
    type Free = u64;

    fn place(&self, _: &u64, square: Square) -> u32 {
        square.index() as u32
    }

    #[inline]
    fn square(&self, place: u32) -> Square {
        Square::at(place)
    }

    #[inline]
    fn free_moves(&self, free: &u64, place: u32) -> u8 {
        self.moves[self.free_around(*free, place) as usize & 255]
    }

    #[inline]
    fn beside(&self, _: &u64, place: u32, slot: usize) -> u32 {
        place.wrapping_add(self.strides[slot & 7])
    }

    #[inline]
    fn take(free: &mut u64, place: u32) {
        *free &= !(1 << (place & 63));
    }

    #[inline]
    fn give(free: &mut u64, place: u32) {
        *free |= 1 << (place & 63);
    }

    #[inline]
    fn refill(free: &mut u64, full: &u64) {
        *free = *full;
    }

    fn bytes(_: &u64) -> usize {
        0
    }

    /// A dead end leads straight back to the last fork. This is without a branch, which could not be
    /// predicted: both ways are prepared, and one is selected.
    #[inline(never)]
    fn backtrack(
        &self,
        free: &mut u64,
        stack: &mut [Level<u32>],
        visits: &mut [u64],
        limits: &StepLimits,
    ) -> Stretch {
        let (mut forks, mut count) = ([Fork::default(); 64], 0);
        let path = limits.floor..limits.len;
        let mut open = *free;
        stack[path.clone()].iter().for_each(|level| Self::give(&mut open, level.place));
        for top in path {
            let Level { place, untried } = stack[top];
            Self::take(&mut open, place);
            let untried = u32::from(self.targets[usize::from(untried)]);
            forks[count & 63] = Fork { free: open, top: top as u32, place, untried };
            count += usize::from(untried != 0);
        }
        if count == 0 {
            return Stretch { len: limits.len, kept: limits.len, placements: 0 };
        }
        count -= 1;
        let mut here = forks[count & 63];
        let (roof, mut placements) = (limits.roof as u32, 0);
        while here.top + 1 < roof && placements < limits.placements {
            let FirstMove { stride, rest } = self.first[here.untried as usize & 255];
            forks[count & 63] = Fork { untried: u32::from(rest), ..here };
            count += usize::from(rest != 0);
            let place = (here.place + u32::from(stride)) & 63;
            let onward = self.free_around(here.free, place);
            visits[place as usize] += 1;
            placements += 1;
            if count == 0 && onward == 0 {
                here.untried = 0;
                break;
            }
            stack[here.top as usize + 1].place = place;
            let mut deeper = Fork { top: here.top + 1, place, untried: onward, ..here };
            Self::take(&mut deeper.free, place);
            let is_dead_end = onward == 0;
            let back = forks[count.wrapping_sub(1) & 63];
            here = Fork {
                free: select_unpredictable(is_dead_end, back.free, deeper.free),
                top: select_unpredictable(is_dead_end, back.top, deeper.top),
                place: select_unpredictable(is_dead_end, back.place, deeper.place),
                untried: select_unpredictable(is_dead_end, back.untried, deeper.untried),
            };
            count -= usize::from(is_dead_end);
        }
        *free = here.free;
        let top = here.top as usize;
        stack[limits.floor..=top].iter_mut().for_each(|level| level.untried = 0);
        for fork in forks[..count].iter().chain([&here]) {
            stack[fork.top as usize].untried = self.moves[fork.untried as usize & 255];
        }
        Stretch { len: top + 1, kept: limits.floor + 1, placements }
    }
}

/// For plain edges and any number of squares: a byte for each square, 1 if it is free. A frame of two
/// squares around the board is never free, so that a move off the board finds no free square.
#[derive(Clone)]
pub(crate) struct Bytes {
    cols: u32,
    strides: [Spot; 8],
}

/// A square as the place of its byte and as its index, or how a move changes them.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Spot {
    at: u32,
    index: u32,
}

impl Bytes {
    pub(crate) fn new(board: &Board, order: &MoveOrder) -> (Bytes, Vec<u8>) {
        let cols = i64::from(board.cols());
        let strides = order.moves().map(|(down, right)| Spot {
            at: (down * (cols + 4) + right) as u32,
            index: (down * cols + right) as u32,
        });
        let bytes = Bytes { cols: board.cols(), strides };
        let mut free = vec![0; (board.rows() as usize + 4) * (board.cols() as usize + 4)];
        for square in board.squares() {
            let spot = bytes.place(&free, square);
            Bytes::give(&mut free, spot);
        }
        (bytes, free)
    }
}

impl BoardRepr for Bytes {
    type Place = Spot;
    type Free = Vec<u8>;

    fn place(&self, _: &Vec<u8>, square: Square) -> Spot {
        let index = square.index() as u32;
        let (row, col) = (index / self.cols, index % self.cols);
        Spot { at: (row + 2) * (self.cols + 4) + col + 2, index }
    }

    #[inline]
    fn square(&self, spot: Spot) -> Square {
        Square::at(spot.index)
    }

    #[inline]
    fn free_moves(&self, free: &Vec<u8>, spot: Spot) -> u8 {
        let mut moves = 0;
        for (slot, stride) in self.strides.iter().enumerate() {
            moves |= free[spot.at.wrapping_add(stride.at) as usize] << slot;
        }
        moves
    }

    #[inline]
    fn beside(&self, _: &Vec<u8>, spot: Spot, slot: usize) -> Spot {
        let stride = self.strides[slot & 7];
        Spot { at: spot.at.wrapping_add(stride.at), index: spot.index.wrapping_add(stride.index) }
    }

    #[inline]
    fn take(free: &mut Vec<u8>, spot: Spot) {
        free[spot.at as usize] = 0;
    }

    #[inline]
    fn give(free: &mut Vec<u8>, spot: Spot) {
        free[spot.at as usize] = 1;
    }

    #[inline]
    fn refill(free: &mut Vec<u8>, full: &Vec<u8>) {
        free.copy_from_slice(full);
    }

    fn bytes(free: &Vec<u8>) -> usize {
        size_of_val(&free[..])
    }
}

/// For wrapped boards: a byte for each square.
#[derive(Clone)]
pub(crate) struct Wrapped;

impl BoardRepr for Wrapped {
    type Place = (Cell, u32);
    type Free = Field;

    fn place(&self, field: &Field, square: Square) -> (Cell, u32) {
        (field.cell(square), square.index() as u32)
    }

    #[inline]
    fn square(&self, (_, index): (Cell, u32)) -> Square {
        Square::at(index)
    }

    #[inline]
    fn free_moves(&self, field: &Field, (cell, _): (Cell, u32)) -> u8 {
        field.free_moves(&field.near(cell))
    }

    #[inline]
    fn beside(&self, field: &Field, (cell, index): (Cell, u32), slot: usize) -> (Cell, u32) {
        let (cell, square) = field.beside(cell, Square::at(index), slot);
        (cell, square.index() as u32)
    }

    #[inline]
    fn take(field: &mut Field, (cell, _): (Cell, u32)) {
        field.block(cell);
    }

    #[inline]
    fn give(field: &mut Field, (cell, _): (Cell, u32)) {
        field.unblock(cell);
    }

    #[inline]
    fn refill(field: &mut Field, full: &Field) {
        field.refill(full);
    }

    fn bytes(field: &Field) -> usize {
        field.bytes()
    }
}
