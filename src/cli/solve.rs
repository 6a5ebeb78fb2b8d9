//! `solve`: finds one tour.

use super::args::{Solve, SolveFormat};
use super::output::{Failure, deliver, note, print_error, wait_for_input};
use super::{Ending, base};
use crate::board::{Naming, Square};
use crate::engine::{Outcome, Run, refusal, run as run_search, until_interrupted};
use crate::feasibility::{Verdict, verdict};
use crate::format::json::{QuestionJson, ReportJson, TourJson, places};
use crate::format::{grid, path, svg};
use crate::puzzle::Puzzle;
use crate::solver::{AutoChoice, MethodConfig};
use crate::storage::OutputFile;
use crate::text::{counted, grouped, in_seconds, or_another_method};
use crate::words::{self, Names};

pub(super) fn run(command: &Solve) -> Result<Ending, Failure> {
    let control = until_interrupted();
    let (mut puzzle, _) = command.puzzle.read()?;
    if !command.base.is_empty() {
        // One of the files may be a pipe.
        puzzle = wait_for_input(|| base::add(puzzle, &command.base))?;
    }
    let (config, limits) = (&command.method, command.limits.limits());
    let target = command.out.as_deref().map(OutputFile::new).transpose()?;
    if let Some(why) = refusal(&puzzle, config, command.search_anyway) {
        // A refusal of base tours already says what to do instead.
        let has_way = config.why_not_base(&puzzle).is_some();
        return Err(Failure::Bad(if has_way { why } else { or_another_method(&why) }));
    }
    base::report_unused(&puzzle, config);
    let result = Finished(run_search(&puzzle, config, limits, command.search_anyway, &control)?);
    if let Some(AutoChoice { config, why: Some(why), .. }) = &result.0.pick {
        note(&format!("auto picked {config}: {why}"));
    }
    let say = if result.is_found() { note } else { print_error };
    say(&result.message(&puzzle));
    if let Some(text) = result.text(command, &puzzle) {
        write(&result, &text, target)?;
    }
    Ok(Ending::done_if(result.is_found()))
}

/// Writes the answer to the file, or to standard output. An unfinished path never replaces a file.
fn write(result: &Finished, text: &str, target: Option<OutputFile>) -> Result<Ending, Failure> {
    if let Some(target) = &target
        && !result.is_found()
    {
        if target.existed {
            print_error(&format!("no tour found, so {} was not changed", target.shown()));
            return Ok(Ending::No);
        }
        if result.path().is_some() && !target.is_pipe() {
            print_error(&format!("the longest path is written to {}", target.shown()));
        }
    }
    deliver(target, text)
}

/// A finished search, ready to be reported.
struct Finished(Run);

impl Finished {
    fn is_found(&self) -> bool {
        self.0.outcome.tour().is_some()
    }

    /// What happened, in one sentence.
    fn message(&self, puzzle: &Puzzle) -> String {
        let steps = counted(self.0.work.steps(), "step");
        let reached = self.reached(puzzle);
        let none_exists = puzzle.none_exists(Naming::default());
        let reason_words = |reason| words::obstruction(reason, Names::usual(puzzle.board()));
        match &self.0.outcome {
            Outcome::Found(tour) => {
                format!("found: {} tour in {steps}, {}", tour.kind(), in_seconds(self.0.seconds))
            }
            Outcome::Exhausted => format!("{none_exists}: every path was tried ({steps})"),
            Outcome::GaveUp => match verdict(puzzle) {
                Verdict::No(reason) => {
                    let reason = words::obstruction(&reason, Names::usual(puzzle.board()));
                    format!("gave up after {steps}{reached}; {none_exists}, by theorem: {reason}")
                }
                Verdict::Yes(()) | Verdict::Unknown => {
                    format!("gave up after {steps}, but a tour may still exist{reached}")
                }
            },
            Outcome::Limit => format!("limit reached after {steps}{reached}"),
            Outcome::Interrupted => format!("interrupted after {steps}{reached}"),
            Outcome::Impossible(reason) => {
                let reason = reason_words(reason);
                format!("{none_exists}, by theorem: {reason}; use --search-anyway to try anyway")
            }
        }
    }

    /// How long the longest path is, if the method walks paths.
    fn reached(&self, puzzle: &Puzzle) -> String {
        let Some(first) = self.0.deepest.first() else { return String::new() };
        // Some methods walk from other squares too.
        let from = if *first == puzzle.start() {
            String::new()
        } else {
            format!(", from {},", Naming::default().square(puzzle.board(), *first))
        };
        let visited = grouped(self.0.deepest.len() as u64);
        let all = counted(puzzle.board().squares_to_visit() as u64, "square");
        format!("; the longest path{from} visits {visited} of {all}")
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
    fn text(&self, command: &Solve, puzzle: &Puzzle) -> Option<String> {
        let (board, path) = (puzzle.board(), self.path());
        match command.format {
            SolveFormat::Grid => Some(grid::write(board, path?, command.from as u32)),
            SolveFormat::Path => Some(path::write(puzzle, path?)),
            SolveFormat::Svg => Some(svg::write(board, path?)),
            SolveFormat::Json => Some(self.report(puzzle, &command.method).text()),
        }
    }

    fn report(&self, puzzle: &Puzzle, config: &MethodConfig) -> ReportJson {
        let Run { outcome, work, seconds, pick, .. } = &self.0;
        let board = puzzle.board();
        let reason = match outcome {
            Outcome::Impossible(reason) => Some(words::obstruction(reason, Names::usual(board))),
            _ => None,
        };
        let unfinished = self.path().filter(|_| !self.is_found());
        ReportJson {
            question: QuestionJson::of(puzzle, config),
            outcome: outcome.answer().name(),
            picked: pick.as_ref().map(|pick| pick.config.to_string()),
            why: pick.as_ref().and_then(|pick| pick.why.clone()),
            reason,
            work: work.clone(),
            seconds: *seconds,
            tour: outcome.tour().map(TourJson::of),
            deepest: unfinished.map(|path| places(board, path)),
        }
    }
}
