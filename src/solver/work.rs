//! The work of a search: how many steps it took, and of what kind.

use std::collections::BTreeMap;

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// Something that only some methods count, such as rotations or sweeps.
#[derive(Debug, PartialEq, Eq)]
pub struct Counter {
    pub key: &'static str,
    pub title: &'static str,
    pub help: &'static str,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Squares placed, including the given ones.
    pub placements: u64,
    pub retreats: u64,
    pub restarts: u64,
    /// Steps of any other kind, such as a rotation of the path or a sweep over a network.
    pub rewires: u64,
    /// The method's own counters, in the order in which it lists them.
    pub counters: Counters,
}

impl Work {
    pub fn with(counters: &'static [Counter]) -> Work {
        let zeros = counters.iter().map(|counter| (counter.key, 0)).collect();
        Work { counters: Counters(zeros), ..Work::default() }
    }

    #[inline]
    pub fn steps(&self) -> u64 {
        self.placements + self.retreats + self.restarts + self.rewires
    }

    /// The kinds of steps with their names in files, in the order in which they are listed.
    pub fn kinds(&self) -> [(&'static str, u64); 4] {
        [
            ("placements", self.placements),
            ("retreats", self.retreats),
            ("restarts", self.restarts),
            ("rewires", self.rewires),
        ]
    }

    #[inline]
    pub fn count(&mut self, counter: &Counter, more: u64) {
        let mut own = self.counters.0.iter_mut();
        if let Some((_, count)) = own.find(|(key, _)| *key == counter.key) {
            *count += more;
        }
    }

    /// Forgets all counters of the method's own but these.
    pub fn keep(&mut self, counters: &[Counter]) {
        self.counters.0.retain(|(key, _)| counters.iter().any(|counter| counter.key == *key));
    }
}

/// The counters of a single method, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters(Vec<(&'static str, u64)>);

impl Counters {
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn get(&self, counter: &Counter) -> u64 {
        self.iter().find(|(key, _)| *key == counter.key).map_or(0, |(_, count)| count)
    }

    /// Takes over the numbers that have these names.
    pub fn set(&mut self, named: &BTreeMap<String, u64>) {
        for (key, count) in &mut self.0 {
            *count = named.get(*key).copied().unwrap_or(0);
        }
    }

    /// Takes over numbers in their order; returns whether there is one for each.
    pub(super) fn load(&mut self, numbers: &[u64]) -> bool {
        self.0.iter_mut().zip(numbers).for_each(|((_, count), number)| *count = *number);
        self.0.len() == numbers.len()
    }
}

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// The sum and the kinds of steps, then the method's own counters, where it has some.
impl Serialize for Work {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("steps", &self.steps())?;
        for (name, number) in self.kinds() {
            map.serialize_entry(name, &number)?;
        }
        if !self.counters.is_empty() {
            map.serialize_entry("counters", &self.counters)?;
        }
        map.end()
    }
}

/// The work of a search according to a file, which may leave out all of it.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ReportedWork {
    pub steps: Option<u64>,
    pub placements: Option<u64>,
    pub retreats: Option<u64>,
    pub restarts: Option<u64>,
    pub rewires: Option<u64>,
    pub counters: Option<BTreeMap<String, u64>>,
}

impl ReportedWork {
    fn kinds(&self) -> [Option<u64>; 4] {
        [self.placements, self.retreats, self.restarts, self.rewires]
    }

    /// If all kinds of steps are named but do not make up the steps: their sum.
    pub fn wrong_sum(&self) -> Option<u128> {
        let [placements, retreats, restarts, rewires] = self.kinds();
        let kinds = [placements, retreats, restarts, rewires.or(Some(0))];
        let sum = kinds.into_iter().map(|part| part.map(u128::from)).sum::<Option<u128>>();
        sum.filter(|sum| self.steps.is_some_and(|steps| u128::from(steps) != *sum))
    }

    /// The same as work with the counters of a method; 0 where it says nothing.
    pub fn work(&self, counters: &'static [Counter]) -> Work {
        let [placements, retreats, restarts, rewires] = self.kinds().map(|kind| kind.unwrap_or(0));
        let mut work = Work { placements, retreats, restarts, rewires, ..Work::with(counters) };
        self.counters.iter().for_each(|named| work.counters.set(named));
        work
    }
}
