//! The apply mode: the patch of `kubectl apply` is computed from the live object, the manifest and the
//! last-applied configuration, and computed again when one of them changes.

pub(crate) mod ledger;
pub(crate) mod ledger_task;
pub(crate) mod open;
pub(crate) mod rejection;
pub(crate) mod state;
pub(crate) mod task;
