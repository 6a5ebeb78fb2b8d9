//! Divide and conquer: a board is quartered until the parts are small, and put together again.

use std::sync::Arc;

use super::Solver;
use super::construct::METHOD as CONSTRUCT;
use super::construct::{self, Block, Crossing, Plan, Quarters};
use super::method::{Method, StepKind};
use super::option::Options;
use crate::puzzle::{Goal, Puzzle};

pub(super) const METHOD: Method = Method {
    name: "divide-and-conquer",
    title: "Divide and conquer",
    summary: "Quarters the board until the parts are small, gives each a closed tour, and joins four of \
              them at a time.",
    about: "A square board with an even side, or one that is two squares longer than wide, can be \
            quartered into four boards of the same kind, down to six squares by six or little more. Each \
            of these gets a closed tour that has certain moves near all four corners, a structured one. \
            Where four parts meet, each gives one of these moves away, and four others take their place, \
            so that four tours become one. It has the same moves near its own corners again, so it can be \
            joined like the small ones. No search is needed beyond the small boards, and the time grows \
            with the number of squares.",
    credit: "I. Parberry, An efficient algorithm for the knight's tour problem, 1997",
    options: &[],
    counters: CONSTRUCT.counters,
    steps: &[StepKind::Restart, StepKind::Rewire],
    enumerates: false,
    looks_ahead: |_| false,
    is_random: |_| true,
    conflict: |_| None,
    refuses,
    build,
};

/// The smallest side of a part, and from which on a part is quartered.
const LEAST: u32 = 6;
const QUARTERED: u32 = 12;

fn refuses(puzzle: &Puzzle, options: &Options) -> Option<String> {
    if let Some(why) = (CONSTRUCT.refuses)(puzzle, options) {
        return Some(why);
    }
    if let Goal::End(_) = puzzle.goal() {
        return Some("cannot choose where its tour ends".to_owned());
    }
    let board = puzzle.board();
    let (rows, cols) = (board.rows(), board.cols());
    let is_even = rows % 2 == 0 && cols % 2 == 0;
    let fits = is_even && rows.abs_diff(cols) <= 2 && rows.min(cols) >= LEAST;
    let words = "needs a board with even sides of at least 6 that are equal or differ by 2, such as 6x6, \
                 8x10 or 100x100";
    (!fits).then(|| words.to_owned())
}

fn build(puzzle: &Puzzle, _: &Options) -> Box<dyn Solver> {
    let board = puzzle.board();
    let whole = Block { rows: 0..board.rows(), cols: 0..board.cols() };
    let mut quarters = Quarters { blocks: Vec::new(), joins: Vec::new() };
    divide(&whole, &mut quarters);
    construct::follow(puzzle, Plan::Quarters(Arc::new(quarters)))
}

/// Quarters a part until it is small. Its quarters are joined before it is.
fn divide(part: &Block, onto: &mut Quarters) {
    let (rows, cols) = part.shape();
    if rows.min(cols) < QUARTERED {
        onto.blocks.push(part.clone());
        return;
    }
    // Both halves are even.
    let row = part.rows.start + rows / 4 * 2;
    let col = part.cols.start + cols / 4 * 2;
    for rows in [part.rows.start..row, row..part.rows.end] {
        for cols in [part.cols.start..col, col..part.cols.end] {
            divide(&Block { rows: rows.clone(), cols }, onto);
        }
    }
    onto.joins.push(Crossing { row, col, whole: part.clone() });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Recipe, Status};
    use crate::tour::Tour;

    #[test]
    fn every_board_of_its_kind_gets_a_structured_closed_tour() {
        let most = if std::env::var_os("KNIGHTS_TOUR_LONG").is_some() { 400 } else { 60 };
        for side in (6..=most).step_by(2) {
            for (rows, cols) in [(side, side), (side, side + 2), (side + 2, side)] {
                let puzzle: Puzzle =
                    format!("{rows}x{cols} given=3,2 goal=closed seed={side}").parse().unwrap();
                let recipe = Recipe::new(&METHOD);
                assert_eq!(recipe.refusal(&puzzle), None);
                let mut solver = recipe.build(&puzzle);
                assert_eq!(solver.run(u64::MAX), Status::Found, "{puzzle}");
                let tour =
                    Tour::new(puzzle.board().clone(), solver.sketch().path.to_vec()).unwrap();
                assert!(tour.is_closed() && tour.is_structured(), "{puzzle}");
                assert_eq!(tour.path()[0], puzzle.start());
            }
        }
    }

    #[test]
    fn other_boards_are_refused() {
        for board in ["5x5", "6x9", "4x4", "4x6", "6x10", "7x7", "8x8 wrap", "8x8 holes=1,1"] {
            assert!(Recipe::new(&METHOD).refusal(&board.parse().unwrap()).is_some(), "{board}");
        }
    }
}
