//! Options, of methods and of experiments: what they are called, their values, and handles to read them.

use super::MethodConfig;
use super::value::Value;
pub(super) use super::value::{Kind, Millionths, OptionValue};
use crate::board::{Board, MoveOrder};
use crate::text::grouped;

#[derive(Debug)]
pub struct OptionSpec {
    /// Its name on the command line and in files.
    pub key: &'static str,
    /// Its name for people, such as "Sort moves by".
    pub title: &'static str,
    pub help: &'static str,
    pub kind: Kind,
    /// In the form that `kind` parses.
    pub default: &'static str,
    /// Why it has no effect with these values of the other options; `None` if it has one. If it has
    /// none, every other value must give the same search.
    pub inactive_reason: fn(&Options) -> Option<&'static str>,
    /// The word before its value in the short name of a method; `None` for its title.
    pub label: Option<&'static str>,
}

impl OptionSpec {
    /// The fields that most options share: they have an effect whatever the others are.
    pub const ACTIVE: OptionSpec = OptionSpec {
        key: "",
        title: "",
        help: "",
        kind: Kind::Order,
        default: "",
        inactive_reason: |_| None,
        label: None,
    };

    pub fn default_value(&self) -> Value {
        let value = self.kind.parse(self.default, self.key);
        value.unwrap_or_else(|why| unreachable!("the default of {}: {why}", self.key))
    }

    /// The values it takes, in words; `None` where each of them is listed, or help says it.
    pub fn range(&self) -> Option<String> {
        match self.kind {
            Kind::Order => {
                let names = MoveOrder::NAMED.map(|(name, _)| name);
                Some(format!("{} | eight digits", names.join(" | ")))
            }
            Kind::Whole(least, most) => Some(format!("{} to {}", grouped(least), grouped(most))),
            Kind::Decimal(least, most) => Some(format!("{least} to {most}")),
            _ => None,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Setting {
    pub spec: &'static OptionSpec,
    pub value: Value,
}

impl PartialEq for Setting {
    fn eq(&self, other: &Setting) -> bool {
        self.spec.key == other.spec.key && self.value == other.value
    }
}

/// The values of all options of a method or of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Options(Vec<Setting>);

impl Options {
    pub fn defaults(specs: &[&'static OptionSpec]) -> Options {
        let setting = |spec: &&'static OptionSpec| Setting { spec, value: spec.default_value() };
        Options(specs.iter().map(setting).collect())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Setting> {
        self.0.iter()
    }

    /// Those that are not at their default.
    pub fn changed(&self) -> impl Iterator<Item = &Setting> {
        self.iter().filter(|setting| setting.value != setting.spec.default_value())
    }

    /// Does nothing if there is no such option.
    pub fn put(&mut self, spec: &OptionSpec, value: Value) {
        if let Some(setting) = self.0.iter_mut().find(|setting| setting.spec.key == spec.key) {
            setting.value = value;
        }
    }

    pub fn value(&self, spec: &OptionSpec) -> &Value {
        let value = self.value_of(spec.key);
        value.unwrap_or_else(|| unreachable!("there is no option {}", spec.key))
    }

    fn value_of(&self, key: &str) -> Option<&Value> {
        self.iter().find(|setting| setting.spec.key == key).map(|setting| &setting.value)
    }

    pub fn get<H: Handle>(&self, handle: &H) -> H::Value<'_> {
        let value = self.find(handle);
        value.unwrap_or_else(|| unreachable!("there is no such option {}", handle.spec().key))
    }

    /// Like [`Options::get`], but `None` if there is no such option.
    pub fn find<H: Handle>(&self, handle: &H) -> Option<H::Value<'_>> {
        handle.read(self.value_of(handle.spec().key)?)
    }
}

/// By their keys, numbers as numbers and the rest as text.
impl serde::Serialize for Options {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|setting| (setting.spec.key, &setting.value)))
    }
}

/// An option that knows the type of its values, so that it cannot be misread.
pub trait Handle {
    type Value<'a>;

    fn spec(&self) -> &OptionSpec;

    /// A value with its type; `None` if it is of another kind.
    fn read<'a>(&self, value: &'a Value) -> Option<Self::Value<'a>>;
}

pub struct OneOf<T: 'static> {
    pub spec: OptionSpec,
    values: &'static [T],
}

impl<T> OneOf<T> {
    /// An option whose choices stand for these values, in the same order.
    pub const fn new(spec: OptionSpec, values: &'static [T]) -> OneOf<T> {
        assert!(spec.kind.choices().len() == values.len() && !values.is_empty());
        OneOf { spec, values }
    }
}

impl<T: Copy> Handle for OneOf<T> {
    type Value<'a> = T;

    fn spec(&self) -> &OptionSpec {
        &self.spec
    }

    fn read(&self, value: &Value) -> Option<T> {
        let Value::Choice(chosen) = value else { return None };
        let mut all = self.spec.kind.choices().iter().zip(self.values);
        all.find(|(choice, _)| choice.name == chosen.name).map(|(_, value)| *value)
    }
}

/// Defines handles: what the value of each holds, and how that is read.
macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident: $type:ty, $value:pat => $read:expr;)*) => {$(
        $(#[$doc])*
        pub struct $name(pub OptionSpec);

        impl Handle for $name {
            type Value<'a> = $type;

            fn spec(&self) -> &OptionSpec {
                &self.0
            }

            fn read<'a>(&self, value: &'a Value) -> Option<Self::Value<'a>> {
                match value {
                    $value => Some($read),
                    _ => None,
                }
            }
        }
    )*};
}

handles! {
    Whole: u64, Value::Whole(number) => *number;
    Decimal: Millionths, Value::Decimal(number) => *number;
    Order: MoveOrder, Value::Order(order) => *order;
    SecondsOption: f64, Value::Seconds(seconds) => *seconds;
    BoardOption: &'a Board, Value::Board(board) => board;
    SidesOption: &'a [u32], Value::Sides(sides) => sides;
    /// An option that is a square of a board still to be known.
    SquareOption: &'a str, Value::Square(text) => text;
    ChoicesOption: &'a [&'static OptionValue], Value::Choices(choices) => choices;
    MethodOption: &'a MethodConfig, Value::Method(config) => config;
    MethodsOption: &'a [MethodConfig], Value::Methods(configs) => configs;
}
