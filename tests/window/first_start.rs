//! The first start, the help, and the panel for setting up a search.

use crate::harness::*;

const WELCOME: &str = "Welcome to Knight's Tour";

#[test]
fn only_the_first_start_shows_the_welcome() {
    let folder = Folder::new("welcome");
    for key in [Key::Enter, Key::Space, Key::Escape] {
        let mut window = Window::start(None, None);
        assert!(window.shows(WELCOME), "{key:?}");
        let before = window.session().speed();
        window.key(Key::Plus);
        window.key(Key::B);
        assert_eq!(window.session().speed(), before, "keys do nothing behind it");
        assert!(window.session().shows_backtracking());
        window.key(key);
        assert!(!window.shows(WELCOME), "{key:?} closes it");
        assert_eq!(window.state(), State::Ready, "{key:?} does nothing else");
    }
    let mut window = Window::start(Some(&folder), None);
    window.press("Start");
    assert!(!window.shows(WELCOME));
    window.end();
    let mut window = Window::start(Some(&folder), None);
    assert!(!window.shows(WELCOME), "it is shown only once");
    window.press("Help");
    window.press_any("Welcome");
    assert!(window.shows(WELCOME), "but it can be opened again");
}

#[test]
fn the_board_of_the_welcome_runs_unless_motion_is_reduced() {
    let mut window = Window::start_with(None, None, SMALL, Theme::Light);
    let is_still = |window: &mut Window| {
        let before = window.0.render().unwrap();
        window.0.run_steps(60);
        window.0.render().unwrap() == before
    };
    assert!(!is_still(&mut window));
    window.send(Preference::ReduceMotion(true));
    assert!(is_still(&mut window));
}

#[test]
fn the_help_opens_with_f1() {
    let mut window = Window::open("8x8");
    window.key(Key::F1);
    let count = HelpPage::all().count();
    assert!(window.shows("The board and its marks"));
    for number in 1..=count {
        assert!(window.shows(&format!("{number} of {count}")));
        let pictures = window.0.query_all_by_role(Role::Image).count();
        // The picture of the moves in the panel is always there.
        assert!(pictures >= 2, "{number}: {pictures}");
        if number < count {
            window.press("Next");
        }
    }
    assert!(window.shows("play or pause"));
    window.press("Previous");
    assert!(window.shows(&format!("{} of {count}", count - 1)));
    window.press("Close");
    assert!(!window.shows(&format!(" of {count}")));
    window.key(Key::F1);
    window.key(Key::Space);
    assert!(window.shows("The board and its marks"));
    window.key(Key::Escape);
    assert!(!window.shows("The board and its marks"));
    // It opens at the page of what is in the window.
    window.send(Request::PlayBoard);
    window.key(Key::F1);
    assert!(window.shows("Play it yourself"));
}

#[test]
fn options_have_names_that_people_can_read() {
    let mut window = Window::open("8x8");
    for title in ["Sort moves by", "Move order", "Break ties by", "Look ahead"] {
        assert!(window.0.query_by_role_and_label(Role::ComboBox, title).is_some(), "{title}");
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
    let has_no_effect = |window: &Window| {
        let restarts = window.0.get_by_role_and_label(Role::SpinButton, "Restarts");
        (restarts.accesskit_node().is_disabled(), window.shows("Every walk would be the same"))
    };
    assert_eq!(has_no_effect(&window), (true, true));
    window.choose("Break ties by", "Random");
    assert_eq!(has_no_effect(&window), (false, false));
}

#[test]
fn no_search_starts_with_a_move_order_that_is_not_valid() {
    let mut window = Window::open("8x8");
    window.choose("Move order", "Custom order");
    window.enter(Role::TextInput, "Custom order", "1123");
    assert!(window.shows("Enter each digit from 1 to 8 exactly once"));
    window.click_square("a1");
    assert!(window.shows("The move order is not complete"));
    assert!(window.session().active().is_none());
    window.key(Key::Escape);
    window.enter(Role::TextInput, "Custom order", "87654321");
    assert!(!window.shows("Enter each digit"));
    window.click_square("a1");
    let active = window.session().active().unwrap();
    assert!(active.config.to_string().contains("order=87654321"));
}

#[test]
fn no_search_starts_with_a_seed_that_is_not_valid() {
    let mut window = Window::open("8x8");
    window.set_method("warnsdorff");
    window.enter(Role::TextInput, "Seed", "ten");
    window.click_square("a1");
    assert!(window.shows("The seed is not valid"));
    assert!(window.session().active().is_none());
    window.key(Key::Escape);
    window.enter(Role::TextInput, "Seed", "10");
    window.click_square("a1");
    assert_eq!(window.session().active().unwrap().puzzle.seed(), 10);
    // A seed that is not used stops no search.
    let mut window = Window::open("8x8");
    window.enter(Role::TextInput, "Seed", "ten");
    window.click_square("a1");
    assert!(window.session().active().is_some());
}

#[test]
fn the_end_keeps_its_name_when_the_board_changes_size() {
    let mut window = Window::open("8x8");
    window.set_goal(Goal::End(window.square("f1")));
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
    let end = window.square("f1");
    window.set_goal(Goal::End(end));
    window.change(window.setup().with_hole_toggled(end).unwrap());
    assert!(window.shows("The tour can end anywhere again: f1 is a hole now."));
    window.press("Remove all holes");
    assert!(window.setup().board.holes().is_empty());
}

#[test]
fn a_size_that_is_not_possible_changes_nothing() {
    let mut window = Window::open("8x8");
    window.click_square("a1");
    window.until_frame(|_| true);
    for (typed, words) in [("5000", "5,000 is too large"), ("0", "at least one row")] {
        window.type_over(Role::SpinButton, "Rows", typed);
        assert!(!window.shows(words), "it is still being typed");
        window.key(Key::Enter);
        assert!(window.shows(words), "{typed}");
        assert_eq!(window.setup().board.rows(), 8, "{typed}");
        assert!(window.session().active().is_some(), "{typed}: the search stays");
    }
    window.enter(Role::SpinButton, "Rows", "7");
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
    window.click_square("a1");
    window.send(Shortcut::ToEnd);
    window.until_state(State::Found { closed: true });
    window.set_method("backtracking");
    window.press("Edit");
    window.press_any(item);
    assert_eq!(window.setup().config.method.name, "divide-and-conquer");
    assert!(window.shows("Base tours: 1 (6×6)") && window.shows("such as 12×12"));
    assert!(window.has_found(), "the tour stays on the board");
    window.key(Key::U);
    assert!(window.shows("This tour is a base tour already."));

    let small = window.setup().clone();
    window.change(small.resized(12, 12).unwrap());
    window.click_square("a1");
    window.send(Shortcut::ToEnd);
    window.until_state(State::Found { closed: true });
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
