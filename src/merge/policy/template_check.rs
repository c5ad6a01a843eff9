//! The rules for comparing an object with a template.

use super::compliance_type::{ComplianceType, MetadataType};
use crate::document::{Document, Tree, Value};

/// The rules for comparing an object with a template.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TemplateCheck {
    pub(crate) kind: ComplianceType,
    pub(crate) metadata: Option<MetadataType>,
    /// The template names the object, or the object counts as named.
    pub(crate) is_named: bool,
}

/// Returns whether the kind, name or namespace is a Go template, so that only the controller knows the object.
pub(crate) fn has_templated_identity(template: &Document) -> bool {
    let (version, kind) = template.identity();
    let metadata = ["name", "namespace"].map(|name| template.node_at(&["metadata", name]));
    let names = metadata.into_iter().flatten();
    let mut texts = names
        .filter_map(|node| template.value(node).as_str())
        .chain([version, kind]);
    texts.any(|text| text.contains("{{"))
}

/// Returns whether a template names its object.
pub fn is_named(template: &Document) -> bool {
    let name = template
        .get(template.root(), "metadata")
        .and_then(|metadata| template.get(metadata, "name"));
    name.is_some_and(|name| matches!(template.value(name), Value::String(name) if !name.is_empty()))
}
