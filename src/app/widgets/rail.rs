//! A line with a knob on it, for the timeline and the speed.

use egui::{Painter, Rect, Response, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2, vec2};

use crate::app::widgets::theme;

/// The knob's radius, at rest and under the pointer.
const KNOB_RADIUS: [f32; 2] = [7.0, 8.0];
pub(crate) const HEIGHT: f32 = 20.0;

/// `at` is the place of the knob, from 0 to 1; without it nothing can be dragged. A picture fills the space
/// above the rail. Returns where the knob was moved to.
pub(crate) fn rail(
    ui: &mut Ui,
    size: Vec2,
    at: Option<f32>,
    (name, value): (&str, f64),
    picture: impl FnOnce(&Painter, Rect),
) -> (Response, Option<f64>) {
    let colours = theme::of(ui);
    let sense = if at.is_some() { Sense::click_and_drag() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    response.widget_info(|| WidgetInfo::slider(at.is_some(), value, name));
    let (above, lane) = rect.split_top_bottom_at_y(rect.bottom() - HEIGHT);
    let rail =
        Rect::from_center_size(lane.center(), vec2(rect.width() - 2.0 * KNOB_RADIUS[1], 5.0));
    let painter = ui.painter();
    if above.height() > 0.0 {
        let top = pos2(rail.left(), above.top());
        picture(painter, Rect::from_min_max(top, pos2(rail.right(), rail.top())));
    }
    painter.rect_filled(rail, 2.5, colours.line);
    if let Some(at) = at {
        let x = egui::lerp(rail.x_range(), at.clamp(0.0, 1.0));
        let done = Rect::from_min_max(rail.min, pos2(x, rail.bottom()));
        painter.rect_filled(done, 2.5, colours.path);
        let touched = response.hovered() || response.dragged();
        let centre = pos2(x, rail.center().y);
        painter.circle_filled(centre, KNOB_RADIUS[usize::from(touched)], colours.path);
        if response.has_focus() {
            painter.circle_stroke(centre, KNOB_RADIUS[1] + 2.5, Stroke::new(1.5, colours.path));
        }
    }
    // A quick drag moves and ends in the same frame.
    let pressed = response.dragged() || response.drag_stopped() || response.clicked();
    let pointer = response.interact_pointer_pos().filter(|_| pressed);
    let wanted = pointer.map(|pointer| share_at(rail, pointer.x));
    (response, wanted)
}

/// Where on a rail the pointer is, from 0 to 1.
pub(crate) fn share_under(response: &Response) -> Option<f64> {
    let rail = response.rect.shrink2(vec2(KNOB_RADIUS[1], 0.0));
    response.hover_pos().map(|pointer| share_at(rail, pointer.x))
}

fn share_at(rail: Rect, x: f32) -> f64 {
    f64::from(((x - rail.left()) / rail.width()).clamp(0.0, 1.0))
}
