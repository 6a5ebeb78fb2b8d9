//! `solve`: look for one tour.

use super::Ending;
use super::args::{Solve, SolveFormat};
use super::output::{Failure, answer, tell};
use crate::board::Square;
use crate::disk::Target;
use crate::engine::{Stop, Stopwatch, drive, interrupt_flag};
use crate::feasibility::{Reason, Verdict, verdict};
use crate::format::json::{Question, Report, TourJson, Work, places};
use crate::format::{grid, path, svg};
use crate::puzzle::Puzzle;
use crate::solver::{Recipe, Status};
use crate::text::{counted, grouped};
use crate::tour::Tour;

pub(super) fn run(command: &Solve) -> Result<Ending, Failure> {
    interrupt_flag();
    let puzzle = command.question.puzzle()?;
    let recipe = command.recipe()?;
    let limits = command.limits()?;
    let target = command.out.as_deref().map(Target::new).transpose()?;
    let result = match verdict(&puzzle) {
        Verdict::Impossible(reason) if !command.search_anyway => Search::refused(reason),
        _ => Search::run(&puzzle, &recipe, limits)?,
    };
    tell(&result.message(&puzzle));
    if let Some(text) = result.text(command, &puzzle, &recipe) {
        deliver(&result, &text, target)?;
    }
    Ok(if matches!(result.outcome, Outcome::Found(_)) { Ending::Done } else { Ending::No })
}

/// Puts the answer where it was asked for. An unfinished path never replaces a file.
fn deliver(result: &Search, text: &str, target: Option<Target>) -> Result<(), Failure> {
    match target {
        None => answer(text),
        Some(target) if target.existed() && !matches!(result.outcome, Outcome::Found(_)) => {
            tell(&format!("{} stays as it was, since no tour was found", target.shown()));
            Ok(())
        }
        // What cannot be written is not lost.
        Some(target) => {
            let written = target.write(text.as_bytes());
            written.or_else(|failure| answer(text).and(Err(failure.into())))
        }
    }
}

/// How the search ended.
enum Outcome {
    Found(Tour),
    Exhausted,
    GaveUp,
    Limit,
    Interrupted,
    Impossible(Reason),
}

/// A search that is over.
struct Search {
    outcome: Outcome,
    work: Work,
    seconds: f64,
    deepest: Vec<Square>,
}

impl Search {
    /// No search at all, since a theorem says that it is in vain.
    fn refused(reason: Reason) -> Search {
        let outcome = Outcome::Impossible(reason);
        Search { outcome, work: Work::default(), seconds: 0.0, deepest: Vec::new() }
    }

    fn run(
        puzzle: &Puzzle,
        recipe: &Recipe,
        limits: crate::engine::Limits,
    ) -> Result<Search, Failure> {
        let interrupted = interrupt_flag();
        let watch = Stopwatch::start();
        let mut solver = recipe.build(puzzle);
        let stop = drive(&mut *solver, limits, &watch, interrupted);
        let seconds = watch.seconds();
        let outcome = match stop {
            Stop::Ended(Status::Found) => {
                Outcome::Found(checked(puzzle, solver.sketch().path.to_vec())?)
            }
            Stop::Ended(Status::Exhausted) => Outcome::Exhausted,
            Stop::Ended(Status::GaveUp | Status::Searching) => Outcome::GaveUp,
            Stop::Limit => Outcome::Limit,
            Stop::Interrupted => Outcome::Interrupted,
        };
        let deepest = match outcome {
            Outcome::Found(_) => Vec::new(),
            _ => solver.deepest().to_vec(),
        };
        Ok(Search { outcome, work: Work::from(solver.tally()), seconds, deepest })
    }

    fn name(&self) -> &'static str {
        match self.outcome {
            Outcome::Found(_) => "found",
            Outcome::Exhausted => "exhausted",
            Outcome::GaveUp => "gave-up",
            Outcome::Limit => "limit",
            Outcome::Interrupted => "interrupted",
            Outcome::Impossible(_) => "impossible",
        }
    }

    /// What happened, in words.
    fn message(&self, puzzle: &Puzzle) -> String {
        let steps = counted(self.work.steps, "step");
        let reached = format!(
            "the deepest path has {} of {}",
            grouped(self.deepest.len() as u64),
            counted(puzzle.board().squares_to_visit() as u64, "square")
        );
        let start = puzzle.board().name(puzzle.start());
        match &self.outcome {
            Outcome::Found(tour) => {
                format!("found: {} tour in {steps}, {:.3} s", tour.kind(), self.seconds)
            }
            Outcome::Exhausted => {
                format!("no tour exists from {start}: all {steps} were tried, which is a proof")
            }
            Outcome::GaveUp => {
                format!("gave up after {steps}, which proves nothing; {reached}")
            }
            Outcome::Limit => format!("out of limits after {steps}; {reached}"),
            Outcome::Interrupted => format!("interrupted after {steps}; {reached}"),
            Outcome::Impossible(reason) => format!(
                "no tour exists from {start}, by theorem: {reason}; --search-anyway searches all \
                 the same"
            ),
        }
    }

    /// The path to show: the tour, or how far a search came that proved nothing.
    fn path(&self) -> Option<&[Square]> {
        match &self.outcome {
            Outcome::Found(tour) => Some(tour.path()),
            Outcome::GaveUp | Outcome::Limit | Outcome::Interrupted => Some(&self.deepest),
            Outcome::Exhausted | Outcome::Impossible(_) => None,
        }
    }

    /// The answer in the format that was asked for, if there is anything to show.
    fn text(&self, command: &Solve, puzzle: &Puzzle, recipe: &Recipe) -> Option<String> {
        let board = puzzle.board();
        match command.format {
            SolveFormat::Grid => {
                self.path().map(|path| grid::write(board, path, command.from.number()))
            }
            SolveFormat::Path => self.path().map(|squares| path::write(puzzle, squares)),
            SolveFormat::Svg => self.path().map(|path| svg::write(board, path)),
            SolveFormat::Json => Some(self.report(puzzle, recipe).text()),
        }
    }

    fn report(&self, puzzle: &Puzzle, recipe: &Recipe) -> Report {
        let (tour, reason) = match &self.outcome {
            Outcome::Found(tour) => (Some(TourJson::of(tour)), None),
            Outcome::Impossible(reason) => (None, Some(reason.to_string())),
            _ => (None, None),
        };
        let unfinished = self.path().filter(|_| tour.is_none());
        Report {
            question: Question::of(puzzle, recipe),
            outcome: self.name(),
            reason,
            work: self.work,
            seconds: self.seconds,
            tour,
            deepest: unfinished.map(|path| places(puzzle.board(), path)),
        }
    }
}

/// The tour a search claims to have found, checked like anybody else's.
pub(super) fn checked(puzzle: &Puzzle, path: Vec<Square>) -> Result<Tour, Failure> {
    let wrong = |what: String| {
        Failure::Bad(format!(
            "a wrong tour was found, please report this puzzle: {puzzle} ({what})"
        ))
    };
    let tour = Tour::new(puzzle.board().clone(), path).map_err(|error| wrong(error.to_string()))?;
    if !tour.path().starts_with(puzzle.given()) || !puzzle.is_reached_by(tour.path()) {
        return Err(wrong("it is not what was asked for".to_owned()));
    }
    Ok(tour)
}
