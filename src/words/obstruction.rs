//! Why there is no tour.

use super::{Names, listed};
use crate::board::Square;
use crate::feasibility::Obstruction;
use crate::text::{counted, grouped, is_or_are};

/// An obstruction to a tour of this board, in words that begin and end like a part of a sentence.
pub fn obstruction(obstruction: &Obstruction, names: Names<'_>) -> String {
    let squares = obstruction.squares();
    // The name of the square, where the obstruction is about one.
    let name = squares.first().map_or_else(String::new, |square| names.of(*square));
    match obstruction {
        Obstruction::EndColour(end) => {
            let (own, other) = colours(*end, names);
            format!(
                "every move changes colour, so the last one leads to a {other} square, but the \
                 tour must end at {name}, a {own} one"
            )
        }
        Obstruction::Lonely(_) => format!("no free square is a knight's move from {name}"),
        Obstruction::DeadEnds(_) if squares.len() == 1 => format!(
            "{name} has only one free square a knight's move from it, so the tour would have to end \
             there, which it cannot"
        ),
        Obstruction::DeadEnds(_) => format!(
            "{} {} have only one way in, and a tour can end at one of them only",
            some(squares, names),
            if squares.len() == 2 { "both" } else { "each" }
        ),
        Obstruction::CutOff(_) if squares.len() == 1 => {
            format!("{name} is cut off: no free square leads to it")
        }
        Obstruction::CutOff(_) => {
            let all = some(squares, names);
            format!("{all} are cut off: the knight cannot reach them any more")
        }
        Obstruction::GivenMisses => {
            "the given squares are a complete tour, but not of the kind asked for".to_owned()
        }
        Obstruction::TriedFrom(_) => {
            format!("every path from {name} was tried or ruled out, and none is such a tour")
        }
        Obstruction::EndTooEarly(_) => {
            format!("the tour must end at {name}, and other squares are still free")
        }
        Obstruction::NotClosed { start, .. } => {
            let start = names.of(*start);
            format!("{name} is the last square, but no move leads from there back to {start}")
        }
        Obstruction::Stuck(_) => {
            format!("{name} leads nowhere: no free square can be reached from it")
        }
        Obstruction::NoWayOn(_) => {
            format!("{name} can only be entered now, and no free square leads on from it")
        }
        Obstruction::WrongLast { wanted, closed, .. } => {
            let but = if *closed { "no move leads from there back to" } else { "it must end at" };
            let but = format!("{but} {}", names.of(*wanted));
            format!("{name} has only one way in, so the tour would have to end there, but {but}")
        }
        Obstruction::NoWayBack(_) => {
            format!("the tour must return to {name}, but no free square leads there")
        }
        Obstruction::LastColour(square) => format!(
            "{name} has only one way in, so the tour would have to end there, but every move changes \
             colour, and the last one leads to a {} square",
            colours(*square, names).1
        ),
        Obstruction::TooFewMoves { need, have, .. } => format!(
            "{} {} {} of the moves that are left, but can have only {}",
            some(squares, names),
            if squares.len() == 1 { "needs" } else { "need" },
            grouped(*need as u64),
            grouped(*have as u64)
        ),
        Obstruction::Tried(steps) => {
            let steps = counted(*steps, "step");
            format!("every way on was tried or ruled out, in {steps}, and none is a tour as asked")
        }
        _ => of_board(obstruction, &name, names),
    }
}

/// The same for obstructions that concern a whole board, or the colours on it.
fn of_board(obstruction: &Obstruction, name: &str, names: Names<'_>) -> String {
    let board = names.board;
    match obstruction {
        Obstruction::TooNarrow => format!(
            "the {board} board is too narrow: with fewer than three rows or columns a knight \
             cannot turn round to reach every square"
        ),
        Obstruction::SmallBoard => format!(
            "the {board} board is too small: every path was tried, and none visits all the \
             squares as asked"
        ),
        Obstruction::SmallBoardStart(_) => format!(
            "on the small {board} board only some squares can start a tour; every path was \
             tried, and {name} is not one of them"
        ),
        Obstruction::MinorityStart(_) => format!(
            "the {board} board has an odd number of squares, so one colour has one square \
             more than the other; every move changes colour, so a tour must start and end on \
             that colour, and {name} has the other one"
        ),
        Obstruction::InnerRow(_) => format!(
            "on a board four squares wide every move from an outer line leads to an inner one, \
             and there are as many outer squares as inner ones; a tour from an inner square \
             would have to alternate between them just as it alternates colours, so it would \
             visit inner squares of one colour only; {name} is an inner square of the {board} board"
        ),
        Obstruction::ClosedOdd if board.holes().is_empty() => format!(
            "every move changes colour, so a closed tour needs an even number of squares, and \
             the {board} board has an odd number"
        ),
        Obstruction::ClosedOdd => format!(
            "every move changes colour, so a closed tour needs an even number of squares, and \
             there are {}",
            grouped(board.squares_to_visit() as u64)
        ),
        Obstruction::ClosedFour => format!(
            "no board with four rows or columns has a closed tour: it would have to alternate between \
             outer and inner lines all the way round, and because moves also alternate colours, \
             half of the {board} board would never be visited"
        ),
        Obstruction::ClosedTiny => "a closed tour needs at least three squares".to_owned(),
        Obstruction::ColourCounts { same, other } => format!(
            "every move changes colour, so a path visits both colours in turn; but counting the \
             square that the path goes on from, there {} {} of one colour and {} of the other",
            is_or_are(*same as u64),
            counted(*same as u64, "square"),
            counted(*other as u64, "square")
        ),
        Obstruction::Colours { dark, light, from_dark, .. } => {
            let own = if *from_dark { "a dark" } else { "a light" };
            format!(
                "every move changes colour, but {} dark and {} {} free, and the knight is on \
                 {own} one",
                grouped(*dark as u64),
                counted(*light as u64, "light square"),
                is_or_are((dark + light) as u64)
            )
        }
        _ => unreachable!("the other obstructions are about single squares"),
    }
}

/// The colour of a square, and the other colour.
fn colours(square: Square, names: Names<'_>) -> (&'static str, &'static str) {
    if names.board.is_dark(square) { ("dark", "light") } else { ("light", "dark") }
}

/// `a1`, `a1 and b3`, or `a1, b3, c5, d7, e5, f7 and 3 more`.
fn some(squares: &[Square], names: Names<'_>) -> String {
    const MAX_NAMED: usize = 6;
    let named = squares.iter().take(MAX_NAMED).map(|square| names.of(*square));
    let more = squares.len().saturating_sub(MAX_NAMED);
    let more = (more > 0).then(|| format!("{} more", grouped(more as u64)));
    listed(named.chain(more).collect())
}
