//! The lab: experiments to choose, set, run, and watch while their results come in.

mod form;
mod methods;
mod results;
mod sheet;

use egui::{Rect, Ui, pos2, vec2};

use crate::app::shell::command::Command;
use crate::app::widgets::theme;
use crate::app::{in_panel, inside};

pub(crate) use sheet::Lab;
pub use sheet::LabOrder;

/// The width of the panel with the parameters, in wide windows and in narrow ones.
const LEFT: std::ops::RangeInclusive<f32> = 224.0..=300.0;

/// Shows the lab.
pub(crate) fn show(ui: &mut Ui, place: Rect, lab: &Lab, commands: &mut Vec<Command>) {
    let width = (place.width() * 0.36).clamp(*LEFT.start(), *LEFT.end());
    let left = Rect::from_min_size(place.min, vec2(width, place.height()));
    let mut view = LabView { lab, commands };
    in_panel(ui, left, |ui| view.lab_setup(ui));
    let right = Rect::from_min_max(pos2(left.right() + theme::GAP, place.top()), place.max);
    in_panel(ui, right, |ui| view.lab_results(ui));
}

/// What the lab's panels read, and what they ask for.
struct LabView<'a> {
    lab: &'a Lab,
    commands: &'a mut Vec<Command>,
}

impl LabView<'_> {
    fn ask(&mut self, order: LabOrder) {
        self.commands.push(Command::Lab(order));
    }
}
