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

const TITLE_HEIGHT: f32 = 26.0;
const LINE_HEIGHT: f32 = 17.0;
const HEADING_GAP: f32 = 6.0;
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
        board::show_headed(ui, place, seen, view, places.heading, heading)
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
        let (first, last) = (place.min + half, place.max - half);
        let beside = [place.with_max_x(first.x), place.with_min_x(last.x)];
        let above = [place.with_max_y(first.y), place.with_min_y(last.y)];
        let options = seen.map(|seen| options_in_words(seen.session.config_shown()));
        let has_options = options.iter().any(|options| !options.is_empty());
        let counts = seen.map(|seen| lines(seen.session).len());
        let [beside, above] = [beside, above].map(|each| {
            let (many, _) = columns(each[0].width());
            // The last one takes two columns.
            let rows = (counts[0].max(counts[1]) + usize::from(many > 1)).div_ceil(many);
            let lines = rows + usize::from(has_options);
            let heading = TITLE_HEIGHT + lines as f32 * LINE_HEIGHT + HEADING_GAP;
            Places { each, heading, has_options }
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

fn columns(width: f32) -> (usize, f32) {
    let width = width.min(MAX_WIDTH);
    let many = (((width + CELL_GAP) / (MIN_CELL_WIDTH + CELL_GAP)) as usize).max(1);
    (many, (width + CELL_GAP) / many as f32 - CELL_GAP)
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
    for (place, (name, value, tip)) in lines.iter().enumerate() {
        let span = if place + 1 == lines.len() { 2.min(many) } else { 1 };
        let fits = place % many + span <= many;
        let (row, column) = if fits { (place / many, place % many) } else { (place / many + 1, 0) };
        let at = rest.min + vec2(column as f32 * (width + CELL_GAP), row as f32 * LINE_HEIGHT);
        let size = vec2(span as f32 * width + (span - 1) as f32 * CELL_GAP, LINE_HEIGHT);
        inside(ui, Rect::from_min_size(at, size), |ui| number(ui, name, value, tip));
    }
}

fn options_line(ui: &mut Ui, config: &MethodConfig) {
    let options = options_in_words(config);
    let text = if options.is_empty() { "options at their defaults" } else { &options };
    let text = RichText::new(capitalised(text)).small().weak();
    ui.add(Label::new(text).truncate()).on_hover_text("The options that are not at their default.");
}

fn number(ui: &mut Ui, name: &str, value: &str, tip: &str) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.label(value);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.add(Label::new(RichText::new(name).weak()).truncate()).on_hover_text(tip);
        });
    });
}
