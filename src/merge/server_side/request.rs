//! What a writer asks of the server.

use super::managed_fields::{ManagerEntry, ManagerOperation};

/// Who writes, and how.
#[derive(Clone, Debug)]
pub struct ApplyRequest {
    /// The manager.
    pub manager: String,
    /// Apply, or update (a write of the whole object).
    pub operation: ManagerOperation,
    /// Take fields of others over instead of refusing.
    pub force: bool,
    /// Take over the owners of client-side apply, as `kubectl apply --server-side` does; an apply through the API alone
    /// does not.
    pub takeover: bool,
    /// Check the result by the rules of its kind, as the API server does; the merge library alone does not.
    pub validates: bool,
    /// The owners so far; none where live's own `managedFields` tell.
    pub owners: Option<Vec<ManagerEntry>>,
}
