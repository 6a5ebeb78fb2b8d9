//! What Warnsdorff's rule owes to its ties.

use super::experiment::SEED;
use super::{
    Axis, Cell, Chart, Experiment, Finding, LabError, Parameter, ParameterKind, Plot, Point,
    Report, Results, Row, Series, Settings, Table, Trial, Trials,
};
use crate::board::Board;
use crate::engine::Answer;
use crate::feasibility::refused_starts;
use crate::puzzle::Goal;
use crate::solver::Recipe;

/// The ways to break a tie.
const TIES: &[&str] = &["order", "rotate", "uniform", "pohl", "roth"];

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "ties",
    question: "From how many of the squares that a tour can start at does Warnsdorff's rule succeed \
               at once, by the way ties are broken and by the side of the board?",
    repeats: "Pohl 1967 and Roth, and what is told of them: the larger the board, the more the ties \
              decide",
    parameters: &[
        Parameter {
            key: "sizes",
            help: "the sides of the boards, such as 8,20,50",
            kind: ParameterKind::Sizes,
            default: "5-8,20,50",
        },
        Parameter {
            key: "ties",
            help: "the ways to break a tie: order, rotate, uniform, pohl, roth",
            kind: ParameterKind::Words(TIES),
            default: "order,rotate,uniform,pohl,roth",
        },
        SEED,
    ],
    plan,
    report,
};

/// The rule with these ties, without a second walk.
fn recipe(ties: &str) -> Result<Recipe, LabError> {
    let text = format!("warnsdorff:ties={ties},order=clockwise,restarts=0");
    text.parse().map_err(LabError::of)
}

fn plan(settings: &Settings) -> Result<Trials, LabError> {
    let mut trials = Trials::default();
    let ties = settings.words("ties");
    for (place, size) in settings.sizes().into_iter().enumerate() {
        let board = Board::new(size, size).map_err(LabError::of)?;
        let refused = refused_starts(&board, Goal::Any);
        for (kind, name) in ties.iter().enumerate() {
            let recipe = recipe(name)?;
            for start in board.squares().filter(|start| !refused[start.index()]) {
                // Each start has a seed of its own.
                let seed = settings.seed().wrapping_add(start.index() as u64);
                let trial = Trial::new(&board, start, Goal::Any, seed, &recipe)?;
                trials.add(trial.in_group(place * ties.len() + kind))?;
            }
        }
    }
    Ok(trials)
}

fn report(settings: &Settings, results: &Results<'_>) -> Report {
    let mut rows = Vec::new();
    let mut series = Vec::new();
    let all = settings.words("ties");
    for (kind, ties) in all.iter().enumerate() {
        let mut points = Vec::new();
        for (place, size) in settings.sizes().into_iter().enumerate() {
            let group = place * all.len() + kind;
            let ledger = results.ledger(group);
            // One that failed says more than one that did not.
            let failed = |run: &(usize, &Trial, &Finding)| run.2.record.answer != Answer::Found;
            let trial = results.of(group).find(failed).or_else(|| results.of(group).next());
            let trial = trial.map(|(number, _, _)| number);
            let (starts, found) = (ledger.runs(), ledger.found());
            let share = (starts > 0).then(|| found as f64 / starts as f64);
            points.extend(share.map(|share| Point {
                x: size.into(),
                y: 100.0 * share,
                trial,
                unfinished: false,
            }));
            let cells = vec![
                ties.as_str().into(),
                u64::from(size).into(),
                starts.into(),
                found.into(),
                Cell::maybe(share, 3),
            ];
            rows.push(Row { cells, trial });
        }
        series.push(Series { name: ties.clone(), points });
    }
    Report {
        table: Table { columns: vec!["ties", "side", "starts", "found", "share"], rows },
        charts: vec![Chart {
            title: "Starts from which Warnsdorff's rule succeeds at once".to_owned(),
            plot: Plot::Lines {
                x: Axis::whole("side of the board"),
                y: Axis::linear("% of the starts"),
                series,
            },
        }],
        remarks: Vec::new(),
    }
}
