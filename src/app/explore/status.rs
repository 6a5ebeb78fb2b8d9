//! The panel on the right: what the search is doing, and why.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Align, Align2, CornerRadius, Layout, PopupCloseBehavior, RichText, ScrollArea, Sense, Stroke,
    TextStyle, Ui, WidgetInfo, vec2,
};

use crate::app::board::context::{Tool, ViewContext};
use crate::app::board::mini;
use crate::app::explore::ExploreMessage;
use crate::app::explore::candidate::{self, ROW_HEIGHT};
use crate::app::explore::layout::ExploreView;
use crate::app::files::FileMessage;
use crate::app::widgets::badge::{badge, name_of, search_time, state_colour};
use crate::app::widgets::player::{NEXT_TOUR, PlayerEvent};
use crate::app::widgets::{ask_button, ask_with, metrics, theme, value_line};
use crate::engine::{Frame, PlaybackCommand, View};
use crate::format::legend;
use crate::puzzle::Goal;
use crate::session::{Setup, State, all_tried, in_numbers, kind_lines, reached, work_lines};
use crate::solver::{Method, MethodConfig, Status, StepKind};
use crate::text::{counted, grouped, message};

const MIN_LIST_HEIGHT: f32 = 92.0;
/// Below this height the panel saves room.
const MIN_ROOMY_HEIGHT: f32 = 420.0;

impl ExploreView<'_> {
    pub(super) fn status(&mut self, ui: &mut Ui) {
        let room = ui.available_height();
        ScrollArea::vertical().id_salt("status").auto_shrink(false).show(ui, |ui| {
            self.which_board(ui);
            self.state_line(ui);
            ui.add_space(4.0);
            self.explain(ui);
            ui.add_space(4.0);
            self.what_next(ui);
            ui.scope(|ui| self.counters(ui));
            self.answer_ahead(ui);
            self.unkept(ui);
            self.long_search(ui);
            self.cleared(ui);
            self.metrics(ui);
            self.candidates(ui, (room * 0.3).max(MIN_LIST_HEIGHT + 40.0));
            ui.add_space(6.0);
            let left = room - ui.min_rect().height() - 2.0 * ui.spacing().item_spacing.y;
            self.path_list(ui, left);
        });
    }

    /// The method that searches, or would.
    fn method(&self) -> &'static Method {
        let active = self.session.active();
        active.map_or(&self.session.setup().config, |active| &active.pick.config).method
    }

    fn which_board(&self, ui: &mut Ui) {
        if self.seen.comparison.is_some() {
            let text = format!("About the first board: {}", self.method().title);
            ui.label(RichText::new(text).small().weak());
        }
    }

    fn state_line(&mut self, ui: &mut Ui) {
        let colours = theme::of(ui);
        let state = self.session.state();
        ui.horizontal(|ui| {
            let detail = match self.session.frame().filter(|_| state == State::Replaying) {
                // Where there is no room beside the legend, the player alone shows the step.
                Some(frame) if frame.length < 100 && ui.available_width() > 230.0 => {
                    format!(", step {} of {}", frame.step, frame.length)
                }
                _ => String::new(),
            };
            badge(ui, name_of(self.session), &detail, state_colour(state, colours));
            let tours = self.session.frame().map_or(0, |frame| frame.progress.tours);
            if tours > 1 && matches!(state, State::Found { .. }) {
                ui.label(RichText::new(format!("Tour {}", grouped(tours))).strong());
            }
            // A tour from a file took no time to find.
            let active = self.session.active().filter(|active| !active.is_from_file());
            let frame = active.and_then(|active| active.frame.as_ref());
            // There is not room for more.
            let has_room = tours <= 1 && detail.is_empty();
            let seconds = frame.map(|frame| frame.progress.seconds).filter(|_| has_room);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.legend(ui);
                search_time(ui, seconds);
            });
        });
    }

    fn legend(&self, ui: &mut Ui) {
        let inks = self.seen.preferences.inks(ui);
        let overlay = self.session.frame().map(|frame| &frame.overlay);
        let marks = (self.seen.preferences.parts.starts, self.session.setup().board.is_wrapped());
        let room = ui.ctx().content_rect().height() - 80.0;
        let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        ui.spacing_mut().interact_size.y = 22.0;
        let button = MenuButton::from_button(egui::Button::new("Legend"));
        let (button, _) = button.config(stays).ui(ui, |ui| {
            ui.set_width(280.0);
            let area = ScrollArea::vertical().max_height(room).min_scrolled_height(room);
            let marks = legend::of(self.method(), overlay, marks);
            area.show(ui, |ui| mini::legend(ui, &inks, &marks));
        });
        button.on_hover_text("What the marks on the board mean.");
    }

    /// The position and what comes next, or what the answer means. It keeps its height, so that nothing
    /// below it jumps.
    fn explain(&self, ui: &mut Ui) {
        let lines = if ui.clip_rect().height() < MIN_ROOMY_HEIGHT { 3.0 } else { 4.0 };
        let height = lines * ui.text_style_height(&TextStyle::Body) + 2.0;
        let size = vec2(ui.available_width(), height);
        ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
            ui.set_min_size(size);
            ui.label(explanation(self.seen));
        });
    }

    fn counters(&self, ui: &mut Ui) {
        let Some(active) = self.session.active() else { return };
        let Some(frame) = &active.frame else { return };
        let counts = &frame.counts;
        let method = active.pick.config.method;
        let mut lines = work_lines(method, Some(&counts.work));
        if active.pick.why.is_some() && !active.is_from_file() {
            let tip = "The method that Automatic picked. The set-up panel says why.";
            lines.insert(0, ("Picked", method.title.to_owned(), tip));
        }
        if method.takes(StepKind::Placement) {
            let squares = grouped(active.puzzle.board().squares_to_visit() as u64);
            let visited = format!("{} of {squares}", grouped(frame.visible().len() as u64));
            lines.push(("Visited", visited, "Squares on the path now."));
            let tip = "The most squares on a path so far.";
            lines.push(("Longest path", grouped(counts.depth as u64), tip));
        }
        lines.push(reached(Some(frame)));
        if let Some(traits) = active.traits.as_ref().filter(|_| active.tour.is_some()) {
            lines.extend(kind_lines(traits));
        }
        ui.spacing_mut().interact_size.y = 18.0;
        // Where there is little room, the list of squares below needs it more.
        if ui.clip_rect().height() < MIN_ROOMY_HEIGHT {
            ui.spacing_mut().item_spacing.y = 1.0;
        }
        for (name, value, tip) in lines {
            value_line(ui, name, &value, tip);
        }
    }

    /// Shown if there is more to say than the length of the path.
    fn metrics(&mut self, ui: &mut Ui) {
        let Some(frame) = self.session.frame().filter(|frame| frame.metrics.len() > 1) else {
            return;
        };
        ui.scope(|ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            for metric in &frame.metrics {
                value_line(ui, metric.title, &metrics::number(metric.value), "");
            }
        });
        let show = ("Show as a chart", "Draws these numbers over all steps of the search.");
        let hide = ("Hide the chart", "Closes the chart of these numbers.");
        let (name, tip) = if self.explore.shows_chart { hide } else { show };
        ask_button(ui, name, tip, ExploreMessage::ToggleChart, self.out);
    }

    /// Other answers that the method holds, in a list of this height; a click shows one on the board.
    pub(super) fn candidates(&mut self, ui: &mut Ui, height: f32) {
        let frame = self.session.frame().filter(|frame| !frame.candidates.list.is_empty());
        let Some(Frame { candidates, status, .. }) = frame else { return };
        ui.add_space(6.0);
        let (listed, all) = (candidates.list.len(), grouped(candidates.all as u64));
        let best = format!("the best {} of ", grouped(listed as u64));
        let best = if listed == candidates.all { "" } else { &best };
        ui.heading(format!("{}: {best}{all}", candidates.title));
        let chosen = self.seen.display.candidate;
        let shown = chosen.filter(|_| *status != Status::Found);
        if let Some(shown) = shown.and_then(|place| candidates.list.get(place)) {
            let text = format!("On the board: {}. Click it again to hide it.", shown.name);
            ui.label(RichText::new(text).small().weak());
        }
        let area = ScrollArea::vertical().id_salt("candidates").max_height(height);
        area.show_rows(ui, ROW_HEIGHT, listed, |ui, rows| {
            for place in rows {
                let is_shown = chosen == Some(place);
                let row = candidate::row(ui, &candidates.list[place], is_shown);
                let next = ExploreMessage::ShowCandidate((!is_shown).then_some(place));
                self.out.extend(row.clicked().then_some(next));
            }
        });
    }

    /// The answer that the search has come to ahead of what is shown.
    fn answer_ahead(&mut self, ui: &mut Ui) {
        let active = self.session.active().filter(|_| self.session.has_unshown_answer());
        let Some(active) = active else { return };
        let Some(Frame { progress, .. }) = &active.frame else { return };
        let colours = theme::of(ui);
        let steps = grouped(progress.steps);
        let text = match progress.status {
            Status::Found if active.is_from_file() => {
                format!("The tour is complete at step {steps}.")
            }
            Status::Found => format!("Tour found at step {steps}."),
            Status::Exhausted => {
                let (proof, tried) = (self.session.proof(active), all_tried(&active.pick.config));
                format!("{proof}: {tried} ({}).", counted(progress.steps, "step"))
            }
            _ => format!("Gave up at step {steps}."),
        };
        let (ink, skip) = match progress.status {
            Status::Found => (colours.good, "Skip to it"),
            _ => (colours.retreat, "Skip to the end"),
        };
        notice(ui, RichText::new(text).color(ink), |ui| {
            ui.horizontal_wrapped(|ui| {
                let to_end = ExploreMessage::Player(PlayerEvent::TO_END);
                ask_with(ui, theme::primary(skip, colours), "", to_end, self.out);
                ask_button(ui, "Keep watching", "", ExploreMessage::DismissAnswer, self.out);
            });
        });
    }

    fn unkept(&mut self, ui: &mut Ui) {
        let Some(why) = self.unkept.filter(|_| self.session.is_unsaved()) else { return };
        let text =
            format!("This search is not saved, and it cannot be kept for the next start: {why}.");
        let save = ExploreMessage::Shell(FileMessage::Save.into());
        notice(ui, RichText::new(message(&text)).color(theme::of(ui).retreat), |ui| {
            ask_button(ui, "Save…", "Saves the search in a file.", save, self.out);
        });
    }

    fn what_next(&mut self, ui: &mut Ui) {
        if self.session.can_repair() {
            let tip = "Rearranges this path, move by move, until it can be finished. Its start stays where it is.";
            let button = theme::primary("Repair it", theme::of(ui));
            ask_with(ui, button, tip, ExploreMessage::Repair, self.out);
            ui.add_space(6.0);
        }
        if !matches!(self.session.state(), State::Found { .. }) {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            if self.session.can_find_next() {
                let tip = "Continue from this tour and look for another.";
                let next = ExploreMessage::Player(PlayerEvent::FIND_NEXT);
                ask_with(ui, theme::primary(NEXT_TOUR, theme::of(ui)), tip, next, self.out);
            }
            let tip = "Save what the board shows as PNG or SVG.";
            let picture = ExploreMessage::Shell(FileMessage::ASK_FOR_PICTURE.into());
            ask_button(ui, "Save a picture…", tip, picture, self.out);
            if self.session.can_be_closed() {
                let tip = "Look for a closed tour from the same square: its end is one move from its start.";
                let (goal, config) = (Goal::Closed, MethodConfig::default());
                let setup = Setup { goal, config, ..self.session.setup().clone() };
                let again = ExploreMessage::SearchAgain(setup);
                ask_button(ui, "Find a closed one", tip, again, self.out);
            }
            if self.session.can_close_tour() {
                let tip = "Rearrange this tour by Euler's repair until its end is one move from its start. Undo brings it back.";
                ask_button(ui, "Close this tour", tip, ExploreMessage::CloseTour, self.out);
            }
        });
        ui.add_space(6.0);
    }

    fn long_search(&mut self, ui: &mut Ui) {
        let (Some(long), Some(frame)) = (self.session.long_search(), self.session.frame()) else {
            return;
        };
        notice(ui, in_numbers(&long, frame).into(), |ui| {
            ui.horizontal_wrapped(|ui| {
                if let Some(config) = long.instead {
                    let name = format!("Try {}", config.method.title);
                    let button = theme::primary(name, theme::of(ui));
                    let tip = "Starts it from the same square. Undo brings this search back.";
                    let setup = Setup { config, ..self.session.setup().clone() };
                    ask_with(ui, button, tip, ExploreMessage::SearchAgain(setup), self.out);
                }
                ask_button(ui, "Dismiss", "", ExploreMessage::DismissLong, self.out);
            });
        });
    }

    fn cleared(&mut self, ui: &mut Ui) {
        if self.session.active().is_some() || !self.session.has_set_aside() {
            return;
        }
        notice(ui, "Board cleared.".into(), |ui| {
            ask_button(ui, "Undo", "Brings it back. (Ctrl+Z)", ExploreMessage::Undo, self.out);
        });
    }

    /// The squares of the path, newest first.
    fn path_list(&mut self, ui: &mut Ui, room: f32) {
        let Some(active) = self.session.active() else { return };
        let Some(frame) = &active.frame else { return };
        let path: &[_] = if frame.view == View::Tour { &frame.path } else { frame.visible() };
        let current = frame.visible().len();
        let is_placed = active.pick.config.method.takes(StepKind::Placement);
        if path.is_empty() && !is_placed {
            return;
        }
        ui.heading(if frame.view == View::Hidden { "Longest path" } else { "Path" });
        // Numbers of any length have room before the names.
        let column = (grouped(path.len() as u64).len() as f32 * 7.0 + 4.0).max(46.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        let room = (room - ui.text_style_height(&TextStyle::Heading)).max(MIN_LIST_HEIGHT);
        let area = ScrollArea::vertical().id_salt("path").max_height(room);
        let mut area = area.auto_shrink(false);
        // The list scrolls along with a tour that is played back.
        let id = ui.scope_id().with("path shown");
        let shown = (frame.view == View::Tour).then_some(current);
        let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(id), shown));
        if shown.is_some() && shown != before {
            let above = (path.len() - current.min(path.len())) as f32 * ROW_HEIGHT;
            area = area.vertical_scroll_offset((above - room / 3.0).max(0.0));
        }
        let leads_there = is_placed || frame.view == View::Tour;
        let way = if leads_there { " Click to go to the step that placed it." } else { "" };
        // Tab does not stop at every square: the arrow keys step through them.
        let sense = if leads_there { Sense::CLICK } else { Sense::hover() };
        let (board, colours) = (active.puzzle.board(), theme::of(ui));
        area.show_rows(ui, ROW_HEIGHT, path.len(), |ui, rows| {
            for number in rows.map(|row| path.len() - row) {
                let (square, is_current) = (path[number - 1], number == current);
                let name = self.session.name(square);
                let size = vec2(ui.available_width(), ROW_HEIGHT);
                let (rect, response) = ui.allocate_exact_size(size, sense);
                let label = format!("{number} {name}");
                response.widget_info(|| {
                    WidgetInfo::selected(egui::Role::Button, true, is_current, &label)
                });
                let (painter, font) = (ui.painter(), TextStyle::Body.resolve(ui.style()));
                if is_current || response.hovered() {
                    painter.rect_filled(rect, 4.0, colours.background);
                }
                let at = |x: f32| egui::pos2(rect.left() + x, rect.center().y);
                let (text, soft) = (grouped(number as u64), colours.soft_ink);
                painter.text(at(column), Align2::RIGHT_CENTER, text, font.clone(), soft);
                let ink = if number > current { soft } else { colours.ink };
                painter.text(at(column + 14.0), Align2::LEFT_CENTER, name, font, ink);
                let (row, col) = (board.row(square), board.col(square));
                let place = format!("Row {row}, column {col} (from 0).{way}");
                let seek = PlayerEvent::Playback(PlaybackCommand::SeekPath(number));
                let clicked = response.on_hover_text(place).clicked();
                self.out.extend(clicked.then_some(ExploreMessage::Player(seek)));
            }
        });
    }
}

pub(super) fn explanation(seen: ViewContext<'_>) -> String {
    let invitation = match seen.display.tool {
        Tool::Start => None,
        Tool::Holes => Some("Click or drag on the board to make holes. Esc when done."),
        Tool::End => Some("Click the square where the tour must end. Esc cancels."),
    };
    seen.session.explanation(invitation)
}

fn notice(ui: &mut Ui, text: RichText, add: impl FnOnce(&mut Ui)) {
    let colours = theme::of(ui);
    ui.add_space(6.0);
    egui::Frame::new()
        .fill(colours.background)
        .stroke(Stroke::new(1.0, colours.line))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(10)
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(text);
            add(ui);
        });
}
