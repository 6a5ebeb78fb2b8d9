//! Short names of methods and their options, for charts and tables that people read.

use crate::board::MoveOrder;
use crate::solver::{Kind, METHODS, OptionSpec, OptionValue, Recipe};

/// A method with the options that are not at their default.
///
/// ```
/// use knights_tour::lab::method_name;
/// let name = |text: &str| text.parse().map(|recipe| method_name(&recipe));
/// assert_eq!(name("restarting")?, "Restarting");
/// assert_eq!(name("warnsdorff:ties=roth")?, "Warnsdorff, ties: Roth");
/// let text = "backtracking:by=static-degree,order=45328617";
/// assert_eq!(name(text)?, "Backtracking, static degree, order 45328617");
/// assert_eq!(name("euler")?, "Euler's repair");
/// # Ok::<(), knights_tour::solver::MethodError>(())
/// ```
pub fn method_name(recipe: &Recipe) -> String {
    let title = recipe.method.title.to_owned();
    let options = options_in_words(recipe);
    if options.is_empty() { title } else { format!("{title}, {options}") }
}

/// The names of these methods. Where two would be the same, their recipes tell them apart.
pub(super) fn method_names(recipes: &[Recipe]) -> Vec<String> {
    let names: Vec<String> = recipes.iter().map(method_name).collect();
    let is_alone = |name: &String| names.iter().filter(|other| *other == name).count() == 1;
    let name = |(name, recipe): (&String, &Recipe)| match is_alone(name) {
        true => name.clone(),
        false => format!("{name} ({recipe})"),
    };
    names.iter().zip(recipes).map(name).collect()
}

/// The options that are not at their default, separated by commas.
pub fn options_in_words(recipe: &Recipe) -> String {
    let usual = Recipe::new(recipe.method);
    let set = recipe.method.options.iter().filter_map(|option| {
        let value = recipe.options.text(option);
        (value != usual.options.text(option)).then(|| option_words(option, value))
    });
    set.collect::<Vec<_>>().join(", ")
}

fn option_words(option: &OptionSpec, value: &str) -> String {
    let title = with_first(option.title, char::to_ascii_lowercase);
    match (option.key, value_of(option, value)) {
        // Its title is a sentence of its own, too long for a chart.
        ("by", Some(OptionValue { name: "static-degree", .. })) => "static degree".to_owned(),
        ("by", Some(value)) => within(value),
        ("ties", Some(value)) => format!("ties: {}", within(value)),
        (_, Some(OptionValue { name: "on", .. })) => title,
        (_, Some(OptionValue { name: "off", .. })) => format!("no {title}"),
        (_, Some(value)) => format!("{title}: {}", within(value)),
        (_, None) if matches!(option.kind, Kind::Order) => format!("order {}", order_name(value)),
        (_, None) => format!("{title}: {}", option.value_title(value)),
    }
}

/// The value of a choice.
fn value_of(option: &OptionSpec, name: &str) -> Option<&'static OptionValue> {
    let Kind::Choice(values) = option.kind else { return None };
    values.iter().find(|value| value.name == name)
}

/// A move order by its name, or by its digits where it has none.
fn order_name(digits: &str) -> &str {
    let named = MoveOrder::NAMED.iter().find(|(_, order)| order.to_string() == digits);
    named.map_or(digits, |(name, _)| name)
}

/// The title of a value without its explanation.
pub fn short_title(value: &OptionValue) -> &'static str {
    let title = value.title.split(" (").next().unwrap_or(value.title);
    title.split(": ").next().unwrap_or(title)
}

/// The same within a sentence: what comes before a colon is the name of a person.
fn within(value: &OptionValue) -> String {
    let title = short_title(value);
    if value.title.contains(": ") {
        return title.to_owned();
    }
    with_first(title, char::to_ascii_lowercase)
}

/// The text with its first letter changed.
fn with_first(text: &str, change: impl Fn(&char) -> char) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| change(&first));
    first.into_iter().chain(letters).collect()
}

/// The values that an option of a method can have; none where there is no such option.
pub(super) fn option_values(method: &str, key: &str) -> &'static [OptionValue] {
    let method = METHODS.iter().find(|other| other.name == method);
    let options = method.map_or(&[][..], |method| method.options);
    match options.iter().find(|option| option.key == key).map(|option| &option.kind) {
        Some(Kind::Choice(values)) => values,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_where_recipes_do() {
        let texts = ["warnsdorff", "warnsdorff:ties=roth", "warnsdorff", "backtracking:prune=on"];
        let recipes: Vec<Recipe> = texts.iter().map(|text| text.parse().unwrap()).collect();
        let names = method_names(&recipes);
        assert_eq!(names[1], "Warnsdorff, ties: Roth");
        assert_eq!(names[0], "Warnsdorff (warnsdorff)", "it is there twice");
        assert_eq!(names[3], "Backtracking, look ahead");
        let ties = option_values("warnsdorff", "ties");
        let titles: Vec<&str> = ties.iter().map(short_title).collect();
        assert_eq!(titles[2..], ["Random", "Pohl", "Roth", "Squirrel and Cull"]);
    }
}
