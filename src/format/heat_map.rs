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
            let heat = Heat { most, dark, computed: Vec::new() };
            let visits = 0..=most.min(MAX_COMPUTED);
            let computed = visits.map(|visits| heat.compute(visits)).collect();
            Some(Arc::new(Heat { computed, ..heat }))
        })
    }

    fn compute(&self, visits: u64) -> [Rgb; 2] {
        let palette = palette(self.dark);
        // From 0 for no visits to 1 for the most, by their logarithms.
        let heat = (visits as f32).ln_1p() / (self.most as f32).ln_1p();
        let colour = |is_dark| mix(palette.square(is_dark), cividis(heat), 0.85);
        [colour(false), colour(true)]
    }

    /// The colour of a square with this many visits.
    pub fn colour(&self, visits: u64, is_dark: bool) -> Rgb {
        let computed = self.computed.get(visits as usize).copied();
        computed.unwrap_or_else(|| self.compute(visits))[usize::from(is_dark)]
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
