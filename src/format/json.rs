//! JSON: the puzzle, how the search went, and the path.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::{Claims, ReadError, Sheet};
use crate::board::{Board, Square};
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{Kind, Recipe, Work};
use crate::text::quoted;
use crate::tour::Tour;

/// A square as `[row, column]`.
pub(super) type Place = [u32; 2];

/// A board in JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(expecting = "a board with rows and cols")]
pub struct BoardJson {
    rows: u32,
    cols: u32,
    #[serde(default)]
    wrap: bool,
    #[serde(default)]
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

/// The puzzle and the method: the part that all reports begin with.
#[derive(Clone, Debug, Serialize)]
pub struct QuestionJson {
    /// The board.
    pub board: BoardJson,
    /// The given squares.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<Vec<Place>>,
    /// The goal.
    pub goal: String,
    /// The method's name.
    pub method: &'static str,
    /// Its options.
    #[serde(serialize_with = "options")]
    pub options: Recipe,
    /// The seed.
    pub seed: u64,
}

impl QuestionJson {
    /// The JSON of a puzzle and a method.
    pub fn of(puzzle: &Puzzle, recipe: &Recipe) -> QuestionJson {
        let board = puzzle.board();
        QuestionJson {
            board: BoardJson::of(board),
            given: Some(places(board, puzzle.given())),
            goal: puzzle.goal().text(board),
            method: recipe.method.name,
            options: recipe.clone(),
            seed: puzzle.seed(),
        }
    }
}

/// The options of a method, in the method's own order: numbers as numbers, the rest as text.
fn options<S: Serializer>(recipe: &Recipe, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(recipe.method.options.len()))?;
    for (spec, (key, value)) in recipe.method.options.iter().zip(recipe.options.iter()) {
        match (&spec.kind, value.parse::<u64>()) {
            (Kind::Whole(..), Ok(number)) => map.serialize_entry(key, &number)?,
            _ => map.serialize_entry(key, value)?,
        }
    }
    map.end()
}

/// How one search went.
#[derive(Clone, Debug, Serialize)]
pub struct ReportJson {
    /// The puzzle and the method.
    #[serde(flatten)]
    pub question: QuestionJson,
    /// `found`, `exhausted`, `gave-up`, `limit`, `interrupted` or `impossible`.
    pub outcome: &'static str,
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

/// The part of a file that is about paths; the rest is ignored.
#[derive(Deserialize)]
#[serde(expecting = "a report with a board and a path")]
struct Document {
    board: BoardJson,
    #[serde(default)]
    given: Vec<Place>,
    goal: Option<String>,
    closed: Option<bool>,
    structured: Option<bool>,
    path: Option<Vec<Place>>,
    deepest: Option<Vec<Place>>,
    tours: Option<Vec<Vec<Place>>>,
}

/// Reads reports of searches, or of enumerations with their tours.
pub(super) fn read(text: &str) -> Result<Vec<Sheet>, ReadError> {
    let mut sheets = Vec::new();
    for document in serde_json::Deserializer::from_str(text).into_iter::<Document>() {
        let document = document.map_err(|error| {
            let cut = if error.is_eof() { "; the text is cut off" } else { "" };
            ReadError(format!("this JSON does not describe a tour: {error}{cut}"))
        })?;
        sheets.extend(document.sheets()?);
    }
    Ok(sheets)
}

impl Document {
    fn sheets(self) -> Result<Vec<Sheet>, ReadError> {
        let board = self.board.board()?;
        let goal = self.goal.as_deref().unwrap_or("any");
        let claims = Claims {
            given: squares(&board, &self.given).map_err(ReadError)?,
            goal: Goal::parse(goal, &board).map_err(|error| ReadError(error.to_string()))?,
            closed: self.closed,
            structured: self.structured,
        };
        let paths = match (self.path.or(self.deepest), self.tours) {
            (Some(path), None) => vec![path],
            (None, Some(tours)) => tours,
            _ => return Err(ReadError("it has neither a path nor tours to check".to_owned())),
        };
        let sheet = |path: Vec<Place>| Sheet {
            path: squares(&board, &path),
            board: board.clone(),
            from: 1,
            claims: claims.clone(),
        };
        Ok(paths.into_iter().map(sheet).collect())
    }
}

pub(super) fn squares(board: &Board, path: &[Place]) -> Result<Vec<Square>, String> {
    let square = |(i, place): (usize, &Place)| {
        let outside = || {
            let place = quoted(&format!("{},{}", place[0], place[1]));
            format!("number {} is at {place}, outside the {board} board", i + 1)
        };
        board.square(place[0], place[1]).ok_or_else(outside)
    };
    path.iter().enumerate().map(square).collect()
}
