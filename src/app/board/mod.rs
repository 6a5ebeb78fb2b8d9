//! The board, with as much detail as the squares have room for.

pub(crate) mod context;
mod descriptions;
mod heat;
mod input;
mod links;
pub(crate) mod mark;
mod marks;
pub(crate) mod mini;
mod motion;
mod path_lines;
mod sprite;
mod squares;
pub(crate) mod transform;

use std::borrow::Cow;
use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{Painter, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo};

use crate::app::board::context::{BoardEvent, GameContext, Role, Tool, ViewContext};
use crate::app::board::mark::Inks;
use crate::app::board::transform::{EDGE_WIDTH, Transform};
use crate::app::shell::preferences::Parts;
use crate::app::widgets::theme::{PathColour, ThemePalette};
use crate::app::widgets::{inside, move_cursor, theme};
use crate::board::{Board, Square};
use crate::engine::{Frame, PathIndex, View};
use crate::format::display::Mark;
use crate::format::heat_map::Heat;
use crate::format::svg::Crop;
use crate::session::{Refusal, Session, State};
use crate::solver::{Candidate, Status};
use crate::text::capitalised;
use crate::tour::Tour;

pub(crate) use heat::shown as heat_shown;
pub(crate) use marks::retreat_shown;
use motion::Motion;
use path_lines::LinesKey;

const SCALE_WIDTH: f32 = 64.0;
/// Marks need squares of at least this side, and at most this many of them.
const DETAIL_SQUARE: f32 = 15.0;
const MAX_DETAILS: usize = 900;
/// Numbered stamps need squares of at least this side at the usual text size, and at most this many of them.
const STAMP_SQUARE: f32 = 40.0;
const MAX_STAMPS: usize = 200;
/// The side of the picture of a stamp, as a share of a square.
const STAMP_PICTURE: f32 = 0.64;
/// Lines need squares of at least this side, and at most this many of them.
const LINE_SQUARE: f32 = 3.0;
const MAX_LINES: usize = 10_000;
/// Without stamps, each square of the path has a dot where squares have at least this side.
const DOT_SQUARE: f32 = 8.0;
/// The width of lines as a share of a square, with stamps and without.
const STAMPED_LINE: f32 = 0.06;
const BARE_LINE: f32 = 0.17;
/// Boards of more squares are giant: only what is seen of them is painted.
const GIANT_SQUARES: usize = 40_000;
const MIN_KNIGHT_SIDE: f32 = 14.0;
/// The height of the strip above the board for a sentence.
pub(crate) const STRIP_HEIGHT: f32 = 38.0;
/// The rows and columns beyond the visible ones where moves that cross the border begin or end.
const BORDER: u32 = 2;

#[derive(Default)]
pub(crate) struct BoardView {
    zoom: Option<f32>,
    pan: Vec2,
    last: Option<Transform>,
    motion: Motion,
    /// Whether a stroke makes holes or fills them, and its last square.
    stroke: Option<(bool, Square)>,
    /// The row and column of the keyboard's cursor.
    cursor: (u32, u32),
    id: Option<egui::Id>,
    texture: Option<squares::SquaresTexture>,
    lines: Option<(LinesKey, Arc<Mesh>)>,
    heat: Option<heat::CachedHeat>,
    /// A stroke back along the path of a game: whether it has taken squares back already.
    retraces: Option<bool>,
    /// Export: draws only this part of the board, without hints or tooltips.
    bare: Option<Crop>,
}

impl BoardView {
    pub(crate) fn bare(part: Crop) -> BoardView {
        BoardView { bare: Some(part), ..BoardView::default() }
    }

    /// The visible rows and columns, as they were painted last.
    pub(crate) fn part_seen(&self) -> Option<Crop> {
        let (rows, cols) = self.last?.visible();
        Some(Crop { rows, cols })
    }

    /// Shows the whole board.
    pub(crate) fn fit(&mut self) {
        self.zoom = None;
        self.pan = Vec2::ZERO;
    }

    pub(crate) fn is_zoomed(&self) -> bool {
        self.zoom.is_some()
    }

    pub(crate) fn place_of(&self, square: Square) -> Option<Pos2> {
        self.last.map(|transform| transform.centre(square))
    }
}

struct Scene<'a> {
    seen: ViewContext<'a>,
    session: &'a Session,
    board: &'a Board,
    frame: Option<&'a Frame>,
    tour: Option<&'a Tour>,
    path: &'a [Square],
    /// May number more squares than are shown.
    path_index: Cow<'a, PathIndex>,
    parts: Parts,
    transform: Transform,
    colours: &'static ThemePalette,
    colour: PathColour,
    /// The inks at the end of the path.
    inks: Inks,
    painter: Painter,
    /// The squares are large enough, and few enough, for marks.
    close: bool,
    /// They are for numbered stamps too. The size of texts does not matter here.
    has_stamps: bool,
    heat: Option<Arc<Heat>>,
    chosen: Option<&'a Candidate>,
    /// The candidate that is shown in place of the path, by its place in the list.
    candidate_shown: Option<usize>,
    refusal: Option<String>,
}

/// The place left for the board by the strip for a sentence and the scale of the heat map.
fn board_place(seen: ViewContext<'_>, is_zoomed: bool, whole: Rect) -> Rect {
    let mut place = whole;
    let parts = &seen.preferences.parts;
    if seen.display.tool != Tool::Start || parts.starts || seen.game.is_some() {
        place.set_top(place.top() + STRIP_HEIGHT);
    }
    if parts.heat_map && seen.session.frame().is_some() {
        // Where there is no room beside the board for the scale, it is made.
        let (board, edges) = (&seen.session.setup().board, parts.coordinates);
        let fit = Transform::new(board, place, edges, 1.0, Vec2::ZERO).board();
        let taken = if is_zoomed { place.width() } else { fit.width() };
        let spare = (place.width() - EDGE_WIDTH - taken) / 2.0;
        place.set_right(place.right() - (SCALE_WIDTH - spare).max(0.0));
    }
    place
}

/// Shows a board below a heading of this height.
pub(crate) fn show_headed(
    ui: &mut Ui,
    place: Rect,
    seen: ViewContext<'_>,
    view: &mut BoardView,
    height: f32,
    heading: impl FnOnce(&mut Ui),
) -> Vec<BoardEvent> {
    let (above, below) = place.split_top_bottom_at_y(place.top() + height);
    inside(ui, above, heading);
    inside(ui, below, |ui| show(ui, seen, view))
}

pub(crate) fn show(ui: &mut Ui, seen: ViewContext<'_>, view: &mut BoardView) -> Vec<BoardEvent> {
    let ViewContext { session, preferences, display, .. } = seen;
    let is_display = display.role == Role::Opponent;
    let whole = ui.max_rect();
    let response = ui.allocate_rect(whole, Sense::click_and_drag());
    let board = &session.setup().board;
    if view.last.is_some_and(|last| !last.has_sides_of(board)) {
        view.fit();
    }
    let edges = preferences.parts.coordinates;
    let place = board_place(seen, view.is_zoomed(), whole);
    let transform = match &view.bare {
        Some(part) => Transform::of_part(board, place, edges, part),
        None => view.move_about(ui, &response, board, place, edges),
    };
    view.last = Some(transform);
    view.id = Some(response.id);
    let scene = Scene::new(ui, seen, transform, view);
    let now = ui.input(|input| input.time);
    view.motion.follow(session, &transform, preferences.reduced_motion, now);
    let light = view.motion.light(scene.is_done(), now).filter(|_| !preferences.reduced_motion);
    if light.is_some() {
        ui.ctx().request_repaint();
    }
    scene.paint(ui, view, now, light);
    if edges {
        scene.coordinates(&ui.painter_at(place.expand(theme::GAP)));
    }
    if !is_display {
        scene.hover(ui, &response);
    }
    scene.words(ui, whole, &response, view.bare.is_some() || is_display);
    scene.scale(&ui.painter_at(whole.expand(theme::GAP)));
    scene.refusal(ui, place);
    let name = if display.role == Role::Main { "Board" } else { "Second board" };
    let mut label = name.to_owned();
    if response.has_focus() {
        view.cursor = move_cursor(ui, response.id, view.cursor, board);
        let square = view.cursor_on(board);
        scene.mark(square, Mark::Cursor);
        label += &format!(", {}", scene.about().spoken(square));
    }
    let mut out = Vec::new();
    if display.tool == Tool::Holes {
        out.extend(view.hole_stroke(&response, board, &transform));
    }
    if let Some(game) = seen.game.filter(|_| display.tool == Tool::Start) {
        out.extend(view.retrace(&response, game, &transform));
    }
    out.extend(view.clicked(&response, board, &transform).map(BoardEvent::Click));
    out.extend(scene.speak(ui, response.id).map(BoardEvent::Click));
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, &label));
    out
}

/// Why the method has not started, or can start from no square.
fn refused_in_words(seen: ViewContext<'_>, view: &BoardView) -> Option<String> {
    let ViewContext { session, display, comparison, game, .. } = seen;
    if game.is_some() || display.role == Role::Opponent {
        return None;
    }
    let words =
        |refusal: &Refusal| capitalised(&refusal.words(&session.setup().board, session.naming()));
    let refused = comparison.and_then(|comparison| match display.role {
        Role::Main => comparison.first_refusal.as_ref(),
        Role::Second | Role::Opponent => comparison.second.refusal.as_ref(),
    });
    if let Some(refusal) = refused {
        return Some(format!("Not started. {}.", words(refusal)));
    }
    let is_asked = session.active().is_none() && display.tool == Tool::Start && view.bare.is_none();
    session.method_refusal().filter(|_| is_asked).map(|refusal| format!("{}.", words(&refusal)))
}

impl<'a> Scene<'a> {
    fn new(
        ui: &Ui,
        seen: ViewContext<'a>,
        transform: Transform,
        view: &mut BoardView,
    ) -> Scene<'a> {
        let ViewContext { session, preferences, display, game, .. } = seen;
        let (rows, cols) = transform.visible();
        let many = rows.len() * cols.len();
        let inks = preferences.inks(ui);
        let tour = session.active().and_then(|active| active.tour.as_deref());
        let tour = tour.or_else(|| game.and_then(|game| game.overlay.tour.as_deref()));
        let frame = session.frame();
        // A tour that was found comes first.
        let searches = frame.filter(|frame| frame.status != Status::Found);
        let chosen = display.candidate.and_then(|place| searches?.candidates.list.get(place));
        // Where there is no path but links, a candidate is a part of them.
        let is_path = frame.is_some_and(|frame| frame.overlay.links.is_empty());
        let instead = chosen.filter(|_| is_path).map(|candidate| candidate.path.as_slice());
        let mut scene = Scene {
            seen,
            session,
            board: &session.setup().board,
            frame,
            tour: tour.filter(|_| instead.is_none()),
            path: instead.unwrap_or_else(|| session.path()),
            path_index: match instead {
                Some(path) => Cow::Owned(PathIndex::of(path)),
                None => Cow::Borrowed(session.path_index()),
            },
            candidate_shown: display.candidate.filter(|_| instead.is_some()),
            parts: preferences.parts,
            transform,
            colours: inks.colours,
            colour: preferences.path_colour,
            inks,
            painter: ui.painter_at(transform.area.expand(1.0)),
            close: transform.side >= DETAIL_SQUARE && many <= MAX_DETAILS,
            has_stamps: transform.side * ui.ctx().zoom_factor() >= STAMP_SQUARE
                && many <= MAX_STAMPS,
            heat: view.heat(seen, inks.dark),
            chosen,
            refusal: refused_in_words(seen, view),
        };
        scene.inks = scene.inks_at(scene.path.len());
        scene
    }

    fn paint(&self, ui: &Ui, view: &mut BoardView, now: f64, light: Option<f32>) {
        if self.close {
            self.squares();
        } else {
            self.texture(ui, view);
        }
        self.edges();
        self.hatch();
        self.start();
        self.end();
        self.start_map();
        self.links();
        self.lines(view);
        self.changes();
        if let Some(share) = light {
            self.finish_light(share);
        }
        self.last_retreat();
        // Stamps would hide the weights of the moves.
        let is_weighted = self.frame.is_some_and(|frame| !frame.overlay.move_weights.is_empty());
        if self.has_stamps && !is_weighted {
            self.stamps();
        } else {
            self.dots();
        }
        self.ends();
        self.choices();
        self.open_squares();
        self.knight(view.motion.glide, now);
        if matches!(self.session.state(), State::NoTour | State::GaveUp) {
            let veil = self.colours.background.gamma_multiply(0.35);
            self.painter.rect_filled(self.transform.area, 0.0, veil);
        }
    }

    /// The place of a square on the path that is shown, from 0.
    fn number(&self, square: Square) -> Option<usize> {
        self.path_index.get(square).filter(|number| *number < self.path.len())
    }

    fn is_done(&self) -> bool {
        self.tour.is_some_and(|tour| self.path.len() == tour.path().len())
    }

    /// The game, unless a search is shown in its place.
    fn played(&self) -> Option<GameContext<'_>> {
        self.seen.game.filter(|game| !game.overlay.is_demonstrating)
    }

    /// Whether the search is hidden, and only its deepest path is shown.
    fn is_hidden(&self) -> bool {
        self.frame.is_some_and(|frame| frame.view == View::Hidden)
    }
}
