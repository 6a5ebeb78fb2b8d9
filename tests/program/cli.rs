//! The real binary: searches, enumerations, and what all commands have in common.

use std::fs;
#[cfg(unix)]
use std::process::{Command, Stdio};

use knights_tour::solver::{METHODS, MethodConfig};
use serde_json::Value;

use crate::common::{check, code, err, json, out, program, run, run_words};
#[cfg(unix)]
use crate::common::{interrupt, make_pipe, start};
use crate::folder::Folder;

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
        assert!(name.parse::<MethodConfig>().is_ok(), "{name}");
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
    assert_eq!(list.len(), METHODS.len());
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
