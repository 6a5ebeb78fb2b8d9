//! While the automatic method chooses the one that searches, the window says so, and can be stopped.

use knights_tour::engine::Recording;
use knights_tour::format::tour::write_search;

use crate::harness::*;

const WORDS: &str = "Choosing a method…";

/// A search that was begun and has not said yet which method it has.
fn choosing() -> Window {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.hold(true);
    window.click_square("a1");
    assert!(window.session().is_choosing());
    window
}

#[test]
fn the_window_says_that_a_method_is_being_chosen() {
    let mut window = choosing();
    assert_eq!(window.count(WORDS), 2, "in the panel and on the board");
    assert!(window.shows("Choosing") && !window.shows("Searching"));
    window.send(Preference::Toggle(Part::Status));
    assert_eq!(window.count(WORDS), 1, "on the board");
    window.key(Key::P);
    assert_eq!(window.count(WORDS), 2, "in the presentation too");
    window.key(Key::P);
    window.send(Preference::Toggle(Part::Status));
    window.hold(false);
    window.until(|window| !window.session().is_choosing());
    assert_eq!(window.count(WORDS), 0);
}

/// What belongs to the player has nothing to play yet: it ends the choice, and undo brings that back.
#[test]
fn keys_end_the_choice() {
    use Key::{ArrowLeft, ArrowRight, End, Escape, Home, R, Space};
    for key in [Escape, R, Space, ArrowLeft, ArrowRight, Home, End] {
        let mut window = choosing();
        window.key(key);
        assert!(window.session().active().is_none(), "{key:?}");
        assert!(!window.shows(WORDS), "{key:?}");
        window.key_with(Modifiers::COMMAND, Key::Z);
        assert!(window.session().is_choosing(), "{key:?}");
        window.hold(false);
        window.until(|window| !window.session().is_choosing());
    }
}

#[test]
fn clicks_end_the_choice() {
    for button in ["Stop choosing", "Clear"] {
        let mut window = choosing();
        window.press(button);
        assert!(window.session().active().is_none(), "{button}");
    }
    let mut window = choosing();
    window.click_square("c3");
    let start = window.session().active().unwrap().puzzle.start();
    assert_eq!(window.session().name(start), "c3", "a click begins there instead");
    // Other keys keep their meaning.
    for key in [Key::N, Key::M, Key::B, Key::F1, Key::Escape] {
        window.key(key);
        assert!(window.session().is_choosing(), "{key:?}");
    }
}

/// On the second of two boards too; what the first one does goes on.
#[test]
fn the_choice_of_a_second_method_is_ended() {
    for key in [Key::Escape, Key::Space, Key::ArrowRight] {
        let mut window = Window::open("8x8");
        window.compare_with("auto");
        window.hold(true);
        window.click_square("a1");
        let second = |window: &Window| {
            let session = &window.comparison().unwrap().second.session;
            (session.active().is_some(), session.is_choosing())
        };
        assert_eq!(second(&window), (true, true));
        assert!(window.shows("Choosing"));
        window.key(key);
        assert_eq!(second(&window), (false, false), "{key:?}");
        assert!(window.session().active().is_some());
    }
}

/// In Play, what belongs to the player of a demonstration leads back to the game.
#[test]
fn a_game_goes_on_while_a_method_is_chosen() {
    for key in [Key::Escape, Key::Space, Key::End] {
        let mut window = Window::game_on("6x6");
        window.click_at(Square::at(0));
        window.hold(true);
        window.key(Key::F);
        assert!(window.played().is_choosing());
        window.key(key);
        assert!(window.played().active().is_none(), "{key:?}");
        assert_eq!(window.length(), 1);
    }
}

/// What was saved before a method was chosen is a start: it is chosen again when the file is opened, and
/// nothing waits for that.
#[test]
fn a_file_without_a_choice_is_opened() {
    let folder = Folder::new("no-choice");
    let puzzle: Puzzle = "8x8 given=7,0".parse().unwrap();
    let search = write_search(&puzzle, &MethodConfig::default(), &Recording::default());
    let file = write(&folder, "mine.tour", &search);
    let mut window = Window::usual(USUAL, Theme::Light);
    window.use_file(Purpose::Open, file.clone());
    while window.session().active().is_none() {
        window.0.step();
    }
    window.hold(true);
    window.0.run_steps(2);
    // A quick thread may have chosen already.
    assert_eq!(window.session().is_choosing(), window.shows(WORDS));
    window.hold(false);
    window.until(|window| !window.session().is_choosing());
    window.until_state(State::Paused);
    assert_eq!(window.frame().step, 0);
    window.key_with(Modifiers::COMMAND, Key::S);
    window.until_shown("Saved as mine.tour");
    assert!(fs::read_to_string(&file).unwrap().contains("\"picked\""));
    window.send(Shortcut::PlayPause);
    window.until_found();
}

#[test]
fn a_search_is_saved_while_its_method_is_chosen() {
    let folder = Folder::new("save-choosing");
    let file = folder.file("mine.tour");
    let mut window = choosing();
    window.use_file(Purpose::Save(PageId::Board), file.clone());
    assert!(window.session().is_choosing());
    window.hold(false);
    window.until_shown("Saved as mine.tour");
    let mut other = Window::start(None, Some(file));
    other.send(Preference::Speed(Speed::UNLIMITED));
    other.until(|window| !window.session().is_choosing());
    other.until(|window| window.session().frame().is_some());
    other.send(ExploreMessage::Player(PlayerEvent::Playback(PlaybackCommand::Play)));
    other.until_found();
    assert_eq!(other.session().active().unwrap().config, MethodConfig::default());
}
