//! How far a method gets as the board grows.

use super::prelude::*;
use super::timing::{Group, groups, lines, plan_by_size};

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

fn example() -> Chart {
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
    let mut chart = example::lines(TITLE, Axis::side(), Axis::squares_tried(), &series);
    if let Plot::Lines { series, .. } = &mut chart.plot {
        let points = series.iter_mut().flat_map(|line| &mut line.points);
        points.for_each(|point| point.unfinished = point.y >= 2.5e6);
    }
    chart
}

const TITLE: &str = "Squares tried up to the first tour, or up to the step limit (hollow)";

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    plan_by_size(settings, 1, trials)
}

fn report(settings: &Options, results: &TrialResults) -> Findings {
    let groups = groups(settings, results);
    let methods = method_cells(settings.get(&METHODS));
    let record = |group: &Group<'_>| -> Option<&Record> {
        Some(&results.measurements[group.typical?].as_ref()?.record)
    };
    let table = Table::new(
        &groups,
        |group| group.typical,
        &[
            ("side", "board size", &|group| group.size.into()),
            ("method", "method", &|group| methods[group.method].clone()),
            ("outcome", "outcome", &|group| group.stats.outcome()),
            ("squares_tried", "squares tried", &|group| {
                record(group).map(|run| run.squares).into()
            }),
            ("steps", "steps", &|group| record(group).map(|run| run.work.steps()).into()),
            ("seconds", "time", &|group| TableCell::seconds(record(group).map(|run| run.seconds))),
        ],
    );
    let point = |group: &Group<'_>| {
        let run = record(group)?;
        let unfinished = run.answer != Answer::Found;
        let point = ChartPoint::new(group.size, run.squares as f64, group.typical);
        (run.answer != Answer::Impossible).then_some(ChartPoint { unfinished, ..point })
    };
    let remark = |(method, config): (usize, &MethodConfig)| {
        let own = || groups.iter().filter(|group| group.method == method);
        if own().any(|group| record(group).is_none()) {
            return None;
        }
        let answers = || own().filter_map(|group| Some((group.size, record(group)?.answer)));
        let stuck = answers().find(|run| matches!(run.1, Answer::Limit | Answer::GaveUp));
        let solved = answers().filter(|run| run.1 == Answer::Found).map(|(size, _)| size);
        let text = match (solved.max()?, stuck) {
            (largest, Some((stuck, _))) => format!(
                "first fails on {stuck}×{stuck}; the largest board it solves is {largest}×{largest}"
            ),
            (largest, None) => format!("solves every board up to {largest}×{largest}"),
        };
        Some(Remark { method: Some(config.clone()), text })
    };
    let series = lines(&methods, &groups, point);
    Findings {
        table,
        charts: vec![Chart::lines(TITLE, Axis::side(), Axis::squares_tried(), series)],
        remarks: settings.get(&METHODS).iter().enumerate().filter_map(remark).collect(),
    }
}
