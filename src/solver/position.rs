//! The position of a search: everything a file must store to resume it, and checks that it is sound.

use std::collections::BTreeMap;

use super::walk::Walk;
use super::{Event, Status, Work};
use crate::puzzle::Puzzle;
use crate::solver::search::ranking::Generator;
use crate::text::quoted;

/// The position of a search. [`Recipe::load`](super::Recipe::load) turns it back into a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    /// The steps it took.
    pub work: Work,
    /// Whether the search has ended, and how.
    pub status: Status,
    /// What the last step was.
    pub last: Option<Event>,
    /// The path, if the method walks one.
    pub walk: Option<Walk>,
    /// The random state, if the method uses one.
    pub chance: Option<Generator>,
    /// Other numbers that a method stores, by name.
    pub own: BTreeMap<String, u64>,
    /// Other lists of numbers that a method stores, by name.
    pub lists: BTreeMap<String, Vec<u64>>,
}

/// No search takes as many steps as this; counters up to here leave room to count on.
const MOST_STEPS: u64 = 1 << 60;

/// Why a position cannot belong to this search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct PositionError(String);

impl PositionError {
    pub(super) fn new(what: impl Into<String>) -> PositionError {
        PositionError(what.into())
    }
}

impl Position {
    /// A position without anything that only some methods store.
    pub fn new(work: &Work, status: Status, last: Option<Event>) -> Position {
        Position {
            work: work.clone(),
            status,
            last,
            walk: None,
            chance: None,
            own: BTreeMap::new(),
            lists: BTreeMap::new(),
        }
    }

    /// All steps, as far as they can be counted.
    pub fn steps(&self) -> u64 {
        let kinds = self.work.kinds().into_iter();
        kinds.fold(0, |sum: u64, (_, number)| sum.saturating_add(number))
    }

    /// The path that the search walks.
    pub(super) fn walk(&self) -> Result<&Walk, PositionError> {
        self.walk.as_ref().ok_or_else(|| PositionError::new("the path is missing"))
    }

    /// The numbers that a method stored under these names. There must be no others.
    pub(super) fn own(&self, names: &[&str]) -> Result<Vec<u64>, PositionError> {
        only(names, &self.own, "number")?;
        Ok(names.iter().map(|name| self.own[*name]).collect())
    }

    /// The lists that a method stored under these names. There must be no others.
    pub(super) fn lists(&self, names: &[&str]) -> Result<Vec<&[u64]>, PositionError> {
        only(names, &self.lists, "list")?;
        Ok(names.iter().map(|name| self.lists[*name].as_slice()).collect())
    }

    /// The random state.
    pub(super) fn generator(&self) -> Result<&Generator, PositionError> {
        self.chance.as_ref().ok_or_else(|| PositionError::new("the random state is missing"))
    }

    /// Checks that there is no random state.
    pub(super) fn check_not_random(&self) -> Result<(), PositionError> {
        let has_random_state = self.chance.is_some();
        refuse_if(has_random_state, "it stores random state that this method does not use")
    }

    /// Checks everything that is true of every search of a puzzle.
    pub(super) fn check(&self, puzzle: &Puzzle) -> Result<(), PositionError> {
        let kinds = self.work.kinds().into_iter().chain(self.work.counters.iter());
        let sum = kinds.map(|(_, number)| number).try_fold(0, u64::checked_add);
        refuse_if(sum.is_none_or(|sum| sum > MOST_STEPS), "the counters are too large")?;
        let work = &self.work;
        let fits = match self.last {
            None => self.steps() == 0,
            Some(Event::Advance(_)) => work.placements > 0,
            Some(Event::Retreat(_)) => work.retreats > 0,
            Some(Event::Restart) => work.restarts > 0,
            Some(Event::Rewire) => work.rewires > 0,
        };
        refuse_if(!fits, "the last step does not match the counters")?;
        match &self.walk {
            Some(walk) => walk.check(self, puzzle),
            None => refuse_if(
                work.placements > 0 || work.retreats > 0,
                "it counts placements, but has no path",
            ),
        }
    }
}

/// Checks that what a method stored has these names, and that there is nothing else.
fn only<T>(names: &[&str], stored: &BTreeMap<String, T>, what: &str) -> Result<(), PositionError> {
    let unknown = |name: &&String| !names.contains(&name.as_str());
    if let Some(name) = stored.keys().find(unknown) {
        let name = quoted(name);
        return Err(PositionError(format!("this method does not use a {what} {name}")));
    }
    match names.iter().find(|name| !stored.contains_key(**name)) {
        Some(name) => Err(PositionError(format!("the {what} '{name}' is missing"))),
        None => Ok(()),
    }
}

pub(super) fn refuse_if(wrong: bool, what: &str) -> Result<(), PositionError> {
    if wrong { Err(PositionError::new(what)) } else { Ok(()) }
}
