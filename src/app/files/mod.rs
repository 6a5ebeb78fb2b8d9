//! Opening and saving files for the window, always in the background.

pub(crate) mod autosave;
pub(crate) mod chooser;
pub(crate) mod loaded;
pub(crate) mod picture;
pub(crate) mod raster;
pub(crate) mod recovery;

use std::path::{Path, PathBuf};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::app::files::chooser::Chooser;
use crate::app::files::loaded::{Loaded, OnBoard, Opened, load};
use crate::app::files::picture::Framing;
use crate::app::shell::command::{Command, Then};
use crate::app::shell::dialog::Dialog;
use crate::app::{App, Room};
use crate::disk;
use crate::engine::{Stopwatch, background};
use crate::format::svg::Crop;
use crate::format::{self, chart, game, grid, path, table, tour};
use crate::session::{Kept, Origin, Setup, Watched};
use crate::text::{counted, grouped};
use crate::tour::{Likeness, Tour};

/// How many recent files are remembered.
pub(crate) const RECENT: usize = 8;
/// Before larger files are made, the user is asked, in bytes.
const LARGE: u64 = 50_000_000;
/// The longer side of a picture of an empty board, in pixels.
const BLANK_SIDE: u32 = 2_000;
/// Longer files are not compared, in bytes.
const LONGEST: u64 = 64 << 20;
/// Nobody cancels a dialog this quickly. If it ends sooner, there was no dialog.
const NO_DIALOG_SECONDS: f64 = 0.4;

/// What a file is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To open it.
    Open,
    /// To save the search on the board.
    Save,
    /// To compare the tour on the board with the one in it.
    Likeness,
    /// To save the game that is played by hand.
    Game,
    /// To save the tour that was made by hand.
    Tour,
    /// To save an empty board with what is given, as PNG or as SVG.
    BlankPng,
    /// The same as SVG.
    BlankSvg,
    /// To save the tour on the board as text.
    Text,
    /// To save a PNG picture of so much of the board, with this many pixels along its longer side.
    Png(Framing, u32),
    /// To save an SVG picture of so much of the board.
    Svg(Framing),
    /// To save the table of an experiment.
    Table,
    /// To save all charts of an experiment as SVG.
    Charts,
    /// To save the chart that is shown as PNG.
    ChartPicture,
}

impl Purpose {
    /// The ending of the file's name, and what such files are called.
    pub(crate) fn ending(self) -> (&'static str, &'static str) {
        match self {
            Purpose::Open | Purpose::Save | Purpose::Likeness | Purpose::Game | Purpose::Tour => {
                ("tour", "Knight's tours")
            }
            Purpose::Text => ("txt", "Text"),
            Purpose::Png(..) | Purpose::BlankPng | Purpose::ChartPicture => ("png", "PNG pictures"),
            Purpose::Svg(_) | Purpose::BlankSvg | Purpose::Charts => ("svg", "SVG pictures"),
            Purpose::Table => ("csv", "Tables"),
        }
    }

    /// What to do with a file that was chosen, and what comes after saving.
    pub(crate) fn command(self, file: PathBuf, then: Option<Then>) -> Command {
        match self {
            Purpose::Save => Command::SaveTo(file, then),
            other => Command::UseFile(other, file),
        }
    }

    /// Whether the file is read, not written.
    pub(crate) fn reads(self) -> bool {
        matches!(self, Purpose::Open | Purpose::Likeness)
    }

    /// What the file is chosen for, as the title of a dialog.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Purpose::Open => "Open a search, a tour or a path",
            Purpose::Save => "Save the search",
            Purpose::Likeness => "Compare with a tour",
            Purpose::Game => "Save the game",
            Purpose::Tour => "Save the tour",
            Purpose::BlankPng | Purpose::BlankSvg => "Save a blank board",
            Purpose::Text => "Save the tour as text",
            Purpose::Png(..) | Purpose::Svg(_) => "Save a picture of the board",
            Purpose::Table => "Save the table of the experiment",
            Purpose::Charts => "Save the charts of the experiment",
            Purpose::ChartPicture => "Save a picture of the chart",
        }
    }
}

/// The result of a job in the background.
enum Done {
    /// A file was chosen, or none, and how long that took in seconds; and what comes after saving to it.
    Chosen(Purpose, Option<PathBuf>, f64, Option<Then>),
    /// A file was read, and whether the search on the board is discarded once it is open.
    Read(PathBuf, bool, Result<Loaded, String>),
    /// A search was saved, with its number, or not; and what comes after.
    Saved(Origin, u64, Result<u64, String>, Option<Then>),
    /// It was not saved, because another program has changed the file; and what comes after.
    Changed(PathBuf, Option<Then>),
    Written(PathBuf, Result<(), String>),
    /// The tour on the board was compared with that of a file, in words.
    Compared(PathBuf, Result<String, String>),
    /// A picture for the clipboard was painted.
    Painted(egui::ColorImage),
}

/// What the window knows about files.
pub(crate) struct Files {
    pub(crate) recent: Vec<PathBuf>,
    /// Whether the desktop has its own file dialogs.
    native: bool,
    /// Whether one of them is open.
    choosing: bool,
    /// The folder that dialogs show first.
    folder: PathBuf,
    /// The file that the path on the board comes from, if no search has started from it.
    path_file: Option<PathBuf>,
    done: (Sender<Done>, Receiver<Done>),
}

impl Files {
    pub(crate) fn new(native: bool, recent: Vec<PathBuf>) -> Files {
        Files {
            recent,
            native,
            choosing: false,
            folder: disk::documents_folder(),
            path_file: None,
            done: unbounded(),
        }
    }
}

impl App {
    /// Runs a job in the background. Its result arrives in `done`.
    fn in_background(&self, ctx: &egui::Context, job: impl FnOnce() -> Done + Send + 'static) {
        let (sender, ctx) = (self.files.done.0.clone(), ctx.clone());
        background(move || {
            // The window may be closed.
            let _ = sender.send(job());
            ctx.request_repaint();
        });
    }

    /// Handles the results of jobs.
    pub(crate) fn hear_of_files(&mut self, ctx: &egui::Context) {
        while let Ok(done) = self.files.done.1.try_recv() {
            match done {
                Done::Chosen(purpose, None, seconds, then) if seconds < NO_DIALOG_SECONDS => {
                    (self.files.native, self.files.choosing) = (false, false);
                    self.choose_file(purpose, then, ctx);
                }
                Done::Chosen(_, None, ..) => self.files.choosing = false,
                Done::Chosen(purpose, Some(file), _, then) => {
                    self.files.choosing = false;
                    self.commands.push(purpose.command(file, then));
                }
                Done::Read(file, discards, Ok(loaded)) => {
                    if discards && matches!(loaded, Loaded::Board(_)) {
                        self.session.discard();
                    }
                    self.show_loaded(loaded, file);
                }
                Done::Read(file, _, Err(why)) => {
                    self.files.recent.retain(|other| *other != file);
                    self.trouble("This file cannot be opened", &file, &why);
                }
                Done::Saved(file, id, Ok(steps), then) => {
                    self.remember(&file.path);
                    self.say(&format!("Saved as {}.", name_of(&file.path)));
                    self.session.was_saved(id, steps, file);
                    if let Some(then) = then {
                        self.go_on(then, ctx);
                    }
                }
                Done::Saved(file, _, Err(why), None) => {
                    self.trouble("The search was not saved", &file.path, &why);
                }
                Done::Saved(file, _, Err(why), Some(then)) => {
                    let text = about(&file.path, &why);
                    self.dialog = Some(Dialog::NotSaved(text, then));
                }
                Done::Changed(file, then) => self.dialog = Some(Dialog::Changed(file, then)),
                Done::Written(file, Ok(())) => {
                    self.say(&format!("Saved as {}.", name_of(&file)));
                }
                Done::Painted(image) => {
                    ctx.copy_image(image);
                    self.say("The picture is on the clipboard.");
                }
                Done::Compared(_, Ok(words)) => {
                    self.dialog = Some(Dialog::Trouble("Two tours", words));
                }
                Done::Compared(file, Err(why)) => {
                    self.trouble("This file cannot be compared", &file, &why);
                }
                Done::Written(file, Err(why)) => self.trouble("Nothing was saved", &file, &why),
            }
        }
    }

    fn trouble(&mut self, title: &'static str, file: &Path, why: &str) {
        self.dialog = Some(Dialog::Trouble(title, about(file, why)));
    }

    /// The rows and columns that a picture shows.
    pub(crate) fn part(&self, framing: Framing) -> Crop {
        let seen = self.shown_board().part_seen().filter(|_| framing == Framing::Seen);
        seen.unwrap_or_else(|| Crop::whole(&self.shown_session().setup().board))
    }

    /// Asks for a file to write, unless that would be a very large one: then it asks about that first.
    pub(crate) fn choose_unless_large(&mut self, purpose: Purpose, ctx: &egui::Context) {
        let size = match purpose {
            Purpose::Png(framing, side) => picture::size_of_png(&self.part(framing), side),
            Purpose::Svg(framing) => picture::size_of_svg(self.seen(), &self.part(framing), ctx),
            _ => 0,
        };
        if size > LARGE {
            self.dialog = Some(Dialog::Large(purpose, size));
        } else {
            self.choose_file(purpose, None, ctx);
        }
    }

    /// Asks for a file, with the desktop's own dialog or with the one inside the window.
    pub(crate) fn choose_file(
        &mut self,
        purpose: Purpose,
        then: Option<Then>,
        ctx: &egui::Context,
    ) {
        if self.files.choosing {
            return;
        }
        let name = self.file_name(purpose);
        let folder = match self.opened_file().and_then(Path::parent) {
            Some(folder) if purpose == Purpose::Save => folder.to_owned(),
            _ => self.files.folder.clone(),
        };
        if !self.files.native || !has_native_dialogs() {
            self.chooser = Some(Chooser::new((purpose, then), folder, name, ctx));
            return;
        }
        self.files.choosing = true;
        self.in_background(ctx, move || {
            let watch = Stopwatch::start();
            let (ending, kind) = purpose.ending();
            let mut dialog = rfd::FileDialog::new()
                .set_title(purpose.title())
                .set_directory(folder)
                .add_filter(kind, &[ending]);
            if purpose.reads() {
                dialog = dialog.add_filter("All files", &["*"]);
                return Done::Chosen(purpose, dialog.pick_file(), watch.seconds(), then);
            }
            let file = dialog.set_file_name(name).save_file();
            Done::Chosen(purpose, file, watch.seconds(), then)
        });
    }

    /// A suggestion for the file name.
    fn file_name(&self, purpose: Purpose) -> String {
        let ending = purpose.ending().0;
        if purpose.reads() {
            return String::new();
        }
        if matches!(purpose, Purpose::Table | Purpose::Charts | Purpose::ChartPicture) {
            return format!("{}.{ending}", self.lab.name());
        }
        if let Some(file) = self.opened_file().filter(|_| purpose == Purpose::Save) {
            let is_tour = self.session.file().is_some_and(|file| file.is_tour);
            return if is_tour { name_of(file) } else { name_of(&file.with_extension(ending)) };
        }
        let session = self.shown_session();
        let setup = session.setup();
        let noun = match purpose {
            Purpose::Game => "game",
            Purpose::BlankPng | Purpose::BlankSvg => "board",
            _ => "tour",
        };
        let (board, start) = match session.watched() {
            Some(watched) => (watched.puzzle.board(), Some(watched.puzzle.start())),
            None => (&setup.board, setup.given.first().copied()),
        };
        let start = start
            .map_or(String::new(), |start| format!("-{}", board.name(start).replace(',', "-")));
        let start = if noun == "board" { String::new() } else { start };
        format!("{noun}-{board}{start}.{ending}")
    }

    /// The file that what is on the board was saved to or comes from.
    fn opened_file(&self) -> Option<&Path> {
        let path_file =
            self.files.path_file.as_deref().filter(|_| self.session.has_path_to_finish());
        self.session.file().map(|file| &*file.path).or(path_file)
    }

    /// Uses a file for what it was chosen for.
    pub(crate) fn use_file(&mut self, purpose: Purpose, file: &Path, ctx: &egui::Context) {
        let file = self.located(file);
        match purpose {
            Purpose::Open => self.open_file(&file, false, ctx),
            Purpose::Save => self.save_as(&file, None, ctx),
            Purpose::Likeness => {
                let tour = self.session.watched().and_then(|watched| watched.tour.clone());
                let Some(tour) = tour else { return };
                self.in_background(ctx, move || {
                    let words = likeness(&tour, &file);
                    Done::Compared(file, words)
                });
            }
            Purpose::Game => {
                let text = game::write(self.play.table.game());
                self.write(file, ctx, move || Ok(text.into_bytes()));
            }
            Purpose::Tour => {
                let puzzle = self.play.table.game().puzzle().ok_or("there is no tour");
                self.write(file, ctx, move || Ok(tour::write_path(&puzzle?).into_bytes()));
            }
            Purpose::BlankPng => {
                let layout = self.play.blank(&self.stage, |seen, part| {
                    picture::of_board(seen, &part, BLANK_SIDE, ctx)
                });
                self.write(file, ctx, move || picture::png(&layout.paint()));
            }
            Purpose::BlankSvg => {
                let svg =
                    self.play.blank(&self.stage, |seen, part| picture::Svg::of(seen, part, ctx));
                self.write(file, ctx, move || Ok(svg.write().into_bytes()));
            }
            Purpose::Text => {
                let session = self.shown_session();
                let (board, path) = (session.setup().board.clone(), session.path().to_vec());
                self.write(file, ctx, move || Ok(grid::write(&board, &path, 1).into_bytes()));
            }
            Purpose::Svg(framing) => {
                let svg = picture::Svg::of(self.seen(), self.part(framing), ctx);
                self.write(file, ctx, move || Ok(svg.write().into_bytes()));
            }
            Purpose::Table => {
                let text = table::csv(&self.lab.report().table);
                self.write(file, ctx, move || Ok(text.into_bytes()));
            }
            Purpose::Charts => {
                let text = chart::write(&self.lab.report().charts);
                self.write(file, ctx, move || Ok(text.into_bytes()));
            }
            Purpose::ChartPicture => {
                if let Some(shown) = self.lab.chart() {
                    let layout = picture::of_chart(shown, ctx);
                    self.write(file, ctx, move || picture::png(&layout.paint()));
                }
            }
            Purpose::Png(framing, side) => {
                let layout = picture::of_board(self.seen(), &self.part(framing), side, ctx);
                self.write(file, ctx, move || picture::png(&layout.paint()));
            }
        }
    }

    /// Copies a picture of the board to the clipboard, once it is painted.
    pub(crate) fn copy_picture(&self, framing: Framing, side: u32, ctx: &egui::Context) {
        let layout = picture::of_board(self.seen(), &self.part(framing), side, ctx);
        self.in_background(ctx, move || Done::Painted(layout.paint()));
    }

    /// The whole path of a file. Dialogs show its folder first from now on.
    fn located(&mut self, file: &Path) -> PathBuf {
        let file = disk::absolute(file);
        if let Some(folder) = file.parent().filter(|folder| disk::is_folder(folder)) {
            self.files.folder = folder.to_owned();
        }
        file
    }

    /// Writes the bytes that a job produces.
    fn write(
        &self,
        file: PathBuf,
        ctx: &egui::Context,
        make: impl FnOnce() -> Result<Vec<u8>, String> + Send + 'static,
    ) {
        self.in_background(ctx, move || {
            let written = make()
                .and_then(|bytes| disk::write(&file, &bytes).map_err(|error| error.to_string()));
            Done::Written(file, written)
        });
    }

    /// Opens a file; once it is open, the search on the board is discarded if so wished.
    pub(crate) fn open_file(&mut self, file: &Path, discards: bool, ctx: &egui::Context) {
        let file = self.located(file);
        self.in_background(ctx, move || {
            let loaded = load(&file);
            Done::Read(file, discards, loaded)
        });
    }

    /// Shows a file that was read before the window opened.
    pub(crate) fn show_opened(&mut self, opened: Opened) {
        if let Some(folder) = opened.file.parent() {
            self.files.folder = folder.to_owned();
        }
        self.show_loaded(opened.loaded, opened.file);
    }

    fn show_loaded(&mut self, loaded: Loaded, file: PathBuf) {
        self.remember(&file);
        let name = name_of(&file);
        match loaded {
            Loaded::Board(loaded) => {
                let (stamp, is_tour) = (loaded.stamp, loaded.is_tour);
                self.show(*loaded, Some(Origin { path: file, stamp, is_tour }), &name);
            }
            Loaded::Game(game) => {
                self.stage.room = Room::Play;
                self.play.begin(*game);
                self.say(&format!("Opened {name}."));
            }
        }
    }

    /// Puts the contents of a file on the board.
    pub(crate) fn show(&mut self, loaded: OnBoard, file: Option<Origin>, name: &str) {
        self.stage.room = Room::Board;
        let now = self.session.setup().recipe.clone();
        let squares = loaded.puzzle.board().squares_to_visit() as u64;
        match loaded.recording {
            Some(recording) => {
                let recipe = loaded.recipe.unwrap_or(now);
                self.session.resume(loaded.puzzle, recipe, recording, file);
                self.say(&match name {
                    "" => "Resumed your last search.".to_owned(),
                    name => format!("Opened {name}."),
                });
            }
            None => {
                let length = loaded.puzzle.given().len() as u64;
                let recipe = loaded.recipe.unwrap_or(now);
                let setup = self.session.setup().with_puzzle(&loaded.puzzle, recipe);
                let given = loaded.puzzle.given().into();
                self.session.lay_out(Setup { given, ..setup });
                self.files.path_file = file.map(|file| file.path);
                let (length, squares) = (grouped(length), counted(squares, "square"));
                self.say(&format!("Opened {name}: {length} of {squares}."));
            }
        }
        self.show_other_board();
    }

    fn remember(&mut self, file: &Path) {
        let recent = &mut self.files.recent;
        recent.retain(|other| other != file);
        recent.insert(0, file.to_owned());
        recent.truncate(RECENT);
    }

    /// Saves the search to its file. Asks for a file if it has none, or if that is no tour file, such
    /// as a grid: what was only read is not turned into something else.
    pub(crate) fn save(&mut self, then: Option<Then>, ctx: &egui::Context) {
        match self.session.file().cloned() {
            Some(file) if file.is_tour => self.save_to(file.path, file.stamp, then, ctx),
            _ => self.choose_file(Purpose::Save, then, ctx),
        }
    }

    /// Saves the search to its file, even if another program has changed that.
    pub(crate) fn overwrite(&mut self, then: Option<Then>, ctx: &egui::Context) {
        if let Some(file) = self.session.file().map(|file| file.path.clone()) {
            self.save_to(file, None, then, ctx);
        }
    }

    /// Saves the search to a file that was chosen.
    pub(crate) fn save_as(&mut self, file: &Path, then: Option<Then>, ctx: &egui::Context) {
        let file = self.located(file);
        self.save_to(file, None, then, ctx);
    }

    /// Saves the search. A file that no longer has this stamp was changed by another program.
    fn save_to(
        &mut self,
        path: PathBuf,
        stamp: Option<u64>,
        then: Option<Then>,
        ctx: &egui::Context,
    ) {
        if let Some(kept) = self.session.watched().map(Watched::kept) {
            self.in_background(ctx, move || {
                let now = disk::stamp(&path).filter(|_| stamp.is_some());
                if now.is_some() && now != stamp {
                    return Done::Changed(path, then);
                }
                let saved = save(&kept, &path);
                let stamp = disk::stamp(&path);
                Done::Saved(Origin { path, stamp, is_tour: true }, kept.id, saved, then)
            });
        } else if !self.session.setup().given.is_empty() {
            // A path that no search has started from.
            let setup = self.session.setup();
            let text = setup.puzzle(setup.given[0]).map(|puzzle| tour::write_path(&puzzle));
            let text = text.map_err(|error| error.to_string());
            self.write(path, ctx, move || text.map(String::into_bytes));
        }
    }

    pub(crate) fn grid_text(&self) -> String {
        let session = self.shown_session();
        grid::write(&session.setup().board, session.path(), 1)
    }

    pub(crate) fn path_text(&self) -> Option<String> {
        let session = self.shown_session();
        let puzzle = session.watched().map(|watched| watched.puzzle.clone());
        let setup = session.setup();
        let puzzle = puzzle.or_else(|| setup.puzzle(*setup.given.first()?).ok())?;
        Some(path::write(&puzzle, session.path()))
    }
}

/// Why something went wrong with a file, as a sentence. The reason may name the file already.
fn about(file: &Path, why: &str) -> String {
    let name = format!("'{}'", shown(file));
    if why.contains(&name) { format!("{why}.") } else { format!("{name}: {why}.") }
}

/// How much a tour and the first one of a file are alike, as a sentence.
fn likeness(tour: &Tour, file: &Path) -> Result<String, String> {
    let text = disk::read_file(file, LONGEST)?;
    let sheet = format::first(&text).map_err(|error| error.to_string())?;
    let other = Tour::new(sheet.board, sheet.path?).map_err(|error| error.to_string())?;
    let name = name_of(file);
    Ok(match tour.likeness(&other) {
        Likeness::Same => format!("The tour on the board and that of {name} are the same line."),
        Likeness::Image => {
            format!("Turned or mirrored, the tour of {name} is the one on the board.")
        }
        Likeness::Shared(moves) => {
            let (shared, all) = (grouped(moves as u64), counted(tour.length() as u64, "move"));
            format!("They are different: the tour of {name} has {shared} of these {all}.")
        }
        Likeness::OtherBoard => format!("The tour of {name} is of another board."),
    })
}

/// Whether the desktop has its own file dialogs.
fn has_native_dialogs() -> bool {
    cfg!(not(target_os = "linux")) || disk::has_session_bus() || disk::has_program("zenity")
}

/// A file's path for people to read. Bytes that are not valid text become question marks.
pub(crate) fn shown(file: &Path) -> String {
    file.to_string_lossy().replace('\u{fffd}', "?")
}

/// The name of a file without its folder.
pub(crate) fn name_of(file: &Path) -> String {
    file.file_name().map_or(String::new(), |name| shown(Path::new(name)))
}

/// Saves a search. Returns how many steps it had taken.
fn save(kept: &Kept, file: &Path) -> Result<u64, String> {
    let recording = kept.recorder.record().ok_or("the search stopped unexpectedly")?;
    let text = tour::write_search(&kept.puzzle, &kept.recipe, &recording);
    disk::write(file, text.as_bytes()).map_err(|error| error.to_string())?;
    Ok(recording.steps())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::Closing;
    use crate::board::Square;

    fn until(app: &mut App, ctx: &egui::Context, is_right: impl Fn(&App) -> bool) {
        let watch = Stopwatch::start();
        while !is_right(app) {
            app.logic(ctx);
            std::thread::yield_now();
            assert!(watch.seconds() < 40.0);
        }
    }

    /// Where quitting was wished for and saving fails, it is asked again, and the wish survives.
    #[test]
    fn a_failed_save_does_not_forget_what_was_to_come_after() {
        let folder = tempfile::tempdir().unwrap();
        let ctx = egui::Context::default();
        let mut app = App::new(&ctx, Setup::usual().unwrap());
        app.run(Command::Start(Square::at(0)), &ctx);
        until(&mut app, &ctx, |app| app.session.is_unsaved());
        let nowhere = folder.path().join("missing/mine.tour");
        app.run(Command::SaveTo(nowhere.clone(), Some(Then::Quit)), &ctx);
        until(&mut app, &ctx, |app| app.dialog.is_some());
        let Some(Dialog::NotSaved(why, Then::Quit)) = &app.dialog else { panic!("it asks again") };
        assert!(why.contains("missing"), "{why}");
        assert_eq!(app.closing, Closing::No);
        app.run(Command::CloseDialog, &ctx);

        app.run(Command::SaveAs(Some(Then::Quit)), &ctx);
        let chosen = app.chooser.take().unwrap().chosen(folder.path().join("mine.tour"));
        app.run(chosen, &ctx);
        until(&mut app, &ctx, |app| app.closing == Closing::Anyway);
        assert!(folder.path().join("mine.tour").is_file());

        // Without anything to come after, it is only said.
        app.run(Command::SaveTo(nowhere, None), &ctx);
        until(&mut app, &ctx, |app| app.dialog.is_some());
        assert!(matches!(app.dialog, Some(Dialog::Trouble(..))));
    }
}
