//! What simulations and experiments cost, with the real program: `cargo bench --bench lab`.
#![allow(missing_docs)]

use std::path::Path;
use std::process::{Command, Stdio};

use knights_tour::engine::Stopwatch;
use measure::{Limit, median, pairs, report, report_time, seconds};

mod measure;

fn main() {
    let all = std::env::args().skip(1).all(|word| word.starts_with("--"));
    let wanted = |name: &str| all || std::env::args().any(|word| word == name);
    if wanted("small") {
        nine_hundred_runs();
    }
    if wanted("searches") {
        searches();
    }
    if wanted("tours") {
        many_tours();
    }
    if wanted("starts") {
        starts();
    }
}

/// Runs the program, and returns the seconds it took and its peak memory in megabytes.
fn program(words: &str) -> (f64, f64) {
    let watch = Stopwatch::start();
    let mut child = Command::new(env!("CARGO_BIN_EXE_knights-tour"))
        .args(words.split_whitespace())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut most: f64 = 0.0;
    let (_sender, never) = crossbeam_channel::bounded::<()>(0);
    while child.try_wait().expect("it can be waited for").is_none() {
        most = most.max(peak(Path::new(&status)).unwrap_or(0.0));
        let _ = never.recv_timeout(std::time::Duration::from_millis(1));
    }
    (watch.seconds(), most)
}

/// The peak memory of a program so far, in megabytes, where the system reports it.
fn peak(status: &Path) -> Option<f64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

/// How many times as fast a command is with two jobs as with one.
fn gain(words: &str, count: usize) -> f64 {
    let jobs = |jobs: u32| move || program(&format!("{words} --jobs {jobs}")).0;
    pairs(count, jobs(1), jobs(2)).ratio
}

/// The most that two jobs can gain on this machine: how much faster two programs at the same time write
/// half of the tours each than one program writes all.
fn side_by_side(count: usize) -> f64 {
    let words = |tours: u64, name: &str| {
        let folder = folder();
        format!("simulate --kind random --count {tours} --jobs 1 --force --out {folder}-{name}")
    };
    let one = || program(&words(100_000, "a")).0;
    let two = || {
        seconds(|| {
            std::thread::scope(|scope| {
                scope.spawn(|| program(&words(50_000, "b")));
                program(&words(50_000, "a"));
            });
        })
    };
    let gain = pairs(count, one, two).ratio;
    for name in ["a", "b"] {
        let _ = std::fs::remove_dir_all(format!("{}-{name}", folder()));
    }
    gain
}

/// A folder for the files.
fn folder() -> String {
    std::env::temp_dir().join("knights-tour-bench").display().to_string()
}

fn nine_hundred_runs() {
    let simulate = |count: u32| {
        let words = format!("simulate --kind specific --start 7,0 --count {count} --force --out");
        move || program(&format!("{words} {}", folder())).0
    };
    let pairs = pairs(15, simulate(900), simulate(1));
    let name = "900 runs of Warnsdorff's rule with all files, compared with one";
    report(name, pairs.ratio, "times", Limit::AtMost(2.8));
    report("    900 runs", pairs.above * 1e3, "ms", Limit::None);
}

fn searches() {
    let words = "simulate --kind specific --start 7,0 --count 100 --method backtracking";
    let share = gain(words, 7) / side_by_side(7);
    let name = "100 searches of 6,484,066 steps: gain from two jobs, of the possible";
    report(name, share, "times", Limit::AtLeast(0.85));
    let time = median((0..3).map(|_| program(&format!("{words} --jobs 1")).0)) / 100.0;
    report_time("a search of 6,484,066 steps", time, Limit::AtMost(4_300.0));
}

fn many_tours() {
    let words = format!("simulate --kind random --count 100000 --force --out {}", folder());
    let share = gain(&words, 15) / side_by_side(15);
    let name = "100,000 tours with all files: gain from two jobs, of the possible";
    report(name, share, "times", Limit::AtLeast(0.85));
    for count in ["100000", "1000000"] {
        let (_, most) = program(&words.replace("100000", count));
        report(&format!("peak memory for {count} tours"), most, "MB", Limit::AtMost(100.0));
    }
    let _ = std::fs::remove_dir_all(folder());
}

fn starts() {
    let (time, _) = program("lab starts --board 10x10");
    let name = "every start of 10x10 with the default methods";
    report_time(name, time, Limit::AtMost(650_000.0));
}
