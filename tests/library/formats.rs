//! Every text form is read back as the same value, and no input makes the program panic.

use knights_tour::board::{Board, MoveOrder, Square};
use knights_tour::format::{self, grid, path, results};
use knights_tour::play::{Achieved, Best, MOST_RESULTS, Results, Win};
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Recipe, Status};
use proptest::prelude::*;

/// Random puzzles: a random walk on a board with some holes.
fn puzzles() -> impl Strategy<Value = Puzzle> {
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
                let free: Vec<Square> = near.into_iter().filter(|s| !given.contains(s)).collect();
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
    #[test]
    fn puzzles_are_read_back_from_their_text(puzzle in puzzles()) {
        let text = puzzle.to_string();
        prop_assert_eq!(text.lines().count(), 1);
        prop_assert_eq!(text.parse::<Puzzle>(), Ok(puzzle));
    }

    #[test]
    fn squares_are_read_back_from_their_names(puzzle in puzzles()) {
        let board = puzzle.board();
        for square in board.squares() {
            prop_assert_eq!(board.parse_square(&board.name(square)), Ok(square));
            prop_assert_eq!(board.parse_square(&board.coordinates(square)), Ok(square));
        }
    }

    #[test]
    fn paths_are_read_back_from_grids_and_lists(puzzle in puzzles(), from in 0_u32..2) {
        let (board, given) = (puzzle.board(), puzzle.given());
        let sheets = format::read(&path::write(&puzzle, given)).unwrap();
        prop_assert_eq!(&*sheets[0].board, board);
        prop_assert_eq!(sheets[0].path.as_deref(), Ok(given));
        let text = grid::write(board, given, from);
        let lines: Vec<usize> = text.lines().map(str::len).collect();
        prop_assert!(lines.iter().all(|len| *len == lines[0]), "aligned");
        let sheets = format::read(&text).unwrap();
        prop_assert_eq!(&*sheets[0].board, &board.clone().wrapped(false));
        prop_assert_eq!(sheets[0].path.as_deref(), Ok(given));
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
                    lines.add(&line[start..gap], false, &mut |sheet| sheets.push(sheet)).unwrap();
                    start = gap;
                }
            }
            lines.add(&line[start..], true, &mut |sheet| sheets.push(sheet)).unwrap();
        }
        lines.end(&mut |sheet| sheets.push(sheet)).unwrap();
        prop_assert_eq!(&sheets, &format::read(&text).unwrap());
        prop_assert_eq!(&sheets[0], &format::first(&text).unwrap());
    }

    #[test]
    fn move_orders_are_read_back_from_their_digits(digits in Just([1, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle()) {
        let text: String = digits.iter().map(ToString::to_string).collect();
        let order: MoveOrder = text.parse().unwrap();
        prop_assert_eq!(order.to_string(), text.clone());
        let recipe: Recipe = format!("backtracking:order={text}").parse().unwrap();
        prop_assert_eq!(recipe.to_string().parse::<Recipe>(), Ok(recipe));
    }

    #[test]
    fn results_are_read_back(won in won()) {
        let text = results::write(&won);
        prop_assert_eq!(results::read(&text), Ok(won));
    }

    /// Whatever is changed, it is refused in one line, or it is other results that make sense.
    #[test]
    fn damaged_results_are_refused_or_make_sense(
        won in won(),
        place in any::<prop::sample::Index>(),
        by in "[ -~]{0,2}",
    ) {
        let mut text = results::write(&won);
        let place = place.index(text.len());
        text.replace_range(place..=place, &by);
        match results::read(&text) {
            Ok(other) => prop_assert_eq!(results::read(&results::write(&other)), Ok(other)),
            Err(error) => {
                let said = error.to_string();
                prop_assert!(said.lines().count() == 1 && said.len() < 1_000, "{}", said);
            }
        }
        let whole = results::write(&won);
        let cut = &whole[..place.min(whole.trim_end().len() - 1)];
        prop_assert!(results::read(cut).is_err());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = format::read(&text);
        let _ = results::read(&text);
        let _ = text.parse::<Puzzle>();
        let _ = text.parse::<Recipe>();
        let _ = text.parse::<Board>();
        let _ = Board::new(8, 8).unwrap().parse_square(&text);
    }

    #[test]
    fn any_numbers_are_read_or_refused(text in "[0-9 .#,\\[\\]\n|-]{0,80}") {
        if let Ok(sheets) = format::read(&text) {
            for sheet in sheets {
                if let Ok(path) = sheet.path {
                    let _ = knights_tour::tour::Tour::new(sheet.board, path);
                }
            }
        }
    }

    /// A tour with two numbers swapped is valid only if every move is still a knight's move. A tour
    /// that is cut short never is.
    #[test]
    fn a_damaged_tour_is_not_a_tour(seed in any::<u64>(), a in 0_usize..64, b in 0_usize..64) {
        prop_assume!(a != b);
        let puzzle: Puzzle = format!("8x8 given=0,0 seed={seed}").parse().unwrap();
        let recipe: Recipe = "warnsdorff:restarts=100".parse().unwrap();
        let mut solver = recipe.build(&puzzle);
        prop_assert_eq!(solver.run(u64::MAX), Status::Found);
        let mut path = solver.sketch().path.to_vec();
        path.swap(a, b);
        let sheets = format::read(&grid::write(puzzle.board(), &path, 1)).unwrap();
        let read = sheets[0].path.clone().unwrap();
        prop_assert_eq!(&read, &path);
        let checked = knights_tour::tour::Tour::new(puzzle.board().clone(), read);
        let moves = |i: usize| {
            let place = |j: usize| ((path[j].index() / 8) as i32, (path[j].index() % 8) as i32);
            let (from, to) = (place(i), place(i + 1));
            matches!(((from.0 - to.0).abs(), (from.1 - to.1).abs()), (1, 2) | (2, 1))
        };
        prop_assert_eq!(checked.is_ok(), (0..63).all(moves));
        path.pop();
        prop_assert!(knights_tour::tour::Tour::new(puzzle.board().clone(), path).is_err());
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
        (" ".repeat(results::MOST_TEXT + 1), "it has more than 4 MB"),
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
    for number in 0..MOST_RESULTS {
        assert!(most.restore(&format!("{number:064}"), achieved));
    }
    assert!(!most.restore("one-more", achieved));
    let text = results::write(&most);
    assert!(text.len() < results::MOST_TEXT, "{}", text.len());
    assert_eq!(results::read(&text), Ok(most));
}
