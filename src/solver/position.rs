//! Where a search stands: all that a file has to keep of it, and whether that can be true.

use std::collections::BTreeMap;

use super::ranking::Generator;
use super::{Event, Status, Tally};
use crate::board::Square;
use crate::puzzle::{Goal, Puzzle};
use crate::text::grouped;
use crate::tour::check_path;

/// Where a search stands. [`Recipe::load`](super::Recipe::load) makes a search of it again.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Squares placed.
    pub placements: u64,
    /// Squares taken back.
    pub retreats: u64,
    /// Times the search began anew.
    pub restarts: u64,
    /// How the search stands.
    pub status: Status,
    /// What the last step was.
    pub last: Option<Event>,
    /// The squares visited, in order.
    pub path: Vec<Square>,
    /// The longest path so far, where it is not the one above.
    pub deepest: Option<Vec<Square>>,
    /// How often each square was placed, in reading order.
    pub visits: Vec<u64>,
    /// For each square of the path the moves still to be tried from it, as places in the method's
    /// move order, in the order in which they come; empty where they follow from the path.
    pub untried: Vec<Moves>,
    /// Where chance comes from, where the method uses it.
    pub chance: Option<Generator>,
    /// What else a method has to keep, by name.
    pub own: BTreeMap<String, u64>,
}

/// Some of the eight moves, by their places in a move order.
pub type Moves = Vec<u8>;

/// Why a position cannot be one of this search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

impl PositionError {
    pub(super) fn new(what: impl Into<String>) -> PositionError {
        PositionError(what.into())
    }
}

impl Position {
    /// A position with nothing of a method's own.
    pub(super) fn new(
        path: &[Square],
        status: Status,
        last: Option<Event>,
        tally: &Tally,
    ) -> Position {
        let mut position = Position {
            placements: 0,
            retreats: 0,
            restarts: 0,
            status,
            last,
            path: path.to_vec(),
            deepest: None,
            visits: Vec::new(),
            untried: Vec::new(),
            chance: None,
            own: BTreeMap::new(),
        };
        tally.save(&mut position);
        position
    }

    /// The square that the search went to, or came back from, from the path's square of this
    /// number; nothing where no move from it was tried.
    pub(super) fn tried_from(&self, number: usize) -> Option<Square> {
        match (self.path.get(number + 1), self.last) {
            (Some(next), _) => Some(*next),
            (None, Some(Event::Retreat(square))) => Some(square),
            (None, _) => None,
        }
    }

    /// Placements, retreats and restarts together.
    pub fn steps(&self) -> u64 {
        self.placements.saturating_add(self.retreats).saturating_add(self.restarts)
    }

    /// What a method kept under a name. Every number that is kept must be asked for.
    pub(super) fn own(&self, names: &[&str]) -> Result<Vec<u64>, PositionError> {
        let missing = |name: &&str| PositionError(format!("its number {name} is missing"));
        let unknown = |name: &&String| !names.contains(&name.as_str());
        if let Some(name) = self.own.keys().find(unknown) {
            return Err(PositionError(format!("its number {name} is not known")));
        }
        names.iter().map(|name| self.own.get(*name).copied().ok_or_else(|| missing(name))).collect()
    }

    /// Checks that there is a list of moves still to be tried for each square of the path, or none.
    pub(super) fn check_lists(&self, needed: bool) -> Result<(), PositionError> {
        let lists = if needed { self.path.len() } else { 0 };
        refuse_if(self.untried.len() != lists, "its lists of moves to be tried do not fit its path")
    }

    /// Checks that nothing is kept which the method has no use for.
    pub(super) fn check_plain(&self) -> Result<(), PositionError> {
        self.check_lists(false)?;
        self.own(&[])?;
        refuse_if(self.chance.is_some(), "it keeps chance, but has none")
    }

    /// Checks all that holds for every search of a puzzle.
    pub(super) fn check(&self, puzzle: &Puzzle) -> Result<(), PositionError> {
        self.check_path(puzzle, &self.path, "path")?;
        if let Some(deepest) = &self.deepest {
            self.check_path(puzzle, deepest, "deepest path")?;
            refuse_if(deepest.len() < self.path.len(), "its deepest path is not the deepest")?;
        }
        self.check_counters(puzzle)?;
        self.check_last(puzzle)?;
        self.check_status(puzzle)
    }

    fn check_path(
        &self,
        puzzle: &Puzzle,
        path: &[Square],
        name: &str,
    ) -> Result<(), PositionError> {
        let board = puzzle.board();
        check_path(board, path).map_err(|error| PositionError(format!("its {name}: {error}")))?;
        let shared = path.len().min(puzzle.given().len());
        let begins = path[..shared] == puzzle.given()[..shared];
        refuse_if(!begins, &format!("its {name} does not begin with the given squares"))?;
        let early = match puzzle.goal() {
            Goal::End(end) => path.iter().rev().skip(1).any(|square| *square == end),
            Goal::Any | Goal::Closed => false,
        };
        refuse_if(early, &format!("its {name} comes to the end too early"))
    }

    fn check_counters(&self, puzzle: &Puzzle) -> Result<(), PositionError> {
        let (board, given) = (puzzle.board(), puzzle.given().len());
        refuse_if(
            self.visits.len() != board.size(),
            "it has not a count of visits for each square",
        )?;
        let sum = self.visits.iter().try_fold(0_u64, |sum, visits| sum.checked_add(*visits));
        let sums_up = sum == Some(self.placements);
        refuse_if(!sums_up, "its visits do not sum up to its placements")?;
        let visited = |square: &Square| self.visits[square.index()] > 0;
        let paths = self.path.iter().chain(self.deepest.iter().flatten());
        refuse_if(!paths.clone().all(visited), "a square of its path was never placed")?;
        let left = self.placements.checked_sub(self.retreats);
        let length = self.path.len() as u64;
        let fits = match left {
            Some(left) if self.restarts == 0 => left == length,
            Some(left) => left >= length,
            None => false,
        };
        refuse_if(!fits, &format!("its counters do not fit a path of {}", grouped(length)))?;
        let total = self.placements.checked_add(self.retreats);
        let total = total.and_then(|sum| sum.checked_add(self.restarts));
        refuse_if(total.is_none(), "its counters are too large")?;
        let placing = self.steps() < given as u64;
        refuse_if(placing && self.steps() != length, "its given squares are not placed in order")
    }

    fn check_last(&self, puzzle: &Puzzle) -> Result<(), PositionError> {
        let board = puzzle.board();
        let head = self.path.last().copied();
        let fits = match self.last {
            None => self.steps() == 0,
            Some(Event::Advance(square)) => head == Some(square),
            Some(Event::Retreat(square)) => {
                let from = head.map_or(puzzle.start() == square, |head| {
                    square.index() < board.size() && board.joined(head, square)
                });
                from && !self.path.contains(&square) && self.retreats > 0
            }
            Some(Event::Restart) => self.restarts > 0 && self.path.len() == puzzle.given().len(),
        };
        refuse_if(!fits, "its last step does not fit its path")
    }

    fn check_status(&self, puzzle: &Puzzle) -> Result<(), PositionError> {
        let whole = self.path.len() == puzzle.board().squares_to_visit();
        let fits = match self.status {
            Status::Found => whole && puzzle.is_reached_by(&self.path),
            Status::Exhausted => self.path.is_empty() && self.retreats > 0,
            Status::Searching => !self.path.is_empty() || self.steps() == 0,
            Status::GaveUp => !self.path.is_empty(),
        };
        refuse_if(!fits, "its state does not fit its path")
    }
}

pub(super) fn refuse_if(wrong: bool, what: &str) -> Result<(), PositionError> {
    if wrong { Err(PositionError::new(what)) } else { Ok(()) }
}
