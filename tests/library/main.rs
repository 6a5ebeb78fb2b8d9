//! The library, called directly: laws over the methods, known numbers, formats, searches on their
//! threads, and what the source and its crates may contain.

mod auto;
mod base;
mod brute_force;
mod buggy_solvers;
#[path = "../shared/configs.rs"]
mod configs;
mod desktop;
mod exhibits;
mod existence;
mod files;
mod formats;
mod games;
mod hints;
mod insights;
mod laws;
mod layers;
mod licences;
mod numbers;
mod options;
mod play;
mod plurals;
mod tour_kinds;
mod watch;
