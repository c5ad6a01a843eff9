//! A file that is gone when nobody needs it any more, and that only its owner may read.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A file for one run of another program.
pub(crate) struct TempFile {
    path: PathBuf,
}

impl TempFile {
    /// Writes `text` to a new file.
    pub(crate) fn new(text: &[u8]) -> Result<Self> {
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("mergescope-{}-{number}", std::process::id()));
            match create(&path) {
                // Left behind by a process of the same number, or put there by somebody else: not ours to touch.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(mut file) => {
                    let temporary = Self { path };
                    file.write_all(text)?;
                    return Ok(temporary);
                }
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }
}

fn create(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

impl Drop for TempFile {
    fn drop(&mut self) {
        // Somebody may have tidied up already.
        let _ = std::fs::remove_file(&self.path);
    }
}
