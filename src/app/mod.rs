//! The window: a shell and three pages.
//!
//! `shell` has the window itself ([`App`]), menu, dialogs and preferences; `explore`, `play` and `lab` are the
//! pages Board, Play and Lab; `board` is the board widget, `files` opens and saves, and `widgets` has what
//! several pages use.

mod board;
mod explore;
mod files;
mod lab;
mod play;
mod shell;
mod widgets;

pub use crate::engine::PlaybackCommand;
pub use crate::session::HintLevel;
pub use crate::storage::loaded::{Opened, read_file};
pub use board::context::{BoardEvent, Tool};
pub use explore::{ExploreMessage, Tab};
pub use files::picture::Framing;
pub use files::raster::Raster;
pub use files::{AfterSave, Copied, FileMessage, Purpose};
pub use lab::LabMessage;
pub use play::{PlayMessage, PlayTab};
pub use shell::help::HelpPage;
pub use shell::open::{Start, board_for_window, open};
pub use shell::page::{PageId, Request};
pub use shell::preferences::{Part, Preference};
pub use shell::shortcuts::Shortcut;
pub use shell::{App, Message, ShellMessage};
pub use widgets::board_form::SetupEvent;
pub use widgets::player::PlayerEvent;
pub use widgets::theme::PathColour;

/// The longest side of a board in the window, which is painted within 4 ms a frame.
pub const MAX_SIDE: u32 = 1_000;
