//! Whether the free squares can still be passed through: a bound that sees what is cut off together.
//!
//! A path from the knight over all free squares uses two moves at every one of them, one at the knight
//! and one at its end: as many moves as there are free squares. Every move joins the two colours. So the
//! most moves that can be chosen, with at most two at a square and one at the knight, is a maximal flow
//! from one colour to the other, and if that is less than the number of free squares, there is no path.
//! Where a board is not two-coloured, each square is matched with its successor instead.

use super::field::{Cell, Field, move_to};
use crate::board::Board;
use crate::puzzle::Goal;

/// What is known of a board before anything is placed: which side of the flow each cell is on.
#[derive(Clone, Debug, Default)]
pub(super) struct Flow {
    /// The cells of all squares.
    cells: Vec<Cell>,
    /// How many moves a free square may have as the one that moves are chosen from, and as the other.
    caps: Vec<[u8; 2]>,
}

/// The path so far, for [`Flow::has_room`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// Where the knight stands.
    pub(super) head: Cell,
    /// The first square, to which a closed tour returns.
    pub(super) start: Cell,
    /// The square where the tour must end.
    pub(super) end: Option<Cell>,
    pub(super) goal: Goal,
}

/// Memory that is used again. The moves that were chosen last are mostly still good the next time, when the
/// path has only moved on or back. A copy begins with none, since the answer does not depend on it.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// How many more moves each cell may have, on both sides.
    room: Vec<[u8; 2]>,
    /// The chosen moves of each cell, on both sides, one bit for each move.
    chosen: Vec<[u8; 2]>,
    /// The cells that moves are chosen from.
    sources: Vec<Cell>,
    /// When each cell was last seen on each side, and where from.
    seen: Vec<[u32; 2]>,
    from: Vec<[Cell; 2]>,
    now: u32,
    queue: Vec<Cell>,
}

impl Clone for Scratch {
    fn clone(&self) -> Scratch {
        Scratch::default()
    }
}

const SOURCE: usize = 0;
const SINK: usize = 1;

impl Flow {
    pub(super) fn new(board: &Board, field: &Field) -> Flow {
        let two_coloured =
            !board.is_wrapped() || board.rows().is_multiple_of(2) && board.cols().is_multiple_of(2);
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

    /// Whether a path may exist from the head over all free squares to where the goal asks for. If not,
    /// there is none.
    pub(super) fn has_room(&self, field: &Field, ends: Ends, scratch: &mut Scratch) -> bool {
        let free = self.lay_out(field, ends, scratch);
        is_connected(field, ends.head, free, scratch) && {
            let need = free + usize::from(ends.goal == Goal::Closed);
            flows(field, need, scratch)
        }
    }

    /// Writes how many moves each cell may have, and returns the number of free squares.
    fn lay_out(&self, field: &Field, ends: Ends, scratch: &mut Scratch) -> usize {
        let size = self.caps.len();
        scratch.room.clear();
        scratch.room.resize(size, [0, 0]);
        scratch.chosen.resize(size, [0, 0]);
        scratch.seen.resize(size, [0, 0]);
        scratch.from.resize(size, [0, 0]);
        let mut free = 0;
        for cell in self.cells.iter().filter(|cell| field.is_free(**cell)) {
            scratch.room[*cell as usize] = self.caps[*cell as usize];
            free += 1;
        }
        let half = |cell: Cell, side: usize| {
            let mut caps = self.caps[cell as usize];
            match caps {
                // Here each side has one move, towards the next square or from the one before.
                [1, 1] => caps[1 - side] = 0,
                caps_of_colour => caps = caps_of_colour.map(|cap| cap / 2),
            }
            caps
        };
        let mut add = |cell: Cell, caps: [u8; 2]| {
            let room = &mut scratch.room[cell as usize];
            *room = [room[0] + caps[0], room[1] + caps[1]];
        };
        add(ends.head, half(ends.head, SOURCE));
        if ends.goal == Goal::Closed {
            add(ends.start, half(ends.start, SINK));
        }
        if let Some(end) = ends.end {
            scratch.room[end as usize] = half(end, SINK);
        }
        scratch.sources.clear();
        let sources = self.cells.iter().filter(|cell| scratch.room[**cell as usize][SOURCE] > 0);
        scratch.sources.extend(sources);
        free
    }
}

/// Whether every free square can be reached from the head.
fn is_connected(field: &Field, head: Cell, free: usize, scratch: &mut Scratch) -> bool {
    scratch.now += 1;
    let Scratch { seen, queue, now, .. } = scratch;
    queue.clear();
    queue.push(head);
    let mut next = 0;
    while let Some(cell) = queue.get(next).copied() {
        next += 1;
        for near in field.near(cell) {
            if field.is_free(near) && seen[near as usize][SOURCE] != *now {
                seen[near as usize][SOURCE] = *now;
                queue.push(near);
            }
        }
    }
    // The head itself is not free.
    queue.len() == free + 1
}

/// Whether so many moves can be chosen.
fn flows(field: &Field, need: usize, scratch: &mut Scratch) -> bool {
    let room = |side: usize| scratch.room.iter().map(|room| usize::from(room[side])).sum::<usize>();
    let (sources, sinks) = (room(SOURCE), room(SINK));
    if sources.min(sinks) < need {
        return false;
    }
    scratch.keep_chosen(field);
    let mut missing = 0;
    for place in 0..scratch.sources.len() {
        let cell = scratch.sources[place];
        if scratch.room[cell as usize][SOURCE] == 0 {
            continue;
        }
        for (slot, near) in field.near(cell).into_iter().enumerate() {
            if scratch.room[cell as usize][SOURCE] == 0 {
                break;
            }
            let is_chosen = scratch.chosen[cell as usize][SOURCE] >> slot & 1 == 1;
            if !is_chosen && scratch.room[near as usize][SINK] > 0 {
                scratch.choose(field, (cell, slot), near);
                scratch.room[cell as usize][SOURCE] -= 1;
                scratch.room[near as usize][SINK] -= 1;
            }
        }
    }
    for place in 0..scratch.sources.len() {
        let cell = scratch.sources[place];
        while scratch.room[cell as usize][SOURCE] > 0 {
            if !scratch.augment(field, cell) {
                missing += usize::from(scratch.room[cell as usize][SOURCE]);
                break;
            }
        }
        if sources - missing < need {
            return false;
        }
    }
    true
}

impl Scratch {
    /// Keeps the moves that were chosen last as far as there is room for them, and forgets the others.
    fn keep_chosen(&mut self, field: &Field) {
        for place in 0..self.chosen.len() {
            let moves = self.chosen[place][SOURCE];
            if moves == 0 {
                continue;
            }
            let cell = place as Cell;
            for (slot, near) in field.near(cell).into_iter().enumerate() {
                if moves >> slot & 1 == 0 {
                    continue;
                }
                if self.room[place][SOURCE] > 0 && self.room[near as usize][SINK] > 0 {
                    self.room[place][SOURCE] -= 1;
                    self.room[near as usize][SINK] -= 1;
                } else {
                    self.choose(field, (cell, slot), near);
                }
            }
        }
    }

    /// Chooses a move, or takes back the choice.
    fn choose(&mut self, field: &Field, (cell, slot): (Cell, usize), near: Cell) {
        self.chosen[cell as usize][SOURCE] ^= 1 << slot;
        self.chosen[near as usize][SINK] ^= move_to(&field.near(near), cell);
    }

    /// Chooses one more move from a cell, and others in place of those that are in its way.
    fn augment(&mut self, field: &Field, root: Cell) -> bool {
        self.now += 1;
        self.queue.clear();
        self.queue.push(root);
        self.seen[root as usize][SOURCE] = self.now;
        let mut next = 0;
        while let Some(cell) = self.queue.get(next).copied() {
            next += 1;
            for (slot, near) in field.near(cell).into_iter().enumerate() {
                let is_chosen = self.chosen[cell as usize][SOURCE] >> slot & 1 == 1;
                let held = self.chosen[near as usize][SINK];
                let has_room = self.room[near as usize][SINK] > 0;
                if is_chosen
                    || self.seen[near as usize][SINK] == self.now
                    || !(has_room || held > 0)
                {
                    continue;
                }
                self.seen[near as usize][SINK] = self.now;
                self.from[near as usize][SINK] = cell;
                if has_room {
                    self.room[near as usize][SINK] -= 1;
                    self.room[root as usize][SOURCE] -= 1;
                    self.turn(field, root, near);
                    return true;
                }
                for (back, other) in field.near(near).into_iter().enumerate() {
                    if held >> back & 1 == 1 && self.seen[other as usize][SOURCE] != self.now {
                        self.seen[other as usize][SOURCE] = self.now;
                        self.from[other as usize][SOURCE] = near;
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
            let source = self.from[sink as usize][SINK];
            let slot = |near: Cell| move_to(&field.near(source), near).trailing_zeros() as usize;
            self.choose(field, (source, slot(sink)), sink);
            if source == root {
                return;
            }
            let before = self.from[source as usize][SOURCE];
            self.choose(field, (source, slot(before)), before);
            sink = before;
        }
    }
}
