//! Tooltips, sentences on and above the board, and descriptions for screen readers.

use std::borrow::Cow;

use egui::accesskit::{Action, NodeId};
use egui::{CursorIcon, FontId, Rect, Response, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::app::board::context::{GameContext, Tool};
use crate::app::board::transform::EDGE_WIDTH;
use crate::app::board::{STRIP_HEIGHT, Scene};
use crate::app::widgets::theme;
use crate::board::{MoveOrder, Square};
use crate::session::{About, CHOOSING, Tone};

impl Scene<'_> {
    pub(super) fn hover(&self, ui: &Ui, response: &Response) {
        let place = response.hover_pos();
        let Some(square) = place.and_then(|at| self.transform.square_at(at)) else { return };
        let tool = self.seen.display.tool;
        if self.seen.game.is_some() && tool == Tool::Start {
            // Only squares that can be next invite a click.
            let Some(GameContext { game, .. }) = self.played() else { return };
            if game.illegal_move(square).is_none() {
                self.outline(square);
                ui.ctx().set_cursor_icon(CursorIcon::PointingHand);
            }
        } else {
            let is_hole = self.board.is_hole(square);
            // A pointer that rests on the board while a search runs is not asking for anything.
            let rests = ui.input(|input| input.pointer.time_since_last_movement()) > 1.0;
            let asks = self.frame.is_none() || !rests;
            if tool == Tool::Start && !is_hole && asks && self.transform.side >= 6.0 {
                self.outline(square);
                self.moves_from(square);
            }
            let is_idle = is_hole && tool != Tool::Holes;
            let icon = if is_idle { CursorIcon::Default } else { CursorIcon::PointingHand };
            ui.ctx().set_cursor_icon(icon);
        }
        if !self.seen.display.presenting {
            response.clone().on_hover_ui_at_pointer(|ui| self.tip(ui, square));
        }
    }

    fn outline(&self, square: Square) {
        let rect = self.transform.rect(square).shrink(1.0);
        let stroke = Stroke::new(1.5, self.colours.path);
        self.painter.rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
    }

    fn moves_from(&self, square: Square) {
        let radius = (self.transform.side * 0.09).max(1.5);
        for near in self.board.neighbours(square, &MoveOrder::ANTICLOCKWISE) {
            let is_free = self.number(near).is_none();
            let colour = if is_free { self.colours.path } else { self.colours.soft_ink };
            let corner = self.transform.rect(near).right_top() + vec2(-1.7, 1.7) * radius;
            let at = if self.path.is_empty() { self.transform.centre(near) } else { corner };
            self.painter.circle(at, radius, colour, Stroke::new(1.0, self.colours.stamp));
        }
    }

    fn tip(&self, ui: &mut Ui, square: Square) {
        ui.set_max_width(280.0);
        ui.horizontal(|ui| {
            ui.strong(self.session.name(square));
            ui.weak(self.session.other_name(square));
        });
        for (tone, words) in self.lines_about(square) {
            match tone {
                Tone::Plain => ui.label(words),
                Tone::Soft => ui.weak(words),
                Tone::Warning => ui.colored_label(self.colours.retreat, words),
            };
        }
    }

    fn lines_about(&self, square: Square) -> Vec<(Tone, String)> {
        let is_hole = self.board.is_hole(square);
        let words = match self.seen.display.tool {
            Tool::Start if self.seen.game.is_some() => return self.about().in_game(square),
            Tool::Holes if is_hole => "Click to fill this hole.",
            Tool::Holes => "Click to make a hole here, or drag over several squares.",
            _ if is_hole => "A hole: not part of the board.",
            Tool::End => "Click to make the tour end here.",
            Tool::Start => return self.about().in_search(square),
        };
        vec![(Tone::Soft, words.to_owned())]
    }

    pub(super) fn about(&self) -> About<'_> {
        About {
            session: self.session,
            game: self.played().map(|game| (game.game, game.overlay)),
            number: Box::new(|square| self.number(square)),
            shows_starts: self.parts.starts,
            compares: self.seen.comparison.is_some(),
            is_done: self.is_done(),
        }
    }

    /// The sentence on or above the board.
    fn sentence(&self, is_hovered: bool) -> Cow<'_, str> {
        let session = self.session;
        Cow::Borrowed(match self.seen.display.tool {
            Tool::Holes => "Click or drag to make holes, or to fill existing ones. Esc when done.",
            Tool::End => "Click the square where the tour must end. Esc cancels.",
            Tool::Start => match self.seen.game {
                Some(game) => game.sentence,
                None if session.is_choosing() => CHOOSING,
                None if self.parts.starts => return session.starts_in_words(self.close).into(),
                None if session.active().is_some() || is_hovered => "",
                None if !self.path.is_empty() => "Press play to finish this path",
                None if session.starts().is_hopeless() => return session.none_exists().into(),
                None if self.refusal.is_some() => "",
                None if self.seen.comparison.is_some() => "Click a square to start both",
                None => "Click a square to start",
            },
        })
    }

    pub(super) fn words(&self, ui: &Ui, whole: Rect, response: &Response, is_bare: bool) {
        let painter = ui.painter_at(whole.expand(theme::GAP));
        let text = self.sentence(response.hovered());
        if text.is_empty() || is_bare {
            return;
        }
        let (font, ink) = (FontId::proportional(14.0), self.colours.on_accent);
        let galley = painter.layout(text.clone().into_owned(), font, ink, whole.width() - 40.0);
        let area = self.transform.area;
        let half = galley.size().x / 2.0 + 14.0;
        let aside = area.right() + EDGE_WIDTH + half;
        let has_strip = self.parts.starts || self.seen.game.is_some();
        let centre = if has_strip || self.seen.display.tool != Tool::Start {
            pos2(whole.center().x, whole.top() + STRIP_HEIGHT / 2.0)
        } else if area.height() < 90.0 {
            // A board that is hardly larger than the words is not covered by them, if there is room
            // beside it.
            pos2(area.center().x, area.bottom() + 48.0)
        } else if area.width() < 220.0 && aside + half <= whole.right() {
            pos2(aside, area.center().y)
        } else {
            area.center()
        };
        let rect = Rect::from_center_size(centre, galley.size());
        let pill = rect.expand2(vec2(14.0, 7.0));
        let is_quiet = self.seen.game.is_some_and(|game| !game.is_urgent);
        let background = if is_quiet { self.colours.soft_ink } else { self.colours.path };
        painter.rect_filled(pill, pill.height() / 2.0, background);
        painter.galley(rect.min, galley, ink);
        if text == CHOOSING {
            let label = ui.interact(pill, response.id.with(&text), Sense::hover());
            label.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &text));
        }
    }

    pub(super) fn refusal(&self, ui: &mut Ui, place: Rect) {
        let Some(text) = &self.refusal else { return };
        let font = FontId::proportional(14.0);
        let width = (place.width() - 56.0).min(320.0);
        let painter = ui.painter_at(place);
        let galley = painter.layout(text.clone(), font, self.colours.retreat, width);
        let rect = Rect::from_center_size(self.transform.area.center(), galley.size());
        let card = rect.expand2(vec2(14.0, 10.0));
        let line = Stroke::new(1.0, self.colours.line);
        painter.rect(card, 8.0, self.colours.panel, line, egui::StrokeKind::Inside);
        painter.galley(rect.min, galley, self.colours.retreat);
        // A click goes through to the board.
        let label = ui.allocate_rect(card, Sense::hover());
        label.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, text));
    }

    /// Names every square for screen readers, unless there are too many. Returns the one that they clicked.
    pub(super) fn speak(&self, ui: &Ui, board: egui::Id) -> Option<Square> {
        let ctx = ui.ctx();
        if !self.close || !ctx.has_accesskit_node(board) {
            return None;
        }
        let requests: Vec<NodeId> =
            ui.input(|input| input.events.iter().filter_map(clicked_node).collect());
        let scale = f64::from(ctx.pixels_per_point());
        let mut clicked = None;
        let about = self.about();
        for square in self.transform.visible_squares(0) {
            let id = board.with(square.index());
            let rect = self.transform.rect(square).intersect(self.transform.area);
            ctx.accesskit_node_builder(id, |node| {
                node.set_role(egui::Role::Cell);
                node.set_label(about.spoken(square));
                node.add_action(Action::Click);
                let [x0, y0, x1, y1] = [rect.left(), rect.top(), rect.right(), rect.bottom()]
                    .map(|side| f64::from(side) * scale);
                node.set_bounds(egui::accesskit::Rect { x0, y0, x1, y1 });
            });
            if requests.contains(&id.accesskit_id()) {
                clicked = Some(square);
            }
        }
        clicked
    }
}

fn clicked_node(event: &egui::Event) -> Option<NodeId> {
    let egui::Event::AccessKitActionRequest(request) = event else { return None };
    (request.action == Action::Click).then_some(request.target_node)
}
