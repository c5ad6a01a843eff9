//! What the file watcher reports about a file.

use std::path::PathBuf;

/// What a watched file is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEvent {
    /// The path as it was given; for [`FileError::NotWatched`] the directory.
    pub path: PathBuf,
    /// Its bytes, or why there are none.
    pub content: Result<Vec<u8>, FileError>,
}

/// Why the bytes of a watched file are not available. The receiver keeps the last good ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// It is no longer there.
    #[error("the file is gone; keeping the last version")]
    Gone,
    /// It is there and cannot be read.
    #[error("cannot read the file ({0}); keeping the last version")]
    Unreadable(String),
    /// The system does not report changes in this directory, so its files are polled.
    #[error("the files are polled every second: {0}")]
    NotWatched(String),
}
