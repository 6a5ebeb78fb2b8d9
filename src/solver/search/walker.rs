//! The walk of all methods that place one square after another. A [`Rule`] picks the next square.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::board::{MoveOrder, Square};
use crate::solver::search::choice::{self, Choice, ChoiceState};
use crate::solver::search::field::{Cell, Field, Near, move_to};
use crate::solver::search::ranking::Ranking;
use crate::solver::{
    DeadEnd, Event, Insight, LoadError, NextStep, Saved, SearchState, Solver, Status,
};

/// The step after the path's last square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// The move with this place in the move order.
    Move(usize),
    StepBack,
    /// A new walk begins at the last given square.
    Restart,
    /// A new walk begins though this one could go on, because it has taken too long.
    RestartEarly,
}

/// How a method picks the next square, once the knight has reached the last one.
pub(crate) trait Rule: Clone + Send + Sync + 'static {
    /// Passed on from placing the knight to [`Rule::arrived`].
    type Placed;
    /// The form in which a file stores it.
    type Saved: Serialize + DeserializeOwned;

    fn place(&mut self, field: &mut Field, cell: Cell) -> Self::Placed;

    /// The knight has reached a square: decides what comes next, or gives up. A rule must check that the walk is open.
    fn arrived(&mut self, walk: &mut Walk, placed: Self::Placed);

    fn next(&self, walk: &Walk) -> Next;

    /// Which moves from the last square may ever be tried, and which of those are left.
    fn moves(&self, walk: &Walk, near: &Near) -> (u8, u8);

    fn ranking(&self) -> &Ranking;

    fn stepped_back(&mut self) {}

    /// The walk was cut down to the given squares, the last of which is about to be reached again.
    fn restarting(&mut self, _: &Walk) {}

    fn find_next(&mut self, _: &mut Walk) {}

    fn save(&self) -> Self::Saved;

    /// Loads what was saved. `free` has the moves that were free from each square of the path when it was reached.
    fn load(&mut self, walk: &Walk, free: &[u8], saved: Self::Saved) -> Result<(), LoadError>;

    fn bytes(&self) -> usize {
        0
    }

    /// How many steps surely take less than a millisecond together.
    fn quick_steps(&self, _: &Walk) -> u64 {
        4_096
    }
}

#[derive(Clone)]
pub(crate) struct Walk {
    pub(crate) state: SearchState,
    pub(crate) field: Field,
    /// How many squares a tour has.
    pub(crate) squares: usize,
    pub(crate) start: Cell,
    pub(crate) end: Option<Cell>,
    /// The cell of the path's last square.
    pub(crate) head: Cell,
}

impl Walk {
    /// The next given square, while they are being placed.
    #[inline]
    pub(crate) fn next_given(&self) -> Option<Square> {
        let given = self.state.puzzle.given();
        given.get(usize::try_from(self.state.tally.work.placements).unwrap_or(given.len())).copied()
    }

    /// Whether the next square is still to be picked.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.state.status == Status::Searching && self.next_given().is_none()
    }

    /// The free moves, without the one to the end square unless only that is left.
    #[inline]
    pub(crate) fn free_moves(&self, near: &Near) -> u8 {
        let free = self.field.free_moves(near);
        match self.end {
            Some(end) if self.state.path.len() + 1 < self.squares => free & !move_to(near, end),
            _ => free,
        }
    }
}

#[derive(Clone)]
pub(crate) struct Walker<R> {
    pub(crate) walk: Walk,
    pub(crate) rule: R,
}

impl<R: Rule> Walker<R> {
    /// A walk that has not begun. Moves follow `order`; `rule` builds the rule for its board.
    pub(crate) fn new(
        state: SearchState,
        order: &MoveOrder,
        rule: impl FnOnce(&Walk) -> R,
    ) -> Walker<R> {
        let puzzle = &state.puzzle;
        let field = Field::new(puzzle.board(), order);
        let start = field.cell(puzzle.start());
        let (squares, end) = (puzzle.board().squares_to_visit(), field.end(puzzle.goal()));
        let walk = Walk { squares, start, end, head: start, field, state };
        Walker { rule: rule(&walk), walk }
    }

    #[inline]
    fn advance(&mut self, cell: Cell, square: Square) -> Event {
        let placed = self.rule.place(&mut self.walk.field, cell);
        let state = &mut self.walk.state;
        state.path.push(square);
        state.tally.placed(&state.path);
        if state.path.len() == self.walk.squares && state.puzzle.is_reached_by(&state.path) {
            state.status = Status::Found;
        }
        self.walk.head = cell;
        self.rule.arrived(&mut self.walk, placed);
        Event::Advance(square)
    }

    #[inline]
    fn retreat(&mut self) -> Event {
        let Walk { state, field, head, .. } = &mut self.walk;
        state.tally.retreated(&state.path);
        let square = state.path.pop().unwrap_or(state.puzzle.start());
        field.lift(*head);
        match state.path.last() {
            Some(before) => *head = field.cell(*before),
            None => state.status = Status::Exhausted,
        }
        self.rule.stepped_back();
        Event::Retreat(square)
    }

    /// Takes back all but the given squares in one step; the last of them is reached again, uncounted.
    pub(crate) fn restart(&mut self) -> Option<Event> {
        let Walk { state, field, head, .. } = &mut self.walk;
        let given = state.puzzle.given().len();
        state.tally.restarted(&state.path, given);
        for square in state.path.drain(given..).rev() {
            field.lift(field.cell(square));
        }
        *head = field.cell(state.path[given - 1]);
        field.lift(*head);
        self.rule.restarting(&self.walk);
        let placed = self.rule.place(&mut self.walk.field, self.walk.head);
        self.rule.arrived(&mut self.walk, placed);
        self.walk.state.took(Event::Restart)
    }
}

impl<R: Rule> Solver for Walker<R> {
    #[inline]
    fn step(&mut self) -> Option<Event> {
        if self.walk.state.status != Status::Searching {
            return None;
        }
        let event = if let Some(square) = self.walk.next_given() {
            self.advance(self.walk.field.cell(square), square)
        } else {
            match self.rule.next(&self.walk) {
                Next::Move(slot) => {
                    let last = self.walk.state.head();
                    let (cell, square) = self.walk.field.beside(self.walk.head, last, slot);
                    self.advance(cell, square)
                }
                Next::StepBack => self.retreat(),
                Next::Restart | Next::RestartEarly => return self.restart(),
            }
        };
        self.walk.state.took(event)
    }

    fn quick_steps(&self) -> u64 {
        self.rule.quick_steps(&self.walk)
    }

    fn find_next(&mut self) {
        if self.walk.state.status == Status::Found {
            self.walk.state.search_on();
            self.rule.find_next(&mut self.walk);
        }
    }

    fn state(&self) -> &SearchState {
        &self.walk.state
    }

    fn choices(&self) -> Vec<Choice> {
        let (walk, path) = (&self.walk, &self.walk.state.path);
        if path.is_empty() || walk.state.status != Status::Searching {
            return Vec::new();
        }
        let chosen = walk.next_given().map(|square| (square, ChoiceState::Chosen));
        // While the given squares are being taken back.
        let tried = || Some((*walk.state.puzzle.given().get(path.len())?, ChoiceState::Tried));
        if let Some((square, state)) = chosen.or_else(tried) {
            return vec![Choice { square, onward: None, state }];
        }
        let near = walk.field.near(walk.head);
        let free = walk.free_moves(&near);
        let (allowed, left) = self.rule.moves(walk, &near);
        let chosen = if let Next::Move(slot) = self.rule.next(walk) { Some(slot) } else { None };
        let moves = (0..8).filter(|slot| free >> slot & 1 == 1).map(|slot| {
            let (cell, square) = walk.field.beside(walk.head, walk.state.head(), slot);
            (slot, square, self.rule.ranking().compared(&walk.field, cell))
        });
        choice::choices(moves, allowed, left, chosen)
    }

    fn insight(&self) -> Insight {
        let (walk, ranking) = (&self.walk, self.rule.ranking());
        let tie_break = |chosen, tied: &[Square]| ranking.tie_break(&walk.field, chosen, tied);
        walk.state.path_insight(&self.choices(), ranking.by, tie_break, |from, why| {
            match self.rule.next(walk) {
                Next::Move(_) | Next::StepBack => walk.state.step_back(from, why),
                Next::Restart => NextStep::Restart { from, why },
                Next::RestartEarly => NextStep::Restart { from, why: DeadEnd::TookTooLong },
            }
        })
    }

    fn save(&self) -> Option<Saved> {
        Saved::new(&self.walk.state, &self.rule.save())
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let own = saved.open(&mut self.walk.state)?;
        let Walk { state, field, head, .. } = &mut self.walk;
        let mut free = Vec::with_capacity(state.path.len());
        for square in &state.path {
            *head = field.cell(*square);
            let near = field.place(*head);
            free.push(field.free_moves(&near));
        }
        self.rule.load(&self.walk, &free, own)
    }

    fn bytes(&self) -> usize {
        let path = size_of_val(&self.walk.state.path[..]);
        let board = self.walk.field.bytes() + self.walk.state.tally.bytes();
        size_of_val(self) + path + board + self.rule.bytes()
    }
}
