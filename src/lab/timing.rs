//! How steps and time grow with the board.

use super::example;
use super::experiment::{GOAL, MAX_STEPS, METHODS, SEED, START};
use super::{
    Axis, Cell, Chart, Column, Experiment, Findings, LabError, Ledger, Parameter, ParameterKind,
    ParameterValues, Plot, Point, Results, Row, Series, Table, Trial, Trials,
};
use crate::board::Board;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "timing",
    title: "How does time grow with the board?",
    summary: "Measures the steps and the time to the first tour on boards of different sizes.",
    invitation: "measure the steps and the time to the first tour on boards of different sizes",
    repeats: "“Knight's Tour Problem using Backtracking”: 5×5 to 8×8 from the corner",
    parameters: &[
        Parameter {
            key: "sizes",
            title: "Sizes",
            help: "the sides of the square boards, such as 5-8 or 5,6,10",
            kind: ParameterKind::Sizes,
            default: "5-8",
        },
        Parameter {
            default: "backtracking backtracking:by=static-degree backtracking:by=warnsdorff \
                      warnsdorff restarting",
            ..METHODS
        },
        START,
        GOAL,
        Parameter {
            key: "runs",
            title: "Runs",
            help: "how many times to run each; the results are medians",
            kind: ParameterKind::Whole(1, 10_000),
            default: "3",
        },
        MAX_STEPS,
        SEED,
    ],
    plan,
    report,
    example,
};

fn example() -> Option<Chart> {
    let series: [(&str, &[(f64, f64)]); 3] = [
        ("backtracking", &[(5.0, 17_655.0), (6.0, 496_302.0), (7.0, 14.3e6), (8.0, 16.5e6)]),
        (
            "backtracking:by=static-degree",
            &[(5.0, 141.0), (6.0, 2_730.0), (7.0, 3_215.0), (8.0, 41_300.0)],
        ),
        ("warnsdorff", &[(5.0, 25.0), (6.0, 36.0), (7.0, 49.0), (8.0, 64.0)]),
    ];
    Some(example::lines("Steps to the first tour", Axis::log("steps"), &series))
}

fn plan(settings: &ParameterValues) -> Result<Trials, LabError> {
    plan_by_size(settings, settings.whole("runs"))
}

/// Every method on every size from the start, this many times each.
pub(super) fn plan_by_size(settings: &ParameterValues, runs: u64) -> Result<Trials, LabError> {
    let mut trials = Trials::default();
    let mut group = 0;
    for size in settings.sizes() {
        let board = Board::new(size, size).map_err(LabError::of)?;
        let start = settings.start(&board)?;
        for recipe in settings.methods() {
            group += 1;
            for run in 0..runs {
                let seed = settings.seed().wrapping_add(run);
                let trial = Trial::new(&board, start, settings.goal(), seed, &recipe)?;
                let trial = trial.up_to(settings.whole("max-steps"));
                trials.add(trial.in_group(group - 1))?;
            }
        }
    }
    Ok(trials)
}

/// The runs of one method on one size: the typical one, and the ledger of all.
pub(super) struct Group<'a> {
    pub(super) size: u32,
    /// The place of the method in the list.
    pub(super) method: usize,
    pub(super) typical: Option<usize>,
    pub(super) ledger: &'a Ledger,
}

/// The finished runs by size and method, in the order of the parameters.
pub(super) fn groups<'a>(settings: &ParameterValues, results: &Results<'a>) -> Vec<Group<'a>> {
    let mut groups = Vec::new();
    for size in settings.sizes() {
        for method in 0..settings.methods().len() {
            let number = groups.len();
            let (typical, ledger) = (results.typical(number), results.ledger(number));
            groups.push(Group { size, typical, ledger, method });
        }
    }
    groups
}

/// A line for each method: a value of each group that has one, by size.
pub(super) fn lines(
    settings: &ParameterValues,
    groups: &[Group<'_>],
    value: impl Fn(&Group<'_>) -> Option<f64>,
) -> Vec<Series> {
    let line = |(method, name): (usize, String)| {
        let own = groups.iter().filter(|group| group.method == method);
        let point = |group: &Group<'_>| {
            let y = value(group)?;
            Some(Point { x: group.size.into(), y, trial: group.typical, unfinished: false })
        };
        Series { name, points: own.filter_map(point).collect() }
    };
    settings.method_names().into_iter().enumerate().map(line).collect()
}

const COLUMNS: [Column; 6] = [
    Column::titled("side", "board size"),
    Column::plain("method"),
    Column::plain("outcome"),
    Column::titled("steps", "median steps"),
    Column::titled("seconds", "median time"),
    Column::titled("ns_a_step", "time per step (ns)"),
];

fn report(settings: &ParameterValues, results: &Results<'_>) -> Findings {
    let groups = groups(settings, results);
    let methods = settings.method_cells();
    let row = |group: &Group<'_>| {
        let (steps, seconds) = (group.ledger.median_steps(), group.ledger.median_seconds());
        let each = steps.zip(seconds).map(|(steps, seconds)| seconds * 1e9 / steps.max(1.0));
        Row {
            cells: vec![
                u64::from(group.size).into(),
                methods[group.method].clone(),
                group.ledger.outcome(),
                Cell::exact(steps, 1),
                Cell::seconds(seconds),
                Cell::maybe(each, 1),
            ],
            trial: group.typical,
        }
    };
    let x = || Axis::whole("side of the board");
    let chart = |title: &str, y: Axis, value: &dyn Fn(&Group<'_>) -> Option<f64>| Chart {
        title: title.to_owned(),
        plot: Plot::Lines { x: x(), y, series: lines(settings, &groups, value) },
    };
    let seconds = |group: &Group<'_>| group.ledger.median_seconds();
    let steps = |group: &Group<'_>| group.ledger.median_steps();
    Findings {
        table: Table { columns: COLUMNS.to_vec(), rows: groups.iter().map(row).collect() },
        charts: vec![
            chart("Steps to the first tour (median run)", Axis::log("steps"), &steps),
            chart("Time to the first tour (median run)", Axis::linear(Axis::TIME), &seconds),
            chart(
                "Time to the first tour (median run, logarithmic scale)",
                Axis::log(Axis::TIME),
                &seconds,
            ),
        ],
        remarks: Vec::new(),
    }
}
