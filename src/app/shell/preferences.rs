//! What the user has chosen to see and how. The shell owns it; all pages read the same.

use egui::{ThemePreference, Ui};
use serde::{Deserialize, Serialize};

use crate::app::board::mark::Inks;
use crate::app::widgets::theme::PathColour;
use crate::board::Naming;
use crate::engine::Speed;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Parts {
    pub(crate) setup: bool,
    pub(crate) status: bool,
    pub(crate) player: bool,
    pub(crate) numbers: bool,
    pub(crate) lines: bool,
    pub(crate) stamps: bool,
    pub(crate) coordinates: bool,
    pub(crate) heat_map: bool,
    /// Deciding the map of starts takes a while on large boards, so that each start begins without it.
    #[serde(skip)]
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
    fn switch(&mut self, part: Part) -> &mut bool {
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
}

/// What the user has chosen to see and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Preferences {
    pub(crate) naming: Naming,
    /// `None` as long as the user has not chosen one: then each search fits its own.
    #[serde(rename = "steps_per_second", with = "speed_text")]
    pub(crate) speed: Option<Speed>,
    pub(crate) show_backtracking: bool,
    pub(crate) path_colour: PathColour,
    pub(crate) parts: Parts,
    pub(crate) reduced_motion: bool,
    /// Whether the desktop's own file dialogs are used.
    #[serde(skip)]
    pub(crate) native_dialogs: bool,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences {
            naming: Naming::default(),
            speed: None,
            show_backtracking: true,
            path_colour: PathColour::default(),
            parts: Parts::default(),
            reduced_motion: false,
            native_dialogs: false,
        }
    }
}

/// A change of one preference. Theme and text size are egui's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preference {
    /// How squares are named.
    Naming(Naming),
    /// How fast searches are shown.
    Speed(Speed),
    /// Every step and retreat, or only the tour.
    Backtracking(bool),
    /// What the path is painted with.
    PathColour(PathColour),
    /// Show or hide a part.
    Toggle(Part),
    /// Let the knight glide, or not.
    ReduceMotion(bool),
    /// Use the desktop's own file dialogs, or not.
    NativeDialogs(bool),
    /// Light, dark, or as the system has it.
    Theme(ThemePreference),
    /// How large text is, in percent.
    TextSize(u32),
}

impl Preferences {
    /// Makes a change.
    pub(crate) fn set(&mut self, preference: Preference, ctx: &egui::Context) {
        match preference {
            Preference::Naming(naming) => self.naming = naming,
            Preference::Speed(speed) => self.speed = Some(speed),
            Preference::Backtracking(show) => self.show_backtracking = show,
            Preference::PathColour(colour) => self.path_colour = colour,
            Preference::Toggle(part) => {
                let shown = self.parts.switch(part);
                *shown = !*shown;
            }
            Preference::ReduceMotion(reduced) => self.reduced_motion = reduced,
            Preference::NativeDialogs(native) => self.native_dialogs = native,
            Preference::Theme(theme) => ctx.set_theme(theme),
            Preference::TextSize(percent) => ctx.set_zoom_factor(percent as f32 / 100.0),
        }
    }

    /// The colours of marks.
    pub(crate) fn inks(&self, ui: &Ui) -> Inks {
        Inks::new(ui.visuals().dark_mode, self.path_colour)
    }
}

/// The speed in the settings: a number of steps a second, `unlimited`, or nothing.
mod speed_text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::engine::Speed;

    pub(super) fn serialize<S: Serializer>(
        speed: &Option<Speed>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let text = match speed.map(Speed::steps_per_second) {
            None => String::new(),
            Some(None) => "unlimited".to_owned(),
            Some(Some(rate)) => rate.to_string(),
        };
        text.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Speed>, D::Error> {
        let text = String::deserialize(deserializer)?;
        Ok(match &*text {
            "unlimited" => Some(Speed::UNLIMITED),
            number => number.parse().ok().map(|rate| Speed::of(Some(rate))),
        })
    }
}
