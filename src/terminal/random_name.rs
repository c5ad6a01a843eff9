//! Names for new files.

use std::hash::{BuildHasher, RandomState};

/// Returns 16 hexadecimal digits that no other file has.
pub(crate) fn random_name() -> String {
    format!("{:016x}", RandomState::new().hash_one(0))
}
