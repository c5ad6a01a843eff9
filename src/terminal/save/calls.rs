//! The system calls of a save, one method each. Every call invokes a hook first, so that a test can make each
//! call fail, or end the save before it like a killed process.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use crate::input_limit;

/// Called before each system call of a save.
pub trait CallHook {
    /// Allows the call.
    ///
    /// # Errors
    /// The error to report instead of making the call.
    fn before(&self, call: &'static str) -> io::Result<()>;
}

/// Allows every call.
#[derive(Clone, Copy, Debug)]
pub struct NoHook;

impl CallHook for NoHook {
    fn before(&self, _: &'static str) -> io::Result<()> {
        Ok(())
    }
}

/// The number of bytes that one call writes.
const WRITE_BYTES: usize = 64 << 10;

/// The system calls of a save.
#[derive(Clone, Copy)]
pub(super) struct FileCalls<'h>(pub(super) &'h dyn CallHook);

impl FileCalls<'_> {
    fn ask(self, call: &'static str) -> io::Result<()> {
        self.0.before(call)
    }

    pub(super) fn canonicalize(self, path: &Path) -> io::Result<PathBuf> {
        self.ask("canonicalize")?;
        fs::canonicalize(path)
    }

    /// Returns the metadata of a file after following links, or `None` if it does not exist.
    pub(super) fn metadata(self, path: &Path) -> io::Result<Option<Metadata>> {
        self.ask("stat")?;
        absent_as_none(fs::metadata(path))
    }

    pub(super) fn open_for_writing(self, path: &Path) -> io::Result<File> {
        self.ask("open")?;
        OpenOptions::new().write(true).open(path)
    }

    /// Returns the bytes of a file, or `None` if it does not exist.
    pub(super) fn read(self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        self.ask("read")?;
        let Some(file) = absent_as_none(File::open(path))? else {
            return Ok(None);
        };
        let mut bytes = Vec::new();
        // A device has no size, so its end is unknown before it is read.
        file.take(input_limit::bytes().saturating_add(1))
            .read_to_end(&mut bytes)?;
        if bytes.len() as u64 > input_limit::bytes() {
            return Err(input_limit::too_large());
        }
        Ok(Some(bytes))
    }

    /// Creates a file that must not exist. `private`: only the owner can read it.
    pub(super) fn create(self, path: &Path, private: bool) -> io::Result<File> {
        self.ask("create")?;
        let mut options = OpenOptions::new();
        // `create_new` does not follow links.
        options.write(true).create_new(true);
        #[cfg(unix)]
        if private {
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        }
        #[cfg(not(unix))]
        let _ = private;
        options.open(path)
    }

    pub(super) fn write_all(self, mut file: &File, bytes: &[u8]) -> io::Result<()> {
        for part in bytes.chunks(WRITE_BYTES) {
            self.ask("write")?;
            file.write_all(part)?;
        }
        Ok(())
    }

    pub(super) fn set_len(self, file: &File, length: u64) -> io::Result<()> {
        self.ask("truncate")?;
        file.set_len(length)
    }

    /// Waits until the bytes are on the disk. Errors of a file system without this call are ignored.
    pub(super) fn sync(self, file: &File) -> io::Result<()> {
        match self.ask("sync").and_then(|()| file.sync_all()) {
            Err(error) if is_unsupported(&error) => Ok(()),
            done => done,
        }
    }

    /// Makes a name durable. Not every system can sync a directory, so errors are ignored.
    pub(super) fn sync_directory(self, path: &Path) {
        if self.ask("sync directory").is_ok()
            && let Some(directory) = path.parent().and_then(|directory| File::open(directory).ok())
        {
            let _ = directory.sync_all();
        }
    }

    pub(super) fn rename(self, from: &Path, to: &Path) -> io::Result<()> {
        self.ask("rename")?;
        fs::rename(from, to)
    }

    /// Exchanges the names of two files atomically. The error is `Unsupported` if the system cannot do that.
    pub(super) fn exchange(self, one: &Path, other: &Path) -> io::Result<()> {
        supported(self.ask("exchange").and_then(|()| renamed(one, other, true)))
    }

    /// Renames a file unless the new name exists. The error is `Unsupported` if the system cannot do that
    /// atomically.
    pub(super) fn rename_to_new(self, from: &Path, to: &Path) -> io::Result<()> {
        supported(self.ask("rename to new").and_then(|()| renamed(from, to, false)))
    }

    pub(super) fn remove(self, path: &Path) -> io::Result<()> {
        self.ask("remove")?;
        fs::remove_file(path)
    }

    /// Reserves space for a growing file without changing its length. Errors of a file system without this
    /// call are ignored.
    pub(super) fn reserve(self, file: &File, length: u64) -> io::Result<()> {
        match self.ask("allocate").and_then(|()| reserved(file, length)) {
            Err(error) if is_unsupported(&error) => Ok(()),
            done => done,
        }
    }

    /// Invokes the hook before a call that changes an attribute.
    pub(super) fn before_attribute(self, call: &'static str) -> io::Result<()> {
        self.ask(call)
    }

    /// Locks a file while it is open. Returns whether it was not locked before.
    pub(super) fn lock(self, file: &File) -> io::Result<bool> {
        self.ask("lock")?;
        crate::terminal::file_lock::try_lock(file)
    }
}

fn absent_as_none<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    match found {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        found => found.map(Some),
    }
}

/// Returns whether an error means that the kernel or the file system does not have a system call.
fn is_unsupported(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::Unsupported | io::ErrorKind::InvalidInput
    )
}

fn supported(done: io::Result<()>) -> io::Result<()> {
    done.map_err(|error| {
        if is_unsupported(&error) {
            io::ErrorKind::Unsupported.into()
        } else {
            error
        }
    })
}

#[cfg(any(target_os = "linux", target_os = "android", target_vendor = "apple"))]
fn renamed(from: &Path, to: &Path, exchange: bool) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    let flags = if exchange {
        RenameFlags::EXCHANGE
    } else {
        RenameFlags::NOREPLACE
    };
    Ok(renameat_with(CWD, from, CWD, to, flags)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_vendor = "apple")))]
fn renamed(_: &Path, _: &Path, _: bool) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn reserved(file: &File, length: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    Ok(fallocate(file, FallocateFlags::KEEP_SIZE, 0, length)?)
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn reserved(_: &File, _: u64) -> io::Result<()> {
    Ok(())
}
