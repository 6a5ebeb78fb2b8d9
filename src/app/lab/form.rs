//! The left panel of the lab: the experiment, its parameters and the buttons.

use egui::{Button, ComboBox, Key, ProgressBar, RichText, ScrollArea, Ui, WidgetInfo};

use crate::app::lab::{LabMessage, LabView};
use crate::app::widgets::value_editor::{Edited, ValueEditor, text_field};
use crate::app::widgets::{ask_with, entry, inside, theme};
use crate::lab::{EXPERIMENTS, FormField, OpenExperiment};
use crate::solver::{Kind, OptionSpec};
use crate::text::capitalised;

const BUTTONS_HEIGHT: f32 = 74.0;
/// Below this height only what is needed is shown above the parameters.
const MIN_ROOMY_HEIGHT: f32 = 360.0;
const MIN_ONE_LINE_WIDTH: f32 = 256.0;

impl LabView<'_> {
    pub(super) fn lab_setup(&mut self, ui: &mut Ui) {
        let form = &self.lab.chosen().form;
        let whole = ui.available_rect_before_wrap();
        let more_lines = [whole.width() < MIN_ONE_LINE_WIDTH, self.lab.another().is_some()];
        let more_lines = more_lines.into_iter().filter(|is_needed| *is_needed).count();
        let bottom = BUTTONS_HEIGHT + 34.0 * more_lines as f32;
        let (above, below) = whole.split_top_bottom_at_y(whole.bottom() - bottom);
        inside(ui, above, |ui| {
            let area = ScrollArea::vertical().id_salt(("parameters", self.lab.name()));
            area.auto_shrink(false).show(ui, |ui| {
                self.lab_experiment(ui, above.height() > MIN_ROOMY_HEIGHT);
                for field in &form.fields {
                    self.lab_parameter(ui, field);
                }
            });
        });
        inside(ui, below, |ui| {
            ui.add_space(6.0);
            self.lab_buttons(ui, form.is_wrong());
        });
    }

    fn lab_experiment(&mut self, ui: &mut Ui, is_roomy: bool) {
        ui.heading("Experiment");
        let experiment = self.lab.experiment();
        ui.name_inputs("Experiment", |ui| {
            let list = ComboBox::from_id_salt("experiment")
                .width(ui.available_width())
                .height(600.0)
                .truncate()
                .selected_text(experiment.title)
                .show_ui(ui, |ui| {
                    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
                    for other in EXPERIMENTS {
                        let item = entry(ui, other.name == experiment.name, other.title);
                        let clicked = item.on_hover_text(other.summary).clicked();
                        self.out.extend(clicked.then_some(LabMessage::Choose(other.name)));
                    }
                });
            list.response.accessible_name("Experiment").on_hover_text(experiment.title);
        });
        ui.label(experiment.summary);
        let repeats = format!("Repeats {}.", experiment.repeats);
        self.lab_command_line(ui, &repeats);
        if is_roomy {
            ui.label(RichText::new(repeats).small().weak());
        }
        ui.add_space(6.0);
    }

    fn lab_command_line(&self, ui: &mut Ui, repeats: &str) {
        let command = &self.lab.chosen().form.command;
        let words = RichText::new(format!("Command line: {command}")).small().weak();
        let tip = format!("The same experiment on the command line.\n{repeats}");
        ui.add(egui::Label::new(words).wrap()).on_hover_text(tip);
        let copy = Button::new(RichText::new("Copy command").small()).small();
        if ui.add(copy).on_hover_text("Copies the command to the clipboard.").clicked() {
            ui.copy_text(command.clone());
        }
    }

    fn lab_parameter(&mut self, ui: &mut Ui, field: &FormField) {
        let typed = match field.spec.kind {
            kind if kind.is_methods() => self.lab_methods(ui, field),
            Kind::Goal | Kind::Choice(_) | Kind::Choices(_) => self.lab_choices(ui, field),
            _ => self.lab_text(ui, field),
        };
        self.out.extend(typed.map(|typed| LabMessage::Set(field.spec.key, typed)));
        if let Some(why) = &field.wrong {
            let why = RichText::new(capitalised(why)).small();
            ui.colored_label(theme::of(ui).retreat, why);
        }
    }

    /// Enter runs the experiment.
    fn lab_text(&mut self, ui: &mut Ui, field: &FormField) -> Option<String> {
        let label = ui.small(field.spec.title);
        let (id, mut typed) = ((self.lab.name(), field.spec.key), field.text.clone());
        let shown = text_field(ui, id, ui.available_width(), &mut typed);
        let shown = shown.labelled_by(label.id).on_hover_text(tip(field.spec));
        if shown.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            self.out.push(LabMessage::Run);
            shown.request_focus();
        }
        (typed != field.text).then_some(typed)
    }

    fn lab_choices(&mut self, ui: &mut Ui, field: &FormField) -> Option<String> {
        let tip = tip(field.spec);
        ui.small(field.spec.title).on_hover_text(&tip);
        let now = self.lab.chosen().form.value(field);
        self.editor().value(ui, field.spec, now, &tip).map(|value| value.to_string())
    }

    pub(super) fn editor(&mut self) -> ValueEditor<'_> {
        let (preferences, order) = (self.preferences, &mut self.editing.order);
        ValueEditor { preferences, order, edited: Edited::Experiment }
    }

    fn lab_buttons(&mut self, ui: &mut Ui, is_wrong: bool) {
        let colours = theme::of(ui);
        let (running, another) = (self.lab.running(), self.lab.another());
        let is_running = running.is_some();
        let is_paused = running.is_some_and(OpenExperiment::is_halted);
        ui.horizontal_wrapped(|ui| {
            let mut button = |ui: &mut Ui, [name, tip]: [&str; 2], enabled: bool, message| {
                let button = ui.add_enabled(enabled, Button::new(name)).on_hover_text(tip);
                self.out.extend(button.clicked().then_some(message));
            };
            let run = theme::primary("Run", colours);
            let tip = "Runs the experiment on all cores but one. (Space, or Enter in a field)";
            let run = ui.add_enabled(!is_running && !is_wrong, run).on_hover_text(tip);
            let why = if is_wrong { "Correct the parameters first." } else { "Already running." };
            let why = if another.is_some() { "Another experiment is running." } else { why };
            let pressed = run.on_disabled_hover_text(why).clicked();
            let resume = ["Resume", "Resumes the runs. (Space)"];
            let pause = ["Pause", "Pauses all runs. (Space)"];
            button(ui, if is_paused { resume } else { pause }, is_running, LabMessage::Pause);
            button(ui, ["Stop", "Skips the remaining runs."], is_running, LabMessage::Stop);
            let is_set = running.is_none() || another.is_some();
            button(ui, ["Defaults", "Restores the defaults."], is_set, LabMessage::Restore);
            self.out.extend(pressed.then_some(LabMessage::Run));
        });
        ui.add_space(4.0);
        self.lab_progress(ui, another);
    }

    /// The progress of this experiment, or of another one that is running.
    fn lab_progress(&mut self, ui: &mut Ui, another: Option<&OpenExperiment>) {
        let shown = another.unwrap_or(self.lab.chosen());
        let ((done, all), state) = (shown.progress(), shown.progress_words());
        if another.is_some() {
            ui.horizontal(|ui| {
                let tip = "Shows the experiment that is running.";
                let show = LabMessage::Choose(shown.experiment.name);
                ask_with(ui, Button::new("Show").small(), tip, show, self.out);
                let words = format!("Running: {}", shown.experiment.title);
                ui.add(egui::Label::new(RichText::new(&words).small()).truncate());
            });
        }
        ui.label(RichText::new(&state).small());
        if all == 0 {
            return;
        }
        let share = done as f32 / all as f32;
        let bar = ui.add(ProgressBar::new(share).desired_height(6.0).corner_radius(3.0));
        bar.widget_info(|| WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &state));
    }
}

pub(super) fn tip(parameter: &OptionSpec) -> String {
    capitalised(parameter.help) + "."
}
