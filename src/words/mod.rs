//! Sentences about the steps of a search and about why there is no tour: the only place that makes them.
//!
//! They describe the position that is shown and then the step that comes next; a method whose step is a
//! generation, a cycle, a sweep or a block describes the step just taken. All are in the same tense.

mod obstruction;
mod steps;
mod walk;

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

/// An insight in whole sentences.
pub fn insight(insight: &Insight, names: Names<'_>) -> String {
    match insight {
        Insight::NotBegun => "Nothing has been tried yet.".to_owned(),
        Insight::Path { arrival, next } => {
            format!("{} {}", walk::arrival(arrival, names), walk::next(next, names))
        }
        Insight::Generation(generation) => steps::generation(generation),
        Insight::Cycle(cycle) => steps::cycle(cycle, names),
        Insight::FreshPheromone { attempt } => {
            format!("Attempt {} begins with fresh pheromone.", grouped(*attempt))
        }
        Insight::Links { step, outcome } => {
            format!("{}{}.", steps::link_step(step, names), steps::link_outcome(*outcome))
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
