//! `simulate`: runs a method many times, prints its tours, and writes them and statistics to files.

mod ask;
mod run_files;

use std::fmt::Write;
use std::io::{self, BufWriter, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;

use super::Ending;
use super::args::{Print, RunKind, Save, Simulate};
use super::output::{Failure, answer, note, print_error};
use super::progress::ProgressBar;
use crate::board::Board;
use crate::engine::{Run, Stopwatch, cores, until_interrupted};
use crate::format::{csv, grid, path};
use crate::lab::{PlanError, Record, RunStarts, RunStats, Simulation, SimulationPlan, StopReason};
use crate::puzzle::{Goal, Puzzle};
use crate::text::{counted, in_seconds, quoted_path};
use crate::tour::Tour;
use run_files::{RunFiles, TOUR_HEAD};

const FOLDER: &str = "simulation";
const USUAL_COUNT: u64 = 100;

/// Runs what the options say, or asks: with --interactive, or on a terminal without any options.
pub(super) fn run(command: &Simulate, is_bare: bool) -> Result<Ending, Failure> {
    if !(command.interactive || is_bare && io::stdin().is_terminal()) {
        return SimulationSetup::from_options(command)?.execute();
    }
    let setup = ask::ask(command)?;
    let ending = setup.execute()?;
    print_error(if setup.save.is_empty() {
        "\nTo repeat this:"
    } else {
        "\nTo repeat this (change the folder, or add --force):"
    });
    let repeat = setup.command_line();
    match setup.print {
        // Another program may read the tours from standard output.
        Some(_) => print_error(&repeat),
        None => _ = answer(&format!("{repeat}\n"))?,
    }
    Ok(ending)
}

/// Everything a simulation needs to know.
struct SimulationSetup {
    plan: SimulationPlan,
    print: Option<Print>,
    save: Vec<Save>,
    out: PathBuf,
    force: bool,
    jobs: usize,
}

impl SimulationSetup {
    fn new(command: &Simulate, board: Board, goal: Goal, starts: RunStarts) -> SimulationSetup {
        let count = command.count.unwrap_or(USUAL_COUNT);
        let plan = SimulationPlan {
            board,
            goal,
            config: command.method.clone(),
            starts,
            count,
            failures: command.max_failures.unwrap_or_else(|| usual_failures(count)),
            seed: command.board.seed,
            limits: command.limits.limits(),
            search_anyway: command.search_anyway,
        };
        let save = match (&command.save, &command.out) {
            (Some(save), _) => save.clone(),
            (None, Some(_)) => Save::value_variants().to_vec(),
            (None, None) => Vec::new(),
        };
        let out = command.out.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
        let jobs = command.jobs.unwrap_or_else(cores);
        SimulationSetup { plan, print: command.print, save, out, force: command.force, jobs }
    }

    fn from_options(command: &Simulate) -> Result<SimulationSetup, Failure> {
        let (board, goal) = command.board.shape.read()?;
        let starts = match (command.kind, &command.start) {
            (RunKind::Specific, Some(start)) => RunStarts::Specific(board.parse_square(start)?),
            (RunKind::Specific, None) => {
                return Err("--kind specific needs a start square, such as --start 7,0".into());
            }
            (_, Some(_)) => return Err("--start only works with --kind specific".into()),
            (RunKind::All, None) => RunStarts::All,
            (RunKind::Random, None) => RunStarts::Random,
        };
        for (option, given) in [("count", command.count), ("max-failures", command.max_failures)] {
            if command.kind == RunKind::All && given.is_some() {
                return Err(Failure::Bad(format!(
                    "--{option} only works with --kind random or specific; --kind all runs once from every square"
                )));
            }
        }
        Ok(SimulationSetup::new(command, board, goal, starts))
    }

    /// The command line that repeats this.
    fn command_line(&self) -> String {
        let plan = &self.plan;
        let board = &plan.board;
        let mut words = format!("knights-tour simulate --board {board}");
        if board.is_wrapped() {
            words += " --wrap";
        }
        let holes = board.holes().iter().map(|hole| board.coordinates(*hole));
        words.extend(holes.map(|hole| format!(" --hole {hole}")));
        if !plan.goal.is_any() {
            words += &format!(" --goal {}", plan.goal.text(board));
        }
        words += &format!(" --method {}", plan.config);
        match plan.starts {
            RunStarts::All => words += " --kind all",
            RunStarts::Random => words += &format!(" --kind random --count {}", plan.count),
            RunStarts::Specific(start) => {
                let start = board.coordinates(start);
                words += &format!(" --kind specific --start {start} --count {}", plan.count);
            }
        }
        if plan.search_anyway {
            words += " --search-anyway";
        }
        if plan.starts != RunStarts::All && plan.failures != usual_failures(plan.count) {
            words += &format!(" --max-failures {}", plan.failures);
        }
        words.extend(plan.limits.steps.map(|steps| format!(" --max-steps {steps}")));
        words.extend(plan.limits.seconds.map(|seconds| format!(" --max-seconds {seconds}")));
        if plan.seed != 0 {
            words += &format!(" --seed {}", plan.seed);
        }
        words.extend(self.print.map(|print| format!(" --print {}", name(&print))));
        if !self.save.is_empty() {
            let names: Vec<String> = self.save.iter().map(name).collect();
            words += &format!(" --save {} --out {}", names.join(","), in_shell(&self.out));
        }
        words
    }

    fn execute(&self) -> Result<Ending, Failure> {
        until_interrupted();
        let simulation = match Simulation::new(self.plan.clone()) {
            Err(PlanError::NoTour(why)) => {
                print_error(&format!("{why}; use --search-anyway to try anyway"));
                return Ok(Ending::No);
            }
            simulation => Arc::new(simulation?),
        };
        let mut files = RunFiles::new(self)?;
        let watch = Stopwatch::start();
        let mut runs = simulation.begin(self.jobs, self.writer(&files));
        // Tours are printed to standard output, and nothing else.
        let mut printer = self.print.map(|print| (BufWriter::new(io::stdout().lock()), print));
        let what = if self.plan.starts == RunStarts::All { "runs" } else { "tours" };
        let mut progress = ProgressBar::new(what, simulation.tours());
        let (mut found, mut broken, mut fault) = (0, None, None);
        while let Some(result) = runs.next() {
            let some = match result {
                Ok(some) => some,
                Err(what) => {
                    fault = Some(what);
                    break;
                }
            };
            let mut write = || {
                for (record, [times, grid, path]) in &some {
                    found += u64::from(record.kind.is_some());
                    files.add(record, found, [times, grid])?;
                    match &mut printer {
                        Some((out, Print::Grid)) if record.kind.is_some() => {
                            write!(out, "{TOUR_HEAD}{found}{grid}")?;
                        }
                        Some((out, Print::Path)) => out.write_all(path.as_bytes())?,
                        _ => {}
                    }
                }
                Ok(printer.as_mut().map_or(Ok(()), |(out, _)| out.flush())?)
            };
            let written: Result<(), Failure> = write();
            let written = match written {
                // The files are still wanted.
                Err(Failure::ClosedPipe) if !files.is_empty() => {
                    printer = None;
                    Ok(())
                }
                written => written,
            };
            broken = written.and_then(|()| Ok(files.publish_now_and_then(&watch)?)).err();
            if broken.is_some() {
                break;
            }
            progress.set(runs.progress());
        }
        let (stats, reason) = runs.end();
        progress.clear();
        if let Some(Failure::ClosedPipe) = broken {
            return Err(Failure::ClosedPipe);
        }
        let saved = files.finish(&stats, broken);
        let ending = self.report(&simulation, &stats, reason, watch.seconds(), saved);
        fault.map_or(ending, |fault| Err(Failure::Internal(fault)))
    }

    /// The function that writes for each run its line in the table, its tour as a grid without its number,
    /// which is not known yet, and its tour as a path; what is not needed is empty. The threads that do the
    /// runs call it, so that the thread that writes files has little to do.
    fn writer(
        &self,
        files: &RunFiles,
    ) -> impl Fn(&Puzzle, &Record, &Run) -> [String; 3] + Send + Sync + use<> {
        let (board, print, writes_times) =
            (self.plan.board.clone(), self.print, files.writes_times());
        let needs_grid = files.writes_tours() || print == Some(Print::Grid);
        move |puzzle, record, run| {
            let [mut times, mut grid, mut path] = [const { String::new() }; 3];
            if writes_times {
                csv::add_record(&mut times, &board, record);
            }
            if let Some(tour) = run.outcome.tour() {
                if needs_grid {
                    describe(&mut grid, tour, record);
                }
                if print == Some(Print::Path) {
                    path = path::write(puzzle, tour.path()) + "\n";
                }
            }
            [times, grid, path]
        }
    }

    fn report(
        &self,
        simulation: &Simulation,
        stats: &RunStats,
        reason: StopReason,
        seconds: f64,
        saved: Result<Vec<&str>, Failure>,
    ) -> Result<Ending, Failure> {
        let summary = csv::summary_text(stats);
        let answered = match self.print {
            None => answer(&summary),
            Some(_) => {
                note(summary.trim_end());
                Ok(Ending::Done)
            }
        };
        simulation.refusal(stats).iter().for_each(|why| note(why));
        // If a file could not be written, that is the reason, and it is reported at the end.
        if saved.is_ok() {
            simulation.explain(reason, stats).iter().for_each(|why| print_error(why));
        }
        if let Ok(names) = &saved
            && !names.is_empty()
        {
            let tours = counted(stats.found(), "tour");
            let has_tours = self.save.iter().any(|save| *save != Save::Times);
            let what = if has_tours { format!("{tours} saved") } else { "saved".to_owned() };
            note(&format!("{what} in {}: {}", quoted_path(&self.out), names.join(", ")));
        }
        note(&format!("{} in {}", counted(stats.runs(), "run"), in_seconds(seconds)));
        saved?;
        answered?;
        Ok(Ending::done_if(reason == StopReason::Done))
    }
}

fn usual_failures(count: u64) -> u64 {
    count.max(100)
}

/// The name of a value on the command line.
fn name(value: &impl ValueEnum) -> String {
    value.to_possible_value().map_or(String::new(), |value| value.get_name().to_owned())
}

/// A file's name, quoted for a shell if it needs to be.
fn in_shell(file: &Path) -> String {
    let name = file.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    if name.chars().all(plain) { name } else { format!("'{}'", name.replace('\'', "'\\''")) }
}

/// Adds a tour and the line above it, whose beginning with the number is not known yet.
fn describe(text: &mut String, tour: &Tour, record: &Record) {
    let (board, kind) = (tour.board(), tour.kind());
    let start = board.coordinates(record.start);
    let form = if record.kind.is_some_and(|(_, structured)| structured) {
        "structured"
    } else {
        "unstructured"
    };
    let edges = if board.is_wrapped() { " wrapped" } else { "" };
    // Writing to a string cannot fail.
    let _ = writeln!(text, ", {board}{edges}, from {start}, {kind}, {form}");
    grid::add(text, board, tour.path(), 1);
    text.push('\n');
}
