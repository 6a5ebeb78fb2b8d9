//! What is remembered from one start to the next, in a small JSON file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::ThemePreference;
use serde::{Deserialize, Serialize};

use crate::app::files::RECENT;
use crate::app::files::autosave::Change;
use crate::app::lab::Lab;
use crate::app::shell::stage::Parts;
use crate::app::{App, PathColour, Start};
use crate::board::{Board, Naming, parse_squares};
use crate::disk;
use crate::engine::Speed;
use crate::puzzle::{BaseTours, Goal};
use crate::session::Setup;
use crate::solver::Recipe;
use crate::text::quoted_path;

/// A settings file that is longer than this many bytes is not ours.
const LONGEST: u64 = 1 << 20;

/// Everything that is remembered. Whatever is missing from the file has its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    version: u32,
    /// The size of the window, in points, and whether it fills the screen.
    pub(crate) size: [f32; 2],
    pub(crate) maximized: bool,
    zoom: f32,
    theme: String,
    path_colour: String,
    reduced_motion: bool,
    hidden: Vec<String>,
    heat_map: bool,
    board: String,
    wrap: bool,
    holes: String,
    goal: String,
    seed: u64,
    method: String,
    /// Steps per second, or `unlimited`; empty if the speed is automatic.
    steps_per_second: String,
    /// The speed as earlier versions stored it, by its place in a list; read, but no longer
    /// written.
    #[serde(skip_serializing)]
    speed: Option<usize>,
    /// How squares are named: `chess` or `row-column`.
    naming: String,
    show_backtracking: bool,
    recent: Vec<PathBuf>,
    help_seen: bool,
    /// The selected experiment.
    experiment: String,
    /// The lab's parameters that differ from their defaults, by experiment and parameter.
    lab: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            version: 1,
            size: [1280.0, 800.0],
            maximized: false,
            zoom: 1.0,
            theme: "system".to_owned(),
            path_colour: "Blue".to_owned(),
            reduced_motion: false,
            hidden: Vec::new(),
            heat_map: false,
            board: "8x8".to_owned(),
            wrap: false,
            holes: String::new(),
            goal: "any".to_owned(),
            seed: 0,
            method: Recipe::default().to_string(),
            steps_per_second: String::new(),
            speed: None,
            naming: "chess".to_owned(),
            show_backtracking: true,
            recent: Vec::new(),
            help_seen: false,
            experiment: String::new(),
            lab: BTreeMap::new(),
        }
    }
}

const NAMINGS: [(&str, Naming); 2] = [("chess", Naming::Chess), ("row-column", Naming::RowColumn)];

const THEMES: [(&str, ThemePreference); 3] = [
    ("system", ThemePreference::System),
    ("light", ThemePreference::Light),
    ("dark", ThemePreference::Dark),
];

/// A settings file that cannot be used.
struct Damaged;

fn file(folder: &Path) -> PathBuf {
    folder.join("settings.json")
}

/// Resets all settings.
pub(crate) fn forget(folder: &Path) {
    disk::remove(&file(folder));
}

/// The size of the window at the last start, and whether it filled the screen.
pub(crate) fn window(start: &Start) -> ([f32; 2], bool) {
    let folder = start.folder.as_deref().filter(|_| !start.reset);
    let settings = folder.and_then(|folder| read(&file(folder)).ok()).unwrap_or_default();
    (settings.size, settings.maximized)
}

/// Reads the settings in a folder. If the file cannot be read, it is renamed, and the returned
/// message says so.
pub(crate) fn load(folder: &Path) -> (Settings, Option<String>) {
    let file = file(folder);
    if let Ok(settings) = read(&file) {
        return (settings, None);
    }
    let moved = disk::set_aside(&file).map_or_else(String::new, |aside| {
        format!(" The old file was moved to {}.", quoted_path(&aside))
    });
    (Settings::default(), Some(format!("The default settings are in use.{moved}")))
}

/// The settings in a file, or the defaults if there is no file. An error means that it is damaged, or
/// is something else.
fn read(file: &Path) -> Result<Settings, Damaged> {
    let Some(text) = disk::read_own(file, LONGEST).map_err(|_| Damaged)? else {
        return Ok(Settings::default());
    };
    let settings = serde_json::from_str::<Settings>(&text).map_err(|_| Damaged)?;
    if settings.version == 1 { Ok(settings.sane()) } else { Err(Damaged) }
}

/// The text of the settings in a file with what this window has changed. What another window has changed
/// meanwhile stays.
pub(crate) fn text_with(file: &Path, change: &Change) -> Option<String> {
    let stored = read(file).ok().filter(|_| disk::exists(file));
    let merged = stored.map_or_else(|| Some(change.now.clone()), |stored| stored.with(change));
    serde_json::to_string_pretty(&merged?).ok()
}

impl Settings {
    /// These settings with what was changed. Files opened or saved elsewhere come after those here.
    fn with(self, Change { before, now }: &Change) -> Option<Settings> {
        let mut recent = now.recent.clone();
        let is_new = |file: &&PathBuf| !now.recent.contains(file) && !before.recent.contains(file);
        recent.extend(self.recent.iter().filter(is_new).cloned());
        recent.truncate(RECENT);
        let recent = if now.recent == before.recent { self.recent.clone() } else { recent };
        let values = |settings: &Settings| serde_json::to_value(settings).ok();
        let (mut merged, before, now) = (values(&self)?, values(before)?, values(now)?);
        for (key, value) in now.as_object()? {
            if before.get(key) != Some(value) {
                merged[key] = value.clone();
            }
        }
        let merged: Settings = serde_json::from_value(merged).ok()?;
        Some(Settings { recent, ..merged })
    }

    /// Ignores numbers that would make the window unusable.
    fn sane(mut self) -> Settings {
        let usual = Settings::default();
        let fits = |size: f32, least: f32| (least..=16_000.0).contains(&size);
        if !fits(self.size[0], 900.0) || !fits(self.size[1], 600.0) {
            self.size = usual.size;
        }
        if !(0.3..=4.0).contains(&self.zoom) {
            self.zoom = usual.zoom;
        }
        self
    }

    /// The speed that the user has chosen, if any.
    fn chosen_speed(&self) -> Option<Speed> {
        // The speeds of an earlier version; place 13 was its default, so it was not chosen.
        const EARLIER: [u32; 22] = [
            1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60, 100, 1_000, 10_000, 100_000,
            1_000_000,
        ];
        match (&*self.steps_per_second, self.speed) {
            ("unlimited", _) => Some(Speed::UNLIMITED),
            ("", None | Some(13)) => None,
            ("", Some(place)) => Some(Speed::of(EARLIER.get(place).copied())),
            (number, _) => number.parse().ok().map(|rate| Speed::of(Some(rate))),
        }
    }

    /// The files opened or saved last.
    pub(crate) fn recent(&self) -> Vec<PathBuf> {
        self.recent.clone()
    }

    /// The set-up, with everything that is still valid.
    pub(crate) fn setup(&self, usual: &Setup) -> Setup {
        let board = self.board.parse::<Board>().ok();
        let most = crate::app::MOST_SIDE;
        let board = board.filter(|board| board.rows() <= most && board.cols() <= most);
        let board = board.map_or_else(|| usual.board.clone(), |board| board.wrapped(self.wrap));
        let holes = parse_squares(&board, &self.holes).unwrap_or_default();
        let board = board.clone().with_holes(holes).unwrap_or(board);
        let recipe = self.method.parse().unwrap_or_else(|_| usual.recipe.clone());
        let goal = Goal::parse(&self.goal, &board).unwrap_or_default();
        let off = matches!(goal, Goal::End(end) if board.is_hole(end));
        let goal = if off { Goal::Any } else { goal };
        let base = BaseTours::default();
        Setup { board, goal, seed: self.seed, recipe, given: Arc::default(), base }
    }
}

/// What the file of the settings says, or is about to say.
#[derive(Default)]
pub(crate) struct Memory {
    folder: Option<PathBuf>,
    kept: Option<Settings>,
    help_seen: bool,
    /// The board whose holes were last put into words, and the words: there may be many.
    holes: Option<(Board, String)>,
}

impl Memory {
    /// The folder in which everything is remembered.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}

impl App {
    /// Applies the settings to the window.
    pub(crate) fn apply(
        &mut self,
        settings: Settings,
        folder: Option<PathBuf>,
        ctx: &egui::Context,
    ) {
        let theme = THEMES.iter().find(|(name, _)| *name == settings.theme);
        ctx.set_theme(theme.map_or(ThemePreference::System, |(_, theme)| *theme));
        ctx.set_zoom_factor(settings.zoom);
        let colour = PathColour::ALL.iter().find(|(_, name)| *name == settings.path_colour);
        self.stage.path_colour = colour.map_or_else(PathColour::default, |(colour, _)| *colour);
        self.stage.reduced_motion = settings.reduced_motion;
        self.stage.parts = Parts { heat_map: settings.heat_map, ..Parts::default() };
        for (name, part) in Parts::NAMED {
            if settings.hidden.iter().any(|hidden| hidden == name) {
                *self.stage.parts.switch(part) = false;
            }
        }
        self.lab = Lab::remembered(&settings.experiment, &settings.lab);
        if let Some(speed) = settings.chosen_speed() {
            self.session.set_speed(speed);
        }
        let naming = NAMINGS.iter().find(|(name, _)| *name == settings.naming);
        self.session.name_squares(naming.map_or_else(Naming::default, |(_, naming)| *naming));
        self.session.show_backtracking(settings.show_backtracking);
        let help_seen = settings.help_seen;
        self.memory = Memory { folder, help_seen, kept: Some(settings), holes: None };
    }

    fn settings(&mut self, ctx: &egui::Context) -> Settings {
        let before = self.memory.kept.clone().unwrap_or_default();
        let theme = ctx.options(|options| options.theme_preference);
        let theme = THEMES.iter().find(|(_, other)| *other == theme);
        let colour = PathColour::ALL.iter().find(|(colour, _)| *colour == self.stage.path_colour);
        let parts = self.stage.parts;
        let hidden = Parts::NAMED.iter().filter(|(_, part)| !parts.shows(*part));
        let hidden = hidden.map(|(name, _)| (*name).to_owned()).collect();
        // A board from a file that is too large for the number fields is not remembered.
        let setup = self.session.setup();
        let is_large = setup.board.rows().max(setup.board.cols()) > crate::app::MOST_SIDE;
        let setup = if is_large { before.setup(setup) } else { setup.clone() };
        let board = &setup.board;
        if self.memory.holes.as_ref().is_none_or(|(other, _)| other != board) {
            let holes = board.holes().iter().map(|hole| board.coordinates(*hole));
            let holes = holes.collect::<Vec<_>>().join(";");
            self.memory.holes = Some((board.clone(), holes));
        }
        let holes = self.memory.holes.as_ref().map_or_else(String::new, |(_, holes)| holes.clone());
        let naming = NAMINGS.iter().find(|(_, naming)| *naming == self.session.naming());
        let pace = match self.session.chosen_speed().map(Speed::steps_per_second) {
            None => String::new(),
            Some(None) => "unlimited".to_owned(),
            Some(Some(rate)) => rate.to_string(),
        };
        let zoom = ctx.zoom_factor();
        let (size, maximized) = ctx.input(|input| {
            let viewport = input.viewport();
            let whole = viewport.maximized.unwrap_or(false) || viewport.fullscreen.unwrap_or(false);
            let size = viewport.inner_rect.map(|rect| [rect.width() * zoom, rect.height() * zoom]);
            (size.filter(|_| !whole), viewport.maximized.unwrap_or(false))
        });
        Settings {
            version: 1,
            size: size.unwrap_or(before.size).map(f32::round),
            maximized,
            zoom,
            theme: theme.map_or(before.theme, |(name, _)| (*name).to_owned()),
            path_colour: colour.map_or(before.path_colour, |(_, name)| (*name).to_owned()),
            reduced_motion: self.stage.reduced_motion,
            hidden,
            heat_map: self.stage.parts.heat_map,
            board: board.to_string(),
            wrap: board.is_wrapped(),
            holes,
            goal: setup.goal.text(board),
            seed: setup.seed,
            method: setup.recipe.to_string(),
            steps_per_second: pace,
            speed: None,
            naming: naming.map_or(before.naming, |(name, _)| (*name).to_owned()),
            show_backtracking: self.session.shows_backtracking(),
            // A path that is not valid text cannot be stored.
            recent: self
                .files
                .recent
                .iter()
                .filter(|file| file.to_str().is_some())
                .cloned()
                .collect(),
            help_seen: self.memory.help_seen,
            experiment: self.lab.experiment().name.to_owned(),
            lab: self.lab.unusual(),
        }
    }

    /// Tells the keeper of settings that have changed.
    pub(crate) fn tell_settings(&mut self, ctx: &egui::Context) {
        let Some(folder) = self.memory.folder.clone() else { return };
        let settings = self.settings(ctx);
        if self.memory.kept.as_ref() == Some(&settings) {
            return;
        }
        let before = self.memory.kept.replace(settings.clone()).unwrap_or_default();
        self.recovery.keeper.settings(file(&folder), Change { before, now: settings });
    }

    /// Whether neither the welcome nor the help was ever shown. From now on, they count as seen.
    pub(crate) fn help_is_new(&mut self) -> bool {
        !std::mem::replace(&mut self.memory.help_seen, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_window_has_changed_stays() {
        let files = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        let usual = || Settings { recent: files(&["a", "b"]), ..Settings::default() };
        let stored = Settings { zoom: 1.5, seed: 7, recent: files(&["c", "a", "b"]), ..usual() };
        let now = Settings { seed: 8, heat_map: true, ..usual() };
        let merged = stored.clone().with(&Change { before: usual(), now: now.clone() }).unwrap();
        assert_eq!(merged, Settings { seed: 8, heat_map: true, ..stored.clone() });
        let now = Settings { recent: files(&["d", "b"]), ..now };
        let merged = stored.with(&Change { before: usual(), now }).unwrap();
        assert_eq!(merged.recent, files(&["d", "b", "c"]), "a could not be opened");
    }
}
