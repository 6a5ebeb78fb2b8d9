//! Methods side by side on one puzzle.

use super::experiment::{BOARD, GOAL, MAX_STEPS, METHODS, SEED, START};
use super::{
    Axis, Cell, Chart, Experiment, LabError, NamedBar, Parameter, ParameterKind, Plot, Report,
    Results, Row, Settings, Table, Trial, Trials,
};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "compare",
    question: "How do methods compare on one puzzle?",
    repeats: "The comparisons in all the reports, in one table",
    parameters: &[
        BOARD,
        Parameter { default: "7,0", ..START },
        Parameter {
            default: "backtracking backtracking:by=static-degree backtracking:by=warnsdorff \
                      backtracking:by=warnsdorff,ties=uniform warnsdorff warnsdorff:ties=roth \
                      restarting",
            ..METHODS
        },
        GOAL,
        Parameter {
            key: "runs",
            help: "how often each is run, with another seed each time",
            kind: ParameterKind::Whole(1, 100_000),
            default: "5",
        },
        MAX_STEPS,
        SEED,
    ],
    plan,
    report,
};

fn plan(settings: &Settings) -> Result<Trials, LabError> {
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

fn report(settings: &Settings, results: &Results<'_>) -> Report {
    let mut rows = Vec::new();
    let mut bars = Vec::new();
    for (group, recipe) in settings.methods().iter().enumerate() {
        let ledger = results.ledger(group);
        let seconds: f64 = results.of(group).map(|(_, _, finding)| finding.record.seconds).sum();
        let bytes = results.of(group).map(|(_, _, finding)| finding.record.bytes as u64).max();
        let rate = (ledger.found() > 0).then(|| ledger.found() as f64 / seconds.max(1e-9));
        let trial = results.typical(group);
        rows.push(Row {
            cells: vec![
                recipe.to_string().into(),
                ledger.outcome().into(),
                Cell::exact(ledger.median_steps(), 1),
                Cell::seconds(ledger.median_seconds()),
                bytes.into(),
                Cell::maybe(rate, if rate.is_some_and(|rate| rate < 100.0) { 2 } else { 0 }),
            ],
            trial,
        });
        let name = recipe.to_string();
        let words = ledger.outcome();
        bars.push(NamedBar { name, value: ledger.median_steps(), words, trial });
    }
    Report {
        table: Table {
            columns: vec!["method", "outcome", "steps", "seconds", "bytes", "tours a second"],
            rows,
        },
        charts: vec![Chart {
            title: "Steps to the first tour".to_owned(),
            plot: Plot::Bars { values: Axis::log("steps"), bars },
        }],
        remarks: Vec::new(),
    }
}
