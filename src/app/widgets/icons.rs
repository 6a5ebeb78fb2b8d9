//! The icons on buttons. They are painted, so that they look the same with every font.

use egui::{Color32, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::app::widgets::theme;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Icon {
    ToStart,
    StepBack,
    Play,
    Pause,
    Step,
    ToEnd,
    Minus,
    Plus,
}

/// A round button with an icon. `name` is for screen readers, `tip` for everyone.
pub(crate) fn button(
    ui: &mut Ui,
    icon: Icon,
    [name, tip]: [&str; 2],
    diameter: f32,
    is_primary: bool,
) -> Response {
    let (size, enabled) = (vec2(diameter, diameter), ui.is_enabled());
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(size, sense);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, name));
    if ui.is_rect_visible(rect) {
        let colours = theme::of(ui);
        let visuals = ui.style().interact(&response);
        let (fill, line, ink) = if is_primary {
            let hovered = theme::mix(colours.path, colours.ink, 0.15);
            let fill = if response.hovered() { hovered } else { colours.path };
            (fill, Stroke::NONE, colours.on_accent)
        } else {
            (visuals.weak_bg_fill, visuals.bg_stroke, visuals.fg_stroke.color)
        };
        let painter = ui.painter();
        painter.circle(rect.center(), diameter / 2.0 - 1.0, fill, line);
        if response.has_focus() {
            painter.circle_stroke(rect.center(), diameter / 2.0, Stroke::new(2.0, colours.path));
        }
        paint(painter, icon, Rect::from_center_size(rect.center(), size * 0.36), ink);
    }
    response.on_hover_text(tip).on_disabled_hover_text(tip)
}

fn paint(painter: &egui::Painter, icon: Icon, rect: Rect, ink: Color32) {
    let (left, right, top, bottom) = (rect.left(), rect.right(), rect.top(), rect.bottom());
    let middle = rect.center();
    let (width, height) = (rect.width(), rect.height());
    let bar = |x: f32| Rect::from_min_max(pos2(x, top), pos2(x + width * 0.2, bottom));
    let fill = |rect: Rect| painter.rect_filled(rect, 1.0, ink);
    let triangle = |points: [Pos2; 3]| {
        painter.add(Shape::convex_polygon(points.to_vec(), ink, Stroke::NONE));
    };
    let forward = |from: f32, to: f32| {
        triangle([pos2(from, top), pos2(to, middle.y), pos2(from, bottom)]);
    };
    match icon {
        Icon::Play => forward(left + width * 0.12, right + width * 0.05),
        Icon::Pause => {
            fill(bar(left + width * 0.12));
            fill(bar(right - width * 0.32));
        }
        Icon::Step => forward(left + width * 0.15, right - width * 0.05),
        Icon::StepBack => forward(right - width * 0.15, left + width * 0.05),
        Icon::ToStart => {
            fill(bar(left));
            forward(right, left + width * 0.25);
        }
        Icon::ToEnd => {
            fill(bar(right - width * 0.2));
            forward(left, right - width * 0.25);
        }
        Icon::Minus | Icon::Plus => {
            fill(Rect::from_center_size(middle, vec2(width, height * 0.18)));
            if icon == Icon::Plus {
                fill(Rect::from_center_size(middle, vec2(width * 0.18, height)));
            }
        }
    }
}
