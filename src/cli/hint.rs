//! `hint`: says which moves can come next, and whether the tour can still be finished after each.

use serde::Serialize;

use super::Ending;
use super::args::HintArgs;
use super::output::{Failure, answer, note, print_error};
use crate::board::{Board, Naming, Square, parse_squares};
use crate::engine::until_interrupted;
use crate::feasibility::Decided;
use crate::format::json::{BoardJson, places};
use crate::puzzle::Puzzle;
use crate::solver::{Hint, Hints, KnownTours, why_not};
use crate::text::{counted, is_or_are};
use crate::words::{self, Names};

pub(super) fn run(command: &HintArgs) -> Result<Ending, Failure> {
    let control = until_interrupted();
    let (board, goal) = command.shape.read()?;
    let given = parse_squares(&board, &command.given)?;
    let puzzle = Puzzle::new(board, given, goal, 0)?;
    let mut hints = Hints::new(&puzzle, KnownTours::default());
    while !hints.is_done() && !control.is_stopped() {
        hints.decide_next();
    }
    if control.is_stopped() {
        print_error("interrupted; the moves that are left are not decided");
    }
    note(&summary(&hints));
    answer(&if command.json { json(&hints) } else { table(&hints) })?;
    Ok(Ending::done_if(!control.is_stopped()))
}

/// The answer as one word, with the reason if it is no.
fn finish(board: &Board, hint: &Hint) -> (&'static str, Option<String>) {
    match &hint.outlook {
        Some(Decided::Yes(_)) => ("yes", None),
        Some(Decided::No(why)) => ("no", Some(words::obstruction(why, Names::usual(board)))),
        Some(Decided::Unknown) | None => ("unknown", None),
    }
}

/// What to do next, in a sentence.
fn summary(hints: &Hints) -> String {
    let puzzle = hints.puzzle();
    let name = |square: Square| Naming::default().square(puzzle.board(), square);
    if hints.list().is_empty() {
        return no_move(puzzle);
    }
    match hints.best().map(|best| (name(best.square), finish(puzzle.board(), best).0)) {
        Some((best, "yes")) => format!("{best} is the best move: the tour can still be finished"),
        Some((best, _)) => {
            format!(
                "{best} is the best guess: whether the tour can still be finished is not decided"
            )
        }
        None if puzzle.given().len() == 1 => puzzle.none_exists(Naming::default()),
        None => format!("{}: take a move back", puzzle.none_exists(Naming::default())),
    }
}

fn no_move(puzzle: &Puzzle) -> String {
    let (visited, squares) = (puzzle.given().len(), puzzle.board().squares_to_visit());
    let names = Names::usual(puzzle.board());
    match why_not(puzzle) {
        None => format!("the path is a complete tour of {}", counted(squares as u64, "square")),
        Some(why) if visited == squares => words::obstruction(&why, names),
        Some(why) => {
            let many = (squares - visited) as u64;
            let (left, are) = (counted(many, "square"), is_or_are(many));
            format!("no move is left, and {left} {are} free: {}", words::obstruction(&why, names))
        }
    }
}

/// A line for each square, for people.
fn table(hints: &Hints) -> String {
    if hints.list().is_empty() {
        return String::new();
    }
    let board = hints.puzzle().board();
    let best = hints.best().map(|best| best.square);
    let mut reasons: Vec<String> = Vec::new();
    let mut lines = vec![["square", "onward", "finish", ""].map(str::to_owned)];
    for hint in hints.list() {
        let (finish, why) = finish(hints.puzzle().board(), hint);
        let remark = match why {
            Some(why) if reasons.contains(&why) => "as above".to_owned(),
            Some(why) => {
                reasons.push(why.clone());
                why
            }
            None if Some(hint.square) == best => "best".to_owned(),
            None => String::new(),
        };
        let name = Naming::default().square(board, hint.square);
        lines.push([name, hint.onward.to_string(), finish.to_owned(), remark]);
    }
    let width = |column: usize| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
    };
    let (first, third) = (width(0), width(2));
    let line = |[square, onward, finish, remark]: &[String; 4]| {
        let text = format!("{square:<first$}  {onward:>6}  {finish:<third$}  {remark}");
        text.trim_end().to_owned() + "\n"
    };
    lines.iter().map(line).collect()
}

#[derive(Serialize)]
struct HintsJson {
    board: BoardJson,
    given: Vec<[u32; 2]>,
    goal: String,
    /// Whether the path is already a tour that reaches the goal.
    complete: bool,
    candidates: Vec<HintJson>,
    best: Option<[u32; 2]>,
}

#[derive(Serialize)]
struct HintJson {
    square: [u32; 2],
    onward: usize,
    finish: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

fn json(hints: &Hints) -> String {
    let puzzle = hints.puzzle();
    let board = puzzle.board();
    let place = |square: Square| places(board, &[square])[0];
    let candidate = |hint: &Hint| {
        let (finish, why) = finish(hints.puzzle().board(), hint);
        HintJson { square: place(hint.square), onward: hint.onward, finish, why }
    };
    let hints = HintsJson {
        board: BoardJson::of(board),
        given: places(board, puzzle.given()),
        goal: puzzle.goal().text(board),
        complete: hints.list().is_empty() && why_not(puzzle).is_none(),
        candidates: hints.list().iter().map(candidate).collect(),
        best: hints.best().map(|best| place(best.square)),
    };
    serde_json::to_string(&hints).unwrap_or_default() + "\n"
}
