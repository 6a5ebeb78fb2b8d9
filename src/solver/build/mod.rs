//! Shared by constructions: plans of blocks, links, chains of blocks, and sweeps over columns.

pub(crate) mod builder;
pub(crate) mod chain;
pub(crate) mod frontier;
pub(crate) mod link_grid;
pub(crate) mod plan;
