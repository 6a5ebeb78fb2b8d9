//! The `.tour` file: a search to resume, a tour, or a path to finish.
//!
//! It is the JSON of a report with a name and a version and, for a search, some of its positions.
//! Each position has a checksum over itself and over the puzzle, so that damage to either is
//! noticed: a search resumed from a damaged position could "prove" something untrue. A checksum does
//! not keep anybody from making one up, so a position is also checked for what would be impossible.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};

use super::json::{
    BoardJson, Place, QuestionJson, TourJson, check_steps, complaint, outcome_of, places, squares,
};
use super::{ReadError, Sheet};
use crate::board::{Board, MOVES, Square};
use crate::engine::Recording;
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{Event, Generator, Moves, Position, Recipe, Solver, Status, Tally, Work};
use crate::text::{grouped, quoted};
use crate::tour::Tour;

const NAME: &str = "knights-tour";
const VERSION: u64 = 1;
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
}

#[derive(Serialize)]
struct Written<'a> {
    format: &'static str,
    version: u64,
    #[serde(flatten)]
    question: QuestionJson,
    outcome: &'static str,
    #[serde(flatten)]
    work: Work,
    seconds: f64,
    #[serde(flatten)]
    tour: Option<TourJson>,
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
    #[allow(dead_code)]
    version: u64,
    board: BoardJson,
    given: Option<Vec<Place>>,
    goal: Option<String>,
    method: Option<String>,
    options: Option<BTreeMap<String, OptionJson>>,
    seed: Option<u64>,
    outcome: Option<String>,
    #[allow(dead_code)]
    reason: Option<String>,
    steps: Option<u64>,
    placements: Option<u64>,
    retreats: Option<u64>,
    restarts: Option<u64>,
    seconds: Option<f64>,
    closed: Option<bool>,
    structured: Option<bool>,
    path: Option<Vec<Place>>,
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
                f.write_str("a text or a whole number")
            }

            fn visit_str<E>(self, text: &str) -> Result<OptionJson, E> {
                Ok(OptionJson(text.to_owned()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<OptionJson, E> {
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
    positions: Vec<PositionJson>,
    /// Over everything above, and over the seconds.
    checksum: String,
}

/// A position. A path is its first square and its moves as digits from 1 to 8; lists of moves are
/// digits too, with a comma after each square's list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionJson {
    placements: u64,
    retreats: u64,
    restarts: u64,
    status: String,
    last: String,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    deepest: Option<String>,
    visits: Vec<u64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    untried: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<Generator>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    own: BTreeMap<String, u64>,
    checksum: String,
}

/// The text of a search with as many of its positions as fit.
pub fn write_search(puzzle: &Puzzle, recipe: &Recipe, recording: &Recording) -> String {
    let newest = recording.marks.last();
    let mut search = SearchJson {
        playhead: recording.playhead,
        tours: recording.tours,
        knows_no_other: recording.knows_no_other,
        question: Some(question_sum(puzzle, recipe).text()),
        positions: positions(puzzle, recipe, recording),
        checksum: String::new(),
    };
    let seconds = (recording.seconds * 1e6).round() / 1e6;
    search.checksum = search.sum(seconds);
    let board = puzzle.board();
    let status = newest.map_or(Status::Searching, |solver| solver.status());
    let tour = newest.filter(|_| status == Status::Found);
    let tour = tour.and_then(|solver| {
        Tour::new(board.clone(), solver.sketch().path.to_vec()).ok().map(|tour| TourJson::of(&tour))
    });
    let unproved = matches!(status, Status::Searching | Status::GaveUp);
    let deepest = newest.filter(|_| unproved).map(|solver| places(board, solver.deepest()));
    let written = Written {
        format: NAME,
        version: VERSION,
        question: QuestionJson::of(puzzle, recipe),
        outcome: status_name(status),
        work: newest.map_or_else(Work::default, |solver| solver.tally().into()),
        seconds,
        tour,
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
        "version": VERSION,
        "board": BoardJson::of(board),
        "goal": puzzle.goal().text(board),
        "seed": puzzle.seed(),
        "path": places(board, puzzle.given()),
    });
    format!("{path}\n")
}

/// The positions to store. The newest one and the one that is shown come first, then the one before
/// that, for stepping back, then others, each halfway between two that are stored already.
fn positions(puzzle: &Puzzle, recipe: &Recipe, recording: &Recording) -> Vec<PositionJson> {
    let marks = &recording.marks;
    let step = |place: usize| marks[place].tally().steps();
    let shown = (0..marks.len()).find(|place| step(*place) == recording.playhead);
    let wanted = [marks.len().checked_sub(1), shown, shown.and_then(|shown| shown.checked_sub(1))];
    let always = 2;
    let mut chosen: BTreeMap<usize, PositionJson> = BTreeMap::new();
    let mut length = 0;
    let halfway = halves(marks.len());
    for (rank, place) in wanted.into_iter().chain(halfway.into_iter().map(Some)).enumerate() {
        let Some(place) = place.filter(|place| !chosen.contains_key(place)) else { continue };
        let position = PositionJson::of(puzzle, recipe, &marks[place].position());
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

fn status_name(status: Status) -> &'static str {
    match status {
        Status::Searching => "searching",
        Status::Found => "found",
        Status::Exhausted => "exhausted",
        Status::GaveUp => "gave-up",
    }
}

/// The first square, and the moves from it.
fn moves_text(board: &Board, path: &[Square]) -> String {
    let Some(first) = path.first() else { return String::new() };
    let digit = |pair: &[Square]| {
        let slot = (0..8).find(|slot| moved(board, pair[0], *slot) == Some(pair[1]));
        slot.map_or('?', |slot| char::from(b'1' + slot as u8))
    };
    let start = board.coordinates(*first);
    [start, ":".to_owned()].into_iter().chain([path.windows(2).map(digit).collect()]).collect()
}

fn read_moves(board: &Board, text: &str) -> Result<Vec<Square>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let wrong = || format!("{} is not a square followed by moves", quoted(&start_of(text)));
    let (start, moves) = text.split_once(':').ok_or_else(wrong)?;
    if moves.len() >= board.size() {
        return Err("a path has more squares than the board".to_owned());
    }
    let mut path = vec![board.parse_square(start).map_err(|error| error.to_string())?];
    let mut here = path[0];
    for digit in moves.bytes() {
        let slot = usize::from(digit.wrapping_sub(b'1'));
        here = (slot < 8).then(|| moved(board, here, slot)).flatten().ok_or_else(wrong)?;
        path.push(here);
    }
    Ok(path)
}

/// The first few characters of a text that may be long.
fn start_of(text: &str) -> String {
    text.chars().take(20).collect()
}

/// The square that one of the eight moves leads to.
fn moved(board: &Board, from: Square, slot: usize) -> Option<Square> {
    let (down, right) = MOVES[slot];
    let (row, col) = (i64::from(board.row(from)) + down, i64::from(board.col(from)) + right);
    let (rows, cols) = (i64::from(board.rows()), i64::from(board.cols()));
    let (row, col) = match board.is_wrapped() {
        true => (row.rem_euclid(rows), col.rem_euclid(cols)),
        false => (row, col),
    };
    board.square(u32::try_from(row).ok()?, u32::try_from(col).ok()?)
}

/// Whether one position of a search can come after another: nothing is counted backwards.
fn follows(later: &Tally, earlier: &Tally) -> bool {
    let counters = |tally: &Tally| [tally.placements, tally.retreats, tally.restarts];
    let pairs = counters(later).into_iter().zip(counters(earlier));
    let visits = later.visits.iter().copied().zip(earlier.visits.iter().copied());
    pairs.chain(visits).all(|(later, earlier)| later >= earlier) && later.depth() >= earlier.depth()
}

/// FNV-1a over text and numbers.
struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Checksum {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    fn add(&mut self, text: &str) {
        text.bytes().chain([0]).for_each(|byte| self.add_byte(byte));
    }

    fn add_number(&mut self, number: u64) {
        number.to_le_bytes().into_iter().for_each(|byte| self.add_byte(byte));
    }

    fn add_byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// The checksum of the puzzle and the method.
fn question_sum(puzzle: &Puzzle, recipe: &Recipe) -> Checksum {
    let mut sum = Checksum::default();
    sum.add(&puzzle.to_string());
    sum.add(recipe.method.name);
    for (key, value) in recipe.options.iter() {
        sum.add(key);
        sum.add(value);
    }
    sum
}

impl PositionJson {
    fn of(puzzle: &Puzzle, recipe: &Recipe, position: &Position) -> PositionJson {
        let board = puzzle.board();
        let digits =
            |moves: &Moves| moves.iter().map(|slot| char::from(b'1' + slot)).chain([',']).collect();
        let mut json = PositionJson {
            placements: position.placements,
            retreats: position.retreats,
            restarts: position.restarts,
            status: status_name(position.status).to_owned(),
            last: match position.last {
                None => String::new(),
                Some(Event::Advance(_)) => "advance".to_owned(),
                Some(Event::Retreat(square)) => format!("retreat {}", board.coordinates(square)),
                Some(Event::Restart) => "restart".to_owned(),
            },
            path: moves_text(board, &position.path),
            deepest: position.deepest.as_ref().map(|path| moves_text(board, path)),
            visits: position.visits.clone(),
            untried: position.untried.iter().map(digits).collect::<Vec<String>>().concat(),
            chance: position.chance.clone(),
            own: position.own.clone(),
            checksum: String::new(),
        };
        json.checksum = json.sum(puzzle, recipe);
        json
    }

    /// The approximate length of its text.
    fn length(&self) -> usize {
        let digits = |number: &u64| number.checked_ilog10().unwrap_or(0) as usize + 2;
        let visits: usize = self.visits.iter().map(digits).sum();
        let paths = self.path.len() + self.deepest.as_ref().map_or(0, String::len);
        visits + paths + self.untried.len() + 300
    }

    /// The checksum of the puzzle, the method and everything here but the checksum itself.
    fn sum(&self, puzzle: &Puzzle, recipe: &Recipe) -> String {
        let mut sum = question_sum(puzzle, recipe);
        let numbers = [self.placements, self.retreats, self.restarts];
        numbers.iter().chain(&self.visits).for_each(|number| sum.add_number(*number));
        for text in [&self.status, &self.last, &self.path, &self.untried] {
            sum.add(text);
        }
        sum.add(self.deepest.as_deref().unwrap_or("-"));
        sum.add(&serde_json::to_string(&(&self.chance, &self.own)).unwrap_or_default());
        sum.text()
    }

    fn position(self, board: &Board) -> Result<Position, String> {
        let path = read_moves(board, &self.path)?;
        if self.untried.matches(',').count() > path.len() {
            return Err("it has moves still to be tried for more squares than its path".to_owned());
        }
        let last = match (self.last.as_str(), path.last()) {
            ("", _) => None,
            ("advance", Some(head)) => Some(Event::Advance(*head)),
            ("restart", _) => Some(Event::Restart),
            (other, _) => {
                let square = other.strip_prefix("retreat ").and_then(|square| {
                    board.parse_square(square).ok().filter(|square| !board.is_hole(*square))
                });
                let wrong = || format!("unknown last step {}", quoted(&start_of(other)));
                Some(Event::Retreat(square.ok_or_else(wrong)?))
            }
        };
        let status = [Status::Searching, Status::Found, Status::Exhausted, Status::GaveUp];
        let status = status.into_iter().find(|status| status_name(*status) == self.status);
        let wrong = || format!("unknown status {}", quoted(&start_of(&self.status)));
        let lists = self
            .untried
            .split_terminator(',')
            .map(|list| list.bytes().map(|digit| digit.wrapping_sub(b'1')).collect::<Moves>());
        Ok(Position {
            placements: self.placements,
            retreats: self.retreats,
            restarts: self.restarts,
            status: status.ok_or_else(wrong)?,
            last,
            deepest: self.deepest.as_ref().map(|text| read_moves(board, text)).transpose()?,
            path,
            untried: lists.collect(),
            visits: self.visits,
            chance: self.chance,
            own: self.own,
        })
    }

    fn solver(self, puzzle: &Puzzle, recipe: &Recipe) -> Result<Arc<dyn Solver>, String> {
        if self.checksum != self.sum(puzzle, recipe) {
            return Err("the checksum is wrong; the file was changed or damaged".to_owned());
        }
        if self.visits.len() != puzzle.board().size() {
            return Err("it belongs to another board".to_owned());
        }
        let position = self.position(puzzle.board())?;
        let solver = recipe.load(puzzle, &position).map_err(|error| error.to_string())?;
        Ok(Arc::from(solver))
    }
}

/// Checks that a JSON text that says it is a tour file can be read as one; other texts pass.
pub(super) fn check(text: &str) -> Result<(), ReadError> {
    if header(text).is_some() { read(text).map(drop) } else { Ok(()) }
}

/// Reads a `.tour` file, or a path in one of the other readable formats.
pub fn read(text: &str) -> Result<Contents, ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    let header = text.trim_start().starts_with('{').then(|| header(text)).flatten();
    match header {
        None => from_sheet(super::first(text)?),
        Some((name, _)) if name != NAME => {
            let name = quoted(&start_of(&name));
            Err(ReadError(format!("its format is {name}, but a tour file has \"{NAME}\"")))
        }
        Some((_, version)) if version != Some(VERSION) => {
            let version = version.map_or_else(|| "none".to_owned(), |version| version.to_string());
            let what = format!("its version is {version}; this program reads version {VERSION}");
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
    let puzzle = |given| {
        let puzzle = Puzzle::new(board.clone(), given, goal, seed);
        puzzle.map_err(|error| ReadError(error.to_string()))
    };
    read.check_outcome()?;
    if let Some(search) = read.search.take() {
        let missing = || ReadError("it has a search, but no method".to_owned());
        let (puzzle, recipe) = (puzzle(given)?, recipe.ok_or_else(missing)?);
        let recording = search.recording(&puzzle, &recipe, read.seconds)?;
        read.check_search(&puzzle, &recording)?;
        return Ok(Contents::Search { puzzle, recipe, recording });
    }
    let path = read.path.as_deref().or(read.deepest.as_deref());
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
        recipe
            .parse()
            .map(Some)
            .map_err(|error: crate::solver::MethodError| ReadError(error.to_string()))
    }

    /// Checks what the file says about how it went, as far as that does not depend on its search.
    fn check_outcome(&self) -> Result<(), ReadError> {
        self.outcome.as_deref().map(outcome_of).transpose()?;
        check_steps(self.steps, [self.placements, self.retreats, self.restarts])?;
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
        let work = newest.map_or_else(Work::default, |solver| solver.tally().into());
        let status = newest.map_or(Status::Searching, |solver| solver.status());
        let differs = |said: Option<u64>, number: u64| said.is_some_and(|said| said != number);
        let outcome = self.outcome.as_deref().is_some_and(|said| said != status_name(status));
        if differs(self.steps, work.steps)
            || differs(self.placements, work.placements)
            || differs(self.retreats, work.retreats)
            || differs(self.restarts, work.restarts)
            || outcome
        {
            return Err(ReadError("its counters or outcome do not match its search".to_owned()));
        }
        let board = puzzle.board();
        let path = newest.map(|solver| places(board, solver.sketch().path));
        let deepest = newest.map(|solver| places(board, solver.deepest()));
        let said =
            |said: &Option<Vec<Place>>, path: &Option<Vec<Place>>| said.is_none() || said == path;
        if !said(&self.path, &path) || !said(&self.deepest, &deepest) {
            return Err(ReadError("its path does not match its search".to_owned()));
        }
        let tour = newest.filter(|_| status == Status::Found);
        let tour = tour.map(|solver| Tour::new(board.clone(), solver.sketch().path.to_vec()));
        match tour {
            Some(Ok(tour)) => check_kind(&tour, self.closed, self.structured),
            Some(Err(error)) => Err(ReadError(error.to_string())),
            None if self.closed.is_none() && self.structured.is_none() => Ok(()),
            None => Err(ReadError(KIND_WITHOUT_TOUR.to_owned())),
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
    fn sum(&self, seconds: f64) -> String {
        let mut sum = Checksum::default();
        // A decimal number may come back with another last digit.
        let micros = (seconds * 1e6).round() as u64;
        let numbers = [self.playhead, self.tours, u64::from(self.knows_no_other), micros];
        numbers.into_iter().for_each(|number| sum.add_number(number));
        self.positions.iter().for_each(|position| sum.add(&position.checksum));
        sum.text()
    }

    fn recording(
        self,
        puzzle: &Puzzle,
        recipe: &Recipe,
        seconds: Option<f64>,
    ) -> Result<Recording, ReadError> {
        let seconds = seconds.unwrap_or(0.0);
        if self.checksum != self.sum(seconds) {
            return Err(ReadError("its checksum is wrong; it was changed or damaged".to_owned()));
        }
        let question = question_sum(puzzle, recipe).text();
        if self.question.is_some_and(|stored| stored != question) {
            let what = "its puzzle or its method was changed or damaged";
            return Err(ReadError(what.to_owned()));
        }
        let mut marks: Vec<Arc<dyn Solver>> = Vec::new();
        for (number, position) in (1..).zip(self.positions) {
            let at = |what: String| ReadError(format!("position {number}: {what}"));
            let solver = position.solver(puzzle, recipe).map_err(at)?;
            let step = solver.tally().steps();
            if step <= marks.last().map_or(0, |mark| mark.tally().steps()) {
                return Err(at("it is not later than the previous position".to_owned()));
            }
            if marks.last().is_some_and(|before| !follows(solver.tally(), before.tally())) {
                return Err(at("it does not follow from the previous position".to_owned()));
            }
            marks.push(solver);
        }
        let is_shown = |mark: &Arc<dyn Solver>| mark.tally().steps() == self.playhead;
        if self.playhead > 0 && !marks.iter().any(is_shown) {
            let step = grouped(self.playhead);
            return Err(ReadError(format!("it shows step {step}, but has no position there")));
        }
        let found = marks.iter().filter(|mark| mark.status() == Status::Found).count() as u64;
        let newest = marks.last();
        let is_found = newest.is_some_and(|mark| mark.status() == Status::Found);
        let steps = newest.map_or(0, |mark| mark.tally().steps());
        let possible = found..=steps;
        if !possible.contains(&self.tours) || self.knows_no_other && !is_found {
            return Err(ReadError("its number of tours is wrong".to_owned()));
        }
        Ok(Recording {
            marks,
            playhead: self.playhead,
            seconds,
            tours: self.tours,
            knows_no_other: self.knows_no_other,
        })
    }
}
