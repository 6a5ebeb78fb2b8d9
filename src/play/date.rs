//! Calendar dates as days since 1970.

use std::fmt;
use std::str::FromStr;

use crate::text::whole_number;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
/// 31 December 9999; later days count as this one.
const LAST_DAY: u32 = 2_932_896;
/// Days from 1 March of the year 0 to 1 January 1970; then leap days end a year.
const BEFORE_1970: u32 = 719_468;
/// Days in 400 years, after which the calendar repeats.
const ERA: u32 = 146_097;

/// A day from 1 January 1970 to 31 December 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    days: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a date is written like 2026-11-17, from 1970-01-01 to 9999-12-31")]
pub struct DateError;

impl Date {
    pub fn from_days(days: u32) -> Date {
        Date { days: days.min(LAST_DAY) }
    }

    pub fn new(year: u32, month: u32, day: u32) -> Option<Date> {
        let is_in_range =
            (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        if !is_in_range {
            return None;
        }
        // The year begins in March, so that a leap day is its last.
        let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let of_year = (153 * month + 2) / 5 + day - 1;
        let days = year * 365 + year / 4 - year / 100 + year / 400 + of_year - BEFORE_1970;
        let date = Date { days };
        (date.parts().2 == day).then_some(date)
    }

    pub fn days(self) -> u32 {
        self.days
    }

    fn parts(self) -> (u32, u32, u32) {
        let days = self.days + BEFORE_1970;
        let (era, day) = (days / ERA, days % ERA);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let of_year = day - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
        (era * 400 + year, month, day)
    }

    /// From 0 for Monday to 6 for Sunday.
    pub fn weekday(self) -> usize {
        // 1 January 1970 was a Thursday.
        (self.days as usize + 3) % 7
    }

    /// `17 November 2026`.
    pub fn title(self) -> String {
        let (year, month, day) = self.parts();
        format!("{day} {} {year}", MONTHS[month as usize - 1])
    }
}

/// `2026-11-17`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.parts();
        write!(f, "{year}-{month:02}-{day:02}")
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        let mut parts = text.split('-').map(whole_number);
        let mut part = || parts.next().flatten().ok_or(DateError);
        let date = Date::new(part()?, part()?, part()?).ok_or(DateError)?;
        // A date is part of a challenge's name, so there is only one way to write it.
        if date.to_string() == text { Ok(date) } else { Err(DateError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_follows_the_one_before() {
        let (mut year, mut month, mut day) = (1970, 1, 1);
        for days in 0..=LAST_DAY {
            let date = Date::from_days(days);
            assert_eq!(date.parts(), (year, month, day), "{days}");
            assert_eq!(Date::new(year, month, day), Some(date));
            let is_leap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0;
            let length = match month {
                2 => 28 + u32::from(is_leap),
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            (day, month) = if day < length { (day + 1, month) } else { (1, month + 1) };
            (month, year) = if month > 12 { (1, year + 1) } else { (month, year) };
        }
        assert_eq!((year, month, day), (10_000, 1, 1));
        assert_eq!(Date::from_days(u32::MAX).to_string(), "9999-12-31");
    }

    #[test]
    fn what_is_not_a_day_is_refused() {
        let wrong = " 2026 2026-11 2026-1-17 2026-11-17-1 2026-02-29 2100-02-29 2026-04-31 2026-13-01 \
                     2026-00-10 2026-01-00 1969-12-31 10000-01-01 +2026-11-17 99999999999-01-01";
        for text in wrong.split(' ') {
            assert_eq!(text.parse::<Date>(), Err(DateError), "{text}");
        }
        let leap_day: Date = "2024-02-29".parse().unwrap();
        assert_eq!((leap_day.title().as_str(), leap_day.weekday()), ("29 February 2024", 3));
    }
}
