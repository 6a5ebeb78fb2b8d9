//! The pictures in the help and the welcome: small boards from real searches.

use super::mini::{Mark, Mini, at};
use crate::board::{Board, MoveOrder, Square};
use crate::feasibility::refused_starts;
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{Event, Recipe, Status};

/// A search is followed for at most this many steps.
const MOST_STEPS: usize = 500;

/// A short search with all its steps.
pub(super) struct Film {
    board: Option<Board>,
    events: Vec<Event>,
    is_tour: bool,
}

impl Film {
    /// The search in the welcome: short, with a few retreats, and a tour at its end.
    pub(super) fn welcome() -> Film {
        Film::of("5x5 given=4,0", "backtracking:prune=on")
    }

    fn of(puzzle: &str, recipe: &str) -> Film {
        let nothing = Film { board: None, events: Vec::new(), is_tour: false };
        let (Ok(puzzle), Ok(recipe)) = (puzzle.parse::<Puzzle>(), recipe.parse::<Recipe>()) else {
            return nothing;
        };
        let mut solver = recipe.build(&puzzle);
        let events = std::iter::from_fn(|| solver.step()).take(MOST_STEPS).collect();
        let is_tour = solver.status() == Status::Found;
        Film { board: Some(puzzle.board().clone()), events, is_tour }
    }

    /// The number of steps.
    pub(super) fn steps(&self) -> usize {
        self.events.len()
    }

    fn path(&self, step: usize) -> Vec<Square> {
        let mut path = Vec::new();
        for event in self.events.iter().take(step) {
            match event {
                Event::Advance(square) => path.push(*square),
                Event::Retreat(_) => drop(path.pop()),
                Event::Restart => path.truncate(1),
                // The methods that are shown here walk.
                Event::Rewire => {}
            }
        }
        path
    }

    /// The board after a number of steps.
    pub(super) fn at(&self, step: usize) -> Mini {
        let Some(board) = &self.board else { return Mini::new(5, 5) };
        let mini =
            Mini::of(board).path(self.path(step).into_iter().map(|square| at(board, square)));
        if step >= self.steps() && self.is_tour {
            return mini.finished(false);
        }
        let last = step.checked_sub(1).and_then(|last| self.events.get(last));
        match last {
            Some(Event::Retreat(from)) => mini.with_knight().after_retreat(at(board, *from)),
            _ => mini.with_knight(),
        }
    }
}

/// The picture with this name in the help.
pub(super) fn figure(name: &str) -> Option<Mini> {
    match name {
        "moves" => Some(moves(|_| Mark::Dot)),
        "open" => tour("5x5 given=4,0", false),
        "closed" => tour("6x6 given=5,0 goal=closed", true).map(Mini::only_lines),
        "retreat" => retreat(),
        "no-start" => no_start(),
        "file" => Some(Mini::new(8, 8).path([(0, 0), (1, 2), (2, 0)])),
        "onward" => onward(),
        "cursor" => Some(Mini::new(5, 5).mark((2, 2), Mark::Cursor)),
        _ => None,
    }
}

/// A knight in the middle of a board, with a mark on each of the eight squares that it can reach.
/// `mark` gets the number of the move, from 1.
pub(super) fn moves(mark: impl Fn(u32) -> Mark) -> Mini {
    let board = Mini::new(5, 5).mark((2, 2), Mark::Knight);
    let all = MoveOrder::ANTICLOCKWISE.moves().into_iter().zip(1..);
    all.fold(board, |board, ((down, right), number)| {
        let at = ((2 + right) as u32, (2 - down) as u32);
        board.mark(at, mark(number))
    })
}

fn tour(puzzle: &str, closed: bool) -> Option<Mini> {
    let puzzle: Puzzle = puzzle.parse().ok()?;
    let mut solver = "restarting".parse::<Recipe>().ok()?.build(&puzzle);
    let is_found = solver.run(100_000) == Status::Found;
    let board = puzzle.board();
    let squares = solver.sketch().path.iter().map(|square| at(board, *square));
    is_found.then(|| Mini::of(board).path(squares).finished(closed))
}

/// A search that has just stepped back.
fn retreat() -> Option<Mini> {
    let film = Film::of("5x5 given=4,0", "backtracking");
    let is_retreat = |event: &Event| matches!(event, Event::Retreat(_));
    Some(film.at(film.events.iter().position(is_retreat)? + 1))
}

/// The squares of a board from which no tour can start.
fn no_start() -> Option<Mini> {
    let board: Board = "5x5".parse().ok()?;
    let refused = refused_starts(&board, Goal::Any);
    let hatched = board.squares().filter(|square| refused.get(square.index()) == Some(&true));
    Some(
        hatched.fold(Mini::of(&board), |mini, square| mini.mark(at(&board, square), Mark::NoStart)),
    )
}

/// A few moves by Warnsdorff's rule, with the onward moves of the squares that could come next.
fn onward() -> Option<Mini> {
    let film = Film::of("6x6 given=5,0", "warnsdorff:ties=order");
    let board = film.board.as_ref()?;
    let recipe: Recipe = "warnsdorff:ties=order".parse().ok()?;
    let mut solver = recipe.build(&"6x6 given=5,0".parse().ok()?);
    solver.run(6);
    let choices = solver.choices().into_iter();
    let marks = choices.map(|c| (at(board, c.square), Mark::Choice(c.onward, c.state)));
    Some(marks.fold(film.at(6), |mini, (at, mark)| mini.mark(at, mark)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_welcome_shows_retreats_and_ends_in_a_tour() {
        let film = Film::welcome();
        let retreats = film.events.iter().filter(|event| matches!(event, Event::Retreat(_)));
        assert!(film.is_tour, "{} steps", film.steps());
        assert!((2..30).contains(&retreats.clone().count()), "{}", retreats.count());
        assert!(film.steps() < 90, "it is over within half a minute: {}", film.steps());
    }
}
