//! What the marks on the board mean.

use super::display::{Line, Mark};
use crate::feasibility::Decided;
use crate::solver::{ChoiceState, Method, Overlay, StepKind};

/// When a mark is in the legend: when squares are placed one after the other, when links are cut and made,
/// and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ShownWhen {
    Always,
    Placed,
    TakenBack,
    Relinked,
    /// A part of the path is turned round.
    Turned,
    /// There are links without a path.
    Linked,
    /// Moves have a strength.
    Glowing,
    /// There is a map of starts.
    Mapped,
    Wrapped,
    /// In games that are played by hand, which have no legend.
    Played,
}

/// Every mark and its meaning, in the order in which people first see them.
fn marks() -> [(Mark, &'static str, ShownWhen); 29] {
    use ChoiceState::{Chosen, CutOff, Open, Tried};
    use Decided::{No, Unknown, Yes};
    use ShownWhen::*;
    let (choice, line, start) = (Mark::Choice, Mark::Line, Mark::Start);
    let turning_point = |is_lost| Mark::TurningPoint { is_lost };
    [
        (Mark::Stamp(7), "Visited. The numbers show the order.", Always),
        (line(Line::Path(0)), "The knight's path.", Always),
        (Mark::Knight, "The knight is here now.", Always),
        (choice(Some(3), Open), "A possible next square, with its number of onward moves.", Placed),
        (choice(None, Open), "A possible next square, for methods that do not count.", Placed),
        (choice(Some(2), Chosen), "The square that comes next.", Placed),
        (choice(Some(4), Tried), "Already tried from here.", Placed),
        (choice(Some(3), CutOff), "Skipped: moving there would make a tour impossible.", Placed),
        (Mark::Retreat, "The knight has just stepped back from here.", TakenBack),
        (line(Line::Made), "A link that the last step made.", Relinked),
        (line(Line::Cut), "A link that the last step cut.", Relinked),
        (line(Line::Turned), "The part of the path that the last step turned round.", Turned),
        (Mark::Wrong, "This square does not have two links.", Linked),
        (Mark::Pieces, "Separate cycles, each in its own colour.", Linked),
        (
            Mark::Glow,
            "Moves with much pheromone, and with little; half a line for each direction.",
            Glowing,
        ),
        (Mark::NoStart, "The tour asked for cannot start here.", Always),
        (start(Yes(())), "Map of starts: a tour can start here.", Mapped),
        (start(No(())), "Map of starts: no tour can start here.", Mapped),
        (start(Unknown), "Map of starts: not known within the limit.", Mapped),
        (Mark::End, "The tour must end here.", Always),
        (Mark::Hole, "A hole. It is not part of the board.", Always),
        (
            Mark::Wrapped,
            "Wrap-around edges: the knight leaves here and comes in opposite.",
            Wrapped,
        ),
        (Mark::First(Some(1)), "The tour starts here.", Always),
        (Mark::Last(Some(25)), "The finished tour ends here.", Always),
        (line(Line::Closing(0)), "The move that closes a closed tour.", Always),
        (
            Mark::Pointed,
            "Why not?: a square that the reason is about, or a knight that is stuck.",
            Played,
        ),
        (turning_point(false), "Why not?: up to here a tour was possible.", Played),
        (turning_point(true), "Why not?: the move here lost the game.", Played),
        (Mark::Heat, "Heat map: few visits to many.", Placed),
    ]
}

/// A mark and its meaning.
pub type Entry = (Mark, &'static str);

/// Every mark and its meaning.
pub fn all() -> Vec<Entry> {
    marks().into_iter().map(|(mark, words, _)| (mark, words)).collect()
}

/// The marks that a method can make, judged by its overlay, and those of a map of starts and of wrap-around
/// edges if there are any.
pub fn of(
    method: &Method,
    overlay: Option<&Overlay>,
    (is_mapped, is_wrapped): (bool, bool),
) -> Vec<Entry> {
    let takes = |kind: StepKind| method.takes(kind);
    let links = overlay.is_some_and(|overlay| !overlay.links.is_empty());
    let is_shown = |when: ShownWhen| match when {
        ShownWhen::Always => true,
        ShownWhen::Placed => takes(StepKind::Placement),
        ShownWhen::TakenBack => takes(StepKind::Retreat),
        ShownWhen::Relinked => links || takes(StepKind::Rewire) && takes(StepKind::Placement),
        ShownWhen::Turned => takes(StepKind::Rewire) && takes(StepKind::Placement),
        ShownWhen::Linked => links,
        ShownWhen::Mapped => is_mapped,
        ShownWhen::Wrapped => is_wrapped,
        ShownWhen::Played => false,
        ShownWhen::Glowing => overlay.is_some_and(|overlay| !overlay.move_weights.is_empty()),
    };
    let shown = marks().into_iter().filter(|(_, _, when)| is_shown(*when));
    shown.map(|(mark, words, _)| (mark, words)).collect()
}
