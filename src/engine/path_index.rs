//! The position of each square on a path, updated incrementally, because searching a path of a
//! million squares would take too long.

use std::ops::Range;

use crate::board::{MAX_SQUARES, Square};

/// Paths are compared in pieces of this many squares, which is much faster than one by one.
const PIECE_SQUARES: usize = 512;

/// The number of each square on a path.
#[derive(Clone, Debug, Default)]
pub struct PathIndex {
    /// From 1; 0 for a square that is not on the path. Squares beyond the end are not on it either.
    path_index: Vec<u32>,
}

impl PathIndex {
    pub const NONE: &'static PathIndex = &PathIndex { path_index: Vec::new() };

    pub fn of(path: &[Square]) -> PathIndex {
        let mut path_index = PathIndex::default();
        path_index.follow(&mut Vec::new(), path);
        path_index
    }

    /// The place of a square on the path, from 0.
    #[inline]
    pub fn get(&self, square: Square) -> Option<usize> {
        (self.raw(square.index()) as usize).checked_sub(1)
    }

    /// The number, from 1, of the square with this index; 0 if it is not on the path.
    #[inline]
    pub fn raw(&self, index: usize) -> u32 {
        self.path_index.get(index).copied().unwrap_or(0)
    }

    /// The numbers of the squares with these indices, cut off where the list ends.
    pub fn range(&self, places: Range<usize>) -> &[u32] {
        let end = places.end.min(self.path_index.len());
        &self.path_index[places.start.min(end)..end]
    }

    /// Turns `path` into `new`, and its index too, touching only what differs.
    pub(super) fn follow(&mut self, path: &mut Vec<Square>, new: &[Square]) {
        let kept = common(path, new);
        for square in path.drain(kept..) {
            if let Some(number) = self.path_index.get_mut(square.index()) {
                *number = 0;
            }
        }
        path.extend_from_slice(&new[kept..]);
        // A buggy method may report a square that no board has.
        let known = |square: &Square| (square.index() as u64) < MAX_SQUARES;
        let last = new[kept..].iter().filter(|square| known(square)).max();
        let needed = last.map_or(0, |square| square.index() + 1);
        if self.path_index.len() < needed {
            self.path_index.resize(needed, 0);
        }
        for (place, square) in new.iter().enumerate().skip(kept) {
            if let Some(number) = self.path_index.get_mut(square.index()) {
                *number = place as u32 + 1;
            }
        }
    }
}

/// Trailing squares that are not on the path make no difference.
impl PartialEq for PathIndex {
    fn eq(&self, other: &PathIndex) -> bool {
        let most = self.path_index.len().max(other.path_index.len());
        (0..most).all(|index| self.raw(index) == other.raw(index))
    }
}

/// The length of the common beginning of two paths.
fn common(a: &[Square], b: &[Square]) -> usize {
    let pieces = a.chunks(PIECE_SQUARES).zip(b.chunks(PIECE_SQUARES));
    let same = pieces.take_while(|(a, b)| a == b).count() * PIECE_SQUARES;
    let from = same.min(a.len()).min(b.len());
    from + a[from..].iter().zip(&b[from..]).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_a_path() {
        let path = |squares: &[u32]| squares.iter().copied().map(Square::at).collect::<Vec<_>>();
        let long: Vec<u32> = (0..2_000).map(|number| number * 7 % 2_003).collect();
        let other: Vec<u32> = long[..700].iter().copied().chain([2_003, 2_004]).collect();
        let (mut path_index, mut now) = (PathIndex::default(), Vec::new());
        for new in [&long[..], &long[..512], &long[..513], &other, &[], &[5], &long[..700], &long] {
            let new = path(new);
            path_index.follow(&mut now, &new);
            assert_eq!(now, new);
            assert_eq!(path_index, PathIndex::of(&new));
            for index in 0..2_005 {
                let place = new.iter().position(|square| square.index() == index);
                assert_eq!(path_index.get(Square::at(index as u32)), place);
            }
        }
        path_index.follow(&mut now, &path(&[1, u32::MAX]));
        assert_eq!(path_index.get(Square::at(u32::MAX)), None);
    }
}
