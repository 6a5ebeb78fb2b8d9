//! Hints for games: the moves that could come next, and whether the tour can be finished after each.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::board::{Board, MoveOrder, Square};
use crate::feasibility::{Decided, Obstruction};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::questions::finish::{MAX_STEPS_TIMES_SQUARES, finish};
use crate::solver::questions::why;
use crate::tour::Tour;

/// How many steps a search may take to decide one move, on boards that are small enough for any.
pub(crate) fn most_steps(board: &Board) -> Option<u64> {
    let squares = board.squares_to_visit();
    (squares <= Hints::MAX_SEARCHED).then(|| MAX_STEPS_TIMES_SQUARES / squares as u64)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    pub square: Square,
    /// How many free squares could come after it: Warnsdorff's number.
    pub onward: usize,
    /// Whether the tour can be finished if the knight goes there; nothing as long as it is not decided.
    pub outlook: Option<Decided<Arc<[Square]>, Obstruction>>,
}

/// All moves that could come next, decided one after the other.
#[derive(Clone, Debug)]
pub struct Hints {
    puzzle: Puzzle,
    list: Vec<Hint>,
    known: KnownTours,
}

impl Hints {
    /// On boards with more squares, there is no search: only what is seen without one is known.
    pub const MAX_SEARCHED: usize = 10_000;

    /// The moves that could come after the given squares. Only those along known tours are decided.
    pub fn new(puzzle: &Puzzle, known: KnownTours) -> Hints {
        let (board, given) = (puzzle.board(), puzzle.given());
        let mut is_free = vec![true; board.size()];
        given.iter().for_each(|square| is_free[square.index()] = false);
        let near = |square| {
            let near = board.neighbours(square, &MoveOrder::ANTICLOCKWISE);
            near.filter(|near: &Square| is_free[near.index()])
        };
        let hint = |square| Hint {
            square,
            onward: near(square).count(),
            outlook: known.tour_over(puzzle, square).map(Decided::Yes),
        };
        let list: Vec<Hint> = near(given[given.len() - 1]).map(hint).collect();
        let mut hints = Hints { puzzle: puzzle.clone(), list, known };
        for hint in &hints.list {
            if let Some(Decided::Yes(tour)) = &hint.outlook {
                hints.known.keep(puzzle, Arc::clone(tour));
            }
        }
        hints
    }

    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Every free square one move from the knight, in the order of the moves.
    pub fn list(&self) -> &[Hint] {
        &self.list
    }

    /// Whether all are decided, or given up.
    pub fn is_done(&self) -> bool {
        self.list.iter().all(|hint| hint.outlook.is_some())
    }

    /// The tours that were found, for the hints after the next move.
    pub fn known(&self) -> &KnownTours {
        &self.known
    }

    /// Decides one more square, and returns it; nothing if all are decided.
    pub fn decide_next(&mut self) -> Option<&Hint> {
        let place = self.list.iter().position(|hint| hint.outlook.is_none())?;
        let square = self.list[place].square;
        let known = self.known.tour_over(&self.puzzle, square);
        let outlook = known.map_or_else(|| outlook(&self.puzzle, square), Decided::Yes);
        if let Decided::Yes(tour) = &outlook {
            self.known.keep(&self.puzzle, Arc::clone(tour));
        }
        self.list[place].outlook = Some(outlook);
        self.list.get(place)
    }

    /// Of the moves after which the tour can be finished, or else of the undecided ones, one with the fewest
    /// onward moves, and of these the furthest from the centre.
    pub fn best(&self) -> Option<&Hint> {
        let rank = |hint: &Hint| match hint.outlook {
            Some(Decided::Yes(_)) => Some(0),
            Some(Decided::Unknown) | None => Some(1),
            Some(Decided::No(_)) => None,
        };
        let board = self.puzzle.board();
        let off = |place: u32, side: u32| {
            let off = i64::from(2 * place) - i64::from(side - 1);
            off * off
        };
        let centre_is_near = |square: Square| {
            -(off(board.row(square), board.rows()) + off(board.col(square), board.cols()))
        };
        let ranked = self.list.iter().filter_map(|hint| Some((rank(hint)?, hint)));
        let best =
            ranked.min_by_key(|(rank, hint)| (*rank, hint.onward, centre_is_near(hint.square)));
        best.map(|(_, hint)| hint)
    }
}

/// Where along a path a game was lost: somewhere between these two numbers of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    /// A tour begins with this many squares of the path; 0 if none is known to begin with any.
    pub possible: usize,
    /// No tour begins with this many; one more than the path has if no such number is known.
    pub lost: usize,
}

impl Loss {
    pub fn is_exact(self) -> bool {
        self.possible + 1 == self.lost
    }
}

/// Where the given squares lost the game. Each question takes at most this many steps, and no more than
/// those of [`Hints`].
pub fn loss(puzzle: &Puzzle, most: u64) -> Loss {
    let (board, given) = (puzzle.board(), puzzle.given());
    let most = most_steps(board).map(|limit| limit.min(most));
    let can_begin_with = |length: usize| {
        let given = given[..length].to_vec();
        let begun = Puzzle::new(board.clone(), given, puzzle.goal(), puzzle.seed()).ok()?;
        if why::without_search(&begun).is_some() {
            return Some(false);
        }
        match finish(&begun, most?) {
            Decided::Yes(_) => Some(true),
            Decided::No(()) => Some(false),
            Decided::Unknown => None,
        }
    };
    // A tour that begins with some squares begins with fewer of them, too. What is not decided counts
    // as lost at first, to find `possible`, and then as possible, to find `lost`.
    let mut loss = Loss { possible: 0, lost: given.len() + 1 };
    for undecided_is_lost in [true, false] {
        let (mut below, mut above) = (loss.possible, loss.lost);
        while below + 1 < above {
            let middle = (below + above) / 2;
            match can_begin_with(middle) {
                Some(true) => (below, loss.possible) = (middle, middle),
                Some(false) => (above, loss.lost) = (middle, middle),
                None if undecided_is_lost => above = middle,
                None => below = middle,
            }
        }
    }
    loss
}

/// Whether the tour can be finished if the knight goes to this square next.
fn outlook(puzzle: &Puzzle, square: Square) -> Decided<Arc<[Square]>, Obstruction> {
    let given = puzzle.given().iter().copied().chain([square]).collect();
    match Puzzle::new(puzzle.board().clone(), given, puzzle.goal(), puzzle.seed()) {
        Ok(after) => why::decide(&after),
        // The square is free and one move away, so only the goal can be against it.
        Err(_) => Decided::No(Obstruction::EndTooEarly(square)),
    }
}

/// Tours that were found, remembered from move to move: each answers for every path that it begins with.
/// They are checked, and all of the same board and goal.
#[derive(Clone, Debug, Default)]
pub struct KnownTours {
    of: Option<(Board, Goal)>,
    tours: VecDeque<Arc<[Square]>>,
}

impl KnownTours {
    /// Beyond these, the tours that were not used for longest are forgotten.
    const MAX_TOURS: usize = 32;

    /// Ignores anything but a tour of this puzzle, and forgets tours of another board or goal.
    pub fn keep(&mut self, puzzle: &Puzzle, tour: Arc<[Square]>) {
        let is_one = tour.starts_with(puzzle.given())
            && puzzle.is_reached_by(&tour)
            && Tour::new(puzzle.board().clone(), tour.to_vec()).is_ok();
        if !is_one {
            return;
        }
        if !self.fits(puzzle) {
            self.of = Some((puzzle.board().clone(), puzzle.goal()));
            self.tours.clear();
        }
        // One that is still of use counts as new.
        self.tours.retain(|known| *known != tour);
        if self.tours.len() == KnownTours::MAX_TOURS {
            self.tours.pop_front();
        }
        self.tours.push_back(tour);
    }

    fn fits(&self, puzzle: &Puzzle) -> bool {
        let asked = (puzzle.board(), puzzle.goal());
        self.of.as_ref().is_some_and(|(board, goal)| (board, *goal) == asked)
    }

    /// A tour that begins with the given squares and goes on to this one, if one is known, perhaps with the part
    /// between the knight and the square reversed.
    fn tour_over(&self, puzzle: &Puzzle, square: Square) -> Option<Arc<[Square]>> {
        let (given, fits) = (puzzle.given(), self.fits(puzzle));
        let mut newest_first =
            self.tours.iter().rev().filter(|tour| fits && tour.starts_with(given));
        newest_first.find_map(|tour| match tour.get(given.len()) {
            Some(next) if *next == square => Some(Arc::clone(tour)),
            _ => turned(puzzle, tour, square),
        })
    }
}

/// The tour with the part after the given squares reversed, up to this square, if it is one of the same kind.
fn turned(puzzle: &Puzzle, tour: &[Square], square: Square) -> Option<Arc<[Square]>> {
    let given = puzzle.given().len();
    let place = given + tour.get(given..)?.iter().position(|other| *other == square)?;
    let after = tour.get(place + 1);
    let is_joined = after.is_none_or(|after| puzzle.board().joined(tour[given], *after));
    let mut turned = tour.to_vec();
    turned[given..=place].reverse();
    (is_joined && puzzle.is_reached_by(&turned)).then(|| turned.into())
}
