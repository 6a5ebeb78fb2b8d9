//! The Board page: set-up, search panel, comparison and presentation.

mod candidate;
pub(crate) mod compare;
mod present;
pub(crate) mod setup;
pub(crate) mod status;
pub(crate) mod words;
