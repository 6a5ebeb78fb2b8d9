//! Backtracking: try a move, and take it back when it leads nowhere.

use crate::solver::method::{Method, StepKind};
use crate::solver::option::{Kind, OneOf, OptionSpec, OptionValue, Options};
use crate::solver::search::dfs::{Dfs, Prune};
use crate::solver::search::plain;
use crate::solver::search::ranking::{ORDER, SortKey, Ties};
use crate::solver::search::walker::Walker;
use crate::solver::{SearchState, Solver};

pub(crate) const METHOD: Method = Method {
    name: "backtracking",
    title: "Backtracking",
    summary: "Tries every path, one move at a time, and steps back from dead ends. It never misses a \
              tour, but it can take forever.",
    about: "The knight moves on as long as it can. When it is stuck, it takes back its last move and \
            tries another, like someone in a maze who always returns to the last fork. Because \
            it tries everything, no tour exists if it finishes without finding one. The price: \
            a wrong move near the start can cost billions of steps. Sorting the moves by fewest \
            onward moves avoids most of that.",
    credit: "Depth-first search: Trémaux, before 1882, published by Lucas; named backtracking by \
             D. H. Lehmer in the 1950s",
    options: &[&BY.spec, &ORDER.0, &TIES.spec, &PRUNE.spec],
    counters: &[],
    steps: &[StepKind::Placement, StepKind::Retreat],
    enumerates: true,
    looks_ahead: |options| options.get(&PRUNE) != Prune::Off,
    is_random: |options| options.get(&TIES).is_random(),
    refuses: |puzzle, options| {
        let squares = puzzle.board().size();
        let is_large = options.get(&PRUNE) == Prune::Strong && squares > MAX_STRONG_PRUNING_SQUARES;
        let words = "with prune=strong looks at every free square after each move, so its boards have at \
                     most 2,500 squares; use prune=on for larger ones";
        (Method::FINISHES_PATHS)(puzzle, options).or_else(|| is_large.then(|| words.to_owned()))
    },
    build,
};

/// On larger boards a step of strong pruning takes too long.
const MAX_STRONG_PRUNING_SQUARES: usize = 2_500;

const BY: OneOf<SortKey> = OneOf::new(
    OptionSpec {
        key: "by",
        title: "Sort moves by",
        help: "Which of the possible moves is tried first.",
        kind: Kind::Choice(&[
            OptionValue::new(
                "fixed",
                "None",
                "All moves are tied, so how ties are broken decides: by move order, or at random.",
            ),
            OptionValue::new(
                "static-degree",
                "Fewest moves on an empty board",
                "Squares near the corners and edges come first.",
            )
            .called("static degree"),
            OptionValue::new(
                "warnsdorff",
                "Fewest onward moves (Warnsdorff)",
                "The square with the fewest free squares to continue to comes first.",
            ),
        ]),
        default: "fixed",
        label: Some(""),
        ..OptionSpec::ACTIVE
    },
    &[SortKey::Fixed, SortKey::StaticDegree, SortKey::Warnsdorff],
);

/// Where moves are not sorted, all of them are tied.
const TIES: OneOf<Ties> = Ties::option(Ties::COMMON, "order", |_| None);

const PRUNE: OneOf<Prune> = OneOf::new(
    OptionSpec {
        key: "prune",
        title: "Look ahead",
        help: "Whether to detect squares about to be cut off.",
        kind: Kind::Choice(&[
            OptionValue::new("off", "Off", "Notices a dead end only when the knight is stuck."),
            OptionValue::new(
                "on",
                "On (never misses a tour)",
                "Steps back as soon as a free square could no longer be reached.",
            ),
            OptionValue::new(
                "strong",
                "Strong (never misses a tour)",
                "After every move, checks that enough moves are left to visit all the free squares. \
                 Takes longer a step, but far fewer steps, above all on boards with holes.",
            ),
        ]),
        default: "off",
        ..OptionSpec::ACTIVE
    },
    &[Prune::Off, Prune::Near, Prune::Strong],
);

fn build(state: SearchState, options: &Options) -> Box<dyn Solver> {
    let (by, ties) = (options.get(&BY), options.get(&TIES));
    let (order, prune) = (options.get(&ORDER), options.get(&PRUNE));
    if (by, ties, prune) == (SortKey::Fixed, Ties::Order, Prune::Off) {
        return plain::build(state, &order);
    }
    Box::new(Walker::new(state, &order, |walk| Dfs::new(walk, (by, ties), prune)))
}
