//! The layout of the Board page: its panels and boards, and the presentation.

use egui::{Align, Layout, Rect, RichText, Ui, vec2};

use crate::app::board;
use crate::app::board::context::ViewContext;
use crate::app::explore::two_boards::two_boards;
use crate::app::explore::{Explore, ExploreMemory, ExploreMessage, Tab, Typed, status};
use crate::app::widgets::player::{self, PlayerEvent};
use crate::app::widgets::{ask_button, in_panel, inside, metrics, tabs, take_bottom, theme};
use crate::engine::PlaybackCommand;
use crate::session::Session;

/// The tabs of a narrow window, where there is room for one panel.
const TABS: [(Tab, &str, &str); 2] = [
    (Tab::Setup, "Set-up", "The board, the method and the goal of the next search."),
    (Tab::Status, "Search", "What the search is doing, and why."),
];

const PRESENTED_PLAYER_SCALE: f32 = 1.4;
/// The sizes of the sentence in a presentation, in points.
const SENTENCE_SIZES: std::ops::RangeInclusive<f32> = 18.0..=40.0;

pub(super) struct ExploreView<'a> {
    pub(super) explore: &'a Explore,
    pub(super) session: &'a Session,
    pub(super) seen: ViewContext<'a>,
    pub(super) unkept: Option<&'a str>,
    pub(super) typed: Typed,
    pub(super) memory: &'a mut ExploreMemory,
    pub(super) out: &'a mut Vec<ExploreMessage>,
}

impl ExploreView<'_> {
    /// Returns where the board is.
    pub(super) fn show(&mut self, ui: &mut Ui) -> Rect {
        let mut place = ui.max_rect();
        if self.seen.display.presenting {
            self.presentation(ui, &mut place);
        } else {
            self.panels(ui, &mut place);
        }
        let (seen, memory) = (self.seen, &mut *self.memory);
        let events = match seen.comparison {
            Some(comparison) => two_boards(ui, place, (seen, comparison), memory),
            None => inside(ui, place, |ui| board::show(ui, seen, &mut memory.board)),
        };
        self.out.extend(events.into_iter().map(ExploreMessage::Board));
        place
    }

    /// Leaves the rest of the place to the board.
    fn panels(&mut self, ui: &mut Ui, place: &mut Rect) {
        let is_narrow = ui.max_rect().width() < theme::NARROW_WIDTH;
        let parts = &self.seen.preferences.parts;
        if parts.player {
            let below = take_bottom(place, player::HEIGHT);
            in_panel(ui, below, |ui| self.player(ui, 1.0));
        }
        let frame = self.session.frame();
        if let Some(frame) = frame.filter(|_| self.explore.shows_chart && parts.player) {
            let below = take_bottom(place, metrics::HEIGHT);
            let step = in_panel(ui, below, |ui| metrics::chart(ui, frame));
            let seek = step.map(|step| PlayerEvent::Playback(PlaybackCommand::Seek(step)));
            self.out.extend(seek.map(ExploreMessage::Player));
        }
        if parts.setup || is_narrow && parts.status {
            let left = place.with_max_x(place.left() + theme::LEFT_WIDTH);
            place.set_left(left.right() + theme::GAP);
            in_panel(ui, left, |ui| self.left(ui, is_narrow));
        }
        if parts.status && !is_narrow {
            let right = place.with_min_x(place.right() - theme::RIGHT_WIDTH);
            place.set_right(right.left() - theme::GAP);
            in_panel(ui, right, |ui| self.status(ui));
        }
    }

    fn player(&mut self, ui: &mut Ui, scale: f32) {
        let events = player::show(ui, self.seen, &mut self.memory.player, scale);
        self.out.extend(events.into_iter().map(ExploreMessage::Player));
    }

    /// The panel on the left, which in a narrow window holds the right one too.
    fn left(&mut self, ui: &mut Ui, is_narrow: bool) {
        let (parts, tab) = (&self.seen.preferences.parts, self.explore.tab);
        if is_narrow && parts.setup && parts.status {
            self.out.extend(tabs(ui, tab, &TABS).map(ExploreMessage::ShowTab));
            ui.add_space(6.0);
        }
        if is_narrow && parts.status && (tab == Tab::Status || !parts.setup) {
            self.status(ui);
        } else {
            self.setup(ui);
        }
    }

    /// Leaves the rest of the place to the board.
    fn presentation(&mut self, ui: &mut Ui, place: &mut Rect) {
        // With large letters there is less room for large buttons.
        let scale = (place.width() / 860.0).clamp(1.0, PRESENTED_PLAYER_SCALE);
        let size = (place.width() / 46.0).clamp(*SENTENCE_SIZES.start(), *SENTENCE_SIZES.end());
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
