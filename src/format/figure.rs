//! The small boards of the help and the welcome, from real searches.

use super::display::{Line, Mark};
use crate::board::{Board, MoveOrder, Square};
use crate::feasibility::refused_starts;
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{ChoiceState, Event, Link, MethodConfig, Overlay, Solver, Status};

/// A small board and what it shows.
pub struct Mini {
    pub rows: u32,
    pub cols: u32,
    path: Vec<Square>,
    pub(crate) lines: Vec<([Square; 2], Line)>,
    pub(crate) marks: Vec<(Square, Mark)>,
}

impl Mini {
    /// An empty board.
    pub fn new(rows: u32, cols: u32) -> Mini {
        Mini { rows, cols, path: Vec::new(), lines: Vec::new(), marks: Vec::new() }
    }

    /// A board with its holes.
    fn of(board: &Board) -> Mini {
        let holes = board.holes().iter().map(|hole| (*hole, Mark::Hole));
        Mini::new(board.rows(), board.cols()).marks(holes)
    }

    /// Adds marks.
    pub fn marks(mut self, marks: impl IntoIterator<Item = (Square, Mark)>) -> Mini {
        self.marks.extend(marks);
        self
    }

    /// Adds lines between squares.
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

    /// Marks the square that the knight has just stepped back from.
    fn after_retreat(self, from: Square) -> Mini {
        let way = self.path.last().map(|head| ([from, *head], Line::Retreat));
        self.lines(way).marks([(from, Mark::SteppedBack)])
    }

    pub fn row_col(&self, square: Square) -> (u32, u32) {
        let index = square.index() as u32;
        (index / self.cols, index % self.cols)
    }

    /// Whether a square is dark, as the corner at the bottom left is.
    pub fn is_dark(&self, square: Square) -> bool {
        let (row, col) = self.row_col(square);
        (self.rows - 1 - row + col).is_multiple_of(2)
    }
}

/// The maximum number of steps of an animation.
const MAX_STEPS: usize = 500;

/// A short search with all its steps.
pub struct Animation {
    board: Option<Board>,
    events: Vec<Event>,
    is_tour: bool,
}

impl Animation {
    /// The search in the welcome: short, with a few retreats, and a tour at its end.
    pub fn welcome() -> Animation {
        Animation::of("5x5 given=4,0", "backtracking:prune=on")
    }

    fn of(puzzle: &str, config: &str) -> Animation {
        let nothing = Animation { board: None, events: Vec::new(), is_tour: false };
        let (Ok(puzzle), Ok(config)) = (puzzle.parse::<Puzzle>(), config.parse::<MethodConfig>())
        else {
            return nothing;
        };
        let mut solver = config.build(&puzzle);
        let events = std::iter::from_fn(|| solver.step()).take(MAX_STEPS).collect();
        let is_tour = solver.state().status == Status::Found;
        Animation { board: Some(puzzle.board().clone()), events, is_tour }
    }

    pub fn steps(&self) -> usize {
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
    pub fn at(&self, step: usize) -> Mini {
        let Some(board) = &self.board else { return Mini::new(5, 5) };
        let mini = Mini::of(board).path(self.path(step));
        if step >= self.steps() && self.is_tour {
            return mini.finished(false);
        }
        let last = step.checked_sub(1).and_then(|last| self.events.get(last));
        match last {
            Some(Event::Retreat(from)) => mini.with_knight().after_retreat(*from),
            _ => mini.with_knight(),
        }
    }
}

/// The figure with this name in the help.
pub fn figure(name: &str) -> Option<Mini> {
    const EVOLVED: &str = "6x6 given=5,0 seed=1";
    match name {
        "moves" => Some(moves(|_| Mark::Dot)),
        "open" => tour("5x5 given=4,0", "restarting", false),
        "closed" => tour("6x6 given=5,0 goal=closed", "restarting", true).map(Mini::only_lines),
        "retreat" => retreat(),
        "no-start" => no_start(),
        "file" => Some(Mini::new(8, 8).path(squares("a1 b3 c1")?)),
        "onward" => onward(),
        "rotation" => rotation(),
        "mended" => tour(EVOLVED, "euler", false).map(Mini::only_lines),
        "unsettled" => network(|overlay| !overlay.flagged.is_empty(), 6),
        "cycles" => network(|overlay| overlay.pieces.iter().any(|piece| *piece > 1), 0),
        "random-genes" => {
            let (board, solver) = after(EVOLVED, "genetic:repair=none", 1)?;
            Some(Mini::of(&board).path(solver.state().path.clone()).with_knight())
        }
        "bred" => tour(EVOLVED, "genetic", false).map(Mini::only_lines),
        "gene" => gene(),
        "scent-early" => scent(1),
        "scent-late" => scent(200),
        "cursor" => Some(Mini::new(5, 5).marks([(Square::at(12), Mark::Cursor)])),
        _ => None,
    }
}

/// Squares of a chess board by their names.
fn squares(names: &str) -> Option<Vec<Square>> {
    let board = Board::new(8, 8).ok()?;
    names.split(' ').map(|name| board.parse_square(name).ok()).collect()
}

/// The example of a gene that is repaired: from a4, the square with the fewest onward moves.
fn gene() -> Option<Mini> {
    let path = Mini::new(8, 8).path(squares("b2 d3 c5 a4")?).with_knight();
    let choices = [(5, ChoiceState::Chosen), (7, ChoiceState::Open)];
    let choices = choices.map(|(onward, state)| Mark::Choice(Some(onward), state));
    Some(path.marks(squares("b6 c3")?.into_iter().zip(choices)))
}

/// A knight in the middle of a board, with a mark on each of the eight squares that it can reach.
/// `mark` gets the number of the move, from 1.
pub fn moves(mark: impl Fn(u32) -> Mark) -> Mini {
    let at = |down: i64, right: i64| Square::at(((2 + down) * 5 + 2 + right) as u32);
    let all = MoveOrder::ANTICLOCKWISE.moves().into_iter().zip(1..);
    let marks = all.map(|((down, right), number)| (at(down, right), mark(number)));
    Mini::new(5, 5).marks([(at(0, 0), Mark::Knight)]).marks(marks)
}

/// A search after a number of steps.
fn after(puzzle: &str, config: &str, steps: u64) -> Option<(Board, Box<dyn Solver>)> {
    let puzzle: Puzzle = puzzle.parse().ok()?;
    let mut solver = config.parse::<MethodConfig>().ok()?.build(&puzzle);
    solver.run(steps);
    Some((puzzle.board().clone(), solver))
}

/// The tour at the end of a search.
fn tour(puzzle: &str, config: &str, closed: bool) -> Option<Mini> {
    let (board, solver) = after(puzzle, config, 100_000)?;
    let path = solver.state().path.clone();
    (solver.state().status == Status::Found).then(|| Mini::of(&board).path(path).finished(closed))
}

/// A search that has just stepped back.
fn retreat() -> Option<Mini> {
    let animation = Animation::of("5x5 given=4,0", "backtracking");
    let is_retreat = |event: &Event| matches!(event, Event::Retreat(_));
    Some(animation.at(animation.events.iter().position(is_retreat)? + 1))
}

/// The squares of a board from which no tour can start.
fn no_start() -> Option<Mini> {
    let board: Board = "5x5".parse().ok()?;
    let refused = refused_starts(&board, Goal::Any);
    let hatched = board.squares().filter(|square| refused.get(square.index()) == Some(&true));
    Some(Mini::of(&board).marks(hatched.map(|square| (square, Mark::NoStart))))
}

/// A few moves by Warnsdorff's rule, with the onward moves of the squares that could come next.
fn onward() -> Option<Mini> {
    let (board, solver) = after("6x6 given=5,0", "warnsdorff:ties=order", 6)?;
    let mini = Mini::of(&board).path(solver.state().path.clone()).with_knight();
    let choices = solver.choices().into_iter();
    let marks = choices.map(|choice| (choice.square, Mark::Choice(choice.onward, choice.state)));
    Some(mini.marks(marks))
}

/// Steps through a search until its overlay is of a certain kind.
fn until(
    puzzle: &str,
    config: &str,
    mut is_wanted: impl FnMut(&Overlay) -> bool,
) -> Option<(Board, Box<dyn Solver>, Overlay)> {
    let (board, mut solver) = after(puzzle, config, 0)?;
    for _ in 0..10 * MAX_STEPS {
        solver.step()?;
        let mut overlay = Overlay::default();
        solver.overlay(&mut overlay);
        if is_wanted(&overlay) {
            return Some((board, solver, overlay));
        }
    }
    None
}

/// The first rotation that turns a good part of the path round.
fn rotation() -> Option<Mini> {
    let puzzle = "6x6 given=5,0 goal=closed seed=1";
    let (board, solver, overlay) = until(puzzle, "euler", |overlay| overlay.turned.len() > 8)?;
    let path = solver.state().path.clone();
    let turned = path.get(overlay.turned.clone()).unwrap_or_default().windows(2);
    let turned: Vec<_> = turned.map(|pair| ([pair[0], pair[1]], Line::Turned)).collect();
    let made = overlay.made.iter().map(|link| ([link.0, link.1], Line::Made));
    let cut = overlay.cut.iter().map(|link| ([link.0, link.1], Line::Cut));
    Some(Mini::of(&board).path(path).only_lines().lines(turned).lines(made).lines(cut))
}

/// A network when its overlay is of a certain kind, after at least this many sweeps.
fn network(is_wanted: impl Fn(&Overlay) -> bool, sweeps: u64) -> Option<Mini> {
    let mut done = 0;
    let (board, _, overlay) = until("6x6 given=5,0 seed=2", "neural", |overlay| {
        done += 1;
        done >= sweeps && is_wanted(overlay)
    })?;
    let lines = overlay.all_links(&board).map(|Link(from, to)| {
        let piece = overlay.pieces.get(from.index()).copied().unwrap_or(1);
        ([from, to], Line::Piece(piece))
    });
    let wrong = overlay.flagged.iter().map(|square| (*square, Mark::Wrong));
    Some(Mini::of(&board).lines(lines).marks(wrong))
}

/// The pheromone of an ant colony after a number of cycles.
fn scent(cycles: u64) -> Option<Mini> {
    let (board, mut solver) = after("6x6 given=5,0 seed=1", "ants", 0)?;
    for _ in 0..cycles {
        solver.step();
        solver.find_next();
    }
    let mut overlay = Overlay::default();
    solver.overlay(&mut overlay);
    let board = &board;
    let moves = (0..).map(Square::at).zip(&overlay.move_weights).flat_map(|(from, strengths)| {
        let strong = strengths.iter().enumerate().filter(|(_, strength)| **strength > 20);
        strong.filter_map(move |(slot, strength)| {
            Some(([from, board.moved(from, slot)?], Line::Glow(*strength)))
        })
    });
    Some(Mini::of(board).lines(moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_welcome_shows_retreats_and_ends_in_a_tour() {
        let animation = Animation::welcome();
        let retreats = animation.events.iter().filter(|event| matches!(event, Event::Retreat(_)));
        assert!(animation.is_tour, "{} steps", animation.steps());
        assert!((2..30).contains(&retreats.clone().count()), "{}", retreats.count());
        assert!(animation.steps() < 90, "it is over within half a minute: {}", animation.steps());
    }

    #[test]
    fn squares_are_dark_as_on_the_board() {
        for text in ["4x4", "5x5", "3x8", "8x3"] {
            let board: Board = text.parse().unwrap();
            let mini = Mini::of(&board);
            assert!(board.squares().all(|square| mini.is_dark(square) == board.is_dark(square)));
        }
    }

    #[test]
    fn the_knight_takes_the_place_of_the_last_stamp() {
        let path = || Mini::new(5, 5).path([20, 11, 22].map(Square::at).to_vec());
        let marks = |mini: Mini| mini.marks.into_iter().map(|(_, mark)| mark).collect::<Vec<_>>();
        let on_the_way = marks(path().with_knight());
        assert_eq!(on_the_way, [Mark::Stamp(1), Mark::Stamp(2), Mark::Knight]);
        let finished = marks(path().finished(false));
        assert_eq!(finished, [Mark::First(Some(1)), Mark::Stamp(2), Mark::Last(Some(3))]);
    }
}
