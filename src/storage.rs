//! Files: the only module that touches them, for both the command line and the window.
#![warn(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "gui")]
pub(crate) mod autosave;
#[cfg(feature = "gui")]
pub(crate) mod loaded;

use std::env;
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Seek, Write};
#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::text::{Utf8, as_utf8, counted, quoted_path};

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
    part: Option<NamedTempFile>,
    existed: bool,
}

impl Target {
    /// Checks that the file can be written later, without changing it yet.
    pub fn new(file: &Path) -> Result<Target, WriteError> {
        Target::for_readers(file, Readers::AsUsual)
    }

    fn for_readers(file: &Path, readers: Readers) -> Result<Target, WriteError> {
        let bad = |what: &str| {
            WriteError::Failed(format!("{} {what}; choose another file", quoted_path(file)))
        };
        if file.is_dir() {
            return Err(bad("is a folder"));
        }
        if file.as_os_str().is_empty() || file.file_name().is_none() {
            return Err(bad("is not a file name"));
        }
        let followed = fs::canonicalize(file);
        if followed.is_err() && file.is_symlink() {
            return Err(bad("is a link that leads to no file"));
        }
        let file = followed.unwrap_or_else(|_| file.to_owned());
        let cannot = |error| bad(&format!("cannot be written ({})", reason(&error)));
        let old = match fs::metadata(&file) {
            Err(error) if is_missing(&error) => None,
            found => Some(found.map_err(cannot)?),
        };
        if old.as_ref().is_some_and(|old| old.permissions().readonly()) {
            return Err(bad("is read-only"));
        }
        match (&old, readers) {
            (Some(old), Readers::AsUsual) if !old.is_file() => {
                return Ok(Target { file, part: None, existed: false });
            }
            (Some(old), Readers::Owner) if !old.is_file() => {
                return Err(bad("is a pipe or a device"));
            }
            _ => {}
        }
        if !folder_of(&file).is_dir() {
            return Err(bad("is in a folder that does not exist"));
        }
        // The permissions of an old file are set below, and until then nobody else may look.
        let first = if old.is_some() { Readers::Owner } else { readers };
        let part = new_part(&file, first).map_err(cannot)?;
        sweep_beside(&file, &part);
        if let (Some(old), Readers::AsUsual) = (&old, readers) {
            // A file that cannot keep its permissions is still better than none.
            let _ = part.as_file().set_permissions(old.permissions());
        }
        Ok(Target { file, part: Some(part), existed: old.is_some() })
    }

    /// Whether the file existed before.
    pub fn existed(&self) -> bool {
        self.existed
    }

    /// Whether it is a named pipe, which makes the writer wait for a reader.
    pub fn is_pipe(&self) -> bool {
        #[cfg(unix)]
        return fs::metadata(&self.file).is_ok_and(|data| data.file_type().is_fifo());
        #[cfg(not(unix))]
        false
    }

    /// The file's name for messages, in quotes.
    pub fn shown(&self) -> String {
        quoted_path(&self.file)
    }

    /// Writes all of it, or leaves the old file unchanged.
    pub fn write(self, bytes: &[u8]) -> Result<(), WriteError> {
        let written = match self.part {
            Some(part) => write_all(part, bytes, &self.file),
            None => fs::write(&self.file, bytes),
        };
        written.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => WriteError::ClosedPipe,
            _ => unwritten(&self.file, &error),
        })
    }
}

/// Writes a file and waits until it is on the disk, so that it is complete before it gets its name.
fn write_all(mut part: NamedTempFile, bytes: &[u8], name: &Path) -> io::Result<()> {
    part.write_all(bytes)?;
    part.as_file().sync_all()?;
    part.persist(name)?;
    Ok(())
}

/// Who may read a file that the program makes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// Whoever may read the other files that this user makes.
    AsUsual,
    /// Only the user.
    Owner,
}

/// What the name of a part file has between the name of its file and the letters made up for it.
const PART_MARK: &str = ".knights-tour-";
/// How the name of a part file ends.
const PART_ENDING: &str = ".part";
/// How many letters and digits are made up for the name of a part file.
const PART_LETTERS: usize = 12;

/// Makes a new file to be given this name later. Its name cannot be known before and belongs to
/// nothing else, so that nobody can put a link there. It is locked as long as it is in use, and
/// removed if it does not get its name.
fn new_part(file: &Path, readers: Readers) -> io::Result<NamedTempFile> {
    let start = format!("{}{PART_MARK}", part_label(file));
    let mut builder = tempfile::Builder::new();
    builder.prefix(&start).suffix(PART_ENDING).rand_bytes(PART_LETTERS);
    #[cfg(unix)]
    let permissions = fs::Permissions::from_mode(0o666);
    #[cfg(unix)]
    if readers == Readers::AsUsual {
        // The system takes away what the user's other files do not allow either.
        builder.permissions(permissions);
    }
    const TRIES: usize = 100;
    for _ in 0..TRIES {
        let part = builder.tempfile_in(folder_of(file))?;
        // Another program may just have taken it for one left behind: then it is locked or gone.
        let in_use = matches!(part.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !in_use && part.path().exists() {
            return Ok(part);
        }
    }
    Err(io::Error::other("another program removes its temporary files"))
}

/// What the names of part files of this file begin with: its name, or as much of it as leaves room.
fn part_label(file: &Path) -> String {
    const LONGEST: usize = 120;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name[..name.floor_char_boundary(LONGEST)].to_owned()
}

/// What the name of a part file begins with, if it is one.
fn label_of(name: &str) -> Option<&str> {
    let (label, letters) = name.strip_suffix(PART_ENDING)?.rsplit_once(PART_MARK)?;
    let made_up = letters.len() == PART_LETTERS;
    (made_up && letters.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(label)
}

/// Removes the part files of this file that were left behind by this user, when a program was killed.
fn sweep_beside(file: &Path, part: &NamedTempFile) {
    let label = part_label(file);
    let Ok(own) = part.as_file().metadata() else { return };
    sweep(folder_of(file), |name, other| {
        label_of(name) == Some(&*label) && same_owner(&own, other)
    });
}

/// Removes part files that no program uses any more.
fn sweep(folder: &Path, is_ours: impl Fn(&str, &Metadata) -> bool) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let Some(name) = name.to_str().filter(|name| label_of(name).is_some()) else { continue };
        // This does not follow links.
        let Ok(data) = entry.metadata() else { continue };
        if !data.is_file() || !is_ours(name, &data) {
            continue;
        }
        // A program holds the lock as long as it needs the file.
        if let Ok(left) = File::open(entry.path())
            && left.try_lock().is_ok()
        {
            remove(&entry.path());
        }
    }
}

#[cfg(unix)]
fn same_owner(one: &Metadata, other: &Metadata) -> bool {
    one.uid() == other.uid()
}

#[cfg(not(unix))]
fn same_owner(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

/// Whether an error says that there is no file of this name, though there could be one.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Whether there is a file of this name, and not a folder, a pipe or a device.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// The folder that a file is in.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Writes a file, all of it or nothing.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    Target::new(file)?.write(bytes)
}

/// A file that grows piece by piece. Under its own name it only ever shows whole pieces: the growing
/// happens beside it, in a file that ends in `.part`.
pub struct Growing {
    file: PathBuf,
    part: NamedTempFile,
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
        let part = new_part(&file, Readers::AsUsual).map_err(|error| unwritten(&file, &error))?;
        sweep_beside(&file, &part);
        let (buffer, ends) = (Vec::new(), Vec::new());
        Ok(Growing { file, part, buffer, ends, bytes: 0, pieces: 0 })
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
        let cut = self.part.as_file().set_len(self.bytes);
        let cut = cut.and_then(|()| self.part.seek(io::SeekFrom::End(0)));
        cut.map_err(|error| unwritten(&self.file, &error))?;
        Err(unwritten(&self.file, &error))
    }

    /// Publishes everything so far under the file's name, while the file keeps growing.
    pub fn publish(&mut self) -> Result<(), WriteError> {
        self.write()?;
        // Perhaps the disk is full; the part file still has everything.
        let _ = self.copy();
        let back = self.part.seek(io::SeekFrom::End(0));
        back.map_err(|error| unwritten(&self.file, &error))?;
        Ok(())
    }

    /// Copies the part file to the file's name.
    fn copy(&mut self) -> io::Result<()> {
        let mut copy = new_part(&self.file, Readers::AsUsual)?;
        self.part.rewind()?;
        io::copy(self.part.as_file_mut(), copy.as_file_mut())?;
        copy.persist(&self.file)?;
        Ok(())
    }

    /// Gives the file its final name. It lacks whatever could not be written earlier.
    pub fn finish(mut self) -> Result<(), WriteError> {
        let written = self.write();
        let named = self.part.persist(&self.file);
        named.map_err(|error| unwritten(&self.file, &error.error))?;
        written
    }
}

fn unwritten(file: &Path, error: &io::Error) -> WriteError {
    WriteError::Failed(format!("{} cannot be written: {}", quoted_path(file), reason(error)))
}

/// Why the system refused something, in plain words where we have them.
pub fn reason(error: &io::Error) -> String {
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
    let failed = |what: &str| Err(WriteError::Failed(format!("{} {what}", quoted_path(folder))));
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
    let read = open_regular(file)
        .and_then(|file| file.take(text.len() as u64).read_to_end(&mut beginning));
    match read {
        Ok(_) => text.as_bytes().starts_with(&beginning),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Creates a folder, unless it exists.
pub fn make_folder(folder: &Path) -> Result<(), WriteError> {
    fresh_folder(folder, &[], true)
}

/// Creates a folder for new files. A folder that is not empty is refused unless `force` allows these
/// files to be removed from it, and even then each must begin with the text such files begin with.
pub fn fresh_folder(folder: &Path, files: &[(&str, &str)], force: bool) -> Result<(), WriteError> {
    if !force {
        is_free(folder)?;
    }
    let failed = |what: String| WriteError::Failed(format!("{} {what}", quoted_path(folder)));
    let cannot =
        |error| failed(format!("cannot be created ({}); choose another folder", reason(&error)));
    if folder.is_symlink() && !folder.exists() {
        return Err(failed("is a link that leads to no folder; choose another folder".to_owned()));
    }
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
    }
    Ok(())
}

/// The first of `name`, `name-2`, `name-3` and so on that does not exist yet.
pub fn unused_name(name: &str) -> PathBuf {
    let names = (2..).map(|number| PathBuf::from(format!("{name}-{number}")));
    let mut names = std::iter::once(PathBuf::from(name)).chain(names);
    names.find(|name| !name.exists()).unwrap_or_else(|| PathBuf::from(name))
}

/// The whole text of a file, or why it cannot be read. Anything longer than `longest` bytes is
/// refused, and so is anything but a file, since reading a pipe could take for ever.
pub fn read_file(file: &Path, longest: u64) -> Result<String, String> {
    let open = open_regular(file).map_err(|error| unreadable(&error))?;
    text_of_file(open, longest)
}

fn text_of_file(file: File, longest: u64) -> Result<String, String> {
    let length = file.metadata().map_err(|error| unreadable(&error))?.len();
    if length > longest { Err(too_long(longest)) } else { text_of(file, longest) }
}

fn text_of(stream: impl Read, longest: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    stream.take(longest + 1).read_to_end(&mut bytes).map_err(|error| unreadable(&error))?;
    if bytes.len() as u64 > longest {
        return Err(too_long(longest));
    }
    let text = String::from_utf8(as_utf8(bytes)).map_err(|_| "it is not text".to_owned())?;
    if text.contains('\0') {
        return Err("it is not text".to_owned());
    }
    Ok(text)
}

fn too_long(longest: u64) -> String {
    format!("it is larger than {}, which is the limit", counted(longest >> 20, "megabyte"))
}

fn unreadable(error: &io::Error) -> String {
    format!("it cannot be read ({})", reason(error))
}

/// Opens a file for reading, and nothing else: opening a pipe would wait until somebody writes to it.
fn open_regular(file: &Path) -> io::Result<File> {
    let check = |data: Metadata| match data.is_file() {
        true => Ok(()),
        false if data.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        false => Err(io::Error::other("it is a pipe or a device")),
    };
    check(fs::metadata(file)?)?;
    let open = File::open(file)?;
    check(open.metadata()?)?;
    Ok(open)
}

/// A file or folder, as a file dialog shows it.
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Whether it is a folder.
    pub is_folder: bool,
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

/// Reads one of the program's own files: nothing if there is none, or why it cannot be used. Anything
/// longer than `longest` bytes is not ours.
pub fn read_own(file: &Path, longest: u64) -> Result<Option<String>, String> {
    // A link that leads nowhere, or a pipe, is there and cannot be used.
    if fs::symlink_metadata(file).is_err_and(|error| is_missing(&error)) {
        return Ok(None);
    }
    read_file(file, longest).map(Some)
}

/// Writes one of the program's own files, which only the user may read, and creates its folder if
/// needed.
pub fn write_own(file: &Path, text: &str) -> Result<(), WriteError> {
    let folder = folder_of(file);
    own_folder(folder).map_err(|error| {
        let (name, reason) = (quoted_path(folder), reason(&error));
        WriteError::Failed(format!("{name} cannot be created ({reason})"))
    })?;
    Target::for_readers(file, Readers::Owner)?.write(text.as_bytes())
}

/// Creates the program's own folder, which only the user may look into, unless it exists.
fn own_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    builder.mode(0o700);
    builder.create(folder)
}

/// Opens a lock file, which only the user may read, and creates it unless it exists. A link or a pipe
/// of its name is no lock file.
fn open_lock(file: &Path) -> io::Result<File> {
    let mut new = OpenOptions::new();
    new.write(true).create_new(true);
    #[cfg(unix)]
    new.mode(0o600);
    match new.open(file) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            match fs::symlink_metadata(file)?.is_file() {
                true => OpenOptions::new().write(true).open(file),
                false => Err(error),
            }
        }
        opened => opened,
    }
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
    /// A free place in a folder, or why there is none, and the sessions left behind by programs that no
    /// longer run, newest first. A place with such a session is not free, unless all of them have one:
    /// then the oldest gives way, and stays until something is written over it. Lock files are created
    /// only where they are needed: for the free place and for sessions. They are never removed, because
    /// another program may just have opened one and would then hold a lock that nobody else can see.
    pub fn find(folder: &Path) -> (Result<Slot, String>, Vec<Slot>) {
        let mut left_behind = Vec::new();
        let unusable = |error: &io::Error| {
            format!("the folder {} cannot be used ({})", quoted_path(folder), reason(error))
        };
        if let Err(error) = own_folder(folder) {
            return (Err(unusable(&error)), left_behind);
        }
        // Everything in this folder is ours.
        sweep(folder, |_, _| true);
        let (mut free, mut trouble) = (None, None);
        for number in 1..=SLOTS {
            if free.is_some() && !Slot::session(folder, number).exists() {
                continue;
            }
            match Slot::take(folder, number) {
                // Only now can nobody else write or remove the session.
                Ok(slot) if slot.file.exists() => left_behind.push(slot),
                Ok(slot) if free.is_none() => free = Some(slot),
                Ok(_) | Err(None) => {}
                Err(Some(error)) => trouble = Some(unusable(&error)),
            }
        }
        let written = |slot: &Slot| fs::metadata(&slot.file).and_then(|data| data.modified()).ok();
        left_behind.sort_by_key(|slot| std::cmp::Reverse(written(slot)));
        let free = free.or_else(|| left_behind.pop());
        let all_used = || format!("other windows use all {SLOTS} places for unsaved searches");
        (free.ok_or_else(|| trouble.unwrap_or_else(all_used)), left_behind)
    }

    /// The file of the session at a place.
    fn session(folder: &Path, number: usize) -> PathBuf {
        folder.join(format!("session-{number}.tour"))
    }

    /// Locks a place. An error without a reason means that another program has locked it.
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

    /// The file that the session is kept in.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The file that the game is kept in. It is there from one start to the next, so a place with a game
    /// is free.
    pub fn game(&self) -> PathBuf {
        self.file.with_extension("game")
    }
}

/// A text that is read piece by piece, from a file or, if that is called `-`, from standard input.
pub struct Stream {
    source: Box<dyn Read>,
    buffer: Vec<u8>,
    /// What was not taken yet begins here; it is known to be text up to `text`, and ends at `end`.
    start: usize,
    text: usize,
    end: usize,
    /// How many bytes were read, and how many there may be.
    read: u64,
    longest: u64,
    has_ended: bool,
    trouble: Option<String>,
}

impl Stream {
    /// Bytes read at a time. Longer lines come in parts.
    const PIECE: usize = 1 << 20;

    /// Opens a file, or says why it cannot be read. Anything longer than `longest` bytes is refused.
    pub fn open(file: &Path, longest: u64) -> Result<Stream, String> {
        let mut stream = Stream {
            source: Box::new(io::empty()),
            buffer: Vec::new(),
            start: 0,
            text: 0,
            end: 0,
            read: 0,
            longest,
            has_ended: false,
            trouble: None,
        };
        if file == Path::new("-") {
            stream.source = Box::new(Decoded::new(io::stdin().lock()));
        } else {
            let open = File::open(file).map_err(|error| unreadable(&error))?;
            stream.read = open.metadata().map_err(|error| unreadable(&error))?.len();
            stream.check_length()?;
            (stream.source, stream.read) = (Box::new(Decoded::new(open)), 0);
        }
        stream.fill()?;
        while stream.buffer[stream.start..stream.text].starts_with("\u{feff}".as_bytes()) {
            stream.start += "\u{feff}".len();
        }
        Ok(stream)
    }

    fn check_length(&self) -> Result<(), String> {
        if self.read <= self.longest {
            return Ok(());
        }
        Err(too_long(self.longest))
    }

    /// Reads another piece, and returns whether there was one.
    fn fill(&mut self) -> Result<bool, String> {
        let not_text = || "it is not text".to_owned();
        if self.has_ended {
            return Ok(false);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.text, self.end) = (0, self.text - self.start, self.end - self.start);
        let (first, whole) = (self.end, self.end + Stream::PIECE);
        if self.buffer.len() < whole {
            self.buffer.resize(whole, 0);
        }
        while self.end < whole && !self.has_ended {
            match self.source.read(&mut self.buffer[self.end..whole]) {
                Ok(0) => self.has_ended = true,
                Ok(more) => self.end += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(unreadable(&error)),
            }
        }
        self.read += (self.end - first) as u64;
        self.check_length()?;
        if self.buffer[first..self.end].contains(&0) {
            return Err(not_text());
        }
        match str::from_utf8(&self.buffer[self.text..self.end]) {
            Ok(_) => self.text = self.end,
            // A letter may be cut in two by the end of the piece, but not by the end of the text.
            Err(error) if error.error_len().is_none() && !self.has_ended => {
                self.text += error.valid_up_to();
            }
            Err(_) => return Err(not_text()),
        }
        Ok(self.end > first)
    }

    /// What was read and not taken yet.
    pub fn beginning(&self) -> &str {
        str::from_utf8(&self.buffer[self.start..self.text]).unwrap_or_default()
    }

    /// All of it, if it has at most this many bytes. Otherwise nothing is taken.
    pub fn whole(&mut self, longest: usize) -> Result<Option<String>, String> {
        while self.end - self.start <= longest && self.fill()? {}
        if self.end - self.start > longest {
            return Ok(None);
        }
        let mut bytes = std::mem::take(&mut self.buffer);
        bytes.truncate(self.end);
        bytes.drain(..self.start);
        String::from_utf8(bytes).map(Some).map_err(|_| "it is not text".to_owned())
    }

    /// The next line, or a part of a long one, which is cut between two words; and whether the line
    /// ends there.
    pub fn line(&mut self) -> Result<Option<(&str, bool)>, String> {
        let (length, gap, ends) = loop {
            let unread = &self.buffer[self.start..self.text];
            if let Some(length) = unread.iter().position(|byte| *byte == b'\n') {
                break (length, 1, true);
            }
            if unread.len() >= Stream::PIECE {
                let cut = unread.iter().rposition(|byte| b" \t,;]".contains(byte));
                let cut = cut.ok_or("it has a word of more than a megabyte")?;
                break (cut + 1, 0, false);
            }
            let length = unread.len();
            if !self.fill()? {
                if length == 0 {
                    return Ok(None);
                }
                break (length, 0, true);
            }
        };
        let line = self.start..self.start + length;
        self.start = line.end + gap;
        let line = str::from_utf8(&self.buffer[line]).map_err(|_| "it is not text")?;
        Ok(Some((line, ends)))
    }

    /// Why it could not be read to its end as a [`Read`], if that was so.
    pub fn trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }
}

/// A source whose text is UTF-8 or becomes it.
struct Decoded<R> {
    source: R,
    decoder: Utf8,
    /// Text that was not taken yet, from `start` on.
    ready: Vec<u8>,
    start: usize,
    has_ended: bool,
}

impl<R: Read> Decoded<R> {
    fn new(source: R) -> Decoded<R> {
        let (decoder, ready) = (Utf8::default(), Vec::new());
        Decoded { source, decoder, ready, start: 0, has_ended: false }
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        while self.start == self.ready.len() && !self.has_ended {
            let mut piece = [0; 1 << 14];
            let length = self.source.read(&mut piece)?;
            self.ready.clear();
            self.start = 0;
            self.decoder.add(&piece[..length], &mut self.ready);
            if length == 0 {
                self.decoder.end(&mut self.ready);
                self.has_ended = true;
            }
        }
        let count = bytes.len().min(self.ready.len() - self.start);
        bytes[..count].copy_from_slice(&self.ready[self.start..self.start + count]);
        self.start += count;
        Ok(count)
    }
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.start == self.text
            && let Err(trouble) = self.fill()
        {
            self.trouble = Some(trouble.clone());
            return Err(io::Error::other(trouble));
        }
        let count = bytes.len().min(self.text - self.start);
        bytes[..count].copy_from_slice(&self.buffer[self.start..self.start + count]);
        self.start += count;
        Ok(count)
    }
}

/// How many seconds ago a file was written, if that is known.
pub fn age(file: &Path) -> Option<u64> {
    let written = fs::metadata(file).and_then(|data| data.modified()).ok()?;
    written.elapsed().ok().map(|age| age.as_secs())
}

/// A number that differs once a file was changed: from its length and the time of its last change.
/// `None` if there is no such file.
pub fn stamp(file: &Path) -> Option<u64> {
    let data = fs::metadata(file).ok()?;
    let mut hasher = DefaultHasher::new();
    (data.len(), data.modified().ok()).hash(&mut hasher);
    Some(hasher.finish())
}

/// The contents of a folder: folders first, then files, each sorted by name. Hidden ones are left out.
/// Only links are followed to see what they are: looking at every file of a large folder takes long.
pub fn list(folder: &Path) -> Result<Vec<Entry>, String> {
    let name = quoted_path(folder);
    let unreadable = |error| format!("{name} cannot be read ({})", reason(&error));
    let entry = |entry: fs::DirEntry| {
        let is_folder = match entry.file_type() {
            Ok(kind) if !kind.is_symlink() => kind.is_dir(),
            _ => entry.path().is_dir(),
        };
        Entry { name: entry.file_name().to_string_lossy().into_owned(), is_folder }
    };
    let mut entries: Vec<Entry> = fs::read_dir(folder)
        .map_err(unreadable)?
        .flatten()
        .filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."))
        .map(entry)
        .collect();
    entries.sort_by_cached_key(|entry| (!entry.is_folder, entry.name.to_lowercase()));
    Ok(entries)
}
