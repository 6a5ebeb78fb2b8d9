//! How many tours there are, counted within a time limit.

use super::prelude::*;

pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "solutions",
    title: "How many tours are there?",
    summary: "Counts the tours from every square of a board, and from one square of boards of other \
              sizes, within a time limit.",
    invitation: "count the tours from every square of a board, and from one square of boards of \
                  other sizes",
    repeats: "“Knight's Tour Problem Solver”: 15 seconds for each start. On 5×5, no tour starts on \
              the squares of the rarer colour. That report calls placements “runs”",
    parameters: &[
        &OptionSpec { default: "5x5", ..BOARD.0 },
        &OptionSpec {
            help: "the sides of more square boards, each searched from one square",
            default: "4-8",
            ..SIZES.0
        },
        &START.0,
        &OptionSpec {
            help: "a method that can list every tour exactly once",
            kind: Kind::Enumerator,
            default: "backtracking:by=warnsdorff,order=top-down",
            ..METHOD.0
        },
        &MAX_SECONDS.0,
    ],
    plan,
    report,
    example,
};

fn example() -> Chart {
    const ROWS: [[u32; 5]; 5] = [
        [304, 0, 56, 0, 304],
        [0, 56, 0, 56, 0],
        [56, 0, 64, 0, 56],
        [0, 56, 0, 56, 0],
        [304, 0, 56, 0, 304],
    ];
    let tours = |row: u32, col: u32| ROWS[row as usize][col as usize];
    example::heat("Tours from every square of 5x5", Axis::whole("tours"), 5, tours)
}

fn plan(settings: &Options, trials: &mut Trials) -> Result<(), LabError> {
    let trial = |puzzle: Puzzle| {
        let trial = Trial::new(&puzzle, settings.get(&METHOD), settings);
        Trial { task: Task::Count, ..trial }
    };
    let board = settings.get(&BOARD);
    for start in starts(board, Goal::Any) {
        trials.add(trial(puzzle_from(start, board, settings)?))?;
    }
    for size in settings.get(&SIZES) {
        trials.add(trial(puzzle_on(&square_board(*size)?, settings)?))?;
    }
    Ok(())
}

/// The count from one square, or from several together.
struct Count<'a> {
    board: &'a Board,
    /// `None` if it is several.
    start: Option<Square>,
    trial: Option<usize>,
    tours: u64,
    placements: u64,
    is_complete: bool,
    seconds: f64,
}

impl Count<'_> {
    fn of<'a>(number: usize, trial: &'a Trial, run: &Measurement) -> Count<'a> {
        Count {
            board: trial.puzzle.board(),
            start: Some(trial.puzzle.start()),
            trial: Some(number),
            tours: run.tours,
            placements: run.record.work.placements,
            is_complete: run.record.answer == Answer::Exhausted,
            seconds: run.record.seconds,
        }
    }

    fn tours_words(&self) -> String {
        let least = if self.is_complete { "" } else { "at least " };
        format!("{least}{}", counted(self.tours, "tour"))
    }

    fn has_no_tour(&self) -> bool {
        self.is_complete && self.tours == 0
    }
}

fn report(settings: &Options, results: &TrialResults) -> Findings {
    let board = settings.get(&BOARD);
    let first = starts(board, Goal::Any).count();
    let (every, single): (Vec<_>, Vec<_>) =
        results.done().partition(|(number, _, _)| *number < first);
    let count = |(number, trial, run)| Count::of(number, trial, run);
    let every: Vec<Count<'_>> = every.into_iter().map(count).collect();
    let single: Vec<Count<'_>> = single.into_iter().map(count).collect();
    let mut remarks = Vec::new();
    let mut rows = Vec::new();
    if !every.is_empty() {
        let total = total(board, &every, first);
        remarks.push(remark(&every, &total, first));
        rows.push(total);
    }
    let mut charts = Vec::from(maps(board, &every));
    for count in single.iter().filter(|count| count.has_no_tour()) {
        let side = count.board.rows();
        remarks.push(Remark::new(format!("{side}×{side}: no tour from the start square")));
    }
    let point = |count: &Count<'_>, number: u64| ChartPoint {
        unfinished: !count.is_complete,
        ..ChartPoint::new(count.board.rows(), number as f64, count.trial)
    };
    let found = single.iter().filter(|count| count.tours > 0);
    let tours = found.map(|count| point(count, count.tours)).collect();
    let placements = single.iter().map(|count| point(count, count.placements)).collect();
    let series = [("tours", tours), ("placements", placements)]
        .map(|(name, points)| Series { name: name.to_owned(), points });
    let title = "Tours and placements from one square, by board side (hollow: at least)";
    charts.push(Chart::lines(title, Axis::side(), Axis::log("count"), series.into()));
    rows.extend(every.into_iter().chain(single));
    let complete = |count: &Count<'_>| if count.is_complete { "yes" } else { "no" };
    let tours =
        |count: &Count<'_>| if count.is_complete { TableCell::Whole } else { TableCell::AtLeast }(count.tours);
    let table = Table::new(
        &rows,
        |count| count.trial,
        &[
            ("board", "board", &|count| count.board.to_string().into()),
            ("start", "start", &|count| match count.start {
                Some(start) => TableCell::square(count.board, start),
                None => TableCell::named("all", "all squares"),
            }),
            ("tours", "tours", &tours),
            ("placements", "placements", &|count| count.placements.into()),
            ("complete", "complete", &|count| complete(count).into()),
            ("seconds", "time", &|count| TableCell::Seconds(count.seconds)),
        ],
    );
    Findings { table, charts, remarks }
}

/// All squares together. It is complete if each of them is.
fn total<'a>(board: &'a Board, counts: &[Count<'_>], squares: usize) -> Count<'a> {
    Count {
        board,
        start: None,
        trial: None,
        tours: counts.iter().map(|count| count.tours).sum(),
        placements: counts.iter().map(|count| count.placements).sum(),
        is_complete: counts.len() == squares && counts.iter().all(|count| count.is_complete),
        seconds: counts.iter().fold(0.0, |sum, count| sum + count.seconds),
    }
}

/// The number of tours, and the squares from which most and fewest of them start.
fn remark(counts: &[Count<'_>], total: &Count<'_>, squares: usize) -> Remark {
    // The squares that were not finished may have more.
    let complete = counts.iter().filter(|count| count.is_complete).count();
    let which = if complete == counts.len() {
        String::new()
    } else {
        format!(" (of the {} that were finished)", counted(complete as u64, "square"))
    };
    let by_square = |number: fn(&Count<'_>) -> u64| {
        let finished = counts.iter().filter(|count| count.is_complete);
        let numbers: Vec<_> = finished.filter_map(|one| Some((one.start?, number(one)))).collect();
        most_and_fewest(total.board, &numbers).unwrap_or_else(|| "not known yet".to_owned())
    };
    let from = if counts.len() == squares {
        "all squares".to_owned()
    } else {
        format!("{} of {squares} squares", counts.len())
    };
    Remark::new(format!(
        "{}: {} from {from}, in both directions; tours{which}: {}; placements{which}: {}",
        total.board,
        total.tours_words(),
        by_square(|count| count.tours),
        by_square(|count| count.placements),
    ))
}

/// A heat map of the tours from each square, and one of the placements.
fn maps(board: &Board, counts: &[Count<'_>]) -> [Chart; 2] {
    let is_complete = counts.iter().all(|count| count.is_complete);
    let within = if is_complete { "" } else { " (within the time limit)" };
    let chart = |what: &str, name: &str, value: fn(&Count<'_>) -> Option<u64>| {
        let squares = counts.iter().filter_map(|count| {
            let start = count.start?;
            let (name, tours) = (board.name(start), count.tours_words());
            let words = format!("{name}: {tours}, {} placements", grouped(count.placements));
            let value = value(count).map(|value| value as f64);
            let state = value.map_or(SquareState::Impossible, |_| SquareState::Measured);
            Some((start, HeatSquare { value, words, trial: count.trial, state }))
        });
        let title = format!("{what} from every square of {board}{within}");
        Chart::heat(title, board, Axis::whole(name), None, squares)
    };
    [
        chart("Tours", "tours", |count| (!count.has_no_tour()).then_some(count.tours)),
        chart("Placements", "placements", |count| Some(count.placements)),
    ]
}
