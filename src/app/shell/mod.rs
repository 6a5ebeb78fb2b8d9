//! What surrounds the pages: menu, dialogs, notices, help and settings.

pub(crate) mod command;
pub(crate) mod dialog;
pub(crate) mod help;
pub(crate) mod menu;
pub(crate) mod notice;
pub(crate) mod open;
pub(crate) mod settings;
pub(crate) mod stage;
pub(crate) mod welcome;
