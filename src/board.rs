//! Boards: their squares, and which of them a knight's move connects.

mod list;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::text::{grouped, is_whole_number, quoted, whole_number};

pub use list::{
    MoveNumbers, is_column_key, is_pair_line, is_pairs, joined_moves, name_words, numbers,
    parse_squares, without_knight,
};

/// The largest number of squares a board may have: a little more than 5000×5000.
pub const MAX_SQUARES: u64 = 30_000_000;

/// The eight moves of a knight as (rows down, columns right), in the order of their numbers 1 to 8.
pub const MOVES: [(i64, i64); 8] =
    [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// A square of a board, given by its place in reading order: row by row from the top left, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Square(u32);

impl Square {
    /// The square at a place in reading order. Only a [`Board`] knows whether it has such a square.
    pub const fn at(index: u32) -> Square {
        Square(index)
    }

    /// The place in reading order, from 0; an index for tables with one entry per square.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// How squares are named where people read them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Naming {
    /// As in chess, `e4`, on boards that have such names; `(row,column)` on wider ones.
    #[default]
    Chess,
    /// Always `(row,column)`, from the top left, from 0.
    RowColumn,
}

impl Naming {
    pub fn is_chess(self, board: &Board) -> bool {
        self == Naming::Chess && board.has_names()
    }

    pub fn square(self, board: &Board, square: Square) -> String {
        let is_chess = self.is_chess(board);
        if is_chess { board.name(square) } else { format!("({})", board.coordinates(square)) }
    }

    /// Counted from 1 at the bottom as in chess, or else from 0 at the top.
    pub fn row(self, board: &Board, row: u32) -> String {
        if self.is_chess(board) { board.rows - row } else { row }.to_string()
    }

    /// A letter as in chess, or else the number of the column from 0.
    pub fn col(self, board: &Board, col: u32) -> String {
        let letter = self.is_chess(board).then(|| char::from(b'a' + col as u8).to_string());
        letter.unwrap_or_else(|| col.to_string())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    #[error("board {0} does not have the form ROWSxCOLUMNS, such as 8x8 or 5x12")]
    Form(String),
    #[error("board {0} has no squares; use at least 1 row and 1 column, such as 8x8")]
    Empty(String),
    #[error(
        "board {0} is too large; a board may have at most {max} squares, such as 5000x5000",
        max = grouped(MAX_SQUARES)
    )]
    TooLarge(String),
    #[error("every square of the {0} board is a hole; leave at least one square")]
    OnlyHoles(String),
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SquareError {
    #[error("square {0} is neither row,column (such as 7,0) nor a chess name (such as a1)")]
    Form(String),
    #[error("square {text} is not on the {rows}x{cols} board: {hint}")]
    Outside { text: String, rows: u32, cols: u32, hint: String },
}

/// A board of rows and columns, with plain or wrap-around edges and perhaps with holes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: u32,
    cols: u32,
    wrapped: bool,
    /// In ascending order.
    holes: Vec<Square>,
}

impl Board {
    /// A board with plain edges and no holes.
    pub fn new(rows: u32, cols: u32) -> Result<Board, BoardError> {
        let text = || format!("{rows}x{cols}");
        match u64::from(rows) * u64::from(cols) {
            0 => Err(BoardError::Empty(text())),
            1..=MAX_SQUARES => Ok(Board { rows, cols, wrapped: false, holes: Vec::new() }),
            _ => Err(BoardError::TooLarge(text())),
        }
    }

    /// The same board with wrap-around edges (a torus), or with plain ones.
    #[must_use]
    pub fn wrapped(mut self, wrapped: bool) -> Board {
        self.wrapped = wrapped;
        self
    }

    /// The same board with exactly these holes; squares that are not on the board are ignored.
    pub fn with_holes(self, holes: impl IntoIterator<Item = Square>) -> Result<Board, BoardError> {
        let size = self.size();
        let mut holes: Vec<Square> = holes.into_iter().filter(|hole| hole.index() < size).collect();
        holes.sort_unstable();
        holes.dedup();
        if holes.len() == size {
            return Err(BoardError::OnlyHoles(format!("{}x{}", self.rows, self.cols)));
        }
        Ok(Board { holes, ..self })
    }

    pub fn rows(&self) -> u32 {
        self.rows
    }

    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Whether a knight that leaves the board at one edge comes back at the opposite one.
    pub fn is_wrapped(&self) -> bool {
        self.wrapped
    }

    pub fn holes(&self) -> &[Square] {
        &self.holes
    }

    /// Rows times columns: the length of a table with one entry per square, holes included.
    pub fn size(&self) -> usize {
        self.rows as usize * self.cols as usize
    }

    /// How many squares a tour visits: all that are not holes.
    pub fn squares_to_visit(&self) -> usize {
        self.size() - self.holes.len()
    }

    /// Every square that is not a hole, in reading order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.rows * self.cols).map(Square).filter(|square| !self.is_hole(*square))
    }

    pub fn is_hole(&self, square: Square) -> bool {
        !self.holes.is_empty() && self.holes.binary_search(&square).is_ok()
    }

    pub fn square(&self, row: u32, col: u32) -> Option<Square> {
        (row < self.rows && col < self.cols).then(|| Square(row * self.cols + col))
    }

    /// The row of a square, counted from 0 at the top.
    pub fn row(&self, square: Square) -> u32 {
        square.0 / self.cols
    }

    pub fn col(&self, square: Square) -> u32 {
        square.0 % self.cols
    }

    /// Whether the square is one of the dark ones. As on a chess board, the one at the bottom left is.
    pub fn is_dark(&self, square: Square) -> bool {
        (self.rows - 1 - self.row(square) + self.col(square)).is_multiple_of(2)
    }

    /// Whether every move changes colour; false where wrapping goes around an odd side.
    pub fn every_move_changes_colour(&self) -> bool {
        !self.wrapped || self.rows.is_multiple_of(2) && self.cols.is_multiple_of(2)
    }

    /// The squares one move away, each once, in the order of the first move that reaches it.
    pub fn neighbours(
        &self,
        square: Square,
        order: &MoveOrder,
    ) -> impl Iterator<Item = Square> + use<> {
        let mut found = [None; 8];
        for (place, (down, right)) in order.moves().into_iter().enumerate() {
            let other = self.shifted(square, down, right).filter(|other| {
                *other != square && !found.contains(&Some(*other)) && !self.is_hole(*other)
            });
            found[place] = other;
        }
        found.into_iter().flatten()
    }

    /// Whether a knight's move leads from one square to the other, and neither is a hole.
    pub fn joined(&self, a: Square, b: Square) -> bool {
        let down = i64::from(self.row(b)) - i64::from(self.row(a));
        let right = i64::from(self.col(b)) - i64::from(self.col(a));
        let is_move = if self.wrapped {
            let (rows, cols) = (i64::from(self.rows), i64::from(self.cols));
            a != b && MOVES.iter().any(|m| (down - m.0) % rows == 0 && (right - m.1) % cols == 0)
        } else {
            down.abs().min(3) * right.abs().min(3) == 2
        };
        is_move && !self.is_hole(a) && !self.is_hole(b)
    }

    /// The square that one of the eight [`MOVES`] leads to, if it stays on the board; it may be a hole.
    pub fn moved(&self, square: Square, slot: usize) -> Option<Square> {
        let (down, right) = MOVES[slot];
        self.shifted(square, down, right)
    }

    /// Which of the eight [`MOVES`] leads from one square to another: the first one that does.
    pub fn move_between(&self, from: Square, to: Square) -> Option<usize> {
        if self.wrapped {
            return (0..8).find(|slot| self.moved(from, *slot) == Some(to));
        }
        let down = i64::from(self.row(to)) - i64::from(self.row(from));
        let right = i64::from(self.col(to)) - i64::from(self.col(from));
        MOVES.iter().position(|step| *step == (down, right))
    }

    fn shifted(&self, square: Square, down: i64, right: i64) -> Option<Square> {
        let (rows, cols) = (i64::from(self.rows), i64::from(self.cols));
        let mut row = i64::from(self.row(square)) + down;
        let mut col = i64::from(self.col(square)) + right;
        if self.wrapped {
            row = row.rem_euclid(rows);
            col = col.rem_euclid(cols);
        }
        let inside = (0..rows).contains(&row) && (0..cols).contains(&col);
        inside.then(|| Square((row * cols + col) as u32))
    }

    /// Columns are the letters a to z, so boards of more than 26 have no chess names.
    pub fn has_names(&self) -> bool {
        self.cols <= 26
    }

    /// The chess name (`a1` is bottom left), or `row,column` on boards of more than 26 columns.
    pub fn name(&self, square: Square) -> String {
        if !self.has_names() {
            return self.coordinates(square);
        }
        Naming::Chess.col(self, self.col(square)) + &Naming::Chess.row(self, self.row(square))
    }

    /// The square as `row,column`, counted from 0 at the top left.
    pub fn coordinates(&self, square: Square) -> String {
        format!("{},{}", self.row(square), self.col(square))
    }

    /// Reads a square: `row,column`, or a chess name if the board has them.
    pub fn parse_square(&self, text: &str) -> Result<Square, SquareError> {
        let form = || SquareError::Form(quoted(text));
        let text = text.trim();
        let place = match text.split_once(',') {
            Some((row, col)) => {
                let number = |part: &str| place_number(part.trim()).ok_or_else(form);
                Some((number(row)?, number(col)?))
            }
            None => {
                let letter = text.chars().next().filter(char::is_ascii_alphabetic);
                let letter = letter.ok_or_else(form)?.to_ascii_lowercase();
                let rank = place_number(&text[1..]).ok_or_else(form)?;
                let row = i64::from(self.rows) - rank;
                self.has_names().then(|| (row, i64::from(letter as u8 - b'a')))
            }
        };
        place
            .and_then(|(row, col)| self.square(row.try_into().ok()?, col.try_into().ok()?))
            .ok_or_else(|| self.outside(text))
    }

    fn outside(&self, text: &str) -> SquareError {
        let (rows, cols) = (self.rows, self.cols);
        let names = if self.has_names() {
            format!("names are a1 to {}", self.name(Square(cols - 1)))
        } else {
            "boards of more than 26 columns have no chess names".to_owned()
        };
        let hint = format!("rows are 0 to {}, columns 0 to {}; {names}", rows - 1, cols - 1);
        SquareError::Outside { text: quoted(text), rows, cols, hint }
    }

    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        let mut holes: Vec<Square> =
            self.holes.iter().map(|hole| self.image(*hole, symmetry)).collect();
        holes.sort_unstable();
        let turned = Board { holes, ..*self };
        if symmetry.quarter_turns.is_multiple_of(2) {
            return turned;
        }
        Board { rows: self.cols, cols: self.rows, ..turned }
    }

    /// Where a square of this board is on the [transformed](Board::transformed) one.
    pub fn image(&self, square: Square, symmetry: Symmetry) -> Square {
        let (mut row, mut col) = (self.row(square), self.col(square));
        let (mut rows, mut cols) = (self.rows, self.cols);
        if symmetry.mirrored {
            col = cols - 1 - col;
        }
        for _ in 0..symmetry.quarter_turns {
            (row, col) = (col, rows - 1 - row);
            (rows, cols) = (cols, rows);
        }
        Square(row * cols + col)
    }
}

/// `8x8`: rows and columns. Wrap-around edges and holes are in the puzzle's text.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// Reads `8x8`, `8X8` or `8×8`.
impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Board, BoardError> {
        let form = || BoardError::Form(quoted(text));
        let (rows, cols) = text.split_once(['x', 'X', '×']).ok_or_else(form)?;
        let (rows, cols) = (rows.trim(), cols.trim());
        if !is_whole_number(rows) || !is_whole_number(cols) {
            return Err(form());
        }
        match (whole_number(rows), whole_number(cols)) {
            (Some(rows), Some(cols)) => Board::new(rows, cols),
            _ => Err(BoardError::TooLarge(quoted(text))),
        }
    }
}

/// The number of a row or column; one that is negative or too large is still a number.
fn place_number(text: &str) -> Option<i64> {
    match text.strip_prefix('-') {
        Some(digits) => is_whole_number(digits).then_some(-1),
        None => is_whole_number(text).then(|| whole_number(text).unwrap_or(i64::MAX)),
    }
}

/// The order in which the eight moves are tried: a permutation of their numbers 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveOrder([u8; 8]);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "move order {0} is neither {names} nor the digits 1 to 8 in some order, such as 12345678",
    names = MoveOrder::NAMED.map(|(name, _)| name).join(", ")
)]
pub struct MoveOrderError(String);

impl MoveOrder {
    /// Down and right first, then anticlockwise: the usual textbook order.
    pub const ANTICLOCKWISE: MoveOrder = MoveOrder([1, 2, 3, 4, 5, 6, 7, 8]);
    /// Up and right first, then clockwise.
    pub const CLOCKWISE: MoveOrder = MoveOrder([4, 3, 2, 1, 8, 7, 6, 5]);
    /// In reading order of the squares reached.
    pub const TOP_DOWN: MoveOrder = MoveOrder([5, 4, 6, 3, 7, 2, 8, 1]);
    pub const NAMED: [(&'static str, MoveOrder); 3] = [
        ("anticlockwise", MoveOrder::ANTICLOCKWISE),
        ("clockwise", MoveOrder::CLOCKWISE),
        ("top-down", MoveOrder::TOP_DOWN),
    ];

    pub fn name(&self) -> Option<&'static str> {
        MoveOrder::NAMED.iter().find(|(_, order)| order == self).map(|(name, _)| *name)
    }

    /// The moves as (rows down, columns right), first to last.
    pub fn moves(&self) -> [(i64, i64); 8] {
        self.0.map(|number| MOVES[usize::from(number) - 1])
    }
}

/// The eight digits, since not every order has a name.
impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|number| write!(f, "{number}"))
    }
}

impl FromStr for MoveOrder {
    type Err = MoveOrderError;

    fn from_str(text: &str) -> Result<MoveOrder, MoveOrderError> {
        if let Some((_, order)) = MoveOrder::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(*order);
        }
        let error = || MoveOrderError(quoted(text));
        let digits = text.bytes().map(|byte| byte.wrapping_sub(b'0')).collect::<Vec<u8>>();
        let order: [u8; 8] = digits.try_into().map_err(|_| error())?;
        let complete = (1..=8).all(|number| order.contains(&number));
        complete.then_some(MoveOrder(order)).ok_or_else(error)
    }
}

/// One of the eight symmetries of a square board: mirror it left to right or not, then rotate it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirrored: bool,
    quarter_turns: u8,
}

impl Symmetry {
    /// All eight: the four rotations, then the four rotations of the mirror image.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|number| Symmetry::new(number >= 4, number))
    }

    pub fn new(mirrored: bool, quarter_turns: u8) -> Symmetry {
        Symmetry { mirrored, quarter_turns: quarter_turns % 4 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_sign() {
        let board = Board::new(8, 8).unwrap();
        for text in ["a+1", "+7,0", "7,+0", "+a1", "a 1", "7,", ",0", "--1,0", "a1.0"] {
            let read = board.parse_square(text);
            assert!(matches!(read, Err(SquareError::Form(_))), "{text}: {read:?}");
        }
        for text in ["-0,0", "-1,0", "0,-1", "a-1", "a0", "a99999999999999999999", "8,0"] {
            let read = board.parse_square(text);
            assert!(matches!(read, Err(SquareError::Outside { .. })), "{text}: {read:?}");
        }
        for text in ["8x+8", "+8x8", "8x-8", "8x 8 8", "8x"] {
            let read = text.parse::<Board>();
            assert!(matches!(read, Err(BoardError::Form(_))), "{text}: {read:?}");
        }
        assert_eq!(board.parse_square(" 07 , 00 "), board.parse_square("a1"));
    }

    #[test]
    fn small_wrapped_boards_count_each_neighbour_once() {
        let degree = |rows, cols| {
            let board = Board::new(rows, cols).unwrap().wrapped(true);
            board.neighbours(Square(0), &MoveOrder::ANTICLOCKWISE).count()
        };
        assert_eq!(degree(1, 1), 0, "every move comes back to the square itself");
        assert_eq!(degree(1, 3), 2, "two to the right is one to the left");
        assert_eq!(degree(3, 3), 4);
        assert_eq!(degree(4, 4), 4, "two up and two down meet, and so do right and left");
        assert_eq!(degree(5, 5), 8);
    }

    #[test]
    fn joined_agrees_with_neighbours() {
        for (rows, cols) in [(1, 1), (1, 7), (2, 3), (3, 3), (4, 4), (4, 9), (6, 5)] {
            for wrapped in [false, true] {
                let board = Board::new(rows, cols).unwrap().wrapped(wrapped);
                let board = board.with_holes([Square(3)]).unwrap();
                for (a, b) in board.squares().flat_map(|a| board.squares().map(move |b| (a, b))) {
                    let is_near = board.neighbours(a, &MoveOrder::TOP_DOWN).any(|near| near == b);
                    assert_eq!(board.joined(a, b), is_near, "{board} {wrapped} {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn neighbours_come_in_the_order_of_the_first_move_that_reaches_them() {
        let board = Board::new(4, 4).unwrap().wrapped(true);
        let reached = board.neighbours(Square(0), &MoveOrder::CLOCKWISE);
        let reached: Vec<String> = reached.map(|square| board.coordinates(square)).collect();
        assert_eq!(reached, ["2,1", "3,2", "1,2", "2,3"]);
    }
}
