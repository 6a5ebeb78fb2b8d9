//! The picture: board, path lines, numbered stamps, and the knight if the path is not finished.

use std::fmt::Write;
use std::ops::Range;

use super::colour::{Rgb, cividis, text};
use super::display::{
    CASING_PART, Colour, Ink, Line, Mark, Place, Point, Shape, StampSize, Stroke, ends_of_move,
};
use super::knight::DRAWING;
use super::palette::{Palette, palette};
use crate::board::{Board, Naming, Square};
use crate::text::round_step;

/// The side of a square; everything else is in proportion.
const SIDE: f64 = 80.0;
/// The width of the path's lines.
const LINE: f64 = 3.0;
/// The space for coordinates to the left of and below the board.
const MARGIN: f64 = 40.0;
/// The space for the heat scale to the right of the board.
const SCALE: f64 = 60.0;
/// The maximum width and height of a picture.
const MAX_SIDE: f64 = 1600.0;
/// Stamps and numbers are drawn on boards of at most this many squares.
const MAX_STAMPS: usize = 2_500;
/// Lines of more squares than this have no casings, which would make the file twice as large.
const MAX_CASED: usize = 10_000;

/// What a picture shows, and in which colours.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureStyle {
    pub colours: Palette<Rgb>,
    /// The path from its first move to its last: one colour, or several that blend into each other.
    pub path: Vec<Rgb>,
    /// The square that the knight has just stepped back from.
    pub stepped_back: Option<Square>,
    /// The colours of the squares in reading order, if the heat map is shown.
    pub heat: Vec<Rgb>,
    /// The label of the heat scale's maximum; `None` hides the scale.
    pub scale: Option<String>,
    /// Whether the path is drawn.
    pub lines: bool,
    /// Whether visited squares have stamps, and whether those have numbers.
    pub stamps: bool,
    pub numbers: bool,
    pub coordinates: bool,
}

/// The light theme for pictures on paper, with everything but heat.
impl Default for PictureStyle {
    fn default() -> PictureStyle {
        let light = palette(false);
        let (soft_ink, retreat) = ([0x6B, 0x72, 0x80], [0xB4, 0x45, 0x2F]);
        PictureStyle {
            colours: Palette { stamp: light.background, soft_ink, retreat, ..light },
            path: vec![light.path],
            stepped_back: None,
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
    write_crop(board, path, &PictureStyle::default(), &Crop::whole(board))
}

/// The picture of a path on some rows and columns of the board.
pub fn write_crop(board: &Board, path: &[Square], look: &PictureStyle, part: &Crop) -> String {
    BoardDrawing::new(board, path, look, part).finish(&[])
}

/// The picture of a board with marks on some of its squares, each this many times larger than usual.
pub fn write_marks(board: &Board, marks: &[(Square, Mark, f64)]) -> String {
    BoardDrawing::new(board, &[], &PictureStyle::default(), &Crop::whole(board)).finish(marks)
}

/// About how many bytes the picture of a path of this length takes, without making it.
pub fn size_of_crop(board: &Board, length: usize, look: &PictureStyle, part: &Crop) -> u64 {
    let part = part.within(board);
    let (squares, all) = (part.squares() as u64, board.size() as u64);
    // The path is taken to be spread evenly over the board.
    let moves = (length as u64 * squares).div_ceil(all.max(1));
    let is_finished = length == board.squares_to_visit();
    let one_by_one = !is_finished && length <= MAX_STAMPS;
    let has_stamps = look.stamps && part.squares() <= MAX_STAMPS;
    // The usual lengths of these parts of the file.
    let move_bytes = match look.path.len() {
        2.. if part.squares() <= MAX_CASED => 128,
        2.. => 64,
        _ if one_by_one => 64,
        _ => 8,
    };
    let move_bytes = if look.lines { move_bytes } else { 0 };
    let stamp_bytes = if has_stamps { 150 } else { 0 };
    let heat_bytes = if look.heat.is_empty() { 0 } else { 64 };
    2_000 + moves * (move_bytes + stamp_bytes) + squares * heat_bytes
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

    /// The number of squares in it.
    pub fn squares(&self) -> usize {
        self.rows.len() * self.cols.len()
    }

    pub fn contains(&self, board: &Board, square: Square) -> bool {
        self.rows.contains(&board.row(square)) && self.cols.contains(&board.col(square))
    }
}

/// Rounds to two decimals.
fn short(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

struct BoardDrawing<'a> {
    board: &'a Board,
    path: &'a [Square],
    look: &'a PictureStyle,
    part: Crop,
    text: String,
    /// The stroke of the path element that is being written, and the point that it has come to.
    pen: Option<(Stroke, Point)>,
}

impl<'a> BoardDrawing<'a> {
    fn new(
        board: &'a Board,
        path: &'a [Square],
        look: &'a PictureStyle,
        part: &Crop,
    ) -> BoardDrawing<'a> {
        let part = part.within(board);
        BoardDrawing { board, path, look, part, text: String::new(), pen: None }
    }

    fn finish(mut self, marks: &[(Square, Mark, f64)]) -> String {
        let margin = MARGIN * self.letters();
        let scale = if self.look.scale.is_some() { SCALE * self.letters() } else { 0.0 };
        let [left, top] = self.seen()[0].map(|at| at - margin);
        let [width, height] = self.size().map(|size| size + 2.0 * margin);
        let width = width + scale;
        let scale = (MAX_SIDE / width.max(height)).min(1.0);
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{:.0}\" height=\"{:.0}\" \
             viewBox=\"{left} {top} {width} {height}\" font-family=\"sans-serif\" \
             text-anchor=\"middle\" fill=\"none\">",
            (width * scale).ceil(),
            (height * scale).ceil(),
        ));
        let board = self.board;
        self.add(format_args!("<title>Knight's tour, {board} board</title>"));
        self.background([[left, top], [left + width, top + height]]);
        if self.look.coordinates {
            self.coordinates();
        }
        self.scale();
        if self.look.lines {
            self.lines();
        }
        self.retreat();
        if self.look.stamps && self.part.squares() <= MAX_STAMPS {
            self.stamps();
        }
        self.ends();
        let head = self.path.last().filter(|head| !self.is_finished() && self.is_seen(**head));
        if let Some(head) = head {
            self.shape(Shape::Knight(self.middle(*head), SIDE));
        }
        for (square, mark, times) in marks {
            self.mark(*square, *mark, *times);
        }
        self.add(format_args!("</svg>"));
        self.text
    }

    /// Adds a line to the file.
    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        self.lift_pen();
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{line}");
    }

    /// Writes one item of the display list.
    fn shape(&mut self, shape: Shape) {
        match shape {
            Shape::Line(ends, stroke) => self.line(ends, stroke),
            Shape::Bend([from, corner, to], stroke) => {
                self.line([from, corner], stroke);
                self.line([corner, to], stroke);
            }
            Shape::Circle([x, y], radius, fill, stroke) => {
                let (radius, paint) = (short(radius), self.paint(fill, stroke));
                self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{paint}/>"));
            }
            Shape::Rect(corners, round, fill, stroke) => {
                // Lines are as far outside as inside here.
                let inset = stroke.map_or(0.0, |stroke| stroke.width / 2.0);
                let [from, to] = corners;
                let corners = [from.map(|at| at + inset), to.map(|at| at - inset)];
                let mut style = self.paint(fill, stroke);
                if round > inset {
                    let _ = write!(style, " rx=\"{}\"", short(round - inset));
                }
                self.rect(corners, &style);
            }
            Shape::Text(text, [x, y], size, colour) => {
                let (y, size, colour) = (short(y + size * 0.35), size.floor(), self.colour(colour));
                self.add(format_args!(
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\">{text}</text>"
                ));
            }
            Shape::Knight(centre, side) => {
                let [x, y] = centre.map(|at| at - side / 2.0);
                let place = format!("<svg x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"");
                let Palette { knight, knight_edge, .. } = self.look.colours;
                let [body, edge] = [knight, knight_edge].map(text);
                let knight = DRAWING.replace("#1F2933", &body).replace("#FFFFFF", &edge);
                self.lift_pen();
                self.text += &knight.replacen("<svg", &place, 1);
            }
        }
    }

    /// Writes a line; consecutive lines with one stroke are one element.
    fn line(&mut self, [from, to]: [Point; 2], stroke: Stroke) {
        let at = self.pen.filter(|(last, _)| *last == stroke).map(|(_, at)| at);
        if at.is_none() {
            self.lift_pen();
            let paint = self.paint(None, Some(stroke));
            let _ = write!(self.text, "<path{paint} d=\"");
        }
        if at != Some(from) {
            let [x, y] = from.map(short);
            let _ = write!(self.text, "M{x} {y}");
        }
        let [right, down] = [0, 1].map(|way| short(to[way] - from[way]));
        let _ = write!(self.text, "l{right} {down}");
        self.pen = Some((stroke, to));
    }

    /// Ends the path element, if one is being written.
    fn lift_pen(&mut self) {
        if self.pen.take().is_some() {
            self.text += "\"/>\n";
        }
    }

    fn paint(&self, fill: Option<Colour>, stroke: Option<Stroke>) -> String {
        let mut text = String::new();
        if let Some(fill) = fill {
            let _ = write!(text, " fill=\"{}\"", self.colour(fill));
        }
        if let Some(Stroke { width, colour, .. }) = stroke {
            let (colour, width) = (self.colour(colour), short(width));
            let _ = write!(text, " stroke=\"{colour}\" stroke-width=\"{width}\"");
        }
        if let Some([dash, gap]) = stroke.and_then(|stroke| stroke.dashes) {
            let _ = write!(text, " stroke-dasharray=\"{} {}\"", short(dash), short(gap));
        }
        let colour = fill.or(stroke.map(|stroke| stroke.colour));
        if let Some(Colour { strength, .. }) = colour.filter(|colour| colour.strength < 1.0) {
            let _ = write!(text, " opacity=\"{strength:.2}\"");
        }
        text
    }

    fn colour(&self, colour: Colour) -> String {
        let (colours, path) = (&self.look.colours, &self.look.path);
        text(match colour.ink {
            Ink::Path(number) => {
                let place = number * path.len() / self.path.len().max(1);
                path[place.min(path.len() - 1)]
            }
            Ink::Hole => colours.hole,
            Ink::OnPath | Ink::OnAccent | Ink::Stamp | Ink::Under => colours.stamp,
            Ink::Accent => colours.path,
            Ink::Text | Ink::Piece(_) => colours.ink,
            Ink::Casing => colours.light_square,
            Ink::SoftText => colours.soft_ink,
            Ink::Outline => colours.knight_edge,
            Ink::Good => colours.good,
            Ink::Retreat | Ink::Wrong | Ink::Ring => colours.retreat,
            Ink::Heat(share) => cividis(share),
        })
    }

    fn rect(&mut self, [from, to]: [Point; 2], style: &str) {
        let [x, y] = from.map(short);
        let [width, height] = [0, 1].map(|way| short(to[way] - from[way]));
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{style}/>"
        ));
    }

    fn fill(&mut self, corners: [Point; 2], colour: &str) {
        self.rect(corners, &format!(" fill=\"{colour}\""));
    }

    /// Draws a mark on a visible square, this many times larger than usual.
    fn mark(&mut self, square: Square, mark: Mark, times: f64) {
        if self.is_seen(square) {
            let (side, line, stamp) = (SIDE * times, LINE * times, StampSize::PICTURE);
            let place = Place { centre: self.middle(square), side, line, stamp };
            mark.draw(place, &mut |shape| self.shape(shape));
        }
    }

    /// Draws a move if one of its ends is visible.
    fn move_line(&mut self, from: Square, to: Square, line: Line, strength: f64) {
        if !self.is_seen(from) && !self.is_seen(to) {
            return;
        }
        let mut stroke = line.stroke(SIDE, LINE);
        stroke.colour.strength = strength;
        let size = [self.board.rows(), self.board.cols()];
        let lines = ends_of_move(size, self.board.is_wrapped(), from, to);
        let is_cased = matches!(line, Line::Path(_))
            && self.look.path.len() > 1
            && self.part.squares() <= MAX_CASED;
        for ends in lines.into_iter().flatten() {
            let [from, to] = ends.map(|point| point.map(|at| at * SIDE));
            if is_cased {
                let at = |share: f64| [0, 1].map(|way| from[way] + (to[way] - from[way]) * share);
                self.line(CASING_PART.map(at), Line::Casing.stroke(SIDE, LINE));
            }
            self.line([from, to], stroke);
        }
    }

    /// The corners of the visible part of the board.
    fn seen(&self) -> [Point; 2] {
        let Crop { rows, cols } = &self.part;
        let corners = [[cols.start, rows.start], [cols.end, rows.end]];
        corners.map(|corner| corner.map(|at| f64::from(at) * SIDE))
    }

    fn size(&self) -> [f64; 2] {
        let [from, to] = self.seen();
        [to[0] - from[0], to[1] - from[1]]
    }

    fn is_seen(&self, square: Square) -> bool {
        self.part.contains(self.board, square)
    }

    /// The scale of the letters around the board, so that they can still be read when a large board is
    /// scaled down.
    fn letters(&self) -> f64 {
        if self.part.squares() <= MAX_STAMPS {
            return 1.0;
        }
        let [width, height] = self.size();
        (width.max(height) / MAX_SIDE).ceil()
    }

    fn is_finished(&self) -> bool {
        self.path.len() == self.board.squares_to_visit()
    }

    fn middle(&self, square: Square) -> Point {
        [self.board.col(square), self.board.row(square)].map(|at| (f64::from(at) + 0.5) * SIDE)
    }

    /// The background, and the squares as one pattern in which the bottom left one is dark.
    fn background(&mut self, [from, to]: [Point; 2]) {
        let PictureStyle { colours, heat, .. } = self.look;
        let [background, light, dark] =
            [colours.background, colours.light_square, colours.dark_square].map(text);
        let shift = f64::from(self.board.rows()) * SIDE % (2.0 * SIDE);
        let ([left, top], [board_width, board_height]) = (self.seen()[0], self.size());
        self.add(format_args!(
            "<defs><pattern id=\"squares\" y=\"{shift}\" width=\"{double}\" height=\"{double}\" \
             patternUnits=\"userSpaceOnUse\"><rect width=\"{double}\" height=\"{double}\" \
             fill=\"{light}\"/><path fill=\"{dark}\" d=\"M0 {SIDE}h{SIDE}v{SIDE}h-{SIDE}z\
             M{SIDE} 0h{SIDE}v{SIDE}h-{SIDE}z\"/></pattern><clipPath id=\"board\"><rect \
             x=\"{left}\" y=\"{top}\" width=\"{board_width}\" height=\"{board_height}\"/></clipPath></defs>",
            double = 2.0 * SIDE,
        ));
        self.fill([from, to], &background);
        self.fill(self.seen(), "url(#squares)");
        for square in self.board.squares() {
            if let Some(colour) = heat.get(square.index()).filter(|_| self.is_seen(square)) {
                let middle = self.middle(square);
                let corners = [-SIDE / 2.0, SIDE / 2.0].map(|by| middle.map(|at| at + by));
                self.fill(corners, &text(*colour));
            }
        }
        for hole in self.board.holes() {
            self.mark(*hole, Mark::Hole, 1.0);
        }
    }

    /// Letters below and numbers to the left, as on a chess board, as many as fit.
    fn coordinates(&mut self) {
        let Crop { rows, cols } = self.part.clone();
        let (board, letters) = (self.board, self.letters());
        let [[left, _], [_, bottom]] = self.seen();
        let mut label = |text: String, middle: Point| {
            self.shape(Shape::Text(text, middle, 18.0 * letters, Ink::SoftText.into()));
        };
        // One square more than needed, so that labels never touch.
        let every = |room: f64| round_step((room * letters / SIDE + 1.0) as u32);
        let middle = |at: u32| (f64::from(at) + 0.5) * SIDE;
        for col in cols.filter(|col| col.is_multiple_of(every(60.0))) {
            label(Naming::Chess.col(board, col), [middle(col), bottom + 18.7 * letters]);
        }
        for row in rows.filter(|row| row.is_multiple_of(every(30.0))) {
            label(Naming::Chess.row(board, row), [left - 20.0 * letters, middle(row)]);
        }
    }

    /// The heat scale, to the right of the board.
    fn scale(&mut self) {
        const PARTS: u8 = 32;
        let Some(most) = &self.look.scale else { return };
        let (letters, [[_, top], [right, _]]) = (self.letters(), self.seen());
        let height = self.size()[1] / 2.0;
        let (left, top) = (right + 40.0 * letters, top + height / 2.0);
        for part in 0..PARTS {
            let down = |above: u8| top + (height * f64::from(above) / f64::from(PARTS)).floor();
            let corners = [[left, down(part)], [left + 20.0 * letters, down(part + 1)]];
            let ink = Ink::Heat(1.0 - f32::from(part) / f32::from(PARTS - 1));
            self.fill(corners, &self.colour(ink.into()));
        }
        let lines = [
            (-51.6 * letters, "visits,"),
            (-33.6 * letters, "log scale"),
            (-15.6 * letters, most.as_str()),
            (height + 16.4 * letters, "0"),
        ];
        for (down, text) in lines {
            let middle = [left + 10.0 * letters, top + down];
            self.shape(Shape::Text(text.into(), middle, 16.0 * letters, Ink::SoftText.into()));
        }
    }

    /// A ring where the knight has just stepped back from, and a dashed line to where it is now.
    fn retreat(&mut self) {
        let Some(from) = self.look.stepped_back.filter(|from| self.is_seen(*from)) else { return };
        if let Some(head) = self.path.last() {
            self.add(format_args!("<g clip-path=\"url(#board)\">"));
            self.move_line(from, *head, Line::Retreat, 1.0);
            self.add(format_args!("</g>"));
        }
        self.mark(from, Mark::SteppedBack, 1.0);
    }

    /// A ring around the start of a finished tour, and a square around its end.
    fn ends(&mut self) {
        if let [first, .., last] = self.path
            && self.is_finished()
        {
            self.mark(*first, Mark::First(None), self.letters());
            self.mark(*last, Mark::Last(None), self.letters());
        }
    }

    /// The moves. On an unfinished path the older ones fade to a third.
    fn lines(&mut self) {
        self.add(format_args!(
            "<g clip-path=\"url(#board)\" stroke-linecap=\"round\" stroke-linejoin=\"round\">"
        ));
        let (path, is_vivid) = (self.path, self.look.path.len() > 1);
        let fades = !self.is_finished() && path.len() <= MAX_STAMPS;
        for (i, pair) in path.windows(2).enumerate() {
            let share = (i + 2) as f64 / path.len() as f64;
            let strength = if fades { (1.0 + 2.0 * share) / 3.0 } else { 1.0 };
            let number = if is_vivid { i + 1 } else { 0 };
            self.move_line(pair[0], pair[1], Line::Path(number), strength);
        }
        if let [first, .., last] = *path
            && path.len() >= 3
            && self.is_finished()
            && self.board.joined(last, first)
        {
            self.move_line(last, first, Line::Closing(0), 1.0);
        }
        self.add(format_args!("</g>"));
    }

    /// A numbered stamp on every visited square, except under the knight.
    fn stamps(&mut self) {
        let last = if self.is_finished() { self.path.len() } else { self.path.len().max(1) - 1 };
        for (square, number) in self.path[..last].iter().zip(1..) {
            let mark = if self.look.numbers { Mark::Stamp } else { Mark::Disc };
            self.mark(*square, mark(number), 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::solver::{MethodConfig, Status};

    fn tour(side: u32) -> (Board, Vec<Square>) {
        let puzzle: Puzzle = format!("{side}x{side} given=0,0").parse().unwrap();
        let mut solver = "construct".parse::<MethodConfig>().unwrap().build(&puzzle);
        assert_eq!(solver.run(u64::MAX), Status::Found);
        (puzzle.board().clone(), solver.state().path.clone())
    }

    #[test]
    fn a_crop_shows_its_own_squares() {
        let (board, path) = tour(60);
        let crop = Crop { rows: 50..90, cols: 10..20 };
        let svg = write_crop(&board, &path, &PictureStyle::default(), &crop);
        assert!(svg.contains("viewBox=\"760 3960 880 880\""), "{}", &svg[..300]);
        assert_eq!(svg.matches("<circle").count(), 100, "as many stamps as squares");
        let seen = board.square(59, 19).unwrap();
        let number = path.iter().position(|square| *square == seen).unwrap() + 1;
        assert!(svg.contains(&format!(">{number}</text>")));
        // Nothing but the path's own lines leaves it, by two squares at most.
        assert!(!svg.contains("M40 40"), "far away");
    }

    #[test]
    fn the_size_is_estimated() {
        let (board, path) = tour(120);
        let vivid = PictureStyle { path: vec![[0; 3], [255; 3]], ..PictureStyle::default() };
        let hot = PictureStyle { heat: vec![[128; 3]; board.size()], ..PictureStyle::default() };
        let near = Crop { rows: 0..30, cols: 0..30 };
        for look in [PictureStyle::default(), vivid, hot] {
            for crop in [&Crop::whole(&board), &near] {
                let real = write_crop(&board, &path, &look, crop).len() as f64;
                let estimate = size_of_crop(&board, path.len(), &look, crop) as f64;
                assert!((0.7..1.4).contains(&(estimate / real)), "{estimate} for {real}");
            }
        }
    }
}
