//! Presentation: the board, one large sentence and a large player, for a class to see.

use egui::{Align, Layout, Rect, RichText, Ui, vec2};

use crate::app::board::context::ViewContext;
use crate::app::explore::layout::ExploreView;
use crate::app::explore::{ExploreMessage, status};
use crate::app::widgets::{ask_button, in_panel, inside, player, take_bottom, theme};

/// How much larger the player is.
const SCALE: f32 = 1.4;
/// The size of the sentence, in points.
const SIZE: std::ops::RangeInclusive<f32> = 18.0..=40.0;

impl ExploreView<'_> {
    /// Leaves the rest of the place to the board.
    pub(super) fn presentation(&mut self, ui: &mut Ui, place: &mut Rect) {
        // With large letters there is less room for large buttons.
        let scale = (place.width() / 860.0).clamp(1.0, SCALE);
        let size = (place.width() / 46.0).clamp(*SIZE.start(), *SIZE.end());
        let below = take_bottom(place, player::HEIGHT * scale);
        let (above, rest) = place.split_top_bottom_at_y(place.top() + size * 2.7);
        *place = rest;
        inside(ui, above, |ui| large_sentence(ui, size, self.seen, self.out));
        in_panel(ui, below, |ui| self.player(ui, scale));
    }
}

fn large_sentence(ui: &mut Ui, size: f32, seen: ViewContext<'_>, out: &mut Vec<ExploreMessage>) {
    ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
        let tip = "Back to the panels. (P or Esc)";
        ask_button(ui, "Exit", tip, ExploreMessage::Present, out);
        let room = vec2(ui.available_width() - 8.0, size * 2.6);
        let (text, ink) = (status::explanation(seen), theme::of(ui).ink);
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
