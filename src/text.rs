//! Small helpers for text and numbers that people read.

/// A number with its thousands separated: `6,484,066`.
///
/// ```
/// assert_eq!(knights_tour::text::grouped(6_484_066), "6,484,066");
/// assert_eq!(knights_tour::text::grouped(64), "64");
/// ```
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

/// The smallest of 1, 2, 5, 10, 20, 50 and so on that is at least this large: a step that is easy to
/// count in.
///
/// ```
/// assert_eq!([1, 3, 17, 60].map(knights_tour::text::round_step), [1, 5, 20, 100]);
/// ```
pub fn round_step(apart: u32) -> u32 {
    let steps = (0..9).flat_map(|zeros| [1, 2, 5].map(|first| first * 10_u32.pow(zeros)));
    steps.into_iter().find(|step| *step >= apart).unwrap_or(1_000_000_000)
}

/// A large number, given its logarithm: `3,000`, or `10²⁵` from a million million up.
///
/// ```
/// use knights_tour::text::power_of_ten;
/// assert_eq!([3.4, 8.3, 24.6].map(power_of_ten), ["3,000", "200 million", "10²⁵"]);
/// ```
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
///
/// ```
/// use knights_tour::text::time_in_words;
/// let said = [0.5, 2.5, 6.0, 9.0, 25.0].map(time_in_words);
/// assert_eq!(said[0], "a few seconds");
/// assert_eq!(said[1], "about 5 minutes");
/// assert_eq!(said[2], "about 12 days");
/// assert_eq!(said[3], "about 32 years");
/// assert_eq!(said[4], "longer than the age of the universe");
/// assert_eq!(time_in_words(13.36), "about 700,000 years");
/// ```
pub fn time_in_words(log_seconds: f64) -> String {
    const UNITS: [(f64, &str); 4] =
        [(31_557_600.0, "year"), (86_400.0, "day"), (3_600.0, "hour"), (60.0, "minute")];
    if log_seconds > 17.6 {
        return "longer than the age of the universe".to_owned();
    }
    let seconds = 10_f64.powf(log_seconds);
    // From a hundred on, one digit is as much as an estimate is worth.
    let rounded = |number: f64| match number {
        100.0.. => {
            let unit = 10_f64.powf(number.log10().floor());
            ((number / unit).round() * unit) as u64
        }
        _ => number.round() as u64,
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
///
/// ```
/// use knights_tour::text::nearest;
/// assert_eq!(nearest("warnsdorf", ["backtracking", "warnsdorff"]), Some("warnsdorff"));
/// assert_eq!(nearest("queen", ["backtracking", "warnsdorff"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
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

/// Input in quotes, cut after forty characters, so that a message stays short.
pub fn quoted(input: &str) -> String {
    const LONGEST: usize = 40;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut shown: String = input.chars().take(LONGEST).map(clean).collect();
    if input.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("'{shown}'")
}
