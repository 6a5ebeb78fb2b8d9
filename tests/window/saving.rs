//! Files: saving, opening, exporting, and their dialogs.

use knights_tour::app::{BoardEvent, Copied, read_file};
use knights_tour::solver::Event;

use crate::harness::*;
use crate::recovery::steps_in;

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
    /// Enters a name in the dialog for files.
    fn type_file(&mut self, file: &Path) {
        self.enter(Role::TextInput, "File name", file.to_str().unwrap());
    }
}

#[test]
fn a_search_is_saved_and_opened_with_the_dialog() {
    let folder = Folder::new("save");
    let mut window = Window::past_welcome(None);
    window.search_for_a_while();
    let (steps, path) = (window.steps(), window.path());
    window.key_with(Modifiers::COMMAND, Key::S);
    assert!(window.shows("Save the search"));
    window.type_file(&folder.file("mine"));
    window.until_shown("Saved as mine.tour");
    assert!(!window.session().is_unsaved());
    let text = fs::read_to_string(folder.file("mine.tour")).unwrap();
    assert!(text.contains("\"format\":\"knights-tour\""), "{text}");

    let mut other = Window::start(None, Some(folder.file("mine.tour")));
    assert!(other.shows("Opened mine.tour."));
    other.until(|window| window.steps() > 0);
    assert_eq!((other.steps(), other.path()), (steps, path));
    assert_eq!(other.state(), State::Paused);
    other.send(Shortcut::PlayPause);
    other.until(|window| window.steps() > steps);

    // Two clicks open it, or a click and Enter; what the dialog said of another name is gone.
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
    let mut window = Window::past_welcome(None);
    window.set_board("5x5");
    window.set_method("backtracking");
    window.find_tour("a5");
    window.seek(10);
    window.save(Purpose::Save(PageId::Board), &folder, "behind.tour");
    let mut other = Window::start(None, Some(folder.file("behind.tour")));
    other.until_shown("Tour found at step 17,655.");
    other.press("Skip to it");
    other.until_found();
}

#[test]
fn cancelling_changes_nothing() {
    let mut window = Window::past_welcome(None);
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

/// A tour from a file is checked like any other.
#[test]
fn a_file_that_cannot_be_opened_is_named_and_changes_nothing() {
    let folder = Folder::new("bad");
    let invalid = include_str!("../data/tour.tour").replace("[1,4]]", "[0,0]]");
    let newer = "{\"format\":\"knights-tour\",\"version\":7}";
    let mut window = Window::past_welcome(None);
    window.search_for_a_while();
    let before = (window.steps(), window.path());
    for (content, reason) in [(newer, "version is 7"), (&invalid, "bad.tour")] {
        window.use_file(Purpose::Open, write(&folder, "bad.tour", content));
        window.press("Discard");
        window.until_shown("This file cannot be opened");
        assert!(window.shows("bad.tour") && window.shows(reason));
        window.press("Close");
        assert_eq!((window.steps(), window.path()), before);
    }
}

#[test]
fn opening_a_file_over_an_unsaved_search_asks_first_and_can_be_undone() {
    let folder = Folder::new("ask");
    let other = write(&folder, "other.txt", GRID_OF_PATH);
    let mut window = Window::past_welcome(None);
    window.search_for_a_while();
    let before = (window.steps(), window.path());
    window.use_file(Purpose::Open, other.clone());
    assert!(window.shows("Save the search first?"));
    window.press("Cancel");
    assert_eq!((window.steps(), window.path()), before);
    window.use_file(Purpose::Open, other);
    window.press("Discard");
    window.until(|window| window.path().len() == 3);
    assert_eq!(window.state(), State::Ready);
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.until(|window| window.steps() == before.0);
    assert_eq!(window.path(), before.1);
}

#[test]
fn a_path_typed_by_hand_is_finished_by_any_method() {
    let folder = Folder::new("path");
    let typed = r#"{"format":"knights-tour","version":1,"board":{"rows":6,"cols":6},"path":[[0,0],[1,2],[0,4]]}"#;
    let file = write(&folder, "path.tour", typed);
    for method in ["backtracking:by=warnsdorff", "warnsdorff", "restarting"] {
        let mut window = Window::start(None, Some(file.clone()));
        window.until(|window| window.path().len() == 3);
        assert!(window.shows("press play to finish"));
        window.set_method(method);
        assert_eq!(window.path().len(), 3, "the path stays with another method");
        window.send(Preference::Speed(Speed::UNLIMITED));
        window.key(Key::Space);
        window.until_found();
        let squares = [0, 8, 4].map(Square::at);
        assert_eq!(window.path()[..3], squares);
        assert_eq!(window.path().len(), 36);
    }
}

/// A window that is minimised goes on with the input of the last time that it was painted. That was
/// heard then, and is not heard again.
#[test]
fn a_file_dropped_before_the_window_is_minimised_is_opened_once() {
    let folder = Folder::new("drop-once");
    let file = write(&folder, "t.tour", include_str!("../data/tour.tour"));
    let mut window = Window::past_welcome(None);
    window.0.input_mut().dropped_files.push(Arc::new(Dropped(file)));
    window.0.step();
    (0..5).for_each(|_| window.logic());
    window.until_found();
    assert!(window.path().len() == 30 && !window.session().is_unsaved());
    window.0.run_steps(60);
    window.send(Shortcut::Undo);
    assert_eq!(window.state(), State::Ready, "there was one board before");
}

#[test]
fn an_svg_picture_shows_what_the_board_shows() {
    let folder = Folder::new("lines");
    let mut window = Window::past_welcome(None);
    window.send(Preference::Theme(egui::ThemePreference::Dark));
    window.send(Preference::Toggle(Part::HeatMap));
    window.set_method("backtracking");
    window.send(ExploreMessage::Start(Square::at(0)));
    window.send(Shortcut::PlayPause);
    let retreats = |window: &Window| {
        let frame = window.session().frame();
        frame.is_some_and(|frame| matches!(frame.last, Some(Event::Retreat(_))))
    };
    while !retreats(&window) {
        window.send(Shortcut::Step);
    }
    let svg = window.save(Purpose::Svg(Framing::Whole), &folder, "t.svg");
    let svg = String::from_utf8(svg).unwrap();
    assert!(svg.contains("fill=\"#F4F6F9\""), "a light knight on a dark board");
    assert!(svg.contains(">log scale<"), "the heat scale");
    assert!(svg.contains("r=\"10\""), "a ring where the knight stepped back from");
}

#[test]
fn tours_are_saved_as_text_and_as_pictures() {
    let folder = Folder::new("export");
    let mut window = Window::past_welcome(None);
    window.find_tour("a8");
    let text = String::from_utf8(window.save(Purpose::Text, &folder, "t.txt")).unwrap();
    let sheets = knights_tour::format::read(&text).unwrap();
    assert_eq!(sheets[0].path.as_ref().unwrap(), &window.path());
    let svg = window.save(Purpose::Svg(Framing::Whole), &folder, "t.svg");
    let svg = String::from_utf8(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains(">64<") && svg.contains("#2563A8"));
    window.send(Preference::Toggle(Part::Numbers));
    for (colour, line) in [(PathColour::Red, "#B3261E"), (PathColour::Safe, "#0072B2")] {
        window.send(Preference::PathColour(colour));
        let name = format!("{colour:?}.svg");
        let svg = window.save(Purpose::Svg(Framing::Whole), &folder, &name);
        let svg = String::from_utf8(svg).unwrap();
        assert!(!svg.contains(">64<") && svg.contains(line), "the same as on the board");
    }
    for side in [100, 900] {
        let name = format!("t{side}.png");
        let png = window.save(Purpose::Png(Framing::Whole, side), &folder, &name);
        let picture = image::load_from_memory(&png).unwrap();
        assert_eq!(picture.width().max(picture.height()), side);
        let colours: std::collections::HashSet<_> = picture.to_rgb8().pixels().copied().collect();
        assert!(colours.len() > 50, "the picture is not empty");
    }
}

#[test]
fn tours_are_copied_as_text_and_as_pictures() {
    let mut window = Window::past_welcome(None);
    window.find_tour("a8");
    for (copied, words) in [(Copied::Grid, "The grid"), (Copied::Path, "The path")] {
        window.app_mut().send(FileMessage::Copy(copied));
        let [OutputCommand::CopyText(text)] = &window.output()[..] else { panic!("{words}") };
        let sheets = knights_tour::format::read(text).unwrap();
        assert_eq!(sheets[0].path.as_ref(), Ok(&window.path()), "{words}");
        // A list names the puzzle, a grid is only numbers.
        assert_eq!(text.starts_with('#'), copied == Copied::Path, "{text}");
        assert!(window.shows(&format!("{words} is on the clipboard.")));
    }
    window.app_mut().send(FileMessage::Copy(Copied::Picture(Framing::Whole, 300)));
    let [OutputCommand::CopyImage(image)] = &window.output()[..] else { panic!("the picture") };
    assert_eq!(image.width().max(image.height()), 300);
    let colours: std::collections::HashSet<_> = image.pixels.iter().copied().collect();
    assert!(colours.len() > 50, "the picture is not empty");
    assert!(window.shows("The picture is on the clipboard."));
}

#[test]
fn every_square_has_a_name_and_can_be_clicked_by_a_screen_reader() {
    let mut window = Window::past_welcome(None);
    window.send(Preference::Speed(Speed::UNLIMITED));
    for name in ["a1, free", "e4, free", "h8, free"] {
        window.0.get_by_label(name);
    }
    window.press_any("a1, free");
    window.until_found();
    window.0.run_steps(3);
    window.0.get_by_label("a1, visited, number 1");
    // Screen readers announce a change of state.
    let polite = egui::accesskit::Live::Polite;
    let is_state = |node: &egui_kittest::kittest::AccessKitNode<'_>| node.live() == polite;
    assert_eq!(window.0.query_all(egui_kittest::kittest::By::new().predicate(is_state)).count(), 1);
}

/// A grid that was opened stays a grid: saving asks for another name.
#[test]
fn saving_never_turns_a_grid_into_a_tour_file() {
    let folder = Folder::new("grid");
    for (name, grid) in [("path.txt", GRID_OF_PATH), ("tour.txt", GRID), ("grid.tour", GRID)] {
        let file = write(&folder, name, grid);
        let mut window = Window::start(None, Some(file.clone()));
        window.until(|window| !window.path().is_empty());
        window.key_with(Modifiers::COMMAND, Key::S);
        assert!(window.shows("Save the search"), "{name}");
        assert_eq!(window.typed("File name"), name.replace(".txt", ".tour"));
        window.press("Cancel");
        assert_eq!(fs::read_to_string(&file).unwrap(), grid);
    }
}

#[test]
fn a_file_that_another_program_has_changed_is_not_overwritten_without_a_question() {
    let folder = Folder::new("changed");
    let mut window = Window::past_welcome(None);
    window.search_for_a_while();
    let file = folder.file("mine.tour");
    window.use_file(Purpose::Save(PageId::Board), file.clone());
    window.until_shown("Saved as mine.tour");
    let text = || fs::read_to_string(&file).unwrap();
    let own = text();
    let save = |window: &mut Window| {
        window.send(Shortcut::Step);
        window.until(|window| window.session().is_unsaved());
        window.key_with(Modifiers::COMMAND, Key::S);
    };
    save(&mut window);
    window.until(|_| text() != own);
    window.until(|window| !window.session().is_unsaved());

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
    window.until(|window| !window.session().is_unsaved());
    assert!(text().contains("knights-tour"));

    fs::remove_file(&file).unwrap();
    save(&mut window);
    window.until(|_| file.exists());
}

#[test]
fn a_search_with_damaged_checkpoints_is_replayed() {
    let folder = Folder::new("replay");
    let mut window = Window::past_welcome(None);
    window.set_method("backtracking");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(1)));
    window.until(|window| window.steps() > 60_000_000);
    window.playback(PlaybackCommand::Pause);
    window.until_state(State::Paused);
    window.save(Purpose::Save(PageId::Board), &folder, "a.tour");
    let (path, step) = (window.path(), window.step());

    let text = fs::read_to_string(folder.file("a.tour")).unwrap();
    let damaged = text.replacen("\"checkpoints\":[", "\"checkpoints\":[ ", 1);
    assert_ne!(damaged, text);
    fs::write(folder.file("a.tour"), damaged).unwrap();
    let mut window = Window::start(None, Some(folder.file("a.tour")));
    window.until_shown("Replaying the saved search: step ");
    assert!(window.path() == path && !window.session().is_unsaved());
    window.until(|window| !window.session().is_replaying());
    assert_eq!(window.step(), step);
    assert_eq!(window.path(), path);
    window.playback(PlaybackCommand::Step);
    window.until_step(step + 1);

    // It can be cleared and brought back at any time.
    let mut window = Window::start(None, Some(folder.file("a.tour")));
    window.until_shown("Replaying the saved search: step ");
    window.key(Key::R);
    window.until(|window| window.session().active().is_none());
    window.key_with(Modifiers::COMMAND, Key::Z);
    window.until(|window| window.session().frame().is_some() && !window.session().is_replaying());
    assert_eq!(window.step(), step);
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
        let rect = window.rect(button);
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
    window.send(FileMessage::ASK_FOR_PICTURE);
    fits(&window, "Cancel");
    window.key(Key::Escape);
    window.send(FileMessage::Choose(Purpose::Open));
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
    let tour = write(&folder, "1.tour", include_str!("../data/tour.tour"));
    let mut window = Window::start(None, Some(tour));
    window.send(FileMessage::Choose(Purpose::Open));
    window.until_shown("file-0000.txt");
    let shown: Vec<_> = window.0.query_all_by_label_contains("file-").collect();
    assert!(shown.len() < 20, "{}", shown.len());
    drop(shown);
    let top = |name: &str| window.rect(name).top();
    assert!(top("zoo/") < top("1.tour") && top("1.tour") < top("file-0000.txt"));
    window.press("file-0002.txt");
    assert_eq!(window.typed("File name"), "file-0002.txt");
}

#[test]
fn the_dialog_says_what_it_does_not_show() {
    let folder = Folder::new("others");
    fs::create_dir(folder.file("empty")).unwrap();
    fs::create_dir(folder.file("notes")).unwrap();
    fs::write(folder.file("notes").join("note.txt"), "").unwrap();
    let mut window = Window::past_welcome(None);
    window.send(ExploreMessage::Start(Square::at(0)));
    window.key_with(Modifiers::COMMAND, Key::S);
    for (name, words) in [
        ("notes", "There are no .tour files here. Other files are not shown."),
        ("empty", "There are no files here yet."),
    ] {
        window.type_file(&folder.file(name));
        window.until_shown(words);
    }
}

#[test]
fn pictures_of_welcome_and_help() {
    let started = |theme: Theme| {
        let mut window = Window::start_with(None, None, SMALL, theme);
        window.send(Preference::Theme(theme.into()));
        window
    };
    // The animation of the welcome is at the same place in every run.
    started(Theme::Light).picture("welcome-light-small");
    let mut window = started(Theme::Dark);
    window.key(Key::Escape);
    window.send(ShellMessage::About);
    window.expect("about");
    window.press("Close");
    window.send(ShellMessage::Help(HelpPage::Methods));
    window.picture("help-dark-small");
}

#[test]
fn a_board_larger_than_the_fields_stays_as_it_is() {
    let folder = Folder::new("large");
    let path = r#"{"format":"knights-tour","version":1,"board":{"rows":3,"cols":1300},"path":[[0,0],[1,2]]}"#;
    let file = write(&folder, "large.tour", path);
    let mut window = Window::start(Some(&folder), Some(file));
    window.until(|window| window.path().len() == 2);
    window.0.run_steps(20);
    assert_eq!(window.setup().board.cols(), 1_300);
    window.end();
    let next = Window::start(Some(&folder), None);
    assert_eq!(next.setup().board.cols(), 8, "it is not remembered");

    let file = write(&folder, "large.tour", &path.replace("1300", "3000"));
    let said = read_file(&file).err().unwrap();
    assert!(said.contains("large.tour"), "{said}");
    assert!(said.contains("at most 2,000 rows or columns"), "{said}");
}

/// Saving pauses the search first, so that it has no new unsaved steps to ask about again.
#[test]
fn a_running_search_is_saved_before_another_file_is_opened() {
    let folder = Folder::new("then");
    let other = write(&folder, "other.txt", GRID_OF_PATH);
    let mut window = Window::past_welcome(None);
    window.search_for_a_while();
    window.save(Purpose::Save(PageId::Board), &folder, "mine.tour");
    window.send(Shortcut::PlayPause);
    let steps = window.steps();
    window.until(|window| window.steps() > steps + 100_000);
    window.use_file(Purpose::Open, other);
    window.press("Save…");
    window.until(|window| window.path().len() == 3);
    assert!(!window.shows("Save the search first?"));
    assert!(steps_in(&folder.file("mine.tour")) > steps);
}

#[test]
fn a_tour_found_without_backtracking_is_opened_complete() {
    let folder = Folder::new("hidden");
    let mut window = Window::past_welcome(None);
    window.send(Preference::Backtracking(false));
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(0)));
    window.until(|window| window.path().len() == 64);
    window.save(Purpose::Save(PageId::Board), &folder, "t.tour");
    for show in [true, false] {
        let mut other = Window::past_welcome(None);
        other.send(Preference::Backtracking(show));
        other.use_file(Purpose::Open, folder.file("t.tour"));
        other.until(|window| window.path().len() == 64);
        assert!(other.has_found());
    }
}

/// A search that was saved at a step is opened at that step, whatever is to be shown of searches.
#[test]
fn a_file_opens_with_the_path_that_was_on_the_board() {
    let folder = Folder::new("part");
    let mut window = Window::past_welcome(None);
    window.set_method("backtracking");
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.send(ExploreMessage::Start(Square::at(56)));
    window.until(|window| window.path().len() == 64);
    window.seek(193);
    let path = window.path();
    assert_eq!(path.len(), 49);
    for show in [true, false] {
        window.send(Preference::Backtracking(show));
        window.save(Purpose::Save(PageId::Board), &folder, &format!("{show}.tour"));
        for opens in [true, false] {
            let mut other = Window::past_welcome(None);
            other.send(Preference::Backtracking(opens));
            other.use_file(Purpose::Open, folder.file(&format!("{show}.tour")));
            other.until(|window| !window.path().is_empty());
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

#[test]
fn closing_a_dialog_closes_nothing_else() {
    let mut window = Window::past_welcome(None);
    window.send(ExploreMessage::Setup(SetupEvent::Use(knights_tour::app::Tool::Holes)));
    window.send(ShellMessage::About);
    window.press("Close");
    assert!(window.shows("Click or drag on the board to make holes"));
    window.send(ExploreMessage::Board(BoardEvent::Click(Square::at(5))));
    assert_eq!(window.setup().board.holes().len(), 1, "the tool is still active");
}

#[cfg(unix)]
#[test]
fn a_file_name_that_is_not_valid_text_does_no_harm() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("bytes");
    let file = folder.0.join(std::ffi::OsStr::from_bytes(b"r\xf6ssel.tour"));
    fs::write(&file, include_str!("../data/tour.tour")).unwrap();
    let mut window = Window::past_welcome(Some(&folder));
    window.use_file(Purpose::Open, file);
    window.until_found();
    window.send(Preference::Speed(Speed::at(2)));
    window.end();
    let next = Window::start(Some(&folder), None);
    assert_eq!(next.session().speed(), Speed::at(2));
    assert!(!next.shows("could not be read"));
}
