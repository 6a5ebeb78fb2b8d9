//! Everything that can happen in the window.

use crate::app::explore::ExploreMessage;
use crate::app::files::FileMessage;
use crate::app::files::chooser::ChooserMessage;
use crate::app::lab::LabMessage;
use crate::app::play::PlayMessage;
use crate::app::shell::help::HelpPage;
use crate::app::shell::page::{PageId, Request};
use crate::app::shell::preferences::Preference;
use crate::app::shell::shortcuts::Shortcut;

pub enum Message {
    Explore(ExploreMessage),
    Play(PlayMessage),
    Lab(LabMessage),
    Shell(ShellMessage),
}

pub enum ShellMessage {
    Preference(Preference),
    /// Do what a key does.
    Press(Shortcut),
    File(FileMessage),
    Request(Request),
    Enter(PageId),
    Fit,
    /// Close the dialog, the help or the welcome.
    CloseDialog,
    Help(HelpPage),
    Welcome,
    About,
    FullScreen(bool),
    Quit,
}

macro_rules! from {
    ($($part:ty => $whole:ident::$variant:ident),*) => {
        $(impl From<$part> for $whole {
            fn from(part: $part) -> $whole {
                $whole::$variant(part.into())
            }
        })*
    };
}
from!(ExploreMessage => Message::Explore, PlayMessage => Message::Play, LabMessage => Message::Lab);
from!(Preference => ShellMessage::Preference, FileMessage => ShellMessage::File);
from!(Request => ShellMessage::Request, Shortcut => ShellMessage::Press);
from!(ChooserMessage => FileMessage::Chooser, ChooserMessage => ShellMessage::File);
from!(ChooserMessage => Message::Shell);
from!(ShellMessage => Message::Shell, Preference => Message::Shell, FileMessage => Message::Shell);
from!(Request => Message::Shell, Shortcut => Message::Shell);
