//! `methods`: list the methods and their options.

use serde::Serialize;

use super::Ending;
use super::args::Methods;
use super::output::{Failure, answer};
use crate::board::MoveOrder;
use crate::solver::{Kind, METHODS, Method, OptionSpec};

pub(super) fn run(command: &Methods) -> Result<Ending, Failure> {
    let text = if command.json { json() } else { METHODS.iter().map(|m| table(m)).collect() };
    answer(&text)?;
    Ok(Ending::Done)
}

/// A method as a few lines of text.
fn table(method: &Method) -> String {
    let mut text = format!("{}\n  {}\n  {}\n", method.name, method.summary, method.credit);
    for option in method.options {
        let (key, range, default) = (option.key, option.range(), option.default);
        text +=
            &format!("    {key:<9} {range} (default {default})\n              {}\n", option.help);
    }
    text + "\n"
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
    options: Vec<OptionJson>,
}

impl MethodJson {
    fn of(method: &Method) -> MethodJson {
        MethodJson {
            name: method.name,
            summary: method.summary,
            credit: method.credit,
            enumerates: method.enumerates,
            options: method.options.iter().map(OptionJson::of).collect(),
        }
    }
}

#[derive(Serialize)]
struct OptionJson {
    name: &'static str,
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
}

#[derive(Serialize)]
struct ChoiceJson {
    name: &'static str,
    meaning: String,
}

impl OptionJson {
    fn of(option: &OptionSpec) -> OptionJson {
        let range = match option.kind {
            Kind::Choice(choices) => RangeJson::Choice {
                values: choices.iter().map(|(name, meaning)| choice(name, meaning)).collect(),
            },
            Kind::Order => RangeJson::Order {
                names: MoveOrder::NAMED.iter().map(|(name, order)| choice(name, order)).collect(),
            },
            Kind::Whole(min, max) => RangeJson::Whole { min, max },
        };
        let number = option.default.parse::<u64>().ok();
        let default = match (&option.kind, number) {
            (Kind::Whole(..), Some(number)) => number.into(),
            _ => option.default.into(),
        };
        OptionJson { name: option.key, help: option.help, default, range }
    }
}

fn choice(name: &'static str, meaning: &dyn std::fmt::Display) -> ChoiceJson {
    ChoiceJson { name, meaning: meaning.to_string() }
}
