//! The window, driven by clicks and keys without a screen.

mod board;
mod choosing;
mod compare;
mod first_start;
#[path = "../shared/folder.rs"]
mod folder;
mod giant;
mod harness;
mod lab;
mod learn;
mod many;
mod play;
mod player;
mod recovery;
mod saving;
mod snapshots;
mod starts;
