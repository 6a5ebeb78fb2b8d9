//! The panel on the left: what the next search looks for, and how.

use std::cell::Cell;

use egui::{Button, DragValue, Label, RichText, ScrollArea, TextEdit, Ui, vec2};

use crate::app::MOST_SIDE;
use crate::app::shell::command::Command;
use crate::app::shell::menu::capitalised;
use crate::app::shell::stage::{Seen, Stage, Tool};
use crate::app::widgets::method::{MethodView, ORDER_RULE, error};
use crate::app::widgets::theme;
use crate::board::{Board, MoveOrder, Square};
use crate::puzzle::{BaseTours, Goal, parse_seed};
use crate::session::{Rival, Session, Setup};
use crate::solver::Recipe;
use crate::text::grouped;

/// Boards that are one click away.
const PRESETS: [(u32, u32); 6] = [(3, 4), (5, 5), (6, 6), (8, 8), (10, 10), (20, 20)];

/// The space for the offer to search again.
const AGAIN: f32 = 88.0;

/// What is typed into the panel until it is valid.
#[derive(Default)]
pub(crate) struct Typed {
    seed: String,
    /// A custom move order; none if the order has a name.
    order: Option<String>,
}

impl Typed {
    /// Shows another seed, unless what is typed says the same.
    pub(crate) fn settle(&mut self, seed: u64) {
        if parse_seed(self.seed.trim()) != Ok(seed) {
            self.seed = seed.to_string();
        }
    }

    /// A move order typed for another board or method is forgotten.
    pub(crate) fn forget_order(&mut self) {
        self.order = None;
    }

    /// What is wrong with the text typed into the panel: a title and a sentence. No search may
    /// start until it is fixed, because it would not be the search that the user wants.
    pub(crate) fn error(&self, recipe: &Recipe) -> Option<(&'static str, String)> {
        if let Some(error) = self.order_error() {
            return Some(error);
        }
        // A seed that is not used cannot be wrong.
        let error = parse_seed(self.seed.trim()).err().filter(|_| recipe.is_random())?;
        Some(("The seed is not valid", format!("{}.", capitalised(&error.to_string()))))
    }

    /// What is wrong with the move order.
    pub(crate) fn order_error(&self) -> Option<(&'static str, String)> {
        let order = self.order.as_ref().filter(|typed| typed.parse::<MoveOrder>().is_err());
        order.map(|_| ("The move order is not complete", ORDER_RULE.to_owned()))
    }
}

/// Shows the panel. What is typed for the second of two methods is apart.
pub(crate) fn show(
    ui: &mut Ui,
    seen: Seen<'_>,
    typed: &mut Typed,
    second: Option<&mut Typed>,
    commands: &mut Vec<Command>,
) {
    let Seen { session, stage, rival, .. } = seen;
    SetupView { session, stage, rival, typed, second, commands }.show(ui);
}

/// The board and the goal alone, for whoever plays by hand.
pub(crate) fn show_board(
    ui: &mut Ui,
    seen: Seen<'_>,
    typed: &mut Typed,
    commands: &mut Vec<Command>,
) {
    let Seen { session, stage, .. } = seen;
    let mut view = SetupView { session, stage, rival: None, typed, second: None, commands };
    let setup = session.setup().clone();
    view.board_setup(ui, &setup);
    ui.add_space(8.0);
    view.goal_setup(ui, &setup);
}

/// What the panel reads, and what it asks for.
struct SetupView<'a> {
    session: &'a Session,
    stage: &'a Stage,
    rival: Option<&'a Rival>,
    typed: &'a mut Typed,
    second: Option<&'a mut Typed>,
    commands: &'a mut Vec<Command>,
}

impl SetupView<'_> {
    fn show(&mut self, ui: &mut Ui) {
        // The offer below takes its space from the end of the list, so that nothing moves.
        let mut place = ui.available_rect_before_wrap();
        if let Some(start) = self.start_again() {
            let (above, below) = place.split_top_bottom_at_y(place.bottom() - AGAIN);
            place = above;
            crate::app::inside(ui, below, |ui| self.again(ui, start));
        }
        crate::app::inside(ui, place, |ui| self.setup_list(ui));
    }

    fn setup_list(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().id_salt("setup").auto_shrink(false).show(ui, |ui| {
            let setup = self.session.setup().clone();
            self.board_setup(ui, &setup);
            ui.add_space(8.0);
            self.goal_setup(ui, &setup);
            ui.add_space(8.0);
            self.method_setup(ui, &setup);
            ui.add_space(8.0);
            self.rival_setup(ui);
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
                    ui.add_sized(vec2(half, 30.0), value).labelled_by(label.id).on_hover_text(
                        format!("1 to {}. Drag, or click and type.", grouped(MOST_SIDE.into())),
                    );
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
        let order = &mut self.typed.order;
        let mut view = MethodView { stage: self.stage, order, second: false };
        view.methods(ui, &mut chosen);
        MethodView::summary(ui, &chosen);
        picked(ui, self.session);
        refusal(ui, self.session);
        view.options(ui, &mut chosen);
        self.base_setup(ui, setup);
        if chosen != setup.recipe {
            self.ask(Setup { recipe: chosen, ..setup.clone() });
        }
    }

    /// The base tours, where the method uses them.
    fn base_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        let base = setup.asked_base();
        if base.is_empty() {
            return;
        }
        let shapes = base.shapes();
        let shapes: Vec<String> =
            shapes.iter().map(|(rows, cols)| format!("{rows}×{cols}")).collect();
        let words = format!("Base tours: {} ({})", base.iter().len(), shapes.join(", "));
        let tip = "Tours of yours, which are laid onto the parts of the board that they fit. Other parts \
                   get tours that are found by search.";
        ui.add(Label::new(words).wrap()).on_hover_text(tip);
        let tip = "The next search finds all its small tours itself.";
        if ui.button("Remove base tours").on_hover_text(tip).clicked() {
            self.ask(Setup { base: BaseTours::default(), ..setup.clone() });
        }
    }

    /// The second method, where two are compared.
    fn rival_setup(&mut self, ui: &mut Ui) {
        ui.heading("Compare with");
        let now = self.rival.map(|rival| rival.recipe().clone());
        let mut chosen = now.clone();
        let mut nothing = None;
        let order = self.second.as_mut().map_or(&mut nothing, |second| &mut second.order);
        let mut view = MethodView { stage: self.stage, order, second: true };
        view.rivals(ui, &mut chosen);
        if let (Some(rival), Some(recipe)) = (self.rival, &mut chosen) {
            MethodView::summary(ui, recipe);
            picked(ui, rival.session());
            refusal(ui, rival.session());
            ui.push_id("rival", |ui| view.options(ui, recipe));
        }
        if chosen != now && !self.stage.is_escaped() {
            self.commands.push(Command::Compare(chosen));
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
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
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
        } else if !setup.recipe.is_random() && !self.rival.is_some_and(|r| r.recipe().is_random()) {
            let text = "Not used: nothing is random here.";
            ui.add(Label::new(RichText::new(text).small().weak()).wrap());
        }
    }

    /// Where to search again, if the set-up has changed since.
    fn start_again(&self) -> Option<Square> {
        let Some(rival) = self.rival else {
            let watched = self.session.watched().filter(|_| self.session.differs_from_search());
            return watched.map(|watched| watched.puzzle.start());
        };
        rival.start_square(self.session).filter(|_| rival.is_outdated(self.session))
    }

    /// Offers to search from the same start again.
    fn again(&mut self, ui: &mut Ui, start: Square) {
        ui.separator();
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

/// Which method searches in place of the one that was chosen, and why.
fn picked(ui: &mut Ui, session: &Session) {
    let Some(watched) = session.watched().filter(|watched| !watched.is_from_file()) else { return };
    let is_asked = session.setup().recipe == watched.recipe;
    if let Some(why) = watched.pick.why.as_ref().filter(|_| is_asked) {
        let title = watched.pick.recipe.method.title;
        let tip = format!("On the command line: {}", watched.pick.recipe);
        ui.label(RichText::new(format!("Picked {title}: {why}.")).small()).on_hover_text(tip);
    }
}

/// Says why the method takes no puzzle like those of the set-up.
fn refusal(ui: &mut Ui, session: &Session) {
    if let Some(refusal) = session.method_refusal() {
        let words = refusal.words(&session.setup().board, session.naming());
        error(ui, &format!("{}.", capitalised(&words)));
    }
}

/// Why a number of rows or columns is not accepted.
fn outside_words(side: f64) -> String {
    if side < 1.0 {
        return "The board needs at least one row and one column. It was not changed.".to_owned();
    }
    format!(
        "{} is too large: the window shows at most {} rows and columns. The board was not \
         changed. The command 'knights-tour solve' accepts larger boards.",
        grouped(side as u64),
        grouped(MOST_SIDE.into())
    )
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
