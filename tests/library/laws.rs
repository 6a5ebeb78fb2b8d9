//! Laws that every method must obey. They run over the list of methods and every choice of every
//! option, so a new method is tested as soon as it is in the list.

use std::collections::{BTreeMap, BTreeSet};

use knights_tour::board::{Board, Square};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{
    Event, Insight, Link, METHODS, MethodConfig, Overlay, SearchState, Solver, Status, StepKind,
};
use knights_tour::timeline::Timeline;

use crate::brute_force;
use crate::configs::configs;
use crate::long::is_long;
use crate::random::checked;

pub(crate) fn puzzles() -> Vec<Puzzle> {
    include_str!("puzzles.txt").lines().map(|line| line.parse().unwrap()).collect()
}

fn cases() -> impl Iterator<Item = (Puzzle, MethodConfig)> {
    puzzles()
        .into_iter()
        .flat_map(|puzzle| configs().into_iter().map(move |config| (puzzle.clone(), config)))
        .filter(|(puzzle, config)| config.refusal(puzzle).is_none())
}

/// Everything that can be seen of a search from outside.
pub(crate) fn state(solver: &dyn Solver) -> (SearchState, Vec<Square>, Insight) {
    (solver.state().clone(), solver.state().deepest().to_vec(), solver.insight())
}

/// As many of these steps as do not take too long, where a step makes many answers or a whole board.
fn within_reason(solver: &dyn Solver, steps: u64) -> u64 {
    let mut copy = solver.boxed_clone();
    copy.step();
    let holds_many = copy.candidates().all > 1;
    match solver.quick_steps() {
        1 if solver.state().tally.visits.is_empty() => steps.min(25),
        quick @ ..64 if holds_many => steps.min(20 * quick),
        _ => steps,
    }
}

/// Takes up to so many steps, within reason.
fn run(solver: &mut dyn Solver, steps: u64) -> Status {
    solver.run(within_reason(solver, steps))
}

#[test]
fn a_search_ends_with_a_tour_that_reaches_the_goal_or_with_nothing() {
    let mut found = 0;
    for (puzzle, config) in cases() {
        let mut solver = config.build(&puzzle);
        let status = run(&mut *solver, 60_000);
        if status != Status::Searching {
            let end = state(&*solver);
            assert_eq!(solver.step(), None, "{config} on {puzzle}");
            solver.run(1_000);
            assert_eq!(state(&*solver), end, "{config} on {puzzle}: nothing comes after the end");
        }
        if status == Status::Found {
            checked(&puzzle, &solver.state().path);
            found += 1;
        }
    }
    assert!(found > 200, "too few tours were found: {found}");
}

/// Takes up to `steps` steps, at most a bounded number, at once or one by one. If it has found a tour, it looks for the next.
fn go_on(solver: &mut dyn Solver, steps: u64, at_once: bool) {
    solver.find_next();
    let steps = within_reason(solver, steps);
    if at_once {
        assert_eq!(solver.run(steps), solver.state().status);
    } else {
        for _ in 0..steps {
            solver.step();
        }
    }
}

/// In one run, step by step, as a copy and loaded from a file, even past a tour that was found. So the same
/// puzzle always makes the same steps.
#[test]
fn a_search_is_the_same_however_it_goes_on() {
    for (puzzle, config) in cases() {
        let (mut original, mut stepper) = (config.build(&puzzle), config.build(&puzzle));
        for steps in [0, 1, 1, 2, 3, 7, 40, 64, 200, 777, 3_000] {
            let before = state(&*original);
            let saved = original.save().unwrap();
            let mut loaded =
                config.pick(&puzzle).load(&puzzle, saved.clone()).unwrap_or_else(|error| {
                    panic!("{config} on {puzzle} after {}: {error}", original.state().steps())
                });
            assert_eq!(loaded.save(), Some(saved), "{config} on {puzzle}");
            let mut copy = original.clone();
            go_on(&mut *copy, steps, true);
            assert_eq!(state(&*original), before, "running a copy does not change the original");
            go_on(&mut *original, steps, true);
            go_on(&mut *loaded, steps, true);
            go_on(&mut *stepper, steps, false);
            for other in [&*copy, &*loaded, &*stepper] {
                assert_eq!(state(other), state(&*original), "{config} on {puzzle}, {steps} steps");
            }
        }
    }
}

/// The table contains the steps that were taken on the machine where it was written.
#[test]
fn the_steps_are_the_same_on_every_machine() {
    let fingerprint = |path: &[Square]| {
        path.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, square| {
            (hash ^ square.index() as u64).wrapping_mul(0x0100_0000_01b3)
        })
    };
    let mut rows = 0;
    for line in include_str!("../data/seeded.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split('|').collect();
        let [puzzle, config, expected @ ..] = &fields[..] else { panic!("{line}") };
        let config: MethodConfig = config.parse().unwrap();
        let mut solver = config.build(&puzzle.parse().unwrap());
        let status = format!("{:?}", solver.run(100_000));
        let tally = &solver.state().tally;
        let seen = [
            status,
            tally.work.placements.to_string(),
            tally.work.retreats.to_string(),
            tally.work.restarts.to_string(),
            format!("{:016x}", fingerprint(solver.state().deepest())),
        ];
        assert_eq!(seen, expected, "{line}");
        rows += 1;
    }
    assert!(rows >= 15);
}

#[test]
fn events_report_everything_that_happens() {
    for (puzzle, config) in cases() {
        let mut solver = config.build(&puzzle);
        let (mut path, mut counted) = (Vec::new(), [0; 4]);
        let mut visits = vec![0; puzzle.board().size()];
        let mut deepest: Vec<Square> = Vec::new();
        for _ in 0..within_reason(&*solver, 2_500) {
            let Some(event) = solver.step() else { break };
            assert_eq!(solver.state().last, Some(event), "{config} on {puzzle}");
            let kind = match event {
                Event::Advance(square) => {
                    path.push(square);
                    visits[square.index()] += 1;
                    StepKind::Placement
                }
                Event::Retreat(square) => {
                    assert_eq!(path.pop(), Some(square), "{config} on {puzzle}");
                    StepKind::Retreat
                }
                Event::Restart if !config.method.takes(StepKind::Placement) => {
                    assert!(path.is_empty() || solver.state().path == path);
                    StepKind::Restart
                }
                Event::Restart => {
                    path.truncate(puzzle.given().len());
                    StepKind::Restart
                }
                // What it does to the path is in the overlay.
                Event::Rewire => {
                    path = solver.state().path.clone();
                    StepKind::Rewire
                }
            };
            counted[kind as usize] += 1;
            assert!(config.method.takes(kind), "{config} on {puzzle}: {kind:?}");
            let is_newest = kind == StepKind::Rewire && path.len() == deepest.len();
            if is_newest || path.len() > deepest.len() {
                deepest.clone_from(&path);
            }
            assert_eq!(solver.state().path, path, "{config} on {puzzle}");
            assert_eq!(solver.state().deepest(), deepest, "{config} on {puzzle}");
            let from = solver.state().deepest().first();
            assert!(from.is_none_or(|from| *from == puzzle.start()), "{config} on {puzzle}");
        }
        let tally = &solver.state().tally;
        let kinds = tally.work.kinds().map(|(_, number)| number);
        assert_eq!(kinds, counted, "{config} on {puzzle}");
        assert_eq!(tally.steps(), counted.iter().sum::<u64>());
        if config.method.takes(StepKind::Placement) {
            assert_eq!(tally.visits, visits, "{config} on {puzzle}");
            assert_eq!(tally.depth(), deepest.len(), "{config} on {puzzle}");
        } else {
            assert!(tally.visits.is_empty(), "{config} on {puzzle}");
        }
    }
}

#[test]
fn exhausted_is_a_proof_and_takes_everything_back() {
    let mut proofs = 0;
    for text in ["1x1", "1x3", "2x3", "3x3", "3x4", "4x4"] {
        let plain: Board = text.parse().unwrap();
        let boards = [plain.clone(), plain.wrapped(true)];
        let asked = boards.iter().flat_map(|board| {
            let goals = |start| [Goal::Any, Goal::Closed].map(|goal| (start, goal));
            let asked = board.squares().flat_map(goals);
            asked.map(|(start, goal)| Puzzle::new(board.clone(), vec![start], goal, 1).unwrap())
        });
        for puzzle in asked {
            let exists = brute_force::tour_exists(&puzzle);
            for config in configs().iter().filter(|config| config.refusal(&puzzle).is_none()) {
                let mut solver = config.build(&puzzle);
                // Methods that prove nothing may go on for long.
                let proves = config.method.enumerates;
                let status = solver.run(if proves { 1_000_000 } else { 1_000 });
                assert!(!proves || status != Status::Searching, "{config} on {puzzle}");
                assert!(exists || status != Status::Found, "{config} on {puzzle}");
                assert!(!exists || status != Status::Exhausted, "{config} on {puzzle}");
                if status == Status::Exhausted {
                    assert!(solver.state().path.is_empty());
                    proofs += 1;
                }
            }
        }
    }
    assert!(proofs > 500, "{proofs}");
}

/// All tours of a puzzle, in the order in which they are found.
pub(crate) fn all_tours(config: &MethodConfig, puzzle: &Puzzle) -> Vec<Vec<Square>> {
    let mut solver = config.build(puzzle);
    let mut tours = Vec::new();
    while solver.run(u64::MAX) == Status::Found {
        tours.push(solver.state().path.clone());
        solver.find_next();
    }
    assert_eq!(solver.state().status, Status::Exhausted, "{config} on {puzzle}");
    tours
}

#[test]
fn methods_that_enumerate_find_every_tour_once() {
    let mut met = 0;
    for text in [
        "5x5 given=0,0",
        "4x5 given=0,0;2,1",
        "4x5 given=0,0 goal=end:3,1",
        "3x4 wrap given=1,1 goal=closed",
        "3x4 wrap given=1,1 goal=end:0,0",
        "4x4 wrap holes=0,0;2,1 given=1,1",
        "3x4 wrap holes=1,2;0,0 given=0,1 goal=closed",
        "3x3 holes=1,1 given=0,0 goal=closed",
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        let expected = brute_force::tours(&puzzle);
        for config in configs().into_iter().filter(|config| config.method.enumerates) {
            let mut tours = all_tours(&config, &puzzle);
            tours.sort();
            assert_eq!(tours, expected, "{config} on {puzzle}");
            met += tours.len();
        }
    }
    assert!(met > 10_000, "{met}");
}

#[test]
fn pruning_changes_neither_the_tours_nor_their_order() {
    let puzzle: Puzzle = "5x5 given=0,0".parse().unwrap();
    let tours = |config: &str| all_tours(&config.parse().unwrap(), &puzzle);
    assert_eq!(tours("backtracking"), tours("backtracking:prune=on"));
    assert_eq!(tours("backtracking").len(), 304);
}

#[test]
fn every_method_finds_tours_of_small_and_ordinary_boards() {
    for method in METHODS {
        let config = MethodConfig::new(method);
        let mut ordinary = config.build(&"8x8 given=7,0".parse().unwrap());
        assert_eq!(ordinary.run(20_000_000), Status::Found, "{config}");
        let mut solver = config.build(&"6x6 given=0,0 seed=5".parse().unwrap());
        let mut tours = Vec::new();
        for _ in 0..5 {
            if solver.run(5_000_000) != Status::Found {
                break;
            }
            tours.push(solver.state().path.clone());
            solver.find_next();
        }
        tours.sort();
        tours.dedup();
        assert!(tours.len() >= 2, "{} found only {}", method.name, tours.len());
    }
}

/// A step can bring several tours; each is handed over and counted once.
#[test]
fn different_tours_are_counted_once() {
    for method in METHODS {
        let counter = method.counters.iter().find(|counter| counter.key == "tours");
        let Some(counter) = counter else { continue };
        let mut most = 0;
        for puzzle in ["6x6 given=0,0 seed=2", "6x6 given=2,3 goal=closed seed=1"] {
            let mut solver = MethodConfig::new(method).build(&puzzle.parse().unwrap());
            let mut tours = BTreeSet::new();
            while tours.len() < 60 {
                assert_eq!(solver.run(6_000), Status::Found, "{puzzle}");
                let before = tours.len();
                solver.tours(&mut |tour| assert!(tours.insert(tour.to_vec()), "{puzzle}: twice"));
                most = most.max(tours.len() - before);
                let counted = solver.state().tally.work.counters.get(counter);
                assert_eq!(counted, tours.len() as u64, "{}", method.name);
                solver.find_next();
            }
        }
        assert!(most > 1, "{}", method.name);
    }
}

#[test]
fn the_seed_matters_only_where_a_method_is_random() {
    let mut matters = BTreeMap::new();
    let texts = ["8x8 given=2,2", "5x6 given=0,1 goal=closed"];
    for (config, text) in configs().iter().flat_map(|config| texts.map(|text| (config, text))) {
        let puzzle = |seed: u64| -> Puzzle { format!("{text} seed={seed}").parse().unwrap() };
        if config.refusal(&puzzle(0)).is_some() {
            continue;
        }
        let ends = [0, 1, 2, 99].map(|seed| {
            let mut solver = config.build(&puzzle(seed));
            run(&mut *solver, 5_000);
            let SearchState { status, path, tally, .. } = solver.state().clone();
            (status, path, tally, solver.insight(), solver.candidates())
        });
        let differs = ends.iter().any(|end| *end != ends[0]);
        if config.is_random() {
            *matters.entry(config.method.name).or_default() |= differs;
        } else {
            assert!(!differs, "{config}");
        }
    }
    assert!(matters.values().all(|matters| *matters), "{matters:?}");
}

/// A step looks the same whatever step the playhead comes from, and the same as in the search
/// itself.
#[test]
fn any_step_can_be_shown_again() {
    for (puzzle, config) in cases() {
        let mut timeline = Timeline::new(config.build(&puzzle));
        let most = within_reason(timeline.search(), 6_000);
        while timeline.length() < most && timeline.run_ahead(most.min(97)) == Status::Searching {
            timeline.keep_checkpoint();
        }
        let length = timeline.length();
        for share in [0, 3, 7, 2, 8, 5, 1, 4, 6] {
            let step = length * share / 8;
            timeline.seek(step);
            while timeline.is_seeking() {
                timeline.advance_seek(101);
                timeline.keep_checkpoint_near();
            }
            let mut other = config.build(&puzzle);
            other.run(step);
            assert_eq!(state(timeline.shown()), state(&*other), "{puzzle} {config} step {step}");
        }
    }
}

/// The memory that a copy reports is about what it takes, so no list is forgotten.
#[test]
fn memory_is_accounted_for() {
    // As large as strong pruning takes.
    let puzzle: Puzzle = "50x50 given=0,0".parse().unwrap();
    let takes = |config: &MethodConfig| config.refusal(&puzzle).is_none();
    for config in configs().into_iter().filter(takes) {
        let mut solver = config.build(&puzzle);
        run(&mut *solver, 20_000);
        let squares = puzzle.board().size();
        let visits = solver.state().tally.visits.len() * size_of::<u64>();
        let least = squares + visits + solver.state().path.len() * 4;
        assert!(solver.bytes() >= least, "{config}: {} is less than {least}", solver.bytes());
        // A method that holds many answers takes more than one that walks a path.
        let held = solver.candidates().all * squares;
        let most = squares * 40 + 3 * held + 2_000;
        assert!(solver.bytes() <= most, "{config}: {}", solver.bytes());
    }
}

/// The last squares of a tour are found again when all others are given, on narrow boards as well as
/// around the widths where the representation of the board changes.
#[test]
fn methods_that_enumerate_finish_every_tour() {
    let finder: MethodConfig = "restarting".parse().unwrap();
    let all: Vec<MethodConfig> =
        configs().into_iter().filter(|config| config.method.enumerates).collect();
    let lengths = [5, 6, 7, 8, 12, 16, 20, 21, 22, 23, 32, 59, 60, 61, 62, 63, 64, 65, 120, 121];
    let mut met = 0;
    let sides = (1..=4).flat_map(|width| lengths.map(|length| (width, length)));
    for (rows, cols) in sides.flat_map(|(width, length)| [(width, length), (length, width)]) {
        let some = vec![0, 1, (rows * cols) / 2, rows * cols - 1];
        for start in if is_long() { (0..rows * cols).collect() } else { some } {
            let given = format!("{},{}", start / cols, start % cols);
            let Ok(puzzle) = format!("{rows}x{cols} given={given}").parse() else { continue };
            let mut solver = finder.build(&puzzle);
            if solver.run(200_000) != Status::Found {
                continue;
            }
            let tour = solver.state().path.clone();
            let back: Vec<Square> = tour.iter().rev().copied().collect();
            let ways = [&tour, &back].into_iter().flat_map(|way| [1, 2, 6, 12].map(|n| (way, n)));
            for (tour, left) in ways {
                let given = tour[..tour.len().saturating_sub(left).max(1)].to_vec();
                for goal in [Goal::Any, Goal::End(tour[tour.len() - 1])] {
                    let puzzle =
                        Puzzle::new(puzzle.board().clone(), given.clone(), goal, 0).unwrap();
                    let expected = brute_force::tours(&puzzle);
                    assert!(expected.contains(tour));
                    for config in &all {
                        let mut tours = all_tours(config, &puzzle);
                        tours.sort();
                        assert_eq!(tours, expected, "{config} on {rows}x{cols} {goal:?}");
                        met += 1;
                    }
                }
            }
        }
    }
    assert!(met > 20_000, "{met}");
}

/// Everything a method draws is true of the board: links stand in both of their squares, what a step
/// cut is gone, what it made is there, and pieces are told apart by their links.
#[test]
fn overlays_candidates_and_metrics_are_sound() {
    let mut drawn = 0;
    for (puzzle, config) in cases() {
        let board = puzzle.board();
        let mut solver = config.build(&puzzle);
        let (mut overlay, mut titles) = (Overlay::default(), Vec::new());
        for step in 0..within_reason(&*solver, 600) {
            overlay.clear();
            solver.overlay(&mut overlay);
            let path = &solver.state().path[..];
            let near =
                |a: Square, b: Square| path.windows(2).any(|pair| pair == [a, b] || pair == [b, a]);
            let linked = |a: Square, b: Square| overlay.linked(board, a).any(|other| other == b);
            if !overlay.links.is_empty() {
                assert_eq!(overlay.links.len(), board.size(), "{config} on {puzzle}");
                for square in board.squares() {
                    for other in overlay.linked(board, square) {
                        assert!(board.joined(square, other), "{config} on {puzzle}");
                        assert!(linked(other, square), "{config} on {puzzle}: a link has two ends");
                        if !overlay.pieces.is_empty() {
                            let pieces = [square, other].map(|end| overlay.pieces[end.index()]);
                            assert!(pieces[0] == pieces[1] && pieces[0] > 0);
                        }
                    }
                }
            }
            for Link(a, b) in &overlay.cut {
                assert!(!near(*a, *b) && !linked(*a, *b), "{config} on {puzzle}, step {step}: cut");
            }
            for Link(a, b) in &overlay.made {
                assert!(near(*a, *b) || linked(*a, *b), "{config} on {puzzle}, step {step}: made");
            }
            assert!(overlay.turned.end <= path.len(), "{config} on {puzzle}");
            assert!(overlay.move_weights.is_empty() || overlay.move_weights.len() == board.size());
            for candidate in solver.candidates().list {
                let path = &candidate.path;
                assert!(path.windows(2).all(|pair| board.joined(pair[0], pair[1])));
                let closes = path.len() > 2 && board.joined(path[path.len() - 1], path[0]);
                assert!(!candidate.closed || closes, "{config} on {puzzle}: {}", candidate.name);
            }
            let mut metrics = Vec::new();
            solver.metrics(&mut metrics);
            let now: Vec<&str> = metrics.iter().map(|metric| metric.title).collect();
            assert!(step == 0 || titles == now, "{config}: which metrics there are never changes");
            assert!(!now.is_empty() && metrics.iter().all(|metric| metric.value.is_finite()));
            titles = now;
            drawn += usize::from(!overlay.is_empty());
            if solver.step().is_none() {
                break;
            }
        }
    }
    assert!(drawn > 1_000, "only {drawn} pictures had something in them");
}

/// The history samples the metrics at the same steps, however the search was run.
#[test]
fn the_history_of_metrics_does_not_depend_on_how_a_search_is_run() {
    for (puzzle, config) in cases().step_by(5) {
        let histories = [1_u64, 7, 1_000, 5_000].map(|chunk| {
            let mut timeline = Timeline::new(config.build(&puzzle));
            let most = within_reason(timeline.search(), 5_000);
            timeline.follow();
            while timeline.length() < most && timeline.search().state().status == Status::Searching
            {
                if chunk == 1 {
                    timeline.step();
                } else {
                    timeline.run_ahead(chunk.min(most - timeline.length()));
                }
            }
            timeline.history().clone()
        });
        let history = &histories[0];
        assert!(!history.is_empty(), "{config} on {puzzle}");
        assert!(histories.iter().all(|other| other == history), "{config} on {puzzle}");
        let mut solver = config.build(&puzzle);
        for sample in history.samples(0) {
            solver.run(history.stride());
            let mut metrics = Vec::new();
            solver.metrics(&mut metrics);
            assert_eq!(sample, metrics[0].value as f32, "{config} on {puzzle}");
        }
    }
}
