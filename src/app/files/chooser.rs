//! A file dialog inside the window, for desktops that have none of their own.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam_channel::{Receiver, bounded};
use egui::text::{CCursor, CCursorRange};
use egui::util::IdTypeMap;
use egui::{Align, Button, Context, Id, Key, Layout, Modal, ScrollArea, TextEdit, Ui, vec2};

use crate::app::files::{AfterSave, FileMessage, Purpose};
use crate::app::shell::Message;
use crate::app::widgets::{theme, titled};
use crate::engine::{Stopwatch, background};
use crate::storage::{self, FolderEntry};
use crate::text::{message, shown_path};

/// A folder that is listed within this time is shown at once, in seconds.
const MAX_BLANK_SECONDS: f64 = 0.05;
/// The height of a line of the list, and of the dialog without the list, in points.
const ROW_HEIGHT: f32 = 24.0;
const AROUND_LIST: f32 = 260.0;

pub enum ChooserMessage {
    Name(String),
    Go(PathBuf),
    /// Open the folder or use the file whose name is in the field.
    Accept,
}

pub(crate) struct Chooser {
    purpose: Purpose,
    then: Option<AfterSave>,
    folder: PathBuf,
    /// What is in the folder, or what to say instead.
    entries: Result<Vec<FolderEntry>, String>,
    pending: Option<PendingFolder>,
    name: String,
    /// The file that the user was warned about because it already exists.
    warned: Option<PathBuf>,
    wrong: String,
    /// A unique number, so that the text field does not inherit the state of an earlier dialog.
    id: u64,
    ctx: Context,
}

/// A folder that is being listed. The one before is shown meanwhile, for a moment, so that nothing flickers.
struct PendingFolder {
    folder: PathBuf,
    entries: Receiver<Result<Vec<FolderEntry>, String>>,
    since: Stopwatch,
}

impl Chooser {
    pub(crate) fn new(
        (purpose, then): (Purpose, Option<AfterSave>),
        folder: PathBuf,
        name: String,
        ctx: &Context,
    ) -> Chooser {
        static OPENED: AtomicU64 = AtomicU64::new(0);
        let mut chooser = Chooser {
            purpose,
            then,
            folder: folder.clone(),
            entries: Err(String::new()),
            pending: None,
            name,
            warned: None,
            wrong: String::new(),
            id: OPENED.fetch_add(1, Ordering::Relaxed),
            ctx: ctx.clone(),
        };
        chooser.go_to(folder);
        chooser
    }

    /// Lists a folder in the background: there may be very many files.
    fn go_to(&mut self, folder: PathBuf) {
        let (purpose, listed, ctx) = (self.purpose, folder.clone(), self.ctx.clone());
        let (sender, entries) = bounded(1);
        background(move || {
            // Another folder may be shown by then.
            let _ = sender.send(entries_for(purpose, &listed));
            ctx.request_repaint();
        });
        self.pending = Some(PendingFolder { folder, entries, since: Stopwatch::start() });
        self.wrong.clear();
        self.warned = None;
    }

    pub(crate) fn poll(&mut self) {
        let Some(pending) = &self.pending else { return };
        let listed = pending.entries.try_recv().ok();
        if listed.is_none() && pending.since.seconds() < MAX_BLANK_SECONDS {
            return self.ctx.request_repaint_after_secs(MAX_BLANK_SECONDS as f32);
        }
        self.folder.clone_from(&pending.folder);
        if listed.is_some() {
            self.pending = None;
        }
        self.entries = listed.unwrap_or_else(|| Err("Reading…".to_owned()));
    }

    /// Returns what to do with the file, once one is chosen.
    pub(crate) fn update(&mut self, message: ChooserMessage) -> Option<FileMessage> {
        match message {
            ChooserMessage::Name(name) => {
                self.name = name;
                self.wrong.clear();
                self.warned = None;
            }
            ChooserMessage::Go(folder) => self.go_to(folder),
            ChooserMessage::Accept => {
                let file = self.accept()?;
                return Some(FileMessage::Use(self.purpose, file, self.then.clone()));
            }
        }
        None
    }

    /// Accepts the file name: opens it if it is a folder, or chooses the file. A file that would be
    /// replaced has to be chosen twice.
    fn accept(&mut self) -> Option<PathBuf> {
        let typed = self.name.trim();
        if typed.is_empty() {
            self.wrong = "Type or click a file name.".to_owned();
            return None;
        }
        let file = self.folder.join(typed);
        if storage::is_folder(&file) {
            self.name.clear();
            self.go_to(file);
            return None;
        }
        let with_ending = file.with_extension(self.purpose.ending().0);
        let has_ending = file.extension().is_some();
        if self.purpose.reads() {
            let guess = (!has_ending).then_some(with_ending);
            let found =
                [Some(file), guess].into_iter().flatten().find(|file| storage::exists(file));
            if found.is_none() {
                self.wrong = match typed.len() {
                    0..=60 => format!("There is no file '{typed}' in this folder."),
                    _ => "There is no file of this name in this folder.".to_owned(),
                };
            }
            return found;
        }
        let file = if has_ending { file } else { with_ending };
        if storage::exists(&file) && self.warned.as_ref() != Some(&file) {
            self.wrong = "This file already exists. Save again to replace it.".to_owned();
            self.warned = Some(file);
            return None;
        }
        Some(file)
    }
}

/// The folders in a folder, and its files of the right kind. Without any, says so.
fn entries_for(purpose: Purpose, folder: &Path) -> Result<Vec<FolderEntry>, String> {
    let mut entries = storage::list(folder)?;
    let (count, ending) = (entries.len(), format!(".{}", purpose.ending().0));
    entries.retain(|entry| entry.is_folder || purpose.reads() || entry.name.ends_with(&ending));
    if !entries.is_empty() {
        Ok(entries)
    } else if count == 0 {
        Err("There are no files here yet.".to_owned())
    } else {
        Err(format!("There are no {ending} files here. Other files are not shown."))
    }
}

pub(crate) fn show(ui: &Ui, chooser: &Chooser, out: &mut Vec<Message>) {
    let colours = theme::of(ui);
    let mut cancelled = false;
    let (modal, title) = (Modal::new(Id::unique("chooser")), chooser.purpose.title());
    let modal = titled(ui, modal, theme::MARGIN, 460.0, title, |ui| {
        ui.horizontal(|ui| {
            let up = chooser.folder.parent().map(PathBuf::from);
            let button = ui.add_enabled(up.is_some(), Button::new("Up"));
            if button.on_hover_text("Opens the parent folder.").clicked() {
                out.extend(up.map(|folder| ChooserMessage::Go(folder).into()));
            }
            ui.add(egui::Label::new(shown_path(&chooser.folder)).truncate());
        });
        list(ui, chooser, out);
        ui.horizontal(|ui| name_field(ui, chooser, out));
        let wrong = if chooser.wrong.is_empty() { " " } else { &chooser.wrong };
        ui.colored_label(colours.retreat, wrong);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let verb = if chooser.purpose.reads() { "Open" } else { "Save" };
            // After a click in the list, nothing has the focus, and Enter accepts the file.
            let is_free = ui.memory(|memory| memory.focused().is_none());
            let enter = is_free && ui.input(|input| input.key_pressed(Key::Enter));
            if ui.add(theme::primary(verb, colours)).clicked() || enter {
                out.push(ChooserMessage::Accept.into());
            }
            cancelled |= ui.button("Cancel").clicked();
        });
    });
    if cancelled || modal.should_close() {
        out.push(FileMessage::CloseChooser.into());
    }
}

/// It has the focus at first.
fn name_field(ui: &mut Ui, chooser: &Chooser, out: &mut Vec<Message>) {
    let label = ui.label("File name");
    let width = ui.available_width();
    let mut name = chooser.name.clone();
    let stem = name[..name.rfind('.').unwrap_or(name.len())].chars().count();
    let field = TextEdit::singleline(&mut name)
        .desired_width(width)
        .align(egui::Align2::LEFT_CENTER)
        .min_size(vec2(0.0, 28.0));
    let mut shown = field.id_salt(chooser.id).show(ui);
    let field = shown.response.response.labelled_by(label.id);
    let is_old = |data: &mut IdTypeMap| {
        std::mem::replace(data.get_temp_mut_or_default(field.id.with("is old")), true)
    };
    if !ui.data_mut(is_old) {
        field.request_focus();
        // The name is selected without its ending, so that typing replaces only the name.
        let range = CCursorRange::two(CCursor::new(0), CCursor::new(stem));
        shown.state.cursor.set_char_range(Some(range));
        shown.state.store(ui.ctx(), field.id);
    }
    if name != chooser.name {
        out.push(ChooserMessage::Name(name).into());
    }
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        out.push(ChooserMessage::Accept.into());
        field.request_focus();
    }
}

/// A click copies a name to the field; another click chooses it.
fn list(ui: &mut Ui, chooser: &Chooser, out: &mut Vec<Message>) {
    let frame = egui::Frame::new().stroke(ui.visuals().widgets.noninteractive.bg_stroke);
    frame.inner_margin(4).show(ui, |ui| {
        let height = (ui.ctx().content_rect().height() - AROUND_LIST).clamp(60.0, 220.0);
        let area = ScrollArea::vertical().auto_shrink(false).max_height(height);
        let area = area.min_scrolled_height(height);
        ui.spacing_mut().item_spacing.y = 1.0;
        let lines = chooser.entries.as_ref().map_or(1, Vec::len);
        area.show_rows(ui, ROW_HEIGHT, lines, |ui, rows| match &chooser.entries {
            Err(words) => {
                ui.weak(message(words));
            }
            Ok(entries) => {
                for entry in entries.get(rows).unwrap_or_default() {
                    out.extend(row(ui, chooser, entry).map(Message::from));
                }
            }
        });
    });
}

fn row(ui: &mut Ui, chooser: &Chooser, entry: &FolderEntry) -> Option<ChooserMessage> {
    let slash = if entry.is_folder { "/" } else { "" };
    let is_named = chooser.name == entry.name;
    let button = Button::selectable(is_named, format!("{}{slash}", entry.name));
    let layout = Layout::left_to_right(Align::Center).with_main_justify(true);
    let layout = layout.with_main_align(Align::Min);
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    let line = ui.allocate_ui_with_layout(size, layout, |ui| ui.add(button)).inner;
    if line.gained_focus() {
        line.scroll_to_me(None);
    }
    line.clicked().then(|| match (entry.is_folder, is_named) {
        (true, _) => ChooserMessage::Go(chooser.folder.join(&entry.name)),
        (false, true) => ChooserMessage::Accept,
        (false, false) => ChooserMessage::Name(entry.name.clone()),
    })
}
