//! The walls between the modules: what must not appear in which of them.

use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
    files
}

/// Every file: its path below `src`, and its code without comments and without the tests at its
/// end.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        let code: Vec<&str> =
            code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let name = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        (name, code.join("\n"))
    };
    sources(&root).into_iter().map(read).collect()
}

/// Whether the word occurs, other than as the end of a longer one.
fn has_word(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(place, _)| {
        let before = code[..place].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

fn absent(words: &[&str], allowed: impl Fn(&str) -> bool) {
    for (name, code) in files() {
        for word in words.iter().filter(|_| !allowed(&name)) {
            assert!(!has_word(&code, word), "{name} must not use {word}");
        }
    }
}

#[test]
fn the_check_finds_what_it_looks_for() {
    let (name, code) = files().into_iter().find(|(name, _)| name == "engine/mod.rs").unwrap();
    assert!(has_word(&code, "std::time"), "{name} is the room with the clock");
    assert!(!has_word("use super::dfs::Dfs", "fs::"));
}

#[test]
fn no_clock_outside_the_engine() {
    absent(&["std::time", "Instant", "SystemTime"], |name| name.starts_with("engine/"));
}

#[test]
fn all_threads_are_started_in_one_file() {
    absent(&["std::thread", "thread::", "ctrlc"], |name| name == "engine/threads.rs");
}

#[test]
fn no_files_outside_their_room() {
    let words = ["std::fs", "fs::", "File::", "std::env", "env::", ".exists()", ".is_dir()"];
    absent(&words, |name| name == "main.rs" || name == "disk.rs");
    let words = ["std::io", "io::", "println!", "eprintln!"];
    absent(&words, |name| name == "main.rs" || name == "disk.rs" || name.starts_with("cli/"));
}

#[test]
fn no_window_outside_its_room() {
    absent(&["egui", "eframe"], |name| name == "main.rs" || name.starts_with("app/"));
}

#[test]
fn no_randomness_that_is_not_seeded() {
    absent(
        &["from_os_rng", "from_entropy", "rand::rng(", "thread_rng", "StdRng", "RandomState"],
        |_| false,
    );
    absent(&["rand_pcg"], |name| name == "solver/search/ranking.rs");
    // Only for a new seed when the user asks for one.
    absent(&["rand::", "SysRng"], |name| name == "app/explore/mod.rs");
}

/// A room may use only the rooms before it.
#[test]
fn rooms_know_only_rooms_to_their_left() {
    let rooms = [
        "text",
        "board",
        "tour",
        "puzzle",
        "feasibility",
        "solver",
        "tape",
        "engine",
        "lab",
        "play",
        "session",
        "format",
        "disk",
        "cli",
        "app",
    ];
    for (name, code) in files() {
        let room = name.split(['/', '.']).next().unwrap();
        let Some(place) = rooms.iter().position(|other| *other == room) else {
            assert!(["lib", "main"].contains(&room), "{name} is in no room: add it to the list");
            continue;
        };
        assert!(
            !code.contains("crate::{"),
            "{name}: import one room per line, so that this test can see it"
        );
        for later in &rooms[place + 1..] {
            assert!(!code.contains(&format!("crate::{later}")), "{name} must not use {later}");
        }
    }
}

/// What two methods use belongs to `search` or `build`. Only the list of methods names their modules.
#[test]
fn no_method_uses_another() {
    let registry = ["solver/mod.rs", "solver/method.rs"];
    for (name, code) in files().into_iter().filter(|(name, _)| !registry.contains(&&**name)) {
        let is_method = name.starts_with("solver/methods/");
        assert!(!code.contains("solver::methods::"), "{name} must not use a method's module");
        assert!(!is_method || !code.contains("super::"), "{name} must not use another method");
    }
}
