//! Searches and boards in a few words, for titles and file names.

use crate::board::{Board, Naming};
use crate::puzzle::Puzzle;
use crate::session::{ActiveSearch, Session};
use crate::solver::Method;
use crate::text::file_name;

/// The puzzle and the method, or the file that its tour comes from.
pub fn title_of_search(active: &ActiveSearch, naming: Naming) -> String {
    if !active.is_from_file() {
        return title(&active.puzzle, active.pick.config.method, naming);
    }
    let board = active.puzzle.board();
    let start = naming.square(board, active.puzzle.start());
    let source = active.source().map_or(String::new(), |file| format!(" · from {file}"));
    format!("{} · tour from {start}{source}", title_of_board(board))
}

impl ActiveSearch {
    /// The name of its file.
    pub(super) fn source(&self) -> Option<String> {
        self.file().map(|file| file_name(&file.path))
    }
}

fn title_of_board(board: &Board) -> String {
    let mut text = format!("{}×{}", board.rows(), board.cols());
    if board.is_wrapped() {
        text += ", wrap-around";
    }
    if !board.holes().is_empty() {
        text += ", with holes";
    }
    text
}

/// The puzzle and the method.
pub fn title(puzzle: &Puzzle, method: &Method, naming: Naming) -> String {
    let board = puzzle.board();
    let end = puzzle.goal().end().map(|end| naming.square(board, end));
    let end = end.map_or(String::new(), |end| format!(" to {end}"));
    let goal = puzzle.goal().label();
    let start = naming.square(board, puzzle.start());
    let method = method.title;
    format!("{} · {goal}{end} from {start} · {method}", title_of_board(board))
}

/// A file name for what is on a board.
pub fn file_stem(noun: &str, session: &Session) -> String {
    let setup = session.setup();
    let (board, start) = match session.active() {
        Some(active) => (active.puzzle.board(), Some(active.puzzle.start())),
        None => (&setup.board, setup.given.first().copied()),
    };
    let start =
        start.map_or(String::new(), |start| format!("-{}", board.name(start).replace(',', "-")));
    format!("{noun}-{board}{start}")
}
