//! A method and its options, in the set-up panel.

use egui::text::LayoutJob;
use egui::{ComboBox, DragValue, Label, RichText, TextEdit, TextFormat, TextStyle, Ui, vec2};

use crate::app::shell::preferences::Preferences;
use crate::app::widgets::entry;
use crate::app::widgets::theme;
use crate::board::MoveOrder;
use crate::format::display::Mark;
use crate::format::figure;
use crate::session::title_of;
use crate::solver::{Kind, METHODS, Millionths, OptionSpec, OptionValue, Recipe};
use crate::text::capitalised;
use crate::text::grouped;

/// The side of a square in the picture of the moves.
const MOVES_SQUARE: f32 = 16.0;

/// The width of an open list.
const LIST_WIDTH: f32 = 280.0;

/// What the list calls a move order that has no name.
const CUSTOM: &str = "Custom order";

/// What the list says where no method is chosen to compare with.
const OFF: &str = "Off";

/// What a custom move order must look like.
pub(crate) const ORDER_RULE: &str =
    "Enter each digit from 1 to 8 exactly once, for example 12345678.";

/// A method of two that are compared, or the only one.
pub(crate) struct MethodView<'a> {
    pub(crate) preferences: &'a Preferences,
    /// A custom move order, as it is typed; none if the order has a name.
    pub(crate) order: &'a mut Option<String>,
    /// Whether it is the second method.
    pub(crate) second: bool,
}

impl MethodView<'_> {
    /// What it does, in a sentence.
    pub(crate) fn summary(ui: &mut Ui, recipe: &Recipe) {
        let method = recipe.method;
        ui.label(RichText::new(method.summary).small().weak()).on_hover_text(method.credit);
    }

    /// All its options.
    pub(crate) fn options(&mut self, ui: &mut Ui, chosen: &mut Recipe) {
        for option in chosen.method.options {
            self.option(ui, option, chosen);
        }
        chosen.settle();
    }

    /// The name of an option for screen readers.
    fn spoken(&self, title: &str) -> String {
        if self.second { format!("{title}, second method") } else { title.to_owned() }
    }

    /// The list of methods to compare with, each with a sentence.
    pub(crate) fn rivals(&mut self, ui: &mut Ui, chosen: &mut Option<Recipe>) {
        let name = "Compare with";
        let width = ui.available_width();
        let now = chosen.as_ref().map(|recipe| recipe.method);
        ui.name_inputs(name, |ui| {
            let list = ComboBox::from_id_salt("rival").width(width).height(420.0);
            let list = list.selected_text(now.map_or(OFF, |method| method.title));
            let list = list.show_ui(ui, |ui| {
                if item(ui, now.is_none(), OFF, "One board, one method.") {
                    *chosen = None;
                }
                for other in METHODS {
                    let is_chosen = now.is_some_and(|now| now.name == other.name);
                    if item(ui, is_chosen, other.title, other.summary) && !is_chosen {
                        *chosen = Some(Recipe::new(other));
                        *self.order = None;
                    }
                }
            });
            list.response.accessible_name(name).on_hover_text(
                "Two methods side by side, from the same square and at the same step. The second search is not saved, and undo does not bring it back. (C)",
            );
        });
    }

    /// The list of methods, each with a sentence.
    pub(crate) fn methods(&mut self, ui: &mut Ui, chosen: &mut Recipe) {
        let width = ui.available_width();
        let method = chosen.method;
        ui.name_inputs("Method", |ui| {
            let list = ComboBox::from_id_salt("method").width(width).height(420.0);
            let list = list.selected_text(method.title).show_ui(ui, |ui| {
                for other in METHODS {
                    let is_chosen = other.name == method.name;
                    if item(ui, is_chosen, other.title, other.summary) && !is_chosen {
                        *chosen = Recipe::new(other);
                        *self.order = None;
                    }
                }
            });
            list.response
                .accessible_name("Method")
                .on_hover_text("How to search for a tour. The help explains each method.");
        });
    }

    /// One option of the method: its title, with its value below; greyed out if it has no effect.
    fn option(&mut self, ui: &mut Ui, option: &'static OptionSpec, recipe: &mut Recipe) {
        let now = recipe.options.text(option).to_owned();
        let useless = (option.useless)(&recipe.options);
        let mut next = None;
        ui.add_space(2.0);
        let tip = useless.map_or_else(
            || option.help.to_owned(),
            |why| format!("{}\n\n{why} So this has no effect now.", option.help),
        );
        ui.label(RichText::new(option.title).small()).on_hover_text(&tip);
        ui.add_enabled_ui(useless.is_none(), |ui| self.value(ui, option, &now, &tip, &mut next));
        if let Some(why) = useless {
            ui.add(Label::new(RichText::new(why).small().weak()).wrap());
        } else if matches!(option.kind, Kind::Order) {
            self.custom_order(ui, &now, &mut next);
            self.move_picture(ui, &now);
        }
        if let Some(value) = next {
            // The lists offer only valid values, and typed values were checked before.
            let set = recipe.set(option.key, &value);
            debug_assert!(set.is_ok(), "{set:?}");
        }
    }

    /// The field or list for the value of an option.
    fn value(
        &mut self,
        ui: &mut Ui,
        option: &OptionSpec,
        now: &str,
        tip: &str,
        next: &mut Option<String>,
    ) {
        match option.kind {
            Kind::Choice(choices) => {
                let name = self.spoken(option.title);
                *next = choice(ui, (option, &name), choices, now, tip);
            }
            Kind::Order => self.order(ui, option, now, next),
            Kind::Whole(least, most) => {
                let mut number: u64 = now.parse().unwrap_or(least);
                let tip = format!("{tip} {}.", capitalised(&option.range()));
                let value = whole_field(ui, &mut number, least..=most);
                let value =
                    value.accessible_name(self.spoken(option.title)).on_disabled_hover_text(&tip);
                if value.on_hover_text(tip).changed() {
                    *next = Some(number.to_string());
                }
            }
            Kind::Decimal(least, most) => {
                let tip = format!("{tip} {}.", capitalised(&option.range()));
                *next = decimal_field(ui, now, least..=most, &self.spoken(option.title), &tip);
            }
        }
    }

    /// A move order: one that has a name, or a custom one.
    fn order(&mut self, ui: &mut Ui, option: &OptionSpec, now: &str, next: &mut Option<String>) {
        let named = MoveOrder::NAMED.iter().find(|(_, order)| order.to_string() == now);
        if self.order.is_none() && named.is_none() {
            *self.order = Some(now.to_owned());
        }
        let text = match (&*self.order, named) {
            (None, Some((name, _))) => title_of(name),
            _ => CUSTOM.to_owned(),
        };
        let width = ui.available_width();
        let list = ComboBox::from_id_salt(option.key).width(width).selected_text(text);
        let list = list.show_ui(ui, |ui| {
            for (name, order) in MoveOrder::NAMED {
                let chosen = named.is_some_and(|(other, _)| *other == name);
                if entry(ui, chosen && self.order.is_none(), title_of(name)).clicked() {
                    *self.order = None;
                    *next = Some(order.to_string());
                }
            }
            if entry(ui, self.order.is_some(), CUSTOM).clicked() {
                *self.order = Some(now.to_owned());
            }
        });
        list.response.accessible_name(self.spoken(option.title)).on_hover_text(option.help);
    }

    /// Where each of the eight moves leads, and the order in which they are tried.
    fn move_picture(&self, ui: &mut Ui, now: &str) {
        let inks = self.preferences.inks(ui);
        ui.horizontal(|ui| {
            let picture = figure::moves(Mark::Number);
            picture.show(ui, MOVES_SQUARE, "The eight moves with their numbers", &inks);
            ui.add_space(4.0);
            let digits: Vec<String> = now.chars().map(String::from).collect();
            let text = format!("Tried in this order:\n{}", digits.join(" "));
            ui.add(Label::new(RichText::new(text).small().weak()).wrap());
        });
    }

    /// The field for a custom move order: eight digits.
    fn custom_order(&mut self, ui: &mut Ui, now: &str, next: &mut Option<String>) {
        let name = self.spoken(CUSTOM);
        let Some(typed) = &mut *self.order else { return };
        let width = ui.available_width();
        let field = TextEdit::singleline(typed).desired_width(width).char_limit(8);
        let tip = "The moves in the order in which to try them, by the numbers in the picture.";
        ui.add(field).accessible_name(name).on_hover_text(tip);
        match typed.parse::<MoveOrder>() {
            Ok(order) if order.to_string() != now => *next = Some(order.to_string()),
            Ok(_) => {}
            Err(_) => error(ui, ORDER_RULE),
        }
    }
}

/// Says what is wrong with the text in the field above.
pub(crate) fn error(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).color(theme::of(ui).retreat);
    ui.add(Label::new(text).wrap());
}

/// An entry of a list, with a sentence below its title. Returns whether it was chosen.
fn item(ui: &mut Ui, is_chosen: bool, title: &str, sentence: &str) -> bool {
    let colours = theme::of(ui);
    let [ink, soft] = match is_chosen {
        true => [colours.on_accent; 2],
        false => [colours.ink, colours.soft_ink],
    };
    let mut text = LayoutJob::default();
    let mut append = |words: &str, style: TextStyle, color| {
        let font_id = style.resolve(ui.style());
        text.append(words, 0.0, TextFormat { font_id, color, ..TextFormat::default() });
    };
    append(title, TextStyle::Body, ink);
    append(&format!("\n{sentence}"), TextStyle::Small, soft);
    ui.set_width(LIST_WIDTH);
    ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Wrap);
    entry(ui, is_chosen, text).clicked()
}

/// A list of choices by their titles. Returns the name of the one that was chosen. A title that is
/// too long for one line takes two.
fn choice(
    ui: &mut Ui,
    (option, name): (&OptionSpec, &str),
    choices: &[OptionValue],
    now: &str,
    tip: &str,
) -> Option<String> {
    let mut next = None;
    let list = ComboBox::from_id_salt(option.key).width(ui.available_width()).wrap();
    let list = list.selected_text(option.value_title(now)).show_ui(ui, |ui| {
        for choice in choices {
            if item(ui, now == choice.name, choice.title, choice.help) {
                next = Some(choice.name.to_owned());
            }
        }
    });
    let meaning = choices.iter().find(|choice| choice.name == now);
    let meaning = meaning.map_or("", |choice| choice.help);
    let list = list.response.accessible_name(name).on_disabled_hover_text(tip);
    list.on_hover_text(format!("{tip}\n\n{}: {meaning}", option.value_title(now)));
    next
}

/// A field for a whole number, as wide as there is room.
pub(crate) fn whole_field(
    ui: &mut Ui,
    number: &mut u64,
    range: std::ops::RangeInclusive<u64>,
) -> egui::Response {
    let value = DragValue::new(number)
        .range(range)
        .custom_formatter(|number, _| grouped(number as u64))
        .custom_parser(|text| text.replace(',', "").parse().ok())
        .update_while_editing(false);
    ui.add_sized(vec2(ui.available_width(), 28.0), value)
}

/// A field for a number with decimals. Returns the new value where it was changed.
pub(crate) fn decimal_field(
    ui: &mut Ui,
    now: &str,
    range: std::ops::RangeInclusive<Millionths>,
    title: &str,
    tip: &str,
) -> Option<String> {
    let mut number = Millionths::parse(now).unwrap_or(*range.start()).as_f64();
    let (least, most) = (range.start().as_f64(), range.end().as_f64());
    let value = DragValue::new(&mut number)
        .range(least..=most)
        .speed((most - least) / 200.0)
        .max_decimals(6)
        .update_while_editing(false);
    let value = ui.add_sized(vec2(ui.available_width(), 28.0), value).accessible_name(title);
    let changed = value.on_disabled_hover_text(tip).on_hover_text(tip).changed();
    let text = || Millionths((number * 1e6).round() as u64).to_string();
    changed.then(text)
}
