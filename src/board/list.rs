//! Lists of squares as people write them: `a1 b3`, `a1-b3`, `["a1", "b3"]`, `1. Na1 2. Nb3`, `a1b3 b3c5`,
//! `7,0 5,1`, `[(7, 0), (5, 1)]`, `[{"row":7,"col":0}]`.

use super::{Board, Square, SquareError};
use crate::text::{is_whole_number, quoted, whole_number};

/// Letters of a knight before the name of its square: English, German, French and others, and symbols.
const KNIGHT_LETTERS: [char; 5] = ['N', 'S', 'C', '♘', '♞'];

/// Reads squares in any of these forms; moves from square to square are joined to a path.
pub fn parse_squares(board: &Board, text: &str) -> Result<Vec<Square>, SquareError> {
    let columns_first = columns_first(text);
    let are_lines = || {
        let lines = || text.lines().filter(|line| !line.trim().is_empty());
        lines().count() > 1 && lines().all(is_pair_line)
    };
    if columns_first.is_some() || is_pairs(text) || are_lines() {
        let mut numbers: Vec<&str> = numbers(text).collect();
        if columns_first == Some(true) {
            numbers.chunks_exact_mut(2).for_each(<[&str]>::reverse);
        }
        let squares = numbers.chunks(2).map(|pair| board.parse_square(&pair.join(",")));
        let squares = squares.collect::<Result<Vec<Square>, SquareError>>()?;
        return Ok(joined_moves(&squares).unwrap_or(squares));
    }
    let (mut squares, mut numbers) = (Vec::new(), MoveNumbers::default());
    let words = text.split(|c: char| c.is_whitespace() || c == ';').filter(|word| !word.is_empty());
    for word in words {
        if word.contains(',') && !word.contains(|c: char| c.is_ascii_alphabetic()) {
            squares.push(board.parse_square(word)?);
            numbers.ahead = None;
            continue;
        }
        for word in name_words(word) {
            if !numbers.take(word, squares.len()) {
                squares.push(board.parse_square(without_knight(word))?);
            }
        }
    }
    match numbers.ahead {
        Some(number) => Err(SquareError::Form(quoted(&number.to_string()))),
        None => Ok(joined_moves(&squares).unwrap_or(squares)),
    }
}

/// Whether this names the columns of squares, or else their rows, if it does either.
pub fn is_column_key(name: &str) -> Option<bool> {
    match name.to_ascii_lowercase().as_str() {
        "x" | "c" | "col" | "column" => Some(true),
        "y" | "r" | "row" => Some(false),
        _ => None,
    }
}

/// Whether columns come first in squares with named rows and columns, such as `[{"x":0,"y":7}]`, if the text
/// is a list of such squares and nothing else.
fn columns_first(text: &str) -> Option<bool> {
    let inside = text.trim_start().trim_start_matches('[').trim_start();
    let names = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|name| !name.is_empty());
    let keys = names.map(is_column_key).collect::<Option<Vec<bool>>>()?;
    let first = *keys.first()?;
    let in_turn = keys.chunks(2).all(|pair| *pair == [first, !first]);
    (inside.starts_with('{') && in_turn && numbers(text).count() == keys.len()).then_some(first)
}

/// Whether a line is a row and a column and nothing else: `7,0`, `7 0` or `(7, 0)`.
pub fn is_pair_line(line: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_digit() || c.is_whitespace() || "()[]{},;".contains(c);
    line.chars().all(is_plain) && numbers(line).count() == 2
}

/// `a1 b3 c5` for the moves `a1 b3`, `b3 c5`, if each begins where the one before it ends.
pub fn joined_moves<T: Copy + PartialEq>(ends: &[T]) -> Option<Vec<T>> {
    let [first, between @ .., last] = ends else { return None };
    let are_joined = !between.is_empty()
        && between.len().is_multiple_of(2)
        && between.chunks(2).all(|pair| pair[0] == pair[1]);
    let path = || [*first].into_iter().chain(between.iter().step_by(2).copied()).chain([*last]);
    are_joined.then(|| path().collect())
}

/// Whether a text begins with squares as pairs of row and column in brackets, as in `(7, 0), (5, 1)`.
pub fn is_pairs(text: &str) -> bool {
    let text = text.trim_start();
    let inside = text.trim_start_matches(|c: char| "[({".contains(c) || c.is_whitespace());
    let Some((row, rest)) = inside.split_once(',') else { return false };
    let Some((col, _)) = rest.split_once([')', ']', '}']) else { return false };
    inside.len() < text.len() && is_whole_number(row.trim_end()) && is_whole_number(col.trim())
}

pub fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty())
}

/// The words of a list of names, which may be move numbers. A move such as `a1b3` is two of them.
pub fn name_words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(is_between).filter(|word| !word.is_empty());
    words.flat_map(|word| {
        let (from, to) = split_move(word).unwrap_or((word, ""));
        [from, to].into_iter().filter(|word| !word.is_empty())
    })
}

/// The two squares of a move such as `a1b3`.
fn split_move(word: &str) -> Option<(&str, &str)> {
    let is_name = |word: &str| {
        let rank = word.strip_prefix(|c: char| c.is_ascii_alphabetic());
        rank.is_some_and(is_whole_number)
    };
    let word = without_knight(word);
    let letter = word.char_indices().skip(1).find(|(_, c)| c.is_ascii_alphabetic())?;
    let (from, to) = word.split_at(letter.0);
    (is_name(from) && is_name(to)).then_some((from, to))
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || ",;|-=>.:/()[]{}\"'–—→⇒➔➜⟶".contains(c)
}

/// A name without the letter of the knight before it: `c4` for `Nc4`.
pub fn without_knight(word: &str) -> &str {
    let rest = word.strip_prefix(KNIGHT_LETTERS).unwrap_or(word);
    if rest.starts_with(|c: char| c.is_ascii_alphabetic()) { rest } else { word }
}

/// The numbers before the names of squares: one for each of them, from 0 or 1, as in `1. a1 2. b3`, or one
/// for two of them, as in `1. a1 b3 2. c5 d7`.
#[derive(Default)]
pub struct MoveNumbers {
    /// The number of the first square, and how many squares each number is for, once that is known.
    first: Option<usize>,
    each: Option<usize>,
    /// A number whose square has not come yet.
    pub ahead: Option<usize>,
}

impl MoveNumbers {
    pub fn are_there(&self) -> bool {
        self.first.is_some()
    }

    /// Whether a word is the number of the square that comes next, after this many of them.
    pub fn take(&mut self, word: &str, squares: usize) -> bool {
        let is_second = self.ahead.take().is_some();
        let number = if is_second { None } else { whole_number::<usize>(word) };
        let Some(number) = number else { return false };
        let Some(first) = self.first else {
            let first = Some(number).filter(|number| squares == 0 && *number <= 1);
            (self.first, self.ahead) = (first, first);
            return first.is_some();
        };
        let fits = |each: &usize| squares.is_multiple_of(*each) && number == first + squares / each;
        let known = self.each.map_or(vec![1, 2], |each| vec![each]);
        let each = known.into_iter().find(fits);
        self.each = self.each.or(each);
        self.ahead = each.map(|_| number);
        each.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_people_write_them() {
        let board: Board = "8x8".parse().unwrap();
        let squares = ["a1", "b3", "c5"].map(|name| board.parse_square(name).unwrap());
        for text in [
            "a1 b3 c5",
            "A1;B3;C5",
            "7,0;5,1;3,2",
            "7,0 b3 3,2",
            "a1-b3-c5",
            "a1,b3,c5",
            "a1, b3, c5",
            "a1 -> b3 → c5",
            "[\"a1\", \"b3\", \"c5\"]",
            "1. a1 2. b3 3. c5",
            "0: a1 1: b3 2: c5",
            "1.Na1 2.Nb3 3.Nc5",
            "Sa1 Sb3 ♞c5",
            "1) 7,0 2) 5,1 3) 3,2",
            "1. a1 b3 2. c5",
            "(7,0) (5,1) (3,2)",
            "[(7, 0), (5, 1), (3, 2)]",
            "[[7, 0], [5, 1], [3, 2]]",
            "a1b3 b3c5",
            "a1-b3, b3-c5",
            "7,0\n5,1\n3,2\n",
            "7 0\n5 1\n3 2",
            "(7, 0), (5, 1)\n(5, 1), (3, 2)",
            r#"[{"row":7,"col":0},{"row":5,"col":1},{"row":3,"col":2}]"#,
            "[{'x': 0, 'y': 7}, {'x': 1, 'y': 5}, {'x': 2, 'y': 3}]",
        ] {
            assert_eq!(parse_squares(&board, text).as_deref(), Ok(&squares[..]), "{text}");
        }
        for (text, wrong) in [
            ("1", "'1'"),
            ("1 2", "'2'"),
            ("7 0", "'7'"),
            ("2. a1", "'2'"),
            ("1. a1 3. b3", "'3'"),
            ("1. 2. a1", "'2'"),
            ("1. a1 b3 4. c5", "'4'"),
            ("(7,0) (5)", "'5'"),
            ("(7,0) (8,8)", "'8,8'"),
            ("1. a1 2.", "'2'"),
            ("0. a1 2. b3", "'2'"),
            ("a1-i9", "'i9'"),
            ("Nx3", "'x3'"),
            ("7,0 -1,0", "'-1,0'"),
            ("7 0\n5", "'7'"),
            ("a1b9", "'b9'"),
            ("a1b", "'a1b'"),
            (r#"[{"row":7,"col":8}]"#, "'7,8'"),
        ] {
            let error = parse_squares(&board, text).unwrap_err().to_string();
            assert!(error.contains(wrong), "{text}: {error}");
        }
        let wide: Board = "20x20".parse().unwrap();
        assert_eq!(parse_squares(&wide, "n3"), parse_squares(&wide, "N3"));
    }
}
