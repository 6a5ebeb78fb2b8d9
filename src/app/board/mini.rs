//! Small boards: the pictures of the welcome, the help, the legend and the move order.

use egui::epaint::Mesh;
use egui::{
    Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use crate::app::board::knight;
use crate::app::board::mark;
use crate::app::board::mark::{Inks, write};
use crate::app::widgets::theme;
use crate::board::{Board, Square};
use crate::session::CanStart;
use crate::solver::ChoiceState;

/// What a square can show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mark {
    /// The knight.
    Knight,
    /// A visited square with its number.
    Stamp(u32),
    /// The first square of a finished tour, and the last.
    First(u32),
    Last(u32),
    /// A piece of the path, and of the move that closes a tour.
    Line,
    Closing,
    /// A link that a step made, one that it cut, and the part that it turned round.
    Made,
    Cut,
    Turned,
    /// Something is wrong with a square.
    Wrong,
    /// What is said in a game is about this square.
    Pointed,
    /// A tour was still possible from there, or the move there lost the game.
    TurningPoint {
        /// Whether it lost the game.
        is_lost: bool,
    },
    /// Edges that moves may cross.
    Wrapped,
    /// Pieces in colours of their own.
    Pieces,
    /// A strong move and a weak one.
    Glow,
    /// A square that the knight can reach.
    Dot,
    /// A square that could come next, with its onward moves.
    Choice(Option<u8>, ChoiceState),
    /// The knight has just stepped back from there.
    Retreat,
    /// No tour can start there.
    NoStart,
    /// Whether a tour can start there, on the map of starts.
    Start(CanStart),
    /// The tour must end there.
    End,
    /// It is not part of the board.
    Hole,
    /// Visits, from few to many.
    Heat,
    /// The keyboard's cursor.
    Cursor,
    /// The number of a move.
    Number(u32),
}

/// A column and a row, both from 0 at a1.
type At = (u32, u32);

/// A small board and what it shows.
pub(crate) struct Mini {
    cols: u32,
    rows: u32,
    marks: Vec<(At, Mark)>,
    path: Vec<At>,
    /// Whether the path is a closed tour.
    closed: bool,
    /// Where the knight has just stepped back from.
    retreat: Option<At>,
    /// Lines between squares that are no part of the path.
    lines: Vec<([At; 2], Ink)>,
}

/// What a line of a small board is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ink {
    /// A link of the piece with this number.
    Piece(u32),
    /// A link that was made, or cut, or turned round.
    Made,
    Cut,
    Turned,
    /// A move that is this strong, of 255.
    Glow(u8),
}

impl Mini {
    /// An empty board.
    pub(crate) fn new(rows: u32, cols: u32) -> Mini {
        Mini {
            cols,
            rows,
            marks: Vec::new(),
            path: Vec::new(),
            closed: false,
            retreat: None,
            lines: Vec::new(),
        }
    }

    /// A small picture of a board, with its holes.
    pub(crate) fn of(board: &Board) -> Mini {
        let mini = Mini::new(board.rows(), board.cols());
        board.holes().iter().fold(mini, |mini, hole| mini.mark(at(board, *hole), Mark::Hole))
    }

    /// The same board with one more mark.
    pub(crate) fn mark(mut self, at: At, mark: Mark) -> Mini {
        self.marks.push((at, mark));
        self
    }

    /// The same board with a path, and a stamp on each of its squares.
    pub(crate) fn path(mut self, path: impl IntoIterator<Item = At>) -> Mini {
        self.path = path.into_iter().collect();
        let stamps = self.path.iter().zip(1..).map(|(at, number)| (*at, Mark::Stamp(number)));
        self.marks.extend(stamps);
        self
    }

    /// The same board with the knight at the end of the path in place of its last stamp.
    pub(crate) fn with_knight(mut self) -> Mini {
        if let Some(head) = self.path.last().copied() {
            self.marks.retain(|(at, mark)| *at != head || !matches!(mark, Mark::Stamp(_)));
            self.marks.push((head, Mark::Knight));
        }
        self
    }

    /// The same board with the path as a finished tour, with its ends marked.
    pub(crate) fn finished(mut self, closed: bool) -> Mini {
        self.closed = closed;
        let last = self.path.len() as u32;
        for (_, mark) in &mut self.marks {
            match mark {
                Mark::Stamp(1) => *mark = Mark::First(1),
                Mark::Stamp(number) if *number == last => *mark = Mark::Last(last),
                _ => {}
            }
        }
        self
    }

    /// The same board with one more line.
    pub(crate) fn line(mut self, ends: [At; 2], ink: Ink) -> Mini {
        self.lines.push((ends, ink));
        self
    }

    /// The same board without the stamps between the ends, so that the lines can be seen.
    pub(crate) fn only_lines(mut self) -> Mini {
        self.marks.retain(|(_, mark)| !matches!(mark, Mark::Stamp(_)));
        self
    }

    /// The same board just after the knight stepped back from a square.
    pub(crate) fn after_retreat(mut self, from: At) -> Mini {
        self.retreat = Some(from);
        self
    }

    /// The side of a square on a board of about this width, in whole points.
    pub(crate) fn side_for(&self, width: f32) -> f32 {
        (width / self.cols.max(1) as f32).floor().max(1.0)
    }

    /// Shows the board with squares of this size. `name` describes it for screen readers.
    pub(crate) fn show(&self, ui: &mut Ui, side: f32, name: &str, inks: &Inks) -> Response {
        let size = vec2(self.cols as f32, self.rows as f32) * side;
        let (place, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, name));
        if ui.is_rect_visible(place) {
            self.paint(ui, place.min, side, inks);
        }
        response
    }

    fn paint(&self, ui: &Ui, corner: Pos2, side: f32, inks: &Inks) {
        let painter = ui.painter();
        for row in 0..self.rows {
            for col in 0..self.cols {
                let rect = self.rect((col, row), corner, side);
                painter.rect_filled(rect, 0.0, square_colour((col, row), inks));
            }
        }
        let size = vec2(self.cols as f32, self.rows as f32) * side;
        let edge = Stroke::new(1.0, inks.colours.line);
        let whole = Rect::from_min_size(corner, size);
        painter.rect_stroke(whole, 0.0, edge, StrokeKind::Outside);
        self.lines(painter, corner, side, inks);
        for (ends, ink) in &self.lines {
            let ends = ends.map(|at| self.rect(at, corner, side).center());
            ink.paint(ui, ends, side, inks);
        }
        for (at, mark) in &self.marks {
            mark.paint(ui, self.rect(*at, corner, side), inks);
        }
    }

    fn lines(&self, painter: &Painter, corner: Pos2, side: f32, inks: &Inks) {
        let centre = |at: At| self.rect(at, corner, side).center();
        let stroke = Stroke::new(line_width(side), inks.path);
        for pair in self.path.windows(2) {
            painter.line_segment([centre(pair[0]), centre(pair[1])], stroke);
        }
        if let (Some(first), Some(last), true) = (self.path.first(), self.path.last(), self.closed)
        {
            dashed(painter, [centre(*last), centre(*first)], side, inks.path);
        }
        if let Some(from) = self.retreat {
            if let Some(head) = self.path.last() {
                dashed(painter, [centre(from), centre(*head)], side, inks.retreat);
            }
            let stroke = Stroke::new(line_width(side), inks.retreat);
            painter.circle_stroke(centre(from), side * 0.14, stroke);
        }
    }

    fn rect(&self, (col, row): At, corner: Pos2, side: f32) -> Rect {
        let place = vec2(col as f32, self.rows.saturating_sub(row + 1) as f32);
        Rect::from_min_size(corner + place * side, Vec2::splat(side))
    }
}

impl Ink {
    fn paint(self, ui: &Ui, ends: [Pos2; 2], side: f32, inks: &Inks) {
        let width = line_width(side);
        let (width, colour) = match self {
            Ink::Piece(piece) => (1.2 * width, theme::piece(piece, ui.visuals().dark_mode)),
            Ink::Made => (2.0 * width, inks.colours.good),
            Ink::Turned => (1.4 * width, inks.colours.ring),
            Ink::Cut => return dashed(ui.painter(), ends, side, inks.colours.retreat),
            Ink::Glow(strength) => {
                let share = f32::from(strength) / 255.0;
                ((0.3 + 1.4 * share) * width, inks.colours.ring.gamma_multiply(0.1 + 0.9 * share))
            }
        };
        ui.painter().line_segment(ends, Stroke::new(width, colour));
    }
}

/// The place of a board's square on a small board.
pub(crate) fn at(board: &Board, square: Square) -> At {
    (board.col(square), board.rows() - 1 - board.row(square))
}

/// The corner a1 is dark.
fn square_colour((col, row): At, inks: &Inks) -> Color32 {
    match (col + row) % 2 {
        0 => inks.colours.dark_square,
        _ => inks.colours.light_square,
    }
}

fn line_width(side: f32) -> f32 {
    (side * 3.0 / 80.0).max(1.5)
}

fn dashed(painter: &Painter, ends: [Pos2; 2], side: f32, colour: Color32) {
    let (stroke, dash) = (Stroke::new(line_width(side), colour), (side * 0.1).max(3.0));
    painter.extend(Shape::dashed_line(&ends, stroke, dash, dash * 0.7));
}

impl Mark {
    /// Paints only the mark, on a square of this size.
    pub(crate) fn show(self, ui: &mut Ui, side: f32, inks: &Inks) {
        let (place, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        let square = if self == Mark::Hole { inks.colours.hole } else { inks.colours.light_square };
        let edge = Stroke::new(1.0, inks.colours.line);
        ui.painter().rect(place, 3.0, square, edge, StrokeKind::Outside);
        self.paint(ui, place, inks);
    }

    fn paint(self, ui: &Ui, place: Rect, inks: &Inks) {
        let (painter, side, centre) = (ui.painter(), place.width(), place.center());
        let across = [place.left_bottom(), place.right_top()];
        let line = |colour| Stroke::new(line_width(side), colour);
        match self {
            Mark::Knight => paint_knight(ui, place, inks),
            Mark::Stamp(number) => stamp(painter, place, number, inks),
            Mark::First(number) => {
                stamp(painter, place, number, inks);
                mark::first(painter, place, inks);
            }
            Mark::Last(number) => {
                stamp(painter, place, number, inks);
                mark::last(painter, place, inks);
            }
            Mark::Line => {
                painter.line_segment(across, line(inks.path));
            }
            Mark::Closing => dashed(painter, across, side, inks.path),
            Mark::Cut => dashed(painter, across, side, inks.colours.retreat),
            Mark::Made => {
                let stroke = Stroke::new(2.0 * line_width(side), inks.colours.good);
                painter.line_segment(across, stroke);
            }
            Mark::Turned => {
                painter.line_segment(across, Stroke::new(line_width(side), inks.colours.ring));
            }
            Mark::Wrong => {
                painter.circle(
                    centre,
                    side * 0.2,
                    inks.colours.light_square,
                    line(inks.colours.retreat),
                );
            }
            Mark::Pointed => mark::pointed(painter, place, inks),
            Mark::TurningPoint { is_lost } => mark::turning_point(painter, place, is_lost, inks),
            Mark::Wrapped => mark::wrapped_edges(painter, place, inks),
            Mark::Pieces => {
                let dark = ui.visuals().dark_mode;
                for (piece, share) in [(1, 0.25), (2, 0.5), (3, 0.75)] {
                    let y = egui::lerp(place.y_range(), share);
                    painter.hline(
                        place.x_range().shrink(side * 0.1),
                        y,
                        line(theme::piece(piece, dark)),
                    );
                }
            }
            Mark::Glow => {
                for (share, width) in [(0.3, 2.0), (0.7, 0.6)] {
                    let y = egui::lerp(place.y_range(), share);
                    let ink = inks.colours.ring.gamma_multiply(width / 2.0);
                    painter.hline(
                        place.x_range().shrink(side * 0.1),
                        y,
                        Stroke::new(width * line_width(side), ink),
                    );
                }
            }
            Mark::Dot => {
                painter.circle_filled(centre, side * 0.13, inks.path);
            }
            Mark::Choice(onward, state) => mark::choice(painter, place, (onward, state), inks),
            Mark::Retreat => {
                dashed(painter, [place.left_bottom(), centre], side, inks.retreat);
                painter.circle(centre, side * 0.2, inks.colours.light_square, line(inks.retreat));
            }
            Mark::NoStart => hatch(painter, place, inks.colours.ink.gamma_multiply(0.4)),
            Mark::Start(start) => mark::start(painter, place, start, inks),
            Mark::End => {
                let stroke = Stroke::new((side * 0.06).max(2.0), inks.colours.good);
                painter.rect_stroke(place.shrink(side * 0.08), 2.0, stroke, StrokeKind::Inside);
            }
            Mark::Hole => {
                painter.rect_filled(place, 0.0, inks.colours.hole);
            }
            Mark::Heat => heat(painter, place),
            Mark::Cursor => {
                let stroke = Stroke::new((side * 0.07).max(2.0), inks.colours.ink);
                painter.rect_stroke(place, 3.0, stroke, StrokeKind::Inside);
            }
            Mark::Number(number) => {
                painter.circle_filled(centre, side * 0.4, inks.path);
                write(painter, place, &number.to_string(), 0.6, inks.colours.on_accent);
            }
        }
    }
}

fn stamp(painter: &Painter, place: Rect, number: u32, inks: &Inks) {
    let (side, stroke) = (place.width(), Stroke::new(line_width(place.width()), inks.path));
    painter.circle(place.center(), side * 0.33, inks.colours.stamp, stroke);
    if side >= 20.0 {
        write(painter, place, &number.to_string(), 0.34, inks.colours.ink);
    }
}

fn hatch(painter: &Painter, place: Rect, colour: Color32) {
    let stroke = Stroke::new((place.width() * 0.03).max(1.0), colour);
    for part in [0.25, 0.5, 0.75, 1.0] {
        let part = part * place.width();
        let corners = [(place.min, part), (place.max, -part)];
        for (corner, part) in corners {
            painter.line_segment([corner + vec2(part, 0.0), corner + vec2(0.0, part)], stroke);
        }
    }
}

fn heat(painter: &Painter, place: Rect) {
    const PARTS: u8 = 6;
    let width = place.width() / f32::from(PARTS);
    let mut mesh = Mesh::default();
    for part in 0..PARTS {
        let corner = pos2(place.left() + f32::from(part) * width, place.top());
        let rect = Rect::from_min_size(corner, vec2(width, place.height()));
        mesh.add_colored_rect(rect, theme::cividis(f32::from(part) / f32::from(PARTS - 1)));
    }
    painter.add(Shape::mesh(mesh));
}

/// The knight. Its picture is cached in egui's memory, because these boards are made every frame.
fn paint_knight(ui: &Ui, place: Rect, inks: &Inks) {
    let pair = [inks.colours.knight, inks.colours.knight_edge];
    let pixels = knight::size_for(place.width() * ui.pixels_per_point());
    let id = egui::Id::unique(("small knight", pixels, pair[0]));
    let kept = ui.data(|data| data.get_temp::<TextureHandle>(id));
    let texture = kept.unwrap_or_else(|| {
        let picture = knight::picture(pixels, pair);
        let texture = ui.ctx().load_texture("small knight", picture, TextureOptions::LINEAR);
        ui.data_mut(|data| data.insert_temp(id, texture.clone()));
        texture
    });
    let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    let rect = place.shrink(place.width() * 0.08);
    ui.painter().image(texture.id(), rect, uv, Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inks() -> Inks {
        let colours = theme::palette(false);
        Inks { colours, path: colours.path, retreat: colours.retreat }
    }

    #[test]
    fn the_corner_a1_is_dark_on_boards_of_every_size() {
        for text in ["4x4", "5x5", "3x8", "8x3"] {
            let board: Board = text.parse().unwrap();
            let corner = at(&board, board.parse_square("a1").unwrap());
            assert_eq!(corner, (0, 0), "{text}");
            assert_eq!(square_colour(corner, &inks()), inks().colours.dark_square);
        }
    }

    #[test]
    fn the_knight_takes_the_place_of_the_last_stamp() {
        let path = [(0, 0), (1, 2), (2, 0)];
        let on_the_way = Mini::new(5, 5).path(path).with_knight();
        let marks: Vec<Mark> = on_the_way.marks.iter().map(|(_, mark)| *mark).collect();
        assert_eq!(marks, [Mark::Stamp(1), Mark::Stamp(2), Mark::Knight]);
        let finished = Mini::new(5, 5).path(path).finished(false);
        let marks: Vec<Mark> = finished.marks.iter().map(|(_, mark)| *mark).collect();
        assert_eq!(marks, [Mark::First(1), Mark::Stamp(2), Mark::Last(3)]);
    }
}
