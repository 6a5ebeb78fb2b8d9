//! What comes out of an experiment: tables and charts, without any drawing.

use super::Spread;

/// A table with named columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// The names of the columns.
    pub columns: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// As many as there are columns.
    pub cells: Vec<Cell>,
    /// The trial that is shown for it.
    pub trial: Option<usize>,
}

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A word or a sentence.
    Text(String),
    /// A whole number.
    Whole(u64),
    /// A number with so many decimals.
    Decimal(f64, usize),
    /// Seconds.
    Seconds(f64),
    /// Nothing is known.
    Missing,
}

impl Cell {
    /// A number with as many decimals as it needs, at most this many, if there is one.
    pub fn exact(value: Option<f64>, decimals: usize) -> Cell {
        let is_whole = value.is_none_or(|value| value.fract() == 0.0);
        Cell::maybe(value, if is_whole { 0 } else { decimals })
    }

    /// A number, if there is one.
    pub fn maybe(value: Option<f64>, decimals: usize) -> Cell {
        value.map_or(Cell::Missing, |value| Cell::Decimal(value, decimals))
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

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Whole(number)
    }
}

/// A picture of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// What kind of picture it is.
    pub plot: Plot,
}

/// The kinds of charts.
#[derive(Clone, Debug, PartialEq)]
pub enum Plot {
    /// Points joined by lines, several of them with a name each.
    Lines {
        /// The axis to the right.
        x: Axis,
        /// The axis upwards.
        y: Axis,
        /// The lines.
        series: Vec<Series>,
    },
    /// A board whose squares have a value each.
    Heat {
        /// Its rows.
        rows: u32,
        /// Its columns.
        cols: u32,
        /// What the values are.
        values: Axis,
        /// The squares in reading order.
        squares: Vec<HeatSquare>,
    },
    /// Values with a name each.
    Bars {
        /// What the values are.
        values: Axis,
        /// The bars, from the top.
        bars: Vec<NamedBar>,
    },
    /// How often values lie in ranges of equal width.
    Histogram {
        /// The values.
        x: Axis,
        /// The ranges, least first.
        bars: Vec<Bar>,
    },
}

/// What an axis shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What, with its unit.
    pub name: String,
    /// Whether equal steps multiply instead of adding.
    pub log: bool,
    /// Whether there is nothing between whole numbers.
    pub whole: bool,
}

impl Axis {
    /// An axis with equal steps.
    pub fn linear(name: &str) -> Axis {
        Axis { name: name.to_owned(), log: false, whole: false }
    }

    /// An axis of whole numbers with equal steps.
    pub fn whole(name: &str) -> Axis {
        Axis { whole: true, ..Axis::linear(name) }
    }

    /// An axis whose steps multiply.
    pub fn log(name: &str) -> Axis {
        Axis { name: name.to_owned(), log: true, whole: false }
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
    /// To the right.
    pub x: f64,
    /// Upwards.
    pub y: f64,
    /// The trial that it is about.
    pub trial: Option<usize>,
    /// Whether it is unfinished: the value is only what it took until then.
    pub unfinished: bool,
}

/// One square of a heat map.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatSquare {
    /// Its value; nothing where there is none.
    pub value: Option<f64>,
    /// What is said of it.
    pub words: String,
    /// The trial that it is about.
    pub trial: Option<usize>,
    /// How it is marked where it has no value.
    pub mark: Mark,
}

/// What a square without a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Not run yet.
    Waiting,
    /// A theorem says that there is nothing to find.
    Impossible,
    /// It was tried in vain.
    Failed,
    /// It has a value.
    None,
}

/// One bar of a histogram.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
    /// How many values lie in it.
    pub count: u64,
    /// The first trial whose value lies in it.
    pub trial: Option<usize>,
}

/// A value with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedBar {
    /// What it is the value of.
    pub name: String,
    /// The value; nothing where there is none.
    pub value: Option<f64>,
    /// The trial that it is about.
    pub trial: Option<usize>,
}

/// Bars of equal width over all values, at most so many, in a unit of so many. Where few values are
/// far above all others, they are in the last bar; the second answer says so. The values come once
/// more with the trials they are of.
pub(super) fn bars(
    values: &Spread,
    mut trials: impl Iterator<Item = (usize, u64)>,
    unit: f64,
    most: usize,
) -> (Vec<Bar>, bool) {
    let Some((least, last)) = values.ends() else { return (Vec::new(), false) };
    let in_unit = |value: u64| value as f64 / unit;
    let (least, last) = (in_unit(least), in_unit(last));
    let usual = values.part(0.98).map_or(last, in_unit);
    let is_open = usual > least && last - least > 2.0 * (usual - least);
    let greatest = if is_open { usual } else { last };
    if least >= greatest {
        let trial = trials.next().map(|(trial, _)| trial);
        return (vec![Bar { from: least, to: least, count: values.count(), trial }], false);
    }
    let width = (greatest - least) / most as f64;
    let mut bars: Vec<Bar> = (0..most)
        .map(|i| {
            let from = least + width * i as f64;
            Bar { from, to: from + width, count: 0, trial: None }
        })
        .collect();
    let place = |value: u64| (((in_unit(value) - least) / width) as usize).min(most - 1);
    for (value, count) in values.values() {
        bars[place(value)].count += count;
    }
    for (trial, value) in trials {
        bars[place(value)].trial.get_or_insert(trial);
    }
    (bars, is_open)
}
