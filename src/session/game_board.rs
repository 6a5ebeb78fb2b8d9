//! The board on which a game is played: the game, its search board, and what is shown there in its place.

use std::sync::Arc;

use super::hinter::{Advice, Hinter};
use super::{Origin, Refusal, Session, Setup};
use crate::board::Square;
use crate::engine::{Clock, PlaybackCommand, Speed};
use crate::play::{Game, GameStatus, IllegalMove};
use crate::solver::{Loss, MethodConfig};
use crate::tour::Tour;

/// How many earlier games can be brought back.
const MAX_EARLIER: usize = 20;

/// What is shown on the board in place of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Demonstration {
    /// A method finishes the path.
    Finish,
    /// A search that tries everything after this square, to show that no tour follows.
    Proof(Square),
}

/// A game, the number that it has on this board, and the file that it was opened from or saved to.
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

/// A game and its board.
pub struct GameBoard {
    now: BoardGame,
    /// Earlier games, the last one at the end.
    earlier: Vec<BoardGame>,
    /// How many games have begun here.
    games: u64,
    /// The board: the path of the game is the one that is to be finished.
    session: Session,
    demonstration: Option<Demonstration>,
    /// The tour, once the game is won.
    tour: Option<Arc<Tour>>,
    hinter: Hinter,
}

impl GameBoard {
    /// A board without a game. `wake` is called when there is something new to show.
    pub fn new(setup: Setup, wake: Arc<dyn Fn() + Send + Sync>) -> GameBoard {
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

    /// Uses another clock for searches from now on.
    pub fn set_clock(&mut self, clock: Clock) {
        self.session.set_clock(clock);
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.now.game
    }

    /// A number that no other game on this board has.
    pub fn id(&self) -> u64 {
        self.now.id
    }

    /// The file that the game was opened from or saved to.
    pub fn file(&self) -> Option<&Origin> {
        self.now.file.as_ref()
    }

    /// The game of this number, or an earlier one, was opened from a file or saved to it.
    pub fn was_saved(&mut self, id: u64, file: Origin) {
        let mut all = [&mut self.now].into_iter().chain(&mut self.earlier);
        if let Some(game) = all.find(|game| game.id == id) {
            game.file = Some(file);
        }
    }

    /// The game, to count time and hints.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.now.game
    }

    /// The board with the path of the game, or with what is shown in its place.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The same, to change how it is shown.
    pub fn session_mut(&mut self) -> &mut Session {
        &mut self.session
    }

    /// What is shown in place of the game.
    pub fn demonstration(&self) -> Option<Demonstration> {
        self.demonstration
    }

    /// The tour, once the game is won.
    pub fn tour(&self) -> Option<&Arc<Tour>> {
        self.tour.as_ref().filter(|_| self.demonstration.is_none())
    }

    /// What is known of the squares that can be next; nothing before the first square. It is thought about
    /// in the background as long as somebody asks.
    pub fn advice(&mut self) -> Advice {
        self.hinter.advice(&self.now.game)
    }

    /// Where the game was lost, once that is found in the background; nothing before the first square.
    pub fn loss(&mut self) -> Option<Loss> {
        self.hinter.loss(&self.now.game)
    }

    /// Nobody asks any more.
    pub fn stop_thinking(&mut self) {
        self.hinter.forget();
    }

    /// Lets a demonstration look for the next tour.
    pub fn find_next(&mut self) {
        self.session.find_next();
    }

    /// Takes what the thread of a search has sent. Returns whether there was something new.
    pub fn update(&mut self) -> bool {
        self.session.update()
    }

    /// Begins another game. The one before can be brought back, unless nothing was done in it.
    pub fn begin(&mut self, game: Game) {
        self.games += 1;
        let next = BoardGame { id: self.games, game, file: None };
        let before = std::mem::replace(&mut self.now, next);
        if before.has_changes() {
            self.earlier.push(before);
            let spare = self.earlier.len().saturating_sub(MAX_EARLIER);
            self.earlier.drain(..spare);
        }
        self.show();
    }

    /// Shows the game again, in place of a search.
    pub fn back_to_game(&mut self) {
        self.show();
    }

    /// Goes to a square, or says why not.
    pub fn place(&mut self, square: Square) -> Result<(), IllegalMove> {
        self.now.game.place(square)?;
        self.show();
        Ok(())
    }

    /// The game before this one.
    pub fn earlier_game(&self) -> Option<&Game> {
        self.earlier.last().map(|game| &game.game)
    }

    /// Goes back to the game before this one. This one becomes the earliest, so that none is lost.
    pub fn bring_back_earlier(&mut self) {
        let Some(next) = self.earlier.pop() else { return };
        let now = std::mem::replace(&mut self.now, next);
        if now.has_changes() {
            self.earlier.insert(0, now);
        }
        self.show();
    }

    /// Takes back the last change of the game.
    pub fn undo(&mut self) {
        self.now.game.undo();
        self.show();
    }

    /// Makes a change again that was undone.
    pub fn redo(&mut self) {
        self.now.game.redo();
        self.show();
    }

    /// Goes back until the path has this many squares; `again` makes it a part of the last step back.
    pub fn back_to(&mut self, length: usize, again: bool) {
        self.now.game.back_to(length, again);
        self.show();
    }

    /// Lets a method finish the path, or says why it does not.
    pub fn finish(&mut self, config: MethodConfig) -> Result<(), Refusal> {
        self.show();
        let Some(start) = self.now.game.path().first().copied() else { return Ok(()) };
        self.session.amend(Setup { config, ..self.session.setup().clone() });
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
        self.show();
        let path: Vec<Square> = self.now.game.path().iter().copied().chain([square]).collect();
        let (start, given) = (path[0], path.into());
        self.session.amend(Setup { config, given, ..self.session.setup().clone() });
        self.session.start_anyway(start)?;
        self.demonstration = Some(Demonstration::Proof(square));
        Ok(())
    }

    /// Another board with the same puzzle, for a method that races: its search begins where the game did.
    pub(super) fn beside(&self, config: MethodConfig, speed: Speed) -> Session {
        let mut session = self.session.beside(config);
        session.set_speed(speed);
        session.show_path(self.now.game.board(), self.now.game.goal(), self.now.game.given());
        session
    }

    fn show(&mut self) {
        self.demonstration = None;
        let is_won = self.now.game.status() == GameStatus::Won;
        self.tour = if is_won { self.now.game.tour().map(Arc::new) } else { None };
        self.session.show_path(self.now.game.board(), self.now.game.goal(), self.now.game.path());
    }
}
