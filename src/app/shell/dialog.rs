//! Dialogs that must be answered before anything else.

use std::path::{Path, PathBuf};

use egui::{DragValue, Id, Modal, ScrollArea, Ui, WidgetInfo};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use crate::app::explore::ExploreMessage;
use crate::app::files::picture::{self, Framing};
use crate::app::files::{AfterSave, Copied, FileMessage, Purpose};
use crate::app::play::PlayMessage;
use crate::app::shell::page::PageId;
use crate::app::shell::{Message, ShellMessage, help};
use crate::app::widgets::theme;
use crate::board::{Naming, Square};
use crate::session::{Refusal, Setup};
use crate::text::{capitalised, file_name, grouped, message};

/// What a dialog takes beside its text: margins, title, buttons and the field of a picture.
const AROUND_TEXT: f32 = 200.0;

const LICENCES: &str = include_str!("../../../assets/licences.md");

pub(crate) enum Dialog {
    Refused(Refused),
    /// Something went wrong: a title and a sentence.
    Trouble(&'static str, String),
    /// The search on the Board page is not saved and would be replaced.
    Unsaved(AfterSave),
    /// The reason, and what was to come after.
    NotSaved(String, AfterSave),
    /// The user quits, but nothing can be kept for the next start.
    Unkept {
        why: String,
        is_unsaved: bool,
    },
    /// The user quits, and storing takes long.
    Storing,
    /// Another program has changed the file.
    Changed(PageId, PathBuf, Option<AfterSave>),
    Picture(Framing, u32),
    /// The file would have about this many bytes.
    Large(Purpose, u64),
    Won(String),
    About,
}

pub(crate) struct Refused {
    title: &'static str,
    text: String,
    /// The square, where a theorem says that there is no tour: it can be shown, or tried all the same.
    overruled_at: Option<Square>,
    /// Whether no tour starts anywhere.
    is_hopeless: bool,
}

impl Dialog {
    pub(crate) fn refused(
        setup: &Setup,
        square: Square,
        refusal: &Refusal,
        is_hopeless: bool,
        naming: Naming,
    ) -> Dialog {
        let words = refusal.words(&setup.board, naming);
        let is_any = setup.goal.is_any();
        let (title, text) = match (refusal, setup.puzzle(square)) {
            (Refusal::NoTour(_), Ok(puzzle)) if !is_hopeless => {
                let none = capitalised(&puzzle.none_exists(naming));
                let title = if is_any { "No tour from here" } else { "No such tour from here" };
                (title, format!("{none}: {words}."))
            }
            _ => {
                let title = match refusal {
                    Refusal::NoTour(_) if is_any => "No tour on this board",
                    Refusal::NoTour(_) => "No such tour on this board",
                    Refusal::Method(_) => "Not with this method",
                    Refusal::End(_) => "Start and end are the same",
                    _ => "No search can start here",
                };
                (title, format!("{}.", capitalised(&words)))
            }
        };
        let overruled_at = matches!(refusal, Refusal::NoTour(_)).then_some(square);
        Dialog::Refused(Refused { title, text, overruled_at, is_hopeless })
    }

    pub(crate) fn not_saved(page: PageId) -> &'static str {
        match page {
            PageId::Play => "The game was not saved",
            PageId::Board | PageId::Lab => "The search was not saved",
        }
    }
}

/// An answer: its name, and what it asks for.
type Answer = (&'static str, Message);

struct Question {
    title: &'static str,
    text: String,
    /// The most likely answer, which Enter gives.
    likely: Answer,
    others: Vec<Answer>,
}

impl Question {
    fn new(title: &'static str, text: &str, likely: Answer, others: Vec<Answer>) -> Question {
        Question { title, text: message(text), likely, others }
    }

    fn note(title: &'static str, text: &str) -> Question {
        Question::new(title, text, close("Close"), Vec::new())
    }
}

pub(super) fn show(
    ui: &Ui,
    dialog: &Dialog,
    laid_out: &mut CommonMarkCache,
    out: &mut Vec<Message>,
) {
    let question = question(dialog);
    let colours = theme::of(ui);
    let mut asked = None;
    let frame = egui::Frame::popup(ui.style()).inner_margin(theme::MARGIN);
    let id = Id::unique("dialog");
    let mut modal = Modal::new(id).frame(frame);
    let mut width = 360.0;
    if matches!(dialog, Dialog::Won(_)) {
        // Over the panel, so that the tour can be seen.
        let corner = egui::vec2(theme::GAP, -theme::GAP);
        let area = Modal::default_area(id).anchor(egui::Align2::LEFT_BOTTOM, corner);
        modal = modal.area(area).backdrop_color(egui::Color32::TRANSPARENT);
        width = theme::LEFT - 2.0 * f32::from(theme::MARGIN);
    }
    let modal = modal.show(ui.ctx(), |ui| {
        ui.set_width(width);
        let heading = ui.heading(question.title);
        heading.widget_info(|| WidgetInfo::labeled(egui::Role::Heading, true, question.title));
        ui.add_space(4.0);
        let room = (ui.ctx().content_rect().height() - AROUND_TEXT).max(40.0);
        let area = ScrollArea::vertical().max_height(room).auto_shrink([false, true]);
        area.show(ui, |ui| {
            ui.label(question.text);
            if let Dialog::About = dialog {
                licences(ui, laid_out);
            }
        });
        if let Dialog::Picture(framing, side) = *dialog {
            let shape = (picture_framing(ui, framing), picture_size(ui, side));
            if shape != (framing, side) {
                out.push(FileMessage::ShapePicture(shape.0, shape.1).into());
            }
        }
        ui.add_space(10.0);
        ui.horizontal_wrapped(|ui| {
            let (name, message) = question.likely;
            let button = ui.add(theme::primary(name, colours));
            if ui.memory(|memory| memory.focused().is_none()) {
                button.request_focus();
            }
            if button.clicked() {
                asked = Some(message);
            }
            for (name, message) in question.others {
                if ui.button(name).clicked() {
                    asked = Some(message);
                }
            }
        });
    });
    if modal.should_close() || asked.is_some() {
        out.push(ShellMessage::CloseDialog.into());
        out.extend(asked);
    }
}

fn close(name: &'static str) -> Answer {
    (name, ShellMessage::CloseDialog.into())
}

fn file(name: &'static str, message: FileMessage) -> Answer {
    (name, message.into())
}

fn question(dialog: &Dialog) -> Question {
    match dialog {
        Dialog::Refused(refused) => refused.question(),
        Dialog::Trouble(title, text) => Question::note(title, text),
        Dialog::Unsaved(then) => unsaved_question(then),
        Dialog::NotSaved(why, then) => not_saved_question(why, then),
        Dialog::Changed(page, path, then) => changed_question(*page, path, then.as_ref()),
        Dialog::Unkept { .. } | Dialog::Storing => quit_question(dialog),
        Dialog::Picture(framing, side) => picture_question(*framing, *side),
        Dialog::Large(purpose, bytes) => large_question(*purpose, *bytes),
        Dialog::Won(text) => {
            let others = vec![
                file("Save…", FileMessage::Choose(Purpose::Tour)),
                file("Picture…", FileMessage::AskForPicture),
                close("Stay here"),
            ];
            let next = ("Next board", PlayMessage::Next.into());
            Question::new("You made a tour!", text, next, others)
        }
        Dialog::About => Question::note("Knight's Tour", &help::about()),
    }
}

impl Refused {
    fn question(&self) -> Question {
        let Some(square) = self.overruled_at else {
            return Question::note(self.title, &self.text);
        };
        let likely = close(if self.is_hopeless { "Close" } else { "Choose another square" });
        let others = vec![
            ("Show me why", ExploreMessage::WhyNotFrom(square).into()),
            ("Search anyway", ExploreMessage::Start(square).into()),
        ];
        Question::new(self.title, &self.text, likely, others)
    }
}

fn unsaved_question(then: &AfterSave) -> Question {
    let text = "The search on the board is not saved. Until you quit, Undo can bring it back.";
    let others = vec![file("Discard", FileMessage::Discard(then.clone())), close("Cancel")];
    let likely = file("Save…", FileMessage::SaveThen(then.clone()));
    Question::new("Save the search first?", text, likely, others)
}

fn not_saved_question(why: &str, then: &AfterSave) -> Question {
    let likely = file("Save elsewhere…", FileMessage::SaveAs(Some(then.clone())));
    let without = match then {
        AfterSave::Open(_) => "Open without saving",
        AfterSave::Restore => "Resume without saving",
        AfterSave::Quit => "Quit without saving",
    };
    let others = vec![file(without, FileMessage::Discard(then.clone())), close("Stay")];
    Question::new("The search was not saved", why, likely, others)
}

fn changed_question(page: PageId, path: &Path, then: Option<&AfterSave>) -> Question {
    let likely = file("Save as…", FileMessage::SaveAs(then.cloned()));
    let overwrite = FileMessage::Overwrite(page, then.cloned());
    let others = vec![file("Overwrite", overwrite), close("Cancel")];
    let text = format!(
        "Another program has changed {} since it was opened or saved here. Overwriting it loses that change.",
        file_name(path)
    );
    Question::new("This file was changed", &text, likely, others)
}

fn quit_question(dialog: &Dialog) -> Question {
    let discard = |name| file(name, FileMessage::Discard(AfterSave::Quit));
    match dialog {
        Dialog::Unkept { why, is_unsaved: true } => {
            let likely = file("Save…", FileMessage::SaveThen(AfterSave::Quit));
            let text = format!(
                "The search on the board is not saved, and it cannot be kept for the next start: {why}."
            );
            let others = vec![discard("Discard"), close("Cancel")];
            Question::new("Save the search first?", &text, likely, others)
        }
        Dialog::Unkept { why, .. } => {
            let text = format!(
                "A search that Undo can bring back is not saved, and it cannot be kept for the next start: {why}."
            );
            let others = vec![discard("Discard")];
            Question::new("Quit without this search?", &text, close("Cancel"), others)
        }
        _ => {
            let text = "Keeping the search for the next start takes longer than usual. The window closes as soon as it is done.";
            let others = vec![discard("Quit now")];
            Question::new("Still storing the search", text, close("Stay"), others)
        }
    }
}

fn large_question(purpose: Purpose, bytes: u64) -> Question {
    let likely = file("Save anyway…", FileMessage::ChooseAnyway(purpose));
    let others = vec![file("Another picture…", FileMessage::AskForPicture), close("Cancel")];
    let size = grouped(bytes.div_ceil(1_000_000));
    let other = match purpose {
        Purpose::Svg(Framing::Whole) => "A PNG, or a picture of what is seen, is smaller.",
        Purpose::Svg(Framing::Seen) => "A PNG is smaller.",
        _ => "With fewer pixels it is smaller.",
    };
    let text = format!(
        "The file will have about {size} MB, and many programs are slow with such pictures. {other}"
    );
    Question::new("This will be a large file", &text, likely, others)
}

fn picture_question(framing: Framing, side: u32) -> Question {
    let likely = file("PNG…", FileMessage::Choose(Purpose::Png(framing, side)));
    let others = vec![
        file("SVG…", FileMessage::Choose(Purpose::Svg(framing))),
        file("Copy", FileMessage::Copy(Copied::Picture(framing, side))),
        close("Cancel"),
    ];
    let text = "The board as it is now, as a PNG of 100 to 6,000 pixels or as an SVG, which is sharp at any size.";
    Question::new("Save a picture of the board", text, likely, others)
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
        ui.add(field)
            .labelled_by(label.id)
            .on_hover_text(format!("{least} to {most} pixels, for PNG and for copying"));
    });
    side
}

fn licences(ui: &mut Ui, cache: &mut CommonMarkCache) {
    ui.add_space(6.0);
    let header = egui::CollapsingHeader::new("Licences").id_salt("licences");
    header.show_unindented(ui, |ui| CommonMarkViewer::new().show(ui, cache, LICENCES));
}
