//! Goals: which tours count. All questions about goals are answered here.

use crate::board::{Board, Naming, Square};
use crate::puzzle::PuzzleError;
use crate::text::quoted;

/// Which tours count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    #[default]
    Any,
    /// A tour whose last square is a knight's move from its first.
    Closed,
    End(Square),
}

/// A goal that is chosen by its name alone.
#[derive(Clone, Copy, Debug)]
pub struct NamedGoal {
    pub goal: Goal,
    pub title: &'static str,
    pub help: &'static str,
}

impl Goal {
    pub const NAMED: [NamedGoal; 2] = [
        NamedGoal { goal: Goal::Any, title: "Any tour", help: "The tour can end anywhere." },
        NamedGoal {
            goal: Goal::Closed,
            title: "Closed",
            help: "One more move leads from the end of the tour back to its start.",
        },
    ];

    /// The square where a tour must end, if the goal names one.
    #[inline]
    pub fn end(self) -> Option<Square> {
        match self {
            Goal::Any | Goal::Closed => None,
            Goal::End(end) => Some(end),
        }
    }

    /// Whether one more move must lead from the end of a tour back to its start.
    #[inline]
    pub fn needs_closing_move(self) -> bool {
        match self {
            Goal::Any | Goal::End(_) => false,
            Goal::Closed => true,
        }
    }

    pub fn is_any(self) -> bool {
        self == Goal::Any
    }

    /// Whether every closed tour counts, wherever it starts.
    pub fn is_reached_by_every_closed_tour(self) -> bool {
        match self {
            Goal::Any | Goal::Closed => true,
            Goal::End(_) => false,
        }
    }

    pub fn may_end_at(self, board: &Board, start: Square, square: Square) -> bool {
        self.end().is_none_or(|end| end == square)
            && (!self.needs_closing_move() || board.joined(square, start))
    }

    pub fn is_reached_by(self, board: &Board, path: &[Square]) -> bool {
        match (self, path.last()) {
            (_, None) => false,
            (Goal::Any, _) => true,
            (Goal::Closed, Some(last)) => path.len() >= 3 && board.joined(*last, path[0]),
            (Goal::End(end), Some(last)) => *last == end,
        }
    }

    /// Its name, the noun for the tours that count, and what makes a path over all squares one of them.
    const fn words(self) -> [&'static str; 3] {
        match self {
            Goal::Any => ["any", "tour", "be a tour"],
            Goal::Closed => ["closed", "closed tour", "be closed"],
            Goal::End(_) => ["end", "tour", "end where it must"],
        }
    }

    /// Its name on the command line, without the square of an end.
    pub const fn name(self) -> &'static str {
        self.words()[0]
    }

    /// The noun for its tours, to follow "no" or "a"; without the square of an end.
    pub fn noun(self) -> &'static str {
        self.words()[1]
    }

    /// The condition that a path over all squares must meet, to follow "cannot" or "could not".
    pub fn aim(self) -> &'static str {
        self.words()[2]
    }

    /// The noun for its tours, to stand alone; without the square of an end.
    pub fn label(self) -> &'static str {
        if self.is_any() { "any tour" } else { self.noun() }
    }

    /// The further condition for a path over all squares, to follow "must"; `start` is a name.
    pub fn demand(self, start: &str, name: impl Fn(Square) -> String) -> Option<String> {
        match self {
            Goal::Any => None,
            Goal::Closed => Some(format!("come back to {start}")),
            Goal::End(end) => Some(format!("end at {}", name(end))),
        }
    }

    /// Says that a board has no such tour from any square.
    pub fn none_on(self, board: &Board) -> String {
        let noun = self.noun();
        match self.end().map(|end| Naming::default().square(board, end)) {
            Some(end) => format!("no {noun} of the {board} board ends at {end}"),
            None => format!("no {noun} of the {board} board exists from any square"),
        }
    }

    /// The names of the goals that name no square, with this between them.
    pub fn names(between: &str) -> String {
        Goal::NAMED.map(|named| named.goal.name()).join(between)
    }

    pub fn named(name: &str) -> Option<Goal> {
        let mut goals = Goal::NAMED.into_iter().map(|named| named.goal);
        goals.find(|goal| goal.name().eq_ignore_ascii_case(name))
    }

    /// Reads `any`, `closed` or `end:SQUARE`.
    pub fn parse(text: &str, board: &Board) -> Result<Goal, PuzzleError> {
        match text.split_once(':') {
            Some((end, square)) if end.eq_ignore_ascii_case("end") => {
                Ok(Goal::End(board.parse_square(square)?))
            }
            _ => Goal::named(text).ok_or_else(|| PuzzleError::Goal(quoted(text))),
        }
    }

    /// The text that [`Goal::parse`] reads.
    pub fn text(self, board: &Board) -> String {
        match self.end() {
            Some(end) => format!("{}:{}", self.name(), board.coordinates(end)),
            None => self.name().to_owned(),
        }
    }
}

/// The squares where the goal lets a tour start: all but its end, unless that is the only square.
pub fn starts(board: &Board, goal: Goal) -> impl Iterator<Item = Square> + '_ {
    let alone = board.squares_to_visit() == 1;
    board.squares().filter(move |square| alone || goal.end() != Some(*square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_goal_is_read_from_its_text() {
        let board: Board = "8x8".parse().unwrap();
        for goal in [Goal::Any, Goal::Closed, Goal::End(Square::at(9))] {
            let text = goal.text(&board);
            assert_eq!(Goal::parse(&text, &board), Ok(goal));
            assert_eq!(Goal::parse(&text.to_uppercase(), &board), Ok(goal));
        }
        for text in ["", "none", "end", "closed:a1"] {
            assert_eq!(Goal::parse(text, &board), Err(PuzzleError::Goal(quoted(text))));
        }
    }

    #[test]
    fn a_tour_may_end_where_the_goal_is_reached() {
        let board: Board = "3x4".parse().unwrap();
        let [start, near, far] = ["a1", "b3", "d3"].map(|name| board.parse_square(name).unwrap());
        for (goal, ends) in [
            (Goal::Any, [true, true]),
            (Goal::Closed, [true, false]),
            (Goal::End(far), [false, true]),
        ] {
            assert_eq!([near, far].map(|end| goal.may_end_at(&board, start, end)), ends);
        }
    }
}
