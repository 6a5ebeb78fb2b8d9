//! What a genetic algorithm finds from every square.

use std::collections::BTreeSet;

use super::example;
use super::parameter::{BOARD, RUNS, SEED};
use super::{
    Axis, Cell, Chart, Column, Experiment, Findings, HeatSquare, LabError, Measurement, Plot,
    Point, Remark, Results, Row, Series, SquareState, Table, Trial, Trials, most_and_fewest,
};
use crate::board::{Board, Square};
use crate::feasibility::refused_starts;
use crate::puzzle::Goal;
use crate::solver::{
    ChoicesOption, Decimal, Kind, MethodConfig, OptionSpec, OptionValue, Options, REPAIRS, Whole,
};
use crate::text::{counted, grouped};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "genetic",
    title: "How well does evolution work?",
    summary: "Breeds paths from every square and counts the different tours, by what happens to moves \
              that cannot be made.",
    invitation: "breed paths from every square, and count the different tours that come up",
    repeats: "“Knight's Tour Problem Solver”: five runs from every square of 8×8, 50 paths and 50 \
              generations each, 800,000 evaluations for each way to repair",
    parameters: &[
        &BOARD.0,
        &REPAIR.0,
        &OptionSpec {
            help: "how many runs from each square, each with another seed",
            kind: Kind::Whole(1, 1_000),
            default: "5",
            ..RUNS.0
        },
        &POPULATION.0,
        &CROSSOVER.0,
        &MUTATION.0,
        &GENERATIONS.0,
        &PLOT.0,
        &SEED.0,
    ],
    plan,
    report,
    example,
};

const REPAIR: ChoicesOption = ChoicesOption(OptionSpec {
    key: "repair",
    title: "Repair",
    help: "what happens to a move that cannot be made: none, first, warnsdorff",
    kind: Kind::Choices(REPAIRS),
    default: "first,warnsdorff",
    ..OptionSpec::ACTIVE
});

const POPULATION: Whole = Whole(OptionSpec {
    key: "population",
    title: "Population",
    help: "how many paths there are in a generation",
    kind: Kind::Whole(2, 1_000),
    default: "50",
    ..OptionSpec::ACTIVE
});

const CROSSOVER: Decimal = Decimal(OptionSpec {
    key: "crossover",
    title: "Crossover rate",
    help: "how often two parents are crossed, from 0 to 1",
    kind: Kind::Rate,
    default: "0.9",
    ..OptionSpec::ACTIVE
});

const MUTATION: Decimal = Decimal(OptionSpec {
    key: "mutation",
    title: "Mutation rate",
    help: "how often a gene of a child is replaced by a random one, from 0 to 1",
    kind: Kind::Rate,
    default: "0.005",
    ..OptionSpec::ACTIVE
});

const GENERATIONS: Whole = Whole(OptionSpec {
    key: "generations",
    title: "Generations",
    help: "how many generations a run has, the random one at its beginning included",
    kind: Kind::Whole(1, 1_000_000),
    default: "50",
    ..OptionSpec::ACTIVE
});

const PLOT: Whole = Whole(OptionSpec {
    key: "plot",
    title: "Generations in the chart",
    help: "how many generations the chart of fitness shows, of one more run; 0 for no chart",
    kind: Kind::Whole(0, 1_000_000),
    default: "2500",
    ..OptionSpec::ACTIVE
});

fn example() -> Option<Chart> {
    let tours = |row: u32, col: u32| 250 + 7 * ((row * row + 3 * col) % 7) + 3 * (row + 2 * col);
    example::heat("Different tours from each square", Axis::whole("tours"), 8, tours).ok()
}

/// The squares from which a tour may exist.
fn squares(board: &Board) -> Vec<Square> {
    let refused = refused_starts(board, Goal::Any);
    board.squares().filter(|start| !refused[start.index()]).collect()
}

/// The method with a limit, so that it gives up by itself where the lab's run ends. The option counts the
/// generations that are bred, after the random one.
fn config(
    settings: &Options,
    repair: &OptionValue,
    generations: u64,
) -> Result<MethodConfig, LabError> {
    let (repair, population) = (repair.name, settings.get(&POPULATION));
    let (crossover, mutation) = (settings.get(&CROSSOVER), settings.get(&MUTATION));
    let bred = generations.saturating_sub(1).max(1);
    let text = format!(
        "genetic:repair={repair},population={population},crossover={crossover},\
         mutation={mutation},generations={bred}"
    );
    text.parse().map_err(LabError::of)
}

fn plan(settings: &Options) -> Result<Trials, LabError> {
    let (board, repairs) = (settings.get(&BOARD), settings.get(&REPAIR));
    let (runs, generations) = (settings.get(&RUNS), settings.get(&GENERATIONS));
    let mut trials = Trials::default();
    for (kind, repair) in repairs.iter().enumerate() {
        let config_for = |generations| config(settings, repair, generations);
        let config = config_for(generations)?;
        let starts = squares(board);
        if let Some(why) = starts.first().and_then(|start| {
            let trial = Trial::new(board, *start, Goal::Any, 0, &config).ok()?;
            trial.config.refusal(&trial.puzzle)
        }) {
            return Err(LabError(why));
        }
        for start in &starts {
            for run in 0..runs {
                // Each run from each start has a seed of its own.
                let place = start.index() as u64 * runs + run;
                let seed = settings.get(&SEED).wrapping_add(place);
                let trial = Trial::new(board, *start, Goal::Any, seed, &config)?;
                trials.add(trial.up_to(generations).harvesting().in_group(kind))?;
            }
        }
        let plot = settings.get(&PLOT);
        if let Some(start) = starts.first().filter(|_| plot > 0) {
            let config = config_for(plot)?;
            let trial = Trial::new(board, *start, Goal::Any, settings.get(&SEED), &config)?;
            trials.add(trial.up_to(plot).harvesting().in_group(repairs.len() + kind))?;
        }
    }
    Ok(trials)
}

const COLUMNS: [Column; 12] = [
    Column::plain("repair"),
    Column::plain("start"),
    Column::plain("runs"),
    Column::titled("solved", "with a tour"),
    Column::titled("first_generation", "generation of the first"),
    Column::titled("tours", "different tours"),
    Column::plain("evaluations"),
    Column::titled("hit_percent", "hit ratio (%)"),
    Column::titled("average", "average of a square"),
    Column::titled("most", "most"),
    Column::titled("least", "least"),
    Column::titled("total_seconds", "total time"),
];

/// What came of all runs from a square.
struct Yield {
    start: Square,
    /// The first of these runs.
    trial: usize,
    runs: u64,
    solved: u64,
    /// The generations of the first tours together.
    generations: u64,
    tours: u64,
    evaluations: u64,
    seconds: f64,
}

impl Yield {
    fn first_generation(&self) -> Option<f64> {
        (self.solved > 0).then(|| self.generations as f64 / self.solved as f64)
    }
}

/// How many lists of genes a run has walked.
fn evaluations(measurement: &Measurement) -> u64 {
    let mut counters = measurement.record.work.counters.iter();
    counters.find(|(key, _)| *key == "evaluations").map_or(0, |(_, number)| number)
}

/// What came of the runs of a group, square by square.
fn yields(results: &Results<'_>, group: usize) -> Vec<Yield> {
    let mut yields: Vec<Yield> = Vec::new();
    let mut tours = BTreeSet::new();
    for (number, trial, measurement) in results.of(group) {
        let start = trial.puzzle.start();
        if yields.last().is_none_or(|last| last.start != start) {
            tours.clear();
            yields.push(Yield {
                start,
                trial: number,
                runs: 0,
                solved: 0,
                generations: 0,
                tours: 0,
                evaluations: 0,
                seconds: 0.0,
            });
        }
        let (Some(harvest), Some(all)) = (&measurement.harvest, yields.last_mut()) else {
            continue;
        };
        tours.extend(harvest.paths.iter());
        all.tours = tours.len() as u64;
        all.runs += 1;
        if let Some((step, _)) = harvest.first {
            all.solved += 1;
            all.generations += step - 1;
        }
        all.evaluations += evaluations(measurement);
        all.seconds += measurement.record.seconds;
    }
    yields
}

/// A share in percent.
fn percent(tours: u64, evaluations: u64) -> Option<f64> {
    (evaluations > 0).then(|| 100.0 * tours as f64 / evaluations as f64)
}

fn report(settings: &Options, results: &Results<'_>) -> Findings {
    let mut report = Findings {
        table: Table { columns: COLUMNS.to_vec(), rows: Vec::new() },
        ..Findings::default()
    };
    let (board, repairs) = (settings.get(&BOARD), settings.get(&REPAIR));
    if squares(board).is_empty() {
        report.remarks.push(Remark::new(format!("no tour of the {board} board exists")));
    }
    let all: Vec<Vec<Yield>> = (0..repairs.len()).map(|kind| yields(results, kind)).collect();
    for (repair, yields) in repairs.iter().zip(&all) {
        report.table.rows.push(summary(repair, yields));
        report.remarks.extend(remark(repair, board, yields));
    }
    for (repair, yields) in repairs.iter().zip(&all) {
        report.table.rows.extend(yields.iter().map(|found| square_row(repair, board, found)));
    }
    for (repair, yields) in repairs.iter().zip(&all) {
        report.charts.push(tours_chart(repair, board, yields));
        report.charts.push(generations_chart(repair, board, yields));
    }
    for (kind, repair) in repairs.iter().enumerate() {
        let group = repairs.len() + kind;
        report.charts.extend(fitness_chart(repair, results, group));
        report.remarks.extend(fitness_remark(repair, results, group));
    }
    report
}

/// All squares together.
fn summary(repair: &OptionValue, yields: &[Yield]) -> Row {
    let sum = |of: fn(&Yield) -> u64| yields.iter().map(of).sum::<u64>();
    let (tours, evaluations) = (sum(|all| all.tours), sum(|all| all.evaluations));
    let (solved, generations) = (sum(|all| all.solved), sum(|all| all.generations));
    let first = (solved > 0).then(|| generations as f64 / solved as f64);
    let average = (!yields.is_empty()).then(|| tours as f64 / yields.len() as f64);
    let cells = vec![
        Cell::named(repair.name, repair.title),
        Cell::named("all", "all squares"),
        sum(|all| all.runs).into(),
        solved.into(),
        Cell::maybe(first, 2),
        tours.into(),
        evaluations.into(),
        Cell::maybe(percent(tours, evaluations), 3),
        Cell::maybe(average, 2),
        yields.iter().map(|all| all.tours).max().into(),
        yields.iter().map(|all| all.tours).min().into(),
        Cell::Seconds(yields.iter().fold(0.0, |sum, all| sum + all.seconds)),
    ];
    Row { cells, trial: None }
}

fn square_row(repair: &OptionValue, board: &Board, found: &Yield) -> Row {
    let cells = vec![
        Cell::named(repair.name, repair.title),
        Cell::named(board.coordinates(found.start), board.name(found.start)),
        found.runs.into(),
        found.solved.into(),
        Cell::maybe(found.first_generation(), 2),
        found.tours.into(),
        found.evaluations.into(),
        Cell::maybe(percent(found.tours, found.evaluations), 3),
        Cell::Missing,
        Cell::Missing,
        Cell::Missing,
        Cell::Seconds(found.seconds),
    ];
    Row { cells, trial: Some(found.trial) }
}

fn remark(repair: &OptionValue, board: &Board, yields: &[Yield]) -> Option<Remark> {
    let tours: u64 = yields.iter().map(|all| all.tours).sum();
    let evaluations: u64 = yields.iter().map(|all| all.evaluations).sum();
    let by_square: Vec<(Square, u64)> = yields.iter().map(|all| (all.start, all.tours)).collect();
    let average = tours as f64 / yields.len() as f64;
    Some(Remark::new(format!(
        "{}: {} in {} evaluations, {:.3} %; by square {average:.2} on average, {}",
        repair.title,
        counted(tours, "different tour"),
        grouped(evaluations),
        percent(tours, evaluations)?,
        most_and_fewest(board, &by_square)?,
    )))
}

fn tours_chart(repair: &OptionValue, board: &Board, yields: &[Yield]) -> Chart {
    let mut squares = vec![HeatSquare::waiting(); board.size()];
    for found in yields {
        let (name, tours) = (board.name(found.start), counted(found.tours, "different tour"));
        squares[found.start.index()] = HeatSquare {
            value: Some(found.tours as f64),
            words: format!("{name}: {tours} in {}", counted(found.runs, "run")),
            trial: Some(found.trial),
            state: SquareState::Measured,
        };
    }
    let values = Axis::whole("different tours");
    let plot = Plot::Heat { board: board.clone(), values, ends: None, squares };
    Chart { title: format!("Different tours from each square: {}", repair.title), plot }
}

fn generations_chart(repair: &OptionValue, board: &Board, yields: &[Yield]) -> Chart {
    let mut squares = vec![HeatSquare::waiting(); board.size()];
    for found in yields {
        let name = board.name(found.start);
        let first = found.first_generation();
        squares[found.start.index()] = HeatSquare {
            value: first,
            words: match first {
                Some(first) => format!(
                    "{name}: first tour in generation {first:.1} on average, in {} of {}",
                    grouped(found.solved),
                    counted(found.runs, "run")
                ),
                None => format!("{name}: no tour in {}", counted(found.runs, "run")),
            },
            trial: Some(found.trial),
            state: if first.is_some() { SquareState::Measured } else { SquareState::Failed },
        };
    }
    let values = Axis::linear("generation");
    let plot = Plot::Heat { board: board.clone(), values, ends: None, squares };
    Chart { title: format!("Generation of the first tour: {}", repair.title), plot }
}

/// The fitness of the last generation in the chart.
fn fitness_remark(repair: &OptionValue, results: &Results<'_>, group: usize) -> Option<Remark> {
    let (_, trial, measurement) = results.of(group).next()?;
    let metrics = &measurement.harvest.as_ref()?.metrics;
    let last = metrics.iter().map(|metric| {
        let (name, value) = (metric.title.to_lowercase(), metric.value);
        let decimals = if value.fract() == 0.0 { 0 } else { 2 };
        format!("{name} {value:.decimals$}")
    });
    let generations = counted(measurement.record.work.steps(), "generation");
    let paths = counted(evaluations(measurement) / measurement.record.work.steps().max(1), "path");
    Some(Remark::new(format!(
        "{}: fitness after {generations} of {paths}: {} of {} moves",
        repair.title,
        last.collect::<Vec<_>>().join(", "),
        trial.puzzle.board().squares_to_visit() - 1,
    )))
}

/// Best, mean and worst fitness over the generations of one run.
fn fitness_chart(repair: &OptionValue, results: &Results<'_>, group: usize) -> Option<Chart> {
    let (number, _, measurement) = results.of(group).next()?;
    let history = &measurement.harvest.as_ref()?.history;
    let line = |(metric, name): (usize, &&'static str)| {
        let samples = (1_u64..).zip(history.samples(metric));
        let point = |(step, value): (u64, f32)| Point {
            x: (step * history.stride() - 1) as f64,
            y: f64::from(value),
            trial: Some(number),
            unfinished: false,
        };
        Series { name: (*name).to_owned(), points: samples.map(point).collect() }
    };
    let series = history.titles().iter().enumerate().map(line).collect();
    let (x, y) = (Axis::whole("generation"), Axis::linear("fitness (moves)"));
    let title = format!("Fitness over the generations: {}", repair.title);
    Some(Chart { title, plot: Plot::Lines { x, y, series } })
}
