//! What is read from a file before the window shows it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::engine::{Recording, Shown};
use crate::format::{self, tour};
use crate::play::Game;
use crate::puzzle::{Goal, Puzzle};
use crate::solver::{MethodConfig, Status};
use crate::storage;
use crate::text::{grouped, quoted_path};
use crate::tour::Tour;

/// Longer files are not opened. A tour of a million squares is shorter than this.
const MAX_FILE_BYTES: u64 = 64 << 20;
/// Boards with longer sides are not opened, because graphics cards cannot paint larger pictures.
const MAX_SIDE: u32 = 2_000;

pub enum Loaded {
    Board(Box<OnBoard>),
    /// A game that was played by hand, and the [`storage::stamp`] of its file.
    Game {
        game: Box<Game>,
        stamp: Option<u64>,
    },
}

/// A search, a tour or a path.
pub struct OnBoard {
    pub(crate) puzzle: Puzzle,
    pub(crate) config: Option<MethodConfig>,
    /// The search; for a tour, one that places it square by square; `None` for an unfinished path.
    pub(crate) recording: Option<Recording>,
    /// The [`storage::stamp`] of the file.
    pub(crate) stamp: Option<u64>,
    /// Whether it is a `.tour` file.
    pub(crate) is_tour: bool,
}

impl OnBoard {
    /// A finished tour.
    pub(crate) fn tour(tour: &Tour) -> Option<OnBoard> {
        let (board, path) = (tour.board().clone(), tour.path().to_vec());
        let (puzzle, config) =
            (Puzzle::new(board, path, Goal::Any, 0).ok()?, MethodConfig::default());
        let recording = Some(walk(&puzzle, &config));
        Some(OnBoard { puzzle, config: Some(config), recording, stamp: None, is_tour: false })
    }
}

/// A file that was read but is not shown yet.
pub struct Opened {
    pub(crate) file: PathBuf,
    pub(crate) loaded: Loaded,
}

/// Reads a file. An error names the file and says why it cannot be opened.
pub fn read_file(file: &Path) -> Result<Opened, String> {
    let loaded = load(file).map_err(|why| format!("{}: {why}", quoted_path(file)))?;
    Ok(Opened { file: storage::absolute(file), loaded })
}

pub(crate) fn load(file: &Path) -> Result<Loaded, String> {
    // Taken before it is read, so that a change in between is not missed.
    let stamp = storage::stamp(file);
    let text = storage::read_file(file, MAX_FILE_BYTES)?;
    let contents = tour::read(&text).map_err(|error: format::ReadError| error.to_string())?;
    let board = match &contents {
        tour::Contents::Search { puzzle, .. } | tour::Contents::Path { puzzle, .. } => {
            puzzle.board()
        }
        tour::Contents::Game(game) => game.board(),
    };
    let (rows, cols) = (board.rows(), board.cols());
    if rows.max(cols) > MAX_SIDE {
        let most = grouped(MAX_SIDE.into());
        return Err(format!(
            "its board is {rows}x{cols}; the window shows at most {most} rows or columns"
        ));
    }
    let loaded = match contents {
        tour::Contents::Search { puzzle, config, recording } => {
            let (config, recording) = (Some(config), Some(recording));
            OnBoard { puzzle, config, recording, stamp, is_tour: true }
        }
        tour::Contents::Path { puzzle, config } => {
            let is_whole = puzzle.given().len() == puzzle.board().squares_to_visit();
            let config = config.or_else(|| is_whole.then(MethodConfig::default));
            let walked = config.as_ref().filter(|_| is_whole);
            let recording = walked.map(|config| walk(&puzzle, config));
            // Grids and paths that are not JSON can have any name.
            let is_json =
                text.trim_start_matches(['\u{feff}', ' ', '\n', '\r', '\t']).starts_with('{');
            let is_tour = is_json && file.extension().is_some_and(|ending| ending == "tour");
            OnBoard { puzzle, config, recording, stamp, is_tour }
        }
        tour::Contents::Game(game) => return Ok(Loaded::Game { game, stamp }),
    };
    Ok(Loaded::Board(Box::new(loaded)))
}

/// A search that has just placed all squares of a given tour.
fn walk(puzzle: &Puzzle, config: &MethodConfig) -> Recording {
    let pick = config.picks().then(|| Arc::new(config.pick(puzzle)));
    let mut solver = pick.as_ref().map_or_else(|| config.build(puzzle), |pick| pick.build(puzzle));
    solver.run(puzzle.given().len() as u64);
    Recording {
        pick,
        playhead: solver.state().steps(),
        shown: Shown::Step,
        seconds: 0.0,
        tours: u64::from(solver.state().status == Status::Found),
        knows_no_other: solver.state().status == Status::Found,
        checkpoints: vec![Arc::from(solver)],
        ..Recording::default()
    }
}
