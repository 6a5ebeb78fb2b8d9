//! Speed, as ratios and per unit of work, measured in one run: `cargo bench`.
//!
//! Machines are noisy, so two programs take turns, and the median of the ratios of each pair counts.
//! Each line shows the goal next to the result. `PLAIN_LOOP=program cargo bench` compares
//! backtracking with another program instead of the loop below. That program gets rows, columns and
//! the start's row and column as arguments, and prints its steps and seconds.
#![allow(missing_docs, clippy::unwrap_used, clippy::disallowed_methods)]

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{MethodConfig, Status};

fn main() {
    plain_backtracking("8x8 given=7,0", u64::MAX, 2.0);
    plain_backtracking("8x8 given=0,0", u64::MAX, 2.0);
    plain_backtracking("7x7 given=0,0", u64::MAX, 2.0);
    plain_backtracking("5x5 given=0,1", u64::MAX, 2.0);
    plain_backtracking("9x9 given=0,0", 20_000_000, 1.3);
    plain_backtracking("10x10 given=0,0", 20_000_000, 1.3);
    plain_backtracking("20x20 given=0,0", 20_000_000, 1.3);
    plain_backtracking("60x60 given=0,0", 20_000_000, 1.3);
    plain_backtracking("100x100 given=0,0", 20_000_000, 1.3);
    for n in [8, 20, 50, 100, 200, 500, 1000] {
        warnsdorff(n);
    }
    grows_linearly();
    restarting();
    many_tours();
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

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn report(name: &str, value: f64, unit: &str, good: bool, goal: &str) {
    let mark = if good { "ok" } else { "MISSED" };
    println!("{name:<60} {value:>9.2} {unit:<12} goal {goal:<10} {mark}");
}

/// Plain backtracking, compared with the straightforward loop.
fn plain_backtracking(text: &str, steps: u64, goal: f64) {
    let puzzle: Puzzle = text.parse().unwrap();
    let config: MethodConfig = "backtracking".parse().unwrap();
    let board = puzzle.board();
    let (rows, cols) = (board.rows() as i32, board.cols() as i32);
    let start = (board.row(puzzle.start()) as i32, board.col(puzzle.start()) as i32);
    let external = std::env::var("PLAIN_LOOP").ok().filter(|_| steps == u64::MAX);
    let ratios = (0..15).map(|_| {
        let baseline = match &external {
            Some(program) => external_seconds(program, [rows, cols, start.0, start.1]),
            None => seconds(|| straightforward(rows, cols, start, steps)),
        };
        baseline / seconds(|| solved(&puzzle, &config, steps))
    });
    let ratio = median(ratios.collect());
    let name = format!("backtracking {text}, compared with the plain loop");
    report(&name, ratio, "times", ratio >= goal, &format!("≥ {goal}"));
}

/// The seconds another program reports for the same search, as the last word it prints.
fn external_seconds(program: &str, numbers: [i32; 4]) -> f64 {
    let output = Command::new(program).args(numbers.map(|n| n.to_string())).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_whitespace().next_back().unwrap().parse().unwrap()
}

/// What a careful student would write: a stack of squares and next moves, and a grid of numbers.
fn straightforward(rows: i32, cols: i32, start: (i32, i32), limit: u64) -> u64 {
    const MOVES: [(i32, i32); 8] =
        [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
    let size = (rows * cols) as usize;
    let mut grid = vec![0_i32; size];
    let mut log = vec![(0_i32, 0_i32, 0_usize); size + 1];
    let at = |row: i32, col: i32| (row * cols + col) as usize;
    let (mut count, mut steps) = (1_usize, 1_u64);
    log[0] = (start.0, start.1, 0);
    grid[at(start.0, start.1)] = 1;
    while count < size && count > 0 && steps < limit {
        let (row, col, mut next) = log[count - 1];
        steps += 1;
        let free = |next: usize| {
            let (x, y) = (row + MOVES[next].0, col + MOVES[next].1);
            x >= 0 && x < rows && y >= 0 && y < cols && grid[at(x, y)] == 0
        };
        while next < 8 && !free(next) {
            next += 1;
        }
        if next < 8 {
            log[count - 1].2 = next + 1;
            let (x, y) = (row + MOVES[next].0, col + MOVES[next].1);
            log[count] = (x, y, 0);
            count += 1;
            grid[at(x, y)] = count as i32;
        } else {
            grid[at(row, col)] = 0;
            count -= 1;
        }
    }
    steps
}

fn warnsdorff(n: u32) {
    let config: MethodConfig = "warnsdorff:ties=order".parse().unwrap();
    let puzzle: Puzzle = format!("{n}x{n} given=0,0").parse().unwrap();
    let walks = (2_000_000 / (n * n)).max(1);
    let nanoseconds = (0..9).map(|_| {
        let mut placed = 0;
        let time = seconds(|| {
            for _ in 0..walks {
                placed += solved(&puzzle, &config, u64::MAX).0;
            }
        });
        time * 1e9 / placed as f64
    });
    let value = median(nanoseconds.collect());
    report(&format!("warnsdorff:ties=order {n}x{n}"), value, "ns/placement", value <= 40.0, "≤ 40");
}

/// A placement on a large board costs about as much as on a small one: only the memory differs.
fn grows_linearly() {
    let config: MethodConfig = "warnsdorff:ties=roth".parse().unwrap();
    let time = |n: u32| {
        let puzzle: Puzzle = format!("{n}x{n} given=0,0").parse().unwrap();
        seconds(|| solved(&puzzle, &config, u64::MAX)) / f64::from(n * n)
    };
    let value = median((0..9).map(|_| time(1000) / time(250)).collect());
    report("a placement on 1000x1000, compared with 250x250", value, "times", value < 2.0, "< 2");
}

fn enumerating() {
    let config: MethodConfig = "backtracking:prune=on".parse().unwrap();
    for (board, tours, goal) in [("6x6", 9_862, 0.1), ("6x7", 1_067_638, 5.0)] {
        // Every closed tour visits the corner between its two neighbours.
        let puzzle: Puzzle = format!("{board} given=0,0;2,1 goal=closed").parse().unwrap();
        let value = seconds(|| {
            let (mut solver, mut found) = (config.build(&puzzle), 0);
            while solver.run(u64::MAX) == Status::Found {
                found += 1;
                solver.find_next();
            }
            assert_eq!(found, tours);
        });
        let name = format!("all {tours} closed tours of {board}");
        report(&name, value, "s", value < goal, &format!("< {goal}"));
    }
}

fn restarting() {
    let config: MethodConfig = "restarting".parse().unwrap();
    for (text, goal) in [("300x300 given=0,0 goal=closed", 50.0), ("8x8 given=0,0", 1.0)] {
        let puzzle: Puzzle = text.parse().unwrap();
        let times = (0..9).map(|_| {
            seconds(|| assert_eq!(solved(&puzzle, &config, u64::MAX).1, Status::Found)) * 1e3
        });
        let value = median(times.collect());
        report(&format!("restarting {text}"), value, "ms", value < goal, &format!("< {goal}"));
    }
}

fn many_tours() {
    let config: MethodConfig = "warnsdorff".parse().unwrap();
    let puzzles: Vec<Puzzle> =
        (0..900).map(|seed| format!("8x8 given=7,0 seed={seed}").parse().unwrap()).collect();
    let times = (0..15).map(|_| {
        seconds(|| {
            for puzzle in &puzzles {
                assert_eq!(solved(puzzle, &config, u64::MAX).1, Status::Found);
            }
        }) * 1e3
    });
    let value = median(times.collect());
    report("900 warnsdorff tours of 8x8", value, "ms", value < 5.0, "< 5");
}

fn whole_program() {
    let times = (0..15).map(|_| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_knights-tour"));
        program.args(["solve", "--method", "warnsdorff"]);
        seconds(|| assert!(program.output().unwrap().status.success())) * 1e3
    });
    let value = median(times.collect());
    report("solve --method warnsdorff, the whole program", value, "ms", value < 15.0, "< 15");
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
    let (mut ratios, mut times) = (Vec::new(), Vec::new());
    for _ in 0..9 {
        let plain = seconds(|| plain_evolution(side as i32, repair, GENERATIONS));
        let time = seconds(bred);
        ratios.push(plain / time);
        times.push(time);
    }
    let (ratio, time) = (median(ratios), median(times));
    let name = format!("genetic:repair={repair} {side}x{side}, compared with a plain loop");
    report(&name, ratio, "times", ratio >= goal, &format!("≥ {goal}"));
    let rate = 50.0 * GENERATIONS as f64 / time;
    let name = format!("genetic:repair={repair} {side}x{side}");
    // Two cores then take a hundredth of the 128 s that were published for 800,000 walks on 8x8.
    let (is_good, goal) = if side == 8 { (rate > 313_000.0, "> 0.32") } else { (true, "none") };
    report(&name, rate / 1e6, "M walks/s", is_good, goal);
    let generation = 1e3 * time / GENERATIONS as f64;
    report(
        &format!("a generation of 50 on {side}x{side}"),
        generation,
        "ms",
        generation < 2.0,
        "< 2",
    );
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
