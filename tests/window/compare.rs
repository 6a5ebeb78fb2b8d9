//! Two methods side by side.

use std::sync::Arc;

use egui::{Key, Pos2, Rect, Role, Theme, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT, Queryable};
use knights_tour::app::{
    App, BoardEvent, ExploreMessage, Message, PlaybackCommand, PlayerEvent, Preference, SetupEvent,
    Shortcut, Start,
};
use knights_tour::board::Square;
use knights_tour::engine::{Clock, Frame, Manual, Speed, Stopwatch};
use knights_tour::session::{Session, Setup, State};
use knights_tour::solver::{MethodConfig, Status};

use crate::folder::Folder;
use crate::screen::{PATIENCE, SMALL, USUAL, Window, harness, pictures};

/// A method that takes only searches from a corner.
fn impossible() -> MethodConfig {
    "warnsdorff:ties=squirrel-cull".parse().unwrap()
}

impl Window {
    /// Plain backtracking, and this method beside it.
    fn comparing(board: &str, comparison: &str) -> Window {
        let mut window = Window::open(board);
        window.send(ExploreMessage::Compare(Some(comparison.parse().unwrap())));
        window
    }

    /// Plain backtracking and another method, by a clock that the test moves.
    fn comparing_by(hands: &Arc<Manual>, folder: &Folder, comparison: &str) -> Window {
        let mut window = Window::by(hands, folder);
        window.set_method("backtracking");
        window.send(ExploreMessage::Compare(Some(comparison.parse().unwrap())));
        window
    }

    fn both(&self) -> [&Session; 2] {
        [self.app().session(), self.app().comparison().unwrap().second().session()]
    }

    fn frames(&self) -> [Option<&Frame>; 2] {
        self.both().map(Session::frame)
    }

    /// The steps that both boards show.
    fn both_steps(&self) -> [u64; 2] {
        self.frames().map(|frame| frame.map_or(0, |frame| frame.step))
    }

    fn are_paused(&self) -> bool {
        self.frames().into_iter().flatten().all(|frame| !frame.playing)
    }

    fn are_done(&self) -> bool {
        let is_done = |frame: &Frame| frame.progress.status != Status::Searching;
        self.frames().into_iter().all(|frame| frame.is_some_and(is_done))
    }

    fn click_first(&mut self, square: u32) {
        let place = self.app().place_of(Square::at(square)).unwrap();
        self.click(place);
    }

    fn click_second(&mut self, square: u32) {
        let place = self.app().second_place_of(Square::at(square)).unwrap();
        self.click(place);
    }
}

/// A window without a screen reader, by a clock that the test moves.
struct ByHand {
    ctx: egui::Context,
    app: App,
    hands: Arc<Manual>,
}

impl ByHand {
    fn new(first: &str, second: &str) -> ByHand {
        let (ctx, hands) = (egui::Context::default(), Arc::new(Manual::default()));
        let clock = Some(Clock::manual(&hands));
        let usual = Setup::usual().unwrap();
        let app = App::restored(&ctx, &usual, Start { clock, ..Start::default() });
        let mut by_hand = ByHand { ctx, app, hands };
        let setup = Setup { config: first.parse().unwrap(), ..usual };
        by_hand.send(ExploreMessage::Setup(SetupEvent::Change(setup)));
        by_hand.send(ExploreMessage::Compare(Some(second.parse().unwrap())));
        by_hand
    }

    fn send(&mut self, message: impl Into<Message>) {
        self.app.send(message);
        // Both searches have heard of it before time passes.
        self.hands.advance(0.0);
    }

    /// Lets so many tenths of a second pass, and takes all that both searches have sent.
    fn pass(&mut self, tenths: u32) {
        for _ in 0..tenths {
            self.hands.advance(0.1);
            for _ in 0..2 {
                self.app.logic(&self.ctx.clone());
                self.hands.advance(0.0);
            }
            self.app.logic(&self.ctx.clone());
        }
    }

    fn frames(&self) -> [Option<&Frame>; 2] {
        [self.app.session(), self.app.comparison().unwrap().second().session()].map(Session::frame)
    }

    fn steps(&self) -> [u64; 2] {
        self.frames().map(|frame| frame.map_or(0, |frame| frame.step))
    }

    /// Waits until both searches have their answers. No time passes.
    fn search(&mut self) {
        let is_done = |frame: &Frame| frame.progress.status != Status::Searching;
        let watch = Stopwatch::start();
        while !self.frames().into_iter().all(|frame| frame.is_some_and(is_done)) {
            self.hands.advance(0.0);
            self.app.logic(&self.ctx.clone());
            assert!(watch.seconds() < PATIENCE, "no answers");
        }
    }
}

#[test]
fn one_click_starts_both() {
    let mut window = Window::open("8x8");
    window.choose("Compare with", "Warnsdorff\n");
    assert!(window.shows("Click a square to start both") || window.shows("Second board"));
    assert!(window.both().into_iter().all(|session| session.active().is_none()));
    for (square, on_second) in [(56, false), (0, true)] {
        match on_second {
            true => window.click_second(square),
            false => window.click_first(square),
        }
        window.until("both", |window| window.frames().into_iter().all(|m| m.is_some()));
        let [first, second] = window.both().map(|session| session.active().unwrap());
        assert_eq!(first.puzzle, second.puzzle);
        assert_eq!(first.puzzle.start(), Square::at(square));
        assert_eq!(first.config.to_string(), "backtracking");
        assert_eq!(second.config.to_string(), "warnsdorff");
    }
    assert!(window.shows("About the first board: Backtracking"));
    assert!(window.shows("Search has reached"));
}

/// At so many steps a second both show the same step, and the shorter search waits at its end.
#[test]
fn both_go_by_one_clock() {
    let mut by_hand = ByHand::new("backtracking", "warnsdorff");
    by_hand.send(Preference::Speed(Speed::of(Some(10))));
    by_hand.send(ExploreMessage::Board(BoardEvent::Click(Square::at(56))));
    by_hand.search();
    // A search that is over at once shows its first step later; soon both are together.
    by_hand.pass(5);
    let [mut before, second] = by_hand.steps();
    assert!(before.abs_diff(second) <= 1, "{before} and {second}");
    for _ in 0..18 {
        by_hand.pass(2);
        let [first, second] = by_hand.steps();
        assert_eq!(first, second);
        assert!(first > before, "after {before}");
        before = first;
    }
    by_hand.send(Shortcut::PlayPause);
    by_hand.pass(10);
    assert_eq!(by_hand.steps(), [before; 2]);
    by_hand.send(Shortcut::PlayPause);
    by_hand.pass(10);
    let [first, second] = by_hand.steps();
    assert!(first == second && first > before);
    // The walk of 64 squares is over first.
    by_hand.pass(100);
    let [first, second] = by_hand.steps();
    assert!(first > 80 && second == 64, "{first} and {second}");
    // Going back while it plays, both play on from there.
    by_hand.send(ExploreMessage::Player(PlayerEvent::Playback(PlaybackCommand::Seek(20))));
    by_hand.pass(10);
    let [first, second] = by_hand.steps();
    assert!(first == second && (25..35).contains(&first), "{first} and {second}");
}

#[test]
fn the_player_moves_both() {
    let (hands, folder) = (Arc::new(Manual::default()), Folder::new("both"));
    let mut window = Window::comparing_by(&hands, &folder, "warnsdorff");
    window.send(Preference::Speed(Speed::of(Some(60))));
    window.click_first(56);
    window.until("the answers", Window::are_done);
    hands.advance(0.2);
    window.until("steps", |window| window.both_steps().into_iter().all(|step| step > 5));
    window.press("Pause");
    let together = |window: &Window| window.both_steps()[0] == window.both_steps()[1];
    window.until("a pause", |window| window.are_paused() && together(window));
    let step = window.both_steps()[0];
    window.press("Step");
    window.until("a step", |window| window.both_steps() == [step + 1; 2]);
    window.press("Step back");
    window.until("a step back", |window| window.both_steps() == [step; 2]);
    window.press("To the start");
    window.until("the start", |window| window.both_steps() == [0; 2]);
    window.press("Play");
    window.until("the answers", Window::are_done);
    window.press("To the end");
    window.until("the end", |window| window.both_steps() == [6_484_066, 64]);
    assert!(window.shows("of 6,484,066"), "the longer timeline counts");
    // The shorter one stays at its end until the clock is back there.
    window.press("Step back");
    window.until("a step back", |window| window.both_steps() == [6_484_065, 64]);
    window.playback(PlaybackCommand::Seek(65));
    window.until("step 65", |window| window.both_steps() == [65, 64]);
    for (back, shown) in [(1, [64, 64]), (2, [63, 63]), (3, [62, 62])] {
        window.press("Step back");
        window.until("a step back", |window| window.both_steps() == shown);
        assert!(window.are_paused(), "after {back}");
    }
    // A square of the first path leads the second to the same step.
    window.playback(PlaybackCommand::SeekPath(30));
    window.until("a shorter path", |window| {
        let steps = window.both_steps();
        steps[0] < 62 && steps[0] == steps[1]
    });
    assert_eq!(window.app().session().frame().unwrap().path.len(), 30);
}

/// Typing a step pauses both there, even while they play.
#[test]
fn a_step_can_be_typed_for_both() {
    let (hands, folder) = (Arc::new(Manual::default()), Folder::new("both-typed"));
    let mut window = Window::comparing_by(&hands, &folder, "warnsdorff");
    window.send(Preference::Speed(Speed::of(Some(10))));
    window.click_first(56);
    window.until("the answers", Window::are_done);
    hands.advance(1.0);
    window.until("steps", |window| window.both_steps().into_iter().all(|step| step > 5));
    window.enter(Role::SpinButton, "Go to step", "40");
    window.until("step 40", |window| window.both_steps() == [40; 2]);
    hands.advance(2.0);
    window.0.run_steps(4);
    assert_eq!(window.both_steps(), [40; 2]);
    assert!(window.are_paused());
}

#[test]
fn a_method_that_refuses_says_why_and_the_other_one_runs() {
    let mut window = Window::comparing("6x6", "warnsdorff");
    window.send(ExploreMessage::Compare(Some(impossible())));
    window.click_first(31);
    window.until("the first", |window| window.frames()[0].is_some());
    assert!(window.frames()[1].is_none());
    let why = window.app().comparison().unwrap().second().refusal().cloned().unwrap();
    assert!(window.shows("Not started."), "{why:?}");

    // The other way round.
    window.send(ExploreMessage::Compare(Some("warnsdorff".parse().unwrap())));
    assert!(!window.shows("Not started."), "another method was chosen");
    let setup = Setup { config: impossible(), ..window.app().session().setup().clone() };
    window.change(setup);
    window.send(Preference::Speed(Speed::of(Some(10))));
    window.click_second(31);
    window.until("the second", |window| window.frames()[1].is_some_and(|m| m.step > 0));
    assert!(window.frames()[0].is_none() && window.shows("Not started."));
    window.press("Pause");
    window.until("a pause", Window::are_paused);
    window.press("Clear");
    assert!(window.both().into_iter().all(|session| session.active().is_none()));
}

#[test]
fn without_comparing_the_first_search_is_as_it_was() {
    let mut window = Window::comparing("8x8", "warnsdorff");
    window.send(Preference::Speed(Speed::of(Some(60))));
    window.click_first(56);
    window.until("steps", |window| window.both_steps().into_iter().all(|step| step > 5));
    window.press("Pause");
    window.until("a pause", Window::are_paused);
    window.0.run_steps(10);
    let shown = |window: &Window| {
        let active = window.app().session().active().unwrap();
        let frame = active.frame.as_ref().unwrap();
        (active.saved(), frame.step, frame.path.clone(), active.config.to_string())
    };
    let before = shown(&window);
    window.key(Key::C);
    assert!(window.app().comparison().is_none());
    assert_eq!(shown(&window), before);
    // It comes back with its method, and without its search.
    window.key(Key::C);
    assert_eq!(window.app().comparison().unwrap().second().config().to_string(), "warnsdorff");
    assert!(window.frames()[1].is_none());
    assert_eq!(shown(&window), before);
    window.press("Search from a1 again");
    window.until("both", |window| window.frames().into_iter().all(|m| m.is_some()));
}

#[test]
fn nothing_of_the_second_search_reaches_another_board() {
    let mut window = Window::comparing("8x8", "warnsdorff");
    window.click_first(56);
    window.until("both", |window| window.frames().into_iter().all(|m| m.is_some()));
    let setup = window.app().session().setup().resized(6, 6).unwrap();
    window.change(setup);
    let [first, second] = window.both();
    assert_eq!(first.setup().board, second.setup().board);
    assert!(first.active().is_none() && second.active().is_none());
    // Undo brings back the first search alone.
    window.send(Shortcut::Undo);
    let [first, second] = window.both();
    assert_eq!(first.setup().board, second.setup().board);
    assert!(first.active().is_some() && second.active().is_none());
    // Another search from elsewhere ends the second too.
    window.click_first(0);
    window.until("both", |window| window.frames().into_iter().all(|m| m.is_some()));
    window.send(Shortcut::Undo);
    assert!(window.both()[1].active().is_none());
    window.until("a pause", |window| window.state() == State::Paused);
}

/// A window at rest is not painted again, and two boards take no more shapes than two windows.
#[test]
fn frames_stay_cheap() {
    let shapes = |window: &Window| window.0.output().shapes.len();
    for board in ["8x8", "200x200"] {
        let mut window = Window::open(board);
        window.send(Preference::Speed(Speed::UNLIMITED));
        window.set_method("warnsdorff");
        window.click_first(0);
        window.until("an answer", |window| window.state() != State::Searching);
        window.0.run_steps(90);
        let one = shapes(&window);
        window.send(ExploreMessage::Compare(Some("restarting".parse().unwrap())));
        window.click_first(0);
        window.until("both", Window::are_done);
        window.0.run_steps(90);
        assert!(shapes(&window) <= 2 * one, "{} and {one} on {board}", shapes(&window));
        assert!(!window.0.ctx.has_requested_repaint(), "{board}");
    }
}

/// Both boards and their headings have room, whatever the size of the window.
#[test]
fn both_boards_are_inside_the_window() {
    let tall = vec2(700.0, 1000.0);
    for size in [vec2(600.0, 400.0), SMALL, USUAL, vec2(1600.0, 1000.0), tall] {
        for board in ["3x10", "8x8", "10x3"] {
            let mut window = Window::with(board, size, Theme::Light);
            window.send(ExploreMessage::Compare(Some("restarting".parse().unwrap())));
            let squares = window.app().session().setup().board.size() as u32;
            let whole = Rect::from_min_size(Pos2::ZERO, size);
            let boards = [App::place_of, App::second_place_of].map(|place| {
                let [a, b] =
                    [0, squares - 1].map(|at| place(window.app(), Square::at(at)).unwrap());
                Rect::from_two_pos(a, b)
            });
            assert!(boards.iter().all(|board| whole.contains_rect(*board)), "{board} at {size}");
            assert!(!boards[0].intersect(boards[1]).is_positive(), "{board} at {size}");
            let last: Vec<Rect> =
                window.0.query_all_by_label("Search has reached").map(|node| node.rect()).collect();
            assert_eq!(last.len(), 2, "{board} at {size}");
            for (heading, below) in last.into_iter().zip(boards) {
                let is_above = heading.bottom() < below.top() && whole.contains_rect(heading);
                assert!(is_above, "{heading} over {below} on {board} at {size}");
            }
        }
    }
}

/// A comparison that has come to its end.
fn compared(size: egui::Vec2, theme: Theme) -> Window {
    let setup = Setup::usual().unwrap();
    let mut window = Window(harness(size, theme, move |ctx| App::new(ctx, setup.clone())));
    window.send(Preference::Speed(Speed::of(Some(1_000))));
    window.send(ExploreMessage::Compare(Some("backtracking:by=warnsdorff".parse().unwrap())));
    window.click_first(59);
    window.until("both", Window::are_done);
    window.send(Shortcut::ToEnd);
    window.until("the end", |window| window.are_paused() && window.both_steps() == [64; 2]);
    window.playback(PlaybackCommand::Seek(40));
    window.until("step 40", |window| window.both_steps() == [40; 2]);
    // The pointer is not over a square.
    window.0.hover_at(egui::pos2(size.x - 4.0, 4.0));
    window.settle();
    window
}

#[test]
fn pictures_of_comparing() {
    let mut results = SnapshotResults::new();
    for (size, theme, name) in
        [(SMALL, Theme::Dark, "compare-dark-small"), (USUAL, Theme::Light, "compare-light-usual")]
    {
        let mut window = compared(size, theme);
        // The search times are never the same twice.
        let times: Vec<Rect> = window
            .0
            .query_all_by_label_contains("s")
            .filter(|node| {
                let label = node.accesskit_node().label().or(node.accesskit_node().value());
                label.is_some_and(|text| text.ends_with(" ms") || text.ends_with(" µs"))
            })
            .map(|node| node.rect())
            .collect();
        for time in times {
            let right = time.right();
            window.0.mask(Rect::from_min_max(egui::pos2(right - 60.0, time.top()), time.max));
        }
        results.add(window.0.try_snapshot_options(name, &pictures().max_failed_pixels(40)));
    }
}
