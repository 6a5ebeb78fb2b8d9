//! One editor for the value of any option: of a method on the Board page, and in the lab's form.

use std::slice;

use egui::{
    Align2, AsIdSalt, Button, ComboBox, DragValue, Label, Response, RichText, TextEdit, Ui, vec2,
};

use crate::app::shell::preferences::Preferences;
use crate::app::widgets::entry;
use crate::app::widgets::method_menu::{error, item, method_list};
use crate::board::MoveOrder;
use crate::format::display::Mark;
use crate::format::figure;
use crate::solver::{Kind, MethodConfig, Millionths, OptionSpec, OptionValue, Value};
use crate::text::{capitalised, grouped};

const MOVES_SQUARE: f32 = 16.0;

const FIELD_HEIGHT: f32 = 28.0;

const CUSTOM_ORDER: &str = "Custom order";

pub(crate) const ORDER_RULE: &str =
    "Enter each digit from 1 to 8 exactly once, for example 12345678.";

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edited {
    Method,
    SecondMethod,
    /// The form of an experiment has less room.
    Experiment,
}

pub(crate) struct ValueEditor<'a> {
    pub(crate) preferences: &'a Preferences,
    /// A custom move order, as it is typed; none if the order has a name.
    pub(crate) order: &'a mut Option<String>,
    pub(crate) edited: Edited,
}

impl ValueEditor<'_> {
    /// What was typed for another method is discarded.
    pub(crate) fn method(&mut self, ui: &mut Ui, kind: &Kind, chosen: &mut MethodConfig) {
        if let Some(next) = method_list(ui, kind, chosen) {
            (*chosen, *self.order) = (next, None);
        }
    }

    pub(crate) fn options(&mut self, ui: &mut Ui, chosen: &mut MethodConfig) {
        for spec in chosen.method.options {
            self.option(ui, spec, chosen);
        }
    }

    /// Greyed out if it has no effect.
    fn option(&mut self, ui: &mut Ui, spec: &OptionSpec, config: &mut MethodConfig) {
        let inactive = (spec.inactive_reason)(&config.options);
        let tip = inactive.map_or_else(
            || spec.help.to_owned(),
            |why| format!("{}\n\n{why} So this has no effect now.", spec.help),
        );
        let mut title = RichText::new(spec.title).small();
        if self.edited == Edited::Experiment {
            title = title.weak();
        } else {
            ui.add_space(2.0);
        }
        ui.label(title).on_hover_text(&tip);
        let now = config.options.value(spec);
        let value =
            ui.add_enabled_ui(inactive.is_none(), |ui| self.value(ui, spec, Some(now), &tip));
        let mut next = value.inner;
        if let Some(why) = inactive {
            ui.add(Label::new(RichText::new(why).small().weak()).wrap());
        } else if let Value::Order(now) = now {
            next = self.custom_order(ui, *now).map(Value::Order).or(next);
            self.move_picture(ui, *now);
        }
        if let Some(value) = next {
            config.options.put(spec, value);
        }
    }

    /// A value to choose or to drag; none where what is typed is no value. Returns the new value where
    /// it was changed.
    pub(crate) fn value(
        &mut self,
        ui: &mut Ui,
        spec: &OptionSpec,
        now: Option<&Value>,
        tip: &str,
    ) -> Option<Value> {
        let chosen = match now {
            Some(Value::Choice(choice)) => slice::from_ref(choice),
            Some(Value::Choices(choices)) => choices,
            _ => &[],
        };
        match (&spec.kind, now) {
            (Kind::Goal, _) => buttons(ui, spec, chosen).map(Value::Choice),
            (Kind::Choices(_), _) => {
                let clicked = buttons(ui, spec, chosen)?;
                let is_chosen =
                    |choice: &&OptionValue| chosen.contains(choice) != (*choice == clicked);
                Some(Value::Choices(spec.kind.choices().iter().filter(is_chosen).collect()))
            }
            (Kind::Choice(_), Some(Value::Choice(now))) => {
                self.choice(ui, spec, now, tip).map(Value::Choice)
            }
            (Kind::Order, Some(Value::Order(now))) => self.order(ui, spec, *now).map(Value::Order),
            (Kind::Whole(least, most), Some(Value::Whole(now))) => {
                let mut number = *now;
                let value = DragValue::new(&mut number)
                    .range(*least..=*most)
                    .custom_formatter(|number, _| grouped(number as u64))
                    .custom_parser(|text| text.replace(',', "").parse().ok());
                self.dragged(ui, spec, value, tip).then_some(Value::Whole(number))
            }
            (Kind::Decimal(least, most), Some(Value::Decimal(now))) => {
                let (mut number, least, most) = (now.as_f64(), least.as_f64(), most.as_f64());
                let value = DragValue::new(&mut number)
                    .range(least..=most)
                    .speed((most - least) / 200.0)
                    .max_decimals(6);
                let changed = self.dragged(ui, spec, value, tip);
                changed.then(|| Value::Decimal(Millionths((number * 1e6).round() as u64)))
            }
            _ => None,
        }
    }

    /// The name of a field for screen readers.
    fn spoken(&self, title: &str) -> String {
        match self.edited {
            Edited::SecondMethod => format!("{title}, second method"),
            Edited::Method | Edited::Experiment => title.to_owned(),
        }
    }

    fn choice(
        &self,
        ui: &mut Ui,
        spec: &OptionSpec,
        now: &OptionValue,
        tip: &str,
    ) -> Option<&'static OptionValue> {
        let mut next = None;
        let list = list(ui, spec, now.title.to_owned()).show_ui(ui, |ui| {
            for choice in spec.kind.choices() {
                if item(ui, now == choice, choice.title, choice.help) {
                    next = Some(choice);
                }
            }
        });
        let response = list.response.accessible_name(self.spoken(spec.title));
        let response = response.on_disabled_hover_text(tip);
        response.on_hover_text(format!("{tip}\n\n{}: {}", now.title, now.help));
        next
    }

    /// Returns whether the number was changed.
    fn dragged(&self, ui: &mut Ui, spec: &OptionSpec, value: DragValue<'_>, tip: &str) -> bool {
        let tip = format!("{tip} {}.", capitalised(&spec.range().unwrap_or_default()));
        let width = ui.available_width();
        let value = ui.add_sized(vec2(width, FIELD_HEIGHT), value.update_while_editing(false));
        let value = value.accessible_name(self.spoken(spec.title)).on_disabled_hover_text(&tip);
        value.on_hover_text(tip).changed()
    }

    fn order(&mut self, ui: &mut Ui, spec: &OptionSpec, now: MoveOrder) -> Option<MoveOrder> {
        if self.order.is_none() && now.name().is_none() {
            *self.order = Some(now.to_string());
        }
        let named = now.name().filter(|_| self.order.is_none());
        let title = |name: &str| capitalised(&name.replace('-', " "));
        let mut next = None;
        let list = list(ui, spec, named.map_or_else(|| CUSTOM_ORDER.to_owned(), title));
        let list = list.show_ui(ui, |ui| {
            for (name, order) in MoveOrder::NAMED {
                if entry(ui, named == Some(name), title(name)).clicked() {
                    *self.order = None;
                    next = Some(order);
                }
            }
            if entry(ui, named.is_none(), CUSTOM_ORDER).clicked() {
                *self.order = Some(now.to_string());
            }
        });
        list.response.accessible_name(self.spoken(spec.title)).on_hover_text(spec.help);
        next
    }

    fn custom_order(&mut self, ui: &mut Ui, now: MoveOrder) -> Option<MoveOrder> {
        let name = self.spoken(CUSTOM_ORDER);
        let typed = self.order.as_mut()?;
        let field = TextEdit::singleline(typed).desired_width(ui.available_width()).char_limit(8);
        let tip = "The moves in the order in which to try them, by the numbers in the picture.";
        ui.add(field).accessible_name(name).on_hover_text(tip);
        if *typed == now.to_string() {
            return None;
        }
        let order = typed.parse().ok();
        if order.is_none() {
            error(ui, ORDER_RULE);
        }
        order.filter(|order| *order != now)
    }

    fn move_picture(&self, ui: &mut Ui, now: MoveOrder) {
        if self.edited == Edited::Experiment && self.order.is_none() {
            return;
        }
        let inks = self.preferences.inks(ui);
        ui.horizontal(|ui| {
            let picture = figure::moves(Mark::Number);
            picture.show(ui, MOVES_SQUARE, "The eight moves with their numbers", &inks);
            ui.add_space(4.0);
            let digits: Vec<String> = now.to_string().chars().map(String::from).collect();
            let text = format!("Tried in this order:\n{}", digits.join(" "));
            ui.add(Label::new(RichText::new(text).small().weak()).wrap());
        });
    }
}

/// A value that is too long for one line takes two.
fn list(ui: &Ui, spec: &OptionSpec, now: String) -> ComboBox<'static> {
    ComboBox::from_id_salt(spec.key).width(ui.available_width()).wrap().selected_text(now)
}

pub(crate) fn text_field(
    ui: &mut Ui,
    id: impl AsIdSalt,
    width: f32,
    text: &mut String,
) -> Response {
    let field = TextEdit::singleline(text).id_salt(id).align(Align2::LEFT_CENTER);
    ui.add(field.min_size(vec2(width, FIELD_HEIGHT)).desired_width(width))
}

/// Returns the choice that was clicked.
fn buttons(ui: &mut Ui, spec: &OptionSpec, now: &[&OptionValue]) -> Option<&'static OptionValue> {
    let mut clicked = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for choice in spec.kind.choices() {
            let button = Button::selectable(now.contains(&choice), choice.title);
            if ui.add(button.frame_when_inactive(true)).on_hover_text(choice.help).clicked() {
                clicked = Some(choice);
            }
        }
    });
    clicked
}
