//! What the user has chosen to see and how. The shell owns it; all pages read the same.

use egui::{ThemePreference, Ui};
use serde::{Deserialize, Serialize};

use crate::app::board::mark::Inks;
use crate::app::widgets::theme::PathColour;
use crate::board::Naming;
use crate::engine::Speed;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Setup,
    Status,
    Player,
    Numbers,
    Lines,
    Stamps,
    Coordinates,
    HeatMap,
    Starts,
}

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
    /// Not remembered, because deciding the map of starts takes a while on large boards.
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

    pub(crate) fn shows(mut self, part: Part) -> bool {
        *self.switch(part)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Preferences {
    pub(crate) naming: Naming,
    /// `None` until the user has chosen one: each search then has a speed that fits it.
    #[serde(rename = "steps_per_second", with = "speed_text")]
    pub(crate) speed: Option<Speed>,
    pub(crate) show_backtracking: bool,
    pub(crate) path_colour: PathColour,
    pub(crate) parts: Parts,
    pub(crate) reduced_motion: bool,
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
        }
    }
}

/// A change of one preference. Theme and text size are egui's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Preference {
    Naming(Naming),
    Speed(Speed),
    /// Whether every step and retreat is shown, or only the tour.
    Backtracking(bool),
    PathColour(PathColour),
    Toggle(Part),
    ReduceMotion(bool),
    Theme(ThemePreference),
    /// In percent.
    TextSize(u32),
}

impl Preferences {
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
            Preference::Theme(theme) => ctx.set_theme(theme),
            Preference::TextSize(percent) => ctx.set_zoom_factor(percent as f32 / 100.0),
        }
    }

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
