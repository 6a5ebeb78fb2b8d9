//! The window, driven by clicks and keys without a screen.

mod board;
mod choosing;
mod compare;
mod first_start;
#[path = "../shared/folder.rs"]
mod folder;
mod giant;
mod keep;
mod lab;
mod learn;
mod many;
mod play;
mod screen;
mod starts;
