//! What the board says to screen readers, and what they ask for.

use egui::Ui;

use crate::app::board::Scene;
use crate::board::Square;

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
    /// Names every square for screen readers, unless there are too many. Returns the one that they clicked.
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
        let number = |square| self.number(square);
        let about = self.about(&number);
        for square in self.transform.visible_squares() {
            let id = board.with(square.index());
            let rect = self.transform.rect(square).intersect(self.transform.area);
            ctx.accesskit_node_builder(id, |node| {
                node.set_role(egui::Role::Cell);
                node.set_label(about.spoken(square));
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
}
