//! Sentences about the steps of a search and about why there is no tour, for the window, screen readers and
//! the command line: the only place that makes them. A method supplies an [`Insight`], which has no text in it.
//!
//! All are in one tense. They describe the position that is shown and then the step that comes next; a
//! method whose step is a generation, a cycle, a sweep or a block describes the step just taken.

mod obstruction;
mod others;
mod path;

use crate::board::{Board, Naming, Square};
use crate::solver::{Insight, Link, Status};
use crate::text::grouped;

pub use obstruction::obstruction;

#[derive(Clone, Copy)]
pub struct Names<'a> {
    pub board: &'a Board,
    pub naming: Naming,
}

impl Names<'_> {
    /// With chess names if the board has them.
    pub fn usual(board: &Board) -> Names<'_> {
        Names { board, naming: Naming::default() }
    }

    fn of(self, square: Square) -> String {
        self.naming.square(self.board, square)
    }

    fn link(self, Link(a, b): Link) -> String {
        format!("{}–{}", self.of(a), self.of(b))
    }

    fn links(self, links: &[Link]) -> String {
        listed(links.iter().map(|link| self.link(*link)).collect())
    }
}

/// What an insight says, in whole sentences.
pub fn insight(insight: &Insight, names: Names<'_>) -> String {
    match insight {
        Insight::NotBegun => "Nothing has been tried yet.".to_owned(),
        Insight::Path { arrival, next } => {
            format!("{} {}", path::arrival(arrival, names), path::next(next, names))
        }
        Insight::Generation(generation) => others::generation(generation),
        Insight::Cycle(cycle) => others::cycle(cycle, names),
        Insight::FreshPheromone { attempt } => {
            format!("Attempt {} begins with fresh pheromone.", grouped(*attempt))
        }
        Insight::Links { step, outcome } => {
            format!("{}{}.", others::link_step(step, names), others::link_outcome(*outcome))
        }
        Insight::Ended(Status::Searching) => String::new(),
        Insight::Ended(Status::Found) => "The tour is complete.".to_owned(),
        Insight::Ended(Status::Exhausted) => "Everything was tried.".to_owned(),
        Insight::Ended(Status::GaveUp) => "The search gives up.".to_owned(),
    }
}

/// `a`, `a and b` or `a, b and c`.
fn listed(mut names: Vec<String>) -> String {
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) }
}
