//! Charts as SVG pictures.

use std::fmt::Write;

use super::colour;
use super::table::in_seconds;
use crate::board::Board;
use crate::lab::{Axis, Bar, Chart, HeatSquare, Mark, NamedBar, Plot, Series};
use crate::text::{grouped, round_step};

const WIDTH: f64 = 760.0;
/// The height of what is drawn, without title and legend.
const HEIGHT: f64 = 340.0;
const LEFT: f64 = 84.0;
const RIGHT: f64 = 24.0;
const TITLE: f64 = 40.0;
/// Below the drawing: the numbers and the name of the axis.
const AXIS: f64 = 48.0;
const LINE: f64 = 20.0;
/// Below a board: the names of its columns.
const EDGE: f64 = 24.0;

const GROUND: &str = "#FFFFFF";
const INK: &str = "#1F2933";
const SOFT: &str = "#6B7280";
const GRID: &str = "#E3E0D8";

/// All charts below each other.
pub fn write(charts: &[Chart]) -> String {
    let heights: Vec<f64> = charts.iter().map(height).collect();
    let total: f64 = heights.iter().sum::<f64>().max(1.0);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{total}\" \
         viewBox=\"0 0 {WIDTH} {total}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"{INK}\">\n\
         <rect width=\"{WIDTH}\" height=\"{total}\" fill=\"{GROUND}\"/>\n"
    );
    let mut top = 0.0;
    for (chart, height) in charts.iter().zip(heights) {
        let mut drawing = Drawing { text: String::new(), top: top + TITLE };
        drawing.label(WIDTH / 2.0, top + 26.0, "middle", &chart.title, "font-size=\"16\"");
        drawing.plot(&chart.plot);
        text += &drawing.text;
        top += height;
    }
    text + "</svg>\n"
}

fn height(chart: &Chart) -> f64 {
    let below = match &chart.plot {
        Plot::Lines { series, .. } => AXIS + LINE * series.len() as f64,
        Plot::Bars { bars, .. } => return TITLE + bar_room(bars) + AXIS + 24.0,
        Plot::Histogram { .. } => AXIS,
        Plot::Heat { .. } => 16.0,
    };
    TITLE + HEIGHT + below + 24.0
}

fn bar_room(bars: &[NamedBar]) -> f64 {
    40.0 * bars.len().max(1) as f64
}

/// From numbers to places on an axis.
pub struct Scale {
    least: f64,
    most: f64,
    log: bool,
    whole: bool,
}

impl Scale {
    /// A scale over values, and from 0 where that is wanted and its steps add.
    pub fn over(values: impl Iterator<Item = f64>, axis: &Axis, from_zero: bool) -> Scale {
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
        Scale { least, most, log: axis.log, whole: axis.whole }
    }

    /// The place of a value, from 0 to 1.
    pub fn place(&self, value: f64) -> f64 {
        match self.log {
            true => {
                let value = value.max(self.least);
                (value / self.least).ln() / (self.most / self.least).ln()
            }
            false => (value - self.least) / (self.most - self.least),
        }
    }

    /// Values that are worth a number.
    pub fn ticks(&self) -> Vec<f64> {
        if self.log {
            let (from, to) = (self.least.log10().round() as i32, self.most.log10().round() as i32);
            let every = ((to - from) as usize).div_ceil(8).max(1);
            return (from..=to).step_by(every).map(|power| 10_f64.powi(power)).collect();
        }
        let least: f64 = if self.whole { 1.0 } else { 0.0 };
        even_ticks((self.least, self.most), least.max((self.most - self.least) / 6.0)).1
    }
}

/// How far apart numbers are that are easy to count in, at least so far, and all of them in a range.
pub fn even_ticks((from, to): (f64, f64), apart: f64) -> (f64, Vec<f64>) {
    let apart = apart.max(1e-12);
    let power = 10_f64.powf(apart.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|first| first * power);
    let step = step.into_iter().find(|step| *step >= apart).unwrap_or(apart);
    let first = (from / step).ceil() as i64;
    let ticks = (first..).map(|i| i as f64 * step).take_while(|v| *v <= to + step * 1e-6);
    (step, ticks.collect())
}

/// A number beside an axis.
pub fn tick_text(value: f64, axis: &Axis) -> String {
    if axis.name == Axis::TIME {
        return if value == 0.0 { "0".to_owned() } else { in_seconds(value).replace(".00", "") };
    }
    match value {
        v if v >= 1e6 && v % 1e6 == 0.0 => format!("{} M", grouped((v / 1e6) as u64)),
        v if v.fract() == 0.0 && v >= 0.0 => grouped(v as u64),
        v => format!("{v:.2}").trim_end_matches('0').trim_end_matches('.').to_owned(),
    }
}

struct Drawing {
    text: String,
    /// Where the drawing begins.
    top: f64,
}

impl Drawing {
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

    fn plot(&mut self, plot: &Plot) {
        match plot {
            Plot::Lines { x, y, series } => self.lines(x, y, series),
            Plot::Histogram { x, bars } => self.histogram(x, bars),
            Plot::Bars { values, bars } => self.bars(values, bars),
            Plot::Heat { board, values, ends, squares } => {
                let scale = heat_scale(values, *ends, squares);
                self.heat(board, values, &scale, squares);
            }
        }
    }

    /// Where a share of the width lies.
    fn across(share: f64) -> f64 {
        LEFT + share * (WIDTH - LEFT - RIGHT)
    }

    fn up(&self, share: f64) -> f64 {
        self.top + HEIGHT * (1.0 - share)
    }

    /// Lines and numbers beside the drawing.
    fn axes(&mut self, x: (&Axis, &Scale), y: (&Axis, &Scale)) {
        let bottom = self.up(0.0);
        for tick in y.1.ticks() {
            let at = self.up(y.1.place(tick));
            let (left, right) = (LEFT, WIDTH - RIGHT);
            self.add(format_args!(
                "<path d=\"M{left} {at:.1}H{right}\" stroke=\"{GRID}\" fill=\"none\"/>"
            ));
            let style = format!("fill=\"{SOFT}\"");
            self.label(LEFT - 8.0, at + 4.0, "end", &tick_text(tick, y.0), &style);
        }
        for tick in x.1.ticks() {
            let at = Drawing::across(x.1.place(tick));
            self.add(format_args!(
                "<path d=\"M{at:.1} {bottom:.1}v5\" stroke=\"{SOFT}\" fill=\"none\"/>"
            ));
            let style = format!("fill=\"{SOFT}\"");
            self.label(at, bottom + 19.0, "middle", &tick_text(tick, x.0), &style);
        }
        let top = self.top;
        self.add(format_args!(
            "<path d=\"M{LEFT} {top:.1}V{bottom:.1}H{}\" stroke=\"{SOFT}\" fill=\"none\"/>",
            WIDTH - RIGHT
        ));
        self.label(Drawing::across(0.5), bottom + 40.0, "middle", &x.0.name, "");
        let middle = self.up(0.5);
        let turn = format!("transform=\"rotate(-90 18 {middle:.1})\"");
        self.label(18.0, middle, "middle", &y.0.name, &turn);
    }

    fn lines(&mut self, x: &Axis, y: &Axis, series: &[Series]) {
        let points = || series.iter().flat_map(|line| &line.points);
        let across = Scale::over(points().map(|point| point.x), x, false);
        let up = Scale::over(points().map(|point| point.y), y, true);
        self.axes((x, &across), (y, &up));
        for (number, line) in series.iter().enumerate() {
            let colour = colour::text(colour::of_series(number));
            let places: Vec<(f64, f64, bool)> = line
                .points
                .iter()
                .map(|point| {
                    let at = Drawing::across(across.place(point.x));
                    (at, self.up(up.place(point.y)), point.unfinished)
                })
                .collect();
            let path: Vec<String> =
                places.iter().map(|(x, y, _)| format!("{x:.1},{y:.1}")).collect();
            self.add(format_args!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
                path.join(" ")
            ));
            let radius = radius(number, series.len());
            for (x, y, unfinished) in places {
                let inside = if unfinished { GROUND } else { &colour };
                self.add(format_args!(
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"{inside}\" stroke=\"{colour}\" stroke-width=\"2\"/>"
                ));
            }
            let below = self.up(0.0) + AXIS + LINE * (number as f64 + 0.7);
            self.add(format_args!(
                "<path d=\"M{LEFT} {:.1}h24\" stroke=\"{colour}\" stroke-width=\"3\"/>",
                below - 4.0
            ));
            self.label(LEFT + 32.0, below, "start", &line.name, "");
        }
    }

    fn histogram(&mut self, x: &Axis, bars: &[Bar]) {
        let count = Axis::whole("runs");
        // One bar alone has some room beside it.
        let beside = |bar: &Bar| if bars.len() == 1 { 2.0 * (bar.to - bar.from) } else { 0.0 };
        let ends = |bar: &Bar| [bar.from - beside(bar), bar.to + beside(bar)];
        let across = Scale::over(bars.iter().flat_map(ends), x, false);
        let up = Scale::over(bars.iter().map(|bar| bar.count as f64), &count, true);
        self.axes((x, &across), (&count, &up));
        let colour = colour::text(colour::of_series(0));
        for bar in bars {
            let (left, right) = (across.place(bar.from), across.place(bar.to));
            let (left, right) = (Drawing::across(left), Drawing::across(right));
            let top = self.up(up.place(bar.count as f64));
            self.add(format_args!(
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\" stroke=\"{GROUND}\"/>",
                right - left,
                self.up(0.0) - top
            ));
        }
    }

    fn bars(&mut self, values: &Axis, bars: &[NamedBar]) {
        let scale = Scale::over(bars.iter().filter_map(|bar| bar.value), values, true);
        let bottom = self.top + bar_room(bars);
        let style = format!("fill=\"{SOFT}\"");
        for tick in scale.ticks() {
            let at = Drawing::across(scale.place(tick));
            let top = self.top;
            self.add(format_args!(
                "<path d=\"M{at:.1} {top:.1}V{bottom:.1}\" stroke=\"{GRID}\" fill=\"none\"/>"
            ));
            self.label(at, bottom + 19.0, "middle", &tick_text(tick, values), &style);
        }
        self.label(Drawing::across(0.5), bottom + 40.0, "middle", &values.name, "");
        for (number, bar) in bars.iter().enumerate() {
            let top = self.top + 40.0 * number as f64;
            self.label(LEFT, top + 15.0, "start", &bar.name, "");
            let colour = colour::text(colour::of_series(number));
            let Some(value) = bar.value else {
                self.label(LEFT, top + 33.0, "start", &bar.words, &style);
                continue;
            };
            let right = Drawing::across(scale.place(value));
            self.add(format_args!(
                "<rect x=\"{LEFT}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" fill=\"{colour}\"/>",
                top + 21.0,
                (right - LEFT).max(2.0)
            ));
        }
    }

    fn heat(&mut self, board: &Board, values: &Axis, scale: &Scale, squares: &[HeatSquare]) {
        let (rows, cols) = (board.rows(), board.cols());
        let side = ((HEIGHT - EDGE) / f64::from(rows.max(1)))
            .min((WIDTH - LEFT - 160.0) / f64::from(cols.max(1)));
        self.heat_edges(board, side);
        for (place, square) in squares.iter().enumerate() {
            let (row, col) = (place as u32 / cols.max(1), place as u32 % cols.max(1));
            let (x, y) = (LEFT + f64::from(col) * side, self.top + f64::from(row) * side);
            let fill = match (square.value, square.mark) {
                (Some(value), _) => colour::text(colour::cividis(scale.place(value) as f32)),
                (None, Mark::Failed) => colour::text(FAILED),
                (None, Mark::Impossible) => colour::text(IMPOSSIBLE),
                (None, Mark::Waiting | Mark::None) => GROUND.to_owned(),
            };
            let words = escaped(&square.words);
            self.add(format_args!(
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" fill=\"{fill}\" stroke=\"{GROUND}\"><title>{words}</title></rect>"
            ));
            if square.mark == Mark::Impossible {
                let (low, high) = (side * 0.3, side * 0.7);
                self.add(format_args!(
                    "<path d=\"M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{SOFT}\" stroke-width=\"1.5\"/>",
                    x + low, y + low, x + high, y + high, x + high, y + low, x + low, y + high
                ));
            }
        }
        self.heat_legend(values, scale, squares);
    }

    /// The names of rows and columns, as many as there is room for.
    fn heat_edges(&mut self, board: &Board, side: f64) {
        let style = format!("fill=\"{SOFT}\"");
        let every = round_step((20.0 / side).ceil() as u32) as usize;
        for row in (0..board.rows()).step_by(every) {
            let y = self.top + side * (f64::from(row) + 0.5) + 4.0;
            self.label(LEFT - 8.0, y, "end", &board.row_name(row), &style);
        }
        let bottom = self.top + side * f64::from(board.rows());
        for col in (0..board.cols()).step_by(every) {
            let x = LEFT + side * (f64::from(col) + 0.5);
            self.label(x, bottom + 16.0, "middle", &board.col_name(col), &style);
        }
    }

    fn heat_legend(&mut self, values: &Axis, scale: &Scale, squares: &[HeatSquare]) {
        let left = WIDTH - RIGHT - 110.0;
        let (top, height) = (self.top + 24.0, 180.0);
        self.label(left, self.top + 12.0, "start", &values.name, "");
        for part in 0..30 {
            let colour = colour::text(colour::cividis(1.0 - part as f32 / 29.0));
            self.add(format_args!(
                "<rect x=\"{left}\" y=\"{:.1}\" width=\"16\" height=\"6.5\" fill=\"{colour}\"/>",
                top + height * f64::from(part) / 30.0
            ));
        }
        for tick in scale.ticks() {
            let y = top + height * (1.0 - scale.place(tick)) + 4.0;
            let style = format!("fill=\"{SOFT}\"");
            self.label(left + 22.0, y, "start", &tick_text(tick, values), &style);
        }
        let marks = [(Mark::Impossible, IMPOSSIBLE, "no tour"), (Mark::Failed, FAILED, "in vain")];
        let mut y = top + height + 30.0;
        for (mark, fill, words) in marks {
            if squares.iter().any(|square| square.mark == mark) {
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

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// How large the points of a line are: the first ones larger, so that they are seen below others.
pub fn radius(number: usize, of: usize) -> f64 {
    3.5 + 0.75 * (of - 1 - number).min(4) as f64
}

/// The scale of a heat map, together with those beside it.
pub fn heat_scale(values: &Axis, ends: Option<(u64, u64)>, squares: &[HeatSquare]) -> Scale {
    let ends = ends.into_iter().flat_map(|(least, most)| [least as f64, most as f64]);
    Scale::over(ends.chain(squares.iter().filter_map(|square| square.value)), values, true)
}

/// Squares that were tried in vain, and those that no tour starts at.
pub const FAILED: colour::Rgb = [0xD5, 0x5E, 0x00];
/// See [`FAILED`].
pub const IMPOSSIBLE: colour::Rgb = [0xE3, 0xE0, 0xD8];
