//! Known and published numbers, read from plain data files.

use knights_tour::board::Board;
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{MethodConfig, Status};

/// Counts tours in both directions: from all starts or, if closed, from the first square.
fn directed(rows: u32, cols: u32, goal: Goal) -> u64 {
    let board = Board::new(rows, cols).unwrap();
    let starts = if goal == Goal::Closed { 1 } else { board.size() };
    let config: MethodConfig = "backtracking:prune=on".parse().unwrap();
    let mut tours = 0;
    for start in board.squares().take(starts) {
        let puzzle = Puzzle::new(board.clone(), vec![start], goal, 0).unwrap();
        let mut solver = config.build(&puzzle);
        while solver.run(u64::MAX) == Status::Found {
            tours += 1;
            solver.find_next();
        }
        assert_eq!(solver.state().status, Status::Exhausted);
    }
    tours
}

/// The small numbers of the table; the large ones are out of reach of enumeration.
#[test]
fn counts_of_tours() {
    let mut rows_counted = 0;
    for line in include_str!("../data/counts.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |i: usize| fields[i].parse::<u64>().unwrap();
        let (rows, cols, expected) = (number(1) as u32, number(2) as u32, number(3));
        let goal = if fields[0] == "closed" { Goal::Closed } else { Goal::Any };
        let small = if goal == Goal::Closed { expected <= 10_000 } else { expected <= 1_000 };
        if small {
            assert_eq!(directed(rows, cols, goal), 2 * expected, "{line}");
            assert_eq!(directed(cols, rows, goal), 2 * expected, "turned: {line}");
            rows_counted += 1;
        }
    }
    assert!(rows_counted >= 10, "{rows_counted}");
}

/// The share of an n×n board's starts from which one walk by Warnsdorff's rule is a tour.
fn share(n: u32, ties: &str) -> f64 {
    let config: MethodConfig =
        format!("warnsdorff:ties={ties},order=clockwise,restarts=0").parse().unwrap();
    let board = Board::new(n, n).unwrap();
    let tours = board.squares().filter(|start| {
        let seed = 1_000 + start.index() as u64;
        let puzzle = Puzzle::new(board.clone(), vec![*start], Goal::Any, seed).unwrap();
        config.build(&puzzle).run(u64::MAX) == Status::Found
    });
    tours.count() as f64 / board.size() as f64
}

#[test]
fn shares_of_starts_that_succeed_without_random_choices() {
    for (n, order, roth) in [(8, 0.984, 1.0), (20, 0.988, 0.998), (50, 0.875, 0.993)] {
        for (ties, expected) in [("order", order), ("roth", roth)] {
            let seen = share(n, ties);
            assert!((seen - expected).abs() < 0.0015, "{n}x{n} {ties}: {seen}, not {expected}");
        }
    }
}

#[test]
fn shares_of_starts_that_succeed_with_random_choices() {
    for (ties, expected) in [("uniform", 0.56), ("rotate", 0.60), ("pohl", 0.80)] {
        let seen = share(50, ties);
        assert!((seen - expected).abs() < 0.04, "50x50 {ties}: {seen}, not near {expected}");
    }
}

/// It finds a tour of every square board from the corner and, on small ones, from the middle.
#[test]
fn restarting_finds_tours_of_every_square_board() {
    let config: MethodConfig = "restarting".parse().unwrap();
    for n in 5..=300 {
        let board = Board::new(n, n).unwrap();
        let corner = board.square(0, 0).unwrap();
        let middle = board.square(n / 2, n / 2).unwrap();
        let starts = if n < 60 { vec![corner, middle] } else { vec![corner] };
        for goal in [Goal::Any, Goal::Closed] {
            for start in &starts {
                // A closed tour needs an even number of squares.
                if goal == Goal::Closed && n % 2 == 1 {
                    continue;
                }
                let puzzle = Puzzle::new(board.clone(), vec![*start], goal, 1).unwrap();
                let mut solver = config.build(&puzzle);
                let most = 40 * board.size() as u64 + 100_000;
                assert_eq!(solver.run(most), Status::Found, "{puzzle}");
            }
        }
    }
}
