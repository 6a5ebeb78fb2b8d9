//! Presentation: the board, one large sentence and a large player, for a class to see.

use egui::{Align, Layout, Rect, RichText, Ui, pos2, vec2};

use crate::app::explore::words::Words;
use crate::app::shell::command::Command;
use crate::app::widgets::{player, theme};
use crate::app::{App, in_panel, inside, seen};

/// How much larger the player is.
const SCALE: f32 = 1.4;
/// The sentence is this high, in points, and keeps its height.
const SIZE: std::ops::RangeInclusive<f32> = 18.0..=40.0;

impl App {
    /// Shows the board large, with a sentence above it and the player below. What is left of the place
    /// is the board's.
    pub(crate) fn presentation(&mut self, ui: &mut Ui, place: &mut Rect) {
        // With large letters there is less room for large buttons.
        let scale = (place.width() / 860.0).clamp(1.0, SCALE);
        let size = (place.width() / 46.0).clamp(*SIZE.start(), *SIZE.end());
        let bottom = place.top() + size * 2.7;
        let above = Rect::from_min_max(place.min, pos2(place.right(), bottom));
        inside(ui, above, |ui| self.large_sentence(ui, size));
        let top = place.bottom() - player::HEIGHT * scale;
        let below = Rect::from_min_max(pos2(place.left(), top), place.max);
        let seen = seen(&self.session, &self.stage, self.compare.as_ref());
        let (state, commands) = (&mut self.player, &mut self.commands);
        in_panel(ui, below, |ui| player::show(ui, seen, state, commands, scale));
        *place =
            Rect::from_min_max(pos2(place.left(), bottom), pos2(place.right(), top - theme::GAP));
        self.boards(ui, *place);
    }

    fn large_sentence(&mut self, ui: &mut Ui, size: f32) {
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            let tip = "Back to the panels. (P or Esc)";
            if ui.button("Exit").on_hover_text(tip).clicked() {
                self.commands.push(Command::Present);
            }
            let room = vec2(ui.available_width() - 8.0, size * 2.6);
            let (text, ink) = (Words(self.seen()).explanation(), theme::of(ui).ink);
            // A long sentence is written smaller, so that all of it can be read.
            let lay_out = |size: f32| {
                let font = egui::FontId::proportional(size);
                ui.painter().layout(text.clone(), font, ink, room.x)
            };
            let sizes = [1.0, 0.85, 0.7, 0.6].map(|share| size * share);
            let fits = sizes.into_iter().find(|size| lay_out(*size).size().y <= room.y);
            let size = fits.unwrap_or(sizes[3]);
            ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
                ui.set_min_size(room);
                ui.add(egui::Label::new(RichText::new(&text).size(size)).wrap());
            });
        });
    }
}
