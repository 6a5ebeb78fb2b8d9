//! `enumerate`: find and count all tours.

use std::io::{self, BufWriter, Write};

use serde::Serialize;

use super::Ending;
use super::args::{Enumerate, EnumerateFormat};
use super::output::{Failure, tell};
use crate::board::{Board, MoveOrder, Square};
use crate::engine::{Control, Limits, Stop, Stopwatch, checked, drive, until_interrupted};
use crate::format::json::{Question, places};
use crate::format::{grid, path};
use crate::puzzle::{Goal, Puzzle, starts};
use crate::solver::{Recipe, Status};
use crate::text::grouped;
use crate::tour::Tour;

pub(super) fn run(command: &Enumerate) -> Result<Ending, Failure> {
    let control = until_interrupted();
    let recipe = command.recipe()?;
    let whole = Whole::of(command)?;
    let mut counting = Counting {
        recipe: &recipe,
        limit: command.limit()?,
        limits: command.limits()?,
        control: &control,
        watch: Stopwatch::start(),
        directed: 0,
        undirected: 0,
        listed: 0,
        runs: 0,
        writer: Writer::new(command, &whole, &recipe)?,
    };
    counting.writer.begin()?;
    let mut stop = Leaving::Complete;
    for given in whole.beginnings() {
        stop = counting.count(&whole.puzzle(given)?, whole.directions)?;
        if stop != Leaving::Complete {
            break;
        }
    }
    let counts = counting.counts(stop);
    counting.writer.end(&counts)?;
    Ok(match stop {
        Leaving::Complete | Leaving::Limit => Ending::Done,
        Leaving::Time | Leaving::Interrupted => Ending::No,
    })
}

/// How often the searches meet each tour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Directions {
    /// Once, in the one direction that was asked for.
    Asked,
    /// Once, in one of two directions that both count.
    Half,
    /// Twice from the same square, once in each direction; the first of them is listed.
    Both,
    /// Twice, from its two ends; both are listed.
    Ends,
}

/// Everything that has to be searched to have every tour.
struct Whole {
    board: Board,
    goal: Goal,
    seed: u64,
    directions: Directions,
    /// How the tours begin; nothing means at every square in turn.
    given: Option<Vec<Square>>,
    named_start: bool,
}

impl Whole {
    fn of(command: &Enumerate) -> Result<Whole, Failure> {
        let question = &command.question;
        let (board, goal, seed) = question.frame()?;
        let named_start = question.names_start();
        let (given, directions) = if named_start {
            let given = question.puzzle()?.given().to_vec();
            // More than one given square decides the direction.
            let both = goal == Goal::Closed && given.len() == 1;
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

/// How closed tours begin, each of them once: a closed tour passes every square, so it passes the
/// one with the fewest neighbours, where it has two directions. Where that square has only two
/// neighbours, the tour passes both, and one of them as the second square is enough.
fn closed_beginning(board: &Board) -> (Option<Vec<Square>>, Directions) {
    let near = |square: Square| board.neighbours(square, &MoveOrder::ANTICLOCKWISE);
    let start = board.squares().min_by_key(|square| near(*square).len());
    let start = start.unwrap_or(Square::at(0));
    match near(start)[..] {
        [second, _] => (Some(vec![start, second]), Directions::Half),
        _ => (Some(vec![start]), Directions::Both),
    }
}

/// Why the enumeration is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaving {
    Complete,
    Limit,
    Time,
    Interrupted,
}

struct Counting<'a> {
    recipe: &'a Recipe,
    limit: u64,
    limits: Limits,
    control: &'a Control,
    watch: Stopwatch,
    directed: u64,
    undirected: u64,
    listed: u64,
    runs: u64,
    writer: Writer,
}

impl Counting<'_> {
    /// Counts the tours of one puzzle.
    fn count(&mut self, puzzle: &Puzzle, directions: Directions) -> Result<Leaving, Failure> {
        let mut solver = self.recipe.build(puzzle);
        let mut branches = Branches::default();
        let leaving = loop {
            if self.listed >= self.limit {
                break Leaving::Limit;
            }
            match drive(&mut *solver, self.limits, &mut self.watch, self.control) {
                Stop::Ended(Status::Found) => {
                    let path = solver.sketch().path;
                    let is_new = match directions {
                        Directions::Asked | Directions::Half => true,
                        Directions::Both => branches.is_new(path),
                        // The starts are tried in reading order.
                        Directions::Ends => path.first() < path.last(),
                    };
                    self.take(path, puzzle, directions, is_new)?;
                }
                Stop::Ended(_) => break Leaving::Complete,
                Stop::Limit => break Leaving::Time,
                Stop::Interrupted => break Leaving::Interrupted,
            }
            solver.go_on();
        };
        self.runs += solver.tally().placements;
        Ok(leaving)
    }

    /// Takes a tour that was found, which is new if its reverse was not met before.
    fn take(
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

    fn counts(&self, stop: Leaving) -> Counts {
        Counts {
            directed: self.directed,
            undirected: self.undirected,
            runs: self.runs,
            complete: stop == Leaving::Complete,
            seconds: self.watch.seconds(),
        }
    }
}

/// The second squares whose tours a search has all met: it tries them one after the other. The
/// reverse of a closed tour was met if its last square is among them.
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

/// What an enumeration reports.
#[derive(Serialize)]
struct Counts {
    directed: u64,
    undirected: u64,
    runs: u64,
    complete: bool,
    seconds: f64,
}

impl Counts {
    fn text(&self) -> String {
        let complete = if self.complete { "yes" } else { "no" };
        let rows = [
            ("directed", grouped(self.directed)),
            ("undirected", grouped(self.undirected)),
            ("runs", grouped(self.runs)),
            ("complete", complete.to_owned()),
        ];
        let width = rows.iter().map(|(_, value)| value.len()).max().unwrap_or(0);
        rows.iter().map(|(name, value)| format!("{name:<10} {value:>width$}\n")).collect()
    }
}

/// Writes tours as they are found.
struct Writer {
    out: BufWriter<io::StdoutLock<'static>>,
    format: EnumerateFormat,
    from: u32,
    question: Question,
}

impl Writer {
    fn new(command: &Enumerate, whole: &Whole, recipe: &Recipe) -> Result<Writer, Failure> {
        let puzzle = whole.puzzle(whole.beginnings().next().unwrap_or_default())?;
        let mut question = Question::of(&puzzle, recipe);
        question.given = question.given.filter(|_| whole.named_start);
        Ok(Writer {
            out: BufWriter::new(io::stdout().lock()),
            format: command.format,
            from: command.from.number(),
            question,
        })
    }

    fn lists_tours(&self) -> bool {
        self.format != EnumerateFormat::Count
    }

    fn begin(&mut self) -> Result<(), Failure> {
        if self.format == EnumerateFormat::Json {
            let mut head = serde_json::to_string(&self.question).unwrap_or_default();
            head.pop();
            write!(self.out, "{head},\"tours\":[")?;
        }
        Ok(())
    }

    fn tour(&mut self, puzzle: &Puzzle, tour: &Tour, number: u64) -> Result<(), Failure> {
        match self.format {
            EnumerateFormat::Count => {}
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
                tell(counts.text().trim_end());
            }
            EnumerateFormat::Json => {
                let tail = serde_json::to_string(counts).unwrap_or_default();
                writeln!(self.out, "],{}", tail.trim_start_matches('{'))?;
            }
        }
        Ok(self.out.flush()?)
    }
}
