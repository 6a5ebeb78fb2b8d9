//! Files: the only module that touches them, for both the command line and the window.
#![warn(clippy::print_stdout, clippy::print_stderr)]

#[cfg(feature = "gui")]
pub(crate) mod autosave;
#[cfg(feature = "gui")]
pub(crate) mod loaded;
mod slot;
mod stream;
mod write;

use std::env;
use std::fs::{self, DirBuilder, File, Metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
#[cfg(unix)]
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

pub use slot::Slot;
pub use stream::Stream;
pub use write::{Growing, OutputFile, WriteError, write, write_own};

use crate::text::{counted, quoted_path};

/// Whether an error says that there is no file of this name, though there could be one.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Whether this is a file, and not a folder, a pipe or a device.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// The folder that a file is in.
fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
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

/// The whole text of a file, or why it cannot be read. Anything longer than `max_bytes` is refused,
/// and so is anything but a file, since reading a pipe could take for ever.
pub fn read_file(file: &Path, max_bytes: u64) -> Result<String, String> {
    let open = open_regular(file).map_err(|error| unreadable(&error))?;
    let text = Stream::of_file(open, max_bytes)?.whole(usize::MAX)?;
    Ok(text.unwrap_or_default())
}

fn check_length(length: u64, max_bytes: u64) -> Result<(), String> {
    if length <= max_bytes {
        return Ok(());
    }
    let most = counted(max_bytes >> 20, "megabyte");
    Err(format!("it is larger than {most}, which is the limit"))
}

fn unreadable(error: &io::Error) -> String {
    format!("it cannot be read ({})", reason(error))
}

/// Opens a file for reading. Pipes and devices are refused before: opening a pipe would wait for a writer.
fn open_regular(file: &Path) -> io::Result<File> {
    let check = |data: Metadata| {
        if data.is_file() {
            Ok(())
        } else if data.is_dir() {
            Err(io::ErrorKind::IsADirectory.into())
        } else {
            Err(io::Error::other("it is a pipe or a device"))
        }
    };
    check(fs::metadata(file)?)?;
    let open = File::open(file)?;
    check(open.metadata()?)?;
    Ok(open)
}

/// A file or folder, as a file dialog shows it.
pub struct FolderEntry {
    pub name: String,
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

/// Reads one of the program's own files: nothing if there is none, or why it cannot be used. The
/// program writes none of more than `max_bytes`.
pub fn read_own(file: &Path, max_bytes: u64) -> Result<Option<String>, String> {
    // A link that leads nowhere, or a pipe, exists and cannot be used.
    if fs::symlink_metadata(file).is_err_and(|error| is_missing(&error)) {
        return Ok(None);
    }
    read_file(file, max_bytes).map(Some)
}

/// Creates the program's own folder, which only the user may look into, unless it exists.
fn own_folder(folder: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    builder.mode(0o700);
    builder.create(folder)
}

/// Removes a file, if it exists.
pub fn remove(file: &Path) {
    // A missing file is already gone, and one that cannot be removed does no harm.
    let _ = fs::remove_file(file);
}

/// Renames a file that cannot be used, and returns its new name.
pub fn set_aside(file: &Path) -> Option<PathBuf> {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".damaged");
    let aside = file.with_file_name(name);
    fs::rename(file, &aside).ok().map(|()| aside)
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
pub fn list(folder: &Path) -> Result<Vec<FolderEntry>, String> {
    let name = quoted_path(folder);
    let unreadable = |error| format!("{name} cannot be read ({})", reason(&error));
    let entry = |entry: fs::DirEntry| {
        let is_folder = match entry.file_type() {
            Ok(kind) if !kind.is_symlink() => kind.is_dir(),
            _ => entry.path().is_dir(),
        };
        FolderEntry { name: entry.file_name().to_string_lossy().into_owned(), is_folder }
    };
    let mut entries: Vec<FolderEntry> = fs::read_dir(folder)
        .map_err(unreadable)?
        .flatten()
        .filter(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."))
        .map(entry)
        .collect();
    entries.sort_by_cached_key(|entry| (!entry.is_folder, entry.name.to_lowercase()));
    Ok(entries)
}
