//! The layout of the Board page: its panels and boards, and the presentation.

use egui::{Align, Color32, Label, Layout, Rect, RichText, Ui, vec2};

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

/// What stands beside the board in a presentation takes this share of the width, and at least so much.
const SIDE_SHARE: f32 = 0.3;
const MIN_SIDE_WIDTH: f32 = 240.0;
/// The player of a presentation fades to this opacity when the pointer has rested for some seconds.
const FADED: f32 = 0.2;
const PLAYER_FADES: f32 = 2.0;

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
            let events =
                in_panel(ui, below, |ui| player::show(ui, self.seen, &mut self.memory.player));
            self.out.extend(events.into_iter().map(ExploreMessage::Player));
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

    /// The board takes the whole height; everything else stands beside it.
    fn presentation(&mut self, ui: &mut Ui, place: &mut Rect) {
        let width = (place.width() * SIDE_SHARE).max(MIN_SIDE_WIDTH);
        let (board, mut side) = place.split_left_right_at_x(place.right() - width);
        *place = board.with_max_x(board.right() - theme::GAP);
        let player = take_bottom(&mut side, player::BAR_HEIGHT);
        inside(ui, side, |ui| self.beside_the_board(ui));
        // It fades while the pointer rests.
        let rest = ui.input(|input| input.pointer.time_since_last_movement());
        let waits = PLAYER_FADES - rest;
        inside(ui, player, |ui| {
            if waits > 0.0 {
                ui.ctx().request_repaint_after_secs(waits);
            } else {
                ui.set_opacity(FADED);
            }
            let place = ui.max_rect();
            let events =
                in_panel(ui, place, |ui| player::bar(ui, self.seen, &mut self.memory.player));
            self.out.extend(events.into_iter().map(ExploreMessage::Player));
        });
    }

    /// The method and its idea, the sentence, and what the method holds or how its numbers went.
    fn beside_the_board(&mut self, ui: &mut Ui) {
        let size = (ui.available_width() / 15.0).clamp(18.0, 34.0);
        let active = self.session.active();
        let method = active.map_or(&self.session.setup().config, |a| &a.pick.config).method;
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            let tip = "Back to the panels. (P or Esc)";
            ask_button(ui, "Exit", tip, ExploreMessage::Present, self.out);
            ui.with_layout(Layout::left_to_right(Align::TOP), |ui| {
                let title = RichText::new(method.title).size(size).strong();
                ui.add(Label::new(title).wrap());
            });
        });
        ui.add(Label::new(RichText::new(method.summary).size(size * 0.62).weak()).wrap());
        ui.add_space(size);
        large_sentence(ui, size, &status::explanation(self.seen));
        if self.session.can_find_next() {
            let tip = "Continue from this tour and look for another.";
            let next = ExploreMessage::Player(PlayerEvent::FIND_NEXT);
            ask_button(ui, player::NEXT_TOUR, tip, next, self.out);
        }
        let Some(frame) = self.session.frame() else { return };
        ui.add_space(6.0);
        if !frame.candidates.list.is_empty() {
            self.candidates(ui, ui.available_height() - 60.0);
        } else if ui.available_height() >= metrics::HEIGHT && frame.history.titles().len() > 1 {
            let step = metrics::chart(ui, frame);
            let seek = step.map(|step| PlayerEvent::Playback(PlaybackCommand::Seek(step)));
            self.out.extend(seek.map(ExploreMessage::Player));
        }
    }
}

/// The sentence in room for five lines, so that nothing below it moves.
fn large_sentence(ui: &mut Ui, size: f32, text: &str) {
    let room = vec2(ui.available_width(), (size * 6.5).min(ui.available_height()));
    // A long sentence is written smaller, so that all of it can be read.
    let height = |size: f32| {
        let font = egui::FontId::proportional(size);
        ui.painter().layout(text.to_owned(), font, Color32::WHITE, room.x).size().y
    };
    let sizes = [1.0, 0.85, 0.7, 0.6].map(|share| size * share);
    let size = sizes.into_iter().find(|size| height(*size) <= room.y).unwrap_or(sizes[3]);
    ui.allocate_ui_with_layout(room, Layout::top_down(Align::Min), |ui| {
        ui.set_min_size(room);
        ui.add(Label::new(RichText::new(text).size(size)).wrap());
    });
}
