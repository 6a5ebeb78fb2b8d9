//! How many tours there are, as far as a time limit allows counting them.

use super::example;
use super::experiment::{BOARD, START};
use super::{
    Axis, Cell, Chart, Column, Experiment, Findings, HeatSquare, LabError, Parameter,
    ParameterKind, ParameterValues, Plot, Point, Remark, Results, Row, Series, SquareState, Table,
    Task, Trial, Trials,
};
use crate::board::Board;
use crate::engine::{Answer, Limits};
use crate::puzzle::{Goal, starts};
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
        Parameter { default: "5x5", ..BOARD },
        Parameter {
            key: "sizes",
            title: "Sizes",
            help: "the sides of more square boards, each searched from one square",
            kind: ParameterKind::Sizes,
            default: "4-8",
        },
        START,
        Parameter {
            key: "method",
            title: "Method",
            help: "a method that can list every tour exactly once",
            kind: ParameterKind::Enumerator,
            default: "backtracking:order=top-down",
        },
        Parameter {
            key: "max-seconds",
            title: "Time limit (seconds)",
            help: "stop each search after this many seconds",
            kind: ParameterKind::Seconds,
            default: "1",
        },
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

fn plan(settings: &ParameterValues) -> Result<Trials, LabError> {
    let recipe = settings.method()?;
    let limits = Limits { steps: None, seconds: Some(settings.seconds()) };
    let trial = |board: &Board, start| -> Result<Trial, LabError> {
        let trial = Trial::new(board, start, Goal::Any, 0, &recipe)?;
        Ok(Trial { limits, task: Task::Count, ..trial })
    };
    let board = settings.board()?;
    let mut trials = Trials::default();
    for start in starts(&board, Goal::Any) {
        trials.add(trial(&board, start)?)?;
    }
    for size in settings.sizes() {
        let board = Board::new(size, size).map_err(LabError::of)?;
        trials.add(trial(&board, settings.start(&board)?)?)?;
    }
    Ok(trials)
}

const COLUMNS: [Column; 6] = [
    Column::plain("board"),
    Column::plain("start"),
    Column::plain("tours"),
    Column::titled("nodes", "placements"),
    Column::plain("complete"),
    Column::titled("seconds", "time"),
];

fn report(settings: &ParameterValues, results: &Results<'_>) -> Findings {
    let mut report = Findings {
        table: Table { columns: COLUMNS.to_vec(), rows: Vec::new() },
        ..Findings::default()
    };
    let Ok(board) = settings.board() else { return report };
    let first = starts(&board, Goal::Any).count();
    let mut squares = vec![HeatSquare::waiting(); board.size()];
    let mut is_complete = true;
    let mut tours = Series { name: "tours".to_owned(), points: Vec::new() };
    let mut placements = Series { name: "placements".to_owned(), points: Vec::new() };
    for (number, trial, measurement) in results.done() {
        let board = trial.puzzle.board();
        let start = trial.puzzle.start();
        let complete = measurement.record.answer == Answer::Exhausted;
        let placed = measurement.record.work.placements;
        report.table.rows.push(Row {
            cells: vec![
                board.to_string().into(),
                Cell::named(board.coordinates(start), board.name(start)),
                measurement.tours.into(),
                placed.into(),
                if complete { "yes" } else { "no" }.into(),
                Cell::Seconds(measurement.record.seconds),
            ],
            trial: Some(number),
        });
        if number < first {
            let least = if complete { "" } else { "at least " };
            let (name, found) = (board.name(start), counted(measurement.tours, "tour"));
            let words = format!("{name}: {least}{found}, {} placements", grouped(placed));
            is_complete &= complete;
            let has_none = complete && measurement.tours == 0;
            let (value, state) = match has_none {
                true => (None, SquareState::Impossible),
                false => (Some(measurement.tours as f64), SquareState::Measured),
            };
            squares[start.index()] = HeatSquare { value, words, trial: Some(number), state };
        } else {
            if complete && measurement.tours == 0 {
                let side = board.rows();
                let remark = format!("{side}×{side}: no tour from the start square");
                report.remarks.push(Remark::new(remark));
            }
            let x = f64::from(board.rows());
            let point =
                |y: u64| Point { x, y: y as f64, trial: Some(number), unfinished: !complete };
            tours.points.push(point(measurement.tours));
            placements.points.push(point(placed));
        }
    }
    let heat =
        Plot::Heat { board: board.clone(), values: Axis::whole("tours"), ends: None, squares };
    let within = if is_complete { "" } else { " (found within the time limit)" };
    let title = format!("Tours from every square of {board}{within}");
    report.charts.push(Chart { title, plot: heat });
    tours.points.retain(|point| point.y > 0.0);
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
