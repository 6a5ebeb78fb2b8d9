//! The form for a board and a goal, on the Board page and on the Play page.

use std::cell::Cell;

use egui::{Button, Checkbox, DragValue, Ui, vec2};

use crate::app::MAX_SIDE;
use crate::app::board::context::{Tool, ViewContext};
use crate::app::widgets::ask_with;
use crate::board::{Board, Square};
use crate::puzzle::Goal;
use crate::session::Setup;
use crate::text::{capitalised, grouped};

const PRESETS: [(u32, u32); 6] = [(3, 4), (5, 5), (6, 6), (8, 8), (10, 10), (20, 20)];

#[derive(Clone, Debug, PartialEq)]
pub enum SetupEvent {
    Change(Setup),
    /// What a click on the board does from now on.
    Use(Tool),
    Refused(String),
}

impl SetupEvent {
    /// What a click on a square asks for; `None` if the tool changes nothing of the set-up.
    pub(crate) fn of_click(tool: Tool, setup: &Setup, square: Square) -> Option<Vec<SetupEvent>> {
        let goal = Goal::End(square);
        match tool {
            Tool::Start => None,
            Tool::Holes => Some(vec![match setup.with_hole_toggled(square) {
                Ok(setup) => SetupEvent::Change(setup),
                Err(error) => SetupEvent::Refused(format!("{}.", capitalised(&error.to_string()))),
            }]),
            Tool::End if setup.board.is_hole(square) => Some(Vec::new()),
            Tool::End => Some(vec![
                SetupEvent::Use(Tool::Start),
                SetupEvent::Change(Setup { goal, ..setup.clone() }),
            ]),
        }
    }
}

pub(crate) struct BoardForm<'a> {
    pub(crate) seen: ViewContext<'a>,
    pub(crate) out: Vec<SetupEvent>,
}

impl BoardForm<'_> {
    pub(crate) fn show(ui: &mut Ui, seen: ViewContext<'_>) -> Vec<SetupEvent> {
        let mut form = BoardForm { seen, out: Vec::new() };
        let setup = seen.session.setup();
        form.board_setup(ui, setup);
        ui.add_space(8.0);
        form.goal_setup(ui, setup);
        form.out
    }

    fn ask(&mut self, setup: Setup) {
        if !self.seen.display.escaped {
            self.out.push(SetupEvent::Change(setup));
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

    /// A number that is too large changes nothing.
    fn sides(&mut self, ui: &mut Ui, rows: &mut u32, cols: &mut u32) {
        let half = (ui.available_width() - 8.0) / 2.0;
        let outside = Cell::new(None);
        ui.horizontal(|ui| {
            for (name, side) in [("Rows", rows), ("Columns", cols)] {
                ui.vertical(|ui| {
                    ui.set_width(half);
                    let label = ui.small(name);
                    let value = DragValue::new(side)
                        .range(1..=MAX_SIDE)
                        // A larger board from a file keeps its size.
                        .clamp_existing_to_range(false)
                        .speed(0.1)
                        .custom_parser(|text| {
                            let side: f64 = text.trim().parse().ok()?;
                            let fits = (1.0..=f64::from(MAX_SIDE)).contains(&side);
                            outside.set((!fits).then_some(side));
                            fits.then_some(side)
                        })
                        .update_while_editing(false);
                    let tip =
                        format!("1 to {}. Drag, or click and type.", grouped(MAX_SIDE.into()));
                    let field = ui.add_sized(vec2(half, 30.0), value).labelled_by(label.id);
                    field.on_hover_text(tip);
                });
            }
        });
        if let Some(side) = outside.get().filter(|_| !self.seen.display.escaped) {
            self.out.push(SetupEvent::Refused(outside_words(side)));
        }
    }

    fn holes(&mut self, ui: &mut Ui, setup: &Setup) {
        let mut editing = self.seen.display.tool == Tool::Holes;
        let count = setup.board.holes().len() as u64;
        let many = format!(" ({})", grouped(count));
        let name = format!("Edit holes{}", if count == 0 { "" } else { &many });
        let tip = "Click squares on the board to remove them or to put them back.";
        let tool = if editing { Tool::Start } else { Tool::Holes };
        let check = Checkbox::new(&mut editing, name);
        ask_with(ui, check, tip, SetupEvent::Use(tool), &mut self.out);
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

    fn goal_setup(&mut self, ui: &mut Ui, setup: &Setup) {
        ui.heading("Goal");
        let to_end = self.seen.display.tool == Tool::End;
        let end = setup.goal.end().map(|end| self.seen.session.name(end));
        let title = end.as_ref().map_or("End at…".to_owned(), |end| format!("End at {end}"));
        let named = Goal::NAMED.map(|named| {
            let is_chosen = named.goal.name() == setup.goal.name() && !to_end;
            (Some(named.goal), named.title, is_chosen, named.help)
        });
        // The square is chosen by the next click.
        let tip = "The tour must end at a square of your choice. Click it on the board.";
        let at_square = (None, &*title, to_end || end.is_some(), tip);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            ui.spacing_mut().button_padding.x = 8.0;
            for (goal, name, chosen, tip) in named.into_iter().chain([at_square]) {
                let button = Button::selectable(chosen, name).frame_when_inactive(true);
                if ui.add(button).on_hover_text(tip).clicked() {
                    let tool = if goal.is_some() { Tool::Start } else { Tool::End };
                    self.out.push(SetupEvent::Use(tool));
                    if let Some(goal) = goal {
                        self.ask(Setup { goal, ..setup.clone() });
                    }
                }
            }
        });
    }
}

fn outside_words(side: f64) -> String {
    if side < 1.0 {
        return "The board needs at least one row and one column. It was not changed.".to_owned();
    }
    format!(
        "{} is too large: the window shows at most {} rows and columns. The board was not \
         changed. The command 'knights-tour solve' accepts larger boards.",
        grouped(side as u64),
        grouped(MAX_SIDE.into())
    )
}

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
