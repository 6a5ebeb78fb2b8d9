//! Short names of methods and their options, for charts and tables that people read.

use super::TableCell;
use crate::solver::{MethodConfig, OptionValue, Setting, Value};

/// A method with the options that are not at their default.
pub fn method_name(config: &MethodConfig) -> String {
    let title = config.method.title.to_owned();
    let options = options_in_words(config);
    if options.is_empty() { title } else { format!("{title}, {options}") }
}

/// Methods, each as a cell of a table. Where the names of two would be the same, their options tell
/// them apart.
pub(super) fn method_cells(configs: &[MethodConfig]) -> Vec<TableCell> {
    let names: Vec<String> = configs.iter().map(method_name).collect();
    let is_alone = |name: &String| names.iter().filter(|other| *other == name).count() == 1;
    let cell = |(name, config): (&String, &MethodConfig)| {
        let more = if is_alone(name) { String::new() } else { format!(" ({config})") };
        TableCell::named(config.to_string(), format!("{name}{more}"))
    };
    names.iter().zip(configs).map(cell).collect()
}

/// The options that are not at their default, separated by commas.
pub fn options_in_words(config: &MethodConfig) -> String {
    config.options.changed().map(setting_in_words).collect::<Vec<_>>().join(", ")
}

fn setting_in_words(setting: &Setting) -> String {
    let title = uncapitalised(setting.spec.title);
    match &setting.value {
        Value::Choice(OptionValue { name: "on", .. }) => title,
        Value::Choice(OptionValue { name: "off", .. }) => format!("no {title}"),
        Value::Choice(value) => match setting.spec.label.unwrap_or(&title) {
            "" => within(value),
            label => format!("{label}: {}", within(value)),
        },
        Value::Order(order) => {
            format!("order {}", order.name().map_or(order.to_string(), str::to_owned))
        }
        value => format!("{title}: {}", value.title()),
    }
}

/// The title of a value without its explanation.
pub(super) fn short_title(value: &OptionValue) -> &'static str {
    let title = value.title.split(" (").next().unwrap_or(value.title);
    title.split(": ").next().unwrap_or(title)
}

/// A value as it is named within a sentence. A person's name, which stands before a colon, keeps its capital.
fn within(value: &OptionValue) -> String {
    match (value.phrase, short_title(value)) {
        (Some(phrase), _) => phrase.to_owned(),
        (None, title) if value.title.contains(": ") => title.to_owned(),
        (None, title) => uncapitalised(title),
    }
}

fn uncapitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::TIE_BREAKS;

    #[test]
    fn names_differ_where_configs_do() {
        let texts = ["warnsdorff", "warnsdorff:ties=roth", "warnsdorff", "backtracking:prune=on"];
        let configs: Vec<MethodConfig> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let names: Vec<String> = method_cells(&configs).iter().map(TableCell::in_words).collect();
        assert_eq!(names[1], "Warnsdorff, ties: Roth");
        assert_eq!(names[0], "Warnsdorff (warnsdorff)", "it is there twice");
        assert_eq!(names[3], "Backtracking, look ahead");
        for (text, name) in [
            ("restarting", "Warnsdorff with restarts"),
            (
                "backtracking:by=static-degree,order=45328617",
                "Backtracking, static degree, order 45328617",
            ),
            ("euler", "Euler's repair"),
        ] {
            assert_eq!(method_name(&text.parse().unwrap()), name);
        }
        let titles: Vec<&str> = TIE_BREAKS.iter().map(short_title).collect();
        assert_eq!(titles[2..], ["Random", "Pohl", "Roth", "Squirrel and Cull"]);
    }
}
