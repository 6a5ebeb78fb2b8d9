//! The methods, one file or folder each.

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
