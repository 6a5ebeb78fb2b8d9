//! The options of methods: which have no effect, and what people read about them.

use std::collections::BTreeSet;

use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{Kind, METHODS, Method, MethodConfig};

use crate::configs::{configs, configs_of, values};

fn with(config: &MethodConfig, key: &str, value: &str) -> MethodConfig {
    let mut config = config.clone();
    config.set(key, value).unwrap();
    config
}

/// A method with every product of its options.
fn products(method: &'static Method) -> Vec<MethodConfig> {
    let mut configs = vec![MethodConfig::new(method)];
    for option in method.options {
        let values = values(option);
        let each = |config: &MethodConfig| {
            values.iter().map(|value| with(config, option.key, value)).collect::<Vec<_>>()
        };
        configs = configs.iter().flat_map(each).collect();
    }
    configs
}

/// All that laws need to try: whatever two values of options can be met together is, in few configurations.
#[test]
fn any_two_values_are_tried_together() {
    for method in METHODS {
        let (few, all) = (configs_of(method), products(method));
        assert_eq!(few[0], MethodConfig::new(method));
        let pairs = |configs: &[MethodConfig]| {
            let mut pairs = BTreeSet::new();
            for config in configs {
                let values: Vec<String> = config
                    .options
                    .iter()
                    .map(|setting| format!("{}={}", setting.spec.key, setting.value))
                    .collect();
                for (place, value) in values.iter().enumerate() {
                    pairs.extend(
                        values[..=place].iter().map(|other| (other.clone(), value.clone())),
                    );
                }
            }
            pairs
        };
        assert_eq!(pairs(&few), pairs(&all), "{}", method.name);
        println!("{}: {} of {}", method.name, few.len(), all.len());
    }
}

fn steps(config: &MethodConfig, puzzle: &Puzzle) -> Vec<knights_tour::solver::Event> {
    let mut solver = config.build(puzzle);
    std::iter::from_fn(|| solver.step()).take(400).collect()
}

/// If an option is reported as inactive, every other value gives the same steps. Every
/// option has an effect on some search.
#[test]
fn exactly_the_options_without_effect_are_reported_as_inactive() {
    let puzzles: Vec<Puzzle> = [
        "5x5 given=0,0",
        "4x4 given=0,0",
        "6x6 given=2,1 goal=closed",
        "6x6 given=3,3 goal=closed",
    ]
    .iter()
    .flat_map(|text| (0..4).map(move |seed| format!("{text} seed={seed}").parse().unwrap()))
    .collect();
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

#[test]
fn titles_and_sentences_are_written_for_people() {
    for method in METHODS {
        assert!(method.summary.ends_with('.') && method.about.ends_with('.'), "{}", method.name);
        for option in method.options {
            assert!(option.title.len() <= 16 && option.help.ends_with('.'), "{}", option.key);
            let Kind::Choice(choices) = option.kind else { continue };
            for choice in choices {
                let title = choice.title.chars().next().unwrap();
                assert!(title.is_uppercase() && !choice.title.ends_with('.'), "{}", choice.name);
                assert!(choice.help.ends_with(['.', ')']), "{}: {}", choice.name, choice.help);
            }
        }
    }
}
