//! What a genetic algorithm finds from every square.

use std::collections::BTreeSet;

use super::prelude::*;
use crate::solver::REPAIRS;

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

const REPAIR: ChoicesOption = ChoicesOption(spec(
    "repair",
    "Repair",
    "what happens to a move that cannot be made: none, first, warnsdorff",
    Kind::Choices(REPAIRS),
    "first,warnsdorff",
));

const POPULATION: Whole = Whole(spec(
    "population",
    "Population",
    "how many paths there are in a generation",
    Kind::Whole(2, 1_000),
    "50",
));

const CROSSOVER: Decimal = Decimal(spec(
    "crossover",
    "Crossover rate",
    "how often two parents are crossed, from 0 to 1",
    Kind::Rate,
    "0.9",
));

const MUTATION: Decimal = Decimal(spec(
    "mutation",
    "Mutation rate",
    "how often a gene of a child is replaced by a random one, from 0 to 1",
    Kind::Rate,
    "0.005",
));

const GENERATIONS: Whole = Whole(spec(
    "generations",
    "Generations",
    "how many generations a run has, the random one at its beginning included",
    Kind::Whole(1, 1_000_000),
    "50",
));

const PLOT: Whole = Whole(spec(
    "plot",
    "Generations in the chart",
    "how many generations the chart of fitness shows, of one more run; 0 for no chart",
    Kind::Whole(0, 1_000_000),
    "2500",
));

fn example() -> Chart {
    let tours = |row: u32, col: u32| 250 + 7 * ((row * row + 3 * col) % 7) + 3 * (row + 2 * col);
    example::heat("Different tours from each square", Axis::whole("tours"), 8, tours)
}

fn squares(board: &Board) -> Vec<Square> {
    let refused = refused_starts(board, Goal::Any);
    board.squares().filter(|start| !refused[start.index()]).collect()
}

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    let (board, repairs) = (settings.get(&BOARD), settings.get(&REPAIR));
    let starts = squares(board);
    for (kind, repair) in repairs.iter().enumerate() {
        let trial = |start: Square, generations: u64, group: usize| {
            let (repair, population) = (repair.name, settings.get(&POPULATION));
            let (crossover, mutation) = (settings.get(&CROSSOVER), settings.get(&MUTATION));
            // The method gives up by itself where the lab's run ends. Its option counts the generations
            // that are bred, after the random one.
            let bred = generations.saturating_sub(1).max(1);
            let method = format!(
                "genetic:repair={repair},population={population},crossover={crossover},\
                 mutation={mutation},generations={bred}"
            );
            let puzzle = puzzle_from(start, board, settings)?;
            Ok(Trial { group, ..Trial::harvest(puzzle, &method, generations)? })
        };
        let runs = settings.get(&RUNS);
        for start in &starts {
            // Each run from each start has a seed of its own.
            let first = start.index() as u64 * runs;
            let trial = trial(*start, settings.get(&GENERATIONS), kind)?;
            trials.repeat(&trial, first..first + runs)?;
        }
        let plot = settings.get(&PLOT);
        if plot > 0
            && let Some(start) = starts.first()
        {
            trials.add(trial(*start, plot, repairs.len() + kind)?)?;
        }
    }
    Ok(())
}

/// The results of the runs from a square, or from all squares.
#[derive(Default)]
struct Yield {
    /// The square, and the first of its runs; `None` for all squares.
    start: Option<(Square, usize)>,
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

    /// The different tours per evaluation, in percent.
    fn hit_percent(&self) -> Option<f64> {
        (self.evaluations > 0).then(|| 100.0 * self.tours as f64 / self.evaluations as f64)
    }
}

/// The results of one way to repair.
struct RepairYield {
    repair: &'static OptionValue,
    total: Yield,
    by_square: Vec<Yield>,
}

impl RepairYield {
    fn of(repair: &'static OptionValue, results: &TrialResults, group: usize) -> RepairYield {
        let mut by_square: Vec<Yield> = Vec::new();
        let mut tours = BTreeSet::new();
        for (trial, Trial { puzzle, .. }, measurement) in results.of(group) {
            let start = puzzle.start();
            let is_same = |last: &Yield| last.start.is_some_and(|(square, _)| square == start);
            if !by_square.last().is_some_and(is_same) {
                tours.clear();
                by_square.push(Yield { start: Some((start, trial)), ..Yield::default() });
            }
            let (Some(harvest), Some(all)) = (&measurement.harvest, by_square.last_mut()) else {
                continue;
            };
            tours.extend(harvest.paths.iter());
            all.runs += 1;
            all.solved += u64::from(harvest.first.is_some());
            all.generations += harvest.first.map_or(0, |(step, _)| step - 1);
            all.tours = tours.len() as u64;
            all.evaluations += counter(&measurement.record.work, "evaluations");
            all.seconds += measurement.record.seconds;
        }
        let sum = |number: fn(&Yield) -> u64| by_square.iter().map(number).sum();
        let total = Yield {
            start: None,
            runs: sum(|square| square.runs),
            solved: sum(|square| square.solved),
            generations: sum(|square| square.generations),
            tours: sum(|square| square.tours),
            evaluations: sum(|square| square.evaluations),
            seconds: by_square.iter().fold(0.0, |sum, square| sum + square.seconds),
        };
        RepairYield { repair, total, by_square }
    }

    fn average(&self) -> Option<f64> {
        let squares = self.by_square.len();
        (squares > 0).then(|| self.total.tours as f64 / squares as f64)
    }

    fn remark(&self, board: &Board) -> Option<Remark> {
        let tours = |square: &Yield| Some((square.start?.0, square.tours));
        let by_square: Vec<(Square, u64)> = self.by_square.iter().filter_map(tours).collect();
        Some(Remark::new(format!(
            "{}: {} in {} evaluations, {:.3} %; by square {:.2} on average, {}",
            self.repair.title,
            counted(self.total.tours, "different tour"),
            grouped(self.total.evaluations),
            self.total.hit_percent()?,
            self.average()?,
            most_and_fewest(board, &by_square)?,
        )))
    }

    /// A heat map of the different tours, and one of the generation of the first.
    fn charts(&self, board: &Board) -> [Chart; 2] {
        let chart = |title: &str, axis: Axis, heat: fn(&Yield) -> (Option<f64>, String)| {
            let squares = self.by_square.iter().filter_map(|all| {
                let (start, trial) = all.start?;
                let (value, words) = heat(all);
                let state = value.map_or(SquareState::Failed, |_| SquareState::Measured);
                let words = format!("{}: {words}", board.name(start));
                Some((start, HeatSquare { value, words, trial: Some(trial), state }))
            });
            Chart::heat(format!("{title}: {}", self.repair.title), board, axis, None, squares)
        };
        let tours = |all: &Yield| {
            let (tours, runs) = (counted(all.tours, "different tour"), counted(all.runs, "run"));
            (Some(all.tours as f64), format!("{tours} in {runs}"))
        };
        let generations = |all: &Yield| {
            let (first, runs) = (all.first_generation(), counted(all.runs, "run"));
            let words = first.map_or(format!("no tour in {runs}"), |first| {
                let solved = grouped(all.solved);
                format!("first tour in generation {first:.1} on average, in {solved} of {runs}")
            });
            (first, words)
        };
        [
            chart("Different tours from each square", Axis::whole("different tours"), tours),
            chart("Generation of the first tour", Axis::linear("generation"), generations),
        ]
    }
}

fn report(settings: &Options, results: &TrialResults) -> Findings {
    let (board, repairs) = (settings.get(&BOARD), settings.get(&REPAIR));
    let all = repairs.iter().enumerate();
    let all = all.map(|(group, repair)| RepairYield::of(repair, results, group));
    let all: Vec<RepairYield> = all.collect();
    let mut remarks = Vec::new();
    if squares(board).is_empty() {
        remarks.push(Remark::new(format!("no tour of the {board} board exists")));
    }
    remarks.extend(all.iter().filter_map(|repair| repair.remark(board)));
    let mut charts: Vec<Chart> = all.iter().flat_map(|repair| repair.charts(board)).collect();
    for (kind, repair) in repairs.iter().enumerate() {
        let group = repairs.len() + kind;
        charts.extend(fitness_chart(repair, results, group));
        remarks.extend(fitness_remark(repair, results, group));
    }
    Findings { table: table(board, &all), charts, remarks }
}

/// A row for all squares of each way to repair, then one for each square.
fn table(board: &Board, all: &[RepairYield]) -> Table {
    let totals = all.iter().map(|of| (of, &of.total));
    let squares = all.iter().flat_map(|of| of.by_square.iter().map(move |square| (of, square)));
    let rows: Vec<(&RepairYield, &Yield)> = totals.chain(squares).collect();
    let start = |all: &Yield| match all.start {
        Some((square, _)) => TableCell::square(board, square),
        None => TableCell::named("all", "all squares"),
    };
    let most_or_least = |of: &RepairYield, all: &Yield, is_most: bool| {
        let tours = || of.by_square.iter().map(|square| square.tours);
        let end = if is_most { tours().max() } else { tours().min() };
        end.filter(|_| all.start.is_none()).into()
    };
    Table::new(
        &rows,
        |(_, all)| Some(all.start?.1),
        &[
            ("repair", "repair", &|(of, _)| TableCell::named(of.repair.name, of.repair.title)),
            ("start", "start", &|(_, all)| start(all)),
            ("runs", "runs", &|(_, all)| all.runs.into()),
            ("solved", "with a tour", &|(_, all)| all.solved.into()),
            ("first_generation", "generation of the first", &|(_, all)| {
                TableCell::maybe(all.first_generation(), 2)
            }),
            ("tours", "different tours", &|(_, all)| all.tours.into()),
            ("evaluations", "evaluations", &|(_, all)| all.evaluations.into()),
            ("hit_percent", "hit ratio (%)", &|(_, all)| TableCell::maybe(all.hit_percent(), 3)),
            ("average", "average of a square", &|(of, all)| {
                TableCell::maybe(of.average().filter(|_| all.start.is_none()), 2)
            }),
            ("most", "most", &|(of, all)| most_or_least(of, all, true)),
            ("least", "least", &|(of, all)| most_or_least(of, all, false)),
            ("total_seconds", "total time", &|(_, all)| TableCell::Seconds(all.seconds)),
        ],
    )
}

/// The fitness of the last generation in the chart.
fn fitness_remark(repair: &OptionValue, results: &TrialResults, group: usize) -> Option<Remark> {
    let (_, trial, measurement) = results.of(group).next()?;
    let metrics = &measurement.harvest.as_ref()?.metrics;
    let last = metrics.iter().map(|metric| {
        let (name, value) = (metric.title.to_lowercase(), metric.value);
        let decimals = if value.fract() == 0.0 { 0 } else { 2 };
        format!("{name} {value:.decimals$}")
    });
    let work = &measurement.record.work;
    let generations = counted(work.steps(), "generation");
    let paths = counted(counter(work, "evaluations") / work.steps().max(1), "path");
    Some(Remark::new(format!(
        "{}: fitness after {generations} of {paths}: {} of {} moves",
        repair.title,
        last.collect::<Vec<_>>().join(", "),
        trial.puzzle.board().squares_to_visit() - 1,
    )))
}

/// Best, mean and worst fitness over the generations of one run.
fn fitness_chart(repair: &OptionValue, results: &TrialResults, group: usize) -> Option<Chart> {
    let (number, _, measurement) = results.of(group).next()?;
    let history = &measurement.harvest.as_ref()?.history;
    let line = |(metric, name): (usize, &&'static str)| {
        let samples = (1_u64..).zip(history.samples(metric));
        let point = |(step, value): (u64, f32)| {
            ChartPoint::new((step * history.stride() - 1) as f64, value.into(), Some(number))
        };
        Series { name: (*name).to_owned(), points: samples.map(point).collect() }
    };
    let series = history.titles().iter().enumerate().map(line).collect();
    let (x, y) = (Axis::whole("generation"), Axis::linear("fitness (moves)"));
    let title = format!("Fitness over the generations: {}", repair.title);
    Some(Chart::lines(title, x, y, series))
}
