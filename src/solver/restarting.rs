//! Backtracking that does not get lost: moves are sorted by Warnsdorff's rule and pruned, and the
//! search starts over with ties broken differently as soon as an attempt takes too long.

use super::dfs::Dfs;
use super::ranking::{By, Ranking, Ties};
use super::{
    Choice, ChoiceState, Event, Kind, Method, OptionSpec, Options, Position, PositionError, Sketch,
    Solver, Status, Tally,
};
use crate::board::{MoveOrder, Naming};
use crate::puzzle::Puzzle;

pub(super) const METHOD: Method = Method {
    name: "restarting",
    summary: "Backtracking that prefers squares with few onward moves, looks ahead, and starts over \
              before it gets lost. It solves almost any board in no time.",
    about: "Most searches either succeed quickly or get lost for a very long time. This one gives every attempt \
            a budget of steps, and starts over with ties broken differently when the budget is used \
            up. It finds open and closed tours on boards with hundreds of squares a side in less \
            than a second. It cannot list all tours, and where no tour exists it may give up \
            without a proof.",
    credit: "Warnsdorff 1823, with Roth's tie-breaking; restarts as in Gomes, Selman and Kautz 1998",
    options: &[OptionSpec {
        key: "attempts",
        title: "Attempts",
        help: "How many times it tries before it gives up.",
        kind: Kind::Whole(1, 1_000_000),
        default: "1000",
        useless: OptionSpec::ALWAYS_USEFUL,
    }],
    enumerates: false,
    never_retreats: false,
    is_random: |_| true,
    conflict: |_| None,
    build,
};

fn build(puzzle: &Puzzle, options: &Options) -> Box<dyn Solver> {
    let ranking =
        |field: &_| Ranking::new(By::Warnsdorff, Ties::Roth, puzzle.seed(), puzzle.board(), field);
    let search = Dfs::new(puzzle, &MoveOrder::CLOCKWISE, ranking, true);
    let budget = puzzle.board().squares_to_visit() as u64 * 5 / 4 + 50;
    Box::new(Restarting {
        search,
        attempt: 0,
        attempts: options.whole("attempts"),
        budget,
        spent: 0,
        over: false,
    })
}

#[derive(Clone)]
struct Restarting {
    search: Dfs,
    /// How many attempts came before this one.
    attempt: u64,
    attempts: u64,
    /// How many placements an attempt may make.
    budget: u64,
    spent: u64,
    /// Whether this attempt has used up its budget, so that the next step is a restart.
    over: bool,
}

impl Restarting {
    /// Attempts are counted from 0. Even ones break ties towards the border, and all but the first
    /// of them break the remaining ties at random, so that no two are alike. Odd ones break all
    /// ties at random. From attempt 4 on, each budget is an eighth larger than the one before.
    fn restart(&mut self) -> Event {
        self.attempt += 1;
        self.spent = 0;
        self.over = false;
        if self.attempt >= 4 {
            self.budget = self.budget.saturating_add(self.budget / 8);
        }
        self.set_ties();
        self.search.restart()
    }

    fn set_ties(&mut self) {
        let even = self.attempt.is_multiple_of(2);
        self.search.ranking.ties = if even { Ties::Roth } else { Ties::Uniform };
        self.search.ranking.random_last = self.attempt > 0;
    }

    fn spend(&mut self) {
        self.spent += 1;
        if self.spent < self.budget || self.search.status != Status::Searching {
            return;
        }
        if self.attempt + 1 < self.attempts {
            self.over = true;
        } else {
            self.search.status = Status::GaveUp;
        }
    }
}

impl Solver for Restarting {
    fn step(&mut self) -> Option<Event> {
        if self.over {
            return Some(self.restart());
        }
        let event = self.search.step();
        if let Some(Event::Advance(_)) = event {
            self.spend();
        }
        event
    }

    fn status(&self) -> Status {
        self.search.status
    }

    fn go_on(&mut self) {
        if self.search.status == Status::Found {
            self.spent = 0;
        }
        self.search.go_on();
    }

    fn sketch(&self) -> Sketch<'_> {
        self.search.sketch()
    }

    fn tally(&self) -> &Tally {
        self.search.tally()
    }

    fn last(&self) -> Option<Event> {
        self.search.last
    }

    fn choices(&self) -> Vec<Choice> {
        let mut choices = self.search.choices();
        for choice in &mut choices {
            // The attempt is over, so nothing comes next from here.
            if self.over && choice.state == ChoiceState::Chosen {
                choice.state = ChoiceState::Open;
            }
        }
        choices
    }

    fn explain(&self, naming: Naming) -> String {
        let over = if self.over { "; this attempt has taken too long" } else { "" };
        match self.search.last {
            Some(Event::Restart) => format!(
                "attempt {} took too long; attempt {} breaks ties {}",
                self.attempt,
                self.attempt + 1,
                if self.attempt.is_multiple_of(2) { "towards the border" } else { "at random" }
            ),
            _ => self.search.explain(naming) + over,
        }
    }

    fn position(&self) -> Position {
        let mut position = self.search.position();
        let own = [("budget", self.budget), ("spent", self.spent), ("over", u64::from(self.over))];
        position.own = own.map(|(name, number)| (name.to_owned(), number)).into();
        position
    }

    fn restore(&mut self, position: &Position) -> Result<(), PositionError> {
        let own = position.own(&["budget", "spent", "over"])?;
        (self.budget, self.spent, self.over) = (own[0], own[1], own[2] == 1);
        self.attempt = position.restarts;
        self.set_ties();
        let plain = Position { own: Default::default(), ..position.clone() };
        self.search.restore(&plain)
    }

    fn bytes(&self) -> usize {
        size_of_val(self) + self.search.bytes()
    }

    fn boxed_clone(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }
}
