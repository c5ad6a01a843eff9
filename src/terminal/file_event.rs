//! What watching tells of a file.

use std::path::PathBuf;

/// What a watched file is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileEvent {
    /// The path as it was given; for [`FileTrouble::NotWatched`] the directory.
    pub path: PathBuf,
    /// Its bytes, or why there are none.
    pub content: Result<Vec<u8>, FileError>,
}

/// Why a watched file has no bytes to give. Whoever holds the last good ones keeps them.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FileError {
    /// It is no longer there.
    #[error("the file is gone; its last version is kept")]
    Gone,
    /// It is there and cannot be read.
    #[error("the file cannot be read ({0}); its last version is kept")]
    Unreadable(String),
    /// The system does not tell about changes in this directory.
    #[error("changes in this directory go unnoticed: {0}")]
    NotWatched(String),
}
