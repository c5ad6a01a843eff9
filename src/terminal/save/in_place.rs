//! Overwrites a file that cannot be replaced. The old text is kept elsewhere until the new one is on the disk.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::Path;

use super::calls::FileCalls;
use crate::terminal::recovery::{self, RecoveryFolder};

/// Why a file was overwritten in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InPlaceReason {
    /// Only one of its names would get the new text.
    #[error("it has several names")]
    SeveralNames,
    /// Nothing can be created or renamed in its directory.
    #[error("its directory cannot be changed")]
    Directory,
    /// A new file cannot have the same owner, ACL or extended attributes.
    #[error("its owner or attributes cannot be copied")]
    Attributes,
    /// The file is mounted on its own.
    #[error("it is a mount point")]
    MountPoint,
}

/// Overwrites the file; `old` is what it holds.
///
/// # Errors
/// What went wrong, and where the old text is: in the file, or, if it could not be written back, in a file that is named.
pub(super) fn overwrite(
    calls: FileCalls<'_>,
    target: &Path,
    old: &[u8],
    new: &[u8],
    folder: &RecoveryFolder,
) -> Result<(), String> {
    let unchanged = |error: io::Error| format!("{error}; the file is unchanged");
    calls.before_attribute("keep the old text").map_err(unchanged)?;
    let backup = folder
        .keep(recovery::KeptText::Replaced, target, old)
        .map_err(|error| {
            format!("the old text cannot be kept safe meanwhile ({error}); the file is unchanged")
        })?;
    let file = match calls.open_for_writing(target).and_then(|file| {
        calls.reserve(&file, new.len() as u64)?;
        Ok(file)
    }) {
        Ok(file) => file,
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
            Err(format!("{error}; the file has its old text"))
        }
        Err(_) => Err(format!(
            "{error}; the file may be damaged, its old text is in {}",
            backup.path().display()
        )),
    }
}

fn write(calls: FileCalls<'_>, mut file: &File, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    calls.write_all(file, bytes)?;
    // Not truncated first: as long as the new text is not whole, as much as possible of the old one is there.
    calls.set_len(file, bytes.len() as u64)?;
    calls.sync(file)
}

impl InPlaceReason {
    /// The reason that an error of replacing a file is, if the file can still be overwritten. A full or broken disk is
    /// none: overwriting would destroy the only good text.
    pub(super) fn from_replacing(error: &io::Error) -> Option<InPlaceReason> {
        use io::ErrorKind::{CrossesDevices, PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
        match error.kind() {
            PermissionDenied | ReadOnlyFilesystem => Some(InPlaceReason::Directory),
            CrossesDevices | ResourceBusy => Some(InPlaceReason::MountPoint),
            _ => None,
        }
    }

    /// The same for an error of giving a new file the attributes of the old one.
    pub(super) fn from_attributes(error: &io::Error) -> Option<InPlaceReason> {
        use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
        matches!(error.kind(), PermissionDenied | InvalidInput | Unsupported)
            .then_some(InPlaceReason::Attributes)
    }
}
