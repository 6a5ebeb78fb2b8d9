//! Shared by searches: the walker and its rules, depth-first search, boards in memory, rankings of moves, flows.

pub(crate) mod board_repr;
pub(crate) mod choice;
pub(crate) mod dfs;
pub(crate) mod field;
pub(crate) mod flow;
pub(crate) mod plain;
pub(crate) mod ranking;
pub(crate) mod squirrel;
pub(crate) mod straight;
pub(crate) mod walker;
