//! Any board at once: what building a tour costs, how quickly `auto` answers, how much of boards that
//! no theorem covers is decided, and moves of games by hand. `cargo bench --bench boards`.
#![allow(missing_docs, clippy::unwrap_used)]

use knights_tour::board::{Board, MoveOrder, Square};
use knights_tour::feasibility::{Decided, Verdict, verdict};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{
    Generator, Hint, Hints, KnownTours, MethodConfig, StartMap, Status, finish,
};
use knights_tour::tour::{Tour, Traits};
use measure::{Limit, median, pairs, report, report_time, seconds, sorted};

mod measure;

fn main() {
    against_warnsdorff();
    grows_linearly();
    memory();
    long_boards();
    plain_boards();
    given_ends();
    holed_boards();
    maps_of_starts();
    hints_for_games();
    kinds_of_tours();
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

/// The seconds of `construct` for a square of a board.
fn square_time(board: &str) -> f64 {
    let puzzle: Puzzle = format!("{board} given=0,0").parse().unwrap();
    solved(&puzzle, &config("construct")) / puzzle.board().size() as f64
}

/// The seconds of Warnsdorff's rule for a placement on 1000x1000.
fn placement_time() -> f64 {
    let puzzle: Puzzle = "1000x1000 given=0,0".parse().unwrap();
    let mut search = config("warnsdorff:ties=order").build(&puzzle);
    let time = seconds(|| search.run(u64::MAX));
    time / search.state().tally.work.placements as f64
}

fn against_warnsdorff() {
    let pairs = pairs(15, placement_time, || square_time("1000x1000"));
    let name = "construct 1000x1000, as fast as Warnsdorff's placements";
    report(name, pairs.ratio, "times", Limit::AtLeast(3.0));
    report("    a square", pairs.below * 1e9, "ns", Limit::None);
}

fn grows_linearly() {
    let ratio = pairs(5, || square_time("5000x5000"), || square_time("1000x1000")).ratio;
    report("a square of 5000x5000, compared with 1000x1000", ratio, "times", Limit::AtMost(1.8));
}

fn memory() {
    let puzzle: Puzzle = "1000x1000 given=0,0".parse().unwrap();
    let mut search = config("construct").build(&puzzle);
    search.run(u64::MAX);
    let beside = search.bytes() as f64 / 1e6 - 4.0;
    report("construct, beside its path", beside, "bytes/square", Limit::AtMost(6.0));
}

fn long_boards() {
    for (board, goal) in [("5x100001", 0.5), ("3x100001", 3.0), ("4x10001", 4.0)] {
        let pairs = pairs(9, || square_time(board), placement_time);
        let name = format!("a square of construct {board}, compared with a placement");
        report(&name, pairs.ratio, "times", Limit::AtMost(goal));
        report("    a square", pairs.above * 1e9, "ns", Limit::None);
    }
}

/// Compares `auto` with `construct` on all puzzles together, and on the one where `auto` is slowest.
fn auto_against_construct(name: &str, puzzles: &[Puzzle], slowest_goal: f64) {
    let time = |method: &str, puzzles: &[Puzzle]| {
        let method = config(method);
        puzzles.iter().map(|puzzle| solved(puzzle, &method)).sum::<f64>()
    };
    let together = pairs(3, || time("auto", puzzles), || time("construct", puzzles));
    let name = format!("auto, {} {name}", puzzles.len());
    report(
        &format!("{name}, compared with construct"),
        together.ratio,
        "times",
        Limit::AtMost(2.0),
    );
    // Another process may be in the way of one of them.
    let twice = |puzzle| [0, 1].map(|_| solved(puzzle, &config("auto")));
    let times = puzzles.iter().map(|puzzle| twice(puzzle).into_iter().fold(f64::MAX, f64::min));
    let slowest = times.zip(puzzles).max_by(|one, other| one.0.total_cmp(&other.0)).unwrap().1;
    let alone = median((0..9).map(|_| solved(slowest, &config("auto"))));
    report_time(&format!("    slowest, {slowest}"), alone, Limit::AtMost(slowest_goal));
}

/// Every board up to 50x50, from several starts, any tour and a closed one.
fn plain_boards() {
    let mut rng = Generator::beside(1);
    let mut puzzles = Vec::new();
    for (rows, cols) in (1..=50).flat_map(|rows| (1..=50).map(move |cols| (rows, cols))) {
        let board = Board::new(rows, cols).unwrap();
        for goal in [Goal::Any, Goal::Any, Goal::Closed] {
            let start = Square::at(rng.below(board.size() as u64) as u32);
            puzzles.push(Puzzle::new(board.clone(), vec![start], goal, 0).unwrap());
        }
    }
    puzzles.retain(|puzzle| verdict(puzzle) == Verdict::Yes(()));
    auto_against_construct("plain boards up to 50x50", &puzzles, 300.0);
}

/// Two squares of the right colours on boards from 6x6 to 50x50.
fn given_ends() {
    let mut rng = Generator::beside(2);
    let mut puzzles = Vec::new();
    while puzzles.len() < 1_000 {
        let sides = [0, 1].map(|_| 6 + rng.below(45) as u32);
        let board = Board::new(sides[0], sides[1]).unwrap();
        let [start, end] = [0, 1].map(|_| Square::at(rng.below(board.size() as u64) as u32));
        let Ok(puzzle) = Puzzle::new(board, vec![start], Goal::End(end), 0) else { continue };
        if verdict(&puzzle) == Verdict::Yes(()) {
            puzzles.push(puzzle);
        }
    }
    auto_against_construct("boards up to 50x50 with a given end", &puzzles, 350.0);
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
    for (side, many, goals) in [
        (8, 2_000, [Limit::AtMost(0.5), Limit::AtMost(4.0)]),
        (10, 500, [Limit::None; 2]),
        (12, 300, [Limit::None; 2]),
        (20, 100, [Limit::None; 2]),
    ] {
        let mut rng = Generator::beside(u64::from(side));
        let (mut times, mut unknown) = (Vec::new(), 0);
        while times.len() < many {
            let puzzle = holed(side, 2 + rng.below(15), &mut rng);
            if !is_balanced(&puzzle) {
                continue;
            }
            let most = 20_000_000 / puzzle.board().squares_to_visit() as u64;
            let decide = || unknown += u32::from(finish(&puzzle, most) == Decided::Unknown);
            times.push(seconds(decide));
        }
        let name = format!("{side}x{side} with 2 to 16 holes, {many} boards");
        let [share, time] = goals;
        let unknown = f64::from(unknown) * 100.0 / many as f64;
        report(&format!("{name}: not decided"), unknown, "%", share);
        let times = sorted(times);
        report_time(&format!("{name}: median"), times[many / 2], time);
        report_time(&format!("{name}: 99 %"), times[many * 99 / 100], Limit::None);
    }
}

fn maps_of_starts() {
    for (side, many, goal) in
        [(8, 100, Limit::AtMost(12_000.0)), (12, 20, Limit::None), (20, 5, Limit::None)]
    {
        let mut rng = Generator::beside(100 + u64::from(side));
        let (mut times, mut unknown, mut all) = (Vec::new(), 0, 0);
        for _ in 0..many {
            let puzzle = holed(side, 2 + rng.below(15), &mut rng);
            let decide = || {
                let mut map = StartMap::new(puzzle.board(), Goal::Any);
                while !map.is_done() {
                    map.decide();
                }
                map
            };
            times.push(median((0..3).map(|_| seconds(decide))));
            let map = decide();
            let starts = || map.squares().map(|(_, start)| start);
            unknown += starts().filter(|start| *start == Some(&Decided::Unknown)).count();
            all += starts().count();
        }
        let name = format!("all starts of a {side}x{side} board with holes");
        report_time(&format!("{name}, {many} boards"), times.iter().sum(), goal);
        let slowest = times.into_iter().fold(0.0, f64::max);
        report_time(&format!("{name}: slowest"), slowest, Limit::None);
        let share = unknown as f64 * 100.0 / all as f64;
        report(&format!("{name}: squares not decided"), share, "%", Limit::None);
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
    for (side, holes, many, goals) in [
        (8, 0, 1_000, [Limit::AtMost(6.0), Limit::AtMost(0.5)]),
        (8, 8, 1_000, [Limit::None; 2]),
        (10, 0, 500, [Limit::None; 2]),
    ] {
        let mut rng = Generator::beside(200 + u64::from(side) + holes);
        let (mut times, mut unknown, mut all) = (Vec::new(), 0, 0);
        for _ in 0..many {
            let puzzle = game(&holed(side, holes, &mut rng), &mut rng);
            let answers = hints(&puzzle);
            let is_unknown = |hint: &&Hint| hint.outlook == Some(Decided::Unknown);
            unknown += answers.list().iter().filter(is_unknown).count();
            all += answers.list().len();
            times.push(seconds(|| hints(&puzzle)));
        }
        let times = sorted(times);
        let holes = if holes > 0 { format!(" with {holes} holes") } else { String::new() };
        let name = format!("hints, {many} games on {side}x{side}{holes}");
        let [time, share] = goals;
        report_time(&format!("{name}: median"), times[many / 2], time);
        report_time(&format!("{name}: 99 %"), times[many * 99 / 100], Limit::None);
        report_time(&format!("{name}: slowest"), times[many - 1], Limit::None);
        let unknown = unknown as f64 * 100.0 / all as f64;
        report(&format!("{name}: not decided"), unknown, "%", share);
    }
}

/// What kind of tour it is: symmetry and crossings of a large one.
fn kinds_of_tours() {
    for method in ["construct", "restarting"] {
        let puzzle: Puzzle = "200x200".parse().unwrap();
        let mut search = config(method).build(&puzzle);
        assert_eq!(search.run(u64::MAX), Status::Found, "{method}");
        let tour = Tour::new(puzzle.board().clone(), search.state().path.clone()).unwrap();
        let time = median((0..9).map(|_| seconds(|| Traits::of(&tour))));
        let name = format!("crossings and symmetry of a 200x200 tour by {method}");
        report_time(&name, time, Limit::AtMost(400.0));
    }
}
