//! What is shown and how, as the user has chosen it. Views read it; only commands change it.

use egui::Ui;

use crate::app::board::mark::Inks;
use crate::app::play::Shown;
use crate::app::widgets::theme::PathColour;
use crate::play::Game;
use crate::session::{Rival, Session};

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

/// What fills the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// The board and its search.
    #[default]
    Board,
    /// Tours made by hand.
    Play,
    /// Experiments.
    Lab,
}

/// Parts of the window that can be shown and hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The panel on the left.
    Setup,
    /// The panel on the right.
    Status,
    /// The panel below.
    Player,
    /// The numbers on the stamps.
    Numbers,
    /// The lines of the path.
    Lines,
    /// The stamps.
    Stamps,
    /// The names at the edges of the board.
    Coordinates,
    /// The heat map of visits.
    HeatMap,
    /// The map of starts.
    Starts,
}

/// Which parts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) setup: bool,
    pub(crate) status: bool,
    pub(crate) player: bool,
    pub(crate) numbers: bool,
    pub(crate) lines: bool,
    pub(crate) stamps: bool,
    pub(crate) coordinates: bool,
    pub(crate) heat_map: bool,
    pub(crate) starts: bool,
}

impl Default for Parts {
    fn default() -> Parts {
        Parts {
            setup: true,
            status: true,
            player: true,
            numbers: true,
            lines: true,
            stamps: true,
            coordinates: true,
            heat_map: false,
            starts: false,
        }
    }
}

impl Parts {
    /// What can be hidden, by the names under which that is remembered.
    pub(crate) const NAMED: [(&'static str, Part); 7] = [
        ("setup", Part::Setup),
        ("status", Part::Status),
        ("player", Part::Player),
        ("numbers", Part::Numbers),
        ("lines", Part::Lines),
        ("stamps", Part::Stamps),
        ("coordinates", Part::Coordinates),
    ];

    pub(crate) fn switch(&mut self, part: Part) -> &mut bool {
        match part {
            Part::Setup => &mut self.setup,
            Part::Status => &mut self.status,
            Part::Player => &mut self.player,
            Part::Numbers => &mut self.numbers,
            Part::Lines => &mut self.lines,
            Part::Stamps => &mut self.stamps,
            Part::Coordinates => &mut self.coordinates,
            Part::HeatMap => &mut self.heat_map,
            Part::Starts => &mut self.starts,
        }
    }

    /// Whether a part is shown.
    pub(crate) fn shows(mut self, part: Part) -> bool {
        *self.switch(part)
    }

    pub(crate) fn toggle(&mut self, part: Part) {
        let shown = self.switch(part);
        *shown = !*shown;
    }
}

/// Which of two panels is shown where there is room for one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The set-up.
    #[default]
    Setup,
    /// What the search is doing.
    Status,
}

/// What is shown, and how.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stage {
    pub(crate) parts: Parts,
    pub(crate) path_colour: PathColour,
    pub(crate) room: Room,
    pub(crate) tool: Tool,
    pub(crate) tab: Tab,
    pub(crate) reduced_motion: bool,
    /// The board alone is shown, large enough to project.
    pub(crate) presenting: bool,
    /// The place in its list of the candidate that is shown on the board.
    pub(crate) candidate: Option<usize>,
    /// Whether the chart of all gauges is open.
    pub(crate) gauges: bool,
    /// Whether Escape was pressed in this frame and in the last. egui's number fields take what was
    /// typed one frame after Escape has left them; it is not taken here.
    pub(crate) escaped: [bool; 2],
}

impl Stage {
    /// The colours of marks, as the user has chosen them.
    pub(crate) fn inks(&self, ui: &Ui) -> Inks {
        Inks::new(ui.visuals().dark_mode, self.path_colour)
    }

    /// Whether a field was left with Escape, so that what it says is not taken.
    pub(crate) fn is_escaped(&self) -> bool {
        self.escaped != [false; 2]
    }
}

/// What every view reads.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub(crate) session: &'a Session,
    pub(crate) stage: &'a Stage,
    /// The second search, where two methods are compared.
    pub(crate) rival: Option<&'a Rival>,
    /// The game, where somebody plays by hand.
    pub(crate) game: Option<GameSeen<'a>>,
}

/// A game, and what is shown about it.
#[derive(Clone, Copy)]
pub(crate) struct GameSeen<'a> {
    pub(crate) game: &'a Game,
    pub(crate) shown: &'a Shown,
}
