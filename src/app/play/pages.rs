//! The other pages of the panel: challenges, the gallery and lessons.

use egui::text::{LayoutJob, TextFormat};
use egui::{Button, Label, RichText, TextStyle, Ui, vec2};

use crate::app::play::PlayMessage;
use crate::app::play::panel::Panel;
use crate::app::shell::page::{Request, SearchRequest};
use crate::app::widgets::{ask_button, ask_with, theme};
use crate::play::{Achieved, Challenge, Lesson, PIECES, PUBLISHED, levels};
use crate::text::duration;

fn reached(achieved: &Achieved) -> String {
    let best = achieved.alone.as_ref().or(achieved.hinted.as_ref());
    let time = best.map_or(String::new(), |best| duration(best.milliseconds as f64 / 1_000.0));
    // A line never ends between a number and its unit.
    let time = time.replace(' ', "\u{a0}");
    let hints = if achieved.alone.is_some() { "" } else { ", with hints" };
    format!("Won in {time}{hints}")
}

pub(super) fn small(ui: &mut Ui, text: impl Into<String>) -> egui::Response {
    ui.add(Label::new(RichText::new(text).small()).wrap())
}

/// Returns whether its button was clicked.
fn exhibit(
    ui: &mut Ui,
    title: &str,
    origin: &str,
    story: &str,
    id: &str,
    [button, tip]: [&str; 2],
) -> bool {
    ui.add_space(4.0);
    ui.add(Label::new(RichText::new(title).strong()).wrap());
    ui.add(Label::new(RichText::new(origin).small().weak()).wrap());
    small(ui, story);
    ui.push_id(id, |ui| ui.button(button).on_hover_text(tip).clicked()).inner
}

impl Panel<'_> {
    pub(super) fn challenges(&mut self, ui: &mut Ui) {
        ui.heading("Board of the day");
        let daily = self.play.daily.as_ref();
        if let Some((daily, challenge)) =
            daily.and_then(|daily| Some((daily, daily.challenge.get()?)))
        {
            small(ui, challenge.task(self.play.session().naming()));
            if let Some(rating) = daily.rating.get() {
                let tip = rating.sentence();
                small(ui, format!("Rated {}.", rating.word())).on_hover_text(tip);
            }
            self.challenge(ui, challenge);
        } else {
            ui.label("It is being drawn …");
        }
        ui.add_space(8.0);
        ui.heading("Levels");
        for level in levels() {
            self.challenge(ui, &level);
        }
    }

    fn challenge(&mut self, ui: &mut Ui, challenge: &Challenge) {
        let name = challenge.title();
        let is_now = self.play.game().challenge() == Some(challenge.name());
        let task = challenge.task(self.play.session().naming());
        let mut tip = format!("{name}\n{task}");
        if let Some(rating) = challenge.rating() {
            tip += &format!("\nRated {}. {}", rating.word(), rating.sentence());
        }
        let achieved = self.play.results.best(challenge.name());
        // The name and what there is to say of it are one button, so that they belong together.
        let colours = theme::of(ui);
        let mut text = LayoutJob::default();
        let mut add = |words: &str, style: TextStyle, ink| {
            text.append(words, 0.0, TextFormat::simple(style.resolve(ui.style()), ink));
        };
        let usual = [colours.ink, colours.soft_ink, colours.good];
        let [ink, soft, good] = if is_now { [colours.on_accent; 3] } else { usual };
        add(name, TextStyle::Button, ink);
        add(&format!("\n{}", challenge.kind()), TextStyle::Small, soft);
        if let Some(achieved) = achieved {
            add(&format!("\n{}", reached(achieved)), TextStyle::Small, good);
        }
        let button = Button::selectable(is_now, text).frame_when_inactive(true).wrap();
        let button = ui.add(button.min_size(vec2(ui.available_width(), 26.0)));
        let message = PlayMessage::Challenge(challenge.name().to_owned());
        self.out.extend(button.on_hover_text(tip).clicked().then_some(message));
    }

    pub(super) fn gallery(&mut self, ui: &mut Ui) {
        ui.heading("Tours");
        for tour in PIECES {
            let button = ["Show it", "Opens this tour on the Board page."];
            if exhibit(ui, tour.title, tour.origin, tour.story, tour.name, button) {
                let back = "Undo brings back your board, and Ctrl+L leads back to the gallery.";
                self.request(Request::ShowTour(Box::new(tour.tour()), back.to_owned()));
            }
        }
        ui.add_space(10.0);
        ui.heading("Published searches");
        for run in PUBLISHED {
            let button = ["Run it", "Runs this search on the Board page."];
            if exhibit(ui, run.title, run.source, run.story, run.name, button) {
                let notice = format!("{}. Undo brings back your board.", run.title);
                let (puzzle, config) = (run.puzzle(), run.config());
                let run = SearchRequest { puzzle, config, notice, starts: true, repeats: false };
                self.request(Request::Run(Box::new(run)));
            }
        }
    }

    pub(super) fn lessons(&mut self, ui: &mut Ui) {
        ui.heading("Learn by doing");
        small(ui, "Five small tasks, from the first move to a proof. You can leave at any moment.");
        for (place, lesson) in Lesson::ALL.into_iter().enumerate() {
            ui.add_space(4.0);
            let was_done = self.play.game.progress.was_done(lesson);
            let done = if was_done { " (done)" } else { "" };
            let name = format!("{}. {}{done}", lesson.number(), lesson.title());
            let is_now = self.play.game.lesson == Some(lesson);
            let button = Button::selectable(is_now, name).frame_when_inactive(true);
            let button = ui.add_sized(vec2(ui.available_width(), 28.0), button);
            let clicked = button.on_hover_text(lesson.instruction()).clicked();
            self.out.extend(clicked.then_some(PlayMessage::Lesson(place)));
        }
    }

    pub(super) fn lesson(&mut self, ui: &mut Ui) {
        let Some(lesson) = self.play.game.lesson else { return };
        let colours = theme::of(ui);
        let is_done = self.play.game.progress.is_done(lesson);
        egui::Frame::new()
            .stroke(egui::Stroke::new(1.5, if is_done { colours.good } else { colours.path }))
            .corner_radius(8)
            .inner_margin(8)
            .show(ui, |ui| {
                ui.set_min_width(ui.available_width());
                let title = format!("Lesson {} of 5: {}", lesson.number(), lesson.title());
                ui.add(Label::new(RichText::new(title).strong()).wrap());
                let words = if is_done { lesson.praise() } else { lesson.instruction() };
                ui.add(Label::new(words).wrap());
                ui.horizontal(|ui| {
                    let next = lesson.next().filter(|_| is_done);
                    // After a click on one button there is never another one in its place.
                    let leave = if is_done && next.is_none() { "Finish" } else { "Leave" };
                    ask_button(ui, leave, "", PlayMessage::LeaveLesson, self.out);
                    if next.is_some() {
                        let button = theme::primary("Next lesson", colours);
                        ask_with(ui, button, "", PlayMessage::Lesson(lesson.number()), self.out);
                    }
                });
            });
    }
}
