//! The position of a search: everything a file must store to resume it, and checks that it is sound.

use std::collections::BTreeMap;

use super::ranking::Generator;
use super::{Event, Status, Tally};
use crate::board::Square;
use crate::puzzle::{Goal, Puzzle};
use crate::text::{counted, quoted};
use crate::tour::check_path;

/// The position of a search. [`Recipe::load`](super::Recipe::load) turns it back into a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// Squares placed.
    pub placements: u64,
    /// Squares taken back.
    pub retreats: u64,
    /// Times the search restarted.
    pub restarts: u64,
    /// Whether the search has ended, and how.
    pub status: Status,
    /// What the last step was.
    pub last: Option<Event>,
    /// The squares visited, in order.
    pub path: Vec<Square>,
    /// The longest path so far, if it is not the one above.
    pub deepest: Option<Vec<Square>>,
    /// How often each square was placed, in reading order.
    pub visits: Vec<u64>,
    /// For each square of the path, the moves still to be tried from it, in order, as places in the
    /// method's move order; empty if they follow from the path.
    pub untried: Vec<Moves>,
    /// The random state, if the method uses one.
    pub chance: Option<Generator>,
    /// Other numbers that a method stores, by name.
    pub own: BTreeMap<String, u64>,
}

/// No search takes as many steps as this; counters up to here leave room to count on.
const MOST_STEPS: u64 = 1 << 60;

/// Some of the eight moves, by their places in a move order.
pub type Moves = Vec<u8>;

/// Why a position cannot belong to this search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

impl PositionError {
    pub(super) fn new(what: impl Into<String>) -> PositionError {
        PositionError(what.into())
    }
}

impl Position {
    /// A position without anything that only one method stores.
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

    /// The square that the search tried last from the path's square of this number; `None` if it has
    /// tried none.
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

    /// The numbers that a method stored under these names. There must be no others.
    pub(super) fn own(&self, names: &[&str]) -> Result<Vec<u64>, PositionError> {
        let missing = |name: &&str| PositionError(format!("the number '{name}' is missing"));
        let unknown = |name: &&String| !names.contains(&name.as_str());
        if let Some(name) = self.own.keys().find(unknown) {
            let name = quoted(name);
            return Err(PositionError(format!("this method does not use a number {name}")));
        }
        names.iter().map(|name| self.own.get(*name).copied().ok_or_else(|| missing(name))).collect()
    }

    /// Checks that each square of the path has a list of moves still to be tried if lists are needed,
    /// and that there are no lists otherwise.
    pub(super) fn check_lists(&self, needed: bool) -> Result<(), PositionError> {
        let lists = if needed { self.path.len() } else { 0 };
        refuse_if(self.untried.len() != lists, "the moves still to be tried do not match the path")
    }

    /// Checks that nothing is stored that the method does not use.
    pub(super) fn check_plain(&self) -> Result<(), PositionError> {
        self.check_lists(false)?;
        self.own(&[])?;
        let has_random_state = self.chance.is_some();
        refuse_if(has_random_state, "it stores random state that this method does not use")
    }

    /// Checks that a search which tries every path neither started over nor gave up.
    pub(super) fn check_thorough(&self) -> Result<(), PositionError> {
        refuse_if(self.restarts > 0, "this method never starts over")?;
        refuse_if(self.status == Status::GaveUp, "this method never gives up")
    }

    /// Checks everything that is true of every search of a puzzle.
    pub(super) fn check(&self, puzzle: &Puzzle) -> Result<(), PositionError> {
        self.check_path(puzzle, &self.path, "path")?;
        if let Some(deepest) = &self.deepest {
            self.check_path(puzzle, deepest, "deepest path")?;
            let is_longest = deepest.len() >= self.path.len();
            refuse_if(!is_longest, "the deepest path is shorter than the current path")?;
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
        check_path(board, path).map_err(|error| PositionError(format!("the {name}: {error}")))?;
        let shared = path.len().min(puzzle.given().len());
        let begins = path[..shared] == puzzle.given()[..shared];
        refuse_if(!begins, &format!("the {name} does not begin with the given squares"))?;
        let before_last = path.len().min(board.squares_to_visit() - 1);
        let early = match puzzle.goal() {
            Goal::End(end) => path[..before_last].contains(&end),
            Goal::Any | Goal::Closed => false,
        };
        refuse_if(early, &format!("the {name} visits the end square too early"))
    }

    fn check_counters(&self, puzzle: &Puzzle) -> Result<(), PositionError> {
        let (board, given) = (puzzle.board(), puzzle.given().len());
        refuse_if(self.visits.len() != board.size(), "a visit count is missing")?;
        let sum = self.visits.iter().try_fold(0_u64, |sum, visits| sum.checked_add(*visits));
        let sums_up = sum == Some(self.placements);
        refuse_if(!sums_up, "the visit counts do not add up to the placements")?;
        let visited = |square: &Square| self.visits[square.index()] > 0;
        let paths = self.path.iter().chain(self.deepest.iter().flatten());
        refuse_if(!paths.clone().all(visited), "a square of the path has a visit count of 0")?;
        let left = self.placements.checked_sub(self.retreats);
        let length = self.path.len() as u64;
        let fits = match left {
            Some(left) if self.restarts == 0 => left == length,
            Some(left) => left >= length,
            None => false,
        };
        let squares = counted(length, "square");
        refuse_if(!fits, &format!("the counters do not match a path of {squares}"))?;
        let total = self.placements.checked_add(self.retreats);
        let total = total.and_then(|sum| sum.checked_add(self.restarts));
        let too_large = total.is_none_or(|total| total > MOST_STEPS);
        refuse_if(too_large, "the counters are too large")?;
        let placing = self.steps() < given as u64;
        refuse_if(placing && self.steps() != length, "the given squares are not placed in order")
    }

    fn check_last(&self, puzzle: &Puzzle) -> Result<(), PositionError> {
        let board = puzzle.board();
        let head = self.path.last().copied();
        let given = puzzle.given().get(self.path.len()).copied();
        let fits = match self.last {
            None => self.steps() == 0,
            Some(Event::Advance(square)) => head == Some(square),
            Some(Event::Retreat(square)) => {
                let from = head.map_or(puzzle.start() == square, |head| {
                    square.index() < board.size() && board.joined(head, square)
                });
                let next = given.is_none_or(|given| given == square);
                from && next && !self.path.contains(&square) && self.retreats > 0
            }
            Some(Event::Restart) => self.restarts > 0 && self.path.len() == puzzle.given().len(),
        };
        refuse_if(!fits, "the last step does not match the path")
    }

    fn check_status(&self, puzzle: &Puzzle) -> Result<(), PositionError> {
        let whole = self.path.len() == puzzle.board().squares_to_visit();
        let fits = match self.status {
            Status::Found => whole && puzzle.is_reached_by(&self.path),
            Status::Exhausted => self.path.is_empty() && self.retreats > 0,
            Status::Searching => !self.path.is_empty() || self.steps() == 0,
            Status::GaveUp => !self.path.is_empty(),
        };
        refuse_if(!fits, "the status does not match the path")
    }
}

pub(super) fn refuse_if(wrong: bool, what: &str) -> Result<(), PositionError> {
    if wrong { Err(PositionError::new(what)) } else { Ok(()) }
}
