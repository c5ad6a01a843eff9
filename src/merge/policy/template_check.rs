//! The rules for comparing an object with a template.

use super::compliance_type::{ComplianceType, MetadataType};

/// The rules for comparing an object with a template.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateCheck {
    pub(crate) kind: ComplianceType,
    pub(crate) metadata: Option<MetadataType>,
    /// The template names the object, or the object counts as named.
    pub(crate) is_named: bool,
}
