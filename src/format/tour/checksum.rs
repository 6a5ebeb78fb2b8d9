//! Checksums over what a file stores of a search.

use crate::puzzle::Puzzle;
use crate::solver::Recipe;

/// FNV-1a over text and numbers.
pub(super) struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    pub(super) fn add(&mut self, text: &str) {
        text.bytes().chain([0]).for_each(|byte| self.add_byte(byte));
    }

    pub(super) fn add_number(&mut self, number: u64) {
        number.to_le_bytes().into_iter().for_each(|byte| self.add_byte(byte));
    }

    fn add_byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    pub(super) fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// The checksum of the puzzle and the method.
pub(super) fn question_sum(puzzle: &Puzzle, recipe: &Recipe) -> Checksum {
    let mut sum = Checksum::default();
    sum.add(&puzzle.to_string());
    sum.add(recipe.method.name);
    for (key, value) in recipe.options.iter() {
        sum.add(key);
        sum.add(value);
    }
    sum
}
