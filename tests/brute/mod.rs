//! The simplest possible search, as a second opinion on small boards.

use knights_tour::board::{MoveOrder, Square};
use knights_tour::puzzle::Puzzle;

/// Whether a puzzle has a solution: it tries every path.
pub(crate) fn tour_exists(puzzle: &Puzzle) -> bool {
    let mut path = puzzle.given().to_vec();
    extend(puzzle, &mut path)
}

fn extend(puzzle: &Puzzle, path: &mut Vec<Square>) -> bool {
    let board = puzzle.board();
    if path.len() == board.squares_to_visit() {
        return puzzle.is_reached_by(path);
    }
    for next in board.neighbours(path[path.len() - 1], &MoveOrder::CLOCKWISE) {
        if !path.contains(&next) {
            path.push(next);
            if extend(puzzle, path) {
                return true;
            }
            path.pop();
        }
    }
    false
}
