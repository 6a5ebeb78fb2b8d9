//! A table that turns the free squares around a square into moves in move order.

use crate::board::MoveOrder;

/// Which bit stands for each square around a square, in the number that indexes the table: rows
/// down, columns right, and the bit. Each row has two of the bits; with the column two to the left as
/// bit 0, they are already in place or need one shift of the whole row.
const AROUND: [(i64, i64, u32); 8] = [
    (-2, -1, 1),
    (-2, 1, 3),
    (-1, -2, 0),
    (-1, 2, 4),
    (1, -2, 2),
    (1, 2, 6),
    (2, -1, 5),
    (2, 1, 7),
];

/// For each set of free squares among the eight, the moves that lead to them, as bits.
#[derive(Clone)]
pub(crate) struct MoveTable([u8; 256]);

impl MoveTable {
    pub(crate) fn new(order: &MoveOrder) -> MoveTable {
        let mut table = [0; 256];
        for (slot, step) in order.moves().into_iter().enumerate() {
            let bit = AROUND.iter().find(|at| (at.0, at.1) == step).map_or(0, |at| at.2);
            for (number, moves) in table.iter_mut().enumerate() {
                *moves |= ((number >> bit & 1) as u8) << slot;
            }
        }
        MoveTable(table)
    }

    /// The moves to the free squares around a square. `rows` are the free squares of the rows two
    /// above, one above, one below and two below, with the column two to the left as bit 0.
    #[inline]
    pub(crate) fn moves(&self, rows: [u64; 4]) -> u8 {
        let above = rows[0] & 0b01010 | rows[1] & 0b10001;
        let below = (rows[2] & 0b10001) << 2 | (rows[3] & 0b01010) << 4;
        self.0[(above | below) as usize & 255]
    }
}
