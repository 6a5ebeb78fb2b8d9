//! What has to be read before anything else.

use egui::{Id, Modal, Ui, WidgetInfo};

use super::command::Command;
use super::{App, Dialog, theme};

impl App {
    pub(super) fn dialog(&mut self, ui: &mut Ui) {
        let Some(dialog) = &self.dialog else { return };
        let board = &self.session.setup().board;
        let (title, text, anyway) = match dialog {
            Dialog::NoTour(square, reason) => {
                let name = board.name(*square);
                ("No tour from here", format!("No tour starts at {name}: {reason}."), Some(*square))
            }
            Dialog::StartIsEnd(square) => {
                let name = board.name(*square);
                let text = format!("Tours shall end at {name}, so they cannot start there too.");
                ("Start and end are the same", text, None)
            }
            Dialog::Conflict(why) => ("These options do not go together", format!("{why}."), None),
        };
        let colours = theme::of(ui);
        let mut asked = None;
        let frame = egui::Frame::popup(ui.style()).inner_margin(theme::MARGIN);
        let modal = Modal::new(Id::unique("dialog")).frame(frame).show(ui.ctx(), |ui| {
            ui.set_width(340.0);
            let heading = ui.heading(title);
            heading.widget_info(|| WidgetInfo::labeled(egui::Role::Heading, true, title));
            ui.add_space(4.0);
            ui.label(text);
            ui.add_space(10.0);
            ui.horizontal(|ui| {
                let choose = if anyway.is_some() { "Choose another square" } else { "Close" };
                if ui.add(theme::primary(choose, colours)).clicked() {
                    asked = Some(Command::CloseDialog);
                }
                if let Some(square) = anyway
                    && ui.button("Search anyway").clicked()
                {
                    asked = Some(Command::Start(square));
                }
            });
        });
        if modal.should_close() {
            asked = Some(Command::CloseDialog);
        }
        self.commands.extend(asked);
    }
}
