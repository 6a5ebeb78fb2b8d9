//! Theorems that a board can show: classes of squares with their counts, and one sentence about them.

use super::{MAX_EXAMINED_SQUARES, Obstruction, RemainingSquares, sides};
use crate::board::{Board, MoveOrder, Naming, Square};
use crate::puzzle::{Goal, Puzzle};
use crate::text::{counted, grouped};

/// An [`Obstruction`] as a board shows it: disjoint classes of squares, and their meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhibit {
    /// At most two.
    pub classes: Vec<Class>,
    pub caption: String,
}

impl Exhibit {
    fn new(classes: impl Into<Vec<Class>>, caption: impl Into<String>) -> Exhibit {
        Exhibit { classes: classes.into(), caption: caption.into() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// In reading order; at least one.
    pub squares: Vec<Square>,
    pub label: String,
}

impl Class {
    /// The label is the number of squares, the noun, and what else there is to say.
    fn new(squares: Vec<Square>, noun: &str, rest: &str) -> Class {
        let label = counted(squares.len() as u64, noun) + rest;
        Class { squares, label }
    }
}

impl Obstruction {
    /// The reason as a picture of the puzzle that it was given for, if there is a simple one.
    pub fn exhibit(&self, puzzle: &Puzzle, naming: Naming) -> Option<Exhibit> {
        let board = puzzle.board();
        if board.size() > MAX_EXAMINED_SQUARES {
            return None;
        }
        let name = |square: &Square| naming.square(board, *square);
        match self {
            Obstruction::MinorityStart(square) => {
                let dark = board.is_dark(*square);
                let (majority, minority) = if dark { ("light", "dark") } else { ("dark", "light") };
                let caption = format!(
                    "every move changes colour, and there is one more {majority} square than {minority}, \
                     so a tour must start and end on {majority} squares; {} is {minority}",
                    name(square)
                );
                Some(Exhibit::new(dark_and_light(board), caption))
            }
            Obstruction::ClosedOdd => Some(Exhibit::new(
                dark_and_light(board),
                "every move changes colour, so a closed tour has as many dark squares as light ones",
            )),
            Obstruction::InnerRow(square) => {
                let caption = format!(
                    "every move from an outer square leads to an inner one, and there are as many of \
                     both; a tour from {}, an inner square, would have to take turns, as it does with \
                     colours, and so would miss the inner squares of the other colour",
                    name(square)
                );
                Some(Exhibit::new(outer_and_inner(board), caption))
            }
            Obstruction::ClosedFour => Some(Exhibit::new(
                outer_and_inner(board),
                "every move from an outer square leads to an inner one, and there are as many of \
                 both; a closed tour would have to take turns, as it does with colours, and so would \
                 visit outer squares of one colour only",
            )),
            Obstruction::ColourCounts { .. } => Some(takes_turns(puzzle)),
            Obstruction::EndColour(end) => Some(ends_on(puzzle, &name(end))),
            Obstruction::Lonely(square) => Some(lonely(board, *square, &name(square))),
            Obstruction::DeadEnds(squares) => Some(dead_ends(puzzle, squares)),
            Obstruction::CutOff(_) => Some(parts(puzzle)),
            Obstruction::TooNarrow => {
                let start = vec![puzzle.start()];
                let alone = Puzzle::new(board.clone(), start, puzzle.goal(), puzzle.seed());
                Some(parts(&alone.ok()?))
            }
            Obstruction::SmallBoard => small(board, naming),
            _ => None,
        }
    }

    /// The reason as a picture of a board without a knight, where it is about the colours of the board.
    pub fn exhibit_without_knight(&self, board: &Board, goal: Goal) -> Option<Exhibit> {
        let is_about_colours = matches!(self, Obstruction::ColourCounts { .. });
        let is_examined = board.size() <= MAX_EXAMINED_SQUARES;
        if !is_about_colours || !board.every_move_changes_colour() || !is_examined {
            return None;
        }
        let classes = dark_and_light(board);
        let [dark, light] = [0, 1].map(|class| grouped(classes[class].squares.len() as u64));
        let fits = if goal.needs_closing_move() {
            "a closed one needs as many of both"
        } else {
            "the numbers may differ by one at most"
        };
        let caption =
            format!("{light} light and {dark} dark squares: a knight's path alternates, so {fits}");
        Some(Exhibit::new(classes, caption))
    }
}

fn dark_and_light(board: &Board) -> [Class; 2] {
    let (dark, light) = board.squares().partition(|square| board.is_dark(*square));
    [Class::new(dark, "dark square", ""), Class::new(light, "light square", "")]
}

/// The outer and the inner lines of a board that is four squares wide.
fn outer_and_inner(board: &Board) -> [Class; 2] {
    let along_rows = board.rows() == 4;
    let line = |square| if along_rows { board.row(square) } else { board.col(square) };
    let (outer, inner) = board.squares().partition(|square| matches!(line(*square), 0 | 3));
    [Class::new(outer, "outer square", ""), Class::new(inner, "inner square", "")]
}

/// The head and the free squares by the number of moves from the head: even or odd.
fn by_turns(rest: &RemainingSquares<'_>) -> [Vec<Square>; 2] {
    let colour = rest.coloured();
    [false, true].map(|is_odd| {
        rest.squares().filter(|square| colour[square.index()] == Some(is_odd)).collect()
    })
}

fn takes_turns(puzzle: &Puzzle) -> Exhibit {
    let rest = RemainingSquares::of(puzzle);
    let [own, other] = by_turns(&rest);
    let classes = [
        Class::new(own, "square", " of the knight's colour, its own included"),
        Class::new(other, "square", " of the other colour"),
    ];
    let more = if rest.must_return() { "" } else { ", or one more of the knight's own" };
    let fits = format!("only if there are as many of both{more}");
    Exhibit::new(classes, format!("the knight visits both colours in turn, which comes out {fits}"))
}

fn ends_on(puzzle: &Puzzle, end: &str) -> Exhibit {
    let [own, other] = by_turns(&RemainingSquares::of(puzzle));
    let moves = counted((own.len() + other.len() - 1) as u64, "move");
    let (last, wrong) = if own.len() == other.len() { (other, own) } else { (own, other) };
    let classes = [
        Class::new(last, "square", " of the colour where the tour ends"),
        Class::new(wrong, "square", &format!(" of the colour of {end}")),
    ];
    let caption = format!(
        "every move changes colour, so after the {moves} that are left the knight cannot be on {end}"
    );
    Exhibit::new(classes, caption)
}

fn lonely(board: &Board, square: Square, name: &str) -> Exhibit {
    let mut classes = vec![Class::new(vec![square], "square", " without moves")];
    let mut gone: Vec<Square> = board.neighbours(square, &MoveOrder::TOP_DOWN).collect();
    gone.sort_unstable();
    if !gone.is_empty() {
        classes.push(Class::new(gone, "square", " visited, where its moves would lead"));
    }
    Exhibit::new(classes, format!("no free square is a knight's move from {name}"))
}

fn dead_ends(puzzle: &Puzzle, squares: &[Square]) -> Exhibit {
    let rest = RemainingSquares::of(puzzle);
    let mut ways: Vec<Square> = squares.iter().flat_map(|square| rest.near(*square)).collect();
    ways.sort_unstable();
    ways.dedup();
    ways.retain(|square| !squares.contains(square));
    let mut squares = squares.to_vec();
    squares.sort_unstable();
    let caption = if squares.len() == 1 {
        "the square has only one way in, so the tour would have to end there, which it cannot"
    } else {
        "each of the squares has only one way in, so the tour would have to end at each of them"
    };
    let mut classes = vec![Class::new(squares, "dead end", "")];
    if !ways.is_empty() {
        classes.push(Class::new(ways, "square", " where their only moves lead"));
    }
    Exhibit::new(classes, caption)
}

/// The squares that can be reached from the head, and those that cannot.
fn parts(puzzle: &Puzzle) -> Exhibit {
    let rest = RemainingSquares::of(puzzle);
    let colour = rest.coloured();
    let (reached, cut): (Vec<Square>, Vec<Square>) =
        rest.squares().partition(|square| colour[square.index()].is_some());
    let all = counted((reached.len() + cut.len()) as u64, "square");
    let number = grouped(reached.len() as u64);
    let classes = [
        Class::new(reached, "square", " that the knight can reach"),
        Class::new(cut, "square", " that it cannot reach"),
    ];
    Exhibit::new(classes, format!("with the knight's own, only {number} of {all} can be reached"))
}

/// Of the small boards, two have a simple picture: the middle of 3x3, and the corners of 4x4.
fn small(board: &Board, naming: Naming) -> Option<Exhibit> {
    match sides(board) {
        (3, 3) => {
            let (middle, around) = board.squares().partition(|square| square.index() == 4);
            let classes = [
                Class::new(middle, "square", " without moves"),
                Class::new(around, "square", " around it"),
            ];
            let middle = naming.square(board, Square::at(4));
            Some(Exhibit::new(classes, format!("no move leads to {middle}")))
        }
        (4, 4) => {
            let about = ": two corners, and the only two squares that they lead to";
            let ring =
                |squares: [u32; 4]| Class::new(squares.map(Square::at).to_vec(), "square", about);
            Some(Exhibit::new(
                [ring([0, 6, 9, 15]), ring([3, 5, 10, 12])],
                "opposite corners lead to the same two squares, so all four are a ring that \
                 a tour cannot pass through: it would have to begin in one ring and end in \
                 the other; every such path was tried, and none visits all the squares",
            ))
        }
        _ => None,
    }
}
