//! The challenges of the days must never change: everybody gets the same, now and later.

use std::fs;
use std::path::Path;

use knights_tour::play::{Challenge, Date, daily};

/// A number that changes with any of these lines.
fn checksum(lines: impl Iterator<Item = String>) -> u64 {
    let add = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
    lines.fold(0xCBF2_9CE4_8422_2325, |sum, line| line.bytes().chain([b'\n']).fold(sum, add))
}

/// Twelve weeks from 16 November 2026, days all over the first two hundred years, and two thousand days from
/// 2026 on as a checksum.
#[test]
fn the_puzzles_of_the_days_are_frozen() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/daily.csv");
    let stored = fs::read_to_string(file).unwrap_or_default();
    let puzzle = |days: u32| daily(Date::from_days(days)).puzzle().to_string();
    let some = (20_773..20_857).chain((0..60).map(|number| number * 1_009));
    let days = some.map(|days| format!("{},{}", Date::from_days(days), puzzle(days)));
    let sum =
        format!("2026-01-01 and 1999 days after,{:016x}", checksum((20_454..22_454).map(puzzle)));
    let lines: Vec<String> =
        ["date,puzzle".to_owned()].into_iter().chain(days).chain([sum]).collect();
    assert_eq!(lines.join("\n") + "\n", stored.replace('\r', ""));
}

#[test]
fn a_day_is_found_by_its_name_and_can_be_won() {
    for days in 20_773..20_857 {
        let challenge = daily(Date::from_days(days));
        assert_eq!(Challenge::named(challenge.name()).as_ref(), Some(&challenge));
        assert_eq!(challenge.given().len(), 1);
        let tour = challenge.solution().unwrap();
        let mut game = challenge.game();
        tour.path()[1..].iter().for_each(|square| game.place(*square).unwrap());
        assert_eq!(game.tour(), Some(tour), "{}", challenge.title());
    }
}
