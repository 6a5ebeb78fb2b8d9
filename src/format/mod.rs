//! Tours as text. There is a module for each format, which writes it and, if possible, reads it back.

pub mod chart;
pub mod colour;
pub mod csv;
pub mod grid;
pub mod json;
pub mod path;
pub mod svg;
pub mod table;
pub mod tour;

use crate::board::{Board, Square};
use crate::puzzle::Goal;
use crate::text::quoted;

/// A path as it was read from a file, before it is checked as a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The board, as far as the file describes it.
    pub board: Board,
    /// The squares in order, or the first thing wrong with their numbers.
    pub path: Result<Vec<Square>, String>,
    /// The number of the first square: 1, or 0 in grids that count from 0.
    pub from: usize,
    /// What else the file says about the path.
    pub claims: Claims,
}

/// What a file says about its path, if it says anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The squares it begins with.
    pub given: Vec<Square>,
    /// The goal it reaches.
    pub goal: Goal,
    /// Whether it is closed.
    pub closed: Option<bool>,
    /// Whether it is structured.
    pub structured: Option<bool>,
}

/// Why a text cannot be read as tours, with the line if that is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(String);

impl ReadError {
    fn at_line(line: usize, what: &str) -> ReadError {
        ReadError(format!("line {line}: {what}"))
    }
}

/// Reads tours in any of the readable formats, or a bare grid from elsewhere.
///
/// ```
/// let sheets = knights_tour::format::read("[[0, 3, 6, 9], [11, 8, 1, 4], [2, 5, 10, 7]]")?;
/// assert_eq!(sheets[0].board.to_string(), "3x4");
/// # Ok::<(), knights_tour::format::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Sheet>, ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    let start = text.trim_start();
    let second = start.chars().skip(1).find(|c| !c.is_whitespace());
    let sheets =
        if start.starts_with('{') && !second.is_some_and(|c| c == '{' || c.is_ascii_digit()) {
            tour::check(text)?;
            json::read(text)?
        } else if start.starts_with('<') {
            let message = "this is a picture or a web page; use a grid, a path or JSON";
            return Err(ReadError(message.to_owned()));
        } else if path::looks_like_path(text) {
            path::read(text)?
        } else {
            grid::read(text)?
        };
    if sheets.is_empty() {
        return Err(ReadError("it contains no tour; use a grid, a path or JSON".to_owned()));
    }
    Ok(sheets)
}

/// Trimmed lines with their numbers from 1, and an empty line at the end.
fn numbered_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(str::trim).chain([""]))
}

/// A board of the size that a file needs.
fn claimed_board(rows: usize, cols: usize) -> Result<Board, ReadError> {
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    Board::new(side(rows), side(cols)).map_err(|error| ReadError(error.to_string()))
}

fn no_number(line: usize, word: &str) -> ReadError {
    let what = format!("{} is not a number, a dot or a hole (#)", quoted(word));
    ReadError::at_line(line, &what)
}
