//! The heat of the squares, how often each was visited, as colours.

use std::sync::Arc;

use super::colour::{Rgb, cividis, mix};
use super::palette::palette;
use crate::text::grouped;

/// Up to this many visits the colours are computed in advance, since many squares have the same.
const MAX_COMPUTED: u64 = 4_096;

/// What the visits of one frame look like.
pub struct Heat {
    /// The visits to the square that was visited most.
    pub most: u64,
    dark: bool,
    /// The colours by the number of visits, on light squares and on dark ones.
    computed: Vec<[Rgb; 2]>,
}

impl Heat {
    /// The heat of squares with these visits, if any was visited. The heat of the frame before is used
    /// again if it is the same.
    pub fn of(visits: &[u64], dark: bool, last: Option<Arc<Heat>>) -> Option<Arc<Heat>> {
        let most = visits.iter().copied().max().filter(|most| *most > 0)?;
        let last = last.filter(|last| (last.most, last.dark) == (most, dark));
        last.or_else(|| {
            let computed = (0..=most.min(MAX_COMPUTED)).map(|visits| compute(visits, most, dark));
            Some(Arc::new(Heat { most, dark, computed: computed.collect() }))
        })
    }

    /// The colour of a square with this many visits.
    pub fn colour(&self, visits: u64, is_dark: bool) -> Rgb {
        let computed = self.computed.get(visits as usize).copied();
        computed.unwrap_or_else(|| compute(visits, self.most, self.dark))[usize::from(is_dark)]
    }

    /// The most visits, in at most seven characters.
    pub fn most_in_short(&self) -> String {
        const UNITS: [(u64, &str); 3] =
            [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M")];
        match UNITS.iter().find(|(size, _)| self.most >= *size) {
            Some((size, name)) => format!("{:.1} {name}", self.most as f64 / *size as f64),
            None => grouped(self.most),
        }
    }
}

/// The colours of a light square and of a dark one, by the logarithm of their visits.
fn compute(visits: u64, most: u64, dark: bool) -> [Rgb; 2] {
    let palette = palette(dark);
    let heat = cividis((visits as f32).ln_1p() / (most as f32).ln_1p());
    [palette.light_square, palette.dark_square].map(|square| mix(square, heat, 0.85))
}
