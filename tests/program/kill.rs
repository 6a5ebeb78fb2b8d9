//! A program that is killed while it saves leaves a whole file: the old one or the new one.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs, thread};

use knights_tour::format::tour::{Contents, read, write_path};
use knights_tour::puzzle::Puzzle;
use knights_tour::storage;

use crate::folder::Folder;
use crate::long::is_long;

/// The file that the child process saves again and again; the test itself runs without it.
const FILE_VARIABLE: &str = "KILL_TEST_FILE";
/// Whether it begins with the second text, so that both are seen however slow the disk is.
const SECOND_VARIABLE: &str = "KILL_TEST_SECOND";
/// What the child process says once it has saved something.
const READY_LINE: &str = "ready to save";

/// A file with a number as its seed, large enough that writing it takes a while.
fn text(number: u64) -> String {
    let holes: Vec<String> = (0..8_000).map(|i| format!("{},{}", 1 + i / 99, 1 + i % 99)).collect();
    let puzzle = format!("100x100 holes={} given=0,0 seed={number}", holes.join(";"));
    write_path(&puzzle.parse::<Puzzle>().unwrap())
}

fn number_in(text: &str) -> u64 {
    match read(text) {
        Ok(Contents::Path { puzzle, .. }) => puzzle.seed(),
        Ok(Contents::Search { .. } | Contents::Game(_)) => panic!("not a path"),
        Err(error) => panic!("the file is not whole: {error}"),
    }
}

#[expect(clippy::disallowed_methods, reason = "the test is about when the program is killed")]
#[test]
fn a_kill_while_saving_leaves_a_whole_file() {
    if let Some(file) = env::var_os(FILE_VARIABLE) {
        let file = PathBuf::from(file);
        let first = usize::from(env::var_os(SECOND_VARIABLE).is_some());
        let texts = [text(1), text(2)];
        storage::write(&file, texts[first].as_bytes()).unwrap();
        println!("{READY_LINE}");
        for number in (0..2).cycle().skip(first + 1) {
            storage::write(&file, texts[number].as_bytes()).unwrap();
        }
    }
    let folder = Folder::new("kill");
    let file = folder.join("saved.tour");
    storage::write(&file, text(7).as_bytes()).unwrap();
    let mut seen = [0; 8];
    for kill in 0..if is_long() { 400_u64 } else { 200 } {
        let mut child = Command::new(env::current_exe().unwrap());
        child.args(["--exact", "kill::a_kill_while_saving_leaves_a_whole_file", "--nocapture"]);
        child.env(FILE_VARIABLE, &file).stdout(Stdio::piped());
        if kill % 2 == 1 {
            child.env(SECOND_VARIABLE, "");
        }
        let mut child = child.spawn().unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(said.any(|line| line.unwrap().contains(READY_LINE)), "it has not begun");
        // Times spread over several saves.
        thread::sleep(Duration::from_micros(kill * 7_919 % 23_000));
        child.kill().unwrap();
        child.wait().unwrap();
        seen[number_in(&fs::read_to_string(&file).unwrap()) as usize] += 1;
    }
    assert!(seen[1] > 5 && seen[2] > 5, "it was killed before it saved anything: {seen:?}");
    let count = || fs::read_dir(&folder).unwrap().count();
    assert!(count() <= 2, "each save sweeps up what the kill before it left");
    storage::write(&file, b"the last").unwrap();
    assert_eq!(count(), 1, "nothing is left but the file");
}
