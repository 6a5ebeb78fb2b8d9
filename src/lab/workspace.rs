//! The lab as a user works on it: each experiment with its parameters and its last results.

use std::collections::BTreeMap;

use super::parameter::{START, wrong_start};
use super::{BackgroundRun, Chart, EXPERIMENTS, Experiment, Findings, Trial};
use crate::engine::cores;
use crate::solver::{Kind, MethodConfig, OptionSpec, Options, Value, parse_methods};
use crate::text::{counted, grouped};

/// All experiments, one of which is chosen. One runs at a time.
pub struct Workspace {
    experiments: Vec<OpenExperiment>,
    /// The place of the experiment that is shown.
    chosen: usize,
}

/// An experiment with its parameters and its last results, which stay while others are shown.
pub struct OpenExperiment {
    pub experiment: &'static Experiment,
    pub form: ExperimentForm,
    pub example: Chart,
    /// A run that is still being planned. Until it is, the last results stay.
    coming: Option<BackgroundRun>,
    /// The run whose results are shown.
    pub shown: Option<BackgroundRun>,
    /// Whether it was stopped before its end.
    stopped: bool,
    pub findings: Findings,
    /// The most characters of a cell in each column of the table, and whether all are numbers.
    pub columns: Vec<(usize, bool)>,
    /// The place of the chart that is shown.
    pub chart: usize,
    /// Why it cannot run, or what is wrong with one of its runs.
    pub trouble: Option<String>,
}

/// The parameters of an experiment as they are typed, and their values.
pub struct ExperimentForm {
    experiment: &'static Experiment,
    pub fields: Vec<FormField>,
    /// The value of each parameter; the default where what is typed is wrong.
    values: Options,
    /// The command that runs the experiment as it is set.
    pub command: String,
    /// The methods that are typed, or the only one; `None` where they cannot be read. While they are
    /// edited, one may be there twice.
    pub methods: Option<Vec<MethodConfig>>,
}

pub struct FormField {
    pub spec: &'static OptionSpec,
    pub text: String,
    pub wrong: Option<String>,
}

impl ExperimentForm {
    fn new(experiment: &'static Experiment) -> ExperimentForm {
        let field = |spec: &&'static OptionSpec| FormField {
            spec,
            text: spec.default.to_owned(),
            wrong: None,
        };
        let fields = experiment.parameters.iter().map(field).collect();
        let (values, command) = (experiment.defaults(), String::new());
        let mut form = ExperimentForm { experiment, fields, values, command, methods: None };
        form.read();
        form
    }

    pub fn is_wrong(&self) -> bool {
        self.fields.iter().any(|field| field.wrong.is_some())
    }

    /// The value of a parameter; `None` where what is typed is wrong.
    pub fn value(&self, field: &FormField) -> Option<&Value> {
        field.wrong.is_none().then(|| self.values.value(field.spec))
    }

    /// Derives everything else from what is typed.
    fn read(&mut self) {
        self.values = self.experiment.defaults();
        for field in &mut self.fields {
            let set = self.experiment.set(&mut self.values, field.spec.key, &field.text);
            field.wrong = set.err().map(|error| error.to_string());
        }
        if !self.is_wrong()
            && let Some(error) = wrong_start(&self.values)
            && let Some(start) = self.fields.iter_mut().find(|field| field.spec.key == START.0.key)
        {
            start.wrong = Some(error.to_string());
        }
        let methods = self.fields.iter().find(|field| field.spec.kind.is_methods());
        self.methods = methods.and_then(|field| {
            let methods = parse_methods(&field.text).ok()?;
            (matches!(field.spec.kind, Kind::Methods) || methods.len() == 1).then_some(methods)
        });
        self.command = self.experiment.command_line(&self.values);
    }
}

impl OpenExperiment {
    fn new(experiment: &'static Experiment) -> OpenExperiment {
        OpenExperiment {
            experiment,
            form: ExperimentForm::new(experiment),
            example: (experiment.example)(),
            coming: None,
            shown: None,
            stopped: false,
            findings: Findings::default(),
            columns: Vec::new(),
            chart: 0,
            trouble: None,
        }
    }

    /// Whether the results belong to other parameters than those that are set now.
    pub fn is_outdated(&self) -> bool {
        let shown = self.shown.as_ref();
        shown.is_some_and(|shown| shown.settings != self.form.values) || self.form.is_wrong()
    }

    fn is_running(&self) -> bool {
        let is_over = || self.shown.as_ref().is_none_or(BackgroundRun::is_over) || self.stopped;
        self.coming.is_some() || !is_over()
    }

    /// The run that was started last.
    fn newest(&self) -> Option<&BackgroundRun> {
        self.coming.as_ref().or(self.shown.as_ref())
    }

    fn run(&mut self) {
        if self.form.is_wrong() {
            return;
        }
        // One core is left to the window.
        let threads = cores().saturating_sub(1).max(1);
        let run = BackgroundRun::start(self.experiment, self.form.values.clone(), threads);
        (self.coming, self.trouble) = (Some(run), None);
    }

    fn stop(&mut self) {
        if self.coming.take().is_none()
            && let Some(shown) = &self.shown
        {
            shown.control.stop();
            self.stopped = true;
        }
    }

    fn update(&mut self) {
        if let Some(coming) = self.coming.take_if(|coming| coming.is_planned()) {
            self.trouble = coming.trouble();
            if self.trouble.is_none() {
                (self.shown, self.stopped) = (Some(coming), false);
            }
        }
        let Some(shown) = &self.shown else { return };
        if let Some(fault) = shown.trouble() {
            self.trouble = Some(fault);
        }
        if let Some(findings) = shown.take_report() {
            self.columns = findings.table.widths();
            if self.chart >= findings.charts.len() {
                self.chart = 0;
            }
            self.findings = findings;
        }
    }

    pub fn progress_words(&self) -> String {
        let (done, all) = self.progress();
        let runs = counted(all as u64, "run");
        if all == 0 {
            return "Not run yet".to_owned();
        }
        if done == all {
            return format!("Done: {runs}");
        }
        let word = if self.stopped {
            "Stopped at "
        } else if self.is_halted() {
            "Paused at "
        } else {
            ""
        };
        format!("{word}{} of {runs}", grouped(done as u64))
    }

    /// How many runs are finished, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        self.shown.as_ref().map_or((0, 0), BackgroundRun::progress)
    }

    pub fn is_halted(&self) -> bool {
        self.is_running() && self.newest().is_some_and(|run| run.control.is_halted())
    }
}

impl Default for Workspace {
    fn default() -> Workspace {
        let experiments = EXPERIMENTS.iter().copied().map(OpenExperiment::new).collect();
        Workspace { experiments, chosen: 0 }
    }
}

impl Workspace {
    /// The lab with this experiment chosen and these parameters set, as [`Workspace::unusual`] has them.
    pub fn remembered(experiment: &str, set: &BTreeMap<String, String>) -> Workspace {
        let mut lab = Workspace::default();
        lab.choose(experiment);
        for open in &mut lab.experiments {
            let name = open.experiment.name;
            for field in &mut open.form.fields {
                if let Some(text) = set.get(&format!("{name}.{}", field.spec.key)) {
                    field.text.clone_from(text);
                }
            }
            open.form.read();
        }
        lab
    }

    pub fn choose(&mut self, name: &str) {
        let place = self.experiments.iter().position(|open| open.experiment.name == name);
        self.chosen = place.unwrap_or(self.chosen);
    }

    /// The parameters that are not at their default, as `experiment.parameter`.
    pub fn unusual(&self) -> BTreeMap<String, String> {
        let each = self.experiments.iter().flat_map(|open| {
            let unusual = open.form.fields.iter().filter(|field| field.text != field.spec.default);
            unusual.map(|field| {
                (format!("{}.{}", open.experiment.name, field.spec.key), field.text.clone())
            })
        });
        each.collect()
    }

    /// The experiment that is shown, with its results.
    pub fn chosen(&self) -> &OpenExperiment {
        &self.experiments[self.chosen]
    }

    pub fn chosen_mut(&mut self) -> &mut OpenExperiment {
        &mut self.experiments[self.chosen]
    }

    pub fn experiment(&self) -> &'static Experiment {
        self.chosen().experiment
    }

    pub fn name(&self) -> &'static str {
        self.experiment().name
    }

    pub fn running(&self) -> Option<&OpenExperiment> {
        self.experiments.iter().find(|open| open.is_running())
    }

    pub fn is_running(&self) -> bool {
        self.running().is_some()
    }

    /// The experiment that is running, if it is not the one that is shown.
    pub fn another(&self) -> Option<&OpenExperiment> {
        self.running().filter(|running| running.experiment.name != self.name())
    }

    /// Takes in new results. Returns how soon there may be more, in seconds.
    pub fn take_results(&mut self) -> Option<f32> {
        self.experiments.iter_mut().for_each(OpenExperiment::update);
        self.running().map(|running| if running.coming.is_none() { 0.1 } else { 0.01 })
    }

    /// The run of a number, and whether it has hit its limit.
    pub fn trial(&self, number: usize) -> Option<(Trial, bool)> {
        self.chosen().shown.as_ref()?.trial(number)
    }

    pub fn report(&self) -> &Findings {
        &self.chosen().findings
    }

    pub fn chart(&self) -> Option<&Chart> {
        self.report().charts.get(self.chosen().chart)
    }

    /// Runs the chosen experiment, unless one is running.
    pub fn run(&mut self) {
        if !self.is_running() {
            self.chosen_mut().run();
        }
    }

    /// Pauses or resumes what is running; runs the chosen experiment if nothing is.
    pub fn pause(&mut self) {
        match self.running().map(OpenExperiment::newest) {
            Some(Some(newest)) => newest.control.halt(!newest.control.is_halted()),
            _ => self.run(),
        }
    }

    /// Skips the remaining runs.
    pub fn stop(&mut self) {
        let running = self.experiments.iter().position(OpenExperiment::is_running);
        self.experiments[running.unwrap_or(self.chosen)].stop();
    }

    /// Sets the parameter with this key of the chosen experiment.
    pub fn set(&mut self, key: &str, text: String) {
        let chosen = self.chosen_mut();
        if let Some(field) = chosen.form.fields.iter_mut().find(|field| field.spec.key == key) {
            field.text = text;
            chosen.form.read();
        }
        chosen.trouble = None;
    }

    /// Restores the default parameters of the chosen experiment.
    pub fn restore(&mut self) {
        let chosen = self.chosen_mut();
        chosen.form = ExperimentForm::new(chosen.experiment);
        chosen.trouble = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_is_remembered_and_restored() {
        let mut lab = Workspace::default();
        assert!(lab.unusual().is_empty());
        lab.choose("ties");
        lab.set("sizes", "5-6, 12".to_owned());
        let unusual = lab.unusual();
        assert_eq!(unusual.get("ties.sizes").map(String::as_str), Some("5-6, 12"));
        let mut again = Workspace::remembered("ties", &unusual);
        assert_eq!((again.name(), again.unusual()), ("ties", unusual));
        assert_eq!(again.chosen().form.command, "knights-tour lab ties --sizes 5-6,12");
        again.set("sizes", "none".to_owned());
        assert!(again.chosen().form.fields[0].wrong.is_some());
        again.run();
        assert!(!again.is_running(), "wrong parameters are corrected first");
        again.restore();
        assert!(again.unusual().is_empty() && !again.chosen().form.is_wrong());
    }
}
