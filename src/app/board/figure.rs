//! The pictures in the help and the welcome: small boards from real searches.

use crate::app::board::mini::{Ink, Mark, Mini, at};
use crate::board::{Board, MoveOrder, Square};
use crate::feasibility::refused_starts;
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{ChoiceState, Event, Link, Picture, Recipe, Solver, Status};

/// A search is followed for at most this many steps.
const MOST_STEPS: usize = 500;

/// A short search with all its steps.
pub(crate) struct Film {
    board: Option<Board>,
    events: Vec<Event>,
    is_tour: bool,
}

impl Film {
    /// The search in the welcome: short, with a few retreats, and a tour at its end.
    pub(crate) fn welcome() -> Film {
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
    pub(crate) fn steps(&self) -> usize {
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
    pub(crate) fn at(&self, step: usize) -> Mini {
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
pub(crate) fn figure(name: &str) -> Option<Mini> {
    match name {
        "moves" => Some(moves(|_| Mark::Dot)),
        "open" => tour("5x5 given=4,0", false),
        "closed" => tour("6x6 given=5,0 goal=closed", true).map(Mini::only_lines),
        "retreat" => retreat(),
        "no-start" => no_start(),
        "file" => Some(Mini::new(8, 8).path([(0, 0), (1, 2), (2, 0)])),
        "onward" => onward(),
        "rotation" => rotation(),
        "mended" => last_of("6x6 given=5,0 seed=1", "euler").map(Mini::only_lines),
        "unsettled" => network(|picture| !picture.marked.is_empty(), 6),
        "cycles" => network(|picture| picture.pieces.iter().any(|piece| *piece > 1), 0),
        "random-genes" => after("6x6 given=5,0 seed=1", "genetic:repair=none", 1),
        "bred" => last_of("6x6 given=5,0 seed=1", "genetic").map(Mini::only_lines),
        "gene" => Some(gene()),
        "scent-early" => scent(1),
        "scent-late" => scent(200),
        "cursor" => Some(Mini::new(5, 5).mark((2, 2), Mark::Cursor)),
        _ => None,
    }
}

/// The example of a gene that is repaired: from a4, the square with the fewest onward moves.
fn gene() -> Mini {
    let choice = |onward, state| Mark::Choice(Some(onward), state);
    let path = Mini::new(8, 8).path([(1, 1), (3, 2), (2, 4), (0, 3)]).with_knight();
    let path = path.mark((1, 5), choice(5, ChoiceState::Chosen));
    path.mark((2, 2), choice(7, ChoiceState::Open))
}

/// A knight in the middle of a board, with a mark on each of the eight squares that it can reach.
/// `mark` gets the number of the move, from 1.
pub(crate) fn moves(mark: impl Fn(u32) -> Mark) -> Mini {
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

/// The tour at the end of a search.
fn last_of(puzzle: &str, recipe: &str) -> Option<Mini> {
    let puzzle: Puzzle = puzzle.parse().ok()?;
    let mut solver = recipe.parse::<Recipe>().ok()?.build(&puzzle);
    let is_found = solver.run(100_000) == Status::Found;
    let (board, path) = (puzzle.board(), solver.sketch().path);
    let squares = path.iter().map(|square| at(board, *square));
    is_found.then(|| Mini::of(board).path(squares).finished(false))
}

/// The path after a number of steps, with the knight at its end.
fn after(puzzle: &str, recipe: &str, steps: u64) -> Option<Mini> {
    let puzzle: Puzzle = puzzle.parse().ok()?;
    let mut solver = recipe.parse::<Recipe>().ok()?.build(&puzzle);
    solver.run(steps);
    let (board, path) = (puzzle.board(), solver.sketch().path);
    Some(Mini::of(board).path(path.iter().map(|square| at(board, *square))).with_knight())
}

/// Steps through a search until its picture is of a certain kind.
fn until(
    (puzzle, recipe): (&str, &str),
    is_it: impl Fn(&Picture) -> bool,
) -> Option<(Puzzle, Box<dyn Solver>, Picture)> {
    let puzzle: Puzzle = puzzle.parse().ok()?;
    let mut solver = recipe.parse::<Recipe>().ok()?.build(&puzzle);
    for _ in 0..10 * MOST_STEPS {
        solver.step()?;
        let mut picture = Picture::default();
        solver.draw(&mut picture);
        if is_it(&picture) {
            return Some((puzzle, solver, picture));
        }
    }
    None
}

/// The first rotation that turns a good part of the path round.
fn rotation() -> Option<Mini> {
    let search = ("6x6 given=5,0 goal=closed seed=1", "euler");
    let (puzzle, solver, picture) = until(search, |picture| picture.turned.len() > 8)?;
    let (board, path) = (puzzle.board(), solver.sketch().path);
    let place = |square: Square| at(board, square);
    let mini = Mini::of(board).path(path.iter().map(|square| place(*square))).only_lines();
    let turned = path.get(picture.turned.clone()).unwrap_or_default().windows(2);
    let mini =
        turned.fold(mini, |mini, pair| mini.line([place(pair[0]), place(pair[1])], Ink::Turned));
    let mini = picture
        .made
        .iter()
        .fold(mini, |mini, link| mini.line([place(link.0), place(link.1)], Ink::Made));
    let cut = |mini: Mini, link: &Link| mini.line([place(link.0), place(link.1)], Ink::Cut);
    Some(picture.cut.iter().fold(mini, cut))
}

/// A network when its picture is of a certain kind, after at least this many sweeps.
fn network(is_it: impl Fn(&Picture) -> bool, sweeps: u64) -> Option<Mini> {
    let seen = std::cell::Cell::new(0);
    let (puzzle, _, picture) = until(("6x6 given=5,0 seed=2", "neural"), |picture| {
        seen.set(seen.get() + 1);
        seen.get() >= sweeps && is_it(picture)
    })?;
    let board = puzzle.board();
    let mini = picture.all_links(board).fold(Mini::of(board), |mini, Link(from, to)| {
        let piece = picture.pieces.get(from.index()).copied().unwrap_or(1);
        mini.line([at(board, from), at(board, to)], Ink::Piece(piece))
    });
    let mark = |mini: Mini, square: &Square| mini.mark(at(board, *square), Mark::Wrong);
    Some(picture.marked.iter().fold(mini, mark))
}

/// The pheromone of an ant colony after a number of cycles.
fn scent(cycles: u64) -> Option<Mini> {
    let puzzle: Puzzle = "6x6 given=5,0 seed=1".parse().ok()?;
    let mut solver = "ants".parse::<Recipe>().ok()?.build(&puzzle);
    for _ in 0..cycles {
        solver.step();
        solver.go_on();
    }
    let mut picture = Picture::default();
    solver.draw(&mut picture);
    let board = puzzle.board();
    let mut mini = Mini::of(board);
    for (index, strengths) in picture.glow.iter().enumerate() {
        let from = Square::at(index as u32);
        for (slot, strength) in strengths.iter().enumerate().filter(|(_, strength)| **strength > 20)
        {
            if let Some(to) = board.moved(from, slot) {
                mini = mini.line([at(board, from), at(board, to)], Ink::Glow(*strength));
            }
        }
    }
    Some(mini)
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
