//! Can it still be finished? The exact answer for a path that has begun, within a limit.

use super::dfs::{Dfs, Prune};
use super::ranking::{By, Ranking, Ties};
use super::{Solver, Status};
use crate::board::{MoveOrder, Square};
use crate::feasibility::{Verdict, verdict};
use crate::puzzle::Puzzle;

/// Whether a tour begins with the given squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finish {
    /// It does: this one.
    Yes(Vec<Square>),
    /// None does: every path was tried, or ruled out by a proof.
    No,
    /// Not known within the limit.
    Unknown,
}

/// How many steps for each square the search without strong pruning takes before.
const QUICK: u64 = 4;

/// Looks for a tour that begins with the given squares, for at most so many steps. Many short attempts
/// come first, each with other ties, since most tours are found quickly; then one that goes on until it
/// has tried everything.
///
/// ```
/// use knights_tour::solver::{Finish, finish};
/// assert!(matches!(finish(&"8x8 holes=0,0;7,7 given=0,1".parse()?, 100_000), Finish::No));
/// assert!(matches!(finish(&"8x8 holes=0,0;7,6 given=0,1".parse()?, 100_000), Finish::Yes(_)));
/// # Ok::<(), knights_tour::puzzle::PuzzleError>(())
/// ```
pub fn finish(puzzle: &Puzzle, most: u64) -> Finish {
    finish_counted(puzzle, most).0
}

/// The same, and how many steps it took.
pub(super) fn finish_counted(puzzle: &Puzzle, most: u64) -> (Finish, u64) {
    if let Verdict::Impossible(_) = verdict(puzzle) {
        return (Finish::No, 0);
    }
    let given = puzzle.given().len() as u64;
    let left = puzzle.board().squares_to_visit() as u64 - given;
    let mut quick = begin(puzzle, Prune::Near);
    let quick_answer = answer(&mut quick, given, given + QUICK * left);
    let before = quick.tally().steps();
    if let Some(answer) = quick_answer {
        return (answer, before);
    }
    let mut search = begin(puzzle, Prune::Strong);
    search.run(given);
    let mut budget = left * 3 + 20;
    loop {
        let spent = search.tally().steps();
        // The last attempt may use up all that is left.
        let is_last = budget * 4 >= most.saturating_sub(spent);
        let steps = if is_last { most.saturating_sub(spent) } else { budget };
        let said = answer(&mut search, given, steps);
        let steps = before + search.tally().steps();
        match said {
            Some(answer) => return (answer, steps),
            None if is_last => return (Finish::Unknown, steps),
            None => {}
        }
        budget += budget / 4;
        search.ranking.ties = Ties::Uniform;
        search.restart();
    }
}

/// A search whose ties are broken towards the border, then at random.
fn begin(puzzle: &Puzzle, prune: Prune) -> Dfs {
    let ranking =
        |field: &_| Ranking::new(By::Warnsdorff, Ties::Roth, puzzle.seed(), puzzle.board(), field);
    let mut search = Dfs::new(puzzle, &MoveOrder::CLOCKWISE, ranking, prune);
    search.ranking.random_last = true;
    search
}

/// What a search finds within so many steps. The given squares are placed by then; if it takes them back,
/// everything that follows from them was tried.
fn answer(search: &mut Dfs, given: u64, steps: u64) -> Option<Finish> {
    match search.run(steps) {
        Status::Found => Some(Finish::Yes(search.sketch().path.to_vec())),
        Status::Exhausted => Some(Finish::No),
        Status::Searching if (search.sketch().path.len() as u64) < given => Some(Finish::No),
        Status::Searching | Status::GaveUp => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::puzzle::{Goal, starts};
    use crate::solver::{Generator, Recipe};

    /// A board with some squares missing, chosen at random.
    fn holed(rows: u32, cols: u32, holes: u64, rng: &mut Generator) -> Board {
        let board = Board::new(rows, cols).unwrap();
        let mut squares: Vec<Square> = board.squares().collect();
        let holes: Vec<_> = (0..holes)
            .map(|_| squares.swap_remove(rng.below(squares.len() as u64) as usize))
            .collect();
        board.with_holes(holes).unwrap()
    }

    /// What plain backtracking says, which knows no other reason than that it has tried everything.
    fn exhaustive(puzzle: &Puzzle) -> bool {
        let recipe: Recipe = "backtracking:by=warnsdorff".parse().unwrap();
        let mut solver = recipe.build(puzzle);
        match solver.run(20_000_000) {
            Status::Found => true,
            Status::Exhausted => false,
            Status::Searching | Status::GaveUp => panic!("{puzzle}: not decided"),
        }
    }

    #[test]
    fn answers_are_those_of_exhaustive_search() {
        let mut rng = Generator::new(3);
        let (mut yes, mut no) = (0, 0);
        for number in 0..120 {
            let board = match number % 4 {
                0 => holed(5, 5, 1 + number % 3, &mut rng),
                1 => holed(4, 6, number % 3, &mut rng),
                2 => holed(4, 5, number % 3, &mut rng).wrapped(true),
                _ => holed(5, 6, 2 + number % 4, &mut rng),
            };
            let all: Vec<Square> = board.squares().collect();
            let goal = match number % 3 {
                0 => Goal::Closed,
                1 => Goal::End(all[rng.below(all.len() as u64) as usize]),
                _ => Goal::Any,
            };
            let starts: Vec<Square> = starts(&board, goal).collect();
            let start = starts[rng.below(starts.len() as u64) as usize];
            let puzzle = Puzzle::new(board, vec![start], goal, number).unwrap();
            let answer = finish(&puzzle, 300_000);
            assert_ne!(answer, Finish::Unknown, "{puzzle}");
            if let Finish::Yes(path) = &answer {
                crate::tour::Tour::new(puzzle.board().clone(), path.clone()).unwrap();
                assert!(path[0] == start && puzzle.is_reached_by(path), "{puzzle}");
                yes += 1;
            } else {
                no += 1;
            }
            assert_eq!(matches!(answer, Finish::Yes(_)), exhaustive(&puzzle), "{puzzle}");
        }
        assert!(yes > 25 && no > 25, "{yes} {no}");
    }
}
