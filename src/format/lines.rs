//! Grids and paths, read line by line, so that a text need not be in memory as a whole.

use super::{ParsedTour, ReadError, grid, path};
use crate::board::is_pairs;

/// Reads grids or paths from lines, and hands each tour over as soon as it is complete.
///
/// ```
/// use knights_tour::format::Lines;
/// let (mut lines, mut tours) = (Lines::default(), 0);
/// for line in ["1 4 7 10", "12 9 2 5", "3 6 11 8"] {
///     lines.add(line, true, &mut |_| tours += 1)?;
/// }
/// lines.end(&mut |_| tours += 1)?;
/// assert_eq!(tours, 1);
/// # Ok::<(), knights_tour::format::ReadError>(())
/// ```
#[derive(Default)]
pub struct Lines {
    /// The number of the current line, from 1.
    number: usize,
    /// Whether the current line is not complete yet, and whether it has been empty so far.
    is_open: bool,
    is_empty: bool,
    /// What there is of the current line, if it begins with `#`.
    remark: Option<String>,
    /// The number of tours so far.
    count: u64,
    reader: LineReader,
}

/// The reader of the lines.
enum LineReader {
    /// So far there were only lines that begin with `#`: remarks of any text, puzzles of paths, or
    /// rows of a grid that begin with a hole.
    Any {
        grid: grid::GridReader,
        path: path::PathReader,
        /// Why it cannot be a grid, and why it cannot be a path.
        no_grid: Option<ReadError>,
        no_path: Option<ReadError>,
    },
    Grid(grid::GridReader),
    Path(path::PathReader),
}

impl Default for LineReader {
    fn default() -> LineReader {
        let (grid, path) = (grid::GridReader::default(), path::PathReader::default());
        LineReader::Any { grid, path, no_grid: None, no_path: None }
    }
}

impl Lines {
    /// Takes in a line. A long line may come in several parts, cut between two words; `ends` is true for
    /// the last one.
    pub fn add(
        &mut self,
        part: &str,
        ends: bool,
        take: &mut dyn FnMut(ParsedTour),
    ) -> Result<(), ReadError> {
        let is_whole = ends && !self.is_open;
        if !self.is_open {
            self.number += 1;
            self.is_empty = true;
        }
        self.is_open = !ends;
        let words = part.trim();
        if self.is_empty && words.starts_with('#') {
            self.remark = Some(String::new());
        }
        self.is_empty &= words.is_empty();
        let (number, count) = (self.number, &mut self.count);
        let take = &mut |parsed: ParsedTour| {
            *count += 1;
            take(parsed);
        };
        match &mut self.remark {
            Some(remark) if !ends => remark.push_str(part),
            Some(remark) => {
                remark.push_str(part);
                let remark = std::mem::take(remark);
                self.remark = None;
                self.reader.remark(number, remark.trim(), take)?;
            }
            None if ends && self.is_empty => self.reader.empty_line(take)?,
            None => self.reader.line(number, words, (is_whole, ends))?,
        }
        self.reader.decide(self.count > 0);
        Ok(())
    }

    /// Takes in the end of the text.
    pub fn end(self, take: &mut dyn FnMut(ParsedTour)) -> Result<(), ReadError> {
        let mut count = self.count;
        let take = &mut |parsed: ParsedTour| {
            count += 1;
            take(parsed);
        };
        match self.reader {
            LineReader::Any { no_path: Some(error), .. } => return Err(error),
            LineReader::Any { path, .. } if path.has_puzzle() => path.end(take)?,
            LineReader::Any { no_grid: Some(error), .. } => return Err(error),
            LineReader::Any { grid, .. } | LineReader::Grid(grid) => grid.end(take)?,
            LineReader::Path(path) => path.end(take)?,
        }
        if count == 0 { Err(ReadError::no_tour()) } else { Ok(()) }
    }
}

impl LineReader {
    /// A line that begins with `#`.
    fn remark(
        &mut self,
        number: usize,
        line: &str,
        take: &mut dyn FnMut(ParsedTour),
    ) -> Result<(), ReadError> {
        match self {
            LineReader::Grid(grid) => grid.remark(number, line, take),
            LineReader::Path(path) => path.remark(number, line, take),
            LineReader::Any { grid, path, no_grid, no_path } => {
                if no_grid.is_none() {
                    *no_grid = grid.remark(number, line, take).err();
                }
                if no_path.is_none() {
                    // There are no steps yet, so it has no path to hand over.
                    *no_path = path.remark(number, line, take).err();
                }
                Ok(())
            }
        }
    }

    fn empty_line(&mut self, take: &mut dyn FnMut(ParsedTour)) -> Result<(), ReadError> {
        match self {
            LineReader::Path(path) => path.empty_line(take),
            LineReader::Grid(grid) | LineReader::Any { grid, no_grid: None, .. } => {
                grid.empty_line(take)
            }
            LineReader::Any { .. } => Ok(()),
        }
    }

    /// Any other line, or a part of one.
    fn line(
        &mut self,
        number: usize,
        words: &str,
        (is_whole, ends): (bool, bool),
    ) -> Result<(), ReadError> {
        if let LineReader::Any { grid, path, no_grid, no_path } = self {
            // A grid has no line with a puzzle.
            let has_puzzle = no_path.is_some() || path.has_puzzle();
            let is_path = has_puzzle || path::is_names(words) || is_whole && path::is_step(words);
            if !is_path && is_pairs(words) {
                // No row of a grid can be above.
                (*grid, *no_grid) = (grid::GridReader::default(), None);
            }
            if let Some(error) = if is_path { no_path.take() } else { no_grid.take() } {
                return Err(error);
            }
            *self = if is_path {
                LineReader::Path(std::mem::take(path))
            } else {
                LineReader::Grid(std::mem::take(grid))
            };
        }
        match self {
            LineReader::Path(path) => path.line(number, words),
            LineReader::Grid(grid) | LineReader::Any { grid, .. } => grid.part(number, words, ends),
        }
    }

    /// A text that has a tour before any other line is a grid whose rows begin with holes.
    fn decide(&mut self, has_tour: bool) {
        if let LineReader::Any { grid, .. } = self
            && has_tour
        {
            *self = LineReader::Grid(std::mem::take(grid));
        }
    }
}
