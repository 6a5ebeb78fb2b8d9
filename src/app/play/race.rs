//! A race: the second board, with what the method on it has done.

use egui::{Label, Rect, RichText, Ui, vec2};

use crate::app::board::context::{Display, Role, ViewContext};
use crate::app::board::{self, BoardView};
use crate::app::shell::preferences::Preferences;
use crate::app::widgets::badge::{method_line, name_of};
use crate::app::widgets::{inside, theme};
use crate::session::{Race, State};

pub(super) const HEADING: f32 = 52.0;

pub(super) fn show(ui: &mut Ui, race: &Race, preferences: &Preferences, view: &mut BoardView) {
    let session = race.second().session();
    let display = Display { role: Role::Opponent, ..Display::default() };
    let seen = ViewContext { session, preferences, display, comparison: None, game: None };
    board::show_headed(ui, seen, view, HEADING, |ui| heading(ui, race));
}

fn heading(ui: &mut Ui, race: &Race) {
    let session = race.second().session();
    let place = ui.max_rect();
    let line =
        |part: f32| Rect::from_min_size(place.min + vec2(0.0, part), vec2(place.width(), 24.0));
    inside(ui, line(0.0), |ui| {
        let state = match (race.second().refusal(), session.state()) {
            (Some(_), _) => "Not racing",
            (None, State::Ready) => "Waiting",
            (None, _) => name_of(session),
        };
        let method = session.config_shown().method;
        method_line(ui, session, state, None, RichText::new(method.title).strong());
    });
    inside(ui, line(24.0), |ui| {
        let (text, why) = race.standing();
        let label = RichText::new(text).small().color(theme::of(ui).soft_ink);
        let label = ui.add(Label::new(label).truncate());
        if let Some(why) = why {
            label.on_hover_text(why);
        }
    });
}
