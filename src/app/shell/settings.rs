//! What is remembered from one start to the next, in a small JSON file. Each part is written by its owner
//! when it changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::ThemePreference;
use serde::{Deserialize, Serialize};

use crate::app::MAX_SIDE;
use crate::app::files::MAX_RECENT;
use crate::app::shell::open::Start;
use crate::app::shell::preferences::Preferences;
use crate::board::{Board, parse_squares};
use crate::format::lenient;
use crate::puzzle::{BaseTours, Goal};
use crate::session::Setup;
use crate::solver::MethodConfig;
use crate::storage;
use crate::text::quoted_path;

const MAX_FILE_BYTES: u64 = 1 << 20;

/// Everything that is remembered. Whatever is missing from the file has its default.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Settings {
    version: u32,
    #[serde(flatten)]
    pub(crate) preferences: Preferences,
    #[serde(flatten)]
    pub(crate) window: WindowState,
    #[serde(flatten)]
    pub(crate) setup: SetupText,
    pub(crate) recent: Vec<PathBuf>,
    help_seen: bool,
    pub(crate) experiment: String,
    /// The lab's parameters that differ from their defaults, by experiment and parameter.
    pub(crate) lab: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            version: 1,
            preferences: Preferences::default(),
            window: WindowState::default(),
            setup: SetupText::default(),
            recent: Vec::new(),
            help_seen: false,
            experiment: String::new(),
            lab: BTreeMap::new(),
        }
    }
}

/// The size of the window, its text size and its theme.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct WindowState {
    /// In points.
    pub(crate) size: [f32; 2],
    pub(crate) maximized: bool,
    zoom: f32,
    #[serde(with = "ThemeText")]
    theme: ThemePreference,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ThemePreference", rename_all = "lowercase")]
enum ThemeText {
    System,
    Light,
    Dark,
}

impl Default for WindowState {
    fn default() -> WindowState {
        let (size, theme) = ([1280.0, 800.0], ThemePreference::System);
        WindowState { size, maximized: false, zoom: 1.0, theme }
    }
}

impl WindowState {
    /// The window as it is now. While it fills the screen, it keeps the size from before.
    fn read(ctx: &egui::Context, before: WindowState) -> WindowState {
        let zoom = ctx.zoom_factor();
        let (size, maximized) = ctx.input(|input| {
            let viewport = input.viewport();
            let whole = viewport.maximized.unwrap_or(false) || viewport.fullscreen.unwrap_or(false);
            let size = viewport.inner_rect.map(|rect| [rect.width() * zoom, rect.height() * zoom]);
            (size.filter(|_| !whole), viewport.maximized.unwrap_or(false))
        });
        WindowState {
            size: size.unwrap_or(before.size).map(f32::round),
            maximized,
            zoom,
            theme: ctx.options(|options| options.theme_preference),
        }
    }

    pub(crate) fn apply(self, ctx: &egui::Context) {
        ctx.set_theme(self.theme);
        ctx.set_zoom_factor(self.zoom);
    }

    /// Ignores numbers that would make the window unusable.
    fn sane(mut self) -> WindowState {
        let usual = WindowState::default();
        let fits = |size: f32, least: f32| (least..=16_000.0).contains(&size);
        if !fits(self.size[0], 900.0) || !fits(self.size[1], 600.0) {
            self.size = usual.size;
        }
        if !(0.3..=4.0).contains(&self.zoom) {
            self.zoom = usual.zoom;
        }
        self
    }
}

/// The set-up of the Board page, as it is written on the command line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct SetupText {
    board: String,
    wrap: bool,
    holes: String,
    goal: String,
    seed: u64,
    method: String,
}

impl Default for SetupText {
    fn default() -> SetupText {
        SetupText {
            board: "8x8".to_owned(),
            wrap: false,
            holes: String::new(),
            goal: "any".to_owned(),
            seed: 0,
            method: MethodConfig::default().to_string(),
        }
    }
}

impl SetupText {
    fn of(setup: &Setup) -> SetupText {
        let board = &setup.board;
        let holes = board.holes().iter().map(|hole| board.coordinates(*hole));
        SetupText {
            board: board.to_string(),
            wrap: board.is_wrapped(),
            holes: holes.collect::<Vec<_>>().join(";"),
            goal: setup.goal.text(board),
            seed: setup.seed,
            method: setup.config.to_string(),
        }
    }

    /// The set-up; whatever is not valid is taken from the usual one.
    pub(crate) fn to_setup(&self, usual: &Setup) -> Setup {
        let fits = |board: &Board| board.rows().max(board.cols()) <= MAX_SIDE;
        let parsed = self.board.parse().ok().filter(fits);
        let whole = parsed.map_or_else(|| usual.board.clone(), |board| board.wrapped(self.wrap));
        let holes = parse_squares(&whole, &self.holes).unwrap_or_default();
        let board = whole.clone().with_holes(holes).unwrap_or(whole);
        let config = self.method.parse().unwrap_or_else(|_| usual.config.clone());
        let can_end = |goal: &Goal| goal.end().is_none_or(|end| !board.is_hole(end));
        let goal = Goal::parse(&self.goal, &board).ok().filter(can_end).unwrap_or_default();
        let (given, base) = (Arc::default(), BaseTours::default());
        Setup { board, goal, seed: self.seed, config, given, base }
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("settings.json")
}

/// The size of the window at the last start, and whether it filled the screen.
pub(crate) fn window(start: &Start) -> ([f32; 2], bool) {
    let folder = start.folder.as_deref().filter(|_| !start.reset);
    let settings = folder.and_then(|folder| read(&file(folder))).unwrap_or_default();
    (settings.window.size, settings.window.maximized)
}

/// The settings in a file, or the defaults if there is no file; `None` if it is damaged or something else.
fn read(file: &Path) -> Option<Settings> {
    let Some(text) = storage::read_own(file, MAX_FILE_BYTES).ok()? else {
        return Some(Settings::default());
    };
    let unknown = Settings { version: 0, ..Settings::default() };
    let settings = lenient::read(&text, &unknown).filter(|settings| settings.version == 1)?;
    Some(Settings { window: settings.window.sane(), ..settings })
}

/// The settings in a file as text, with what this window has changed. What other windows have changed
/// meanwhile stays.
pub(crate) fn text_with(file: &Path, change: &SettingChange) -> Option<String> {
    let stored = read(file).filter(|_| storage::exists(file));
    let merged = stored.map_or_else(|| Some(change.now.clone()), |stored| stored.with(change));
    serde_json::to_string_pretty(&merged?).ok()
}

impl Settings {
    /// These settings with what was changed. Recent files of other windows come after those of this one.
    fn with(self, SettingChange { before, now }: &SettingChange) -> Option<Settings> {
        let mut recent = now.recent.clone();
        let is_new = |file: &&PathBuf| !now.recent.contains(file) && !before.recent.contains(file);
        recent.extend(self.recent.iter().filter(is_new).cloned());
        recent.truncate(MAX_RECENT);
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
}

pub(crate) struct SettingChange {
    before: Settings,
    now: Settings,
}

#[derive(Default)]
pub(crate) struct Remembered {
    /// Without a folder nothing is remembered.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) now: Settings,
    /// The settings that were last queued for the file.
    queued: Settings,
    is_changed: bool,
}

impl Remembered {
    /// Reads the settings in a folder. If the file cannot be read, it is renamed, and the returned message
    /// says so.
    pub(crate) fn load(folder: Option<PathBuf>, resets: bool) -> (Remembered, Option<String>) {
        let Some(file) = folder.as_deref().map(file) else { return Default::default() };
        if resets {
            storage::remove(&file);
        }
        let (now, trouble) = match read(&file) {
            Some(settings) => (settings, None),
            None => {
                let moved = storage::set_aside(&file).map_or_else(String::new, |aside| {
                    format!(" The old file was moved to {}.", quoted_path(&aside))
                });
                let trouble = format!("The default settings are in use.{moved}");
                (Settings::default(), Some(trouble))
            }
        };
        (Remembered { folder, queued: now.clone(), now, is_changed: false }, trouble)
    }

    pub(crate) fn remember_preferences(&mut self, preferences: &Preferences) {
        self.now.preferences = preferences.clone();
        self.is_changed = true;
    }

    /// A board from a file that is too large for the number fields is not remembered.
    pub(crate) fn remember_setup(&mut self, setup: &Setup) {
        if setup.board.rows().max(setup.board.cols()) <= MAX_SIDE && self.folder.is_some() {
            self.now.setup = SetupText::of(setup);
            self.is_changed = true;
        }
    }

    /// A path that is not valid text cannot be stored.
    pub(crate) fn remember_recent(&mut self, recent: &[PathBuf]) {
        self.now.recent = recent.iter().filter(|file| file.to_str().is_some()).cloned().collect();
        self.is_changed = true;
    }

    pub(crate) fn remember_lab(&mut self, experiment: &str, parameters: BTreeMap<String, String>) {
        (self.now.experiment, self.now.lab) = (experiment.to_owned(), parameters);
        self.is_changed = true;
    }

    /// Whether neither the welcome nor the help was ever shown. From now on, they count as seen.
    pub(crate) fn help_is_new(&mut self) -> bool {
        let is_new = !std::mem::replace(&mut self.now.help_seen, true);
        self.is_changed |= is_new;
        is_new
    }

    /// What has changed since the last call, and the file to write it to.
    pub(crate) fn take_change(&mut self, ctx: &egui::Context) -> Option<(PathBuf, SettingChange)> {
        let file = file(self.folder.as_deref()?);
        let window = WindowState::read(ctx, self.now.window);
        if window != self.now.window {
            (self.now.window, self.is_changed) = (window, true);
        }
        if !std::mem::take(&mut self.is_changed) || self.now == self.queued {
            return None;
        }
        let before = std::mem::replace(&mut self.queued, self.now.clone());
        Some((file, SettingChange { before, now: self.now.clone() }))
    }
}
