//! Input on the board: clicks, keys, strokes that make holes or take moves back, zooming and panning.

use egui::{Rect, Response, Ui, Vec2};

use crate::app::board::BoardView;
use crate::app::board::context::{BoardEvent, GameContext};
use crate::app::board::transform::{EDGE_WIDTH, Transform};
use crate::board::{Board, Square};

const MAX_ZOOMED_SIDE: f32 = 90.0;

impl BoardView {
    pub(crate) fn has_focus(&self, ctx: &egui::Context) -> bool {
        ctx.memory(egui::Memory::focused).is_some_and(|id| self.is(id))
    }

    /// Focuses the board, and cancels any other change of the focus by the same key.
    pub(crate) fn take_focus(&self, ctx: &egui::Context) {
        if let Some(id) = self.id {
            ctx.memory_mut(|memory| {
                memory.request_focus(id);
                memory.move_focus(egui::FocusDirection::None);
            });
        }
    }

    pub(crate) fn is(&self, id: egui::Id) -> bool {
        self.id == Some(id)
    }

    pub(super) fn cursor_on(&self, board: &Board) -> Square {
        let (row, col) = self.cursor;
        let square = board.square(row.min(board.rows() - 1), col.min(board.cols() - 1));
        square.unwrap_or(Square::at(0))
    }

    pub(super) fn clicked(
        &self,
        response: &Response,
        board: &Board,
        transform: &Transform,
    ) -> Option<Square> {
        // Without a pointer it was the Enter key, at the cursor.
        let place = response.clicked().then(|| response.interact_pointer_pos())?;
        place.map_or_else(|| Some(self.cursor_on(board)), |at| transform.square_at(at))
    }

    /// Zooms with the wheel and pans by dragging.
    pub(super) fn move_about(
        &mut self,
        ui: &Ui,
        response: &Response,
        board: &Board,
        place: Rect,
        edges: bool,
    ) -> Transform {
        let at_zoom = |zoom: f32, pan: Vec2| Transform::new(board, place, edges, zoom, pan);
        let fit = at_zoom(1.0, Vec2::ZERO);
        let most = (MAX_ZOOMED_SIDE / fit.side).max(1.0);
        let scroll =
            ui.input(|input| input.smooth_scroll_delta().y / 240.0 + input.zoom_delta().ln());
        if scroll != 0.0
            && response.hovered()
            && let Some(pointer) = response.hover_pos()
        {
            let before = at_zoom(self.zoom.unwrap_or(1.0), self.pan);
            let zoom = (self.zoom.unwrap_or(1.0) * scroll.exp()).clamp(1.0, most);
            let at = (pointer - before.origin) / before.side;
            self.zoom = (zoom > 1.001).then_some(zoom);
            // What is under the pointer stays there.
            let after = at_zoom(zoom, Vec2::ZERO);
            self.pan = pointer - at * after.side - after.origin;
        }
        let Some(zoom) = self.zoom else {
            self.pan = Vec2::ZERO;
            return fit;
        };
        if response.dragged() && self.stroke.is_none() && self.retraces.is_none() {
            self.pan += response.drag_delta();
        }
        let zoom = zoom.min(most);
        let size = fit.board().size() * zoom;
        let spare = ((size - place.size()) / 2.0).max(Vec2::ZERO) + Vec2::splat(EDGE_WIDTH);
        self.pan = self.pan.clamp(-spare, spare);
        at_zoom(zoom, self.pan)
    }

    /// A stroke back from the knight along its path takes squares of a game back.
    pub(super) fn retrace(
        &mut self,
        response: &Response,
        GameContext { game, overlay, .. }: GameContext<'_>,
        transform: &Transform,
    ) -> Option<BoardEvent> {
        if !response.dragged_by(egui::PointerButton::Primary) || overlay.is_demonstrating {
            self.retraces = None;
            return None;
        }
        if response.drag_started() {
            let press = response.ctx.input(|input| input.pointer.press_origin());
            let from = transform.square_at(press?);
            self.retraces = from.filter(|from| game.path().last() == Some(from)).map(|_| false);
        }
        let again = self.retraces?;
        let square = transform.square_at(response.interact_pointer_pos()?)?;
        // Square by square: the line to the one before passes over others, which may be on the path too.
        let length = game.number(square).filter(|number| number + 1 == game.path().len())?;
        self.retraces = Some(true);
        Some(BoardEvent::BackTo(length, again))
    }

    /// Makes or fills holes along a stroke: every square becomes what the first one became.
    pub(super) fn hole_stroke(
        &mut self,
        response: &Response,
        board: &Board,
        transform: &Transform,
    ) -> Option<BoardEvent> {
        if !response.dragged_by(egui::PointerButton::Primary) {
            self.stroke = None;
            return None;
        }
        let first = self.stroke.is_none();
        let press = response.ctx.input(|input| input.pointer.press_origin());
        let at = if first { press } else { response.interact_pointer_pos() };
        let square = transform.square_at(at?)?;
        let is_hole = self.stroke.map_or(!board.is_hole(square), |(is_hole, _)| is_hole);
        let is_new = self.stroke.is_none_or(|(_, last)| last != square);
        self.stroke = Some((is_hole, square));
        let changes = is_new && board.is_hole(square) != is_hole;
        changes.then_some(BoardEvent::PaintHole { square, first })
    }
}
