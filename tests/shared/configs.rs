//! Every method with its options, for the laws that hold for all of them.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use knights_tour::solver::{Kind, METHODS, Method, MethodConfig, OptionSpec};

/// Every method with many choices of its options.
pub(crate) fn configs() -> Vec<MethodConfig> {
    let all = METHODS.iter().flat_map(|method| configs_of(method));
    // One that picks others searches as they do; `auto.rs` is about it.
    all.filter(|config| !config.picks()).collect()
}

/// A method by default, and with few choices of its options in which any two values of different
/// options are met together. All products would be far too many.
pub(crate) fn configs_of(method: &'static Method) -> Vec<MethodConfig> {
    let values: Vec<Vec<String>> = method.options.iter().copied().map(values).collect();
    let of = |option: usize| (0..values[option].len()).map(move |value| (option, value));
    let all: Vec<Value> = (0..values.len()).flat_map(of).collect();
    let pairs = all.iter().flat_map(|a| all.iter().map(|b| [*a, *b]));
    let missing = pairs.filter(|[a, b]| a.0 < b.0 || a == b).collect();
    let mut cover = Cover { method, values, missing, configs: Vec::new() };
    cover.add(&mut vec![Some(0); method.options.len()]);
    while let Some(pair) = cover.missing.pop_first() {
        let mut plan = vec![None; method.options.len()];
        pair.iter().for_each(|(option, value)| plan[*option] = Some(*value));
        cover.add(&mut plan);
    }
    cover.configs
}

/// The values of an option that are tried, the default first: all choices, but only a few numbers and
/// move orders.
pub(crate) fn values(option: &OptionSpec) -> Vec<String> {
    let mut values: Vec<String> = match option.kind {
        Kind::Choice(choices) => choices.iter().map(|choice| choice.name.to_owned()).collect(),
        Kind::Order => vec!["45328617".to_owned()],
        Kind::Whole(least, _) => vec![(least + 1).to_string()],
        Kind::Decimal(least, _) => vec![least.to_string()],
        kind => panic!("no method has an option of this kind: {kind:?}"),
    };
    values.retain(|value| value != option.default);
    values.insert(0, option.default.to_owned());
    values
}

/// A value of an option: the places of both.
type Value = (usize, usize);

/// Choices of options, until no two values are missing.
struct Cover {
    method: &'static Method,
    values: Vec<Vec<String>>,
    /// The pairs that no configuration has yet; a pair of one value stands for that value alone.
    missing: BTreeSet<[Value; 2]>,
    configs: Vec<MethodConfig>,
}

impl Cover {
    /// Adds a configuration that follows a plan, with its gaps filled so that many missing pairs are met.
    fn add(&mut self, plan: &mut [Option<usize>]) {
        for gap in 0..plan.len() {
            let values = 0..self.values[gap].len();
            let best = || values.min_by_key(|value| Reverse(self.new_pairs(plan, (gap, *value))));
            plan[gap] = plan[gap].or_else(best);
        }
        let met = |(option, value): Value| plan[option] == Some(value);
        self.missing.retain(|[a, b]| !met(*a) || !met(*b));
        self.configs.push(self.config(plan));
    }

    /// How many missing pairs a value makes with those of a plan.
    fn new_pairs(&self, plan: &[Option<usize>], new: Value) -> usize {
        let others =
            plan.iter().enumerate().filter_map(|(option, value)| Some((option, (*value)?)));
        others.filter(|other| self.missing.contains(&[new.min(*other), new.max(*other)])).count()
    }

    fn config(&self, plan: &[Option<usize>]) -> MethodConfig {
        let mut config = MethodConfig::new(self.method);
        for (option, value) in plan.iter().enumerate() {
            let value = &self.values[option][value.unwrap()];
            config.set(self.method.options[option].key, value).unwrap();
        }
        config
    }
}
