//! Where the panels and boards of the Board page stand.

use egui::{Rect, Ui, pos2, vec2};

use crate::app::board;
use crate::app::board::context::ViewContext;
use crate::app::explore::compare::two_boards;
use crate::app::explore::{Explore, ExploreMemory, ExploreMessage, Tab, Typed};
use crate::app::widgets::player::{self, PlayerEvent};
use crate::app::widgets::{in_panel, inside, metrics, tabs, take_bottom, theme};
use crate::engine::PlaybackCommand;
use crate::session::Session;

/// The tabs of a narrow window, where there is room for one panel.
const TABS: [(Tab, &str, &str); 2] = [
    (Tab::Setup, "Set-up", "The board, the method and the goal of the next search."),
    (Tab::Status, "Search", "What the search is doing, and why."),
];

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
        let is_narrow = ui.max_rect().width() < theme::NARROW;
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
            let left = Rect::from_min_size(place.min, vec2(theme::LEFT, place.height()));
            place.set_left(left.right() + theme::GAP);
            in_panel(ui, left, |ui| self.left(ui, is_narrow));
        }
        if parts.status && !is_narrow {
            let left = place.right() - theme::RIGHT;
            let right = Rect::from_min_max(pos2(left, place.top()), place.max);
            place.set_right(left - theme::GAP);
            in_panel(ui, right, |ui| self.status(ui));
        }
    }

    pub(super) fn player(&mut self, ui: &mut Ui, scale: f32) {
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
}
