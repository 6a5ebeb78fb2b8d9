//! Divide and conquer: a board is quartered until the parts are small, and put together again.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::puzzle::{BaseTours, Puzzle};
use crate::solver::build::builder;
use crate::solver::build::plan::{BoardBlock, BuildKind, BuildPlan, Junction};
use crate::solver::method::{Method, StepKind};
use crate::solver::option::Options;
use crate::solver::{SearchState, Solver};

pub(crate) const METHOD: Method = Method {
    name: "divide-and-conquer",
    title: "Divide and conquer",
    summary: "Quarters the board until the parts are small, gives each a closed tour, and joins four of \
              them at a time.",
    about: "A square board with an even side, or a board with sides that differ by one, or by two if they \
            are even, can be quartered into four boards of these kinds, down to six squares by six or \
            little more. So can a square board with an odd side that lacks a corner: one quarter lacks the \
            corner again, and the others are whole. Each of the small boards gets a closed tour that has \
            certain moves near all four corners, a structured one. Where four parts meet, each gives one of these moves away, and four others take their place, \
            so that four tours become one. It has the same moves near its own corners again, so it can be \
            joined like the small ones. No search is needed beyond the small boards, and the time grows \
            with the number of squares. You can hand over the small tours yourself, as base tours.",
    credit: "I. Parberry, An efficient algorithm for the knight's tour problem, 1997",
    options: &[],
    counters: builder::COUNTERS,
    steps: &[StepKind::Restart, StepKind::Rewire],
    enumerates: false,
    looks_ahead: |_| false,
    is_random: |_| true,
    refuses,
    build,
};

/// The smallest side of a board with even sides.
const MIN_EVEN: u32 = 6;

/// The smallest side of other boards.
const MIN_ODD: u32 = 5;

/// Parts with shorter sides are not quartered.
const MIN_QUARTERED: u32 = 12;

fn refuses(puzzle: &Puzzle, _: &Options) -> Option<String> {
    if let Some(why) = builder::why_not(puzzle, None) {
        return Some(why.to_owned());
    }
    if !puzzle.goal().is_reached_by_every_closed_tour() {
        return Some("cannot choose where its tour ends".to_owned());
    }
    let words = "needs a board whose sides differ by 1, such as 5x6 or 20x21, or even sides of at least 6 \
                 that are equal or differ by 2, such as 6x6 or 8x10, without holes; or an odd square \
                 board that lacks a corner and nothing else, such as 7x7";
    (!divides(puzzle.board())).then(|| words.to_owned())
}

/// Whether a board can be divided, or is small enough already.
fn divides(board: &Board) -> bool {
    let (rows, cols) = (board.rows(), board.cols());
    let (least, apart) = (rows.min(cols), rows.abs_diff(cols));
    let is_odd = |side: u32| side % 2 == 1;
    match board.holes() {
        [] if is_odd(rows) || is_odd(cols) => least >= MIN_ODD && apart == 1,
        [] => least >= MIN_EVEN && apart <= 2,
        [hole] => {
            let (row, col) = (board.row(*hole), board.col(*hole));
            let is_corner = (row == 0 || row + 1 == rows) && (col == 0 || col + 1 == cols);
            is_corner && least >= MIN_ODD && apart == 0 && is_odd(rows)
        }
        _ => false,
    }
}

/// The rows and columns of the tours that fit a small part of a board, some of them turned. Base tours have
/// sides of at least 6, and lack no corner.
pub(crate) fn shapes(board: &Board) -> BTreeSet<(u32, u32)> {
    let (mut parts, mut small) = (BTreeSet::new(), BTreeSet::new());
    if divides(board) {
        parts.insert((board.rows(), board.cols()));
    }
    while let Some((rows, cols)) = parts.pop_last() {
        if rows.min(cols) < MIN_QUARTERED {
            small.extend([(rows, cols), (cols, rows)]);
            continue;
        }
        for rows in halves(rows, false) {
            parts.extend(halves(cols, false).map(|cols| (rows, cols)));
        }
    }
    small.retain(|(rows, cols)| (rows % 2 == 0 || cols % 2 == 0) && *rows.min(cols) >= MIN_EVEN);
    small
}

/// Both halves of a side, of which at most one is odd: of an even side none, so that no whole part has an
/// odd number of squares. The odd half comes first if that is asked for.
fn halves(side: u32, odd_first: bool) -> [u32; 2] {
    let even = (side + 1) / 4 * 2;
    if side % 2 == 1 && odd_first { [side - even, even] } else { [even, side - even] }
}

/// Why a board has no place for any of these tours.
pub(crate) fn why_not_base(board: &Board, base: &BaseTours) -> Option<String> {
    let (needed, has) = (shapes(board), base.shapes());
    if !needed.is_disjoint(&has) {
        return None;
    }
    if needed.is_empty() {
        return Some(format!("has no place for base tours on the {board} board; leave them out"));
    }
    let [needed, has] = [needed, has].map(|shapes| {
        let names = shapes.iter().map(|(rows, cols)| format!("{rows}x{cols}"));
        names.collect::<Vec<String>>().join(", ")
    });
    Some(format!(
        "has places for tours of {needed} on the {board} board, but the base tours are of {has}; leave \
         them out, or use others"
    ))
}

fn build(state: SearchState, _: &Options) -> Box<dyn Solver> {
    let board = state.puzzle.board();
    let whole = BoardBlock { rows: 0..board.rows(), cols: 0..board.cols() };
    let kind = BuildKind::Quarters;
    let mut plan = BuildPlan { kind, blocks: Vec::new(), width: 0, junctions: Vec::new() };
    divide(board, &whole, &mut plan);
    builder::follow(state, plan)
}

/// Quarters a part until it is small. Its quarters are joined before it is. Where a corner is missing, it is
/// in the only quarter with two odd sides.
fn divide(board: &Board, part: &BoardBlock, onto: &mut BuildPlan) {
    let (rows, cols) = part.shape();
    if rows.min(cols) < MIN_QUARTERED {
        onto.blocks.push(part.clone());
        return;
    }
    let missing = board.holes().first();
    let is_above = missing.is_some_and(|hole| board.row(*hole) == part.rows.start);
    let is_left = missing.is_some_and(|hole| board.col(*hole) == part.cols.start);
    let row = part.rows.start + halves(rows, is_above)[0];
    let col = part.cols.start + halves(cols, is_left)[0];
    for rows in [part.rows.start..row, row..part.rows.end] {
        for cols in [part.cols.start..col, col..part.cols.end] {
            divide(board, &BoardBlock { rows: rows.clone(), cols }, onto);
        }
    }
    onto.junctions.push(Junction { row, col, whole: part.clone() });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::methods::tests::{checked_tour, is_long, solved};
    use crate::solver::{MethodConfig, Status};

    /// The board gets a structured closed tour.
    fn check(board: &str, seed: u32) {
        let puzzle: Puzzle = format!("{board} given=3,2 goal=closed seed={seed}").parse().unwrap();
        assert_eq!(MethodConfig::new(&METHOD).refusal(&puzzle), None, "{puzzle}");
        let (status, solver) = solved(METHOD.name, &puzzle);
        assert_eq!(status, Status::Found, "{puzzle}");
        assert!(checked_tour(&puzzle, &solver.state().path).is_structured(), "{puzzle}");
    }

    #[test]
    fn every_board_that_can_be_divided_is_solved() {
        for side in 5..=if is_long() { 400 } else { 60 } {
            check(&format!("{side}x{}", side + 1), side);
            check(&format!("{}x{side}", side + 1), side);
            if side % 2 == 1 {
                let last = side - 1;
                for (row, col) in [(0, 0), (0, last), (last, 0), (last, last)] {
                    check(&format!("{side}x{side} holes={row},{col}"), side);
                }
            } else {
                check(&format!("{side}x{side}"), side);
                check(&format!("{side}x{}", side + 2), side);
                check(&format!("{}x{side}", side + 2), side);
            }
        }
    }
}
