//! `check`: says whether a file contains a valid tour, and what kind.

use std::path::Path;

use super::Ending;
use super::args::Check;
use super::output::{Failure, answer};
use crate::disk;
use crate::format::{self, Sheet};
use crate::text::{counted, grouped};
use crate::tour::Tour;

/// Larger files are refused: a tour of 5000x5000 is smaller in every format.
const LONGEST: u64 = 900 << 20;

pub(super) fn run(command: &Check) -> Result<Ending, Failure> {
    let name = match command.file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => format!("'{}'", command.file.display()),
    };
    let bad = |what: &str| Failure::Bad(format!("{name}: {what}"));
    let text = read(&command.file).map_err(|what| bad(&what))?;
    let sheets = format::read(&text).map_err(|error| bad(&error.to_string()))?;
    drop(text);
    let many = sheets.len();
    let mut kinds = Kinds::default();
    for (i, sheet) in sheets.into_iter().enumerate() {
        match examine(sheet, command.wrap) {
            Err(wrong) if many == 1 => {
                answer(&format!("not valid: {wrong}\n"))?;
                return Ok(Ending::No);
            }
            Err(wrong) => {
                answer(&format!("not valid: tour {} of {many}: {wrong}\n", i + 1))?;
                return Ok(Ending::No);
            }
            Ok(tour) if many == 1 => answer(&describe(&tour))?,
            Ok(tour) => kinds.count(&tour),
        }
    }
    if many > 1 {
        answer(&kinds.text())?;
    }
    Ok(Ending::Done)
}

/// The whole text of a file or of standard input, or why it cannot be read.
fn read(file: &Path) -> Result<String, String> {
    disk::read_text(file, LONGEST).map_err(|what| match what.as_str() {
        "it is not text" => format!("{what}; check reads grids, paths and JSON"),
        _ => format!("{what}; give a text file, or - for standard input"),
    })
}

/// The tour, or the first thing wrong with it.
fn examine(sheet: Sheet, wrap: bool) -> Result<Tour, String> {
    let board = if wrap { sheet.board.wrapped(true) } else { sheet.board };
    let path = sheet.path?;
    let tour = Tour::new(board.clone(), path.clone()).map_err(|error| {
        let wrapped = !board.is_wrapped() && Tour::new(board.clone().wrapped(true), path).is_ok();
        let hint = if wrapped { "; it is valid with wrap-around edges: use --wrap" } else { "" };
        format!("{}{hint}", error.counted_from(sheet.from))
    })?;
    let claims = &sheet.claims;
    if !tour.path().starts_with(&claims.given) {
        return Err("it does not begin with the given squares in the file".to_owned());
    }
    if !claims.goal.is_reached_by(&board, tour.path()) {
        let goal = claims.goal.text(&board);
        return Err(format!("it does not reach the goal in the file, {goal}"));
    }
    let is_wrong = |claim: Option<bool>, truth: bool| claim.is_some_and(|claim| claim != truth);
    if is_wrong(claims.closed, tour.is_closed()) {
        let claim = !tour.is_closed();
        return Err(format!("the file says closed: {claim}, but the tour is {}", tour.kind()));
    }
    if is_wrong(claims.structured, tour.is_structured()) {
        let (claim, truth) = (!tour.is_structured(), structure(&tour));
        return Err(format!("the file says structured: {claim}, but the tour is {truth}"));
    }
    Ok(tour)
}

fn structure(tour: &Tour) -> &'static str {
    if tour.is_structured() { "structured" } else { "not structured" }
}

fn describe(tour: &Tour) -> String {
    let (board, path) = (tour.board(), tour.path());
    let wrapped = if board.is_wrapped() { " with wrap-around edges" } else { "" };
    format!(
        "valid: {} tour of the {board} board{wrapped}, {}, {}, from {} to {}, {}\n",
        tour.kind(),
        counted(path.len() as u64, "square"),
        counted(tour.length() as u64, "move"),
        board.name(path[0]),
        board.name(path[path.len() - 1]),
        structure(tour)
    )
}

/// How many tours of each kind a file contains.
#[derive(Default)]
struct Kinds {
    open: u64,
    closed: u64,
    structured: u64,
}

impl Kinds {
    fn count(&mut self, tour: &Tour) {
        *(if tour.is_closed() { &mut self.closed } else { &mut self.open }) += 1;
        self.structured += u64::from(tour.is_structured());
    }

    fn text(&self) -> String {
        format!(
            "valid: {}, {} open, {} closed, {} structured\n",
            counted(self.open + self.closed, "tour"),
            grouped(self.open),
            grouped(self.closed),
            grouped(self.structured)
        )
    }
}
