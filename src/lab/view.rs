//! The results of an experiment: tables and charts as values, without any drawing.

use super::{Distribution, answer_words};
use crate::board::{Board, Square};
use crate::engine::Answer;
use crate::text::{grouped, in_seconds};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
}

/// The key and the heading of a column, and the cell that it shows of an item.
type ColumnOf<'a, T> = (&'static str, &'static str, &'a dyn Fn(&T) -> TableCell);

impl Table {
    /// A table with a row for each item; `trial` is the run that the row opens.
    pub(super) fn new<T>(
        items: &[T],
        trial: impl Fn(&T) -> Option<usize>,
        columns: &[ColumnOf<'_, T>],
    ) -> Table {
        let row = |item: &T| Row {
            cells: columns.iter().map(|(_, _, cell)| cell(item)).collect(),
            trial: trial(item),
        };
        Table {
            columns: columns.iter().map(|&(key, title, _)| Column { key, title }).collect(),
            rows: items.iter().map(row).collect(),
        }
    }

    pub(super) fn from_rows(columns: &[(&'static str, &'static str)], rows: Vec<Row>) -> Table {
        let columns = columns.iter().map(|&(key, title)| Column { key, title });
        Table { columns: columns.collect(), rows }
    }

    /// The most characters of a cell in each column as the window shows it, and whether all are numbers.
    pub(super) fn widths(&self) -> Vec<(usize, bool)> {
        let column = |place: usize| {
            let cells = || self.rows.iter().map(|row| &row.cells[place]);
            let letters = cells().map(|cell| cell.in_words().chars().count());
            (letters.max().unwrap_or(0), cells().all(TableCell::is_number))
        };
        (0..self.columns.len()).map(column).collect()
    }
}

/// A column of a table. Its heading is for people and may change; its key, in CSV and JSON, does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    pub key: &'static str,
    pub title: &'static str,
}

/// A row of a table, with as many cells as there are columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub cells: Vec<TableCell>,
    /// The trial that it opens.
    pub trial: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    Text(String),
    /// A text for files and the command line, with another name for the window.
    Named {
        text: String,
        name: String,
    },
    Whole(u64),
    /// A count that was not finished: the true number is this or larger.
    AtLeast(u64),
    /// A number and how many decimals it is shown with.
    Decimal(f64, usize),
    /// A part of 1.
    Share(f64),
    Seconds(f64),
    Outcome(Answer),
    Missing,
}

impl TableCell {
    pub fn named(text: impl Into<String>, name: impl Into<String>) -> TableCell {
        TableCell::Named { text: text.into(), name: name.into() }
    }

    /// A square: its row and column for files, its name for the window.
    pub(super) fn square(board: &Board, square: Square) -> TableCell {
        TableCell::named(board.coordinates(square), board.name(square))
    }

    /// A number with as many decimals as it needs, at most this many, if there is one.
    pub fn exact(value: Option<f64>, decimals: usize) -> TableCell {
        let is_whole = value.is_none_or(|value| value.fract() == 0.0);
        TableCell::maybe(value, if is_whole { 0 } else { decimals })
    }

    pub fn seconds(value: Option<f64>) -> TableCell {
        value.map_or(TableCell::Missing, TableCell::Seconds)
    }

    pub fn maybe(value: Option<f64>, decimals: usize) -> TableCell {
        value.map_or(TableCell::Missing, |value| TableCell::Decimal(value, decimals))
    }

    /// A rate, if it is known, with two decimals where it is small.
    pub(super) fn rate(value: Option<f64>) -> TableCell {
        TableCell::maybe(value, if value.is_some_and(|rate| rate < 100.0) { 2 } else { 0 })
    }

    pub(super) fn share(value: Option<f64>) -> TableCell {
        value.map_or(TableCell::Missing, TableCell::Share)
    }

    /// As the command line shows it.
    pub fn shown(&self) -> String {
        match self {
            TableCell::Text(text) | TableCell::Named { text, .. } => text.clone(),
            TableCell::Whole(number) => grouped(*number),
            TableCell::AtLeast(number) => format!("≥ {}", grouped(*number)),
            TableCell::Decimal(number, decimals) => {
                let text = format!("{number:.decimals$}");
                let (whole, rest) = text.split_once('.').unwrap_or((&text, ""));
                let whole = whole.parse().map_or_else(|_| whole.to_owned(), grouped);
                if rest.is_empty() { whole } else { format!("{whole}.{rest}") }
            }
            TableCell::Share(share) => format!("{:.1}%", 100.0 * share),
            TableCell::Seconds(seconds) => in_seconds(*seconds),
            TableCell::Outcome(answer) => answer_words(*answer).to_owned(),
            TableCell::Missing => "–".to_owned(),
        }
    }

    /// As the window shows it.
    pub fn in_words(&self) -> String {
        match self {
            TableCell::Named { name, .. } => name.clone(),
            other => other.shown(),
        }
    }

    /// Whether it is aligned to the right.
    pub fn is_number(&self) -> bool {
        !matches!(self, TableCell::Text(_) | TableCell::Named { .. } | TableCell::Outcome(_))
    }
}

macro_rules! cell_from {
    ($($from:ty: $value:ident => $cell:expr),* $(,)?) => {$(
        impl From<$from> for TableCell {
            fn from($value: $from) -> TableCell {
                $cell
            }
        }
    )*};
}

cell_from! {
    &str: text => TableCell::Text(text.to_owned()),
    String: text => TableCell::Text(text),
    Answer: answer => TableCell::Outcome(answer),
    u32: number => TableCell::Whole(number.into()),
    u64: number => TableCell::Whole(number),
    Option<u64>: number => number.map_or(TableCell::Missing, TableCell::Whole),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    pub title: String,
    pub plot: Plot,
}

impl Chart {
    pub(super) fn lines(title: impl Into<String>, x: Axis, y: Axis, series: Vec<Series>) -> Chart {
        Chart { title: title.into(), plot: Plot::Lines { x, y, series } }
    }

    pub(super) fn bars(title: impl Into<String>, values: Axis, bars: Vec<NamedBar>) -> Chart {
        Chart { title: title.into(), plot: Plot::Bars { values, bars } }
    }

    pub(super) fn histogram(title: impl Into<String>, x: Axis, bars: Vec<Bar>) -> Chart {
        Chart { title: title.into(), plot: Plot::Histogram { x, bars } }
    }

    /// A heat map of the squares that were run. The others wait.
    pub(super) fn heat(
        title: impl Into<String>,
        board: &Board,
        values: Axis,
        ends: Option<(u64, u64)>,
        run: impl IntoIterator<Item = (Square, HeatSquare)>,
    ) -> Chart {
        let state = SquareState::Waiting;
        let waiting = HeatSquare { value: None, words: String::new(), trial: None, state };
        let mut squares = vec![waiting; board.size()];
        for (square, heat) in run {
            squares[square.index()] = heat;
        }
        Chart {
            title: title.into(),
            plot: Plot::Heat { board: board.clone(), values, ends, squares },
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Points joined by lines.
    Lines { x: Axis, y: Axis, series: Vec<Series> },
    /// A board with a value for each square.
    Heat {
        board: Board,
        values: Axis,
        /// The smallest and the largest value of all boards that are compared.
        ends: Option<(u64, u64)>,
        /// In reading order.
        squares: Vec<HeatSquare>,
    },
    /// Values with names, from the top.
    Bars { values: Axis, bars: Vec<NamedBar> },
    /// How many values fall into each of several ranges of equal width, smallest first.
    Histogram { x: Axis, bars: Vec<Bar> },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The quantity shown, with its unit.
    pub name: String,
    pub log: bool,
    pub whole: bool,
    /// Whether its values are the square counts of square boards; ticks then name the board too.
    pub of_boards: bool,
}

impl Axis {
    /// The name of an axis of seconds; its numbers are in whatever unit suits them.
    pub const TIME: &str = "time";

    pub fn linear(name: &str) -> Axis {
        Axis { name: name.to_owned(), log: false, whole: false, of_boards: false }
    }

    pub fn whole(name: &str) -> Axis {
        Axis { whole: true, ..Axis::linear(name) }
    }

    pub fn log(name: &str) -> Axis {
        Axis { log: true, ..Axis::linear(name) }
    }

    /// Work in the unit that all methods can be compared by.
    pub(super) fn squares_tried() -> Axis {
        Axis::log("squares tried")
    }

    pub(super) fn side() -> Axis {
        Axis::whole("side of the board")
    }

    /// The number of squares of a square board.
    pub fn board_squares() -> Axis {
        Axis { of_boards: true, ..Axis::whole("squares of the board") }
    }
}

/// A named line; its points are sorted from left to right.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    pub name: String,
    pub points: Vec<ChartPoint>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartPoint {
    pub x: f64,
    pub y: f64,
    /// The trial that it is about.
    pub trial: Option<usize>,
    /// Whether the run hit a limit: the value is what it had reached by then.
    pub unfinished: bool,
}

impl ChartPoint {
    pub(super) fn new(x: impl Into<f64>, y: f64, trial: Option<usize>) -> ChartPoint {
        ChartPoint { x: x.into(), y, trial, unfinished: false }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct HeatSquare {
    pub value: Option<f64>,
    /// Its tooltip.
    pub words: String,
    /// The trial that it is about.
    pub trial: Option<usize>,
    pub state: SquareState,
}

/// The result at a square of a heat map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SquareState {
    /// Not run yet.
    Waiting,
    /// A theorem says that there is nothing to find.
    Impossible,
    Failed,
    /// It has a value.
    Measured,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    pub from: f64,
    pub to: f64,
    pub count: u64,
    /// The first trial whose value falls into it.
    pub trial: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct NamedBar {
    pub name: String,
    pub value: Option<f64>,
    /// Shown in place of a missing value.
    pub words: String,
    /// The trial that it is about.
    pub trial: Option<usize>,
}

/// A histogram of `values` divided by `unit`, with at most `most` bars of equal width. In a unit of 1
/// every bar holds the same number of whole numbers. Where a few values are far above all others, the
/// last bar collects them, and the second value returned is true. `trials` are the same values, each with its
/// trial.
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

    /// The ends and the count of each bar, and whether the last one is open.
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
