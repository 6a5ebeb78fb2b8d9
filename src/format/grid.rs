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
/// The labels a to z, one after the other.
const LETTER_A: Entry = LETTER_Z - 25;
const LETTER_Z: Entry = HOLE - 1;
/// Any number that is too large.
const HUGE: Entry = LETTER_A - 1;

/// Reads grids separated by empty lines. The numbers count from 0 or 1, and may be separated by
/// commas, bars, brackets and quotes too, stand in a frame, and have labels around them. Lines that
/// begin with `#` and a word are skipped.
#[derive(Default)]
pub(super) struct Reader {
    /// The entries of the current grid, row by row.
    entries: Vec<Entry>,
    /// Where each row that is complete ends.
    ends: Vec<u32>,
    /// Single rows with an empty line after each: either one grid or many.
    apart: Vec<Entry>,
    /// Where each of them ends.
    apart_ends: Vec<u32>,
    /// Whether such rows are known to be grids of their own: there is a larger grid, or more than
    /// one remark.
    has_many: bool,
    remarks: u32,
    /// The first letter that stood alone, and its line.
    letter: Option<(usize, char)>,
    /// Whether the current grid has a bracket, and whether its semicolons end rows as in MATLAB.
    has_bracket: bool,
    semicolons: Option<bool>,
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
        let mut rest = if self.entries.is_empty() { without_name(part) } else { part };
        // A closing bracket ends a row, so that nested lists may be written in one line. Most lines have
        // none, and to see that takes less long than to look for the first.
        let closers = [']', '}', ';'];
        let has_closer = closers.iter().any(|closer| rest.contains(*closer));
        while has_closer && let Some(place) = rest.find(closers) {
            let (row, closer) = (&rest[..place], rest.as_bytes()[place]);
            rest = &rest[place + 1..];
            self.has_bracket = self.has_bracket || row.contains('[');
            self.read_words(number, row)?;
            let ends_row = match closer {
                b';' => self.semicolon_ends_row(),
                _ => !is_place_in_brackets(row),
            };
            if ends_row {
                self.end_row();
            }
        }
        self.read_words(number, rest)?;
        if ends {
            self.end_row();
        }
        Ok(())
    }

    fn read_words(&mut self, number: usize, text: &str) -> Result<(), ReadError> {
        if text.chars().all(|c| is_gap(c) || is_rule(c)) {
            return Ok(());
        }
        for word in text.split(is_gap).filter(|word| !word.is_empty()) {
            let entry = match word {
                "." | "-1" => EMPTY,
                "#" => HOLE,
                _ if is_whole_number(word) => word.parse().unwrap_or(HUGE).min(HUGE),
                _ if is_ornament(word) => continue,
                _ => self.unusual(number, word).ok_or_else(|| no_number(number, word))?,
            };
            self.entries.push(entry);
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

    /// The entry of a word that is no plain number: a label such as `a` or `8:`, or a number such as
    /// `38.` or `38.0`.
    fn unusual(&mut self, number: usize, word: &str) -> Option<Entry> {
        let label = word.strip_suffix(':').filter(|_| self.row_length() == 0);
        let word = label.unwrap_or(word);
        if let [letter] = *word.as_bytes()
            && letter.is_ascii_alphabetic()
        {
            self.letter.get_or_insert((number, letter.into()));
            return Some(LETTER_A + Entry::from(letter.to_ascii_lowercase() - b'a'));
        }
        let whole = word.strip_suffix(".0").or_else(|| word.strip_suffix('.')).unwrap_or(word);
        match whole {
            "-1" => Some(EMPTY),
            _ => is_whole_number(whole).then(|| whole.parse().unwrap_or(HUGE).min(HUGE)),
        }
    }

    /// How many entries the current row has so far.
    fn row_length(&self) -> usize {
        self.entries.len() - self.ends.last().map_or(0, |end| *end as usize)
    }

    /// Whether a semicolon ends the current row. It does inside brackets, unless the first one
    /// separates two numbers.
    fn semicolon_ends_row(&mut self) -> bool {
        match self.row_length() {
            0 => false,
            length => *self.semicolons.get_or_insert(self.has_bracket && length > 1),
        }
    }

    fn end_row(&mut self) {
        if self.row_length() > 0 {
            self.ends.push(self.entries.len() as u32);
        }
    }

    pub(super) fn empty_line(&mut self, take: &mut dyn FnMut(Sheet)) -> Result<(), ReadError> {
        if self.entries.is_empty() {
            return Ok(());
        }
        let (mut entries, mut ends) =
            (std::mem::take(&mut self.entries), std::mem::take(&mut self.ends));
        let ended = self.end_grid(&entries, &ends, take);
        entries.clear();
        ends.clear();
        (self.entries, self.ends) = (entries, ends);
        (self.has_bracket, self.semicolons) = (false, None);
        ended
    }

    fn end_grid(
        &mut self,
        entries: &[Entry],
        ends: &[u32],
        take: &mut dyn FnMut(Sheet),
    ) -> Result<(), ReadError> {
        if let [_] = *ends {
            // Letters label the columns, above or below.
            let has_letters = entries.len() >= LEAST_SIDE && entries[0] == LETTER_A;
            if has_letters && are_labels(entries.iter().copied()) {
                return Ok(());
            }
            if self.remarks < 2 && !self.has_many {
                self.apart.extend_from_slice(entries);
                self.apart_ends.push(self.apart.len() as u32);
                return Ok(());
            }
        }
        let read = self.sheet(entries, ends);
        let is_plain = read
            .as_ref()
            .is_ok_and(|sheet| sheet.path.is_ok() && sheet.board.size() == entries.len());
        if !is_plain && let Some(sheet) = self.below_labels(entries, ends) {
            (self.apart, self.apart_ends, self.has_many) = (Vec::new(), Vec::new(), true);
            take(sheet);
            return Ok(());
        }
        self.part_rows(take)?;
        take(read?);
        Ok(())
    }

    /// A grid whose columns have labels, with an empty line between.
    fn below_labels(&self, entries: &[Entry], ends: &[u32]) -> Option<Sheet> {
        let [cols] = *self.apart_ends else { return None };
        let all = [&self.apart[..], entries].concat();
        let ends: Vec<u32> = [cols].into_iter().chain(ends.iter().map(|end| cols + end)).collect();
        self.sheet(&all, &ends).ok().filter(|sheet| sheet.path.is_ok())
    }

    /// Hands over the single rows as grids of their own.
    fn part_rows(&mut self, take: &mut dyn FnMut(Sheet)) -> Result<(), ReadError> {
        self.has_many = true;
        let (apart, ends) = (std::mem::take(&mut self.apart), std::mem::take(&mut self.apart_ends));
        let mut start = 0;
        for end in ends {
            let row = &apart[start as usize..end as usize];
            take(self.sheet(row, &[end - start])?);
            start = end;
        }
        Ok(())
    }

    pub(super) fn end(mut self, take: &mut dyn FnMut(Sheet)) -> Result<(), ReadError> {
        self.empty_line(take)?;
        // Single rows with an empty line after each are one grid.
        if !self.apart.is_empty() {
            take(self.sheet(&self.apart, &self.apart_ends)?);
        }
        Ok(())
    }

    /// A grid as it is or, if its numbers make no sense so, without the labels around it.
    fn sheet(&self, entries: &[Entry], ends: &[u32]) -> Result<Sheet, ReadError> {
        let letters = || entries.iter().filter(|entry| is_letter(**entry)).count();
        let plain = match self.letter.map(|letter| (letter, letters())) {
            Some(((line, letter), 1)) => Err(no_number(line, &letter.to_string())),
            Some(((line, _), 2..)) => {
                let what = "its letters do not label the rows or columns of a grid: each needs one, \
                            in order from a";
                Err(ReadError::at_line(line, what))
            }
            _ => check_rows(ends).and_then(|()| self.bare(entries, ends.len())),
        };
        if plain.as_ref().is_ok_and(|sheet| sheet.path.is_ok()) {
            return plain;
        }
        let mut labelled = None;
        for frame in Frame::all() {
            let Some((inner, rows)) = frame.inside(entries, ends) else { continue };
            let sheet = self.bare(&inner, rows)?;
            if sheet.path.is_ok() {
                return Ok(sheet);
            }
            // Its letters or the lengths of its rows show that it has labels, if not its numbers.
            if plain.is_err() {
                labelled.get_or_insert(sheet);
            }
        }
        labelled.map_or(plain, Ok)
    }

    /// A grid whose rows all have the same length.
    fn bare(&self, entries: &[Entry], rows: usize) -> Result<Sheet, ReadError> {
        let board = claimed_board(rows, entries.len() / rows)?;
        let holes = entries.iter().enumerate().filter(|(_, entry)| **entry == HOLE);
        let holes = holes.map(|(index, _)| Square::at(index as u32));
        let board = board.with_holes(holes).map_err(|error| ReadError(error.to_string()))?;
        let (from, path) = path_of(&board, entries);
        let claims = Arc::clone(&self.claims);
        Ok(Sheet { board: Arc::new(board), path, from: from as usize, claims })
    }
}

/// Smaller boards have no labels: one number is too easily taken for another.
const LEAST_SIDE: usize = 3;

/// On which sides of a grid there are labels.
#[derive(Clone, Copy)]
struct Frame {
    top: bool,
    bottom: bool,
    left: bool,
    right: bool,
}

impl Frame {
    /// All of them, those with fewer sides first.
    fn all() -> impl Iterator<Item = Frame> {
        let mut sides: Vec<u8> = (1..16).collect();
        sides.sort_by_key(|bits| bits.count_ones());
        sides.into_iter().map(|bits| {
            let [top, left, bottom, right] = [0, 1, 2, 3].map(|side| bits >> side & 1 == 1);
            Frame { top, bottom, left, right }
        })
    }

    /// What is inside the labels and how many rows that has, if there are such labels.
    fn inside(self, entries: &[Entry], ends: &[u32]) -> Option<(Vec<Entry>, usize)> {
        let row = |number: usize| {
            let start = if number == 0 { 0 } else { ends[number - 1] };
            &entries[start as usize..ends[number] as usize]
        };
        let body = usize::from(self.top)..ends.len().checked_sub(self.bottom.into())?;
        let rows = body.len();
        let around = usize::from(self.left) + usize::from(self.right);
        if rows < LEAST_SIDE || row(body.start).len() < LEAST_SIDE + around {
            return None;
        }
        let cols = row(body.start).len() - around;
        let are_columns =
            |labels: &[Entry]| labels.len() == cols && are_labels(labels.iter().copied());
        let firsts = body.clone().map(|number| row(number)[0]);
        let is_framed = body.clone().all(|number| row(number).len() == cols + around)
            && (!self.top || are_columns(row(0)))
            && (!self.bottom || are_columns(row(body.end)))
            && (!self.left || are_labels(firsts))
            && (!self.right
                || are_labels(body.clone().map(|number| row(number)[cols + around - 1])));
        if !is_framed {
            return None;
        }
        let from = usize::from(self.left);
        let inner = body.flat_map(|number| &row(number)[from..from + cols]);
        let inner: Vec<Entry> = inner.copied().collect();
        (!inner.iter().any(|entry| is_letter(*entry))).then_some((inner, rows))
    }
}

/// Whether these are labels: numbers from 0 or 1, or letters from a, one after the other, upwards or
/// downwards.
fn are_labels(mut labels: impl Iterator<Item = Entry>) -> bool {
    let (Some(first), Some(second)) = (labels.next(), labels.next()) else { return false };
    let rises = first < second;
    let follows =
        |a: Entry, b: Entry| if rises { b.wrapping_sub(a) == 1 } else { a.wrapping_sub(b) == 1 };
    let mut last = second;
    let in_order = follows(first, second)
        && labels.all(|label| follows(std::mem::replace(&mut last, label), label));
    let least = if rises { first } else { last };
    in_order && (least <= 1 || least == LETTER_A)
}

fn is_letter(entry: Entry) -> bool {
    (LETTER_A..=LETTER_Z).contains(&entry)
}

fn check_rows(ends: &[u32]) -> Result<(), ReadError> {
    let (cols, mut start) = (ends[0], 0);
    for (row, end) in (1..).zip(ends) {
        check_row(row, (end - start) as usize, cols as usize)?;
        start = *end;
    }
    Ok(())
}

fn check_row(row: usize, length: usize, cols: usize) -> Result<(), ReadError> {
    if length == cols {
        return Ok(());
    }
    let cut_off = if length < cols { "; the text may be cut off" } else { "" };
    Err(ReadError(format!("row {row} has {length} squares, but the first row has {cols}{cut_off}")))
}

/// A line without what a program writes before a list: its name, as in `board = [[1, 4], …`, and what
/// makes it, as in `array([[1, 4], …`.
fn without_name(line: &str) -> &str {
    let is_name = |name: &str| name.trim_start().starts_with(|c: char| c.is_ascii_alphabetic());
    let line = match line.split_once('=') {
        Some((name, rest)) if is_name(name) => rest,
        _ => line,
    };
    match line.split_once('(') {
        Some((name, rest)) if is_name(name) && rest.trim_start().starts_with('[') => rest,
        _ => line,
    }
}

/// Whether this is a label that R writes, such as `[1,` or `[,1` before its closing bracket.
fn is_place_in_brackets(text: &str) -> bool {
    let inner = text.trim_start().strip_prefix('[');
    let number =
        inner.and_then(|inner| inner.strip_prefix(',').or_else(|| inner.strip_suffix(',')));
    number.is_some_and(is_whole_number)
}

/// Whether a character separates the numbers of a row.
fn is_gap(c: char) -> bool {
    match c {
        '0'..='9' => false,
        ' ' | ',' | ';' | '|' | '[' | '(' | ')' | '{' | '"' | '\'' | '+' => true,
        // The lines of frames, in Unicode.
        _ => ('\u{2500}'..='\u{257f}').contains(&c) || c.is_whitespace(),
    }
}

/// Whether a character may be part of a line that is drawn between rows.
fn is_rule(c: char) -> bool {
    matches!(c, '-' | '=' | '_' | '~' | ':')
}

/// Whether a word is part of such a line, or a colon after a label.
fn is_ornament(word: &str) -> bool {
    word.starts_with("--") || word == ":" || word.len() > 1 && word.chars().all(is_rule)
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
