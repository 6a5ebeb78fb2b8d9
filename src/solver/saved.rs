//! The state of a search as a file stores it: the part that all searches have, and the method's own.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::{Event, SearchState, Status};
use crate::board::{Board, Square};
use crate::tour::check_path;

/// The part of a search that changes, as a checkpoint in a file has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    status: Status,
    last: Option<Event>,
    /// Placements, retreats, restarts and rewires.
    steps: [u64; 4],
    counters: Vec<u64>,
    visits: Vec<u64>,
    /// The first square and the moves from it, as digits from 1 to 8.
    path: String,
    /// The longest path so far, if it is not that one.
    deepest: Option<String>,
    /// The method's own state, as JSON.
    own: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the checkpoint does not fit the search")]
pub struct LoadError;

/// No search takes as many steps as this; counters up to here leave room to count on.
pub const MAX_STEPS: u64 = 1 << 60;

impl LoadError {
    pub(super) fn unless(fits: bool) -> Result<(), LoadError> {
        if fits { Ok(()) } else { Err(LoadError) }
    }
}

impl Saved {
    /// A search in this state, with its method's own part.
    pub fn new(state: &SearchState, own: &impl Serialize) -> Option<Saved> {
        let (board, tally, work) = (state.puzzle.board(), &state.tally, &state.tally.work);
        let deepest = match tally.stored_deepest() {
            Some(deepest) => Some(path_text(board, deepest)?),
            None => None,
        };
        Some(Saved {
            status: state.status,
            last: state.last,
            steps: work.kinds().map(|(_, number)| number),
            counters: work.counters.iter().map(|(_, number)| number).collect(),
            visits: tally.visits.clone(),
            path: path_text(board, &state.path)?,
            deepest,
            own: serde_json::to_string(own).ok()?,
        })
    }

    pub fn steps(&self) -> u64 {
        self.steps.iter().fold(0, |sum, number| sum.saturating_add(*number))
    }

    /// Loads the common part into the state of a new search, and returns the method's own.
    pub fn open<T: DeserializeOwned>(self, state: &mut SearchState) -> Result<T, LoadError> {
        let puzzle = &state.puzzle;
        let board = puzzle.board();
        let path = read_path(board, &self.path)?;
        let deepest = self.deepest.map(|text| read_path(board, &text)).transpose()?;
        let is_tour = path.len() == board.squares_to_visit() && puzzle.is_reached_by(&path);
        let mut sum = self.steps.iter().chain(&self.counters).chain(&self.visits);
        let sum = sum.try_fold(0_u64, |sum, number| sum.checked_add(*number));
        LoadError::unless(
            path.iter().zip(puzzle.given()).all(|(square, given)| square == given)
                && (self.status != Status::Found || is_tour)
                && deepest.as_ref().is_none_or(|deepest| deepest.len() >= path.len())
                && self.visits.len() == state.tally.visits.len()
                && sum.is_some_and(|sum| sum <= MAX_STEPS)
                && state.tally.work.counters.load(&self.counters),
        )?;
        let work = &mut state.tally.work;
        [work.placements, work.retreats, work.restarts, work.rewires] = self.steps;
        state.tally.load(&path, self.visits, deepest);
        (state.path, state.status, state.last) = (path, self.status, self.last);
        serde_json::from_str(&self.own).map_err(|_| LoadError)
    }
}

/// The first square and the moves from it; `None` if one of them is no knight's move.
fn path_text(board: &Board, path: &[Square]) -> Option<String> {
    let Some(first) = path.first() else { return Some(String::new()) };
    let digit = |pair: &[Square]| {
        board.move_between(pair[0], pair[1]).map(|slot| char::from(b'1' + slot as u8))
    };
    let moves: Option<String> = path.windows(2).map(digit).collect();
    Some(format!("{}:{}", first.index(), moves?))
}

fn read_path(board: &Board, text: &str) -> Result<Vec<Square>, LoadError> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let (start, moves) = text.split_once(':').ok_or(LoadError)?;
    let start = start.parse().map(Square::at).map_err(|_| LoadError)?;
    LoadError::unless(start.index() < board.size() && moves.len() < board.size())?;
    let mut path = Vec::with_capacity(moves.len() + 1);
    path.push(start);
    for digit in moves.bytes() {
        let slot = usize::from(digit.wrapping_sub(b'1'));
        let next = (slot < 8).then(|| board.moved(path[path.len() - 1], slot)).flatten();
        path.push(next.ok_or(LoadError)?);
    }
    check_path(board, &path).map_err(|_| LoadError)?;
    Ok(path)
}
