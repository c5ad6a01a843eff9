//! Reads inputs up to a size limit: a device or a pipe may never end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

const MIB: u64 = 1 << 20;

/// The default limit in MiB, far above the 1.5 MiB that the API server stores for one object.
pub(crate) const DEFAULT_MIB: u64 = 64;

/// The option that raises the limit.
const OPTION: &str = "--max-input-mib";

/// The number of bytes that are read at once.
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

/// Returns the error for an input above the limit.
pub(crate) fn too_large() -> io::Error {
    let limit = LIMIT_MIB.load(Ordering::Relaxed);
    io::Error::new(
        io::ErrorKind::FileTooLarge,
        format!("it has more than {limit} MiB; {OPTION} raises the limit"),
    )
}

/// The limit of values for each MiB of the size limit: a value needs more memory than its text.
const VALUES_PER_MIB: u64 = 32 << 10;

/// Returns the error for an input with too many values.
pub(crate) fn too_many_values() -> io::Error {
    let limit = LIMIT_MIB.load(Ordering::Relaxed).saturating_mul(VALUES_PER_MIB);
    io::Error::new(
        io::ErrorKind::FileTooLarge,
        format!("it has more than {limit} values; {OPTION} raises the limit"),
    )
}

/// Returns whether a text can have more values than the limit. Counts only the characters that separate
/// values.
pub(crate) fn has_too_many_values(text: &[u8]) -> bool {
    let limit = LIMIT_MIB.load(Ordering::Relaxed).saturating_mul(VALUES_PER_MIB);
    if text.len() as u64 <= limit {
        return false;
    }
    count_values(text) > limit
}

/// Counts the new lines, the flow items, and the dashes after a dash. Each of them starts a value.
fn count_values(text: &[u8]) -> u64 {
    let starts = |(before, byte): (&u8, &u8)| {
        u8::from((*byte == b'\n') | (*byte == b',') | ((*before == b'-') & (*byte == b' ')))
    };
    let after = text.get(1..).unwrap_or_default();
    // The compiler adds many bytes at once if a sum fits into one.
    let pairs = text.chunks(255).zip(after.chunks(255));
    let counts = pairs.map(|(before, after)| before.iter().zip(after).map(starts).sum::<u8>());
    let first = text.first().map_or(0, |byte| starts((&b'\n', byte)));
    counts.map(u64::from).sum::<u64>() + u64::from(first)
}

/// Reads a file up to the limit.
///
/// # Errors
/// I/O errors, [`too_large`] and [`too_many_values`].
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata().is_ok_and(|metadata| metadata.len() > bytes()) {
        return Err(too_large());
    }
    read(file)
}

/// Reads a regular file up to the limit. Anything else is an error: opening a pipe would wait for a writer.
///
/// # Errors
/// As [`read_file`].
pub(crate) fn read_regular_file(path: &Path) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    read_file(path)
}

/// Reads up to the limit. Stops after the chunk with the first NUL byte, because no text has one: the parser
/// reports its position.
///
/// # Errors
/// I/O errors, [`too_large`] and [`too_many_values`].
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

/// Returns whether the bytes contain a NUL byte and so cannot be text.
pub(crate) fn has_nul(bytes: &[u8]) -> bool {
    memchr::memchr(0, bytes).is_some()
}

#[cfg(test)]
mod tests {
    use super::count_values;

    #[test]
    fn what_starts_a_value_is_counted_everywhere() {
        for (text, expected) in [("", 0), (",", 1), ("- - a, b\n", 4), ("a: 1\nb - c\n", 3)] {
            assert_eq!(count_values(text.as_bytes()), expected, "{text}");
            // The bytes are counted in blocks.
            for before in 250..260 {
                let long = "x".repeat(before) + &text.repeat(600);
                assert_eq!(count_values(long.as_bytes()), expected * 600, "{before} {text}");
            }
        }
    }
}
