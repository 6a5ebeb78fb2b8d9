//! The map of starts: as a grid of signs, as JSON, and as a picture.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use super::display::Mark;
use super::json::{BoardJson, RowCol, places};
use super::svg;
use crate::board::{Naming, Square};
use crate::feasibility::{Decided, Verdict};
use crate::solver::StartMap;
use crate::text::{counted, grouped, is_or_are};
use crate::words::{self, Names};

/// The grid, a line for each row: `+` where a tour can start, `-` where none can, `?` where it is not known,
/// `#` for holes, and `E` where the tour must end.
pub fn grid(map: &StartMap) -> String {
    let board = map.board();
    let sign = |square: Square| match map.at(square) {
        _ if board.is_hole(square) => "#",
        Some(Decided::Yes(())) => "+",
        Some(Decided::No(_)) => "-",
        None if map.goal().end() == Some(square) => "E",
        Some(Decided::Unknown) | None => "?",
    };
    let squares: Vec<Square> = (0..board.size() as u32).map(Square::at).collect();
    let row = |row: &[Square]| row.iter().copied().map(sign).collect::<Vec<_>>().join(" ") + "\n";
    squares.chunks(board.cols() as usize).map(row).collect()
}

/// How many squares there are where a tour can start, where none can, and where it is not known.
fn counts(map: &StartMap) -> [u64; 3] {
    [Decided::Yes(()), Decided::No(()), Decided::Unknown].map(|wanted| {
        let starts = map.squares().map(|(_, start)| start.map_or(Decided::Unknown, Decided::bare));
        starts.filter(|start| *start == wanted).count() as u64
    })
}

/// How many squares there are of each kind, in a sentence, and below it why no tour starts at others.
pub fn summary(map: &StartMap) -> String {
    let [yes, no, unknown] = counts(map);
    let all = yes + no + unknown;
    let noun = format!("a {}", map.goal().noun());
    let mut text = match yes {
        0 => format!("{noun} cannot start at any of {}", counted(all, "square")),
        _ => format!("{noun} can start at {} of {}", grouped(yes), counted(all, "square")),
    };
    if unknown > 0 {
        let unknown = format!("{} {}", grouped(unknown), is_or_are(unknown));
        text = match yes {
            0 => format!("no square is known where {noun} can start; {unknown} not decided"),
            _ => format!("{text}; {unknown} not decided"),
        };
    }
    if unknown > 0 && map.board().squares_to_visit() > StartMap::MAX_SEARCHED {
        let most = StartMap::MAX_SEARCHED;
        text +=
            &format!(" (of boards with more than {most} squares, only what theorems say is known)");
    }
    // The reasons of squares of one kind differ only in the name of the square.
    let mut kinds: BTreeMap<String, (String, String, u64)> = BTreeMap::new();
    for (square, start) in map.squares() {
        if let Some(Decided::No(reason)) = start {
            let words = words::obstruction(reason, Names::usual(map.board()));
            let name = Naming::default().square(map.board(), square);
            let kind = kinds.entry(words.replace(&name, "")).or_insert((words, name, 0));
            kind.2 += 1;
        }
    }
    let mut kinds: Vec<(String, String, u64)> = kinds.into_values().collect();
    kinds.sort_by_key(|(_, _, count)| std::cmp::Reverse(*count));
    const MAX_KINDS: usize = 4;
    for (words, name, count) in kinds.iter().take(MAX_KINDS) {
        let is_example = *count > 1 && words.contains(name.as_str());
        let example = if is_example { format!(", such as {name}") } else { String::new() };
        // Writing to a string cannot fail.
        let _ = write!(text, "\n- {}{example}: {words}", counted(*count, "square"));
    }
    let more = kinds.iter().skip(MAX_KINDS).map(|(_, _, count)| count).sum::<u64>();
    if more > 0 {
        let _ = write!(text, "\n- {} for other reasons", counted(more, "square"));
    }
    text
}

#[derive(Serialize)]
struct MapJson {
    board: BoardJson,
    goal: String,
    yes: u64,
    no: u64,
    unknown: u64,
    starts: Vec<StartJson>,
}

#[derive(Serialize)]
struct StartJson {
    square: RowCol,
    start: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// The map as JSON: for each square where the goal lets a tour start, `yes`, `no` or `unknown`, and why.
pub fn json(map: &StartMap) -> String {
    let board = map.board();
    let of = |(square, start): (_, Option<&Verdict>)| {
        let (start, why) = match start {
            Some(Decided::Yes(())) => ("yes", None),
            Some(Decided::No(reason)) => {
                ("no", Some(words::obstruction(reason, Names::usual(board))))
            }
            Some(Decided::Unknown) | None => ("unknown", None),
        };
        StartJson { square: places(board, &[square])[0], start, why }
    };
    let starts = map.squares().map(of).collect();
    let [yes, no, unknown] = counts(map);
    let goal = map.goal().text(board);
    let map = MapJson { board: BoardJson::of(board), goal, yes, no, unknown, starts };
    serde_json::to_string(&map).unwrap_or_default() + "\n"
}

/// The map as a picture: a tick where a tour can start, a cross where none can, and a question mark where
/// it is not known.
pub fn picture(map: &StartMap) -> String {
    let mark = |(square, start): (Square, Option<&Verdict>)| {
        // Ticks are large enough to be found among the crosses.
        let times = if start? == &Decided::Yes(()) { 1.3 } else { 1.0 };
        Some((square, Mark::Start(start?.bare()), times))
    };
    svg::write_marks(map.board(), &map.squares().filter_map(mark).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Goal;

    #[test]
    fn five_by_five() {
        let map = StartMap::new(&"5x5".parse().unwrap(), Goal::Any);
        assert_eq!(grid(&map), "+ - + - +\n- + - + -\n+ - + - +\n- + - + -\n+ - + - +\n");
        let summary = summary(&map);
        let expected = "a tour can start at 13 of 25 squares\n- 12 squares, such as b5: the 5x5";
        assert!(summary.starts_with(expected), "{summary}");
        let value: serde_json::Value = serde_json::from_str(&json(&map)).unwrap();
        assert_eq!((&value["yes"], &value["starts"][1]["start"]), (&13.into(), &"no".into()));
        assert_eq!(value["starts"][1]["square"], serde_json::json!([0, 1]));
        assert_eq!(picture(&map).matches("#2B774A").count(), 13);
    }

    #[test]
    fn holes_and_ends_have_their_own_signs() {
        let puzzle: crate::puzzle::Puzzle = "3x4 holes=0,0 goal=end:2,3".parse().unwrap();
        let mut map = StartMap::new(puzzle.board(), puzzle.goal());
        assert_eq!(grid(&map).matches('E').count(), 1, "others are not decided yet");
        while !map.is_done() {
            map.decide();
        }
        let grid = grid(&map);
        assert!(grid.starts_with('#') && grid.ends_with("E\n"), "{grid}");
        assert!(!grid.contains('?'));
    }
}
