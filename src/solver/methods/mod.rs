//! The methods, one file or folder each.

pub(crate) mod ants;
pub(crate) mod auto;
pub(crate) mod backtracking;
pub(crate) mod construct;
pub(crate) mod divide;
pub(crate) mod euler;
pub(crate) mod genetic;
pub(crate) mod neural;
pub(crate) mod restarting;
pub(crate) mod warnsdorff;

#[cfg(test)]
mod tests {
    use crate::board::Square;
    use crate::puzzle::Puzzle;
    use crate::solver::{MethodConfig, Solver, Status};
    use crate::tour::Tour;

    /// Runs a search to its end, and checks what it found.
    pub(super) fn solved(config: &str, puzzle: &Puzzle) -> (Status, Box<dyn Solver>) {
        let mut solver = config.parse::<MethodConfig>().unwrap().build(puzzle);
        let status = solver.run(u64::MAX);
        if status == Status::Found {
            checked_tour(puzzle, &solver.state().path);
        }
        (status, solver)
    }

    pub(super) fn checked_tour(puzzle: &Puzzle, path: &[Square]) -> Tour {
        let tour = Tour::new(puzzle.board().clone(), path.to_vec()).unwrap();
        assert!(path.starts_with(puzzle.given()) && puzzle.is_reached_by(path), "{puzzle}");
        tour
    }
}
