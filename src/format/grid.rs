//! The grid: each square's number in the path; `.` is not visited, `#` is a hole.

use std::borrow::Cow;

use super::labels::are_labels;
use super::reading::{EMPTY, HOLE, HUGE, LETTER_A, MIN_SIDE, NumberTable, TableEntry};
use super::{ParsedTour, ReadError, no_number};
use crate::board::{Board, MAX_SQUARES, Square, is_column_key, numbers};
use crate::text::{grouped, is_whole_number};

/// The grid with aligned numbers, counted from `from`.
pub fn write(board: &Board, path: &[Square], from: u32) -> String {
    let mut text = String::new();
    add(&mut text, board, path, from);
    text
}

/// Adds the grid to a text.
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

/// Adds a right-aligned cell. Boards can be large, and `write!` takes several times as long.
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

/// Reads tables of numbers separated by empty lines: mostly grids. The numbers may be separated by
/// commas, bars, brackets and quotes too, stand in a frame, and have labels around them. Lines that
/// begin with `#` and a word are skipped.
#[derive(Default)]
pub(super) struct GridReader {
    /// The current grid, as far as it goes.
    table: NumberTable,
    /// Single rows with an empty line after each: either one grid or many.
    apart: NumberTable,
    /// Whether such rows are grids of their own, since there is a larger grid or more than one remark.
    has_many: bool,
    remarks: u32,
    /// Whether the current grid has a bracket, and whether its semicolons end rows as in MATLAB.
    has_bracket: bool,
    semicolons: Option<bool>,
    /// Whether a brace is open.
    in_braces: bool,
}

impl GridReader {
    /// A line that begins with `#`: a remark, or a row that begins with a hole.
    pub(super) fn remark(
        &mut self,
        number: usize,
        line: &str,
        take: &mut dyn FnMut(ParsedTour),
    ) -> Result<(), ReadError> {
        if !is_remark(line) {
            return self.part(number, line, true);
        }
        self.remarks = self.remarks.saturating_add(1);
        if self.remarks == 2 { self.part_rows(take) } else { Ok(()) }
    }

    /// A line, or a part of one.
    pub(super) fn part(&mut self, number: usize, part: &str, ends: bool) -> Result<(), ReadError> {
        let part = without_commands(part);
        let mut rest = if self.table.entries.is_empty() { without_name(&part) } else { &*part };
        // A closing bracket ends a row, so that nested lists may be written in one line. Most lines have
        // none, and to see that takes less long than to look for the first.
        let closers = [']', '}', ';', ')', ROW_END];
        let has_closer = closers.iter().any(|closer| rest.contains(*closer));
        while has_closer && let Some(place) = rest.find(closers) {
            let (row, closer) = (&rest[..place], rest.as_bytes()[place]);
            rest = &rest[place + 1..];
            self.has_bracket = self.has_bracket || row.contains('[');
            self.read_words(number, row)?;
            let ends_row = match closer {
                b';' => self.semicolon_ends_row(),
                // A number in brackets of its own is no row.
                b')' => self.table.row_length() > 1 && !is_one_in_brackets(row),
                _ => !is_place_in_brackets(row),
            };
            if ends_row {
                self.table.end_row();
            }
            self.in_braces &= closer != b'}';
        }
        self.read_words(number, rest)?;
        // A square with named row and column ends with its brace.
        if ends && !(self.in_braces && self.table.columns_first.is_some()) {
            self.table.end_row();
        }
        Ok(())
    }

    fn read_words(&mut self, number: usize, text: &str) -> Result<(), ReadError> {
        if text.contains('{') {
            self.in_braces = true;
        }
        if text.chars().all(|c| is_gap(c) || is_rule(c)) {
            return Ok(());
        }
        let in_braces = self.in_braces;
        let is_gap = |c: char| is_gap(c) || in_braces && matches!(c, ':' | '=');
        for word in text.split(is_gap).filter(|word| !word.is_empty()) {
            let entry = match word {
                "." | "-1" => EMPTY,
                "#" => HOLE,
                // The dash of a list in YAML.
                "-" if self.table.row_length() == 0 => continue,
                _ if is_whole_number(word) => word.parse().unwrap_or(HUGE).min(HUGE),
                _ if is_ornament(word) => continue,
                _ if in_braces && let Some(is_column) = is_column_key(word) => {
                    self.read_key(number, is_column)?;
                    continue;
                }
                _ => self.unusual(number, word).ok_or_else(|| no_number(number, word))?,
            };
            self.table.entries.push(entry);
        }
        if (self.table.entries.len() + self.apart.entries.len()) as u64 > MAX_SQUARES {
            let most = grouped(MAX_SQUARES);
            let what = format!(
                "the grid is too large; a board may have at most {most} squares, such as 5000x5000"
            );
            return Err(ReadError::at_line(number, &what));
        }
        Ok(())
    }

    /// The name of a row or a column, which comes next.
    fn read_key(&mut self, number: usize, is_column: bool) -> Result<(), ReadError> {
        let columns_first = *self.table.columns_first.get_or_insert(is_column);
        if self.table.row_length() == usize::from(is_column != columns_first) {
            return Ok(());
        }
        let what = "each square needs a row and a column, always in the same order, such as \
                    {\"row\":0,\"col\":0}";
        Err(ReadError::at_line(number, what))
    }

    /// The entry of a word that is no plain number: a label such as `a` or `8:`, or a number such as
    /// `38.` or `38.0`.
    fn unusual(&mut self, number: usize, word: &str) -> Option<TableEntry> {
        let label = word.strip_suffix(':').filter(|_| self.table.row_length() == 0);
        let word = label.unwrap_or(word);
        if let [letter] = *word.as_bytes()
            && letter.is_ascii_alphabetic()
        {
            self.table.letter.get_or_insert((number, letter.into()));
            return Some(LETTER_A + TableEntry::from(letter.to_ascii_lowercase() - b'a'));
        }
        let whole = word.strip_suffix(".0").or_else(|| word.strip_suffix('.')).unwrap_or(word);
        match whole {
            "-1" => Some(EMPTY),
            _ => is_whole_number(whole).then(|| whole.parse().unwrap_or(HUGE).min(HUGE)),
        }
    }

    /// Whether a semicolon ends the current row. It does inside brackets, unless the first one
    /// separates two numbers.
    fn semicolon_ends_row(&mut self) -> bool {
        match self.table.row_length() {
            0 => false,
            length => *self.semicolons.get_or_insert(self.has_bracket && length > 1),
        }
    }

    pub(super) fn empty_line(&mut self, take: &mut dyn FnMut(ParsedTour)) -> Result<(), ReadError> {
        if self.table.entries.is_empty() {
            return Ok(());
        }
        self.table.end_row();
        let mut table = std::mem::take(&mut self.table);
        let ended = self.end_table(&table, take);
        table.clear();
        self.table = table;
        (self.has_bracket, self.semicolons, self.in_braces) = (false, None, false);
        ended
    }

    fn end_table(
        &mut self,
        table: &NumberTable,
        take: &mut dyn FnMut(ParsedTour),
    ) -> Result<(), ReadError> {
        let entries = &table.entries;
        if table.ends.len() == 1 && table.columns_first.is_none() {
            // Letters label the columns, above or below.
            let has_letters = entries.len() >= MIN_SIDE && entries[0] == LETTER_A;
            if has_letters && are_labels(entries.iter().copied()) {
                return Ok(());
            }
            if self.remarks < 2 && !self.has_many {
                self.apart.letter = table.letter;
                self.apart.add_rows(table);
                return Ok(());
            }
        }
        let read = table.tours();
        let is_plain = |tours: &Vec<ParsedTour>| match &tours[..] {
            [parsed] => parsed.path.is_ok() && parsed.board.size() == entries.len(),
            _ => false,
        };
        if !read.as_ref().is_ok_and(is_plain)
            && let Some(tours) = self.below_labels(table)
        {
            (self.apart, self.has_many) = (NumberTable::default(), true);
            tours.into_iter().for_each(take);
            return Ok(());
        }
        self.part_rows(take)?;
        read?.into_iter().for_each(take);
        Ok(())
    }

    /// A grid whose columns have labels, with an empty line between.
    fn below_labels(&self, table: &NumberTable) -> Option<Vec<ParsedTour>> {
        if self.apart.ends.len() != 1 {
            return None;
        }
        let mut all = NumberTable { letter: table.letter, ..self.apart.clone() };
        all.add_rows(table);
        let tours = all.as_grid().ok()?;
        tours.iter().all(|parsed| parsed.path.is_ok()).then_some(tours)
    }

    /// Hands over the single rows as tables of their own.
    fn part_rows(&mut self, take: &mut dyn FnMut(ParsedTour)) -> Result<(), ReadError> {
        self.has_many = true;
        for row in std::mem::take(&mut self.apart).as_tables() {
            row.tours()?.into_iter().for_each(&mut *take);
        }
        Ok(())
    }

    pub(super) fn end(mut self, take: &mut dyn FnMut(ParsedTour)) -> Result<(), ReadError> {
        self.empty_line(take)?;
        // Single rows with an empty line after each are one table.
        if !self.apart.entries.is_empty() {
            self.apart.tours()?.into_iter().for_each(take);
        }
        Ok(())
    }
}

/// What stands for the end of a row in LaTeX, `\\`, once its commands are left out.
const ROW_END: char = '\u{1e}';

/// A line without commands of LaTeX, such as `\begin{array}{cc}` and `\hline`.
fn without_commands(line: &str) -> Cow<'_, str> {
    if !line.contains('\\') {
        return Cow::Borrowed(line);
    }
    let mut parts = line.split('\\');
    let mut text = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        if part.is_empty() {
            // Two of them end a row.
            text.push(ROW_END);
            text.push_str(parts.next().unwrap_or_default());
            continue;
        }
        let mut rest = part.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        while let Some(inside) = rest.strip_prefix(['{', '['])
            && let Some((_, after)) = inside.split_once(['}', ']'])
        {
            rest = after;
        }
        text.push(' ');
        text.push_str(rest);
    }
    Cow::Owned(text)
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

/// Whether this ends with one number in a bracket that is about to be closed, such as `1 (4`.
fn is_one_in_brackets(text: &str) -> bool {
    text.rsplit_once('(').is_some_and(|(_, inside)| numbers(inside).count() == 1)
}

/// Whether a character separates the numbers of a row.
fn is_gap(c: char) -> bool {
    match c {
        '0'..='9' => false,
        ' ' | ',' | ';' | '|' | '[' | '(' | ')' | '{' | '"' | '\'' | '+' | '&' => true,
        _ if c.is_ascii() => c.is_whitespace(),
        // Dashes and arrows, and the lines of frames, in Unicode.
        _ => "–—→⇒➔➜⟶".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c) || c.is_whitespace(),
    }
}

/// Whether a character may be part of a line that is drawn between rows.
fn is_rule(c: char) -> bool {
    matches!(c, '-' | '=' | '_' | '~' | ':' | '>')
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
