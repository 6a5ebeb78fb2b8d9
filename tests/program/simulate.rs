//! The real binary's simulations: flags, answers to questions, files, and what remains of the files
//! when something goes wrong.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::common::{code, err, out, run_with};
use crate::folder::Folder;

fn program() -> Command {
    let mut command = crate::common::program();
    command.arg("simulate");
    command
}

fn run_in(folder: &Path, words: &str) -> Output {
    program().args(words.split_whitespace()).current_dir(folder).output().unwrap()
}

/// Answers the questions with these lines.
fn answer(folder: &Path, lines: &str) -> Output {
    answer_with(folder, "", lines.as_bytes())
}

/// The same with more flags.
fn answer_with(folder: &Path, words: &str, lines: &[u8]) -> Output {
    let mut command = program();
    command.arg("--interactive").args(words.split_whitespace()).current_dir(folder);
    run_with(&mut command, lines)
}

fn read(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// What `check` says about a file.
fn check(file: &Path) -> String {
    let output = crate::common::program().arg("check").arg(file).output().unwrap();
    assert_eq!(code(&output), 0, "{}", err(&output));
    out(&output)
}

/// The lines of `times.csv` without the header, split at commas.
fn times(folder: &Path) -> Vec<Vec<String>> {
    let text = read(folder, "times.csv");
    let mut lines = text.lines();
    let head = "start_row,start_col,seconds,steps,placements,retreats,restarts,outcome,closed,structured,rewires";
    assert_eq!(lines.next(), Some(head));
    lines.map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// The number in `summary.csv` in this row and this column.
fn summary(folder: &Path, row: &str, column: &str) -> String {
    let text = read(folder, "summary.csv");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let place = lines.next().unwrap().iter().position(|name| *name == column).unwrap();
    let line = lines.find(|line| line[0] == row).unwrap();
    line[place].to_owned()
}

#[test]
fn every_square_is_a_start_once() {
    let folder = Folder::new("all");
    let output = run_in(&folder, "--board 5x5 --kind all --method backtracking --out runs");
    assert_eq!(code(&output), 0, "{}", err(&output));
    let runs = folder.join("runs");
    let times = times(&runs);
    let starts: Vec<(String, String)> =
        times.iter().map(|line| (line[0].clone(), line[1].clone())).collect();
    let squares = (0..5).flat_map(|row| (0..5).map(move |col| (row.to_string(), col.to_string())));
    assert!(starts.iter().cloned().eq(squares), "every square in reading order");
    for line in &times {
        let colour = (line[0].parse::<u32>().unwrap() + line[1].parse::<u32>().unwrap()) % 2;
        assert_eq!(line[7], ["found", "impossible"][colour as usize]);
    }
    assert_eq!(
        check(&runs.join("tours.txt")),
        "valid: 13 tours, 13 open, 0 closed, 3 structured\nnone symmetric, none semi-magic\n"
    );
    assert_eq!(read(&runs, "tours.txt"), read(&runs, "open.txt"));
    assert_eq!(read(&runs, "closed.txt"), "");
    let tours = read(&runs, "tours.txt");
    let first: Vec<&str> = tours.lines().take(7).collect();
    assert_eq!(first[0], "# tour 1, 5x5, from 0,0, open, unstructured");
    assert_eq!((first[1].split_whitespace().next(), first[6]), (Some("1"), ""));
    assert_eq!(summary(&runs, "impossible", "total"), "12");
    let steps: Vec<u64> = times.iter().map(|line| line[3].parse().unwrap()).collect();
    assert_eq!(summary(&runs, "steps", "total"), steps.iter().sum::<u64>().to_string());
    let mut steps: Vec<u64> = steps.into_iter().filter(|steps| *steps > 0).collect();
    steps.sort_unstable();
    assert_eq!(summary(&runs, "steps", "median"), steps[6].to_string());
    assert_eq!(summary(&runs, "steps", "p90"), steps[11].to_string(), "12 of 13 are nine tenths");
    assert!(out(&output).contains("impossible                 12"));
}

/// Everything in a folder, with the seconds taken out.
fn without_seconds(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let name = entry.unwrap().file_name().into_string().unwrap();
            let text = read(folder, &name);
            let text = match name.as_str() {
                "times.csv" => {
                    let line = |line: &str| {
                        let mut words: Vec<&str> = line.split(',').collect();
                        words.remove(2);
                        words.join(",")
                    };
                    text.lines().map(line).collect::<Vec<_>>().join("\n")
                }
                "summary.csv" => {
                    let kept = text.lines().filter(|line| !line.starts_with("seconds"));
                    kept.collect::<Vec<_>>().join("\n")
                }
                _ => text,
            };
            (name, text)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn the_same_seed_gives_the_same_files_whatever_the_number_of_jobs() {
    let folder = Folder::new("jobs");
    let cases = [
        "--board 8x8 --kind random --count 300 --seed 5",
        "--board 7x7 --kind all --method warnsdorff:restarts=0",
        "--board 7x7 --kind specific --start 0,0 --count 40 --method warnsdorff:restarts=0,ties=uniform --max-failures 3",
        "--board 20x20 --kind random --count 50 --method restarting --goal closed",
        "--board 12x12 --kind random --count 30 --method backtracking:by=warnsdorff,ties=uniform --max-steps 300",
    ];
    for (number, case) in cases.iter().enumerate() {
        let made = [1, 2, 5].map(|jobs| {
            let name = format!("{number}-{jobs}");
            let output = run_in(&folder, &format!("{case} --jobs {jobs} --out {name}"));
            (code(&output), without_seconds(&folder.join(name)))
        });
        assert_eq!(made[0].1.len(), 7, "{case}");
        assert_eq!(made[0], made[1], "{case}");
        assert_eq!(made[0], made[2], "{case}");
    }
    run_in(&folder, &format!("{} --seed 6 --out other", cases[0].replace(" --seed 5", "")));
    let [a, b] = ["0-1", "other"].map(|name| read(&folder.join(name), "tours.txt"));
    assert_ne!(a, b, "another seed gives other tours");
}

#[test]
fn failures_end_a_simulation_with_a_reason() {
    let folder = Folder::new("nothing");
    let cases = [
        (
            "--kind specific --start 0,0 --count 9 --method backtracking --max-steps 100",
            "1 run in",
            &["first failure", "0 of 9 tours found", "would be the same"][..],
        ),
        (
            "--board 8x8 --kind random --count 5 --method restarting --max-steps 50 --max-failures 7",
            "7 runs in",
            &["after 7 runs without a tour", "0 of 5 tours", "--max-failures"],
        ),
        (
            "--board 5x5 --kind specific --start 0,1 --count 5 --search-anyway --method backtracking:by=warnsdorff,ties=uniform",
            "1 run in",
            &["no tour exists from b5", "0 of 5"],
        ),
        ("--board 5x5 --kind specific --start 0,1 --count 5", "", &["b5", "--search-anyway"]),
        ("--board 4x4 --kind random --count 5", "", &["4x4", "from any square", "--search-anyway"]),
        (
            "--board 3x4 --goal end:0,3 --kind specific --start 0,0 --search-anyway --method backtracking",
            "1 run in",
            &["every path was tried, so no tour from a3 ends at d3"],
        ),
        (
            "--board 5x5 --goal end:0,1 --kind random --count 5",
            "",
            &["no tour of the 5x5 board ends at b5, by theorem"],
        ),
        ("--board 1x200 --hole 0,90 --kind random --count 5", "", &["0 of 5 tours"]),
    ];
    for (case, runs, words) in cases {
        let output = run_in(&folder, case);
        assert_eq!(code(&output), 1, "{case}");
        let said = err(&output);
        for word in words.iter().chain(&[runs]) {
            assert!(said.contains(word), "{case}: no '{word}' in {said}");
        }
    }
    let output = run_in(&folder, "--board 4x4 --kind all");
    assert_eq!(code(&output), 0, "every square was tried");
    assert!(out(&output).contains("impossible                 16"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0, "nothing is written without being asked");
}

/// A run that reached its limit has its line, but is no slow success.
#[test]
fn runs_without_a_tour_are_counted_but_not_measured() {
    let folder = Folder::new("measured");
    let words = "--board 20x20 --kind random --count 20 --seed 1 --max-steps 400 --out runs \
                 --method backtracking:by=warnsdorff,ties=uniform";
    assert_eq!(code(&run_in(&folder, words)), 0);
    let runs = folder.join("runs");
    let (found, limited): (Vec<_>, Vec<_>) =
        times(&runs).into_iter().partition(|line| line[7] == "found");
    assert!(limited.iter().all(|line| line[7] == "limit" && line[3] == "400"));
    assert_eq!((found.len(), limited.is_empty()), (20, false));
    assert_eq!(summary(&runs, "limit", "total"), limited.len().to_string());
    assert_eq!(summary(&runs, "runs", "total"), (20 + limited.len()).to_string());
    let steps: u64 = found.iter().map(|line| line[3].parse::<u64>().unwrap()).sum();
    assert_eq!(summary(&runs, "steps", "total"), steps.to_string());
    assert_eq!(summary(&runs, "steps", "average"), (steps as f64 / 20.0).to_string());
    assert!(check(&runs.join("tours.txt")).starts_with("valid: 20 tours"));
}

#[test]
fn an_existing_folder_is_kept_unless_forced() {
    let folder = Folder::new("force");
    let runs = folder.join("runs");
    fs::create_dir(&runs).unwrap();
    fs::write(runs.join("structured.txt"), "# tour 1, 5x5, of an older simulation").unwrap();
    fs::write(runs.join("notes.txt"), "mine too").unwrap();
    let output = run_in(&folder, "--board 5x5 --save tours --out runs");
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("'runs' exists and is not empty"), "{}", err(&output));
    assert!(err(&output).contains("--force"));
    assert_eq!(fs::read_dir(&runs).unwrap().count(), 2);
    assert_eq!(code(&run_in(&folder, "--board 5x5 --save tours --out runs --force")), 0);
    assert!(!runs.join("structured.txt").exists(), "results of two simulations do not mix");
    fs::write(runs.join("structured.txt"), "mine").unwrap();
    let output = run_in(&folder, "--board 6x6 --save times --out runs --force");
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("structured.txt"), "{}", err(&output));
    assert_eq!(read(&runs, "structured.txt"), "mine", "a file from elsewhere is kept");
    assert!(read(&runs, "tours.txt").contains("5x5"), "and so is everything else");
    assert_eq!(read(&runs, "notes.txt"), "mine too");
    check(&runs.join("tours.txt"));
    let output = run_in(&folder, "--board 5x5 --out runs/notes.txt");
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("is a file"), "{}", err(&output));
    let output = run_in(&folder, "--board 5x5 --out runs/notes.txt/deep");
    assert_eq!((code(&output), err(&output).contains("cannot be created")), (2, true));
}

/// Every question, with wrong answers before the right one.
#[test]
fn every_question_and_the_command_that_repeats_them() {
    let folder = Folder::new("ask");
    let lines = "many\n0x6\n6\n6x6000000\n6x6\nmaybe\nn\nz9\na1 b9\nf1\nopen\nend:9,9\nend:f6\n\
                 warnsdorf\nwarnsdorff:ties=some\nwarnsdorff:ties=roth\nsome\nspecific\n9,9\nf1\n2,1\n\
                 lots\n0\n4\n-1\n7\ntours\nno\nperhaps\ny\nYES\nno\nn\n";
    let output = answer(&folder, lines);
    let said = err(&output);
    assert_eq!(code(&output), 0, "{said}");
    for number in 1..=13 {
        assert!(said.contains(&format!("{number:>2}. ")), "question {number} in {said}");
    }
    let wrong = "'many' 0x6 '6' 6000000 'maybe' 'z9' 'b9' 'open' '9,9' ties=some 'some' 'lots' '0' \
                 '-1' 'tours' 'perhaps'";
    for wrong in wrong.split(' ').chain(["did you mean", "f1 is a hole", "is not no, grid or path"])
    {
        assert!(said.contains(wrong), "{wrong} is explained in {said}");
    }
    let repeat = "knights-tour simulate --board 6x6 --hole 5,5 --goal end:0,5 --method warnsdorff:ties=roth --kind specific --start 2,1 --count 4 --seed 7 --save tours,times --out simulation";
    let printed = out(&output);
    assert_eq!(printed.lines().last(), Some(repeat), "{printed}");
    let first = without_seconds(&folder.join("simulation"));
    assert_eq!(first.len(), 3);
    let words = repeat
        .trim_start_matches("knights-tour simulate ")
        .replace("--out simulation", "--out again");
    assert_eq!(code(&run_in(&folder, &words)), 0);
    assert_eq!(first, without_seconds(&folder.join("again")));
}

#[test]
fn empty_answers_mean_the_defaults_and_no_folder_is_overwritten() {
    let folder = Folder::new("usual");
    fs::create_dir(folder.join("simulation")).unwrap();
    let output = answer(&folder, "\n\n\n\n\n\n\n\ny\n\n\n\n");
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(
        out(&output)
            .contains("--board 8x8 --method warnsdorff --kind all --save tours --out simulation-2")
    );
    assert!(!err(&output).contains("13. "), "neither start nor count is asked for every square");
    check(&folder.join("simulation-2/tours.txt"));
}

#[test]
fn flags_are_the_default_answers() {
    let folder = Folder::new("offered");
    let ask = |words: &str, lines: &str| answer_with(&folder, words, lines.as_bytes());
    let words = "--board 6x7 --method restarting --kind random --count 1,000 --save times --seed 9";
    let output = ask(words, &"\n".repeat(13));
    let repeat = "knights-tour simulate --board 6x7 --method restarting --kind random --count 1000 --seed 9 --save times --out simulation";
    assert_eq!(out(&output).lines().last(), Some(repeat), "{}", err(&output));
    let words = "--board 6x6 --wrap --hole a1 --hole 0,0 --goal end:b1 --kind random --count 2";
    let output = ask(words, &"\n".repeat(13));
    let repeat = "knights-tour simulate --board 6x6 --wrap --hole 0,0 --hole 5,0 --goal end:5,1 --method warnsdorff --kind random --count 2";
    assert_eq!(out(&output).lines().last(), Some(repeat), "{}", err(&output));
    // An existing folder is reported before the questions.
    let output = ask("--out simulation", "");
    assert!(err(&output).contains("not empty") && !err(&output).contains(" 1. "));
    // Where no tour exists, --search-anyway searches anyway.
    let output = ask("--board 3x3 --search-anyway --kind specific --start 0,0", &"\n".repeat(14));
    assert!(err(&output).contains("with 0 of 100 tours"), "{}", err(&output));
    assert!(out(&output).lines().last().unwrap().ends_with("--search-anyway"), "{}", out(&output));
    // An answer that is not text is asked for again.
    let output = answer_with(&folder, "", b"\xff\n");
    assert_eq!(err(&output).matches(" 1. ").count(), 2, "{}", err(&output));
}

/// Hands what a simulation prints to `check -`, with these flags.
fn checked(words: &str, flags: &[&str]) -> (Output, Output) {
    let printed = program().args(words.split_whitespace()).output().unwrap();
    let mut check = crate::common::program();
    let checked = run_with(check.args(["check", "-"]).args(flags), &printed.stdout);
    (printed, checked)
}

#[test]
fn tours_are_printed_so_that_they_can_be_checked() {
    for (words, flags, said) in [
        ("--board 6x6 --print grid", &[][..], "valid: 36 tours, "),
        ("--board 6x6 --print path", &[], "valid: 36 tours, "),
        ("--board 5x5 --hole 0,0 --kind random --count 4 --print grid", &[], "valid: 4 tours"),
        ("--board 5x5 --hole 0,0 --kind random --count 4 --print path", &[], "valid: 4 tours"),
        ("--board 6x5 --wrap --kind random --count 4 --print grid", &["--wrap"], "valid: 4 tours"),
        ("--board 6x5 --wrap --kind random --count 4 --print path", &[], "valid: 4 tours"),
        ("--board 5x5 --print grid", &[], "valid: 13 tours, 13 open, 0 closed"),
        ("--kind specific --start a1 --count 1 --print grid", &[], "valid: open tour of the 8x8"),
    ] {
        let (printed, checked) = checked(words, flags);
        assert_eq!(code(&printed), 0, "{words}: {}", err(&printed));
        assert_eq!(code(&checked), 0, "{words}: {}", err(&checked));
        assert!(out(&checked).starts_with(said), "{words}: {}", out(&checked));
        for part in ["found  ", "90th percentile", "steps  ", " in "] {
            assert!(err(&printed).contains(part), "{words}: {part} in {}", err(&printed));
        }
    }
    let none = run_in(Path::new("."), "--board 4x4 --print grid");
    assert_eq!((code(&none), out(&none)), (0, String::new()), "there are no tours to print");
}

/// The printed tours are those of the files, in the order of the runs, whatever the number of jobs, and a
/// run can be repeated from the line above its path.
#[test]
fn tours_are_printed_in_the_order_of_the_runs() {
    let folder = Folder::new("order");
    let words = "--board 7x7 --kind random --count 60 --seed 3";
    run_in(&folder, &format!("{words} --save tours --out runs"));
    let saved = read(&folder.join("runs"), "tours.txt");
    for jobs in [1, 2, 5] {
        let printed = run_in(&folder, &format!("{words} --jobs {jobs} --print grid"));
        assert_eq!(out(&printed), saved, "{jobs} jobs");
    }
    let both = run_in(&folder, &format!("{words} --print grid --save tours --out both"));
    assert_eq!(out(&both), saved);
    assert_eq!(read(&folder.join("both"), "tours.txt"), saved);
    let paths =
        [1, 5].map(|jobs| out(&run_in(&folder, &format!("{words} --jobs {jobs} --print path"))));
    assert_eq!(paths[0], paths[1]);
    let path = paths[0].split("\n\n").nth(7).unwrap();
    let puzzle = path.lines().next().unwrap().strip_prefix("# ").unwrap();
    assert!(puzzle.ends_with(" seed=10"), "{puzzle}");
    let mut solve = crate::common::program();
    solve.args(["solve", "--method", "warnsdorff", "--format", "path", "--puzzle", puzzle]);
    assert_eq!(out(&solve.output().unwrap()).trim_end(), path);
}

#[test]
fn tours_are_printed_after_the_questions() {
    let folder = Folder::new("ask-print");
    let lines = format!("5x5\n\n\n\n\n\n\ngrid\n{}", "\n".repeat(4));
    let output = answer(&folder, &lines);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert_eq!(out(&output), out(&run_in(&folder, "--board 5x5 --print grid")));
    let repeat = "knights-tour simulate --board 5x5 --method warnsdorff --kind all --print grid";
    assert_eq!(err(&output).trim_end().lines().last(), Some(repeat));
}

#[test]
fn squares_without_a_tour_are_explained() {
    let folder = Folder::new("explained");
    let output = run_in(&folder, "--board 7x7 --save tours");
    assert_eq!(code(&output), 0);
    let said = "no tour starts at 24 of 49 squares, by theorem: ";
    assert!(err(&output).contains(said), "{}", err(&output));
    let output = run_in(&folder, "--board 4x5 --goal closed --kind specific --start 0,0");
    assert!(err(&output).contains("no closed tour exists from a4"), "{}", err(&output));
    let output = run_in(&folder, "--board 6x6 --wrap --save tours --out wrapped");
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(read(&folder.join("wrapped"), "tours.txt").starts_with("# tour 1, 6x6 wrapped, from "));
}

#[test]
fn answers_that_end_too_soon_are_reported() {
    let folder = Folder::new("ends");
    let output = answer(&folder, "8x8\nno\n");
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("no answer to question 3"), "{}", err(&output));
    let none = answer(&folder, &format!("4x4\n\n\n\n\nspecific\nrandom\nall\n{}", "\n".repeat(6)));
    assert_eq!(code(&none), 0, "{}", err(&none));
    assert!(err(&none).contains("only 'all' makes sense"));
    let impossible =
        answer(&folder, &format!("5x5\n\n\n\n\nspecific\n0,1\n0,0\n1\n{}", "\n".repeat(6)));
    assert_eq!(code(&impossible), 0, "{}", err(&impossible));
    assert!(err(&impossible).contains("no tour exists from b5"));
}

#[cfg(unix)]
mod stopped {
    use std::process::Child;
    use std::time::Duration;

    use super::*;
    use crate::common::{MAX_WAIT_SECONDS, PROGRAM, signal, start};
    use crate::long::is_long;

    /// A simulation that takes a long time, once it has written something.
    fn long(folder: &Path, words: &str) -> Child {
        let child = start(program().args(words.split_whitespace()).current_dir(folder));
        let watch = knights_tour::engine::Stopwatch::start();
        while !folder.join("runs/tours.txt").exists() {
            wait(5);
            assert!(watch.seconds() < MAX_WAIT_SECONDS, "nothing was written");
        }
        child
    }

    #[expect(clippy::disallowed_methods, reason = "the test is about when the program ends")]
    fn wait(milliseconds: u64) {
        std::thread::sleep(Duration::from_millis(milliseconds));
    }

    /// How many tours a file contains; all of them must be whole.
    fn whole(file: &Path) -> u64 {
        let text = fs::read_to_string(file).unwrap();
        assert!(text.is_empty() || text.ends_with("\n\n"));
        let tours = knights_tour::format::read(&text).unwrap();
        for parsed in &tours {
            let path = parsed.path.clone().unwrap();
            knights_tour::tour::Tour::new(parsed.board.clone(), path).unwrap();
        }
        tours.len() as u64
    }

    const LONG: &str = "--board 20x20 --kind random --count 100000000 --out runs";

    #[test]
    fn killed_files_are_whole() {
        let folder = Folder::new("kill");
        for kill in 0..if is_long() { 300 } else { 3 } {
            let mut child = long(&folder, &format!("{LONG} --force"));
            wait(kill * 171 % 1_500);
            child.kill().unwrap();
            child.wait().unwrap();
            let runs = folder.join("runs");
            assert!(whole(&runs.join("tours.txt")) > 0);
            // The other files appear a moment later.
            for file in ["open.txt", "closed.txt", "structured.txt", "unstructured.txt"] {
                if runs.join(file).exists() {
                    whole(&runs.join(file));
                }
            }
            let times = if runs.join("times.csv").exists() { times(&runs) } else { Vec::new() };
            assert!(times.iter().all(|line| line.len() == 11));
            fs::remove_file(runs.join("tours.txt")).unwrap();
        }
    }

    #[test]
    fn interrupted_files_hold_every_finished_tour() {
        for name in ["-INT", "-TERM"] {
            let folder = Folder::new(&format!("interrupt{name}"));
            let child = long(&folder, LONG);
            signal(&child, name);
            let output = child.wait_with_output().unwrap();
            assert_eq!(code(&output), 1, "{}", err(&output));
            let runs = folder.join("runs");
            let tours = whole(&runs.join("tours.txt"));
            assert_eq!(tours, times(&runs).iter().filter(|line| line[7] == "found").count() as u64);
            assert_eq!(tours.to_string(), summary(&runs, "found", "total"));
            let said = format!("interrupted with {} of", knights_tour::text::grouped(tours));
            assert!(err(&output).contains(&said), "{}", err(&output));
            assert_eq!(fs::read_dir(&runs).unwrap().count(), 7, "no temporary file is left");
        }
    }

    #[test]
    fn runs_that_were_under_way_are_left_out() {
        let folder = Folder::new("under-way");
        let endless = "--board 30x30 --kind random --method backtracking --jobs 2 --out runs";
        let child = start(program().args(endless.split_whitespace()).current_dir(&folder));
        let runs = folder.join("runs");
        // Once all its files are begun, it can be interrupted, and the runs begin at once.
        let watch = knights_tour::engine::Stopwatch::start();
        while fs::read_dir(&runs).map_or(0, Iterator::count) < 6 {
            wait(5);
            assert!(watch.seconds() < MAX_WAIT_SECONDS, "nothing was begun");
        }
        wait(100);
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 1, "{}", err(&output));
        assert!(err(&output).contains("interrupted with 0 of 100 tours"), "{}", err(&output));
        assert_eq!(times(&runs), Vec::<Vec<String>>::new());
        assert_eq!(summary(&runs, "runs", "total"), "0");
    }

    /// The reader of the tours has enough after the first.
    #[test]
    fn a_closed_pipe_ends_the_tours_quietly() {
        use std::io::{BufRead, BufReader};
        let folder = Folder::new("closed-pipe");
        let endless = "--kind random --count 100000000 --print grid";
        let mut child = start(program().args(endless.split_whitespace()).current_dir(&folder));
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(first.starts_with("# tour 1, 8x8, from "), "{first}");
        let output = child.wait_with_output().unwrap();
        assert_eq!((code(&output), err(&output)), (0, String::new()));
        // Files are completed all the same.
        let words = "--kind random --count 2000 --print path --save tours --out runs";
        let mut child = start(program().args(words.split_whitespace()).current_dir(&folder));
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 0, "{}", err(&output));
        assert_eq!(whole(&folder.join("runs/tours.txt")), 2_000);
    }

    /// A limit on the size of files acts like a full disk.
    #[test]
    fn a_full_disk_leaves_every_tour_whole() {
        let folder = Folder::new("full");
        let script = format!(
            "trap '' XFSZ; ulimit -f 100; exec '{PROGRAM}' simulate --kind random --count 2000 --out runs"
        );
        let output =
            Command::new("sh").args(["-c", &script]).current_dir(&folder).output().unwrap();
        assert_eq!(code(&output), 2, "{}", err(&output));
        let tours = whole(&folder.join("runs/tours.txt"));
        assert!((100..2_000).contains(&tours), "{tours}");
        let said = format!("{} saved in tours.txt", knights_tour::text::counted(tours, "tour"));
        assert!(err(&output).contains(&said), "{said} in {}", err(&output));
        assert!(!err(&output).contains("interrupted"), "it ended by itself");
        assert!(err(&output).contains("cannot be written"));
    }
}
