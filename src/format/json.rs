//! JSON: the puzzle, how the search went, and the path.

use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::error::Category;

use super::{Claims, ParsedTour, ReadError, Reading};
use crate::board::{Board, MAX_SQUARES, Square};
use crate::engine::Answer;
use crate::puzzle::{BaseError, BaseTours, Goal, MAX_BASE_TOURS, Puzzle, base_board, base_tour};
use crate::solver::{MethodConfig, Options, ReportedWork, Work};
use crate::text::{counted, cut, did_you_mean, grouped, quoted, whole_number};
use crate::tour::Tour;

/// A square as `[row, column]`.
pub(super) type Place = [u32; 2];

/// A board in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct BoardJson {
    rows: u32,
    cols: u32,
    wrap: bool,
    holes: Vec<Place>,
}

impl BoardJson {
    /// The JSON of a board.
    pub fn of(board: &Board) -> BoardJson {
        BoardJson {
            rows: board.rows(),
            cols: board.cols(),
            wrap: board.is_wrapped(),
            holes: places(board, board.holes()),
        }
    }

    pub(super) fn board(&self) -> Result<Board, ReadError> {
        let board =
            Board::new(self.rows, self.cols).map_err(|error| ReadError(error.to_string()))?;
        let hole = |place: &Place| {
            board.square(place[0], place[1]).ok_or_else(|| {
                ReadError(format!("hole {},{} is outside the {board} board", place[0], place[1]))
            })
        };
        let holes = self.holes.iter().map(hole).collect::<Result<Vec<_>, _>>()?;
        let board = board.wrapped(self.wrap).with_holes(holes);
        board.map_err(|error| ReadError(error.to_string()))
    }
}

/// Squares as `[row, column]` pairs.
pub fn places(board: &Board, squares: &[Square]) -> Vec<Place> {
    squares.iter().map(|square| [board.row(*square), board.col(*square)]).collect()
}

/// A base tour in JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a base tour with rows, cols and path")]
pub struct BaseJson {
    rows: u32,
    cols: u32,
    path: Vec<Place>,
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
        let wrong = |error: BaseError| ReadError(error.to_string());
        let board = base_board(self.rows, self.cols).map_err(wrong)?;
        let path = squares(&board, &self.path);
        let path = path.map_err(|what| ReadError(format!("a base tour is wrong: {what}")))?;
        base_tour(board, path).map_err(wrong)
    }
}

/// The base tours that a file has.
pub(super) fn base_tours(list: &[BaseJson]) -> Result<BaseTours, ReadError> {
    let wrong = |error: BaseError| ReadError(error.to_string());
    if list.len() > MAX_BASE_TOURS {
        return Err(wrong(BaseError::TooMany));
    }
    let tours = list.iter().map(BaseJson::tour).collect::<Result<Vec<Tour>, ReadError>>()?;
    BaseTours::new(tours).map_err(wrong)
}

/// The puzzle and the method: the part that all reports begin with.
#[derive(Clone, Debug, Serialize)]
pub struct QuestionJson {
    /// The board.
    pub board: BoardJson,
    /// The given squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<Vec<Place>>,
    /// The path to rearrange, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<Vec<Place>>,
    /// The base tours, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Vec<BaseJson>>,
    /// The goal.
    pub goal: String,
    /// The method's name.
    pub method: &'static str,
    /// Its options.
    pub options: Options,
    /// The seed.
    pub seed: u64,
}

impl QuestionJson {
    /// The JSON of a puzzle and a method.
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
    /// The puzzle and the method.
    #[serde(flatten)]
    pub question: QuestionJson,
    /// `found`, `exhausted`, `gave-up`, `limit`, `interrupted` or `impossible`.
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
    /// The counters.
    #[serde(flatten)]
    pub work: Work,
    /// How long it took.
    pub seconds: f64,
    /// The tour, if one was found.
    #[serde(flatten)]
    pub tour: Option<TourJson>,
    /// The deepest path, if the search neither found a tour nor proved that none exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deepest: Option<Vec<Place>>,
}

impl ReportJson {
    /// The report as one line of text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }
}

/// A tour in JSON.
#[derive(Clone, Debug, Serialize)]
pub struct TourJson {
    closed: bool,
    structured: bool,
    path: Vec<Place>,
}

impl TourJson {
    /// The JSON of a tour.
    pub fn of(tour: &Tour) -> TourJson {
        TourJson {
            closed: tour.is_closed(),
            structured: tour.is_structured(),
            path: places(tour.board(), tour.path()),
        }
    }
}

/// Edges and holes may be left out. An unknown field is refused, since it may be one of them.
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

/// How much of a text there is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// All of it, which may be a `.tour` file that was checked as such.
    Whole,
    /// HistoricTour by piece what is too large for a `.tour` file.
    Pieces,
}

/// Reads reports of searches, or of enumerations with their tours, and hands the tours over one by
/// one.
pub fn each<'de, R: serde_json::de::Read<'de>>(
    mut deserializer: serde_json::Deserializer<R>,
    extent: Extent,
    take: &mut dyn FnMut(ParsedTour),
) -> Result<(), ReadError> {
    let (mut count, mut wrong) = (0, None);
    while deserializer.end().is_err() {
        let take = &mut |parsed| {
            count += 1;
            take(parsed);
        };
        let document = Document { extent, take, wrong: &mut wrong };
        let read = document.deserialize(&mut deserializer);
        read.map_err(|error| {
            let what = complaint(&error);
            let unread = || ReadError(format!("this JSON does not describe a tour: {what}"));
            wrong.take().unwrap_or_else(unread)
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
    types.into_iter().fold(text.to_owned(), |text, (name, most)| {
        let number = format!("expected a whole number from 0 to {}", grouped(most));
        text.replace(&format!("expected {name}"), &number)
    })
}

/// A report that is being read.
struct Document<'a> {
    extent: Extent,
    take: &'a mut dyn FnMut(ParsedTour),
    /// What is wrong with it, if that is not about JSON.
    wrong: &'a mut Option<ReadError>,
}

impl<'de> DeserializeSeed<'de> for Document<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Document<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a report with a board and a path")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        let mut said = Said::default();
        while let Some(key) = map.next_key::<String>()? {
            let field = said.field(&key, self.extent).map_err(|wrong| self.fail(wrong))?;
            match field {
                "board" => {
                    let board = map.next_value::<BoardJson>()?.board();
                    said.board = Some(Arc::new(board.map_err(|wrong| self.fail(wrong))?));
                }
                "given" => said.given = map.next_value()?,
                "goal" => said.goal = map.next_value()?,
                "closed" => said.closed = map.next_value()?,
                "structured" => said.structured = map.next_value()?,
                "outcome" => {
                    let outcome = map.next_value::<Option<String>>()?;
                    let outcome = outcome.as_deref().map(outcome_of).transpose();
                    said.outcome = outcome.map_err(|wrong| self.fail(wrong))?;
                }
                "steps" => said.work.steps = map.next_value()?,
                "placements" => said.work.placements = map.next_value()?,
                "retreats" => said.work.retreats = map.next_value()?,
                "restarts" => said.work.restarts = map.next_value()?,
                "rewires" => said.work.rewires = map.next_value()?,
                "counters" => said.work.counters = map.next_value()?,
                "repair" => said.repair = map.next_value()?,
                "base" => said.base = map.next_value()?,
                "directed" => said.directed = Some(map.next_value::<TourCount>()?.0),
                "undirected" => said.undirected = Some(map.next_value::<TourCount>()?.0),
                "tour" => said.tour = map.next_value_seed(PathSeed(said.board.as_deref()))?,
                "path" => said.path = map.next_value_seed(PathSeed(said.board.as_deref()))?,
                "deepest" => said.deepest = map.next_value_seed(PathSeed(said.board.as_deref()))?,
                "tours" => {
                    let frame = said.frame().map_err(|wrong| self.fail(wrong))?;
                    said.tours = map.next_value_seed(ToursSeed(frame, self.take))?;
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let board = said.board.clone().ok_or_else(|| Error::missing_field("board"))?;
        said.end(&board, self.take).map_err(|wrong| self.fail(wrong))
    }
}

impl Document<'_> {
    /// Keeps what is wrong, and returns an error that only ends the reading.
    fn fail<E: Error>(&mut self, wrong: ReadError) -> E {
        *self.wrong = Some(wrong);
        E::custom("")
    }
}

/// What a report says, as far as it was read. Its fields may come in any order.
#[derive(Default)]
struct Said {
    /// The fields that were there, a bit for each.
    seen: u32,
    board: Option<Arc<Board>>,
    given: Vec<Place>,
    goal: Option<String>,
    closed: Option<bool>,
    structured: Option<bool>,
    outcome: Option<&'static str>,
    work: ReportedWork,
    repair: Option<Vec<Place>>,
    base: Option<Vec<BaseJson>>,
    directed: Option<u64>,
    undirected: Option<u64>,
    path: Option<Path>,
    /// The tour that the search of a `.tour` file has found, where its path is only a part of it.
    tour: Option<Path>,
    deepest: Option<Path>,
    tours: Option<Tours>,
}

impl Said {
    /// The fields that tours are checked against.
    const CLAIMS: [&str; 5] = ["board", "given", "goal", "closed", "structured"];
    /// The other fields that reports and `.tour` files have.
    const OTHERS: &str = "outcome steps placements retreats restarts rewires counters repair base directed undirected path \
                          deepest tours format version method options seed reason seconds complete search tour";

    /// The field of a name that comes next, or nothing if it is none of ours.
    fn field(&mut self, name: &str, extent: Extent) -> Result<&'static str, ReadError> {
        let mut fields = Said::CLAIMS.into_iter().chain(Said::OTHERS.split(' ')).enumerate();
        let Some((place, field)) = fields.find(|(_, field)| *field == name) else {
            return not_ours(name).map(|()| "");
        };
        let bit = 1 << place;
        if self.seen & bit != 0 {
            return Err(ReadError(format!("it has {field} twice; keep one of them")));
        }
        self.seen |= bit;
        if extent == Extent::Pieces && matches!(field, "format" | "version") {
            let what = "it is too large for a tour file; leave out its format and version";
            return Err(ReadError(what.to_owned()));
        }
        if matches!(self.tours, Some(Tours::Taken(_))) && Said::CLAIMS.contains(&field) {
            return Err(ReadError(format!(
                "its {field} comes after its tours; put it before them"
            )));
        }
        Ok(field)
    }

    /// Whether a field was there.
    fn has(&self, name: &str) -> bool {
        let mut fields = Said::CLAIMS.into_iter().chain(Said::OTHERS.split(' '));
        fields.position(|field| field == name).is_some_and(|place| self.seen & 1 << place != 0)
    }

    /// What its tours have in common, if nothing of that is to be expected any more: reports name the
    /// goal last.
    fn frame(&self) -> Result<Option<TourContext>, ReadError> {
        let board = self.board.as_ref().filter(|_| self.goal.is_some());
        board.map(|board| self.frame_on(board)).transpose()
    }

    fn frame_on(&self, board: &Arc<Board>) -> Result<TourContext, ReadError> {
        let goal = Goal::parse(self.goal.as_deref().unwrap_or("any"), board);
        let claims = Claims {
            given: squares(board, &self.given).map_err(ReadError)?,
            goal: goal.map_err(|error| ReadError(error.to_string()))?,
            closed: self.closed,
            structured: self.structured,
        };
        Ok(TourContext { board: Arc::clone(board), claims: Arc::new(claims) })
    }

    /// Hands over the tours that were not handed over yet, if all of it agrees.
    fn end(
        mut self,
        board: &Arc<Board>,
        take: &mut dyn FnMut(ParsedTour),
    ) -> Result<(), ReadError> {
        // A search says what was on the board, which is no claim, beside what it has reached.
        let is_unfinished = self.outcome.is_some_and(|outcome| outcome != Answer::Found.name());
        if self.tour.is_some() || self.has("search") && is_unfinished {
            self.path = self.tour.take();
        }
        self.check_outcome()?;
        self.check_numbers()?;
        let frame = self.frame_on(board)?;
        let repair = self.repair.as_deref().unwrap_or_default();
        squares(board, repair).map_err(ReadError)?;
        base_tours(self.base.as_deref().unwrap_or_default())?;
        let wrong = |what: &str| Err(ReadError(what.to_owned()));
        match (self.path, self.deepest, self.tours) {
            (Some(path), None, None) | (None, Some(path), None) => {
                take(frame.parsed(path.squares(board)));
            }
            (None, None, Some(Tours::Taken(_))) => {}
            (None, None, Some(Tours::Kept(places, ends))) => {
                let mut start = 0;
                for end in ends {
                    take(frame.parsed(squares(board, &places[start..end])));
                    start = end;
                }
            }
            (None, None, None) => return wrong("it has neither a path nor tours to check"),
            (Some(_), Some(_), None) => return wrong("it has a path and a deepest path; keep one"),
            (_, _, Some(_)) => return wrong("it has a path and tours; keep one of them"),
        }
        Ok(())
    }

    /// Checks that the outcome fits the path.
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
        Err(ReadError(format!("its outcome is {outcome}, but it has {what}")))
    }

    /// Checks that steps are what they consist of, and that it has the tours it counts.
    fn check_numbers(&self) -> Result<(), ReadError> {
        check_sum(&self.work)?;
        let tours = match &self.tours {
            Some(Tours::Taken(count)) => *count,
            Some(Tours::Kept(_, ends)) => ends.len() as u64,
            None => return Ok(()),
        };
        // Each tour is listed once, or once in each direction.
        let counts = [self.directed, self.undirected];
        match counts.into_iter().flatten().max() {
            Some(most) if !counts.contains(&Some(tours)) => {
                let (tours, most) = (counted(tours, "tour"), grouped(most));
                Err(ReadError(format!("it has {tours}, but counts {most}; it may be cut off")))
            }
            _ => Ok(()),
        }
    }
}

/// A number of tours, which is a string in JSON.
struct TourCount(u64);

impl<'de> Deserialize<'de> for TourCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TourCount, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = || Error::custom(format!("{} is not a number of tours", quoted(&text)));
        whole_number(&text).map(TourCount).ok_or_else(wrong)
    }
}

/// Refuses a field that is probably one of ours with a slip in its name; others pass.
fn not_ours(name: &str) -> Result<(), ReadError> {
    // No field of ours is longer.
    if name.len() > 12 {
        return Ok(());
    }
    let mut fields = Said::CLAIMS.into_iter().chain(Said::OTHERS.split(' '));
    match fields.find(|field| strsim::osa_distance(&name.to_lowercase(), field) < 2) {
        Some(field) => {
            let name = quoted(name);
            Err(ReadError(format!("unknown field {name} (did you mean '{field}'?)")))
        }
        None => Ok(()),
    }
}

/// The outcome of a name, as reports and `.tour` files have it.
pub(super) fn outcome_of(name: &str) -> Result<&'static str, ReadError> {
    let mut names = Answer::ALL.map(Answer::name).into_iter().chain(["searching"]);
    names.clone().find(|known| *known == name).ok_or_else(|| {
        let (hint, name) = (did_you_mean(name, names.clone()), quoted(name));
        let last = names.next_back().unwrap_or_default();
        let list = names.collect::<Vec<_>>().join(", ");
        ReadError(format!("unknown outcome {name}{hint}; use {list} or {last}"))
    })
}

/// Checks that the kinds of steps add up to the steps, if all of them are named.
pub(super) fn check_sum(work: &ReportedWork) -> Result<(), ReadError> {
    match (work.steps, work.wrong_sum()) {
        (Some(steps), Some(sum)) => {
            Err(ReadError(format!("its steps are {steps}, but their parts make {sum}")))
        }
        _ => Ok(()),
    }
}

/// A path whose board is known, or the first thing wrong with it; or one whose board comes later.
enum Path {
    Squares(Result<Vec<Square>, String>),
    Places(Vec<Place>),
}

impl Path {
    fn squares(self, board: &Board) -> Result<Vec<Square>, String> {
        match self {
            Path::Squares(path) => path,
            Path::Places(places) => squares(board, &places),
        }
    }
}

/// The tours of an enumeration.
enum Tours {
    /// How many of them were handed over.
    Taken(u64),
    /// The places of all, and where each ends.
    Kept(Vec<Place>, Vec<usize>),
}

/// What the tours of a report have in common.
struct TourContext {
    board: Arc<Board>,
    claims: Arc<Claims>,
}

impl TourContext {
    fn parsed(&self, path: Result<Vec<Square>, String>) -> ParsedTour {
        let (board, claims) = (Arc::clone(&self.board), Arc::clone(&self.claims));
        ParsedTour { board, path, from: 1, claims, reading: Reading::AsWritten }
    }
}

/// Reads a path, on a board if that is known.
struct PathSeed<'a>(Option<&'a Board>);

impl<'de> DeserializeSeed<'de> for PathSeed<'_> {
    type Value = Option<Path>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for PathSeed<'_> {
    type Value = Option<Path>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of squares")
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let Some(board) = self.0 else {
            let mut places = Vec::new();
            while let Some(place) = list.next_element()? {
                places.push(place);
            }
            return Ok(Some(Path::Places(places)));
        };
        let mut path = Ok(Vec::new());
        let mut number = 0;
        while let Some(place) = list.next_element()? {
            number += 1;
            let Ok(squares) = &mut path else { continue };
            match square(board, number, place) {
                Err(wrong) => path = Err(wrong),
                // With more squares than the board has, one of them is wrong already.
                Ok(_) if squares.len() > board.size() => {}
                Ok(square) => squares.push(square),
            }
        }
        Ok(Some(Path::Squares(path)))
    }
}

/// Reads tours, and hands them over if what they have in common is known.
struct ToursSeed<'a>(Option<TourContext>, &'a mut dyn FnMut(ParsedTour));

impl<'de> DeserializeSeed<'de> for ToursSeed<'_> {
    type Value = Option<Tours>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for ToursSeed<'_> {
    type Value = Option<Tours>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of tours")
    }

    fn visit_none<E: Error>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let Some(frame) = self.0 else {
            let (mut places, mut ends) = (Vec::new(), Vec::new());
            while let Some(tour) = list.next_element::<Vec<Place>>()? {
                places.extend(tour);
                ends.push(places.len());
            }
            return Ok(Some(Tours::Kept(places, ends)));
        };
        let mut count = 0;
        while let Some(path) = list.next_element_seed(PathSeed(Some(&frame.board)))? {
            let path = path.ok_or_else(|| Error::invalid_type(Unexpected::Unit, &"a tour"))?;
            (self.1)(frame.parsed(path.squares(&frame.board)));
            count += 1;
        }
        Ok(Some(Tours::Taken(count)))
    }
}

/// The square at a place of a path, from 1.
fn square(board: &Board, number: usize, place: Place) -> Result<Square, String> {
    let outside = || {
        let place = quoted(&format!("{},{}", place[0], place[1]));
        format!("number {number} is at {place}, outside the {board} board")
    };
    board.square(place[0], place[1]).ok_or_else(outside)
}

pub(super) fn squares(board: &Board, path: &[Place]) -> Result<Vec<Square>, String> {
    (1..).zip(path).map(|(number, place)| square(board, number, *place)).collect()
}
