//! Why a step was taken, in words that several methods share.

use super::Event;
use super::field::{Cell, Field};
use super::ranking::Ranking;
use crate::board::Square;
use crate::puzzle::Puzzle;
use crate::text::counted;

/// Explains the last step, which left a path of `len` squares. A square that was chosen and not
/// given is explained by `chosen`, which is told its name.
pub(super) fn explain(
    puzzle: &Puzzle,
    last: Option<Event>,
    len: usize,
    chosen: impl FnOnce(&str) -> String,
) -> String {
    let name = |square: Square| puzzle.board().name(square);
    match last {
        None => "nothing has been tried yet".to_owned(),
        Some(Event::Advance(square)) if len <= puzzle.given().len() => {
            format!("{} is given", name(square))
        }
        Some(Event::Advance(square)) => chosen(&name(square)),
        Some(Event::Retreat(square)) => format!("dead end: back from {}", name(square)),
        Some(Event::Restart) => "starting again from the given squares".to_owned(),
    }
}

/// A square that was chosen since it comes next, with so many moves left to try beside it.
pub(super) fn next_in_order(name: &str, left: u32) -> String {
    let rest = match left {
        0 => "no other is left to try".to_owned(),
        more => format!("{} left to try after it", counted(more.into(), "move")),
    };
    format!("{name} is the next free square in move order; {rest}")
}

/// How the onward moves of the path's last square compared with its rivals' when it was chosen.
pub(super) fn fewest(field: &Field, path: &[Square], ranking: &Ranking, name: &str) -> String {
    let (before, chosen) = (field.cell(path[path.len() - 2]), field.cell(path[path.len() - 1]));
    // The chosen square was still free then, and counted for those beside it.
    let beside_chosen = field.near(chosen);
    let degree_then =
        |cell: Cell| field.degree(cell) + u8::from(cell != chosen && beside_chosen.contains(&cell));
    let rivals: Vec<u8> = field
        .near(before)
        .into_iter()
        .filter(|cell| *cell == chosen || field.is_free(*cell))
        .map(degree_then)
        .collect();
    let own = degree_then(chosen);
    let moves = counted(own.into(), "onward move");
    let fewer = rivals.iter().filter(|degree| **degree < own).count();
    let equal = rivals.iter().filter(|degree| **degree == own).count();
    match (rivals.len(), fewer, equal) {
        (1, ..) => format!("{name} is the only free square a move away"),
        (all, 0, 1) => format!("{name} has {moves}, the fewest of {all}"),
        (all, 0, tied) => {
            let ties = ranking.ties.words();
            format!("{name} has {moves}, the fewest of {all}, like {tied} in all: {ties}")
        }
        (all, ..) => {
            format!("{name} has {moves}, the fewest of those left to try; {all} were free")
        }
    }
}
