//! Warnsdorff's rule: always move to the square with the fewest onward moves.

use crate::puzzle::Puzzle;
use crate::solver::method::{Method, StepKind};
use crate::solver::option::{Kind, OneOf, OptionSpec, Options, Order, Whole};
use crate::solver::search::ranking::{self, Ranking, SortKey, Ties};
use crate::solver::search::squirrel::{self, Stages};
use crate::solver::search::straight::Straight;
use crate::solver::search::walker::Walker;
use crate::solver::{SearchState, Solver};

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
    let (order, ties) = (options.get(&ORDER), options.get(&TIES));
    Box::new(Walker::new(state, &order, |walk| {
        let puzzle = &walk.state.puzzle;
        let board = puzzle.board();
        let mut ranking =
            Ranking::new(SortKey::Warnsdorff, ties, puzzle.seed(), board, &walk.field);
        let stages = || Stages::new(board, puzzle.start(), &order);
        ranking.stages = (ties == Ties::SquirrelCull).then(stages);
        Straight::new(ranking, options.get(&RESTARTS))
    }))
}
