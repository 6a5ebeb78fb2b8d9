//! The options of methods: what they are called, which values they take, and handles to read them.

use crate::board::MoveOrder;
use crate::text::{cut, did_you_mean, grouped, whole_number};

/// One option of a method.
pub struct OptionSpec {
    /// Its name on the command line and in files.
    pub key: &'static str,
    /// Its name for people, such as "Sort moves by".
    pub title: &'static str,
    /// What it decides, in a whole sentence.
    pub help: &'static str,
    /// Which values it takes.
    pub kind: Kind,
    /// The value it has unless it is set.
    pub default: &'static str,
    /// Why it has no effect with these values of the other options; `None` if it has one. If it has
    /// none, every other value must give the same search or a conflict.
    pub useless: fn(&Options) -> Option<&'static str>,
}

/// Which values an option takes.
pub enum Kind {
    /// One of these.
    Choice(&'static [OptionValue]),
    /// A [`MoveOrder`], by name or by digits.
    Order,
    /// A whole number in this range, both ends included.
    Whole(u64, u64),
    /// A number with up to six decimals in this range, both ends included.
    Decimal(Millionths, Millionths),
}

/// A number with up to six decimals, kept exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millionths(pub u64);

impl Millionths {
    const ONE: u64 = 1_000_000;

    /// Reads digits, and a point and up to six more digits behind it.
    pub fn parse(text: &str) -> Option<Millionths> {
        let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || rest.len() > 6 || !is_digits(rest) || text.ends_with('.') {
            return None;
        }
        let whole: u64 = whole_number(whole)?;
        let rest: u64 = format!("{rest:0<6}").parse().ok()?;
        whole.checked_mul(Millionths::ONE)?.checked_add(rest).map(Millionths)
    }

    /// The nearest floating-point number.
    pub fn as_f64(self) -> f64 {
        self.0 as f64 / Millionths::ONE as f64
    }
}

/// As short as it can be: `0.9`, `12`.
impl std::fmt::Display for Millionths {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (whole, rest) = (self.0 / Millionths::ONE, self.0 % Millionths::ONE);
        let rest = format!("{rest:06}");
        match rest.trim_end_matches('0') {
            "" => write!(f, "{whole}"),
            rest => write!(f, "{whole}.{rest}"),
        }
    }
}

/// One value of an option.
pub struct OptionValue {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// Its name for people, short enough for a list.
    pub title: &'static str,
    /// What it means, in a whole sentence.
    pub help: &'static str,
}

impl OptionValue {
    /// A value with its names and its meaning.
    pub const fn new(name: &'static str, title: &'static str, help: &'static str) -> OptionValue {
        OptionValue { name, title, help }
    }
}

impl OptionSpec {
    /// The option has an effect whatever the others are.
    pub const ALWAYS_USEFUL: fn(&Options) -> Option<&'static str> = |_| None;

    /// The value in its canonical form, or what is wrong with it.
    pub(super) fn read(&self, value: &str) -> Result<String, String> {
        let outside = |what: &str, least: String, most: String| {
            format!("{}={} is not {what} from {least} to {most}", self.key, cut(value))
        };
        match self.kind {
            Kind::Choice(choices) => {
                let names = choices.iter().map(|choice| choice.name);
                if names.clone().any(|name| name == value) {
                    return Ok(value.to_owned());
                }
                let hint = did_you_mean(value, names.clone());
                let names: Vec<&str> = names.collect();
                let value = cut(value);
                Err(format!("unknown value {}={value}{hint}; use {}", self.key, names.join(", ")))
            }
            Kind::Order => value
                .parse::<MoveOrder>()
                .map(|order| order.to_string())
                .map_err(|error| error.to_string()),
            Kind::Whole(least, most) => match whole_number::<u64>(value) {
                Some(number) if (least..=most).contains(&number) => Ok(number.to_string()),
                _ => Err(outside("a whole number", grouped(least), grouped(most))),
            },
            Kind::Decimal(least, most) => match Millionths::parse(value) {
                Some(number) if (least..=most).contains(&number) => Ok(number.to_string()),
                _ => {
                    let what = "a number with at most six decimals";
                    Err(outside(what, least.to_string(), most.to_string()))
                }
            },
        }
    }

    /// The value it has unless it is set, in its canonical form.
    pub fn usual(&self) -> String {
        self.read(self.default).unwrap_or_default()
    }

    /// One of its values as people read it: a choice by its title, a number with separators, a move
    /// order by its digits.
    pub fn value_title(&self, value: &str) -> String {
        match self.kind {
            Kind::Choice(choices) => {
                let choice = choices.iter().find(|choice| choice.name == value);
                choice.map_or(value, |choice| choice.title).to_owned()
            }
            Kind::Order | Kind::Decimal(..) => value.to_owned(),
            Kind::Whole(..) => value.parse().map_or_else(|_| value.to_owned(), grouped),
        }
    }

    /// The values it takes, in words.
    pub fn range(&self) -> String {
        match self.kind {
            Kind::Choice(choices) => {
                choices.iter().map(|choice| choice.name).collect::<Vec<_>>().join(" | ")
            }
            Kind::Order => {
                let names = MoveOrder::NAMED.map(|(name, _)| name);
                format!("{} | eight digits", names.join(" | "))
            }
            Kind::Whole(least, most) => format!("{} to {}", grouped(least), grouped(most)),
            Kind::Decimal(least, most) => format!("{least} to {most}"),
        }
    }
}

/// The value of every option of a method, each checked and in its canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options(Vec<(&'static str, String)>);

impl Options {
    pub(super) fn defaults(specs: &[&'static OptionSpec]) -> Options {
        Options(specs.iter().map(|spec| (spec.key, spec.usual())).collect())
    }

    /// Keys and values, in the order of the method's list.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(key, value)| (*key, value.as_str()))
    }

    pub(super) fn put(&mut self, place: usize, value: String) {
        self.0[place].1 = value;
    }

    /// The value of one of the method's options as text.
    pub fn text(&self, spec: &OptionSpec) -> &str {
        let found = self.0.iter().find(|(key, _)| *key == spec.key);
        debug_assert!(found.is_some(), "the method has no option {}", spec.key);
        found.map_or(spec.default, |(_, value)| value)
    }

    /// The value of one of the method's options.
    pub fn get<H: Handle>(&self, handle: &H) -> H::Value {
        handle.value(self.text(handle.spec()))
    }
}

/// An option that knows the type of its values, so that it cannot be misread.
pub trait Handle {
    /// The type of its values.
    type Value;

    /// The option.
    fn spec(&self) -> &OptionSpec;

    /// The value that a text in canonical form stands for.
    fn value(&self, text: &str) -> Self::Value;
}

/// An option whose values are these.
pub struct OneOf<T: 'static> {
    /// The option itself.
    pub spec: OptionSpec,
    values: &'static [T],
}

impl<T> OneOf<T> {
    /// An option whose choices stand for these values, in the same order.
    pub const fn new(spec: OptionSpec, values: &'static [T]) -> OneOf<T> {
        match &spec.kind {
            Kind::Choice(choices) => assert!(choices.len() == values.len() && !values.is_empty()),
            _ => panic!("only a choice has a list of values"),
        }
        OneOf { spec, values }
    }
}

impl<T: Copy> Handle for OneOf<T> {
    type Value = T;

    fn spec(&self) -> &OptionSpec {
        &self.spec
    }

    fn value(&self, text: &str) -> T {
        let Kind::Choice(choices) = self.spec.kind else { return self.values[0] };
        let named = choices.iter().zip(self.values).find(|(choice, _)| choice.name == text);
        named.map_or(self.values[0], |(_, value)| *value)
    }
}

/// An option that is a whole number.
pub struct Whole(pub OptionSpec);

impl Handle for Whole {
    type Value = u64;

    fn spec(&self) -> &OptionSpec {
        &self.0
    }

    fn value(&self, text: &str) -> u64 {
        text.parse().unwrap_or(0)
    }
}

/// An option that is a number with decimals.
pub struct Decimal(pub OptionSpec);

impl Handle for Decimal {
    type Value = Millionths;

    fn spec(&self) -> &OptionSpec {
        &self.0
    }

    fn value(&self, text: &str) -> Millionths {
        Millionths::parse(text).unwrap_or(Millionths(0))
    }
}

/// An option that is a move order.
pub struct Order(pub OptionSpec);

impl Handle for Order {
    type Value = MoveOrder;

    fn spec(&self) -> &OptionSpec {
        &self.0
    }

    fn value(&self, text: &str) -> MoveOrder {
        text.parse().unwrap_or(MoveOrder::ANTICLOCKWISE)
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
    fn a_decimal_option_is_read_like_any_other() {
        const RATE: Decimal = Decimal(OptionSpec {
            key: "rate",
            title: "Rate",
            help: "How often.",
            kind: Kind::Decimal(Millionths(0), Millionths(1_000_000)),
            default: "0.90",
            useless: OptionSpec::ALWAYS_USEFUL,
        });
        let options = Options::defaults(&[&RATE.0]);
        assert_eq!(options.text(&RATE.0), "0.9");
        assert_eq!(options.get(&RATE), Millionths(900_000));
        assert_eq!(RATE.0.range(), "0 to 1");
        let wrong = RATE.0.read("1.5").unwrap_err();
        assert_eq!(wrong, "rate=1.5 is not a number with at most six decimals from 0 to 1");
    }
}
