//! Experiments on small cases, checked against known numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Output;
use std::sync::Arc;

use knights_tour::engine::{Answer, Control, Stopwatch};
use knights_tour::format::{chart, table};
use knights_tour::lab::{
    Axis, BackgroundRun, Bar, Chart, ChartPoint, EXPERIMENTS, ExperimentRun, Findings, Plot,
    Series, SquareState, TableCell, named,
};
use knights_tour::solver::METHODS;
use serde_json::Value;

use crate::common::{self, MAX_WAIT_SECONDS, err, out, run_words};

/// Runs an experiment to its end.
fn run(name: &str, set: &[(&str, &str)]) -> (ExperimentRun, Findings) {
    let experiment = named(name).unwrap();
    let mut settings = experiment.defaults();
    for (key, value) in set {
        experiment.set(&mut settings, key, value).unwrap();
    }
    let mut running = ExperimentRun::start(experiment, &settings, 2, Arc::default()).unwrap();
    while running.wait() {}
    assert!(running.is_done() && running.fault.is_none(), "{name}");
    let report = running.report();
    (running, report)
}

/// The cells of a row whose first cells are these.
fn row(report: &Findings, first: &[TableCell]) -> Vec<TableCell> {
    let mut rows = report.table.rows.iter();
    let is_same = |(cell, wanted): (&TableCell, &TableCell)| match cell {
        TableCell::Named { text, .. } => TableCell::from(text.as_str()) == *wanted,
        cell => cell == wanted,
    };
    let row = rows.find(|row| row.cells.iter().zip(first).all(is_same));
    row.unwrap_or_else(|| panic!("no row {first:?} in {:?}", report.table)).cells.clone()
}

/// A cell by the name of its column.
fn cell(report: &Findings, first: &[TableCell], column: &str) -> TableCell {
    let place = report.table.columns.iter().position(|one| one.key == column).unwrap();
    row(report, first)[place].clone()
}

/// A method that does not take a puzzle is named with the reason, and does not wait for ever.
#[test]
fn what_a_method_does_not_take_is_left_out_and_said() {
    let methods = "warnsdorff:ties=squirrel-cull warnsdorff";
    let set = [("start", "3,3"), ("methods", methods), ("runs", "2")];
    let (running, report) = run("compare", &set);
    assert_eq!(running.progress(), (2, 2));
    let left_out = report.remarks.iter().find_map(|remark| remark.method.as_ref());
    assert_eq!(left_out.unwrap().to_string(), "warnsdorff:ties=squirrel-cull");
}

#[test]
fn every_experiment_can_be_run_and_reports_at_any_time() {
    for experiment in EXPERIMENTS {
        let settings = experiment.defaults();
        assert!(
            settings.iter().all(|setting| !setting.value.to_string().is_empty()),
            "{}",
            experiment.name
        );
        let control = Arc::<Control>::default();
        let mut running =
            ExperimentRun::start(experiment, &settings, 1, Arc::clone(&control)).unwrap();
        // Before anything is known, and when something is.
        running.report();
        while running.progress().0 == 0 {
            running.wait();
        }
        control.stop();
        while running.wait() {}
        assert!(running.progress().0 > 0);
        let report = running.report();
        let columns = report.table.columns.len();
        assert!(columns > 1 && report.table.rows.iter().all(|row| row.cells.len() == columns));
        assert!(!report.charts.is_empty(), "{}", experiment.name);
        assert!(experiment.title.ends_with('?'), "{} is a question", experiment.title);
        assert!(experiment.summary.ends_with('.') && experiment.repeats.len() > 20);
    }
}

#[test]
fn starts_show_the_rule_of_colours_on_an_odd_board() {
    let (running, report) = run("starts", &[("board", "7x7"), ("methods", "restarting")]);
    assert_eq!(cell(&report, &["restarting".into()], "found"), TableCell::Whole(25));
    assert_eq!(cell(&report, &["restarting".into()], "impossible"), TableCell::Whole(24));
    let Plot::Heat { squares, .. } = &report.charts[0].plot else { panic!("a heat map") };
    for (place, square) in squares.iter().enumerate() {
        let minority = (place / 7 + place % 7) % 2 == 1;
        assert_eq!(square.state == SquareState::Impossible, minority, "{place}");
        let trial = &running.trials()[square.trial.unwrap()];
        assert_eq!(trial.puzzle.start().index(), place, "the very run can be opened");
    }
}

/// Where open tours start but no closed one does, nothing says that there is no tour.
#[test]
fn a_proof_about_closed_tours_says_so() {
    let set = [("board", "3x4"), ("goal", "closed"), ("methods", "backtracking")];
    let (_, report) = run("starts", &set);
    let Plot::Heat { squares, .. } = &report.charts[0].plot else { panic!("a heat map") };
    let words = &squares[0].words;
    assert!(words.starts_with("a3: no closed tour starts here"), "{words}");
}

/// The device that is always full stands for a full disk.
#[cfg(target_os = "linux")]
#[test]
fn results_that_cannot_be_written_are_printed() {
    let output = program("--csv --out /dev/full batch --board 5x5 --start 0,0 --count 3");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(out(&output).starts_with("measure,total,") && out(&output).contains("runs,3,"));
    let said = "knights-tour: '/dev/full' cannot be written: the disk is full\n";
    assert_eq!(err(&output), said);
}

#[test]
fn scaling_shows_where_static_degrees_stall() {
    let methods =
        "backtracking:by=static-degree,order=32465817 backtracking:by=warnsdorff,order=32465817";
    let (_, report) =
        run("scaling", &[("sizes", "8,12"), ("methods", methods), ("max-steps", "100000")]);
    let config = |place: usize| TableCell::from(methods.split(' ').nth(place).unwrap());
    assert_eq!(cell(&report, &[8_u64.into(), config(0)], "steps"), TableCell::Whole(396));
    assert_eq!(cell(&report, &[12_u64.into(), config(0)], "outcome"), Answer::Limit.into());
    assert_eq!(cell(&report, &[12_u64.into(), config(0)], "steps"), TableCell::Whole(100_000));
    assert_eq!(cell(&report, &[12_u64.into(), config(1)], "outcome"), Answer::Found.into());
    assert!(report.remarks[0].text.contains("first fails on 12×12"));
    assert!(report.remarks[1].text.contains("solves every board up to 12×12"));
    let Plot::Lines { series, .. } = &report.charts[0].plot else { panic!("lines") };
    let unfinished: Vec<bool> = series[0].points.iter().map(|point| point.unfinished).collect();
    assert_eq!(unfinished, [false, true], "a run that hit its limit is no slow success");
}

#[test]
fn the_tours_of_five_by_five_are_counted() {
    let (_, report) = run("solutions", &[("sizes", "4"), ("max-seconds", "60")]);
    for (start, tours) in [("0,0", 304), ("2,2", 64), ("0,1", 0), ("1,1", 56)] {
        assert_eq!(cell(&report, &["5x5".into(), start.into()], "tours"), TableCell::Whole(tours));
    }
    let total = |column: &str| cell(&report, &["5x5".into(), "all".into()], column);
    assert_eq!((total("tours"), total("complete")), (TableCell::Whole(1_728), "yes".into()));
    assert_eq!(total("placements"), TableCell::Whole(38_010_697));
    let values = |chart: usize| match &report.charts[chart].plot {
        Plot::Heat { squares, .. } => {
            squares.iter().filter_map(|one| one.value).collect::<Vec<_>>()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(values(0).iter().sum::<f64>(), 1_728.0, "a map of the tours");
    assert_eq!(values(1).len(), 25, "and one of the placements, where there are no tours too");
    assert_eq!(values(1).iter().sum::<f64>(), 38_010_697.0);
    assert_eq!(cell(&report, &["4x4".into()], "tours"), TableCell::Whole(0));
    assert_eq!(cell(&report, &["4x4".into()], "complete"), "yes".into());
}

/// What was not counted to the end is said to be a lower bound, but files have plain numbers.
#[test]
fn a_count_that_was_cut_off_is_a_lower_bound() {
    let set = [("board", "8x8"), ("sizes", "4"), ("max-seconds", "0.001")];
    let (_, report) = run("solutions", &set);
    let all = ["8x8".into(), "all".into()];
    let TableCell::AtLeast(tours) = cell(&report, &all, "tours") else { panic!("{report:?}") };
    assert_eq!(cell(&report, &all, "complete"), "no".into());
    let text = table::text(&report.table);
    let line = text.lines().nth(2).unwrap();
    let grouped = knights_tour::text::grouped(tours);
    assert!(line.contains(&format!("≥ {grouped} ")), "{line}");
    let csv = table::csv(&report.table);
    assert!(csv.lines().nth(1).unwrap().starts_with(&format!("8x8,all,{tours},")), "{csv}");
    assert_eq!(table::json(&report.table)[0]["tours"], tours);
}

#[test]
fn every_run_of_a_batch_is_in_one_bar() {
    for (method, number_of_bars) in [("backtracking", Some(1)), ("warnsdorff", None)] {
        let (_, report) = run("batch", &[("method", method), ("count", "20")]);
        let Plot::Histogram { bars, .. } = &report.charts[1].plot else { panic!("a histogram") };
        assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), 20, "{method}");
        assert!(number_of_bars.is_none_or(|number| bars.len() == number), "{method}");
    }
}

#[test]
fn methods_are_compared() {
    let methods = "backtracking warnsdorff:ties=roth";
    let (running, report) = run("compare", &[("methods", methods), ("runs", "2")]);
    assert_eq!(running.trials().len(), 4);
    let steps = |method: &str| cell(&report, &[method.into()], "median_steps");
    assert_eq!(steps("backtracking"), TableCell::Decimal(6_484_066.0, 0));
    assert_eq!(steps("warnsdorff:ties=roth"), TableCell::Decimal(64.0, 0));
    let Plot::Bars { values, bars } = &report.charts[0].plot else { panic!("bars") };
    let values = (values.name.as_str(), bars[0].value, bars[1].value);
    assert_eq!(values, ("squares tried", Some(3_242_065.0), Some(64.0)));
    assert!(matches!(
        cell(&report, &["backtracking".into()], "bytes"),
        TableCell::Whole(1_000..=10_000)
    ));
}

/// Squares tried are one unit for all methods: no tour is found without trying each square of the board
/// at least once, whatever a step of the method is.
#[test]
fn every_method_tries_each_square_of_its_tour() {
    let methods = METHODS.iter().map(|method| method.name).collect::<Vec<_>>().join(" ");
    let set = [("board", "8x8"), ("goal", "closed"), ("methods", methods.as_str()), ("runs", "1")];
    let (running, report) = run("compare", &set);
    for (trial, measurement) in running.trials().iter().zip(&running.results.measurements) {
        let record = &measurement.as_ref().unwrap().record;
        let method = trial.config.method.name;
        assert!(record.answer != Answer::Found || record.squares >= 64, "{method}: {record:?}");
        // What one of these counts: there are 168 moves on the board, each a neuron.
        let counts =
            [("genetic", "evaluations", 63), ("ants", "walks", 64), ("neural", "sweeps", 168)];
        for (_, key, squares) in counts.iter().filter(|(name, ..)| *name == method) {
            let mut counters = record.work.counters.iter();
            let (_, count) = counters.find(|(name, _)| name == key).unwrap();
            assert_eq!(record.squares, squares * count, "{method}");
        }
        assert!(record.squares >= record.work.placements, "{method}: {record:?}");
    }
    assert_eq!(report.table.rows.len(), METHODS.len());
}

/// What a run is recorded as is what was run: `solve` repeats it.
#[test]
fn the_record_of_a_run_repeats_it() {
    let words = "--board 6x6 --runs 1 --generations 20 --plot 5 --seed 5 --json";
    for experiment in [format!("genetic {words}"), "ants --board 6x6 --cycles 40 --json".to_owned()]
    {
        let json: Value = serde_json::from_str(&out(&program(&experiment))).unwrap();
        let runs = json["runs"].as_array().unwrap();
        let mut outcomes = BTreeSet::new();
        for run in runs.iter().step_by(7) {
            let text = |key: &str| run[key].as_str().unwrap();
            let mut solve = common::program();
            solve.args(["solve", "--format", "json", "--puzzle", text("puzzle")]);
            let output = solve.args(["--method", text("method")]).output().unwrap();
            let again: Value = serde_json::from_str(&out(&output)).unwrap();
            assert_eq!(again["outcome"], run["outcome"], "{run}");
            let steps = if run["outcome"] == "found" { "first_steps" } else { "steps" };
            assert_eq!(again["steps"], run[steps], "{run}");
            outcomes.insert(text("outcome").to_owned());
        }
        assert!(outcomes.contains("found"), "{outcomes:?}");
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let counts = [1, 3].map(|threads| {
        let experiment = named("ties").unwrap();
        let mut settings = experiment.defaults();
        experiment.set(&mut settings, "sizes", "7").unwrap();
        let mut running =
            ExperimentRun::start(experiment, &settings, threads, Arc::default()).unwrap();
        while running.wait() {}
        running.report()
    });
    assert_eq!(counts[0], counts[1]);
}

#[test]
fn a_paused_experiment_waits_and_a_stopped_one_ends() {
    let experiment = named("batch").unwrap();
    let mut settings = experiment.defaults();
    experiment.set(&mut settings, "method", "backtracking").unwrap();
    let live = BackgroundRun::start(experiment, settings, 2);
    let until = |is_right: &dyn Fn() -> bool| {
        let watch = Stopwatch::start();
        while !is_right() {
            assert!(watch.seconds() < MAX_WAIT_SECONDS);
            std::thread::yield_now();
        }
    };
    until(&|| live.progress().0 > 0);
    live.control.halt(true);
    assert!(live.control.is_halted() && !live.is_over());
    live.control.halt(false);
    let before = live.progress().0;
    until(&|| live.progress().0 > before);
    live.control.stop();
    until(&|| live.is_over());
    let (done, all) = live.progress();
    assert!((1..all).contains(&done) && all == 900, "{done} of {all}");
    let report = live.take_report().expect("the last word");
    assert_eq!(row(&report, &["runs".into()])[1], TableCell::Whole(done as u64));
    assert!(live.take_report().is_none() && live.trouble().is_none());
}

#[test]
fn a_point_that_stands_for_many_runs_opens_one_of_them() {
    let opened = |name: &str, set: &[(&str, &str)]| {
        let (running, report) = run(name, set);
        let mut trials = Vec::new();
        for chart in &report.charts {
            match &chart.plot {
                Plot::Lines { series, .. } => {
                    let points = series.iter().flat_map(|line| &line.points);
                    trials.extend(points.map(|point| (point.trial, point.y)));
                }
                Plot::Bars { bars, .. } => {
                    trials.extend(bars.iter().map(|bar| (bar.trial, bar.value.unwrap())));
                }
                Plot::Histogram { bars, .. } => {
                    let full = bars.iter().filter(|bar| bar.count > 0);
                    trials.extend(full.map(|bar| (bar.trial, (bar.from + bar.to) / 2.0)));
                }
                Plot::Heat { .. } => {}
            }
        }
        assert!(!trials.is_empty(), "{name}");
        let squares = |trial: Option<usize>| {
            let trial = trial.unwrap_or_else(|| panic!("{name} opens a run"));
            running.results.measurements[trial].as_ref().unwrap().record.squares as f64
        };
        trials.into_iter().map(|(trial, y)| (squares(trial), y)).collect::<Vec<_>>()
    };
    let set = [("sizes", "5-6"), ("methods", "warnsdorff restarting"), ("runs", "3")];
    let timing = opened("timing", &set);
    assert!(timing.iter().take(4).all(|(squares, y)| squares == y), "{timing:?}");
    let set = [("methods", "warnsdorff backtracking:by=warnsdorff,ties=uniform"), ("runs", "5")];
    let compare = opened("compare", &set);
    assert!(compare.iter().all(|(squares, y)| squares == y), "{compare:?}");
    opened("ties", &[("sizes", "8")]);
    opened("batch", &[("count", "50")]);
    opened("scaling", &[("sizes", "5-6")]);
}

#[test]
fn an_impossible_plan_is_reported() {
    let experiment = named("timing").unwrap();
    let mut settings = experiment.defaults();
    experiment.set(&mut settings, "start", "7,7").unwrap();
    let live = BackgroundRun::start(experiment, settings, 1);
    while !live.is_over() {
        std::thread::yield_now();
    }
    assert!(live.is_planned() && live.take_report().is_none() && live.progress() == (0, 0));
    let trouble = live.trouble().unwrap();
    assert!(trouble.contains("7,7"), "{trouble}");
}

fn program(words: &str) -> Output {
    run_words(&format!("lab {words}"))
}

#[test]
fn the_command_line_writes_tables_and_pictures() {
    let list = out(&program(""));
    for experiment in EXPERIMENTS {
        assert!(list.contains(experiment.name) && list.contains(experiment.title));
        let help = out(&program(&format!("{} --help", experiment.name)));
        for parameter in experiment.parameters {
            assert!(help.contains(&format!("--{}", parameter.key)), "{help}");
        }
    }
    let table = out(&program("starts --board 5x5 --methods restarting"));
    assert!(
        table.lines().nth(2).unwrap().starts_with("restarting     13          0          12"),
        "{table}"
    );
    let csv = out(&program("--csv starts --board 5x5 --methods restarting"));
    assert!(csv.starts_with("method,found,failed,impossible,median_squares_tried,"), "{csv}");
    assert!(csv.lines().nth(1).unwrap().starts_with("restarting,13,0,12,"), "{csv}");
    let json: Value =
        serde_json::from_str(&out(&program("starts --board 5x5 --methods restarting --json")))
            .unwrap();
    assert_eq!((&json["complete"], &json["table"][0]["found"]), (&true.into(), &13.into()));
    assert_eq!(json["settings"]["board"], "5x5");
    assert_eq!(json["runs"].as_array().unwrap().len(), 25);
    assert_eq!(json["runs"][1]["outcome"], "impossible");
    let svg = out(&program("starts --board 5x5 --methods restarting --svg"));
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    assert_eq!(svg.matches("<title>").count(), 25, "every square says what it is");
    assert_eq!(svg.matches("pointer-events").count(), 13, "squares with a tour show their steps");
}

/// The names of columns, which are in `heads.txt`, are for programs, the headings for people: only headings
/// may change.
#[test]
fn the_header_of_each_csv_file_stays() {
    let heads = include_str!("heads.txt").lines().map(|line| line.split_once(": ").unwrap());
    let heads: BTreeMap<&str, &str> = heads.collect();
    for experiment in EXPERIMENTS {
        let control = Arc::<Control>::default();
        control.stop();
        let running = ExperimentRun::start(experiment, &experiment.defaults(), 1, control).unwrap();
        let csv = table::csv(&running.report().table);
        assert_eq!(csv.lines().next(), heads.get(experiment.name).copied(), "{}", experiment.name);
    }
    let words = "scaling --sizes 12 --methods backtracking --max-steps 99";
    let csv = out(&program(&format!("--csv {words}")));
    assert!(csv.lines().nth(1).unwrap().starts_with("12,backtracking,limit,97,99,"), "{csv}");
    let text = out(&program(words));
    assert!(text.contains("step limit"), "people read words: {text}");
}

#[test]
fn every_experiment_has_an_example() {
    for experiment in EXPERIMENTS {
        let svg = chart::write(&[(experiment.example)()]);
        assert!(svg.matches("<text").count() > 5, "{}: {svg}", experiment.name);
    }
}

#[test]
fn pictures_show_the_value_of_every_bar() {
    let svg = out(&program("compare --methods warnsdorff:ties=roth --runs 1 --svg"));
    assert!(svg.contains(">64 squares tried</text>"), "{svg}");
    let words = [1.0, 2.0].map(|value| chart::bar_words(value, &Axis::whole("squares tried")));
    assert_eq!(words, ["1 square tried", "2 squares tried"]);
    assert_eq!(chart::bar_words(1.0, &Axis::whole("tours")), "1 tour");
    let svg = out(&program("solutions --sizes 4 --max-seconds 60 --svg"));
    assert_eq!(svg.matches(">304</text>").count(), 4, "the number of tours from each corner");
    // One run of a hundred is a bar that can be seen, in the colour of the others.
    let bar = |from: f64, count| Bar { from, to: from + 1.0, count, trial: None };
    let bars = vec![bar(1.0, 100_000), bar(2.0, 0), bar(3.0, 1)];
    let plot = Plot::Histogram { x: Axis::whole("steps"), bars };
    let svg = chart::write(&[Chart { title: "Steps".to_owned(), plot }]);
    let bars: Vec<&str> = svg.lines().filter(|line| line.starts_with("<rect x=")).collect();
    assert_eq!(bars.len(), 2, "a count of 0 has no bar: {svg}");
    assert!(bars[1].contains("height=\"2.0\"") && !bars[1].contains("stroke"), "{}", bars[1]);
}

/// Lines that lie on each other can be told apart, and boards are named below their number of squares.
#[test]
fn lines_on_each_other_differ() {
    let point = |x: f64| ChartPoint { x, y: 64.0, trial: None, unfinished: false };
    let points = vec![point(25.0), point(64.0), point(900.0)];
    let line = |number: usize| Series { name: format!("line {number}"), points: points.clone() };
    let series: Vec<Series> = (0..5).map(line).collect();
    let plot = Plot::Lines { x: Axis::board_squares(), y: Axis::log("squares tried"), series };
    let svg = chart::write(&[Chart { title: "Lines".to_owned(), plot }]);
    let style = |line: &str| line.split_once("stroke-width").unwrap().1.to_owned();
    let lines = svg.lines().filter(|line| line.starts_with("<polyline"));
    assert_eq!(lines.map(style).collect::<BTreeSet<_>>().len(), 5, "{svg}");
    assert!(svg.contains(">900 (30×30)</text>"), "{svg}");
    let ticks = chart::board_ticks((25.0, 900.0), 100.0);
    assert_eq!(ticks[..3], [900.0, 784.0, 676.0], "squares of whole sides, not too close");
    assert!(ticks.windows(2).all(|pair| pair[0] - pair[1] >= 100.0), "{ticks:?}");
}

/// Every experiment runs on a small board and on one whose squares have no names, wherever it starts.
#[test]
fn the_default_start_is_on_every_board() {
    for words in ["compare --runs 1 --methods warnsdorff:ties=roth", "batch --count 2"] {
        for board in ["6x6", "30x30"] {
            let output = program(&format!("{words} --board {board}"));
            assert_eq!(output.status.code(), Some(0), "{words} {board}: {}", err(&output));
        }
    }
    let output = program("batch --board 6x6 --count 2 --json");
    let json: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(json["runs"][0]["puzzle"], "6x6 given=5,0");
    assert_eq!(json["command"], "knights-tour lab batch --board 6x6 --count 2");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
}

/// The command that the window shows sets the same values again.
#[test]
fn a_command_line_repeats_its_settings() {
    let sets: [(&str, &[(&str, &str)]); 3] = [
        ("compare", &[]),
        ("compare", &[("board", "6x6"), ("methods", "warnsdorff backtracking:by=warnsdorff")]),
        ("genetic", &[("crossover", "0.85"), ("repair", "first"), ("seed", "7")]),
    ];
    let lines = sets.map(|(name, set)| {
        let experiment = named(name).unwrap();
        let mut values = experiment.defaults();
        for (key, value) in set {
            experiment.set(&mut values, key, value).unwrap();
        }
        experiment.command_line(&values)
    });
    assert_eq!(lines[0], "knights-tour lab compare");
    assert_eq!(
        lines[1],
        "knights-tour lab compare --board 6x6 --methods \"warnsdorff backtracking:by=warnsdorff\""
    );
    assert_eq!(lines[2], "knights-tour lab genetic --repair first --crossover 0.85 --seed 7");
}

/// Every command on the page of published results prints what the page promises.
#[test]
fn published_results_are_reproduced() {
    let page = include_str!("../../REPRODUCTION.md");
    let mut commands = 0;
    for line in page.lines().filter(|line| line.contains("| `knights-tour ")) {
        let cells: Vec<&str> = line.split(" | ").collect();
        // Two identical runs show as much as 900.
        let words = cells[1]
            .trim_matches('`')
            .replace("--method backtracking --count 900", "--method backtracking --count 2");
        let output = run_words(words.strip_prefix("knights-tour ").unwrap());
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        let results: Vec<&str> = cells[2].split('`').skip(1).step_by(2).collect();
        assert!(!results.is_empty(), "{line}");
        for result in results {
            // Not as a part of another number.
            let apart = |place: usize| {
                let (before, after) = (&said[..place], &said[place + result.len()..]);
                let digit = |c: char| c.is_ascii_digit();
                let before = before.strip_suffix(',').unwrap_or(before);
                let after = after.strip_prefix(',').unwrap_or(after);
                !before.ends_with(digit) && !after.starts_with(digit)
            };
            let found = said.match_indices(result).any(|(place, _)| apart(place));
            assert!(found, "{words} does not print {result}:\n{said}");
        }
        commands += 1;
    }
    assert!(commands > 30, "{commands} commands");
}

/// A report of a few seconds, whose distinct tours are counted again here, run by run.
#[test]
fn evolution_is_counted_exactly() {
    let (running, report) = run(
        "genetic",
        &[("board", "6x6"), ("repair", "first,warnsdorff"), ("runs", "3"), ("plot", "60")],
    );
    let results = &running.results;
    for (group, repair) in ["first", "warnsdorff"].into_iter().enumerate() {
        let (mut all, mut evaluations) = (0, 0);
        for square in 0..36 {
            let mut tours = BTreeSet::new();
            let trials = results.trials.iter().zip(&results.measurements);
            for (trial, measurement) in trials.filter(|(trial, _)| trial.group == group) {
                if trial.puzzle.start().index() != square {
                    continue;
                }
                let mut solver = trial.config.build(&trial.puzzle);
                let mut first = None;
                while solver.state().steps() < 50 {
                    solver.step();
                    solver.tours(&mut |tour| {
                        tours.insert(tour.to_vec());
                        first.get_or_insert(solver.state().steps());
                    });
                    solver.find_next();
                }
                let harvest = measurement.as_ref().unwrap().harvest.as_ref().unwrap();
                assert_eq!(harvest.first.map(|(step, _)| step), first);
                evaluations += 50 * 50;
            }
            let (row, col) = (square / 6, square % 6);
            let first = [TableCell::from(repair), format!("{row},{col}").into()];
            assert_eq!(cell(&report, &first, "tours"), (tours.len() as u64).into(), "{first:?}");
            all += tours.len() as u64;
        }
        let first = [TableCell::from(repair), "all".into()];
        assert_eq!(cell(&report, &first, "tours"), all.into());
        assert_eq!(cell(&report, &first, "evaluations"), TableCell::Whole(evaluations));
        assert_eq!(cell(&report, &first, "runs"), TableCell::Whole(108));
        let percent = 100.0 * all as f64 / evaluations as f64;
        assert_eq!(cell(&report, &first, "hit_percent"), TableCell::Decimal(percent, 3));
    }
    assert_eq!(report.charts.len(), 6, "two heat maps and a line for each way to repair");
    let Plot::Lines { series, .. } = &report.charts[4].plot else { panic!("lines") };
    assert_eq!((series.len(), series[0].points.len()), (3, 60));
    assert!(series[0].points.iter().zip(&series[2].points).all(|(best, worst)| best.y >= worst.y));
}

#[test]
fn ants_are_counted_cycle_by_cycle() {
    let (running, report) = run("ants", &[("board", "6x6"), ("runs", "2"), ("cycles", "200")]);
    assert_eq!(report.table.rows.len(), 21);
    let sum: u64 = report.table.rows[..20]
        .iter()
        .map(|row| match row.cells[2] {
            TableCell::Whole(complete) => complete,
            ref other => panic!("{other:?}"),
        })
        .sum();
    assert_eq!(cell(&report, &["all".into()], "complete"), sum.into());
    assert_eq!(cell(&report, &["all".into()], "walks"), TableCell::Whole(2 * 200 * 36));
    assert_eq!(cell(&report, &["1 to 10".into()], "walks"), TableCell::Whole(2 * 10 * 36));
    let results = &running.results;
    let counted = results.measurements.iter().flatten().map(|run| {
        let counters: Vec<_> = run.record.work.counters.iter().collect();
        counters.iter().find(|(key, _)| *key == "complete").unwrap().1
    });
    assert_eq!(counted.sum::<u64>(), sum);
}

#[test]
fn a_race_counts_different_tours() {
    // Both end by themselves, long before the limit.
    let methods = "backtracking genetic:generations=100";
    let set = [("board", "5x5"), ("methods", methods), ("max-seconds", "300")];
    let (_, report) = run("race", &set);
    assert_eq!(cell(&report, &["backtracking".into()], "tours"), TableCell::Whole(304));
    assert_eq!(cell(&report, &["genetic:generations=100".into()], "tours"), TableCell::Whole(63));
}
