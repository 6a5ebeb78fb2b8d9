//! The panel on the right: what is happening, and why.

use egui::{
    Align, Color32, CornerRadius, Layout, RichText, ScrollArea, Sense, Stroke, TextStyle, Ui,
    WidgetInfo, vec2,
};

use super::command::Command;
use super::menu::capitalised;
use super::{App, theme};
use crate::board::Board;
use crate::engine::View;
use crate::session::State;
use crate::solver::Status;
use crate::text::{counted, grouped};

/// The list of squares shows at least so much of itself.
const LEAST_LIST: f32 = 92.0;

impl App {
    pub(super) fn status(&mut self, ui: &mut Ui) {
        let room = ui.available_height();
        ScrollArea::vertical().id_salt("status").auto_shrink(false).show(ui, |ui| {
            self.state_line(ui);
            ui.add_space(4.0);
            self.words(ui);
            ui.add_space(4.0);
            self.counters(ui);
            self.news(ui);
            self.set_aside(ui);
            ui.add_space(6.0);
            let left = room - ui.min_rect().height() - 2.0 * ui.spacing().item_spacing.y;
            self.path_list(ui, left);
        });
    }

    /// The state as a badge, and the time searched.
    fn state_line(&mut self, ui: &mut Ui) {
        let colours = theme::of(ui);
        let state = self.session.state();
        let text = name_of(state);
        let fill = match state {
            State::Ready | State::Paused => colours.soft_ink,
            State::Searching => colours.path,
            State::Found { .. } | State::NoOther => colours.good,
            State::NoTour | State::GaveUp | State::Broken => colours.retreat,
        };
        ui.horizontal(|ui| {
            badge(ui, text, fill);
            if let Some(moment) = self.session.moment() {
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let time =
                        RichText::new(duration(moment.progress.seconds)).color(colours.soft_ink);
                    ui.label(time).on_hover_text("time searched, without pauses");
                });
            }
        });
    }

    /// Why this step was taken, or what the answer means. It keeps its height, so that nothing
    /// below it jumps.
    fn words(&self, ui: &mut Ui) {
        let height = 3.0 * ui.text_style_height(&TextStyle::Body) + 2.0;
        let width = ui.available_width();
        ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down(Align::Min), |ui| {
            ui.set_min_size(vec2(width, height));
            let words = self.explanation();
            ui.label(words);
        });
    }

    fn explanation(&self) -> String {
        if let Some(broken) = self.session.broken() {
            return broken.to_owned();
        }
        if self.has_path_to_finish() {
            let length = counted(self.session.path().len() as u64, "square");
            return format!(
                "A path of {length} is on the board. Choose a method and press play to finish it, or clear it (R)."
            );
        }
        let Some(watched) = self.session.watched() else {
            return "Click a square of the board, and watch how a tour is found from there."
                .to_owned();
        };
        let Some(moment) = &watched.moment else { return String::new() };
        let board = watched.puzzle.board();
        let steps = grouped(moment.counts.steps());
        match (self.session.state(), moment.view) {
            (State::NoTour, _) => {
                format!("No path found: all {steps} steps tried. This is a proof that there is no tour.")
            }
            (State::NoOther, _) if watched.recipe.method.enumerates => {
                let tours = counted(moment.progress.tours, "tour");
                format!("No other path found: all {steps} steps tried. There are {tours} in all.")
            }
            (State::NoOther, _) => format!("No other path found: all {steps} steps tried."),
            (State::GaveUp, _) if moment.progress.tours > 0 => {
                format!("No other tour was found, and the method gave up after {steps} steps. This is no proof that there is none.")
            }
            (State::GaveUp, _) => {
                format!(
                    "Gave up after {steps} steps. This is no proof that there is no tour: another method or seed may find one."
                )
            }
            (_, View::Hidden) => {
                format!(
                    "Searching out of sight. The deepest path so far has {} of {} squares.",
                    grouped(moment.counts.depth as u64),
                    grouped(board.squares_to_visit() as u64)
                )
            }
            (_, View::Tour) => match moment.visible().last() {
                Some(square) => {
                    format!("Square {} of the tour: {}.", grouped(moment.step), board.name(*square))
                }
                None => "The tour, move by move.".to_owned(),
            },
            (State::Found { .. }, _)
                if moment.progress.knows_no_other
                    && watched.puzzle.given().len() < board.squares_to_visit() =>
            {
                "The method always comes to this tour and knows no other. Another method, option or seed may find more.".to_owned()
            }
            (State::Found { .. }, _) => {
                let kind = watched.tour.as_ref().map_or("", |tour| tour.kind());
                format!(
                    "Tour found at step {steps}: {kind}, from {} to {}.",
                    board.name(watched.puzzle.start()),
                    moment.path.last().map_or(String::new(), |last| board.name(*last))
                )
            }
            _ if moment.step == 0 => "The empty board. The next step places the knight.".to_owned(),
            _ => sentence(&moment.why, board),
        }
    }

    fn counters(&self, ui: &mut Ui) {
        ui.scope(|ui| self.counter_lines(ui));
    }

    fn counter_lines(&self, ui: &mut Ui) {
        let Some(watched) = self.session.watched() else { return };
        let Some(moment) = &watched.moment else { return };
        let colours = theme::of(ui);
        let squares = grouped(watched.puzzle.board().squares_to_visit() as u64);
        let counts = &moment.counts;
        let visited = grouped(moment.visible().len() as u64);
        let done = if moment.progress.status == Status::Searching { "" } else { " ✔" };
        let mut lines = vec![
            ("Steps", grouped(counts.steps()), "placements, retreats and restarts together"),
            ("Placements", grouped(counts.placements), "squares placed, the start included"),
            ("Retreats", grouped(counts.retreats), "squares taken back from dead ends"),
            ("Restarts", grouped(counts.restarts), "times the search began anew from its start"),
            ("Visited", format!("{visited} of {squares}"), "squares on the board now"),
            ("Deepest", grouped(counts.depth as u64), "squares of the longest path so far"),
            (
                "Searched to",
                format!("{}{done}", grouped(moment.progress.steps)),
                "the step that the search itself has come to, ahead of what is shown",
            ),
        ];
        if let Some(tour) = &watched.tour {
            let structured = if watched.structured { "structured" } else { "unstructured" };
            lines.push(("Kind", format!("{}, {structured}", tour.kind()), "open or closed, and whether it is structured: made of the patterns at the corners that lead to tours of larger boards"));
        }
        ui.spacing_mut().interact_size.y = 18.0;
        // Where there is little room, the list of squares below needs it more.
        if ui.clip_rect().height() < 420.0 {
            ui.spacing_mut().item_spacing.y = 1.0;
        }
        for (name, value, tip) in lines {
            ui.horizontal(|ui| {
                ui.label(RichText::new(name).color(colours.soft_ink)).on_hover_text(tip);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(value));
            });
        }
    }

    /// The answer that the search has come to ahead of what is shown.
    fn news(&mut self, ui: &mut Ui) {
        if !self.session.has_news() {
            return;
        }
        let Some(progress) = self.session.moment().map(|moment| moment.progress) else { return };
        let colours = theme::of(ui);
        let steps = grouped(progress.steps);
        let (text, ink, skip) = match progress.status {
            Status::Found => (format!("Tour found at step {steps}."), colours.good, "Skip to it"),
            Status::Exhausted => {
                (format!("No tour: all {steps} steps tried."), colours.retreat, "Skip to the end")
            }
            _ => (format!("Gave up at step {steps}."), colours.retreat, "Skip to the end"),
        };
        ui.add_space(6.0);
        notice(ui, |ui| {
            ui.label(RichText::new(text).color(ink));
            ui.horizontal_wrapped(|ui| {
                if ui.add(theme::primary(skip, colours)).clicked() {
                    self.commands.push(Command::ToEnd);
                }
                if ui.button("Keep watching").clicked() {
                    self.commands.push(Command::DismissNews);
                }
            });
        });
    }

    /// What was on the board before can be brought back.
    fn set_aside(&mut self, ui: &mut Ui) {
        if self.session.watched().is_some() || !self.session.has_set_aside() {
            return;
        }
        ui.add_space(6.0);
        notice(ui, |ui| {
            ui.label("What was on the board is set aside.");
            if ui.button("Undo").on_hover_text("Bring it back. (Ctrl+Z)").clicked() {
                self.commands.push(Command::Undo);
            }
        });
    }

    /// The squares in order, newest first; a click goes there.
    fn path_list(&mut self, ui: &mut Ui, room: f32) {
        let Some(watched) = self.session.watched() else { return };
        let Some(moment) = &watched.moment else { return };
        let path: &[_] = if moment.view == View::Tour { &moment.path } else { moment.visible() };
        let current = moment.visible().len();
        let board = watched.puzzle.board();
        let colours = theme::of(ui);
        ui.heading(if moment.view == View::Hidden { "Deepest path" } else { "Path" });
        let height = 22.0;
        let mut wanted = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        let room = room - ui.text_style_height(&TextStyle::Heading);
        let mut area = ScrollArea::vertical()
            .id_salt("path")
            .max_height(room.max(LEAST_LIST))
            .auto_shrink(false);
        // While a tour is played, the list goes with it.
        if moment.view == View::Tour && moment.playing {
            let above = (path.len() - current.min(path.len())) as f32 * height;
            area = area.vertical_scroll_offset((above - room.max(LEAST_LIST) / 3.0).max(0.0));
        }
        area.show_rows(ui, height, path.len(), |ui, rows| {
            for row in rows {
                let number = path.len() - row;
                let square = path[number - 1];
                let name = board.name(square);
                // With keys one goes there by the step: Tab does not stop at every square.
                let (rect, response) =
                    ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::CLICK);
                let label = format!("{number} {name}");
                response.widget_info(|| {
                    WidgetInfo::selected(egui::Role::Button, true, number == current, &label)
                });
                if number == current || response.hovered() {
                    ui.painter().rect_filled(rect, 4.0, colours.ground);
                }
                let font = TextStyle::Body.resolve(ui.style());
                let small = TextStyle::Small.resolve(ui.style());
                let painter = ui.painter();
                let at = |x: f32| egui::pos2(rect.left() + x, rect.center().y);
                painter.text(
                    at(46.0),
                    egui::Align2::RIGHT_CENTER,
                    grouped(number as u64),
                    font.clone(),
                    colours.soft_ink,
                );
                let ink = if number > current { colours.soft_ink } else { colours.ink };
                painter.text(at(60.0), egui::Align2::LEFT_CENTER, &name, font, ink);
                if board.has_names() {
                    let place = format!("row {}, column {}", board.row(square), board.col(square));
                    painter.text(
                        rect.right_center() - vec2(6.0, 0.0),
                        egui::Align2::RIGHT_CENTER,
                        place,
                        small,
                        colours.soft_ink,
                    );
                }
                if response.on_hover_text("go to the step that placed it").clicked() {
                    wanted = Some(number);
                }
            }
        });
        if let Some(number) = wanted {
            self.commands.push(Command::SeekPath(number));
        }
    }
}

/// A state in a word or two.
pub(super) fn name_of(state: State) -> &'static str {
    match state {
        State::Ready => "Ready",
        State::Searching => "Searching",
        State::Paused => "Paused",
        State::Found { closed: false } => "Open tour",
        State::Found { closed: true } => "Closed tour",
        State::NoTour => "No tour",
        State::NoOther => "No other tour",
        State::GaveUp => "Gave up",
        State::Broken => "Mistake",
    }
}

/// A word on a coloured ground.
fn badge(ui: &mut Ui, text: &str, fill: Color32) {
    let ink = theme::of(ui).on_accent;
    let font = TextStyle::Button.resolve(ui.style());
    let galley = ui.painter().layout_no_wrap(text.to_owned(), font, ink);
    let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(24.0, 8.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, text));
    // Screen readers tell when it changes.
    let live = egui::accesskit::Live::Polite;
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_live(live));
    ui.painter().rect_filled(rect, rect.height() / 2.0, fill);
    ui.painter().galley(rect.min + vec2(12.0, 4.0), galley, ink);
}

/// A quiet box for a line or two and what can be done about it.
fn notice(ui: &mut Ui, add: impl FnOnce(&mut Ui)) {
    let colours = theme::of(ui);
    egui::Frame::new()
        .fill(colours.ground)
        .stroke(Stroke::new(1.0, colours.line))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(10)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            add(ui);
        });
}

/// A whole sentence, but names of squares stay small.
fn sentence(words: &str, board: &Board) -> String {
    let first = words.split(' ').next().unwrap_or_default();
    match board.parse_square(first) {
        Ok(_) => format!("{words}."),
        Err(_) => format!("{}.", capitalised(words)),
    }
}

/// Minutes and seconds; below a minute more exactly.
fn duration(seconds: f64) -> String {
    let minutes = (seconds / 60.0) as u64;
    match (minutes, minutes / 60) {
        (0, _) if seconds < 0.001 => format!("{:.0} µs", seconds * 1_000_000.0),
        (0, _) if seconds < 1.0 => format!("{:.1} ms", seconds * 1_000.0),
        (0, _) => format!("{seconds:.1} s"),
        (_, 0) => format!("{minutes}:{:04.1}", seconds % 60.0),
        (_, hours) => format!("{hours}:{:02}:{:02}", minutes % 60, (seconds % 60.0) as u64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_short() {
        let said: Vec<String> = [0.000_04, 0.0123, 5.25, 75.5, 3_725.0].map(duration).into();
        assert_eq!(said, ["40 µs", "12.3 ms", "5.2 s", "1:15.5", "1:02:05"]);
    }
}
