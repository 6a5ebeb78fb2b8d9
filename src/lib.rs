//! A knight's tour explorer: boards, honest answers, methods that can be watched step by step.
//!
//! A module may use only what stands before it in this list; `ARCHITECTURE.md` tells the rest.

#![warn(clippy::unwrap_used)]

pub mod text;

pub mod board;
pub mod puzzle;
pub mod tour;

pub mod feasibility;

pub mod solver;

pub mod tape;

pub mod engine;

pub mod lab;

pub mod session;

pub mod format;

pub mod disk;

pub mod cli;

#[cfg(feature = "gui")]
pub mod app;
