//! The squares that could come next, and how a method rates them, for display.

use crate::board::Square;

/// A free square one move from the knight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub square: Square,
    /// The number of moves that the method compares, if it does; they may be those on the empty board.
    pub onward: Option<u8>,
    pub state: ChoiceState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceState {
    Open,
    Chosen,
    /// The knight went there from here, and came back.
    Tried,
    /// It is never tried from here, because that would cut off another square.
    CutOff,
}

/// The choices among these moves, each with its square and the number that is compared. Moves that are neither
/// in `left` nor `allowed` would cut off a square.
pub(crate) fn choices(
    moves: impl Iterator<Item = (usize, Square, Option<u8>)>,
    allowed: u8,
    left: u8,
    chosen: Option<usize>,
) -> Vec<Choice> {
    let state = |slot: usize| {
        if chosen == Some(slot) {
            ChoiceState::Chosen
        } else if left >> slot & 1 == 1 {
            ChoiceState::Open
        } else if allowed >> slot & 1 == 1 {
            ChoiceState::Tried
        } else {
            ChoiceState::CutOff
        }
    };
    moves.map(|(slot, square, onward)| Choice { square, onward, state: state(slot) }).collect()
}
