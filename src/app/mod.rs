//! The window: state, `logic` and `ui`. Views show the session and ask for [`Command`]s; what a
//! command does is written in one place.

mod board;
mod explore;
mod files;
mod lab;
mod play;
mod shell;
mod widgets;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Rect, Ui, UiBuilder, pos2, vec2};

use crate::board::Square;
use crate::engine::Clock;
use crate::lab::Findings;
use crate::session::{Rival, Session, Setup};
use crate::solver::Recipe;

use explore::compare::Compare;
use explore::{setup, status, words};
use files::{chooser, recovery};
use shell::stage::{Seen, Stage};
use shell::{command, dialog, help, menu, notice, settings, welcome};
use widgets::{player, theme, track};

pub use files::Purpose;
pub use files::loaded::{Opened, read_file};
pub use files::picture::Framing;
pub use files::raster::Raster;
pub use lab::LabOrder;
pub use play::{Degree, PlayOrder, PlayPage};
pub use shell::command::{Command, Copied, Then};
pub use shell::help::Page;
pub use shell::open::{Start, board_for_window, open};
pub use shell::stage::{Part, Room, Tab, Tool};
pub use widgets::theme::PathColour;

/// The window's limit, a side of the board: what is painted within 4 ms a frame.
pub const MOST_SIDE: u32 = 1_000;

/// How far the window is with closing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Closing {
    /// It stays open.
    #[default]
    No,
    /// Everything is stored for the next start.
    Stored,
    /// The same, after the window has waited for it: nothing is left to be asked.
    StoredLate,
    /// The user has chosen to lose what is not saved.
    Anyway,
}

/// The window and all it knows.
pub struct App {
    ctx: egui::Context,
    session: Session,
    stage: Stage,
    lab: lab::Lab,
    /// The room where tours are made by hand.
    play: play::Play,
    dialog: Option<dialog::Dialog>,
    /// A file that is being chosen in the window.
    chooser: Option<chooser::Chooser>,
    help: Option<help::Help>,
    welcome: Option<welcome::Welcome>,
    notice: Option<notice::Notice>,
    files: files::Files,
    recovery: recovery::Recovery,
    memory: settings::Memory,
    closing: Closing,
    /// Whether it ends when the system asks for that; only a real window does.
    hears_signals: bool,
    board: board::BoardView,
    /// The second search and its board, where two methods are compared.
    compare: Option<Compare>,
    /// The method that was compared with last.
    compared: Option<Recipe>,
    player: player::Player,
    typed: setup::Typed,
    /// Nothing was open or had the focus that closes with Escape.
    escape_is_free: bool,
    /// The window's name as it was set last.
    name: String,
    commands: Vec<Command>,
}

impl App {
    /// A window with a board and nothing begun, which remembers nothing.
    pub fn new(ctx: &egui::Context, setup: Setup) -> App {
        theme::apply(ctx);
        let recovery = recovery::Recovery::new(ctx, None, &Clock::default());
        let waker = ctx.clone();
        let wake: Arc<dyn Fn() + Send + Sync> = Arc::new(move || waker.request_repaint());
        let play = play::Play::new(&setup, Arc::clone(&wake));
        let session = Session::new(setup, wake);
        let mut typed = setup::Typed::default();
        typed.settle(session.setup().seed);
        App {
            ctx: ctx.clone(),
            session,
            stage: Stage::default(),
            lab: lab::Lab::default(),
            play,
            dialog: None,
            chooser: None,
            help: None,
            welcome: None,
            notice: None,
            files: files::Files::new(false, Vec::new()),
            recovery,
            memory: settings::Memory::default(),
            closing: Closing::No,
            hears_signals: false,
            board: board::BoardView::default(),
            compare: None,
            compared: None,
            player: player::Player::default(),
            typed,
            escape_is_free: true,
            name: String::new(),
            commands: Vec::new(),
        }
    }

    /// A window as it was left, with all that is remembered in a folder. A first start shows the
    /// welcome, unless a file was opened; `native` says whether the desktop's own dialogs may be used.
    pub fn at_home(ctx: &egui::Context, usual: &Setup, start: Start) -> App {
        let Start { folder, opened, board, native, reset, clock } = start;
        if let Some(folder) = folder.as_ref().filter(|_| reset) {
            settings::forget(folder);
        }
        let (settings, trouble) = folder.as_deref().map_or_else(Default::default, settings::load);
        let setup = settings.setup(usual);
        let setup = board.map_or_else(|| setup.clone(), |board| setup.with_board(board));
        let mut app = App::new(ctx, setup);
        let clock = clock.unwrap_or_default();
        app.files = files::Files::new(native, settings.recent());
        app.recovery = recovery::Recovery::new(ctx, folder.as_deref(), &clock);
        app.apply(settings, folder, ctx);
        app.play.go_by(clock.clone());
        app.session.go_by(clock);
        if let Some(trouble) = trouble {
            app.dialog = Some(dialog::Dialog::Trouble("The settings could not be read", trouble));
        } else if opened.is_none() && app.help_is_new() {
            app.welcome = Some(welcome::Welcome::new());
        }
        app.look_for_results();
        app.look_for_game();
        if let Some(opened) = opened {
            app.show_opened(opened);
        }
        app.look_for_sessions(ctx);
        app
    }

    /// What views read.
    fn seen(&self) -> Seen<'_> {
        match self.stage.room {
            Room::Play => self.play.seen(&self.stage),
            Room::Board | Room::Lab => seen(&self.session, &self.stage, self.compare.as_ref()),
        }
    }

    /// The board in the window.
    fn shown_board(&self) -> &board::BoardView {
        if self.stage.room == Room::Play { &self.play.board } else { &self.board }
    }

    /// What is on the table.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Where a square is in the window, as it was painted last.
    pub fn place_of(&self, square: Square) -> Option<egui::Pos2> {
        self.shown_board().place_of(square)
    }

    /// The board of the game that is played by hand, for tests.
    pub fn played(&self) -> &Session {
        self.play.table.session()
    }

    /// The game that is played by hand, for tests.
    pub fn game(&self) -> &crate::play::Game {
        self.play.table.game()
    }

    /// What is known of the squares that can be next in the game.
    pub fn advice(&self) -> &crate::session::Advice {
        &self.play.advice
    }

    /// The second search, where two methods are compared.
    pub fn rival(&self) -> Option<&Rival> {
        self.compare.as_ref().map(|compare| &compare.rival)
    }

    /// Where a square of the second board is in the window, as it was painted last.
    pub fn second_place_of(&self, square: Square) -> Option<egui::Pos2> {
        self.compare.as_ref().and_then(|compare| compare.board.place_of(square))
    }

    /// The board, and the second one where two methods are compared.
    fn boards_shown(&self) -> impl Iterator<Item = &board::BoardView> {
        let second = self.compare.as_ref().map(|compare| &compare.board);
        let second = second.filter(|_| self.stage.room != Room::Play);
        [self.shown_board()].into_iter().chain(second)
    }

    /// What the experiment that is shown has found, for tests.
    pub fn lab_report(&self) -> &Findings {
        self.lab.report()
    }

    /// Whether an experiment is running.
    pub fn is_measuring(&self) -> bool {
        self.lab.is_running()
    }

    /// Does something as a click or a key would.
    pub fn run(&mut self, command: Command, ctx: &egui::Context) {
        self.perform(command, ctx);
    }

    /// Takes what the search and other threads have sent, and does what was asked for. It is called
    /// even while the window is not painted, with the input of the last time that it was.
    pub fn logic(&mut self, ctx: &egui::Context) {
        let is_new = self.session.update();
        if let Some(compare) = &mut self.compare {
            compare.rival.update(&self.session, is_new);
        }
        if let Some(soon) = self.lab.update().filter(|_| self.stage.room == Room::Lab) {
            ctx.request_repaint_after_secs(soon);
        }
        // While the window is not painted, only this much of the input is new.
        let is_seen =
            ctx.input(|input| input.raw.focused && input.viewport().visible() != Some(false));
        let is_watched = is_seen && !self.is_asking();
        let is_watched = is_watched && self.stage.room == Room::Play;
        if let Some(soon) = self.play.update(is_watched) {
            ctx.request_repaint_after_secs(soon);
        }
        self.hear_of_files(ctx);
        self.hear_of_unsaved();
        self.hear_of_storing(ctx);
        self.obey(ctx);
        self.name_window(ctx);
        hold_zoom(ctx);
        self.brief_keeper(ctx);
        if ctx.input(|input| input.viewport().close_requested()) {
            self.close_window(ctx);
        }
    }

    /// Opens a file that was dropped on the window.
    fn take_dropped(&mut self, ctx: &egui::Context) {
        let dropped = ctx.input(|input| input.raw.dropped_files.clone());
        let file = dropped.first().map(|file| PathBuf::from(file.path()));
        self.commands.extend(file.map(|file| Command::UseFile(Purpose::Open, file)));
    }

    /// Whether something is open that has to be answered first.
    fn is_asking(&self) -> bool {
        let is_reading = self.help.is_some() || self.welcome.is_some();
        self.dialog.is_some() || self.chooser.is_some() || is_reading
    }

    /// Keeps the window's name up to date: the puzzle, and how it stands.
    fn name_window(&mut self, ctx: &egui::Context) {
        let name = match self.session.watched() {
            _ if self.stage.room == Room::Play => {
                format!("{} · Knight's Tour", self.play.title())
            }
            None => "Knight's Tour".to_owned(),
            Some(watched) => {
                let state = words::name_of(self.session.state());
                let file = watched.file().filter(|_| !watched.is_from_file());
                let file = file.map(|file| format!("{} · ", files::name_of(&file.path)));
                let file = file.unwrap_or_default();
                let title = menu::title_of_search(watched, self.session.naming());
                format!("{file}{title} · {state} · Knight's Tour")
            }
        };
        if name != self.name {
            self.name.clone_from(&name);
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(name));
        }
    }

    fn obey(&mut self, ctx: &egui::Context) {
        for command in std::mem::take(&mut self.commands) {
            self.perform(command, ctx);
            // What it changed is to be seen.
            ctx.request_repaint();
        }
    }

    /// Keys work wherever the focus is, but not while somebody types or has to answer.
    fn hear_keys(&mut self, ctx: &egui::Context) {
        if self.is_asking() {
            return;
        }
        let typing = ctx.text_edit_focused();
        let has_demonstration = self.play.table.aside().is_some();
        let on_board = self.boards_shown().any(|board| board.has_focus(ctx));
        let focused = ctx.memory(|memory| memory.focused().is_some());
        for shortcut in command::shortcuts() {
            let (modifiers, key) = (shortcut.keys.modifiers, shortcut.keys.logical_key);
            let edits = matches!(shortcut.command, Command::Undo | Command::Redo);
            let function = matches!(key, egui::Key::F1 | egui::Key::F11);
            let types = modifiers.is_none() && !function || edits;
            let arrow = matches!(key, egui::Key::ArrowLeft | egui::Key::ArrowRight);
            let presses_button = focused && !on_board && key == egui::Key::Space;
            // In a game the arrow keys belong to the board, unless they step through a demonstration.
            let moves_cursor =
                if self.stage.room == Room::Play { !has_demonstration } else { on_board };
            if typing && types || presses_button || moves_cursor && arrow {
                continue;
            }
            let command = match (self.stage.room, shortcut.command) {
                (Room::Lab, Command::PlayPause) => Command::Lab(LabOrder::Halt),
                // What is out of sight is left alone.
                (Room::Lab, _) if types => continue,
                (Room::Board, Command::Play(_)) => continue,
                (Room::Play, Command::Help(_)) => Command::Help(Page::Play),
                // That page ends with the lab.
                (Room::Lab, Command::Help(_)) => Command::Help(Page::Tours),
                (_, command) => command,
            };
            let pressed = ctx.input_mut(|input| input.count_and_consume_key(modifiers, key));
            self.commands.extend(std::iter::repeat_n(command, pressed));
        }
        // Escape belongs first to lists, menus and fields that are open.
        if self.escape_is_free && self.stage.escaped[0] {
            self.commands.push(Command::CloseDialog);
        }
    }

    /// Leads the first Tab to the board, and in a game the arrow keys, wherever the focus is.
    fn focus_board(&self, ctx: &egui::Context) {
        use egui::Key;
        let is_busy = self.is_asking() || egui::Popup::is_any_open(ctx);
        if is_busy || self.stage.room == Room::Lab || ctx.text_edit_focused() {
            return;
        }
        let pressed = |key| ctx.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        let arrows = [Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];
        let is_first = ctx.memory(|memory| memory.focused().is_none()) && pressed(Key::Tab);
        let moves = self.stage.room == Room::Play
            && self.play.table.aside().is_none()
            && arrows.into_iter().any(pressed);
        if is_first || moves {
            self.shown_board().take_focus(ctx);
        }
    }

    /// Hears the keys and takes what was dropped.
    fn hear(&mut self, ctx: &egui::Context) {
        let escape = ctx.input(|input| input.key_pressed(egui::Key::Escape));
        self.stage.escaped = [escape, self.stage.escaped[0]];
        self.hear_keys(ctx);
        self.focus_board(ctx);
        self.take_dropped(ctx);
        self.obey(ctx);
    }

    /// Shows everything, after doing what the keys ask for.
    pub fn ui(&mut self, ui: &mut Ui) {
        self.hear(&ui.ctx().clone());
        let colours = theme::of(ui);
        let whole = ui.max_rect();
        ui.painter().rect_filled(whole, 0.0, colours.ground);
        let mut middle = whole.shrink(theme::GAP);
        if self.stage.presenting && self.stage.room == Room::Board {
            self.presentation(ui, &mut middle);
        } else {
            let menu = Rect::from_min_size(whole.min, vec2(whole.width(), menu::HEIGHT));
            let game = self.play.title();
            let is_play = self.stage.room == Room::Play;
            let table = &self.play.table;
            let seen = match is_play {
                true => self.play.seen(&self.stage),
                false => seen(&self.session, &self.stage, self.compare.as_ref()),
            };
            let state = menu::MenuState {
                game: &game,
                can_save: if is_play { table.can_undo() } else { self.session.can_save() },
                can_undo: if is_play { table.can_undo() } else { self.session.can_undo() },
                can_redo: if is_play { table.game().can_redo() } else { self.session.can_redo() },
                recent: &self.files.recent,
                experiment: self.lab.experiment(),
                is_zoomed: self.boards_shown().any(board::BoardView::is_zoomed),
            };
            inside(ui, menu, |ui| menu::show(ui, seen, state, &mut self.commands));
            middle.set_top(menu.bottom() + theme::GAP);
            match self.stage.room {
                Room::Lab => lab::show(ui, middle, &self.lab, &mut self.commands),
                Room::Play => self.play_room(ui, &mut middle),
                Room::Board => self.board_room(ui, &mut middle, whole.width() < theme::NARROW),
            }
        }
        // On the other pages it would cover what somebody is doing.
        let offer = self.recovery.offer().filter(|_| self.stage.room == Room::Board);
        self.commands.extend(notice::show(
            ui,
            middle,
            self.stage.room == Room::Play,
            &mut self.notice,
            offer,
        ));
        let seen = seen(&self.session, &self.stage, self.compare.as_ref());
        if let Some(dialog) = &mut self.dialog {
            dialog::show(ui, seen, dialog, &mut self.commands);
        }
        if let Some(help) = &mut self.help {
            self.commands.extend(help::show(ui, &self.stage.inks(ui), help));
        }
        if let Some(welcome) = &mut self.welcome {
            self.commands.extend(welcome::show(ui, &self.stage, welcome));
        }
        if let Some(chooser) = &mut self.chooser {
            chooser::show(ui, chooser, &mut self.commands);
        }
        if ui.input(|input| !input.raw.hovered_files.is_empty()) {
            notice::drop_here(ui, middle);
        }
        self.focus_ring(ui);
        let ctx = ui.ctx().clone();
        let focused = ctx.memory(|memory| memory.focused().is_some());
        let has_popup = egui::Popup::is_any_open(&ctx);
        if has_popup {
            let has_bar = !self.stage.presenting || self.stage.room == Room::Lab;
            menu::shield(&ctx, whole, has_bar);
        }
        self.escape_is_free = !focused && !has_popup;
        self.obey(&ctx);
    }

    /// The board with its panels. What is left of the place is the board's.
    fn board_room(&mut self, ui: &mut Ui, middle: &mut Rect, narrow: bool) {
        if self.stage.parts.player {
            let top = middle.bottom() - player::HEIGHT;
            let place = Rect::from_min_max(pos2(middle.left(), top), middle.max);
            middle.set_bottom(top - theme::GAP);
            let seen = seen(&self.session, &self.stage, self.compare.as_ref());
            let (state, commands) = (&mut self.player, &mut self.commands);
            in_panel(ui, place, |ui| player::show(ui, seen, state, commands, 1.0));
        }
        let moment = self.session.moment();
        if let Some(moment) = moment.filter(|_| self.stage.gauges && self.stage.parts.player) {
            let top = middle.bottom() - track::HEIGHT;
            let place = Rect::from_min_max(pos2(middle.left(), top), middle.max);
            middle.set_bottom(top - theme::GAP);
            let commands = &mut self.commands;
            in_panel(ui, place, |ui| track::chart(ui, moment, commands));
        }
        if self.stage.parts.setup || narrow && self.stage.parts.status {
            let place = Rect::from_min_size(middle.min, vec2(theme::LEFT, middle.height()));
            middle.set_left(place.right() + theme::GAP);
            in_panel(ui, place, |ui| self.left(ui, narrow));
        }
        if self.stage.parts.status && !narrow {
            let left = middle.right() - theme::RIGHT;
            let place = Rect::from_min_max(pos2(left, middle.top()), middle.max);
            middle.set_right(left - theme::GAP);
            in_panel(ui, place, |ui| self.status(ui));
        }
        self.boards(ui, *middle);
    }

    /// Shows where the focus is. The board shows its own cursor.
    fn focus_ring(&self, ui: &Ui) {
        let ctx = ui.ctx();
        let is_board = |id: egui::Id| self.boards_shown().any(|board| board.is(id));
        let focused = ctx.memory(egui::Memory::focused).filter(|id| !is_board(*id));
        let Some(response) = focused.and_then(|id| ctx.read_response(id)) else { return };
        let layer = egui::LayerId::new(egui::Order::Tooltip, egui::Id::unique("focus"));
        let ring = response.interact_rect.expand(2.0);
        let stroke = egui::Stroke::new(2.0, theme::of(ui).ring);
        ctx.layer_painter(layer).rect_stroke(ring, 8.0, stroke, egui::StrokeKind::Outside);
    }

    /// The panel on the left, which in a narrow window holds the right one too.
    fn left(&mut self, ui: &mut Ui, narrow: bool) {
        if narrow && self.stage.parts.setup && self.stage.parts.status {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let half = vec2((ui.available_width() - 4.0) / 2.0, 28.0);
                let tabs = [
                    (
                        Tab::Setup,
                        "Set-up",
                        "The board, the method and the goal of the next search.",
                    ),
                    (Tab::Status, "Search", "What the search is doing, and why."),
                ];
                for (tab, name, tip) in tabs {
                    let button =
                        egui::Button::selectable(self.stage.tab == tab, name).min_size(half);
                    if ui.add(button).on_hover_text(tip).clicked() {
                        self.commands.push(Command::ShowTab(tab));
                    }
                }
            });
            ui.add_space(6.0);
        }
        let status = narrow
            && self.stage.parts.status
            && (self.stage.tab == Tab::Status || !self.stage.parts.setup);
        if status {
            self.status(ui);
        } else {
            let (rival, second) = match &mut self.compare {
                Some(Compare { rival, typed, .. }) => (Some(&*rival), Some(typed)),
                None => (None, None),
            };
            let (session, stage) = (&self.session, &self.stage);
            let seen = Seen { session, stage, rival, game: None };
            setup::show(ui, seen, &mut self.typed, second, &mut self.commands);
        }
    }

    fn status(&mut self, ui: &mut Ui) {
        let seen = seen(&self.session, &self.stage, self.compare.as_ref());
        status::show(ui, seen, self.recovery.unkept(), &mut self.commands);
    }
}

/// What views read, while other parts of the window are changed.
fn seen<'a>(session: &'a Session, stage: &'a Stage, compare: Option<&'a Compare>) -> Seen<'a> {
    Seen { session, stage, rival: compare.map(|compare| &compare.rival), game: None }
}

/// Letters grow only as far as there is room for what has to be in the window.
fn hold_zoom(ctx: &egui::Context) {
    let (zoom, size) = (ctx.zoom_factor(), ctx.content_rect().size());
    let most = (size.x / LEAST_POINTS.x).min(size.y / LEAST_POINTS.y) * zoom;
    if zoom > 1.0 && zoom > most + 0.01 {
        ctx.set_zoom_factor(most.max(1.0));
    }
}

/// The window is never smaller than this, in points.
const LEAST_POINTS: egui::Vec2 = vec2(600.0, 400.0);

/// Shows something in a place of its own.
fn inside<R>(ui: &mut Ui, place: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let mut child = ui.new_child(UiBuilder::new().max_rect(place));
    child.set_clip_rect(place.intersect(ui.clip_rect()));
    add(&mut child)
}

/// Shows something in a panel that fills a place.
fn in_panel<R>(ui: &mut Ui, place: Rect, add: impl FnOnce(&mut Ui) -> R) -> R {
    let frame = theme::panel(theme::of(ui));
    let inner = place.shrink(f32::from(theme::MARGIN));
    ui.painter().add(frame.paint(inner));
    inside(ui, inner, add)
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _: &mut eframe::Frame) {
        if !std::mem::replace(&mut self.hears_signals, true) {
            self.end_when_told();
        }
        App::logic(self, ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        App::ui(self, ui);
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        let ctx = self.ctx.clone();
        self.end(&ctx);
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        theme::palette(visuals.dark_mode).ground.to_normalized_gamma_f32()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use egui::{Order, Vec2};
    use egui_kittest::Harness;
    use egui_kittest::kittest::{NodeT, Queryable};

    use super::*;
    use crate::engine::Stopwatch;

    /// A window of this size without a screen, with a file if there is one.
    fn window(size: Vec2, file: Option<PathBuf>) -> Harness<'static, Option<App>> {
        let mut window = Harness::builder().with_size(size).build_ui_state(
            move |ui, app: &mut Option<App>| {
                let app = app.get_or_insert_with(|| {
                    let opened = file.as_deref().map(|file| read_file(file).unwrap());
                    let usual = Setup::usual().unwrap();
                    App::at_home(ui.ctx(), &usual, Start { opened, ..Start::default() })
                });
                app.logic(ui.ctx());
                let whole = UiBuilder::new().max_rect(ui.ctx().content_rect());
                let mut whole = ui.new_child(whole);
                whole.set_clip_rect(ui.ctx().content_rect());
                app.ui(&mut whole);
            },
            None,
        );
        window.run_steps(3);
        window.key_press(egui::Key::Escape);
        window.run_steps(3);
        window
    }

    fn press(window: &mut Harness<'static, Option<App>>, name: &str) {
        window.get_by_label(name).click();
        window.run_steps(4);
    }

    /// At any size of the letters, a menu stays in the window; what has no room is scrolled to.
    #[test]
    fn the_view_menu_fits_into_the_smallest_window() {
        for percent in [100, 150] {
            let mut window = window(vec2(900.0, 600.0), None);
            let ctx = window.ctx.clone();
            let app = window.state_mut().as_mut().unwrap();
            app.run(Command::TextSize(percent), &ctx);
            window.run_steps(3);
            press(&mut window, "View");
            window.run_steps(10);
            let screen = ctx.content_rect();
            let menus: Vec<Rect> = ctx.memory(|memory| {
                let layers = memory.areas().visible_layer_ids().into_iter();
                let layers = layers.filter(|layer| layer.order == Order::Foreground);
                layers.filter_map(|layer| memory.area_rect(layer.id)).collect()
            });
            assert!(!menus.is_empty());
            assert!(menus.iter().all(|menu| screen.contains_rect(*menu)), "{percent} %: {menus:?}");
            // Its last entry comes into view.
            window.hover_at(menus[0].center());
            window.run_steps(2);
            for _ in 0..20 {
                window.event(egui::Event::MouseWheel {
                    unit: egui::MouseWheelUnit::Line,
                    delta: vec2(0.0, -3.0),
                    phase: egui::TouchPhase::Move,
                    source: egui::MouseWheelSource::Unknown,
                    modifiers: egui::Modifiers::NONE,
                });
                window.run_steps(8);
            }
            let last = window.get_by_label_contains("Full screen").rect();
            assert!(menus[0].contains_rect(last), "{percent} %: {last:?} in {menus:?}");
        }
    }

    #[test]
    fn a_click_beside_an_open_menu_only_closes_it() {
        let mut window = window(vec2(1280.0, 800.0), None);
        let speed = |window: &Harness<'static, Option<App>>| {
            window.state().as_ref().unwrap().session().speed()
        };
        let before = speed(&window);
        for menu in ["View", "Legend"] {
            press(&mut window, menu);
            assert!(egui::Popup::is_any_open(&window.ctx), "{menu}");
            press(&mut window, "Faster");
            assert!(!egui::Popup::is_any_open(&window.ctx), "{menu}");
            assert_eq!(speed(&window), before, "{menu}");
        }
        press(&mut window, "View");
        press(&mut window, "Lab");
        assert_eq!(window.state().as_ref().unwrap().stage.room, Room::Board);
        press(&mut window, "View");
        window.get_by_label("Edit").hover();
        window.run_steps(4);
        assert!(window.query_by_label_contains("Copy grid").is_some(), "menus can be changed");
        press(&mut window, "Faster");
        press(&mut window, "Faster");
        assert!(speed(&window) != before, "with the menu closed it is pressed");
    }

    /// Nothing was searched for, so no method, no step and no time is named.
    #[test]
    fn a_tour_from_a_file_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("mine.txt");
        fs::write(&file, "1 4 7 10\n8 11 2 5\n3 6 9 12\n").unwrap();
        let mut window = window(vec2(1280.0, 800.0), Some(file));
        let watch = Stopwatch::start();
        while window.query_by_label_contains("Open tour").is_none() && watch.seconds() < 20.0 {
            window.step();
        }
        assert!(window.query_by_label_contains("A tour from mine.txt: open, from a3").is_some());
        for part in ["at step", "µs", " ms"] {
            let said = window.query_all_by_label_contains(part).next();
            assert!(said.is_none(), "{part}: {:?}", said.unwrap().accesskit_node().label());
        }
        let app = window.state().as_ref().unwrap();
        assert_eq!(app.name, "3×4 · tour from a3 · from mine.txt · Open tour · Knight's Tour");
        let title = menu::title_of_search(app.session.watched().unwrap(), app.session.naming());
        assert_eq!(title, "3×4 · tour from a3 · from mine.txt");
    }
}
