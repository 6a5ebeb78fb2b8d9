//! The grid: each square's number in the path; `.` is not visited, `#` is a hole.

use std::sync::Arc;

use super::{Claims, ReadError, Sheet, claimed_board, no_number};
use crate::board::{Board, MAX_SQUARES, Square};
use crate::text::{grouped, is_whole_number};

/// Aligned numbers, counted from `from`.
pub fn write(board: &Board, path: &[Square], from: u32) -> String {
    let mut text = String::new();
    add(&mut text, board, path, from);
    text
}

/// The same, added to a text.
pub fn add(text: &mut String, board: &Board, path: &[Square], from: u32) {
    let mut places = vec![None; board.size()];
    for (number, square) in (from..).zip(path) {
        places[square.index()] = Some(number);
    }
    let width = (board.squares_to_visit() as u32 - 1 + from).to_string().len();
    text.reserve(board.size() * (width + 1));
    for (index, number) in places.into_iter().enumerate() {
        let is_first = (index as u32).is_multiple_of(board.cols());
        if is_first && index > 0 {
            text.push('\n');
        }
        let width = width + usize::from(!is_first);
        match number {
            Some(number) => add_number(text, number, width),
            None if board.is_hole(Square::at(index as u32)) => add_cell(text, "#", width),
            None => add_cell(text, ".", width),
        }
    }
    text.push('\n');
}

/// Writes something right-aligned. Boards can be large, and `write!` takes several times as long.
fn add_cell(text: &mut String, cell: &str, width: usize) {
    for _ in cell.len()..width {
        text.push(' ');
    }
    text.push_str(cell);
}

fn add_number(text: &mut String, mut number: u32, width: usize) {
    // No 32-bit number has more digits.
    let mut digits = [0; 10];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    add_cell(text, str::from_utf8(&digits[first..]).unwrap_or_default(), width);
}

/// A square of a grid as it was read: its number, or one of these, which no board is large enough for.
type Entry = u32;
const EMPTY: Entry = u32::MAX;
const HOLE: Entry = u32::MAX - 1;
/// Any number that is too large.
const HUGE: Entry = u32::MAX - 2;

/// Reads grids separated by empty lines. The numbers count from 0 or 1, and may be separated by
/// commas, bars, brackets and quotes too. Lines that begin with `#` and a word are skipped.
#[derive(Default)]
pub(super) struct Reader {
    /// The entries of the current grid, row by row.
    entries: Vec<Entry>,
    /// How many rows it has, where the current one began, and how long the first one is.
    rows: usize,
    row_start: usize,
    cols: usize,
    /// Single rows with an empty line after each: either one grid or many.
    apart: Vec<Entry>,
    /// Where each of them ends.
    apart_ends: Vec<u32>,
    /// Whether such rows are known to be grids of their own: there is a larger grid, or more than
    /// one remark.
    has_many: bool,
    remarks: u32,
    claims: Arc<Claims>,
}

impl Reader {
    /// A line that begins with `#`: a remark, or a row that begins with a hole.
    pub(super) fn remark(
        &mut self,
        number: usize,
        line: &str,
        take: &mut dyn FnMut(Sheet),
    ) -> Result<(), ReadError> {
        if !is_remark(line) {
            return self.part(number, line, true);
        }
        self.remarks = self.remarks.saturating_add(1);
        if self.remarks == 2 { self.part_rows(take) } else { Ok(()) }
    }

    /// A line, or a part of one.
    pub(super) fn part(&mut self, number: usize, part: &str, ends: bool) -> Result<(), ReadError> {
        // A closing bracket ends a row, so that nested lists may be written in one line.
        for (i, row) in part.split([']', '}']).enumerate() {
            if i > 0 {
                self.end_row()?;
            }
            self.read_words(number, row)?;
        }
        if ends { self.end_row() } else { Ok(()) }
    }

    fn read_words(&mut self, number: usize, text: &str) -> Result<(), ReadError> {
        for word in text.split(is_gap).filter(|word| !word.is_empty() && !word.starts_with("--")) {
            self.entries.push(match word {
                "." | "-1" => EMPTY,
                "#" => HOLE,
                _ if is_whole_number(word) => word.parse().unwrap_or(HUGE).min(HUGE),
                _ => return Err(no_number(number, word)),
            });
        }
        if (self.entries.len() + self.apart.len()) as u64 > MAX_SQUARES {
            let most = grouped(MAX_SQUARES);
            let what = format!(
                "the grid is too large; a board may have at most {most} squares, such as 5000x5000"
            );
            return Err(ReadError::at_line(number, &what));
        }
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), ReadError> {
        let length = self.entries.len() - self.row_start;
        if length == 0 {
            return Ok(());
        }
        self.rows += 1;
        self.row_start = self.entries.len();
        if self.rows == 1 {
            self.cols = length;
        }
        check_row(self.rows, length, self.cols)
    }

    pub(super) fn empty_line(&mut self, take: &mut dyn FnMut(Sheet)) -> Result<(), ReadError> {
        if self.entries.is_empty() {
            return Ok(());
        }
        if self.rows == 1 && self.remarks < 2 && !self.has_many {
            self.apart.extend_from_slice(&self.entries);
            self.apart_ends.push(self.apart.len() as u32);
        } else {
            self.part_rows(take)?;
            take(self.sheet(&self.entries, self.rows)?);
        }
        self.entries.clear();
        (self.rows, self.row_start) = (0, 0);
        Ok(())
    }

    /// Hands over the single rows as grids of their own.
    fn part_rows(&mut self, take: &mut dyn FnMut(Sheet)) -> Result<(), ReadError> {
        self.has_many = true;
        let (apart, ends) = (std::mem::take(&mut self.apart), std::mem::take(&mut self.apart_ends));
        let mut start = 0;
        for end in ends {
            let end = end as usize;
            take(self.sheet(&apart[start..end], 1)?);
            start = end;
        }
        Ok(())
    }

    pub(super) fn end(mut self, take: &mut dyn FnMut(Sheet)) -> Result<(), ReadError> {
        self.empty_line(take)?;
        // Single rows with an empty line after each are one grid.
        let mut start = 0;
        for (row, end) in (1..).zip(&self.apart_ends) {
            check_row(row, (end - start) as usize, self.apart_ends[0] as usize)?;
            start = *end;
        }
        if start > 0 {
            take(self.sheet(&self.apart, self.apart_ends.len())?);
        }
        Ok(())
    }

    /// A grid whose rows all have the same length.
    fn sheet(&self, entries: &[Entry], rows: usize) -> Result<Sheet, ReadError> {
        let board = claimed_board(rows, entries.len() / rows)?;
        let holes = entries.iter().enumerate().filter(|(_, entry)| **entry == HOLE);
        let holes = holes.map(|(index, _)| Square::at(index as u32));
        let board = board.with_holes(holes).map_err(|error| ReadError(error.to_string()))?;
        let (from, path) = path_of(&board, entries);
        let claims = Arc::clone(&self.claims);
        Ok(Sheet { board: Arc::new(board), path, from: from as usize, claims })
    }
}

fn check_row(row: usize, length: usize, cols: usize) -> Result<(), ReadError> {
    if length == cols {
        return Ok(());
    }
    let cut_off = if length < cols { "; the text may be cut off" } else { "" };
    Err(ReadError(format!("row {row} has {length} squares, but the first row has {cols}{cut_off}")))
}

/// Whether a character separates the numbers of a row.
fn is_gap(c: char) -> bool {
    match c {
        '0'..='9' => false,
        ' ' | ',' | ';' | '|' | '[' | '(' | ')' | '{' | '"' | '\'' | '+' => true,
        _ => c.is_whitespace() || "─│┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬".contains(c),
    }
}

/// Whether a line begins with `#` and a word, so that it is not a row that begins with a hole.
fn is_remark(line: &str) -> bool {
    let word = line.strip_prefix('#').and_then(|rest| rest.split_whitespace().next());
    word.is_some_and(|word| word.starts_with(|c: char| c.is_alphabetic()))
}

/// The number of the first square, and either the squares in the order of their numbers or what is
/// wrong with the first wrong number.
fn path_of(board: &Board, entries: &[Entry]) -> (u32, Result<Vec<Square>, String>) {
    let from = if counts_from_zero(board, entries) { 0 } else { 1 };
    let numbered = || {
        let squares = (0..).map(Square::at).zip(entries);
        squares.filter(|(_, number)| (from..=HUGE).contains(*number))
    };
    // The square of each number, or a square that no board has.
    const NONE: Square = Square::at(u32::MAX);
    let mut path = vec![NONE; numbered().count()];
    let mut twice = u32::MAX;
    for (square, number) in numbered() {
        match path.get_mut((number - from) as usize) {
            Some(place) if *place == NONE => *place = square,
            Some(_) => twice = twice.min(*number),
            // Then a smaller number is missing.
            None => {}
        }
    }
    let missing = path.iter().position(|square| *square == NONE);
    let missing = missing.map_or(u32::MAX, |place| place as u32 + from);
    let wrong = if twice < missing {
        let mut squares = numbered().filter(|(_, number)| **number == twice);
        let mut name = || squares.next().map_or_else(String::new, |(square, _)| board.name(square));
        Some(format!("number {twice} appears twice, on {} and {}", name(), name()))
    } else {
        (missing < u32::MAX).then(|| format!("number {missing} is missing"))
    };
    (from, wrong.map_or(Ok(path), Err))
}

/// Whether 0 is the start rather than a square that was not visited. It is if it appears once and
/// unvisited squares are marked in another way, or it is the only number, or a move leads from it
/// to 1.
fn counts_from_zero(board: &Board, entries: &[Entry]) -> bool {
    let place = |number: Entry| {
        let mut places = entries.iter().enumerate().filter(|(_, entry)| **entry == number);
        let first = places.next().map(|(index, _)| Square::at(index as u32));
        first.filter(|_| places.next().is_none())
    };
    let Some(zero) = place(0) else { return false };
    let is_alone = !entries.iter().any(|entry| (1..=HUGE).contains(entry));
    let joined = |one| board.joined(zero, one) || board.clone().wrapped(true).joined(zero, one);
    entries.contains(&EMPTY) || is_alone || place(1).is_some_and(joined)
}
