//! The board, with as much detail as the squares have room for.

use egui::epaint::Mesh;
use egui::{
    Align2, Color32, ColorImage, FontFamily, FontId, Painter, Pos2, Rect, Response, Sense, Shape,
    Stroke, TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, pos2, vec2,
};

use super::command::Command;
use super::sprite::{self, Sprite, soft_line, thin_line};
use super::theme::{self, Palette, PathColour};
use super::transform::{EDGE, Transform};
use super::{App, Parts, Tool, knight};
use crate::board::{Board, MoveOrder, Square};
use crate::engine::{Moment, Speed, View};
use crate::session::{Session, State};
use crate::solver::Event;
use crate::text::{counted, grouped, round_step};
use crate::tour::Tour;

/// Room for the scale of the heat map.
const SCALE: f32 = 64.0;
/// Stamps and numbers need squares of this size, and not too many of them.
const STAMP_SQUARE: f32 = 15.0;
const MOST_STAMPS: usize = 900;
/// The side of the picture of a stamp, as a share of a square.
const STAMP_PICTURE: f32 = 0.64;
/// Lines need squares of this size; of very long paths the newest moves are drawn.
const LINE_SQUARE: f32 = 4.0;
const MOST_LINES: usize = 3_000;
/// A square never grows beyond this by zooming.
const MOST_ZOOM: f32 = 90.0;
/// The knight can be seen on the smallest squares too.
const LEAST_KNIGHT: f32 = 14.0;
/// The knight glides up to this speed, in steps a second.
const GLIDE: u32 = 20;

/// A knight on its way between two squares.
#[derive(Clone, Copy)]
struct Glide {
    from: Square,
    to: Square,
    began: f64,
    seconds: f64,
}

/// What the board keeps from frame to frame.
#[derive(Default)]
pub(super) struct BoardView {
    zoom: Option<f32>,
    pan: Vec2,
    size: (u32, u32),
    last: Option<Transform>,
    knight: Sprite,
    stamp: Sprite,
    glide: Option<Glide>,
    /// The step and the head that were shown last.
    shown: Option<(u64, Option<Square>)>,
    /// The row and column that the arrow keys have come to, and the board's name to egui.
    cursor: (u32, u32),
    id: Option<egui::Id>,
    texture: Option<TextureHandle>,
    /// Only the board, without words for whoever uses it.
    bare: bool,
}

impl BoardView {
    /// For a picture.
    pub(super) fn bare() -> BoardView {
        BoardView { bare: true, ..BoardView::default() }
    }

    /// Shows the whole board.
    pub(super) fn fit(&mut self) {
        self.zoom = None;
        self.pan = Vec2::ZERO;
    }

    /// Shows the whole board if it has another size than before.
    pub(super) fn fit_if_other(&mut self, board: &Board) {
        if self.size != (board.rows(), board.cols()) {
            self.size = (board.rows(), board.cols());
            self.fit();
        }
    }

    /// Another search is on the board: its first step is no step of the last one.
    pub(super) fn forget(&mut self) {
        self.shown = None;
        self.glide = None;
    }

    /// Whether the arrow keys belong to the board now.
    pub(super) fn has_focus(&self, ctx: &egui::Context) -> bool {
        self.id.is_some() && ctx.memory(egui::Memory::focused) == self.id
    }

    /// Whether this is the board's name to egui.
    pub(super) fn is(&self, id: egui::Id) -> bool {
        self.id == Some(id)
    }

    /// The square under the cursor.
    fn cursor_on(&self, board: &Board) -> Square {
        let (row, col) = self.cursor;
        let square = board.square(row.min(board.rows() - 1), col.min(board.cols() - 1));
        square.unwrap_or(Square::at(0))
    }

    /// Moves the cursor with the arrow keys.
    fn move_cursor(&mut self, ui: &Ui, response: &Response, board: &Board) {
        use egui::Key;
        let keys = egui::EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..egui::EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, keys));
        let pressed = |key| ui.input(|input| input.num_presses(key)) as u32;
        let moved = |at: u32, more: u32, less: u32, side: u32| {
            (at.min(side - 1) + more).saturating_sub(less).min(side - 1)
        };
        let (row, col) = self.cursor;
        let row = moved(row, pressed(Key::ArrowDown), pressed(Key::ArrowUp), board.rows());
        let col = moved(col, pressed(Key::ArrowRight), pressed(Key::ArrowLeft), board.cols());
        self.cursor = (row, col);
    }

    pub(super) fn is_zoomed(&self) -> bool {
        self.zoom.is_some()
    }

    pub(super) fn place_of(&self, square: Square) -> Option<Pos2> {
        self.last.map(|transform| transform.centre(square))
    }

    /// Zooms with the wheel and pans by dragging.
    fn move_about(
        &mut self,
        ui: &Ui,
        response: &Response,
        board: &Board,
        place: Rect,
        edges: bool,
    ) -> Transform {
        let fit = Transform::new(board, place, edges, 1.0, Vec2::ZERO);
        let most = (MOST_ZOOM / fit.side).max(1.0);
        let scroll = match response.hovered() {
            true => {
                ui.input(|input| input.smooth_scroll_delta().y / 240.0 + input.zoom_delta().ln())
            }
            false => 0.0,
        };
        if scroll != 0.0
            && let Some(pointer) = response.hover_pos()
        {
            let before = Transform::new(board, place, edges, self.zoom.unwrap_or(1.0), self.pan);
            let zoom = (self.zoom.unwrap_or(1.0) * scroll.exp()).clamp(1.0, most);
            let at = (pointer - before.origin) / before.side;
            self.zoom = (zoom > 1.001).then_some(zoom);
            // What is under the pointer stays there.
            let after = Transform::new(board, place, edges, zoom, Vec2::ZERO);
            self.pan = pointer - at * after.side - after.origin;
        }
        if response.dragged() && self.is_zoomed() {
            self.pan += response.drag_delta();
        }
        let zoom = self.zoom.unwrap_or(1.0).min(most);
        let size = fit.board().size() * zoom;
        let spare = ((size - place.size()) / 2.0).max(Vec2::ZERO)
            + Vec2::splat(if self.is_zoomed() { EDGE } else { 0.0 });
        self.pan = self.pan.clamp(-spare, spare);
        if !self.is_zoomed() {
            self.pan = Vec2::ZERO;
        }
        Transform::new(board, place, edges, zoom, self.pan)
    }

    /// Notices a step, and lets the knight glide where it is slow enough to be seen.
    fn notice(&mut self, moment: Option<&Moment>, transform: &Transform, speed: Speed, now: f64) {
        let Some(moment) = moment else {
            self.shown = None;
            self.glide = None;
            return;
        };
        let head = moment.visible().last().copied();
        let shown = (moment.step, head);
        if self.shown == Some(shown) {
            return;
        }
        let before = self.shown.replace(shown);
        self.glide = None;
        let rate = speed.steps_per_second().filter(|rate| *rate <= GLIDE || !moment.playing);
        if let (Some((step, Some(from))), Some(to), Some(rate)) = (before, head, rate)
            && step.abs_diff(moment.step) == 1
            && from != to
        {
            let plain = transform.ends(from, to)[1].is_none();
            let seconds = (0.8 / f64::from(rate.max(3))).min(0.28);
            self.glide = plain.then_some(Glide { from, to, began: now, seconds });
        }
    }
}

/// What is painted, and with what.
struct Scene<'a> {
    session: &'a Session,
    board: &'a Board,
    moment: Option<&'a Moment>,
    tour: Option<&'a Tour>,
    path: &'a [Square],
    parts: Parts,
    transform: Transform,
    colours: &'static Palette,
    /// What the path is painted with, in light or in dark.
    colour: PathColour,
    dark: bool,
    painter: Painter,
    /// The squares are large enough, and few enough, for stamps.
    close: bool,
    /// The visits to the square that was visited most.
    most_visits: u64,
}

impl App {
    pub(super) fn board(&mut self, ui: &mut Ui) {
        let whole = ui.max_rect();
        let response = ui.allocate_rect(whole, Sense::click_and_drag());
        let setup = self.session.setup();
        let board = &setup.board;
        let edges = self.parts.coordinates;
        let mut place = whole;
        if self.parts.heat_map && self.session.moment().is_some() {
            // Where there is no room beside the board for the scale, it is made.
            let fit = Transform::new(board, place, edges, 1.0, Vec2::ZERO).board();
            let taken = if self.board.is_zoomed() { place.width() } else { fit.width() };
            let spare = (place.width() - EDGE - taken) / 2.0;
            place.set_right(place.right() - (SCALE - spare).max(0.0));
        }
        let transform = self.board.move_about(ui, &response, board, place, edges);
        let now = ui.input(|input| input.time);
        let speed = if self.reduced_motion { Speed::UNLIMITED } else { self.session.speed() };
        self.board.notice(self.session.moment(), &transform, speed, now);
        self.board.last = Some(transform);
        let (rows, cols) = transform.visible();
        let many = rows.len() * cols.len();
        let moment = self.session.moment();
        let scene = Scene {
            session: &self.session,
            board,
            moment,
            tour: self.session.watched().and_then(|watched| watched.tour.as_ref()),
            path: self.session.path(),
            parts: self.parts,
            transform,
            colours: theme::of(ui),
            colour: self.path_colour,
            dark: ui.visuals().dark_mode,
            painter: ui.painter_at(transform.area.expand(1.0)),
            close: transform.side >= STAMP_SQUARE && many <= MOST_STAMPS,
            most_visits: moment
                .and_then(|moment| moment.counts.visits.iter().copied().max())
                .unwrap_or(0),
        };
        scene.paint(ui, &mut self.board, now);
        if edges {
            scene.coordinates(&ui.painter_at(place.expand(theme::GAP)));
        }
        let hovered = response.hover_pos().and_then(|at| transform.square_at(board, at));
        scene.hover(ui, &response, hovered, self.tool);
        scene.words(ui, whole, &response, self.tool, self.board.bare);
        let focused = response.has_focus();
        if focused {
            self.board.move_cursor(ui, &response, board);
            scene.cursor(self.board.cursor_on(board));
        }
        self.board.id = Some(response.id);
        if response.clicked() && !self.popup_was_open {
            // Without a pointer it was the Enter key, at the cursor.
            let square = match response.interact_pointer_pos() {
                Some(at) => transform.square_at(board, at),
                None => Some(self.board.cursor_on(board)),
            };
            self.commands.extend(square.map(Command::Click));
        }
        let chosen = scene.speak(ui, response.id);
        self.commands.extend(chosen.map(Command::Click));
        let label = match focused {
            true => format!("Board, {}", scene.spoken(self.board.cursor_on(board))),
            false => "Board".to_owned(),
        };
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, &label));
    }
}

impl App {
    /// The colours of all squares where the heat map is shown; else nothing.
    pub(super) fn board_colours(&self, dark: bool) -> Vec<Color32> {
        let Some(moment) = self.session.moment().filter(|_| self.parts.heat_map) else {
            return Vec::new();
        };
        let visits = &moment.counts.visits;
        let most = visits.iter().copied().max().unwrap_or(0).max(1);
        let board = &self.session.setup().board;
        let colours = theme::palette(dark);
        let pair = [colours.light_square, colours.dark_square];
        let colour = |(index, visits): (usize, &u64)| {
            let square = Square::at(index as u32);
            let base = pair[(board.row(square) + board.col(square)) as usize % 2];
            heated(base, heat_of(*visits, most))
        };
        visits.iter().enumerate().map(colour).collect()
    }

    /// What the colours of the heat map mean, from no visits to the most, and how many those are.
    pub(super) fn heat_scale(&self) -> Option<(Vec<Color32>, String)> {
        let moment = self.session.moment().filter(|_| self.parts.heat_map)?;
        let most = moment.counts.visits.iter().copied().max().filter(|most| *most > 0)?;
        let colours = (0..32).map(|part| theme::cividis(part as f32 / 31.0));
        Some((colours.collect(), in_short(most)))
    }

    /// Where the last step came back from, if it was a retreat.
    pub(super) fn retreat_shown(&self) -> Option<Square> {
        let (from, is_last) = self.session.moment().and_then(last_retreat)?;
        is_last.then_some(from)
    }
}

/// What a screen reader has clicked.
fn clicked_node(event: &egui::Event) -> Option<egui::accesskit::NodeId> {
    match event {
        egui::Event::AccessKitActionRequest(request)
            if request.action == egui::accesskit::Action::Click =>
        {
            Some(request.target_node)
        }
        _ => None,
    }
}

impl Scene<'_> {
    fn paint(&self, ui: &Ui, view: &mut BoardView, now: f64) {
        if self.close {
            self.squares();
        } else {
            self.texture(ui, view);
        }
        self.hatch();
        self.start();
        self.end();
        if self.parts.lines {
            self.lines();
        }
        self.last_retreat();
        if self.parts.stamps && self.close {
            self.stamps(ui, view);
        }
        self.knight(ui, view, now);
        if matches!(self.session.state(), State::NoTour | State::GaveUp) {
            self.painter.rect_filled(
                self.transform.area,
                0.0,
                self.colours.ground.gamma_multiply(0.35),
            );
        }
    }

    fn is_done(&self) -> bool {
        self.tour.is_some_and(|tour| self.path.len() == tour.path().len())
    }

    /// Whether this is the deepest path of a search out of sight.
    fn is_hidden(&self) -> bool {
        self.moment.is_some_and(|moment| moment.view == View::Hidden)
    }

    /// The colour of a square, with the heat of its visits.
    fn square_colour(&self, square: Square) -> Color32 {
        if self.board.is_hole(square) {
            return self.colours.ground;
        }
        let (row, col) = self.transform.row_col(square);
        let base =
            if (row + col) % 2 == 0 { self.colours.light_square } else { self.colours.dark_square };
        match self.heat(square) {
            Some(heat) => heated(base, heat),
            None => base,
        }
    }

    /// From 0 for the fewest visits of all squares to 1 for the most, by their logarithms.
    fn heat(&self, square: Square) -> Option<f32> {
        let moment = self.moment.filter(|_| self.parts.heat_map)?;
        let most = self.most_visits;
        let visits = moment.counts.visits.get(square.index()).copied().unwrap_or(0);
        (most > 0).then(|| heat_of(visits, most))
    }

    /// Every square that can be seen, as one mesh.
    fn squares(&self) {
        let mut mesh = Mesh::default();
        for square in self.transform.visible_squares() {
            mesh.add_colored_rect(self.transform.rect(square), self.square_colour(square));
        }
        self.painter.add(Shape::mesh(mesh));
    }

    /// The board as a picture of one dot a square, where there are too many squares for more.
    fn texture(&self, ui: &Ui, view: &mut BoardView) {
        let size = [self.board.cols() as usize, self.board.rows() as usize];
        let pixels = self.picture();
        let image = ColorImage { size, source_size: vec2(size[0] as f32, size[1] as f32), pixels };
        match &mut view.texture {
            Some(texture) => texture.set(image, TextureOptions::NEAREST),
            None => {
                let texture = ui.ctx().load_texture("board", image, TextureOptions::NEAREST);
                view.texture = Some(texture);
            }
        }
        if let Some(texture) = &view.texture {
            let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            self.painter.image(texture.id(), self.transform.board(), uv, Color32::WHITE);
        }
    }

    /// The colour of every square: its own, or its heat; darker where no tour can start; and with the
    /// path's colour where it was visited, faint at first, strong in the end.
    fn picture(&self) -> Vec<Color32> {
        let cols = self.board.cols() as usize;
        let pair = [self.colours.light_square, self.colours.dark_square];
        let mut pixels: Vec<Color32> = match self.moment.filter(|_| self.parts.heat_map) {
            Some(moment) => self.heat_colours(&moment.counts.visits),
            None => (0..self.board.rows() as usize)
                .flat_map(|row| (0..cols).map(move |col| pair[(row + col) % 2]))
                .collect(),
        };
        if self.session.state() == State::Ready {
            for square in self.board.squares().filter(|square| self.session.is_refused(*square)) {
                let pixel = &mut pixels[square.index()];
                *pixel = theme::mix(*pixel, self.colours.ink, 0.22);
            }
        }
        for hole in self.board.holes() {
            pixels[hole.index()] = self.colours.ground;
        }
        if self.parts.heat_map {
            return pixels;
        }
        let strongest = if self.parts.stamps { 243 } else { 90 };
        let all = self.path.len().max(1);
        let gradient = self.colour == PathColour::Gradient;
        for (number, square) in self.path.iter().enumerate() {
            let path = self.line_colour(number).to_array().map(u32::from);
            if gradient {
                pixels[square.index()] = self.line_colour(number);
                continue;
            }
            let share = (strongest * (all + 4 * (number + 1)) / (5 * all)) as u32;
            let pixel = &mut pixels[square.index()];
            let own = pixel.to_array().map(u32::from);
            let mixed = |i: usize| ((own[i] * (256 - share) + path[i] * share) >> 8) as u8;
            *pixel = Color32::from_rgb(mixed(0), mixed(1), mixed(2));
        }
        pixels
    }

    fn heat_colours(&self, visits: &[u64]) -> Vec<Color32> {
        let scale: Vec<Color32> =
            (0..256_u16).map(|i| theme::cividis(f32::from(i) / 255.0)).collect();
        let most = (self.most_visits.max(1) as f32).ln_1p();
        let place = |visits: &u64| ((*visits as f32 + 1.0).ln() / most * 255.0) as usize;
        visits.iter().map(|visits| scale[place(visits).min(255)]).collect()
    }

    /// Marks the squares from which no tour can start.
    fn hatch(&self) {
        if !self.close || self.session.state() != State::Ready {
            return;
        }
        let colour = self.colours.ink.gamma_multiply(0.28);
        let stroke = Stroke::new((self.transform.side * 0.03).clamp(0.75, 2.0), colour);
        for square in self.transform.visible_squares() {
            if !self.session.is_refused(square) {
                continue;
            }
            let rect = self.transform.rect(square);
            for part in [0.25, 0.5, 0.75] {
                let side = self.transform.side;
                let lines = [
                    [rect.min + vec2(part * side, 0.0), rect.min + vec2(0.0, part * side)],
                    [rect.max - vec2(part * side, 0.0), rect.max - vec2(0.0, part * side)],
                ];
                for line in lines {
                    self.painter.line_segment(line, stroke);
                }
            }
        }
    }

    /// Marks where the search begins, as long as nothing stands there.
    fn start(&self) {
        let Some(watched) = self.session.watched().filter(|_| self.path.is_empty()) else { return };
        let centre = self.transform.centre(watched.puzzle.start());
        let stroke = Stroke::new(self.line_width(), self.line_colour(0));
        self.painter.circle_stroke(centre, (self.transform.side * 0.27).max(3.0), stroke);
    }

    /// Marks where the tour has to end.
    fn end(&self) {
        let goal = match self.session.watched() {
            Some(watched) => watched.puzzle.goal(),
            None => self.session.setup().goal,
        };
        if let crate::puzzle::Goal::End(end) = goal {
            let rect = self.transform.rect(end).shrink(self.transform.side * 0.06);
            let stroke =
                Stroke::new((self.transform.side * 0.05).clamp(1.0, 4.0), self.colours.good);
            self.painter.rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
        }
    }

    /// The colour of the path at its square of this number, from 0.
    fn line_colour(&self, number: usize) -> Color32 {
        let last = self.board.squares_to_visit().saturating_sub(1).max(1);
        self.colour.line(number.min(last) as f32 / last as f32, self.dark)
    }

    fn line_width(&self) -> f32 {
        (self.transform.side * 3.0 / 80.0).clamp(0.6, 5.0)
    }

    /// The strength of a move: older ones fade to a third, and a finished tour is at full strength.
    fn strength(&self, number: usize) -> f32 {
        if self.is_done() {
            1.0
        } else if self.is_hidden() {
            0.35
        } else if self.colour == PathColour::Gradient {
            // The colours tell what is old.
            1.0
        } else {
            // The newest moves stand out.
            let age = (self.path.len() - number) as f32;
            (1.0 - (age - 1.0) / 24.0).clamp(0.34, 1.0)
        }
    }

    /// The moves near what can be seen: the newest of them, where there are very many.
    fn lines_in_sight(&self) -> Vec<(usize, &[Square])> {
        let (rows, cols) = self.transform.visible();
        // A move that crosses the edge begins or ends two squares away from it.
        let wide = |range: std::ops::Range<u32>| range.start.saturating_sub(2)..range.end + 2;
        let (rows, cols) = (wide(rows), wide(cols));
        let in_sight = |square: Square| {
            rows.contains(&self.board.row(square)) && cols.contains(&self.board.col(square))
        };
        let all = self.path.windows(2).enumerate().rev();
        let seen = all.filter(|(_, pair)| in_sight(pair[0]) || in_sight(pair[1]));
        let mut lines: Vec<_> = seen.take(MOST_LINES).collect();
        lines.reverse();
        lines
    }

    fn lines(&self) {
        if self.transform.side < LINE_SQUARE {
            return;
        }
        let width = self.line_width();
        let seen = self.transform.area.expand(self.transform.side * 2.5);
        let feather = 1.0 / self.painter.pixels_per_point();
        let (mut edges, mut mesh) = (Mesh::default(), Mesh::default());
        for (number, pair) in self.lines_in_sight() {
            let colour = self.line_colour(number + 1).gamma_multiply(self.strength(number + 2));
            for ends in self.transform.ends(pair[0], pair[1]).into_iter().flatten() {
                if !seen.contains(ends[0]) && !seen.contains(ends[1]) {
                    continue;
                }
                if self.close && self.parts.heat_map {
                    // A pale edge lifts the line off the dark end of the scale.
                    let pale = self.colours.knight_edge.gamma_multiply(0.45);
                    soft_line(&mut edges, ends, width * 2.0, feather, pale);
                }
                if self.close {
                    soft_line(&mut mesh, ends, width, feather, colour);
                } else {
                    thin_line(&mut mesh, ends, width, colour);
                }
            }
        }
        self.painter.add(Shape::mesh(edges));
        self.painter.add(Shape::mesh(mesh));
        self.closing_move();
    }

    /// The move that would close a closed tour, dashed.
    fn closing_move(&self) {
        let Some(tour) = self.tour.filter(|tour| tour.is_closed() && self.is_done()) else {
            return;
        };
        let (first, last) = (tour.path()[0], tour.path()[tour.path().len() - 1]);
        for ends in self.transform.ends(last, first).into_iter().flatten() {
            self.dashed(ends, self.line_colour(tour.path().len()));
        }
    }

    fn dashed(&self, ends: [Pos2; 2], colour: Color32) {
        let stroke = Stroke::new(self.line_width(), colour);
        let dash = (self.transform.side * 0.1).max(2.0);
        self.painter.extend(Shape::dashed_line(&ends, stroke, dash, dash * 0.7));
    }

    /// Where the knight has just come back from: in the last step, or where many are shown at once,
    /// in one of them.
    fn last_retreat(&self) {
        let Some((from, is_last)) = self.moment.and_then(last_retreat) else { return };
        if let Some(head) = self.path.last().filter(|_| is_last) {
            for ends in self.transform.ends(from, *head).into_iter().flatten() {
                self.dashed(ends, self.colour.retreat(self.dark));
            }
        }
        let stroke = Stroke::new(self.line_width(), self.colour.retreat(self.dark));
        let radius = (self.transform.side * 0.12).max(2.0);
        self.painter.circle_stroke(self.transform.centre(from), radius, stroke);
    }

    fn stamps(&self, ui: &Ui, view: &mut BoardView) {
        let digits = self.path.len().max(1).ilog10() + 1;
        let share = [0.30, 0.27, 0.22, 0.18, 0.145][(digits.min(5) - 1) as usize];
        let size = (self.transform.side * share).round();
        let font = FontId::new(size, FontFamily::Proportional);
        let numbers = self.parts.numbers && size >= 5.0;
        let faint = self.is_hidden();
        let knight = if self.is_done() || faint { None } else { self.path.last() };
        let strength = if faint { 0.45 } else { 1.0 };
        let edge = theme::mix(self.colours.stamp, self.line_colour(0), strength);
        let ink = theme::mix(self.colours.stamp, self.colours.ink, strength);
        // All stamps are quads with one picture on them: circles of lines cost ten times as much.
        let edge = if self.colour == PathColour::Gradient { self.colours.stamp } else { edge };
        let pair = [self.colours.stamp, edge];
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let scale = self.painter.pixels_per_point();
        let pixels = (self.transform.side * STAMP_PICTURE * scale).round().max(4.0) as usize;
        let make = || sprite::stamp(pixels, self.transform.side * scale, pair);
        let texture = view.stamp.texture(ui.ctx(), pixels, pair, make);
        let side = (self.transform.side * STAMP_PICTURE * scale).round() / scale;
        let mut mesh = Mesh::with_texture(texture);
        let seen = self.transform.area.expand(self.transform.side);
        let stamped = |square: &Square| {
            Some(square) != knight && seen.contains(self.transform.centre(*square))
        };
        // With a gradient no two rings are alike: discs in their colours lie under the picture.
        let gradient = self.colour == PathColour::Gradient;
        for (number, square) in self.path.iter().enumerate().filter(|(_, square)| stamped(square)) {
            if gradient {
                let radius = self.transform.side * (0.27 + 2.5 / 80.0);
                let ring = theme::mix(self.colours.stamp, self.line_colour(number), strength);
                self.painter.circle_filled(self.transform.centre(*square), radius, ring);
            }
            // On whole pixels, so that the picture stays sharp.
            let corner = (self.transform.centre(*square) - Vec2::splat(side / 2.0)) * scale;
            let rect = Rect::from_min_size(corner.round() / scale, Vec2::splat(side));
            mesh.add_rect_with_uv(rect, uv, Color32::WHITE);
        }
        self.painter.add(Shape::mesh(mesh));
        if !numbers {
            return;
        }
        for (number, square) in self.path.iter().enumerate().filter(|(_, square)| stamped(square)) {
            let centre = self.transform.centre(*square);
            self.painter.text(centre, Align2::CENTER_CENTER, number + 1, font.clone(), ink);
        }
    }

    fn knight(&self, ui: &Ui, view: &mut BoardView, now: f64) {
        let Some(head) = self.path.last().filter(|_| !self.is_done() && !self.is_hidden()) else {
            return;
        };
        let mut centre = self.transform.centre(*head);
        if let Some(glide) = view.glide.filter(|glide| glide.to == *head) {
            let share = ((now - glide.began) / glide.seconds).clamp(0.0, 1.0) as f32;
            // Gently off and gently down.
            let eased = share * share * (3.0 - 2.0 * share);
            centre = self.transform.centre(glide.from).lerp(centre, eased);
            if share < 1.0 {
                ui.ctx().request_repaint();
            } else {
                view.glide = None;
            }
        }
        let side = (self.transform.side * 0.78).max(LEAST_KNIGHT);
        let pixels = knight::size_for(side * ui.pixels_per_point());
        let pair = [self.colours.knight, self.colours.knight_edge];
        let make = || knight::picture(pixels, pair);
        let texture = view.knight.texture(ui.ctx(), pixels, pair, make);
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        let rect = Rect::from_center_size(centre, Vec2::splat(side));
        self.painter.image(texture, rect, uv, Color32::WHITE);
    }

    /// The names of rows and columns, where there is room for them.
    fn coordinates(&self, painter: &Painter) {
        let size = (self.transform.side * 0.3).clamp(9.0, 12.0);
        let font = FontId::new(size, FontFamily::Proportional);
        let (rows, cols) = self.transform.visible();
        let apart = |most: f32| (most / self.transform.side).ceil().max(1.0) as u32;
        let area = self.transform.area;
        let label = |at: Pos2, text: String| {
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), self.colours.soft_ink);
        };
        for row in rows.filter(|row| row % round_step(apart(14.0)) == 0) {
            let y = self.transform.at(row as f32 + 0.5, 0.0).y;
            let text = self.board.row_name(row);
            if area.y_range().contains(y) {
                // The topmost is not cut off where squares are smaller than letters.
                let y = y.max(area.top() + size * 0.4);
                label(pos2(area.left() - EDGE * 0.55, y), text);
            }
        }
        for col in cols.filter(|col| col % round_step(apart(24.0)) == 0) {
            let x = self.transform.at(0.0, col as f32 + 0.5).x;
            let text = self.board.col_name(col);
            if area.x_range().contains(x) {
                label(pos2(x, area.bottom() + EDGE * 0.5), text);
            }
        }
    }

    /// The square that the arrow keys have come to.
    fn cursor(&self, square: Square) {
        let width = (self.transform.side * 0.06).clamp(1.5, 4.0);
        let rect = self.transform.rect(square);
        self.painter.rect_stroke(
            rect,
            3.0,
            Stroke::new(width, self.colours.ink),
            egui::StrokeKind::Inside,
        );
        let inner = Stroke::new(width / 2.0, self.colours.knight_edge);
        self.painter.rect_stroke(rect.shrink(width), 2.0, inner, egui::StrokeKind::Inside);
    }

    /// A square as it is read out: "e4, visited, number 12".
    fn spoken(&self, square: Square) -> String {
        self.spoken_as(square, self.path.iter().position(|other| *other == square))
    }

    /// Names every square for screen readers, where there are not too many; returns one that was
    /// clicked with them.
    fn speak(&self, ui: &Ui, board: egui::Id) -> Option<Square> {
        let ctx = ui.ctx();
        if !self.close || !ctx.has_accesskit_node(board) {
            return None;
        }
        let mut numbers = vec![None; self.board.size()];
        self.path.iter().enumerate().for_each(|(number, square)| {
            numbers[square.index()] = Some(number);
        });
        let requests = ui.input(|input| {
            input.events.iter().filter_map(clicked_node).collect::<Vec<egui::accesskit::NodeId>>()
        });
        let scale = f64::from(ctx.pixels_per_point());
        let mut clicked = None;
        for square in self.transform.visible_squares() {
            let id = board.with(square.index());
            let rect = self.transform.rect(square).intersect(self.transform.area);
            ctx.accesskit_node_builder(id, |node| {
                node.set_role(egui::Role::Cell);
                node.set_label(self.spoken_as(square, numbers[square.index()]));
                node.add_action(egui::accesskit::Action::Click);
                node.set_bounds(egui::accesskit::Rect {
                    x0: f64::from(rect.left()) * scale,
                    y0: f64::from(rect.top()) * scale,
                    x1: f64::from(rect.right()) * scale,
                    y1: f64::from(rect.bottom()) * scale,
                });
            });
            if requests.contains(&id.accesskit_id()) {
                clicked = Some(square);
            }
        }
        clicked
    }

    /// A square in words, with its number on the path from 0.
    fn spoken_as(&self, square: Square, number: Option<usize>) -> String {
        let name = self.board.name(square);
        if self.board.is_hole(square) {
            return format!("{name}, a hole");
        }
        match number {
            Some(number) => format!("{name}, visited, number {}", grouped(number as u64 + 1)),
            None if self.moment.is_none() && self.session.is_refused(square) => {
                format!("{name}, no tour from here")
            }
            None => format!("{name}, free"),
        }
    }

    /// What a square under the pointer has to tell.
    fn hover(&self, ui: &Ui, response: &Response, square: Option<Square>, tool: Tool) {
        let Some(square) = square else { return };
        let hole = self.board.is_hole(square);
        if tool == Tool::Start && !hole && self.transform.side >= 6.0 {
            let rect = self.transform.rect(square).shrink(1.0);
            let stroke = Stroke::new(1.5, self.colours.path);
            self.painter.rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
            for near in self.board.neighbours(square, &MoveOrder::ANTICLOCKWISE) {
                let radius = (self.transform.side * 0.09).max(1.5);
                let free = !self.path.contains(&near);
                let colour = if free { self.colours.path } else { self.colours.soft_ink };
                let at = self.transform.rect(near).right_top() + vec2(-1.7, 1.7) * radius;
                let at = if self.path.is_empty() { self.transform.centre(near) } else { at };
                self.painter.circle(at, radius, colour, Stroke::new(1.0, self.colours.stamp));
            }
        }
        response.clone().on_hover_ui_at_pointer(|ui| self.tip(ui, square, tool));
        let cursor = if hole && tool != Tool::Holes {
            egui::CursorIcon::Default
        } else {
            egui::CursorIcon::PointingHand
        };
        ui.ctx().set_cursor_icon(cursor);
    }

    fn tip(&self, ui: &mut Ui, square: Square, tool: Tool) {
        let colours = self.colours;
        let name = self.board.name(square);
        let place = format!("row {}, column {}", self.board.row(square), self.board.col(square));
        ui.set_max_width(280.0);
        ui.strong(if self.board.has_names() { format!("{name}  ·  {place}") } else { place });
        if self.board.is_hole(square) {
            ui.label("a hole: not part of the board");
            return;
        }
        match tool {
            Tool::Holes => {
                ui.label("click to make it a hole");
                return;
            }
            Tool::End => {
                ui.label("click to let tours end here");
                return;
            }
            Tool::Start => {}
        }
        let near = self.board.neighbours(square, &MoveOrder::ANTICLOCKWISE);
        let Some(moment) = self.moment else {
            ui.label(counted(near.len() as u64, "move"));
            match self.session.refusal(square) {
                Some(reason) => {
                    ui.colored_label(colours.retreat, format!("No tour from here: {reason}."));
                }
                None => {
                    ui.weak("click to start here");
                }
            }
            return;
        };
        match self.path.iter().position(|other| *other == square) {
            Some(number) => ui.label(format!("number {}", grouped(number as u64 + 1))),
            None => ui.label("not visited now"),
        };
        let visits = moment.counts.visits.get(square.index()).copied().unwrap_or(0);
        ui.label(format!("visited {} so far", counted(visits, "time")));
        let mut free = 0;
        for other in near.iter() {
            free += u64::from(!self.path.contains(other));
        }
        ui.label(format!("{} of {} still free", counted(free, "onward move"), near.len()));
        ui.weak("click to start a new search here");
    }

    /// What the board says about itself: what to do first, what the tool does, what heat means.
    fn words(&self, ui: &Ui, place: Rect, response: &Response, tool: Tool, bare: bool) {
        let text = match tool {
            _ if bare => "",
            Tool::Holes => {
                "Click squares to make holes, click them again to fill them. Esc ends it."
            }
            Tool::End => "Click the square where tours shall end. Esc leaves it as it is.",
            Tool::Start if self.session.watched().is_some() || response.hovered() => "",
            Tool::Start if !self.path.is_empty() => "Press play to finish this path",
            Tool::Start if self.session.is_hopeless() => "No such tour starts anywhere here",
            Tool::Start => "Click a square to start",
        };
        let painter = ui.painter_at(place.expand(theme::GAP));
        if !text.is_empty() {
            let font = FontId::new(14.0, FontFamily::Proportional);
            let width = place.width() - 40.0;
            let galley = painter.layout(text.to_owned(), font, self.colours.on_accent, width);
            let area = self.transform.area;
            let centre = match tool {
                // A board that is hardly larger than the words is not covered by them.
                Tool::Start if area.height() < 90.0 => pos2(area.center().x, area.bottom() + 48.0),
                Tool::Start if area.width() < 220.0 => {
                    let aside = area.right() + EDGE + galley.size().x / 2.0 + 14.0;
                    pos2(aside, area.center().y)
                }
                Tool::Start => area.center(),
                _ => pos2(place.center().x, area.bottom() + EDGE * 0.5),
            };
            let rect = Rect::from_center_size(centre, galley.size());
            let pill = rect.expand2(vec2(14.0, 7.0));
            painter.rect_filled(pill, pill.height() / 2.0, self.colours.path);
            painter.galley(rect.min, galley, self.colours.on_accent);
        }
        if self.parts.heat_map && self.most_visits > 0 {
            self.scale(&painter);
        }
    }

    /// The scale of the heat map, beside the board.
    fn scale(&self, painter: &Painter) {
        let area = self.transform.area;
        let height = (area.height() * 0.5).clamp(60.0, 180.0);
        let centre = pos2(area.right() + SCALE / 2.0 - 4.0, area.center().y);
        let bar = Rect::from_center_size(centre, vec2(12.0, height));
        let mut mesh = Mesh::default();
        for part in 0..32 {
            let top = bar.top() + height * part as f32 / 32.0;
            let size = vec2(bar.width(), height / 32.0 + 0.5);
            let rect = Rect::from_min_size(pos2(bar.left(), top), size);
            mesh.add_colored_rect(rect, theme::cividis(1.0 - part as f32 / 31.0));
        }
        painter.add(Shape::mesh(mesh));
        let stroke = Stroke::new(1.0, self.colours.line);
        painter.rect_stroke(bar, 0.0, stroke, egui::StrokeKind::Outside);
        let font = FontId::new(11.0, FontFamily::Proportional);
        let text = |at: Pos2, text: &str| {
            painter.text(at, Align2::CENTER_CENTER, text, font.clone(), self.colours.soft_ink);
        };
        text(bar.center_top() - vec2(0.0, 38.0), "visits,");
        text(bar.center_top() - vec2(0.0, 25.0), "log scale");
        text(bar.center_top() - vec2(0.0, 10.0), &in_short(self.most_visits));
        text(bar.center_bottom() + vec2(0.0, 10.0), "0");
    }
}

/// The square that the knight has just come back from, and whether that was the very last step.
fn last_retreat(moment: &Moment) -> Option<(Square, bool)> {
    let retreat = |event: &Event| match event {
        Event::Retreat(from) => Some(*from),
        Event::Advance(_) | Event::Restart => None,
    };
    let last = moment.last.as_ref().and_then(retreat);
    let from = last.or_else(|| moment.events.iter().rev().find_map(retreat));
    from.filter(|_| moment.view == View::Search).map(|from| (from, last.is_some()))
}

/// From 0 for no visits to 1 for the most, by their logarithms.
fn heat_of(visits: u64, most: u64) -> f32 {
    (visits as f32).ln_1p() / (most as f32).ln_1p()
}

/// The colour of a square with its heat.
fn heated(base: Color32, heat: f32) -> Color32 {
    theme::mix(base, theme::cividis(heat), 0.85)
}

/// A number in at most seven letters.
fn in_short(number: u64) -> String {
    const UNITS: [(u64, &str); 3] =
        [(1_000_000_000_000, "T"), (1_000_000_000, "G"), (1_000_000, "M")];
    match UNITS.iter().find(|(size, _)| number >= *size) {
        Some((size, name)) => format!("{:.1} {name}", number as f64 / *size as f64),
        None => grouped(number),
    }
}
