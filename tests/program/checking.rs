//! The real binary: `check`, with every kind of text.

use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Command;

use serde_json::Value;

use crate::common::{check, code, err, out, program, run, run_words};
use crate::folder::Folder;

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
    let path = out(&run_words("solve --board 5x5 --format path"));
    refuses(&format!("{path}\n0,0\n2,2\n4,4\n"), "need their board above them, such as # 5x5");
    refuses(&format!("{path}0,0\n"), "'0,0' is not a step number");
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
