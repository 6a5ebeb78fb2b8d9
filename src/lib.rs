//! Explores knight's tours: boards, checked answers, and methods that can be watched step by step.
//!
//! ```
//! use knights_tour::{puzzle::Puzzle, solver::{MethodConfig, Status}, tour::Tour};
//! let puzzle: Puzzle = "8x8 given=a1".parse()?;
//! let config: MethodConfig = "backtracking:by=warnsdorff".parse()?;
//! let mut search = config.build(&puzzle);
//! assert_eq!(search.run(1_000_000), Status::Found);
//! let tour = Tour::new(puzzle.board().clone(), search.state().path.clone())?;
//! assert_eq!(tour.path().len(), 64);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A module may use only the modules above it in this list. `ARCHITECTURE.md` explains why.

#![warn(clippy::unwrap_used)]

pub mod text;

pub mod board;
pub mod tour;

pub mod puzzle;

pub mod feasibility;

pub mod solver;

pub mod words;

pub mod timeline;

pub mod engine;

pub mod lab;

pub mod play;

pub mod session;

pub mod format;

pub mod storage;

pub mod cli;

#[cfg(feature = "gui")]
pub mod app;
