//! Why a step was taken, in words that several methods share. Every claim in them is about the board
//! as it was when the step was taken.

use super::SearchState;
use crate::board::{Naming, Square};
use crate::puzzle::Puzzle;
use crate::solver::search::choice::{Choice, ChoiceState, DeadEnd};
use crate::solver::search::ranking::By;
use crate::text::{counted, grouped};

/// A puzzle whose squares are named in one way.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) naming: Naming,
}

impl Names<'_> {
    pub(super) fn of(self, square: Square) -> String {
        self.naming.square(self.puzzle.board(), square)
    }
}

/// Before the first step.
pub(super) fn nothing_yet() -> String {
    "nothing has been tried yet".to_owned()
}

/// A given square was placed: the start, or one after it.
pub(super) fn given(square: Square, names: Names<'_>) -> String {
    match square == names.puzzle.start() {
        true => format!("{} is the start", names.of(square)),
        false => format!("{} is given", names.of(square)),
    }
}

/// The knight stepped back from a square, for this reason.
pub(super) fn stepped_back(square: Square, why: DeadEnd, names: Names<'_>) -> String {
    let name = names.of(square);
    match why {
        DeadEnd::Stuck => format!("{name} leads nowhere: no free square can be reached from it"),
        DeadEnd::OnlyTheEnd => {
            format!(
                "{name} leads nowhere: only the end can be reached from it, and it is too early"
            )
        }
        DeadEnd::AllCutOff => {
            format!("{name} leads nowhere: every move from it would make a tour impossible")
        }
        DeadEnd::NoWayThrough => {
            format!("{name} leads nowhere: no path from it can visit all the free squares")
        }
        DeadEnd::AllTried => format!("everything that follows from {name} was tried"),
        DeadEnd::TriedOrCutOff => format!("everything worth trying from {name} was tried"),
        DeadEnd::NotTheGoal => {
            format!("from {name} the tour cannot {}", names.puzzle.goal().aim())
        }
        DeadEnd::TourFound => format!("the tour ended at {name}; looking for the next one"),
    }
}

/// Which of the squares within reach of `before` was chosen, and why. The end may be within reach too,
/// too early to be a choice. `by` is what was compared first; `tie_break` says what decided between
/// tied squares.
pub(super) fn chosen(
    choices: &[Choice],
    (before, end_is_near): (Square, bool),
    by: By,
    names: Names<'_>,
    tie_break: impl FnOnce(&[Square]) -> String,
) -> String {
    let Some(chosen) = choices.iter().find(|choice| choice.state == ChoiceState::Chosen) else {
        return nothing_yet();
    };
    let (name, before) = (names.of(chosen.square), names.of(before));
    let with = |state: ChoiceState| choices.iter().filter(move |choice| choice.state == state);
    let (tried, skipped) =
        (with(ChoiceState::Tried).count(), with(ChoiceState::CutOff).count() as u64);
    let open = with(ChoiceState::Open).count() + 1;
    let tied: Vec<Square> = with(ChoiceState::Open)
        .filter(|choice| choice.onward == chosen.onward)
        .map(|choice| choice.square)
        .collect();
    let own = chosen.onward.unwrap_or(0);
    let measure = match by {
        By::StaticDegree => format!("moves on the empty board ({own})"),
        By::Fixed | By::Warnsdorff => format!("onward moves ({own})"),
    };
    let besides = if end_is_near { " besides the end" } else { "" };
    let said = match (open, tried) {
        (1, 0) if skipped == 0 => {
            format!("{name} was the only free square within reach of {before}{besides}")
        }
        (1, 0) => format!("{name} had to come now"),
        (1, _) => format!("{name} was the last square left to try from {before}"),
        _ if by == By::Fixed => {
            let left = counted_squares(open);
            format!("{name} came next in move order; {left} left to try from {before}")
        }
        (_, 0) if skipped == 0 => {
            format!("of the {open} squares within reach{besides}, {name} had the fewest {measure}")
        }
        (_, 0) => format!("of the {open} squares worth trying, {name} had the fewest {measure}"),
        _ => format!("of the {open} squares left to try, {name} had the fewest {measure}"),
    };
    let tie = match tied.len() as u64 {
        0 => String::new(),
        _ if open == 1 || by == By::Fixed => String::new(),
        others => {
            let others =
                if others == 1 { "1 other".to_owned() } else { format!("{others} others") };
            format!(", tied with {others}; {}", tie_break(&tied))
        }
    };
    let cut_off = match skipped {
        0 => String::new(),
        1 => "; 1 square was skipped: moving there would make a tour impossible".to_owned(),
        many => {
            format!("; {many} squares were skipped: moving there would make a tour impossible")
        }
    };
    said + &tie + &cut_off
}

/// What is added where a search may take no more steps.
pub(super) fn at_limit(state: &SearchState) -> String {
    let steps = grouped(state.steps());
    if state.is_at_limit() { format!("; it gives up after {steps} steps") } else { String::new() }
}

/// How many squares are left besides the chosen one.
fn counted_squares(open: usize) -> String {
    counted(open as u64 - 1, "square")
}
