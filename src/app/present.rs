//! Presentation: the board, one large sentence and a large player, for a class to see.

use egui::{Align, Layout, Rect, RichText, Ui, pos2, vec2};

use super::command::Command;
use super::{App, in_panel, inside, player, theme};

/// How much larger the player is.
const SCALE: f32 = 1.4;
/// The sentence is this high, in points, and keeps its height.
const SIZE: std::ops::RangeInclusive<f32> = 18.0..=40.0;

impl App {
    /// Shows the board large, with a sentence above it and the player below. What is left of the place
    /// is the board's.
    pub(super) fn presentation(&mut self, ui: &mut Ui, place: &mut Rect) {
        let size = (place.width() / 46.0).clamp(*SIZE.start(), *SIZE.end());
        let bottom = place.top() + size * 2.7;
        let above = Rect::from_min_max(place.min, pos2(place.right(), bottom));
        inside(ui, above, |ui| self.large_sentence(ui, size));
        let top = place.bottom() - player::HEIGHT * SCALE;
        let below = Rect::from_min_max(pos2(place.left(), top), place.max);
        in_panel(ui, below, |ui| self.player(ui, SCALE));
        *place =
            Rect::from_min_max(pos2(place.left(), bottom), pos2(place.right(), top - theme::GAP));
        inside(ui, *place, |ui| self.board(ui));
    }

    fn large_sentence(&mut self, ui: &mut Ui, size: f32) {
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            let tip = "Back to the panels. (P or Esc)";
            if ui.button("Exit").on_hover_text(tip).clicked() {
                self.commands.push(Command::Present);
            }
            let room = vec2(ui.available_width() - 8.0, size * 2.6);
            ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
                ui.set_min_size(room);
                ui.add(egui::Label::new(RichText::new(self.explanation()).size(size)).wrap());
            });
        });
    }
}
