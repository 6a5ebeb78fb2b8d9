//! The squares themselves: their colours, the heat of their visits, and the names at the edges.

use egui::epaint::Mesh;
use egui::{
    Align2, Color32, ColorImage, FontFamily, FontId, Painter, Pos2, Rect, Shape, Stroke,
    TextureOptions, Ui, pos2, vec2,
};

use super::super::theme::{self, PathColour};
use super::super::transform::EDGE;
use super::{BoardView, Heat, SCALE, Scene, heat_scale};
use crate::board::Square;
use crate::session::State;
use crate::text::round_step;

impl Scene<'_> {
    /// The colour of a square, with the heat of its visits.
    pub(super) fn square_colour(&self, square: Square) -> Color32 {
        if self.board.is_hole(square) {
            return self.colours.hole;
        }
        let heated = self.heat.as_ref().and_then(|heat| heat.colour(square));
        heated.unwrap_or_else(|| self.colours.square(self.board.is_dark(square)))
    }

    /// Every square that can be seen, as one mesh.
    pub(super) fn squares(&self) {
        let mut mesh = Mesh::default();
        for square in self.transform.visible_squares() {
            mesh.add_colored_rect(self.transform.rect(square), self.square_colour(square));
        }
        self.painter.add(Shape::mesh(mesh));
    }

    /// The board as a picture of one dot a square, where there are too many squares for more.
    pub(super) fn texture(&self, ui: &Ui, view: &mut BoardView) {
        let size = [self.board.cols() as usize, self.board.rows() as usize];
        let pixels = self.picture();
        let image = ColorImage { size, source_size: vec2(size[0] as f32, size[1] as f32), pixels };
        match &mut view.texture {
            Some(texture) => texture.set(image, TextureOptions::NEAREST),
            None => {
                let texture = ui.ctx().load_texture("board", image, TextureOptions::NEAREST);
                view.texture = Some(texture);
            }
        }
        if let Some(texture) = &view.texture {
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            self.painter.image(texture.id(), self.transform.board(), uv, Color32::WHITE);
        }
    }

    /// The colour of every square: its own, or its heat; darker where no tour can start; and with the
    /// path's colour where it was visited, faint at first, strong in the end.
    pub(super) fn picture(&self) -> Vec<Color32> {
        let base = |index: usize| self.colours.square(self.board.is_dark(Square::at(index as u32)));
        let mut pixels: Vec<Color32> = match &self.heat {
            Some(heat) => heat.colours().to_vec(),
            None => (0..self.board.size()).map(base).collect(),
        };
        if self.session.state() == State::Ready {
            for square in self.board.squares().filter(|square| self.session.is_refused(*square)) {
                let pixel = &mut pixels[square.index()];
                *pixel = theme::mix(*pixel, self.colours.ink, 0.22);
            }
        }
        for hole in self.board.holes() {
            pixels[hole.index()] = self.colours.hole;
        }
        if self.heat.is_some() {
            return pixels;
        }
        let strongest = if self.parts.stamps { 243 } else { 90 };
        let all = self.path.len().max(1);
        let gradient = self.colour == PathColour::Gradient;
        for (number, square) in self.path.iter().enumerate() {
            let path = self.line_colour(number).to_array().map(u32::from);
            if gradient {
                pixels[square.index()] = self.line_colour(number);
                continue;
            }
            let share = (strongest * (all + 4 * (number + 1)) / (5 * all)) as u32;
            let pixel = &mut pixels[square.index()];
            let own = pixel.to_array().map(u32::from);
            let mixed = |i: usize| ((own[i] * (256 - share) + path[i] * share) >> 8) as u8;
            *pixel = Color32::from_rgb(mixed(0), mixed(1), mixed(2));
        }
        pixels
    }

    /// The names of rows and columns, where there is room for them.
    pub(super) fn coordinates(&self, painter: &Painter) {
        let most = if self.presenting { 17.0 } else { 12.0 };
        let size = (self.transform.side * 0.3).clamp(9.0, most);
        let font = FontId::new(size, FontFamily::Proportional);
        let (rows, cols) = self.transform.visible();
        let apart = |most: f32| (most / self.transform.side).ceil().max(1.0) as u32;
        let area = self.transform.area;
        let label = |at: Pos2, text: String| {
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), self.colours.soft_ink);
        };
        for row in rows.filter(|row| row % round_step(apart(14.0)) == 0) {
            let y = self.transform.at(row as f32 + 0.5, 0.0).y;
            let text = self.session.naming().row(self.board, row);
            if area.y_range().contains(y) {
                // The topmost is not cut off where squares are smaller than letters.
                let y = y.max(area.top() + size * 0.4);
                label(pos2(area.left() - EDGE * 0.55, y), text);
            }
        }
        for col in cols.filter(|col| col % round_step(apart(24.0)) == 0) {
            let x = self.transform.at(0.0, col as f32 + 0.5).x;
            let text = self.session.naming().col(self.board, col);
            if area.x_range().contains(x) {
                label(pos2(x, area.bottom() + EDGE * 0.5), text);
            }
        }
    }

    /// The scale of the heat map, beside the board.
    pub(super) fn scale(&self, painter: &Painter, heat: &Heat) {
        let area = self.transform.area;
        let height = (area.height() * 0.5).clamp(60.0, 180.0);
        let centre = pos2(area.right() + SCALE / 2.0 - 4.0, area.center().y);
        let bar = Rect::from_center_size(centre, vec2(12.0, height));
        let mut mesh = Mesh::default();
        let shades: Vec<Color32> = heat_scale().collect();
        let each = height / shades.len() as f32;
        for (part, shade) in shades.into_iter().rev().enumerate() {
            let corner = pos2(bar.left(), bar.top() + each * part as f32);
            let size = vec2(bar.width(), each + 0.5);
            mesh.add_colored_rect(Rect::from_min_size(corner, size), shade);
        }
        painter.add(Shape::mesh(mesh));
        let stroke = Stroke::new(1.0, self.colours.line);
        painter.rect_stroke(bar, 0.0, stroke, egui::StrokeKind::Outside);
        let font = FontId::new(11.0, FontFamily::Proportional);
        let text = |at: Pos2, text: &str| {
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), self.colours.soft_ink);
        };
        text(bar.center_top() - vec2(0.0, 38.0), "visits,");
        text(bar.center_top() - vec2(0.0, 25.0), "log scale");
        text(bar.center_top() - vec2(0.0, 10.0), &heat.most_in_short());
        text(bar.center_bottom() + vec2(0.0, 10.0), "0");
    }
}
