//! What is kept of games: the one on the table, at every change, and what was won.

use std::path::PathBuf;

use crate::app::App;
use crate::app::play::Play;
use crate::disk;
use crate::format::{game, results, tour};
use crate::play::{Stand, Win};

/// A file of the program's own that is longer than this is not a game of ours, in bytes.
const LONGEST: u64 = 64 << 20;

/// What changes when a game does: its file is written then. Time alone is not worth that.
pub(super) type Stamp = (usize, usize, u64, u64, u64);

impl Play {
    fn stamp(&self) -> Stamp {
        let record = self.table.game().record();
        (record.changes.len(), record.done, record.moves, record.undos, record.hints)
    }
}

impl App {
    /// Counts a challenge that was won.
    pub(super) fn keep_result(&mut self) {
        let game = self.play.table.game();
        let (Some(name), Some(win)) = (game.challenge(), Win::of(game)) else { return };
        self.play.results.add(name, win);
        if let Some(file) = self.results_file() {
            self.recovery.keeper.win(file, name, win, &self.play.results);
        }
    }

    fn results_file(&self) -> Option<PathBuf> {
        self.memory.folder().map(|folder| folder.join("results.json"))
    }

    /// Reads what was won before.
    pub(crate) fn look_for_results(&mut self) {
        let Some(file) = self.results_file() else { return };
        let Ok(Some(text)) = disk::read_own(&file, results::MOST_TEXT as u64) else { return };
        match results::read(&text) {
            Ok(results) => self.play.results = results,
            // It is out of the way, and not lost.
            Err(_) => drop(disk::set_aside(&file)),
        }
    }

    /// Brings back the game of last time.
    pub(crate) fn look_for_game(&mut self) {
        let Some(file) = self.recovery.game_left() else { return };
        let Ok(Some(text)) = disk::read_own(&file, LONGEST) else { return };
        match tour::read(&text) {
            Ok(tour::Contents::Game(game)) => {
                self.play.begin(*game);
                self.play.was_told = self.play.table.game().stand() == Stand::Won;
                if self.play.table.game().can_undo() && !self.play.was_told {
                    self.say("Your game from last time is in Play (Ctrl+L).");
                }
                self.play.kept = self.play.stamp();
                if self.recovery.game_file().is_some_and(|own| own != file) {
                    // From now on it is kept here.
                    self.keep_game();
                    self.recovery.keeper.file(file, None);
                }
            }
            // It is out of the way, and not lost.
            _ => drop(disk::set_aside(&file)),
        }
    }

    /// Tells the keeper of a game that has changed.
    pub(crate) fn tell_game(&mut self) {
        if self.play.stamp() != self.play.kept {
            self.play.kept = self.play.stamp();
            self.keep_game();
        }
    }

    /// Keeps the time since the last change of a game; the window may close.
    pub(crate) fn keep_time(&mut self) {
        self.play.count_time(false);
        if self.play.is_on() {
            self.keep_game();
        }
    }

    pub(crate) fn keep_game(&self) {
        if let Some(file) = self.recovery.game_file() {
            let text = game::write(self.play.table.game());
            self.recovery.keeper.file(file, Some(text));
        }
    }
}
