//! Two methods side by side.

use knights_tour::app::{App, BoardEvent};
use knights_tour::session::Session;

use crate::harness::*;

/// A method that takes only searches from a corner.
const ONLY_FROM_CORNERS: &str = "warnsdorff:ties=squirrel-cull";

impl Window {
    /// Plain backtracking on 8×8 and another method beside it, by a clock that the test moves.
    fn comparing_with_manual_clock() -> (Window, Arc<Manual>) {
        let (mut window, clock) = Window::with_manual_clock(None);
        window.set_method("backtracking");
        window.compare_with("warnsdorff");
        (window, clock)
    }

    /// Lets so many tenths of a second pass without painting, and takes all that both searches have sent.
    fn pass(&mut self, clock: &Manual, tenths: u32) {
        for _ in 0..tenths {
            clock.advance(0.1);
            for _ in 0..2 {
                self.logic();
                clock.advance(0.0);
            }
            self.logic();
        }
    }

    fn both(&self) -> [&Session; 2] {
        [self.session(), &self.comparison().unwrap().second.session]
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

    #[track_caller]
    fn until_both_steps(&mut self, steps: [u64; 2]) {
        self.until(|window| window.both_steps() == steps);
    }

    /// Waits until both boards show something.
    #[track_caller]
    fn until_both(&mut self) {
        self.until(|window| window.frames().into_iter().all(|frame| frame.is_some()));
    }

    /// Waits until both searches have their answers.
    #[track_caller]
    fn until_both_searched(&mut self) {
        let is_done = |frame: &Frame| frame.progress.status != Status::Searching;
        self.until(|window| window.frames().into_iter().all(|frame| frame.is_some_and(is_done)));
    }

    fn click_second(&mut self, square: Square) {
        self.click(self.second_place_of(square).unwrap());
    }
}

#[test]
fn one_click_starts_both() {
    let mut window = Window::open("8x8");
    window.choose("Compare with", "Warnsdorff\n");
    assert!(window.shows("Click a square to start both") || window.shows("Second board"));
    assert!(window.both().into_iter().all(|session| session.active().is_none()));
    for (square, on_second) in [(56, false), (0, true)] {
        if on_second {
            window.click_second(Square::at(square));
        } else {
            window.click_at(Square::at(square));
        }
        window.until_both();
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
    let (mut window, clock) = Window::comparing_with_manual_clock();
    window.send(Preference::Speed(Speed::of(Some(10))));
    window.send(ExploreMessage::Board(BoardEvent::Click(Square::at(56))));
    window.until_both_searched();
    // A search that is over at once shows its first step later; soon both are together.
    window.pass(&clock, 5);
    let [mut before, second] = window.both_steps();
    assert!(before.abs_diff(second) <= 1, "{before} and {second}");
    for _ in 0..18 {
        window.pass(&clock, 2);
        let [first, second] = window.both_steps();
        assert_eq!(first, second);
        assert!(first > before, "after {before}");
        before = first;
    }
    window.send(Shortcut::PlayPause);
    // Both searches have heard of it before time passes.
    clock.advance(0.0);
    window.pass(&clock, 10);
    assert_eq!(window.both_steps(), [before; 2]);
    window.send(Shortcut::PlayPause);
    clock.advance(0.0);
    window.pass(&clock, 10);
    let [first, second] = window.both_steps();
    assert!(first == second && first > before);
    // The walk of 64 squares is over first.
    window.pass(&clock, 100);
    let [first, second] = window.both_steps();
    assert!(first > 80 && second == 64, "{first} and {second}");
    // Going back while it plays, both play on from there.
    window.playback(PlaybackCommand::Seek(20));
    clock.advance(0.0);
    window.pass(&clock, 10);
    let [first, second] = window.both_steps();
    assert!(first == second && (25..35).contains(&first), "{first} and {second}");
}

#[test]
fn the_player_moves_both() {
    let (mut window, clock) = Window::comparing_with_manual_clock();
    window.send(Preference::Speed(Speed::of(Some(60))));
    window.click_at(Square::at(56));
    window.until_both_searched();
    clock.advance(0.2);
    window.until(|window| window.both_steps().into_iter().all(|step| step > 5));
    window.press("Pause");
    let together = |window: &Window| window.both_steps()[0] == window.both_steps()[1];
    window.until(|window| window.are_paused() && together(window));
    let step = window.both_steps()[0];
    window.press("Step");
    window.until_both_steps([step + 1; 2]);
    window.press("Step back");
    window.until_both_steps([step; 2]);
    window.press("To the start");
    window.until_both_steps([0; 2]);
    window.press("Play");
    clock.advance(0.2);
    window.until(|window| window.both_steps().into_iter().all(|step| step > 5));
    // Typing a step pauses both there.
    window.enter(Role::SpinButton, "Go to step", "40");
    window.until_both_steps([40; 2]);
    clock.advance(2.0);
    window.0.run_steps(4);
    assert!(window.are_paused() && window.both_steps() == [40; 2]);
    window.press("To the end");
    window.until_both_steps([6_484_066, 64]);
    assert!(window.shows("of 6,484,066"), "the longer timeline counts");
    // The shorter one stays at its end until the clock is back there.
    window.press("Step back");
    window.until_both_steps([6_484_065, 64]);
    window.playback(PlaybackCommand::Seek(65));
    window.until_both_steps([65, 64]);
    for (back, shown) in [(1, [64, 64]), (2, [63, 63]), (3, [62, 62])] {
        window.press("Step back");
        window.until_both_steps(shown);
        assert!(window.are_paused(), "after {back}");
    }
    // A square of the first path leads the second to the same step.
    window.playback(PlaybackCommand::SeekPath(30));
    window.until(|window| {
        let steps = window.both_steps();
        steps[0] < 62 && steps[0] == steps[1]
    });
    assert_eq!(window.frame().path.len(), 30);
}

#[test]
fn a_method_that_refuses_says_why_and_the_other_one_runs() {
    let mut window = Window::open("6x6");
    window.compare_with(ONLY_FROM_CORNERS);
    window.click_at(Square::at(31));
    window.until(|window| window.frames()[0].is_some());
    assert!(window.frames()[1].is_none());
    let why = window.comparison().unwrap().second.refusal.clone().unwrap();
    assert!(window.shows("Not started."), "{why:?}");

    // The other way round.
    window.compare_with("warnsdorff");
    assert!(!window.shows("Not started."), "another method was chosen");
    window.set_method(ONLY_FROM_CORNERS);
    window.send(Preference::Speed(Speed::of(Some(10))));
    window.click_second(Square::at(31));
    window.until(|window| window.frames()[1].is_some_and(|m| m.step > 0));
    assert!(window.frames()[0].is_none() && window.shows("Not started."));
    window.press("Pause");
    window.until(Window::are_paused);
    window.press("Clear");
    assert!(window.both().into_iter().all(|session| session.active().is_none()));
}

#[test]
fn without_comparing_the_first_search_is_as_it_was() {
    let mut window = Window::open("8x8");
    window.compare_with("warnsdorff");
    window.send(Preference::Speed(Speed::of(Some(60))));
    window.click_at(Square::at(56));
    window.until(|window| window.both_steps().into_iter().all(|step| step > 5));
    window.press("Pause");
    window.until(Window::are_paused);
    window.0.run_steps(10);
    let shown = |window: &Window| {
        let active = window.session().active().unwrap();
        let frame = active.frame.as_ref().unwrap();
        (active.saved(), frame.step, frame.path.clone(), active.config.to_string())
    };
    let before = shown(&window);
    window.key(Key::C);
    assert!(window.comparison().is_none());
    assert_eq!(shown(&window), before);
    // It comes back with its method, and without its search.
    window.key(Key::C);
    assert_eq!(window.comparison().unwrap().second.config().to_string(), "warnsdorff");
    assert!(window.frames()[1].is_none());
    assert_eq!(shown(&window), before);
    window.press("Search from a1 again");
    window.until_both();
}

#[test]
fn nothing_of_the_second_search_reaches_another_board() {
    let mut window = Window::open("8x8");
    window.compare_with("warnsdorff");
    window.click_at(Square::at(56));
    window.until_both();
    window.change(window.setup().resized(6, 6).unwrap());
    let [first, second] = window.both();
    assert_eq!(first.setup().board, second.setup().board);
    assert!(first.active().is_none() && second.active().is_none());
    // Undo brings back the first search alone.
    window.send(Shortcut::Undo);
    let [first, second] = window.both();
    assert_eq!(first.setup().board, second.setup().board);
    assert!(first.active().is_some() && second.active().is_none());
    // Another search from elsewhere ends the second too.
    window.click_at(Square::at(0));
    window.until_both();
    window.send(Shortcut::Undo);
    assert!(window.both()[1].active().is_none());
    window.until_state(State::Paused);
}

/// A window at rest is not painted again, and two boards take no more shapes than two windows.
#[test]
fn frames_stay_cheap() {
    let shapes = |window: &Window| window.0.output().shapes.len();
    for board in ["8x8", "200x200"] {
        let mut window = Window::open(board);
        window.send(Preference::Speed(Speed::UNLIMITED));
        window.set_method("warnsdorff");
        window.click_at(Square::at(0));
        window.until(|window| !matches!(window.state(), State::Searching | State::Replaying));
        window.0.run_steps(90);
        let one = shapes(&window);
        window.compare_with("restarting");
        window.click_at(Square::at(0));
        window.until_both_searched();
        window.0.run_steps(90);
        assert!(shapes(&window) <= 2 * one, "{} and {one} on {board}", shapes(&window));
        assert!(!window.0.ctx.has_requested_repaint(), "{board}");
    }
}

/// Both boards and their headings have room, whatever the size of the window.
#[test]
fn both_boards_are_inside_the_window() {
    let tall = vec2(700.0, 1000.0);
    for size in [vec2(600.0, 400.0), SMALL, USUAL, LARGE, tall] {
        for board in ["3x10", "8x8", "10x3"] {
            let mut window = Window::with(board, size, Theme::Light);
            window.compare_with("restarting");
            let squares = window.setup().board.size() as u32;
            let whole = Rect::from_min_size(Pos2::ZERO, size);
            let boards = [App::place_of, App::second_place_of].map(|place| {
                let corners = [0, squares - 1].map(|at| place(&window, Square::at(at)).unwrap());
                Rect::from_points(&corners)
            });
            assert!(boards.iter().all(|board| whole.contains_rect(*board)), "{board} at {size}");
            assert!(!boards[0].intersect(boards[1]).is_positive(), "{board} at {size}");
            let headings = window.0.query_all_by_label("Search has reached");
            let headings: Vec<Rect> = headings.map(|node| node.rect()).collect();
            assert_eq!(headings.len(), 2, "{board} at {size}");
            for (heading, below) in headings.into_iter().zip(boards) {
                let is_above = heading.bottom() < below.top() && whole.contains_rect(heading);
                assert!(is_above, "{heading} over {below} on {board} at {size}");
            }
        }
    }
}

#[test]
fn a_picture_of_comparing() {
    let mut window = Window::usual(SMALL, Theme::Dark);
    window.send(Preference::Speed(Speed::of(Some(1_000))));
    window.compare_with("backtracking:by=warnsdorff");
    window.click_at(Square::at(59));
    window.until_both_searched();
    window.send(Shortcut::ToEnd);
    window.until(|window| window.are_paused() && window.both_steps() == [64; 2]);
    window.playback(PlaybackCommand::Seek(40));
    window.until_both_steps([40; 2]);
    // The pointer is not over a square.
    window.hover(pos2(SMALL.x - 4.0, 4.0));
    window.picture("compare-dark-small");
}
