//! A race: a method on a board of its own, from the same square, beside the game.

use egui::{Label, Layout, Rect, RichText, Ui};

use super::super::board_view::{self, BoardView};
use super::super::command::Command;
use super::super::stage::{Seen, Stage, Tool};
use super::super::status::{badge, state_colour};
use super::super::{inside, theme, words};
use crate::engine::Speed;
use crate::session::{Session, Table};
use crate::solver::Recipe;
use crate::text::{counted, grouped};

/// The height of the heading.
pub(super) const HEADING: f32 = 52.0;

/// The method, its board, and why it does not run.
pub(super) struct Race {
    session: Session,
    board: BoardView,
    refusal: Option<String>,
}

impl Race {
    /// A race that begins when the game does.
    pub(super) fn new(table: &Table, recipe: Recipe, speed: Speed) -> Race {
        let mut race = Race {
            session: table.beside(recipe, speed),
            board: BoardView::second(),
            refusal: None,
        };
        race.begin(table);
        race
    }

    fn begin(&mut self, table: &Table) {
        let Some(start) = table.game().path().first() else { return };
        if self.session.watched().is_none() && self.refusal.is_none() {
            let refused = self.session.start(*start).err();
            let board = &self.session.setup().board;
            self.refusal = refused.map(|refusal| refusal.words(board, self.session.naming()));
        }
    }

    /// Takes what its thread has sent.
    pub(super) fn update(&mut self, table: &Table) {
        self.begin(table);
        self.session.update();
    }

    pub(super) fn set_speed(&mut self, speed: Speed) {
        self.session.set_speed(speed);
    }

    /// Shows its board under a heading.
    pub(super) fn show(&mut self, ui: &mut Ui, stage: &Stage, commands: &mut Vec<Command>) {
        let (above, below) = {
            let place = ui.max_rect();
            place.split_top_bottom_at_y(place.top() + HEADING)
        };
        inside(ui, above, |ui| self.heading(ui));
        let stage = Stage { tool: Tool::Start, candidate: None, ..*stage };
        let seen = Seen { session: &self.session, stage: &stage, rival: None, game: None };
        let mut asked = Vec::new();
        inside(ui, below, |ui| board_view::show(ui, seen, &mut self.board, &mut asked));
        // Nothing is asked of this board by clicking on it.
        asked.retain(|command| !matches!(command, Command::Click(_)));
        commands.extend(asked);
    }

    fn heading(&self, ui: &mut Ui) {
        let colours = theme::of(ui);
        let recipe =
            self.session.watched().map_or(&self.session.setup().recipe, |watched| &watched.recipe);
        let line = |place: Rect, part: f32| {
            Rect::from_min_size(place.min + egui::vec2(0.0, part), egui::vec2(place.width(), 24.0))
        };
        let place = ui.max_rect();
        inside(ui, line(place, 0.0), |ui| {
            ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
                let state = self.session.state();
                badge(ui, words::name_of(state), state_colour(state, colours));
                ui.with_layout(Layout::left_to_right(egui::Align::Center), |ui| {
                    let title = RichText::new(recipe.method.title).strong();
                    ui.add(Label::new(title).truncate()).on_hover_text(recipe.method.summary);
                });
            });
        });
        inside(ui, line(place, 24.0), |ui| {
            let text = match (&self.refusal, self.session.moment()) {
                (Some(why), _) => format!("Does not run: {why}."),
                (None, Some(moment)) => {
                    let visited = grouped(self.session.path().len() as u64);
                    format!("{visited} squares after {}", counted(moment.step, "step"))
                }
                (None, None) => "Begins with your first square.".to_owned(),
            };
            ui.add(Label::new(RichText::new(text).small().color(colours.soft_ink)).truncate());
        });
    }
}
