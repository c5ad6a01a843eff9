//! Names for new files.

use std::hash::{BuildHasher, RandomState};

/// Returns 16 hexadecimal digits that no other file has.
pub(crate) fn random_name() -> String {
    format!("{:016x}", RandomState::new().hash_one(0))
}

/// Returns whether [`random_name`] can return this name.
pub(crate) fn is_random_name(name: &str) -> bool {
    name.len() == 16 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}
