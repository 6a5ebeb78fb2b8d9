//! Where the squares are on the screen. Painting and clicks use the same transform.

use std::ops::Range;

use egui::{Pos2, Rect, Vec2, vec2};

use crate::board::{Board, Square};
use crate::format::display::{Point, ends_of_move};
use crate::format::svg::Crop;

pub(crate) const EDGE_WIDTH: f32 = 22.0;

const MIN_SQUARE_SIDE: f32 = 0.05;
/// Small boards do not grow beyond this.
const MAX_SQUARE_SIDE: f32 = 320.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Transform {
    rows: u32,
    cols: u32,
    wrapped: bool,
    /// The upper left corner of the board, and the side of a square.
    pub(crate) origin: Pos2,
    pub(crate) side: f32,
    /// The part of the window that the board may cover.
    pub(crate) area: Rect,
}

impl Transform {
    /// All of the board, as large as there is room for it; then zoomed and moved.
    pub(crate) fn new(board: &Board, place: Rect, edges: bool, zoom: f32, pan: Vec2) -> Transform {
        Transform::of(board, place, edges, &Crop::whole(board), zoom, pan)
    }

    /// Some rows and columns of the board, as large as there is room for them.
    pub(crate) fn of_part(board: &Board, place: Rect, edges: bool, part: &Crop) -> Transform {
        Transform::of(board, place, edges, part, 1.0, Vec2::ZERO)
    }

    fn of(board: &Board, place: Rect, edges: bool, part: &Crop, zoom: f32, pan: Vec2) -> Transform {
        let edge = if edges { EDGE_WIDTH } else { 0.0 };
        let area = Rect::from_min_max(place.min + vec2(edge, 0.0), place.max - vec2(0.0, edge));
        let seen = vec2(part.cols.len() as f32, part.rows.len() as f32);
        let fit = (area.width() / seen.x).min(area.height() / seen.y);
        let side = fit.clamp(MIN_SQUARE_SIDE, MAX_SQUARE_SIDE) * zoom;
        let corner = area.center() - seen * side / 2.0 + pan;
        let origin = corner - vec2(part.cols.start as f32, part.rows.start as f32) * side;
        let area = area.intersect(Rect::from_min_size(corner, seen * side));
        let (rows, cols) = (board.rows(), board.cols());
        Transform { rows, cols, wrapped: board.is_wrapped(), origin, side, area }
    }

    pub(crate) fn has_sides_of(&self, board: &Board) -> bool {
        (self.rows, self.cols) == (board.rows(), board.cols())
    }

    /// The whole board, even if it is larger than the window.
    pub(crate) fn board(&self) -> Rect {
        Rect::from_min_size(self.origin, vec2(self.cols as f32, self.rows as f32) * self.side)
    }

    pub(crate) fn at(&self, row: f32, col: f32) -> Pos2 {
        self.origin + vec2(col, row) * self.side
    }

    pub(crate) fn centre(&self, square: Square) -> Pos2 {
        let (row, col) = self.row_col(square);
        self.at(row as f32 + 0.5, col as f32 + 0.5)
    }

    pub(crate) fn rect(&self, square: Square) -> Rect {
        Rect::from_center_size(self.centre(square), Vec2::splat(self.side))
    }

    pub(crate) fn row_col(&self, square: Square) -> (u32, u32) {
        let index = square.index() as u32;
        (index / self.cols, index % self.cols)
    }

    pub(crate) fn square_at(&self, place: Pos2) -> Option<Square> {
        let at = (place - self.origin) / self.side;
        let is_inside = self.area.contains(place) && at.x >= 0.0 && at.y >= 0.0;
        let (row, col) = (at.y as u32, at.x as u32);
        let is_square = is_inside && row < self.rows && col < self.cols;
        is_square.then(|| Square::at(row * self.cols + col))
    }

    pub(crate) fn visible(&self) -> (Range<u32>, Range<u32>) {
        self.visible_with(0)
    }

    /// The visible rows and columns, and this many around them.
    pub(crate) fn visible_with(&self, border: u32) -> (Range<u32>, Range<u32>) {
        let least = (self.area.min - self.origin) / self.side;
        let most = (self.area.max - self.origin) / self.side;
        let range = |least: f32, most: f32, all: u32| {
            let (start, end) = (least.max(0.0) as u32, most.ceil().max(0.0) as u32);
            start.min(all).saturating_sub(border)..(end.min(all) + border).min(all)
        };
        (range(least.y, most.y, self.rows), range(least.x, most.x, self.cols))
    }

    pub(crate) fn visible_squares(&self, border: u32) -> impl Iterator<Item = Square> + use<> {
        let (rows, cols) = self.visible_with(border);
        let width = self.cols;
        rows.flat_map(move |row| cols.clone().map(move |col| Square::at(row * width + col)))
    }

    /// The ends of the line that a move is drawn as; of two lines for a move over an edge.
    pub(crate) fn ends(&self, from: Square, to: Square) -> impl Iterator<Item = [Pos2; 2]> + use<> {
        let Transform { origin, side, .. } = *self;
        let at = move |[x, y]: Point| origin + vec2(x as f32, y as f32) * side;
        let lines = ends_of_move([self.rows, self.cols], self.wrapped, from, to);
        lines.into_iter().flatten().map(move |ends| ends.map(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::MoveOrder;

    #[test]
    fn squares_and_moves_are_where_they_are_clicked_and_drawn() {
        let sides = [(1, 1), (3, 4), (4, 3), (2, 4), (3, 3), (5, 5), (8, 8), (3, 10), (200, 3)];
        for (rows, cols, wrapped) in sides.map(|(r, c)| [(r, c, false), (r, c, true)]).concat() {
            let board = Board::new(rows, cols).unwrap().wrapped(wrapped);
            let place = Rect::from_min_size(Pos2::ZERO, vec2(640.0, 480.0));
            let transform = Transform::new(&board, place, true, 1.0, Vec2::ZERO);
            assert_eq!(transform.square_at(transform.area.min - vec2(2.0, 2.0)), None);
            let length = transform.side * 5.0_f32.sqrt();
            for from in board.squares() {
                assert_eq!(transform.square_at(transform.centre(from)), Some(from));
                for to in board.neighbours(from, &MoveOrder::ANTICLOCKWISE) {
                    let lines: Vec<[Pos2; 2]> = transform.ends(from, to).collect();
                    assert!(wrapped || lines.len() == 1, "{from:?} to {to:?} on {board}");
                    for [a, b] in lines.iter().copied() {
                        assert!(((b - a).length() - length).abs() < 0.1, "{from:?} to {to:?}");
                    }
                    assert_eq!(lines[0][0], transform.centre(from));
                    assert_eq!(lines[lines.len() - 1][1], transform.centre(to));
                }
            }
        }
    }
}
