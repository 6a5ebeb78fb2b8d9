//! What the board says to screen readers, and what they ask for.

use egui::Ui;

use crate::app::board::Scene;
use crate::app::board::context::GameContext;
use crate::board::Square;
use crate::puzzle::Goal;
use crate::session::CanStart;
use crate::text::{counted, grouped};

/// What a screen reader has clicked.
fn clicked_node(event: &egui::Event) -> Option<egui::accesskit::NodeId> {
    match event {
        egui::Event::AccessKitActionRequest(request)
            if request.action == egui::accesskit::Action::Click =>
        {
            Some(request.target_node)
        }
        _ => None,
    }
}

impl Scene<'_> {
    /// A square as it is read out: "e4, visited, number 12".
    pub(super) fn spoken(&self, square: Square) -> String {
        self.spoken_as(square, self.number(square))
    }

    /// Names every square for screen readers, where there are not too many; returns one that was
    /// clicked with them.
    pub(super) fn speak(&self, ui: &Ui, board: egui::Id) -> Option<Square> {
        let ctx = ui.ctx();
        if !self.close || !ctx.has_accesskit_node(board) {
            return None;
        }
        let requests = ui.input(|input| {
            input.events.iter().filter_map(clicked_node).collect::<Vec<egui::accesskit::NodeId>>()
        });
        let scale = f64::from(ctx.pixels_per_point());
        let mut clicked = None;
        for square in self.transform.visible_squares() {
            let id = board.with(square.index());
            let rect = self.transform.rect(square).intersect(self.transform.area);
            ctx.accesskit_node_builder(id, |node| {
                node.set_role(egui::Role::Cell);
                node.set_label(self.spoken(square));
                node.add_action(egui::accesskit::Action::Click);
                node.set_bounds(egui::accesskit::Rect {
                    x0: f64::from(rect.left()) * scale,
                    y0: f64::from(rect.top()) * scale,
                    x1: f64::from(rect.right()) * scale,
                    y1: f64::from(rect.bottom()) * scale,
                });
            });
            if requests.contains(&id.accesskit_id()) {
                clicked = Some(square);
            }
        }
        clicked
    }

    /// A free square of a game in words, with what is shown about it.
    fn spoken_in_game(&self, name: &str, square: Square, seen: GameContext<'_>) -> String {
        let open = seen.overlay.open.iter().find(|open| open.square == square);
        let marked =
            if seen.overlay.pointed.contains(&square) { ", marked by the reason" } else { "" };
        let Some(open) = open else {
            let is_first = seen.game.path().is_empty();
            let next = if is_first { "the tour can begin here" } else { "not a move away" };
            return format!("{name}, free, {next}{marked}");
        };
        let mut text = format!("{name}, free, can be next");
        if let Some(onward) = open.onward {
            text += &format!(", {}", counted(onward.into(), "onward move"));
        }
        if open.is_best {
            text += ", the best move";
        }
        match open.finish {
            Some(CanStart::Yes) => text += ", a tour can follow",
            Some(CanStart::No) => text += ", no tour can follow",
            Some(CanStart::Unknown) => text += ", not known whether a tour can follow",
            None => {}
        }
        text + marked
    }

    /// What a visited square of a lost game has to do with that.
    fn turning_words(&self, square: Square) -> &'static str {
        match self.played().and_then(|game| game.overlay.turning_point) {
            Some([last, _]) if last == square => ", up to here a tour was possible",
            Some([_, lost]) if lost == square => ", this move lost the game",
            _ => "",
        }
    }

    /// A square in words, with its number on the path from 0.
    pub(super) fn spoken_as(&self, square: Square, number: Option<usize>) -> String {
        let name = self.session.name(square);
        if self.board.is_hole(square) {
            return format!("{name}, a hole");
        }
        if let (Some(game), None) = (self.played(), number) {
            return self.spoken_in_game(&name, square, game);
        }
        match number {
            Some(number) => {
                let words = format!("{name}, visited, number {}", grouped(number as u64 + 1));
                words + self.turning_words(square)
            }
            None if self.moment.is_none() && self.session.is_refused(square) => {
                let none = match self.session.setup().goal {
                    Goal::Any => "no tour",
                    Goal::Closed => "no closed tour",
                    Goal::End(_) => "no tour to the end",
                };
                format!("{name}, {none} from here")
            }
            None if self.parts.starts => match self.session.start_at(square) {
                Some(CanStart::Yes) => format!("{name}, a tour can start here"),
                Some(CanStart::No) => format!("{name}, no tour can start here"),
                Some(CanStart::Unknown) => {
                    format!("{name}, not known whether a tour can start here")
                }
                None => format!("{name}, not decided yet"),
            },
            None => format!("{name}, free"),
        }
    }
}
