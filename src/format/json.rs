//! The parts that all JSON of the program has in common: boards, puzzles, tours and reports of searches.

use std::fmt;

use serde::de::{DeserializeSeed, Error, MapAccess, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::error::Category;

use super::ReadError;
use crate::board::{Board, MAX_SQUARES, Square};
use crate::puzzle::{BaseError, BaseTours, MAX_BASE_TOURS, Puzzle, base_board, base_tour};
use crate::solver::{MethodConfig, Options, Work};
use crate::text::{cut, did_you_mean, grouped, quoted};
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
    /// The name of an [`Answer`](crate::engine::Answer).
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

/// Wrapping and holes may be left out. An unknown field is an error, since it may be one of these
/// misspelt.
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
