//! The verdicts by theorem, compared with a table made from verified tours, colour parity and search.

use knights_tour::board::Board;
use knights_tour::feasibility::{Verdict, verdict};
use knights_tour::puzzle::{Goal, Puzzle};

use crate::brute::tour_exists;

fn says(rows: u32, cols: u32, start: (u32, u32), goal: Goal) -> bool {
    let board = Board::new(rows, cols).unwrap();
    let start = board.square(start.0, start.1).unwrap();
    match verdict(&Puzzle::new(board, vec![start], goal, 0).unwrap()) {
        Verdict::Possible => true,
        Verdict::Impossible(reason) => {
            assert!(reason.to_string().len() > 30, "the reason is a sentence: {reason}");
            false
        }
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
                            assert!(!tour_exists(&puzzle), "{puzzle}: {reason}");
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 1_000, "the proofs apply often enough: {refused}");
}
