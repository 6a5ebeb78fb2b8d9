//! How many paths there are to try: Knuth's estimate of the size of a backtracking tree.

use crate::board::MoveOrder;
use crate::puzzle::Puzzle;
use crate::solver::Generator;
use crate::solver::search::field::{Field, move_to};

/// All probes together place about this many squares.
const ALL_PLACEMENTS: usize = 400_000;
const PROBE_LIMITS: [usize; 2] = [16, 4_000];
/// A fixed seed, so that the estimate is always the same.
const SEED: u64 = 1975;

/// About how many paths plain backtracking has to try from the given squares before it has tried
/// everything, as a power of ten.
///
/// A probe walks at random until it is stuck, and multiplies together how many moves it could
/// choose from at each square. On average over all walks, the product is the number of paths. (D.
/// E. Knuth, Estimating the efficiency of backtrack programs, 1975.)
pub fn paths_to_try(puzzle: &Puzzle) -> f64 {
    let board = puzzle.board();
    let mut field = Field::new(board, &MoveOrder::ANTICLOCKWISE);
    for square in puzzle.given() {
        field.place(field.cell(*square));
    }
    let mut rng = Generator::beside(SEED);
    let probes =
        (ALL_PLACEMENTS / board.squares_to_visit()).clamp(PROBE_LIMITS[0], PROBE_LIMITS[1]);
    let logs: Vec<f64> = (0..probes).map(|_| probe(puzzle, &mut field, &mut rng)).collect();
    mean_of_powers(&logs)
}

/// The logarithm of the product for one walk. The field is unchanged afterwards.
fn probe(puzzle: &Puzzle, field: &mut Field, rng: &mut Generator) -> f64 {
    let given = puzzle.given();
    let mut square = given[given.len() - 1];
    let mut left = puzzle.board().squares_to_visit() - given.len();
    let (mut product, mut walked) = (0.0, Vec::new());
    let end = field.end(puzzle.goal());
    loop {
        let near = field.near(field.cell(square));
        let mut free = field.free_moves(&near);
        if left > 1
            && let Some(end) = end
        {
            free &= !move_to(&near, end);
        }
        if free == 0 {
            break;
        }
        product += f64::from(free.count_ones()).log10();
        let number = rng.below(free.count_ones().into());
        let mut slots = (0..8).filter(|slot| free >> slot & 1 == 1);
        let slot = slots.nth(number as usize).unwrap_or(0);
        let (cell, next) = field.beside(field.cell(square), square, slot);
        field.place(cell);
        walked.push(cell);
        square = next;
        left -= 1;
    }
    walked.into_iter().rev().for_each(|cell| field.lift(cell));
    product
}

/// The logarithm of the mean of powers of ten.
fn mean_of_powers(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(0.0, f64::max);
    let sum: f64 = logs.iter().map(|log| 10_f64.powf(log - most)).sum();
    most + (sum / logs.len().max(1) as f64).log10()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Event, MethodConfig, Status};

    /// The number of paths that a search really tries: those it can only step back from.
    fn paths(puzzle: &str) -> f64 {
        let config: MethodConfig = "backtracking".parse().unwrap();
        let mut search = config.build(&puzzle.parse().unwrap());
        let (mut paths, mut last) = (0_u64, None);
        while search.state().status != Status::Exhausted {
            search.find_next();
            let event = search.step();
            let ends = matches!(event, Some(Event::Retreat(_)));
            paths += u64::from(ends && matches!(last, Some(Event::Advance(_))));
            last = event;
        }
        (paths as f64).log10()
    }

    #[test]
    fn the_estimate_is_near_the_truth_on_small_boards() {
        for puzzle in ["3x4 given=0,0", "4x4 given=0,1", "4x5 given=0,0", "5x5 given=0,0"] {
            let (estimate, truth) = (paths_to_try(&puzzle.parse().unwrap()), paths(puzzle));
            assert!((estimate - truth).abs() < 0.2, "{puzzle}: {estimate:.2}, not {truth:.2}");
        }
        let twice = [0, 1].map(|_| paths_to_try(&"20x20 given=0,0".parse().unwrap()));
        assert_eq!(twice[0], twice[1]);
    }
}
