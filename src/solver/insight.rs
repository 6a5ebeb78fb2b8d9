//! Where a search stands and what it does next, with the reason, as data for `words`.

use super::search::ranking::SortKey;
use super::{Choice, ChoiceState, Event, Link, SearchState, Status};
use crate::board::{MoveOrder, Square};
use crate::puzzle::Goal;

/// The position shown and the step that comes next; for a method whose step is a generation, a cycle, a sweep
/// or a block, the step just taken. Numbers of attempts, sweeps and blocks count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Insight {
    NotBegun,
    Path { arrival: Arrival, next: NextStep },
    Generation(NewGeneration),
    Cycle(Cycle),
    FreshPheromone { attempt: u64 },
    Links { step: LinkStep, outcome: LinkOutcome },
    Ended(Status),
}

/// How the knight came to the square where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    Placed(Square),
    SteppedBack {
        from: Square,
        to: Square,
        /// Whether something was tried there: it has free squares within reach, or ends a whole path.
        was_tried: bool,
    },
    /// A walk or an attempt was over, and a new one begins at the last given square.
    Restarted(Square),
    /// The last `turned` squares of the path were reversed.
    Rotated {
        end: Square,
        cut: Link,
        made: Link,
        turned: u64,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// It is placed on a given square, or on one of the path to rearrange.
    Given(Square),
    OnlyMove {
        square: Square,
        reach: Reach,
    },
    /// It moves to one of several squares, whose moves are not counted.
    Picked {
        square: Square,
        reach: Reach,
        by: TieBreak,
    },
    FewestOnward {
        square: Square,
        reach: Reach,
        /// Whether its moves are counted as if the board were empty.
        on_empty_board: bool,
        count: u8,
        /// The other squares with as many.
        tied: Vec<Square>,
        tie_break: Option<TieBreak>,
    },
    /// Without a square `to`, it leaves the board.
    StepBack {
        from: Square,
        to: Option<Square>,
        why: DeadEnd,
    },
    Restart {
        from: Square,
        why: DeadEnd,
    },
    Rotate {
        from: Square,
        why: DeadEnd,
        /// After how many rotations it can go on; 0 if that is not known.
        planned: u64,
    },
}

/// The squares within reach of the knight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// How many may be tried, including the next one.
    pub left: u8,
    pub tried: u8,
    /// How many are never tried, because a tour would be impossible then.
    pub cut_off: u8,
    /// Whether the end is within reach too, too early to be visited.
    pub has_early_end: bool,
}

/// The reason to prefer one of several squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    Order,
    /// The move order, read from a random move on.
    RotatedOrder,
    Random,
    /// Its free neighbours have the fewest moves.
    FewestBehind,
    /// No square's neighbours have fewer moves; then chance.
    NoneFewerBehind,
    Farthest,
    /// No square is farther from the centre; then the move order.
    NoneFarther,
    /// No square is farther from the centre; then chance.
    NoneFartherRandom,
    SquirrelCull,
}

/// Why a path does not go on from its last square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadEnd {
    Stuck,
    /// Only the end square can be reached from it, and it is too early for that.
    OnlyTheEnd,
    AllCutOff,
    AllTried,
    /// It is the last square, but the path does not reach this goal.
    Misses(Goal),
    /// It completes a tour, and another one is wanted.
    TourFound,
    /// It need not be a dead end, but this attempt has taken too long.
    TookTooLong,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGeneration {
    /// Its number; the random one at the beginning is 0.
    pub number: u64,
    pub size: u64,
    /// How many of them were not in the generation before.
    pub new: u64,
    pub best: u64,
    /// The fitness of a tour.
    pub most: u64,
    /// How the best came about; `None` if it is random.
    pub origin: Option<Descent>,
    /// Whether the best is a tour that was found before.
    pub is_known: bool,
    /// Whether the path of the search is of an earlier generation.
    pub is_path_older: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descent {
    /// The rank of the parent in the generation before, from 1.
    pub parent: u64,
    /// The rank of the other parent, and how many genes come from the first; `None` for a copy.
    pub crossed: Option<(u64, u64)>,
    /// The number of genes that were then drawn anew.
    pub mutated: u64,
}

/// A cycle of a colony that brought no new tour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    pub number: u64,
    pub attempt: u64,
    /// The number of ants; one walked from each square.
    pub ants: u64,
    /// The length of the longest walk, in squares.
    pub longest: u64,
    /// The start of that walk.
    pub from: Square,
    pub complete: u64,
    /// Whether it was the last of this attempt, and another one follows.
    pub ends_attempt: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkStep {
    /// A network begins with random neurons.
    Began { number: u64, active: u64, neurons: u64 },
    Updated {
        sweep: u64,
        number: u64,
        changed: u64,
        /// The number of squares with two links.
        linked: u64,
        squares: u64,
    },
    /// The board was cleared to build another tour.
    Cleared,
    Laid {
        number: u64,
        blocks: u64,
        /// Rows and columns.
        size: (u32, u32),
        tour: BlockTour,
    },
    /// Cycles, or blocks with their tours, were joined.
    Joined {
        /// The block that was joined to others, if it was a block.
        block: Option<u64>,
        cut: Vec<Link>,
        made: Vec<Link>,
    },
    /// A column, or a row, got its links to those before it.
    Swept { is_row: bool, number: u64, all: u64, links: u64 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockTour {
    Closed,
    Base,
    /// An open one that begins at the start.
    FromStart,
    /// An open one between these squares.
    Between(Square, Square),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkOutcome {
    Open,
    /// A network that has not settled, and is given up.
    Unsettled,
    /// A tour that was found before; another one follows.
    KnownTour,
    Cycles {
        number: u64,
        /// Whether two of them are joined next; else a new try follows.
        can_join: bool,
    },
}

impl SearchState {
    /// The insight of any method: `searching` is asked between the first step and the end.
    pub(crate) fn insight(&self, searching: impl FnOnce(Event) -> Insight) -> Insight {
        match (self.status, self.last) {
            (Status::Searching, None) => Insight::NotBegun,
            (Status::Searching, Some(last)) => searching(last),
            (status, _) => Insight::Ended(status),
        }
    }

    /// The insight of a method that walks a path: `tie_break` says what decides between the chosen square and those
    /// that are as good, and `otherwise` which step follows if none is chosen.
    pub(crate) fn path_insight(
        &self,
        choices: &[Choice],
        by: SortKey,
        tie_break: impl FnOnce(Square, &[Square]) -> TieBreak,
        otherwise: impl FnOnce(Square, DeadEnd) -> NextStep,
    ) -> Insight {
        self.insight(|last| {
            let head = self.head();
            let placed = usize::try_from(self.tally.work.placements).unwrap_or(usize::MAX);
            let chosen = choices.iter().find(|choice| choice.state == ChoiceState::Chosen);
            let next = match (self.puzzle.laid_out().get(placed), chosen) {
                (Some(given), _) => NextStep::Given(*given),
                (None, Some(chosen)) => self.next_move(*chosen, choices, by, tie_break),
                (None, None) => otherwise(head, self.dead_end(choices)),
            };
            Insight::Path { arrival: self.arrival(last, head), next }
        })
    }

    /// How the knight came to its square, unless by a rotation.
    fn arrival(&self, last: Event, head: Square) -> Arrival {
        match last {
            Event::Restart => Arrival::Restarted(head),
            Event::Retreat(from) => {
                let is_whole = self.path.len() + 1 == self.puzzle.board().squares_to_visit();
                let mut near = self.puzzle.board().neighbours(from, &MoveOrder::CLOCKWISE);
                let was_tried = is_whole || near.any(|near| !self.path.contains(&near));
                Arrival::SteppedBack { from, to: head, was_tried }
            }
            Event::Advance(_) | Event::Rewire => Arrival::Placed(head),
        }
    }

    fn next_move(
        &self,
        chosen: Choice,
        choices: &[Choice],
        by: SortKey,
        tie_break: impl FnOnce(Square, &[Square]) -> TieBreak,
    ) -> NextStep {
        let square = chosen.square;
        let with = |state| choices.iter().filter(move |choice| choice.state == state);
        let count = |state| with(state).count() as u8;
        let reach = Reach {
            left: 1 + count(ChoiceState::Open),
            tried: count(ChoiceState::Tried),
            cut_off: count(ChoiceState::CutOff),
            has_early_end: self.has_early_end(),
        };
        let tied = with(ChoiceState::Open).filter(|choice| choice.onward == chosen.onward);
        let tied: Vec<Square> = tied.map(|choice| choice.square).collect();
        match chosen.onward {
            _ if reach.left == 1 => NextStep::OnlyMove { square, reach },
            None => NextStep::Picked { square, reach, by: tie_break(square, &tied) },
            Some(count) => {
                let tie_break = (!tied.is_empty()).then(|| tie_break(square, &tied));
                let on_empty_board = by == SortKey::StaticDegree;
                NextStep::FewestOnward { square, reach, on_empty_board, count, tied, tie_break }
            }
        }
    }

    pub(crate) fn step_back(&self, from: Square, why: DeadEnd) -> NextStep {
        let to = self.path.len().checked_sub(2).map(|place| self.path[place]);
        NextStep::StepBack { from, to, why }
    }

    fn dead_end(&self, choices: &[Choice]) -> DeadEnd {
        if self.path.len() == self.puzzle.board().squares_to_visit() {
            let is_tour = self.puzzle.is_reached_by(&self.path);
            let missed = DeadEnd::Misses(self.puzzle.goal());
            return if is_tour { DeadEnd::TourFound } else { missed };
        }
        let is_cut_off = |choice: &Choice| choice.state == ChoiceState::CutOff;
        match choices {
            [] if self.has_early_end() => DeadEnd::OnlyTheEnd,
            [] => DeadEnd::Stuck,
            _ if choices.iter().all(is_cut_off) => DeadEnd::AllCutOff,
            _ => DeadEnd::AllTried,
        }
    }

    /// Whether the end that was asked for is a move from the last square, too early to be visited.
    fn has_early_end(&self) -> bool {
        let is_last = self.path.len() + 1 >= self.puzzle.board().squares_to_visit();
        let (end, head) = (self.puzzle.goal().end(), self.path.last());
        !is_last && end.zip(head).is_some_and(|(end, head)| self.puzzle.board().joined(*head, end))
    }
}
