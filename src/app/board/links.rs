//! What a method draws besides its path: links in any number of pieces, the strength of moves, what the
//! last step cut and made, and the candidate that was chosen from the list.

use egui::epaint::Mesh;
use egui::{Pos2, Rect, Shape, Vec2, vec2};

use crate::app::board::mark::Inks;
use crate::app::board::sprite::quad;
use crate::app::board::{BORDER, Scene};
use crate::app::widgets::theme;
use crate::board::{MOVES, Square};
use crate::engine::View;
use crate::format::display::{Line, Mark};
use crate::solver::{Candidate, Link, Overlay};

/// Links need squares of at least this side, and at most this many of them in sight.
const MIN_SQUARE: f32 = 2.0;
const MAX_LINKED: usize = 25_000;
/// Weaker moves are not drawn; the strongest is 255.
const MIN_GLOW: u8 = 6;

impl Scene<'_> {
    pub(super) fn drawn(&self) -> Option<&Overlay> {
        // A finished tour has no overlay.
        let frame = self.frame.filter(|frame| frame.view == View::Search && !self.is_done())?;
        let fits = frame.overlay.links.len() <= self.board.size();
        Some(&frame.overlay).filter(|overlay| fits && !overlay.is_empty())
    }

    /// Whether links are drawn as lines. Otherwise their squares are coloured.
    pub(super) fn shows_links(&self) -> bool {
        let (rows, cols) = self.transform.visible();
        self.transform.side >= MIN_SQUARE && rows.len() * cols.len() <= MAX_LINKED
    }

    /// Drawn below the path: strengths, links, and marks on squares.
    pub(super) fn links(&self) {
        if !self.shows_links() {
            return;
        }
        if let Some(overlay) = self.drawn() {
            let mut mesh = Mesh::default();
            let inks = self.inks_at(0);
            self.glow(overlay, &mut mesh, &inks);
            self.all_links(overlay, &mut mesh, &inks);
            self.painter.add(Shape::mesh(mesh));
            self.flagged(overlay);
        }
    }

    /// The visible part, and what is one move away from it.
    pub(super) fn sight(&self) -> Rect {
        self.transform.area.expand(self.transform.side * 2.5)
    }

    fn is_in_sight(&self, square: Square) -> bool {
        self.sight().contains(self.transform.centre(square))
    }

    fn line(&self, mesh: &mut Mesh, ends: [Pos2; 2], line: Line, inks: &Inks) {
        let stroke = line.stroke(self.transform.side.into(), self.line_width().into());
        self.draw_line(mesh, ends, stroke.width as f32, inks.colour(stroke.colour));
    }

    fn moves(&self, mesh: &mut Mesh, moves: impl IntoIterator<Item = Link>, line: Line) {
        for Link(from, to) in moves {
            self.transform.ends(from, to).for_each(|ends| self.line(mesh, ends, line, &self.inks));
        }
    }

    /// The strength of each move, as half a line from each of its squares.
    fn glow(&self, overlay: &Overlay, mesh: &mut Mesh, inks: &Inks) {
        for from in self.transform.visible_squares(BORDER) {
            let Some(strengths) = overlay.move_weights.get(from.index()) else { return };
            for (slot, strength) in strengths.iter().enumerate() {
                let to = self.board.moved(from, slot);
                let Some(to) = to.filter(|_| *strength >= MIN_GLOW) else { continue };
                for ends in self.transform.ends(from, to) {
                    let middle = ends[0].lerp(ends[1], 0.5);
                    self.line(mesh, [ends[0], middle], Line::Glow(*strength), inks);
                }
            }
        }
    }

    /// All links; those of numbered pieces in the colours of their pieces.
    fn all_links(&self, overlay: &Overlay, mesh: &mut Mesh, inks: &Inks) {
        if !self.close && !self.board.is_wrapped() {
            return self.thin_links(overlay, mesh);
        }
        let links = self.transform.visible_squares(BORDER).flat_map(|from| {
            let others = overlay.linked(self.board, from);
            // Each once: at its first square, or at the one that is seen.
            others.filter(move |to| from < *to || !self.is_in_sight(*to)).map(move |to| (from, to))
        });
        for (from, to) in links {
            let line = overlay.pieces.get(from.index()).map_or(Line::Link, |p| Line::Piece(*p));
            self.transform.ends(from, to).for_each(|ends| self.line(mesh, ends, line, inks));
        }
    }

    /// The same on small squares with plain edges. There may be very many links, but only four kinds of lines,
    /// and each link is drawn once, at its upper square.
    fn thin_links(&self, overlay: &Overlay, mesh: &mut Mesh) {
        let width = self.line_width() * 1.3;
        // Every link has a move downwards at exactly one end.
        let downwards = MOVES.iter().enumerate().filter(|(_, (down, _))| *down > 0);
        let kinds = downwards.map(|(slot, (down, right))| {
            let end = vec2(*right as f32, *down as f32) * self.transform.side;
            let across = end.normalized().rot90() * (width / 2.0);
            (slot, [across, end + across, end - across, -across])
        });
        let kinds: Vec<(usize, [Vec2; 4])> = kinds.collect();
        let (rows, cols) = self.transform.visible_with(BORDER);
        let squares = rows.len() * cols.len();
        mesh.vertices.reserve(squares * 4);
        mesh.indices.reserve(squares * 6);
        let line = self.line_colour(0);
        for row in rows {
            for col in cols.clone() {
                let index = (row * self.board.cols() + col) as usize;
                let links = overlay.links.get(index).copied().unwrap_or(0);
                let colour =
                    overlay.pieces.get(index).map(|piece| theme::piece(*piece, self.inks.dark));
                let centre = self.transform.at(row as f32 + 0.5, col as f32 + 0.5);
                for (_, corners) in kinds.iter().filter(|(slot, _)| links >> slot & 1 == 1) {
                    let corners = corners.map(|corner| centre + corner);
                    quad(mesh, corners, colour.unwrap_or(line));
                }
            }
        }
    }

    fn flagged(&self, overlay: &Overlay) {
        for square in overlay.flagged.iter().filter(|square| self.is_in_sight(**square)) {
            if self.close {
                let inks = Inks { under: self.square_colour(*square), ..self.inks };
                inks.mark(&self.painter, Mark::Wrong, self.place(*square));
            } else {
                let radius = (self.transform.side * 0.16).max(1.5);
                let centre = self.transform.centre(*square);
                self.painter.circle_filled(centre, radius, self.colours.retreat);
            }
        }
    }

    /// Drawn above the path: the part that the last step reversed, what it cut and made, and the chosen
    /// candidate.
    pub(super) fn changes(&self) {
        if self.transform.side < MIN_SQUARE {
            return;
        }
        let mut mesh = Mesh::default();
        if let Some(overlay) = self.drawn() {
            let turned = overlay.turned.start..overlay.turned.end.saturating_sub(1);
            let lines = if turned.is_empty() { Vec::new() } else { self.lines_in_sight() };
            let lines = lines.into_iter().filter(|(place, _)| turned.contains(place));
            let lines = lines.map(|(_, pair)| Link(pair[0], pair[1]));
            self.moves(&mut mesh, lines, Line::Turned);
            self.moves(&mut mesh, overlay.made.iter().copied(), Line::Made);
            for Link(from, to) in &overlay.cut {
                self.dashed(*from, *to, Line::Cut, 0);
            }
            // Where there are no links, the candidate is shown in place of the path.
            let chosen = self.chosen.filter(|_| !overlay.links.is_empty());
            if let Some(Candidate { path, closed, .. }) = chosen {
                let moves = path.windows(2).map(|pair| Link(pair[0], pair[1]));
                self.moves(&mut mesh, moves, Line::Candidate);
                if let ([first, .., last], true) = (&path[..], *closed) {
                    self.moves(&mut mesh, [Link(*last, *first)], Line::Candidate);
                }
            }
        }
        self.painter.add(Shape::mesh(mesh));
    }
}
