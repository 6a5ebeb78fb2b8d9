//! The labels of rows and columns around a grid: numbers or letters, one after the other.

use super::reading::{LETTER_A, LETTER_Z, MIN_SIDE, NumberTable, TableEntry};

/// What is inside the labels of a grid, and how many rows that has, for each choice of sides that can
/// have labels. Choices with fewer sides come first.
pub(super) fn inside_labels(table: &NumberTable) -> impl Iterator<Item = (Vec<TableEntry>, usize)> {
    let mut sides: Vec<u8> = (1..16).collect();
    sides.sort_by_key(|bits| bits.count_ones());
    let sides = sides.into_iter().map(|bits| [0, 1, 2, 3].map(|side| bits >> side & 1));
    sides.filter_map(move |sides| inside(table, sides.map(usize::from)))
}

/// What is inside the labels if they are on the sides with a 1.
fn inside(
    table: &NumberTable,
    [top, left, bottom, right]: [usize; 4],
) -> Option<(Vec<TableEntry>, usize)> {
    let body = top..table.ends.len().checked_sub(bottom)?;
    let (rows, around) = (body.len(), left + right);
    if rows < MIN_SIDE || table.row(top).len() < MIN_SIDE + around {
        return None;
    }
    let cols = table.row(top).len() - around;
    let are_columns = |row: &[TableEntry]| row.len() == cols && are_labels(row.iter().copied());
    let column = |place: usize| body.clone().map(move |number| table.row(number)[place]);
    let is_framed = body.clone().all(|number| table.row(number).len() == cols + around)
        && (top == 0 || are_columns(table.row(0)))
        && (bottom == 0 || are_columns(table.row(body.end)))
        && (left == 0 || are_labels(column(0)))
        && (right == 0 || are_labels(column(cols + around - 1)));
    if !is_framed {
        return None;
    }
    let inner = body.flat_map(|number| &table.row(number)[left..left + cols]);
    let inner: Vec<TableEntry> = inner.copied().collect();
    (!inner.iter().any(|entry| is_letter(*entry))).then_some((inner, rows))
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
