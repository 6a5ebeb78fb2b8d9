//! How many tours different methods find in the same time.

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

fn example() -> Chart {
    let bars = [
        ("backtracking:by=warnsdorff", 900_000.0),
        ("genetic:repair=first,generations=1000000", 40.0),
        ("genetic:generations=1000000", 21_000.0),
    ];
    example::bars(TITLE, Axis::log("tours"), &bars)
}

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    let puzzle = puzzle_on(settings.get(&BOARD), settings)?;
    for (group, config) in settings.get(&METHODS).iter().enumerate() {
        let trial = Trial::new(&puzzle, config, settings);
        trials.add(Trial { task: Task::Harvest, group, ..trial })?;
    }
    Ok(())
}

fn report(settings: &Options, results: &TrialResults) -> Findings {
    let methods = method_cells(settings.get(&METHODS));
    let groups: Vec<usize> = (0..methods.len()).collect();
    let trial = |group: &usize| results.of(*group).next().map(|(number, _, _)| number);
    let run = |group: &usize| results.of(*group).next().map(|(_, _, run)| run);
    let first = |group: &usize| run(group)?.harvest.as_ref()?.first;
    let tours = |group: &usize| Some(run(group)?.tours);
    let seconds = |group: &usize| Some(run(group)?.record.seconds);
    let rate = |group: &usize| Some(tours(group)? as f64 / seconds(group)?.max(1e-9));
    let table = Table::new(
        &groups,
        trial,
        &[
            ("method", "method", &|group| methods[*group].clone()),
            ("first_seconds", "time to the first", &|group| {
                TableCell::seconds(first(group).map(|(_, seconds)| seconds))
            }),
            ("first_steps", "steps to the first", &|group| {
                first(group).map(|(steps, _)| steps).into()
            }),
            ("tours", "different tours", &|group| tours(group).into()),
            ("squares_tried", "squares tried", &|group| {
                run(group).map(|run| run.record.squares).into()
            }),
            ("seconds", "time", &|group| TableCell::seconds(seconds(group))),
            ("tours_per_second", "tours per second", &|group| TableCell::rate(rate(group))),
        ],
    );
    let bar = |group: &usize| NamedBar {
        name: methods[*group].in_words(),
        value: tours(group).filter(|tours| *tours > 0).map(|tours| tours as f64),
        words: if run(group).is_some() { "none" } else { "waiting" }.to_owned(),
        trial: trial(group),
    };
    let chart = Chart::bars(TITLE, Axis::log("tours"), groups.iter().map(bar).collect());
    let impossible = results.done().find(|(_, _, run)| run.record.answer == Answer::Impossible);
    let remark = impossible.map(|(_, trial, _)| trial.puzzle.none_exists(Naming::Chess));
    Findings { table, charts: vec![chart], remarks: remark.map(Remark::new).into_iter().collect() }
}
