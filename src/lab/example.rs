//! Sample charts, shown in place of an experiment's results until it has run.

use super::{Axis, Chart, ChartPoint, HeatSquare, NamedBar, Series, SquareState, method_name};
use crate::board::Board;

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
pub(super) fn heat(title: &str, values: Axis, side: u32, value: impl Fn(u32, u32) -> u32) -> Chart {
    let board = Board::new(side, side).expect("the sides of examples are small");
    let squares = board.squares().map(|square| {
        let value = value(board.row(square), board.col(square));
        let (value, state) = match value {
            0 => (None, SquareState::Impossible),
            _ => (Some(value.into()), SquareState::Measured),
        };
        (square, HeatSquare { value, words: String::new(), trial: None, state })
    });
    Chart::heat(title, &board, values, None, squares)
}
