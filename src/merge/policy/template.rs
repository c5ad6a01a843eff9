//! How an object is held against a template.

use super::compliance_type::{ComplianceType, MetadataType};

/// How an object is held against a template.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateCheck {
    pub(crate) kind: ComplianceType,
    pub(crate) metadata: Option<MetadataType>,
    /// The template names the object, or it counts as named.
    pub(crate) is_named: bool,
}
