//! The path: a line for each step, with its number and the square's number, coordinates and name. Lists of
//! names alone, as other programs write them, are read too.

use std::borrow::Cow;
use std::sync::Arc;

use super::reading::{Reading, of_squares};
use super::{Claims, ParsedTour, ReadError, claimed_board, refuse};
use crate::board::{
    Board, MAX_SQUARES, MoveNumbers, Square, is_pair_line, is_pairs, name_words, numbers,
    without_knight,
};
use crate::puzzle::{Puzzle, PuzzleError};
use crate::text::{grouped, is_whole_number, quoted, whole_number};

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

/// Whether a line has the columns of a path.
pub(super) fn is_step(line: &str) -> bool {
    StepLine::read(line).is_some()
}

/// Whether a line begins with names of squares, perhaps with numbers before them.
pub(super) fn is_names(line: &str) -> bool {
    let mut words = name_words(line);
    let Some(first) = words.next() else { return false };
    let second = words.next();
    if is_whole_number(first) {
        return second.is_some_and(|word| SquareName::read(word).is_some());
    }
    // After a name comes another one, not a number.
    let is_next = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    SquareName::read(first).is_some() && second.is_none_or(is_next)
}

/// The name of a square whose board is not known yet.
#[derive(Clone, Copy, PartialEq, Eq)]
struct SquareName {
    /// The column, from 0.
    col: u8,
    /// The row, from 1 at the bottom.
    rank: u32,
}

impl SquareName {
    fn read(word: &str) -> Option<SquareName> {
        let word = without_knight(word);
        let letter = word.chars().next().filter(char::is_ascii_alphabetic)?;
        let rank = whole_number(&word[1..]).filter(|rank| *rank > 0)?;
        Some(SquareName { col: letter.to_ascii_lowercase() as u8 - b'a', rank })
    }

    /// The square, or why the board has none of this name. `step` is its place in the path.
    fn square(self, board: &Board, step: usize) -> Result<Square, String> {
        let name = || format!("{}{}", char::from(b'a' + self.col), self.rank);
        if !board.has_names() {
            return Err(format!(
                "step {step} is on {}, but a board of more than 26 columns has no names",
                name()
            ));
        }
        let row = board.rows().checked_sub(self.rank);
        let square = row.and_then(|row| board.square(row, self.col.into()));
        square.ok_or_else(|| format!("step {step} is on {}, outside the {board} board", name()))
    }
}

/// A line of a path.
struct StepLine<'a> {
    step: usize,
    number: usize,
    place: (u32, u32),
    name: Option<Cow<'a, str>>,
}

impl StepLine<'_> {
    fn read(line: &str) -> Option<StepLine<'_>> {
        let mut words = line.split_whitespace();
        let (step, number) = (whole_number(words.next()?)?, whole_number(words.next()?)?);
        let (row, col) = words.next()?.split_once(',')?;
        let place = (whole_number(row)?, whole_number(col)?);
        let name = words.next().filter(|name| *name != "-").map(Cow::Borrowed);
        words.next().is_none().then_some(StepLine { step, number, place, name })
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
        match &self.name {
            Some(name) if !board.has_names() => Err(format!(
                "step {due} is on square {}, but a board of more than 26 columns has no names",
                quoted(name)
            )),
            Some(name) if *name != board.name(square) => {
                let (name, right) = (quoted(name), board.name(square));
                Err(format!("step {due} is on square {name}, but {row},{col} is {right}"))
            }
            _ => Ok(square),
        }
    }
}

/// Reads paths separated by empty lines or by lines with a puzzle. Without such a line, the board is
/// just large enough for the squares.
#[derive(Default)]
pub(super) struct PathReader {
    headed: Option<Headed>,
    /// The steps of a path without a puzzle.
    lines: Vec<StepLine<'static>>,
    /// The squares of a path that is written as their names.
    names: Vec<SquareName>,
    /// The numbers before them, if they have any.
    move_numbers: MoveNumbers,
    /// The rows and columns of a path that is written as pairs of them below a puzzle, in turn.
    pairs: Vec<u32>,
}

/// A puzzle, and what there is of the path below it.
struct Headed {
    /// The line that has the puzzle.
    line: usize,
    board: Arc<Board>,
    claims: Arc<Claims>,
    steps: usize,
    /// The squares, or the first thing wrong with them.
    path: Result<Vec<Square>, String>,
}

impl Headed {
    fn new(line: usize, board: Board, claims: Claims) -> Headed {
        let (board, claims) = (Arc::new(board), Arc::new(claims));
        Headed { line, board, claims, steps: 0, path: Ok(Vec::new()) }
    }

    fn add(&mut self, line: &StepLine<'_>) {
        self.steps += 1;
        let Ok(path) = &mut self.path else { return };
        match line.square(&self.board, self.steps) {
            Err(wrong) => self.path = Err(wrong),
            // With more squares than the board has, one of them is wrong already.
            Ok(_) if path.len() > self.board.size() => {}
            Ok(square) => path.push(square),
        }
    }
}

impl PathReader {
    /// Whether there is a puzzle whose path is not complete yet.
    pub(super) fn has_puzzle(&self) -> bool {
        self.headed.is_some()
    }

    /// A line that begins with `#`. It has a puzzle if its first word is a board, and is a remark
    /// otherwise.
    pub(super) fn remark(
        &mut self,
        number: usize,
        line: &str,
        take: &mut dyn FnMut(ParsedTour),
    ) -> Result<(), ReadError> {
        let remark = line.strip_prefix('#').unwrap_or(line).trim();
        if !remark.split_whitespace().next().is_some_and(is_board) {
            return Ok(());
        }
        let puzzle: Puzzle = remark.parse().map_err(|error: PuzzleError| {
            ReadError::at_line(number, &format!("this puzzle cannot be read: {error}"))
        })?;
        self.end_path(take)?;
        let names_given = remark.contains("given=");
        let given = if names_given { puzzle.given().to_vec() } else { Vec::new() };
        let claims = Claims { given, goal: puzzle.goal(), ..Claims::default() };
        self.headed = Some(Headed::new(number, puzzle.board().clone(), claims));
        Ok(())
    }

    pub(super) fn empty_line(&mut self, take: &mut dyn FnMut(ParsedTour)) -> Result<(), ReadError> {
        let is_begun = self.has_steps() || !self.names.is_empty() || !self.pairs.is_empty();
        if is_begun { self.end_path(take) } else { Ok(()) }
    }

    fn has_steps(&self) -> bool {
        !self.lines.is_empty() || self.headed.as_ref().is_some_and(|headed| headed.steps > 0)
    }

    /// A step, or names of squares.
    pub(super) fn line(&mut self, number: usize, text: &str) -> Result<(), ReadError> {
        let wrong = |what: &str| ReadError::at_line(number, what);
        let has_steps = self.has_steps();
        let are_pairs = || is_pairs(text) || is_pair_line(text);
        if !self.pairs.is_empty() || self.names.is_empty() && !has_steps && are_pairs() {
            if self.headed.is_none() {
                let what =
                    "rows and columns after a path need their board above them, such as # 5x5";
                return Err(wrong(what));
            }
            return self.read_pairs(number, text);
        }
        if !self.names.is_empty() || !has_steps && is_names(text) {
            return self.read_names(number, text);
        }
        let line = StepLine::read(text).ok_or_else(|| {
            let text = quoted(text);
            wrong(&format!("{text} is not a step number, a square number and row,column"))
        })?;
        match &mut self.headed {
            Some(headed) => headed.add(&line),
            None if self.lines.len() as u64 >= MAX_SQUARES => return Err(too_large(number)),
            None => {
                let name = line.name.map(|name| Cow::Owned(name.into_owned()));
                self.lines.push(StepLine { name, ..line });
            }
        }
        Ok(())
    }

    fn read_names(&mut self, number: usize, text: &str) -> Result<(), ReadError> {
        for word in name_words(text) {
            if self.move_numbers.take(word, self.names.len()) {
                continue;
            }
            let name = SquareName::read(word).ok_or_else(|| {
                let is_number = is_whole_number(word) && self.move_numbers.are_there();
                let expected = if is_number {
                    "the number of the square after it"
                } else {
                    "the name of a square, such as a1"
                };
                ReadError::at_line(number, &format!("{} is not {expected}", quoted(word)))
            })?;
            // A closed tour may name its first square again at its end.
            if self.names.len() as u64 > MAX_SQUARES {
                return Err(too_large(number));
            }
            self.names.push(name);
        }
        Ok(())
    }

    fn read_pairs(&mut self, number: usize, text: &str) -> Result<(), ReadError> {
        for word in numbers(text) {
            let place = whole_number(word).filter(|place| u64::from(*place) < MAX_SQUARES);
            let is_room = (self.pairs.len() as u64) < 2 * MAX_SQUARES;
            self.pairs.push(place.filter(|_| is_room).ok_or_else(|| too_large(number))?);
        }
        Ok(())
    }

    /// Hands over the path that is complete now, if there is one.
    pub(super) fn end_path(&mut self, take: &mut dyn FnMut(ParsedTour)) -> Result<(), ReadError> {
        let PathReader { headed, lines, names, pairs, .. } = std::mem::take(self);
        let mut headed = match headed {
            Some(headed) => headed,
            None if lines.is_empty() && names.is_empty() => return Ok(()),
            None => just_large_enough(&lines, &names)?,
        };
        lines.iter().for_each(|line| headed.add(line));
        let Headed { board, claims, line, steps, path } = headed;
        if steps > 0 {
            take(ParsedTour::new(&board, &claims, path));
            return Ok(());
        }
        let path = if !names.is_empty() {
            (1..).zip(names).map(|(step, name)| name.square(&board, step)).collect()
        } else if !pairs.len().is_multiple_of(2) {
            return refuse("the last square has a row, but no column");
        } else if !pairs.is_empty() {
            let square = |(step, place): (usize, &[u32])| {
                let (row, col) = (place[0], place[1]);
                let outside =
                    || format!("step {step} is at {row},{col}, outside the {board} board");
                board.square(row, col).ok_or_else(outside)
            };
            (1..).zip(pairs.chunks(2)).map(square).collect()
        } else {
            let what = "this puzzle has no path below it; the text may be cut off";
            return Err(ReadError::at_line(line, what));
        };
        of_squares(&board, path, &claims, Reading::AsWritten).into_iter().for_each(take);
        Ok(())
    }
}

/// The puzzle of a path that has none: the smallest board with its squares.
fn just_large_enough(lines: &[StepLine<'_>], names: &[SquareName]) -> Result<Headed, ReadError> {
    let named = names.iter().map(|name| (name.rank - 1, name.col.into()));
    let places = lines.iter().map(|line| line.place).chain(named);
    let (row, col) = places.fold((0, 0), |most, place| (most.0.max(place.0), most.1.max(place.1)));
    let board = claimed_board(row as usize + 1, col as usize + 1)?;
    Ok(Headed::new(0, board, Claims::default()))
}

fn too_large(line: usize) -> ReadError {
    let most = grouped(MAX_SQUARES);
    ReadError::at_line(line, &format!("the path is too large; it may have at most {most} steps"))
}

/// Whether a word looks like a board: two numbers with an x between them.
fn is_board(word: &str) -> bool {
    let sides = word.split_once(['x', 'X', '×']);
    sides.is_some_and(|(rows, cols)| is_whole_number(rows) && is_whole_number(cols))
}
