//! Many runs of one method on one board.

use std::sync::Arc;

use super::{Ledger, Record};
use crate::board::{Board, Square};
use crate::engine::{Answer, Batch, Extent, Limits, Run, WrongTour, run};
use crate::feasibility::{self, refused_starts};
use crate::puzzle::{Goal, Puzzle, PuzzleError, starts};
use crate::solver::{Generator, Recipe};
use crate::text::{counted, grouped};

/// Where the runs start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    /// At every square once.
    All,
    /// Each at a random square, of those that no theorem rules out.
    Random,
    /// All at one square.
    Specific(Square),
}

/// What shall be run.
#[derive(Clone)]
pub struct Plan {
    /// The board.
    pub board: Board,
    /// Which tours count.
    pub goal: Goal,
    /// The method.
    pub recipe: Recipe,
    /// Where the runs start.
    pub starts: Starts,
    /// How many tours are asked for; without meaning where every square is tried once.
    pub count: u64,
    /// The runs are left after so many that found nothing.
    pub failures: u64,
    /// The seed of the first run; each following run has the next one.
    pub seed: u64,
    /// How far each run may go.
    pub limits: Limits,
    /// Whether to search where a theorem says that there is no tour.
    pub search_anyway: bool,
}

/// Why there is nothing to run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The start or the goal does not fit the board.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A theorem says that there is no tour.
    #[error("{0}")]
    NoTour(String),
}

/// Why the runs are over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// As many tours as were asked for, or every square, were had.
    Done,
    /// The next run would be the same as the one that failed.
    SameAgain,
    /// Everything was tried from the only start: there is no tour.
    Proved,
    /// Too many runs failed.
    Failures,
    /// Somebody stopped it.
    Interrupted,
}

/// Many runs of one method on one board: the same runs with the same results, whatever the number of
/// threads, but for the time they take.
pub struct Simulation {
    plan: Plan,
    /// The squares that runs start at, or are drawn from.
    places: Vec<Square>,
}

impl Simulation {
    /// Looks whether the plan can be carried out.
    pub fn new(plan: Plan) -> Result<Simulation, PlanError> {
        let places: Vec<Square> = match plan.starts {
            Starts::Specific(start) => {
                let puzzle = Puzzle::new(plan.board.clone(), vec![start], plan.goal, plan.seed)?;
                if let feasibility::Verdict::Impossible(reason) = feasibility::verdict(&puzzle)
                    && !plan.search_anyway
                {
                    let (what, start) = (plan.goal.noun(), plan.board.name(start));
                    return Err(PlanError::NoTour(format!(
                        "no {what} exists from {start}, by theorem: {reason}"
                    )));
                }
                vec![start]
            }
            Starts::All => starts(&plan.board, plan.goal).collect(),
            Starts::Random => {
                let refused = refused_starts(&plan.board, plan.goal);
                let is_open = |start: &Square| plan.search_anyway || !refused[start.index()];
                starts(&plan.board, plan.goal).filter(is_open).collect()
            }
        };
        if places.is_empty() {
            return Err(PlanError::NoTour(format!(
                "no {} of the {} board exists from any square, by theorem",
                plan.goal.noun(),
                plan.board
            )));
        }
        Ok(Simulation { plan, places })
    }

    /// What shall be run.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// As many runs as there can be.
    pub fn most_runs(&self) -> u64 {
        match self.plan.starts {
            Starts::All => self.places.len() as u64,
            Starts::Random | Starts::Specific(_) => {
                self.plan.count.saturating_add(self.plan.failures)
            }
        }
    }

    /// How many tours are asked for.
    pub fn tours(&self) -> u64 {
        match self.plan.starts {
            Starts::All => self.places.len() as u64,
            Starts::Random | Starts::Specific(_) => self.plan.count,
        }
    }

    /// The question of a run.
    pub fn puzzle(&self, number: u64) -> Puzzle {
        let seed = self.plan.seed.wrapping_add(number);
        let start = match self.plan.starts {
            Starts::All => self.places[number as usize % self.places.len()],
            Starts::Specific(start) => start,
            Starts::Random => {
                let place = Generator::beside(seed).below(self.places.len() as u64);
                self.places[place as usize]
            }
        };
        // Every place was looked at.
        Puzzle::new(self.plan.board.clone(), vec![start], self.plan.goal, seed)
            .unwrap_or_else(|error| unreachable!("{error}"))
    }

    /// Begins the runs, so many at a time; one at a time is done by whoever takes the results.
    /// Something is made of each there, in addition to what is kept of it anyway.
    pub fn begin<T: Default + Send + 'static>(
        self: &Arc<Self>,
        jobs: usize,
        make: impl Fn(&mut T, &Record, &Run) + Send + Sync + 'static,
    ) -> Runs<T> {
        // About so many squares of tours wait at a time.
        const ROOM: u64 = 8_000_000;
        let ahead = (ROOM / self.plan.board.size() as u64).clamp(jobs as u64 + 1, 16_384);
        let threads = if jobs == 1 { 0 } else { jobs };
        let simulation = Arc::clone(self);
        let (jobs, wanted) = (jobs as u64, self.tours().max(jobs as u64));
        let extent = Extent { count: self.most_runs(), wanted, ahead, helped: true };
        let batch = Batch::start(
            threads,
            extent,
            Arc::default(),
            move |number, control, few: &mut Few<T>| {
                let puzzle = simulation.puzzle(number);
                let plan = &simulation.plan;
                match run(&puzzle, &plan.recipe, plan.limits, plan.search_anyway, control) {
                    Ok(run) => {
                        let record = Record::of(&puzzle, &run);
                        make(&mut few.made, &record, &run);
                        few.records.push(record);
                    }
                    Err(wrong) => few.fault = Some(wrong),
                }
            },
        );
        let simulation = Arc::clone(self);
        let (ledger, verdict, fault) = (Ledger::default(), None, None);
        Runs { simulation, batch, jobs, wanted, ledger, verdict, fault }
    }

    /// Whether there is nothing more to run, after the runs so far, the last of them this one.
    fn verdict(&self, ledger: &Ledger, last: &Record) -> Option<Verdict> {
        if last.answer == Answer::Interrupted {
            return Some(Verdict::Interrupted);
        }
        if self.plan.starts == Starts::All {
            return (ledger.runs() >= self.most_runs()).then_some(Verdict::Done);
        }
        if ledger.found() >= self.plan.count {
            return Some(Verdict::Done);
        }
        let one_start = matches!(self.plan.starts, Starts::Specific(_));
        match last.answer {
            Answer::Exhausted if one_start => Some(Verdict::Proved),
            // A limit of time may be kept the next time.
            Answer::GaveUp | Answer::Limit
                if one_start
                    && !self.plan.recipe.is_random()
                    && (last.answer == Answer::GaveUp || self.plan.limits.seconds.is_none()) =>
            {
                Some(Verdict::SameAgain)
            }
            _ if in_vain(ledger) >= self.plan.failures => Some(Verdict::Failures),
            _ => None,
        }
    }

    /// What is to be said of squares that no run was begun at.
    pub fn refusal(&self, ledger: &Ledger) -> Option<String> {
        let (refused, all) = (ledger.count(Answer::Impossible), ledger.runs());
        if refused == 0 {
            return None;
        }
        let reason =
            (0..all).find_map(|number| match feasibility::verdict(&self.puzzle(number)) {
                feasibility::Verdict::Impossible(reason) => Some(reason),
                _ => None,
            })?;
        let (what, refused, all) =
            (self.plan.goal.noun(), grouped(refused), counted(all, "square"));
        Some(format!("no {what} starts at {refused} of {all}, by theorem: {reason}"))
    }

    /// Why the runs are over, in words.
    pub fn words(&self, verdict: Verdict, ledger: &Ledger) -> Option<String> {
        let had = format!("{} of {} tours", grouped(ledger.found()), grouped(self.tours()));
        let start = match self.plan.starts {
            Starts::Specific(start) => self.plan.board.name(start),
            Starts::All | Starts::Random => String::new(),
        };
        match verdict {
            Verdict::Done => None,
            Verdict::SameAgain => Some(format!(
                "stopped at the first failure, with {had}: nothing in this method is left to chance, \
                 so the next run from {start} would be the same"
            )),
            Verdict::Proved => Some(format!(
                "stopped with {had}: everything was tried, and no {} exists from {start}",
                self.plan.goal.noun()
            )),
            Verdict::Failures => Some(format!(
                "stopped after {} runs without a tour, with {had}; --max-failures allows more",
                grouped(in_vain(ledger))
            )),
            Verdict::Interrupted => Some(format!("interrupted, with {had}")),
        }
    }
}

/// The runs of a simulation in their order, until there is nothing more to run.
pub struct Runs<T> {
    simulation: Arc<Simulation>,
    batch: Batch<Few<T>>,
    jobs: u64,
    /// How many runs may be begun.
    wanted: u64,
    ledger: Ledger,
    verdict: Option<Verdict>,
    fault: Option<WrongTour>,
}

/// A few runs that follow each other.
struct Few<T> {
    records: Vec<Record>,
    made: T,
    fault: Option<WrongTour>,
}

impl<T: Default> Default for Few<T> {
    fn default() -> Few<T> {
        Few { records: Vec::new(), made: T::default(), fault: None }
    }
}

impl<T: Default + Send + 'static> Runs<T> {
    /// How far it is, of as many as [`Simulation::tours`] says.
    pub fn progress(&self) -> u64 {
        match self.simulation.plan.starts {
            Starts::All => self.ledger.runs(),
            Starts::Random | Starts::Specific(_) => self.ledger.found(),
        }
    }

    /// Ends it: what is known of the runs, and why there are no more.
    pub fn end(self) -> (Ledger, Verdict) {
        (self.ledger, self.verdict.unwrap_or(Verdict::Interrupted))
    }
}

impl<T: Default + Send + 'static> Iterator for Runs<T> {
    type Item = Result<(Vec<Record>, T), WrongTour>;

    /// The next few runs, and what was made of them, which may be more than of those. After an
    /// interruption, what others have finished still comes.
    fn next(&mut self) -> Option<Self::Item> {
        let is_over = |over: Option<Verdict>| over.is_some_and(|over| over != Verdict::Interrupted);
        if let Some(fault) = self.fault.take() {
            return Some(Err(fault));
        }
        if is_over(self.verdict) {
            return None;
        }
        let Few { mut records, made, fault } = self.batch.take()?.made;
        self.fault = fault;
        let mut needed = 0;
        while needed < records.len() && !is_over(self.verdict) {
            let record = &records[needed];
            self.ledger.add(record);
            self.verdict = self.verdict.or_else(|| self.simulation.verdict(&self.ledger, record));
            needed += 1;
        }
        records.truncate(needed);
        // Each run in vain makes one more needed, and nobody shall stand idle before the last tour.
        let needed = self.simulation.tours().saturating_add(in_vain(&self.ledger));
        let wanted = needed.max(self.ledger.runs() + self.jobs);
        if wanted > self.wanted {
            self.wanted = wanted;
            self.batch.want(wanted);
        }
        Some(Ok((records, made)))
    }
}

/// How many runs brought no tour, whatever the reason.
fn in_vain(ledger: &Ledger) -> u64 {
    ledger.failures() + ledger.count(Answer::Impossible)
}
