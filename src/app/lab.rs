//! The lab: experiments to choose, set, run, and watch while their results come in.

mod form;
mod methods;
mod results;

use std::collections::BTreeMap;

use egui::{Ui, pos2, vec2};

use super::command::Command;
use super::{App, Purpose, Room, chart, in_panel, inside, menu, theme};
use crate::engine::cores;
use crate::feasibility::{Verdict, verdict};
use crate::format::table;
use crate::lab::{Chart, EXPERIMENTS, Experiment, Findings, Live, ParameterValues};
use crate::session::Setup;

/// The width of the panel with the parameters, in wide windows and in narrow ones.
const LEFT: std::ops::RangeInclusive<f32> = 224.0..=300.0;

/// What can be asked of the lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabOrder {
    /// Choose an experiment by its place in the list.
    Choose(usize),
    /// Set a parameter of the chosen experiment.
    Set(usize, String),
    /// Restore the default parameters of the chosen experiment.
    Restore,
    /// Edit the methods of the chosen experiment as text, or choose them from lists.
    EditAsText(bool),
    /// Open the options of the method in this row, or close them all.
    EditMethod(Option<usize>),
    /// Run the chosen experiment.
    Run,
    /// Pause or resume what is running; run the chosen experiment if nothing is.
    Halt,
    /// Skip the remaining runs.
    Stop,
    /// Show the chart of this place.
    Chart(usize),
    /// Open the run of this number on the board.
    Open(usize),
}

/// What the lab keeps from frame to frame.
pub(super) struct Lab {
    chosen: usize,
    /// One for each experiment, in the order of the list.
    sheets: Vec<Sheet>,
}

/// An experiment with its parameters and its last results. They stay while others are looked at.
struct Sheet {
    experiment: &'static Experiment,
    /// What is typed for each parameter.
    texts: Vec<String>,
    /// Whether methods are edited as text.
    as_text: bool,
    /// The row of the method whose options are open.
    edited: Option<usize>,
    /// Whether these options are to be scrolled into view.
    reveal: bool,
    /// A run that is still being planned. Until it is, the last results stay.
    coming: Option<Live>,
    /// The run whose results are shown.
    shown: Option<Live>,
    stopped: bool,
    findings: Findings,
    /// The width of the cells in each column of the table, and whether they are aligned to the
    /// right.
    columns: Vec<(f32, bool)>,
    /// The place of the chart that is shown.
    chart: usize,
    trouble: Option<String>,
}

impl Sheet {
    fn new(experiment: &'static Experiment) -> Sheet {
        Sheet {
            experiment,
            texts: defaults(experiment),
            as_text: false,
            edited: None,
            reveal: false,
            coming: None,
            shown: None,
            stopped: false,
            findings: Findings::default(),
            columns: Vec::new(),
            chart: 0,
            trouble: None,
        }
    }

    /// The values of the parameters, and what is wrong with each.
    fn values(&self) -> (ParameterValues, Vec<Option<String>>) {
        let experiment = self.experiment;
        let mut values = ParameterValues::defaults(experiment);
        let wrong = experiment.parameters.iter().zip(&self.texts).map(|(parameter, text)| {
            values.set(experiment, parameter.key, text).err().map(|error| error.to_string())
        });
        let mut wrong: Vec<Option<String>> = wrong.collect();
        if wrong.iter().all(Option::is_none)
            && let Some(error) = values.wrong_start()
            && let Some(start) = experiment.parameters.iter().position(|one| one.key == "start")
        {
            wrong[start] = Some(error.to_string());
        }
        (values, wrong)
    }

    /// Whether the results belong to other parameters than those that are set now.
    fn is_outdated(&self) -> bool {
        let (values, wrong) = self.values();
        let shown = self.shown.as_ref().map(Live::settings);
        shown.is_some_and(|shown| *shown != values) || wrong.iter().any(Option::is_some)
    }

    fn is_running(&self) -> bool {
        let is_over = || self.shown.as_ref().is_none_or(Live::is_over) || self.stopped;
        self.coming.is_some() || !is_over()
    }

    /// The run that was started last.
    fn newest(&self) -> Option<&Live> {
        self.coming.as_ref().or(self.shown.as_ref())
    }

    fn run(&mut self) {
        let (values, wrong) = self.values();
        if wrong.iter().any(Option::is_some) {
            return;
        }
        // One core is left to the window.
        let threads = cores().saturating_sub(1).max(1);
        self.coming = Some(Live::start(self.experiment, values, threads));
        self.trouble = None;
    }

    fn stop(&mut self) {
        if self.coming.take().is_none()
            && let Some(shown) = &self.shown
        {
            shown.stop();
            self.stopped = true;
        }
    }

    /// Takes in new results.
    fn update(&mut self) {
        if let Some(coming) = self.coming.take_if(|coming| coming.is_planned()) {
            self.trouble = coming.trouble();
            if self.trouble.is_none() {
                self.shown = Some(coming);
                self.stopped = false;
            }
        }
        let Some(shown) = &self.shown else { return };
        if let Some(fault) = shown.trouble() {
            self.trouble = Some(fault);
        }
        if let Some(findings) = shown.take_report() {
            self.show(findings);
        }
    }

    fn show(&mut self, findings: Findings) {
        let table = &findings.table;
        let column = |place: usize| {
            let cells = table.rows.iter().map(|row| &row.cells[place]);
            let letters = cells.clone().map(|cell| table::in_words(cell).chars().count());
            let width = letters.max().unwrap_or(0) as f32 * 6.9 + 6.0;
            (width, cells.clone().all(table::is_number))
        };
        self.columns = (0..table.columns.len()).map(column).collect();
        if self.chart >= findings.charts.len() {
            self.chart = 0;
        }
        self.findings = findings;
    }
}

fn defaults(experiment: &Experiment) -> Vec<String> {
    experiment.parameters.iter().map(|parameter| parameter.default.to_owned()).collect()
}

impl Default for Lab {
    fn default() -> Lab {
        Lab { chosen: 0, sheets: EXPERIMENTS.iter().copied().map(Sheet::new).collect() }
    }
}

impl Lab {
    /// The lab with this experiment chosen and these parameters set.
    pub(super) fn remembered(experiment: &str, set: &BTreeMap<String, String>) -> Lab {
        let mut lab = Lab::default();
        let chosen = EXPERIMENTS.iter().position(|other| other.name == experiment);
        lab.chosen = chosen.unwrap_or(0);
        for sheet in &mut lab.sheets {
            for (parameter, text) in sheet.experiment.parameters.iter().zip(&mut sheet.texts) {
                let key = format!("{}.{}", sheet.experiment.name, parameter.key);
                if let Some(set) = set.get(&key) {
                    text.clone_from(set);
                }
            }
        }
        lab
    }

    /// The parameters that are not at their default, as `experiment.parameter`.
    pub(super) fn unusual(&self) -> BTreeMap<String, String> {
        let each = self.sheets.iter().flat_map(|sheet| {
            let own = sheet.experiment.parameters.iter().zip(&sheet.texts);
            own.map(|(parameter, text)| (sheet.experiment.name, parameter, text))
        });
        let unusual = each.filter(|(_, parameter, text)| parameter.default != *text);
        unusual
            .map(|(name, parameter, text)| (format!("{name}.{}", parameter.key), text.clone()))
            .collect()
    }

    fn sheet(&self) -> &Sheet {
        &self.sheets[self.chosen]
    }

    fn sheet_mut(&mut self) -> &mut Sheet {
        &mut self.sheets[self.chosen]
    }

    /// The experiment that is shown.
    pub(super) fn experiment(&self) -> &'static Experiment {
        self.sheet().experiment
    }

    /// The place of the experiment that is running; one runs at a time.
    fn running(&self) -> Option<usize> {
        self.sheets.iter().position(Sheet::is_running)
    }

    /// Whether an experiment is running, shown or not.
    pub(super) fn is_running(&self) -> bool {
        self.running().is_some()
    }

    /// The table and charts that are shown.
    pub(super) fn report(&self) -> &Findings {
        &self.sheet().findings
    }

    /// The chart that is shown.
    pub(super) fn chart(&self) -> Option<&Chart> {
        self.report().charts.get(self.sheet().chart)
    }

    /// The name of the experiment that is shown.
    pub(super) fn name(&self) -> &'static str {
        self.experiment().name
    }

    fn obey(&mut self, order: LabOrder) {
        let running = self.running();
        let sheet = &mut self.sheets[running.unwrap_or(self.chosen)];
        match order {
            LabOrder::Run | LabOrder::Halt if running.is_none() => sheet.run(),
            LabOrder::Halt => {
                if let Some(newest) = sheet.newest() {
                    newest.halt(!newest.is_halted());
                }
            }
            LabOrder::Stop => sheet.stop(),
            LabOrder::Choose(place) => self.chosen = place.min(EXPERIMENTS.len() - 1),
            LabOrder::Set(place, text) => {
                let sheet = self.sheet_mut();
                if let Some(old) = sheet.texts.get_mut(place) {
                    *old = text;
                }
                sheet.trouble = None;
            }
            LabOrder::Restore => {
                let sheet = self.sheet_mut();
                sheet.texts = defaults(sheet.experiment);
                (sheet.trouble, sheet.edited) = (None, None);
            }
            LabOrder::EditAsText(as_text) => self.sheet_mut().as_text = as_text,
            LabOrder::EditMethod(row) => {
                let sheet = self.sheet_mut();
                (sheet.edited, sheet.reveal) = (row, row.is_some());
            }
            LabOrder::Chart(place) => self.sheet_mut().chart = place,
            LabOrder::Run | LabOrder::Open(_) => {}
        }
    }
}

impl App {
    /// What the experiment that is shown has found, for tests.
    pub fn lab_report(&self) -> &Findings {
        self.lab.report()
    }

    /// Whether an experiment is running.
    pub fn is_measuring(&self) -> bool {
        self.lab.is_running()
    }

    /// Keeps the lab up to date.
    pub(super) fn update_lab(&mut self, ctx: &egui::Context) {
        self.lab.sheets.iter_mut().for_each(Sheet::update);
        if let Some(running) = self.lab.running().filter(|_| self.stage.room == Room::Lab) {
            let is_planned = self.lab.sheets[running].coming.is_none();
            ctx.request_repaint_after_secs(if is_planned { 0.1 } else { 0.01 });
        }
    }

    pub(super) fn obey_lab(&mut self, order: LabOrder) {
        match order {
            LabOrder::Open(number) => self.open_trial(number),
            order => self.lab.obey(order),
        }
    }

    /// Puts a run on the board and starts it there.
    fn open_trial(&mut self, number: usize) {
        let Some(shown) = &self.lab.sheet().shown else { return };
        let Some(trial) = shown.trials().get(number).cloned() else { return };
        let hit_limit = shown.hit_limit(number);
        let board = trial.puzzle.board();
        if board.rows().max(board.cols()) > super::MOST_SIDE {
            self.say(&format!(
                "The {board} board is too large for the window, which shows at most {} rows and columns.",
                super::MOST_SIDE
            ));
            return;
        }
        let start = trial.puzzle.start();
        let refusal = match verdict(&trial.puzzle) {
            Verdict::Impossible(reason) if !trial.all => Some(reason),
            _ => None,
        };
        let setup = Setup { given: Vec::new(), ..Setup::of(&trial.puzzle, trial.recipe) };
        self.stage.room = Room::Board;
        // A move order typed for another method is forgotten.
        self.typed.forget_order();
        self.commands.push(Command::Change(setup));
        if let Some(reason) = refusal {
            let none = menu::capitalised(&trial.puzzle.none_exists(self.session.naming()));
            self.say(&format!("{none}: {}.", reason.words(self.session.naming())));
            return;
        }
        self.commands.push(Command::Start(start));
        let limit = match trial.limits.steps {
            _ if !hit_limit => "",
            Some(_) => ", opened without its step limit",
            None => ", opened without its time limit",
        };
        self.say(&format!("Lab run{limit}. Undo brings back your board."));
    }

    pub(super) fn lab_room(&mut self, ui: &mut Ui, place: egui::Rect) {
        let width = (place.width() * 0.36).clamp(*LEFT.start(), *LEFT.end());
        let left = egui::Rect::from_min_size(place.min, vec2(width, place.height()));
        in_panel(ui, left, |ui| self.lab_setup(ui));
        let right =
            egui::Rect::from_min_max(pos2(left.right() + theme::GAP, place.top()), place.max);
        in_panel(ui, right, |ui| self.lab_results(ui));
    }
}
