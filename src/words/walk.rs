//! A knight that walks a path: where it stands, and its next step.

use super::{Names, listed};
use crate::board::Square;
use crate::solver::{Arrival, DeadEnd, NextStep, Reach, TieBreak};
use crate::text::{counted, grouped, is_or_are};

pub(super) fn arrival(arrival: &Arrival, names: Names<'_>) -> String {
    match arrival {
        Arrival::Placed(square) => format!("On {}.", names.of(*square)),
        Arrival::SteppedBack { from, to, was_tried } => {
            let (to, from) = (names.of(*to), names.of(*from));
            if *was_tried {
                format!("Back on {to}: nothing is left to try from {from}.")
            } else {
                format!("Back on {to}: {from} led nowhere.")
            }
        }
        Arrival::Restarted(square) => format!("Back on {} to start again.", names.of(*square)),
        Arrival::Rotated { end, cut, made, turned } => format!(
            "On {}, the new end: the link {} was cut and {} put in its place, which turned the last {} round.",
            names.of(*end),
            names.link(*cut),
            names.link(*made),
            counted(*turned, "square")
        ),
    }
}

pub(super) fn next(next: &NextStep, names: Names<'_>) -> String {
    let (why, step) = match next {
        NextStep::Given(square) => {
            return format!("Next: {}, which is given.", names.of(*square));
        }
        NextStep::OnlyMove { square, reach } => {
            let name = names.of(*square);
            (only_move(&name, *reach) + &cut_off(*reach), name)
        }
        NextStep::Picked { square, reach, by } => {
            let name = names.of(*square);
            let why = format!("Of {}, {}.", group(*reach), decided(*by, &name, reach.left));
            (why + &cut_off(*reach), name)
        }
        NextStep::FewestOnward { square, reach, on_empty_board, count, tied, tie_break } => {
            let name = names.of(*square);
            let count = if *count == 0 { "none".to_owned() } else { count.to_string() };
            let (leads, lead, board) = if *on_empty_board {
                ("has the fewest moves on the empty board", "have", " moves on the empty board")
            } else {
                ("leads on to the fewest", "lead on to", "")
            };
            let why = if let Some(by) = tie_break {
                let all = tied.iter().chain([square]).map(|square| names.of(*square));
                let all = listed(all.collect());
                let by = decided(*by, &name, tied.len() as u8 + 1);
                format!("{all} each {lead} {count}{board}; {by}.")
            } else {
                format!("Of {}, {name} {leads}: {count}.", group(*reach))
            };
            (why + &cut_off(*reach), name)
        }
        NextStep::StepBack { from, to, why } => {
            let step = match to {
                Some(to) => format!("step back to {}", names.of(*to)),
                None => "take the knight off the board".to_owned(),
            };
            (dead_end(*why, *from, names), step)
        }
        NextStep::Restart { from, why } => (dead_end(*why, *from, names), "start again".to_owned()),
        NextStep::Rotate { from, why, planned } => {
            let step = match planned {
                0 => "a rotation".to_owned(),
                1 => "a rotation, after which the path can go on or is closed".to_owned(),
                many => format!("the first of {} planned rotations", grouped(*many)),
            };
            (dead_end(*why, *from, names), step)
        }
    };
    format!("{why} Next: {step}.")
}

fn dead_end(why: DeadEnd, square: Square, names: Names<'_>) -> String {
    let name = names.of(square);
    match why {
        DeadEnd::Stuck => format!("Dead end: no free square is a move from {name}."),
        DeadEnd::OnlyTheEnd => {
            format!("Dead end: only the end is a move from {name}, and it is too early.")
        }
        DeadEnd::AllCutOff => {
            format!("Dead end: every move from {name} would make a tour impossible.")
        }
        DeadEnd::AllTried => format!("Nothing is left to try from {name}."),
        DeadEnd::Misses(goal) => format!("Dead end: from {name} the tour cannot {}.", goal.aim()),
        DeadEnd::TourFound => "This tour was found already.".to_owned(),
        DeadEnd::TookTooLong => "This attempt has taken too long.".to_owned(),
    }
}

fn only_move(name: &str, reach: Reach) -> String {
    match (reach.tried, reach.cut_off) {
        (0, 0) => format!("{name} is the only free square within reach{}.", besides(reach)),
        (0, _) => format!("{name} must come now."),
        _ => format!("{name} is the last square left to try."),
    }
}

/// The reason to prefer a square to others; `all` counts it and them.
fn decided(by: TieBreak, name: &str, all: u8) -> String {
    let (farthest, fewest) =
        if all == 2 { ("farther", "fewer") } else { ("farthest", "the fewest") };
    match by {
        TieBreak::Order => format!("{name} comes first in move order"),
        TieBreak::RotatedOrder => {
            format!("{name} comes first in move order, read from a random move on")
        }
        TieBreak::Random => format!("{name} is drawn at random"),
        TieBreak::FewestBehind => format!("the free neighbours of {name} have {fewest} moves"),
        TieBreak::NoneFewerBehind => {
            format!("none has neighbours with fewer moves than {name}, which is drawn at random")
        }
        TieBreak::Farthest => format!("{name} is {farthest} from the centre"),
        TieBreak::NoneFarther => {
            format!("none is farther from the centre than {name}, which comes first in move order")
        }
        TieBreak::NoneFartherRandom => {
            format!("none is farther from the centre than {name}, which is drawn at random")
        }
        TieBreak::SquirrelCull => {
            format!("{name} comes first in Squirrel and Cull's order for this part of the walk")
        }
    }
}

/// The squares that may be tried.
fn group(reach: Reach) -> String {
    let squares = counted(u64::from(reach.left), "square");
    match (reach.tried, reach.cut_off) {
        (0, 0) => format!("the {squares} within reach{}", besides(reach)),
        (0, _) => format!("the {squares} worth trying"),
        _ => format!("the {squares} left to try"),
    }
}

fn besides(reach: Reach) -> &'static str {
    if reach.has_early_end { " besides the end" } else { "" }
}

fn cut_off(reach: Reach) -> String {
    let many = u64::from(reach.cut_off);
    if many == 0 {
        return String::new();
    }
    let (squares, are) = (counted(many, "square"), is_or_are(many));
    format!(" {squares} {are} skipped: moving there would make a tour impossible.")
}
