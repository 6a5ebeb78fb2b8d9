//! Everything a method shows besides its numbered path. Computed only on request.

use std::ops::Range;

use crate::board::{Board, Square};

/// A move between two squares, in either direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Link(pub Square, pub Square);

/// Drawn on the board in addition to the numbered path. Lists by square are empty or have an entry for
/// each square, in reading order. The memory is reused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// For each square, which of the eight moves are drawn as links: bit 0 is the first of
    /// [`MOVES`](crate::board::MOVES). Each link is marked in both of its squares. On small wrapped
    /// boards, where two moves may reach the same square, the first of them counts.
    pub links: Vec<u8>,
    /// For each square, the number of its piece; 0 if it has none.
    pub pieces: Vec<u32>,
    /// Links that the last step took away, and those that it put in.
    pub cut: Vec<Link>,
    pub made: Vec<Link>,
    /// Which squares of the path the last step turned round, by their places in it.
    pub turned: Range<usize>,
    /// Squares that something is wrong with.
    pub flagged: Vec<Square>,
    /// For each square, how strong each of its eight moves is.
    pub move_weights: Vec<[u8; 8]>,
}

impl Overlay {
    /// Forgets everything but keeps the memory.
    pub fn clear(&mut self) {
        let Overlay { links, pieces, cut, made, turned, flagged, move_weights } = self;
        links.clear();
        pieces.clear();
        cut.clear();
        made.clear();
        *turned = 0..0;
        flagged.clear();
        move_weights.clear();
    }

    pub fn is_empty(&self) -> bool {
        let Overlay { links, pieces: _, cut, made, turned: _, flagged, move_weights } = self;
        links.is_empty()
            && cut.is_empty()
            && made.is_empty()
            && flagged.is_empty()
            && move_weights.is_empty()
    }

    pub fn link(&mut self, board: &Board, Link(a, b): Link) {
        self.links.resize(board.size(), 0);
        for (from, to) in [(a, b), (b, a)] {
            if let Some(slot) = board.move_between(from, to) {
                self.links[from.index()] |= 1 << slot;
            }
        }
    }

    pub fn linked<'a>(
        &'a self,
        board: &'a Board,
        square: Square,
    ) -> impl Iterator<Item = Square> + 'a {
        let mask = self.links.get(square.index()).copied().unwrap_or(0);
        let moves = (0..8).filter(move |slot| mask >> slot & 1 == 1);
        moves.filter_map(move |slot| board.moved(square, slot))
    }

    /// Every link once.
    pub fn all_links<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Link> + 'a {
        (0..self.links.len()).flat_map(move |index| {
            let from = Square::at(index as u32);
            let others = self.linked(board, from).filter(move |to| from < *to);
            others.map(move |to| Link(from, to))
        })
    }

    /// Numbers the pieces that the links make, from 1, in reading order. Squares without a link get 0.
    pub fn number_pieces(&mut self, board: &Board) {
        let mut pieces = std::mem::take(&mut self.pieces);
        pieces.clear();
        pieces.resize(self.links.len(), 0);
        let (mut count, mut open) = (0, Vec::new());
        for index in 0..pieces.len() {
            if pieces[index] != 0 || self.links[index] == 0 {
                continue;
            }
            count += 1;
            open.push(Square::at(index as u32));
            pieces[index] = count;
            while let Some(square) = open.pop() {
                for other in self.linked(board, square) {
                    if pieces[other.index()] == 0 {
                        pieces[other.index()] = count;
                        open.push(other);
                    }
                }
            }
        }
        self.pieces = pieces;
    }
}

/// A named number of a step. The first one that a method lists is drawn along its timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metric {
    pub title: &'static str,
    pub value: f64,
}

/// Other answers that a method holds at once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidates {
    /// A name for all of them, such as "Population".
    pub title: &'static str,
    /// How many there are; the list may have only the first of them.
    pub all: usize,
    /// The best first.
    pub list: Vec<Candidate>,
}

/// One of several answers that a method holds at once: an individual, an ant's walk or a loose cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub name: String,
    pub score: f64,
    /// The unit of the score, such as "squares".
    pub unit: &'static str,
    pub path: Vec<Square>,
    pub closed: bool,
    /// The number of its piece in the overlay, from 1; 0 if it has none.
    pub piece: u32,
    /// The moves it is made of, from 0 to 7, each drawn in its own colour; may be empty.
    pub strip: Vec<u8>,
}
