//! The board and its player, and everything around them.

use std::sync::Arc;

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Theme, Vec2, pos2, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT, Queryable};
use knights_tour::app::{
    App, ExploreMessage, MAX_SIDE, PageId, Part, PathColour, PlaybackCommand, Preference,
    SetupEvent, Shortcut, Start, Tool,
};
use knights_tour::board::{Naming, Square};
use knights_tour::engine::{Clock, Manual, Speed, View};
use knights_tour::feasibility::refused_starts;
use knights_tour::puzzle::Goal;
use knights_tour::session::{Setup, State};
use knights_tour::solver::{ChoiceState, Generator, METHODS, MethodConfig, Status};

use crate::folder::Folder;
use crate::screen::{SMALL, USUAL, Window, pictures};

impl Window {
    pub(crate) fn step(&self) -> u64 {
        self.app().session().frame().map_or(0, |frame| frame.step)
    }

    pub(crate) fn click_square(&mut self, square: &str) {
        let board = &self.app().session().setup().board;
        let square = board.parse_square(square).unwrap();
        let place = self.app().place_of(square).unwrap();
        self.click(place);
    }

    /// Compares the window with the picture of this name. The search's time is left out, because it
    /// is never the same twice.
    pub(crate) fn picture(&mut self, name: &str, results: &mut SnapshotResults) {
        self.settle();
        let width = self.0.ctx.content_rect().width();
        let time = match width > 1_000.0 {
            true => Rect::from_min_max(pos2(width - 190.0, 58.0), pos2(width - 91.0, 92.0)),
            false => Rect::from_min_max(pos2(100.0, 98.0), pos2(183.0, 132.0)),
        };
        self.0.mask(time);
        results.add(self.0.try_snapshot_options(name, &pictures().max_failed_pixels(40)));
    }
}

fn found(window: &Window) -> bool {
    matches!(window.state(), State::Found { .. })
}

fn searched(window: &Window) -> bool {
    let frame = window.app().session().frame();
    frame.is_some_and(|frame| frame.progress.status != Status::Searching)
}

/// A first start that goes by a clock of its own, and tells nothing to screen readers: naming every
/// square in every frame takes most of the time of a test.
struct FirstStart {
    ctx: egui::Context,
    app: App,
    hands: Arc<Manual>,
}

impl FirstStart {
    fn new() -> FirstStart {
        let (ctx, hands) = (egui::Context::default(), Arc::new(Manual::default()));
        let start = Start { clock: Some(Clock::manual(&hands)), ..Start::default() };
        let app = App::restored(&ctx, &Setup::usual().unwrap(), start);
        let mut first = FirstStart { ctx, app, hands };
        first.frame(Vec::new());
        first
    }

    fn frame(&mut self, events: Vec<Event>) {
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, USUAL));
        let time = Some(self.hands.seconds());
        let input = egui::RawInput { screen_rect, time, events, ..egui::RawInput::default() };
        let app = &mut self.app;
        let mut output = self.ctx.clone().run_ui(input, |ui| {
            app.logic(ui.ctx());
            app.ui(ui);
        });
        // Nobody looks at it.
        output.textures_delta.clear();
    }

    fn has_found(&self) -> bool {
        matches!(self.app.session().state(), State::Found { .. })
    }

    fn has_searched(&self) -> bool {
        let frame = self.app.session().frame();
        frame.is_some_and(|frame| frame.progress.status != Status::Searching)
    }

    /// Closes the welcome.
    fn close_welcome(&mut self) {
        for pressed in [true, false] {
            self.frame(vec![Event::Key {
                key: Key::Escape,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: Modifiers::NONE,
            }]);
        }
        self.frame(Vec::new());
    }

    fn click(&mut self, square: Square) {
        self.frame(Vec::new());
        let pos = self.app.place_of(square).unwrap();
        self.frame(vec![Event::PointerMoved(pos)]);
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            self.frame(vec![Event::PointerButton { pos, button, pressed, modifiers }]);
        }
        self.frame(Vec::new());
    }
}

/// A first start and one click, on boards of every size: the tour is on the board within ten seconds
/// of the window's clock, or at least the notice that it is found.
#[test]
fn a_first_click_ends_in_a_tour() {
    let mut chance = Generator::beside(12);
    let mut late = Vec::new();
    let mut first = FirstStart::new();
    for number in 0..200 {
        // Nothing that a search leaves behind matters to the next, so a few starts stand for all.
        if number % 20 == 0 {
            first = FirstStart::new();
            first.close_welcome();
        }
        let mut side = || 5 + chance.below(26) as u32;
        let setup = first.app.session().setup().resized(side(), side()).unwrap();
        let refused = refused_starts(&setup.board, Goal::Any);
        let starts: Vec<Square> =
            setup.board.squares().filter(|square| !refused[square.index()]).collect();
        let start = starts[chance.below(starts.len() as u64) as usize];
        let board = setup.board.to_string();
        first.app.send(ExploreMessage::Setup(SetupEvent::Change(setup)));
        first.click(start);
        assert!(first.app.session().active().is_some(), "{board}: nothing has started");
        let began = first.hands.seconds();
        while !first.has_found() && first.hands.seconds() < began + 10.0 {
            first.hands.advance(0.1);
            first.app.logic(&first.ctx.clone());
        }
        let took = first.hands.seconds() - began;
        assert!(first.has_searched(), "{board}: nothing is known after ten seconds");
        if first.has_found() {
            assert!(took > 2.5, "{board}: {took:.1} s is too quick to be watched");
        } else {
            assert!(first.app.session().has_news(), "{board}: nothing is said");
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
    window.until("the start", |app| app.session().frame().is_some_and(|m| m.step == 1));
    let frame = window.app().session().frame().unwrap();
    assert_eq!(frame.choices.len(), 2);
    let chosen = frame.choices.iter().find(|choice| choice.state == ChoiceState::Chosen);
    let next = window.app().session().name(chosen.unwrap().square);
    assert!(window.shows("On a1. ") && window.shows(&format!(" Next: {next}.")));
    window.send(Shortcut::PlayPause);
    window.send(Shortcut::Step);
    window.until("a step", |app| app.session().frame().is_some_and(|m| m.step == 2));
    assert!(window.shows(&format!("On {next}. ")));
    assert!(window.shows("Legend"));
    // At a speed that nobody can follow, the choices are not shown.
    window.send(Preference::Speed(Speed::at(15)));
    window.send(Shortcut::PlayPause);
    window.until("some steps", |app| app.session().frame().is_some_and(|m| m.step > 5));
    assert!(window.app().session().frame().unwrap().choices.is_empty());
}

#[test]
fn a_retreat_says_why() {
    let mut window = Window::open("5x5");
    window.click_square("a1");
    window.send(Shortcut::PlayPause);
    let mut said = Vec::new();
    window.until("a pause", |window| window.state() == State::Paused);
    while !found(&window) {
        let next = window.step() + 1;
        window.send(Shortcut::Step);
        window.until("a step", |window| window.step() == next);
        said.push(window.app().session().explanation(None));
    }
    for why in ["Dead end: ", " led nowhere. "] {
        assert!(said.iter().any(|other| other.contains(why)), "{why}");
    }
}

/// After five seconds, a search says once how long it may take, and what to try instead.
#[test]
fn a_long_search_says_so_once() {
    for (goal, name) in [(Goal::Any, "Try Automatic"), (Goal::Closed, "Try Automatic")] {
        let mut window = Window::open("12x12");
        let setup = Setup { goal, ..window.app().session().setup().clone() };
        window.change(setup);
        window.send(Preference::Speed(Speed::UNLIMITED));
        window.click_square("f6");
        window.until("five seconds", |app| app.session().long_search().is_some());
        let seconds = window.app().session().frame().unwrap().progress.seconds;
        assert!(seconds >= 5.0, "{seconds}");
        assert!(window.shows("paths to try here (an estimate)"));
        assert!(window.shows("longer than the age of the universe"));
        window.press(name);
        window.until("a tour", found);
        assert!(!window.shows("paths to try here"));
        let start = window.app().session().active().unwrap().puzzle.start();
        assert_eq!(window.app().session().name(start), "f6");
        window.send(Shortcut::Undo);
        assert!(window.shows("paths to try here"));
        assert!(!window.app().session().differs_from_search(), "its method is back, too");
        window.press("Dismiss");
        assert!(!window.shows("paths to try here"));
        window.send(Shortcut::Clear);
        window.send(Shortcut::Undo);
        assert!(!window.shows("paths to try here"), "not after clearing either");
        window.send(Shortcut::PlayPause);
        let steps = |app: &App| app.session().frame().map_or(0, |m| m.progress.steps);
        let before = steps(window.app());
        window.until("more steps", |app| steps(app) > before + 1_000_000);
        assert!(!window.shows("paths to try here"), "not again for this search");
    }
}

#[test]
fn a_finished_tour_says_what_to_do_next() {
    let mut window = Window::open("6x6");
    window.set_method("restarting");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    window.press("Find the next one");
    window.until("another", |app| {
        found(app) && app.session().frame().is_some_and(|m| m.progress.tours == 2)
    });
    assert!(window.shows("Tour 2 found at step"));
    assert_eq!(window.0.query_all_by_label("Tour 2").count(), 1);
    window.press("Save a picture…");
    assert!(window.shows("Save a picture of the board"));
    window.press("Cancel");
    assert_eq!(window.state(), State::Found { closed: false });
    window.press("Find a closed one");
    window.until("a closed tour", |app| app.session().state() == State::Found { closed: true });
    assert!(!window.shows("Find a closed one"));
    // If no closed tour exists, none is offered.
    let mut window = Window::open("5x5");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    assert!(!window.shows("Find a closed one") && !window.shows("Close this tour"));
}

/// The open tour on the board itself is rearranged into a closed one.
#[test]
fn an_open_tour_is_closed() {
    let mut window = Window::open("8x8");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    assert_eq!(window.state(), State::Found { closed: false });
    let open = window.app().session().path().to_vec();
    window.press("Close this tour");
    window.until("a closed tour", |app| app.session().state() == State::Found { closed: true });
    let session = window.app().session();
    let active = session.active().unwrap();
    assert_eq!(active.config.method.name, "euler");
    assert_eq!(active.puzzle.repair(), Some(&open[..]), "it begins with that tour");
    assert_eq!((session.setup().goal, session.differs_from_search()), (Goal::Closed, false));
    assert!(!window.shows("Close this tour"));
    window.send(Shortcut::Undo);
    assert_eq!(window.app().session().path(), open, "Undo brings it back");
    assert_eq!(window.app().session().setup().goal, Goal::Any);
}

/// Beside the speed it says what is counted, at every size of the window and of the letters.
#[test]
fn the_speed_says_what_it_is() {
    for (size, percent) in [(USUAL, 100), (USUAL, 150), (SMALL, 100), (SMALL, 150)] {
        let mut window = Window::with("8x8", size, Theme::Light);
        window.send(Preference::TextSize(percent));
        window.0.run_steps(5);
        let caption = window.0.get_by_label("Steps per second").rect();
        let screen = window.0.ctx.content_rect();
        assert!(screen.contains_rect(caption), "{size:?}, {percent} %: {caption:?}");
        for other in ["Slower", "Faster", "Show backtracking", "Timeline", "Clear"] {
            let rect = window.0.get_by_label(other).rect();
            assert!(!rect.intersects(caption), "{size:?}, {percent} %: {other}, {caption:?}");
        }
        let slower = window.0.get_by_label("Slower").rect();
        assert!((slower.left() - caption.left()).abs() < 4.0, "it stands above the speed");
    }
}

#[test]
fn a_presentation_shows_the_board_and_one_sentence() {
    let mut window = Window::with("8x8", vec2(1920.0, 1080.0), Theme::Light);
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    let side = |window: &Window| {
        (window.app().place_of(Square::at(1)).unwrap()
            - window.app().place_of(Square::at(0)).unwrap())
        .x
    };
    window.key(Key::P);
    assert!(!window.shows("Rows") && !window.shows("Placements") && !window.shows("File"));
    assert!(window.shows("Tour found at step 6,484,066") && window.shows("Find the next one"));
    assert!(side(&window) > 90.0, "{}", side(&window));
    window.key(Key::Escape);
    assert!(window.shows("Rows") && window.shows("Placements"));
    window.key(Key::P);
    window.press("Exit");
    assert!(window.shows("Rows"));
}

#[test]
fn squares_are_named_in_one_way_at_a_time() {
    let mut window = Window::open("8x8");
    window.set_method("warnsdorff");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    assert!(window.shows("from a1 to") && !window.shows("row 7") && !window.shows("7,0"));
    window.send(Preference::Naming(Naming::RowColumn));
    window.until("other names", |_| true);
    assert!(window.shows("from (7,0) to") && window.shows("(7,0), visited, number 1"));
    assert!(!window.shows("from a1 to"));
    window.playback(PlaybackCommand::Seek(2));
    window.until("a step", |app| app.session().frame().is_some_and(|m| m.step == 2));
    let session = window.app().session();
    let name = session.name(session.frame().unwrap().path[1]);
    let said = session.explanation(None);
    assert!(name.starts_with('(') && said.starts_with(&format!("On {name}. ")), "{said}");
}

#[test]
fn dragging_makes_holes_and_one_undo_removes_them() {
    let mut window = Window::open("6x6");
    window.press("Edit holes");
    let holes = |window: &Window| window.app().session().setup().board.holes().len();
    let place = |window: &Window, name: &str| {
        let square = window.app().session().setup().board.parse_square(name).unwrap();
        window.app().place_of(square).unwrap()
    };
    for (names, left) in [(["a3", "b3", "c3", "d3"], 4), (["c3", "d3", "e3", "f3"], 2)] {
        window.0.hover_at(place(&window, names[0]));
        window.0.run_steps(2);
        window.0.drag_at(place(&window, names[0]));
        for name in names {
            window.0.hover_at(place(&window, name));
            window.0.run_steps(2);
        }
        window.0.drop_at(place(&window, names[3]));
        window.0.run_steps(2);
        assert_eq!(holes(&window), left, "{names:?}");
    }
    window.send(Shortcut::Undo);
    assert_eq!(holes(&window), 4, "the whole drag is undone");
    window.send(Shortcut::Undo);
    assert_eq!(holes(&window), 0);
}

#[test]
fn a_board_without_any_tour_says_so_in_one_place() {
    let mut window = Window::open("4x4");
    assert!(window.shows("No such tour exists on this board"));
    assert!(!window.shows("watch a tour being found"));
    window.click_square("b2");
    assert!(window.shows("No tour on this board") && window.shows("too small"));
    assert!(!window.shows("Choose another square"));
    window.press("Close");
    assert_eq!(window.state(), State::Ready);
}

#[test]
fn the_view_menu_stays_open() {
    let mut window = Window::open("8x8");
    window.press("View");
    for name in ["Coordinates", "Lines", "Coordinates"] {
        window.0.get_by_label(name).click();
        window.0.run_steps(3);
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
            let square = window.app().session().setup().board.parse_square(name).unwrap();
            let at = window.app().place_of(square).unwrap() + vec2(0.0, 22.0);
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
        window.until("a search", |app| app.session().frame().is_some_and(|m| m.step > 0));
        window.0.key_press_modifiers(keys.0, keys.1);
        window.0.run_steps(2);
        assert_eq!(window.state(), State::Ready, "{keys:?}");
        assert!(window.shows("Board cleared"));
        window.press("Undo");
        assert!(window.app().session().active().is_some(), "{keys:?}");
    }
}

#[test]
fn a_click_starts_a_search_and_a_tour_is_found() {
    let mut window = Window::open("8x8");
    assert!(window.shows("Ready"));
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    assert_eq!(window.step(), 6_484_066);
    assert!(window.shows("Open tour") && window.shows("6,484,066"));
    assert!(window.shows("Tour found at step 6,484,066: open, from a1 to h7."));
}

#[test]
fn the_search_is_shown_step_by_step_and_the_answer_is_announced() {
    let mut window = Window::open("8x8");
    window.click_square("a1");
    window.until("a few steps", |app| app.session().frame().is_some_and(|m| m.step > 3));
    assert!(window.shows("Searching"));
    window.until("the answer", searched);
    assert!(window.shows("Tour found at step 6,484,066."));
    assert!(window.step() < 2_000, "the playhead is still near the beginning");
    window.press("Keep watching");
    assert!(!window.shows("Tour found at step"), "it is announced once");
    window.press("Pause");
    window.until("a pause", |app| app.session().state() == State::Paused);
    let step = window.step();
    window.press("Step");
    window.until("a step", |app| app.session().frame().is_some_and(|m| m.step == step + 1));
    window.press("Step back");
    window.until("a step back", |app| app.session().frame().is_some_and(|m| m.step == step));
    assert_eq!(window.state(), State::Paused);
    window.press("To the end");
    window.until("the end", found);
    window.press("To the start");
    window.until("the start", |app| app.session().frame().is_some_and(|m| m.step == 0));
    window.press("Clear");
    assert_eq!(window.state(), State::Ready);
}

#[test]
fn the_timeline_can_be_dragged() {
    let mut window = Window::open("8x8");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    let rail = window.0.get_by_label("Timeline").rect();
    let at = |share: f32| pos2(rail.left() + 8.0 + (rail.width() - 16.0) * share, rail.center().y);
    window.0.drag_at(at(1.0));
    for share in [0.9, 0.7, 0.6, 0.5] {
        window.0.hover_at(at(share));
        window.0.run_steps(2);
    }
    window.0.drop_at(at(0.5));
    window.until("the middle", |app| {
        app.session().frame().is_some_and(|frame| frame.step.abs_diff(3_242_033) < 20_000)
    });
    assert_eq!(window.state(), State::Paused);
    let path = window.app().session().frame().unwrap().path.clone();
    let mut solver =
        "backtracking".parse::<MethodConfig>().unwrap().build(&"8x8 given=7,0".parse().unwrap());
    solver.run(window.step());
    assert_eq!(path, solver.state().path);
    // The list of squares leads back to where each was placed.
    let third = window.app().session().setup().board.name(path[path.len() - 3]);
    window.press(&format!("{} {third}", path.len() - 2));
    window.until("a shorter path", |app| {
        app.session().frame().is_some_and(|frame| frame.path.len() == path.len() - 2)
    });
}

#[test]
fn a_side_that_is_too_long_gives_a_message() {
    let mut window = Window::open("8x8");
    window.0.get_by_role_and_label(egui::Role::SpinButton, "Rows").click();
    window.0.run_steps(2);
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.0.event(Event::Text("5000".to_owned()));
    window.0.run_steps(2);
    assert!(!window.shows("too large"), "it is still being typed");
    window.key(Key::Enter);
    assert_eq!(window.app().session().setup().board.rows(), 8);
    assert!(window.shows("5,000 is too large"));
}

#[test]
fn tab_goes_through_the_player_from_left_to_right() {
    let mut window = Window::open("6x6");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    // Away from the end, so that every button can be pressed.
    window.send(Shortcut::StepBack);
    let names =
        ["Timeline", "Go to step", "Play", "Show backtracking", "Slower", "Speed", "Faster"];
    let mut met = Vec::new();
    for _ in 0..80 {
        window.key(Key::Tab);
        let has_focus =
            |name: &str| window.0.query_all_by_label(name).any(|node| node.is_focused());
        met.extend(names.iter().position(|name| has_focus(name)));
    }
    assert!(met.windows(7).any(|met| met == [0, 1, 2, 3, 4, 5, 6]), "{met:?}");
}

#[test]
fn changing_the_set_up_moves_nothing() {
    let mut window = Window::open("8x8");
    window.click_square("a1");
    let place = |window: &Window| window.0.get_by_label("Wrap-around edges").rect();
    let before = place(&window);
    window.send(ExploreMessage::NewSeed);
    assert!(window.shows("Search from a1 again"));
    assert_eq!(place(&window), before);
}

#[test]
fn the_list_of_squares_follows_the_tour() {
    let (hands, folder) = (Arc::new(Manual::default()), Folder::new("list"));
    let mut window = Window::by(&hands, &folder);
    window.change(window.app().session().setup().resized(20, 20).unwrap());
    window.send(Preference::Backtracking(false));
    window.send(Preference::Speed(Speed::at(17)));
    window.click_square("a20");
    window.until("the tour", |app| {
        app.session().frame().is_some_and(|frame| frame.view == View::Tour)
    });
    hands.advance(0.6);
    window.until("some of the tour", |app| app.session().frame().is_some_and(|m| m.step > 50));
    window.send(Shortcut::PlayPause);
    window.until("a pause", |app| app.session().frame().is_some_and(|frame| !frame.playing));
    let step = window.step();
    let named = format!("{step} ");
    assert!(
        window.0.query_all_by_label_contains(&named).any(|node| {
            node.accesskit_node().label().is_some_and(|label| label.starts_with(&named))
        }),
        "square {step} is visible"
    );
}

#[test]
fn a_step_can_be_typed() {
    let mut window = Window::open("8x8");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    window.0.get_by_label("Go to step").click();
    window.0.run_steps(2);
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.0.event(Event::Text("1,000,000".to_owned()));
    window.0.run_steps(2);
    window.key(Key::Enter);
    window.until("the step", |app| app.session().frame().is_some_and(|m| m.step == 1_000_000));
}

#[test]
fn a_step_can_be_typed_while_the_search_plays() {
    let (hands, folder) = (Arc::new(Manual::default()), Folder::new("typed"));
    let mut window = Window::by(&hands, &folder);
    window.set_method("backtracking");
    window.send(Preference::Speed(Speed::at(16)));
    window.click_square("a1");
    window.until("the answer", searched);
    window.0.get_by_label("Go to step").click();
    window.0.run_steps(2);
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::A);
    for digit in "500,000".chars() {
        window.0.event(Event::Text(digit.to_string()));
        let step = window.step();
        hands.advance(0.1);
        window.until("a step", |app| app.session().frame().is_some_and(|m| m.step > step));
    }
    window.key(Key::Enter);
    window.until("the step", |app| app.session().frame().is_some_and(|m| m.step == 500_000));
    // It pauses there.
    assert_eq!(window.state(), State::Paused);
    hands.advance(2.0);
    window.0.run_steps(4);
    assert_eq!(window.step(), 500_000);
}

/// The pointer moves and is released within one frame.
#[test]
fn a_quick_drag_of_the_timeline_ends_where_it_is_released() {
    let mut window = Window::open("8x8");
    window.set_method("warnsdorff:ties=order");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    let rail = window.0.get_by_label("Timeline").rect();
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
    window.until("the last place", |window| (17..=21).contains(&window.step()));
}

#[test]
fn nothing_happens_behind_a_dialog() {
    let mut window = Window::open("3x4");
    window.click_square("a1");
    window.press("5×5");
    window.click_square("b1");
    assert!(window.shows("No tour from here"));
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.0.run_steps(2);
    assert!(window.shows("No tour from here"), "keys do nothing until it is answered");
    assert_eq!(window.app().session().setup().board.rows(), 5);
    window.key(Key::Escape);
    assert!(!window.shows("No tour from here"));
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.0.run_steps(2);
    assert_eq!(window.app().session().setup().board.rows(), 3);
}

#[test]
fn escape_leaves_a_field_as_it_was() {
    let mut window = Window::open("8x8");
    window.click_square("a1");
    window.0.get_by_label("Rows").click();
    window.0.run_steps(2);
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.0.event(Event::Text("20".to_owned()));
    window.0.run_steps(2);
    window.key(Key::Escape);
    window.0.run_steps(3);
    assert_eq!(window.app().session().setup().board.rows(), 8);
    assert!(window.app().session().active().is_some());
}

#[test]
fn without_backtracking_the_tour_itself_is_played() {
    let mut window = Window::open("8x8");
    window.press("Show backtracking");
    window.click_square("a1");
    window.until("the tour", |app| {
        app.session().frame().is_some_and(|frame| frame.view == View::Tour && frame.step > 2)
    });
    assert!(window.shows("of 64"), "the timeline shows the tour");
    assert!(window.shows("6,484,066"), "the counters belong to the search");
    window.press("To the end");
    window.until("its end", |app| app.session().frame().is_some_and(|m| m.step == 64));
    window.press("Show backtracking");
    window.until("the search", |app| {
        app.session().frame().is_some_and(|frame| frame.view == View::Search)
    });
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
            window.until("a tour", |app| {
                found(app) && app.session().frame().is_some_and(|m| m.progress.tours == number)
            });
            tours.push(window.app().session().frame().unwrap().path.clone());
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
    let rail = window.0.get_by_label("Speed").rect();
    window.click(rail.right_center() - vec2(2.0, 0.0));
    assert!(window.shows("unlimited"));
    window.click(rail.left_center() + vec2(2.0, 0.0));
    assert!(window.shows("1 / s"));
}

#[test]
fn squares_without_a_tour_say_so_and_can_be_searched_anyway() {
    let mut window = Window::open("5x5");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a2");
    assert!(window.shows("No tour from here") && window.shows("odd number of squares"));
    assert!(window.app().session().active().is_none());
    window.press("Choose another square");
    assert!(!window.shows("No tour from here"));
    window.click_square("a2");
    window.press("Search anyway");
    window.until("a proof", |app| app.session().state() == State::NoTour);
    let steps = window.app().session().frame().unwrap().step;
    assert!(window.shows("every path was tried") && steps > 1_000_000);
}

#[test]
fn on_a_small_board_every_path_is_tried() {
    let mut window = Window::open("4x4");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.press("Search anyway");
    window.until("a proof", |app| app.session().state() == State::NoTour);
    let steps = window.app().session().frame().unwrap().step;
    assert!(window.shows(&format!(
        "No tour exists from a1: every path was tried ({} steps)",
        grouped(steps)
    )));
}

/// Refusals, announcements and proofs name the goal, not just any tour.
#[test]
fn a_proof_speaks_of_what_was_asked() {
    let mut window = Window::open("5x5");
    let setup = window.app().session().setup().clone();
    window.change(Setup { goal: Goal::End(Square::at(20)), ..setup });
    window.click_square("b1");
    assert!(window.shows("No such tour from here") && window.shows("No tour from b1 ends at a1: "));
    window.press("Choose another square");

    let mut window = Window::open("3x4");
    window.send(Preference::Speed(Speed::at(0)));
    let setup = window.app().session().setup().clone();
    window.change(Setup { goal: Goal::Closed, ..setup });
    window.click_square("a1");
    assert!(window.shows("No such tour on this board"));
    window.press("Search anyway");
    window.until("it is announced", |app| app.session().has_news());
    let words = "No closed tour exists from a1: every path was tried";
    assert!(window.shows(words));
    window.press("Skip to the end");
    window.until("a proof", |app| app.session().state() == State::NoTour);
    assert!(window.shows(words));
}

fn grouped(number: u64) -> String {
    knights_tour::text::grouped(number)
}

#[test]
fn every_method_runs_to_its_end() {
    for method in METHODS {
        for show in [true, false] {
            let mut window = Window::open("6x6");
            let setup = window.app().session().setup().clone();
            window.change(Setup { config: MethodConfig::new(method), ..setup });
            window.send(Preference::Speed(Speed::UNLIMITED));
            window.send(Preference::Backtracking(show));
            window.click_square("c3");
            window.until(method.name, |app| {
                searched(app) && app.session().frame().is_some_and(|frame| !frame.playing)
            });
            assert!(found(&window) || window.state() == State::GaveUp, "{}", method.name);
        }
    }
}

#[test]
fn methods_and_their_options_are_offered() {
    let mut window = Window::open("8x8");
    window.choose("Method", "Always moves to the square");
    assert_eq!(window.app().session().setup().config.method.name, "warnsdorff");
    window.choose("Break ties by", "Roth: ");
    assert_eq!(window.app().session().setup().config.to_string(), "warnsdorff:ties=roth");
    window.press("Closed");
    assert_eq!(window.app().session().setup().goal, Goal::Closed);
    // It may be scrolled out of view, at the end of the list.
    let mut new_seed = || {
        window.0.get_by_label("New").click_accesskit();
        window.0.run_steps(2);
        window.app().session().setup().seed
    };
    let (seed, other) = (new_seed(), new_seed());
    assert!(seed < 1_000_000 && other < 1_000_000 && seed != other);
    window.press("Wrap-around edges");
    assert!(window.app().session().setup().board.is_wrapped());
    window.press("20×20");
    assert_eq!(window.app().session().setup().board.rows(), 20);
}

#[test]
fn a_click_beside_an_open_list_only_closes_it() {
    let mut window = Window::open("8x8");
    window.0.get_by_role_and_label(egui::Role::ComboBox, "Method").click();
    window.0.run_steps(3);
    assert!(window.shows("Restarting"));
    window.click_square("g3");
    assert!(!window.shows("Restarting"));
    assert_eq!(window.state(), State::Ready);
    window.0.get_by_role_and_label(egui::Role::ComboBox, "Method").click();
    window.0.run_steps(3);
    window.key(Key::Escape);
    assert!(!window.shows("Restarting"), "and so does Escape");
}

#[test]
fn after_the_last_tour_it_says_no_other_tour() {
    let mut window = Window::open("3x4");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    for _ in 0..100 {
        window.until("an answer", |app| {
            searched(app) && app.session().frame().is_some_and(|frame| !frame.playing)
        });
        if window.state() == State::NoOther {
            break;
        }
        window.press("Find the next one");
        window.until("the search", |app| {
            !found(app) || app.session().frame().is_some_and(|m| m.progress.tours > 1)
        });
    }
    assert!(window.shows("No other tour exists from a1: ") && window.shows("tours in all"));
}

#[test]
fn holes_are_made_and_filled_by_clicks() {
    let mut window = Window::open("5x5");
    window.press("Edit holes");
    window.click_square("c3");
    window.click_square("a1");
    let holes = |window: &Window| window.app().session().setup().board.holes().len();
    assert_eq!(holes(&window), 2);
    window.click_square("c3");
    assert_eq!(holes(&window), 1);
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    window.0.run_steps(2);
    assert_eq!(holes(&window), 2, "each hole can be undone");
    window.key(Key::Escape);
    window.click_square("c3");
    assert_eq!(window.state(), State::Ready, "a search cannot start in a hole");
    window.send(ExploreMessage::Setup(SetupEvent::Use(Tool::End)));
    window.click_square("e5");
    let board = window.app().session().setup().board.clone();
    assert_eq!(window.app().session().setup().goal, Goal::End(board.parse_square("e5").unwrap()));
    window.click_square("e5");
    assert!(window.shows("Start and end are the same"));
}

#[test]
fn the_board_can_change_during_a_search() {
    let mut window = Window::open("8x8");
    window.click_square("a1");
    for side in (1..=50).chain([MAX_SIDE]) {
        let resized = window.app().session().setup().resized(side, side.div_ceil(2)).unwrap();
        window.change(resized);
        assert_eq!(window.state(), State::Ready);
        let first = window.app().place_of(Square::at(0)).unwrap();
        window.click(first);
        if window.shows("Search anyway") {
            window.press("Search anyway");
        }
        window.until("a search", |app| app.session().frame().is_some());
    }
    window.key(Key::R);
    assert!(window.shows("Board cleared"));
    window.press("Undo");
    assert!(window.app().session().active().is_some(), "the search is back");
}

#[test]
fn keys_do_what_buttons_do_but_not_while_typing() {
    let mut window = Window::open("8x8");
    window.click_square("a1");
    window.until("a few steps", |app| app.session().frame().is_some_and(|m| m.step > 2));
    window.key(Key::Space);
    window.until("a pause", |app| app.session().state() == State::Paused);
    let step = window.step();
    window.key(Key::ArrowLeft);
    window.until("a step back", |app| app.session().frame().is_some_and(|m| m.step == step - 1));
    window.0.get_by_label("Seed").focus();
    window.0.run_steps(2);
    window.key(Key::R);
    window.key(Key::B);
    window.key(Key::Space);
    assert!(window.app().session().active().is_some(), "R is a letter now");
    assert!(window.app().session().shows_backtracking(), "and so is B");
    assert_eq!(window.state(), State::Paused, "and so is the space");
    window.key(Key::Escape);
    window.key(Key::B);
    assert!(!window.app().session().shows_backtracking());
    window.key(Key::R);
    assert!(window.app().session().active().is_none());
}

#[test]
fn the_board_can_be_used_without_a_mouse() {
    let mut window = Window::open("8x8");
    window.0.get_by_role_and_label(egui::Role::Canvas, "Board").focus();
    window.0.run_steps(3);
    assert!(window.shows("Board, a8, free"));
    for key in [Key::ArrowDown, Key::ArrowDown, Key::ArrowRight, Key::ArrowUp] {
        window.key(key);
    }
    assert!(window.shows("Board, b7, free"));
    window.key(Key::Enter);
    window.until("a search", |app| app.session().frame().is_some_and(|m| m.step > 0));
    let board = &window.app().session().setup().board;
    let start = window.app().session().active().unwrap().puzzle.start();
    assert_eq!(board.name(start), "b7");
    assert!(window.shows("Board, b7, visited, number 1"));
    window.key(Key::Space);
    window.until("a pause", |app| app.session().state() == State::Paused);
}

#[test]
fn the_wheel_zooms_and_dragging_pans() {
    let mut window = Window::open("50x50");
    let (corner, next) = (Square::at(0), Square::at(1));
    let side = |window: &Window| {
        (window.app().place_of(next).unwrap() - window.app().place_of(corner).unwrap()).x
    };
    let before = side(&window);
    let middle = window.app().place_of(Square::at(25 * 50 + 25)).unwrap();
    window.0.hover_at(middle);
    window.0.event(Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: vec2(0.0, 240.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Unknown,
        modifiers: Modifiers::NONE,
    });
    window.0.run_steps(40);
    assert!(side(&window) > before * 1.5, "{} is not much more than {before}", side(&window));
    let place = window.app().place_of(Square::at(25 * 50 + 25)).unwrap();
    assert!((place - middle).length() < 2.0, "what is under the pointer stays there");
    window.0.drag_at(middle);
    window.0.hover_at(middle + vec2(60.0, 30.0));
    window.0.run_steps(2);
    window.0.drop_at(middle + vec2(60.0, 30.0));
    window.0.run_steps(2);
    let moved = window.app().place_of(Square::at(25 * 50 + 25)).unwrap() - place;
    assert!((moved - vec2(60.0, 30.0)).length() < 1.0, "{moved:?}");
    assert_eq!(window.state(), State::Ready, "a drag is not a click");
    window.send(ExploreMessage::Fit);
    assert_eq!(side(&window), before);
}

/// No control is cut off by the edge of the window, whatever its size.
#[test]
fn everything_is_inside_the_window() {
    // The smallest is 900×600 with text at 150 %.
    for size in [
        vec2(600.0, 400.0),
        SMALL,
        vec2(1079.0, 600.0),
        vec2(1081.0, 640.0),
        USUAL,
        vec2(1600.0, 1000.0),
    ] {
        for board in ["3x4", "8x8", "200x200"] {
            let mut window = Window::with(board, size, Theme::Light);
            window.send(Preference::Speed(Speed::UNLIMITED));
            let place = window.app().place_of(Square::at(0)).unwrap();
            window.click(place);
            window.until("a search", |app| app.session().frame().is_some());
            let whole = Rect::from_min_size(Pos2::ZERO, size).shrink(26.0);
            // The smallest window has buttons for the speed, but no room for its slider.
            let slider = if size.x > 600.0 { "Speed" } else { "Slower" };
            for name in
                ["Play", "Pause", "Clear", "Timeline", slider, "Show backtracking", "Go to step"]
            {
                let nodes: Vec<_> = window.0.query_all_by_label(name).collect();
                // One button has either of two names.
                let other = match name {
                    "Play" => "Pause",
                    "Pause" => "Play",
                    _ => name,
                };
                let there = !nodes.is_empty() || window.0.query_by_label(other).is_some();
                assert!(there, "{name} at {size} on {board}");
                for node in nodes {
                    assert!(whole.contains_rect(node.rect()), "{name} at {size} on {board}");
                    let others = ["Faster", "Clear", "Show backtracking", "Slower"];
                    for other in others.into_iter().filter(|other| *other != name) {
                        let other_rect = window.0.get_by_label(other).rect();
                        let overlap = node.rect().intersect(other_rect);
                        assert!(!overlap.is_positive(), "{name} overlaps {other} at {size}");
                    }
                }
            }
            let side = window.app().place_of(Square::at(0)).unwrap();
            assert!(whole.contains(side));
        }
    }
}

fn watching(size: Vec2, theme: Theme) -> Window {
    let mut window = Window::with("8x8", size, theme);
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a tour", found);
    window.send(Preference::Speed(Speed::default()));
    // A retreat, with the answer known ahead of it.
    window.playback(PlaybackCommand::Seek(1_204));
    window.until("the step", |app| app.session().frame().is_some_and(|m| m.step == 1_204));
    window
}

fn closed(size: Vec2, theme: Theme) -> Window {
    let mut window = Window::with("6x6", size, theme);
    let config = "restarting".parse().unwrap();
    let setup = Setup { config, goal: Goal::Closed, ..window.app().session().setup().clone() };
    window.change(setup);
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.until("a closed tour", found);
    assert_eq!(window.state(), State::Found { closed: true });
    window
}

#[test]
fn pictures_of_watching() {
    let mut results = SnapshotResults::new();
    for (size, name) in [(USUAL, "usual"), (SMALL, "small")] {
        watching(size, Theme::Light).picture(&format!("watching-light-{name}"), &mut results);
        watching(size, Theme::Dark).picture(&format!("watching-dark-{name}"), &mut results);
    }
}

#[test]
fn pictures_of_answers() {
    let mut results = SnapshotResults::new();
    for (size, name) in [(USUAL, "usual"), (SMALL, "small")] {
        closed(size, Theme::Light).picture(&format!("closed-light-{name}"), &mut results);
        closed(size, Theme::Dark).picture(&format!("closed-dark-{name}"), &mut results);
    }
    let mut window = Window::open("4x4");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.click_square("a1");
    window.picture("refused-light-usual", &mut results);
    window.press("Search anyway");
    window.until("a proof", |app| app.session().state() == State::NoTour);
    window.picture("no-tour-light-usual", &mut results);
}

#[test]
fn pictures_of_other_things() {
    let mut results = SnapshotResults::new();
    Window::with("3x4", SMALL, Theme::Light).picture("ready-light-small", &mut results);
    Window::with("7x7", USUAL, Theme::Dark).picture("ready-dark-usual", &mut results);
    let mut window = watching(USUAL, Theme::Light);
    window.send(Preference::Toggle(Part::HeatMap));
    window.picture("heat-light-usual", &mut results);
    let mut window = closed(SMALL, Theme::Light);
    window.send(Preference::PathColour(PathColour::Gradient));
    window.picture("gradient-light-small", &mut results);
    let mut window = watching(SMALL, Theme::Dark);
    window.send(Preference::PathColour(PathColour::Safe));
    window.picture("safe-dark-small", &mut results);
    let mut window = Window::with("200x200", USUAL, Theme::Dark);
    let config = "restarting".parse().unwrap();
    let setup = Setup { config, ..window.app().session().setup().clone() };
    window.change(setup);
    window.send(Preference::Speed(Speed::UNLIMITED));
    let place = window.app().place_of(Square::at(0)).unwrap();
    window.click(place);
    window.until("a tour", found);
    window.picture("large-dark-usual", &mut results);
    // Zoomed in, every visible square has its lines, however old they are.
    let middle = window.app().place_of(Square::at(100 * 200 + 20)).unwrap();
    window.0.hover_at(middle);
    window.0.run_steps(2);
    for _ in 0..14 {
        window.0.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: vec2(0.0, 1.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        window.0.run_steps(12);
    }
    window.0.remove_cursor();
    window.picture("zoomed-dark-usual", &mut results);
}

fn press(window: &mut Window, name: &str) {
    window.0.get_by_label(name).click();
    window.0.run_steps(4);
}

/// At any size of the letters, a menu stays in the window; what has no room is scrolled to.
#[test]
fn the_view_menu_fits_into_the_smallest_window() {
    for percent in [100, 150] {
        let mut window = Window::usual(SMALL, Theme::Light);
        window.send(Preference::TextSize(percent));
        window.0.run_steps(3);
        press(&mut window, "View");
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
        window.0.hover_at(menus[0].center());
        window.0.run_steps(2);
        for _ in 0..20 {
            window.0.event(Event::MouseWheel {
                unit: egui::MouseWheelUnit::Line,
                delta: vec2(0.0, -3.0),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: Modifiers::NONE,
            });
            window.0.run_steps(8);
        }
        let last = window.0.get_by_label_contains("Full screen").rect();
        assert!(menus[0].contains_rect(last), "{percent} %: {last:?} in {menus:?}");
    }
}

#[test]
fn a_click_beside_an_open_menu_only_closes_it() {
    let mut window = Window::usual(USUAL, Theme::Light);
    let speed = |window: &Window| window.app().session().speed();
    let before = speed(&window);
    for menu in ["View", "Legend"] {
        press(&mut window, menu);
        assert!(egui::Popup::is_any_open(&window.0.ctx), "{menu}");
        press(&mut window, "Faster");
        assert!(!egui::Popup::is_any_open(&window.0.ctx), "{menu}");
        assert_eq!(speed(&window), before, "{menu}");
    }
    press(&mut window, "View");
    press(&mut window, "Lab");
    assert_eq!(window.app().page(), PageId::Board);
    press(&mut window, "View");
    window.0.get_by_label("Edit").hover();
    window.0.run_steps(4);
    assert!(window.shows("Copy grid"), "menus can be changed");
    press(&mut window, "Faster");
    press(&mut window, "Faster");
    assert!(speed(&window) != before, "with the menu closed it is pressed");
}

/// Nothing was searched for, so no method, no step and no time is named.
#[test]
fn a_tour_from_a_file_says_so() {
    let folder = Folder::new("from-file");
    let file = folder.file("mine.txt");
    std::fs::write(&file, "1 4 7 10\n8 11 2 5\n3 6 9 12\n").unwrap();
    let mut window = Window::start(None, Some(file));
    window.until_shown("Open tour");
    assert!(window.shows("A tour from mine.txt: open, from a3"));
    for part in ["at step", "µs", " ms"] {
        let said = window.0.query_all_by_label_contains(part).next();
        assert!(said.is_none(), "{part}: {:?}", said.unwrap().accesskit_node().label());
    }
    let title = "3×4 · tour from a3 · from mine.txt · Open tour · Knight's Tour";
    assert_eq!(window.app().title(), title);
}
