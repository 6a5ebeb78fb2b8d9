//! The Lab page: experiments to choose, set, run, and watch while their results come in.

mod form;
mod method_list;
mod results_panel;

use std::collections::BTreeMap;

use egui::{Rect, Ui};

use crate::app::MAX_SIDE;
use crate::app::shell::page::{Document, Page, Request, SearchRequest};
use crate::app::shell::preferences::Preferences;
use crate::app::shell::shortcuts::Shortcut;
use crate::app::shell::{Shell, ShellMessage};
use crate::app::widgets::{in_panel, theme};
use crate::board::Naming;
use crate::lab::{Task, Workspace};
use crate::text::grouped;

/// The width of the panel with the parameters, in wide windows and in narrow ones.
const LEFT_WIDTHS: std::ops::RangeInclusive<f32> = 224.0..=300.0;

pub enum LabMessage {
    Choose(&'static str),
    Set(&'static str, String),
    Restore,
    Run,
    /// Pause or resume what is running; run the chosen experiment if nothing is.
    Pause,
    /// Skip the remaining runs.
    Stop,
    Chart(usize),
    /// Open the run of this number on the Board page.
    Open(usize),
    Shell(ShellMessage),
}

pub(crate) struct Lab {
    pub(crate) workspace: Workspace,
}

/// How the methods of each experiment are edited, by its name.
pub(crate) type LabMemory = BTreeMap<&'static str, MethodEditing>;

#[derive(Default)]
pub(crate) struct MethodEditing {
    as_text: bool,
    /// The row of the method whose options are open.
    row: Option<usize>,
    /// Whether these options are to be scrolled into view.
    reveal: bool,
    /// A custom move order of that method, as it is typed; `None` if the order has a name.
    order: Option<String>,
}

impl MethodEditing {
    /// Opens the options of the method in this row, or closes them all.
    fn open(&mut self, row: Option<usize>) {
        (self.row, self.reveal, self.order) = (row, row.is_some(), None);
    }
}

fn open_trial(lab: &Workspace, number: usize, shell: &mut Shell) {
    let Some((trial, hit_limit)) = lab.trial(number) else { return };
    let board = trial.puzzle.board();
    if board.rows().max(board.cols()) > MAX_SIDE {
        return shell.say(&format!(
            "The {board} board is too large for the window, which shows at most {} rows and columns.",
            grouped(MAX_SIDE.into())
        ));
    }
    let refusal = trial.no_tour(shell.preferences.naming);
    let run = SearchRequest {
        starts: refusal.is_none(),
        notice: refusal.unwrap_or_else(|| trial.notice(hit_limit)),
        // A search beyond the run is worth keeping.
        repeats: !hit_limit && trial.task != Task::Harvest,
        puzzle: trial.puzzle,
        config: trial.config,
    };
    shell.send(Request::Run(Box::new(run)).into());
}

impl Page for Lab {
    type Message = LabMessage;
    type Memory = LabMemory;

    fn poll(&mut self, _: &mut Shell) -> Option<f32> {
        self.workspace.take_results()
    }

    fn update(&mut self, message: LabMessage, memory: &mut LabMemory, shell: &mut Shell) {
        match message {
            LabMessage::Open(number) => return open_trial(&self.workspace, number, shell),
            LabMessage::Shell(message) => return shell.send(message),
            LabMessage::Choose(name) => self.workspace.choose(name),
            LabMessage::Set(key, text) => self.workspace.set(key, text),
            LabMessage::Restore => {
                self.workspace.restore();
                memory.entry(self.workspace.name()).or_default().open(None);
            }
            LabMessage::Run => self.workspace.run(),
            LabMessage::Pause => self.workspace.pause(),
            LabMessage::Stop => self.workspace.stop(),
            LabMessage::Chart(place) => self.workspace.chosen_mut().chart = place,
        }
        shell.settings.remember_lab(self.workspace.name(), self.workspace.unusual());
    }

    fn ui(
        &self,
        ui: &mut Ui,
        memory: &mut LabMemory,
        shell: &Shell,
        out: &mut Vec<LabMessage>,
    ) -> Rect {
        let place = ui.max_rect();
        let width = (place.width() * 0.36).clamp(*LEFT_WIDTHS.start(), *LEFT_WIDTHS.end());
        let left = place.with_max_x(place.left() + width);
        let editing = memory.entry(self.workspace.name()).or_default();
        let (lab, preferences) = (&self.workspace, &shell.preferences);
        let mut view = LabView { lab, preferences, editing, out };
        in_panel(ui, left, |ui| view.lab_setup(ui));
        let right = place.with_min_x(left.right() + theme::GAP);
        in_panel(ui, right, |ui| view.lab_results(ui));
        place
    }

    fn shortcut(&self, shortcut: Shortcut) -> Option<LabMessage> {
        (shortcut == Shortcut::PlayPause).then_some(LabMessage::Pause)
    }

    fn apply(&mut self, _: &Preferences) {}

    fn title(&self, _: Naming) -> String {
        format!("Lab · {}", self.workspace.experiment().title)
    }

    fn document<'a>(&'a self, _: &'a LabMemory, _: &'a Preferences) -> Document<'a> {
        let findings = Some((self.workspace.report(), self.workspace.chart()));
        Document { noun: self.workspace.name(), findings, ..Document::default() }
    }
}

struct LabView<'a> {
    lab: &'a Workspace,
    preferences: &'a Preferences,
    editing: &'a mut MethodEditing,
    out: &'a mut Vec<LabMessage>,
}
