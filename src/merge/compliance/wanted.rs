//! How an object is held against a template.

use super::kind::{ComplianceType, MetadataType};

/// How an object is held against a template.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) kind: ComplianceType,
    pub(super) metadata: Option<MetadataType>,
    /// The template names the object, or it counts as named.
    pub(super) is_named: bool,
}
