//! Playback speeds.

use std::fmt;

use crate::text::grouped;

/// A speed of playback: every whole number of steps per second up to 10, then ever larger intervals
/// up to a million, then unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Speed(u8);

/// Steps per second, slowest first. The unlimited speed comes after them.
const STEPS_PER_SECOND: [u32; 28] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60, 100, 150, 200, 300, 500, 1_000,
    2_000, 5_000, 10_000, 100_000, 1_000_000,
];

/// The maximum duration at a fitting speed, in seconds.
const MAX_FITTING_SECONDS: f64 = 8.0;

impl Speed {
    pub const SLOWEST: Speed = Speed(0);
    pub const UNLIMITED: Speed = Speed(STEPS_PER_SECOND.len() as u8);

    /// All speeds, slowest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Speed> {
        (0..=Speed::UNLIMITED.0).map(Speed)
    }

    /// The speed at this place among all speeds; the last one if the place is too large.
    pub fn at(place: usize) -> Speed {
        Speed::all().nth(place).unwrap_or(Speed::UNLIMITED)
    }

    /// Its place among all speeds.
    pub fn place(self) -> usize {
        usize::from(self.0)
    }

    /// `None` if unlimited.
    pub fn steps_per_second(self) -> Option<u32> {
        STEPS_PER_SECOND.get(self.place()).copied()
    }

    /// The slowest speed that plays this many steps in a few seconds.
    pub fn fitting(steps: u64) -> Speed {
        let is_over = |rate: &u32| steps as f64 <= MAX_FITTING_SECONDS * f64::from(*rate);
        let place = STEPS_PER_SECOND.iter().position(is_over);
        place.map_or(Speed::UNLIMITED, Speed::at)
    }

    /// The fastest speed with at most this many steps per second; `None` means no limit.
    pub fn of(steps_per_second: Option<u32>) -> Speed {
        let Some(most) = steps_per_second else { return Speed::UNLIMITED };
        let slower = STEPS_PER_SECOND.iter().rposition(|rate| *rate <= most);
        slower.map_or(Speed::SLOWEST, Speed::at)
    }

    /// Whether every single step can be followed.
    pub fn is_slow(self) -> bool {
        self.steps_per_second().is_some_and(|rate| rate <= 10)
    }

    #[must_use]
    pub fn faster(self) -> Speed {
        Speed::at(self.place() + 1)
    }

    #[must_use]
    pub fn slower(self) -> Speed {
        Speed(self.0.saturating_sub(1))
    }
}

/// Thirty steps per second.
impl Default for Speed {
    fn default() -> Speed {
        Speed(13)
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.steps_per_second() {
            Some(steps) => write!(f, "{} / s", grouped(steps.into())),
            None => write!(f, "unlimited"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_a_ladder() {
        assert_eq!(Speed::default().to_string(), "30 / s");
        assert_eq!(Speed::default().faster().to_string(), "40 / s");
        assert_eq!(Speed::default().slower().to_string(), "25 / s");
        assert_eq!(Speed::SLOWEST.slower(), Speed::SLOWEST);
        assert_eq!(Speed::UNLIMITED.faster(), Speed::UNLIMITED);
        assert_eq!(Speed::UNLIMITED.slower().to_string(), "1,000,000 / s");
        assert_eq!(Speed::of(Some(30)), Speed::default());
        assert_eq!(Speed::of(Some(99)).to_string(), "60 / s");
        assert_eq!(Speed::of(None), Speed::UNLIMITED);
        assert!(Speed::all().enumerate().all(|(place, speed)| Speed::at(place) == speed));
    }
    /// A tour plays in three to ten seconds on every board in the window.
    #[test]
    fn a_fitting_speed_plays_a_tour_in_a_few_seconds() {
        for squares in 8..=40_000 {
            let rate = Speed::fitting(squares).steps_per_second().unwrap();
            let seconds = squares as f64 / f64::from(rate);
            assert!((3.0..=10.0).contains(&seconds), "{squares} squares take {seconds} s");
        }
    }
}
