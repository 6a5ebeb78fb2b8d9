//! `enumerate`: finds and counts all tours.

use std::io::{self, BufWriter, Write};

use serde::{Serialize, Serializer};

use super::Ending;
use super::args::{Enumerate, EnumerateFormat};
use super::output::{Failure, note};
use crate::board::{Board, MoveOrder, Square};
use crate::engine::{Control, Limits, Stop, Stopwatch, checked, drive, until_interrupted};
use crate::format::json::{QuestionJson, places};
use crate::format::{grid, path};
use crate::puzzle::{Goal, Puzzle, starts};
use crate::solver::{MethodConfig, Status};
use crate::text::grouped;
use crate::tour::Tour;

pub(super) fn run(command: &Enumerate) -> Result<Ending, Failure> {
    let control = until_interrupted();
    let config = command.config()?;
    let whole = Whole::of(command)?;
    let mut counting = Counting {
        config: &config,
        limit: command.limit()?,
        limits: command.limits()?,
        control: &control,
        watch: Stopwatch::start(),
        directed: 0,
        undirected: 0,
        listed: 0,
        placements: 0,
        writer: Writer::new(command, &whole, &config)?,
    };
    counting.writer.begin()?;
    let mut end = End::Complete;
    for given in whole.beginnings() {
        end = counting.count(&whole.puzzle(given)?, whole.directions)?;
        if end != End::Complete {
            break;
        }
    }
    let counts = counting.counts(end);
    counting.writer.end(&counts)?;
    Ok(match end {
        End::Complete | End::Limit => Ending::Done,
        End::Time | End::Interrupted => Ending::No,
    })
}

/// How often the searches find each tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Directions {
    /// Once, in the only direction that counts.
    Asked,
    /// Once, although both directions count.
    Half,
    /// Twice from the same square, once in each direction; only the first is listed.
    Both,
    /// Twice, once from each end; both are listed.
    Ends,
}

/// Everything that must be searched to find every tour.
struct Whole {
    board: Board,
    goal: Goal,
    seed: u64,
    directions: Directions,
    /// How the tours begin; `None` means at every square in turn.
    given: Option<Vec<Square>>,
    named_start: bool,
}

impl Whole {
    fn of(command: &Enumerate) -> Result<Whole, Failure> {
        let puzzle = &command.puzzle;
        let (board, goal, seed) = puzzle.board()?;
        if !puzzle.base()?.is_empty() {
            let what =
                "tours are not put together when all are counted; leave base= out, or use 'solve'";
            return Err(Failure::Bad(what.to_owned()));
        }
        let named_start = puzzle.names_start();
        let (given, directions) = if named_start {
            let asked = puzzle.puzzle()?;
            if asked.repair().is_some() {
                let what =
                    "a path cannot be repaired in every way; use 'solve --repair', or --given";
                return Err(Failure::Bad(what.to_owned()));
            }
            let given = asked.given().to_vec();
            // A second given square fixes the direction.
            let both = goal.needs_closing_move() && given.len() == 1;
            (Some(given), if both { Directions::Both } else { Directions::Asked })
        } else {
            match goal {
                Goal::Closed => closed_beginning(&board),
                Goal::Any if board.squares_to_visit() > 1 => (None, Directions::Ends),
                Goal::Any | Goal::End(_) => (None, Directions::Asked),
            }
        };
        Ok(Whole { board, goal, seed, directions, given, named_start })
    }

    /// The given squares of each search.
    fn beginnings(&self) -> Box<dyn Iterator<Item = Vec<Square>> + '_> {
        match &self.given {
            Some(given) => Box::new(std::iter::once(given.clone())),
            None => Box::new(starts(&self.board, self.goal).map(|start| vec![start])),
        }
    }

    fn puzzle(&self, given: Vec<Square>) -> Result<Puzzle, Failure> {
        Ok(Puzzle::new(self.board.clone(), given, self.goal, self.seed)?)
    }
}

/// A beginning that finds every closed tour. A closed tour visits every square, so it can begin at
/// the one with the fewest neighbours, in either direction. If that square has only two neighbours,
/// every tour visits it between them, so one of them as the second square finds each tour once.
fn closed_beginning(board: &Board) -> (Option<Vec<Square>>, Directions) {
    let near = |square: Square| board.neighbours(square, &MoveOrder::ANTICLOCKWISE);
    let start = board.squares().min_by_key(|square| near(*square).len());
    let start = start.unwrap_or(Square::at(0));
    match near(start)[..] {
        [second, _] => (Some(vec![start, second]), Directions::Half),
        _ => (Some(vec![start]), Directions::Both),
    }
}

/// Why the enumeration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Complete,
    Limit,
    Time,
    Interrupted,
}

struct Counting<'a> {
    config: &'a MethodConfig,
    limit: u64,
    limits: Limits,
    control: &'a Control,
    watch: Stopwatch,
    directed: u64,
    undirected: u64,
    listed: u64,
    placements: u64,
    writer: Writer,
}

impl Counting<'_> {
    /// Counts the tours of one puzzle.
    fn count(&mut self, puzzle: &Puzzle, directions: Directions) -> Result<End, Failure> {
        let mut solver = self.config.build(puzzle);
        let mut branches = Branches::default();
        let end = loop {
            if self.listed >= self.limit {
                break End::Limit;
            }
            match drive(&mut *solver, self.limits, &mut self.watch, self.control) {
                Stop::Ended(Status::Found) => {
                    let path = &solver.state().path;
                    let is_new = match directions {
                        Directions::Asked | Directions::Half => true,
                        Directions::Both => branches.is_new(path),
                        // The starts are tried in reading order.
                        Directions::Ends => path.first() < path.last(),
                    };
                    self.add(path, puzzle, directions, is_new)?;
                }
                Stop::Ended(_) => break End::Complete,
                Stop::Limit => break End::Time,
                Stop::Interrupted => break End::Interrupted,
            }
            solver.find_next();
        };
        self.placements += solver.state().tally.work.placements;
        Ok(end)
    }

    /// Counts a tour, which is new if its reverse was not found before.
    fn add(
        &mut self,
        path: &[Square],
        puzzle: &Puzzle,
        directions: Directions,
        is_new: bool,
    ) -> Result<(), Failure> {
        self.directed += if directions == Directions::Half { 2 } else { 1 };
        self.undirected += u64::from(is_new);
        if directions == Directions::Both && !is_new {
            return Ok(());
        }
        self.listed += 1;
        if self.writer.lists_tours() {
            let tour = checked(puzzle, path.to_vec())?;
            self.writer.tour(puzzle, &tour, self.listed)?;
        }
        Ok(())
    }

    fn counts(&self, end: End) -> Counts {
        Counts {
            directed: self.directed,
            undirected: self.undirected,
            placements: self.placements,
            complete: end == End::Complete,
            seconds: self.watch.seconds(),
        }
    }
}

/// The second squares that a search has finished with; it tries them one after the other. The
/// reverse of a closed tour was found before if the tour's last square is among them.
#[derive(Default)]
struct Branches {
    done: Vec<Square>,
    current: Option<Square>,
}

impl Branches {
    fn is_new(&mut self, path: &[Square]) -> bool {
        let second = path.get(1).copied();
        if second != self.current {
            self.done.extend(self.current);
            self.current = second;
        }
        !path.last().is_some_and(|last| self.done.contains(last))
    }
}

/// What an enumeration reports. In JSON, numbers of tours are strings, since they may be larger than
/// many programs can read exactly.
#[derive(Serialize)]
struct Counts {
    #[serde(serialize_with = "as_string")]
    directed: u64,
    #[serde(serialize_with = "as_string")]
    undirected: u64,
    placements: u64,
    complete: bool,
    seconds: f64,
}

fn as_string<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}

impl Counts {
    fn text(&self) -> String {
        let complete = if self.complete { "yes" } else { "no" };
        let rows = [
            ("directed", grouped(self.directed)),
            ("undirected", grouped(self.undirected)),
            ("placements", grouped(self.placements)),
            ("complete", complete.to_owned()),
        ];
        let width = rows.iter().map(|(_, value)| value.len()).max().unwrap_or(0);
        rows.iter().map(|(name, value)| format!("{name:<10} {value:>width$}\n")).collect()
    }
}

/// Writes tours while the search finds them.
struct Writer {
    out: BufWriter<io::StdoutLock<'static>>,
    format: EnumerateFormat,
    from: u32,
    question: QuestionJson,
}

impl Writer {
    fn new(command: &Enumerate, whole: &Whole, config: &MethodConfig) -> Result<Writer, Failure> {
        let puzzle = whole.puzzle(whole.beginnings().next().unwrap_or_default())?;
        let mut question = QuestionJson::of(&puzzle, config);
        question.given = question.given.filter(|_| whole.named_start);
        Ok(Writer {
            out: BufWriter::new(io::stdout().lock()),
            format: command.format(),
            from: command.from.number(),
            question,
        })
    }

    fn lists_tours(&self) -> bool {
        !matches!(self.format, EnumerateFormat::Count | EnumerateFormat::CountJson)
    }

    fn begin(&mut self) -> Result<(), Failure> {
        let tours = match self.format {
            EnumerateFormat::Json => "\"tours\":[",
            EnumerateFormat::CountJson => "",
            EnumerateFormat::Count | EnumerateFormat::Grid | EnumerateFormat::Path => return Ok(()),
        };
        let mut head = serde_json::to_string(&self.question).unwrap_or_default();
        head.pop();
        write!(self.out, "{head},{tours}")?;
        Ok(())
    }

    fn tour(&mut self, puzzle: &Puzzle, tour: &Tour, number: u64) -> Result<(), Failure> {
        match self.format {
            EnumerateFormat::Count | EnumerateFormat::CountJson => {}
            EnumerateFormat::Grid => {
                let (board, kind) = (tour.board(), tour.kind());
                let start = board.coordinates(tour.path()[0]);
                writeln!(self.out, "# tour {number}, {board}, from {start}, {kind}")?;
                writeln!(self.out, "{}", grid::write(board, tour.path(), self.from))?;
            }
            EnumerateFormat::Path => {
                writeln!(self.out, "{}", path::write(puzzle, tour.path()))?;
            }
            EnumerateFormat::Json => {
                let comma = if number > 1 { "," } else { "" };
                let path = places(tour.board(), tour.path());
                let path = serde_json::to_string(&path).unwrap_or_default();
                write!(self.out, "{comma}\n{path}")?;
            }
        }
        Ok(())
    }

    fn end(&mut self, counts: &Counts) -> Result<(), Failure> {
        match self.format {
            EnumerateFormat::Count => write!(self.out, "{}", counts.text())?,
            EnumerateFormat::Grid | EnumerateFormat::Path => {
                self.out.flush()?;
                note(counts.text().trim_end());
            }
            EnumerateFormat::Json | EnumerateFormat::CountJson => {
                let tail = serde_json::to_string(counts).unwrap_or_default();
                let after_tours = if self.format == EnumerateFormat::Json { "]," } else { "" };
                writeln!(self.out, "{after_tours}{}", tail.trim_start_matches('{'))?;
            }
        }
        Ok(self.out.flush()?)
    }
}
