//! The real binary, and what it leaves on the disk.

mod advice;
mod checking;
mod cli;
mod common;
mod completions;
#[path = "../shared/folder.rs"]
mod folder;
#[cfg(unix)]
mod kill;
mod lab;
#[cfg(unix)]
#[path = "../shared/long.rs"]
mod long;
#[cfg(target_os = "linux")]
mod pipes;
mod refusals;
mod simulate;
mod slots;
mod storage;
