//! Can it still be finished? The exact answer for a path that has begun, within a limit.

use crate::board::{MoveOrder, Square};
use crate::feasibility::{Decided, Verdict, verdict};
use crate::puzzle::Puzzle;
use crate::solver::search::dfs::{Dfs, Prune};
use crate::solver::search::ranking::{By, Ties};
use crate::solver::search::walker::{Walk, Walker};
use crate::solver::{SearchState, Solver, Status};

/// Steps per free square that the search without strong pruning takes first.
const QUICK: u64 = 4;

/// Looks for a tour that begins with the given squares, for at most this many steps. Many short attempts
/// come first, each with other ties, since most tours are found quickly; then one that goes on until it
/// has tried everything.
///
/// ```
/// use knights_tour::{feasibility::Decided, solver::finish};
/// assert!(matches!(finish(&"8x8 holes=0,0;7,7 given=0,1".parse()?, 100_000), Decided::No(())));
/// assert!(matches!(finish(&"8x8 holes=0,0;7,6 given=0,1".parse()?, 100_000), Decided::Yes(_)));
/// # Ok::<(), knights_tour::puzzle::PuzzleError>(())
/// ```
pub fn finish(puzzle: &Puzzle, most: u64) -> Decided<Vec<Square>> {
    finish_counted(puzzle, most).0
}

/// The same, and how many steps it took.
pub(crate) fn finish_counted(puzzle: &Puzzle, most: u64) -> (Decided<Vec<Square>>, u64) {
    if let Verdict::Impossible(_) = verdict(puzzle) {
        return (Decided::No(()), 0);
    }
    let given = puzzle.given().len() as u64;
    let left = puzzle.board().squares_to_visit() as u64 - given;
    let mut quick = begin(puzzle, Prune::Near);
    let quick_answer = answer(&mut quick, given, given + QUICK * left);
    let before = quick.state().steps();
    if let Some(answer) = quick_answer {
        return (answer, before);
    }
    let mut search = begin(puzzle, Prune::Strong);
    search.run(given);
    let mut budget = left * 3 + 20;
    loop {
        let spent = search.state().steps();
        // The last attempt may use up all that is left.
        let is_last = budget * 4 >= most.saturating_sub(spent);
        let steps = if is_last { most.saturating_sub(spent) } else { budget };
        let said = answer(&mut search, given, steps);
        let steps = before + search.state().steps();
        match said {
            Some(answer) => return (answer, steps),
            // It is taking back what is given, so it has tried everything else.
            None if (search.state().path.len() as u64) < given => return (Decided::No(()), steps),
            None if is_last => return (Decided::Unknown, steps),
            None => {}
        }
        budget += budget / 4;
        search.rule.ranking.ties = Ties::Uniform;
        search.restart();
    }
}

/// A search whose ties are broken towards the border, then at random.
fn begin(puzzle: &Puzzle, prune: Prune) -> Walker<Dfs> {
    let state = SearchState::walking(puzzle);
    let rule = |walk: &Walk| Dfs::new(walk, (By::Warnsdorff, Ties::Roth), prune);
    let mut search = Walker::new(state, &MoveOrder::CLOCKWISE, rule);
    search.rule.ranking.random_last = true;
    search
}

/// What a search finds within this many steps. The given squares are placed by then; if it takes them back,
/// everything that follows from them was tried.
fn answer(search: &mut Walker<Dfs>, given: u64, steps: u64) -> Option<Decided<Vec<Square>>> {
    match search.run(steps) {
        Status::Found => Some(Decided::Yes(search.state().path.clone())),
        Status::Exhausted => Some(Decided::No(())),
        Status::Searching if (search.state().path.len() as u64) < given => Some(Decided::No(())),
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

    /// A board with some squares missing, chosen at random.
    fn holed(rows: u32, cols: u32, holes: u64, rng: &mut Generator) -> Board {
        let board = Board::new(rows, cols).unwrap();
        let mut squares: Vec<Square> = board.squares().collect();
        let holes: Vec<_> = (0..holes)
            .map(|_| squares.swap_remove(rng.below(squares.len() as u64) as usize))
            .collect();
        board.with_holes(holes).unwrap()
    }

    /// What plain backtracking says, which knows no other reason than that it has tried everything, if it
    /// ends within this many steps.
    fn exhaustive(puzzle: &Puzzle, config: &str, most: u64) -> Option<bool> {
        let config: MethodConfig = config.parse().unwrap();
        match config.build(puzzle).run(most) {
            Status::Found => Some(true),
            Status::Exhausted => Some(false),
            Status::Searching | Status::GaveUp => None,
        }
    }

    /// Whether the answer is a tour. One that is must be such as the puzzle asks for.
    fn is_tour(puzzle: &Puzzle, answer: &Decided<Vec<Square>>) -> bool {
        assert_ne!(*answer, Decided::Unknown, "{puzzle}");
        let Decided::Yes(path) = answer else { return false };
        crate::tour::Tour::new(puzzle.board().clone(), path.clone()).unwrap();
        assert!(path[0] == puzzle.start() && puzzle.is_reached_by(path), "{puzzle}");
        true
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
            let exists = is_tour(&puzzle, &finish(&puzzle, 300_000));
            let expected = exhaustive(&puzzle, "backtracking:by=warnsdorff", 20_000_000);
            assert_eq!(Some(exists), expected, "{puzzle}");
            *if exists { &mut yes } else { &mut no } += 1;
        }
        assert!(yes > 25 && no > 25, "{yes} {no}");
    }

    /// An attempt may end while the given squares are being taken back.
    #[test]
    fn long_paths_are_decided_too() {
        let mut rng = Generator::new(5);
        let board = Board::new(3, 8).unwrap();
        let (mut yes, mut no) = (0, 0);
        while no < 300 || yes < 30 {
            let mut path = vec![Square::at(0)];
            for _ in 0..rng.below(12) {
                let near = board.neighbours(path[path.len() - 1], &MoveOrder::CLOCKWISE);
                let free: Vec<Square> = near.into_iter().filter(|s| !path.contains(s)).collect();
                if free.is_empty() {
                    break;
                }
                path.push(free[rng.below(free.len() as u64) as usize]);
            }
            let puzzle = Puzzle::new(board.clone(), path, Goal::Any, 0).unwrap();
            let is_yes = matches!(finish(&puzzle, 300_000), Decided::Yes(_));
            let expected = exhaustive(&puzzle, "backtracking:by=warnsdorff", 20_000_000);
            assert_eq!(Some(is_yes), expected, "{puzzle}");
            *(if is_yes { &mut yes } else { &mut no }) += 1;
        }
    }

    /// A 6x6 board with 2 to 16 holes and a start that its colours allow: any tour, closed, to an end.
    fn six_by_six(number: u64, rng: &mut Generator) -> Puzzle {
        let (holes, kind) = (2 + number % 15, number / 15 % 3);
        // Most boards with many holes are ruled out at sight: some of those will do.
        let is_easy = rng.below(4) == 0;
        loop {
            let board = holed(6, 6, holes, rng);
            let all: Vec<Square> = board.squares().collect();
            let goal = match kind {
                0 if holes % 2 == 0 => Goal::Closed,
                1 => Goal::End(all[rng.below(all.len() as u64) as usize]),
                _ => Goal::Any,
            };
            let starts: Vec<Square> = starts(&board, goal).collect();
            let start = starts[rng.below(starts.len() as u64) as usize];
            let puzzle = Puzzle::new(board, vec![start], goal, number).unwrap();
            match verdict(&puzzle) {
                Verdict::Impossible(
                    Obstruction::ColourCounts { .. } | Obstruction::EndColour(_),
                ) => {}
                Verdict::Impossible(_) if !is_easy => {}
                _ => return puzzle,
            }
        }
    }

    /// With pruning near the knight, which misses no tour, exhaustive search ends on almost all of them.
    #[test]
    fn answers_on_six_rows_are_those_of_exhaustive_search() {
        let is_long = std::env::var_os("KNIGHTS_TOUR_LONG").is_some();
        let (boards, most) = if is_long { (4_500, 100_000_000) } else { (90, 500_000) };
        let config = "backtracking:by=warnsdorff,prune=on";
        let mut rng = Generator::new(6);
        let (mut yes, mut no, mut open) = (0, 0, 0);
        for number in 0..boards {
            let puzzle = six_by_six(number, &mut rng);
            let exists = is_tour(&puzzle, &finish(&puzzle, 300_000));
            match exhaustive(&puzzle, config, most) {
                Some(expected) => assert_eq!(exists, expected, "{puzzle}"),
                None => open += 1,
            }
            *if exists { &mut yes } else { &mut no } += 1;
        }
        println!("{boards} boards: {yes} with a tour, {no} without, {open} not tried to the end");
        assert!(yes * 5 > boards && no * 5 > boards, "{yes} {no}");
        assert!(open * 10 < boards, "{open}");
    }
}
