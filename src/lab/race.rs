//! Which method finds more tours in the same time.

use super::example;
use super::name::method_cells;
use super::parameter::{BOARD, GOAL, MAX_SECONDS, METHODS, SEED, START, start_on};
use super::{
    Axis, Cell, Chart, Column, Experiment, Findings, LabError, NamedBar, Plot, Remark, Results,
    Row, Table, Trial, Trials,
};
use crate::board::Naming;
use crate::engine::{Answer, Limits};
use crate::solver::{OptionSpec, Options};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "race",
    title: "Who finds more tours in the same time?",
    summary: "Gives several methods the same time, and counts the different tours that each finds.",
    invitation: "give several methods the same time, and count the different tours that each finds",
    repeats: "the closing table of “Knight's Tour Problem Solver”: evolution against backtracking",
    parameters: &[
        &BOARD.0,
        &START.0,
        &OptionSpec {
            default: "backtracking:order=top-down backtracking:by=warnsdorff,order=top-down \
                      genetic:repair=first,generations=1000000 genetic:generations=1000000",
            ..METHODS.0
        },
        &GOAL.spec,
        &OptionSpec {
            title: "Time (seconds)",
            help: "how many seconds each method has",
            ..MAX_SECONDS.0
        },
        &SEED.0,
    ],
    plan,
    report,
    example,
};

const TITLE: &str = "Different tours in the same time";

fn example() -> Option<Chart> {
    let bars = [
        ("backtracking:by=warnsdorff", 900_000.0),
        ("genetic:repair=first,generations=1000000", 40.0),
        ("genetic:generations=1000000", 21_000.0),
    ];
    Some(example::bars(TITLE, Axis::log("tours"), &bars))
}

fn plan(settings: &Options) -> Result<Trials, LabError> {
    let board = settings.get(&BOARD);
    let start = start_on(board, settings)?;
    let limits = Limits { steps: None, seconds: Some(settings.get(&MAX_SECONDS)) };
    let mut trials = Trials::default();
    for (group, config) in settings.get(&METHODS).iter().enumerate() {
        let trial = Trial::new(board, start, settings.get(&GOAL), settings.get(&SEED), config)?;
        trials.add(Trial { limits, ..trial.harvesting().in_group(group) })?;
    }
    Ok(trials)
}

const COLUMNS: [Column; 7] = [
    Column::plain("method"),
    Column::titled("first_seconds", "time to the first"),
    Column::titled("first_steps", "steps to the first"),
    Column::titled("tours", "different tours"),
    Column::titled("squares_tried", "squares tried"),
    Column::titled("seconds", "time"),
    Column::titled("tours_per_second", "tours per second"),
];

fn report(settings: &Options, results: &Results<'_>) -> Findings {
    let (mut rows, mut bars, mut remarks) = (Vec::new(), Vec::new(), Vec::new());
    for (group, method) in method_cells(settings.get(&METHODS)).into_iter().enumerate() {
        let name = method.in_words();
        let run = results.of(group).next();
        if let Some((_, trial, run)) = run
            && run.record.answer == Answer::Impossible
            && remarks.is_empty()
        {
            remarks.push(Remark::new(trial.puzzle.none_exists(Naming::Chess)));
        }
        let trial = run.map(|(number, _, _)| number);
        let measurement = run.map(|(_, _, measurement)| measurement);
        let first = measurement.and_then(|run| run.harvest.as_ref()?.first);
        let tours = measurement.map(|run| run.tours);
        let seconds = measurement.map(|run| run.record.seconds);
        let rate = tours.zip(seconds).map(|(tours, seconds)| tours as f64 / seconds.max(1e-9));
        rows.push(Row {
            cells: vec![
                method,
                Cell::seconds(first.map(|(_, seconds)| seconds)),
                first.map(|(steps, _)| steps).into(),
                tours.into(),
                measurement.map(|run| run.record.squares).into(),
                Cell::seconds(seconds),
                Cell::maybe(rate, if rate.is_some_and(|rate| rate < 100.0) { 2 } else { 0 }),
            ],
            trial,
        });
        bars.push(NamedBar {
            name,
            value: tours.filter(|tours| *tours > 0).map(|tours| tours as f64),
            words: if tours.is_some() { "none" } else { "waiting" }.to_owned(),
            trial,
        });
    }
    let plot = Plot::Bars { values: Axis::log("tours"), bars };
    Findings {
        table: Table { columns: COLUMNS.to_vec(), rows },
        charts: vec![Chart { title: TITLE.to_owned(), plot }],
        remarks,
    }
}
