//! Reads JSON reports of searches and enumerations field by field, so that a long list of tours is never in
//! memory as a whole.

use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::json::{BaseJson, BoardJson, RowCol, base_tours, complaint, squares};
use super::{Claims, ParsedTour, ReadError, refuse};
use crate::board::Board;
use crate::engine::Answer;
use crate::puzzle::Goal;
use crate::solver::ReportedWork;
use crate::text::{counted, did_you_mean, grouped, quoted, whole_number};

/// Reads reports of searches, or of enumerations with their tours, and hands the tours over one by
/// one. What is too large for a `.tour` file may not say that it is one.
pub fn each<'de, R: serde_json::de::Read<'de>>(
    mut deserializer: serde_json::Deserializer<R>,
    may_be_tour_file: bool,
    take: &mut dyn FnMut(ParsedTour),
) -> Result<(), ReadError> {
    let (mut count, mut error) = (0, None);
    while deserializer.end().is_err() {
        let take = &mut |parsed| {
            count += 1;
            take(parsed);
        };
        let seed = ReportSeed { may_be_tour_file, take, error: &mut error };
        seed.deserialize(&mut deserializer).map_err(|json_error| {
            let what = complaint(&json_error);
            let unread = || ReadError(format!("this JSON does not describe a tour: {what}"));
            error.take().unwrap_or_else(unread)
        })?;
    }
    if count == 0 { Err(ReadError::no_tour()) } else { Ok(()) }
}

/// Reads a report and hands over its tours.
struct ReportSeed<'a> {
    may_be_tour_file: bool,
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
        let mut report = ReportFields::default();
        while let Some(key) = map.next_key::<String>()? {
            let field =
                report.field(&key, self.may_be_tour_file).map_err(|wrong| self.fail(wrong))?;
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
struct ReportFields {
    /// The names of the fields so far.
    seen: Vec<&'static str>,
    board: Option<Arc<Board>>,
    given: Vec<RowCol>,
    goal: Option<String>,
    closed: Option<bool>,
    structured: Option<bool>,
    outcome: Option<&'static str>,
    work: ReportedWork,
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

impl ReportFields {
    /// The field with this name, which comes next; nothing for fields of other programs.
    fn field(&mut self, name: &str, may_be_tour_file: bool) -> Result<&'static str, ReadError> {
        let Some(field) = fields().find(|field| *field == name) else {
            return check_foreign(name).map(|()| "");
        };
        if self.seen.contains(&field) {
            return refuse(format!("it has {field} twice; keep one of them"));
        }
        self.seen.push(field);
        if !may_be_tour_file && matches!(field, "format" | "version") {
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
pub(super) fn check_sum(work: &ReportedWork) -> Result<(), ReadError> {
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
        let path = squares(&self.board, path).map_err(|wrong| wrong.0);
        ParsedTour::new(&self.board, &self.claims, path)
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
