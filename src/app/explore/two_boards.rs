//! Two methods side by side: two boards, each under a heading with what its search has done.

use egui::{Align, Label, Layout, Rect, RichText, TextStyle, Ui, vec2};

use crate::app::board;
use crate::app::board::context::{BoardEvent, Display, Role, Tool, ViewContext};
use crate::app::board::transform::{EDGE_WIDTH, Transform};
use crate::app::explore::ExploreMemory;
use crate::app::widgets::badge::{method_line, name_of};
use crate::app::widgets::{inside, theme};
use crate::lab::options_in_words;
use crate::session::{Comparison, Session, reached, work_lines};
use crate::solver::{METHODS, MethodConfig};
use crate::text::capitalised;

/// The heights of the lines of a heading, and the gap below it.
const TITLE_HEIGHT: f32 = 26.0;
const LINE_HEIGHT: f32 = 17.0;
const GAP_BELOW: f32 = 6.0;
/// A counter is at least this wide, and this far from the next.
const MIN_CELL_WIDTH: f32 = 138.0;
const CELL_GAP: f32 = 16.0;
/// A line of a heading is never wider than this.
const MAX_WIDTH: f32 = 640.0;

/// The method to compare with until the user chooses one.
pub(super) fn other_than(config: &MethodConfig) -> MethodConfig {
    let mut others = METHODS.iter().map(|method| MethodConfig::new(method));
    let other = others.find(|other| other.method.name != config.method.name && !other.picks());
    other.unwrap_or_else(|| config.clone())
}

/// Candidates are listed for the first search only.
pub(super) fn two_boards(
    ui: &mut Ui,
    place: Rect,
    (first, comparison): (ViewContext<'_>, &Comparison),
    memory: &mut ExploreMemory,
) -> Vec<BoardEvent> {
    let display = Display { candidate: None, role: Role::Second, ..first.display };
    let seen = [first, ViewContext { session: &comparison.second.session, display, ..first }];
    let places = Places::within(place, seen);
    let is_zoomed = memory.board.is_zoomed() || memory.second.is_zoomed();
    let is_whole = seen[0].display.tool == Tool::Start && !is_zoomed;
    let spare = if is_whole { places.spare(seen[0]) } else { 0.0 };
    let views = [&mut memory.board, &mut memory.second];
    let each = seen.into_iter().zip(places.each).zip(views).map(|((seen, place), view)| {
        let place = place.shrink2(vec2(0.0, spare / 2.0));
        let heading = |ui: &mut Ui| heading(ui, seen.session, places.has_options);
        inside(ui, place, |ui| board::show_headed(ui, seen, view, places.heading, heading))
    });
    each.flatten().collect()
}

struct Places {
    each: [Rect; 2],
    heading: f32,
    /// Whether either method has options that are not at their default.
    has_options: bool,
}

impl Places {
    /// Side by side, or one above the other where the boards are larger then.
    fn within(place: Rect, seen: [ViewContext<'_>; 2]) -> Places {
        let half = (place.size() - vec2(theme::GAP, theme::GAP)) / 2.0;
        let [left, top] = [place.left() + half.x, place.top() + half.y];
        let [right, bottom] = [place.right() - half.x, place.bottom() - half.y];
        let beside = [place.with_max_x(left), place.with_min_x(right)];
        let above = [place.with_max_y(top), place.with_min_y(bottom)];
        let options = seen.map(|seen| options_in_words(seen.session.config_shown()));
        let has_options = options.iter().any(|options| !options.is_empty());
        let [beside, above] = [beside, above].map(|each| {
            let rows = seen.map(|seen| rows(seen.session, each[0].width()));
            let lines = rows[0].max(rows[1]) + usize::from(has_options);
            Places {
                each,
                heading: TITLE_HEIGHT + lines as f32 * LINE_HEIGHT + GAP_BELOW,
                has_options,
            }
        });
        let is_larger = above.fit(seen[0]).side > beside.fit(seen[0]).side + 0.5;
        if is_larger { above } else { beside }
    }

    fn fit(&self, seen: ViewContext<'_>) -> Transform {
        let place = self.each[0].with_min_y(self.each[0].top() + self.heading);
        let (board, edges) = (&seen.session.setup().board, seen.preferences.parts.coordinates);
        Transform::new(board, place, edges, 1.0, egui::Vec2::ZERO)
    }

    /// The height that a board and its heading leave unused.
    fn spare(&self, seen: ViewContext<'_>) -> f32 {
        let taken = self.heading + self.fit(seen).board().height() + EDGE_WIDTH;
        (self.each[0].height() - taken).max(0.0)
    }
}

/// Names, values and tips. Before a search begins, only the number of lines matters.
fn lines(session: &Session) -> Vec<(&'static str, String, &'static str)> {
    let method = session.config_shown().method;
    let mut lines = work_lines(method, session.frame().map(|frame| &frame.counts.work));
    lines.push(reached(session.frame()));
    lines
}

/// The number of columns, and their width.
fn columns(width: f32) -> (usize, f32) {
    let width = width.min(MAX_WIDTH);
    let many = (((width + CELL_GAP) / (MIN_CELL_WIDTH + CELL_GAP)) as usize).max(1);
    (many, (width + CELL_GAP) / many as f32 - CELL_GAP)
}

/// The row, the column and the width in columns of each cell; the last one takes two columns.
fn flow(count: usize, columns: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..count).map(move |place| {
        let span = if place + 1 == count { 2.min(columns) } else { 1 };
        let (row, column) = (place / columns, place % columns);
        if column + span > columns { (row + 1, 0, span) } else { (row, column, span) }
    })
}

fn rows(session: &Session, width: f32) -> usize {
    flow(lines(session).len(), columns(width).0).last().map_or(0, |(row, ..)| row + 1)
}

fn heading(ui: &mut Ui, session: &Session, has_options: bool) {
    let whole = ui.max_rect();
    let size = vec2(whole.width().min(MAX_WIDTH), whole.height());
    let place = Rect::from_center_size(whole.center(), size);
    let (title, rest) = place.split_top_bottom_at_y(place.top() + TITLE_HEIGHT);
    inside(ui, title, |ui| {
        let title = RichText::new(session.config_shown().method.title);
        let seconds = session.frame().map(|frame| frame.progress.seconds);
        let title = title.text_style(TextStyle::Heading);
        method_line(ui, session, name_of(session), seconds, title);
    });
    let line = if has_options { LINE_HEIGHT } else { 0.0 };
    let (options, rest) = rest.split_top_bottom_at_y(rest.top() + line);
    if has_options {
        inside(ui, options, |ui| options_line(ui, session.config_shown()));
    }
    let lines = lines(session);
    let (many, width) = columns(place.width());
    for ((name, value, tip), (row, column, span)) in lines.iter().zip(flow(lines.len(), many)) {
        let at = rest.min + vec2(column as f32 * (width + CELL_GAP), row as f32 * LINE_HEIGHT);
        let size = vec2(span as f32 * width + (span - 1) as f32 * CELL_GAP, LINE_HEIGHT);
        inside(ui, Rect::from_min_size(at, size), |ui| number(ui, name, value, tip));
    }
}

fn options_line(ui: &mut Ui, config: &MethodConfig) {
    let options = options_in_words(config);
    let text = if options.is_empty() { "options at their defaults" } else { &options };
    let text = RichText::new(capitalised(text)).small();
    let text = text.color(theme::of(ui).soft_ink);
    ui.add(Label::new(text).truncate()).on_hover_text("The options that are not at their default.");
}

fn number(ui: &mut Ui, name: &str, value: &str, tip: &str) {
    let ink = theme::of(ui).soft_ink;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.label(value);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(RichText::new(name).color(ink)).truncate()).on_hover_text(tip);
        });
    });
}
