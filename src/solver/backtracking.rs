//! Backtracking: try a move, and take it back where it leads nowhere.

use super::dfs::Dfs;
use super::ranking::{By, ORDER, Ranking, Ties};
use super::{Kind, Method, OptionSpec, Options, Solver, fixed};
use crate::puzzle::Puzzle;

pub(super) const METHOD: Method = Method {
    name: "backtracking",
    summary: "Tries every move in order and goes back from dead ends: it finds every tour, or \
              proves that there is none, given time.",
    about: "The knight goes on as long as it can. Where it is stuck, it takes its last move back and \
            tries the next one, like somebody in a maze who always goes back to the last fork. \
            Nothing is left out, so when it ends without a tour there is none; but a wrong move \
            near the start can cost billions of steps. Sorting the moves by Warnsdorff's rule \
            mostly avoids that.",
    credit: "Depth-first search: Trémaux before 1882, printed by Lucas; named backtracking by \
             D. H. Lehmer in the 1950s",
    options: &[
        OptionSpec {
            key: "by",
            help: "how the moves from a square are sorted before they are tried",
            kind: Kind::Choice(&[
                ("fixed", "not at all: in move order"),
                ("static-degree", "fewest moves on the empty board first"),
                ("warnsdorff", "fewest moves to free squares first"),
            ]),
            default: "fixed",
        },
        ORDER,
        Ties::option("order"),
        OptionSpec {
            key: "prune",
            help: "whether squares that would be cut off are seen one move ahead",
            kind: Kind::Choice(&[("off", "no"), ("on", "yes; no tour is lost by it")]),
            default: "off",
        },
    ],
    enumerates: true,
    never_retreats: false,
    is_random: Ties::are_random,
    conflict: |options| {
        let aimless = options.get("by") == "fixed" && options.get("ties") != "order";
        aimless.then(|| {
            let ties = options.get("ties");
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
