//! Depth-first search with sorted candidates and pruning, for `restarting` and `backtracking`.

use std::sync::Arc;

use crate::solver::search::field::{Cell, Field, Near};
use crate::solver::search::flow::{Ends, Flow, Scratch};
use crate::solver::search::ranking::{Generator, RankedMoves, Ranking, SortKey, Ties};
use crate::solver::search::walker::{Next, Rule, Walk};
use crate::solver::{LoadError, SearchState};

/// How far a search looks ahead. No value ever misses a tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prune {
    Off,
    /// At the free neighbours of the knight's square.
    Near,
    /// At all free squares.
    Strong,
}

#[derive(Clone)]
pub(crate) struct Dfs {
    pub(crate) ranking: Ranking,
    prune: Prune,
    /// The board as strong pruning sees it, shared by all copies.
    flow: Option<Arc<Flow>>,
    scratch: Scratch,
    /// The moves still to be tried from each square of the path.
    untried: Vec<RankedMoves>,
}

impl Dfs {
    pub(crate) fn new(walk: &Walk, (by, ties): (SortKey, Ties), prune: Prune) -> Dfs {
        let puzzle = &walk.state.puzzle;
        let board = puzzle.board();
        Dfs {
            ranking: Ranking::new(by, ties, puzzle.seed(), board, &walk.field),
            prune,
            flow: (prune == Prune::Strong).then(|| Arc::new(Flow::new(board, &walk.field))),
            scratch: Scratch::default(),
            untried: Vec::with_capacity(walk.squares),
        }
    }

    /// The moves worth trying from the square that was just reached, best first.
    fn candidates(&mut self, walk: &Walk, near: &Near) -> RankedMoves {
        let allowed = self.allowed_near(walk, near);
        let is_last = walk.state.path.len() + 1 >= walk.squares;
        if allowed == 0 || !is_last && !self.has_room(walk) {
            return RankedMoves::default();
        }
        self.ranking.sorted(&walk.field, near, allowed)
    }

    /// The moves worth trying, judged by the free neighbours of the head alone.
    fn allowed_near(&self, walk: &Walk, near: &Near) -> u8 {
        let allowed = walk.free_moves(near);
        let is_last = walk.state.path.len() + 1 >= walk.squares;
        match self.prune {
            Prune::Near | Prune::Strong if !is_last => allowed & worth_trying(walk, near),
            _ => allowed,
        }
    }

    /// Whether strong pruning leaves a way from the head.
    fn has_room(&mut self, walk: &Walk) -> bool {
        let Some(flow) = &self.flow else { return true };
        let SearchState { path, puzzle, .. } = &walk.state;
        // The moves from the square before were found here too, unless it was given.
        let has_before = path.len() > puzzle.given().len();
        let before = has_before.then(|| walk.field.cell(path[path.len() - 2]));
        flow.has_room(&walk.field, ends(walk, before), &mut self.scratch)
    }
}

/// The path so far. The square before its last one is named if strong pruning left a way from there.
fn ends(walk: &Walk, before: Option<Cell>) -> Ends {
    let Walk { start, end, head, .. } = *walk;
    Ends { head, before, start, end, goal: walk.state.puzzle.goal() }
}

/// Exact pruning at the head, with more than one square left to visit. If a free neighbour of
/// the head has no free neighbour of its own, it can only be entered now, and then never left.
/// If it has one, it must be entered now or be the last square of the tour. So all of those but
/// one must be entered now, and that one must be allowed as the last square.
fn worth_trying(walk: &Walk, near: &Near) -> u8 {
    let field = &walk.field;
    let must_close = walk.state.puzzle.goal().needs_closing_move();
    let must_stay_open = if must_close { Some(walk.start) } else { walk.end };
    if must_stay_open.is_some_and(|cell| field.degree(cell) == 0) {
        return 0;
    }
    let (mut dead_ends, mut unfit) = (0_u8, 0_u8);
    for (slot, cell) in near.iter().enumerate() {
        match field.degree_if_free(*cell) {
            0 => return 0,
            1 => {
                dead_ends |= 1 << slot;
                unfit |= u8::from(!may_be_last(walk, *cell)) << slot;
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

fn may_be_last(walk: &Walk, cell: Cell) -> bool {
    let must_close = walk.state.puzzle.goal().needs_closing_move();
    walk.end.is_none_or(|end| end == cell)
        && (!must_close || walk.field.near(cell).contains(&walk.start))
}

impl Rule for Dfs {
    type Placed = Near;
    type Saved = (Vec<RankedMoves>, Option<Generator>);

    #[inline]
    fn place(&mut self, field: &mut Field, cell: Cell) -> Near {
        field.place(cell)
    }

    #[inline]
    fn arrived(&mut self, walk: &mut Walk, near: Near) {
        if let Some(before) = self.untried.last_mut() {
            before.take_first();
        }
        let is_open = walk.is_open();
        let moves = if is_open { self.candidates(walk, &near) } else { RankedMoves::default() };
        self.untried.push(moves);
    }

    #[inline]
    fn next(&self, _: &Walk) -> Next {
        self.untried.last().and_then(|left| left.first()).map_or(Next::StepBack, Next::Move)
    }

    fn moves(&self, walk: &Walk, near: &Near) -> (u8, u8) {
        let left = self.untried.last().copied().unwrap_or_default();
        let allowed = self.allowed_near(walk, near);
        // Where a move is left, strong pruning left a way.
        let is_short = walk.state.path.len() + 1 < walk.squares && left.first().is_none();
        let is_cut = self.flow.as_ref().filter(|_| is_short).is_some_and(|flow| {
            !flow.has_room(&walk.field, ends(walk, None), &mut Scratch::default())
        });
        (if is_cut { 0 } else { allowed }, left.mask())
    }

    fn ranking(&self) -> &Ranking {
        &self.ranking
    }

    fn stepped_back(&mut self) {
        self.untried.pop();
    }

    fn restarting(&mut self, walk: &Walk) {
        self.untried.truncate(walk.state.path.len() - 1);
    }

    fn save(&self) -> Self::Saved {
        (self.untried.clone(), self.ranking.chance())
    }

    fn load(&mut self, _: &Walk, free: &[u8], saved: Self::Saved) -> Result<(), LoadError> {
        let (untried, chance) = saved;
        self.ranking.load(chance);
        self.untried = untried.iter().zip(free).map(|(moves, free)| moves.among(*free)).collect();
        LoadError::unless(untried.len() == free.len())
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.untried[..]) + self.ranking.bytes()
    }

    fn quick_steps(&self, walk: &Walk) -> u64 {
        match self.prune {
            Prune::Strong => (50_000 / walk.squares as u64).max(1),
            Prune::Off | Prune::Near => 4_096,
        }
    }
}
