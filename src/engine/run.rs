//! One run: a puzzle, its outcome, and what it cost.

use super::{Control, Limits, Stop, Stopwatch, drive};
use crate::board::Square;
use crate::feasibility::{Obstruction, Verdict, verdict};
use crate::puzzle::Puzzle;
use crate::solver::{AutoChoice, MethodConfig, Picker, Solver, Status, Work};
use crate::tour::Tour;

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The tour was checked.
    Found(Tour),
    /// Every path was tried, so no tour exists.
    Exhausted,
    /// The method stopped without an answer.
    GaveUp,
    Limit,
    Interrupted,
    /// A theorem says that no tour exists, so it did not begin.
    Impossible(Obstruction),
}

impl Outcome {
    pub fn tour(&self) -> Option<&Tour> {
        match self {
            Outcome::Found(tour) => Some(tour),
            _ => None,
        }
    }

    /// The same as a plain enum.
    pub fn answer(&self) -> Answer {
        match self {
            Outcome::Found(_) => Answer::Found,
            Outcome::Exhausted => Answer::Exhausted,
            Outcome::GaveUp => Answer::GaveUp,
            Outcome::Limit => Answer::Limit,
            Outcome::Interrupted => Answer::Interrupted,
            Outcome::Impossible(_) => Answer::Impossible,
        }
    }
}

/// The kind of an [`Outcome`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    Found,
    Exhausted,
    GaveUp,
    Limit,
    Interrupted,
    /// A theorem says that no tour exists, so it did not begin.
    Impossible,
}

impl Answer {
    /// In the order in which reports list them.
    pub const ALL: [Answer; 6] = [
        Answer::Found,
        Answer::Exhausted,
        Answer::GaveUp,
        Answer::Limit,
        Answer::Interrupted,
        Answer::Impossible,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Answer::Found => "found",
            Answer::Exhausted => "exhausted",
            Answer::GaveUp => "gave-up",
            Answer::Limit => "limit",
            Answer::Interrupted => "interrupted",
            Answer::Impossible => "impossible",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Run {
    pub outcome: Outcome,
    pub work: Work,
    pub seconds: f64,
    /// The longest path it reached, if it found no tour.
    pub deepest: Vec<Square>,
    /// The memory of the search at its end, in bytes.
    pub bytes: usize,
    /// The method that searched, if the method asked for picks others.
    pub pick: Option<AutoChoice>,
}

impl Run {
    pub(super) fn of(outcome: Outcome, solver: &dyn Solver, seconds: f64) -> Run {
        let (work, bytes) = (solver.state().tally.work.clone(), solver.bytes());
        Run { outcome, work, seconds, deepest: Vec::new(), bytes, pick: None }
    }
}

/// A search has reported an invalid tour: a bug in this program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "internal error: the search found an invalid tour; please report this puzzle: {puzzle} ({what})"
)]
pub struct WrongTour {
    puzzle: String,
    what: String,
}

/// Why a method cannot solve a puzzle, as a sentence. A puzzle that is proved to have no tour is
/// refused only if it is to be searched anyway.
pub fn refusal(puzzle: &Puzzle, config: &MethodConfig, search_anyway: bool) -> Option<String> {
    let why = config.refusal(puzzle)?;
    let is_impossible = verdict(puzzle).no().is_some();
    (search_anyway || !is_impossible).then_some(why)
}

/// Searches for a tour. If a theorem says that none exists, it searches only with `search_anyway`.
pub fn run(
    puzzle: &Puzzle,
    config: &MethodConfig,
    limits: Limits,
    search_anyway: bool,
    control: &Control,
) -> Result<Run, WrongTour> {
    if !search_anyway && let Verdict::No(reason) = verdict(puzzle) {
        return Ok(Run {
            outcome: Outcome::Impossible(reason),
            work: Work::default(),
            seconds: 0.0,
            deepest: Vec::new(),
            bytes: 0,
            pick: None,
        });
    }
    let mut watch = Stopwatch::start();
    let (pick, solver, stop) = if config.picks() {
        search_with_pick(puzzle, limits, &mut watch, control)
    } else {
        let mut solver = config.build(puzzle);
        let stop = drive(&mut *solver, limits, &mut watch, control);
        (None, solver, stop)
    };
    let outcome = match stop {
        Stop::Ended(Status::Found) => Outcome::Found(checked(puzzle, solver.state().path.clone())?),
        _ => stop.outcome(),
    };
    let deepest = match outcome {
        Outcome::Found(_) => Vec::new(),
        _ => solver.state().deepest().to_vec(),
    };
    Ok(Run { deepest, pick, ..Run::of(outcome, &*solver, watch.seconds()) })
}

impl Stop {
    /// The outcome of a run that has found no tour.
    fn outcome(self) -> Outcome {
        match self {
            Stop::Ended(Status::Exhausted) => Outcome::Exhausted,
            Stop::Ended(_) => Outcome::GaveUp,
            Stop::Limit => Outcome::Limit,
            Stop::Interrupted => Outcome::Interrupted,
        }
    }
}

/// Searches with the method that is picked for the puzzle. The trial that succeeds is the search.
/// Nothing is picked if it is stopped before.
fn search_with_pick(
    puzzle: &Puzzle,
    limits: Limits,
    watch: &mut Stopwatch,
    control: &Control,
) -> (Option<AutoChoice>, Box<dyn Solver>, Stop) {
    let mut picker = Picker::new(puzzle.clone());
    let mut last = None;
    let pick = loop {
        match picker.pick() {
            Ok(pick) => break pick,
            Err(trial) => {
                let mut solver = trial.config.build(puzzle);
                let within = Limits { steps: Some(trial.steps), ..limits };
                let stop = drive(&mut *solver, within, watch, control);
                let has_all_steps = solver.state().steps() >= trial.steps;
                if !has_all_steps && !matches!(stop, Stop::Ended(_)) {
                    return (None, solver, stop);
                }
                picker.tried(trial.clone(), solver.state().status);
                last = Some((trial, solver));
            }
        }
    };
    // A trial may have gone further than the search is allowed to.
    let is_within =
        |solver: &dyn Solver| limits.steps.is_none_or(|most| solver.state().steps() <= most);
    let mut solver = match last {
        Some((trial, solver)) if pick.is_trial(&trial) && is_within(&*solver) => solver,
        _ => pick.build(puzzle),
    };
    let stop = drive(&mut *solver, limits, watch, control);
    (Some(pick), solver, stop)
}

/// Checks the tour that a search claims to have found.
pub fn checked(puzzle: &Puzzle, path: Vec<Square>) -> Result<Tour, WrongTour> {
    let wrong = |what: String| WrongTour { puzzle: puzzle.to_string(), what };
    let tour = Tour::new(puzzle.board().clone(), path).map_err(|error| wrong(error.to_string()))?;
    if !tour.path().starts_with(puzzle.given()) || !puzzle.is_reached_by(tour.path()) {
        return Err(wrong("it does not fit the given squares or the goal".to_owned()));
    }
    Ok(tour)
}

/// Finds and counts all tours, even if a theorem says that none exist. If the count is complete,
/// the outcome is [`Outcome::Exhausted`].
pub fn count_tours(
    puzzle: &Puzzle,
    config: &MethodConfig,
    limits: Limits,
    control: &Control,
) -> Result<(Run, u64), WrongTour> {
    let mut watch = Stopwatch::start();
    let mut solver = config.build(puzzle);
    let mut tours = 0;
    let outcome = loop {
        let stop = drive(&mut *solver, limits, &mut watch, control);
        if stop != Stop::Ended(Status::Found) {
            break stop.outcome();
        }
        checked(puzzle, solver.state().path.clone())?;
        tours += 1;
        solver.find_next();
    };
    Ok((Run::of(outcome, &*solver, watch.seconds()), tours))
}
