//! Tours made by hand: the game itself, challenges and lessons, and a gallery of tours to look at, without a
//! clock, a thread or a window.

mod challenge;
mod date;
mod gallery;
mod game;
mod lesson;
mod results;

pub use challenge::{Challenge, Rating, daily, levels};
pub use date::{Date, DateError};
pub use gallery::{Fact, HistoricTour, PIECES, PUBLISHED, Published, piece_of};
pub use game::{Change, Game, GameError, GameStatus, IllegalMove, Record};
pub use lesson::{Lesson, Progress, Scene, new_game, stuck_game};
pub use results::{Achieved, Best, MAX_RESULTS, Results, Win};
