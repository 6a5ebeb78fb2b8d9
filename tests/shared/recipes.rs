//! Every method with its options, for the laws that hold for all of them.

use knights_tour::solver::{Kind, METHODS, Method, Recipe};

/// Every method with every combination of its options, except those that conflict. Only a few
/// numbers and move orders are tried.
pub(crate) fn recipes() -> Vec<Recipe> {
    METHODS.iter().flat_map(|method| recipes_of(method)).collect()
}

/// A method with every combination of its options.
pub(crate) fn recipes_of(method: &'static Method) -> Vec<Recipe> {
    let mut recipes = vec![Recipe::new(method)];
    for option in method.options {
        let values: Vec<String> = match option.kind {
            Kind::Choice(choices) => choices.iter().map(|choice| choice.name.to_owned()).collect(),
            Kind::Order => vec![option.default.to_owned(), "45328617".to_owned()],
            Kind::Whole(least, _) => vec![option.default.to_owned(), (least + 1).to_string()],
            Kind::Decimal(least, _) => vec![option.default.to_owned(), least.to_string()],
        };
        let with = |recipe: &Recipe, value: &String| {
            let mut recipe = recipe.clone();
            recipe.set(option.key, value).unwrap();
            recipe
        };
        recipes = recipes
            .iter()
            .flat_map(|recipe| values.iter().map(|value| with(recipe, value)))
            .collect();
    }
    recipes.retain(|recipe| (recipe.method.conflict)(&recipe.options).is_none());
    recipes
}
