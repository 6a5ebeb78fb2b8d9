//! The Lab page: experiments to choose, set, run, and watch while their results come in.

mod form;
mod method_list;
mod results_panel;

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
    /// `false`: choose them from lists.
    EditAsText(bool),
    /// Open the options of the method in this row, or close them all.
    EditMethod(Option<usize>),
    /// `None` if an order with a name was chosen.
    TypeOrder(Option<String>),
    /// The options that were opened have been scrolled into view.
    Revealed,
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
    type Memory = ();

    fn poll(&mut self, _: &mut Shell) -> Option<f32> {
        self.workspace.take_results()
    }

    fn update(&mut self, message: LabMessage, (): &mut (), shell: &mut Shell) {
        match message {
            LabMessage::Open(number) => return open_trial(&self.workspace, number, shell),
            LabMessage::Shell(message) => return shell.send(message),
            LabMessage::Choose(name) => self.workspace.choose(name),
            LabMessage::Set(key, text) => self.workspace.set(key, text),
            LabMessage::Restore => self.workspace.restore(),
            LabMessage::EditAsText(as_text) => {
                let chosen = self.workspace.chosen_mut();
                (chosen.as_text, chosen.order) = (as_text, None);
            }
            LabMessage::EditMethod(row) => {
                let chosen = self.workspace.chosen_mut();
                (chosen.edited, chosen.reveal, chosen.order) = (row, row.is_some(), None);
            }
            LabMessage::TypeOrder(order) => self.workspace.chosen_mut().order = order,
            LabMessage::Revealed => self.workspace.chosen_mut().reveal = false,
            LabMessage::Run => self.workspace.run(),
            LabMessage::Pause => self.workspace.pause(),
            LabMessage::Stop => self.workspace.stop(),
            LabMessage::Chart(place) => self.workspace.chosen_mut().chart = place,
        }
        shell.settings.remember_lab(self.workspace.name(), self.workspace.unusual());
    }

    fn ui(&self, ui: &mut Ui, (): &mut (), shell: &Shell, out: &mut Vec<LabMessage>) -> Rect {
        let place = ui.max_rect();
        let width = (place.width() * 0.36).clamp(*LEFT_WIDTHS.start(), *LEFT_WIDTHS.end());
        let left = place.with_max_x(place.left() + width);
        let mut view = LabView { lab: &self.workspace, preferences: &shell.preferences, out };
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

    fn document<'a>(&'a self, (): &'a (), _: &'a Preferences) -> Document<'a> {
        let findings = Some((self.workspace.report(), self.workspace.chart()));
        Document { noun: self.workspace.name(), findings, ..Document::default() }
    }
}

struct LabView<'a> {
    lab: &'a Workspace,
    preferences: &'a Preferences,
    out: &'a mut Vec<LabMessage>,
}
