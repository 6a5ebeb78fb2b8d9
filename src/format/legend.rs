//! What the marks on the board mean.

use super::display::{Line, Mark};
use crate::feasibility::Decided;
use crate::solver::{ChoiceState, Method, Overlay, StepKind};

/// A mark and its meaning.
pub type Entry = (Mark, &'static str);

/// Every mark and its meaning, in the order in which people first see them.
pub fn all() -> [Entry; 29] {
    use ChoiceState::{Chosen, CutOff, Open, Tried};
    use Decided::{No, Unknown, Yes};
    let (choice, line, start) = (Mark::Choice, Mark::Line, Mark::Start);
    let turning_point = |is_lost| Mark::TurningPoint { is_lost };
    [
        (Mark::Stamp(7), "Visited. The numbers show the order."),
        (line(Line::Path(0)), "The knight's path."),
        (Mark::Knight, "The knight is here now."),
        (choice(Some(3), Open), "A possible next square, with its number of onward moves."),
        (choice(None, Open), "A possible next square, for methods that do not count."),
        (choice(Some(2), Chosen), "The square that comes next."),
        (choice(Some(4), Tried), "Already tried from here."),
        (choice(Some(3), CutOff), "Skipped: moving there would make a tour impossible."),
        (Mark::Retreat, "The knight has just stepped back from here."),
        (line(Line::Made), "A link that the last step made."),
        (line(Line::Cut), "A link that the last step cut."),
        (line(Line::Turned), "The part of the path that the last step turned round."),
        (Mark::Wrong, "This square does not have two links."),
        (Mark::Pieces, "Separate cycles, each in its own colour."),
        (Mark::Glow, "Moves with much pheromone, and with little; half a line for each direction."),
        (Mark::NoStart, "The tour asked for cannot start here."),
        (start(Yes(())), "Map of starts: a tour can start here."),
        (start(No(())), "Map of starts: no tour can start here."),
        (start(Unknown), "Map of starts: not known within the limit."),
        (Mark::End, "The tour must end here."),
        (Mark::Hole, "A hole. It is not part of the board."),
        (Mark::Wrapped, "Wrap-around edges: the knight leaves here and comes in opposite."),
        (Mark::First(Some(1)), "The tour starts here."),
        (Mark::Last(Some(25)), "The finished tour ends here."),
        (line(Line::Closing(0)), "The move that closes a closed tour."),
        (Mark::Pointed, "Why not?: a square that the reason is about, or a knight that is stuck."),
        (turning_point(false), "Why not?: up to here a tour was possible."),
        (turning_point(true), "Why not?: the move here lost the game."),
        (Mark::Heat, "Heat map: few visits to many."),
    ]
}

/// The marks that a method can make, judged by its overlay, and those of a map of starts and of wrap-around
/// edges if there are any.
pub fn of(
    method: &Method,
    overlay: Option<&Overlay>,
    (is_mapped, is_wrapped): (bool, bool),
) -> Vec<Entry> {
    let takes = |kind: StepKind| method.takes(kind);
    let has_links = overlay.is_some_and(|overlay| !overlay.links.is_empty());
    let turns_path = takes(StepKind::Rewire) && takes(StepKind::Placement);
    let is_shown = |mark: Mark| match mark {
        Mark::Choice(..) | Mark::Heat => takes(StepKind::Placement),
        Mark::Retreat => takes(StepKind::Retreat),
        Mark::Line(Line::Made | Line::Cut) => has_links || turns_path,
        Mark::Line(Line::Turned) => turns_path,
        Mark::Wrong | Mark::Pieces => has_links,
        Mark::Glow => overlay.is_some_and(|overlay| !overlay.move_weights.is_empty()),
        Mark::Start(_) => is_mapped,
        Mark::Wrapped => is_wrapped,
        // Games that are played by hand have no legend.
        Mark::Pointed | Mark::TurningPoint { .. } => false,
        _ => true,
    };
    all().into_iter().filter(|(mark, _)| is_shown(*mark)).collect()
}
