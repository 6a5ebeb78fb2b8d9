//! Dialogs that must be answered before anything else.

use egui::{DragValue, Id, Modal, ScrollArea, Ui, WidgetInfo};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use super::command::{Command, Copied};
use super::files::name_of;
use super::menu::capitalised;
use super::{App, Dialog, Purpose, help, picture, theme};
use crate::puzzle::Goal;
use crate::session::Refusal;
use crate::text::message;

/// What a dialog takes beside its text: margins, title, buttons and the field of a picture.
const AROUND_TEXT: f32 = 200.0;

/// The licences of what the program is made of.
const LICENCES: &str = include_str!("../../assets/licences.md");

/// What a dialog says, and the possible answers, the most likely one first.
struct Question {
    title: &'static str,
    text: String,
    answers: Vec<(&'static str, Command)>,
}

impl App {
    pub(super) fn dialog(&mut self, ui: &mut Ui) {
        let Some(question) = self.question() else { return };
        let colours = theme::of(ui);
        let mut asked = None;
        let frame = egui::Frame::popup(ui.style()).inner_margin(theme::MARGIN);
        let modal = Modal::new(Id::unique("dialog")).frame(frame).show(ui.ctx(), |ui| {
            ui.set_width(360.0);
            let heading = ui.heading(question.title);
            heading.widget_info(|| WidgetInfo::labeled(egui::Role::Heading, true, question.title));
            ui.add_space(4.0);
            let room = (ui.ctx().content_rect().height() - AROUND_TEXT).max(40.0);
            let area = ScrollArea::vertical().max_height(room).auto_shrink([false, true]);
            area.show(ui, |ui| {
                ui.label(question.text);
                if let Some(Dialog::About(cache)) = &mut self.dialog {
                    licences(ui, cache);
                }
            });
            if let Some(Dialog::Picture(side)) = &mut self.dialog {
                picture_size(ui, side);
            }
            ui.add_space(10.0);
            ui.horizontal_wrapped(|ui| {
                for (place, (name, command)) in question.answers.into_iter().enumerate() {
                    let pressed = match place {
                        0 => {
                            let button = ui.add(theme::primary(name, colours));
                            // Enter gives the first answer.
                            if ui.memory(|memory| memory.focused().is_none()) {
                                button.request_focus();
                            }
                            button.clicked()
                        }
                        _ => ui.button(name).clicked(),
                    };
                    if pressed {
                        asked = Some(command);
                    }
                }
            });
        });
        if modal.should_close() {
            asked = Some(Command::CloseDialog);
        }
        if let Some(command) = asked {
            let dialog = self.dialog.take();
            if matches!(dialog, Some(Dialog::Changed(_))) && command == Command::CloseDialog {
                self.files.after_saving = None;
            }
            self.commands.extend(Some(command).filter(|command| *command != Command::CloseDialog));
        }
    }

    fn question(&self) -> Option<Question> {
        let close = |name| vec![(name, Command::CloseDialog)];
        let (title, text, answers) = match self.dialog.as_ref()? {
            Dialog::Refused(square, Refusal::NoTour(reason)) => {
                let reason = reason.words(self.session.naming());
                let hopeless = self.session.is_hopeless();
                let mut answers = close(if hopeless { "Close" } else { "Choose another square" });
                answers.push(("Search anyway", Command::Start(*square)));
                let setup = self.session.setup();
                let is_any = setup.goal == Goal::Any;
                match (hopeless, setup.puzzle(*square)) {
                    (false, Ok(puzzle)) => {
                        let none = capitalised(&puzzle.none_exists(self.session.naming()));
                        let title =
                            if is_any { "No tour from here" } else { "No such tour from here" };
                        (title, format!("{none}: {reason}."), answers)
                    }
                    _ => {
                        let title = if is_any {
                            "No tour on this board"
                        } else {
                            "No such tour on this board"
                        };
                        (title, format!("{}.", capitalised(&reason)), answers)
                    }
                }
            }
            Dialog::Refused(_, refusal) => {
                let title = match refusal {
                    Refusal::Conflict(_) => "These options do not work together",
                    Refusal::Method(_) => "Not with this method",
                    Refusal::End(_) => "Start and end are the same",
                    _ => "No search can start here",
                };
                let words = refusal.words(&self.session.setup().board, self.session.naming());
                (title, format!("{}.", capitalised(&words)), close("Close"))
            }
            Dialog::Trouble(title, text) => (*title, message(text), close("Close")),
            Dialog::Unsaved(next) => {
                let answers = vec![
                    ("Save…", Command::SaveThen(next.clone())),
                    ("Discard", Command::Discard(next.clone())),
                    ("Cancel", Command::CloseDialog),
                ];
                let text =
                    "The search on the board is not saved. Until you quit, Undo can bring it back.";
                ("Save the search first?", text.to_owned(), answers)
            }
            Dialog::Unkept(why) if self.session.is_unsaved() => {
                let quit = Box::new(Command::Quit);
                let answers = vec![
                    ("Save…", Command::SaveThen(quit.clone())),
                    ("Discard", Command::Discard(quit)),
                    ("Cancel", Command::CloseDialog),
                ];
                let text = format!(
                    "The search on the board is not saved, and it cannot be kept for the next start: {why}."
                );
                ("Save the search first?", text, answers)
            }
            Dialog::Unkept(why) => {
                let answers = vec![
                    ("Cancel", Command::CloseDialog),
                    ("Discard", Command::Discard(Box::new(Command::Quit))),
                ];
                let text = format!(
                    "A search that Undo can bring back is not saved, and it cannot be kept for the next start: {why}."
                );
                ("Quit without this search?", text, answers)
            }
            Dialog::Changed(file) => {
                let answers = vec![
                    ("Save as…", Command::ChooseFile(Purpose::Save)),
                    ("Overwrite", Command::Overwrite),
                    ("Cancel", Command::CloseDialog),
                ];
                let text = format!(
                    "Another program has changed {} since it was opened or saved here. Overwriting it loses that change.",
                    name_of(file)
                );
                ("This file was changed", text, answers)
            }
            Dialog::Picture(side) => {
                let answers = vec![
                    ("PNG…", Command::ChooseFile(Purpose::Png(*side))),
                    ("SVG…", Command::ChooseFile(Purpose::Svg)),
                    ("Copy", Command::Copy(Copied::Picture(*side))),
                    ("Cancel", Command::CloseDialog),
                ];
                let text = "The board as it is now, as a PNG of 100 to 6,000 pixels or as an SVG, which is sharp at any size.";
                ("Save a picture of the board", text.to_owned(), answers)
            }
            Dialog::About(_) => ("Knight's Tour", help::about(), close("Close")),
        };
        Some(Question { title, text: message(&text), answers })
    }
}

/// The field for the size of a picture.
fn picture_size(ui: &mut Ui, side: &mut u32) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let label = ui.label("Longer side");
        let field = DragValue::new(side).range(picture::SIDES).speed(4.0).suffix(" pixels");
        let (least, most) = (picture::SIDES.start(), picture::SIDES.end());
        ui.add(field)
            .labelled_by(label.id)
            .on_hover_text(format!("{least} to {most} pixels, for PNG and for copying"));
    });
}

/// The licences, for whoever asks.
fn licences(ui: &mut Ui, cache: &mut CommonMarkCache) {
    ui.add_space(6.0);
    let header = egui::CollapsingHeader::new("Licences").id_salt("licences");
    header.show_unindented(ui, |ui| CommonMarkViewer::new().show(ui, cache, LICENCES));
}
