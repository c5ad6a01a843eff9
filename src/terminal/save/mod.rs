//! Saves an edited file: the file always holds the old text or the new one, with its mode, owner, attributes and links
//! kept, and a text that was never read is never overwritten unseen.

mod attributes;
mod calls;
mod in_place;
mod temporary;

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

pub use attributes::FileAttributes;
use calls::FileCalls;
pub use calls::{CallHook, NoHook};
pub use in_place::InPlaceReason;
pub use temporary::remove_leftovers;
use temporary::{TemporaryError, TemporaryFile};

use super::recovery::RecoveryFolder;

/// What the file must still hold for it to be written.
#[derive(Clone, Copy, Debug)]
pub enum ExpectedContent<'a> {
    /// The bytes that were last read of it.
    Bytes(&'a [u8]),
    /// Whatever it holds, even if it is gone: the user has decided.
    Anything,
    /// Nothing: there must be no such file.
    Absent,
}

/// What is written, and where.
#[derive(Clone, Debug)]
pub struct SaveRequest<'a> {
    /// The file; if it is a symbolic link, its target is written.
    pub path: &'a Path,
    /// The new text.
    pub bytes: &'a [u8],
    /// What the file must hold.
    pub expect: ExpectedContent<'a>,
    /// The attributes that the file had, for a file that is gone.
    pub attributes: Option<&'a FileAttributes>,
    /// Where the old text is kept while a file is overwritten in place.
    pub recovery: RecoveryFolder,
}

impl<'a> SaveRequest<'a> {
    /// A request for a file whose attributes are not known, with the recovery folder of the environment.
    pub fn new(path: &'a Path, bytes: &'a [u8], expect: ExpectedContent<'a>) -> SaveRequest<'a> {
        SaveRequest {
            path,
            bytes,
            expect,
            attributes: None,
            recovery: RecoveryFolder::from_environment(),
        }
    }
}

/// How the file was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// A new file took its place in one moment.
    Replaced {
        /// What another program wrote in the moment between the last look at the file and its replacement.
        overwritten: Option<Vec<u8>>,
    },
    /// The file itself was overwritten, because it could not be replaced.
    InPlace(InPlaceReason),
}

/// Why the file was not written; its old content is unchanged unless the message says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file holds other bytes than expected; none if it is gone.
    #[error("{} has changed on disk since it was read", .path.display())]
    Conflict { path: PathBuf, now: Option<Vec<u8>> },
    /// The file cannot be written.
    #[error("cannot save {}: {why}", .path.display())]
    NotSaved { path: PathBuf, why: String },
}

/// Saves a file.
///
/// A temporary file in the same directory is written, synced and renamed over it. Where that is not possible or would
/// break something ([`InPlaceReason`]) the file is overwritten, and its old text is kept elsewhere meanwhile. After any
/// other error, such as a full disk, the file is left as it is.
///
/// # Errors
/// [`SaveError::Conflict`] when the file does not hold what is expected, [`SaveError::NotSaved`] when it is read-only, not
/// a regular file, or the system reports an error.
pub fn save(request: &SaveRequest<'_>) -> Result<Saved, SaveError> {
    save_with(request, &NoHook)
}

/// Saves a file and asks `hook` before each system call; for tests.
///
/// # Errors
/// As [`save`].
pub fn save_with(request: &SaveRequest<'_>, hook: &dyn CallHook) -> Result<Saved, SaveError> {
    SaveRun {
        request,
        calls: FileCalls(hook),
    }
    .run()
}

/// Why a file was not replaced.
enum Obstacle {
    /// It can be overwritten in place.
    InPlace(InPlaceReason),
    /// It must not be written.
    Error(SaveError),
}

struct SaveRun<'a> {
    request: &'a SaveRequest<'a>,
    calls: FileCalls<'a>,
}

impl SaveRun<'_> {
    fn run(&self) -> Result<Saved, SaveError> {
        let target = self.target().map_err(|error| self.not_saved(error))?;
        if let Some(directory) = target.parent() {
            remove_leftovers(directory);
        }
        let (found, attributes) = self.open_target(&target)?;
        let old = self.check(&target)?;
        let replaced = if found.as_ref().is_some_and(|metadata| names(metadata) > 1) {
            Err(Obstacle::InPlace(InPlaceReason::SeveralNames))
        } else {
            let attributes = attributes.as_ref().or(self.request.attributes);
            self.replace(&target, attributes, found.is_none())
        };
        let why = match replaced {
            Ok(overwritten) => return Ok(Saved::Replaced { overwritten }),
            Err(Obstacle::Error(error)) => return Err(error),
            Err(Obstacle::InPlace(why)) => why,
        };
        let Some(old) = old else {
            return Err(self.not_saved(why));
        };
        in_place::overwrite(
            self.calls,
            &target,
            &old,
            self.request.bytes,
            &self.request.recovery,
        )
        .map_err(|error| self.not_saved(error))?;
        Ok(Saved::InPlace(why))
    }

    fn not_saved(&self, why: impl ToString) -> SaveError {
        SaveError::NotSaved {
            path: self.request.path.into(),
            why: why.to_string(),
        }
    }

    fn conflict(&self, now: Option<Vec<u8>>) -> SaveError {
        SaveError::Conflict {
            path: self.request.path.into(),
            now,
        }
    }

    /// The file after the links, which need not exist yet.
    fn target(&self) -> io::Result<PathBuf> {
        let path = self.request.path;
        match self.calls.canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if path.is_symlink() {
                    return Err(io::Error::other("broken symbolic link"));
                }
                let name = path.file_name().ok_or(error)?;
                let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
                let directory = self.calls.canonicalize(directory.unwrap_or(Path::new(".")))?;
                Ok(directory.join(name))
            }
            found => found,
        }
    }

    /// What the target is, if it exists. Renaming would get around a read-only file, so the right to write is asked for.
    fn open_target(&self, target: &Path) -> Result<(Option<Metadata>, Option<FileAttributes>), SaveError> {
        let metadata = match self.calls.metadata(target) {
            Ok(None) => return Ok((None, None)),
            Ok(Some(metadata)) if metadata.is_file() => metadata,
            Ok(Some(_)) => return Err(self.not_saved("not a regular file")),
            Err(error) => return Err(self.not_saved(error)),
        };
        let file = self
            .calls
            .open_for_writing(target)
            .map_err(|error| match error.kind() {
                io::ErrorKind::PermissionDenied => {
                    self.not_saved("permission denied; change the file mode and save again")
                }
                _ => self.not_saved(error),
            })?;
        let attributes = self
            .calls
            .before_attribute("read attributes")
            .and_then(|()| FileAttributes::read(&file))
            .map_err(|error| self.not_saved(error))?;
        Ok((Some(metadata), Some(attributes)))
    }

    /// Whether the file holds what is expected; returns what it holds.
    fn check(&self, target: &Path) -> Result<Option<Vec<u8>>, SaveError> {
        let now = self.calls.read(target).map_err(|error| self.not_saved(error))?;
        match (now, self.request.expect) {
            (now, ExpectedContent::Anything) => Ok(now),
            (None, ExpectedContent::Absent) => Ok(None),
            (Some(now), ExpectedContent::Bytes(expected)) if now == expected => Ok(Some(now)),
            (now, _) => Err(self.conflict(now)),
        }
    }

    /// Writes a temporary file and lets it take the target's name. Returns what was overwritten unseen.
    fn replace(
        &self,
        target: &Path,
        attributes: Option<&FileAttributes>,
        gone: bool,
    ) -> Result<Option<Vec<u8>>, Obstacle> {
        let (calls, bytes) = (self.calls, self.request.bytes);
        let temporary =
            TemporaryFile::write(calls, target, bytes, attributes, gone).map_err(|error| match error {
                TemporaryError::Create(error) => self.obstacle(error, InPlaceReason::from_replacing),
                TemporaryError::Attributes(error) => self.obstacle(error, InPlaceReason::from_attributes),
                TemporaryError::Write(error) => self.obstacle(error, |_| None),
            })?;
        // Again, because writing takes a while.
        let old = self.check(target).map_err(Obstacle::Error)?;
        let renamed = match old {
            None => self.rename_to_new(temporary, target)?,
            Some(old) => self.exchange(temporary, target, &old)?,
        };
        calls.sync_directory(target);
        Ok(renamed)
    }

    fn obstacle(&self, error: io::Error, reason: fn(&io::Error) -> Option<InPlaceReason>) -> Obstacle {
        match reason(&error) {
            Some(reason) => Obstacle::InPlace(reason),
            None => Obstacle::Error(self.not_saved(format!("{error}; the file is unchanged"))),
        }
    }

    fn rename_to_new(
        &self,
        temporary: TemporaryFile<'_>,
        target: &Path,
    ) -> Result<Option<Vec<u8>>, Obstacle> {
        let renamed = match self.calls.rename_to_new(temporary.path(), target) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                self.calls.rename(temporary.path(), target)
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // Another program was faster.
                self.check(target).map_err(Obstacle::Error)?;
                self.calls.rename(temporary.path(), target)
            }
            renamed => renamed,
        };
        renamed.map_err(|error| self.obstacle(error, |_| None))?;
        Ok(None)
    }

    /// Swaps the two files, so that a text that another program wrote at this very moment is not lost with the old file.
    fn exchange(
        &self,
        temporary: TemporaryFile<'_>,
        target: &Path,
        old: &[u8],
    ) -> Result<Option<Vec<u8>>, Obstacle> {
        match self.calls.exchange(temporary.path(), target) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                let renamed = self.calls.rename(temporary.path(), target);
                renamed.map_err(|error| self.obstacle(error, InPlaceReason::from_replacing))?;
                Ok(None)
            }
            Err(error) => Err(self.obstacle(error, InPlaceReason::from_replacing)),
            Ok(()) => {
                // The new text is in place: nothing that goes wrong now changes that.
                let swapped = self.calls.read(temporary.path()).ok().flatten();
                Ok(swapped.filter(|swapped| swapped != old))
            }
        }
    }
}

#[cfg(unix)]
fn names(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names(_: &Metadata) -> u64 {
    1
}

#[cfg(test)]
mod tests;
