//! What the board says to screen readers, and what they ask for.

use egui::Ui;
use egui::accesskit::{Action, NodeId};

use crate::app::board::Scene;
use crate::board::Square;

fn clicked_node(event: &egui::Event) -> Option<NodeId> {
    let egui::Event::AccessKitActionRequest(request) = event else { return None };
    (request.action == Action::Click).then_some(request.target_node)
}

impl Scene<'_> {
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
        let number = |square| self.number(square);
        let about = self.about(&number);
        for square in self.transform.visible_squares() {
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
