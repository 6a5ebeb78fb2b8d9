//! Can a tour exist? Answers by theorem, before any search, with what is in the way.
//!
//! On plain boards without holes, the answer for a start is always known: for closed tours by
//! Schwenk's theorem (1991), for open ones by the rule in [`open_from`]. On all other boards, only
//! cheap proofs are tried: colours, squares without moves, dead ends, separate parts.

mod exhibit;
mod obstruction;

use std::collections::BTreeMap;

use crate::board::{Board, MoveOrder, Square};
use crate::puzzle::{Goal, Puzzle, starts};

pub use exhibit::{Class, Exhibit};
pub use obstruction::Obstruction;

/// The answer to a question that may stay open, with what proves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided<Y = (), N = ()> {
    Yes(Y),
    No(N),
    /// No theorem and no search within its limit decides it.
    Unknown,
}

impl<Y, N> Decided<Y, N> {
    /// The same answer without its proof.
    pub fn bare(&self) -> Decided {
        match self {
            Decided::Yes(_) => Decided::Yes(()),
            Decided::No(_) => Decided::No(()),
            Decided::Unknown => Decided::Unknown,
        }
    }

    pub fn yes(self) -> Option<Y> {
        if let Decided::Yes(proof) = self { Some(proof) } else { None }
    }

    pub fn no(self) -> Option<N> {
        if let Decided::No(proof) = self { Some(proof) } else { None }
    }
}

/// Whether a puzzle has a solution, by theorem.
pub type Verdict = Decided<(), Obstruction>;

/// Larger boards are not examined square by square, which would take too long.
pub(crate) const MAX_EXAMINED_SQUARES: usize = 1_000_000;

/// Asks theorems whether a puzzle has a solution.
pub fn verdict(puzzle: &Puzzle) -> Verdict {
    let theorem = by_theorem(puzzle);
    let is_decided = match theorem {
        Verdict::No(_) => true,
        Verdict::Yes(()) => puzzle.given().len() == 1 && is_goal_reached(puzzle),
        Verdict::Unknown => false,
    };
    if is_decided {
        return theorem;
    }
    if puzzle.given().len() == puzzle.board().squares_to_visit() {
        let is_tour = puzzle.is_reached_by(puzzle.given());
        let missed = Verdict::No(Obstruction::GivenMisses);
        return if is_tour { Verdict::Yes(()) } else { missed };
    }
    if puzzle.board().size() > MAX_EXAMINED_SQUARES {
        return Verdict::Unknown;
    }
    RemainingSquares::of(puzzle).obstacle().map_or(Verdict::Unknown, Verdict::No)
}

/// Whether a puzzle that asks for no end has a tour wherever one exists, or has tours to its end. On
/// plain boards with both sides at least 6, there is a tour between any two squares of the right
/// colours (Conrad, Hindrichs, Morsy and Wegener 1994, for square boards; the method `construct` builds
/// them on the others).
fn is_goal_reached(puzzle: &Puzzle) -> bool {
    let Some(end) = puzzle.goal().end() else { return true };
    let (board, start) = (puzzle.board(), puzzle.start());
    let (short, _) = sides(board);
    let colour = |square: Square| (board.row(square) + board.col(square)) % 2;
    let is_odd = board.size() % 2 == 1;
    !board.is_wrapped() && short >= 6 && (colour(start) == colour(end)) == is_odd
}

/// Whether theorems decide for every square whether a tour of this kind starts there: where none is refused,
/// one exists. They do so on plain boards without holes, and on wrapped ones where all squares have a tour.
pub fn covers(board: &Board, goal: Goal) -> bool {
    let has_theorem = board.holes().is_empty() && goal.end().is_none();
    has_theorem && (!board.is_wrapped() || wrapped(board, goal) == Verdict::Yes(()))
}

/// For each square of the board, in reading order, whether [`verdict`] says that no tour of this
/// kind can start there.
///
/// If no theorem covers the board, a verdict depends only on the start's part of the board, its
/// colour, and whether it has a single neighbour. So only one start of each kind is checked; on a board
/// in very many parts, some refused starts are left out.
pub fn refused_starts(board: &Board, goal: Goal) -> Vec<bool> {
    let mut refused = vec![false; board.size()];
    let is_refused = |start| {
        let puzzle = Puzzle::new(board.clone(), vec![start], goal, 0);
        puzzle.is_ok_and(|puzzle| verdict(&puzzle).no().is_some())
    };
    let is_plain = board.holes().is_empty() && !board.is_wrapped();
    let is_decided = is_plain && goal.end().is_none();
    let classes = if is_decided { Vec::new() } else { classes(board) };
    let mut known: BTreeMap<(u32, bool), bool> = BTreeMap::new();
    for start in starts(board, goal) {
        if is_decided || is_plain && open_from(board, start).is_some() {
            refused[start.index()] = obstacle(board, goal, start).is_some();
            continue;
        }
        let single = board.neighbours(start, &MoveOrder::ANTICLOCKWISE).count() < 2;
        let kind = (classes[start.index()], single);
        // A board in this many parts has no tour anyway; the verdict says so when asked.
        if known.len() < MAX_START_KINDS || known.contains_key(&kind) {
            refused[start.index()] = *known.entry(kind).or_insert_with(|| is_refused(start));
        }
    }
    refused
}

const MAX_START_KINDS: usize = 64;

/// A number for each square, the same for all squares of one colour in one connected part.
fn classes(board: &Board) -> Vec<u32> {
    let mut class = vec![u32::MAX; board.size()];
    let mut next = 0;
    for first in board.squares() {
        if class[first.index()] != u32::MAX {
            continue;
        }
        let (mut part, mut place, mut two_coloured) = (vec![first], 0, true);
        class[first.index()] = next;
        while let Some(square) = part.get(place).copied() {
            place += 1;
            let other = class[square.index()] ^ 1;
            for near in board.neighbours(square, &MoveOrder::ANTICLOCKWISE) {
                if class[near.index()] == u32::MAX {
                    class[near.index()] = other;
                    part.push(near);
                }
                two_coloured &= class[near.index()] == other;
            }
        }
        if !two_coloured {
            part.iter().for_each(|square| class[square.index()] = next);
        }
        next += 2;
    }
    class
}

/// The verdict on the board, the start and the goal, ignoring the other given squares.
fn by_theorem(puzzle: &Puzzle) -> Verdict {
    let board = puzzle.board();
    if puzzle.goal().needs_closing_move() && board.squares_to_visit() < 3 {
        return Verdict::No(Obstruction::ClosedTiny);
    }
    if !board.holes().is_empty() {
        return Verdict::Unknown;
    }
    if board.is_wrapped() {
        return wrapped(board, puzzle.goal());
    }
    let obstacle = obstacle(board, puzzle.goal(), puzzle.start());
    obstacle.map_or(Verdict::Yes(()), Verdict::No)
}

/// Why theorems exclude tours of this kind from a square of a plain board without holes.
fn obstacle(board: &Board, goal: Goal, start: Square) -> Option<Obstruction> {
    if goal.needs_closing_move() {
        return closed(board);
    }
    open_from(board, start).or_else(|| open_from(board, goal.end()?))
}

/// A tour of the plain board is also a tour of the wrapped one, and a torus looks the same from
/// every square. So if the plain board has a tour from one square, the wrapped one has tours from
/// all.
fn wrapped(board: &Board, goal: Goal) -> Verdict {
    let plain = board.clone().wrapped(false);
    // If a plain board has any tour, it has one that starts in a corner.
    let exists = obstacle(&plain, goal, Square::at(0)).is_none();
    if exists { Verdict::Yes(()) } else { Verdict::Unknown }
}

/// Why a plain board without holes has no closed tour; `None` if it has one (Schwenk 1991).
pub fn closed(board: &Board) -> Option<Obstruction> {
    let (short, long) = sides(board);
    match (short, long) {
        (1, 1) => Some(Obstruction::ClosedTiny),
        (1 | 2, _) => Some(Obstruction::TooNarrow),
        _ if short % 2 == 1 && long % 2 == 1 => Some(Obstruction::ClosedOdd),
        (4, _) => Some(Obstruction::ClosedFour),
        (3, 4..=8) => Some(Obstruction::SmallBoard),
        _ => None,
    }
}

/// Why a plain board without holes has no tour from a square; `None` if it has one.
pub fn open_from(board: &Board, start: Square) -> Option<Obstruction> {
    let (short, long) = sides(board);
    let (mut y, mut x) = (board.row(start), board.col(start));
    if board.rows() > board.cols() {
        (y, x) = (x, y);
    }
    let minority = short % 2 == 1 && long % 2 == 1 && (y + x) % 2 == 1;
    let not_here = |bad: bool| bad.then_some(Obstruction::SmallBoardStart(start));
    match (short, long) {
        (1, 1) => None,
        (1 | 2, _) => Some(Obstruction::TooNarrow),
        (3, 3 | 5 | 6) | (4, 4) => Some(Obstruction::SmallBoard),
        _ if minority => Some(Obstruction::MinorityStart(start)),
        (3, 4) => not_here(x != 0 && x != 3),
        (3, 7) => not_here((y, x) == (1, 3)),
        (3, 8) => not_here(y == 1 && (x == 2 || x == 5)),
        (4, _) if y == 1 || y == 2 => Some(Obstruction::InnerRow(start)),
        _ => None,
    }
}

fn sides(board: &Board) -> (u32, u32) {
    (board.rows().min(board.cols()), board.rows().max(board.cols()))
}

/// The rest of a tour: the knight's square, where the given path ends, and the free squares.
pub(crate) struct RemainingSquares<'a> {
    puzzle: &'a Puzzle,
    pub(crate) head: Square,
    /// By square, for the knight's and the free ones.
    is_open: Vec<bool>,
}

impl<'a> RemainingSquares<'a> {
    pub(crate) fn of(puzzle: &'a Puzzle) -> RemainingSquares<'a> {
        let (board, given) = (puzzle.board(), puzzle.given());
        let (head, visited) = (given[given.len() - 1], &given[..given.len() - 1]);
        let mut is_open = vec![false; board.size()];
        board.squares().for_each(|square| is_open[square.index()] = true);
        visited.iter().for_each(|square| is_open[square.index()] = false);
        RemainingSquares { puzzle, head, is_open }
    }

    fn obstacle(&self) -> Option<Obstruction> {
        self.lonely().or_else(|| self.colours()).or_else(|| self.dead_ends())
    }

    /// The open squares a move away.
    pub(crate) fn near(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        let near = self.puzzle.board().neighbours(square, &MoveOrder::ANTICLOCKWISE);
        near.filter(|other| self.is_open[other.index()])
    }

    pub(crate) fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.puzzle.board().squares().filter(|square| self.is_open[square.index()])
    }

    fn lonely(&self) -> Option<Obstruction> {
        let lonely = self.squares().find(|square| self.near(*square).next().is_none());
        lonely.map(Obstruction::Lonely)
    }

    /// Whether the rest must lead back to the head, because that is the start of a closed tour.
    fn must_return(&self) -> bool {
        self.puzzle.goal().needs_closing_move() && self.puzzle.given().len() == 1
    }

    /// Looks for squares with a single free neighbour. The head may be one, and so may the end, but
    /// no others. If the tour must be closed and only its start is given, there may be none.
    fn dead_ends(&self) -> Option<Obstruction> {
        let must_return = self.must_return();
        let dead: Vec<Square> = self
            .squares()
            .filter(|square| must_return || *square != self.head)
            .filter(|square| self.near(*square).nth(1).is_none())
            .collect();
        let fits = match dead[..] {
            [] => true,
            [only] => !must_return && self.puzzle.may_end_at(only),
            _ => false,
        };
        (!fits).then_some(Obstruction::DeadEnds(dead))
    }

    /// Colours the open squares that can be reached from the head alternately. Where every move changes
    /// colour, these are the colours of the board.
    pub(crate) fn coloured(&self) -> Vec<Option<bool>> {
        let mut colour: Vec<Option<bool>> = vec![None; self.is_open.len()];
        colour[self.head.index()] = Some(false);
        let mut queue = vec![self.head];
        while let Some(square) = queue.pop() {
            let next = colour[square.index()].map(|is_other| !is_other);
            for near in self.near(square) {
                if colour[near.index()].is_none() {
                    colour[near.index()] = next;
                    queue.push(near);
                }
            }
        }
        colour
    }

    fn colours(&self) -> Option<Obstruction> {
        let colour = self.coloured();
        let count = |wanted: bool| colour.iter().filter(|colour| **colour == Some(wanted)).count();
        let (same, other) = (count(false), count(true));
        let cut = self.squares().filter(|square| colour[square.index()].is_none());
        let cut: Vec<Square> = cut.collect();
        if !cut.is_empty() {
            return Some(Obstruction::CutOff(cut));
        }
        if !self.puzzle.board().every_move_changes_colour() {
            return None;
        }
        if same != other && (same != other + 1 || self.must_return()) {
            return Some(Obstruction::ColourCounts { same, other });
        }
        let last = Some(same == other);
        let end = self.puzzle.goal().end().filter(|end| colour[end.index()] != last);
        end.map(Obstruction::EndColour)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(puzzle: &str) -> Verdict {
        verdict(&puzzle.parse().unwrap())
    }

    fn refuses(puzzle: &str) -> bool {
        says(puzzle).no().is_some()
    }

    #[test]
    fn cheap_proofs_on_odd_boards() {
        assert!(refuses("8x8 holes=0,0 given=1,1"), "63 squares from the rarer colour");
        assert!(!refuses("8x8 holes=0,0 given=0,1"));
        assert!(refuses("8x8 holes=0,0;7,7 given=0,1"), "the mutilated chessboard");
        assert!(refuses("8x8 holes=1,2;2,1 given=4,4"), "a corner without moves");
        assert!(refuses("8x8 holes=1,2;6,5;0,2;0,4 given=4,4"), "two corners with one move each");
        assert!(refuses("3x3 given=0,0 holes=1,1 goal=end:2,2"), "the wrong colour");
        assert!(refuses("1x2 wrap goal=closed"));
        assert_eq!(says("8x8 wrap given=3,3"), Verdict::Yes(()));
        assert_eq!(says("1x1"), Verdict::Yes(()));
        assert!(refuses("1x1 goal=closed"));
    }

    #[test]
    fn no_start_is_open_on_a_board_that_is_covered() {
        let mut covered = 0;
        for number in 0..256 {
            let board = Board::new(1 + number % 8, 1 + number / 8 % 8).unwrap();
            let board = board.wrapped(number % 128 >= 64);
            let goal = if number < 128 { Goal::Any } else { Goal::Closed };
            if !covers(&board, goal) {
                assert!(board.is_wrapped(), "{board}");
                continue;
            }
            let refused = refused_starts(&board, goal);
            for start in starts(&board, goal) {
                let puzzle = Puzzle::new(board.clone(), vec![start], goal, 0).unwrap();
                let is_refused = refused[start.index()];
                assert_eq!(verdict(&puzzle) == Verdict::Yes(()), !is_refused, "{puzzle}");
            }
            covered += usize::from(board.is_wrapped());
        }
        assert!(covered > 20, "{covered} wrapped boards");
        let board: Board = "8x8".parse().unwrap();
        assert!(!covers(&board, Goal::End(Square::at(1))), "an end is another question");
        assert!(!covers(&board.with_holes([Square::at(0)]).unwrap(), Goal::Any));
    }

    #[test]
    fn given_paths_are_looked_at_too() {
        assert!(refuses("8x8 given=6,2;4,3;5,1;7,0"), "stuck in the corner");
        assert_eq!(says("8x8 given=7,0;5,1"), Verdict::Unknown);
        let tour = "3x4 given=0,0;1,2;2,0;0,1;1,3;2,1;0,2;2,3;1,1;0,3;2,2;1,0";
        assert_eq!(says(tour), Verdict::Yes(()));
        assert!(refuses(&format!("{tour} goal=closed")));
        let whole = "3x3 holes=1,1 given=0,0;1,2;2,0;0,1;2,2;1,0;0,2;2,1";
        assert_eq!(says(whole), Verdict::Yes(()));
        let missed = "3x3 wrap holes=1,1;2,1 goal=closed given=0,0;1,2;2,0;0,1;2,2;1,0;0,2";
        assert_eq!(says(missed), Verdict::No(Obstruction::GivenMisses));
    }
}
