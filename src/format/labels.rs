//! The labels of rows and columns around a grid: numbers or letters, one after the other.

use super::reading::{LETTER_A, LETTER_Z, MIN_SIDE, NumberTable, TableEntry};

/// On which sides of a grid there are labels.
#[derive(Clone, Copy)]
pub(super) struct Border {
    top: bool,
    bottom: bool,
    left: bool,
    right: bool,
}

impl Border {
    /// All of them, those with fewer sides first.
    pub(super) fn all() -> impl Iterator<Item = Border> {
        let mut sides: Vec<u8> = (1..16).collect();
        sides.sort_by_key(|bits| bits.count_ones());
        sides.into_iter().map(|bits| {
            let [top, left, bottom, right] = [0, 1, 2, 3].map(|side| bits >> side & 1 == 1);
            Border { top, bottom, left, right }
        })
    }

    /// What is inside the labels and how many rows that has, if there are such labels.
    pub(super) fn inside(self, table: &NumberTable<'_>) -> Option<(Vec<TableEntry>, usize)> {
        let row = |number: usize| table.row(number);
        let body = usize::from(self.top)..table.ends.len().checked_sub(self.bottom.into())?;
        let rows = body.len();
        let around = usize::from(self.left) + usize::from(self.right);
        if rows < MIN_SIDE || row(body.start).len() < MIN_SIDE + around {
            return None;
        }
        let cols = row(body.start).len() - around;
        let are_columns =
            |labels: &[TableEntry]| labels.len() == cols && are_labels(labels.iter().copied());
        let firsts = body.clone().map(|number| row(number)[0]);
        let is_framed = body.clone().all(|number| row(number).len() == cols + around)
            && (!self.top || are_columns(row(0)))
            && (!self.bottom || are_columns(row(body.end)))
            && (!self.left || are_labels(firsts))
            && (!self.right
                || are_labels(body.clone().map(|number| row(number)[cols + around - 1])));
        if !is_framed {
            return None;
        }
        let from = usize::from(self.left);
        let inner = body.flat_map(|number| &row(number)[from..from + cols]);
        let inner: Vec<TableEntry> = inner.copied().collect();
        (!inner.iter().any(|entry| is_letter(*entry))).then_some((inner, rows))
    }
}

/// Whether these are labels: numbers from 0 or 1, or letters from a, one after the other, upwards or
/// downwards.
pub(super) fn are_labels(mut labels: impl Iterator<Item = TableEntry>) -> bool {
    let (Some(first), Some(second)) = (labels.next(), labels.next()) else { return false };
    let rises = first < second;
    let follows = |a: TableEntry, b: TableEntry| {
        if rises { b.wrapping_sub(a) == 1 } else { a.wrapping_sub(b) == 1 }
    };
    let mut last = second;
    let in_order = follows(first, second)
        && labels.all(|label| follows(std::mem::replace(&mut last, label), label));
    let least = if rises { first } else { last };
    in_order && (least <= 1 || least == LETTER_A)
}

pub(super) fn is_letter(entry: TableEntry) -> bool {
    (LETTER_A..=LETTER_Z).contains(&entry)
}
