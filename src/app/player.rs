//! The panel below: the timeline and the buttons of the player.

use egui::{Align, DragValue, Layout, Ui, vec2};

use super::command::Command;
use super::icons::{self, Icon, Look};
use super::{App, rail};
use crate::engine::{Moment, Speed, View};
use crate::solver::Status;
use crate::text::grouped;

pub(super) const HEIGHT: f32 = 108.0;

/// What the player keeps from frame to frame.
#[derive(Default)]
pub(super) struct Player {
    /// The step that the timeline is being dragged to.
    dragged: Option<u64>,
    /// The step in the field while somebody types there: a number that runs on would wipe it out.
    typed_over: Option<u64>,
}

impl App {
    pub(super) fn player(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.y = 4.0;
        let width = ui.available_width();
        let from_right = Layout::right_to_left(Align::Center);
        ui.allocate_ui_with_layout(vec2(width, 28.0), from_right, |ui| {
            self.step_field(ui);
            self.timeline(ui);
        });
        let from_left = Layout::left_to_right(Align::Center);
        ui.allocate_ui_with_layout(vec2(width, 44.0), from_left, |ui| {
            self.buttons(ui);
            self.next_tour(ui);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                self.speed(ui);
                ui.add_space(6.0);
                let mut show = self.session.shows_backtracking();
                let tip = "On: every step and every retreat. Off: the search runs out of sight, and then the tour is played. (B)";
                if ui.checkbox(&mut show, "Show backtracking").on_hover_text(tip).changed() {
                    self.commands.push(Command::ShowBacktracking(show));
                }
            });
        });
    }

    /// The whole search as a line, to be dragged through.
    fn timeline(&mut self, ui: &mut Ui) {
        let moment = self.session.moment().filter(|moment| moment.view != View::Hidden);
        let word = moment.map_or("step", word_for);
        let length = moment.map_or(0, |moment| moment.length);
        let step = moment.map_or(0, |moment| self.player.dragged.unwrap_or(moment.step));
        let at = moment.map(|_| (step as f64 / length.max(1) as f64) as f32);
        let width = ui.available_width();
        let (response, wanted) = rail::rail(ui, width, at, "Timeline", step as f64);
        let step_at = |share: f64| (share * length as f64).round() as u64;
        if let Some(step) = wanted.map(step_at) {
            if self.player.dragged != Some(step) {
                self.commands.push(Command::Seek(step));
            }
            self.player.dragged = Some(step);
        }
        if !response.is_pointer_button_down_on() {
            self.player.dragged = None;
        }
        if let Some(share) = rail::share_under(&response).filter(|_| at.is_some()) {
            // Above the pointer: below it are the buttons.
            let mut tip = egui::Tooltip::for_enabled(&response).at_pointer();
            tip.popup = tip.popup.align(egui::RectAlign::TOP).gap(12.0);
            tip.show(|ui| ui.label(format!("{word} {}", grouped(step_at(share)))));
        }
    }

    fn buttons(&mut self, ui: &mut Ui) {
        let moment = self.session.moment();
        let movable = moment.is_some_and(|moment| moment.view != View::Hidden);
        let playing = moment.is_some_and(|moment| moment.playing);
        let can_search = moment.is_some_and(|m| m.progress.status == Status::Searching);
        let at_start = moment.is_none_or(|moment| moment.step == 0);
        let done = moment.is_some_and(is_at_end);
        let given = self.has_path_to_finish();
        let play = if playing {
            (Icon::Pause, "Pause", "Pause: search and playhead halt. (Space)")
        } else {
            (Icon::Play, "Play", "Play. (Space)")
        };
        let buttons = [
            (
                Icon::ToStart,
                "To the start",
                "To the start. (Home)",
                Command::ToStart,
                movable && !at_start,
            ),
            (
                Icon::StepBack,
                "Step back",
                "One step back. (←)",
                Command::StepBack,
                movable && !at_start,
            ),
            (play.0, play.1, play.2, Command::PlayPause, movable || can_search || given),
            (Icon::Step, "Step", "One step. (→)", Command::Step, movable && !done || given),
            (
                Icon::ToEnd,
                "To the end",
                "To the newest step. (End)",
                Command::ToEnd,
                movable && !at_newest(moment),
            ),
            (
                Icon::Stop,
                "Stop",
                "Stop: halt, and back to the start.",
                Command::Stop,
                moment.is_some() && (playing || !at_start),
            ),
            (
                Icon::Reset,
                "Reset",
                "Reset: clear the board. (R)",
                Command::Reset,
                moment.is_some() || given,
            ),
        ];
        for (icon, name, tip, command, enabled) in buttons {
            let primary = command == Command::PlayPause;
            let look =
                Look { diameter: if primary { 42.0 } else { 32.0 }, primary: primary && enabled };
            let button = |ui: &mut Ui| icons::button(ui, icon, name, tip, look);
            if ui.add_enabled_ui(enabled, button).inner.clicked() {
                self.commands.push(command);
            }
        }
    }

    /// After a tour, the next one.
    fn next_tour(&mut self, ui: &mut Ui) {
        let found = |moment: &Moment| {
            let answer = &moment.progress;
            answer.status == Status::Found && !answer.knows_no_other && moment.step == moment.length
        };
        let tip = "Go on from this tour and look for another.";
        if self.session.moment().is_some_and(found)
            && ui.button("Find the next one").on_hover_text(tip).clicked()
        {
            self.commands.push(Command::FindNext);
        }
    }

    /// The step that is shown; typing another goes there. From the right, at the timeline's end.
    fn step_field(&mut self, ui: &mut Ui) {
        let Some(moment) = self.session.moment() else { return };
        let word = word_for(moment);
        let length = moment.length;
        // Room for large numbers from the beginning, so that nothing moves when they come.
        let room = vec2(96.0, 28.0);
        ui.allocate_ui_with_layout(room, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(room.x);
            ui.weak(format!("of {}", grouped(length)));
        });
        let (shown, is_hidden) = (moment.step, moment.view == View::Hidden);
        let mut step = self.player.typed_over.unwrap_or(shown);
        let field = DragValue::new(&mut step)
            .range(0..=length)
            .speed(0.0)
            .custom_formatter(|step, _| grouped(step as u64))
            .custom_parser(|text| text.replace([',', ' '], "").parse().ok())
            .update_while_editing(false);
        let digits = grouped(length).len().max(11) as f32;
        let size = vec2(digits * 7.4 + 16.0, 28.0);
        let add = |ui: &mut Ui| ui.add_sized(size, field).accessible_name("Go to step");
        let field = ui.add_enabled_ui(!is_hidden, add).inner;
        if field.gained_focus() {
            self.player.typed_over = Some(shown);
        } else if !field.has_focus() {
            self.player.typed_over = None;
        }
        let changed = field.on_hover_text("Click and type a number to go there.").changed();
        if changed && self.escaped == [false; 2] {
            self.commands.push(Command::Seek(step));
        }
        ui.weak(word);
        ui.add_space(8.0);
    }

    /// The speed, from the right: the value, faster, the slider, slower.
    fn speed(&mut self, ui: &mut Ui) {
        let speed = self.session.speed();
        let small = Look { diameter: 24.0, primary: false };
        // In a narrow window with large letters there is no room for all of it.
        let tight = ui.available_width() < 330.0;
        let value = if tight { 56.0 } else { 88.0 };
        ui.allocate_ui_with_layout(vec2(value, 28.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(value);
            ui.label(speed.to_string()).on_hover_text("steps a second");
        });
        if icons::button(ui, Icon::Plus, "Faster", "Faster. (+)", small).clicked() {
            self.commands.push(Command::Faster);
        }
        let most = Speed::UNLIMITED.place() as f64;
        let width = (ui.available_width() - 210.0).min(190.0);
        if width >= 60.0 {
            let at = speed.place() as f64 / most;
            let (response, wanted) =
                rail::rail(ui, width, Some(at as f32), "Speed", speed.place() as f64);
            if let Some(share) = wanted {
                self.commands.push(Command::SetSpeed(Speed::at((share * most).round() as usize)));
            }
            response.on_hover_text("1 to 60 steps a second, then up to unlimited");
        }
        if icons::button(ui, Icon::Minus, "Slower", "Slower. (−)", small).clicked() {
            self.commands.push(Command::Slower);
        }
    }
}

/// What the timeline counts.
fn word_for(moment: &Moment) -> &'static str {
    if moment.view == View::Tour { "square" } else { "step" }
}

/// Whether there is nothing after what is shown.
fn is_at_end(moment: &Moment) -> bool {
    let ended = moment.progress.status != Status::Searching;
    moment.step >= moment.length && ended
}

fn at_newest(moment: Option<&Moment>) -> bool {
    moment.is_none_or(|moment| moment.step >= moment.length && !moment.playing)
}
