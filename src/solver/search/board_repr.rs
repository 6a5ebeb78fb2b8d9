//! The board as plain backtracking sees it: the free squares and moves in the form fastest for the board.

use std::ops::{Index, IndexMut};

use crate::board::{Board, MoveOrder, Square};
use crate::solver::search::field::{Cell, Field};

/// How squares and moves are found. The free squares, which change during a search, are separate, so
/// that the innermost loop can hold them in a register.
pub(crate) trait BoardRepr: Clone + Send + Sync + 'static {
    /// A square, and whatever is needed to find its moves.
    type Place: Copy + Default + PartialEq + Send + Sync;
    /// Which squares are free.
    type Free: Clone + Default + Send + Sync;
    /// How the lists of the innermost loop are stored.
    type Storage: Storage;

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
        make.make(Wide, Field::new(board, order))
    } else if board.size() <= 64 {
        match board.cols() {
            5 => in_word::<5, F>(board, order, make),
            6 => in_word::<6, F>(board, order, make),
            7 => in_word::<7, F>(board, order, make),
            8 => in_word::<8, F>(board, order, make),
            _ => in_word::<0, F>(board, order, make),
        }
    } else if board.cols() <= WORD_COLS {
        let (repr, free) = Rows::<false>::new(board, order);
        make.make(repr, free)
    } else {
        let (repr, free) = Rows::<true>::new(board, order);
        make.make(repr, free)
    }
}

/// Which bit stands for each square around a square, in the number that indexes the table: rows
/// down, columns right, and the bit. Each row has two of the bits; with the column two to the left as
/// bit 0, they are already in place or need one shift of the whole row.
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

/// For each set of free squares among the eight, the moves that lead to them, as bits.
#[derive(Clone)]
struct MoveTable([u8; 256]);

impl MoveTable {
    fn new(order: &MoveOrder) -> MoveTable {
        let mut table = [0; 256];
        for (slot, step) in order.moves().into_iter().enumerate() {
            let bit = NEIGHBOUR_BITS.iter().find(|at| (at.0, at.1) == step).map_or(0, |at| at.2);
            for (number, moves) in table.iter_mut().enumerate() {
                *moves |= ((number >> bit & 1) as u8) << slot;
            }
        }
        MoveTable(table)
    }

    /// The moves to the free squares around a square. `rows` are the free squares of the rows two
    /// above, one above, one below and two below, with the column two to the left as bit 0.
    #[inline]
    fn moves(&self, rows: [u64; 4]) -> u8 {
        let above = rows[0] & 0b01010 | rows[1] & 0b10001;
        let below = (rows[2] & 0b10001) << 2 | (rows[3] & 0b01010) << 4;
        self.0[(above | below) as usize & 255]
    }
}

/// For plain edges and at most 64 squares: one word, with a bit per square. Rotations bring the rows
/// around a square into place. They are faster if the compiler knows that there are `COLS` columns;
/// 0 means any number of columns.
#[derive(Clone)]
pub(crate) struct Word<const COLS: u32> {
    table: MoveTable,
    cols: u32,
    /// For each square, the moves that stay on the board.
    inside: [u8; 64],
    /// By how much each move changes a square's index.
    strides: [u8; 8],
}

impl<const COLS: u32> Word<COLS> {
    pub(crate) fn new(board: &Board, order: &MoveOrder) -> (Word<COLS>, u64) {
        let cols = i64::from(board.cols());
        let mut word = Word {
            table: MoveTable::new(order),
            cols: board.cols(),
            inside: [0; 64],
            strides: order.moves().map(|(down, right)| (down * cols + right) as u8),
        };
        let mut free = 0;
        for square in board.squares() {
            for (slot, (down, right)) in order.moves().into_iter().enumerate() {
                let row = i64::from(board.row(square)) + down;
                let col = i64::from(board.col(square)) + right;
                let inside =
                    (0..i64::from(board.rows())).contains(&row) && (0..cols).contains(&col);
                word.inside[square.index()] |= u8::from(inside) << slot;
            }
            free |= 1 << square.index();
        }
        (word, free)
    }

    /// The number of columns, which the compiler knows if it is [`COLS`](Word).
    #[inline]
    fn cols(&self) -> u32 {
        if COLS > 0 { COLS } else { self.cols }
    }
}

impl<const COLS: u32> BoardRepr for Word<COLS> {
    type Place = u8;
    type Free = u64;
    type Storage = Inline;

    fn place(&self, _: &u64, square: Square) -> u8 {
        square.index() as u8
    }

    #[inline]
    fn square(&self, place: u8) -> Square {
        Square::at(u32::from(place))
    }

    #[inline]
    fn free_moves(&self, free: &u64, place: u8) -> u8 {
        let cols = self.cols();
        let top = free.rotate_right(u32::from(place).wrapping_sub(2 * cols + 2));
        let moves = self.table.moves([0, 1, 3, 4].map(|rows| top.rotate_right(rows * cols)));
        moves & self.inside[usize::from(place & 63)]
    }

    #[inline]
    fn beside(&self, _: &u64, place: u8, slot: usize) -> u8 {
        place.wrapping_add(self.strides[slot & 7])
    }

    #[inline]
    fn take(free: &mut u64, place: u8) {
        *free &= !(1 << (place & 63));
    }

    #[inline]
    fn give(free: &mut u64, place: u8) {
        *free |= 1 << (place & 63);
    }

    #[inline]
    fn refill(free: &mut u64, full: &u64) {
        *free = *full;
    }

    fn bytes(_: &u64) -> usize {
        0
    }
}

/// For plain edges and any number of squares: a bit per square, in words of [`WORD_COLS`] columns. A row
/// takes one word, or `MANY`.
///
/// There are two empty rows above and below the board and two empty columns to its left and right, so
/// that a move off the board finds no free square. If a row takes several words, each word repeats
/// the two nearest columns of the neighbouring words, so that it contains every move from its own
/// columns.
#[derive(Clone)]
pub(crate) struct Rows<const MANY: bool> {
    table: MoveTable,
    cols: u32,
    /// How many words a row takes.
    words: usize,
    /// By how much each move changes a square's place and index.
    strides: [Spot; 8],
}

/// A square as the number of its word times 64 plus its column there, and as its index.
#[derive(Clone, Copy, Default, PartialEq)]
pub(crate) struct Spot {
    at: u32,
    index: u32,
}

/// How many columns belong to a word, without the two on either side that it repeats.
pub(crate) const WORD_COLS: u32 = 60;

/// The free squares of [`Rows`], and how many words a row takes.
#[derive(Clone, Default)]
pub(crate) struct Bits<const MANY: bool> {
    free: Vec<u64>,
    words: usize,
}

impl<const MANY: bool> Rows<MANY> {
    pub(crate) fn new(board: &Board, order: &MoveOrder) -> (Rows<MANY>, Bits<MANY>) {
        let words = board.cols().div_ceil(WORD_COLS) as usize;
        let stride = |(down, right): (i64, i64)| Spot {
            at: (down * words as i64 * 64 + right) as u32,
            index: (down * i64::from(board.cols()) + right) as u32,
        };
        let strides = order.moves().map(stride);
        let rows = Rows { table: MoveTable::new(order), cols: board.cols(), words, strides };
        let mut bits = Bits { free: vec![0; (board.rows() as usize + 4) * words], words };
        for square in board.squares() {
            let place = rows.place(&bits, square);
            Rows::give(&mut bits, place);
        }
        (rows, bits)
    }
}

impl<const MANY: bool> Bits<MANY> {
    #[inline]
    fn words(&self) -> usize {
        if MANY { self.words } else { 1 }
    }

    /// Changes the bit of a square, and its copy in the next word if there is one.
    #[inline]
    fn change(&mut self, spot: Spot, change: impl Fn(&mut u64, u64)) {
        let (word, col) = ((spot.at / 64) as usize + 2 * self.words(), spot.at % 64);
        change(&mut self.free[word], 4 << col);
        if MANY {
            match col {
                0 | 1 if word % self.words > 0 => {
                    change(&mut self.free[word - 1], 4 << (col + WORD_COLS));
                }
                58 | 59 if (word + 1) % self.words > 0 => {
                    change(&mut self.free[word + 1], 4 >> (WORD_COLS - col));
                }
                _ => {}
            }
        }
    }
}

impl<const MANY: bool> BoardRepr for Rows<MANY> {
    type Place = Spot;
    type Free = Bits<MANY>;
    type Storage = OnHeap;

    fn place(&self, _: &Bits<MANY>, square: Square) -> Spot {
        let index = square.index() as u32;
        let (row, col) = (index / self.cols, index % self.cols);
        Spot { at: (row * self.words as u32 + col / WORD_COLS) * 64 + col % WORD_COLS, index }
    }

    #[inline]
    fn square(&self, spot: Spot) -> Square {
        Square::at(spot.index)
    }

    #[inline]
    fn free_moves(&self, bits: &Bits<MANY>, spot: Spot) -> u8 {
        let top = (spot.at / 64) as usize;
        let row = |down: usize| bits.free[top + down * bits.words()] >> (spot.at % 64);
        // The lowest row first: if that index is in bounds, the others are too.
        let (lowest, upper) = (row(4), [0, 1, 3].map(row));
        self.table.moves([upper[0], upper[1], upper[2], lowest])
    }

    #[inline]
    fn beside(&self, _: &Bits<MANY>, spot: Spot, slot: usize) -> Spot {
        let stride = self.strides[slot & 7];
        let mut at = spot.at.wrapping_add(stride.at);
        if MANY && at % 64 >= WORD_COLS {
            // Beyond the word's own columns: two to the right, or two to the left.
            let gap = 64 - WORD_COLS;
            at = if at % 64 < 62 { at.wrapping_add(gap) } else { at.wrapping_sub(gap) };
        }
        Spot { at, index: spot.index.wrapping_add(stride.index) }
    }

    #[inline]
    fn take(bits: &mut Bits<MANY>, spot: Spot) {
        bits.change(spot, |word, bit| *word &= !bit);
    }

    #[inline]
    fn give(bits: &mut Bits<MANY>, spot: Spot) {
        bits.change(spot, |word, bit| *word |= bit);
    }

    #[inline]
    fn refill(bits: &mut Bits<MANY>, full: &Bits<MANY>) {
        bits.free.copy_from_slice(&full.free);
    }

    fn bytes(bits: &Bits<MANY>) -> usize {
        size_of_val(&bits.free[..])
    }
}

/// For any board: a byte per square.
#[derive(Clone)]
pub(crate) struct Wide;

impl BoardRepr for Wide {
    type Place = (Cell, u32);
    type Free = Field;
    type Storage = OnHeap;

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

/// How to store lists that the innermost loop indexes.
pub(crate) trait Storage: Clone + Send + Sync + 'static {
    type List<T: Copy + Default + Send + Sync>: IndexMut<usize, Output = T> + Clone + Send + Sync;

    /// How much longer or shorter the path may become before the innermost loop is set up again.
    const REACH: usize;

    fn list<T: Copy + Default + Send + Sync>(len: usize) -> Self::List<T>;
    /// Takes counters out, to count in them.
    fn take(counters: &mut Vec<u64>) -> Self::List<u64>;
    /// Puts them back.
    fn put_back(counters: &mut Vec<u64>, counted: Self::List<u64>);
    /// The heap memory of a list, in bytes.
    fn bytes<T: Copy + Default + Send + Sync>(list: &Self::List<T>) -> usize;
}

/// Lists of at most 64 entries, stored in place.
#[derive(Clone)]
pub(crate) struct Inline;

impl Storage for Inline {
    type List<T: Copy + Default + Send + Sync> = Short<T>;

    const REACH: usize = usize::MAX;

    fn list<T: Copy + Default + Send + Sync>(_: usize) -> Short<T> {
        Short([T::default(); 64])
    }

    fn take(counters: &mut Vec<u64>) -> Short<u64> {
        Short(std::array::from_fn(|i| counters.get(i).copied().unwrap_or(0)))
    }

    fn put_back(counters: &mut Vec<u64>, counted: Short<u64>) {
        counters.iter_mut().zip(counted.0).for_each(|(old, new)| *old = new);
    }

    fn bytes<T: Copy + Default + Send + Sync>(_: &Short<T>) -> usize {
        0
    }
}

/// Lists of any length, stored on the heap.
#[derive(Clone)]
pub(crate) struct OnHeap;

impl Storage for OnHeap {
    type List<T: Copy + Default + Send + Sync> = Vec<T>;

    const REACH: usize = 512;

    fn list<T: Copy + Default + Send + Sync>(len: usize) -> Vec<T> {
        vec![T::default(); len]
    }

    fn take(counters: &mut Vec<u64>) -> Vec<u64> {
        std::mem::take(counters)
    }

    fn put_back(counters: &mut Vec<u64>, counted: Vec<u64>) {
        *counters = counted;
    }

    fn bytes<T: Copy + Default + Send + Sync>(list: &Vec<T>) -> usize {
        size_of_val(&list[..])
    }
}

/// A list of 64 entries, in which every index is valid: only its lowest six bits count.
#[derive(Clone)]
pub(crate) struct Short<T>([T; 64]);

impl<T> Index<usize> for Short<T> {
    type Output = T;

    #[inline]
    fn index(&self, index: usize) -> &T {
        &self.0[index & 63]
    }
}

impl<T> IndexMut<usize> for Short<T> {
    #[inline]
    fn index_mut(&mut self, index: usize) -> &mut T {
        &mut self.0[index & 63]
    }
}
