//! Base tours: small tours that a method lays side by side in place of tours that it finds itself.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::board::{Board, BoardError, Square, SquareError, Symmetry, parse_squares};
use crate::text::quoted;
use crate::tour::{Tour, TourError};

pub const MAX_BASE_TOURS: usize = 64;

const BASE_SIDES: RangeInclusive<u32> = 6..=12;

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaseError {
    #[error("base tour {0} has no board; write board:squares, such as 6x6:0,0;1,2;2,0")]
    NoBoard(String),
    #[error("a base tour has a wrong board: {0}")]
    Board(#[from] BoardError),
    #[error("a base tour has a wrong square: {0}")]
    Square(#[from] SquareError),
    #[error("a base tour must be of a plain board; this {0} board has wrap-around edges or holes")]
    NotPlain(String),
    #[error("a base tour of the {0} board cannot be used; its sides must be from 6 to 12")]
    Size(String),
    #[error("the base tour of the {0} board is not a tour: {1}")]
    NoTour(String, TourError),
    #[error("the base tour of the {0} board is open; use a closed tour")]
    Open(String),
    #[error(
        "the base tour of the {0} board is not structured; use a tour that has the two joining moves \
         near each corner, as 'knights-tour check' finds out"
    )]
    Unstructured(String),
    #[error("two base tours of the {0} board are the same; leave one out")]
    Twice(String),
    #[error("there are too many base tours; use at most {MAX_BASE_TOURS}")]
    TooMany,
}

/// Different closed, structured tours of small plain boards, each stored from its first square on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct BaseTours(Arc<[Tour]>);

impl BaseTours {
    /// Checks that these tours can be base tours.
    pub fn new(tours: impl IntoIterator<Item = Tour>) -> Result<BaseTours, BaseError> {
        let mut all: Vec<Tour> = Vec::new();
        for tour in tours {
            let tour = canonical(&tour)?;
            if all.contains(&tour) {
                return Err(BaseError::Twice(tour.board().to_string()));
            }
            if all.len() == MAX_BASE_TOURS {
                return Err(BaseError::TooMany);
            }
            all.push(tour);
        }
        Ok(BaseTours(all.into()))
    }

    pub fn with(&self, tour: &Tour) -> Result<BaseTours, BaseError> {
        BaseTours::new(self.iter().cloned().chain([tour.clone()]))
    }

    /// Reads tours that are written as `6x6:0,0;1,2;…`.
    pub(super) fn parse(words: &[&str]) -> Result<BaseTours, BaseError> {
        if words.len() > MAX_BASE_TOURS {
            return Err(BaseError::TooMany);
        }
        let tours: Result<Vec<Tour>, BaseError> = words.iter().map(|word| parse(word)).collect();
        BaseTours::new(tours?)
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Tour> {
        self.0.iter()
    }

    pub fn shapes(&self) -> BTreeSet<(u32, u32)> {
        self.iter().map(|tour| shape(tour.board())).collect()
    }

    /// Those that fit a block of this many rows and columns, turned where that is needed.
    pub fn fitting(&self, rows: u32, cols: u32) -> impl Iterator<Item = Tour> + '_ {
        self.iter().filter_map(move |tour| match shape(tour.board()) {
            shape if shape == (rows, cols) => Some(tour.clone()),
            shape if shape == (cols, rows) => Some(tour.transformed(Symmetry::new(false, 1))),
            _ => None,
        })
    }
}

/// The board of a base tour, if it has a size that can be used. Larger ones are never made.
pub fn base_board(rows: u32, cols: u32) -> Result<Board, BaseError> {
    let board = Board::new(rows, cols)?;
    let fits = BASE_SIDES.contains(&rows) && BASE_SIDES.contains(&cols);
    if fits { Ok(board) } else { Err(BaseError::Size(board.to_string())) }
}

pub fn base_tour(board: Board, path: Vec<Square>) -> Result<Tour, BaseError> {
    let name = board.to_string();
    Tour::new(board, path).map_err(|error| BaseError::NoTour(name, error))
}

fn shape(board: &Board) -> (u32, u32) {
    (board.rows(), board.cols())
}

fn parse(word: &str) -> Result<Tour, BaseError> {
    let (board, squares) = word.split_once(':').ok_or_else(|| BaseError::NoBoard(quoted(word)))?;
    let (rows, cols) = shape(&board.parse()?);
    let board = base_board(rows, cols)?;
    let path = parse_squares(&board, squares)?;
    base_tour(board, path)
}

/// The tour from its first square on, towards the lower neighbour, if it can be a base tour.
fn canonical(tour: &Tour) -> Result<Tour, BaseError> {
    let board = tour.board();
    let name = || board.to_string();
    if board.is_wrapped() || !board.holes().is_empty() {
        return Err(BaseError::NotPlain(name()));
    }
    base_board(board.rows(), board.cols())?;
    if !tour.is_closed() {
        return Err(BaseError::Open(name()));
    }
    if !tour.is_structured() {
        return Err(BaseError::Unstructured(name()));
    }
    let mut path = tour.path().to_vec();
    let first = path.iter().position(|square| square.index() == 0).unwrap_or(0);
    path.rotate_left(first);
    if path[1] > path[path.len() - 1] {
        path[1..].reverse();
    }
    base_tour(board.clone(), path)
}
