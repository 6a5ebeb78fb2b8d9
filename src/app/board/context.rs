//! What the views of a board read, and what a board reports.

use crate::app::shell::preferences::Preferences;
use crate::board::Square;
use crate::play::Game;
use crate::session::{Comparison, GameOverlay, Session};

/// What a click on the board does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    #[default]
    Start,
    Holes,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardEvent {
    /// What it does depends on the tool.
    Click(Square),
    /// One square of a stroke that makes or fills holes. The first begins an undo step, the others extend it.
    PaintHole { square: Square, first: bool },
    /// A stroke back along the path of a game, to this many squares; `true` joins it to the undo step before.
    BackTo(usize, bool),
}

/// What a page shows on its board, apart from the preferences.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Display {
    pub(crate) tool: Tool,
    /// Presentation: the board alone, large enough to project.
    pub(crate) presenting: bool,
    /// The candidate shown on the board, by its place in the list.
    pub(crate) candidate: Option<usize>,
    /// Whether a field was left with Escape, so that its text is discarded.
    pub(crate) escaped: bool,
    pub(crate) role: Role,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    Main,
    Second,
    /// The opponent's in a race: it takes no clicks.
    Opponent,
}

#[derive(Clone, Copy)]
pub(crate) struct ViewContext<'a> {
    pub(crate) session: &'a Session,
    pub(crate) preferences: &'a Preferences,
    pub(crate) display: Display,
    pub(crate) comparison: Option<&'a Comparison>,
    pub(crate) game: Option<GameContext<'a>>,
}

#[derive(Clone, Copy)]
pub(crate) struct GameContext<'a> {
    pub(crate) game: &'a Game,
    pub(crate) overlay: &'a GameOverlay,
    /// The sentence above the board; urgent ones stand out.
    pub(crate) sentence: &'a str,
    pub(crate) is_urgent: bool,
}
