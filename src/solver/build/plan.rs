//! How a board is cut into blocks, and which blocks are joined.

use std::ops::Range;

use crate::board::{Board, Square};
use crate::puzzle::Puzzle;

/// Narrower boards cannot be joined from blocks.
const MIN_SIDE: u32 = 5;

/// In smaller blocks there are squares of the right colours without a path between them.
const MIN_CHAINED: u32 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BuildKind {
    /// From blocks in rows, each joined to one on its left or above it.
    Rows,
    /// From blocks in rows, some of which form a chain from the start to the end.
    Chain,
    /// From blocks that are joined in fours.
    Quarters,
    /// Column by column; on a board that is higher than wide, row by row.
    Sweep,
    /// The board has one square.
    Single,
    Impossible,
}

#[derive(Debug)]
pub(crate) struct BuildPlan {
    pub(crate) kind: BuildKind,
    pub(crate) blocks: Vec<BoardBlock>,
    /// The number of blocks in a row of them.
    pub(crate) width: usize,
    /// Where blocks are joined in fours.
    pub(crate) junctions: Vec<Junction>,
}

impl BuildPlan {
    pub(crate) fn new(puzzle: &Puzzle) -> BuildPlan {
        let board = puzzle.board();
        let (rows, cols) = (board.rows(), board.cols());
        let (start_row, start_col) = (board.row(puzzle.start()), board.col(puzzle.start()));
        let is_odd = rows % 2 == 1 && cols % 2 == 1;
        let is_closed = puzzle.goal().needs_closing_move();
        // Tours of an odd board are open and begin on the colour of its corners.
        let is_minor = (start_row + start_col) % 2 == 1;
        let is_like_start =
            |end: Square| (board.row(end) + board.col(end)) % 2 == u32::from(is_minor);
        let (kind, least) = match (rows.min(cols), puzzle.goal().end()) {
            (1, _) if rows == cols && !is_closed => (BuildKind::Single, None),
            (3 | 4, _) | (MIN_SIDE, Some(_)) => (BuildKind::Sweep, None),
            (MIN_SIDE.., _) if is_odd && (is_closed || is_minor) => (BuildKind::Impossible, None),
            (MIN_SIDE.., Some(end)) if is_like_start(end) == is_odd => {
                (BuildKind::Chain, Some(MIN_CHAINED))
            }
            (MIN_SIDE.., None) => (BuildKind::Rows, Some(MIN_SIDE)),
            _ => (BuildKind::Impossible, None),
        };
        let mut plan = BuildPlan { kind, blocks: Vec::new(), width: 0, junctions: Vec::new() };
        if let Some(least) = least {
            let place = |at| if is_odd { at } else { 0 };
            let rows = parts(rows, place(start_row), least);
            let cols = parts(cols, place(start_col), least);
            plan.width = cols.len();
            let row = |rows: &Range<u32>| {
                let rows = rows.clone();
                cols.iter().map(move |cols| BoardBlock { rows: rows.clone(), cols: cols.clone() })
            };
            plan.blocks = rows.iter().flat_map(row).collect();
        }
        plan
    }

    /// The number of times that blocks are joined.
    pub(crate) fn joins(&self) -> usize {
        match self.kind {
            BuildKind::Quarters => self.junctions.len(),
            _ => self.blocks.len().saturating_sub(1),
        }
    }
}

/// The point where four blocks meet that are joined, and the part of the board that they cover.
#[derive(Debug)]
pub(crate) struct Junction {
    /// The square right and below of the junction.
    pub(crate) row: u32,
    pub(crate) col: u32,
    pub(crate) whole: BoardBlock,
}

#[derive(Clone, Debug)]
pub(crate) struct BoardBlock {
    pub(crate) rows: Range<u32>,
    pub(crate) cols: Range<u32>,
}

impl BoardBlock {
    pub(crate) fn contains(&self, board: &Board, square: Square) -> bool {
        self.rows.contains(&board.row(square)) && self.cols.contains(&board.col(square))
    }

    /// Rows and columns.
    pub(crate) fn shape(&self) -> (u32, u32) {
        (self.rows.end - self.rows.start, self.cols.end - self.cols.start)
    }

    pub(crate) fn is_odd(&self) -> bool {
        let (rows, cols) = self.shape();
        rows % 2 == 1 && cols % 2 == 1
    }

    /// A square of the board as a square of this block.
    pub(crate) fn local(&self, board: &Board, square: Square) -> Option<Square> {
        let small = Board::new(self.shape().0, self.shape().1).ok()?;
        let row = board.row(square).checked_sub(self.rows.start)?;
        small.square(row, board.col(square).checked_sub(self.cols.start)?)
    }
}

/// The parts of a side: all of length 6 but one, which is odd if the side is, and then contains this place.
/// All others begin at even places, and none is shorter than the least.
fn parts(side: u32, place: u32, least: u32) -> Vec<Range<u32>> {
    let special = match side % 6 {
        0 => 6,
        5 if place % 6 == 5 || least > 5 => 11,
        5 => 5,
        more => 6 + more,
    };
    let many = (side - special) / 6;
    let before = if side % 2 == 1 { (place / 6).min(many) } else { many };
    let start = |part: u32| if part > before { 6 * (part - 1) + special } else { 6 * part };
    (0..=many).map(|part| start(part)..start(part + 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_cut_into_parts() {
        for side in 5..80 {
            for place in 0..side {
                let parts = parts(side, place, 5);
                assert_eq!((parts[0].start, parts[parts.len() - 1].end), (0, side));
                assert!(parts.windows(2).all(|two| two[0].end == two[1].start));
                let odd: Vec<_> = parts.iter().filter(|part| part.len() % 2 == 1).collect();
                assert_eq!(odd.len() as u32, side % 2, "{side} {place}: {parts:?}");
                for part in odd {
                    assert!(part.contains(&place) && part.start % 2 == 0, "{side} {place}");
                }
                assert!(parts.iter().all(|part| (5..=11).contains(&part.len())));
            }
        }
    }
}
