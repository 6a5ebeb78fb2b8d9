//! Widgets and colours that several pages use.

pub(crate) mod badge;
pub(crate) mod board_form;
pub(crate) mod chart;
pub(crate) mod icons;
pub(crate) mod method;
pub(crate) mod player;
pub(crate) mod rail;
pub(crate) mod theme;
pub(crate) mod track;

use egui::{Rect, Ui, UiBuilder, pos2};

/// Shows something in a place of its own.
pub(crate) fn inside<R>(ui: &mut Ui, place: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    child.set_clip_rect(place.intersect(ui.clip_rect()));
    add(&mut child)
}

/// Shows something in a panel that fills a place.
pub(crate) fn in_panel<R>(ui: &mut Ui, place: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = theme::panel(theme::of(ui));
    let inner = place.shrink(f32::from(theme::MARGIN));
    ui.painter().add(frame.paint(inner));
    inside(ui, inner, add)
}

/// An entry of a list, which closes when it is chosen, also by a key.
pub(crate) fn entry(
    ui: &mut Ui,
    is_chosen: bool,
    text: impl Into<egui::WidgetText>,
) -> egui::Response {
    let item = ui.selectable_label(is_chosen, text.into());
    if item.clicked() {
        ui.close();
    }
    item
}

/// Takes this much from the bottom of a place.
pub(crate) fn take_bottom(place: &mut Rect, height: f32) -> Rect {
    let top = place.bottom() - height;
    let below = Rect::from_min_max(pos2(place.left(), top), place.max);
    place.set_bottom(top - theme::GAP);
    below
}
