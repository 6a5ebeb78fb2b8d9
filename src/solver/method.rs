//! What a method says about itself, and how it is named on the command line.

use std::fmt;
use std::str::FromStr;

use super::{METHODS, Position, PositionError, Solver};
use crate::board::MoveOrder;
use crate::puzzle::Puzzle;
use crate::text::{cut, did_you_mean, grouped, quoted, whole_number};

/// A way to look for tours: everything that menus, help and the command line show about it.
pub struct Method {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub summary: &'static str,
    /// Its idea, and what it is good and bad at, in a few sentences for newcomers.
    pub about: &'static str,
    /// Whose idea it is, and when it was published.
    pub credit: &'static str,
    /// Its options with their ranges and defaults.
    pub options: &'static [OptionSpec],
    /// Whether it finds every tour exactly once when it is asked for one tour after another.
    pub enumerates: bool,
    /// Whether it never steps back: at a dead end it starts again or gives up.
    pub never_retreats: bool,
    /// Whether searches from the same square differ with the seed.
    pub is_random: fn(&Options) -> bool,
    /// Why these options do not work together, if they do not; each is valid on its own.
    pub conflict: fn(&Options) -> Option<String>,
    /// Builds the search.
    pub build: fn(&Puzzle, &Options) -> Box<dyn Solver>,
}

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
    pub(super) const fn new(
        name: &'static str,
        title: &'static str,
        help: &'static str,
    ) -> OptionValue {
        OptionValue { name, title, help }
    }
}

impl OptionSpec {
    /// The option has an effect whatever the others are.
    pub(super) const ALWAYS_USEFUL: fn(&Options) -> Option<&'static str> = |_| None;

    /// The value in its canonical form, or what is wrong with it.
    fn read(&self, value: &str) -> Result<String, String> {
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
                _ => Err(format!(
                    "{}={} is not a whole number from {} to {}",
                    self.key,
                    cut(value),
                    grouped(least),
                    grouped(most)
                )),
            },
        }
    }

    /// One of its values as people read it: a choice by its title, a number with separators, a move
    /// order by its digits.
    pub fn value_title(&self, value: &str) -> String {
        match self.kind {
            Kind::Choice(choices) => {
                let choice = choices.iter().find(|choice| choice.name == value);
                choice.map_or(value, |choice| choice.title).to_owned()
            }
            Kind::Order => value.to_owned(),
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
        }
    }
}

/// The value of every option of a method, each checked and in its canonical form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options(Vec<(&'static str, String)>);

impl Options {
    fn defaults(method: &Method) -> Options {
        let value = |spec: &OptionSpec| spec.read(spec.default).unwrap_or_default();
        Options(method.options.iter().map(|spec| (spec.key, value(spec))).collect())
    }

    /// Keys and values, in the order of the method's list.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(key, value)| (*key, value.as_str()))
    }

    /// The value of an option; empty if the method has no such option.
    pub fn get(&self, key: &str) -> &str {
        self.0.iter().find(|(name, _)| *name == key).map_or("", |(_, value)| value)
    }

    /// Whether an option that is `on` or `off` is on.
    pub(super) fn is_on(&self, key: &str) -> bool {
        self.get(key) == "on"
    }

    /// The value of an option that is a number; 0 if the method has no such option.
    pub(super) fn whole(&self, key: &str) -> u64 {
        self.get(key).parse().unwrap_or(0)
    }

    /// The value of an option that is a move order.
    pub(super) fn order(&self, key: &str) -> MoveOrder {
        self.get(key).parse().unwrap_or(MoveOrder::ANTICLOCKWISE)
    }
}

/// A method with all its options set.
///
/// ```
/// use knights_tour::solver::Recipe;
/// let recipe: Recipe = "backtracking:order=top-down,by=warnsdorff".parse()?;
/// assert_eq!(recipe.to_string(), "backtracking:by=warnsdorff,order=54637281");
/// assert!("backtrakcing".parse::<Recipe>().unwrap_err().to_string().contains("'backtracking'"));
/// # Ok::<(), knights_tour::solver::MethodError>(())
/// ```
#[derive(Clone)]
pub struct Recipe {
    /// The method.
    pub method: &'static Method,
    /// Its options.
    pub options: Options,
}

/// The method that finds a tour on almost any board at once.
impl Default for Recipe {
    fn default() -> Recipe {
        Recipe::new(&super::restarting::METHOD)
    }
}

/// What is wrong with the text of a [`Recipe`], and how to fix it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MethodError(String);

impl Recipe {
    /// The method with every option at its default.
    pub fn new(method: &'static Method) -> Recipe {
        Recipe { method, options: Options::defaults(method) }
    }

    /// Sets one option.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), MethodError> {
        let method = self.method;
        let Some(place) = method.options.iter().position(|spec| spec.key == key) else {
            let keys = method.options.iter().map(|spec| spec.key);
            let hint = did_you_mean(key, keys.clone());
            let (name, key) = (method.name, quoted(key));
            let keys = keys.collect::<Vec<_>>().join(", ");
            return Err(MethodError(format!("{name} has no option {key}{hint}; it has {keys}")));
        };
        let value = method.options[place].read(value);
        self.options.0[place].1 =
            value.map_err(|why| MethodError(format!("{}: {why}", method.name)))?;
        Ok(())
    }

    /// Why these options do not work together, if they do not.
    pub fn conflict(&self) -> Option<String> {
        (self.method.conflict)(&self.options)
    }

    /// Resets options that have no effect to their defaults, if they conflict with others.
    ///
    /// ```
    /// use knights_tour::solver::Recipe;
    /// let mut recipe: Recipe = "backtracking:by=warnsdorff,ties=roth".parse()?;
    /// recipe.set("by", "fixed")?;
    /// assert!(recipe.conflict().is_some());
    /// recipe.settle();
    /// assert_eq!(recipe.to_string(), "backtracking");
    /// # Ok::<(), knights_tour::solver::MethodError>(())
    /// ```
    pub fn settle(&mut self) {
        if self.conflict().is_none() {
            return;
        }
        let usual = Options::defaults(self.method);
        for (place, spec) in self.method.options.iter().enumerate() {
            if (spec.useless)(&self.options).is_some() {
                self.options.0[place] = usual.0[place].clone();
            }
        }
    }

    /// Whether searches from the same square differ with the seed.
    pub fn is_random(&self) -> bool {
        (self.method.is_random)(&self.options)
    }

    /// Starts the search for a puzzle's tour.
    pub fn build(&self, puzzle: &Puzzle) -> Box<dyn Solver> {
        (self.method.build)(puzzle, &self.options)
    }

    /// Resumes a search at a position.
    pub fn load(
        &self,
        puzzle: &Puzzle,
        position: &Position,
    ) -> Result<Box<dyn Solver>, PositionError> {
        position.check(puzzle)?;
        let mut solver = self.build(puzzle);
        solver.restore(position)?;
        Ok(solver)
    }
}

/// The name, then the options that are not at their default: `backtracking:by=warnsdorff`.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.method.name)?;
        let usual = Options::defaults(self.method);
        let set = self.options.iter().filter(|(key, value)| usual.get(key) != *value);
        for (i, (key, value)) in set.enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipe({self})")
    }
}

impl PartialEq for Recipe {
    fn eq(&self, other: &Recipe) -> bool {
        self.method.name == other.method.name && self.options == other.options
    }
}

impl FromStr for Recipe {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<Recipe, MethodError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let names = METHODS.iter().map(|method| method.name);
        let Some(method) = METHODS.iter().find(|method| method.name == name) else {
            let hint = did_you_mean(name, names.clone());
            let names = names.collect::<Vec<_>>().join(", ");
            let name = quoted(name);
            return Err(MethodError(format!("unknown method {name}{hint}; use {names}")));
        };
        let mut recipe = Recipe::new(method);
        let mut set: Vec<&str> = Vec::new();
        for word in rest.split(',').filter(|word| !word.is_empty()) {
            let Some((key, value)) = word.split_once('=') else {
                let word = quoted(word);
                return Err(MethodError(format!(
                    "option {word} of {name} has no value; write {name}:key=value,key=value"
                )));
            };
            if set.contains(&key.trim()) {
                let key = quoted(key.trim());
                return Err(MethodError(format!(
                    "option {key} of {name} is set twice; set it once"
                )));
            }
            set.push(key.trim());
            recipe.set(key.trim(), value.trim())?;
        }
        match recipe.conflict() {
            Some(why) => Err(MethodError(format!("{name}: {why}"))),
            None => Ok(recipe),
        }
    }
}
