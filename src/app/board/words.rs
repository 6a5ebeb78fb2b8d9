//! What the board says: to the pointer, and about itself.

use egui::{FontFamily, FontId, Rect, Response, Stroke, Ui, pos2, vec2};

use crate::app::board::context::GameContext;
use crate::app::board::context::Tool;
use crate::app::board::transform::EDGE;
use crate::app::board::{STRIP, Scene};
use crate::app::widgets::theme;
use crate::board::{MoveOrder, Square};
use crate::engine::Moment;
use crate::puzzle::Goal;
use crate::session::{CanStart, Refusal, StartCounts};
use crate::text::capitalised;
use crate::text::{counted, grouped};

impl Scene<'_> {
    /// What a square under the pointer has to tell.
    pub(super) fn hover(&self, ui: &Ui, response: &Response, square: Option<Square>, tool: Tool) {
        let Some(square) = square else { return };
        let hole = self.board.is_hole(square);
        // A pointer that rests on the board while a search runs is not asking for anything.
        let rests = ui.input(|input| input.pointer.time_since_last_movement()) > 1.0;
        let asks = self.moment.is_none() || !rests;
        if self.game.is_some() && tool == Tool::Start {
            self.hover_in_game(ui, response, square);
            return;
        }
        if tool == Tool::Start && !hole && asks && self.transform.side >= 6.0 {
            let rect = self.transform.rect(square).shrink(1.0);
            let stroke = Stroke::new(1.5, self.colours.path);
            self.painter.rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
            for near in self.board.neighbours(square, &MoveOrder::ANTICLOCKWISE) {
                let radius = (self.transform.side * 0.09).max(1.5);
                let free = self.number(near).is_none();
                let colour = if free { self.colours.path } else { self.colours.soft_ink };
                let at = self.transform.rect(near).right_top() + vec2(-1.7, 1.7) * radius;
                let at = if self.path.is_empty() { self.transform.centre(near) } else { at };
                self.painter.circle(at, radius, colour, Stroke::new(1.0, self.colours.stamp));
            }
        }
        response.clone().on_hover_ui_at_pointer(|ui| self.tip(ui, square, tool));
        let cursor = if hole && tool != Tool::Holes {
            egui::CursorIcon::Default
        } else {
            egui::CursorIcon::PointingHand
        };
        ui.ctx().set_cursor_icon(cursor);
    }

    /// In a game only squares that can be next ask to be clicked.
    fn hover_in_game(&self, ui: &Ui, response: &Response, square: Square) {
        let Some(GameContext { game, overlay, .. }) = self.played() else { return };
        let open = overlay.open.iter().find(|open| open.square == square);
        let wrong = game.wrong(square);
        if wrong.is_none() {
            let rect = self.transform.rect(square).shrink(1.0);
            let stroke = Stroke::new(1.5, self.colours.path);
            self.painter.rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
            ui.ctx().set_cursor_icon(egui::CursorIcon::PointingHand);
        }
        response.clone().on_hover_ui_at_pointer(|ui| {
            ui.set_max_width(280.0);
            ui.horizontal(|ui| {
                ui.strong(self.session.name(square));
                ui.weak(self.other_name(square));
            });
            match wrong {
                Some(wrong) => drop(ui.label(wrong.words(self.board, self.session.naming()))),
                None if game.path().is_empty() => drop(ui.weak("Click to begin here.")),
                None => {
                    match open.and_then(|open| open.finish) {
                        Some(CanStart::Yes) => drop(ui.label("A tour can follow.")),
                        Some(CanStart::No) => drop(ui.label("No tour can follow.")),
                        Some(CanStart::Unknown) => {
                            ui.label("It is not known whether a tour can follow.");
                        }
                        None => {}
                    }
                    if let Some(why) = open.and_then(|open| open.why.as_ref()) {
                        ui.colored_label(self.colours.retreat, why);
                    }
                    ui.weak("Click to go here.");
                }
            }
        });
    }

    pub(super) fn tip(&self, ui: &mut Ui, square: Square, tool: Tool) {
        ui.set_max_width(280.0);
        ui.horizontal(|ui| {
            ui.strong(self.session.name(square));
            ui.weak(self.other_name(square));
        });
        let hole = self.board.is_hole(square);
        let words = match tool {
            Tool::Holes if hole => "Click to fill this hole.",
            Tool::Holes => "Click to make a hole here, or drag over several squares.",
            _ if hole => "A hole: not part of the board.",
            Tool::End => "Click to make the tour end here.",
            Tool::Start => {
                self.tip_of_square(ui, square);
                return;
            }
        };
        ui.weak(words);
    }

    /// What a square is called in the way that is not used now.
    fn other_name(&self, square: Square) -> String {
        match (self.session.naming().is_chess(self.board), self.board.has_names()) {
            (false, true) => self.board.name(square),
            _ => {
                let (row, col) = (self.board.row(square), self.board.col(square));
                format!("row {row}, column {col} (from 0)")
            }
        }
    }

    fn tip_of_square(&self, ui: &mut Ui, square: Square) {
        let near = self.board.neighbours(square, &MoveOrder::ANTICLOCKWISE);
        let Some(moment) = self.moment else {
            ui.label(format!("{} from here.", counted(near.len() as u64, "move")));
            match self.session.refusal(square) {
                Some(refusal) => {
                    let naming = self.session.naming();
                    let why = refusal.words(self.board, naming);
                    let text = match (&refusal, self.session.setup().puzzle(square)) {
                        (Refusal::NoTour(_), Ok(puzzle)) => {
                            format!("{}: {why}.", capitalised(&puzzle.none_exists(naming)))
                        }
                        _ => format!("{}.", capitalised(&why)),
                    };
                    ui.colored_label(self.colours.retreat, text);
                }
                None => {
                    match self.session.start_at(square).filter(|_| self.parts.starts) {
                        Some(CanStart::Yes) => drop(ui.label("A tour can start here.")),
                        Some(CanStart::Unknown) => {
                            ui.label("It is not known whether a tour can start here.");
                        }
                        Some(CanStart::No) | None => {}
                    }
                    ui.weak(if self.compares {
                        "Click to start both here."
                    } else {
                        "Click to start here."
                    });
                }
            }
            return;
        };
        let number = self.number(square);
        if let Some(number) = number {
            ui.label(format!("Number {} on the path.", grouped(number as u64 + 1)));
        }
        let again = match self.compares {
            true => "Click to start both searches anew here.",
            false => "Click to start a new search here.",
        };
        // Where nothing is placed, there is nothing to tell about visits.
        if moment.counts.visits.is_empty() {
            self.tip_of_links(ui, moment, square);
            ui.weak(again);
            return;
        }
        if number.is_none() {
            ui.label("Free now.");
        }
        let visits = moment.counts.visits.get(square.index()).copied().unwrap_or(0);
        ui.label(match visits {
            0 => "Not visited so far.".to_owned(),
            1 => "Visited once so far.".to_owned(),
            many => format!("Visited {} times so far.", grouped(many)),
        });
        let mut free = 0;
        for other in near.iter() {
            free += u64::from(self.number(*other).is_none());
        }
        ui.label(match (free, near.len() as u64) {
            (0, _) => "No move from here leads to a free square.".to_owned(),
            (free, all) => format!("{free} of {all} moves from here lead to free squares."),
        });
        ui.weak(again);
    }

    /// Which squares a square is linked to.
    fn tip_of_links(&self, ui: &mut Ui, moment: &Moment, square: Square) {
        if moment.picture.links.is_empty() || self.is_done() {
            return;
        }
        let linked = moment.picture.linked(self.board, square);
        let names: Vec<String> = linked.map(|other| self.session.name(other)).collect();
        ui.label(match names.len() as u64 {
            0 => "No links.".to_owned(),
            many => format!("{}: to {}.", counted(many, "link"), names.join(", ")),
        });
    }

    /// What the board says about itself: what to do first, what the tool does, what heat means.
    pub(super) fn words(&self, ui: &Ui, whole: Rect, response: &Response, tool: Tool, bare: bool) {
        let text = match tool {
            _ if bare => "",
            Tool::Holes => "Click or drag to make holes; on a hole, to fill it. Esc when done.",
            Tool::End => "Click the square to end on. Esc cancels.",
            Tool::Start if self.game.is_some() => self.game.map_or("", |game| game.sentence),
            Tool::Start if self.parts.starts => &self.start_words(),
            Tool::Start if self.session.watched().is_some() || response.hovered() => "",
            Tool::Start if !self.path.is_empty() => "Press play to finish this path",
            Tool::Start if self.session.is_hopeless() => "No such tour exists on this board",
            Tool::Start if self.refusal.is_some() => "",
            Tool::Start if self.compares => "Click a square to start both",
            Tool::Start => "Click a square to start",
        };
        let painter = ui.painter_at(whole.expand(theme::GAP));
        if !text.is_empty() {
            let font = FontId::new(14.0, FontFamily::Proportional);
            let width = whole.width() - 40.0;
            let galley = painter.layout(text.to_owned(), font, self.colours.on_accent, width);
            let area = self.transform.area;
            let half = galley.size().x / 2.0 + 14.0;
            let aside = area.right() + EDGE + half;
            let centre = match tool {
                // A board that is hardly larger than the words is not covered by them, if there is
                // room beside it.
                _ if self.parts.starts || self.game.is_some() => {
                    pos2(whole.center().x, whole.top() + STRIP / 2.0)
                }
                Tool::Start if area.height() < 90.0 => pos2(area.center().x, area.bottom() + 48.0),
                Tool::Start if area.width() < 220.0 && aside + half <= whole.right() => {
                    pos2(aside, area.center().y)
                }
                Tool::Start => area.center(),
                // In the strip that is left free for it.
                _ => pos2(whole.center().x, whole.top() + STRIP / 2.0),
            };
            let rect = Rect::from_center_size(centre, galley.size());
            let pill = rect.expand2(vec2(14.0, 7.0));
            let is_quiet = self.game.is_some_and(|game| !game.is_urgent);
            let ground = if is_quiet { self.colours.soft_ink } else { self.colours.path };
            painter.rect_filled(pill, pill.height() / 2.0, ground);
            painter.galley(rect.min, galley, self.colours.on_accent);
        }
        if let Some(heat) = &self.heat {
            self.scale(&painter, heat);
        }
    }

    /// What the map of starts says.
    fn start_words(&self) -> String {
        let StartCounts { yes, no, unknown, open } = self.session.start_counts();
        let all = counted(yes + no + unknown + open, "square");
        let goal = match self.session.setup().goal {
            Goal::Closed => "Closed tours",
            Goal::Any | Goal::End(_) => "Tours",
        };
        let more = match (open, unknown) {
            (0, 0) => String::new(),
            (0, unknown) => format!("; {} not known", grouped(unknown)),
            (open, _) => format!("; deciding {} more", grouped(open)),
        };
        let near = if self.close { "" } else { "; zoom in to see the marks" };
        let more = more + near;
        match yes {
            0 if open + unknown == 0 => format!("{goal} start at none of the {all}"),
            0 => format!("It is not known where {} start{more}", goal.to_lowercase()),
            _ => format!("{goal} start at {} of {all}{more}", grouped(yes)),
        }
    }

    /// Says why the method of this board has not started, or would not start.
    pub(super) fn refusal(&self, ui: &mut Ui, place: Rect) {
        let Some(text) = &self.refusal else { return };
        let font = FontId::new(14.0, FontFamily::Proportional);
        let width = (place.width() - 56.0).min(320.0);
        let painter = ui.painter_at(place);
        let galley = painter.layout(text.clone(), font, self.colours.retreat, width);
        let rect = Rect::from_center_size(self.transform.area.center(), galley.size());
        let card = rect.expand2(vec2(14.0, 10.0));
        let line = Stroke::new(1.0, self.colours.line);
        painter.rect(card, 8.0, self.colours.panel, line, egui::StrokeKind::Inside);
        painter.galley(rect.min, galley, self.colours.retreat);
        // A click goes through to the board.
        let label = ui.allocate_rect(card, egui::Sense::hover());
        label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, text));
    }
}
