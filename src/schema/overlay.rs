//! Several schemas, one over the other.

use std::sync::Arc;

use super::declared_keys::DeclaredKeys;
use super::table::TypeTable;

/// What is known of how fields merge: the built-in table and the keys declared by hand. Cheap to make.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// Asked from the last to the first, and before the built-in table.
    pub(crate) overlays: Vec<Arc<TypeTable>>,
    pub(crate) declared: DeclaredKeys,
    pub(crate) null_takes_first: bool,
}
