//! The results of an experiment: tables and charts as values, without any drawing.

use super::{Distribution, answer_words};
use crate::board::Board;
use crate::engine::Answer;
use crate::text::{grouped, in_seconds};

/// A table with named columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The columns, from the left.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
}

impl Table {
    /// The most characters of a cell in each column as the window shows it, and whether all are numbers.
    pub(super) fn widths(&self) -> Vec<(usize, bool)> {
        let column = |place: usize| {
            let cells = || self.rows.iter().map(|row| &row.cells[place]);
            let letters = cells().map(|cell| cell.in_words().chars().count());
            (letters.max().unwrap_or(0), cells().all(Cell::is_number))
        };
        (0..self.columns.len()).map(column).collect()
    }
}

/// A column of a table. Its heading is for people and may change; its key is for programs and does
/// not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in CSV and JSON.
    pub key: &'static str,
    /// Its heading.
    pub title: &'static str,
}

impl Column {
    /// A column that people and programs call the same.
    pub const fn plain(name: &'static str) -> Column {
        Column { key: name, title: name }
    }

    /// A column with a heading of its own.
    pub const fn titled(key: &'static str, title: &'static str) -> Column {
        Column { key, title }
    }
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// As many as there are columns.
    pub cells: Vec<Cell>,
    /// The trial that it opens.
    pub trial: Option<usize>,
}

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A word or a sentence.
    Text(String),
    /// Something with a text for files and the command line, and a name for the window.
    Named {
        /// As files and the command line have it.
        text: String,
        /// As the window shows it.
        name: String,
    },
    /// A whole number.
    Whole(u64),
    /// A count that was not finished: the true number is this or larger.
    AtLeast(u64),
    /// A number and how many decimals it is shown with.
    Decimal(f64, usize),
    /// A part of 1.
    Share(f64),
    /// Seconds.
    Seconds(f64),
    /// How a run ended.
    Outcome(Answer),
    /// Unknown.
    Missing,
}

impl Cell {
    /// Something that has a name in the window.
    pub fn named(text: impl Into<String>, name: impl Into<String>) -> Cell {
        Cell::Named { text: text.into(), name: name.into() }
    }

    /// A number with as many decimals as it needs, at most this many, if there is one.
    pub fn exact(value: Option<f64>, decimals: usize) -> Cell {
        let is_whole = value.is_none_or(|value| value.fract() == 0.0);
        Cell::maybe(value, if is_whole { 0 } else { decimals })
    }

    /// Seconds, if they are known.
    pub fn seconds(value: Option<f64>) -> Cell {
        value.map_or(Cell::Missing, Cell::Seconds)
    }

    /// A number, if there is one.
    pub fn maybe(value: Option<f64>, decimals: usize) -> Cell {
        value.map_or(Cell::Missing, |value| Cell::Decimal(value, decimals))
    }

    /// As the command line shows it.
    pub fn shown(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Named { text, .. } => text.clone(),
            Cell::Whole(number) => grouped(*number),
            Cell::AtLeast(number) => format!("≥ {}", grouped(*number)),
            Cell::Decimal(number, decimals) => {
                let text = format!("{number:.decimals$}");
                let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
                let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
                if rest.is_empty() { whole } else { format!("{whole}.{rest}") }
            }
            Cell::Share(share) => format!("{:.1}%", 100.0 * share),
            Cell::Seconds(seconds) => in_seconds(*seconds),
            Cell::Outcome(answer) => answer_words(*answer).to_owned(),
            Cell::Missing => "–".to_owned(),
        }
    }

    /// As the window shows it.
    pub fn in_words(&self) -> String {
        match self {
            Cell::Named { name, .. } => name.clone(),
            other => other.shown(),
        }
    }

    /// Whether it is aligned to the right.
    pub fn is_number(&self) -> bool {
        !matches!(self, Cell::Text(_) | Cell::Named { .. } | Cell::Outcome(_))
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<Answer> for Cell {
    fn from(answer: Answer) -> Cell {
        Cell::Outcome(answer)
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Whole(number)
    }
}

impl From<Option<u64>> for Cell {
    fn from(number: Option<u64>) -> Cell {
        number.map_or(Cell::Missing, Cell::Whole)
    }
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What kind of chart it is, with its data.
    pub plot: Plot,
}

/// The kinds of charts.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Points joined by lines, several of them with a name each.
    Lines {
        /// The horizontal axis.
        x: Axis,
        /// The vertical axis.
        y: Axis,
        /// The lines.
        series: Vec<Series>,
    },
    /// A board with a value for each square.
    Heat {
        /// The board.
        board: Board,
        /// What the values are.
        values: Axis,
        /// The smallest and the largest value of all boards that are compared.
        ends: Option<(u64, u64)>,
        /// The squares in reading order.
        squares: Vec<HeatSquare>,
    },
    /// Values with names.
    Bars {
        /// What the values are.
        values: Axis,
        /// The bars, from the top.
        bars: Vec<NamedBar>,
    },
    /// How many values fall into each of several ranges of equal width.
    Histogram {
        /// The values.
        x: Axis,
        /// The ranges, smallest first.
        bars: Vec<Bar>,
    },
}

/// What an axis shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What, with its unit.
    pub name: String,
    /// Whether it is logarithmic.
    pub log: bool,
    /// Whether it has only whole numbers.
    pub whole: bool,
    /// Whether it shows how many squares a square board has: its numbers name the board too.
    pub of_boards: bool,
}

impl Axis {
    /// The name of an axis of seconds; its numbers are in whatever unit suits them.
    pub const TIME: &str = "time";

    /// A linear axis.
    pub fn linear(name: &str) -> Axis {
        Axis { name: name.to_owned(), log: false, whole: false, of_boards: false }
    }

    /// A linear axis of whole numbers.
    pub fn whole(name: &str) -> Axis {
        Axis { whole: true, ..Axis::linear(name) }
    }

    /// A logarithmic axis.
    pub fn log(name: &str) -> Axis {
        Axis { log: true, ..Axis::linear(name) }
    }

    /// The number of squares of a square board.
    pub fn board_squares() -> Axis {
        Axis { of_boards: true, ..Axis::whole("squares of the board") }
    }
}

/// A line with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is about.
    pub name: String,
    /// From left to right.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Its horizontal place.
    pub x: f64,
    /// Its vertical place.
    pub y: f64,
    /// The trial that it is about.
    pub trial: Option<usize>,
    /// Whether the run hit a limit: the value is what it had reached by then.
    pub unfinished: bool,
}

/// One square of a heat map.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatSquare {
    /// Its value, if it has one.
    pub value: Option<f64>,
    /// Its tooltip.
    pub words: String,
    /// The trial that it is about.
    pub trial: Option<usize>,
    /// Whether it was run, and how that ended.
    pub state: SquareState,
}

impl HeatSquare {
    /// A square that was not run yet.
    pub fn waiting() -> HeatSquare {
        HeatSquare { value: None, words: String::new(), trial: None, state: SquareState::Waiting }
    }
}

/// What is known of a square of a heat map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareState {
    /// Not run yet.
    Waiting,
    /// A theorem says that there is nothing to find.
    Impossible,
    /// The search failed.
    Failed,
    /// It has a value.
    Measured,
}

/// One bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// How many values fall into it.
    pub count: u64,
    /// The first trial whose value falls into it.
    pub trial: Option<usize>,
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedBar {
    /// Its name.
    pub name: String,
    /// The value, if there is one.
    pub value: Option<f64>,
    /// What to show where there is no value.
    pub words: String,
    /// The trial that it is about.
    pub trial: Option<usize>,
}

/// At most `most` bars of equal width over all values, in a unit. In a unit of 1 every bar holds the
/// same number of whole numbers. Where a few values are far above all others, the last bar collects
/// them, and the second answer is true. `trials` are the same values, each with its trial.
pub(super) fn bars(
    values: &Distribution,
    trials: impl Iterator<Item = (usize, u64)>,
    unit: f64,
    most: usize,
) -> (Vec<Bar>, bool) {
    let Some((least, last)) = values.ends() else { return (Vec::new(), false) };
    let in_unit = |value: u64| value as f64 / unit;
    let is_whole = unit == 1.0;
    let (least, last) = (in_unit(least), in_unit(last));
    let usual = values.part(0.98).map_or(last, in_unit);
    let is_open = usual > least && last - least > 2.0 * (usual - least);
    let range = if is_open { usual } else { last } - least;
    let (from, width) = match range {
        0.0 => (least - 0.5, 1.0),
        // The steps of a search are all even, or all odd.
        _ if is_whole && range >= most as f64 => {
            (least - 0.5, 2.0 * ((range + 1.0) / (2.0 * most as f64)).ceil())
        }
        _ if is_whole => (least - 0.5, 1.0),
        _ => (least, range / most as f64),
    };
    let count = if is_whole { ((range + 1.0) / width).ceil() as usize } else { most };
    let count = if range == 0.0 { 1 } else { count };
    let bar = |i: usize| {
        let from = from + width * i as f64;
        Bar { from, to: from + width, count: 0, trial: None }
    };
    let mut bars: Vec<Bar> = (0..count).map(bar).collect();
    let place = |value: u64| (((in_unit(value) - from) / width) as usize).min(count - 1);
    for (value, count) in values.values() {
        bars[place(value)].count += count;
    }
    for (trial, value) in trials {
        bars[place(value)].trial.get_or_insert(trial);
    }
    (bars, is_open)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the bars begin and end, and what they hold.
    fn shape(values: &[u64], unit: f64, most: usize) -> (Vec<(f64, f64, u64)>, bool) {
        let mut distribution = Distribution::default();
        values.iter().for_each(|value| distribution.add(*value));
        let (bars, is_open) = bars(&distribution, values.iter().copied().enumerate(), unit, most);
        assert_eq!(bars.iter().map(|bar| bar.count).sum::<u64>(), values.len() as u64);
        assert!(bars.iter().all(|bar| (bar.count > 0) == bar.trial.is_some()));
        (bars.iter().map(|bar| (bar.from, bar.to, bar.count)).collect(), is_open)
    }

    #[test]
    fn bars_hold_as_many_whole_numbers_each() {
        assert_eq!(shape(&[], 1.0, 30), (Vec::new(), false));
        assert_eq!(shape(&[64; 9], 1.0, 30), (vec![(63.5, 64.5, 9)], false));
        let (bars, _) = shape(&[64, 66, 66], 1.0, 30);
        assert_eq!(bars, [(63.5, 64.5, 1), (64.5, 65.5, 0), (65.5, 66.5, 2)]);
        let even: Vec<u64> = (0..46).map(|i| 64 + 2 * i).collect();
        let (bars, _) = shape(&even, 1.0, 30);
        assert!(bars.iter().all(|(from, to, count)| to - from == 4.0 && *count <= 2), "{bars:?}");
        assert!(bars.iter().rev().skip(1).all(|bar| bar.2 == 2), "no comb: {bars:?}");
        let (bars, is_open) = shape(&[1_000, 1_500, 2_000, 3_000], 1e3, 4);
        assert_eq!((bars.len(), bars[3].1, is_open), (4, 3.0, false));
        let mut far = vec![10; 98];
        far.extend([12, 5_000]);
        let (bars, is_open) = shape(&far, 1.0, 30);
        assert!(!is_open && bars.len() <= 30, "only one value is usual: {bars:?}");
    }
}
