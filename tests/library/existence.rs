//! The verdicts by theorem, compared with a table made from verified tours, colour parity and search.

use knights_tour::board::{Board, MoveOrder, Square};
use knights_tour::feasibility::{Obstruction, Verdict, verdict};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Generator, why_not};

use crate::brute_force::tour_exists;

fn says(rows: u32, cols: u32, start: (u32, u32), goal: Goal) -> bool {
    let board = Board::new(rows, cols).unwrap();
    let start = board.square(start.0, start.1).unwrap();
    match verdict(&Puzzle::new(board, vec![start], goal, 0).unwrap()) {
        Verdict::Possible => true,
        Verdict::Impossible(_) => false,
        Verdict::Unknown => panic!("{rows}x{cols} from {start:?}: every plain board is decided"),
    }
}

#[test]
fn every_row_of_the_table_and_its_transpose() {
    let table = include_str!("../data/existence.csv");
    let mut rows_read = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<u32> = line.split(',').take(6).map(|f| f.parse().unwrap()).collect();
        let [r, c, y, x, open, closed] = fields[..] else { panic!("{line}") };
        assert_eq!(says(r, c, (y, x), Goal::Any), open == 1, "{line}");
        assert_eq!(says(c, r, (x, y), Goal::Any), open == 1, "turned: {line}");
        assert_eq!(says(r, c, (y, x), Goal::Closed), closed == 1, "{line}");
        assert_eq!(says(c, r, (x, y), Goal::Closed), closed == 1, "turned: {line}");
        rows_read += 1;
    }
    assert_eq!(rows_read, 1_233);
}

/// Whatever theorems refuse on boards with wrap-around edges or holes has no tour: every path is
/// tried.
#[test]
fn cheap_proofs_are_never_wrong() {
    let mut refused = 0;
    for (rows, cols) in [(1, 4), (2, 4), (3, 3), (3, 4), (4, 4), (3, 5)] {
        for wrapped in [false, true] {
            let whole = Board::new(rows, cols).unwrap().wrapped(wrapped);
            for hole in whole.squares() {
                let board = whole.clone().with_holes([hole]).unwrap();
                for start in board.squares() {
                    let ends = board.squares().filter(|end| *end != start).step_by(3);
                    let goals = [Goal::Any, Goal::Closed].into_iter().chain(ends.map(Goal::End));
                    for goal in goals {
                        let puzzle = Puzzle::new(board.clone(), vec![start], goal, 0).unwrap();
                        if let Verdict::Impossible(reason) = verdict(&puzzle) {
                            assert!(!tour_exists(&puzzle), "{puzzle}: {reason:?}");
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 1_000, "the proofs apply often enough: {refused}");
}

/// One of them, chosen at random.
fn any_of(squares: &[Square], rng: &mut Generator) -> Square {
    squares[rng.below(squares.len() as u64) as usize]
}

/// A puzzle on a small wrapped board with these sides: some holes, some squares given, any goal.
fn small_wrapped(rows: u32, cols: u32, rng: &mut Generator) -> Option<Puzzle> {
    let whole = Board::new(rows, cols).unwrap().wrapped(true);
    let all: Vec<Square> = whole.squares().collect();
    let holes = rng.below(u64::from(rows * cols).min(6));
    let holes: Vec<Square> = (0..holes).map(|_| any_of(&all, rng)).collect();
    let board = whole.with_holes(holes).ok()?;
    let all: Vec<Square> = board.squares().collect();
    let mut given = vec![any_of(&all, rng)];
    for _ in 0..rng.below(all.len() as u64) {
        let near = board.neighbours(given[given.len() - 1], &MoveOrder::CLOCKWISE);
        let free: Vec<Square> = near.into_iter().filter(|near| !given.contains(near)).collect();
        if !free.is_empty() {
            given.push(any_of(&free, rng));
        }
    }
    let goal = match rng.below(3) {
        0 => Goal::Any,
        1 => Goal::Closed,
        _ => Goal::End(any_of(&all, rng)),
    };
    Puzzle::new(board, given, goal, 0).ok()
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
            let Some(puzzle) = small_wrapped(rows, cols, &mut rng) else { continue };
            let board = puzzle.board();
            let joins_a_colour = |square: Square| {
                let mut near = board.neighbours(square, &MoveOrder::CLOCKWISE).into_iter();
                near.any(|other| board.is_dark(other) == board.is_dark(square))
            };
            let is_mixed = board.squares().any(joins_a_colour);
            mixed += u32::from(is_mixed);
            let exists = tour_exists(&puzzle);
            let mut reasons = Vec::new();
            match verdict(&puzzle) {
                Verdict::Possible => assert!(exists, "{puzzle}"),
                Verdict::Unknown => {}
                Verdict::Impossible(reason) => reasons.push(reason),
            }
            let why = why_not(&puzzle);
            assert_eq!(why.is_none(), exists, "{puzzle}: {why:?}");
            reasons.extend(why.clone());
            assert!(reasons.is_empty() || !exists, "{puzzle}: {reasons:?}");
            refused += u32::from(!exists);
            let of_colours = reasons.iter().filter(|reason| speaks_of_colours(reason)).count();
            assert!(of_colours == 0 || !is_mixed, "{puzzle}: {why:?} {reasons:?}");
            by_colours += u32::from(of_colours > 0);
        }
    }
    assert!(by_colours > 50 && mixed > 500 && refused > 500, "{by_colours} {mixed} {refused}");
}
