//! An experiment: a question that many runs answer.

use std::sync::Arc;

use super::settings::{Parameter, ParameterKind, Settings};
use super::view::{Chart, Table};
use super::{EXPERIMENTS, Ledger, Measure, Record};
use crate::board::{Board, Square};
use crate::engine::{Answer, Batch, Chunk, Control, Extent, Limits, WrongTour, count_tours, run};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::Recipe;
use crate::text::{did_you_mean, grouped, quoted};

/// Everything that window and command line show of an experiment.
pub struct Experiment {
    /// Its name on the command line.
    pub name: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// Which published measurement it repeats.
    pub repeats: &'static str,
    /// What can be set.
    pub parameters: &'static [Parameter],
    /// What is run.
    pub plan: fn(&Settings) -> Result<Trials, LabError>,
    /// What comes out, also before everything was run.
    pub report: fn(&Settings, &Results<'_>) -> Report,
}

/// Why an experiment cannot be run: a sentence with the way out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LabError(pub(super) String);

impl LabError {
    pub(super) fn of(error: impl std::fmt::Display) -> LabError {
        LabError(error.to_string())
    }
}

/// The experiment of a name.
pub fn named(name: &str) -> Result<&'static Experiment, LabError> {
    let names = || EXPERIMENTS.iter().map(|experiment| experiment.name);
    EXPERIMENTS.iter().copied().find(|experiment| experiment.name == name).ok_or_else(|| {
        let hint = did_you_mean(name, names());
        let list = names().collect::<Vec<_>>().join(", ");
        LabError(format!("experiment {} is not known{hint}; use {list}", quoted(name)))
    })
}

/// One run of an experiment, before it is run.
#[derive(Clone)]
pub struct Trial {
    /// The question.
    pub puzzle: Puzzle,
    /// The method.
    pub recipe: Recipe,
    /// How far it may go.
    pub limits: Limits,
    /// Whether all tours are looked for, and also where a theorem says that there is none.
    pub all: bool,
    /// Trials that are reported together have the same number.
    pub group: usize,
}

impl Trial {
    /// A search for one tour from a square.
    pub(super) fn new(
        board: &Board,
        start: Square,
        goal: Goal,
        seed: u64,
        recipe: &Recipe,
    ) -> Result<Trial, LabError> {
        let puzzle = Puzzle::new(board.clone(), vec![start], goal, seed).map_err(LabError::of)?;
        let limits = Limits::default();
        Ok(Trial { puzzle, recipe: recipe.clone(), limits, all: false, group: 0 })
    }

    /// The same with a limit of steps.
    pub(super) fn up_to(mut self, steps: u64) -> Trial {
        self.limits.steps = Some(steps);
        self
    }

    /// The same in a group.
    pub(super) fn in_group(mut self, group: usize) -> Trial {
        self.group = group;
        self
    }

    fn run(&self, control: &Control) -> Result<Finding, WrongTour> {
        if self.all {
            let (run, tours) = count_tours(&self.puzzle, &self.recipe, self.limits, control)?;
            return Ok(Finding { record: Record::of(&self.puzzle, &run), tours });
        }
        let run = run(&self.puzzle, &self.recipe, self.limits, false, control)?;
        let record = Record::of(&self.puzzle, &run);
        Ok(Finding { record, tours: u64::from(record.answer == Answer::Found) })
    }
}

/// All trials of an experiment, not too many of them.
#[derive(Default)]
pub struct Trials(Vec<Trial>);

impl Trials {
    /// More are not kept in mind.
    const MOST: usize = 500_000;

    /// Takes one more in.
    pub(super) fn add(&mut self, trial: Trial) -> Result<(), LabError> {
        if self.0.len() >= Trials::MOST {
            let most = grouped(Trials::MOST as u64);
            return Err(LabError(format!(
                "these are more than {most} runs, the most at a time; choose smaller boards, fewer \
                 sizes, methods or runs"
            )));
        }
        self.0.push(trial);
        Ok(())
    }
}

/// What one run of an experiment found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// What is kept of the run.
    pub record: Record,
    /// How many tours it found.
    pub tours: u64,
}

/// The runs of an experiment with what is known of them so far.
pub struct Results<'a> {
    /// What is run.
    pub trials: &'a [Trial],
    /// What was found, in the same order.
    pub findings: &'a [Option<Finding>],
    /// The numbers of the trials in each group.
    groups: &'a [Vec<usize>],
    /// What is kept of all runs of each group.
    ledgers: &'a [Ledger],
    /// What is kept of no runs.
    nothing: &'a Ledger,
}

impl<'a> Results<'a> {
    /// Numbers, trials and findings of the runs that are over.
    pub(super) fn done(&self) -> impl Iterator<Item = (usize, &Trial, &Finding)> {
        let pairs = self.trials.iter().zip(self.findings).enumerate();
        pairs.filter_map(|(number, (trial, finding))| Some((number, trial, finding.as_ref()?)))
    }

    /// The same for one group.
    pub(super) fn of(&self, group: usize) -> impl Iterator<Item = (usize, &Trial, &Finding)> {
        let numbers = self.groups.get(group).map_or(&[][..], Vec::as_slice);
        let known = |number: &usize| {
            Some((*number, &self.trials[*number], self.findings[*number].as_ref()?))
        };
        numbers.iter().filter_map(known)
    }

    /// The run of a group that is in the middle by its steps, of those that found a tour; the first
    /// where none did.
    pub(super) fn typical(&self, group: usize) -> Option<usize> {
        let middle = self.ledger(group).spread(Measure::Steps).part(0.5);
        let mut runs = self.of(group);
        let found = runs.find(|(_, _, finding)| {
            let record = &finding.record;
            record.answer == Answer::Found && Some(record.work.steps) == middle
        });
        found.or_else(|| self.of(group).next()).map(|(number, _, _)| number)
    }

    /// What is kept of all runs of a group.
    pub(super) fn ledger(&self, group: usize) -> &'a Ledger {
        self.ledgers.get(group).unwrap_or(self.nothing)
    }
}

/// What comes out of an experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The numbers.
    pub table: Table,
    /// Pictures of them.
    pub charts: Vec<Chart>,
    /// What is remarkable, in words.
    pub remarks: Vec<String>,
}

/// An experiment that is being run.
pub struct Running {
    experiment: &'static Experiment,
    settings: Settings,
    trials: Arc<Vec<Trial>>,
    groups: Vec<Vec<usize>>,
    /// Kept up to date run by run, so that a report need not look at all of them.
    ledgers: Vec<Ledger>,
    nothing: Ledger,
    findings: Vec<Option<Finding>>,
    done: usize,
    batch: Batch<Vec<Result<Finding, WrongTour>>>,
    fault: Option<WrongTour>,
}

impl Running {
    /// Begins to run it on so many threads, as these orders say.
    pub fn start(
        experiment: &'static Experiment,
        settings: &Settings,
        threads: usize,
        control: Arc<Control>,
    ) -> Result<Running, LabError> {
        let trials = (experiment.plan)(settings)?.0;
        let mut groups = vec![Vec::new(); trials.iter().map(|t| t.group + 1).max().unwrap_or(0)];
        for (number, trial) in trials.iter().enumerate() {
            groups[trial.group].push(number);
        }
        let trials = Arc::new(trials);
        let jobs = Arc::clone(&trials);
        let count = trials.len() as u64;
        let batch = Batch::start(
            threads.max(1),
            Extent::all(count),
            control,
            move |number, control, made| {
                Vec::push(made, jobs[number as usize].run(control));
            },
        );
        Ok(Running {
            experiment,
            settings: settings.clone(),
            findings: vec![None; trials.len()],
            ledgers: vec![Ledger::default(); groups.len()],
            nothing: Ledger::default(),
            groups,
            trials,
            done: 0,
            batch,
            fault: None,
        })
    }

    /// Takes over what was found, waiting a moment for it, and says whether more can come.
    pub fn wait(&mut self) -> bool {
        let more = self.batch.wait();
        while let Some(chunk) = self.batch.poll_any() {
            self.take(chunk);
        }
        more && !self.is_done()
    }

    fn take(&mut self, chunk: Chunk<Vec<Result<Finding, WrongTour>>>) {
        for (number, result) in chunk.numbers.zip(chunk.made) {
            match result {
                // What was stopped has found nothing out.
                Ok(finding) if finding.record.answer == Answer::Interrupted => {}
                Ok(finding) => {
                    self.ledgers[self.trials[number as usize].group].add(&finding.record);
                    self.findings[number as usize] = Some(finding);
                    self.done += 1;
                }
                Err(fault) => self.fault = Some(fault),
            }
        }
    }

    /// How many runs are over, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.trials.len())
    }

    /// Whether everything was run.
    pub fn is_done(&self) -> bool {
        self.done == self.trials.len()
    }

    /// What is run.
    pub fn trials(&self) -> Arc<Vec<Trial>> {
        Arc::clone(&self.trials)
    }

    /// A wrong tour that a method claimed to have found: a fault of this program.
    pub fn fault(&self) -> Option<&WrongTour> {
        self.fault.as_ref()
    }

    /// The experiment.
    pub fn experiment(&self) -> &'static Experiment {
        self.experiment
    }

    /// What it is set to.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The runs with what is known of them so far.
    pub fn results(&self) -> Results<'_> {
        Results {
            trials: &self.trials,
            findings: &self.findings,
            groups: &self.groups,
            ledgers: &self.ledgers,
            nothing: &self.nothing,
        }
    }

    /// What comes out so far.
    pub fn report(&self) -> Report {
        (self.experiment.report)(&self.settings, &self.results())
    }
}

/// Parameters that several experiments have.
pub(super) const BOARD: Parameter = Parameter {
    key: "board",
    help: "rows and columns",
    kind: ParameterKind::Board,
    default: "8x8",
};
pub(super) const START: Parameter = Parameter {
    key: "start",
    help: "the square to start from, as row,column from the top left or by name",
    kind: ParameterKind::Start,
    default: "0,0",
};
pub(super) const GOAL: Parameter = Parameter {
    key: "goal",
    help: "which tours count: any or closed",
    kind: ParameterKind::Goal,
    default: "any",
};
pub(super) const SEED: Parameter = Parameter {
    key: "seed",
    help: "where all randomness comes from",
    kind: ParameterKind::Seed,
    default: "0",
};
pub(super) const METHODS: Parameter = Parameter {
    key: "methods",
    help: "the methods, separated by spaces, with options as method:key=value,key=value",
    kind: ParameterKind::Methods,
    default: "backtracking warnsdorff restarting",
};
pub(super) const MAX_STEPS: Parameter = Parameter {
    key: "max-steps",
    help: "a run is left after so many steps",
    kind: ParameterKind::Whole(1, 1_000_000_000_000),
    default: "100,000,000",
};
