//! The options of methods: all values are tried, and those without effect are reported.

use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{Event, METHODS, MethodConfig};

use crate::configs::{configs, configs_of, values};

fn with(config: &MethodConfig, key: &str, value: &str) -> MethodConfig {
    let mut config = config.clone();
    config.set(key, value).unwrap();
    config
}

/// All that the laws need to try.
#[test]
fn any_two_values_are_tried_together() {
    for method in METHODS {
        let configs = configs_of(method);
        assert_eq!(method.name.parse(), Ok(configs[0].clone()), "the default, by its name");
        let all = method.options.iter().flat_map(|option| {
            let values = values(option).into_iter();
            values.map(move |value| (option.key, value))
        });
        let all: Vec<(&str, String)> = all.collect();
        for (a, b) in all.iter().flat_map(|a| all.iter().map(move |b| (a, b))) {
            let has = |config: &MethodConfig, (key, value): &(&str, String)| {
                with(config, key, value) == *config
            };
            let is_tried = configs.iter().any(|config| has(config, a) && has(config, b));
            assert!(is_tried || a.0 == b.0 && a.1 != b.1, "{}: {a:?} with {b:?}", method.name);
        }
    }
}

fn steps(config: &MethodConfig, puzzle: &Puzzle) -> Vec<Event> {
    let mut solver = config.build(puzzle);
    std::iter::from_fn(|| solver.step()).take(400).collect()
}

/// If an option is reported as inactive, every other value gives the same steps. Every
/// option has an effect on some search.
#[test]
fn exactly_the_options_without_effect_are_reported_as_inactive() {
    let texts = [
        "5x5 given=0,0",
        "4x4 given=0,0",
        "6x6 given=2,1 goal=closed",
        "6x6 given=3,3 goal=closed",
    ];
    let with_seeds = |text| (0..4).map(move |seed| format!("{text} seed={seed}").parse().unwrap());
    let puzzles: Vec<Puzzle> = texts.into_iter().flat_map(with_seeds).collect();
    let mut useful = Vec::new();
    for config in configs() {
        for option in config.method.options {
            let others = values(option).into_iter().map(|value| with(&config, option.key, &value));
            let others: Vec<MethodConfig> = others.collect();
            let is_inactive = (option.inactive_reason)(&config.options).is_some();
            let known = (config.method.name, option.key);
            if !is_inactive && useful.contains(&known) {
                continue;
            }
            for puzzle in puzzles.iter().filter(|puzzle| config.refusal(puzzle).is_none()) {
                let usual = steps(&config, puzzle);
                let same = others.iter().all(|other| steps(other, puzzle) == usual);
                assert!(same || !is_inactive, "{config} {}: {puzzle}", option.key);
                if !same {
                    useful.push(known);
                    break;
                }
            }
        }
    }
    for method in METHODS {
        for option in method.options {
            assert!(useful.contains(&(method.name, option.key)), "{}: {}", method.name, option.key);
        }
    }
}
