//! Checksums over what a file stores of a search.

use crate::puzzle::Puzzle;
use crate::solver::{Pick, Recipe};

/// FNV-1a over text and numbers.
#[derive(Clone)]
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

/// The checksum of the puzzle, the method, and what that has picked if the file says so.
pub(super) fn question_sum(puzzle: &Puzzle, recipe: &Recipe, pick: Option<&Pick>) -> Checksum {
    let mut sum = Checksum::default();
    sum.add(&puzzle.to_string());
    sum.add(recipe.method.name);
    for setting in recipe.options.iter() {
        sum.add(setting.spec.key);
        sum.add(&setting.value.to_string());
    }
    if let Some(pick) = pick {
        sum.add(&pick.recipe.to_string());
        sum.add(pick.why.as_deref().unwrap_or_default());
        sum.add_number(pick.most.unwrap_or(0));
    }
    sum
}
