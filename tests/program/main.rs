//! The real binary, and what it leaves on the disk.

mod cli;
mod common;
mod disk;
#[path = "../shared/folder.rs"]
mod folder;
#[cfg(unix)]
mod kill;
mod lab;
mod simulate;
mod slots;
