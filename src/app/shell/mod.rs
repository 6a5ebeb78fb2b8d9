//! The shell: the window itself, and all that surrounds the three pages.
//!
//! Views push messages; [`App::send`] is the one way in which anything changes. A message for a page goes to
//! its `update`; what a page wants from the shell, or from another page, comes back as a [`ShellMessage`].

/// Does something with one page and its memory, both borrowed by `&` or by `&mut`.
macro_rules! with_page {
    ($app:ident, $id:expr, ($($by:tt)+) $page:ident, $memory:pat => $do:expr) => {
        match $id {
            PageId::Board => {
                let ($page, $memory) = ($($by)+ $app.explore, $($by)+ $app.explore_memory);
                $do
            }
            PageId::Play => {
                let ($page, $memory) = ($($by)+ $app.play, $($by)+ $app.play_memory);
                $do
            }
            PageId::Lab => {
                let ($page, $memory) = ($($by)+ $app.lab, $($by)+ $app.lab_memory);
                $do
            }
        }
    };
}

pub(crate) mod closing;
pub(crate) mod dialog;
pub(crate) mod help;
pub(crate) mod menu;
mod message;
pub(crate) mod notice;
pub(crate) mod open;
pub(crate) mod page;
pub(crate) mod preferences;
pub(crate) mod settings;
pub(crate) mod shortcuts;
mod update;
pub(crate) mod welcome;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, unbounded};
use egui::{Rect, Ui, UiBuilder, ViewportCommand, vec2};
use egui_commonmark::CommonMarkCache;

use crate::app::board::BoardView;
use crate::app::explore::{Explore, ExploreMemory};
use crate::app::files::chooser;
use crate::app::files::recovery::Recovery;
use crate::app::files::{FileMessage, Files, Mailbox, Purpose};
use crate::app::lab::{Lab, LabMemory};
use crate::app::play::{Play, PlayMemory};
use crate::app::widgets::{inside, theme};
use crate::board::Square;
use crate::engine::Clock;
use crate::lab::{Findings, Workspace};
use crate::play::Game;
use crate::session::{Advice, Comparison, Session, Setup};

use closing::Closing;
use dialog::Dialog;
use help::Help;
use menu::MenuView;
pub use message::{Message, ShellMessage};
use notice::Notice;
use open::Start;
use page::{Document, Page, PageId};
use preferences::Preferences;
use settings::Remembered;
use shortcuts::{KEYS, Shortcut};
use welcome::Welcome;

/// What surrounds the pages. It owns none of them.
pub(crate) struct Shell {
    pub(crate) ctx: egui::Context,
    pub(crate) preferences: Preferences,
    pub(crate) settings: Remembered,
    pub(crate) recovery: Recovery,
    pub(crate) files: Files,
    page: PageId,
    dialog: Option<Dialog>,
    help: Option<Help>,
    welcome: Option<Welcome>,
    notice: Option<Notice>,
    closing: Closing,
    licences: CommonMarkCache,
    /// Whether Escape was pressed in this frame and in the last: egui's number fields accept their text one
    /// frame after Escape has left them, and that is ignored.
    escaped: [bool; 2],
    /// Whether no popup and no field is there to take Escape.
    escape_is_free: bool,
    title: String,
    /// From other threads.
    inbox: Receiver<FileMessage>,
    outbox: VecDeque<ShellMessage>,
}

impl Shell {
    fn new(ctx: &egui::Context, settings: Remembered, clock: &Clock) -> Shell {
        let (sender, inbox) = unbounded();
        let waker = ctx.clone();
        let mailbox: Mailbox = Arc::new(move |message| {
            // The window may be closed.
            let _ = sender.send(message);
            waker.request_repaint();
        });
        Shell {
            ctx: ctx.clone(),
            files: Files::new(ctx, Arc::clone(&mailbox), settings.now.recent.clone()),
            recovery: Recovery::new(mailbox, settings.folder.as_deref(), clock),
            preferences: settings.now.preferences.clone(),
            settings,
            page: PageId::default(),
            dialog: None,
            help: None,
            welcome: None,
            notice: None,
            closing: Closing::default(),
            licences: CommonMarkCache::default(),
            escaped: [false; 2],
            escape_is_free: true,
            title: String::new(),
            inbox,
            outbox: VecDeque::new(),
        }
    }

    /// Queues a message, to be handled after the current one.
    pub(crate) fn send(&mut self, message: ShellMessage) {
        self.outbox.push_back(message);
    }

    pub(crate) fn ask(&mut self, dialog: Dialog) {
        self.dialog = Some(dialog);
    }

    pub(crate) fn close_dialog(&mut self) {
        self.dialog = None;
    }

    fn is_asking(&self) -> bool {
        let is_reading = self.help.is_some() || self.welcome.is_some();
        self.dialog.is_some() || self.files.chooser.is_some() || is_reading
    }

    /// Whether the user can see this page and act there.
    pub(crate) fn is_watched(&self, page: PageId) -> bool {
        // While the window is not painted, no other part of the input is up to date.
        let is_seen =
            self.ctx.input(|input| input.raw.focused && input.viewport().visible() != Some(false));
        is_seen && !self.is_asking() && self.page == page
    }

    /// Whether a field was left with Escape, so that what is typed there is not taken.
    pub(crate) fn is_escaped(&self) -> bool {
        self.escaped != [false; 2]
    }

    fn shortcut(&self, shortcut: Shortcut) -> Option<ShellMessage> {
        let is_full = self.ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
        Some(match shortcut {
            Shortcut::Open => FileMessage::Choose(Purpose::Open).into(),
            Shortcut::Save => FileMessage::Save.into(),
            Shortcut::SaveAs => FileMessage::SaveAs(None).into(),
            Shortcut::NextPage => ShellMessage::Enter(self.page.next()),
            Shortcut::Help => ShellMessage::Help(self.page.help()),
            Shortcut::FullScreen => ShellMessage::FullScreen(!is_full),
            Shortcut::Escape if is_full => ShellMessage::FullScreen(false),
            Shortcut::Escape => FileMessage::AskLater.into(),
            Shortcut::Quit => ShellMessage::Quit,
            _ => return None,
        })
    }

    /// Closes the dialog, the help or the welcome, whichever is in front.
    fn close_front(&mut self) {
        if self.dialog.take().is_none() && self.help.take().is_none() {
            self.welcome = None;
        }
    }

    /// Repaints the window, from any thread.
    pub(crate) fn waker(&self) -> Arc<dyn Fn() + Send + Sync> {
        let ctx = self.ctx.clone();
        Arc::new(move || ctx.request_repaint())
    }

    fn poll(&mut self) {
        if let Some(chooser) = &mut self.files.chooser {
            chooser.poll();
        }
        self.outbox.extend(self.inbox.try_iter().map(ShellMessage::from));
        self.poll_closing();
        self.expire_notice();
    }

    fn queue_settings(&mut self) {
        if let Some((file, change)) = self.settings.take_change(&self.ctx) {
            let merge = move |file: &std::path::Path| settings::text_with(file, &change);
            self.recovery.autosave.settings(file, merge);
        }
    }

    fn set_title(&mut self, title: &str) {
        let title = if title.is_empty() {
            "Knight's Tour".to_owned()
        } else {
            format!("{title} · Knight's Tour")
        };
        if title != self.title {
            self.title.clone_from(&title);
            self.ctx.send_viewport_cmd(ViewportCommand::Title(title));
        }
    }
}

/// The window: the shell and the pages side by side.
pub struct App {
    shell: Shell,
    explore: Explore,
    explore_memory: ExploreMemory,
    play: Play,
    play_memory: PlayMemory,
    lab: Lab,
    lab_memory: LabMemory,
    /// What views have asked for in this frame.
    messages: Vec<Message>,
}

impl App {
    /// A window that remembers nothing, with no search and no game begun.
    pub fn new(ctx: &egui::Context, setup: Setup) -> App {
        App::build(ctx, setup, Remembered::default(), Clock::default())
    }

    /// A window as it was left, with all that is remembered in a folder. A first start shows the
    /// welcome, unless a file was opened.
    pub fn restored(ctx: &egui::Context, usual: &Setup, start: Start) -> App {
        let Start { folder, opened, board, native, reset, clock } = start;
        let (settings, trouble) = Remembered::load(folder, reset);
        settings.now.window.apply(ctx);
        let setup = settings.now.setup.to_setup(usual);
        let setup = board.map_or_else(|| setup.clone(), |board| setup.with_board(board));
        let mut app = App::build(ctx, setup, settings, clock.unwrap_or_default());
        app.shell.files.is_native = native;
        if let Some(trouble) = trouble {
            app.shell.ask(Dialog::note("The settings could not be read", &trouble));
        } else if opened.is_none() && app.shell.settings.help_is_new() {
            app.shell.welcome = Some(Welcome::new());
        }
        if let Some(opened) = opened {
            app.shell.files.locate(&opened.file);
            app.open_loaded(opened.loaded, opened.file);
        }
        app.shell.recovery.look_for_search();
        app
    }

    fn build(ctx: &egui::Context, setup: Setup, settings: Remembered, clock: Clock) -> App {
        theme::apply(ctx);
        let workspace = Workspace::remembered(&settings.now.experiment, &settings.now.lab);
        let mut shell = Shell::new(ctx, settings, &clock);
        let mut app = App {
            play: Play::new(&setup, clock.clone(), &mut shell),
            explore: Explore::new(setup, clock, &shell),
            shell,
            explore_memory: ExploreMemory::default(),
            play_memory: PlayMemory::default(),
            lab: Lab { workspace },
            lab_memory: LabMemory::default(),
            messages: Vec::new(),
        };
        app.apply_preferences();
        app
    }

    /// The board and search of the Board page.
    pub fn session(&self) -> &Session {
        &self.explore.session
    }

    /// The board of the game that is played by hand.
    pub fn played(&self) -> &Session {
        self.play.session()
    }

    pub fn game(&self) -> &Game {
        self.play.game()
    }

    pub fn advice(&self) -> &Advice {
        &self.play.game.advice
    }

    pub fn comparison(&self) -> Option<&Comparison> {
        self.explore.comparison.as_ref()
    }

    pub fn lab_report(&self) -> &Findings {
        self.lab.workspace.report()
    }

    pub fn is_measuring(&self) -> bool {
        self.lab.workspace.is_running()
    }

    pub fn page(&self) -> PageId {
        self.shell.page
    }

    pub fn title(&self) -> &str {
        &self.shell.title
    }

    /// Where the square was in the last frame.
    pub fn place_of(&self, square: Square) -> Option<egui::Pos2> {
        self.boards().next()?.place_of(square)
    }

    pub fn second_place_of(&self, square: Square) -> Option<egui::Pos2> {
        self.boards().nth(1)?.place_of(square)
    }

    fn boards(&self) -> impl Iterator<Item = &BoardView> {
        self.document(self.shell.page).boards.into_iter().flatten()
    }

    fn document(&self, page: PageId) -> Document<'_> {
        let preferences = &self.shell.preferences;
        with_page!(self, page, (&) page, memory => page.document(memory, preferences))
    }

    /// Handles a message, as if it came from a click or a key.
    pub fn send(&mut self, message: impl Into<Message>) {
        let shell = &mut self.shell;
        match message.into() {
            Message::Explore(message) => {
                self.explore.update(message, &mut self.explore_memory, shell);
            }
            Message::Play(message) => self.play.update(message, &mut self.play_memory, shell),
            Message::Lab(message) => self.lab.update(message, &mut self.lab_memory, shell),
            Message::Shell(message) => shell.send(message),
        }
        while let Some(message) = self.shell.outbox.pop_front() {
            self.update_shell(message);
        }
        // What has changed must be painted.
        self.shell.ctx.request_repaint();
    }

    fn apply_preferences(&mut self) {
        let preferences = &self.shell.preferences;
        for page in PageId::ALL {
            with_page!(self, page, (&mut) page, _ => page.apply(preferences));
        }
        self.shell.settings.remember_preferences(preferences);
    }

    fn send_all(&mut self) {
        for message in std::mem::take(&mut self.messages) {
            self.send(message);
        }
    }

    /// Takes what the search and other threads have sent. It is called even while the window is not painted;
    /// the input is then that of the last painted frame.
    pub fn logic(&mut self, ctx: &egui::Context) {
        for id in PageId::ALL {
            let soon = with_page!(self, id, (&mut) page, _ => page.poll(&mut self.shell));
            if let Some(soon) = soon
                && id == self.shell.page
            {
                ctx.request_repaint_after_secs(soon);
            }
        }
        self.shell.poll();
        self.messages.extend(self.shell.outbox.drain(..).map(Message::Shell));
        self.send_all();
        let naming = self.shell.preferences.naming;
        let title = with_page!(self, self.shell.page, (&) page, _ => page.window_title(naming));
        self.shell.set_title(&title);
        hold_zoom(ctx);
        self.shell.queue_settings();
        if ctx.input(|input| input.viewport().close_requested()) {
            self.autosave();
            let is_unsaved = self.document(PageId::Board).is_unsaved;
            self.shell.close_window(is_unsaved);
        }
    }

    fn autosave(&mut self) {
        for page in PageId::ALL {
            with_page!(self, page, (&mut) page, _ => page.autosave(&mut self.shell));
        }
        self.shell.queue_settings();
    }

    /// Saves what there is to save: the window is about to close.
    pub fn end(&mut self) {
        if self.shell.recovery.autosave.may_end() {
            // The rest is stored. Only the window knows how long the game has lasted.
            self.autosave();
        } else if !matches!(self.shell.closing, Closing::Stored) {
            self.autosave();
            self.shell.store_before_end();
        }
    }

    /// A function that stores everything when the system ends the program. Any thread may call it, whether or
    /// not the window is painted.
    pub fn last_save(&self) -> impl Fn() -> Result<(), String> + Send + 'static {
        self.shell.recovery.autosave.last_save(closing::MAX_SAVE_SECONDS)
    }

    fn handle_input(&mut self, ctx: &egui::Context) {
        let escape = ctx.input(|input| input.key_pressed(egui::Key::Escape));
        self.shell.escaped = [escape, self.shell.escaped[0]];
        if !self.shell.is_asking() {
            self.handle_keys(ctx);
        }
        self.focus_board(ctx);
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        let file = dropped.first().map(|file| PathBuf::from(file.path()));
        let open = file.map(|file| FileMessage::Use(Purpose::Open, file, None));
        self.messages.extend(open.map(Message::from));
        self.send_all();
    }

    /// Keys work wherever the focus is, except in text fields. A key without a meaning is left to widgets.
    fn handle_keys(&mut self, ctx: &egui::Context) {
        let is_typing = ctx.text_edit_focused();
        let on_board = self.boards().any(|board| board.has_focus(ctx));
        let is_focused = ctx.memory(|memory| memory.focused().is_some());
        for binding in KEYS.iter().filter(|binding| binding.is_on(self.shell.page)) {
            let (modifiers, key) = (binding.keys.modifiers, binding.keys.logical_key);
            let is_arrow = matches!(key, egui::Key::ArrowLeft | egui::Key::ArrowRight);
            let presses_button = is_focused && !on_board && key == egui::Key::Space;
            let moves_cursor = is_arrow && on_board && self.shell.page == PageId::Board;
            if is_typing && binding.is_typed() || presses_button || moves_cursor {
                continue;
            }
            if self.message_for(binding.shortcut).is_some() {
                let presses = ctx.input_mut(|input| input.count_and_consume_key(modifiers, key));
                let pressed = std::iter::repeat_n(binding.shortcut, presses);
                self.messages.extend(pressed.map(Message::from));
            }
        }
        // Escape belongs first to lists, menus and fields that are open.
        if self.shell.escape_is_free && self.shell.escaped[0] {
            self.messages.push(Shortcut::Escape.into());
        }
    }

    /// Focuses the board at the first Tab, and in a game at any arrow key.
    fn focus_board(&self, ctx: &egui::Context) {
        use egui::Key;
        let is_busy = self.shell.is_asking() || egui::Popup::is_any_open(ctx);
        let Some(board) = self.boards().next() else { return };
        if is_busy || ctx.text_edit_focused() {
            return;
        }
        let pressed = |key| ctx.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        let arrows = [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];
        let is_first = ctx.memory(|memory| memory.focused().is_none()) && pressed(Key::Tab);
        let moves = self.message_for(Shortcut::Step).is_none() && arrows.into_iter().any(pressed);
        if is_first || moves {
            board.take_focus(ctx);
        }
    }

    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.handle_input(&ctx);
        let whole = ui.max_rect();
        ui.painter().rect_filled(whole, 0.0, theme::of(ui).background);
        let document = self.document(self.shell.page);
        let has_bar = !document.view.is_some_and(|view| view.display.presenting);
        let mut middle = whole.shrink(theme::GAP);
        if has_bar {
            let bar = Rect::from_min_size(whole.min, vec2(whole.width(), menu::HEIGHT));
            let mut menu = MenuView { app: self, document: &document, out: Vec::new() };
            inside(ui, bar, |ui| menu.show(ui));
            let asked = menu.out;
            self.messages.extend(asked.into_iter().map(Message::Shell));
            middle.set_top(bar.bottom() + theme::GAP);
        }
        // Not clipped: the borders of panels reach beyond their places.
        let mut page = ui.new_child(UiBuilder::new().max_rect(middle));
        let board = self.page_ui(&mut page);
        self.overlays(ui, board);
        self.focus_ring(ui);
        let is_focused = ctx.memory(|memory| memory.focused().is_some());
        let has_popup = egui::Popup::is_any_open(&ctx);
        if has_popup {
            menu::shield(&ctx, whole, has_bar);
        }
        self.shell.escape_is_free = !is_focused && !has_popup;
        self.send_all();
    }

    /// Returns where notices belong.
    fn page_ui(&mut self, ui: &mut Ui) -> Rect {
        with_page!(self, self.shell.page, (&mut) page, memory => {
            let mut out = Vec::new();
            let place = page.ui(ui, memory, &self.shell, &mut out);
            self.messages.extend(out.into_iter().map(Message::from));
            place
        })
    }

    fn overlays(&mut self, ui: &Ui, board: Rect) {
        let (shell, out) = (&mut self.shell, &mut self.messages);
        if let Some(notice) = &shell.notice {
            // On the Play page it takes the place of the sentence above the board.
            if shell.page != PageId::Play {
                notice::show(ui, board, notice);
            }
        } else if let Some((words, _)) = &shell.recovery.offer
            && shell.page == PageId::Board
        {
            // On the other pages it would cover what is in use.
            notice::offer(ui, board, words, out);
        }
        dialog::show(ui, &mut shell.dialog, &mut shell.licences, out);
        if let Some(help) = &mut shell.help {
            let inks = shell.preferences.inks(ui);
            out.extend(help::show(ui, &inks, help).map(Message::Shell));
        }
        if let Some(welcome) = &mut shell.welcome {
            out.extend(welcome::show(ui, &shell.preferences, welcome).map(Message::Shell));
        }
        if let Some(chooser) = &shell.files.chooser {
            chooser::show(ui, chooser, out);
        }
        if ui.input(|input| !input.raw.hovered_files.is_empty()) {
            notice::drop_here(ui, board);
        }
    }

    /// Shows where the focus is, except on the board, which has its own cursor.
    fn focus_ring(&self, ui: &Ui) {
        let ctx = ui.ctx();
        let is_board = |id: egui::Id| self.boards().any(|board| board.is(id));
        let focused = ctx.memory(egui::Memory::focused).filter(|id| !is_board(*id));
        let Some(response) = focused.and_then(|id| ctx.read_response(id)) else { return };
        let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("focus"));
        let ring = response.interact_rect.expand(2.0);
        let stroke = egui::Stroke::new(2.0, theme::of(ui).ring);
        ctx.layer_painter(layer).rect_stroke(ring, 8.0, stroke, egui::StrokeKind::Outside);
    }
}

/// Limits the text size so that everything fits into the window.
fn hold_zoom(ctx: &egui::Context) {
    let (zoom, size) = (ctx.zoom_factor(), ctx.content_rect().size());
    let most = (size.x / MIN_POINTS.x).min(size.y / MIN_POINTS.y) * zoom;
    if zoom > 1.0 && zoom > most + 0.01 {
        ctx.set_zoom_factor(most.max(1.0));
    }
}

/// The window is never smaller than this, in points.
const MIN_POINTS: egui::Vec2 = vec2(600.0, 400.0);

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        App::logic(self, ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        App::ui(self, ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.end();
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        theme::palette(visuals.dark_mode).background.to_normalized_gamma_f32()
    }
}
