//! Widgets and colours that several pages use.

pub(crate) mod badge;
pub(crate) mod board_form;
pub(crate) mod chart;
pub(crate) mod icons;
pub(crate) mod method_menu;
pub(crate) mod metrics;
pub(crate) mod player;
pub(crate) mod rail;
pub(crate) mod theme;
pub(crate) mod value_editor;

use egui::{
    Align, Button, EventFilter, Id, Key, Layout, Modal, ModalResponse, Rect, Response, RichText,
    Stroke, Ui, UiBuilder, Widget, WidgetInfo, WidgetText, vec2,
};

use crate::board::Board;

/// Shows something in a place of its own, clipped to it.
pub(crate) fn inside<R>(ui: &mut Ui, place: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    child.set_clip_rect(place.intersect(ui.clip_rect()));
    add(&mut child)
}

pub(crate) fn in_panel<R>(ui: &mut Ui, place: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let colours = theme::of(ui);
    let frame = egui::Frame::new().fill(colours.panel).corner_radius(theme::PANEL_CORNER);
    let frame = frame.stroke(Stroke::new(1.0, colours.line)).inner_margin(theme::MARGIN);
    let inner = place.shrink(f32::from(theme::MARGIN));
    ui.painter().add(frame.paint(inner));
    inside(ui, inner, add)
}

pub(crate) fn heading(ui: &mut Ui, title: &str) {
    ui.heading(title).widget_info(|| WidgetInfo::labeled(egui::Role::Heading, true, title));
}

/// Shows something in a modal window of this width, below a title.
pub(crate) fn titled<R>(
    ui: &Ui,
    modal: Modal,
    margin: i8,
    width: f32,
    title: &str,
    add: impl FnOnce(&mut Ui) -> R,
) -> ModalResponse<R> {
    let frame = egui::Frame::popup(ui.style()).inner_margin(margin);
    modal.frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(width);
        heading(ui, title);
        add(ui)
    })
}

/// An entry of a list. Choosing it closes the list, also with a key.
pub(crate) fn entry(ui: &mut Ui, is_chosen: bool, text: impl Into<WidgetText>) -> Response {
    let item = ui.selectable_label(is_chosen, text.into());
    if item.clicked() {
        ui.close();
    }
    item
}

/// Adds a widget that asks for something when it is clicked. `tip` may be empty.
pub(crate) fn ask_with<M>(
    ui: &mut Ui,
    widget: impl Widget,
    tip: &str,
    message: M,
    out: &mut Vec<M>,
) {
    let response = ui.add(widget);
    out.extend(response.clicked().then_some(message));
    if !tip.is_empty() {
        response.on_hover_text(tip);
    }
}

/// `tip` may be empty.
pub(crate) fn ask_button<M>(
    ui: &mut Ui,
    name: impl Into<String>,
    tip: &str,
    message: M,
    out: &mut Vec<M>,
) {
    ask_with(ui, Button::new(name.into()), tip, message, out);
}

/// A row of buttons, one of which is chosen: what each leads to, its name and a tip. Returns the one that was
/// clicked.
pub(crate) fn tabs<T: Copy + Eq>(ui: &mut Ui, chosen: T, all: &[(T, &str, &str)]) -> Option<T> {
    let mut clicked = None;
    ui.horizontal(|ui| {
        let is_tight = all.len() > 2;
        let gap = if is_tight { 2.0 } else { 4.0 };
        let width = (ui.available_width() + gap) / all.len() as f32 - gap;
        ui.spacing_mut().item_spacing.x = gap;
        if is_tight {
            ui.spacing_mut().button_padding.x = 4.0;
        }
        for (tab, name, tip) in all {
            let button = Button::selectable(*tab == chosen, *name).min_size(vec2(width, 28.0));
            if ui.add(button).on_hover_text(*tip).clicked() {
                clicked = Some(*tab);
            }
        }
    });
    clicked
}

/// Moves a cursor on a board, given by row and column, with the arrow keys.
pub(crate) fn move_cursor(ui: &Ui, id: Id, cursor: (u32, u32), board: &Board) -> (u32, u32) {
    let arrows =
        EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
    let pressed = |key| ui.input(|input| input.num_presses(key)) as u32;
    let moved = |at: u32, [more, less]: [Key; 2], side: u32| {
        (at.min(side - 1) + pressed(more)).saturating_sub(pressed(less)).min(side - 1)
    };
    let row = moved(cursor.0, [Key::ArrowDown, Key::ArrowUp], board.rows());
    (row, moved(cursor.1, [Key::ArrowRight, Key::ArrowLeft], board.cols()))
}

/// A name with its value at the right. `tip` may be empty.
pub(crate) fn value_line(ui: &mut Ui, name: &str, value: &str, tip: &str) {
    ui.horizontal(|ui| {
        let name = ui.label(RichText::new(name).color(theme::of(ui).soft_ink));
        if !tip.is_empty() {
            name.on_hover_text(tip);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(value));
    });
}

/// Cuts this much off the bottom of a place, with a gap above.
pub(crate) fn take_bottom(place: &mut Rect, height: f32) -> Rect {
    let top = place.bottom() - height;
    let below = place.with_min_y(top);
    place.set_bottom(top - theme::GAP);
    below
}
