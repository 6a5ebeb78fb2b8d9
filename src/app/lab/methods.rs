//! Methods with their options, chosen from lists or edited as text.

use egui::{Align, ComboBox, Layout, RichText, TextEdit, Ui, vec2};

use crate::app::lab::form::tip;
use crate::app::lab::{LabMessage, LabView};
use crate::app::widgets::entry;
use crate::app::widgets::method::{decimal_field, whole_field};
use crate::app::widgets::theme;
use crate::board::MoveOrder;
use crate::lab::{Parameter, ParameterKind, options_in_words};
use crate::session::title_of;
use crate::solver::{Kind, METHODS, Method, OptionSpec, OptionValue, Recipe};
use crate::text::capitalised;

/// The width of the buttons beside a method.
const TOOLS: f32 = 84.0;

impl LabView<'_> {
    /// One method or several. Returns the new text where something was changed.
    pub(super) fn lab_methods(
        &mut self,
        ui: &mut Ui,
        parameter: &Parameter,
        text: &str,
    ) -> Option<String> {
        let words = || text.split_whitespace();
        let recipes: Option<Vec<Recipe>> = words().map(|word| word.parse().ok()).collect();
        let several = parameter.kind == ParameterKind::Methods;
        let recipes = recipes.filter(|recipes| several || recipes.len() == 1);
        self.methods_heading(ui, parameter, recipes.is_some());
        match recipes {
            Some(recipes) if several && !self.lab.chosen().as_text => {
                self.method_rows(ui, &recipes)
            }
            Some(recipes) if !self.lab.chosen().as_text => {
                let offered = |method: &Method| {
                    method.enumerates || parameter.kind != ParameterKind::Enumerator
                };
                recipe_lists(ui, &recipes[0], offered).map(|recipe| recipe.to_string())
            }
            _ => self.methods_text(ui, parameter, text),
        }
    }

    /// The name of the parameter, and the switch between lists and text.
    fn methods_heading(&mut self, ui: &mut Ui, parameter: &Parameter, can_be_listed: bool) {
        ui.horizontal(|ui| {
            ui.small(parameter.title).on_hover_text(tip(parameter));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let as_text = self.lab.chosen().as_text || !can_be_listed;
                let (name, tip) = match as_text {
                    true => ("Choose from lists", "Choose methods and options from lists."),
                    false => ("Edit as text", "Type methods as the command line takes them."),
                };
                let link = egui::Button::new(RichText::new(name).small()).small();
                let link = ui.add_enabled(can_be_listed, link).on_hover_text(tip);
                let why = "Correct the text first, or restore the defaults.";
                if link.on_disabled_hover_text(why).clicked() {
                    self.ask(LabMessage::EditAsText(!as_text));
                }
            });
        });
    }

    /// Methods as text, one in a line.
    fn methods_text(&mut self, ui: &mut Ui, parameter: &Parameter, text: &str) -> Option<String> {
        let mut typed = text.split_whitespace().collect::<Vec<_>>().join("\n");
        if text.ends_with(['\n', ' ']) {
            typed.push('\n');
        }
        let before = typed.clone();
        let several = parameter.kind == ParameterKind::Methods;
        let field = TextEdit::multiline(&mut typed)
            .id_salt((self.lab.name(), parameter.key))
            .desired_rows(if several { 4 } else { 2 })
            .desired_width(ui.available_width());
        let field = ui.add(field).accessible_name(parameter.title);
        field.on_hover_text(tip(parameter));
        (typed != before).then_some(typed)
    }

    /// The methods in rows, each with buttons to edit and to remove it.
    fn method_rows(&mut self, ui: &mut Ui, recipes: &[Recipe]) -> Option<String> {
        let edited = self.lab.chosen().edited;
        let mut next = recipes.to_vec();
        for (row, recipe) in recipes.iter().enumerate() {
            let is_edited = edited == Some(row);
            let [edit, remove] = method_row(ui, recipe, is_edited);
            if edit {
                let row = Some(row).filter(|_| !is_edited);
                self.ask(LabMessage::EditMethod(row));
            }
            if remove {
                next.remove(row);
                self.ask(LabMessage::EditMethod(None));
            }
            if is_edited {
                let changed = ui.indent(("edited", row), |ui| recipe_lists(ui, recipe, |_| true));
                if self.lab.chosen().reveal {
                    changed.response.scroll_to_me(None);
                    self.ask(LabMessage::Revealed);
                }
                if let Some(changed) = changed.inner {
                    next[row] = changed;
                }
            }
        }
        let tip = "Adds a method to the list and opens its options.";
        if ui.button("Add a method").on_hover_text(tip).clicked() {
            self.ask(LabMessage::EditMethod(Some(recipes.len())));
            next.extend(another(recipes));
        }
        let text = |recipes: &[Recipe]| {
            recipes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        (next != recipes).then(|| text(&next))
    }
}

/// A method that is not in the list yet, if there is one.
fn another(recipes: &[Recipe]) -> Option<Recipe> {
    let all = || METHODS.iter().map(|method| Recipe::new(method)).filter(|recipe| !recipe.picks());
    all().find(|recipe| !recipes.contains(recipe)).or_else(|| all().next())
}

/// One method of a list. Says whether it is to be edited, and whether it is to be removed.
fn method_row(ui: &mut Ui, recipe: &Recipe, is_edited: bool) -> [bool; 2] {
    let text = recipe.to_string();
    let name_width = ui.available_width() - TOOLS;
    let row = ui.horizontal_top(|ui| {
        ui.spacing_mut().interact_size.y = 18.0;
        ui.allocate_ui_with_layout(vec2(name_width, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(name_width);
            ui.spacing_mut().item_spacing.y = 0.0;
            ui.label(recipe.method.title).on_hover_text(&text);
            let options = options_in_words(recipe);
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

/// What a value of an option is called.
fn value_title(option: &OptionSpec, value: &str) -> String {
    match option.kind {
        Kind::Order => named_order(value).map_or_else(|| value.to_owned(), str::to_owned),
        Kind::Choice(_) | Kind::Whole(..) | Kind::Decimal(..) => option.value_title(value),
    }
}

/// The name of a move order that has one.
fn named_order(digits: &str) -> Option<&'static str> {
    let named = MoveOrder::NAMED.iter().find(|(_, order)| order.to_string() == digits);
    named.map(|(name, _)| *name)
}

/// Lists for a method and its options. Returns the new recipe where something was changed.
fn recipe_lists(ui: &mut Ui, recipe: &Recipe, offered: impl Fn(&Method) -> bool) -> Option<Recipe> {
    let mut next = recipe.clone();
    let method = recipe.method;
    ui.name_inputs("Method", |ui| {
        let list = ComboBox::from_id_salt("method").width(ui.available_width());
        let list = list.selected_text(method.title).show_ui(ui, |ui| {
            for other in METHODS.iter().filter(|other| offered(other)) {
                let is_chosen = other.name == method.name;
                let item = entry(ui, is_chosen, other.title);
                if item.on_hover_text(other.summary).clicked() && !is_chosen {
                    next = Recipe::new(other);
                }
            }
        });
        list.response.accessible_name("Method").on_hover_text(method.summary);
    });
    for option in method.options {
        let Some(value) = option_row(ui, option, recipe) else { continue };
        if next.set(option.key, &value).is_ok() {
            // An option that no longer has an effect goes back to its default.
            next.settle();
        }
    }
    (next != *recipe).then_some(next)
}

/// One option: its name and its value. Returns the new value where it was changed.
fn option_row(ui: &mut Ui, option: &'static OptionSpec, recipe: &Recipe) -> Option<String> {
    let useless = (option.useless)(&recipe.options);
    let now = recipe.options.text(option);
    let mut next = None;
    let row = ui.add_enabled_ui(useless.is_none(), |ui| {
        // The name is above the list, which then has room for long values.
        ui.label(RichText::new(option.title).small().weak()).on_hover_text(option.help);
        next = match option.kind {
            Kind::Choice(values) => choice(ui, option, values, now),
            Kind::Order => move_order(ui, option, now),
            Kind::Whole(least, most) => whole(ui, option, (least, most), now),
            Kind::Decimal(least, most) => {
                let tip = format!("{}: {}", option.help, option.range());
                decimal_field(ui, now, least..=most, option.title, &tip)
            }
        };
        if matches!(option.kind, Kind::Order) {
            next = custom_order(ui, option, now).or(next.take());
        }
    });
    if let Some(why) = useless {
        row.response.on_disabled_hover_text(why);
    }
    next
}

fn choice(ui: &mut Ui, option: &OptionSpec, values: &[OptionValue], now: &str) -> Option<String> {
    let mut next = None;
    let list = ComboBox::from_id_salt(option.key).width(ui.available_width()).truncate();
    let list = list.selected_text(value_title(option, now)).show_ui(ui, |ui| {
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        for value in values {
            let item = entry(ui, now == value.name, value.title);
            if item.on_hover_text(value.help).clicked() {
                next = Some(value.name.to_owned());
            }
        }
    });
    list.response.accessible_name(option.title).on_hover_text(option.help);
    next
}

fn whole(ui: &mut Ui, option: &OptionSpec, (least, most): (u64, u64), now: &str) -> Option<String> {
    let mut number: u64 = now.parse().unwrap_or(least);
    let value = whole_field(ui, &mut number, least..=most);
    let tip = format!("{}: {}", option.help, option.range());
    let changed = value.accessible_name(option.title).on_hover_text(tip).changed();
    changed.then(|| number.to_string())
}

/// The key of the text of a custom move order.
fn custom_key(ui: &Ui) -> egui::Id {
    ui.scope_id().with("custom order")
}

/// A move order with a name, or a custom one.
fn move_order(ui: &mut Ui, option: &OptionSpec, now: &str) -> Option<String> {
    let key = custom_key(ui);
    let is_custom = ui.data(|data| data.get_temp::<String>(key).is_some());
    let named = named_order(now).filter(|_| !is_custom);
    let mut next = None;
    let list = ComboBox::from_id_salt(option.key).width(ui.available_width()).truncate();
    let words = named.map_or_else(|| "Custom order".to_owned(), title_of);
    let list = list.selected_text(words).show_ui(ui, |ui| {
        for (name, order) in MoveOrder::NAMED {
            if entry(ui, named == Some(name), title_of(name)).clicked() {
                ui.data_mut(|data| data.remove_temp::<String>(key));
                next = Some(order.to_string());
            }
        }
        if entry(ui, named.is_none(), "Custom order").clicked() {
            ui.data_mut(|data| data.insert_temp(key, now.to_owned()));
        }
    });
    list.response.accessible_name(option.title).on_hover_text(option.help);
    next
}

/// The field for a custom move order: eight digits.
fn custom_order(ui: &mut Ui, option: &OptionSpec, now: &str) -> Option<String> {
    let key = custom_key(ui);
    let typed = ui.data(|data| data.get_temp::<String>(key));
    if typed.is_none() && named_order(now).is_some() {
        return None;
    }
    let mut typed = typed.unwrap_or_else(|| now.to_owned());
    let field = TextEdit::singleline(&mut typed).desired_width(ui.available_width()).char_limit(8);
    let tip = "The order in which the eight moves are tried: each digit from 1 to 8 once.";
    let name = format!("{} in digits", option.title);
    if ui.add(field).accessible_name(name).on_hover_text(tip).changed() {
        ui.data_mut(|data| data.insert_temp(key, typed.clone()));
    }
    match typed.parse::<MoveOrder>() {
        Ok(order) => Some(order.to_string()).filter(|order| order != now),
        Err(error) => {
            let why = RichText::new(capitalised(&error.to_string())).small();
            ui.colored_label(theme::of(ui).retreat, why);
            None
        }
    }
}
