//! Any board at once: what building a tour costs, how quickly `auto` answers, and how much of boards that
//! no theorem covers is decided, and moves of games by hand. `cargo bench --bench boards`.
//!
//! Ratios are of two programs that take turns; the median of the pairs counts. Times are of one core.
#![allow(missing_docs, clippy::unwrap_used, clippy::disallowed_methods)]

use std::hint::black_box;
use std::time::Instant;

use knights_tour::board::{Board, MoveOrder, Square};
use knights_tour::feasibility::{Decided, Verdict, verdict};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{
    Generator, Hint, Hints, KnownTours, MethodConfig, StartMap, Status, finish,
};
use knights_tour::tour::{Tour, Traits};

fn main() {
    against_warnsdorff();
    grows_linearly();
    memory();
    long_boards();
    plain_boards();
    pairs();
    holed_boards();
    maps_of_starts();
    hints_for_games();
    kinds_of_tours();
}

fn seconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64()
}

fn sorted(mut values: Vec<f64>) -> Vec<f64> {
    values.sort_by(f64::total_cmp);
    values
}

fn median(values: Vec<f64>) -> f64 {
    let values = sorted(values);
    values[values.len() / 2]
}

fn report(name: &str, value: f64, unit: &str, good: bool, goal: &str) {
    let mark = if good { "ok" } else { "MISSED" };
    println!("{name:<60} {value:>9.3} {unit:<12} goal {goal:<10} {mark}");
}

fn config(text: &str) -> MethodConfig {
    text.parse().unwrap()
}

/// The time to solve a puzzle, the tour included.
fn solved(puzzle: &Puzzle, config: &MethodConfig) -> f64 {
    seconds(|| {
        let mut search = config.build(puzzle);
        assert_eq!(search.run(u64::MAX), Status::Found, "{puzzle}");
        search.state().path.len()
    })
}

fn against_warnsdorff() {
    let puzzle: Puzzle = "1000x1000 given=0,0".parse().unwrap();
    let walk = config("warnsdorff:ties=order");
    let pairs = (0..9).map(|_| {
        let built = solved(&puzzle, &config("construct"));
        let mut search = walk.build(&puzzle);
        let walked = seconds(|| search.run(u64::MAX));
        (walked * 1e9 / search.state().tally.work.placements as f64, built * 1e9 / 1e6)
    });
    let pairs: Vec<(f64, f64)> = pairs.collect();
    let ratio = median(pairs.iter().map(|(walked, built)| walked / built).collect());
    report(
        "construct 1000x1000, as fast as Warnsdorff's placements",
        ratio,
        "times",
        ratio >= 3.0,
        "≥ 3",
    );
    let built = median(pairs.iter().map(|(_, built)| *built).collect());
    report("construct 1000x1000", built, "ns/square", true, "none");
}

fn grows_linearly() {
    let time = |side: u32| {
        let puzzle: Puzzle = format!("{side}x{side} given=0,0").parse().unwrap();
        solved(&puzzle, &config("construct")) / f64::from(side * side)
    };
    let value = median((0..5).map(|_| time(5000) / time(1000)).collect());
    report("a square of 5000x5000, compared with 1000x1000", value, "times", value <= 1.6, "≤ 1.6");
}

fn memory() {
    let puzzle: Puzzle = "1000x1000 given=0,0".parse().unwrap();
    let mut search = config("construct").build(&puzzle);
    search.run(u64::MAX);
    let beside = search.bytes() as f64 / 1e6 - 4.0;
    report("construct, beside its path", beside, "bytes/square", beside <= 6.0, "≤ 6");
}

fn long_boards() {
    for board in ["5x100001", "3x100001", "4x10001"] {
        let puzzle: Puzzle = format!("{board} given=0,0").parse().unwrap();
        let value = median((0..5).map(|_| solved(&puzzle, &config("construct")) * 1e3).collect());
        report(&format!("construct {board}"), value, "ms", value < 200.0, "< 200");
    }
}

/// Every board up to 50x50, from several starts, any tour and a closed one.
fn plain_boards() {
    let mut rng = Generator::beside(1);
    let (mut slowest, mut worst, mut times) = (0.0, String::new(), Vec::new());
    for (rows, cols) in (1..=50).flat_map(|rows| (1..=50).map(move |cols| (rows, cols))) {
        let board = Board::new(rows, cols).unwrap();
        for goal in [Goal::Any, Goal::Any, Goal::Closed] {
            let start = Square::at(rng.below(board.size() as u64) as u32);
            let puzzle = Puzzle::new(board.clone(), vec![start], goal, 0).unwrap();
            if verdict(&puzzle) != Verdict::Yes(()) {
                continue;
            }
            let time = solved(&puzzle, &config("auto")) * 1e3;
            // Another process may have been in the way.
            let time =
                if time < 4.0 { time } else { time.min(solved(&puzzle, &config("auto")) * 1e3) };
            times.push(time);
            if time > slowest {
                (slowest, worst) = (time, puzzle.to_string());
            }
        }
    }
    let many = times.len();
    report(
        &format!("auto, {many} plain boards up to 50x50: slowest"),
        slowest,
        "ms",
        slowest < 5.0,
        "< 5",
    );
    println!("    {worst}");
    report("auto, plain boards up to 50x50: median", median(times), "ms", true, "none");
}

/// Two squares of the right colours on boards from 6x6 to 50x50.
fn pairs() {
    let mut rng = Generator::beside(2);
    let mut times = Vec::new();
    while times.len() < 1_000 {
        let sides = [0, 1].map(|_| 6 + rng.below(45) as u32);
        let board = Board::new(sides[0], sides[1]).unwrap();
        let [start, end] = [0, 1].map(|_| Square::at(rng.below(board.size() as u64) as u32));
        let Ok(puzzle) = Puzzle::new(board, vec![start], Goal::End(end), 0) else { continue };
        if verdict(&puzzle) == Verdict::Yes(()) {
            times.push(solved(&puzzle, &config("auto")) * 1e3);
        }
    }
    let slowest = times.iter().copied().fold(0.0, f64::max);
    report(
        "auto to a given end, 1,000 boards up to 50x50: slowest",
        slowest,
        "ms",
        slowest < 100.0,
        "< 100",
    );
}

/// A board with holes at random places, and a start on it.
fn holed(side: u32, holes: u64, rng: &mut Generator) -> Puzzle {
    let board = Board::new(side, side).unwrap();
    let mut squares: Vec<Square> = board.squares().collect();
    let take = |_| squares.swap_remove(rng.below(squares.len() as u64) as usize);
    let holes = (0..holes).map(take).collect::<Vec<_>>();
    let start = squares[rng.below(squares.len() as u64) as usize];
    Puzzle::new(board.with_holes(holes).unwrap(), vec![start], Goal::Any, 0).unwrap()
}

/// Whether the colours of the squares allow a tour from the start.
fn is_balanced(puzzle: &Puzzle) -> bool {
    let board = puzzle.board();
    let dark = |square: Square| board.is_dark(square);
    let own = board.squares().filter(|square| dark(*square) == dark(puzzle.start())).count();
    let other = board.squares_to_visit() - own;
    own == other || own == other + 1
}

fn holed_boards() {
    for (side, many, goal) in
        [(8, 2_000, true), (10, 500, false), (12, 300, false), (20, 100, false)]
    {
        let mut rng = Generator::beside(u64::from(side));
        let (mut times, mut unknown) = (Vec::new(), 0);
        while times.len() < many {
            let puzzle = holed(side, 2 + rng.below(15), &mut rng);
            if !is_balanced(&puzzle) {
                continue;
            }
            let most = 20_000_000 / puzzle.board().squares_to_visit() as u64;
            times.push(
                seconds(|| unknown += u32::from(finish(&puzzle, most) == Decided::Unknown)) * 1e3,
            );
        }
        let share = f64::from(unknown) * 100.0 / many as f64;
        let name = format!("{side}x{side} with 2 to 16 holes, {many} boards");
        report(
            &format!("{name}: not decided"),
            share,
            "%",
            !goal || share < 0.5,
            if goal { "< 0.5" } else { "none" },
        );
        let times = sorted(times);
        let value = times[many / 2];
        report(
            &format!("{name}: median"),
            value,
            "ms",
            !goal || value < 1.0,
            if goal { "< 1" } else { "none" },
        );
        report(&format!("{name}: 99 %"), times[many * 99 / 100], "ms", true, "none");
    }
}

fn maps_of_starts() {
    for (side, many, goal) in [(8, 100, Some(50.0)), (12, 20, None), (20, 5, None)] {
        let mut rng = Generator::beside(100 + u64::from(side));
        let (mut times, mut unknown, mut all) = (Vec::new(), 0, 0);
        for _ in 0..many {
            let puzzle = holed(side, 2 + rng.below(15), &mut rng);
            times.push(
                seconds(|| {
                    let mut map = StartMap::new(puzzle.board(), Goal::Any);
                    while !map.is_done() {
                        map.decide();
                    }
                    unknown += map
                        .squares()
                        .filter(|(_, start)| *start == Some(&Decided::Unknown))
                        .count();
                    all += map.squares().count();
                }) * 1e3,
            );
        }
        let times = sorted(times);
        let name = format!("all starts of a {side}x{side} board with holes");
        let slowest = times[many - 1];
        let said = goal.map_or("none".to_owned(), |goal| format!("< {goal}"));
        report(&format!("{name}: median"), times[many / 2], "ms", true, "none");
        report(
            &format!("{name}: slowest of {many}"),
            slowest,
            "ms",
            goal.is_none_or(|goal| slowest < goal),
            &said,
        );
        let share = unknown as f64 * 100.0 / all as f64;
        report(&format!("{name}: squares not decided"), share, "%", true, "none");
    }
}

/// A position of a game of random moves from a random start, at any depth.
fn game(start: &Puzzle, rng: &mut Generator) -> Puzzle {
    let board = start.board();
    let mut path = start.given().to_vec();
    loop {
        let near = board.neighbours(path[path.len() - 1], &MoveOrder::CLOCKWISE);
        let free: Vec<Square> = near.filter(|square| !path.contains(square)).collect();
        if free.is_empty() {
            break;
        }
        path.push(free[rng.below(free.len() as u64) as usize]);
    }
    path.truncate(1 + rng.below(path.len() as u64) as usize);
    Puzzle::new(board.clone(), path, Goal::Any, 0).unwrap()
}

/// All moves of a position, each decided.
fn hints(puzzle: &Puzzle) -> Hints {
    let mut hints = Hints::new(puzzle, KnownTours::default());
    while hints.decide_next().is_some() {}
    hints
}

fn hints_for_games() {
    for (side, holes, many, has_goal) in
        [(8, 0, 1_000, true), (8, 8, 1_000, false), (10, 0, 500, false)]
    {
        let mut rng = Generator::beside(200 + u64::from(side) + holes);
        let (mut times, mut unknown, mut all) = (Vec::new(), 0, 0);
        for _ in 0..many {
            let puzzle = game(&holed(side, holes, &mut rng), &mut rng);
            let answers = hints(&puzzle);
            let is_unknown = |hint: &&Hint| hint.outlook == Some(Decided::Unknown);
            unknown += answers.list().iter().filter(is_unknown).count();
            all += answers.list().len();
            let time = || seconds(|| hints(&puzzle)) * 1e3;
            let once = time();
            // Another process may have been in the way.
            times.push(if once < 1.0 { once } else { time().min(time()).min(once) });
        }
        let times = sorted(times);
        let holes = if holes > 0 { format!(" with {holes} holes") } else { String::new() };
        let name = format!("hints, {many} games on {side}x{side}{holes}");
        let goal = |goal: &'static str| if has_goal { goal } else { "none" };
        let at = |share: usize| times[many * share / 1_000];
        let said = |what: &str, value: f64, unit: &str, most: f64, words: &'static str| {
            report(&format!("{name}: {what}"), value, unit, !has_goal || value < most, goal(words));
        };
        said("median", at(500), "ms", 1.0, "< 1");
        said("99 %", at(990), "ms", 10.0, "< 10");
        report(&format!("{name}: slowest"), times[many - 1], "ms", true, "none");
        said("not decided", unknown as f64 * 100.0 / all as f64, "%", 0.5, "< 0.5");
    }
}

/// What kind of tour it is: symmetry and crossings of a large one.
fn kinds_of_tours() {
    for method in ["construct", "restarting"] {
        let puzzle: Puzzle = "200x200".parse().unwrap();
        let mut search = config(method).build(&puzzle);
        assert_eq!(search.run(u64::MAX), Status::Found, "{method}");
        let tour = Tour::new(puzzle.board().clone(), search.state().path.clone()).unwrap();
        let times = (0..9).map(|_| seconds(|| Traits::of(&tour)) * 1e3);
        let time = median(times.collect());
        let name = format!("crossings and symmetry of a 200x200 tour by {method}");
        report(&name, time, "ms", time < 50.0, "< 50");
    }
}
