//! Charts as SVG pictures.

use std::fmt::Write;

use super::colour;
use crate::board::{Board, Naming};
use crate::lab::{Axis, Bar, Chart, ChartPoint, HeatSquare, NamedBar, Plot, Series, SquareState};
use crate::text::{grouped, in_seconds, round_step};

const WIDTH: f64 = 760.0;
/// The height of the plot, without title and legend.
const HEIGHT: f64 = 340.0;
const LEFT_MARGIN: f64 = 84.0;
const RIGHT_MARGIN: f64 = 24.0;
const TITLE_HEIGHT: f64 = 40.0;
/// Below the plot: the numbers and the name of the axis.
const AXIS_HEIGHT: f64 = 48.0;
const LINE_HEIGHT: f64 = 20.0;
/// To the right of the longest bar, for its value.
const VALUE_WIDTH: f64 = 150.0;
/// Below a board, for the names of its columns.
const EDGE_HEIGHT: f64 = 24.0;

/// The least height of a bar that is not 0.
pub const MIN_BAR: f64 = 2.0;
/// The gap between the bars of a histogram, as a share of their width.
pub const BAR_GAP: f64 = 0.08;

const BACKGROUND: &str = "#FFFFFF";
const INK: &str = "#1F2933";
const SOFT: &str = "#6B7280";
const GRID: &str = "#E3E0D8";

/// All charts below each other.
pub fn write(charts: &[Chart]) -> String {
    let heights: Vec<f64> = charts.iter().map(height).collect();
    let total: f64 = heights.iter().sum::<f64>().max(1.0);
    let text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{total}\" \
         viewBox=\"0 0 {WIDTH} {total}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"{INK}\">\n\
         <rect width=\"{WIDTH}\" height=\"{total}\" fill=\"{BACKGROUND}\"/>\n"
    );
    let mut drawing = ChartDrawing { text, top: TITLE_HEIGHT };
    for (chart, height) in charts.iter().zip(heights) {
        let title = drawing.top - TITLE_HEIGHT + 26.0;
        drawing.label(WIDTH / 2.0, title, "middle", &chart.title, "font-size=\"16\"");
        drawing.plot(&chart.plot);
        drawing.top += height;
    }
    drawing.text + "</svg>\n"
}

fn height(chart: &Chart) -> f64 {
    let plot = match &chart.plot {
        Plot::Lines { series, .. } => HEIGHT + AXIS_HEIGHT + LINE_HEIGHT * series.len() as f64,
        Plot::Bars { bars, .. } => bars_height(bars) + AXIS_HEIGHT,
        Plot::Histogram { .. } => HEIGHT + AXIS_HEIGHT,
        Plot::Heat { .. } => HEIGHT + 16.0,
    };
    TITLE_HEIGHT + plot + 24.0
}

fn bars_height(bars: &[NamedBar]) -> f64 {
    40.0 * bars.len().max(1) as f64
}

/// Maps values to places on an axis.
pub struct Scale<'a> {
    axis: &'a Axis,
    least: f64,
    most: f64,
}

impl<'a> Scale<'a> {
    /// A scale over values; a linear one starts at 0 if asked to.
    pub fn over(values: impl Iterator<Item = f64>, axis: &'a Axis, from_zero: bool) -> Scale<'a> {
        let values = values.filter(|value| value.is_finite() && (!axis.log || *value > 0.0));
        let ends = values.fold(None, |ends: Option<(f64, f64)>, value| {
            Some(ends.map_or((value, value), |(least, most)| (least.min(value), most.max(value))))
        });
        let (mut least, mut most) = ends.unwrap_or((1.0, 10.0));
        if axis.log {
            least = 10_f64.powf(least.log10().floor());
            most = 10_f64.powf(most.log10().ceil());
            most = if most <= least { least * 10.0 } else { most };
        } else {
            least = if from_zero { least.min(0.0) } else { least };
            if most <= least {
                (least, most) =
                    if from_zero { (least, least + 1.0) } else { (least - 1.0, least + 1.0) };
            }
        }
        Scale { axis, least, most }
    }

    /// The place of a value, from 0 to 1.
    pub fn place(&self, value: f64) -> f64 {
        if !self.axis.log {
            return (value - self.least) / (self.most - self.least);
        }
        (value.max(self.least) / self.least).ln() / (self.most / self.least).ln()
    }

    /// The values that get a number.
    pub fn ticks(&self) -> Vec<f64> {
        if self.axis.log {
            let (from, to) = (self.least.log10().round() as i32, self.most.log10().round() as i32);
            let every = ((to - from) as usize).div_ceil(8).max(1);
            return (from..=to).step_by(every).map(|power| 10_f64.powi(power)).collect();
        }
        if self.axis.of_boards {
            return board_ticks((self.least, self.most), (self.most - self.least) / 8.0);
        }
        let least: f64 = if self.axis.whole { 1.0 } else { 0.0 };
        even_ticks((self.least, self.most), least.max((self.most - self.least) / 6.0)).1
    }
}

/// A round step of at least this size, and its multiples within a range.
pub fn even_ticks((from, to): (f64, f64), apart: f64) -> (f64, Vec<f64>) {
    let apart = apart.max(1e-12);
    let power = 10_f64.powf(apart.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|first| first * power);
    let step = step.into_iter().find(|step| *step >= apart).unwrap_or(apart);
    let first = (from / step).ceil() as i64;
    let ticks = (first..).map(|i| i as f64 * step).take_while(|v| *v <= to + step * 1e-6);
    (step, ticks.collect())
}

/// The numbers of squares of square boards within a range, the largest first, at least this far apart.
pub fn board_ticks((from, to): (f64, f64), apart: f64) -> Vec<f64> {
    let sides = (from.max(1.0).sqrt().ceil() as u32)..=(to.max(0.0).sqrt().floor() as u32);
    let mut ticks: Vec<f64> = Vec::new();
    for squares in sides.rev().map(|side| f64::from(side).powi(2)) {
        if ticks.last().is_none_or(|last| last - squares >= apart) {
            ticks.push(squares);
        }
    }
    ticks
}

/// A number in few letters, such as `1.2 k` or `3.4 M`.
///
/// ```
/// use knights_tour::format::chart::short_number;
/// assert_eq!([64.0, 1_240.0, 98_700.0, 3.42e6].map(short_number), ["64", "1.2 k", "99 k", "3.4 M"]);
/// assert_eq!([999.0, 999_960.0, 2.5e12, 0.25].map(short_number), ["999", "1 M", "2.5 T", "0.25"]);
/// ```
pub fn short_number(value: f64) -> String {
    const UNITS: [(f64, &str); 4] = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")];
    // A number is in the unit that it is rounded to.
    let unit = UNITS.into_iter().find(|(unit, _)| value >= unit * 0.9995 && value >= 1_000.0);
    let (number, unit) = unit.map_or((value, ""), |(unit, name)| (value / unit, name));
    let text = match number {
        n if n >= 9.95 || n.fract() == 0.0 => format!("{n:.0}"),
        n if unit.is_empty() => format!("{n:.2}"),
        n => format!("{n:.1}"),
    };
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{unit}")
}

/// A number of squares with the square board that has them, such as `64 (8×8)`.
pub fn board_words(squares: f64) -> String {
    let side = squares.max(0.0).sqrt().round();
    format!("{} ({side}×{side})", grouped(squares.max(0.0) as u64))
}

/// A number beside an axis.
pub fn tick_text(value: f64, axis: &Axis) -> String {
    if axis.name == Axis::TIME {
        return if value == 0.0 { "0".to_owned() } else { in_seconds(value).replace(".00", "") };
    }
    if axis.of_boards {
        return board_words(value);
    }
    match value {
        v if v >= 1e6 && v % 1e6 == 0.0 => format!("{} M", grouped((v / 1e6) as u64)),
        v if v.fract() == 0.0 && v >= 0.0 => grouped(v as u64),
        v => format!("{v:.2}").trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

struct ChartDrawing {
    text: String,
    /// The top of the plot.
    top: f64,
}

impl ChartDrawing {
    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn label(&mut self, x: f64, y: f64, anchor: &str, text: &str, style: &str) {
        let text = escaped(text);
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" {style}>{text}</text>"
        ));
    }

    fn soft_label(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        self.label(x, y, anchor, text, &format!("fill=\"{SOFT}\""));
    }

    /// The line of an axis or of a tick.
    fn axis_line(&mut self, path: std::fmt::Arguments<'_>) {
        self.add(format_args!("<path d=\"{path}\" stroke=\"{SOFT}\" fill=\"none\"/>"));
    }

    /// The number of a tick below the plot, with a short line above it.
    fn tick_below(&mut self, x: f64, bottom: f64, text: &str) {
        self.axis_line(format_args!("M{x:.1} {bottom:.1}v5"));
        self.soft_label(x, bottom + 19.0, "middle", text);
    }

    fn plot(&mut self, plot: &Plot) {
        match plot {
            Plot::Lines { x, y, series } => self.lines(x, y, series),
            Plot::Histogram { x, bars } => self.histogram(x, bars),
            Plot::Bars { values, bars } => self.bars(values, bars),
            Plot::Heat { board, values, ends, squares } => {
                self.heat(board, &heat_scale(values, *ends, squares), squares);
            }
        }
    }

    fn up(&self, share: f64) -> f64 {
        self.top + HEIGHT * (1.0 - share)
    }

    /// Lines and numbers beside the drawing.
    fn axes(&mut self, x: &Scale, y: &Scale) {
        let bottom = self.up(0.0);
        for tick in y.ticks() {
            let at = self.up(y.place(tick));
            let (left, right) = (LEFT_MARGIN, WIDTH - RIGHT_MARGIN);
            self.add(format_args!(
                "<path d=\"M{left} {at:.1}H{right}\" stroke=\"{GRID}\" fill=\"none\"/>"
            ));
            self.soft_label(LEFT_MARGIN - 8.0, at + 4.0, "end", &tick_text(tick, y.axis));
        }
        for tick in x.ticks() {
            self.tick_below(across(x.place(tick)), bottom, &tick_text(tick, x.axis));
        }
        let (top, right) = (self.top, WIDTH - RIGHT_MARGIN);
        self.axis_line(format_args!("M{LEFT_MARGIN} {top:.1}V{bottom:.1}H{right}"));
        self.label(across(0.5), bottom + 40.0, "middle", &x.axis.name, "");
        let middle = self.up(0.5);
        let turn = format!("transform=\"rotate(-90 18 {middle:.1})\"");
        self.label(18.0, middle, "middle", &y.axis.name, &turn);
    }

    fn lines(&mut self, x: &Axis, y: &Axis, series: &[Series]) {
        let points = || series.iter().flat_map(|line| &line.points);
        let x = Scale::over(points().map(|point| point.x), x, false);
        let y = Scale::over(points().map(|point| point.y), y, true);
        self.axes(&x, &y);
        for (number, line) in series.iter().enumerate() {
            let colour = colour::text(colour::of_series(number));
            let place = |point: &ChartPoint| {
                (across(x.place(point.x)), self.up(y.place(point.y)), point.unfinished)
            };
            let places: Vec<(f64, f64, bool)> = line.points.iter().map(place).collect();
            // Only finished values are joined: the others may be far higher.
            let joined = places.iter().filter(|(_, _, unfinished)| !unfinished);
            let path: Vec<String> = joined.map(|(x, y, _)| format!("{x:.1},{y:.1}")).collect();
            let LineStroke { width, dash } = stroke(number, series);
            let dashes = dash.map_or_else(String::new, |dash| {
                format!(" stroke-dasharray=\"{dash} {:.1}\"", dash * DASH_GAP)
            });
            self.add(format_args!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>",
                path.join(" "),
            ));
            let radius = radius(number, series.len());
            let dots = places.len() <= MAX_DOTS;
            for (x, y, unfinished) in places.into_iter().filter(|place| dots || place.2) {
                let inside = if unfinished { BACKGROUND } else { &colour };
                self.add(format_args!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{inside}\" stroke=\"{colour}\" stroke-width=\"2\"/>"
                ));
            }
            let below = self.up(0.0) + AXIS_HEIGHT + LINE_HEIGHT * (number as f64 + 0.7);
            self.add(format_args!(
                "<path d=\"M{LEFT_MARGIN} {:.1}h40\" stroke=\"{colour}\" stroke-width=\"{width}\"{dashes}/>",
                below - 4.0,
            ));
            self.label(LEFT_MARGIN + 48.0, below, "start", &line.name, "");
        }
    }

    fn histogram(&mut self, x: &Axis, bars: &[Bar]) {
        let count = Axis::whole("runs");
        // One bar alone has some room beside it.
        let beside = |bar: &Bar| if bars.len() == 1 { 2.0 * (bar.to - bar.from) } else { 0.0 };
        let ends = |bar: &Bar| [bar.from - beside(bar), bar.to + beside(bar)];
        let x = Scale::over(bars.iter().flat_map(ends), x, false);
        let y = Scale::over(bars.iter().map(|bar| bar.count as f64), &count, true);
        self.axes(&x, &y);
        let colour = colour::text(colour::of_series(0));
        for bar in bars.iter().filter(|bar| bar.count > 0) {
            let [left, right] = [bar.from, bar.to].map(|end| across(x.place(end)));
            // However small, a bar can be seen.
            let top = self.up(y.place(bar.count as f64)).min(self.up(0.0) - MIN_BAR);
            let gap = (BAR_GAP * (right - left)).min(1.5);
            self.add(format_args!(
                "<rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\"/>",
                left + gap / 2.0,
                right - left - gap,
                self.up(0.0) - top
            ));
        }
    }

    fn bars(&mut self, values: &Axis, bars: &[NamedBar]) {
        let scale = Scale::over(bars.iter().filter_map(|bar| bar.value), values, true);
        let bottom = self.top + bars_height(bars);
        let width = WIDTH - LEFT_MARGIN - RIGHT_MARGIN - VALUE_WIDTH;
        self.axis_line(format_args!("M{LEFT_MARGIN} {bottom:.1}h{width}"));
        for tick in scale.ticks() {
            let x = LEFT_MARGIN + scale.place(tick) * width;
            self.tick_below(x, bottom, &tick_text(tick, values));
        }
        self.label(LEFT_MARGIN + width / 2.0, bottom + 40.0, "middle", &values.name, "");
        for (number, bar) in bars.iter().enumerate() {
            let top = self.top + 40.0 * number as f64;
            self.label(LEFT_MARGIN, top + 15.0, "start", &bar.name, "");
            let colour = colour::text(colour::of_series(number));
            let Some(value) = bar.value else {
                self.soft_label(LEFT_MARGIN, top + 33.0, "start", &bar.words);
                continue;
            };
            let long = (scale.place(value) * width).max(MIN_BAR);
            self.add(format_args!(
                "<rect x=\"{LEFT_MARGIN}\" y=\"{:.1}\" width=\"{long:.1}\" height=\"14\" fill=\"{colour}\"/>",
                top + 21.0,
            ));
            let words = bar_words(value, values);
            self.soft_label(LEFT_MARGIN + long + 6.0, top + 33.0, "start", &words);
        }
    }

    fn heat(&mut self, board: &Board, scale: &Scale, squares: &[HeatSquare]) {
        let (rows, cols) = (board.rows(), board.cols());
        let side = ((HEIGHT - EDGE_HEIGHT) / f64::from(rows.max(1)))
            .min((WIDTH - LEFT_MARGIN - 160.0) / f64::from(cols.max(1)));
        self.heat_edges(board, side);
        let size = heat_letters(side, squares);
        for (place, square) in squares.iter().enumerate() {
            let (row, col) = (place as u32 / cols.max(1), place as u32 % cols.max(1));
            let (x, y) = (LEFT_MARGIN + f64::from(col) * side, self.top + f64::from(row) * side);
            let fill = match (square.value, square.state) {
                (Some(value), _) => colour::text(colour::cividis(scale.place(value) as f32)),
                (None, SquareState::Failed) => colour::text(FAILED),
                (None, SquareState::Impossible) => colour::text(IMPOSSIBLE),
                (None, SquareState::Waiting | SquareState::Measured) => BACKGROUND.to_owned(),
            };
            let words = escaped(&square.words);
            self.add(format_args!(
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"{fill}\" stroke=\"{BACKGROUND}\"><title>{words}</title></rect>"
            ));
            if let Some(value) = square.value {
                self.heat_value(value, scale, (x, y, side, size));
            }
            if square.state == SquareState::Impossible {
                let (low, high) = (side * 0.3, side * 0.7);
                self.add(format_args!(
                    "<path d=\"M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{SOFT}\" stroke-width=\"1.5\"/>",
                    x + low, y + low, x + high, y + high, x + high, y + low, x + low, y + high
                ));
            }
        }
        self.heat_legend(scale, squares);
    }

    /// The value of a square, where there is room for it.
    fn heat_value(&mut self, value: f64, scale: &Scale, (x, y, side, size): (f64, f64, f64, f64)) {
        let text = short_number(value);
        if size < MIN_LETTERS || width_of(&text, size) > side - 2.0 {
            return;
        }
        let ink = colour::text(colour::text_on(colour::cividis(scale.place(value) as f32)));
        let style = format!("font-size=\"{size:.1}\" fill=\"{ink}\" pointer-events=\"none\"");
        self.label(x + side / 2.0, y + side / 2.0 + size * 0.36, "middle", &text, &style);
    }

    /// The names of rows and columns, as many as there is room for.
    fn heat_edges(&mut self, board: &Board, side: f64) {
        let every = round_step((20.0 / side).ceil() as u32) as usize;
        for row in (0..board.rows()).step_by(every) {
            let y = self.top + side * (f64::from(row) + 0.5) + 4.0;
            self.soft_label(LEFT_MARGIN - 8.0, y, "end", &Naming::Chess.row(board, row));
        }
        let bottom = self.top + side * f64::from(board.rows());
        for col in (0..board.cols()).step_by(every) {
            let x = LEFT_MARGIN + side * (f64::from(col) + 0.5);
            self.soft_label(x, bottom + 16.0, "middle", &Naming::Chess.col(board, col));
        }
    }

    fn heat_legend(&mut self, scale: &Scale, squares: &[HeatSquare]) {
        let left = WIDTH - RIGHT_MARGIN - 110.0;
        let (top, height) = (self.top + 24.0, 180.0);
        self.label(left, self.top + 12.0, "start", &scale.axis.name, "");
        for part in 0..30 {
            let colour = colour::text(colour::cividis(1.0 - part as f32 / 29.0));
            self.add(format_args!(
                "<rect x=\"{left}\" y=\"{:.1}\" width=\"16\" height=\"6.5\" fill=\"{colour}\"/>",
                top + height * f64::from(part) / 30.0
            ));
        }
        for tick in scale.ticks() {
            let y = top + height * (1.0 - scale.place(tick)) + 4.0;
            self.soft_label(left + 22.0, y, "start", &tick_text(tick, scale.axis));
        }
        let states = [
            (SquareState::Impossible, IMPOSSIBLE, "no tour"),
            (SquareState::Failed, FAILED, "not found"),
        ];
        let mut y = top + height + 30.0;
        for (state, fill, words) in states {
            if squares.iter().any(|square| square.state == state) {
                let fill = colour::text(fill);
                self.add(format_args!(
                    "<rect x=\"{left}\" y=\"{:.1}\" width=\"16\" height=\"16\" fill=\"{fill}\"/>",
                    y - 12.0
                ));
                self.label(left + 22.0, y, "start", words, "");
                y += 24.0;
            }
        }
    }
}

/// A share of the width as a place.
fn across(share: f64) -> f64 {
    LEFT_MARGIN + share * (WIDTH - LEFT_MARGIN - RIGHT_MARGIN)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// The size of numbers in squares of this side, so that the longest fits if it can.
pub fn heat_letters(side: f64, squares: &[HeatSquare]) -> f64 {
    let values = squares.iter().filter_map(|square| square.value);
    let widest = values.map(|value| width_of(&short_number(value), 1.0)).fold(1.0, f64::max);
    let largest = (side * 0.36).min(13.0);
    largest.min(((side - 2.0) / widest).max(MIN_LETTERS))
}

/// About how wide a number is in letters of a size.
fn width_of(number: &str, size: f64) -> f64 {
    let width = |letter: char| if letter.is_ascii_digit() { 0.62 } else { 0.42 };
    number.chars().map(width).sum::<f64>() * size
}

/// Smaller numbers are left out.
pub const MIN_LETTERS: f64 = 8.0;

/// The value of a bar in words.
pub fn bar_words(value: f64, axis: &Axis) -> String {
    let one_of = |things: &str| things.strip_suffix('s').unwrap_or(things).to_owned();
    let name = match axis.name.split_once(' ') {
        _ if value != 1.0 => axis.name.clone(),
        Some((first, rest)) => format!("{} {rest}", one_of(first)),
        None => one_of(&axis.name),
    };
    format!("{} {name}", grouped(value as u64))
}

/// A line of more points than this is drawn without dots, which would hide it.
pub const MAX_DOTS: usize = 100;

/// How a line is drawn.
pub struct LineStroke {
    pub width: f64,
    /// The length of its dashes; `None` if it is solid.
    pub dash: Option<f64>,
}

/// The gap after a dash, as a share of its length: the one that egui leaves.
pub const DASH_GAP: f64 = 0.618;

/// How the line of a number is drawn: later lines are thinner and have shorter dashes, so that those below
/// them can be seen where they lie on each other. A line of many points is too uneven for dashes.
pub fn stroke(number: usize, series: &[Series]) -> LineStroke {
    const DASHES: [Option<f64>; 5] = [None, Some(20.0), Some(16.0), Some(12.0), Some(8.0)];
    let later = series.len() - 1 - number;
    if series.iter().any(|line| line.points.len() > MAX_DOTS) {
        return LineStroke { width: 2.0, dash: None };
    }
    LineStroke { width: 2.0 + 0.75 * later.min(4) as f64, dash: DASHES[number % DASHES.len()] }
}

/// The size of the points of a line: the first lines have larger ones, so that they can be seen below
/// others.
pub fn radius(number: usize, of: usize) -> f64 {
    3.5 + 0.75 * (of - 1 - number).min(4) as f64
}

/// The scale of a heat map. `ends` are the least and the most of all maps that are compared.
pub fn heat_scale<'a>(
    values: &'a Axis,
    ends: Option<(u64, u64)>,
    squares: &[HeatSquare],
) -> Scale<'a> {
    let ends = ends.into_iter().flat_map(|(least, most)| [least as f64, most as f64]);
    Scale::over(ends.chain(squares.iter().filter_map(|square| square.value)), values, true)
}

/// The colour of squares from which no tour was found.
pub const FAILED: colour::Rgb = [0xD5, 0x5E, 0x00];
/// The colour of squares from which no tour exists.
pub const IMPOSSIBLE: colour::Rgb = [0xE3, 0xE0, 0xD8];
