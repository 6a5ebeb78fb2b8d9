//! Explores knight's tours: boards, checked answers, and methods that can be watched step by step.
//!
//! A module may use only the modules above it in this list. `ARCHITECTURE.md` explains why.

#![warn(clippy::unwrap_used)]

pub mod text;

pub mod board;
pub mod puzzle;
pub mod tour;

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
