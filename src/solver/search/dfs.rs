//! Depth-first search with sorted candidates and pruning. It drives `restarting`, and
//! `backtracking` when its moves are sorted or pruned.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::board::{MoveOrder, Square};
use crate::solver::search::choice::{self, Choice};
use crate::solver::search::field::{Cell, Field, Near, move_to};
use crate::solver::search::flow::{Ends, Flow, Scratch};
use crate::solver::search::ranking::{By, Candidates, Generator, Ranking, Ties};
use crate::solver::{
    DeadEnd, Event, Insight, LoadError, NextStep, Saved, SearchState, Solver, Status,
};

/// How far a search looks ahead. No value ever misses a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prune {
    /// Not at all.
    Off,
    /// At the squares beside the knight.
    Near,
    /// At all free squares.
    Strong,
}

/// A depth-first search, at some point in its tree.
#[derive(Clone)]
pub(crate) struct Dfs {
    pub(crate) state: SearchState,
    field: Field,
    pub(crate) ranking: Ranking,
    prune: Prune,
    /// What strong pruning knows of the board, shared by all copies.
    flow: Option<Arc<Flow>>,
    scratch: Scratch,
    squares: usize,
    start: Cell,
    end: Option<Cell>,
    /// The cell of the path's last square.
    head: Cell,
    /// The moves still to be tried from each square of the path.
    untried: Vec<Candidates>,
}

/// What a file stores of it.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedDfs {
    untried: Vec<Candidates>,
    chance: Option<Generator>,
}

impl Dfs {
    pub(crate) fn new(
        state: SearchState,
        order: &MoveOrder,
        (by, ties): (By, Ties),
        prune: Prune,
    ) -> Dfs {
        let puzzle = Arc::clone(&state.puzzle);
        let board = puzzle.board();
        let field = Field::new(board, order);
        let end = field.end(puzzle.goal());
        Dfs {
            ranking: Ranking::new(by, ties, puzzle.seed(), board, &field),
            start: field.cell(puzzle.start()),
            head: field.cell(puzzle.start()),
            end,
            flow: (prune == Prune::Strong).then(|| Arc::new(Flow::new(board, &field))),
            scratch: Scratch::default(),
            field,
            prune,
            squares: board.squares_to_visit(),
            untried: Vec::with_capacity(board.squares_to_visit()),
            state,
        }
    }

    /// The next given square, while they are being placed.
    fn next_given(&self) -> Option<Square> {
        self.state.puzzle.given().get(self.state.steps() as usize).copied()
    }

    fn advance(&mut self, cell: Cell, square: Square) -> Event {
        let near = self.field.place(cell);
        self.state.path.push(square);
        self.head = cell;
        self.state.tally.placed(&self.state.path);
        let candidates = if self.next_given().is_some() {
            Candidates::NONE
        } else if self.state.path.len() == self.squares {
            if self.state.puzzle.is_reached_by(&self.state.path) {
                self.state.status = Status::Found;
            }
            Candidates::NONE
        } else {
            self.candidates(square, &near)
        };
        self.untried.push(candidates);
        Event::Advance(square)
    }

    fn retreat(&mut self) -> Event {
        self.state.tally.retreated(&self.state.path);
        let square = self.state.path.pop().unwrap_or(self.state.puzzle.start());
        self.untried.pop();
        self.field.lift(self.head);
        match self.state.path.last() {
            Some(before) => self.head = self.field.cell(*before),
            None => self.state.status = Status::Exhausted,
        }
        Event::Retreat(square)
    }

    /// Takes back everything but the given squares, in one step, and finds the candidates of the
    /// last given square again.
    pub(crate) fn restart(&mut self) -> Option<Event> {
        let given = self.state.puzzle.given().len();
        self.state.tally.restarted(&self.state.path, given);
        for square in self.state.path.drain(given..).rev() {
            self.field.lift(self.field.cell(square));
        }
        self.untried.truncate(given);
        let square = self.state.path[given - 1];
        self.head = self.field.cell(square);
        let near = self.field.near(self.head);
        self.untried[given - 1] = self.candidates(square, &near);
        self.state.took(Event::Restart)
    }

    /// The moves worth trying from a square that was just placed, best first.
    fn candidates(&mut self, square: Square, near: &Near) -> Candidates {
        match self.allowed_here(near) {
            0 => Candidates::NONE,
            allowed => self.ranking.sorted(&self.field, square, near, allowed),
        }
    }

    /// The moves worth trying from the head.
    fn allowed_here(&mut self, near: &Near) -> u8 {
        let len = self.state.path.len();
        let allowed = self.allowed_near(&self.field, near, len);
        if allowed == 0 || len + 1 >= self.squares || self.flow.is_none() {
            return allowed;
        }
        // The moves from the square before were found here too, unless it was given.
        let before = (len > self.state.puzzle.given().len())
            .then(|| self.field.cell(self.state.path[len - 2]));
        let mut scratch = std::mem::take(&mut self.scratch);
        let has_room = self.has_room(&self.field, (self.head, before), &mut scratch);
        self.scratch = scratch;
        if has_room { allowed } else { 0 }
    }

    /// The moves worth trying from a cell at the end of a path of this length.
    fn allowed(&self, field: &Field, (head, near): (Cell, &Near), len: usize) -> u8 {
        let allowed = self.allowed_near(field, near, len);
        let is_short = len + 1 < self.squares;
        let is_cut = is_short && !self.has_room(field, (head, None), &mut Scratch::default());
        if is_cut { 0 } else { allowed }
    }

    /// The same as far as the squares beside the knight tell.
    fn allowed_near(&self, field: &Field, near: &Near, len: usize) -> u8 {
        let mut allowed = field.free_moves(near);
        let left = self.squares - len;
        if let Some(end) = self.end
            && left > 1
        {
            allowed &= !move_to(near, end);
        }
        if self.prune != Prune::Off && left > 1 {
            allowed &= self.worth_trying(field, near);
        }
        allowed
    }

    /// Whether strong pruning leaves a way from the head over all free squares. The square before it may be
    /// named if it left one there.
    fn has_room(
        &self,
        field: &Field,
        (head, before): (Cell, Option<Cell>),
        scratch: &mut Scratch,
    ) -> bool {
        let (start, end, goal) = (self.start, self.end, self.state.puzzle.goal());
        let ends = Ends { head, before, start, end, goal };
        self.flow.as_ref().is_none_or(|flow| flow.has_room(field, ends, scratch))
    }

    /// What there is to save besides the state.
    pub(crate) fn own(&self) -> SavedDfs {
        SavedDfs { untried: self.untried.clone(), chance: self.ranking.chance() }
    }

    /// Takes that over, when the state is in place.
    pub(crate) fn load_own(&mut self, own: SavedDfs) -> Result<(), LoadError> {
        LoadError::unless(own.untried.len() == self.state.path.len())?;
        self.ranking.load(own.chance);
        for (square, untried) in self.state.path.iter().zip(own.untried) {
            self.head = self.field.cell(*square);
            let near = self.field.place(self.head);
            self.untried.push(untried.among(self.field.free_moves(&near)));
        }
        Ok(())
    }

    /// Exact pruning at the head, with more than one square left to visit. If a free neighbour of
    /// the head has no free neighbour of its own, it can only be entered now, and then never left.
    /// If it has one, it must be entered now or be the last square of the tour. So all of those but
    /// one must be entered now, and that one must be allowed as the last square.
    fn worth_trying(&self, field: &Field, near: &Near) -> u8 {
        let must_close = self.state.puzzle.goal().needs_closing_move();
        let must_stay_open = if must_close { Some(self.start) } else { self.end };
        if must_stay_open.is_some_and(|cell| field.degree(cell) == 0) {
            return 0;
        }
        let (mut dead_ends, mut unfit) = (0_u8, 0_u8);
        for (slot, cell) in near.iter().enumerate() {
            match field.degree_if_free(*cell) {
                0 => return 0,
                1 => {
                    dead_ends |= 1 << slot;
                    unfit |= u8::from(!self.may_be_last(*cell)) << slot;
                }
                _ => {}
            }
        }
        match (dead_ends.count_ones(), unfit.count_ones()) {
            (0, _) | (1, 0) => u8::MAX,
            (1 | 2, 1) => unfit,
            (2, 0) => dead_ends,
            _ => 0,
        }
    }

    /// What it says with these choices; `otherwise` names the step that follows if there is no move.
    pub(crate) fn insight_where(
        &self,
        choices: &[Choice],
        otherwise: impl FnOnce(Square, DeadEnd) -> NextStep,
    ) -> Insight {
        let tie_break =
            |from, chosen, tied: &[Square]| self.ranking.tie_break(&self.field, from, chosen, tied);
        self.state.path_insight(choices, self.ranking.by, tie_break, otherwise)
    }

    fn may_be_last(&self, cell: Cell) -> bool {
        let must_close = self.state.puzzle.goal().needs_closing_move();
        self.end.is_none_or(|end| end == cell)
            && (!must_close || self.field.near(cell).contains(&self.start))
    }
}

impl Solver for Dfs {
    /// Moves on if a move is left to try, and steps back otherwise.
    #[inline]
    fn step(&mut self) -> Option<Event> {
        if self.state.status != Status::Searching {
            return None;
        }
        let event = if let Some(square) = self.next_given() {
            self.advance(self.field.cell(square), square)
        } else if let Some(slot) = self.untried.last_mut().and_then(Candidates::take_first) {
            let (cell, square) =
                self.field.beside(self.head, self.state.path[self.state.path.len() - 1], slot);
            self.advance(cell, square)
        } else {
            self.retreat()
        };
        self.state.took(event)
    }

    fn quick_steps(&self) -> u64 {
        match self.prune {
            Prune::Strong => (50_000 / self.squares as u64).max(1),
            Prune::Off | Prune::Near => 4_096,
        }
    }

    fn find_next(&mut self) {
        if self.state.status == Status::Found {
            self.state.search_on();
        }
    }

    fn state(&self) -> &SearchState {
        &self.state
    }

    fn choices(&self) -> Vec<Choice> {
        let (Some(head), Status::Searching) = (self.state.path.last(), self.state.status) else {
            return Vec::new();
        };
        if let Some(square) = self.next_given() {
            let state = crate::solver::ChoiceState::Chosen;
            return vec![Choice { square, onward: None, state }];
        }
        if let Some(square) = self.state.puzzle.given().get(self.state.path.len()) {
            // The given squares are being taken back.
            return vec![Choice {
                square: *square,
                onward: None,
                state: crate::solver::ChoiceState::Tried,
            }];
        }
        let left = self.untried.last().copied().unwrap_or_default();
        let near = self.field.near(self.head);
        let (free, len) = (self.field.free_moves(&near), self.state.path.len());
        let is_last = len + 1 == self.squares;
        let moves = (0..8).filter(|slot| free >> slot & 1 == 1).filter_map(|slot| {
            // The end square comes last, so it is not a choice before that.
            let is_early = Some(near[slot]) == self.end && !is_last;
            let (cell, other) = self.field.beside(self.head, *head, slot);
            (!is_early).then(|| (slot, other, self.ranking.compared(&self.field, cell)))
        });
        // Where a move is left, strong pruning left a way.
        let allowed = match left.first() {
            Some(_) => self.allowed_near(&self.field, &near, len),
            None => self.allowed(&self.field, (self.head, &near), len),
        };
        choice::choices(moves, allowed, left.mask(), left.first())
    }

    fn insight(&self) -> Insight {
        self.insight_where(&self.choices(), |from, why| self.state.step_back(from, why))
    }

    fn save(&self) -> Option<Saved> {
        Saved::new(&self.state, &self.own())
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let own = saved.open(&mut self.state)?;
        self.load_own(own)
    }

    fn bytes(&self) -> usize {
        let lists = size_of_val(&self.state.path[..]) + size_of_val(&self.untried[..]);
        let board = self.field.bytes() + self.ranking.bytes();
        size_of_val(self) + lists + board + self.state.tally.bytes()
    }
}
