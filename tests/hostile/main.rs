//! Files that were damaged, forged or made to do harm. Whatever is in a file, it cannot crash the program,
//! announces no tour that is not one, and takes no more memory than a small multiple of its size. These are
//! laws over the list of methods.
//!
//! With `KNIGHTS_TOUR_LONG=1` there are millions of files, and their times are looked at too.

#[path = "../shared/configs.rs"]
mod configs;
#[path = "../shared/long.rs"]
mod long;
mod open;
mod samples;

use std::collections::BTreeMap;

use configs::{configs, configs_of};
use knights_tour::engine::Stopwatch;
use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{METHODS, MethodConfig};
use long::is_long;
use open::{Kind, open};
use samples::{Chance, damaged, forged, others, sealed, search, searches};

/// How many times as many files as usual a trial takes.
fn scale(usual: usize, long: usize) -> usize {
    if is_long() { long } else { usual }
}

/// Feeds many texts on both of two threads, each from its number, and counts what they were.
fn open_all(many: usize, text: impl Fn(usize) -> Option<String> + Sync) -> BTreeMap<Kind, usize> {
    // Checkpoints that panic are replayed.
    std::panic::set_hook(Box::new(|_| {}));
    let watch = Stopwatch::start();
    let part = |first: usize| {
        let mut kinds = BTreeMap::new();
        let mut slowest = (0.0, 0);
        for number in (first..many).step_by(2) {
            let Some(text) = text(number) else { continue };
            let begun = Stopwatch::start();
            let kind = std::panic::catch_unwind(|| open(&text)).unwrap_or_else(|panic| {
                let words = panic.downcast_ref::<String>();
                println!("number {number} of {many} does harm: {words:?}\n{text}");
                std::panic::resume_unwind(panic)
            });
            let seconds = begun.seconds();
            if seconds > slowest.0 {
                slowest = (seconds, number);
            }
            *kinds.entry(kind).or_default() += 1;
        }
        (kinds, slowest)
    };
    let [(mut kinds, slow), (more, slower)] = std::thread::scope(|scope| {
        let other = scope.spawn(|| part(1));
        [part(0), other.join().unwrap()]
    });
    for (kind, number) in more {
        *kinds.entry(kind).or_default() += number;
    }
    let slowest = if slow.0 > slower.0 { slow } else { slower };
    let minutes = watch.seconds() / 60.0;
    println!("{many} files in {minutes:.1} minutes: {kinds:?}; the slowest took {slowest:?}");
    if is_long() {
        assert!(slowest.0 < 1.0, "number {} took {} s", slowest.1, slowest.0);
    }
    kinds
}

/// The most memory that this process has used, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let kilobytes = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

/// Saved searches of every method, so that each method is met as often as any other.
fn all_searches() -> Vec<Vec<String>> {
    METHODS.iter().map(|method| searches(&configs_of(method))).collect()
}

#[test]
fn damaged_files_do_no_harm() {
    let mut texts = all_searches();
    texts.push(others());
    let kinds = open_all(scale(20_000, 10_000_000), |number| {
        let mut chance = Chance::new(number as u64);
        let [text, other] = [(); 2].map(|()| {
            let method = chance.below(texts.len());
            chance.one_of(&texts[method])
        });
        Some(damaged(text, other, &mut chance))
    });
    assert!(kinds.len() == 5 && kinds.values().all(|number| *number > 50), "{kinds:?}");
    // Two texts at a time, of at most 20 KB each.
    let most = peak() >> 20;
    println!("{most} MB at most");
    assert!(most < 300, "{most} MB");
}

#[test]
fn forged_files_do_no_harm() {
    let texts = all_searches();
    for text in texts.iter().flatten() {
        let is_kept = text.contains("\"cache\"");
        assert_eq!(open(text) == Kind::Resumed, is_kept, "{text}");
    }
    let kinds = open_all(scale(20_000, 1_000_000), |number| {
        let mut chance = Chance::new(number as u64);
        let method = chance.below(texts.len());
        let text = chance.one_of(&texts[method]);
        forged(text, &mut chance)
    });
    let [resumed, replayed] = [Kind::Resumed, Kind::Replayed].map(|kind| kinds[&kind]);
    assert!(resumed > 1_000 && replayed > 1_000, "{kinds:?}");
}

/// Files of up to some megabytes, each of a kind that could take far more memory than its size.
fn large(number: usize) -> String {
    let mut chance = Chance::new(number as u64);
    let many = 20_000 + chance.below(200_000);
    let board = r#""board":{"rows":1000,"cols":1000}"#;
    let tour = r#""format":"knights-tour","version":1"#;
    let list = |item: &str| vec![item; many].join(",");
    let holes: Vec<String> = (0..many / 4).map(|i| format!("[{},{}]", i / 999, i % 999)).collect();
    let text = match number % 26 {
        0 => format!(
            r#"{{"board":{{"rows":1000,"cols":1000,"holes":[{}]}},"tours":[{}]}}"#,
            holes.join(","),
            list("[]")
        ),
        1 => format!(r#"{{{board},"given":[{}],"tours":[{}]}}"#, list("[0,0]"), list("[]")),
        2 => format!(r#"{{{board},"tours":[{}]}}"#, list("[]")),
        3 => format!(r#"{{{tour},{board},"{}":1}}"#, "k".repeat(many * 20)),
        4 => format!(r#"{{{tour},{board},"method":"{}"}}"#, "m".repeat(many * 20)),
        5 => "1 ".repeat(many * 5),
        6 => "1\n".repeat(many * 5),
        7 => "[".repeat(many * 5),
        8 => format!(
            r#"{{{tour},{board},"method":"warnsdorff","options":{{"ties":[{}]}}}}"#,
            list("0")
        ),
        9 => {
            // Each takes far more memory than its text.
            let checkpoint = |steps: usize| {
                let numbers = format!(r#""steps":[0,0,0,{steps}],"counters":[0,0],"visits":[]"#);
                format!(
                    r#"{{"status":"Searching","last":"Rewire",{numbers},"path":"","deepest":null,"own":"[0,0,0,[]]"}}"#
                )
            };
            let all = (1..=many / 4).map(checkpoint).collect::<Vec<String>>().join(",");
            let search =
                r#""search":{"playhead":1,"shown":"step","tours":0,"knows_no_other":false}"#;
            let steps = format!(r#""method":"construct","rewires":{}"#, many / 4);
            sealed(
                &format!(r#"{{{tour},{board},"given":[[0,0]],{steps},{search}}}"#),
                &format!(r#"{{"track":null,"checkpoints":[{all}]}}"#),
            )
            .unwrap()
        }
        10 | 11 => {
            let configs = configs();
            let side = 300 + chance.below(600);
            let puzzle: Puzzle = format!("{side}x{side} given=0,0").parse().unwrap();
            let takes_it = |config: &&MethodConfig| config.refusal(&puzzle).is_none();
            let configs: Vec<&MethodConfig> = configs.iter().filter(takes_it).collect();
            let config = configs[chance.below(configs.len())];
            // Slow steps need not be many: what they work on is large from the first.
            let steps = match config.build(&puzzle).quick_steps() {
                quick @ 0..4_096 => 100 * quick,
                _ => 4 * (side * side) as u64,
            };
            search(&puzzle, config, steps, 1_000)
        }
        12 => format!(r#"{{{tour},{board},"path":[{}]}}"#, list("[0,0],[1,2]")),
        13 => format!("# 5000x5000 given={}\n", vec!["0,0"; many].join(";")),
        14 => "{{".to_owned() + &"{1, 2}, ".repeat(many),
        15 => {
            let side = 400 + chance.below(600);
            let puzzle: Puzzle = format!("{side}x{side} given=0,0").parse().unwrap();
            let mut solver = MethodConfig::default().build(&puzzle);
            solver.run(4 * (side * side) as u64);
            knights_tour::format::grid::write(puzzle.board(), &solver.state().path, 1)
        }
        17 => format!(
            r#"{{"format":"knights-tour","version":1,{board},"method":"divide-and-conquer","base":[{}]}}"#,
            list(r#"{"rows":6,"cols":6,"path":[]}"#)
        ),
        16 => format!("3x4\n{}", "a1 b3 ".repeat(many)),
        18 => "0,0\n".repeat(many),
        19 => "a1b3b3a1 a1b3 b3a1 ".repeat(many / 2),
        20 => list(r#"{"x":0,"y":1}"#),
        21 => (0..many).map(|i| format!("{} ", many - i)).collect(),
        22 => "1 2 3 4 5 6 7 8 9\n".repeat(many),
        23 => r"1&2\\".repeat(many),
        24 => "1 2 3\n4 5 6\n7 8 9\n".repeat(many),
        _ => format!(r#"{{{board},"path":[[0,0]]}}"#).repeat(many / 20),
    };
    if chance.below(3) > 0 { text } else { cut_somewhere(text, &mut chance) }
}

fn cut_somewhere(mut text: String, chance: &mut Chance) -> String {
    let at = chance.below(text.len());
    let at = (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.truncate(at);
    text
}

/// Each in a process of its own, so that the memory of one is not mistaken for that of another.
#[test]
fn large_files_take_a_small_multiple_of_their_size() {
    let program = std::env::current_exe().unwrap();
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("large file");
    let (mut most, mut slowest) = (0.0_f64, (0.0, 0));
    for number in 0..scale(26, 1_000) {
        std::fs::write(&file, large(number)).unwrap();
        let output = std::process::Command::new(&program)
            .args(["one_large_file", "--exact", "--nocapture"])
            .env("KNIGHTS_TOUR_LARGE", &file)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = said.lines().find_map(|line| line.split_once("large file: "));
        let failed =
            || panic!("number {number}: {said}{}", String::from_utf8_lossy(&output.stderr));
        let numbers = line.map(|(_, numbers)| numbers.split(' ').map(|n| n.parse().unwrap()));
        let numbers: Vec<f64> = numbers.map_or_else(failed, Iterator::collect);
        let [size, memory, seconds] = numbers[..] else { panic!("{said}") };
        let allowed = (64 << 20) as f64 + 20.0 * size;
        assert!(memory <= allowed, "number {number} of {size} bytes takes {memory} bytes");
        most = most.max(memory / allowed);
        if seconds > slowest.0 {
            slowest = (seconds, number);
        }
    }
    println!("at most {most:.2} of the memory allowed, and {slowest:.2?} s");
}

/// Feeds the large file that the test above asks for, and says how large it is, the memory that this
/// took and the time.
#[test]
fn one_large_file() {
    let Some(file) = std::env::var_os("KNIGHTS_TOUR_LARGE") else { return };
    let text = std::fs::read_to_string(file).unwrap();
    let before = peak();
    let watch = Stopwatch::start();
    open(&text);
    let (size, seconds) = (text.len(), watch.seconds());
    println!("large file: {size} {} {seconds}", peak() - before);
}
