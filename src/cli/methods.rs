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
    let methods: Vec<MethodJson> = METHODS.iter().copied().map(method_json).collect();
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

fn method_json(method: &Method) -> MethodJson {
    let &Method { name, summary, credit, enumerates, .. } = method;
    let counter = |&Counter { key: name, title, help }: &Counter| CounterJson { name, title, help };
    MethodJson {
        name,
        summary,
        credit,
        enumerates,
        options: method.options.iter().copied().map(option_json).collect(),
        counters: method.counters.iter().map(counter).collect(),
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

fn option_json(option: &OptionSpec) -> MethodOptionJson {
    let order = |(name, order): (&'static str, MoveOrder)| ChoiceJson {
        name,
        title: None,
        meaning: order.to_string(),
    };
    let choice = |choice: &OptionValue| ChoiceJson {
        name: choice.name,
        title: Some(choice.title),
        meaning: choice.help.to_owned(),
    };
    let range = match option.kind {
        Kind::Order => RangeJson::Order { names: Vec::from(MoveOrder::NAMED.map(order)) },
        Kind::Whole(min, max) => RangeJson::Whole { min, max },
        Kind::Decimal(min, max) => RangeJson::Decimal { min: min.as_f64(), max: max.as_f64() },
        kind => RangeJson::Choice { values: kind.choices().iter().map(choice).collect() },
    };
    let default = match option.default_value() {
        Value::Whole(number) => number.into(),
        Value::Decimal(number) => number.as_f64().into(),
        _ => option.default.into(),
    };
    let &OptionSpec { key: name, title, help, .. } = option;
    MethodOptionJson { name, title, help, default, range }
}
