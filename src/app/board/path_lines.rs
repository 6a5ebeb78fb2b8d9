//! The path: its lines, its numbered stamps, and the knight.

use egui::epaint::Mesh;
use egui::{Align2, Color32, FontId, Pos2, Rect, Shape, Vec2, pos2};

use crate::app::board::mark::point;
use crate::app::board::motion::Glide;
use crate::app::board::sprite::{self, soft_line, thin_line};
use crate::app::board::{
    BORDER, GIANT_SQUARES, LINE_SQUARE, MAX_LINES, MAX_LINES_OF_ALL, MIN_KNIGHT_SIDE,
    STAMP_PICTURE, Scene,
};
use crate::app::widgets::theme::{self, PathColour};
use crate::board::Square;
use crate::format::display::{self, Line, StampSize};

impl Scene<'_> {
    /// The colour of the path at its square of this number, from 0.
    pub(super) fn line_colour(&self, number: usize) -> Color32 {
        let last = self.board.squares_to_visit().saturating_sub(1).max(1);
        theme::paint(self.colour.line(number.min(last) as f32 / last as f32, self.inks.dark))
    }

    pub(super) fn line_width(&self) -> f32 {
        // On small squares lines are thicker for their size, so that they can be projected.
        let side = self.transform.side;
        let width = (side * 3.0 / 80.0).max((side * 0.09).min(2.4)).clamp(0.6, 6.0);
        if self.seen.display.presenting { width * 1.5 } else { width }
    }

    /// The strength of a move: older ones fade to a third, and a finished tour is at full strength.
    pub(super) fn strength(&self, number: usize) -> f32 {
        if self.is_hidden() && !self.is_done() {
            return 0.35;
        }
        // The colours of a gradient show which moves are old.
        if self.is_done() || self.colour == PathColour::Gradient {
            return 1.0;
        }
        // The newest moves stand out.
        let age = (self.path.len() - number) as f32;
        let least = if self.seen.display.presenting { 0.55 } else { 0.34 };
        (1.0 - (age - 1.0) / 24.0).clamp(least, 1.0)
    }

    /// The moves near the visible part; only the newest where there are very many. A finished tour of a giant
    /// board has all of them or none, because the newest alone would look like a pattern.
    pub(super) fn lines_in_sight(&self) -> Vec<(usize, &[Square])> {
        let is_whole = self.is_done() && self.board.size() > GIANT_SQUARES;
        if is_whole && !self.lines_fit() {
            return Vec::new();
        }
        let mut numbers = self.numbers_in_sight();
        let most = if is_whole { numbers.len() * 2 } else { MAX_LINES };
        // The newest moves begin or end at the newest squares, and there is one for each of these.
        if numbers.len() > most + 1 {
            let older = numbers.len() - most - 1;
            numbers.select_nth_unstable(older);
            numbers.drain(..older);
        }
        numbers.sort_unstable();
        let moves = self.path.len().saturating_sub(1);
        // The move to each square, and the move from it.
        let around = |number: u32| [2, 1].map(|back| (number as usize).wrapping_sub(back));
        let places = numbers.into_iter().flat_map(around).filter(|place| *place < moves);
        let mut places: Vec<usize> = places.collect();
        places.dedup();
        let older = places.len().saturating_sub(most);
        places[older..].iter().map(|place| (*place, &self.path[*place..*place + 2])).collect()
    }

    /// The path's numbers, from 1, of the squares that are visible or one move away from that.
    fn numbers_in_sight(&self) -> Vec<u32> {
        let (rows, cols) = self.transform.visible_with(BORDER);
        let (width, length) = (self.board.cols() as usize, self.path.len() as u32);
        let (first, end) = (cols.start as usize, cols.end as usize);
        let lines = rows.map(|row| row as usize * width);
        let numbers = lines.flat_map(|line| self.path_index.range(line + first..line + end));
        numbers.copied().filter(|number| *number > 0 && *number <= length).collect()
    }

    /// Whether all visible lines of a giant board can be drawn. The squares below them are paler then.
    pub(super) fn lines_fit(&self) -> bool {
        let (rows, cols) = self.transform.visible();
        self.board.size() > GIANT_SQUARES
            && self.parts.lines
            && self.transform.side >= LINE_SQUARE
            && rows.len() * cols.len() <= MAX_LINES_OF_ALL
    }

    pub(super) fn lines(&self) {
        if !self.parts.lines || self.transform.side < LINE_SQUARE {
            return;
        }
        let (width, sight) = (self.line_width(), self.sight());
        let (mut edges, mut mesh) = (Mesh::default(), Mesh::default());
        for (number, pair) in self.lines_in_sight() {
            let colour = self.line_colour(number + 1).gamma_multiply(self.strength(number + 2));
            for ends in self.transform.ends(pair[0], pair[1]) {
                if !sight.contains(ends[0]) && !sight.contains(ends[1]) {
                    continue;
                }
                if self.close && self.parts.heat_map {
                    // A pale edge lifts the line off the dark end of the scale.
                    let pale = self.colours.knight_edge.gamma_multiply(0.45);
                    self.draw_line(&mut edges, ends, width * 2.0, pale);
                }
                self.draw_line(&mut mesh, ends, width, colour);
            }
        }
        self.painter.add(Shape::mesh(edges));
        self.painter.add(Shape::mesh(mesh));
        if let Some(tour) = self.tour.filter(|tour| tour.is_closed() && self.is_done()) {
            let (first, last) = (tour.path()[0], tour.path()[tour.path().len() - 1]);
            self.dashed(last, first, Line::Closing(0), tour.path().len());
        }
    }

    /// Lines have soft edges where the squares are large.
    pub(super) fn draw_line(&self, mesh: &mut Mesh, ends: [Pos2; 2], width: f32, colour: Color32) {
        if self.close {
            soft_line(mesh, ends, width, 1.0 / self.painter.pixels_per_point(), colour);
        } else {
            thin_line(mesh, ends, width, colour);
        }
    }

    /// A dashed line in the colours at the path's square of this number.
    pub(super) fn dashed(&self, from: Square, to: Square, line: Line, number: usize) {
        let (inks, sizes) = (self.inks_at(number), [self.transform.side, self.line_width()]);
        for ends in self.transform.ends(from, to) {
            inks.line(&self.painter, ends, line, sizes);
        }
    }

    pub(super) fn stamp_size(&self) -> StampSize {
        match self.path.len() {
            _ if self.transform.side < 48.0 => StampSize::SMALL_SQUARES,
            100_000.. => StampSize::LONG_NUMBERS,
            _ => StampSize::DEFAULT,
        }
    }

    /// Where the knight stands.
    fn head(&self) -> Option<Square> {
        self.path.last().copied().filter(|_| !self.is_done() && !self.is_hidden())
    }

    /// The stamps with their numbers. Without stamps the numbers stand alone; without lines and numbers too,
    /// the path is dotted.
    pub(super) fn stamps(&self) {
        if !self.close {
            return;
        }
        let font = self.stamp_size().font(self.transform.side.into(), self.path.len()).round();
        let numbers = self.parts.numbers && font >= 5.0;
        let strength = if self.is_hidden() { 0.45 } else { 1.0 };
        let (head, seen) = (self.head(), self.transform.area.expand(self.transform.side));
        let squares = self.transform.visible_squares(0).filter(|square| {
            Some(*square) != head && seen.contains(self.transform.centre(*square))
        });
        let stamped = squares.filter_map(|square| Some((self.number(square)?, square)));
        let mut stamped: Vec<(usize, Square)> = stamped.collect();
        stamped.sort_unstable();
        if self.parts.stamps {
            self.stamp_pictures(&stamped, strength);
        } else if !numbers && !self.parts.lines {
            for (number, square) in &stamped {
                let colour = self.line_colour(*number).gamma_multiply(strength);
                let radius = self.transform.side * 0.14;
                self.painter.circle_filled(self.transform.centre(*square), radius, colour);
            }
        }
        if numbers {
            self.stamp_numbers(&stamped, font as f32, strength);
        }
    }

    fn stamp_numbers(&self, stamped: &[(usize, Square)], font: f32, strength: f32) {
        let font = FontId::proportional(font);
        let radius = self.transform.side * self.stamp_size().radius as f32 * 0.8;
        let ink = theme::mix(self.colours.stamp, self.colours.ink, strength);
        for (number, square) in stamped {
            let centre = self.transform.centre(*square);
            if !self.parts.stamps {
                // A pale background keeps a number apart from the lines that run under it.
                let pale = self.square_colour(*square).gamma_multiply(0.85);
                self.painter.circle_filled(centre, radius, pale);
            }
            self.painter.text(centre, Align2::CENTER_CENTER, number + 1, font.clone(), ink);
        }
    }

    /// All stamps are quads with one picture on them: circles of lines cost ten times as much.
    fn stamp_pictures(&self, stamped: &[(usize, Square)], strength: f32) {
        let has_gradient = self.colour == PathColour::Gradient;
        let paper = self.colours.stamp;
        let ring = |number| theme::mix(paper, self.line_colour(number), strength);
        let scale = self.painter.pixels_per_point();
        // The radius and the ring as on squares of the size that has just this much room for them.
        let usual = StampSize::DEFAULT.radius as f32;
        let square = self.transform.side * self.stamp_size().radius as f32 / usual;
        let size = (square * STAMP_PICTURE * scale).round();
        let key =
            ("stamp", size.max(4.0) as usize, [paper, if has_gradient { paper } else { ring(0) }]);
        let make = || sprite::stamp(key.1, square * scale, key.2);
        let mut mesh = Mesh::with_texture(sprite::texture(self.painter.ctx(), key, make));
        let (uv, side) = (Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0)), size / scale);
        for (number, place) in stamped {
            let centre = self.transform.centre(*place);
            // With a gradient no two rings are alike: discs in their colours lie under the picture.
            if has_gradient {
                let width = (square * 5.5 / 80.0).max(1.5);
                self.painter.circle_filled(centre, square * usual + width * 0.75, ring(*number));
            }
            // On whole pixels, so that the picture stays sharp.
            let corner = (centre - Vec2::splat(side / 2.0)) * scale;
            let rect = Rect::from_min_size(corner.round() / scale, Vec2::splat(side));
            mesh.add_rect_with_uv(rect, uv, Color32::WHITE);
        }
        self.painter.add(Shape::mesh(mesh));
    }

    pub(super) fn knight(&self, glide: Option<Glide>, now: f64) {
        let Some(head) = self.head() else { return };
        let mut centre = self.transform.centre(head);
        if let Some(glide) = glide.filter(|glide| glide.to == head) {
            let share = ((now - glide.began) / glide.seconds).clamp(0.0, 1.0) as f32;
            // Ease in and out.
            let eased = share * share * (3.0 - 2.0 * share);
            centre = self.transform.centre(glide.from).lerp(centre, eased);
            if share < 1.0 {
                self.painter.ctx().request_repaint();
            }
        }
        let side = (self.transform.side * 0.78).max(MIN_KNIGHT_SIDE);
        self.inks.paint(&self.painter, display::Shape::Knight(point(centre), side.into()));
    }
}
