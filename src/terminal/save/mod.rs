//! Saves an edited file. The file always contains either the old text or the new one; its mode, owner,
//! attributes and links are kept; and a text that was never read is never overwritten unnoticed.

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
use in_place::OverwriteError;
pub use temporary::remove_leftovers;
use temporary::{TemporaryError, TemporaryFile};

use super::recovery::{KeptText, RecoveryFolder};

/// The expected content of the file, without which it is not written.
#[derive(Clone, Copy, Debug)]
pub enum ExpectedContent<'a> {
    /// The bytes that were last read.
    Bytes(&'a [u8]),
    /// Any content or no file: the user has decided to overwrite it.
    Anything,
    /// No file.
    Absent,
}

/// A save request.
#[derive(Clone, Debug)]
pub struct SaveRequest<'a> {
    /// The file. If it is a symbolic link, its target is written.
    pub path: &'a Path,
    /// The new text.
    pub bytes: &'a [u8],
    /// The expected content of the file.
    pub expect: ExpectedContent<'a>,
    /// The attributes for a file that was removed.
    pub attributes: Option<&'a FileAttributes>,
    /// The folder that keeps the old text while a file is overwritten in place.
    pub recovery: RecoveryFolder,
}

impl<'a> SaveRequest<'a> {
    /// Creates a request for a file whose attributes are unknown, with the recovery folder of the
    /// environment.
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

/// The way in which the file was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// A new file has replaced it atomically.
    Replaced {
        /// The text that another program wrote between the last check and the replacement.
        overwritten: Option<Vec<u8>>,
    },
    /// The file was overwritten, because it could not be replaced.
    InPlace(InPlaceReason),
}

impl Saved {
    /// Returns a note about an unusual save, to follow `saved FILE`. Stores the text of another program that was
    /// overwritten in `folder`.
    pub fn note(&self, folder: &RecoveryFolder, path: &Path) -> Option<String> {
        let theirs = match self {
            Saved::Replaced { overwritten } => overwritten.as_ref()?,
            Saved::InPlace(why) => return Some(format!("in place: {why}")),
        };
        Some(match folder.keep(KeptText::OtherProgram, path, theirs) {
            Ok(_) => "over a change of another program, which mergescope recovery lists".to_owned(),
            Err(error) => format!("over a change of another program, which could not be kept: {error}"),
        })
    }
}

/// The reason why the file was not written. Its old content is unchanged unless the message says otherwise.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The file has other bytes than expected; `None` if it was removed.
    #[error("{} has changed on disk since it was read", .path.display())]
    Conflict { path: PathBuf, now: Option<Vec<u8>> },
    /// The file cannot be written.
    #[error("cannot save {}: {why}", .path.display())]
    NotSaved { path: PathBuf, why: String },
}

/// Saves a file.
///
/// Writes a temporary file in the same directory, syncs it and renames it to the target. If that is
/// impossible or would lose something ([`InPlaceReason`]), overwrites the file and keeps its old text
/// elsewhere in the meantime. After any other error, such as a full disk, the file is unchanged.
///
/// # Errors
/// [`SaveError::Conflict`] if the file does not have the expected content; [`SaveError::NotSaved`] if it is
/// read-only, not a regular file, or the system reports an error.
pub fn save(request: &SaveRequest<'_>) -> Result<Saved, SaveError> {
    save_with(request, &NoHook)
}

/// Saves a file and calls `hook` before each system call; for tests.
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

/// The reason why a file was not replaced.
enum Obstacle {
    /// The file can be overwritten in place.
    InPlace(InPlaceReason),
    /// The file must not be written.
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
        .map_err(|error| match error {
            OverwriteError::Changed(now) => self.conflict(now),
            OverwriteError::Failed(why) => self.not_saved(why),
        })?;
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

    /// Returns the path of the file with all links resolved. The file need not exist.
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

    /// Returns the metadata and attributes of the target, if it exists. Opens it for writing, because a
    /// rename would ignore that a file is read-only.
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

    /// Checks that the file has the expected content, and returns its content.
    fn check(&self, target: &Path) -> Result<Option<Vec<u8>>, SaveError> {
        let now = self.calls.read(target).map_err(|error| self.not_saved(error))?;
        match (now, self.request.expect) {
            (now, ExpectedContent::Anything) => Ok(now),
            (None, ExpectedContent::Absent) => Ok(None),
            (Some(now), ExpectedContent::Bytes(expected)) if now == expected => Ok(Some(now)),
            (now, _) => Err(self.conflict(now)),
        }
    }

    /// Writes a temporary file and renames it to the target. Returns the text that was overwritten unnoticed.
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
        // Check again, because writing takes time.
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
                // Another program has created the file.
                self.check(target).map_err(Obstacle::Error)?;
                self.calls.rename(temporary.path(), target)
            }
            renamed => renamed,
        };
        renamed.map_err(|error| self.obstacle(error, |_| None))?;
        Ok(None)
    }

    /// Exchanges the two files, so that a text that another program has just written is not lost with the old
    /// file.
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
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Another program has removed the file.
                self.check(target).map_err(Obstacle::Error)?;
                self.rename_to_new(temporary, target)
            }
            Err(error) => Err(self.obstacle(error, InPlaceReason::from_replacing)),
            Ok(()) => {
                // The new text is in place: later errors do not change that.
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
