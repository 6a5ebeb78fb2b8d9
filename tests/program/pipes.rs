//! Commands that wait for another program at the other end of a named pipe.

use std::fs;
use std::process::{Child, Command};

use crate::common::{
    code, err, handles_interrupts, interrupt, make_pipe, out, program, signal, start, status,
};
use crate::folder::Folder;

/// Waits until a program has its signal handler and sleeps, most likely at its pipe. One that is not there
/// yet has to end all the same.
fn wait_until_it_waits(child: &Child) {
    for _ in 0..600 {
        let _ = Command::new("sleep").arg("0.1").status();
        let sleeps = status(child, "State:").is_some_and(|state| state.starts_with('S'));
        if sleeps && handles_interrupts(child) == Some(true) {
            return;
        }
    }
    panic!("it never waits");
}

/// One signal is enough, and a closed terminal sends no more than one.
#[test]
fn one_signal_ends_a_command_that_waits() {
    let folder = Folder::new("pipes");
    make_pipe(&folder.join("pipe"));
    for words in [
        "solve --board 24x24 --method divide-and-conquer --base pipe",
        "solve --board 5x5 --out pipe",
        "starts --board 5x5 --out pipe",
        "lab ties --sizes 5,6 --out pipe",
        "check pipe",
    ] {
        for name in ["-INT", "-TERM", "-HUP"] {
            let child = start(program().args(words.split_whitespace()).current_dir(&folder));
            wait_until_it_waits(&child);
            signal(&child, name);
            let output = child.wait_with_output().unwrap();
            assert_eq!(code(&output), 1, "{words} {name}: {}", err(&output));
            assert!(err(&output).contains("interrupted"), "{words} {name}: {}", err(&output));
        }
    }
}

/// An interrupted search does not begin to wait for a reader; what it has is printed.
#[test]
fn an_interrupted_search_waits_for_nothing() {
    let folder = Folder::new("pipe-after");
    make_pipe(&folder.join("pipe"));
    let words = "solve --board 30x30 --method backtracking --out pipe";
    let child = start(program().args(words.split_whitespace()).current_dir(&folder));
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 1, "{}", err(&output));
    assert!(err(&output).contains("may have no reader"), "{}", err(&output));
    assert_eq!(out(&output).lines().count(), 30);
}

/// With a reader, a pipe is as good as a file.
#[test]
fn a_pipe_with_a_reader_gets_the_answer() {
    let folder = Folder::new("pipe-read");
    make_pipe(&folder.join("pipe"));
    let words = ["solve", "--board", "5x5", "--out", "pipe"];
    let child = start(program().args(words).current_dir(&folder));
    let read = fs::read_to_string(folder.join("pipe")).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((code(&output), out(&output)), (0, String::new()), "{}", err(&output));
    assert_eq!(read.lines().count(), 5);
}
