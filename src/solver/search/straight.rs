//! Walks that never step back: at a dead end they start over, as often as they may.

use crate::solver::search::field::{Cell, Field, Near};
use crate::solver::search::ranking::{Generator, Ranking, SortKey, Ties};
use crate::solver::search::walker::{Next, Rule, Walk};
use crate::solver::{LoadError, Status};

/// Moves to the square that is ranked first. At a dead end the next walk begins, if it can differ.
#[derive(Clone)]
pub(crate) struct Straight {
    ranking: Ranking,
    /// The next move; without one, the next step is a restart.
    next: Option<usize>,
    restarts: u64,
    restarts_left: u64,
}

impl Straight {
    pub(crate) fn new(ranking: Ranking, restarts: u64) -> Straight {
        Straight { ranking, next: None, restarts, restarts_left: restarts }
    }

    /// Begins another walk, which can differ only if ties are broken at random.
    fn start_over(&mut self, walk: &mut Walk) {
        self.next = None;
        if self.restarts_left > 0 && self.ranking.ties.is_random() {
            self.restarts_left -= 1;
        } else {
            walk.state.status = Status::GaveUp;
        }
    }
}

impl Rule for Straight {
    /// The first move to a square with the fewest onward moves.
    type Placed = Option<usize>;
    type Saved = (Option<usize>, u64, Option<Generator>);

    #[inline]
    fn place(&mut self, field: &mut Field, cell: Cell) -> Option<usize> {
        let turn = self.ranking.turn();
        field.place_and_seek(cell, turn)
    }

    #[inline]
    fn arrived(&mut self, walk: &mut Walk, first: Option<usize>) {
        if !walk.is_open() {
            return;
        }
        let by_order = matches!(self.ranking.ties, Ties::Order | Ties::Rotate);
        let slot = if by_order && self.ranking.by == SortKey::Warnsdorff && walk.end.is_none() {
            first
        } else {
            if let Some(stages) = &mut self.ranking.stages {
                stages.reach(walk.state.head());
            }
            let near = walk.field.near(walk.head);
            let allowed = walk.free_moves(&near);
            self.ranking.best(&walk.field, &near, allowed)
        };
        match slot {
            Some(slot) => self.next = Some(slot),
            None => self.start_over(walk),
        }
    }

    #[inline]
    fn next(&self, _: &Walk) -> Next {
        self.next.map_or(Next::Restart, Next::Move)
    }

    fn moves(&self, walk: &Walk, near: &Near) -> (u8, u8) {
        let free = walk.free_moves(near);
        (free, free)
    }

    fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    /// A tour is not a failure, so the next one gets the full number of walks.
    fn find_next(&mut self, walk: &mut Walk) {
        self.restarts_left = self.restarts.saturating_add(1);
        self.start_over(walk);
    }

    fn save(&self) -> Self::Saved {
        (self.next, self.restarts_left, self.ranking.chance())
    }

    fn load(&mut self, walk: &Walk, free: &[u8], saved: Self::Saved) -> Result<(), LoadError> {
        let chance;
        (self.next, self.restarts_left, chance) = saved;
        self.ranking.load(chance);
        if let Some(stages) = &mut self.ranking.stages {
            walk.state.path.iter().for_each(|square| stages.reach(*square));
        }
        let last = free.last().copied().unwrap_or_default();
        let fits = self.next.is_none_or(|slot| slot < 8 && last >> slot & 1 == 1);
        LoadError::unless(fits || !walk.is_open())
    }

    fn bytes(&self) -> usize {
        self.ranking.bytes()
    }
}
