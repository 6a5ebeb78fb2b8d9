//! The lab in the window, clicked and typed at without a screen.
#![cfg(feature = "gui")]

mod screen;

use std::fs;
use std::path::PathBuf;

use egui::{Key, Modifiers, Theme, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};
use knights_tour::app::{App, Command, LabOrder, Purpose, Room};
use knights_tour::engine::{Speed, Stopwatch};
use knights_tour::lab::{Cell, EXPERIMENTS, Mark, Plot};
use knights_tour::session::{Setup, State};

use screen::harness;

const USUAL: Vec2 = vec2(1280.0, 800.0);
const SMALL: Vec2 = vec2(900.0, 600.0);

struct Window(Harness<'static, Option<App>>);

impl Window {
    fn open(size: Vec2, theme: Theme) -> Window {
        let setup = Setup::usual().unwrap();
        let mut window = Window(harness(size, theme, move |ctx| App::new(ctx, setup.clone())));
        window.0.run_steps(2);
        window
    }

    fn app(&self) -> &App {
        self.0.state().as_ref().unwrap()
    }

    fn run(&mut self, command: Command) {
        let ctx = self.0.ctx.clone();
        self.0.state_mut().as_mut().unwrap().run(command, &ctx);
        self.0.run_steps(2);
    }

    fn press(&mut self, label: &str) {
        self.0.get_by_label(label).click();
        self.0.run_steps(3);
        self.0.remove_cursor();
        self.0.run_steps(2);
    }

    fn until(&mut self, what: &str, is_right: impl Fn(&Window) -> bool) {
        let watch = Stopwatch::start();
        while !is_right(self) {
            self.0.step();
            assert!(watch.seconds() < 60.0, "{what}");
        }
        self.0.run_steps(2);
    }

    fn shows(&self, text: &str) -> bool {
        self.0.query_all_by_label_contains(text).next().is_some()
    }

    /// Chooses an experiment and sets some of its parameters.
    fn set(&mut self, name: &str, values: &[(&str, &str)]) {
        let place = EXPERIMENTS.iter().position(|experiment| experiment.name == name).unwrap();
        self.run(Command::Enter(Room::Lab));
        self.run(Command::Lab(LabOrder::Choose(place)));
        for (key, value) in values {
            let parameters = EXPERIMENTS[place].parameters;
            let place = parameters.iter().position(|parameter| parameter.key == *key).unwrap();
            self.run(Command::Lab(LabOrder::Set(place, (*value).to_owned())));
        }
    }

    fn measure(&mut self) {
        self.press("Run");
        self.until("the end", |window| window.shows("Done: "));
    }

    fn picture(&mut self, name: &str, results: &mut SnapshotResults) {
        self.0.run_steps(20);
        let options = SnapshotOptions::new().output_path("tests/pictures");
        results.add(self.0.try_snapshot_options(name, &options));
    }
}

#[test]
fn an_experiment_is_chosen_set_and_run_by_clicks() {
    let mut window = Window::open(USUAL, Theme::Light);
    window.press("Lab");
    assert!(window.shows("Choose an experiment and press Run"));
    window.0.get_by_role_and_label(egui::Role::ComboBox, "Experiment").click();
    window.0.run_steps(3);
    window.press("Starts");
    assert!(window.shows("From which squares does a method find a tour"));
    let field = window.0.get_by_role_and_label(egui::Role::TextInput, "Board");
    field.focus();
    window.0.run_steps(2);
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::A);
    window.0.run_steps(1);
    window.0.event(egui::Event::Text("7x7".to_owned()));
    window.0.run_steps(2);
    window.measure();
    let report = window.app().lab_report();
    assert_eq!(report.table.rows.len(), 5);
    assert_eq!(report.table.rows[4].cells[1], Cell::Whole(25), "{:?}", report.table);
    let Plot::Heat { squares, .. } = &report.charts[4].plot else { panic!("a heat map") };
    assert_eq!(squares.iter().filter(|square| square.mark == Mark::Impossible).count(), 24);
}

#[test]
fn what_cannot_be_run_is_said_so() {
    let mut window = Window::open(SMALL, Theme::Light);
    window.set("timing", &[("sizes", "8-5")]);
    assert!(window.shows("'8-5' is not a list of sides"));
    assert!(window.0.get_by_label("Run").accesskit_node().is_disabled());
    window.press("Defaults");
    assert!(!window.shows("is not a list of sides"));
    window.set("timing", &[("start", "7,7")]);
    window.press("Run");
    // There is no such square on 5×5.
    window.until("what is wrong", |window| window.shows("7,7"));
    assert!(!window.app().is_measuring());
}

#[test]
fn a_run_is_opened_on_the_board() {
    let mut window = Window::open(USUAL, Theme::Light);
    window.run(Command::SetSpeed(Speed::UNLIMITED));
    window.set(
        "timing",
        &[("sizes", "6"), ("methods", "restarting warnsdorff:ties=roth"), ("start", "1,2")],
    );
    window.measure();
    let last = window.0.get_all_by_label("Open").last().unwrap();
    last.click();
    window.until("a tour", |window| matches!(window.app().session().state(), State::Found { .. }));
    let watched = window.app().session().watched().unwrap();
    assert_eq!(watched.puzzle.to_string(), "6x6 given=1,2");
    assert_eq!(watched.recipe.to_string(), "warnsdorff:ties=roth");
    window.run(Command::Undo);
    window.run(Command::Undo);
    assert_eq!(window.app().session().setup().board.rows(), 8, "undo brings the board back");
}

#[test]
fn a_square_of_a_heat_map_opens_its_run() {
    let mut window = Window::open(USUAL, Theme::Light);
    window.run(Command::SetSpeed(Speed::UNLIMITED));
    window.set("starts", &[("board", "5x5"), ("methods", "restarting")]);
    window.measure();
    let map = window.0.get_by_label("Heat map");
    let rect = map.rect();
    // The square in the middle.
    window.0.hover_at(rect.center());
    window.0.run_steps(2);
    for pressed in [true, false] {
        window.0.event(egui::Event::PointerButton {
            pos: rect.center(),
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        window.0.run_steps(1);
    }
    window.until("a tour", |window| matches!(window.app().session().state(), State::Found { .. }));
    let watched = window.app().session().watched().unwrap();
    assert_eq!(watched.puzzle.to_string(), "5x5 given=2,2");
}

#[test]
fn the_arrow_keys_walk_over_a_heat_map_and_enter_opens() {
    let mut window = Window::open(USUAL, Theme::Light);
    window.run(Command::SetSpeed(Speed::UNLIMITED));
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
    assert!(window.shows("No tour starts at c4: "));
    assert!(window.app().session().watched().is_none());
    window.run(Command::Enter(Room::Lab));
    window.0.get_by_label("Heat map").focus();
    window.0.run_steps(2);
    window.0.key_press(Key::ArrowLeft);
    window.0.run_steps(2);
    window.0.key_press(Key::Enter);
    window.until("a tour", |window| matches!(window.app().session().state(), State::Found { .. }));
    assert_eq!(window.app().session().watched().unwrap().puzzle.to_string(), "5x5 given=1,1");
}

#[test]
fn an_opened_run_has_nothing_of_the_one_before() {
    let mut window = Window::open(USUAL, Theme::Light);
    window.run(Command::SetSpeed(Speed::UNLIMITED));
    let methods = "backtracking:by=warnsdorff,order=45328617 warnsdorff:ties=rotate";
    window.set("timing", &[("sizes", "6"), ("methods", methods)]);
    window.measure();
    for (place, method) in methods.split(' ').enumerate() {
        window.run(Command::Enter(Room::Lab));
        window.0.get_all_by_label("Open").nth(place).unwrap().click();
        window.0.run_steps(3);
        window.until("a tour", |window| {
            matches!(window.app().session().state(), State::Found { .. })
        });
        let session = window.app().session();
        let recipe = method.parse().unwrap();
        assert_eq!(
            (&session.watched().unwrap().recipe, &session.setup().recipe),
            (&recipe, &recipe)
        );
        assert!(!window.shows("Your changes apply to the next search"));
        assert_eq!(window.shows("Custom order"), place == 0);
    }
}

#[test]
fn enter_in_a_field_runs_and_a_list_writes_names() {
    let mut window = Window::open(USUAL, Theme::Light);
    window.set("compare", &[("board", "5x5"), ("start", "0,0"), ("methods", "warnsdorff")]);
    window.0.get_by_role_and_label(egui::Role::ComboBox, "Choose a method").click();
    window.0.run_steps(3);
    window.press("Restarting");
    let start = window.0.get_by_role_and_label(egui::Role::TextInput, "Start");
    start.focus();
    window.0.run_steps(2);
    window.0.key_press(Key::Enter);
    window.until("the end", |window| window.shows("Done: 10 runs"));
    let start = window.0.get_by_role_and_label(egui::Role::TextInput, "Start");
    assert!(start.is_focused(), "one can go on typing");
    let rows = &window.app().lab_report().table.rows;
    assert_eq!((rows.len(), &rows[1].cells[0]), (2, &Cell::from("restarting")));
    // What stands above the results is what they came from.
    assert!(window.shows("Compare · board 5x5 · start 0,0"));
}

#[test]
fn runs_are_halted_and_stopped() {
    let mut window = Window::open(USUAL, Theme::Light);
    window.set("batch", &[("method", "backtracking"), ("count", "100000")]);
    window.press("Run");
    assert!(window.app().is_measuring());
    window.press("Pause");
    window.until("a halt", |window| window.shows("Paused at "));
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
    assert_eq!(counted(&window), halted, "nothing runs while it is halted");
    // The space bar lets it go on.
    window.0.key_press(Key::Space);
    window.0.run_steps(2);
    assert!(!window.shows("Paused at "));
    window.until("more", |window| counted(window) > halted + 1);
    window.press("Stop");
    assert!(window.shows("Stopped at ") && !window.app().is_measuring());
    window.set("ties", &[("sizes", "5")]);
    window.measure();
    let table = &window.app().lab_report().table;
    assert_eq!(table.columns[0], "ties", "nothing of the old experiment is left");
}

#[test]
fn keys_of_the_board_do_nothing_in_the_lab() {
    let mut window = Window::open(USUAL, Theme::Light);
    window.run(Command::Start(knights_tour::board::Square::at(0)));
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.0.run_steps(2);
    assert!(window.shows("Choose an experiment"));
    window.0.key_press(Key::R);
    window.0.run_steps(2);
    assert!(window.app().session().watched().is_some(), "R does not clear the board from here");
    window.0.key_press_modifiers(Modifiers::COMMAND, Key::L);
    window.0.run_steps(2);
    assert!(!window.shows("Choose an experiment"));
    window.0.key_press(Key::R);
    window.0.run_steps(2);
    assert!(window.app().session().watched().is_none());
}

#[test]
fn tables_and_charts_are_saved() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lab-files");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let mut window = Window::open(USUAL, Theme::Light);
    window.set("ties", &[("sizes", "5,6")]);
    window.measure();
    for (purpose, name) in
        [(Purpose::Table, "t.csv"), (Purpose::Charts, "t.svg"), (Purpose::ChartPicture, "t.png")]
    {
        window.run(Command::UseFile(purpose, folder.join(name)));
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
        let mut window = Window::open(size, theme);
        window.set("ties", &[("sizes", "5-9")]);
        window.measure();
        window.picture(&format!("lab-ties-{name}"), &mut results);
        window.set("solutions", &[("sizes", "4"), ("max-seconds", "60")]);
        assert!(window.shows("How many tours are found within a time"));
        window.picture(&format!("lab-set-{name}"), &mut results);
    }
}
