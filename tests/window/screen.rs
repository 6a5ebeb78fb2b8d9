//! The window without a screen, and hands to use it. Pictures for snapshots need no graphics card: the
//! program's own painter does them.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use egui::{
    Context, Event, FullOutput, Key, Modifiers, PointerButton, Pos2, Role, Theme, Vec2, ViewportId,
    vec2,
};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, Node, SnapshotOptions, SnapshotResults, TestRenderer};
use image::RgbaImage;
use knights_tour::app::{
    App, ExploreMessage, FileMessage, Message, PlaybackCommand, PlayerEvent, Purpose, Raster,
    SetupEvent, Start, read_file,
};
use knights_tour::board::Board;
use knights_tour::engine::{Clock, Manual, Stopwatch};
use knights_tour::session::{Setup, State};

pub(crate) const USUAL: Vec2 = vec2(1280.0, 800.0);
pub(crate) const SMALL: Vec2 = vec2(900.0, 600.0);
/// How many seconds are waited for something that must happen.
pub(crate) const PATIENCE: f64 = 300.0;
/// After this many frames in a row that ask for no other, the window is still.
const STILL_FRAMES: u32 = 5;

/// The renderer.
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

/// A window of this size without a screen, with the program that `make` makes.
pub(crate) fn harness(
    size: Vec2,
    theme: Theme,
    make: impl Fn(&Context) -> App + 'static,
) -> Harness<'static, Option<App>> {
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
    harness
}

/// Where the harness finds out that nothing from threads is taken.
fn held() -> egui::Id {
    egui::Id::unique("nothing from threads is taken")
}

/// A window with the program in it.
pub(crate) struct Window(pub(crate) Harness<'static, Option<App>>);

impl Deref for Window {
    type Target = App;

    fn deref(&self) -> &App {
        self.app()
    }
}

impl Window {
    /// A window that remembers nothing, with plain backtracking on a board.
    pub(crate) fn open(board: &str) -> Window {
        Window::with(board, USUAL, Theme::Light)
    }

    /// The same, of another size or theme.
    pub(crate) fn with(board: &str, size: Vec2, theme: Theme) -> Window {
        let config = "backtracking".parse().unwrap();
        let setup = Setup { config, ..Setup::usual().unwrap() };
        let setup = setup.with_board(board.parse::<Board>().unwrap());
        Window(harness(size, theme, move |ctx| App::new(ctx, setup.clone())))
    }

    /// A window that remembers nothing, with the usual set-up.
    pub(crate) fn usual(size: Vec2, theme: Theme) -> Window {
        let setup = Setup::usual().unwrap();
        Window(harness(size, theme, move |ctx| App::new(ctx, setup.clone())))
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
        let usual = Setup::usual().unwrap();
        let folder = folder.map(Path::to_owned);
        Window(harness(size, theme, move |ctx| {
            let opened = file.as_deref().map(|file| read_file(file).unwrap());
            let start = Start { folder: folder.clone(), opened, ..Start::default() };
            App::restored(ctx, &usual, start)
        }))
    }

    /// A window that remembers things in a folder, with a clock that the test moves,
    /// past the welcome of a first start.
    pub(crate) fn by(hands: &Arc<Manual>, folder: &Path) -> Window {
        let usual = Setup::usual().unwrap();
        let (folder, hands) = (folder.to_owned(), Arc::clone(hands));
        let mut window = Window(harness(USUAL, Theme::Light, move |ctx| {
            let clock = Some(Clock::manual(&hands));
            App::restored(
                ctx,
                &usual,
                Start { folder: Some(folder.clone()), clock, ..Start::default() },
            )
        }));
        window.key(Key::Escape);
        window
    }

    /// Ends the way the program does.
    pub(crate) fn end(mut self) {
        self.0.state_mut().as_mut().unwrap().end();
    }

    pub(crate) fn app(&self) -> &App {
        self.0.state().as_ref().unwrap()
    }

    pub(crate) fn state(&self) -> State {
        self.app().session().state()
    }

    pub(crate) fn send(&mut self, message: impl Into<Message>) {
        self.0.state_mut().as_mut().unwrap().send(message);
        self.0.run_steps(2);
    }

    /// Changes the set-up of the Board page.
    pub(crate) fn change(&mut self, setup: Setup) {
        self.send(ExploreMessage::Setup(SetupEvent::Change(setup)));
    }

    /// Does something with the player of the Board page.
    pub(crate) fn playback(&mut self, command: PlaybackCommand) {
        self.send(ExploreMessage::Player(PlayerEvent::Playback(command)));
    }

    /// Opens a file, or saves to it.
    pub(crate) fn use_file(&mut self, purpose: Purpose, file: impl Into<PathBuf>) {
        self.send(FileMessage::Use(purpose, file.into(), None));
    }

    pub(crate) fn set_method(&mut self, config: &str) {
        let config = config.parse().unwrap();
        let setup = Setup { config, ..self.app().session().setup().clone() };
        self.change(setup);
    }

    pub(crate) fn shows(&self, text: &str) -> bool {
        self.0.query_all_by_label_contains(text).next().is_some()
    }

    /// From now on, takes nothing that threads send, as if their work took longer; or takes it again.
    pub(crate) fn hold(&mut self, holds: bool) {
        self.0.ctx.data_mut(|data| data.insert_temp(held(), holds));
    }

    /// Waits until something is so.
    pub(crate) fn until(&mut self, what: &str, is_right: impl Fn(&Window) -> bool) {
        let watch = Stopwatch::start();
        while !is_right(self) {
            self.0.step();
            let step = self.app().session().frame().map_or(0, |frame| frame.step);
            assert!(watch.seconds() < PATIENCE, "{what}: {:?} at {step}", self.state());
        }
        self.0.run_steps(2);
    }

    pub(crate) fn until_shown(&mut self, text: &str) {
        self.until(text, |window| window.shows(text));
    }

    /// Clicks with the mouse.
    pub(crate) fn click(&mut self, at: Pos2) {
        self.0.hover_at(at);
        self.0.run_steps(2);
        for pressed in [true, false] {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            self.0.event(Event::PointerButton { pos: at, button, pressed, modifiers });
        }
        self.0.run_steps(2);
        self.0.remove_cursor();
        self.0.run_steps(2);
    }

    /// Clicks what has this label.
    pub(crate) fn press(&mut self, label: &str) {
        self.0.get_by_label(label).click();
        self.0.run_steps(3);
        self.0.remove_cursor();
        self.0.run_steps(2);
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.key_with(Modifiers::NONE, key);
    }

    pub(crate) fn key_with(&mut self, modifiers: Modifiers, key: Key) {
        self.0.key_press_modifiers(modifiers, key);
        self.0.run_steps(3);
    }

    /// A list to choose from.
    pub(crate) fn list<'a>(&'a self, name: &'a str) -> Node<'a> {
        self.0.get_by_role_and_label(Role::ComboBox, name)
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

    /// Replaces the text of a field.
    pub(crate) fn type_over(&mut self, role: Role, field: &str, text: &str) {
        self.0.get_by_role_and_label(role, field).focus();
        self.0.run_steps(2);
        self.key_with(Modifiers::COMMAND, Key::A);
        self.0.event(Event::Text(text.to_owned()));
        self.0.run_steps(2);
    }

    /// Replaces the text of a field, and confirms it.
    pub(crate) fn enter(&mut self, role: Role, field: &str, text: &str) {
        self.type_over(role, field, text);
        self.key(Key::Enter);
    }

    /// Lets frames pass until nothing moves any more: the knight, a ripple along a tour, a panel that
    /// opens. The harness moves egui's clock by the same time in each frame, so how fast the machine is
    /// does not matter. What a thread has still to send is waited for with `until`.
    pub(crate) fn settle(&mut self) {
        let watch = Stopwatch::start();
        let mut still = 0;
        while still < STILL_FRAMES {
            self.0.step();
            let delay = self.0.output().viewport_output[&ViewportId::ROOT].repaint_delay;
            still = if delay.is_zero() { 0 } else { still + 1 };
            assert!(watch.seconds() < PATIENCE, "the window never stands still");
        }
    }

    /// Compares the window with the picture of this name, once nothing moves.
    pub(crate) fn compare(&mut self, name: &str, results: &mut SnapshotResults) {
        self.settle();
        results.add(self.0.try_snapshot_options(name, &pictures()));
    }
}

/// Where the pictures are.
pub(crate) fn pictures() -> SnapshotOptions {
    SnapshotOptions::new().output_path("tests/pictures")
}
