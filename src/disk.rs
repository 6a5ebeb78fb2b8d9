//! Files: the only module that touches them, for both the command line and the window.

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
    /// The reader at the other end of a pipe has gone.
    #[error("the reader has gone")]
    ClosedPipe,
}

/// A file to write the answer to, checked before the work begins.
pub struct Target {
    /// Where the answer goes, with links followed.
    file: PathBuf,
    /// A file beside it that is written first and then renamed, so that the old one survives if
    /// anything goes wrong. Pipes and devices are written to directly.
    part: Option<PathBuf>,
    existed: bool,
}

impl Target {
    /// Checks that the file can be written later, without changing it yet.
    pub fn new(file: &Path) -> Result<Target, WriteError> {
        let bad = |what: &str| {
            WriteError::Failed(format!("'{}' {what}; choose another file", file.display()))
        };
        if file.as_os_str().is_empty() || file.is_dir() || file.file_name().is_none() {
            return Err(bad("is not a file name"));
        }
        let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let old = fs::metadata(&file).ok();
        if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
            return Err(bad("is read-only"));
        }
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            return Ok(Target { file, part: None, existed: false });
        }
        if file.parent().is_some_and(|folder| folder != Path::new("") && !folder.is_dir()) {
            return Err(bad("is in a folder that does not exist"));
        }
        let mut name = file.file_name().unwrap_or_default().to_owned();
        // Two files written at the same time never share a name.
        static PARTS: AtomicU64 = AtomicU64::new(0);
        let number = PARTS.fetch_add(1, Ordering::Relaxed);
        name.push(format!(".{}-{number}.part", std::process::id()));
        let part = file.with_file_name(name);
        let made = File::create(&part);
        made.map_err(|error| bad(&format!("cannot be written ({})", reason(&error))))?;
        if let Some(old) = &old {
            // A file that cannot keep its permissions is still better than none.
            let _ = fs::set_permissions(&part, old.permissions());
        }
        Ok(Target { file, part: Some(part), existed: old.is_some() })
    }

    /// Whether the file existed before.
    pub fn existed(&self) -> bool {
        self.existed
    }

    /// The file's name for messages, in quotes.
    pub fn shown(&self) -> String {
        format!("'{}'", self.file.display())
    }

    /// Writes all of it, or leaves the old file unchanged.
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

/// Writes a file and waits until it is on the disk, so that it is complete before it gets its name.
fn write_all(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(file)?;
    file.write_all(bytes)?;
    file.sync_all()
}

impl Drop for Target {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // The part file is useless now, and may not even exist.
            let _ = fs::remove_file(part);
        }
    }
}

/// Writes a file, all of it or nothing.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    Target::new(file)?.write(bytes)
}

/// A file that grows piece by piece. Under its own name it only ever shows whole pieces: the growing
/// happens beside it, in a file that ends in `.part`.
pub struct Growing {
    file: PathBuf,
    part_name: PathBuf,
    part: File,
    /// Pieces waiting to be written, and where each of them ends.
    buffer: Vec<u8>,
    ends: Vec<usize>,
    /// How much has been written, in bytes and in whole pieces.
    bytes: u64,
    pieces: u64,
}

impl Growing {
    /// Bytes collected before they are written.
    const GATHERED: usize = 1 << 16;

    /// Begins an empty file. An older file of this name stays until there is something to replace it.
    pub fn new(file: PathBuf) -> Result<Growing, WriteError> {
        let part_name = beside(&file, "part");
        let part = File::create(&part_name).map_err(|error| unwritten(&file, &error))?;
        let (buffer, ends) = (Vec::new(), Vec::new());
        Ok(Growing { file, part_name, part, buffer, ends, bytes: 0, pieces: 0 })
    }

    /// Adds a piece made up of these parts.
    pub fn add(&mut self, piece: &[&str]) -> Result<(), WriteError> {
        for part in piece {
            self.buffer.extend_from_slice(part.as_bytes());
        }
        self.ends.push(self.buffer.len());
        if self.buffer.len() < Growing::GATHERED { Ok(()) } else { self.write() }
    }

    /// How many pieces have been written.
    pub fn pieces(&self) -> u64 {
        self.pieces
    }

    /// Writes all pieces. If some cannot be written, the file ends after the last whole one and the
    /// rest are dropped.
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

    /// Publishes everything so far under the file's name, while the file keeps growing.
    pub fn publish(&mut self) -> Result<(), WriteError> {
        self.write()?;
        let copy = beside(&self.file, "copy.part");
        let published =
            fs::copy(&self.part_name, &copy).and_then(|_| fs::rename(&copy, &self.file));
        if published.is_err() {
            // Perhaps the disk is full; the part file still has everything.
            remove(&copy);
        }
        Ok(())
    }

    /// Gives the file its final name. It lacks whatever could not be written earlier.
    pub fn finish(mut self) -> Result<(), WriteError> {
        let written = self.write();
        let renamed = fs::rename(&self.part_name, &self.file);
        renamed.map_err(|error| unwritten(&self.file, &error))?;
        written
    }
}

fn unwritten(file: &Path, error: &io::Error) -> WriteError {
    WriteError::Failed(format!("'{}' cannot be written: {}", file.display(), reason(error)))
}

/// Why the system refused something, in plain words where we have them.
fn reason(error: &io::Error) -> String {
    let words = match error.kind() {
        io::ErrorKind::NotFound => "no such file or folder",
        io::ErrorKind::IsADirectory => "it is a folder",
        io::ErrorKind::PermissionDenied => "permission denied",
        io::ErrorKind::StorageFull => "the disk is full",
        _ => {
            let text = error.to_string();
            return text.split(" (os error").next().unwrap_or_default().to_owned();
        }
    };
    words.to_owned()
}

/// The file's name with another ending added.
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    file.with_file_name(name)
}

/// Refuses a folder that is not empty.
pub fn is_free(folder: &Path) -> Result<(), WriteError> {
    let failed = |what: &str| Err(WriteError::Failed(format!("'{}' {what}", folder.display())));
    match fs::read_dir(folder).map(|mut inside| inside.next().is_none()) {
        Ok(false) => {
            failed("exists and is not empty; choose another folder, or use --force to overwrite")
        }
        Err(_) if folder.exists() && !folder.is_dir() => {
            failed("is a file; choose another name for the folder")
        }
        // Creating it will show whether it can be created.
        Ok(true) | Err(_) => Ok(()),
    }
}

/// Whether a file begins with this text, is empty, or does not exist.
fn begins_with(file: &Path, text: &str) -> bool {
    let mut beginning = Vec::new();
    let read =
        File::open(file).and_then(|file| file.take(text.len() as u64).read_to_end(&mut beginning));
    match read {
        Ok(_) => text.as_bytes().starts_with(&beginning),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Creates a folder for new files. A folder that is not empty is refused unless `force` allows these
/// files to be removed from it, and even then each must begin with the text such files begin with.
pub fn fresh_folder(folder: &Path, files: &[(&str, &str)], force: bool) -> Result<(), WriteError> {
    if !force {
        is_free(folder)?;
    }
    let failed = |what: String| WriteError::Failed(format!("'{}' {what}", folder.display()));
    let cannot =
        |error| failed(format!("cannot be created ({}); choose another folder", reason(&error)));
    fs::create_dir_all(folder).map_err(cannot)?;
    for (name, beginning) in files {
        if !begins_with(&folder.join(name), beginning) {
            return Err(failed(format!(
                "contains a file {name} that is not from a simulation; choose another folder, or rename the file"
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

/// The first of `name`, `name-2`, `name-3` and so on that does not exist yet.
pub fn unused_name(name: &str) -> PathBuf {
    let names = (2..).map(|number| PathBuf::from(format!("{name}-{number}")));
    let mut names = std::iter::once(PathBuf::from(name)).chain(names);
    names.find(|name| !name.exists()).unwrap_or_else(|| PathBuf::from(name))
}

/// The whole text of a file, or of standard input if the file is called `-`, or why it cannot be
/// read. Anything longer than `longest` bytes is refused.
pub fn read_text(file: &Path, longest: u64) -> Result<String, String> {
    let too_long = || {
        let most = counted(longest >> 20, "megabyte");
        format!("it is larger than {most}, which is the limit")
    };
    let unreadable = |error| format!("it cannot be read ({})", reason(&error));
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

/// A file or folder, as a file dialog shows it.
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
}

/// The contents of a folder: folders first, then files, each sorted by name. Hidden ones are left out.
pub fn list(folder: &Path) -> Result<Vec<Entry>, String> {
    let name = folder.display();
    let unreadable = |error| format!("'{name}' cannot be read ({})", reason(&error));
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

/// Where the program keeps its settings and unsaved searches, if the system has a place for that.
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

/// The folder that file dialogs open in at first.
pub fn documents_folder() -> PathBuf {
    let here = env::current_dir().ok().filter(|folder| folder.parent().is_some());
    let home = env::home_dir();
    here.or(home).unwrap_or_else(|| PathBuf::from("/"))
}

/// A file's full path, which does not depend on the current folder.
pub fn absolute(file: &Path) -> PathBuf {
    std::path::absolute(file).unwrap_or_else(|_| file.to_owned())
}

/// Whether a file or folder of this name exists.
pub fn exists(file: &Path) -> bool {
    file.exists()
}

/// Whether this is a folder.
pub fn is_folder(file: &Path) -> bool {
    file.is_dir()
}

/// Whether a program of this name is installed.
pub fn has_program(name: &str) -> bool {
    let paths = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&paths).any(|folder| folder.join(name).is_file())
}

/// Whether there is a session bus, which the desktop's own file dialogs need.
pub fn has_session_bus() -> bool {
    let bus = env::var_os("XDG_RUNTIME_DIR").map(|folder| PathBuf::from(folder).join("bus"));
    env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some() || bus.is_some_and(|bus| bus.exists())
}

/// Reads one of the program's own small files, if it exists.
pub fn read_own(file: &Path) -> Option<String> {
    fs::read(file).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes one of the program's own files, and creates its folder if needed.
pub fn write_own(file: &Path, text: &str) -> Result<(), WriteError> {
    if let Some(folder) = file.parent() {
        let failed = |error| {
            let (name, reason) = (folder.display(), reason(&error));
            WriteError::Failed(format!("'{name}' cannot be created ({reason})"))
        };
        fs::create_dir_all(folder).map_err(failed)?;
    }
    write(file, text.as_bytes())
}

/// Removes a file, if it exists.
pub fn remove(file: &Path) {
    // A missing file is already gone, and one that cannot be removed does no harm.
    let _ = fs::remove_file(file);
}

/// Renames a file that cannot be used, and returns its new name.
pub fn set_aside(file: &Path) -> Option<PathBuf> {
    let aside = beside(file, "damaged");
    fs::rename(file, &aside).ok().map(|()| aside)
}

/// A place where one running program keeps its session. It is locked while the program runs, so that
/// others can tell a session in use from one that was left behind.
pub struct Slot {
    file: PathBuf,
    _lock: File,
}

/// How many programs can have a place of their own at the same time.
const SLOTS: usize = 32;

impl Slot {
    /// A free place in a folder, and the sessions left behind by programs that no longer run, newest
    /// first. A place with such a session is not free. Lock files are created only where they are
    /// needed: for the free place and for sessions. They are never removed, because another program
    /// may just have opened one and would then hold a lock that nobody else can see.
    pub fn find(folder: &Path) -> (Option<Slot>, Vec<Slot>) {
        let mut left_behind = Vec::new();
        if fs::create_dir_all(folder).is_err() {
            return (None, left_behind);
        }
        let mut free = None;
        for number in 1..=SLOTS {
            if free.is_some() && !Slot::session(folder, number).exists() {
                continue;
            }
            let Some(slot) = Slot::take(folder, number) else { continue };
            // Only now can nobody else write or remove the session.
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

    /// The file of the session at a place.
    fn session(folder: &Path, number: usize) -> PathBuf {
        folder.join(format!("session-{number}.tour"))
    }

    /// Locks a place, unless another program has locked it.
    fn take(folder: &Path, number: usize) -> Option<Slot> {
        let lock = folder.join(format!("session-{number}.lock"));
        let lock = File::options().create(true).truncate(false).write(true).open(lock).ok()?;
        match lock.try_lock() {
            // Where the file system has no locks, two programs at a time may disturb each other.
            Ok(()) | Err(TryLockError::Error(_)) => {
                Some(Slot { file: Slot::session(folder, number), _lock: lock })
            }
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// The file that the session is kept in.
    pub fn file(&self) -> &Path {
        &self.file
    }
}
