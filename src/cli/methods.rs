//! `methods`: list the methods and their options.

use serde::Serialize;

use super::Ending;
use super::args::Methods;
use super::output::{Failure, answer};
use crate::board::MoveOrder;
use crate::solver::{Counter, Kind, METHODS, Method, OptionSpec, OptionValue, Value};

pub(super) fn run(command: &Methods) -> Result<Ending, Failure> {
    let text = if command.json { json() } else { METHODS.iter().map(|m| table(m)).collect() };
    answer(&text)
}

/// A method as a few lines of text.
fn table(method: &Method) -> String {
    let mut text = format!("{}\n  {}\n  {}\n", method.name, method.summary, method.credit);
    text.extend(method.options.iter().copied().map(option));
    text + "\n"
}

/// An option: what it is called, what it decides, and its values with what they mean.
fn option(option: &OptionSpec) -> String {
    let (key, title, default) = (option.key, option.title, option.default);
    let range = option.range().map_or(String::new(), |range| format!(": {range}"));
    let mut text = format!("    {key:<12} {title}{range} (default {default})\n");
    text += &format!("                 {}\n", option.help);
    for OptionValue { name, title, .. } in option.kind.choices() {
        text += &format!("                 {name:<14}{title}\n");
    }
    text
}

fn json() -> String {
    let methods: Vec<MethodJson> = METHODS.iter().map(|method| MethodJson::of(method)).collect();
    serde_json::to_string_pretty(&methods).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct MethodJson {
    name: &'static str,
    summary: &'static str,
    credit: &'static str,
    enumerates: bool,
    options: Vec<MethodOptionJson>,
    counters: Vec<CounterJson>,
}

#[derive(Serialize)]
struct CounterJson {
    name: &'static str,
    title: &'static str,
    help: &'static str,
}

impl MethodJson {
    fn of(method: &Method) -> MethodJson {
        MethodJson {
            name: method.name,
            summary: method.summary,
            credit: method.credit,
            enumerates: method.enumerates,
            options: method.options.iter().copied().map(MethodOptionJson::of).collect(),
            counters: method
                .counters
                .iter()
                .map(|Counter { key: name, title, help }| CounterJson { name, title, help })
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct MethodOptionJson {
    name: &'static str,
    title: &'static str,
    help: &'static str,
    default: serde_json::Value,
    #[serde(flatten)]
    range: RangeJson,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum RangeJson {
    Choice { values: Vec<ChoiceJson> },
    Order { names: Vec<ChoiceJson> },
    Whole { min: u64, max: u64 },
    Decimal { min: f64, max: f64 },
}

#[derive(Serialize)]
struct ChoiceJson {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'static str>,
    meaning: String,
}

impl MethodOptionJson {
    fn of(option: &OptionSpec) -> MethodOptionJson {
        let range = match option.kind {
            Kind::Order => RangeJson::Order {
                names: MoveOrder::NAMED.iter().map(ChoiceJson::of_order).collect(),
            },
            Kind::Whole(min, max) => RangeJson::Whole { min, max },
            Kind::Decimal(min, max) => RangeJson::Decimal { min: min.as_f64(), max: max.as_f64() },
            kind => {
                RangeJson::Choice { values: kind.choices().iter().map(ChoiceJson::of).collect() }
            }
        };
        let default = match option.default_value() {
            Value::Whole(number) => number.into(),
            Value::Decimal(number) => number.as_f64().into(),
            _ => option.default.into(),
        };
        MethodOptionJson {
            name: option.key,
            title: option.title,
            help: option.help,
            default,
            range,
        }
    }
}

impl ChoiceJson {
    fn of(choice: &OptionValue) -> ChoiceJson {
        let OptionValue { name, title, help, .. } = *choice;
        ChoiceJson { name, title: Some(title), meaning: help.to_owned() }
    }

    fn of_order((name, order): &(&'static str, MoveOrder)) -> ChoiceJson {
        ChoiceJson { name, title: None, meaning: order.to_string() }
    }
}
