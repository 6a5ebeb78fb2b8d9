//! The player of the Board page: searching, stepping, the timeline, the speed, and what the status says.

use egui::PointerButton;
use knights_tour::engine::View;
use knights_tour::feasibility::refused_starts;
use knights_tour::solver::{ChoiceState, Generator, METHODS};

use crate::harness::*;

/// A first start and one click, on boards of every size: the tour is on the board within ten seconds
/// of the window's clock, or at least the notice that it is found.
#[test]
fn a_first_click_ends_in_a_tour() {
    let mut chance = Generator::beside(12);
    let mut late = Vec::new();
    let (mut window, mut clock) = Window::with_manual_clock(None);
    for number in 0..200 {
        // Starting the program takes long, and a search leaves nothing behind that matters to the next.
        if number % 20 == 0 {
            (window, clock) = Window::with_manual_clock(None);
        }
        let mut side = || 5 + chance.below(26) as u32;
        let setup = window.setup().resized(side(), side()).unwrap();
        let refused = refused_starts(&setup.board, Goal::Any);
        let starts: Vec<Square> =
            setup.board.squares().filter(|square| !refused[square.index()]).collect();
        let board = setup.board.to_string();
        window.change(setup);
        window.click_at(starts[chance.below(starts.len() as u64) as usize]);
        assert!(window.session().active().is_some(), "{board}: nothing has started");
        let began = clock.seconds();
        while !window.has_found() && clock.seconds() < began + 10.0 {
            clock.advance(0.1);
            window.logic();
        }
        let took = clock.seconds() - began;
        assert!(window.has_searched(), "{board}: nothing is known after ten seconds");
        if window.has_found() {
            assert!(took > 2.5, "{board}: {took:.1} s is too quick to be watched");
        } else {
            assert!(window.session().has_unshown_answer(), "{board}: no message");
            late.push(board);
        }
    }
    assert!(late.len() <= 10, "late: {late:?}");
}

#[test]
fn the_next_choices_are_shown_at_speeds_that_can_be_followed() {
    let mut window = Window::open("8x8");
    window.set_method("warnsdorff:ties=order");
    window.send(Preference::Speed(Speed::SLOWEST));
    window.click_square("a1");
    window.until_step(1);
    let frame = window.frame();
    assert_eq!(frame.choices.len(), 2);
    let chosen = frame.choices.iter().find(|choice| choice.state == ChoiceState::Chosen);
    let next = window.session().name(chosen.unwrap().square);
    assert!(window.shows("On a1. ") && window.shows(&format!(" Next: {next}.")));
    window.send(Shortcut::PlayPause);
    window.send(Shortcut::Step);
    window.until_step(2);
    assert!(window.shows(&format!("On {next}. ")));
    assert!(window.shows("Legend"));
    // At a speed too fast to follow, the choices are not shown.
    window.send(Preference::Speed(Speed::at(15)));
    window.send(Shortcut::PlayPause);
    window.until_frame(|frame| frame.step > 5);
    assert!(window.frame().choices.is_empty());
}

#[test]
fn a_retreat_says_why() {
    let mut window = Window::open("5x5");
    window.click_square("a1");
    window.send(Shortcut::PlayPause);
    let mut said = Vec::new();
    window.until_state(State::Paused);
    while !window.has_found() {
        let next = window.step() + 1;
        window.send(Shortcut::Step);
        window.until_step(next);
        said.push(window.session().explanation(None));
    }
    for why in ["Dead end: ", " led nowhere. "] {
        assert!(said.iter().any(|other| other.contains(why)), "{why}");
    }
}

/// After five seconds, a search says once how long it may take, and what to try instead.
#[test]
fn a_long_search_says_so_once() {
    for goal in [Goal::Any, Goal::Closed] {
        let mut window = Window::open("12x12");
        window.set_goal(goal);
        window.send(Preference::Speed(Speed::UNLIMITED));
        window.click_square("f6");
        window.until(|window| window.session().long_search().is_some());
        let seconds = window.frame().progress.seconds;
        assert!(seconds >= 5.0, "{seconds}");
        assert!(window.shows("paths to try here (an estimate)"));
        assert!(window.shows("longer than the age of the universe"));
        window.press("Try Automatic");
        window.until_found();
        assert!(!window.shows("paths to try here"));
        let start = window.session().active().unwrap().puzzle.start();
        assert_eq!(start, window.square("f6"));
        window.send(Shortcut::Undo);
        assert!(window.shows("paths to try here"));
        assert!(!window.session().differs_from_search(), "its method is back, too");
        window.press("Dismiss");
        assert!(!window.shows("paths to try here"));
        window.send(Shortcut::Clear);
        window.send(Shortcut::Undo);
        assert!(!window.shows("paths to try here"), "not after clearing either");
        window.send(Shortcut::PlayPause);
        let before = window.steps();
        window.until(|window| window.steps() > before + 1_000_000);
        assert!(!window.shows("paths to try here"), "not again for this search");
    }
}

#[test]
fn a_finished_tour_says_what_to_do_next() {
    let mut window = Window::open("6x6");
    window.set_method("restarting");
    window.find_tour("a1");
    window.press("Find the next one");
    window.until(|window| window.has_found() && window.frame().progress.tours == 2);
    assert!(window.shows("Tour 2 found at step"));
    assert_eq!(window.0.query_all_by_label("Tour 2").count(), 1);
    window.press("Save a picture…");
    assert!(window.shows("Save a picture of the board"));
    window.press("Cancel");
    assert_eq!(window.state(), State::Found { closed: false });
    window.press("Find a closed one");
    window.until_state(State::Found { closed: true });
    assert!(!window.shows("Find a closed one"));
    // If no closed tour exists, none is offered.
    let mut window = Window::open("5x5");
    window.find_tour("a1");
    assert!(!window.shows("Find a closed one") && !window.shows("Close this tour"));
}

/// The open tour on the board itself is rearranged into a closed one.
#[test]
fn an_open_tour_is_closed() {
    let mut window = Window::open("8x8");
    window.find_tour("a1");
    assert_eq!(window.state(), State::Found { closed: false });
    let open = window.path();
    window.press("Close this tour");
    window.until_state(State::Found { closed: true });
    let session = window.session();
    let active = session.active().unwrap();
    assert_eq!(active.config.method.name, "euler");
    assert_eq!(active.puzzle.repair(), Some(&open[..]), "it begins with that tour");
    assert_eq!((session.setup().goal, session.differs_from_search()), (Goal::Closed, false));
    assert!(!window.shows("Close this tour"));
    window.send(Shortcut::Undo);
    assert_eq!(window.session().path(), open, "Undo brings it back");
    assert_eq!(window.setup().goal, Goal::Any);
}

/// Beside the speed it says what is counted, at every size of the window and of the letters.
#[test]
fn the_speed_says_what_it_is() {
    for (size, percent) in [(USUAL, 100), (USUAL, 150), (SMALL, 100), (SMALL, 150)] {
        let mut window = Window::with("8x8", size, Theme::Light);
        window.send(Preference::TextSize(percent));
        window.0.run_steps(5);
        let caption = window.rect("Steps per second");
        let screen = window.0.ctx.content_rect();
        assert!(screen.contains_rect(caption), "{size:?}, {percent} %: {caption:?}");
        for other in ["Slower", "Faster", "Show backtracking", "Timeline", "Clear"] {
            let rect = window.rect(other);
            assert!(!rect.intersects(caption), "{size:?}, {percent} %: {other}, {caption:?}");
        }
        let slower = window.rect("Slower");
        assert!((slower.left() - caption.left()).abs() < 4.0, "it stands above the speed");
    }
}

#[test]
fn the_search_is_shown_step_by_step_and_the_answer_is_announced() {
    let mut window = Window::open("8x8");
    assert!(window.shows("Ready"));
    window.click_square("a1");
    window.until_frame(|frame| frame.step > 3);
    window.until_searched();
    assert!(window.shows("Replaying"), "the search itself has ended");
    assert!(window.shows("Tour found at step 6,484,066."));
    assert!(window.step() < 2_000, "the playhead is still near the beginning");
    window.press("Keep watching");
    assert!(!window.shows("Tour found at step"), "it is announced once");
    window.press("Pause");
    window.until_state(State::Paused);
    let step = window.step();
    window.press("Step");
    window.until_step(step + 1);
    window.press("Step back");
    window.until_step(step);
    assert_eq!(window.state(), State::Paused);
    window.press("To the end");
    window.until_found();
    assert_eq!(window.step(), 6_484_066);
    assert!(window.shows("Tour found at step 6,484,066: open, from a1 to h7."));
    window.press("To the start");
    window.until_step(0);
    window.press("Clear");
    assert_eq!(window.state(), State::Ready);
}

#[test]
fn the_timeline_can_be_dragged() {
    let mut window = Window::open("8x8");
    window.find_tour("a1");
    let rail = window.rect("Timeline");
    let at = |share: f32| pos2(rail.left() + 8.0 + (rail.width() - 16.0) * share, rail.center().y);
    window.drag(&[1.0, 0.9, 0.7, 0.6, 0.5].map(at));
    window.until_frame(|frame| frame.step.abs_diff(3_242_033) < 20_000);
    assert_eq!(window.state(), State::Paused);
    let path = window.frame().path.clone();
    let config: MethodConfig = "backtracking".parse().unwrap();
    let mut solver = config.build(&"8x8 given=7,0".parse().unwrap());
    solver.run(window.step());
    assert_eq!(path, solver.state().path);
    // The list of squares leads back to where each was placed.
    let third = window.setup().board.name(path[path.len() - 3]);
    window.press(&format!("{} {third}", path.len() - 2));
    window.until_frame(|frame| frame.path.len() == path.len() - 2);
}

#[test]
fn tab_goes_through_the_player_from_left_to_right() {
    let mut window = Window::open("6x6");
    window.find_tour("a1");
    // Away from the end, so that every button can be pressed.
    window.send(Shortcut::StepBack);
    let names =
        ["Timeline", "Go to step", "Play", "Show backtracking", "Slower", "Speed", "Faster"];
    let mut met = Vec::new();
    for _ in 0..80 {
        window.key(Key::Tab);
        let has_focus =
            |name: &str| window.0.query_all_by_label(name).any(|node| node.is_focused());
        met.extend(names.into_iter().find(|name| has_focus(name)));
    }
    assert!(met.windows(7).any(|met| met == names), "{met:?}");
}

#[test]
fn the_list_of_squares_follows_the_tour() {
    let (mut window, clock) = Window::with_manual_clock(None);
    window.change(window.setup().resized(20, 20).unwrap());
    window.send(Preference::Backtracking(false));
    window.send(Preference::Speed(Speed::at(17)));
    window.click_square("a20");
    window.until_frame(|frame| frame.view == View::Tour);
    clock.advance(0.6);
    window.until_frame(|frame| frame.step > 50);
    window.send(Shortcut::PlayPause);
    window.until_frame(|frame| !frame.playing);
    let number = format!("{} ", window.step());
    let labels = window.0.query_all_by_label_contains(&number);
    let mut labels = labels.filter_map(|node| node.accesskit_node().label());
    assert!(labels.any(|label| label.starts_with(&number)), "square {number}is visible");
}

#[test]
fn a_step_can_be_typed_while_the_search_plays() {
    let (mut window, clock) = Window::with_manual_clock(None);
    window.set_method("backtracking");
    window.send(Preference::Speed(Speed::at(16)));
    window.click_square("a1");
    window.until_searched();
    window.press("Go to step");
    window.key_with(Modifiers::COMMAND, Key::A);
    for digit in "500,000".chars() {
        window.0.event(Event::Text(digit.to_string()));
        let step = window.step();
        clock.advance(0.1);
        window.until_frame(|frame| frame.step > step);
    }
    window.key(Key::Enter);
    window.until_step(500_000);
    // It pauses there.
    assert_eq!(window.state(), State::Paused);
    clock.advance(2.0);
    window.0.run_steps(4);
    assert_eq!(window.step(), 500_000);
}

/// The pointer moves and is released within one frame.
#[test]
fn a_quick_drag_of_the_timeline_ends_where_it_is_released() {
    let mut window = Window::open("8x8");
    window.set_method("warnsdorff:ties=order");
    window.find_tour("a1");
    let rail = window.rect("Timeline");
    let at = |share: f32| Pos2::new(egui::lerp(rail.x_range(), share), rail.bottom() - 10.0);
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    for events in [
        vec![Event::PointerMoved(at(0.9)), button(at(0.9), true)],
        vec![Event::PointerMoved(at(0.65))],
        vec![Event::PointerMoved(at(0.3)), button(at(0.3), false)],
    ] {
        window.0.input_mut().events.extend(events);
        window.0.step();
    }
    window.until(|window| (17..=21).contains(&window.step()));
}

#[test]
fn without_backtracking_the_tour_itself_is_played() {
    let mut window = Window::open("8x8");
    window.press("Show backtracking");
    window.click_square("a1");
    window.until_frame(|frame| frame.view == View::Tour && frame.step > 2);
    assert!(window.shows("of 64"), "the timeline shows the tour");
    assert!(window.shows("6,484,066"), "the counters belong to the search");
    window.press("To the end");
    window.until_step(64);
    window.press("Show backtracking");
    window.until_frame(|frame| frame.view == View::Search);
    assert!(window.shows("of 6,484,066"));
}

#[test]
fn one_tour_leads_to_the_next() {
    for show in [true, false] {
        let mut window = Window::open("5x5");
        window.send(Preference::Speed(Speed::UNLIMITED));
        window.send(Preference::Backtracking(show));
        window.click_square("a1");
        let mut tours = Vec::new();
        for number in 1..=5 {
            window.until(|window| window.has_found() && window.frame().progress.tours == number);
            tours.push(window.frame().path.clone());
            window.press("Find the next one");
        }
        tours.sort();
        tours.dedup();
        assert_eq!(tours.len(), 5);
    }
}

#[test]
fn speeds_go_up_and_down() {
    let mut window = Window::open("5x5");
    assert!(window.shows("4 / s"), "it fits the board");
    window.press("Faster");
    assert!(window.shows("5 / s"));
    window.key(Key::Minus);
    window.key(Key::Minus);
    assert!(window.shows("3 / s"));
    window.press("20×20");
    assert!(window.shows("3 / s"), "the chosen speed stays");
    let rail = window.rect("Speed");
    window.click(rail.right_center() - vec2(2.0, 0.0));
    assert!(window.shows("unlimited"));
    window.click(rail.left_center() + vec2(2.0, 0.0));
    assert!(window.shows("1 / s"));
}

/// Refusals, announcements and proofs name the goal, not just any tour.
#[test]
fn a_proof_speaks_of_what_was_asked() {
    let mut window = Window::open("5x5");
    window.set_goal(Goal::End(Square::at(20)));
    window.click_square("b1");
    assert!(window.shows("No tour from here") && window.shows("No tour from b1 ends at a1: "));
    window.press("Choose another square");

    let mut window = Window::open("3x4");
    window.send(Preference::Speed(Speed::at(0)));
    window.set_goal(Goal::Closed);
    window.click_square("a1");
    assert!(window.shows("No closed tour on this board"));
    window.press("Search anyway");
    window.until(|window| window.session().has_unshown_answer());
    let words = "No closed tour exists from a1: every path was tried";
    assert!(window.shows(words));
    window.press("Skip to the end");
    window.until_state(State::NoTour);
    assert!(window.shows(words));
}

#[test]
fn every_method_runs_to_its_end() {
    for method in METHODS {
        for show in [true, false] {
            let mut window = Window::open("6x6");
            window.set_method(method.name);
            window.send(Preference::Speed(Speed::UNLIMITED));
            window.send(Preference::Backtracking(show));
            window.click_square("c3");
            window.until_over();
            assert!(window.has_found() || window.state() == State::GaveUp, "{}", method.name);
        }
    }
}

#[test]
fn after_the_last_tour_it_says_no_other_tour() {
    let mut window = Window::open("3x4");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    for _ in 0..100 {
        window.until_over();
        if window.state() == State::NoOther {
            break;
        }
        window.press("Find the next one");
        window.until(|window| !window.has_found() || window.frame().progress.tours > 1);
    }
    assert!(window.shows("No other tour exists from a1: ") && window.shows("tours in all"));
}
