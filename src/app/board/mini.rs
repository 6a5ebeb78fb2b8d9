//! Shows small boards: the pictures of the welcome, the help, the legend and the move order.

use egui::{Align, Layout, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};

use crate::app::board::mark::{Inks, place};
use crate::board::Square;
use crate::format::display::{Mark, Place, StampSize};
use crate::format::figure::Mini;
use crate::format::legend;

/// The size of a mark in the legend, and the minimum width of a column there.
const SIDE: f32 = 26.0;
const COLUMN: f32 = 240.0;

impl Mini {
    /// The side of a square, in whole points, on a board of about this width.
    pub(crate) fn side_for(&self, width: f32) -> f32 {
        (width / self.board.cols() as f32).floor().max(1.0)
    }

    /// `name` describes the board for screen readers.
    pub(crate) fn show(&self, ui: &mut Ui, side: f32, name: &str, inks: &Inks) -> Response {
        let size = vec2(self.board.cols() as f32, self.board.rows() as f32) * side;
        let (whole, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, name));
        if ui.is_rect_visible(whole) {
            self.paint(ui, whole, side, inks);
        }
        response
    }

    fn paint(&self, ui: &Ui, whole: Rect, side: f32, inks: &Inks) {
        let painter = ui.painter();
        let rect = |square: Square| {
            let (row, col) = (self.board.row(square), self.board.col(square));
            let corner = whole.min + vec2(col as f32, row as f32) * side;
            Rect::from_min_size(corner, Vec2::splat(side))
        };
        for square in (0..self.board.size() as u32).map(Square::at) {
            let colour = inks.colours.square(self.board.is_dark(square));
            painter.rect_filled(rect(square), 0.0, colour);
        }
        let edge = Stroke::new(1.0, inks.colours.line);
        painter.rect_stroke(whole, 0.0, edge, StrokeKind::Outside);
        for (ends, line) in &self.lines {
            let ends = ends.map(|square| rect(square).center());
            inks.line(painter, ends, *line, [side, line_width(side)]);
        }
        for (square, mark) in &self.marks {
            inks.mark(painter, *mark, small(rect(*square)));
        }
    }
}

fn line_width(side: f32) -> f32 {
    (side * 3.0 / 80.0).max(1.5)
}

fn small(square: Rect) -> Place {
    place(square, line_width(square.width()), StampSize::SMALL_BOARDS)
}

impl Mark {
    pub(crate) fn show(self, ui: &mut Ui, side: f32, inks: &Inks) {
        let (square, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        let fill = if self == Mark::Hole { inks.colours.hole } else { inks.colours.light_square };
        let edge = Stroke::new(1.0, inks.colours.line);
        ui.painter().rect(square, 3.0, fill, edge, StrokeKind::Outside);
        inks.mark(ui.painter(), self, small(square));
    }
}

pub(crate) fn legend(ui: &mut Ui, inks: &Inks, marks: &[legend::Entry]) {
    let gap = ui.spacing().item_spacing.x;
    let columns = (((ui.available_width() + gap) / (COLUMN + gap)) as usize).clamp(1, 2);
    let width = (ui.available_width() + gap) / columns as f32 - gap;
    for line in marks.chunks(columns) {
        ui.horizontal_top(|ui| {
            for (mark, words) in line {
                let size = vec2(width, SIDE);
                ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(width);
                    mark.show(ui, SIDE, inks);
                    ui.add(egui::Label::new(*words).wrap());
                });
            }
        });
    }
}
