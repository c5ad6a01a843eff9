//! What a writer asks of the server.

use super::managed_fields::{Manager, Operation};

/// Who writes, and how.
#[derive(Clone, Debug)]
pub struct Request {
    /// The manager.
    pub manager: String,
    /// Apply, or update (a write of the whole object).
    pub operation: Operation,
    /// Take fields of others over instead of refusing.
    pub force: bool,
    /// The owners so far; none where live's own `managedFields` tell.
    pub owners: Option<Vec<Manager>>,
}
