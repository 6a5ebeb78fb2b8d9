//! `solve`: look for one tour.

use super::Ending;
use super::args::{Solve, SolveFormat};
use super::output::{Failure, answer, tell};
use crate::board::Square;
use crate::disk::Target;
use crate::engine::{Outcome, Run, run as run_search, until_interrupted};
use crate::format::json::{Question, Report, TourJson, places};
use crate::format::{grid, path, svg};
use crate::puzzle::Puzzle;
use crate::solver::Recipe;
use crate::text::{counted, grouped};

pub(super) fn run(command: &Solve) -> Result<Ending, Failure> {
    let control = until_interrupted();
    let puzzle = command.question.puzzle()?;
    let recipe = command.recipe()?;
    let limits = command.limits.read()?;
    let target = command.out.as_deref().map(Target::new).transpose()?;
    let result = Search(run_search(&puzzle, &recipe, limits, command.search_anyway, &control)?);
    tell(&result.message(&puzzle));
    if let Some(text) = result.text(command, &puzzle, &recipe) {
        deliver(&result, &text, target)?;
    }
    Ok(if matches!(result.0.outcome, Outcome::Found(_)) { Ending::Done } else { Ending::No })
}

/// Puts the answer where it was asked for. An unfinished path never replaces a file.
fn deliver(result: &Search, text: &str, target: Option<Target>) -> Result<(), Failure> {
    match target {
        None => answer(text),
        Some(target) if target.existed() && !matches!(result.0.outcome, Outcome::Found(_)) => {
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

/// A search that is over, in words and files.
struct Search(Run);

impl Search {
    /// What happened, in words.
    fn message(&self, puzzle: &Puzzle) -> String {
        let steps = counted(self.0.work.steps, "step");
        let reached = format!(
            "the deepest path has {} of {}",
            grouped(self.0.deepest.len() as u64),
            counted(puzzle.board().squares_to_visit() as u64, "square")
        );
        let (what, start) = (puzzle.goal().noun(), puzzle.board().name(puzzle.start()));
        match &self.0.outcome {
            Outcome::Found(tour) => {
                format!("found: {} tour in {steps}, {:.3} s", tour.kind(), self.0.seconds)
            }
            Outcome::Exhausted => {
                format!("no {what} exists from {start}: all {steps} were tried, which is a proof")
            }
            Outcome::GaveUp => {
                format!("gave up after {steps}, which proves nothing; {reached}")
            }
            Outcome::Limit => format!("out of limits after {steps}; {reached}"),
            Outcome::Interrupted => format!("interrupted after {steps}; {reached}"),
            Outcome::Impossible(reason) => format!(
                "no {what} exists from {start}, by theorem: {reason}; --search-anyway searches all \
                 the same"
            ),
        }
    }

    /// The path to show: the tour, or how far a search came that proved nothing.
    fn path(&self) -> Option<&[Square]> {
        match &self.0.outcome {
            Outcome::Found(tour) => Some(tour.path()),
            Outcome::GaveUp | Outcome::Limit | Outcome::Interrupted => Some(&self.0.deepest),
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
        let (tour, reason) = match &self.0.outcome {
            Outcome::Found(tour) => (Some(TourJson::of(tour)), None),
            Outcome::Impossible(reason) => (None, Some(reason.to_string())),
            _ => (None, None),
        };
        let unfinished = self.path().filter(|_| tour.is_none());
        Report {
            question: Question::of(puzzle, recipe),
            outcome: self.0.outcome.answer().name(),
            reason,
            work: self.0.work,
            seconds: self.0.seconds,
            tour,
            deepest: unfinished.map(|path| places(puzzle.board(), path)),
        }
    }
}
