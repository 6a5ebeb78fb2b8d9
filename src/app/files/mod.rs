//! Opening, saving and exporting, always in the background. Results come back as messages.

pub(crate) mod chooser;
pub(crate) mod picture;
pub(crate) mod raster;
pub(crate) mod recovery;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::app::board::context::ViewContext;
use crate::app::shell::Shell;
use crate::app::shell::page::{Content, Document, PageId};
use crate::engine::{Stopwatch, background};
use crate::format::svg::Crop;
use crate::format::{self, chart, game, grid, path, table, tour};
use crate::puzzle::Puzzle;
use crate::session::{ActiveSearch, Origin, Session, Setup, file_stem};
use crate::storage;
use crate::storage::loaded::{Loaded, OnBoard, load};
use crate::text::{counted, file_name, grouped, shown_path};
use crate::tour::{Likeness, Tour};

use chooser::{Chooser, ChooserMessage};
use picture::Framing;

pub(crate) const MAX_RECENT: usize = 8;
/// The longer side of a picture of a blank board, in pixels.
const BLANK_SIDE: u32 = 2_000;
const MAX_COMPARED_BYTES: u64 = 64 << 20;
/// rfd reports a missing dialog as a cancelled one, so a dialog cancelled this quickly counts as missing.
const MIN_DIALOG_SECONDS: f64 = 0.4;

pub enum FileMessage {
    /// To the file that it was saved to before.
    Save,
    /// Ask for another file to save to.
    SaveAs(Option<AfterSave>),
    /// Save even if another program has changed the file.
    Overwrite(PageId, Option<AfterSave>),
    Choose(Purpose),
    /// Ask for a file, however large it will be.
    ChooseAnyway(Purpose),
    Chooser(ChooserMessage),
    CloseChooser,
    Use(Purpose, PathBuf, Option<AfterSave>),
    /// Ask how to save a picture, with these settings at first: its part of the board and its longer side in
    /// pixels.
    AskForPicture(Framing, u32),
    Copy(Copied),
    Discard(AfterSave),
    SaveThen(AfterSave),
    /// Resume the unsaved search from last time.
    Restore,
    Forget,
    AskLater,
    Done(Done),
    /// The unsaved search from last time, or why it cannot be read.
    Found(Result<Box<OnBoard>, String>),
    /// Why the unsaved search cannot be kept; `None` if it can again.
    Unkept(Option<String>),
}

impl FileMessage {
    pub const ASK_FOR_PICTURE: FileMessage =
        FileMessage::AskForPicture(Framing::Whole, picture::USUAL_SIDE);
}

/// What happens once the search on the Board page is saved or discarded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AfterSave {
    Open(PathBuf),
    Restore,
    Quit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    Grid,
    Path,
    /// With this many pixels along its longer side.
    Picture(Framing, u32),
}

/// What a file is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    Save(PageId),
    CompareWithFile,
    /// A tour made by hand.
    Tour,
    /// An empty board with the given squares.
    BlankPng,
    BlankSvg,
    Text,
    Png(Framing, u32),
    Svg(Framing),
    Table,
    Charts,
    ChartPicture,
}

impl Purpose {
    /// The extension, and what such files are called.
    pub(crate) fn ending(self) -> (&'static str, &'static str) {
        match self {
            Purpose::Open | Purpose::Save(_) | Purpose::CompareWithFile | Purpose::Tour => {
                ("tour", "Knight's tours")
            }
            Purpose::Text => ("txt", "Text"),
            Purpose::Png(..) | Purpose::BlankPng | Purpose::ChartPicture => ("png", "PNG pictures"),
            Purpose::Svg(_) | Purpose::BlankSvg | Purpose::Charts => ("svg", "SVG pictures"),
            Purpose::Table => ("csv", "Tables"),
        }
    }

    pub(crate) fn reads(self) -> bool {
        matches!(self, Purpose::Open | Purpose::CompareWithFile)
    }

    pub(crate) fn title(self) -> &'static str {
        match self {
            Purpose::Open => "Open a search, a tour or a path",
            Purpose::Save(PageId::Play) => "Save the game",
            Purpose::Save(PageId::Board | PageId::Lab) => "Save the search",
            Purpose::CompareWithFile => "Compare with a tour",
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

/// The result of a job in the background. The flag of `Read` says whether the search that the file replaces
/// is discarded. `Changed` means not saved: another program has changed the file.
pub enum Done {
    Chosen {
        purpose: Purpose,
        then: Option<AfterSave>,
        file: Option<PathBuf>,
        is_missing: bool,
    },
    Read(PathBuf, bool, Result<Loaded, String>),
    SavedPart {
        page: PageId,
        file: Origin,
        saved: Result<SavedPart, String>,
        then: Option<AfterSave>,
    },
    Changed(PageId, PathBuf, Option<AfterSave>),
    Painted(egui::ColorImage),
    /// A notice.
    Said(String),
    /// A dialog to read: its title and its text.
    Noted(&'static str, String),
}

/// What was saved: the number of a search and its steps at that time, or the number of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedPart {
    Search { id: u64, steps: u64 },
    Game(u64),
    Path,
}

pub(crate) type Bytes = Box<dyn FnOnce() -> Result<Vec<u8>, String> + Send>;

pub(crate) struct Target {
    pub(crate) page: PageId,
    pub(crate) path: PathBuf,
    /// A file with another stamp was changed by another program and is not overwritten.
    pub(crate) stamp: Option<u64>,
    pub(crate) then: Option<AfterSave>,
}

/// Sends a message to the window from any thread, and wakes it.
pub(crate) type Mailbox = Arc<dyn Fn(FileMessage) + Send + Sync>;

pub(crate) struct Files {
    pub(crate) recent: Vec<PathBuf>,
    pub(crate) chooser: Option<Chooser>,
    /// Whether the desktop's own dialogs are used.
    pub(crate) is_native: bool,
    /// Whether one of them is open.
    pub(crate) is_choosing: bool,
    /// The folder that dialogs show first.
    folder: PathBuf,
    mailbox: Mailbox,
    ctx: egui::Context,
}

impl Files {
    pub(crate) fn new(ctx: &egui::Context, mailbox: Mailbox, recent: Vec<PathBuf>) -> Files {
        Files {
            recent,
            chooser: None,
            is_native: false,
            is_choosing: false,
            folder: storage::documents_folder(),
            mailbox,
            ctx: ctx.clone(),
        }
    }

    fn start(&self, job: impl FnOnce() -> Done + Send + 'static) {
        let mailbox = Arc::clone(&self.mailbox);
        background(move || mailbox(FileMessage::Done(job())));
    }

    /// Asks for a file, with the desktop's own dialog or with the one inside the window. It suggests a name,
    /// and a folder if there is a better one than that of last time.
    pub(crate) fn choose(
        &mut self,
        purpose: Purpose,
        then: Option<AfterSave>,
        (name, folder): (String, Option<PathBuf>),
    ) {
        if self.is_choosing {
            return;
        }
        let folder = folder.unwrap_or_else(|| self.folder.clone());
        let has_native = cfg!(not(target_os = "linux"))
            || storage::has_session_bus()
            || storage::has_program("zenity");
        if !self.is_native || !has_native {
            self.chooser = Some(Chooser::new((purpose, then), folder, name, &self.ctx));
            return;
        }
        self.is_choosing = true;
        self.start(move || {
            let watch = Stopwatch::start();
            let (ending, kind) = purpose.ending();
            let mut dialog = rfd::FileDialog::new()
                .set_title(purpose.title())
                .set_directory(folder)
                .add_filter(kind, &[ending]);
            let file = if purpose.reads() {
                dialog = dialog.add_filter("All files", &["*"]);
                dialog.pick_file()
            } else {
                dialog.set_file_name(name).save_file()
            };
            let is_missing = file.is_none() && watch.seconds() < MIN_DIALOG_SECONDS;
            Done::Chosen { purpose, then, file, is_missing }
        });
    }

    /// Makes a path absolute. Dialogs show its folder first from now on.
    pub(crate) fn locate(&mut self, file: &Path) -> PathBuf {
        let file = storage::absolute(file);
        if let Some(folder) = file.parent().filter(|folder| storage::is_folder(folder)) {
            self.folder = folder.to_owned();
        }
        file
    }

    pub(crate) fn open(&mut self, file: &Path, discards: bool) {
        let file = self.locate(file);
        self.start(move || {
            let loaded = load(&file);
            Done::Read(file, discards, loaded)
        });
    }

    /// Saves what is on a page. A search is asked now for its recording, which may take a while.
    pub(crate) fn save(&self, content: Content<'_>, target: Target) {
        match content {
            Content::Nothing => {}
            Content::Search(active) => {
                let search = ActiveSearch::to_save(active);
                let recording = search.recorder.record();
                self.write_to(target, move || {
                    let recording = recording.wait().map_err(|gone| gone.to_string())?;
                    let text = tour::write_search(&search.puzzle, &search.config, &recording);
                    Ok((text, SavedPart::Search { id: search.id, steps: recording.steps() }))
                });
            }
            Content::Path(setup) => {
                if let Some(puzzle) = puzzle_of_path(setup) {
                    self.write_to(target, move || Ok((tour::write_path(&puzzle), SavedPart::Path)));
                }
            }
            Content::Game(board) => {
                let (text, saved) = (game::write(board.game()), SavedPart::Game(board.id()));
                self.write_to(target, move || Ok((text, saved)));
            }
        }
    }

    fn write_to(
        &self,
        Target { page, path, stamp, then }: Target,
        text: impl FnOnce() -> Result<(String, SavedPart), String> + Send + 'static,
    ) {
        self.start(move || {
            let text = text();
            let now = storage::stamp(&path).filter(|_| stamp.is_some());
            if now.is_some() && now != stamp {
                return Done::Changed(page, path, then);
            }
            let saved = text.and_then(|(text, saved)| {
                storage::write(&path, text.as_bytes()).map_err(|error| error.to_string())?;
                Ok(saved)
            });
            let stamp = storage::stamp(&path);
            Done::SavedPart { page, file: Origin { path, stamp, is_tour: true }, saved, then }
        });
    }

    pub(crate) fn write(&self, file: PathBuf, bytes: Bytes) {
        self.start(move || {
            let written = bytes()
                .and_then(|bytes| storage::write(&file, &bytes).map_err(|error| error.to_string()));
            match written {
                Ok(()) => Done::Said(format!("Saved as {}.", file_name(&file))),
                Err(why) => Done::Noted("Nothing was saved", about(&file, &why)),
            }
        });
    }

    /// Paints a picture for the clipboard.
    pub(crate) fn paint(&self, layout: picture::Layout) {
        self.start(move || Done::Painted(layout.paint()));
    }

    pub(crate) fn compare(&self, tour: &Arc<Tour>, file: PathBuf) {
        let tour = Arc::clone(tour);
        self.start(move || match likeness(&tour, &file) {
            Ok(words) => Done::Noted("Two tours", words),
            Err(why) => Done::Noted("This file cannot be compared", about(&file, &why)),
        });
    }
}

impl Shell {
    pub(crate) fn remember_recent(&mut self, file: &Path) {
        let recent = &mut self.files.recent;
        recent.retain(|other| other != file);
        recent.insert(0, file.to_owned());
        recent.truncate(MAX_RECENT);
        self.settings.remember_recent(recent);
    }

    pub(crate) fn forget_recent(&mut self, file: &Path) {
        self.files.recent.retain(|other| other != file);
        self.settings.remember_recent(&self.files.recent);
    }
}

impl Document<'_> {
    pub(crate) fn suggested_name(&self, purpose: Purpose) -> (String, Option<PathBuf>) {
        let ending = purpose.ending().0;
        let is_save = matches!(purpose, Purpose::Save(_));
        if purpose.reads() {
            return (String::new(), None);
        }
        if let Some(file) = self.file.filter(|_| is_save) {
            let path = &file.path;
            let name = if file.is_tour {
                file_name(path)
            } else {
                file_name(&path.with_extension(ending))
            };
            return (name, path.parent().map(Path::to_owned));
        }
        let stem = match (purpose, self.view) {
            (_, None) => self.noun.to_owned(),
            (Purpose::BlankPng | Purpose::BlankSvg, Some(seen)) => {
                format!("board-{}", seen.session.setup().board)
            }
            (Purpose::Save(_), Some(seen)) => file_stem(self.noun, seen.session),
            // What is exported from a game is a tour.
            (_, Some(seen)) => file_stem("tour", seen.session),
        };
        (format!("{stem}.{ending}"), None)
    }

    /// A rough number of bytes; 0 if there are not many.
    pub(crate) fn export_size(&self, purpose: Purpose, ctx: &egui::Context) -> u64 {
        let Some(seen) = self.view else { return 0 };
        match purpose {
            Purpose::Png(framing, side) => picture::size_of_png(&self.part(framing), side),
            Purpose::Svg(framing) => picture::size_of_svg(seen, &self.part(framing), ctx),
            _ => 0,
        }
    }

    pub(crate) fn export(&self, purpose: Purpose, ctx: &egui::Context) -> Option<Bytes> {
        let text =
            |text: String| -> Option<Bytes> { Some(Box::new(move || Ok(text.into_bytes()))) };
        let svg = |seen, part| -> Option<Bytes> {
            let svg = picture::svg(seen, part, ctx);
            Some(Box::new(move || Ok(svg().into_bytes())))
        };
        let png = |layout: picture::Layout| -> Option<Bytes> {
            Some(Box::new(move || picture::png(&layout.paint())))
        };
        match purpose {
            Purpose::Open | Purpose::Save(_) | Purpose::CompareWithFile => None,
            Purpose::Tour => text(tour::write_path(&self.view?.game?.game.puzzle()?)),
            Purpose::Text => text(self.copied_text(Copied::Grid)?),
            Purpose::Png(framing, side) => {
                png(picture::of_board(self.view?, &self.part(framing), side, ctx))
            }
            Purpose::Svg(framing) => svg(self.view?, self.part(framing)),
            Purpose::BlankPng | Purpose::BlankSvg => {
                // The board of a game with nothing but the squares given, to print.
                let seen = self.view?;
                let given = seen.game?.game.given().into();
                let setup = Setup { given, ..seen.session.setup().clone() };
                let session = &Session::new(setup, Arc::new(|| {}));
                let seen = ViewContext { session, game: None, ..seen };
                let part = Crop::whole(&session.setup().board);
                match purpose {
                    Purpose::BlankPng => png(picture::of_board(seen, &part, BLANK_SIDE, ctx)),
                    _ => svg(seen, part),
                }
            }
            Purpose::Table => text(table::csv(&self.findings?.0.table)),
            Purpose::Charts => text(chart::write(&self.findings?.0.charts)),
            Purpose::ChartPicture => png(picture::of_chart(self.findings?.1?, ctx)),
        }
    }

    pub(crate) fn copied_text(&self, copied: Copied) -> Option<String> {
        let session = self.view?.session;
        let setup = session.setup();
        if copied == Copied::Grid {
            return Some(grid::write(&setup.board, session.path(), 1));
        }
        let puzzle = session.active().map(|active| active.puzzle.clone());
        Some(path::write(&puzzle.or_else(|| puzzle_of_path(setup))?, session.path()))
    }
}

/// The puzzle of a path that no search has started from.
fn puzzle_of_path(setup: &Setup) -> Option<Puzzle> {
    setup.puzzle(*setup.given.first()?).ok()
}

/// `why`, preceded by the file's name unless it contains it already.
pub(crate) fn about(file: &Path, why: &str) -> String {
    let name = format!("'{}'", shown_path(file));
    if why.contains(&name) { format!("{why}.") } else { format!("{name}: {why}.") }
}

fn likeness(tour: &Tour, file: &Path) -> Result<String, String> {
    let text = storage::read_file(file, MAX_COMPARED_BYTES)?;
    let parsed = format::first(&text).map_err(|error| error.to_string())?;
    let other = Tour::new(parsed.board, parsed.path?).map_err(|error| error.to_string())?;
    let name = file_name(file);
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
