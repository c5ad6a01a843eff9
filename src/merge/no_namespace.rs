//! What is said of a policy template without a namespace.

use crate::document::Document;

/// What the controller says of a template without a namespace.
pub(crate) fn no_namespace_message(template: &Document) -> String {
    let name = template
        .text_at(&["metadata", "name"])
        .map_or_else(String::new, |name| format!(" {name}"));
    let kind = template.identity().1;
    format!(
        "namespaced object{name} of kind {kind} has no namespace specified from the policy namespaceSelector nor the object metadata"
    )
}

/// The help for a template without a namespace.
pub(crate) const NO_NAMESPACE_HELP: &str =
    "Set `metadata.namespace` in the template, or a `namespaceSelector` in the policy.";
