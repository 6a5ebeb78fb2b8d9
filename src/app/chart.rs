//! Charts of the lab in the window. A click on something says which trial it is about.

use egui::{
    Align2, Color32, FontId, Pos2, Rect, Response, RichText, Sense, Stroke, Ui, pos2, vec2,
};
use egui_plot::{
    BarChart, GridInput, GridMark, HoverPosition, Line, Plot as EguiPlot, PlotPoint, PlotPoints,
    PlotTransform, Points,
};

use super::theme;
use crate::board::Board;
use crate::format::chart::{FAILED, IMPOSSIBLE, Scale, heat_scale, radius, tick_text};
use crate::format::colour::{self, Rgb};
use crate::lab::{Axis, Bar, Chart, HeatSquare, Mark, NamedBar, Plot, Point, Series};
use crate::text::{counted, grouped, round_step};

/// A click this near to a point means it, in points.
const NEAR: f32 = 12.0;
/// The room for the names of rows and columns, in points.
const EDGE: f32 = 24.0;
/// What is said of something that stands for a run.
const TO_OPEN: &str = "click to open a run";

fn paint([red, green, blue]: Rgb) -> Color32 {
    Color32::from_rgb(red, green, blue)
}

/// Shows a chart in all the room there is. Says which trial was clicked.
pub(super) fn show(ui: &mut Ui, chart: &Chart) -> Option<usize> {
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

/// Where a value is on an axis of a plot.
fn on(axis: &Axis, value: f64) -> f64 {
    if axis.log { value.max(1e-12).log10() } else { value }
}

/// What a place on an axis of a plot means.
fn off(axis: &Axis, place: f64) -> f64 {
    if axis.log { 10_f64.powf(place) } else { place }
}

/// The number beside an axis; nothing between powers of ten, and between whole numbers.
fn mark(axis: &Axis, place: f64) -> String {
    let whole = (place - place.round()).abs() < 1e-9;
    if (axis.log || axis.whole) && !whole {
        return String::new();
    }
    tick_text(off(axis, place), axis)
}

/// A value in words.
fn words(axis: &Axis, place: f64) -> String {
    let value = off(axis, place);
    if axis.name == Axis::TIME {
        return crate::format::table::in_seconds(value);
    }
    let value = if value > 10.0 || axis.whole { value.round() } else { value };
    if value.fract() == 0.0 && value >= 0.0 {
        return format!("{} {}", grouped(value as u64), axis.name);
    }
    format!("{value:.2} {}", axis.name)
}

/// Lines at whole numbers only, or at powers of ten, and not too many of them.
#[expect(clippy::needless_pass_by_value, reason = "the plot hands it over")]
fn whole_marks(input: GridInput) -> Vec<GridMark> {
    let (from, to) = (input.bounds.0.ceil() as i64, input.bounds.1.floor() as i64);
    let step = round_step(((to - from) / 8 + 1) as u32);
    let first = from.div_euclid(step.into()) * i64::from(step);
    let marks = (first..=to).step_by(step as usize).filter(|mark| *mark >= from);
    marks.map(|mark| GridMark { value: mark as f64, step_size: step.into() }).collect()
}

fn plot<'a>(ui: &Ui, title: &str, x: &'a Axis, y: &'a Axis) -> EguiPlot<'a> {
    let mut plot = EguiPlot::new(("chart", title));
    if x.log || x.whole {
        plot = plot.x_grid_spacer(whole_marks);
    }
    if y.log || y.whole {
        plot = plot.y_grid_spacer(whole_marks);
    }
    plot.grid_color(theme::of(ui).line)
        .grid_fade(0.0)
        .x_axis_label(x.name.as_str())
        .y_axis_label(y.name.as_str())
        .x_axis_formatter(|grid, _| mark(x, grid.value))
        .y_axis_formatter(|grid, _| mark(y, grid.value))
        .y_axis_min_width(48.0)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .set_margin_fraction(vec2(0.04, 0.06))
        .label_formatter(|hover| match hover {
            HoverPosition::NearDataPoint { plot_name, position, .. } => {
                let (x, y) = (words(x, position.x), words(y, position.y));
                Some(format!("{plot_name}\n{x}\n{y}\n{TO_OPEN}"))
            }
            HoverPosition::Elsewhere { .. } => None,
        })
}

fn lines(ui: &mut Ui, title: &str, x: &Axis, y: &Axis, series: &[Series]) -> Option<usize> {
    let points = || series.iter().flat_map(|line| &line.points);
    let scale = Scale::over(points().map(|point| point.y), y, true);
    let ticks = scale.ticks();
    legend(ui, series);
    let mut plot = plot(ui, title, x, y);
    for end in ticks.first().into_iter().chain(ticks.last()) {
        plot = plot.include_y(on(y, *end));
    }
    let place = |point: &Point| [on(x, point.x), on(y, point.y)];
    let shown = plot.show(ui, |ui| {
        for (number, line) in series.iter().enumerate() {
            let colour = paint(colour::of_series(number));
            let all: PlotPoints<'_> = line.points.iter().map(place).collect();
            ui.line(Line::new(line.name.clone(), all).color(colour).width(2.0).allow_hover(false));
            for unfinished in [false, true] {
                let some = line.points.iter().filter(|point| point.unfinished == unfinished);
                let some: PlotPoints<'_> = some.map(place).collect();
                let radius = radius(number, series.len()) as f32;
                let points = Points::new(line.name.clone(), some).color(colour).radius(radius);
                ui.points(points.filled(!unfinished));
            }
        }
    });
    let nearest = || points().map(|point| (place(point), point.trial));
    clicked(&shown.response, &shown.transform, nearest())
}

/// Whose line is which, above the chart, where it covers nothing.
fn legend(ui: &mut Ui, series: &[Series]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
        for (number, line) in series.iter().enumerate() {
            let (dot, _) = ui.allocate_exact_size(vec2(10.0, 16.0), Sense::hover());
            ui.painter().circle_filled(dot.center(), 4.5, paint(colour::of_series(number)));
            ui.label(RichText::new(&line.name).small());
            ui.add_space(8.0);
        }
    });
}

/// The trial of the point that was clicked.
fn clicked(
    response: &Response,
    transform: &PlotTransform,
    points: impl Iterator<Item = ([f64; 2], Option<usize>)>,
) -> Option<usize> {
    let pointer = response.interact_pointer_pos().filter(|_| response.clicked())?;
    let away =
        |[x, y]: [f64; 2]| transform.position_from_point(&PlotPoint::new(x, y)).distance(pointer);
    let near = points.map(|(place, trial)| (away(place), trial));
    let (away, trial) = near.min_by(|a, b| a.0.total_cmp(&b.0))?;
    trial.filter(|_| away < NEAR)
}

fn histogram(ui: &mut Ui, title: &str, x: &Axis, bars: &[Bar]) -> Option<usize> {
    let y = Axis::whole("runs");
    let width = |bar: &Bar| if bar.to > bar.from { bar.to - bar.from } else { 1.0 };
    let middle = |bar: &Bar| (bar.from + bar.to) / 2.0;
    let mut plot = plot(ui, title, x, &y).include_y(0.0);
    if let [bar] = bars {
        // One bar alone has some room beside it.
        plot = plot.include_x(bar.from - 2.0 * width(bar)).include_x(bar.to + 2.0 * width(bar));
    }
    let shown = plot.show(ui, |ui| {
        let bar = |bar: &Bar| egui_plot::Bar::new(middle(bar), bar.count as f64).width(width(bar));
        let (name, is_whole) = (x.name.clone(), x.whole);
        let shown = BarChart::new("runs", bars.iter().map(bar).collect())
            .color(paint(colour::of_series(0)))
            .element_formatter(Box::new(move |bar, _| {
                let (middle, half) = (bar.argument, bar.bar_width / 2.0);
                let range = match is_whole {
                    true if half <= 0.5 => format!("{middle:.0}"),
                    // The numbers in it, without their edges.
                    true => format!("{:.0} to {:.0}", middle - half + 0.5, middle + half - 0.5),
                    false => format!("{:.2} to {:.2}", middle - half, middle + half),
                };
                let runs = counted(bar.value as u64, "run");
                format!("{range} {name}\n{runs}\n{TO_OPEN}")
            }));
        ui.bar_chart(shown);
    });
    let response = &shown.response;
    let pointer = response.interact_pointer_pos().filter(|_| response.clicked())?;
    let place = shown.transform.value_from_position(pointer);
    let hit = bars.iter().find(|bar| (place.x - middle(bar)).abs() <= width(bar) / 2.0);
    hit.filter(|bar| (0.0..=bar.count as f64).contains(&place.y))?.trial
}

fn font(size: f32) -> FontId {
    FontId::proportional(size)
}

fn named_bars(ui: &mut Ui, values: &Axis, bars: &[NamedBar]) -> Option<usize> {
    let colours = theme::of(ui);
    let place = ui.available_rect_before_wrap();
    let scale = Scale::over(bars.iter().filter_map(|bar| bar.value), values, true);
    let across = |share: f64| place.left() + 8.0 + (place.width() - 80.0) * share as f32;
    let bottom = place.bottom() - 40.0;
    let painter = ui.painter().clone();
    for tick in scale.ticks() {
        let x = across(scale.place(tick));
        painter.vline(x, place.top()..=bottom, Stroke::new(1.0, colours.line));
        let text = tick_text(tick, values);
        painter.text(pos2(x, bottom + 4.0), Align2::CENTER_TOP, text, font(11.5), colours.soft_ink);
    }
    let name = pos2(place.center().x, place.bottom());
    painter.text(name, Align2::CENTER_BOTTOM, &values.name, font(13.0), colours.ink);
    let height = ((bottom - place.top()) / bars.len().max(1) as f32).clamp(24.0, 48.0);
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
        let unit = |value: f64| format!("{} {}", grouped(value as u64), values.name);
        let value = bar.value.map_or(bar.words.clone(), unit);
        let at = pos2(shape.right() + 6.0, shape.center().y);
        painter.text(at, Align2::LEFT_CENTER, &value, font(11.5), colours.soft_ink);
        let response = ui.interact(row, ui.scope_id().with(("bar", number)), Sense::click());
        let said = format!("{}: {value}", bar.name);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &said));
        if response.on_hover_text(format!("{said}\n{TO_OPEN}")).clicked() {
            opened = bar.trial;
        }
    }
    opened
}

fn heat(
    ui: &mut Ui,
    squared: &Board,
    values: &Axis,
    scale: &Scale,
    squares: &[HeatSquare],
) -> Option<usize> {
    let colours = theme::of(ui);
    let place = ui.available_rect_before_wrap();
    let (rows, cols) = (squared.rows(), squared.cols());
    let room = vec2(place.width() - 130.0 - EDGE, place.height() - 8.0 - EDGE);
    let side = (room.x / cols as f32).min(room.y / rows as f32);
    let size = vec2(side * cols as f32, side * rows as f32);
    let board = Rect::from_min_size(place.min + vec2(EDGE, 0.0), size);
    edge_names(ui, board, squared, side);
    let at = |index: usize| {
        let (row, col) = (index as u32 / cols, index as u32 % cols);
        let corner = board.min + vec2(col as f32 * side, row as f32 * side);
        Rect::from_min_size(corner, vec2(side, side))
    };
    let painter = ui.painter().clone();
    let mut mesh = egui::Mesh::default();
    let gap = if side > 6.0 { 0.5 } else { 0.0 };
    for (index, square) in squares.iter().enumerate() {
        let fill = match (square.value, square.mark) {
            (Some(value), _) => paint(colour::cividis(scale.place(value) as f32)),
            (None, Mark::Failed) => paint(FAILED),
            (None, Mark::Impossible) => theme::mix(colours.panel, paint(IMPOSSIBLE), 0.6),
            (None, Mark::Waiting | Mark::None) => theme::mix(colours.panel, colours.line, 0.5),
        };
        mesh.add_colored_rect(at(index).shrink(gap), fill);
    }
    painter.add(egui::Shape::mesh(mesh));
    if side > 8.0 {
        for (index, _) in squares.iter().enumerate().filter(|(_, s)| s.mark == Mark::Impossible) {
            let cross = at(index).shrink(side * 0.32);
            let stroke = Stroke::new(1.5, colours.soft_ink);
            painter.line_segment([cross.min, cross.max], stroke);
            painter.line_segment([cross.right_top(), cross.left_bottom()], stroke);
        }
    }
    heat_legend(ui, pos2(board.right() + 20.0, board.top()), values, scale, squares);
    let response = ui.interact(board, ui.scope_id().with("heat"), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, "Heat map"));
    let under = |pos: Pos2| {
        let (col, row) = ((pos.x - board.left()) / side, (pos.y - board.top()) / side);
        let index = row.max(0.0) as usize * cols as usize + col.max(0.0) as usize;
        squares.get(index).filter(|_| board.contains(pos)).map(|square| (index, square))
    };
    let (index, square) = response.hover_pos().and_then(under)?;
    painter.rect_stroke(at(index), 0.0, Stroke::new(2.0, colours.ink), egui::StrokeKind::Inside);
    let opened = square.trial.filter(|_| response.clicked());
    if !square.words.is_empty() {
        response.on_hover_ui_at_pointer(|ui| {
            ui.label(&square.words);
            ui.weak(TO_OPEN);
        });
    }
    opened
}

/// The names of rows and columns, as many as there is room for.
fn edge_names(ui: &Ui, place: Rect, board: &Board, side: f32) {
    let colour = theme::of(ui).soft_ink;
    let every = |room: f32| round_step((room / side).ceil() as u32) as usize;
    for row in (0..board.rows()).step_by(every(14.0)) {
        let at = pos2(place.left() - 6.0, place.top() + side * (row as f32 + 0.5));
        ui.painter().text(at, Align2::RIGHT_CENTER, board.row_name(row), font(11.5), colour);
    }
    for col in (0..board.cols()).step_by(every(24.0)) {
        let at = pos2(place.left() + side * (col as f32 + 0.5), place.bottom() + 4.0);
        ui.painter().text(at, Align2::CENTER_TOP, board.col_name(col), font(11.5), colour);
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
    painter.add(egui::Shape::mesh(mesh));
    for tick in scale.ticks() {
        let y = bar.bottom() - bar.height() * scale.place(tick) as f32;
        let at = pos2(bar.right() + 6.0, y);
        painter.text(
            at,
            Align2::LEFT_CENTER,
            tick_text(tick, values),
            font(11.5),
            colours.soft_ink,
        );
    }
    let mut y = bar.bottom() + 20.0;
    let impossible = theme::mix(colours.panel, paint(IMPOSSIBLE), 0.6);
    for (mark, fill, words) in
        [(Mark::Impossible, impossible, "× no tour"), (Mark::Failed, paint(FAILED), "in vain")]
    {
        if squares.iter().any(|square| square.mark == mark) {
            let patch = Rect::from_min_size(pos2(top.x, y), vec2(14.0, 14.0));
            painter.rect_filled(patch, 2.0, fill);
            let at = patch.right_center() + vec2(6.0, 0.0);
            painter.text(at, Align2::LEFT_CENTER, words, font(11.5), colours.ink);
            y += 22.0;
        }
    }
}
