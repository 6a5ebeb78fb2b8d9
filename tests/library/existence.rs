//! The verdicts by theorem, compared with a table made from verified tours, colour parity and search.

use knights_tour::board::{Board, Square};
use knights_tour::feasibility::{Obstruction, Verdict, verdict};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Generator, why_not};

use crate::brute_force::tour_exists;
use crate::random::{holed, position};

fn says(rows: u32, cols: u32, start: (u32, u32), goal: Goal) -> bool {
    let board = Board::new(rows, cols).unwrap();
    let start = board.square(start.0, start.1).unwrap();
    let verdict = verdict(&Puzzle::new(board, vec![start], goal, 0).unwrap());
    assert_ne!(verdict, Verdict::Unknown, "{rows}x{cols}: every plain board is decided");
    verdict == Verdict::Yes(())
}

#[test]
fn every_row_of_the_table_and_its_transpose() {
    let table = include_str!("../data/existence.csv");
    assert!(table.lines().count() > 1_000);
    for line in table.lines().skip(1) {
        let fields: Vec<u32> = line.split(',').take(6).map(|f| f.parse().unwrap()).collect();
        let [r, c, y, x, open, closed] = fields[..] else { panic!("{line}") };
        for (goal, exists) in [(Goal::Any, open == 1), (Goal::Closed, closed == 1)] {
            assert_eq!(says(r, c, (y, x), goal), exists, "{line}");
            assert_eq!(says(c, r, (x, y), goal), exists, "turned: {line}");
        }
    }
}

/// Whatever theorems refuse on boards with wrap-around edges or holes has no tour: every path is
/// tried.
#[test]
fn cheap_proofs_are_never_wrong() {
    let mut refused = 0;
    for text in ["1x4", "2x4", "3x3", "3x4", "4x4", "3x5"] {
        let plain: Board = text.parse().unwrap();
        let holed = |whole: Board| {
            let holes: Vec<Square> = whole.squares().collect();
            holes.into_iter().map(move |hole| whole.clone().with_holes([hole]).unwrap())
        };
        for board in [plain.clone(), plain.wrapped(true)].into_iter().flat_map(holed) {
            for start in board.squares() {
                let ends = board.squares().filter(|end| *end != start).step_by(3);
                for goal in [Goal::Any, Goal::Closed].into_iter().chain(ends.map(Goal::End)) {
                    let puzzle = Puzzle::new(board.clone(), vec![start], goal, 0).unwrap();
                    if let Verdict::No(reason) = verdict(&puzzle) {
                        assert!(!tour_exists(&puzzle), "{puzzle}: {reason:?}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(refused > 1_000, "the proofs apply often enough: {refused}");
}

fn speaks_of_colours(reason: &Obstruction) -> bool {
    matches!(
        reason,
        Obstruction::Colours { .. }
            | Obstruction::ColourCounts { .. }
            | Obstruction::EndColour(_)
            | Obstruction::LastColour(_)
            | Obstruction::MinorityStart(_)
            | Obstruction::ClosedOdd
            | Obstruction::InnerRow(_)
            | Obstruction::ClosedFour
    )
}

/// Around an odd side, a move may join two squares of one colour. Then colours prove nothing, and whatever
/// else is said must still be true.
#[test]
fn reasons_speak_of_colours_only_where_every_move_changes_colour() {
    let mut rng = Generator::beside(1);
    let (mut by_colours, mut mixed, mut refused) = (0, 0, 0);
    for (rows, cols) in (1..=6).flat_map(|rows| (1..=6).map(move |cols| (rows, cols))) {
        if rows * cols > 16 {
            continue;
        }
        for _ in 0..100 {
            let whole = Board::new(rows, cols).unwrap().wrapped(true);
            let holes = rng.below(u64::from(rows * cols).min(6));
            let puzzle = position(&holed(&whole, holes, &mut rng), 1, &mut rng);
            let board = puzzle.board();
            let joins_a_colour = |square: Square| {
                let mut of_colour =
                    board.squares().filter(|s| board.is_dark(*s) == board.is_dark(square));
                of_colour.any(|other| board.joined(square, other))
            };
            let is_mixed = board.squares().any(joins_a_colour);
            mixed += u32::from(is_mixed);
            let exists = tour_exists(&puzzle);
            let why = why_not(&puzzle);
            assert_eq!(why.is_none(), exists, "{puzzle}: {why:?}");
            let mut reasons: Vec<Obstruction> = why.into_iter().collect();
            match verdict(&puzzle) {
                Verdict::Yes(()) => assert!(exists, "{puzzle}"),
                Verdict::Unknown => {}
                Verdict::No(reason) => reasons.push(reason),
            }
            assert!(reasons.is_empty() || !exists, "{puzzle}: {reasons:?}");
            refused += u32::from(!exists);
            let is_by_colours = reasons.iter().any(speaks_of_colours);
            assert!(!is_by_colours || !is_mixed, "{puzzle}: {reasons:?}");
            by_colours += u32::from(is_by_colours);
        }
    }
    assert!(by_colours > 50 && mixed > 500 && refused > 500, "{by_colours} {mixed} {refused}");
}
