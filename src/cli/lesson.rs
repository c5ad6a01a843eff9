//! The lessons that are compiled in.

use std::sync::Arc;

use anyhow::Result;

use super::args::InputArgs;
use super::exit::Exit;
use super::explore::Lessons;

/// All lessons, in the order of the course.
pub(super) fn all() -> Lessons {
    Arc::from([])
}

/// Explains the first lesson as text.
pub(super) fn explain_first(_args: &InputArgs) -> Result<Exit> {
    Ok(Exit::Merged)
}
