//! All that is known of fields, one table over the other.

use std::sync::Arc;

use super::declared_keys::Declared;
use super::table::Table;

/// What is known of how fields merge: the built-in table and the keys declared by hand. Cheap to make.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// Asked from the last to the first, and before the built-in table.
    pub(crate) overlays: Vec<Arc<Table>>,
    pub(crate) declared: Declared,
    pub(crate) null_takes_first: bool,
}
