//! The board as a solver sees it: one byte per square, which says whether the square is free and
//! how many free neighbours it has.

use crate::board::{Board, MoveOrder, Square};
use crate::puzzle::Goal;

/// Set in the byte of every square that cannot be entered.
const BLOCKED: u8 = 0x80;
/// The byte of a hole or of a cell outside the board: it stays blocked whatever happens around it.
const WALL: u8 = BLOCKED | 0x40;

/// The cell of a square in a [`Field`].
pub(crate) type Cell = u32;

/// The cells one knight's move from a cell, in move order; a blocked cell where there is no square.
pub(crate) type Near = [Cell; 8];

/// Which squares are free, and how many free neighbours each has.
///
/// A plain board has a frame around it, two cells wide and always blocked, so that moves off the
/// board need no test of their own. A wrapped board needs no frame. On a small one, two moves may
/// lead to the same square; all but the first then lead to one blocked cell at the end instead.
#[derive(Clone, Debug, Default)]
pub(crate) struct Field {
    cells: Vec<u8>,
    moves: [(i64, i64); 8],
    edges: Edges,
}

#[derive(Clone, Debug)]
enum Edges {
    Framed { cols: u32, offsets: [u32; 8], strides: [u32; 8] },
    Wrapped { rows: u32, cols: u32 },
}

impl Default for Edges {
    fn default() -> Edges {
        Edges::Wrapped { rows: 0, cols: 0 }
    }
}

impl Field {
    /// A board on which every square is free, with the moves in this order.
    pub(crate) fn new(board: &Board, order: &MoveOrder) -> Field {
        let (rows, cols, moves) = (board.rows(), board.cols(), order.moves());
        let (edges, size) = if board.is_wrapped() {
            (Edges::Wrapped { rows, cols }, board.size() + 1)
        } else {
            let (pitch, cols_wide) = (i64::from(cols) + 4, i64::from(cols));
            let offsets = moves.map(|(down, right)| (down * pitch + right) as u32);
            let strides = moves.map(|(down, right)| (down * cols_wide + right) as u32);
            let size = (rows as usize + 4) * (cols as usize + 4);
            (Edges::Framed { cols, offsets, strides }, size)
        };
        let mut field = Field { cells: vec![WALL; size], moves, edges };
        field.lay_out(board);
        field
    }

    /// Writes the degrees of the empty board: 8 in the middle, counted near edges and holes.
    fn lay_out(&mut self, board: &Board) {
        let (rows, cols) = (board.rows(), board.cols());
        for row in 0..rows {
            let first = self.cell(Square::at(row * cols)) as usize;
            self.cells[first..first + cols as usize].fill(8);
        }
        let near_edge = |at: u32, side: u32| at < 2 || at + 2 >= side;
        let all_alike = board.is_wrapped() && rows > 4 && cols > 4;
        for row in if all_alike { 0..0 } else { 0..rows } {
            let whole_row = board.is_wrapped() || near_edge(row, rows) || cols <= 4;
            let inner = if whole_row { 0..0 } else { 2..cols - 2 };
            for col in (0..cols).filter(|col| !inner.contains(col)) {
                let cell = self.cell(Square::at(row * cols + col));
                let walls = self.near(cell).iter().filter(|near| !self.is_free(**near)).count();
                self.cells[cell as usize] = 8 - walls as u8;
            }
        }
        for hole in board.holes() {
            let cell = self.cell(*hole);
            self.place(cell);
            self.cells[cell as usize] = WALL;
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.cells.len()
    }

    /// Makes the same squares free as in another field of the same board, without new memory.
    #[inline]
    pub(crate) fn refill(&mut self, full: &Field) {
        self.cells.copy_from_slice(&full.cells);
    }

    #[inline]
    pub(crate) fn cell(&self, square: Square) -> Cell {
        let index = square.index() as u32;
        match self.edges {
            Edges::Framed { cols, .. } => index + (index / cols) * 4 + (cols + 4) * 2 + 2,
            Edges::Wrapped { .. } => index,
        }
    }

    pub(crate) fn end(&self, goal: Goal) -> Option<Cell> {
        goal.end().map(|square| self.cell(square))
    }

    #[inline]
    pub(crate) fn near(&self, cell: Cell) -> Near {
        match &self.edges {
            Edges::Framed { offsets, .. } => offsets.map(|offset| cell.wrapping_add(offset)),
            Edges::Wrapped { rows, cols } => self.near_wrapped(cell, *rows, *cols),
        }
    }

    /// The cell and the square that a move leads to. `slot` is the move's place in the move order.
    #[inline]
    pub(crate) fn beside(&self, cell: Cell, square: Square, slot: usize) -> (Cell, Square) {
        match &self.edges {
            Edges::Framed { offsets, strides, .. } => {
                let index = (square.index() as u32).wrapping_add(strides[slot]);
                (cell.wrapping_add(offsets[slot]), Square::at(index))
            }
            Edges::Wrapped { .. } => {
                let other = self.near(cell)[slot];
                (other, Square::at(other))
            }
        }
    }

    fn near_wrapped(&self, cell: Cell, rows: u32, cols: u32) -> Near {
        let nowhere = self.cells.len() as u32 - 1;
        let (row, col) = (i64::from(cell / cols), i64::from(cell % cols));
        let mut near = [nowhere; 8];
        for (k, (down, right)) in self.moves.iter().enumerate() {
            let row = (row + down).rem_euclid(i64::from(rows)) as u32;
            let col = (col + right).rem_euclid(i64::from(cols)) as u32;
            let other = row * cols + col;
            if other != cell && !near[..k].contains(&other) {
                near[k] = other;
            }
        }
        near
    }

    /// The row and column of a square.
    #[inline]
    pub(crate) fn place_of(&self, cell: Cell) -> (i64, i64) {
        let (width, frame) = match self.edges {
            Edges::Framed { cols, .. } => (cols + 4, 2),
            Edges::Wrapped { cols, .. } => (cols, 0),
        };
        (i64::from(cell / width) - frame, i64::from(cell % width) - frame)
    }

    #[inline]
    pub(crate) fn is_free(&self, cell: Cell) -> bool {
        self.cells[cell as usize] < BLOCKED
    }

    /// How many free neighbours a square has, whether it was visited or not.
    #[inline]
    pub(crate) fn degree(&self, cell: Cell) -> u8 {
        self.cells[cell as usize] & 0x0f
    }

    /// The degree of a free square; a number above any degree if the cell is blocked.
    #[inline]
    pub(crate) fn degree_if_free(&self, cell: Cell) -> u8 {
        self.cells[cell as usize]
    }

    /// The moves to free cells, one bit for each move in order.
    #[inline]
    pub(crate) fn free_moves(&self, near: &Near) -> u8 {
        let mut blocked = 0;
        for (k, cell) in near.iter().enumerate() {
            blocked |= (self.cells[*cell as usize] & BLOCKED) >> (7 - k);
        }
        !blocked
    }

    /// Visits a square and updates its neighbours.
    #[inline]
    pub(crate) fn place(&mut self, cell: Cell) -> Near {
        self.block(cell);
        let near = self.near(cell);
        for cell in near {
            let byte = &mut self.cells[cell as usize];
            *byte = byte.wrapping_sub(1);
        }
        self.restore_sentinel();
        near
    }

    /// Like [`Field::place`], but returns the first move to a free square with the fewest free
    /// neighbours. The moves are read in a circle, starting with the one at `turn`.
    #[inline]
    pub(crate) fn place_and_seek(&mut self, cell: Cell, turn: usize) -> Option<usize> {
        self.block(cell);
        let mut best = u32::MAX;
        for (slot, cell) in self.near(cell).into_iter().enumerate() {
            let byte = &mut self.cells[cell as usize];
            *byte = byte.wrapping_sub(1);
            let place = slot.wrapping_sub(turn) & 7;
            best = best.min(u32::from(*byte) << 3 | place as u32);
        }
        self.restore_sentinel();
        (best < u32::from(BLOCKED) << 3).then_some((best as usize + turn) & 7)
    }

    /// Frees a square again and updates its neighbours.
    #[inline]
    pub(crate) fn lift(&mut self, cell: Cell) {
        self.unblock(cell);
        for cell in self.near(cell) {
            let byte = &mut self.cells[cell as usize];
            *byte = byte.wrapping_add(1);
        }
        self.restore_sentinel();
    }

    /// Visits a square without updating its neighbours, for searches that need no degrees.
    #[inline]
    pub(crate) fn block(&mut self, cell: Cell) {
        self.cells[cell as usize] |= BLOCKED;
    }

    /// Undoes [`Field::block`].
    #[inline]
    pub(crate) fn unblock(&mut self, cell: Cell) {
        self.cells[cell as usize] &= !BLOCKED;
    }

    /// Restores the one cell that is not a square, which the updates above may have changed.
    #[inline]
    fn restore_sentinel(&mut self) {
        if let Edges::Wrapped { .. } = self.edges
            && let Some(nowhere) = self.cells.last_mut()
        {
            *nowhere = WALL;
        }
    }
}

/// The move that leads to a cell, as a bit; 0 if none does.
pub(crate) fn move_to(near: &Near, cell: Cell) -> u8 {
    near.iter().position(|other| *other == cell).map_or(0, |slot| 1 << slot)
}
