//! Everything that a click or a key can do. Views ask for commands; they are all run here.

use egui::{Key, KeyboardShortcut, Modifiers, ThemePreference, ViewportCommand};
use rand::TryRng;
use rand::rngs::SysRng;

use super::{App, Dialog, Part, PathColour, Tab, Tool};
use crate::board::Square;
use crate::engine::{Search, Speed};
use crate::puzzle::{Goal, parse_seed};
use crate::session::{Setup, State};

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A square was clicked: what happens depends on the tool.
    Click(Square),
    /// Start a search, whatever theorems say.
    Start(Square),
    /// Change the set-up.
    Change(Setup),
    /// Choose a new seed.
    NewSeed,
    /// What a click on the board does.
    Use(Tool),
    /// Go on, or halt.
    PlayPause,
    /// Show the next step.
    Step,
    /// Show the step before.
    StepBack,
    /// Show the beginning.
    ToStart,
    /// Show the newest step.
    ToEnd,
    /// Show a step.
    Seek(u64),
    /// Show when the path came to have so many squares.
    SeekPath(usize),
    /// Halt, at the beginning.
    Stop,
    /// Clear the board.
    Reset,
    /// Look for another tour.
    FindNext,
    /// The notice of an answer was read.
    DismissNews,
    /// Set the speed.
    SetSpeed(Speed),
    /// One speed up.
    Faster,
    /// One speed down.
    Slower,
    /// Show every step and retreat, or only the tour.
    ShowBacktracking(bool),
    /// The same, the other way than now.
    ToggleBacktracking,
    /// Go back to the board before.
    Undo,
    /// Take that back.
    Redo,
    /// Show or hide a part.
    Toggle(Part),
    /// Light, dark, or as the system has it.
    Theme(ThemePreference),
    /// What the path is painted with.
    Paint(PathColour),
    /// The whole board again.
    Fit,
    /// Close what is in front.
    CloseDialog,
    /// Fill the screen, or no longer.
    FullScreen,
    /// End the program.
    Quit,
}

/// A key and what it does.
pub(super) struct Shortcut {
    pub(super) keys: KeyboardShortcut,
    pub(super) command: Command,
}

/// Every key, in one list.
pub(super) fn shortcuts() -> Vec<Shortcut> {
    let with =
        |modifiers, key, command| Shortcut { keys: KeyboardShortcut::new(modifiers, key), command };
    let key = |key, command| with(Modifiers::NONE, key, command);
    let ctrl = |key, command| with(Modifiers::COMMAND, key, command);
    vec![
        with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z, Command::Redo),
        ctrl(Key::Z, Command::Undo),
        ctrl(Key::Y, Command::Redo),
        ctrl(Key::Q, Command::Quit),
        key(Key::F11, Command::FullScreen),
        key(Key::Space, Command::PlayPause),
        key(Key::ArrowRight, Command::Step),
        key(Key::ArrowLeft, Command::StepBack),
        key(Key::Home, Command::ToStart),
        key(Key::End, Command::ToEnd),
        key(Key::Plus, Command::Faster),
        key(Key::Equals, Command::Faster),
        key(Key::Minus, Command::Slower),
        key(Key::B, Command::ToggleBacktracking),
        key(Key::H, Command::Toggle(Part::HeatMap)),
        key(Key::N, Command::Toggle(Part::Numbers)),
        key(Key::R, Command::Reset),
    ]
}

/// The keys of a command in words, where it has any.
pub(super) fn keys_of(command: &Command, ctx: &egui::Context) -> Option<String> {
    let simple = |shortcut: &Shortcut| !shortcut.keys.modifiers.shift;
    let mut all = shortcuts().into_iter().filter(simple);
    let shortcut = all.find(|shortcut| shortcut.command == *command)?;
    Some(ctx.format_shortcut(&shortcut.keys))
}

impl App {
    /// Does one thing.
    pub(super) fn perform(&mut self, command: Command, ctx: &egui::Context) {
        match command {
            Command::Click(square) => self.click(square),
            Command::Start(square) => {
                self.dialog = None;
                self.start(square);
            }
            Command::Change(setup) => self.change(setup),
            Command::NewSeed => {
                // Small enough to be read out and typed in.
                let seed = SysRng.try_next_u32().map_or(1, |number| u64::from(number % 1_000_000));
                self.change(Setup { seed, ..self.session.setup().clone() });
            }
            Command::Use(tool) => self.tool = tool,
            Command::PlayPause => self.tell(Search::play_pause),
            Command::Step => self.tell(Search::step),
            Command::StepBack => self.tell(Search::step_back),
            Command::ToStart => self.tell(|search| search.seek(0)),
            Command::ToEnd => {
                self.session.dismiss_news();
                self.tell(|search| search.seek(u64::MAX));
            }
            Command::Seek(step) => self.tell(|search| search.seek(step)),
            Command::SeekPath(length) => self.tell(|search| search.seek_path(length)),
            Command::Stop => self.tell(Search::stop),
            Command::Reset => self.session.reset(),
            Command::FindNext => self.tell(Search::go_on),
            Command::DismissNews => self.session.dismiss_news(),
            Command::SetSpeed(speed) => self.session.set_speed(speed),
            Command::Faster => self.session.set_speed(self.session.speed().faster()),
            Command::Slower => self.session.set_speed(self.session.speed().slower()),
            Command::ShowBacktracking(show) => self.session.show_backtracking(show),
            Command::ToggleBacktracking => {
                self.session.show_backtracking(!self.session.shows_backtracking());
            }
            Command::Undo => {
                self.session.undo();
                self.bring_back();
            }
            Command::Redo => {
                self.session.redo();
                self.bring_back();
            }
            Command::Toggle(part) => self.parts.toggle(part),
            Command::Theme(theme) => ctx.set_theme(theme),
            Command::Paint(colour) => self.path_colour = colour,
            Command::Fit => self.board.fit(),
            Command::CloseDialog => self.close(ctx),
            Command::FullScreen => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!full));
            }
            Command::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    fn tell(&self, tell: impl FnOnce(&Search)) {
        self.session.with_search(tell);
    }

    fn click(&mut self, square: Square) {
        let setup = self.session.setup();
        match self.tool {
            Tool::Holes => {
                // Only the last square left cannot become a hole.
                if let Ok(setup) = setup.with_hole_toggled(square) {
                    self.change(setup);
                }
            }
            Tool::End | Tool::Start if setup.board.is_hole(square) => {}
            Tool::End => {
                self.tool = Tool::Start;
                self.change(Setup { goal: Goal::End(square), ..setup.clone() });
            }
            Tool::Start => self.start_if_sensible(square),
        }
    }

    /// Starts a search, unless there is something to say before.
    fn start_if_sensible(&mut self, square: Square) {
        let setup = self.session.setup();
        let conflict = (setup.recipe.method.conflict)(&setup.recipe.options);
        if let Some(why) = conflict {
            self.dialog = Some(Dialog::Conflict(why));
        } else if setup.puzzle(square).is_none() {
            self.dialog = Some(Dialog::StartIsEnd(square));
        } else if let Some(reason) = self.session.refusal(square) {
            self.dialog = Some(Dialog::NoTour(square, reason.to_string()));
        } else {
            self.start(square);
        }
    }

    fn start(&mut self, square: Square) {
        self.session.start(square);
        self.board.forget();
        self.tab = Tab::Status;
    }

    fn change(&mut self, setup: Setup) {
        self.session.change(setup);
        self.settle();
    }

    /// Shows what undo and redo have brought back.
    fn bring_back(&mut self) {
        self.order_text = None;
        self.board.forget();
        self.settle();
    }

    /// Brings what the window keeps of the set-up up to date. What is being typed stays as it is.
    fn settle(&mut self) {
        self.dialog = None;
        let setup = self.session.setup();
        if parse_seed(self.seed_text.trim()) != Ok(setup.seed) {
            self.seed_text = setup.seed.to_string();
        }
        self.board.fit_if_other(&setup.board);
    }

    /// Closes what is in front: a dialog, a tool, the whole screen.
    fn close(&mut self, ctx: &egui::Context) {
        if self.dialog.take().is_some() {
            return;
        }
        if self.tool != Tool::Start {
            self.tool = Tool::Start;
        } else if ctx.input(|input| input.viewport().fullscreen.unwrap_or(false)) {
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
        } else if self.session.state() != State::Ready && self.session.has_news() {
            self.session.dismiss_news();
        }
    }
}
