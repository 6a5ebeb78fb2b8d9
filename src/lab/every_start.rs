//! Which squares a tour can be found from.

use super::prelude::*;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "starts",
    title: "Which squares are good to start from?",
    summary: "Searches for a tour from every square of a board and counts the squares tried.",
    invitation: "search for a tour from every square of a board and count the squares tried",
    repeats: "“PBL2 The Knights Tour”: every start of 8×8 and 10×10; on 7×7, no tour starts on the \
              squares of the rarer colour",
    parameters: &[
        &BOARD.0,
        &OptionSpec {
            default: "backtracking:by=static-degree,order=32465817 backtracking:by=warnsdorff \
                      warnsdorff:ties=order warnsdorff restarting",
            ..METHODS.0
        },
        &GOAL.spec,
        &OptionSpec { default: "1,000,000", ..MAX_STEPS.0 },
        &SEED.0,
    ],
    plan,
    report,
    example,
};

fn example() -> Chart {
    let tried = |row: u32, col: u32| 64 + 6 * ((row * row + 3 * col) % 7) * ((row + 2 * col) % 5);
    let title = "Squares tried up to a tour from each square";
    example::heat(title, Axis::squares_tried(), 8, tried)
}

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    let board = settings.get(&BOARD);
    for (group, config) in settings.get(&METHODS).iter().enumerate() {
        for start in starts(board, settings.get(&GOAL)) {
            let puzzle = puzzle_from(start, board, settings)?;
            trials.add(Trial { group, ..Trial::new(&puzzle, config, settings) })?;
        }
    }
    Ok(())
}

fn report(settings: &Options, results: &TrialResults) -> Findings {
    let methods = method_cells(settings.get(&METHODS));
    let groups: Vec<usize> = (0..methods.len()).collect();
    let stats = |group: &usize| results.stats(*group);
    let squares = |group: &usize| stats(group).distribution(Measure::Squares);
    let table = Table::new(
        &groups,
        |_| None,
        &[
            ("method", "method", &|group| methods[*group].clone()),
            ("found", "found", &|group| stats(group).found().into()),
            ("failed", "not found", &|group| stats(group).failures().into()),
            ("impossible", "impossible", &|group| stats(group).count(Answer::Impossible).into()),
            ("median_squares_tried", "median squares tried", &|group| {
                TableCell::exact(squares(group).median(), 1)
            }),
            ("p90_squares_tried", "90th percentile", &|group| squares(group).part(0.9).into()),
            ("most_squares_tried", "maximum", &|group| squares(group).max().into()),
            ("total_seconds", "total time", &|group| TableCell::Seconds(results.seconds(*group))),
        ],
    );
    let ends = groups.iter().filter_map(|group| squares(group).ends());
    let ends = ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let heat = |group: &usize| {
        let squares = results.of(*group).map(heat_square);
        let title = methods[*group].in_words();
        Chart::heat(title, settings.get(&BOARD), Axis::squares_tried(), ends, squares)
    };
    Findings {
        table,
        charts: groups.iter().map(heat).collect(),
        remarks: groups.iter().filter_map(|group| failures(*group, settings, results)).collect(),
    }
}

/// The starts from which a method found no tour, although nothing rules one out.
fn failures(group: usize, settings: &Options, results: &TrialResults) -> Option<Remark> {
    let failed = results.of(group).filter(|(_, _, run)| {
        !matches!(run.record.answer, Answer::Found | Answer::Impossible | Answer::Interrupted)
    });
    let failed: Vec<Square> = failed.map(|(_, trial, _)| trial.puzzle.start()).collect();
    let text = format!("no tour found from {}", squares_named(settings.get(&BOARD), &failed));
    let method = settings.get(&METHODS).get(group).cloned();
    (!failed.is_empty()).then_some(Remark { method, text })
}

/// A run as a square of the heat map.
fn heat_square((number, trial, run): (usize, &Trial, &Measurement)) -> (Square, HeatSquare) {
    let (start, record) = (trial.puzzle.start(), &run.record);
    let name = trial.puzzle.board().name(start);
    let tried = format!("{} tried", counted(record.squares, "square"));
    let noun = trial.puzzle.goal().noun();
    let (state, words) = match record.answer {
        Answer::Found => (SquareState::Measured, format!("found, {tried}")),
        Answer::Impossible => (SquareState::Impossible, format!("no {noun} starts here")),
        Answer::Exhausted => {
            (SquareState::Failed, format!("no {noun} starts here: every path was tried ({tried})"))
        }
        Answer::Limit => {
            (SquareState::Failed, format!("not found: step limit reached after {tried}"))
        }
        answer => {
            (SquareState::Failed, format!("not found: {} after {tried}", answer_words(answer)))
        }
    };
    let value = (state == SquareState::Measured).then_some(record.squares as f64);
    (start, HeatSquare { value, words: format!("{name}: {words}"), trial: Some(number), state })
}
