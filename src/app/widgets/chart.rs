//! Charts of the lab in the window. A click on a point, a bar or a square chooses its trial.

use egui::{
    Align2, Color32, FontId, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use egui_plot::{
    AxisHints, BarChart, GridInput, GridMark, Line, LineStyle, Plot as EguiPlot, PlotPoint,
    PlotPoints, Points,
};

use crate::app::widgets::theme::{self, paint};
use crate::app::widgets::{metrics, move_cursor};
use crate::board::{Board, Naming, Square};
use crate::format::chart::{
    BAR_GAP, DASH_GAP, FAILED, MAX_DOTS, MIN_BAR, MIN_LETTERS, Scale, bar_words, board_ticks,
    board_words, even_ticks, heat_letters, heat_scale, radius, short_number, stroke, tick_text,
};
use crate::format::colour;
use crate::lab::{Axis, Bar, Chart, ChartPoint, HeatSquare, NamedBar, Plot, Series, SquareState};
use crate::text::{counted, in_seconds, round_step};

/// A click chooses a point within this distance, in points.
const MAX_CLICK_DISTANCE: f32 = 12.0;
/// The least distance between numbers on the horizontal and on the vertical axis, in units of 8 points.
const MIN_TICK_DISTANCES: [f64; 2] = [7.5, 3.5];
/// The least height of a named bar, in points.
const MIN_ROW: f32 = 30.0;
/// The room below named bars for their axis, in points.
const AXIS_HEIGHT: f32 = 40.0;
/// The room for the names of rows and columns, in points.
const EDGE_WIDTH: f32 = 24.0;
/// The length of a line's sample in the legend, in points.
const SAMPLE_WIDTH: f32 = 36.0;
const CLICK_TIP: &str = "Click to watch this run on the board";

/// Fills the available place. Returns the trial that was clicked.
pub(crate) fn show(ui: &mut Ui, chart: &Chart) -> Option<usize> {
    match &chart.plot {
        Plot::Lines { x, y, series } => lines(ui, &chart.title, x, y, series),
        Plot::Histogram { x, bars } => histogram(ui, &chart.title, x, bars),
        Plot::Bars { values, bars } => named_bars(ui, values, bars),
        Plot::Heat { board, values, ends, squares } => {
            let scale = heat_scale(values, *ends, squares);
            heat(ui, board, values, &scale, squares)
        }
    }
}

/// The least height in which a chart of this width can be read.
pub(crate) fn least_height(chart: &Chart, width: f32) -> f32 {
    match &chart.plot {
        Plot::Lines { series, .. } => {
            // An estimate of the width of the names with their dots.
            let names = series.iter().map(|line| line.name.chars().count() as f32 * 6.5 + 56.0);
            let lines = (names.sum::<f32>() / width.max(1.0)).ceil().min(series.len() as f32);
            170.0 + 18.0 * lines
        }
        Plot::Histogram { .. } => 170.0,
        Plot::Bars { bars, .. } => MIN_ROW * bars.len() as f32 + AXIS_HEIGHT,
        Plot::Heat { .. } => 200.0,
    }
}

/// Converts a value to a plot coordinate, its log10 on a logarithmic axis.
fn on(axis: &Axis, value: f64) -> f64 {
    if axis.log { value.max(1e-12).log10() } else { value }
}

/// The number beside an axis; none between powers of ten or between whole numbers.
fn mark(axis: &Axis, place: f64) -> String {
    let whole = (place - place.round()).abs() < 1e-9;
    if (axis.log || axis.whole) && !whole {
        return String::new();
    }
    tick_text(if axis.log { 10_f64.powf(place) } else { place }, axis)
}

fn words(axis: &Axis, value: f64) -> String {
    let number = if axis.of_boards {
        board_words(value)
    } else if axis.name == Axis::TIME {
        in_seconds(value)
    } else {
        metrics::number(value)
    };
    format!("{}: {number}", axis.name)
}

/// A few grid lines: at the sizes of square boards, or at equal distances. There are none between whole
/// numbers or between powers of ten.
fn grid_lines(axis: &Axis, min_distance: f64) -> impl Fn(GridInput) -> Vec<GridMark> {
    let least: f64 = if axis.log || axis.whole { 1.0 } else { 0.0 };
    move |input| {
        let (from, to) = input.bounds;
        let apart = ((to - from) / 8.0).max(input.base_step_size * min_distance);
        let (step_size, ticks) = if axis.of_boards {
            (apart, board_ticks(input.bounds, apart))
        } else {
            even_ticks(input.bounds, apart.max(least))
        };
        ticks.into_iter().map(|value| GridMark { value, step_size }).collect()
    }
}

/// A plot with the name of the vertical axis above it, since turned text is hard to read.
fn plot<'a>(ui: &mut Ui, title: &str, x: &'a Axis, y: &'a Axis) -> EguiPlot<'a> {
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.label(egui::RichText::new(&y.name).small());
    // The numbers are far enough apart to show them all at full strength.
    let across = AxisHints::new_x()
        .label(x.name.as_str())
        .formatter(|grid, _| mark(x, grid.value))
        .label_spacing(egui::Rangef::new(20.0, 30.0));
    // Leaves room beside the chart for the last number of the axis.
    let plot = EguiPlot::new(("chart", title)).width(ui.available_width() - 14.0);
    plot.x_grid_spacer(grid_lines(x, MIN_TICK_DISTANCES[0]))
        .y_grid_spacer(grid_lines(y, MIN_TICK_DISTANCES[1]))
        .grid_color(theme::of(ui).line)
        .grid_fade(0.0)
        .custom_x_axes(vec![across])
        .y_axis_formatter(|grid, _| mark(y, grid.value))
        .y_axis_min_width(48.0)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .set_margin_fraction(vec2(0.04, 0.06))
        .show_crosshair(false)
        .label_formatter(|_| None)
}

fn lines(ui: &mut Ui, title: &str, x: &Axis, y: &Axis, series: &[Series]) -> Option<usize> {
    let points =
        || series.iter().flat_map(|line| line.points.iter().map(move |point| (line, point)));
    legend(ui, series);
    if points().next().is_none() {
        return nothing(ui);
    }
    let scale = Scale::over(points().map(|(_, point)| point.y), y, true);
    let ticks = scale.ticks();
    let mut plot = plot(ui, title, x, y);
    for end in ticks.first().into_iter().chain(ticks.last()) {
        plot = plot.include_y(on(y, *end));
    }
    let place = |point: &ChartPoint| [on(x, point.x), on(y, point.y)];
    let shown = plot.show(ui, |ui| {
        for (number, line) in series.iter().enumerate() {
            let colour = paint(colour::of_series(number));
            // Only finished values are joined: the others may be far higher.
            let all = line.points.iter().filter(|point| !point.unfinished);
            let all: PlotPoints<'_> = all.map(place).collect();
            let stroke = stroke(number, series);
            let drawn = Line::new(line.name.clone(), all).color(colour).allow_hover(false);
            let dashes = |dash| LineStyle::Dashed { length: dash as f32 };
            let style = stroke.dash.map_or(LineStyle::Solid, dashes);
            ui.line(drawn.width(stroke.width as f32).style(style));
            let dots = line.points.len() <= MAX_DOTS;
            for unfinished in [false, true].into_iter().filter(|unfinished| dots || *unfinished) {
                let some = line.points.iter().filter(|point| point.unfinished == unfinished);
                let some: PlotPoints<'_> = some.map(place).collect();
                let radius = radius(number, series.len()) as f32;
                let points = Points::new(line.name.clone(), some).color(colour).radius(radius);
                ui.points(points.filled(!unfinished).allow_hover(false));
            }
        }
    });
    // Of points in the same place the one drawn last is chosen, but all are named.
    let response = shown.response;
    let pointer = response.hover_pos()?;
    let away = |point: &ChartPoint| {
        let [x, y] = place(point);
        shown.transform.position_from_point(&PlotPoint::new(x, y)).distance(pointer)
    };
    let (_, nearest) = points().min_by(|a, b| away(a.1).total_cmp(&away(b.1)))?;
    if away(nearest) > MAX_CLICK_DISTANCE {
        return None;
    }
    let same = || points().filter(|(_, point)| place(point) == place(nearest));
    let names: Vec<&str> = same().map(|(line, _)| &*line.name).collect();
    let (x, mut y) = (words(x, nearest.x), words(y, nearest.y));
    if nearest.unfinished {
        y = y.replace(": ", ": at least ") + " (stopped at the limit)";
    }
    tip(&response, &format!("{}\n{x}\n{y}", names.join("\n")));
    same().next_back()?.1.trial.filter(|_| response.clicked())
}

fn tip(response: &Response, words: &str) {
    response.clone().on_hover_ui_at_pointer(|ui| {
        ui.label(words);
        ui.weak(CLICK_TIP);
    });
}

fn nothing(ui: &mut Ui) -> Option<usize> {
    ui.centered_and_justified(|ui| ui.weak("Nothing to draw yet: no tour found."));
    None
}

fn legend(ui: &mut Ui, series: &[Series]) {
    ui.spacing_mut().interact_size.y = 16.0;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(14.0, 2.0);
        let ink = theme::of(ui).ink;
        for (number, line) in series.iter().enumerate() {
            let name = ui.painter().layout_no_wrap(line.name.clone(), font(12.5), ink);
            let size = vec2(SAMPLE_WIDTH + 6.0 + name.size().x, 16.0);
            let (place, response) = ui.allocate_exact_size(size, Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &line.name));
            let (colour, stroke) = (paint(colour::of_series(number)), stroke(number, series));
            let ends = [place.left_center(), place.left_center() + vec2(SAMPLE_WIDTH, 0.0)];
            let line = Stroke::new(stroke.width as f32, colour);
            let dashes =
                |dash| Shape::dashed_line(&ends, line, dash as f32, dash as f32 * DASH_GAP as f32);
            let solid = || vec![Shape::line_segment(ends, line)];
            ui.painter().extend(stroke.dash.map_or_else(solid, dashes));
            let at =
                pos2(place.left() + SAMPLE_WIDTH + 6.0, place.center().y - name.size().y / 2.0);
            ui.painter().galley(at, name, ink);
        }
    });
}

fn histogram(ui: &mut Ui, title: &str, x: &Axis, bars: &[Bar]) -> Option<usize> {
    if bars.is_empty() {
        return nothing(ui);
    }
    let y = Axis::whole("runs");
    let width = |bar: &Bar| if bar.to > bar.from { bar.to - bar.from } else { 1.0 };
    let middle = |bar: &Bar| (bar.from + bar.to) / 2.0;
    let fill = paint(colour::of_series(0));
    let least = least_count(bars, ui.available_height());
    let mut plot = plot(ui, title, x, &y).include_y(0.0);
    if let [bar] = bars {
        // One bar alone has some room beside it.
        plot = plot.include_x(bar.from - 2.0 * width(bar)).include_x(bar.to + 2.0 * width(bar));
    }
    let shown = plot.show(ui, |ui| {
        let bar = |bar: &Bar| {
            egui_plot::Bar::new(middle(bar), (bar.count as f64).max(least))
                .width(width(bar) * (1.0 - BAR_GAP))
                .fill(fill)
                .stroke(Stroke::NONE)
        };
        let full = bars.iter().filter(|bar| bar.count > 0);
        let shown = BarChart::new("runs", full.map(bar).collect());
        ui.bar_chart(shown.allow_hover(false));
    });
    let response = shown.response;
    let place = shown.transform.value_from_position(response.hover_pos()?);
    // Small bars are hard to hit, so the column above a bar belongs to it.
    let is_hit = |bar: &&Bar| (place.x - middle(bar)).abs() <= width(bar) / 2.0 && bar.count > 0;
    let hit = bars.iter().find(is_hit).filter(|_| place.y >= 0.0)?;
    let range = if !x.whole {
        format!("{:.2} to {:.2}", hit.from, hit.to)
    } else if hit.to - hit.from <= 1.0 {
        format!("{:.0}", middle(hit))
    } else {
        // The first and the last number in it.
        format!("{:.0} to {:.0}", hit.from + 0.5, hit.to - 0.5)
    };
    tip(&response, &format!("{range} {}\n{}", x.name, counted(hit.count, "run")));
    hit.trial.filter(|_| response.clicked())
}

/// The count whose bar has the least height in a chart of this height.
fn least_count(bars: &[Bar], height: f32) -> f64 {
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(0) as f64;
    // The axis and its name are below the bars.
    most * MIN_BAR / f64::from(height - 50.0).max(50.0)
}

fn font(size: f32) -> FontId {
    FontId::proportional(size)
}

fn named_bars(ui: &mut Ui, values: &Axis, bars: &[NamedBar]) -> Option<usize> {
    let colours = theme::of(ui);
    let whole = ui.available_rect_before_wrap();
    let height = ((whole.height() - AXIS_HEIGHT) / bars.len().max(1) as f32).clamp(MIN_ROW, 48.0);
    let size = vec2(whole.width(), height * bars.len() as f32 + AXIS_HEIGHT).min(whole.size());
    let place = Rect::from_min_size(whole.min, size);
    let scale = Scale::over(bars.iter().filter_map(|bar| bar.value), values, true);
    let value_words = |bar: &NamedBar| {
        bar.value.map_or_else(|| bar.words.clone(), |value| bar_words(value, values))
    };
    let (painter, soft) = (ui.painter().clone(), colours.soft_ink);
    let value_width = |bar| painter.layout_no_wrap(value_words(bar), font(11.5), soft).size().x;
    // The longest value has room to the right of the longest bar.
    let beside = bars.iter().map(value_width).fold(0.0, f32::max) + 16.0;
    let across = |share: f64| place.left() + 8.0 + (place.width() - 8.0 - beside) * share as f32;
    bar_axis(&painter, place, (values, &scale), across, colours);
    let mut opened = None;
    for (number, bar) in bars.iter().enumerate() {
        let top = place.top() + height * number as f32;
        let row = Rect::from_min_size(pos2(place.left(), top), vec2(place.width(), height));
        let right = bar.value.map_or(across(0.0), |value| across(scale.place(value)));
        let shape = Rect::from_min_max(
            pos2(across(0.0), top + height * 0.5),
            pos2(right.max(across(0.0) + 2.0), top + height * 0.9),
        );
        if bar.value.is_some() {
            painter.rect_filled(shape, 2.0, paint(colour::of_series(number)));
        }
        let at = pos2(across(0.0), top + height * 0.45);
        painter.text(at, Align2::LEFT_BOTTOM, &bar.name, font(12.5), colours.ink);
        let value = value_words(bar);
        let at = pos2(shape.right() + 6.0, shape.center().y);
        painter.text(at, Align2::LEFT_CENTER, &value, font(11.5), soft);
        let response = ui.interact(row, ui.scope_id().with(("bar", number)), Sense::click());
        let label = format!("{}: {value}", bar.name);
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &label));
        if response.on_hover_text(format!("{label}\n{CLICK_TIP}")).clicked() {
            opened = bar.trial;
        }
    }
    opened
}

/// The axis below named bars. It has no grid lines: the values are written beside the bars.
fn bar_axis(
    painter: &egui::Painter,
    place: Rect,
    (values, scale): (&Axis, &Scale),
    across: impl Fn(f64) -> f32,
    colours: &theme::ThemePalette,
) {
    let bottom = place.bottom() - AXIS_HEIGHT;
    let stroke = Stroke::new(1.0, colours.line);
    painter.hline(across(0.0)..=across(1.0), bottom, stroke);
    let mut free_from = f32::NEG_INFINITY;
    for tick in scale.ticks() {
        let x = across(scale.place(tick));
        painter.vline(x, bottom..=bottom + 4.0, stroke);
        let soft = colours.soft_ink;
        let text = painter.layout_no_wrap(tick_text(tick, values), font(11.5), soft);
        let place = Align2::CENTER_TOP.anchor_size(pos2(x, bottom + 5.0), text.size());
        // A number that would touch the one before is left out.
        if place.left() >= free_from {
            free_from = place.right() + 6.0;
            painter.galley(place.min, text, soft);
        }
    }
    let name = pos2((across(0.0) + across(1.0)) / 2.0, place.bottom());
    painter.text(name, Align2::CENTER_BOTTOM, &values.name, font(13.0), colours.ink);
}

struct Squares {
    place: Rect,
    side: f32,
    cols: u32,
}

impl Squares {
    fn at(&self, index: usize) -> Rect {
        let (row, col) = (index as u32 / self.cols, index as u32 % self.cols);
        let corner = self.place.min + vec2(col as f32, row as f32) * self.side;
        Rect::from_min_size(corner, vec2(self.side, self.side))
    }

    fn under(&self, pos: Pos2) -> Option<usize> {
        let away = (pos - self.place.min) / self.side;
        let index = away.y.max(0.0) as u32 * self.cols + away.x.max(0.0) as u32;
        self.place.contains(pos).then_some(index as usize)
    }
}

fn heat(
    ui: &mut Ui,
    board: &Board,
    values: &Axis,
    scale: &Scale,
    squares: &[HeatSquare],
) -> Option<usize> {
    let whole = ui.available_rect_before_wrap();
    let (rows, cols) = (board.rows(), board.cols());
    let room = vec2(whole.width() - 130.0 - EDGE_WIDTH, whole.height() - 8.0 - EDGE_WIDTH);
    let side = (room.x / cols as f32).min(room.y / rows as f32);
    let size = vec2(cols as f32, rows as f32) * side;
    let place = Rect::from_min_size(whole.min + vec2(EDGE_WIDTH, 0.0), size);
    let places = Squares { place, side, cols };
    edge_names(ui, place, board, side);
    heat_squares(ui, &places, scale, squares);
    heat_legend(ui, pos2(place.right() + 20.0, place.top()), values, scale, squares);
    let response = ui.interact(place, ui.scope_id().with("heat"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, "Heat map"));
    let by_key = heat_cursor(ui, &response, board);
    let pointed = response.hover_pos().and_then(|pos| places.under(pos));
    for index in by_key.into_iter().chain(pointed) {
        let stroke = Stroke::new(2.0, theme::of(ui).ink);
        ui.painter().rect_stroke(places.at(index), 0.0, stroke, egui::StrokeKind::Inside);
    }
    if let Some((index, square)) = by_key.and_then(|index| Some((index, squares.get(index)?))) {
        let name = board.name(Square::at(index as u32));
        let words = if square.words.is_empty() { &name } else { &square.words };
        let (ctx, layer, id) = (ui.ctx().clone(), ui.layer_id(), response.id.with("at"));
        let tip = egui::Tooltip::always_open(ctx, layer, id, places.at(index));
        tip.gap(4.0).show(|ui| ui.label(words));
    }
    if let Some(square) = pointed.and_then(|index| squares.get(index))
        && !square.words.is_empty()
    {
        tip(&response, &square.words);
    }
    let is_pointed = ui.input(|input| input.pointer.any_click());
    let chosen = if is_pointed { pointed } else { by_key };
    squares.get(chosen.filter(|_| response.clicked())?)?.trial
}

fn heat_squares(ui: &Ui, places: &Squares, scale: &Scale, squares: &[HeatSquare]) {
    let (colours, painter) = (theme::of(ui), ui.painter());
    let mut mesh = egui::Mesh::default();
    let gap = if places.side > 6.0 { 0.5 } else { 0.0 };
    for (index, square) in squares.iter().enumerate() {
        let fill = match (square.value, square.state) {
            (Some(value), _) => paint(colour::cividis(scale.place(value) as f32)),
            (None, SquareState::Failed) => paint(FAILED),
            (None, SquareState::Impossible) => impossible(colours),
            (None, SquareState::Waiting | SquareState::Measured) => {
                theme::mix(colours.panel, colours.line, 0.5)
            }
        };
        mesh.add_colored_rect(places.at(index).shrink(gap), fill);
    }
    painter.add(Shape::mesh(mesh));
    heat_values(painter, places, scale, squares);
    if places.side <= 8.0 {
        return;
    }
    let is_impossible = |square: &HeatSquare| square.state == SquareState::Impossible;
    for (index, _) in squares.iter().enumerate().filter(|(_, square)| is_impossible(square)) {
        let cross = places.at(index).shrink(places.side * 0.32);
        let stroke = Stroke::new(1.5, colours.ink);
        painter.line_segment([cross.min, cross.max], stroke);
        painter.line_segment([cross.right_top(), cross.left_bottom()], stroke);
    }
}

fn heat_values(painter: &egui::Painter, places: &Squares, scale: &Scale, squares: &[HeatSquare]) {
    let size = heat_letters(places.side.into(), squares);
    if size < MIN_LETTERS {
        return;
    }
    for (index, square) in squares.iter().enumerate() {
        let Some(value) = square.value else { continue };
        let ink = paint(colour::text_on(colour::cividis(scale.place(value) as f32)));
        let text = painter.layout_no_wrap(short_number(value), font(size as f32), ink);
        if text.size().x <= places.side - 1.0 {
            let at = Align2::CENTER_CENTER.anchor_size(places.at(index).center(), text.size());
            painter.galley(at.min, text, ink);
        }
    }
}

/// The square that the arrow keys have reached, while the heat map has the focus.
fn heat_cursor(ui: &Ui, response: &Response, board: &Board) -> Option<usize> {
    if !response.has_focus() {
        return None;
    }
    let id = response.id.with("cursor");
    let cursor = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let (row, col) = move_cursor(ui, response.id, cursor, board);
    ui.data_mut(|data| data.insert_temp(id, (row, col)));
    Some((row * board.cols() + col) as usize)
}

/// The background of a square from which no tour exists: unlike every colour of the scale.
fn impossible(colours: &theme::ThemePalette) -> Color32 {
    theme::mix(colours.panel, colours.line, 0.35)
}

fn edge_names(ui: &Ui, place: Rect, board: &Board, side: f32) {
    let colour = theme::of(ui).soft_ink;
    let every = |room: f32| round_step((room / side).ceil() as u32) as usize;
    for row in (0..board.rows()).step_by(every(14.0)) {
        let at = pos2(place.left() - 6.0, place.top() + side * (row as f32 + 0.5));
        ui.painter().text(
            at,
            Align2::RIGHT_CENTER,
            Naming::Chess.row(board, row),
            font(11.5),
            colour,
        );
    }
    for col in (0..board.cols()).step_by(every(24.0)) {
        let at = pos2(place.left() + side * (col as f32 + 0.5), place.bottom() + 4.0);
        ui.painter().text(
            at,
            Align2::CENTER_TOP,
            Naming::Chess.col(board, col),
            font(11.5),
            colour,
        );
    }
}

fn heat_legend(ui: &Ui, top: Pos2, values: &Axis, scale: &Scale, squares: &[HeatSquare]) {
    let colours = theme::of(ui);
    let painter = ui.painter();
    painter.text(top, Align2::LEFT_TOP, &values.name, font(12.5), colours.ink);
    let bar = Rect::from_min_size(top + vec2(0.0, 24.0), vec2(14.0, 140.0));
    let mut mesh = egui::Mesh::default();
    for part in 0..28 {
        let corner = bar.min + vec2(0.0, 5.0 * part as f32);
        let colour = paint(colour::cividis(1.0 - part as f32 / 27.0));
        mesh.add_colored_rect(Rect::from_min_size(corner, vec2(14.0, 5.5)), colour);
    }
    painter.add(Shape::mesh(mesh));
    for tick in scale.ticks() {
        let y = bar.bottom() - bar.height() * scale.place(tick) as f32;
        let at = pos2(bar.right() + 6.0, y);
        let text = tick_text(tick, values);
        painter.text(at, Align2::LEFT_CENTER, text, font(11.5), colours.soft_ink);
    }
    let mut y = bar.bottom() + 20.0;
    let impossible = impossible(colours);
    for (state, fill, words) in [
        (SquareState::Impossible, impossible, "× no tour"),
        (SquareState::Failed, paint(FAILED), "not found"),
    ] {
        if squares.iter().any(|square| square.state == state) {
            let patch = Rect::from_min_size(pos2(top.x, y), vec2(14.0, 14.0));
            painter.rect_filled(patch, 2.0, fill);
            let at = patch.right_center() + vec2(6.0, 0.0);
            painter.text(at, Align2::LEFT_CENTER, words, font(11.5), colours.ink);
            y += 22.0;
        }
    }
}
