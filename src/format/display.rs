//! The display list of a board: its lines and marks as plain shapes, in colours named by their meaning.
//! The window paints these shapes and the SVG writer writes them.

use crate::board::{MOVES, Square};
use crate::feasibility::Decided;
use crate::solver::ChoiceState;

/// Distances to the right and down.
pub type Point = [f64; 2];

/// A colour by its meaning; a theme or the look of a picture maps it to a real one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ink {
    /// The path at its square of this number, from 0.
    Path(usize),
    /// Text on the path's colour.
    OnPath,
    /// What the program does next.
    Accent,
    /// Text on the accent.
    OnAccent,
    Hole,
    /// The square that a mark stands on.
    Under,
    /// The edges of the path's lines, where later moves pass over earlier ones.
    Casing,
    Stamp,
    Text,
    /// Coordinates, and what no longer matters.
    SoftText,
    /// The outline around dark lines on dark squares.
    Outline,
    /// The ends of a tour, and where one is possible.
    Good,
    /// Where the knight came back from, and where no tour is possible.
    Retreat,
    /// What is wrong or was cut; it differs from paths of any colour.
    Wrong,
    /// What the last step turned round, and strong moves.
    Ring,
    /// A separate part of a network of links, by its number, from 1.
    Piece(u32),
    /// Visits, from 0 for none to 1 for the most.
    Heat(f32),
}

impl Ink {
    /// The same colour, partly transparent.
    fn faint(self, strength: f64) -> Colour {
        Colour { ink: self, strength }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colour {
    pub ink: Ink,
    /// How opaque it is, up to 1.
    pub strength: f64,
}

impl From<Ink> for Colour {
    fn from(ink: Ink) -> Colour {
        ink.faint(1.0)
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    pub width: f64,
    pub colour: Colour,
    /// The lengths of its dashes and of the gaps between them, if it is dashed.
    pub dashes: Option<[f64; 2]>,
}

impl Stroke {
    /// A solid line.
    pub fn new(width: f64, colour: impl Into<Colour>) -> Stroke {
        Stroke { width, colour: colour.into(), dashes: None }
    }
}

/// One item of the display list.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    Line([Point; 2], Stroke),
    /// A line with one corner.
    Bend([Point; 3], Stroke),
    /// A circle with its middle and its radius; the line is as far inside as outside.
    Circle(Point, f64, Option<Colour>, Option<Stroke>),
    /// A rectangle between two corners, with the radius of its corners; the line is inside.
    Rect([Point; 2], f64, Option<Colour>, Option<Stroke>),
    /// A line of text, with its middle and the height of its letters.
    Text(String, Point, f64, Colour),
    /// The drawing of the knight, with its middle and its side.
    Knight(Point, f64),
}

/// Receives the shapes in the order in which they are drawn.
pub type Out<'a> = &'a mut dyn FnMut(Shape);

/// How many times as wide as a line its casing is.
pub const CASING_WIDTH: f64 = 1.9;
/// The shares of a move between which it has a casing, so that none covers the moves before and after it.
pub const CASING_PART: [f64; 2] = [0.16, 0.84];

/// What a line between two squares means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Line {
    /// A move of the path to its square of this number, from 0.
    Path(usize),
    /// The wider line below a move of the path.
    Casing,
    /// The move that closes a tour, from its square of this number.
    Closing(usize),
    /// The way back from a square.
    Retreat,
    /// A link of a method that has no path.
    Link,
    /// A link of the piece with this number, from 1.
    Piece(u32),
    /// A link that the last step made.
    Made,
    /// A link that the last step cut.
    Cut,
    /// A part of the path that the last step turned round.
    Turned,
    /// A move of this strength, up to 255.
    Glow(u8),
    /// A move of the candidate that was chosen from the list.
    Candidate,
}

impl Line {
    /// How it is drawn on squares of this size, where the lines of paths have this width.
    pub fn stroke(self, side: f64, width: f64) -> Stroke {
        let (times, colour) = match self {
            Line::Path(number) | Line::Closing(number) => (1.0, Ink::Path(number).into()),
            Line::Casing => (CASING_WIDTH, Ink::Casing.into()),
            Line::Retreat => (1.0, Ink::Retreat.into()),
            Line::Cut => (1.0, Ink::Wrong.into()),
            Line::Link => (1.3, Ink::Path(0).into()),
            Line::Piece(piece) => (1.3, Ink::Piece(piece).into()),
            Line::Turned => (1.4, Ink::Ring.into()),
            Line::Made => (2.2, Ink::Good.into()),
            Line::Candidate => (2.2, Ink::Text.into()),
            Line::Glow(strength) => {
                let share = f64::from(strength) / 255.0;
                (0.4 + 1.2 * share, Ink::Ring.faint(0.15 + 0.85 * share))
            }
        };
        let is_dashed = matches!(self, Line::Closing(_) | Line::Retreat | Line::Cut);
        let dash = (side * 0.1).max(2.0);
        Stroke { width: width * times, colour, dashes: is_dashed.then_some([dash, dash * 0.7]) }
    }
}

/// The lines that a move between two squares is drawn as, in squares from the upper left corner of the
/// board. Over a wrap-around edge there are two: each leaves the board from one of the squares.
pub fn ends_of_move(
    [rows, cols]: [u32; 2],
    is_wrapped: bool,
    from: Square,
    to: Square,
) -> [Option<[Point; 2]>; 2] {
    let row_col = |square: Square| {
        let index = square.index() as i64;
        (index / i64::from(cols), index % i64::from(cols))
    };
    let point = |(row, col): (i64, i64)| [col as f64 + 0.5, row as f64 + 0.5];
    let ((row, col), (row_to, col_to)) = (row_col(from), row_col(to));
    let (down, right) = (row_to - row, col_to - col);
    let plain = [Some([point((row, col)), point((row_to, col_to))]), None];
    if !is_wrapped || matches!((down.abs(), right.abs()), (1, 2) | (2, 1)) {
        return plain;
    }
    let leads_there = |step: &&(i64, i64)| {
        (step.0 - down) % i64::from(rows) == 0 && (step.1 - right) % i64::from(cols) == 0
    };
    match MOVES.iter().find(leads_there) {
        Some((down, right)) => [
            Some([point((row, col)), point((row + down, col + right))]),
            Some([point((row_to - down, col_to - right)), point((row_to, col_to))]),
        ],
        None => plain,
    }
}

/// How large a stamp and its number are, and what surrounds it at the ends of a tour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StampSize {
    /// The radius, as a share of the square.
    pub radius: f64,
    /// The maximum height of the letters, as a share of the square.
    letters: f64,
    /// The radius of the ring around the first stamp and half the side of the frame around the last, as
    /// shares of the square.
    around: [f64; 2],
}

impl StampSize {
    pub const DEFAULT: StampSize = StampSize { radius: 0.25, letters: 0.28, around: [0.38, 0.36] };
    pub const LONG_NUMBERS: StampSize = StampSize { radius: 0.32, ..StampSize::DEFAULT };
    pub const SMALL_BOARDS: StampSize =
        StampSize { radius: 0.33, letters: 0.34, around: [0.47; 2] };
    /// In SVG pictures.
    pub const PICTURE: StampSize = StampSize { radius: 0.27, letters: 0.25, around: [0.3625; 2] };

    /// The height of the letters of numbers up to this one.
    pub fn font(self, side: f64, most_number: usize) -> f64 {
        let digits = f64::from(most_number.max(1).ilog10() + 1);
        // A digit is about half as wide as high, and the corners of the number stay inside.
        let wide = if digits > 5.0 { 0.57 } else { 0.53 };
        let room = 1.85 * self.radius * side / (wide * digits + 0.35);
        room.min(side * self.letters)
    }
}

/// Where a mark is drawn, and how large: its square and the width of the path's lines there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub centre: Point,
    pub side: f64,
    pub line: f64,
    pub stamp: StampSize,
}

impl Place {
    /// A point of the square, in shares of its side from the middle.
    fn at(&self, right: f64, down: f64) -> Point {
        [self.centre[0] + right * self.side, self.centre[1] + down * self.side]
    }

    /// A smaller square in the upper left corner of this one; `share` is that of the side.
    pub fn corner(&self, share: f64) -> Place {
        let shift = share / 2.0 - 0.5;
        Place { centre: self.at(shift, shift), side: self.side * share, ..*self }
    }

    /// From the lower left to the upper right, this far from the middle.
    fn diagonal(&self, half: f64, stroke: Stroke, out: Out<'_>) {
        out(Shape::Line([self.at(-half, half), self.at(half, -half)], stroke));
    }

    fn cross(&self, half: f64, stroke: Stroke, out: Out<'_>) {
        out(Shape::Line([self.at(-half, -half), self.at(half, half)], stroke));
        self.diagonal(half, stroke, out);
    }

    /// From the left to the right, this far below the middle.
    fn level(&self, down: f64, stroke: Stroke, out: Out<'_>) {
        out(Shape::Line([self.at(-0.4, down), self.at(0.4, down)], stroke));
    }

    fn disc(&self, radius: f64, fill: Ink, out: Out<'_>) {
        out(Shape::Circle(self.centre, radius, Some(fill.into()), None));
    }

    fn ring(&self, radius: f64, fill: Option<Ink>, stroke: Stroke, out: Out<'_>) {
        out(Shape::Circle(self.centre, radius, fill.map(Colour::from), Some(stroke)));
    }

    /// The corners of a square inside this one, this far from its edges.
    fn inner(&self, inset: f64) -> [Point; 2] {
        let half = self.side / 2.0 - inset;
        [-half, half].map(|shift| self.centre.map(|middle| middle + shift))
    }

    fn fill(&self, colour: impl Into<Colour>, out: Out<'_>) {
        out(Shape::Rect(self.inner(0.0), 0.0, Some(colour.into()), None));
    }

    fn frame(&self, inset: f64, round: f64, stroke: Stroke, out: Out<'_>) {
        out(Shape::Rect(self.inner(inset), round, None, Some(stroke)));
    }

    fn write(&self, text: &dyn ToString, size: f64, colour: Ink, out: Out<'_>) {
        out(Shape::Text(text.to_string(), self.centre, size.max(8.0), colour.into()));
    }
}

/// What a square can show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mark {
    Knight,
    /// A visited square with its number, if there is room for it.
    Stamp(u32),
    /// A visited square, with the colour of its number only.
    Disc(u32),
    /// The first square of a finished tour, with its stamp if it has a number.
    First(Option<u32>),
    /// The last square of a finished tour, with its stamp if it has a number.
    Last(Option<u32>),
    /// A piece of a line, in a legend.
    Line(Line),
    /// Something is wrong with a square.
    Wrong,
    /// A message of a game is about this square.
    Pointed,
    /// Where a game was lost: a tour was still possible from there, or the move there lost it.
    TurningPoint {
        is_lost: bool,
    },
    /// Edges that moves may cross, in a legend.
    Wrapped,
    /// Pieces in colours of their own, in a legend.
    Pieces,
    /// A strong move and a weak one, in a legend.
    Glow,
    /// A square that the knight can reach.
    Dot,
    /// A square that could come next, with its onward moves.
    Choice(Option<u8>, ChoiceState),
    /// The knight has just stepped back from there.
    SteppedBack,
    /// The same with the way back, in a legend.
    Retreat,
    /// No tour can start there.
    NoStart,
    /// Whether a tour can start there, on the map of starts.
    Start(Decided),
    /// Whether a tour can follow after a square that a game asked about, as its background.
    Finish(Decided),
    /// The tour must end there.
    End,
    Hole,
    /// Visits, from few to many, in a legend.
    Heat,
    /// The keyboard's cursor.
    Cursor,
    /// The number of a move.
    Number(u32),
}

impl Mark {
    pub fn draw(self, place: Place, out: Out<'_>) {
        let Place { side, line, .. } = place;
        match self {
            Mark::Knight => out(Shape::Knight(place.centre, side * 0.84)),
            Mark::Stamp(number) => {
                Mark::Disc(number).draw(place, out);
                if side >= 20.0 {
                    let font = place.stamp.font(side, number as usize);
                    place.write(&number, font, Ink::Text, out);
                }
            }
            Mark::Disc(number) => {
                let stroke = Stroke::new(line, Ink::Path(number.saturating_sub(1) as usize));
                place.ring(side * place.stamp.radius, Some(Ink::Stamp), stroke, out);
            }
            Mark::First(number) => {
                stamp(place, number, out);
                let radius = (side * place.stamp.around[0]).max(4.0);
                place.ring(radius, None, around_end(place), out);
            }
            Mark::Last(number) => {
                stamp(place, number, out);
                let stroke = around_end(place);
                let half = (side * place.stamp.around[1]).max(4.0) + stroke.width / 2.0;
                let round = side * 0.06 + stroke.width / 2.0;
                place.frame(side / 2.0 - half, round, stroke, out);
            }
            Mark::Line(kind) => place.diagonal(0.5, kind.stroke(side, line), out),
            Mark::Wrong => {
                let stroke = Stroke::new((line * 0.8).max(1.0), Ink::Wrong);
                place.ring((side * 0.17).max(1.5), Some(Ink::Under), stroke, out);
            }
            Mark::Pointed => frame(place, Ink::Retreat, out),
            Mark::TurningPoint { is_lost } => {
                let start = if is_lost { Decided::No(()) } else { Decided::Yes(()) };
                frame(place, ink_of(start), out);
                Mark::Start(start).draw(place.corner(0.4), out);
            }
            Mark::Wrapped => wrapped_edges(place.inner(0.0), place.inner(0.0), out),
            Mark::Pieces => {
                for (piece, down) in [(1, -0.25), (2, 0.0), (3, 0.25)] {
                    place.level(down, Stroke::new(line, Ink::Piece(piece)), out);
                }
            }
            Mark::Glow => {
                for (strength, down) in [(255, -0.2), (76, 0.2)] {
                    place.level(down, Line::Glow(strength).stroke(side, line), out);
                }
            }
            Mark::Dot => place.disc(side * 0.13, Ink::Path(0), out),
            Mark::Choice(onward, state) => choice(place, onward, state, out),
            Mark::SteppedBack => {
                place.ring((side * 0.125).max(2.0), None, Stroke::new(line, Ink::Retreat), out);
            }
            Mark::Retreat => {
                let way = [place.at(-0.5, 0.5), place.centre];
                out(Shape::Line(way, Line::Retreat.stroke(side, line)));
                place.ring(side * 0.2, Some(Ink::Under), Stroke::new(line, Ink::Retreat), out);
            }
            Mark::NoStart => hatch(place, out),
            Mark::Start(start) => can_start(place, start, out),
            Mark::Finish(finish) => place.fill(ink_of(finish).faint(0.22), out),
            Mark::End => {
                // Relatively thicker on small squares.
                let width = (side * 0.05).max((side * 0.08).min(2.0)).clamp(1.0, 4.0);
                place.frame(side * 0.06, 2.0, Stroke::new(width, Ink::Good), out);
            }
            Mark::Hole => place.fill(Ink::Hole, out),
            Mark::Heat => heat(place, out),
            Mark::Cursor => {
                let width = (side * 0.06).clamp(1.5, 4.0);
                place.frame(0.0, 3.0, Stroke::new(width, Ink::Text), out);
                place.frame(width, 2.0, Stroke::new(width / 2.0, Ink::Outline), out);
            }
            Mark::Number(number) => {
                place.disc(side * 0.4, Ink::Path(0), out);
                place.write(&number, side * 0.6, Ink::OnPath, out);
            }
        }
    }
}

/// The stamp of a square, if it has a number.
fn stamp(place: Place, number: Option<u32>, out: Out<'_>) {
    if let Some(number) = number {
        Mark::Stamp(number).draw(place, out);
    }
}

fn around_end(place: Place) -> Stroke {
    let most = (place.line * 4.0 / 3.0).max(6.0);
    Stroke::new((place.side * 0.055).clamp(2.5, most), Ink::Good)
}

fn frame(place: Place, ink: Ink, out: Out<'_>) {
    let stroke = Stroke::new((place.side * 0.06).clamp(1.5, 5.0), ink);
    place.frame(place.side * 0.06, 4.0, stroke, out);
}

/// A square that could come next: its onward moves, or a dot if they are not counted. The one that is
/// chosen has a frame.
fn choice(place: Place, onward: Option<u8>, state: ChoiceState, out: Out<'_>) {
    let side = place.side;
    let width = (side * 0.045).clamp(1.5, 5.0);
    let (ink, fill) = match state {
        ChoiceState::Open => (Ink::Text, Ink::Stamp),
        ChoiceState::Chosen => (Ink::OnAccent, Ink::Accent),
        ChoiceState::Tried | ChoiceState::CutOff => (Ink::SoftText, Ink::Stamp),
    };
    match state {
        ChoiceState::Open => {}
        ChoiceState::Chosen => place.frame(0.0, side * 0.08, Stroke::new(width, Ink::Accent), out),
        ChoiceState::Tried => place.cross(0.2, Stroke::new(width, Ink::SoftText), out),
        ChoiceState::CutOff => place.diagonal(0.24, Stroke::new(width, Ink::Retreat), out),
    }
    match (onward, state) {
        (Some(onward), _) => pill(place, onward, ink, fill, out),
        (None, ChoiceState::Open) => place.disc((side * 0.08).max(2.0), Ink::Text, out),
        (None, ChoiceState::Chosen) => place.disc((side * 0.1).max(2.0), Ink::Accent, out),
        (None, ChoiceState::Tried | ChoiceState::CutOff) => {}
    }
}

/// An arrow and a number in the upper right corner of a square, which no stamp looks like. Small squares
/// have no room for the arrow.
fn pill(place: Place, number: u8, ink: Ink, fill: Ink, out: Out<'_>) {
    const SMALLEST_WITH_ARROW: f64 = 34.0;
    let [_, far] = place.inner(0.0);
    let height = (place.side * 0.26).max(11.0);
    let arrow = if place.side < SMALLEST_WITH_ARROW { 0.0 } else { height * 0.5 };
    let (width, gap) = (height * 1.1 + arrow, place.side * 0.04);
    let [right, top] = [far[0] - gap, far[1] - place.side + gap];
    let middle = top + height / 2.0;
    let corners = [[right - width, top], [right, top + height]];
    out(Shape::Rect(corners, height / 2.0, Some(fill.into()), None));
    if arrow > 0.0 {
        let stroke = Stroke::new((height * 0.09).max(1.0), ink);
        let tip = right - width + height * 0.3 + arrow;
        let barb = height * 0.16;
        out(Shape::Line([[tip - arrow, middle], [tip, middle]], stroke));
        let head = [[tip - barb, middle - barb], [tip, middle], [tip - barb, middle + barb]];
        out(Shape::Bend(head, stroke));
    }
    let centre = [right - height * 0.55, middle];
    out(Shape::Text(number.to_string(), centre, height * 0.78, ink.into()));
}

fn ink_of(start: Decided) -> Ink {
    match start {
        Decided::Yes(()) => Ink::Good,
        Decided::No(()) => Ink::Retreat,
        Decided::Unknown => Ink::SoftText,
    }
}

/// Whether a tour can start at a square, or follow after it: a tick, a cross or a question mark.
fn can_start(place: Place, start: Decided, out: Out<'_>) {
    let stroke = Stroke::new((place.side * 0.07).clamp(1.5, 6.0), ink_of(start));
    match start {
        Decided::Yes(()) => {
            let points = [place.at(-0.19, 0.01), place.at(-0.06, 0.15), place.at(0.19, -0.15)];
            out(Shape::Bend(points, stroke));
        }
        Decided::No(()) => place.cross(0.168, stroke, out),
        Decided::Unknown => place.write(&"?", place.side * 0.5, Ink::Text, out),
    }
}

/// Diagonal lines over a square.
fn hatch(place: Place, out: Out<'_>) {
    // Thin lines need more strength.
    let strength = if place.side < 40.0 { 0.4 } else { 0.28 };
    let width = (place.side * 0.03).clamp(0.75, 2.0);
    let stroke = Stroke::new(width, Ink::Text.faint(strength));
    for part in [0.25, 0.5, 0.75] {
        let (far, near) = (part - 0.5, -0.5);
        out(Shape::Line([place.at(far, near), place.at(near, far)], stroke));
        out(Shape::Line([place.at(-far, -near), place.at(-near, -far)], stroke));
    }
}

fn heat(place: Place, out: Out<'_>) {
    const PARTS: i32 = 6;
    for part in 0..PARTS {
        let right = |part: i32| f64::from(part) / f64::from(PARTS) - 0.5;
        let corners = [place.at(right(part), -0.5), place.at(right(part + 1), 0.5)];
        let fill = Some(Ink::Heat(part as f32 / (PARTS - 1) as f32).into());
        out(Shape::Rect(corners, 0.0, fill, None));
    }
}

/// The visible part of the dashed edges of a board between these corners: what leaves the board there
/// comes in again on the other side.
pub fn wrapped_edges(board: [Point; 2], seen: [Point; 2], out: Out<'_>) {
    let [min, max] = board;
    let (edge_min, edge_max) = (min.map(|at| at + 1.5), max.map(|at| at - 1.5));
    let [left, top] = [0, 1].map(|way| edge_min[way].max(seen[0][way]));
    let [right, bottom] = [0, 1].map(|way| edge_max[way].min(seen[1][way]));
    let lines = [
        (edge_min[1] == top, [[left, top], [right, top]]),
        (edge_max[1] == bottom, [[left, bottom], [right, bottom]]),
        (edge_min[0] == left, [[left, top], [left, bottom]]),
        (edge_max[0] == right, [[right, top], [right, bottom]]),
    ];
    let dash = ((max[0] - min[0]) * 0.02).clamp(3.0, 10.0);
    let stroke = Stroke { dashes: Some([dash, dash]), ..Stroke::new(3.0, Ink::Path(0)) };
    for (_, ends) in lines.into_iter().filter(|(is_seen, _)| *is_seen) {
        out(Shape::Line(ends, stroke));
    }
}
