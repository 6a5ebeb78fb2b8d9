//! A race: a method on a board of its own, from the same square, beside the game.

use egui::{Label, Layout, Rect, RichText, Ui};

use crate::app::board;
use crate::app::board::BoardView;
use crate::app::board::context::{Display, ViewContext};
use crate::app::shell::preferences::Preferences;
use crate::app::widgets::badge::{badge, name_of, state_colour};
use crate::app::widgets::{inside, theme};
use crate::engine::{PlaybackCommand, Speed};
use crate::play::Stand;
use crate::session::{Refusal, Session, State, Table};
use crate::solver::Recipe;
use crate::text::{capitalised, counted};

/// The height of the heading.
pub(super) const HEADING: f32 = 52.0;

/// The method, its board, and why it does not run.
pub(super) struct Race {
    session: Session,
    /// Why it does not run: in a few words, and in full.
    refusal: Option<[String; 2]>,
    is_paused: bool,
    /// Whether it was done before the person was.
    is_first: Option<bool>,
}

impl Race {
    /// A race that begins when the game does.
    pub(super) fn new(table: &Table, recipe: Recipe, speed: Speed) -> Race {
        let mut race = Race {
            session: table.beside(recipe, speed),
            refusal: None,
            is_paused: false,
            is_first: None,
        };
        race.begin(table);
        race
    }

    fn begin(&mut self, table: &Table) {
        let Some(start) = table.game().path().first() else { return };
        if self.session.watched().is_none() && self.refusal.is_none() {
            let refused = self.session.start(*start).err();
            let (board, naming) = (&self.session.setup().board, self.session.naming());
            self.refusal = refused.map(|refusal| {
                let why = capitalised(&refusal.words(board, naming)) + ".";
                let short = match refusal {
                    Refusal::NoTour(_) => {
                        format!("No tour starts at {}.", naming.square(board, *start))
                    }
                    _ => why.clone(),
                };
                [short, why]
            });
        }
    }

    /// Takes what its thread has sent. It pauses with the game.
    pub(super) fn update(&mut self, table: &Table, is_paused: bool) {
        self.begin(table);
        self.session.update();
        if self.is_paused != is_paused && !self.is_done() {
            self.is_paused = is_paused;
            let command = if is_paused { PlaybackCommand::Pause } else { PlaybackCommand::Play };
            self.session.playback(command);
        }
        if self.is_first.is_none() && (self.is_done() || table.game().stand() == Stand::Won) {
            self.is_first = Some(self.is_done());
        }
    }

    /// Whether its tour is on the board.
    pub(super) fn is_done(&self) -> bool {
        matches!(self.session.state(), State::Found { .. })
    }

    /// Who was first, for somebody who has just won a game.
    pub(super) fn result(&self) -> String {
        let method = self.session.setup().recipe.method.title;
        match (self.refusal.is_some(), self.is_first.unwrap_or(self.is_done())) {
            (true, _) => format!("{method} did not race."),
            (false, true) => format!("{method} was first this time."),
            (false, false) => {
                let squares = counted(self.session.path().len() as u64, "square");
                format!("You won the race: {method} has visited only {squares}.")
            }
        }
    }

    pub(super) fn set_speed(&mut self, speed: Speed) {
        self.session.set_speed(speed);
    }

    /// Names squares and shows backtracking as preferred; its speed is its own.
    pub(super) fn apply(&mut self, preferences: &Preferences) {
        let speed = Some(self.session.speed());
        self.session.show_as(speed, preferences.show_backtracking, preferences.naming);
    }

    /// Shows its board under a heading. Nothing is asked of this board by clicking on it.
    pub(super) fn show(&self, ui: &mut Ui, preferences: &Preferences, view: &mut BoardView) {
        let place = ui.max_rect();
        let (above, below) = place.split_top_bottom_at_y(place.top() + HEADING);
        inside(ui, above, |ui| self.heading(ui));
        let (session, display) = (&self.session, Display::default());
        let seen = ViewContext { session, preferences, display, rival: None, game: None };
        inside(ui, below, |ui| board::show(ui, seen, view, &mut Vec::new()));
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
                let name = match (&self.refusal, state) {
                    (Some(_), _) => "Not racing",
                    (None, State::Ready) => "Waiting",
                    (None, state) => name_of(state),
                };
                badge(ui, name, state_colour(state, colours));
                ui.with_layout(Layout::left_to_right(egui::Align::Center), |ui| {
                    let title = RichText::new(recipe.method.title).strong();
                    ui.add(Label::new(title).truncate()).on_hover_text(recipe.method.summary);
                });
            });
        });
        inside(ui, line(place, 24.0), |ui| {
            let text = match (&self.refusal, self.session.moment()) {
                (Some([short, _]), _) => short.clone(),
                (None, Some(moment)) => {
                    let visited = counted(self.session.path().len() as u64, "square");
                    let first = if self.is_first == Some(true) { "Done first: " } else { "" };
                    format!("{first}{visited} after {}", counted(moment.step, "step"))
                }
                (None, None) => "Begins with your first square.".to_owned(),
            };
            let label = RichText::new(text).small().color(colours.soft_ink);
            let label = ui.add(Label::new(label).truncate());
            if let Some([_, why]) = &self.refusal {
                label.on_hover_text(why);
            }
        });
    }
}
