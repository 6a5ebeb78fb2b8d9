//! `check`: says whether a file contains a valid tour, and what kind.

use std::io::{self, BufReader, BufWriter, StdoutLock, Write};
use std::path::Path;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::json;

use super::Ending;
use super::args::Check;
use super::output::{Failure, answer};
use crate::board::{Board, Square};
use crate::format::json::BoardJson;
use crate::format::{self, Claims, Lines, ParsedTour};
use crate::storage::Stream;
use crate::text::{counted, grouped, quoted_path};
use crate::tour::{Likeness, LineSymmetry, Tour, Traits};

/// Larger files are refused: a tour of 5000x5000 is smaller in every format.
const MAX_FILE_BYTES: u64 = 900 << 20;
/// Larger JSON is read piece by piece, and cannot be a `.tour` file.
const MAX_WHOLE_JSON_BYTES: usize = 64 << 20;
/// Larger tours are checked, but what kind they are is worked out only for programs: it would take as
/// long again as reading them.
const MAX_SQUARES: usize = 1_000_000;
/// Reported in place of their kind.
const TOO_LARGE: &str = "use --json for symmetry, sums, crossings and runs";

pub(super) fn run(command: &Check) -> Result<Ending, Failure> {
    match &command.compare {
        Some(other) => compare(command, other),
        None if command.json => list(command),
        None => report(command),
    }
}

/// Says in words whether the tours of a file are valid, and what kind they are.
fn report(command: &Check) -> Result<Ending, Failure> {
    let edges = EdgeOptions { wrap: command.wrap, last: None };
    let mut report = CheckReport { edges, ..CheckReport::default() };
    read(&command.file, &mut |parsed| report.add(parsed))
        .map_err(|what| unreadable(&command.file, &what))?;
    answer(&report.text())?;
    Ok(Ending::done_if(report.wrong.is_none()))
}

fn unreadable(file: &Path, what: &str) -> Failure {
    Failure::Bad(format!("{}: {what}", shown(file)))
}

/// The name of a file, or of standard input.
pub(super) fn shown(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => quoted_path(file),
    }
}

/// Passes the tours of a file or of standard input to `take` one by one; an error says why it cannot be read.
pub(super) fn read(file: &Path, take: &mut dyn FnMut(ParsedTour)) -> Result<(), String> {
    let unread = |what: String| match what.as_str() {
        "it is not text" => format!("{what}; tours are read from grids, paths and JSON"),
        _ => format!("{what}; give a text file, or - for standard input"),
    };
    let wrong = |error: format::ReadError| error.to_string();
    let mut stream = Stream::open(file, MAX_FILE_BYTES).map_err(unread)?;
    if !format::is_json(stream.beginning()).map_err(wrong)? {
        let mut lines = Lines::default();
        while let Some((line, ends)) = stream.line().map_err(unread)? {
            lines.add(line, ends, take).map_err(wrong)?;
        }
        return lines.end(take).map_err(wrong);
    }
    if let Some(text) = stream.whole(MAX_WHOLE_JSON_BYTES).map_err(unread)? {
        return format::each(&text, take).map_err(wrong);
    }
    let reader = serde_json::Deserializer::from_reader(BufReader::new(&mut stream));
    let read = format::report::each(reader, false, take);
    read.map_err(|error| stream.failure().map_or_else(|| wrong(error), unread))
}

/// The edges of the boards in a file.
#[derive(Default)]
struct EdgeOptions {
    /// Whether they wrap around, whatever the file says.
    wrap: bool,
    /// The last board whose edges mattered, and the same board with wrap-around edges.
    last: Option<(Arc<Board>, Arc<Board>)>,
}

impl EdgeOptions {
    /// The board with wrap-around edges, made once for tours that share it.
    fn wrapped(&mut self, board: &Arc<Board>) -> Arc<Board> {
        match &self.last {
            Some((last, wrapped)) if Arc::ptr_eq(last, board) => Arc::clone(wrapped),
            _ => {
                let wrapped = Arc::new(Board::clone(board).wrapped(true));
                self.last = Some((Arc::clone(board), Arc::clone(&wrapped)));
                wrapped
            }
        }
    }

    /// The board of a tour, and the tour or the first thing wrong with it.
    fn examine(&mut self, parsed: ParsedTour) -> (Arc<Board>, Result<Tour, String>) {
        let ParsedTour { mut board, path, from, claims, reading } = parsed;
        if self.wrap {
            board = self.wrapped(&board);
        }
        let tour = path.and_then(|path| {
            let tour = Tour::or_path(Arc::clone(&board), path).map_err(|(error, path)| {
                let wrapped = !board.is_wrapped() && Tour::new(self.wrapped(&board), path).is_ok();
                let hint =
                    if wrapped { "; it is valid with wrap-around edges: use --wrap" } else { "" };
                let error = error.counted_from(from).to_string();
                format!("{}{hint}", reading.explain(&board, &error))
            })?;
            check_claims(&tour, &claims)?;
            Ok(tour)
        });
        (board, tour)
    }
}

/// The findings so far.
#[derive(Default)]
struct CheckReport {
    edges: EdgeOptions,
    tours: u64,
    closed: u64,
    structured: u64,
    /// By [`LineSymmetry`].
    symmetric: [u64; 4],
    semi_magic: u64,
    magic: u64,
    /// Whether some are too large to look at more closely.
    has_large: bool,
    /// The first tour in words.
    first: String,
    /// The number of the first tour that is not valid, and what is wrong with it.
    wrong: Option<(u64, String)>,
}

impl CheckReport {
    fn add(&mut self, parsed: ParsedTour) {
        self.tours += 1;
        if self.wrong.is_some() {
            return;
        }
        match self.edges.examine(parsed).1 {
            Err(wrong) => self.wrong = Some((self.tours, wrong)),
            Ok(tour) => self.count(&tour),
        }
    }

    fn count(&mut self, tour: &Tour) {
        let is_large = tour.path().len() > MAX_SQUARES;
        let traits = (self.tours == 1 && !is_large).then(|| Traits::of(tour));
        let is_structured = tour.is_structured();
        if self.tours == 1 {
            self.first = describe(tour, is_structured, traits.as_ref());
        }
        self.closed += u64::from(tour.is_closed());
        self.structured += u64::from(is_structured);
        if is_large {
            self.has_large = true;
            return;
        }
        let symmetry = traits.map_or_else(|| tour.symmetry(), |traits| traits.symmetry);
        self.symmetric[symmetry as usize] += 1;
        if tour.is_semi_magic() {
            *(if tour.is_magic() { &mut self.magic } else { &mut self.semi_magic }) += 1;
        }
    }

    fn text(&self) -> String {
        match (&self.wrong, self.tours) {
            (Some((_, wrong)), 1) => format!("not valid: {wrong}\n"),
            (Some((number, wrong)), many) => {
                format!("not valid: tour {number} of {many}: {wrong}\n")
            }
            (None, 1) => self.first.clone(),
            (None, tours) => self.kinds(tours),
        }
    }

    /// How many tours of each kind the file contains.
    fn kinds(&self, tours: u64) -> String {
        let first = format!(
            "valid: {}, {} open, {} closed, {} structured\n",
            counted(tours, "tour"),
            grouped(tours - self.closed),
            grouped(self.closed),
            grouped(self.structured)
        );
        if self.has_large {
            return format!("{first}{TOO_LARGE}\n");
        }
        let symmetries = [LineSymmetry::HalfTurn, LineSymmetry::QuarterTurn, LineSymmetry::Mirror]
            .map(|symmetry| (self.symmetric[symmetry as usize], symmetry.words()));
        let magic = [(self.semi_magic, "semi-magic"), (self.magic, "magic")];
        let rare = symmetries.into_iter().chain(magic).filter(|(number, _)| *number > 0);
        let rare = rare.map(|(number, words)| format!("{} {words}", grouped(number)));
        match rare.collect::<Vec<_>>().join(", ").as_str() {
            "" => format!("{first}none symmetric, none semi-magic\n"),
            rare => format!("{first}{rare}\n"),
        }
    }
}

/// An error is the first claim of the file that is wrong.
fn check_claims(tour: &Tour, claims: &Claims) -> Result<(), String> {
    if !tour.path().starts_with(&claims.given) {
        return Err("it does not begin with the given squares in the file".to_owned());
    }
    if !claims.goal.is_reached_by(tour.board(), tour.path()) {
        let goal = claims.goal.text(tour.board());
        return Err(format!("it does not reach the goal in the file, {goal}"));
    }
    if let Some(claim) = claims.closed.filter(|claim| *claim != tour.is_closed()) {
        return Err(format!("the file says closed: {claim}, but the tour is {}", tour.kind()));
    }
    if let Some(claim) = claims.structured.filter(|claim| *claim != tour.is_structured()) {
        let truth = structure(!claim);
        return Err(format!("the file says structured: {claim}, but the tour is {truth}"));
    }
    Ok(())
}

fn structure(is_structured: bool) -> &'static str {
    if is_structured { "structured" } else { "not structured" }
}

fn describe(tour: &Tour, is_structured: bool, traits: Option<&Traits>) -> String {
    let (board, path) = (tour.board(), tour.path());
    let wrapped = if board.is_wrapped() { " with wrap-around edges" } else { "" };
    let more = traits.map_or(TOO_LARGE.to_owned(), |traits| {
        let magic = traits.magic_words().map(|words| format!("{words}, ")).unwrap_or_default();
        format!("{}, {magic}{}", traits.symmetry.words(), traits.figures())
    });
    format!(
        "valid: {} tour of the {board} board{wrapped}, {}, {}, from {} to {}, {}\n{more}\n",
        tour.kind(),
        counted(path.len() as u64, "square"),
        counted(tour.length() as u64, "move"),
        board.name(path[0]),
        board.name(path[path.len() - 1]),
        structure(is_structured),
    )
}

/// Writes what there is to say about each tour of a file as JSON, one after the other, so that none of
/// them has to wait for the others in memory.
fn list(command: &Check) -> Result<Ending, Failure> {
    let out = BufWriter::new(io::stdout().lock());
    let edges = EdgeOptions { wrap: command.wrap, last: None };
    let mut list = TourList { edges, out, tours: 0, board: None, valid: true, failed: None };
    let read = read(&command.file, &mut |parsed| list.add(parsed));
    if let Some(failed) = list.failed {
        return Err(failed.into());
    }
    match read {
        Err(what) if list.tours == 0 => Err(unreadable(&command.file, &what)),
        Err(what) => {
            let error = serde_json::Value::from(what.as_str());
            writeln!(list.out, "\n],\"valid\":false,\"error\":{error}}}")?;
            list.out.flush()?;
            Err(unreadable(&command.file, &what))
        }
        Ok(()) => {
            writeln!(list.out, "\n],\"valid\":{}}}", list.valid)?;
            list.out.flush()?;
            Ok(Ending::done_if(list.valid))
        }
    }
}

/// The list that is being written.
struct TourList {
    edges: EdgeOptions,
    out: BufWriter<StdoutLock<'static>>,
    tours: u64,
    /// The board of the last tour.
    board: Option<Arc<Board>>,
    valid: bool,
    /// Why it cannot be written any further.
    failed: Option<io::Error>,
}

impl TourList {
    fn add(&mut self, parsed: ParsedTour) {
        if self.failed.is_none() {
            self.failed = self.write(parsed).err();
        }
    }

    fn write(&mut self, parsed: ParsedTour) -> io::Result<()> {
        self.out.write_all(if self.tours == 0 { b"{\"tours\":[\n" } else { b",\n" })?;
        self.tours += 1;
        let (board, tour) = self.edges.examine(parsed);
        self.valid &= tour.is_ok();
        // Tours of one file mostly share their board, which may have far more holes than they have squares.
        let is_same =
            self.board.as_ref().is_some_and(|last| Arc::ptr_eq(last, &board) || *last == board);
        let json = (!is_same).then(|| BoardJson::of(&board));
        self.board = Some(board);
        match tour {
            Err(error) => {
                let wrong = WrongJson { board: json, valid: false, error };
                serde_json::to_writer(&mut self.out, &wrong)?;
            }
            Ok(tour) => serde_json::to_writer(&mut self.out, &ValidJson::of(json, &tour))?,
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct WrongJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<BoardJson>,
    valid: bool,
    error: String,
}

#[derive(Serialize)]
struct ValidJson {
    /// Left out where it is the board of the tour before.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<BoardJson>,
    valid: bool,
    squares: usize,
    moves: usize,
    closed: bool,
    structured: bool,
    symmetry: &'static str,
    semi_magic: bool,
    magic: bool,
    crossings: Option<u64>,
    longest_run: usize,
    canonical: PathJson,
}

impl ValidJson {
    fn of(board: Option<BoardJson>, tour: &Tour) -> ValidJson {
        let traits = Traits::of(tour);
        ValidJson {
            board,
            valid: true,
            squares: tour.path().len(),
            moves: tour.length(),
            closed: traits.closed,
            structured: traits.structured,
            symmetry: traits.symmetry.name(),
            semi_magic: traits.semi_magic,
            magic: traits.magic,
            crossings: traits.crossings,
            longest_run: traits.longest_run,
            canonical: PathJson(tour.canonical()),
        }
    }
}

/// The squares of a tour as `[row, column]`, without a second list in memory.
struct PathJson(Tour);

impl Serialize for PathJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let board = self.0.board();
        let place = |square: &Square| [board.row(*square), board.col(*square)];
        serializer.collect_seq(self.0.path().iter().map(place))
    }
}

/// Says how much the first tours of two files are alike.
fn compare(command: &Check, other: &Path) -> Result<Ending, Failure> {
    let files = [command.file.as_path(), other];
    if files.iter().all(|file| file.to_str() == Some("-")) {
        return Err("standard input can be read only once; give a file in place of one -".into());
    }
    let mut edges = EdgeOptions { wrap: command.wrap, last: None };
    let mut tours = Vec::new();
    for file in files {
        match first_tour(file, &mut edges)? {
            Ok(tour) => tours.push(tour),
            Err(wrong) => {
                let error = format!("{}: {wrong}", shown(file));
                answer(&if command.json {
                    format!("{}\n", json!({"valid": false, "error": error}))
                } else {
                    format!("not valid: {error}\n")
                })?;
                return Ok(Ending::No);
            }
        }
    }
    let likeness = tours[0].likeness(&tours[1]);
    let text = if command.json {
        let shared = if let Likeness::Shared(number) = likeness { Some(number) } else { None };
        let name = likeness.name();
        json!({"valid": true, "likeness": name, "shared_moves": shared}).to_string()
    } else {
        compared(&tours[0], &tours[1], likeness)
    };
    answer(&(text + "\n"))?;
    let alike = matches!(likeness, Likeness::Same | Likeness::Image);
    Ok(Ending::done_if(alike))
}

/// The first tour of a file, or what is wrong with it.
fn first_tour(file: &Path, edges: &mut EdgeOptions) -> Result<Result<Tour, String>, Failure> {
    let mut first = None;
    read(file, &mut |parsed| {
        first.get_or_insert_with(|| edges.examine(parsed).1);
    })
    .map_err(|what| unreadable(file, &what))?;
    first.ok_or_else(|| unreadable(file, "it contains no tour; use a grid, a path or JSON"))
}

fn compared(a: &Tour, b: &Tour, likeness: Likeness) -> String {
    match likeness {
        Likeness::Same => "the same line".to_owned(),
        Likeness::Image => "the same line, turned or mirrored".to_owned(),
        Likeness::Shared(number) => {
            let moves = counted(a.length().max(b.length()) as u64, "move");
            format!("different lines: they share {} of {moves}", grouped(number as u64))
        }
        Likeness::OtherBoard if a.board().to_string() == b.board().to_string() => {
            format!("different boards: both are {}, but their holes or edges differ", a.board())
        }
        Likeness::OtherBoard => format!("different boards: {} and {}", a.board(), b.board()),
    }
}
