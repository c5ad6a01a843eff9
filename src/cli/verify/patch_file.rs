//! A temporary patch file that only kubectl can read, and that disappears even if a process is killed.

use std::ffi::OsString;
use std::io::{Result, Seek, Write};

/// A patch for one run of kubectl.
pub(crate) struct PatchFile {
    #[cfg(unix)]
    file: std::fs::File,
    #[cfg(not(unix))]
    file: tempfile::NamedTempFile,
}

impl PatchFile {
    /// Writes a patch to an unnamed file, which child processes inherit.
    ///
    /// # Errors
    /// I/O errors.
    #[cfg(unix)]
    pub(crate) fn new(text: &[u8]) -> Result<Self> {
        let mut file = tempfile::tempfile()?;
        file.write_all(text)?;
        file.rewind()?;
        rustix::io::fcntl_setfd(&file, rustix::io::FdFlags::empty())?;
        Ok(Self { file })
    }

    /// Writes a patch to a file of the user.
    ///
    /// # Errors
    /// I/O errors.
    #[cfg(not(unix))]
    pub(crate) fn new(text: &[u8]) -> Result<Self> {
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(text)?;
        file.rewind()?;
        Ok(Self { file })
    }

    /// Returns the path for kubectl.
    #[cfg(unix)]
    pub(crate) fn path(&self) -> OsString {
        use std::os::fd::AsRawFd;
        format!("/dev/fd/{}", self.file.as_raw_fd()).into()
    }

    /// Returns the path for kubectl.
    #[cfg(not(unix))]
    pub(crate) fn path(&self) -> OsString {
        self.file.path().into()
    }
}
