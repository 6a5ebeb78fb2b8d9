//! Folders for tests to work in.

use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

/// A new, empty folder, deleted at the end.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// Its name begins with this, and nothing else has it.
    pub(crate) fn new(name: &str) -> Folder {
        let mut builder = tempfile::Builder::new();
        let folder = builder.prefix(&format!("{name}-")).tempdir_in(env!("CARGO_TARGET_TMPDIR"));
        Folder(folder.unwrap().keep())
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Deref for Folder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
