//! Tours made by hand: games, challenges, lessons and a gallery. Plain values only.

mod best_results;
mod challenge;
mod date;
mod gallery;
mod game;
mod lesson;

pub use best_results::{Achieved, Best, MAX_RESULTS, Results, Win};
pub use challenge::{Challenge, Rating, daily, levels};
pub use date::{Date, DateError};
pub use gallery::{PIECES, PUBLISHED, piece_of};
pub use game::{Change, Game, GameError, GameRecord, GameStatus, IllegalMove};
pub use lesson::{Lesson, LessonProgress, WATCHED_METHOD};
