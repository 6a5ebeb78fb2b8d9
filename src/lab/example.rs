//! Sample charts, shown in place of an experiment's results until it has run.

use super::{Axis, Chart, HeatSquare, NamedBar, Plot, Point, Series, SquareState, method_name};
use crate::board::{Board, BoardError};

/// A chart with lines through these points.
pub(super) fn lines(title: &str, y: Axis, series: &[(&str, &[(f64, f64)])]) -> Chart {
    let point = |&(x, y): &(f64, f64)| Point { x, y, trial: None, unfinished: false };
    let line = |(name, points): &(&str, &[(f64, f64)])| Series {
        name: in_words(name),
        points: points.iter().map(point).collect(),
    };
    let series = series.iter().map(line).collect();
    let x = Axis::whole("side of the board");
    Chart { title: title.to_owned(), plot: Plot::Lines { x, y, series } }
}

/// The name of a method, or the text itself.
fn in_words(text: &str) -> String {
    text.parse().map_or_else(|_| text.to_owned(), |config| method_name(&config))
}

/// A chart with these bars.
pub(super) fn bars(title: &str, values: Axis, bars: &[(&str, f64)]) -> Chart {
    let bar = |(name, value): &(&str, f64)| NamedBar {
        name: in_words(name),
        value: Some(*value),
        words: String::new(),
        trial: None,
    };
    let bars = bars.iter().map(bar).collect();
    Chart { title: title.to_owned(), plot: Plot::Bars { values, bars } }
}

/// A heat map of a square board; a value of 0 means that no tour starts there.
pub(super) fn heat(
    title: &str,
    values: Axis,
    side: u32,
    value: impl Fn(u32, u32) -> u32,
) -> Result<Chart, BoardError> {
    let board = Board::new(side, side)?;
    let square = |place: u32| {
        let value = Some(value(place / side, place % side)).filter(|value| *value > 0);
        let state = match value {
            Some(_) => SquareState::Measured,
            None => SquareState::Impossible,
        };
        HeatSquare { value: value.map(f64::from), words: String::new(), trial: None, state }
    };
    let squares = (0..side * side).map(square).collect();
    Ok(Chart { title: title.to_owned(), plot: Plot::Heat { board, values, ends: None, squares } })
}
