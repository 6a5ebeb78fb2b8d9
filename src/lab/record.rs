//! The record of a run, and the statistics of many.

use super::{Distribution, TableCell};
use crate::board::{MoveOrder, Square};
use crate::engine::{Answer, Run};
use crate::puzzle::Puzzle;
use crate::solver::{Method, Work};

/// Everything about a run except its path.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    pub start: Square,
    pub answer: Answer,
    pub work: Work,
    /// How many squares it tried: see `squares_tried`.
    pub squares: u64,
    pub seconds: f64,
    /// Whether the tour is closed, and whether it is structured, where one was found.
    pub kind: Option<(bool, bool)>,
    /// The memory of the search at its end, in bytes.
    pub bytes: usize,
}

impl Record {
    /// Keeps only the counters of the method that was asked for: one that picks others may pick another
    /// one the next time.
    pub fn of(puzzle: &Puzzle, method: &Method, run: &Run) -> Record {
        let mut work = run.work.clone();
        let squares = squares_tried(puzzle, &work);
        work.keep(method.counters);
        Record {
            start: puzzle.start(),
            answer: run.outcome.answer(),
            work,
            squares,
            seconds: run.seconds,
            kind: run.outcome.tour().map(|tour| (tour.is_closed(), tour.is_structured())),
            bytes: run.bytes,
        }
    }
}

/// How many squares a search tried: a unit of work in which all methods can be compared, while a step may
/// be one placement or a whole generation.
///
/// - Where a path is walked, each placement is one, and each rotation of the path, which tries another
///   square as its end.
/// - In a population, each gene of each list that is evaluated is one.
/// - In a colony, each walk is as many as the board has squares, even if the ant is stuck before.
/// - In a network, each update of a neuron is one: it decides on one move.
/// - A construction lays each square once, and once more in each round after the first.
fn squares_tried(puzzle: &Puzzle, work: &Work) -> u64 {
    let board = puzzle.board();
    let squares = board.squares_to_visit() as u64;
    let neurons = || {
        let near = |square| board.neighbours(square, &MoveOrder::ANTICLOCKWISE).count() as u64;
        board.squares().map(near).sum::<u64>() / 2
    };
    let mut tried = work.placements;
    for (key, count) in work.counters.iter() {
        tried += match key {
            "rotations" => count,
            "evaluations" => count * (squares - puzzle.given().len() as u64),
            "walks" => count * squares,
            "sweeps" => count * neurons(),
            _ => 0,
        };
    }
    if tried == 0 && work.steps() > 0 { squares * (work.restarts + 1) } else { tried }
}

/// How a run ended, as people say it; [`Answer::name`] is for files.
pub fn answer_words(answer: Answer) -> &'static str {
    match answer {
        Answer::Found => "found",
        Answer::Exhausted => "none exists",
        Answer::GaveUp => "gave up",
        Answer::Limit => "step limit",
        Answer::Interrupted => "interrupted",
        Answer::Impossible => "impossible",
    }
}

/// A number of a run that can be measured over many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    Nanoseconds,
    Steps,
    Squares,
    Placements,
    Retreats,
    Restarts,
    Rewires,
}

impl Measure {
    pub const ALL: [Measure; 7] = [
        Measure::Nanoseconds,
        Measure::Steps,
        Measure::Squares,
        Measure::Placements,
        Measure::Retreats,
        Measure::Restarts,
        Measure::Rewires,
    ];

    pub fn of(self, record: &Record) -> u64 {
        match self {
            Measure::Nanoseconds => (record.seconds * 1e9).round() as u64,
            Measure::Steps => record.work.steps(),
            Measure::Squares => record.squares,
            Measure::Placements => record.work.placements,
            Measure::Retreats => record.work.retreats,
            Measure::Restarts => record.work.restarts,
            Measure::Rewires => record.work.rewires,
        }
    }
}

/// Many runs, counted and measured. Only runs that found a tour are measured; a run that failed is
/// counted by how it ended and never passes for a slow success.
#[derive(Clone, Debug, Default)]
pub struct RunStats {
    answers: [u64; Answer::ALL.len()],
    pub closed: u64,
    pub structured: u64,
    distributions: [Distribution; Measure::ALL.len()],
    /// The counters of the runs' own method, by name.
    pub counters: Vec<(&'static str, Distribution)>,
}

impl RunStats {
    pub fn add(&mut self, record: &Record) {
        self.answers[record.answer as usize] += 1;
        let Some((closed, structured)) = record.kind else { return };
        self.closed += u64::from(closed);
        self.structured += u64::from(structured);
        for measure in Measure::ALL {
            self.distributions[measure as usize].add(measure.of(record));
        }
        for (name, count) in record.work.counters.iter() {
            let place = self.counters.iter().position(|(counter, _)| *counter == name);
            let place = place.unwrap_or_else(|| {
                self.counters.push((name, Distribution::default()));
                self.counters.len() - 1
            });
            self.counters[place].1.add(count);
        }
    }

    pub fn count(&self, answer: Answer) -> u64 {
        self.answers[answer as usize]
    }

    pub fn runs(&self) -> u64 {
        self.answers.iter().sum()
    }

    pub fn found(&self) -> u64 {
        self.count(Answer::Found)
    }

    /// How many runs searched without finding a tour.
    pub fn failures(&self) -> u64 {
        let failures = [Answer::Exhausted, Answer::GaveUp, Answer::Limit];
        failures.map(|answer| self.count(answer)).iter().sum()
    }

    /// The distribution of a measure over the runs that found a tour.
    pub fn distribution(&self, measure: Measure) -> &Distribution {
        &self.distributions[measure as usize]
    }

    /// How the runs ended, as a cell of a table: one outcome where all ended alike.
    pub(super) fn outcome(&self) -> TableCell {
        let runs = self.runs();
        match Answer::ALL.into_iter().find(|answer| runs > 0 && self.count(*answer) == runs) {
            Some(answer) => answer.into(),
            None if runs == 0 => "waiting".into(),
            None => format!("found {} of {}", self.found(), runs).into(),
        }
    }

    /// The median of a measure over the runs that found a tour; of a time, in seconds.
    pub(super) fn median(&self, measure: Measure) -> Option<f64> {
        let unit = if measure == Measure::Nanoseconds { 1e9 } else { 1.0 };
        self.distribution(measure).median().map(|median| median / unit)
    }
}
