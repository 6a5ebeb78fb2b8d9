//! The form of a tour: symmetry, magic sums, crossings, and the image that stands for all images.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Tour;
use crate::board::{Board, MOVES, Square, Symmetry};
use crate::text::{counted, grouped};

/// How the line of a tour is symmetric: its moves without their order, the closing one included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineSymmetry {
    None,
    HalfTurn,
    /// By a quarter turn, and so by a half turn too.
    QuarterTurn,
    /// By a mirror, but not by a half turn.
    Mirror,
}

impl LineSymmetry {
    pub fn name(self) -> &'static str {
        match self {
            LineSymmetry::None => "none",
            LineSymmetry::HalfTurn => "half-turn",
            LineSymmetry::QuarterTurn => "quarter-turn",
            LineSymmetry::Mirror => "mirror",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            LineSymmetry::None => "not symmetric",
            LineSymmetry::HalfTurn => "symmetric by a half turn",
            LineSymmetry::QuarterTurn => "symmetric by a quarter turn",
            LineSymmetry::Mirror => "symmetric by a mirror",
        }
    }
}

/// The traits that tell tours apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Traits {
    pub closed: bool,
    pub structured: bool,
    pub symmetry: LineSymmetry,
    pub semi_magic: bool,
    pub magic: bool,
    /// How many pairs of its moves, the closing one included, cross between their ends. Moves that meet at a
    /// square do not cross. Unknown on boards with wrap-around edges, where a move has no line.
    pub crossings: Option<u64>,
    /// The most moves in a row in the same direction, which in a closed tour may pass its start. Where edges
    /// wrap around and several moves lead to the same square, the first of [`MOVES`] counts.
    pub longest_run: usize,
}

impl Traits {
    /// The traits of a tour, in a time that grows with its length.
    pub fn of(tour: &Tour) -> Traits {
        let links = Links::of(tour);
        let semi_magic = tour.is_semi_magic();
        Traits {
            closed: tour.is_closed(),
            structured: tour.is_structured(),
            symmetry: links.symmetry(tour),
            semi_magic,
            magic: semi_magic && tour.is_magic(),
            crossings: links.crossings(),
            longest_run: links.longest_run,
        }
    }

    /// The kind in a few words, such as `closed, symmetric by a half turn, semi-magic`.
    pub fn words(&self) -> String {
        let kind = if self.closed { "closed" } else { "open" };
        let words = [Some(kind), Some(self.symmetry.words()), self.magic_words()];
        words.into_iter().flatten().collect::<Vec<&str>>().join(", ")
    }

    /// The numbers in a few words, such as `84 crossings, longest run 3`.
    pub fn figures(&self) -> String {
        let run = format!("longest run {}", grouped(self.longest_run as u64));
        match self.crossings {
            Some(crossings) => format!("{}, {run}", counted(crossings, "crossing")),
            None => run,
        }
    }

    pub fn magic_words(&self) -> Option<&'static str> {
        self.semi_magic.then_some(if self.magic { "magic" } else { "semi-magic" })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// They are the same line, wherever it is begun and whichever way it is walked.
    Same,
    /// They are the same line if one of them is turned or mirrored.
    Image,
    /// They are different lines, which share some moves as they lie.
    Shared(usize),
    /// Their boards are different, however they are turned.
    OtherBoard,
}

impl Likeness {
    pub fn name(self) -> &'static str {
        match self {
            Likeness::Same => "same",
            Likeness::Image => "image",
            Likeness::Shared(_) => "different",
            Likeness::OtherBoard => "other-board",
        }
    }
}

impl Tour {
    /// How its line is symmetric. The board must be so too, with its holes. A tour of one square has
    /// no line, so it is not symmetric.
    pub fn symmetry(&self) -> LineSymmetry {
        Links::of(self).symmetry(self)
    }

    /// Whether all rows have the same sum and all columns have the same sum, counting from 1. The sums
    /// of rows and of columns differ where the board is not square. A board with holes is never
    /// semi-magic; nor is one square, where there is nothing to compare.
    pub fn is_semi_magic(&self) -> bool {
        let board = &*self.board;
        if board.size() == 1 || !board.holes().is_empty() {
            return false;
        }
        let (rows, cols) = (u64::from(board.rows()), u64::from(board.cols()));
        let total = (rows * cols) * (rows * cols + 1) / 2;
        if !total.is_multiple_of(rows) || !total.is_multiple_of(cols) {
            return false;
        }
        let (mut row_sums, mut col_sums) = (vec![0; rows as usize], vec![0; cols as usize]);
        for (number, square) in (1_u64..).zip(&self.path) {
            row_sums[board.row(*square) as usize] += number;
            col_sums[board.col(*square) as usize] += number;
        }
        row_sums.iter().all(|sum| *sum == total / rows)
            && col_sums.iter().all(|sum| *sum == total / cols)
    }

    /// Whether it is semi-magic, on a square board, and both diagonals have the same sum as well.
    pub fn is_magic(&self) -> bool {
        let board = &*self.board;
        if board.rows() != board.cols() || !self.is_semi_magic() {
            return false;
        }
        let (mut falling, mut rising, mut row) = (0, 0, 0);
        for (number, square) in (1_u64..).zip(&self.path) {
            let (down, right) = (board.row(*square), board.col(*square));
            falling += if down == right { number } else { 0 };
            rising += if down + right == board.rows() - 1 { number } else { 0 };
            row += if down == 0 { number } else { 0 };
        }
        falling == row && rising == row
    }

    /// The tour that stands for all its images: of the eight boards that turning and mirroring gives, the
    /// one with the fewest rows and then the first holes in reading order, and of all images on that board,
    /// walked either way and, if closed, begun anywhere, the one whose squares come first. Tours are the
    /// same line, perhaps turned or mirrored, exactly if this is the same for them.
    #[must_use]
    pub fn canonical(&self) -> Tour {
        let (board, symmetries) = least_image(&self.board);
        let first = board.squares().next();
        let walks = symmetries.into_iter().flat_map(|symmetry| self.walks(symmetry, first));
        let least = walks.min_by(|a, b| self.squares_of(*a).cmp(self.squares_of(*b)));
        let path = least.map_or_else(Vec::new, |walk| self.squares_of(walk).collect());
        Tour { board: Arc::new(board), path }
    }

    pub fn likeness(&self, other: &Tour) -> Likeness {
        if self.board != other.board {
            let fits = |symmetry: &Symmetry| other.board.transformed(*symmetry) == *self.board;
            let image = Symmetry::all().find(fits).map(|symmetry| other.transformed(symmetry));
            return match image.map(|image| self.likeness(&image)) {
                None => Likeness::OtherBoard,
                Some(Likeness::Same) => Likeness::Image,
                Some(likeness) => likeness,
            };
        }
        let links = Links::of(self);
        let shared = other.links().filter(|(a, b)| links.contains(*a, *b)).count();
        if shared == self.length() && shared == other.length() {
            Likeness::Same
        } else if self.is_closed() == other.is_closed() && self.canonical() == other.canonical() {
            Likeness::Image
        } else {
            Likeness::Shared(shared)
        }
    }

    /// The two walks of the tour's image that can be the least; a closed tour's walks begin at `first`.
    fn walks(&self, symmetry: Symmetry, first: Option<Square>) -> [ImageWalk; 2] {
        let last = self.path.len() - 1;
        let is_first = |square: &Square| Some(self.board.image(*square, symmetry)) == first;
        let starts = if self.is_closed() {
            [self.path.iter().position(is_first).unwrap_or(0); 2]
        } else {
            [0, last]
        };
        [(starts[0], 1), (starts[1], last)].map(|(start, step)| ImageWalk { symmetry, start, step })
    }

    fn squares_of(&self, walk: ImageWalk) -> impl Iterator<Item = Square> + '_ {
        let ImageWalk { symmetry, start, step } = walk;
        let squares = self.path.len();
        let places = (0..squares).map(move |moves| (start + moves * step) % squares);
        places.map(move |place| self.board.image(self.path[place], symmetry))
    }
}

/// A way to walk an image of a tour.
#[derive(Clone, Copy)]
struct ImageWalk {
    symmetry: Symmetry,
    /// The place in the tour's own path where it begins.
    start: usize,
    /// How many places further each move leads, in a circle: one fewer than there are on the way back.
    step: usize,
}

/// The least of a board's images, by rows and then by holes, and all turns and mirrors that lead to it.
fn least_image(board: &Board) -> (Board, Vec<Symmetry>) {
    let (mut least, mut symmetries) = (board.clone(), Vec::new());
    for symmetry in Symmetry::all() {
        let image = board.transformed(symmetry);
        match (image.rows(), image.holes()).cmp(&(least.rows(), least.holes())) {
            Ordering::Less => (least, symmetries) = (image, vec![symmetry]),
            Ordering::Equal => symmetries.push(symmetry),
            Ordering::Greater => {}
        }
    }
    (least, symmetries)
}

/// The most equal moves in a row; in a closed tour the last of them may go on with the first.
fn longest_run(slots: &[u8], is_closed: bool) -> usize {
    let runs: Vec<&[u8]> = slots.chunk_by(|a, b| a == b).collect();
    let longest = runs.iter().map(|run| run.len()).max().unwrap_or(0);
    match runs[..] {
        [first, .., last] if is_closed && first[0] == last[0] => {
            longest.max(first.len() + last.len())
        }
        _ => longest,
    }
}

/// For each square a bit for each of the eight [`MOVES`] that the line of the tour takes from it.
struct Links<'a> {
    board: &'a Board,
    masks: Vec<u8>,
    longest_run: usize,
}

/// Which of the eight [`MOVES`] leads from one square to another, given that one does.
fn slot(board: &Board, from: Square, to: Square) -> usize {
    board.move_between(from, to).unwrap_or(0)
}

impl Links<'_> {
    fn of(tour: &Tour) -> Links<'_> {
        let board = &*tour.board;
        let mut masks = vec![0; board.size()];
        let mut run = Vec::with_capacity(tour.length());
        for (a, b) in tour.links() {
            let there = slot(board, a, b);
            masks[a.index()] |= 1 << there;
            masks[b.index()] |= 1 << slot(board, b, a);
            run.push(there as u8);
        }
        Links { board, masks, longest_run: longest_run(&run, tour.is_closed()) }
    }

    fn contains(&self, a: Square, b: Square) -> bool {
        self.masks[a.index()] >> slot(self.board, a, b) & 1 == 1
    }

    fn symmetry(&self, tour: &Tour) -> LineSymmetry {
        if tour.path.len() == 1 {
            return LineSymmetry::None;
        }
        let board = &*tour.board;
        let keeps = |symmetry: Symmetry| {
            board.transformed(symmetry) == *board
                && tour
                    .links()
                    .all(|(a, b)| self.contains(board.image(a, symmetry), board.image(b, symmetry)))
        };
        if keeps(Symmetry::new(false, 1)) {
            LineSymmetry::QuarterTurn
        } else if keeps(Symmetry::new(false, 2)) {
            LineSymmetry::HalfTurn
        } else if (0..4).any(|turns| keeps(Symmetry::new(true, turns))) {
            LineSymmetry::Mirror
        } else {
            LineSymmetry::None
        }
    }

    /// Moves are seen from their upper ends, pairs of moves from the end that is first in reading order.
    fn crossings(&self) -> Option<u64> {
        let board = self.board;
        if board.is_wrapped() {
            return None;
        }
        let tables = DOWNWARD.map(|slot| (1 << slot, crossings_of(slot)));
        let rows: Vec<&[u8]> = self.masks.chunks(board.cols() as usize).collect();
        let mut sum = 0;
        for (row, masks) in rows.iter().enumerate() {
            let below = rows.get(row + 1).copied().unwrap_or_default();
            for (col, mask) in masks.iter().enumerate() {
                for (_, crossings) in tables.iter().filter(|(bit, _)| mask & bit != 0) {
                    for (down, right, moves) in crossings {
                        let there = if *down == 1 { below } else { masks };
                        let other = there.get(col.wrapping_add_signed(*right as isize));
                        let met = other.map_or(0, |other| other & moves);
                        sum += u64::from(met.count_ones());
                    }
                }
            }
        }
        Some(sum)
    }
}

/// Those of [`MOVES`] that lead down.
const DOWNWARD: [usize; 4] = [0, 1, 6, 7];

/// Where the moves begin that cross a move down and come later in reading order: rows down and columns right of
/// its upper end, with a bit for each of the moves from there.
fn crossings_of(slot: usize) -> Vec<(i64, i64, u8)> {
    let places = (1..=3).map(|right| (0, right)).chain((-3..=3).map(|right| (1, right)));
    let crossings = places.map(|(down, right)| {
        let crosses = |other: &&usize| {
            let end = MOVES[**other];
            cross([(0, 0), MOVES[slot]], [(down, right), (down + end.0, right + end.1)])
        };
        let moves = DOWNWARD.iter().filter(crosses).fold(0, |bits, other| bits | 1 << other);
        (down, right, moves)
    });
    crossings.filter(|(_, _, moves)| *moves != 0).collect()
}

/// Whether two lines cross between their ends.
fn cross([a, b]: [(i64, i64); 2], [c, d]: [(i64, i64); 2]) -> bool {
    let side = |from: (i64, i64), to: (i64, i64), at: (i64, i64)| {
        ((to.0 - from.0) * (at.1 - from.1) - (to.1 - from.1) * (at.0 - from.0)).signum()
    };
    side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}
