//! Divide and conquer: a board is quartered until the parts are small, and put together again.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Solver;
use super::construct::METHOD as CONSTRUCT;
use super::construct::{self, Block, Crossing, Plan, Quarters};
use super::method::{Method, StepKind};
use super::option::Options;
use crate::board::Board;
use crate::puzzle::{BaseTours, Goal, Puzzle};

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
            with the number of squares. You can hand over the small tours yourself, as base tours.",
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
    let fits = divides(puzzle.board());
    let words = "needs a board with even sides of at least 6 that are equal or differ by 2, such as 6x6, \
                 8x10 or 100x100";
    (!fits).then(|| words.to_owned())
}

/// Whether a board can be divided, or is small enough already.
fn divides(board: &Board) -> bool {
    let (rows, cols) = (board.rows(), board.cols());
    let is_even = rows % 2 == 0 && cols % 2 == 0;
    is_even && rows.abs_diff(cols) <= 2 && rows.min(cols) >= LEAST
}

/// The rows and columns of the tours that fit a small part of a board, some of them turned.
pub(super) fn shapes(board: &Board) -> BTreeSet<(u32, u32)> {
    let (mut parts, mut small) = (BTreeSet::new(), BTreeSet::new());
    if divides(board) {
        parts.insert((board.rows(), board.cols()));
    }
    while let Some((rows, cols)) = parts.pop_last() {
        if rows.min(cols) < QUARTERED {
            small.extend([(rows, cols), (cols, rows)]);
            continue;
        }
        for rows in halves(rows) {
            parts.extend(halves(cols).map(|cols| (rows, cols)));
        }
    }
    small
}

/// Both halves of a side, which are even.
fn halves(side: u32) -> [u32; 2] {
    [side / 4 * 2, side - side / 4 * 2]
}

/// Why a board has no place for any of these tours.
pub(super) fn why_not_base(board: &Board, base: &BaseTours) -> Option<String> {
    let (needed, has) = (shapes(board), base.shapes());
    let is_used = !needed.is_disjoint(&has);
    let list = |shapes: &BTreeSet<(u32, u32)>| {
        let names = shapes.iter().map(|(rows, cols)| format!("{rows}x{cols}"));
        names.collect::<Vec<String>>().join(", ")
    };
    let words = || {
        format!(
            "has places for tours of {} on the {board} board, but the base tours are of {}; leave \
             them out, or use others",
            list(&needed),
            list(&has)
        )
    };
    (!is_used).then(words)
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
    let row = part.rows.start + halves(rows)[0];
    let col = part.cols.start + halves(cols)[0];
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
