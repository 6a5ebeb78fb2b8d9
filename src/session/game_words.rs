//! Sentences about a game: in the window title, above the board, and once it is won.

use super::{CHOOSING, Demonstration, GameSession, Race, State};
use crate::board::Square;
use crate::play::GameStatus;
use crate::puzzle::Goal;
use crate::text::{counted, duration, grouped};
use crate::tour::Traits;

impl GameSession {
    /// The title of the window.
    pub fn title(&self) -> String {
        let game = self.game();
        let board = game.board();
        let stand = match game.status() {
            GameStatus::Won => "won".to_owned(),
            GameStatus::Stuck => "stuck".to_owned(),
            _ => {
                let visited = grouped(game.path().len() as u64);
                format!("{visited} of {}", grouped(board.squares_to_visit() as u64))
            }
        };
        format!("Play · {}×{} · {stand}", board.rows(), board.cols())
    }

    /// The sentence above the board.
    pub(super) fn sentence(&self) -> String {
        if let Some(demonstration) = self.game_board.demonstration() {
            self.demonstration_sentence(demonstration)
        } else if self.why.as_ref().is_some_and(|why| why.is_answer) {
            match self.turning_point() {
                Some([last, _]) => {
                    let name = self.game_board.session().name(last);
                    format!("It cannot be finished. The last square from which it could: {name}")
                }
                None => "It cannot be finished".to_owned(),
            }
        } else if self.is_paused {
            "Paused. Click a square to continue".to_owned()
        } else {
            self.sentence_of_game()
        }
    }

    fn demonstration_sentence(&self, demonstration: Demonstration) -> String {
        let session = self.game_board.session();
        let method = session.active().map_or("The method", |active| active.config.method.title);
        let text = match (demonstration, session.state()) {
            (Demonstration::Proof(square), _) => {
                format!("Everything after {} is tried.", session.name(square))
            }
            (Demonstration::Finish, _) if session.is_choosing() => CHOOSING.to_owned(),
            (Demonstration::Finish, State::Found { .. }) => {
                format!("{method} has finished your path.")
            }
            (Demonstration::Finish, State::GaveUp) => {
                format!("{method} gave up, which proves nothing: try another method.")
            }
            (Demonstration::Finish, _) => format!("{method} is finishing your path."),
        };
        format!("{text} Esc: back to your game")
    }

    fn sentence_of_game(&self) -> String {
        let game = self.game();
        let name = |square: Square| self.game_board.session().name(square);
        let all = counted(game.board().squares_to_visit() as u64, "square");
        let visited = grouped(game.path().len() as u64);
        match game.status() {
            GameStatus::Empty => self.invitation(game.goal()),
            GameStatus::Going if self.is_lost() => {
                format!("{visited} of {all}; no tour can follow any more, so undo")
            }
            GameStatus::Going if self.race.as_ref().is_some_and(Race::is_done) => {
                let method = self.config.method.title;
                format!("{visited} of {all}; {method} has finished its tour")
            }
            GameStatus::Going => match game.open().len() {
                1 => format!("{visited} of {all}; one square can be next"),
                many => format!("{visited} of {all}; {many} squares can be next"),
            },
            GameStatus::Stuck => {
                format!("Stuck after {visited} of {all}: no free square is a knight's move away")
            }
            GameStatus::Missed => match game.goal() {
                Goal::Any | Goal::Closed => {
                    "Every square is visited, but no move leads back to the first".to_owned()
                }
                Goal::End(end) => {
                    format!("Every square is visited, but the path does not end at {}", name(end))
                }
            },
            GameStatus::Won => {
                let kind = self.game_board.tour().map_or("", |tour| tour.kind());
                let article = if kind == "open" { "An" } else { "A" };
                format!("{article} {kind} tour of {all}. Well done!")
            }
        }
    }

    fn invitation(&self, goal: Goal) -> String {
        let session = self.game_board.session();
        if session.starts().is_hopeless() {
            return format!("{}; W shows why", session.none_exists());
        }
        if self.asked_first().is_some() {
            return "Click the corner a1 to begin".to_owned();
        }
        match goal.demand("it", |end| session.name(end)) {
            Some(demand) => format!("Click a square to begin; the tour must {demand}"),
            None => "Click a square to begin".to_owned(),
        }
    }

    /// Where the game was lost, if that is known; `None` if no tour begins with its first square,
    /// which other sentences say.
    pub fn where_lost(&self) -> Option<String> {
        let (path, session) = (self.game().path(), self.game_board.session());
        let loss = self.lost().filter(|loss| loss.lost > 1)?;
        let name = |number: usize| session.name(path[number - 1]);
        let (possible, lost) = (loss.possible, loss.lost);
        Some(match possible {
            _ if loss.is_exact() => format!(
                "Up to {}, number {possible}, a tour was possible; {} lost it.",
                name(possible),
                name(lost)
            ),
            0 => format!(
                "From {}, number {lost}, on no tour was possible; whether one was before that is not known.",
                name(lost)
            ),
            _ => format!(
                "Up to {}, number {possible}, a tour was possible, and from {}, number {lost}, on none \
                 was; in between it is not known.",
                name(possible),
                name(lost)
            ),
        })
    }

    /// The text for a game that is won.
    pub fn praise(&self) -> String {
        let game = self.game();
        let record = game.record();
        let traits = self.game_board.tour().map(|tour| Traits::of(tour));
        let kind = traits.as_ref().map_or(String::new(), Traits::words);
        let time = duration(record.milliseconds as f64 / 1_000.0);
        let mut text = format!(
            "You visited all {} in {time}, with {}",
            counted(game.board().squares_to_visit() as u64, "square"),
            counted(record.moves, "move")
        );
        match (record.undos, record.hints) {
            (0, 0) => text += ", no undo and no hint",
            (undos, 0) => text += &format!(" and {}", counted(undos, "undo")),
            (undos, hints) => {
                text += &format!(", {} and {}", counted(undos, "undo"), counted(hints, "hint"));
            }
        }
        text += ".";
        if let Some(race) = &self.race {
            text += &format!(" {}", race.result());
        }
        text += &format!("\n\nThe tour is {kind}");
        if let Some(traits) = traits {
            text += &format!(" ({})", traits.figures());
        }
        text + "."
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::session::Setup;

    #[test]
    fn a_game_says_that_a_method_is_being_chosen() {
        let mut game = GameSession::new(&Setup::usual().unwrap(), Arc::new(|| {}));
        game.toggle_race();
        let standing = |game: &GameSession| game.race.as_ref().unwrap().standing().0;
        assert_eq!(standing(&game), "Begins with your first square.");
        game.place(Square::at(0)).unwrap();
        assert_eq!(standing(&game), "Choosing a method…");
        game.finish().unwrap();
        assert_eq!(game.sentence(), "Choosing a method… Esc: back to your game");
    }
}
