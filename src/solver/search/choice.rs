//! The squares that could come next, and how a method rates them, for display.

use crate::board::Square;

/// A free square one move from the knight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The square.
    pub square: Square,
    /// The number of moves that the method compares: onward moves now, or those on the empty board.
    /// `None` if the method does not count them.
    pub onward: Option<u8>,
    /// How the method treats it.
    pub state: ChoiceState,
}

/// How a method treats a square that could come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceState {
    /// It may be tried later.
    Open,
    /// It comes next.
    Chosen,
    /// The knight went there from here, and came back.
    Tried,
    /// It is never tried from here, because that would cut off another square.
    CutOff,
}

/// Why the knight stepped back from a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeadEnd {
    /// No free square can be reached from it.
    Stuck,
    /// Only the end square can be reached from it, and it is too early for that.
    OnlyTheEnd,
    /// Every move from it would cut off a square.
    AllCutOff,
    /// From it, the free squares cannot all be visited any more.
    NoWayThrough,
    /// Every continuation from it was tried.
    AllTried,
    /// Every continuation from it was tried, except moves that would cut off a square.
    TriedOrCutOff,
    /// It was the last square, but the path does not reach the goal.
    NotTheGoal,
    /// It completed a tour, and another one is wanted.
    TourFound,
}

/// The choices among these moves, each with its square and the number that is compared. Those in
/// `left` may still be tried. The others were tried already, or are not `allowed` because they
/// would cut off a square.
pub(crate) fn choices(
    moves: impl Iterator<Item = (usize, Square, Option<u8>)>,
    allowed: u8,
    left: u8,
    chosen: Option<usize>,
) -> Vec<Choice> {
    let state = |slot: usize| match () {
        () if chosen == Some(slot) => ChoiceState::Chosen,
        () if left >> slot & 1 == 1 => ChoiceState::Open,
        () if allowed >> slot & 1 == 1 => ChoiceState::Tried,
        () => ChoiceState::CutOff,
    };
    moves.map(|(slot, square, onward)| Choice { square, onward, state: state(slot) }).collect()
}
