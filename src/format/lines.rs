//! Grids and paths, read line by line, so that a text need not be in memory as a whole.

use super::grid::GridReader;
use super::path::{self, PathReader};
use super::{ParsedTour, ReadError};
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
    /// Whether there was a tour.
    has_tour: bool,
    /// Whether the text has paths, or else grids. Unknown while all lines begin with `#`: they may be
    /// remarks, puzzles of paths, or rows of a grid that begin with a hole.
    are_paths: Option<bool>,
    grid: GridReader,
    path: PathReader,
    /// Why it cannot be a grid, and why it cannot be a path.
    no_grid: Option<ReadError>,
    no_path: Option<ReadError>,
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
        let mut has_tour = self.has_tour;
        let take = &mut |parsed: ParsedTour| {
            has_tour = true;
            take(parsed);
        };
        match self.remark.take() {
            Some(mut remark) => {
                remark.push_str(part);
                if ends {
                    self.read_remark(remark.trim(), take)?;
                } else {
                    self.remark = Some(remark);
                }
            }
            None if ends && self.is_empty => match self.are_paths {
                Some(true) => self.path.empty_line(take)?,
                None if self.no_grid.is_some() => {}
                _ => self.grid.empty_line(take)?,
            },
            None => self.read_line(words, is_whole, ends)?,
        }
        self.has_tour = has_tour;
        if has_tour && self.are_paths.is_none() {
            // What has a tour before any other line is a grid whose rows begin with holes.
            (self.are_paths, self.no_grid) = (Some(false), None);
        }
        Ok(())
    }

    /// Takes in the end of the text.
    pub fn end(mut self, take: &mut dyn FnMut(ParsedTour)) -> Result<(), ReadError> {
        let mut has_tour = self.has_tour;
        let take = &mut |parsed: ParsedTour| {
            has_tour = true;
            take(parsed);
        };
        let is_puzzle = self.no_path.is_some() || self.path.has_puzzle();
        if self.are_paths.unwrap_or(is_puzzle) {
            self.no_path.map_or(Ok(()), Err)?;
            self.path.end_path(take)?;
        } else {
            self.no_grid.map_or(Ok(()), Err)?;
            self.grid.end(take)?;
        }
        if has_tour { Ok(()) } else { Err(ReadError::no_tour()) }
    }

    /// A line that begins with `#`.
    fn read_remark(
        &mut self,
        line: &str,
        take: &mut dyn FnMut(ParsedTour),
    ) -> Result<(), ReadError> {
        match self.are_paths {
            Some(false) => return self.grid.remark(self.number, line, take),
            Some(true) => return self.path.remark(self.number, line, take),
            None => {}
        }
        if self.no_grid.is_none() {
            self.no_grid = self.grid.remark(self.number, line, take).err();
        }
        if self.no_path.is_none() {
            // There are no steps yet, so it has no path to hand over.
            self.no_path = self.path.remark(self.number, line, take).err();
        }
        Ok(())
    }

    /// Any other line, or a part of one.
    fn read_line(&mut self, words: &str, is_whole: bool, ends: bool) -> Result<(), ReadError> {
        let are_paths = *self.are_paths.get_or_insert_with(|| {
            // A grid has no line with a puzzle.
            let has_puzzle = self.no_path.is_some() || self.path.has_puzzle();
            let is_path = has_puzzle || path::is_names(words) || is_whole && path::is_step(words);
            if !is_path && is_pairs(words) {
                // No row of a grid can be above.
                (self.grid, self.no_grid) = (GridReader::default(), None);
            }
            is_path
        });
        if are_paths {
            self.no_path.take().map_or(Ok(()), Err)?;
            self.path.line(self.number, words)
        } else {
            self.no_grid.take().map_or(Ok(()), Err)?;
            self.grid.part(self.number, words, ends)
        }
    }
}
