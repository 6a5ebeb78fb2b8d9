//! The welcome at the first start: a small board with a search, and three sentences.

use egui::{Id, Modal, Ui, vec2};

use crate::app::board::mark::Inks;
use crate::app::shell::ShellMessage;
use crate::app::shell::page::Request;
use crate::app::shell::preferences::Preferences;
use crate::app::widgets::{theme, titled};
use crate::format::display::{Line, Mark};
use crate::format::figure;

/// Steps per second, and how long the finished tour is shown, in seconds.
const STEPS_PER_SECOND: f64 = 4.0;
const REST_SECONDS: f64 = 3.0;
const SQUARE_SIDE: f32 = 44.0;

const CAPTIONS: [(Mark, &str); 3] = [
    (Mark::Knight, "Click a square: the knight starts there."),
    (Mark::Retreat, "Watch every move and every step back."),
    (Mark::Line(Line::Path(0)), "Pause, rewind, drag the timeline. Nothing is lost."),
];

pub(crate) struct Welcome {
    /// How many steps its search takes.
    steps: u64,
    /// When it was first shown.
    since: Option<f64>,
}

impl Welcome {
    pub(crate) fn new() -> Welcome {
        Welcome { steps: figure::welcome_steps(), since: None }
    }

    /// The step to show. If motion is reduced, that is the finished tour.
    fn step(&mut self, ui: &Ui, still: bool) -> u64 {
        let last = self.steps;
        if still {
            return last;
        }
        let now = ui.input(|input| input.time);
        let since = *self.since.get_or_insert(now);
        let round = last as f64 / STEPS_PER_SECOND + REST_SECONDS;
        let time = (now - since).rem_euclid(round) * STEPS_PER_SECOND;
        ui.ctx().request_repaint_after_secs(((1.0 - time.fract()) / STEPS_PER_SECOND) as f32);
        (time as u64 + 1).min(last)
    }
}

pub(crate) fn show(
    ui: &Ui,
    preferences: &Preferences,
    welcome: &mut Welcome,
) -> Option<ShellMessage> {
    let inks = preferences.inks(ui);
    let step = welcome.step(ui, preferences.reduced_motion);
    let modal = Modal::new(Id::unique("welcome"));
    let modal = titled(ui, modal, 24, 500.0, "Welcome to Knight's Tour", |ui| {
        ui.label("Can a knight visit every square of the board exactly once?");
        ui.add_space(10.0);
        ui.horizontal_top(|ui| {
            let board = figure::welcome(step);
            board.show(ui, SQUARE_SIDE, "A small board with a search for a tour", &inks);
            ui.add_space(14.0);
            ui.vertical(|ui| captions(ui, &inks)).inner
        })
        .inner
    });
    let closed = modal.should_close().then_some(ShellMessage::CloseDialog);
    modal.inner.or(closed)
}

fn captions(ui: &mut Ui, inks: &Inks) -> Option<ShellMessage> {
    ui.add_space(8.0);
    for (mark, words) in CAPTIONS {
        ui.horizontal(|ui| {
            mark.show(ui, 34.0, inks);
            ui.add_space(4.0);
            ui.add(egui::Label::new(words).wrap());
        });
        ui.add_space(10.0);
    }
    ui.add_space(12.0);
    let button = ui.add_sized(vec2(110.0, 34.0), theme::primary("Start", theme::of(ui)));
    // Enter and Space press it.
    if ui.memory(|memory| memory.focused().is_none()) {
        button.request_focus();
    }
    let tip = "Five small tasks: make a few moves, get stuck, go back, watch a rule, see a proof.";
    let learns = ui.button("Learn by doing").on_hover_text(tip).clicked();
    let learns = learns.then(|| Request::Learn(Some(0)).into());
    learns.or_else(|| button.clicked().then_some(ShellMessage::CloseDialog))
}
