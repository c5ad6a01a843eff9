//! One of the compliance types on the present object.

use crate::merge::compliance::{ComplianceType, Standing};

/// One type on the present object.
#[derive(Clone, Debug)]
pub(in crate::explorer) struct TypeRow {
    pub(in crate::explorer) kind: ComplianceType,
    pub(in crate::explorer) standing: Standing,
    /// What would change: `+2 ~1 -3`.
    pub(in crate::explorer) changes: String,
    /// The verdict's sentence, and where the first changes are.
    pub(in crate::explorer) detail: String,
}
