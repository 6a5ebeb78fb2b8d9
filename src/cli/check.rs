//! `check`: says whether a file contains a valid tour, and what kind.

use std::io::BufReader;
use std::path::Path;
use std::sync::Arc;

use super::Ending;
use super::args::Check;
use super::output::{Failure, answer};
use crate::board::Board;
use crate::disk::Stream;
use crate::format::{self, Form, Lines, Sheet, json};
use crate::text::{counted, grouped, quoted_path};
use crate::tour::Tour;

/// Larger files are refused: a tour of 5000x5000 is smaller in every format.
const LONGEST: u64 = 900 << 20;
/// Larger JSON is read piece by piece, and cannot be a `.tour` file.
const LONGEST_WHOLE: usize = 64 << 20;

pub(super) fn run(command: &Check) -> Result<Ending, Failure> {
    let name = shown(&command.file);
    let mut report = Report { wrap: command.wrap, ..Report::default() };
    read(&command.file, &mut |sheet| report.add(sheet))
        .map_err(|what| Failure::Bad(format!("{name}: {what}")))?;
    answer(&report.text())?;
    Ok(if report.wrong.is_none() { Ending::Done } else { Ending::No })
}

/// The name of a file, or of standard input.
pub(super) fn shown(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => quoted_path(file),
    }
}

/// Hands over the tours of a file or of standard input one by one, or says why it cannot be read.
pub(super) fn read(file: &Path, take: &mut dyn FnMut(Sheet)) -> Result<(), String> {
    let unread = |what: String| match what.as_str() {
        "it is not text" => format!("{what}; tours are read from grids, paths and JSON"),
        _ => format!("{what}; give a text file, or - for standard input"),
    };
    let wrong = |error: format::ReadError| error.to_string();
    let mut stream = Stream::open(file, LONGEST).map_err(unread)?;
    match Form::of(stream.beginning()).map_err(wrong)? {
        Form::Lines => {
            let mut lines = Lines::default();
            while let Some((line, ends)) = stream.line().map_err(unread)? {
                lines.add(line, ends, take).map_err(wrong)?;
            }
            lines.end(take).map_err(wrong)
        }
        Form::Json => match stream.whole(LONGEST_WHOLE).map_err(unread)? {
            Some(text) => format::each(&text, take).map_err(wrong),
            None => {
                let reader = serde_json::Deserializer::from_reader(BufReader::new(&mut stream));
                let read = json::each(reader, json::Extent::Pieces, take);
                read.map_err(|error| stream.trouble().map_or_else(|| wrong(error), unread))
            }
        },
    }
}

/// What was found so far.
#[derive(Default)]
struct Report {
    /// Whether boards have wrap-around edges, whatever the file says.
    wrap: bool,
    /// The board of the last tour, and the same board with wrap-around edges.
    wrapped: Option<(Arc<Board>, Arc<Board>)>,
    /// How many tours there were.
    tours: u64,
    kinds: Kinds,
    /// The first tour in words.
    first: String,
    /// The number of the first tour that is not valid, and what is wrong with it.
    wrong: Option<(u64, String)>,
}

impl Report {
    fn add(&mut self, mut sheet: Sheet) {
        self.tours += 1;
        if self.wrong.is_some() {
            return;
        }
        if self.wrap {
            sheet.board = self.wrapped(sheet.board);
        }
        match examine(sheet) {
            Err(wrong) => self.wrong = Some((self.tours, wrong)),
            Ok(tour) => {
                let is_structured = tour.is_structured();
                self.kinds.count(&tour, is_structured);
                if self.tours == 1 {
                    self.first = describe(&tour, is_structured);
                }
            }
        }
    }

    /// The same board with wrap-around edges, made once for tours that share it.
    fn wrapped(&mut self, board: Arc<Board>) -> Arc<Board> {
        match &self.wrapped {
            Some((last, wrapped)) if Arc::ptr_eq(last, &board) => Arc::clone(wrapped),
            _ => {
                let wrapped = Arc::new(Board::clone(&board).wrapped(true));
                self.wrapped = Some((board, Arc::clone(&wrapped)));
                wrapped
            }
        }
    }

    fn text(&self) -> String {
        match (&self.wrong, self.tours) {
            (Some((_, wrong)), 1) => format!("not valid: {wrong}\n"),
            (Some((number, wrong)), many) => {
                format!("not valid: tour {number} of {many}: {wrong}\n")
            }
            (None, 1) => self.first.clone(),
            (None, _) => self.kinds.text(),
        }
    }
}

/// The tour, or the first thing wrong with it.
fn examine(Sheet { board, path, from, claims }: Sheet) -> Result<Tour, String> {
    let tour = Tour::or_path(Arc::clone(&board), path?).map_err(|(error, path)| {
        let is_plain = !board.is_wrapped();
        let wrapped = is_plain && Tour::new(Board::clone(&board).wrapped(true), path).is_ok();
        let hint = if wrapped { "; it is valid with wrap-around edges: use --wrap" } else { "" };
        format!("{}{hint}", error.counted_from(from))
    })?;
    if !tour.path().starts_with(&claims.given) {
        return Err("it does not begin with the given squares in the file".to_owned());
    }
    if !claims.goal.is_reached_by(&board, tour.path()) {
        let goal = claims.goal.text(&board);
        return Err(format!("it does not reach the goal in the file, {goal}"));
    }
    let is_wrong =
        |claim: Option<bool>, truth: &dyn Fn() -> bool| claim.is_some_and(|claim| claim != truth());
    if is_wrong(claims.closed, &|| tour.is_closed()) {
        let claim = !tour.is_closed();
        return Err(format!("the file says closed: {claim}, but the tour is {}", tour.kind()));
    }
    if is_wrong(claims.structured, &|| tour.is_structured()) {
        let is_structured = tour.is_structured();
        let (claim, truth) = (!is_structured, structure(is_structured));
        return Err(format!("the file says structured: {claim}, but the tour is {truth}"));
    }
    Ok(tour)
}

fn structure(is_structured: bool) -> &'static str {
    if is_structured { "structured" } else { "not structured" }
}

fn describe(tour: &Tour, is_structured: bool) -> String {
    let (board, path) = (tour.board(), tour.path());
    let wrapped = if board.is_wrapped() { " with wrap-around edges" } else { "" };
    format!(
        "valid: {} tour of the {board} board{wrapped}, {}, {}, from {} to {}, {}\n",
        tour.kind(),
        counted(path.len() as u64, "square"),
        counted(tour.length() as u64, "move"),
        board.name(path[0]),
        board.name(path[path.len() - 1]),
        structure(is_structured)
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
    fn count(&mut self, tour: &Tour, is_structured: bool) {
        *(if tour.is_closed() { &mut self.closed } else { &mut self.open }) += 1;
        self.structured += u64::from(is_structured);
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
