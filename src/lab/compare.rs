//! Methods side by side on one puzzle.

use super::example;
use super::experiment::{BOARD, GOAL, MAX_STEPS, METHODS, SEED, SQUARES_TRIED, START};
use super::parameter::CORNER;
use super::{
    Axis, Cell, Chart, Column, Experiment, Findings, LabError, Measure, NamedBar, Parameter,
    ParameterKind, ParameterValues, Plot, Remark, Results, Row, Table, Trial, Trials,
};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "compare",
    title: "How do the methods compare?",
    summary: "Runs several methods on the same puzzle and compares squares tried, steps, time and memory.",
    invitation: "compare the squares tried, steps, time and memory of several methods on the same puzzle",
    repeats: "the comparisons of all the reports, in one table",
    parameters: &[
        BOARD,
        Parameter { default: CORNER, ..START },
        Parameter {
            default: "backtracking backtracking:by=static-degree backtracking:by=warnsdorff \
                      backtracking:by=warnsdorff,ties=uniform warnsdorff warnsdorff:ties=roth \
                      restarting euler neural genetic ants",
            ..METHODS
        },
        GOAL,
        Parameter {
            key: "runs",
            title: "Runs",
            help: "how many times to run each method, each time with another seed",
            kind: ParameterKind::Whole(1, 100_000),
            default: "5",
        },
        MAX_STEPS,
        SEED,
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

fn plan(settings: &ParameterValues) -> Result<Trials, LabError> {
    let board = settings.board()?;
    let start = settings.start(&board)?;
    let mut trials = Trials::default();
    for (group, recipe) in settings.methods().iter().enumerate() {
        for run in 0..settings.whole("runs") {
            let seed = settings.seed().wrapping_add(run);
            let trial = Trial::new(&board, start, settings.goal(), seed, recipe)?;
            trials.add(trial.up_to(settings.whole("max-steps")).in_group(group))?;
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

fn report(settings: &ParameterValues, results: &Results<'_>) -> Findings {
    let mut rows = Vec::new();
    let mut bars = Vec::new();
    let names = settings.method_names();
    for (group, name) in settings.method_cells().into_iter().enumerate() {
        let ledger = results.ledger(group);
        let seconds: f64 =
            results.of(group).map(|(_, _, measurement)| measurement.record.seconds).sum();
        let bytes =
            results.of(group).map(|(_, _, measurement)| measurement.record.bytes as u64).max();
        let rate = (ledger.found() > 0).then(|| ledger.found() as f64 / seconds.max(1e-9));
        let trial = results.typical(group, Measure::Squares);
        rows.push(Row {
            cells: vec![
                name,
                ledger.outcome(),
                Cell::exact(ledger.median_squares(), 1),
                Cell::exact(ledger.median_steps(), 1),
                Cell::seconds(ledger.median_seconds()),
                bytes.into(),
                Cell::maybe(rate, if rate.is_some_and(|rate| rate < 100.0) { 2 } else { 0 }),
            ],
            trial,
        });
        let name = names[group].clone();
        let words = ledger.outcome_words();
        bars.push(NamedBar { name, value: ledger.median_squares(), words, trial });
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
