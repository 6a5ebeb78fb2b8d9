//! What survives the window: saved files, settings and unsaved searches.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{Key, Modifiers, OutputCommand, Theme};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT, Queryable};
use knights_tour::app::{
    AfterSave, BoardEvent, Copied, ExploreMessage, FileMessage, Framing, HelpPage, LabMessage,
    PageId, Part, PathColour, PlaybackCommand, PlayerEvent, Preference, Purpose, SetupEvent,
    ShellMessage, Shortcut, read_file,
};
use knights_tour::board::{Naming, Square};
use knights_tour::engine::{Manual, Speed, Stopwatch};
use knights_tour::session::{Setup, State};
use knights_tour::solver::{Event, Status};

use crate::folder::Folder;
use crate::screen::{PATIENCE, SMALL, Window};

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

impl Window {
    /// A window with the welcome of a first start closed.
    fn past_help(folder: Option<&Path>) -> Window {
        let mut window = Window::start(folder, None);
        window.key(Key::Escape);
        window
    }

    fn steps(&self) -> u64 {
        self.app().session().frame().map_or(0, |frame| frame.progress.steps)
    }

    /// Starts a search that never ends, lets it run for a while, and pauses it.
    fn search_for_a_while(&mut self) {
        self.send(Preference::Speed(Speed::UNLIMITED));
        let setup = self.app().session().setup().clone();
        let setup = setup.with_board("7x7".parse().unwrap());
        let config = "restarting".parse().unwrap();
        self.change(Setup { config, ..setup });
        self.send(ExploreMessage::Start(Square::at(1)));
        self.until("a while", |window| window.steps() > 100_000);
        self.send(Shortcut::PlayPause);
        self.until("paused", |window| window.state() == State::Paused);
    }

    /// Starts a search on 7×7 that never ends.
    fn search_forever(&mut self) {
        self.send(Preference::Speed(Speed::UNLIMITED));
        let setup = self.app().session().setup().clone();
        let setup = setup.with_board("7x7".parse().unwrap());
        let config = "restarting".parse().unwrap();
        self.change(Setup { config, ..setup });
        self.send(ExploreMessage::Start(Square::at(1)));
    }

    /// Asks the window to close, as the desktop does. Returns whether it does so, at once or as soon as
    /// everything is stored.
    fn closes(&mut self) -> bool {
        let root = self.0.ctx.viewport_id();
        let asks = ["Save the search first?", "Quit without this search?"];
        let watch = Stopwatch::start();
        let mut is_asked = true;
        loop {
            let events = &mut self.0.input_mut().viewports.entry(root).or_default().events;
            events.clear();
            events.extend(std::mem::take(&mut is_asked).then_some(egui::ViewportEvent::Close));
            let is_told = !events.is_empty();
            self.0.step();
            let commands = &self.0.output().viewport_output[&root].commands;
            if is_told && !commands.contains(&egui::ViewportCommand::CancelClose) {
                self.0.input_mut().viewports.entry(root).or_default().events.clear();
                self.0.run_steps(2);
                return true;
            }
            // What closes by itself asks once more, as the desktop would.
            is_asked = commands.contains(&egui::ViewportCommand::Close);
            if asks.into_iter().any(|question| self.shows(question)) {
                self.0.run_steps(2);
                return false;
            }
            assert!(watch.seconds() < PATIENCE, "it neither closes nor asks");
        }
    }

    /// Copies something. Returns what goes to the clipboard.
    fn copies(&mut self, copied: Copied) -> Vec<OutputCommand> {
        self.0.state_mut().as_mut().unwrap().send(FileMessage::Copy(copied));
        let mut commands = Vec::new();
        let watch = Stopwatch::start();
        // A picture is painted in the background.
        while commands.is_empty() && watch.seconds() < PATIENCE {
            self.0.step();
            commands.clone_from(&self.0.output().platform_output.commands);
        }
        self.0.run_steps(2);
        commands
    }

    fn path(&self) -> Vec<Square> {
        self.app().session().path().to_vec()
    }
}

#[test]
fn a_search_is_saved_with_the_dialog_and_opened_again() {
    let folder = Folder::new("save");
    let mut window = Window::start(None, None);
    window.key(Key::Escape);
    window.search_for_a_while();
    let (steps, path) = (window.steps(), window.path());
    window.key_with(Modifiers::COMMAND, Key::S);
    assert!(window.shows("Save the search"));
    let file = folder.file("mine");
    window.enter(egui::Role::TextInput, "File name", file.to_str().unwrap());
    window.until_shown("Saved as mine.tour");
    assert!(!window.app().session().is_unsaved());
    let text = fs::read_to_string(folder.file("mine.tour")).unwrap();
    assert!(text.contains("\"format\":\"knights-tour\""), "{text}");

    let mut other = Window::start(None, Some(folder.file("mine.tour")));
    assert!(other.shows("Opened mine.tour."));
    other.until("opened", |window| window.steps() > 0);
    assert_eq!((other.steps(), other.path()), (steps, path));
    assert_eq!(other.state(), State::Paused);
    other.send(Shortcut::PlayPause);
    other.until("it continues", |window| window.steps() > steps);
}

/// Either way the dialog closes, and what it said about another name is gone.
#[test]
fn a_file_is_opened_by_two_clicks_or_by_a_click_and_enter() {
    let folder = Folder::new("clicks");
    let mut window = Window::start(None, None);
    window.key(Key::Escape);
    window.search_for_a_while();
    window.key_with(Modifiers::COMMAND, Key::S);
    let file = folder.file("mine.tour");
    window.enter(egui::Role::TextInput, "File name", file.to_str().unwrap());
    window.until_shown("Saved as mine.tour");
    for with_enter in [false, true] {
        window.key_with(Modifiers::COMMAND, Key::O);
        window.until_shown("mine.tour");
        window.key(Key::Enter);
        assert!(window.shows("Type or click a file name."));
        window.press("mine.tour");
        assert!(!window.shows("Type or click a file name."));
        if with_enter {
            window.key(Key::Enter);
        } else {
            window.press("mine.tour");
        }
        window.until_shown("Opened mine.tour.");
        assert!(!window.shows("File name"), "the dialog is closed");
        window.send(Shortcut::Clear);
    }
}

/// A search that was saved behind its answer announces the answer again when it is opened.
#[test]
fn an_opened_search_announces_its_answer() {
    let folder = Folder::new("answer");
    let mut window = Window::past_help(None);
    let setup = Setup::usual().unwrap().resized(5, 5).unwrap();
    window.change(Setup { config: "backtracking".parse().unwrap(), ..setup });
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(0)));
    window.until("found", |window| matches!(window.state(), State::Found { .. }));
    window.playback(PlaybackCommand::Seek(10));
    window.until("a step", |window| window.path().len() < 25);
    window.use_file(Purpose::Save(PageId::Board), folder.file("behind.tour"));
    window.until_shown("Saved as behind.tour");
    let mut other = Window::start(None, Some(folder.file("behind.tour")));
    other.until_shown("Tour found at step 17,655.");
    other.press("Skip to it");
    other.until("the tour", |window| matches!(window.state(), State::Found { .. }));
}

#[test]
fn cancelling_changes_nothing() {
    let mut window = Window::past_help(None);
    window.search_for_a_while();
    let before = (window.steps(), window.path());
    for keys in [Key::S, Key::O] {
        window.key_with(Modifiers::COMMAND, keys);
        assert!(window.shows("File name"));
        window.press("Cancel");
        assert!(!window.shows("File name"));
        window.key_with(Modifiers::COMMAND, keys);
        window.key(Key::Escape);
        window.key(Key::Escape);
        assert!(!window.shows("File name"), "Escape closes it");
    }
    assert_eq!((window.steps(), window.path()), before);
}

#[test]
fn a_file_that_cannot_be_opened_is_named_and_changes_nothing() {
    let folder = Folder::new("bad");
    fs::write(folder.file("bad.tour"), "{\"format\":\"knights-tour\",\"version\":7}").unwrap();
    let mut window = Window::past_help(None);
    window.search_for_a_while();
    let before = (window.steps(), window.path());
    window.use_file(Purpose::Open, folder.file("bad.tour"));
    window.press("Discard");
    window.until_shown("This file cannot be opened");
    assert!(window.shows("bad.tour"));
    assert!(window.shows("version is 7"));
    window.press("Close");
    assert_eq!((window.steps(), window.path()), before);
}

#[test]
fn opening_a_file_over_an_unsaved_search_asks_first_and_can_be_undone() {
    let folder = Folder::new("ask");
    let grid = "1 . . .\n. . 2 .\n3 . . .\n";
    fs::write(folder.file("other.txt"), grid).unwrap();
    let mut window = Window::past_help(None);
    window.search_for_a_while();
    let before = (window.steps(), window.path());
    window.use_file(Purpose::Open, folder.file("other.txt"));
    assert!(window.shows("Save the search first?"));
    window.press("Cancel");
    assert_eq!((window.steps(), window.path()), before);
    window.use_file(Purpose::Open, folder.file("other.txt"));
    window.press("Discard");
    window.until("the other one is there", |window| window.path().len() == 3);
    assert_eq!(window.state(), State::Ready);
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.until("it is back", |window| window.steps() == before.0);
    assert_eq!(window.path(), before.1);
}

#[test]
fn a_path_typed_by_hand_is_finished_by_any_method() {
    let folder = Folder::new("path");
    let typed = r#"{"format":"knights-tour","version":1,"board":{"rows":6,"cols":6},"path":[[0,0],[1,2],[0,4]]}"#;
    fs::write(folder.file("path.tour"), typed).unwrap();
    for method in ["backtracking:by=warnsdorff", "warnsdorff", "restarting"] {
        let mut window = Window::start(None, Some(folder.file("path.tour")));
        window.until("the path is there", |window| window.path().len() == 3);
        assert!(window.shows("press play to finish"));
        let setup = window.app().session().setup().clone();
        window.change(Setup { config: method.parse().unwrap(), ..setup });
        assert_eq!(window.path().len(), 3, "the path stays with another method");
        window.send(Preference::Speed(Speed::UNLIMITED));
        window.key(Key::Space);
        window.until(method, |window| matches!(window.state(), State::Found { .. }));
        let squares = [0, 8, 4].map(Square::at);
        assert_eq!(window.path()[..3], squares);
        assert_eq!(window.path().len(), 36);
    }
}

#[test]
fn a_file_can_be_dropped_on_the_window() {
    let folder = Folder::new("drop");
    let tour = include_str!("../data/tour.tour");
    fs::write(folder.file("t.tour"), tour).unwrap();
    let mut window = Window::past_help(None);
    let file = folder.file("t.tour");
    window.0.input_mut().dropped_files.push(Arc::new(Dropped(file)));
    window.until("found", |window| matches!(window.state(), State::Found { .. }));
    assert_eq!(window.path().len(), 30);
    assert!(!window.app().session().is_unsaved());
}

/// A window that is minimised goes on with the input of the last time that it was painted. That was
/// heard then, and is not heard again.
#[test]
fn what_was_dropped_before_the_window_was_minimised_is_opened_once() {
    let folder = Folder::new("drop-once");
    let file = folder.file("t.tour");
    fs::write(&file, include_str!("../data/tour.tour")).unwrap();
    let mut window = Window::past_help(None);
    window.0.input_mut().dropped_files.push(Arc::new(Dropped(file)));
    window.0.step();
    let ctx = window.0.ctx.clone();
    for _ in 0..5 {
        window.0.state_mut().as_mut().unwrap().logic(&ctx);
    }
    window.until("found", |window| matches!(window.state(), State::Found { .. }));
    window.0.run_steps(60);
    window.send(Shortcut::Undo);
    assert_eq!(window.state(), State::Ready, "there was one board before");
}

#[test]
fn a_discarded_search_is_not_offered_again() {
    let folder = Folder::new("give-up");
    let home = folder.file("home");
    let mut window = Window::past_help(Some(&home));
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(0)));
    window.until("found", |window| matches!(window.state(), State::Found { .. }));
    window.send(Shortcut::Clear);
    window.end();
    assert!(!home.join("session-1.tour").exists(), "nothing is left to offer");
    let mut window = Window::past_help(Some(&home));
    window.0.run_steps(20);
    assert!(!window.shows("unsaved search from last time"));
    // But if the other file cannot be opened, nothing is discarded.
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(0)));
    window.until("found", |window| matches!(window.state(), State::Found { .. }));
    fs::write(folder.file("bad.tour"), "no tour at all").unwrap();
    window.use_file(Purpose::Open, folder.file("bad.tour"));
    window.send(FileMessage::Discard(AfterSave::Open(folder.file("bad.tour"))));
    window.until_shown("This file cannot be opened");
    assert!(window.app().session().is_unsaved());
}

#[test]
fn an_svg_picture_shows_what_the_board_shows() {
    let folder = Folder::new("lines");
    let mut window = Window::past_help(None);
    window.send(Preference::Theme(egui::ThemePreference::Dark));
    window.send(Preference::Toggle(Part::HeatMap));
    let setup = window.app().session().setup().clone();
    window.change(Setup { config: "backtracking".parse().unwrap(), ..setup });
    window.send(ExploreMessage::Start(Square::at(0)));
    window.send(Shortcut::PlayPause);
    let retreats = |window: &Window| {
        let frame = window.app().session().frame();
        frame.is_some_and(|frame| matches!(frame.last, Some(Event::Retreat(_))))
    };
    while !retreats(&window) {
        window.send(Shortcut::Step);
    }
    let file = folder.file("t.svg");
    window.use_file(Purpose::Svg(Framing::Whole), file.clone());
    window.until_shown("Saved as t.svg");
    let svg = fs::read_to_string(file).unwrap();
    assert!(svg.contains("fill=\"#F4F6F9\""), "a light knight on a dark board");
    assert!(svg.contains(">log scale<"), "the heat scale");
    assert!(svg.contains("r=\"10\""), "a ring where the knight stepped back from");
}

#[test]
fn tours_are_saved_as_text_and_as_pictures() {
    let folder = Folder::new("export");
    let mut window = Window::past_help(None);
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(0)));
    window.until("found", |window| matches!(window.state(), State::Found { .. }));
    let made = |window: &mut Window, purpose: Purpose, name: &str| {
        let file = folder.file(name);
        window.use_file(purpose, file.clone());
        window.until_shown(&format!("Saved as {name}"));
        fs::read(file).unwrap()
    };
    let text = String::from_utf8(made(&mut window, Purpose::Text, "t.txt")).unwrap();
    let sheets = knights_tour::format::read(&text).unwrap();
    assert_eq!(sheets[0].path.as_ref().unwrap(), &window.path());
    let svg = String::from_utf8(made(&mut window, Purpose::Svg(Framing::Whole), "t.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains(">64<") && svg.contains("#2563A8"));
    window.send(Preference::Toggle(Part::Numbers));
    window.send(Preference::PathColour(PathColour::Red));
    let svg = String::from_utf8(made(&mut window, Purpose::Svg(Framing::Whole), "u.svg")).unwrap();
    assert!(!svg.contains(">64<") && svg.contains("#B3261E"), "the same as on the board");
    for side in [100, 900] {
        let png = made(&mut window, Purpose::Png(Framing::Whole, side), &format!("t{side}.png"));
        let picture = image::load_from_memory(&png).unwrap();
        assert_eq!(picture.width().max(picture.height()), side);
        let colours: std::collections::HashSet<_> = picture.to_rgb8().pixels().copied().collect();
        assert!(colours.len() > 50, "the picture is not empty");
    }
}

/// What is copied is what is on the board.
#[test]
fn tours_are_copied_as_text_and_as_pictures() {
    let mut window = Window::past_help(None);
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(0)));
    window.until("found", |window| matches!(window.state(), State::Found { .. }));
    for (copied, words) in [(Copied::Grid, "The grid"), (Copied::Path, "The path")] {
        let [OutputCommand::CopyText(text)] = &window.copies(copied)[..] else { panic!("{words}") };
        let sheets = knights_tour::format::read(text).unwrap();
        assert_eq!(sheets[0].path.as_ref(), Ok(&window.path()), "{words}");
        // A list names the puzzle, a grid is only numbers.
        assert_eq!(text.starts_with('#'), copied == Copied::Path, "{text}");
        assert!(window.shows(&format!("{words} is on the clipboard.")));
    }
    let [OutputCommand::CopyImage(image)] =
        &window.copies(Copied::Picture(Framing::Whole, 300))[..]
    else {
        panic!("the picture");
    };
    assert_eq!(image.width().max(image.height()), 300);
    let colours: std::collections::HashSet<_> = image.pixels.iter().copied().collect();
    assert!(colours.len() > 50, "the picture is not empty");
    assert!(window.shows("The picture is on the clipboard."));
}

#[test]
fn an_unsaved_search_is_offered_at_the_next_start() {
    let folder = Folder::new("left");
    let mut window = Window::past_help(Some(&folder.0));
    window.search_for_a_while();
    let before = (window.steps(), window.path());
    window.end();
    let mut next = Window::start(Some(&folder.0), None);
    next.until_shown("unsaved search from last time");
    next.press("Resume");
    next.until("it is back", |window| window.steps() > 0);
    assert_eq!((next.steps(), next.path()), before);
    assert!(next.app().session().is_unsaved(), "it is still unsaved");
    next.end();
    let mut third = Window::start(Some(&folder.0), None);
    third.until_shown("unsaved search from last time");
    third.press("Discard");
    third.end();
    assert!(!folder.file("session-1.tour").exists(), "nothing is left to offer");
    let mut fourth = Window::start(Some(&folder.0), None);
    fourth.0.run_steps(60);
    assert!(!fourth.shows("unsaved search from last time"));
}

/// Two windows can be open without disturbing each other.
#[test]
fn a_session_that_still_runs_is_not_offered() {
    let folder = Folder::new("two");
    let mut window = Window::past_help(Some(&folder.0));
    window.search_for_a_while();
    window.0.run_steps(400);
    let watch = Stopwatch::start();
    while !folder.file("session-1.tour").exists() && watch.seconds() < PATIENCE {
        window.0.step();
    }
    assert!(folder.file("session-1.tour").exists(), "it is stored while it runs");
    let mut other = Window::start(Some(&folder.0), None);
    other.0.run_steps(100);
    assert!(!other.shows("unsaved search from last time"));
}

#[test]
fn settings_are_remembered_and_a_damaged_file_is_reported() {
    let folder = Folder::new("settings");
    let mut window = Window::past_help(Some(&folder.0));
    let setup = Setup {
        config: "warnsdorff:ties=pohl".parse().unwrap(),
        seed: 77,
        ..Setup::usual().unwrap().with_board("5x9".parse().unwrap())
    };
    window.change(setup.clone());
    window.send(Preference::Speed(Speed::at(3)));
    window.send(Preference::Backtracking(false));
    window.send(Preference::Toggle(Part::Coordinates));
    window.send(Preference::Toggle(Part::HeatMap));
    window.send(Preference::PathColour(PathColour::Safe));
    window.send(LabMessage::Choose("ties"));
    window.send(LabMessage::Set("sizes", "5-6, 12".to_owned()));
    window.end();
    let mut next = Window::start(Some(&folder.0), None);
    let session = next.app().session();
    assert_eq!(session.setup(), &setup);
    assert_eq!(session.speed(), Speed::at(3));
    assert!(!session.shows_backtracking());
    assert!(!next.shows("Welcome to Knight's Tour"), "the welcome was seen");
    next.send(ShellMessage::Enter(PageId::Lab));
    assert!(next.shows("Pohl 1967"), "the experiment that was chosen");
    let sizes = next.0.get_by_role_and_label(egui::Role::TextInput, "Sizes");
    assert_eq!(sizes.value().as_deref(), Some("5-6, 12"));
    next.end();

    fs::write(folder.file("settings.json"), "{\"size\": [12").unwrap();
    let mut next = Window::start(Some(&folder.0), None);
    assert!(next.shows("settings could not be read"));
    next.press("Close");
    assert_eq!(next.app().session().setup(), &Setup::usual().unwrap());
    assert!(folder.file("settings.json.damaged").exists(), "the damaged file is renamed");
}

/// A value of another version costs nothing but itself.
#[test]
fn settings_with_unknown_values_are_read() {
    let folder = Folder::new("unknown");
    let mut window = Window::past_help(Some(&folder.0));
    window.send(Preference::Naming(Naming::RowColumn));
    window.send(Preference::PathColour(PathColour::Safe));
    window.send(Preference::Toggle(Part::Setup));
    window.end();
    let file = folder.file("settings.json");
    let mut text = fs::read_to_string(&file).unwrap();
    for (known, unknown) in [
        ("Colour-blind safe", "Plaid"),
        ("\"lines\": true", "\"lines\": 3"),
        ("\"lab\": {}", "\"lab\": []"),
    ] {
        assert!(text.contains(known), "{known} in {text}");
        text = text.replace(known, unknown);
    }
    fs::write(&file, text).unwrap();
    let next = Window::start(Some(&folder.0), None);
    assert!(!next.shows("settings could not be read") && !next.shows("Welcome"));
    assert_eq!(next.app().session().naming(), Naming::RowColumn);
    assert!(!next.shows("Rows"), "the panel is hidden");
    drop(next);
    fs::write(&file, "{\"version\": \"new\"}").unwrap();
    assert!(Window::start(Some(&folder.0), None).shows("settings could not be read"));
}

#[test]
fn the_help_opens_with_f1() {
    let mut window = Window::past_help(None);
    window.key(Key::F1);
    assert!(window.shows("The board and its marks"));
    for title in [
        "Play it yourself",
        "How to find a tour",
        "Saving and opening",
        "The methods",
        "Euler: mend a path",
        "The network: two links everywhere",
        "Evolution: breed paths",
        "Ants: follow the scent",
        "Keyboard",
    ] {
        window.press("Next");
        assert!(window.shows(title), "{title}");
    }
    assert!(window.shows("play or pause"));
    window.press("Previous");
    window.press("Close");
    assert!(!window.shows("The methods"));
    window.key(Key::F1);
    assert!(window.shows("The board and its marks"));
    window.key(Key::Space);
    window.key(Key::Escape);
    assert!(!window.shows("The board and its marks"));
}

#[test]
fn every_square_has_a_name_and_can_be_clicked_by_a_screen_reader() {
    let mut window = Window::past_help(None);
    window.send(Preference::Speed(Speed::UNLIMITED));
    for name in ["a1, free", "e4, free", "h8, free"] {
        window.0.get_by_label(name);
    }
    window.0.get_by_label("a1, free").click_accesskit();
    window.0.run_steps(3);
    window.until("found", |window| matches!(window.state(), State::Found { .. }));
    window.0.run_steps(3);
    window.0.get_by_label("a1, visited, number 1");
    // Screen readers announce a change of state.
    let polite = egui::accesskit::Live::Polite;
    let is_state = |node: &egui_kittest::kittest::AccessKitNode<'_>| node.live() == polite;
    assert_eq!(window.0.query_all(egui_kittest::kittest::By::new().predicate(is_state)).count(), 1);
}

/// How many steps the search in a file has taken; 0 if there is no such file.
fn steps_in(file: &Path) -> u64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let steps = text.split("\"steps\":").nth(1).and_then(|rest| rest.split(',').next());
    steps.and_then(|steps| steps.parse().ok()).unwrap_or(0)
}

/// Waits for another thread, while the window is not painted.
fn without_a_picture(what: &str, is_right: impl Fn() -> bool) {
    let watch = Stopwatch::start();
    while !is_right() {
        assert!(watch.seconds() < PATIENCE, "{what}");
        std::thread::yield_now();
    }
}

/// A program that is killed cannot save anything, so what it stored a few seconds earlier is
/// offered at the next start. It stores that even while its window is minimised or covered, and
/// thus not painted.
#[test]
fn a_killed_program_loses_at_most_a_few_seconds() {
    let folder = Folder::new("killed");
    let hands = Arc::new(Manual::default());
    let mut window = Window::by(&hands, &folder.0);
    window.search_forever();
    let file = folder.file("session-1.tour");
    for _ in 0..4 {
        let before = steps_in(&file);
        without_a_picture("it is stored", || {
            hands.turn(3.1);
            steps_in(&file) > before
        });
    }
    let last = steps_in(&file);
    drop(window);
    let mut next = Window::start(Some(&folder.0), None);
    next.until_shown("unsaved search from last time");
    next.press("Resume");
    next.until("it is back", |window| window.steps() > 0);
    assert!(next.steps() >= last);
}

#[test]
fn what_ends_or_changes_while_nothing_is_painted_is_stored() {
    let folder = Folder::new("hidden-end");
    let hands = Arc::new(Manual::default());
    let mut window = Window::by(&hands, &folder.0);
    window.set_method("warnsdorff");
    window.send(Preference::PathColour(PathColour::Red));
    window.send(ExploreMessage::Start(Square::at(0)));
    let text = |name: &str| fs::read_to_string(folder.file(name)).unwrap_or_default();
    without_a_picture("the settings", || {
        hands.turn(3.1);
        text("settings.json").contains("\"Red\"")
    });
    without_a_picture("the tour", || {
        hands.turn(3.1);
        text("session-1.tour").contains("\"outcome\":\"found\"")
    });
    // What has not changed is not written again.
    let written = || fs::metadata(folder.file("session-1.tour")).unwrap().modified().unwrap();
    window.send(Shortcut::ToEnd);
    window.0.run_steps(5);
    hands.advance(3.1);
    let before = written();
    (0..3).for_each(|_| hands.advance(3.1));
    assert_eq!(written(), before);
}

#[test]
fn what_is_saved_or_cleared_is_no_longer_stored() {
    let folder = Folder::new("cleared");
    let hands = Arc::new(Manual::default());
    let mut window = Window::by(&hands, &folder.0);
    let stored = folder.file("session-1.tour");
    window.set_method("warnsdorff");
    for saves in [true, false] {
        window.send(Preference::Speed(Speed::UNLIMITED));
        window.send(ExploreMessage::Start(Square::at(0)));
        without_a_picture("it is stored", || {
            hands.turn(3.1);
            stored.exists()
        });
        hands.turn(3.1);
        if saves {
            window.use_file(Purpose::Save(PageId::Board), folder.file("mine.tour"));
            window.until_shown("Saved as mine.tour");
        } else {
            window.send(Shortcut::Clear);
        }
        without_a_picture("it is removed, without waiting for the clock", || !stored.exists());
    }
    window.send(Shortcut::Undo);
    without_a_picture("undo brings it back", || {
        hands.turn(3.1);
        stored.exists()
    });
}

/// A folder in place of the file cannot be written to, like a disk that is full.
#[test]
fn a_search_that_cannot_be_kept_is_reported_and_quitting_asks() {
    let folder = Folder::new("full");
    let hands = Arc::new(Manual::default());
    assert!(Window::by(&hands, &folder.0).closes(), "there is nothing to lose");
    let mut window = Window::by(&hands, &folder.0);
    window.set_method("warnsdorff");
    let file = folder.file("session-1.tour");
    fs::create_dir(&file).unwrap();
    window.send(ExploreMessage::Start(Square::at(0)));
    let words = "This search is not saved, and it cannot be kept for the next start";
    window.until("reported", |window| {
        hands.turn(3.1);
        window.shows(words)
    });
    assert!(!window.closes());
    assert!(window.shows("Save the search first?") && window.shows("session-1.tour"));
    window.press("Cancel");
    assert!(!window.closes());
    window.press("Discard");
    assert!(window.closes(), "the user has chosen to lose it");

    let folder = Folder::new("full-for-a-while");
    let mut window = Window::by(&hands, &folder.0);
    window.set_method("warnsdorff");
    let file = folder.file("session-1.tour");
    fs::create_dir(&file).unwrap();
    window.send(ExploreMessage::Start(Square::at(0)));
    window.until("reported", |window| {
        hands.turn(3.1);
        window.shows(words)
    });
    fs::remove_dir(&file).unwrap();
    window.until("it works again", |window| {
        hands.turn(3.1);
        !window.shows(words)
    });
    assert!(window.closes());
    assert!(file.exists());
}

/// A search that undo could bring back is not lost without a word either.
#[test]
fn quitting_asks_about_a_search_set_aside_that_cannot_be_kept() {
    let folder = Folder::new("aside");
    let mut window = Window::past_help(Some(&folder.0));
    fs::create_dir(folder.file("session-1.tour")).unwrap();
    window.search_for_a_while();
    window.change(Setup::usual().unwrap().resized(5, 5).unwrap());
    assert!(!window.closes());
    assert!(window.shows("Quit without this search?"));
    window.press("Discard");
    assert!(window.closes());
}

/// What a signal does before the program ends: on a thread of its own, with nothing painted.
#[test]
fn the_last_save_needs_no_window() {
    let folder = Folder::new("signal");
    let hands = Arc::new(Manual::default());
    let mut window = Window::by(&hands, &folder.0);
    let save = window.app().last_save();
    assert_eq!(save(), Ok(()), "there is nothing to lose");
    window.search_forever();
    let file = folder.file("session-1.tour");
    without_a_picture("begun", || {
        assert_eq!(save(), Ok(()));
        steps_in(&file) > 100_000
    });
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert!(save().unwrap_err().contains("session-1.tour"));
    drop(window);
    assert_eq!(save(), Ok(()), "the window has closed");
}

/// A grid that was opened stays a grid: saving asks for another name.
#[test]
fn saving_never_turns_a_grid_into_a_tour_file() {
    let folder = Folder::new("grid");
    let path = "1 . . .\n. . 2 .\n3 . . .\n";
    let tour = "1 4 7 10\n8 11 2 5\n3 6 9 12\n";
    for (name, grid) in [("path.txt", path), ("tour.txt", tour), ("grid.tour", tour)] {
        let file = folder.file(name);
        fs::write(&file, grid).unwrap();
        let mut window = Window::start(None, Some(file.clone()));
        window.until("opened", |window| !window.path().is_empty());
        window.key_with(Modifiers::COMMAND, Key::S);
        assert!(window.shows("Save the search"), "{name}");
        let field = window.0.get_by_role_and_label(egui::Role::TextInput, "File name");
        let suggested = name.replace(".txt", ".tour");
        assert_eq!(field.value().as_deref(), Some(&*suggested));
        window.press("Cancel");
        assert_eq!(fs::read_to_string(&file).unwrap(), grid);
    }
}

#[test]
fn a_file_that_another_program_has_changed_is_not_overwritten_without_a_question() {
    let folder = Folder::new("changed");
    let mut window = Window::past_help(None);
    window.search_for_a_while();
    let file = folder.file("mine.tour");
    window.use_file(Purpose::Save(PageId::Board), file.clone());
    window.until_shown("Saved as mine.tour");
    let text = || fs::read_to_string(&file).unwrap();
    let own = text();
    let save = |window: &mut Window| {
        window.send(Shortcut::Step);
        window.until("a step", |window| window.app().session().is_unsaved());
        window.key_with(Modifiers::COMMAND, Key::S);
    };
    save(&mut window);
    window.until("its own file needs no question", |_| text() != own);
    window.until("saved", |window| !window.app().session().is_unsaved());

    fs::write(&file, "changed elsewhere").unwrap();
    save(&mut window);
    window.until_shown("This file was changed");
    window.press("Cancel");
    assert_eq!(text(), "changed elsewhere");
    window.key_with(Modifiers::COMMAND, Key::S);
    window.until_shown("This file was changed");
    window.press("Save as…");
    assert!(window.shows("Save the search"));
    window.press("Cancel");
    assert_eq!(text(), "changed elsewhere");
    window.key_with(Modifiers::COMMAND, Key::S);
    window.until_shown("This file was changed");
    window.press("Overwrite");
    window.until("saved", |window| !window.app().session().is_unsaved());
    assert!(text().contains("knights-tour"));

    fs::remove_file(&file).unwrap();
    save(&mut window);
    window.until("a file that is gone is written again", |_| file.exists());
}

/// A file is data, not proof: a search that was resumed says what its proof rests on.
#[test]
fn the_proof_of_a_resumed_search_names_the_saved_position() {
    let folder = Folder::new("proof");
    let mut window = Window::past_help(Some(&folder.0));
    let setup = Setup::usual().unwrap().resized(4, 4).unwrap();
    let config = "backtracking".parse().unwrap();
    window.change(Setup { config, ..setup });
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(12)));
    window.until("a proof", |window| window.state() == State::NoTour);
    assert!(window.shows("No tour exists from a1: every path was tried"), "it was not resumed");
    window.playback(PlaybackCommand::Seek(10));
    window.until("an earlier step", |window| window.state() == State::Paused);
    window.end();

    let words = "No tour exists from a1, continued from a saved search: every path was tried";
    let mut window = Window::start(Some(&folder.0), None);
    window.until_shown("unsaved search from last time");
    window.press("Resume");
    // The answer is announced ahead of the step that is shown.
    window.until_shown("Skip to the end");
    assert!(window.shows(words));
    window.press("Skip to the end");
    window.until("a proof", |window| window.state() == State::NoTour);
    assert!(window.shows(words));
    window.use_file(Purpose::Save(PageId::Board), folder.file("proof.tour"));
    window.until_shown("Saved as proof.tour");
    let mut window = Window::start(None, Some(folder.file("proof.tour")));
    window.until("a proof", |window| window.state() == State::NoTour);
    assert!(window.shows(words));
}

/// A search whose checkpoints are damaged is searched again behind the path that was saved.
#[test]
fn a_search_with_damaged_checkpoints_is_replayed() {
    let folder = Folder::new("replay");
    let mut window = Window::past_help(None);
    let config = "backtracking".parse().unwrap();
    window.change(Setup { config, ..Setup::usual().unwrap() });
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(1)));
    let far = |window: &Window| {
        window.app().session().frame().is_some_and(|now| now.progress.steps > 60_000_000)
    };
    window.until("many steps", far);
    window.playback(PlaybackCommand::Pause);
    window.until("a pause", |window| window.state() == State::Paused);
    window.use_file(Purpose::Save(PageId::Board), folder.file("a.tour"));
    window.until_shown("Saved as a.tour");
    let (path, step) =
        (window.app().session().path().to_vec(), window.app().session().frame().unwrap().step);

    let text = fs::read_to_string(folder.file("a.tour")).unwrap();
    let damaged = text.replacen("\"checkpoints\":[", "\"checkpoints\":[ ", 1);
    assert_ne!(damaged, text);
    fs::write(folder.file("a.tour"), damaged).unwrap();
    let mut window = Window::start(None, Some(folder.file("a.tour")));
    window.until_shown("Replaying the saved search: step ");
    assert!(window.app().session().path() == path && !window.app().session().is_unsaved());
    window.until("it was replayed", |window| !window.app().session().is_replaying());
    assert_eq!(window.app().session().frame().unwrap().step, step);
    assert_eq!(window.app().session().path(), path);
    window.playback(PlaybackCommand::Step);
    window.until("it goes on", |window| window.app().session().frame().unwrap().step == step + 1);

    // It can be cleared and brought back at any time.
    let mut window = Window::start(None, Some(folder.file("a.tour")));
    window.until_shown("Replaying the saved search: step ");
    window.key(Key::R);
    window.until("it is gone", |window| window.app().session().active().is_none());
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.until("it was replayed", |window| {
        window.app().session().frame().is_some() && !window.app().session().is_replaying()
    });
    assert_eq!(window.app().session().frame().unwrap().step, step);
}

/// The buttons of a dialog stay in the window, however long its text and however large its letters.
#[test]
fn a_long_message_is_cut_off_and_its_dialog_fits_into_the_window() {
    let mut window = Window::start_with(None, None, SMALL, Theme::Light);
    window.key(Key::Escape);
    window.send(Preference::TextSize(150));
    let screen = window.0.ctx.content_rect();
    assert_eq!(screen.size(), SMALL / 1.5);
    let fits = |window: &Window, button: &str| {
        let rect = window.0.get_by_label(button).rect();
        assert!(screen.contains_rect(rect), "{button}: {rect:?} in {screen:?}");
    };
    let name = "x".repeat(1_000_000);
    window.use_file(Purpose::Open, PathBuf::from(name));
    window.until_shown("This file cannot be opened");
    let longest = window.0.query_all_by_label_contains("xxx").map(|node| {
        let (left, right) = (node.rect().left(), node.rect().right());
        assert!(screen.left() <= left && right <= screen.right(), "it wraps");
        node.accesskit_node().value().map_or(0, |text| text.chars().count())
    });
    assert_eq!(longest.max(), Some(1_000));
    fits(&window, "Close");
    window.press("Close");
    window.send(ShellMessage::About);
    window.press("Licences");
    window.0.run_steps(20);
    assert!(window.shows("Ubuntu") && window.shows("Noto"));
    fits(&window, "Close");
    window.press("Close");
    window.send(FileMessage::AskForPicture);
    fits(&window, "Cancel");
    window.key(Key::Escape);
    window.send(FileMessage::Open);
    fits(&window, "Cancel");
}

/// Of a folder with very many files, only those in view are laid out.
#[test]
fn a_large_folder_is_listed_in_order_and_scrolled() {
    let folder = Folder::new("many");
    for number in 0..2_000 {
        fs::write(folder.file(&format!("file-{number:04}.txt")), "").unwrap();
    }
    fs::create_dir(folder.file("zoo")).unwrap();
    fs::write(folder.file("1.tour"), include_str!("../data/tour.tour")).unwrap();
    let mut window = Window::start(None, Some(folder.file("1.tour")));
    window.send(FileMessage::Open);
    window.until_shown("file-0000.txt");
    let shown: Vec<_> = window.0.query_all_by_label_contains("file-").collect();
    assert!(shown.len() < 20, "{}", shown.len());
    drop(shown);
    let top = |name: &str| window.0.get_by_label(name).rect().top();
    assert!(top("zoo/") < top("1.tour") && top("1.tour") < top("file-0000.txt"));
    window.press("file-0002.txt");
    let field = window.0.get_by_role_and_label(egui::Role::TextInput, "File name");
    assert_eq!(field.value().as_deref(), Some("file-0002.txt"));
}

#[test]
fn the_dialog_says_what_it_does_not_show() {
    let folder = Folder::new("others");
    fs::create_dir(folder.file("empty")).unwrap();
    fs::create_dir(folder.file("notes")).unwrap();
    fs::write(folder.file("notes").join("note.txt"), "").unwrap();
    let mut window = Window::past_help(None);
    window.send(ExploreMessage::Start(Square::at(0)));
    window.key_with(Modifiers::COMMAND, Key::S);
    for (name, words) in [
        ("notes", "There are no .tour files here. Other files are not shown."),
        ("empty", "There are no files here yet."),
    ] {
        window.enter(egui::Role::TextInput, "File name", folder.file(name).to_str().unwrap());
        window.until_shown(words);
    }
}

#[test]
fn typing_in_a_field_triggers_nothing() {
    let mut window = Window::past_help(None);
    window.send(ExploreMessage::Start(Square::at(0)));
    window.key_with(Modifiers::COMMAND, Key::O);
    let field = window.0.get_by_role_and_label(egui::Role::TextInput, "File name");
    field.type_text("rbhn +-");
    for key in [Key::R, Key::B, Key::H, Key::N, Key::Space, Key::Minus, Key::Home] {
        window.key(key);
    }
    let field = window.0.get_by_role_and_label(egui::Role::TextInput, "File name");
    assert!(field.value().is_some_and(|text| text.contains("rbhn +-")), "it was typed");
    assert!(window.app().session().active().is_some(), "R did not reset");
    assert!(window.app().session().shows_backtracking());
}

#[test]
fn pictures_of_help_and_files() {
    let mut results = SnapshotResults::new();
    for (theme, name) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        let folder = Folder::new(&format!("pictures-{name}"));
        let mut window = Window::start_with(Some(&folder.0), None, SMALL, theme);
        window.send(Preference::Theme(theme.into()));
        // The animation of the welcome is at the same place in every run.
        window.compare(&format!("welcome-{name}-small"), &mut results);
        window.key(Key::Escape);
        window.send(ShellMessage::Help(HelpPage::Methods));
        window.compare(&format!("help-{name}-small"), &mut results);
        window.key(Key::Escape);
        window.send(ShellMessage::About);
        window.compare(&format!("about-{name}-small"), &mut results);
    }
}

#[test]
fn a_file_with_a_tour_that_is_not_valid_is_refused() {
    // A tour from a file is checked like any other.
    let folder = Folder::new("status");
    let tour = include_str!("../data/tour.tour").replace("[1,4]]", "[0,0]]");
    fs::write(folder.file("t.tour"), tour).unwrap();
    let mut window = Window::past_help(None);
    window.use_file(Purpose::Open, folder.file("t.tour"));
    window.until_shown("cannot be opened");
    window.press("Close");
    let status = window.app().session().frame().map(|frame| frame.status);
    assert!(status != Some(Status::Found));
    assert!(window.path().is_empty());
}

#[test]
fn a_board_larger_than_the_fields_stays_as_it_is() {
    let folder = Folder::new("large");
    let path = r#"{"format":"knights-tour","version":1,"board":{"rows":3,"cols":1300},"path":[[0,0],[1,2]]}"#;
    fs::write(folder.file("large.tour"), path).unwrap();
    let mut window = Window::start(Some(&folder.0), Some(folder.file("large.tour")));
    window.until("it is there", |window| window.path().len() == 2);
    window.0.run_steps(20);
    assert_eq!(window.app().session().setup().board.cols(), 1_300);
    window.end();
    let next = Window::start(Some(&folder.0), None);
    assert_eq!(next.app().session().setup().board.cols(), 8, "it is not remembered");

    let path = path.replace("1300", "3000");
    fs::write(folder.file("large.tour"), path).unwrap();
    let said = read_file(&folder.file("large.tour")).err().unwrap();
    assert!(
        said.contains("large.tour") && said.contains("at most 2,000 rows or columns"),
        "{said}"
    );
}

/// Saving pauses the search first, so that it has no new unsaved steps to ask about again.
#[test]
fn a_running_search_is_saved_before_another_file_is_opened() {
    let folder = Folder::new("then");
    fs::write(folder.file("other.txt"), "1 . . .\n. . 2 .\n3 . . .\n").unwrap();
    let mut window = Window::past_help(None);
    window.search_for_a_while();
    window.use_file(Purpose::Save(PageId::Board), folder.file("mine.tour"));
    window.until_shown("Saved as mine.tour");
    window.send(Shortcut::PlayPause);
    let steps = window.steps();
    window.until("it runs", |window| window.steps() > steps + 100_000);
    window.use_file(Purpose::Open, folder.file("other.txt"));
    window.press("Save…");
    window.until("the other one is there", |window| window.path().len() == 3);
    assert!(!window.shows("Save the search first?"));
    let text = fs::read_to_string(folder.file("mine.tour")).unwrap();
    let kept = text.split("\"steps\":").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
    assert!(kept.parse::<u64>().unwrap() > steps);
}

#[test]
fn a_tour_found_without_backtracking_is_opened_complete() {
    let folder = Folder::new("hidden");
    let mut window = Window::past_help(None);
    window.send(Preference::Backtracking(false));
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(0)));
    window.until("found", |window| window.path().len() == 64);
    window.use_file(Purpose::Save(PageId::Board), folder.file("t.tour"));
    window.until_shown("Saved as t.tour");
    for show in [true, false] {
        let mut other = Window::past_help(None);
        other.send(Preference::Backtracking(show));
        other.use_file(Purpose::Open, folder.file("t.tour"));
        other.until("whole", |window| window.path().len() == 64);
        assert!(matches!(other.state(), State::Found { .. }));
    }
}

/// A search that was saved at a step is opened at that step, whatever is to be shown of searches.
#[test]
fn a_file_opens_with_the_path_that_was_on_the_board() {
    let folder = Folder::new("part");
    let mut window = Window::past_help(None);
    window.set_method("backtracking");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(56)));
    window.until("found", |window| window.path().len() == 64);
    window.playback(PlaybackCommand::Seek(193));
    window.until("a step", |window| window.step() == 193);
    let path = window.path();
    assert_eq!(path.len(), 49);
    for show in [true, false] {
        window.send(Preference::Backtracking(show));
        window.use_file(Purpose::Save(PageId::Board), folder.file(&format!("{show}.tour")));
        window.until_shown(&format!("Saved as {show}.tour"));
        for opens in [true, false] {
            let mut other = Window::past_help(None);
            other.send(Preference::Backtracking(opens));
            other.use_file(Purpose::Open, folder.file(&format!("{show}.tour")));
            other.until("opened", |window| !window.path().is_empty());
            for switched in [opens, !opens, opens] {
                other.send(Preference::Backtracking(switched));
                other.0.run_steps(5);
                assert_eq!((other.step(), other.path()), (193, path.clone()), "{show}, {opens}");
            }
            assert!(other.shows("of 6,484,066"));
            other.send(Shortcut::PlayPause);
            let length = if opens { "of 6,484,066" } else { "of 64" };
            other.until_shown(length);
        }
    }
}

/// A tour that the automatic method finds again with one click is not offered at the next start.
#[test]
fn a_tour_that_is_made_again_at_once_is_not_kept() {
    for (method, is_kept) in [("auto", false), ("warnsdorff", true)] {
        let folder = Folder::new("at-once");
        let mut window = Window::past_help(Some(&folder.0));
        window.set_method(method);
        window.send(ExploreMessage::Start(Square::at(0)));
        window.until("found", |window| {
            let frame = window.app().session().frame();
            frame.is_some_and(|frame| frame.progress.status == Status::Found)
        });
        assert!(window.closes(), "nothing is asked");
        assert_eq!(folder.file("session-1.tour").exists(), is_kept, "{method}");
    }
}

/// A run of the lab is made again by its command: whoever only looks at it has nothing to save. Looking
/// for another tour goes on from there.
#[test]
fn a_run_of_the_lab_that_was_looked_at_is_not_kept() {
    let folder = Folder::new("looked-at");
    let mut window = Window::past_help(Some(&folder.0));
    let stored = folder.file("session-1.tour");
    window.send(ShellMessage::Enter(PageId::Lab));
    window.send(LabMessage::Choose("starts"));
    window.send(LabMessage::Set("methods", "backtracking".to_owned()));
    window.send(LabMessage::Set("board", "5x5".to_owned()));
    window.send(LabMessage::Run);
    window.until_shown("Done: ");
    window.send(LabMessage::Open(0));
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.until("found", |window| window.path().len() == 25);
    assert!(!window.app().session().is_unsaved());
    assert!(window.app().last_save()().is_ok() && !stored.exists());
    window.send(ExploreMessage::Player(PlayerEvent::FIND_NEXT));
    let tours = |window: &Window| window.app().session().frame().unwrap().progress.tours;
    window.until("another", |window| tours(window) == 2);
    assert!(window.app().session().is_unsaved());
    assert!(window.closes() && stored.exists());
}

/// An offer does not cover what somebody does on the other pages.
#[test]
fn an_unsaved_search_is_offered_on_the_board_page_only() {
    let folder = Folder::new("pages");
    let mut window = Window::past_help(Some(&folder.0));
    window.search_for_a_while();
    window.end();
    let mut next = Window::start(Some(&folder.0), None);
    let offer = "unsaved search from last time";
    next.until_shown(offer);
    for room in [PageId::Play, PageId::Lab] {
        next.send(ShellMessage::Enter(room));
        assert!(!next.shows(offer), "{room:?}");
    }
    next.send(ShellMessage::Enter(PageId::Board));
    assert!(next.shows(offer));
}

/// What two windows remember is remembered together, whichever ends last.
#[test]
fn two_windows_do_not_overwrite_each_others_settings() {
    let folder = Folder::new("two-settings");
    let tour = |name: &str| {
        let file = folder.file(name);
        fs::write(&file, "1 4 7 10\n8 11 2 5\n3 6 9 12\n").unwrap();
        file
    };
    let (one, other) = (tour("one.txt"), tour("other.txt"));
    let mut first = Window::past_help(Some(&folder.0));
    let mut second = Window::past_help(Some(&folder.0));
    second.send(Preference::PathColour(PathColour::Green));
    second.use_file(Purpose::Open, other);
    second.until("opened", |window| window.path().len() == 12);
    second.end();
    first.send(Preference::Toggle(Part::HeatMap));
    first.use_file(Purpose::Open, one);
    first.until("opened", |window| window.path().len() == 12);
    first.end();
    let text = fs::read_to_string(folder.file("settings.json")).unwrap();
    assert!(text.contains("\"heat_map\": true") && text.contains("\"Green\""), "{text}");
    let places = ["one.txt", "other.txt"].map(|name| text.find(name));
    assert!(places[0].is_some() && places[0] < places[1], "the newest file first: {text}");
}

/// The newest of several unsaved searches is offered first, even if it was no longer on the board.
#[test]
fn the_newest_unsaved_search_is_offered_first() {
    let folder = Folder::new("newest");
    let mut first = Window::past_help(Some(&folder.0));
    first.search_for_a_while();
    first.end();
    // The times of two files must differ.
    let file = fs::File::options().write(true).open(folder.file("session-1.tour")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    let mut second = Window::start(Some(&folder.0), None);
    second.until_shown("unsaved search from last time");
    second.key(Key::Escape);
    assert!(!second.shows("unsaved search from last time"), "Escape postpones it");
    second.change(Setup::usual().unwrap());
    second.set_method("warnsdorff");
    second.send(ExploreMessage::Start(Square::at(0)));
    second.until("begun", |window| window.steps() > 0);
    second.change(Setup::usual().unwrap().resized(5, 5).unwrap());
    second.end();
    let mut third = Window::start(Some(&folder.0), None);
    third.until_shown("unsaved search from last time: 8×8");
    third.press("Discard");
    third.until_shown("unsaved search from last time: 7×7");
}

#[test]
fn closing_a_dialog_closes_nothing_else() {
    let mut window = Window::past_help(None);
    window.send(ExploreMessage::Setup(SetupEvent::Use(knights_tour::app::Tool::Holes)));
    window.send(ShellMessage::About);
    window.press("Close");
    assert!(window.shows("Click or drag on the board to make holes"));
    window.send(ExploreMessage::Board(BoardEvent::Click(Square::at(5))));
    assert_eq!(window.app().session().setup().board.holes().len(), 1, "the tool is still active");
}

#[cfg(unix)]
#[test]
fn a_file_name_that_is_not_valid_text_does_no_harm() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("bytes");
    let file = folder.0.join(std::ffi::OsStr::from_bytes(b"r\xf6ssel.tour"));
    fs::write(&file, include_str!("../data/tour.tour")).unwrap();
    let mut window = Window::past_help(Some(&folder.0));
    window.use_file(Purpose::Open, file);
    window.until("found", |window| matches!(window.state(), State::Found { .. }));
    window.send(Preference::Speed(Speed::at(2)));
    window.end();
    let next = Window::start(Some(&folder.0), None);
    assert_eq!(next.app().session().speed(), Speed::at(2));
    assert!(!next.shows("could not be read"));
}

/// Where quitting was wished for and saving fails, it is asked again, and the wish survives.
#[test]
fn a_failed_save_does_not_forget_what_was_to_come_after() {
    let folder = Folder::new("not-saved");
    let mut window = Window::open("8x8");
    window.search_for_a_while();
    let save = Purpose::Save(PageId::Board);
    let nowhere = folder.file("missing/mine.tour");
    window.send(FileMessage::Use(save, nowhere.clone(), Some(AfterSave::Quit)));
    window.until("the question", |window| window.shows("The search was not saved"));
    assert!(window.shows("Quit without saving"));
    window.send(ShellMessage::CloseDialog);

    // Without anything to come after, it is only said.
    window.use_file(save, nowhere);
    window.until("the reason", |window| window.shows("The search was not saved"));
    assert!(!window.shows("Quit without saving"));
}
