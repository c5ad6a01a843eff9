//! `kubectl apply` from inside: the patch is computed from live, the manifest and the last-applied configuration, and computed again
//! when one of them changes.

pub(crate) mod ledger;
pub(crate) mod ledger_task;
pub(crate) mod open;
pub(crate) mod state;
pub(crate) mod task;
