//! The squares that could come next, and how a method rates them, for display.

use crate::board::Square;

/// A free square one move from the knight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub square: Square,
    /// The number of moves that the method compares: onward moves now, or those on the empty board.
    /// `None` if the method does not count them.
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
