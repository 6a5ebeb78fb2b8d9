//! What the benches share: medians, pairs that take turns, the line with a figure and its goal, and
//! the plain loops that others are compared with.
//!
//! Machines differ and are noisy, so a goal is a ratio to something measured in the same run. Times
//! are printed beside it and not judged.
#![allow(dead_code, reason = "no bench uses everything")]

use std::hint::black_box;

use knights_tour::engine::Stopwatch;

/// What a figure is judged by.
#[derive(Clone, Copy)]
pub(crate) enum Limit {
    AtLeast(f64),
    AtMost(f64),
    None,
}

/// Prints a figure and its goal.
pub(crate) fn report(name: &str, value: f64, unit: &str, limit: Limit) {
    let (is_good, goal) = match limit {
        Limit::AtLeast(least) => (value >= least, format!("≥ {least}")),
        Limit::AtMost(most) => (value <= most, format!("≤ {most}")),
        Limit::None => (true, "none".to_owned()),
    };
    let mark = if is_good { "ok" } else { "MISSED" };
    println!("{name:<66} {value:>9.3} {unit:<13} goal {goal:<8} {mark}");
}

/// Prints a time and how many steps of the plain loop take as long, which is judged.
pub(crate) fn report_time(name: &str, seconds: f64, limit: Limit) {
    let name = format!("{name}: {:.3} ms", seconds * 1e3);
    report(&name, seconds / plain_step() / 1e3, "k plain steps", limit);
}

pub(crate) fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let watch = Stopwatch::start();
    black_box(work());
    watch.seconds()
}

pub(crate) fn sorted(values: impl IntoIterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values
}

pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let values = sorted(values);
    values[values.len() / 2]
}

/// What two measurements that take turns came to: the medians of each, and of the ratios.
pub(crate) struct Pairs {
    pub(crate) above: f64,
    pub(crate) below: f64,
    pub(crate) ratio: f64,
}

/// Divides one time by another, measured in turn.
pub(crate) fn pairs(
    count: usize,
    mut above: impl FnMut() -> f64,
    mut below: impl FnMut() -> f64,
) -> Pairs {
    let pairs: Vec<(f64, f64)> = (0..count).map(|_| (above(), below())).collect();
    Pairs {
        above: median(pairs.iter().map(|pair| pair.0)),
        below: median(pairs.iter().map(|pair| pair.1)),
        ratio: median(pairs.iter().map(|pair| pair.0 / pair.1)),
    }
}

/// The seconds that a step of the plain loop takes now.
pub(crate) fn plain_step() -> f64 {
    const STEPS: u64 = 200_000;
    median((0..5).map(|_| seconds(|| plain_search(8, 8, (7, 0), STEPS)) / STEPS as f64))
}

const MOVES: [(i32, i32); 8] =
    [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

/// Backtracking as a careful student would write it: a stack of squares and next moves, and a grid of
/// numbers. Returns the steps it took.
pub(crate) fn plain_search(rows: i32, cols: i32, start: (i32, i32), limit: u64) -> u64 {
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

/// The seconds per placement of a plain loop that follows Warnsdorff's rule from the corner of a
/// square board, until it has placed this many squares on one board after the other.
pub(crate) fn plain_placement(side: i32, placements: u64) -> f64 {
    let mut placed = 0;
    let time = seconds(|| {
        while placed < placements {
            placed += plain_warnsdorff(side);
        }
    });
    time / placed as f64
}

/// Warnsdorff's rule as a careful student would write it. Returns how many squares it placed.
fn plain_warnsdorff(side: i32) -> u64 {
    let mut visited = vec![false; (side * side) as usize];
    let (mut at, mut placed) = ((0, 0), 1);
    visited[0] = true;
    loop {
        let to = |(row, col): (i32, i32), slot: usize| (row + MOVES[slot].0, col + MOVES[slot].1);
        let is_free = |(row, col): (i32, i32)| {
            let on_board = row >= 0 && row < side && col >= 0 && col < side;
            on_board && !visited[(row * side + col) as usize]
        };
        let onward = |slot: &usize| (0..8).filter(|next| is_free(to(to(at, *slot), *next))).count();
        let Some(next) = (0..8).filter(|slot| is_free(to(at, *slot))).min_by_key(onward) else {
            return placed;
        };
        at = to(at, next);
        visited[(at.0 * side + at.1) as usize] = true;
        placed += 1;
    }
}
