//! The `.tour` file: a search to resume, a tour, or a path to finish.
//!
//! It is the JSON of a report with a name and a version and, for a search, some of its positions.
//! Each position has a checksum over itself and over the puzzle, so that damage to either is
//! noticed: a search resumed from a damaged position could "prove" something untrue. A checksum does
//! not keep anybody from making one up, so a position is also checked for what would be impossible.

mod checksum;
mod position;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};

use super::json::{
    BaseJson, BoardJson, Place, QuestionJson, base_tours, check_sum, complaint, outcome_of, places,
    squares,
};
use super::{ReadError, Sheet, game};
use crate::board::{Board, Square};
use crate::engine::{Recording, Shown};
use crate::play::Game;
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{MethodError, Pick, Recipe, SaidWork, Solver, Status, Tally, Work};
use crate::tape::Track;
use crate::text::{cut, grouped, quoted};
use crate::tour::Tour;

use checksum::{Checksum, question_sum};
use position::{PositionJson, start_of, status_name};

const NAME: &str = "knights-tour";
/// The newest version, which has base tours.
const VERSION: u64 = 3;
/// Files without base tours are written as before, so that older programs can open them.
const WITHOUT_BASE: u64 = 2;
/// The positions in a file take at most this many bytes together, except that the newest one and the
/// one that is shown are always stored.
const MOST_TEXT: usize = 1 << 20;
/// Files with larger boards are not opened.
const MOST_SQUARES: usize = 1_000_000;
/// No search has run for longer than this many seconds.
const MOST_SECONDS: f64 = 1e12;
const KIND_WITHOUT_TOUR: &str = "it says the tour is closed or structured, but has no tour";

/// What is in a file.
pub enum Contents {
    /// A search to resume.
    Search {
        /// The puzzle.
        puzzle: Puzzle,
        /// The method and its options.
        recipe: Recipe,
        /// How far the search has come.
        recording: Recording,
    },
    /// A path: a whole tour, or one to finish. Its squares are the given ones.
    Path {
        /// The puzzle.
        puzzle: Puzzle,
        /// The method that found it, if the file says so.
        recipe: Option<Recipe>,
    },
    /// A game that somebody plays by hand.
    Game(Box<Game>),
}

#[derive(Serialize)]
struct Written<'a> {
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
    path: Option<Vec<Place>>,
    /// The tour that the search has found, if that was not on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    tour: Option<Vec<Place>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deepest: Option<Vec<Place>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    search: Option<&'a SearchJson>,
}

/// A file as it is read. Somebody who writes one by hand may leave out everything but the board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a tour file")]
struct Read {
    #[allow(dead_code)]
    format: String,
    version: u64,
    board: BoardJson,
    given: Option<Vec<Place>>,
    repair: Option<Vec<Place>>,
    base: Option<Vec<BaseJson>>,
    goal: Option<String>,
    method: Option<String>,
    options: Option<BTreeMap<String, OptionJson>>,
    seed: Option<u64>,
    picked: Option<String>,
    why: Option<String>,
    most_steps: Option<u64>,
    outcome: Option<String>,
    #[allow(dead_code)]
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
    path: Option<Vec<Place>>,
    tour: Option<Vec<Place>>,
    deepest: Option<Vec<Place>>,
    search: Option<SearchJson>,
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

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchJson {
    playhead: u64,
    tours: u64,
    knows_no_other: bool,
    /// The checksum of the puzzle and the method. The first files did not have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<String>,
    /// The gauges along the way. Files of the first version do not have them.
    #[serde(skip_serializing_if = "Option::is_none")]
    track: Option<TrackJson>,
    positions: Vec<PositionJson>,
    /// Over everything above, and over the seconds.
    checksum: String,
}

/// The gauges along the way: for each of them its samples, one at every multiple of the stride, or
/// nothing where they are not known.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrackJson {
    stride: u64,
    samples: Vec<Vec<Option<f32>>>,
}

impl TrackJson {
    fn of(track: &Track) -> TrackJson {
        let known = |value: f32| value.is_finite().then_some(value);
        let samples = (0..track.titles().len()).map(|gauge| track.samples(gauge).map(known));
        TrackJson { stride: track.stride(), samples: samples.map(Iterator::collect).collect() }
    }

    fn track(&self, solver: &dyn Solver) -> Option<Track> {
        let values = |values: &Vec<Option<f32>>| {
            values.iter().map(|value| value.unwrap_or(f32::NAN)).collect()
        };
        let samples: Vec<Vec<f32>> = self.samples.iter().map(values).collect();
        Track::load(solver, self.stride, &samples)
    }
}

/// The text of a search with as many of its positions as fit.
pub fn write_search(puzzle: &Puzzle, recipe: &Recipe, recording: &Recording) -> String {
    let newest = recording.marks.last();
    let pick = recording.pick.as_deref().filter(|_| recipe.picks());
    let question = question_sum(puzzle, recipe, pick);
    let version = if puzzle.base().is_empty() { WITHOUT_BASE } else { VERSION };
    let mut search = SearchJson {
        playhead: recording.playhead,
        tours: recording.tours,
        knows_no_other: recording.knows_no_other,
        question: Some(question.text()),
        track: recording.track.as_ref().map(TrackJson::of),
        positions: positions(puzzle.board(), &question, recording),
        checksum: String::new(),
    };
    let seconds = (recording.seconds * 1e6).round() / 1e6;
    search.checksum = search.sum(seconds, version);
    let board = puzzle.board();
    let status = newest.map_or(Status::Searching, |solver| solver.state().status);
    let tour = newest.filter(|_| status == Status::Found);
    let tour = tour.and_then(|solver| Tour::new(board.clone(), solver.state().path.clone()).ok());
    let path = recording.path();
    let is_partial = |tour: &&Tour| tour.path() != path;
    let unproved = matches!(status, Status::Searching | Status::GaveUp);
    let deepest = newest.filter(|_| unproved).map(|solver| places(board, solver.state().deepest()));
    let written = Written {
        format: NAME,
        version,
        question: QuestionJson::of(puzzle, recipe),
        picked: pick.map(|pick| pick.recipe.to_string()),
        why: pick.and_then(|pick| pick.why.as_deref()),
        most_steps: pick.and_then(|pick| pick.most),
        outcome: status_name(status),
        work: newest.map_or_else(
            || Work::with(pick.map_or(recipe, |pick| &pick.recipe).method.counters),
            work_of,
        ),
        seconds,
        closed: tour.as_ref().map(Tour::is_closed),
        structured: tour.as_ref().map(Tour::is_structured),
        path: (!path.is_empty() || tour.is_some()).then(|| places(board, path)),
        tour: tour.as_ref().filter(is_partial).map(|tour| places(board, tour.path())),
        deepest,
        search: Some(&search),
    };
    serde_json::to_string(&written).unwrap_or_default() + "\n"
}

/// The text of a path that has not been searched from yet: the given squares of a puzzle.
pub fn write_path(puzzle: &Puzzle) -> String {
    let board = puzzle.board();
    let path = serde_json::json!({
        "format": NAME,
        "version": WITHOUT_BASE,
        "board": BoardJson::of(board),
        "goal": puzzle.goal().text(board),
        "seed": puzzle.seed(),
        "path": places(board, puzzle.given()),
    });
    format!("{path}\n")
}

/// The positions to store. The newest one and the one that is shown come first, then the one before
/// that, for stepping back, then others, each halfway between two that are stored already.
fn positions(board: &Board, question: &Checksum, recording: &Recording) -> Vec<PositionJson> {
    let marks = &recording.marks;
    let step = |place: usize| marks[place].state().steps();
    let shown = (0..marks.len()).find(|place| step(*place) == recording.playhead);
    let wanted = [marks.len().checked_sub(1), shown, shown.and_then(|shown| shown.checked_sub(1))];
    let always = 2;
    let mut chosen: BTreeMap<usize, PositionJson> = BTreeMap::new();
    let mut length = 0;
    let halfway = halves(marks.len());
    for (rank, place) in wanted.into_iter().chain(halfway.into_iter().map(Some)).enumerate() {
        let Some(place) = place.filter(|place| !chosen.contains_key(place)) else { continue };
        let position = PositionJson::of(board, question, &marks[place].position());
        length += position.length();
        if rank >= always && length > MOST_TEXT {
            break;
        }
        chosen.insert(place, position);
    }
    chosen.into_values().collect()
}

/// All numbers below this one, each about halfway between two that came before it.
fn halves(length: usize) -> Vec<usize> {
    let mut places = Vec::with_capacity(length);
    let mut parts = std::collections::VecDeque::from([(0, length)]);
    while let Some((from, to)) = parts.pop_front() {
        if from < to {
            let middle = from + (to - from) / 2;
            places.push(middle);
            parts.extend([(from, middle), (middle + 1, to)]);
        }
    }
    places
}

/// The work of a search.
fn work_of(solver: &Arc<dyn Solver>) -> Work {
    solver.state().tally.work.clone()
}

/// Whether one position of a search can come after another: nothing is counted backwards.
fn follows(later: &Tally, earlier: &Tally) -> bool {
    let mut visits = later.visits.iter().zip(&earlier.visits);
    visits.all(|(later, earlier)| later >= earlier)
        && later.work.follows(&earlier.work)
        && later.depth() >= earlier.depth()
}

/// Checks that a JSON text that says it is a tour file can be read as one; other texts pass.
pub(super) fn check(text: &str) -> Result<(), ReadError> {
    match header(text).map(|_| read(text)).transpose()? {
        Some(Contents::Game(_)) => {
            let what = "it is a game that was saved, not a tour; open it in the window";
            Err(ReadError(what.to_owned()))
        }
        _ => Ok(()),
    }
}

/// Reads a `.tour` file, or a path in one of the other readable formats.
pub fn read(text: &str) -> Result<Contents, ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    let header = text.trim_start().starts_with('{').then(|| header(text)).flatten();
    match header {
        None => from_sheet(super::first(text)?),
        Some((name, version)) if name == game::NAME => {
            Ok(Contents::Game(Box::new(game::read(text, version)?)))
        }
        Some((name, _)) if name != NAME => {
            let name = quoted(&start_of(&name));
            Err(ReadError(format!("its format is {name}, but a tour file has \"{NAME}\"")))
        }
        Some((_, version)) if !matches!(version, Some(1..=VERSION)) => {
            let version = version.map_or_else(|| "none".to_owned(), |version| version.to_string());
            let what =
                format!("its version is {version}; this program reads versions 1 to {VERSION}");
            Err(ReadError(what))
        }
        Some(_) => read_json(text),
    }
}

/// The format and the version that a JSON text states.
fn header(text: &str) -> Option<(String, Option<u64>)> {
    #[derive(Deserialize)]
    struct Header {
        format: Option<String>,
        version: Option<u64>,
    }
    let header: Header = serde_json::from_str(text).ok()?;
    header.format.map(|format| (format, header.version)).or_else(|| {
        // A version alone means a tour file that has lost its format.
        header.version.map(|version| (String::new(), Some(version)))
    })
}

fn from_sheet(sheet: Sheet) -> Result<Contents, ReadError> {
    check_size(&sheet.board)?;
    let path = sheet.path.map_err(ReadError)?;
    if path.is_empty() {
        return Err(ReadError("it contains no path".to_owned()));
    }
    let claims = sheet.claims;
    if !path.starts_with(&claims.given) {
        return Err(ReadError("its path does not begin with the given squares".to_owned()));
    }
    let puzzle = Puzzle::new(Arc::unwrap_or_clone(sheet.board), path, claims.goal, 0);
    let puzzle = puzzle.map_err(|error| ReadError(error.to_string()))?;
    check_path(&puzzle, claims.closed, claims.structured)?;
    Ok(Contents::Path { puzzle, recipe: None })
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
            _ => Err(ReadError(KIND_WITHOUT_TOUR.to_owned())),
        };
    }
    let tour = Tour::new(puzzle.board().clone(), path.to_vec());
    let tour = tour.map_err(|error| ReadError(error.to_string()))?;
    if !puzzle.is_reached_by(path) {
        let goal = puzzle.goal().text(puzzle.board());
        return Err(ReadError(format!("its tour does not reach the goal, {goal}")));
    }
    check_kind(&tour, closed, structured)
}

fn check_kind(
    tour: &Tour,
    closed: Option<bool>,
    structured: Option<bool>,
) -> Result<(), ReadError> {
    let wrong = closed.is_some_and(|closed| closed != tour.is_closed())
        || structured.is_some_and(|structured| structured != tour.is_structured());
    match wrong {
        true => {
            let what = "what it says about closed or structured is not true of its tour";
            Err(ReadError(what.to_owned()))
        }
        false => Ok(()),
    }
}

fn check_size(board: &Board) -> Result<(), ReadError> {
    if board.size() > MOST_SQUARES {
        let (size, most) = (grouped(board.size() as u64), grouped(MOST_SQUARES as u64));
        return Err(ReadError(format!("its board has {size} squares; the maximum is {most}")));
    }
    Ok(())
}

fn read_json(text: &str) -> Result<Contents, ReadError> {
    let mut read: Read = serde_json::from_str(text).map_err(|error| {
        let what = complaint(&error);
        ReadError(format!("this is not a valid tour file: {what}"))
    })?;
    let board = read.board.board()?;
    check_size(&board)?;
    let goal = Goal::parse(read.goal.as_deref().unwrap_or("any"), &board);
    let goal = goal.map_err(|error| ReadError(error.to_string()))?;
    let given = read.given.as_deref().map(|given| squares(&board, given)).transpose();
    let given = given.map_err(ReadError)?.unwrap_or_default();
    let recipe = read.recipe()?;
    let seed = read.seed.unwrap_or(0);
    let repair = read.repair.as_deref().map(|path| squares(&board, path)).transpose();
    let repair = repair.map_err(ReadError)?;
    let base = base_tours(read.base.as_deref().unwrap_or_default())?;
    let puzzle = |given: Vec<Square>| {
        let puzzle = match &repair {
            Some(path) if given.is_empty() || path.starts_with(&given) && given.len() == 1 => {
                Puzzle::repairing(board.clone(), path.clone(), goal, seed)
            }
            Some(_) => {
                let what = "its given squares are not the start of the path to repair";
                return Err(ReadError(what.to_owned()));
            }
            None => Puzzle::new(board.clone(), given, goal, seed),
        };
        let puzzle = puzzle.map_err(|error| ReadError(error.to_string()))?;
        Ok(puzzle.with_base(base.clone()))
    };
    read.check_version()?;
    read.check_base(recipe.as_ref())?;
    read.check_outcome()?;
    if let Some(search) = read.search.take() {
        let missing = || ReadError("it has a search, but no method".to_owned());
        let (puzzle, recipe) = (puzzle(given)?, recipe.ok_or_else(missing)?);
        let pick = read.pick(&puzzle, &recipe)?;
        let said = (read.seconds, read.version, pick);
        let mut recording = search.recording(&puzzle, &recipe, said)?;
        read.check_search(&puzzle, &recording)?;
        recording.shown = read.shown(puzzle.board(), &recording)?;
        return Ok(Contents::Search { puzzle, recipe, recording });
    }
    let path = [&read.path, &read.tour, &read.deepest].into_iter().flatten().next();
    let path = path.map(|path| squares(&board, path)).transpose().map_err(ReadError)?;
    let path = path.unwrap_or_else(|| given.clone());
    if !path.starts_with(&given) {
        return Err(ReadError("its path does not begin with the given squares".to_owned()));
    }
    let puzzle = puzzle(path)?;
    read.check_claims(&puzzle)?;
    Ok(Contents::Path { puzzle, recipe })
}

impl Read {
    fn recipe(&self) -> Result<Option<Recipe>, ReadError> {
        let Some(method) = &self.method else {
            return match self.options {
                Some(_) => Err(ReadError("it has options, but no method".to_owned())),
                None => Ok(None),
            };
        };
        let options = self.options.iter().flatten();
        let options: Vec<String> =
            options.map(|(key, option)| format!("{key}={}", option.0)).collect();
        let recipe = format!("{method}:{}", options.join(","));
        recipe.parse().map(Some).map_err(|error: MethodError| ReadError(error.to_string()))
    }

    /// What the file says that the automatic method has picked.
    fn pick(&self, puzzle: &Puzzle, recipe: &Recipe) -> Result<Option<Pick>, ReadError> {
        let Some(picked) = &self.picked else {
            return match (&self.why, self.most_steps) {
                (None, None) => Ok(None),
                _ => Err(ReadError("it says why, but not what was picked".to_owned())),
            };
        };
        let picked: Recipe =
            picked.parse().map_err(|error: MethodError| ReadError(error.to_string()))?;
        let is_fit = picked.refusal(puzzle).is_none();
        if !recipe.picks() || picked.picks() || !is_fit {
            return Err(ReadError("its method cannot have picked what it says".to_owned()));
        }
        let why = self.why.as_deref().unwrap_or("the file says so");
        Ok(Some(Pick { recipe: picked, most: self.most_steps, why: Some(cut(why)) }))
    }

    /// What the file says about the work of its search.
    fn work(&self) -> SaidWork {
        SaidWork {
            steps: self.steps,
            placements: self.placements,
            retreats: self.retreats,
            restarts: self.restarts,
            rewires: self.rewires,
            counters: self.counters.clone(),
        }
    }

    /// Checks that base tours are there only for a method that uses them.
    fn check_base(&self, recipe: Option<&Recipe>) -> Result<(), ReadError> {
        let has_none = self.base.as_ref().is_none_or(Vec::is_empty);
        let is_used = has_none || recipe.is_some_and(Recipe::takes_base);
        let what = "it has base tours, but its method uses none; leave them out";
        if is_used { Ok(()) } else { Err(ReadError(what.to_owned())) }
    }

    /// Checks that a file of an older version has only what those have.
    fn check_version(&self) -> Result<(), ReadError> {
        let has_track = self.search.as_ref().is_some_and(|search| search.track.is_some());
        let new = [
            ("repair", self.repair.is_some(), 2),
            ("rewires", self.rewires.is_some(), 2),
            ("counters", self.counters.is_some(), 2),
            ("track", has_track, 2),
            ("tour", self.tour.is_some(), 2),
            ("picked", self.picked.is_some(), 2),
            ("base", self.base.is_some(), 3),
        ];
        match new.iter().find(|(_, is_there, since)| *is_there && self.version < *since) {
            Some((field, ..)) => {
                Err(ReadError(format!("files of version {} have no {field}", self.version)))
            }
            None => Ok(()),
        }
    }

    /// Checks what the file says about how it went, as far as that does not depend on its search.
    fn check_outcome(&self) -> Result<(), ReadError> {
        self.outcome.as_deref().map(outcome_of).transpose()?;
        check_sum(&self.work())?;
        match self.seconds {
            Some(seconds) if !(0.0..=MOST_SECONDS).contains(&seconds) => {
                Err(ReadError(format!("its time of {seconds} seconds is not possible")))
            }
            _ => Ok(()),
        }
    }

    /// Checks that what the file says about its search is true.
    fn check_search(&self, puzzle: &Puzzle, recording: &Recording) -> Result<(), ReadError> {
        let newest = recording.marks.last();
        let work = newest.map_or_else(Work::default, work_of);
        let status = newest.map_or(Status::Searching, |solver| solver.state().status);
        let outcome = self.outcome.as_deref().is_some_and(|said| said != status_name(status));
        if newest.is_some() && !self.work().is_true_of(&work) || outcome {
            return Err(ReadError("its counters or outcome do not match its search".to_owned()));
        }
        let board = puzzle.board();
        let tour = newest.filter(|_| status == Status::Found);
        let path = tour.map(|solver| places(board, &solver.state().path));
        let deepest = newest.map(|solver| places(board, solver.state().deepest()));
        let said =
            |said: &Option<Vec<Place>>, path: &Option<Vec<Place>>| said.is_none() || said == path;
        if !said(&self.tour, &path) || !said(&self.deepest, &deepest) {
            return Err(ReadError("its path does not match its search".to_owned()));
        }
        let tour = tour.map(|solver| Tour::new(board.clone(), solver.state().path.clone()));
        match tour {
            Some(Ok(tour)) => check_kind(&tour, self.closed, self.structured),
            Some(Err(error)) => Err(ReadError(error.to_string())),
            None if self.closed.is_none() && self.structured.is_none() => Ok(()),
            None => Err(ReadError(KIND_WITHOUT_TOUR.to_owned())),
        }
    }

    /// Which path of its search the file says was on the board.
    fn shown(&self, board: &Board, recording: &Recording) -> Result<Shown, ReadError> {
        let Some(path) = &self.path else { return Ok(Shown::Step) };
        let at = |shown: Shown| places(board, recording.path_of(shown));
        let newest = recording.marks.last();
        let is_newest = recording.playhead == recording.steps();
        // Files once had the whole tour as their path, whatever step was shown.
        let whole = newest.map_or(Vec::new(), |newest| places(board, &newest.state().path));
        if *path == at(Shown::Step) || *path == whole {
            return Ok(Shown::Step);
        }
        let is_found = newest.is_some_and(|newest| newest.state().status == Status::Found);
        match is_newest {
            true if is_found && whole.starts_with(path) => Ok(Shown::Squares(path.len())),
            true if *path == at(Shown::Longest) => Ok(Shown::Longest),
            _ => Err(ReadError("its path does not match its search".to_owned())),
        }
    }

    /// Checks that what the file says about its path is true.
    fn check_claims(&self, puzzle: &Puzzle) -> Result<(), ReadError> {
        let whole = puzzle.given().len() == puzzle.board().squares_to_visit();
        let outcome = self.outcome.as_deref();
        if !whole && outcome == Some("found") {
            return Err(ReadError("its outcome is found, but it has no tour".to_owned()));
        }
        if let Some(outcome) = outcome.filter(|outcome| whole && *outcome != "found") {
            let what = format!("its outcome is {outcome}, but it has a tour");
            return Err(ReadError(what));
        }
        check_path(puzzle, self.closed, self.structured)
    }
}

impl SearchJson {
    fn sum(&self, seconds: f64, version: u64) -> String {
        let mut sum = Checksum::default();
        // A decimal number may come back with another last digit.
        let micros = (seconds * 1e6).round() as u64;
        let numbers = [self.playhead, self.tours, u64::from(self.knows_no_other), micros];
        numbers.into_iter().for_each(|number| sum.add_number(number));
        self.positions.iter().for_each(|position| sum.add(&position.checksum));
        if version > 1 {
            sum.add(&serde_json::to_string(&self.track).unwrap_or_default());
        }
        sum.text()
    }

    fn recording(
        self,
        puzzle: &Puzzle,
        recipe: &Recipe,
        (seconds, version, pick): (Option<f64>, u64, Option<Pick>),
    ) -> Result<Recording, ReadError> {
        let seconds = seconds.unwrap_or(0.0);
        if self.checksum != self.sum(seconds, version) {
            return Err(ReadError("its checksum is wrong; it was changed or damaged".to_owned()));
        }
        let question = question_sum(puzzle, recipe, pick.as_ref());
        let is_missing = version > 1 && self.question.is_none();
        if is_missing || self.question.is_some_and(|stored| stored != question.text()) {
            let what = "its puzzle or its method was changed or damaged";
            return Err(ReadError(what.to_owned()));
        }
        let mut marks: Vec<Arc<dyn Solver>> = Vec::new();
        // Files did not always say what was picked. Without a position, nothing may be picked yet.
        let pick = pick.or_else(|| (!self.positions.is_empty()).then(|| recipe.pick(puzzle)));
        for (number, position) in (1..).zip(self.positions) {
            let Some(pick) = &pick else { break };
            let at = |what: String| ReadError(format!("position {number}: {what}"));
            let solver = position.solver(puzzle, (&question, pick), version).map_err(at)?;
            let step = solver.state().steps();
            if step <= marks.last().map_or(0, |mark| mark.state().steps()) {
                return Err(at("it is not later than the previous position".to_owned()));
            }
            if marks
                .last()
                .is_some_and(|before| !follows(&solver.state().tally, &before.state().tally))
            {
                return Err(at("it does not follow from the previous position".to_owned()));
            }
            marks.push(solver);
        }
        let is_shown = |mark: &Arc<dyn Solver>| mark.state().steps() == self.playhead;
        if self.playhead > 0 && !marks.iter().any(is_shown) {
            let step = grouped(self.playhead);
            return Err(ReadError(format!("it shows step {step}, but has no position there")));
        }
        let found = marks.iter().filter(|mark| mark.state().status == Status::Found).count() as u64;
        let newest = marks.last();
        let is_found = newest.is_some_and(|mark| mark.state().status == Status::Found);
        let steps = newest.map_or(0, |mark| mark.state().steps());
        let possible = found..=steps;
        if !possible.contains(&self.tours) || self.knows_no_other && !is_found {
            return Err(ReadError("its number of tours is wrong".to_owned()));
        }
        let track = match (&self.track, newest) {
            (Some(track), Some(newest)) => {
                let wrong = || ReadError("its track does not match its search".to_owned());
                Some(track.track(&**newest).ok_or_else(wrong)?)
            }
            _ => None,
        };
        Ok(Recording {
            playhead: self.playhead,
            shown: Shown::Step,
            seconds,
            tours: self.tours,
            knows_no_other: self.knows_no_other,
            track,
            marks,
            pick: pick.filter(|_| recipe.picks()).map(Arc::new),
        })
    }
}
