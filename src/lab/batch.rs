//! One start many times.

use super::experiment::{BOARD, GOAL, MAX_STEPS, SEED, START};
use super::view::bars;
use super::{
    Axis, Cell, Chart, Experiment, LabError, Measure, Parameter, ParameterKind, Plot, Record,
    Report, Results, Row, Settings, Table, Trial, Trials,
};
use crate::engine::Answer;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "batch",
    question: "How are time, steps and kinds of tours spread over many runs from one square?",
    repeats: "The Knight's Tour Report: 900 runs from (7,0) on 8×8",
    parameters: &[
        BOARD,
        Parameter { default: "7,0", ..START },
        Parameter {
            key: "method",
            help: "the method, with options as method:key=value,key=value",
            kind: ParameterKind::Method,
            default: "warnsdorff",
        },
        GOAL,
        Parameter {
            key: "count",
            help: "how many runs",
            kind: ParameterKind::Whole(1, 100_000),
            default: "900",
        },
        MAX_STEPS,
        SEED,
    ],
    plan,
    report,
};

fn plan(settings: &Settings) -> Result<Trials, LabError> {
    let board = settings.board()?;
    let (start, recipe) = (settings.start(&board)?, settings.method()?);
    let mut trials = Trials::default();
    for run in 0..settings.whole("count") {
        let seed = settings.seed().wrapping_add(run);
        let trial = Trial::new(&board, start, settings.goal(), seed, &recipe)?;
        trials.add(trial.up_to(settings.whole("max-steps")))?;
    }
    Ok(trials)
}

fn report(_: &Settings, results: &Results<'_>) -> Report {
    let ledger = results.ledger(0);
    let mut rows = Vec::new();
    let mut row = |name: &str, mut cells: Vec<Cell>, trial: Option<usize>| {
        cells.insert(0, name.into());
        // A count has only a total.
        cells.resize(6, Cell::Missing);
        rows.push(Row { cells, trial });
    };
    let mut count = |name: &str, count: u64, is_such: &dyn Fn(&Record) -> bool| {
        let first = results.done().find(|(_, _, finding)| is_such(&finding.record));
        row(name, vec![count.into()], first.map(|(number, _, _)| number));
    };
    count("runs", ledger.runs(), &|_| true);
    for answer in Answer::ALL.into_iter().filter(|answer| ledger.count(*answer) > 0) {
        count(answer.name(), ledger.count(answer), &|record| record.answer == answer);
    }
    let (closed, found) = (ledger.closed(), ledger.found());
    count("open", found - closed, &|record| record.kind.is_some_and(|kind| !kind.0));
    count("closed", closed, &|record| record.kind.is_some_and(|kind| kind.0));
    count("structured", ledger.structured(), &|record| record.kind.is_some_and(|kind| kind.1));
    let typical = results.typical(0);
    for (name, measure) in [
        ("steps", Measure::Steps),
        ("retreats", Measure::Retreats),
        ("restarts", Measure::Restarts),
        ("seconds", Measure::Nanoseconds),
    ] {
        let spread = ledger.spread(measure);
        let is_time = measure == Measure::Nanoseconds;
        let cell = |value: Option<f64>| match value {
            Some(value) if is_time => Cell::Seconds(value / 1e9),
            other => Cell::exact(other, 2),
        };
        let whole = |value: Option<u64>| cell(value.map(|value| value as f64));
        row(
            name,
            vec![
                cell(Some(spread.total() as f64)),
                cell(spread.average()),
                cell(spread.median()),
                whole(spread.part(0.9)),
                whole(spread.ends().map(|(_, most)| most)),
            ],
            typical,
        );
    }
    let in_vain = ledger.runs() > 0 && ledger.found() == 0;
    let remarks = if in_vain { vec!["no run found a tour".to_owned()] } else { Vec::new() };
    Report {
        table: Table {
            columns: vec!["measure", "total", "average", "median", "90 %", "most"],
            rows,
        },
        charts: charts(results),
        remarks,
    }
}

/// How time and steps are spread.
fn charts(results: &Results<'_>) -> Vec<Chart> {
    let ledger = results.ledger(0);
    let histogram = |title: &str, x: Axis, measure: Measure, unit: f64| {
        let found = results.done().filter(|run| run.2.record.answer == Answer::Found);
        let values = found.map(|(number, _, finding)| (number, measure.of(&finding.record)));
        let (bars, is_open) = bars(ledger.spread(measure), values, unit, 30);
        let more = if is_open { " (the last bar: so much or more)" } else { "" };
        let plot = Plot::Histogram { x, bars };
        Chart { title: format!("{title}{more}"), plot }
    };
    let usual = ledger.spread(Measure::Nanoseconds).part(0.9).unwrap_or(0);
    let (name, unit) = match usual {
        0..10_000_000 => ("microseconds", 1e3),
        10_000_000..10_000_000_000 => ("milliseconds", 1e6),
        _ => ("seconds", 1e9),
    };
    vec![
        histogram("How long a tour takes", Axis::linear(name), Measure::Nanoseconds, unit),
        histogram("How many steps a tour takes", Axis::whole("steps"), Measure::Steps, 1.0),
    ]
}
