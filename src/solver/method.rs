//! A method's description and options, and its name on the command line.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use super::methods::{auto, divide};
use super::option::{OptionSpec, Options, Setting};
use super::work::Counter;
use super::{AutoChoice, METHODS, SearchState, Solver};
use crate::board::Board;
use crate::puzzle::Puzzle;
use crate::text::{cut, did_you_mean, quoted};

/// A way to look for tours: everything that menus, help and the command line show about it.
pub struct Method {
    /// Its name on the command line and in files.
    pub name: &'static str,
    /// Its name for people, short enough for a list.
    pub title: &'static str,
    pub summary: &'static str,
    /// Its idea, and what it is good and bad at, in a few sentences for newcomers.
    pub about: &'static str,
    pub credit: &'static str,
    pub options: &'static [&'static OptionSpec],
    /// Its own counters, in addition to those of steps.
    pub counters: &'static [Counter],
    pub steps: &'static [StepKind],
    /// Whether it finds every tour exactly once, one after another, and so proves that there is no other.
    pub enumerates: bool,
    /// Whether it rules out paths without walking them to their end, with these options.
    pub looks_ahead: fn(&Options) -> bool,
    /// Whether searches from the same square differ with the seed.
    pub is_random: fn(&Options) -> bool,
    /// Why it cannot solve this puzzle, in words that follow its name; `None` if it may try. Whether a tour exists
    /// is asked before.
    pub refuses: fn(&Puzzle, &Options) -> Option<String>,
    /// Builds the search from a state in which no step was taken.
    pub build: fn(SearchState, &Options) -> Box<dyn Solver>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    Placement,
    Retreat,
    Restart,
    Rewire,
}

impl Method {
    /// Accepts every puzzle that asks for a path from its given squares.
    pub const FINISHES_PATHS: fn(&Puzzle, &Options) -> Option<String> = |puzzle, _| {
        let words = "cannot rearrange a path; it only continues the squares that are given";
        puzzle.repair().is_some().then(|| words.to_owned())
    };

    pub fn takes(&self, kind: StepKind) -> bool {
        self.steps.contains(&kind)
    }
}

/// A method with all its options set, written as `backtracking:by=warnsdorff,order=top-down`.
#[derive(Clone)]
pub struct MethodConfig {
    pub method: &'static Method,
    pub options: Options,
}

/// `auto`, which picks another method that suits the puzzle.
impl Default for MethodConfig {
    fn default() -> MethodConfig {
        MethodConfig::new(&crate::solver::methods::auto::METHOD)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MethodError(String);

impl MethodConfig {
    pub fn new(method: &'static Method) -> MethodConfig {
        MethodConfig { method, options: Options::defaults(method.options) }
    }

    pub fn set(&mut self, key: &str, value: &str) -> Result<(), MethodError> {
        let method = self.method;
        let Some(spec) = method.options.iter().find(|spec| spec.key == key) else {
            let keys = method.options.iter().map(|spec| spec.key);
            let hint = did_you_mean(key, keys.clone());
            let (name, key) = (method.name, quoted(key));
            let keys = keys.collect::<Vec<_>>().join(", ");
            let others = if keys.is_empty() { "it has no options" } else { "it has " };
            return Err(MethodError(format!("{name} has no option {key}{hint}; {others}{keys}")));
        };
        let value = spec.kind.parse(value, &format!("{key}={}", cut(value)));
        let value = value.map_err(|why| MethodError(format!("{}: {why}", method.name)))?;
        self.options.put(spec, value);
        Ok(())
    }

    pub fn is_random(&self) -> bool {
        (self.method.is_random)(&self.options)
    }

    /// Why this method cannot solve a puzzle, in a whole sentence; `None` if it may try.
    pub fn refusal(&self, puzzle: &Puzzle) -> Option<String> {
        self.why_not(puzzle).map(|why| format!("{} {why}", self.method.name))
    }

    /// Like [`MethodConfig::refusal`], but in words that follow the name of the method.
    pub fn why_not(&self, puzzle: &Puzzle) -> Option<String> {
        let refused = (self.method.refuses)(puzzle, &self.options);
        refused.or_else(|| self.why_not_base(puzzle))
    }

    /// Why it has no use for any of a puzzle's base tours, in words that follow its name.
    pub fn why_not_base(&self, puzzle: &Puzzle) -> Option<String> {
        let base = puzzle.base();
        if base.is_empty() || (self.method.refuses)(puzzle, &self.options).is_some() {
            return None;
        }
        if !self.takes_base() {
            let words =
                format!("uses no base tours; leave them out, or use {}", divide::METHOD.name);
            return Some(words);
        }
        divide::why_not_base(puzzle.board(), base)
    }

    pub fn takes_base(&self) -> bool {
        self.method.name == divide::METHOD.name
    }

    /// The rows and columns of the base tours that it has places for on a board.
    pub fn base_shapes(&self, board: &Board) -> BTreeSet<(u32, u32)> {
        if self.takes_base() { divide::shapes(board) } else { BTreeSet::new() }
    }

    pub fn looks_ahead(&self) -> bool {
        (self.method.looks_ahead)(&self.options)
    }

    /// The method that searches for a puzzle's tour: this one, or the one that it picks.
    pub fn pick(&self, puzzle: &Puzzle) -> AutoChoice {
        if self.picks() {
            return auto::pick(puzzle);
        }
        AutoChoice { config: self.clone(), most: None, why: None }
    }

    /// Whether another method searches in its place.
    pub fn picks(&self) -> bool {
        self.method.name == auto::METHOD.name
    }

    pub fn build(&self, puzzle: &Puzzle) -> Box<dyn Solver> {
        self.build_limited(puzzle, None)
    }

    pub(super) fn build_limited(&self, puzzle: &Puzzle, steps: Option<u64>) -> Box<dyn Solver> {
        let state = SearchState { step_limit: steps, ..SearchState::new(self.method, puzzle) };
        (self.method.build)(state, &self.options)
    }
}

/// The name, then the options that are not at their default: `backtracking:by=warnsdorff`.
impl fmt::Display for MethodConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.method.name)?;
        for (i, Setting { spec, value, .. }) in self.options.changed().enumerate() {
            write!(f, "{}{}={value}", if i == 0 { ':' } else { ',' }, spec.key)?;
        }
        Ok(())
    }
}

impl fmt::Debug for MethodConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MethodConfig({self})")
    }
}

impl PartialEq for MethodConfig {
    fn eq(&self, other: &MethodConfig) -> bool {
        self.method.name == other.method.name && self.options == other.options
    }
}

impl FromStr for MethodConfig {
    type Err = MethodError;

    fn from_str(text: &str) -> Result<MethodConfig, MethodError> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let names = METHODS.iter().map(|method| method.name);
        let Some(method) = METHODS.iter().find(|method| method.name == name) else {
            let hint = did_you_mean(name, names.clone());
            let names = names.collect::<Vec<_>>().join(", ");
            let name = quoted(name);
            return Err(MethodError(format!("unknown method {name}{hint}; use {names}")));
        };
        let mut config = MethodConfig::new(method);
        let mut set: Vec<&str> = Vec::new();
        for word in rest.split(',').filter(|word| !word.is_empty()) {
            let Some((key, value)) = word.split_once('=') else {
                let word = quoted(word);
                return Err(MethodError(format!(
                    "option {word} of {name} has no value; write {name}:key=value,key=value"
                )));
            };
            let key = key.trim();
            if set.contains(&key) {
                let twice = "is set twice; set it once";
                return Err(MethodError(format!("option {} of {name} {twice}", quoted(key))));
            }
            set.push(key);
            config.set(key, value.trim())?;
        }
        Ok(config)
    }
}
