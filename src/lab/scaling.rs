//! How far a method gets as the board grows.

use super::experiment::{GOAL, MAX_STEPS, METHODS, SEED, START};
use super::timing::{Group, groups, plan_by_size};
use super::{
    Axis, Cell, Chart, Experiment, LabError, Parameter, ParameterKind, Plot, Point, Report,
    Results, Row, Series, Settings, Table, Trials,
};
use crate::engine::Answer;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "scaling",
    question: "How far does each method get as the board grows, within a limit of steps for each run?",
    repeats: "PBL2 The Knights Tour, figure 3: what is called Warnsdorff there sorts by the moves on \
              the empty board, and stalls above 10×10; the rule itself does not",
    parameters: &[
        Parameter {
            key: "sizes",
            help: "the sides of the boards, such as 5-30",
            kind: ParameterKind::Sizes,
            default: "5-30",
        },
        Parameter {
            default: "backtracking backtracking:by=static-degree,order=45328617 \
                      backtracking:by=warnsdorff,order=45328617 warnsdorff:ties=order restarting",
            ..METHODS
        },
        START,
        GOAL,
        Parameter { default: "5,000,000", ..MAX_STEPS },
        SEED,
    ],
    plan,
    report,
};

fn plan(settings: &Settings) -> Result<Trials, LabError> {
    plan_by_size(settings, 1)
}

fn report(settings: &Settings, results: &Results<'_>) -> Report {
    let groups = groups(settings, results);
    let finding = |group: &Group<'_>| group.typical.and_then(|number| results.findings[number]);
    let row = |group: &Group<'_>| {
        let finding = finding(group);
        Row {
            cells: vec![
                u64::from(group.size).into(),
                group.recipe.to_string().into(),
                group.ledger.outcome().into(),
                finding.map(|finding| finding.record.work.steps).into(),
                Cell::seconds(finding.map(|finding| finding.record.seconds)),
            ],
            trial: group.typical,
        }
    };
    let line = |recipe: &crate::solver::Recipe| {
        let own = groups.iter().filter(|group| group.recipe == *recipe);
        let point = |group: &Group<'_>| {
            let record = finding(group)?.record;
            let unfinished = record.answer != Answer::Found;
            let is_run = record.answer != Answer::Impossible;
            let y = record.work.steps as f64;
            is_run.then_some(Point { x: group.size.into(), y, trial: group.typical, unfinished })
        };
        Series { name: recipe.to_string(), points: own.filter_map(point).collect() }
    };
    let remark = |recipe: &crate::solver::Recipe| {
        let own = || groups.iter().filter(|group| group.recipe == *recipe);
        if own().any(|group| finding(group).is_none()) {
            return None;
        }
        let ended = |group: &&Group<'_>| {
            finding(group).is_some_and(|finding| finding.record.answer == Answer::Found)
        };
        let stuck = own().find(|group| {
            let answer = finding(group).map(|finding| finding.record.answer);
            matches!(answer, Some(Answer::Limit | Answer::GaveUp))
        });
        let largest = own().filter(ended).map(|group| group.size).max();
        Some(match (largest?, stuck.map(|group| group.size)) {
            (largest, Some(stuck)) => format!(
                "{recipe}: first in vain on {stuck}×{stuck}; the largest board it solves is \
                 {largest}×{largest}"
            ),
            (largest, None) => format!("{recipe}: never in vain, up to {largest}×{largest}"),
        })
    };
    let methods = settings.methods();
    Report {
        table: Table {
            columns: vec!["side", "method", "outcome", "steps", "seconds"],
            rows: groups.iter().map(row).collect(),
        },
        charts: vec![Chart {
            title: "Steps to the first tour, or until the run was left (hollow)".to_owned(),
            plot: Plot::Lines {
                x: Axis::whole("side of the board"),
                y: Axis::log("steps"),
                series: methods.iter().map(line).collect(),
            },
        }],
        remarks: methods.iter().filter_map(remark).collect(),
    }
}
