//! A board of a million squares: what is seen of it, far away and near, and files of it.

use egui::{Event, Modifiers, Theme, vec2};
use egui_kittest::SnapshotResults;
use knights_tour::app::{
    ExploreMessage, FileMessage, Framing, PathColour, PlaybackCommand, Preference, Purpose,
    Shortcut, board_for_window,
};
use knights_tour::board::Square;
use knights_tour::engine::Speed;
use knights_tour::session::State;

use crate::folder::Folder;
use crate::screen::{USUAL, Window};

/// A tour of 1000×1000 from a square near the middle.
fn giant(theme: Theme) -> Window {
    let mut window = Window::with("1000x1000", USUAL, theme);
    window.set_method("construct");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(500 * 1_000 + 400)));
    window.until("a tour", |window| matches!(window.state(), State::Found { .. }));
    window
}

/// Turns the wheel over a square.
fn zoom(window: &mut Window, square: Square, notches: usize) {
    let place = window.app().place_of(square).unwrap();
    window.0.hover_at(place);
    window.0.run_steps(2);
    for _ in 0..notches {
        window.0.event(Event::MouseWheel {
            unit: egui::MouseWheelUnit::Line,
            delta: vec2(0.0, 3.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        });
        window.0.run_steps(12);
    }
    window.0.remove_cursor();
}

#[test]
fn a_million_squares_are_seen_from_far_away_and_near() {
    let mut results = SnapshotResults::new();
    let mut window = giant(Theme::Light);
    window.send(Preference::PathColour(PathColour::Gradient));
    window.picture("giant-far-light-usual", &mut results);

    // A very large picture is announced, and there is a way out.
    window.send(FileMessage::Choose(Purpose::Svg(Framing::Whole)));
    assert!(window.shows("This will be a large file") && window.shows("about 65 MB"));
    window.press("Cancel");
    assert!(!window.shows("Save the picture"));

    let mut window = giant(Theme::Dark);
    let start = window.app().session().path()[0];
    zoom(&mut window, start, 20);
    assert!(window.shows("visited, number 1"), "squares have numbers and names again");
    window.picture("giant-near-dark-usual", &mut results);

    // What is seen is a small picture, with the numbers of its squares.
    let folder = Folder::new("giant");
    let file = folder.file("seen.svg");
    window.use_file(Purpose::Svg(Framing::Seen), file.clone());
    window.until_shown("Saved as seen.svg");
    let svg = std::fs::read_to_string(file).unwrap();
    assert!(svg.len() < 400_000, "{}", svg.len());
    assert!(svg.contains(">1</text>") && svg.contains("font-size=\"10\""));
}

/// Every number and every mark belongs to the same frame, wherever the playhead jumps.
#[test]
fn a_million_squares_are_played_and_dragged_through() {
    let mut window = Window::with("1000x1000", USUAL, Theme::Light);
    window.set_method("warnsdorff");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(0)));
    window.until("the end", |app| app.session().state() != State::Searching);
    let length = window.app().session().frame().unwrap().length;
    for step in [length / 2, 10, length - 1, length / 3] {
        window.playback(PlaybackCommand::Seek(step));
        window.until("the step", |app| app.session().frame().is_some_and(|m| m.step == step));
        let frame = window.app().session().frame().unwrap();
        let last = *frame.path.last().unwrap();
        assert_eq!(frame.path_index.get(last), Some(frame.path.len() - 1));
        let on_path = (0..1_000_000).filter(|index| frame.path_index.raw(*index) > 0).count();
        assert_eq!(on_path, frame.path.len());
    }
    window.send(Shortcut::StepBack);
    window.until("a step back", |app| {
        app.session().frame().is_some_and(|m| m.step == length / 3 - 1)
    });
    let bytes = window.app().session().frame().unwrap().timeline_bytes;
    assert!(bytes < 320 << 20, "{bytes}");
}

#[test]
fn boards_that_are_too_large_are_refused_in_a_sentence() {
    assert!(board_for_window("1000x1000").is_ok());
    let said = board_for_window("1001x3").unwrap_err();
    assert!(said.contains("at most 1,000 rows and columns"), "{said}");
    let said = board_for_window("99999999x99999999").unwrap_err();
    assert!(said.contains("at most 30,000,000 squares"), "{said}");
}
