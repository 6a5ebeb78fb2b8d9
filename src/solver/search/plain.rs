//! Plain backtracking: every free move in a fixed order, at the full speed of the machine.
//!
//! At each square, the free moves are collected once into a byte with one bit for each move in
//! order, and the next move is the lowest set bit. A dead end is noticed on arrival and counted as
//! two steps, there and back, without being entered.

use std::sync::Arc;

use crate::board::{MoveOrder, Square};
use crate::solver::search::board_repr::{BoardRepr, Fastest, Level, StepLimits, Stretch, fastest};
use crate::solver::search::choice::{self, Choice};
use crate::solver::search::ranking::SortKey;
use crate::solver::{
    ChoiceState, Event, Insight, LoadError, Saved, SearchState, Solver, Status, TieBreak,
};

/// The search, with the fastest representation of the board that works for it.
pub(crate) fn build(state: SearchState, order: &MoveOrder) -> Box<dyn Solver> {
    let puzzle = Arc::clone(&state.puzzle);
    fastest(puzzle.board(), order, Search(state))
}

struct Search(SearchState);

impl Fastest for Search {
    type Made = Box<dyn Solver>;

    fn make<G: BoardRepr>(self, repr: G, free: G::Free) -> Box<dyn Solver> {
        Box::new(PlainSearch::new(self.0, repr, free))
    }
}

/// The search. Its stack is as long as a tour; the first `len` levels are in use.
#[derive(Clone)]
struct PlainSearch<G: BoardRepr> {
    state: SearchState,
    repr: G,
    free: G::Free,
    stack: Vec<Level<G::Place>>,
    squares: usize,
}

impl<G: BoardRepr> PlainSearch<G> {
    fn new(state: SearchState, repr: G, free: G::Free) -> PlainSearch<G> {
        let squares = state.puzzle.board().squares_to_visit();
        let stack = vec![Level::default(); squares];
        let mut search = PlainSearch { repr, free, stack, squares, state };
        // The end square is entered last, so it never counts as free.
        if let Some(end) = search.state.puzzle.goal().end() {
            let place = search.repr.place(&search.free, end);
            G::take(&mut search.free, place);
        }
        search
    }

    fn len(&self) -> usize {
        self.state.path.len()
    }

    #[inline]
    fn end(&self) -> Option<Square> {
        self.state.puzzle.goal().end()
    }

    /// The next given square, while they are being placed.
    fn next_given(&self) -> Option<Square> {
        self.state.puzzle.given().get(self.state.steps() as usize).copied()
    }

    fn advance(&mut self, place: G::Place) -> Event {
        let square = self.repr.square(place);
        G::take(&mut self.free, place);
        self.state.path.push(square);
        self.state.tally.placed(&self.state.path);
        if self.len() == self.squares && self.state.puzzle.is_reached_by(&self.state.path) {
            self.state.status = Status::Found;
        }
        let untried = if self.next_given().is_some() {
            0
        } else {
            self.onward(&self.free, place, self.len())
        };
        let top = self.len() - 1;
        self.stack[top] = Level { place, untried };
        Event::Advance(square)
    }

    /// The moves to try from the last square of a path of this length.
    fn onward(&self, free: &G::Free, place: G::Place, len: usize) -> u8 {
        match self.end() {
            Some(end) if len + 1 == self.squares => self.move_to(place, end),
            _ => self.repr.free_moves(free, place),
        }
    }

    /// The move that leads to the end, if one does.
    fn move_to(&self, place: G::Place, end: Square) -> u8 {
        if !self.state.puzzle.board().joined(self.repr.square(place), end) {
            return 0;
        }
        // Not by index: on three columns two moves, one of them off the board, change it equally.
        let end = self.repr.place(&self.free, end);
        let leads_there = |slot: &usize| self.repr.beside(&self.free, place, *slot) == end;
        (0..8).find(leads_there).map_or(0, |slot| 1 << slot)
    }

    fn retreat(&mut self) -> Event {
        self.state.tally.retreated(&self.state.path);
        let square = self.state.path.pop().unwrap_or(self.state.puzzle.start());
        if self.end() != Some(square) {
            let Level { place, .. } = self.stack[self.len()];
            G::give(&mut self.free, place);
        }
        if self.len() == 0 {
            self.state.status = Status::Exhausted;
        }
        Event::Retreat(square)
    }

    /// Takes many steps, up to a limit, as long as none of them can end the search or reach a new
    /// greatest depth. Returns how many it took, which may be none.
    fn sprint(&mut self, limit: u64) -> u64 {
        let kept_for_last = if self.end().is_some() { 2 } else { 1 };
        let ceiling = self.squares.saturating_sub(kept_for_last).min(self.state.tally.depth());
        let len = self.len();
        if len == 0 || len > ceiling || self.next_given().is_some() {
            return 0;
        }
        // On a long path, most of a limit must be left after stepping back to the floor.
        let floor = (len - 1).saturating_sub((limit / 16) as usize);
        // Every retreat takes back a square that is above the floor already or one placed on the way.
        let placements = limit.saturating_sub((len - floor) as u64) / 2;
        self.state.tally.store_deepest(&self.state.path);
        let limits = StepLimits { len, floor, roof: ceiling, placements };
        let visits = &mut self.state.tally.visits;
        let stretch = self.repr.backtrack(&mut self.free, &mut self.stack, visits, &limits);
        self.apply(&stretch)
    }

    /// Updates path and tally after a stretch. Returns how many steps it was.
    fn apply(&mut self, stretch: &Stretch) -> u64 {
        let Stretch { len, kept, placements } = *stretch;
        let retreats = placements + self.len() as u64 - len as u64;
        let squares = self.stack[kept..len].iter().map(|level| self.repr.square(level.place));
        self.state.path.truncate(kept);
        self.state.path.extend(squares);
        self.state.tally.work.placements += placements;
        self.state.tally.work.retreats += retreats;
        self.state.tally.shorten(kept);
        placements + retreats
    }
}

impl<G: BoardRepr> Solver for PlainSearch<G> {
    fn step(&mut self) -> Option<Event> {
        if self.state.status != Status::Searching {
            return None;
        }
        let event = if let Some(square) = self.next_given() {
            self.advance(self.repr.place(&self.free, square))
        } else if self.stack[self.len() - 1].untried != 0 {
            let top = self.len() - 1;
            let here = &mut self.stack[top];
            let slot = here.untried.trailing_zeros() as usize;
            here.untried &= here.untried - 1;
            let place = self.repr.beside(&self.free, here.place, slot);
            self.advance(place)
        } else {
            self.retreat()
        };
        self.state.took(event)
    }

    fn run(&mut self, steps: u64) -> Status {
        let mut left = steps.min(self.state.steps_left());
        while left > 0 && self.state.status == Status::Searching {
            left -= self.sprint(left - 1);
            self.step();
            left -= 1;
        }
        self.state.status
    }

    fn quick_steps(&self) -> u64 {
        4_096
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
        if self.len() == 0 || self.state.status != Status::Searching {
            return Vec::new();
        }
        if let Some(square) = self.next_given() {
            return vec![Choice { square, onward: None, state: ChoiceState::Chosen }];
        }
        let Level { place, untried } = self.stack[self.len() - 1];
        let allowed = self.onward(&self.free, place, self.len());
        let square = |slot: usize| self.repr.square(self.repr.beside(&self.free, place, slot));
        let moves = (0..8).filter(|slot| allowed >> slot & 1 == 1);
        let chosen = (untried != 0).then(|| untried.trailing_zeros() as usize);
        choice::choices(moves.map(|slot| (slot, square(slot), None)), allowed, untried, chosen)
    }

    fn insight(&self) -> Insight {
        let step_back = |from, why| self.state.step_back(from, why);
        self.state.path_insight(&self.choices(), SortKey::Fixed, |_, _| TieBreak::Order, step_back)
    }

    fn save(&self) -> Option<Saved> {
        let untried: Vec<u8> = (0..self.len()).map(|number| self.stack[number].untried).collect();
        Saved::new(&self.state, &untried)
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let untried: Vec<u8> = saved.open(&mut self.state)?;
        LoadError::unless(untried.len() == self.len())?;
        for (number, untried) in untried.into_iter().enumerate() {
            let square = self.state.path[number];
            let place = self.repr.place(&self.free, square);
            if self.end() != Some(square) {
                G::take(&mut self.free, place);
            }
            let untried = untried & self.onward(&self.free, place, number + 1);
            self.stack[number] = Level { place, untried };
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        let lists = size_of_val(&self.state.path[..]) + size_of_val(&self.stack[..]);
        size_of_val(self) + lists + G::bytes(&self.free) + self.state.tally.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solver::search::board_repr::Bytes;

    #[test]
    fn words_and_bytes_make_the_same_steps() {
        let boards =
            ["3x21", "4x16 holes=2,3", "5x5", "6x6 goal=closed", "7x7", "8x8", "9x7", "31x2"];
        for text in boards.into_iter().flat_map(|board| {
            ["given=0,0", "given=1,0", "given=2,1;0,0", "given=0,1 goal=end:2,0"]
                .map(|rest| format!("{board} {rest}"))
        }) {
            let Ok(puzzle) = text.parse::<Puzzle>() else { continue };
            let order = &MoveOrder::CLOCKWISE;
            let mut word = build(SearchState::walking(&puzzle), order);
            let (repr, free) = Bytes::new(puzzle.board(), order);
            let mut bytes = PlainSearch::new(SearchState::walking(&puzzle), repr, free);
            for steps in [1, 10, 33, 100, 1_000, 20_000, 1_000_000] {
                word.run(steps);
                bytes.run(steps);
                assert_eq!(word.state(), bytes.state(), "{puzzle}");
                assert_eq!(word.state().deepest(), bytes.state().deepest(), "{puzzle}");
            }
        }
    }

    /// The paths are so long that the innermost loop is set up several times.
    #[test]
    fn a_run_takes_as_many_steps_as_it_was_asked_for() {
        for text in ["40x40 given=0,1", "41x41 given=0,1 holes=9,9", "30x30 wrap given=0,0"] {
            let puzzle: Puzzle = text.parse().unwrap();
            let mut runs = build(SearchState::walking(&puzzle), &MoveOrder::CLOCKWISE);
            let mut steps = build(SearchState::walking(&puzzle), &MoveOrder::CLOCKWISE);
            for most in [1_000, 1, 4_000, 2_500, 60_000, 131_072, 7] {
                runs.run(most);
                for _ in 0..most {
                    steps.step();
                }
                assert_eq!(runs.state(), steps.state(), "{puzzle}");
                assert_eq!(runs.state().tally, steps.state().tally, "{puzzle}");
            }
            assert!(runs.state().tally.depth() > 600, "the path is long");
        }
    }
}
