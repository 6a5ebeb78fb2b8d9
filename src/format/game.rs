//! A game played by hand, with everything that can be undone and redone.

use serde::{Deserialize, Serialize};

use super::json::{BoardJson, RowCol, complaint, places, squares};
use super::{ReadError, check_version, refuse};
use crate::play::{Change, Game, GameRecord};
use crate::puzzle::Goal;

pub(super) const NAME: &str = "knights-tour-game";
const VERSION: u64 = 1;
/// Files with larger boards are not opened.
const MAX_SQUARES: usize = 1_000_000;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a game")]
struct GameJson {
    format: String,
    version: u64,
    board: BoardJson,
    goal: String,
    given: Vec<RowCol>,
    /// How many of the changes count; the others were undone.
    done: usize,
    moves: u64,
    undos: u64,
    hints: u64,
    milliseconds: u64,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    challenge: String,
    changes: Vec<ChangeJson>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChangeJson {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    removed: Vec<RowCol>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    added: Vec<RowCol>,
}

pub fn write(game: &Game) -> String {
    let (board, record) = (game.board(), game.record());
    let change = |change: &Change| ChangeJson {
        removed: places(board, &change.removed),
        added: places(board, &change.added),
    };
    let written = GameJson {
        format: NAME.to_owned(),
        version: VERSION,
        board: BoardJson::of(board),
        goal: game.goal().text(board),
        given: places(board, game.given()),
        done: record.done,
        moves: record.moves,
        undos: record.undos,
        hints: record.hints,
        milliseconds: record.milliseconds,
        challenge: record.challenge.clone(),
        changes: record.changes.iter().map(change).collect(),
    };
    serde_json::to_string(&written).unwrap_or_default() + "\n"
}

/// Reads a game of this version.
pub(super) fn read(text: &str, version: Option<u64>) -> Result<Game, ReadError> {
    check_version("it is a game of version", version, VERSION)?;
    let read: GameJson =
        serde_json::from_str(text).map_err(|error| ReadError(complaint(&error)))?;
    let board = read.board.board()?;
    if board.size() > MAX_SQUARES {
        return refuse(format!("its board is {board}, which is too large for a game"));
    }
    let goal = Goal::parse(&read.goal, &board).map_err(ReadError::of)?;
    let given = squares(&board, &read.given)?;
    let change = |change: &ChangeJson| {
        let removed = squares(&board, &change.removed)?;
        Ok(Change { removed, added: squares(&board, &change.added)? })
    };
    let changes = read.changes.iter().map(change).collect::<Result<Vec<Change>, ReadError>>()?;
    let record = GameRecord {
        changes,
        done: read.done,
        moves: read.moves,
        undos: read.undos,
        hints: read.hints,
        milliseconds: read.milliseconds,
        challenge: read.challenge,
    };
    Game::restored(board, goal, &given, record).map_err(ReadError::of)
}
