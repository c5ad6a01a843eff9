//! Overwrites a file that cannot be replaced. The old text is kept in a recovery file until the new one is on
//! the disk.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use super::calls::FileCalls;
use crate::terminal::recovery::{self, RecoveryFolder};

/// The reason why a file was overwritten in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InPlaceReason {
    /// The file has several names, and only one of them would get the new text.
    #[error("it has several hard links")]
    SeveralNames,
    /// Files cannot be created or renamed in the directory.
    #[error("its directory cannot be changed")]
    Directory,
    /// A new file cannot get the same owner, ACL or extended attributes.
    #[error("its owner or attributes cannot be copied")]
    Attributes,
    /// The file is a mount point.
    #[error("it is a mount point")]
    MountPoint,
}

/// The reason why a file was not overwritten.
pub(super) enum OverwriteError {
    /// Another program has changed the file meanwhile.
    Changed(Option<Vec<u8>>),
    /// The problem, and where the old text is: in the file, or in the named recovery file if it could not be
    /// written back.
    Failed(String),
}

/// Overwrites the file; `old` is its current text.
///
/// # Errors
/// The file has changed, or the system reports an error.
pub(super) fn overwrite(
    calls: FileCalls<'_>,
    target: &Path,
    old: &[u8],
    new: &[u8],
    folder: &RecoveryFolder,
) -> Result<(), OverwriteError> {
    use OverwriteError::Failed;
    let unchanged = |error: io::Error| Failed(format!("{error}; the file is unchanged"));
    calls.before_attribute("keep the old text").map_err(unchanged)?;
    let backup = folder
        .keep(recovery::KeptText::Replaced, target, old)
        .map_err(|error| {
            Failed(format!(
                "the old text cannot be kept during the save ({error}); the file is unchanged"
            ))
        })?;
    let opened = calls.open_for_writing(target).and_then(|file| {
        calls.reserve(&file, new.len() as u64)?;
        // Read again, because keeping the old text takes time.
        Ok((file, calls.read(target)?))
    });
    let file = match opened {
        Ok((file, Some(now))) if now == old => file,
        Ok((_, now)) => {
            backup.remove();
            return Err(OverwriteError::Changed(now));
        }
        Err(error) => {
            backup.remove();
            return Err(unchanged(error));
        }
    };
    let Err(error) = write(calls, &file, new) else {
        if calls.before_attribute("remove the old text").is_ok() {
            backup.remove();
        }
        return Ok(());
    };
    match write(calls, &file, old) {
        Ok(()) => {
            backup.remove();
            Err(Failed(format!("{error}; the file has its old text")))
        }
        Err(_) => Err(Failed(format!(
            "{error}; the file may be damaged, its old text is in {}",
            backup.path().display()
        ))),
    }
}

fn write(calls: FileCalls<'_>, mut file: &File, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    calls.write_all(file, bytes)?;
    // The file is not truncated first, so that it keeps as much of the old text as possible until the new
    // text is complete.
    calls.set_len(file, bytes.len() as u64)?;
    calls.sync(file)
}

impl InPlaceReason {
    /// Returns the reason for an error of replacing a file, if the file can still be overwritten. A full or
    /// broken disk is not a reason, because overwriting would destroy the only intact text.
    pub(super) fn from_replacing(error: &io::Error) -> Option<InPlaceReason> {
        use io::ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
        match error.kind() {
            PermissionDenied | ReadOnlyFilesystem => Some(InPlaceReason::Directory),
            CrossesDevices | ResourceBusy => Some(InPlaceReason::MountPoint),
            _ => None,
        }
    }

    /// Returns the reason for an error of setting the attributes of the old file on a new one, if the file
    /// can still be overwritten.
    pub(super) fn from_attributes(error: &io::Error) -> Option<InPlaceReason> {
        use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
        matches!(error.kind(), PermissionDenied | InvalidInput | Unsupported)
            .then_some(InPlaceReason::Attributes)
    }
}
