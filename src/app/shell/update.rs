//! Handles the messages of the shell: keys, files, and what one page wants from another.

use std::path::{Path, PathBuf};

use egui::ViewportCommand;

use crate::app::explore::ExploreMessage;
use crate::app::files::{
    AfterSave, Copied, Done, FileMessage, Purpose, SavedPart, Target, about, picture,
};
use crate::app::play::{PlayMessage, PlayTab};
use crate::app::shell::closing::Closing;
use crate::app::shell::dialog::Dialog;
use crate::app::shell::help::Help;
use crate::app::shell::page::{Page, PageId, Request};
use crate::app::shell::shortcuts::Shortcut;
use crate::app::shell::welcome::Welcome;
use crate::app::shell::{App, Message, ShellMessage};
use crate::app::widgets::player::PlayerEvent;
use crate::engine::PlaybackCommand;
use crate::play::Game;
use crate::session::Origin;
use crate::storage::loaded::{Loaded, OnBoard};
use crate::text::file_name;

/// The user is asked before a larger file is made.
const LARGE_FILE_BYTES: u64 = 50_000_000;

impl App {
    pub(super) fn update_shell(&mut self, message: ShellMessage) {
        let shell = &mut self.shell;
        match message {
            ShellMessage::Preference(preference) => {
                shell.preferences.set(preference, &shell.ctx);
                self.apply_preferences();
            }
            ShellMessage::Press(shortcut) => {
                if let Some(message) = self.message_for(shortcut) {
                    self.send(message);
                }
            }
            ShellMessage::File(message) => self.update_files(message),
            ShellMessage::Request(request) => self.handle_request(request),
            ShellMessage::Enter(page) => self.show_page(page),
            ShellMessage::Fit => match shell.page {
                PageId::Board => self.send(ExploreMessage::Fit),
                PageId::Play => self.send(PlayMessage::Fit),
                PageId::Lab => {}
            },
            ShellMessage::CloseDialog => shell.close_front(),
            ShellMessage::Help(page) => {
                shell.help = Some(Help::at(page, &shell.ctx));
                shell.settings.help_is_new();
            }
            ShellMessage::Welcome => shell.welcome = Some(Welcome::new()),
            ShellMessage::About => shell.ask(Dialog::about()),
            ShellMessage::FullScreen(is_full) => {
                shell.ctx.send_viewport_cmd(ViewportCommand::Fullscreen(is_full));
            }
            ShellMessage::Quit => shell.ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    /// What a key means now: to the page that is shown, or else to the shell.
    pub(super) fn message_for(&self, shortcut: Shortcut) -> Option<Message> {
        let on_page = with_page!(self, self.shell.page, (&) page, _ => {
            page.shortcut(shortcut).map(Message::from)
        });
        on_page.or_else(|| self.shell.shortcut(shortcut).map(Message::Shell))
    }

    fn show_page(&mut self, page: PageId) {
        self.shell.page = page;
        // The notice belongs to the page before.
        self.shell.clear_notice();
    }

    fn send_to(&mut self, page: PageId, message: impl Into<Message>) {
        self.show_page(page);
        self.send(message);
    }

    fn handle_request(&mut self, request: Request) {
        match request {
            Request::Run(run) => self.send_to(PageId::Board, ExploreMessage::Run(run)),
            Request::ShowTour(tour, words) => {
                if let Some(loaded) = OnBoard::tour(&tour) {
                    let message = ExploreMessage::Open(Box::new(loaded), None);
                    self.send_to(PageId::Board, message);
                    self.shell.say(&words);
                }
            }
            Request::Transform(symmetry) => {
                if let Some(tour) = self.document(self.shell.page).tour {
                    let words = "Undo brings back the tour as it was.".to_owned();
                    let tour = Box::new(tour.transformed(symmetry));
                    self.handle_request(Request::ShowTour(tour, words));
                }
            }
            Request::Play(game) => self.send_to(PageId::Play, PlayMessage::Open(game, None)),
            Request::PlayBoard => {
                if let Some(view) = self.document(PageId::Board).view {
                    let setup = view.session.setup();
                    let game = Game::empty(setup.board.clone(), setup.goal);
                    self.handle_request(Request::Play(Box::new(game)));
                }
            }
            Request::ShowWhy(game) => self.send_to(PageId::Play, PlayMessage::ShowWhy(game)),
            Request::Learn(lesson) => {
                self.shell.welcome = None;
                let lesson = lesson.map(PlayMessage::Lesson);
                let message = lesson.unwrap_or(PlayMessage::Show(PlayTab::Lessons));
                self.send_to(PageId::Play, message);
            }
        }
    }

    fn update_files(&mut self, message: FileMessage) {
        match message {
            FileMessage::Save => self.save(self.shell.page, None),
            FileMessage::SaveAs(then) => {
                // What comes after saving replaces the search on the Board page.
                let page = if then.is_some() { PageId::Board } else { self.shell.page };
                self.choose_unless_large(Purpose::Save(page), then);
            }
            FileMessage::Overwrite(page, then) => {
                let path = self.document(page).file.map(|file| file.path.clone());
                if let Some(path) = path {
                    self.save_to(Target { page, path, stamp: None, then });
                }
            }
            FileMessage::Choose(purpose) => self.choose_unless_large(purpose, None),
            FileMessage::ChooseAnyway(purpose) => self.choose_file(purpose, None),
            FileMessage::Chooser(message) => {
                let chooser = self.shell.files.chooser.as_mut();
                if let Some(chosen) = chooser.and_then(|chooser| chooser.update(message)) {
                    self.update_files(FileMessage::CloseChooser);
                    self.update_files(chosen);
                }
            }
            FileMessage::CloseChooser => self.shell.files.chooser = None,
            FileMessage::Use(purpose, file, then) => self.use_file(purpose, &file, then),
            FileMessage::AskForPicture(framing, side) => {
                self.shell.ask(Dialog::picture(framing, side));
            }
            FileMessage::Copy(copied) => self.copy(copied),
            FileMessage::Discard(then) => {
                self.shell.close_dialog();
                self.continue_with(then, true);
            }
            FileMessage::SaveThen(then) => {
                self.shell.close_dialog();
                let pause = PlayerEvent::Playback(PlaybackCommand::Pause);
                self.send(ExploreMessage::Player(pause));
                self.save(PageId::Board, Some(then));
            }
            FileMessage::Restore => self.confirm_unsaved(AfterSave::Restore),
            FileMessage::Forget => self.shell.recovery.forget(),
            FileMessage::AskLater => self.shell.recovery.offer = None,
            FileMessage::Done(done) => self.finish_job(done),
            FileMessage::Found(found) => self.offer_search(found),
            FileMessage::Unkept(trouble) => self.shell.recovery.unkept = trouble,
        }
    }

    /// Saves what is on a page to its file. Asks for a file if it has none, or if it was read from a file of
    /// another kind, such as a grid, which must stay as it is.
    fn save(&mut self, page: PageId, then: Option<AfterSave>) {
        let document = self.document(page);
        match document.file.cloned() {
            Some(Origin { path, stamp, is_tour: true }) if document.content.can_be_saved() => {
                self.save_to(Target { page, path, stamp, then });
            }
            _ => self.choose_unless_large(Purpose::Save(page), then),
        }
    }

    fn save_to(&mut self, target: Target) {
        self.shell.files.save(self.document(target.page).content, target);
    }

    /// Asks for a file, unless that would be a very large one: then it asks about that first.
    fn choose_unless_large(&mut self, purpose: Purpose, then: Option<AfterSave>) {
        let document = self.document(self.page_for(purpose));
        let needs_content = matches!(purpose, Purpose::Save(_) | Purpose::Text);
        if needs_content && !document.content.can_be_saved() {
            return self.shell.say("There is nothing to save yet: click a square first.");
        }
        let bytes = document.export_size(purpose, &self.shell.ctx);
        if bytes > LARGE_FILE_BYTES {
            self.shell.ask(Dialog::large(purpose, bytes));
        } else {
            self.choose_file(purpose, then);
        }
    }

    fn choose_file(&mut self, purpose: Purpose, then: Option<AfterSave>) {
        let suggested = self.document(self.page_for(purpose)).suggested_name(purpose);
        self.shell.files.choose(purpose, then, suggested);
    }

    /// The page that a file is for.
    fn page_for(&self, purpose: Purpose) -> PageId {
        if let Purpose::Save(page) = purpose { page } else { self.shell.page }
    }

    fn use_file(&mut self, purpose: Purpose, file: &Path, then: Option<AfterSave>) {
        let file = self.shell.files.locate(file);
        let document = self.document(self.shell.page);
        match purpose {
            Purpose::Open => self.confirm_unsaved(AfterSave::Open(file)),
            Purpose::Save(page) => self.save_to(Target { page, path: file, stamp: None, then }),
            Purpose::CompareWithFile => {
                if let Some(tour) = document.tour {
                    self.shell.files.compare(tour, file);
                }
            }
            purpose => {
                if let Some(bytes) = document.export(purpose, &self.shell.ctx) {
                    self.shell.files.write(file, bytes);
                }
            }
        }
    }

    fn copy(&mut self, copied: Copied) {
        let document = self.document(self.shell.page);
        let what = match copied {
            Copied::Picture(framing, side) => {
                if let Some(seen) = document.view {
                    let part = document.part(framing);
                    let layout = picture::of_board(seen, &part, side, &self.shell.ctx);
                    self.shell.files.paint(layout);
                }
                return;
            }
            Copied::Grid => "The grid",
            Copied::Path => "The path",
        };
        let text = document.copied_text(copied).unwrap_or_default();
        self.shell.ctx.copy_text(text);
        self.shell.say(&format!("{what} is on the clipboard."));
    }

    /// Asks first if the search on the Board page would be lost.
    fn confirm_unsaved(&mut self, then: AfterSave) {
        if self.document(PageId::Board).is_unsaved {
            return self.shell.ask(Dialog::unsaved(then));
        }
        self.continue_with(then, false);
    }

    /// Does what was to be done once the search on the Board page is saved or discarded.
    fn continue_with(&mut self, then: AfterSave, discards: bool) {
        // A file may turn out to be no good: then everything stays as it is.
        if discards && !matches!(then, AfterSave::Open(_)) {
            self.send(ExploreMessage::Discard);
        }
        match then {
            AfterSave::Open(file) => self.shell.files.open(&file, discards),
            AfterSave::Restore => self.restore(),
            AfterSave::Quit => {
                self.shell.closing = Closing::Anyway;
                self.shell.ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    fn finish_job(&mut self, done: Done) {
        let shell = &mut self.shell;
        match done {
            Done::Chosen { purpose, then, file, is_missing } => {
                shell.files.is_choosing = false;
                if is_missing {
                    shell.files.is_native = false;
                    self.choose_file(purpose, then);
                } else if let Some(file) = file {
                    self.use_file(purpose, &file, then);
                }
            }
            Done::Read(file, discards, Ok(loaded)) => {
                if discards && matches!(loaded, Loaded::Board(_)) {
                    self.send(ExploreMessage::Discard);
                }
                self.open_loaded(loaded, file);
            }
            Done::Read(file, _, Err(why)) => {
                shell.forget_recent(&file);
                shell.ask(Dialog::note("This file cannot be opened", &about(&file, &why)));
            }
            Done::SavedPart { file, saved: Ok(saved), then, .. } => {
                self.saved(file, saved);
                if let Some(then) = then {
                    self.continue_with(then, true);
                }
            }
            Done::SavedPart { page, file, saved: Err(why), then } => {
                let text = about(&file.path, &why);
                shell.ask(match then {
                    Some(then) => Dialog::not_saved(&text, then),
                    None if page == PageId::Play => Dialog::note("The game was not saved", &text),
                    None => Dialog::note("The search was not saved", &text),
                });
            }
            Done::Changed(page, file, then) => shell.ask(Dialog::changed(page, &file, then)),
            Done::Painted(image) => {
                shell.ctx.copy_image(image);
                shell.say("The picture is on the clipboard.");
            }
            Done::Said(words) => shell.say(&words),
            Done::Noted(title, text) => shell.ask(Dialog::note(title, &text)),
        }
    }

    fn saved(&mut self, file: Origin, saved: SavedPart) {
        self.shell.remember_recent(&file.path);
        self.shell.say(&format!("Saved as {}.", file_name(&file.path)));
        match saved {
            SavedPart::Search { id, steps } => {
                self.send(ExploreMessage::SavedPart(id, steps, file));
            }
            SavedPart::Game(id) => self.send(PlayMessage::SavedPart(id, file)),
            SavedPart::Path => {}
        }
    }

    pub(super) fn open_loaded(&mut self, loaded: Loaded, path: PathBuf) {
        self.shell.remember_recent(&path);
        match loaded {
            Loaded::Board(loaded) => {
                let (stamp, is_tour) = (loaded.stamp, loaded.is_tour);
                let file = Some(Origin { path, stamp, is_tour });
                self.send_to(PageId::Board, ExploreMessage::Open(loaded, file));
            }
            Loaded::Game { game, stamp } => {
                let words = format!("Opened {}.", file_name(&path));
                let file = Some(Origin { path, stamp, is_tour: true });
                self.send_to(PageId::Play, PlayMessage::Open(game, file));
                self.shell.say(&words);
            }
        }
    }

    /// Resumes the unsaved search from last time, then offers an earlier one if there is one.
    fn restore(&mut self) {
        if let Some((_, loaded)) = self.shell.recovery.offer.take() {
            self.send_to(PageId::Board, ExploreMessage::Open(loaded, None));
            if let Some(old_game) = self.shell.recovery.move_to_offered_slot() {
                self.send(PlayMessage::Keep);
                self.shell.recovery.autosave.file(old_game, None);
            }
            self.shell.recovery.look_for_search();
        }
    }

    fn offer_search(&mut self, found: Result<Box<OnBoard>, String>) {
        let shell = &mut self.shell;
        match found {
            Ok(loaded) => shell.recovery.offer_to_resume(loaded, shell.preferences.naming),
            Err(why) => {
                let trouble = shell.recovery.set_aside(&why);
                shell.ask(Dialog::note("The last search cannot be resumed", &trouble));
                shell.recovery.look_for_search();
            }
        }
    }
}
