//! Backtracking with restarts: moves are sorted by Warnsdorff's rule and pruned, and the search starts
//! over with ties broken differently as soon as an attempt takes too long.

use crate::board::MoveOrder;
use crate::solver::method::{Method, StepKind};
use crate::solver::option::{Kind, OptionSpec, Options, Whole};
use crate::solver::search::dfs::{Dfs, Prune};
use crate::solver::search::field::{Cell, Field, Near};
use crate::solver::search::ranking::{Ranking, SortKey, Ties};
use crate::solver::search::walker::{Next, Rule, Walk, Walker};
use crate::solver::{LoadError, SearchState, Status};

pub(crate) const METHOD: Method = Method {
    name: "restarting",
    title: "Warnsdorff with restarts",
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
    looks_ahead: |_| true,
    is_random: |_| true,
    refuses: Method::FINISHES_PATHS,
    build: |state, options| Box::new(make(state, options)),
};

const ATTEMPTS: Whole = Whole(OptionSpec {
    key: "attempts",
    title: "Attempts",
    help: "How many times it tries before it gives up.",
    kind: Kind::Whole(1, 1_000_000),
    default: "1000",
    ..OptionSpec::ACTIVE
});

fn make(state: SearchState, options: &Options) -> Walker<Restarting> {
    Walker::new(state, &MoveOrder::CLOCKWISE, |walk| {
        let squares = walk.squares as u64;
        Restarting {
            dfs: Dfs::new(walk, (SortKey::Warnsdorff, Ties::Roth), Prune::Near),
            squares,
            attempt: 0,
            attempts: options.get(&ATTEMPTS),
            budget: squares * 5 / 4 + 50,
            placements_before: 0,
            is_over: false,
        }
    })
}

/// The most placements that an attempt may make, so that even the last of many ends soon.
fn max_budget(squares: u64) -> u64 {
    250_000 + 100 * squares
}

#[derive(Clone)]
struct Restarting {
    dfs: Dfs,
    squares: u64,
    /// The number of this attempt, from 0.
    attempt: u64,
    attempts: u64,
    /// How many placements an attempt may make.
    budget: u64,
    /// How many were made before this attempt.
    placements_before: u64,
    /// Whether this attempt has used up its budget, so that the next step is a restart.
    is_over: bool,
}

impl Restarting {
    /// Even attempts break ties towards the border, and all but the first of them break the remaining ties
    /// at random, so that no two are alike. Odd ones break all ties at random.
    fn set_ties(&mut self) {
        let is_random = !self.attempt.is_multiple_of(2);
        self.dfs.ranking.ties = if is_random { Ties::Uniform } else { Ties::Roth };
        self.dfs.ranking.random_last = self.attempt > 0;
    }
}

impl Rule for Restarting {
    type Placed = <Dfs as Rule>::Placed;
    type Saved = (<Dfs as Rule>::Saved, u64, u64, u64, bool);

    #[inline]
    fn place(&mut self, field: &mut Field, cell: Cell) -> Self::Placed {
        self.dfs.place(field, cell)
    }

    #[inline]
    fn arrived(&mut self, walk: &mut Walk, placed: Self::Placed) {
        self.dfs.arrived(walk, placed);
        let spent = walk.state.tally.work.placements - self.placements_before;
        if spent < self.budget || walk.state.status != Status::Searching {
            return;
        }
        if self.attempt + 1 < self.attempts {
            self.is_over = true;
        } else {
            walk.state.status = Status::GaveUp;
        }
    }

    #[inline]
    fn next(&self, walk: &Walk) -> Next {
        if self.is_over { Next::RestartEarly } else { self.dfs.next(walk) }
    }

    fn moves(&self, walk: &Walk, near: &Near) -> (u8, u8) {
        self.dfs.moves(walk, near)
    }

    fn ranking(&self) -> &Ranking {
        self.dfs.ranking()
    }

    fn stepped_back(&mut self) {
        self.dfs.stepped_back();
    }

    fn restarting(&mut self, walk: &Walk) {
        self.attempt += 1;
        self.placements_before = walk.state.tally.work.placements;
        self.is_over = false;
        if self.attempt >= 4 {
            self.budget = (self.budget + self.budget / 8).min(max_budget(self.squares));
        }
        self.set_ties();
        self.dfs.restarting(walk);
    }

    fn find_next(&mut self, walk: &mut Walk) {
        self.placements_before = walk.state.tally.work.placements;
    }

    fn save(&self) -> Self::Saved {
        (self.dfs.save(), self.attempt, self.budget, self.placements_before, self.is_over)
    }

    fn load(&mut self, walk: &Walk, free: &[u8], saved: Self::Saved) -> Result<(), LoadError> {
        let own;
        (own, self.attempt, self.budget, self.placements_before, self.is_over) = saved;
        self.set_ties();
        let has_begun = free.len() >= walk.state.puzzle.given().len();
        let fits = self.placements_before <= walk.state.tally.work.placements
            && (has_begun || !self.is_over);
        LoadError::unless(fits)?;
        self.dfs.load(walk, free, own)
    }

    fn bytes(&self) -> usize {
        self.dfs.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solver::{MethodConfig, Solver};

    /// A search in vain: where it ends depends on the budgets alone.
    #[test]
    fn budgets_stop_growing() {
        let puzzle: Puzzle = "21x3 given=2,0;4,1".parse().unwrap();
        let config: MethodConfig = "restarting:attempts=80".parse().unwrap();
        let mut solver = make(SearchState::new(&METHOD, &puzzle), &config.options);
        let most = max_budget(63);
        // Without a limit the last attempt alone would make 900,000 placements.
        assert_eq!(solver.run(2 * 80 * most), Status::GaveUp);
        assert!(solver.rule.budget == most && solver.rule.attempt == 79);
    }
}
