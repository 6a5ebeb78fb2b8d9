//! What a table of numbers may mean: a grid, a grid with labels, several grids, squares as pairs of row and
//! column, or one long list; squares may be those of a path or the ends of its moves. The readings are tried
//! one after the other. The first that is a tour is taken; if there is none, the likeliest, so that the
//! message is about what was meant.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::iter::once_with;
use std::sync::Arc;

use super::labels::{are_labels, inside_labels, is_letter};
use super::{Claims, ParsedTour, ReadError, claimed_board, no_number, refuse};
use crate::board::{Board, Square, joined_moves};
use crate::text::counted;
use crate::tour::check_path;

/// How a text was read, for messages where that is not obvious.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// A grid, names, steps or JSON.
    #[default]
    AsWritten,
    /// Pairs of row and column.
    Pairs,
    /// Moves, each with the square it begins on and the square it leads to.
    Moves,
    /// The rows of a grid, one after the other.
    List,
    /// The squares of a path, each by its place in reading order.
    SquareNumbers,
}

impl Reading {
    /// What is wrong with a path, and how it was read.
    pub fn explain(self, board: &Board, wrong: &str) -> String {
        let words = match self {
            Reading::AsWritten => return wrong.to_owned(),
            Reading::Pairs => "pairs of row and column",
            Reading::Moves => "moves from square to square",
            Reading::List => "one list of the numbers",
            Reading::SquareNumbers => "the numbers of the squares in order",
        };
        format!("read as {words} of the {board} board: {wrong}")
    }
}

/// An entry of a table: a number, or one of these values, which are larger than any board.
pub(super) type TableEntry = u32;
pub(super) const EMPTY: TableEntry = u32::MAX;
pub(super) const HOLE: TableEntry = u32::MAX - 1;
/// The labels a to z, one after the other.
pub(super) const LETTER_A: TableEntry = LETTER_Z - 25;
pub(super) const LETTER_Z: TableEntry = HOLE - 1;
/// Any number that is too large.
pub(super) const HUGE: TableEntry = LETTER_A - 1;

/// Labels, and several grids in one table, are read only for boards with sides from this on: in smaller
/// ones, grid numbers look like labels too easily.
pub(super) const MIN_SIDE: usize = 3;
/// The minimum length of a grid that is written as one list.
const MIN_LIST: usize = MIN_SIDE * MIN_SIDE;

/// The rows of numbers in a text.
#[derive(Clone, Default)]
pub(super) struct NumberTable {
    pub(super) entries: Vec<TableEntry>,
    /// Where each row ends.
    pub(super) ends: Vec<u32>,
    /// The first letter that stood alone, and its line.
    pub(super) letter: Option<(usize, char)>,
    /// Whether the columns come first, if the text names rows and columns.
    pub(super) columns_first: Option<bool>,
}

/// One way to read a table, and how likely it is that this was meant.
struct Interpretation {
    tours: Result<Vec<ParsedTour>, ReadError>,
    weight: Weight,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    /// Certainly the intended reading.
    Certain,
    /// Plausible even if the result is not a tour.
    Likely,
    /// Plausible only if the result is a tour.
    IfTour,
}

/// How much sense an interpretation makes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Merit {
    Unlikely,
    Unreadable,
    WrongNumbers,
    Path,
    TourIfWrapped,
    Tour,
}

impl Interpretation {
    /// A single grid.
    fn of(parsed: Result<ParsedTour, ReadError>, weight: Weight) -> Interpretation {
        Interpretation { tours: parsed.map(|parsed| vec![parsed]), weight }
    }

    fn merit(&self) -> Merit {
        let Ok(tours) = &self.tours else { return Merit::Unreadable };
        let all = |is_good: fn(&ParsedTour) -> bool| tours.iter().all(is_good);
        if all(|parsed| is_tour(&parsed.board, parsed)) {
            Merit::Tour
        } else if all(|parsed| is_tour(&Board::clone(&parsed.board).wrapped(true), parsed)) {
            Merit::TourIfWrapped
        } else if self.weight == Weight::IfTour {
            Merit::Unlikely
        } else if tours.iter().any(|parsed| parsed.path.is_ok()) {
            Merit::Path
        } else {
            Merit::WrongNumbers
        }
    }
}

/// The first interpretation that is certain or a tour; otherwise the likeliest.
fn choose(
    interpretations: impl Iterator<Item = Interpretation>,
) -> Result<Vec<ParsedTour>, ReadError> {
    let (mut best, mut most) = (Err(ReadError::no_tour()), None);
    for interpretation in interpretations {
        if interpretation.weight == Weight::Certain {
            return interpretation.tours;
        }
        let merit = interpretation.merit();
        if Some(merit) > most {
            (best, most) = (interpretation.tours, Some(merit));
        }
        if merit == Merit::Tour {
            break;
        }
    }
    best
}

fn is_tour(board: &Board, parsed: &ParsedTour) -> bool {
    let is_tour = |path: &Vec<Square>| {
        path.len() == board.squares_to_visit() && check_path(board, path).is_ok()
    };
    parsed.path.as_ref().is_ok_and(is_tour)
}

impl NumberTable {
    /// Removes all rows, and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.ends.clear();
        self.columns_first = None;
    }

    /// How many entries the row that is not complete yet has so far.
    pub(super) fn row_length(&self) -> usize {
        self.entries.len() - self.ends.last().map_or(0, |end| *end as usize)
    }

    pub(super) fn end_row(&mut self) {
        if self.row_length() > 0 {
            self.ends.push(self.entries.len() as u32);
        }
    }

    pub(super) fn add_rows(&mut self, other: &NumberTable) {
        let first = self.entries.len() as u32;
        self.entries.extend_from_slice(&other.entries);
        self.ends.extend(other.ends.iter().map(|end| first + end));
    }

    /// Each row as a table.
    pub(super) fn as_tables(&self) -> impl Iterator<Item = NumberTable> + '_ {
        self.rows().map(|row| {
            let (entries, ends) = (row.to_vec(), vec![row.len() as u32]);
            NumberTable { entries, ends, ..*self }
        })
    }

    /// The paths that are meant, or why there are none.
    pub(super) fn tours(&self) -> Result<Vec<ParsedTour>, ReadError> {
        let pairs = once_with(|| self.pairs()).flatten();
        let grids = once_with(|| self.grids()).flatten();
        let list = once_with(|| self.list()).flatten().flatten();
        let lists = once_with(|| self.lists()).flatten();
        choose(self.grid_or_labelled().chain(pairs).chain(grids).chain(list).chain(lists))
    }

    /// The path of one grid, perhaps with labels.
    pub(super) fn as_grid(&self) -> Result<Vec<ParsedTour>, ReadError> {
        choose(self.grid_or_labelled())
    }

    fn grid_or_labelled(&self) -> impl Iterator<Item = Interpretation> {
        once_with(|| self.grid()).flatten().chain(self.labelled())
    }

    pub(super) fn row(&self, number: usize) -> &[TableEntry] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.entries[start as usize..self.ends[number] as usize]
    }

    fn rows(&self) -> impl Iterator<Item = &[TableEntry]> {
        (0..self.ends.len()).map(|number| self.row(number))
    }

    fn is_numbers(&self) -> bool {
        self.entries.iter().all(|entry| *entry < HUGE)
    }

    /// Whether it is one row or one column.
    fn is_line(&self) -> bool {
        self.ends.len() == 1 || self.ends.len() == self.entries.len()
    }

    /// Whether there are several rows of two numbers each.
    fn are_two_columns(&self) -> bool {
        self.ends.len() > 1 && self.rows().all(|row| row.len() == 2) && self.is_numbers()
    }

    /// A grid, as it stands there.
    fn grid(&self) -> Option<Interpretation> {
        if self.columns_first.is_some() {
            return None;
        }
        let letters = || self.entries.iter().filter(|entry| is_letter(**entry)).count();
        let parsed = match self.letter.map(|letter| (letter, letters())) {
            Some(((line, letter), 1)) => Err(no_number(line, &letter.to_string())),
            Some(((line, _), 2..)) => {
                let what = "its letters do not label the rows or columns of a grid: each needs one, \
                            in order from a";
                Err(ReadError::at_line(line, what))
            }
            _ => check_rows(&self.ends).and_then(|()| bare(&self.entries, self.ends.len())),
        };
        let has_sense = parsed.as_ref().is_ok_and(|parsed| parsed.path.is_ok());
        let is_all = |path: &Vec<Square>| path.len() == self.entries.len();
        let has_all = parsed.as_ref().is_ok_and(|parsed| parsed.path.as_ref().is_ok_and(is_all));
        let cols = self.entries.len() / self.ends.len();
        let weight = if has_sense && self.ends.len().min(cols) >= MIN_SIDE {
            Weight::Certain
        } else if self.is_line() && self.is_numbers() && has_sides(self.entries.len()) {
            Weight::IfTour
        } else if self.are_two_columns() && !has_all {
            // Then its numbers are rows and columns.
            Weight::IfTour
        } else {
            Weight::Likely
        };
        Some(Interpretation::of(parsed, weight))
    }

    /// A grid with labels around it.
    fn labelled(&self) -> impl Iterator<Item = Interpretation> {
        inside_labels(self).map(|(inner, rows)| {
            let parsed = bare(&inner, rows);
            let has_sense = parsed.as_ref().is_ok_and(|parsed| parsed.path.is_ok());
            let weight = if has_sense { Weight::Certain } else { Weight::Likely };
            Interpretation::of(parsed, weight)
        })
    }

    /// Pairs of row and column: one in each row, perhaps with its number before it, or one after the other.
    fn pairs(&self) -> Option<Interpretation> {
        let is_one = self.columns_first.is_none() && self.entries.len() < 4;
        if is_one || !self.is_numbers() {
            return None;
        }
        let all_rows = |length: usize| self.rows().all(|row| row.len() == length);
        let are_numbered = || all_rows(3) && are_labels(self.rows().map(|row| row[0]));
        let is_even = || self.rows().all(|row| row.len().is_multiple_of(2));
        // Rows and columns are far smaller than the number of squares.
        let are_small =
            || self.entries.iter().all(|entry| *entry as usize <= self.entries.len() / 4);
        let (first, weight) = match self.columns_first {
            _ if all_rows(2) => (0, Weight::Likely),
            Some(_) => {
                let what = "each square needs a row and a column, such as {\"row\":0,\"col\":0}";
                return Some(Interpretation::of(refuse(what), Weight::Likely));
            }
            None if are_numbered() => (1, Weight::Likely),
            None if is_even() && self.ends.len() == 1 && are_small() => (0, Weight::Likely),
            None if is_even() => (0, Weight::IfTour),
            None => return None,
        };
        let pairs = self.rows().flat_map(|row| row[first..].chunks_exact(2));
        let places = pairs.map(|pair| match self.columns_first {
            Some(true) => (pair[1], pair[0]),
            _ => (pair[0], pair[1]),
        });
        Some(Interpretation { tours: of_places(places.collect()), weight })
    }

    /// Several grids, without anything between them.
    fn grids(&self) -> Option<Interpretation> {
        let mut tours = Vec::new();
        let mut start = 0;
        while start < self.ends.len() {
            let cols = self.row(start).len();
            let alike = (start..self.ends.len()).take_while(|row| self.row(*row).len() == cols);
            let rows = alike.count();
            let first = self.ends[start] as usize - cols;
            let entries = &self.entries[first..first + rows * cols];
            tours.extend(match equal_grids(entries, cols) {
                Some(grids) if grids.iter().all(|grid| grid.path.is_ok()) => grids,
                other => whole_grids(entries, cols).or(other)?,
            });
            start += rows;
        }
        (tours.len() > 1).then_some(Interpretation { tours: Ok(tours), weight: Weight::Likely })
    }

    /// The rows of a grid one after the other, or the squares of a path by their numbers.
    fn list(&self) -> Option<impl Iterator<Item = Interpretation>> {
        let (entries, size) = (&self.entries, self.entries.len());
        if !self.is_numbers() || !has_sides(size) {
            return None;
        }
        let zeros = entries.iter().filter(|entry| **entry == 0).count();
        let from = u32::from(zeros != 1 || entries.contains(&(size as u32)));
        let board = shapes(size, &Err(String::new())).pop();
        let path = board.map_or(Err(String::new()), |board| ordered(&board, entries, from));
        // With every number there once, they are also squares.
        let has_all = path.as_ref().is_ok_and(|path| path.len() == size);
        let squares = has_all.then_some(()).into_iter().flat_map(move |()| {
            let squares = entries.iter().map(|entry| Square::at(entry - from)).collect();
            on_each_shape(size, Ok(squares), 1, (Reading::SquareNumbers, Weight::IfTour))
        });
        let weight = if self.is_line() { Weight::Likely } else { Weight::IfTour };
        let grids = on_each_shape(size, path, from as usize, (Reading::List, weight));
        Some(grids.chain(squares))
    }

    /// A list in each row.
    fn lists(&self) -> Option<Interpretation> {
        let are_long = self.rows().all(|row| row.len() >= MIN_LIST);
        if self.ends.len() < 2 || !are_long || !self.is_numbers() {
            return None;
        }
        let mut tours = Vec::new();
        for row in self.as_tables() {
            let found = row.tours().ok()?;
            if tours.is_empty() && found.iter().any(|parsed| parsed.path.is_err()) {
                return None;
            }
            tours.extend(found);
        }
        Some(Interpretation { tours: Ok(tours), weight: Weight::Likely })
    }
}

/// Grids of equal height, each with one square of the number 1.
fn equal_grids(entries: &[TableEntry], cols: usize) -> Option<Vec<ParsedTour>> {
    let count = entries.iter().filter(|entry| **entry == 1).count().max(1);
    let all_rows = entries.len() / cols;
    let rows = all_rows / count;
    if !all_rows.is_multiple_of(count) || rows.min(cols) < MIN_SIDE {
        return None;
    }
    entries.chunks(rows * cols).map(|entries| bare(entries, rows).ok()).collect()
}

/// Grids of any height. Each ends with the row that completes its numbers.
fn whole_grids(entries: &[TableEntry], cols: usize) -> Option<Vec<ParsedTour>> {
    let mut tours = Vec::new();
    let (mut first, mut seen, mut most) = (0, HashSet::new(), 0);
    for (row, words) in entries.chunks(cols).enumerate() {
        for number in words.iter().filter(|entry| **entry < HUGE) {
            most = most.max(*number as usize);
            seen.insert(*number).then_some(())?;
        }
        let (rows, last) = (row + 1 - first, most + usize::from(seen.contains(&0)));
        if rows.min(cols) >= MIN_SIDE && last == seen.len() {
            tours.push(bare(&entries[first * cols..(row + 1) * cols], rows).ok()?);
            (first, most) = (row + 1, 0);
            seen.clear();
        }
    }
    seen.is_empty().then_some(tours)
}

/// Whether a board with this many squares can have sides of at least [`MIN_SIDE`].
fn has_sides(size: usize) -> bool {
    size >= MIN_LIST && divisors(size).any(|side| side >= MIN_SIDE && size / side >= MIN_SIDE)
}

/// All divisors of a number.
fn divisors(number: usize) -> impl Iterator<Item = usize> {
    let small = (1..).take_while(move |side| side * side <= number);
    let small = small.filter(move |side| number.is_multiple_of(*side));
    small.flat_map(move |side| {
        [Some(side), Some(number / side).filter(|other| *other != side)].into_iter().flatten()
    })
}

/// The boards on which a list may be a path, first those on which the knight gets furthest by its first
/// moves. These tell nearly all boards apart, so that few are tried in full.
fn shapes(size: usize, path: &Result<Vec<Square>, String>) -> Vec<Board> {
    const FIRST_MOVES: usize = 64;
    const MAX_TRIED: usize = 4;
    let first = path.as_ref().map_or(&[][..], |path| &path[..path.len().min(FIRST_MOVES)]);
    let moves =
        |board: &Board| first.windows(2).take_while(|pair| board.joined(pair[0], pair[1])).count();
    let boards = divisors(size.max(1)).filter_map(|rows| claimed_board(rows, size / rows).ok());
    let mut boards: Vec<Board> = boards.collect();
    let is_far = |board: &Board| (board.rows().abs_diff(board.cols()), board.rows());
    let wrapped_moves = |board: &Board| moves(&board.clone().wrapped(true));
    boards.sort_by_cached_key(|board| (Reverse(wrapped_moves(board)), is_far(board)));
    let wrapped = boards.first().cloned();
    boards.sort_by_cached_key(|board| (Reverse(moves(board)), is_far(board)));
    boards.truncate(if path.is_ok() { MAX_TRIED } else { 1 });
    boards.extend(wrapped.filter(|wrapped| path.is_ok() && !boards.contains(wrapped)));
    boards
}

/// A path on the boards on which it may be, one after the other.
fn on_each_shape(
    size: usize,
    path: Result<Vec<Square>, String>,
    from: usize,
    (reading, weight): (Reading, Weight),
) -> impl Iterator<Item = Interpretation> {
    shapes(size, &path).into_iter().map(move |board| {
        let path = path.clone().map_err(|wrong| reading.explain(&board, &wrong));
        let (board, claims) = (Arc::new(board), Arc::default());
        Interpretation::of(Ok(ParsedTour { board, path, from, claims, reading }), weight)
    })
}

/// A path whose squares are written as row and column, which count from 0, or from 1 where no 0 is among
/// them. The board is just large enough.
fn of_places(mut places: Vec<(u32, u32)>) -> Result<Vec<ParsedTour>, ReadError> {
    if !places.iter().any(|place| place.0 == 0 || place.1 == 0) {
        places.iter_mut().for_each(|place| *place = (place.0 - 1, place.1 - 1));
    }
    let side = |of: fn(&(u32, u32)) -> u32| places.iter().map(of).max().unwrap_or(0) as usize + 1;
    let board = Arc::new(claimed_board(side(|place| place.0), side(|place| place.1))?);
    let squares = places.iter().map(|place| Square::at(place.0 * board.cols() + place.1));
    let squares = squares.collect();
    Ok(of_squares(&board, Ok(squares), &Arc::default(), Reading::Pairs))
}

/// The paths in a list of squares. They may be written as the ends of moves, or as several tours, and a
/// closed tour may name its first square again at its end.
pub(super) fn of_squares(
    board: &Arc<Board>,
    squares: Result<Vec<Square>, String>,
    claims: &Arc<Claims>,
    reading: Reading,
) -> Vec<ParsedTour> {
    let parsed =
        |path, reading, claims| ParsedTour { reading, ..ParsedTour::new(board, claims, path) };
    let refused = |wrong: &str, reading: Reading| {
        vec![parsed(Err(reading.explain(board, wrong)), reading, claims)]
    };
    let squares = match squares {
        Ok(squares) => squares,
        Err(wrong) => return refused(&wrong, reading),
    };
    if let Some(wrong) = broken_moves(board, &squares) {
        return refused(&wrong, Reading::Moves);
    }
    let joined = joined_moves(&squares).map(|joined| (joined, Reading::Moves));
    let (squares, reading) = joined.unwrap_or((squares, reading));
    let (many, all) = (squares.len(), board.squares_to_visit());
    let is_whole = |length: usize| {
        many.is_multiple_of(length) && (many == length || many > length && all >= MIN_LIST)
    };
    let returns = |path: &[Square]| path.first() == path.last();
    let (length, claims) = if is_whole(all + 1) && squares.chunks(all + 1).all(returns) {
        (all + 1, &Arc::new(Claims { closed: Some(true), ..Claims::clone(claims) }))
    } else if is_whole(all) && many > all {
        (all, claims)
    } else {
        return vec![parsed(Ok(squares), reading, claims)];
    };
    let paths = squares.chunks(length).map(|path| path[..all].to_vec());
    paths.map(|path| parsed(Ok(path), reading, claims)).collect()
}

/// What is wrong with moves that do not all begin where the one before has led to. They count as moves if
/// the second one begins where the first has led to.
fn broken_moves(board: &Board, ends: &[Square]) -> Option<String> {
    if ends.len() < 4 || ends[1] != ends[2] {
        return None;
    }
    let mut moves = (2..).zip(ends.chunks(2).zip(ends[2..].chunks(2)));
    let torn = moves.find(|(_, (before, after))| before[1] != after[0]);
    torn.map(|(number, (before, after))| {
        let (from, to) = (board.name(after[0]), board.name(before[1]));
        format!("move {number} begins on {from}, but the move before it leads to {to}")
    })
}

/// A grid whose rows all have the same length.
fn bare(entries: &[TableEntry], rows: usize) -> Result<ParsedTour, ReadError> {
    let board = claimed_board(rows, entries.len() / rows)?;
    let holes = entries.iter().enumerate().filter(|(_, entry)| **entry == HOLE);
    let holes = holes.map(|(index, _)| Square::at(index as u32));
    let board = board.with_holes(holes).map_err(ReadError::of)?;
    let from = u32::from(!counts_from_zero(&board, entries));
    let path = ordered(&board, entries, from);
    let (board, claims) = (Arc::new(board), Arc::default());
    Ok(ParsedTour { board, path, from: from as usize, claims, reading: Reading::AsWritten })
}

/// Checks that all rows have the same length.
fn check_rows(ends: &[u32]) -> Result<(), ReadError> {
    let cols = ends[0];
    let lengths = ends.windows(2).map(|pair| pair[1] - pair[0]);
    let Some((row, length)) = (2..).zip(lengths).find(|(_, length)| *length != cols) else {
        return Ok(());
    };
    let cut_off = if length < cols { "; the text may be cut off" } else { "" };
    let squares = counted(u64::from(length), "square");
    refuse(format!("row {row} has {squares}, but the first row has {cols}{cut_off}"))
}

/// The squares in the order of their numbers, which count from `from`, or what is wrong with the first
/// wrong number.
fn ordered(board: &Board, entries: &[TableEntry], from: u32) -> Result<Vec<Square>, String> {
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
    if twice < missing {
        let mut squares = numbered().filter(|(_, number)| **number == twice);
        let mut name = || squares.next().map_or_else(String::new, |(square, _)| board.name(square));
        return Err(format!("number {twice} appears twice, on {} and {}", name(), name()));
    }
    if missing < u32::MAX { Err(format!("number {missing} is missing")) } else { Ok(path) }
}

/// Whether 0 is the start rather than a square that was not visited. It is if it appears once and
/// unvisited squares are marked in another way, or it is the only number, or a move leads from it
/// to 1.
fn counts_from_zero(board: &Board, entries: &[TableEntry]) -> bool {
    let place = |number: TableEntry| {
        let mut places = entries.iter().enumerate().filter(|(_, entry)| **entry == number);
        let first = places.next().map(|(index, _)| Square::at(index as u32));
        first.filter(|_| places.next().is_none())
    };
    let Some(zero) = place(0) else { return false };
    let is_alone = !entries.iter().any(|entry| (1..=HUGE).contains(entry));
    let joined = |one| board.joined(zero, one) || board.clone().wrapped(true).joined(zero, one);
    entries.contains(&EMPTY) || is_alone || place(1).is_some_and(joined)
}
