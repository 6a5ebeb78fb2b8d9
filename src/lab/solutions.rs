//! How many tours there are, as far as a time limit allows counting them.

use super::example;
use super::parameter::{BOARD, MAX_SECONDS, METHOD, SIZES, START, square_board, start_on};
use super::{
    Axis, Cell, Chart, Column, Experiment, Findings, HeatSquare, LabError, Measurement, Plot,
    Point, Remark, Results, Row, Series, SquareState, Table, Task, Trial, Trials, most_and_fewest,
};
use crate::board::{Board, Square};
use crate::engine::{Answer, Limits};
use crate::puzzle::{Goal, starts};
use crate::solver::{Kind, OptionSpec, Options};
use crate::text::{counted, grouped};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "solutions",
    title: "How many tours are there?",
    summary: "Counts the tours from every square of a board, and from one square of boards of other \
              sizes, within a time limit.",
    invitation: "count the tours from every square of a board, and from one square of boards of \
                  other sizes",
    repeats: "“Knight's Tour Problem Solver”: 15 seconds for each start. On 5×5, no tour starts on \
              the squares of the rarer colour. That report calls placements “runs”",
    parameters: &[
        &OptionSpec { default: "5x5", ..BOARD.0 },
        &OptionSpec {
            help: "the sides of more square boards, each searched from one square",
            default: "4-8",
            ..SIZES.0
        },
        &START.0,
        &OptionSpec {
            help: "a method that can list every tour exactly once",
            kind: Kind::Enumerator,
            default: "backtracking:by=warnsdorff,order=top-down",
            ..METHOD.0
        },
        &MAX_SECONDS.0,
    ],
    plan,
    report,
    example,
};

fn example() -> Option<Chart> {
    const ROWS: [[u32; 5]; 5] = [
        [304, 0, 56, 0, 304],
        [0, 56, 0, 56, 0],
        [56, 0, 64, 0, 56],
        [0, 56, 0, 56, 0],
        [304, 0, 56, 0, 304],
    ];
    let tours = |row: u32, col: u32| ROWS[row as usize][col as usize];
    example::heat("Tours from every square of 5x5", Axis::whole("tours"), 5, tours).ok()
}

fn plan(settings: &Options) -> Result<Trials, LabError> {
    let config = settings.get(&METHOD);
    let limits = Limits { steps: None, seconds: Some(settings.get(&MAX_SECONDS)) };
    let trial = |board: &Board, start| -> Result<Trial, LabError> {
        let trial = Trial::new(board, start, Goal::Any, 0, config)?;
        Ok(Trial { limits, task: Task::Count, ..trial })
    };
    let board = settings.get(&BOARD);
    let mut trials = Trials::default();
    for start in starts(board, Goal::Any) {
        trials.add(trial(board, start)?)?;
    }
    for size in settings.get(&SIZES) {
        let board = square_board(*size)?;
        trials.add(trial(&board, start_on(&board, settings)?)?)?;
    }
    Ok(trials)
}

const COLUMNS: [Column; 6] = [
    Column::plain("board"),
    Column::plain("start"),
    Column::plain("tours"),
    Column::plain("placements"),
    Column::plain("complete"),
    Column::titled("seconds", "time"),
];

/// What was counted from one square, or from several together.
#[derive(Clone, Copy, Default)]
struct Count {
    tours: u64,
    placements: u64,
    is_complete: bool,
    seconds: f64,
}

impl Count {
    fn of(measurement: &Measurement) -> Count {
        Count {
            tours: measurement.tours,
            placements: measurement.record.work.placements,
            is_complete: measurement.record.answer == Answer::Exhausted,
            seconds: measurement.record.seconds,
        }
    }

    fn row(&self, board: &Board, start: Cell, trial: Option<usize>) -> Row {
        let tours = if self.is_complete { Cell::Whole } else { Cell::AtLeast };
        let cells = vec![
            board.to_string().into(),
            start,
            tours(self.tours),
            self.placements.into(),
            if self.is_complete { "yes" } else { "no" }.into(),
            Cell::Seconds(self.seconds),
        ];
        Row { cells, trial }
    }

    /// How many tours, in words.
    fn tours_words(&self) -> String {
        let least = if self.is_complete { "" } else { "at least " };
        format!("{least}{}", counted(self.tours, "tour"))
    }
}

fn report(settings: &Options, results: &Results<'_>) -> Findings {
    let mut report = Findings {
        table: Table { columns: COLUMNS.to_vec(), rows: Vec::new() },
        ..Findings::default()
    };
    let board = settings.get(&BOARD);
    let first = starts(board, Goal::Any).count();
    let (every, single): (Vec<_>, Vec<_>) =
        results.done().partition(|(number, _, _)| *number < first);
    let counts: Vec<(usize, Square, Count)> = every
        .into_iter()
        .map(|(number, trial, run)| (number, trial.puzzle.start(), Count::of(run)))
        .collect();
    if !counts.is_empty() {
        let total = total(&counts, first);
        report.table.rows.push(total.row(board, Cell::named("all", "all squares"), None));
        report.remarks.extend(remark(board, &counts, &total, first));
    }
    for (number, start, count) in &counts {
        let name = Cell::named(board.coordinates(*start), board.name(*start));
        report.table.rows.push(count.row(board, name, Some(*number)));
    }
    report.charts.extend(maps(board, &counts));
    let mut tours = Series { name: "tours".to_owned(), points: Vec::new() };
    let mut placements = Series { name: "placements".to_owned(), points: Vec::new() };
    for (number, trial, measurement) in single {
        let (board, start) = (trial.puzzle.board(), trial.puzzle.start());
        let count = Count::of(measurement);
        let name = Cell::named(board.coordinates(start), board.name(start));
        report.table.rows.push(count.row(board, name, Some(number)));
        if count.is_complete && count.tours == 0 {
            let side = board.rows();
            let remark = format!("{side}×{side}: no tour from the start square");
            report.remarks.push(Remark::new(remark));
        }
        let (x, unfinished) = (f64::from(board.rows()), !count.is_complete);
        let point = |y: u64| Point { x, y: y as f64, trial: Some(number), unfinished };
        tours.points.extend((count.tours > 0).then(|| point(count.tours)));
        placements.points.push(point(count.placements));
    }
    report.charts.push(Chart {
        title: "Tours and placements from one square, by board side (hollow: at least)".to_owned(),
        plot: Plot::Lines {
            x: Axis::whole("side of the board"),
            y: Axis::log("count"),
            series: vec![tours, placements],
        },
    });
    report
}

/// All squares together. It is complete if each of them is.
fn total(counts: &[(usize, Square, Count)], squares: usize) -> Count {
    let mut total = Count { is_complete: counts.len() == squares, ..Count::default() };
    for (_, _, count) in counts {
        total.tours += count.tours;
        total.placements += count.placements;
        total.is_complete &= count.is_complete;
        total.seconds += count.seconds;
    }
    total
}

/// How many tours there are, and from where most and fewest of them start.
fn remark(
    board: &Board,
    counts: &[(usize, Square, Count)],
    total: &Count,
    squares: usize,
) -> Option<Remark> {
    let tours: Vec<(Square, u64)> =
        counts.iter().map(|(_, start, count)| (*start, count.tours)).collect();
    let placements: Vec<(Square, u64)> =
        counts.iter().map(|(_, start, count)| (*start, count.placements)).collect();
    let from = match counts.len() == squares {
        true => "all squares".to_owned(),
        false => format!("{} of {squares} squares", counts.len()),
    };
    Some(Remark::new(format!(
        "{board}: {} from {from}, in both directions; tours: {}; placements: {}",
        total.tours_words(),
        most_and_fewest(board, &tours)?,
        most_and_fewest(board, &placements)?,
    )))
}

/// A heat map of the tours from each square, and one of the placements.
fn maps(board: &Board, counts: &[(usize, Square, Count)]) -> [Chart; 2] {
    let mut maps = [(); 2].map(|()| vec![HeatSquare::waiting(); board.size()]);
    for (number, start, count) in counts {
        let words = format!(
            "{}: {}, {} placements",
            board.name(*start),
            count.tours_words(),
            grouped(count.placements)
        );
        let has_none = count.is_complete && count.tours == 0;
        let measured = |value: u64| HeatSquare {
            value: Some(value as f64),
            words: words.clone(),
            trial: Some(*number),
            state: SquareState::Measured,
        };
        maps[0][start.index()] = match has_none {
            true => HeatSquare { value: None, state: SquareState::Impossible, ..measured(0) },
            false => measured(count.tours),
        };
        maps[1][start.index()] = measured(count.placements);
    }
    let is_complete = counts.iter().all(|(_, _, count)| count.is_complete);
    let within = if is_complete { "" } else { " (within the time limit)" };
    let [tours, placements] = maps;
    let chart = |what: &str, name: &str, squares| Chart {
        title: format!("{what} from every square of {board}{within}"),
        plot: Plot::Heat { board: board.clone(), values: Axis::whole(name), ends: None, squares },
    };
    [chart("Tours", "tours", tours), chart("Placements", "placements", placements)]
}
