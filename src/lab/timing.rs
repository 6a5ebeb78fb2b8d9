//! How steps and time grow with the board.

use super::example;
use super::experiment::SQUARES_TRIED;
use super::name::method_cells;
use super::parameter::{
    GOAL, MAX_STEPS, METHODS, RUNS, SEED, SIZES, START, square_board, start_on,
};
use super::{
    Axis, Cell, Chart, Column, Experiment, Findings, LabError, Measure, Plot, Point, Results, Row,
    RunStats, Series, Table, Trial, Trials,
};
use crate::solver::{Kind, OptionSpec, Options};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "timing",
    title: "How does time grow with the board?",
    summary: "Measures the squares tried, the steps and the time to the first tour on boards of different \
              sizes.",
    invitation: "measure the squares tried and the time to the first tour on boards of different sizes",
    repeats: "“Knight's Tour Problem using Backtracking”: 5×5 to 8×8 from the corner",
    parameters: &[
        &SIZES.0,
        &OptionSpec {
            default: "backtracking backtracking:by=static-degree backtracking:by=warnsdorff \
                      warnsdorff restarting",
            ..METHODS.0
        },
        &START.0,
        &GOAL.spec,
        &OptionSpec {
            help: "how many times to run each; the results are medians",
            kind: Kind::Whole(1, 10_000),
            default: "3",
            ..RUNS.0
        },
        &MAX_STEPS.0,
        &SEED.0,
    ],
    plan,
    report,
    example,
};

fn example() -> Option<Chart> {
    let series: [(&str, &[(f64, f64)]); 3] = [
        ("backtracking", &[(25.0, 8_840.0), (36.0, 248_169.0), (49.0, 7.15e6), (64.0, 8.25e6)]),
        (
            "backtracking:by=static-degree",
            &[(25.0, 83.0), (36.0, 1_383.0), (49.0, 1_632.0), (64.0, 20_682.0)],
        ),
        ("warnsdorff", &[(25.0, 25.0), (36.0, 36.0), (49.0, 49.0), (64.0, 64.0)]),
    ];
    let title = "Squares tried up to the first tour";
    let mut chart = example::lines(title, Axis::log(SQUARES_TRIED), &series);
    if let Plot::Lines { x, .. } = &mut chart.plot {
        *x = Axis::board_squares();
    }
    Some(chart)
}

fn plan(settings: &Options) -> Result<Trials, LabError> {
    plan_by_size(settings, settings.get(&RUNS))
}

/// Every method on every size from the start, this many times each.
pub(super) fn plan_by_size(settings: &Options, runs: u64) -> Result<Trials, LabError> {
    let mut trials = Trials::default();
    let mut group = 0;
    for size in settings.get(&SIZES) {
        let board = square_board(*size)?;
        let start = start_on(&board, settings)?;
        for config in settings.get(&METHODS) {
            group += 1;
            for run in 0..runs {
                let seed = settings.get(&SEED).wrapping_add(run);
                let trial = Trial::new(&board, start, settings.get(&GOAL), seed, config)?;
                let trial = trial.up_to(settings.get(&MAX_STEPS));
                trials.add(trial.in_group(group - 1))?;
            }
        }
    }
    Ok(trials)
}

/// The runs of one method on one size: the typical one, and the statistics of all.
pub(super) struct Group<'a> {
    pub(super) size: u32,
    /// The place of the method in the list.
    pub(super) method: usize,
    pub(super) typical: Option<usize>,
    pub(super) stats: &'a RunStats,
}

/// The finished runs by size and method, in the order of the parameters.
pub(super) fn groups<'a>(settings: &Options, results: &Results<'a>) -> Vec<Group<'a>> {
    let mut groups = Vec::new();
    for &size in settings.get(&SIZES) {
        for method in 0..settings.get(&METHODS).len() {
            let number = groups.len();
            let typical = results.typical(number, Measure::Squares);
            let stats = results.stats(number);
            groups.push(Group { size, typical, stats, method });
        }
    }
    groups
}

/// A line for each method: a value of each group that has one, by the squares of its board.
fn lines(
    methods: &[Cell],
    groups: &[Group<'_>],
    value: impl Fn(&Group<'_>) -> Option<f64>,
) -> Vec<Series> {
    let line = |(method, cell): (usize, &Cell)| {
        let own = groups.iter().filter(|group| group.method == method);
        let point = |group: &Group<'_>| {
            let y = value(group)?;
            let x = f64::from(group.size).powi(2);
            Some(Point { x, y, trial: group.typical, unfinished: false })
        };
        Series { name: cell.in_words(), points: own.filter_map(point).collect() }
    };
    methods.iter().enumerate().map(line).collect()
}

const COLUMNS: [Column; 8] = [
    Column::titled("side", "board size"),
    Column::plain("squares"),
    Column::plain("method"),
    Column::plain("outcome"),
    Column::titled("median_squares_tried", "median squares tried"),
    Column::titled("median_steps", "median steps"),
    Column::titled("median_seconds", "median time"),
    Column::titled("ns_per_step", "time per step (ns)"),
];

fn report(settings: &Options, results: &Results<'_>) -> Findings {
    let groups = groups(settings, results);
    let methods = method_cells(settings.get(&METHODS));
    let row = |group: &Group<'_>| {
        let (steps, seconds) = (group.stats.median_steps(), group.stats.median_seconds());
        let each = steps.zip(seconds).map(|(steps, seconds)| seconds * 1e9 / steps.max(1.0));
        Row {
            cells: vec![
                u64::from(group.size).into(),
                u64::from(group.size).pow(2).into(),
                methods[group.method].clone(),
                group.stats.outcome(),
                Cell::exact(group.stats.median_squares(), 1),
                Cell::exact(steps, 1),
                Cell::seconds(seconds),
                Cell::maybe(each, 1),
            ],
            trial: group.typical,
        }
    };
    let chart = |title: &str, y: Axis, value: &dyn Fn(&Group<'_>) -> Option<f64>| Chart {
        title: title.to_owned(),
        plot: Plot::Lines { x: Axis::board_squares(), y, series: lines(&methods, &groups, value) },
    };
    let seconds = |group: &Group<'_>| group.stats.median_seconds();
    let squares = |group: &Group<'_>| group.stats.median_squares();
    Findings {
        table: Table { columns: COLUMNS.to_vec(), rows: groups.iter().map(row).collect() },
        charts: vec![
            chart(
                "Squares tried up to the first tour (median run)",
                Axis::log(SQUARES_TRIED),
                &squares,
            ),
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
