//! A patch as a file that only kubectl can read, and that is gone whatever happens to either program.

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
    /// Writes a patch to a file without a name, which the programs that are started next inherit.
    ///
    /// # Errors
    /// The system's.
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
    /// The system's.
    #[cfg(not(unix))]
    pub(crate) fn new(text: &[u8]) -> Result<Self> {
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(text)?;
        file.rewind()?;
        Ok(Self { file })
    }

    /// The path for kubectl.
    #[cfg(unix)]
    pub(crate) fn path(&self) -> OsString {
        use std::os::fd::AsRawFd;
        format!("/dev/fd/{}", self.file.as_raw_fd()).into()
    }

    /// The path for kubectl.
    #[cfg(not(unix))]
    pub(crate) fn path(&self) -> OsString {
        self.file.path().into()
    }
}
