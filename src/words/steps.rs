//! Methods that walk no path: what a generation, a cycle or a step that changes links has brought.

use super::Names;
use crate::solver::{BlockTour, Cycle, Descent, LinkOutcome, LinkStep, NewGeneration};
use crate::text::{counted, grouped, is_or_are};

pub(super) fn generation(generation: &NewGeneration) -> String {
    let NewGeneration { number, size, new, best, most, .. } = *generation;
    let fitness = format!("best {} of {}", grouped(best), grouped(most));
    let mut sentence = match &generation.origin {
        None => format!("Generation 0: {} at random; {fitness}", counted(size, "path")),
        Some(origin) => format!(
            "Generation {}: {fitness}, {}; {} of {} {} new",
            grouped(number),
            descent(origin),
            grouped(new),
            grouped(size),
            is_or_are(new)
        ),
    };
    if generation.is_known {
        sentence += "; that tour was found already";
    }
    if generation.is_path_older {
        sentence += "; the best path so far is older";
    }
    sentence + "."
}

fn descent(Descent { parent, crossed, mutated }: &Descent) -> String {
    let origin = match crossed {
        None => format!("a copy of {}", grouped(*parent)),
        Some((other, cut)) => {
            let [parent, other, cut] = [*parent, *other, *cut].map(grouped);
            format!("by crossing {parent} and {other} after gene {cut}")
        }
    };
    match *mutated {
        0 => origin,
        many => format!("{origin} with {}", counted(many, "mutation")),
    }
}

pub(super) fn cycle(cycle: &Cycle, names: Names<'_>) -> String {
    let mut sentence = format!(
        "Cycle {} of attempt {}: {} walked; the longest walk, from {}, visits {} of {}",
        grouped(cycle.number),
        grouped(cycle.attempt),
        counted(cycle.ants, "ant"),
        names.of(cycle.from),
        grouped(cycle.longest),
        counted(cycle.ants, "square")
    );
    if cycle.complete > 0 {
        let (walks, are) = (counted(cycle.complete, "walk"), is_or_are(cycle.complete));
        sentence += &format!("; {walks} {are} complete, but no new tour that is asked for");
    }
    if cycle.ends_attempt {
        sentence += "; that was the last cycle of this attempt, so the next one begins afresh";
    }
    sentence + "."
}

pub(super) fn link_step(step: &LinkStep, names: Names<'_>) -> String {
    match step {
        LinkStep::Began { number, active, neurons } => format!(
            "Try {} began with {} of {} active, at random",
            grouped(*number),
            grouped(*active),
            counted(*neurons, "neuron")
        ),
        LinkStep::Updated { sweep, number, changed, linked, squares } => format!(
            "Sweep {} of try {}: {} changed; {} of {} {} two links",
            grouped(*sweep),
            grouped(*number),
            counted(*changed, "neuron"),
            grouped(*linked),
            counted(*squares, "square"),
            if *linked == 1 { "has" } else { "have" }
        ),
        LinkStep::Cleared => "The board was cleared to build another tour".to_owned(),
        LinkStep::Laid { number, blocks, size: (rows, cols), tour } => {
            let tour = match tour {
                BlockTour::Closed => "a closed tour".to_owned(),
                BlockTour::Base => "your tour".to_owned(),
                BlockTour::FromStart => "an open tour from the start".to_owned(),
                BlockTour::Between(from, to) => {
                    format!("an open tour from {} to {}", names.of(*from), names.of(*to))
                }
            };
            let (number, blocks) = (grouped(*number), grouped(*blocks));
            format!("Block {number} of {blocks}, {rows}×{cols}, got {tour}")
        }
        LinkStep::Joined { made, .. } if made.is_empty() => "There is nothing to link".to_owned(),
        LinkStep::Joined { cut, made, .. } if cut.is_empty() => {
            format!("Two blocks on the way to the end were linked by {}", names.links(made))
        }
        LinkStep::Joined { block, cut, made } => {
            let joined = block.map(|number| format!("Block {} was joined", grouped(number)));
            let joined = joined.unwrap_or_else(|| format!("{} parts were joined", cut.len()));
            let (cut, made) = (names.links(cut), names.links(made));
            format!("{joined}: the links {cut} were cut, and {made} put in their place")
        }
        LinkStep::Swept { is_row, number, all, links } => {
            let noun = if *is_row { "Row" } else { "Column" };
            let (number, all, links) = (grouped(*number), grouped(*all), counted(*links, "link"));
            format!("{noun} {number} of {all}: {links} to those before it")
        }
    }
}

pub(super) fn link_outcome(outcome: LinkOutcome) -> String {
    match outcome {
        LinkOutcome::Open => String::new(),
        LinkOutcome::Unsettled => "; that was the last sweep, so a new try follows".to_owned(),
        LinkOutcome::KnownTour => {
            "; this tour was found already, so another one follows".to_owned()
        }
        LinkOutcome::Cycles { number, can_join } => {
            let next = if can_join { "two of them are joined next" } else { "a new try follows" };
            format!("; the links form {} cycles, and {next}", grouped(number))
        }
    }
}
