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
#[path = "../shared/long.rs"]
mod long;
mod numbers;
mod options;
mod play;
mod random;
mod tour_kinds;
mod watch;
