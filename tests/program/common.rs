//! Running the real binary, and looking at what it leaves.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use serde_json::Value;

/// The file of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_knights-tour");

/// How many seconds are waited for something that must happen.
pub(crate) const MAX_WAIT_SECONDS: f64 = 300.0;

/// The program, without input and without a display.
pub(crate) fn program() -> Command {
    let mut program = Command::new(PROGRAM);
    program.stdin(Stdio::null());
    program.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    program
}

/// Arguments as they are typed; quotes keep words together.
pub(crate) fn words(text: &str) -> Vec<&str> {
    let parts = text.split('"').enumerate();
    let words =
        parts.map(
            |(number, part)| {
                if number % 2 == 1 { vec![part] } else { part.split_whitespace().collect() }
            },
        );
    words.flatten().collect()
}

/// Runs the program with these arguments.
pub(crate) fn run_words(text: &str) -> Output {
    program().args(words(text)).output().unwrap()
}

pub(crate) fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

pub(crate) fn json(words: &str) -> Value {
    serde_json::from_str(&out(&run_words(words))).unwrap()
}

/// Runs `check -` on a text.
pub(crate) fn check(text: &str, flags: &[&str]) -> Output {
    run_with(program().args(["check", "-"]).args(flags), text.as_bytes())
}

/// Starts a command whose output is kept.
pub(crate) fn start(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs a command with this text as its input.
pub(crate) fn run_with(command: &mut Command, input: &[u8]) -> Output {
    let mut child = start(command.stdin(Stdio::piped()));
    // It may know enough before the end of the text.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Sends a signal to a program.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, signal: &str) {
    let id = child.id().to_string();
    assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
}

/// What Linux says of a running program in a line of its status.
#[cfg(unix)]
pub(crate) fn status(child: &Child, name: &str) -> Option<String> {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    status.lines().find_map(|line| Some(line.strip_prefix(name)?.trim().to_owned()))
}

/// Whether a program handles interrupts, where that can be known.
#[cfg(unix)]
pub(crate) fn handles_interrupts(child: &Child) -> Option<bool> {
    let signals = u64::from_str_radix(&status(child, "SigCgt:")?, 16).ok()?;
    Some(signals >> 1 & 1 == 1)
}

/// Interrupts a program as Ctrl+C does, once it is ready for that; a busy machine takes a moment.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    for _ in 0..100 {
        let _ = Command::new("sleep").arg("0.1").status();
        if handles_interrupts(child).unwrap_or(true) {
            break;
        }
    }
    signal(child, "-INT");
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code and no signal")
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The names in a folder, sorted.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Makes a named pipe.
#[cfg(unix)]
pub(crate) fn make_pipe(file: &Path) {
    assert!(Command::new("mkfifo").arg(file).status().unwrap().success());
}
