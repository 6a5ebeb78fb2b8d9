//! The options of methods: which have no effect, and what people read about them.

use std::collections::BTreeSet;

use knights_tour::puzzle::Puzzle;
use knights_tour::solver::{Kind, METHODS, Method, Recipe};

use crate::recipes::{recipes, recipes_of, values};

fn with(recipe: &Recipe, key: &str, value: &str) -> Recipe {
    let mut recipe = recipe.clone();
    recipe.set(key, value).unwrap();
    recipe
}

/// A method with every product of its options.
fn products(method: &'static Method) -> Vec<Recipe> {
    let mut recipes = vec![Recipe::new(method)];
    for option in method.options {
        let values = values(option);
        let each = |recipe: &Recipe| {
            values.iter().map(|value| with(recipe, option.key, value)).collect::<Vec<_>>()
        };
        recipes = recipes.iter().flat_map(each).collect();
    }
    recipes
}

/// All that laws need to try: whatever two values of options can be met together is, in few recipes.
#[test]
fn any_two_values_are_tried_together() {
    for method in METHODS {
        let (few, all) = (recipes_of(method), products(method));
        assert_eq!(few[0], Recipe::new(method));
        let pairs = |recipes: &[Recipe]| {
            let mut pairs = BTreeSet::new();
            for recipe in recipes {
                let values: Vec<String> = recipe
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

fn steps(recipe: &Recipe, puzzle: &Puzzle) -> Vec<knights_tour::solver::Event> {
    let mut solver = recipe.build(puzzle);
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
    for recipe in recipes() {
        for option in recipe.method.options {
            let others = values(option).into_iter().map(|value| with(&recipe, option.key, &value));
            let others: Vec<Recipe> = others.collect();
            let is_inactive = (option.inactive_reason)(&recipe.options).is_some();
            let known = (recipe.method.name, option.key);
            if !is_inactive && useful.contains(&known) {
                continue;
            }
            for puzzle in puzzles.iter().filter(|puzzle| recipe.refusal(puzzle).is_none()) {
                let usual = steps(&recipe, puzzle);
                let same = others.iter().all(|other| steps(other, puzzle) == usual);
                assert!(same || !is_inactive, "{recipe} {}: {puzzle}", option.key);
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
