//! Known and published numbers, read from plain data files.

use knights_tour::board::Board;
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{MethodConfig, Status};

use crate::laws::all_tours;

/// Counts tours in both directions: from all starts or, if closed, from the first square.
fn directed(rows: u32, cols: u32, goal: Goal) -> u64 {
    let board = Board::new(rows, cols).unwrap();
    let starts = if goal == Goal::Closed { 1 } else { board.size() };
    let config: MethodConfig = "backtracking:prune=on".parse().unwrap();
    let tours = board.squares().take(starts).map(|start| {
        let puzzle = Puzzle::new(board.clone(), vec![start], goal, 0).unwrap();
        all_tours(&config, &puzzle).len() as u64
    });
    tours.sum()
}

/// The small numbers of the table; the large ones are out of reach of enumeration.
#[test]
fn there_are_as_many_tours_as_published() {
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

/// The share of the starts of 50x50 from which one walk by Warnsdorff's rule is a tour.
#[test]
fn as_many_starts_succeed_as_known() {
    let board = Board::new(50, 50).unwrap();
    for (ties, expected, tolerance) in [
        ("order", 0.875, 0.0015),
        ("roth", 0.993, 0.0015),
        ("uniform", 0.56, 0.04),
        ("rotate", 0.60, 0.04),
        ("pohl", 0.80, 0.04),
    ] {
        let config = format!("warnsdorff:ties={ties},order=clockwise,restarts=0");
        let config: MethodConfig = config.parse().unwrap();
        let tours = board.squares().filter(|start| {
            let seed = 1_000 + start.index() as u64;
            let puzzle = Puzzle::new(board.clone(), vec![*start], Goal::Any, seed).unwrap();
            config.build(&puzzle).run(u64::MAX) == Status::Found
        });
        let share = tours.count() as f64 / board.size() as f64;
        assert!((share - expected).abs() < tolerance, "{ties}: {share}, not {expected}");
    }
}

/// It finds a tour of every square board from the corner and, on small ones, from the middle.
#[test]
fn restarting_finds_tours_of_every_square_board() {
    let config: MethodConfig = "restarting".parse().unwrap();
    for n in 5..=300 {
        let starts = if n < 60 { vec![0, n / 2] } else { vec![0] };
        // A closed tour needs an even number of squares.
        let goals = if n % 2 == 0 { vec!["any", "closed"] } else { vec!["any"] };
        for (start, goal) in starts.iter().flat_map(|at| goals.iter().map(move |goal| (at, goal))) {
            let puzzle = format!("{n}x{n} given={start},{start} goal={goal} seed=1");
            let mut solver = config.build(&puzzle.parse().unwrap());
            assert_eq!(solver.run(40 * n * n + 100_000), Status::Found, "{puzzle}");
        }
    }
}
