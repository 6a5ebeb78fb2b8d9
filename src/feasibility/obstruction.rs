//! Obstructions to a tour, as data. The layer `words` turns them into sentences.

use crate::board::Square;

/// Why no tour exists, or none that begins with a path. "Free" squares are those that the path has not
/// visited; the knight stands on the path's last square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstruction {
    /// One or two rows or columns.
    TooNarrow,
    /// A small board on which an exhaustive search found no tour.
    SmallBoard,
    SmallBoardStart(Square),
    /// A board with an odd number of squares, and a start of the rarer colour.
    MinorityStart(Square),
    /// Four rows, and an end of the path on an inner row.
    InnerRow(Square),
    ClosedOdd,
    /// A closed tour on four rows.
    ClosedFour,
    /// A closed tour of fewer than three squares.
    ClosedTiny,
    /// The colours of the remaining squares cannot alternate.
    ColourCounts {
        /// How many squares are an even number of moves from the knight, its own included.
        same: usize,
        /// How many are an odd number of moves from it.
        other: usize,
    },
    /// After all moves the knight is not on the colour of the square where the tour must end.
    EndColour(Square),
    /// A square has no free neighbour.
    Lonely(Square),
    /// These free squares have only one way in each, and a tour cannot end at all of them.
    DeadEnds(Vec<Square>),
    CutOff(Vec<Square>),
    /// The given squares are a complete tour, but not one that the goal asks for.
    GivenMisses,
    /// A search from this square has tried everything.
    TriedFrom(Square),
    /// The square where the tour must end is visited before the others.
    EndTooEarly(Square),
    /// The path visits every square, but no move leads from its last square back to its first.
    NotClosed {
        last: Square,
        start: Square,
    },
    Stuck(Square),
    /// A free square that can only be entered now and never be left, though others are free too.
    NoWayOn(Square),
    /// A free square with only one way in, where the goal does not let the tour end: no move leads
    /// from there to the start, or the tour must end at another square.
    WrongLast {
        square: Square,
        /// The start, or the square where the tour must end.
        wanted: Square,
        closed: bool,
    },
    /// The tour must return to this square, its start, and no free square is a move from it.
    NoWayBack(Square),
    /// There are too many free squares of one colour to alternate.
    Colours {
        /// The free squares of the colour that has too many.
        squares: Vec<Square>,
        dark: usize,
        light: usize,
        from_dark: bool,
    },
    /// A free square with only one way in, of the other colour than the tour's last square.
    LastColour(Square),
    TooFewMoves {
        /// Squares of one colour: free ones, and perhaps the knight's or the start.
        squares: Vec<Square>,
        /// How many moves a tour would use at them, at least.
        need: usize,
        have: usize,
    },
    /// Every way on was tried or ruled out, in this many steps.
    Tried(u64),
}

impl Obstruction {
    /// The squares that it is about, to be marked on the board; none where it is about all of them.
    pub fn squares(&self) -> &[Square] {
        match self {
            Obstruction::SmallBoardStart(square)
            | Obstruction::MinorityStart(square)
            | Obstruction::InnerRow(square)
            | Obstruction::EndColour(square)
            | Obstruction::Lonely(square)
            | Obstruction::TriedFrom(square)
            | Obstruction::EndTooEarly(square)
            | Obstruction::Stuck(square)
            | Obstruction::NoWayOn(square)
            | Obstruction::WrongLast { square, .. }
            | Obstruction::NoWayBack(square)
            | Obstruction::LastColour(square)
            | Obstruction::NotClosed { last: square, .. } => std::slice::from_ref(square),
            Obstruction::CutOff(squares)
            | Obstruction::DeadEnds(squares)
            | Obstruction::Colours { squares, .. }
            | Obstruction::TooFewMoves { squares, .. } => squares,
            _ => &[],
        }
    }
}
