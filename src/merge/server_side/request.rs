//! The request of a field manager.

use super::managed_fields::{ManagerEntry, ManagerOperation};

/// A write request: the manager and its options.
#[derive(Clone, Debug)]
pub struct ApplyRequest {
    /// The manager.
    pub manager: String,
    /// Apply, or update, which writes the whole object.
    pub operation: ManagerOperation,
    /// Takes over fields of other managers instead of a rejection.
    pub force: bool,
    /// Takes over the owners of client-side apply, as `kubectl apply --server-side` does. An apply through
    /// the API alone does not.
    pub takeover: bool,
    /// Validates the result by the rules of its kind, as the API server does. The merge library alone does
    /// not.
    pub validates: bool,
    /// The owners before the request. `None`: those in `managedFields` of the live object.
    pub owners: Option<Vec<ManagerEntry>>,
}
