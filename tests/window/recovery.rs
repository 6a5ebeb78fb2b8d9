//! What the next start finds again: settings and unsaved searches, and what quitting asks.

use knights_tour::app::AfterSave;

use crate::harness::*;

/// What is offered at the next start.
const OFFER: &str = "unsaved search from last time";

impl Window {
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
            let is_close_sent = !events.is_empty();
            self.0.step();
            let commands = &self.0.output().viewport_output[&root].commands;
            if is_close_sent && !commands.contains(&egui::ViewportCommand::CancelClose) {
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
            assert!(watch.seconds() < MAX_WAIT_SECONDS, "it neither closes nor asks");
        }
    }
}

#[test]
fn a_discarded_search_is_not_offered_again() {
    let folder = Folder::new("give-up");
    let home = folder.file("home");
    let mut window = Window::past_welcome(Some(&home));
    window.find_tour("a8");
    window.send(Shortcut::Clear);
    window.end();
    assert!(!home.join("session-1.tour").exists(), "nothing is left to offer");
    let mut window = Window::past_welcome(Some(&home));
    window.0.run_steps(20);
    assert!(!window.shows(OFFER));
    // But if the other file cannot be opened, nothing is discarded.
    window.find_tour("a8");
    let bad = write(&folder, "bad.tour", "no tour at all");
    window.use_file(Purpose::Open, bad.clone());
    window.send(FileMessage::Discard(AfterSave::Open(bad)));
    window.until_shown("This file cannot be opened");
    assert!(window.session().is_unsaved());
}

#[test]
fn an_unsaved_search_is_offered_at_the_next_start() {
    let folder = Folder::new("left");
    let mut window = Window::past_welcome(Some(&folder));
    window.search_for_a_while();
    let before = (window.steps(), window.path());
    window.end();
    let mut next = Window::start(Some(&folder), None);
    next.until_shown(OFFER);
    for page in [PageId::Play, PageId::Lab, PageId::Board] {
        next.send(ShellMessage::Enter(page));
        assert_eq!(next.shows(OFFER), page == PageId::Board, "{page:?}");
    }
    next.press("Resume");
    next.until(|window| window.steps() > 0);
    assert_eq!((next.steps(), next.path()), before);
    assert!(next.session().is_unsaved(), "it is still unsaved");
    next.end();
    let mut third = Window::start(Some(&folder), None);
    third.until_shown(OFFER);
    third.press("Discard");
    third.end();
    assert!(!folder.file("session-1.tour").exists(), "nothing is left to offer");
    let mut fourth = Window::start(Some(&folder), None);
    fourth.0.run_steps(60);
    assert!(!fourth.shows(OFFER));
}

#[test]
fn a_session_that_still_runs_is_not_offered() {
    let folder = Folder::new("two");
    let mut window = Window::past_welcome(Some(&folder));
    window.search_for_a_while();
    window.until(|_| folder.file("session-1.tour").exists());
    let mut other = Window::start(Some(&folder), None);
    other.0.run_steps(100);
    assert!(!other.shows(OFFER));
}

#[test]
fn settings_are_remembered_and_a_damaged_file_is_reported() {
    let folder = Folder::new("settings");
    let mut window = Window::past_welcome(Some(&folder));
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
    let mut next = Window::start(Some(&folder), None);
    let session = next.session();
    assert_eq!(session.setup(), &setup);
    assert_eq!(session.speed(), Speed::at(3));
    assert!(!session.shows_backtracking());
    assert!(!next.shows("Welcome to Knight's Tour"), "the welcome was seen");
    next.send(ShellMessage::Enter(PageId::Lab));
    assert!(next.shows("Pohl 1967"), "the experiment that was chosen");
    assert_eq!(next.typed("Sizes"), "5-6, 12");
    next.end();

    fs::write(folder.file("settings.json"), "{\"size\": [12").unwrap();
    let mut next = Window::start(Some(&folder), None);
    assert!(next.shows("settings could not be read"));
    next.press("Close");
    assert_eq!(next.setup(), &Setup::usual().unwrap());
    assert!(folder.file("settings.json.damaged").exists(), "the damaged file is renamed");
}

/// Only values of another version are lost.
#[test]
fn settings_with_unknown_values_are_read() {
    let folder = Folder::new("unknown");
    let mut window = Window::past_welcome(Some(&folder));
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
    let next = Window::start(Some(&folder), None);
    assert!(!next.shows("settings could not be read") && !next.shows("Welcome"));
    assert_eq!(next.session().naming(), Naming::RowColumn);
    assert!(!next.shows("Rows"), "the panel is hidden");
    drop(next);
    fs::write(&file, "{\"version\": \"new\"}").unwrap();
    assert!(Window::start(Some(&folder), None).shows("settings could not be read"));
}

/// How many steps the search in a file has taken; 0 if there is no such file.
pub(crate) fn steps_in(file: &Path) -> u64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let steps = text.split("\"steps\":").nth(1).and_then(|rest| rest.split(',').next());
    steps.and_then(|steps| steps.parse().ok()).unwrap_or(0)
}

/// Waits for another thread, while the window is not painted.
#[track_caller]
fn without_painting(is_so: impl Fn() -> bool) {
    let watch = Stopwatch::start();
    while !is_so() {
        assert!(watch.seconds() < MAX_WAIT_SECONDS);
        std::thread::yield_now();
    }
}

/// The same, with a clock that goes on.
#[track_caller]
fn while_time_passes(clock: &Manual, is_so: impl Fn() -> bool) {
    without_painting(|| {
        clock.turn(3.1);
        is_so()
    });
}

/// A program that is killed cannot save anything, so what it stored a few seconds earlier is
/// offered at the next start. It stores that even while its window is minimised or covered, and
/// thus not painted.
#[test]
fn a_killed_program_loses_at_most_a_few_seconds() {
    let folder = Folder::new("killed");
    let (mut window, clock) = Window::with_manual_clock(Some(&folder));
    window.search_forever();
    let file = folder.file("session-1.tour");
    for _ in 0..4 {
        let before = steps_in(&file);
        while_time_passes(&clock, || steps_in(&file) > before);
    }
    let last = steps_in(&file);
    drop(window);
    let mut next = Window::start(Some(&folder), None);
    next.until_shown(OFFER);
    next.press("Resume");
    next.until(|window| window.steps() > 0);
    assert!(next.steps() >= last);
}

#[test]
fn what_ends_or_changes_while_nothing_is_painted_is_stored() {
    let folder = Folder::new("hidden-end");
    let (mut window, clock) = Window::with_manual_clock(Some(&folder));
    window.set_method("warnsdorff");
    window.send(Preference::PathColour(PathColour::Red));
    window.send(ExploreMessage::Start(Square::at(0)));
    let text = |name: &str| fs::read_to_string(folder.file(name)).unwrap_or_default();
    while_time_passes(&clock, || text("settings.json").contains("\"Red\""));
    while_time_passes(&clock, || text("session-1.tour").contains("\"outcome\":\"found\""));
    // What has not changed is not written again.
    let written = || fs::metadata(folder.file("session-1.tour")).unwrap().modified().unwrap();
    window.send(Shortcut::ToEnd);
    window.0.run_steps(5);
    clock.advance(3.1);
    let before = written();
    (0..3).for_each(|_| clock.advance(3.1));
    assert_eq!(written(), before);
}

#[test]
fn what_is_saved_or_cleared_is_no_longer_stored() {
    let folder = Folder::new("cleared");
    let (mut window, clock) = Window::with_manual_clock(Some(&folder));
    let stored = folder.file("session-1.tour");
    window.set_method("warnsdorff");
    for saves in [true, false] {
        window.send(Preference::Speed(Speed::UNLIMITED));
        window.send(ExploreMessage::Start(Square::at(0)));
        while_time_passes(&clock, || stored.exists());
        clock.turn(3.1);
        if saves {
            window.save(Purpose::Save(PageId::Board), &folder, "mine.tour");
        } else {
            window.send(Shortcut::Clear);
        }
        without_painting(|| !stored.exists());
    }
    window.send(Shortcut::Undo);
    while_time_passes(&clock, || stored.exists());
}

/// A folder in place of the file cannot be written to, like a disk that is full.
#[test]
fn a_search_that_cannot_be_kept_is_reported_and_quitting_asks() {
    let folder = Folder::new("full");
    assert!(Window::past_welcome(Some(&folder)).closes(), "there is nothing to lose");
    let words = "This search is not saved, and it cannot be kept for the next start";
    let reported = |folder: &Folder| {
        let (mut window, clock) = Window::with_manual_clock(Some(folder));
        window.set_method("warnsdorff");
        fs::create_dir(folder.file("session-1.tour")).unwrap();
        window.send(ExploreMessage::Start(Square::at(0)));
        window.until(|window| {
            clock.turn(3.1);
            window.shows(words)
        });
        (window, clock)
    };
    let (mut window, _) = reported(&folder);
    assert!(!window.closes());
    assert!(window.shows("Save the search first?") && window.shows("session-1.tour"));
    window.press("Cancel");
    assert!(!window.closes());
    window.press("Discard");
    assert!(window.closes(), "the user has chosen to lose it");

    let folder = Folder::new("full-for-a-while");
    let (mut window, clock) = reported(&folder);
    let file = folder.file("session-1.tour");
    fs::remove_dir(&file).unwrap();
    window.until(|window| {
        clock.turn(3.1);
        !window.shows(words)
    });
    assert!(window.closes());
    assert!(file.exists());
}

#[test]
fn quitting_asks_about_a_search_set_aside_that_cannot_be_kept() {
    let folder = Folder::new("aside");
    let mut window = Window::past_welcome(Some(&folder));
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
    let (mut window, _clock) = Window::with_manual_clock(Some(&folder));
    let save = window.last_save();
    assert_eq!(save(), Ok(()), "there is nothing to lose");
    window.search_forever();
    let file = folder.file("session-1.tour");
    without_painting(|| {
        assert_eq!(save(), Ok(()));
        steps_in(&file) > 100_000
    });
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert!(save().unwrap_err().contains("session-1.tour"));
    drop(window);
    assert_eq!(save(), Ok(()), "the window has closed");
}

/// A file is data, not proof: a search that was resumed says what its proof rests on.
#[test]
fn the_proof_of_a_resumed_search_names_the_saved_position() {
    let folder = Folder::new("proof");
    let mut window = Window::past_welcome(Some(&folder));
    window.set_board("4x4");
    window.set_method("backtracking");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(12)));
    window.until_state(State::NoTour);
    assert!(window.shows("No tour exists from a1: every path was tried"), "it was not resumed");
    window.playback(PlaybackCommand::Seek(10));
    window.until_state(State::Paused);
    window.end();

    let words = "No tour exists from a1, continued from a saved search: every path was tried";
    let mut window = Window::start(Some(&folder), None);
    window.until_shown(OFFER);
    window.press("Resume");
    // The answer is announced ahead of the step that is shown.
    window.until_shown("Skip to the end");
    assert!(window.shows(words));
    window.press("Skip to the end");
    window.until_state(State::NoTour);
    assert!(window.shows(words));
    window.save(Purpose::Save(PageId::Board), &folder, "proof.tour");
    let mut window = Window::start(None, Some(folder.file("proof.tour")));
    window.until_state(State::NoTour);
    assert!(window.shows(words));
}

/// A tour that the automatic method finds again with one click is not offered at the next start.
#[test]
fn a_tour_that_is_made_again_at_once_is_not_kept() {
    for (method, is_kept) in [("auto", false), ("warnsdorff", true)] {
        let folder = Folder::new("at-once");
        let mut window = Window::past_welcome(Some(&folder));
        window.set_method(method);
        window.send(ExploreMessage::Start(Square::at(0)));
        window.until_frame(|frame| frame.progress.status == Status::Found);
        assert!(window.closes(), "nothing is asked");
        assert_eq!(folder.file("session-1.tour").exists(), is_kept, "{method}");
    }
}

/// A run of the lab is made again by its command: looking at it leaves nothing to save. Looking
/// for another tour goes on from there.
#[test]
fn a_run_of_the_lab_that_was_looked_at_is_not_kept() {
    let folder = Folder::new("looked-at");
    let mut window = Window::past_welcome(Some(&folder));
    let stored = folder.file("session-1.tour");
    window.set("starts", &[("methods", "backtracking"), ("board", "5x5")]);
    window.measure();
    window.send(LabMessage::Open(0));
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.until(|window| window.path().len() == 25);
    assert!(!window.session().is_unsaved());
    assert!(window.last_save()().is_ok() && !stored.exists());
    window.send(ExploreMessage::Player(PlayerEvent::FIND_NEXT));
    window.until_frame(|frame| frame.progress.tours == 2);
    assert!(window.session().is_unsaved());
    assert!(window.closes() && stored.exists());
}

/// What two windows remember is remembered together, whichever ends last.
#[test]
fn two_windows_do_not_overwrite_each_others_settings() {
    let folder = Folder::new("two-settings");
    let [one, other, gone] =
        ["one.txt", "other.txt", "gone.txt"].map(|name| write(&folder, name, GRID));
    let mut before = Window::past_welcome(Some(&folder));
    before.use_file(Purpose::Open, &gone);
    before.until(|window| window.path().len() == 12);
    before.end();
    fs::remove_file(&gone).unwrap();
    let mut first = Window::start(Some(&folder), None);
    let mut second = Window::start(Some(&folder), None);
    second.send(Preference::PathColour(PathColour::Green));
    second.use_file(Purpose::Open, other);
    second.until(|window| window.path().len() == 12);
    second.end();
    first.send(Preference::Toggle(Part::HeatMap));
    first.use_file(Purpose::Open, gone);
    first.until_shown("This file cannot be opened");
    first.key(Key::Escape);
    first.use_file(Purpose::Open, one);
    first.until(|window| window.path().len() == 12);
    first.end();
    let text = fs::read_to_string(folder.file("settings.json")).unwrap();
    assert!(text.contains("\"heat_map\": true") && text.contains("\"Green\""), "{text}");
    let places = ["one.txt", "other.txt"].map(|name| text.find(name));
    assert!(places[0].is_some() && places[0] < places[1], "the newest file first: {text}");
    assert!(!text.contains("gone.txt"), "a file that could not be opened: {text}");
}

/// The newest of several unsaved searches is offered first, even if it was no longer on the board.
#[test]
fn the_newest_unsaved_search_is_offered_first() {
    let folder = Folder::new("newest");
    let mut first = Window::past_welcome(Some(&folder));
    first.search_for_a_while();
    first.end();
    // The times of two files must differ.
    let file = fs::File::options().write(true).open(folder.file("session-1.tour")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    let mut second = Window::start(Some(&folder), None);
    second.until_shown(OFFER);
    second.key(Key::Escape);
    assert!(!second.shows(OFFER), "Escape postpones it");
    second.change(Setup::usual().unwrap());
    second.set_method("warnsdorff");
    second.send(ExploreMessage::Start(Square::at(0)));
    second.until(|window| window.steps() > 0);
    second.change(Setup::usual().unwrap().resized(5, 5).unwrap());
    second.end();
    let mut third = Window::start(Some(&folder), None);
    third.until_shown("unsaved search from last time: 8×8");
    third.press("Discard");
    third.until_shown("unsaved search from last time: 7×7");
}

/// Where saving before quitting fails, it is asked again, and quitting is still possible.
#[test]
fn a_failed_save_does_not_forget_what_was_to_come_after() {
    let folder = Folder::new("not-saved");
    let mut window = Window::open("8x8");
    window.search_for_a_while();
    let save = Purpose::Save(PageId::Board);
    let nowhere = folder.file("missing/mine.tour");
    window.send(FileMessage::Use(save, nowhere.clone(), Some(AfterSave::Quit)));
    window.until_shown("The search was not saved");
    assert!(window.shows("Quit without saving"));

    // The search is saved elsewhere, whichever page is shown.
    window.send(ShellMessage::Enter(PageId::Lab));
    window.press("Save elsewhere…");
    assert!(window.shows("Save the search"));
    window.key(Key::Escape);

    // Without anything to come after, it is only said.
    window.use_file(save, nowhere);
    window.until_shown("The search was not saved");
    assert!(!window.shows("Quit without saving"));
}
