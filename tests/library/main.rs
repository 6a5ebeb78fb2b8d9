//! The library, called directly: laws over the methods, known numbers, formats, searches on their
//! threads, and what the source and its crates may contain.

mod auto;
mod base;
mod brute;
#[path = "../shared/configs.rs"]
mod configs;
mod desktop;
mod exhibits;
mod existence;
mod faulty;
mod files;
mod formats;
mod games;
mod hints;
mod insights;
mod kinds;
mod laws;
mod licences;
mod numbers;
mod options;
mod play;
mod plurals;
mod walls;
mod watch;
