//! Lists of methods, each with a sentence.

use egui::text::LayoutJob;
use egui::{ComboBox, Label, RichText, TextFormat, TextStyle, Ui};

use crate::app::widgets::entry;
use crate::app::widgets::theme;
use crate::solver::{Kind, METHODS, MethodConfig};

const LIST_WIDTH: f32 = 280.0;

const LIST_HEIGHT: f32 = 420.0;

const OFF: &str = "Off";

pub(crate) fn summary(ui: &mut Ui, config: &MethodConfig) {
    let method = config.method;
    ui.label(RichText::new(method.summary).small().weak()).on_hover_text(method.credit);
}

/// Returns another method if it was chosen.
pub(crate) fn method_list(ui: &mut Ui, kind: &Kind, now: &MethodConfig) -> Option<MethodConfig> {
    let tip = "How to search for a tour. The help explains each method.";
    list(ui, ["method", "Method", tip], now.method.title, |ui| items(ui, kind, Some(now)))
}

/// The list of methods to compare with. Returns another one, or that there is none, if it was chosen.
pub(crate) fn rival_list(ui: &mut Ui, now: Option<&MethodConfig>) -> Option<Option<MethodConfig>> {
    let tip = "Two methods side by side, from the same square and at the same step. The second \
               search is not saved, and undo does not bring it back. (C)";
    let title = now.map_or(OFF, |config| config.method.title);
    list(ui, ["comparison", "Compare with", tip], title, |ui| {
        let is_off = item(ui, now.is_none(), OFF, "One board, one method.");
        items(ui, &Kind::Method, now).map(Some).or(is_off.then_some(None))
    })
}

fn list<R>(
    ui: &mut Ui,
    [id, name, tip]: [&str; 3],
    now: &str,
    show: impl FnOnce(&mut Ui) -> Option<R>,
) -> Option<R> {
    ui.name_inputs(name, |ui| {
        let list = ComboBox::from_id_salt(id).width(ui.available_width()).height(LIST_HEIGHT);
        let list = list.selected_text(now).show_ui(ui, show);
        list.response.accessible_name(name).on_hover_text(tip);
        list.inner.flatten()
    })
}

fn items(ui: &mut Ui, kind: &Kind, now: Option<&MethodConfig>) -> Option<MethodConfig> {
    let mut next = None;
    for other in METHODS.iter().filter(|other| kind.offers(other)) {
        let is_chosen = now.is_some_and(|now| now.method.name == other.name);
        if item(ui, is_chosen, other.title, other.summary) && !is_chosen {
            next = Some(MethodConfig::new(other));
        }
    }
    next
}

pub(crate) fn error(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).color(theme::of(ui).retreat);
    ui.add(Label::new(text).wrap());
}

/// Returns whether it was chosen.
pub(crate) fn item(ui: &mut Ui, is_chosen: bool, title: &str, sentence: &str) -> bool {
    let colours = theme::of(ui);
    let usual = [colours.ink, colours.soft_ink];
    let [ink, soft] = if is_chosen { [colours.on_accent; 2] } else { usual };
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
