//! What the lab keeps: each experiment with its parameters and its last results.

use std::collections::BTreeMap;

use crate::app::lab::LabMessage;
use crate::engine::cores;
use crate::format::table;
use crate::lab::{
    Chart, EXPERIMENTS, Experiment, Findings, Live, Parameter, ParameterValues, Trial,
};

/// The Lab page.
pub(crate) struct Lab {
    /// The name of the experiment that is shown.
    chosen: &'static str,
    /// One for each experiment.
    sheets: Vec<Sheet>,
}

/// An experiment with its parameters and its last results. They stay while others are looked at.
pub(super) struct Sheet {
    pub(super) experiment: &'static Experiment,
    /// What is typed for each parameter, by its key.
    texts: BTreeMap<&'static str, String>,
    /// Whether methods are edited as text.
    pub(super) as_text: bool,
    /// The row of the method whose options are open.
    pub(super) edited: Option<usize>,
    /// Whether these options are to be scrolled into view.
    pub(super) reveal: bool,
    /// A run that is still being planned. Until it is, the last results stay.
    pub(super) coming: Option<Live>,
    /// The run whose results are shown.
    pub(super) shown: Option<Live>,
    pub(super) stopped: bool,
    pub(super) findings: Findings,
    /// The width of the cells in each column of the table, and whether they are aligned to the
    /// right.
    pub(super) columns: Vec<(f32, bool)>,
    /// The place of the chart that is shown.
    pub(super) chart: usize,
    pub(super) trouble: Option<String>,
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

    /// What is typed for a parameter.
    pub(super) fn text(&self, parameter: &Parameter) -> &str {
        self.texts.get(parameter.key).map_or(parameter.default, String::as_str)
    }

    /// The values of the parameters, and what is wrong with some, by their keys.
    pub(super) fn values(&self) -> (ParameterValues, BTreeMap<&'static str, String>) {
        let experiment = self.experiment;
        let mut values = ParameterValues::defaults(experiment);
        let mut wrong = BTreeMap::new();
        for parameter in experiment.parameters {
            if let Err(error) = values.set(experiment, parameter.key, self.text(parameter)) {
                wrong.insert(parameter.key, error.to_string());
            }
        }
        if wrong.is_empty()
            && let Some(error) = values.wrong_start()
            && let Some(start) = experiment.parameters.iter().find(|one| one.key == "start")
        {
            wrong.insert(start.key, error.to_string());
        }
        (values, wrong)
    }

    /// Whether the results belong to other parameters than those that are set now.
    pub(super) fn is_outdated(&self) -> bool {
        let (values, wrong) = self.values();
        let shown = self.shown.as_ref().map(Live::settings);
        shown.is_some_and(|shown| *shown != values) || !wrong.is_empty()
    }

    fn is_running(&self) -> bool {
        let is_over = || self.shown.as_ref().is_none_or(Live::is_over) || self.stopped;
        self.coming.is_some() || !is_over()
    }

    /// The run that was started last.
    pub(super) fn newest(&self) -> Option<&Live> {
        self.coming.as_ref().or(self.shown.as_ref())
    }

    fn run(&mut self) {
        let (values, wrong) = self.values();
        if !wrong.is_empty() {
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

fn defaults(experiment: &Experiment) -> BTreeMap<&'static str, String> {
    let parameters = experiment.parameters.iter();
    parameters.map(|parameter| (parameter.key, parameter.default.to_owned())).collect()
}

impl Default for Lab {
    fn default() -> Lab {
        let sheets = EXPERIMENTS.iter().copied().map(Sheet::new).collect();
        Lab { chosen: EXPERIMENTS[0].name, sheets }
    }
}

impl Lab {
    /// The lab with this experiment chosen and these parameters set.
    pub(crate) fn remembered(experiment: &str, set: &BTreeMap<String, String>) -> Lab {
        let mut lab = Lab::default();
        lab.choose(experiment);
        for sheet in &mut lab.sheets {
            let name = sheet.experiment.name;
            for (parameter, text) in &mut sheet.texts {
                if let Some(set) = set.get(&format!("{name}.{parameter}")) {
                    text.clone_from(set);
                }
            }
        }
        lab
    }

    fn choose(&mut self, name: &str) {
        if let Some(sheet) = self.sheets.iter().find(|sheet| sheet.experiment.name == name) {
            self.chosen = sheet.experiment.name;
        }
    }

    /// The parameters that are not at their default, as `experiment.parameter`.
    pub(crate) fn unusual(&self) -> BTreeMap<String, String> {
        let each = self.sheets.iter().flat_map(|sheet| {
            let own = sheet.experiment.parameters.iter();
            own.map(|parameter| (sheet.experiment.name, parameter, sheet.text(parameter)))
        });
        let unusual = each.filter(|(_, parameter, text)| parameter.default != *text);
        unusual
            .map(|(name, parameter, text)| (format!("{name}.{}", parameter.key), text.to_owned()))
            .collect()
    }

    /// The experiment that is shown, with its results.
    pub(super) fn sheet(&self) -> &Sheet {
        let shown = self.sheets.iter().find(|sheet| sheet.experiment.name == self.chosen);
        // There is one for each experiment.
        shown.unwrap_or(&self.sheets[0])
    }

    fn sheet_mut(&mut self) -> &mut Sheet {
        let name = self.sheet().experiment.name;
        self.of_name(name)
    }

    fn of_name(&mut self, name: &str) -> &mut Sheet {
        let place = self.sheets.iter().position(|sheet| sheet.experiment.name == name);
        &mut self.sheets[place.unwrap_or(0)]
    }

    /// The experiment that is shown.
    pub(crate) fn experiment(&self) -> &'static Experiment {
        self.sheet().experiment
    }

    /// The experiment that is running; one runs at a time.
    pub(super) fn running(&self) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| sheet.is_running())
    }

    /// The experiment that is running, if it is not the one that is shown.
    pub(super) fn another(&self) -> Option<&Sheet> {
        self.running().filter(|running| running.experiment.name != self.chosen)
    }

    /// Takes in new results. Returns how soon there may be more.
    pub(super) fn take_results(&mut self) -> Option<f32> {
        self.sheets.iter_mut().for_each(Sheet::update);
        let soon = |running: &Sheet| if running.coming.is_none() { 0.1 } else { 0.01 };
        self.running().map(soon)
    }

    /// The run of a number, and whether it has hit its limit.
    pub(crate) fn trial(&self, number: usize) -> Option<(Trial, bool)> {
        let shown = self.sheet().shown.as_ref()?;
        Some((shown.trials().get(number)?.clone(), shown.hit_limit(number)))
    }

    /// Whether an experiment is running, shown or not.
    pub(crate) fn is_running(&self) -> bool {
        self.running().is_some()
    }

    /// The table and charts that are shown.
    pub(crate) fn report(&self) -> &Findings {
        &self.sheet().findings
    }

    /// The chart that is shown.
    pub(crate) fn chart(&self) -> Option<&Chart> {
        self.report().charts.get(self.sheet().chart)
    }

    /// The name of the experiment that is shown.
    pub(crate) fn name(&self) -> &'static str {
        self.experiment().name
    }

    pub(super) fn change(&mut self, message: LabMessage) {
        let running = self.running().map(|running| running.experiment.name);
        let sheet = self.of_name(running.unwrap_or(self.chosen));
        match message {
            LabMessage::Run | LabMessage::Pause if running.is_none() => sheet.run(),
            LabMessage::Pause => {
                if let Some(newest) = sheet.newest() {
                    newest.halt(!newest.is_halted());
                }
            }
            LabMessage::Stop => sheet.stop(),
            LabMessage::Choose(name) => self.choose(name),
            LabMessage::Set(key, text) => {
                let sheet = self.sheet_mut();
                if let Some(old) = sheet.texts.get_mut(key) {
                    *old = text;
                }
                sheet.trouble = None;
            }
            LabMessage::Restore => {
                let sheet = self.sheet_mut();
                sheet.texts = defaults(sheet.experiment);
                (sheet.trouble, sheet.edited) = (None, None);
            }
            LabMessage::EditAsText(as_text) => self.sheet_mut().as_text = as_text,
            LabMessage::EditMethod(row) => {
                let sheet = self.sheet_mut();
                (sheet.edited, sheet.reveal) = (row, row.is_some());
            }
            LabMessage::Revealed => self.sheet_mut().reveal = false,
            LabMessage::Chart(place) => self.sheet_mut().chart = place,
            LabMessage::Run | LabMessage::Open(_) | LabMessage::Shell(_) => {}
        }
    }
}
