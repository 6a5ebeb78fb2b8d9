//! Why there is no tour.

use super::{Names, listed};
use crate::board::Square;
use crate::feasibility::Obstruction;
use crate::text::{counted, grouped, is_or_are};

/// What is in the way of a tour of this board, in words that begin and end like a part of a sentence.
pub fn obstruction(obstruction: &Obstruction, names: Names<'_>) -> String {
    let (board, name) = (names.board, |square: &Square| names.of(*square));
    let colours = |square: &Square| {
        if board.is_dark(*square) { ("dark", "light") } else { ("light", "dark") }
    };
    match obstruction {
        Obstruction::TooNarrow => format!(
            "the {board} board is too narrow: with fewer than three rows or columns a knight \
             cannot turn round to reach every square"
        ),
        Obstruction::SmallBoard => format!(
            "the {board} board is too small: every path was tried, and none visits all the \
             squares as asked"
        ),
        Obstruction::SmallBoardStart(square) => format!(
            "on the small {board} board only some squares can start a tour; every path was \
             tried, and {} is not one of them",
            name(square)
        ),
        Obstruction::MinorityStart(square) => format!(
            "the {board} board has an odd number of squares, so one colour has one square \
             more than the other; every move changes colour, so a tour must start and end on \
             that colour, and {} has the other one",
            name(square)
        ),
        Obstruction::InnerRow(square) => format!(
            "on a board four squares wide every move from an outer line leads to an inner one, \
             and there are as many outer squares as inner ones; a tour from an inner square \
             would have to alternate between them just as it alternates colours, so it would \
             visit inner squares of one colour only; {} is an inner square of the {board} board",
            name(square)
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
        Obstruction::EndColour(end) => {
            let (own, other) = colours(end);
            format!(
                "every move changes colour, so the last one leads to a {other} square, but the \
                 tour must end at {}, a {own} one",
                name(end)
            )
        }
        Obstruction::Lonely(square) => {
            format!("no free square is a knight's move from {}", name(square))
        }
        Obstruction::DeadEnds(squares) => match &squares[..] {
            [only] => format!(
                "{} has only one free square a knight's move from it, so the tour would have to end \
                 there, which it cannot",
                name(only)
            ),
            _ => format!(
                "{} {} have only one way in, and a tour can end at one of them only",
                some(squares, names),
                if squares.len() == 2 { "both" } else { "each" }
            ),
        },
        Obstruction::CutOff(squares) => match &squares[..] {
            [only] => format!("{} is cut off: no free square leads to it", name(only)),
            _ => format!(
                "{} are cut off: the knight cannot reach them any more",
                some(squares, names)
            ),
        },
        Obstruction::GivenMisses => {
            "the given squares are a complete tour, but not of the kind asked for".to_owned()
        }
        Obstruction::TriedFrom(square) => format!(
            "every path from {} was tried or ruled out, and none is such a tour",
            name(square)
        ),
        Obstruction::EndTooEarly(end) => {
            format!("the tour must end at {}, and other squares are still free", name(end))
        }
        Obstruction::NotClosed { last, start } => format!(
            "{} is the last square, but no move leads from there back to {}",
            name(last),
            name(start)
        ),
        Obstruction::Stuck(head) => {
            format!("{} leads nowhere: no free square can be reached from it", name(head))
        }
        Obstruction::NoWayOn(square) => {
            format!("{} can only be entered now, and no free square leads on from it", name(square))
        }
        Obstruction::WrongLast { square, wanted, closed } => {
            let but = match closed {
                true => format!("no move leads from there back to {}", name(wanted)),
                false => format!("it must end at {}", name(wanted)),
            };
            format!(
                "{} has only one way in, so the tour would have to end there, but {but}",
                name(square)
            )
        }
        Obstruction::NoWayBack(start) => {
            format!("the tour must return to {}, but no free square leads there", name(start))
        }
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
        Obstruction::LastColour(square) => format!(
            "{} has only one way in, so the tour would have to end there, but every move changes \
             colour, and the last one leads to a {} square",
            name(square),
            colours(square).1
        ),
        Obstruction::TooFewMoves { squares, need, have } => format!(
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
    }
}

/// `a1`, `a1 and b3`, or `a1, b3, c5, d7, e5, f7 and 3 more`.
fn some(squares: &[Square], names: Names<'_>) -> String {
    const MAX_NAMED: usize = 6;
    let named = squares.iter().take(MAX_NAMED).map(|square| names.of(*square));
    let more = squares.len().saturating_sub(MAX_NAMED);
    let more = (more > 0).then(|| format!("{} more", grouped(more as u64)));
    listed(named.chain(more).collect())
}
