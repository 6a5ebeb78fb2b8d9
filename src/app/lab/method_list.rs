//! Methods with their options, chosen from lists or edited as text.

use egui::{Align, Layout, RichText, TextEdit, Ui, vec2};

use crate::app::lab::LabView;
use crate::app::lab::form::tip;
use crate::lab::{FormField, options_in_words};
use crate::solver::{Kind, METHODS, MethodConfig, OptionSpec};

const TOOLS_WIDTH: f32 = 84.0;

impl LabView<'_> {
    /// Returns the new text where something was changed.
    pub(super) fn lab_methods(&mut self, ui: &mut Ui, field: &FormField) -> Option<String> {
        let methods = self.lab.chosen().form.methods.as_deref();
        self.methods_heading(ui, field.spec, methods.is_some());
        match methods {
            Some(configs) if !self.editing.as_text => match field.spec.kind {
                Kind::Methods => self.method_rows(ui, configs),
                kind => self.method(ui, &kind, &configs[0]).map(|config| config.to_string()),
            },
            _ => self.methods_text(ui, field),
        }
    }

    fn method(&mut self, ui: &mut Ui, kind: &Kind, config: &MethodConfig) -> Option<MethodConfig> {
        let mut next = config.clone();
        let mut editor = self.editor();
        editor.method(ui, kind, &mut next);
        editor.options(ui, &mut next);
        (next != *config).then_some(next)
    }

    fn methods_heading(&mut self, ui: &mut Ui, parameter: &OptionSpec, can_be_listed: bool) {
        ui.horizontal(|ui| {
            ui.small(parameter.title).on_hover_text(tip(parameter));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let as_text = self.editing.as_text || !can_be_listed;
                let lists = ("Choose from lists", "Choose methods and options from lists.");
                let text = ("Edit as text", "Type methods as the command line takes them.");
                let (name, tip) = if as_text { lists } else { text };
                let link = egui::Button::new(RichText::new(name).small()).small();
                let link = ui.add_enabled(can_be_listed, link).on_hover_text(tip);
                let why = "Correct the text first, or restore the defaults.";
                if link.on_disabled_hover_text(why).clicked() {
                    (self.editing.as_text, self.editing.order) = (!as_text, None);
                }
            });
        });
    }

    fn methods_text(&self, ui: &mut Ui, field: &FormField) -> Option<String> {
        let mut typed = field.text.split_whitespace().collect::<Vec<_>>().join("\n");
        if field.text.ends_with(['\n', ' ']) {
            typed.push('\n');
        }
        let before = typed.clone();
        let several = matches!(field.spec.kind, Kind::Methods);
        let shown = TextEdit::multiline(&mut typed)
            .id_salt((self.lab.name(), field.spec.key))
            .desired_rows(if several { 4 } else { 2 })
            .desired_width(ui.available_width());
        ui.add(shown).accessible_name(field.spec.title).on_hover_text(tip(field.spec));
        (typed != before).then_some(typed)
    }

    fn method_rows(&mut self, ui: &mut Ui, configs: &[MethodConfig]) -> Option<String> {
        let edited = self.editing.row;
        let mut next = configs.to_vec();
        for (row, config) in configs.iter().enumerate() {
            let is_edited = edited == Some(row);
            let [edit, remove] = method_row(ui, config, is_edited);
            if is_edited {
                let changed =
                    ui.indent(("edited", row), |ui| self.method(ui, &Kind::Methods, config));
                if std::mem::take(&mut self.editing.reveal) {
                    changed.response.scroll_to_me(None);
                }
                if let Some(changed) = changed.inner {
                    next[row] = changed;
                }
            }
            if edit {
                self.editing.open((!is_edited).then_some(row));
            }
            if remove {
                next.remove(row);
                self.editing.open(None);
            }
        }
        let tip = "Adds a method to the list and opens its options.";
        if ui.button("Add a method").on_hover_text(tip).clicked() {
            self.editing.open(Some(configs.len()));
            next.extend(another(configs));
        }
        let words = || next.iter().map(ToString::to_string).collect::<Vec<_>>();
        (next != configs).then(|| words().join(" "))
    }
}

/// A method that is not in the list yet, if there is one.
fn another(configs: &[MethodConfig]) -> Option<MethodConfig> {
    let all = METHODS.iter().map(|method| MethodConfig::new(method));
    let mut all = all.filter(|config| !config.picks());
    all.clone().find(|config| !configs.contains(config)).or_else(|| all.next())
}

/// Returns whether the method is to be edited, and whether it is to be removed.
fn method_row(ui: &mut Ui, config: &MethodConfig, is_edited: bool) -> [bool; 2] {
    let text = config.to_string();
    let name_width = ui.available_width() - TOOLS_WIDTH;
    let row = ui.horizontal_top(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.allocate_ui_with_layout(vec2(name_width, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(name_width);
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(config.method.title).on_hover_text(&text);
            let options = options_in_words(config);
            if !options.is_empty() {
                ui.label(RichText::new(options).small().weak()).on_hover_text(&text);
            }
        });
        ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let remove = ui.small_button("×").on_hover_text("Removes the method from the list.");
            let remove = remove.accessible_name(format!("Remove {text}")).clicked();
            let word = if is_edited { "Done" } else { "Edit" };
            let edit = ui.small_button(word).on_hover_text("Opens its options, or closes them.");
            [edit.accessible_name(format!("{word} {text}")).clicked(), remove]
        })
        .inner
    });
    row.inner
}
