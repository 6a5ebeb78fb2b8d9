//! Sample charts, shown in place of an experiment's results until it has run.

use super::{Axis, Chart, ChartPoint, HeatSquare, NamedBar, Series, SquareState, method_name};
use crate::board::Board;

/// A chart with lines through these points.
pub(super) fn lines(title: &str, x: Axis, y: Axis, series: &[(&str, &[(f64, f64)])]) -> Chart {
    let line = |(name, points): &(&str, &[(f64, f64)])| Series {
        name: in_words(name),
        points: points.iter().map(|&(x, y)| ChartPoint::new(x, y, None)).collect(),
    };
    Chart::lines(title, x, y, series.iter().map(line).collect())
}

/// The name of a method, or the text itself.
fn in_words(text: &str) -> String {
    text.parse().map_or_else(|_| text.to_owned(), |config| method_name(&config))
}

/// A chart with these bars.
pub(super) fn bars(title: &str, values: Axis, bars: &[(&str, f64)]) -> Chart {
    let bar = |&(name, value): &(&str, f64)| NamedBar {
        name: in_words(name),
        value: Some(value),
        words: String::new(),
        trial: None,
    };
    Chart::bars(title, values, bars.iter().map(bar).collect())
}

/// A heat map of a square board; a value of 0 means that no tour starts there.
pub(super) fn heat(
    title: &str,
    values: Axis,
    side: u32,
    value: impl Fn(u32, u32) -> u32,
) -> Option<Chart> {
    let board = Board::new(side, side).ok()?;
    let square = |square| match value(board.row(square), board.col(square)) {
        0 => (None, SquareState::Impossible),
        value => (Some(value.into()), SquareState::Measured),
    };
    let squares = board.squares().map(|place| {
        let (value, state) = square(place);
        (place, HeatSquare { value, words: String::new(), trial: None, state })
    });
    Some(Chart::heat(title, &board, values, None, squares))
}
