//! Saves the game at every change and the challenges that were won, and restores both.

use std::path::PathBuf;

use crate::app::play::Play;
use crate::app::shell::Shell;
use crate::format::{game, results, tour};
use crate::play::Win;
use crate::storage;

const MAX_GAME_BYTES: u64 = 64 << 20;

/// What changes when a game does: its file is written then. Time alone is not worth that.
pub(super) type Stamp = (usize, usize, u64, u64, u64);

impl Play {
    fn stamp(&self) -> Stamp {
        let record = self.game().record();
        (record.changes.len(), record.done, record.moves, record.undos, record.hints)
    }

    pub(super) fn save_result(&mut self, shell: &Shell) {
        let game = self.game.game_board().game();
        let (Some(name), Some(win)) = (game.challenge(), Win::of(game)) else { return };
        self.results.add(name, win);
        if let Some(file) = results_file(shell) {
            shell.recovery.autosave.win(file, name, win, &self.results);
        }
    }

    pub(super) fn restore(&mut self, shell: &mut Shell) {
        self.restore_results(shell);
        self.restore_game(shell);
    }

    fn restore_results(&mut self, shell: &Shell) {
        let Some(file) = results_file(shell) else { return };
        let Ok(Some(text)) = storage::read_own(&file, results::MAX_TEXT_BYTES as u64) else {
            return;
        };
        match results::read(&text) {
            Ok(results) => self.results = results,
            // A damaged file is renamed, not deleted.
            Err(_) => drop(storage::set_aside(&file)),
        }
    }

    fn restore_game(&mut self, shell: &mut Shell) {
        let Some(file) = shell.recovery.game_left() else { return };
        let Ok(Some(text)) = storage::read_own(&file, MAX_GAME_BYTES) else { return };
        let Ok(tour::Contents::Game(game)) = tour::read(&text) else {
            // A damaged file is renamed, not deleted.
            drop(storage::set_aside(&file));
            return;
        };
        self.begin(*game);
        if self.game().can_undo() && !self.announced {
            shell.say("Your game from last time is in Play (Ctrl+L).");
        }
        self.autosaved = self.stamp();
        if shell.recovery.game_file().is_some_and(|own| own != file) {
            // From now on it is kept here.
            self.autosave_game(shell);
            shell.recovery.autosave.file(file, None);
        }
    }

    pub(super) fn autosave_changes(&mut self, shell: &Shell) {
        if self.stamp() != self.autosaved {
            self.autosaved = self.stamp();
            self.autosave_game(shell);
        }
    }

    pub(super) fn autosave_game(&self, shell: &Shell) {
        if let Some(file) = shell.recovery.game_file() {
            let text = game::write(self.game());
            shell.recovery.autosave.file(file, Some(text));
        }
    }
}

fn results_file(shell: &Shell) -> Option<PathBuf> {
    shell.settings.folder.as_ref().map(|folder| folder.join("results.json"))
}
