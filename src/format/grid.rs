//! The grid: each square's number in the path; `.` is not visited, `#` is a hole.

use super::{Claims, ReadError, Sheet, claimed_board, no_number, numbered_lines};
use crate::board::{Board, Square};

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

/// One square of a grid. A number too large for 32 bits becomes the largest one, which no board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Number(u32),
    Empty,
    Hole,
}

/// The entries of a grid, row by row, and where each row ends.
#[derive(Default)]
struct Grid {
    entries: Vec<Entry>,
    row_ends: Vec<usize>,
}

/// Reads grids separated by empty lines. The numbers count from 0 or 1, and may be separated by
/// commas, bars, brackets and quotes too. Lines that begin with `#` and a word are skipped.
pub(super) fn read(text: &str) -> Result<Vec<Sheet>, ReadError> {
    let mut grids: Vec<Grid> = Vec::new();
    let (mut grid, mut remarks) = (Grid::default(), 0);
    for (number, line) in numbered_lines(text) {
        if is_remark(line) {
            remarks += 1;
            continue;
        }
        // A closing bracket ends a row, so that nested lists may be written in one line.
        for part in line.split([']', '}']) {
            grid.read_row(number, part)?;
        }
        if line.is_empty() && !grid.entries.is_empty() {
            grids.push(std::mem::take(&mut grid));
        }
    }
    // Single rows with an empty line after each are one grid.
    if grids.len() > 1 && remarks < 2 && grids.iter().all(|grid| grid.row_ends.len() == 1) {
        for row in grids {
            grid.entries.extend(row.entries);
            grid.row_ends.push(grid.entries.len());
        }
        grids = vec![grid];
    }
    grids.into_iter().map(Grid::sheet).collect()
}

/// Whether a line begins with `#` and a word, so that it is not a row that begins with a hole.
fn is_remark(line: &str) -> bool {
    let word = line.strip_prefix('#').and_then(|rest| rest.split_whitespace().next());
    word.is_some_and(|word| word.starts_with(|c: char| c.is_alphabetic()))
}

impl Grid {
    /// Adds the entries of a line.
    fn read_row(&mut self, number: usize, line: &str) -> Result<(), ReadError> {
        const GAPS: &str = ",;|[(){\"'─│┌┐└┘├┤┬┴┼═║╔╗╚╝╠╣╦╩╬+";
        let before = self.entries.len();
        let words = line.split(|c: char| c.is_whitespace() || GAPS.contains(c));
        for word in words.filter(|word| !word.is_empty() && !word.starts_with("--")) {
            self.entries.push(match word {
                "." | "-1" => Entry::Empty,
                "#" => Entry::Hole,
                _ if word.bytes().all(|byte| byte.is_ascii_digit()) => {
                    Entry::Number(word.parse().unwrap_or(u32::MAX))
                }
                _ => return Err(no_number(number, word)),
            });
        }
        if self.entries.len() > before {
            self.row_ends.push(self.entries.len());
        }
        Ok(())
    }

    fn sheet(self) -> Result<Sheet, ReadError> {
        let cols = self.row_ends[0];
        let starts = [0].into_iter().chain(self.row_ends.iter().copied());
        let mut lengths = self.row_ends.iter().zip(starts).map(|(end, start)| end - start);
        if let Some((row, len)) = lengths.by_ref().enumerate().find(|(_, len)| *len != cols) {
            return Err(ReadError(format!(
                "row {} has {len} squares, but the first row has {cols}; the text may be cut off",
                row + 1
            )));
        }
        let board = claimed_board(self.row_ends.len(), cols)?;
        let holes = self.entries.iter().enumerate().filter(|(_, entry)| **entry == Entry::Hole);
        let holes = holes.map(|(index, _)| Square::at(index as u32));
        let board = board.with_holes(holes).map_err(|error| ReadError(error.to_string()))?;
        let (from, path) = path_of(&board, &self.entries);
        Ok(Sheet { board, path, from: from as usize, claims: Claims::default() })
    }
}

/// The number of the first square, and either the squares in the order of their numbers or what is
/// wrong with the first wrong number.
fn path_of(board: &Board, entries: &[Entry]) -> (u32, Result<Vec<Square>, String>) {
    let from = if counts_from_zero(board, entries) { 0 } else { 1 };
    let mut numbered: Vec<(u32, Square)> = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if let Entry::Number(number) = entry
            && *number >= from
        {
            numbered.push((*number, Square::at(index as u32)));
        }
    }
    numbered.sort_unstable();
    let wrong = (from..).zip(&numbered).find(|(expected, (number, _))| number != expected);
    let path = match wrong {
        None => Ok(numbered.into_iter().map(|(_, square)| square).collect()),
        Some((expected, (number, _))) if *number > expected => {
            Err(format!("number {expected} is missing"))
        }
        Some((expected, (number, square))) => {
            let before = numbered[(expected - from) as usize - 1].1;
            let (before, square) = (board.name(before), board.name(*square));
            Err(format!("number {number} appears twice, on {before} and {square}"))
        }
    };
    (from, path)
}

/// Whether 0 is the start rather than a square that was not visited. It is if it appears once and
/// unvisited squares are marked in another way, or it is the only number, or a move leads from it
/// to 1.
fn counts_from_zero(board: &Board, entries: &[Entry]) -> bool {
    let place = |number: u32| {
        let mut places = entries.iter().enumerate().filter(|(_, e)| **e == Entry::Number(number));
        let first = places.next().map(|(index, _)| Square::at(index as u32));
        first.filter(|_| places.next().is_none())
    };
    let Some(zero) = place(0) else { return false };
    let is_alone = !entries.iter().any(|entry| matches!(entry, Entry::Number(1..)));
    let joined = |one| board.joined(zero, one) || board.clone().wrapped(true).joined(zero, one);
    entries.contains(&Entry::Empty) || is_alone || place(1).is_some_and(joined)
}
