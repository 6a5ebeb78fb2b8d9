//! Tours made by hand: the game itself, without a clock, a thread or a window.

mod game;

pub use game::{Change, Game, GameError, Record, Stand, Wrong};
