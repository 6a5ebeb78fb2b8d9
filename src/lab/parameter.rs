//! The parameters of an experiment and their values.

use crate::board::{Board, Square};
use crate::puzzle::{Goal, parse_seed};
use crate::solver::{Millionths, OptionValue, Recipe};
use crate::text::{did_you_mean, grouped, quoted, whole_number};

use super::name::{method_names, option_values};
use super::{Cell, Experiment, LabError, method_name, short_title};

/// Something that can be set before an experiment is run.
pub struct Parameter {
    /// Its name on the command line.
    pub key: &'static str,
    /// Its name in the window.
    pub title: &'static str,
    /// What it decides.
    pub help: &'static str,
    /// Which values it takes.
    pub kind: ParameterKind,
    /// Its value unless somebody sets it.
    pub default: &'static str,
}

/// Which values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// Rows and columns, such as `8x8`.
    Board,
    /// Sides of square boards: numbers, and ranges such as `5-8`.
    Sizes,
    /// A square, such as `7,0` or `a1`.
    Start,
    /// One method with its options.
    Method,
    /// One method with its options that can list every tour exactly once.
    Enumerator,
    /// Methods with their options, separated by spaces.
    Methods,
    /// `any` or `closed`.
    Goal,
    /// Values of an option of a method, by their names, separated by commas.
    Values {
        /// The method.
        method: &'static str,
        /// The key of its option.
        option: &'static str,
    },
    /// A whole number in this range, both ends included.
    Whole(u64, u64),
    /// A number from 0 to 1 with up to six decimals.
    Rate,
    /// A time above zero.
    Seconds,
    /// The seed of the first run.
    Seed,
}

impl Parameter {
    /// The values to choose from where they are values of an option.
    pub fn option_values(&self) -> &'static [OptionValue] {
        match self.kind {
            ParameterKind::Values { method, option } => option_values(method, option),
            _ => &[],
        }
    }

    /// A value in words, from its canonical form.
    pub(super) fn value_words(&self, value: &str) -> String {
        let recipe = |word: &str| {
            word.parse().map_or_else(|_| word.to_owned(), |recipe| method_name(&recipe))
        };
        match self.kind {
            ParameterKind::Method | ParameterKind::Enumerator => recipe(value),
            ParameterKind::Methods => {
                value.split_whitespace().map(recipe).collect::<Vec<_>>().join("; ")
            }
            ParameterKind::Values { .. } => {
                let chosen = |known: &&OptionValue| value.split(',').any(|name| name == known.name);
                let titles = self.option_values().iter().filter(chosen).map(short_title);
                titles.collect::<Vec<_>>().join("; ")
            }
            ParameterKind::Goal => Goal::named(value).map_or(value, |goal| goal.label()).to_owned(),
            ParameterKind::Whole(..) => value.parse().map_or_else(|_| value.to_owned(), grouped),
            _ => value.to_owned(),
        }
    }
}

/// The corner at the bottom left.
pub(super) const CORNER: &str = "a1";

/// The longest side of a board in the lab.
const LONGEST: u32 = 2_000;

impl ParameterKind {
    /// The value in its canonical form, or what is wrong with it.
    fn read(self, text: &str) -> Result<String, String> {
        match self {
            ParameterKind::Board => {
                text.parse::<Board>().map(|board| board.to_string()).map_err(|e| e.to_string())
            }
            ParameterKind::Sizes => read_sizes(text).map(|sizes| sizes_text(&sizes)),
            // Whether there is such a square depends on the board.
            ParameterKind::Start => Ok(text.to_owned()),
            ParameterKind::Method => {
                text.parse::<Recipe>().map(|recipe| recipe.to_string()).map_err(|e| e.to_string())
            }
            ParameterKind::Enumerator => {
                let recipe = text.parse::<Recipe>().map_err(|error| error.to_string())?;
                let name = recipe.method.name;
                let enumerates = recipe.method.enumerates.then(|| recipe.to_string());
                enumerates.ok_or_else(|| {
                    format!("{name} cannot list every tour exactly once; use backtracking")
                })
            }
            ParameterKind::Methods => {
                let mut recipes: Vec<String> = Vec::new();
                for word in text.split_whitespace() {
                    let recipe = word.parse::<Recipe>().map_err(|error| error.to_string())?;
                    let recipe = recipe.to_string();
                    // Each method once.
                    if !recipes.contains(&recipe) {
                        recipes.push(recipe);
                    }
                }
                match recipes.is_empty() {
                    true => Err("no method chosen; add at least one".to_owned()),
                    false => Ok(recipes.join(" ")),
                }
            }
            ParameterKind::Goal => match Goal::named(text) {
                Some(goal) => Ok(goal.name().to_owned()),
                None => Err(format!("unknown goal {}; use {}", quoted(text), Goal::names(" or "))),
            },
            ParameterKind::Values { method, option } => {
                let known: Vec<&str> =
                    option_values(method, option).iter().map(|value| value.name).collect();
                let words: Vec<&str> = text.split([',', ' ']).filter(|w| !w.is_empty()).collect();
                let names = known.join(", ");
                match words.iter().find(|word| !known.contains(word)) {
                    Some(word) => {
                        let hint = did_you_mean(word, known.iter().copied());
                        Err(format!("unknown value {}{hint}; use {names}", quoted(word)))
                    }
                    None if words.is_empty() => Err(format!("nothing chosen; use {names}")),
                    None => Ok(words.join(",")),
                }
            }
            ParameterKind::Whole(least, most) => {
                match whole_number::<u64>(&text.replace(',', "")) {
                    Some(number) if (least..=most).contains(&number) => Ok(number.to_string()),
                    _ => Err(format!(
                        "{} is not a whole number from {} to {}",
                        quoted(text),
                        grouped(least),
                        grouped(most)
                    )),
                }
            }
            ParameterKind::Rate => match Millionths::parse(text) {
                Some(rate) if rate <= Millionths(1_000_000) => Ok(rate.to_string()),
                _ => Err(format!(
                    "{} is not a number from 0 to 1 with at most six decimals, such as 0.9",
                    quoted(text)
                )),
            },
            ParameterKind::Seconds => match text.parse::<f64>() {
                Ok(seconds) if !text.starts_with('+') && seconds > 0.0 && seconds <= 1e6 => {
                    Ok(seconds.to_string())
                }
                _ => {
                    Err(format!("{} is not a number of seconds above 0, such as 2.5", quoted(text)))
                }
            },
            ParameterKind::Seed => {
                parse_seed(text).map(|seed| seed.to_string()).map_err(|error| error.to_string())
            }
        }
    }
}

/// Reads sides of boards: `5-8` or `5,6,10-12`.
fn read_sizes(text: &str) -> Result<Vec<u32>, String> {
    let mut sizes = Vec::new();
    let wrong =
        |word: &str| format!("{} is not a list of sides such as 5-8 or 5,6,10-12", quoted(word));
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let (first, last) = word.split_once('-').unwrap_or((word, word));
        let side = |text: &str| match whole_number::<u32>(text.trim()) {
            Some(side) if (1..=LONGEST).contains(&side) => Ok(side),
            Some(_) => {
                Err(format!("{} is not a side from 1 to {}", quoted(text), grouped(LONGEST.into())))
            }
            None => Err(wrong(word)),
        };
        let (first, last) = (side(first)?, side(last)?);
        if first > last {
            return Err(wrong(word));
        }
        sizes.extend(first..=last);
    }
    sizes.sort_unstable();
    sizes.dedup();
    if sizes.is_empty() { Err(wrong(text)) } else { Ok(sizes) }
}

/// The shortest text for these sides.
fn sizes_text(sizes: &[u32]) -> String {
    let runs = sizes.chunk_by(|a, b| a + 1 == *b);
    let words = runs.map(|run| match run {
        [one] => one.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    words.collect::<Vec<_>>().join(",")
}

/// The value of every parameter of an experiment, each checked and in its canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterValues(Vec<(&'static str, String)>);

impl ParameterValues {
    /// Every parameter at its default.
    pub fn defaults(experiment: &Experiment) -> ParameterValues {
        let value = |parameter: &Parameter| {
            let value = parameter.kind.read(parameter.default);
            (parameter.key, value.unwrap_or_else(|_| parameter.default.to_owned()))
        };
        ParameterValues(experiment.parameters.iter().map(value).collect())
    }

    /// Sets one parameter.
    pub fn set(&mut self, experiment: &Experiment, key: &str, text: &str) -> Result<(), LabError> {
        let keys = || experiment.parameters.iter().map(|parameter| parameter.key);
        let Some(place) = keys().position(|name| name == key) else {
            let hint = did_you_mean(key, keys());
            return Err(LabError(format!(
                "{} has no parameter {}{hint}",
                experiment.name,
                quoted(key)
            )));
        };
        let value = experiment.parameters[place].kind.read(text.trim());
        self.0[place].1 = value.map_err(LabError)?;
        Ok(())
    }

    /// Keys and values, in the order of the experiment's list.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(key, value)| (*key, value.as_str()))
    }

    /// The command that runs an experiment with these values.
    pub fn command_line(&self, experiment: &Experiment) -> String {
        let usual = ParameterValues::defaults(experiment);
        let mut text = format!("knights-tour lab {}", experiment.name);
        for ((key, value), (_, default)) in self.iter().zip(usual.iter()) {
            if value != default {
                text += &format!(" --{key} {}", shell_word(value));
            }
        }
        text
    }

    /// All of them in words.
    pub(super) fn in_words(&self, experiment: &Experiment) -> String {
        let set = experiment.parameters.iter().map(|parameter| {
            let value = parameter.value_words(self.get(parameter.key));
            format!("{} {value}", parameter.title.to_lowercase())
        });
        set.collect::<Vec<_>>().join(" · ")
    }

    /// The value of a parameter; empty where the experiment has no such parameter.
    pub fn get(&self, key: &str) -> &str {
        self.0.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value)
    }

    pub(super) fn board(&self) -> Result<Board, LabError> {
        self.get("board").parse().map_err(LabError::of)
    }

    pub(super) fn sizes(&self) -> Vec<u32> {
        read_sizes(self.get("sizes")).unwrap_or_default()
    }

    /// The start on a board. The corner `a1` is there on every board, even where squares have no names.
    pub(super) fn start(&self, board: &Board) -> Result<Square, LabError> {
        let text = self.get("start");
        let start = board.parse_square(text).map_err(LabError::of);
        start.or_else(|error| {
            let corner = board.square(board.rows() - 1, 0).filter(|_| text == CORNER);
            corner.ok_or(error)
        })
    }

    /// Why the start is not a square of every board that it is used on.
    pub fn wrong_start(&self) -> Option<LabError> {
        if self.get("start").is_empty() {
            return None;
        }
        let sizes = self.sizes();
        let boards = sizes.iter().map(|side| Board::new(*side, *side).map_err(LabError::of));
        let alone = sizes.is_empty().then(|| self.board());
        let mut starts = boards.chain(alone).map(|board| self.start(&board?));
        starts.find_map(Result::err)
    }

    pub(super) fn method(&self) -> Result<Recipe, LabError> {
        self.get("method").parse().map_err(LabError::of)
    }

    pub(super) fn methods(&self) -> Vec<Recipe> {
        self.get("methods").split_whitespace().filter_map(|word| word.parse().ok()).collect()
    }

    /// The methods, each as a cell of a table.
    pub(super) fn method_cells(&self) -> Vec<Cell> {
        let recipes = self.methods();
        let names = method_names(&recipes);
        recipes
            .iter()
            .zip(names)
            .map(|(recipe, name)| Cell::named(recipe.to_string(), name))
            .collect()
    }

    /// The names of the methods.
    pub(super) fn method_names(&self) -> Vec<String> {
        method_names(&self.methods())
    }

    pub(super) fn goal(&self) -> Goal {
        Goal::named(self.get("goal")).unwrap_or_default()
    }

    pub(super) fn words(&self, key: &str) -> Vec<String> {
        self.get(key).split(',').map(str::to_owned).collect()
    }

    pub(super) fn whole(&self, key: &str) -> u64 {
        self.get(key).parse().unwrap_or(0)
    }

    pub(super) fn seconds(&self) -> f64 {
        self.get("max-seconds").parse().unwrap_or(0.0)
    }

    pub(super) fn seed(&self) -> u64 {
        self.whole("seed")
    }
}

/// A value as one word of a command line, in quotes where it needs them.
fn shell_word(value: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:=".contains(c);
    if !value.is_empty() && value.chars().all(is_plain) {
        return value.to_owned();
    }
    let escaped = |c: char| if "\"\\$`".contains(c) { format!("\\{c}") } else { c.to_string() };
    format!("\"{}\"", value.chars().map(escaped).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_read_and_written_in_one_way() {
        for (text, short) in [("5-8", "5-8"), ("5,6,7,10", "5-7,10"), ("8 5 5", "5,8"), ("3", "3")]
        {
            assert_eq!(ParameterKind::Sizes.read(text).as_deref(), Ok(short));
        }
        for text in ["", "8-5", "0", "5-", "many", "2001"] {
            assert!(ParameterKind::Sizes.read(text).is_err(), "{text}");
        }
    }
}
