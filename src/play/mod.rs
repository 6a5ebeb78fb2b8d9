//! Tours made by hand: games, challenges, lessons and a gallery. Plain values only.

mod challenge;
mod date;
mod gallery;
mod game;
mod lesson;
mod results;

pub use challenge::{Challenge, Rating, daily, levels};
pub use date::{Date, DateError};
pub use gallery::{HistoricTour, PIECES, PUBLISHED, Published, piece_of};
pub use game::{Change, Game, GameError, GameRecord, GameStatus, IllegalMove};
pub use lesson::{Lesson, Progress, Scene, new_game, stuck_game};
pub use results::{Achieved, Best, MAX_RESULTS, Results, Win};
