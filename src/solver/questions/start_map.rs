//! The map of starts: from which squares of a board tours exist, and why not from the others.

use crate::board::{Board, Square};
use crate::feasibility::{Decided, Obstruction, Verdict, covers, refused_starts, verdict};
use crate::puzzle::{Goal, Puzzle, starts};
use crate::solver::questions::finish::{MAX_STEPS_TIMES_SQUARES, finish};

/// From which squares tours exist. Theorems come first; [`StartMap::decide`] decides the rest one by one.
#[derive(Clone, Debug)]
pub struct StartMap {
    board: Board,
    goal: Goal,
    /// By the number of the square; nothing where it is a hole, the end, or not decided yet.
    known: Vec<Option<Decided<(), Obstruction>>>,
    /// The squares that are still to be decided, in this order.
    open: Vec<Square>,
}

impl StartMap {
    /// On boards with more squares, only theorems are asked.
    pub const MAX_SEARCHED: usize = 400;

    /// What theorems say.
    pub fn new(board: &Board, goal: Goal) -> StartMap {
        let mut map = StartMap {
            board: board.clone(),
            goal,
            known: vec![None; board.size()],
            open: Vec::new(),
        };
        let is_small = board.squares_to_visit() <= StartMap::MAX_SEARCHED;
        let is_plain = board.holes().is_empty() && !board.is_wrapped();
        // On large boards that no theorem covers, verdicts would take too long one by one.
        let refused = (!is_small && !is_plain).then(|| refused_starts(board, goal));
        let is_torus = board.is_wrapped() && covers(board, goal);
        for square in starts(board, goal) {
            let verdict = match &refused {
                _ if is_torus => Verdict::Yes(()),
                Some(refused) if !refused[square.index()] => Verdict::Unknown,
                _ => map.puzzle(square).map_or(Verdict::Unknown, |puzzle| verdict(&puzzle)),
            };
            map.known[square.index()] = match verdict {
                Verdict::Unknown if is_small => None,
                verdict => Some(verdict),
            };
        }
        let open = starts(board, goal).filter(|square| map.known[square.index()].is_none());
        map.open = open.collect();
        map
    }

    fn puzzle(&self, start: Square) -> Option<Puzzle> {
        Puzzle::new(self.board.clone(), vec![start], self.goal, 0).ok()
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// Whether all squares are decided, or given up.
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    pub fn at(&self, square: Square) -> Option<&Verdict> {
        self.known.get(square.index()).and_then(Option::as_ref)
    }

    /// All squares where the goal lets a tour start, with what is known of each.
    pub fn squares(&self) -> impl Iterator<Item = (Square, Option<&Verdict>)> {
        starts(&self.board, self.goal).map(|square| (square, self.at(square)))
    }

    /// Decides one more square by a search, and those that follow from its tour: every end is a start too, and so
    /// is every square of a closed tour.
    pub fn decide(&mut self) {
        let Some(square) = self.open.first().copied() else { return };
        let most = MAX_STEPS_TIMES_SQUARES / self.board.squares_to_visit() as u64;
        let answer = self.puzzle(square).map_or(Decided::Unknown, |puzzle| finish(&puzzle, most));
        // A torus looks the same from every square, and a closed tour passes all of them.
        let is_closed = self.goal.needs_closing_move();
        let is_torus = self.board.is_wrapped() && self.board.holes().is_empty();
        let is_same_for_all = is_closed || is_torus && self.goal.is_any();
        let alike = if is_same_for_all { self.open.clone() } else { vec![square] };
        for square in alike {
            self.known[square.index()] = Some(match &answer {
                Decided::Yes(_) => Decided::Yes(()),
                Decided::No(()) => Decided::No(Obstruction::TriedFrom(square)),
                Decided::Unknown => Decided::Unknown,
            });
        }
        if let Decided::Yes(path) = answer
            && self.goal.is_any()
        {
            for end in other_ends(&self.board, &path) {
                self.known[end.index()] = Some(Decided::Yes(()));
            }
        }
        let known = &self.known;
        self.open.retain(|square| known[square.index()].is_none());
    }
}

/// Where this tour ends, and those made from it by reversing its beginning or its end.
fn other_ends(board: &Board, path: &[Square]) -> Vec<Square> {
    let mut ends: Vec<Square> = path.last().copied().into_iter().collect();
    if let [first, .., last] = path {
        for (place, square) in path.iter().enumerate() {
            // The part behind a neighbour of the last square is turned round, so that what came after that
            // neighbour is the new end; and the same at the beginning.
            if board.joined(*last, *square) {
                ends.extend(path.get(place + 1));
            }
            if board.joined(*first, *square) {
                ends.extend(place.checked_sub(1).map(|before| path[before]));
            }
        }
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{MethodConfig, Status};

    fn decided(text: &str, goal: Goal) -> StartMap {
        let puzzle: Puzzle = text.parse().unwrap();
        let mut map = StartMap::new(puzzle.board(), goal);
        while !map.is_done() {
            map.decide();
        }
        map
    }

    #[test]
    fn every_square_is_what_exhaustive_search_says() {
        let config: MethodConfig = "backtracking:by=warnsdorff".parse().unwrap();
        for text in
            ["5x5 holes=0,0", "4x6 holes=1,2;2,3", "5x5 holes=2,2;0,1", "3x8 wrap", "4x5 wrap"]
        {
            for goal in [Goal::Any, Goal::Closed] {
                let map = decided(text, goal);
                for (square, start) in map.squares() {
                    let puzzle = map.puzzle(square).unwrap();
                    let expected = match config.build(&puzzle).run(30_000_000) {
                        Status::Found => Decided::Yes(()),
                        Status::Exhausted => Decided::No(()),
                        Status::Searching | Status::GaveUp => panic!("{puzzle}: not decided"),
                    };
                    assert_eq!(start.map(Decided::bare), Some(expected), "{puzzle}");
                }
            }
        }
    }

    #[test]
    fn turning_an_end_round_leaves_a_tour() {
        let puzzle: Puzzle = "6x6 given=0,0".parse().unwrap();
        let Decided::Yes(path) = finish(&puzzle, 100_000) else { panic!("no tour") };
        let ends = other_ends(puzzle.board(), &path);
        assert!(ends.len() > 3);
        for end in ends {
            let puzzle = Puzzle::new(puzzle.board().clone(), vec![end], Goal::Any, 0).unwrap();
            assert!(matches!(finish(&puzzle, 100_000), Decided::Yes(_)));
        }
    }

    #[test]
    fn large_boards_are_left_to_theorems() {
        let map = decided("30x30 holes=0,0", Goal::Any);
        let starts: Vec<Decided> = map.squares().filter_map(|(_, at)| Some(at?.bare())).collect();
        let count = |wanted| starts.iter().filter(|start| **start == wanted).count();
        assert_eq!(count(Decided::Unknown), 450);
        assert_eq!(count(Decided::No(())), 449, "the other colour");
    }
}
