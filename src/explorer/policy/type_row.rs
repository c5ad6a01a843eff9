//! One of the compliance types on the present object.

use crate::merge::policy::{ComplianceType, TemplateMatch};

/// One type on the present object.
#[derive(Clone, Debug)]
pub(crate) struct TypeRow {
    pub(crate) kind: ComplianceType,
    pub(crate) standing: TemplateMatch,
    /// What would change: `+2 ~1 -3`.
    pub(crate) changes: String,
    /// The verdict's sentence, and where the first changes are.
    pub(crate) detail: String,
}
