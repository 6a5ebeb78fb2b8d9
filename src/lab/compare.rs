//! Methods side by side on one puzzle.

use super::prelude::*;

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

fn example() -> Chart {
    let bars = [
        ("backtracking", 3_242_065.0),
        ("backtracking:by=static-degree", 12_291.0),
        ("backtracking:by=warnsdorff", 64.0),
        ("warnsdorff", 64.0),
        ("restarting", 64.0),
    ];
    example::bars("Squares tried up to the first tour", Axis::squares_tried(), &bars)
}

/// Why the chart does not show steps.
const UNIT: &str = "A step can be one square or a whole generation, so the chart shows squares tried: squares \
                    placed, genes evaluated, all squares for each walk of an ant, neurons updated.";

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    let puzzle = puzzle_on(settings.get(&BOARD), settings)?;
    for (group, config) in settings.get(&METHODS).iter().enumerate() {
        let trial = Trial { group, ..Trial::new(&puzzle, config, settings) };
        trials.repeat(&trial, 0..settings.get(&RUNS))?;
    }
    Ok(())
}

fn report(settings: &Options, results: &TrialResults) -> Findings {
    let methods = method_cells(settings.get(&METHODS));
    let groups: Vec<usize> = (0..methods.len()).collect();
    let typical = |group: &usize| results.typical(*group, Measure::Squares);
    let stats = |group: &usize| results.stats(*group);
    let bytes = |group: &usize| results.of(*group).map(|(_, _, run)| run.record.bytes as u64).max();
    let rate = |group: &usize| {
        let found = stats(group).found();
        (found > 0).then(|| found as f64 / results.seconds(*group).max(1e-9))
    };
    let table = Table::new(
        &groups,
        typical,
        &[
            ("method", "method", &|group| methods[*group].clone()),
            ("outcome", "outcome", &|group| stats(group).outcome()),
            ("median_squares_tried", "median squares tried", &|group| {
                TableCell::exact(stats(group).median(Measure::Squares), 1)
            }),
            ("median_steps", "median steps", &|group| {
                TableCell::exact(stats(group).median(Measure::Steps), 1)
            }),
            ("median_seconds", "median time", &|group| {
                TableCell::seconds(stats(group).median(Measure::Nanoseconds))
            }),
            ("bytes", "memory (bytes)", &|group| bytes(group).into()),
            ("tours_per_second", "tours per second", &|group| TableCell::rate(rate(group))),
        ],
    );
    let bar = |group: &usize| NamedBar {
        name: methods[*group].in_words(),
        value: stats(group).median(Measure::Squares),
        words: stats(group).outcome().shown(),
        trial: typical(group),
    };
    let bars = groups.iter().map(bar).collect();
    let title = "Squares tried up to the first tour (median run)";
    let charts = vec![Chart::bars(title, Axis::squares_tried(), bars)];
    Findings { table, charts, remarks: vec![Remark::new(UNIT)] }
}
