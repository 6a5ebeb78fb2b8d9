//! How many tours there are to be found within a time.

use super::experiment::{BOARD, START};
use super::{
    Axis, Cell, Chart, Experiment, HeatSquare, LabError, Mark, Parameter, ParameterKind, Plot,
    Point, Report, Results, Row, Series, Settings, Table, Trial, Trials,
};
use crate::board::Board;
use crate::engine::{Answer, Limits};
use crate::puzzle::{Goal, starts};
use crate::text::{counted, grouped};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "solutions",
    question: "How many tours are found within a time, and with how many nodes (squares placed), from \
               every square of a board and from one square of larger ones?",
    repeats: "Knight's Tour Problem Solver: 15 seconds for each start; on 5×5 the squares of the \
              colour that has one fewer have no tour and the most nodes, which are called runs there",
    parameters: &[
        Parameter { default: "5x5", ..BOARD },
        Parameter {
            key: "sizes",
            help: "the sides of further boards, searched from one square",
            kind: ParameterKind::Sizes,
            default: "4-8",
        },
        START,
        Parameter {
            key: "method",
            help: "a method that meets every tour once",
            kind: ParameterKind::Method,
            default: "backtracking:order=top-down",
        },
        Parameter {
            key: "max-seconds",
            help: "each search is left after so many seconds",
            kind: ParameterKind::Seconds,
            default: "1",
        },
    ],
    plan,
    report,
};

fn plan(settings: &Settings) -> Result<Trials, LabError> {
    let recipe = settings.method()?;
    if !recipe.method.enumerates {
        let name = recipe.method.name;
        return Err(LabError(format!(
            "method '{name}' cannot list every tour exactly once; use backtracking"
        )));
    }
    let limits = Limits { steps: None, seconds: Some(settings.seconds()) };
    let trial = |board: &Board, start| -> Result<Trial, LabError> {
        let trial = Trial::new(board, start, Goal::Any, 0, &recipe)?;
        Ok(Trial { limits, all: true, ..trial })
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

fn report(settings: &Settings, results: &Results<'_>) -> Report {
    let mut report = Report {
        table: Table {
            columns: vec!["board", "start", "tours", "nodes", "complete", "seconds"],
            rows: Vec::new(),
        },
        ..Report::default()
    };
    let Ok(board) = settings.board() else { return report };
    let first = starts(&board, Goal::Any).count();
    let mut squares = vec![HeatSquare::waiting(); board.size()];
    let mut is_complete = true;
    let mut tours = Series { name: "tours".to_owned(), points: Vec::new() };
    let mut runs = Series { name: "nodes".to_owned(), points: Vec::new() };
    for (number, trial, finding) in results.done() {
        let board = trial.puzzle.board();
        let start = trial.puzzle.start();
        let complete = finding.record.answer == Answer::Exhausted;
        let nodes = finding.record.work.placements;
        report.table.rows.push(Row {
            cells: vec![
                board.to_string().into(),
                board.coordinates(start).into(),
                finding.tours.into(),
                nodes.into(),
                if complete { "yes" } else { "no" }.into(),
                Cell::Seconds(finding.record.seconds),
            ],
            trial: Some(number),
        });
        if number < first {
            let least = if complete { "" } else { "at least " };
            let (name, found) = (board.name(start), counted(finding.tours, "tour"));
            let words = format!("{name}: {least}{found}, {} nodes", grouped(nodes));
            is_complete &= complete;
            let has_none = complete && finding.tours == 0;
            let (value, mark) = match has_none {
                true => (None, Mark::Impossible),
                false => (Some(finding.tours as f64), Mark::None),
            };
            squares[start.index()] = HeatSquare { value, words, trial: Some(number), mark };
        } else {
            let x = f64::from(board.rows());
            let point =
                |y: u64| Point { x, y: y as f64, trial: Some(number), unfinished: !complete };
            tours.points.push(point(finding.tours));
            runs.points.push(point(nodes));
        }
    }
    let heat =
        Plot::Heat { board: board.clone(), values: Axis::whole("tours"), ends: None, squares };
    let within = if is_complete { "" } else { ", as far as they were found in time" };
    let title = format!("Tours from every square of {board}{within}");
    report.charts.push(Chart { title, plot: heat });
    tours.points.retain(|point| point.y > 0.0);
    report.charts.push(Chart {
        title: "Tours and nodes from one square, by the side of the board (hollow: not complete)"
            .to_owned(),
        plot: Plot::Lines {
            x: Axis::whole("side of the board"),
            y: Axis::log("number"),
            series: vec![tours, runs],
        },
    });
    report
}
