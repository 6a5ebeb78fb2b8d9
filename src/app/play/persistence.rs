//! Saves the game at every change and the challenges that were won, and restores both.

use std::path::{Path, PathBuf};

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
        let max_bytes = results::MAX_TEXT_BYTES as u64;
        let read_results = |file: PathBuf| read(&file, max_bytes, |text| results::read(text).ok());
        self.results = results_file(shell).and_then(read_results).unwrap_or_default();
        let game = |text: &str| match tour::read(text) {
            Ok(tour::Contents::Game(game)) => Some(game),
            _ => None,
        };
        let Some(file) = shell.recovery.game_left() else { return };
        let Some(game) = read(&file, MAX_GAME_BYTES, game) else { return };
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

/// What one of the program's own files holds. A damaged file is renamed, not deleted.
fn read<T>(file: &Path, max_bytes: u64, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
    let content = read(&storage::read_own(file, max_bytes).ok()??);
    if content.is_none() {
        storage::set_aside(file);
    }
    content
}

fn results_file(shell: &Shell) -> Option<PathBuf> {
    shell.settings.folder.as_ref().map(|folder| folder.join("results.json"))
}
