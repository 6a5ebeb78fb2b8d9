//! Small boards: the pictures of the welcome, the help, the legend and the move order.

use egui::{Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};

use crate::app::board::mark::{Inks, place};
use crate::board::{Board, Square};
use crate::format::display::{Line, Place, StampSize};

pub(crate) use crate::format::display::Mark;

/// A small board and what it shows.
pub(crate) struct Mini {
    rows: u32,
    cols: u32,
    path: Vec<Square>,
    lines: Vec<([Square; 2], Line)>,
    marks: Vec<(Square, Mark)>,
}

impl Mini {
    /// An empty board.
    pub(crate) fn new(rows: u32, cols: u32) -> Mini {
        Mini { rows, cols, path: Vec::new(), lines: Vec::new(), marks: Vec::new() }
    }

    /// A small picture of a board, with its holes.
    pub(crate) fn of(board: &Board) -> Mini {
        let holes = board.holes().iter().map(|hole| (*hole, Mark::Hole));
        Mini::new(board.rows(), board.cols()).marks(holes)
    }

    /// The same board with more marks.
    pub(crate) fn marks(mut self, marks: impl IntoIterator<Item = (Square, Mark)>) -> Mini {
        self.marks.extend(marks);
        self
    }

    /// The same board with more lines between squares.
    pub(crate) fn lines(mut self, lines: impl IntoIterator<Item = ([Square; 2], Line)>) -> Mini {
        self.lines.extend(lines);
        self
    }

    /// The same board with a path, and a stamp on each of its squares.
    pub(crate) fn path(mut self, path: Vec<Square>) -> Mini {
        self.marks.extend(path.iter().zip(1..).map(|(square, n)| (*square, Mark::Stamp(n))));
        self.lines.extend(path.windows(2).map(|pair| ([pair[0], pair[1]], Line::Path(0))));
        self.path = path;
        self
    }

    /// The same board with the knight at the end of the path in place of its last stamp.
    pub(crate) fn with_knight(mut self) -> Mini {
        if let Some(head) = self.path.last().copied() {
            self.marks.retain(|(square, mark)| *square != head || !matches!(mark, Mark::Stamp(_)));
            self.marks.push((head, Mark::Knight));
        }
        self
    }

    /// The same board with the path as a finished tour, with its ends marked.
    pub(crate) fn finished(mut self, closed: bool) -> Mini {
        let number = self.path.len() as u32;
        for (_, mark) in &mut self.marks {
            match mark {
                Mark::Stamp(1) => *mark = Mark::First(Some(1)),
                Mark::Stamp(last) if *last == number => *mark = Mark::Last(Some(number)),
                _ => {}
            }
        }
        if let ([first, .., last], true) = (&*self.path, closed) {
            self.lines.push(([*last, *first], Line::Closing(0)));
        }
        self
    }

    /// The same board without the stamps between the ends, so that the lines can be seen.
    pub(crate) fn only_lines(mut self) -> Mini {
        self.marks.retain(|(_, mark)| !matches!(mark, Mark::Stamp(_)));
        self
    }

    /// The same board just after the knight stepped back from a square.
    pub(crate) fn after_retreat(self, from: Square) -> Mini {
        let way = self.path.last().map(|head| ([from, *head], Line::Retreat));
        self.lines(way).marks([(from, Mark::SteppedBack)])
    }

    /// The side of a square on a board of about this width, in whole points.
    pub(crate) fn side_for(&self, width: f32) -> f32 {
        (width / self.cols.max(1) as f32).floor().max(1.0)
    }

    /// Shows the board with squares of this size. `name` describes it for screen readers.
    pub(crate) fn show(&self, ui: &mut Ui, side: f32, name: &str, inks: &Inks) -> Response {
        let size = vec2(self.cols as f32, self.rows as f32) * side;
        let (whole, response) = ui.allocate_exact_size(size, Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, name));
        if ui.is_rect_visible(whole) {
            self.paint(ui, whole, side, inks);
        }
        response
    }

    fn paint(&self, ui: &Ui, whole: Rect, side: f32, inks: &Inks) {
        let (painter, rect) = (ui.painter(), |square| self.rect(square, whole.min, side));
        for square in (0..self.rows * self.cols).map(Square::at) {
            painter.rect_filled(rect(square), 0.0, inks.colours.square(self.is_dark(square)));
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

    fn row_col(&self, square: Square) -> (u32, u32) {
        let index = square.index() as u32;
        (index / self.cols, index % self.cols)
    }

    /// The corner at the bottom left is dark.
    fn is_dark(&self, square: Square) -> bool {
        let (row, col) = self.row_col(square);
        (self.rows - 1 - row + col).is_multiple_of(2)
    }

    fn rect(&self, square: Square, corner: Pos2, side: f32) -> Rect {
        let (row, col) = self.row_col(square);
        Rect::from_min_size(corner + vec2(col as f32, row as f32) * side, Vec2::splat(side))
    }
}

fn line_width(side: f32) -> f32 {
    (side * 3.0 / 80.0).max(1.5)
}

fn small(square: Rect) -> Place {
    place(square, line_width(square.width()), StampSize::SMALL)
}

impl Mark {
    /// Paints only the mark, on a square of this size.
    pub(crate) fn show(self, ui: &mut Ui, side: f32, inks: &Inks) {
        let (square, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        let fill = if self == Mark::Hole { inks.colours.hole } else { inks.colours.light_square };
        let edge = Stroke::new(1.0, inks.colours.line);
        ui.painter().rect(square, 3.0, fill, edge, StrokeKind::Outside);
        inks.mark(ui.painter(), self, small(square));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_dark_as_on_the_board() {
        for text in ["4x4", "5x5", "3x8", "8x3"] {
            let board: Board = text.parse().unwrap();
            let mini = Mini::of(&board);
            assert!(board.squares().all(|square| mini.is_dark(square) == board.is_dark(square)));
        }
    }

    #[test]
    fn the_knight_takes_the_place_of_the_last_stamp() {
        let path = || Mini::new(5, 5).path([20, 11, 22].map(Square::at).to_vec());
        let marks = |mini: Mini| mini.marks.into_iter().map(|(_, mark)| mark).collect::<Vec<_>>();
        let on_the_way = marks(path().with_knight());
        assert_eq!(on_the_way, [Mark::Stamp(1), Mark::Stamp(2), Mark::Knight]);
        let finished = marks(path().finished(false));
        assert_eq!(finished, [Mark::First(Some(1)), Mark::Stamp(2), Mark::Last(Some(3))]);
    }
}
