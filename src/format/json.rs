//! JSON: the puzzle, how the search went, and the path. Reports are read field by field, so that a long
//! list of tours is never in memory as a whole.

use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::error::Category;

use super::{Claims, ParsedTour, ReadError, Reading, refuse};
use crate::board::{Board, MAX_SQUARES, Square};
use crate::engine::Answer;
use crate::puzzle::{BaseError, BaseTours, Goal, MAX_BASE_TOURS, Puzzle, base_board, base_tour};
use crate::solver::{MethodConfig, Options, SaidWork, Work};
use crate::text::{counted, cut, did_you_mean, grouped, quoted, whole_number};
use crate::tour::Tour;

/// A square as `[row, column]`.
pub(super) type RowCol = [u32; 2];

#[derive(Clone, Debug, Serialize)]
pub struct BoardJson {
    rows: u32,
    cols: u32,
    wrap: bool,
    holes: Vec<RowCol>,
}

impl BoardJson {
    pub fn of(board: &Board) -> BoardJson {
        BoardJson {
            rows: board.rows(),
            cols: board.cols(),
            wrap: board.is_wrapped(),
            holes: places(board, board.holes()),
        }
    }

    pub(super) fn board(&self) -> Result<Board, ReadError> {
        let board = Board::new(self.rows, self.cols).map_err(ReadError::of)?;
        let hole = |[row, col]: &RowCol| {
            let outside = || ReadError(format!("hole {row},{col} is outside the {board} board"));
            board.square(*row, *col).ok_or_else(outside)
        };
        let holes = self.holes.iter().map(hole).collect::<Result<Vec<_>, _>>()?;
        board.wrapped(self.wrap).with_holes(holes).map_err(ReadError::of)
    }
}

/// Squares as `[row, column]` pairs.
pub fn places(board: &Board, squares: &[Square]) -> Vec<RowCol> {
    squares.iter().map(|square| [board.row(*square), board.col(*square)]).collect()
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a base tour with rows, cols and path")]
pub struct BaseJson {
    rows: u32,
    cols: u32,
    path: Vec<RowCol>,
}

impl BaseJson {
    /// The JSON of base tours; nothing if there are none.
    pub fn of(base: &BaseTours) -> Option<Vec<BaseJson>> {
        let json = |tour: &Tour| {
            let board = tour.board();
            let path = places(board, tour.path());
            BaseJson { rows: board.rows(), cols: board.cols(), path }
        };
        (!base.is_empty()).then(|| base.iter().map(json).collect())
    }

    fn tour(&self) -> Result<Tour, ReadError> {
        let board = base_board(self.rows, self.cols).map_err(ReadError::of)?;
        let path = squares(&board, &self.path);
        let path = path.map_err(|what| ReadError(format!("a base tour is wrong: {what}")))?;
        base_tour(board, path).map_err(ReadError::of)
    }
}

/// The base tours that a file has.
pub(super) fn base_tours(list: &[BaseJson]) -> Result<BaseTours, ReadError> {
    if list.len() > MAX_BASE_TOURS {
        return Err(ReadError::of(BaseError::TooMany));
    }
    let tours = list.iter().map(BaseJson::tour).collect::<Result<Vec<Tour>, ReadError>>()?;
    BaseTours::new(tours).map_err(ReadError::of)
}

/// The puzzle and the method: the part that all reports begin with.
#[derive(Clone, Debug, Serialize)]
pub struct QuestionJson {
    pub board: BoardJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<Vec<RowCol>>,
    /// The path to rearrange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<Vec<RowCol>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Vec<BaseJson>>,
    pub goal: String,
    pub method: &'static str,
    pub options: Options,
    pub seed: u64,
}

impl QuestionJson {
    pub fn of(puzzle: &Puzzle, config: &MethodConfig) -> QuestionJson {
        let board = puzzle.board();
        QuestionJson {
            board: BoardJson::of(board),
            given: Some(places(board, puzzle.given())),
            repair: puzzle.repair().map(|path| places(board, path)),
            base: BaseJson::of(puzzle.base()),
            goal: puzzle.goal().text(board),
            method: config.method.name,
            options: config.options.clone(),
            seed: puzzle.seed(),
        }
    }
}

/// How one search went.
#[derive(Clone, Debug, Serialize)]
pub struct ReportJson {
    #[serde(flatten)]
    pub question: QuestionJson,
    /// The name of an [`Answer`].
    pub outcome: &'static str,
    /// The method that searched, if the one that was asked for picks others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picked: Option<String>,
    /// Why it was picked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Why no tour exists, if a theorem says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(flatten)]
    pub work: Work,
    pub seconds: f64,
    #[serde(flatten)]
    pub tour: Option<TourJson>,
    /// The deepest path, if the search neither found a tour nor proved that none exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepest: Option<Vec<RowCol>>,
}

impl ReportJson {
    /// The report as one line of text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct TourJson {
    closed: bool,
    structured: bool,
    path: Vec<RowCol>,
}

impl TourJson {
    pub fn of(tour: &Tour) -> TourJson {
        TourJson {
            closed: tour.is_closed(),
            structured: tour.is_structured(),
            path: places(tour.board(), tour.path()),
        }
    }
}

/// Wrapping and holes may be left out. An unknown field is refused, since it may be a misspelt one of them.
impl<'de> Deserialize<'de> for BoardJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardJson, D::Error> {
        deserializer.deserialize_map(BoardVisitor)
    }
}

struct BoardVisitor;

impl<'de> Visitor<'de> for BoardVisitor {
    type Value = BoardJson;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a board with rows and cols")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BoardJson, A::Error> {
        const FIELDS: [&str; 4] = ["rows", "cols", "wrap", "holes"];
        let (mut rows, mut cols, mut wrap, mut holes) = (None, None, None, None);
        while let Some(key) = map.next_key::<String>()? {
            let is_repeated = match key.as_str() {
                "rows" => rows.replace(map.next_value_seed(Side("rows"))?).is_some(),
                "cols" => cols.replace(map.next_value_seed(Side("cols"))?).is_some(),
                "wrap" => wrap.replace(map.next_value()?).is_some(),
                "holes" => holes.replace(map.next_value()?).is_some(),
                _ => {
                    let (field, hint) = (quoted(&key), did_you_mean(&key, FIELDS));
                    return Err(Error::custom(format!("unknown field {field} of the board{hint}")));
                }
            };
            if is_repeated {
                return Err(Error::custom(format!("the board has {key} twice")));
            }
        }
        Ok(BoardJson {
            rows: rows.ok_or_else(|| Error::missing_field("rows"))?,
            cols: cols.ok_or_else(|| Error::missing_field("cols"))?,
            wrap: wrap.unwrap_or(false),
            holes: holes.unwrap_or_default(),
        })
    }
}

/// Reads the number of rows or columns of a board.
struct Side(&'static str);

impl<'de> DeserializeSeed<'de> for Side {
    type Value = u32;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u32, D::Error> {
        deserializer.deserialize_u32(self)
    }
}

impl Visitor<'_> for Side {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} as a whole number from 1 to {}", self.0, grouped(MAX_SQUARES))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<u32, E> {
        let wrong = || Error::invalid_value(Unexpected::Unsigned(number), &self);
        u32::try_from(number).map_err(|_| wrong())
    }
}

/// How much of a JSON text is read at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it, which may be a `.tour` file that was checked as such.
    Whole,
    /// Piece by piece what is too large for a `.tour` file.
    Pieces,
}

/// Reads reports of searches, or of enumerations with their tours, and hands the tours over one by
/// one.
pub fn each<'de, R: serde_json::de::Read<'de>>(
    mut deserializer: serde_json::Deserializer<R>,
    extent: Extent,
    take: &mut dyn FnMut(ParsedTour),
) -> Result<(), ReadError> {
    let (mut count, mut error) = (0, None);
    while deserializer.end().is_err() {
        let take = &mut |parsed| {
            count += 1;
            take(parsed);
        };
        let seed = ReportSeed { extent, take, error: &mut error };
        seed.deserialize(&mut deserializer).map_err(|json_error| {
            let what = complaint(&json_error);
            let unread = || ReadError(format!("this JSON does not describe a tour: {what}"));
            error.take().unwrap_or_else(unread)
        })?;
    }
    if count == 0 { Err(ReadError::no_tour()) } else { Ok(()) }
}

/// What is wrong with a text that should be JSON.
pub(super) fn complaint(error: &serde_json::Error) -> String {
    let at = format!("line {}, column {}", error.line(), error.column());
    match error.classify() {
        Category::Eof => format!("the text is cut off at {at}"),
        Category::Syntax => format!("it is damaged or not JSON at {at}"),
        Category::Data | Category::Io => cut(&in_plain_words(&error.to_string())),
    }
}

/// What serde says without the names of types, which are Rust's.
fn in_plain_words(text: &str) -> String {
    let types = [("u32", u32::MAX.into()), ("u64", u64::MAX), ("usize", u64::MAX)];
    let text = text.replace("expected a sequence", "expected a list");
    types.into_iter().fold(text, |text, (name, most)| {
        let number = format!("expected a whole number from 0 to {}", grouped(most));
        text.replace(&format!("expected {name}"), &number)
    })
}

/// Reads a report and hands over its tours.
struct ReportSeed<'a> {
    extent: Extent,
    take: &'a mut dyn FnMut(ParsedTour),
    /// What is wrong with the report, if that is not about JSON.
    error: &'a mut Option<ReadError>,
}

impl<'de> DeserializeSeed<'de> for ReportSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ReportSeed<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a report with a board and a path")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut report = Report::default();
        while let Some(key) = map.next_key::<String>()? {
            let field = report.field(&key, self.extent).map_err(|wrong| self.fail(wrong))?;
            match field {
                "board" => {
                    let board = map.next_value::<BoardJson>()?.board();
                    report.board = Some(Arc::new(board.map_err(|wrong| self.fail(wrong))?));
                }
                "given" => report.given = map.next_value()?,
                "goal" => report.goal = map.next_value()?,
                "closed" => report.closed = map.next_value()?,
                "structured" => report.structured = map.next_value()?,
                "outcome" => {
                    let outcome = map.next_value::<Option<String>>()?;
                    let outcome = outcome.as_deref().map(outcome_of).transpose();
                    report.outcome = outcome.map_err(|wrong| self.fail(wrong))?;
                }
                "steps" => report.work.steps = map.next_value()?,
                "placements" => report.work.placements = map.next_value()?,
                "retreats" => report.work.retreats = map.next_value()?,
                "restarts" => report.work.restarts = map.next_value()?,
                "rewires" => report.work.rewires = map.next_value()?,
                "counters" => report.work.counters = map.next_value()?,
                "repair" => report.repair = map.next_value()?,
                "base" => report.base = map.next_value()?,
                "directed" | "undirected" => {
                    // Counts are strings in JSON.
                    let count = map.next_value::<String>()?;
                    let wrong =
                        || ReadError(format!("{} is not a number of tours", quoted(&count)));
                    let number = whole_number(&count).ok_or_else(wrong);
                    report.counts.push(number.map_err(|wrong| self.fail(wrong))?);
                }
                "tour" => report.tour = map.next_value()?,
                "path" => report.path = map.next_value()?,
                "deepest" => report.deepest = map.next_value()?,
                "tours" => {
                    let context = report.context().map_err(|wrong| self.fail(wrong))?;
                    report.tours = map.next_value_seed(ToursSeed { context, take: self.take })?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let board = report.board.clone().ok_or_else(|| Error::missing_field("board"))?;
        report.finish(&board, self.take).map_err(|wrong| self.fail(wrong))
    }
}

impl ReportSeed<'_> {
    /// Stores what is wrong, and returns an error that only ends the reading.
    fn fail<E: Error>(&mut self, wrong: ReadError) -> E {
        *self.error = Some(wrong);
        E::custom("")
    }
}

/// The fields that tours are checked against.
const CLAIMS: [&str; 5] = ["board", "given", "goal", "closed", "structured"];
/// The other fields that reports and `.tour` files have.
const OTHER_FIELDS: &str = "outcome steps placements retreats restarts rewires counters repair base directed undirected \
                            path deepest tours format version method options seed reason seconds complete search tour";

fn fields() -> impl Iterator<Item = &'static str> {
    CLAIMS.into_iter().chain(OTHER_FIELDS.split(' '))
}

/// The fields of a report that were read. They may come in any order.
#[derive(Default)]
struct Report {
    /// The names of the fields so far.
    seen: Vec<&'static str>,
    board: Option<Arc<Board>>,
    given: Vec<RowCol>,
    goal: Option<String>,
    closed: Option<bool>,
    structured: Option<bool>,
    outcome: Option<&'static str>,
    work: SaidWork,
    repair: Option<Vec<RowCol>>,
    base: Option<Vec<BaseJson>>,
    /// How many tours it counts, in both directions and in one.
    counts: Vec<u64>,
    path: Option<Vec<RowCol>>,
    /// The tour that the search of a `.tour` file has found, where its path is only a part of it.
    tour: Option<Vec<RowCol>>,
    deepest: Option<Vec<RowCol>>,
    tours: Option<Tours>,
}

impl Report {
    /// The field with this name, which comes next; nothing for fields of other programs.
    fn field(&mut self, name: &str, extent: Extent) -> Result<&'static str, ReadError> {
        let Some(field) = fields().find(|field| *field == name) else {
            return check_foreign(name).map(|()| "");
        };
        if self.seen.contains(&field) {
            return refuse(format!("it has {field} twice; keep one of them"));
        }
        self.seen.push(field);
        if extent == Extent::Pieces && matches!(field, "format" | "version") {
            return refuse("it is too large for a tour file; leave out its format and version");
        }
        if matches!(self.tours, Some(Tours::Taken(_))) && CLAIMS.contains(&field) {
            return refuse(format!("its {field} comes after its tours; put it before them"));
        }
        Ok(field)
    }

    /// What its tours have in common, once the goal was read: reports name it after the other claims.
    fn context(&self) -> Result<Option<TourContext>, ReadError> {
        match &self.board {
            Some(board) if self.goal.is_some() => self.context_on(board).map(Some),
            _ => Ok(None),
        }
    }

    fn context_on(&self, board: &Arc<Board>) -> Result<TourContext, ReadError> {
        let goal = Goal::parse(self.goal.as_deref().unwrap_or("any"), board);
        let claims = Claims {
            given: squares(board, &self.given)?,
            goal: goal.map_err(ReadError::of)?,
            closed: self.closed,
            structured: self.structured,
        };
        Ok(TourContext { board: Arc::clone(board), claims: Arc::new(claims) })
    }

    /// Hands over the tours that were not handed over yet, if the fields agree with each other.
    fn finish(
        mut self,
        board: &Arc<Board>,
        take: &mut dyn FnMut(ParsedTour),
    ) -> Result<(), ReadError> {
        // The path of a search is what was on the board. What it has reached stands beside it.
        let is_unfinished = self.outcome.is_some_and(|outcome| outcome != Answer::Found.name());
        if self.tour.is_some() || self.seen.contains(&"search") && is_unfinished {
            self.path = self.tour.take();
        }
        self.check_outcome()?;
        self.check_numbers()?;
        let context = self.context_on(board)?;
        squares(board, self.repair.as_deref().unwrap_or_default())?;
        base_tours(self.base.as_deref().unwrap_or_default())?;
        match (self.path, self.deepest, self.tours) {
            (Some(path), None, None) | (None, Some(path), None) => take(context.parsed(&path)),
            (None, None, Some(Tours::Taken(_))) => {}
            (None, None, Some(Tours::Waiting { places, ends })) => {
                let mut start = 0;
                for end in ends {
                    take(context.parsed(&places[start..end]));
                    start = end;
                }
            }
            (None, None, None) => return refuse("it has neither a path nor tours to check"),
            (Some(_), Some(_), None) => {
                return refuse("it has a path and a deepest path; keep one");
            }
            (_, _, Some(_)) => return refuse("it has a path and tours; keep one of them"),
        }
        Ok(())
    }

    fn check_outcome(&self) -> Result<(), ReadError> {
        let Some(outcome) = self.outcome else { return Ok(()) };
        let is_proof = [Answer::Exhausted, Answer::Impossible].map(Answer::name).contains(&outcome);
        let is_found = outcome == Answer::Found.name();
        let what = match (self.path.is_some(), self.deepest.is_some()) {
            (true, false) if !is_found => "a path; that of an unfinished search is called deepest",
            (false, true) if is_found => "no tour",
            (false, true) if is_proof => "a deepest path",
            _ => return Ok(()),
        };
        refuse(format!("its outcome is {outcome}, but it has {what}"))
    }

    /// Checks that the kinds of steps make up the steps, and that it has the tours it counts.
    fn check_numbers(&self) -> Result<(), ReadError> {
        check_sum(&self.work)?;
        let tours = match &self.tours {
            Some(Tours::Taken(count)) => *count,
            Some(Tours::Waiting { ends, .. }) => ends.len() as u64,
            None => return Ok(()),
        };
        // Each tour is listed once, or once in each direction.
        match self.counts.iter().max() {
            Some(most) if !self.counts.contains(&tours) => {
                let (tours, most) = (counted(tours, "tour"), grouped(*most));
                refuse(format!("it has {tours}, but counts {most}; it may be cut off"))
            }
            _ => Ok(()),
        }
    }
}

/// Refuses a field that is probably one of ours with a slip in its name; others pass.
fn check_foreign(name: &str) -> Result<(), ReadError> {
    // No field of ours is longer.
    if name.len() > 12 {
        return Ok(());
    }
    match fields().find(|field| strsim::osa_distance(&name.to_lowercase(), field) < 2) {
        Some(field) => refuse(format!("unknown field {} (did you mean '{field}'?)", quoted(name))),
        None => Ok(()),
    }
}

/// The outcome with this name, as reports and `.tour` files have it.
pub(super) fn outcome_of(name: &str) -> Result<&'static str, ReadError> {
    let mut names = Answer::ALL.map(Answer::name).into_iter().chain(["searching"]);
    names.clone().find(|outcome| *outcome == name).ok_or_else(|| {
        let (hint, name) = (did_you_mean(name, names.clone()), quoted(name));
        let last = names.next_back().unwrap_or_default();
        let list = names.collect::<Vec<_>>().join(", ");
        ReadError(format!("unknown outcome {name}{hint}; use {list} or {last}"))
    })
}

/// Checks that the kinds of steps add up to the steps, if all of them are named.
pub(super) fn check_sum(work: &SaidWork) -> Result<(), ReadError> {
    match (work.steps, work.wrong_sum()) {
        (Some(steps), Some(sum)) => {
            refuse(format!("its steps are {steps}, but their parts make {sum}"))
        }
        _ => Ok(()),
    }
}

/// The tours of an enumeration.
enum Tours {
    /// How many of them were handed over.
    Taken(u64),
    /// The squares of all tours one after the other, and where each tour ends: the board is not known yet.
    Waiting { places: Vec<RowCol>, ends: Vec<usize> },
}

/// What the tours of a report have in common.
struct TourContext {
    board: Arc<Board>,
    claims: Arc<Claims>,
}

impl TourContext {
    fn parsed(&self, path: &[RowCol]) -> ParsedTour {
        let (board, claims) = (Arc::clone(&self.board), Arc::clone(&self.claims));
        let path = squares(&board, path).map_err(|wrong| wrong.0);
        ParsedTour { board, path, from: 1, claims, reading: Reading::AsWritten }
    }
}

/// Reads tours, and hands them over if their context is known.
struct ToursSeed<'a> {
    context: Option<TourContext>,
    take: &'a mut dyn FnMut(ParsedTour),
}

impl<'de> DeserializeSeed<'de> for ToursSeed<'_> {
    type Value = Option<Tours>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ToursSeed<'_> {
    type Value = Option<Tours>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of tours")
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let (mut places, mut ends, mut count) = (Vec::new(), Vec::new(), 0);
        while let Some(tour) = list.next_element::<Vec<RowCol>>()? {
            match &self.context {
                Some(context) => (self.take)(context.parsed(&tour)),
                None => {
                    places.extend(tour);
                    ends.push(places.len());
                }
            }
            count += 1;
        }
        let is_taken = self.context.is_some();
        Ok(Some(if is_taken { Tours::Taken(count) } else { Tours::Waiting { places, ends } }))
    }
}

/// The squares of a path, or the first that is outside the board.
pub(super) fn squares(board: &Board, path: &[RowCol]) -> Result<Vec<Square>, ReadError> {
    let square = |(number, [row, col]): (u32, &RowCol)| {
        board.square(*row, *col).ok_or_else(|| {
            let place = quoted(&format!("{row},{col}"));
            ReadError(format!("number {number} is at {place}, outside the {board} board"))
        })
    };
    (1..).zip(path).map(square).collect()
}
