//! The arguments of the command line. Values that do not depend on other arguments are read by clap. What
//! stands below the options in `--help` is in `help`, a file for each command.

use std::path::PathBuf;

use clap::builder::ValueHint;
use clap::{Arg, ArgAction, ArgMatches, Args, CommandFactory, Parser, Subcommand, ValueEnum};

use super::output::Failure;
use crate::board::{Board, Square, parse_squares};
use crate::engine::Limits;
use crate::feasibility::verdict;
use crate::puzzle::{Goal, Puzzle, PuzzleError, parse_seed, starts};
use crate::solver::{MethodConfig, MethodError};
use crate::text::{grouped, is_whole_number, quoted, whole_number};

const ABOUT: &str = "Find, check, list and measure knight's tours.";

fn long_about() -> String {
    let window = if cfg!(feature = "gui") { " Without a command the window opens." } else { "" };
    format!("{ABOUT}{window}")
}

fn examples() -> String {
    let window = if cfg!(feature = "gui") {
        "  knights-tour my.tour\n  knights-tour --board 1000x1000\n"
    } else {
        ""
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
const COMMANDS_WITH_NOTES: [&str; 7] =
    ["solve", "starts", "hint", "enumerate", "simulate", "lab", "man"];

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
    let command = Arguments::command().mut_subcommand("lab", super::lab::with_experiments);
    let command = with_hyphens(command);
    COMMANDS_WITH_NOTES.into_iter().fold(command, |command, name| {
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
            let begun = puzzle_with_promising_start(puzzle.board(), puzzle.goal(), puzzle.seed())?;
            return Ok((begun.with_base(puzzle.base().clone()), false));
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
            (None, None) => return Ok((puzzle_with_promising_start(&board, goal, seed)?, false)),
        };
        Ok((Puzzle::new(board, given, goal, seed)?, true))
    }
}

/// The puzzle with the first start that may lead to a tour, or with the very first square.
fn puzzle_with_promising_start(
    board: &Board,
    goal: Goal,
    seed: u64,
) -> Result<Puzzle, PuzzleError> {
    let puzzle = |start| Puzzle::new(board.clone(), vec![start], goal, seed);
    let is_impossible =
        |start: &Square| puzzle(*start).is_ok_and(|puzzle| verdict(&puzzle).no().is_some());
    let first = || starts(board, goal).take(16);
    let start = first().find(|start| !is_impossible(start)).or_else(|| first().next());
    puzzle(start.unwrap_or(Square::at(0)))
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
    seconds.filter(|_| !text.starts_with('+')).ok_or_else(|| {
        format!("{} is not a valid time; use a number of seconds such as 2.5", quoted(text))
    })
}

fn jobs(text: &str) -> Result<usize, String> {
    const MAX_JOBS: u64 = 1_024;
    Ok(whole(text, 1)?.min(MAX_JOBS) as usize)
}

/// When each run stops, by steps and by time.
#[derive(Args)]
pub(super) struct RunLimits {
    /// Stop a search after this many steps
    #[arg(long, value_name = "STEPS", value_parser = |text: &str| whole(text, 0))]
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
#[command(after_help = include_str!("help/solve.txt").trim_end())]
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
#[command(after_help = include_str!("help/check.txt").trim_end())]
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
#[command(after_help = include_str!("help/starts.txt").trim_end())]
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
#[command(after_help = include_str!("help/hint.txt").trim_end())]
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
#[command(after_help = include_str!("help/enumerate.txt").trim_end())]
pub(super) struct Enumerate {
    #[command(flatten)]
    pub(super) puzzle: PuzzleArgs,
    /// The method, with options as method:key=value,key=value
    #[arg(short, long, value_name = "METHOD", default_value = "backtracking:prune=on")]
    #[arg(value_parser = enumerator)]
    pub(super) method: MethodConfig,
    /// Stop after this many tours
    #[arg(short = 'n', long, value_name = "TOURS", value_parser = |text: &str| whole(text, 0))]
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
    if config.method.enumerates {
        return Ok(config);
    }
    let name = config.method.name;
    Err(format!("method '{name}' cannot find every tour exactly once; use backtracking:prune=on"))
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
#[command(after_help = include_str!("help/simulate.txt").trim_end())]
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
    #[arg(short = 'n', long, value_name = "TOURS", value_parser = |text: &str| whole(text, 1))]
    pub(super) count: Option<u64>,
    /// Stop after this many runs without a tour, for --kind random and specific [default: the same
    /// as --count, but at least 100]
    #[arg(long, value_name = "RUNS", value_parser = |text: &str| whole(text, 1))]
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
    // The options stand below the parameters of an experiment.
    next_display_order = crate::lab::EXPERIMENTS.len(),
    after_help = include_str!("help/lab.txt").trim_end()
)]
pub(super) struct LabArgs {
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

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RunKind {
    /// From every square once
    All,
    /// From a random square each time
    Random,
    /// Always from the same square
    Specific,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Print {
    /// The board, with each square's number in the tour
    Grid,
    /// The squares in order, one per line
    Path,
}

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
#[command(after_help = include_str!("help/methods.txt").trim_end())]
pub(super) struct Methods {
    /// Write the list as JSON
    #[arg(long)]
    pub(super) json: bool,
}

#[derive(Args)]
#[command(after_help = include_str!("help/completions.txt").trim_end())]
pub(super) struct Completions {
    /// The shell
    pub(super) shell: clap_complete::Shell,
}

#[derive(Args)]
#[command(after_help = include_str!("help/man.txt").trim_end())]
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
        let letters: Vec<String> =
            letters.iter().map(|(letter, long)| format!("{letter} {long}")).collect();
        assert_eq!(
            letters.join(", "),
            "V version, b board, f format, g goal, h help, j jobs, m method, n count, o out, q quiet, s start"
        );
    }
}
