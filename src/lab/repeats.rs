//! One search, repeated many times.

use super::prelude::*;
use super::view::bars;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "batch",
    title: "How much do runs differ?",
    summary: "Repeats one search many times with different seeds and shows how time, steps and kinds \
              of tours vary.",
    invitation: "repeat one search many times with different seeds and see how time, steps and \
                  kinds of tours vary",
    repeats: "“The Knight's Tour Report”: 900 runs from (7,0) on 8×8",
    parameters: &[
        &BOARD.0,
        &START_IN_CORNER,
        &METHOD.0,
        &GOAL.spec,
        &COUNT.0,
        &MAX_STEPS.0,
        &SEED.0,
    ],
    plan,
    report,
    example,
};

const COUNT: Whole =
    Whole(OptionSpec { key: "count", help: "how many runs", default: "900", ..RUNS.0 });

fn example() -> Chart {
    const COUNTS: [u64; 14] = [3, 18, 64, 140, 187, 168, 122, 84, 51, 29, 17, 9, 5, 3];
    let bar = |(place, count): (usize, u64)| {
        let from = 12.0 + place as f64;
        Bar { from, to: from + 1.0, count, trial: None }
    };
    let bars = COUNTS.into_iter().enumerate().map(bar).collect();
    Chart::histogram("Time to find a tour", Axis::linear("microseconds"), bars)
}

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    let puzzle = puzzle_on(settings.get(&BOARD), settings)?;
    let trial = Trial::new(&puzzle, settings.get(&METHOD), settings);
    trials.repeat(&trial, 0..settings.get(&COUNT))
}

const COLUMNS: [(&str, &str); 6] = [
    ("measure", "measure"),
    ("total", "total"),
    ("average", "average"),
    ("median", "median"),
    ("p90", "90th percentile"),
    ("most", "maximum"),
];

fn report(_: &Options, results: &TrialResults) -> Findings {
    let stats = results.stats(0);
    let mut rows = Vec::new();
    let mut row = |name: TableCell, mut cells: Vec<TableCell>, trial: Option<usize>| {
        cells.insert(0, name);
        // A count has only a total.
        cells.resize(6, TableCell::Missing);
        rows.push(Row { cells, trial });
    };
    let mut count = |name: TableCell, count: u64, is_such: &dyn Fn(&Record) -> bool| {
        let first = results.done().find(|(_, _, measurement)| is_such(&measurement.record));
        row(name, vec![count.into()], first.map(|(number, _, _)| number));
    };
    count("runs".into(), stats.runs(), &|_| true);
    for answer in Answer::ALL.into_iter().filter(|answer| stats.count(*answer) > 0) {
        count(answer.into(), stats.count(answer), &|record| record.answer == answer);
    }
    let (closed, found) = (stats.closed, stats.found());
    count("open".into(), found - closed, &|record| record.kind.is_some_and(|kind| !kind.0));
    count("closed".into(), closed, &|record| record.kind.is_some_and(|kind| kind.0));
    let is_structured = |record: &Record| record.kind.is_some_and(|kind| kind.1);
    count("structured".into(), stats.structured, &is_structured);
    let typical = results.typical(0, Measure::Steps);
    let common = [
        ("steps", Measure::Steps),
        ("retreats", Measure::Retreats),
        ("restarts", Measure::Restarts),
        ("seconds", Measure::Nanoseconds),
    ];
    let common = common.map(|(name, measure)| (name, stats.distribution(measure)));
    let own = stats.counters.iter().map(|(name, distribution)| (*name, distribution));
    for (name, distribution) in common.into_iter().chain(own) {
        let is_time = name == "seconds";
        let cell = |value: Option<f64>| match value {
            Some(value) if is_time => TableCell::Seconds(value / 1e9),
            value => TableCell::exact(value, 2),
        };
        row(
            if is_time { TableCell::named(name, "time") } else { name.into() },
            vec![
                cell(Some(distribution.total() as f64)),
                cell(distribution.average()),
                cell(distribution.median()),
                cell(distribution.part(0.9).map(|value| value as f64)),
                cell(distribution.max().map(|value| value as f64)),
            ],
            typical,
        );
    }
    let none_found = stats.runs() > 0 && stats.found() == 0;
    let remarks = if none_found { vec![Remark::new("no run found a tour")] } else { Vec::new() };
    Findings { table: Table::from_rows(&COLUMNS, rows), charts: charts(results), remarks }
}

fn charts(results: &TrialResults) -> Vec<Chart> {
    let stats = results.stats(0);
    let histogram = |title: &str, x: Axis, measure: Measure, unit: f64| {
        let found = results.done().filter(|run| run.2.record.answer == Answer::Found);
        let values =
            found.map(|(number, _, measurement)| (number, measure.of(&measurement.record)));
        let (bars, is_open) = bars(stats.distribution(measure), values, unit, 30);
        let more = if is_open { " (last bar: this or longer)" } else { "" };
        Chart::histogram(format!("{title}{more}"), x, bars)
    };
    let nine_of_ten = stats.distribution(Measure::Nanoseconds).part(0.9).unwrap_or(0);
    let (name, unit) = match nine_of_ten {
        0..10_000_000 => ("microseconds", 1e3),
        10_000_000..10_000_000_000 => ("milliseconds", 1e6),
        _ => ("seconds", 1e9),
    };
    vec![
        histogram("Time to find a tour", Axis::linear(name), Measure::Nanoseconds, unit),
        histogram("Steps to find a tour", Axis::whole("steps"), Measure::Steps, 1.0),
    ]
}
