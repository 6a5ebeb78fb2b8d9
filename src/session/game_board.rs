//! The board on which a game is played: the game, its session, and searches shown in its place.

use std::sync::Arc;

use super::hinter::{Advice, Hinter};
use super::{Origin, Refusal, Session, Setup};
use crate::board::Square;
use crate::engine::{PlaybackCommand, Speed, Wake};
use crate::play::{Game, GameStatus, IllegalMove};
use crate::solver::{Loss, MethodConfig};
use crate::tour::Tour;

const MAX_EARLIER: usize = 20;

/// A search shown on the board in place of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demonstration {
    Finish,
    /// Tries everything after this square, to show that no tour follows.
    Proof(Square),
}

/// A game with its number on this board and the file that it was opened from or saved to.
struct BoardGame {
    id: u64,
    game: Game,
    file: Option<Origin>,
}

impl BoardGame {
    fn has_changes(&self) -> bool {
        self.game.can_undo() || self.game.can_redo()
    }
}

pub struct GameBoard {
    now: BoardGame,
    /// The most recent last.
    earlier: Vec<BoardGame>,
    /// How many games have begun here.
    games: u64,
    /// Shows the path of the game as one to be finished.
    session: Session,
    demonstration: Option<Demonstration>,
    /// The tour, once the game is won.
    tour: Option<Arc<Tour>>,
    pub(super) hinter: Hinter,
}

impl GameBoard {
    /// An empty board. `wake` is called when there is something new to show.
    pub fn new(setup: Setup, wake: Wake) -> GameBoard {
        let game = Game::empty(setup.board.clone(), setup.goal);
        let hinter = Hinter::new(Arc::clone(&wake));
        let session = Session::new(Setup { given: Arc::default(), ..setup }, wake);
        let now = BoardGame { id: 0, game, file: None };
        GameBoard {
            now,
            earlier: Vec::new(),
            games: 0,
            session,
            demonstration: None,
            tour: None,
            hinter,
        }
    }

    pub fn game(&self) -> &Game {
        &self.now.game
    }

    /// Unique on this board.
    pub fn id(&self) -> u64 {
        self.now.id
    }

    /// The file that the game was opened from or saved to.
    pub fn file(&self) -> Option<&Origin> {
        self.now.file.as_ref()
    }

    /// Sets the file of a game, which may be an earlier one.
    pub fn was_saved(&mut self, id: u64, file: Origin) {
        let mut all = [&mut self.now].into_iter().chain(&mut self.earlier);
        if let Some(game) = all.find(|game| game.id == id) {
            game.file = Some(file);
        }
    }

    /// For counting time and hints.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.now.game
    }

    /// The session with the path of the game, or with the search in its place.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// For changing how it is shown.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    pub fn demonstration(&self) -> Option<Demonstration> {
        self.demonstration
    }

    pub fn tour(&self) -> Option<&Arc<Tour>> {
        self.tour.as_ref().filter(|_| self.demonstration.is_none())
    }

    /// What is known of the squares that can be next; empty before the first square. Computed in
    /// the background as long as this is called.
    pub fn advice(&mut self) -> Advice {
        self.hinter.advice(&self.now.game)
    }

    pub fn loss(&mut self) -> Option<Loss> {
        self.hinter.loss(&self.now.game)
    }

    /// Begins another game. The previous one can be restored, unless nothing was done in it.
    pub fn begin(&mut self, game: Game) {
        self.games += 1;
        let next = BoardGame { id: self.games, game, file: None };
        let before = std::mem::replace(&mut self.now, next);
        if before.has_changes() {
            self.earlier.push(before);
            let spare = self.earlier.len().saturating_sub(MAX_EARLIER);
            self.earlier.drain(..spare);
        }
        self.back_to_game();
    }

    pub fn place(&mut self, square: Square) -> Result<(), IllegalMove> {
        self.now.game.place(square)?;
        self.back_to_game();
        Ok(())
    }

    /// The game before this one.
    pub fn earlier_game(&self) -> Option<&Game> {
        self.earlier.last().map(|game| &game.game)
    }

    pub fn restore_earlier(&mut self) {
        let Some(next) = self.earlier.pop() else { return };
        let now = std::mem::replace(&mut self.now, next);
        if now.has_changes() {
            self.earlier.insert(0, now);
        }
        self.back_to_game();
    }

    pub fn undo(&mut self) {
        self.now.game.undo();
        self.back_to_game();
    }

    pub fn redo(&mut self) {
        self.now.game.redo();
        self.back_to_game();
    }

    /// Shortens the path to this length; `again` makes it a part of the last step back.
    pub fn back_to(&mut self, length: usize, again: bool) {
        self.now.game.back_to(length, again);
        self.back_to_game();
    }

    /// Lets a method finish the path, or says why it does not.
    pub fn finish(&mut self, config: MethodConfig) -> Result<(), Refusal> {
        self.back_to_game();
        let Some(start) = self.now.game.path().first().copied() else { return Ok(()) };
        self.session.extend_last_change(Setup { config, ..self.session.setup().clone() });
        self.session.start(start)?;
        // Its timeline begins where the path ends.
        let placed = self.now.game.path().len() as u64;
        self.session.playback(PlaybackCommand::Seek(placed));
        self.session.playback(PlaybackCommand::Play);
        self.demonstration = Some(Demonstration::Finish);
        Ok(())
    }

    /// Tries everything that could follow after a square, to show that no tour does.
    pub fn prove(&mut self, square: Square, config: MethodConfig) -> Result<(), Refusal> {
        self.back_to_game();
        let path: Vec<Square> = self.now.game.path().iter().copied().chain([square]).collect();
        let (start, given) = (path[0], path.into());
        self.session.extend_last_change(Setup { config, given, ..self.session.setup().clone() });
        self.session.start_anyway(start)?;
        self.demonstration = Some(Demonstration::Proof(square));
        Ok(())
    }

    /// A session with the same puzzle for a method that races, which starts where the game did.
    pub(super) fn beside(&self, config: MethodConfig, speed: Speed) -> Session {
        let mut session = self.session.beside(config);
        session.set_speed(speed);
        session.show_path(self.now.game.board(), self.now.game.goal(), self.now.game.given());
        session
    }

    /// Shows the game, in place of a search.
    pub fn back_to_game(&mut self) {
        self.demonstration = None;
        let is_won = self.now.game.status() == GameStatus::Won;
        self.tour = if is_won { self.now.game.tour().map(Arc::new) } else { None };
        self.session.show_path(self.now.game.board(), self.now.game.goal(), self.now.game.path());
    }
}
