//! The `.tour` file: a search to resume, a tour, or a path to finish.
//!
//! It is the JSON of a report with a name and a version. For a search, the puzzle, the configuration, the
//! tours found before, the newest step, the step that is shown and the path on the board are the truth. The
//! checkpoints at its end are a cache; without them the search is replayed from its start.

mod cache;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{IgnoredAny, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::json::{
    BaseJson, BoardJson, QuestionJson, RowCol, base_tours, complaint, places, squares,
};
use super::report::{check_sum, outcome_of};
use super::{Header, ParsedTour, ReadError, check_version, game, refuse};
use crate::board::{Board, Square};
use crate::engine::{Recording, Shown, Summary};
use crate::play::Game;
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{AutoChoice, MAX_STEPS, MethodConfig, ReportedWork, Status, Work};
use crate::text::{cut, grouped, quoted};
use crate::tour::{Tour, check_path as check_moves};

const NAME: &str = "knights-tour";
const VERSION: u64 = 1;
/// Files with larger boards are not opened.
const MAX_SQUARES: usize = 1_000_000;
/// No search has run for longer than this many seconds.
const MAX_SECONDS: f64 = 1e12;
const FOUND_WITHOUT_TOUR: &str = "its outcome is found, but it has no tour";
const KIND_WITHOUT_TOUR: &str = "it says the tour is closed or structured, but has no tour";
const OTHER_START: &str = "its path does not begin with the given squares";

/// What is in a file.
pub enum Contents {
    Search {
        puzzle: Puzzle,
        config: MethodConfig,
        recording: Recording,
    },
    /// A path: a whole tour, or one to finish. Its squares are the given ones. The file may say which
    /// method found it.
    Path {
        puzzle: Puzzle,
        config: Option<MethodConfig>,
    },
    Game(Box<Game>),
}

#[derive(Serialize)]
struct SearchFile<'a> {
    format: &'static str,
    version: u64,
    #[serde(flatten)]
    question: QuestionJson,
    /// What the automatic method has picked, why, and after how many steps that gives up: opening the file
    /// does not pick again.
    #[serde(skip_serializing_if = "Option::is_none")]
    picked: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most_steps: Option<u64>,
    outcome: &'static str,
    #[serde(flatten)]
    work: Work,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structured: Option<bool>,
    /// What was on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<RowCol>>,
    /// The tour that the search has found, if that was not on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    tour: Option<Vec<RowCol>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deepest: Option<Vec<RowCol>>,
    search: SearchJson,
}

/// A file as it is read. One that is written by hand may lack everything but the board and a path.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a tour file")]
#[allow(dead_code, reason = "format, version, reason and cache are only accepted")]
struct TourFile {
    format: String,
    version: u64,
    board: BoardJson,
    given: Option<Vec<RowCol>>,
    repair: Option<Vec<RowCol>>,
    base: Option<Vec<BaseJson>>,
    goal: Option<String>,
    method: Option<String>,
    options: Option<BTreeMap<String, OptionJson>>,
    seed: Option<u64>,
    picked: Option<String>,
    why: Option<String>,
    most_steps: Option<u64>,
    outcome: Option<String>,
    reason: Option<String>,
    steps: Option<u64>,
    placements: Option<u64>,
    retreats: Option<u64>,
    restarts: Option<u64>,
    rewires: Option<u64>,
    counters: Option<BTreeMap<String, u64>>,
    seconds: Option<f64>,
    closed: Option<bool>,
    structured: Option<bool>,
    path: Option<Vec<RowCol>>,
    tour: Option<Vec<RowCol>>,
    deepest: Option<Vec<RowCol>>,
    search: Option<SearchJson>,
    /// Only where another program has rewritten the file: otherwise it was split off.
    cache: Option<IgnoredAny>,
}

/// The value of an option, as text. Lists and objects are refused at once: they could take many times
/// the memory of their text.
struct OptionJson(String);

impl<'de> Deserialize<'de> for OptionJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OptionJson, D::Error> {
        struct Any;
        impl Visitor<'_> for Any {
            type Value = OptionJson;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text or a number")
            }

            fn visit_str<E>(self, text: &str) -> Result<OptionJson, E> {
                Ok(OptionJson(text.to_owned()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<OptionJson, E> {
                Ok(OptionJson(number.to_string()))
            }

            fn visit_f64<E>(self, number: f64) -> Result<OptionJson, E> {
                Ok(OptionJson(number.to_string()))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// How a search was shown, and what came before.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchJson {
    playhead: u64,
    shown: ShownJson,
    tours: u64,
    knows_no_other: bool,
}

/// Which path of a search is on the board, as [`Shown`].
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ShownJson {
    Step,
    Longest,
    Tour,
}

/// The text of a search with as many of its checkpoints as fit.
pub fn write_search(puzzle: &Puzzle, config: &MethodConfig, recording: &Recording) -> String {
    let pick = recording.pick.as_deref().filter(|_| config.picks());
    let board = puzzle.board();
    let counters = pick.map_or(config, |pick| &pick.config).method.counters;
    let summary = recording.summary().unwrap_or_else(|| Summary::nothing(counters));
    let Summary { status, path, .. } = &summary;
    let is_found = *status == Status::Found;
    let tour = is_found.then(|| Tour::new(board.clone(), summary.tour.clone()).ok()).flatten();
    let other_tour = tour.as_ref().filter(|tour| tour.path() != path);
    let unproved = matches!(status, Status::Searching | Status::GaveUp);
    let has_begun = summary.work.steps() > 0;
    let file = SearchFile {
        format: NAME,
        version: VERSION,
        question: QuestionJson::of(puzzle, config),
        picked: pick.map(|pick| pick.config.to_string()),
        why: pick.and_then(|pick| pick.why.as_deref()),
        most_steps: pick.and_then(|pick| pick.most),
        outcome: status_name(*status),
        seconds: ((recording.seconds * 1e6).round() / 1e6).min(MAX_SECONDS),
        closed: tour.as_ref().map(Tour::is_closed),
        structured: tour.as_ref().map(Tour::is_structured),
        path: (!path.is_empty() || tour.is_some()).then(|| places(board, path)),
        tour: other_tour.map(|tour| places(board, tour.path())),
        deepest: (unproved && has_begun).then(|| places(board, &summary.deepest)),
        search: SearchJson {
            playhead: recording.playhead,
            shown: match recording.shown {
                Shown::Step => ShownJson::Step,
                Shown::Longest => ShownJson::Longest,
                Shown::Squares(_) => ShownJson::Tour,
            },
            tours: recording.tours,
            knows_no_other: recording.knows_no_other,
        },
        work: summary.work,
    };
    let mut text = serde_json::to_string(&file).unwrap_or_default();
    cache::add(&mut text, (puzzle, config, pick), recording);
    text + "\n"
}

/// The text of a path that has not been searched from yet: the given squares of a puzzle.
pub fn write_path(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let path = serde_json::json!({
        "format": NAME,
        "version": VERSION,
        "board": BoardJson::of(board),
        "goal": puzzle.goal().text(board),
        "seed": puzzle.seed(),
        "path": places(board, puzzle.given()),
    });
    format!("{path}\n")
}

/// A JSON text that says it is a tour file, without its cache, if it can be read as one; other texts are
/// returned as they are.
pub(super) fn checked(text: &str) -> Result<Cow<'_, str>, ReadError> {
    let (truth, _) = cache::split(text);
    if header(&truth).is_none() {
        return Ok(Cow::Borrowed(text));
    }
    match read(&truth)? {
        Contents::Game(_) => {
            refuse("it is a game that was saved, not a tour; open it in the window")
        }
        _ => Ok(truth),
    }
}

/// Reads a `.tour` file, or a path in one of the other readable formats.
pub fn read(text: &str) -> Result<Contents, ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    if !text.trim_start().starts_with('{') {
        return path_of(super::first(text)?);
    }
    let (truth, cache) = cache::split(text);
    match header(&truth) {
        None => path_of(super::first(text)?),
        Some((name, version)) if name == game::NAME => {
            Ok(Contents::Game(Box::new(game::read(text, version)?)))
        }
        Some((name, _)) if name != NAME => {
            let name = quoted(&name.chars().take(20).collect::<String>());
            refuse(format!("its format is {name}, but a tour file has \"{NAME}\""))
        }
        Some((_, version)) => {
            check_version("its version is", version, VERSION)?;
            read_json(&truth, cache)
        }
    }
}

/// The format and the version that a JSON text states.
fn header(text: &str) -> Option<(String, Option<u64>)> {
    let header: Header = serde_json::from_str(text).ok()?;
    header.format.map(|format| (format, header.version)).or_else(|| {
        // A version alone means a tour file that has lost its format.
        header.version.map(|version| (String::new(), Some(version)))
    })
}

/// The contents of a file in one of the other formats.
fn path_of(parsed: ParsedTour) -> Result<Contents, ReadError> {
    check_size(&parsed.board)?;
    let (path, claims) = (parsed.path.map_err(ReadError)?, parsed.claims);
    if path.is_empty() {
        return refuse("it contains no path");
    }
    if !path.starts_with(&claims.given) {
        return refuse(OTHER_START);
    }
    let puzzle = Puzzle::new(Arc::unwrap_or_clone(parsed.board), path, claims.goal, 0);
    let puzzle = puzzle.map_err(ReadError::of)?;
    check_path(&puzzle, claims.closed, claims.structured)?;
    Ok(Contents::Path { puzzle, config: None })
}

/// Checks that what a file says about its path is true, and that a whole tour reaches the goal.
fn check_path(
    puzzle: &Puzzle,
    closed: Option<bool>,
    structured: Option<bool>,
) -> Result<(), ReadError> {
    let path = puzzle.given();
    if path.len() < puzzle.board().squares_to_visit() {
        return match (closed, structured) {
            (None, None) => Ok(()),
            _ => refuse(KIND_WITHOUT_TOUR),
        };
    }
    let tour = Tour::new(puzzle.board().clone(), path.to_vec());
    let tour = tour.map_err(ReadError::of)?;
    if !puzzle.is_reached_by(path) {
        let goal = puzzle.goal().text(puzzle.board());
        return refuse(format!("its tour does not reach the goal, {goal}"));
    }
    let is_wrong = closed.is_some_and(|closed| closed != tour.is_closed())
        || structured.is_some_and(|structured| structured != tour.is_structured());
    if is_wrong {
        return refuse("what it says about closed or structured is not true of its tour");
    }
    Ok(())
}

fn check_size(board: &Board) -> Result<(), ReadError> {
    if board.size() > MAX_SQUARES {
        let (size, most) = (grouped(board.size() as u64), grouped(MAX_SQUARES as u64));
        return refuse(format!("its board has {size} squares; the maximum is {most}"));
    }
    Ok(())
}

fn read_json(text: &str, cache: Option<&str>) -> Result<Contents, ReadError> {
    let mut read: TourFile = serde_json::from_str(text).map_err(|error| {
        let what = complaint(&error);
        ReadError(format!("this is not a valid tour file: {what}"))
    })?;
    let board = read.board.board()?;
    check_size(&board)?;
    let goal = Goal::parse(read.goal.as_deref().unwrap_or("any"), &board);
    let goal = goal.map_err(ReadError::of)?;
    let given = squares(&board, read.given.as_deref().unwrap_or_default())?;
    let config = read.config()?;
    let seed = read.seed.unwrap_or(0);
    let repair = read.repair.as_deref().map(|path| squares(&board, path)).transpose()?;
    let base = base_tours(read.base.as_deref().unwrap_or_default())?;
    let puzzle = |given: Vec<Square>| {
        let puzzle = match &repair {
            Some(path) if given.is_empty() || path.starts_with(&given) && given.len() == 1 => {
                Puzzle::repairing(board.clone(), path.clone(), goal, seed)
            }
            Some(_) => return refuse("its given squares are not the start of the path to repair"),
            None => Puzzle::new(board.clone(), given, goal, seed),
        };
        Ok(puzzle.map_err(ReadError::of)?.with_base(base.clone()))
    };
    read.check_base(config.as_ref())?;
    read.check_outcome()?;
    if let Some(search) = read.search.take() {
        let missing = || ReadError("it has a search, but no method".to_owned());
        let (puzzle, config) = (puzzle(given)?, config.ok_or_else(missing)?);
        if let Some(why) = (config.method.refuses)(&puzzle, &config.options) {
            return refuse(format!("{} {why}", config.method.name));
        }
        let pick = read.pick(&puzzle, &config)?;
        let mut recording = read.recording(search, &puzzle, &config, pick.clone())?;
        if let Some(cache) = cache {
            cache::load(cache, (&puzzle, &config, pick.as_ref()), &mut recording);
        }
        return Ok(Contents::Search { puzzle, config, recording });
    }
    let path = [&read.path, &read.tour, &read.deepest].into_iter().flatten().next();
    let path = path.map_or_else(|| Ok(given.clone()), |path| squares(&board, path))?;
    if !path.starts_with(&given) {
        return refuse(OTHER_START);
    }
    let puzzle = puzzle(path)?;
    read.check_claims(&puzzle)?;
    Ok(Contents::Path { puzzle, config })
}

impl TourFile {
    fn config(&self) -> Result<Option<MethodConfig>, ReadError> {
        let Some(method) = &self.method else {
            return match self.options {
                Some(_) => refuse("it has options, but no method"),
                None => Ok(None),
            };
        };
        let options = self.options.iter().flatten();
        let options: Vec<String> =
            options.map(|(key, option)| format!("{key}={}", option.0)).collect();
        let config = format!("{method}:{}", options.join(","));
        config.parse().map(Some).map_err(ReadError::of)
    }

    /// What the file says that the automatic method has picked.
    fn pick(
        &self,
        puzzle: &Puzzle,
        config: &MethodConfig,
    ) -> Result<Option<AutoChoice>, ReadError> {
        let Some(picked) = &self.picked else {
            return match (&self.why, self.most_steps) {
                (None, None) => Ok(None),
                _ => refuse("it says why, but not what was picked"),
            };
        };
        let picked: MethodConfig = picked.parse().map_err(ReadError::of)?;
        if !config.picks() || picked.picks() || picked.refusal(puzzle).is_some() {
            return refuse("its method cannot have picked what it says");
        }
        let why = self.why.as_deref().unwrap_or("the file says so");
        Ok(Some(AutoChoice { config: picked, most: self.most_steps, why: Some(cut(why)) }))
    }

    /// What the file says about the work of its search.
    fn work(&self) -> ReportedWork {
        ReportedWork {
            steps: self.steps,
            placements: self.placements,
            retreats: self.retreats,
            restarts: self.restarts,
            rewires: self.rewires,
            counters: self.counters.clone(),
        }
    }

    /// Checks that base tours are there only for a method that uses them.
    fn check_base(&self, config: Option<&MethodConfig>) -> Result<(), ReadError> {
        let has_none = self.base.as_ref().is_none_or(Vec::is_empty);
        let is_used = has_none || config.is_some_and(MethodConfig::takes_base);
        if is_used {
            return Ok(());
        }
        refuse("it has base tours, but its method uses none; leave them out")
    }

    /// Checks the outcome, the counters and the time, without looking at the search.
    fn check_outcome(&self) -> Result<(), ReadError> {
        self.outcome.as_deref().map(outcome_of).transpose()?;
        check_sum(&self.work())?;
        match self.seconds {
            Some(seconds) if !(0.0..=MAX_SECONDS).contains(&seconds) => {
                refuse(format!("its time of {seconds} seconds is not possible"))
            }
            _ => Ok(()),
        }
    }

    /// What the file says of its search, without checkpoints.
    fn recording(
        &self,
        search: SearchJson,
        puzzle: &Puzzle,
        config: &MethodConfig,
        stated_pick: Option<AutoChoice>,
    ) -> Result<Recording, ReadError> {
        let SearchJson { playhead, shown, tours, knows_no_other } = search;
        let kinds = [self.placements, self.retreats, self.restarts, self.rewires];
        let sum = kinds.into_iter().flatten().try_fold(0_u64, u64::checked_add);
        if sum.is_none_or(|sum| sum > MAX_STEPS) {
            return refuse("it has more steps than can be taken");
        }
        // Without a step, nothing may be picked yet.
        let pick = stated_pick.or_else(|| (sum > Some(0)).then(|| config.pick(puzzle)));
        let counters = pick.as_ref().map_or(config, |pick| &pick.config).method.counters;
        let work = self.work().work(counters);
        let (steps, status) = (work.steps(), self.status()?);
        if playhead > steps {
            let (playhead, steps) = (grouped(playhead), grouped(steps));
            return refuse(format!("it shows step {playhead} of {steps}"));
        }
        if tours > steps || knows_no_other && status != Status::Found {
            return refuse("its number of tours is wrong");
        }
        let [path, tour, deepest] = [&self.path, &self.tour, &self.deepest]
            .map(|list| squares_of(puzzle, list.as_deref().unwrap_or_default()));
        // The longest path is only shown, and dropped if it makes no sense.
        let (path, mut tour, deepest) = (path?, tour?, deepest.unwrap_or_default());
        if status == Status::Found && self.tour.is_none() {
            tour.clone_from(&path);
        }
        self.check_tour(puzzle, status, &tour)?;
        let shown = match shown {
            ShownJson::Step => Shown::Step,
            ShownJson::Longest => Shown::Longest,
            ShownJson::Tour => Shown::Squares(path.len()),
        };
        let seconds = self.seconds.unwrap_or(0.0);
        let stated = (steps > 0).then(|| Box::new(Summary { work, status, path, tour, deepest }));
        let pick = pick.filter(|_| config.picks()).map(Arc::new);
        Ok(Recording {
            playhead,
            shown,
            seconds,
            tours,
            knows_no_other,
            pick,
            stated,
            ..Recording::default()
        })
    }

    fn status(&self) -> Result<Status, ReadError> {
        let Some(outcome) = &self.outcome else { return Ok(Status::Searching) };
        let all = [Status::Searching, Status::Found, Status::Exhausted, Status::GaveUp];
        let status = all.into_iter().find(|status| status_name(*status) == outcome);
        status.ok_or_else(|| ReadError(format!("its outcome is {outcome}, but it has a search")))
    }

    /// Checks that there is a tour if the search has found one, and that what is said about it is true.
    fn check_tour(
        &self,
        puzzle: &Puzzle,
        status: Status,
        tour: &[Square],
    ) -> Result<(), ReadError> {
        let says_kind = self.closed.is_some() || self.structured.is_some();
        match status {
            Status::Found => {
                let whole = Puzzle::new(puzzle.board().clone(), tour.to_vec(), puzzle.goal(), 0);
                let whole = whole.map_err(ReadError::of)?;
                if tour.len() < puzzle.board().squares_to_visit() {
                    return refuse(FOUND_WITHOUT_TOUR);
                }
                check_path(&whole, self.closed, self.structured)
            }
            _ if says_kind => refuse(KIND_WITHOUT_TOUR),
            _ if !tour.is_empty() => refuse("it has a tour, but found none"),
            _ => Ok(()),
        }
    }

    /// Checks that what the file says about its path is true.
    fn check_claims(&self, puzzle: &Puzzle) -> Result<(), ReadError> {
        let is_whole = puzzle.given().len() == puzzle.board().squares_to_visit();
        match self.outcome.as_deref() {
            Some("found") if !is_whole => return refuse(FOUND_WITHOUT_TOUR),
            Some(outcome) if is_whole && outcome != "found" => {
                return refuse(format!("its outcome is {outcome}, but it has a tour"));
            }
            _ => {}
        }
        check_path(puzzle, self.closed, self.structured)
    }
}

/// A path of a search, which begins with the given squares.
fn squares_of(puzzle: &Puzzle, places: &[RowCol]) -> Result<Vec<Square>, ReadError> {
    let path = squares(puzzle.board(), places)?;
    check_moves(puzzle.board(), &path).map_err(ReadError::of)?;
    let begins_as_given = path.iter().zip(puzzle.given()).all(|(square, given)| square == given);
    if begins_as_given { Ok(path) } else { refuse(OTHER_START) }
}

fn status_name(status: Status) -> &'static str {
    match status {
        Status::Searching => "searching",
        Status::Found => "found",
        Status::Exhausted => "exhausted",
        Status::GaveUp => "gave-up",
    }
}
