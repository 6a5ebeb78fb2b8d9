//! `simulate`: runs a method many times, and writes tours and statistics to files.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;

use super::Ending;
use super::args::{RunKind, Save, Simulate, whole};
use super::output::{Failure, answer, tell};
use super::progress::Progress;
use super::questions::Questions;
use crate::board::{Board, Naming, Square};
use crate::disk::{self, Growing, WriteError};
use crate::engine::{Limits, Stopwatch, until_interrupted};
use crate::feasibility::{Verdict::Impossible, refused_starts, verdict};
use crate::format::{csv, grid};
use crate::lab::{Ledger, Plan, PlanError, Record, Simulation, Starts, StopReason};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::Recipe;
use crate::text::{counted, quoted, quoted_path};
use crate::tour::Tour;

/// The default folder for files.
const FOLDER: &str = "simulation";
/// The default number of tours.
const USUAL_COUNT: u64 = 100;
const SUMMARY: &str = "summary.csv";

/// Runs what the flags say, or asks: with --interactive, or on a terminal without any flags.
pub(super) fn run(command: &Simulate, is_bare: bool) -> Result<Ending, Failure> {
    let asks = command.interactive || is_bare && io::stdin().is_terminal();
    let (order, repeat) = if asks {
        let order = Order::from_answers(command)?;
        let repeat = order.command_line();
        (order, Some(repeat))
    } else {
        (Order::from_flags(command)?, None)
    };
    let writes = !order.save.is_empty();
    let ending = order.carry_out()?;
    if let Some(repeat) = repeat {
        tell(match writes {
            true => "\nTo repeat this (change the folder, or add --force):",
            false => "\nTo repeat this:",
        });
        answer(&format!("{repeat}\n"))?;
    }
    Ok(ending)
}

/// Everything a simulation needs to know.
struct Order {
    plan: Plan,
    save: Vec<Save>,
    out: PathBuf,
    force: bool,
    jobs: usize,
}

/// The part of it that comes either from flags or from answers.
struct Choice {
    board: Board,
    recipe: Recipe,
    starts: Starts,
    count: u64,
    save: Vec<Save>,
    out: PathBuf,
}

impl Order {
    /// What the flags say.
    fn from_flags(command: &Simulate) -> Result<Order, Failure> {
        let (board, _, _) = command.board.read()?;
        let count = command.count()?;
        let starts = match (command.kind, &command.start) {
            (RunKind::Specific, Some(start)) => Starts::Specific(board.parse_square(start)?),
            (RunKind::Specific, None) => {
                return Err(bad("--kind specific needs a start square, such as --start 7,0"));
            }
            (_, Some(_)) => return Err(bad("--start only works with --kind specific")),
            (RunKind::All, None) => Starts::All,
            (RunKind::Random, None) => Starts::Random,
        };
        if command.kind == RunKind::All {
            for (flag, given) in [("count", count), ("max-failures", command.failures()?)] {
                if given.is_some() {
                    return Err(bad(&format!(
                        "--{flag} only works with --kind random or specific; --kind all runs once from every square"
                    )));
                }
            }
        }
        let save = match (&command.save, &command.out) {
            (Some(save), _) => save.clone(),
            (None, Some(_)) => Save::value_variants().to_vec(),
            (None, None) => Vec::new(),
        };
        let recipe = command.method.parse()?;
        let out = command.out.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
        let count = count.unwrap_or(USUAL_COUNT);
        Order::new(command, Choice { board, recipe, starts, count, save, out })
    }

    /// The answers to up to ten questions. The flags are the default answers.
    fn from_answers(command: &Simulate) -> Result<Order, Failure> {
        let (usual, goal, _) = command.board.read()?;
        if goal != Goal::Any || !command.board.is_plain() {
            return Err(bad(
                "--interactive does not support --goal, --wrap and --hole; leave them out, or leave out --interactive",
            ));
        }
        if let Some(out) = command.out.as_deref().filter(|_| !command.force) {
            disk::is_free(out)?;
        }
        let mut questions = Questions::default();
        let board = ask_board(&mut questions, &usual)?;
        let methods = crate::solver::METHODS.iter().map(|method| method.name);
        let methods = methods.collect::<Vec<_>>().join(", ");
        let question = format!("Which method? ({methods}; options as method:key=value)");
        let recipe = questions.ask(&question, &command.method, str::parse::<Recipe>)?;
        let starts = ask_starts(&mut questions, command, &board)?;
        let count = match starts {
            Starts::All => USUAL_COUNT,
            Starts::Random | Starts::Specific(_) => {
                let usual = command.count()?.unwrap_or(USUAL_COUNT).to_string();
                questions.ask("How many tours?", &usual, |text| whole(text, 1))?
            }
        };
        let mut save = Vec::new();
        for (kind, question) in [
            (Save::Tours, "Save all tours?"),
            (Save::Times, "Save the time and steps of every run?"),
            (Save::Closed, "Save open and closed tours in separate files?"),
            (Save::Structured, "Save structured and unstructured tours in separate files?"),
        ] {
            let is_usual = command.save.as_ref().is_some_and(|save| save.contains(&kind));
            if questions.yes(question, if is_usual { "yes" } else { "no" })? {
                save.push(kind);
            }
        }
        let out = command.out.clone().unwrap_or_else(|| disk::unused_name(FOLDER));
        Order::new(command, Choice { board, recipe, starts, count, save, out })
    }

    /// The choice, completed by the flags that nobody is asked about.
    fn new(command: &Simulate, choice: Choice) -> Result<Order, Failure> {
        let (_, goal, seed) = command.board.read()?;
        let Choice { board, recipe, starts, count, save, out } = choice;
        let plan = Plan {
            board,
            goal,
            recipe,
            starts,
            count,
            failures: command.failures()?.unwrap_or_else(|| usual_failures(count)),
            seed,
            limits: command.limits.read()?,
            search_anyway: command.search_anyway,
        };
        Ok(Order { plan, save, out, force: command.force, jobs: command.jobs()? })
    }

    /// The command line that repeats this.
    fn command_line(&self) -> String {
        let Plan { board, recipe, starts, count, failures, seed, limits, search_anyway, .. } =
            &self.plan;
        let mut words = format!("knights-tour simulate --board {board} --method {recipe}");
        match starts {
            Starts::All => words += " --kind all",
            Starts::Random => words += &format!(" --kind random --count {count}"),
            Starts::Specific(start) => {
                let start = board.coordinates(*start);
                words += &format!(" --kind specific --start {start} --count {count}");
            }
        }
        if *search_anyway {
            words += " --search-anyway";
        }
        if *starts != Starts::All && *failures != usual_failures(*count) {
            words += &format!(" --max-failures {failures}");
        }
        let Limits { steps, seconds } = limits;
        words.extend(steps.map(|steps| format!(" --max-steps {steps}")));
        words.extend(seconds.map(|seconds| format!(" --max-seconds {seconds}")));
        if *seed != 0 {
            words += &format!(" --seed {seed}");
        }
        if !self.save.is_empty() {
            let names = self.save.iter().filter_map(ValueEnum::to_possible_value);
            let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
            words += &format!(" --save {} --out {}", names.join(","), in_shell(&self.out));
        }
        words
    }

    fn carry_out(self) -> Result<Ending, Failure> {
        until_interrupted();
        let simulation = match Simulation::new(self.plan.clone()) {
            Ok(simulation) => Arc::new(simulation),
            Err(PlanError::NoTour(why)) => {
                tell(&format!("{why}; use --search-anyway to try anyway"));
                return Ok(Ending::No);
            }
            Err(error) => return Err(bad(&error.to_string())),
        };
        let mut files = Files::new(&self)?;
        let watch = Stopwatch::start();
        let board = self.plan.board.clone();
        let (writes_times, writes_tours) = (files.times.is_some(), files.writes_tours());
        let mut runs = simulation.begin(self.jobs, move |lines: &mut Lines, record, run| {
            if writes_times {
                csv::add_record(&mut lines.text, &board, record);
            }
            let times = lines.text.len();
            if let Some(tour) = run.outcome.tour().filter(|_| writes_tours) {
                describe(&mut lines.text, tour, record);
            }
            lines.ends.push([times, lines.text.len()]);
        });
        let what = if self.plan.starts == Starts::All { "runs" } else { "tours" };
        let mut progress = Progress::new(what, simulation.tours());
        let (mut broken, mut fault) = (None, None);
        while let Some(result) = runs.next() {
            let (records, lines) = match result {
                Ok(some) => some,
                Err(found) => {
                    fault = Some(found);
                    break;
                }
            };
            let mut each = records.iter().zip(lines.each());
            let written = each.try_for_each(|(record, lines)| files.add(record, lines));
            broken = written.and_then(|()| files.publish_now_and_then(&watch)).err();
            if broken.is_some() {
                break;
            }
            progress.set(runs.progress());
        }
        let (ledger, reason) = runs.end();
        progress.clear();
        let kept = files.finish(&ledger, broken);
        let ending = self.report(&simulation, &ledger, reason, watch.seconds(), kept);
        match fault {
            Some(fault) => Err(Failure::Internal(fault.to_string())),
            None => ending,
        }
    }

    /// Prints the results.
    fn report(
        &self,
        simulation: &Simulation,
        ledger: &Ledger,
        reason: StopReason,
        seconds: f64,
        kept: Result<Kept, Failure>,
    ) -> Result<Ending, Failure> {
        let (kept, failure) = match kept {
            Ok(kept) => (kept, None),
            Err(failure) => (Kept::default(), Some(failure)),
        };
        let answered = answer(&csv::summary_text(ledger));
        let refusal = simulation.refusal(ledger);
        // If a file could not be written, that is the reason, and it is reported below.
        let words = simulation.explain(reason, ledger).filter(|_| failure.is_none());
        for words in refusal.into_iter().chain(words) {
            tell(&words);
        }
        if !kept.names.is_empty() {
            let what = if kept.tours {
                format!("{} saved", counted(ledger.found(), "tour"))
            } else {
                "saved".to_owned()
            };
            tell(&format!("{what} in {}: {}", quoted_path(&self.out), kept.names.join(", ")));
        }
        tell(&format!("{} in {seconds:.3} s", counted(ledger.runs(), "run")));
        match failure {
            Some(failure) => Err(failure),
            None if answered.is_err() => answered.map(|()| Ending::No),
            None if reason == StopReason::Done => Ok(Ending::Done),
            None => Ok(Ending::No),
        }
    }
}

fn bad(what: &str) -> Failure {
    Failure::Bad(what.to_owned())
}

/// How many runs may fail by default.
fn usual_failures(count: u64) -> u64 {
    count.max(100)
}

fn ask_board(questions: &mut Questions, usual: &Board) -> Result<Board, Failure> {
    let side = |text: &str| {
        let side = whole(text, 1)?;
        u32::try_from(side).map_err(|_| format!("{} is too large", quoted(text)))
    };
    let rows =
        questions.ask("How many rows does the board have?", &usual.rows().to_string(), |text| {
            let rows = side(text)?;
            Board::new(rows, 1).map(|_| rows).map_err(|error| error.to_string())
        })?;
    let cols = if rows == usual.rows() { usual.cols() } else { rows };
    questions.ask("How many columns?", &cols.to_string(), |text| {
        Board::new(rows, side(text)?).map_err(|error| error.to_string())
    })
}

/// Asks for the kind of run and, if all runs start from one square, for that square. A square that no
/// tour can start from is refused, unless --search-anyway is given.
fn ask_starts(
    questions: &mut Questions,
    command: &Simulate,
    board: &Board,
) -> Result<Starts, Failure> {
    let mut refused = refused_starts(board, Goal::Any);
    if command.search_anyway {
        refused.fill(false);
    }
    let first = board.squares().find(|square| !refused[square.index()]);
    let question = "Where do the runs start? (all: every square once; random: a random square each \
                    time; specific: one square)";
    let usual = command.kind.to_possible_value();
    let usual = usual.as_ref().map_or("all", |usual| usual.get_name());
    let kind = questions.ask(question, usual, |text| {
        let kind = RunKind::from_str(text, true)
            .map_err(|_| format!("{} is not all, random or specific", quoted(text)))?;
        match first {
            None if kind != RunKind::All => Err(format!(
                "no tour of the {board} board exists from any square, so only 'all' makes sense"
            )),
            _ => Ok(kind),
        }
    })?;
    let question = "From which square? (row,column counted from 0, or a name such as a1)";
    let corner = board.coordinates(first.unwrap_or(Square::at(0)));
    let usual = command.start.as_deref().unwrap_or(&corner);
    Ok(match kind {
        RunKind::All => Starts::All,
        RunKind::Random => Starts::Random,
        RunKind::Specific => Starts::Specific(questions.ask(question, usual, |text| {
            let start = board.parse_square(text).map_err(|error| error.to_string())?;
            let puzzle = Puzzle::new(board.clone(), vec![start], Goal::Any, 0)
                .map_err(|error| error.to_string())?;
            match verdict(&puzzle) {
                Impossible(reason) if !command.search_anyway => {
                    Err(format!("{}: {reason}", puzzle.none_exists(Naming::default())))
                }
                _ => Ok(start),
            }
        })?),
    })
}

/// A file's name, quoted for a shell if it needs to be.
fn in_shell(file: &Path) -> String {
    let name = file.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    if name.chars().all(plain) { name } else { format!("'{}'", name.replace('\'', "'\\''")) }
}

/// The text of some runs for the files. The threads that do the runs prepare it, so that the thread
/// that writes has little to do.
#[derive(Default)]
struct Lines {
    /// For each run its line in the table, then its tour without its number, which is not known yet.
    text: String,
    /// Where each run's line ends, and where its tour ends.
    ends: Vec<[usize; 2]>,
}

impl Lines {
    /// Each run's line and tour.
    fn each(&self) -> impl Iterator<Item = [&str; 2]> {
        let starts = [0].into_iter().chain(self.ends.iter().map(|[_, end]| *end));
        let text = |(start, [times, end]): (usize, &[usize; 2])| {
            [&self.text[start..*times], &self.text[*times..*end]]
        };
        starts.zip(&self.ends).map(text)
    }
}

/// Adds a tour and the line above it, except for that line's beginning with the number.
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

/// The files of a simulation.
struct Files {
    folder: PathBuf,
    /// Whether anything is written at all.
    any: bool,
    tours: Option<Growing>,
    times: Option<Growing>,
    /// Open tours and closed tours.
    closed: Option<[Growing; 2]>,
    /// Unstructured tours and structured tours.
    structured: Option<[Growing; 2]>,
    /// How many tours were written.
    found: u64,
    /// When the files were last published, and how long that took.
    published: (f64, f64),
}

/// The files on the disk at the end.
#[derive(Default)]
struct Kept {
    names: Vec<&'static str>,
    tours: bool,
}

impl Files {
    const TOURS: &str = "tours.txt";
    const TIMES: &str = "times.csv";
    const CLOSED: [&str; 2] = ["open.txt", "closed.txt"];
    const STRUCTURED: [&str; 2] = ["unstructured.txt", "structured.txt"];

    fn new(order: &Order) -> Result<Files, Failure> {
        let asked = |kind: Save| order.save.contains(&kind);
        let folder = order.out.clone();
        let mut files = Files {
            any: !order.save.is_empty(),
            tours: None,
            times: None,
            closed: None,
            structured: None,
            found: 0,
            published: (0.0, 0.0),
            folder,
        };
        if !files.any {
            return Ok(files);
        }
        let mut names = vec![(Files::TIMES, csv::RECORD_START), (SUMMARY, csv::SUMMARY_HEAD)];
        let tours = [Files::CLOSED, Files::STRUCTURED].into_iter().flatten();
        names.extend(tours.chain([Files::TOURS]).map(|name| (name, "# tour ")));
        disk::fresh_folder(&order.out, &names, order.force)?;
        let new = |name: &str| Growing::new(order.out.join(name));
        let both = |names: [&str; 2]| Ok::<_, WriteError>([new(names[0])?, new(names[1])?]);
        files.tours = asked(Save::Tours).then(|| new(Files::TOURS)).transpose()?;
        files.times = asked(Save::Times).then(|| new(Files::TIMES)).transpose()?;
        files.closed = asked(Save::Closed).then(|| both(Files::CLOSED)).transpose()?;
        files.structured = asked(Save::Structured).then(|| both(Files::STRUCTURED)).transpose()?;
        if let Some(times) = &mut files.times {
            times.add(&[&csv::record_head(order.plan.recipe.method)])?;
        }
        Ok(files)
    }

    fn writes_tours(&self) -> bool {
        self.tours.is_some() || self.closed.is_some() || self.structured.is_some()
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Growing> {
        let pairs = self.closed.iter_mut().chain(&mut self.structured).flatten();
        self.tours.iter_mut().chain(&mut self.times).chain(pairs)
    }

    /// Adds a run, and its tour if it found one.
    fn add(&mut self, record: &Record, [line, tour]: [&str; 2]) -> Result<(), WriteError> {
        if let Some(times) = &mut self.times {
            times.add(&[line])?;
        }
        let Some((closed, structured)) = record.kind.filter(|_| !tour.is_empty()) else {
            return Ok(());
        };
        self.found += 1;
        let tour = ["# tour ", &self.found.to_string(), tour];
        if let Some(tours) = &mut self.tours {
            tours.add(&tour)?;
        }
        if let Some(pair) = &mut self.closed {
            pair[usize::from(closed)].add(&tour)?;
        }
        if let Some(pair) = &mut self.structured {
            pair[usize::from(structured)].add(&tour)?;
        }
        Ok(())
    }

    /// Publishes the files about once a second, or less often if that takes long.
    fn publish_now_and_then(&mut self, watch: &Stopwatch) -> Result<(), WriteError> {
        if !self.any {
            return Ok(());
        }
        let (last, took) = self.published;
        let now = watch.seconds();
        if now < last + f64::max(1.0, 20.0 * took) {
            return Ok(());
        }
        self.all().try_for_each(Growing::publish)?;
        self.published = (now, watch.seconds() - now);
        Ok(())
    }

    /// Gives every file its name, even if one of them could not be completed.
    fn finish(mut self, ledger: &Ledger, broken: Option<WriteError>) -> Result<Kept, Failure> {
        let mut kept = Kept { tours: self.writes_tours(), ..Kept::default() };
        if !self.any {
            return Ok(kept);
        }
        let mut failure = broken;
        let mut finish = |file: Option<Growing>, name: &'static str| {
            let Some(mut file) = file else { return };
            let written = file.write();
            let pieces = file.pieces();
            let written = written.and(file.finish());
            kept.names.push(name);
            if let (Err(error), None) = (written, &failure) {
                failure = Some(error);
            }
            if failure.is_some() {
                let what = if name == Files::TIMES { "line" } else { "tour" };
                tell(&format!("{} saved in {name}", counted(pieces, what)));
            }
        };
        finish(self.tours.take(), Files::TOURS);
        finish(self.times.take(), Files::TIMES);
        for (pair, names) in
            [(self.closed.take(), Files::CLOSED), (self.structured.take(), Files::STRUCTURED)]
        {
            for (file, name) in pair.into_iter().flatten().zip(names) {
                finish(Some(file), name);
            }
        }
        let written = disk::write(&self.folder.join(SUMMARY), csv::summary(ledger).as_bytes());
        match (failure, written) {
            (Some(error), _) | (None, Err(error)) => Err(error.into()),
            (None, Ok(())) => {
                kept.names.push(SUMMARY);
                Ok(kept)
            }
        }
    }
}
