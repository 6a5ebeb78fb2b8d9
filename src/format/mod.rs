//! Tours, games and results as text and pictures. A module for each format writes it and, where that
//! makes sense, reads it back.

pub mod chart;
pub mod colour;
pub mod csv;
pub mod display;
pub mod figure;
pub mod game;
pub mod grid;
pub mod heat_map;
pub mod json;
pub mod knight;
mod labels;
pub mod legend;
pub mod lenient;
mod lines;
pub mod palette;
pub mod path;
mod reading;
pub mod report;
pub mod results;
pub mod start_map;
pub mod svg;
pub mod table;
pub mod tour;

use std::sync::Arc;

use crate::board::{Board, Square, is_column_key};
use crate::puzzle::Goal;
use crate::text::quoted;

pub use lines::Lines;
pub use reading::Reading;

/// A path as it was read from a file, before it is checked as a tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedTour {
    /// The board that the file describes. Tours of one file may share it.
    pub board: Arc<Board>,
    /// The squares in order, or the first thing wrong with their numbers.
    pub path: Result<Vec<Square>, String>,
    /// The number of the first square: 0 in grids that count from 0, else 1.
    pub from: usize,
    /// What else the file says about the path, to be checked. Tours of one file may share it.
    pub claims: Arc<Claims>,
    /// How it was read, for messages about what is wrong with it.
    pub reading: Reading,
}

impl ParsedTour {
    /// A path that is read as it is written.
    fn new(
        board: &Arc<Board>,
        claims: &Arc<Claims>,
        path: Result<Vec<Square>, String>,
    ) -> ParsedTour {
        let (board, claims) = (Arc::clone(board), Arc::clone(claims));
        ParsedTour { board, path, from: 1, claims, reading: Reading::AsWritten }
    }
}

/// What a file says about its path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claims {
    /// The squares it begins with.
    pub given: Vec<Square>,
    pub goal: Goal,
    pub closed: Option<bool>,
    pub structured: Option<bool>,
}

/// Why a text cannot be read as tours, with the line if that is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(String);

impl ReadError {
    #[allow(clippy::needless_pass_by_value, reason = "it is given to map_err")]
    fn of(error: impl ToString) -> ReadError {
        ReadError(error.to_string())
    }

    fn at_line(line: usize, what: &str) -> ReadError {
        ReadError(format!("line {line}: {what}"))
    }

    fn no_tour() -> ReadError {
        ReadError("it contains no tour; use a grid, a path or JSON".to_owned())
    }
}

fn refuse<T>(why: impl Into<String>) -> Result<T, ReadError> {
    Err(ReadError(why.into()))
}

/// The beginning of a file, by which its format and version are recognised.
#[derive(serde::Deserialize)]
struct Header {
    format: Option<String>,
    version: Option<u64>,
}

/// Refuses a file of a version that this program does not read. `what` says what has the version.
fn check_version(what: &str, version: Option<u64>, readable: u64) -> Result<(), ReadError> {
    if version == Some(readable) {
        return Ok(());
    }
    let version = version.map_or_else(|| "none".to_owned(), |version| version.to_string());
    refuse(format!("{what} {version}; this program reads version {readable}"))
}

/// Whether a text that begins like this is JSON; if not, it is grids or paths, line by line. An error
/// says why it has no tours.
pub fn is_json(beginning: &str) -> Result<bool, ReadError> {
    let start = beginning.trim_start();
    let inside = start.get(1..).unwrap_or_default().trim_start();
    // A grid may be written as nested lists, and squares with the names of row and column.
    let is_list = inside.starts_with(|c: char| c == '{' || c.is_ascii_digit());
    let mut names = inside.split(|c: char| !c.is_ascii_alphabetic());
    let key = names.find(|name| !name.is_empty()).unwrap_or_default();
    if start.starts_with('<') {
        return refuse("this is a picture or a web page; use a grid, a path or JSON");
    }
    Ok(start.starts_with('{') && !is_list && is_column_key(key).is_none())
}

/// Reads tours in any of the readable formats, or a bare grid from elsewhere.
///
/// ```
/// let tours = knights_tour::format::read("[[0, 3, 6, 9], [11, 8, 1, 4], [2, 5, 10, 7]]")?;
/// assert_eq!(tours[0].board.to_string(), "3x4");
/// # Ok::<(), knights_tour::format::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<ParsedTour>, ReadError> {
    let mut tours = Vec::new();
    each(text, &mut |parsed| tours.push(parsed))?;
    Ok(tours)
}

/// Reads the first tour. The rest of the text must be readable too.
pub fn first(text: &str) -> Result<ParsedTour, ReadError> {
    let mut first = None;
    each(text, &mut |parsed| {
        first.get_or_insert(parsed);
    })?;
    first.ok_or_else(ReadError::no_tour)
}

/// Reads tours and hands each to `take` at once, also those before an error.
pub fn each(text: &str, take: &mut dyn FnMut(ParsedTour)) -> Result<(), ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    if is_json(text)? {
        let text = tour::checked(text)?;
        return report::each(serde_json::Deserializer::from_str(&text), true, take);
    }
    let mut lines = Lines::default();
    text.lines().try_for_each(|line| lines.add(line, true, take))?;
    lines.end(take)
}

/// A board of the size that a file needs.
fn claimed_board(rows: usize, cols: usize) -> Result<Board, ReadError> {
    let side = |side: usize| u32::try_from(side).unwrap_or(u32::MAX);
    Board::new(side(rows), side(cols)).map_err(ReadError::of)
}

fn no_number(line: usize, word: &str) -> ReadError {
    let word = quoted(word);
    let what = format!("{word} is not a number, a dot or a hole (#); put # before a remark");
    ReadError::at_line(line, &what)
}
