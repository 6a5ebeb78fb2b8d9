//! How many walks of an ant colony visit the whole board, cycle by cycle.

use super::prelude::*;
use crate::engine::PARTS;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "ants",
    title: "How fast do ants learn?",
    summary: "Shows how many walks of an ant colony visit the whole board, cycle by cycle.",
    invitation: "see how many walks of an ant colony visit the whole board, cycle by cycle",
    repeats: "Hingston and Kendall 2004: a few walks in a hundred are complete",
    parameters: &[
        &BOARD.0,
        &START.0,
        &OptionSpec {
            help: "how many colonies, each with another seed",
            kind: Kind::Whole(1, 10_000),
            default: "10",
            ..RUNS.0
        },
        &CYCLES.0,
        &SEED.0,
    ],
    plan,
    report,
    example,
};

const CYCLES: Whole = Whole(spec(
    "cycles",
    "Cycles",
    "how many cycles each colony has",
    Kind::Whole(20, 1_000_000),
    "2000",
));

const TITLE: &str = "Walks that visit the whole board";
const SHARE: &str = "% of the walks";
const LINE: &str = "All colonies";

fn example() -> Chart {
    let shares = [0.0, 0.1, 0.5, 1.0, 1.6, 2.2, 2.6, 3.1];
    let points: Vec<(f64, f64)> =
        (1..).zip(shares).map(|(part, y)| (f64::from(part) * 250.0, y)).collect();
    let lines: [(&str, &[(f64, f64)]); 1] = [(LINE, &points)];
    example::lines(TITLE, Axis::whole("cycle"), Axis::linear(SHARE), &lines)
}

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    let puzzle = puzzle_on(settings.get(&BOARD), settings)?;
    let cycles = settings.get(&CYCLES);
    // Without restarts the method ends by itself where the lab's run does.
    let method = format!("ants:cycles={cycles},restarts=0");
    trials.repeat(&Trial::harvest(puzzle, &method, cycles)?, 0..settings.get(&RUNS))
}

/// The walks of a colony up to a moment, and how many of them are complete.
fn walks(work: &Work) -> [u64; 2] {
    ["walks", "complete"].map(|name| counter(work, name))
}

/// The walks of a colony in each part of its cycles, and how many of them are complete.
fn parts(measurement: &Measurement) -> Vec<[u64; 2]> {
    let Some(harvest) = &measurement.harvest else { return Vec::new() };
    let mut before = [0, 0];
    let part = |work: &Work| {
        let now = walks(work);
        let part = [now[0] - before[0], now[1] - before[1]];
        before = now;
        part
    };
    harvest.along.iter().map(part).collect()
}

fn percent([all, complete]: [u64; 2]) -> Option<f64> {
    (all > 0).then(|| 100.0 * complete as f64 / all as f64)
}

fn sum(colonies: &[[u64; 2]]) -> [u64; 2] {
    colonies.iter().fold([0, 0], |sum, part| [sum[0] + part[0], sum[1] + part[1]])
}

fn report(settings: &Options, results: &TrialResults) -> Findings {
    let colonies: Vec<Vec<[u64; 2]>> = results.of(0).map(|(_, _, run)| parts(run)).collect();
    let length = (settings.get(&CYCLES) / PARTS).max(1);
    let most = colonies.iter().map(Vec::len).max().unwrap_or(0);
    let (mut rows, mut points) = (Vec::new(), Vec::new());
    for part in 0..most {
        let these: Vec<[u64; 2]> =
            colonies.iter().filter_map(|all| all.get(part).copied()).collect();
        let (from, to) = (part as u64 * length + 1, (part as u64 + 1) * length);
        let cycles = if from == to { to.to_string() } else { format!("{from} to {to}") };
        points.extend(percent(sum(&these)).map(|share| ChartPoint::new(to as f64, share, None)));
        rows.push((cycles, these));
    }
    let whole = results.of(0).map(|(_, _, run)| walks(&run.record.work));
    rows.push(("all".to_owned(), whole.collect::<Vec<_>>()));
    let shares = |colonies: &[[u64; 2]]| -> Vec<f64> {
        colonies.iter().filter_map(|part| percent(*part)).collect()
    };
    let table = Table::new(
        &rows,
        |_| None,
        &[
            ("cycles", "cycles", &|(cycles, _)| cycles.as_str().into()),
            ("walks", "walks", &|(_, all)| sum(all)[0].into()),
            ("complete", "complete", &|(_, all)| sum(all)[1].into()),
            ("percent", "share (%)", &|(_, all)| TableCell::maybe(percent(sum(all)), 3)),
            ("least_percent", "least of a colony (%)", &|(_, all)| {
                TableCell::maybe(shares(all).into_iter().min_by(f64::total_cmp), 3)
            }),
            ("most_percent", "most of a colony (%)", &|(_, all)| {
                TableCell::maybe(shares(all).into_iter().max_by(f64::total_cmp), 3)
            }),
        ],
    );
    let series = vec![Series { name: LINE.to_owned(), points }];
    let tours: u64 = results.of(0).map(|(_, _, run)| run.tours).sum();
    let text = format!(
        "{} from the start square came up in {}, each counted once in a run",
        counted(tours, "different tour"),
        counted(results.of(0).count() as u64, "run")
    );
    Findings {
        table,
        charts: vec![Chart::lines(TITLE, Axis::whole("cycle"), Axis::linear(SHARE), series)],
        remarks: vec![Remark::new(text)],
    }
}
