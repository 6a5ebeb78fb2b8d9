//! The lab: experiments that are chosen, set, run, and watched while they fill in.

use std::collections::BTreeMap;

use egui::{
    ComboBox, Key, ProgressBar, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, pos2, vec2,
};

use super::command::Command;
use super::menu::{capitalised, entry, title_of};
use super::{App, Purpose, Room, chart, in_panel, inside, theme};
use crate::engine::cores;
use crate::feasibility::{Verdict, verdict};
use crate::format::table;
use crate::lab::{EXPERIMENTS, Experiment, Live, ParameterKind, Report, Settings, Table};
use crate::session::Setup;
use crate::solver::METHODS;
use crate::text::{counted, grouped};

/// The width of the panel with the parameters.
const LEFT: f32 = 300.0;
const ROW: f32 = 24.0;
/// The width of the buttons in the table.
const OPEN: f32 = 52.0;

/// What can be asked of the lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabOrder {
    /// Choose the experiment of this place in the list.
    Choose(usize),
    /// Set a parameter of the experiment that is chosen.
    Set(usize, String),
    /// Set all parameters of the experiment as they were.
    Restore,
    /// Run it.
    Run,
    /// Halt, go on, or run what is not running.
    Halt,
    /// Leave the rest.
    Stop,
    /// Show the chart of this place.
    Chart(usize),
    /// Open the run of this number on the board.
    Open(usize),
}

/// What the lab keeps from frame to frame.
pub(super) struct Lab {
    chosen: usize,
    /// What is typed for each parameter of each experiment.
    texts: Vec<Vec<String>>,
    /// What is not planned yet. Until then, what was there before stays.
    coming: Option<Live>,
    running: Option<Live>,
    stopped: bool,
    report: Report,
    /// How wide the columns of the table are, and whether they are set to the right.
    columns: Vec<(f32, bool)>,
    chart: usize,
    trouble: Option<String>,
}

impl Default for Lab {
    fn default() -> Lab {
        let texts = |experiment: &&Experiment| {
            experiment.parameters.iter().map(|parameter| parameter.default.to_owned()).collect()
        };
        Lab {
            chosen: 0,
            texts: EXPERIMENTS.iter().map(texts).collect(),
            coming: None,
            running: None,
            stopped: false,
            report: Report::default(),
            columns: Vec::new(),
            chart: 0,
            trouble: None,
        }
    }
}

impl Lab {
    /// The lab with this experiment chosen, and parameters set.
    pub(super) fn remembered(experiment: &str, set: &BTreeMap<String, String>) -> Lab {
        let mut lab = Lab::default();
        let chosen = EXPERIMENTS.iter().position(|other| other.name == experiment);
        lab.chosen = chosen.unwrap_or(0);
        for (experiment, texts) in EXPERIMENTS.iter().zip(&mut lab.texts) {
            for (parameter, text) in experiment.parameters.iter().zip(texts) {
                if let Some(set) = set.get(&format!("{}.{}", experiment.name, parameter.key)) {
                    text.clone_from(set);
                }
            }
        }
        lab
    }

    /// What is set other than usual, as `experiment.parameter`.
    pub(super) fn unusual(&self) -> BTreeMap<String, String> {
        let each = EXPERIMENTS.iter().zip(&self.texts).flat_map(|(experiment, texts)| {
            let own = experiment.parameters.iter().zip(texts);
            own.map(|(parameter, text)| (experiment.name, parameter, text))
        });
        let unusual = each.filter(|(_, parameter, text)| parameter.default != *text);
        unusual
            .map(|(name, parameter, text)| (format!("{name}.{}", parameter.key), text.clone()))
            .collect()
    }

    pub(super) fn experiment(&self) -> &'static Experiment {
        EXPERIMENTS[self.chosen]
    }

    /// What is typed, or what is wrong with it, for each parameter.
    fn settings(&self) -> (Settings, Vec<Option<String>>) {
        let experiment = self.experiment();
        let mut settings = Settings::defaults(experiment);
        let wrong = experiment.parameters.iter().zip(&self.texts[self.chosen]);
        let wrong = wrong.map(|(parameter, text)| {
            settings.set(experiment, parameter.key, text).err().map(|error| error.to_string())
        });
        let wrong = wrong.collect();
        (settings, wrong)
    }

    /// Whether runs are under way.
    pub(super) fn is_running(&self) -> bool {
        let is_over = || self.running.as_ref().is_none_or(Live::is_over) || self.stopped;
        self.coming.is_some() || !is_over()
    }

    /// What was begun last.
    fn newest(&self) -> Option<&Live> {
        self.coming.as_ref().or(self.running.as_ref())
    }

    /// The table and charts so far.
    pub(super) fn report(&self) -> &Report {
        &self.report
    }

    /// The chart that is shown.
    pub(super) fn chart(&self) -> Option<&crate::lab::Chart> {
        self.report.charts.get(self.chart)
    }

    /// The name of the experiment whose results are shown.
    pub(super) fn name(&self) -> &'static str {
        self.running.as_ref().map_or(self.experiment().name, |running| running.experiment().name)
    }

    /// Shows a new report.
    fn show(&mut self, report: Report) {
        let table = &report.table;
        let column = |place: usize| {
            let cells = table.rows.iter().map(|row| &row.cells[place]);
            let letters = cells.clone().map(|cell| table::shown(cell).chars().count());
            let most = letters.chain([table.columns[place].chars().count()]).max().unwrap_or(0);
            ((most as f32 * 6.9 + 6.0).min(380.0), cells.clone().all(table::is_number))
        };
        self.columns = (0..table.columns.len()).map(column).collect();
        self.report = report;
    }

    /// Runs the experiment, unless something is wrong with its parameters or one is run already.
    fn run(&mut self) {
        let (settings, wrong) = self.settings();
        if self.is_running() || wrong.iter().any(Option::is_some) {
            return;
        }
        // The window is to stay quick.
        let threads = cores().saturating_sub(1).max(1);
        self.coming = Some(Live::start(self.experiment(), settings, threads));
        self.trouble = None;
    }

    /// Takes over what was found.
    fn update(&mut self) {
        if let Some(coming) = self.coming.take_if(|coming| coming.is_planned()) {
            self.trouble = coming.trouble();
            if self.trouble.is_none() {
                let before = self.running.replace(coming);
                let is_other = |before: Live| before.experiment().name != self.name();
                if before.is_none_or(is_other) {
                    self.chart = 0;
                }
                self.stopped = false;
            }
        }
        let Some(running) = &self.running else { return };
        if let Some(fault) = running.trouble() {
            self.trouble = Some(fault);
        }
        if let Some(report) = running.take_report() {
            self.show(report);
        }
    }
}

/// A list of all methods to choose from, for those who do not know their names.
fn method_list(ui: &mut Ui, place: usize) -> Option<String> {
    let mut chosen = None;
    let list = ComboBox::from_id_salt(("methods", place)).width(ui.available_width());
    let list = list.selected_text("Choose a method…").show_ui(ui, |ui| {
        for method in METHODS {
            let keys: Vec<&str> = method.options.iter().map(|option| option.key).collect();
            let tip = format!("{}\nOptions: {}.", method.summary, keys.join(", "));
            if entry(ui, false, title_of(method.name)).on_hover_text(tip).clicked() {
                chosen = Some(method.name.to_owned());
            }
        }
    });
    let tip = "Writes the name of a method into the field; options are added behind it, such as \
               warnsdorff:ties=pohl. The help tells more of each.";
    list.response.accessible_name("Choose a method").on_hover_text(tip);
    chosen
}

impl App {
    /// The lab, for tests.
    pub fn lab_report(&self) -> &Report {
        self.lab.report()
    }

    /// Whether an experiment is being run.
    pub fn is_measuring(&self) -> bool {
        self.lab.is_running()
    }

    /// Keeps the lab up to date.
    pub(super) fn update_lab(&mut self, ctx: &egui::Context) {
        self.lab.update();
        if self.lab.is_running() && self.room == Room::Lab {
            let soon = if self.lab.coming.is_some() { 0.01 } else { 0.1 };
            ctx.request_repaint_after_secs(soon);
        }
    }

    pub(super) fn obey_lab(&mut self, order: LabOrder) {
        match order {
            LabOrder::Choose(place) => {
                self.lab.chosen = place.min(EXPERIMENTS.len() - 1);
                self.lab.trouble = None;
            }
            LabOrder::Set(place, text) => {
                let chosen = self.lab.chosen;
                if let Some(old) = self.lab.texts[chosen].get_mut(place) {
                    *old = text;
                }
                self.lab.trouble = None;
            }
            LabOrder::Restore => {
                let chosen = self.lab.chosen;
                self.lab.texts[chosen] = Lab::default().texts.swap_remove(chosen);
                self.lab.trouble = None;
            }
            LabOrder::Run => self.lab.run(),
            LabOrder::Halt if !self.lab.is_running() => self.lab.run(),
            LabOrder::Halt => {
                if let Some(newest) = self.lab.newest() {
                    newest.halt(!newest.is_halted());
                }
            }
            LabOrder::Stop => {
                if self.lab.coming.take().is_none()
                    && let Some(running) = &self.lab.running
                {
                    running.stop();
                    self.lab.stopped = true;
                }
            }
            LabOrder::Chart(place) => self.lab.chart = place,
            LabOrder::Open(number) => self.open_trial(number),
        }
    }

    /// Puts a run on the board and starts it there.
    fn open_trial(&mut self, number: usize) {
        let Some(running) = &self.lab.running else { return };
        let Some(trial) = running.trials().get(number).cloned() else { return };
        let board = trial.puzzle.board();
        if board.rows().max(board.cols()) > super::MOST_SIDE {
            self.say(format!(
                "The {board} board is too large for the window: {} rows and columns at most.",
                super::MOST_SIDE
            ));
            return;
        }
        let start = trial.puzzle.start();
        let name = board.name(start);
        let refusal = match verdict(&trial.puzzle) {
            Verdict::Impossible(reason) if !trial.all => Some(reason),
            _ => None,
        };
        let setup = Setup { given: Vec::new(), ..Setup::of(&trial.puzzle, trial.recipe) };
        self.room = Room::Board;
        // Nothing of what was typed for another method is left.
        self.order_text = None;
        self.commands.push(Command::Change(setup));
        if let Some(reason) = refusal {
            self.say(format!("No tour starts at {name}: {reason}."));
            return;
        }
        self.commands.push(Command::Start(start));
        self.say(
            "A run from the lab, here without its limits. Undo brings the board back.".to_owned(),
        );
    }

    pub(super) fn lab_room(&mut self, ui: &mut Ui, place: egui::Rect) {
        let left = egui::Rect::from_min_size(place.min, vec2(LEFT, place.height()));
        in_panel(ui, left, |ui| self.lab_setup(ui));
        let right =
            egui::Rect::from_min_max(pos2(left.right() + theme::GAP, place.top()), place.max);
        in_panel(ui, right, |ui| self.lab_results(ui));
    }

    fn lab_setup(&mut self, ui: &mut Ui) {
        let bottom = 74.0;
        let whole = ui.available_rect_before_wrap();
        let (above, below) = whole.split_top_bottom_at_y(whole.bottom() - bottom);
        let (_, wrong) = self.lab.settings();
        inside(ui, above, |ui| {
            ScrollArea::vertical().id_salt("parameters").auto_shrink(false).show(ui, |ui| {
                self.lab_experiment(ui);
                self.lab_parameters(ui, &wrong);
            });
        });
        inside(ui, below, |ui| {
            ui.add_space(6.0);
            self.lab_buttons(ui, wrong.iter().any(Option::is_some));
        });
    }

    fn lab_experiment(&mut self, ui: &mut Ui) {
        ui.heading("Experiment");
        let experiment = self.lab.experiment();
        let mut chosen = None;
        ui.name_inputs("Experiment", |ui| {
            let list = ComboBox::from_id_salt("experiment")
                .width(ui.available_width())
                .height(300.0)
                .selected_text(title_of(experiment.name))
                .show_ui(ui, |ui| {
                    for (place, other) in EXPERIMENTS.iter().enumerate() {
                        let item = entry(ui, place == self.lab.chosen, title_of(other.name));
                        if item.on_hover_text(other.question).clicked() {
                            chosen = Some(place);
                        }
                    }
                });
            list.response.accessible_name("Experiment").on_hover_text("What is to be found out.");
        });
        self.commands.extend(chosen.map(|place| Command::Lab(LabOrder::Choose(place))));
        ui.label(experiment.question);
        ui.label(RichText::new(format!("Repeats {}.", experiment.repeats)).small().weak());
        ui.add_space(6.0);
    }

    fn lab_parameters(&mut self, ui: &mut Ui, wrong: &[Option<String>]) {
        let experiment = self.lab.experiment();
        for (place, parameter) in experiment.parameters.iter().enumerate() {
            let text = self.lab.texts[self.lab.chosen][place].clone();
            let name = title_of(parameter.key);
            let label = ui.small(&name);
            let mut typed = text.clone();
            let tip = capitalised(parameter.help) + ".";
            let width = ui.available_width();
            match parameter.kind {
                ParameterKind::Goal => {
                    ui.horizontal(|ui| {
                        for goal in ["any", "closed"] {
                            let button = egui::Button::selectable(typed == goal, goal);
                            if ui
                                .add(button.frame_when_inactive(true))
                                .on_hover_text(&tip)
                                .clicked()
                            {
                                typed = goal.to_owned();
                            }
                        }
                    });
                }
                ParameterKind::Methods => {
                    typed = typed.split_whitespace().collect::<Vec<_>>().join("\n");
                    if text.ends_with(['\n', ' ']) {
                        typed.push('\n');
                    }
                    let field = TextEdit::multiline(&mut typed)
                        .id_salt((experiment.name, parameter.key))
                        .desired_rows(3)
                        .desired_width(width);
                    ui.add(field).labelled_by(label.id).on_hover_text(tip);
                }
                _ => {
                    let field = TextEdit::singleline(&mut typed)
                        .id_salt((experiment.name, parameter.key))
                        .align(egui::Align2::LEFT_CENTER)
                        .min_size(vec2(width, 28.0))
                        .desired_width(width);
                    let field = ui.add(field).labelled_by(label.id).on_hover_text(tip);
                    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                        self.commands.push(Command::Lab(LabOrder::Run));
                        field.request_focus();
                    }
                }
            }
            match parameter.kind {
                ParameterKind::Method => typed = method_list(ui, place).unwrap_or(typed),
                ParameterKind::Methods => {
                    if let Some(more) = method_list(ui, place) {
                        typed = format!("{}\n{more}", typed.trim_end());
                    }
                }
                _ => {}
            }
            let same = typed.split_whitespace().eq(text.split_whitespace())
                && typed.ends_with('\n') == text.ends_with(['\n', ' ']);
            if typed != text && !(parameter.kind == ParameterKind::Methods && same) {
                self.commands.push(Command::Lab(LabOrder::Set(place, typed)));
            }
            if let Some(why) = &wrong[place] {
                ui.colored_label(theme::of(ui).retreat, RichText::new(why).small());
            }
        }
    }

    fn lab_buttons(&mut self, ui: &mut Ui, is_wrong: bool) {
        let colours = theme::of(ui);
        let running = self.lab.is_running();
        let halted = self.lab.newest().is_some_and(Live::is_halted);
        ui.horizontal(|ui| {
            let mut button =
                |ui: &mut Ui, name: &str, tip: &str, enabled: bool, order: LabOrder| {
                    if ui.add_enabled(enabled, egui::Button::new(name)).on_hover_text(tip).clicked()
                    {
                        self.commands.push(Command::Lab(order));
                    }
                };
            let run = theme::primary("Run", colours);
            let tip = "Runs the experiment on all cores but one. (Space, or Enter in a field)";
            let pressed = ui.add_enabled(!running && !is_wrong, run).on_hover_text(tip).clicked();
            let word = if halted && running { "Go on" } else { "Pause" };
            button(
                ui,
                word,
                "Halts all runs, or lets them go on. (Space)",
                running,
                LabOrder::Halt,
            );
            button(ui, "Stop", "Leaves what is not run yet.", running, LabOrder::Stop);
            button(
                ui,
                "Defaults",
                "Sets all parameters as they were.",
                !running,
                LabOrder::Restore,
            );
            if pressed {
                self.commands.push(Command::Lab(LabOrder::Run));
            }
        });
        ui.add_space(4.0);
        let (done, all) = self.lab.running.as_ref().map_or((0, 0), Live::progress);
        let state = match () {
            () if all == 0 => "Nothing was run yet".to_owned(),
            () if done == all => format!("Done: {}", counted(all as u64, "run")),
            () => {
                let word = if self.lab.stopped {
                    "Stopped at "
                } else if halted {
                    "Paused at "
                } else {
                    ""
                };
                format!("{word}{} of {}", grouped(done as u64), counted(all as u64, "run"))
            }
        };
        let share = done as f32 / all.max(1) as f32;
        ui.label(RichText::new(&state).small());
        let bar = ui.add(ProgressBar::new(share).desired_height(6.0).corner_radius(3.0));
        bar.widget_info(|| WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &state));
    }

    fn lab_results(&mut self, ui: &mut Ui) {
        if let Some(trouble) = &self.lab.trouble {
            ui.colored_label(theme::of(ui).retreat, capitalised(trouble) + ".");
        }
        if self.lab.running.is_none() {
            ui.centered_and_justified(|ui| {
                ui.weak("Choose an experiment and press Run.\nTables and charts fill in while it runs; a click on a point, a square or Open shows that run on the board.");
            });
            return;
        }
        if let Some(running) = &self.lab.running {
            let words = format!("{} · {}", title_of(running.experiment().name), running.words());
            let line = egui::Label::new(RichText::new(&words).small().weak()).truncate();
            ui.add(line).on_hover_text(words);
        }
        self.lab_tools(ui);
        let line = ui.text_style_height(&egui::TextStyle::Small) + ui.spacing().item_spacing.y;
        let room = ui.available_height();
        let remarks = (line * self.lab.report.remarks.len() as f32).min(room * 0.16);
        let height = ((room - remarks) * 0.58).max(190.0);
        let width = ui.available_width();
        let report = std::mem::take(&mut self.lab.report);
        if let Some(shown) = report.charts.get(self.lab.chart) {
            let place = egui::Rect::from_min_size(ui.cursor().min, vec2(width, height));
            let opened = inside(ui, place, |ui| chart::show(ui, shown));
            ui.advance_cursor_after_rect(place);
            self.commands.extend(opened.map(|number| Command::Lab(LabOrder::Open(number))));
        }
        ui.add_space(6.0);
        if !report.remarks.is_empty() {
            ScrollArea::vertical().id_salt("remarks").max_height(remarks).show(ui, |ui| {
                ui.set_width(ui.available_width());
                for remark in &report.remarks {
                    ui.label(RichText::new(remark).small());
                }
            });
        }
        self.lab_table(ui, &report.table);
        self.lab.report = report;
    }

    /// Which chart is shown, and what can be saved.
    fn lab_tools(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let charts: Vec<String> =
                self.lab.report.charts.iter().map(|chart| chart.title.clone()).collect();
            let now = charts.get(self.lab.chart).cloned().unwrap_or_default();
            if charts.len() > 1 {
                ui.name_inputs("Chart", |ui| {
                    let width = (ui.available_width() - 306.0).clamp(160.0, 420.0);
                    let place = ui.available_rect_before_wrap();
                    let place = egui::Rect::from_min_size(place.min, vec2(width, ROW));
                    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(place));
                    let list = ComboBox::from_id_salt("chart").width(width).truncate();
                    let list = list.selected_text(now).show_ui(&mut inner, |ui| {
                        for (place, title) in charts.iter().enumerate() {
                            if entry(ui, place == self.lab.chart, title).clicked() {
                                self.commands.push(Command::Lab(LabOrder::Chart(place)));
                            }
                        }
                    });
                    ui.advance_cursor_after_rect(list.response.rect);
                    list.response.accessible_name("Chart").on_hover_text("Which chart is shown.");
                });
            } else {
                let title = egui::Label::new(RichText::new(&now).strong()).truncate();
                let width = ui.available_width() - 300.0;
                ui.allocate_ui(vec2(width.max(120.0), ROW), |ui| ui.add(title).on_hover_text(now));
            }
            for (name, tip, purpose) in [
                ("Save table…", "The table with commas, for spreadsheets.", Purpose::Table),
                ("Save SVG…", "All charts as a picture that can be made larger.", Purpose::Charts),
                ("Save PNG…", "This chart as a picture.", Purpose::ChartPicture),
            ] {
                if ui.button(name).on_hover_text(tip).clicked() {
                    self.commands.push(Command::ChooseFile(purpose));
                }
            }
        });
        ui.add_space(4.0);
    }

    fn lab_table(&mut self, ui: &mut Ui, shown: &Table) {
        let columns = &self.lab.columns;
        let (widths, right): (Vec<f32>, Vec<bool>) = columns.iter().copied().unzip();
        let mut opened = None;
        let cell = |ui: &mut Ui, column: usize, text: &str, strong: bool| {
            let layout = match right[column] {
                true => egui::Layout::right_to_left(egui::Align::Center),
                false => egui::Layout::left_to_right(egui::Align::Center),
            };
            ui.allocate_ui_with_layout(vec2(widths[column], ROW), layout, |ui| {
                ui.set_min_width(widths[column]);
                let text = if strong { RichText::new(text).strong() } else { RichText::new(text) };
                ui.add(egui::Label::new(text).truncate());
            });
        };
        let is_opened = shown.rows.iter().any(|row| row.trial.is_some());
        let across = ScrollArea::horizontal().id_salt(("table across", self.lab.name()));
        across.auto_shrink(false).show(ui, |ui| {
            ui.vertical(|ui| {
                ui.spacing_mut().item_spacing = vec2(10.0, 0.0);
                ui.horizontal(|ui| {
                    if is_opened {
                        ui.add_space(OPEN + 10.0);
                    }
                    for (column, name) in shown.columns.iter().enumerate() {
                        cell(ui, column, name, true);
                    }
                });
                ui.separator();
                let scroll = ScrollArea::vertical().id_salt("table").auto_shrink(false);
                scroll.show_rows(ui, ROW, shown.rows.len(), |ui, rows| {
                    for place in rows {
                        ui.horizontal(|ui| {
                            if let Some(trial) = shown.rows[place].trial {
                                let button = egui::Button::new("Open").small();
                                let button = ui.add_sized(vec2(OPEN, 18.0), button);
                                if button.gained_focus() {
                                    button.scroll_to_me(None);
                                }
                                let tip = "Shows a run of this row on the board.";
                                if button.on_hover_text(tip).clicked() {
                                    opened = Some(trial);
                                }
                            } else if is_opened {
                                ui.add_space(OPEN + 10.0);
                            }
                            for (column, value) in shown.rows[place].cells.iter().enumerate() {
                                cell(ui, column, &table::shown(value), false);
                            }
                        });
                    }
                });
            });
        });
        self.commands.extend(opened.map(|number| Command::Lab(LabOrder::Open(number))));
    }
}
