//! The board, with as much detail as the squares have room for.

mod ground;
mod marks;
mod path;
mod words;

use egui::{Color32, Painter, Pos2, Rect, Response, Sense, TextureHandle, Ui, Vec2, WidgetInfo};

use super::command::Command;
use super::sprite::Sprite;
use super::theme::{self, Palette, PathColour};
use super::transform::{EDGE, Transform};
use super::{App, Parts, Tool};
use crate::board::{Board, Square};
use crate::engine::{Moment, Speed, View};
use crate::session::{Session, State};
use crate::tour::Tour;

use ground::{heat_of, heated, in_short};
use marks::last_retreat;

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
/// The strip above the board for what a tool says.
const STRIP: f32 = 38.0;
/// How long the light runs along a tour that was just finished, in seconds.
const JOY: f64 = 1.2;
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
    /// Whether that was a finished tour, and when it was finished.
    was_done: Option<bool>,
    finished: Option<f64>,
    /// Whether a stroke over the squares makes holes or fills them, and the square it has come to.
    stroke: Option<(bool, Square)>,
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
        self.was_done = None;
        self.finished = None;
    }

    /// Notices when a tour is finished before somebody's eyes.
    fn notice_end(&mut self, is_done: bool, now: f64) {
        if is_done && self.was_done == Some(false) {
            self.finished = Some(now);
        } else if !is_done {
            self.finished = None;
        }
        self.was_done = Some(is_done);
    }

    /// How far the light has come that runs along a finished tour.
    fn joy(&mut self, now: f64) -> Option<f32> {
        let share = (now - self.finished?) / JOY;
        if share >= 1.0 {
            self.finished = None;
        }
        (share < 1.0).then_some(share as f32)
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
        if response.dragged() && self.is_zoomed() && self.stroke.is_none() {
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

    /// Makes or fills holes along a stroke over the squares: what its first square becomes, the others
    /// become too.
    fn hole_stroke(
        &mut self,
        response: &Response,
        board: &Board,
        transform: &Transform,
    ) -> Option<Command> {
        if !response.dragged_by(egui::PointerButton::Primary) {
            self.stroke = None;
            return None;
        }
        let first = self.stroke.is_none();
        let press = response.ctx.input(|input| input.pointer.press_origin());
        let at = if first { press } else { response.interact_pointer_pos() };
        let square = transform.square_at(board, at?)?;
        let is_hole = self.stroke.map_or(!board.is_hole(square), |(is_hole, _)| is_hole);
        let is_new = self.stroke.is_none_or(|(_, last)| last != square);
        self.stroke = Some((is_hole, square));
        is_new.then_some(Command::PaintHole { square, is_hole, first })
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
    /// It is projected: lines are thicker, and old ones fade less.
    presenting: bool,
    /// The squares are large enough, and few enough, for stamps.
    close: bool,
    /// The visits to the square that was visited most.
    most_visits: u64,
}

impl App {
    /// What is left for the board when a tool has said what it does, and heat has its scale.
    fn board_place(&self, whole: Rect) -> Rect {
        let mut place = whole;
        if self.tool != Tool::Start {
            place.set_top(place.top() + STRIP);
        }
        if self.parts.heat_map && self.session.moment().is_some() {
            // Where there is no room beside the board for the scale, it is made.
            let (board, edges) = (&self.session.setup().board, self.parts.coordinates);
            let fit = Transform::new(board, place, edges, 1.0, Vec2::ZERO).board();
            let taken = if self.board.is_zoomed() { place.width() } else { fit.width() };
            let spare = (place.width() - EDGE - taken) / 2.0;
            place.set_right(place.right() - (SCALE - spare).max(0.0));
        }
        place
    }

    pub(super) fn board(&mut self, ui: &mut Ui) {
        let whole = ui.max_rect();
        let response = ui.allocate_rect(whole, Sense::click_and_drag());
        let setup = self.session.setup();
        let board = &setup.board;
        let edges = self.parts.coordinates;
        let place = self.board_place(whole);
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
            presenting: self.presenting,
            close: transform.side >= STAMP_SQUARE && many <= MOST_STAMPS,
            most_visits: moment
                .and_then(|moment| moment.counts.visits.iter().copied().max())
                .unwrap_or(0),
        };
        self.board.notice_end(scene.is_done(), now);
        let joy = self.board.joy(now).filter(|_| !self.reduced_motion);
        if joy.is_some() {
            ui.ctx().request_repaint();
        }
        scene.paint(ui, &mut self.board, now, joy);
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
        if self.tool == Tool::Holes {
            let stroke = self.board.hole_stroke(&response, board, &transform);
            self.commands.extend(stroke);
        }
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
        let colour = |(index, visits): (usize, &u64)| {
            let base = colours.square(board.is_dark(Square::at(index as u32)));
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

impl Scene<'_> {
    fn paint(&self, ui: &Ui, view: &mut BoardView, now: f64, joy: Option<f32>) {
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
        if let Some(share) = joy {
            self.joy(share);
        }
        self.last_retreat();
        if self.close {
            self.stamps(ui, view);
        }
        self.ends();
        self.choices();
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
}
