//! The panel on the left: what the next search looks for, and how.

use std::cell::Cell;

use egui::text::LayoutJob;
use egui::{
    Button, ComboBox, DragValue, Label, RichText, ScrollArea, TextEdit, TextFormat, TextStyle, Ui,
    vec2,
};

use super::command::Command;
use super::figure;
use super::menu::{capitalised, entry, title_of};
use super::mini::Mark;
use super::stage::{Seen, Stage, Tool};
use super::{MOST_SIDE, theme};
use crate::board::{Board, MoveOrder};
use crate::puzzle::{Goal, parse_seed};
use crate::session::{Session, Setup};
use crate::solver::{Kind, METHODS, Millionths, OptionSpec, OptionValue, Recipe};
use crate::text::grouped;

/// Boards that are one click away.
const PRESETS: [(u32, u32); 6] = [(3, 4), (5, 5), (6, 6), (8, 8), (10, 10), (20, 20)];

/// The space for the offer to search again.
const AGAIN: f32 = 88.0;

/// The side of a square in the picture of the moves.
const MOVES_SQUARE: f32 = 16.0;

/// The width of an open list.
const LIST_WIDTH: f32 = 280.0;

/// What the list calls a move order that has no name.
const CUSTOM: &str = "Custom order";

/// What is typed into the panel until it is valid.
#[derive(Default)]
pub(super) struct Typed {
    seed: String,
    /// A custom move order; none if the order has a name.
    order: Option<String>,
}

impl Typed {
    /// Shows another seed, unless what is typed says the same.
    pub(super) fn settle(&mut self, seed: u64) {
        if parse_seed(self.seed.trim()) != Ok(seed) {
            self.seed = seed.to_string();
        }
    }

    /// A move order typed for another board or method is forgotten.
    pub(super) fn forget_order(&mut self) {
        self.order = None;
    }

    /// What is wrong with the text typed into the panel: a title and a sentence. No search may
    /// start until it is fixed, because it would not be the search that the user wants.
    pub(super) fn error(&self, recipe: &Recipe) -> Option<(&'static str, String)> {
        let order = self.order.as_ref().filter(|typed| typed.parse::<MoveOrder>().is_err());
        if order.is_some() {
            return Some(("The move order is not complete", ORDER_RULE.to_owned()));
        }
        // A seed that is not used cannot be wrong.
        let error = parse_seed(self.seed.trim()).err().filter(|_| recipe.is_random())?;
        Some(("The seed is not valid", format!("{}.", capitalised(&error.to_string()))))
    }
}

/// Shows the panel.
pub(super) fn show(ui: &mut Ui, seen: Seen<'_>, typed: &mut Typed, commands: &mut Vec<Command>) {
    let Seen { session, stage } = seen;
    SetupView { session, stage, typed, commands }.show(ui);
}

/// What the panel reads, and what it asks for.
struct SetupView<'a> {
    session: &'a Session,
    stage: &'a Stage,
    typed: &'a mut Typed,
    commands: &'a mut Vec<Command>,
}

impl SetupView<'_> {
    fn show(&mut self, ui: &mut Ui) {
        // The offer below takes its space from the end of the list, so that nothing moves.
        let mut place = ui.available_rect_before_wrap();
        if self.session.watched().is_some() && self.session.differs_from_search() {
            let (above, below) = place.split_top_bottom_at_y(place.bottom() - AGAIN);
            place = above;
            super::inside(ui, below, |ui| self.again(ui));
        }
        super::inside(ui, place, |ui| self.setup_list(ui));
    }

    fn setup_list(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().id_salt("setup").auto_shrink(false).show(ui, |ui| {
            let setup = self.session.setup().clone();
            self.board_setup(ui, &setup);
            ui.add_space(8.0);
            self.goal_setup(ui, &setup);
            ui.add_space(8.0);
            self.method_setup(ui, &setup);
            ui.add_space(6.0);
            self.seed_setup(ui, &setup);
        });
    }

    fn ask(&mut self, setup: Setup) {
        if !self.stage.is_escaped() {
            self.commands.push(Command::Change(setup));
        }
    }

    fn board_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        ui.heading("Board");
        let (mut rows, mut cols) = (setup.board.rows(), setup.board.cols());
        self.sides(ui, &mut rows, &mut cols);
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        ui.spacing_mut().interact_size.y = 24.0;
        presets(ui, &mut rows, &mut cols);
        if (rows, cols) != (setup.board.rows(), setup.board.cols())
            && let Ok(resized) = setup.resized(rows, cols)
        {
            self.ask(resized);
        }
        let mut wrapped = setup.board.is_wrapped();
        let tip = "A knight that leaves the board on one side returns on the opposite side.";
        if ui.checkbox(&mut wrapped, "Wrap-around edges").on_hover_text(tip).changed() {
            self.ask(setup.with_board(setup.board.clone().wrapped(wrapped)));
        }
        self.holes(ui, setup);
    }

    /// The fields for rows and columns. A number that is too large changes nothing.
    fn sides(&mut self, ui: &mut Ui, rows: &mut u32, cols: &mut u32) {
        let half = (ui.available_width() - 8.0) / 2.0;
        let outside = Cell::new(None);
        ui.horizontal(|ui| {
            for (name, side) in [("Rows", rows), ("Columns", cols)] {
                ui.vertical(|ui| {
                    ui.set_width(half);
                    let label = ui.small(name);
                    let value = DragValue::new(side)
                        .range(1..=MOST_SIDE)
                        // A larger board from a file keeps its size.
                        .clamp_existing_to_range(false)
                        .speed(0.1)
                        .custom_parser(|text| {
                            let side: f64 = text.trim().parse().ok()?;
                            let fits = (1.0..=f64::from(MOST_SIDE)).contains(&side);
                            outside.set((!fits).then_some(side));
                            fits.then_some(side)
                        })
                        .update_while_editing(false);
                    ui.add_sized(vec2(half, 30.0), value)
                        .labelled_by(label.id)
                        .on_hover_text(format!("1 to {MOST_SIDE}. Drag, or click and type."));
                });
            }
        });
        if let Some(side) = outside.get().filter(|_| !self.stage.is_escaped()) {
            self.commands.push(Command::Say(outside_words(side)));
        }
    }

    fn holes(&mut self, ui: &mut Ui, setup: &Setup) {
        let mut editing = self.stage.tool == Tool::Holes;
        let count = setup.board.holes().len() as u64;
        let name = match count {
            0 => "Edit holes".to_owned(),
            _ => format!("Edit holes ({})", grouped(count)),
        };
        let tip = "Click squares on the board to remove them or to put them back.";
        if ui.checkbox(&mut editing, name).on_hover_text(tip).changed() {
            let tool = if editing { Tool::Holes } else { Tool::Start };
            self.commands.push(Command::Use(tool));
        }
        if count == 0 {
            return;
        }
        let tip = "Puts all removed squares back on the board.";
        if ui.button("Remove all holes").on_hover_text(tip).clicked()
            && let Ok(board) = Board::new(setup.board.rows(), setup.board.cols())
        {
            self.ask(setup.with_board(board.wrapped(setup.board.is_wrapped())));
        }
    }

    fn method_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        ui.heading("Method");
        let mut chosen = setup.recipe.clone();
        self.methods(ui, &mut chosen);
        let method = chosen.method;
        ui.label(RichText::new(method.summary).small().weak()).on_hover_text(method.credit);
        if let Some(refusal) = self.session.method_refusal() {
            let words = refusal.words(&setup.board, self.session.naming());
            error(ui, &format!("{}.", capitalised(&words)));
        }
        for option in method.options {
            self.option(ui, option, &mut chosen);
        }
        chosen.settle();
        if chosen != setup.recipe {
            self.ask(Setup { recipe: chosen, ..setup.clone() });
        }
    }

    /// The list of methods, each with a sentence.
    fn methods(&mut self, ui: &mut Ui, chosen: &mut Recipe) {
        let width = ui.available_width();
        let method = chosen.method;
        ui.name_inputs("Method", |ui| {
            let list = ComboBox::from_id_salt("method").width(width).height(420.0);
            let list = list.selected_text(method.title).show_ui(ui, |ui| {
                for other in METHODS {
                    let is_chosen = other.name == method.name;
                    if item(ui, is_chosen, other.title, other.summary) && !is_chosen {
                        *chosen = Recipe::new(other);
                        self.typed.order = None;
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
            Kind::Choice(choices) => *next = choice(ui, option, choices, now, tip),
            Kind::Order => self.order(ui, option, now, next),
            Kind::Whole(least, most) => {
                let mut number: u64 = now.parse().unwrap_or(least);
                let tip = format!("{tip} {}.", capitalised(&option.range()));
                let value = whole_field(ui, &mut number, least..=most);
                let value = value.accessible_name(option.title).on_disabled_hover_text(&tip);
                if value.on_hover_text(tip).changed() {
                    *next = Some(number.to_string());
                }
            }
            Kind::Decimal(least, most) => {
                let tip = format!("{tip} {}.", capitalised(&option.range()));
                *next = decimal_field(ui, now, least..=most, option.title, &tip);
            }
        }
    }

    /// A move order: one that has a name, or a custom one.
    fn order(&mut self, ui: &mut Ui, option: &OptionSpec, now: &str, next: &mut Option<String>) {
        let named = MoveOrder::NAMED.iter().find(|(_, order)| order.to_string() == now);
        if self.typed.order.is_none() && named.is_none() {
            self.typed.order = Some(now.to_owned());
        }
        let text = match (&self.typed.order, named) {
            (None, Some((name, _))) => title_of(name),
            _ => CUSTOM.to_owned(),
        };
        let width = ui.available_width();
        let list = ComboBox::from_id_salt(option.key).width(width).selected_text(text);
        let list = list.show_ui(ui, |ui| {
            for (name, order) in MoveOrder::NAMED {
                let chosen = named.is_some_and(|(other, _)| *other == name);
                if entry(ui, chosen && self.typed.order.is_none(), title_of(name)).clicked() {
                    self.typed.order = None;
                    *next = Some(order.to_string());
                }
            }
            if entry(ui, self.typed.order.is_some(), CUSTOM).clicked() {
                self.typed.order = Some(now.to_owned());
            }
        });
        list.response.accessible_name(option.title).on_hover_text(option.help);
    }

    /// Where each of the eight moves leads, and the order in which they are tried.
    fn move_picture(&self, ui: &mut Ui, now: &str) {
        let inks = self.stage.inks(ui);
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
        let Some(typed) = &mut self.typed.order else { return };
        let width = ui.available_width();
        let field = TextEdit::singleline(typed).desired_width(width).char_limit(8);
        let tip = "The moves in the order in which to try them, by the numbers in the picture.";
        ui.add(field).accessible_name(CUSTOM).on_hover_text(tip);
        match typed.parse::<MoveOrder>() {
            Ok(order) if order.to_string() != now => *next = Some(order.to_string()),
            Ok(_) => {}
            Err(_) => error(ui, ORDER_RULE),
        }
    }

    fn goal_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        ui.heading("Goal");
        let end = match setup.goal {
            Goal::End(end) => format!("End at {}", self.session.name(end)),
            _ => "End at…".to_owned(),
        };
        let to_end = self.stage.tool == Tool::End;
        // A goal, or none where a square has still to be chosen for it.
        let goals = [
            (
                Some(Goal::Any),
                "Any tour",
                setup.goal == Goal::Any && !to_end,
                "The tour can end anywhere.",
            ),
            (
                Some(Goal::Closed),
                "Closed",
                setup.goal == Goal::Closed && !to_end,
                "One more move leads from the end of the tour back to its start.",
            ),
            (
                None,
                &*end,
                to_end || matches!(setup.goal, Goal::End(_)),
                "The tour must end at a square of your choice. Click it on the board.",
            ),
        ];
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.spacing_mut().button_padding.x = 8.0;
            for (goal, name, chosen, tip) in goals {
                let button = Button::selectable(chosen, name).frame_when_inactive(true);
                if ui.add(button).on_hover_text(tip).clicked() {
                    self.choose_goal(setup, goal);
                }
            }
        });
    }

    /// Sets the goal; without one, the next click says where the tour must end.
    fn choose_goal(&mut self, setup: &Setup, goal: Option<Goal>) {
        let Some(goal) = goal else {
            self.commands.push(Command::Use(Tool::End));
            return;
        };
        self.commands.push(Command::Use(Tool::Start));
        self.ask(Setup { goal, ..setup.clone() });
    }

    fn seed_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        let label = ui.small("Seed");
        ui.horizontal(|ui| {
            let width = ui.available_width() - 62.0;
            let field = TextEdit::singleline(&mut self.typed.seed)
                .desired_width(width)
                .align(egui::Align2::LEFT_CENTER)
                .min_size(vec2(width, 28.0));
            let tip = "The source of all random choices. The same seed gives the same search.";
            let field = ui.add(field).labelled_by(label.id).on_hover_text(tip);
            if field.changed()
                && let Ok(seed) = parse_seed(self.typed.seed.trim())
            {
                self.ask(Setup { seed, ..setup.clone() });
            }
            if ui.button("New").on_hover_text("Picks another seed at random.").clicked() {
                self.commands.push(Command::NewSeed);
            }
        });
        if let Err(why) = parse_seed(self.typed.seed.trim()) {
            error(ui, &capitalised(&why.to_string()));
        } else if !setup.recipe.is_random() {
            let text = "Not used: nothing is random here.";
            ui.add(Label::new(RichText::new(text).small().weak()).wrap());
        }
    }

    /// Offers to search from the same start again if the set-up has changed since.
    fn again(&mut self, ui: &mut Ui) {
        let Some(watched) = self.session.watched() else { return };
        ui.separator();
        let start = watched.puzzle.start();
        let name = self.session.name(start);
        ui.small("Your changes apply to the next search.");
        let button = theme::primary(format!("Search from {name} again"), theme::of(ui));
        let button = ui.add_sized(vec2(ui.available_width(), 30.0), button);
        let tip = "Starts a new search from the same square, with the settings above.";
        if button.on_hover_text(tip).clicked() {
            self.commands.push(Command::Use(Tool::Start));
            self.commands.push(Command::Click(start));
        }
    }
}

/// What a custom move order must look like.
const ORDER_RULE: &str = "Enter each digit from 1 to 8 exactly once, for example 12345678.";

/// Why a number of rows or columns is not accepted.
fn outside_words(side: f64) -> String {
    if side < 1.0 {
        return "The board needs at least one row and one column. It was not changed.".to_owned();
    }
    format!(
        "{} is too large: the window shows at most {MOST_SIDE} rows and columns. The board was not \
         changed. The command 'knights-tour solve' accepts larger boards.",
        grouped(side as u64)
    )
}

/// Says what is wrong with the text in the field above.
fn error(ui: &mut Ui, text: &str) {
    let text = RichText::new(text).color(theme::of(ui).retreat);
    ui.add(Label::new(text).wrap());
}

/// The sizes that are one click away.
fn presets(ui: &mut Ui, rows: &mut u32, cols: &mut u32) {
    for line in PRESETS.chunks(3) {
        ui.horizontal(|ui| {
            let size = vec2((ui.available_width() - 8.0) / 3.0, 26.0);
            for preset in line {
                let text = format!("{}×{}", preset.0, preset.1);
                let button = Button::selectable(*preset == (*rows, *cols), text);
                let button = ui.add_sized(size, button.frame_when_inactive(true));
                let tip = format!("{} rows and {} columns", preset.0, preset.1);
                if button.on_hover_text(tip).clicked() {
                    (*rows, *cols) = *preset;
                }
            }
        });
    }
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
    option: &OptionSpec,
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
    let list = list.response.accessible_name(option.title).on_disabled_hover_text(tip);
    list.on_hover_text(format!("{tip}\n\n{}: {meaning}", option.value_title(now)));
    next
}

/// A field for a whole number, as wide as there is room.
pub(super) fn whole_field(
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
pub(super) fn decimal_field(
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
