//! The first start, the help, and the panel for setting up a search.

use egui::{Key, Theme};
use egui_kittest::kittest::{NodeT, Queryable};
use knights_tour::app::{
    BoardEvent, ExploreMessage, HelpPage, PlaybackCommand, Preference, ShellMessage, Shortcut,
};
use knights_tour::puzzle::Goal;
use knights_tour::session::{Setup, State};

use crate::folder::Folder;
use crate::screen::{SMALL, Window};

const WELCOME: &str = "Welcome to Knight's Tour";

impl Window {
    fn setup(&self) -> &Setup {
        self.app().session().setup()
    }

    fn start_at(&mut self, square: &str) {
        let square = self.setup().board.parse_square(square).unwrap();
        self.send(ExploreMessage::Board(BoardEvent::Click(square)));
    }

    /// What the window looks like.
    fn pixels(&mut self) -> Vec<u8> {
        self.0.render().unwrap().into_raw()
    }
}

#[test]
fn only_the_first_start_shows_the_welcome() {
    let folder = Folder::new("welcome");
    for key in [Key::Enter, Key::Space, Key::Escape] {
        let mut window = Window::start(None, None);
        assert!(window.shows(WELCOME), "{key:?}");
        assert!(!window.shows("1 of 5"), "the help opens only with F1");
        window.key(key);
        assert!(!window.shows(WELCOME), "{key:?} closes it");
        assert_eq!(window.app().session().state(), State::Ready, "{key:?} does nothing else");
    }
    let mut window = Window::start(Some(&folder), None);
    window.press("Start");
    assert!(!window.shows(WELCOME));
    window.end();
    let mut window = Window::start(Some(&folder), None);
    assert!(!window.shows(WELCOME), "it is shown only once");
    window.0.get_by_label("Help").click();
    window.0.run_steps(3);
    window.0.get_by_label_contains("Welcome").click();
    window.0.run_steps(3);
    assert!(window.shows(WELCOME), "but it can be opened again");
}

#[test]
fn the_board_of_the_welcome_runs_unless_motion_is_reduced() {
    let mut window = Window::start_with(None, None, SMALL, Theme::Light);
    let first = window.pixels();
    window.0.run_steps(60);
    assert_ne!(window.pixels(), first, "it moves");
    window.send(Preference::ReduceMotion(true));
    let still = window.pixels();
    window.0.run_steps(60);
    assert_eq!(window.pixels(), still, "it stands still");
}

#[test]
fn keys_do_nothing_behind_the_welcome() {
    let mut window = Window::start_with(None, None, SMALL, Theme::Dark);
    let before = window.app().session().speed();
    window.key(Key::Plus);
    window.key(Key::B);
    assert_eq!(window.app().session().speed(), before);
    assert!(window.app().session().shows_backtracking());
}

#[test]
fn every_page_of_the_help_shows_pictures() {
    let mut window = Window::open("8x8");
    for (page, shown) in HelpPage::all().enumerate() {
        window.send(ShellMessage::Help(shown));
        assert!(window.shows(&format!("{} of {}", page + 1, HelpPage::all().count())));
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
    assert_eq!(window.setup().config.to_string(), "backtracking:by=warnsdorff,ties=roth,prune=on");
    assert_eq!(window.list("Break ties by").value().unwrap(), "Roth: farthest from the centre");
}

#[test]
fn an_option_without_effect_is_greyed_and_says_why() {
    let mut window = Window::open("8x8");
    window.set_method("warnsdorff:ties=roth");
    let restarts = window.0.get_by_role_and_label(egui::Role::SpinButton, "Restarts");
    assert!(restarts.accesskit_node().is_disabled());
    let why = "Every walk would be the same";
    assert!(window.shows(why));
    window.choose("Break ties by", "Random");
    let restarts = window.0.get_by_role_and_label(egui::Role::SpinButton, "Restarts");
    assert!(!restarts.accesskit_node().is_disabled() && !window.shows(why));
}

#[test]
fn no_search_starts_with_a_move_order_that_is_not_valid() {
    let mut window = Window::open("8x8");
    window.choose("Move order", "Custom order");
    window.enter(egui::Role::TextInput, "Custom order", "1123");
    assert!(window.shows("Enter each digit from 1 to 8 exactly once"));
    window.start_at("a1");
    assert!(window.shows("The move order is not complete"));
    assert!(window.app().session().active().is_none());
    window.key(Key::Escape);
    window.enter(egui::Role::TextInput, "Custom order", "87654321");
    assert!(!window.shows("Enter each digit"));
    window.start_at("a1");
    let active = window.app().session().active().unwrap();
    assert!(active.config.to_string().contains("order=87654321"));
}

#[test]
fn no_search_starts_with_a_seed_that_is_not_valid() {
    let mut window = Window::open("8x8");
    window.set_method("warnsdorff");
    window.enter(egui::Role::TextInput, "Seed", "ten");
    window.start_at("a1");
    assert!(window.shows("The seed is not valid"));
    assert!(window.app().session().active().is_none());
    window.key(Key::Escape);
    window.enter(egui::Role::TextInput, "Seed", "10");
    window.start_at("a1");
    assert_eq!(window.app().session().active().unwrap().puzzle.seed(), 10);
    // A seed that is not used stops nobody.
    let mut window = Window::open("8x8");
    window.enter(egui::Role::TextInput, "Seed", "ten");
    window.start_at("a1");
    assert!(window.app().session().active().is_some());
}

#[test]
fn the_end_keeps_its_name_when_the_board_changes_size() {
    let mut window = Window::open("8x8");
    let end = window.setup().board.parse_square("f1").unwrap();
    let setup = Setup { goal: Goal::End(end), ..window.setup().clone() };
    window.change(setup);
    for size in ["10×10", "6×6", "20×20"] {
        window.press(size);
        assert!(window.shows("End at f1"), "{size}");
        assert!(!window.shows("can end anywhere again"), "{size}");
    }
    window.press("5×5");
    assert_eq!(window.setup().goal, Goal::Any);
    assert!(window.shows("The tour can end anywhere again: f1 is not on this board."));
    window.press("20×20");
    assert!(!window.shows("can end anywhere again"), "it was about another board");
}

#[test]
fn an_end_that_becomes_a_hole_is_announced() {
    let mut window = Window::open("8x8");
    let end = window.setup().board.parse_square("f1").unwrap();
    let setup = Setup { goal: Goal::End(end), ..window.setup().clone() };
    window.change(setup.clone());
    window.change(setup.with_hole_toggled(end).unwrap());
    assert!(window.shows("The tour can end anywhere again: f1 is a hole now."));
    window.press("Remove all holes");
    assert!(window.setup().board.holes().is_empty());
}

#[test]
fn a_size_that_is_not_possible_changes_nothing() {
    let mut window = Window::open("8x8");
    window.start_at("a1");
    window.until("a search", |window| window.session().frame().is_some());
    for (typed, words) in [("5000", "5,000 is too large"), ("0", "at least one row")] {
        window.enter(egui::Role::SpinButton, "Rows", typed);
        assert!(window.shows(words), "{typed}");
        assert_eq!(window.setup().board.rows(), 8, "{typed}");
        assert!(window.app().session().active().is_some(), "{typed}: the search stays");
    }
    window.enter(egui::Role::SpinButton, "Rows", "7");
    assert_eq!(window.setup().board.rows(), 7);
}

/// Nothing is cut off in a panel of 248 points, because long titles take two lines.
#[test]
fn no_list_is_wider_than_the_panel() {
    let mut window = Window::open("8x8");
    for ties in ["order", "rotate", "uniform", "pohl", "roth"] {
        window.set_method(&format!("backtracking:by=warnsdorff,ties={ties}"));
        for list in ["Sort moves by", "Break ties by"] {
            let rect = window.list(list).rect();
            assert!(rect.right() <= 12.0 + 248.0 - 15.0, "{list} {ties}: {rect:?}");
        }
    }
}

/// A tour on the board can be laid onto the parts of a larger board; where it cannot, a key says why.
#[test]
fn a_tour_can_be_used_as_a_base_tour() {
    let mut window = Window::open("6x6");
    window.key(Key::U);
    assert!(window.shows("There is no tour on the board."));
    window.press("Edit");
    let item = "Use as base tour";
    assert!(window.0.get_by_label_contains(item).accesskit_node().is_disabled());
    window.key(Key::Escape);
    window.set_method("divide-and-conquer");
    window.start_at("a1");
    window.send(Shortcut::ToEnd);
    window.until("a tour", |window| matches!(window.state(), State::Found { closed: true }));
    window.set_method("backtracking");
    window.press("Edit");
    window.0.get_by_label_contains(item).click();
    window.0.run_steps(3);
    assert_eq!(window.setup().config.method.name, "divide-and-conquer");
    assert!(window.shows("Base tours: 1 (6×6)") && window.shows("such as 12×12"));
    assert!(matches!(window.state(), State::Found { .. }), "the tour stays on the board");
    window.key(Key::U);
    assert!(window.shows("This tour is a base tour already."));

    let small = window.setup().clone();
    window.change(small.resized(12, 12).unwrap());
    window.start_at("a1");
    window.send(Shortcut::ToEnd);
    window.until("a tour", |window| matches!(window.state(), State::Found { closed: true }));
    window.playback(PlaybackCommand::Seek(1));
    window.until_shown("got your tour");
    window.send(Shortcut::Undo);
    window.send(Shortcut::Undo);
    assert_eq!(window.setup(), &small, "undo brings the small board back, with its base tour");
    window.change(small.resized(16, 16).unwrap());
    assert!(window.shows("has places for tours of 8x8"));
    window.press("Remove base tours");
    assert!(window.setup().base.is_empty() && !window.shows("Base tours"));
}
