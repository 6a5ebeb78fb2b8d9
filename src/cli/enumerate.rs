//! `enumerate`: finds and counts all tours.

use std::io::{self, BufWriter, Write};

use serde::{Serialize, Serializer};

use super::Ending;
use super::args::{Enumerate, EnumerateFormat};
use super::output::{Failure, note};
use crate::board::{Board, MoveOrder, Square};
use crate::engine::{Limits, Stop, Stopwatch, checked, drive, until_interrupted};
use crate::format::json::{QuestionJson, places};
use crate::format::{grid, path};
use crate::puzzle::{Goal, Puzzle, PuzzleError, starts};
use crate::solver::Status;
use crate::text::grouped;
use crate::tour::Tour;

pub(super) fn run(command: &Enumerate) -> Result<Ending, Failure> {
    let control = until_interrupted();
    let (space, question) = SearchSpace::of(command)?;
    let limits = Limits { steps: None, seconds: command.max_seconds };
    let limit = command.limit.unwrap_or(u64::MAX);
    let mut watch = Stopwatch::start();
    let mut found = TourWriter {
        out: BufWriter::new(io::stdout().lock()),
        format: command.format(),
        from: command.from as u32,
        directions: space.directions,
        counts: TourCounts::default(),
        listed: 0,
    };
    found.begin(&question)?;
    let mut stop = None;
    let mut beginnings = space.beginnings();
    while stop.is_none()
        && let Some(given) = beginnings.next()
    {
        let puzzle = space.puzzle(given)?;
        let mut solver = command.method.build(&puzzle);
        let mut branches = Branches::default();
        stop = loop {
            if found.listed >= limit {
                break Some(Ending::Done);
            }
            match drive(&mut *solver, limits, &mut watch, &control) {
                Stop::Ended(Status::Found) => {
                    found.add(&solver.state().path, &puzzle, &mut branches)?;
                }
                Stop::Ended(_) => break None,
                Stop::Limit | Stop::Interrupted => break Some(Ending::No),
            }
            solver.find_next();
        };
        found.counts.placements += solver.state().tally.work.placements;
    }
    (found.counts.complete, found.counts.seconds) = (stop.is_none(), watch.seconds());
    found.end()?;
    Ok(stop.unwrap_or(Ending::Done))
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
struct SearchSpace {
    puzzle: Puzzle,
    directions: Directions,
    /// How the tours begin; `None` means at every square in turn.
    given: Option<Vec<Square>>,
}

impl SearchSpace {
    /// The space, and the question as reports repeat it.
    fn of(command: &Enumerate) -> Result<(SearchSpace, QuestionJson), Failure> {
        let (puzzle, is_start_given) = command.puzzle.read()?;
        if !puzzle.base().is_empty() {
            let what =
                "tours are not put together when all are counted; leave base= out, or use 'solve'";
            return Err(Failure::Bad(what.to_owned()));
        }
        if puzzle.repair().is_some() {
            let what = "a path cannot be repaired in every way; use 'solve --repair', or --given";
            return Err(Failure::Bad(what.to_owned()));
        }
        let (board, goal) = (puzzle.board(), puzzle.goal());
        let (given, directions) = if is_start_given {
            // A second given square fixes the direction.
            let both = goal.needs_closing_move() && puzzle.given().len() == 1;
            let directions = if both { Directions::Both } else { Directions::Asked };
            (Some(puzzle.given().to_vec()), directions)
        } else {
            match goal {
                Goal::Closed => closed_beginning(board),
                Goal::Any if board.squares_to_visit() > 1 => (None, Directions::Ends),
                Goal::Any | Goal::End(_) => (None, Directions::Asked),
            }
        };
        let mut question = QuestionJson::of(&puzzle, &command.method);
        question.given = question.given.filter(|_| is_start_given);
        Ok((SearchSpace { puzzle, directions, given }, question))
    }

    /// The given squares of each search.
    fn beginnings(&self) -> Box<dyn Iterator<Item = Vec<Square>> + '_> {
        match &self.given {
            Some(given) => Box::new(std::iter::once(given.clone())),
            None => {
                let starts = starts(self.puzzle.board(), self.puzzle.goal());
                Box::new(starts.map(|start| vec![start]))
            }
        }
    }

    fn puzzle(&self, given: Vec<Square>) -> Result<Puzzle, PuzzleError> {
        let puzzle = &self.puzzle;
        Puzzle::new(puzzle.board().clone(), given, puzzle.goal(), puzzle.seed())
    }
}

/// A beginning that finds every closed tour. A closed tour visits every square, so it can begin at
/// the one with the fewest neighbours, in either direction. If that square has only two neighbours,
/// every tour visits it between them, so one of them as the second square finds each tour once.
fn closed_beginning(board: &Board) -> (Option<Vec<Square>>, Directions) {
    let near = |square: Square| board.neighbours(square, &MoveOrder::ANTICLOCKWISE);
    let start = board.squares().min_by_key(|square| near(*square).count());
    let start = start.unwrap_or(Square::at(0));
    match near(start).collect::<Vec<Square>>()[..] {
        [second, _] => (Some(vec![start, second]), Directions::Half),
        _ => (Some(vec![start]), Directions::Both),
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
#[derive(Default, Serialize)]
struct TourCounts {
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

impl TourCounts {
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

/// Counts tours, and writes them while the search finds them.
struct TourWriter {
    out: BufWriter<io::StdoutLock<'static>>,
    format: EnumerateFormat,
    from: u32,
    directions: Directions,
    counts: TourCounts,
    /// How many tours were counted towards --limit.
    listed: u64,
}

impl TourWriter {
    fn begin(&mut self, question: &QuestionJson) -> Result<(), Failure> {
        let tours = match self.format {
            EnumerateFormat::Json => "\"tours\":[",
            EnumerateFormat::CountJson => "",
            EnumerateFormat::Count | EnumerateFormat::Grid | EnumerateFormat::Path => return Ok(()),
        };
        let mut head = serde_json::to_string(question).unwrap_or_default();
        head.pop();
        write!(self.out, "{head},{tours}")?;
        Ok(())
    }

    fn add(
        &mut self,
        path: &[Square],
        puzzle: &Puzzle,
        branches: &mut Branches,
    ) -> Result<(), Failure> {
        // Whether its reverse was not found before.
        let is_new = match self.directions {
            Directions::Asked | Directions::Half => true,
            Directions::Both => branches.is_new(path),
            // The starts are tried in reading order.
            Directions::Ends => path.first() < path.last(),
        };
        self.counts.directed += if self.directions == Directions::Half { 2 } else { 1 };
        self.counts.undirected += u64::from(is_new);
        if self.directions == Directions::Both && !is_new {
            return Ok(());
        }
        self.listed += 1;
        if matches!(self.format, EnumerateFormat::Count | EnumerateFormat::CountJson) {
            return Ok(());
        }
        self.write(puzzle, &checked(puzzle, path.to_vec())?)
    }

    fn write(&mut self, puzzle: &Puzzle, tour: &Tour) -> Result<(), Failure> {
        let (board, number) = (tour.board(), self.listed);
        match self.format {
            EnumerateFormat::Count | EnumerateFormat::CountJson => {}
            EnumerateFormat::Grid => {
                let (start, kind) = (board.coordinates(tour.path()[0]), tour.kind());
                writeln!(self.out, "# tour {number}, {board}, from {start}, {kind}")?;
                writeln!(self.out, "{}", grid::write(board, tour.path(), self.from))?;
            }
            EnumerateFormat::Path => {
                writeln!(self.out, "{}", path::write(puzzle, tour.path()))?;
            }
            EnumerateFormat::Json => {
                let comma = if number > 1 { "," } else { "" };
                let path = serde_json::to_string(&places(board, tour.path()));
                write!(self.out, "{comma}\n{}", path.unwrap_or_default())?;
            }
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), Failure> {
        match self.format {
            EnumerateFormat::Count => write!(self.out, "{}", self.counts.text())?,
            EnumerateFormat::Grid | EnumerateFormat::Path => {
                self.out.flush()?;
                note(self.counts.text().trim_end());
            }
            EnumerateFormat::Json | EnumerateFormat::CountJson => {
                let tail = serde_json::to_string(&self.counts).unwrap_or_default();
                let after_tours = if self.format == EnumerateFormat::Json { "]," } else { "" };
                writeln!(self.out, "{after_tours}{}", tail.trim_start_matches('{'))?;
            }
        }
        Ok(self.out.flush()?)
    }
}
