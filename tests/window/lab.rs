//! The lab in the window.

use std::fs;

use egui::{Key, Modifiers, Theme, vec2};
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::{NodeT, Queryable};
use knights_tour::app::{
    ExploreMessage, LabMessage, PageId, Preference, Purpose, ShellMessage, Shortcut,
};
use knights_tour::engine::{Speed, Stopwatch};
use knights_tour::lab::{Cell, EXPERIMENTS, Plot, SquareState};
use knights_tour::session::State;

use crate::folder::Folder;
use crate::screen::{SMALL, USUAL, Window};

/// The names of two options of backtracking.
const BY: &str = "Sort moves by";
const TIES: &str = "Break ties by";

impl Window {
    /// Chooses an experiment and sets some of its parameters.
    fn set(&mut self, name: &str, values: &[(&str, &str)]) {
        let place = EXPERIMENTS.iter().position(|experiment| experiment.name == name).unwrap();
        self.send(ShellMessage::Enter(PageId::Lab));
        self.send(LabMessage::Choose(EXPERIMENTS[place].name));
        for (key, value) in values {
            let parameters = EXPERIMENTS[place].parameters;
            let place = parameters.iter().position(|parameter| parameter.key == *key).unwrap();
            self.send(LabMessage::Set(parameters[place].key, (*value).to_owned()));
        }
    }

    fn measure(&mut self) {
        self.press("Run");
        self.until("the end", |window| window.shows("Done: "));
    }
}

#[test]
fn an_experiment_is_chosen_set_and_run_by_clicks() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.press("Lab");
    assert!(window.shows("Example") && window.shows("Press Run to measure the squares tried"));
    window.0.get_by_role_and_label(egui::Role::ComboBox, "Experiment").click();
    window.0.run_steps(3);
    window.press("Which squares are good to start from?");
    assert!(window.shows("Searches for a tour from every square"));
    window.type_over(egui::Role::TextInput, "Board", "7x7");
    window.measure();
    let report = window.app().lab_report();
    assert_eq!(report.table.rows.len(), 5);
    assert_eq!(report.table.rows[4].cells[1], Cell::Whole(25), "{:?}", report.table);
    let Plot::Heat { squares, .. } = &report.charts[4].plot else { panic!("a heat map") };
    assert_eq!(squares.iter().filter(|square| square.state == SquareState::Impossible).count(), 24);
}

#[test]
fn bad_parameters_are_explained() {
    let mut window = Window::usual(SMALL, Theme::Light);
    window.set("timing", &[("sizes", "8-5")]);
    assert!(window.shows("'8-5' is not a list of sides"));
    assert!(window.0.get_by_label("Run").accesskit_node().is_disabled());
    window.press("Defaults");
    assert!(!window.shows("is not a list of sides"));
    window.set("timing", &[("start", "7,7")]);
    // There is no such square on 5×5.
    assert!(window.shows("rows are 0 to 4"));
    assert!(window.0.get_by_label("Run").accesskit_node().is_disabled());
}

#[test]
fn a_run_is_opened_on_the_board() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.set(
        "timing",
        &[("sizes", "6"), ("methods", "restarting warnsdorff:ties=roth"), ("start", "1,2")],
    );
    window.measure();
    let last = window.0.get_all_by_label("Open").last().unwrap();
    last.click();
    window.until("a tour", |window| matches!(window.app().session().state(), State::Found { .. }));
    let active = window.app().session().active().unwrap();
    assert_eq!(active.puzzle.to_string(), "6x6 given=1,2");
    assert_eq!(active.config.to_string(), "warnsdorff:ties=roth");
    window.send(Shortcut::Undo);
    window.send(Shortcut::Undo);
    assert_eq!(window.app().session().setup().board.rows(), 8, "undo brings the board back");
}

#[test]
fn a_square_of_a_heat_map_opens_its_run() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.set("starts", &[("board", "5x5"), ("methods", "restarting")]);
    window.measure();
    let map = window.0.get_by_label("Heat map");
    let rect = map.rect();
    // The central square.
    window.click(rect.center());
    window.until("a tour", |window| matches!(window.app().session().state(), State::Found { .. }));
    let active = window.app().session().active().unwrap();
    assert_eq!(active.puzzle.to_string(), "5x5 given=2,2");
}

#[test]
fn the_arrow_keys_walk_over_a_heat_map_and_enter_opens() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.send(Preference::Speed(Speed::UNLIMITED));
    window.set("starts", &[("board", "5x5"), ("methods", "restarting")]);
    // The space bar runs it.
    window.0.key_press(Key::Space);
    window.until("the end", |window| window.shows("Done: "));
    window.0.get_by_label("Heat map").focus();
    window.0.run_steps(2);
    for key in [Key::ArrowDown, Key::ArrowRight, Key::ArrowRight] {
        window.0.key_press(key);
        window.0.run_steps(2);
    }
    assert!(window.shows("c4: no tour starts here"));
    window.0.key_press(Key::Enter);
    window.0.run_steps(3);
    // Nothing is searched where there is nothing to find.
    assert!(window.shows("No tour exists from c4: "));
    assert!(window.app().session().active().is_none());
    window.send(ShellMessage::Enter(PageId::Lab));
    window.0.get_by_label("Heat map").focus();
    window.0.run_steps(2);
    window.0.key_press(Key::ArrowLeft);
    window.0.run_steps(2);
    window.0.key_press(Key::Enter);
    window.until("a tour", |window| matches!(window.app().session().state(), State::Found { .. }));
    assert_eq!(window.app().session().active().unwrap().puzzle.to_string(), "5x5 given=1,1");
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
        window.until("a tour", |window| {
            matches!(window.app().session().state(), State::Found { .. })
        });
        let session = window.app().session();
        let config = method.parse().unwrap();
        assert_eq!(
            (&session.active().unwrap().config, &session.setup().config),
            (&config, &config)
        );
        assert!(!session.differs_from_search());
        let has_order = session.setup().config.to_string().contains("order=45328617");
        assert_eq!(has_order, place == 0);
    }
}

#[test]
fn enter_in_a_field_runs_the_experiment() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set(
        "compare",
        &[("board", "5x5"), ("start", "0,0"), ("methods", "warnsdorff restarting")],
    );
    let start = window.0.get_by_role_and_label(egui::Role::TextInput, "Start");
    start.focus();
    window.0.run_steps(2);
    window.0.key_press(Key::Enter);
    window.until("the end", |window| window.shows("Done: 10 runs"));
    let start = window.0.get_by_role_and_label(egui::Role::TextInput, "Start");
    assert!(start.is_focused(), "one can keep typing");
    let rows = &window.app().lab_report().table.rows;
    assert_eq!((rows.len(), &rows[1].cells[0]), (2, &Cell::named("restarting", "Restarting")));
    assert!(window.shows("board 5x5 · start 0,0"), "the parameters of the results");
    assert!(!window.shows("previous settings"));
    window.press("Defaults");
    assert!(window.shows("Results of the previous settings"));
}

#[test]
fn methods_are_chosen_from_lists() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set(
        "compare",
        &[("board", "5x5"), ("start", "0,0"), ("methods", "warnsdorff restarting")],
    );
    window.press("Remove restarting");
    window.press("Add a method");
    // The new method is open.
    assert!(window.shows("Done backtracking"));
    window.choose(BY, "Fewest onward moves");
    window.choose(TIES, "Roth: farthest");
    assert!(window.shows("Done backtracking:by=warnsdorff,ties=roth"));
    window.choose(BY, "Fewest moves on an empty board");
    let changed = "backtracking:by=static-degree,ties=roth";
    window.press(&format!("Done {changed}"));
    window.measure();
    let rows = &window.app().lab_report().table.rows;
    let names: Vec<&Cell> = rows.iter().map(|row| &row.cells[0]).collect();
    let second = Cell::named(changed, "Backtracking, static degree, ties: Roth");
    assert_eq!(names, [&Cell::named("warnsdorff", "Warnsdorff"), &second]);
    // The same as text, and what is wrong there stays text.
    window.press("Edit as text");
    let field = window.0.get_by_role_and_label(egui::Role::MultilineTextInput, "Methods");
    let text = field.value();
    assert_eq!(text, Some(format!("warnsdorff\n{changed}")));
    window.set("compare", &[("methods", "warnsdorf")]);
    assert!(window.shows("did you mean 'warnsdorff'?"));
    assert!(window.0.get_by_label("Choose from lists").accesskit_node().is_disabled());
}

#[test]
fn the_whole_command_line_is_shown_and_copied() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("compare", &[("board", "6x6"), ("methods", "warnsdorff restarting")]);
    let line = "knights-tour lab compare --board 6x6 --methods \"warnsdorff restarting\"";
    assert!(window.shows(&format!("Command line: {line}")));
    window.0.get_by_label("Copy command").click();
    let mut copied = String::new();
    for _ in 0..3 {
        window.0.step();
        for command in &window.0.output().platform_output.commands {
            if let egui::OutputCommand::CopyText(text) = command {
                copied.clone_from(text);
            }
        }
    }
    assert_eq!(copied, line);
    // The default start is on the smaller board too.
    window.measure();
}

#[test]
fn every_experiment_is_seen_in_the_list() {
    for size in [USUAL, SMALL] {
        let mut window = Window::usual(size, Theme::Light);
        window.press("Lab");
        window.0.get_by_role_and_label(egui::Role::ComboBox, "Experiment").click();
        window.0.run_steps(5);
        let all = EXPERIMENTS.iter().skip(1).map(|one| window.0.get_by_label(one.title).rect());
        let lowest = all.map(|rect| rect.bottom()).fold(0.0, f32::max);
        let list = window.0.get_by_label(EXPERIMENTS[1].title).rect();
        // Entries follow each other; what is scrolled out of sight would be below the edge.
        assert!(lowest < size.y && lowest - list.top() > 200.0, "{lowest} at {size:?}");
    }
}

#[test]
fn only_methods_that_fit_are_offered() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("solutions", &[]);
    window.0.get_by_role_and_label(egui::Role::ComboBox, "Method").click();
    window.0.run_steps(3);
    assert!(!window.shows("Restarting"), "it cannot list every tour exactly once");
    window.0.key_press(Key::Escape);
    window.0.run_steps(3);
    window.set("batch", &[]);
    window.choose("Method", "Restarting");
    window.measure();
}

#[test]
fn every_experiment_keeps_its_own_results() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("ties", &[("sizes", "5")]);
    window.measure();
    let ties = window.app().lab_report().clone();
    // Nothing of it is shown with another experiment, which has an example.
    window.set("starts", &[("board", "5x5"), ("methods", "restarting")]);
    assert!(window.shows("Example") && window.app().lab_report().charts.is_empty());
    assert!(!window.shows("Save table…"), "an example is not saved");
    window.measure();
    window.set("ties", &[]);
    assert_eq!(window.app().lab_report(), &ties, "the old results are back");
    assert!(window.shows("Done: 65 runs"));
    // While one runs, another can be looked at.
    window.set("batch", &[("method", "backtracking"), ("count", "100000")]);
    window.press("Run");
    window.until("some runs", |window| window.shows(" of 100,000 runs"));
    window.set("ties", &[]);
    assert!(window.app().is_measuring() && window.app().lab_report() == &ties);
    assert!(window.shows("ExperimentRun: How much do runs differ?"));
    assert!(window.0.get_by_label("Run").accesskit_node().is_disabled(), "one at a time");
    window.press("Show");
    window.press("Stop");
    assert!(!window.app().is_measuring() && window.shows("Stopped at "));
}

/// At any size at least three rows of the table can be seen, and all of the chart.
#[test]
fn three_rows_can_be_seen_at_any_size() {
    for size in [USUAL, SMALL, vec2(600.0, 400.0)] {
        let mut window = Window::usual(size, Theme::Light);
        window.set("scaling", &[("sizes", "5-8")]);
        window.measure();
        // Where the panel is too small for all, it scrolls.
        let wheel = egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(0.0, -2_000.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
            modifiers: Modifiers::NONE,
        };
        window.0.hover_at(egui::pos2(size.x - 60.0, 110.0));
        window.0.run_steps(2);
        window.0.event(wheel);
        window.0.run_steps(30);
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
    assert!(window.app().is_measuring());
    window.press("Pause");
    window.until("a pause", |window| window.shows("Paused at "));
    let counted = |window: &Window| {
        let Cell::Whole(runs) = window.app().lab_report().table.rows[0].cells[1] else { return 0 };
        runs
    };
    // A report comes five times a second.
    let later = |window: &mut Window| {
        let watch = Stopwatch::start();
        window.until("a while", |_| watch.seconds() > 0.7);
    };
    later(&mut window);
    let halted = counted(&window);
    later(&mut window);
    // On a busy machine, the last step of a run may come after the pause.
    let threads = knights_tour::engine::cores() as u64;
    assert!(counted(&window) <= halted + threads, "no run begins while it is paused");
    // The space bar resumes it.
    window.0.key_press(Key::Space);
    window.0.run_steps(2);
    assert!(!window.shows("Paused at "));
    window.until("more", |window| counted(window) > halted + 1);
    window.press("Stop");
    assert!(window.shows("Stopped at ") && !window.app().is_measuring());
    window.set("ties", &[("sizes", "5")]);
    window.measure();
    let table = &window.app().lab_report().table;
    assert_eq!(table.columns[0].key, "ties", "nothing of the old experiment is left");
}

#[test]
fn keys_of_the_board_do_nothing_in_the_lab() {
    let mut window = Window::usual(USUAL, Theme::Light);
    window.send(ExploreMessage::Start(knights_tour::board::Square::at(0)));
    // From the board over the room for play to the lab.
    for _ in 0..2 {
        window.0.key_press_modifiers(Modifiers::COMMAND, Key::L);
        window.0.run_steps(2);
    }
    assert!(window.shows("Example"));
    window.0.key_press(Key::R);
    window.0.run_steps(2);
    assert!(window.app().session().active().is_some(), "R does not clear the board from here");
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.0.run_steps(2);
    assert!(!window.shows("Example"));
    window.0.key_press(Key::R);
    window.0.run_steps(2);
    assert!(window.app().session().active().is_none());
}

#[test]
fn tables_and_charts_are_saved() {
    let folder = Folder::new("lab-files");
    let mut window = Window::usual(USUAL, Theme::Light);
    window.set("ties", &[("sizes", "5,6")]);
    window.measure();
    for (purpose, name) in
        [(Purpose::Table, "t.csv"), (Purpose::Charts, "t.svg"), (Purpose::ChartPicture, "t.png")]
    {
        window.use_file(purpose, folder.join(name));
        window.until(name, |window| window.shows(&format!("Saved as {name}")));
    }
    let csv = fs::read_to_string(folder.join("t.csv")).unwrap();
    assert!(csv.starts_with("ties,side,starts,found,share\norder,5,13,12,0.923\n"), "{csv}");
    let svg = fs::read_to_string(folder.join("t.svg")).unwrap();
    assert!(svg.contains("% of the starts"));
    let png = image::load_from_memory(&fs::read(folder.join("t.png")).unwrap()).unwrap();
    assert_eq!((png.width(), png.height()), (1_800, 1_120));
    let colours: std::collections::HashSet<_> = png.to_rgb8().pixels().copied().collect();
    assert!(colours.len() > 50, "something is drawn");
}

#[test]
fn pictures_of_the_lab() {
    let mut results = SnapshotResults::new();
    for (size, theme, name) in
        [(USUAL, Theme::Light, "light-usual"), (SMALL, Theme::Dark, "dark-small")]
    {
        let mut window = Window::usual(size, theme);
        window.set("ties", &[("sizes", "5-9")]);
        window.measure();
        window.compare(&format!("lab-ties-{name}"), &mut results);
        window.set("solutions", &[("sizes", "4"), ("max-seconds", "60")]);
        assert!(window.shows("Counts the tours from every square"));
        window.compare(&format!("lab-set-{name}"), &mut results);
    }
}
