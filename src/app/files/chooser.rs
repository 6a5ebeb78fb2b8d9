//! A file dialog inside the window, for desktops that have none of their own.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam_channel::{Receiver, bounded};
use egui::text::{CCursor, CCursorRange};
use egui::{
    Align, Button, Context, Id, Key, Layout, Modal, ScrollArea, TextEdit, Ui, WidgetInfo, vec2,
};

use crate::app::files::{FileMessage, Purpose, Then};
use crate::app::shell::Message;
use crate::app::widgets::theme;
use crate::disk::{self, Entry};
use crate::engine::{background, wait_for};
use crate::text::shown_path;

/// A folder that is listed within this time is shown at once, in seconds.
const AT_ONCE: f64 = 0.05;
/// The height of a line of the list, and what the dialog takes beside the list.
const ROW: f32 = 24.0;
const AROUND_LIST: f32 = 260.0;

/// The state of an open file dialog.
pub(crate) struct Chooser {
    purpose: Purpose,
    /// What comes after saving.
    then: Option<Then>,
    folder: PathBuf,
    entries: Result<Listed, String>,
    /// The contents of the folder, while they are being listed.
    listing: Option<Receiver<Result<Listed, String>>>,
    name: String,
    /// The file that the user was warned about because it already exists.
    warned: Option<PathBuf>,
    /// What is wrong with the file name.
    wrong: String,
    has_focus: bool,
    /// A unique number, so that the text field does not inherit the state of an earlier dialog.
    id: u64,
    ctx: Context,
}

/// The contents of a folder.
#[derive(Default)]
struct Listed {
    entries: Vec<Entry>,
    /// Whether it has files of other kinds, which are not shown.
    has_others: bool,
}

impl Chooser {
    pub(crate) fn new(
        (purpose, then): (Purpose, Option<Then>),
        folder: PathBuf,
        name: String,
        ctx: &Context,
    ) -> Chooser {
        let (entries, listing, ctx) = (Ok(Listed::default()), None, ctx.clone());
        let (warned, wrong) = (None, String::new());
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let id = OPENED.fetch_add(1, Ordering::Relaxed);
        let has_focus = false;
        let mut chooser = Chooser {
            purpose,
            then,
            folder,
            entries,
            listing,
            name,
            warned,
            wrong,
            has_focus,
            id,
            ctx,
        };
        chooser.refresh();
        chooser
    }

    /// Lists the files in the folder, in the background: there may be very many.
    fn refresh(&mut self) {
        let ending = format!(".{}", self.purpose.ending().0);
        let all = self.purpose.reads();
        let fits = move |entry: &Entry| entry.is_folder || all || entry.name.ends_with(&ending);
        let (folder, ctx) = (self.folder.clone(), self.ctx.clone());
        let (sender, listing) = bounded(1);
        background(move || {
            let listed = disk::list(&folder).map(|mut entries| {
                let all = entries.len();
                entries.retain(fits);
                Listed { has_others: entries.len() < all, entries }
            });
            // Another folder may be shown by then.
            let _ = sender.send(listed);
            ctx.request_repaint();
        });
        // Most folders are listed at once, and then nothing flickers.
        let entries = wait_for(&listing, AT_ONCE);
        self.listing = entries.is_none().then_some(listing);
        self.entries = entries.unwrap_or_else(|| Ok(Listed::default()));
        self.wrong.clear();
        self.warned = None;
    }

    /// What to do with a file that was chosen.
    pub(crate) fn chosen(&self, file: PathBuf) -> FileMessage {
        FileMessage::Use(self.purpose, file, self.then.clone())
    }

    /// Takes the contents of the folder once they are listed.
    fn update(&mut self) {
        if let Some(entries) = self.listing.as_ref().and_then(|listing| listing.try_recv().ok()) {
            (self.entries, self.listing) = (entries, None);
        }
    }

    /// What to say where there is nothing to show.
    fn nothing(&self, has_others: bool) -> String {
        let ending = self.purpose.ending().0;
        match has_others {
            _ if self.listing.is_some() => "Reading…".to_owned(),
            true => format!("There are no .{ending} files here. Other files are not shown."),
            false => "There are no files here yet.".to_owned(),
        }
    }

    fn go_to(&mut self, folder: PathBuf) {
        self.folder = folder;
        self.refresh();
    }

    /// Accepts the file name: opens it if it is a folder, or chooses the file. A file that would be
    /// replaced has to be chosen twice.
    fn accept(&mut self) -> Option<PathBuf> {
        let typed = self.name.trim();
        if typed.is_empty() {
            self.wrong = "Type or click a file name.".to_owned();
            return None;
        }
        let mut file = self.folder.join(typed);
        if disk::is_folder(&file) {
            self.name.clear();
            self.go_to(file);
            return None;
        }
        if self.purpose.reads() {
            let with_ending = file.with_extension(self.purpose.ending().0);
            if !disk::exists(&file) && file.extension().is_none() && disk::exists(&with_ending) {
                return Some(with_ending);
            }
            if !disk::exists(&file) {
                self.wrong = match typed.len() {
                    0..=60 => format!("There is no file '{typed}' in this folder."),
                    _ => "There is no file of this name in this folder.".to_owned(),
                };
                return None;
            }
            return Some(file);
        }
        if file.extension().is_none() {
            file.set_extension(self.purpose.ending().0);
        }
        if disk::exists(&file) && self.warned.as_ref() != Some(&file) {
            self.wrong = "This file already exists. Save again to replace it.".to_owned();
            self.warned = Some(file);
            return None;
        }
        Some(file)
    }
}

/// Shows the dialog, and asks for what the file was chosen for.
pub(crate) fn show(ui: &Ui, chooser: &mut Chooser, out: &mut Vec<Message>) {
    chooser.update();
    let colours = theme::of(ui);
    let (mut chosen, mut cancelled) = (None, false);
    let title = chooser.purpose.title();
    let frame = egui::Frame::popup(ui.style()).inner_margin(theme::MARGIN);
    let modal = Modal::new(Id::unique("chooser")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(460.0);
        let heading = ui.heading(title);
        heading.widget_info(|| WidgetInfo::labeled(egui::Role::Heading, true, title));
        ui.horizontal(|ui| {
            let up = chooser.folder.parent().map(PathBuf::from);
            let button = ui.add_enabled(up.is_some(), Button::new("Up"));
            if button.on_hover_text("Opens the parent folder.").clicked() {
                chooser.go_to(up.unwrap_or_default());
            }
            ui.add(egui::Label::new(shown_path(&chooser.folder)).truncate());
        });
        list(ui, chooser, &mut chosen);
        ui.horizontal(|ui| {
            let label = ui.label("File name");
            let width = ui.available_width();
            let stem = chooser.name.rfind('.').unwrap_or(chooser.name.len());
            let stem = chooser.name[..stem].chars().count();
            let field = TextEdit::singleline(&mut chooser.name)
                .desired_width(width)
                .align(egui::Align2::LEFT_CENTER)
                .min_size(vec2(0.0, 28.0));
            let mut shown = field.id_salt(chooser.id).show(ui);
            let field = shown.response.response.labelled_by(label.id);
            if !std::mem::replace(&mut chooser.has_focus, true) {
                field.request_focus();
                // The name is selected without its ending, so that typing replaces only the
                // name.
                let range = CCursorRange::two(CCursor::new(0), CCursor::new(stem));
                shown.state.cursor.set_char_range(Some(range));
                shown.state.store(ui.ctx(), field.id);
            }
            if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
                chosen = chooser.accept();
                field.request_focus();
            }
        });
        let wrong = if chooser.wrong.is_empty() { " " } else { &chooser.wrong };
        ui.colored_label(colours.retreat, wrong);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let verb = if chooser.purpose.reads() { "Open" } else { "Save" };
            if ui.add(theme::primary(verb, colours)).clicked() {
                chosen = chooser.accept();
            }
            cancelled |= ui.button("Cancel").clicked();
        });
    });
    cancelled |= modal.should_close();
    if chosen.is_some() || cancelled {
        out.push(FileMessage::CloseChooser.into());
    }
    out.extend(chosen.map(|file| chooser.chosen(file).into()));
}

/// The contents of the folder. A click copies a name to the field; another click chooses it.
fn list(ui: &mut Ui, chooser: &mut Chooser, chosen: &mut Option<PathBuf>) {
    let mut into = None;
    let frame = egui::Frame::new().stroke(ui.visuals().widgets.noninteractive.bg_stroke);
    frame.inner_margin(4).show(ui, |ui| {
        let height = (ui.ctx().content_rect().height() - AROUND_LIST).clamp(60.0, 220.0);
        let area = ScrollArea::vertical().auto_shrink(false).max_height(height);
        let area = area.min_scrolled_height(height);
        ui.spacing_mut().item_spacing.y = 1.0;
        let lines = chooser.entries.as_ref().map_or(1, |listed| listed.entries.len().max(1));
        area.show_rows(ui, ROW, lines, |ui, rows| match &chooser.entries {
            Err(why) => {
                ui.weak(crate::text::message(why));
            }
            Ok(Listed { entries, has_others }) if entries.is_empty() => {
                ui.weak(chooser.nothing(*has_others));
            }
            Ok(Listed { entries, .. }) => {
                for entry in entries.get(rows).unwrap_or_default() {
                    let text = if entry.is_folder {
                        format!("{}/", entry.name)
                    } else {
                        entry.name.clone()
                    };
                    let size = vec2(ui.available_width(), ROW);
                    let button = Button::selectable(chooser.name == entry.name, text);
                    let layout = Layout::left_to_right(Align::Center).with_main_justify(true);
                    let line = ui.allocate_ui_with_layout(
                        size,
                        layout.with_main_align(Align::Min),
                        |ui| ui.add(button),
                    );
                    if line.inner.clicked() && entry.is_folder {
                        into = Some(chooser.folder.join(&entry.name));
                    } else if line.inner.clicked() && chooser.name == entry.name {
                        *chosen = Some(chooser.folder.join(&entry.name));
                    } else if line.inner.clicked() {
                        chooser.name.clone_from(&entry.name);
                    }
                    if line.inner.gained_focus() {
                        line.inner.scroll_to_me(None);
                    }
                }
            }
        });
    });
    if let Some(folder) = into {
        chooser.go_to(folder);
    }
    // Warn before a file is replaced.
    if chosen.is_some() && !chooser.purpose.reads() {
        *chosen = chooser.accept();
    }
}
