//! A board on which every square has at most two links: pieces of a tour, joined until one is left.

use crate::board::{Board, MOVES, Square};
use crate::solver::build::plan::BoardBlock;
use crate::solver::overlay::{Link, Overlay};

/// The links of every square of a plain board, one byte each: two numbers of four bits, 0 for no link
/// and else the move that leads along it, from 1.
#[derive(Clone)]
pub(crate) struct LinkGrid {
    links: Vec<u8>,
    cols: i64,
    /// By how much each move changes the index of a square.
    strides: [i64; 8],
}

/// The move back. Opposite moves are four apart.
fn back(slot: u8) -> u8 {
    slot ^ 4
}

impl LinkGrid {
    pub(crate) fn new(board: &Board) -> LinkGrid {
        let cols = i64::from(board.cols());
        LinkGrid {
            links: vec![0; board.size()],
            cols,
            strides: MOVES.map(|(down, right)| down * cols + right),
        }
    }

    /// The memory it takes besides itself, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.links.len()
    }

    #[inline]
    fn moves(&self, square: Square) -> [u8; 2] {
        let byte = self.links[square.index()];
        [byte & 15, byte >> 4]
    }

    pub(crate) fn linked(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        self.slots(square).map(move |slot| self.moved(square, slot))
    }

    /// The moves along the links of a square.
    fn slots(&self, square: Square) -> impl Iterator<Item = u8> {
        self.moves(square).into_iter().filter(|code| *code > 0).map(|code| code - 1)
    }

    fn moved(&self, square: Square, slot: u8) -> Square {
        Square::at((square.index() as i64 + self.strides[usize::from(slot & 7)]) as u32)
    }

    /// The move from one square to another, which are a move apart.
    fn slot(&self, from: Square, to: Square) -> u8 {
        let (from, to) = (from.index() as i64, to.index() as i64);
        let step = (to / self.cols - from / self.cols, to % self.cols - from % self.cols);
        MOVES.iter().position(|known| *known == step).map_or(0, |slot| slot as u8)
    }

    /// Links two squares that are a move apart and have a link free each.
    pub(crate) fn link(&mut self, Link(a, b): Link) {
        let slot = self.slot(a, b);
        for (square, slot) in [(a, slot), (b, back(slot))] {
            let byte = &mut self.links[square.index()];
            let code = slot + 1;
            debug_assert!(*byte & 15 == 0 || *byte >> 4 == 0, "a third link");
            *byte |= if *byte & 15 == 0 { code } else { code << 4 };
        }
    }

    pub(crate) fn cut(&mut self, Link(a, b): Link) {
        let slot = self.slot(a, b);
        for (square, slot) in [(a, slot), (b, back(slot))] {
            let byte = &mut self.links[square.index()];
            if *byte & 15 == slot + 1 {
                *byte >>= 4;
            } else {
                *byte &= 15;
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        self.links.fill(0);
    }

    /// Lays a pattern of links onto the board, with its first square here.
    pub(crate) fn lay(&mut self, pattern: &Pattern, first: Square) {
        let rows = pattern.links.chunks(pattern.cols as usize);
        for (row, links) in rows.enumerate() {
            let at = first.index() + row * self.cols as usize;
            self.links[at..at + links.len()].copy_from_slice(links);
        }
    }

    /// Walks along the links from a square: to the other end, or round and back. The path is empty unless it
    /// has this many squares. `way` is 0 or 1, and decides where to go if there are two links.
    ///
    /// Both ends of the path grow at once: a step has to wait for the one before it, but not for those at
    /// the other end.
    pub(crate) fn walk(&self, start: Square, way: usize, many: usize, onto: &mut Vec<Square>) {
        onto.clear();
        let moves = self.moves(start);
        let (mut front, rear) = match moves {
            [0, 0] => (LinkWalker { at: start, slot: 0 }, Some(LinkWalker { at: start, slot: 0 })),
            [slot, 0] | [0, slot] => (LinkWalker { at: start, slot }, self.other_end(start)),
            _ => {
                let front = LinkWalker { at: start, slot: moves[way] };
                (front, Some(LinkWalker { at: start, slot: moves[1 - way] }.walked(self)))
            }
        };
        let Some(mut rear) = rear else { return };
        onto.resize(many, start);
        let (mut low, mut high) = (0, many - 1);
        while low + 1 < high {
            onto[high] = rear.at;
            front = front.walked(self);
            rear = rear.walked(self);
            (low, high) = (low + 1, high - 1);
            onto[low] = front.at;
            if front.at == start {
                break;
            }
        }
        onto[high] = rear.at;
        // They have met: one more step, and the squares are the same.
        let has_met =
            if low == high { front.at == rear.at } else { front.walked(self).at == rear.at };
        if !has_met || low + 1 < high {
            onto.clear();
        }
    }

    /// The other end of the path that begins at a square, if all other pieces are closed.
    fn other_end(&self, start: Square) -> Option<LinkWalker> {
        let is_end = |byte: &u8| *byte & 15 == 0 || *byte >> 4 == 0;
        let mut ends = self.links.iter().enumerate().filter(|(_, byte)| is_end(byte));
        let (end, byte) = ends.find(|(place, _)| *place != start.index())?;
        Some(LinkWalker { at: Square::at(end as u32), slot: (byte & 15) | (byte >> 4) })
    }

    /// Two links of different pieces that can be exchanged for two between them, the first of which begins
    /// at a square, given by row and column, and leads into the block beyond.
    pub(crate) fn swap(&self, (row, col): (u32, u32), beyond: &BoardBlock) -> Option<Swap> {
        let at = |row: u32, col: u32| Square::at(row * self.cols as u32 + col);
        let a1 = at(row, col);
        for (down, right) in MOVES {
            let row = row.wrapping_add_signed(down as i32);
            let col = col.wrapping_add_signed(right as i32);
            if !beyond.rows.contains(&row) || !beyond.cols.contains(&col) {
                continue;
            }
            let b1 = at(row, col);
            for a in self.slots(a1) {
                // Whether a move leads from the second square of one link to that of the other.
                let joined = |b: &u8| {
                    let ends = [a, *b].map(|slot| MOVES[usize::from(slot & 7)]);
                    let down = (down + ends[1].0 - ends[0].0).abs();
                    let right = (right + ends[1].1 - ends[0].1).abs();
                    (down, right) == (1, 2) || (down, right) == (2, 1)
                };
                if let Some(b) = self.slots(b1).find(joined) {
                    let link = |from: Square, slot: u8| Link(from, self.moved(from, slot));
                    return Some(Swap { a: link(a1, a), b: link(b1, b) });
                }
            }
        }
        None
    }

    pub(crate) fn overlay(&self, onto: &mut Overlay) {
        let mask = |byte: &u8| {
            let bit = |code: u8| if code == 0 { 0 } else { 1 << (code - 1) };
            bit(byte & 15) | bit(byte >> 4)
        };
        onto.links.extend(self.links.iter().map(mask));
    }
}

/// A position on a walk along the links, and the move to make next, from 1; 0 at the end.
#[derive(Clone, Copy)]
struct LinkWalker {
    at: Square,
    slot: u8,
}

impl LinkWalker {
    #[inline]
    fn walked(self, link_grid: &LinkGrid) -> LinkWalker {
        if self.slot == 0 {
            return self;
        }
        let at = link_grid.moved(self.at, self.slot - 1);
        let arrived = back(self.slot - 1) + 1;
        let byte = link_grid.links[at.index()];
        LinkWalker { at, slot: if byte & 15 == arrived { byte >> 4 } else { byte & 15 } }
    }
}

/// The links of a tour of a small board, which fit anywhere on a larger one.
#[derive(Clone)]
pub(crate) struct Pattern {
    links: Vec<u8>,
    cols: u32,
}

impl Pattern {
    /// The links of a path on a board, also between its last and its first square if it is closed.
    pub(crate) fn new(board: &Board, path: &[Square], closed: bool) -> Pattern {
        let mut link_grid = LinkGrid::new(board);
        path.windows(2).for_each(|pair| link_grid.link(Link(pair[0], pair[1])));
        if let ([first, .., last], true) = (path, closed) {
            link_grid.link(Link(*last, *first));
        }
        Pattern { links: link_grid.links, cols: board.cols() }
    }
}

/// Two links of different pieces, `a` and `b`, that can be exchanged for two between them: from the
/// first square of one to the first of the other, and from the second to the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) struct Swap {
    pub(crate) a: Link,
    pub(crate) b: Link,
}

impl Swap {
    pub(crate) fn cut(self) -> [Link; 2] {
        [self.a, self.b]
    }

    pub(crate) fn made(self) -> [Link; 2] {
        [Link(self.a.0, self.b.0), Link(self.a.1, self.b.1)]
    }
}
