//! The panel on the left: what the next search shall be.

use std::cell::Cell;

use egui::{Align, Button, ComboBox, DragValue, Layout, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::command::Command;
use super::menu::{capitalised, entry, title_of};
use super::{App, MOST_SIDE, Tool, theme};
use crate::board::MoveOrder;
use crate::puzzle::{Goal, parse_seed};
use crate::session::Setup;
use crate::solver::{Kind, METHODS, OptionSpec, Recipe};
use crate::text::grouped;

/// Boards that are one click away.
const PRESETS: [(u32, u32); 6] = [(3, 4), (5, 5), (6, 6), (8, 8), (10, 10), (20, 20)];

/// The room for the offer to search again.
const AGAIN: f32 = 88.0;

/// The width of the names of options.
const LABEL: f32 = 62.0;

impl App {
    pub(super) fn setup(&mut self, ui: &mut Ui) {
        // What is offered below takes its room from the end of the list, so that nothing moves.
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
            self.method_setup(ui, &setup);
            ui.add_space(8.0);
            self.goal_setup(ui, &setup);
            ui.add_space(6.0);
            self.seed_setup(ui, &setup);
        });
    }

    fn ask(&mut self, setup: Setup) {
        if self.escaped == [false; 2] {
            self.commands.push(Command::Change(setup));
        }
    }

    fn board_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        ui.heading("Board");
        let (mut rows, mut cols) = (setup.board.rows(), setup.board.cols());
        let half = (ui.available_width() - 8.0) / 2.0;
        let too_large = Cell::new(None);
        ui.horizontal(|ui| {
            for (name, side) in [("Rows", &mut rows), ("Columns", &mut cols)] {
                ui.vertical(|ui| {
                    ui.set_width(half);
                    let label = ui.small(name);
                    let value = DragValue::new(side)
                        .range(1..=MOST_SIDE)
                        // A larger board from a file stays as it is.
                        .clamp_existing_to_range(false)
                        .speed(0.1)
                        .custom_parser(|text| {
                            let side: f64 = text.trim().parse().ok()?;
                            too_large.set(Some(side).filter(|side| *side > MOST_SIDE.into()));
                            Some(side)
                        })
                        .update_while_editing(false);
                    ui.add_sized(vec2(half, 30.0), value)
                        .labelled_by(label.id)
                        .on_hover_text(format!("1 to {MOST_SIDE}: drag, or click and type"));
                });
            }
        });
        if let Some(side) = too_large.get().filter(|_| self.escaped == [false; 2]) {
            self.say(format!(
                "{} is too many: boards in the window have at most {MOST_SIDE} rows and columns. \
                 'knights-tour solve' takes larger ones.",
                grouped(side as u64)
            ));
        }
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        ui.spacing_mut().interact_size.y = 24.0;
        for line in PRESETS.chunks(3) {
            ui.horizontal(|ui| {
                let size = vec2((ui.available_width() - 8.0) / 3.0, 26.0);
                for preset in line {
                    let text = format!("{}×{}", preset.0, preset.1);
                    let button = Button::selectable(*preset == (rows, cols), text);
                    let button = ui.add_sized(size, button.frame_when_inactive(true));
                    let tip = format!("A board of {} rows and {} columns.", preset.0, preset.1);
                    if button.on_hover_text(tip).clicked() {
                        (rows, cols) = *preset;
                    }
                }
            });
        }
        if (rows, cols) != (setup.board.rows(), setup.board.cols())
            && let Ok(resized) = setup.resized(rows, cols)
        {
            self.ask(resized);
        }
        let mut wrapped = setup.board.is_wrapped();
        let tip = "A knight that leaves the board on one side comes back on the other.";
        if ui.checkbox(&mut wrapped, "Edges wrap round").on_hover_text(tip).changed() {
            self.ask(setup.with_board(setup.board.clone().wrapped(wrapped)));
        }
        ui.horizontal(|ui| {
            let mut editing = self.tool == Tool::Holes;
            let tip = "Click squares on the board to take them out of it.";
            if ui.checkbox(&mut editing, "Edit holes").on_hover_text(tip).changed() {
                let tool = if editing { Tool::Holes } else { Tool::Start };
                self.commands.push(Command::Use(tool));
            }
            let holes = setup.board.holes().len();
            if holes > 0 {
                ui.weak(grouped(holes as u64));
                let plain = crate::board::Board::new(setup.board.rows(), setup.board.cols());
                let tip = "Puts all squares back that were taken out.";
                if ui.small_button("fill all").on_hover_text(tip).clicked()
                    && let Ok(board) = plain
                {
                    self.ask(setup.with_board(board.wrapped(setup.board.is_wrapped())));
                }
            }
        });
    }

    fn method_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        ui.heading("Method");
        let mut chosen = setup.recipe.clone();
        let width = ui.available_width();
        let method = chosen.method;
        ui.name_inputs("Method", |ui| {
            let list = ComboBox::from_id_salt("method")
                .width(width)
                .selected_text(title_of(method.name))
                .show_ui(ui, |ui| {
                    for other in METHODS {
                        let is_chosen = other.name == method.name;
                        let item = entry(ui, is_chosen, title_of(other.name));
                        if item.on_hover_text(other.summary).clicked() && !is_chosen {
                            chosen = Recipe::new(other);
                            self.order_text = None;
                        }
                    }
                });
            list.response
                .accessible_name("Method")
                .on_hover_text("How tours are looked for. The help tells more of each.");
        });
        ui.label(RichText::new(method.summary).small().weak()).on_hover_text(method.credit);
        for option in chosen.method.options {
            self.option(ui, option, &mut chosen);
        }
        if let Some(why) = (chosen.method.conflict)(&chosen.options) {
            ui.colored_label(theme::of(ui).retreat, capitalised(&why));
        }
        if chosen != setup.recipe {
            self.ask(Setup { recipe: chosen, ..setup.clone() });
        }
    }

    /// One option of the method: what it is called, its values, and what they mean.
    fn option(&mut self, ui: &mut Ui, option: &'static OptionSpec, recipe: &mut Recipe) {
        let now = recipe.options.get(option.key).to_owned();
        let mut next = None;
        ui.horizontal(|ui| {
            let name = title_of(option.key);
            let left = vec2(LABEL, ui.spacing().interact_size.y);
            ui.allocate_ui_with_layout(left, Layout::left_to_right(Align::Center), |ui| {
                ui.set_min_width(LABEL);
                ui.weak(&name).on_hover_text(option.help);
            });
            self.value(ui, option, &now, &mut next);
        });
        if option.key == "order" {
            self.own_order(ui, &now, &mut next);
        }
        if let Some(value) = next {
            // What the lists offer is valid; what is typed was looked at before.
            let set = recipe.set(option.key, &value);
            debug_assert!(set.is_ok(), "{set:?}");
        }
    }

    /// The value of an option, to be chosen from what it can be.
    fn value(&mut self, ui: &mut Ui, option: &OptionSpec, now: &str, next: &mut Option<String>) {
        let width = ui.available_width();
        match option.kind {
            Kind::Choice(choices) => {
                let list = ComboBox::from_id_salt(option.key).width(width).truncate();
                let list = list.selected_text(title_of(now)).show_ui(ui, |ui| {
                    for (name, meaning) in choices {
                        let text = format!("{}: {meaning}", title_of(name));
                        if entry(ui, now == *name, text).clicked() {
                            *next = Some((*name).to_owned());
                        }
                    }
                });
                let meaning = choices.iter().find(|(name, _)| *name == now);
                let meaning = meaning.map_or("", |(_, meaning)| meaning);
                let list = list.response.accessible_name(title_of(option.key));
                list.on_hover_text(format!("{}: {meaning}", option.help));
            }
            Kind::Order => self.order(ui, option, now, next),
            Kind::Whole(least, most) => {
                let mut number: u64 = now.parse().unwrap_or(least);
                let value = DragValue::new(&mut number)
                    .range(least..=most)
                    .custom_formatter(|number, _| grouped(number as u64))
                    .custom_parser(|text| text.replace(',', "").parse().ok())
                    .update_while_editing(false);
                let tip = format!("{}: {}", option.help, option.range());
                let value = ui.add_sized(vec2(width, 28.0), value);
                if value.accessible_name(title_of(option.key)).on_hover_text(tip).changed() {
                    *next = Some(number.to_string());
                }
            }
        }
    }

    /// A move order: one with a name, or an own one.
    fn order(&mut self, ui: &mut Ui, option: &OptionSpec, now: &str, next: &mut Option<String>) {
        let named = MoveOrder::NAMED.iter().find(|(_, order)| order.to_string() == now);
        let text = match (&self.order_text, named) {
            (None, Some((name, _))) => title_of(name),
            _ => "Own order".to_owned(),
        };
        let width = ui.available_width();
        let list = ComboBox::from_id_salt(option.key).width(width).selected_text(text);
        let list = list.show_ui(ui, |ui| {
            for (name, order) in MoveOrder::NAMED {
                let chosen = named.is_some_and(|(other, _)| *other == name);
                if entry(ui, chosen, title_of(name)).clicked() {
                    self.order_text = None;
                    *next = Some(order.to_string());
                }
            }
            if entry(ui, self.order_text.is_some(), "Own order").clicked() {
                self.order_text = Some(now.to_owned());
            }
        });
        list.response.accessible_name(title_of(option.key)).on_hover_text(option.help);
        if self.order_text.is_none() && named.is_none() {
            self.order_text = Some(now.to_owned());
        }
    }

    /// The field for an own move order: eight digits.
    fn own_order(&mut self, ui: &mut Ui, now: &str, next: &mut Option<String>) {
        let Some(typed) = &mut self.order_text else { return };
        let width = ui.available_width();
        let field = TextEdit::singleline(typed).desired_width(width).char_limit(8);
        let tip =
            "The eight moves in the order in which they are tried: each digit from 1 to 8 once.";
        ui.add(field).accessible_name("Own order").on_hover_text(tip);
        match typed.parse::<MoveOrder>() {
            Ok(order) if order.to_string() != now => *next = Some(order.to_string()),
            Ok(_) => {}
            Err(error) => {
                ui.colored_label(theme::of(ui).retreat, capitalised(&error.to_string()));
            }
        }
    }

    fn goal_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        ui.heading("Goal");
        let end = match setup.goal {
            Goal::End(end) => format!("end at {}", setup.board.name(end)),
            _ => "end at…".to_owned(),
        };
        let to_end = self.tool == Tool::End;
        let goals = [
            ("any", setup.goal == Goal::Any && !to_end, "Any tour: it may end anywhere."),
            (
                "closed",
                setup.goal == Goal::Closed && !to_end,
                "A tour whose end is a move away from its start.",
            ),
            (
                &*end,
                to_end || matches!(setup.goal, Goal::End(_)),
                "A tour that ends at a square of your choice: click it on the board.",
            ),
        ];
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (place, (name, chosen, tip)) in goals.into_iter().enumerate() {
                let button = Button::selectable(chosen, name).frame_when_inactive(true);
                if !ui.add(button).on_hover_text(tip).clicked() {
                    continue;
                }
                match place {
                    2 => self.commands.push(Command::Use(Tool::End)),
                    _ => {
                        let goal = if place == 0 { Goal::Any } else { Goal::Closed };
                        self.commands.push(Command::Use(Tool::Start));
                        self.ask(Setup { goal, ..setup.clone() });
                    }
                }
            }
        });
    }

    fn seed_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        let label = ui.small("Seed");
        ui.horizontal(|ui| {
            let width = ui.available_width() - 62.0;
            let field = TextEdit::singleline(&mut self.seed_text)
                .desired_width(width)
                .align(egui::Align2::LEFT_CENTER)
                .min_size(vec2(width, 28.0));
            let tip = "Where all chance comes from: the same seed makes the same search.";
            let field = ui.add(field).labelled_by(label.id).on_hover_text(tip);
            if field.changed()
                && let Ok(seed) = parse_seed(self.seed_text.trim())
            {
                self.ask(Setup { seed, ..setup.clone() });
            }
            if ui.button("new").on_hover_text("Choose another seed by chance.").clicked() {
                self.commands.push(Command::NewSeed);
            }
        });
        if let Err(error) = parse_seed(self.seed_text.trim()) {
            ui.colored_label(theme::of(ui).retreat, capitalised(&error.to_string()));
        }
    }

    /// Offers the same start again where the set-up has changed since.
    fn again(&mut self, ui: &mut Ui) {
        let Some(watched) = self.session.watched() else { return };
        ui.separator();
        let start = watched.puzzle.start();
        let name = watched.puzzle.board().name(start);
        ui.small("What you change holds for the next search.");
        let colours = theme::of(ui);
        let button = theme::primary(format!("Search from {name} again"), colours);
        let button = ui.add_sized(vec2(ui.available_width(), 30.0), button);
        let tip = "Starts anew from the same square, with what is set up above.";
        if button.on_hover_text(tip).clicked() {
            self.commands.push(Command::Click(start));
        }
    }
}
