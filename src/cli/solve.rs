//! `solve`: finds one tour.

use super::args::{Solve, SolveFormat};
use super::output::{Failure, answer, deliver, note, tell, wait_for_input};
use super::{Ending, base};
use crate::board::{Naming, Square};
use crate::engine::{Outcome, Run, refusal, run as run_search, until_interrupted};
use crate::feasibility::{Verdict, verdict};
use crate::format::json::{QuestionJson, ReportJson, TourJson, places};
use crate::format::{grid, path, svg};
use crate::puzzle::Puzzle;
use crate::solver::{AutoChoice, MethodConfig};
use crate::storage::Target;
use crate::text::in_seconds;
use crate::text::{counted, grouped, or_another_method};
use crate::words::{self, Names};

pub(super) fn run(command: &Solve) -> Result<Ending, Failure> {
    let control = until_interrupted();
    let puzzle = command.puzzle.puzzle()?;
    let puzzle = match &command.base[..] {
        [] => puzzle,
        // One of them may be a pipe.
        files => wait_for_input(|| base::add(puzzle, files))?,
    };
    let config = command.config()?;
    let limits = command.limits.read()?;
    let target = command.out.as_deref().map(Target::new).transpose()?;
    if let Some(why) = refusal(&puzzle, &config, command.search_anyway) {
        // What is wrong with base tours comes with a way out.
        let has_way = config.why_not_base(&puzzle).is_some();
        return Err(Failure::Bad(if has_way { why } else { or_another_method(&why) }));
    }
    base::tell_unused(&puzzle, &config);
    let result = Finished(run_search(&puzzle, &config, limits, command.search_anyway, &control)?);
    if let Some(AutoChoice { config, why: Some(why), .. }) = &result.0.pick {
        note(&format!("auto picked {config}: {why}"));
    }
    let say = if result.is_found() { note } else { tell };
    say(&result.message(&puzzle));
    if let Some(text) = result.text(command, &puzzle, &config) {
        write(&result, &text, target)?;
    }
    Ok(if result.is_found() { Ending::Done } else { Ending::No })
}

/// Writes the answer to the file, or to standard output. An unfinished path never replaces a file.
fn write(result: &Finished, text: &str, target: Option<Target>) -> Result<(), Failure> {
    match target {
        None => answer(text),
        Some(target) if target.existed() && !result.is_found() => {
            tell(&format!("no tour found, so {} was not changed", target.shown()));
            Ok(())
        }
        Some(target) => {
            if !result.is_found() && result.path().is_some() && !target.is_pipe() {
                tell(&format!("the longest path is written to {}", target.shown()));
            }
            deliver(target, text)
        }
    }
}

/// A finished search, ready to be reported.
struct Finished(Run);

impl Finished {
    fn is_found(&self) -> bool {
        matches!(self.0.outcome, Outcome::Found(_))
    }

    /// What happened, in one sentence.
    fn message(&self, puzzle: &Puzzle) -> String {
        let steps = counted(self.0.work.steps(), "step");
        // Some methods walk from other squares too.
        let first = self.0.deepest.first().filter(|first| **first != puzzle.start());
        let from = first.map_or_else(String::new, |first| {
            format!(", from {},", Naming::default().square(puzzle.board(), *first))
        });
        let reached = format!(
            "; the longest path{from} visits {} of {}",
            grouped(self.0.deepest.len() as u64),
            counted(puzzle.board().squares_to_visit() as u64, "square")
        );
        // Not every method walks a path.
        let reached = if self.0.deepest.is_empty() { String::new() } else { reached };
        let none_exists = puzzle.none_exists(Naming::default());
        match &self.0.outcome {
            Outcome::Found(tour) => {
                format!("found: {} tour in {steps}, {}", tour.kind(), in_seconds(self.0.seconds))
            }
            Outcome::Exhausted => format!("{none_exists}: every path was tried ({steps})"),
            Outcome::GaveUp => match verdict(puzzle) {
                Verdict::Impossible(reason) => {
                    let reason = words::obstruction(&reason, Names::usual(puzzle.board()));
                    format!("gave up after {steps}{reached}; {none_exists}, by theorem: {reason}")
                }
                Verdict::Possible | Verdict::Unknown => {
                    format!("gave up after {steps}, but a tour may still exist{reached}")
                }
            },
            Outcome::Limit => format!("limit reached after {steps}{reached}"),
            Outcome::Interrupted => format!("interrupted after {steps}{reached}"),
            Outcome::Impossible(reason) => {
                let reason = words::obstruction(reason, Names::usual(puzzle.board()));
                format!("{none_exists}, by theorem: {reason}; use --search-anyway to try anyway")
            }
        }
    }

    /// The path to show: the tour, or the longest path of a search that proved nothing.
    fn path(&self) -> Option<&[Square]> {
        match &self.0.outcome {
            Outcome::Found(tour) => Some(tour.path()),
            Outcome::GaveUp | Outcome::Limit | Outcome::Interrupted => {
                Some(&*self.0.deepest).filter(|path| !path.is_empty())
            }
            Outcome::Exhausted | Outcome::Impossible(_) => None,
        }
    }

    /// The answer in the requested format, if there is anything to show.
    fn text(&self, command: &Solve, puzzle: &Puzzle, config: &MethodConfig) -> Option<String> {
        let board = puzzle.board();
        match command.format {
            SolveFormat::Grid => {
                self.path().map(|path| grid::write(board, path, command.from.number()))
            }
            SolveFormat::Path => self.path().map(|squares| path::write(puzzle, squares)),
            SolveFormat::Svg => self.path().map(|path| svg::write(board, path)),
            SolveFormat::Json => Some(self.report(puzzle, config).text()),
        }
    }

    fn report(&self, puzzle: &Puzzle, config: &MethodConfig) -> ReportJson {
        let (tour, reason) = match &self.0.outcome {
            Outcome::Found(tour) => (Some(TourJson::of(tour)), None),
            Outcome::Impossible(reason) => {
                (None, Some(words::obstruction(reason, Names::usual(puzzle.board()))))
            }
            _ => (None, None),
        };
        let unfinished = self.path().filter(|_| tour.is_none());
        ReportJson {
            question: QuestionJson::of(puzzle, config),
            outcome: self.0.outcome.answer().name(),
            picked: self.0.pick.as_ref().map(|pick| pick.config.to_string()),
            why: self.0.pick.as_ref().and_then(|pick| pick.why.clone()),
            reason,
            work: self.0.work.clone(),
            seconds: self.0.seconds,
            tour,
            deepest: unfinished.map(|path| places(puzzle.board(), path)),
        }
    }
}
