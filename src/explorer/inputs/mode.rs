//! What kind of inputs are open.

use crate::explorer::apply::state::ApplyState;
use crate::explorer::policy::state::PolicyState;

/// What kind of inputs are open.
#[derive(Clone, Debug)]
pub(crate) enum Mode {
    /// A live object and patches.
    Files,
    /// An apply: the patch is computed from the manifest.
    Apply(Box<ApplyState>),
    /// A policy: one of its object templates is the patch.
    Policy(Box<PolicyState>),
}
