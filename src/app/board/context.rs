//! What the views of a board read, and what a board reports.

use crate::app::shell::preferences::Preferences;
use crate::board::Square;
use crate::play::Game;
use crate::session::{Comparison, GameOverlay, Session};

/// What a click on the board does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// It starts a search.
    #[default]
    Start,
    /// It makes a hole, or fills one.
    Holes,
    /// It says where the tour must end.
    End,
}

/// What was done to a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEvent {
    /// A square was clicked: what happens depends on the tool.
    Click(Square),
    /// A stroke over the board makes a hole of a square, or fills the hole that it is; the first square of
    /// the stroke begins something that can be undone.
    PaintHole {
        /// The square.
        square: Square,
        /// Whether the stroke begins here.
        first: bool,
    },
    /// A stroke along the path of a game takes it back to this many squares; `true` adds that to the
    /// last step back, so that both are undone together.
    BackTo(usize, bool),
}

/// What a page has chosen to show on its board, beside the preferences.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Display {
    pub(crate) tool: Tool,
    /// The board is shown alone, large enough to project.
    pub(crate) presenting: bool,
    /// The place in its list of the candidate that is shown on the board.
    pub(crate) candidate: Option<usize>,
    /// Whether a field was left with Escape, so that what is typed there is not taken.
    pub(crate) escaped: bool,
    pub(crate) role: Role,
}

/// Which board of the window it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Main,
    /// The second of two that are compared.
    Second,
    /// That of an opponent: nobody can click it, and it says nothing about clicks.
    Opponent,
}

/// What every view of a board reads.
#[derive(Clone, Copy)]
pub(crate) struct ViewContext<'a> {
    pub(crate) session: &'a Session,
    pub(crate) preferences: &'a Preferences,
    pub(crate) display: Display,
    /// The second search, where two methods are compared.
    pub(crate) comparison: Option<&'a Comparison>,
    /// The game, on the Play page.
    pub(crate) game: Option<GameContext<'a>>,
}

/// A game, and what is shown about it.
#[derive(Clone, Copy)]
pub(crate) struct GameContext<'a> {
    pub(crate) game: &'a Game,
    pub(crate) overlay: &'a GameOverlay,
    /// What is said above the board, and whether that is something to look at.
    pub(crate) sentence: &'a str,
    pub(crate) is_urgent: bool,
}
