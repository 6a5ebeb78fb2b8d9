//! Files: the only room that touches them, for the command line and the window alike.

use std::env;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::text::counted;

/// Why a file was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// A sentence that names the file and the reason.
    #[error("{0}")]
    Failed(String),
    /// Nobody reads what is written.
    #[error("nobody reads it")]
    ClosedPipe,
}

/// A file that something will be written to, made sure of before the work is done.
pub struct Target {
    /// Where the answer shall be, with links followed.
    file: PathBuf,
    /// The file beside it that is written first and then renamed, so that an old one stays whole if
    /// anything goes wrong. Pipes and devices are written to directly.
    part: Option<PathBuf>,
    existed: bool,
}

impl Target {
    /// Makes sure that the file can be written later, and changes nothing yet.
    pub fn new(file: &Path) -> Result<Target, WriteError> {
        let bad = |what: &str| {
            WriteError::Failed(format!("'{}' {what}; choose another file", file.display()))
        };
        if file.as_os_str().is_empty() || file.is_dir() || file.file_name().is_none() {
            return Err(bad("is not the name of a file"));
        }
        let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let old = fs::metadata(&file).ok();
        if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
            return Err(bad("may not be written"));
        }
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            return Ok(Target { file, part: None, existed: false });
        }
        if file.parent().is_some_and(|folder| folder != Path::new("") && !folder.is_dir()) {
            return Err(bad("is in a folder that does not exist"));
        }
        let mut name = file.file_name().unwrap_or_default().to_owned();
        // No two that are written at a time have the same name.
        static PARTS: AtomicU64 = AtomicU64::new(0);
        let number = PARTS.fetch_add(1, Ordering::Relaxed);
        name.push(format!(".{}-{number}.part", std::process::id()));
        let part = file.with_file_name(name);
        let made = File::create(&part);
        made.map_err(|error| bad(&format!("cannot be written ({error})")))?;
        if let Some(old) = &old {
            // A file that cannot keep its permissions is still better than none.
            let _ = fs::set_permissions(&part, old.permissions());
        }
        Ok(Target { file, part: Some(part), existed: old.is_some() })
    }

    /// Whether there was such a file before.
    pub fn existed(&self) -> bool {
        self.existed
    }

    /// The file as people read it.
    pub fn shown(&self) -> String {
        format!("'{}'", self.file.display())
    }

    /// Writes all of it, or leaves the old file as it was.
    pub fn write(mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let written = match &self.part {
            Some(part) => write_all(part, bytes).and_then(|()| fs::rename(part, &self.file)),
            None => fs::write(&self.file, bytes),
        };
        match written {
            Ok(()) => self.part = None,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                return Err(WriteError::ClosedPipe);
            }
            Err(error) => {
                let file = self.shown();
                return Err(WriteError::Failed(format!("{file} cannot be written: {error}")));
            }
        }
        Ok(())
    }
}

/// Writes a file and waits until it is on the disk, so that a name never stands for less.
fn write_all(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(file)?;
    file.write_all(bytes)?;
    file.sync_all()
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // The part file is worthless, and may not even exist.
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes a file, all of it or nothing.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    Target::new(file)?.write(bytes)
}

/// The whole text of a file, or of standard input where it is called `-`, or why it cannot be had.
/// Files of more than so many bytes are refused.
pub fn read_text(file: &Path, longest: u64) -> Result<String, String> {
    let too_long = || {
        let most = counted(longest >> 20, "megabyte");
        format!("it is longer than {most}, the most that is read")
    };
    let unreadable = |error: io::Error| format!("it cannot be read ({error})");
    let mut bytes = Vec::new();
    let stream: Box<dyn Read> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let open = File::open(file).map_err(unreadable)?;
        let length = open.metadata().map_err(unreadable)?.len();
        if length > longest {
            return Err(too_long());
        }
        Box::new(open)
    };
    stream.take(longest + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > longest {
        return Err(too_long());
    }
    let text = String::from_utf8(bytes).map_err(|_| "it is not text".to_owned())?;
    if text.contains('\0') {
        return Err("it is not text".to_owned());
    }
    Ok(text)
}

/// What a folder holds, as far as somebody who looks for a file wants to know.
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// Folders first, then files, each in the order of their names. What is hidden is left out.
pub fn list(folder: &Path) -> Result<Vec<Entry>, String> {
    let unreadable = |error: io::Error| format!("'{}' cannot be read ({error})", folder.display());
    let mut entries: Vec<Entry> = fs::read_dir(folder)
        .map_err(unreadable)?
        .flatten()
        .map(|entry| Entry {
            name: entry.file_name().to_string_lossy().into_owned(),
            is_folder: entry.path().is_dir(),
        })
        .filter(|entry| !entry.name.starts_with('.'))
        .collect();
    entries.sort_by_key(|entry| (!entry.is_folder, entry.name.to_lowercase()));
    Ok(entries)
}

/// Where the program keeps what it remembers; nothing where the system has no such place.
pub fn data_folder() -> Option<PathBuf> {
    let from = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = if cfg!(target_os = "windows") {
        from("APPDATA")?
    } else if cfg!(target_os = "macos") {
        from("HOME")?.join("Library/Application Support")
    } else {
        from("XDG_DATA_HOME").or_else(|| Some(from("HOME")?.join(".local/share")))?
    };
    Some(folder.join("knights-tour"))
}

/// Where people keep their files, to begin with.
pub fn documents_folder() -> PathBuf {
    let here = env::current_dir().ok().filter(|folder| folder.parent().is_some());
    let home = env::home_dir();
    here.or(home).unwrap_or_else(|| PathBuf::from("/"))
}

/// A file's place with nothing left to the folder one happens to be in.
pub fn absolute(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

/// Whether there is such a file or folder.
pub fn exists(file: &Path) -> bool {
    file.exists()
}

/// Whether this is a folder.
pub fn is_folder(file: &Path) -> bool {
    file.is_dir()
}

/// Whether a program of this name can be started.
pub fn has_program(name: &str) -> bool {
    let paths = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&paths).any(|folder| folder.join(name).is_file())
}

/// Whether there is a session bus, over which a desktop shows its own dialogs.
pub fn has_session_bus() -> bool {
    let bus = env::var_os("XDG_RUNTIME_DIR").map(|folder| PathBuf::from(folder).join("bus"));
    env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some() || bus.is_some_and(|bus| bus.exists())
}

/// Reads a small file of the program's own; nothing where there is none.
pub fn read_own(file: &Path) -> Option<String> {
    fs::read(file).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a file of the program's own, with its folder.
pub fn write_own(file: &Path, text: &str) -> Result<(), WriteError> {
    if let Some(folder) = file.parent() {
        let failed = |error: io::Error| {
            WriteError::Failed(format!("'{}' cannot be made ({error})", folder.display()))
        };
        fs::create_dir_all(folder).map_err(failed)?;
    }
    write(file, text.as_bytes())
}

/// Removes a file, if it is there.
pub fn remove(file: &Path) {
    // What is not there is gone already, and what cannot be removed does no harm.
    let _ = fs::remove_file(file);
}

/// Gives a file that cannot be used another name, and says which.
pub fn set_aside(file: &Path) -> Option<PathBuf> {
    let mut name = file.file_name()?.to_owned();
    name.push(".damaged");
    let aside = file.with_file_name(name);
    fs::rename(file, &aside).ok().map(|()| aside)
}

/// A place where one running program keeps its session. It is locked as long as the program runs,
/// so that others know whether a session that lies there was left behind.
pub struct Slot {
    file: PathBuf,
    _lock: File,
}

/// So many programs at a time have a place of their own.
const SLOTS: usize = 32;

impl Slot {
    /// A free place in a folder, and the sessions that programs left behind which no longer run,
    /// the newest first. A place with such a session is not taken.
    pub fn find(folder: &Path) -> (Option<Slot>, Vec<Slot>) {
        let mut left_behind = Vec::new();
        if fs::create_dir_all(folder).is_err() {
            return (None, left_behind);
        }
        let mut free = None;
        for slot in (1..=SLOTS).filter_map(|number| Slot::take(folder, number)) {
            if slot.file.exists() {
                left_behind.push(slot);
            } else if free.is_none() {
                free = Some(slot);
            }
        }
        let age = |slot: &Slot| fs::metadata(&slot.file).and_then(|data| data.modified()).ok();
        left_behind.sort_by_key(|slot| std::cmp::Reverse(age(slot)));
        (free, left_behind)
    }

    fn take(folder: &Path, number: usize) -> Option<Slot> {
        let lock = folder.join(format!("session-{number}.lock"));
        let lock = File::options().create(true).truncate(false).write(true).open(lock).ok()?;
        match lock.try_lock() {
            // Where files cannot be locked, two programs at a time may disturb each other.
            Ok(()) | Err(TryLockError::Error(_)) => {
                let file = folder.join(format!("session-{number}.tour"));
                Some(Slot { file, _lock: lock })
            }
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// The file that the session is kept in.
    pub fn file(&self) -> &Path {
        &self.file
    }
}
