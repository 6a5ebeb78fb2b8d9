//! Rearranging the path on the board: repairing it, closing a tour, and keeping a tour as a base tour.

use std::cell::Cell;
use std::sync::Arc;

use super::refusal::check_theorems;
use super::{Session, Setup, State};
use crate::board::{Board, Square};
use crate::puzzle::{BaseError, Goal, Puzzle};
use crate::solver::{METHODS, MethodConfig, Status};

const WRONG_BASE_SIZE: &str =
    "The board has the wrong size: base tours are of 6×6, 6×8, 8×8, 8×10, 10×10 or 10×12.";

/// The last answer to a question, with the search and the step that it is about.
type KnownAnswer = Cell<Option<(Option<(u64, u64)>, bool)>>;

/// Answers that take a while on a large board.
#[derive(Default)]
pub(super) struct KnownAnswers {
    can_repair: KnownAnswer,
    can_be_closed: KnownAnswer,
    can_close_tour: KnownAnswer,
}

fn known(answer: &KnownAnswer, about: Option<(u64, u64)>, find: impl FnOnce() -> bool) -> bool {
    if let Some((other, known)) = answer.get()
        && other == about
    {
        return known;
    }
    let found = find();
    answer.set(Some((about, found)));
    found
}

impl Session {
    /// The unfinished path on the board as a puzzle for a method that rearranges paths: the path that is
    /// to be finished, or the longest one of a search that gave up.
    fn repair(&self, is_whole: bool) -> Option<(Puzzle, MethodConfig)> {
        let Setup { board, given, goal, seed, .. } = &self.setup;
        let Some(active) = &self.active else {
            return rearrangement(board, given, *goal, *seed, true);
        };
        let frame = active.frame.as_ref()?;
        if frame.status != Status::GaveUp || active.tour.is_some() {
            return None;
        }
        let (puzzle, path) = (&active.puzzle, &frame.path);
        let is_whole = is_whole || puzzle.goal().end().is_some();
        let found = rearrangement(puzzle.board(), path, puzzle.goal(), puzzle.seed(), is_whole)?;
        // A method that gave up on a path would do so again.
        (found.1.method.name != active.pick.config.method.name).then_some(found)
    }

    /// The open tour on the board as a puzzle for a method that can rearrange it into a closed one.
    fn closing(&self, is_whole: bool) -> Option<(Puzzle, MethodConfig)> {
        let active = self.active.as_ref()?;
        let tour = active.tour.as_ref().filter(|tour| !tour.is_closed())?;
        if !active.puzzle.goal().is_any() {
            return None;
        }
        rearrangement(tour.board(), tour.path(), Goal::Closed, active.puzzle.seed(), is_whole)
    }

    /// Whether a method can rearrange the unfinished path on the board.
    pub fn can_repair(&self) -> bool {
        let active = self.active.as_ref();
        let frame = active.and_then(|active| Some((active.id, active.frame.as_ref()?.step)));
        known(&self.rearranging.can_repair, frame, || self.repair(false).is_some())
    }

    /// Whether the open tour on the board can be rearranged into a closed one, if that is known.
    pub fn can_close_tour(&self) -> bool {
        let id = self.active.as_ref().map(|active| (active.id, 0));
        self.state() == (State::Found { closed: false })
            && known(&self.rearranging.can_close_tour, id, || self.closing(false).is_some())
    }

    /// Whether a closed tour could be looked for in place of the open one on the board.
    pub fn can_be_closed(&self) -> bool {
        let Some(active) = &self.active else { return false };
        let puzzle = &active.puzzle;
        let is_open = self.state() == State::Found { closed: false };
        if !is_open || !puzzle.goal().is_any() || puzzle.given().len() != 1 {
            return false;
        }
        known(&self.rearranging.can_be_closed, Some((active.id, 0)), || {
            let (board, start) = (puzzle.board().clone(), vec![puzzle.start()]);
            let closed = Puzzle::new(board, start, Goal::Closed, puzzle.seed());
            closed.is_ok_and(|closed| check_theorems(closed).is_ok())
        })
    }

    pub fn close_tour(&mut self) {
        if let Some((puzzle, config)) = self.closing(true) {
            let (goal, given) = (Goal::Closed, Arc::default());
            self.replace_setup(Setup { goal, config, given, ..self.setup.clone() });
            self.search(puzzle);
        }
    }

    /// Rearranges the unfinished path on the board until it can be finished.
    pub fn start_repair(&mut self) {
        if let Some((puzzle, config)) = self.repair(true) {
            self.setup.config = config;
            self.forget_answers();
            self.search(puzzle);
        }
    }

    /// The set-up with the tour on the board as another base tour, and with a method that uses it; or why
    /// it cannot be one.
    pub fn with_base_tour(&self) -> Result<Setup, String> {
        let tour = self.active.as_ref().and_then(|active| active.tour.as_ref());
        let tour = tour.ok_or("There is no tour on the board.")?;
        let config = configs().find(MethodConfig::takes_base).unwrap_or_default();
        let base = self.setup.base.with(tour).map_err(|error| match error {
            BaseError::Open(_) => "The tour is open. A base tour must be closed.",
            BaseError::Unstructured(_) => {
                "The tour is not structured: it lacks moves near the corners by which parts are joined."
            }
            BaseError::NotPlain(_) => "The board has wrap-around edges or holes.",
            BaseError::Twice(_) => "This tour is a base tour already.",
            BaseError::TooMany => "There are as many base tours as can be kept.",
            _ => WRONG_BASE_SIZE,
        })?;
        // A board that is divided into parts is not a part itself.
        let board = tour.board();
        if !config.base_shapes(board).contains(&(board.rows(), board.cols())) {
            return Err(WRONG_BASE_SIZE.to_owned());
        }
        // The squares of a tour from a file are given; they are not part of the next puzzle.
        Ok(Setup { base, config, given: Arc::default(), ..self.setup.clone() })
    }
}

fn configs() -> impl Iterator<Item = MethodConfig> {
    METHODS.iter().map(|method| MethodConfig::new(method))
}

/// A path as a puzzle for a method that rearranges paths, and that method. To know whether there is one,
/// the beginning of the path is enough, unless it matters which squares it must not pass.
fn rearrangement(
    board: &Board,
    path: &[Square],
    goal: Goal,
    seed: u64,
    is_whole: bool,
) -> Option<(Puzzle, MethodConfig)> {
    let path = if is_whole { path } else { &path[..path.len().min(2)] };
    let puzzle = Puzzle::repairing(board.clone(), path.to_vec(), goal, seed).ok()?;
    puzzle.repair()?;
    let puzzle = check_theorems(puzzle).ok()?;
    let config = configs().find(|config| !config.picks() && config.refusal(&puzzle).is_none())?;
    Some((puzzle, config))
}
