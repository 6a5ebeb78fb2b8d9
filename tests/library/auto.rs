//! The method that picks others: what it picks, and that its searches are theirs.

use knights_tour::board::{Board, Square};
use knights_tour::engine::{Control, Limits, Outcome, Stopwatch, run};
use knights_tour::feasibility::{Verdict, verdict};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Generator, MethodConfig, Status};

use crate::random::{any_of, holed, solved};

fn auto() -> MethodConfig {
    MethodConfig::default()
}

/// Step by step, its search is that of the method that it picks, and it can be stored.
#[test]
fn its_searches_are_those_of_what_it_picks() {
    for text in [
        "8x8 given=7,0 seed=4",
        "5x5 given=0,0",
        "3x10 given=0,2 goal=closed",
        "4x9 given=0,0",
        "13x14 given=0,0 goal=end:0,1",
        "8x8 holes=0,0;3,4 given=1,1 seed=2",
        "6x5 wrap given=1,1 goal=closed",
        "8x8 given=7,0;5,1;3,0 goal=end:0,3",
        "3x4 repair=0,0;2,1;0,2;1,0;2,2;0,1;2,0;1,2",
    ] {
        let puzzle: Puzzle = text.parse().unwrap();
        let pick = auto().pick(&puzzle);
        assert!(pick.why.is_some() && !pick.config.picks(), "{text}");
        assert_eq!(pick.config.refusal(&puzzle), None, "{text}");
        let (mut search, mut its) = (auto().build(&puzzle), pick.config.build(&puzzle));
        for _ in 0..40 {
            assert_eq!(search.save(), its.save(), "{text}");
            let loaded = auto().pick(&puzzle).load(&puzzle, search.save().unwrap()).unwrap();
            assert_eq!(loaded.save(), search.save(), "{text}");
            assert_eq!(search.step(), its.step(), "{text}");
        }
    }
}

/// Every plain board is solved or ruled out, open and closed, and every other one within a limit.
#[test]
fn it_never_hangs() {
    let mut rng = Generator::beside(9);
    let mut found = 0;
    for number in 0..400 {
        let sides = [0, 1].map(|_| 1 + rng.below(30) as u32);
        let board = Board::new(sides[0], sides[1]).unwrap();
        let start = Square::at(rng.below(board.size() as u64) as u32);
        let goal = if number % 2 == 0 { Goal::Any } else { Goal::Closed };
        let puzzle = Puzzle::new(board, vec![start], goal, number).unwrap();
        if verdict(&puzzle) != Verdict::Yes(()) {
            continue;
        }
        solved(&puzzle, &auto());
        found += 1;
    }
    assert!(found > 150, "{found}");
    let mut decided = 0;
    for number in 0..60 {
        let square = Board::new(5 + number % 4, 5 + number % 4).unwrap();
        let board = holed(&square, 2 + u64::from(number) % 7, &mut rng).wrapped(number % 3 == 0);
        let start = any_of(&board.squares().collect::<Vec<_>>(), &mut rng);
        let puzzle = Puzzle::new(board, vec![start], Goal::Any, number.into()).unwrap();
        let status = auto().build(&puzzle).run(2_000_000);
        assert_ne!(status, Status::Searching, "{puzzle}");
        decided += u64::from(matches!(status, Status::Found | Status::Exhausted));
    }
    assert!(decided > 55, "{decided}");
}

/// A run does not search twice: what it reports is the search of the method that was picked.
#[test]
fn a_run_is_the_search_of_what_was_picked() {
    let (limits, control) = (Limits::default(), Control::default());
    for text in
        ["8x8 given=7,0", "8x8 given=7,0 seed=4", "5x5 holes=2,2;0,1 given=0,0", "4x4 given=0,0"]
    {
        let puzzle: Puzzle = text.parse().unwrap();
        let pick = auto().pick(&puzzle);
        let asked = run(&puzzle, &auto(), limits, true, &control).unwrap();
        let its = run(&puzzle, &pick.config, limits, true, &control).unwrap();
        assert_eq!((&asked.outcome, &asked.work), (&its.outcome, &its.work), "{text}");
        assert_eq!(asked.pick, Some(pick), "{text}");
        // A limit counts the steps of the search, however far its trial went.
        let steps = its.work.steps() / 2;
        let half = run(&puzzle, &auto(), Limits { steps: Some(steps), ..limits }, true, &control);
        let half = half.unwrap();
        assert_eq!((half.outcome, half.work.steps()), (Outcome::Limit, steps), "{text}");
    }
}

/// Ctrl+C and a time limit end the trials too.
#[test]
fn a_run_can_be_stopped_while_it_chooses() {
    let puzzle: Puzzle = "900x900 wrap holes=0,0 given=1,1".parse().unwrap();
    let control = Control::default();
    control.stop();
    let stopped = run(&puzzle, &auto(), Limits::default(), true, &control).unwrap();
    assert_eq!((stopped.outcome, stopped.pick), (Outcome::Interrupted, None));
    let (watch, limits) = (Stopwatch::start(), Limits { seconds: Some(0.0), steps: None });
    let late = run(&puzzle, &auto(), limits, true, &Control::default()).unwrap();
    assert_eq!((late.outcome, late.pick), (Outcome::Limit, None));
    assert!(watch.seconds() < 20.0);
}
