//! The distribution of many numbers.

use std::collections::BTreeMap;

/// Whole numbers that were measured, equal ones counted together: exact, and small where many are
/// equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distribution {
    counts: BTreeMap<u64, u64>,
    count: u64,
    total: u128,
}

impl Distribution {
    pub fn add(&mut self, value: u64) {
        *self.counts.entry(value).or_default() += 1;
        self.count += 1;
        self.total += u128::from(value);
    }

    pub fn total(&self) -> u128 {
        self.total
    }

    pub fn average(&self) -> Option<f64> {
        (self.count > 0).then(|| self.total as f64 / self.count as f64)
    }

    pub fn median(&self) -> Option<f64> {
        let last = self.count.checked_sub(1)?;
        let (lower, upper) = (self.at(last / 2)?, self.at(last.div_ceil(2))?);
        Some((lower as f64 + upper as f64) / 2.0)
    }

    /// A percentile: the least value that at least this share of all values do not exceed.
    pub fn part(&self, share: f64) -> Option<u64> {
        let rank = (share * self.count as f64).ceil().max(1.0) as u64;
        self.at(rank.min(self.count).checked_sub(1)?)
    }

    pub fn ends(&self) -> Option<(u64, u64)> {
        Some((*self.counts.first_key_value()?.0, *self.counts.last_key_value()?.0))
    }

    pub fn max(&self) -> Option<u64> {
        Some(self.ends()?.1)
    }

    /// Every value with how many times it occurs, least first.
    pub fn values(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.counts.iter().map(|(value, count)| (*value, *count))
    }

    /// The value of this rank, counted from 0.
    fn at(&self, rank: u64) -> Option<u64> {
        let mut before = 0;
        let reached = |(_, count): &(&u64, &u64)| {
            before += **count;
            before > rank
        };
        self.counts.iter().find(reached).map(|(value, _)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_and_parts_are_those_of_the_sorted_list() {
        for length in 0..60_u64 {
            let mut values: Vec<u64> = (0..length).map(|i| i * i * 7 % 31).collect();
            let mut distribution = Distribution::default();
            values.iter().for_each(|value| distribution.add(*value));
            values.sort_unstable();
            let n = values.len();
            let median = (n > 0).then(|| (values[(n - 1) / 2] + values[n / 2]) as f64 / 2.0);
            assert_eq!(distribution.median(), median);
            for tenths in 1..=10 {
                let enough = |value: &&u64| {
                    values.iter().filter(|other| other <= value).count() * 10 >= n * tenths
                };
                assert_eq!(
                    distribution.part(tenths as f64 / 10.0),
                    values.iter().find(enough).copied()
                );
            }
            assert_eq!(distribution.max(), values.last().copied());
            assert_eq!(distribution.total(), values.iter().map(|value| u128::from(*value)).sum());
        }
    }
}
