//! The real binary: what it picks, where tours can start, and hints.

use serde_json::{Value, json};

use crate::common::{code, err, out, program, run, run_words};

/// The method that picks others says what it picked.
#[test]
fn auto_says_what_it_picked() {
    let report = run_words("solve --board 8x8 --start a1 --format json");
    let value: Value = serde_json::from_str(&out(&report)).unwrap();
    assert_eq!((&value["method"], &value["picked"]), (&"auto".into(), &"restarting".into()));
    let why = value["why"].as_str().unwrap();
    assert!(err(&report).contains(&format!("auto picked restarting: {why}")), "{}", err(&report));
    let holed = run_words("solve --board 6x6 --hole a1 --hole a2 --start b1 --format json");
    let value: Value = serde_json::from_str(&out(&holed)).unwrap();
    assert!(value["picked"].is_string() && value["why"].is_string());
    let plain = run_words("solve --method restarting --format json");
    assert!(!out(&plain).contains("picked"));
    let ended = run_words("solve --board 40x31 --start 39,0 --goal end:38,0 --format json");
    let value: Value = serde_json::from_str(&out(&ended)).unwrap();
    assert_eq!(value["outcome"], "found");
    assert_eq!(value["path"][1239], json!([38, 0]));
}

#[test]
fn the_map_of_starts_is_shown() {
    let plain = run_words("starts --board 3x4");
    assert_eq!(out(&plain), "+ - - +\n+ - - +\n+ - - +\n");
    assert!(err(&plain).starts_with("a tour can start at 6 of 12 squares\n"), "{}", err(&plain));
    let holed = run_words("starts --board 5x5 --hole c3 --format json");
    let value: Value = serde_json::from_str(&out(&holed)).unwrap();
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
    let value: Value = serde_json::from_str(&out(&json)).unwrap();
    assert_eq!(value["board"]["holes"], json!([[3, 3]]));
    assert_eq!(value["given"], json!([[7, 0], [5, 1]]));
    assert_eq!((&value["goal"], &value["best"]), (&"closed".into(), &serde_json::Value::Null));
    for candidate in value["candidates"].as_array().unwrap() {
        assert!(candidate["finish"] == "no" && candidate["onward"].is_u64(), "{candidate}");
        assert!(candidate["why"].as_str().unwrap().contains("even number"), "{candidate}");
    }
    assert!(err(&json).starts_with("no closed tour begins with the 2 given squares"));
    let yes = hint("a1 b3", "--json");
    let value: Value = serde_json::from_str(&out(&yes)).unwrap();
    assert_eq!(value["candidates"].as_array().unwrap().len(), 5);
    assert_eq!(value["best"], json!([7, 2]));
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
