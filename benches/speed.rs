//! The speed of the methods, compared with plain loops in the same run: `cargo bench --bench speed`.
//!
//! Two programs take turns, and the median of the ratios of each pair counts. `PLAIN_LOOP=program
//! cargo bench` compares backtracking with another program instead of the plain loop. That program
//! gets rows, columns and the start's row and column as arguments, and prints its steps and seconds.
#![allow(missing_docs, clippy::unwrap_used)]

use std::process::Command;

use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{MethodConfig, Status};
use measure::{Limit, median, pairs, plain_placement, plain_search, report, report_time, seconds};

mod measure;

/// With this argument the bench only starts and ends.
const NOTHING: &str = "nothing";

fn main() {
    if std::env::args().any(|word| word == NOTHING) {
        return;
    }
    plain_backtracking("8x8 given=7,0", u64::MAX, 2.0);
    plain_backtracking("8x8 given=0,0", u64::MAX, 2.0);
    plain_backtracking("7x7 given=0,0", u64::MAX, 2.0);
    plain_backtracking("5x5 given=0,1", u64::MAX, 2.0);
    plain_backtracking("9x9 given=0,0", 20_000_000, 1.3);
    plain_backtracking("10x10 given=0,0", 20_000_000, 1.3);
    plain_backtracking("20x20 given=0,0", 20_000_000, 1.3);
    plain_backtracking("60x60 given=0,0", 20_000_000, 1.3);
    plain_backtracking("100x100 given=0,0", 20_000_000, 1.3);
    for (n, goal) in
        [(8, 0.75), (20, 1.3), (50, 1.4), (100, 2.0), (200, 1.7), (500, 1.4), (1000, 1.0)]
    {
        warnsdorff(n, goal);
    }
    grows_linearly();
    restarting();
    enumerating();
    whole_program();
    evolution(8, "first", 2.0);
    evolution(8, "warnsdorff", 2.0);
    evolution(20, "warnsdorff", 2.0);
}

fn solved(puzzle: &Puzzle, config: &MethodConfig, steps: u64) -> (u64, Status) {
    let mut solver = config.build(puzzle);
    let status = solver.run(steps);
    (solver.state().tally.work.placements, status)
}

/// Plain backtracking, compared with the straightforward loop.
fn plain_backtracking(text: &str, steps: u64, goal: f64) {
    let puzzle: Puzzle = text.parse().unwrap();
    let config: MethodConfig = "backtracking".parse().unwrap();
    let board = puzzle.board();
    let (rows, cols) = (board.rows() as i32, board.cols() as i32);
    let start = (board.row(puzzle.start()) as i32, board.col(puzzle.start()) as i32);
    let external = std::env::var("PLAIN_LOOP").ok().filter(|_| steps == u64::MAX);
    let plain = || match &external {
        Some(program) => external_seconds(program, [rows, cols, start.0, start.1]),
        None => seconds(|| plain_search(rows, cols, start, steps)),
    };
    let pairs = pairs(15, plain, || seconds(|| solved(&puzzle, &config, steps)));
    let name = format!("backtracking {text}, compared with the plain loop");
    report(&name, pairs.ratio, "times", Limit::AtLeast(goal));
}

/// The seconds another program reports for the same search, as the last word it prints.
fn external_seconds(program: &str, numbers: [i32; 4]) -> f64 {
    let output = Command::new(program).args(numbers.map(|n| n.to_string())).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_whitespace().next_back().unwrap().parse().unwrap()
}

/// The seconds per placement of searches that solve a puzzle, one after the other.
fn placement(puzzles: &[Puzzle], config: &MethodConfig) -> f64 {
    let mut placed = 0;
    let time = seconds(|| {
        for puzzle in puzzles {
            placed += solved(puzzle, config, u64::MAX).0;
        }
    });
    time / placed as f64
}

fn warnsdorff(n: u32, goal: f64) {
    let config: MethodConfig = "warnsdorff:ties=order".parse().unwrap();
    let puzzle: Puzzle = format!("{n}x{n} given=0,0").parse().unwrap();
    let puzzles = vec![puzzle; (500_000 / (n * n)).max(1) as usize];
    let plain = || plain_placement(n as i32, 500_000);
    let pairs = pairs(9, plain, || placement(&puzzles, &config));
    let name = format!("warnsdorff:ties=order {n}x{n}, compared with a plain loop");
    report(&name, pairs.ratio, "times", Limit::AtLeast(goal));
    report("    a placement", pairs.below * 1e9, "ns", Limit::None);
}

/// A placement on a large board costs about as much as on a small one: only the memory differs.
fn grows_linearly() {
    let config: MethodConfig = "warnsdorff:ties=roth".parse().unwrap();
    let time = |n: u32| {
        let puzzle: Puzzle = format!("{n}x{n} given=0,0").parse().unwrap();
        placement(&[puzzle], &config)
    };
    let ratio = pairs(9, || time(1000), || time(250)).ratio;
    report("a placement on 1000x1000, compared with 250x250", ratio, "times", Limit::AtMost(3.0));
}

fn enumerating() {
    let config: MethodConfig = "backtracking:prune=on".parse().unwrap();
    for (board, tours, repeats, goal) in
        [("6x6", 9_862, 15, 9_500.0), ("6x7", 1_067_638, 1, 1_000_000.0)]
    {
        // Every closed tour visits the corner between its two neighbours.
        let puzzle: Puzzle = format!("{board} given=0,0;2,1 goal=closed").parse().unwrap();
        let enumerate = || {
            let (mut solver, mut found) = (config.build(&puzzle), 0);
            while solver.run(u64::MAX) == Status::Found {
                found += 1;
                solver.find_next();
            }
            assert_eq!(found, tours);
        };
        let time = median((0..repeats).map(|_| seconds(enumerate)));
        report_time(&format!("all {tours} closed tours of {board}"), time, Limit::AtMost(goal));
    }
}

/// Searches that find a tour, with the cost of a square compared with a placement by a plain loop.
fn restarting() {
    for (text, method, count, goal) in [
        ("300x300 given=0,0 goal=closed", "restarting", 1, 0.4),
        ("8x8 given=0,0", "restarting", 500, 0.35),
        ("8x8 given=7,0", "warnsdorff", 900, 0.75),
    ] {
        let puzzles: Vec<Puzzle> =
            (0..count).map(|seed| format!("{text} seed={seed}").parse().unwrap()).collect();
        let config: MethodConfig = method.parse().unwrap();
        let (side, squares) = (puzzles[0].board().rows() as i32, puzzles[0].board().size());
        let time = || {
            let solve = |puzzle| assert_eq!(solved(puzzle, &config, u64::MAX).1, Status::Found);
            seconds(|| puzzles.iter().for_each(solve)) / (puzzles.len() * squares) as f64
        };
        let ratio = pairs(25, || plain_placement(side, 60_000), time).ratio;
        let name = format!("a square of {method} {text}, compared with a plain loop");
        report(&name, ratio, "times", Limit::AtLeast(goal));
    }
}

/// The whole program, compared with this one when it does nothing.
fn whole_program() {
    let run =
        |program: &mut Command| seconds(|| assert!(program.output().unwrap().status.success()));
    let solve = || {
        let mut program = Command::new(env!("CARGO_BIN_EXE_knights-tour"));
        run(program.args(["solve", "--method", "warnsdorff"]))
    };
    let nothing = || run(Command::new(std::env::current_exe().unwrap()).arg(NOTHING));
    let pairs = pairs(25, solve, nothing);
    let name = "solve --method warnsdorff, compared with a program that does nothing";
    report(name, pairs.ratio, "times", Limit::AtMost(3.0));
    report("    the whole program", pairs.above * 1e3, "ms", Limit::None);
}

/// Evolution, compared with the straightforward loop: breeding and walking the same number of paths.
fn evolution(side: u32, repair: &str, goal: f64) {
    const GENERATIONS: u64 = 400;
    let puzzle: Puzzle = format!("{side}x{side} given=0,0").parse().unwrap();
    let config: MethodConfig =
        format!("genetic:repair={repair},generations=1000000").parse().unwrap();
    let bred = || {
        let mut solver = config.build(&puzzle);
        while solver.state().steps() < GENERATIONS {
            solver.run(GENERATIONS - solver.state().steps());
            solver.find_next();
        }
        solver.state().steps()
    };
    let plain = || seconds(|| plain_evolution(side as i32, repair, GENERATIONS));
    let pairs = pairs(9, plain, || seconds(bred));
    let name = format!("genetic:repair={repair} {side}x{side}, compared with a plain loop");
    report(&name, pairs.ratio, "times", Limit::AtLeast(goal));
    report("    walks", 50.0 * GENERATIONS as f64 / pairs.below / 1e6, "M/s", Limit::None);
}

/// What a careful student would write: lists of moves, a grid of visited squares for each path.
fn plain_evolution(side: i32, repair: &str, generations: u64) -> u64 {
    const MOVES: [(i32, i32); 8] =
        [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = move |limit: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % limit
    };
    let len = (side * side - 1) as usize;
    let walk = |genes: &mut Vec<u8>| {
        let mut visited = vec![vec![false; side as usize]; side as usize];
        let is_free = |visited: &Vec<Vec<bool>>, (row, col): (i32, i32)| {
            row >= 0 && row < side && col >= 0 && col < side && !visited[row as usize][col as usize]
        };
        let to = |(row, col): (i32, i32), gene: usize| (row + MOVES[gene].0, col + MOVES[gene].1);
        let mut at = (0, 0);
        visited[0][0] = true;
        let mut made = 0;
        for gene in genes.iter_mut() {
            if !is_free(&visited, to(at, *gene as usize)) {
                let legal = (0..8).filter(|other| is_free(&visited, to(at, *other)));
                let onward = |other: &usize| {
                    let from = to(at, *other);
                    (0..8).filter(|next| is_free(&visited, to(from, *next))).count()
                };
                let other = match repair {
                    "none" => None,
                    "first" => legal.min(),
                    _ => legal.min_by_key(onward),
                };
                let Some(other) = other else { break };
                *gene = other as u8;
            }
            at = to(at, *gene as usize);
            visited[at.0 as usize][at.1 as usize] = true;
            made += 1;
        }
        made
    };
    let mut population: Vec<Vec<u8>> =
        (0..50).map(|_| (0..len).map(|_| random(8) as u8).collect()).collect();
    let mut tours = 0;
    for _ in 0..generations {
        let fitness: Vec<u64> = population.iter_mut().map(walk).collect();
        tours += fitness.iter().filter(|fitness| **fitness == len as u64).count() as u64;
        let total: u64 = fitness.iter().sum();
        let mut next = Vec::new();
        while next.len() < 50 {
            let mut parent = || {
                let mut left = random(total);
                fitness.iter().position(|fitness| {
                    let is_here = left < *fitness;
                    left = left.wrapping_sub(*fitness);
                    is_here
                })
            };
            let [a, b] = [parent().unwrap(), parent().unwrap()];
            let mut children = [population[a].clone(), population[b].clone()];
            if random(100) < 90 {
                let cut = 1 + random(len as u64 - 1) as usize;
                children = [
                    [&population[a][..cut], &population[b][cut..]].concat(),
                    [&population[b][..cut], &population[a][cut..]].concat(),
                ];
            }
            for mut child in children {
                for gene in &mut child {
                    if random(1_000) < 5 {
                        *gene = random(8) as u8;
                    }
                }
                next.push(child);
            }
        }
        population = next;
    }
    tours
}
