//! How often a neural network settles, and how often on one tour.

use std::sync::LazyLock;

use super::prelude::*;
use crate::words::{self, Names};

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "networks",
    title: "How often does a neural network find a tour?",
    summary: "Starts many networks at random and shows how often every square gets two links, and how \
              often the links form one tour.",
    invitation: "start many networks at random, and see how often they settle and how often on a tour",
    repeats: "Takefuji and Lee 1992: the larger the board, the rarer a single tour",
    parameters: &[
        &OptionSpec {
            help: "the sides of the square boards, such as 6,8,16; closed tours need an even side",
            default: "6,8,16,24",
            ..SIZES.0
        },
        &TRIES.0,
        &SEED.0,
    ],
    plan,
    report,
    example,
};

const TRIES: Whole = Whole(spec(
    "tries",
    "Tries",
    "how many networks to start on each board",
    Kind::Whole(1, 100_000),
    "200",
));

/// A network alone, and one with joining.
static CONFIGS: LazyLock<[MethodConfig; 2]> = LazyLock::new(|| {
    let texts = ["neural:tries=1", "neural:tries=1,join=on"];
    texts.map(|text| text.parse().expect("the lab names a method that exists"))
});

const TITLE: &str = "How often a network settles and finds a tour";
const SHARE: &str = "% of the tries";
const LINES: [&str; 3] = ["Every square has two links", "One tour", "One tour, with joining"];

fn example() -> Chart {
    let series: [(&str, &[(f64, f64)]); 3] = [
        (LINES[0], &[(6.0, 97.0), (8.0, 96.0), (16.0, 86.0), (24.0, 57.0)]),
        (LINES[1], &[(6.0, 28.0), (8.0, 22.0), (16.0, 2.0), (24.0, 0.0)]),
        (LINES[2], &[(6.0, 70.0), (8.0, 96.0), (16.0, 86.0), (24.0, 57.0)]),
    ];
    example::lines(TITLE, Axis::side(), Axis::linear(SHARE), &series)
}

/// The puzzle on a board of a size, or why no network is started there.
fn puzzle(size: u32, settings: &Options) -> Result<Puzzle, String> {
    let board = square_board(size).map_err(|error| error.to_string())?;
    let start = starts(&board, Goal::Closed).next().ok_or("no closed tour exists")?;
    let puzzle = Puzzle::new(board, vec![start], Goal::Closed, settings.get(&SEED));
    let puzzle = puzzle.map_err(|error| error.to_string())?;
    if let Verdict::No(reason) = verdict(&puzzle) {
        let reason = words::obstruction(&reason, Names::usual(puzzle.board()));
        return Err(format!("no closed tour exists: {reason}"));
    }
    CONFIGS[0].refusal(&puzzle).map_or(Ok(puzzle), Err)
}

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    for (place, &size) in settings.get(&SIZES).iter().enumerate() {
        let Ok(puzzle) = puzzle(size, settings) else { continue };
        for (kind, config) in CONFIGS.iter().enumerate() {
            let trial = Trial::new(&puzzle, config, settings);
            let group = place * CONFIGS.len() + kind;
            trials.repeat(&Trial { task: Task::Watch, group, ..trial }, 0..settings.get(&TRIES))?;
        }
    }
    Ok(())
}

const COLUMNS: [(&str, &str); 6] = [
    ("side", "board size"),
    ("tries", "tries"),
    ("stable", "two links everywhere"),
    ("tours", "one tour"),
    ("joined", "one tour, with joining"),
    ("sweeps", "sweeps until stable"),
];

/// Whether every square had two links at the end.
fn is_stable(trial: &Trial, measurement: &Measurement) -> bool {
    let metrics = measurement.harvest.as_ref().map(|harvest| &harvest.metrics);
    let linked = metrics.and_then(|metrics| metrics.first()).map_or(0.0, |metric| metric.value);
    linked == trial.puzzle.board().squares_to_visit() as f64
}

fn report(settings: &Options, results: &TrialResults) -> Findings {
    let (mut rows, mut remarks) = (Vec::new(), Vec::new());
    let mut lines = LINES.map(|name| Series { name: name.to_owned(), points: Vec::new() });
    for (place, &size) in settings.get(&SIZES).iter().enumerate() {
        let [alone, joined] = [0, 1].map(|kind| place * CONFIGS.len() + kind);
        let why_not = puzzle(size, settings).err();
        remarks.extend(why_not.map(|why| Remark::new(format!("{size}×{size}: {why}"))));
        let count = |group: usize, counts: &dyn Fn(&Trial, &Measurement) -> bool| {
            let all = results.of(group).count();
            let met = results.of(group).filter(|(_, trial, run)| counts(trial, run)).count();
            (all > 0).then(|| met as f64 / all as f64)
        };
        let found = |_: &Trial, run: &Measurement| run.record.answer == Answer::Found;
        let shares = [count(alone, &is_stable), count(alone, &found), count(joined, &found)];
        let trial = results.typical(alone, Measure::Steps);
        for (line, share) in lines.iter_mut().zip(shares) {
            line.points.extend(share.map(|share| ChartPoint::new(size, 100.0 * share, trial)));
        }
        let stable = results.of(alone).filter(|(_, trial, run)| is_stable(trial, run));
        let sweeps: Vec<u64> = stable.map(|(_, _, run)| run.record.work.rewires).collect();
        let mean = sweeps.iter().sum::<u64>() as f64 / sweeps.len().max(1) as f64;
        let cells = vec![
            size.into(),
            (results.of(alone).count() as u64).into(),
            TableCell::share(shares[0]),
            TableCell::share(shares[1]),
            TableCell::share(shares[2]),
            TableCell::maybe((!sweeps.is_empty()).then_some(mean), 1),
        ];
        rows.push(Row { cells, trial });
    }
    Findings {
        table: Table::from_rows(&COLUMNS, rows),
        charts: vec![Chart::lines(TITLE, Axis::side(), Axis::linear(SHARE), lines.into())],
        remarks,
    }
}
