//! The real binary, and what it leaves on the disk.

mod cli;
mod common;
mod completions;
#[path = "../shared/folder.rs"]
mod folder;
#[cfg(unix)]
mod kill;
mod lab;
#[cfg(target_os = "linux")]
mod pipes;
mod simulate;
mod slots;
mod storage;
