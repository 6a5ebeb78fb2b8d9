//! Tours of any plain board at once: from small tours that are joined, or column by column.

use crate::puzzle::Puzzle;
use crate::solver::build::builder;
use crate::solver::build::plan::Plan;
use crate::solver::method::{Method, StepKind};
use crate::solver::option::Options;
use crate::solver::{SearchState, Solver};

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
    sure_side: 8,
    looks_ahead: |_| false,
    is_random: |_| true,
    refuses,
    build,
};

fn refuses(puzzle: &Puzzle, _: &Options) -> Option<String> {
    let holes = "builds tours of boards without holes; fill them";
    let has_holes = !puzzle.board().holes().is_empty();
    builder::why_not(puzzle, has_holes.then_some(holes)).map(str::to_owned)
}

fn build(state: SearchState, _: &Options) -> Box<dyn Solver> {
    let plan = Plan::new(&state.puzzle);
    builder::follow(state, plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Square};
    use crate::feasibility::{Verdict, verdict};
    use crate::puzzle::Goal;
    use crate::solver::{Generator, MethodConfig, Status};
    use crate::tour::Tour;

    fn solve(puzzle: &Puzzle) -> Option<Tour> {
        let mut solver = MethodConfig::new(&METHOD).build(puzzle);
        let is_found = solver.run(u64::MAX) == Status::Found;
        is_found.then(|| Tour::new(puzzle.board().clone(), solver.state().path.clone()).unwrap())
    }

    /// Every plain board, every start and both goals: a tour, or a theorem says that there is none.
    fn every_board(most: u32, starts: impl Fn(u32, u32) -> Vec<u32>) -> u64 {
        let mut solved = 0;
        for (rows, cols) in (1..=most).flat_map(|rows| (1..=most).map(move |cols| (rows, cols))) {
            let board = Board::new(rows, cols).unwrap();
            for start in starts(rows, cols) {
                for goal in [Goal::Any, Goal::Closed] {
                    let puzzle =
                        Puzzle::new(board.clone(), vec![Square::at(start)], goal, 7).unwrap();
                    let tour = solve(&puzzle);
                    let is_possible = verdict(&puzzle) == Verdict::Possible;
                    assert_eq!(tour.is_some(), is_possible, "{puzzle}");
                    let Some(tour) = tour else { continue };
                    assert_eq!(tour.path()[0], puzzle.start());
                    assert!(puzzle.is_reached_by(tour.path()), "{puzzle}");
                    solved += 1;
                }
            }
        }
        solved
    }

    #[test]
    fn every_board_that_has_a_tour_gets_one() {
        let is_long = std::env::var_os("KNIGHTS_TOUR_LONG").is_some();
        let solved = match is_long {
            true => every_board(40, |rows, cols| (0..rows * cols).collect()),
            false => every_board(14, |rows, cols| {
                let all = rows * cols;
                vec![0, all / 2, (7 * rows + 3 * cols) % all, all - 1]
            }),
        };
        assert!(solved > 500, "{solved}");
    }

    /// Asks for a tour to an end, and checks it. Whether there is one.
    fn has_tour_to_end(puzzle: &Puzzle) -> bool {
        let tour = solve(puzzle);
        let is_right =
            |tour: &Tour| tour.path()[0] == puzzle.start() && puzzle.is_reached_by(tour.path());
        assert!(tour.as_ref().is_none_or(is_right), "{puzzle}");
        tour.is_some()
    }

    fn pairs(rows: u32, cols: u32) -> impl Iterator<Item = Puzzle> {
        let board = Board::new(rows, cols).unwrap();
        let all: Vec<Square> = board.squares().collect();
        let pairs = all.clone().into_iter().flat_map(move |start| {
            all.clone().into_iter().filter(move |end| *end != start).map(move |end| (start, end))
        });
        pairs.map(move |(start, end)| {
            Puzzle::new(board.clone(), vec![start], Goal::End(end), 3).unwrap()
        })
    }

    /// Every pair of squares of the right colours, on boards with both sides at least 6.
    #[test]
    fn every_end_of_the_right_colour_is_reached() {
        let is_long = std::env::var_os("KNIGHTS_TOUR_LONG").is_some();
        let sides = |least: u32| least..=if is_long { 12 } else { 7 };
        for (rows, cols) in sides(6).flat_map(|rows| sides(6).map(move |cols| (rows, cols))) {
            for puzzle in pairs(rows, cols) {
                let is_possible = verdict(&puzzle) == Verdict::Possible;
                assert_eq!(has_tour_to_end(&puzzle), is_possible, "{puzzle}");
            }
        }
        let mut rng = Generator::new(5);
        for seed in 0..if is_long { 10_000 } else { 400 } {
            let sides = [0, 1].map(|_| 6 + rng.below(45) as u32);
            let board = Board::new(sides[0], sides[1]).unwrap();
            let [start, end] = [0, 1].map(|_| Square::at(rng.below(board.size() as u64) as u32));
            let Ok(puzzle) = Puzzle::new(board, vec![start], Goal::End(end), seed) else {
                continue;
            };
            let is_possible = verdict(&puzzle) == Verdict::Possible;
            assert_eq!(has_tour_to_end(&puzzle), is_possible, "{puzzle}");
        }
    }

    /// Three, four and five rows: the sweep finds tours to the same ends as a search does.
    #[test]
    fn the_sweep_knows_which_ends_are_reached() {
        use crate::solver::{Finish, finish};
        let is_long = std::env::var_os("KNIGHTS_TOUR_LONG").is_some();
        let (mut yes, mut no) = (0, 0);
        let boards =
            [(3, 4), (3, 7), (8, 3), (4, 5), (6, 4), (4, 8), (5, 5), (5, 6), (7, 5), (3, 10)];
        for (rows, cols) in boards.into_iter().take(if is_long { 10 } else { 7 }) {
            // On five rows proofs take longer.
            let some = if is_long { 1 } else { if rows.min(cols) == 5 { 97 } else { 5 } };
            for puzzle in pairs(rows, cols).step_by(some) {
                let expected = finish(&puzzle, 3_000_000);
                assert_ne!(expected, Finish::Unknown, "{puzzle}");
                let has_tour = has_tour_to_end(&puzzle);
                assert_eq!(has_tour, matches!(expected, Finish::Yes(_)), "{puzzle}");
                *if has_tour { &mut yes } else { &mut no } += 1;
            }
        }
        assert!(yes > 70 && no > 100, "{yes} {no}");
    }

    #[test]
    fn seeds_and_rounds_give_different_tours() {
        for board in
            ["8x8", "5x5", "3x10", "4x9", "20x21", "7x31", "8x8 goal=end:0,1", "5x9 goal=end:0,2"]
        {
            let tour = |seed: u64| {
                let puzzle: Puzzle = format!("{board} seed={seed}").parse().unwrap();
                solve(&puzzle).unwrap().path().to_vec()
            };
            assert!((1..9).any(|seed| tour(seed) != tour(0)), "{board}");
            let mut solver = MethodConfig::new(&METHOD).build(&board.parse().unwrap());
            let mut tours = std::collections::BTreeSet::new();
            for _ in 0..6 {
                if solver.run(u64::MAX) == Status::Found {
                    assert!(tours.insert(solver.state().path.clone()), "{board}: twice");
                    solver.find_next();
                }
            }
            assert!(tours.len() > 2, "{board}: {}", tours.len());
        }
    }
}
