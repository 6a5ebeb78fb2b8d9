//! The picture: board, path lines, numbered stamps, and the knight on a path that is not finished.

use std::fmt::Write;

use crate::board::{Board, MOVES, Square};

const KNIGHT: &str = include_str!("../../assets/knight.svg");

/// The side of a square; everything else is in proportion.
const SIDE: i64 = 80;
/// The room for coordinates left of and below the board.
const MARGIN: i64 = 40;
/// A picture is no wider and no higher than this, whatever the board.
const LARGEST: f64 = 1600.0;
/// Stamps and numbers are drawn on boards of at most so many squares.
const MOST_STAMPS: usize = 2_500;

const GROUND: &str = "#F4F1EA";
const LIGHT: &str = "#F1EADB";
const DARK: &str = "#CDBEA0";
const PATH: &str = "#2563A8";
const INK: &str = "#1F2933";
const SOFT_INK: &str = "#6B7280";

/// The picture of a path. Where the path is over every square it is a finished tour: its last
/// square has a stamp like the others and, where the tour is closed, the closing move is dashed.
pub fn write(board: &Board, path: &[Square]) -> String {
    let drawing = Drawing { board, path, text: String::new() };
    drawing.finish()
}

/// Whether a line is as long and as steep as a move.
fn is_move(right: i64, down: i64) -> bool {
    MOVES.contains(&(down / SIDE, right / SIDE))
}

struct Drawing<'a> {
    board: &'a Board,
    path: &'a [Square],
    text: String,
}

impl Drawing<'_> {
    fn finish(mut self) -> String {
        let (width, height) = (self.width() + 2 * MARGIN, self.height() + 2 * MARGIN);
        let scale = (LARGEST / width.max(height) as f64).min(1.0);
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" \
             viewBox=\"{} {} {width} {height}\" font-family=\"sans-serif\" text-anchor=\"middle\">",
            (width as f64 * scale).ceil(),
            (height as f64 * scale).ceil(),
            -MARGIN,
            -MARGIN,
        ));
        let board = self.board;
        self.add(format_args!("<title>Knight's tour, {board} board</title>"));
        self.ground(width, height);
        self.coordinates();
        self.lines();
        if self.board.size() <= MOST_STAMPS {
            self.stamps();
        }
        self.knight();
        self.text += "</svg>\n";
        self.text
    }

    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    fn width(&self) -> i64 {
        i64::from(self.board.cols()) * SIDE
    }

    fn height(&self) -> i64 {
        i64::from(self.board.rows()) * SIDE
    }

    fn is_finished(&self) -> bool {
        self.path.len() == self.board.squares_to_visit()
    }

    /// The middle of a square.
    fn middle(&self, square: Square) -> (i64, i64) {
        let (row, col) = (i64::from(self.board.row(square)), i64::from(self.board.col(square)));
        (col * SIDE + SIDE / 2, row * SIDE + SIDE / 2)
    }

    /// The ground, and the squares as one pattern: the bottom left one is dark.
    fn ground(&mut self, width: i64, height: i64) {
        let shift = self.height() % (2 * SIDE);
        let (board_width, board_height) = (self.width(), self.height());
        self.add(format_args!(
            "<defs><pattern id=\"squares\" y=\"{shift}\" width=\"{double}\" height=\"{double}\" \
             patternUnits=\"userSpaceOnUse\"><rect width=\"{double}\" height=\"{double}\" \
             fill=\"{LIGHT}\"/><path fill=\"{DARK}\" d=\"M0 {SIDE}h{SIDE}v{SIDE}h-{SIDE}z\
             M{SIDE} 0h{SIDE}v{SIDE}h-{SIDE}z\"/></pattern><clipPath id=\"board\"><rect \
             width=\"{board_width}\" height=\"{board_height}\"/></clipPath></defs>",
            double = 2 * SIDE,
        ));
        self.add(format_args!(
            "<rect x=\"{0}\" y=\"{0}\" width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>",
            -MARGIN
        ));
        self.add(format_args!(
            "<rect width=\"{board_width}\" height=\"{board_height}\" fill=\"url(#squares)\"/>"
        ));
        for hole in self.board.holes() {
            let (x, y) = self.middle(*hole);
            self.add(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{GROUND}\"/>",
                x - SIDE / 2,
                y - SIDE / 2
            ));
        }
    }

    /// Letters below and numbers to the left, as on a chess board, where there is room for them.
    fn coordinates(&mut self) {
        let (rows, cols) = (self.board.rows(), self.board.cols());
        if self.board.size() > MOST_STAMPS {
            return;
        }
        let chess = self.board.has_names();
        let style = format!("font-size=\"18\" fill=\"{SOFT_INK}\"");
        for col in 0..cols {
            let label =
                if chess { char::from(b'a' + col as u8).to_string() } else { col.to_string() };
            let x = i64::from(col) * SIDE + SIDE / 2;
            let y = self.height() + 25;
            self.add(format_args!("<text x=\"{x}\" y=\"{y}\" {style}>{label}</text>"));
        }
        for row in 0..rows {
            let label = if chess { rows - row } else { row };
            let y = i64::from(row) * SIDE + SIDE / 2 + 6;
            self.add(format_args!("<text x=\"-20\" y=\"{y}\" {style}>{label}</text>"));
        }
    }

    /// The moves. On an unfinished path the older ones fade to a third.
    fn lines(&mut self) {
        self.add(format_args!(
            "<g clip-path=\"url(#board)\" fill=\"none\" stroke=\"{PATH}\" stroke-width=\"3\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        ));
        let path = self.path;
        let fades = !self.is_finished() && path.len() <= MOST_STAMPS;
        if fades {
            for (i, pair) in path.windows(2).enumerate() {
                let opacity = (1.0 + 2.0 * (i + 2) as f64 / path.len() as f64) / 3.0;
                let line = self.stroke(pair[0], pair[1]);
                self.add(format_args!("<path opacity=\"{opacity:.2}\" d=\"{line}\"/>"));
            }
        } else {
            self.one_line();
        }
        if let [first, .., last] = *path
            && path.len() >= 3
            && self.is_finished()
            && self.board.joined(last, first)
        {
            let line = self.stroke(last, first);
            self.add(format_args!("<path stroke-dasharray=\"9 7\" d=\"{line}\"/>"));
        }
        self.text += "</g>\n";
    }

    /// All moves in one line, each from where the last one ended.
    fn one_line(&mut self) {
        let Some(first) = self.path.first() else { return };
        let (x, y) = self.middle(*first);
        let _ = write!(self.text, "<path d=\"M{x} {y}");
        for pair in self.path.windows(2) {
            let ((x0, y0), (x1, y1)) = (self.middle(pair[0]), self.middle(pair[1]));
            if is_move(x1 - x0, y1 - y0) {
                let _ = write!(self.text, "l{} {}", x1 - x0, y1 - y0);
            } else {
                self.text += &self.stroke(pair[0], pair[1]);
            }
        }
        self.text += "\"/>\n";
    }

    /// The line of one move. Over a wrapped edge it leaves the board and comes in again.
    fn stroke(&self, from: Square, to: Square) -> String {
        let ((x0, y0), (x1, y1)) = (self.middle(from), self.middle(to));
        if !self.board.is_wrapped() || is_move(x1 - x0, y1 - y0) {
            return format!("M{x0} {y0}L{x1} {y1}");
        }
        let (width, height) = (self.width(), self.height());
        let leads_there = |step: &&(i64, i64)| {
            (x0 + step.1 * SIDE - x1) % width == 0 && (y0 + step.0 * SIDE - y1) % height == 0
        };
        let (down, right) =
            MOVES.iter().find(leads_there).map_or((0, 0), |m| (m.0 * SIDE, m.1 * SIDE));
        format!("M{x0} {y0}L{} {}M{} {}L{x1} {y1}", x0 + right, y0 + down, x1 - right, y1 - down)
    }

    /// A numbered stamp on every visited square, except where the knight stands.
    fn stamps(&mut self) {
        let stamped =
            if self.is_finished() { self.path } else { &self.path[..self.path.len().max(1) - 1] };
        self.add(format_args!("<g fill=\"{GROUND}\" stroke=\"{PATH}\" stroke-width=\"3\">"));
        for square in stamped {
            let (x, y) = self.middle(*square);
            self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"21.6\"/>"));
        }
        self.add(format_args!("</g>\n<g font-size=\"20\" fill=\"{INK}\">"));
        for (i, square) in stamped.iter().enumerate() {
            let (x, y) = self.middle(*square);
            let size = if i + 1 > 999 { " font-size=\"16\"" } else { "" };
            self.add(format_args!("<text x=\"{x}\" y=\"{}\"{size}>{}</text>", y + 7, i + 1));
        }
        self.text += "</g>\n";
    }

    fn knight(&mut self) {
        let Some(head) = self.path.last().filter(|_| !self.is_finished()) else { return };
        let (x, y) = self.middle(*head);
        let place = format!(
            "<svg x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\"",
            x - SIDE / 2,
            y - SIDE / 2
        );
        self.text += &KNIGHT.replacen("<svg", &place, 1);
    }
}
