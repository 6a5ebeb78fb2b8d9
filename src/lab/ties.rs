//! How much Warnsdorff's rule depends on how ties are broken.

use super::prelude::*;
use crate::solver::TIE_BREAKS;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "ties",
    title: "How much does tie-breaking matter?",
    summary: "Shows how often Warnsdorff's rule succeeds at the first attempt, by board size and by \
              the way ties are broken.",
    invitation: "see how often Warnsdorff's rule succeeds at the first attempt, by board size \
                  and by the way ties are broken",
    repeats: "Pohl 1967 and Roth: the larger the board, the more tie-breaking matters",
    parameters: &[
        &OptionSpec {
            help: "the sides of the square boards, such as 8,20,50",
            default: "5-8,20,50",
            ..SIZES.0
        },
        &TIES.0,
        &SEED.0,
    ],
    plan,
    report,
    example,
};

const TIES: ChoicesOption = ChoicesOption(spec(
    "ties",
    "Tie-breaking",
    "the ways to break a tie: order, rotate, uniform, pohl, roth",
    Kind::Choices(TIE_BREAKS),
    "order,rotate,uniform,pohl,roth",
));

fn example() -> Chart {
    let series: [(&str, &[(f64, f64)]); 3] = [
        ("Move order", &[(5.0, 92.3), (8.0, 98.4), (20.0, 98.8), (35.0, 95.0), (50.0, 87.6)]),
        ("Random", &[(5.0, 92.3), (8.0, 98.4), (20.0, 96.8), (35.0, 80.0), (50.0, 57.0)]),
        ("Roth", &[(5.0, 100.0), (8.0, 100.0), (20.0, 99.8), (35.0, 99.5), (50.0, 99.3)]),
    ];
    example::lines(TITLE, Axis::side(), Axis::linear(SHARE), &series)
}

const TITLE: &str = "How often the first attempt succeeds";
const SHARE: &str = "% of the starts";

/// Warnsdorff's rule with these ties, without a second attempt.
fn config(ties: &OptionValue) -> Result<MethodConfig, LabError> {
    let text = format!("warnsdorff:ties={},order=clockwise,restarts=0", ties.name);
    text.parse().map_err(LabError::of)
}

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    let configs = settings.get(&TIES).iter().map(|ties| config(ties));
    let configs: Vec<MethodConfig> = configs.collect::<Result<_, _>>()?;
    for (place, size) in settings.get(&SIZES).iter().enumerate() {
        let board = square_board(*size)?;
        let refused = refused_starts(&board, Goal::Any);
        for (kind, config) in configs.iter().enumerate() {
            for start in board.squares().filter(|start| !refused[start.index()]) {
                let puzzle = puzzle_from(start, &board, settings)?;
                let group = place * configs.len() + kind;
                let trial = Trial { group, ..Trial::new(&puzzle, config, settings) };
                // Each start has a seed of its own.
                let first = start.index() as u64;
                trials.repeat(&trial, first..first + 1)?;
            }
        }
    }
    Ok(())
}

fn report(settings: &Options, results: &TrialResults) -> Findings {
    let (all, sizes) = (settings.get(&TIES), settings.get(&SIZES));
    // Each is a way to break ties, a size and the number of their group.
    let group = |(kind, ties)| {
        let sizes = sizes.iter().enumerate();
        sizes.map(move |(place, &size)| (ties, size, place * all.len() + kind))
    };
    let groups: Vec<(&OptionValue, u32, usize)> =
        all.iter().copied().enumerate().flat_map(group).collect();
    let trial = |group: usize| {
        // A run that failed is the more interesting one.
        let failed = |run: &(usize, &Trial, &Measurement)| run.2.record.answer != Answer::Found;
        let trial = results.of(group).find(failed).or_else(|| results.of(group).next());
        trial.map(|(number, _, _)| number)
    };
    let share = |group: usize| {
        let (found, runs) = (results.stats(group).found(), results.stats(group).runs());
        (runs > 0).then(|| found as f64 / runs as f64)
    };
    let table = Table::new(
        &groups,
        |(_, _, group)| trial(*group),
        &[
            ("ties", "tie-breaking", &|(ties, ..)| TableCell::named(ties.name, short_title(ties))),
            ("side", "board size", &|(_, size, _)| (*size).into()),
            ("starts", "starts", &|(_, _, group)| results.stats(*group).runs().into()),
            ("found", "found", &|(_, _, group)| results.stats(*group).found().into()),
            ("share", "share", &|(_, _, group)| TableCell::share(share(*group))),
        ],
    );
    let point = |&(_, size, group): &(&OptionValue, u32, usize)| {
        Some(ChartPoint::new(size, 100.0 * share(group)?, trial(group)))
    };
    let line = |own: &[(&OptionValue, u32, usize)]| Series {
        name: short_title(own[0].0).to_owned(),
        points: own.iter().filter_map(point).collect(),
    };
    let series = groups.chunks(sizes.len()).map(line).collect();
    let chart = Chart::lines(TITLE, Axis::side(), Axis::linear(SHARE), series);
    Findings { table, charts: vec![chart], remarks: Vec::new() }
}
