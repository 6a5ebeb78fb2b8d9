//! Backtracking that does not get lost: moves are sorted by Warnsdorff's rule and pruned, and the
//! search starts over with ties broken differently as soon as an attempt takes too long.

use crate::board::MoveOrder;
use crate::solver::method::{Method, StepKind};
use crate::solver::option::{Kind, OptionSpec, Options, Whole};
use crate::solver::search::dfs::{Dfs, Prune};
use crate::solver::search::ranking::{By, Ties};
use crate::solver::{
    Choice, ChoiceState, DeadEnd, Event, Insight, LoadError, NextStep, Saved, SearchState, Solver,
    Status,
};

pub(crate) const METHOD: Method = Method {
    name: "restarting",
    title: "Restarting",
    summary: "Backtracking that prefers squares with few onward moves, looks ahead, and starts over \
              before it gets lost. It solves almost any board in no time.",
    about: "Most searches either succeed quickly or get lost for a very long time. This one gives every attempt \
            a budget of steps, and starts over with ties broken differently when the budget is used \
            up. It finds open and closed tours on boards with hundreds of squares a side in less \
            than a second. It cannot list all tours, and where no tour exists it may give up \
            without a proof.",
    credit: "Warnsdorff 1823, with Roth's tie-breaking; restarts as in Gomes, Selman and Kautz 1998",
    options: &[&ATTEMPTS.0],
    counters: &[],
    steps: &[StepKind::Placement, StepKind::Retreat, StepKind::Restart],
    enumerates: false,
    sure_side: 8,
    looks_ahead: |_| true,
    is_random: |_| true,
    refuses: Method::FINISHES_PATHS,
    build,
};

const ATTEMPTS: Whole = Whole(OptionSpec {
    key: "attempts",
    title: "Attempts",
    help: "How many times it tries before it gives up.",
    kind: Kind::Whole(1, 1_000_000),
    default: "1000",
    ..OptionSpec::ACTIVE
});

fn build(state: SearchState, options: &Options) -> Box<dyn Solver> {
    Box::new(make(state, options))
}

fn make(state: SearchState, options: &Options) -> Restarting {
    let squares = state.puzzle.board().squares_to_visit() as u64;
    let rule = (By::Warnsdorff, Ties::Roth);
    let search = Dfs::new(state, &MoveOrder::CLOCKWISE, rule, Prune::Near);
    Restarting {
        search,
        squares,
        attempt: 0,
        attempts: options.get(&ATTEMPTS),
        budget: first_budget(squares),
        spent: 0,
        over: false,
    }
}

/// How many placements the first attempts may make.
fn first_budget(squares: u64) -> u64 {
    squares * 5 / 4 + 50
}

/// Budgets grow no further than this, so that even the last of many attempts ends soon.
fn greatest_budget(squares: u64) -> u64 {
    250_000 + 100 * squares
}

/// Whether an attempt breaks all ties at random.
fn is_random(attempt: u64) -> bool {
    !attempt.is_multiple_of(2)
}

#[derive(Clone)]
struct Restarting {
    search: Dfs,
    squares: u64,
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
    /// ties at random.
    fn restart(&mut self) -> Option<Event> {
        self.attempt += 1;
        self.spent = 0;
        self.over = false;
        self.budget = self.next_budget(self.budget);
        self.set_ties();
        self.search.restart()
    }

    /// The budget of this attempt, after one with the budget `before`. From attempt 4 on, each is an
    /// eighth larger than the one before, up to a limit.
    fn next_budget(&self, before: u64) -> u64 {
        match self.attempt {
            0..4 => before,
            _ => (before + before / 8).min(greatest_budget(self.squares)),
        }
    }

    fn set_ties(&mut self) {
        let is_random = is_random(self.attempt);
        self.search.ranking.ties = if is_random { Ties::Uniform } else { Ties::Roth };
        self.search.ranking.random_last = self.attempt > 0;
    }

    fn spend(&mut self) {
        self.spent += 1;
        if self.spent < self.budget || self.search.state.status != Status::Searching {
            return;
        }
        if self.attempt + 1 < self.attempts {
            self.over = true;
        } else {
            self.search.state.status = Status::GaveUp;
        }
    }
}

impl Solver for Restarting {
    fn step(&mut self) -> Option<Event> {
        if self.over {
            return self.restart();
        }
        let event = self.search.step();
        if let Some(Event::Advance(_)) = event {
            self.spend();
        }
        event
    }

    fn quick_steps(&self) -> u64 {
        4_096
    }

    fn find_next(&mut self) {
        if self.search.state.status == Status::Found {
            self.spent = 0;
        }
        self.search.find_next();
    }

    fn state(&self) -> &SearchState {
        &self.search.state
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

    fn insight(&self) -> Insight {
        self.search.insight_where(&self.choices(), |from, why| match self.over {
            true => NextStep::Restart { from, why: DeadEnd::TookTooLong },
            false => self.search.state.step_back(from, why),
        })
    }

    fn save(&self) -> Option<Saved> {
        let own = (self.search.own(), self.attempt, self.budget, self.spent, self.over);
        Saved::new(&self.search.state, &own)
    }

    fn load(&mut self, saved: Saved) -> Result<(), LoadError> {
        let own;
        (own, self.attempt, self.budget, self.spent, self.over) =
            saved.open(&mut self.search.state)?;
        let is_over = self.search.state.path.len() >= self.search.state.puzzle.given().len();
        LoadError::unless(is_over || !self.over)?;
        self.set_ties();
        self.search.load_own(own)
    }

    fn bytes(&self) -> usize {
        size_of_val(self) + self.search.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solver::Recipe;

    /// A search in vain: where it ends depends on the budgets alone.
    #[test]
    fn budgets_stop_growing() {
        let puzzle: Puzzle = "21x3 given=2,0;4,1".parse().unwrap();
        let recipe: Recipe = "restarting:attempts=80".parse().unwrap();
        let mut solver = make(SearchState::new(&METHOD, &puzzle), &recipe.options);
        let most = greatest_budget(63);
        // Without a limit the last attempt alone would make 900,000 placements.
        assert_eq!(solver.run(2 * 80 * most), Status::GaveUp);
        assert!(solver.budget == most && solver.attempt == 79);
    }
}
