//! The parameters that several experiments have, and how all parameters are set and described.

use super::name::{method_name, short_title};
use super::{Experiment, LabError};
use crate::board::{Board, Square};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{
    BoardOption, Kind, MethodOption, MethodsOption, OneOf, OptionSpec, Options, SecondsOption,
    Setting, SidesOption, SquareOption, Value, Whole,
};
use crate::text::{did_you_mean, quoted};

/// A parameter that has an effect whatever the others are.
pub(super) const fn spec(
    key: &'static str,
    title: &'static str,
    help: &'static str,
    kind: Kind,
    default: &'static str,
) -> OptionSpec {
    OptionSpec { key, title, help, kind, default, ..OptionSpec::ACTIVE }
}

pub(super) const BOARD: BoardOption =
    BoardOption(spec("board", "Board", "rows and columns", Kind::Board, "8x8"));
pub(super) const SIZES: SidesOption = SidesOption(spec(
    "sizes",
    "Sizes",
    "the sides of the square boards, such as 5-8 or 5,6,10",
    Kind::Sides,
    "5-8",
));
pub(super) const START: SquareOption = SquareOption(spec(
    "start",
    "Start",
    "the square to start from: row,column from the top left (7,0) or its name (a1)",
    Kind::Square,
    "0,0",
));
/// The start, with the corner at the bottom left as its default.
pub(super) const START_IN_CORNER: OptionSpec = OptionSpec { default: CORNER, ..START.0 };
pub(super) const GOAL: OneOf<Goal> = OneOf::new(
    spec("goal", "Goal", "which tours to look for: any or closed", Kind::Goal, "any"),
    &[Goal::Any, Goal::Closed],
);
pub(super) const METHOD: MethodOption = MethodOption(spec(
    "method",
    "Method",
    "the method, with options as name:key=value,key=value",
    Kind::Method,
    "warnsdorff",
));
pub(super) const METHODS: MethodsOption = MethodsOption(spec(
    "methods",
    "Methods",
    "the methods, separated by spaces, with options as name:key=value,key=value",
    Kind::Methods,
    "backtracking warnsdorff restarting",
));
pub(super) const RUNS: Whole = Whole(spec(
    "runs",
    "Runs",
    "how many times to run each method, each time with another seed",
    Kind::Whole(1, 100_000),
    "5",
));
pub(super) const MAX_STEPS: Whole = Whole(spec(
    "max-steps",
    "Step limit",
    "stop a run after this many steps",
    Kind::Whole(1, 1_000_000_000_000),
    "100,000,000",
));
pub(super) const MAX_SECONDS: SecondsOption = SecondsOption(spec(
    "max-seconds",
    "Time limit (seconds)",
    "stop each search after this many seconds",
    Kind::Seconds,
    "1",
));
pub(super) const SEED: Whole =
    Whole(spec("seed", "Seed", "the number that all random choices follow from", Kind::Seed, "0"));

const CORNER: &str = "a1";

impl Experiment {
    pub fn defaults(&self) -> Options {
        Options::defaults(self.parameters)
    }

    pub fn set(&self, settings: &mut Options, key: &str, text: &str) -> Result<(), LabError> {
        let Some(spec) = self.parameters.iter().find(|spec| spec.key == key) else {
            let hint = did_you_mean(key, self.parameters.iter().map(|spec| spec.key));
            let (name, key) = (self.name, quoted(key));
            return Err(LabError(format!("{name} has no parameter {key}{hint}")));
        };
        let text = text.trim();
        let value = spec.kind.parse(text, &quoted(text)).map_err(LabError)?;
        settings.put(spec, value);
        Ok(())
    }

    /// The command that runs it with these values.
    pub fn command_line(&self, settings: &Options) -> String {
        let mut text = format!("knights-tour lab {}", self.name);
        for Setting { spec, value, .. } in settings.changed() {
            text += &format!(" --{} {}", spec.key, shell_word(&value.to_string()));
        }
        text
    }
}

/// A value as one word of a command line, in quotes where it needs them.
fn shell_word(value: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:=".contains(c);
    if !value.is_empty() && value.chars().all(is_plain) {
        return value.to_owned();
    }
    let escaped = |c: char| if "\"\\$`".contains(c) { format!("\\{c}") } else { c.to_string() };
    format!("\"{}\"", value.chars().map(escaped).collect::<String>())
}

pub(super) fn in_words(settings: &Options) -> String {
    let set = settings.iter().map(|setting| {
        let value = value_in_words(&setting.spec.kind, &setting.value);
        format!("{} {value}", setting.spec.title.to_lowercase())
    });
    set.collect::<Vec<_>>().join(" · ")
}

fn value_in_words(kind: &Kind, value: &Value) -> String {
    match (kind, value) {
        (Kind::Goal, goal) => format!("{goal} tour"),
        (_, Value::Choices(chosen)) => {
            let chosen = kind.choices().iter().filter(|choice| chosen.contains(choice));
            chosen.map(short_title).collect::<Vec<_>>().join("; ")
        }
        (Kind::Seed, seed) => seed.to_string(),
        (_, Value::Method(config)) => method_name(config),
        (_, Value::Methods(configs)) => {
            configs.iter().map(method_name).collect::<Vec<_>>().join("; ")
        }
        (_, value) => value.title(),
    }
}

/// The start on a board. The corner `a1` is there on every board, even where squares have no names.
fn start_on(board: &Board, settings: &Options) -> Result<Square, LabError> {
    let text = settings.get(&START);
    let start = board.parse_square(text).map_err(LabError::of);
    start.or_else(|error| {
        let corner = board.square(board.rows() - 1, 0).filter(|_| text == CORNER);
        corner.ok_or(error)
    })
}

/// The puzzle on a board from the start that is set.
pub(super) fn puzzle_on(board: &Board, settings: &Options) -> Result<Puzzle, LabError> {
    puzzle_from(start_on(board, settings)?, board, settings)
}

/// The puzzle from a square of a board, with the goal and the seed that are set.
pub(super) fn puzzle_from(
    start: Square,
    board: &Board,
    settings: &Options,
) -> Result<Puzzle, LabError> {
    let goal = settings.find(&GOAL).unwrap_or(Goal::Any);
    let seed = settings.find(&SEED).unwrap_or(0);
    Puzzle::new(board.clone(), vec![start], goal, seed).map_err(LabError::of)
}

/// Why the start is not a square of every board that it is used on.
pub(super) fn wrong_start(settings: &Options) -> Option<LabError> {
    settings.find(&START)?;
    if let Some(sizes) = settings.find(&SIZES) {
        return sizes.iter().find_map(|side| start_on(&square_board(*side).ok()?, settings).err());
    }
    start_on(settings.get(&BOARD), settings).err()
}

pub(super) fn square_board(side: u32) -> Result<Board, LabError> {
    Board::new(side, side).map_err(LabError::of)
}
