//! Which squares a tour can be found from.

use super::example;
use super::experiment::SQUARES_TRIED;
use super::name::method_cells;
use super::parameter::{BOARD, GOAL, MAX_STEPS, METHODS, SEED};
use super::{
    Axis, Cell, Chart, Column, Experiment, Findings, HeatSquare, LabError, Measure, Plot, Remark,
    Results, Row, SquareState, Table, Trial, Trials, answer_words, squares_named,
};
use crate::board::Square;
use crate::engine::Answer;
use crate::puzzle::starts;
use crate::solver::{OptionSpec, Options};
use crate::text::counted;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "starts",
    title: "Which squares are good to start from?",
    summary: "Searches for a tour from every square of a board and counts the squares tried.",
    invitation: "search for a tour from every square of a board and count the squares tried",
    repeats: "“PBL2 The Knights Tour”: every start of 8×8 and 10×10; on 7×7, no tour starts on the \
              squares of the rarer colour",
    parameters: &[
        &BOARD.0,
        &OptionSpec {
            default: "backtracking:by=static-degree,order=32465817 backtracking:by=warnsdorff \
                      warnsdorff:ties=order warnsdorff restarting",
            ..METHODS.0
        },
        &GOAL.spec,
        &OptionSpec { default: "1,000,000", ..MAX_STEPS.0 },
        &SEED.0,
    ],
    plan,
    report,
    example,
};

fn example() -> Option<Chart> {
    let tried = |row: u32, col: u32| 64 + 6 * ((row * row + 3 * col) % 7) * ((row + 2 * col) % 5);
    let title = "Squares tried up to a tour from each square";
    example::heat(title, Axis::log(SQUARES_TRIED), 8, tried).ok()
}

fn plan(settings: &Options) -> Result<Trials, LabError> {
    let board = settings.get(&BOARD);
    let mut trials = Trials::default();
    for (group, config) in settings.get(&METHODS).iter().enumerate() {
        for start in starts(board, settings.get(&GOAL)) {
            let trial = Trial::new(board, start, settings.get(&GOAL), settings.get(&SEED), config)?;
            trials.add(trial.up_to(settings.get(&MAX_STEPS)).in_group(group))?;
        }
    }
    Ok(trials)
}

const COLUMNS: [Column; 8] = [
    Column::plain("method"),
    Column::plain("found"),
    Column::titled("failed", "not found"),
    Column::plain("impossible"),
    Column::titled("median_squares_tried", "median squares tried"),
    Column::titled("p90_squares_tried", "90th percentile"),
    Column::titled("most_squares_tried", "maximum"),
    Column::titled("total_seconds", "total time"),
];

fn report(settings: &Options, results: &Results<'_>) -> Findings {
    let mut report = Findings {
        table: Table { columns: COLUMNS.to_vec(), rows: Vec::new() },
        ..Findings::default()
    };
    for (group, method) in method_cells(settings.get(&METHODS)).into_iter().enumerate() {
        let name = method.in_words();
        let stats = results.stats(group);
        let squares = stats.distribution(Measure::Squares);
        let seconds = results.of(group).map(|(_, _, measurement)| measurement.record.seconds).sum();
        report.table.rows.push(Row {
            cells: vec![
                method,
                stats.found().into(),
                stats.failures().into(),
                stats.count(Answer::Impossible).into(),
                Cell::exact(squares.median(), 1),
                squares.part(0.9).into(),
                squares.ends().map(|(_, most)| most).into(),
                Cell::Seconds(seconds),
            ],
            trial: None,
        });
        report.remarks.extend(failures(group, settings, results));
        report.charts.push(heat(group, name, settings, results));
    }
    report
}

/// From where a method found no tour although nothing rules one out.
fn failures(group: usize, settings: &Options, results: &Results<'_>) -> Option<Remark> {
    let failed = results.of(group).filter(|(_, _, run)| {
        !matches!(run.record.answer, Answer::Found | Answer::Impossible | Answer::Interrupted)
    });
    let failed: Vec<Square> = failed.map(|(_, trial, _)| trial.puzzle.start()).collect();
    let text = format!("no tour found from {}", squares_named(settings.get(&BOARD), &failed));
    let method = settings.get(&METHODS).get(group).cloned();
    (!failed.is_empty()).then_some(Remark { method, text })
}

/// Why a run found nothing.
fn why_not(answer: Answer) -> &'static str {
    match answer {
        Answer::Limit => "step limit reached",
        other => answer_words(other),
    }
}

/// The squares tried from each start.
fn heat(group: usize, method: String, settings: &Options, results: &Results<'_>) -> Chart {
    let board = settings.get(&BOARD);
    let mut squares = vec![HeatSquare::waiting(); board.size()];
    for (number, trial, measurement) in results.of(group) {
        let start = trial.puzzle.start();
        let record = &measurement.record;
        let name = board.name(start);
        let tried = format!("{} tried", counted(record.squares, "square"));
        let noun = trial.puzzle.goal().noun();
        let (state, words) = match record.answer {
            Answer::Found => (SquareState::Measured, format!("{name}: found, {tried}")),
            Answer::Impossible => {
                (SquareState::Impossible, format!("{name}: no {noun} starts here"))
            }
            Answer::Exhausted => (
                SquareState::Failed,
                format!("{name}: no {noun} starts here: every path was tried ({tried})"),
            ),
            answer => (
                SquareState::Failed,
                format!("{name}: not found: {} after {tried}", why_not(answer)),
            ),
        };
        squares[start.index()] = HeatSquare {
            value: (state == SquareState::Measured).then_some(record.squares as f64),
            words,
            trial: Some(number),
            state,
        };
    }
    let groups = 0..settings.get(&METHODS).len();
    let ends =
        groups.filter_map(|group| results.stats(group).distribution(Measure::Squares).ends());
    Chart {
        title: method,
        plot: Plot::Heat {
            board: board.clone(),
            values: Axis::log(SQUARES_TRIED),
            ends: ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))),
            squares,
        },
    }
}
