//! A search that continues past every tour until a limit.

use std::collections::BTreeSet;

use super::run::{Outcome, Run, WrongTour, checked};
use super::{Control, Limits, Stop, Stopwatch, drive};
use crate::board::Square;
use crate::feasibility::verdict;
use crate::puzzle::Puzzle;
use crate::solver::{MethodConfig, Metric, Solver, Status, Work};
use crate::timeline::MetricHistory;
use crate::tour::Tour;

/// Into how many equal parts [`Harvest::along`] divides a search with a step limit.
pub const PARTS: u64 = 20;

/// What a search has found on its way.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Harvest {
    /// How many different tours it found.
    pub tours: u64,
    /// The tours, if the method may find one twice; otherwise they are only counted.
    pub paths: BTreeSet<Box<[Square]>>,
    /// The step at which the first tour was found, and after how many seconds.
    pub first: Option<(u64, f64)>,
    /// The metrics at the end.
    pub metrics: Vec<Metric>,
    /// The metrics along the way.
    pub history: MetricHistory,
    /// The work after each of the [`PARTS`], if the number of steps was limited.
    pub along: Vec<Work>,
}

impl Harvest {
    /// Checks and counts the tours that the search has reached, and returns the first one.
    fn add_tours(
        &mut self,
        solver: &dyn Solver,
        puzzle: &Puzzle,
        enumerates: bool,
    ) -> Result<Option<Tour>, WrongTour> {
        let mut first = Ok(None);
        solver.tours(&mut |path| match (checked(puzzle, path.to_vec()), &mut first) {
            (Ok(tour), Ok(first)) => {
                let is_new = enumerates || self.paths.insert(path.into());
                self.tours += u64::from(is_new);
                first.get_or_insert(tour);
            }
            (Err(wrong), _) => first = Err(wrong),
            (Ok(_), Err(_)) => {}
        });
        first
    }
}

/// Searches until a limit, or up to the first tour unless `past_tours`. Every tour is checked. The
/// outcome is the first tour, or that none was found.
pub fn harvest(
    puzzle: &Puzzle,
    config: &MethodConfig,
    limits: Limits,
    past_tours: bool,
    control: &Control,
) -> Result<(Run, Harvest), WrongTour> {
    let mut watch = Stopwatch::start();
    let mut solver = config.build(puzzle);
    let impossible = verdict(puzzle).no();
    let mut harvest = Harvest { history: MetricHistory::of(&*solver), ..Harvest::default() };
    let part = limits.steps.map(|steps| (steps / PARTS).max(1));
    let mut first: Option<Tour> = None;
    let mut has_given_up = false;
    let outcome = loop {
        if let Some(reason) = impossible {
            break Outcome::Impossible(reason);
        }
        let now = solver.state().steps();
        if now == harvest.history.next() {
            harvest.history.take(&*solver, &mut harvest.metrics);
        }
        let checkpoint =
            part.map(|part| (harvest.along.len() as u64).saturating_add(1).saturating_mul(part));
        if checkpoint == Some(now) {
            harvest.along.push(solver.state().tally.work.clone());
            continue;
        }
        let out_of_time = limits.seconds.is_some_and(|most| watch.seconds() >= most);
        if has_given_up || out_of_time || limits.steps.is_some_and(|most| now >= most) {
            break Outcome::GaveUp;
        }
        // Stops where something is to be recorded.
        let stops = [limits.steps, checkpoint, Some(harvest.history.next())];
        let next = Limits { steps: stops.into_iter().flatten().min(), ..limits };
        match drive(&mut *solver, next, &mut watch, control) {
            Stop::Ended(Status::Found) => {
                harvest.first.get_or_insert((solver.state().steps(), watch.seconds()));
                let tour = harvest.add_tours(&*solver, puzzle, config.method.enumerates)?;
                first = first.or(tour);
                if !past_tours {
                    break Outcome::GaveUp;
                }
                solver.find_next();
            }
            Stop::Ended(Status::Exhausted) => break Outcome::Exhausted,
            // Its last step may still have to be recorded.
            Stop::Ended(Status::GaveUp | Status::Searching) => has_given_up = true,
            Stop::Limit => {}
            Stop::Interrupted => break Outcome::Interrupted,
        }
    };
    let outcome = match (first, outcome) {
        (_, Outcome::Interrupted) => Outcome::Interrupted,
        (Some(tour), _) => Outcome::Found(tour),
        (None, outcome) => outcome,
    };
    harvest.metrics.clear();
    solver.metrics(&mut harvest.metrics);
    Ok((Run::of(outcome, &*solver, watch.seconds()), harvest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn harvest_of(puzzle: &str, config: &str, steps: u64) -> (Run, Harvest) {
        let (puzzle, config) = (puzzle.parse().unwrap(), config.parse().unwrap());
        let limits = Limits { steps: Some(steps), seconds: None };
        harvest(&puzzle, &config, limits, true, &Control::default()).unwrap()
    }

    #[test]
    fn it_goes_on_past_every_tour() {
        let (run, harvest) = harvest_of("5x5 given=0,0", "backtracking", u64::MAX);
        assert_eq!(harvest.tours, 304, "all tours of the corner");
        assert!(matches!(run.outcome, Outcome::Found(_)) && harvest.paths.is_empty());
        let (run, harvest) = harvest_of("6x6 given=0,0", "genetic", 50);
        assert_eq!((run.work.steps(), harvest.along.len()), (50, 25), "parts of two steps");
        assert_eq!(harvest.tours, harvest.paths.len() as u64);
        assert!(harvest.tours > 20 && harvest.first.is_some_and(|(step, _)| step < 5));
        assert_eq!((harvest.history.len(), harvest.history.stride()), (50, 1));
        let (run, harvest) = harvest_of("8x8 given=0,0", "genetic:repair=none", 40);
        assert_eq!(run.outcome, Outcome::GaveUp);
        assert_eq!((harvest.tours, harvest.first, harvest.along.len()), (0, None, 20));
        let steps: Vec<u64> = harvest.along.iter().map(Work::steps).collect();
        assert!(steps.iter().zip(1..).all(|(steps, part)| *steps == 2 * part), "{steps:?}");
    }
}
