//! Questions about a puzzle or a path that need no method of their own.

pub(crate) mod estimate;
pub(crate) mod finish;
pub(crate) mod hint;
pub(crate) mod start_map;
pub(crate) mod why;
