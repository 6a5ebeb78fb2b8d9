//! Methods side by side on one puzzle.

use super::example;
use super::experiment::SQUARES_TRIED;
use super::name::method_cells;
use super::parameter::{BOARD, GOAL, MAX_STEPS, METHODS, RUNS, SEED, START_IN_CORNER, start_on};
use super::{
    Axis, Cell, Chart, Column, Experiment, Findings, LabError, Measure, NamedBar, Plot, Remark,
    Results, Row, Table, Trial, Trials,
};
use crate::solver::{OptionSpec, Options};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "compare",
    title: "How do the methods compare?",
    summary: "Runs several methods on the same puzzle and compares squares tried, steps, time and memory.",
    invitation: "compare the squares tried, steps, time and memory of several methods on the same puzzle",
    repeats: "the comparisons of all the reports, in one table",
    parameters: &[
        &BOARD.0,
        &START_IN_CORNER,
        &OptionSpec {
            default: "backtracking backtracking:by=static-degree backtracking:by=warnsdorff \
                      backtracking:by=warnsdorff,ties=uniform warnsdorff warnsdorff:ties=roth \
                      restarting euler neural genetic ants",
            ..METHODS.0
        },
        &GOAL.spec,
        &RUNS.0,
        &MAX_STEPS.0,
        &SEED.0,
    ],
    plan,
    report,
    example,
};

fn example() -> Option<Chart> {
    let bars = [
        ("backtracking", 3_242_065.0),
        ("backtracking:by=static-degree", 12_291.0),
        ("backtracking:by=warnsdorff", 64.0),
        ("warnsdorff", 64.0),
        ("restarting", 64.0),
    ];
    Some(example::bars("Squares tried up to the first tour", Axis::log(SQUARES_TRIED), &bars))
}

/// Why the chart does not show steps.
const UNIT: &str = "A step can be one square or a whole generation, so the chart shows squares tried: squares \
                    placed, genes evaluated, all squares for each walk of an ant, neurons updated.";

fn plan(settings: &Options) -> Result<Trials, LabError> {
    let board = settings.get(&BOARD);
    let start = start_on(board, settings)?;
    let mut trials = Trials::default();
    for (group, config) in settings.get(&METHODS).iter().enumerate() {
        for run in 0..settings.get(&RUNS) {
            let seed = settings.get(&SEED).wrapping_add(run);
            let trial = Trial::new(board, start, settings.get(&GOAL), seed, config)?;
            trials.add(trial.up_to(settings.get(&MAX_STEPS)).in_group(group))?;
        }
    }
    Ok(trials)
}

const COLUMNS: [Column; 7] = [
    Column::plain("method"),
    Column::plain("outcome"),
    Column::titled("median_squares_tried", "median squares tried"),
    Column::titled("median_steps", "median steps"),
    Column::titled("median_seconds", "median time"),
    Column::titled("bytes", "memory (bytes)"),
    Column::titled("tours_per_second", "tours per second"),
];

fn report(settings: &Options, results: &Results<'_>) -> Findings {
    let mut rows = Vec::new();
    let mut bars = Vec::new();
    for (group, method) in method_cells(settings.get(&METHODS)).into_iter().enumerate() {
        let name = method.in_words();
        let stats = results.stats(group);
        let seconds: f64 =
            results.of(group).map(|(_, _, measurement)| measurement.record.seconds).sum();
        let bytes =
            results.of(group).map(|(_, _, measurement)| measurement.record.bytes as u64).max();
        let rate = (stats.found() > 0).then(|| stats.found() as f64 / seconds.max(1e-9));
        let trial = results.typical(group, Measure::Squares);
        rows.push(Row {
            cells: vec![
                method,
                stats.outcome(),
                Cell::exact(stats.median_squares(), 1),
                Cell::exact(stats.median_steps(), 1),
                Cell::seconds(stats.median_seconds()),
                bytes.into(),
                Cell::maybe(rate, if rate.is_some_and(|rate| rate < 100.0) { 2 } else { 0 }),
            ],
            trial,
        });
        let words = stats.outcome_words();
        bars.push(NamedBar { name, value: stats.median_squares(), words, trial });
    }
    Findings {
        table: Table { columns: COLUMNS.to_vec(), rows },
        charts: vec![Chart {
            title: "Squares tried up to the first tour (median run)".to_owned(),
            plot: Plot::Bars { values: Axis::log(SQUARES_TRIED), bars },
        }],
        remarks: vec![Remark::new(UNIT)],
    }
}
