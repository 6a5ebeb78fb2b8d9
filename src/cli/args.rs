//! The words of the command line, and what they mean together.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::output::Failure;
use crate::board::{Board, Square};
use crate::engine::Limits;
use crate::feasibility::{Verdict, verdict};
use crate::puzzle::{Goal, Puzzle, PuzzleError, parse_seed, parse_squares, starts};
use crate::solver::Recipe;
use crate::text::{grouped, quoted};

/// What the program is, with or without a window.
const ABOUT: &str = if cfg!(feature = "gui") {
    "Find, check, list and measure knight's tours. Without a command the window opens, with a file where one is \
     named: 'knights-tour my.tour'. 'knights-tour --reset-settings' lets it forget what it remembers."
} else {
    "Find, check, list and measure knight's tours."
};

#[derive(Parser)]
#[command(
    name = "knights-tour",
    bin_name = "knights-tour",
    version,
    about = "Find, check, list and measure knight's tours.",
    long_about = ABOUT,
    after_help = "Examples:\n  \
        knights-tour solve --board 8x8 --start a1\n  \
        knights-tour solve --board 6x6 --goal closed --format svg --out tour.svg\n  \
        knights-tour enumerate --board 5x5\n  \
        knights-tour solve | knights-tour check -\n\n\
        'knights-tour COMMAND --help' tells more of each command.",
    disable_help_subcommand = true
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

#[derive(Subcommand)]
pub(super) enum Command {
    /// Look for one tour.
    Solve(Solve),
    /// Say whether a file holds a valid tour, and of which kind.
    Check(Check),
    /// Find and count all tours.
    Enumerate(Enumerate),
    /// Run a method many times, and write tours and tables to files.
    Simulate(Simulate),
    /// Run an experiment: tables and charts of many runs.
    Lab(Lab),
    /// List the methods and their options.
    Methods(Methods),
}

/// The board, the goal and the seed.
#[derive(Args)]
pub(super) struct Frame {
    /// Rows and columns
    #[arg(long, value_name = "ROWSxCOLUMNS", default_value = "8x8", allow_hyphen_values = true)]
    board: String,
    /// Which tours count: any, closed, or end:SQUARE
    #[arg(long, value_name = "GOAL", default_value = "any", allow_hyphen_values = true)]
    goal: String,
    /// Where all randomness comes from
    #[arg(long, value_name = "NUMBER", default_value = "0", allow_hyphen_values = true)]
    seed: String,
    /// Let the edges wrap round: a knight that leaves on one side comes back on the other
    #[arg(long)]
    wrap: bool,
    /// Take a square out of the board; may be given several times
    #[arg(long, value_name = "SQUARE", allow_hyphen_values = true)]
    hole: Vec<String>,
}

impl Frame {
    /// Whether nothing is said about edges and holes.
    pub(super) fn is_plain(&self) -> bool {
        !self.wrap && self.hole.is_empty()
    }

    pub(super) fn read(&self) -> Result<(Board, Goal, u64), Failure> {
        let board: Board = self.board.parse()?;
        let holes = self.hole.iter().map(|hole| board.parse_square(hole));
        let holes = holes.collect::<Result<Vec<_>, _>>()?;
        let board = board.wrapped(self.wrap).with_holes(holes)?;
        let goal = Goal::parse(&self.goal, &board)?;
        Ok((board, goal, parse_seed(&self.seed)?))
    }
}

/// What is asked: the board, the squares given, the goal and the seed.
#[derive(Args)]
pub(super) struct Question {
    #[command(flatten)]
    frame: Frame,
    /// The square to start from, as row,column from the top left (7,0) or by name (a1)
    #[arg(long, value_name = "SQUARE", allow_hyphen_values = true, conflicts_with = "given")]
    start: Option<String>,
    /// The path so far, to go on from: squares in order, the start first
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    given: Option<String>,
    /// The whole question in one line instead, such as "8x8 given=7,0 goal=closed"
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["board", "start", "given", "goal", "seed", "wrap", "hole"])]
    puzzle: Option<String>,
}

impl Question {
    /// Everything but the squares given.
    pub(super) fn frame(&self) -> Result<(Board, Goal, u64), Failure> {
        if let Some(text) = &self.puzzle {
            let puzzle: Puzzle = text.parse()?;
            return Ok((puzzle.board().clone(), puzzle.goal(), puzzle.seed()));
        }
        self.frame.read()
    }

    /// Whether a start, or more of the path, was named.
    pub(super) fn names_start(&self) -> bool {
        let in_text = self.puzzle.as_ref().is_some_and(|text| text.contains("given="));
        self.start.is_some() || self.given.is_some() || in_text
    }

    /// The whole puzzle. Without a start it begins at one of the first squares for which no theorem
    /// says that it cannot be one.
    pub(super) fn puzzle(&self) -> Result<Puzzle, Failure> {
        if let Some(text) = self.puzzle.as_ref().filter(|_| self.names_start()) {
            return Ok(text.parse()?);
        }
        let (board, goal, seed) = self.frame()?;
        let given = match (&self.start, &self.given) {
            (Some(start), _) => vec![board.parse_square(start)?],
            (None, Some(given)) => parse_squares(&board, given)?,
            (None, None) => return Ok(promising(&board, goal, seed)?),
        };
        Ok(Puzzle::new(board, given, goal, seed)?)
    }
}

/// The puzzle with the first start that may lead to a tour, or with the first of all.
fn promising(board: &Board, goal: Goal, seed: u64) -> Result<Puzzle, PuzzleError> {
    let puzzle = |start| Puzzle::new(board.clone(), vec![start], goal, seed);
    let hopeless = |start| {
        let puzzle = puzzle(start);
        puzzle.is_ok_and(|puzzle| matches!(verdict(&puzzle), Verdict::Impossible(_)))
    };
    let first = || starts(board, goal).take(16);
    let start = first().find(|start| !hopeless(*start)).or_else(|| first().next());
    puzzle(start.unwrap_or(Square::at(0)))
}

/// How far a search may go.
#[derive(Args)]
pub(super) struct LimitArgs {
    /// Stop after so many seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    max_seconds: Option<String>,
}

impl LimitArgs {
    pub(super) fn seconds(&self) -> Result<Option<f64>, Failure> {
        seconds(self.max_seconds.as_deref())
    }
}

fn seconds(text: Option<&str>) -> Result<Option<f64>, Failure> {
    let Some(text) = text else { return Ok(None) };
    match text.parse::<f64>() {
        Ok(seconds) if seconds.is_finite() && seconds >= 0.0 => Ok(Some(seconds)),
        _ => Err(Failure::Bad(format!(
            "--max-seconds {} is not a number of seconds, 0 or more, such as 2.5",
            quoted(text)
        ))),
    }
}

/// How far each run may go, in steps and in time.
#[derive(Args)]
pub(super) struct RunLimits {
    /// Stop a run after so many steps
    #[arg(long, value_name = "STEPS", allow_hyphen_values = true)]
    max_steps: Option<String>,
    /// Stop a run after so many seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    max_seconds: Option<String>,
}

impl RunLimits {
    pub(super) fn read(&self) -> Result<Limits, Failure> {
        let steps = count("--max-steps", self.max_steps.as_deref())?;
        Ok(Limits { steps, seconds: seconds(self.max_seconds.as_deref())? })
    }
}

/// Reads a flag that counts something.
pub(super) fn count(flag: &str, text: Option<&str>) -> Result<Option<u64>, Failure> {
    let read = text.map(|text| whole(text, 0)).transpose();
    read.map_err(|why| Failure::Bad(format!("{flag} {why}")))
}

/// Reads a whole number that is at least so large. Commas may separate its thousands.
pub(super) fn whole(text: &str, least: u64) -> Result<u64, String> {
    let digits = text.trim().replace(',', "");
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match digits.parse() {
        Ok(number) if number >= least => Ok(number),
        Err(_) if is_number => {
            Err(format!("{} is too large: at most {}", quoted(text), grouped(u64::MAX)))
        }
        _ => Err(format!("{} is not a whole number, {least} or more", quoted(text))),
    }
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour solve\n  \
    knights-tour solve --board 8x8 --start 7,0 --method backtracking --format json\n  \
    knights-tour solve --board 20x20 --goal closed --method restarting\n  \
    knights-tour solve --given \"a1 b3 c5\" --method backtracking:by=warnsdorff,ties=roth\n  \
    knights-tour solve --board 5x5 --start 0,1 --search-anyway --method backtracking\n\n\
    'knights-tour methods' lists the methods and their options.\n\
    Exit code 0: found; 1: no tour, given up, out of limits or interrupted; 2: bad input.")]
pub(super) struct Solve {
    #[command(flatten)]
    pub(super) question: Question,
    /// The method, with options as method:key=value,key=value
    #[arg(long, value_name = "METHOD", default_value = "restarting", allow_hyphen_values = true)]
    method: String,
    #[command(flatten)]
    pub(super) limits: RunLimits,
    /// Search even where a theorem says that no tour exists
    #[arg(long)]
    pub(super) search_anyway: bool,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = SolveFormat::Grid)]
    pub(super) format: SolveFormat,
    /// The number of the first square in a grid
    #[arg(long, value_enum, default_value_t = From::One)]
    pub(super) from: From,
    /// Write the answer to this file
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
}

impl Solve {
    pub(super) fn recipe(&self) -> Result<Recipe, Failure> {
        Ok(self.method.parse()?)
    }
}

/// The number of a grid's first square.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum From {
    /// Count from 0
    #[value(name = "0")]
    Zero,
    /// Count from 1
    #[value(name = "1")]
    One,
}

impl From {
    pub(super) fn number(self) -> u32 {
        match self {
            From::Zero => 0,
            From::One => 1,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum SolveFormat {
    /// The number of each square where the square is
    Grid,
    /// A line for each step
    Path,
    /// The whole answer, for programs
    Json,
    /// A picture
    Svg,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour check tour.txt\n  \
    knights-tour solve --format json | knights-tour check -\n  \
    knights-tour check --wrap torus.txt\n\n\
    It reads grids (numbered from 0 or 1), paths and JSON, and several tours in one file; grids\n\
    need an empty line between them.\n\
    Exit code 0: valid; 1: not valid; 2: the file cannot be read.")]
pub(super) struct Check {
    /// The file to check, or - for standard input
    pub(super) file: PathBuf,
    /// Let the edges wrap round, which a grid does not tell
    #[arg(long)]
    pub(super) wrap: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour enumerate --board 5x5\n  \
    knights-tour enumerate --board 6x6 --goal closed\n  \
    knights-tour enumerate --board 5x5 --start 0,0 --format grid --limit 3\n\n\
    Without a start all starts are tried; closed tours are then counted once each, whatever\n\
    their start. It searches even where a theorem says that no tour exists.\n\
    Exit code 0: complete, or at its limit; 1: out of time or interrupted; 2: bad input.")]
pub(super) struct Enumerate {
    #[command(flatten)]
    pub(super) question: Question,
    /// The method, with options as method:key=value,key=value
    #[arg(
        long,
        value_name = "METHOD",
        default_value = "backtracking:prune=on",
        allow_hyphen_values = true
    )]
    method: String,
    /// Stop after so many tours
    #[arg(long, value_name = "TOURS", allow_hyphen_values = true)]
    limit: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// What is written: the counts alone, or every tour
    #[arg(long, value_enum, default_value_t = EnumerateFormat::Count)]
    pub(super) format: EnumerateFormat,
    /// The number of the first square in a grid
    #[arg(long, value_enum, default_value_t = From::One)]
    pub(super) from: From,
}

impl Enumerate {
    /// The method, if it comes to every tour once.
    pub(super) fn recipe(&self) -> Result<Recipe, Failure> {
        let recipe: Recipe = self.method.parse()?;
        if recipe.method.enumerates {
            return Ok(recipe);
        }
        Err(Failure::Bad(format!(
            "method '{}' cannot list every tour exactly once; use backtracking:prune=on",
            recipe.method.name
        )))
    }

    pub(super) fn limit(&self) -> Result<u64, Failure> {
        Ok(count("--limit", self.limit.as_deref())?.unwrap_or(u64::MAX))
    }

    pub(super) fn limits(&self) -> Result<Limits, Failure> {
        Ok(Limits { steps: None, seconds: self.limits.seconds()? })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum EnumerateFormat {
    /// The counts alone
    Count,
    /// Every tour as a grid, then the counts on standard error
    Grid,
    /// Every tour as a path, then the counts on standard error
    Path,
    /// Every tour and the counts, for programs
    Json,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    knights-tour simulate --kind all --method warnsdorff\n  \
    knights-tour simulate --kind specific --start 7,0 --count 900 --save tours,times --out runs\n  \
    knights-tour simulate --kind random --count 100 --method restarting --goal closed\n  \
    knights-tour simulate --interactive\n\n\
    On a terminal, without any option, it asks for everything it needs.\n\
    Run number k, counted from 0, has the seed N + k: 'knights-tour solve' repeats it. After an\n\
    interruption, runs that were not finished are left out.\n\
    Files: tours.txt, times.csv, open.txt and closed.txt, structured.txt and unstructured.txt,\n\
    and summary.csv. Averages, medians and the 90 % are of the runs that found a tour.\n\
    Exit code 0: all tours that were asked for, or every square tried; 1: fewer, or interrupted;\n\
    2: bad input, or a file cannot be written.")]
pub(super) struct Simulate {
    #[command(flatten)]
    pub(super) frame: Frame,
    /// The method, with options as method:key=value,key=value
    #[arg(long, value_name = "METHOD", default_value = "warnsdorff", allow_hyphen_values = true)]
    pub(super) method: String,
    /// Where the runs start: every square once, a random square for each, or one square
    #[arg(long, value_enum, default_value_t = RunKind::All)]
    pub(super) kind: RunKind,
    /// The square to start from, for the kind 'specific'
    #[arg(long, value_name = "SQUARE", allow_hyphen_values = true)]
    pub(super) start: Option<String>,
    /// How many tours, for the kinds 'random' and 'specific' (100)
    #[arg(long, value_name = "TOURS", allow_hyphen_values = true)]
    count: Option<String>,
    /// Stop after so many runs without a tour, for the kinds 'random' and 'specific' (as many as
    /// tours are asked for, at least 100)
    #[arg(long, value_name = "RUNS", allow_hyphen_values = true)]
    max_failures: Option<String>,
    #[command(flatten)]
    pub(super) limits: RunLimits,
    /// Search even where a theorem says that no tour exists
    #[arg(long)]
    pub(super) search_anyway: bool,
    /// Which files are written: tours, times, closed (open and closed tours apart), structured
    /// (structured and unstructured tours apart); all of them where only --out is given
    #[arg(long, value_name = "LIST", value_enum, value_delimiter = ',')]
    pub(super) save: Option<Vec<Save>>,
    /// The folder for the files, which is made ('simulation' where only --save is given)
    #[arg(long, value_name = "FOLDER")]
    pub(super) out: Option<PathBuf>,
    /// Overwrite the files of an earlier simulation in that folder
    #[arg(long)]
    pub(super) force: bool,
    /// How many runs at a time (as many as the machine has cores)
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    jobs: Option<String>,
    /// Ask for everything; what the other options say is offered as the answer
    #[arg(long)]
    pub(super) interactive: bool,
}

impl Simulate {
    /// How many tours, where that was said.
    pub(super) fn count(&self) -> Result<Option<u64>, Failure> {
        at_least_one("--count", self.count.as_deref())
    }

    /// How many runs without a tour, where that was said.
    pub(super) fn failures(&self) -> Result<Option<u64>, Failure> {
        at_least_one("--max-failures", self.max_failures.as_deref())
    }

    pub(super) fn jobs(&self) -> Result<usize, Failure> {
        jobs(self.jobs.as_deref())
    }
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
    Without an experiment all of them are listed.\n\
    Exit code 0: done; 1: interrupted, with what there is; 2: bad input."
)]
pub(super) struct Lab {
    #[command(subcommand)]
    pub(super) experiment: Option<super::lab::Choice>,
    /// Write the table with commas
    #[arg(long, global = true, conflicts_with_all = ["json", "svg"])]
    pub(super) csv: bool,
    /// Write the table and all runs for programs
    #[arg(long, global = true, conflicts_with = "svg")]
    pub(super) json: bool,
    /// Write the charts as a picture
    #[arg(long, global = true)]
    pub(super) svg: bool,
    /// Write to this file
    #[arg(long, global = true, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// How many runs at a time (as many as the machine has cores)
    #[arg(long, global = true, value_name = "NUMBER", allow_hyphen_values = true)]
    jobs: Option<String>,
}

impl Lab {
    pub(super) fn jobs(&self) -> Result<usize, Failure> {
        jobs(self.jobs.as_deref())
    }
}

/// How many things are done at a time.
fn jobs(text: Option<&str>) -> Result<usize, Failure> {
    const MOST: u64 = 1_024;
    let jobs = at_least_one("--jobs", text)?;
    Ok(jobs.map_or_else(crate::engine::cores, |jobs| jobs.min(MOST) as usize))
}

/// Reads a flag that counts something there must be one of.
fn at_least_one(flag: &str, text: Option<&str>) -> Result<Option<u64>, Failure> {
    let read = text.map(|text| whole(text, 1)).transpose();
    read.map_err(|why| Failure::Bad(format!("{flag} {why}")))
}

/// Where the runs of a simulation start.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RunKind {
    /// Every square once
    All,
    /// A random square for each run
    Random,
    /// One square
    Specific,
}

/// A kind of files that a simulation writes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Save {
    /// All tours
    Tours,
    /// Times and steps of all runs
    Times,
    /// Open and closed tours apart
    Closed,
    /// Structured and unstructured tours apart
    Structured,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  knights-tour methods\n  knights-tour methods --json")]
pub(super) struct Methods {
    /// Write the list as JSON
    #[arg(long)]
    pub(super) json: bool,
}
