//! The simplest possible search, as a second opinion.

use std::ops::ControlFlow;

use knights_tour::board::{MoveOrder, Square};
use knights_tour::puzzle::Puzzle;

/// Whether a puzzle has a solution: it tries every path.
pub(crate) fn tour_exists(puzzle: &Puzzle) -> bool {
    let mut path = puzzle.given().to_vec();
    extend(puzzle, &mut path, &mut |_| ControlFlow::Break(())).is_break()
}

/// Every solution of a puzzle, sorted.
pub(crate) fn tours(puzzle: &Puzzle) -> Vec<Vec<Square>> {
    let (mut path, mut tours) = (puzzle.given().to_vec(), Vec::new());
    let mut keep = |path: &[Square]| {
        tours.push(path.to_vec());
        ControlFlow::Continue(())
    };
    let _ = extend(puzzle, &mut path, &mut keep);
    tours.sort();
    tours
}

fn extend(
    puzzle: &Puzzle,
    path: &mut Vec<Square>,
    found: &mut dyn FnMut(&[Square]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let board = puzzle.board();
    if path.len() == board.squares_to_visit() {
        return if puzzle.is_reached_by(path) { found(path) } else { ControlFlow::Continue(()) };
    }
    for next in board.neighbours(path[path.len() - 1], &MoveOrder::CLOCKWISE) {
        if !path.contains(&next) {
            path.push(next);
            extend(puzzle, path, found)?;
            path.pop();
        }
    }
    ControlFlow::Continue(())
}
