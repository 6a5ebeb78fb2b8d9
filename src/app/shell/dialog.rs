//! Dialogs that must be answered before anything else.

use std::path::Path;

use egui::{DragValue, Id, Modal, ScrollArea, Ui};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use crate::app::explore::ExploreMessage;
use crate::app::files::picture::{self, Framing};
use crate::app::files::{AfterSave, Copied, FileMessage, Purpose};
use crate::app::play::PlayMessage;
use crate::app::shell::page::PageId;
use crate::app::shell::{Message, ShellMessage, help};
use crate::app::widgets::{theme, titled};
use crate::board::{Naming, Square};
use crate::session::{Refusal, Setup};
use crate::text::{capitalised, file_name, grouped, message};

/// The height of a dialog without its text, in points: margins, title, buttons and fields.
const AROUND_TEXT: f32 = 200.0;

const LICENCES: &str = include_str!("../../../assets/licences.md");

/// The name of a button, and what it asks for.
type DialogButton = (&'static str, Message);

pub(crate) struct Dialog {
    title: &'static str,
    text: String,
    /// The first is the most likely one. Enter gives it.
    answers: Vec<DialogButton>,
    pub(super) kind: DialogKind,
}

/// What a dialog has besides its text and its answers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum DialogKind {
    Plain,
    /// Closes when everything is stored for the next start.
    Storing,
    /// With fields for the framing and the longer side, in pixels.
    Picture(Framing, u32),
    /// Shown over the panel, so that the tour can be seen.
    Won,
    /// With the licences.
    About,
}

impl Dialog {
    fn new(title: &'static str, text: &str, answers: Vec<DialogButton>) -> Dialog {
        Dialog { title, text: message(text), answers, kind: DialogKind::Plain }
    }

    fn of_kind(self, kind: DialogKind) -> Dialog {
        Dialog { kind, ..self }
    }

    pub(crate) fn note(title: &'static str, text: &str) -> Dialog {
        Dialog::new(title, text, vec![close("Close")])
    }

    pub(super) fn about() -> Dialog {
        Dialog::note("Knight's Tour", &help::about()).of_kind(DialogKind::About)
    }

    pub(crate) fn won(praise: &str) -> Dialog {
        let answers = vec![
            ("Next board", PlayMessage::Next.into()),
            ("Save…", FileMessage::Choose(Purpose::Tour).into()),
            ("Picture…", FileMessage::ASK_FOR_PICTURE.into()),
            close("Stay here"),
        ];
        Dialog::new("You made a tour!", praise, answers).of_kind(DialogKind::Won)
    }

    /// Why no search was started at a square.
    pub(crate) fn refused(
        setup: &Setup,
        square: Square,
        refusal: &Refusal,
        is_hopeless: bool,
        naming: Naming,
    ) -> Dialog {
        let (words, is_any) = (refusal.words(&setup.board, naming), setup.goal.is_any());
        let mut text = format!("{}.", capitalised(&words));
        let mut answer = close("Close");
        let title = match (refusal, setup.puzzle(square)) {
            (Refusal::NoTour(_), Ok(puzzle)) if !is_hopeless => {
                text = format!("{}: {words}.", capitalised(&puzzle.none_exists(naming)));
                answer = close("Choose another square");
                if is_any { "No tour from here" } else { "No such tour from here" }
            }
            (Refusal::NoTour(_), _) if is_any => "No tour on this board",
            (Refusal::NoTour(_), _) => "No such tour on this board",
            (Refusal::Method(_), _) => return Dialog::note("Not with this method", &text),
            (Refusal::End(_), _) => return Dialog::note("Start and end are the same", &text),
            _ => return Dialog::note("No search can start here", &text),
        };
        let why = ("Show me why", ExploreMessage::WhyNotFrom(square).into());
        let anyway = ("Search anyway", ExploreMessage::Start(square).into());
        Dialog::new(title, &text, vec![answer, why, anyway])
    }

    /// The search on the Board page is not saved and would be replaced.
    pub(super) fn unsaved(then: AfterSave) -> Dialog {
        let text = "The search on the board is not saved. Until you quit, Undo can bring it back.";
        Dialog::save_first(text, then)
    }

    fn save_first(text: &str, then: AfterSave) -> Dialog {
        let answers = vec![
            ("Save…", FileMessage::SaveThen(then.clone()).into()),
            ("Discard", FileMessage::Discard(then).into()),
            close("Cancel"),
        ];
        Dialog::new("Save the search first?", text, answers)
    }

    pub(super) fn not_saved(why: &str, then: AfterSave) -> Dialog {
        let without = match then {
            AfterSave::Open(_) => "Open without saving",
            AfterSave::Restore => "Resume without saving",
            AfterSave::Quit => "Quit without saving",
        };
        let answers = vec![
            ("Save elsewhere…", FileMessage::SaveAs(Some(then.clone())).into()),
            (without, FileMessage::Discard(then).into()),
            close("Stay"),
        ];
        Dialog::new("The search was not saved", why, answers)
    }

    /// Another program has changed the file that a page would be saved to.
    pub(super) fn changed(page: PageId, path: &Path, then: Option<AfterSave>) -> Dialog {
        let text = format!(
            "Another program has changed {} since it was opened or saved here. Overwriting it loses that change.",
            file_name(path)
        );
        let answers = vec![
            ("Save as…", FileMessage::SaveAs(then.clone()).into()),
            ("Overwrite", FileMessage::Overwrite(page, then).into()),
            close("Cancel"),
        ];
        Dialog::new("This file was changed", &text, answers)
    }

    /// The user quits, but nothing can be kept for the next start.
    pub(super) fn unkept(why: &str, is_unsaved: bool) -> Dialog {
        let lost = format!("is not saved, and it cannot be kept for the next start: {why}.");
        if is_unsaved {
            return Dialog::save_first(&format!("The search on the board {lost}"), AfterSave::Quit);
        }
        let text = format!("A search that Undo can bring back {lost}");
        let answers =
            vec![close("Cancel"), ("Discard", FileMessage::Discard(AfterSave::Quit).into())];
        Dialog::new("Quit without this search?", &text, answers)
    }

    pub(super) fn storing() -> Dialog {
        let text = "Keeping the search for the next start takes longer than usual. The window closes as soon as it is done.";
        let answers =
            vec![close("Stay"), ("Quit now", FileMessage::Discard(AfterSave::Quit).into())];
        Dialog::new("Still storing the search", text, answers).of_kind(DialogKind::Storing)
    }

    pub(super) fn large(purpose: Purpose, bytes: u64) -> Dialog {
        let size = grouped(bytes.div_ceil(1_000_000));
        let other = match purpose {
            Purpose::Svg(Framing::Whole) => "A PNG, or a picture of what is seen, is smaller.",
            Purpose::Svg(Framing::Seen) => "A PNG is smaller.",
            _ => "With fewer pixels it is smaller.",
        };
        let text = format!(
            "The file will have about {size} MB, and many programs are slow with such pictures. {other}"
        );
        let answers = vec![
            ("Save anyway…", FileMessage::ChooseAnyway(purpose).into()),
            ("Another picture…", FileMessage::ASK_FOR_PICTURE.into()),
            close("Cancel"),
        ];
        Dialog::new("This will be a large file", &text, answers)
    }

    pub(super) fn picture(framing: Framing, side: u32) -> Dialog {
        let text = "The board as it is now, as a PNG of 100 to 6,000 pixels or as an SVG, which is sharp at any size.";
        let answers = vec![
            ("PNG…", FileMessage::Choose(Purpose::Png(framing, side)).into()),
            ("SVG…", FileMessage::Choose(Purpose::Svg(framing)).into()),
            ("Copy", FileMessage::Copy(Copied::Picture(framing, side)).into()),
            close("Cancel"),
        ];
        let kind = DialogKind::Picture(framing, side);
        Dialog::new("Save a picture of the board", text, answers).of_kind(kind)
    }
}

fn close(name: &'static str) -> DialogButton {
    (name, ShellMessage::CloseDialog.into())
}

pub(super) fn show(
    ui: &Ui,
    shown: &mut Option<Dialog>,
    laid_out: &mut CommonMarkCache,
    out: &mut Vec<Message>,
) {
    let Some(dialog) = shown else { return };
    let mut answered = None;
    let id = Id::unique("dialog");
    let mut modal = Modal::new(id);
    let mut width = 360.0;
    if dialog.kind == DialogKind::Won {
        let corner = egui::vec2(theme::GAP, -theme::GAP);
        let area = Modal::default_area(id).anchor(egui::Align2::LEFT_BOTTOM, corner);
        modal = modal.area(area).backdrop_color(egui::Color32::TRANSPARENT);
        width = theme::LEFT_WIDTH - 2.0 * f32::from(theme::MARGIN);
    }
    let modal = titled(ui, modal, theme::MARGIN, width, dialog.title, |ui| {
        ui.add_space(4.0);
        let room = (ui.ctx().content_rect().height() - AROUND_TEXT).max(40.0);
        let area = ScrollArea::vertical().max_height(room).auto_shrink([false, true]);
        area.show(ui, |ui| {
            ui.label(&dialog.text);
            if dialog.kind == DialogKind::About {
                ui.add_space(6.0);
                let header = egui::CollapsingHeader::new("Licences").id_salt("licences");
                header
                    .show_unindented(ui, |ui| CommonMarkViewer::new().show(ui, laid_out, LICENCES));
            }
        });
        if let DialogKind::Picture(framing, side) = dialog.kind {
            let shape = (picture_framing(ui, framing), picture_size(ui, side));
            if shape != (framing, side) {
                out.push(FileMessage::AskForPicture(shape.0, shape.1).into());
            }
        }
        ui.add_space(10.0);
        ui.horizontal_wrapped(|ui| {
            for (place, (name, _)) in dialog.answers.iter().enumerate() {
                let likely = theme::primary(*name, theme::of(ui));
                let button = ui.add(if place == 0 { likely } else { egui::Button::new(*name) });
                if place == 0 && ui.memory(|memory| memory.focused().is_none()) {
                    button.request_focus();
                }
                if button.clicked() {
                    answered = Some(place);
                }
            }
        });
    });
    if modal.should_close() || answered.is_some() {
        let mut answers = shown.take().map_or_else(Vec::new, |dialog| dialog.answers);
        out.extend(answered.map(|place| answers.swap_remove(place).1));
    }
}

fn picture_framing(ui: &mut Ui, mut framing: Framing) -> Framing {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.radio_value(&mut framing, Framing::Whole, "Whole board");
        let tip = "The rows and columns that are in the window now.";
        ui.radio_value(&mut framing, Framing::Seen, "What is seen").on_hover_text(tip);
    });
    framing
}

fn picture_size(ui: &mut Ui, mut side: u32) -> u32 {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let label = ui.label("Longer side");
        let field = DragValue::new(&mut side).range(picture::SIDES).speed(4.0).suffix(" pixels");
        let (least, most) = (picture::SIDES.start(), picture::SIDES.end());
        let tip = format!("{least} to {most} pixels, for PNG and for copying");
        ui.add(field).labelled_by(label.id).on_hover_text(tip);
    });
    side
}
