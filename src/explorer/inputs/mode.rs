//! The modes of the explorer.

use crate::explorer::apply::state::ApplyState;
use crate::explorer::policy::state::PolicyState;

/// The kind of inputs that are open.
#[derive(Clone, Debug)]
pub(crate) enum Mode {
    /// A live object and patches.
    Files,
    /// An apply, whose patch is computed from the manifest.
    Apply(Box<ApplyState>),
    /// A policy, one of whose object templates is the patch.
    Policy(Box<PolicyState>),
}
