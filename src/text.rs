//! Small helpers for words and numbers that people read.

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

/// `1 square`, `2 squares`: a number with its noun, in the plural where it needs one.
pub fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// The least step of 1, 2, 5, 10, 20, 50 and so on that is at least this large: numbers so far apart
/// are easy to count in.
///
/// ```
/// assert_eq!([1, 3, 17, 60].map(knights_tour::text::round_step), [1, 5, 20, 100]);
/// ```
pub fn round_step(apart: u32) -> u32 {
    let steps = (0..9).flat_map(|zeros| [1, 2, 5].map(|first| first * 10_u32.pow(zeros)));
    steps.into_iter().find(|step| *step >= apart).unwrap_or(1_000_000_000)
}

/// The known name that looks most like `word`, if one is near enough to be meant.
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

/// `" (did you mean 'warnsdorff'?)"`, or nothing where no known name is near.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, known).map_or_else(String::new, |name| format!(" (did you mean '{name}'?)"))
}

/// At most forty characters of what somebody typed, so that a message stays one sentence.
pub fn quoted(input: &str) -> String {
    const LONGEST: usize = 40;
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let mut shown: String = input.chars().take(LONGEST).map(clean).collect();
    if input.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    format!("'{shown}'")
}
