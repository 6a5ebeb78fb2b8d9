//! The Lab page.

use knights_tour::lab::{EXPERIMENTS, Plot, SquareState, TableCell};

use crate::harness::*;

/// Parameters of a comparison.
const COMPARED: [(&str, &str); 3] =
    [("board", "5x5"), ("start", "0,0"), ("methods", "warnsdorff restarting")];

#[test]
fn an_experiment_is_chosen_set_and_run_by_clicks() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.press("Lab");
    assert!(window.shows("Example") && window.shows("Press Run to measure the squares tried"));
    window.list("Experiment").click();
    window.0.run_steps(3);
    window.press("Which squares are good to start from?");
    assert!(window.shows("Searches for a tour from every square"));
    window.type_over(Role::TextInput, "Board", "7x7");
    window.measure();
    let report = window.lab_report();
    assert_eq!(report.table.rows.len(), 5);
    assert_eq!(report.table.rows[4].cells[1], TableCell::Whole(25), "{:?}", report.table);
    let Plot::Heat { squares, .. } = &report.charts[4].plot else { panic!("a heat map") };
    assert_eq!(squares.iter().filter(|square| square.state == SquareState::Impossible).count(), 24);
}

#[test]
fn bad_parameters_are_explained() {
    let mut window = Window::usual(SMALL, Theme::Light);
    window.set("timing", &[("sizes", "8-5")]);
    assert!(window.shows("'8-5' is not a list of sides"));
    assert!(window.is_disabled("Run"));
    window.press("Defaults");
    assert!(!window.shows("is not a list of sides"));
    window.set("timing", &[("start", "7,7")]);
    // There is no such square on 5×5.
    assert!(window.shows("rows are 0 to 4"));
    assert!(window.is_disabled("Run"));
}

#[test]
fn a_run_is_opened_on_the_board() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.send(Preference::Speed(Speed::UNLIMITED));
    let methods = "restarting warnsdorff:ties=roth";
    window.set("timing", &[("sizes", "6"), ("methods", methods), ("start", "1,2")]);
    window.measure();
    window.0.get_all_by_label("Open").last().unwrap().click();
    window.until_found();
    let active = window.session().active().unwrap();
    assert_eq!(active.puzzle.to_string(), "6x6 given=1,2");
    assert_eq!(active.config.to_string(), "warnsdorff:ties=roth");
    window.send(Shortcut::Undo);
    window.send(Shortcut::Undo);
    assert_eq!(window.setup().board.rows(), 8, "undo brings the board back");
}

#[test]
fn the_arrow_keys_walk_over_a_heat_map_and_enter_opens() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.set("starts", &[("board", "5x5"), ("methods", "restarting")]);
    // The space bar runs it.
    window.key(Key::Space);
    window.until_shown("Done: ");
    window.focus(Role::Image, "Heat map");
    for key in [Key::ArrowDown, Key::ArrowRight, Key::ArrowRight] {
        window.key(key);
    }
    assert!(window.shows("c4: no tour starts here"));
    window.key(Key::Enter);
    // Nothing is searched where there is nothing to find.
    assert!(window.shows("No tour exists from c4: "));
    assert!(window.session().active().is_none());
    window.send(ShellMessage::Enter(PageId::Lab));
    window.focus(Role::Image, "Heat map");
    window.key(Key::ArrowLeft);
    window.key(Key::Enter);
    window.until_found();
    assert_eq!(window.session().active().unwrap().puzzle.to_string(), "5x5 given=1,1");
    // A click on the central square does the same.
    window.send(ShellMessage::Enter(PageId::Lab));
    window.click(window.rect("Heat map").center());
    window.until(|window| window.path().first() == Some(&window.square("c3")));
}

#[test]
fn an_opened_run_forgets_the_one_before() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.send(Preference::Speed(Speed::UNLIMITED));
    let methods = "backtracking:by=warnsdorff,order=45328617 warnsdorff:ties=rotate";
    window.set("timing", &[("sizes", "6"), ("methods", methods)]);
    window.measure();
    for (place, method) in methods.split(' ').enumerate() {
        window.send(ShellMessage::Enter(PageId::Lab));
        window.0.get_all_by_label("Open").nth(place).unwrap().click();
        window.0.run_steps(3);
        window.until_found();
        let session = window.session();
        assert_eq!(session.active().unwrap().config, session.setup().config);
        assert_eq!(session.setup().config, method.parse().unwrap());
        assert!(!session.differs_from_search());
    }
}

#[test]
fn enter_in_a_field_runs_the_experiment() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("compare", &COMPARED);
    window.focus(Role::TextInput, "Start");
    window.key(Key::Enter);
    window.until_shown("Done: 10 runs");
    let start = window.0.get_by_role_and_label(Role::TextInput, "Start");
    assert!(start.is_focused(), "one can keep typing");
    let rows = &window.lab_report().table.rows;
    assert_eq!(
        (rows.len(), &rows[1].cells[0]),
        (2, &TableCell::named("restarting", "Warnsdorff with restarts"))
    );
    assert!(window.shows("board 5x5 · start 0,0"), "the parameters of the results");
    assert!(!window.shows("previous settings"));
    window.press("Defaults");
    assert!(window.shows("Results of the previous settings"));
}

#[test]
fn methods_are_chosen_from_lists() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("compare", &COMPARED);
    window.press("Remove restarting");
    window.press("Add a method");
    // The new method is open.
    assert!(window.shows("Done backtracking"));
    window.choose("Sort moves by", "Fewest onward moves");
    window.choose("Break ties by", "Roth: farthest");
    assert!(window.shows("Done backtracking:by=warnsdorff,ties=roth"));
    window.choose("Sort moves by", "Fewest moves on an empty board");
    let changed = "backtracking:by=static-degree,ties=roth";
    window.press(&format!("Done {changed}"));
    window.measure();
    let rows = &window.lab_report().table.rows;
    let names: Vec<&TableCell> = rows.iter().map(|row| &row.cells[0]).collect();
    let second = TableCell::named(changed, "Backtracking, static degree, ties: Roth");
    assert_eq!(names, [&TableCell::named("warnsdorff", "Warnsdorff"), &second]);
    // The same as text, and what is wrong there stays text.
    window.press("Edit as text");
    let text = window.0.get_by_role_and_label(Role::MultilineTextInput, "Methods").value();
    assert_eq!(text, Some(format!("warnsdorff\n{changed}")));
    window.set("compare", &[("methods", "warnsdorf")]);
    assert!(window.shows("did you mean 'warnsdorff'?"));
    assert!(window.is_disabled("Choose from lists"));
}

#[test]
fn the_whole_command_line_is_shown_and_copied() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("compare", &[("board", "6x6"), ("methods", "warnsdorff restarting")]);
    let line = "knights-tour lab compare --board 6x6 --methods \"warnsdorff restarting\"";
    assert!(window.shows(&format!("Command line: {line}")));
    window.0.get_by_label("Copy command").click();
    assert_eq!(window.output(), [OutputCommand::CopyText(line.to_owned())]);
    // The default start is on the smaller board too.
    window.measure();
}

#[test]
fn every_experiment_is_seen_in_the_list() {
    for size in [USUAL, SMALL] {
        let mut window = Window::usual(size, Theme::Light);
        window.press("Lab");
        window.list("Experiment").click();
        window.0.run_steps(5);
        let all = EXPERIMENTS.iter().skip(1).map(|one| window.rect(one.title));
        let lowest = all.map(|rect| rect.bottom()).fold(0.0, f32::max);
        let list = window.rect(EXPERIMENTS[1].title);
        // Entries follow each other; what is scrolled out of sight would be below the edge.
        assert!(lowest < size.y && lowest - list.top() > 200.0, "{lowest} at {size:?}");
    }
}

#[test]
fn only_methods_that_fit_are_offered() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("solutions", &[]);
    window.list("Method").click();
    window.0.run_steps(3);
    assert!(!window.shows("Warnsdorff with restarts"), "it cannot list every tour exactly once");
    window.key(Key::Escape);
    window.set("batch", &[]);
    window.choose("Method", "Warnsdorff with restarts");
    window.measure();
}

#[test]
fn every_experiment_keeps_its_own_results() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("ties", &[("sizes", "5")]);
    window.measure();
    let ties = window.lab_report().clone();
    // Nothing of it is shown with another experiment, which has an example.
    window.set("starts", &[("board", "5x5"), ("methods", "restarting")]);
    assert!(window.shows("Example") && window.lab_report().charts.is_empty());
    assert!(!window.shows("Save table…"), "an example is not saved");
    window.measure();
    window.set("ties", &[]);
    assert_eq!(window.lab_report(), &ties, "the old results are back");
    assert!(window.shows("Done: 65 runs"));
    // While one runs, another can be looked at.
    window.set("batch", &[("method", "backtracking"), ("count", "100000")]);
    window.press("Run");
    window.until_shown(" of 100,000 runs");
    window.set("ties", &[]);
    assert!(window.is_measuring() && window.lab_report() == &ties);
    assert!(window.shows("Running: How much do runs differ?"));
    assert!(window.is_disabled("Run"), "one at a time");
    window.press("Show");
    window.press("Stop");
    assert!(!window.is_measuring() && window.shows("Stopped at "));
}

/// At any size at least three rows of the table can be seen, and all of the chart.
#[test]
fn three_rows_can_be_seen_at_any_size() {
    for size in [USUAL, SMALL, vec2(600.0, 400.0)] {
        let mut window = Window::usual(size, Theme::Light);
        window.set("scaling", &[("sizes", "5-8")]);
        window.measure();
        // Where the panel is too small for all, it scrolls.
        window.wheel(pos2(size.x - 60.0, 110.0), -50.0, 1);
        window.0.run_steps(20);
        let seen = |rect: egui::Rect| rect.top() >= 40.0 && rect.bottom() <= size.y - 12.0;
        let buttons = window.0.get_all_by_label("Open");
        let rows = buttons.filter(|button| seen(button.rect())).count();
        assert!(rows >= 3, "{rows} rows at {size:?}");
    }
}

#[test]
fn runs_are_paused_and_stopped() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("batch", &[("method", "backtracking"), ("count", "100000")]);
    window.press("Run");
    assert!(window.is_measuring());
    window.press("Pause");
    window.until_shown("Paused at ");
    let counted = |window: &Window| {
        let TableCell::Whole(runs) = window.lab_report().table.rows[0].cells[1] else { return 0 };
        runs
    };
    // A report comes five times a second.
    let later = |window: &mut Window| {
        let watch = Stopwatch::start();
        window.until(|_| watch.seconds() > 0.7);
    };
    later(&mut window);
    let halted = counted(&window);
    later(&mut window);
    // On a busy machine, the last step of a run may come after the pause.
    let threads = knights_tour::engine::cores() as u64;
    assert!(counted(&window) <= halted + threads, "no run begins while it is paused");
    // The space bar resumes it.
    window.key(Key::Space);
    assert!(!window.shows("Paused at "));
    window.until(|window| counted(window) > halted + 1);
    window.press("Stop");
    assert!(window.shows("Stopped at ") && !window.is_measuring());
    window.set("ties", &[("sizes", "5")]);
    window.measure();
    let table = &window.lab_report().table;
    assert_eq!(table.columns[0].key, "ties", "nothing of the old experiment is left");
}

#[test]
fn keys_of_the_board_do_nothing_in_the_lab() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.send(ExploreMessage::Start(knights_tour::board::Square::at(0)));
    // From the Board page over Play to the Lab.
    for _ in 0..2 {
        window.key_with(Modifiers::COMMAND, Key::L);
    }
    assert!(window.shows("Example"));
    window.key(Key::R);
    assert!(window.session().active().is_some(), "R does not clear the board from here");
    window.key_with(Modifiers::COMMAND, Key::L);
    assert!(!window.shows("Example"));
    window.key(Key::R);
    assert!(window.session().active().is_none());
}

#[test]
fn tables_and_charts_are_saved() {
    let folder = Folder::new("lab-files");
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("ties", &[("sizes", "5,6")]);
    window.measure();
    let csv = window.save(Purpose::Table, &folder, "t.csv");
    assert!(csv.starts_with(b"ties,side,starts,found,share\norder,5,13,12,0.923\n"));
    let svg = window.save(Purpose::Charts, &folder, "t.svg");
    assert!(String::from_utf8(svg).unwrap().contains("% of the starts"));
    let png = window.save(Purpose::ChartPicture, &folder, "t.png");
    let png = image::load_from_memory(&png).unwrap();
    assert_eq!((png.width(), png.height()), (1_800, 1_120));
    let colours: std::collections::HashSet<_> = png.to_rgb8().pixels().copied().collect();
    assert!(colours.len() > 50, "something is drawn");
}

#[test]
fn pictures_of_the_lab() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("ties", &[("sizes", "5-9")]);
    window.measure();
    window.picture("lab-ties-light-usual");
    window.set("solutions", &[("sizes", "4"), ("max-seconds", "60")]);
    assert!(window.shows("Counts the tours from every square"));
    window.expect("lab-solutions");
}
