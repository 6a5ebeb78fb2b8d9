//! Tours of any plain board at once: from small tours that are joined, or column by column.

use crate::puzzle::Puzzle;
use crate::solver::build::builder;
use crate::solver::build::plan::BuildPlan;
use crate::solver::method::{Method, StepKind};
use crate::solver::option::Options;

pub(crate) const METHOD: Method = Method {
    name: "construct",
    title: "Construction",
    summary: "Builds a tour of any plain board without a search: small tours side by side, joined one \
              after the other, or column by column where there are only a few rows.",
    about: "The board is cut into blocks of about six squares by six. Each gets a small tour of its own, \
            mostly a closed one. Then neighbouring blocks are joined: a link of each is cut, and two \
            links between them take their place, so that two cycles become one. On boards with an odd \
            number of squares the start has a block of its own with an open tour. Where the tour \
            must end at a square, the blocks from the start to the end form a chain, with an open tour in \
            each. Boards with three or four rows are too narrow for blocks. There the ways to link the \
            squares are followed column by column; few of them differ in what may come next. So every \
            board that has a tour gets one, from every square where one can start, in a time that grows \
            with the number of squares and no faster.",
    credit: "after A. Conrad, T. Hindrichs, H. Morsy and I. Wegener, Solution of the knight's Hamiltonian \
             path problem on chessboards, 1994; the joins after I. Parberry, 1997",
    options: &[],
    counters: builder::COUNTERS,
    steps: &[StepKind::Restart, StepKind::Rewire],
    enumerates: false,
    looks_ahead: |_| false,
    is_random: |_| true,
    refuses,
    build: |state, _| {
        let plan = BuildPlan::new(&state.puzzle);
        builder::follow(state, plan)
    },
};

fn refuses(puzzle: &Puzzle, _: &Options) -> Option<String> {
    let holes = "builds tours of boards without holes; fill them";
    let has_holes = !puzzle.board().holes().is_empty();
    builder::why_not(puzzle, has_holes.then_some(holes)).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::board::{Board, Square};
    use crate::feasibility::{Decided, Verdict, verdict};
    use crate::puzzle::Goal;
    use crate::solver::methods::tests::{is_long, solved};
    use crate::solver::{Generator, Status, finish};

    fn check_possible(puzzle: &Puzzle) {
        let is_solved = solved(METHOD.name, puzzle).0 == Status::Found;
        assert_eq!(is_solved, verdict(puzzle) == Verdict::Yes(()), "{puzzle}");
    }

    #[test]
    fn every_board_that_has_a_tour_gets_one() {
        let most = if is_long() { 40 } else { 14 };
        for (rows, cols) in (1..=most).flat_map(|rows| (1..=most).map(move |cols| (rows, cols))) {
            let board = Board::new(rows, cols).unwrap();
            let all = rows * cols;
            let some = vec![0, all / 2, (7 * rows + 3 * cols) % all, all - 1];
            for start in if is_long() { (0..all).collect() } else { some } {
                for goal in [Goal::Any, Goal::Closed] {
                    let given = vec![Square::at(start)];
                    check_possible(&Puzzle::new(board.clone(), given, goal, 7).unwrap());
                }
            }
        }
    }

    fn pairs(rows: u32, cols: u32) -> Vec<Puzzle> {
        let board = Board::new(rows, cols).unwrap();
        let goals = || board.squares().map(Goal::End);
        let puzzle = |start, goal| Puzzle::new(board.clone(), vec![start], goal, 3).ok();
        board
            .squares()
            .flat_map(|start| goals().filter_map(move |end| puzzle(start, end)))
            .collect()
    }

    /// Every pair of squares of the right colours, on boards with both sides at least 6.
    #[test]
    fn every_end_of_the_right_colour_is_reached() {
        let sides = || 6..=if is_long() { 12 } else { 7 };
        for (rows, cols) in sides().flat_map(|rows| sides().map(move |cols| (rows, cols))) {
            pairs(rows, cols).iter().for_each(check_possible);
        }
        let mut rng = Generator::new(5);
        for seed in 0..if is_long() { 10_000 } else { 400 } {
            let sides = [0, 1].map(|_| 6 + rng.below(45) as u32);
            let board = Board::new(sides[0], sides[1]).unwrap();
            let [start, end] = [0, 1].map(|_| Square::at(rng.below(board.size() as u64) as u32));
            if let Ok(puzzle) = Puzzle::new(board, vec![start], Goal::End(end), seed) {
                check_possible(&puzzle);
            }
        }
    }

    /// On three, four and five rows the sweep finds tours to the same ends as a search does.
    #[test]
    fn the_sweep_knows_which_ends_are_reached() {
        let (mut yes, mut no) = (0, 0);
        let boards =
            [(3, 4), (3, 7), (8, 3), (4, 5), (6, 4), (4, 8), (5, 5), (5, 6), (7, 5), (3, 10)];
        for (rows, cols) in boards.into_iter().take(if is_long() { 10 } else { 7 }) {
            // On five rows proofs take longer.
            let some = if rows.min(cols) == 5 { 97 } else { 5 };
            for puzzle in pairs(rows, cols).into_iter().step_by(if is_long() { 1 } else { some }) {
                let expected = finish(&puzzle, 3_000_000);
                assert_ne!(expected, Decided::Unknown, "{puzzle}");
                let is_solved = solved(METHOD.name, &puzzle).0 == Status::Found;
                assert_eq!(is_solved, matches!(expected, Decided::Yes(_)), "{puzzle}");
                *if is_solved { &mut yes } else { &mut no } += 1;
            }
        }
        assert!(yes > 70 && no > 100, "{yes} {no}");
    }

    #[test]
    fn seeds_and_rounds_give_different_tours() {
        for board in
            ["8x8", "5x5", "3x10", "4x9", "20x21", "7x31", "8x8 goal=end:0,1", "5x9 goal=end:0,2"]
        {
            let tours = |seed: u64, rounds: u64| {
                let puzzle: Puzzle = format!("{board} seed={seed}").parse().unwrap();
                let (_, mut solver) = solved(METHOD.name, &puzzle);
                let mut tours = BTreeSet::new();
                for _ in 0..rounds {
                    if solver.run(u64::MAX) == Status::Found {
                        assert!(tours.insert(solver.state().path.clone()), "{board}: twice");
                        solver.find_next();
                    }
                }
                tours
            };
            assert!((1..9).any(|seed| tours(seed, 1) != tours(0, 1)), "{board}");
            assert!(tours(0, 6).len() > 2, "{board}");
        }
    }
}
