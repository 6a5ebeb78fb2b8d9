//! One of the answers that a method holds at once, as a row of a list.

use egui::epaint::Mesh;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align2, Color32, FontId, Rect, Response, Sense, Shape, Stroke, TextStyle, Ui, WidgetInfo, pos2,
    vec2,
};

use crate::app::widgets::{metrics, theme};
use crate::solver::Candidate;

pub(super) const ROW_HEIGHT: f32 = 22.0;
/// The strength of the strip's colours for moves that could not be made.
const UNUSED_STRENGTH: f32 = 0.22;
/// A colour of the strip is at least this wide; of longer strips only some moves are seen.
const MIN_WIDTH: f32 = 1.0;
const MAX_DIGITS: usize = 128;

/// A row with the candidate's name, its strip and its score. The one that is shown on the board has digits in
/// place of colours.
pub(crate) fn row(ui: &mut Ui, candidate: &Candidate, is_shown: bool) -> Response {
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let one = candidate.unit.trim_end_matches('s');
    let unit = if candidate.score == 1.0 { one } else { candidate.unit };
    let score = format!("{} {unit}", metrics::number(candidate.score));
    let label = format!("{}, {score}", candidate.name);
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_shown, &label));
    let (colours, dark) = (theme::of(ui), ui.visuals().dark_mode);
    let (painter, font) = (ui.painter(), TextStyle::Body.resolve(ui.style()));
    let ink = if is_shown { colours.on_accent } else { colours.ink };
    if is_shown || response.hovered() || response.has_focus() {
        let fill = if is_shown { colours.path } else { colours.background };
        painter.rect_filled(rect, 4.0, fill);
    }
    let inner = rect.shrink2(vec2(6.0, 0.0));
    let score = painter.text(inner.right_center(), Align2::RIGHT_CENTER, score, font.clone(), ink);
    // Short names are numbers, and stand below each other.
    let (at, align) = match candidate.name.len() {
        0..=4 => (inner.left_center() + vec2(26.0, 0.0), Align2::RIGHT_CENTER),
        _ => (inner.left_center(), Align2::LEFT_CENTER),
    };
    let name = painter.text(at, align, &candidate.name, font, ink);
    if candidate.piece > 0 {
        let at = pos2(name.right() + 14.0, rect.center().y);
        painter.circle(at, 5.0, theme::piece(candidate.piece, dark), Stroke::new(1.0, ink));
    }
    let place = Rect::from_x_y_ranges(
        name.right() + 8.0..=score.left() - 8.0,
        inner.top() + 6.0..=inner.bottom() - 6.0,
    );
    if place.width() > 8.0 && !candidate.strip.is_empty() {
        if is_shown {
            let galley = painter.layout_job(digits_in(candidate, place.width(), ink));
            let at = pos2(place.left(), place.center().y - galley.size().y / 2.0);
            painter.galley(at, galley, ink);
        } else {
            painter.add(strip(candidate, place, dark));
        }
    }
    response.on_hover_ui(|ui| {
        if candidate.strip.is_empty() {
            ui.label("Click to show it on the board; click again to hide it.");
            return;
        }
        ui.label(
            "Each colour, or digit, is one of the eight moves; the faded ones cannot be made. Click to \
             show this path on the board; click again to hide it.",
        );
        ui.monospace(digits(&candidate.strip));
    })
}

/// Moves as digits from 1 to 8, in groups of eight.
fn digits(moves: &[u8]) -> String {
    let groups = moves[..moves.len().min(MAX_DIGITS)].chunks(8).map(plain_digits);
    let text = groups.collect::<Vec<String>>().join(" ");
    if moves.len() > MAX_DIGITS { text + " …" } else { text }
}

fn plain_digits(moves: &[u8]) -> String {
    moves.iter().map(|slot| char::from(b'1' + slot)).collect()
}

/// The moves as digits in a line of this width, those that cannot be made faded.
fn digits_in(candidate: &Candidate, width: f32, ink: Color32) -> LayoutJob {
    let moves = &candidate.strip;
    let made = candidate.path.len().saturating_sub(1).min(moves.len());
    let wrap = TextWrapping { break_anywhere: true, ..TextWrapping::truncate_at_width(width) };
    let mut job = LayoutJob { wrap, ..LayoutJob::default() };
    // No digit is narrower than this.
    let most = (width / 2.0) as usize;
    for (moves, ink) in [(&moves[..made], ink), (&moves[made..], ink.gamma_multiply(0.5))] {
        let text = plain_digits(&moves[..moves.len().min(most)]);
        job.append(&text, 0.0, TextFormat::simple(FontId::monospace(11.0), ink));
    }
    job
}

fn strip(candidate: &Candidate, place: Rect, dark: bool) -> Shape {
    let moves = &candidate.strip;
    let made = candidate.path.len().saturating_sub(1);
    let cells = moves.len().min((place.width() / MIN_WIDTH) as usize).max(1);
    let mut mesh = Mesh::default();
    let x = |cell: usize| place.left() + place.width() * cell as f32 / cells as f32;
    for cell in 0..cells {
        let at = cell * moves.len() / cells;
        let colour = theme::piece(u32::from(moves[at]) + 1, dark);
        let colour = if at < made { colour } else { colour.gamma_multiply(UNUSED_STRENGTH) };
        let ends = [pos2(x(cell), place.top()), pos2(x(cell + 1), place.bottom())];
        mesh.add_colored_rect(Rect::from_min_max(ends[0], ends[1]), colour);
    }
    Shape::mesh(mesh)
}
