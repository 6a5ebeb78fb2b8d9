//! What the marks on the board mean.

use egui::{Align, Layout, Ui, vec2};

use super::mark::Inks;
use super::mini::Mark;
use crate::solver::ChoiceState;

/// The size of a mark's picture, and the minimum width of a column.
const SIDE: f32 = 26.0;
const COLUMN: f32 = 240.0;

/// Every mark and its meaning, in the order in which people first see them.
fn marks() -> [(Mark, &'static str); 16] {
    let choice = Mark::Choice;
    [
        (Mark::Stamp(7), "Visited. The numbers show the order."),
        (Mark::Line, "The knight's path."),
        (Mark::Knight, "The knight is here now."),
        (
            choice(Some(3), ChoiceState::Open),
            "A possible next square, with its number of onward moves.",
        ),
        (choice(None, ChoiceState::Open), "A possible next square, for methods that do not count."),
        (choice(Some(2), ChoiceState::Chosen), "The square that comes next."),
        (choice(Some(4), ChoiceState::Tried), "Already tried from here."),
        (
            choice(Some(3), ChoiceState::CutOff),
            "Skipped: moving there would make a tour impossible.",
        ),
        (Mark::Retreat, "The knight has just stepped back from here."),
        (Mark::NoStart, "The tour asked for cannot start here."),
        (Mark::End, "The tour must end here."),
        (Mark::Hole, "A hole. It is not part of the board."),
        (Mark::First(1), "A finished tour starts here."),
        (Mark::Last(25), "A finished tour ends here."),
        (Mark::Closing, "The move that closes a closed tour."),
        (Mark::Heat, "Heat map: few visits to many."),
    ]
}

/// Shows every mark and its meaning, in as many columns as fit.
pub(super) fn legend(ui: &mut Ui, inks: &Inks) {
    let gap = ui.spacing().item_spacing.x;
    let columns = (((ui.available_width() + gap) / (COLUMN + gap)) as usize).clamp(1, 2);
    let width = (ui.available_width() + gap) / columns as f32 - gap;
    let marks = marks();
    for line in marks.chunks(columns) {
        ui.horizontal_top(|ui| {
            for (mark, words) in line {
                let size = vec2(width, SIDE);
                ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                    ui.set_min_width(width);
                    mark.show(ui, SIDE, inks);
                    ui.add(egui::Label::new(*words).wrap());
                });
            }
        });
    }
}
