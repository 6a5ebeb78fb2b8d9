//! The methods, one file or folder each.

use super::method::{Method, StepKind};

pub(crate) mod ants;
pub(crate) mod auto;
pub(crate) mod backtracking;
pub(crate) mod construct;
pub(crate) mod divide;
pub(crate) mod euler;
pub(crate) mod genetic;
pub(crate) mod neural;
pub(crate) mod restarting;
pub(crate) mod warnsdorff;

/// What most methods have in common: they choose at random and prove nothing.
const HEURISTIC: Method = Method {
    name: "",
    title: "",
    summary: "",
    about: "",
    credit: "",
    options: &[],
    counters: &[],
    steps: &[StepKind::Restart, StepKind::Rewire],
    enumerates: false,
    sure_side: 8,
    looks_ahead: |_| false,
    is_random: |_| true,
    refuses: |_, _| None,
    build: |_, _| unreachable!("every method builds a search of its own"),
};
