//! An experiment: a question that many runs answer.

use std::fmt;
use std::sync::Arc;

use super::view::{Chart, Table};
use super::{EXPERIMENTS, Fault, Measure, Record, RunStats, method_name};
use crate::board::{Board, Naming, Square};
use crate::engine::{
    Answer, Batch, Chunk, Control, Extent, Harvest, Limits, WrongTour, count_tours, harvest,
    refusal, run,
};
use crate::feasibility::{Verdict, verdict};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{MethodConfig, OptionSpec, Options};
use crate::text::{capitalised, counted, did_you_mean, grouped, quoted};
use crate::words::{self, Names};

/// Everything that the window and the command line need to know about an experiment.
pub struct Experiment {
    /// Its name on the command line.
    pub name: &'static str,
    /// The question it answers, as people ask it.
    pub title: &'static str,
    /// What it does, in one sentence that begins with a verb, such as "Counts all tours."
    pub summary: &'static str,
    /// What pressing Run does, as it continues after "Press Run to".
    pub invitation: &'static str,
    /// Which published measurement it repeats.
    pub repeats: &'static str,
    /// What can be set.
    pub parameters: &'static [&'static OptionSpec],
    /// What is run.
    pub plan: fn(&Options) -> Result<Trials, LabError>,
    /// What was found, also while runs are missing.
    pub report: fn(&Options, &Results<'_>) -> Findings,
    /// A chart with sample numbers, to show what the results look like.
    pub example: fn() -> Option<Chart>,
}

/// Why an experiment cannot be run, and what to do about it.
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
        LabError(format!("unknown experiment {}{hint}; use {list}", quoted(name)))
    })
}

/// What a trial does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// It looks for one tour.
    One,
    /// It counts all tours, even where a theorem rules them out.
    Count,
    /// It looks for one tour, and keeps how it went.
    Watch,
    /// It goes on past every tour until its limit, and keeps what it finds.
    Harvest,
}

/// A run of an experiment that is to be made.
#[derive(Clone)]
pub struct Trial {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The method.
    pub config: MethodConfig,
    /// When it stops without an answer.
    pub limits: Limits,
    /// What it does.
    pub task: Task,
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
        config: &MethodConfig,
    ) -> Result<Trial, LabError> {
        let puzzle = Puzzle::new(board.clone(), vec![start], goal, seed).map_err(LabError::of)?;
        let limits = Limits::default();
        Ok(Trial { puzzle, config: config.clone(), limits, task: Task::One, group: 0 })
    }

    /// The same with a step limit.
    pub(super) fn up_to(mut self, steps: u64) -> Trial {
        self.limits.steps = Some(steps);
        self
    }

    /// The same, keeping how it went.
    pub(super) fn watched(mut self) -> Trial {
        self.task = Task::Watch;
        self
    }

    /// The same, going on past every tour.
    pub(super) fn harvesting(mut self) -> Trial {
        self.task = Task::Harvest;
        self
    }

    /// The same in a group.
    pub(super) fn in_group(mut self, group: usize) -> Trial {
        self.group = group;
        self
    }

    fn run(&self, control: &Control) -> Result<Measurement, WrongTour> {
        let (run, tours, harvest) = match self.task {
            Task::One => {
                let run = run(&self.puzzle, &self.config, self.limits, false, control)?;
                let tours = u64::from(run.outcome.answer() == Answer::Found);
                (run, tours, None)
            }
            Task::Count => {
                let (run, tours) = count_tours(&self.puzzle, &self.config, self.limits, control)?;
                (run, tours, None)
            }
            Task::Watch | Task::Harvest => {
                let past = self.task == Task::Harvest;
                let (puzzle, limits) = (&self.puzzle, self.limits);
                let (run, harvest) = harvest(puzzle, &self.config, limits, past, control)?;
                (run, harvest.tours, Some(Arc::new(harvest)))
            }
        };
        Ok(Measurement {
            record: Record::of(&self.puzzle, self.config.method, &run),
            tours,
            harvest,
        })
    }

    /// Why there is nothing to search for, in a sentence.
    pub fn no_tour(&self, naming: Naming) -> Option<String> {
        match verdict(&self.puzzle) {
            Verdict::Impossible(reason) if self.task != Task::Count => {
                let none = capitalised(&self.puzzle.none_exists(naming));
                let names = Names { board: self.puzzle.board(), naming };
                Some(format!("{none}: {}.", words::obstruction(&reason, names)))
            }
            _ => None,
        }
    }

    /// What is said about it where it is watched without its limit.
    pub fn notice(&self, hit_limit: bool) -> String {
        let limit = match self.limits.steps {
            _ if self.task == Task::Harvest => {
                ", opened without its limit; here it stops at a tour"
            }
            _ if !hit_limit => "",
            Some(_) => ", opened without its step limit",
            None => ", opened without its time limit",
        };
        format!("Lab run{limit}. Undo brings back your board.")
    }
}

/// All trials of an experiment, up to a limit.
#[derive(Default)]
pub struct Trials(Vec<Trial>);

impl Trials {
    /// More would take too much memory.
    const MOST: usize = 500_000;

    /// Adds a trial, unless its method does not take its puzzle.
    pub(super) fn add(&mut self, trial: Trial) -> Result<(), LabError> {
        if refusal(&trial.puzzle, &trial.config, false).is_some() {
            return Ok(());
        }
        if self.0.len() >= Trials::MOST {
            let most = grouped(Trials::MOST as u64);
            return Err(LabError(format!(
                "this is more than {most} runs, the limit for one experiment; choose smaller boards, \
                 or fewer sizes, methods or runs"
            )));
        }
        self.0.push(trial);
        Ok(())
    }
}

/// What one run of an experiment measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    /// The record of the run.
    pub record: Record,
    /// How many tours it found.
    pub tours: u64,
    /// What it found on its way, if it went on past every tour.
    pub harvest: Option<Arc<Harvest>>,
}

/// The runs of an experiment with their results so far.
pub struct Results<'a> {
    /// What is run.
    pub trials: &'a [Trial],
    /// What was measured, in the same order.
    pub measurements: &'a [Option<Measurement>],
    /// The numbers of the trials in each group.
    groups: &'a [Vec<usize>],
    /// The statistics of each group.
    ledgers: &'a [RunStats],
    /// No runs yet.
    nothing: &'a RunStats,
}

impl<'a> Results<'a> {
    /// Numbers, trials and measurements of the finished runs.
    pub(super) fn done(&self) -> impl Iterator<Item = (usize, &Trial, &Measurement)> {
        let pairs = self.trials.iter().zip(self.measurements).enumerate();
        pairs.filter_map(|(number, (trial, measurement))| {
            Some((number, trial, measurement.as_ref()?))
        })
    }

    /// The same for one group.
    pub(super) fn of(&self, group: usize) -> impl Iterator<Item = (usize, &Trial, &Measurement)> {
        let numbers = self.groups.get(group).map_or(&[][..], Vec::as_slice);
        let known = |number: &usize| {
            Some((*number, &self.trials[*number], self.measurements[*number].as_ref()?))
        };
        numbers.iter().filter_map(known)
    }

    /// The median run of a group by a measure, among those that found a tour; the first run where none
    /// did.
    pub(super) fn typical(&self, group: usize, measure: Measure) -> Option<usize> {
        let middle = self.stats(group).distribution(measure).part(0.5);
        let mut runs = self.of(group);
        let found = runs.find(|(_, _, measurement)| {
            let record = &measurement.record;
            record.answer == Answer::Found && Some(measure.of(record)) == middle
        });
        found.or_else(|| self.of(group).next()).map(|(number, _, _)| number)
    }

    /// The statistics of a group.
    pub(super) fn stats(&self, group: usize) -> &'a RunStats {
        self.ledgers.get(group).unwrap_or(self.nothing)
    }
}

/// What an experiment has found: numbers, charts and remarks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    /// The numbers.
    pub table: Table,
    /// The numbers as charts.
    pub charts: Vec<Chart>,
    /// What stands out, in words.
    pub remarks: Vec<Remark>,
}

/// A sentence about the results.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// The method it is about, if it is about one.
    pub method: Option<MethodConfig>,
    /// The sentence.
    pub text: String,
}

impl Remark {
    /// A sentence about all results.
    pub(super) fn new(text: impl Into<String>) -> Remark {
        Remark { method: None, text: text.into() }
    }

    /// As the window shows it.
    pub fn in_words(&self) -> String {
        let method = self.method.as_ref();
        method.map_or_else(
            || self.text.clone(),
            |config| format!("{}: {}", method_name(config), self.text),
        )
    }
}

/// As the command line shows it.
impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.method {
            Some(config) => write!(f, "{config}: {}", self.text),
            None => write!(f, "{}", self.text),
        }
    }
}

/// A running experiment.
pub struct ExperimentRun {
    experiment: &'static Experiment,
    settings: Options,
    trials: Arc<Vec<Trial>>,
    groups: Vec<Vec<usize>>,
    /// Updated after every run, so that a report need not look at all of them.
    ledgers: Vec<RunStats>,
    nothing: RunStats,
    measurements: Vec<Option<Measurement>>,
    done: usize,
    batch: Batch<Vec<Result<Measurement, WrongTour>>>,
    fault: Option<Fault>,
}

impl ExperimentRun {
    /// Starts it on this number of threads; the control pauses and stops it.
    pub fn start(
        experiment: &'static Experiment,
        settings: &Options,
        threads: usize,
        control: Arc<Control>,
    ) -> Result<ExperimentRun, LabError> {
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
        Ok(ExperimentRun {
            experiment,
            settings: settings.clone(),
            measurements: vec![None; trials.len()],
            ledgers: vec![RunStats::default(); groups.len()],
            nothing: RunStats::default(),
            groups,
            trials,
            done: 0,
            batch,
            fault: None,
        })
    }

    /// Waits a frame for results, takes them in, and says whether there will be more.
    pub fn wait(&mut self) -> bool {
        let more = self.batch.wait();
        while let Some(chunk) = self.batch.poll_any() {
            self.take(chunk);
        }
        if let Some((number, what)) = self.batch.crash().filter(|_| self.fault.is_none()) {
            let trial = &self.trials[number as usize];
            self.fault = Some(Fault::crash(&trial.puzzle, &trial.config, &what));
        }
        more && !self.is_done()
    }

    fn take(&mut self, chunk: Chunk<Vec<Result<Measurement, WrongTour>>>) {
        for (number, result) in chunk.numbers.zip(chunk.made) {
            match result {
                // A run that was stopped says nothing.
                Ok(measurement) if measurement.record.answer == Answer::Interrupted => {}
                Ok(measurement) => {
                    self.ledgers[self.trials[number as usize].group].add(&measurement.record);
                    self.measurements[number as usize] = Some(measurement);
                    self.done += 1;
                }
                Err(wrong) => self.fault = Some(wrong.into()),
            }
        }
    }

    /// How many runs are finished, and how many there are.
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

    /// The numbers of the runs that hit their limit, in rising order.
    pub(super) fn limited(&self) -> Vec<usize> {
        let results = self.results();
        let limited = results.done().filter(|run| run.2.record.answer == Answer::Limit);
        limited.map(|(number, _, _)| number).collect()
    }

    /// A run that crashed, or a tour that is none: a bug in this program.
    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// The experiment.
    pub fn experiment(&self) -> &'static Experiment {
        self.experiment
    }

    /// Its parameters.
    pub fn settings(&self) -> &Options {
        &self.settings
    }

    /// The runs with their results so far.
    pub fn results(&self) -> Results<'_> {
        Results {
            trials: &self.trials,
            measurements: &self.measurements,
            groups: &self.groups,
            ledgers: &self.ledgers,
            nothing: &self.nothing,
        }
    }

    /// What it has found so far.
    pub fn report(&self) -> Findings {
        (self.experiment.report)(&self.settings, &self.results())
    }
}

/// The largest and the smallest of some numbers, each with the squares it belongs to.
pub(super) fn most_and_fewest(board: &Board, numbers: &[(Square, u64)]) -> Option<String> {
    let of = |number: u64| {
        let own = numbers.iter().filter(|(_, other)| *other == number);
        let own: Vec<Square> = own.map(|(square, _)| *square).collect();
        format!("{} from {}", grouped(number), squares_named(board, &own))
    };
    let most = numbers.iter().map(|(_, number)| *number).max()?;
    let fewest = numbers.iter().map(|(_, number)| *number).min()?;
    Some(match most == fewest {
        true => format!("{} from each", grouped(most)),
        false => format!("most {}, fewest {}", of(most), of(fewest)),
    })
}

/// Squares by their names and as row and column; only their number where there are many.
pub(super) fn squares_named(board: &Board, squares: &[Square]) -> String {
    if squares.len() > 4 {
        return counted(squares.len() as u64, "square");
    }
    let named = |square: &Square| match board.name(*square) {
        name if name == board.coordinates(*square) => name,
        name => format!("{name} ({})", board.coordinates(*square)),
    };
    squares.iter().map(named).collect::<Vec<_>>().join(", ")
}

/// The name of an axis of work that all methods can be compared by.
pub(super) const SQUARES_TRIED: &str = "squares tried";
