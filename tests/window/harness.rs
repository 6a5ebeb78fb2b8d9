//! The window without a screen: ways to open it, what a user does, and what there is to see. Pictures need
//! no graphics card, since the program's own painter paints them.

use std::ops::Deref;

use egui::{Context, FullOutput, MouseWheelUnit, PointerButton, Vec2, ViewportId};
use egui_kittest::{Harness, Node, TestRenderer};
use image::RgbaImage;
use knights_tour::app::{App, Message, Raster, Start, read_file};
use knights_tour::engine::Clock;

pub(crate) use std::fs;
pub(crate) use std::path::{Path, PathBuf};
pub(crate) use std::sync::Arc;

pub(crate) use egui::{Event, Key, Modifiers, OutputCommand, Pos2, Rect, Role, Theme, pos2, vec2};
pub(crate) use egui_kittest::kittest::{NodeT, Queryable};
pub(crate) use knights_tour::app::{
    ExploreMessage, FileMessage, Framing, HelpPage, LabMessage, PageId, Part, PathColour,
    PlayMessage, PlayTab, PlaybackCommand, PlayerEvent, Preference, Purpose, Request, SetupEvent,
    ShellMessage, Shortcut,
};
pub(crate) use knights_tour::board::{Board, Naming, Square};
pub(crate) use knights_tour::engine::{Frame, Manual, Speed, Stopwatch};
pub(crate) use knights_tour::puzzle::{Goal, Puzzle};
pub(crate) use knights_tour::session::{Setup, State};
pub(crate) use knights_tour::solver::{MethodConfig, Status};

pub(crate) use crate::folder::Folder;

pub(crate) const USUAL: Vec2 = vec2(1280.0, 800.0);
pub(crate) const SMALL: Vec2 = vec2(900.0, 600.0);
pub(crate) const LARGE: Vec2 = vec2(1600.0, 1000.0);
/// How long something that must happen is waited for.
pub(crate) const MAX_WAIT_SECONDS: f64 = 300.0;
/// After this many frames in a row that ask for no other, the window is still.
const STILL_FRAMES: u32 = 5;

/// A tour of 3×4, as a grid.
pub(crate) const GRID: &str = "1 4 7 10\n8 11 2 5\n3 6 9 12\n";
/// The beginning of a path on the same board.
pub(crate) const GRID_OF_PATH: &str = "1 . . .\n. . 2 .\n3 . . .\n";

/// Paints pictures without a graphics card.
#[derive(Default)]
struct Painter(Raster);

impl TestRenderer for Painter {
    fn handle_delta(&mut self, delta: &mut egui::TexturesDelta) {
        self.0.take(delta);
    }

    fn render(&mut self, ctx: &Context, output: &FullOutput) -> Result<RgbaImage, String> {
        let scale = ctx.pixels_per_point();
        let size = ctx.content_rect().size() * scale;
        let size = [size.x.round() as usize, size.y.round() as usize];
        let parts = ctx.tessellate(output.shapes.clone(), scale);
        let picture = self.0.paint(size, scale, &parts);
        let bytes = picture.pixels.iter().flat_map(egui::Color32::to_array).collect();
        RgbaImage::from_raw(size[0] as u32, size[1] as u32, bytes).ok_or("too few pixels".into())
    }
}

/// Where the harness finds out that nothing from threads is taken.
fn held() -> egui::Id {
    egui::Id::unique("nothing from threads is taken")
}

/// Writes a file for the window to open.
pub(crate) fn write(folder: &Folder, name: &str, content: &str) -> PathBuf {
    let file = folder.file(name);
    fs::write(&file, content).unwrap();
    file
}

/// A window with the program in it, which is made in the first frame.
pub(crate) struct Window(pub(crate) Harness<'static, Option<App>>);

impl Deref for Window {
    type Target = App;

    fn deref(&self) -> &App {
        self.0.state().as_ref().unwrap()
    }
}

/// Ways to open a window.
impl Window {
    fn new(size: Vec2, theme: Theme, make: impl Fn(&Context) -> App + 'static) -> Window {
        let mut harness = Harness::builder()
            .with_size(size)
            .with_theme(theme)
            .with_step_dt(1.0 / 60.0)
            .renderer(Painter::default())
            .build_ui_state(
                move |ui, app: &mut Option<App>| {
                    let app = app.get_or_insert_with(|| make(ui.ctx()));
                    if !ui.ctx().data(|data| data.get_temp(held()).unwrap_or(false)) {
                        app.logic(ui.ctx());
                    }
                    // All of the window, as in the program, without the margin of tests.
                    let whole = egui::UiBuilder::new().max_rect(ui.ctx().content_rect());
                    let mut whole = ui.new_child(whole);
                    whole.set_clip_rect(ui.ctx().content_rect());
                    app.ui(&mut whole);
                },
                None,
            );
        harness.run_steps(3);
        Window(harness)
    }

    fn with_setup(setup: Setup, size: Vec2, theme: Theme) -> Window {
        Window::new(size, theme, move |ctx| App::new(ctx, setup.clone()))
    }

    fn started(size: Vec2, theme: Theme, start: impl Fn() -> Start + 'static) -> Window {
        Window::new(size, theme, move |ctx| App::restored(ctx, &Setup::usual().unwrap(), start()))
    }

    /// A window that remembers nothing, with plain backtracking on a board.
    pub(crate) fn open(board: &str) -> Window {
        Window::with(board, USUAL, Theme::Light)
    }

    /// The same, of another size or theme.
    pub(crate) fn with(board: &str, size: Vec2, theme: Theme) -> Window {
        let config = "backtracking".parse().unwrap();
        let setup = Setup { config, ..Setup::usual().unwrap() };
        Window::with_setup(setup.with_board(board.parse().unwrap()), size, theme)
    }

    /// A window that remembers nothing, with the usual set-up.
    pub(crate) fn usual(size: Vec2, theme: Theme) -> Window {
        Window::with_setup(Setup::usual().unwrap(), size, theme)
    }

    /// The window as the program starts it: it remembers things in a folder and opens a file, if there
    /// are any.
    pub(crate) fn start(folder: Option<&Path>, file: Option<PathBuf>) -> Window {
        Window::start_with(folder, file, USUAL, Theme::Light)
    }

    /// The same, of another size or theme.
    pub(crate) fn start_with(
        folder: Option<&Path>,
        file: Option<PathBuf>,
        size: Vec2,
        theme: Theme,
    ) -> Window {
        let folder = folder.map(Path::to_owned);
        Window::started(size, theme, move || {
            let opened = file.as_deref().map(|file| read_file(file).unwrap());
            Start { folder: folder.clone(), opened, ..Start::default() }
        })
    }

    /// A started window with the welcome of a first start closed.
    pub(crate) fn past_welcome(folder: Option<&Path>) -> Window {
        let mut window = Window::start(folder, None);
        window.key(Key::Escape);
        window
    }

    /// The same, with a clock that only the test moves.
    pub(crate) fn with_manual_clock(folder: Option<&Path>) -> (Window, Arc<Manual>) {
        let manual = Arc::new(Manual::default());
        let (folder, clock) = (folder.map(Path::to_owned), Clock::manual(&manual));
        let mut window = Window::started(USUAL, Theme::Light, move || Start {
            folder: folder.clone(),
            clock: Some(clock.clone()),
            ..Start::default()
        });
        window.key(Key::Escape);
        (window, manual)
    }

    /// A game on this board.
    pub(crate) fn game_on(board: &str) -> Window {
        let mut window = Window::open(board);
        window.send(Request::PlayBoard);
        assert_eq!(window.game().path(), []);
        window
    }

    /// A game with a clock that stands still, for pictures.
    pub(crate) fn still_game(board: &str, size: Vec2, theme: Theme) -> Window {
        let board: Board = board.parse().unwrap();
        let mut window = Window::started(size, theme, move || Start {
            clock: Some(Clock::manual(&Arc::default())),
            board: Some(board.clone()),
            ..Start::default()
        });
        window.key(Key::Escape);
        window.send(Preference::Theme(theme.into()));
        window.send(Request::PlayBoard);
        window
    }

    /// Ends the way the program does.
    pub(crate) fn end(mut self) {
        self.app_mut().end();
    }
}

/// What a user does.
impl Window {
    pub(crate) fn app_mut(&mut self) -> &mut App {
        self.0.state_mut().as_mut().unwrap()
    }

    pub(crate) fn send(&mut self, message: impl Into<Message>) {
        self.app_mut().send(message);
        self.0.run_steps(2);
    }

    /// Takes what threads have sent, without painting.
    pub(crate) fn logic(&mut self) {
        let ctx = self.0.ctx.clone();
        self.app_mut().logic(&ctx);
    }

    /// From now on, takes nothing that threads send, as if their work took longer; or takes it again.
    pub(crate) fn hold(&mut self, holds: bool) {
        self.0.ctx.data_mut(|data| data.insert_temp(held(), holds));
    }

    pub(crate) fn change(&mut self, setup: Setup) {
        self.send(ExploreMessage::Setup(SetupEvent::Change(setup)));
    }

    pub(crate) fn set_method(&mut self, config: &str) {
        let config = config.parse().unwrap();
        self.change(Setup { config, ..self.setup().clone() });
    }

    pub(crate) fn set_goal(&mut self, goal: Goal) {
        self.change(Setup { goal, ..self.setup().clone() });
    }

    pub(crate) fn set_board(&mut self, board: &str) {
        self.change(self.setup().with_board(board.parse().unwrap()));
    }

    pub(crate) fn compare_with(&mut self, method: &str) {
        self.send(ExploreMessage::Compare(Some(method.parse().unwrap())));
    }

    pub(crate) fn playback(&mut self, command: PlaybackCommand) {
        self.send(ExploreMessage::Player(PlayerEvent::Playback(command)));
    }

    /// Saves or exports to a file. Returns what is in it.
    #[track_caller]
    pub(crate) fn save(&mut self, purpose: Purpose, folder: &Folder, name: &str) -> Vec<u8> {
        self.use_file(purpose, folder.file(name));
        self.until_shown(&format!("Saved as {name}"));
        fs::read(folder.file(name)).unwrap()
    }

    /// Opens a file, or saves to it.
    pub(crate) fn use_file(&mut self, purpose: Purpose, file: impl Into<PathBuf>) {
        self.send(FileMessage::Use(purpose, file.into(), None));
    }

    /// Chooses an experiment of the Lab and sets some of its parameters.
    pub(crate) fn set(&mut self, name: &'static str, values: &[(&'static str, &str)]) {
        self.send(ShellMessage::Enter(PageId::Lab));
        self.send(LabMessage::Choose(name));
        for (key, value) in values {
            self.send(LabMessage::Set(key, (*value).to_owned()));
        }
    }

    /// Runs the experiment to its end.
    #[track_caller]
    pub(crate) fn measure(&mut self) {
        self.press("Run");
        self.until_shown("Done: ");
    }

    pub(crate) fn show_play(&mut self, tab: PlayTab) {
        self.send(PlayMessage::Show(tab));
    }

    /// Searches at unlimited speed from this square until a tour is on the board.
    #[track_caller]
    pub(crate) fn find_tour(&mut self, start: &str) {
        self.send(Preference::Speed(Speed::UNLIMITED));
        self.click_square(start);
        self.until_found();
    }

    /// Starts a search on 7×7 that never ends.
    pub(crate) fn search_forever(&mut self) {
        self.send(Preference::Speed(Speed::UNLIMITED));
        self.set_board("7x7");
        self.set_method("restarting");
        self.send(ExploreMessage::Start(Square::at(1)));
    }

    /// The same, and pauses it after a while.
    pub(crate) fn search_for_a_while(&mut self) {
        self.search_forever();
        self.until(|window| window.steps() > 100_000);
        self.send(Shortcut::PlayPause);
        self.until_state(State::Paused);
    }

    pub(crate) fn hover(&mut self, at: Pos2) {
        self.0.hover_at(at);
        self.0.run_steps(2);
    }

    /// Presses or releases the mouse button.
    pub(crate) fn button(&mut self, pos: Pos2, pressed: bool) {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        self.0.event(Event::PointerButton { pos, button, pressed, modifiers });
    }

    pub(crate) fn click(&mut self, at: Pos2) {
        self.hover(at);
        self.button(at, true);
        self.button(at, false);
        self.0.run_steps(2);
        self.0.remove_cursor();
        self.0.run_steps(2);
    }

    /// Clicks a square of the page that is shown.
    pub(crate) fn click_at(&mut self, square: Square) {
        self.click(self.place_of(square).unwrap());
    }

    /// Clicks a square of the Board page.
    pub(crate) fn click_square(&mut self, name: &str) {
        self.click_at(self.square(name));
    }

    /// Clicks squares of the game, which must be on the path then.
    #[track_caller]
    pub(crate) fn go(&mut self, names: &str) {
        for name in names.split_whitespace() {
            let square = self.game().board().parse_square(name).unwrap();
            self.click_at(square);
            assert_eq!(self.game().path().last(), Some(&square), "{name}");
        }
    }

    /// Presses the mouse button at the first place and releases it at the last.
    pub(crate) fn drag(&mut self, places: &[Pos2]) {
        self.hover(places[0]);
        self.button(places[0], true);
        self.0.run_steps(2);
        places.iter().for_each(|place| self.hover(*place));
        self.button(places[places.len() - 1], false);
        self.0.run_steps(2);
    }

    /// Turns the wheel a number of times by so many lines.
    pub(crate) fn wheel(&mut self, at: Pos2, lines: f32, times: usize) {
        self.hover(at);
        for _ in 0..times {
            self.0.event(Event::MouseWheel {
                unit: MouseWheelUnit::Line,
                delta: vec2(0.0, lines),
                phase: egui::TouchPhase::Move,
                source: egui::MouseWheelSource::Unknown,
                modifiers: Modifiers::NONE,
            });
            self.0.run_steps(12);
        }
    }

    /// Clicks what has this label.
    #[track_caller]
    pub(crate) fn press(&mut self, label: &str) {
        self.0.get_by_label(label).click();
        self.0.run_steps(3);
        self.0.remove_cursor();
        self.0.run_steps(2);
    }

    /// Presses what has this in its label, wherever it has been scrolled to.
    #[track_caller]
    pub(crate) fn press_any(&mut self, label: &str) {
        self.0.get_by_label_contains(label).click_accesskit();
        self.0.run_steps(3);
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.key_with(Modifiers::NONE, key);
    }

    pub(crate) fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        self.0.key_press_modifiers(modifiers, key);
        self.0.run_steps(3);
    }

    /// Opens a list and chooses an item. Uses accessibility actions, because the list may be scrolled
    /// out of view.
    pub(crate) fn choose(&mut self, list: &str, item: &str) {
        self.list(list).click_accesskit();
        self.0.run_steps(3);
        // An open list comes after everything below it.
        self.0.query_all_by_label_contains(item).last().unwrap().click_accesskit();
        self.0.run_steps(3);
    }

    pub(crate) fn focus(&mut self, role: Role, label: &str) {
        self.0.get_by_role_and_label(role, label).focus();
        self.0.run_steps(2);
    }

    /// Replaces the text of a field.
    pub(crate) fn type_over(&mut self, role: Role, field: &str, text: &str) {
        self.focus(role, field);
        self.key_with(Modifiers::COMMAND, Key::A);
        self.0.event(Event::Text(text.to_owned()));
        self.0.run_steps(2);
    }

    /// Replaces the text of a field, and confirms it.
    pub(crate) fn enter(&mut self, role: Role, field: &str, text: &str) {
        self.type_over(role, field, text);
        self.key(Key::Enter);
    }
}

/// Waiting. A failure names the line of the test that waited.
impl Window {
    /// Waits until something is so.
    #[track_caller]
    pub(crate) fn until(&mut self, is_so: impl Fn(&Window) -> bool) {
        let watch = Stopwatch::start();
        while !is_so(self) {
            self.0.step();
            let is_late = watch.seconds() > MAX_WAIT_SECONDS;
            assert!(!is_late, "{:?} at {}:\n{}", self.state(), self.step(), self.texts());
        }
        self.0.run_steps(2);
    }

    #[track_caller]
    pub(crate) fn until_frame(&mut self, is_so: impl Fn(&Frame) -> bool) {
        self.until(|window| window.session().frame().is_some_and(&is_so));
    }

    #[track_caller]
    pub(crate) fn until_step(&mut self, step: u64) {
        self.until_frame(|frame| frame.step == step);
    }

    #[track_caller]
    pub(crate) fn until_state(&mut self, state: State) {
        self.until(|window| window.state() == state);
    }

    /// Waits until a tour is on the board.
    #[track_caller]
    pub(crate) fn until_found(&mut self) {
        self.until(Window::has_found);
    }

    /// Waits until the search is over and its end is shown.
    #[track_caller]
    pub(crate) fn until_over(&mut self) {
        self.until(|window| window.has_searched() && !window.frame().playing);
    }

    /// Waits until the search is over, wherever the playhead is.
    #[track_caller]
    pub(crate) fn until_searched(&mut self) {
        self.until(Window::has_searched);
    }

    #[track_caller]
    pub(crate) fn until_shown(&mut self, text: &str) {
        self.until(|window| window.shows(text));
    }

    /// Goes to a step and waits until it is shown.
    #[track_caller]
    pub(crate) fn seek(&mut self, step: u64) {
        self.playback(PlaybackCommand::Seek(step));
        self.until_step(step);
    }

    /// Lets frames pass until nothing moves any more: the knight, a ripple along a tour, a panel that
    /// opens. The harness moves egui's clock by the same time in each frame, so how fast the machine is
    /// does not matter. What a thread has still to send is waited for with `until`.
    pub(crate) fn settle(&mut self) {
        let watch = Stopwatch::start();
        let mut still = 0;
        while still < STILL_FRAMES {
            self.0.step();
            still = if self.repaint_seconds() == 0.0 { 0 } else { still + 1 };
            assert!(watch.seconds() < MAX_WAIT_SECONDS, "the window never stands still");
        }
    }
}

/// What there is to see.
impl Window {
    pub(crate) fn setup(&self) -> &Setup {
        self.session().setup()
    }

    pub(crate) fn state(&self) -> State {
        self.session().state()
    }

    pub(crate) fn has_found(&self) -> bool {
        matches!(self.state(), State::Found { .. })
    }

    pub(crate) fn has_searched(&self) -> bool {
        let frame = self.session().frame();
        frame.is_some_and(|frame| frame.progress.status != Status::Searching)
    }

    pub(crate) fn frame(&self) -> &Frame {
        self.session().frame().unwrap()
    }

    pub(crate) fn step(&self) -> u64 {
        self.session().frame().map_or(0, |frame| frame.step)
    }

    /// How many steps the search has taken.
    pub(crate) fn steps(&self) -> u64 {
        self.session().frame().map_or(0, |frame| frame.progress.steps)
    }

    pub(crate) fn path(&self) -> Vec<Square> {
        self.session().path().to_vec()
    }

    /// A square of the Board page.
    pub(crate) fn square(&self, name: &str) -> Square {
        self.setup().board.parse_square(name).unwrap()
    }

    /// How far the middles of two squares in a row are apart.
    pub(crate) fn square_side(&self) -> f32 {
        let [first, second] = [0, 1].map(|index| self.place_of(Square::at(index)).unwrap().x);
        second - first
    }

    pub(crate) fn shows(&self, text: &str) -> bool {
        self.count(text) > 0
    }

    /// How many things have this in their label.
    pub(crate) fn count(&self, text: &str) -> usize {
        self.0.query_all_by_label_contains(text).count()
    }

    #[track_caller]
    pub(crate) fn rect(&self, label: &str) -> Rect {
        self.0.get_by_label(label).rect()
    }

    #[track_caller]
    pub(crate) fn is_disabled(&self, label: &str) -> bool {
        self.0.get_by_label(label).accesskit_node().is_disabled()
    }

    pub(crate) fn list<'a>(&'a self, name: &'a str) -> Node<'a> {
        self.0.get_by_role_and_label(Role::ComboBox, name)
    }

    /// How many squares of the game are visited.
    pub(crate) fn length(&self) -> usize {
        self.game().path().len()
    }

    #[track_caller]
    pub(crate) fn typed(&self, field: &str) -> String {
        self.0.get_by_role_and_label(Role::TextInput, field).value().unwrap_or_default()
    }

    /// What the window asks of the desktop next, such as to copy a picture painted in the background.
    pub(crate) fn output(&mut self) -> Vec<OutputCommand> {
        let mut commands = Vec::new();
        let watch = Stopwatch::start();
        while commands.is_empty() && watch.seconds() < MAX_WAIT_SECONDS {
            self.0.step();
            commands.clone_from(&self.0.output().platform_output.commands);
        }
        self.0.run_steps(2);
        commands
    }

    /// How long egui is asked to wait before it paints again.
    pub(crate) fn repaint_seconds(&self) -> f64 {
        self.0.output().viewport_output[&ViewportId::ROOT].repaint_delay.as_secs_f64()
    }
}
