//! What the marks on the board mean.

use egui::{Align, Layout, Ui, vec2};

use crate::app::board::mark::Inks;
use crate::app::board::mini::Mark;
use crate::session::CanStart;
use crate::solver::{ChoiceState, Method, Picture, StepKind};

/// The size of a mark's picture, and the minimum width of a column.
const SIDE: f32 = 26.0;
const COLUMN: f32 = 240.0;

/// Where a mark can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ViewContext {
    Always,
    /// Where squares are placed one after the other.
    Placed,
    /// Where squares are taken back.
    TakenBack,
    /// Where links are cut and made.
    Relinked,
    /// Where a path is turned round.
    Turned,
    /// Where there are links without a path.
    Linked,
    /// Where moves have a strength.
    Glowing,
    /// On the map of starts.
    Mapped,
    /// On boards with wrap-around edges.
    Wrapped,
    /// In games that are played by hand.
    Played,
}

/// Every mark and its meaning, in the order in which people first see them.
fn marks() -> [(Mark, &'static str, ViewContext); 29] {
    let choice = Mark::Choice;
    [
        (Mark::Stamp(7), "Visited. The numbers show the order.", ViewContext::Always),
        (Mark::Line, "The knight's path.", ViewContext::Always),
        (Mark::Knight, "The knight is here now.", ViewContext::Always),
        (
            choice(Some(3), ChoiceState::Open),
            "A possible next square, with its number of onward moves.",
            ViewContext::Placed,
        ),
        (
            choice(None, ChoiceState::Open),
            "A possible next square, for methods that do not count.",
            ViewContext::Placed,
        ),
        (choice(Some(2), ChoiceState::Chosen), "The square that comes next.", ViewContext::Placed),
        (choice(Some(4), ChoiceState::Tried), "Already tried from here.", ViewContext::Placed),
        (
            choice(Some(3), ChoiceState::CutOff),
            "Skipped: moving there would make a tour impossible.",
            ViewContext::Placed,
        ),
        (Mark::Retreat, "The knight has just stepped back from here.", ViewContext::TakenBack),
        (Mark::Made, "A link that the last step made.", ViewContext::Relinked),
        (Mark::Cut, "A link that the last step cut.", ViewContext::Relinked),
        (
            Mark::Turned,
            "The part of the path that the last step turned round.",
            ViewContext::Turned,
        ),
        (Mark::Wrong, "This square does not have two links.", ViewContext::Linked),
        (Mark::Pieces, "Separate cycles, each in its own colour.", ViewContext::Linked),
        (
            Mark::Glow,
            "Moves with much pheromone, and with little; half a line for each direction.",
            ViewContext::Glowing,
        ),
        (Mark::NoStart, "The tour asked for cannot start here.", ViewContext::Always),
        (Mark::Start(CanStart::Yes), "Map of starts: a tour can start here.", ViewContext::Mapped),
        (Mark::Start(CanStart::No), "Map of starts: no tour can start here.", ViewContext::Mapped),
        (
            Mark::Start(CanStart::Unknown),
            "Map of starts: not known within the limit.",
            ViewContext::Mapped,
        ),
        (Mark::End, "The tour must end here.", ViewContext::Always),
        (Mark::Hole, "A hole. It is not part of the board.", ViewContext::Always),
        (
            Mark::Wrapped,
            "Wrap-around edges: the knight leaves here and comes in opposite.",
            ViewContext::Wrapped,
        ),
        (Mark::First(1), "The tour starts here.", ViewContext::Always),
        (Mark::Last(25), "The finished tour ends here.", ViewContext::Always),
        (Mark::Closing, "The move that closes a closed tour.", ViewContext::Always),
        (
            Mark::Pointed,
            "Why not?: a square that the reason is about, or a knight that is stuck.",
            ViewContext::Played,
        ),
        (
            Mark::TurningPoint { is_lost: false },
            "Why not?: up to here a tour was possible.",
            ViewContext::Played,
        ),
        (
            Mark::TurningPoint { is_lost: true },
            "Why not?: the move here lost the game.",
            ViewContext::Played,
        ),
        (Mark::Heat, "Heat map: few visits to many.", ViewContext::Placed),
    ]
}

/// Shows every mark and its meaning, in as many columns as fit.
pub(crate) fn legend(ui: &mut Ui, inks: &Inks) {
    show(ui, inks, |_| true);
}

/// Shows the marks that a method can make, as far as its picture tells, and those of a map of starts and of
/// wrap-around edges, where there are any.
pub(crate) fn legend_of(
    ui: &mut Ui,
    inks: &Inks,
    method: &Method,
    picture: Option<&Picture>,
    (is_mapped, is_wrapped): (bool, bool),
) {
    let takes = |kind: StepKind| method.takes(kind);
    let links = picture.is_some_and(|picture| !picture.links.is_empty());
    show(ui, inks, |seen| match seen {
        ViewContext::Always => true,
        ViewContext::Placed => takes(StepKind::Placement),
        ViewContext::TakenBack => takes(StepKind::Retreat),
        ViewContext::Relinked => links || takes(StepKind::Rewire) && takes(StepKind::Placement),
        ViewContext::Turned => takes(StepKind::Rewire) && takes(StepKind::Placement),
        ViewContext::Linked => links,
        ViewContext::Mapped => is_mapped,
        ViewContext::Wrapped => is_wrapped,
        ViewContext::Played => false,
        ViewContext::Glowing => picture.is_some_and(|picture| !picture.glow.is_empty()),
    });
}

fn show(ui: &mut Ui, inks: &Inks, is_shown: impl Fn(ViewContext) -> bool) {
    let gap = ui.spacing().item_spacing.x;
    let columns = (((ui.available_width() + gap) / (COLUMN + gap)) as usize).clamp(1, 2);
    let width = (ui.available_width() + gap) / columns as f32 - gap;
    let marks: Vec<_> = marks().into_iter().filter(|(_, _, seen)| is_shown(*seen)).collect();
    for line in marks.chunks(columns) {
        ui.horizontal_top(|ui| {
            for (mark, words, _) in line {
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
