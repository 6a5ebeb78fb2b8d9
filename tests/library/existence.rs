//! The verdicts by theorem, compared with a table made from verified tours, colour parity and search.

use knights_tour::board::{Board, MoveOrder, Square};
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

/// Small boards, plain and wrapped, that lack any one square, with any start and goal that theorems refuse.
fn with_one_hole() -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    for text in ["1x4", "2x4", "3x3", "3x4", "4x4", "3x5"] {
        let plain: Board = text.parse().unwrap();
        for whole in [plain.clone(), plain.wrapped(true)] {
            for hole in whole.squares() {
                let board = whole.clone().with_holes([hole]).unwrap();
                for start in board.squares() {
                    let ends = board.squares().filter(|end| *end != start).step_by(3);
                    let goals = [Goal::Any, Goal::Closed].into_iter().chain(ends.map(Goal::End));
                    let puzzle = |goal| Puzzle::new(board.clone(), vec![start], goal, 0).unwrap();
                    puzzles.extend(goals.map(puzzle));
                }
            }
        }
    }
    puzzles.retain(|puzzle| matches!(verdict(puzzle), Verdict::No(_)));
    assert!(puzzles.len() > 1_000, "the proofs apply often enough: {}", puzzles.len());
    puzzles
}

/// Small boards, most with some holes, and a path that has begun. Around an odd side, a move may join two squares
/// of one colour.
fn wrapped() -> Vec<Puzzle> {
    let sides = (1..=6).flat_map(|rows| (1..=6).map(move |cols| (rows, cols)));
    let mut rng = Generator::beside(1);
    let mut puzzle = |(rows, cols)| {
        let whole = Board::new(rows, cols).unwrap().wrapped(true);
        let holes = rng.below(u64::from(rows * cols).min(6));
        position(&holed(&whole, holes, &mut rng), 1, &mut rng)
    };
    let sides = sides.filter(|(rows, cols)| rows * cols <= 16);
    sides.flat_map(|sides| [sides; 100]).map(&mut puzzle).collect()
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

/// Whatever is refused has no tour: every path is tried. Where a move joins two squares of one colour, colours
/// prove nothing.
#[test]
fn cheap_proofs_are_never_wrong() {
    let (mut by_colours, mut mixed, mut refused) = (0, 0, 0);
    for puzzle in with_one_hole().into_iter().chain(wrapped()) {
        let board = puzzle.board();
        let joins_a_colour = |square: Square| {
            let mut near = board.neighbours(square, &MoveOrder::CLOCKWISE);
            near.any(|near| board.is_dark(near) == board.is_dark(square))
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
    assert!(by_colours > 50 && mixed > 500 && refused > 1_500, "{by_colours} {mixed} {refused}");
}
