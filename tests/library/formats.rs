//! Every text form is read back as the same value, and no input makes the program panic.

use knights_tour::board::{Board, MoveOrder, Square};
use knights_tour::format::tour::Contents;
use knights_tour::format::{self, grid, path, results};
use knights_tour::play::{Achieved, Best, MAX_RESULTS, Results, Win};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{MethodConfig, Status};
use knights_tour::tour::Tour;
use proptest::prelude::*;

/// Random puzzles: a random walk on a board with some holes.
pub(crate) fn puzzles() -> impl Strategy<Value = Puzzle> {
    let holes = prop::collection::vec(any::<prop::sample::Index>(), 0..4);
    let walk = prop::collection::vec(any::<prop::sample::Index>(), 0..12);
    (1_u32..40, 1_u32..40, any::<bool>(), holes, walk, 0..3, any::<u64>()).prop_map(
        |(rows, cols, wrapped, holes, walk, goal, seed)| {
            let board = Board::new(rows, cols).unwrap().wrapped(wrapped);
            let size = board.size();
            let holes = holes.iter().map(|index| Square::at(index.index(size) as u32));
            let board = board.clone().with_holes(holes).unwrap_or(board);
            let mut given = vec![board.squares().next().unwrap()];
            for index in walk {
                let near = board.neighbours(given[given.len() - 1], &MoveOrder::ANTICLOCKWISE);
                let free: Vec<Square> = near.filter(|s| !given.contains(s)).collect();
                if free.is_empty() {
                    break;
                }
                given.push(*index.get(&free));
            }
            let end = board.squares().find(|square| !given.contains(square));
            let goal = match (goal, end) {
                (0, _) | (2, None) => Goal::Any,
                (1, _) => Goal::Closed,
                (_, Some(end)) => Goal::End(end),
                (_, None) => Goal::Any,
            };
            Puzzle::new(board, given, goal, seed).unwrap()
        },
    )
}

/// The tour that most texts below show, as it is printed without any ornament.
const PLAIN: &str = "1 4 7 10\n12 9 2 5\n3 6 11 8\n";

/// The only tour of a text.
fn only(text: &str) -> Tour {
    let sheets = format::read(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let [parsed] = &sheets[..] else { panic!("{} tours in\n{text}", sheets.len()) };
    let path = parsed.path.clone().unwrap_or_else(|error| panic!("{text}\n{error}"));
    Tour::new(parsed.board.clone(), path).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Each text of `same_tour.txt`: as exercises and other programs print a tour, in frames, with labels, as lists.
#[test]
fn grids_with_frames_and_labels_are_read() {
    let texts = include_str!("same_tour.txt").split("%%\n");
    let tabs = "\u{feff}1\t4\t7\t10\r\n12\t9\t2\t5\r\n3\t6\t11\t8\r\n";
    for text in texts.chain([PLAIN, tabs]) {
        assert_eq!(only(text), only(PLAIN), "{text}");
    }
}

/// What could be labels is a part of the grid wherever the grid makes sense with it.
#[test]
fn numbers_of_a_grid_are_not_taken_for_labels() {
    // A path that is not a tour, with a first column and a first row that count up.
    let text = "1 2 3 4\n2 . . .\n";
    assert!(format::read(text).unwrap()[0].path.is_err());
    let text = "1 5 6 7\n2 8 9 10\n3 11 12 13\n4 14 15 16\n";
    let sheets = format::read(text).unwrap();
    assert_eq!((sheets[0].board.to_string().as_str(), sheets[0].path.is_ok()), ("4x4", true));
    let text = "1 2 3\n4 5 6\n7 8 9\n";
    assert_eq!(format::read(text).unwrap()[0].board.to_string(), "3x3");
    // Small grids have no labels.
    assert_eq!(
        format::read("1\n1\n").unwrap()[0].path,
        Err("number 1 appears twice, on a2 and a1".into())
    );
    // What is wrong is said of the grid inside.
    let text = "  a b c d\n3 1 4 7 10\n2 12 9 2 5\n1 3 6 11 11\n";
    assert_eq!(format::read(text).unwrap()[0].path, Err("number 8 is missing".into()));
}

#[test]
fn labels_and_names_that_make_no_sense_are_refused() {
    for (text, words) in [
        ("1 4 7 10\n12 x 2 5\n3 6 11 8\n", "line 2: 'x' is not a number, a dot or a hole (#)"),
        (
            "a b c\n1 4 7 10\n12 9 2 5\n3 6 11 8\n",
            "line 1: its letters do not label the rows or columns",
        ),
        ("a c b d\n1 4 7 10\n12 9 2 5\n3 6 11 8\n", "line 1: its letters do not label"),
        ("a b c d\n", "it contains no tour"),
        (
            "size: 5\n1 4 7 10\n",
            "line 1: 'size:' is not a number, a dot or a hole (#); put # before a remark",
        ),
        (
            "1 4 7 10\n12 9 2\n3 6 11 8\n",
            "row 2 has 3 squares, but the first row has 4; the text may be cut off",
        ),
        ("a1 b3 c5 k\n", "line 1: 'k' is not the name of a square, such as a1"),
        ("a1 b3\nc5 7\n", "line 2: '7' is not the name of a square, such as a1"),
        ("1. a1 2. b3 4. c5", "line 1: '4' is not the number of the square after it"),
        ("a1 b3 a0", "line 1: 'a0' is not the name of a square"),
        ("a1 z99999999", "too large"),
        ("a1 z99999999999999", "line 1: 'z99999999999999' is not the name of a square"),
    ] {
        let error = format::read(text).map(|sheets| format!("{sheets:?}")).unwrap_err();
        assert!(error.to_string().contains(words), "{text} gives {error}");
    }
}

/// The board is as large as the names need; a closed tour may name its first square twice.
#[test]
fn names_say_how_large_the_board_is() {
    let names = "a1 b3 c5 a4 b2 d1 f2 e4 d6 b5 a3 c2 e1 f3 e5 c6 a5 b1 d2 f1 e3 f5 d4 e6 c4 a6 b4 a2 c1 e2 f4 d5 f6";
    let sheets = format::read(names).unwrap();
    assert_eq!(sheets[0].board.to_string(), "6x6");
    let puzzle: Puzzle = "6x6 given=5,0 goal=closed".parse().unwrap();
    let mut solver = MethodConfig::default().build(&puzzle);
    assert_eq!(solver.run(u64::MAX), Status::Found);
    let (board, path) = (puzzle.board(), &solver.state().path[..]);
    let names: Vec<String> = path.iter().map(|square| board.name(*square)).collect();
    let parsed = format::first(&(names.join(" ") + " a1")).unwrap();
    assert_eq!((&*parsed.board, parsed.path.as_deref()), (board, Ok(path)));
    assert_eq!(parsed.claims.closed, Some(true));
    let two = format!(
        "{}\n\n{}\n",
        names.join("-"),
        names[..18].join(" ") + "\n" + &names[18..].join(" ")
    );
    assert_eq!(format::read(&two).unwrap().len(), 2);
    let outside = format::read("# 3x4\na1 c2 e3").unwrap();
    assert_eq!(outside[0].path, Err("step 3 is on e3, outside the 3x4 board".into()));
}

/// A grid with labels on some of its sides, and bars between.
fn labelled(board: &Board, path: &[Square], sides: u8, kind: usize) -> String {
    let label = |number: u32, many: u32| match kind {
        0 => char::from(b'a' + number as u8).to_string(),
        1 => (number + 1).to_string(),
        2 => number.to_string(),
        3 => (many - number).to_string(),
        _ => (many - number - 1).to_string(),
    };
    let has = |side: u8| sides >> side & 1 == 1;
    let header: Vec<String> = (0..board.cols()).map(|col| label(col, board.cols())).collect();
    let header = format!("{}\n---+---\n", header.join("  "));
    let mut text = if has(0) { header.clone() } else { String::new() };
    for (row, line) in (0..).zip(grid::write(board, path, 1).lines()) {
        let label = label(row, board.rows());
        let left = if has(1) { format!("{label} |") } else { String::new() };
        let right = if has(2) { format!("| {label}") } else { String::new() };
        text += &format!("{left} {line} {right}\n");
    }
    text + if has(3) { &header } else { "" }
}

/// The numbers of the squares, row by row.
fn numbers(board: &Board, path: &[Square]) -> Vec<Vec<String>> {
    let text = grid::write(board, path, 1);
    text.lines().map(|row| row.split_whitespace().map(str::to_owned).collect()).collect()
}

/// Each place of a path in the same form, joined.
fn places(board: &Board, path: &[Square], form: fn(u32, u32) -> String, between: &str) -> String {
    let place = |square: &Square| form(board.row(*square), board.col(*square));
    path.iter().map(place).collect::<Vec<String>>().join(between)
}

/// The ways to write a path that other programs have.
type Writer = fn(&Board, &[Square]) -> String;
const WRITERS: [Writer; 16] = [
    |board, path| grid::write(board, path, 0),
    |board, path| places(board, path, |row, col| format!("{row},{col}"), "\n"),
    |board, path| places(board, path, |row, col| format!("{} {}", row + 1, col + 1), "\n"),
    |board, path| places(board, path, |row, col| format!("{row},{col}"), " "),
    |board, path| places(board, path, |row, col| format!("- [{row}, {col}]"), "\n"),
    |board, path| places(board, path, |row, col| format!("{{\"x\":{col},\"y\":{row}}}"), ","),
    |board, path| places(board, path, |row, col| format!("{{'row': {row}, 'col': {col}}}"), "\n"),
    |board, path| {
        let ends: Vec<Square> = path.windows(2).flatten().copied().collect();
        places(board, &ends, |row, col| format!("({row}, {col})"), ", ")
    },
    |board, path| {
        let moves = path.windows(2).map(|ends| board.name(ends[0]) + &board.name(ends[1]));
        moves.collect::<Vec<String>>().join(" ")
    },
    |board, path| path.iter().map(|square| board.name(*square)).collect::<Vec<String>>().join("-"),
    |board, path| numbers(board, path).concat().join(", "),
    |board, path| numbers(board, path).concat().join("\n"),
    |_, path| {
        path.iter().map(|square| square.index().to_string()).collect::<Vec<String>>().join(" ")
    },
    |board, path| {
        let rows = numbers(board, path).into_iter().map(|row| row.join(" & ") + r" \\ \hline");
        rows.collect::<Vec<String>>().join("\n")
    },
    |board, path| {
        let rows = numbers(board, path).into_iter().map(|row| format!("({})", row.join(", ")));
        format!("({})", rows.collect::<Vec<String>>().join(", "))
    },
    |board, path| {
        let rows = numbers(board, path).into_iter().map(|row| format!("- [{}]", row.join(", ")));
        rows.collect::<Vec<String>>().join("\n")
    },
];

/// Random results of a few challenges, some of them won often.
fn won() -> impl Strategy<Value = Results> {
    let number = || prop_oneof![0_u64..10, any::<u64>()];
    let win = (number(), number(), number(), 0_u64..3)
        .prop_map(|(milliseconds, moves, undos, hints)| Win { milliseconds, moves, undos, hints });
    prop::collection::vec(("[a-z0-9-]{1,3}|level-0[1-9]", win), 0..30).prop_map(|wins| {
        let mut results = Results::default();
        wins.iter().for_each(|(name, win)| results.add(name, *win));
        results
    })
}

proptest! {
    /// Whatever labels a tour has, whichever way they count, it is read as it is printed.
    #[test]
    fn tours_are_read_back_from_labelled_grids(
        seed in any::<u64>(),
        board in prop::sample::select(&["3x4", "5x5", "5x8", "8x8", "10x12"][..]),
        sides in 0_u8..16,
        kind in 0_usize..5,
    ) {
        let puzzle: Puzzle = format!("{board} given=0,0 seed={seed}").parse().unwrap();
        let mut solver = MethodConfig::default().build(&puzzle);
        prop_assert_eq!(solver.run(u64::MAX), Status::Found);
        let path = &solver.state().path[..];
        let tour = only(&labelled(puzzle.board(), path, sides, kind));
        prop_assert_eq!((tour.board(), tour.path()), (puzzle.board(), path));
    }

    /// However a tour is written, it is read; with two of its squares swapped, it is not a tour.
    #[test]
    fn every_way_to_write_a_tour_is_read_and_none_is_too_lenient(
        seed in any::<u64>(),
        puzzle in prop::sample::select(&["3x4", "5x5", "4x6", "7x5", "6x6 goal=closed"][..]),
        swap in any::<[prop::sample::Index; 2]>(),
        many in 1_usize..3,
    ) {
        let puzzle: Puzzle = format!("{puzzle} given=0,0 seed={seed}").parse().unwrap();
        let mut solver = MethodConfig::default().build(&puzzle);
        prop_assert_eq!(solver.run(u64::MAX), Status::Found);
        let (board, path) = (puzzle.board(), &solver.state().path[..]);
        let mut swapped = path.to_vec();
        swapped.swap(swap[0].index(path.len()), swap[1].index(path.len()));
        let is_move = |pair: &[Square]| {
            let away = |place: fn(&Board, Square) -> u32| place(board, pair[0]).abs_diff(place(board, pair[1]));
            matches!((away(Board::row), away(Board::col)), (1, 2) | (2, 1))
        };
        let is_tour = swapped.windows(2).all(is_move);
        prop_assert_eq!(Tour::new(board.clone(), swapped.clone()).is_ok(), is_tour);
        prop_assert!(Tour::new(board.clone(), path[1..].to_vec()).is_err(), "cut short");
        for write in WRITERS {
            let text = write(board, path);
            let tour = only(&text);
            prop_assert_eq!((tour.board(), tour.path()), (board, path), "{}", text);
            let opened = match format::tour::read(&text) {
                Ok(Contents::Path { puzzle, .. }) => puzzle.given().to_vec(),
                _ => Vec::new(),
            };
            prop_assert_eq!(&opened, path, "the window reads the same");
            let text = write(board, &swapped);
            let read = format::read(&text).is_ok_and(|sheets| sheets.into_iter().all(|parsed| {
                parsed.path.is_ok_and(|path| Tour::new(parsed.board, path).is_ok())
            }));
            prop_assert_eq!(read, is_tour, "{}", text);
        }
        // Several grids, and several lists of numbers or names, one after the other.
        for write in [WRITERS[0], WRITERS[9], WRITERS[10], WRITERS[15]] {
            let text = (write(board, path).trim_end().to_owned() + "\n").repeat(many);
            let sheets = format::read(&text).unwrap();
            prop_assert_eq!(sheets.len(), many, "{}", text);
            prop_assert!(sheets.iter().all(|parsed| parsed.path.as_deref() == Ok(path)), "{}", text);
        }
        if puzzle.goal() == Goal::Closed {
            let returning: Vec<Square> = path.iter().chain(path.first()).copied().collect();
            for write in [WRITERS[1], WRITERS[2], WRITERS[3], WRITERS[5], WRITERS[7], WRITERS[8], WRITERS[9]] {
                let parsed = format::first(&write(board, &returning)).unwrap();
                prop_assert_eq!((parsed.path.as_deref(), parsed.claims.closed), (Ok(path), Some(true)));
            }
        }
    }

    #[test]
    fn puzzles_squares_and_paths_are_read_back(puzzle in puzzles(), from in 0_u32..2) {
        let (board, given, text) = (puzzle.board(), puzzle.given(), puzzle.to_string());
        prop_assert_eq!(text.lines().count(), 1);
        prop_assert_eq!(text.parse::<Puzzle>(), Ok(puzzle.clone()));
        for square in board.squares() {
            prop_assert_eq!(board.parse_square(&board.name(square)), Ok(square));
            prop_assert_eq!(board.parse_square(&board.coordinates(square)), Ok(square));
        }
        let list = format::first(&path::write(&puzzle, given)).unwrap();
        prop_assert_eq!((&*list.board, list.path.as_deref()), (board, Ok(given)));
        let text = grid::write(board, given, from);
        let lines: Vec<usize> = text.lines().map(str::len).collect();
        prop_assert!(lines.iter().all(|len| *len == lines[0]), "aligned");
        let grid = format::first(&text).unwrap();
        prop_assert_eq!(&*grid.board, &board.clone().wrapped(false));
        prop_assert_eq!(grid.path.as_deref(), Ok(given));
    }

    /// Lines may come in parts, wherever there is a gap.
    #[test]
    fn parts_of_lines_are_read_like_whole_lines(puzzle in puzzles(), cuts in any::<u64>()) {
        let text = grid::write(puzzle.board(), puzzle.given(), 1);
        let text = format!("# a remark\n{text}\n{text}");
        let (mut lines, mut sheets) = (format::Lines::default(), Vec::new());
        let mut part = 0;
        for line in text.lines() {
            let mut start = 0;
            for (gap, _) in line.match_indices(' ') {
                part += 1;
                if cuts >> (part % 64) & 1 == 1 {
                    lines.add(&line[start..gap], false, &mut |parsed| sheets.push(parsed)).unwrap();
                    start = gap;
                }
            }
            lines.add(&line[start..], true, &mut |parsed| sheets.push(parsed)).unwrap();
        }
        lines.end(&mut |parsed| sheets.push(parsed)).unwrap();
        prop_assert_eq!(&sheets, &format::read(&text).unwrap());
        prop_assert_eq!(&sheets[0], &format::first(&text).unwrap());
    }

    #[test]
    fn move_orders_are_read_back_from_their_digits(digits in Just([1, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle()) {
        let text: String = digits.iter().map(ToString::to_string).collect();
        let order: MoveOrder = text.parse().unwrap();
        prop_assert_eq!(order.to_string(), text.clone());
        let config: MethodConfig = format!("backtracking:order={text}").parse().unwrap();
        prop_assert_eq!(config.to_string().parse::<MethodConfig>(), Ok(config));
    }

    /// Whatever is changed, it is refused in one line, or it is other results that make sense.
    #[test]
    fn results_are_read_back_and_damaged_ones_are_refused_or_make_sense(
        won in won(),
        place in any::<prop::sample::Index>(),
        by in "[ -~]{0,2}",
    ) {
        let whole = results::write(&won);
        prop_assert_eq!(results::read(&whole), Ok(won));
        let place = place.index(whole.len());
        let mut damaged = whole.clone();
        damaged.replace_range(place..=place, &by);
        match results::read(&damaged) {
            Ok(other) => prop_assert_eq!(results::read(&results::write(&other)), Ok(other)),
            Err(error) => {
                let said = error.to_string();
                prop_assert!(said.lines().count() == 1 && said.len() < 1_000, "{}", said);
            }
        }
        let cut = &whole[..place.min(whole.trim_end().len() - 1)];
        prop_assert!(results::read(cut).is_err());
    }

    #[test]
    fn any_text_is_read_or_refused(text in prop_oneof![
        "\\PC*",
        "[0-9 .#,\\[\\]\n|-]{0,80}",
        "[0-9a-dxy .#,;:=&\\\\()\\[\\]{}\n|+-]{0,80}",
    ]) {
        for parsed in format::read(&text).into_iter().flatten() {
            let _ = parsed.path.map(|path| Tour::new(parsed.board, path));
        }
        let _ = results::read(&text);
        let _ = text.parse::<Puzzle>();
        let _ = text.parse::<MethodConfig>();
        let _ = text.parse::<Board>();
        let _ = Board::new(8, 8).unwrap().parse_square(&text);
    }
}

#[test]
fn results_that_make_no_sense_are_refused() {
    let best = r#"{"wins":1,"milliseconds":2,"moves":3,"undos":4}"#;
    let with = |challenges: &str| {
        format!(r#"{{"format":"knights-tour-results","version":1,"challenges":[{challenges}]}}"#)
    };
    let named = |name: &str| format!(r#"{{"name":"{name}","alone":{best}}}"#);
    assert!(results::read(&with(&named("level-01"))).is_ok());
    for (text, said) in [
        (with(&named("Level 1")), "its results of 'Level 1' are impossible, or there are too many"),
        (with(&format!("{},{}", named("a"), named("a"))), "its results of 'a' are impossible"),
        (with(r#"{"name":"a"}"#), "its results of 'a' are impossible"),
        (
            with(&named("a").replace("\"wins\":1", "\"wins\":0")),
            "its results of 'a' are impossible",
        ),
        (with(&named("a").replace("moves", "leaps")), "unknown field `leaps`"),
        (with(&named("a").replace(":2,", ":-2,")), "invalid value"),
        (
            with("").replace("\"version\":1", "\"version\":2"),
            "version 2; this program reads version 1",
        ),
        (with("").replace("-results", ""), "it has no results of challenges"),
        (with("").replace("[]", "[]}"), "it is damaged or not JSON"),
        ("{".to_owned(), "the text is cut off"),
        (" ".repeat(results::MAX_TEXT_BYTES + 1), "it has more than 4 MB"),
    ] {
        let error = results::read(&text).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

/// The largest results that are kept are not too long to be read.
#[test]
fn the_longest_results_are_read() {
    let best = Best { wins: u64::MAX, milliseconds: u64::MAX, moves: u64::MAX, undos: u64::MAX };
    let achieved = Achieved { alone: Some(best), hinted: Some(best) };
    let mut most = Results::default();
    for number in 0..MAX_RESULTS {
        assert!(most.restore(&format!("{number:064}"), achieved));
    }
    assert!(!most.restore("one-more", achieved));
    let text = results::write(&most);
    assert!(text.len() < results::MAX_TEXT_BYTES, "{}", text.len());
    assert_eq!(results::read(&text), Ok(most));
}
