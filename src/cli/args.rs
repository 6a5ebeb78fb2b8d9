//! The arguments of the command line. Values that do not depend on other arguments are read by clap.

use std::path::PathBuf;

use clap::builder::ValueHint;
use clap::{Arg, ArgAction, ArgMatches, Args, CommandFactory, Parser, Subcommand, ValueEnum};

use super::output::Failure;
use crate::board::{Board, Square, parse_squares};
use crate::engine::Limits;
use crate::feasibility::{Verdict, verdict};
use crate::puzzle::{Goal, Puzzle, PuzzleError, parse_seed, starts};
use crate::solver::{MethodConfig, MethodError};
use crate::text::{grouped, is_whole_number, quoted, whole_number};

const ABOUT: &str = "Find, check, list and measure knight's tours.";

fn long_about() -> String {
    let window = if cfg!(feature = "gui") { " Without a command the window opens." } else { "" };
    format!("{ABOUT}{window}")
}

fn examples() -> String {
    let window = match cfg!(feature = "gui") {
        true => "  knights-tour my.tour\n  knights-tour --board 1000x1000\n",
        false => "",
    };
    format!(
        "Examples:\n{window}  \
         knights-tour solve --board 8x8 --start a1\n  \
         knights-tour solve --board 6x6 --goal closed --format svg --out tour.svg\n  \
         knights-tour enumerate --board 5x5\n  \
         knights-tour solve | knights-tour check -\n\n\
         'knights-tour COMMAND --help' explains each command."
    )
}

/// The commands that write notes.
const NOTED: [&str; 7] = ["solve", "starts", "hint", "enumerate", "simulate", "lab", "man"];

/// The command line. A value may begin with a hyphen, so that a wrong one such as `-1` is explained, unless
/// it is a file or one of a list.
pub(super) fn command() -> clap::Command {
    fn with_hyphens(command: clap::Command) -> clap::Command {
        let allow = |arg: Arg| {
            let is_free = arg.get_value_hint() == ValueHint::Unknown
                && arg.get_action().takes_values()
                && arg.get_possible_values().is_empty();
            arg.allow_hyphen_values(is_free)
        };
        command.mut_args(allow).mut_subcommands(with_hyphens)
    }
    let help = "Write neither notes nor progress to standard error, only what went wrong";
    let quiet = |command: &str| {
        let quiet = Arg::new(QUIET).short('q').long(QUIET).help(help);
        quiet.action(ArgAction::SetTrue).global(command == "lab")
    };
    let command = with_hyphens(Arguments::command());
    NOTED.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |command| command.arg(quiet(name)))
    })
}

const QUIET: &str = "quiet";

/// Whether the command is to write nothing to standard error unless something goes wrong.
pub(super) fn is_quiet(matches: &ArgMatches) -> bool {
    let own = matches.subcommand().and_then(|(_, own)| own.try_get_one(QUIET).ok()?);
    own.copied().unwrap_or(false)
}

#[derive(Parser)]
#[command(
    name = "knights-tour",
    bin_name = "knights-tour",
    version,
    about = ABOUT,
    long_about = long_about(),
    after_help = examples(),
    args_conflicts_with_subcommands = cfg!(feature = "gui")
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[cfg(feature = "gui")]
    #[command(flatten)]
    pub(super) window: Window,
}

/// How to open the window.
#[cfg(feature = "gui")]
#[derive(Args)]
pub struct Window {
    /// A file to open in the window: a .tour file, or any other file with a tour
    #[arg(conflicts_with = "board")]
    pub file: Option<PathBuf>,
    /// Open the window with a board of this size
    #[arg(short, long, value_name = "ROWSxCOLUMNS")]
    pub board: Option<String>,
    /// Open the window with the default settings
    #[arg(long)]
    pub reset_settings: bool,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Find one tour.
    Solve(Solve),
    /// Show from which squares tours exist, and why not from the others.
    Starts(StartsArgs),
    /// Show which moves can come next, and whether the tour can still be finished after each.
    Hint(HintArgs),
    /// Check whether a file contains a valid tour, and say what kind.
    Check(Check),
    /// Find and count all tours.
    Enumerate(Enumerate),
    /// Run a method many times; print the tours, or write tours and statistics to files.
    Simulate(Simulate),
    /// Run an experiment and show its results as a table or charts.
    Lab(LabArgs),
    /// List the methods and their options.
    Methods(Methods),
    /// Print a script that completes command lines in a shell.
    Completions(Completions),
    /// Write the manual pages to a folder.
    Man(Man),
}

/// The board and the goal.
#[derive(Args)]
pub(super) struct ShapeArgs {
    /// Rows and columns
    #[arg(short, long, value_name = "ROWSxCOLUMNS", default_value = "8x8")]
    board: Board,
    /// Which tours count: any, closed, or end:SQUARE
    #[arg(short, long, value_name = "GOAL", default_value = "any")]
    goal: String,
    /// Wrap-around edges: a knight that leaves on one side comes back on the other
    #[arg(long)]
    wrap: bool,
    /// Remove a square from the board; may be given several times
    #[arg(long, value_name = "SQUARE")]
    hole: Vec<String>,
}

impl ShapeArgs {
    pub(super) fn read(&self) -> Result<(Board, Goal), Failure> {
        let holes = self.hole.iter().map(|hole| self.board.parse_square(hole));
        let holes = holes.collect::<Result<Vec<_>, _>>()?;
        let board = self.board.clone().wrapped(self.wrap).with_holes(holes)?;
        let goal = Goal::parse(&self.goal, &board)?;
        Ok((board, goal))
    }
}

/// The board, the goal and the seed.
#[derive(Args)]
pub(super) struct BoardArgs {
    #[command(flatten)]
    pub(super) shape: ShapeArgs,
    /// The seed for random choices; the same seed gives the same result
    #[arg(long, value_name = "NUMBER", default_value = "0", value_parser = parse_seed)]
    pub(super) seed: u64,
}

/// The puzzle: the board, the given squares, the goal and the seed.
#[derive(Args)]
pub(super) struct PuzzleArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// The square to start from, as row,column from the top left (7,0) or by name (a1)
    #[arg(short, long, value_name = "SQUARE", conflicts_with = "given")]
    start: Option<String>,
    /// The beginning of the path: squares in order, the start first
    #[arg(long, value_name = "SQUARES")]
    given: Option<String>,
    /// An unfinished path to rearrange, the start first: only that stays where it is
    #[arg(long, value_name = "SQUARES", conflicts_with_all = ["start", "given"])]
    repair: Option<String>,
    /// The whole puzzle in one line instead, such as "8x8 given=7,0 goal=closed"
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["board", "start", "given", "repair", "goal", "seed", "wrap", "hole"])]
    puzzle: Option<String>,
}

impl PuzzleArgs {
    /// The puzzle, and whether its start is given. If not, it begins at the first square, or at one of the
    /// next few if a theorem rules that one out.
    pub(super) fn read(&self) -> Result<(Puzzle, bool), Failure> {
        if let Some(text) = &self.puzzle {
            let puzzle: Puzzle = text.parse()?;
            if text.contains("given=") || text.contains("repair=") {
                return Ok((puzzle, true));
            }
            let promising = promising(puzzle.board(), puzzle.goal(), puzzle.seed())?;
            return Ok((promising.with_base(puzzle.base().clone()), false));
        }
        let (board, goal) = self.board.shape.read()?;
        let seed = self.board.seed;
        if let Some(path) = &self.repair {
            let path = parse_squares(&board, path)?;
            return Ok((Puzzle::repairing(board, path, goal, seed)?, true));
        }
        let given = match (&self.start, &self.given) {
            (Some(start), _) => vec![board.parse_square(start)?],
            (None, Some(given)) => parse_squares(&board, given)?,
            (None, None) => return Ok((promising(&board, goal, seed)?, false)),
        };
        Ok((Puzzle::new(board, given, goal, seed)?, true))
    }
}

/// The puzzle with the first start that may lead to a tour, or with the very first square.
fn promising(board: &Board, goal: Goal, seed: u64) -> Result<Puzzle, PuzzleError> {
    let puzzle = |start| Puzzle::new(board.clone(), vec![start], goal, seed);
    let is_impossible = |start: &Square| {
        puzzle(*start).is_ok_and(|puzzle| matches!(verdict(&puzzle), Verdict::Impossible(_)))
    };
    let first = || starts(board, goal).take(16);
    let start = first().find(|start| !is_impossible(start)).or_else(|| first().next());
    puzzle(start.unwrap_or(Square::at(0)))
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if !text.starts_with('+') && seconds.is_finite() && seconds >= 0.0 => {
            Ok(seconds)
        }
        _ => Err(format!(
            "{} is not a valid time; use a number of seconds such as 2.5",
            quoted(text)
        )),
    }
}

fn steps(text: &str) -> Result<u64, String> {
    whole(text, 0)
}

fn at_least_one(text: &str) -> Result<u64, String> {
    whole(text, 1)
}

/// How many runs at the same time.
fn jobs(text: &str) -> Result<usize, String> {
    const MAX_JOBS: u64 = 1_024;
    Ok(whole(text, 1)?.min(MAX_JOBS) as usize)
}

/// When each run stops, by steps and by time.
#[derive(Args)]
pub(super) struct RunLimits {
    /// Stop a search after this many steps
    #[arg(long, value_name = "STEPS", value_parser = steps)]
    max_steps: Option<u64>,
    /// Stop a search after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    max_seconds: Option<f64>,
}

impl RunLimits {
    pub(super) fn limits(&self) -> Limits {
        Limits { steps: self.max_steps, seconds: self.max_seconds }
    }
}

/// Reads a whole number of at least `least`. Commas may separate its thousands.
pub(super) fn whole(text: &str, least: u64) -> Result<u64, String> {
    let digits = text.trim().replace(',', "");
    match whole_number(&digits) {
        Some(number) if number >= least => Ok(number),
        None if is_whole_number(&digits) => {
            Err(format!("{} is too large; the maximum is {}", quoted(text), grouped(u64::MAX)))
        }
        _ => Err(format!("{} is not a whole number ({least} or more)", quoted(text))),
    }
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour solve\n  \
    knights-tour solve --board 8x8 --start 7,0 --method backtracking --format json\n  \
    knights-tour solve --board 20x20 --goal closed --method restarting\n  \
    knights-tour solve --given \"a1 b3 c5\" --method backtracking:by=warnsdorff,ties=roth\n  \
    knights-tour solve --board 5x5 --start 0,1 --search-anyway --method backtracking\n  \
    knights-tour solve --board 24x24 --method divide-and-conquer --base runs/structured.txt\n\n\
    'knights-tour methods' lists the methods and their options.\n\
    Exit code 0: found; 1: no tour exists, gave up, limit reached or interrupted; 2: bad input;\n\
    4: an internal error.")]
pub(super) struct Solve {
    #[command(flatten)]
    pub(super) puzzle: PuzzleArgs,
    /// The method, with options as method:key=value,key=value
    #[arg(short, long, value_name = "METHOD", default_value = "auto")]
    pub(super) method: MethodConfig,
    /// Take the small tours of divide-and-conquer from this file, such as the structured tours that
    /// 'simulate' writes; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(super) base: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) limits: RunLimits,
    /// Search even if a theorem says that no tour exists
    #[arg(long)]
    pub(super) search_anyway: bool,
    /// The format of the answer
    #[arg(short, long, value_enum, default_value_t = SolveFormat::Grid)]
    pub(super) format: SolveFormat,
    /// The number of the first square in a grid
    #[arg(long, value_enum, default_value_t = CountFrom::One)]
    pub(super) from: CountFrom,
    /// Write the answer to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

/// The number of a grid's first square.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CountFrom {
    /// Count from 0
    #[value(name = "0")]
    Zero,
    /// Count from 1
    #[value(name = "1")]
    One,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SolveFormat {
    /// The board, with each square's number in the tour
    Grid,
    /// The squares in order, one per line
    Path,
    /// Everything about the search, for programs
    Json,
    /// A picture
    Svg,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour check tour.txt\n  \
    knights-tour solve --format json | knights-tour check -\n  \
    knights-tour check --wrap torus.txt\n  \
    knights-tour check tours.txt --json\n  \
    knights-tour check mine.txt --compare yours.txt\n\n\
    It reads grids, numbered from 0 or 1, also in frames and with labels at their rows and columns;\n\
    one list of all numbers; paths as names of squares such as 'a1 b3 c5' or a1-b3-c5, as moves such as\n\
    'a1b3 b3c5', or as rows and columns, one pair in each line or in brackets; and JSON. Where a text can\n\
    be read in several ways, the first that is a tour counts. A file may contain several tours; paths on\n\
    different boards need an empty line between them.\n\
    It says whether a tour is closed and structured; whether its line stays the same when turned or\n\
    mirrored; whether it is semi-magic (all rows have one sum, all columns have one sum, from 1) or magic\n\
    (both diagonals have that sum too); how many pairs of its moves cross; and its longest run of moves\n\
    in the same direction.\n\
    A tour is structured if it has, at each corner of the board, the two moves that divide-and-conquer\n\
    needs to join it with others: at the top left from 1,0 to 0,2 and from 2,0 to 0,1, at the other\n\
    corners their mirror images, each in either direction.\n\
    Exit code 0: valid; 1: not valid; 2: the file cannot be read; 4: an internal error.\n\
    With --compare, 0: the same line, perhaps turned or mirrored; 1: not the same, or not valid.")]
pub(super) struct Check {
    /// The file to check, or - for standard input
    pub(super) file: PathBuf,
    /// The board has wrap-around edges (a grid does not say so)
    #[arg(long)]
    pub(super) wrap: bool,
    /// Say everything about each tour as JSON, for programs; canonical is the same path for all tours
    /// that are the same when turned or mirrored; board is left out where it is that of the tour before
    #[arg(long)]
    pub(super) json: bool,
    /// Compare the first tour with that of another file: the same line, the same when turned or
    /// mirrored, or how many moves they share
    #[arg(long, value_name = "FILE")]
    pub(super) compare: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour starts --board 5x5\n  \
    knights-tour starts --board 8x8 --hole a1 --hole d5\n  \
    knights-tour starts --board 6x7 --goal closed --format json\n  \
    knights-tour starts --board 4x6 --format svg --out starts.svg\n\n\
    In the grid, + is a square where a tour can start, - one where none can, ? one that is not\n\
    decided, # a hole, and E the square where the tour must end. Theorems decide plain boards of any\n\
    size; on others up to 400 squares are decided by search, within a limit.\n\
    Exit code 0: a tour can start somewhere; 1: nowhere, as far as is known, or interrupted;\n\
    2: bad input; 4: an internal error.")]
pub(super) struct StartsArgs {
    #[command(flatten)]
    pub(super) shape: ShapeArgs,
    /// How to show the map
    #[arg(short, long, value_enum, default_value_t = StartsFormat::Grid)]
    pub(super) format: StartsFormat,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum StartsFormat {
    /// A sign for each square
    Grid,
    /// An object with all squares and reasons
    Json,
    /// A picture
    Svg,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour hint --given \"a1 b3 c5\"\n  \
    knights-tour hint --board 6x6 --given \"a1 b3\" --goal closed --json\n  \
    knights-tour hint --board 8x8 --hole d5 --given \"a1 c2 e3\"\n\n\
    For each free square one move from the last given one, it shows how many free squares could come\n\
    after it, whether the tour can be finished if the knight goes there, and if not, why. A search\n\
    decides what nothing else does, within a limit; on boards of more than 10,000 squares there is none.\n\
    Exit code 0: answered, even if no move is left; 1: interrupted; 2: bad input; 4: an internal error.")]
pub(super) struct HintArgs {
    #[command(flatten)]
    pub(super) shape: ShapeArgs,
    /// The path so far: squares in order, the start first
    #[arg(long, value_name = "SQUARES")]
    pub(super) given: String,
    /// Write the answer as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour enumerate --board 5x5\n  \
    knights-tour enumerate --board 6x6 --goal closed --json\n  \
    knights-tour enumerate --board 5x5 --start 0,0 --format grid --limit 3\n\n\
    Without a start, tours from every start are counted, but a closed tour only once, not once\n\
    per start. It searches even if a theorem says that no tour exists.\n\
    Exit code 0: complete, or --limit reached; 1: out of time or interrupted; 2: bad input;\n\
    4: an internal error.")]
pub(super) struct Enumerate {
    #[command(flatten)]
    pub(super) puzzle: PuzzleArgs,
    /// The method, with options as method:key=value,key=value
    #[arg(short, long, value_name = "METHOD", default_value = "backtracking:prune=on")]
    #[arg(value_parser = enumerator)]
    pub(super) method: MethodConfig,
    /// Stop after this many tours
    #[arg(short = 'n', long, value_name = "TOURS", value_parser = steps)]
    pub(super) limit: Option<u64>,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) max_seconds: Option<f64>,
    /// What to print: only the counts, or every tour
    #[arg(short, long, value_enum, default_value_t = EnumerateFormat::Count)]
    format: EnumerateFormat,
    /// Print only the counts, as JSON
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// The number of the first square in a grid
    #[arg(long, value_enum, default_value_t = CountFrom::One)]
    pub(super) from: CountFrom,
}

impl Enumerate {
    pub(super) fn format(&self) -> EnumerateFormat {
        if self.json { EnumerateFormat::CountJson } else { self.format }
    }
}

/// A method, if it finds every tour exactly once.
fn enumerator(text: &str) -> Result<MethodConfig, String> {
    let config: MethodConfig = text.parse().map_err(|error: MethodError| error.to_string())?;
    match config.method.enumerates {
        true => Ok(config),
        false => Err(format!(
            "method '{}' cannot find every tour exactly once; use backtracking:prune=on",
            config.method.name
        )),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum EnumerateFormat {
    /// Only the counts
    Count,
    /// Every tour as a grid; the counts follow on standard error
    Grid,
    /// Every tour as a path; the counts follow on standard error
    Path,
    /// Every tour and the counts, for programs
    Json,
    /// Only the counts, for programs: --json
    #[value(skip)]
    CountJson,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour simulate --kind all --method warnsdorff\n  \
    knights-tour simulate --kind specific --start 7,0 --count 900 --save tours,times --out runs\n  \
    knights-tour simulate --kind random --count 100 --method restarting --goal closed\n  \
    knights-tour simulate --board 6x6 --print grid | knights-tour check -\n  \
    knights-tour simulate --interactive\n\n\
    On a terminal, without any options, it asks for everything it needs.\n\
    Runs are numbered from 0. Run k uses the seed N + k (N is --seed), so 'knights-tour solve'\n\
    can repeat it. If you interrupt it, the runs that were under way are left out of every file.\n\
    Files: tours.txt, times.csv, open.txt and closed.txt, structured.txt and unstructured.txt,\n\
    and summary.csv. A tour is structured if it has, at each corner of the board, the two moves that\n\
    divide-and-conquer needs to join it with others: at the top left from 1,0 to 0,2 and from 2,0 to\n\
    0,1, at the other corners their mirror images, each in either direction. A run that gave up or\n\
    reached a limit is counted and has its line in times.csv, but totals, averages, medians and\n\
    percentiles are of runs that found a tour.\n\
    Exit code 0: found as many tours as requested, or tried every square; 1: found fewer, or\n\
    interrupted; 2: bad input, or a file cannot be written; 4: an internal error.")]
pub(super) struct Simulate {
    #[command(flatten)]
    pub(super) board: BoardArgs,
    /// The method, with options as method:key=value,key=value
    #[arg(short, long, value_name = "METHOD", default_value = "warnsdorff")]
    pub(super) method: MethodConfig,
    /// Where the runs start: from every square once, from random squares, or from one square
    #[arg(long, value_enum, default_value_t = RunKind::All)]
    pub(super) kind: RunKind,
    /// The square to start from, for --kind specific
    #[arg(short, long, value_name = "SQUARE")]
    pub(super) start: Option<String>,
    /// How many tours to find, for --kind random and specific [default: 100]
    #[arg(short = 'n', long, value_name = "TOURS", value_parser = at_least_one)]
    pub(super) count: Option<u64>,
    /// Stop after this many runs without a tour, for --kind random and specific [default: the same
    /// as --count, but at least 100]
    #[arg(long, value_name = "RUNS", value_parser = at_least_one)]
    pub(super) max_failures: Option<u64>,
    #[command(flatten)]
    pub(super) limits: RunLimits,
    /// Search even if a theorem says that no tour exists
    #[arg(long)]
    pub(super) search_anyway: bool,
    /// Which files to write: tours, times, closed (open and closed tours in separate files),
    /// structured (structured and unstructured tours in separate files) [default: all of them if
    /// --out is given, otherwise none]
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    pub(super) save: Option<Vec<Save>>,
    /// The folder for the files, created if needed [default: simulation]
    #[arg(short, long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,
    /// Overwrite the files of an earlier simulation in that folder
    #[arg(long)]
    pub(super) force: bool,
    /// Print every tour to standard output, in the order of the runs; the statistics then go to
    /// standard error
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(super) print: Option<Print>,
    /// How many runs at the same time [default: one per processor core]
    #[arg(short, long, value_name = "NUMBER", value_parser = jobs)]
    pub(super) jobs: Option<usize>,
    /// Ask for everything; the other options become the default answers
    #[arg(long)]
    pub(super) interactive: bool,
}

#[derive(Args)]
#[command(
    subcommand_value_name = "EXPERIMENT",
    subcommand_help_heading = "Experiments",
    after_help = "Examples:\n  \
    knights-tour lab\n  \
    knights-tour lab starts --board 7x7\n  \
    knights-tour lab --csv --out timing.csv timing --sizes 5-8 --runs 9\n  \
    knights-tour lab --svg --out ties.svg ties\n\n\
    Without an experiment, it lists all of them.\n\
    Exit code 0: done; 1: interrupted (it prints the results so far); 2: bad input, or a file\n\
    cannot be written; 4: an internal error (it prints the results so far)."
)]
pub(super) struct LabArgs {
    #[command(subcommand)]
    pub(super) experiment: Option<super::lab::ChosenExperiment>,
    /// Write the table as CSV
    #[arg(long, global = true, conflicts_with_all = ["json", "svg"])]
    pub(super) csv: bool,
    /// Write the table and all runs as JSON
    #[arg(long, global = true, conflicts_with = "svg")]
    pub(super) json: bool,
    /// Write the charts as an SVG picture
    #[arg(long, global = true)]
    pub(super) svg: bool,
    /// Write to this file instead of standard output
    #[arg(short, long, global = true, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// How many runs at the same time [default: one per processor core]
    #[arg(short, long, global = true, value_name = "NUMBER", value_parser = jobs)]
    pub(super) jobs: Option<usize>,
}

/// Where the runs of a simulation start.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RunKind {
    /// From every square once
    All,
    /// From a random square each time
    Random,
    /// Always from the same square
    Specific,
}

/// How a simulation prints its tours.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Print {
    /// The board, with each square's number in the tour
    Grid,
    /// The squares in order, one per line
    Path,
}

/// A kind of file that a simulation writes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Save {
    /// All tours
    Tours,
    /// Times and steps of all runs
    Times,
    /// Open and closed tours in separate files
    Closed,
    /// Structured and unstructured tours in separate files
    Structured,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  knights-tour methods\n  knights-tour methods --json")]
pub(super) struct Methods {
    /// Write the list as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour completions bash > ~/.local/share/bash-completion/completions/knights-tour\n  \
    knights-tour completions zsh > ~/.zfunc/_knights-tour\n  \
    knights-tour completions fish > ~/.config/fish/completions/knights-tour.fish\n\n\
    For zsh, the folder must be one of $fpath.")]
pub(super) struct Completions {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour man ~/.local/share/man/man1\n  \
    knights-tour man pages && man pages/knights-tour-solve.1")]
pub(super) struct Man {
    /// The folder, created if needed; older pages in it are replaced
    #[arg(value_name = "FOLDER")]
    pub(super) folder: PathBuf,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Adds the one-letter options of a command and of its subcommands.
    fn add(letters: &mut BTreeMap<char, String>, command: &clap::Command) {
        for argument in command.get_arguments() {
            let (Some(letter), Some(long)) = (argument.get_short(), argument.get_long()) else {
                continue;
            };
            // Both are a number of tours.
            let long = if long == "limit" { "count" } else { long };
            let other = letters.entry(letter).or_insert_with(|| long.to_owned());
            assert_eq!(other, long, "-{letter} of {}", command.get_name());
        }
        command.get_subcommands().for_each(|inner| add(letters, inner));
    }

    #[test]
    fn a_letter_means_the_same_option_everywhere() {
        let mut command = command();
        command.build();
        let mut letters = BTreeMap::new();
        add(&mut letters, &command);
        for (letter, long) in [
            ('b', "board"),
            ('f', "format"),
            ('g', "goal"),
            ('j', "jobs"),
            ('m', "method"),
            ('n', "count"),
            ('o', "out"),
            ('q', "quiet"),
            ('s', "start"),
        ] {
            assert_eq!(letters.get(&letter).map(String::as_str), Some(long));
        }
    }
}
