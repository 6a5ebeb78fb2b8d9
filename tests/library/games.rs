//! Games in files: what is written is read again.

use knights_tour::board::{Board, Square};
use knights_tour::format::game;
use knights_tour::format::tour::{Contents, read};
use knights_tour::play::{Game, GameStatus};
use knights_tour::puzzle::Goal;
use proptest::prelude::*;

use crate::formats::puzzles;

fn read_game(text: &str) -> Result<Game, String> {
    match read(text) {
        Ok(Contents::Game(game)) => Ok(*game),
        Ok(_) => Err("something else".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// A game in which these things were done, each a number.
fn game_of(board: Board, goal: Goal, actions: &[u32]) -> Game {
    let mut game = Game::new(board, goal, &[]).unwrap().with_challenge("level-01");
    for action in actions {
        let place = (*action / 8) as usize;
        match action % 8 {
            0 => game.undo(),
            1 => game.redo(),
            2 if place.is_multiple_of(5) => game.back_to(game.given().len(), false),
            2 => game.back_to(place % (game.path().len() + 1), action % 16 > 7),
            3 => game.spend(u64::from(*action)),
            _ if game.path().is_empty() => {
                let _ = game.place(Square::at(place as u32 % game.board().size() as u32));
            }
            _ => {
                let open = game.open();
                if !open.is_empty() {
                    game.place(open[place % open.len()]).unwrap();
                }
            }
        }
    }
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_game_is_read_as_it_was_written(
        puzzle in puzzles(),
        closed in any::<bool>(),
        actions in prop::collection::vec(any::<u32>(), 0..120),
    ) {
        let goal = if closed { Goal::Closed } else { Goal::Any };
        let game = game_of(puzzle.board().clone(), goal, &actions);
        let text = game::write(&game);
        prop_assert_eq!(read_game(&text), Ok(game));
    }
}

#[test]
fn what_is_wrong_with_a_game_is_said() {
    let game = game_of(Board::new(3, 4).unwrap(), Goal::Any, &[4, 12]);
    let text = game::write(&game);
    let said = |text: &str| read_game(text).unwrap_err();
    let newer = text.replace("\"version\":1", "\"version\":9");
    assert_eq!(said(&newer), "it is a game of version 9; this program reads version 1");
    let huge = text.replace("\"rows\":3,\"cols\":4", "\"rows\":4000,\"cols\":4000");
    assert_eq!(said(&huge), "its board is 4000x4000, which is too large for a game");
    let more = text.replace("\"done\":2", "\"done\":3");
    assert_eq!(said(&more), "3 of 2 changes count");
    assert_eq!(game.status(), GameStatus::Going);
    // `check` says what it is instead of a tour.
    let checked = knights_tour::format::read(&text).unwrap_err().to_string();
    assert_eq!(checked, "it is a game that was saved, not a tour; open it in the window");
}
