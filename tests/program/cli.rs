//! The real binary: every subcommand, and every kind of bad input.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::common::{code, err, out, program, run_with, run_words};
#[cfg(unix)]
use crate::common::{interrupt, make_pipe, start};
use crate::folder::Folder;

fn run(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

fn json(words: &str) -> Value {
    serde_json::from_str(&out(&run_words(words))).unwrap()
}

/// Runs `check -` on a text.
fn check(text: &str, flags: &[&str]) -> Output {
    run_with(program().args(["check", "-"]).args(flags), text.as_bytes())
}

#[test]
fn golden_searches_are_reproduced_exactly() {
    let golden: Value = serde_json::from_str(include_str!("../data/golden.json")).unwrap();
    for entry in golden.as_array().unwrap() {
        let board = format!("{}x{}", entry["rows"], entry["cols"]);
        let start = format!("{},{}", entry["start"][0], entry["start"][1]);
        let method = entry["method"].as_str().unwrap();
        let common =
            format!("solve --board {board} --start {start} --method {method} --search-anyway");
        let report = json(&format!("{common} --format json"));
        for field in ["outcome", "steps", "placements", "retreats"] {
            assert_eq!(report[field], entry[field], "{field} of {}", entry["source"]);
        }
        let grid = out(&run_words(&common));
        let numbers: Vec<Vec<u64>> = grid
            .lines()
            .map(|line| line.split_whitespace().map(|word| word.parse().unwrap()).collect())
            .collect();
        assert_eq!(serde_json::to_value(numbers).unwrap(), entry["grid"], "{}", entry["source"]);
    }
    assert_eq!(golden.as_array().unwrap().len(), 12);
}

#[test]
fn the_json_of_a_search_has_exactly_these_fields() {
    let report = json("solve --board 8x8 --start 7,0 --method backtracking --format json");
    let fields: Vec<&String> = report.as_object().unwrap().keys().collect();
    let expected = [
        "board",
        "closed",
        "given",
        "goal",
        "method",
        "options",
        "outcome",
        "path",
        "placements",
        "restarts",
        "retreats",
        "rewires",
        "seconds",
        "seed",
        "steps",
        "structured",
    ];
    assert_eq!(fields, expected);
    assert_eq!(report["board"], serde_json::json!({"rows":8,"cols":8,"wrap":false,"holes":[]}));
    let options = serde_json::json!({"by":"fixed","order":"12345678","ties":"order","prune":"off"});
    assert_eq!(report["options"], options);
    assert_eq!(report["given"], serde_json::json!([[7, 0]]));
    assert_eq!(report["path"].as_array().unwrap().len(), 64);
    assert_eq!(report["restarts"], 0);
}

/// The examples in the documents print what they say, and the methods that they describe exist.
#[test]
fn the_documents_are_true() {
    let reference = include_str!("../../docs/command-line.md");
    let documents = [include_str!("../../README.md"), reference];
    let blocks = documents.iter().flat_map(|text| text.split("```console\n").skip(1));
    let examples: Vec<&str> =
        blocks.flat_map(|block| block.split("```").next().unwrap().split("$ ").skip(1)).collect();
    for example in &examples {
        let (command, expected) = example.split_once('\n').unwrap();
        let mut parts = command.split(" | ");
        let first = run_words(parts.next().unwrap().strip_prefix("knights-tour ").unwrap());
        let printed = match parts.next() {
            Some(second) => {
                assert_eq!(second, "knights-tour check -");
                out(&check(&out(&first), &[]))
            }
            None if code(&first) == 0 => out(&first),
            None => err(&first),
        };
        assert_eq!(printed, *expected, "{command}");
    }
    assert!(examples.len() >= 4, "{examples:?}");
    for line in reference.lines().filter_map(|line| line.strip_prefix("- **`")) {
        let name = line.split('`').next().unwrap();
        assert!(name.parse::<knights_tour::solver::MethodConfig>().is_ok(), "{name}");
    }
}

#[test]
fn outcomes_have_their_exit_codes() {
    let refused = run_words("solve --board 4x4 --format json");
    assert_eq!(code(&refused), 1);
    let report: Value = serde_json::from_str(&out(&refused)).unwrap();
    assert_eq!(report["outcome"], "impossible");
    assert!(report["reason"].as_str().unwrap().contains("too small"));
    assert!(report.get("path").is_none());
    assert!(err(&refused).contains("by theorem"));

    let exhausted = run_words("solve --board 4x4 --search-anyway --method backtracking");
    assert_eq!((code(&exhausted), out(&exhausted)), (1, String::new()));
    assert!(err(&exhausted).contains("every path was tried (4,446 steps)"));

    let limited = run_words("solve --method backtracking --max-steps 1000 --format json");
    assert_eq!(code(&limited), 1);
    let report: Value = serde_json::from_str(&out(&limited)).unwrap();
    assert_eq!((&report["outcome"], &report["steps"]), (&"limit".into(), &1000.into()));

    let gave_up = run_words(
        "solve --board 7x7 --start 2,2 --method warnsdorff:ties=order,restarts=0 --format json",
    );
    assert_eq!(code(&gave_up), 1);
    let report: Value = serde_json::from_str(&out(&gave_up)).unwrap();
    assert_eq!((&report["outcome"], &report["steps"]), (&"gave-up".into(), &31.into()));
    assert!(report.get("path").is_none() && report["deepest"].as_array().unwrap().len() == 31);
    assert!(err(&gave_up).contains("a tour may still exist"));
    let timed = run_words("solve --board 30x30 --method backtracking --max-seconds 0.05");
    assert_eq!(code(&timed), 1);
    assert!(err(&timed).contains("limit reached"), "{}", err(&timed));
    assert_eq!(out(&timed).lines().count(), 30, "it prints the path it reached");
    assert!(out(&timed).contains('.'));
}

/// A proof speaks of what was asked, not of every tour from the start.
#[test]
fn a_proof_is_about_the_given_squares_and_the_goal() {
    let says = |arguments: &[&str], words: &str| {
        let output = run(arguments);
        assert_eq!(code(&output), 1, "{}", err(&output));
        assert!(err(&output).starts_with(words), "{arguments:?}: {}", err(&output));
    };
    let method = ["--method", "backtracking"];
    let given = ["solve", "--board", "5x5", "--given", "0,0 1,2 2,0 0,1 1,3 3,2"];
    says(&[&given[..], &method].concat(), "no tour begins with the 6 given squares: every path");
    let closed = [&given[..], &["--goal", "closed", "--search-anyway"], &method].concat();
    says(&closed, "no closed tour begins with the 6 given squares: every path");
    let end = ["--board", "3x4", "--start", "0,0", "--goal", "end:0,3", "--search-anyway"];
    says(&[&["solve"], &end[..], &method].concat(), "no tour from a3 ends at d3: every path");
    says(
        &["solve", "--given", "6,2 4,3 5,1 7,0"],
        "no tour begins with the 4 given squares, by theorem: ",
    );
    says(&["solve", "--board", "4x5", "--goal", "closed"], "no closed tour exists from a4, by");
}

/// Without a start, a promising one is chosen.
#[test]
fn answers_can_be_checked_again() {
    for words in [
        "solve",
        "solve --from 0",
        "solve --format path",
        "solve --format json",
        "solve --board 5x30 --format path",
        "solve --board 6x6 --goal closed --format json",
        "solve --board 1x1",
        "solve --board 1x1 --from 0",
        "solve --board 4x5",
        "solve --board 5x6 --hole 0,0 --start 0,1",
        "solve --board 5x5 --hole 0,0 --hole 4,3",
        "solve --board 6x6 --hole 0,0 --hole a1 --hole f6 --hole 5,5 --start 3,3 --format json",
        "solve --board 6x6 --wrap --start 2,3 --format json",
        "solve --board 8x8 --goal end:0,0",
        "solve --board 6x6 --goal end:0,1 --seed 5 --method warnsdorff:restarts=1000 --format json",
        "solve --puzzle \"8x8 holes=0,0\"",
        "solve --puzzle \"6x6 given=0,0;1,2 goal=closed seed=3\" --format path",
        "solve --given \"7,0 5,1 3,0\" --method backtracking:by=warnsdorff,prune=on --format path",
        "enumerate --board 5x5 --limit 20 --format grid",
        "enumerate --board 5x5 --limit 20 --format path",
        "enumerate --board 5x5 --limit 20 --format json",
        "enumerate --board 5x6 --goal closed --format json",
    ] {
        let checked = check(&out(&run_words(words)), &[]);
        assert_eq!(code(&checked), 0, "{words}: {}{}", out(&checked), err(&checked));
        assert!(out(&checked).starts_with("valid: "), "{words}");
    }
    let path = out(&run_words("solve --puzzle \"6x6 given=a6;b4 goal=closed\" --format path"));
    assert!(path.starts_with("# 6x6 given=0,0;2,1 goal=closed\n"), "{path}");
    assert!(path.contains("     2     14     2,1 b4\n"), "{path}");
    let rows = out(&run_words("enumerate --board 1x5 --wrap --format grid"));
    assert!(out(&check(&rows, &["--wrap"])).starts_with("valid: 120 tours"));
    for format in ["path", "json"] {
        let one = out(&run_words(&format!("solve --board 3x4 --format {format}")));
        assert!(out(&check(&format!("{one}{one}"), &[])).starts_with("valid: 2 tours"), "{format}");
    }
    let grids = ["5x5", "7x5", "5x5", "3x10"]
        .map(|board| out(&run_words(&format!("solve --board {board}"))));
    assert!(out(&check(&grids.concat(), &[])).starts_with("valid: 4 tours"), "{}", grids.concat());
    let torus = out(&run_words("solve --board 5x5 --wrap --start 0,1"));
    assert_eq!(code(&check(&torus, &[])), 1);
    assert!(out(&check(&torus, &[])).contains("use --wrap"));
    assert_eq!(code(&check(&torus, &["--wrap"])), 0);
}

#[test]
fn check_names_the_first_thing_wrong() {
    let says = |text: &str, words: &str| {
        let checked = check(text, &[]);
        assert_eq!(code(&checked), 1, "{text}");
        assert!(out(&checked).contains(words), "{text} gives {}", out(&checked));
    };
    let good = "1 4 7 10\n12 9 2 5\n3 6 11 8\n";
    assert!(out(&check(good, &[])).contains(
        "valid: open tour of the 3x4 board, 12 squares, 11 moves, from a3 to a2, not structured"
    ));
    says("1 4 7 10\n12 9 2 5\n3 6 8 11\n", "from number 7 on c3 to number 8 on c1 is not a knight");
    says("1 4 7 10\n12 9 2 5\n3 6 11 11\n", "number 8 is missing");
    says("1 4 7 10\n12 9 2 5\n3 6 10 8\n", "number 10 appears twice, on d3 and c1");
    says("1 4 7 10\n. 9 2 5\n3 6 11 8\n", "unfinished: 11 of 12 squares");
    says("2 5 8 11\n13 10 3 6\n4 7 12 9\n", "number 1 is missing");
    let report = out(&run_words("solve --format json"));
    says(&report.replace("\"closed\":false", "\"closed\":true"), "the tour is open");
    says(&report.replace("\"structured\":true", "\"structured\":false"), "the tour is structured");
    says(&report.replace("\"given\":[[0,0]]", "\"given\":[[7,7]]"), "given squares in the file");
    says(&report.replace("\"goal\":\"any\"", "\"goal\":\"closed\""), "does not reach the goal");
    says("0 3 6 9\n11 8 1 4\n2 5 7 10\n", "from number 6 on c3 to number 7 on c1");
    says("1 4 7 10\n0 9 2 5\n3 6 11 8\n", "unfinished: 11 of 12 squares");
    says("1 4 7 10\n-1 9 2 5\n3 6 11 8\n", "unfinished: 11 of 12 squares");
    let list = out(&run_words("solve --board 3x4 --format path"));
    let line = |from: &str, to: &str| list.replace(from, to);
    says(&line("     5      8", "     9      8"), "expected step 5, but found step 9");
    says(&line("     5      8", "     5      9"), "step 5 is on square 9, but 1,3 is 8");
    says(&line("1,3 d2", "1,3 d1"), "step 5 is on square 'd1', but 1,3 is d2");
    let unfinished = "solve --method backtracking --max-steps 1000 --format json";
    says(&out(&run_words(unfinished)), "unfinished: 56 of 64 squares");
    let closed = out(&run_words("enumerate --board 5x6 --goal closed --format json"));
    let open = out(&run_words("solve --board 5x6 --goal end:4,5 --format json"));
    let path = open.split("\"path\":").nth(1).unwrap().trim_end().trim_end_matches('}');
    let tours = closed.split("\"tours\":").next().unwrap();
    says(&format!("{tours}\"path\":{path}}}"), "does not reach the goal");
    let two = format!("{good}\n1 4 7 10\n12 9 2 5\n3 6 8 11\n");
    says(&two, "tour 2 of 2");
}

/// What a file says is either understood or refused, and never skipped in silence.
#[test]
fn check_refuses_what_it_does_not_understand() {
    let refuses = |text: &str, words: &str| {
        let checked = check(text, &[]);
        let said = err(&checked);
        assert_eq!((code(&checked), out(&checked)), (2, String::new()), "{text}");
        assert!(said.contains(words), "{text} gives {said}");
        assert!(said.chars().count() < 400 && said.trim_end().lines().count() == 1, "{said}");
    };
    let list = out(&run_words("solve --board 3x4 --format path"));
    let (_, steps) = list.split_once('\n').unwrap();
    let above = |line: &str| format!("{line}\n{steps}");
    refuses(
        &above("# 8x8 given=0,0 goal=end:9,9"),
        "line 1: this puzzle cannot be read: square '9,9'",
    );
    refuses(
        &above("# 3x4 givn=0,0"),
        "unknown word 'givn=0,0' in the puzzle (did you mean 'given'?)",
    );
    refuses(&above("# 0x4"), "line 1: this puzzle cannot be read: board 0x4 has no squares");
    refuses(&above("# 99999999x4 goal=any"), "too large");
    refuses(&above("# 3x4\n# 4x3"), "line 1: this puzzle has no path below it");
    refuses(&format!("{list}\n# 3x4 given=0,0\n"), "line 16: this puzzle has no path below it");
    refuses(&list.replace("0,0 a3", "0,0 a3 b4"), "line 3: ");
    refuses(&list.replace("0,0 a3", "+0,0 a3"), "line 3: ");
    for remark in ["# a tour of 3x4", "#", "## 8x8", "# 8x8, but smaller", "# 2024"] {
        let checked = check(&above(remark), &[]);
        assert!(out(&checked).starts_with("valid: "), "{remark}: {}", err(&checked));
    }

    let report = out(&run_words("solve --board 3x4 --format json"));
    let json = |from: &str, to: &str| {
        assert!(report.contains(from), "{from}");
        report.replace(from, to)
    };
    refuses(
        &json("\"holes\"", "\"hole\""),
        "unknown field 'hole' of the board (did you mean 'holes'?)",
    );
    refuses(
        &json("\"wrap\"", "\"wrapped\""),
        "unknown field 'wrapped' of the board (did you mean 'wrap'?)",
    );
    refuses(&json("\"rows\":3", "\"rows\":3,\"rows\":3"), "the board has rows twice");
    refuses(&json("\"goal\":", "\"goal\":\"any\",\"goal\":"), "it has goal twice");
    refuses(&json("\"closed\"", "\"Closed\""), "unknown field 'Closed' (did you mean 'closed'?)");
    refuses(&json("\"found\"", "\"banana\""), "unknown outcome 'banana'; use found, ");
    refuses(&json("\"found\"", "\"foud\""), "(did you mean 'found'?)");
    refuses(&json("\"found\"", "\"impossible\""), "its outcome is impossible, but it has a path");
    refuses(&json("\"path\"", "\"deepest\""), "its outcome is found, but it has no tour");
    refuses(&json("\"steps\":12", "\"steps\":13"), "its steps are 13, but their parts make 12");
    refuses(&json("\"path\"", "\"deepest\":[],\"path\""), "a path and a deepest path");
    refuses(&json("\"path\"", "\"tours\":[],\"path\""), "a path and tours");
    let wanted = "expected rows as a whole number from 1 to 30,000,000";
    for value in ["8.0", "-3", "99999999999", "\"3\"", "null"] {
        let text = json("\"rows\":3", &format!("\"rows\":{value}"));
        refuses(&text, wanted);
        refuses(&text, value.trim_matches('"'));
    }
    refuses(&json("[0,0]", "[0.5,0]"), "`0.5`, expected a whole number from 0 to 4,294,967,295");
    refuses(&json("\"rows\":3", &format!("\"rows\":\"{}\"", "9".repeat(5_000))), "invalid type");
    let others = json("\"goal\"", "\"author\":\"Euler\",\"goal\"");
    assert!(
        out(&check(&others, &[])).starts_with("valid: "),
        "other fields are none of our business"
    );

    let tours = out(&run_words("enumerate --board 3x4 --limit 3 --format json"));
    let (first, rest) = tours.split_once("[\n").unwrap();
    let cut = format!("{first}[{}", rest.split_once(",\n").unwrap().1);
    refuses(&cut, "it has 2 tours, but counts 3");
    let late = tours.trim_end().trim_end_matches('}').to_owned() + ",\"closed\":true}";
    refuses(&late, "its closed comes after its tours; put it before them");
    let (board, rest) = tours.strip_prefix('{').unwrap().split_once(",\"goal\"").unwrap();
    let turned = format!("{{\"goal\"{},{board}}}", rest.trim_end().trim_end_matches('}'));
    assert!(out(&check(&turned, &[])).starts_with("valid: 3 tours"), "the board may come last");
}

/// Each file of `tests/data/read` with what is said of it: valid tours in the forms that people have, and
/// the same with a fault.
#[test]
fn check_reads_what_people_have() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/read");
    let table = fs::read_to_string(folder.join("expected.csv")).unwrap();
    let mut files = 1;
    for line in table.lines().skip(1) {
        let [file, options, words] = line.splitn(3, ';').collect::<Vec<&str>>()[..] else {
            panic!("{line}")
        };
        let options = options.split_whitespace();
        let checked = program().arg("check").arg(folder.join(file)).args(options).output().unwrap();
        let said = out(&checked) + &err(&checked);
        assert!(said.contains(words), "{file} gives {said}");
        assert_eq!(code(&checked) == 0, words.starts_with("valid: "), "{file} gives {said}");
        files += 1;
    }
    assert_eq!(files, fs::read_dir(&folder).unwrap().count(), "every file is in the table");
}

/// The memory for a file is at most 64 MB and twenty times its size, and much less for files of ours.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_by_the_size_of_the_file() {
    let folder = Folder::new("memory");
    let says = |text: &str, megabytes: usize, words: &str| {
        let file = folder.join("file");
        fs::write(&file, text).unwrap();
        let (program, kilobytes) = (crate::common::PROGRAM, megabytes * 1_000);
        let script =
            format!("ulimit -d {kilobytes} && exec '{program}' check '{}'", file.display());
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        let said = out(&output) + &err(&output);
        assert!(said.contains(words), "{} bytes: {said} {:?}", text.len(), output.status);
    };
    let holes: Vec<String> =
        (0..30_000).map(|i| format!("[{},{}]", i / 1_000, i % 1_000)).collect();
    let (holes, empty) = (holes.join(","), ["[]"; 60_000].join(","));
    let board = format!("\"board\":{{\"rows\":1000,\"cols\":1000,\"holes\":[{holes}]}}");
    let unfinished = "tour 1 of 60000: the path is correct but unfinished";
    says(&format!("{{{board},\"goal\":\"any\",\"tours\":[{empty}]}}"), 70, unfinished);
    says(&format!("{{\"tours\":[{empty}],{board}}}"), 70, unfinished);
    let board = "\"board\":{\"rows\":5000,\"cols\":6000}";
    says(&format!("{{{board},\"given\":[{holes}],\"tours\":[{empty}]}}"), 70, unfinished);
    let short = ["[[0,0],[1,2]]"; 1_500].join(",");
    let few = "tour 1 of 1500: the path is correct but unfinished: 2 of 30,000,000";
    says(&format!("{{{board},\"goal\":\"any\",\"tours\":[{short}]}}"), 60, few);
    for form in ["path", "grid", "json"] {
        let tour = out(&run_words(&format!(
            "solve --board 1000x1000 --method restarting --format {form}"
        )));
        says(&tour, 45, "valid: open tour of the 1000x1000 board");
    }
    says(&"1 ".repeat(31_000_000), 170, "line 1: the grid is too large");
}

/// Longer texts than the program holds at once: lines of more than a megabyte, large JSON.
#[test]
fn large_texts_are_read_in_pieces() {
    let grid = out(&run_words("solve --board 500x500 --method restarting"));
    let rows: Vec<String> = grid
        .lines()
        .map(|row| format!("[{}]", row.split_whitespace().collect::<Vec<_>>().join(", ")))
        .collect();
    let one_line = format!("[{}]", rows.join(", "));
    assert!(one_line.len() > 1 << 20);
    let valid = "valid: open tour of the 500x500 board";
    assert!(out(&check(&one_line, &[])).starts_with(valid), "{}", err(&check(&one_line, &[])));
    let damaged = one_line.replacen("], [", "], 7é [", 400);
    assert!(err(&check(&damaged, &[])).contains("line 1: '7é' is not a number"));
    let word = "1".repeat(3 << 20);
    assert!(err(&check(&word, &[])).contains("a word of more than a megabyte"));

    let report = out(&run_words("solve --board 500x500 --method restarting --format json"));
    let gap = " ".repeat(64 << 20);
    let large = |text: &str| check(&text.replacen(",\"path\"", &format!(",{gap}\"path\""), 1), &[]);
    assert!(out(&large(&report)).starts_with(valid), "{}", err(&large(&report)));
    let lie = report.replace("\"closed\":false", "\"closed\":true");
    assert!(out(&large(&lie)).starts_with("not valid: the file says closed: true"));
    let tour_file = report.replacen('{', "{\"format\":\"knights-tour\",\"version\":1,", 1);
    assert!(err(&large(&tour_file)).contains("too large for a tour file"));
    let cut = large(&report[..report.len() - 9]);
    assert!(err(&cut).contains("the text is cut off"), "{}", err(&cut));
    let binary = large(&(report.clone() + "\0"));
    assert!(err(&binary).contains("it is not text; tours are read"), "{}", err(&binary));
}

/// The JSON of `check -` on a text.
fn check_json(text: &str, flags: &[&str]) -> (i32, Value) {
    let checked = check(text, &[&["--json"], flags].concat());
    (code(&checked), serde_json::from_str(&out(&checked)).unwrap())
}

#[test]
fn check_says_what_kind_of_tour_it_is() {
    let euler = include_str!("../../assets/gallery/euler.txt");
    let said = "valid: closed tour of the 8x8 board, 64 squares, 64 moves, from a4 to c5, not \
                structured\nsymmetric by a half turn, 98 crossings, longest run 1\n";
    assert_eq!(out(&check(euler, &[])), said);
    let beverley = include_str!("../../assets/gallery/beverley.txt");
    let said = out(&check(beverley, &[]));
    assert!(said.ends_with("\nnot symmetric, semi-magic, 98 crossings, longest run 1\n"), "{said}");
    let both = format!("{euler}\n{beverley}\n{beverley}");
    let said = "valid: 3 tours, 2 open, 1 closed, 0 structured\n1 symmetric by a half turn, 2 semi-magic\n";
    assert_eq!(out(&check(&both, &[])), said);
    let plain = "1 4 7 10\n12 9 2 5\n3 6 11 8\n";
    let said = out(&check(&format!("{plain}\n{plain}"), &[]));
    assert!(said.ends_with("\nnone symmetric, none semi-magic\n"), "{said}");
    let torus = out(&run_words("solve --board 5x5 --wrap --start 0,1"));
    assert!(!out(&check(&torus, &["--wrap"])).contains("crossing"));
}

#[test]
fn check_says_everything_as_json() {
    let good = "1 4 7 10\n12 9 2 5\n3 6 11 8\n";
    let wrong = "1 4 7 10\n12 9 2 5\n3 6 8 11\n";
    let (ended, report) = check_json(&format!("{good}\n{wrong}\n{good}"), &[]);
    assert_eq!((ended, &report["valid"]), (1, &false.into()));
    let [first, second, third] = &report["tours"].as_array().unwrap()[..] else { panic!() };
    let expected = serde_json::json!({
        "board": {"rows": 3, "cols": 4, "wrap": false, "holes": []},
        "valid": true, "squares": 12, "moves": 11, "closed": false, "structured": false,
        "symmetry": "none", "semi_magic": false, "magic": false, "crossings": 21, "longest_run": 1,
        "canonical": [[0, 0], [1, 2], [2, 0], [0, 1], [1, 3], [2, 1], [0, 2], [2, 3], [1, 1], [0, 3],
            [2, 2], [1, 0]],
    });
    let mut without_board = expected.clone();
    without_board.as_object_mut().unwrap().remove("board");
    assert_eq!((first, third), (&expected, &without_board), "the board stays that of the first");
    assert_eq!((&second["valid"], &second["board"]), (&false.into(), &Value::Null));
    assert!(second["error"].as_str().unwrap().contains("from number 7 on c3 to number 8"));

    let turned = "8 11 6 3\n5 2 9 12\n10 7 4 1\n";
    let (ended, report) = check_json(turned, &[]);
    assert_eq!((ended, &report["valid"]), (0, &true.into()));
    assert_eq!(report["tours"][0]["canonical"], expected["canonical"]);
    let quarter = "3 12 1\n6 9 4\n11 2 7\n8 5 10\n";
    let (_, report) = check_json(&format!("{good}\n{quarter}\n{good}\n{good}"), &[]);
    let tours = report["tours"].as_array().unwrap();
    assert!(tours.iter().all(|tour| tour["canonical"] == expected["canonical"]));
    let rows: Vec<Option<u64>> = tours.iter().map(|tour| tour["board"]["rows"].as_u64()).collect();
    assert_eq!(rows, [Some(3), Some(4), Some(3), None], "where the board changes");
    let torus = out(&run_words("solve --board 5x5 --wrap --start 0,1"));
    let (ended, report) = check_json(&torus, &["--wrap"]);
    assert_eq!((ended, &report["tours"][0]["crossings"]), (0, &Value::Null));
    assert_eq!(report["tours"][0]["board"]["wrap"], true);

    // A file that cannot be read: nothing at all, or what was read and why there is no more.
    let unread = check("nonsense", &["--json"]);
    assert_eq!((code(&unread), out(&unread)), (2, String::new()));
    let unread = check(&format!("{good}\n{good}\nnonsense"), &["--json"]);
    let report: Value = serde_json::from_str(&out(&unread)).unwrap();
    assert_eq!((code(&unread), &report["valid"]), (2, &false.into()));
    assert_eq!(report["tours"].as_array().unwrap().len(), 2);
    assert!(report["error"].as_str().unwrap().contains("line 9: 'nonsense' is not a number"));
    assert!(err(&unread).contains("line 9: 'nonsense' is not a number"));
}

/// Thousands of tours may share a board with thousands of holes.
#[test]
fn the_json_of_check_is_no_longer_than_a_multiple_of_the_file() {
    let holes: Vec<String> = (0..3_000).map(|i| format!("[{},{}]", i / 100, i % 100)).collect();
    let board = format!("\"board\":{{\"rows\":100,\"cols\":100,\"holes\":[{}]}}", holes.join(","));
    let tours = ["[]"; 20_000].join(",");
    for flags in [&["--json"][..], &["--json", "--wrap"]] {
        let text = format!("{{{board},\"goal\":\"any\",\"tours\":[{tours}]}}");
        let checked = check(&text, flags);
        assert_eq!(code(&checked), 1);
        let (read, written) = (text.len(), checked.stdout.len());
        assert!(written < 50 * read, "{read} bytes in, {written} bytes out");
    }
}

#[test]
fn check_compares_two_tours() {
    let folder = Folder::new("compare");
    let write = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::write(&file, text).unwrap();
        file.to_str().unwrap().to_owned()
    };
    let good = "1 4 7 10\n12 9 2 5\n3 6 11 8\n";
    let file = write("good", good);
    let says = |text: &str, ended: i32, words: &str, likeness: &str| {
        let compared = check(text, &["--compare", &file]);
        assert_eq!((code(&compared), out(&compared)), (ended, format!("{words}\n")), "{text}");
        let (same_end, report) = check_json(text, &["--compare", &file]);
        assert_eq!((same_end, report["likeness"].as_str()), (ended, Some(likeness)), "{report}");
    };
    says(good, 0, "the same line", "same");
    says("12 9 6 3\n1 4 11 8\n10 7 2 5\n", 0, "the same line", "same");
    says("8 11 6 3\n5 2 9 12\n10 7 4 1\n", 0, "the same line, turned or mirrored", "image");
    let turned = "3 12 1\n6 9 4\n11 2 7\n8 5 10\n";
    says(turned, 0, "the same line, turned or mirrored", "image");
    let other = out(&run_words("solve --board 3x4 --start 1,0"));
    says(&other, 1, "different lines: they share 8 of 11 moves", "different");
    let large = out(&run_words("solve"));
    says(&large, 1, "different boards: 8x8 and 3x4", "other-board");
    let wrong = check("1 4 7 10\n12 9 2 5\n3 6 8 11\n", &["--compare", &file]);
    assert_eq!(code(&wrong), 1);
    assert!(out(&wrong).starts_with("not valid: standard input: from number 7 on c3"));
    let twice = check(good, &["--compare", "-"]);
    assert_eq!(code(&twice), 2);
    assert!(err(&twice).contains("standard input can be read only once"), "{}", err(&twice));
    let missing = check(good, &["--compare", "missing.txt"]);
    assert_eq!(code(&missing), 2);
    assert!(err(&missing).contains("missing.txt"));
}

/// A number of tours in JSON, which is a string.
fn count(report: &Value, field: &str) -> u64 {
    report[field].as_str().unwrap().parse().unwrap()
}

#[test]
fn enumerations_count_right() {
    let counts = |words: &str| {
        let report = json(&format!("enumerate {words} --format json"));
        assert_eq!(report["complete"], true, "{words}");
        assert!(report["placements"].as_u64().unwrap() > 0);
        let tours = report["tours"].as_array().unwrap().len() as u64;
        (count(&report, "directed"), count(&report, "undirected"), tours)
    };
    for (words, directed, undirected, listed) in [
        ("--board 5x5", 1_728, 864, 1_728),
        ("--puzzle 5x5", 1_728, 864, 1_728),
        ("--board 5x5 --start 0,0", 304, 304, 304),
        ("--board 5x5 --start 2,2 --method backtracking", 64, 64, 64),
        ("--board 5x5 --start 0,1", 0, 0, 0),
        ("--board 5x5 --hole 0,0 --hole 4,3", 2_068, 1_034, 2_068),
        ("--board 6x6 --goal closed", 19_724, 9_862, 9_862),
        ("--board 6x6 --goal closed --start 2,2", 19_724, 9_862, 9_862),
        // Every closed tour visits both neighbours of the corner.
        ("--board 6x6 --goal closed --given a1;b3", 9_862, 9_862, 9_862),
        // It searches even against a theorem.
        ("--board 4x4", 0, 0, 0),
        ("--board 1x1", 1, 1, 1),
        ("--board 1x1 --goal closed", 0, 0, 0),
    ] {
        assert_eq!(counts(words), (directed, undirected, listed), "{words}");
    }
    assert_eq!(counts("--board 3x4 --goal end:1,0").0, counts("--board 3x4 --start 1,0").0);
    let torus = counts("--board 3x3 --wrap --goal closed");
    let again = counts("--board 3x3 --wrap --goal closed --method backtracking");
    assert_eq!((torus.0, torus.0), (2 * torus.1, again.0));

    let large = out(&run_words("enumerate --board 6x7 --goal closed"));
    assert!(large.contains("undirected  1,067,638\n"), "{large}");
    let text = out(&run_words("enumerate --board 5x5"));
    assert!(text.contains("directed     1,728\n"), "{text}");
    assert!(text.contains("complete       yes\n"), "{text}");
}

#[test]
fn enumerations_stop_at_their_limits() {
    let limited = run_words("enumerate --board 6x6 --limit 7 --format json");
    assert_eq!(code(&limited), 0);
    let report: Value = serde_json::from_str(&out(&limited)).unwrap();
    assert_eq!((&report["directed"], &report["complete"]), (&"7".into(), &false.into()));
    let counts = |words: &str| {
        let report = json(&format!("enumerate {words} --format json"));
        (count(&report, "directed"), count(&report, "undirected"))
    };
    assert_eq!(counts("--board 5x5 --limit 304"), (304, 304), "all from one corner");
    assert_eq!(counts("--board 8x8 --goal closed --start 0,0 --limit 1"), (1, 1));
    assert_eq!(counts("--board 8x8 --goal closed --start 3,3 --limit 5").1, 5);
    let none = run_words("enumerate --board 5x5 --limit 0");
    assert_eq!(code(&none), 0);
    let timed = run_words("enumerate --board 8x8 --max-seconds 0.05");
    assert_eq!(code(&timed), 1);
    let is_cut_short = |line: &str| line.starts_with("complete") && line.ends_with(" no");
    assert!(out(&timed).lines().any(is_cut_short), "{}", out(&timed));
    let paths = run_words("enumerate --board 5x5 --start 0,0 --limit 2 --format path");
    assert_eq!(out(&paths).matches("# 5x5 given=0,0\n").count(), 2);
    assert!(err(&paths).contains("directed"));
}

/// The counts alone have the fields of the list of all tours, without the tours.
#[test]
fn counts_can_be_read_by_programs() {
    let fields = |words: &str| {
        let mut report = json(words);
        let fields = report.as_object_mut().unwrap();
        // It differs from run to run.
        assert!(fields.remove("seconds").unwrap().is_f64());
        report
    };
    let counts = fields("enumerate --board 6x6 --goal closed --json");
    assert_eq!(counts["directed"], "19724");
    assert_eq!(counts["placements"], 427_095);
    let mut listed = fields("enumerate --board 6x6 --goal closed --format json");
    assert!(listed.as_object_mut().unwrap().remove("tours").is_some());
    assert_eq!(counts, listed);
}

/// Capital letters are taken in a goal, as they are in the size of a board.
#[test]
fn capital_letters_do_not_matter() {
    for (capitals, usual) in [
        ("--board 6X6 --goal CLOSED", "--board 6x6 --goal closed"),
        ("--board 5X5 --start A1 --goal END:E5", "--board 5x5 --start a1 --goal end:e5"),
    ] {
        let [capitals, usual] = [capitals, usual].map(|words| run_words(&format!("solve {words}")));
        assert_eq!((code(&capitals), out(&capitals)), (0, out(&usual)));
    }
}

/// Short options mean the same as long ones.
#[test]
fn options_can_be_short() {
    let folder = Folder::new("short");
    let file = folder.join("tour.txt");
    for (short, long) in [
        ("solve -b 5x5 -s a1 -f path", "solve --board 5x5 --start a1 --format path"),
        ("enumerate -b 5x5 -n 2 -g any", "enumerate --board 5x5 --limit 2 --goal any"),
    ] {
        assert_eq!(out(&run_words(short)), out(&run_words(long)), "{short}");
    }
    let output = program().args(["solve", "-q", "-o"]).arg(&file).output().unwrap();
    assert_eq!((out(&output), err(&output)), (String::new(), String::new()));
    assert_eq!(fs::read_to_string(&file).unwrap(), out(&run_words("solve")));
}

/// Notes are left out, but not what went wrong.
#[test]
fn quiet_commands_say_only_what_went_wrong() {
    for words in [
        "solve",
        "solve --board 24x24 --method divide-and-conquer",
        "starts --board 5x5",
        "hint --given a1",
        "enumerate --board 5x5 --format grid --limit 2",
        "simulate --board 5x5 --print grid",
        "lab ties --sizes 5,6",
    ] {
        let [loud, quiet] = ["", " --quiet"].map(|flag| run_words(&format!("{words}{flag}")));
        assert_eq!(err(&quiet), "", "{words}");
        assert_eq!(code(&quiet), code(&loud), "{words}");
        assert_eq!(out(&quiet), out(&loud), "{words}");
        assert!(!out(&quiet).is_empty(), "{words}");
    }
    for (words, said) in [
        ("solve --quiet --board 4x4", "no tour exists from a4"),
        ("solve --quiet --method backtracking --max-steps 9", "limit reached after 9 steps"),
        ("solve --quiet --board 0x0", "at least 1 row"),
        ("simulate --quiet --board 4x4 --kind random", "from any square"),
    ] {
        let output = run_words(words);
        assert_ne!(code(&output), 0, "{words}");
        assert!(err(&output).contains(said), "{words}: {}", err(&output));
    }
}

/// Times have a unit that suits them, wherever they are printed for people.
#[test]
fn times_are_never_rounded_to_nothing() {
    let is_time = |pair: &[&str]| {
        let is_unit = ["s", "ms", "µs"].contains(&pair[1]);
        is_unit && pair[0].parse::<f64>().unwrap() > 0.0
    };
    let solved = run_words("solve --board 5x5 --method warnsdorff");
    let simulated = run_words("simulate --board 5x5");
    for said in [err(&solved), err(&simulated)] {
        let words: Vec<&str> = said.split_whitespace().collect();
        assert!(is_time(&words[words.len() - 2..]), "{said}");
    }
    let table = out(&simulated);
    let line = table.lines().find(|line| line.starts_with("seconds ")).unwrap();
    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
    assert_eq!(words.len(), 8, "total, average, median and 90th percentile: {line}");
    assert!(words.chunks(2).all(is_time), "{line}");
}

#[test]
fn methods_are_listed_for_people_and_programs() {
    let table = out(&run_words("methods"));
    let list = json("methods --json");
    let list = list.as_array().unwrap();
    assert!(list.len() >= 3);
    for method in list {
        let name = method["name"].as_str().unwrap();
        assert!(table.contains(name));
        for field in ["summary", "credit"] {
            assert!(!method[field].as_str().unwrap().is_empty(), "{name}: {field}");
        }
        for option in method["options"].as_array().unwrap() {
            assert!(!option["default"].is_null(), "{name}: {option}");
            assert!(
                ["choice", "decimal", "order", "whole"].contains(&option["kind"].as_str().unwrap())
            );
        }
    }
}

#[test]
fn unreadable_files_are_refused() {
    let folder = Folder::new("unreadable");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let report = out(&run_words("solve --format json"));
    let grid = out(&run_words("solve"));
    let huge = folder.join("huge.txt");
    fs::File::create(&huge).unwrap().set_len(1 << 30).unwrap();
    for (path, words) in [
        (file("empty.txt", b""), "contains no tour"),
        (file("binary.bin", &[0, 159, 146, 150, 255]), "not text"),
        (file("zeros.bin", &[0; 100]), "not text"),
        (file("cut.json", &report.as_bytes()[..report.len() / 2]), "cut off"),
        (file("cut.txt", &grid.as_bytes()[..grid.len() - 8]), "cut off"),
        (file("prose.txt", b"All happy families are alike."), "'All' is not a number"),
        (file("other.json", b"{\"name\":\"knight\"}"), "does not describe a tour"),
        (file("nothing.json", b"{\"board\":{\"rows\":3,\"cols\":4}}"), "neither a path nor tours"),
        (
            file("large.json", b"{\"board\":{\"rows\":99999,\"cols\":99999},\"path\":[]}"),
            "too large",
        ),
        (file("picture.svg", b"<svg></svg>"), "picture"),
        (huge, "900 megabytes"),
        (folder.to_path_buf(), "cannot be read"),
    ] {
        let output = run(&["check", path.to_str().unwrap()]);
        let message = err(&output);
        assert_eq!(code(&output), 2, "{path:?}: {message}");
        assert!(message.contains(words), "{path:?}: {message}");
        assert_eq!(message.trim_end().lines().count(), 1, "{message}");
    }
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = Folder::new("written");
    let file = folder.join("tour.svg");
    let name = file.to_str().unwrap();
    let written = run(&["solve", "--format", "svg", "--out", name]);
    assert_eq!((code(&written), out(&written)), (0, String::new()));
    let picture = fs::read_to_string(&file).unwrap();
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));

    let failed = run(&["solve", "--method", "backtracking", "--max-steps", "9", "--out", name]);
    assert_eq!(code(&failed), 1);
    assert!(err(&failed).contains("was not changed"));
    assert_eq!(fs::read_to_string(&file).unwrap(), picture, "nothing is overwritten");

    let bad = run(&["solve", "--board", "0x0", "--out", name]);
    assert_eq!(code(&bad), 2);
    assert_eq!(fs::read_to_string(&file).unwrap(), picture);

    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let (link, pipe) = (folder.join("link"), folder.join("pipe"));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        let linked = run(&["solve", "--board", "5x5", "--out", link.to_str().unwrap()]);
        assert_eq!(code(&linked), 0);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink(), "a link stays a link");
        assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 5);
        fs::remove_file(&link).unwrap();
        make_pipe(&pipe);
        let mut reader = Command::new("cat").arg(&pipe).stdout(Stdio::piped()).spawn().unwrap();
        let piped = run(&["solve", "--board", "5x5", "--out", pipe.to_str().unwrap()]);
        assert_eq!(code(&piped), 0, "{}", err(&piped));
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo(), "a pipe stays a pipe");
        assert!(reader.wait().unwrap().success());
        fs::remove_file(&pipe).unwrap();
    }
    for out in [folder.join("none/tour.svg"), folder.to_path_buf()] {
        let refused = run(&["solve", "--board", "8x8", "--out", out.to_str().unwrap()]);
        assert_eq!(code(&refused), 2);
        assert!(err(&refused).contains(out.file_name().unwrap().to_str().unwrap()));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "no temporary file is left behind");
}

#[test]
fn pictures_show_stamps_closing_move_and_knight() {
    let open = out(&run_words("solve --board 5x5 --format svg"));
    let circles = open.matches("<circle").count();
    assert_eq!(circles, 26, "a stamp on every square of a finished tour, and a ring at its start");
    assert!(!open.contains("stroke-dasharray"));
    let closed = out(&run_words("solve --board 6x6 --goal closed --format svg"));
    assert_eq!(closed.matches("stroke-dasharray").count(), 1, "the closing move is dashed");
    let unfinished = out(&run_words("solve --method backtracking --max-steps 20 --format svg"));
    assert_eq!(unfinished.matches("<svg").count(), 2, "the knight stands on an unfinished path");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    for words in ["enumerate --board 6x6 --goal closed --format grid", "solve --board 300x300"] {
        let mut child = start(program().args(words.split_whitespace()));
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        assert!(!err(&output).contains("panicked"), "{}", err(&output));
        assert_eq!(code(&output), 0, "{}", err(&output));
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_result_so_far() {
    for words in [
        "solve --board 30x30 --method backtracking --format json",
        "enumerate --board 8x8 --format json",
    ] {
        let child = start(program().args(words.split_whitespace()));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 1, "{}", err(&output));
        let report: Value = serde_json::from_str(&out(&output)).unwrap();
        if words.starts_with("solve") {
            assert_eq!(report["outcome"], "interrupted");
            assert!(report["deepest"].as_array().unwrap().len() > 100);
        } else {
            assert_eq!(report["complete"], false);
        }
    }
}

/// Without arguments the window opens; if there is no display, the program says so.
#[cfg(feature = "gui")]
#[test]
fn a_missing_display_is_reported() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let nowhere = [("DISPLAY", ":4711"), ("WAYLAND_DISPLAY", "wayland-4711")];
    for set in [&nowhere[..0], &nowhere[..1], &nowhere[1..], &nowhere[..]] {
        let output = program().envs(set.iter().copied()).output().unwrap();
        assert_eq!(code(&output), 3, "{set:?}: {}", err(&output));
        assert_eq!(out(&output), "");
        let said = err(&output);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.starts_with("knights-tour: ") && said.contains("--help"), "{said}");
        assert!(!said.contains("panicked") && !said.contains(".rs:"), "{said}");
    }
}

#[cfg(not(feature = "gui"))]
#[test]
fn without_a_window_no_argument_prints_help() {
    let output = run(&[]);
    assert_eq!(code(&output), 0);
    assert!(out(&output).contains("Usage"));
}

/// The file is read before the window opens, so that an error in it is reported even without a
/// display.
#[test]
#[cfg(feature = "gui")]
fn a_file_for_the_window_is_read_first() {
    let folder = Folder::new("for-the-window");
    let run = |name: &str| {
        let output = program().arg(folder.join(name)).output().unwrap();
        (output.status.code(), err(&output))
    };
    let (code, said) = run("missing.tour");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("missing.tour") && said.contains("cannot be read"), "{said}");
    fs::write(folder.join("bad.tour"), "{\"format\":\"knights-tour\",\"version\":9}").unwrap();
    let (code, said) = run("bad.tour");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("bad.tour") && said.contains("version is 9"), "{said}");
    fs::write(folder.join("good.tour"), include_str!("../data/tour.tour")).unwrap();
    let (code, said) = run("good.tour");
    assert_eq!(code, Some(3), "{said}");
}

/// A puzzle without a tour is impossible whatever the method.
#[test]
fn a_path_can_be_handed_over() {
    let stuck = "a1;b3;a5;b7;d8;f7;h8;g6;h4;g2;e1;f3";
    let report = json(&format!("solve --board 8x8 --repair {stuck} --method euler --format json"));
    assert_eq!(report["outcome"], "found");
    assert_eq!(report["given"], serde_json::json!([[7, 0]]));
    assert_eq!(report["repair"].as_array().unwrap().len(), 12);
    assert!(report["counters"]["rotations"].is_u64());
    let steps = report["steps"].as_u64().unwrap();
    let parts = ["placements", "retreats", "restarts", "rewires"];
    assert_eq!(steps, parts.iter().map(|part| report[part].as_u64().unwrap()).sum::<u64>());
    let report = json("solve --board 4x4 --method neural --format json");
    assert_eq!(report["outcome"], "impossible");
}

/// The method that picks others says what it picked.
#[test]
fn auto_says_what_it_picked() {
    let report = run_words("solve --board 8x8 --start a1 --format json");
    let value: serde_json::Value = serde_json::from_str(&out(&report)).unwrap();
    assert_eq!((&value["method"], &value["picked"]), (&"auto".into(), &"restarting".into()));
    let why = value["why"].as_str().unwrap();
    assert!(err(&report).contains(&format!("auto picked restarting: {why}")), "{}", err(&report));
    let holed = run_words("solve --board 6x6 --hole a1 --hole a2 --start b1 --format json");
    let value: serde_json::Value = serde_json::from_str(&out(&holed)).unwrap();
    assert!(value["picked"].is_string() && value["why"].is_string());
    let plain = run_words("solve --method restarting --format json");
    assert!(!out(&plain).contains("picked"));
    let ended = run_words("solve --board 40x31 --start 39,0 --goal end:38,0 --format json");
    let value: serde_json::Value = serde_json::from_str(&out(&ended)).unwrap();
    assert_eq!(value["outcome"], "found");
    assert_eq!(value["path"][1239], serde_json::json!([38, 0]));
}

#[test]
fn the_map_of_starts_is_shown() {
    let plain = run_words("starts --board 3x4");
    assert_eq!(out(&plain), "+ - - +\n+ - - +\n+ - - +\n");
    assert!(err(&plain).starts_with("a tour can start at 6 of 12 squares\n"), "{}", err(&plain));
    let holed = run_words("starts --board 5x5 --hole c3 --format json");
    let value: serde_json::Value = serde_json::from_str(&out(&holed)).unwrap();
    let counts = ["yes", "no", "unknown"].map(|key| value[key].as_u64().unwrap());
    assert_eq!((counts.iter().sum::<u64>(), counts[2]), (24, 0));
    let none = run_words("starts --board 4x4 --goal closed");
    assert_eq!(none.status.code(), Some(1));
    assert!(err(&none).starts_with("a closed tour cannot start at any of 16 squares"));
    let picture = run_words("starts --board 5x5 --format svg");
    assert_eq!(out(&picture).matches("#2B774A").count(), 13);
}

#[test]
fn hints_for_the_next_move_are_shown() {
    let hint = |given: &str, more: &str| {
        let words = ["hint", "--given", given];
        program().args(words).args(more.split_whitespace()).output().unwrap()
    };
    let table = hint("b6 d5", "");
    assert_eq!(code(&table), 0, "{}", err(&table));
    assert!(err(&table).starts_with("e7 is the best move"), "{}", err(&table));
    let table = out(&table);
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!((lines[0], lines.len()), ("square  onward  finish", 8));
    let why = "a8 can only be entered now, and no free square leads on from it";
    assert!(lines.contains(&format!("c7           5  no      {why}").as_str()), "{table}");
    assert!(lines.contains(&"e7           5  yes     best"), "{table}");
    let json = hint("7,0;5,1", "--json --goal closed --hole d5");
    let value: serde_json::Value = serde_json::from_str(&out(&json)).unwrap();
    assert_eq!(value["board"]["holes"], serde_json::json!([[3, 3]]));
    assert_eq!(value["given"], serde_json::json!([[7, 0], [5, 1]]));
    assert_eq!((&value["goal"], &value["best"]), (&"closed".into(), &serde_json::Value::Null));
    for candidate in value["candidates"].as_array().unwrap() {
        assert!(candidate["finish"] == "no" && candidate["onward"].is_u64(), "{candidate}");
        assert!(candidate["why"].as_str().unwrap().contains("even number"), "{candidate}");
    }
    assert!(err(&json).starts_with("no closed tour begins with the 2 given squares"));
    let yes = hint("a1 b3", "--json");
    let value: serde_json::Value = serde_json::from_str(&out(&yes)).unwrap();
    assert_eq!(value["candidates"].as_array().unwrap().len(), 5);
    assert_eq!(value["best"], serde_json::json!([7, 2]));
    assert!(value["candidates"][0]["why"].is_null() && !out(&yes).contains("unknown"));
}

/// A path without a next move is answered in a sentence and with an empty list.
#[test]
fn hints_for_a_path_that_has_ended_are_none() {
    let ring = run(&["hint", "--board", "3x3", "--given", "a1 c2 a3 b1 c3 a2 c1 b3"]);
    assert!(err(&ring).contains("no move is left, and 1 square is free: "), "{}", err(&ring));
    let tour = "0,0 1,2 2,0 0,1 1,3 2,1 0,2 2,3 1,1 0,3 2,2 1,0";
    for (given, goal, said) in [
        (tour, "any", "the path is a complete tour of 12 squares"),
        ("1,1 0,3 2,2 1,0 0,2 2,3", "any", "no move is left, and 6 squares are free"),
        (tour, "closed", "a2 is the last square, but no move leads from there back to a3"),
    ] {
        let mut hint = program();
        hint.args(["hint", "--board", "3x4", "--given", given, "--goal", goal]);
        let table = hint.output().unwrap();
        assert_eq!((code(&table), out(&table)), (0, String::new()));
        assert!(err(&table).starts_with(said), "{}", err(&table));
        let json = hint.arg("--json").output().unwrap();
        let complete = said.contains("complete");
        let end = format!("\"complete\":{complete},\"candidates\":[],\"best\":null}}\n");
        assert!(out(&json).ends_with(&end), "{}", out(&json));
    }
}

/// What a simulation writes can be put together to larger tours. What is of no use is named, and none is
/// ignored in silence.
#[test]
fn structured_tours_of_a_simulation_can_be_base_tours() {
    let folder = Folder::new("base-tours");
    let runs = folder.file("runs");
    let simulate = "simulate --board 6x6 --kind random --count 40 --method restarting --goal closed --save structured --out";
    let output = program().args(simulate.split(' ')).arg(&runs).output().unwrap();
    assert_eq!(code(&output), 0, "{}", err(&output));
    let structured = runs.join("structured.txt");
    let solve = |words: &str, file: &std::path::Path| {
        let words = format!("solve --method divide-and-conquer {words} --base");
        program().args(words.split(' ')).arg(file).output().unwrap()
    };
    let output = solve("--board 12x12 --format json", &structured);
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(err(&output).contains("the same as others"), "{}", err(&output));
    let report: Value = serde_json::from_str(&out(&output)).unwrap();
    let base = report["base"].as_array().unwrap();
    assert!(base.len() > 1 && base.iter().all(|tour| tour["path"][0] == serde_json::json!([0, 0])));
    assert_eq!(out(&check(&out(&output), &[])).split(':').next(), Some("valid"));
    // A report is a file of a tour too, here of a board with the wrong size.
    let large = folder.file("large.json");
    fs::write(&large, out(&output)).unwrap();
    let path = out(&solve("--board 12x12 --format path", &structured));
    assert!(path.lines().next().unwrap().contains(" base=6x6:0,0;"));
    assert!(out(&check(&path, &[])).starts_with("valid"));
    let both = program()
        .args("solve --method divide-and-conquer --board 12x12 --base".split(' '))
        .args([&structured, &std::path::PathBuf::from("--base"), &structured])
        .output()
        .unwrap();
    assert_eq!(code(&both), 0, "the second file adds nothing: {}", err(&both));
    for (words, file, said) in [
        ("--board 16x16", &structured, "tours of 8x8 on the 16x16 board"),
        ("--board 12x12", &runs.join("unstructured.txt"), "not structured; use closed, structured"),
        ("--board 24x24", &large, "but the base tours are of 12x12"),
        ("--board 12x12", &runs.join("missing.txt"), "no such file"),
    ] {
        let output = solve(words, file);
        assert_eq!(code(&output), 2, "{words}: {}", err(&output));
        assert!(err(&output).contains(said), "{words}: {}", err(&output));
    }
    let usual = program().args(["solve", "--base"]).arg(&structured).output().unwrap();
    assert_eq!(code(&usual), 2);
    assert!(err(&usual).contains("auto uses no base tours"), "{}", err(&usual));
    let mixed = folder.file("mixed.txt");
    let small = out(&run_words("solve --board 8x8 --method divide-and-conquer"));
    fs::write(&mixed, fs::read_to_string(&structured).unwrap() + "\n" + &small).unwrap();
    let output = solve("--board 12x12", &mixed);
    assert_eq!(code(&output), 0);
    assert!(err(&output).contains("1 base tour of 8x8 is not used"), "{}", err(&output));
    let counted = run(&["enumerate", "--puzzle", &path.lines().next().unwrap()[2..]]);
    assert_eq!(code(&counted), 2);
    assert!(err(&counted).contains("leave base= out"), "{}", err(&counted));
}
