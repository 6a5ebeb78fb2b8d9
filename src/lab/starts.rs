//! What each start square leads to.

use super::experiment::{BOARD, GOAL, MAX_STEPS, METHODS, SEED};
use super::{
    Axis, Cell, Chart, Experiment, HeatSquare, LabError, Mark, Measure, Parameter, Plot, Report,
    Results, Row, Settings, Table, Trial, Trials,
};
use crate::engine::Answer;
use crate::puzzle::starts;
use crate::solver::Recipe;
use crate::text::counted;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "starts",
    question: "From which squares does a method find a tour, and how many steps does it take from \
               each?",
    repeats: "PBL2 The Knights Tour: every start of 8×8 and 10×10; on 7×7 the squares of the colour \
              that has one fewer stay empty",
    parameters: &[
        BOARD,
        Parameter {
            default: "backtracking:by=static-degree,order=45328617 backtracking:by=warnsdorff \
                      warnsdorff:ties=order warnsdorff restarting",
            ..METHODS
        },
        GOAL,
        Parameter { default: "1,000,000", ..MAX_STEPS },
        SEED,
    ],
    plan,
    report,
};

fn plan(settings: &Settings) -> Result<Trials, LabError> {
    let board = settings.board()?;
    let mut trials = Trials::default();
    for (group, recipe) in settings.methods().iter().enumerate() {
        for start in starts(&board, settings.goal()) {
            let trial = Trial::new(&board, start, settings.goal(), settings.seed(), recipe)?;
            trials.add(trial.up_to(settings.whole("max-steps")).in_group(group))?;
        }
    }
    Ok(trials)
}

fn report(settings: &Settings, results: &Results<'_>) -> Report {
    let mut report = Report {
        table: Table {
            columns: vec![
                "method",
                "found",
                "failed",
                "impossible",
                "median steps",
                "90 % steps",
                "most steps",
                "seconds",
            ],
            rows: Vec::new(),
        },
        ..Report::default()
    };
    for (group, recipe) in settings.methods().iter().enumerate() {
        let ledger = results.ledger(group);
        let steps = ledger.spread(Measure::Steps);
        let seconds = results.of(group).map(|(_, _, finding)| finding.record.seconds).sum();
        report.table.rows.push(Row {
            cells: vec![
                recipe.to_string().into(),
                ledger.found().into(),
                ledger.failures().into(),
                ledger.count(Answer::Impossible).into(),
                Cell::exact(steps.median(), 1),
                steps.part(0.9).into(),
                steps.ends().map(|(_, most)| most).into(),
                Cell::Seconds(seconds),
            ],
            trial: None,
        });
        report.charts.extend(heat(group, recipe, settings, results));
    }
    report
}

/// The steps from each square.
fn heat(
    group: usize,
    recipe: &Recipe,
    settings: &Settings,
    results: &Results<'_>,
) -> Option<Chart> {
    let board = settings.board().ok()?;
    let mut squares = vec![HeatSquare::waiting(); board.size()];
    for (number, trial, finding) in results.of(group) {
        let start = trial.puzzle.start();
        let record = &finding.record;
        let name = board.name(start);
        let steps = counted(record.work.steps, "step");
        let (mark, words) = match record.answer {
            Answer::Found => (Mark::None, format!("{name}: found in {steps}")),
            Answer::Impossible => (Mark::Impossible, format!("{name}: no tour starts here")),
            answer => (Mark::Failed, format!("{name}: {} after {steps}", answer.name())),
        };
        squares[start.index()] = HeatSquare {
            value: (mark == Mark::None).then_some(record.work.steps as f64),
            words,
            trial: Some(number),
            mark,
        };
    }
    let groups = 0..settings.methods().len();
    let ends = groups.filter_map(|group| results.ledger(group).spread(Measure::Steps).ends());
    Some(Chart {
        title: recipe.to_string(),
        plot: Plot::Heat {
            board,
            values: Axis::log("steps"),
            ends: ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))),
            squares,
        },
    })
}
