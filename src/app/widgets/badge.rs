//! The state of a search as a word on a coloured background, and how long it has run.

use egui::{Align, Color32, Label, Layout, RichText, Sense, TextStyle, Ui, WidgetInfo, vec2};

use crate::app::widgets::theme::{self, ThemePalette};
use crate::session::{Session, State};
use crate::text::duration;

pub(crate) fn name_of(session: &Session) -> &'static str {
    match session.state() {
        State::Ready => "Ready",
        State::Searching if session.is_choosing() => "Choosing",
        State::Searching => "Searching",
        State::Paused if session.is_replaying() => "Replaying",
        State::Paused => "Paused",
        State::Found { closed: false } => "Open tour",
        State::Found { closed: true } => "Closed tour",
        State::NoTour => "No tour",
        State::NoOther => "No other tour",
        State::GaveUp => "Gave up",
        State::Broken => "Internal error",
    }
}

pub(crate) fn state_colour(state: State, colours: &ThemePalette) -> Color32 {
    match state {
        State::Ready | State::Paused => colours.soft_ink,
        State::Searching => colours.path,
        State::Found { .. } | State::NoOther => colours.good,
        State::NoTour | State::GaveUp | State::Broken => colours.retreat,
    }
}

pub(crate) fn badge(ui: &mut Ui, text: &str, fill: Color32) {
    let ink = theme::of(ui).on_accent;
    let font = TextStyle::Button.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, ink);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(24.0, 8.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, text));
    // Screen readers announce its changes.
    let live = egui::accesskit::Live::Polite;
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(live));
    ui.painter().rect_filled(rect, rect.height() / 2.0, fill);
    ui.painter().galley(rect.min + vec2(12.0, 4.0), galley, ink);
}

pub(crate) fn search_time(ui: &mut Ui, seconds: Option<f64>) {
    let Some(seconds) = seconds else { return };
    let time = RichText::new(duration(seconds)).color(theme::of(ui).soft_ink);
    ui.label(time).on_hover_text("Search time, without pauses.");
}

/// A method and the state of its search in one line: the heading of a board.
pub(crate) fn method_line(
    ui: &mut Ui,
    session: &Session,
    state: &str,
    seconds: Option<f64>,
    title: RichText,
) {
    let colours = theme::of(ui);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        badge(ui, state, state_colour(session.state(), colours));
        search_time(ui, seconds);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let tip = session.config_shown().method.summary;
            ui.add(Label::new(title).truncate()).on_hover_text(tip);
        });
    });
}
