//! Which method finds more tours in the same time.

use super::prelude::*;

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
        trials.add(Trial { limits, task: Task::Harvest, group, ..trial })?;
    }
    Ok(trials)
}

/// A method with its only run, if that has ended.
struct Entry<'a> {
    method: Cell,
    trial: Option<usize>,
    run: Option<&'a Measurement>,
}

impl Entry<'_> {
    /// The steps and the seconds up to the first tour.
    fn first(&self) -> Option<(u64, f64)> {
        self.run?.harvest.as_ref()?.first
    }

    fn tours(&self) -> Option<u64> {
        Some(self.run?.tours)
    }

    fn seconds(&self) -> Option<f64> {
        Some(self.run?.record.seconds)
    }

    fn tours_per_second(&self) -> Option<f64> {
        Some(self.tours()? as f64 / self.seconds()?.max(1e-9))
    }
}

fn report(settings: &Options, results: &Results) -> Findings {
    let methods = method_cells(settings.get(&METHODS)).into_iter().enumerate();
    let entries: Vec<Entry<'_>> = methods
        .map(|(group, method)| {
            let run = results.of(group).next();
            Entry { method, trial: run.map(|run| run.0), run: run.map(|run| run.2) }
        })
        .collect();
    let table = Table::new(
        &entries,
        |entry| entry.trial,
        &[
            ("method", "method", &|entry| entry.method.clone()),
            ("first_seconds", "time to the first", &|entry| {
                Cell::seconds(entry.first().map(|(_, seconds)| seconds))
            }),
            ("first_steps", "steps to the first", &|entry| {
                entry.first().map(|(steps, _)| steps).into()
            }),
            ("tours", "different tours", &|entry| entry.tours().into()),
            ("squares_tried", "squares tried", &|entry| {
                entry.run.map(|run| run.record.squares).into()
            }),
            ("seconds", "time", &|entry| Cell::seconds(entry.seconds())),
            ("tours_per_second", "tours per second", &|entry| Cell::rate(entry.tours_per_second())),
        ],
    );
    let bar = |entry: &Entry<'_>| NamedBar {
        name: entry.method.in_words(),
        value: entry.tours().filter(|tours| *tours > 0).map(|tours| tours as f64),
        words: if entry.run.is_some() { "none" } else { "waiting" }.to_owned(),
        trial: entry.trial,
    };
    let chart = Chart::bars(TITLE, Axis::log("tours"), entries.iter().map(bar).collect());
    let impossible = results.done().find(|(_, _, run)| run.record.answer == Answer::Impossible);
    let remark = |(_, trial, _): (usize, &Trial, &Measurement)| {
        Remark::new(trial.puzzle.none_exists(Naming::Chess))
    };
    Findings { table, charts: vec![chart], remarks: impossible.map(remark).into_iter().collect() }
}
