//! The gauges of a search along its timeline: the first as a picture, all of them in a chart.

use egui::epaint::Mesh;
use egui::{Painter, Rect, Shape, Ui, pos2, vec2};
use egui_plot::{Legend, Line, Plot, PlotPoints};

use super::theme::{self, Palette};
use crate::tape::Track;
use crate::text::grouped;

/// The height of the chart.
pub(super) const HEIGHT: f32 = 170.0;

/// Paints the first gauge over all steps of a search, up to its newest one.
pub(super) fn paint(painter: &Painter, rect: Rect, track: &Track, length: u64, look: &Palette) {
    if track.is_empty() || length == 0 || track.titles().is_empty() {
        return;
    }
    let most = most(track, 0).max(1.0);
    let x = |step: f64| rect.left() + (step / length as f64) as f32 * rect.width();
    let y = |value: f32| rect.bottom() - (value.max(0.0) / most) * rect.height();
    let colour = look.path.gamma_multiply(0.38);
    let mut mesh = Mesh::default();
    let mut before: Option<(f32, f32)> = None;
    for (step, value) in (1_u64..).zip(track.samples(0)) {
        if !value.is_finite() {
            before = None;
            continue;
        }
        let here = (x((step * track.stride()) as f64), y(value));
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

/// The largest value of a gauge.
fn most(track: &Track, gauge: usize) -> f32 {
    track.samples(gauge).filter(|value| value.is_finite()).fold(0.0, f32::max)
}

/// The first gauge at a step, in words.
pub(super) fn words_at(track: &Track, step: u64) -> Option<String> {
    let title = track.titles().first()?;
    Some(format!("{title}: {}", number(f64::from(track.at(0, step)?))))
}

/// A number of a gauge: whole where it is whole.
pub(super) fn number(value: f64) -> String {
    if value.fract() == 0.0 && value >= 0.0 { grouped(value as u64) } else { format!("{value:.2}") }
}

/// The chart of all gauges.
pub(super) fn chart(ui: &mut Ui, track: &Track) {
    let dark = ui.visuals().dark_mode;
    let plot = Plot::new("gauges")
        .legend(Legend::default())
        .height(ui.available_height())
        .allow_scroll(false)
        .x_axis_formatter(|mark, _| grouped(mark.value.max(0.0) as u64))
        .label_formatter(|at| {
            let (name, value) = match at {
                egui_plot::HoverPosition::NearDataPoint { plot_name, position, .. } => {
                    ((*plot_name).to_owned(), *position)
                }
                egui_plot::HoverPosition::Elsewhere { position } => (String::new(), *position),
            };
            let step = grouped(value.x.max(0.0) as u64);
            let value = number((value.y * 100.0).round() / 100.0);
            Some(match name.as_str() {
                "" => format!("step {step}"),
                name => format!("{name}: {value}\nstep {step}"),
            })
        });
    plot.show(ui, |plot| {
        for (gauge, title) in track.titles().iter().enumerate() {
            let samples = (1_u64..).zip(track.samples(gauge));
            let points: PlotPoints<'_> = samples
                .filter(|(_, value)| value.is_finite())
                .map(|(step, value)| [(step * track.stride()) as f64, f64::from(value)])
                .collect();
            plot.line(Line::new(*title, points).color(theme::piece(gauge as u32 + 1, dark)));
        }
    });
    ui.allocate_space(vec2(0.0, 0.0));
}
