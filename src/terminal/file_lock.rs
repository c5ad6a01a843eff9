//! File locks that last while the file is open. They distinguish the file of a running program from one that
//! a killed program left.

use std::fs::File;
use std::io;

/// Locks a file unless another open file has the lock. Returns whether we have the lock.
///
/// # Errors
/// Files cannot be locked on this file system.
#[cfg(unix)]
pub(crate) fn try_lock(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Ok(false),
        locked => Ok(locked.map(|()| true)?),
    }
}

/// Releases the lock at once. Otherwise a child process that is being started keeps it for a moment after the
/// file is closed.
#[cfg(unix)]
pub(crate) fn unlock(file: &File) {
    let _ = rustix::fs::flock(file, rustix::fs::FlockOperation::Unlock);
}

/// There is no lock to release.
#[cfg(not(unix))]
pub(crate) fn unlock(_: &File) {}

/// Rust has no such lock for this system.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub(crate) fn try_lock(_: &File) -> io::Result<bool> {
    Err(io::ErrorKind::Unsupported.into())
}
