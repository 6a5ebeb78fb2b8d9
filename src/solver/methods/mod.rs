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

    /// Whether trials may take minutes, as in `.ci/long`.
    pub(super) fn is_long() -> bool {
        std::env::var_os("KNIGHTS_TOUR_LONG").is_some()
    }

    pub(super) fn checked_tour(puzzle: &Puzzle, path: &[Square]) -> Tour {
        let tour = Tour::new(puzzle.board().clone(), path.to_vec()).unwrap();
        assert!(path.starts_with(puzzle.given()) && puzzle.is_reached_by(path), "{puzzle}");
        tour
    }

    /// What a method says of each of these puzzles; nothing if it takes them.
    #[test]
    fn methods_refuse_what_they_cannot_make() {
        for (config, puzzles, said) in [
            ("ants", "28x28", ""),
            ("ants", "28x29", "use at most 784 squares"),
            ("ants", "8x8 given=0,0;1,2", "give only the start"),
            ("ants", "8x8 repair=0,0;1,2", "cannot rearrange a path"),
            ("neural", "6x6|8x8 goal=closed|5x5 wrap|8x8 holes=3,3;4,3", ""),
            ("neural", "8x8 goal=end:0,1", "makes only closed tours, so it cannot end"),
            ("neural", "8x8 given=0,0;1,2", "walks no path"),
            ("neural", "8x8 repair=0,0;1,2", "cannot rearrange a path"),
            ("neural", "5x5|1x1|8x8 holes=0,0", "makes only closed tours, and there is none"),
            ("neural", "1000x1000", "updates every move at each step; use at most 100,000 squares"),
            ("genetic", "100x100", ""),
            ("genetic", "101x100", "use at most 10,000 squares"),
            ("genetic:population=1000", "30x30", "at most 500 squares"),
            (
                "divide-and-conquer",
                "5x5|6x9|4x4|4x5|4x6|6x10|7x7|7x9|8x8 holes=1,1|8x8 holes=0,0|3x3 holes=0,0|\
                 7x7 holes=0,1|7x7 holes=0,0;6,6|7x9 holes=0,0|7x8 holes=0,0",
                "needs a board whose sides differ by 1",
            ),
            ("divide-and-conquer", "8x8 wrap|7x7 wrap holes=0,0", "turn wrapping off"),
        ] {
            let config: MethodConfig = config.parse().unwrap();
            for puzzle in puzzles.split('|') {
                let refusal = config.refusal(&puzzle.parse().unwrap()).unwrap_or_default();
                let is_said = refusal.contains(said) && refusal.is_empty() == said.is_empty();
                assert!(is_said, "{config} on {puzzle}: {refusal}");
            }
        }
    }
}
