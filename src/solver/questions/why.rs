//! Why a path can no longer be finished.
//!
//! What a person would see comes first: squares that are cut off or can only be the last, colours, a theorem.
//! What only a search proves is explained by counting moves if possible, else by the number of steps.

use std::sync::Arc;

use crate::board::{Board, MoveOrder, Square};
use crate::feasibility::{Decided, MAX_EXAMINED_SQUARES, Obstruction, RemainingSquares, verdict};
use crate::puzzle::Puzzle;
use crate::solver::questions::finish::finish_counted;
use crate::solver::questions::hint::most_steps;

/// Why no tour begins with the given squares, if that is decided within the limit of
/// [`Hints`](crate::solver::Hints).
pub fn why_not(puzzle: &Puzzle) -> Option<Obstruction> {
    decide(puzzle).no()
}

/// Whether a tour begins with the given squares.
pub(crate) fn decide(puzzle: &Puzzle) -> Decided<Arc<[Square]>, Obstruction> {
    if let Some(obstruction) = without_search(puzzle) {
        return Decided::No(obstruction);
    }
    let Some(most) = most_steps(puzzle.board()) else { return Decided::Unknown };
    match finish_counted(puzzle, most) {
        (Decided::Yes(tour), _) => Decided::Yes(tour.into()),
        (Decided::No(()), steps) => {
            let shown = FreeSquares::of(puzzle).too_few_moves();
            Decided::No(shown.unwrap_or(Obstruction::Tried(steps)))
        }
        (Decided::Unknown, _) => Decided::Unknown,
    }
}

/// Why no tour exists, if that can be shown without a search.
pub(crate) fn without_search(puzzle: &Puzzle) -> Option<Obstruction> {
    if puzzle.board().size() > MAX_EXAMINED_SQUARES {
        return None;
    }
    FreeSquares::of(puzzle).obstruction().or_else(|| verdict(puzzle).no())
}

/// The squares that the given path has not visited.
struct FreeSquares<'a> {
    puzzle: &'a Puzzle,
    board: &'a Board,
    rest: RemainingSquares<'a>,
    free: Vec<Square>,
}

impl<'a> FreeSquares<'a> {
    fn of(puzzle: &'a Puzzle) -> FreeSquares<'a> {
        let rest = RemainingSquares::of(puzzle);
        let free = rest.squares().filter(|square| *square != rest.head).collect();
        FreeSquares { puzzle, board: puzzle.board(), rest, free }
    }

    /// The free squares a move away.
    fn near(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        self.rest.near(square).filter(|near| *near != self.rest.head)
    }

    fn obstruction(&self) -> Option<Obstruction> {
        let (head, start) = (self.rest.head, self.puzzle.start());
        if self.free.is_empty() {
            // A single square has no move at all, which a theorem says better.
            let is_closed = self.puzzle.may_end_at(head) || head == start;
            return (!is_closed).then_some(Obstruction::NotClosed { last: head, start });
        }
        let leads_nowhere = |square: &Square| self.near(*square).next().is_none();
        if leads_nowhere(&head) {
            return Some(Obstruction::Stuck(head));
        }
        let colour = self.rest.coloured();
        let mut free = self.free.iter().copied();
        let cut: Vec<Square> =
            free.clone().filter(|square| colour[square.index()].is_none()).collect();
        if !cut.is_empty() {
            return Some(Obstruction::CutOff(cut));
        }
        if self.free.len() > 1
            && let Some(square) = free.find(leads_nowhere)
        {
            return Some(Obstruction::NoWayOn(square));
        }
        let cannot_return = self.puzzle.goal().needs_closing_move() && leads_nowhere(&start);
        self.dead_ends()
            .or_else(|| cannot_return.then_some(Obstruction::NoWayBack(start)))
            .or_else(|| self.colours())
    }

    /// From how many squares a free one can be entered, the knight's included.
    fn ways_in(&self, square: Square) -> usize {
        self.rest.near(square).count()
    }

    fn dead_ends(&self) -> Option<Obstruction> {
        let dead = self.free.iter().copied().filter(|square| self.ways_in(*square) < 2);
        let dead: Vec<Square> = dead.collect();
        match dead[..] {
            [square] if !self.puzzle.may_end_at(square) => {
                let end = self.puzzle.goal().end();
                let (wanted, closed) = (end.unwrap_or(self.puzzle.start()), end.is_none());
                Some(Obstruction::WrongLast { square, wanted, closed })
            }
            [] | [_] => None,
            _ => Some(Obstruction::DeadEnds(dead)),
        }
    }

    fn colours(&self) -> Option<Obstruction> {
        if !self.board.every_move_changes_colour() {
            return None;
        }
        let from_dark = self.board.is_dark(self.rest.head);
        let (own, other): (Vec<Square>, Vec<Square>) =
            self.free.iter().partition(|square| self.board.is_dark(**square) == from_dark);
        let (dark, light) = if from_dark { (&own, &other) } else { (&other, &own) };
        let (dark, light) = (dark.len(), light.len());
        if own.len() > other.len() || other.len() > own.len() + 1 {
            let squares = if own.len() > other.len() { own } else { other };
            return Some(Obstruction::Colours { squares, dark, light, from_dark });
        }
        let ends_dark = from_dark == self.free.len().is_multiple_of(2);
        let goal = self.puzzle.goal();
        if let Some(end) = goal.end().filter(|end| self.board.is_dark(*end) != ends_dark) {
            return Some(Obstruction::EndColour(end));
        }
        if goal.needs_closing_move() && ends_dark == self.board.is_dark(self.puzzle.start()) {
            return Some(Obstruction::ClosedOdd);
        }
        let mut other = self.free.iter().filter(|square| self.board.is_dark(**square) != ends_dark);
        let dead = other.find(|square| self.ways_in(**square) < 2);
        dead.copied().map(Obstruction::LastColour)
    }

    /// Squares of one colour that need more moves than there are for them, if counting shows it.
    fn too_few_moves(&self) -> Option<Obstruction> {
        if !self.board.every_move_changes_colour() {
            return None;
        }
        let short = [true, false].map(|dark| ChosenMoves::most(self, dark).short());
        let fewest = short.into_iter().flatten().min_by_key(|(squares, _, _)| squares.len());
        fewest.map(|(squares, need, have)| Obstruction::TooFewMoves { squares, need, have })
    }
}

/// The sources among which moves can be exchanged, from some that lack a move.
struct Reached {
    sources: Vec<Square>,
    /// The square that each was reached from.
    from: Vec<Option<Square>>,
    /// The square that has room for one more move.
    end: Option<Square>,
}

/// The most moves between the colours, with as many at each square as a tour may use there: two at a free
/// square, one at the knight's, at the end, and at the start that a closed tour returns to.
struct ChosenMoves<'a> {
    rest: &'a FreeSquares<'a>,
    /// How many moves the rest of the tour has.
    moves: usize,
    /// The squares of the colour that moves are chosen from.
    sources: Vec<Square>,
    /// How many more moves each square may have.
    room: Vec<usize>,
    cap: Vec<usize>,
    /// The squares at the other ends of each square's moves.
    chosen: Vec<Vec<Square>>,
}

impl<'a> ChosenMoves<'a> {
    fn most(rest: &'a FreeSquares<'a>, dark: bool) -> ChosenMoves<'a> {
        let mut cap = vec![0; rest.board.size()];
        rest.free.iter().for_each(|square| cap[square.index()] = 2);
        cap[rest.rest.head.index()] = 1;
        let goal = rest.puzzle.goal();
        cap[rest.puzzle.start().index()] += usize::from(goal.needs_closing_move());
        if let Some(end) = goal.end() {
            cap[end.index()] = 1;
        }
        let sources = rest.board.squares().filter(|square| cap[square.index()] > 0);
        let sources = sources.filter(|square| rest.board.is_dark(*square) == dark).collect();
        let moves = rest.free.len() + usize::from(goal.needs_closing_move());
        let chosen = vec![Vec::new(); cap.len()];
        let mut all = ChosenMoves { rest, moves, sources, room: cap.clone(), cap, chosen };
        for place in 0..all.sources.len() {
            let source = all.sources[place];
            while all.room[source.index()] > 0 && all.add_one(source) {}
        }
        all
    }

    /// The squares of the other colour that one more move from a square could lead to.
    fn open_from(&self, source: Square) -> impl Iterator<Item = Square> + '_ {
        let near = self.rest.board.neighbours(source, &MoveOrder::ANTICLOCKWISE);
        near.filter(move |near| {
            self.cap[near.index()] > 0 && !self.chosen[source.index()].contains(near)
        })
    }

    /// Chooses one more move from a square, with others in place of those that are in its way.
    fn add_one(&mut self, root: Square) -> bool {
        let Reached { from, end: Some(mut sink), .. } = self.reach(&[root]) else { return false };
        self.room[root.index()] -= 1;
        self.room[sink.index()] -= 1;
        // Every second move on the way back is chosen, and the others are given up.
        while let Some(source) = from[sink.index()] {
            self.chosen[source.index()].push(sink);
            self.chosen[sink.index()].push(source);
            let Some(before) = from[source.index()].filter(|_| source != root) else { break };
            self.chosen[source.index()].retain(|square| *square != before);
            self.chosen[before.index()].retain(|square| *square != source);
            sink = before;
        }
        true
    }

    /// Looks for a square of the other colour with room for a move, from sources that lack one.
    fn reach(&self, roots: &[Square]) -> Reached {
        let mut from = vec![None; self.cap.len()];
        roots.iter().for_each(|root| from[root.index()] = Some(*root));
        let mut sources = roots.to_vec();
        let mut next = 0;
        while let Some(source) = sources.get(next).copied() {
            next += 1;
            for sink in self.open_from(source) {
                if from[sink.index()].is_some() {
                    continue;
                }
                from[sink.index()] = Some(source);
                if self.room[sink.index()] > 0 {
                    return Reached { sources, from, end: Some(sink) };
                }
                for other in &self.chosen[sink.index()] {
                    if from[other.index()].is_none() {
                        from[other.index()] = Some(sink);
                        sources.push(*other);
                    }
                }
            }
        }
        Reached { sources, from, end: None }
    }

    /// The fewest squares found that lack more moves than a tour may leave out, with the moves they need and have.
    fn short(&self) -> Option<(Vec<Square>, usize, usize)> {
        let sum = |of: &[usize], squares: &[Square]| {
            squares.iter().map(|square| of[square.index()]).sum::<usize>()
        };
        // The last square has one move only, but which one that is may be open.
        let spare = sum(&self.cap, &self.sources).checked_sub(self.moves)?;
        let lacking = self.sources.iter().copied().filter(|square| self.room[square.index()] > 0);
        let lacking: Vec<Square> = lacking.collect();
        let sets = lacking.iter().map(|root| self.reach(&[*root]).sources);
        let sets = sets.chain([self.reach(&lacking).sources]);
        let short = sets.filter(|squares| sum(&self.room, squares) > spare);
        short.min_by_key(Vec::len).map(|mut squares| {
            squares.sort_unstable();
            let all = sum(&self.cap, &squares);
            let have = all - sum(&self.room, &squares);
            (squares, all - spare, have)
        })
    }
}
