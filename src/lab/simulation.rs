//! Many runs of one method on one board.

use std::sync::Arc;

use super::experiment::crash_words;
use super::{Record, RunStats};
use crate::board::{Board, Naming, Square};
use crate::engine::{Answer, Batch, BatchOptions, Limits, Run, WrongTour, run};
use crate::feasibility::{Verdict, refused_starts, verdict};
use crate::puzzle::{Goal, Puzzle, PuzzleError, starts};
use crate::solver::{Generator, MethodConfig};
use crate::text::{counted, grouped, or_another_method};
use crate::words::{self, Names};

/// Where the runs start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStarts {
    /// From every square once.
    All,
    /// Each from a random square, except those that a theorem rules out.
    Random,
    Specific(Square),
}

#[derive(Clone)]
pub struct SimulationPlan {
    pub board: Board,
    pub goal: Goal,
    pub config: MethodConfig,
    pub starts: RunStarts,
    /// How many tours to find; ignored when every square is tried once.
    pub count: u64,
    /// The simulation stops after this many runs without a tour.
    pub failures: u64,
    /// The seed of the first run; each following run has the next one.
    pub seed: u64,
    pub limits: Limits,
    pub search_anyway: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The start or the goal does not fit the board.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    #[error("{0}")]
    NoTour(String),
    /// The method does not take puzzles like these.
    #[error("{}", or_another_method(.0))]
    Refused(String),
}

/// Why there are no more runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// All requested tours were found, or every square was tried.
    Done,
    /// The next run would be the same as the one that failed.
    SameAgain,
    /// Every path from the only start was tried: no tour exists.
    Proved,
    Failures,
    Interrupted,
    /// A run showed a bug in this program.
    Fault,
}

/// Many runs of one method on one board. The results do not depend on the number of threads, except
/// for the times.
pub struct Simulation {
    plan: SimulationPlan,
    /// The squares that runs start from, or choose from at random.
    places: Vec<Square>,
}

impl Simulation {
    pub fn new(mut plan: SimulationPlan) -> Result<Simulation, PlanError> {
        let puzzle = |start| Puzzle::new(plan.board.clone(), vec![start], plan.goal, plan.seed);
        let places: Vec<Square> = match plan.starts {
            RunStarts::Specific(start) => {
                let puzzle = puzzle(start)?;
                if let Verdict::No(reason) = verdict(&puzzle)
                    && !plan.search_anyway
                {
                    let none_exists = puzzle.none_exists(Naming::default());
                    let reason = words::obstruction(&reason, Names::usual(&plan.board));
                    return Err(PlanError::NoTour(format!("{none_exists}, by theorem: {reason}")));
                }
                vec![start]
            }
            RunStarts::All => starts(&plan.board, plan.goal).collect(),
            RunStarts::Random => {
                let refused = refused_starts(&plan.board, plan.goal);
                let is_open = |start: &Square| plan.search_anyway || !refused[start.index()];
                starts(&plan.board, plan.goal).filter(is_open).collect()
            }
        };
        if places.is_empty() {
            let none = plan.goal.none_on(&plan.board);
            return Err(PlanError::NoTour(format!("{none}, by theorem")));
        }
        for start in &places {
            if let Some(why) = plan.config.refusal(&puzzle(*start)?) {
                return Err(PlanError::Refused(why));
            }
        }
        if plan.starts == RunStarts::All {
            (plan.count, plan.failures) = (places.len() as u64, 0);
        }
        Ok(Simulation { plan, places })
    }

    fn max_runs(&self) -> u64 {
        self.plan.count.saturating_add(self.plan.failures)
    }

    /// How many tours to find; the number of runs where every square is tried once.
    pub fn tours(&self) -> u64 {
        self.plan.count
    }

    pub fn puzzle(&self, number: u64) -> Puzzle {
        let SimulationPlan { board, goal, starts, seed, .. } = &self.plan;
        let seed = seed.wrapping_add(number);
        let places = self.places.len() as u64;
        let place = match starts {
            RunStarts::Random => Generator::beside(seed).below(places),
            RunStarts::All | RunStarts::Specific(_) => number % places,
        };
        // Every place was checked when the simulation was made.
        Puzzle::new(board.clone(), vec![self.places[place as usize]], *goal, seed)
            .unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// Begins the runs, `jobs` at a time; with one job they run on the thread that takes the results.
    /// `make` turns each run into something more than the record that is kept anyway, on the thread
    /// of the run.
    pub fn begin<T: Send + 'static>(
        self: &Arc<Self>,
        jobs: usize,
        make: impl Fn(&Puzzle, &Record, &Run) -> T + Send + Sync + 'static,
    ) -> SimulationRuns<T> {
        // About this many squares of finished tours may wait, to bound the memory.
        const MAX_WAITING_SQUARES: u64 = 8_000_000;
        let ahead =
            (MAX_WAITING_SQUARES / self.plan.board.size() as u64).clamp(jobs as u64 + 1, 16_384);
        let threads = if jobs == 1 { 0 } else { jobs };
        let simulation = Arc::clone(self);
        let (jobs, wanted) = (jobs as u64, self.tours().max(jobs as u64));
        let extent = BatchOptions { count: self.max_runs(), wanted, ahead, helped: true };
        let batch = Batch::start(
            threads,
            extent,
            Arc::default(),
            move |number, control, few: &mut Vec<Result<(Record, T), WrongTour>>| {
                let puzzle = simulation.puzzle(number);
                let plan = &simulation.plan;
                let run = run(&puzzle, &plan.config, plan.limits, plan.search_anyway, control);
                few.push(run.map(|run| {
                    let record = Record::of(&puzzle, plan.config.method, &run);
                    let made = make(&puzzle, &record, &run);
                    (record, made)
                }));
            },
        );
        let simulation = Arc::clone(self);
        let (stats, reason, fault) = (RunStats::default(), None, None);
        SimulationRuns { simulation, batch, jobs, wanted, stats, reason, fault }
    }

    /// The reason to stop after the runs so far, `last` being the latest; `None` to continue.
    fn reason_to_stop(&self, stats: &RunStats, last: &Record) -> Option<StopReason> {
        if self.plan.starts == RunStarts::All {
            return (stats.runs() >= self.max_runs()).then_some(StopReason::Done);
        }
        if stats.found() >= self.plan.count {
            return Some(StopReason::Done);
        }
        let one_start = matches!(self.plan.starts, RunStarts::Specific(_));
        match last.answer {
            Answer::Exhausted if one_start => Some(StopReason::Proved),
            // A run that was out of time may be faster the next time.
            Answer::GaveUp | Answer::Limit
                if one_start
                    && !self.plan.config.is_random()
                    && (last.answer == Answer::GaveUp || self.plan.limits.seconds.is_none()) =>
            {
                Some(StopReason::SameAgain)
            }
            _ if without_tour(stats) >= self.plan.failures => Some(StopReason::Failures),
            _ => None,
        }
    }

    /// A sentence about the squares from which, by theorem, no tour exists; `None` if there are none.
    pub fn refusal(&self, stats: &RunStats) -> Option<String> {
        let (refused, all) = (stats.count(Answer::Impossible), stats.runs());
        if refused == 0 {
            return None;
        }
        let reason = (0..all).find_map(|number| verdict(&self.puzzle(number)).no())?;
        let (refused, all) = (grouped(refused), counted(all, "square"));
        let SimulationPlan { board, goal, .. } = &self.plan;
        let reason = words::obstruction(&reason, Names::usual(board));
        let end = goal.end().map(|end| Naming::default().square(board, end));
        let end = end.map_or(String::new(), |end| format!(" that ends at {end}"));
        let noun = goal.noun();
        Some(format!("no {noun}{end} starts at {refused} of {all}, by theorem: {reason}"))
    }

    /// Why there are no more runs, in one sentence; `None` if everything was done.
    pub fn explain(&self, reason: StopReason, stats: &RunStats) -> Option<String> {
        let found = format!("{} of {}", grouped(stats.found()), counted(self.tours(), "tour"));
        Some(match reason {
            // The fault itself says more.
            StopReason::Done | StopReason::Fault => return None,
            StopReason::SameAgain => format!(
                "stopped at the first failure, with {found} found: this method makes no random \
                 choices, so another run from {} would be the same",
                self.plan.board.name(self.places[0])
            ),
            StopReason::Proved => format!(
                "stopped with {found} found: every path was tried, so {}",
                self.puzzle(0).none_exists(Naming::default())
            ),
            StopReason::Failures => format!(
                "stopped after {} without a tour, with {found} found; use --max-failures to \
                 allow more",
                counted(without_tour(stats), "run")
            ),
            StopReason::Interrupted => format!("interrupted with {found} found"),
        })
    }
}

/// The runs of a simulation in order, until there is a reason to stop.
pub struct SimulationRuns<T> {
    simulation: Arc<Simulation>,
    batch: Batch<Vec<Result<(Record, T), WrongTour>>>,
    jobs: u64,
    /// How many runs may begin.
    wanted: u64,
    stats: RunStats,
    reason: Option<StopReason>,
    fault: Option<WrongTour>,
}

impl<T: Send + 'static> SimulationRuns<T> {
    /// The progress, out of [`Simulation::tours`].
    pub fn progress(&self) -> u64 {
        match self.simulation.plan.starts {
            RunStarts::All => self.stats.runs(),
            RunStarts::Random | RunStarts::Specific(_) => self.stats.found(),
        }
    }

    fn crash(&mut self) -> Option<String> {
        let (number, what) = self.batch.crash()?;
        self.reason = Some(StopReason::Fault);
        let config = &self.simulation.plan.config;
        Some(crash_words(&self.simulation.puzzle(number), config, &what))
    }

    /// Ends the simulation, and returns its statistics and why there are no more runs.
    pub fn end(self) -> (RunStats, StopReason) {
        (self.stats, self.reason.unwrap_or(StopReason::Interrupted))
    }
}

impl<T: Send + 'static> Iterator for SimulationRuns<T> {
    /// The next few runs, or a bug in this program that one of them brought to light.
    type Item = Result<Vec<(Record, T)>, String>;

    /// Runs that finished before an interruption or a crash are still returned, later ones that are no
    /// longer needed are not.
    fn next(&mut self) -> Option<Self::Item> {
        let is_over = |reason| !matches!(reason, None | Some(StopReason::Interrupted));
        if let Some(fault) = self.fault.take() {
            self.reason = Some(StopReason::Fault);
            return Some(Err(fault.to_string()));
        }
        if is_over(self.reason) {
            return None;
        }
        let Some(chunk) = self.batch.take() else { return self.crash().map(Err) };
        let (mut runs, mut interrupted) = (Vec::new(), false);
        for run in chunk.made {
            match run {
                Err(wrong) => self.fault = Some(wrong),
                // Such a run says nothing.
                Ok((record, _)) if record.answer == Answer::Interrupted => interrupted = true,
                Ok(_) if is_over(self.reason) => {}
                Ok((record, made)) => {
                    self.stats.add(&record);
                    let reason = || self.simulation.reason_to_stop(&self.stats, &record);
                    self.reason = self.reason.or_else(reason);
                    runs.push((record, made));
                }
            }
        }
        if interrupted {
            self.reason.get_or_insert(StopReason::Interrupted);
        }
        // Each run without a tour makes one more necessary, and no job is idle before the last tour.
        let needed = self.simulation.tours().saturating_add(without_tour(&self.stats));
        let wanted = needed.max(self.stats.runs() + self.jobs);
        if wanted > self.wanted {
            self.wanted = wanted;
            self.batch.want(wanted);
        }
        Some(Ok(runs))
    }
}

/// How many runs ended without a tour, for whatever reason.
fn without_tour(stats: &RunStats) -> u64 {
    stats.failures() + stats.count(Answer::Impossible)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crash_is_reported_after_the_runs_before_it() {
        let plan = SimulationPlan {
            board: "6x6".parse().unwrap(),
            goal: Goal::Any,
            config: "warnsdorff".parse().unwrap(),
            starts: RunStarts::All,
            count: 0,
            failures: 0,
            seed: 0,
            limits: Limits::default(),
            search_anyway: false,
        };
        let simulation = Arc::new(Simulation::new(plan).unwrap());
        for jobs in [1, 3] {
            let fifth = Square::at(5);
            let make = move |_: &Puzzle, record: &Record, _: &Run| {
                assert!(record.start != fifth, "this run panics on purpose");
            };
            let mut runs = simulation.begin(jobs, make);
            let (mut starts, mut faults) = (Vec::new(), Vec::new());
            for result in &mut runs {
                match result {
                    Ok(some) => starts.extend(some.iter().map(|(record, ())| record.start)),
                    Err(fault) => faults.push(fault),
                }
            }
            // On several threads a crash may cut off runs that began before it.
            let expected: Vec<Square> = (0..5).map(Square::at).collect();
            let before = &starts[..starts.len().min(5)];
            assert!(expected.starts_with(before) && (jobs > 1 || before.len() == 5), "{before:?}");
            let message = "internal error: a run crashed; please report this puzzle: \
                        6x6 given=0,5 seed=5, by warnsdorff";
            let [fault] = &faults[..] else { panic!("{faults:?}") };
            assert!(fault.starts_with(message), "{fault}");
            assert!(fault.ends_with("(this run panics on purpose)"), "{fault}");
        }
    }
}
