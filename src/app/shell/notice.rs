//! Short messages at the lower edge of the board; on the Play page, in place of the sentence above the
//! board. They disappear by themselves, except for the offer to resume an unsaved search.

use egui::{Align2, Area, Id, Rect, Ui, vec2};

use crate::app::files::FileMessage;
use crate::app::shell::{Message, Shell};
use crate::app::widgets::{ask_button, ask_with, theme};
use crate::text::message;

/// How long a message stays, in seconds.
const SECONDS: f64 = 6.0;

pub(crate) struct Notice {
    pub(super) text: String,
    /// When it was first shown.
    since: Option<f64>,
}

impl Shell {
    pub(crate) fn say(&mut self, text: &str) {
        self.notice = Some(Notice { text: message(text), since: None });
    }

    pub(crate) fn notice_text(&self) -> Option<&str> {
        self.notice.as_ref().map(|notice| &*notice.text)
    }

    pub(crate) fn clear_notice(&mut self) {
        self.notice = None;
    }

    pub(super) fn expire_notice(&mut self) {
        let Some(notice) = &mut self.notice else { return };
        let now = self.ctx.input(|input| input.time);
        let end = *notice.since.get_or_insert(now) + SECONDS;
        if now > end {
            self.notice = None;
        } else {
            self.ctx.request_repaint_after_secs((end - now) as f32 + 0.05);
        }
    }
}

/// Clicks pass through a notice.
pub(super) fn show(ui: &Ui, board: Rect, notice: &Notice) {
    let area = Area::new(Id::unique("notice")).interactable(false);
    card(ui, board, area, |ui| drop(ui.label(&notice.text)));
}

pub(super) fn offer(ui: &Ui, board: Rect, text: &str, out: &mut Vec<Message>) {
    card(ui, board, Area::new(Id::unique("unsaved")), |ui| {
        ui.label(text);
        ui.horizontal(|ui| {
            let resume = theme::primary("Resume", theme::of(ui));
            ask_with(ui, resume, "", FileMessage::Restore.into(), out);
            let tip = "Asks again at the next start.";
            ask_button(ui, "Later", tip, FileMessage::AskLater.into(), out);
            ask_button(ui, "Discard", "Deletes it permanently.", FileMessage::Forget.into(), out);
        });
    });
}

pub(crate) fn drop_here(ui: &Ui, board: Rect) {
    let colours = theme::of(ui);
    let layer = egui::LayerId::new(egui::Order::Tooltip, Id::unique("drop"));
    let painter = ui.ctx().layer_painter(layer);
    painter.rect_filled(board, 10.0, colours.background.gamma_multiply(0.85));
    let stroke = egui::Stroke::new(2.0, colours.path);
    painter.rect_stroke(board, 10.0, stroke, egui::StrokeKind::Inside);
    let (font, words) = (egui::FontId::proportional(20.0), "Drop the file to open it");
    painter.text(board.center(), Align2::CENTER_CENTER, words, font, colours.ink);
}

fn card(ui: &Ui, board: Rect, area: Area, add: impl FnOnce(&mut Ui)) {
    let at = board.center_bottom() - vec2(0.0, 10.0);
    let area = area.order(egui::Order::Middle).pivot(Align2::CENTER_BOTTOM).fixed_pos(at);
    area.show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).inner_margin(10).show(ui, |ui| {
            ui.set_max_width(360.0);
            add(ui);
        });
    });
}
