//! Short messages at the lower edge of the board, or where somebody plays, at the upper one, where no
//! squares are. They disappear by themselves, except for the
//! offer to resume an unsaved search.

use egui::{Align2, Area, Id, Pos2, Rect, Ui, vec2};

use super::command::Command;
use super::{App, theme};
use crate::text::message;

/// How long a message stays, in seconds.
const SECONDS: f64 = 6.0;

/// A message.
pub(super) struct Notice {
    text: String,
    /// When it was first shown.
    since: Option<f64>,
}

impl App {
    /// Shows a message for a few seconds.
    pub(super) fn say(&mut self, text: &str) {
        self.notice = Some(Notice { text: message(text), since: None });
    }
}

/// Shows the message, or what is offered: an unsaved search, in words. Returns what is asked for.
pub(super) fn show(
    ui: &Ui,
    board: Rect,
    is_game: bool,
    notice: &mut Option<Notice>,
    offer: Option<&str>,
) -> Option<Command> {
    let Some(said) = notice else { return offer.and_then(|text| ask(ui, board, text)) };
    let now = ui.input(|input| input.time);
    let end = *said.since.get_or_insert(now) + SECONDS;
    if now > end {
        *notice = None;
        return None;
    }
    ui.ctx().request_repaint_after_secs((end - now) as f32 + 0.05);
    let place = if is_game { board.center_top() } else { lower_edge(board) };
    let pivot = if is_game { Align2::CENTER_TOP } else { Align2::CENTER_BOTTOM };
    let area = Area::new(Id::unique("notice")).pivot(pivot).fixed_pos(place);
    // What is below it can be clicked.
    card(ui, area.interactable(false), |ui| {
        ui.set_max_width(if is_game { board.width() - 40.0 } else { 360.0 });
        ui.label(&said.text);
    });
    None
}

/// Offers to resume an unsaved search.
fn ask(ui: &Ui, board: Rect, text: &str) -> Option<Command> {
    let mut asked = None;
    let area = Area::new(Id::unique("unsaved"));
    card(ui, area.pivot(Align2::CENTER_BOTTOM).fixed_pos(lower_edge(board)), |ui| {
        ui.set_max_width(360.0);
        ui.label(text);
        ui.horizontal(|ui| {
            if ui.add(theme::primary("Resume", theme::of(ui))).clicked() {
                asked = Some(Command::Restore);
            }
            let later = ui.button("Later");
            if later.on_hover_text("Asks again at the next start.").clicked() {
                asked = Some(Command::AskLater);
            }
            let forget = ui.button("Discard");
            if forget.on_hover_text("Deletes it for good.").clicked() {
                asked = Some(Command::Forget);
            }
        });
    });
    asked
}

/// Says that a file held over the window can be dropped there.
pub(super) fn drop_here(ui: &Ui, board: Rect) {
    let colours = theme::of(ui);
    let painter =
        ui.ctx().layer_painter(egui::LayerId::new(egui::Order::Tooltip, Id::unique("drop")));
    painter.rect_filled(board, 10.0, colours.ground.gamma_multiply(0.85));
    let stroke = egui::Stroke::new(2.0, colours.path);
    painter.rect_stroke(board, 10.0, stroke, egui::StrokeKind::Inside);
    let font = egui::FontId::proportional(20.0);
    painter.text(
        board.center(),
        Align2::CENTER_CENTER,
        "Drop the file to open it",
        font,
        colours.ink,
    );
}

fn lower_edge(board: Rect) -> Pos2 {
    board.center_bottom() - vec2(0.0, 10.0)
}

/// A card above everything else on the board.
fn card(ui: &Ui, area: Area, add: impl FnOnce(&mut Ui)) {
    area.order(egui::Order::Middle).show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).inner_margin(10).show(ui, add);
    });
}
