//! A race: a method on a second board, from the same square, beside the game.

use super::{CHOOSING, GameBoard, Refusal, SecondBoard, Session, State};
use crate::board::{Naming, Square};
use crate::engine::{PlaybackCommand, Speed};
use crate::play::GameStatus;
use crate::solver::MethodConfig;
use crate::text::{capitalised, counted};

/// The method that races, and whether it was first.
pub struct Race {
    pub second: SecondBoard,
    /// Where it began, or was to begin.
    start: Option<Square>,
    is_paused: bool,
    /// Whether the method was done before the person.
    is_first: Option<bool>,
}

impl Race {
    /// A race that begins when the game does.
    pub fn new(board: &GameBoard, config: MethodConfig, speed: Speed) -> Race {
        let second = SecondBoard::new(board.beside(config, speed));
        let mut race = Race { second, start: None, is_paused: false, is_first: None };
        race.begin(board);
        race
    }

    fn begin(&mut self, board: &GameBoard) {
        if let Some(start) = board.game().path().first().filter(|_| self.second.is_idle()) {
            self.start = Some(*start);
            self.second.start(*start, Session::start);
        }
    }

    /// Takes new frames, and pauses with the game.
    pub fn update(&mut self, board: &GameBoard, is_paused: bool) {
        self.begin(board);
        self.second.session.update();
        if self.is_paused != is_paused && !self.is_done() {
            self.is_paused = is_paused;
            let command = if is_paused { PlaybackCommand::Pause } else { PlaybackCommand::Play };
            self.second.session.playback(command);
        }
        if self.is_first.is_none() && (self.is_done() || board.game().status() == GameStatus::Won) {
            self.is_first = Some(self.is_done());
        }
    }

    /// Whether its tour is on the board.
    pub fn is_done(&self) -> bool {
        let session = &self.second.session;
        // Without backtracking its tour is known before it is shown.
        let is_whole = session.path().len() == session.setup().board.squares_to_visit();
        is_whole && matches!(session.state(), State::Found { .. })
    }

    /// How far the method has come in words, and the full reason if it does not race.
    pub fn standing(&self) -> (String, Option<String>) {
        let session = &self.second.session;
        match (&self.second.refusal, session.frame()) {
            (Some(refusal), _) => {
                let (board, naming) = (&session.setup().board, session.naming());
                let why = capitalised(&refusal.words(board, naming)) + ".";
                let start = self.start.filter(|_| matches!(refusal, Refusal::NoTour(_)));
                let short = start
                    .map(|start| format!("No tour starts at {}.", naming.square(board, start)));
                (short.unwrap_or_else(|| why.clone()), Some(why))
            }
            (None, _) if session.is_choosing() => (CHOOSING.to_owned(), None),
            (None, None) if session.active().is_none() => {
                ("Begins with your first square.".to_owned(), None)
            }
            (None, frame) => {
                let visited = counted(session.path().len() as u64, "square");
                let steps = counted(frame.map_or(0, |frame| frame.step), "step");
                let first = if self.is_first == Some(true) { "Done first: " } else { "" };
                (format!("{first}{visited} after {steps}"), None)
            }
        }
    }

    /// The result, for a person who has won the game.
    pub fn result(&self) -> String {
        let method = self.second.config().method.title;
        match (self.second.refusal.is_some(), self.is_first.unwrap_or(self.is_done())) {
            (true, _) => format!("{method} did not race."),
            (false, true) => format!("{method} was first this time."),
            (false, false) => {
                let squares = counted(self.second.session.path().len() as u64, "square");
                format!("You won the race: {method} has visited only {squares}.")
            }
        }
    }

    pub fn set_speed(&mut self, speed: Speed) {
        self.second.session.set_speed(speed);
    }

    /// Applies preferences other than the speed.
    pub fn show_as(&mut self, show_backtracking: bool, naming: Naming) {
        let speed = Some(self.second.session.speed());
        self.second.session.show_as(speed, show_backtracking, naming);
    }
}
