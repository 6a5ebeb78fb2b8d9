//! The path: a line for each step, with its number and the square's number, coordinates and name.

use super::{Claims, ReadError, Sheet, claimed_board, numbered_lines};
use crate::board::{Board, Square};
use crate::puzzle::Puzzle;
use crate::text::quoted;

/// A comment with the puzzle, a comment with the column names, then the steps.
pub fn write(puzzle: &Puzzle, path: &[Square]) -> String {
    let board = puzzle.board();
    let widest = board.size().to_string().len().max(6);
    let corner = Square::at(board.size() as u32 - 1);
    let places = board.coordinates(corner).len().max(7);
    let mut text =
        format!("# {puzzle}\n# step {:>widest$} {:>places$} name\n", "square", "row,col");
    for (i, &square) in path.iter().enumerate() {
        let name = if board.has_names() { board.name(square) } else { "-".to_owned() };
        let (step, number, place) = (i + 1, square.index() + 1, board.coordinates(square));
        text += &format!("{step:>6} {number:>widest$} {place:>places$} {name}\n");
    }
    text
}

/// Whether the first line that is not a comment has the columns of a path.
pub(super) fn looks_like_path(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| Line::read(line).is_some())
}

/// A line of a path.
struct Line<'a> {
    step: usize,
    number: usize,
    place: (u32, u32),
    name: Option<&'a str>,
}

impl Line<'_> {
    fn read(line: &str) -> Option<Line<'_>> {
        let mut words = line.split_whitespace();
        let (step, number) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let (row, col) = words.next()?.split_once(',')?;
        let place = (row.parse().ok()?, col.parse().ok()?);
        Some(Line { step, number, place, name: words.next().filter(|name| *name != "-") })
    }

    /// The square, if everything the line says about it agrees.
    fn square(&self, board: &Board, due: usize) -> Result<Square, String> {
        let (row, col) = self.place;
        if self.step != due {
            return Err(format!("expected step {due}, but found step {}", self.step));
        }
        let square = board
            .square(row, col)
            .ok_or_else(|| format!("step {due} is at {row},{col}, outside the {board} board"))?;
        if self.number != square.index() + 1 {
            let (number, right) = (self.number, square.index() + 1);
            return Err(format!("step {due} is on square {number}, but {row},{col} is {right}"));
        }
        match self.name {
            Some(name) if board.has_names() && name != board.name(square) => {
                let (name, right) = (quoted(name), board.name(square));
                Err(format!("step {due} is on square {name}, but {row},{col} is {right}"))
            }
            _ => Ok(square),
        }
    }
}

/// Reads paths separated by empty lines or by comments with a puzzle. Without such a comment, the
/// board is just large enough for the squares.
pub(super) fn read(text: &str) -> Result<Vec<Sheet>, ReadError> {
    let mut sheets = Vec::new();
    let (mut puzzle, mut lines): (Option<(Puzzle, bool)>, Vec<Line<'_>>) = (None, Vec::new());
    for (number, line) in numbered_lines(text) {
        let header = line.strip_prefix('#').and_then(|remark| {
            Some((remark.trim().parse::<Puzzle>().ok()?, remark.contains("given=")))
        });
        if !lines.is_empty() && (line.is_empty() || header.is_some()) {
            sheets.push(sheet(puzzle.take(), &std::mem::take(&mut lines))?);
        }
        if header.is_some() {
            puzzle = header;
        } else if !line.is_empty() && !line.starts_with('#') {
            let error = || {
                let line = quoted(line);
                let what = format!("{line} is not a step number, a square number and row,column");
                ReadError::at_line(number, &what)
            };
            lines.push(Line::read(line).ok_or_else(error)?);
        }
    }
    Ok(sheets)
}

fn sheet(puzzle: Option<(Puzzle, bool)>, lines: &[Line<'_>]) -> Result<Sheet, ReadError> {
    let mut claims = Claims::default();
    let board = match puzzle {
        Some((puzzle, names_given)) => {
            claims.goal = puzzle.goal();
            if names_given {
                claims.given = puzzle.given().to_vec();
            }
            puzzle.board().clone()
        }
        None => {
            let largest = |side: fn(&Line<'_>) -> u32| lines.iter().map(side).max().unwrap_or(0);
            let (rows, cols) = (largest(|line| line.place.0), largest(|line| line.place.1));
            claimed_board(rows as usize + 1, cols as usize + 1)?
        }
    };
    let path = (1..).zip(lines).map(|(due, line)| line.square(&board, due)).collect();
    Ok(Sheet { board, path, from: 1, claims })
}
