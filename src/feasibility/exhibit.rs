//! Theorems that a board can show: classes of squares with their counts, and one sentence about them.

use super::{CHEAP, Obstruction, Rest, sides};
use crate::board::{Board, MoveOrder, Naming, Square};
use crate::puzzle::{Goal, Puzzle};
use crate::text::{counted, grouped};

/// What a board shows of a [`Obstruction`]: squares in classes, which share none, and what they mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exhibit {
    /// The classes, at most two.
    pub classes: Vec<Class>,
    pub caption: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The squares, in reading order; at least one.
    pub squares: Vec<Square>,
    /// What they are, beginning with how many there are.
    pub label: String,
}

impl Class {
    /// The label is how many there are, the noun, and what else there is to say.
    fn new(squares: Vec<Square>, noun: &str, rest: &str) -> Class {
        let label = counted(squares.len() as u64, noun) + rest;
        Class { squares, label }
    }
}

impl Obstruction {
    /// The reason as a picture of the puzzle that it was said about, with squares named in this way;
    /// nothing where there is no simple one, and on boards of more than a million squares.
    ///
    /// ```
    /// use knights_tour::board::Naming;
    /// use knights_tour::feasibility::{Verdict, verdict};
    /// let puzzle = "5x5 given=b5".parse()?;
    /// let Verdict::Impossible(reason) = verdict(&puzzle) else { return Err("possible")? };
    /// let exhibit = reason.exhibit(&puzzle, Naming::Chess).ok_or("no picture")?;
    /// assert_eq!(exhibit.classes[0].label, "13 dark squares");
    /// assert_eq!(exhibit.classes[1].label, "12 light squares");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn exhibit(&self, puzzle: &Puzzle, naming: Naming) -> Option<Exhibit> {
        let board = puzzle.board();
        if board.size() > CHEAP {
            return None;
        }
        let name = |square: &Square| naming.square(board, *square);
        match self {
            Obstruction::MinorityStart(square) => {
                let classes = dark_and_light(board);
                let dark = board.is_dark(*square);
                let (majority, minority) = if dark { ("light", "dark") } else { ("dark", "light") };
                let caption = format!(
                    "every move changes colour, and there is one more {majority} square than {minority}, \
                     so a tour must start and end on {majority} squares; {} is {minority}",
                    name(square)
                );
                Some(Exhibit { classes, caption })
            }
            Obstruction::ClosedOdd => {
                let caption =
                    "every move changes colour, so a closed tour has as many dark squares \
                               as light ones"
                        .to_owned();
                Some(Exhibit { classes: dark_and_light(board), caption })
            }
            Obstruction::InnerRow(square) => {
                let caption = format!(
                    "every move from an outer square leads to an inner one, and there are as many of \
                     both; a tour from {}, an inner square, would have to take turns, as it does with \
                     colours, and so would miss the inner squares of the other colour",
                    name(square)
                );
                Some(Exhibit { classes: outer_and_inner(board), caption })
            }
            Obstruction::ClosedFour => {
                let caption =
                    "every move from an outer square leads to an inner one, and there are \
                               as many of both; a closed tour would have to take turns, as it does \
                               with colours, and so would visit outer squares of one colour only"
                        .to_owned();
                Some(Exhibit { classes: outer_and_inner(board), caption })
            }
            Obstruction::ColourCounts { .. } => Some(takes_turns(puzzle)),
            Obstruction::EndColour(end) => Some(ends_on(puzzle, &name(end))),
            Obstruction::Lonely(square) => Some(lonely(puzzle, *square, &name(square))),
            Obstruction::DeadEnds(squares) => Some(dead_ends(puzzle, squares)),
            Obstruction::CutOff(_) => Some(parts(puzzle)),
            Obstruction::TooNarrow => Some(parts(&from_start(puzzle)?)),
            Obstruction::SmallBoard => small(puzzle, naming),
            _ => None,
        }
    }
}

impl Obstruction {
    /// The reason as a picture of a board without a knight, where it is about the colours of the board.
    pub fn exhibit_without_knight(&self, board: &Board, goal: Goal) -> Option<Exhibit> {
        let is_even = |side: u32| side.is_multiple_of(2);
        let changes_colour = !board.is_wrapped() || is_even(board.rows()) && is_even(board.cols());
        if !matches!(self, Obstruction::ColourCounts { .. })
            || !changes_colour
            || board.size() > CHEAP
        {
            return None;
        }
        let classes = dark_and_light(board);
        let (dark, light) = (classes[0].squares.len(), classes[1].squares.len());
        let fits = if goal.needs_closing_move() {
            "a closed one needs as many of both"
        } else {
            "the numbers may differ by one at most"
        };
        let caption = format!(
            "{} light and {} dark squares: a knight's path alternates, so {fits}",
            grouped(light as u64),
            grouped(dark as u64)
        );
        Some(Exhibit { classes, caption })
    }
}

fn from_start(puzzle: &Puzzle) -> Option<Puzzle> {
    let start = vec![puzzle.start()];
    Puzzle::new(puzzle.board().clone(), start, puzzle.goal(), puzzle.seed()).ok()
}

fn split(board: &Board, is_first: impl Fn(Square) -> bool) -> (Vec<Square>, Vec<Square>) {
    board.squares().partition(|square| is_first(*square))
}

fn dark_and_light(board: &Board) -> Vec<Class> {
    let (dark, light) = split(board, |square| board.is_dark(square));
    vec![Class::new(dark, "dark square", ""), Class::new(light, "light square", "")]
}

/// The outer and the inner lines of a board that is four squares wide.
fn outer_and_inner(board: &Board) -> Vec<Class> {
    let along_rows = board.rows() == 4;
    let line = |square| if along_rows { board.row(square) } else { board.col(square) };
    let (outer, inner) = split(board, |square| matches!(line(square), 0 | 3));
    vec![Class::new(outer, "outer square", ""), Class::new(inner, "inner square", "")]
}

/// The head and the free squares by the number of moves from the head: even or odd.
fn by_turns(rest: &Rest<'_>) -> [Vec<Square>; 2] {
    let colour = rest.coloured();
    [false, true].map(|is_odd| {
        rest.squares().filter(|square| colour[square.index()] == Some(is_odd)).collect()
    })
}

fn takes_turns(puzzle: &Puzzle) -> Exhibit {
    let rest = Rest::of(puzzle);
    let [own, other] = by_turns(&rest);
    let classes = vec![
        Class::new(own, "square", " of the knight's colour, its own included"),
        Class::new(other, "square", " of the other colour"),
    ];
    let fits = if rest.must_return() {
        "there are as many of both"
    } else {
        "there are as many of both, or one more of the knight's own"
    };
    let caption = format!("the knight visits both colours in turn, which comes out only if {fits}");
    Exhibit { classes, caption }
}

fn ends_on(puzzle: &Puzzle, end: &str) -> Exhibit {
    let [own, other] = by_turns(&Rest::of(puzzle));
    let moves = own.len() + other.len() - 1;
    let (last, wrong) = if own.len() == other.len() { (other, own) } else { (own, other) };
    let classes = vec![
        Class::new(last, "square", " of the colour where the tour ends"),
        Class::new(wrong, "square", &format!(" of the colour of {end}")),
    ];
    let moves = counted(moves as u64, "move");
    let caption = format!(
        "every move changes colour, so after the {moves} that are left the knight cannot be on {end}"
    );
    Exhibit { classes, caption }
}

/// The squares around these that count as free for a path from the head.
fn ways(puzzle: &Puzzle, squares: &[Square]) -> Vec<Square> {
    let rest = Rest::of(puzzle);
    let mut ways: Vec<Square> = squares.iter().flat_map(|square| rest.near(*square)).collect();
    ways.sort_unstable();
    ways.dedup();
    ways.retain(|square| !squares.contains(square));
    ways
}

fn lonely(puzzle: &Puzzle, square: Square, name: &str) -> Exhibit {
    let mut classes = vec![Class::new(vec![square], "square", " without moves")];
    let mut gone: Vec<Square> =
        puzzle.board().neighbours(square, &MoveOrder::TOP_DOWN).into_iter().collect();
    gone.sort_unstable();
    if !gone.is_empty() {
        classes.push(Class::new(gone, "square", " visited, where its moves would lead"));
    }
    Exhibit { classes, caption: format!("no free square is a knight's move from {name}") }
}

fn dead_ends(puzzle: &Puzzle, squares: &[Square]) -> Exhibit {
    let (mut squares, ways) = (squares.to_vec(), ways(puzzle, squares));
    squares.sort_unstable();
    let caption = match squares.len() {
        1 => "the square has only one way in, so the tour would have to end there, which it cannot",
        _ => {
            "each of the squares has only one way in, so the tour would have to end at each of them"
        }
    };
    let mut classes = vec![Class::new(squares, "dead end", "")];
    if !ways.is_empty() {
        classes.push(Class::new(ways, "square", " where their only moves lead"));
    }
    Exhibit { classes, caption: caption.to_owned() }
}

fn parts(puzzle: &Puzzle) -> Exhibit {
    let rest = Rest::of(puzzle);
    let colour = rest.coloured();
    let (reached, cut): (Vec<Square>, Vec<Square>) =
        rest.squares().partition(|square| colour[square.index()].is_some());
    let all = counted(rest.count as u64, "square");
    let caption = format!(
        "with the knight's own, only {} of {all} can be reached",
        grouped(reached.len() as u64)
    );
    let classes = vec![
        Class::new(reached, "square", " that the knight can reach"),
        Class::new(cut, "square", " that it cannot reach"),
    ];
    Exhibit { classes, caption }
}

/// Of the small boards, two have a simple picture: the middle of 3x3, and the corners of 4x4.
fn small(puzzle: &Puzzle, naming: Naming) -> Option<Exhibit> {
    let board = puzzle.board();
    let at = |places: &[(u32, u32)]| {
        let mut squares: Vec<Square> =
            places.iter().filter_map(|(row, col)| board.square(*row, *col)).collect();
        squares.sort_unstable();
        squares
    };
    match sides(board) {
        (3, 3) => {
            let middle = at(&[(1, 1)]);
            let caption = format!("no move leads to {}", naming.square(board, middle[0]));
            let around = board.squares().filter(|square| *square != middle[0]).collect();
            let classes = vec![
                Class::new(middle, "square", " without moves"),
                Class::new(around, "square", " around it"),
            ];
            Some(Exhibit { classes, caption })
        }
        (4, 4) => {
            let (one, two) =
                (at(&[(0, 0), (1, 2), (2, 1), (3, 3)]), at(&[(0, 3), (1, 1), (2, 2), (3, 0)]));
            let about = ": two corners, and the only two squares that they lead to";
            let classes = vec![Class::new(one, "square", about), Class::new(two, "square", about)];
            let caption = "opposite corners lead to the same two squares, so all four are a ring that \
                           a tour cannot pass through: it would have to begin in one ring and end in \
                           the other; every such path was tried, and none visits all the squares"
                .to_owned();
            Some(Exhibit { classes, caption })
        }
        _ => None,
    }
}
