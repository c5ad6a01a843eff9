//! A stack of schemas.

use std::sync::Arc;

use super::declared_keys::DeclaredKeys;
use super::table::TypeTable;

/// The merge rules of all known fields: the built-in table, schema documents, and declared keys. Cheap to
/// create.
#[derive(Debug, Clone, Default)]
pub struct Schema {
    /// Searched from the last to the first, and before the built-in table.
    pub(crate) overlays: Vec<Arc<TypeTable>>,
    pub(crate) declared: DeclaredKeys,
    pub(crate) null_takes_first: bool,
}
