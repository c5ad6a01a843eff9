//! A lock that is held while its file is open: it distinguishes a file of a running program from one that a killed program
//! left.

use std::fs::File;
use std::io;

/// Locks a file unless another open file has the lock. Returns whether the lock is ours.
///
/// # Errors
/// The system's, where files cannot be locked.
#[cfg(unix)]
pub(crate) fn try_lock(file: &File) -> io::Result<bool> {
    use rustix::fs::{FlockOperation, flock};
    use rustix::io::Errno;
    match flock(file, FlockOperation::NonBlockingLockExclusive) {
        Err(Errno::WOULDBLOCK) => Ok(false),
        locked => Ok(locked.map(|()| true)?),
    }
}

/// Gives the lock back at once. Without this, a program that is being started keeps it for a moment after the file is closed.
#[cfg(unix)]
pub(crate) fn unlock(file: &File) {
    let _ = rustix::fs::flock(file, rustix::fs::FlockOperation::Unlock);
}

/// There is no lock to give back.
#[cfg(not(unix))]
pub(crate) fn unlock(_: &File) {}

/// This system has no such lock that Rust knows.
///
/// # Errors
/// Always.
#[cfg(not(unix))]
pub(crate) fn try_lock(_: &File) -> io::Result<bool> {
    Err(io::ErrorKind::Unsupported.into())
}
