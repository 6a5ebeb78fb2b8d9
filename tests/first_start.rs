//! The first start, the help, and the panel for setting up a search.
#![cfg(feature = "gui")]

mod screen;

use std::path::PathBuf;

use egui::{Event, Key, Modifiers, Theme, Vec2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use knights_tour::app::{App, Command, Page, Start};
use knights_tour::board::Board;
use knights_tour::engine::Stopwatch;
use knights_tour::puzzle::{Goal, Puzzle};
use knights_tour::session::{Setup, State};
use knights_tour::solver::{Kind, METHODS, OptionSpec, Recipe};

use screen::harness;

const USUAL: Vec2 = vec2(1280.0, 800.0);
const SMALL: Vec2 = vec2(900.0, 600.0);
const WELCOME: &str = "Welcome to Knight's Tour";

struct Window(Harness<'static, Option<App>>);

impl Window {
    /// A window that remembers nothing, with a board and no dialog in front of it.
    fn open(board: &str) -> Window {
        let recipe = "backtracking".parse().unwrap();
        let setup = Setup { recipe, ..Setup::usual().unwrap() };
        let setup = setup.with_board(board.parse::<Board>().unwrap());
        Window(harness(USUAL, Theme::Light, move |ctx| App::new(ctx, setup.clone())))
    }

    /// A first start. If there is a folder, settings are remembered there.
    fn first(folder: Option<PathBuf>, size: Vec2, theme: Theme) -> Window {
        let usual = Setup::usual().unwrap();
        Window(harness(size, theme, move |ctx| {
            App::at_home(ctx, &usual, Start { folder: folder.clone(), ..Start::default() })
        }))
    }

    fn app(&self) -> &App {
        self.0.state().as_ref().unwrap()
    }

    fn setup(&self) -> &Setup {
        self.app().session().setup()
    }

    fn run(&mut self, command: Command) {
        let ctx = self.0.ctx.clone();
        self.0.state_mut().as_mut().unwrap().run(command, &ctx);
        self.0.run_steps(2);
    }

    fn set(&mut self, recipe: &str) {
        let setup = Setup { recipe: recipe.parse().unwrap(), ..self.setup().clone() };
        self.run(Command::Change(setup));
    }

    fn press(&mut self, label: &str) {
        self.0.get_by_label(label).click();
        self.0.run_steps(2);
        self.0.remove_cursor();
        self.0.run_steps(2);
    }

    /// Opens a list and chooses an item. Uses accessibility actions, because the list may be
    /// scrolled out of view.
    fn choose(&mut self, list: &str, item: &str) {
        self.0.get_by_role_and_label(egui::Role::ComboBox, list).click_accesskit();
        self.0.run_steps(3);
        self.0.get_by_label_contains(item).click_accesskit();
        self.0.run_steps(3);
    }

    fn list<'a>(&'a self, list: &'a str) -> egui_kittest::Node<'a> {
        self.0.get_by_role_and_label(egui::Role::ComboBox, list)
    }

    fn start_at(&mut self, square: &str) {
        let square = self.setup().board.parse_square(square).unwrap();
        self.run(Command::Click(square));
    }

    /// Replaces the text of a field.
    fn enter(&mut self, role: egui::Role, field: &str, text: &str) {
        self.0.get_by_role_and_label(role, field).focus();
        self.0.run_steps(2);
        self.0.key_press_modifiers(Modifiers::COMMAND, Key::A);
        self.0.event(Event::Text(text.to_owned()));
        self.0.run_steps(2);
        self.key(Key::Enter);
    }

    /// A picture of the window.
    fn picture(&mut self) -> Vec<u8> {
        self.0.render().unwrap().into_raw()
    }

    fn key(&mut self, key: Key) {
        self.0.key_press(key);
        self.0.run_steps(2);
    }

    fn shows(&self, text: &str) -> bool {
        self.0.query_all_by_label_contains(text).next().is_some()
    }
}

#[test]
fn only_the_first_start_shows_the_welcome() {
    let folder = std::env::temp_dir().join(format!("knights-tour-welcome-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for key in [Key::Enter, Key::Space, Key::Escape] {
        let mut window = Window::first(None, USUAL, Theme::Light);
        assert!(window.shows(WELCOME), "{key:?}");
        assert!(!window.shows("1 of 5"), "the help opens only with F1");
        window.key(key);
        assert!(!window.shows(WELCOME), "{key:?} closes it");
        assert_eq!(window.app().session().state(), State::Ready, "{key:?} does nothing else");
    }
    let mut window = Window::first(Some(folder.clone()), USUAL, Theme::Light);
    window.press("Start");
    assert!(!window.shows(WELCOME));
    let ctx = window.0.ctx.clone();
    window.0.state_mut().as_mut().unwrap().end(&ctx);
    drop(window);
    let mut window = Window::first(Some(folder.clone()), USUAL, Theme::Light);
    assert!(!window.shows(WELCOME), "it is shown only once");
    window.0.get_by_label("Help").click();
    window.0.run_steps(3);
    window.0.get_by_label_contains("Welcome").click();
    window.0.run_steps(3);
    assert!(window.shows(WELCOME), "but it can be opened again");
    drop(window);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_board_of_the_welcome_runs_unless_motion_is_reduced() {
    let mut window = Window::first(None, SMALL, Theme::Light);
    let first = window.picture();
    window.0.run_steps(60);
    assert_ne!(window.picture(), first, "it moves");
    window.run(Command::ReduceMotion(true));
    let still = window.picture();
    window.0.run_steps(60);
    assert_eq!(window.picture(), still, "it stands still");
}

#[test]
fn keys_do_nothing_behind_the_welcome() {
    let mut window = Window::first(None, SMALL, Theme::Dark);
    let before = window.app().session().speed();
    window.key(Key::Plus);
    window.key(Key::B);
    assert_eq!(window.app().session().speed(), before);
    assert!(window.app().session().shows_backtracking());
}

#[test]
fn every_page_of_the_help_shows_pictures() {
    let mut window = Window::open("8x8");
    for (page, shown) in Page::ALL.into_iter().enumerate() {
        window.run(Command::Help(shown));
        assert!(window.shows(&format!("{} of 5", page + 1)));
        let pictures = window.0.query_all_by_role(egui::Role::Image).count();
        // The picture of the moves in the panel is always there.
        assert!(pictures >= 2, "page {page}: {pictures}");
        window.key(Key::Escape);
    }
}

#[test]
fn options_have_names_that_people_can_read() {
    let mut window = Window::open("8x8");
    for title in ["Sort moves by", "Move order", "Break ties by", "Look ahead"] {
        assert!(window.0.query_by_role_and_label(egui::Role::ComboBox, title).is_some(), "{title}");
    }
    window.choose("Sort moves by", "Fewest onward moves (Warnsdorff)");
    window.choose("Break ties by", "Roth: farthest from the centre");
    window.choose("Look ahead", "On (never misses a tour)");
    assert_eq!(window.setup().recipe.to_string(), "backtracking:by=warnsdorff,ties=roth,prune=on");
    assert_eq!(window.list("Break ties by").value().unwrap(), "Roth: farthest from the centre");
}

#[test]
fn an_option_without_effect_is_greyed_and_says_why() {
    let mut window = Window::open("8x8");
    let why = "The moves are not sorted, so there are no ties.";
    assert!(window.list("Break ties by").accesskit_node().is_disabled() && window.shows(why));
    window.choose("Sort moves by", "Fewest moves on an empty board");
    assert!(!window.list("Break ties by").accesskit_node().is_disabled() && !window.shows(why));
    window.set("warnsdorff:ties=roth");
    let restarts = window.0.get_by_role_and_label(egui::Role::SpinButton, "Restarts");
    assert!(restarts.accesskit_node().is_disabled());
    assert!(window.shows("Every walk would be the same"));
}

#[test]
fn the_window_never_offers_options_that_conflict() {
    let mut window = Window::open("5x5");
    window.set("backtracking:by=warnsdorff,ties=roth");
    window.choose("Sort moves by", "None (use move order)");
    assert_eq!(window.setup().recipe.to_string(), "backtracking");
    window.start_at("a1");
    assert!(window.app().session().watched().is_some(), "the search starts without a question");
}

#[test]
fn no_search_starts_with_a_move_order_that_is_not_valid() {
    let mut window = Window::open("8x8");
    window.choose("Move order", "Custom order");
    window.enter(egui::Role::TextInput, "Custom order", "1123");
    assert!(window.shows("Enter each digit from 1 to 8 exactly once"));
    window.start_at("a1");
    assert!(window.shows("The move order is not complete"));
    assert!(window.app().session().watched().is_none());
    window.key(Key::Escape);
    window.enter(egui::Role::TextInput, "Custom order", "87654321");
    assert!(!window.shows("Enter each digit"));
    window.start_at("a1");
    let watched = window.app().session().watched().unwrap();
    assert_eq!(watched.recipe.options.get("order"), "87654321");
}

#[test]
fn no_search_starts_with_a_seed_that_is_not_valid() {
    let mut window = Window::open("8x8");
    window.set("warnsdorff");
    window.enter(egui::Role::TextInput, "Seed", "ten");
    window.start_at("a1");
    assert!(window.shows("The seed is not valid"));
    assert!(window.app().session().watched().is_none());
    window.key(Key::Escape);
    window.enter(egui::Role::TextInput, "Seed", "10");
    window.start_at("a1");
    assert_eq!(window.app().session().watched().unwrap().puzzle.seed(), 10);
    // A seed that is not used stops nobody.
    let mut window = Window::open("8x8");
    window.enter(egui::Role::TextInput, "Seed", "ten");
    window.start_at("a1");
    assert!(window.app().session().watched().is_some());
}

#[test]
fn the_end_keeps_its_name_when_the_board_changes_size() {
    let mut window = Window::open("8x8");
    let end = window.setup().board.parse_square("f1").unwrap();
    let setup = Setup { goal: Goal::End(end), ..window.setup().clone() };
    window.run(Command::Change(setup));
    for size in ["10×10", "6×6", "20×20"] {
        window.press(size);
        assert!(window.shows("End at f1"), "{size}");
        assert!(!window.shows("can end anywhere again"), "{size}");
    }
    window.press("5×5");
    assert_eq!(window.setup().goal, Goal::Any);
    assert!(window.shows("The tour can end anywhere again: f1 is not on this board."));
}

#[test]
fn an_end_that_becomes_a_hole_is_announced() {
    let mut window = Window::open("8x8");
    let end = window.setup().board.parse_square("f1").unwrap();
    let setup = Setup { goal: Goal::End(end), ..window.setup().clone() };
    window.run(Command::Change(setup.clone()));
    window.run(Command::Change(setup.with_hole_toggled(end).unwrap()));
    assert!(window.shows("The tour can end anywhere again: f1 is a hole now."));
    window.press("Remove all holes");
    assert!(window.setup().board.holes().is_empty());
}

#[test]
fn a_size_that_is_not_possible_changes_nothing() {
    let mut window = Window::open("8x8");
    window.start_at("a1");
    let watch = Stopwatch::start();
    while window.app().session().moment().is_none() && watch.seconds() < 20.0 {
        window.0.step();
    }
    for (typed, words) in [("500", "500 is too large"), ("0", "at least one row")] {
        window.enter(egui::Role::SpinButton, "Rows", typed);
        assert!(window.shows(words), "{typed}");
        assert_eq!(window.setup().board.rows(), 8, "{typed}");
        assert!(window.app().session().watched().is_some(), "{typed}: the search stays");
    }
    window.enter(egui::Role::SpinButton, "Rows", "7");
    assert_eq!(window.setup().board.rows(), 7);
}

/// Nothing is cut off in a panel of 248 points, because long titles take two lines.
#[test]
fn no_list_is_wider_than_the_panel() {
    let mut window = Window::open("8x8");
    for ties in ["order", "rotate", "uniform", "pohl", "roth"] {
        window.set(&format!("backtracking:by=warnsdorff,ties={ties}"));
        for list in ["Sort moves by", "Break ties by"] {
            let rect = window.list(list).rect();
            assert!(rect.right() <= 12.0 + 248.0 - 15.0, "{list} {ties}: {rect:?}");
        }
    }
}

fn values(option: &OptionSpec) -> Vec<String> {
    match option.kind {
        Kind::Choice(choices) => choices.iter().map(|choice| choice.name.to_owned()).collect(),
        Kind::Order => ["12345678", "45328617", "87654321"].map(str::to_owned).to_vec(),
        Kind::Whole(least, _) => [least, least + 1, least + 5].map(|n| n.to_string()).to_vec(),
    }
}

fn with(recipe: &Recipe, key: &str, value: &str) -> Recipe {
    let mut recipe = recipe.clone();
    recipe.set(key, value).unwrap();
    recipe
}

fn all_recipes() -> Vec<Recipe> {
    let mut all = Vec::new();
    for method in METHODS {
        let mut recipes = vec![Recipe::new(method)];
        for option in method.options {
            let values = values(option);
            let each = |recipe: &Recipe| {
                values.iter().map(|value| with(recipe, option.key, value)).collect::<Vec<_>>()
            };
            recipes = recipes.iter().flat_map(each).collect();
        }
        recipes.retain(|recipe| recipe.conflict().is_none());
        all.extend(recipes);
    }
    all
}

fn steps(recipe: &Recipe, puzzle: &Puzzle) -> Vec<knights_tour::solver::Event> {
    let mut solver = recipe.build(puzzle);
    std::iter::from_fn(|| solver.step()).take(400).collect()
}

/// If an option is reported as useless, every other value gives the same steps or a conflict. Every
/// option has an effect on some search.
#[test]
fn exactly_the_options_without_effect_are_reported_as_useless() {
    let puzzles: Vec<Puzzle> = ["5x5 given=0,0", "4x4 given=0,0", "6x6 given=2,1 goal=closed"]
        .iter()
        .flat_map(|text| (0..4).map(move |seed| format!("{text} seed={seed}").parse().unwrap()))
        .collect();
    let mut useful = Vec::new();
    for recipe in all_recipes() {
        for option in recipe.method.options {
            let others = values(option).into_iter().map(|value| with(&recipe, option.key, &value));
            let others: Vec<Recipe> = others.filter(|other| other.conflict().is_none()).collect();
            let is_useless = (option.useless)(&recipe.options).is_some();
            let known = (recipe.method.name, option.key);
            if !is_useless && useful.contains(&known) {
                continue;
            }
            for puzzle in &puzzles {
                let usual = steps(&recipe, puzzle);
                let same = others.iter().all(|other| steps(other, puzzle) == usual);
                assert!(same || !is_useless, "{recipe} {}: {puzzle}", option.key);
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

/// Settling removes every conflict and keeps the value that was just chosen.
#[test]
fn settling_ends_every_conflict() {
    for recipe in all_recipes() {
        for option in recipe.method.options {
            for value in values(option) {
                let mut changed = with(&recipe, option.key, &value);
                let chosen = changed.options.get(option.key).to_owned();
                let was_useless = (option.useless)(&recipe.options).is_some();
                changed.settle();
                assert!(changed.conflict().is_none(), "{recipe}: {}={value}", option.key);
                let kept = changed.options.get(option.key) == chosen;
                assert!(kept || was_useless, "{recipe}: {}={value}", option.key);
            }
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
