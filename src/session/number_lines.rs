//! The work of a search and the kind of a tour as labelled numbers.

use crate::engine::Frame;
use crate::solver::{Method, Status, StepKind, Work};
use crate::text::grouped;
use crate::tour::{LineSymmetry, Traits};

/// A label, a value and a tip.
pub type NumberLine = (&'static str, String, &'static str);

/// The work of a search with the method's own counters; without values before it has begun.
pub fn work_lines(method: &Method, work: Option<&Work>) -> Vec<NumberLine> {
    let value =
        |count: fn(&Work) -> u64| work.map_or_else(|| "–".to_owned(), |work| grouped(count(work)));
    let mut lines = vec![("Steps", value(Work::steps), "All steps together.")];
    // Only steps that the method takes are listed.
    if method.takes(StepKind::Placement) {
        let tip = "Squares placed, the start included.";
        lines.push(("Placements", value(|work| work.placements), tip));
    }
    if method.takes(StepKind::Retreat) {
        let tip = "Squares taken back from dead ends.";
        lines.push(("Retreats", value(|work| work.retreats), tip));
    }
    if method.takes(StepKind::Restart) {
        let tip = "How often the search started again.";
        lines.push(("Restarts", value(|work| work.restarts), tip));
    }
    for (place, counter) in method.counters.iter().enumerate() {
        let count = work.and_then(|work| work.counters.iter().nth(place));
        let count = count.map_or_else(|| "–".to_owned(), |(_, count)| grouped(count));
        lines.push((counter.title, count, counter.help));
    }
    lines
}

pub fn reached(frame: Option<&Frame>) -> NumberLine {
    let value = frame.map_or_else(
        || "–".to_owned(),
        |frame| {
            let done = if frame.progress.status == Status::Searching { "" } else { " ✔" };
            format!("{}{done}", grouped(frame.progress.steps))
        },
    );
    let tip = "The newest step of the search itself, which runs ahead of what is shown.";
    ("Search has reached", value, tip)
}

pub fn kind_lines(traits: &Traits) -> Vec<NumberLine> {
    let kind = if traits.closed { "closed" } else { "open" };
    let structured = if traits.structured { "structured" } else { "not structured" };
    let tip = "Open or closed. A structured tour has certain moves at its corners, so that tours of larger boards can be built from it.";
    let mut lines = vec![("Kind", format!("{kind}, {structured}"), tip)];
    if traits.symmetry != LineSymmetry::None {
        let tip = "Turned or mirrored like this, the line of the tour is the same.";
        lines.push(("Symmetry", traits.symmetry.name().to_owned(), tip));
    }
    if let Some(magic) = traits.magic_words() {
        let tip = "The numbers of every row have the same sum, and those of every column; in a magic tour the diagonals too.";
        lines.push(("Sums", magic.to_owned(), tip));
    }
    if let Some(crossings) = traits.crossings {
        let tip = "Pairs of moves that cross, the closing move included.";
        lines.push(("Crossings", grouped(crossings), tip));
    }
    let tip = "The most moves in a row in the same direction.";
    lines.push(("Longest run", grouped(traits.longest_run as u64), tip));
    lines
}
