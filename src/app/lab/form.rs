//! The left panel of the lab: the experiment, its parameters and the buttons.

use egui::{
    Button, ComboBox, Key, ProgressBar, RichText, ScrollArea, TextEdit, Ui, WidgetInfo, vec2,
};

use crate::app::lab::{LabMessage, LabView};
use crate::app::widgets::entry;
use crate::app::widgets::{inside, theme};
use crate::lab::{EXPERIMENTS, OpenExperiment, Parameter, ParameterKind};
use crate::puzzle::Goal;
use crate::solver::OptionValue;
use crate::text::capitalised;

/// The height of the buttons with the progress below them.
const BUTTONS: f32 = 74.0;
/// Below this height only what is needed is shown above the parameters.
const ROOMY: f32 = 360.0;
/// Below this width the buttons take two lines.
const ONE_LINE: f32 = 256.0;

impl LabView<'_> {
    pub(super) fn lab_setup(&mut self, ui: &mut Ui) {
        let (_, wrong) = self.lab.chosen().values();
        let whole = ui.available_rect_before_wrap();
        let mut bottom = BUTTONS;
        if whole.width() < ONE_LINE {
            bottom += 34.0;
        }
        if self.lab.another().is_some() {
            bottom += 34.0;
        }
        let (above, below) = whole.split_top_bottom_at_y(whole.bottom() - bottom);
        inside(ui, above, |ui| {
            let area = ScrollArea::vertical().id_salt(("parameters", self.lab.name()));
            area.auto_shrink(false).show(ui, |ui| {
                self.lab_experiment(ui, above.height() > ROOMY);
                for parameter in self.lab.experiment().parameters {
                    let wrong = wrong.get(parameter.key).map(String::as_str);
                    self.lab_parameter(ui, parameter, wrong);
                }
            });
        });
        inside(ui, below, |ui| {
            ui.add_space(6.0);
            self.lab_buttons(ui, !wrong.is_empty());
        });
    }

    fn lab_experiment(&mut self, ui: &mut Ui, is_roomy: bool) {
        ui.heading("Experiment");
        let experiment = self.lab.experiment();
        let mut chosen = None;
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
                        if item.on_hover_text(other.summary).clicked() {
                            chosen = Some(other.name);
                        }
                    }
                });
            list.response.accessible_name("Experiment").on_hover_text(experiment.title);
        });
        self.out.extend(chosen.map(LabMessage::Choose));
        ui.label(experiment.summary);
        let repeats = format!("Repeats {}.", experiment.repeats);
        self.lab_command_line(ui, &repeats);
        if is_roomy {
            ui.label(RichText::new(repeats).small().weak());
        }
        ui.add_space(6.0);
    }

    /// The command that runs the experiment as it is set, and a button that copies it.
    fn lab_command_line(&self, ui: &mut Ui, repeats: &str) {
        let command = self.lab.chosen().values().0.command_line(self.lab.experiment());
        let words = RichText::new(format!("Command line: {command}")).small().weak();
        let tip = format!("The same experiment on the command line.\n{repeats}");
        ui.add(egui::Label::new(words).wrap()).on_hover_text(tip);
        let copy = Button::new(RichText::new("Copy command").small()).small();
        if ui.add(copy).on_hover_text("Copies the command to the clipboard.").clicked() {
            ui.copy_text(command);
        }
    }

    /// The field for a parameter, with what is wrong with its value.
    fn lab_parameter(&mut self, ui: &mut Ui, parameter: &'static Parameter, wrong: Option<&str>) {
        let text = self.lab.chosen().text(parameter).to_owned();
        let typed = match parameter.kind {
            ParameterKind::Method | ParameterKind::Enumerator | ParameterKind::Methods => {
                self.lab_methods(ui, parameter, &text)
            }
            ParameterKind::Goal => goal_buttons(ui, parameter, &text),
            ParameterKind::Values { .. } => value_buttons(ui, parameter, &text),
            _ => self.lab_field(ui, parameter, &text),
        };
        self.out.extend(typed.map(|typed| LabMessage::Set(parameter.key, typed)));
        if let Some(why) = wrong {
            let why = RichText::new(capitalised(why)).small();
            ui.colored_label(theme::of(ui).retreat, why);
        }
    }

    /// A line of text. Enter runs the experiment.
    fn lab_field(&mut self, ui: &mut Ui, parameter: &Parameter, text: &str) -> Option<String> {
        let label = ui.small(parameter.title);
        let mut typed = text.to_owned();
        let width = ui.available_width();
        let field = TextEdit::singleline(&mut typed)
            .id_salt((self.lab.name(), parameter.key))
            .align(egui::Align2::LEFT_CENTER)
            .min_size(vec2(width, 28.0))
            .desired_width(width);
        let field = ui.add(field).labelled_by(label.id).on_hover_text(tip(parameter));
        if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            self.ask(LabMessage::Run);
            field.request_focus();
        }
        (typed != text).then_some(typed)
    }

    fn lab_buttons(&mut self, ui: &mut Ui, is_wrong: bool) {
        let colours = theme::of(ui);
        let (running, another) = (self.lab.running(), self.lab.another());
        let (is_running, halted) =
            (running.is_some(), running.is_some_and(OpenExperiment::is_halted));
        ui.horizontal_wrapped(|ui| {
            let mut button = |ui: &mut Ui, [name, tip]: [&str; 2], enabled: bool, order| {
                if ui.add_enabled(enabled, Button::new(name)).on_hover_text(tip).clicked() {
                    self.ask(order);
                }
            };
            let run = theme::primary("Run", colours);
            let tip = "Runs the experiment on all cores but one. (Space, or Enter in a field)";
            let run = ui.add_enabled(!is_running && !is_wrong, run).on_hover_text(tip);
            let why = if is_wrong { "Correct the parameters first." } else { "Already running." };
            let why = if another.is_some() { "Another experiment is running." } else { why };
            let pressed = run.on_disabled_hover_text(why).clicked();
            let pause = match halted {
                true => ["Resume", "Resumes the runs. (Space)"],
                false => ["Pause", "Pauses all runs. (Space)"],
            };
            button(ui, pause, is_running, LabMessage::Pause);
            button(ui, ["Stop", "Skips the remaining runs."], is_running, LabMessage::Stop);
            let is_set = running.is_none() || another.is_some();
            button(ui, ["Defaults", "Restores the defaults."], is_set, LabMessage::Restore);
            if pressed {
                self.ask(LabMessage::Run);
            }
        });
        ui.add_space(4.0);
        self.lab_progress(ui, another);
    }

    /// How far the experiment is; of another one where that is running.
    fn lab_progress(&mut self, ui: &mut Ui, another: Option<&OpenExperiment>) {
        let shown = another.unwrap_or(self.lab.chosen());
        let ((done, all), state) = (shown.progress(), shown.progress_words());
        if another.is_some() {
            ui.horizontal(|ui| {
                let tip = "Shows the experiment that is running.";
                if ui.small_button("Show").on_hover_text(tip).clicked() {
                    self.ask(LabMessage::Choose(shown.experiment.name));
                }
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

/// What a parameter decides, as a sentence.
pub(super) fn tip(parameter: &Parameter) -> String {
    capitalised(parameter.help) + "."
}

/// A button for each goal; one of them is chosen.
fn goal_buttons(ui: &mut Ui, parameter: &Parameter, text: &str) -> Option<String> {
    ui.small(parameter.title);
    let goals = Goal::NAMED.iter().map(|named| (named.goal.name(), named.title, named.help));
    row_of_buttons(ui, goals, &[text]).map(str::to_owned)
}

/// A button for each value of an option; any number of them is chosen.
fn value_buttons(ui: &mut Ui, parameter: &Parameter, text: &str) -> Option<String> {
    ui.small(parameter.title).on_hover_text(tip(parameter));
    let values = parameter.option_values();
    let chosen: Vec<&str> = text.split([',', ' ']).collect();
    let buttons = values.iter().map(|value| (value.name, value.title, value.help));
    let clicked = row_of_buttons(ui, buttons, &chosen)?;
    let stays = |value: &&OptionValue| chosen.contains(&value.name) != (value.name == clicked);
    let stay = values.iter().filter(stays).map(|value| value.name);
    Some(stay.collect::<Vec<_>>().join(","))
}

/// Buttons with a name, a title and a tip each. Returns the name of the one that was clicked.
fn row_of_buttons<'a>(
    ui: &mut Ui,
    values: impl Iterator<Item = (&'a str, &'a str, &'a str)>,
    chosen: &[&str],
) -> Option<&'a str> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for (name, title, tip) in values {
            let button = Button::selectable(chosen.contains(&name), title);
            if ui.add(button.frame_when_inactive(true)).on_hover_text(tip).clicked() {
                clicked = Some(name);
            }
        }
    });
    clicked
}
