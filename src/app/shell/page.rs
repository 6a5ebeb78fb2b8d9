//! What the shell and the pages agree on.

use std::sync::Arc;

use egui::{Rect, Ui};

use crate::app::board::BoardView;
use crate::app::board::context::ViewContext;
use crate::app::files::picture::Framing;
use crate::app::shell::Shell;
use crate::app::shell::help::HelpPage;
use crate::app::shell::preferences::Preferences;
use crate::app::shell::shortcuts::Shortcut;
use crate::board::{Naming, Symmetry};
use crate::format::svg::Crop;
use crate::lab::{Chart, Findings};
use crate::play::Game;
use crate::puzzle::Puzzle;
use crate::session::{ActiveSearch, GameBoard, Origin, Setup};
use crate::solver::MethodConfig;
use crate::tour::Tour;

/// The three tabs of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PageId {
    #[default]
    Board,
    Play,
    Lab,
}

impl PageId {
    pub(crate) const ALL: [PageId; 3] = [PageId::Board, PageId::Play, PageId::Lab];

    /// The name and the tip of its tab.
    pub(crate) fn words(self) -> [&'static str; 2] {
        match self {
            PageId::Board => ["Board", "Watch searches on the board."],
            PageId::Play => ["Play", "Make a tour yourself."],
            PageId::Lab => ["Lab", "Run experiments and see their numbers."],
        }
    }

    pub(super) fn help(self) -> HelpPage {
        match self {
            PageId::Board => HelpPage::Board,
            PageId::Play => HelpPage::Play,
            // The help page about tours ends with the lab.
            PageId::Lab => HelpPage::Tours,
        }
    }

    pub(super) fn next(self) -> PageId {
        PageId::ALL[(self as usize + 1) % PageId::ALL.len()]
    }
}

pub(crate) trait Page {
    type Message;
    /// What only its widgets need: zoom, textures, drags.
    type Memory: Default;

    /// Takes what threads have sent. Returns after how many seconds to look again.
    fn poll(&mut self, shell: &mut Shell) -> Option<f32>;

    fn update(&mut self, message: Self::Message, memory: &mut Self::Memory, shell: &mut Shell);

    /// Shows the page and collects what is asked for. Returns where the board or the results are, for
    /// notices above them.
    fn ui(
        &self,
        ui: &mut Ui,
        memory: &mut Self::Memory,
        shell: &Shell,
        out: &mut Vec<Self::Message>,
    ) -> Rect;

    fn shortcut(&self, shortcut: Shortcut) -> Option<Self::Message>;

    fn apply(&mut self, preferences: &Preferences);

    /// Hands what is not saved to autosave: the window may close.
    fn autosave(&mut self, _: &mut Shell) {}

    /// The page in words, for the bar at the top.
    fn title(&self, naming: Naming) -> String;

    /// The same with the state of the search, for the title of the window.
    fn window_title(&self, naming: Naming) -> String {
        self.title(naming)
    }

    fn document<'a>(
        &'a self,
        memory: &'a Self::Memory,
        preferences: &'a Preferences,
    ) -> Document<'a>;
}

/// What the menu, files and autosave ask of a page.
#[derive(Default)]
pub(crate) struct Document<'a> {
    pub(crate) content: Content<'a>,
    /// The file that it was saved to or opened from.
    pub(crate) file: Option<&'a Origin>,
    /// What it is called in file names.
    pub(crate) noun: &'static str,
    /// Whether it has steps that would be lost if something else took its place.
    pub(crate) is_unsaved: bool,
    pub(crate) can_clear: bool,
    pub(crate) can_undo: bool,
    pub(crate) can_redo: bool,
    /// The board that pictures and texts are made of.
    pub(crate) view: Option<ViewContext<'a>>,
    /// The widgets of that board and of the one beside it.
    pub(crate) boards: [Option<&'a BoardView>; 2],
    pub(crate) tour: Option<&'a Arc<Tour>>,
    /// The table and charts on the page, and the chart that is shown.
    pub(crate) findings: Option<(&'a Findings, Option<&'a Chart>)>,
}

impl Document<'_> {
    pub(crate) fn part(&self, framing: Framing) -> Crop {
        let seen = match framing {
            Framing::Seen => self.boards[0].and_then(BoardView::part_seen),
            Framing::Whole => None,
        };
        let whole = || self.view.map(|view| Crop::whole(&view.session.setup().board));
        seen.or_else(whole).unwrap_or(Crop { rows: 0..0, cols: 0..0 })
    }
}

/// What Save writes.
#[derive(Clone, Copy, Default)]
pub(crate) enum Content<'a> {
    #[default]
    Nothing,
    Search(&'a ActiveSearch),
    /// A path that no search has started from.
    Path(&'a Setup),
    Game(&'a GameBoard),
}

impl Content<'_> {
    pub(crate) fn can_be_saved(&self) -> bool {
        !matches!(self, Content::Nothing)
    }
}

/// What one page wants from another, in plain values.
pub enum Request {
    Run(Box<SearchRequest>),
    /// The tour, and a notice about it.
    ShowTour(Box<Tour>, String),
    Transform(Symmetry),
    Play(Box<Game>),
    /// Play the board of the Board page.
    PlayBoard,
    ShowWhy(Box<Game>),
    /// Begin this lesson, or list all of them.
    Learn(Option<usize>),
}

/// A search for the Board page.
pub struct SearchRequest {
    pub(crate) puzzle: Puzzle,
    pub(crate) config: MethodConfig,
    pub(crate) notice: String,
    /// Whether it starts; else only its board and method are set.
    pub(crate) starts: bool,
    /// Whether it only repeats a run of the lab, so that it is not worth keeping.
    pub(crate) repeats: bool,
}
