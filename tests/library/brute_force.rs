//! The simplest possible search, as a second opinion: it tries every path.

use std::ops::ControlFlow;

use knights_tour::board::{MoveOrder, Square};
use knights_tour::puzzle::Puzzle;

pub(crate) fn tour_exists(puzzle: &Puzzle) -> bool {
    tour_exists_within(puzzle, u64::MAX).unwrap()
}

/// Whether a puzzle has a solution, unless that takes more steps than this.
pub(crate) fn tour_exists_within(puzzle: &Puzzle, steps: u64) -> Option<bool> {
    let mut exists = false;
    let mut stop = |_: &[Square]| {
        exists = true;
        ControlFlow::Break(())
    };
    let is_decided = Search::new(puzzle, steps).extend(&mut stop).is_continue();
    (exists || is_decided).then_some(exists)
}

/// Every solution of a puzzle, sorted.
pub(crate) fn tours(puzzle: &Puzzle) -> Vec<Vec<Square>> {
    let mut tours = Vec::new();
    let mut keep = |path: &[Square]| {
        tours.push(path.to_vec());
        ControlFlow::Continue(())
    };
    let _ = Search::new(puzzle, u64::MAX).extend(&mut keep);
    tours.sort();
    tours
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    near: Vec<Vec<Square>>,
    is_free: Vec<bool>,
    path: Vec<Square>,
    /// How many are left.
    steps: u64,
}

impl Search<'_> {
    fn new(puzzle: &Puzzle, steps: u64) -> Search<'_> {
        let (board, path) = (puzzle.board(), puzzle.given().to_vec());
        let all = (0..board.size() as u32).map(Square::at);
        let near = |square| board.neighbours(square, &MoveOrder::CLOCKWISE).collect();
        let is_free = all.clone().map(|square| !path.contains(&square)).collect();
        Search { puzzle, near: all.map(near).collect(), is_free, path, steps }
    }

    /// Breaks off when `found` does or when no steps are left.
    fn extend(&mut self, found: &mut dyn FnMut(&[Square]) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.steps == 0 {
            return ControlFlow::Break(());
        }
        self.steps -= 1;
        if self.path.len() == self.puzzle.board().squares_to_visit() {
            let is_solution = self.puzzle.is_reached_by(&self.path);
            return if is_solution { found(&self.path) } else { ControlFlow::Continue(()) };
        }
        let free = |square: &Square| {
            let near = self.near[square.index()].iter().copied();
            near.filter(|square| self.is_free[square.index()])
        };
        let mut next: Vec<Square> = free(&self.path[self.path.len() - 1]).collect();
        // The order matters only for how soon a tour is found.
        next.sort_by_key(|square| free(square).count());
        for square in next {
            self.path.push(square);
            self.is_free[square.index()] = false;
            self.extend(found)?;
            self.is_free[square.index()] = true;
            self.path.pop();
        }
        ControlFlow::Continue(())
    }
}
