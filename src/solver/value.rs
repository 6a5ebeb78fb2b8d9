//! The values of options: which kinds there are, and how a value is read from text and written.

use std::fmt;
use std::str::FromStr;

use super::{Method, MethodConfig, MethodError};
use crate::board::{Board, MoveOrder};
use crate::puzzle::{Goal, NamedGoal, parse_seed};
use crate::text::{did_you_mean, grouped, quoted, whole_number};

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Choice(&'static [OptionValue]),
    /// Any number of these, by their names, separated by commas.
    Choices(&'static [OptionValue]),
    /// `any` or `closed`.
    Goal,
    Order,
    /// Both ends included.
    Whole(u64, u64),
    Decimal(Millionths, Millionths),
    /// A number from 0 to 1 with up to six decimals.
    Rate,
    Seconds,
    Seed,
    Board,
    /// Sides of square boards: numbers, and ranges such as `5-8`.
    Sides,
    Square,
    Method,
    /// One method with its options that can list every tour exactly once.
    Enumerator,
    /// Methods with their options, separated by spaces.
    Methods,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionValue {
    /// Its name on the command line and in files.
    pub name: &'static str,
    pub title: &'static str,
    pub help: &'static str,
    /// Its name within the short name of a method, where its title does not fit.
    pub phrase: Option<&'static str>,
}

impl OptionValue {
    pub const fn new(name: &'static str, title: &'static str, help: &'static str) -> OptionValue {
        OptionValue { name, title, help, phrase: None }
    }

    pub(crate) const fn called(self, phrase: &'static str) -> OptionValue {
        OptionValue { phrase: Some(phrase), ..self }
    }
}

const GOALS: &[OptionValue] = {
    const fn value(NamedGoal { goal, title, help }: NamedGoal) -> OptionValue {
        OptionValue::new(goal.name(), title, help)
    }
    &[value(Goal::NAMED[0]), value(Goal::NAMED[1])]
};

const MAX_SIDE: u32 = 2_000;

impl Kind {
    /// The values to choose from; none where there is no such list.
    pub const fn choices(&self) -> &'static [OptionValue] {
        match self {
            Kind::Choice(choices) | Kind::Choices(choices) => choices,
            Kind::Goal => GOALS,
            _ => &[],
        }
    }

    pub fn is_methods(&self) -> bool {
        matches!(self, Kind::Method | Kind::Enumerator | Kind::Methods)
    }

    /// Whether a method can be one of its values, if they are methods.
    pub fn offers(&self, method: &Method) -> bool {
        method.enumerates || !matches!(self, Kind::Enumerator)
    }

    /// The value of a text, or what is wrong with the text, which errors call by another name.
    pub(crate) fn parse(&self, text: &str, called: &str) -> Result<Value, String> {
        let decimal = |least, most, range: &str| {
            let number = Millionths::parse(text).filter(|number| (least..=most).contains(number));
            number.map(Value::Decimal).ok_or_else(|| format!("{called} is not a number {range}"))
        };
        match self {
            Kind::Choice(choices) => choice(choices, text, called).map(Value::Choice),
            Kind::Choices(choices) => parse_choices(choices, text).map(Value::Choices),
            Kind::Goal => GOALS
                .iter()
                .find(|goal| goal.name.eq_ignore_ascii_case(text))
                .map(Value::Choice)
                .ok_or_else(|| format!("unknown goal {called}; use {}", Goal::names(" or "))),
            Kind::Order => read(text).map(Value::Order),
            Kind::Whole(least, most) => match whole_number(&text.replace(',', "")) {
                Some(number) if (*least..=*most).contains(&number) => Ok(Value::Whole(number)),
                _ => {
                    let (least, most) = (grouped(*least), grouped(*most));
                    Err(format!("{called} is not a whole number from {least} to {most}"))
                }
            },
            Kind::Decimal(least, most) => {
                let range = format!("with at most six decimals from {least} to {most}");
                decimal(*least, *most, &range)
            }
            Kind::Rate => {
                let range = "from 0 to 1 with at most six decimals, such as 0.9";
                decimal(Millionths(0), Millionths::ONE, range)
            }
            Kind::Seconds => match text.parse::<f64>() {
                Ok(seconds) if !text.starts_with('+') && seconds > 0.0 && seconds <= 1e6 => {
                    Ok(Value::Seconds(seconds))
                }
                _ => Err(format!("{called} is not a number of seconds above 0, such as 2.5")),
            },
            Kind::Seed => parse_seed(text).map(Value::Whole).map_err(|error| error.to_string()),
            Kind::Board => read(text).map(Value::Board),
            Kind::Sides => parse_sides(text).map(Value::Sides),
            Kind::Square => Ok(Value::Square(text.to_owned())),
            Kind::Method => read(text).map(Value::Method),
            Kind::Enumerator => match read::<MethodConfig>(text)? {
                config if config.method.enumerates => Ok(Value::Method(config)),
                MethodConfig { method, .. } => {
                    let why = "cannot list every tour exactly once; use backtracking";
                    Err(format!("{} {why}", method.name))
                }
            },
            Kind::Methods => {
                let mut different: Vec<MethodConfig> = Vec::new();
                for config in parse_methods(text).map_err(|error| error.to_string())? {
                    if !different.contains(&config) {
                        different.push(config);
                    }
                }
                if different.is_empty() {
                    return Err("no method chosen; add at least one".to_owned());
                }
                Ok(Value::Methods(different))
            }
        }
    }
}

fn read<T: FromStr<Err: fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

fn choice(
    choices: &'static [OptionValue],
    name: &str,
    called: &str,
) -> Result<&'static OptionValue, String> {
    choices.iter().find(|choice| choice.name == name).ok_or_else(|| {
        let hint = did_you_mean(name, choices.iter().map(|choice| choice.name));
        format!("unknown value {called}{hint}; use {}", names(choices))
    })
}

fn parse_choices(
    choices: &'static [OptionValue],
    text: &str,
) -> Result<Vec<&'static OptionValue>, String> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let chosen = words.map(|word| choice(choices, word, &quoted(word)));
    let chosen: Vec<&OptionValue> = chosen.collect::<Result<_, _>>()?;
    let nothing = || format!("nothing chosen; use {}", names(choices));
    if chosen.is_empty() { Err(nothing()) } else { Ok(chosen) }
}

fn names(choices: &[OptionValue]) -> String {
    choices.iter().map(|choice| choice.name).collect::<Vec<_>>().join(", ")
}

/// Reads methods with their options, separated by spaces. One that is there twice stays so.
pub fn parse_methods(text: &str) -> Result<Vec<MethodConfig>, MethodError> {
    text.split_whitespace().map(str::parse).collect()
}

/// Reads sides of boards: `5-8` or `5,6,10-12`.
fn parse_sides(text: &str) -> Result<Vec<u32>, String> {
    let mut sides = Vec::new();
    let wrong =
        |word: &str| format!("{} is not a list of sides such as 5-8 or 5,6,10-12", quoted(word));
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let side = |text: &str| match whole_number::<u32>(text.trim()) {
            Some(side) if (1..=MAX_SIDE).contains(&side) => Ok(side),
            Some(_) => {
                let most = grouped(MAX_SIDE.into());
                Err(format!("{} is not a side from 1 to {most}", quoted(text)))
            }
            None => Err(wrong(word)),
        };
        let (first, last) = (side(first)?, side(last)?);
        if first > last {
            return Err(wrong(word));
        }
        sides.extend(first..=last);
    }
    sides.sort_unstable();
    sides.dedup();
    if sides.is_empty() { Err(wrong(text)) } else { Ok(sides) }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// One of several values, or a goal.
    Choice(&'static OptionValue),
    Choices(Vec<&'static OptionValue>),
    Order(MoveOrder),
    /// A whole number or a seed.
    Whole(u64),
    Decimal(Millionths),
    Seconds(f64),
    Board(Board),
    /// Sides of square boards, in rising order.
    Sides(Vec<u32>),
    /// A square as it was typed: which one that is, if any, depends on the board.
    Square(String),
    Method(MethodConfig),
    /// Different methods.
    Methods(Vec<MethodConfig>),
}

impl Value {
    /// As people read it: a choice by its title, a number with separators, a move order by its digits.
    pub fn title(&self) -> String {
        match self {
            Value::Choice(choice) => choice.title.to_owned(),
            Value::Whole(number) => grouped(*number),
            value => value.to_string(),
        }
    }
}

/// The text that is read as the same value.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Choice(choice) => f.write_str(choice.name),
            Value::Choices(choices) => {
                let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
                f.write_str(&names.join(","))
            }
            Value::Order(order) => order.fmt(f),
            Value::Whole(number) => number.fmt(f),
            Value::Decimal(number) => number.fmt(f),
            Value::Seconds(seconds) => seconds.fmt(f),
            Value::Board(board) => board.fmt(f),
            Value::Sides(sides) => {
                let runs = sides.chunk_by(|a, b| a + 1 == *b);
                let words = runs.map(|run| match run {
                    [first, .., last] => format!("{first}-{last}"),
                    run => run.iter().map(u32::to_string).collect(),
                });
                f.write_str(&words.collect::<Vec<_>>().join(","))
            }
            Value::Square(text) => f.write_str(text),
            Value::Method(config) => config.fmt(f),
            Value::Methods(configs) => {
                let configs: Vec<String> = configs.iter().map(ToString::to_string).collect();
                f.write_str(&configs.join(" "))
            }
        }
    }
}

impl serde::Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Whole(number) => serializer.serialize_u64(*number),
            Value::Decimal(Millionths(number)) if number.is_multiple_of(Millionths::ONE.0) => {
                serializer.serialize_u64(number / Millionths::ONE.0)
            }
            Value::Decimal(number) => serializer.serialize_f64(number.as_f64()),
            value => serializer.collect_str(value),
        }
    }
}

/// An exact number with up to six decimals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millionths(pub u64);

impl Millionths {
    pub const ONE: Millionths = Millionths(1_000_000);

    /// Reads digits, and a point and up to six more digits behind it.
    pub fn parse(text: &str) -> Option<Millionths> {
        let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || rest.len() > 6 || !is_digits(rest) || text.ends_with('.') {
            return None;
        }
        let whole: u64 = whole_number(whole)?;
        let rest: u64 = format!("{rest:0<6}").parse().ok()?;
        whole.checked_mul(Millionths::ONE.0)?.checked_add(rest).map(Millionths)
    }

    pub fn as_f64(self) -> f64 {
        self.0 as f64 / Millionths::ONE.0 as f64
    }
}

/// As short as it can be: `0.9`, `12`.
impl fmt::Display for Millionths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / Millionths::ONE.0, self.0 % Millionths::ONE.0);
        let rest = format!("{rest:06}");
        match rest.trim_end_matches('0') {
            "" => write!(f, "{whole}"),
            rest => write!(f, "{whole}.{rest}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact_and_short() {
        for (text, millionths, said) in [
            ("0.9", 900_000, "0.9"),
            ("0.900000", 900_000, "0.9"),
            ("00.005", 5_000, "0.005"),
            ("12", 12_000_000, "12"),
            ("3.000001", 3_000_001, "3.000001"),
        ] {
            let number = Millionths::parse(text).unwrap();
            assert_eq!((number.0, number.to_string().as_str()), (millionths, said), "{text}");
        }
        for text in ["", ".5", "1.", "1.0000001", "-1", "+1", "1e3", "1.2.3", "99999999999999", "a"]
        {
            assert_eq!(Millionths::parse(text), None, "{text}");
        }
    }

    #[test]
    fn sides_are_read_and_written_in_one_way() {
        for (text, short) in [("5-8", "5-8"), ("5,6,7,10", "5-7,10"), ("8 5 5", "5,8"), ("3", "3")]
        {
            let value = Kind::Sides.parse(text, text).unwrap();
            assert_eq!(value.to_string(), short);
        }
        for text in ["", "8-5", "0", "5-", "many", "2001"] {
            assert!(Kind::Sides.parse(text, text).is_err(), "{text}");
        }
    }
}
