//! What happens around the pages: keys, files, and what one page wants from another.

use std::path::{Path, PathBuf};

use egui::ViewportCommand;

use crate::app::explore::ExploreMessage;
use crate::app::files::recovery::News;
use crate::app::files::{
    Copied, Done, FileMessage, Purpose, SaveJob, Saved, Then, about, copied_text, export,
    export_size, likeness_job, picture, suggested_name,
};
use crate::app::play::{PlayMessage, PlayTab};
use crate::app::shell::App;
use crate::app::shell::ShellMessage;
use crate::app::shell::closing::Closing;
use crate::app::shell::dialog::Dialog;
use crate::app::shell::help::{Help, HelpPage};
use crate::app::shell::page::{Page, PageId, Request};
use crate::app::shell::shortcuts::Shortcut;
use crate::app::shell::welcome::Welcome;
use crate::disk::loaded::{Loaded, OnBoard};
use crate::session::Origin;
use crate::text::file_name;

/// Before larger files are made, the user is asked.
const LARGE_FILE_BYTES: u64 = 50_000_000;

impl App {
    pub(super) fn update_shell(&mut self, message: ShellMessage) {
        match message {
            ShellMessage::Preference(preference) => self.shell.prefer(preference),
            ShellMessage::Press(shortcut) => self.press(shortcut),
            ShellMessage::File(message) => self.update_files(message),
            ShellMessage::Request(request) => self.fulfil(request),
            ShellMessage::Enter(page) => self.enter(page),
            ShellMessage::Fit if self.shell.page == PageId::Play => self.send(PlayMessage::Fit),
            ShellMessage::Fit => self.send(ExploreMessage::Fit),
            ShellMessage::CloseDialog => drop(self.close_front()),
            ShellMessage::Help(page) => {
                self.shell.help = Some(Help::at(page, &self.shell.ctx));
                self.shell.settings.help_is_new();
            }
            ShellMessage::Welcome => self.shell.welcome = Some(Welcome::new()),
            ShellMessage::About => self.shell.ask(Dialog::About(Box::default())),
        }
    }

    /// Whether a key does something now, on the page that is shown or around it.
    pub(super) fn knows(&self, shortcut: Shortcut) -> bool {
        let on_page = match self.shell.page {
            PageId::Board => self.explore.shortcut(shortcut).is_some(),
            PageId::Play => self.play.shortcut(shortcut).is_some(),
            PageId::Lab => self.lab.shortcut(shortcut).is_some(),
        };
        let around = matches!(
            shortcut,
            Shortcut::Open
                | Shortcut::Save
                | Shortcut::SaveAs
                | Shortcut::NextPage
                | Shortcut::Help
                | Shortcut::FullScreen
                | Shortcut::Quit
                | Shortcut::Escape
        );
        on_page || around
    }

    /// Offers a key to the page, then does what the shell does with it. One that neither knows changes
    /// nothing.
    fn press(&mut self, shortcut: Shortcut) {
        let is_escape = shortcut == Shortcut::Escape;
        if is_escape && self.close_front() {
            return;
        }
        let page = self.shell.page;
        let on_board = self.explore.shortcut(shortcut).filter(|_| page == PageId::Board);
        let in_game = self.play.shortcut(shortcut).filter(|_| page == PageId::Play);
        let in_lab = self.lab.shortcut(shortcut).filter(|_| page == PageId::Lab);
        if let Some(message) = on_board {
            return self.send(message);
        }
        if let Some(message) = in_game {
            return self.send(message);
        }
        if let Some(message) = in_lab {
            return self.send(message);
        }
        let ctx = &self.shell.ctx;
        let is_full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
        match shortcut {
            Shortcut::Open => self.update_files(FileMessage::Open),
            Shortcut::Save => self.update_files(FileMessage::Save),
            Shortcut::SaveAs => self.update_files(FileMessage::SaveAs(None)),
            Shortcut::NextPage => self.enter(match page {
                PageId::Board => PageId::Play,
                PageId::Play => PageId::Lab,
                PageId::Lab => PageId::Board,
            }),
            Shortcut::Help => self.shell.send(ShellMessage::Help(match page {
                PageId::Board => HelpPage::Board,
                PageId::Play => HelpPage::Play,
                // That page ends with the lab.
                PageId::Lab => HelpPage::Tours,
            })),
            Shortcut::FullScreen => ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!is_full)),
            Shortcut::Escape if is_full => {
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
            }
            Shortcut::Escape => self.shell.recovery.offer_later(),
            Shortcut::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
            _ => {}
        }
    }

    /// Closes a dialog, the help or the welcome, if one is open.
    fn close_front(&mut self) -> bool {
        let shell = &mut self.shell;
        shell.dialog.take().is_some()
            || shell.help.take().is_some()
            || shell.welcome.take().is_some()
    }

    fn enter(&mut self, page: PageId) {
        self.shell.page = page;
        // What was said belongs to the page before.
        self.shell.clear_notice();
    }

    /// Does what one page wants from another.
    fn fulfil(&mut self, request: Request) {
        let explore = &mut self.explore;
        match request {
            Request::Run(run) => {
                self.shell.page = PageId::Board;
                explore.run(*run, &mut self.shell);
            }
            Request::ShowTour(tour, words) => {
                self.shell.page = PageId::Board;
                explore.show_tour(&tour, &words, &mut self.shell);
            }
            Request::Transform(symmetry) => {
                let tour = self.document(self.shell.page).tour.cloned();
                if let Some(tour) = tour {
                    let words = "Undo brings back the tour as it was.".to_owned();
                    let tour = Box::new(tour.transformed(symmetry));
                    self.fulfil(Request::ShowTour(tour, words));
                }
            }
            Request::Play(game) => {
                self.enter_play();
                self.play.open(*game, None);
            }
            Request::PlayBoard => {
                let game = explore.game();
                self.fulfil(Request::Play(Box::new(game)));
            }
            Request::ShowWhy(game) => {
                self.enter_play();
                self.play.show_why(*game);
            }
            Request::Learn(lesson) => {
                self.enter_play();
                let lesson = lesson.map(PlayMessage::Lesson);
                self.send(lesson.unwrap_or(PlayMessage::Show(PlayTab::Lessons)));
            }
        }
    }

    fn enter_play(&mut self) {
        self.shell.welcome = None;
        self.enter(PageId::Play);
    }

    fn update_files(&mut self, message: FileMessage) {
        match message {
            FileMessage::Open => self.choose_file(Purpose::Open, None),
            FileMessage::Save => self.save(self.shell.page, None),
            FileMessage::SaveAs(then) => {
                // What comes after saving replaces the search on the Board page.
                let page = if then.is_some() { PageId::Board } else { self.shell.page };
                self.choose_unless_large(Purpose::Save(page), then);
            }
            FileMessage::Overwrite(page, then) => {
                let path = self.document(page).file.map(|file| file.path.clone());
                if let Some(path) = path {
                    self.save_to(page, path, None, then);
                }
            }
            FileMessage::Choose(purpose) => self.choose_unless_large(purpose, None),
            FileMessage::ChooseAnyway(purpose) => self.choose_file(purpose, None),
            FileMessage::CloseChooser => self.shell.files.chooser = None,
            FileMessage::Use(purpose, file, then) => self.use_file(purpose, &file, then),
            FileMessage::AskForPicture => self.shell.ask(Dialog::picture()),
            FileMessage::Copy(copied) => self.copy(copied),
            FileMessage::Discard(then) => {
                self.shell.close_dialog();
                self.continue_with(then);
            }
            FileMessage::SaveThen(then) => {
                self.shell.close_dialog();
                self.explore.pause();
                self.save(PageId::Board, Some(then));
            }
            FileMessage::Restore => self.unless_unsaved(Then::Restore),
            FileMessage::Forget => self.shell.recovery.forget(),
            FileMessage::AskLater => self.shell.recovery.offer_later(),
            FileMessage::Done(done) => self.finish_job(done),
            FileMessage::Recovery(news) => self.recovery_news(news),
        }
    }

    /// Saves what is on a page to its file. Asks for a file if it has none, or if that is no tour file, such
    /// as a grid: what was only read is not turned into something else.
    fn save(&mut self, page: PageId, then: Option<Then>) {
        let document = self.document(page);
        match document.file.cloned() {
            _ if !document.content.can_be_saved() => self.nothing_to_save(),
            Some(file) if file.is_tour => self.save_to(page, file.path, file.stamp, then),
            _ => self.choose_file(Purpose::Save(page), then),
        }
    }

    fn nothing_to_save(&mut self) {
        self.shell.say("There is nothing to save yet: click a square first.");
    }

    /// Saves what is on a page. A file that no longer has this stamp was changed by another program.
    fn save_to(&mut self, page: PageId, path: PathBuf, stamp: Option<u64>, then: Option<Then>) {
        let job = SaveJob::of(&self.document(page));
        if let Some(job) = job {
            self.shell.files.save(page, job, path, stamp, then);
        }
    }

    /// Asks for a file, unless that would be a very large one: then it asks about that first.
    fn choose_unless_large(&mut self, purpose: Purpose, then: Option<Then>) {
        let document = self.document(self.shell.page);
        let needs_content = matches!(purpose, Purpose::Save(_) | Purpose::Text);
        if needs_content && !document.content.can_be_saved() {
            return self.nothing_to_save();
        }
        let bytes = export_size(&document, purpose, &self.shell.ctx);
        if bytes > LARGE_FILE_BYTES {
            self.shell.ask(Dialog::Large(purpose, bytes));
        } else {
            self.choose_file(purpose, then);
        }
    }

    /// Asks for a file, with the desktop's own dialog or with the one inside the window.
    fn choose_file(&mut self, purpose: Purpose, then: Option<Then>) {
        let page = match purpose {
            Purpose::Save(page) => page,
            _ => self.shell.page,
        };
        let document = self.document(page);
        let (name, folder) = suggested_name(&document, purpose);
        let is_native = self.shell.preferences.native_dialogs;
        self.shell.files.choose(purpose, then, (name, folder), is_native);
    }

    /// Uses a file for what it was chosen for.
    fn use_file(&mut self, purpose: Purpose, file: &Path, then: Option<Then>) {
        let file = self.shell.files.locate(file);
        let document = self.document(self.shell.page);
        match purpose {
            Purpose::Open => self.unless_unsaved(Then::Open(file)),
            Purpose::Save(page) => self.save_to(page, file, None, then),
            Purpose::Likeness => {
                let job = document.tour.map(|tour| likeness_job(tour, file));
                self.shell.files.start(job);
            }
            purpose => {
                let bytes = export(&document, purpose, &self.shell.ctx);
                self.shell.files.write(file, bytes);
            }
        }
    }

    fn copy(&mut self, copied: Copied) {
        let document = self.document(self.shell.page);
        let what = match copied {
            Copied::Picture(framing, side) => {
                let layout = picture::layout(&document, framing, side, &self.shell.ctx);
                return self.shell.files.paint(layout);
            }
            Copied::Grid => "The grid",
            Copied::Path => "The path",
        };
        let text = copied_text(&document, copied).unwrap_or_default();
        self.shell.ctx.copy_text(text);
        self.shell.say(&format!("{what} is on the clipboard."));
    }

    /// Does what replaces the search on the Board page, unless that is not saved: then it asks.
    fn unless_unsaved(&mut self, then: Then) {
        if self.document(PageId::Board).is_unsaved {
            return self.shell.ask(Dialog::Unsaved(then));
        }
        match then {
            Then::Open(file) => self.shell.files.open(&file, false),
            Then::Restore => self.restore(),
            Then::Quit => self.shell.ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    /// Does what was to be done once the search on the Board page is saved or discarded, which it is now.
    fn continue_with(&mut self, then: Then) {
        match then {
            // The file may turn out to be no good: then everything stays as it is.
            Then::Open(file) => self.shell.files.open(&file, true),
            Then::Restore => {
                self.explore.discard();
                self.restore();
            }
            Then::Quit => {
                self.explore.discard();
                self.shell.closing = Closing::Anyway;
                self.shell.ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    /// Takes the result of a file job.
    fn finish_job(&mut self, done: Done) {
        let shell = &mut self.shell;
        match done {
            Done::Chosen { purpose, then, file, is_missing } => {
                shell.files.chosen();
                if is_missing {
                    shell.preferences.native_dialogs = false;
                    self.choose_file(purpose, then);
                } else if let Some(file) = file {
                    self.use_file(purpose, &file, then);
                }
            }
            Done::Read(file, discards, Ok(loaded)) => {
                if discards && matches!(loaded, Loaded::Board(_)) {
                    self.explore.discard();
                }
                self.open_loaded(loaded, file);
            }
            Done::Read(file, _, Err(why)) => {
                shell.forget_recent(&file);
                shell.ask(Dialog::Trouble("This file cannot be opened", about(&file, &why)));
            }
            Done::Saved { page, file, saved: Ok(saved), then } => {
                self.saved(page, file, saved);
                if let Some(then) = then {
                    self.continue_with(then);
                }
            }
            Done::Saved { page, file, saved: Err(why), then } => {
                let (title, text) = (Dialog::not_saved(page), about(&file.path, &why));
                shell.ask(match then {
                    Some(then) => Dialog::NotSaved(text, then),
                    None => Dialog::Trouble(title, text),
                });
            }
            Done::Changed(page, file, then) => shell.ask(Dialog::Changed(page, file, then)),
            Done::Written(file, Ok(())) => shell.say(&format!("Saved as {}.", file_name(&file))),
            Done::Written(file, Err(why)) => {
                shell.ask(Dialog::Trouble("Nothing was saved", about(&file, &why)));
            }
            Done::Painted(image) => {
                shell.ctx.copy_image(image.0);
                shell.say("The picture is on the clipboard.");
            }
            Done::Compared(_, Ok(words)) => shell.ask(Dialog::Trouble("Two tours", words)),
            Done::Compared(file, Err(why)) => {
                shell.ask(Dialog::Trouble("This file cannot be compared", about(&file, &why)));
            }
        }
    }

    /// What is on a page was saved.
    fn saved(&mut self, page: PageId, file: Origin, saved: Saved) {
        self.shell.remember_recent(&file.path);
        self.shell.say(&format!("Saved as {}.", file_name(&file.path)));
        match (page, saved) {
            (_, Saved::Search { id, steps }) => {
                self.send(ExploreMessage::Saved(id, steps, file));
            }
            (PageId::Play, Saved::Other) => self.send(PlayMessage::Saved(file)),
            (_, Saved::Other) => {}
        }
    }

    /// Shows what was read from a file.
    pub(super) fn open_loaded(&mut self, loaded: Loaded, file: PathBuf) {
        self.shell.remember_recent(&file);
        let name = file_name(&file);
        match loaded {
            Loaded::Board(loaded) => {
                let (stamp, is_tour) = (loaded.stamp, loaded.is_tour);
                self.open_on_board(*loaded, Some(Origin { path: file, stamp, is_tour }), &name);
            }
            Loaded::Game { game, stamp } => {
                self.shell.page = PageId::Play;
                self.play.open(*game, Some(Origin { path: file, stamp, is_tour: true }));
                self.shell.say(&format!("Opened {name}."));
            }
        }
    }

    fn open_on_board(&mut self, loaded: OnBoard, file: Option<Origin>, name: &str) {
        self.shell.page = PageId::Board;
        self.explore.open(loaded, file, name, &mut self.shell);
    }

    /// Resumes the unsaved search from last time, then offers an earlier one if there is one.
    fn restore(&mut self) {
        if let Some(loaded) = self.shell.recovery.take_offer() {
            self.open_on_board(loaded, None, "");
            if let Some(old_game) = self.shell.recovery.move_to_offered_slot() {
                self.play.autosave_game(&self.shell);
                self.shell.recovery.autosave.file(old_game, None);
            }
            self.shell.recovery.look_for_search();
        }
    }

    /// Takes what recovery and autosave report.
    fn recovery_news(&mut self, news: News) {
        let naming = self.shell.preferences.naming;
        if let Some(trouble) = self.shell.recovery.take(news, naming) {
            self.shell.ask(Dialog::Trouble("The last search cannot be resumed", trouble));
            self.shell.recovery.look_for_search();
        }
    }
}
