//! Small helpers for text and numbers that people read.

mod utf16;

use std::path::Path;
use std::str::FromStr;

pub use utf16::{Utf8, as_utf8};

/// A number with its thousands separated: `6,484,066`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 square`, `2 squares`: a number with its noun in the singular or plural.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

pub fn is_or_are(number: u64) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// How long ago something was, in the largest unit that fits.
pub fn ago(seconds: u64) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    match units.into_iter().find(|(unit, _)| seconds >= *unit) {
        Some((unit, noun)) => format!("{} ago", counted(seconds / unit, noun)),
        None => "just now".to_owned(),
    }
}

/// The smallest of 1, 2, 5, 10, 20, 50 and so on that is at least this large: a step that is easy to
/// count in.
pub fn round_step(apart: u32) -> u32 {
    let steps = (0..9).flat_map(|zeros| [1, 2, 5].map(|first| first * 10_u32.pow(zeros)));
    steps.into_iter().find(|step| *step >= apart).unwrap_or(1_000_000_000)
}

/// A large number, given its logarithm: `3,000`, or `10²⁵` from a million million up.
pub fn power_of_ten(log: f64) -> String {
    if log >= 12.0 {
        let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
        let power = format!("{:.0}", log.round());
        let raised = power.chars().filter_map(|c| c.to_digit(10)).map(|d| digits[d as usize]);
        return raised.fold("10".to_owned(), |text, digit| text + &digit.to_string());
    }
    // An estimate is not worth more than one digit.
    let unit = 10_f64.powf(log.floor());
    let number = ((10_f64.powf(log) / unit).round() * unit) as u64;
    match number {
        0..1_000_000 => grouped(number),
        1_000_000..1_000_000_000 => format!("{} million", grouped(number / 1_000_000)),
        _ => format!("{} billion", grouped(number / 1_000_000_000)),
    }
}

/// A time in words that mean something to people, given the logarithm of its seconds.
pub fn time_in_words(log_seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] =
        [(31_557_600.0, "year"), (86_400.0, "day"), (3_600.0, "hour"), (60.0, "minute")];
    if log_seconds > 17.6 {
        return "longer than the age of the universe".to_owned();
    }
    let seconds = 10_f64.powf(log_seconds);
    // From a hundred on, one digit is as much as an estimate is worth.
    let rounded = |number: f64| {
        let unit = if number < 100.0 { 1.0 } else { 10_f64.powf(number.log10().floor()) };
        ((number / unit).round() * unit) as u64
    };
    match UNITS.iter().find(|(unit, _)| seconds >= *unit) {
        Some((unit, "year")) if seconds / unit >= 1e6 => {
            format!("about {} million years", grouped(rounded(seconds / unit / 1e6)))
        }
        Some((unit, name)) => format!("about {}", counted(rounded(seconds / unit), name)),
        None => "a few seconds".to_owned(),
    }
}

/// The known name that is most similar to `word`, if one is similar enough to be meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const MAX_NAME_BYTES: usize = 100;
    if word.len() > MAX_NAME_BYTES {
        return None;
    }
    let word = word.to_lowercase();
    known
        .into_iter()
        .map(|name| (strsim::jaro_winkler(&word, name), name))
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, name)| name)
}

/// `" (did you mean 'warnsdorff'?)"`, or nothing if no known name is similar.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |name| format!(" (did you mean '{name}'?)"))
}

const MAX_QUOTE_CHARS: usize = 200;
const MAX_MESSAGE_CHARS: usize = 1_000;

/// Input in quotes, cut after two hundred characters, so that a message stays short.
pub fn quoted(input: &str) -> String {
    format!("'{}'", cut(input))
}

/// Input without quotes, shortened to two hundred characters.
pub fn cut(input: &str) -> String {
    shortened(input, MAX_QUOTE_CHARS, 0).replace(is_unruly, " ")
}

/// The name of a file or folder in quotes. A very long one loses its middle, since its end says most.
pub fn quoted_path(file: &Path) -> String {
    let shown = shortened(&file.to_string_lossy(), MAX_QUOTE_CHARS, MAX_QUOTE_CHARS * 3 / 4);
    format!("'{}'", shown.replace(is_unruly, " "))
}

/// A file's path for people to read. Bytes that are not valid text become question marks.
pub fn shown_path(file: &Path) -> String {
    file.to_string_lossy().replace('\u{fffd}', "?")
}

/// The name of a file without its folder, for people to read.
pub fn file_name(file: &Path) -> String {
    file.file_name().map_or(String::new(), |name| shown_path(Path::new(name)))
}

/// A whole message. A very long one loses its middle, since its end says what to do.
pub fn message(text: &str) -> String {
    let shown = shortened(text, MAX_MESSAGE_CHARS, MAX_MESSAGE_CHARS / 3);
    shown.replace(|c| c != '\n' && is_unruly(c), " ")
}

/// At most `most` characters: with `…` for what is missing, and the last `end` characters of the text.
fn shortened(text: &str, most: usize, end: usize) -> String {
    if text.chars().nth(most).is_none() {
        return text.to_owned();
    }
    let beginning = text.chars().take(most - 1 - end);
    let mut ending: Vec<char> = text.chars().rev().take(end).collect();
    ending.reverse();
    beginning.chain(['…']).chain(ending).collect()
}

/// Whether a character would do something to a terminal or to the text around it.
fn is_unruly(c: char) -> bool {
    let turns_text = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns_text || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}')
}

/// Reads a whole number: digits, and nothing else. Rust itself also takes a plus sign.
pub fn whole_number<T: FromStr>(text: &str) -> Option<T> {
    is_whole_number(text).then(|| text.parse().ok())?
}

/// Whether a text is digits and nothing else, though perhaps a number too large for us.
pub fn is_whole_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A method's reason for not taking a puzzle, with what one can do: what the reason says, or another method.
pub fn or_another_method(why: &str) -> String {
    let or = if why.contains("; ") { ", or" } else { ";" };
    format!("{why}{or} choose another method")
}

pub fn in_seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 100.0 => format!("{s:.0} s"),
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.2} ms", s * 1e3),
        s => format!("{:.2} µs", s * 1e6),
    }
}

/// Minutes and seconds; below a minute more exactly.
pub fn duration(seconds: f64) -> String {
    let minutes = (seconds / 60.0) as u64;
    match (minutes, minutes / 60) {
        (0, _) if seconds < 0.001 => format!("{:.0} µs", seconds * 1_000_000.0),
        (0, _) if seconds < 1.0 => format!("{:.1} ms", seconds * 1_000.0),
        (0, _) => format!("{seconds:.1} s"),
        (_, 0) => format!("{minutes}:{:04.1}", seconds % 60.0),
        (_, hours) => format!("{hours}:{:02}:{:02}", minutes % 60, (seconds % 60.0) as u64),
    }
}

pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([6_484_066, 64].map(grouped), ["6,484,066", "64"]);
        assert_eq!([1, 2].map(|number| counted(number, "square")), ["1 square", "2 squares"]);
        assert_eq!([1, 3, 17, 60].map(round_step), [1, 5, 20, 100]);
        assert_eq!([3.4, 8.3, 24.6].map(power_of_ten), ["3,000", "200 million", "10²⁵"]);
        assert_eq!(whole_number::<u32>("64"), Some(64));
        assert_eq!(["+64", "-0", "", " 1", "9999999999"].map(whole_number::<u32>), [None; 5]);
    }

    #[test]
    fn times_are_written_for_people() {
        let long_ago = [0, 61, 7_300, 200_000].map(ago);
        assert_eq!(long_ago, ["just now", "1 minute ago", "2 hours ago", "2 days ago"]);
        let times = [0.000_04, 0.0123, 5.25, 75.5, 3_725.0].map(duration);
        assert_eq!(times, ["40 µs", "12.3 ms", "5.2 s", "1:15.5", "1:02:05"]);
        let times = [0.5, 2.5, 6.0, 9.0].map(time_in_words);
        assert_eq!(times, ["a few seconds", "about 5 minutes", "about 12 days", "about 32 years"]);
        assert_eq!(time_in_words(13.36), "about 700,000 years");
        assert_eq!(time_in_words(25.0), "longer than the age of the universe");
    }

    #[test]
    fn similar_names_are_found() {
        let methods = ["backtracking", "warnsdorff"];
        assert_eq!(nearest("warnsdorf", methods), Some("warnsdorff"));
        assert_eq!(nearest("queen", methods), None);
    }

    #[test]
    fn what_is_repeated_stays_short_and_harmless() {
        let long = "x".repeat(1_000_000);
        let quote = quoted(&long);
        assert!(quote.ends_with("x…'") && quote.chars().count() == 202, "{quote}");
        assert_eq!(quoted(&"y".repeat(200)).chars().count(), 202, "nothing is cut needlessly");
        assert_eq!(quoted("a\u{1b}[2J\nb\u{202e}c"), "'a [2J b c'");
        let path = quoted_path(Path::new(&format!("/begin/{long}/end.tour")));
        assert!(path.starts_with("'/begin/") && path.ends_with("/end.tour'"), "{path}");
        assert_eq!(path.chars().count(), 202);
    }

    #[test]
    fn a_message_keeps_its_beginning_and_its_end() {
        let text = message(&format!("'{}' is unknown; see --help", "é".repeat(100_000)));
        assert!(text.starts_with("'éé") && text.ends_with("is unknown; see --help"), "{text}");
        assert_eq!(text.chars().count(), 1_000);
        assert_eq!(message("bell\u{7}\nnext"), "bell \nnext");
    }
}
