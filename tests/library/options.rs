//! The options of methods: all values are tried, and those without effect are reported.

use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{Event, METHODS, MethodConfig, OptionSpec};

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
        let has = |config: &MethodConfig, option: &OptionSpec, value: &str| {
            with(config, option.key, value) == *config
        };
        for (place, a) in method.options.iter().enumerate() {
            for b in &method.options[..place] {
                for (first, second) in pairs(values(a), &values(b)) {
                    let meets =
                        |config: &MethodConfig| has(config, a, &first) && has(config, b, &second);
                    assert!(configs.iter().any(meets), "{}: {first}, {second}", method.name);
                }
            }
            let has_all = values(a).iter().all(|value| configs.iter().any(|c| has(c, a, value)));
            assert!(has_all, "{}: {}", method.name, a.key);
        }
    }
}

fn pairs(first: Vec<String>, second: &[String]) -> Vec<(String, String)> {
    let with = |a: String| second.iter().map(move |b| (a.clone(), b.clone()));
    first.into_iter().flat_map(with).collect()
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
