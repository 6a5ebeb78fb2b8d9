//! One of a thing is in the singular: all messages about small boards, where that happens.

use knights_tour::board::{Board, MoveOrder, Naming, Square};
use knights_tour::feasibility::{Verdict, verdict};
use knights_tour::format::starts;
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::solver::{Starts, why_not};
use knights_tour::words::{self, Names};

/// Small boards, plain and wrapped, without holes and with one or two.
fn boards() -> Vec<Board> {
    let sides = (1..=3).flat_map(|rows| (rows..=4).map(move |cols| (rows, cols)));
    let plain = sides.map(|(rows, cols)| Board::new(rows, cols).unwrap());
    let edges = plain.flat_map(|board| [board.clone(), board.wrapped(true)]);
    let with_holes = |board: Board| {
        let last = board.size() as u32 - 1;
        let holes = [vec![], vec![Square::at(last)], vec![Square::at(0), Square::at(last / 2)]];
        holes.into_iter().filter_map(move |holes| board.clone().with_holes(holes).ok())
    };
    edges.flat_map(with_holes).collect()
}

/// Paths of a board, the short ones first: at most some hundred.
fn paths(board: &Board) -> Vec<Vec<Square>> {
    let mut paths: Vec<Vec<Square>> = board.squares().map(|start| vec![start]).collect();
    let mut next = 0;
    while next < paths.len() && paths.len() < 400 {
        let path = paths[next].clone();
        next += 1;
        for square in board.neighbours(path[path.len() - 1], &MoveOrder::ANTICLOCKWISE) {
            if !path.contains(&square) {
                paths.push([&path[..], &[square]].concat());
            }
        }
    }
    paths
}

/// The words around a number one with a plural, if there are any.
fn wrong_plural(text: &str) -> Option<String> {
    let trimmed = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let words: Vec<String> = text.split_whitespace().chain(["-"; 2]).map(trimmed).collect();
    let is_noun = |word: &str| ["square", "move", "tour", "step", "end"].contains(&word);
    let is_plural = |word: &str| word.strip_suffix('s').is_some_and(is_noun);
    let is_wrong = |three: &&[String]| match [&three[0][..], &three[1], &three[2]] {
        ["are", "1", _] | ["1", "are", _] => true,
        ["1", noun, "are"] => is_noun(noun) || is_plural(noun),
        ["1", first, second] => is_plural(first) || first != "and" && is_plural(second),
        _ => false,
    };
    words.windows(3).find(is_wrong).map(|three| three.join(" "))
}

#[test]
fn the_check_finds_what_it_looks_for() {
    for wrong in [
        "so 1 square are free",
        "and 1 squares",
        "there are 1 square",
        "but 1 are left",
        "1 dark squares",
    ] {
        assert!(wrong_plural(wrong).is_some(), "{wrong}");
    }
    for right in
        ["but 1 square is free", "1 dark and 3 light squares are free", "a1 and 1 more are"]
    {
        assert_eq!(wrong_plural(right), None, "{right}");
    }
}

#[test]
fn one_square_is_not_called_squares() {
    let mut said = 0;
    let mut look = |text: String, of: &dyn std::fmt::Display| {
        said += usize::from(text.contains(" 1 "));
        assert_eq!(wrong_plural(&text), None, "{of}: {text}");
    };
    for board in boards() {
        let last = board.squares().last().unwrap();
        for goal in [Goal::Any, Goal::Closed, Goal::End(last)] {
            for path in paths(&board) {
                let Ok(puzzle) = Puzzle::new(board.clone(), path, goal, 0) else { continue };
                if let Verdict::Impossible(reason) = verdict(&puzzle) {
                    look(words::obstruction(&reason, Names::usual(&board)), &puzzle);
                    if let Some(exhibit) = reason.exhibit(&puzzle, Naming::Chess) {
                        look(exhibit.caption, &puzzle);
                        exhibit.classes.into_iter().for_each(|class| look(class.label, &puzzle));
                    }
                }
                if let Some(why) = why_not(&puzzle) {
                    look(words::obstruction(&why, Names::usual(&board)), &puzzle);
                }
            }
            let mut map = Starts::new(&board, goal);
            look(starts::summary(&map), &board);
            while !map.is_done() {
                map.decide();
                look(starts::summary(&map), &board);
            }
        }
    }
    assert!(said > 100, "{said} messages are about one of something");
}
