//! The Board page: the board itself, the set-up, menus and keys.

use egui::Vec2;
use knights_tour::app::{MAX_SIDE, Tool};

use crate::harness::*;

#[test]
fn a_presentation_shows_the_board_and_one_sentence() {
    let mut window = Window::with("8x8", vec2(1920.0, 1080.0), Theme::Light);
    window.find_tour("a1");
    window.key(Key::P);
    assert!(!window.shows("Rows") && !window.shows("Placements") && !window.shows("File"));
    assert!(window.shows("Tour found at step 6,484,066") && window.shows("Find the next one"));
    assert!(window.square_side() > 90.0, "{}", window.square_side());
    window.key(Key::Escape);
    assert!(window.shows("Rows") && window.shows("Placements"));
    window.key(Key::P);
    window.press("Exit");
    assert!(window.shows("Rows"));
}

/// The board is larger in a presentation than outside, whatever the size of the window and of texts.
#[test]
fn a_presentation_is_larger() {
    for size in [SMALL, USUAL, vec2(1600.0, 1000.0), vec2(1920.0, 1080.0)] {
        for percent in [100, 150, 200] {
            let mut window = Window::with("8x8", size, Theme::Light);
            window.set_method("warnsdorff");
            window.find_tour("a1");
            window.send(Preference::TextSize(percent));
            window.0.run_steps(5);
            let share =
                |window: &Window| 8.0 * window.square_side() / window.0.ctx.content_rect().height();
            let outside = share(&window);
            window.key(Key::P);
            window.0.run_steps(5);
            let inside = share(&window);
            let least = if size.y == 1080.0 { outside.max(0.9) } else { outside };
            assert!(inside >= least, "{size:?}, {percent} %: {inside:.2}, {outside:.2} outside");
        }
    }
}

#[test]
fn squares_are_named_in_one_way_at_a_time() {
    let mut window = Window::open("8x8");
    window.set_method("warnsdorff");
    window.find_tour("a1");
    assert!(window.shows("from a1 to") && !window.shows("row 7") && !window.shows("7,0"));
    window.send(Preference::Naming(Naming::RowColumn));
    assert!(window.shows("from (7,0) to") && window.shows("(7,0), visited, number 1"));
    assert!(!window.shows("from a1 to"));
    window.seek(2);
    let session = window.session();
    let name = session.name(session.frame().unwrap().path[1]);
    let said = session.explanation(None);
    assert!(name.starts_with('(') && said.starts_with(&format!("On {name}. ")), "{said}");
}

#[test]
fn dragging_makes_holes_and_one_undo_removes_them() {
    let mut window = Window::open("6x6");
    window.press("Edit holes");
    let holes = |window: &Window| window.setup().board.holes().len();
    for (names, left) in [(["a3", "b3", "c3", "d3"], 4), (["c3", "d3", "e3", "f3"], 2)] {
        let places = names.map(|name| window.place_of(window.square(name)).unwrap());
        window.drag(&places);
        assert_eq!(holes(&window), left, "{names:?}");
    }
    window.send(Shortcut::Undo);
    assert_eq!(holes(&window), 4, "the whole drag is undone");
    window.send(Shortcut::Undo);
    assert_eq!(holes(&window), 0);
}

#[test]
fn the_view_menu_stays_open() {
    let mut window = Window::open("8x8");
    window.press("View");
    for name in ["Coordinates", "Lines", "Coordinates"] {
        window.press(name);
        assert!(window.shows("Heat map of visits"), "after {name}");
    }
    window.key(Key::Escape);
    assert!(!window.shows("Heat map of visits"));
}

/// As on a chess board, the square at the bottom left is dark, whatever the number of rows.
#[test]
fn the_corner_a1_is_dark() {
    for board in ["5x5", "8x8", "7x4"] {
        let mut window = Window::open(board);
        let colour = |window: &mut Window, name: &str| {
            let at = window.place_of(window.square(name)).unwrap() + vec2(0.0, 22.0);
            let picture = window.0.render().unwrap();
            let [red, green, blue, _] = picture.get_pixel(at.x as u32, at.y as u32).0;
            [red, green, blue]
        };
        assert_eq!(colour(&mut window, "a1"), [0xCD, 0xBE, 0xA0], "{board}");
        assert_eq!(colour(&mut window, "a2"), [0xF1, 0xEA, 0xDB], "{board}");
    }
}

/// Whatever is hidden, a finished tour never looks like an empty board.
#[test]
fn a_finished_tour_can_always_be_seen() {
    let mut window = closed(USUAL, Theme::Light);
    let area = Rect::from_min_max(pos2(330.0, 60.0), pos2(930.0, 640.0));
    let marked = |window: &mut Window, parts: &[Part]| {
        parts.iter().for_each(|part| window.send(Preference::Toggle(*part)));
        let picture = window.0.render().unwrap();
        let inside = picture
            .enumerate_pixels()
            .filter(|(x, y, _)| area.contains(pos2(*x as f32, *y as f32)));
        let board = [[0xCD, 0xBE, 0xA0, 255], [0xF1, 0xEA, 0xDB, 255]];
        let marked = inside.filter(|(_, _, pixel)| !board.contains(&pixel.0)).count();
        parts.iter().for_each(|part| window.send(Preference::Toggle(*part)));
        marked
    };
    let empty = marked(&mut Window::open("6x6"), &[]);
    let all = [Part::Lines, Part::Stamps, Part::Numbers];
    for hidden in [&all[..], &all[..2], &all[1..], &[Part::Lines, Part::Numbers]] {
        let seen = marked(&mut window, hidden);
        assert!(seen > empty + 5_000, "{hidden:?}: {seen}, and {empty} on an empty board");
    }
}

#[test]
fn clearing_asks_nothing_and_can_be_undone() {
    for keys in [(Modifiers::NONE, Key::R), (Modifiers::COMMAND, Key::N)] {
        let mut window = Window::open("6x6");
        window.click_square("a1");
        window.until_frame(|frame| frame.step > 0);
        window.key_with(keys.0, keys.1);
        assert_eq!(window.state(), State::Ready, "{keys:?}");
        assert!(window.shows("Board cleared"));
        window.press("Undo");
        assert!(window.session().active().is_some(), "{keys:?}");
    }
}

#[test]
fn changing_the_set_up_moves_nothing() {
    let mut window = Window::open("8x8");
    window.click_square("a1");
    let before = window.rect("Wrap-around edges");
    window.send(ExploreMessage::NewSeed);
    assert!(window.shows("Search from a1 again"));
    assert_eq!(window.rect("Wrap-around edges"), before);
}

#[test]
fn nothing_happens_behind_a_dialog() {
    let mut window = Window::open("3x4");
    window.click_square("a1");
    window.press("5×5");
    window.click_square("b1");
    assert!(window.shows("No tour from here"));
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert!(window.shows("No tour from here"), "keys do nothing until it is answered");
    assert_eq!(window.setup().board.rows(), 5);
    window.key(Key::Escape);
    assert!(!window.shows("No tour from here"));
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.setup().board.rows(), 3);
}

#[test]
fn escape_leaves_a_field_as_it_was() {
    let mut window = Window::open("8x8");
    window.click_square("a1");
    window.type_over(Role::SpinButton, "Rows", "20");
    window.key(Key::Escape);
    window.0.run_steps(3);
    assert_eq!(window.setup().board.rows(), 8);
    assert!(window.session().active().is_some());
}

#[test]
fn squares_without_a_tour_say_so_and_can_be_searched_anyway() {
    let mut window = Window::open("5x5");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a2");
    assert!(window.shows("No tour from here") && window.shows("odd number of squares"));
    assert!(window.session().active().is_none());
    window.press("Choose another square");
    assert!(!window.shows("No tour from here"));
    window.click_square("a2");
    window.press("Search anyway");
    window.until_state(State::NoTour);
    let steps = window.frame().step;
    assert!(window.shows("every path was tried") && steps > 1_000_000);
}

#[test]
fn methods_and_their_options_are_offered() {
    let mut window = Window::open("8x8");
    window.choose("Method", "Always moves to the square");
    assert_eq!(window.setup().config.method.name, "warnsdorff");
    window.choose("Break ties by", "Roth: ");
    assert_eq!(window.setup().config.to_string(), "warnsdorff:ties=roth");
    window.press("Closed");
    assert_eq!(window.setup().goal, Goal::Closed);
    // It may be scrolled out of view, at the end of the list.
    let mut new_seed = || {
        window.press_any("New");
        window.setup().seed
    };
    let (seed, other) = (new_seed(), new_seed());
    assert!(seed < 1_000_000 && other < 1_000_000 && seed != other);
    window.press("Wrap-around edges");
    assert!(window.setup().board.is_wrapped());
    window.press("20×20");
    assert_eq!(window.setup().board.rows(), 20);
}

#[test]
fn holes_are_made_and_filled_by_clicks() {
    let mut window = Window::open("5x5");
    window.press("Edit holes");
    window.click_square("c3");
    window.click_square("a1");
    let holes = |window: &Window| window.setup().board.holes().len();
    assert_eq!(holes(&window), 2);
    window.click_square("c3");
    assert_eq!(holes(&window), 1);
    window.key_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(holes(&window), 2, "each hole can be undone");
    window.key(Key::Escape);
    window.click_square("c3");
    assert_eq!(window.state(), State::Ready, "a search cannot start in a hole");
    window.send(ExploreMessage::Setup(SetupEvent::Use(Tool::End)));
    window.click_square("e5");
    assert_eq!(window.setup().goal, Goal::End(window.square("e5")));
    window.click_square("e5");
    assert!(window.shows("Start and end are the same"));
}

#[test]
fn the_board_can_change_during_a_search() {
    let mut window = Window::open("8x8");
    window.click_square("a1");
    for side in (1..=50).chain([MAX_SIDE]) {
        window.change(window.setup().resized(side, side.div_ceil(2)).unwrap());
        assert_eq!(window.state(), State::Ready);
        window.click_at(Square::at(0));
        if window.shows("Search anyway") {
            window.press("Search anyway");
        }
        window.until_frame(|_| true);
    }
}

#[test]
fn keys_do_what_buttons_do_but_not_while_typing() {
    let mut window = Window::open("8x8");
    window.click_square("a1");
    window.until_frame(|frame| frame.step > 2);
    window.key(Key::Space);
    window.until_state(State::Paused);
    let step = window.step();
    window.key(Key::ArrowLeft);
    window.until_step(step - 1);
    window.focus(Role::TextInput, "Seed");
    for key in [Key::R, Key::B, Key::H, Key::N, Key::Minus, Key::Home, Key::Space] {
        window.key(key);
    }
    assert!(window.session().active().is_some(), "R is a letter now");
    assert!(window.session().shows_backtracking(), "and so is B");
    assert_eq!(window.state(), State::Paused, "and so is the space");
    window.key(Key::Escape);
    window.key(Key::B);
    assert!(!window.session().shows_backtracking());
    window.key(Key::R);
    assert!(window.session().active().is_none());
}

#[test]
fn the_board_can_be_used_without_a_mouse() {
    let mut window = Window::open("8x8");
    window.focus(Role::Canvas, "Board");
    assert!(window.shows("Board, a8, free"));
    for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowRight, Key::ArrowUp] {
        window.key(key);
    }
    assert!(window.shows("Board, b7, free"));
    window.key(Key::Enter);
    window.until_frame(|frame| frame.step > 0);
    assert_eq!(window.session().active().unwrap().puzzle.start(), window.square("b7"));
    assert!(window.shows("Board, b7, visited, number 1"));
    window.key(Key::Space);
    window.until_state(State::Paused);
}

#[test]
fn the_wheel_zooms_and_dragging_pans() {
    let mut window = Window::open("50x50");
    let (before, square) = (window.square_side(), Square::at(25 * 50 + 25));
    let middle = window.place_of(square).unwrap();
    window.wheel(middle, 6.0, 1);
    window.0.run_steps(30);
    let side = window.square_side();
    assert!(side > before * 1.5, "{side} is not much more than {before}");
    let place = window.place_of(square).unwrap();
    assert!((place - middle).length() < 2.0, "what is under the pointer stays there");
    let way = vec2(60.0, 30.0);
    window.drag(&[middle, middle + way]);
    let moved = window.place_of(square).unwrap() - place;
    assert!((moved - way).length() < 1.0, "{moved:?}");
    assert_eq!(window.state(), State::Ready, "a drag is not a click");
    window.send(ExploreMessage::Fit);
    assert_eq!(window.square_side(), before);
}

#[test]
fn everything_is_inside_the_window() {
    // The smallest is 900×600 with text at 150 %.
    let smallest = vec2(600.0, 400.0);
    for size in [smallest, SMALL, vec2(1079.0, 600.0), vec2(1081.0, 640.0), USUAL, LARGE] {
        for board in ["3x4", "8x8", "200x200"] {
            let mut window = Window::with(board, size, Theme::Light);
            window.send(Preference::Speed(Speed::UNLIMITED));
            window.click_at(Square::at(0));
            window.until_frame(|_| true);
            let whole = Rect::from_min_size(Pos2::ZERO, size).shrink(26.0);
            // The smallest window has buttons for the speed, but no room for its slider.
            let slider = if size.x > 600.0 { "Speed" } else { "Slower" };
            // One button has either of two names.
            let play = if window.0.query_by_label("Play").is_some() { "Play" } else { "Pause" };
            for name in [play, "Clear", "Timeline", slider, "Show backtracking", "Go to step"] {
                for node in window.0.get_all_by_label(name) {
                    assert!(whole.contains_rect(node.rect()), "{name} at {size} on {board}");
                    let others = ["Faster", "Clear", "Show backtracking", "Slower"];
                    for other in others.into_iter().filter(|other| *other != name) {
                        let overlap = node.rect().intersect(window.rect(other));
                        assert!(!overlap.is_positive(), "{name} overlaps {other} at {size}");
                    }
                }
            }
            assert!(whole.contains(window.place_of(Square::at(0)).unwrap()));
        }
    }
}

fn watching(size: Vec2, theme: Theme) -> Window {
    let mut window = Window::with("8x8", size, theme);
    window.find_tour("a1");
    window.send(Preference::Speed(Speed::default()));
    // A retreat, with the answer known ahead of it.
    window.seek(1_204);
    window
}

fn closed(size: Vec2, theme: Theme) -> Window {
    let mut window = Window::with("6x6", size, theme);
    window.set_method("restarting");
    window.set_goal(Goal::Closed);
    window.find_tour("a1");
    assert_eq!(window.state(), State::Found { closed: true });
    window
}

#[test]
fn pictures_of_searches() {
    watching(SMALL, Theme::Light).picture("watching-light-small");
    watching(USUAL, Theme::Dark).picture("watching-dark-usual");
    let mut window = watching(USUAL, Theme::Light);
    window.send(Preference::Toggle(Part::HeatMap));
    window.picture("heat-light-usual");
    closed(USUAL, Theme::Light).picture("closed-light-usual");
    let mut window = Window::with("200x200", USUAL, Theme::Dark);
    window.set_method("restarting");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_at(Square::at(0));
    window.until_found();
    window.picture("large-dark-usual");
}

#[test]
fn a_search_that_cannot_succeed_is_refused_or_proves_it() {
    let mut window = Window::with("4x4", SMALL, Theme::Light);
    window.expect("ready");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.expect("refused");
    window.press("Close");
    assert_eq!(window.state(), State::Ready);
    window.click_square("a1");
    window.press("Search anyway");
    window.until_state(State::NoTour);
    window.expect("no-tour");
}

/// At any size of the letters, a menu stays in the window; what has no room is scrolled to.
#[test]
fn the_view_menu_fits_into_the_smallest_window() {
    for percent in [100, 150] {
        let mut window = Window::usual(SMALL, Theme::Light);
        window.send(Preference::TextSize(percent));
        window.0.run_steps(3);
        window.press("View");
        window.0.run_steps(10);
        let ctx = window.0.ctx.clone();
        let screen = ctx.content_rect();
        let menus: Vec<Rect> = ctx.memory(|memory| {
            let layers = memory.areas().visible_layer_ids().into_iter();
            let layers = layers.filter(|layer| layer.order == egui::Order::Foreground);
            layers.filter_map(|layer| memory.area_rect(layer.id)).collect()
        });
        assert!(!menus.is_empty());
        assert!(menus.iter().all(|menu| screen.contains_rect(*menu)), "{percent} %: {menus:?}");
        // Its last entry comes into view.
        window.wheel(menus[0].center(), -3.0, 20);
        let last = window.0.get_by_label_contains("Full screen").rect();
        assert!(menus[0].contains_rect(last), "{percent} %: {last:?} in {menus:?}");
    }
}

#[test]
fn a_click_beside_an_open_list_or_menu_only_closes_it() {
    let mut window = Window::usual(USUAL, Theme::Light);
    for with_escape in [false, true] {
        window.list("Method").click();
        window.0.run_steps(3);
        assert!(window.shows("Warnsdorff with restarts"));
        if with_escape {
            window.key(Key::Escape);
        } else {
            window.click_square("g3");
        }
        assert!(!window.shows("Warnsdorff with restarts") && window.state() == State::Ready);
    }
    let speed = |window: &Window| window.session().speed();
    let before = speed(&window);
    for menu in ["View", "Legend"] {
        window.press(menu);
        assert!(egui::Popup::is_any_open(&window.0.ctx), "{menu}");
        window.press("Faster");
        assert!(!egui::Popup::is_any_open(&window.0.ctx), "{menu}");
        assert_eq!(speed(&window), before, "{menu}");
    }
    window.press("View");
    window.press("Lab");
    assert_eq!(window.page(), PageId::Board);
    window.press("View");
    window.0.get_by_label("Edit").hover();
    window.0.run_steps(4);
    assert!(window.shows("Copy grid"), "menus can be changed");
    window.press("Faster");
    window.press("Faster");
    assert!(speed(&window) != before, "with the menu closed it is pressed");
}

/// Nothing was searched for, so no method, no step and no time is named.
#[test]
fn a_tour_from_a_file_says_so() {
    let folder = Folder::new("from-file");
    let file = write(&folder, "mine.txt", GRID);
    let mut window = Window::start(None, Some(file));
    window.until_shown("Open tour");
    assert!(window.shows("A tour from mine.txt: open, from a3"));
    for part in ["at step", "µs", " ms"] {
        let said = window.0.query_all_by_label_contains(part).next();
        assert!(said.is_none(), "{part}: {:?}", said.unwrap().accesskit_node().label());
    }
    let title = "3×4 · tour from a3 · from mine.txt · Open tour · Knight's Tour";
    assert_eq!(window.title(), title);
}
