//! The path: its lines, its numbered stamps, and the knight.

use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{Align2, Color32, FontId, Pos2, Rect, Shape, Vec2, pos2};

use crate::app::board::mark::point;
use crate::app::board::motion::Glide;
use crate::app::board::sprite::{self, quad, soft_line, thin_line};
use crate::app::board::transform::Transform;
use crate::app::board::{
    BARE_LINE, BORDER, BoardView, DOT_SQUARE, LINE_SQUARE, MAX_LINES, MIN_KNIGHT_SIDE,
    STAMP_PICTURE, STAMPED_LINE, Scene,
};
use crate::app::widgets::theme::{self, PathColour};
use crate::board::Square;
use crate::format::display::{self, CASING_PART, CASING_WIDTH, Line, StampSize};
use crate::session::BoardVersion;

/// What the lines of a path were made for.
#[derive(PartialEq)]
pub(super) struct LinesKey {
    version: BoardVersion,
    transform: Transform,
    looks: (PathColour, bool, bool, bool),
    candidate: Option<usize>,
    pixels_per_point: f32,
}

impl Scene<'_> {
    /// The colour of the path at its square of this number, from 0.
    pub(super) fn line_colour(&self, number: usize) -> Color32 {
        let last = self.board.squares_to_visit().saturating_sub(1).max(1);
        theme::paint(self.colour.line(number.min(last) as f32 / last as f32, self.inks.dark))
    }

    pub(super) fn line_width(&self) -> f32 {
        let share = if self.has_stamps { STAMPED_LINE } else { BARE_LINE };
        (self.transform.side * share).max(0.6)
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

    /// The moves near the visible part, in the order of the path.
    pub(super) fn lines_in_sight(&self) -> Vec<(usize, &[Square])> {
        let mut numbers = self.numbers_in_sight();
        numbers.sort_unstable();
        let moves = self.path.len().saturating_sub(1);
        // The move to each square, and the move from it.
        let around = |number: u32| [2, 1].map(|back| (number as usize).wrapping_sub(back));
        let places = numbers.into_iter().flat_map(around).filter(|place| *place < moves);
        let mut places: Vec<usize> = places.collect();
        places.dedup();
        places.into_iter().map(|place| (place, &self.path[place..place + 2])).collect()
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

    /// Whether the visible squares are large and few enough for lines. Elsewhere the squares have the
    /// colours of the path.
    pub(super) fn has_lines(&self) -> bool {
        let (rows, cols) = self.transform.visible();
        self.parts.lines
            && self.transform.side >= LINE_SQUARE
            && rows.len() * cols.len() <= MAX_LINES
    }

    /// The lines of the path, made again only when they change.
    pub(super) fn lines(&self, view: &mut BoardView) {
        if !self.has_lines() {
            return;
        }
        let key = LinesKey {
            version: self.session.edition(),
            transform: self.transform,
            looks: (self.colour, self.inks.dark, self.heat.is_some(), self.has_stamps),
            candidate: self.candidate_shown,
            pixels_per_point: self.painter.pixels_per_point(),
        };
        let cached = view.lines.take().filter(|(old, _)| *old == key);
        let (key, mesh) = cached.unwrap_or_else(|| (key, Arc::new(self.lines_mesh())));
        self.painter.add(Shape::Mesh(mesh.clone()));
        view.lines = Some((key, mesh));
        if let Some(tour) = self.tour.filter(|tour| tour.is_closed() && self.is_done()) {
            let (first, last) = (tour.path()[0], tour.path()[tour.path().len() - 1]);
            self.dashed(last, first, Line::Closing(0), tour.path().len());
        }
    }

    /// Each move lies on a wider casing in the colour of the board, so that it is seen to pass over the
    /// moves before it.
    fn lines_mesh(&self) -> Mesh {
        let (width, sight) = (self.line_width(), self.sight());
        // A pale casing lifts the line off the dark end of the heat map's scale.
        let casing = match &self.heat {
            Some(_) => self.colours.knight_edge.gamma_multiply(0.45),
            None => self.colours.light_square,
        };
        let mut mesh = Mesh::default();
        for (number, pair) in self.lines_in_sight() {
            let strength = self.strength(number + 2);
            let colour = self.line_colour(number + 1).gamma_multiply(strength);
            for ends in self.transform.ends(pair[0], pair[1]) {
                if !sight.contains(ends[0]) && !sight.contains(ends[1]) {
                    continue;
                }
                let inner = CASING_PART.map(|at| ends[0].lerp(ends[1], at as f32));
                let edge = casing.gamma_multiply(strength);
                self.draw_line(&mut mesh, inner, width * CASING_WIDTH as f32, edge);
                self.draw_line(&mut mesh, ends, width, colour);
            }
        }
        if self.is_dotted_in_mesh() {
            for square in self.transform.visible_squares(0) {
                let Some(number) = self.number(square) else { continue };
                let centre = self.transform.centre(square);
                let corners = [Vec2::UP, Vec2::RIGHT, Vec2::DOWN, Vec2::LEFT];
                let corners = corners.map(|way| centre + way * self.transform.side * 0.16);
                quad(&mut mesh, corners, self.line_colour(number));
            }
        }
        mesh
    }

    /// Whether dots are a part of the lines: many circles would take too long.
    fn is_dotted_in_mesh(&self) -> bool {
        !self.close && self.transform.side >= DOT_SQUARE
    }

    /// Lines have soft edges where the squares are large.
    pub(super) fn draw_line(&self, mesh: &mut Mesh, ends: [Pos2; 2], width: f32, colour: Color32) {
        if self.transform.side >= DOT_SQUARE {
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
            100_000.. => StampSize::LONG_NUMBERS,
            _ => StampSize::DEFAULT,
        }
    }

    /// Where there are no stamps, a dot on each square of the path.
    pub(super) fn dots(&self) {
        let (side, is_dotted) = (self.transform.side, !self.parts.lines);
        let has_own = self.has_lines() && !self.is_dotted_in_mesh();
        if side < DOT_SQUARE || !(is_dotted || has_own) {
            return;
        }
        let radius = side * if is_dotted { 0.2 } else { 0.13 };
        for square in self.transform.visible_squares(0) {
            let Some(number) = self.number(square) else { continue };
            let centre = self.transform.centre(square);
            self.painter.circle_filled(centre, radius, self.line_colour(number));
        }
    }

    /// Where the knight stands.
    fn head(&self) -> Option<Square> {
        self.path.last().copied().filter(|_| !self.is_done() && !self.is_hidden())
    }

    /// The stamps with their numbers. Without stamps the numbers stand alone; without lines and numbers too,
    /// the path is dotted.
    pub(super) fn stamps(&self) {
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
        } else if !numbers {
            self.dots();
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
