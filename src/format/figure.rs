//! The small boards of the help and the welcome, from real searches.

use super::display::{Line, Mark};
use crate::board::{Board, MoveOrder, Square};
use crate::feasibility::refused_starts;
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{ChoiceState, Event, Link, MethodConfig, Overlay, Solver, Status};

/// A small board and what it shows.
pub struct Mini {
    pub board: Board,
    path: Vec<Square>,
    pub(crate) lines: Vec<([Square; 2], Line)>,
    pub(crate) marks: Vec<(Square, Mark)>,
}

impl Mini {
    /// A board with its holes.
    fn of(board: Board) -> Mini {
        let marks = board.holes().iter().map(|hole| (*hole, Mark::Hole)).collect();
        Mini { board, path: Vec::new(), lines: Vec::new(), marks }
    }

    /// The path of a search, with the knight and the way back from where it has just stepped back.
    fn of_search((board, solver): &Search) -> Mini {
        let state = solver.state();
        let mini = Mini::of(board.clone()).path(state.path.clone());
        match state.last {
            _ if state.status == Status::Found => mini.finished(false),
            Some(Event::Retreat(from)) => {
                let way = mini.path.last().map(|head| ([from, *head], Line::Retreat));
                mini.with_knight().lines(way).marks([(from, Mark::SteppedBack)])
            }
            _ => mini.with_knight(),
        }
    }

    pub fn marks(mut self, marks: impl IntoIterator<Item = (Square, Mark)>) -> Mini {
        self.marks.extend(marks);
        self
    }

    pub fn lines(mut self, lines: impl IntoIterator<Item = ([Square; 2], Line)>) -> Mini {
        self.lines.extend(lines);
        self
    }

    /// Adds a path with a stamp on each of its squares.
    pub fn path(mut self, path: Vec<Square>) -> Mini {
        self.marks.extend(path.iter().zip(1..).map(|(square, n)| (*square, Mark::Stamp(n))));
        self.lines.extend(path.windows(2).map(|pair| ([pair[0], pair[1]], Line::Path(0))));
        self.path = path;
        self
    }

    /// Puts the knight at the end of the path in place of its last stamp.
    pub fn with_knight(mut self) -> Mini {
        if let Some(head) = self.path.last().copied() {
            self.marks.retain(|(square, mark)| *square != head || !matches!(mark, Mark::Stamp(_)));
            self.marks.push((head, Mark::Knight));
        }
        self
    }

    /// Marks the ends of the path as those of a finished tour.
    pub fn finished(mut self, closed: bool) -> Mini {
        let number = self.path.len() as u32;
        for (_, mark) in &mut self.marks {
            match mark {
                Mark::Stamp(1) => *mark = Mark::First(Some(1)),
                Mark::Stamp(last) if *last == number => *mark = Mark::Last(Some(number)),
                _ => {}
            }
        }
        if let ([first, .., last], true) = (&*self.path, closed) {
            self.lines.push(([*last, *first], Line::Closing(0)));
        }
        self
    }

    /// Removes the stamps between the ends, so that the lines can be seen.
    pub fn only_lines(mut self) -> Mini {
        self.marks.retain(|(_, mark)| !matches!(mark, Mark::Stamp(_)));
        self
    }
}

/// The search in the welcome: short, with a few retreats, and a tour at its end.
const WELCOME: [&str; 2] = ["5x5 given=4,0", "backtracking:prune=on"];

/// The board of the welcome after a number of steps.
pub fn welcome(steps: u64) -> Mini {
    Mini::of_search(&after(WELCOME, steps))
}

/// How many steps the search in the welcome takes.
pub fn welcome_steps() -> u64 {
    after(WELCOME, MAX_STEPS).1.state().steps()
}

/// The figure with this name in the help.
pub fn figure(name: &str) -> Option<Mini> {
    const EVOLVED: &str = "6x6 given=5,0 seed=1";
    let figure = match name {
        "moves" => moves(|_| Mark::Dot),
        "open" => tour(["5x5 given=4,0", "restarting"], false)?,
        "closed" => tour(["6x6 given=5,0 goal=closed", "restarting"], true)?.only_lines(),
        "retreat" => {
            let stepped_back = |solver: &dyn Solver, _: &Overlay| {
                matches!(solver.state().last, Some(Event::Retreat(_)))
            };
            Mini::of_search(&until(["5x5 given=4,0", "backtracking"], stepped_back)?.0)
        }
        "no-start" => no_start(),
        "file" => Mini::of(board("8x8")).path(squares("a1 b3 c1")),
        "onward" => onward(),
        "rotation" => rotation()?,
        "mended" => tour([EVOLVED, "euler"], false)?.only_lines(),
        "unsettled" => network(|overlay| !overlay.flagged.is_empty(), 6)?,
        "cycles" => network(|overlay| overlay.pieces.iter().any(|piece| *piece > 1), 0)?,
        "random-genes" => Mini::of_search(&after([EVOLVED, "genetic:repair=none"], 1)),
        "bred" => tour([EVOLVED, "genetic"], false)?.only_lines(),
        "gene" => gene(),
        "scent-early" => scent(1),
        "scent-late" => scent(200),
        "cursor" => Mini::of(board("5x5")).marks([(Square::at(12), Mark::Cursor)]),
        _ => return None,
    };
    Some(figure)
}

fn board(text: &str) -> Board {
    text.parse().expect("figures name boards that exist")
}

/// Squares of a chess board by their names.
fn squares(names: &str) -> Vec<Square> {
    let board = board("8x8");
    names.split(' ').flat_map(|name| board.parse_square(name)).collect()
}

/// The example of a gene that is repaired: from a4, the square with the fewest onward moves.
fn gene() -> Mini {
    let choices = [(5, ChoiceState::Chosen), (7, ChoiceState::Open)];
    let choices = choices.map(|(onward, state)| Mark::Choice(Some(onward), state));
    let path = Mini::of(board("8x8")).path(squares("b2 d3 c5 a4"));
    path.with_knight().marks(squares("b6 c3").into_iter().zip(choices))
}

/// A knight in the middle of a board, with a mark on each of the eight squares that it can reach.
/// `mark` gets the number of the move, from 1.
pub fn moves(mark: impl Fn(u32) -> Mark) -> Mini {
    let (board, middle) = (board("5x5"), Square::at(12));
    let reached = board.neighbours(middle, &MoveOrder::ANTICLOCKWISE).zip(1..);
    let marks = reached.map(|(square, number)| (square, mark(number)));
    Mini::of(board).marks([(middle, Mark::Knight)]).marks(marks)
}

/// The board of a search, and the search.
type Search = (Board, Box<dyn Solver>);

/// A search by a method after a number of steps.
fn after([puzzle, config]: [&str; 2], steps: u64) -> Search {
    const KNOWN: &str = "figures name puzzles and methods that exist";
    let puzzle: Puzzle = puzzle.parse().expect(KNOWN);
    let mut solver = config.parse::<MethodConfig>().expect(KNOWN).build(&puzzle);
    solver.run(steps);
    (puzzle.board().clone(), solver)
}

/// The tour at the end of a search.
fn tour(search: [&str; 2], closed: bool) -> Option<Mini> {
    let (board, solver) = after(search, 100_000);
    let state = solver.state();
    let tour = (state.status == Status::Found).then(|| state.path.clone())?;
    Some(Mini::of(board).path(tour).finished(closed))
}

/// The squares of a board from which no tour can start.
fn no_start() -> Mini {
    let board = board("5x5");
    let refused = refused_starts(&board, Goal::Any);
    let hatched = (0..).map(Square::at).zip(refused).filter(|(_, is_refused)| *is_refused);
    Mini::of(board).marks(hatched.map(|(square, _)| (square, Mark::NoStart)))
}

/// A few moves by Warnsdorff's rule, with the onward moves of the squares that could come next.
fn onward() -> Mini {
    let search = after(["6x6 given=5,0", "warnsdorff:ties=order"], 6);
    let choices = search.1.choices().into_iter();
    let marks = choices.map(|choice| (choice.square, Mark::Choice(choice.onward, choice.state)));
    Mini::of_search(&search).marks(marks)
}

/// The maximum number of steps to what a figure shows.
const MAX_STEPS: u64 = 5_000;

/// Steps through a search until it or its overlay is of a certain kind.
fn until(
    search: [&str; 2],
    mut is_wanted: impl FnMut(&dyn Solver, &Overlay) -> bool,
) -> Option<(Search, Overlay)> {
    let (board, mut solver) = after(search, 0);
    for _ in 0..MAX_STEPS {
        solver.step()?;
        let overlay = overlay_of(&*solver);
        if is_wanted(&*solver, &overlay) {
            return Some(((board, solver), overlay));
        }
    }
    None
}

fn overlay_of(solver: &dyn Solver) -> Overlay {
    let mut overlay = Overlay::default();
    solver.overlay(&mut overlay);
    overlay
}

/// The first rotation that turns a good part of the path round.
fn rotation() -> Option<Mini> {
    let search = ["6x6 given=5,0 goal=closed seed=1", "euler"];
    let ((board, solver), overlay) = until(search, |_, overlay| overlay.turned.len() > 8)?;
    let path = solver.state().path.clone();
    let turned = path.get(overlay.turned.clone()).unwrap_or_default().windows(2);
    let turned: Vec<_> = turned.map(|pair| ([pair[0], pair[1]], Line::Turned)).collect();
    let made = overlay.made.iter().map(|link| ([link.0, link.1], Line::Made));
    let cut = overlay.cut.iter().map(|link| ([link.0, link.1], Line::Cut));
    Some(Mini::of(board).path(path).only_lines().lines(turned).lines(made).lines(cut))
}

/// A network when its overlay is of a certain kind, after at least this many sweeps.
fn network(is_wanted: impl Fn(&Overlay) -> bool, sweeps: u64) -> Option<Mini> {
    let ((board, _), overlay) = until(["6x6 given=5,0 seed=2", "neural"], |solver, overlay| {
        solver.state().steps() >= sweeps && is_wanted(overlay)
    })?;
    let lines = overlay.all_links(&board).map(|Link(from, to)| {
        let piece = overlay.pieces.get(from.index()).copied().unwrap_or(1);
        ([from, to], Line::Piece(piece))
    });
    let lines: Vec<_> = lines.collect();
    let wrong = overlay.flagged.iter().map(|square| (*square, Mark::Wrong));
    Some(Mini::of(board).lines(lines).marks(wrong))
}

/// The pheromone of an ant colony after a number of cycles.
fn scent(cycles: u64) -> Mini {
    let (board, mut solver) = after(["6x6 given=5,0 seed=1", "ants"], 0);
    for _ in 0..cycles {
        solver.step();
        solver.find_next();
    }
    let weights = (0..).map(Square::at).zip(overlay_of(&*solver).move_weights);
    let moves = weights.flat_map(|(from, strengths)| {
        let strong = strengths.into_iter().enumerate().filter(|(_, strength)| *strength > 20);
        strong.map(move |(slot, strength)| (from, slot, strength))
    });
    let lines = moves.filter_map(|(from, slot, strength)| {
        Some(([from, board.moved(from, slot)?], Line::Glow(strength)))
    });
    let lines: Vec<_> = lines.collect();
    Mini::of(board).lines(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_welcome_shows_retreats_and_ends_in_a_tour() {
        let (_, solver) = after(WELCOME, MAX_STEPS);
        let state = solver.state();
        assert_eq!(state.status, Status::Found);
        assert!((2..30).contains(&state.tally.work.retreats), "{}", state.tally.work.retreats);
        assert!(state.steps() < 90, "it is over within half a minute: {}", state.steps());
    }

    #[test]
    fn the_knight_takes_the_place_of_the_last_stamp() {
        let path = || Mini::of(board("5x5")).path([20, 11, 22].map(Square::at).to_vec());
        let marks = |mini: Mini| mini.marks.into_iter().map(|(_, mark)| mark).collect::<Vec<_>>();
        let on_the_way = marks(path().with_knight());
        assert_eq!(on_the_way, [Mark::Stamp(1), Mark::Stamp(2), Mark::Knight]);
        let finished = marks(path().finished(false));
        assert_eq!(finished, [Mark::First(Some(1)), Mark::Stamp(2), Mark::Last(Some(3))]);
    }
}
