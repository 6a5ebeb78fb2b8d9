//! Whether the free squares can still be passed through: a bound that sees what is cut off together.
//!
//! A path from the knight over all free squares uses two moves at every one of them, one at the knight
//! and one at its end: as many moves as there are free squares. Every move joins the two colours. So the
//! most moves that can be chosen, with at most two at a square and one at the knight, is a maximal flow
//! from one colour to the other, and if that is less than the number of free squares, there is no path.
//! Where a board is not two-coloured, each square is matched with its successor instead.

use crate::board::Board;
use crate::puzzle::Goal;
use crate::solver::search::field::{Cell, Field, move_to};

/// The side of the flow that each cell of a board is on, known before anything is placed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flow {
    cells: Vec<Cell>,
    /// How many moves a free square may have as the one that moves are chosen from, and as the other.
    caps: Vec<[u8; 2]>,
}

/// The path so far, for [`Flow::has_room`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    pub(crate) head: Cell,
    /// Where it stood before, if it is known that all free squares could be reached from there.
    pub(crate) before: Option<Cell>,
    /// The first square, to which a closed tour returns.
    pub(crate) start: Cell,
    pub(crate) end: Option<Cell>,
    pub(crate) goal: Goal,
}

/// The moves that were chosen last. They are mostly still good the next time, when the path has only moved
/// on or back. A copy begins with none, since the answer does not depend on them.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    /// Which of the board's squares were free the last time, and how many.
    was_free: Vec<bool>,
    free: usize,
    head: Option<Cell>,
    /// By cell.
    sites: Vec<Site>,
    /// The cells with room for moves from them, and perhaps some without.
    spare: Vec<Cell>,
    /// How many moves are chosen, and how many more there is room for on both sides.
    chosen: usize,
    room: [usize; 2],
    /// The current visit mark: a site has been seen if its mark equals this.
    now: u64,
    queue: Vec<Cell>,
}

/// A cell's part in the flow, on both sides.
#[derive(Clone, Debug, Default)]
struct Site {
    /// How many more moves it may have.
    room: [u8; 2],
    /// Its chosen moves, one bit for each.
    chosen: [u8; 2],
    /// Whether it is listed as one with room.
    is_spare: bool,
    /// When it was last seen, and where from.
    seen: [u64; 2],
    from: [Cell; 2],
}

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }
}

const SOURCE: usize = 0;
const SINK: usize = 1;

impl Flow {
    pub(crate) fn new(board: &Board, field: &Field) -> Flow {
        let two_coloured = board.every_move_changes_colour();
        let mut caps = vec![[0, 0]; field.bytes()];
        let cells: Vec<Cell> = board.squares().map(|square| field.cell(square)).collect();
        for (square, cell) in board.squares().zip(&cells) {
            caps[*cell as usize] = match (board.row(square) + board.col(square)) % 2 {
                _ if !two_coloured => [1, 1],
                0 => [2, 0],
                _ => [0, 2],
            };
        }
        Flow { cells, caps }
    }

    /// Whether a path may exist from the head over all free squares to the goal. `false` is a proof.
    pub(crate) fn has_room(&self, field: &Field, ends: Ends, scratch: &mut Scratch) -> bool {
        self.lay_out(field, ends, scratch);
        scratch.is_connected(field, ends)
            && scratch.flows(field, scratch.free + usize::from(ends.goal.needs_closing_move()))
    }

    /// Adjusts the cells that differ from the last time, and drops chosen moves that no longer fit.
    fn lay_out(&self, field: &Field, ends: Ends, scratch: &mut Scratch) {
        scratch.was_free.resize(self.cells.len(), false);
        scratch.sites.resize(self.caps.len(), Site::default());
        scratch.queue.clear();
        // The move from the last head is the one to forget first.
        scratch.queue.extend(scratch.head.replace(ends.head));
        for (cell, was_free) in self.cells.iter().zip(&mut scratch.was_free) {
            let is_free = field.is_free(*cell);
            if is_free != *was_free {
                *was_free = is_free;
                scratch.free = if is_free { scratch.free + 1 } else { scratch.free - 1 };
                scratch.queue.push(*cell);
            }
        }
        scratch.queue.extend([ends.head, ends.start]);
        scratch.queue.extend(ends.end);
        for place in 0..scratch.queue.len() {
            let cell = scratch.queue[place];
            scratch.set_caps(field, cell, self.caps_now(field, ends, cell));
        }
    }

    /// How many moves a cell may have on both sides.
    fn caps_now(&self, field: &Field, ends: Ends, cell: Cell) -> [u8; 2] {
        let full = self.caps[cell as usize];
        // The end of a path has one move.
        let half = |side: usize| match full {
            // Here each side has one, towards the next square or from the one before.
            [1, 1] => [[1, 0], [0, 1]][side],
            of_colour => of_colour.map(|cap| cap / 2),
        };
        if ends.end == Some(cell) {
            return half(SINK);
        }
        let mut caps = if field.is_free(cell) { full } else { [0, 0] };
        let mut add = |more: [u8; 2]| caps = [caps[0] + more[0], caps[1] + more[1]];
        if cell == ends.head {
            add(half(SOURCE));
        }
        if cell == ends.start && ends.goal.needs_closing_move() {
            add(half(SINK));
        }
        caps
    }
}

impl Scratch {
    /// Whether every free square can be reached from the head. If all could be reached from the square
    /// before, each part of them has a neighbour of that square, so it is enough to meet those.
    fn is_connected(&mut self, field: &Field, ends: Ends) -> bool {
        self.now += 1;
        let Scratch { sites, queue, now, .. } = self;
        // The squares to meet have been seen on the other side.
        let mut left = self.free;
        if let Some(before) = ends.before {
            left = 0;
            for near in field.near(before) {
                let site = &mut sites[near as usize];
                if field.is_free(near) && site.seen[SINK] != *now {
                    site.seen[SINK] = *now;
                    left += 1;
                }
            }
        }
        queue.clear();
        queue.push(ends.head);
        let mut next = 0;
        while left > 0 {
            let Some(cell) = queue.get(next).copied() else { return false };
            next += 1;
            for near in field.near(cell) {
                let site = &mut sites[near as usize];
                if field.is_free(near) && site.seen[SOURCE] != *now {
                    site.seen[SOURCE] = *now;
                    left -= usize::from(ends.before.is_none() || site.seen[SINK] == *now);
                    queue.push(near);
                }
            }
        }
        true
    }

    fn flows(&mut self, field: &Field, need: usize) -> bool {
        let [sources, sinks] = self.room.map(|room| self.chosen + room);
        if sources.min(sinks) < need {
            return false;
        }
        self.now += 1;
        let (mut place, mut missing) = (0, 0);
        while self.chosen < need {
            let Some(cell) = self.spare.get(place).copied() else { return false };
            let room = usize::from(self.sites[cell as usize].room[SOURCE]);
            if room == 0 {
                self.sites[cell as usize].is_spare = false;
                self.spare.swap_remove(place);
            } else if self.augment(field, cell) {
                self.now += 1;
            } else {
                place += 1;
                missing += room;
                if sources - missing < need {
                    return false;
                }
            }
        }
        true
    }

    /// Makes room for this many moves at a cell, and forgets those that are too many.
    fn set_caps(&mut self, field: &Field, cell: Cell, caps: [u8; 2]) {
        for (side, cap) in caps.into_iter().enumerate() {
            let used =
                |scratch: &Scratch| scratch.sites[cell as usize].chosen[side].count_ones() as u8;
            while used(self) > cap {
                self.forget(field, cell, side);
            }
            let room = cap - used(self);
            let before = std::mem::replace(&mut self.sites[cell as usize].room[side], room);
            self.room[side] = self.room[side] + usize::from(room) - usize::from(before);
        }
        self.list(cell);
    }

    /// Lists a cell as one with room for moves from it, if it has some.
    fn list(&mut self, cell: Cell) {
        let site = &mut self.sites[cell as usize];
        if site.room[SOURCE] > 0 && !site.is_spare {
            site.is_spare = true;
            self.spare.push(cell);
        }
    }

    /// Takes back one of a cell's chosen moves.
    fn forget(&mut self, field: &Field, cell: Cell, side: usize) {
        let slot = self.sites[cell as usize].chosen[side].trailing_zeros() as usize;
        let near = field.near(cell)[slot];
        let (source, sink) = if side == SOURCE { (cell, near) } else { (near, cell) };
        self.choose(field, source, sink);
        self.sites[source as usize].room[SOURCE] += 1;
        self.sites[sink as usize].room[SINK] += 1;
        self.room = self.room.map(|room| room + 1);
        self.chosen -= 1;
        self.list(source);
    }

    /// Chooses a move, or takes back the choice.
    fn choose(&mut self, field: &Field, source: Cell, sink: Cell) {
        self.sites[source as usize].chosen[SOURCE] ^= move_to(&field.near(source), sink);
        self.sites[sink as usize].chosen[SINK] ^= move_to(&field.near(sink), source);
    }

    /// Chooses one more move from a cell, and others in place of those that are in its way.
    fn augment(&mut self, field: &Field, root: Cell) -> bool {
        self.queue.clear();
        self.queue.push(root);
        self.sites[root as usize].seen[SOURCE] = self.now;
        let mut next = 0;
        while let Some(cell) = self.queue.get(next).copied() {
            next += 1;
            let chosen = self.sites[cell as usize].chosen[SOURCE];
            for (slot, near) in field.near(cell).into_iter().enumerate() {
                let site = &mut self.sites[near as usize];
                let (held, has_room) = (site.chosen[SINK], site.room[SINK] > 0);
                let is_chosen = chosen >> slot & 1 == 1;
                if is_chosen || site.seen[SINK] == self.now || !(has_room || held > 0) {
                    continue;
                }
                site.seen[SINK] = self.now;
                site.from[SINK] = cell;
                if has_room {
                    site.room[SINK] -= 1;
                    self.sites[root as usize].room[SOURCE] -= 1;
                    self.room = self.room.map(|room| room - 1);
                    self.chosen += 1;
                    self.turn(field, root, near);
                    return true;
                }
                let back = field.near(near);
                let mut held = held;
                while held > 0 {
                    let other = back[held.trailing_zeros() as usize];
                    held &= held - 1;
                    let site = &mut self.sites[other as usize];
                    if site.seen[SOURCE] != self.now {
                        site.seen[SOURCE] = self.now;
                        site.from[SOURCE] = near;
                        self.queue.push(other);
                    }
                }
            }
        }
        false
    }

    /// Chooses every second move on the way back from a cell to the root, and takes back the others.
    fn turn(&mut self, field: &Field, root: Cell, mut sink: Cell) {
        loop {
            let source = self.sites[sink as usize].from[SINK];
            self.choose(field, source, sink);
            if source == root {
                return;
            }
            sink = self.sites[source as usize].from[SOURCE];
            self.choose(field, source, sink);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveOrder;
    use crate::puzzle::Puzzle;
    use crate::solver::Generator;

    /// Walks on at random while there is room, and back where there is none.
    #[test]
    fn answers_do_not_depend_on_the_last_question() {
        let mut rng = Generator::new(5);
        let (mut yes, mut no) = (0, 0);
        for text in [
            "5x5 given=0,0",
            "6x6 given=3,2 goal=closed",
            "6x6 holes=0,0;5,4 given=2,2 goal=end:0,3",
            "3x10 given=0,0",
            "5x7 wrap holes=1,1 given=0,1",
            "5x5 wrap given=0,1 goal=closed",
            "4x6 wrap given=0,0 goal=end:2,3",
            "9x9 holes=4,4;0,1 given=8,8",
        ] {
            let puzzle: Puzzle = text.parse().unwrap();
            let mut field = Field::new(puzzle.board(), &MoveOrder::CLOCKWISE);
            let flow = Flow::new(puzzle.board(), &field);
            let (start, end) = (field.cell(puzzle.start()), field.end(puzzle.goal()));
            let mut scratch = Scratch::default();
            let mut path = vec![start];
            field.place(start);
            for _ in 0..3_000 {
                let head = path[path.len() - 1];
                let before = path.len().checked_sub(2).map(|place| path[place]);
                let ends = Ends { head, before, start, end, goal: puzzle.goal() };
                let has_room = flow.has_room(&field, ends, &mut scratch);
                let alone = Ends { before: None, ..ends };
                let again = flow.has_room(&field, alone, &mut Scratch::default());
                assert_eq!(has_room, again, "{text}: {path:?}");
                (yes, no) = (yes + usize::from(has_room), no + usize::from(!has_room));
                let mut onward = field.near(head).to_vec();
                onward.retain(|cell| field.is_free(*cell) && Some(*cell) != end);
                // Often back by some squares at once, as after a restart.
                let back = if has_room && !onward.is_empty() { 0 } else { 1 + rng.below(6) };
                for _ in 0..back.min(path.len() as u64 - 1) {
                    field.lift(path.pop().unwrap());
                }
                if back == 0 {
                    let cell = onward[rng.below(onward.len() as u64) as usize];
                    field.place(cell);
                    path.push(cell);
                }
            }
        }
        assert!(yes > 5_000 && no > 2_000, "{yes} {no}");
    }
}
