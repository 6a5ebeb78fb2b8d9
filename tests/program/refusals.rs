//! Arguments that are refused: with exit code 2 and one short sentence, before anything is done.

use crate::common::{code, err, names, out, program, words};
use crate::folder::Folder;

/// Each line of `refusals.txt` has the arguments and parts of what is said of them.
#[test]
fn bad_arguments_get_one_sentence_and_exit_code_2() {
    let folder = Folder::new("refused");
    let mut cases: Vec<&str> = include_str!("refusals.txt").lines().collect();
    if cfg!(feature = "gui") {
        // The window says so before it looks for a display.
        cases.extend([
            "--board 2000x3 | at most 1,000 rows and columns",
            "--board 999999x999999 | at most 30,000,000 squares",
            "--board 8by8 | does not have the form ROWSxCOLUMNS",
        ]);
    }
    for case in cases {
        let mut parts = case.split(" | ");
        let arguments = words(parts.next().unwrap());
        let output = program().args(arguments).current_dir(&folder).output().unwrap();
        let said = err(&output);
        assert_eq!((code(&output), out(&output)), (2, String::new()), "{case}: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "one line for {case}: {said}");
        assert!(said.len() < 300, "one sentence for {case}: {said}");
        assert!(parts.all(|part| said.contains(part)), "{case}: {said}");
    }
    assert_eq!(names(&folder), [""; 0], "nothing is written");
}

/// Whatever is given, a message repeats little of it and stays short.
#[test]
fn messages_stay_short() {
    let long = "Q".repeat(100_000);
    let cases = "solve --board Q|solve --start Q|solve --seed Q|solve --goal Q|solve --puzzle 8x8=Q|\
                 solve --method Q|solve --method backtracking:order=Q|solve --method backtracking:by=Q|\
                 solve --method warnsdorff:restarts=Q|solve --format Q|solve --out Q|solve --Q|solve Q|\
                 lab Q|simulate --kind Q|simulate --save all --out Q|Q|solve\nQ\u{1b}[2J";
    for case in cases.split('|') {
        let arguments = case.split(' ').map(|word| word.replace('Q', &long));
        let output = program().args(arguments).output().unwrap();
        let said = err(&output);
        assert_eq!(code(&output), 2, "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(said.chars().count() <= 500, "{} characters: {said}", said.chars().count());
        assert!(said.matches('Q').count() <= 200, "{said}");
        assert!(!said.contains('\u{1b}'), "{said}");
    }
    let output = program().args(["check", &long]).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(err(&output).chars().count() <= 1_001, "the whole message has its limit as well");
}
