//! Files that are written as a whole or grow piece by piece, so that a failure never leaves half a file
//! under its name.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Seek, Write};
#[cfg(unix)]
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::{folder_of, is_missing, own_folder, reason, remove};
use crate::text::quoted_path;

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
pub struct OutputFile {
    /// Where the answer goes, with links followed.
    file: PathBuf,
    /// A file beside it that is written first and then renamed, so that the old one survives if
    /// anything goes wrong. Pipes and devices are written to directly.
    part: Option<NamedTempFile>,
    /// Whether there was such a file before.
    pub existed: bool,
}

impl OutputFile {
    /// Checks that the file can be written later, without changing it yet.
    pub fn new(file: &Path) -> Result<OutputFile, WriteError> {
        OutputFile::for_readers(file, Readers::Usual)
    }

    fn for_readers(file: &Path, readers: Readers) -> Result<OutputFile, WriteError> {
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
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            return match readers {
                Readers::Usual => Ok(OutputFile { file, part: None, existed: false }),
                Readers::Owner => Err(bad("is a pipe or a device")),
            };
        }
        if !folder_of(&file).is_dir() {
            return Err(bad("is in a folder that does not exist"));
        }
        // The permissions of an old file are set below; until then only the owner may read.
        let first = if old.is_some() { Readers::Owner } else { readers };
        let part = new_part(&file, first).map_err(cannot)?;
        sweep_beside(&file, &part);
        if let (Some(old), Readers::Usual) = (&old, readers) {
            // A file that cannot keep its permissions is still better than none.
            let _ = part.as_file().set_permissions(old.permissions());
        }
        Ok(OutputFile { file, part: Some(part), existed: old.is_some() })
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
            // It is on the disk, and so complete, before it gets its name.
            Some(mut part) => part
                .write_all(bytes)
                .and_then(|()| part.as_file().sync_all())
                .and_then(|()| part.persist(&self.file).map(drop).map_err(Into::into)),
            None => fs::write(&self.file, bytes),
        };
        written.map_err(|error| match error.kind() {
            io::ErrorKind::BrokenPipe => WriteError::ClosedPipe,
            _ => unwritten(&self.file, &error),
        })
    }
}

/// Who may read a file that the program makes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Readers {
    /// Those of the other files that this user makes.
    Usual,
    Owner,
}

/// The name of a part file is that of its file, this mark, random letters and digits, and the ending.
const PART_MARK: &str = ".knights-tour-";
const PART_ENDING: &str = ".part";
const PART_LETTERS: usize = 12;

/// Makes a new file to be renamed to this one later. Its random name cannot be guessed, so that no
/// other user can put a link there. It is locked while it is in use, and removed unless it is renamed.
fn new_part(file: &Path, readers: Readers) -> io::Result<NamedTempFile> {
    let start = format!("{}{PART_MARK}", part_label(file));
    let mut builder = tempfile::Builder::new();
    builder.prefix(&start).suffix(PART_ENDING).rand_bytes(PART_LETTERS);
    #[cfg(unix)]
    let permissions = fs::Permissions::from_mode(0o666);
    #[cfg(unix)]
    if readers == Readers::Usual {
        // The system applies the user's umask.
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
    const MAX_BYTES: usize = 120;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name[..name.floor_char_boundary(MAX_BYTES)].to_owned()
}

/// What the name of a part file begins with, if it is one.
fn label_of(name: &str) -> Option<&str> {
    let (label, letters) = name.strip_suffix(PART_ENDING)?.rsplit_once(PART_MARK)?;
    let made_up = letters.len() == PART_LETTERS;
    (made_up && letters.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(label)
}

/// Removes part files of this file that a killed program of this user has left behind.
fn sweep_beside(file: &Path, part: &NamedTempFile) {
    let label = part_label(file);
    let Ok(own) = part.as_file().metadata() else { return };
    sweep(folder_of(file), |name, other| {
        label_of(name) == Some(&*label) && same_owner(&own, other)
    });
}

/// Removes part files that no program uses any more.
pub(super) fn sweep(folder: &Path, is_ours: impl Fn(&str, &Metadata) -> bool) {
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

/// Writes a file, all of it or nothing.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    OutputFile::new(file)?.write(bytes)
}

/// Writes one of the program's own files, which only the user may read, and creates its folder if
/// needed.
pub fn write_own(file: &Path, text: &str) -> Result<(), WriteError> {
    let folder = folder_of(file);
    own_folder(folder).map_err(|error| {
        let (name, reason) = (quoted_path(folder), reason(&error));
        WriteError::Failed(format!("{name} cannot be created ({reason})"))
    })?;
    OutputFile::for_readers(file, Readers::Owner)?.write(text.as_bytes())
}

/// A file that grows piece by piece. Under its own name it only ever shows whole pieces: the growing
/// happens beside it, in a file that ends in `.part`.
pub struct Growing {
    file: PathBuf,
    part: NamedTempFile,
    /// Pieces waiting to be written, and where each of them ends.
    buffer: Vec<u8>,
    ends: Vec<usize>,
    /// What has been written, in bytes and in whole pieces.
    bytes: u64,
    pieces: u64,
}

impl Growing {
    /// Pieces are collected up to this size before they are written.
    const BUFFER_BYTES: usize = 1 << 16;

    /// Begins an empty file. An older file of this name stays until there is something to replace it.
    pub fn new(file: PathBuf) -> Result<Growing, WriteError> {
        let part = new_part(&file, Readers::Usual).map_err(|error| unwritten(&file, &error))?;
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
        if self.buffer.len() < Growing::BUFFER_BYTES { Ok(()) } else { self.write() }
    }

    /// The number of pieces written so far.
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

    fn copy(&mut self) -> io::Result<()> {
        let mut copy = new_part(&self.file, Readers::Usual)?;
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
