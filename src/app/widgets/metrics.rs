//! The metrics of a search along its timeline: the first as a picture, all of them in a chart.

use egui::epaint::Mesh;
use egui::{CursorIcon, Painter, Rangef, Rect, Shape, Stroke, Ui, WidgetInfo, pos2};
use egui_plot::{
    Corner, HoverPosition, Legend, Line, Plot, PlotPoints, VLine, uniform_grid_spacer,
};

use crate::app::widgets::theme::{self, ThemePalette};
use crate::engine::{Frame, View};
use crate::text::{grouped, round_step};
use crate::timeline::MetricHistory;

pub(crate) const HEIGHT: f32 = 170.0;

pub(crate) fn paint(
    painter: &Painter,
    rect: Rect,
    history: &MetricHistory,
    length: u64,
    look: &ThemePalette,
) {
    if history.is_empty() || length == 0 || history.titles().is_empty() {
        return;
    }
    let (floor, top) = scale(history);
    let x = |step: f64| rect.left() + (step / length as f64) as f32 * rect.width();
    let y = |value: f32| rect.bottom() - ((value - floor) / (top - floor)) * rect.height();
    let colour = look.path.gamma_multiply(0.38);
    let mut mesh = Mesh::default();
    let mut before: Option<(f32, f32)> = None;
    for (step, value) in (1_u64..).zip(history.samples(0)) {
        if !value.is_finite() {
            before = None;
            continue;
        }
        let here = (x((step * history.stride()) as f64), y(value));
        if let Some(last) = before {
            let base = mesh.vertices.len() as u32;
            for (x, y) in [(last.0, rect.bottom()), last, here, (here.0, rect.bottom())] {
                mesh.colored_vertex(pos2(x, y), colour);
            }
            mesh.add_triangle(base, base + 1, base + 2);
            mesh.add_triangle(base, base + 2, base + 3);
        }
        before = Some(here);
    }
    painter.add(Shape::mesh(mesh));
}

/// The values at the lower and the upper edge of the picture. A long search hardly ever goes back to its
/// beginning, so the picture begins a little below the least value, not at 0.
fn scale(history: &MetricHistory) -> (f32, f32) {
    let values = history.samples(0).filter(|value| value.is_finite());
    let ends =
        values.fold((f32::MAX, 0.0_f32), |ends, value| (ends.0.min(value), ends.1.max(value)));
    let top = ends.1.max(1.0);
    let least = ends.0.clamp(0.0, top);
    ((least - 0.25 * (top - least).max(0.2 * top)).max(0.0), top)
}

pub(crate) fn words_at(history: &MetricHistory, step: u64) -> Option<String> {
    let title = history.titles().first()?;
    // Between two samples the value is not known exactly.
    let about = if step.is_multiple_of(history.stride()) { "" } else { "about " };
    Some(format!("{title}: {about}{}", number(f64::from(history.at(0, step)?))))
}

/// The value of a metric as text, without decimals if it is whole.
pub(crate) fn number(value: f64) -> String {
    if value.fract() == 0.0 && value >= 0.0 { grouped(value as u64) } else { format!("{value:.2}") }
}

/// Returns the step that was clicked.
pub(crate) fn chart(ui: &mut Ui, frame: &Frame) -> Option<u64> {
    let (dark, history) = (ui.visuals().dark_mode, &frame.history);
    let plot = Plot::new("metrics")
        .legend(Legend::default().position(Corner::RightBottom).background_alpha(0.85))
        .height(ui.available_height())
        .allow_scroll(false)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_boxed_zoom(false)
        .grid_spacing(Rangef::new(8.0, 24.0))
        .y_grid_spacer(uniform_grid_spacer(|input| {
            // About four lines.
            let (least, most) = input.bounds;
            let apart = f64::from(round_step(((most - least) / 4.0).max(1.0) as u32));
            [apart, 10.0 * apart, 100.0 * apart]
        }))
        .y_axis_min_width(36.0)
        .show_grid([false, true])
        .x_axis_label("step")
        .x_axis_formatter(|mark, _| grouped(mark.value.max(0.0) as u64))
        .label_formatter(|at| {
            let (name, value) = match at {
                HoverPosition::NearDataPoint { plot_name, position, .. } => (*plot_name, position),
                HoverPosition::Elsewhere { position } => ("", position),
            };
            let step = format!("step {}", grouped(value.x.max(0.0) as u64));
            let value = number((value.y * 100.0).round() / 100.0);
            Some(if name.is_empty() { step } else { format!("{name}: {value}\n{step}") })
        });
    let here = Stroke::new(2.0, theme::of(ui).ink);
    let shown = plot.show(ui, |plot| {
        for (metric, title) in history.titles().iter().enumerate() {
            let samples = (1_u64..).zip(history.samples(metric));
            let points: PlotPoints<'_> = samples
                .filter(|(_, value)| value.is_finite())
                .map(|(step, value)| [(step * history.stride()) as f64, f64::from(value)])
                .collect();
            let colour = theme::piece(metric as u32 + 1, dark);
            plot.line(Line::new(*title, points).color(colour).width(1.8));
        }
        if frame.view == View::Search {
            plot.vline(VLine::new("", frame.step as f64).stroke(here).allow_hover(false));
        }
    });
    let tip = "Click to go to a step.";
    let response = shown.response.on_hover_cursor(CursorIcon::PointingHand);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, format!("Chart. {tip}")));
    let pointer = response.interact_pointer_pos().filter(|_| response.clicked())?;
    let step = shown.transform.value_from_position(pointer).x.round().max(0.0) as u64;
    Some(step.min(frame.length))
}
