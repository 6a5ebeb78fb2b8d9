//! A board of a million squares: what is seen of it, far away and near, and files of it.

use knights_tour::app::board_for_window;

use crate::harness::*;

/// A tour of 1000×1000 from a square near the middle.
fn giant(theme: Theme) -> Window {
    let mut window = Window::with("1000x1000", USUAL, theme);
    window.set_method("construct");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(500 * 1_000 + 400)));
    window.until_found();
    window
}

#[test]
fn a_million_squares_are_seen_from_far_away_and_near() {
    let mut window = giant(Theme::Light);
    window.send(Preference::PathColour(PathColour::Gradient));
    window.picture("giant-far-light-usual");

    // A very large picture is announced, and there is a way out.
    window.send(FileMessage::Choose(Purpose::Svg(Framing::Whole)));
    assert!(window.shows("This will be a large file") && window.shows("about 65 MB"));
    window.press("Cancel");
    assert!(!window.shows("Save the picture"));

    let mut window = giant(Theme::Dark);
    let start = window.session().path()[0];
    window.wheel(window.place_of(start).unwrap(), 3.0, 20);
    window.0.remove_cursor();
    assert!(window.shows("visited, number 1"), "squares have numbers and names again");
    window.picture("giant-near-dark-usual");

    // What is seen is a small picture, with the numbers of its squares.
    let folder = Folder::new("giant");
    let svg = window.save(Purpose::Svg(Framing::Seen), &folder, "seen.svg");
    let svg = String::from_utf8(svg).unwrap();
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
    window.until(|window| !matches!(window.state(), State::Searching | State::Replaying));
    let length = window.frame().length;
    for step in [length / 2, 10, length - 1, length / 3] {
        window.seek(step);
        let frame = window.frame();
        let last = *frame.path.last().unwrap();
        assert_eq!(frame.path_index.get(last), Some(frame.path.len() - 1));
        let on_path = (0..1_000_000).filter(|index| frame.path_index.raw(*index) > 0).count();
        assert_eq!(on_path, frame.path.len());
    }
    window.send(Shortcut::StepBack);
    window.until_step(length / 3 - 1);
    let bytes = window.frame().timeline_bytes;
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
