//! The temporary file of a save, which is created next to the target and always removed.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use super::attributes::FileAttributes;
use super::calls::FileCalls;
use crate::terminal::file_lock::try_lock;
use crate::terminal::random_name::{is_random_name, random_name};

const PREFIX: &str = ".mergescope-";
const SUFFIX: &str = ".tmp";

/// The maximum number of names to try in a directory.
const MAX_NAMES: u32 = 16;

/// A file that will get the name of the target. It is removed when dropped.
pub(super) struct TemporaryFile<'h> {
    calls: FileCalls<'h>,
    path: PathBuf,
    file: File,
}

/// The reason why there is no temporary file.
pub(super) enum TemporaryError {
    /// The file cannot be created in the directory.
    Create(io::Error),
    /// The attributes of the target cannot be set on the file.
    Attributes(io::Error),
    /// The text cannot be written.
    Write(io::Error),
}

impl<'h> TemporaryFile<'h> {
    /// Writes and syncs a file next to the target. `attributes` are those of the target; `gone`: the target
    /// was removed.
    pub(super) fn write(
        calls: FileCalls<'h>,
        target: &Path,
        bytes: &[u8],
        attributes: Option<&FileAttributes>,
        gone: bool,
    ) -> Result<Self, TemporaryError> {
        let made = Self::create(calls, target, attributes.is_some()).map_err(TemporaryError::Create)?;
        calls
            .write_all(&made.file, bytes)
            .map_err(TemporaryError::Write)?;
        if let Some(attributes) = attributes {
            let given = attributes.give_to(calls, &made.file, gone);
            given.map_err(TemporaryError::Attributes)?;
        }
        calls.sync(&made.file).map_err(TemporaryError::Write)?;
        Ok(made)
    }

    /// Creates the file. Only the owner can read it until it has the mode of the target, because manifests
    /// can contain secrets.
    fn create(calls: FileCalls<'h>, target: &Path, private: bool) -> io::Result<Self> {
        let mut tried = 0;
        loop {
            tried += 1;
            let path = target.with_file_name(format!("{PREFIX}{}{SUFFIX}", random_name()));
            let file = match calls.create(&path, private) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && tried < MAX_NAMES => continue,
                made => made?,
            };
            let made = TemporaryFile { calls, path, file };
            // The lock tells other programs that this file is in use. Where files cannot be locked, leftovers
            // are not removed.
            let is_leftover =
                matches!(calls.lock(&made.file), Ok(false)) || calls.metadata(&made.path)?.is_none();
            if !is_leftover || tried == MAX_NAMES {
                return Ok(made);
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for TemporaryFile<'_> {
    fn drop(&mut self) {
        // It does not exist any more if it was renamed to the target.
        let _ = self.calls.remove(&self.path);
    }
}

/// Removes the temporary files of killed runs from a directory. The file of a running save is locked and
/// kept.
pub fn remove_leftovers(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        if is_our_name(&name.to_string_lossy()) && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_unlocked(&entry.path());
        }
    }
}

/// Returns whether a save gives a file such a name. Other names with this start belong to the user.
fn is_our_name(name: &str) -> bool {
    let random = name
        .strip_prefix(PREFIX)
        .and_then(|name| name.strip_suffix(SUFFIX));
    random.is_some_and(is_random_name)
}

fn remove_unlocked(path: &Path) {
    let mut options = OpenOptions::new();
    options.read(true);
    // A pipe or a link that takes the name in the meantime is not followed or waited for.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(
        &mut options,
        (rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK).bits() as i32,
    );
    if let Ok(file) = options.open(path)
        && matches!(try_lock(&file), Ok(true))
    {
        let _ = fs::remove_file(path);
    }
}
