//! Everything that a click or a key can do. Views ask for commands; they are all run here.

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Key, KeyboardShortcut, Modifiers, ThemePreference, ViewportCommand};
use rand::TryRng;
use rand::rngs::SysRng;

use crate::app::explore::compare;
use crate::app::explore::compare::Compare;
use crate::app::files::loaded::OnBoard;
use crate::app::files::picture;
use crate::app::files::picture::Framing;
use crate::app::shell::dialog::Dialog;
use crate::app::shell::help::{Help, Page};
use crate::app::shell::menu::capitalised;
use crate::app::shell::welcome::Welcome;
use crate::app::{
    App, Closing, Degree, LabOrder, MOST_SIDE, Part, PathColour, PlayOrder, Purpose, Room, Tab,
    Tool,
};
use crate::board::{Naming, Square, Symmetry};
use crate::engine::{PlaybackCommand, Speed};
use crate::feasibility::{Verdict, verdict};
use crate::lab::Task;
use crate::puzzle::{Goal, Puzzle};
use crate::session::{Refusal, Session, Setup, State};
use crate::solver::Recipe;
use crate::text::grouped;
use crate::tour::Tour;

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// A square was clicked: what happens depends on the tool.
    Click(Square),
    /// Start a search, whatever theorems say.
    Start(Square),
    /// Change the set-up.
    Change(Setup),
    /// A stroke over the board makes a hole of a square, or fills it; the first square of the stroke
    /// begins something that can be undone.
    PaintHole {
        /// The square.
        square: Square,
        /// Whether it becomes a hole.
        is_hole: bool,
        /// Whether the stroke begins here.
        first: bool,
    },
    /// Search from the same square with another method.
    TryInstead(Recipe),
    /// Rearrange the unfinished path on the board until it can be finished.
    Repair,
    /// Look for a closed tour from the same square.
    ClosedInstead,
    /// Rearrange the open tour on the board until it is closed.
    CloseTour,
    /// Compare with this method, beside the one of the set-up; or compare no longer.
    Compare(Option<Recipe>),
    /// Compare with the method of last time, or no longer.
    ToggleCompare,
    /// Let the tour on the board be a base tour of searches to come.
    UseAsBase,
    /// Turn or mirror the tour on the board.
    Transform(Symmetry),
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
    /// Show when the path came to have this many squares.
    SeekPath(usize),
    /// Clear the board. Undo brings back what was on it.
    Clear,
    /// Look for another tour.
    FindNext,
    /// Show one of the candidates on the board, by its place in the list; or none.
    ShowCandidate(Option<usize>),
    /// Open or close the chart of the gauges.
    ToggleGauges,
    /// The notice of an answer was read.
    DismissNews,
    /// The notice of a search that takes long was read.
    DismissLong,
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
    /// How squares are named.
    NameSquares(Naming),
    /// How large text is, in percent.
    TextSize(u32),
    /// Show the board alone, large enough to project, or no longer.
    Present,
    /// The whole board again.
    Fit,
    /// Close what is in front.
    CloseDialog,
    /// Fill the screen, or no longer.
    FullScreen,
    /// Show this of two panels, where there is room for one.
    ShowTab(Tab),
    /// Show a message for a few seconds.
    Say(String),
    /// Ask for a file to open.
    Open,
    /// Save the search where it was saved before.
    Save,
    /// Save the search where it was saved before, even if another program has changed the file.
    Overwrite(Option<Then>),
    /// Ask for another file to save the search to.
    SaveAs(Option<Then>),
    /// Save the search to this file.
    SaveTo(PathBuf, Option<Then>),
    /// Ask for a file, for this.
    ChooseFile(Purpose),
    /// Ask for a file, however large it will be.
    ChooseFileAnyway(Purpose),
    /// Close the file dialog inside the window.
    CloseChooser,
    /// A file was chosen, for this.
    UseFile(Purpose, PathBuf),
    /// Ask how large a picture is to be.
    AskForPicture,
    /// Copy something to the clipboard.
    Copy(Copied),
    /// Resume the unsaved search from last time.
    Restore,
    /// Delete the unsaved search from last time.
    Forget,
    /// Ask about the unsaved search again at the next start.
    AskLater,
    /// Discard what is on the board, then do this.
    Discard(Then),
    /// Save what is on the board, then do this.
    SaveThen(Then),
    /// Show a page of the help.
    Help(Page),
    /// Show the welcome of the first start.
    Welcome,
    /// Show what the program says about itself.
    About,
    /// Let the knight glide, or not.
    ReduceMotion(bool),
    /// What fills the window.
    Enter(Room),
    /// The room that is not there now.
    OtherRoom,
    /// Something is asked of the lab.
    Lab(LabOrder),
    /// Something is asked of the game that is played by hand.
    Play(PlayOrder),
    /// End the program.
    Quit,
}

/// What happens once the search on the board is saved or discarded. It is kept with the question or
/// the save that is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Open a file.
    Open(PathBuf),
    /// Resume the unsaved search from last time.
    Restore,
    /// End the program.
    Quit,
}

/// What can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The numbers of the squares, row by row.
    Grid,
    /// The squares in the order of the path.
    Path,
    /// A picture of so much of the board, with this many pixels along its longer side.
    Picture(Framing, u32),
}

/// A key and what it does.
pub(crate) struct Shortcut {
    pub(crate) keys: KeyboardShortcut,
    pub(crate) command: Command,
    /// What it does, in words; empty where another key for the same is listed.
    what: &'static str,
}

/// Every key that does something wherever the focus is, in one list.
pub(crate) fn shortcuts() -> Vec<Shortcut> {
    let with = |modifiers, key, command, what| Shortcut {
        keys: KeyboardShortcut::new(modifiers, key),
        command,
        what,
    };
    let key = |key, command, what| with(Modifiers::NONE, key, command, what);
    let ctrl = |key, command, what| with(Modifiers::COMMAND, key, command, what);
    let shift =
        |key, command, what| with(Modifiers::COMMAND | Modifiers::SHIFT, key, command, what);
    vec![
        key(Key::Space, Command::PlayPause, "play or pause, or press the focused button"),
        key(Key::ArrowRight, Command::Step, "one step forward"),
        key(Key::ArrowLeft, Command::StepBack, "one step back"),
        key(Key::Home, Command::ToStart, "to the start"),
        key(Key::End, Command::ToEnd, "to the latest step"),
        key(Key::Plus, Command::Faster, "faster"),
        key(Key::Equals, Command::Faster, ""),
        key(Key::Minus, Command::Slower, "slower"),
        key(Key::B, Command::ToggleBacktracking, "show the backtracking, or only the tour"),
        key(Key::C, Command::ToggleCompare, "compare two methods side by side, or no longer"),
        key(Key::H, Command::Toggle(Part::HeatMap), "heat map of visits"),
        key(Key::M, Command::Toggle(Part::Starts), "map of starts: from which squares tours exist"),
        key(Key::N, Command::Toggle(Part::Numbers), "numbers on the stamps"),
        key(Key::P, Command::Present, "presentation: the board alone, large"),
        key(Key::U, Command::UseAsBase, "use the tour as a base tour"),
        key(Key::R, Command::Clear, "clear the board (undo brings it back)"),
        ctrl(Key::N, Command::Clear, "clear the board, like R"),
        ctrl(Key::O, Command::Open, "open a file"),
        shift(Key::S, Command::ChooseFile(Purpose::Save), "save under another name"),
        ctrl(Key::S, Command::Save, "save"),
        shift(Key::Z, Command::Redo, ""),
        ctrl(Key::Z, Command::Undo, "undo: back to the previous board"),
        ctrl(Key::Y, Command::Redo, "redo"),
        ctrl(Key::L, Command::OtherRoom, "to the next room: board, play, lab"),
        key(Key::Num1, Command::Play(PlayOrder::Hint(Degree::Onward)), "in Play: onward moves"),
        key(Key::Num2, Command::Play(PlayOrder::Hint(Degree::Best)), "in Play: the best move"),
        key(
            Key::Num3,
            Command::Play(PlayOrder::Hint(Degree::Finish)),
            "in Play: can it still be finished?",
        ),
        key(Key::F, Command::Play(PlayOrder::Finish), "in Play: let a method finish the path"),
        key(Key::W, Command::Play(PlayOrder::WhyNot), "in Play: why it cannot be finished"),
        key(Key::F1, Command::Help(Page::Board), "this help"),
        key(Key::F11, Command::FullScreen, "full screen"),
        ctrl(Key::Q, Command::Quit, "quit"),
    ]
}

/// All keys in words, for the help.
pub(crate) fn keys_in_words(ctx: &egui::Context) -> Vec<(String, &'static str)> {
    let listed = shortcuts().into_iter().filter(|shortcut| !shortcut.what.is_empty());
    let listed = listed.map(|shortcut| (ctx.format_shortcut(&shortcut.keys), shortcut.what));
    let fixed = [
        ("Esc", "close a dialog, or stop editing holes or choosing the end"),
        ("Tab, Shift+Tab", "to the next or previous control"),
        ("Arrows on the board", "move a cursor from square to square; in Play always"),
        ("Enter on the board", "start a search at the cursor; in Play, go there"),
        ("Ctrl+Plus, Ctrl+Minus, Ctrl+0", "larger, smaller or normal text"),
    ];
    listed.chain(fixed.map(|(keys, what)| (keys.to_owned(), what))).collect()
}

/// The keys of a command in words, where it has any.
pub(crate) fn keys_of(command: &Command, ctx: &egui::Context) -> Option<String> {
    let listed = |shortcut: &Shortcut| !shortcut.what.is_empty();
    let mut all = shortcuts().into_iter().filter(listed);
    let shortcut = all.find(|shortcut| shortcut.command == *command)?;
    Some(ctx.format_shortcut(&shortcut.keys))
}

impl App {
    /// Does one thing.
    pub(crate) fn perform(&mut self, command: Command, ctx: &egui::Context) {
        let is_play = self.stage.room == Room::Play;
        let left = if is_play { self.play_by_hand(command) } else { Some(command) };
        if let Some(command) = left {
            self.carry_out(command, ctx);
        }
        if let Some(compare) = &mut self.compare {
            compare.rival.follow(&self.session);
        }
    }

    fn carry_out(&mut self, command: Command, ctx: &egui::Context) {
        match command {
            Command::Click(square) => self.click(square),
            Command::Start(square) => {
                self.dialog = None;
                self.start(square, Session::start_anyway);
            }
            Command::Change(setup) => self.change(setup),
            Command::PaintHole { square, is_hole, first } => {
                self.paint_hole(square, is_hole, first);
            }
            Command::TryInstead(recipe) => {
                self.search_again(|setup| Setup { recipe, ..setup });
            }
            Command::Repair => {
                self.session.start_repair();
                self.board.forget();
            }
            Command::ClosedInstead => self.search_again(|setup| Setup {
                goal: Goal::Closed,
                recipe: Recipe::default(),
                ..setup
            }),
            Command::CloseTour => {
                self.compare_with(None);
                self.typed.forget_order();
                self.session.close_tour();
                self.bring_back();
            }
            Command::Compare(recipe) => self.compare_with(recipe),
            Command::ToggleCompare => self.toggle_compare(),
            Command::UseAsBase => self.use_as_base(),
            Command::Transform(symmetry) => self.transform(symmetry),
            Command::NewSeed => {
                // Small enough to be read out and typed in.
                let seed = SysRng.try_next_u32().map_or(1, |number| u64::from(number % 1_000_000));
                self.change(Setup { seed, ..self.session.setup().clone() });
            }
            Command::Use(tool) => self.stage.tool = tool,
            Command::ShowTab(tab) => self.stage.tab = tab,
            Command::Say(text) => self.say(&text),
            Command::PlayPause if self.session.has_path_to_finish() => self.finish_path(),
            Command::PlayPause => self.play(PlaybackCommand::PlayPause),
            Command::Step if self.session.has_path_to_finish() => {
                self.finish_path();
                self.play(PlaybackCommand::Seek(0));
                self.play(PlaybackCommand::Step);
            }
            Command::Step => self.play(PlaybackCommand::Step),
            Command::StepBack => self.play(PlaybackCommand::StepBack),
            Command::ToStart => self.play(PlaybackCommand::Seek(0)),
            Command::ToEnd => {
                self.session.dismiss_news();
                self.play(PlaybackCommand::Seek(u64::MAX));
            }
            Command::Seek(step) => self.play(PlaybackCommand::Seek(step)),
            Command::SeekPath(length) => self.play(PlaybackCommand::SeekPath(length)),
            Command::Clear => self.clear(),
            Command::FindNext => self.session.find_next(),
            Command::ShowCandidate(place) => self.stage.candidate = place,
            Command::ToggleGauges => self.stage.gauges = !self.stage.gauges,
            Command::DismissNews => self.session.dismiss_news(),
            Command::DismissLong => self.session.dismiss_long_search(),
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
            Command::Toggle(part) => self.stage.parts.toggle(part),
            Command::Theme(theme) => ctx.set_theme(theme),
            Command::Paint(colour) => self.stage.path_colour = colour,
            Command::NameSquares(naming) => self.session.name_squares(naming),
            Command::TextSize(percent) => ctx.set_zoom_factor(percent as f32 / 100.0),
            Command::Present => self.stage.presenting = !self.stage.presenting,
            Command::Fit => {
                self.board.fit();
                if let Some(compare) = &mut self.compare {
                    compare.board.fit();
                }
            }
            Command::CloseDialog => self.close(ctx),
            Command::FullScreen => {
                let full = ctx.input(|input| input.viewport().fullscreen.unwrap_or(false));
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!full));
            }
            Command::Open => self.choose_file(Purpose::Open, None, ctx),
            Command::Save if self.session.can_save() => self.save(None, ctx),
            Command::Overwrite(then) => self.overwrite(then, ctx),
            Command::SaveAs(then) => self.choose_file(Purpose::Save, then, ctx),
            Command::SaveTo(file, then) => self.save_as(&file, then, ctx),
            Command::ChooseFile(purpose)
                if self.session.can_save() || !matches!(purpose, Purpose::Save | Purpose::Text) =>
            {
                self.choose_unless_large(purpose, ctx);
            }
            Command::ChooseFileAnyway(purpose) => self.choose_file(purpose, None, ctx),
            Command::Save | Command::ChooseFile(_) => {
                self.say("There is nothing to save yet: click a square first.");
            }
            Command::CloseChooser => self.chooser = None,
            Command::UseFile(Purpose::Open, file) => self.unless_unsaved(Then::Open(file), ctx),
            Command::UseFile(purpose, file) => self.use_file(purpose, &file, ctx),
            Command::AskForPicture => {
                self.dialog = Some(Dialog::Picture(Framing::default(), 1_200));
            }
            Command::Copy(copied) => self.copy(copied, ctx),
            Command::AskLater => self.recovery.offer_later(),
            Command::Restore => self.unless_unsaved(Then::Restore, ctx),
            Command::Forget => self.forget_session(ctx),
            Command::Discard(then) => {
                self.dialog = None;
                self.go_on(then, ctx);
            }
            Command::SaveThen(then) => {
                self.dialog = None;
                // Paused, so that what is saved is all there is.
                self.play(PlaybackCommand::Pause);
                self.save(Some(then), ctx);
            }
            Command::Help(page) => {
                self.help = Some(Help::at(page, ctx));
                self.help_is_new();
            }
            Command::Welcome => self.welcome = Some(Welcome::new()),
            Command::About => self.dialog = Some(Dialog::About(Box::default())),
            Command::ReduceMotion(reduced) => self.stage.reduced_motion = reduced,
            Command::Enter(room) => {
                self.stage.room = room;
                // What was said belongs to the room before.
                self.notice = None;
            }
            Command::OtherRoom => {
                self.stage.room = match self.stage.room {
                    Room::Board => Room::Play,
                    Room::Play => Room::Lab,
                    Room::Lab => Room::Board,
                };
            }
            Command::Play(order) => self.obey_player(order),
            Command::Lab(LabOrder::Open(number)) => self.open_trial(number),
            Command::Lab(order) => self.lab.obey(order),
            Command::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    /// Does what replaces the search on the board, unless that is not saved: then it asks.
    fn unless_unsaved(&mut self, then: Then, ctx: &egui::Context) {
        match then {
            then if self.session.is_unsaved() => self.dialog = Some(Dialog::Unsaved(then)),
            Then::Open(file) => self.open_file(&file, false, ctx),
            Then::Restore => self.restore_session(ctx),
            Then::Quit => ctx.send_viewport_cmd(ViewportCommand::Close),
        }
    }

    /// Does what was to be done once the search on the board is saved or discarded, which it is now.
    pub(crate) fn go_on(&mut self, then: Then, ctx: &egui::Context) {
        match then {
            // The file may turn out to be no good: then everything stays as it is.
            Then::Open(file) => self.open_file(&file, true, ctx),
            Then::Restore => {
                self.session.discard();
                self.restore_session(ctx);
            }
            Then::Quit => {
                self.session.discard();
                self.closing = Closing::Anyway;
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    /// Puts a run on the board and starts it there.
    fn open_trial(&mut self, number: usize) {
        let Some((trial, hit_limit)) = self.lab.trial(number) else { return };
        let board = trial.puzzle.board();
        if board.rows().max(board.cols()) > MOST_SIDE {
            self.say(&format!(
                "The {board} board is too large for the window, which shows at most {} rows and columns.",
                grouped(MOST_SIDE.into())
            ));
            return;
        }
        let start = trial.puzzle.start();
        let refusal = match verdict(&trial.puzzle) {
            Verdict::Impossible(reason) if trial.task != Task::Count => Some(reason),
            _ => None,
        };
        let setup = self.session.setup().with_puzzle(&trial.puzzle, trial.recipe);
        let setup = Setup { given: Arc::default(), ..setup };
        self.stage.room = Room::Board;
        if refusal.is_none() {
            self.run_search(setup, start);
        } else {
            self.lay_out_run(setup);
        }
        if let Some(reason) = refusal {
            let none = capitalised(&trial.puzzle.none_exists(self.session.naming()));
            self.say(&format!("{none}: {}.", reason.words(self.session.naming())));
            return;
        }
        // What goes beyond the run is work of its own.
        if !hit_limit && trial.task != Task::Harvest {
            self.session.repeats_run();
        }
        let limit = match trial.limits.steps {
            _ if trial.task == Task::Harvest => {
                ", opened without its limit; here it stops at a tour"
            }
            _ if !hit_limit => "",
            Some(_) => ", opened without its step limit",
            None => ", opened without its time limit",
        };
        self.say(&format!("Lab run{limit}. Undo brings back your board."));
    }

    /// Puts the set-up of a run on the board.
    fn lay_out_run(&mut self, setup: Setup) {
        self.compare_with(None);
        // A move order typed for another method is forgotten.
        self.typed.forget_order();
        self.change(setup);
    }

    /// Puts a run on the board and starts it there, whatever theorems say.
    pub(crate) fn run_search(&mut self, setup: Setup, start: Square) {
        self.lay_out_run(setup);
        let started = self.session.start_anyway(start);
        self.show_start(start, started);
    }

    /// Turns or mirrors the tour on the board, with its board.
    fn transform(&mut self, symmetry: Symmetry) {
        let tour = self.session.watched().and_then(|watched| watched.tour.clone());
        if let Some(tour) = tour {
            self.show_tour(&tour.transformed(symmetry), "Undo brings back the tour as it was.");
        }
    }

    /// Puts a tour on the board as if it had been read from a file, and says something about it.
    pub(crate) fn show_tour(&mut self, tour: &Tour, words: &str) {
        let (board, path) = (tour.board().clone(), tour.path().to_vec());
        let Ok(puzzle) = Puzzle::new(board, path, Goal::Any, 0) else { return };
        self.show(OnBoard::tour(puzzle), None, words);
        self.say(words);
    }

    /// Lets searches to come lay the tour on the board onto parts of larger boards.
    fn use_as_base(&mut self) {
        match self.session.with_base_tour() {
            Err(why) => self.say(&why),
            Ok(setup) => {
                let (rows, cols) = (setup.board.rows(), setup.board.cols());
                let (high, wide) = (2 * rows.min(cols + 1), 2 * cols.min(rows + 1));
                let words = format!(
                    "This is a base tour for divide and conquer now. Choose a larger board, such as {high}×{wide}, and search."
                );
                self.typed.forget_order();
                self.change(setup);
                self.say(&words);
            }
        }
    }

    /// Leaves nothing on the board but its squares.
    fn clear(&mut self) {
        if let Some(compare) = &mut self.compare {
            compare.rival.clear(&self.session);
        }
        if !self.session.can_save() {
            return;
        }
        self.session.discard();
        let setup = self.session.setup().clone();
        self.session.lay_out(Setup { given: Arc::default(), ..setup });
        self.bring_back();
    }

    /// Searches from the same square with another set-up.
    fn search_again(&mut self, change: impl FnOnce(Setup) -> Setup) {
        let Some(start) = self.session.watched().map(|watched| watched.puzzle.start()) else {
            return;
        };
        let setup = self.session.setup().clone();
        self.change(change(setup));
        self.start_if_sensible(start);
    }

    /// Makes a hole of a square, or fills it. All squares of a stroke are undone together.
    fn paint_hole(&mut self, square: Square, is_hole: bool, first: bool) {
        let setup = self.session.setup();
        // The last square left cannot become a hole.
        let Ok(painted) = setup.with_hole_toggled(square) else { return };
        if setup.board.is_hole(square) == is_hole {
            return;
        }
        if first {
            self.session.change(painted);
        } else {
            self.session.amend(painted);
        }
        self.settle();
    }

    /// Lets the method finish the path that is given.
    fn finish_path(&mut self) {
        if let Some(start) = self.session.setup().given.first() {
            self.start_if_sensible(*start);
        }
    }

    fn copy(&mut self, copied: Copied, ctx: &egui::Context) {
        let what = match copied {
            Copied::Grid => {
                ctx.copy_text(self.grid_text());
                "The grid"
            }
            Copied::Path => {
                ctx.copy_text(self.path_text().unwrap_or_default());
                "The path"
            }
            Copied::Picture(framing, side) => {
                let side = side.clamp(*picture::SIDES.start(), *picture::SIDES.end());
                return self.copy_picture(framing, side, ctx);
            }
        };
        self.say(&format!("{what} is on the clipboard."));
    }

    /// Another board came from elsewhere.
    pub(crate) fn show_other_board(&mut self) {
        self.compare_with(None);
        self.stage.tab = Tab::Status;
        self.bring_back();
    }

    fn click(&mut self, square: Square) {
        let setup = self.session.setup();
        match self.stage.tool {
            Tool::Holes => match setup.with_hole_toggled(square) {
                Ok(setup) => self.change(setup),
                Err(error) => self.say(&format!("{}.", capitalised(&error.to_string()))),
            },
            Tool::End if setup.board.is_hole(square) => {
                self.refuse(square, Refusal::Hole(square));
            }
            Tool::End => {
                self.stage.tool = Tool::Start;
                self.change(Setup { goal: Goal::End(square), ..setup.clone() });
            }
            Tool::Start => self.start_if_sensible(square),
        }
    }

    /// What is wrong with what is typed into the panel.
    fn typing_error(&self) -> Option<(&'static str, String)> {
        let first = self.typed.error(&self.session.setup().recipe);
        first.or_else(|| {
            let Compare { rival, typed, .. } = self.compare.as_ref()?;
            typed.order_error().or_else(|| self.typed.error(rival.recipe()))
        })
    }

    /// Starts a search, unless there is something to say before.
    fn start_if_sensible(&mut self, square: Square) {
        if let Some((title, why)) = self.typing_error() {
            self.dialog = Some(Dialog::Trouble(title, why));
            return;
        }
        self.start(square, Session::start);
    }

    /// Starts a search, or two from the same square where methods are compared. A method that refuses
    /// says so on its board, and the other one runs.
    fn start(&mut self, square: Square, start: fn(&mut Session, Square) -> Result<(), Refusal>) {
        let started = start(&mut self.session, square);
        let is_final = started.as_ref().err().is_some_and(|refusal| !refusal.is_of_method());
        let Some(compare) = self.compare.as_mut().filter(|_| !is_final) else {
            return self.show_start(square, started);
        };
        if started.is_err() && self.session.watched().is_some() {
            // It is not beside the second search.
            self.session.lay_out(self.session.setup().clone());
        }
        compare.rival.start(&self.session, square, started.err(), start);
        compare.board.forget();
        self.show_start(square, Ok(()));
    }

    /// Does what the player asks for, with both searches where two are compared.
    fn play(&mut self, command: PlaybackCommand) {
        match &mut self.compare {
            Some(compare) => compare.rival.playback(&self.session, command),
            None => self.session.playback(command),
        }
    }

    /// Compares with a method, or no longer. The first search stays as it is.
    fn compare_with(&mut self, recipe: Option<Recipe>) {
        match (&mut self.compare, recipe) {
            (Some(compare), Some(recipe)) => compare.rival.choose(recipe),
            (None, Some(recipe)) => self.compare = Some(Compare::new(&self.session, recipe)),
            (Some(compare), None) => {
                self.compared = Some(compare.rival.recipe().clone());
                self.compare = None;
            }
            (None, None) => {}
        }
    }

    /// Compares with the method of last time, or no longer.
    fn toggle_compare(&mut self) {
        let other = || {
            let recipe = self.compared.clone();
            recipe.unwrap_or_else(|| compare::other_than(&self.session.setup().recipe))
        };
        let recipe = self.compare.is_none().then(other);
        self.compare_with(recipe);
    }

    /// Says why no search was started at a square. A hole is no more than a slip.
    fn refuse(&mut self, square: Square, refusal: Refusal) {
        if let Refusal::Hole(_) = refusal {
            let words = refusal.words(&self.session.setup().board, self.session.naming());
            self.say(&format!("{}.", capitalised(&words)));
        } else {
            self.dialog = Some(Dialog::Refused(square, refusal));
        }
    }

    /// Shows the search that was started at a square, or says why there is none.
    fn show_start(&mut self, square: Square, started: Result<(), Refusal>) {
        if let Err(refusal) = started {
            self.refuse(square, refusal);
            return;
        }
        // The unsaved search from last time is offered again at the next start.
        self.recovery.offer_later();
        self.board.forget();
        self.stage.tab = Tab::Status;
    }

    fn change(&mut self, setup: Setup) {
        if setup.board != self.session.setup().board {
            // What was said about another board is over.
            self.notice = None;
        }
        if let Some(words) = lost_end(self.session.setup(), &setup) {
            self.say(&words);
        }
        self.session.change(setup);
        self.settle();
    }

    /// Shows what undo and redo have brought back.
    fn bring_back(&mut self) {
        // What was said about another board is over.
        self.notice = None;
        self.typed.forget_order();
        self.board.forget();
        if let Some(compare) = &mut self.compare {
            compare.typed.forget_order();
            compare.board.forget();
        }
        self.settle();
    }

    /// Brings what the window keeps of the set-up up to date. What is being typed stays as it is.
    fn settle(&mut self) {
        self.dialog = None;
        let setup = self.session.setup();
        self.typed.settle(setup.seed);
        self.board.fit_if_other(&setup.board);
        if let Some(compare) = &mut self.compare {
            compare.rival.forget_refusals();
            compare.board.fit_if_other(&setup.board);
        }
    }

    /// Closes what is in front: a dialog, a tool, the whole screen.
    fn close(&mut self, ctx: &egui::Context) {
        let closed = self.dialog.take().is_some() || self.help.take().is_some();
        if closed || self.welcome.take().is_some() {
            return;
        }
        if self.stage.tool != Tool::Start {
            self.stage.tool = Tool::Start;
        } else if self.stage.presenting {
            self.stage.presenting = false;
        } else if ctx.input(|input| input.viewport().fullscreen.unwrap_or(false)) {
            ctx.send_viewport_cmd(ViewportCommand::Fullscreen(false));
        } else if self.session.state() != State::Ready && self.session.has_news() {
            self.session.dismiss_news();
        } else {
            self.recovery.offer_later();
        }
    }
}

/// What to say where another board no longer has the square at which the tour had to end.
fn lost_end(before: &Setup, after: &Setup) -> Option<String> {
    let Goal::End(end) = before.goal else { return None };
    if after.goal != Goal::Any || after.board == before.board {
        return None;
    }
    let name = before.board.name(end);
    let why = match after.board.parse_square(&name) {
        Ok(_) => "is a hole now",
        Err(_) => "is not on this board",
    };
    Some(format!("The tour can end anywhere again: {name} {why}."))
}
