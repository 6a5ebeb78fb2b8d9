//! What a file stores of a search that walks a path, and checks that it is sound.

use super::position::{Position, PositionError, refuse_if};
use super::{Event, Status};
use crate::board::Square;
use crate::puzzle::Puzzle;
use crate::text::counted;
use crate::tour::check_path;

/// Some of the eight moves, by their places in a move order.
pub type Moves = Vec<u8>;

/// The path of a search, and what belongs to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walk {
    /// The squares visited, in order.
    pub path: Vec<Square>,
    /// The longest path so far, if it is not the one above.
    pub deepest: Option<Vec<Square>>,
    /// How often each square was placed, in reading order.
    pub visits: Vec<u64>,
    /// For each square of the path, the moves still to be tried from it, in order, as places in the
    /// method's move order; empty if they follow from the path.
    pub untried: Vec<Moves>,
}

impl Walk {
    /// Checks that each square of the path has a list of moves still to be tried if lists are needed,
    /// and that there are no lists otherwise.
    pub(super) fn check_lists(&self, needed: bool) -> Result<(), PositionError> {
        let lists = if needed { self.path.len() } else { 0 };
        refuse_if(self.untried.len() != lists, "the moves still to be tried do not match the path")
    }

    /// Checks everything that is true of every path that a search walks.
    pub(super) fn check(&self, position: &Position, puzzle: &Puzzle) -> Result<(), PositionError> {
        check_squares(puzzle, &self.path, "path")?;
        if let Some(deepest) = &self.deepest {
            check_squares(puzzle, deepest, "deepest path")?;
            let is_longest = deepest.len() >= self.path.len();
            refuse_if(!is_longest, "the deepest path is shorter than the current path")?;
        }
        self.check_counters(position, puzzle)?;
        self.check_last(position, puzzle)?;
        self.check_status(position, puzzle)
    }

    fn check_counters(&self, position: &Position, puzzle: &Puzzle) -> Result<(), PositionError> {
        let (work, length) = (&position.work, self.path.len() as u64);
        refuse_if(self.visits.len() != puzzle.board().size(), "a visit count is missing")?;
        let sum = self.visits.iter().try_fold(0_u64, |sum, visits| sum.checked_add(*visits));
        let sums_up = sum == Some(work.placements);
        refuse_if(!sums_up, "the visit counts do not add up to the placements")?;
        let visited = |square: &Square| self.visits[square.index()] > 0;
        let paths = self.path.iter().chain(self.deepest.iter().flatten());
        refuse_if(!paths.clone().all(visited), "a square of the path has a visit count of 0")?;
        let fits = match work.placements.checked_sub(work.retreats) {
            Some(left) if work.restarts == 0 => left == length,
            Some(left) => left >= length,
            None => false,
        };
        let squares = counted(length, "square");
        refuse_if(!fits, &format!("the counters do not match a path of {squares}"))?;
        let placing = position.steps() < puzzle.given().len() as u64;
        let in_order = !placing || position.steps() == length;
        refuse_if(!in_order, "the given squares are not placed in order")
    }

    fn check_last(&self, position: &Position, puzzle: &Puzzle) -> Result<(), PositionError> {
        let board = puzzle.board();
        let head = self.path.last().copied();
        let given = puzzle.given().get(self.path.len()).copied();
        let fits = match position.last {
            None => true,
            Some(Event::Advance(square)) => head == Some(square),
            Some(Event::Retreat(square)) => {
                let from = head.map_or(puzzle.start() == square, |head| {
                    square.index() < board.size() && board.joined(head, square)
                });
                let next = given.is_none_or(|given| given == square);
                from && next && !self.path.contains(&square)
            }
            Some(Event::Restart) => self.path.len() == puzzle.given().len(),
            Some(Event::Rewire) => !self.path.is_empty(),
        };
        refuse_if(!fits, "the last step does not match the path")
    }

    fn check_status(&self, position: &Position, puzzle: &Puzzle) -> Result<(), PositionError> {
        let whole = self.path.len() == puzzle.board().squares_to_visit();
        let fits = match position.status {
            Status::Found => whole && puzzle.is_reached_by(&self.path),
            Status::Exhausted => self.path.is_empty() && position.work.retreats > 0,
            Status::Searching => !self.path.is_empty() || position.steps() == 0,
            Status::GaveUp => !self.path.is_empty(),
        };
        refuse_if(!fits, "the status does not match the path")
    }
}

fn check_squares(puzzle: &Puzzle, path: &[Square], name: &str) -> Result<(), PositionError> {
    let board = puzzle.board();
    check_path(board, path).map_err(|error| PositionError::new(format!("the {name}: {error}")))?;
    let shared = path.len().min(puzzle.given().len());
    let begins = path[..shared] == puzzle.given()[..shared];
    refuse_if(!begins, &format!("the {name} does not begin with the given squares"))?;
    let before_last = path.len().min(board.squares_to_visit() - 1);
    let is_early = puzzle.goal().end().is_some_and(|end| path[..before_last].contains(&end));
    refuse_if(is_early, &format!("the {name} visits the end square too early"))
}

/// What only searches that step back, and try every move, check of a position.
impl Position {
    /// The square that the search tried last from the path's square of this number; `None` if it has
    /// tried none.
    pub(super) fn tried_from(&self, number: usize) -> Option<Square> {
        let next = self.walk.as_ref().and_then(|walk| walk.path.get(number + 1));
        match (next, self.last) {
            (Some(next), _) => Some(*next),
            (None, Some(Event::Retreat(square))) => Some(square),
            (None, _) => None,
        }
    }

    /// Checks that nothing is stored beside the path, and returns that.
    pub(super) fn plain_walk(&self) -> Result<&Walk, PositionError> {
        let walk = self.walk()?;
        walk.check_lists(false)?;
        self.own(&[])?;
        self.lists(&[])?;
        self.check_not_random()?;
        Ok(walk)
    }

    /// Checks that every step was a placement, a retreat or a restart.
    pub(super) fn check_steps(&self) -> Result<(), PositionError> {
        refuse_if(self.work.rewires > 0, "this method only places squares and takes them back")
    }

    /// Checks that a search which tries every path neither started over nor gave up.
    pub(super) fn check_thorough(&self) -> Result<(), PositionError> {
        self.check_steps()?;
        refuse_if(self.work.restarts > 0, "this method never starts over")?;
        refuse_if(self.status == Status::GaveUp, "this method never gives up")
    }
}
