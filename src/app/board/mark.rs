//! Marks on squares. They look the same on the board, in the legend and in the pictures of the
//! help.

use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, StrokeKind, Vec2, vec2};

use crate::app::board::context::OpenSquare;
use crate::app::widgets::theme;
use crate::app::widgets::theme::{Palette, PathColour};
use crate::session::CanStart;
use crate::solver::ChoiceState;

/// The colours of marks.
#[derive(Clone, Copy)]
pub(crate) struct Inks {
    pub(crate) colours: &'static Palette,
    pub(crate) path: Color32,
    pub(crate) retreat: Color32,
}

impl Inks {
    /// The colours of a theme, with the path in the chosen colour.
    pub(crate) fn new(dark: bool, path: PathColour) -> Inks {
        let colours = theme::palette(dark);
        Inks { colours, path: path.line(0.5, dark), retreat: path.retreat(dark) }
    }
}

/// A square that could come next: its onward moves, or a dot if they are not counted. The one that is
/// chosen has them on a disc, which no stamp has.
pub(crate) fn choice(
    painter: &Painter,
    place: Rect,
    (onward, state): (Option<u8>, ChoiceState),
    inks: &Inks,
) {
    let (side, centre) = (place.width(), place.center());
    if state == ChoiceState::Chosen {
        painter.circle_filled(centre, side * 0.3, inks.path);
    }
    let ink = match state {
        ChoiceState::Open => inks.colours.ink,
        ChoiceState::Chosen => theme::ink_on(inks.path),
        ChoiceState::Tried | ChoiceState::CutOff => inks.colours.soft_ink,
    };
    match onward {
        Some(onward) => write(painter, place, &onward.to_string(), 0.34, ink),
        None if matches!(state, ChoiceState::Open | ChoiceState::Chosen) => {
            painter.circle_filled(centre, (side * 0.08).max(2.0), ink);
        }
        None => {}
    }
    let stroke = |colour: Color32| Stroke::new((side * 0.045).clamp(1.5, 5.0), colour);
    match state {
        ChoiceState::Open | ChoiceState::Chosen => {}
        ChoiceState::Tried => cross(painter, place, stroke(inks.colours.soft_ink)),
        ChoiceState::CutOff => {
            let half = vec2(side * 0.24, -side * 0.24);
            painter.line_segment([centre - half, centre + half], stroke(inks.retreat));
        }
    }
}

/// A square that can be next in a game: a dot or its onward moves, and what else is asked for.
pub(crate) fn open(painter: &Painter, place: Rect, open: &OpenSquare, inks: &Inks) {
    if let Some(finish) = open.finish {
        let ink = match finish {
            CanStart::Yes => inks.colours.good,
            CanStart::No => inks.retreat,
            CanStart::Unknown => inks.colours.soft_ink,
        };
        painter.rect_filled(place, 0.0, ink.gamma_multiply(0.22));
    }
    let state = if open.is_best { ChoiceState::Chosen } else { ChoiceState::Open };
    choice(painter, place, (open.onward, state), inks);
    if let Some(finish) = open.finish {
        let corner = Rect::from_min_size(place.min, place.size() * 0.4);
        start(painter, corner, finish, inks);
    }
}

/// The frame around a square that something is wrong with.
pub(crate) fn pointed(painter: &Painter, place: Rect, inks: &Inks) {
    frame(painter, place, inks.retreat);
}

/// The last square from which a tour was possible in a game, or the one that lost it.
pub(crate) fn turning_point(painter: &Painter, place: Rect, is_lost: bool, inks: &Inks) {
    frame(painter, place, if is_lost { inks.retreat } else { inks.colours.good });
    let corner = Rect::from_min_size(place.min, place.size() * 0.4);
    start(painter, corner, if is_lost { CanStart::No } else { CanStart::Yes }, inks);
}

fn frame(painter: &Painter, place: Rect, ink: Color32) {
    let side = place.width();
    let stroke = Stroke::new((side * 0.06).clamp(1.5, 5.0), ink);
    painter.rect_stroke(place.shrink(side * 0.06), 4.0, stroke, StrokeKind::Inside);
}

/// The ring around the first square of a finished tour.
pub(crate) fn first(painter: &Painter, place: Rect, inks: &Inks) {
    // Stamps fill more of small squares.
    let share = if place.width() < 48.0 { 0.47 } else { 0.4 };
    let radius = (place.width() * share).max(4.0);
    painter.circle_stroke(place.center(), radius, ends_stroke(place, inks));
}

/// The frame around the last square of a finished tour.
pub(crate) fn last(painter: &Painter, place: Rect, inks: &Inks) {
    let share = if place.width() < 48.0 { 0.94 } else { 0.76 };
    let side = (place.width() * share).max(8.0);
    let square = Rect::from_center_size(place.center(), Vec2::splat(side));
    let stroke = ends_stroke(place, inks);
    painter.rect_stroke(square, place.width() * 0.06, stroke, StrokeKind::Middle);
}

fn ends_stroke(place: Rect, inks: &Inks) -> Stroke {
    Stroke::new((place.width() * 0.055).clamp(2.5, 6.0), inks.colours.good)
}

/// Dashed edges, as far as they are seen: what leaves the board there comes in again on the other side.
pub(crate) fn wrapped_edges(painter: &Painter, board: Rect, inks: &Inks) {
    let (edge, seen) = (board.shrink(1.5), painter.clip_rect().intersect(board));
    let part = edge.intersect(seen);
    let lines = [
        (edge.top() == part.top(), [part.left_top(), part.right_top()]),
        (edge.bottom() == part.bottom(), [part.left_bottom(), part.right_bottom()]),
        (edge.left() == part.left(), [part.left_top(), part.left_bottom()]),
        (edge.right() == part.right(), [part.right_top(), part.right_bottom()]),
    ];
    let dash = (board.width() * 0.02).clamp(3.0, 10.0);
    for (_, line) in lines.iter().filter(|(is_seen, _)| *is_seen) {
        painter.extend(egui::Shape::dashed_line(line, Stroke::new(3.0, inks.path), dash, dash));
    }
}

/// Marks whether a tour can start at a square, or follow after it.
pub(crate) fn start(painter: &Painter, place: Rect, start: CanStart, inks: &Inks) {
    let side = place.width();
    let stroke = |colour: Color32| Stroke::new((side * 0.07).clamp(1.5, 6.0), colour);
    match start {
        CanStart::Yes => tick(painter, place, stroke(inks.colours.good)),
        CanStart::No => cross(painter, place.shrink(side * 0.08), stroke(inks.retreat)),
        CanStart::Unknown => write(painter, place, "?", 0.5, inks.colours.ink),
    }
}

/// Text in the middle of a square. `share` is its height as a share of the square's.
pub(crate) fn write(painter: &Painter, place: Rect, text: &str, share: f32, colour: Color32) {
    let font = FontId::proportional((place.width() * share).max(8.0));
    painter.text(place.center(), Align2::CENTER_CENTER, text, font, colour);
}

fn tick(painter: &Painter, place: Rect, stroke: Stroke) {
    let at = |x: f32, y: f32| place.center() + vec2(x, y) * place.width();
    let corners = vec![at(-0.19, 0.01), at(-0.06, 0.15), at(0.19, -0.15)];
    painter.add(egui::Shape::line(corners, stroke));
}

pub(crate) fn cross(painter: &Painter, place: Rect, stroke: Stroke) {
    let part = place.shrink(place.width() * 0.3);
    painter.line_segment([part.left_top(), part.right_bottom()], stroke);
    painter.line_segment([part.left_bottom(), part.right_top()], stroke);
}
