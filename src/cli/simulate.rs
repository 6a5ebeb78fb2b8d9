//! `simulate`: runs a method many times, prints its tours, and writes them and statistics to files.

use std::fmt::Write;
use std::io::{self, BufWriter, IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::ValueEnum;

use super::Ending;
use super::args::{Print, RunKind, Save, Simulate, whole};
use super::output::{Failure, answer, note, tell};
use super::progress::Progress;
use super::questions::Questions;
use crate::board::{Board, Naming, Square, parse_squares};
use crate::engine::{Limits, Stopwatch, until_interrupted};
use crate::feasibility::{Verdict::Impossible, refused_starts, verdict};
use crate::format::{csv, grid, path};
use crate::lab::{Plan, PlanError, Record, RunStats, Simulation, Starts, StopReason};
use crate::puzzle::{Goal, Puzzle, parse_seed, starts};
use crate::solver::MethodConfig;
use crate::storage::{self, Growing, WriteError};
use crate::text::in_seconds;
use crate::text::{counted, quoted, quoted_path};
use crate::tour::Tour;
use crate::words::{self, Names};

/// The default folder for files.
const FOLDER: &str = "simulation";
/// The default number of tours.
const USUAL_COUNT: u64 = 100;
const SUMMARY: &str = "summary.csv";
/// What the line above a tour begins with.
const TOUR: &str = "# tour ";

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
    let (writes, prints) = (!order.save.is_empty(), order.print.is_some());
    let ending = order.carry_out()?;
    if let Some(repeat) = repeat {
        tell(match writes {
            true => "\nTo repeat this (change the folder, or add --force):",
            false => "\nTo repeat this:",
        });
        // Whoever reads the tours is not interested in this.
        match prints {
            true => tell(&repeat),
            false => answer(&format!("{repeat}\n"))?,
        }
    }
    Ok(ending)
}

/// Everything a simulation needs to know.
struct Order {
    plan: Plan,
    print: Option<Print>,
    save: Vec<Save>,
    out: PathBuf,
    force: bool,
    jobs: usize,
}

/// The part of it that comes either from flags or from answers.
struct Choice {
    board: Board,
    goal: Goal,
    seed: u64,
    config: MethodConfig,
    starts: Starts,
    count: u64,
    print: Option<Print>,
    save: Vec<Save>,
    out: PathBuf,
}

impl Order {
    /// What the flags say.
    fn from_flags(command: &Simulate) -> Result<Order, Failure> {
        let (board, goal, seed) = command.board.read()?;
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
        let config = command.method.parse()?;
        let out = command.out.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
        let (count, print) = (count.unwrap_or(USUAL_COUNT), command.print);
        Order::new(command, Choice { board, goal, seed, config, starts, count, print, save, out })
    }

    /// The answers to the questions. The flags are the default answers.
    fn from_answers(command: &Simulate) -> Result<Order, Failure> {
        let (usual, goal, seed) = command.board.read()?;
        if let Some(out) = command.out.as_deref().filter(|_| !command.force) {
            storage::is_free(out)?;
        }
        let mut questions = Questions::default();
        let board = ask_board(&mut questions, &usual)?;
        let question = "Which tours count? (any, closed, or end:SQUARE)";
        let goal = questions.ask(question, &goal.text(&usual), |text| Goal::parse(text, &board))?;
        let methods = crate::solver::METHODS.iter().map(|method| method.name);
        let methods = methods.collect::<Vec<_>>().join(", ");
        let question = format!("Which method? ({methods}; options as method:key=value)");
        let config = questions.ask(&question, &command.method, str::parse::<MethodConfig>)?;
        let starts = ask_starts(&mut questions, command, &board, goal)?;
        let count = match starts {
            Starts::All => USUAL_COUNT,
            Starts::Random | Starts::Specific(_) => {
                let usual = command.count()?.unwrap_or(USUAL_COUNT).to_string();
                questions.ask("How many tours?", &usual, |text| whole(text, 1))?
            }
        };
        let question = "Which seed? (the same seed makes the same random choices)";
        let seed = questions.ask(question, &seed.to_string(), parse_seed)?;
        let print = ask_print(&mut questions, command.print)?;
        let mut save = Vec::new();
        for (kind, question) in [
            (Save::Tours, "Save all tours?"),
            (Save::Times, "Save the time and steps of every run?"),
            (Save::Closed, "Save open and closed tours in separate files?"),
            (Save::Structured, "Save structured and unstructured tours in separate files?"),
        ] {
            let is_usual = command.save.as_ref().is_some_and(|save| save.contains(&kind));
            if questions.yes(question, yes_or_no(is_usual))? {
                save.push(kind);
            }
        }
        let out = command.out.clone().unwrap_or_else(|| storage::unused_name(FOLDER));
        Order::new(command, Choice { board, goal, seed, config, starts, count, print, save, out })
    }

    /// The choice, completed by the flags that no question is about.
    fn new(command: &Simulate, choice: Choice) -> Result<Order, Failure> {
        let Choice { board, goal, seed, config, starts, count, print, save, out } = choice;
        let plan = Plan {
            board,
            goal,
            config,
            starts,
            count,
            failures: command.failures()?.unwrap_or_else(|| usual_failures(count)),
            seed,
            limits: command.limits.read()?,
            search_anyway: command.search_anyway,
        };
        Ok(Order { plan, print, save, out, force: command.force, jobs: command.jobs()? })
    }

    /// The command line that repeats this.
    fn command_line(&self) -> String {
        let Plan { board, goal, config, starts, count, failures, seed, limits, search_anyway } =
            &self.plan;
        let mut words = format!("knights-tour simulate --board {board}");
        if board.is_wrapped() {
            words += " --wrap";
        }
        words.extend(
            board.holes().iter().map(|hole| format!(" --hole {}", board.coordinates(*hole))),
        );
        if !goal.is_any() {
            words += &format!(" --goal {}", goal.text(board));
        }
        words += &format!(" --method {config}");
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
        if let Some(print) = self.print.and_then(|print| print.to_possible_value()) {
            words += &format!(" --print {}", print.get_name());
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
        let (writes_times, print) = (files.times.is_some(), self.print);
        let needs_grid = files.writes_tours() || print == Some(Print::Grid);
        let mut runs =
            simulation.begin(self.jobs, move |lines: &mut Lines, puzzle, record, run| {
                if writes_times {
                    csv::add_record(&mut lines.text, &board, record);
                }
                let times = lines.text.len();
                let tour = run.outcome.tour();
                if let Some(tour) = tour.filter(|_| needs_grid) {
                    describe(&mut lines.text, tour, record);
                }
                let grid = lines.text.len();
                if let Some(tour) = tour.filter(|_| print == Some(Print::Path)) {
                    lines.text += &path::write(puzzle, tour.path());
                    lines.text.push('\n');
                }
                lines.ends.push([times, grid, lines.text.len()]);
            });
        let mut printer = self.print.map(Printer::new);
        let what = if self.plan.starts == Starts::All { "runs" } else { "tours" };
        let mut progress = Progress::new(what, simulation.tours());
        let (mut found, mut broken, mut fault) = (0, None, None);
        while let Some(result) = runs.next() {
            let (records, lines) = match result {
                Ok(some) => some,
                Err(what) => {
                    fault = Some(what);
                    break;
                }
            };
            let mut each = records.iter().zip(lines.each());
            let written = each.try_for_each(|(record, texts)| {
                found += u64::from(record.kind.is_some());
                files.add(record, found, texts)?;
                let is_printed = record.kind.is_some();
                printer.iter_mut().filter(|_| is_printed).try_for_each(|to| to.add(found, texts))
            });
            let written = written.and_then(|()| printer.iter_mut().try_for_each(Printer::flush));
            let written = match written {
                // The files are still wanted.
                Err(Failure::ClosedPipe) if files.any => {
                    printer = None;
                    Ok(())
                }
                other => other,
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
        let kept = files.finish(&stats, broken);
        let ending = self.report(&simulation, &stats, reason, watch.seconds(), kept);
        match fault {
            Some(fault) => Err(Failure::Internal(fault.to_string())),
            None => ending,
        }
    }

    /// Prints the results.
    fn report(
        &self,
        simulation: &Simulation,
        stats: &RunStats,
        reason: StopReason,
        seconds: f64,
        kept: Result<Kept, Failure>,
    ) -> Result<Ending, Failure> {
        let (kept, failure) = match kept {
            Ok(kept) => (kept, None),
            Err(failure) => (Kept::default(), Some(failure)),
        };
        let summary = csv::summary_text(stats);
        let answered = match self.print {
            None => answer(&summary),
            Some(_) => {
                note(summary.trim_end());
                Ok(())
            }
        };
        let refusal = simulation.refusal(stats);
        // If a file could not be written, that is the reason, and it is reported below.
        let words = simulation.explain(reason, stats).filter(|_| failure.is_none());
        refusal.iter().for_each(|words| note(words));
        words.iter().for_each(|words| tell(words));
        if !kept.names.is_empty() {
            let what = if kept.tours {
                format!("{} saved", counted(stats.found(), "tour"))
            } else {
                "saved".to_owned()
            };
            note(&format!("{what} in {}: {}", quoted_path(&self.out), kept.names.join(", ")));
        }
        note(&format!("{} in {}", counted(stats.runs(), "run"), in_seconds(seconds)));
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

/// Asks for the size of the board, its edges and its holes.
fn ask_board(questions: &mut Questions, usual: &Board) -> Result<Board, Failure> {
    let question = "Which board? (rows x columns, such as 6x6)";
    let size = questions.ask(question, &usual.to_string(), str::parse::<Board>)?;
    let question =
        "Wrap-around edges? (a knight that leaves on one side comes back on the other: yes or no)";
    let board = size.wrapped(questions.yes(question, yes_or_no(usual.is_wrapped()))?);
    let holes: Vec<String> = usual.holes().iter().map(|hole| usual.coordinates(*hole)).collect();
    let holes = if holes.is_empty() { "none".to_owned() } else { holes.join(" ") };
    questions.ask("Which squares are holes? (none, or squares such as a1 c3)", &holes, |text| {
        let holes = match text.eq_ignore_ascii_case("none") {
            true => Vec::new(),
            false => parse_squares(&board, text).map_err(|error| error.to_string())?,
        };
        board.clone().with_holes(holes).map_err(|error| error.to_string())
    })
}

/// The word for an answer.
fn yes_or_no(is_yes: bool) -> &'static str {
    if is_yes { "yes" } else { "no" }
}

/// Asks whether to print the tours, and how.
fn ask_print(questions: &mut Questions, usual: Option<Print>) -> Result<Option<Print>, Failure> {
    let question =
        "Print the tours? (no; grid: the board with numbers; path: the squares in order)";
    let usual = usual.and_then(|print| print.to_possible_value());
    let usual = usual.as_ref().map_or("no", |usual| usual.get_name());
    questions.ask(question, usual, |text| match text.to_lowercase().as_str() {
        "n" | "no" => Ok(None),
        word => {
            let print = Print::from_str(word, true).map(Some);
            print.map_err(|_| format!("{} is not no, grid or path", quoted(text)))
        }
    })
}

/// Asks for the kind of run and, if all runs start from one square, for that square. A square that no
/// tour can start from is refused, unless --search-anyway is given.
fn ask_starts(
    questions: &mut Questions,
    command: &Simulate,
    board: &Board,
    goal: Goal,
) -> Result<Starts, Failure> {
    let mut refused = refused_starts(board, goal);
    if command.search_anyway {
        refused.fill(false);
    }
    let first = starts(board, goal).find(|square| !refused[square.index()]);
    let question = "Where do the runs start? (all: every square once; random: a random square each \
                    time; specific: one square)";
    let usual = command.kind.to_possible_value();
    let usual = usual.as_ref().map_or("all", |usual| usual.get_name());
    let kind = questions.ask(question, usual, |text| {
        let kind = RunKind::from_str(text, true)
            .map_err(|_| format!("{} is not all, random or specific", quoted(text)))?;
        match first {
            None if kind != RunKind::All => {
                Err(format!("{}, so only 'all' makes sense", goal.none_on(board)))
            }
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
            let puzzle = Puzzle::new(board.clone(), vec![start], goal, 0)
                .map_err(|error| error.to_string())?;
            match verdict(&puzzle) {
                Impossible(reason) if !command.search_anyway => {
                    let reason = words::obstruction(&reason, Names::usual(board));
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

/// The text of some runs. The threads that do the runs prepare it, so that the thread that writes has
/// little to do.
#[derive(Default)]
struct Lines {
    /// For each run its line in the table, its tour as a grid without its number, which is not known
    /// yet, and its tour as a path.
    text: String,
    /// Where each of these ends.
    ends: Vec<[usize; 3]>,
}

impl Lines {
    /// Each run's line, grid and path; what is not needed is empty.
    fn each(&self) -> impl Iterator<Item = [&str; 3]> {
        let starts = [0].into_iter().chain(self.ends.iter().map(|[.., end]| *end));
        let texts = |(start, [times, grid, end]): (usize, &[usize; 3])| {
            [&self.text[start..*times], &self.text[*times..*grid], &self.text[*grid..*end]]
        };
        starts.zip(&self.ends).map(texts)
    }
}

/// Prints tours to standard output, and nothing else.
struct Printer {
    out: BufWriter<io::StdoutLock<'static>>,
    print: Print,
}

impl Printer {
    fn new(print: Print) -> Printer {
        Printer { out: BufWriter::new(io::stdout().lock()), print }
    }

    fn add(&mut self, number: u64, [_, grid, path]: [&str; 3]) -> Result<(), Failure> {
        match self.print {
            Print::Grid => write!(self.out, "{TOUR}{number}{grid}")?,
            Print::Path => self.out.write_all(path.as_bytes())?,
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.out.flush()?)
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
            published: (0.0, 0.0),
            folder,
        };
        if !files.any {
            return Ok(files);
        }
        let mut names = vec![(Files::TIMES, csv::RECORD_START), (SUMMARY, csv::SUMMARY_HEAD)];
        let tours = [Files::CLOSED, Files::STRUCTURED].into_iter().flatten();
        names.extend(tours.chain([Files::TOURS]).map(|name| (name, TOUR)));
        storage::fresh_folder(&order.out, &names, order.force)?;
        let new = |name: &str| Growing::new(order.out.join(name));
        let both = |names: [&str; 2]| Ok::<_, WriteError>([new(names[0])?, new(names[1])?]);
        files.tours = asked(Save::Tours).then(|| new(Files::TOURS)).transpose()?;
        files.times = asked(Save::Times).then(|| new(Files::TIMES)).transpose()?;
        files.closed = asked(Save::Closed).then(|| both(Files::CLOSED)).transpose()?;
        files.structured = asked(Save::Structured).then(|| both(Files::STRUCTURED)).transpose()?;
        if let Some(times) = &mut files.times {
            times.add(&[&csv::record_head(order.plan.config.method)])?;
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
    fn add(
        &mut self,
        record: &Record,
        number: u64,
        [line, grid, _]: [&str; 3],
    ) -> Result<(), WriteError> {
        if let Some(times) = &mut self.times {
            times.add(&[line])?;
        }
        let Some((closed, structured)) = record.kind else { return Ok(()) };
        let tour = [TOUR, &number.to_string(), grid];
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
    fn finish(mut self, stats: &RunStats, broken: Option<Failure>) -> Result<Kept, Failure> {
        let mut kept = Kept { tours: self.writes_tours(), ..Kept::default() };
        if !self.any {
            return broken.map_or(Ok(kept), Err);
        }
        let mut failure = broken;
        let mut finish = |file: Option<Growing>, name: &'static str| {
            let Some(mut file) = file else { return };
            let written = file.write();
            let pieces = file.pieces();
            let written = written.and(file.finish());
            kept.names.push(name);
            if let (Err(error), None) = (written, &failure) {
                failure = Some(error.into());
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
        let written = storage::write(&self.folder.join(SUMMARY), csv::summary(stats).as_bytes());
        match (failure, written) {
            (Some(failure), _) => Err(failure),
            (None, Err(error)) => Err(error.into()),
            (None, Ok(())) => {
                kept.names.push(SUMMARY);
                Ok(kept)
            }
        }
    }
}
