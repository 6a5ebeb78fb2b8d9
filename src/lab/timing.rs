//! How steps and time grow with the board.

use super::prelude::*;

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

fn example() -> Chart {
    let series: [(&str, &[(f64, f64)]); 3] = [
        ("backtracking", &[(25.0, 8_840.0), (36.0, 248_169.0), (49.0, 7.15e6), (64.0, 8.25e6)]),
        (
            "backtracking:by=static-degree",
            &[(25.0, 83.0), (36.0, 1_383.0), (49.0, 1_632.0), (64.0, 20_682.0)],
        ),
        ("warnsdorff", &[(25.0, 25.0), (36.0, 36.0), (49.0, 49.0), (64.0, 64.0)]),
    ];
    let title = "Squares tried up to the first tour";
    example::lines(title, Axis::board_squares(), Axis::squares_tried(), &series)
}

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    plan_by_size(settings, settings.get(&RUNS), trials)
}

/// Every method on every size from the start, this many times each.
pub(super) fn plan_by_size(
    settings: &Options,
    runs: u64,
    trials: &mut Trials,
) -> Result<(), LabError> {
    let methods = settings.get(&METHODS);
    for (place, size) in settings.get(&SIZES).iter().enumerate() {
        let puzzle = puzzle_on(&square_board(*size)?, settings)?;
        for (method, config) in methods.iter().enumerate() {
            let group = place * methods.len() + method;
            trials.repeat(&Trial { group, ..Trial::new(&puzzle, config, settings) }, 0..runs)?;
        }
    }
    Ok(())
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
pub(super) fn groups<'a>(settings: &Options, results: &'a TrialResults) -> Vec<Group<'a>> {
    let mut groups = Vec::new();
    for &size in settings.get(&SIZES) {
        for method in 0..settings.get(&METHODS).len() {
            let number = groups.len();
            let typical = results.typical(number, Measure::Squares);
            groups.push(Group { size, method, typical, stats: results.stats(number) });
        }
    }
    groups
}

/// A line for each method, with a point for each of its groups that has one.
pub(super) fn lines(
    methods: &[TableCell],
    groups: &[Group<'_>],
    point: impl Fn(&Group<'_>) -> Option<ChartPoint>,
) -> Vec<Series> {
    let line = |(method, cell): (usize, &TableCell)| {
        let own = groups.iter().filter(|group| group.method == method);
        Series { name: cell.in_words(), points: own.filter_map(&point).collect() }
    };
    methods.iter().enumerate().map(line).collect()
}

fn report(settings: &Options, results: &TrialResults) -> Findings {
    let groups = groups(settings, results);
    let methods = method_cells(settings.get(&METHODS));
    let nanoseconds_per_step = |group: &Group<'_>| {
        let steps = group.stats.median(Measure::Steps)?;
        Some(group.stats.median(Measure::Nanoseconds)? * 1e9 / steps.max(1.0))
    };
    let table = Table::new(
        &groups,
        |group| group.typical,
        &[
            ("side", "board size", &|group| group.size.into()),
            ("squares", "squares", &|group| group.size.pow(2).into()),
            ("method", "method", &|group| methods[group.method].clone()),
            ("outcome", "outcome", &|group| group.stats.outcome()),
            ("median_squares_tried", "median squares tried", &|group| {
                TableCell::exact(group.stats.median(Measure::Squares), 1)
            }),
            ("median_steps", "median steps", &|group| {
                TableCell::exact(group.stats.median(Measure::Steps), 1)
            }),
            ("median_seconds", "median time", &|group| {
                TableCell::seconds(group.stats.median(Measure::Nanoseconds))
            }),
            ("ns_per_step", "time per step (ns)", &|group| {
                TableCell::maybe(nanoseconds_per_step(group), 1)
            }),
        ],
    );
    let chart = |title: &str, y: Axis, measure: Measure| {
        let point = |group: &Group<'_>| {
            let value = group.stats.median(measure)?;
            Some(ChartPoint::new(group.size.pow(2), value, group.typical))
        };
        Chart::lines(title, Axis::board_squares(), y, lines(&methods, &groups, point))
    };
    let squares = "Squares tried up to the first tour (median run)";
    let time = "Time to the first tour (median run)";
    let log_time = "Time to the first tour (median run, logarithmic scale)";
    let charts = vec![
        chart(squares, Axis::squares_tried(), Measure::Squares),
        chart(time, Axis::linear(Axis::TIME), Measure::Nanoseconds),
        chart(log_time, Axis::log(Axis::TIME), Measure::Nanoseconds),
    ];
    Findings { table, charts, remarks: Vec::new() }
}
