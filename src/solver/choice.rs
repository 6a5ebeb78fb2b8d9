//! The squares that could come next: what a method weighs, for people to see.

use crate::board::Square;

/// A free square one move from the knight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The square.
    pub square: Square,
    /// The number of moves that the method compares: onward moves now, or those on the empty board.
    /// Nothing where the method does not count them.
    pub onward: Option<u8>,
    /// What the method makes of it.
    pub state: ChoiceState,
}

/// What a method makes of a square that could come next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceState {
    /// It may be tried later.
    Open,
    /// It comes next.
    Chosen,
    /// The knight has been there from here, and came back.
    Tried,
    /// It is never tried from here: a square would be cut off.
    CutOff,
}

/// Why the knight stepped back from a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeadEnd {
    /// No free square can be reached from it.
    Stuck,
    /// Only the square that must come last can be reached from it, and it is too early for that.
    OnlyTheEnd,
    /// Every move from it would cut off a square.
    AllCutOff,
    /// All that follows from it was tried.
    AllTried,
    /// It was the last square, but the path is not what the goal asks for.
    NotTheGoal,
    /// It completed a tour, and another one is wanted.
    TourFound,
}

/// The choices among these moves, each with its square and the number that is compared. Those in
/// `left` may still be tried; the others were tried, or are not allowed and would cut something off.
pub(super) fn choices(
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
