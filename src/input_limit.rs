//! Reads inputs up to a limit: no manifest is larger, and a device or a pipe may never end.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// One mebibyte.
const MIB: u64 = 1 << 20;

/// The limit in MiB where the user gives none: far above the 1.5 MiB that the API server stores of one object.
pub(crate) const DEFAULT_MIB: u64 = 64;

/// The option that raises the limit.
pub(crate) const OPTION: &str = "--max-input-mib";

/// How many bytes are asked for at once.
const READ_CHUNK_BYTES: u64 = 256 << 10;

static LIMIT_MIB: AtomicU64 = AtomicU64::new(DEFAULT_MIB);

/// Sets the limit for all inputs that are read from now on.
pub(crate) fn set_mib(limit: u64) {
    LIMIT_MIB.store(limit, Ordering::Relaxed);
}

/// The limit in bytes.
pub(crate) fn bytes() -> u64 {
    LIMIT_MIB.load(Ordering::Relaxed).saturating_mul(MIB)
}

/// The error for an input above the limit.
pub(crate) fn too_large() -> io::Error {
    let limit = LIMIT_MIB.load(Ordering::Relaxed);
    io::Error::new(
        io::ErrorKind::FileTooLarge,
        format!("it has more than {limit} MiB; {OPTION} raises the limit"),
    )
}

/// How many values there may be for each MiB of the limit: a value takes more room in memory than in the text.
const VALUES_PER_MIB: u64 = 32 << 10;

/// The error for an input with too many values.
pub(crate) fn too_many_values() -> io::Error {
    let limit = LIMIT_MIB.load(Ordering::Relaxed).saturating_mul(VALUES_PER_MIB);
    io::Error::new(
        io::ErrorKind::FileTooLarge,
        format!("it has more than {limit} values; {OPTION} raises the limit"),
    )
}

/// Whether a text can have more values than the limit, judged by the signs between them.
pub(crate) fn has_too_many_values(text: &[u8]) -> bool {
    let limit = LIMIT_MIB.load(Ordering::Relaxed).saturating_mul(VALUES_PER_MIB);
    if text.len() as u64 <= limit {
        return false;
    }
    let mut count = 0u64;
    let mut before = b'\n';
    for byte in text {
        // A line, an item in flow style, or one of several dashes in a line begins a value.
        count += u64::from(matches!(byte, b'\n' | b',') || before == b'-' && *byte == b' ');
        before = *byte;
    }
    count > limit
}

/// Reads a file up to the limit.
///
/// # Errors
/// The system's, [`too_large`] and [`too_many_values`].
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata().is_ok_and(|metadata| metadata.len() > bytes()) {
        return Err(too_large());
    }
    read(file)
}

/// Reads up to the limit, and no further than the part with the first NUL byte: no text has one, and its reader says where it is.
///
/// # Errors
/// The system's, [`too_large`] and [`too_many_values`].
pub(crate) fn read(mut reader: impl Read) -> io::Result<Vec<u8>> {
    let mut all = Vec::new();
    loop {
        let start = all.len();
        let count = reader.by_ref().take(READ_CHUNK_BYTES).read_to_end(&mut all)?;
        if all.len() as u64 > bytes() {
            return Err(too_large());
        }
        if count == 0 && has_too_many_values(&all) {
            return Err(too_many_values());
        }
        if count == 0 || has_nul(&all[start..]) {
            return Ok(all);
        }
    }
}

/// Whether bytes cannot be text.
pub(crate) fn has_nul(bytes: &[u8]) -> bool {
    memchr::memchr(0, bytes).is_some()
}
