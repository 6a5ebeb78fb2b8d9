//! Places for unsaved work: each running program locks one.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
#[cfg(unix)]
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use super::write::sweep;
use super::{own_folder, reason};
use crate::text::quoted_path;

/// Opens a lock file, which only the user may read, and creates it unless it exists. A link or a pipe
/// of its name is no lock file.
fn open_lock(file: &Path) -> io::Result<File> {
    let mut new = OpenOptions::new();
    new.write(true).create_new(true);
    #[cfg(unix)]
    new.mode(0o600);
    match new.open(file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let is_file = fs::symlink_metadata(file)?.is_file();
            if is_file { OpenOptions::new().write(true).open(file) } else { Err(error) }
        }
        opened => opened,
    }
}

/// The place where one running program keeps its session. It is locked while the program runs, so that
/// others can tell a session in use from one that was left behind.
pub struct Slot {
    file: PathBuf,
    _lock: File,
}

/// How many programs can have a slot of their own at the same time.
const MAX_SLOTS: usize = 32;

impl Slot {
    /// A free slot in a folder, or why there is none, and the sessions left behind by programs that no
    /// longer run, newest first. A slot with such a session is not free, unless all of them have one:
    /// then the oldest gives way, and stays until something is written over it. Lock files are created
    /// only for the free slot and for sessions. They are never removed, because another program may
    /// just have opened one and would then hold a lock that no third program can see.
    pub fn find(folder: &Path) -> (Result<Slot, String>, Vec<Slot>) {
        let mut left_behind = Vec::new();
        let unusable = |error: &io::Error| {
            format!("the folder {} cannot be used ({})", quoted_path(folder), reason(error))
        };
        if let Err(error) = own_folder(folder) {
            return (Err(unusable(&error)), left_behind);
        }
        // No other program writes in this folder.
        sweep(folder, |_, _| true);
        let (mut free, mut trouble) = (None, None);
        for number in 1..=MAX_SLOTS {
            if free.is_some() && !Slot::session(folder, number).exists() {
                continue;
            }
            match Slot::take(folder, number) {
                // Checked under the lock: another program could write or remove it before.
                Ok(slot) if slot.file.exists() => left_behind.push(slot),
                Ok(slot) if free.is_none() => free = Some(slot),
                Ok(_) | Err(None) => {}
                Err(Some(error)) => trouble = Some(unusable(&error)),
            }
        }
        let written = |slot: &Slot| fs::metadata(&slot.file).and_then(|data| data.modified()).ok();
        left_behind.sort_by_key(|slot| std::cmp::Reverse(written(slot)));
        let free = free.or_else(|| left_behind.pop());
        let all_used = || format!("other windows use all {MAX_SLOTS} places for unsaved searches");
        (free.ok_or_else(|| trouble.unwrap_or_else(all_used)), left_behind)
    }

    fn session(folder: &Path, number: usize) -> PathBuf {
        folder.join(format!("session-{number}.tour"))
    }

    /// Locks a slot. An error without a reason means that another program has locked it.
    fn take(folder: &Path, number: usize) -> Result<Slot, Option<io::Error>> {
        let lock = open_lock(&folder.join(format!("session-{number}.lock"))).map_err(Some)?;
        match lock.try_lock() {
            // Where the file system has no locks, two programs at a time may disturb each other.
            Ok(()) | Err(TryLockError::Error(_)) => {
                Ok(Slot { file: Slot::session(folder, number), _lock: lock })
            }
            Err(TryLockError::WouldBlock) => Err(None),
        }
    }

    /// The file of the session.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The file of the game. It stays from one start to the next, so a slot with a game is free.
    pub fn game(&self) -> PathBuf {
        self.file.with_extension("game")
    }
}
