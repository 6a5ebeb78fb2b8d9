//! How far a method gets as the board grows.

use super::example;
use super::experiment::SQUARES_TRIED;
use super::name::method_cells;
use super::parameter::{GOAL, MAX_STEPS, METHODS, SEED, SIZES, START};
use super::timing::{Group, groups, plan_by_size};
use super::{
    Axis, Cell, Chart, Column, Experiment, Findings, LabError, Plot, Point, Remark, Results, Row,
    Series, Table, Trials,
};
use crate::engine::Answer;
use crate::solver::{MethodConfig, OptionSpec, Options};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "scaling",
    title: "How far does each method get?",
    summary: "Tries each method on larger and larger boards, with a step limit for each run.",
    invitation: "try each method on larger and larger boards, with a step limit for each run",
    repeats: "“PBL2 The Knights Tour”, figure 3. The method called Warnsdorff there counts moves on the \
              empty board and stalls above 10×10; Warnsdorff's rule itself does not",
    parameters: &[
        &OptionSpec {
            help: "the sides of the square boards, such as 5-30",
            default: "5-30",
            ..SIZES.0
        },
        &OptionSpec {
            default: "backtracking backtracking:by=static-degree,order=32465817 \
                      backtracking:by=warnsdorff,order=32465817 warnsdorff:ties=order restarting",
            ..METHODS.0
        },
        &START.0,
        &GOAL.spec,
        &OptionSpec { default: "5,000,000", ..MAX_STEPS.0 },
        &SEED.0,
    ],
    plan,
    report,
    example,
};

fn example() -> Option<Chart> {
    let sides = || (5..=16).map(f64::from);
    let exact: Vec<(f64, f64)> = sides().map(|side| (side, side * side)).collect();
    let steep = |base: f64, growth: f64| -> Vec<(f64, f64)> {
        sides().map(|side| (side, (base * growth.powf(side)).min(2.5e6))).collect()
    };
    let (plain, degrees) = (steep(3.0, 6.0), steep(0.6, 3.4));
    let series: [(&str, &[(f64, f64)]); 3] = [
        ("backtracking", &plain),
        ("backtracking:by=static-degree", &degrees),
        ("warnsdorff", &exact),
    ];
    let mut chart = example::lines(TITLE, Axis::log(SQUARES_TRIED), &series);
    if let Plot::Lines { series, .. } = &mut chart.plot {
        let points = series.iter_mut().flat_map(|line| &mut line.points);
        points.for_each(|point| point.unfinished = point.y >= 2.5e6);
    }
    Some(chart)
}

const TITLE: &str = "Squares tried up to the first tour, or up to the step limit (hollow)";

fn plan(settings: &Options) -> Result<Trials, LabError> {
    plan_by_size(settings, 1)
}

const COLUMNS: [Column; 6] = [
    Column::titled("side", "board size"),
    Column::plain("method"),
    Column::plain("outcome"),
    Column::titled("squares_tried", "squares tried"),
    Column::plain("steps"),
    Column::titled("seconds", "time"),
];

fn report(settings: &Options, results: &Results<'_>) -> Findings {
    let groups = groups(settings, results);
    let cells = method_cells(settings.get(&METHODS));
    let measurement =
        |group: &Group<'_>| group.typical.and_then(|number| results.measurements[number].as_ref());
    let row = |group: &Group<'_>| {
        let measurement = measurement(group);
        Row {
            cells: vec![
                u64::from(group.size).into(),
                cells[group.method].clone(),
                group.stats.outcome(),
                measurement.map(|measurement| measurement.record.squares).into(),
                measurement.map(|measurement| measurement.record.work.steps()).into(),
                Cell::seconds(measurement.map(|measurement| measurement.record.seconds)),
            ],
            trial: group.typical,
        }
    };
    let line = |(method, cell): (usize, &Cell)| {
        let own = groups.iter().filter(|group| group.method == method);
        let point = |group: &Group<'_>| {
            let record = &measurement(group)?.record;
            let unfinished = record.answer != Answer::Found;
            let is_run = record.answer != Answer::Impossible;
            let y = record.squares as f64;
            is_run.then_some(Point { x: group.size.into(), y, trial: group.typical, unfinished })
        };
        Series { name: cell.in_words(), points: own.filter_map(point).collect() }
    };
    let remark = |(method, config): (usize, &MethodConfig)| {
        let own = || groups.iter().filter(|group| group.method == method);
        if own().any(|group| measurement(group).is_none()) {
            return None;
        }
        let ended = |group: &&Group<'_>| {
            measurement(group).is_some_and(|measurement| measurement.record.answer == Answer::Found)
        };
        let stuck = own().find(|group| {
            let answer = measurement(group).map(|measurement| measurement.record.answer);
            matches!(answer, Some(Answer::Limit | Answer::GaveUp))
        });
        let largest = own().filter(ended).map(|group| group.size).max();
        let text = match (largest?, stuck.map(|group| group.size)) {
            (largest, Some(stuck)) => format!(
                "first fails on {stuck}×{stuck}; the largest board it solves is {largest}×{largest}"
            ),
            (largest, None) => format!("solves every board up to {largest}×{largest}"),
        };
        Some(Remark { method: Some(config.clone()), text })
    };
    Findings {
        table: Table { columns: COLUMNS.to_vec(), rows: groups.iter().map(row).collect() },
        charts: vec![Chart {
            title: TITLE.to_owned(),
            plot: Plot::Lines {
                x: Axis::whole("side of the board"),
                y: Axis::log(SQUARES_TRIED),
                series: cells.iter().enumerate().map(line).collect(),
            },
        }],
        remarks: settings.get(&METHODS).iter().enumerate().filter_map(remark).collect(),
    }
}
