//! Can it still be finished? The exact answer for a path that has begun, within a limit.

use crate::board::{MoveOrder, Square};
use crate::feasibility::{Decided, Verdict, verdict};
use crate::puzzle::Puzzle;
use crate::solver::search::dfs::{Dfs, Prune};
use crate::solver::search::ranking::{SortKey, Ties};
use crate::solver::search::walker::{Walk, Walker};
use crate::solver::{SearchState, Solver, Status};

/// Steps per free square that the search without strong pruning takes first.
const QUICK_STEPS: u64 = 4;

/// A question about one square may take this many steps, divided by the number of squares.
pub(crate) const MAX_STEPS_TIMES_SQUARES: u64 = 20_000_000;

/// Looks for a tour that begins with the given squares, for at most this many steps. Many short attempts with
/// other ties come first, since they find most tours; then one that goes on until it has tried everything.
pub fn finish(puzzle: &Puzzle, most: u64) -> Decided<Vec<Square>> {
    finish_counted(puzzle, most).0
}

/// The same, and how many steps it took.
pub(crate) fn finish_counted(puzzle: &Puzzle, most: u64) -> (Decided<Vec<Square>>, u64) {
    if let Verdict::No(_) = verdict(puzzle) {
        return (Decided::No(()), 0);
    }
    let given = puzzle.given().len() as u64;
    let left = puzzle.board().squares_to_visit() as u64 - given;
    let mut quick = search(puzzle, Prune::Near);
    let quick_answer = answer_within(&mut quick, given, given + QUICK_STEPS * left);
    let before = quick.state().steps();
    if let Some(answer) = quick_answer {
        return (answer, before);
    }
    let mut strong = search(puzzle, Prune::Strong);
    strong.run(given);
    let mut budget = left * 3 + 20;
    loop {
        let unspent = most.saturating_sub(strong.state().steps());
        // The last attempt may use up all that is left.
        let is_last = budget * 4 >= unspent;
        let answer = answer_within(&mut strong, given, if is_last { unspent } else { budget });
        let steps = before + strong.state().steps();
        match answer {
            Some(answer) => return (answer, steps),
            None if is_last => return (Decided::Unknown, steps),
            None => {}
        }
        budget += budget / 4;
        strong.rule.ranking.ties = Ties::Uniform;
        strong.restart();
    }
}

/// A search whose ties are broken towards the border, then at random.
fn search(puzzle: &Puzzle, prune: Prune) -> Walker<Dfs> {
    let state = SearchState::walking(puzzle);
    let rule = |walk: &Walk| Dfs::new(walk, (SortKey::Warnsdorff, Ties::Roth), prune);
    let mut search = Walker::new(state, &MoveOrder::CLOCKWISE, rule);
    search.rule.ranking.random_last = true;
    search
}

/// What a search finds within this many steps. The given squares are placed by then; if it takes them back,
/// everything that follows from them was tried.
fn answer_within(search: &mut Walker<Dfs>, given: u64, steps: u64) -> Option<Decided<Vec<Square>>> {
    match search.run(steps) {
        Status::Found => Some(Decided::Yes(search.state().path.clone())),
        Status::Exhausted => Some(Decided::No(())),
        _ if (search.state().path.len() as u64) < given => Some(Decided::No(())),
        Status::Searching | Status::GaveUp => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::feasibility::Obstruction;
    use crate::puzzle::{Goal, starts};
    use crate::solver::{Generator, MethodConfig};
    use crate::tour::Tour;

    /// A board with some squares missing, chosen at random.
    fn holed(rows: u32, cols: u32, holes: u64, rng: &mut Generator) -> Board {
        let board = Board::new(rows, cols).unwrap();
        let mut squares: Vec<Square> = board.squares().collect();
        let holes: Vec<_> = (0..holes)
            .map(|_| squares.swap_remove(rng.below(squares.len() as u64) as usize))
            .collect();
        board.with_holes(holes).unwrap()
    }

    /// A puzzle with a random start: a closed tour, a tour to a random end, or any tour.
    fn with_start(board: Board, goal: u64, rng: &mut Generator) -> Puzzle {
        let mut any_of = |squares: Vec<Square>| squares[rng.below(squares.len() as u64) as usize];
        let goal = match goal {
            0 => Goal::Closed,
            1 => Goal::End(any_of(board.squares().collect())),
            _ => Goal::Any,
        };
        let start = any_of(starts(&board, goal).collect());
        Puzzle::new(board, vec![start], goal, 0).unwrap()
    }

    /// With pruning near the knight, which misses no tour, exhaustive search ends on almost all of them.
    #[test]
    fn answers_on_six_rows_are_those_of_exhaustive_search() {
        let is_long = std::env::var_os("KNIGHTS_TOUR_LONG").is_some();
        let (boards, most) = if is_long { (4_500, 100_000_000) } else { (90, 500_000) };
        let mut rng = Generator::new(6);
        let puzzles = (0..boards).map(|number| {
            let (holes, goal) = (2 + number % 15, number / 15 % 3);
            let goal = if goal == 0 && holes % 2 == 1 { 2 } else { goal };
            // Most boards with many holes are ruled out at sight: some of those are enough.
            let is_easy = rng.below(4) == 0;
            loop {
                let puzzle = with_start(holed(6, 6, holes, &mut rng), goal, &mut rng);
                match verdict(&puzzle) {
                    Verdict::No(Obstruction::ColourCounts { .. } | Obstruction::EndColour(_)) => {}
                    Verdict::No(_) if !is_easy => {}
                    _ => return puzzle,
                }
            }
        });
        let config: MethodConfig = "backtracking:by=warnsdorff,prune=on".parse().unwrap();
        let (mut yes, mut no, mut open) = (0, 0, 0);
        for puzzle in puzzles {
            let answer = finish(&puzzle, 300_000);
            assert_ne!(answer, Decided::Unknown, "{puzzle}");
            if let Decided::Yes(path) = &answer {
                Tour::new(puzzle.board().clone(), path.clone()).unwrap();
                assert!(path.starts_with(puzzle.given()) && puzzle.is_reached_by(path), "{puzzle}");
            }
            match config.build(&puzzle).run(most) {
                Status::Found => assert_ne!(answer, Decided::No(()), "{puzzle}"),
                Status::Exhausted => assert_eq!(answer, Decided::No(()), "{puzzle}"),
                Status::Searching | Status::GaveUp => open += 1,
            }
            *if answer == Decided::No(()) { &mut no } else { &mut yes } += 1;
        }
        println!("{boards} boards: {yes} with a tour, {no} without, {open} not tried to the end");
        assert!(yes * 5 > boards && no * 5 > boards, "{yes} {no}");
        assert!(open * 10 < boards, "{open}");
    }
}
