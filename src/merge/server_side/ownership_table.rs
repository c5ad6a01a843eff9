//! The owners of an object, and the conflicts of an operation with them.

use super::field_set::PathElement;
use super::managed_fields::{ManagerEntry, ManagerOperation};

/// A field that causes a conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldConflict {
    /// The manager that owns the field.
    pub manager: String,
    /// The operation of the owner.
    pub operation: ManagerOperation,
    /// The field.
    pub path: Vec<PathElement>,
}

/// The owners now and before the operation, and the conflicts.
#[derive(Debug, Default)]
pub(crate) struct OwnershipTable {
    pub(crate) owners: Vec<ManagerEntry>,
    pub(crate) before: Vec<ManagerEntry>,
    pub(crate) conflicts: Vec<FieldConflict>,
}

impl OwnershipTable {
    /// Returns the index of the entry of an operation. An update has one entry for each version.
    pub(crate) fn entry(&self, name: &str, operation: ManagerOperation, version: &str) -> Option<usize> {
        self.owners.iter().position(|owner| {
            owner.name == name
                && owner.operation == operation
                && owner.subresource.is_empty()
                && (operation == ManagerOperation::Apply || owner.version == version)
        })
    }
}
