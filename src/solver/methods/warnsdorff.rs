//! Warnsdorff's rule: always move to the square with the fewest onward moves.

use std::sync::Arc;

use crate::board::Square;
use crate::puzzle::Puzzle;
use crate::solver::method::{Method, StepKind};
use crate::solver::option::Order;
use crate::solver::option::{Kind, OneOf, OptionSpec, Options, Whole};
use crate::solver::search::choice::{self, Choice};
use crate::solver::search::field::{Cell, Field, Near, move_to};
use crate::solver::search::ranking::{self, By, Ranking, Ties};
use crate::solver::search::squirrel::{self, Stages};
use crate::solver::{
    ChoiceState, Event, Insight, LoadError, NextStep, Saved, SearchState, Solver, Status,
};

pub(crate) const METHOD: Method = Method {
    name: "warnsdorff",
    title: "Warnsdorff",
    summary: "Always moves to the square with the fewest onward moves and never steps back. At a \
              dead end it starts over, up to the number of restarts you set.",
    about: "Squares that are hard to reach are visited while they still can be, so the rest of the \
            board stays easy. It is very fast and almost always succeeds on boards of ordinary \
            size; on large boards much depends on how ties between equal squares are broken. With Squirrel \
            and Cull's ties it finds a tour from a corner of every square board but that of 74 by 74. It \
            never steps back, so when it fails that proves nothing.",
    credit: "H. C. von Warnsdorff, Des Rösselsprunges einfachste und allgemeinste Lösung, 1823; D. Squirrel \
             and P. Cull's ties as given by S. Ganzfried, A simple algorithm for knight's tours, 2004",
    options: &[&TIES.spec, &ORDER.0, &RESTARTS.0],
    counters: &[],
    steps: &[StepKind::Placement, StepKind::Restart],
    enumerates: false,
    sure_side: 8,
    looks_ahead: |_| false,
    is_random: |options| options.get(&TIES).is_random(),
    refuses,
    build,
};

const TIES: OneOf<Ties> = Ties::option(Ties::OF_WALKS, "rotate", |_| None);

const ORDER: Order = Order(OptionSpec {
    inactive_reason: |options| {
        let own = "These ties have move orders of their own.";
        (options.get(&TIES) == Ties::SquirrelCull).then_some(own)
    },
    ..ranking::ORDER.0
});

const RESTARTS: Whole = Whole(OptionSpec {
    key: "restarts",
    title: "Restarts",
    help: "How many times it starts over after a dead end.",
    kind: Kind::Whole(0, 1_000_000_000),
    default: "4",
    inactive_reason: |options| {
        let same = "Every walk would be the same: ties are not random.";
        (!options.get(&TIES).is_random()).then_some(same)
    },
    ..OptionSpec::ACTIVE
});

fn refuses(puzzle: &Puzzle, options: &Options) -> Option<String> {
    (Method::FINISHES_PATHS)(puzzle, options).or_else(|| match options.get(&TIES) {
        Ties::SquirrelCull => squirrel::refuses(puzzle),
        _ => None,
    })
}

fn build(state: SearchState, options: &Options) -> Box<dyn Solver> {
    let puzzle = Arc::clone(&state.puzzle);
    let board = puzzle.board();
    let field = Field::new(board, &options.get(&ORDER));
    let ties = options.get(&TIES);
    let end = field.end(puzzle.goal());
    let mut ranking = Ranking::new(By::Warnsdorff, ties, puzzle.seed(), board, &field);
    let stages = || Stages::new(board, puzzle.start(), &options.get(&ORDER));
    ranking.stages = (ties == Ties::SquirrelCull).then(stages);
    Box::new(Warnsdorff {
        ranking,
        next: Next::Given(0),
        end,
        field,
        squares: board.squares_to_visit(),
        given: puzzle.given().len(),
        restarts_left: options.get(&RESTARTS),
        restarts: options.get(&RESTARTS),
        state,
    })
}

/// What the next step is; it is chosen when a square is placed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// The given square with this number.
    Given(usize),
    /// A move to this square.
    Move(Cell, Square),
    /// A new walk.
    Restart,
}

#[derive(Clone)]
struct Warnsdorff {
    state: SearchState,
    field: Field,
    ranking: Ranking,
    squares: usize,
    given: usize,
    end: Option<Cell>,
    next: Next,
    restarts_left: u64,
    restarts: u64,
}

impl Warnsdorff {
    #[inline]
    fn advance(&mut self, cell: Cell, square: Square) -> Event {
        let turn = self.ranking.turn();
        let first = self.field.place_and_seek(cell, turn);
        self.state.path.push(square);
        self.state.tally.placed(&self.state.path);
        if self.state.path.len() < self.given {
            self.next = Next::Given(self.state.path.len());
        } else if self.state.path.len() == self.squares
            && self.state.puzzle.is_reached_by(&self.state.path)
        {
            self.state.status = Status::Found;
        } else {
            self.choose(cell, square, first);
        }
        Event::Advance(square)
    }

    /// Decides where to go from a square, or what a dead end means. `first` is the first move to a
    /// square with the fewest onward moves.
    #[inline]
    fn choose(&mut self, cell: Cell, square: Square, first: Option<usize>) {
        let by_order = matches!(self.ranking.ties, Ties::Order | Ties::Rotate);
        let slot = if by_order && self.end.is_none() {
            first
        } else {
            if let Some(stages) = &mut self.ranking.stages {
                stages.reach(square);
            }
            let near = self.field.near(cell);
            let allowed = self.allowed(&near);
            self.ranking.best(&self.field, square, &near, allowed)
        };
        match slot {
            Some(slot) => {
                let (cell, square) = self.field.beside(cell, square, slot);
                self.next = Next::Move(cell, square);
            }
            None => self.dead_end(),
        }
    }

    /// The free moves, without the move to the end square unless that is the last one left.
    fn allowed(&self, near: &Near) -> u8 {
        let allowed = self.field.free_moves(near);
        match self.end {
            Some(end) if self.state.path.len() + 1 < self.squares => allowed & !move_to(near, end),
            _ => allowed,
        }
    }

    /// The walk is over. Another one can differ only if ties are broken at random.
    fn dead_end(&mut self) {
        if self.restarts_left > 0 && self.ranking.ties.is_random() {
            self.restarts_left -= 1;
            self.next = Next::Restart;
        } else {
            self.state.status = Status::GaveUp;
        }
    }

    fn restart(&mut self) -> Event {
        // The last given square is placed again, without being counted, to choose again from there.
        self.state.tally.restarted(&self.state.path, self.given);
        for square in self.state.path.drain(self.given..).rev() {
            self.field.lift(self.field.cell(square));
        }
        let square = self.state.path[self.given - 1];
        let cell = self.field.cell(square);
        self.field.lift(cell);
        let turn = self.ranking.turn();
        let first = self.field.place_and_seek(cell, turn);
        self.choose(cell, square, first);
        Event::Restart
    }
}

impl Solver for Warnsdorff {
    #[inline]
    fn step(&mut self) -> Option<Event> {
        if self.state.status != Status::Searching {
            return None;
        }
        let event = match self.next {
            Next::Given(number) => {
                let square = self.state.puzzle.given()[number];
                self.advance(self.field.cell(square), square)
            }
            Next::Move(cell, square) => self.advance(cell, square),
            Next::Restart => self.restart(),
        };
        self.state.took(event)
    }

    fn quick_steps(&self) -> u64 {
        4_096
    }

    fn find_next(&mut self) {
        if self.state.status == Status::Found {
            self.state.status = Status::Searching;
            // A tour is not a failure, so the next one gets the full number of walks.
            self.restarts_left = self.restarts.saturating_add(1);
            self.dead_end();
        }
    }

    fn state(&self) -> &SearchState {
        &self.state
    }

    fn choices(&self) -> Vec<Choice> {
        let (Some(head), Status::Searching) = (self.state.path.last(), self.state.status) else {
            return Vec::new();
        };
        let next = match self.next {
            Next::Given(number) => {
                let square = self.state.puzzle.given()[number];
                return vec![Choice { square, onward: None, state: ChoiceState::Chosen }];
            }
            Next::Move(_, square) => Some(square),
            Next::Restart => None,
        };
        let cell = self.field.cell(*head);
        let near = self.field.near(cell);
        let allowed = self.allowed(&near);
        let chosen =
            next.and_then(|next| near.iter().position(|near| *near == self.field.cell(next)));
        let moves = (0..8).filter(|slot| allowed >> slot & 1 == 1).map(|slot| {
            let (cell, other) = self.field.beside(cell, *head, slot);
            (slot, other, self.ranking.compared(&self.field, cell))
        });
        choice::choices(moves, allowed, allowed, chosen)
    }

    fn insight(&self) -> Insight {
        let tie_break =
            |from, chosen, tied: &[Square]| self.ranking.tie_break(&self.field, from, chosen, tied);
        let restart = |from, why| NextStep::Restart { from, why };
        self.state.path_insight(&self.choices(), By::Warnsdorff, tie_break, restart)
    }

    fn save(&self) -> Option<Saved> {
        let next = match self.next {
            Next::Move(_, square) => Some(square),
            Next::Given(_) | Next::Restart => None,
        };
        Saved::new(&self.state, &(next, self.restarts_left, self.ranking.chance()))
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let (next, chance): (Option<Square>, _);
        (next, self.restarts_left, chance) = saved.open(&mut self.state)?;
        self.ranking.load(chance);
        for square in &self.state.path {
            self.field.place(self.field.cell(*square));
            if let Some(stages) = &mut self.ranking.stages {
                stages.reach(*square);
            }
        }
        let len = self.state.path.len();
        LoadError::unless(next.is_none_or(|next| next.index() < self.state.puzzle.board().size()))?;
        self.next = match next {
            _ if len < self.given => Next::Given(len),
            Some(next) => Next::Move(self.field.cell(next), next),
            None => Next::Restart,
        };
        Ok(())
    }

    fn bytes(&self) -> usize {
        let path = size_of_val(&self.state.path[..]);
        size_of_val(self) + path + self.field.bytes() + self.state.tally.bytes()
    }
}
