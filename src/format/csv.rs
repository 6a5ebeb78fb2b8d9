//! Records and summaries of runs: as CSV for programs, in columns for people.

use std::fmt::Write;

use crate::board::Board;
use crate::engine::Answer;
use crate::lab::{Distribution, Measure, Record, RunStats, TableCell};
use crate::solver::{Method, Work};
use crate::text::{grouped, in_seconds};

/// The beginning of [`record_head`].
pub const RECORD_START: &str = "start_row,start_col,seconds,steps,";

/// The first line above the records of a method.
pub fn record_head(method: &Method) -> String {
    let mut head =
        format!("{RECORD_START}placements,retreats,restarts,outcome,closed,structured,rewires");
    for counter in method.counters {
        head += &format!(",{}", counter.key);
    }
    head + "\n"
}

/// The first line of a [`summary`].
pub const SUMMARY_HEAD: &str = "measure,total,average,median,p90,least,most\n";

/// Adds a line for one run.
pub fn add_record(text: &mut String, board: &Board, record: &Record) {
    let (row, col) = (board.row(record.start), board.col(record.start));
    let Work { placements, retreats, restarts, rewires, ref counters } = record.work;
    let steps = record.work.steps();
    let nanoseconds = Measure::Nanoseconds.of(record);
    let (seconds, rest) = (nanoseconds / 1_000_000_000, nanoseconds % 1_000_000_000);
    let outcome = record.answer.name();
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "{row},{col},{seconds}.{rest:09},{steps},{placements},{retreats},{restarts},{outcome},"
    );
    let _ = match record.kind {
        Some((closed, structured)) => write!(text, "{closed},{structured},{rewires}"),
        None => write!(text, ",,{rewires}"),
    };
    for (_, count) in counters.iter() {
        let _ = write!(text, ",{count}");
    }
    text.push('\n');
}

/// The kinds of runs and tours, with how many there are of each.
fn counts(stats: &RunStats) -> Vec<(&'static str, u64)> {
    let mut counts = vec![("runs", stats.runs())];
    counts.extend(Answer::ALL.map(|answer| (answer.name(), stats.count(answer))));
    counts.push(("open", stats.found() - stats.closed));
    counts.push(("closed", stats.closed));
    counts.push(("structured", stats.structured));
    counts.push(("unstructured", stats.found() - stats.structured));
    counts
}

/// The name of each measure; its total, average, median, 90th percentile, minimum and maximum; and the
/// divisor that turns them into its unit.
fn measures(stats: &RunStats) -> Vec<(&'static str, [Option<f64>; 6], f64)> {
    // Where one method is run, the squares it tries follow from the other numbers.
    let listed = Measure::ALL.into_iter().filter(|measure| *measure != Measure::Squares);
    let common = listed.map(|measure| {
        let (name, unit) = match measure {
            Measure::Nanoseconds => ("seconds", 1e9),
            Measure::Steps => ("steps", 1.0),
            Measure::Squares => ("squares_tried", 1.0),
            Measure::Placements => ("placements", 1.0),
            Measure::Retreats => ("retreats", 1.0),
            Measure::Restarts => ("restarts", 1.0),
            Measure::Rewires => ("rewires", 1.0),
        };
        (name, stats.distribution(measure), unit)
    });
    let own = stats.counters.iter().map(|(name, distribution)| (*name, distribution, 1.0));
    let values = |distribution: &Distribution| {
        let ends = distribution.ends();
        [
            Some(distribution.total() as f64),
            distribution.average(),
            distribution.median(),
            distribution.part(0.9).map(|value| value as f64),
            ends.map(|(least, _)| least as f64),
            ends.map(|(_, most)| most as f64),
        ]
    };
    common.chain(own).map(|(name, distribution, unit)| (name, values(distribution), unit)).collect()
}

/// A summary of many runs. Counts have only a total; averages, medians and 90th percentiles are of
/// the runs that found a tour.
pub fn summary(stats: &RunStats) -> String {
    let mut text = SUMMARY_HEAD.to_owned();
    for (name, count) in counts(stats) {
        text += &format!("{name},{count},,,,,\n");
    }
    for (name, values, unit) in measures(stats) {
        let number = |value: f64| {
            if unit == 1.0 { value.to_string() } else { format!("{:.9}", value / unit) }
        };
        let values = values.map(|value| value.map_or(String::new(), number));
        text += &format!("{name},{}\n", values.join(","));
    }
    text
}

/// The summary for people, without counts of 0.
pub fn summary_text(stats: &RunStats) -> String {
    let mut text = String::new();
    for (name, count) in counts(stats).into_iter().filter(|(_, count)| *count > 0) {
        text += &format!("{name:<12} {:>16}\n", grouped(count));
    }
    if stats.found() == 0 {
        return text;
    }
    text += &format!(
        "\n{:<12} {:>16} {:>16} {:>16} {:>16}\n",
        "", "total", "average", "median", "90th percentile"
    );
    for (name, values, unit) in measures(stats) {
        let number = |value: f64| match unit {
            1.0 => TableCell::exact(Some(value), 2).shown(),
            _ => in_seconds(value / unit),
        };
        let [total, average, median, p90, ..] =
            values.map(|value| value.map_or(String::new(), number));
        text += &format!("{name:<12} {total:>16} {average:>16} {median:>16} {p90:>16}\n");
    }
    text
}
