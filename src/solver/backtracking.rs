//! Backtracking: try a move, and take it back when it leads nowhere.

use super::dfs::Dfs;
use super::ranking::{By, ORDER, Ranking, Ties};
use super::{Kind, Method, OptionSpec, OptionValue, Options, Solver, fixed};
use crate::puzzle::Puzzle;

pub(super) const METHOD: Method = Method {
    name: "backtracking",
    summary: "Tries every path, one move at a time, and steps back from dead ends. It never misses a \
              tour, but it can take forever.",
    about: "The knight moves on as long as it can. When it is stuck, it takes back its last move and \
            tries another, like someone in a maze who always returns to the last fork. Because \
            it tries everything, no tour exists if it finishes without finding one. The price: \
            a wrong move near the start can cost billions of steps. Sorting the moves by fewest \
            onward moves avoids most of that.",
    credit: "Depth-first search: Trémaux, before 1882, published by Lucas; named backtracking by \
             D. H. Lehmer in the 1950s",
    options: &[
        OptionSpec {
            key: "by",
            title: "Sort moves by",
            help: "Which of the possible moves is tried first.",
            kind: Kind::Choice(&[
                OptionValue::new(
                    "fixed",
                    "None (use move order)",
                    "Always tries the moves in move order.",
                ),
                OptionValue::new(
                    "static-degree",
                    "Fewest moves on an empty board",
                    "Squares near the corners and edges come first.",
                ),
                OptionValue::new(
                    "warnsdorff",
                    "Fewest onward moves (Warnsdorff)",
                    "The square with the fewest free squares to continue to comes first.",
                ),
            ]),
            default: "fixed",
            useless: OptionSpec::ALWAYS_USEFUL,
        },
        ORDER,
        Ties::option("order", |options| {
            (options.get("by") == "fixed")
                .then_some("The moves are not sorted, so there are no ties.")
        }),
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
            ]),
            default: "off",
            useless: OptionSpec::ALWAYS_USEFUL,
        },
    ],
    enumerates: true,
    never_retreats: false,
    is_random: Ties::are_random,
    conflict: |options| {
        let ties = options.get("ties");
        (options.get("by") == "fixed" && ties != "order").then(|| {
            format!("ties={ties} needs by=warnsdorff or by=static-degree; by=fixed has no ties")
        })
    },
    build,
};

fn build(puzzle: &Puzzle, options: &Options) -> Box<dyn Solver> {
    let by = By::named(options.get("by"));
    let ties = Ties::named(options.get("ties"));
    let (order, prune) = (options.order("order"), options.is_on("prune"));
    if by == By::Fixed && !prune {
        return fixed::build(puzzle, &order);
    }
    let ranking = |field: &_| Ranking::new(by, ties, puzzle.seed(), puzzle.board(), field);
    Box::new(Dfs::new(puzzle, &order, ranking, prune))
}
