//! The picture: board, path lines, numbered stamps, and the knight if the path is not finished.

use std::fmt::Write;
use std::ops::Range;

use crate::board::{Board, MOVES, Square};
use crate::text::round_step;

const KNIGHT: &str = include_str!("../../assets/knight.svg");

/// The colours in the drawing of the knight, and of its outline.
const KNIGHT_COLOURS: [&str; 2] = ["#1F2933", "#FFFFFF"];

/// The side of a square; everything else is in proportion.
const SIDE: i64 = 80;
/// The space for coordinates to the left of and below the board.
const MARGIN: i64 = 40;
/// The space for the heat scale to the right of the board.
const SCALE: i64 = 60;
/// The maximum width and height of a picture, for any board.
const LARGEST: f64 = 1600.0;
/// Stamps and numbers are drawn on boards of at most this many squares.
const MOST_STAMPS: usize = 2_500;

/// What a picture shows, and in which colours (as `#RRGGBB`).
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Behind the board.
    pub ground: String,
    /// Holes.
    pub hole: String,
    /// Light squares.
    pub light: String,
    /// Dark squares.
    pub dark: String,
    /// The path from its first move to its last: one colour, or several that blend into each other.
    pub path: Vec<String>,
    /// The markers around the start and the end of a finished tour.
    pub ends: String,
    /// Stamps.
    pub stamp: String,
    /// Numbers.
    pub ink: String,
    /// Coordinates.
    pub soft_ink: String,
    /// The knight and its outline.
    pub knight: [String; 2],
    /// The square that the knight has just stepped back from, and the colour that shows it.
    pub retreat: Option<(Square, String)>,
    /// The colours of the squares in reading order, if the heat map is shown.
    pub heat: Vec<String>,
    /// The heat scale: colours from no visits to the maximum, and that maximum.
    pub scale: Option<(Vec<String>, String)>,
    /// Whether the path is drawn.
    pub lines: bool,
    /// Whether visited squares have stamps.
    pub stamps: bool,
    /// Whether stamps have numbers.
    pub numbers: bool,
    /// Whether rows and columns have names at the edges.
    pub coordinates: bool,
}

/// The light theme, with everything but heat.
impl Default for Look {
    fn default() -> Look {
        let colour = |text: &str| text.to_owned();
        Look {
            ground: colour("#F4F1EA"),
            hole: colour("#6F675B"),
            light: colour("#F1EADB"),
            dark: colour("#CDBEA0"),
            path: vec![colour("#2563A8")],
            ends: colour("#2B774A"),
            stamp: colour("#F4F1EA"),
            ink: colour("#1F2933"),
            soft_ink: colour("#6B7280"),
            knight: KNIGHT_COLOURS.map(colour),
            retreat: None,
            heat: Vec::new(),
            scale: None,
            lines: true,
            stamps: true,
            numbers: true,
            coordinates: true,
        }
    }
}

/// The picture of a path. If it visits every square, it is a finished tour: the last square has a
/// stamp like the others and, if the tour is closed, the closing move is dashed.
pub fn write(board: &Board, path: &[Square]) -> String {
    write_as(board, path, &Look::default())
}

/// The picture of a path in another look.
pub fn write_as(board: &Board, path: &[Square], look: &Look) -> String {
    write_crop(board, path, look, &Crop::whole(board))
}

/// The picture of some rows and columns of the board.
pub fn write_crop(board: &Board, path: &[Square], look: &Look, part: &Crop) -> String {
    let part = part.within(board);
    Drawing { board, path, look, part, text: String::new() }.finish()
}

/// About how many bytes that picture takes, without making it.
pub fn size_of_crop(board: &Board, length: usize, look: &Look, part: &Crop) -> u64 {
    let part = part.within(board);
    let (squares, all) = (part.squares() as u64, board.size() as u64);
    // The path is taken to be spread evenly over the board.
    let moves = (length as u64 * squares).div_ceil(all.max(1));
    let is_finished = length == board.squares_to_visit();
    let one_by_one = look.path.len() > 1 || !is_finished && length <= MOST_STAMPS;
    let has_stamps = look.stamps && part.squares() <= MOST_STAMPS;
    // What such lines of the file are long, as a rule.
    let of_move = match () {
        () if !look.lines => 0,
        () if one_by_one => 64,
        () => 8,
    };
    let of_stamp = if has_stamps { 100 } else { 0 };
    let of_heat = if look.heat.is_empty() { 0 } else { 64 };
    2_000 + moves * (of_move + of_stamp) + squares * of_heat
}

/// Some rows and columns of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crop {
    /// The rows, from 0 at the top.
    pub rows: Range<u32>,
    /// The columns, from 0 at the left.
    pub cols: Range<u32>,
}

impl Crop {
    /// All of them.
    pub fn whole(board: &Board) -> Crop {
        Crop { rows: 0..board.rows(), cols: 0..board.cols() }
    }

    /// Those that the board has, and at least one.
    fn within(&self, board: &Board) -> Crop {
        let within = |range: &Range<u32>, all: u32| {
            let start = range.start.min(all - 1);
            start..range.end.clamp(start + 1, all)
        };
        Crop { rows: within(&self.rows, board.rows()), cols: within(&self.cols, board.cols()) }
    }

    /// How many squares there are in it.
    pub fn squares(&self) -> usize {
        self.rows.len() * self.cols.len()
    }

    /// Whether a square is in it.
    pub fn contains(&self, board: &Board, square: Square) -> bool {
        self.rows.contains(&board.row(square)) && self.cols.contains(&board.col(square))
    }
}

/// The centre of a square in every picture.
pub(super) fn middle(board: &Board, square: Square) -> (i64, i64) {
    let (row, col) = (i64::from(board.row(square)), i64::from(board.col(square)));
    (col * SIDE + SIDE / 2, row * SIDE + SIDE / 2)
}

/// Whether a line has the length and the slope of a move.
fn is_move(right: i64, down: i64) -> bool {
    MOVES.contains(&(down / SIDE, right / SIDE))
}

struct Drawing<'a> {
    board: &'a Board,
    path: &'a [Square],
    look: &'a Look,
    part: Crop,
    text: String,
}

impl<'a> Drawing<'a> {
    fn finish(mut self) -> String {
        let margin = MARGIN * self.letters();
        let scale = if self.look.scale.is_some() { SCALE * self.letters() } else { 0 };
        let (width, height) = (self.width() + 2 * margin + scale, self.height() + 2 * margin);
        let scale = (LARGEST / width.max(height) as f64).min(1.0);
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" \
             viewBox=\"{} {} {width} {height}\" font-family=\"sans-serif\" text-anchor=\"middle\">",
            (width as f64 * scale).ceil(),
            (height as f64 * scale).ceil(),
            self.left() - margin,
            self.top() - margin,
        ));
        let board = self.board;
        self.add(format_args!("<title>Knight's tour, {board} board</title>"));
        self.ground(width, height);
        let few = self.part.squares() <= MOST_STAMPS;
        if self.look.coordinates {
            self.coordinates();
        }
        self.scale();
        if self.look.lines {
            self.lines();
        }
        self.retreat();
        if self.look.stamps && few {
            self.stamps();
        }
        self.ends();
        self.knight();
        self.text += "</svg>\n";
        self.text
    }

    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// What is seen of the board: where it begins, and how large it is.
    fn left(&self) -> i64 {
        i64::from(self.part.cols.start) * SIDE
    }

    fn top(&self) -> i64 {
        i64::from(self.part.rows.start) * SIDE
    }

    fn width(&self) -> i64 {
        self.part.cols.len() as i64 * SIDE
    }

    fn height(&self) -> i64 {
        self.part.rows.len() as i64 * SIDE
    }

    fn is_seen(&self, square: Square) -> bool {
        self.part.contains(self.board, square)
    }

    /// How many times larger the letters around the board are, so that they can still be read when a
    /// large board is scaled down.
    fn letters(&self) -> i64 {
        if self.part.squares() <= MOST_STAMPS {
            return 1;
        }
        (self.width().max(self.height()) as f64 / LARGEST).ceil() as i64
    }

    fn is_finished(&self) -> bool {
        self.path.len() == self.board.squares_to_visit()
    }

    /// The centre of a square.
    fn middle(&self, square: Square) -> (i64, i64) {
        middle(self.board, square)
    }

    /// The background, and the squares as one pattern in which the bottom left one is dark.
    fn ground(&mut self, width: i64, height: i64) {
        let Look { ground, hole, light, dark, .. } = self.look;
        let shift = i64::from(self.board.rows()) * SIDE % (2 * SIDE);
        let (left, top) = (self.left(), self.top());
        let (board_width, board_height) = (self.width(), self.height());
        self.add(format_args!(
            "<defs><pattern id=\"squares\" y=\"{shift}\" width=\"{double}\" height=\"{double}\" \
             patternUnits=\"userSpaceOnUse\"><rect width=\"{double}\" height=\"{double}\" \
             fill=\"{light}\"/><path fill=\"{dark}\" d=\"M0 {SIDE}h{SIDE}v{SIDE}h-{SIDE}z\
             M{SIDE} 0h{SIDE}v{SIDE}h-{SIDE}z\"/></pattern><clipPath id=\"board\"><rect \
             x=\"{left}\" y=\"{top}\" width=\"{board_width}\" height=\"{board_height}\"/></clipPath></defs>",
            double = 2 * SIDE,
        ));
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"{ground}\"/>",
            left - MARGIN * self.letters(),
            top - MARGIN * self.letters()
        ));
        self.add(format_args!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{board_width}\" height=\"{board_height}\" \
             fill=\"url(#squares)\"/>"
        ));
        let heat = self
            .board
            .squares()
            .filter_map(|square| self.look.heat.get(square.index()).map(|colour| (square, colour)));
        let holes = self.board.holes().iter().map(|square| (*square, hole));
        for (square, colour) in heat.chain(holes) {
            if !self.part.contains(self.board, square) {
                continue;
            }
            let (x, y) = self.middle(square);
            let (x, y) = (x - SIDE / 2, y - SIDE / 2);
            // Writing to a string cannot fail.
            let _ = writeln!(
                self.text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{colour}\"/>"
            );
        }
    }

    /// Letters below and numbers to the left, as on a chess board, as many as fit.
    fn coordinates(&mut self) {
        let Crop { rows, cols } = self.part.clone();
        let letters = self.letters();
        let style = format!("font-size=\"{}\" fill=\"{}\"", 18 * letters, self.look.soft_ink);
        // One square more than needed, so that labels never touch.
        let every = |room: i64| round_step((room * letters / SIDE + 1) as u32) as usize;
        let every_col = every(60);
        for col in cols.filter(|col| (*col as usize).is_multiple_of(every_col)) {
            let label = self.board.col_name(col);
            let x = i64::from(col) * SIDE + SIDE / 2;
            let y = self.top() + self.height() + 25 * letters;
            self.add(format_args!("<text x=\"{x}\" y=\"{y}\" {style}>{label}</text>"));
        }
        let every_row = every(30);
        for row in rows.filter(|row| (*row as usize).is_multiple_of(every_row)) {
            let label = self.board.row_name(row);
            let (x, y) =
                (self.left() - 20 * letters, i64::from(row) * SIDE + SIDE / 2 + 6 * letters);
            self.add(format_args!("<text x=\"{x}\" y=\"{y}\" {style}>{label}</text>"));
        }
    }

    /// The heat scale, to the right of the board.
    fn scale(&mut self) {
        let Some((colours, most)) = &self.look.scale else { return };
        let letters = self.letters();
        let height = self.height() / 2;
        let left = self.left() + self.width() + 40 * letters;
        let top = self.top() + self.height() / 4;
        let count = colours.len().max(1) as i64;
        for (place, colour) in colours.iter().enumerate() {
            let (above, below) = (count - 1 - place as i64, count - place as i64);
            let (from, to) = (height * above / count, height * below / count);
            // Writing to a string cannot fail.
            let _ = writeln!(
                self.text,
                "<rect x=\"{left}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\"/>",
                top + from,
                20 * letters,
                to - from,
            );
        }
        let style = format!("font-size=\"{}\" fill=\"{}\"", 16 * letters, self.look.soft_ink);
        let x = left + 10 * letters;
        let lines = [
            (top - 46 * letters, "visits,"),
            (top - 28 * letters, "log scale"),
            (top - 10 * letters, most.as_str()),
            (top + height + 22 * letters, "0"),
        ];
        for (y, text) in lines {
            self.add(format_args!("<text x=\"{x}\" y=\"{y}\" {style}>{text}</text>"));
        }
    }

    /// Where the knight has just stepped back from: a ring, and a dashed line to where it is now.
    fn retreat(&mut self) {
        let retreat = self.look.retreat.as_ref().filter(|(from, _)| self.is_seen(*from));
        let Some((from, colour)) = retreat else { return };
        let style = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"3\"");
        if let Some(head) = self.path.last() {
            let line = self.stroke(*from, *head);
            self.add(format_args!(
                "<path {style} clip-path=\"url(#board)\" stroke-dasharray=\"9 7\" d=\"{line}\"/>"
            ));
        }
        let (x, y) = self.middle(*from);
        self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"10\" {style}/>"));
    }

    /// Draws a ring around the start of a finished tour, and a square around its end.
    fn ends(&mut self) {
        let ([first, .., last], true) = (self.path, self.is_finished()) else { return };
        let side = 29 * self.letters();
        let style = format!(
            "fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"",
            self.look.ends,
            4 * self.letters()
        );
        if self.is_seen(*first) {
            let (x, y) = self.middle(*first);
            self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{side}\" {style}/>"));
        }
        if !self.is_seen(*last) {
            return;
        }
        let (x, y) = self.middle(*last);
        self.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" {style}/>",
            x - side,
            y - side,
            2 * side,
            2 * side
        ));
    }

    /// The moves. On an unfinished path the older ones fade to a third.
    fn lines(&mut self) {
        let colours = &self.look.path;
        let first = colours.first().map_or("none", String::as_str);
        self.add(format_args!(
            "<g clip-path=\"url(#board)\" fill=\"none\" stroke=\"{first}\" stroke-width=\"3\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        ));
        let path = self.path;
        let fades = !self.is_finished() && path.len() <= MOST_STAMPS;
        if fades || colours.len() > 1 {
            for (i, pair) in path.windows(2).enumerate() {
                if !self.is_seen(pair[0]) && !self.is_seen(pair[1]) {
                    continue;
                }
                let share = (i + 2) as f64 / path.len() as f64;
                let opacity = if fades { (1.0 + 2.0 * share) / 3.0 } else { 1.0 };
                let line = self.stroke(pair[0], pair[1]);
                let colour = self.colour_at(i + 1);
                self.add(format_args!(
                    "<path opacity=\"{opacity:.2}\" stroke=\"{colour}\" d=\"{line}\"/>"
                ));
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

    /// The colour of the path at the square with this number, counted from 0.
    fn colour_at(&self, number: usize) -> &'a str {
        let look: &'a Look = self.look;
        let colours = &look.path;
        let place = number * colours.len() / self.path.len().max(1);
        colours.get(place.min(colours.len().saturating_sub(1))).map_or("none", String::as_str)
    }

    /// All moves in one line, each from where the last one ended.
    fn one_line(&mut self) {
        self.text += "<path d=\"";
        let mut is_there = false;
        for pair in self.path.windows(2) {
            if !self.is_seen(pair[0]) && !self.is_seen(pair[1]) {
                is_there = false;
                continue;
            }
            let ((x0, y0), (x1, y1)) = (self.middle(pair[0]), self.middle(pair[1]));
            if !std::mem::replace(&mut is_there, true) {
                let _ = write!(self.text, "M{x0} {y0}");
            }
            if is_move(x1 - x0, y1 - y0) {
                let _ = write!(self.text, "l{} {}", x1 - x0, y1 - y0);
            } else {
                self.text += &self.stroke(pair[0], pair[1]);
            }
        }
        self.text += "\"/>\n";
    }

    /// The line of one move. At a wrap-around edge it leaves the board and comes back on the other
    /// side.
    fn stroke(&self, from: Square, to: Square) -> String {
        let ((x0, y0), (x1, y1)) = (self.middle(from), self.middle(to));
        if !self.board.is_wrapped() || is_move(x1 - x0, y1 - y0) {
            return format!("M{x0} {y0}L{x1} {y1}");
        }
        let sides = [self.board.cols(), self.board.rows()];
        let [width, height] = sides.map(|side| i64::from(side) * SIDE);
        let leads_there = |step: &&(i64, i64)| {
            (x0 + step.1 * SIDE - x1) % width == 0 && (y0 + step.0 * SIDE - y1) % height == 0
        };
        let (down, right) =
            MOVES.iter().find(leads_there).map_or((0, 0), |m| (m.0 * SIDE, m.1 * SIDE));
        format!("M{x0} {y0}L{} {}M{} {}L{x1} {y1}", x0 + right, y0 + down, x1 - right, y1 - down)
    }

    /// A numbered stamp on every visited square, except under the knight.
    fn stamps(&mut self) {
        let stamped =
            if self.is_finished() { self.path } else { &self.path[..self.path.len().max(1) - 1] };
        let Look { stamp, ink, .. } = self.look;
        self.add(format_args!("<g fill=\"{stamp}\" stroke-width=\"3\">"));
        let is_seen = |(_, square): &(usize, &Square)| self.part.contains(self.board, **square);
        let stamped: Vec<_> = stamped.iter().enumerate().filter(is_seen).collect();
        for (number, square) in stamped.iter().copied() {
            let (x, y) = self.middle(*square);
            let colour = self.colour_at(number);
            let _ = writeln!(
                self.text,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"21.6\" stroke=\"{colour}\"/>"
            );
        }
        self.add(format_args!("</g>\n<g font-size=\"20\" fill=\"{ink}\">"));
        for (i, square) in stamped.into_iter().filter(|_| self.look.numbers) {
            let (x, y) = self.middle(*square);
            let (size, down) = match i + 1 {
                ..1_000 => ("", 7),
                1_000..10_000 => (" font-size=\"16\"", 7),
                10_000..100_000 => (" font-size=\"13\"", 5),
                _ => (" font-size=\"10\"", 4),
            };
            self.add(format_args!("<text x=\"{x}\" y=\"{}\"{size}>{}</text>", y + down, i + 1));
        }
        self.text += "</g>\n";
    }

    fn knight(&mut self) {
        let head = self.path.last().filter(|_| !self.is_finished());
        let Some(head) = head.filter(|head| self.is_seen(**head)) else { return };
        let (x, y) = self.middle(*head);
        let place = format!(
            "<svg x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\"",
            x - SIDE / 2,
            y - SIDE / 2
        );
        let [body, edge] = &self.look.knight;
        let [own_body, own_edge] = KNIGHT_COLOURS;
        let knight = KNIGHT.replace(own_body, body).replace(own_edge, edge);
        self.text += &knight.replacen("<svg", &place, 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solver::{Recipe, Status};

    /// A tour of a board.
    fn tour(side: u32) -> (Board, Vec<Square>) {
        let puzzle: Puzzle = format!("{side}x{side} given=0,0").parse().unwrap();
        let mut solver = "construct".parse::<Recipe>().unwrap().build(&puzzle);
        assert_eq!(solver.run(u64::MAX), Status::Found);
        (puzzle.board().clone(), solver.sketch().path.to_vec())
    }

    #[test]
    fn a_crop_shows_its_own_squares() {
        let (board, path) = tour(60);
        let crop = Crop { rows: 50..90, cols: 10..20 };
        let svg = write_crop(&board, &path, &Look::default(), &crop);
        assert!(svg.contains("viewBox=\"760 3960 880 880\""), "{}", &svg[..300]);
        assert_eq!(svg.matches("<circle").count(), 100, "as many stamps as squares");
        let seen = board.square(59, 19).unwrap();
        let number = path.iter().position(|square| *square == seen).unwrap() + 1;
        assert!(svg.contains(&format!(">{number}</text>")));
        // Nothing but the path's own lines leaves it, by two squares at most.
        assert!(!svg.contains("M40 40"), "far away");
    }

    #[test]
    fn the_size_is_known_before() {
        let (board, path) = tour(120);
        let vivid = Look { path: vec!["#000000".into(), "#FFFFFF".into()], ..Look::default() };
        let hot = Look { heat: vec!["#808080".into(); board.size()], ..Look::default() };
        let near = Crop { rows: 0..30, cols: 0..30 };
        for look in [Look::default(), vivid, hot] {
            for crop in [&Crop::whole(&board), &near] {
                let real = write_crop(&board, &path, &look, crop).len() as f64;
                let said = size_of_crop(&board, path.len(), &look, crop) as f64;
                assert!((0.7..1.4).contains(&(said / real)), "{said} for {real}");
            }
        }
    }
}
