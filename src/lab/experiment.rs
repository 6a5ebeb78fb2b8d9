//! An experiment: a question that many runs answer.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::parameter::{MAX_SECONDS, MAX_STEPS};
use super::view::{Chart, Table};
use super::{EXPERIMENTS, Measure, Record, RunStats, method_name};
use crate::board::{Board, Naming, Square};
use crate::engine::{
    Answer, Batch, BatchOptions, Control, Harvest, JobResults, Limits, WrongTour, count_tours,
    harvest, refusal, run,
};
use crate::feasibility::{Verdict, verdict};
use crate::puzzle::Puzzle;
use crate::solver::{MethodConfig, OptionSpec, Options, Work};
use crate::text::{capitalised, counted, cut, did_you_mean, grouped, quoted};
use crate::words::{self, Names};

/// Everything that the window and the command line need to know about an experiment.
pub struct Experiment {
    /// Its name on the command line.
    pub name: &'static str,
    pub title: &'static str,
    /// What it does, in one sentence that begins with a verb, such as "Counts all tours."
    pub summary: &'static str,
    /// Completes the sentence that begins with "Press Run to".
    pub invitation: &'static str,
    /// Which published measurement it repeats.
    pub repeats: &'static str,
    pub parameters: &'static [&'static OptionSpec],
    pub plan: fn(&Options, &mut Trials) -> Result<(), LabError>,
    /// Reports the results so far.
    pub report: fn(&Options, &TrialResults) -> Findings,
    /// A chart with sample numbers, to show what the results look like.
    pub example: fn() -> Chart,
}

/// Why an experiment cannot be run, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct LabError(pub(super) String);

impl LabError {
    pub(super) fn of(error: impl fmt::Display) -> LabError {
        LabError(error.to_string())
    }
}

pub fn named(name: &str) -> Result<&'static Experiment, LabError> {
    let names = || EXPERIMENTS.iter().map(|experiment| experiment.name);
    EXPERIMENTS.iter().copied().find(|experiment| experiment.name == name).ok_or_else(|| {
        let hint = did_you_mean(name, names());
        let list = names().collect::<Vec<_>>().join(", ");
        LabError(format!("unknown experiment {}{hint}; use {list}", quoted(name)))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Task {
    /// It looks for one tour.
    One,
    /// It counts all tours, even where a theorem rules them out.
    Count,
    /// It looks for one tour, and records its metrics.
    Watch,
    /// It continues after every tour until its limit, and records tours and metrics.
    Harvest,
}

/// One planned run of an experiment.
#[derive(Clone)]
pub struct Trial {
    pub puzzle: Puzzle,
    pub config: MethodConfig,
    pub limits: Limits,
    pub task: Task,
    /// Trials that are reported together have the same number.
    pub group: usize,
}

impl Trial {
    /// A search for one tour, with the limits that are set.
    pub(super) fn new(puzzle: &Puzzle, config: &MethodConfig, settings: &Options) -> Trial {
        let limits =
            Limits { steps: settings.find(&MAX_STEPS), seconds: settings.find(&MAX_SECONDS) };
        let (puzzle, config) = (puzzle.clone(), config.clone());
        Trial { puzzle, config, limits, task: Task::One, group: 0 }
    }

    /// A search that continues after every tour, up to a number of steps.
    pub(super) fn harvest(puzzle: Puzzle, method: &str, steps: u64) -> Result<Trial, LabError> {
        let config: MethodConfig = method.parse().map_err(LabError::of)?;
        if let Some(why) = config.refusal(&puzzle) {
            return Err(LabError(why));
        }
        let limits = Limits { steps: Some(steps), seconds: None };
        Ok(Trial { puzzle, config, limits, task: Task::Harvest, group: 0 })
    }

    fn run(&self, control: &Control) -> Result<Measurement, WrongTour> {
        let (puzzle, config, limits) = (&self.puzzle, &self.config, self.limits);
        let (run, tours, harvest) = match self.task {
            Task::One => {
                let run = run(puzzle, config, limits, false, control)?;
                let tours = u64::from(run.outcome.tour().is_some());
                (run, tours, None)
            }
            Task::Count => {
                let (run, tours) = count_tours(puzzle, config, limits, control)?;
                (run, tours, None)
            }
            Task::Watch | Task::Harvest => {
                let past_tours = self.task == Task::Harvest;
                let (run, harvest) = harvest(puzzle, config, limits, past_tours, control)?;
                (run, harvest.tours, Some(Arc::new(harvest)))
            }
        };
        Ok(Measurement { record: Record::of(puzzle, config.method, &run), tours, harvest })
    }

    /// Why there is nothing to search for, in a sentence.
    pub fn no_tour(&self, naming: Naming) -> Option<String> {
        match verdict(&self.puzzle) {
            Verdict::No(reason) if self.task != Task::Count => {
                let none = capitalised(&self.puzzle.none_exists(naming));
                let names = Names { board: self.puzzle.board(), naming };
                Some(format!("{none}: {}.", words::obstruction(&reason, names)))
            }
            _ => None,
        }
    }

    /// The notice on the Board page, where it is watched without its limit.
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

#[derive(Default)]
pub struct Trials {
    trials: Vec<Trial>,
    /// Methods that do not take some of the puzzles, with the reason and how many runs were left out.
    refused: Vec<(MethodConfig, String, u64)>,
}

impl Trials {
    /// More would take too much memory.
    const MAX_TRIALS: usize = 500_000;

    /// Adds a trial, unless its method does not take its puzzle.
    pub(super) fn add(&mut self, trial: Trial) -> Result<(), LabError> {
        if let Some(why) = refusal(&trial.puzzle, &trial.config, false) {
            let mut known = self.refused.iter_mut();
            match known.find(|(config, other, _)| *config == trial.config && *other == why) {
                Some((_, _, runs)) => *runs += 1,
                None => self.refused.push((trial.config, why, 1)),
            }
            return Ok(());
        }
        if self.trials.len() >= Trials::MAX_TRIALS {
            let most = grouped(Trials::MAX_TRIALS as u64);
            return Err(LabError(format!(
                "this is more than {most} runs, the limit for one experiment; choose smaller boards, \
                 or fewer sizes, methods or runs"
            )));
        }
        self.trials.push(trial);
        Ok(())
    }

    /// Adds a trial once for each of these numbers, which are added to its seed.
    pub(super) fn repeat(&mut self, trial: &Trial, runs: Range<u64>) -> Result<(), LabError> {
        for run in runs {
            let trial = trial.clone();
            let seed = trial.puzzle.seed().wrapping_add(run);
            self.add(Trial { puzzle: trial.puzzle.with_seed(seed), ..trial })?;
        }
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Measurement {
    pub record: Record,
    pub tours: u64,
    /// Present unless its task was to find one tour, or to count them.
    pub harvest: Option<Arc<Harvest>>,
}

/// A number that only the method counts; 0 if it does not.
pub(super) fn counter(work: &Work, key: &str) -> u64 {
    work.counters.iter().find(|(name, _)| *name == key).map_or(0, |(_, number)| number)
}

/// The trials of an experiment with what was measured so far, in the same order.
pub struct TrialResults {
    pub trials: Arc<Vec<Trial>>,
    pub measurements: Vec<Option<Measurement>>,
    /// The numbers of the trials in each group.
    groups: Vec<Vec<usize>>,
    /// The statistics of each group, updated after every run so that reports need not read all runs.
    stats: Vec<RunStats>,
    /// The statistics of a group without trials.
    no_runs: RunStats,
}

impl TrialResults {
    /// Numbers, trials and measurements of the finished runs.
    pub(super) fn done(&self) -> impl Iterator<Item = (usize, &Trial, &Measurement)> {
        (0..self.trials.len()).filter_map(|number| self.run(number))
    }

    /// The finished runs of one group.
    pub(super) fn of(&self, group: usize) -> impl Iterator<Item = (usize, &Trial, &Measurement)> {
        let numbers = self.groups.get(group).map_or(&[][..], Vec::as_slice);
        numbers.iter().filter_map(|number| self.run(*number))
    }

    fn run(&self, number: usize) -> Option<(usize, &Trial, &Measurement)> {
        Some((number, &self.trials[number], self.measurements[number].as_ref()?))
    }

    /// The median run of a group by a measure, among those that found a tour; the first run where none
    /// did.
    pub(super) fn typical(&self, group: usize, measure: Measure) -> Option<usize> {
        let middle = self.stats(group).distribution(measure).part(0.5);
        let found = self.of(group).find(|(_, _, measurement)| {
            let record = &measurement.record;
            record.answer == Answer::Found && Some(measure.of(record)) == middle
        });
        found.or_else(|| self.of(group).next()).map(|(number, _, _)| number)
    }

    pub(super) fn stats(&self, group: usize) -> &RunStats {
        self.stats.get(group).unwrap_or(&self.no_runs)
    }

    /// The seconds that the runs of a group took together.
    pub(super) fn seconds(&self, group: usize) -> f64 {
        self.of(group).map(|(_, _, measurement)| measurement.record.seconds).sum()
    }
}

/// The results of an experiment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Findings {
    pub table: Table,
    pub charts: Vec<Chart>,
    pub remarks: Vec<Remark>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// The method it is about; `None` if it is about all results.
    pub method: Option<MethodConfig>,
    pub text: String,
}

impl Remark {
    pub(super) fn new(text: impl Into<String>) -> Remark {
        Remark { method: None, text: text.into() }
    }

    /// As the window shows it.
    pub fn in_words(&self) -> String {
        match &self.method {
            Some(config) => format!("{}: {}", method_name(config), self.text),
            None => self.text.clone(),
        }
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

pub struct ExperimentRun {
    pub experiment: &'static Experiment,
    pub settings: Options,
    pub results: TrialResults,
    done: usize,
    /// Methods that do not take some of the puzzles, with the reason and how many runs were left out.
    refused: Vec<(MethodConfig, String, u64)>,
    batch: Batch<Vec<Result<Measurement, WrongTour>>>,
    /// A bug in this program that a run brought to light.
    pub fault: Option<String>,
}

impl ExperimentRun {
    /// Starts it on this number of threads; the control pauses and stops it.
    pub fn start(
        experiment: &'static Experiment,
        settings: &Options,
        threads: usize,
        control: Arc<Control>,
    ) -> Result<ExperimentRun, LabError> {
        let mut planned = Trials::default();
        (experiment.plan)(settings, &mut planned)?;
        let Trials { trials, refused } = planned;
        let trials = Arc::new(trials);
        let mut groups = vec![Vec::new(); trials.iter().map(|t| t.group + 1).max().unwrap_or(0)];
        for (number, trial) in trials.iter().enumerate() {
            groups[trial.group].push(number);
        }
        let jobs = Arc::clone(&trials);
        let job = move |number: u64, control: &Control, made: &mut Vec<_>| {
            made.push(jobs[number as usize].run(control));
        };
        let extent = BatchOptions::all(trials.len() as u64);
        let batch = Batch::start(threads.max(1), extent, control, job);
        let results = TrialResults {
            measurements: vec![None; trials.len()],
            stats: vec![RunStats::default(); groups.len()],
            no_runs: RunStats::default(),
            groups,
            trials,
        };
        let settings = settings.clone();
        Ok(ExperimentRun { experiment, settings, results, done: 0, refused, batch, fault: None })
    }

    /// Waits a moment for results, takes them in, and returns whether there will be more.
    pub fn wait(&mut self) -> bool {
        let more = self.batch.wait();
        while let Some(chunk) = self.batch.poll_any() {
            self.take(chunk);
        }
        if let Some((number, words)) = self.batch.crash()
            && self.fault.is_none()
        {
            let trial = &self.results.trials[number as usize];
            self.fault = Some(crash_words(&trial.puzzle, &trial.config, &words));
        }
        more && !self.is_done()
    }

    fn take(&mut self, chunk: JobResults<Vec<Result<Measurement, WrongTour>>>) {
        let results = &mut self.results;
        for (number, result) in chunk.numbers.zip(chunk.made) {
            let number = number as usize;
            match result {
                // A run that was stopped says nothing.
                Ok(measurement) if measurement.record.answer == Answer::Interrupted => {}
                Ok(measurement) => {
                    results.stats[results.trials[number].group].add(&measurement.record);
                    results.measurements[number] = Some(measurement);
                    self.done += 1;
                }
                Err(wrong) => self.fault = Some(wrong.to_string()),
            }
        }
    }

    /// How many runs are finished, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.results.trials.len())
    }

    pub fn is_done(&self) -> bool {
        self.done == self.results.trials.len()
    }

    pub fn trials(&self) -> Arc<Vec<Trial>> {
        Arc::clone(&self.results.trials)
    }

    /// The numbers of the runs that hit their limit, in rising order.
    pub(super) fn limited(&self) -> Vec<usize> {
        let limited = self.results.done().filter(|run| run.2.record.answer == Answer::Limit);
        limited.map(|(number, _, _)| number).collect()
    }

    pub fn report(&self) -> Findings {
        let mut findings = (self.experiment.report)(&self.settings, &self.results);
        findings.remarks.extend(self.refused.iter().map(|(config, why, runs)| {
            let text = format!("{} left out, because {why}", counted(*runs, "run"));
            Remark { method: Some(config.clone()), text }
        }));
        findings
    }
}

/// The message about a run that panicked with these words.
pub(super) fn crash_words(puzzle: &Puzzle, config: &MethodConfig, words: &str) -> String {
    let words = cut(words);
    format!(
        "internal error: a run crashed; please report this puzzle: {puzzle}, by {config} ({words})"
    )
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
    Some(if most == fewest {
        format!("{} from each", grouped(most))
    } else {
        format!("most {}, fewest {}", of(most), of(fewest))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_says_which_limit_was_left_out() {
        let puzzle = "5x5 given=0,0".parse().unwrap();
        let harvest = Trial::harvest(puzzle, "warnsdorff", 9).unwrap();
        let one = Trial { task: Task::One, ..harvest.clone() };
        let timed = Trial { limits: Limits::default(), ..one.clone() };
        for (trial, hit_limit, limit) in [
            (&harvest, false, ", opened without its limit; here it stops at a tour"),
            (&one, false, ""),
            (&one, true, ", opened without its step limit"),
            (&timed, true, ", opened without its time limit"),
        ] {
            let notice = format!("Lab run{limit}. Undo brings back your board.");
            assert_eq!(trial.notice(hit_limit), notice);
        }
    }
}
