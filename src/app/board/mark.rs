//! Paints the shapes of the display list in the colours of the window.

use egui::{Align2, Color32, ColorImage, FontId, Painter, Pos2, Rect, StrokeKind, Vec2, pos2};

use crate::app::board::sprite;
use crate::app::widgets::theme::{self, PathColour, ThemePalette};
use crate::format::display::{Colour, Ink, Line, Mark, Place, Point, Shape, StampSize, Stroke};
use crate::format::{knight, palette};

#[derive(Clone, Copy)]
pub(crate) struct Inks {
    pub(crate) colours: &'static ThemePalette,
    pub(crate) dark: bool,
    pub(crate) path: Color32,
    pub(crate) retreat: Color32,
    /// The colour of the square below a mark.
    pub(crate) under: Color32,
}

impl Inks {
    pub(crate) fn new(dark: bool, path: PathColour) -> Inks {
        let colours = theme::palette(dark);
        let [path, retreat] = [path.line(0.5, dark), path.retreat(dark)].map(theme::paint);
        Inks { colours, dark, path, retreat, under: colours.light_square }
    }

    pub(crate) fn colour(&self, Colour { ink, strength }: Colour) -> Color32 {
        let colour = match ink {
            Ink::Path(_) => self.path,
            Ink::OnPath => theme::ink_on(self.path),
            Ink::Casing => self.colours.light_square,
            Ink::Accent => self.colours.path,
            Ink::OnAccent => self.colours.on_accent,
            Ink::Hole => self.colours.hole,
            Ink::Under => self.under,
            Ink::Stamp => self.colours.stamp,
            Ink::Text => self.colours.ink,
            Ink::SoftText => self.colours.soft_ink,
            Ink::Outline => self.colours.knight_edge,
            Ink::Good => self.colours.good,
            Ink::Retreat => self.retreat,
            Ink::Wrong => self.colours.retreat,
            Ink::Ring => self.colours.ring,
            Ink::Piece(number) => theme::piece(number, self.dark),
            Ink::Heat(share) => theme::cividis(share),
        };
        if strength < 1.0 { colour.gamma_multiply(strength as f32) } else { colour }
    }

    fn stroke(&self, stroke: Stroke) -> egui::Stroke {
        egui::Stroke::new(stroke.width as f32, self.colour(stroke.colour))
    }

    pub(crate) fn mark(&self, painter: &Painter, mark: Mark, place: Place) {
        mark.draw(place, &mut |shape| self.paint(painter, shape));
    }

    /// `sizes`: the side of a square, and the width of a path's lines.
    pub(crate) fn line(&self, painter: &Painter, ends: [Pos2; 2], line: Line, sizes: [f32; 2]) {
        let [side, width] = sizes.map(f64::from);
        self.paint(painter, Shape::Line(ends.map(point), line.stroke(side, width)));
    }

    pub(crate) fn paint(&self, painter: &Painter, shape: Shape) {
        let fill = |fill: Option<Colour>| fill.map_or(Color32::TRANSPARENT, |c| self.colour(c));
        let edge = |edge: Option<Stroke>| edge.map_or(egui::Stroke::NONE, |s| self.stroke(s));
        match shape {
            Shape::Line(ends, stroke) => {
                let (ends, pen) = (ends.map(pos), self.stroke(stroke));
                match stroke.dashes.map(|dashes| dashes.map(|length| length as f32)) {
                    Some([dash, gap]) => {
                        painter.extend(egui::Shape::dashed_line(&ends, pen, dash, gap));
                    }
                    None => drop(painter.line_segment(ends, pen)),
                }
            }
            Shape::Bend(points, stroke) => {
                painter.add(egui::Shape::line(points.map(pos).to_vec(), self.stroke(stroke)));
            }
            Shape::Circle(centre, radius, inside, around) => {
                painter.circle(pos(centre), radius as f32, fill(inside), edge(around));
            }
            Shape::Rect(corners, round, inside, around) => {
                let [min, max] = corners.map(pos);
                let (rect, kind) = (Rect::from_min_max(min, max), StrokeKind::Inside);
                painter.rect(rect, round as f32, fill(inside), edge(around), kind);
            }
            Shape::Text(text, centre, size, colour) => {
                let font = FontId::proportional(size as f32);
                let colour = self.colour(colour);
                painter.text(pos(centre), Align2::CENTER_CENTER, text, font, colour);
            }
            Shape::Knight(centre, side) => self.knight(painter, pos(centre), side as f32),
        }
    }

    fn knight(&self, painter: &Painter, centre: Pos2, side: f32) {
        let pixels = knight::size_for(side * painter.pixels_per_point());
        let key = ("knight", pixels, [self.colours.knight, self.colours.knight_edge]);
        let texture = sprite::texture(painter.ctx(), key, || {
            let colours = palette::palette(self.dark);
            let dots = knight::picture(pixels, [colours.knight, colours.knight_edge]);
            ColorImage::from_rgba_premultiplied([pixels; 2], dots.as_flattened())
        });
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let rect = Rect::from_center_size(centre, Vec2::splat(side));
        painter.image(texture, rect, uv, Color32::WHITE);
    }
}

fn pos([x, y]: Point) -> Pos2 {
    pos2(x as f32, y as f32)
}

pub(crate) fn place(square: Rect, line: f32, stamp: StampSize) -> Place {
    Place { centre: point(square.center()), side: square.width().into(), line: line.into(), stamp }
}

pub(crate) fn point(at: Pos2) -> Point {
    [at.x, at.y].map(f64::from)
}
