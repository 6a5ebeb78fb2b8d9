//! The squares themselves: their colours, the heat of their visits, and the names at the edges.

use std::ops::Range;

use egui::epaint::Mesh;
use egui::{
    Align2, Color32, ColorImage, FontId, Painter, Pos2, Rect, Shape, Stroke, TextureFilter,
    TextureHandle, TextureOptions, Ui, pos2, vec2,
};

use crate::app::board::transform::EDGE_WIDTH;
use crate::app::board::{BoardView, GIANT_SQUARES, SCALE_WIDTH, Scene};
use crate::app::widgets::theme::{self, PathColour};
use crate::board::{Board, Square};
use crate::session::{BoardVersion, State};
use crate::text::round_step;

/// This many squares are painted quickly enough for every frame.
const MAX_SQUARES: usize = 250_000;
/// Of larger parts of a board, this many squares are brought up to date in one frame.
const BAND_SQUARES: usize = 150_000;
/// Below this side, in pixels, light and dark squares have the same colour.
const MIN_CHECKERED: f32 = 2.0;
const GRADIENT_LEVELS: u64 = 1_024;

pub(super) struct SquaresTexture {
    key: PictureKey,
    /// What it shows, except in the bands that are still to be brought up to date.
    edition: BoardVersion,
    handle: TextureHandle,
    next_band: u32,
    old_bands: u32,
}

impl SquaresTexture {
    fn bands(&self) -> u32 {
        let (rows, cols) = &self.key.place;
        let lines = rows.len().div_ceil(self.key.grain as usize);
        (rows.len() * cols.len()).div_ceil(BAND_SQUARES).clamp(1, lines.max(1)) as u32
    }
}

/// What a picture of the board was made for: its place and its looks. While they are the same, only
/// what has changed is painted again.
#[derive(PartialEq)]
struct PictureKey {
    place: (Range<u32>, Range<u32>),
    grain: u32,
    colour: PathColour,
    candidate: Option<usize>,
    /// The theme, and what is shown.
    flags: [bool; 7],
}

struct Dots<'a> {
    board: &'a Board,
    rows: Range<u32>,
    cols: Range<u32>,
    grain: u32,
    hole: Color32,
}

impl Dots<'_> {
    /// `colour` takes the index of a square, and 1 for dark squares.
    fn paint(&self, colour: impl Fn(usize, usize) -> Color32) -> ColorImage {
        let Dots { board, grain, .. } = *self;
        let size = [&self.cols, &self.rows].map(|range| range.len().div_ceil(grain as usize));
        let mut pixels = Vec::with_capacity(size[0] * size[1]);
        let at = |row: u32, col: u32| {
            let is_dark = (board.rows() - 1 - row + col).is_multiple_of(2);
            colour(row as usize * board.cols() as usize + col as usize, usize::from(is_dark))
        };
        if grain == 1 {
            for row in self.rows.clone() {
                pixels.extend(self.cols.clone().map(|col| at(row, col)));
            }
            self.holes(&mut pixels);
            return ColorImage::new(size, pixels);
        }
        let is_hole = |row, col| board.is_hole(Square::at(row * board.cols() + col));
        for row in self.rows.clone().step_by(grain as usize) {
            for col in self.cols.clone().step_by(grain as usize) {
                let (mut sum, mut many) = ([0; 3], 0);
                for row in row..(row + grain).min(self.rows.end) {
                    for col in col..(col + grain).min(self.cols.end) {
                        let colour = if is_hole(row, col) { self.hole } else { at(row, col) };
                        let [red, green, blue, _] = colour.to_array().map(u32::from);
                        sum = [sum[0] + red, sum[1] + green, sum[2] + blue];
                        many += 1;
                    }
                }
                let [red, green, blue] = sum.map(|sum| (sum / many) as u8);
                pixels.push(Color32::from_rgb(red, green, blue));
            }
        }
        ColorImage::new(size, pixels)
    }

    /// Paints the holes, where every square has a dot of its own.
    fn holes(&self, pixels: &mut [Color32]) {
        let (board, holes) = (self.board, self.board.holes());
        let place = |row: u32| holes.partition_point(|hole| board.row(*hole) < row);
        for hole in &holes[place(self.rows.start)..place(self.rows.end)] {
            let (row, col) = (board.row(*hole), board.col(*hole));
            if self.cols.contains(&col) {
                let line = (row - self.rows.start) as usize * self.cols.len();
                pixels[line + (col - self.cols.start) as usize] = self.hole;
            }
        }
    }
}

impl Scene<'_> {
    pub(super) fn square_colour(&self, square: Square) -> Color32 {
        if self.board.is_hole(square) {
            return self.colours.hole;
        }
        let is_dark = self.board.is_dark(square);
        let heat = self.heat_colour().map(|colour| colour(square.index(), usize::from(is_dark)));
        heat.unwrap_or(self.pair()[usize::from(is_dark)])
    }

    /// The colour of a square on the heat map, by its index and 1 for dark squares.
    fn heat_colour(&self) -> Option<impl Fn(usize, usize) -> Color32> {
        let (heat, visits) = (self.heat.as_ref()?, &self.frame?.counts.visits);
        Some(move |index: usize, dark| {
            theme::paint(heat.colour(visits.get(index).copied().unwrap_or(0), dark == 1))
        })
    }

    pub(super) fn squares(&self) {
        let mut mesh = Mesh::default();
        for square in self.transform.visible_squares(0) {
            mesh.add_colored_rect(self.transform.rect(square), self.square_colour(square));
        }
        self.painter.add(Shape::mesh(mesh));
    }

    /// The visible part as a picture with one dot for each square, or for `grain` squares in each direction
    /// where several fall on one pixel.
    pub(super) fn texture(&self, ui: &Ui, view: &mut BoardView) {
        let pixels = self.transform.side * self.painter.pixels_per_point();
        let grain = ((0.75 / pixels).ceil() as u32).max(1);
        let (rows, cols) = self.pictured();
        if rows.is_empty() || cols.is_empty() {
            return;
        }
        let key = PictureKey {
            place: (rows.clone(), cols.clone()),
            grain,
            colour: self.colour,
            candidate: self.candidate_shown,
            flags: [
                self.inks.dark,
                self.parts.stamps,
                self.heat.is_some(),
                self.is_flat(),
                self.has_lines(),
                self.has_stamps,
                self.shows_links(),
            ],
        };
        // Where dots are smaller than pixels, none may be left out.
        let minification =
            if pixels < 1.0 { TextureFilter::Linear } else { TextureFilter::Nearest };
        let options = TextureOptions { minification, ..TextureOptions::NEAREST };
        let edition = self.session.edition();
        let fits = |old: &SquaresTexture| old.key == key && old.edition.shows_same_search(&edition);
        let texture = match view.texture.take() {
            Some(mut old) if fits(&old) => {
                if old.edition != edition {
                    old.edition = edition;
                    old.old_bands = old.bands();
                }
                if old.old_bands > 0 {
                    self.renew_band(&mut old, options);
                    if old.old_bands > 0 {
                        ui.ctx().request_repaint();
                    }
                }
                old
            }
            _ => {
                let image = self.picture(rows.clone(), cols.clone(), grain);
                let handle = ui.ctx().load_texture("board", image, options);
                SquaresTexture { key, edition, handle, next_band: 0, old_bands: 0 }
            }
        };
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let dots = |range: &Range<u32>| (range.end - range.start).div_ceil(grain) * grain;
        let corner = self.transform.at(rows.start as f32, cols.start as f32);
        let size = vec2(dots(&cols) as f32, dots(&rows) as f32) * self.transform.side;
        let board = self.painter.clip_rect().intersect(self.transform.board());
        let painter =
            if grain > 1 { self.painter.with_clip_rect(board) } else { self.painter.clone() };
        painter.image(texture.handle.id(), Rect::from_min_size(corner, size), uv, Color32::WHITE);
        view.texture = Some(texture);
    }

    /// The rows and columns in the picture: the visible ones, or all of them if that adds few, or if
    /// painting the visible ones again while panning would be slow.
    fn pictured(&self) -> (Range<u32>, Range<u32>) {
        let (rows, cols) = self.transform.visible();
        if self.board.size() <= GIANT_SQUARES || rows.len() * cols.len() > MAX_SQUARES {
            return (0..self.board.rows(), 0..self.board.cols());
        }
        (rows, cols)
    }

    /// Brings one band of a picture up to date: all of a large one at once would take too long.
    fn renew_band(&self, texture: &mut SquaresTexture, options: TextureOptions) {
        let (rows, cols) = texture.key.place.clone();
        let (grain, bands) = (texture.key.grain, texture.bands());
        let lines = (rows.end - rows.start).div_ceil(grain);
        let line = |band: u32| lines * band / bands;
        let (first, end) = (line(texture.next_band), line(texture.next_band + 1));
        let band = rows.start + first * grain..(rows.start + end * grain).min(rows.end);
        let image = self.picture(band, cols, grain);
        texture.handle.set_partial([0, first as usize], image, options);
        texture.next_band = (texture.next_band + 1) % bands;
        texture.old_bands -= 1;
    }

    /// The colours of light and dark squares, which are closer to each other where squares are small, so
    /// that the path stands out.
    fn pair(&self) -> [Color32; 2] {
        let [light, dark] = [false, true].map(|is_dark| self.colours.square(is_dark));
        if self.is_flat() {
            [theme::mix(light, dark, 0.5); 2]
        } else if self.has_stamps {
            [light, dark]
        } else {
            [light, theme::mix(dark, light, 0.6)]
        }
    }

    /// Whether squares are so small that light and dark ones would make moiré patterns. All have one colour
    /// then.
    fn is_flat(&self) -> bool {
        self.transform.side * self.painter.pixels_per_point() < MIN_CHECKERED
    }

    /// The colours of squares, with one dot for `grain` of them in each direction: plain, or their heat; darker
    /// where no tour can start; tinted along the path, faint at its start and strong at its end.
    pub(super) fn picture(&self, rows: Range<u32>, cols: Range<u32>, grain: u32) -> ColorImage {
        let pairs = self.pair();
        let is_ready =
            self.session.state() == State::Ready && self.session.starts().is_any_refused();
        let refused = pairs.map(|colour| theme::mix(colour, self.colours.ink, 0.22));
        let own = |index: usize, dark: usize| {
            let is_refused = is_ready && self.session.starts().is_refused(Square::at(index as u32));
            if is_refused { refused[dark] } else { pairs[dark] }
        };
        let dots = Dots { board: self.board, rows, cols, grain, hole: self.colours.hole };
        if let Some(colour) = self.heat_colour() {
            return dots.paint(colour);
        }
        let is_tinted = self.path.is_empty() && !self.shows_links();
        if let Some(overlay) = self.drawn().filter(|_| is_tinted) {
            let pieces: [[Color32; 2]; 8] = std::array::from_fn(|piece| {
                let colour = theme::piece(piece as u32 + 1, self.inks.dark);
                pairs.map(|pair| theme::mix(pair, colour, 0.6))
            });
            return dots.paint(|index, dark| {
                let is_linked = overlay.links.get(index).is_some_and(|links| *links != 0);
                match overlay.pieces.get(index).copied().unwrap_or(u32::from(is_linked)) {
                    0 => own(index, dark),
                    piece => pieces[(piece as usize - 1) % pieces.len()][dark],
                }
            });
        }
        if self.has_lines() {
            return dots.paint(own);
        }
        let shades = self.shades(pairs);
        let length = self.path.len() as u32;
        dots.paint(|index, dark| match self.path_index.raw(index) {
            number if number == 0 || number > length => own(index, dark),
            number => shades(number - 1)[dark],
        })
    }

    /// The colours of visited squares by their numbers, from 0, on light squares and on dark ones: a table,
    /// and the way to an index in units of 2⁻³².
    fn shades(&self, pairs: [Color32; 2]) -> impl Fn(u32) -> [Color32; 2] + use<> {
        let colours: Vec<[Color32; 2]>;
        let (first, step);
        if self.colour == PathColour::Gradient {
            let last = self.board.squares_to_visit().saturating_sub(1).max(1) as u64;
            let colour = |level: u64| {
                let share = level as f32 / (GRADIENT_LEVELS - 1) as f32;
                [theme::paint(self.colour.line(share.min(1.0), self.inks.dark)); 2]
            };
            colours = (0..=GRADIENT_LEVELS).map(colour).collect();
            (first, step) = (1 << 31, ((GRADIENT_LEVELS - 1) << 32) / last);
        } else {
            let strongest: u64 = if self.parts.stamps { 243 } else { 90 };
            let path = self.line_colour(0).to_array().map(u32::from);
            let mixed = |pair: Color32, share: u32| {
                let own = pair.to_array().map(u32::from);
                let part = |i: usize| ((own[i] * (256 - share) + path[i] * share) >> 8) as u8;
                Color32::from_rgb(part(0), part(1), part(2))
            };
            let shades = 0..=strongest as u32;
            colours = shades.map(|share| pairs.map(|pair| mixed(pair, share))).collect();
            step = ((4 * strongest) << 32) / (5 * self.path.len().max(1) as u64);
            first = (strongest << 32) / 5 + step;
        }
        move |number| {
            let level = ((first + u64::from(number) * step) >> 32) as usize;
            colours[level.min(colours.len() - 1)]
        }
    }

    pub(super) fn coordinates(&self, painter: &Painter) {
        let (transform, area) = (&self.transform, self.transform.area);
        let most = if self.seen.display.presenting { 17.0 } else { 12.0 };
        let size = (transform.side * 0.3).clamp(9.0, most);
        let label = |x: f32, y: f32, text: String| {
            let (font, ink) = (FontId::proportional(size), self.colours.soft_ink);
            painter.text(pos2(x, y), Align2::CENTER_CENTER, text, font, ink);
        };
        let step = |points: f32| round_step((points / transform.side).ceil().max(1.0) as u32);
        let [row_step, col_step] = [14.0, 24.0].map(step);
        let (rows, cols) = transform.visible();
        for row in rows.filter(|row| row % row_step == 0) {
            let y = transform.at(row as f32 + 0.5, 0.0).y;
            if area.y_range().contains(y) {
                // The topmost is not cut off where squares are smaller than letters.
                let y = y.max(area.top() + size * 0.4);
                let name = self.session.naming().row(self.board, row);
                label(area.left() - EDGE_WIDTH * 0.55, y, name);
            }
        }
        for col in cols.filter(|col| col % col_step == 0) {
            let x = transform.at(0.0, col as f32 + 0.5).x;
            if area.x_range().contains(x) {
                let name = self.session.naming().col(self.board, col);
                label(x, area.bottom() + EDGE_WIDTH * 0.5, name);
            }
        }
    }

    pub(super) fn scale(&self, painter: &Painter) {
        let Some(heat) = &self.heat else { return };
        let area = self.transform.area;
        let height = (area.height() * 0.5).clamp(60.0, 180.0);
        let centre = pos2(area.right() + SCALE_WIDTH / 2.0 - 4.0, area.center().y);
        let bar = Rect::from_center_size(centre, vec2(12.0, height));
        let mut mesh = Mesh::default();
        let each = height / 32.0;
        for part in 0..32 {
            let corner = pos2(bar.left(), bar.top() + each * part as f32);
            let rect = Rect::from_min_size(corner, vec2(bar.width(), each + 0.5));
            mesh.add_colored_rect(rect, theme::cividis((31 - part) as f32 / 31.0));
        }
        painter.add(Shape::mesh(mesh));
        let stroke = Stroke::new(1.0, self.colours.line);
        painter.rect_stroke(bar, 0.0, stroke, egui::StrokeKind::Outside);
        let text = |at: Pos2, text: &str| {
            let (font, ink) = (FontId::proportional(11.0), self.colours.soft_ink);
            painter.text(at, Align2::CENTER_CENTER, text, font, ink);
        };
        text(bar.center_top() - vec2(0.0, 38.0), "visits,");
        text(bar.center_top() - vec2(0.0, 25.0), "log scale");
        text(bar.center_top() - vec2(0.0, 10.0), &heat.most_in_short());
        text(bar.center_bottom() + vec2(0.0, 10.0), "0");
    }
}
