//! Dialogs that must be answered before anything else.

use std::path::PathBuf;

use egui::{DragValue, Id, Modal, ScrollArea, Ui, WidgetInfo};
use egui_commonmark::{CommonMarkCache, CommonMarkViewer};

use crate::app::files::name_of;
use crate::app::files::picture;
use crate::app::files::picture::Framing;
use crate::app::shell::command::{Command, Copied, Then};
use crate::app::shell::help;
use crate::app::shell::menu::capitalised;
use crate::app::shell::stage::Seen;
use crate::app::widgets::theme;
use crate::app::{PlayOrder, Purpose};
use crate::board::Square;
use crate::puzzle::Goal;
use crate::session::Refusal;
use crate::text::{grouped, message};

/// What a dialog takes beside its text: margins, title, buttons and the field of a picture.
const AROUND_TEXT: f32 = 200.0;

/// The licences of what the program is made of.
const LICENCES: &str = include_str!("../../../assets/licences.md");

/// Something that has to be read before anything else.
pub(crate) enum Dialog {
    /// No search was started at this square, for this reason.
    Refused(Square, Refusal),
    /// Something went wrong with a file: a title and a sentence.
    Trouble(&'static str, String),
    /// What is on the board is not saved, and this would replace it.
    Unsaved(Then),
    /// What is on the board could not be saved, for this reason, and this was to come after.
    NotSaved(String, Then),
    /// What is not saved cannot be kept for the next start, for this reason, and the user quits.
    Unkept(String),
    /// What is not saved is still being stored for the next start, and the user quits.
    Storing,
    /// Another program has changed the file that the search is to be saved to, and this may come
    /// after.
    Changed(PathBuf, Option<Then>),
    /// A picture of so much of the board is wanted, with this many pixels along its longer side.
    Picture(Framing, u32),
    /// A file is wanted that would have about this many bytes.
    Large(Purpose, u64),
    /// A game is won: what is said about it.
    Won(String),
    /// What the program says of itself, with the licences as they are laid out.
    About(Box<CommonMarkCache>),
}

/// An answer: its name, and what it asks for.
type Answer = (&'static str, Command);

/// What a dialog says, and the possible answers.
struct Question {
    title: &'static str,
    text: String,
    /// The most likely answer, which Enter gives.
    likely: Answer,
    others: Vec<Answer>,
}

/// Shows a dialog, and asks for what was answered.
pub(crate) fn show(ui: &Ui, seen: Seen<'_>, dialog: &mut Dialog, commands: &mut Vec<Command>) {
    let question = question(seen, dialog);
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
            if let Dialog::About(cache) = dialog {
                licences(ui, cache);
            }
        });
        if let Dialog::Picture(framing, side) = dialog {
            picture_framing(ui, framing);
            picture_size(ui, side);
        }
        ui.add_space(10.0);
        ui.horizontal_wrapped(|ui| {
            let (name, command) = question.likely;
            let button = ui.add(theme::primary(name, colours));
            if ui.memory(|memory| memory.focused().is_none()) {
                button.request_focus();
            }
            if button.clicked() {
                asked = Some(command);
            }
            for (name, command) in question.others {
                if ui.button(name).clicked() {
                    asked = Some(command);
                }
            }
        });
    });
    if modal.should_close() {
        asked = Some(Command::CloseDialog);
    }
    if let Some(command) = asked {
        commands.push(Command::CloseDialog);
        commands.extend(Some(command).filter(|command| *command != Command::CloseDialog));
    }
}

/// What a dialog says, and the possible answers.
fn question(seen: Seen<'_>, dialog: &Dialog) -> Question {
    let session = seen.session;
    let close = |name| (name, Command::CloseDialog);
    let (title, text, likely, others) = match dialog {
        Dialog::Refused(square, Refusal::NoTour(reason)) => {
            let reason = reason.words(session.naming());
            let hopeless = session.is_hopeless();
            let likely = close(if hopeless { "Close" } else { "Choose another square" });
            let others = vec![
                ("Show me why", Command::Play(PlayOrder::WhyNotFrom(*square))),
                ("Search anyway", Command::Start(*square)),
            ];
            let setup = session.setup();
            let is_any = setup.goal == Goal::Any;
            match (hopeless, setup.puzzle(*square)) {
                (false, Ok(puzzle)) => {
                    let none = capitalised(&puzzle.none_exists(session.naming()));
                    let title = if is_any { "No tour from here" } else { "No such tour from here" };
                    (title, format!("{none}: {reason}."), likely, others)
                }
                _ => {
                    let title =
                        if is_any { "No tour on this board" } else { "No such tour on this board" };
                    (title, format!("{}.", capitalised(&reason)), likely, others)
                }
            }
        }
        Dialog::Refused(_, refusal) => {
            let title = match refusal {
                Refusal::Conflict(_) => "These options do not work together",
                Refusal::Method(_) => "Not with this method",
                Refusal::End(_) => "Start and end are the same",
                _ => "No search can start here",
            };
            let words = refusal.words(&session.setup().board, session.naming());
            (title, format!("{}.", capitalised(&words)), close("Close"), Vec::new())
        }
        Dialog::Trouble(title, text) => (*title, message(text), close("Close"), Vec::new()),
        Dialog::Unsaved(then) => {
            let likely = ("Save…", Command::SaveThen(then.clone()));
            let others = vec![("Discard", Command::Discard(then.clone())), close("Cancel")];
            let text =
                "The search on the board is not saved. Until you quit, Undo can bring it back.";
            ("Save the search first?", text.to_owned(), likely, others)
        }
        Dialog::NotSaved(why, then) => {
            let likely = ("Save elsewhere…", Command::SaveAs(Some(then.clone())));
            let without = match then {
                Then::Open(_) => "Open without saving",
                Then::Restore => "Resume without saving",
                Then::Quit => "Quit without saving",
            };
            let others = vec![(without, Command::Discard(then.clone())), close("Stay")];
            ("The search was not saved", why.clone(), likely, others)
        }
        Dialog::Unkept(why) if session.is_unsaved() => {
            let likely = ("Save…", Command::SaveThen(Then::Quit));
            let others = vec![("Discard", Command::Discard(Then::Quit)), close("Cancel")];
            let text = format!(
                "The search on the board is not saved, and it cannot be kept for the next start: {why}."
            );
            ("Save the search first?", text, likely, others)
        }
        Dialog::Unkept(why) => {
            let others = vec![("Discard", Command::Discard(Then::Quit))];
            let text = format!(
                "A search that Undo can bring back is not saved, and it cannot be kept for the next start: {why}."
            );
            ("Quit without this search?", text, close("Cancel"), others)
        }
        Dialog::Storing => {
            let others = vec![("Quit now", Command::Discard(Then::Quit))];
            let text = "Keeping the search for the next start takes longer than usual. The window closes as soon as it is done.".to_owned();
            ("Still storing the search", text, close("Stay"), others)
        }
        Dialog::Changed(file, then) => {
            let likely = ("Save as…", Command::SaveAs(then.clone()));
            let others = vec![("Overwrite", Command::Overwrite(then.clone())), close("Cancel")];
            let text = format!(
                "Another program has changed {} since it was opened or saved here. Overwriting it loses that change.",
                name_of(file)
            );
            ("This file was changed", text, likely, others)
        }
        Dialog::Picture(framing, side) => {
            let likely = ("PNG…", Command::ChooseFile(Purpose::Png(*framing, *side)));
            let others = vec![
                ("SVG…", Command::ChooseFile(Purpose::Svg(*framing))),
                ("Copy", Command::Copy(Copied::Picture(*framing, *side))),
                close("Cancel"),
            ];
            let text = "The board as it is now, as a PNG of 100 to 6,000 pixels or as an SVG, which is sharp at any size.";
            ("Save a picture of the board", text.to_owned(), likely, others)
        }
        Dialog::Large(purpose, bytes) => {
            let likely = ("Save anyway…", Command::ChooseFileAnyway(*purpose));
            let others = vec![("Another picture…", Command::AskForPicture), close("Cancel")];
            let size = grouped(bytes.div_ceil(1_000_000));
            let other = match purpose {
                Purpose::Svg(Framing::Whole) => "A PNG, or a picture of what is seen, is smaller.",
                Purpose::Svg(Framing::Seen) => "A PNG is smaller.",
                _ => "With fewer pixels it is smaller.",
            };
            let text = format!(
                "The file will have about {size} MB, and many programs are slow with such pictures. {other}"
            );
            ("This will be a large file", text, likely, others)
        }
        Dialog::Won(text) => {
            let likely = ("Next board", Command::Play(PlayOrder::Next));
            let others = vec![
                ("Save…", Command::ChooseFile(Purpose::Tour)),
                ("Picture…", Command::AskForPicture),
                close("Stay here"),
            ];
            ("You made a tour!", text.clone(), likely, others)
        }
        Dialog::About(_) => ("Knight's Tour", help::about(), close("Close"), Vec::new()),
    };
    Question { title, text: message(&text), likely, others }
}

/// Whether a picture shows the whole board.
fn picture_framing(ui: &mut Ui, framing: &mut Framing) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        ui.radio_value(framing, Framing::Whole, "Whole board");
        let tip = "The rows and columns that are in the window now.";
        ui.radio_value(framing, Framing::Seen, "What is seen").on_hover_text(tip);
    });
}

/// The field for the size of a picture.
fn picture_size(ui: &mut Ui, side: &mut u32) {
    ui.add_space(6.0);
    ui.horizontal(|ui| {
        let label = ui.label("Longer side");
        let field = DragValue::new(side).range(picture::SIDES).speed(4.0).suffix(" pixels");
        let (least, most) = (picture::SIDES.start(), picture::SIDES.end());
        ui.add(field)
            .labelled_by(label.id)
            .on_hover_text(format!("{least} to {most} pixels, for PNG and for copying"));
    });
}

/// The licences, for whoever asks.
fn licences(ui: &mut Ui, cache: &mut CommonMarkCache) {
    ui.add_space(6.0);
    let header = egui::CollapsingHeader::new("Licences").id_salt("licences");
    header.show_unindented(ui, |ui| CommonMarkViewer::new().show(ui, cache, LICENCES));
}
