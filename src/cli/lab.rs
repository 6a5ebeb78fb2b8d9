//! `lab`: experiments.

use std::sync::Arc;

use clap::{Arg, ArgMatches};
use serde_json::{Value, json};

use super::Ending;
use super::args::LabArgs;
use super::output::{Failure, answer, deliver, print_error};
use super::progress::ProgressBar;
use crate::engine::{cores, until_interrupted};
use crate::format::{chart, table};
use crate::lab::{EXPERIMENTS, ExperimentRun, Findings, Measurement, Trial, named};
use crate::storage::OutputFile;
use crate::text::counted;

/// The command with a subcommand for every experiment. Any other name is accepted too, and refused later
/// with a list of names.
pub(super) fn with_experiments(command: clap::Command) -> clap::Command {
    let command = command.allow_external_subcommands(true);
    command.subcommands(EXPERIMENTS.iter().map(|experiment| {
        let arguments = experiment.parameters.iter().map(|parameter| {
            let letter = ["board", "goal", "method", "start"].contains(&parameter.key);
            Arg::new(parameter.key)
                .long(parameter.key)
                .short(parameter.key.chars().next().filter(|_| letter))
                .help(parameter.help)
                .value_name("VALUE")
                .default_value(parameter.default)
        });
        clap::Command::new(experiment.name)
            .about(format!("{} {}", experiment.title, experiment.summary))
            .after_help(format!("Repeats {}.", experiment.repeats))
            .args(arguments)
    }))
}

/// Runs an experiment, given its name and the values of its parameters; without one, lists them all.
pub(super) fn run(
    command: &LabArgs,
    chosen: Option<(&str, &ArgMatches)>,
) -> Result<Ending, Failure> {
    let Some((name, values)) = chosen else {
        return answer(&list());
    };
    until_interrupted();
    let experiment = named(name)?;
    let mut settings = experiment.defaults();
    for key in experiment.parameters.iter().map(|parameter| parameter.key) {
        if let Some(value) = values.get_one::<String>(key) {
            let set = experiment.set(&mut settings, key, value);
            set.map_err(|why| Failure::Bad(format!("--{key}: {why}")))?;
        }
    }
    let target = command.out.as_deref().map(OutputFile::new).transpose()?;
    let jobs = command.jobs.unwrap_or_else(cores);
    let mut running = ExperimentRun::start(experiment, &settings, jobs, Arc::default())?;
    let mut progress = ProgressBar::new("runs", running.progress().1 as u64);
    while running.wait() {
        progress.set(running.progress().0 as u64);
    }
    progress.clear();
    let text = written(command, &running);
    match target {
        Some(target) if target.existed && !running.is_done() => {
            print_error(&format!(
                "{} was not overwritten, because the experiment is incomplete",
                target.shown()
            ));
            answer(&text)?;
        }
        target => _ = deliver(target, &text)?,
    }
    if let Some(fault) = running.fault.take() {
        return Err(Failure::Internal(fault));
    }
    if running.is_done() {
        return Ok(Ending::Done);
    }
    let (done, all) = running.progress();
    print_error(&format!("interrupted after {done} of {}", counted(all as u64, "run")));
    Ok(Ending::No)
}

fn list() -> String {
    let mut text = String::new();
    for experiment in EXPERIMENTS {
        text += &format!("{:<10} {}\n", experiment.name, experiment.title);
        text += &format!("{:<10} {}\n\n", "", experiment.summary);
    }
    text + "'knights-tour lab NAME --help' lists the parameters of an experiment.\n"
}

/// The results in the format asked for.
fn written(command: &LabArgs, running: &ExperimentRun) -> String {
    let report = running.report();
    if command.csv {
        table::csv(&report.table)
    } else if command.svg {
        chart::write(&report.charts)
    } else if command.json {
        in_json(running, &report)
    } else {
        let remarks: String = report.remarks.iter().map(|remark| format!("{remark}\n")).collect();
        let gap = if remarks.is_empty() { "" } else { "\n" };
        table::text(&report.table) + gap + &remarks
    }
}

fn in_json(running: &ExperimentRun, report: &Findings) -> String {
    let settings = running.settings.iter();
    let settings: serde_json::Map<_, _> = settings
        .map(|setting| (setting.spec.key.to_owned(), setting.value.to_string().into()))
        .collect();
    let results = &running.results;
    let run = |(trial, measurement): (&Trial, &Option<Measurement>)| {
        let Measurement { record, tours, harvest } = measurement.as_ref()?;
        let mut run = json!({
            "puzzle": trial.puzzle.to_string(),
            "method": trial.config.to_string(),
            "max_steps": trial.limits.steps,
            "max_seconds": trial.limits.seconds,
            "outcome": record.answer.name(),
            "tours": tours,
            "first_steps": harvest.as_ref().and_then(|all| Some(all.first?.0)),
            "seconds": record.seconds,
            "bytes": record.bytes,
            "closed": record.kind.map(|kind| kind.0),
            "structured": record.kind.map(|kind| kind.1),
            "squares_tried": record.squares,
        });
        if let (Some(run), Value::Object(work)) = (run.as_object_mut(), json!(record.work)) {
            run.extend(work);
        }
        Some(run)
    };
    let runs = results.trials.iter().zip(&results.measurements).filter_map(run);
    let whole = json!({
        "experiment": running.experiment.name,
        "version": env!("CARGO_PKG_VERSION"),
        "command": running.experiment.command_line(&running.settings),
        "settings": settings,
        "complete": running.is_done(),
        "table": table::json(&report.table),
        "remarks": report.remarks.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "runs": runs.collect::<Vec<_>>(),
    });
    whole.to_string() + "\n"
}
