//! The owners of an object, and the conflicts that an operation has with them.

use super::field_set::PathElement;
use super::managed_fields::{ManagerEntry, ManagerOperation};

/// A field that keeps an apply from being written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldConflict {
    /// The manager that owns it.
    pub manager: String,
    /// How that manager came to own it.
    pub operation: ManagerOperation,
    /// The field.
    pub path: Vec<PathElement>,
}

/// The owners, now and before the operation, and the conflicts.
#[derive(Debug, Default)]
pub(crate) struct OwnershipTable {
    pub(crate) owners: Vec<ManagerEntry>,
    pub(crate) before: Vec<ManagerEntry>,
    pub(crate) conflicts: Vec<FieldConflict>,
}

impl OwnershipTable {
    /// The entry of an operation. An update has one for each version.
    pub(crate) fn entry(&self, name: &str, operation: ManagerOperation, version: &str) -> Option<usize> {
        self.owners.iter().position(|owner| {
            owner.name == name
                && owner.operation == operation
                && owner.subresource.is_empty()
                && (operation == ManagerOperation::Apply || owner.version == version)
        })
    }
}
