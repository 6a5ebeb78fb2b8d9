//! Files: the only room that touches them, for the command line and the window alike.

use std::env;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
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
            Err(error) => return Err(unwritten(&self.file, &error)),
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

/// A file that grows piece by piece. Under its name only whole pieces are ever seen: it grows beside
/// it, in a file that ends in `.part`.
pub struct Growing {
    file: PathBuf,
    part_name: PathBuf,
    part: File,
    /// Pieces that are not written yet, and where each of them ends.
    buffer: Vec<u8>,
    ends: Vec<usize>,
    /// What is written: bytes and pieces, all of them whole.
    bytes: u64,
    pieces: u64,
}

impl Growing {
    /// So much is gathered before it is written.
    const GATHERED: usize = 1 << 16;

    /// Begins an empty file. An older one of this name stays until there is something new.
    pub fn new(file: PathBuf) -> Result<Growing, WriteError> {
        let part_name = beside(&file, "part");
        let part = File::create(&part_name).map_err(|error| unwritten(&file, &error))?;
        let (buffer, ends) = (Vec::new(), Vec::new());
        Ok(Growing { file, part_name, part, buffer, ends, bytes: 0, pieces: 0 })
    }

    /// Adds a piece, which is made up of these parts.
    pub fn add(&mut self, piece: &[&str]) -> Result<(), WriteError> {
        for part in piece {
            self.buffer.extend_from_slice(part.as_bytes());
        }
        self.ends.push(self.buffer.len());
        if self.buffer.len() < Growing::GATHERED { Ok(()) } else { self.write() }
    }

    /// How many pieces are written.
    pub fn pieces(&self) -> u64 {
        self.pieces
    }

    /// Writes all pieces. If not all can be written, those that were are whole, and the rest is
    /// dropped.
    pub fn write(&mut self) -> Result<(), WriteError> {
        let mut written = 0;
        let mut failure = None;
        while written < self.buffer.len() && failure.is_none() {
            match self.part.write(&self.buffer[written..]) {
                Ok(0) => failure = Some(io::ErrorKind::WriteZero.into()),
                Ok(more) => written += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => failure = Some(error),
            }
        }
        let whole = self.ends.iter().take_while(|end| **end <= written).count();
        self.pieces += whole as u64;
        self.bytes += whole.checked_sub(1).map_or(0, |last| self.ends[last]) as u64;
        self.buffer.clear();
        self.ends.clear();
        let Some(error) = failure else { return Ok(()) };
        let cut = self.part.set_len(self.bytes);
        let cut = cut.and_then(|()| self.part.seek(io::SeekFrom::End(0)));
        cut.map_err(|error| unwritten(&self.file, &error))?;
        Err(unwritten(&self.file, &error))
    }

    /// Lets everything so far be seen under the file's name, while it goes on growing.
    pub fn show(&mut self) -> Result<(), WriteError> {
        self.write()?;
        let copy = beside(&self.file, "copy.part");
        let shown = fs::copy(&self.part_name, &copy).and_then(|_| fs::rename(&copy, &self.file));
        if shown.is_err() {
            // There is no room for it: everything is still there under the other name.
            remove(&copy);
        }
        Ok(())
    }

    /// Gives the file its name. What could not be written before is not in it.
    pub fn finish(mut self) -> Result<(), WriteError> {
        let written = self.write();
        let renamed = fs::rename(&self.part_name, &self.file);
        renamed.map_err(|error| unwritten(&self.file, &error))?;
        written
    }
}

fn unwritten(file: &Path, error: &io::Error) -> WriteError {
    WriteError::Failed(format!("'{}' cannot be written: {error}", file.display()))
}

/// The name of a file with something after it.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    file.with_file_name(name)
}

/// Refuses a folder that holds something already.
pub fn is_free(folder: &Path) -> Result<(), WriteError> {
    let failed = |what: &str| Err(WriteError::Failed(format!("'{}' {what}", folder.display())));
    match fs::read_dir(folder).map(|mut inside| inside.next().is_none()) {
        Ok(false) => {
            failed("exists and is not empty; choose another folder, or --force to overwrite")
        }
        Err(_) if folder.exists() && !folder.is_dir() => {
            failed("is a file; choose another name for the folder")
        }
        // Whether it can be made is seen when it is made.
        Ok(true) | Err(_) => Ok(()),
    }
}

/// Whether a file begins with this text, or is empty, or is not there.
fn begins_with(file: &Path, text: &str) -> bool {
    let mut beginning = Vec::new();
    let read =
        File::open(file).and_then(|file| file.take(text.len() as u64).read_to_end(&mut beginning));
    match read {
        Ok(_) => text.as_bytes().starts_with(&beginning),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Makes a folder for new files. One that holds something already is refused unless these files may
/// be removed from it; and those only if they begin with the text that such files begin with.
pub fn fresh_folder(folder: &Path, files: &[(&str, &str)], force: bool) -> Result<(), WriteError> {
    if !force {
        is_free(folder)?;
    }
    let failed = |what: String| WriteError::Failed(format!("'{}' {what}", folder.display()));
    let cannot =
        |error: io::Error| failed(format!("cannot be made ({error}); choose another folder"));
    fs::create_dir_all(folder).map_err(cannot)?;
    for (name, beginning) in files {
        if !begins_with(&folder.join(name), beginning) {
            return Err(failed(format!(
                "holds a file {name} that is none of these; choose another folder, or rename it"
            )));
        }
    }
    for (name, _) in files {
        remove(&folder.join(name));
        remove(&folder.join(format!("{name}.part")));
        remove(&folder.join(format!("{name}.copy.part")));
    }
    Ok(())
}

/// The first of `name`, `name-2`, `name-3` and so on that is not there yet.
pub fn unused_name(name: &str) -> PathBuf {
    let names = (2..).map(|number| PathBuf::from(format!("{name}-{number}")));
    let mut names = std::iter::once(PathBuf::from(name)).chain(names);
    names.find(|name| !name.exists()).unwrap_or_else(|| PathBuf::from(name))
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
    let aside = beside(file, "damaged");
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
