//! What simulations and experiments cost, with the real program: `cargo bench --bench lab`.

use std::path::Path;
use std::process::{Command, Stdio};

use knights_tour::engine::Stopwatch;

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
        let _ = never.recv_timeout(std::time::Duration::from_millis(4));
    }
    (watch.seconds(), most)
}

/// The peak memory of a program so far, in megabytes, where the system reports it.
fn peak(status: &Path) -> Option<f64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// How much faster two jobs are than one: the median of pairs that are run one after the other.
fn gain(words: &str, pairs: usize) -> (f64, f64) {
    let pair = |_| {
        let one = program(&format!("{words} --jobs 1")).0;
        (one / program(&format!("{words} --jobs 2")).0, one)
    };
    let (gains, ones): (Vec<f64>, Vec<f64>) = (0..pairs).map(pair).unzip();
    (median(gains), median(ones))
}

/// The most that two jobs can gain on this machine: how much faster two programs at the same time write
/// half of the tours each than one program writes all.
fn side_by_side(pairs: usize) -> f64 {
    let words = |count: u64, name: &str| {
        let folder = folder();
        format!("simulate --kind random --count {count} --jobs 1 --force --out {folder}-{name}")
    };
    let pair = |_| {
        let one = program(&words(100_000, "a")).0;
        let watch = Stopwatch::start();
        std::thread::scope(|scope| {
            scope.spawn(|| program(&words(50_000, "b")));
            program(&words(50_000, "a"));
        });
        one / watch.seconds()
    };
    let gains = (0..pairs).map(pair).collect();
    for name in ["a", "b"] {
        let _ = std::fs::remove_dir_all(format!("{}-{name}", folder()));
    }
    median(gains)
}

/// A folder for the files.
fn folder() -> String {
    std::env::temp_dir().join("knights-tour-bench").display().to_string()
}

fn nine_hundred_runs() {
    let words =
        format!("simulate --kind specific --start 7,0 --count 900 --force --out {}", folder());
    let times = (0..15).map(|_| program(&words).0 * 1e3).collect();
    println!("900 runs of Warnsdorff's rule with all files: {:.0} ms (goal: 100)", median(times));
}

fn searches() {
    let words = "simulate --kind specific --start 7,0 --count 100 --method backtracking";
    let (gain, one) = gain(words, 7);
    println!(
        "100 searches of 6,484,066 steps: {gain:.2} times as fast with two jobs (goal: 1.7; {one:.1} s with one)"
    );
    let (seconds, _) = program(&words.replace("100", "900"));
    println!("900 of them: {seconds:.1} s");
}

fn many_tours() {
    let words = format!("simulate --kind random --count 100000 --force --out {}", folder());
    let (gain, one) = gain(&words, 15);
    println!(
        "100,000 tours with all files: {gain:.2} times as fast with two jobs (goal: 1.7; {one:.2} s with one)"
    );
    println!("  two independent programs: {:.2} times as fast as one", side_by_side(15));
    let (_, most) = program(&words);
    let (_, ten) = program(&words.replace("100000", "1000000"));
    println!("peak memory: {most:.0} MB for 100,000 tours, {ten:.0} MB for 1,000,000 (goal: 100)");
    let _ = std::fs::remove_dir_all(folder());
}

fn starts() {
    let (seconds, _) = program("lab starts --board 10x10");
    println!("every start of 10x10 with the default methods: {seconds:.1} s (goal: 10)");
}
